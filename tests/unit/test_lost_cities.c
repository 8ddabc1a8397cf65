/* Lost Cities, rule by rule: each test carries the id of the sentence it proves (docs/rules). */
#include "testing.h"

#include "games/lost-cities/lost_cities.h"
#include <pipwright/sim.h>
#include <stdlib.h>

enum { RED, ORANGE, YELLOW, GREEN, BLUE, PURPLE };

#define EVENTS 720
#define NINE_DOTS "........."

static struct pip_event events[EVENTS];
static struct pip_match the_match;
static struct pip__lc_sheet own_data;
static struct pip_sheet own_sheet;

/* ---- Setting up ---- */

static struct pip_match *start_with(const struct pip_sheet *sheet, int seats, const char *option) {
    struct pip_setup setup = pip_setup_default(&pip__lost_cities, sheet, seats);
    if (option)
        assert_int_equal(pip_setup_option(&setup, pip_span_of(option)), PIP_OK);
    assert_int_equal(pip_match_start(&the_match, &setup, events, EVENTS), PIP_OK);
    return &the_match;
}

/* On the sheet `jungle`:
 *   red .>.v.>.v.  orange ..>.v.>.v  yellow .v.>.v.>.
 *   green >.v.>.v..  blue ..v>..>v.  purple v.>..v..> */
static struct pip_match *start(int seats) {
    return start_with(NULL, seats, NULL);
}

/* A sheet with these expeditions; a colour without one (NULL) is not printed. */
struct columns {
    const char *red, *orange, *yellow, *green, *blue, *purple;
};

static const struct pip_sheet *sheet_of(struct columns columns) {
    const char *const column[] = {columns.red,   columns.orange, columns.yellow,
                                  columns.green, columns.blue,   columns.purple};
    own_data = *(const struct pip__lc_sheet *)pip__lost_cities.sheets[0]->data;
    own_data.given = 0;
    memset(own_data.box, 0, sizeof own_data.box);
    for (int colour = 0; colour < LC_COLOURS; colour++) {
        if (!column[colour])
            continue;
        own_data.given |= (uint8_t)(1 << colour);
        for (int box = 0; box < LC_BOXES; box++)
            own_data.box[colour][box] =
                (uint8_t)(strchr(".>v", column[colour][box]) - (const char *)".>v");
    }
    own_sheet = (struct pip_sheet){.game = "lost-cities",
                                   .name = "own",
                                   .title_en = "Own",
                                   .title_de = "Eigen",
                                   .author = "",
                                   .note = "",
                                   .data = &own_data};
    return &own_sheet;
}

static struct pip_match *start_on(struct columns columns, int seats) {
    return start_with(sheet_of(columns), seats, NULL);
}

static struct pip__lc_state *state_of(struct pip_match *match) {
    return (struct pip__lc_state *)(void *)match->state;
}

static struct pip__lc_seat *seat_of(struct pip_match *match, int seat) {
    return &state_of(match)->seat[seat];
}

/* Writes "2 3 3", or "x 2 3 3" with the circle marked, into an empty expedition. */
static void fill(struct pip_match *match, int seat, int colour, const char *numbers) {
    struct pip__lc_seat *own = seat_of(match, seat);
    if (*numbers == 'x') {
        own->circles |= (uint8_t)(1 << colour);
        numbers++;
    }
    for (char *end; *numbers; numbers = end) {
        long number = strtol(numbers, &end, 10);
        int box = own->count[colour]++;
        own->numbers[colour][box / 2] |= (uint8_t)(number << (box % 2 * 4));
        own->top[colour] = (uint8_t)number;
    }
}

static void shade_artefacts(struct pip_match *match, struct pip__lc_seat *own) {
    const struct pip__lc_sheet *sheet = pip__lc_sheet_of(&match->setup);
    int found = __builtin_popcount(own->summits);
    for (int colour = 0; colour < LC_COLOURS; colour++) {
        for (int box = 0; box < own->count[colour]; box++)
            found += sheet->box[colour][box] == LC_ARTEFACT;
    }
    own->count[LC_ARTEFACTS] = (uint8_t)(found < LC_BOXES ? found : LC_BOXES);
}

/* Gives every seat the artefacts and bridges that its columns ask for, as if all had passed each
 * bridge in the same earlier turn, and ends the game if nothing is left to play for; the position
 * must be sound then. */
static void settle(struct pip_match *match) {
    struct pip__lc_state *s = state_of(match);
    int exhausted = 0;
    for (int seat = 0; seat < match->setup.seats; seat++) {
        struct pip__lc_seat *own = &s->seat[seat];
        exhausted += own->count[LC_DICE] == LC_BOXES;
        shade_artefacts(match, own);
        for (int column = 0; column < LC_COLUMNS; column++) {
            if (own->count[column] >= pip__lc_sheet_of(&match->setup)->bridge)
                own->bridges |= (uint8_t)(1 << column);
        }
        s->passed |= own->bridges;
    }
    int all = pip__lc_sheet_of(&match->setup)->given | 1 << LC_ARTEFACTS | 1 << LC_DICE;
    if (exhausted == match->setup.seats || s->passed == all)
        s->phase = LC_OVER;
    assert_int_equal(pip__lc_check(&match->setup, s), PIP_OK);
}

/* ---- Asking ---- */

/* The numbers of an expedition: "2 3 3". */
static void numbers_are(struct pip_match *match, int seat, int colour, const char *expected) {
    char buffer[64];
    struct pip_text text = pip_text_init(buffer, sizeof buffer);
    const struct pip__lc_seat *own = seat_of(match, seat);
    for (int box = 0; box < own->count[colour]; box++) {
        pip_text_add(&text, box > 0 ? " " : "");
        pip_text_add_number(&text, pip__lc_number(own, colour, box));
    }
    assert_string_equal(buffer, expected);
    assert_int_equal(pip__lc_check(&match->setup, match->state), PIP_OK);
}

static int artefacts_of(struct pip_match *match, int seat) {
    return seat_of(match, seat)->count[LC_ARTEFACTS];
}

static int symbols_of(struct pip_match *match, int seat) {
    return seat_of(match, seat)->count[LC_DICE];
}

static bool marked(unsigned bits, int n) {
    return bits >> n & 1;
}

static int turns_of(struct pip_match *match) {
    return match->setup.game->turn(&match->setup, match->state);
}

static struct pip_chance roll_due(struct pip_match *match) {
    struct pip_chance chance;
    assert_int_equal(pip_match_actor(match), PIP_ACTORS_CHANCE);
    match->setup.game->chance(&match->setup, match->state, &chance);
    return chance;
}

/* A turn in which every seat refuses. */
static void all_refuse(struct pip_match *match) {
    play(match, "* red red red 1 1 1");
    for (pip_actors actors; (actors = pip_match_actor(match)) < PIP_ACTORS_CHANCE && actors;) {
        unsigned seat = (unsigned)__builtin_ctz(actors);
        assert_int_equal(pip_match_play(match, seat, LC_REFUSE), PIP_OK);
    }
}

/* ---- LC1 Material ---- */

static void test_LC1_1_one_to_five_seats_play(void **unused) {
    (void)unused;
    for (int seats = 0; seats <= PIP_SEATS_MAX; seats++) {
        struct pip_setup setup = pip_setup_default(&pip__lost_cities, NULL, seats);
        bool good = seats >= 1 && seats <= 5;
        assert_int_equal(pip_setup_check(&setup), good ? PIP_OK : PIP_BAD_SEATS);
    }
}

static void test_LC1_2_three_identical_colour_dice_have_six_colours_in_order(void **unused) {
    static const char *const colours[] = {"red", "orange", "yellow", "green", "blue", "purple"};
    struct pip_match *m = start(2);
    struct pip_chance roll = roll_due(m);
    (void)unused;
    assert_int_equal(roll.throws, 2);
    assert_int_equal(roll.thrown[0].count, 3);
    assert_int_equal(roll.thrown[0].die->faces, 6);
    assert_null(roll.thrown[0].die->sides);
    for (int i = 0; i < 6; i++) {
        assert_string_equal(roll.thrown[0].die->names[i], colours[i]);
        for (int j = 0; j < i; j++) /* a letter is cue enough */
            assert_int_not_equal(colours[i][0], colours[j][0]);
    }
    refused(m, "* red red pink 0 3 7", PIP_BAD_DICE);
    refused(m, "* red red 0 3 7", PIP_BAD_DICE);
    play(m, "* purple red blue 0 3 7");
}

static void test_LC1_3_three_number_dice_have_faces_0_to_9(void **unused) {
    struct pip_match *m = start(2);
    struct pip_chance roll = roll_due(m);
    (void)unused;
    assert_int_equal(roll.thrown[1].count, 3);
    assert_int_equal(roll.thrown[1].die->faces, 10);
    assert_null(roll.thrown[1].die->sides);
    for (int i = 0; i < 10; i++) {
        const char digit[] = {(char)('0' + i), '\0'};
        assert_string_equal(roll.thrown[1].die->names[i], digit);
    }
    assert_int_equal(pip_chance_total(&roll), 216 * 1000);
    refused(m, "* red red red 1 2 10", PIP_BAD_DICE);
    refused(m, "* red red red 1 2", PIP_BAD_DICE);
    refused(m, "* red red red 1 2 3 4", PIP_BAD_DICE);
    play(m, "* red red red 9 0 5");
}

