#include "escape_table.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* The rules are tested on this sheet, so that the shipped ones can be tuned freely. */
#define C(one, two, action) "{\"entry\": [\"" one "\", \"" two "\"], \"action\": \"" action "\"}"
#define ROW(a, b, c, d, e) "[" a ", " b ", " c ", " d ", " e "]"
#define TRACK(name) "\"" name "\": {\"boxes\": 6, \"gem\": {\"2\": 3, \"3\": 4, \"4\": 5}}"
#define MAP(a, b, gives, c, d)                                                                     \
    "{\"bonus\": [\"" a "\", \"" b "\"], \"gives\": \"" gives "\", \"gem\": [\"" c "\", \"" d "\"" \
    "]}"
#define T "torch"
#define K "key"
#define A "adventurer"
#define G "gold"

static const char head[] = "{\"pipwright-sheet\": 1, \"game\": \"escape\", \"name\": \"test\",\n"
                           "\"title\": {\"en\": \"Test\", \"de\": \"Test\"},\n";
static const char body[] =
    "\"chambers\": [\n" ROW(C(G, T, "gem"), C(A, K, "special:red"), C(A, A, "joker"),
                            C(T, A, "special:yellow"), C(K, G, "gem")) ",\n" //
    ROW(C(A, T, "special:green"), C(K, A, "key"), C(A, G, "reroll"), C(G, A, "torch"),
        C(A, T, "special:blue")) ",\n"                                                            //
    ROW(C(T, T, "heal"), C(A, K, "gold"), C(A, A, "exit"), C(K, A, "key"), C(K, K, "heal")) ",\n" //
    ROW(C(A, G, "special:blue"), C(T, K, "torch"), C(A, T, "reroll"), C(G, G, "gold"),
        C(G, A, "special:green")) ",\n" //
    ROW(C(T, G, "gem"), C(T, A, "special:yellow"), C(K, T, "joker"), C(G, A, "special:red"),
        C(G, K, "gem")) "],\n" //
                        "\"tracks\": {" TRACK("dash") ", " TRACK("heal") ", " TRACK(
                            "reroll") ", " TRACK("key") ", " //
    TRACK("torch") ", " TRACK("gold") "},\n\"gems\": 30,\n"  //
                                      "\"maps\": [" MAP(T, K, "dash", G, A) ",\n" MAP(G, A, "dash",
                                                                                      T, K) ",\n" //
    MAP(T, A, "heal", G, G) ",\n" MAP(K, A, "reroll", T, T) ",\n"                                 //
    MAP(G, T, "key", A, K) ",\n" MAP(K, G, "torch", A,
                                     T) "],\n" //
                                        "\"goals\": {\"easy\": {\"2\": 14, \"3\": 20, \"4\": 22},\n"
                                        "\"normal\": {\"2\": 15, \"3\": 23, \"4\": 25},\n"
                                        "\"hard\": {\"2\": 16, \"3\": 25, \"4\": 28}},\n"
                                        "\"rounds\": {\"2\": 8, \"3\": 7, \"4\": 6}";

size_t table_sheet(const char *side, const char *more, char *json, size_t room) {
    struct pip_text text = pip_text_init(json, room);
    pip_text_add(&text, head);
    pip_text_add(&text, "\"side\": \"");
    pip_text_add(&text, side);
    pip_text_add(&text, "\",\n");
    pip_text_add(&text, body);
    pip_text_add(&text, more);
    pip_text_add(&text, "}\n");
    assert_true(pip_text_fits(&text));
    return text.length;
}

struct table *table_with_walls(int seats, const char *options, const char *walls) {
    static char json[PIP_SHEET_BYTES_MAX];
    const struct pip_game *game = pip_game_find(pip_span_of("escape"));
    struct table *t = calloc(1, sizeof *t);
    struct pip_sheet_fault fault;
    struct pip_span rest = pip_span_of(options), word;
    bool variant = strstr(options, "variant=") && !strstr(options, "variant=none");
    size_t length = table_sheet(variant ? "variant" : "normal", walls, json, sizeof json);
    assert_non_null(t);
    assert_int_equal(pip_sheet_read(json, length, &t->file, &fault, 1), 0);
    struct pip_setup setup = pip_setup_default(game, &t->file.sheet, seats);
    while (pip_span_word(&rest, &word))
        assert_int_equal(pip_setup_option(&setup, word), PIP_OK);
    assert_int_equal(pip_match_start(&t->match, &setup, t->events, TABLE_EVENTS), PIP_OK);
    t->s = (struct pip__es_state *)t->match.state;
    return t;
}

