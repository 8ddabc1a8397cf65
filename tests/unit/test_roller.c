/* Roller, rule by rule: each test carries the id of the sentence it proves (docs/rules). */
#include "testing.h"

#include "games/roller/roller.h"
#include <pipwright/sim.h>

#define EVENTS 1024

static struct pip_event events[EVENTS];
static struct pip_match the_match;
static struct pip__roller_sheet own_data;
static struct pip_sheet own_sheet;

/* ---- Setting up ---- */

static struct pip_match *start_on(const struct pip_sheet *sheet, int seats) {
    struct pip_setup setup = pip_setup_default(&pip__roller, sheet, seats);
    assert_int_equal(pip_match_start(&the_match, &setup, events, EVENTS), PIP_OK);
    return &the_match;
}

/* The sheet `snowflake`: x is crossed out, digits are printed.
 *   a             7a1 a2      a3 6a4
 *   b           b1  b2  b3  b4  b5  b6
 *   c             c1 4c2  c3 5c4  c5
 *   d       d1  d2  d3  d4  d5  d6  d7  d8
 *   e    8e1  e2 3e3  e4  xe5 e6 3e7  e8 8e9
 *   f       f1  f2  f3  f4  f5  f6  f7  f8
 *   g             g1 5g2  g3 4g4  g5
 *   h           h1  h2  h3  h4  h5  h6
 *   i            6i1 i2      i3 7i4 */
static struct pip_match *start(int seats) {
    return start_on(NULL, seats);
}

static const struct pip__roller_sheet *data_of(const struct pip_sheet *sheet) {
    return sheet->data;
}

/* A sheet to be changed, like snowflake at first. */
static const struct pip_sheet *copy_sheet(void) {
    own_sheet = *pip__roller.sheets[0];
    own_data = *data_of(&own_sheet);
    own_sheet.data = &own_data;
    return &own_sheet;
}

static struct pip__roller_seat *seat_of(struct pip_match *match, int seat) {
    return &((struct pip__roller_state *)(void *)match->state)->seat[seat];
}

static int hex_named(const struct pip__roller_sheet *sheet, struct pip_span name) {
    for (int hex = 0; hex < sheet->hexes; hex++) {
        if (pip_span_is(name, sheet->hex_name[hex]))
            return hex;
    }
    fail_msg("there is no hex %.*s", (int)name.length, name.at);
    return -1;
}

/* "a1 b2 c3" as a set. */
static uint64_t hexes(const struct pip_match *match, const char *names) {
    struct pip_span rest = pip_span_of(names), word;
    uint64_t set = 0;
    while (pip_span_word(&rest, &word))
        set |= pip__roller_hex(hex_named(data_of(match->setup.sheet), word));
    return set;
}

/* Makes hexes of seat 0 hold a number (0: be empty), whatever they held before. */
static void hold(struct pip_match *match, int number, const char *names) {
    struct pip__roller_seat *own = seat_of(match, 0);
    uint64_t set = hexes(match, names);
    own->empty &= ~set;
    for (int other = ROLLER_TWO_NUMBER; other <= ROLLER_HIGHEST; other++)
        *pip__roller_held(own, other) &= ~set;
    if (number)
        *pip__roller_held(own, number) |= set;
    else
        own->empty |= set;
}

/* Prints an x in every empty hex except these, so that nothing can grow there. */
static void leave_empty(struct pip_match *match, const char *names) {
    struct pip__roller_seat *own = seat_of(match, 0);
    uint64_t set = *names ? hexes(match, names) : 0, gone = own->empty & ~set;
    match->setup.sheet = copy_sheet();
    own_data.crossed |= gone;
    own_data.blank &= ~gone;
    own->empty = set;
}

static void fill_row(struct pip_match *match, int row, const char *numbers) {
    for (int round = 0; numbers[round]; round++)
        seat_of(match, 0)->row[row][round] =
            (uint8_t)(numbers[round] == '-' ? ROLLER_BOX_VOID : numbers[round] - '0');
}