static void test_LC1_4_every_seat_has_the_same_sheet_with_eight_columns(void **unused) {
    static const char *const names[] = {"red",    "orange",    "yellow", "green",  "blue",
                                        "purple", "artefacts", "dice",   "bridges"};
    struct pip_match *m = start(5);
    (void)unused;
    for (int seat = 0; seat < 5; seat++) {
        struct pip_item items[PIP_ITEMS_MAX];
        assert_int_equal(pip__lc_score(&m->setup, m->state, seat, items), LENGTH(names));
        for (size_t i = 0; i < LENGTH(names); i++)
            assert_string_equal(items[i].name, names[i]);
        assert_memory_equal(seat_of(m, seat), seat_of(m, 0), sizeof(struct pip__lc_seat));
    }
    for (int i = 0; pip__lost_cities.sheets[i]; i++) {
        const struct pip__lc_sheet *sheet = pip__lost_cities.sheets[i]->data;
        assert_int_equal(sheet->given, 0x3f);
        assert_int_equal(sheet->bridge, 7);
    }
    assert_true(shows(m, PIP_SPECTATOR,
                      "Bridges still open: red, orange, yellow, green, blue, "
                      "purple, artefacts, dice.\n"));
    assert_false(shows(m, PIP_SPECTATOR, "( )"));
    assert_true(shows(m, 0, "  red       ( )  .   .>  .   .v  .   .> | .   .v  .  ^."));
}

static void test_LC1_5_a_box_is_plain_or_an_arrow_or_an_artefact(void **unused) {
    struct pip_match *m = start_on(
        (struct columns){.red = NINE_DOTS, .orange = ">........", .yellow = "v........"}, 1);
    (void)unused;
    play(m, "* red orange yellow 1 1 1", "0 red 1");
    assert_int_equal(pip_match_actor(m), PIP_ACTORS_CHANCE);
    assert_int_equal(artefacts_of(m, 0), 0);
    play(m, "* red orange yellow 1 1 1", "0 orange 1");
    legal_is(m, 0, "> red, > orange, > yellow, > -");
    assert_int_equal(artefacts_of(m, 0), 0);
    play(m, "0 > -", "* red orange yellow 1 1 1", "0 yellow 1");
    assert_int_equal(pip_match_actor(m), PIP_ACTORS_CHANCE);
    assert_int_equal(artefacts_of(m, 0), 1);
}

/* ---- LC2 A turn ---- */

static void test_LC2_1_the_active_seat_rolls_all_six_dice(void **unused) {
    struct pip_match *m = start(2);
    struct pip_chance roll = roll_due(m);
    (void)unused;
    assert_int_equal(pip_chance_dice(&roll), 6);
    refused(m, "0 red 3", PIP_NOT_ACTING);
    play(m, "* red red blue 0 3 7");
    assert_int_equal(pip_match_actor(m), 1 << 0);
    refused(m, "* red red blue 0 3 7", PIP_NOT_ACTING);
    play(m, "0 red 3", "1 -");
    roll = roll_due(m);
    assert_int_equal(pip_chance_dice(&roll), 6);
    refused(m, "* red blue 0 7", PIP_BAD_DICE);
}

static void test_LC2_2_the_active_seat_writes_one_pair_or_refuses(void **unused) {
    struct pip_match *m = start(2);
    (void)unused;
    play(m, "* red red blue 0 3 7");
    legal_is(m, 0, "red 3, red 7, red 10, red x, blue 3, blue 7, blue 10, blue x, -");
    legal_is(m, 1, "");
    refused(m, "0 green 3", PIP_ILLEGAL);
    refused(m, "0 red 4", PIP_ILLEGAL);
    refused(m, "1 red 3", PIP_NOT_ACTING);
    play(m, "0 blue 7");
    numbers_are(m, 0, BLUE, "7");
    legal_is(m, 0, "");
    refused(m, "0 red 3", PIP_NOT_ACTING);
}

static void test_LC2_3_what_the_active_seat_took_is_gone_for_the_others(void **unused) {
    struct pip_match *m = start(2);
    (void)unused;
    play(m, "* red red blue 0 3 7", "0 red 3");
    legal_is(m, 1, "red 7, red 10, red x, blue 7, blue 10, blue x, -");
    play(m, "1 -", "* red red blue 0 3 3", "1 blue 3");
    legal_is(m, 0, "red 3, red 10, -"); /* the circle is closed by the 3 */
    play(m, "0 -", "* red red blue 0 3 7", "0 blue x");
    legal_is(m, 1, "red 3, red 7, -");
    play(m, "1 -", "* red red blue 0 3 7", "1 -");
    legal_is(m, 0, "red 3, red 7, red 10, blue 3, blue 7, blue 10, -");
}

static void test_LC2_4_several_seats_may_choose_the_same_dice(void **unused) {
    struct pip_match *m = start(4);
    (void)unused;
    play(m, "* red red blue 0 3 7", "0 red 3", "1 red 7");
    legal_is(m, 2, "red 7, red 10, red x, blue 7, blue 10, blue x, -");
    play(m, "2 red 7");
    refused(m, "3 red 3", PIP_ILLEGAL);
    refused(m, "2 blue 7", PIP_NOT_ACTING);
    play(m, "3 -");
    numbers_are(m, 1, RED, "7");
    numbers_are(m, 2, RED, "7");
    numbers_are(m, 3, RED, "");
    assert_int_equal(symbols_of(m, 3), 1);
}

static void test_LC2_5_only_what_can_be_written_may_be_chosen(void **unused) {
    struct pip_match *m = start(1);
    (void)unused;
    fill(m, 0, RED, "3 8");
    settle(m);
    play(m, "* red red red 1 7 8");
    legal_is(m, 0, "red 8, -");
    refused(m, "0 red 7", PIP_ILLEGAL);
    play(m, "0 -", "* red red red 1 2 3");
    legal_is(m, 0, "-");
    refused(m, "0 red 3", PIP_ILLEGAL);
    play(m, "0 -");
    /* A colour that the sheet does not print cannot be written at all. */
    m = start_on((struct columns){.blue = NINE_DOTS}, 1);
    play(m, "* red red blue 0 3 7");
    legal_is(m, 0, "blue 3, blue 7, blue 10, blue x, -");
    refused(m, "0 red 3", PIP_ILLEGAL);
    refused(m, "0 red x", PIP_ILLEGAL);
}

static void test_LC2_6_the_turn_ends_when_every_seat_has_written_or_refused(void **unused) {
    struct pip_match *m = start(3);
    (void)unused;
    play(m, "* red red blue 0 3 7", "0 red 3");
    assert_int_equal(pip_match_actor(m), 1 << 1 | 1 << 2);
    play(m, "2 -");
    assert_int_equal(pip_match_actor(m), 1 << 1);
    assert_int_equal(turns_of(m), 0);
    play(m, "1 blue 7");
    assert_int_equal(pip_match_actor(m), PIP_ACTORS_CHANCE);
    assert_int_equal(turns_of(m), 1);
    play(m, "* red red blue 0 3 7");
    assert_int_equal(pip_match_actor(m), 1 << 1);
}

/* The choices of seats 1, 2 and 3 in one turn: two of them accelerate. */
static const char *const steps[4][3] = {
    [1] = {"1 green 3", "1 > blue"}, [2] = {"2 red x"}, [3] = {"3 green 3", "3 > red"}};

static void start_turn_of_four(const char *option) {
    play(start_with(NULL, 4, option), "* red green green 0 3 7", "0 green 7");
    legal_is(&the_match, 1, "");
    refused(&the_match, "1 green 3", PIP_NOT_ACTING);
    play(&the_match, "0 > green");
}

/* Plays all steps in the order that the digits of `code` in base 3 name; false if it is none. */
static bool play_interleaved(int code) {
    int next[4] = {0}, order[5];
    for (int i = 0; i < 5; i++, code /= 3)
        next[order[i] = 1 + code % 3]++;
    if (next[1] != 2 || next[2] != 1)
        return false;
    start_turn_of_four(NULL);
    memset(next, 0, sizeof next);
    for (int i = 0; i < 5; i++)
        play(&the_match, steps[order[i]][next[order[i]]++]);
    return true;
}

static void test_LC2_7_the_end_of_a_turn_does_not_depend_on_the_order_of_arrival(void **unused) {
    struct pip__lc_state end;
    int orders = 0;
    (void)unused;
    start_turn_of_four("order=sequence");
    refused(&the_match, "2 red x", PIP_NOT_ACTING);
    play(&the_match, "1 green 3");
    refused(&the_match, "2 red x", PIP_NOT_ACTING);
    play(&the_match, "1 > blue");
    refused(&the_match, "3 -", PIP_NOT_ACTING);
    play(&the_match, "2 red x", "3 green 3", "3 > red");
    end = *state_of(&the_match);
    assert_int_equal(end.turn, 1);
    for (int code = 0; code < 243; code++) {
        if (!play_interleaved(code))
            continue;
        orders++;
        assert_memory_equal(state_of(&the_match), &end, sizeof end);
    }
    assert_int_equal(orders, 30);
}

