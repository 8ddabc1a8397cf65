/* Nobody is told what they may not know: two servers are played on in the same way, and differ only
 * in what is hidden: keys, secrets of dice, nonces before the start, and what one seat has chosen
 * while others still choose, at the same time or in turn. Every byte that others get must be the
 * same. */
#include "server/world.h"
#include "testing.h"
#include <stdio.h>
#include <stdlib.h>

#define GAMES 20 /* of every game that there is, on two tables each */
#define ROUNDS 50
#define STEP_MAX 256

struct steps {
    int count;
    char text[STEPS_MAX][STEP_MAX];
};

/* One table, twice. */
struct pair {
    struct world world[2];
    const struct pip_game *game;
    struct pip_random random; /* what is played */
    char address[32], table[64], code[64];
    int seats;
    char key[2][PIP_SEATS_MAX][64], host[2][64]; /* "" for a bot's seat */
    struct pip__net_socket *seat[2][PIP_SEATS_MAX], *watcher[2], *owner[2];
    int64_t ids;
    bool idle;  /* the second world's seat only pings where the first one's has begun to choose */
    int behind; /* a seat that has chosen differently for good, and comes later; -1: none */
    uint32_t compared, chosen; /* comparisons of all that is told; those with differing choices */
    uint32_t turns, later;     /* how often turns were asked for; with a seat behind */
};

static uint32_t below(struct pair *pair, uint32_t count) {
    return pip_random_below(&pair->random, count);
}

static const struct pip__table *table_of(struct pair *pair, int w) {
    return &world_room(&pair->world[w], pair->table)->table;
}

/* ---- The same in both ---- */

static void same_bytes(const char *who, const char *a, size_t a_length, const char *b,
                       size_t b_length) {
    if (a_length != b_length || memcmp(a, b, a_length) != 0)
        fail_msg("%s can tell the difference between\n%.*s\nand\n%.*s", who, (int)a_length, a,
                 (int)b_length, b);
}

static void same_sent(const char *who, struct pip__net_socket *a, struct pip__net_socket *b) {
    same_bytes(who, a->sent, a->length, b->sent, b->length);
    a->length = b->length = 0;
}

static void same_answer(struct pair *pair, const char *path) {
    struct pip__net_exchange answer[2];
    for (int w = 0; w < 2; w++)
        world_ask(&pair->world[w], NET_GET, path, pair->address, "", 0, &answer[w]);
    assert_int_equal(answer[0].status, answer[1].status);
    same_bytes(path, answer[0].body, answer[0].length, answer[1].body, answer[1].length);
    free(answer[0].body);
    free(answer[1].body);
}

static struct pip__net_socket *hello(struct pair *pair, int w, const char *key, const char *host,
                                     uint32_t last) {
    struct pip__net_socket *socket = world_connect(&pair->world[w]);
    char text[300];
    int length =
        snprintf(text, sizeof text, "{\"t\":\"hello\",\"v\":1,\"table\":\"%s\",\"last\":%u",
                 pair->table, last);
    if (key)
        length += snprintf(text + length, sizeof text - (size_t)length, ",\"key\":\"%s\"", key);
    if (host)
        length += snprintf(text + length, sizeof text - (size_t)length, ",\"host\":\"%s\"", host);
    length += snprintf(text + length, sizeof text - (size_t)length, "}");
    world_say(&pair->world[w], socket, text, (size_t)length);
    return socket;
}

/* Somebody comes and gets what they have missed. */
static void same_arrival(struct pair *pair, int seat) {
    struct pip__net_socket *socket[2];
    uint32_t last = below(pair, table_of(pair, 0)->shown + 1);
    for (int w = 0; w < 2; w++)
        socket[w] = hello(pair, w, seat < 0 ? NULL : pair->key[w][seat], NULL, last);
    same_sent("who arrives", socket[0], socket[1]);
    for (int w = 0; w < 2; w++)
        world_part(&pair->world[w], socket[w]);
}