/* ---- RO1 ---- */

static void test_RO1_1_any_number_from_1_to_8_and_nobody_limits_anybody(void **state) {
    (void)state;
    assert_int_equal(pip__roller.seats_min, 1);
    assert_int_equal(pip__roller.seats_max, 8);
    struct pip_match *match = start(8);
    play(match, "* 3 3 4 5 6 7 7 8", "5 take 5", "5 put c3", "0 take 5", "0 put c3");
    refused(match, "0 put c3", PIP_ILLEGAL);
}

static void test_RO1_2_eight_dice_with_the_faces_3_to_8(void **state) {
    (void)state;
    struct pip_match *match = start(1);
    refused(match, "* 2 3 4 5 6 7 7 8", PIP_BAD_DICE);
    refused(match, "* 9 3 4 5 6 7 7 8", PIP_BAD_DICE);
    refused(match, "* 3 4 5 6 7 7 8", PIP_BAD_DICE);
    assert_true(may_come(match, "* dice 8"));
    play(match, "* 3 3 4 5 6 7 7 8");
}

static void test_RO1_3_a_sheet_has_outer_areas_and_one_middle(void **state) {
    (void)state;
    for (int i = 0; pip__roller.sheets[i]; i++) {
        const struct pip__roller_sheet *sheet = data_of(pip__roller.sheets[i]);
        uint64_t all = sheet->blank | sheet->crossed, seen = 0;
        for (int number = 0; number < ROLLER_NUMBERS; number++)
            all |= sheet->printed[number];
        for (int area = 0; area < sheet->areas; area++) {
            assert_true(sheet->area[area] && !(sheet->area[area] & seen));
            seen |= sheet->area[area];
        }
        assert_true(seen == all && sheet->areas >= 3 && sheet->middle < sheet->areas);
        assert_int_equal(__builtin_popcountll(all), sheet->hexes);
    }
    assert_true(shows(start(1), 0,
                      "Bonuses left, 2 points each if never used: one more, a two, third number."));
    assert_true(shows(start(1), 0, "Red row: . . . . . . ., no straight."));
}

static void test_RO1_4_printed_numbers_come_in_pairs(void **state) {
    (void)state;
    for (int i = 0; pip__roller.sheets[i]; i++) {
        const struct pip__roller_sheet *sheet = data_of(pip__roller.sheets[i]);
        for (int number = 0; number < ROLLER_NUMBERS; number++) {
            uint64_t pair =
                pip__roller_hex(sheet->pair[number][0]) | pip__roller_hex(sheet->pair[number][1]);
            assert_int_equal(__builtin_popcountll(pair), 2);
            assert_true(pair == sheet->printed[number]);
        }
    }
}

static void test_RO1_5_the_sheet_says_how_many_rounds_and_dice(void **state) {
    (void)state;
    assert_int_equal(data_of(pip__roller.sheets[0])->rounds, 7);
    assert_int_equal(data_of(pip__roller.sheets[1])->rounds, 6);
    const struct pip_sheet *sheet = copy_sheet();
    own_data.dice = 3;
    own_data.rounds = 1;
    struct pip_match *match = start_on(sheet, 1);
    play(match, "* 3 4 5", "0 take 3", "0 put e4", "0 take 5", "0 put c3", "0 rows 3 5");
    assert_int_equal(pip_match_actor(match), PIP_ACTORS_OVER);
}

/* ---- RO2 ---- */