static void test_LC2_8_clockwise_is_the_next_seat_and_seat_0_begins(void **unused) {
    struct pip_match *m = start(3);
    (void)unused;
    for (int turn = 0; turn < 5; turn++) {
        assert_int_equal(state_of(m)->active, turn % 3);
        all_refuse(m);
    }
    m = start_with(NULL, 3, "order=sequence");
    all_refuse(m);
    all_refuse(m);
    play(m, "* red red red 1 1 1", "2 -");
    assert_int_equal(pip_match_actor(m), 1 << 0);
    play(m, "0 -");
    assert_int_equal(pip_match_actor(m), 1 << 1);
    play(m, "1 -");
    assert_int_equal(state_of(m)->active, 0);
}

/* ---- LC3 Writing ---- */

static void test_LC3_1_numbers_never_fall_and_fill_boxes_from_the_bottom(void **unused) {
    struct pip_match *m = start_on((struct columns){.red = NINE_DOTS}, 1);
    (void)unused;
    play(m, "* red red red 1 5 0");
    legal_is(m, 0, "red 1, red 5, red 10, red x, -");
    refused(m, "0 red 0", PIP_BAD_TEXT);
    refused(m, "0 red 11", PIP_BAD_TEXT);
    play(m, "0 red 5", "* red red red 4 5 6");
    legal_is(m, 0, "red 5, red 6, -");
    refused(m, "0 red 4", PIP_ILLEGAL);
    play(m, "0 red 5", "* red red red 4 5 6", "0 red 6");
    numbers_are(m, 0, RED, "5 5 6");
    assert_int_equal(seat_of(m, 0)->count[RED], 3);
    /* A number below the last one, or one above a gap, is no position of a game. */
    struct pip__lc_state bad = *state_of(m);
    bad.seat[0].numbers[RED][1] = 4;
    bad.seat[0].top[RED] = 4;
    assert_int_equal(pip__lc_check(&m->setup, &bad), PIP_BAD_STATE);
    bad = *state_of(m);
    bad.seat[0].numbers[RED][2] = 7;
    assert_int_equal(pip__lc_check(&m->setup, &bad), PIP_BAD_STATE);
}

static void test_LC3_2_a_0_is_written_as_10(void **unused) {
    struct pip_match *m = start(1);
    (void)unused;
    fill(m, 0, RED, "9");
    settle(m);
    play(m, "* red red red 0 1 2");
    legal_is(m, 0, "red 10, -");
    refused(m, "0 red 0", PIP_BAD_TEXT);
    play(m, "0 red 10");
    numbers_are(m, 0, RED, "9 10");
}

static void test_LC3_3_a_0_may_mark_the_open_circle_of_an_unstarted_expedition(void **unused) {
    struct pip_match *m = start(1);
    (void)unused;
    play(m, "* red red blue 1 2 3");
    refused(m, "0 red x", PIP_ILLEGAL); /* no 0 */
    play(m, "0 -", "* red red blue 0 2 3");
    refused(m, "0 green x", PIP_ILLEGAL); /* no green */
    play(m, "0 red x");
    assert_int_equal(seat_of(m, 0)->circles, 1 << RED);
    numbers_are(m, 0, RED, "");
    assert_int_equal(symbols_of(m, 0), 1);
    play(m, "* red red blue 0 2 3");
    legal_is(m, 0, "red 2, red 3, red 10, blue 2, blue 3, blue 10, blue x, -");
    refused(m, "0 red x", PIP_ILLEGAL); /* marked already */
}

static void test_LC3_4_a_number_closes_the_circle(void **unused) {
    struct pip_match *m = start(1);
    (void)unused;
    play(m, "* red red red 0 2 3");
    assert_true(may_come(m, "0 red x"));
    play(m, "0 red 2", "* red red red 0 2 3");
    legal_is(m, 0, "red 2, red 3, red 10, -");
    refused(m, "0 red x", PIP_ILLEGAL);
    assert_true(shows(m, 0, "red       (-)"));
}

static void test_LC3_5_a_0_may_mark_the_circle_or_open_with_10(void **unused) {
    struct pip_match *m = start(2);
    (void)unused;
    play(m, "* red red red 0 0 0");
    legal_is(m, 0, "red 10, red x, -");
    play(m, "0 red x");
    legal_is(m, 1, "red 10, red x, -");
    play(m, "1 red 10", "* red red red 0 0 0");
    legal_is(m, 1, "red 10, -");
    play(m, "1 -");
    legal_is(m, 0, "red 10, -");
    play(m, "0 red 10");
    numbers_are(m, 0, RED, "10");
    numbers_are(m, 1, RED, "10");
    assert_true(marked(seat_of(m, 0)->circles, RED));
    assert_false(marked(seat_of(m, 1)->circles, RED));
}

static void test_LC3_6_above_nine_boxes_a_fitting_number_marks_the_summit_once(void **unused) {
    struct pip_match *m = start(1);
    (void)unused;
    fill(m, 0, RED, "1 2 3 4 5 6 7 7");
    settle(m);
    assert_int_equal(artefacts_of(m, 0), 2);
    play(m, "* red red red 6 7 8", "0 red 7");
    assert_int_equal(seat_of(m, 0)->summits, 0);
    play(m, "* red red red 6 7 8");
    legal_is(m, 0, "red 7, red 8, -");
    refused(m, "0 red 6", PIP_ILLEGAL);
    play(m, "0 red 8");
    assert_int_equal(seat_of(m, 0)->summits, 1 << RED);
    assert_int_equal(artefacts_of(m, 0), 3);
    numbers_are(m, 0, RED, "1 2 3 4 5 6 7 7 7");
    play(m, "* red red red 6 7 8");
    legal_is(m, 0, "-");
}

static void test_LC3_7_a_finished_colour_takes_nothing_more(void **unused) {
    struct pip_match *m = start(1);
    (void)unused;
    fill(m, 0, RED, "1 1 1 1 1 1 1 1 1");
    seat_of(m, 0)->summits = 1 << RED;
    settle(m);
    play(m, "* red red green 0 1 9");
    legal_is(m, 0, "green 1, green 9, green 10, green x, -");
    refused(m, "0 red 10", PIP_ILLEGAL);
    refused(m, "0 red x", PIP_ILLEGAL);
    play(m, "0 green 1");
    legal_is(m, 0, "> orange, > yellow, > green, > blue, > purple, > -");
    refused(m, "0 > red", PIP_ILLEGAL);
}

/* ---- LC4 Acceleration ---- */

static void test_LC4_1_an_arrow_box_fills_the_next_box_of_any_own_expedition(void **unused) {
    struct pip_match *m = start(2);
    (void)unused;
    fill(m, 0, RED, "3");
    fill(m, 0, YELLOW, "4");
    settle(m);
    struct pip__lc_seat other = *seat_of(m, 1);
    play(m, "* red red red 5 6 7", "0 red 5");
    assert_int_equal(pip_match_actor(m), 1 << 0);
    legal_is(m, 0, "> red, > orange, > yellow, > green, > blue, > purple, > -");
    refused(m, "0 red 6", PIP_ILLEGAL);
    refused(m, "0 -", PIP_ILLEGAL);
    play(m, "0 > yellow");
    numbers_are(m, 0, YELLOW, "4 4");
    numbers_are(m, 0, RED, "3 5");
    assert_memory_equal(seat_of(m, 1), &other, sizeof other);
    refused(m, "0 > yellow", PIP_NOT_ACTING); /* one, and only one */
    play(m, "1 red 6", "* red red red 5 6 7", "1 -", "0 red 6");
    assert_int_equal(pip_match_actor(m), PIP_ACTORS_CHANCE); /* red 3 is plain */
}

static void test_LC4_2_an_acceleration_opens_an_expedition_with_1(void **unused) {
    struct pip_match *m = start(1);
    (void)unused;
    play(m, "* green green green 5 6 7", "0 green 5", "0 > blue");
    numbers_are(m, 0, BLUE, "1");
    numbers_are(m, 0, GREEN, "5");
    /* Not on paper that has no such expedition. */
    m = start_on((struct columns){.green = ">........", .red = NINE_DOTS}, 1);
    play(m, "* green green green 5 6 7", "0 green 5");
    legal_is(m, 0, "> red, > green, > -");
    refused(m, "0 > blue", PIP_ILLEGAL);
}

static void test_LC4_3_an_acceleration_may_mark_an_open_summit(void **unused) {
    struct pip_match *m = start(1);
    (void)unused;
    fill(m, 0, RED, "1 2 3 4 5 6 7 8 9");
    settle(m);
    assert_int_equal(artefacts_of(m, 0), 2);
    play(m, "* green green green 5 6 7", "0 green 5", "0 > red");
    assert_int_equal(seat_of(m, 0)->summits, 1 << RED);
    assert_int_equal(artefacts_of(m, 0), 3);
    numbers_are(m, 0, RED, "1 2 3 4 5 6 7 8 9");
    play(m, "* green green green 5 6 7", "0 green 5", "* green green green 5 6 7", "0 green 5");
    play(m, "* green green green 5 6 7", "0 green 5", "* green green green 5 6 7", "0 green 5");
    refused(m, "0 > red", PIP_ILLEGAL); /* marked already */
}

