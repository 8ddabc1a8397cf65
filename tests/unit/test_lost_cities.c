/* Lost Cities, rule by rule: each test carries the id of the sentence it proves (docs/rules). Here
 * are material, turn, writing and acceleration. */
#include "testing.h"

#include "lost_cities_table.h"

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
    static const char *const names[] = {"red",       "orange",       "yellow",
                                        "green",     "blue",         "purple",
                                        "artefacts", "dice symbols", "bonus bridges"};
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
                      "Open bridges (+20): red, orange, yellow, green, blue, "
                      "purple, artefacts, dice symbols.\n"));
    assert_false(shows(m, PIP_SPECTATOR, "( )"));
    assert_true(shows(m, 0, "  red          ( )  .   .>  .   .v  .   .> | .   .v  .  ^."));
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
    assert_true(shows(m, 0, "red          (-)"));
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

static void test_LC3_6_above_nine_boxes_a_fitting_number_marks_the_end_once(void **unused) {
    struct pip_match *m = start(1);
    (void)unused;
    fill(m, 0, RED, "1 2 3 4 5 6 7 7");
    settle(m);
    assert_int_equal(artefacts_of(m, 0), 2);
    play(m, "* red red red 6 7 8", "0 red 7");
    assert_int_equal(seat_of(m, 0)->ends, 0);
    play(m, "* red red red 6 7 8");
    legal_is(m, 0, "red 7, red 8, -");
    refused(m, "0 red 6", PIP_ILLEGAL);
    play(m, "0 red 8");
    assert_int_equal(seat_of(m, 0)->ends, 1 << RED);
    assert_int_equal(artefacts_of(m, 0), 3);
    numbers_are(m, 0, RED, "1 2 3 4 5 6 7 7 7");
    play(m, "* red red red 6 7 8");
    legal_is(m, 0, "-");
}

static void test_LC3_7_a_finished_colour_takes_nothing_more(void **unused) {
    struct pip_match *m = start(1);
    (void)unused;
    fill(m, 0, RED, "1 1 1 1 1 1 1 1 1");
    seat_of(m, 0)->ends = 1 << RED;
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

static void test_LC4_3_an_acceleration_may_mark_an_open_end(void **unused) {
    struct pip_match *m = start(1);
    (void)unused;
    fill(m, 0, RED, "1 2 3 4 5 6 7 8 9");
    settle(m);
    assert_int_equal(artefacts_of(m, 0), 2);
    play(m, "* green green green 5 6 7", "0 green 5", "0 > red");
    assert_int_equal(seat_of(m, 0)->ends, 1 << RED);
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
    assert_int_equal(seat_of(m, 0)->ends, 1 << RED);
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
        cmocka_unit_test(test_LC3_6_above_nine_boxes_a_fitting_number_marks_the_end_once),
        cmocka_unit_test(test_LC3_7_a_finished_colour_takes_nothing_more),
        cmocka_unit_test(test_LC4_1_an_arrow_box_fills_the_next_box_of_any_own_expedition),
        cmocka_unit_test(test_LC4_2_an_acceleration_opens_an_expedition_with_1),
        cmocka_unit_test(test_LC4_3_an_acceleration_may_mark_an_open_end),
        cmocka_unit_test(test_LC4_4_acceleration_never_marks_a_circle),
        cmocka_unit_test(test_LC4_5_an_accelerated_box_has_its_own_effect),
        cmocka_unit_test(test_LC4_6_an_acceleration_may_be_declined_and_is_never_void),
        cmocka_unit_test(test_LC4_7_the_number_written_is_the_one_below),
    };
    return cmocka_run_group_tests_name("lost cities", tests, NULL, NULL);
}