static void test_RO2_1_all_dice_are_rolled_once_for_everybody(void **state) {
    (void)state;
    struct pip_match *match = start(2);
    assert_int_equal(pip_match_actor(match), PIP_ACTORS_CHANCE);
    refused(match, "0 take 5", PIP_NOT_ACTING);
    play(match, "* 3 3 4 5 6 7 7 8");
    assert_int_equal(pip_match_actor(match), 3);
    refused(match, "* 3 3 4 5 6 7 7 8", PIP_NOT_ACTING);
    legal_is(match, 0, "take 3, take 4, take 5, take 6, take 7, take 8, bonus two");
    legal_is(match, 1, "take 3, take 4, take 5, take 6, take 7, take 8, bonus two");
}

static void test_RO2_2_a_number_is_written_once_for_each_die_never_less(void **state) {
    (void)state;
    struct pip_match *match = start(1);
    play(match, "* 3 3 3 5 6 7 7 8", "0 take 3", "0 put e4", "0 put f4");
    legal_is(match, 0, "put f3, put f5, put g3");
    refused(match, "0 take 5", PIP_ILLEGAL);
    refused(match, "0 bonus two", PIP_ILLEGAL);
    refused(match, "0 take 4", PIP_ILLEGAL);
    play(match, "0 put g3");
    refused(match, "0 put h3", PIP_ILLEGAL);
    play(match, "0 take 5");
}

static void test_RO2_3_a_selection_is_a_path(void **state) {
    (void)state;
    struct pip_match *match = start(1);
    play(match, "* 7 7 7 5 6 3 4 8", "0 take 7");
    legal_is(match, 0, "put a2, put b1, put b2, put h5, put h6, put i3");
    play(match, "0 put b1");
    legal_is(match, 0, "put b2, put c1"); /* not a2, which is beside the printed 7 only */
    refused(match, "0 put a2", PIP_ILLEGAL);
    refused(match, "0 put c2", PIP_ILLEGAL); /* printed */
    refused(match, "0 put b1", PIP_ILLEGAL); /* written */
    play(match, "0 put b2");
    legal_is(match, 0, "put a2, put b3, put c1");
    play(match, "0 put c1", "0 take 5", "0 put c3", "0 rows 5 7", "* 7 3 4 5 6 8 8 8", "0 take 7");
    legal_is(match, 0, "put a2, put b3, put d2, put d3, put h5, put h6, put i3"); /* written too */
}

static void test_RO2_4_a_count_that_has_no_path_cannot_be_selected(void **state) {
    (void)state;
    struct pip_match *match = start(1);
    leave_empty(match, "a2 b1");
    play(match, "* 7 7 3 3 4 4 5 6");
    legal_is(match, 0, "skip, bonus two");
    refused(match, "0 take 7", PIP_ILLEGAL);
    match = start(1);
    leave_empty(match, "a2 b1");
    play(match, "* 7 3 3 4 4 5 6 8");
    legal_is(match, 0, "take 7, bonus two");
}

static void test_RO2_5_the_second_number_differs(void **state) {
    (void)state;
    struct pip_match *match = start(1);
    play(match, "* 3 4 5 5 6 7 7 8", "0 take 4", "0 put c3");
    refused(match, "0 take 4", PIP_ILLEGAL);
    legal_is(match, 0, "take 3, take 5, take 6, take 7, take 8, bonus more, bonus two");
    play(match, "0 take 8", "0 put e2");
    refused(match, "0 take 3", PIP_ILLEGAL);
}

static void test_RO2_6_the_numbers_go_into_the_boxes_either_way_round(void **state) {
    (void)state;
    struct pip_match *match = start(1);
    play(match, "* 3 4 5 5 6 7 7 8", "0 take 8", "0 put e2", "0 take 4", "0 put c3");
    refused(match, "0 rows 4 4", PIP_ILLEGAL);
    refused(match, "0 rows 4 -", PIP_ILLEGAL);
    refused(match, "0 rows 4 5", PIP_ILLEGAL);
    legal_is(match, 0, "bonus more, bonus two, bonus third, rows 4 8, rows 8 4");
    play(match, "0 rows 8 4");
    assert_true(shows(match, 0, "Red row: 8 . . . . . .,"));
    assert_true(shows(match, 0, "Green row: 4 . . . . . .,"));
}