static void test_LC4_4_acceleration_never_marks_a_circle(void **unused) {
    struct pip_match *m = start(1);
    (void)unused;
    play(m, "* green green green 0 6 7", "0 green 6");
    refused(m, "0 > x", PIP_BAD_TEXT);
    refused(m, "0 blue x", PIP_ILLEGAL);
    play(m, "0 > blue");
    assert_int_equal(seat_of(m, 0)->circles, 0);
    play(m, "* blue blue blue 0 6 7");
    legal_is(m, 0, "blue 6, blue 7, blue 10, -");
    /* A circle marked before stays marked and gets its 1. */
    m = start(1);
    play(m, "* blue green green 0 6 7", "0 blue x", "* green green green 0 6 7", "0 green 6",
         "0 > blue");
    assert_int_equal(seat_of(m, 0)->circles, 1 << BLUE);
    numbers_are(m, 0, BLUE, "1");
}

static void test_LC4_5_an_accelerated_box_has_its_own_effect(void **unused) {
    struct pip_match *m =
        start_on((struct columns){.red = ">>.......", .orange = "v........", .blue = NINE_DOTS}, 1);
    (void)unused;
    fill(m, 0, BLUE, "1 2 3 4 5 6");
    settle(m);
    play(m, "* red red red 3 3 3", "0 red 3", "0 > red");
    legal_is(m, 0, "> red, > orange, > blue, > -"); /* the second arrow */
    play(m, "0 > orange");
    assert_int_equal(artefacts_of(m, 0), 1);
    assert_int_equal(pip_match_actor(m), PIP_ACTORS_CHANCE);
    m = start_on((struct columns){.red = ">>.......", .blue = NINE_DOTS}, 1);
    fill(m, 0, BLUE, "1 2 3 4 5 6");
    settle(m);
    play(m, "* red red red 3 3 3", "0 red 3");
    assert_int_equal(seat_of(m, 0)->bridges, 0);
    play(m, "0 > blue");
    assert_int_equal(seat_of(m, 0)->bridges, 1 << BLUE);
    assert_int_equal(state_of(m)->passed, 1 << BLUE);
    numbers_are(m, 0, BLUE, "1 2 3 4 5 6 6");
}

static void test_LC4_6_an_acceleration_may_be_declined_and_is_never_void(void **unused) {
    struct pip_match *m = start(1);
    (void)unused;
    play(m, "* green green green 5 6 7", "0 green 5");
    struct pip__lc_seat before = *seat_of(m, 0);
    play(m, "0 > -");
    assert_memory_equal(seat_of(m, 0), &before, sizeof before);
    assert_int_equal(symbols_of(m, 0), 0); /* declining is not refusing */
    assert_int_equal(pip_match_actor(m), PIP_ACTORS_CHANCE);
    refused(m, "0 > -", PIP_NOT_ACTING);
    m = start_on((struct columns){.red = "........>"}, 1);
    fill(m, 0, RED, "1 2 3 4 5 6 7 8");
    settle(m);
    play(m, "* red red red 8 8 8");
    refused(m, "0 > -", PIP_ILLEGAL); /* none granted yet */
    play(m, "0 red 8");
    legal_is(m, 0, "> red, > -");
    play(m, "0 > red");
    assert_int_equal(seat_of(m, 0)->summits, 1 << RED);
}

static void test_LC4_7_the_number_written_is_the_one_below(void **unused) {
    struct pip_match *m = start(1);
    (void)unused;
    fill(m, 0, RED, "2 4");
    settle(m);
    play(m, "* green green green 5 6 7", "0 green 5");
    refused(m, "0 > red 7", PIP_BAD_TEXT);
    play(m, "0 > red");
    numbers_are(m, 0, RED, "2 4 4");
    assert_int_equal(seat_of(m, 0)->top[RED], 4);
}

/* ---- LC5 Artefacts ---- */

static void test_LC5_1_an_artefact_box_shades_at_once_by_dice_or_acceleration(void **unused) {
    struct pip_match *m = start(2);
    (void)unused;
    play(m, "* purple purple red 3 4 5", "0 purple 3");
    assert_int_equal(artefacts_of(m, 0), 1); /* though the turn is not over */
    assert_int_equal(artefacts_of(m, 1), 0);
    play(m, "1 red 4");
    assert_int_equal(artefacts_of(m, 1), 0); /* a plain box */
    play(m, "* green green green 3 4 5", "1 green 3");
    assert_int_equal(artefacts_of(m, 1), 0);
    play(m, "1 > purple");
    assert_int_equal(artefacts_of(m, 1), 1);
}

static void test_LC5_2_at_nine_artefacts_the_box_is_still_filled(void **unused) {
    struct pip_match *m = start_on((struct columns){.red = "vvvvvvvvv", .blue = "v>......."}, 1);
    (void)unused;
    fill(m, 0, RED, "1 1 1 1 1 1 1 1");
    settle(m);
    assert_int_equal(artefacts_of(m, 0), 8);
    play(m, "* red red red 1 1 1", "0 red 1");
    assert_int_equal(artefacts_of(m, 0), 9);
    play(m, "* blue blue blue 5 5 5", "0 blue 5");
    assert_int_equal(artefacts_of(m, 0), 9);
    numbers_are(m, 0, BLUE, "5");
    play(m, "* blue blue blue 5 5 5", "0 blue 5", "0 > red");
    assert_int_equal(artefacts_of(m, 0), 9); /* the summit, too, is marked all the same */
    assert_int_equal(seat_of(m, 0)->summits, 1 << RED);
    assert_int_equal(points_of(m, 0, "artefacts"), 100);
}

/* ---- LC6 Refusing ---- */

static void test_LC6_1_refusing_shades_the_next_dice_symbol(void **unused) {
    struct pip_match *m = start(3);
    (void)unused;
    play(m, "* red red blue 0 3 7", "0 -", "2 -", "1 red 3");
    assert_int_equal(symbols_of(m, 0), 1);
    assert_int_equal(symbols_of(m, 1), 0);
    assert_int_equal(symbols_of(m, 2), 1);
    play(m, "* red red blue 0 3 7", "1 -", "0 -", "2 -");
    assert_int_equal(symbols_of(m, 0), 2);
    assert_int_equal(symbols_of(m, 1), 1);
    assert_int_equal(symbols_of(m, 2), 2);
}

static void test_LC6_2_the_ninth_symbol_exhausts_a_seat_that_plays_on(void **unused) {
    struct pip_match *m = start(2);
    (void)unused;
    seat_of(m, 0)->count[LC_DICE] = 8;
    settle(m);
    assert_int_equal(points_of(m, 0, "dice"), 70);
    assert_false(shows(m, 0, "Exhausted"));
    play(m, "* red red blue 0 3 7", "0 -", "1 -");
    assert_int_equal(symbols_of(m, 0), 9);
    assert_true(shows(m, 0, "Exhausted"));
    assert_int_equal(points_of(m, 0, "dice"), 0);
    play(m, "* red red blue 0 3 7", "1 red 3");
    legal_is(m, 0, "red 7, red 10, red x, blue 7, blue 10, blue x, -");
    play(m, "0 red 7", "* red red blue 0 3 7", "0 red 7", "0 > -");
    numbers_are(m, 0, RED, "7 7");
}

static void test_LC6_3_an_exhausted_seat_may_refuse_and_shades_nothing(void **unused) {
    struct pip_match *m = start(2);
    (void)unused;
    seat_of(m, 0)->count[LC_DICE] = 9;
    settle(m);
    struct pip__lc_seat before = *seat_of(m, 0);
    for (int turn = 0; turn < 3; turn++) {
        all_refuse(m);
        assert_memory_equal(seat_of(m, 0), &before, sizeof before);
    }
    assert_int_equal(symbols_of(m, 1), 3);
}

/* ---- LC7 Bridges ---- */

static void test_LC7_1_the_seventh_step_of_a_column_passes_its_bridge(void **unused) {
    struct pip_match *m = start_on((struct columns){.red = NINE_DOTS, .blue = "v.v.v.v.v"}, 1);
    (void)unused;
    fill(m, 0, RED, "1 2 3 4 5");
    fill(m, 0, BLUE, "1 1 1 1 1 1 1 1 1");
    seat_of(m, 0)->summits = 1 << BLUE;
    seat_of(m, 0)->count[LC_DICE] = 5;
    settle(m);
    assert_int_equal(artefacts_of(m, 0), 6);
    assert_int_equal(seat_of(m, 0)->bridges, 1 << BLUE);
    play(m, "* red red red 5 5 5", "0 red 5", "* red red red 5 5 5", "0 -");
    assert_int_equal(seat_of(m, 0)->bridges, 1 << BLUE); /* sixth steps */
    play(m, "* red red red 5 5 5", "0 red 5");
    assert_int_equal(seat_of(m, 0)->bridges, 1 << BLUE | 1 << RED);
    play(m, "* red red red 5 5 5", "0 -");
    assert_int_equal(seat_of(m, 0)->bridges, 1 << BLUE | 1 << RED | 1 << LC_DICE);
    play(m, "* red red red 5 5 5", "0 red 5", "* red red red 5 5 5", "0 red 5");
    play(m, "* red red red 5 5 5", "0 red 5"); /* the summit is the seventh artefact */
    assert_int_equal(artefacts_of(m, 0), 7);
    assert_true(marked(seat_of(m, 0)->bridges, LC_ARTEFACTS));
    assert_int_equal(points_of(m, 0, "bridges"), 80);
}