/* What everybody but one seat has been told and can ask for. */
static void same_for_all_but(struct pair *pair, int seat) {
    char path[128];
    pair->compared++;
    for (int viewer = 0; viewer < pair->seats; viewer++) {
        if (viewer == seat || viewer == pair->behind || !pair->seat[0][viewer])
            continue;
        same_sent("another seat", pair->seat[0][viewer], pair->seat[1][viewer]);
        if (below(pair, 4) == 0)
            same_arrival(pair, viewer);
    }
    same_arrival(pair, -1);
    same_sent("a watcher", pair->watcher[0], pair->watcher[1]);
    same_sent("the host", pair->owner[0], pair->owner[1]);
    for (const char *const *part = (const char *const[]){"", "/record", "/sheet", NULL}; *part;
         part++) {
        snprintf(path, sizeof path, "/api/tables/%s%s", pair->table, *part);
        same_answer(pair, path);
    }
    snprintf(path, sizeof path, "/api/codes/%s", pair->code);
    if (below(pair, 20) == 0) /* one address may try only some */
        same_answer(pair, path);
    same_answer(pair, "/api/tables");
    if (!pair->idle) /* how much is stored is counted for all tables together */
        same_answer(pair, "/metrics");
}

/* ---- Making a table ---- */

static json_t *post(struct pair *pair, int w, const char *path, json_t *body) {
    struct pip__net_exchange answer;
    char *text = json_dumps(body, JSON_COMPACT);
    world_ask(&pair->world[w], NET_POST, path, pair->address, text, strlen(text), &answer);
    json_t *reply = json_loads(answer.body, 0, NULL);
    if (answer.status >= 300)
        fail_msg("%s %s: %s", path, text, answer.body);
    free(text);
    free(answer.body);
    json_decref(body);
    return reply;
}

static void keep(char *to, const json_t *object, const char *name) {
    const char *text = json_string_value(json_object_get(object, name));
    snprintf(to, 64, "%s", text ? text : "");
}

/* The same seats and options for both, at random; the first and the last are for people. */
static json_t *draw_table(struct pair *pair) {
    const struct pip_game *game = pair->game;
    json_t *seats = json_array(), *options = json_object();
    uint32_t least = game->seats_min > 2 ? game->seats_min : 2;
    uint32_t most = game->seats_max < 5 ? game->seats_max : 5;
    pair->seats = (int)(least + below(pair, most - least + 1));
    for (int seat = 0; seat < pair->seats; seat++) {
        bool inner = seat > 0 && seat + 1 < pair->seats;
        json_array_append_new(seats,
                              json_string(inner && below(pair, 3) == 0 ? "bot:random" : "open"));
    }
    for (int i = 0; game->options[i].name; i++) {
        uint32_t values = 0;
        while (game->options[i].values[values])
            values++;
        if (below(pair, 2) == 0)
            json_object_set_new(options, game->options[i].name,
                                json_string(game->options[i].values[below(pair, values)]));
    }
    json_t *body = json_pack("{s:s, s:o, s:o, s:b}", "game", game->name, "seats", seats, "options",
                             options, "public", below(pair, 2) == 0);
    if (below(pair, 3) == 0)
        json_object_set_new(body, "clock", json_integer(60));
    if (below(pair, 2) == 0)
        json_object_set_new(body, "first", json_string("host"));
    return body;
}

static bool setup_fits(const struct pip_game *game, const json_t *body) {
    struct pip_setup setup =
        pip_setup_default(game, NULL, (int)json_array_size(json_object_get(body, "seats")));
    const char *name;
    json_t *value;
    json_object_foreach(json_object_get(body, "options"), name, value) {
        char pair[100];
        snprintf(pair, sizeof pair, "%s=%s", name, json_string_value(value));
        if (pip_setup_option(&setup, pip_span_of(pair)) != PIP_OK)
            return false;
    }
    return pip_setup_check(&setup) == PIP_OK;
}

static void make_table(struct pair *pair) {
    json_t *body = draw_table(pair);
    while (!setup_fits(pair->game, body)) {
        json_decref(body);
        body = draw_table(pair);
    }
    for (int w = 0; w < 2; w++) {
        json_t *made = post(pair, w, "/api/tables", json_incref(body));
        keep(pair->table, made, "table");
        keep(pair->code, made, "code");
        keep(pair->host[w], made, "host");
        for (int seat = 0; seat < pair->seats; seat++)
            keep(pair->key[w][seat], json_array_get(json_object_get(made, "seats"), (size_t)seat),
                 "key");
        json_decref(made);
        pair->watcher[w] = hello(pair, w, NULL, NULL, 0);
        pair->owner[w] = hello(pair, w, NULL, pair->host[w], 0);
    }
    assert_string_not_equal(pair->host[0], pair->host[1]);
    json_decref(body);
}