static void test_RO2_7_a_void_first_selection_makes_the_second_void_too(void **state) {
    (void)state;
    struct pip_match *match = start(1);
    play(match, "* 3 4 5 5 6 7 7 8");
    refused(match, "0 skip", PIP_ILLEGAL);
    leave_empty(match, "");
    legal_is(match, 0, "skip");
    play(match, "0 skip");
    legal_is(match, 0, "skip");
    play(match, "0 skip");
    legal_is(match, 0, "rows - -");
    play(match, "0 rows - -");
    assert_true(shows(match, 0, "Red row: - . . . . . ., no straight."));
}

static void test_RO2_7_a_single_number_goes_into_the_box_the_seat_picks(void **state) {
    (void)state;
    for (int green = 0; green < 2; green++) {
        struct pip_match *match = start(1);
        leave_empty(match, "a2");
        play(match, "* 3 4 5 5 6 7 8 8", "0 take 7", "0 put a2");
        legal_is(match, 0, "skip");
        play(match, "0 skip");
        legal_is(match, 0, "rows - 7, rows 7 -");
        play(match, green ? "0 rows - 7" : "0 rows 7 -");
        assert_true(shows(match, 0, green ? "Green row: 7" : "Red row: 7"));
        assert_true(shows(match, 0, green ? "Red row: -" : "Green row: -"));
    }
}

static void test_RO2_8_all_choose_at_the_same_time_and_unseen(void **state) {
    (void)state;
    static const char *const zero[] = {"0 take 3", "0 put e4",   "0 take 8",
                                       "0 put e2", "0 rows 3 8", NULL};
    static const char *const one[] = {"1 take 5", "1 put c3",   "1 put d5", "1 take 4",
                                      "1 put b2", "1 rows 4 5", NULL};
    struct pip_match *match = start(2);
    play(match, "* 3 4 5 5 6 7 7 8");
    play_lines(match, one);
    assert_true(shows(match, 1, "Red row: 4"));
    uint64_t seen[PIP_STATE_MAX / 8];
    pip_match_view(match, 0, seen);
    assert_true(((struct pip__roller_state *)(void *)seen)->seat[1].row[ROLLER_RED][0] == 0);
    play_lines(match, zero);
    uint64_t hash = pip_state_hash(&match->setup, match->state);
    assert_int_equal(match->events[1].actor, 0);
    match = start(2);
    play(match, "* 3 4 5 5 6 7 7 8");
    for (int i = 0; i < 6; i++) {
        if (i < 5)
            play(match, zero[i]);
        play(match, one[i]);
    }
    assert_true(pip_state_hash(&match->setup, match->state) == hash);
}

static void test_RO2_9_a_draft_never_ends_in_a_dead_end(void **state) {
    (void)state;
    struct pip_match *match = start(1);
    leave_empty(match, "a2 b1 c1 d2 d1");
    play(match, "* 7 7 7 3 3 4 4 8", "0 take 7");
    legal_is(match, 0, "put b1"); /* a2 leads nowhere */
    play(match, "0 put b1");
    legal_is(match, 0, "put c1");
    play(match, "0 put c1");
    legal_is(match, 0, "put d2");
}

/* ---- RO3 ---- */

static void test_RO3_1_one_more_continues_the_path_just_written(void **state) {
    (void)state;
    struct pip_match *match = start(1);
    play(match, "* 3 4 5 5 6 7 7 8");
    refused(match, "0 bonus more", PIP_ILLEGAL);
    play(match, "0 take 5", "0 put c3");
    refused(match, "0 bonus more", PIP_ILLEGAL);
    play(match, "0 put d4", "0 bonus more");
    legal_is(match, 0, "put d3, put d5, put e4");
    play(match, "0 put e4");
    assert_true(pip__roller_holding(seat_of(match, 0), 5) == hexes(match, "c3 c4 d4 e4 g2"));
    legal_is(match, 0, "take 3, take 4, take 6, take 7, take 8");
    play(match, "0 take 8", "0 put e2", "0 rows 5 8", "* 3 4 5 5 6 7 7 8", "0 take 3", "0 put f3");
    refused(match, "0 bonus more", PIP_ILLEGAL); /* once a game */
}