static void test_LC7_2_only_the_first_turn_in_which_anyone_passes_pays(void **unused) {
    struct pip_match *m = start(3);
    (void)unused;
    for (int seat = 0; seat < 3; seat++)
        fill(m, seat, RED, "1 2 3 4 5 6");
    settle(m);
    play(m, "* red red red 7 7 7", "0 red 7", "1 red 7", "2 -");
    assert_int_equal(points_of(m, 0, "bridges"), 20);
    assert_int_equal(points_of(m, 1, "bridges"), 20);
    assert_int_equal(points_of(m, 2, "bridges"), 0);
    play(m, "* red red red 7 7 7", "1 -", "2 red 7", "0 -");
    numbers_are(m, 2, RED, "1 2 3 4 5 6 7");
    assert_int_equal(points_of(m, 2, "bridges"), 0);
    assert_int_equal(points_of(m, 0, "bridges"), 20);
    assert_true(shows(m, 2, "bridge gone"));
    assert_true(shows(m, 0, "bridge +20"));
}

static void test_LC7_3_bridge_points_are_never_doubled_and_survive_exhaustion(void **unused) {
    struct pip_match *m = start(1);
    (void)unused;
    fill(m, 0, ORANGE, "x 1 2 3 4 5 6 7");
    settle(m);
    assert_int_equal(points_of(m, 0, "orange"), 60);
    assert_int_equal(points_of(m, 0, "bridges"), 20);
    m = start(1);
    seat_of(m, 0)->count[LC_DICE] = 9;
    settle(m);
    assert_int_equal(points_of(m, 0, "dice"), 0);
    assert_int_equal(points_of(m, 0, "bridges"), 20);
}

/* ---- LC8 End ---- */

/* Two seats between them have passed every bridge but that of the dice symbols. */
static struct pip_match *one_bridge_left(void) {
    struct pip_match *m = start(2);
    for (int colour = 0; colour < LC_COLOURS; colour++)
        fill(m, colour % 2, colour, "1 1 1 1 1 1 1");
    fill(m, 0, RED, "1");
    fill(m, 0, BLUE, "1");
    fill(m, 0, ORANGE, "1 1 1 1 1");
    seat_of(m, 0)->count[LC_DICE] = 6;
    settle(m);
    assert_int_equal(artefacts_of(m, 0), 7);
    assert_int_equal(state_of(m)->passed, 0xff & ~(1 << LC_DICE));
    return m;
}

static void all_bridges_end_the_game(void) {
    struct pip_match *m = one_bridge_left();
    play(m, "* blue blue blue 2 2 2", "0 blue 2", "1 -", "* blue blue blue 2 2 2", "1 -");
    play(m, "0 -");
    assert_int_equal(pip_match_actor(m), PIP_ACTORS_OVER);
    m = one_bridge_left();
    play(m, "* blue blue blue 2 2 2", "0 -");
    assert_int_equal(pip_match_actor(m), 1 << 1); /* not before the end of the turn */
    play(m, "1 blue 2");
    assert_int_equal(pip_match_actor(m), PIP_ACTORS_OVER);
    refused(m, "0 -", PIP_OVER);
    refused(m, "1 -", PIP_OVER);
}

static void all_exhausted_end_the_game(void) {
    struct pip_match *m = start(2);
    seat_of(m, 0)->count[LC_DICE] = 9;
    seat_of(m, 1)->count[LC_DICE] = 7;
    settle(m);
    all_refuse(m);
    assert_int_equal(pip_match_actor(m), PIP_ACTORS_CHANCE);
    play(m, "* red red red 1 1 1", "1 -");
    assert_int_equal(pip_match_actor(m), 1 << 0);
    play(m, "0 red 1");
    assert_int_equal(pip_match_actor(m), PIP_ACTORS_OVER);
}

static void a_training_sheet_has_its_columns_and_two_bridges(void) {
    struct pip_match *m = start_on((struct columns){.green = "vvvvvvvvv"}, 1);
    fill(m, 0, GREEN, "1 1 1 1 1 1");
    seat_of(m, 0)->count[LC_DICE] = 6;
    settle(m);
    play(m, "* red red red 1 1 1", "0 -");
    assert_int_equal(pip_match_actor(m), PIP_ACTORS_CHANCE);
    play(m, "* green green green 1 1 1", "0 green 1"); /* its bridge, and that of artefacts */
    assert_int_equal(pip_match_actor(m), PIP_ACTORS_OVER);
    assert_int_equal(points_of(m, 0, "bridges"), 60);
}

static void test_LC8_1_the_game_ends_with_a_turn_when_all_bridges_or_seats_are_done(void **unused) {
    (void)unused;
    all_bridges_end_the_game();
    all_exhausted_end_the_game();
    a_training_sheet_has_its_columns_and_two_bridges();
}

/* On a sheet without arrows and artefacts a lone seat can use up everything there is. */
static void the_longest_solo_game_has_75_turns(void) {
    struct pip_match *m = start_on(
        (struct columns){NINE_DOTS, NINE_DOTS, NINE_DOTS, NINE_DOTS, NINE_DOTS, NINE_DOTS}, 1);
    for (pip_move colour = 0; colour < LC_COLOURS; colour++) {
        const uint8_t dice[] = {(uint8_t)colour, (uint8_t)colour, (uint8_t)colour, 0, 1, 1};
        struct pip_chance roll = roll_due(m);
        for (int i = 0; i < 11; i++) {
            pip_move number = i == 0 ? LC_CIRCLE : 0;
            pip_match_play(m, PIP_CHANCE, pip_chance_outcome(&roll, dice));
            assert_int_equal(
                pip_match_play(m, 0, (pip_move)(LC_WRITE + LC_PER_COLOUR * colour + number)),
                PIP_OK);
        }
    }
    assert_int_equal(turns_of(m), 66);
    for (int i = 0; i < 9; i++)
        play(m, "* red red red 1 1 1", "0 -");
    assert_int_equal(turns_of(m), 75);
    assert_int_equal(pip_match_actor(m), PIP_ACTORS_OVER);
}

/* The active seat begins, the others follow clockwise; each declines what arrow it gets. */
static void all_play_and_decline(struct pip_match *m, pip_move move) {
    for (int i = 0, first = state_of(m)->active; i < m->setup.seats; i++) {
        unsigned seat = (unsigned)((first + i) % m->setup.seats);
        assert_int_equal(pip_match_play(m, seat, move), PIP_OK);
        if (state_of(m)->accelerating)
            assert_int_equal(pip_match_play(m, seat, LC_DECLINE), PIP_OK);
    }
}

/* Where every box is an arrow and all seats decline them, all use up everything in the same turns:
 * no game has more events. */
static void the_longest_game_is_as_long_as_its_bound(int seats, const char *option) {
#define NINE_ARROWS ">>>>>>>>>"
    const struct columns arrows = {NINE_ARROWS, NINE_ARROWS, NINE_ARROWS,
                                   NINE_ARROWS, NINE_ARROWS, NINE_ARROWS};
    struct pip_match *m = start_with(sheet_of(arrows), seats, option);
    for (int i = 0; i < 66; i++) {
        const uint8_t colour = (uint8_t)(i / 11), number = i % 11 == 0 ? LC_CIRCLE : 0;
        const uint8_t dice[] = {colour, colour, colour, 0, 0, 0},
                      ones[] = {colour, colour, colour, 1, 1, 1};
        struct pip_chance roll = roll_due(m);
        pip_match_play(m, PIP_CHANCE, pip_chance_outcome(&roll, i % 11 == 0 ? dice : ones));
        all_play_and_decline(m, (pip_move)(LC_WRITE + LC_PER_COLOUR * colour + number));
        assert_int_equal(pip__lc_check(&m->setup, m->state), PIP_OK);
    }
    for (int i = 0; i < 9; i++) {
        assert_int_equal(pip_match_actor(m), PIP_ACTORS_CHANCE);
        all_refuse(m);
    }
    assert_int_equal(pip_match_actor(m), PIP_ACTORS_OVER);
    assert_int_equal(turns_of(m), 75);
    assert_int_equal(m->count, pip__lost_cities.length(&m->setup));
    assert_int_equal(pip__lc_check(&m->setup, m->state), PIP_OK);
}

static void test_LC8_2_every_game_is_finite(void **unused) {
    (void)unused;
    the_longest_solo_game_has_75_turns();
    for (int seats = 1; seats <= LC_SEATS_MAX; seats++) {
        the_longest_game_is_as_long_as_its_bound(seats, "order=simultaneous");
        the_longest_game_is_as_long_as_its_bound(seats, "order=sequence");
    }
    struct pip_setup setup = pip_setup_first(&pip__lost_cities);
    do {
        uint32_t longest = pip__lost_cities.length(&setup);
        assert_true(longest <= EVENTS);
        for (uint32_t game = 0; game < 20; game++) {
            struct pip_seed seed = {82, game};
            struct pip_random random = pip_random_init(seed, 0);
            pip_match_start(&the_match, &setup, events, longest);
            the_match.dice = PIP_DICE_SEED;
            the_match.seed = seed;
            while (play_at_random(&the_match, &random))
                ;
            assert_in_range(turns_of(&the_match), 9, 75);
        }
    } while (pip_setup_next(&setup));
}