/* With nonces that differ, if the table will not start. */
static void sit(struct pair *pair, int seat, bool differ) {
    char path[100], nonce[33], name[8];
    snprintf(path, sizeof path, "/api/tables/%s/sit", pair->table);
    snprintf(name, sizeof name, "Ada %d", seat);
    uint32_t number = below(pair, 1u << 30);
    for (int w = 0; w < 2; w++) {
        snprintf(nonce, sizeof nonce, "%032x", number + (differ ? (uint32_t)w : 0));
        json_t *sat = post(pair, w, path,
                           json_pack("{s:s, s:i, s:s, s:s}", "key", pair->key[w][seat], "seat",
                                     seat, "name", name, "nonce", nonce));
        if (json_object_get(sat, "key")) /* the invitation is used up */
            keep(pair->key[w][seat], sat, "key");
        json_decref(sat);
        pair->seat[w][seat] = hello(pair, w, pair->key[w][seat], NULL, 0);
    }
}

/* ---- Playing ---- */

static void say_over(struct pair *pair, int w, struct pip__net_socket *socket, json_t *message) {
    size_t before = socket->length;
    json_object_set_new(message, "id", json_integer(pair->ids));
    char *text = json_dumps(message, JSON_COMPACT);
    world_say(&pair->world[w], socket, text, strlen(text));
    pip__net_send(socket, "", 1); /* ends the text for strstr */
    if (!strstr(socket->sent + before, "\"t\":\"ok\""))
        fail_msg("%s: %s", text, socket->sent + before);
    socket->length -= 2;
    free(text);
    json_decref(message);
}

static void say(struct pair *pair, int w, int seat, json_t *message) {
    say_over(pair, w, pair->seat[w][seat], message);
}

/* Both hosts say it. */
static void order(struct pair *pair, json_t *message) {
    pair->ids++;
    for (int w = 0; w < 2; w++)
        say_over(pair, w, pair->owner[w], json_incref(message));
    json_decref(message);
    same_for_all_but(pair, -1);
}

/* The test's own lists of seats move like those of the server. */
static void move_seats(struct pair *pair, const int *from) {
    struct pair old = *pair;
    for (int w = 0; w < 2; w++) {
        for (int seat = 0; seat < pair->seats; seat++) {
            memcpy(pair->key[w][seat], old.key[w][from[seat]], sizeof *pair->key[w]);
            pair->seat[w][seat] = old.seat[w][from[seat]];
        }
    }
}

static void arrange(struct pair *pair) {
    int from[PIP_SEATS_MAX];
    json_t *seats = json_array();
    for (int seat = 0; seat < pair->seats; seat++) {
        int other = (int)below(pair, (uint32_t)seat + 1);
        from[seat] = from[other];
        from[other] = seat;
    }
    for (int seat = 0; seat < pair->seats; seat++)
        json_array_append_new(seats, json_integer(from[seat]));
    order(pair, json_pack("{s:s, s:o}", "t", "arrange", "seats", seats));
    move_seats(pair, from);
}

/* It has started, or the host starts it now. */
static void begin(struct pair *pair) {
    int from[PIP_SEATS_MAX];
    if (table_of(pair, 0)->phase == PIP_STORE_WAITING)
        order(pair, json_pack("{s:s, s:i}", "t", "start", "first",
                              (int)below(pair, (uint32_t)pair->seats)));
    for (int seat = 0; seat < pair->seats; seat++)
        from[seat] = (seat + table_of(pair, 0)->began) % pair->seats;
    move_seats(pair, from);
}

static void ask_turns(struct pair *pair, int seat) {
    pair->ids++;
    pair->turns++;
    for (int w = 0; w < 2; w++)
        say(pair, w, seat, json_pack("{s:s, s:i}", "t", "turns", "seat", seat));
    same_for_all_but(pair, -1);
}

static void say_steps(struct pair *pair, int w, int seat, const struct steps *steps) {
    json_t *list = json_array();
    for (int i = 0; i < steps->count; i++)
        json_array_append_new(list, json_string(steps->text[i]));
    say(pair, w, seat, json_pack("{s:s, s:o}", "t", "move", "e", list));
}