static void test_RO3_1_one_more_is_for_now_and_for_an_empty_neighbour(void **state) {
    (void)state;
    struct pip_match *match = start(1);
    play(match, "* 3 4 5 5 6 7 7 8", "0 take 3", "0 put e4", "0 take 4");
    refused(match, "0 bonus more", PIP_ILLEGAL);
    play(match, "0 put c3", "0 bonus more", "0 put b3");
    legal_is(match, 0, "rows 3 4, rows 4 3");
    match = start(1);
    leave_empty(match, "a2 h6");
    play(match, "* 3 4 5 5 6 7 8 8", "0 take 7", "0 put a2");
    legal_is(match, 0, "skip, bonus two"); /* h6 is beside a 7, but not beside a2 */
}

static void test_RO3_2_a_two_goes_anywhere_and_counts_as_filled(void **state) {
    (void)state;
    struct pip_match *match = start(1);
    play(match, "* 3 4 5 5 6 7 7 8", "0 bonus two");
    refused(match, "0 put c2", PIP_ILLEGAL);
    refused(match, "0 put e5", PIP_ILLEGAL);
    play(match, "0 put f8");
    assert_true(pip__roller_holding(seat_of(match, 0), 2) == hexes(match, "f8"));
    assert_true(shows(match, 0, "B east: 3 of 7 filled"));
    play(match, "0 take 3", "0 put e4");
    refused(match, "0 bonus more", PIP_ILLEGAL); /* one a round */
    leave_empty(match, "");
    play(match, "0 skip", "0 rows 3 -", "* 3 4 5 5 6 7 7 8");
    legal_is(match, 0, "skip");
}

static void test_RO3_3_a_third_number_goes_into_no_box(void **state) {
    (void)state;
    struct pip_match *match = start(1);
    play(match, "* 3 4 5 5 6 7 7 8", "0 take 3", "0 put e4", "0 take 4", "0 put c3");
    play(match, "0 bonus third");
    legal_is(match, 0, "take 5, take 6, take 7, take 8");
    play(match, "0 take 7", "0 put b1");
    legal_is(match, 0, "put b2, put c1");
    play(match, "0 put c1");
    legal_is(match, 0, "rows 3 4, rows 4 3");
}

static void test_RO3_4_a_two_comes_before_between_or_after_selections(void **state) {
    (void)state;
    static const char *const selections[] = {"0 take 3", "0 put e4", "0 take 8", "0 put e2"};
    for (int before = 0; before <= 4; before++) { /* odd: in the middle of a path */
        struct pip_match *match = start(1);
        play(match, "* 3 4 5 5 6 7 7 8");
        for (int i = 0; i < before; i++)
            play(match, selections[i]);
        if (before % 2) {
            refused(match, "0 bonus two", PIP_ILLEGAL);
            continue;
        }
        play(match, "0 bonus two", "0 put i3");
        for (int i = before; i < 4; i++)
            play(match, selections[i]);
        legal_is(match, 0, "rows 3 8, rows 8 3");
        play(match, "0 rows 3 8");
        refused(match, "0 bonus two", PIP_NOT_ACTING); /* the rows are written */
    }
}