/* ---- LC9 Score ---- */

static void test_LC9_1_an_expedition_without_entry_scores_nothing(void **unused) {
    struct pip_match *m = start(2);
    (void)unused;
    fill(m, 1, RED, "4");
    fill(m, 1, BLUE, "x");
    settle(m);
    for (int colour = 0; colour < LC_COLOURS; colour++)
        assert_int_equal(points_of(m, 0, pip__lc_column_name[colour]), 0);
    assert_int_equal(points_of(m, 1, "red"), -20);
    assert_int_equal(points_of(m, 1, "blue"), -100);
    assert_int_equal(points_of(m, 1, "green"), 0);
}

static void test_LC9_2_the_ladder_value_doubles_with_the_circle(void **unused) {
    static const int ladder[] = {-50, -20, -15, -10, 5, 10, 15, 30, 35, 50};
    static const char nines[] = "x 9 9 9 9 9 9 9 9 9";
    (void)unused;
    for (size_t count = 0; count <= 9; count++) {
        char numbers[sizeof nines];
        struct pip_match *m = start(1);
        memcpy(numbers, nines, sizeof nines);
        numbers[1 + 2 * count] = '\0';
        fill(m, 0, YELLOW, numbers);
        fill(m, 0, BLUE, numbers + 1);
        settle(m);
        assert_int_equal(points_of(m, 0, "yellow"), 2 * ladder[count]);
        assert_int_equal(points_of(m, 0, "blue"), count == 0 ? 0 : ladder[count]);
    }
}

static void test_LC9_3_artefacts_and_dice_symbols_score_their_ladders(void **unused) {
    static const int artefacts[] = {0, -40, -30, -20, 10, 20, 30, 60, 70, 100};
    static const int symbols[] = {0, -40, -30, -20, 10, 20, 30, 60, 70, 0};
    static const char ones[] = "1 1 1 1 1 1 1 1 1";
    (void)unused;
    for (size_t count = 0; count <= 9; count++) {
        char numbers[sizeof ones] = "";
        struct pip_match *m = start_on((struct columns){.red = "vvvvvvvvv"}, 1);
        memcpy(numbers, ones, count > 0 ? 2 * count - 1 : 0);
        fill(m, 0, RED, numbers);
        seat_of(m, 0)->count[LC_DICE] = (uint8_t)count;
        settle(m);
        assert_int_equal(points_of(m, 0, "artefacts"), artefacts[count]);
        assert_int_equal(points_of(m, 0, "dice"), symbols[count]);
    }
}

static pip_move refuse_always(const struct pip_setup *setup, const void *state, int seat,
                              struct pip_random *random) {
    (void)setup, (void)state, (void)seat, (void)random;
    return LC_REFUSE;
}

static void test_LC9_4_the_highest_total_wins_and_ties_share(void **unused) {
    static const struct pip_bot refuser = {"refuser", "", refuse_always};
    const struct pip_bot *const bots[] = {&refuser, &refuser, &refuser};
    struct pip_sim_totals totals = {0};
    uint64_t state[PIP_STATE_MAX / 8];
    char line[64];
    struct pip_text text = pip_text_init(line, sizeof line);
    (void)unused;
    struct pip_match *m = one_bridge_left();
    play(m, "* blue blue blue 2 2 2", "0 -", "1 -");
    int32_t sums[2] = {0};
    for (int seat = 0; seat < 2; seat++) {
        for (int column = 0; column < LC_COLUMNS; column++)
            sums[seat] += points_of(m, seat, pip__lc_column_name[column]);
        sums[seat] += points_of(m, seat, "bridges");
        assert_int_equal(pip_score_total(&m->setup, m->state, seat), sums[seat]);
    }
    pip_text_add(&text, "= ");
    pip_text_add_number(&text, sums[0]);
    pip_text_add(&text, " ");
    pip_text_add_number(&text, sums[1]);
    assert_true(may_come(m, line));
    struct pip_setup setup = pip_setup_default(&pip__lost_cities, NULL, 3);
    pip_sim_play(&setup, bots, (struct pip_seed){1, 0}, NULL, NULL, state, &totals);
    for (int seat = 0; seat < 3; seat++) {
        assert_int_equal(totals.score[seat], 20); /* exhausted, with the bridge */
        assert_int_equal(totals.wins[seat], PIP_WIN_UNIT / 3);
    }
}

/* ---- LC10 Ladders ---- */

static void test_LC10_1_the_worked_example_totals_425(void **unused) {
    static const struct pip_item expected[] = {{"red", 70},       {"orange", 0}, {"yellow", 30},
                                               {"green", 35},     {"blue", 100}, {"purple", -20},
                                               {"artefacts", 70}, {"dice", 60},  {"bridges", 80}};
    struct pip_item items[PIP_ITEMS_MAX];
    (void)unused;
    /* The shipped sheets would shade nine artefacts here; the printed one shades eight. */
    struct pip_match *m = start_on((struct columns){".>.v.>.v.", "..>.v.>.v", ".v.>.v.>.",
                                                    ">.v.>.v..", "..v>..>v.", "..>..v..>"},
                                   2);
    fill(m, 0, RED, "x 2 3 3 5 7 7 8 10");
    fill(m, 0, YELLOW, "1 1 4 4 5 5 6");
    fill(m, 0, GREEN, "1 2 3 5 6 8 8 9");
    fill(m, 0, BLUE, "x 3 3 6 7 9 9 9 10 10");
    fill(m, 0, PURPLE, "x 4 4 5");
    seat_of(m, 0)->count[LC_DICE] = 7;
    /* Two of its six bridges had been passed by the other seat before. */
    fill(m, 1, RED, "1 1 1 1 1 1 1");
    fill(m, 1, YELLOW, "1 1 1 1 1 1 1");
    settle(m);
    seat_of(m, 0)->bridges &= (uint8_t) ~(1 << RED | 1 << YELLOW);
    assert_int_equal(pip__lc_check(&m->setup, m->state), PIP_OK);
    assert_int_equal(artefacts_of(m, 0), 8);
    assert_int_equal(pip__lc_score(&m->setup, m->state, 0, items), LENGTH(expected));
    for (size_t i = 0; i < LENGTH(expected); i++) {
        assert_string_equal(items[i].name, expected[i].name);
        assert_int_equal(items[i].points, expected[i].points);
    }
    assert_int_equal(pip_score_total(&m->setup, m->state, 0), 425);
}

/* ---- What programs see ---- */

/* Three seats in the middle of their second turn: seat 1 is active, took red and 10 and declined;
 * seat 2 has an arrow to follow and seat 0 has not chosen. The bridges of blue and purple fell
 * before. */
static struct pip_match *middle_of_a_turn(void) {
    struct pip_match *m = start(3);
    fill(m, 0, PURPLE, "2 2 3 5 5 8 9");
    fill(m, 0, YELLOW, "x");
    fill(m, 1, RED, "4");
    fill(m, 2, BLUE, "1 1 1 1 1 1 1 1 1");
    seat_of(m, 2)->summits = 1 << BLUE;
    settle(m);
    play(m, "* green green green 1 1 1", "0 -", "1 -", "2 -");
    play(m, "* red green blue 0 0 7", "1 red 10", "1 > -", "2 green 7");
    assert_int_equal(pip__lc_check(&m->setup, m->state), PIP_OK);
    return m;
}

/* What the seat observes is these parts one after the other, the last of them NULL. */
static void observation_is(struct pip_match *m, int seat, const int16_t *const *parts,
                           const int *lengths) {
    int16_t numbers[PIP_OBSERVE_MAX];
    int count = pip__lc_observe(&m->setup, m->state, seat, numbers), at = 0;
    for (; *parts; at += *lengths++, parts++) {
        assert_true(at + *lengths <= count);
        assert_memory_equal(numbers + at, *parts, (size_t)*lengths * sizeof **parts);
    }
    assert_int_equal(at, count);
}

static void test_an_observation_is_exact_and_begins_with_the_own_sheet(void **unused) {
    /* The phase (others choose); whether the seat itself accelerates. */
    static const int16_t seat_0_starts[] = {2, 0}, seat_2_starts[] = {2, 1};
    static const int16_t shared[] = {
        0, 0, 0, 1, 1, 0,             /* colours left: green, blue */
        0, 0, 0, 0, 0, 0, 1, 0, 0, 1, /* numbers left: 7 and 10 */
        0, 0, 0, 0, 1, 1, 0, 0,       /* bridges fallen: blue, purple */
    };
    static const int16_t sheet[3][35] = {
        {
            0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7, 1, 2, 0, 1, 0,       /* count and bridge */
            0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 9, 0, 0, /* top, circle, summit */
            0,                                                    /* active */
        },
        {
            2,  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0,       /* count and bridge */
            10, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, /* top, circle, summit */
            1,                                                     /* active */
        },
        {
            0, 0, 0, 0, 0, 0, 1, 0, 9, 1, 0, 0, 3, 0, 1, 0,       /* count and bridge */
            0, 0, 0, 0, 0, 0, 0, 0, 0, 7, 0, 0, 1, 0, 1, 0, 0, 0, /* top, circle, summit */
            0,                                                    /* active */
        },
    };
    static const int lengths[] = {2, LENGTH(shared), 35, 35, 35};
    const int16_t *const from_0[] = {seat_0_starts, shared, sheet[0], sheet[1], sheet[2], NULL};
    const int16_t *const from_2[] = {seat_2_starts, shared, sheet[2], sheet[0], sheet[1], NULL};
    struct pip_match *m = middle_of_a_turn();
    (void)unused;
    observation_is(m, 0, from_0, lengths);
    observation_is(m, 2, from_2, lengths);
}

