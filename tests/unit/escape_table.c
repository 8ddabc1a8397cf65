#include "testing.h"

#include "escape_table.h"

#define EVENTS 2000

static struct pip_event events[EVENTS];
static struct pip_match the_match;
static struct pip_sheet_file the_file;

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

size_t sheet_text(const char *side, const char *more, char *json, size_t room) {
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

struct pip_match *start_with_walls(int seats, const char *options, const char *walls) {
    static char json[PIP_SHEET_BYTES_MAX];
    struct pip_sheet_fault fault;
    struct pip_span rest = pip_span_of(options), word;
    bool variant = strstr(options, "variant=") && !strstr(options, "variant=none");
    size_t length = sheet_text(variant ? "variant" : "normal", walls, json, sizeof json);
    assert_int_equal(pip_sheet_read(json, length, &the_file, &fault, 1), 0);
    struct pip_setup setup = pip_setup_default(&pip__escape, &the_file.sheet, seats);
    while (pip_span_word(&rest, &word))
        assert_int_equal(pip_setup_option(&setup, word), PIP_OK);
    assert_int_equal(pip_match_start(&the_match, &setup, events, EVENTS), PIP_OK);
    return &the_match;
}

struct pip_match *start(int seats, const char *options) {
    return start_with_walls(seats, options, "");
}

struct pip_match *begun(int seats, const char *options) {
    static const char *const sides[] = {"0 side north", "1 side east", "2 side south",
                                        "3 side west"};
    struct pip_match *m = start(seats, options);
    for (int seat = 0; seat < seats; seat++)
        play(m, sides[seat]);
    return m;
}

struct pip_match *exploring(int seats, const char *options, const char *kept) {
    struct pip_match *m = begun(seats, options);
    let_explore(m, kept);
    return m;
}

/* ---- Positions ---- */

struct pip__es_state *state_of(struct pip_match *match) {
    return (struct pip__es_state *)(void *)match->state;
}

struct pip__es_sheet *own_sheet(void) {
    return (struct pip__es_sheet *)the_file.data;
}

void let_explore(struct pip_match *match, const char *kept) {
    struct pip__es_state *s = state_of(match);
    s->kept = dice_of(kept);
    s->unrolled = 0;
    s->begun = 1;
    s->phase = ES_EXPLORING;
}

int chamber_of(const char *name) {
    return (name[0] - 'a') * ES_WIDTH + name[1] - '1';
}

void stand(struct pip_match *match, int seat, const char *chamber) {
    state_of(match)->seat[seat].place = (uint8_t)chamber_of(chamber);
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

int gems_of(const struct pip_match *match) {
    return (int)pip_score_total(&match->setup, match->state, 0);
}
