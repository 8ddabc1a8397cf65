#include "server_pair.h"
#include <stdio.h>
#include <stdlib.h>

uint32_t below(struct pair *pair, uint32_t count) {
    return pip_random_below(&pair->random, count);
}

const struct pip__table *table_of(struct pair *pair, int w) {
    return &world_room(&pair->world[w], pair->table)->table;
}

void pair_begin(struct pair *pair, uint64_t seed) {
    pair->behind = -1;
    pair->least = pair->least > 2 ? pair->least : 2;
    pair->random = pip_random_init((struct pip_seed){.seed = 1000 + seed}, 0);
    snprintf(pair->address, sizeof pair->address, "192.0.2.%d", (int)seed);
    for (int w = 0; w < 2; w++)
        world_begin(&pair->world[w], seed, 77 + seed * 2 + (uint64_t)w);
}

void pair_end(struct pair *pair) {
    for (int w = 0; w < 2; w++)
        world_end(&pair->world[w]);
}

/* ---- The same in both ---- */

static void same_bytes(struct pair *pair, const char *who, const char *a, size_t a_length,
                       const char *b, size_t b_length) {
    bool same = a_length == b_length && memcmp(a, b, a_length) == 0;
    pair->differed += !same;
    if (!same && !pair->planted)
        fail_msg("%s can tell the difference between\n%.*s\nand\n%.*s", who, (int)a_length, a,
                 (int)b_length, b);
}

static void same_sent(struct pair *pair, const char *who, struct pip__net_socket *a,
                      struct pip__net_socket *b) {
    same_bytes(pair, who, a->sent, a->length, b->sent, b->length);
    a->length = b->length = 0;
}

static void same_answer(struct pair *pair, const char *path) {
    struct pip__net_exchange answer[2];
    for (int w = 0; w < 2; w++)
        world_ask(&pair->world[w], NET_GET, path, pair->address, "", 0, &answer[w]);
    assert_int_equal(answer[0].status, answer[1].status);
    same_bytes(pair, path, answer[0].body, answer[0].length, answer[1].body, answer[1].length);
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
    same_sent(pair, "who arrives", socket[0], socket[1]);
    for (int w = 0; w < 2; w++)
        world_part(&pair->world[w], socket[w]);
}