/* ---- Positions that cannot be ---- */

/* With this change to a sound position, check must refuse it. */
#define REFUSES(m, change)                                                 \
    do {                                                                   \
        struct pip__lc_state bad = *state_of(m);                           \
        assert_int_equal(pip__lc_check(&(m)->setup, &bad), PIP_OK);        \
        change;                                                            \
        assert_int_equal(pip__lc_check(&(m)->setup, &bad), PIP_BAD_STATE); \
    } while (0)

/* And with this one it must not. */
#define ACCEPTS(m, change)                                           \
    do {                                                             \
        struct pip__lc_state good = *state_of(m);                    \
        change;                                                      \
        assert_int_equal(pip__lc_check(&(m)->setup, &good), PIP_OK); \
    } while (0)

static void test_check_refuses_sheets_that_nobody_can_have(void **unused) {
    struct pip_match *m = start_on((struct columns){.red = ".v.......", .blue = NINE_DOTS}, 2);
    (void)unused;
    fill(m, 0, RED, "3 4 6");
    fill(m, 0, BLUE, "1 1 1 1 1 1 1 1 1");
    settle(m);
    ACCEPTS(m, good.seat[0].numbers[RED][1] = 10; good.seat[0].top[RED] = 10);
    REFUSES(m, bad.seat[0].numbers[RED][1] = 3; bad.seat[0].top[RED] = 3); /* falls */
    REFUSES(m, bad.seat[0].numbers[RED][1] = 11; bad.seat[0].top[RED] = 11);
    REFUSES(m, bad.seat[0].numbers[RED][0] = 0x40); /* a box left out */
    REFUSES(m, bad.seat[0].numbers[RED][1] = 0x66); /* a number above the count */
    REFUSES(m, bad.seat[0].numbers[BLUE][4] = 0x11);
    REFUSES(m, bad.seat[0].top[RED] = 4);
    REFUSES(m, bad.seat[0].top[RED] = 7);
    REFUSES(m, bad.seat[1].top[RED] = 1);
    REFUSES(m, bad.seat[0].count[BLUE] = 10; bad.seat[0].numbers[BLUE][4] = 0x11);
    REFUSES(m, bad.seat[0].count[LC_ARTEFACTS] = 0);
    REFUSES(m, bad.seat[0].count[LC_ARTEFACTS] = 2);
    REFUSES(m, bad.seat[1].count[LC_ARTEFACTS] = 1);
    ACCEPTS(m, good.seat[0].summits = 1 << BLUE; good.seat[0].count[LC_ARTEFACTS] = 2);
    REFUSES(m, bad.seat[0].summits = 1 << RED; bad.seat[0].count[LC_ARTEFACTS] = 2);
    REFUSES(m, bad.seat[0].summits = 1 << LC_DICE; bad.seat[0].count[LC_ARTEFACTS] = 2);
    ACCEPTS(m, good.seat[1].circles = 1 << BLUE);
    REFUSES(m, bad.seat[1].circles = 1 << GREEN); /* not printed */
    REFUSES(m, bad.seat[1].circles = 1 << LC_ARTEFACTS);
    REFUSES(m, bad.seat[1].count[GREEN] = 1; bad.seat[1].numbers[GREEN][0] = 1;
            bad.seat[1].top[GREEN] = 1);
    REFUSES(m, bad.seat[2].top[RED] = 1); /* only two play */
    REFUSES(m, bad.seat[4].bridges = 1 << RED);
    REFUSES(m, bad.seat[2] = bad.seat[0]);
    seat_of(m, 0)->count[LC_DICE] = 9;
    settle(m);
    REFUSES(m, bad.seat[0].count[LC_DICE] = 10);
}

static void test_check_knows_that_there_are_never_more_than_nine_artefacts(void **unused) {
    struct pip_match *m = start_on((struct columns){.red = "vvvvvvvvv", .blue = "v........"}, 1);
    (void)unused;
    fill(m, 0, RED, "1 1 1 1 1 1 1 1 1");
    fill(m, 0, BLUE, "1");
    settle(m);
    REFUSES(m, bad.seat[0].count[LC_ARTEFACTS] = 10);
    REFUSES(m, bad.seat[0].count[LC_ARTEFACTS] = 8);
}

static void test_check_refuses_bridges_that_were_not_earned(void **unused) {
    struct pip_match *m = start(2);
    (void)unused;
    fill(m, 0, RED, "1 1 1 1 1 1 1");
    fill(m, 0, BLUE, "1 1 1 1 1 1");
    fill(m, 1, RED, "1 1 1 1 1 1 1");
    settle(m);
    ACCEPTS(m, good.seat[1].bridges = 0); /* it came a turn later */
    REFUSES(m, bad.seat[0].bridges = bad.seat[1].bridges = 0);
    REFUSES(m, bad.seat[0].bridges |= 1 << BLUE); /* not there yet */
    REFUSES(m, bad.seat[0].bridges |= 1 << BLUE; bad.passed |= 1 << BLUE);
    REFUSES(m, bad.passed = 0); /* it fell when the turn was over */
    REFUSES(m, bad.passed |= 1 << BLUE);
    play(m, "* blue blue blue 1 1 1", "0 blue 1", "0 > -");
    ACCEPTS(m, good.passed |= 1 << BLUE);
    REFUSES(m, bad.seat[0].bridges = 1 << RED); /* nobody was there before */
    REFUSES(m, bad.passed |= 1 << GREEN);
}

static void test_check_refuses_turns_that_are_never_played(void **unused) {
    struct pip_match *m = start(3);
    (void)unused;
    ACCEPTS(m, good.turn = 74; good.active = 74 % 3);
    REFUSES(m, bad.turn = 75);
    REFUSES(m, bad.phase = LC_OVER + 1);
    REFUSES(m, bad.active = 1);
    REFUSES(m, bad.active = 3);
    REFUSES(m, bad.turn = 1);
    REFUSES(m, bad.phase = LC_ACTIVE_CHOOSES);
    REFUSES(m, bad.phase = LC_OVER);
    REFUSES(m, bad.acting = 1);
    REFUSES(m, bad.accelerating = 1);
    m = start(1);
    seat_of(m, 0)->count[LC_DICE] = 9;
    settle(m);
    ACCEPTS(m, good.turn = 75);
    REFUSES(m, bad.turn = 76);
    REFUSES(m, bad.phase = LC_ROLL);
    REFUSES(m, bad.acting = 1);
    REFUSES(m, bad.seat[0].count[LC_DICE] = 8);
}

static void test_check_refuses_a_game_that_goes_on_after_its_end(void **unused) {
    struct pip_match *m = one_bridge_left();
    const uint8_t all = 0xff;
    (void)unused;
    play(m, "* blue blue blue 2 2 2", "0 -");
    REFUSES(m, bad.passed = all); /* then this turn would not have begun */
    ACCEPTS(m, good.seat[0].count[LC_DICE] = good.seat[1].count[LC_DICE] = 9;
            good.seat[1].bridges |= 1 << LC_DICE);
    play(m, "1 -");
    assert_int_equal(state_of(m)->passed, all);
    REFUSES(m, bad.phase = LC_ROLL);
    m = one_bridge_left();
    play(m, "* blue blue blue 2 2 2");
    REFUSES(m, bad.seat[0].count[LC_DICE] = bad.seat[1].count[LC_DICE] = 9;
            bad.seat[0].bridges |= 1 << LC_DICE; bad.seat[1].bridges |= 1 << LC_DICE);
    /* Training sheets have fewer bridges. */
    m = start_on((struct columns){.green = "vvvvvvvvv"}, 1);
    fill(m, 0, GREEN, "1 1 1 1 1 1 1");
    seat_of(m, 0)->count[LC_DICE] = 6;
    settle(m);
    play(m, "* red red red 1 1 1", "0 -");
    assert_int_equal(pip_match_actor(m), PIP_ACTORS_OVER);
    REFUSES(m, bad.phase = LC_ROLL);
}

static void test_check_refuses_choices_by_seats_that_have_none(void **unused) {
    struct pip_match *m = start(3);
    (void)unused;
    play(m, "* red green blue 1 5 0");
    REFUSES(m, bad.acting = 0);
    REFUSES(m, bad.acting = 1 << 1);
    REFUSES(m, bad.acting = 1 << 0 | 1 << 1);
    REFUSES(m, bad.phase = LC_OTHERS_CHOOSE);
    play(m, "0 red 5");
    ACCEPTS(m, good.acting = 1 << 2);
    REFUSES(m, bad.acting = 0);
    REFUSES(m, bad.acting = 1 << 0);
    REFUSES(m, bad.acting = 1 << 1 | 1 << 3);
    play(m, "1 green 1");
    ACCEPTS(m, good.accelerating = 0);
    REFUSES(m, bad.accelerating |= 1 << 2); /* it stands on no arrow */
    REFUSES(m, bad.acting = 1 << 2);        /* accelerating, but not acting */
    REFUSES(m, bad.accelerating |= 1 << 3);
    m = start_with(NULL, 3, "order=sequence");
    play(m, "* red green blue 1 5 0", "0 red 5");
    ACCEPTS(m, good.acting = 1 << 2);
    REFUSES(m, bad.acting = 1 << 1 | 1 << 2);
}