struct table *table_new(int seats, const char *options) {
    return table_with_walls(seats, options, "");
}

void table_free(struct table *t) {
    free(t);
}

struct table *table_begun(int seats, const char *options) {
    static const char *const sides[] = {"0 side north", "1 side east", "2 side south",
                                        "3 side west"};
    struct table *t = table_new(seats, options);
    for (int seat = 0; seat < seats; seat++)
        play(t, sides[seat]);
    return t;
}

struct table *table_exploring(int seats, const char *options, const char *kept) {
    struct table *t = table_begun(seats, options);
    let_explore(t, kept);
    return t;
}

void let_explore(struct table *t, const char *kept) {
    t->s->kept = dice_of(kept);
    t->s->unrolled = 0;
    t->s->begun = 1;
    t->s->phase = ES_EXPLORING;
}

/* ---- Events ---- */

static enum pip_status try(struct table *t, struct pip_span line) {
    struct pip_event event;
    enum pip_status status = pip_event_read(&t->match, line, true, &event);
    return status == PIP_OK ? pip_match_play(&t->match, event.actor, event.move) : status;
}

/* The part of `list` before the next "|", which is taken off. */
static struct pip_span next_of(const char **list) {
    const char *end = strchr(*list, '|');
    size_t length = end ? (size_t)(end - *list) : strlen(*list);
    struct pip_span span = {*list, length};
    *list += end ? length + 1 : length;
    return span;
}

void play(struct table *t, const char *events) {
    while (*events) {
        struct pip_span line = next_of(&events);
        enum pip_status status = try(t, line);
        if (status != PIP_OK)
            fail_msg("\"%.*s\": %s", (int)line.length, line.at, pip_status_text(status));
    }
    assert_int_equal(t->match.setup.game->check(&t->match.setup, t->s), PIP_OK);
}

bool refused(struct table *t, const char *event) {
    struct pip__es_state before = *t->s;
    bool error = try(t, pip_span_of(event)) != PIP_OK;
    assert_true(!error || memcmp(&before, t->s, sizeof before) == 0);
    return error;
}

struct listing {
    const char *wanted; /* separated by "|" */
    const char *prefix;
    int found, all;
};

static void see_line(void *context, const char *text) {
    struct listing *l = context;
    const char *list = l->wanted;
    l->all += strncmp(text, l->prefix, strlen(l->prefix)) == 0;
    while (*list)
        l->found += pip_span_is(next_of(&list), text);
}

void assert_next(const struct table *t, const char *events) {
    struct listing l = {.wanted = events, .prefix = ""};
    int wanted = 0;
    for (const char *list = events; *list; wanted++)
        next_of(&list);
    pip_match_next(&t->match, see_line, &l);
    if (l.found != wanted || l.all != wanted)
        fail_msg("%d of %d wanted, %d there: %s", l.found, wanted, l.all, events);
}

int count_next(const struct table *t, const char *prefix) {
    struct listing l = {.wanted = "", .prefix = prefix};
    pip_match_next(&t->match, see_line, &l);
    return l.all;
}

/* ---- Positions ---- */

int chamber_of(const char *name) {
    return (name[0] - 'a') * ES_WIDTH + name[1] - '1';
}

void stand(struct table *t, int seat, const char *chamber) {
    t->s->seat[seat].place = (uint8_t)chamber_of(chamber);
}

pip__es_dice dice_of(const char *symbols) {
    struct pip_span rest = pip_span_of(symbols), word;
    pip__es_dice dice = 0;
    while (pip_span_word(&rest, &word)) {
        int symbol = 0;
        while (!pip_span_is(word, pip__es_face_name[symbol]))
            symbol++;
        dice += pip__es_dice_of(symbol);
    }
    return dice;
}

int gems_of(const struct table *t) {
    return (int)pip_score_total(&t->match.setup, t->s, 0);
}