static void test_RO3_4_a_third_number_comes_after_two_and_differs_from_both(void **state) {
    (void)state;
    struct pip_match *match = start(1);
    play(match, "* 3 4 5 5 6 7 7 8");
    refused(match, "0 bonus third", PIP_ILLEGAL);
    play(match, "0 take 3");
    refused(match, "0 bonus third", PIP_ILLEGAL);
    play(match, "0 put e4");
    refused(match, "0 bonus third", PIP_ILLEGAL);
    play(match, "0 take 5", "0 put c3");
    refused(match, "0 bonus third", PIP_ILLEGAL); /* the second path is unfinished */
    play(match, "0 put d4", "0 bonus third");
    legal_is(match, 0, "take 4, take 6, take 7, take 8");
    refused(match, "0 rows 3 5", PIP_ILLEGAL);
    play(match, "0 take 8", "0 put e2", "0 rows 5 3");
    refused(match, "0 bonus third", PIP_NOT_ACTING);
}

static void test_RO3_4_a_bonus_is_legal_only_if_it_can_be_carried_out(void **state) {
    (void)state;
    struct pip_match *match = start(1);
    leave_empty(match, "a2");
    play(match, "* 7 3 4 5 5 6 8 8", "0 take 7", "0 put a2");
    legal_is(match, 0, "skip");
    play(match, "0 skip"); /* the second is void, so nothing is left to be a third */
    legal_is(match, 0, "rows - 7, rows 7 -");
    match = start(1);
    leave_empty(match, "a2 e4 i2");
    play(match, "* 7 3 4 4 5 5 8 8", "0 take 7", "0 put a2", "0 take 3", "0 put e4");
    legal_is(match, 0, "bonus two, rows 3 7, rows 7 3"); /* no third number has a path */
}

static void test_RO3_4_a_third_number_without_two_cannot_be(void **state) {
    (void)state;
    struct pip_match *match = start(1);
    play(match, "* 3 4 5 5 6 7 7 8", "0 take 3", "0 put e4", "0 take 8", "0 put e2");
    play(match, "0 bonus third");
    assert_int_equal(pip__roller.check(&match->setup, match->state), PIP_OK);
    struct pip__roller_seat *own = seat_of(match, 0);
    own->selections = 1; /* early, after one number */
    own->selected[1] = 0;
    own->chosen = 1;
    assert_int_equal(pip__roller.check(&match->setup, match->state), PIP_BAD_STATE);
    own->selections = 2; /* after a void second */
    assert_int_equal(pip__roller.check(&match->setup, match->state), PIP_BAD_STATE);
    own->step = ROLLER_CHOOSES; /* already written */
    own->chosen = 1 | 1u << 3;
    assert_int_equal(pip__roller.check(&match->setup, match->state), PIP_BAD_STATE);
}

/* ---- RO4 ---- */

static void test_RO4_1_the_game_ends_after_the_last_round(void **state) {
    (void)state;
    for (int i = 0; pip__roller.sheets[i]; i++) {
        struct pip_match *match = start_on(pip__roller.sheets[i], 2);
        struct pip_random random = {5};
        match->dice = PIP_DICE_SEED;
        while (play_at_random(match, &random))
            assert_int_equal(pip__roller.check(&match->setup, match->state), PIP_OK);
        assert_int_equal(match->rolls, data_of(pip__roller.sheets[i])->rounds);
        assert_int_equal(pip__roller.turn(&match->setup, match->state), match->rolls);
        assert_true(match->count <= pip__roller.length(&match->setup));
        refused(match, "0 rows 3 4", PIP_OVER);
    }
}

static void test_RO4_2_a_filled_area_scores_its_most_frequent_number(void **state) {
    (void)state;
    struct pip_match *match = start(1);
    hold(match, 7, "d7");
    hold(match, 6, "d8 e7 e8 e9");
    hold(match, 3, "f7 f8");
    assert_int_equal(points_of(match, 0, "east"), 6); /* one 7, four 6s, two 3s */
    hold(match, 3, "d8");
    assert_int_equal(points_of(match, 0, "east"), 6); /* of equals the higher */
    hold(match, 2, "d7 d8 f7 f8");
    assert_int_equal(points_of(match, 0, "east"), 2);
    hold(match, 0, "f8");
    assert_int_equal(points_of(match, 0, "east"), 0);
}