/* Random steps of a seat until it need not act any more. */
static void draw_steps(struct pair *pair, int seat, struct steps *steps) {
    struct pip_match match = table_of(pair, 0)->match;
    struct pip_event *events = malloc((match.count + STEPS_MAX) * sizeof *events);
    pip_move moves[PIP_MOVES_MAX];
    assert_non_null(events);
    if (match.count > 0)
        memcpy(events, match.events, match.count * sizeof *events);
    match.events = events;
    match.capacity = match.count + STEPS_MAX;
    steps->count = 0;
    while (steps->count < STEPS_MAX - 1 && pip_match_actor(&match) < PIP_ACTORS_CHANCE &&
           (pip_match_actor(&match) >> seat & 1)) {
        uint32_t count = (uint32_t)pip_match_legal(&match, seat, moves);
        struct pip_event event = {.actor = (uint8_t)seat, .move = moves[below(pair, count)]};
        struct pip_text text = pip_text_init(steps->text[steps->count++], STEP_MAX);
        pip_event_write(&match.setup, match.state, event, &text);
        assert_int_equal(pip_match_play(&match, event.actor, event.move), PIP_OK);
    }
    free(events);
}

static bool same_steps(const struct steps *a, const struct steps *b) {
    bool same = a->count == b->count;
    for (int i = 0; same && i < a->count; i++)
        same = strcmp(a->text[i], b->text[i]) == 0;
    return same;
}

/* As many steps as `a` and other ones, if there are any; all of them, or fewer that leave the seat
 * with something to choose. */
static bool draw_other(struct pair *pair, int seat, bool whole, struct steps *a, struct steps *b) {
    for (int attempt = 0; attempt < 50; attempt++) {
        draw_steps(pair, seat, a);
        draw_steps(pair, seat, b);
        int least = a->count < b->count ? a->count : b->count;
        if (!whole && least > 1)
            a->count = b->count = 1 + (int)below(pair, (uint32_t)least - 1);
        else if (!whole || a->count != b->count)
            continue;
        if (!same_steps(a, b))
            return true;
    }
    return false;
}

static void say_ping(struct pair *pair, int w, int seat) {
    say(pair, w, seat, json_pack("{s:s}", "t", "ping"));
}

/* One seat chooses differently in the two worlds, others may see; then it takes that back. */
static void choose_in_secret(struct pair *pair, int seat, bool alone) {
    struct steps steps[2];
    bool whole = !alone && !pair->idle && below(pair, 3) > 0;
    if (!draw_other(pair, seat, whole, &steps[0], &steps[1]))
        return;
    same_for_all_but(pair, -1);
    pair->ids++;
    say_steps(pair, 0, seat, &steps[0]);
    pair->idle ? say_ping(pair, 1, seat) : say_steps(pair, 1, seat, &steps[1]);
    same_for_all_but(pair, seat);
    pair->chosen++;
    for (int i = 0; i < steps[0].count; i++) {
        pair->ids++;
        for (int w = 0; w < 2; w++)
            pair->idle &&w > 0
                ? say_ping(pair, w, seat)
                : say(pair, w, seat, json_pack("{s:s, s:i}", "t", "undo", "seat", seat));
        same_for_all_but(pair, seat);
    }
    for (int w = 0; w < 2; w++)
        pair->seat[w][seat]->length = 0;
}

static pip_actors actors_of(struct pair *pair) {
    return pip_match_actor(&table_of(pair, 0)->match);
}

static bool several(pip_actors actors) {
    return (actors & (actors - 1u)) != 0;
}

static int draw_actor(struct pair *pair) {
    pip_actors actors = actors_of(pair);
    int seat = (int)below(pair, (uint32_t)pair->seats);
    while (!(actors >> seat & 1))
        seat = (seat + 1) % pair->seats;
    return seat;
}

static void say_all_steps(struct pair *pair, int seat) {
    static struct steps steps;
    draw_steps(pair, seat, &steps);
    pair->ids++;
    for (int w = 0; w < 2; w++)
        say_steps(pair, w, seat, &steps);
}

/* The last in the order chooses differently, then another one asks for turns: nothing of it is told
 * until its place comes. The worlds differ from then on, so this is the end of a table. False if it
 * cannot be done now. */