void same_for_all_but(struct pair *pair, int seat) {
    char path[128];
    pair->compared++;
    for (int viewer = 0; viewer < pair->seats; viewer++) {
        if (viewer == seat || viewer == pair->behind || !pair->seat[0][viewer])
            continue;
        same_sent(pair, "another seat", pair->seat[0][viewer], pair->seat[1][viewer]);
        if (below(pair, 4) == 0)
            same_arrival(pair, viewer);
    }
    same_arrival(pair, -1);
    same_sent(pair, "a watcher", pair->watcher[0], pair->watcher[1]);
    same_sent(pair, "the host", pair->owner[0], pair->owner[1]);
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
    uint32_t least = game->seats_max < pair->least   ? game->seats_max
                     : game->seats_min > pair->least ? game->seats_min
                                                     : pair->least;
    uint32_t most = game->seats_max < 5 ? game->seats_max : 5;
    pair->seats = (int)(least + below(pair, most - least + 1));
    for (int seat = 0; seat < pair->seats; seat++) {
        bool inner = seat > 0 && seat + 1 < pair->seats;
        json_array_append_new(seats,
                              json_string(inner && below(pair, 3) == 0 ? pair->bots : "open"));
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

void make_table(struct pair *pair) {
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

void sit(struct pair *pair, int seat, bool differ) {
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

void say(struct pair *pair, int w, int seat, json_t *message) {
    say_over(pair, w, pair->seat[w][seat], message);
}

void order_but(struct pair *pair, json_t *message, int seat) {
    pair->ids++;
    for (int w = 0; w < 2; w++)
        say_over(pair, w, pair->owner[w], json_incref(message));
    json_decref(message);
    same_for_all_but(pair, seat);
}

void order(struct pair *pair, json_t *message) {
    order_but(pair, message, -1);
}

void move_seats(struct pair *pair, const int *from) {
    struct pair old = *pair;
    for (int w = 0; w < 2; w++) {
        for (int seat = 0; seat < pair->seats; seat++) {
            memcpy(pair->key[w][seat], old.key[w][from[seat]], sizeof *pair->key[w]);
            pair->seat[w][seat] = old.seat[w][from[seat]];
        }
    }
}

/* It has started, or the host starts it now. */
void begin(struct pair *pair) {
    int from[PIP_SEATS_MAX];
    if (table_of(pair, 0)->phase == PIP_STORE_WAITING)
        order(pair, json_pack("{s:s, s:i}", "t", "start", "first",
                              (int)below(pair, (uint32_t)pair->seats)));
    for (int seat = 0; seat < pair->seats; seat++)
        from[seat] = (seat + table_of(pair, 0)->began) % pair->seats;
    move_seats(pair, from);
}

void say_steps(struct pair *pair, int w, int seat, const struct steps *steps) {
    json_t *list = json_array();
    for (int i = 0; i < steps->count; i++)
        json_array_append_new(list, json_string(steps->text[i]));
    say(pair, w, seat, json_pack("{s:s, s:o}", "t", "move", "e", list));
}

void draw_steps(struct pair *pair, int seat, struct steps *steps) {
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

bool draw_other(struct pair *pair, int seat, bool whole, struct steps *a, struct steps *b) {
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

void say_ping(struct pair *pair, int w, int seat) {
    say(pair, w, seat, json_pack("{s:s}", "t", "ping"));
}

pip_actors actors_of(struct pair *pair) {
    return pip_match_actor(&table_of(pair, 0)->match);
}

bool several(pip_actors actors) {
    return (actors & (actors - 1u)) != 0;
}

int draw_actor(struct pair *pair) {
    pip_actors actors = actors_of(pair);
    int seat = (int)below(pair, (uint32_t)pair->seats);
    while (!(actors >> seat & 1))
        seat = (seat + 1) % pair->seats;
    return seat;
}

void say_all_steps(struct pair *pair, int seat) {
    static struct steps steps;
    draw_steps(pair, seat, &steps);
    pair->ids++;
    for (int w = 0; w < 2; w++)
        say_steps(pair, w, seat, &steps);
}

void go_away(struct pair *pair, int seat) {
    for (int w = 0; w < 2; w++) {
        if (pair->seat[w][seat])
            world_part(&pair->world[w], pair->seat[w][seat]);
        pair->seat[w][seat] = NULL;
    }
}

void come_back(struct pair *pair, int seat) {
    for (int w = 0; w < 2; w++)
        pair->seat[w][seat] = hello(pair, w, pair->key[w][seat], NULL, 0);
}

void part_all(struct pair *pair) {
    for (int seat = 0; seat < pair->seats; seat++)
        go_away(pair, seat);
    for (int w = 0; w < 2; w++) {
        world_part(&pair->world[w], pair->watcher[w]);
        world_part(&pair->world[w], pair->owner[w]);
    }
}

int choose_last(struct pair *pair, int least) {
    struct steps steps[2];
    struct pip_match match = table_of(pair, 0)->match;
    pip_actors actors = actors_of(pair);
    int last = draw_actor(pair), others = 0;
    if (match.turns || !several(actors) || pip_match_ask_turns(&match, last) != PIP_OK)
        return 0;
    int first = __builtin_ctz(pip_match_actor(&match));
    for (int i = 1; i < pair->seats; i++) {
        if (actors >> ((first + i) % pair->seats) & 1)
            last = (first + i) % pair->seats, others++;
    }
    if (others < least || !pair->seat[0][last] ||
        !draw_other(pair, last, true, &steps[0], &steps[1]))
        return 0;
    pair->later++;
    pair->ids++;
    for (int w = 0; w < 2; w++)
        say_steps(pair, w, last, &steps[w]);
    pair->behind = last;
    same_for_all_but(pair, -1);
    return others;
}

void ask_turns(struct pair *pair, int seat) {
    pair->ids++;
    pair->turns++;
    for (int w = 0; w < 2; w++)
        say(pair, w, seat, json_pack("{s:s, s:i}", "t", "turns", "seat", seat));
    same_for_all_but(pair, -1);
}