static void test_check_wants_an_arrow_below_an_acceleration(void **unused) {
    struct pip_match *m = start_on((struct columns){.red = "........>", .blue = ">........"}, 1);
    (void)unused;
    fill(m, 0, RED, "1 1 1 1 1 1 1 1");
    settle(m);
    play(m, "* red red red 5 5 5", "0 red 5");
    REFUSES(m, bad.seat[0].summits = 1 << RED; bad.seat[0].count[LC_ARTEFACTS] = 1);
    REFUSES(m, bad.seat[0].count[RED] = 8; bad.seat[0].top[RED] = 1;
            bad.seat[0].numbers[RED][4] = 0);
    REFUSES(m, bad.accelerating = 0); /* who has taken dice and follows no arrow is done */
}

static void test_check_refuses_dice_that_do_not_fit(void **unused) {
    struct pip_match *m = start(2);
    (void)unused;
    for (int i = 0; i < 3; i++) { /* left over between turns */
        REFUSES(m, bad.colour_die[i] = 1);
        REFUSES(m, bad.number_die[i] = 1);
    }
    REFUSES(m, bad.taken_colour = 1);
    REFUSES(m, bad.taken_number = 1);
    REFUSES(m, bad.colours = 1);
    REFUSES(m, bad.numbers = 1 << 10);
    play(m, "* green blue purple 3 5 9");
    ACCEPTS(m, good.colour_die[1] = PURPLE; good.colours = 1 << GREEN | 1 << PURPLE);
    REFUSES(m, bad.colour_die[2] = 6; bad.colours = 1 << GREEN | 1 << BLUE | 1 << 6);
    REFUSES(m, bad.number_die[2] = 10; bad.numbers = 1 << 3 | 1 << 5 | 1 << 10);
    REFUSES(m, bad.number_die[2] = 255);
    REFUSES(m, bad.colour_die[0] = BLUE; bad.colour_die[1] = GREEN); /* not sorted */
    REFUSES(m, bad.colour_die[1] = PURPLE; bad.colour_die[2] = BLUE);
    REFUSES(m, bad.number_die[0] = 5; bad.number_die[1] = 3);
    REFUSES(m, bad.number_die[1] = 9; bad.number_die[2] = 5);
    REFUSES(m, bad.colours &= (uint8_t) ~(1 << GREEN));
    REFUSES(m, bad.colours |= 1 << RED);
    REFUSES(m, bad.numbers &= (uint16_t) ~(1 << 3));
    REFUSES(m, bad.numbers |= 1 << 10);
    REFUSES(m, bad.taken_colour = bad.taken_number = 3; bad.colours = 1 << GREEN | 1 << BLUE;
            bad.numbers = 1 << 3 | 1 << 5); /* nothing is taken before the choice */
    play(m, "0 purple 9");
    ACCEPTS(m, good.taken_colour = good.taken_number = 0; good.colours |= 1 << PURPLE;
            good.numbers |= 1 << 9);  /* had it refused */
    REFUSES(m, bad.taken_colour = 2); /* another die than the one that is missing */
    REFUSES(m, bad.taken_number = 1);
    REFUSES(m, bad.taken_colour = 4; bad.colours |= 1 << PURPLE);
    REFUSES(m, bad.taken_number = 4; bad.numbers |= 1 << 9);
    REFUSES(m, bad.taken_colour = 0; bad.colours |= 1 << PURPLE); /* half a pair */
    REFUSES(m, bad.taken_number = 0; bad.numbers |= 1 << 9);
    play(m, "1 -", "* green blue purple 0 0 4");
    REFUSES(m, bad.numbers = 1 << 0 | 1 << 4); /* a 0 is on offer as 10 */
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_LC1_1_one_to_five_seats_play),
        cmocka_unit_test(test_LC1_2_three_identical_colour_dice_have_six_colours_in_order),
        cmocka_unit_test(test_LC1_3_three_number_dice_have_faces_0_to_9),
        cmocka_unit_test(test_LC1_4_every_seat_has_the_same_sheet_with_eight_columns),
        cmocka_unit_test(test_LC1_5_a_box_is_plain_or_an_arrow_or_an_artefact),
        cmocka_unit_test(test_LC2_1_the_active_seat_rolls_all_six_dice),
        cmocka_unit_test(test_LC2_2_the_active_seat_writes_one_pair_or_refuses),
        cmocka_unit_test(test_LC2_3_what_the_active_seat_took_is_gone_for_the_others),
        cmocka_unit_test(test_LC2_4_several_seats_may_choose_the_same_dice),
        cmocka_unit_test(test_LC2_5_only_what_can_be_written_may_be_chosen),
        cmocka_unit_test(test_LC2_6_the_turn_ends_when_every_seat_has_written_or_refused),
        cmocka_unit_test(test_LC2_7_the_end_of_a_turn_does_not_depend_on_the_order_of_arrival),
        cmocka_unit_test(test_LC2_8_clockwise_is_the_next_seat_and_seat_0_begins),
        cmocka_unit_test(test_LC3_1_numbers_never_fall_and_fill_boxes_from_the_bottom),
        cmocka_unit_test(test_LC3_2_a_0_is_written_as_10),
        cmocka_unit_test(test_LC3_3_a_0_may_mark_the_open_circle_of_an_unstarted_expedition),
        cmocka_unit_test(test_LC3_4_a_number_closes_the_circle),
        cmocka_unit_test(test_LC3_5_a_0_may_mark_the_circle_or_open_with_10),
        cmocka_unit_test(test_LC3_6_above_nine_boxes_a_fitting_number_marks_the_summit_once),
        cmocka_unit_test(test_LC3_7_a_finished_colour_takes_nothing_more),
        cmocka_unit_test(test_LC4_1_an_arrow_box_fills_the_next_box_of_any_own_expedition),
        cmocka_unit_test(test_LC4_2_an_acceleration_opens_an_expedition_with_1),
        cmocka_unit_test(test_LC4_3_an_acceleration_may_mark_an_open_summit),
        cmocka_unit_test(test_LC4_4_acceleration_never_marks_a_circle),
        cmocka_unit_test(test_LC4_5_an_accelerated_box_has_its_own_effect),
        cmocka_unit_test(test_LC4_6_an_acceleration_may_be_declined_and_is_never_void),
        cmocka_unit_test(test_LC4_7_the_number_written_is_the_one_below),
        cmocka_unit_test(test_LC5_1_an_artefact_box_shades_at_once_by_dice_or_acceleration),
        cmocka_unit_test(test_LC5_2_at_nine_artefacts_the_box_is_still_filled),
        cmocka_unit_test(test_LC6_1_refusing_shades_the_next_dice_symbol),
        cmocka_unit_test(test_LC6_2_the_ninth_symbol_exhausts_a_seat_that_plays_on),
        cmocka_unit_test(test_LC6_3_an_exhausted_seat_may_refuse_and_shades_nothing),
        cmocka_unit_test(test_LC7_1_the_seventh_step_of_a_column_passes_its_bridge),
        cmocka_unit_test(test_LC7_2_only_the_first_turn_in_which_anyone_passes_pays),
        cmocka_unit_test(test_LC7_3_bridge_points_are_never_doubled_and_survive_exhaustion),
        cmocka_unit_test(test_LC8_1_the_game_ends_with_a_turn_when_all_bridges_or_seats_are_done),
        cmocka_unit_test(test_LC8_2_every_game_is_finite),
        cmocka_unit_test(test_LC9_1_an_expedition_without_entry_scores_nothing),
        cmocka_unit_test(test_LC9_2_the_ladder_value_doubles_with_the_circle),
        cmocka_unit_test(test_LC9_3_artefacts_and_dice_symbols_score_their_ladders),
        cmocka_unit_test(test_LC9_4_the_highest_total_wins_and_ties_share),
        cmocka_unit_test(test_LC10_1_the_worked_example_totals_425),
        cmocka_unit_test(test_an_observation_is_exact_and_begins_with_the_own_sheet),
        cmocka_unit_test(test_check_refuses_sheets_that_nobody_can_have),
        cmocka_unit_test(test_check_knows_that_there_are_never_more_than_nine_artefacts),
        cmocka_unit_test(test_check_refuses_bridges_that_were_not_earned),
        cmocka_unit_test(test_check_refuses_turns_that_are_never_played),
        cmocka_unit_test(test_check_refuses_a_game_that_goes_on_after_its_end),
        cmocka_unit_test(test_check_refuses_choices_by_seats_that_have_none),
        cmocka_unit_test(test_check_wants_an_arrow_below_an_acceleration),
        cmocka_unit_test(test_check_refuses_dice_that_do_not_fit),
    };
    return cmocka_run_group_tests_name("lost cities", tests, NULL, NULL);
}