static bool choose_behind(struct pair *pair) {
    struct steps steps[2];
    struct pip_match match = table_of(pair, 0)->match;
    pip_actors actors = actors_of(pair);
    int last = draw_actor(pair), others = 0;
    if (match.turns || !several(actors) || pip_match_ask_turns(&match, last) != PIP_OK)
        return false;
    int first = __builtin_ctz(pip_match_actor(&match));
    for (int i = 1; i < pair->seats; i++) {
        if (actors >> ((first + i) % pair->seats) & 1)
            last = (first + i) % pair->seats, others++;
    }
    if (!draw_other(pair, last, true, &steps[0], &steps[1]))
        return false;
    pair->later++;
    pair->ids++;
    for (int w = 0; w < 2; w++)
        say_steps(pair, w, last, &steps[w]);
    pair->behind = last;
    same_for_all_but(pair, -1);
    ask_turns(pair, __builtin_ctz(actors_of(pair)));
    for (; others > 0; others--) { /* the last of them would bring it out */
        int seat = __builtin_ctz(actors_of(pair));
        choose_in_secret(pair, seat, true);
        if (others > 1)
            say_all_steps(pair, seat);
        same_for_all_but(pair, -1);
    }
    return true;
}

static void play_round(struct pair *pair) {
    pip_actors actors = actors_of(pair);
    bool together = several(actors) || table_of(pair, 0)->match.together;
    if (several(actors) && below(pair, 4) == 0)
        ask_turns(pair, draw_actor(pair));
    int seat = draw_actor(pair);
    actors = actors_of(pair);
    for (int i = 0; together && i < (pair->idle ? 1 : 3); i++)
        choose_in_secret(pair, seat, actors == 1u << seat);
    say_all_steps(pair, seat);
    if (table_of(pair, 0)->phase == PIP_STORE_PLAYING)
        same_for_all_but(pair, -1);
}

static void part_all(struct pair *pair) {
    for (int w = 0; w < 2; w++) {
        for (int seat = 0; seat < pair->seats; seat++) {
            if (pair->seat[w][seat])
                world_part(&pair->world[w], pair->seat[w][seat]);
            pair->seat[w][seat] = NULL;
        }
        world_part(&pair->world[w], pair->watcher[w]);
        world_part(&pair->world[w], pair->owner[w]);
    }
}

static void play_table(struct pair *pair, bool waits) {
    make_table(pair);
    same_for_all_but(pair, -1);
    for (int seat = 0; seat < pair->seats - waits; seat++) {
        if (pair->key[0][seat][0])
            sit(pair, seat, waits);
        if (table_of(pair, 0)->phase != PIP_STORE_OVER)
            same_for_all_but(pair, -1);
    }
    waits ? arrange(pair) : begin(pair);
    uint32_t round = 0, rounds = below(pair, ROUNDS);
    for (; round < ROUNDS && table_of(pair, 0)->phase == PIP_STORE_PLAYING; round++) {
        if (round >= rounds && !pair->idle && choose_behind(pair))
            break;
        play_round(pair);
    }
    pair->behind = -1;
    part_all(pair);
}

static void play_game(void **state) {
    struct pair *pair = calloc(1, sizeof *pair);
    pair->game = *state;
    pair->behind = -1;
    for (uint64_t seed = 0; seed < GAMES; seed++) {
        pair->random = pip_random_init((struct pip_seed){.seed = 1000 + seed}, 0);
        pair->idle = seed % 4 == 3;
        snprintf(pair->address, sizeof pair->address, "192.0.2.%d", (int)seed);
        for (int w = 0; w < 2; w++)
            world_begin(&pair->world[w], seed, 77 + seed * 2 + (uint64_t)w);
        play_table(pair, false);
        play_table(pair, true);
        for (int w = 0; w < 2; w++)
            world_end(&pair->world[w]);
    }
    print_message("%u comparisons, %u with hidden choices; turns %u times, %u with one behind\n",
                  pair->compared, pair->chosen, pair->turns, pair->later);
    assert_true(pair->compared > 500);
    if (strcmp(pair->game->name, "roller") == 0 || strcmp(pair->game->name, "lost-cities") == 0)
        assert_true(pair->chosen > 100 && pair->turns > 30 && pair->later > 2);
    free(pair);
}

int main(void) {
    struct CMUnitTest tests[16] = {0};
    size_t count = 0;
    for (; pip_games[count]; count++)
        tests[count] = (struct CMUnitTest){.name = pip_games[count]->name,
                                           .test_func = play_game,
                                           .initial_state = (void *)pip_games[count]};
    return _cmocka_run_group_tests("server_view", tests, count, NULL, NULL);
}