static void test_RO4_2_an_area_of_nothing_but_x_scores_nothing(void **state) {
    (void)state;
    const struct pip_sheet *sheet = copy_sheet();
    own_data.area[0] = (own_data.area[0] | own_data.area[1]) & ~own_data.crossed;
    own_data.area[1] = own_data.crossed;
    struct pip_match *match = start_on(sheet, 1);
    assert_int_equal(points_of(match, 0, "east"), 0);
    assert_true(shows(match, 0, "B east: 1 of 1 filled.\n"));
}

static void test_RO4_3_the_middle_scores_double(void **state) {
    (void)state;
    struct pip_match *match = start(1);
    hold(match, 5, "c3 d3 d4 d5 d6 e4 f3");
    hold(match, 4, "e6 f4 f5 f6");
    assert_int_equal(points_of(match, 0, "middle"), 0);
    hold(match, 4, "g3"); /* the twelfth; the x needs nothing */
    assert_int_equal(points_of(match, 0, "middle"), 10);
}

static void test_RO4_4_a_connected_pair_scores_its_number(void **state) {
    (void)state;
    struct pip_match *match = start(1);
    hold(match, 3, "e4 f5 e6");
    assert_int_equal(points_of(match, 0, "pair 3"), 0);
    hold(match, 3, "f4");
    assert_int_equal(points_of(match, 0, "pair 3"), 3);
    assert_true(shows(match, 0, "Pairs connected: 3."));
    hold(match, 2, "f5");
    assert_int_equal(points_of(match, 0, "pair 3"), 0);
}

static void test_RO4_5_an_unused_bonus_is_worth_two(void **state) {
    (void)state;
    struct pip_match *match = start(1);
    assert_int_equal(points_of(match, 0, "bonuses"), 6);
    play(match, "* 3 4 5 5 6 7 7 8", "0 bonus two", "0 put a2");
    assert_int_equal(points_of(match, 0, "bonuses"), 4);
}

static void test_RO4_6_a_row_counts_from_3_as_far_as_it_goes(void **state) {
    (void)state;
    struct pip_match *match = start(1);
    fill_row(match, ROLLER_RED, "5378-44");
    fill_row(match, ROLLER_GREEN, "4567888");
    assert_int_equal(points_of(match, 0, "red row"), 5);
    assert_int_equal(points_of(match, 0, "green row"), 0);
    fill_row(match, ROLLER_GREEN, "8765433");
    assert_int_equal(points_of(match, 0, "green row"), 8);
    fill_row(match, ROLLER_GREEN, "3------");
    assert_int_equal(points_of(match, 0, "green row"), 3);
}

static void test_RO4_7_the_highest_total_wins_and_ties_share(void **state) {
    (void)state;
    const struct pip_bot *greedy = pip_bot_find(pip_span_of("greedy"));
    const struct pip_bot *bots[] = {greedy, greedy};
    struct pip_setup setup = pip_setup_default(&pip__roller, NULL, 2);
    struct pip_sim_totals totals = {0};
    uint64_t end[PIP_STATE_MAX / 8];
    pip_sim_play(&setup, bots, (struct pip_seed){1, 1}, NULL, NULL, end, &totals);
    struct pip__roller_state *s = (void *)end;
    s->seat[1] = s->seat[0];
    assert_int_equal(pip_score_winners(&setup, end), 3);
    bots[1] = pip_bot_find(pip_span_of("random"));
    memset(&totals, 0, sizeof totals);
    for (uint32_t game = 0; game < 10; game++)
        pip_sim_play(&setup, bots, (struct pip_seed){1, game}, NULL, NULL, end, &totals);
    assert_int_equal(totals.wins[0], 10 * PIP_WIN_UNIT);
}

/* ---- RO5 ---- */

static void test_RO5_4_a_row_has_one_box_for_each_round(void **state) {
    (void)state;
    struct pip_match *match = start_on(pip__roller.sheets[1], 1);
    assert_true(shows(match, 0, "Green row: . . . . . ., no straight"));
    match->dice = PIP_DICE_SEED;
    struct pip_random random = {9};
    while (play_at_random(match, &random))
        continue;
    for (int round = 0; round < ROLLER_ROUNDS_MAX; round++) {
        assert_int_equal(seat_of(match, 0)->row[ROLLER_RED][round] != ROLLER_BOX_OPEN, round < 6);
        assert_int_equal(seat_of(match, 0)->row[ROLLER_GREEN][round] != ROLLER_BOX_OPEN, round < 6);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_RO1_1_any_number_from_1_to_8_and_nobody_limits_anybody),
        cmocka_unit_test(test_RO1_2_eight_dice_with_the_faces_3_to_8),
        cmocka_unit_test(test_RO1_3_a_sheet_has_outer_areas_and_one_middle),
        cmocka_unit_test(test_RO1_4_printed_numbers_come_in_pairs),
        cmocka_unit_test(test_RO1_5_the_sheet_says_how_many_rounds_and_dice),
        cmocka_unit_test(test_RO2_1_all_dice_are_rolled_once_for_everybody),
        cmocka_unit_test(test_RO2_2_a_number_is_written_once_for_each_die_never_less),
        cmocka_unit_test(test_RO2_3_a_selection_is_a_path),
        cmocka_unit_test(test_RO2_4_a_count_that_has_no_path_cannot_be_selected),
        cmocka_unit_test(test_RO2_5_the_second_number_differs),
        cmocka_unit_test(test_RO2_6_the_numbers_go_into_the_boxes_either_way_round),
        cmocka_unit_test(test_RO2_7_a_void_first_selection_makes_the_second_void_too),
        cmocka_unit_test(test_RO2_7_a_single_number_goes_into_the_box_the_seat_picks),
        cmocka_unit_test(test_RO2_8_all_choose_at_the_same_time_and_unseen),
        cmocka_unit_test(test_RO2_9_a_draft_never_ends_in_a_dead_end),
        cmocka_unit_test(test_RO3_1_one_more_continues_the_path_just_written),
        cmocka_unit_test(test_RO3_1_one_more_is_for_now_and_for_an_empty_neighbour),
        cmocka_unit_test(test_RO3_2_a_two_goes_anywhere_and_counts_as_filled),
        cmocka_unit_test(test_RO3_3_a_third_number_goes_into_no_box),
        cmocka_unit_test(test_RO3_4_a_two_comes_before_between_or_after_selections),
        cmocka_unit_test(test_RO3_4_a_third_number_comes_after_two_and_differs_from_both),
        cmocka_unit_test(test_RO3_4_a_bonus_is_legal_only_if_it_can_be_carried_out),
        cmocka_unit_test(test_RO3_4_a_third_number_without_two_cannot_be),
        cmocka_unit_test(test_RO4_1_the_game_ends_after_the_last_round),
        cmocka_unit_test(test_RO4_2_a_filled_area_scores_its_most_frequent_number),
        cmocka_unit_test(test_RO4_2_an_area_of_nothing_but_x_scores_nothing),
        cmocka_unit_test(test_RO4_3_the_middle_scores_double),
        cmocka_unit_test(test_RO4_4_a_connected_pair_scores_its_number),
        cmocka_unit_test(test_RO4_5_an_unused_bonus_is_worth_two),
        cmocka_unit_test(test_RO4_6_a_row_counts_from_3_as_far_as_it_goes),
        cmocka_unit_test(test_RO4_7_the_highest_total_wins_and_ties_share),
        cmocka_unit_test(test_RO5_4_a_row_has_one_box_for_each_round),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
