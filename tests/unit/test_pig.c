/* Pig, rule by rule (src/games/pig/pig.h). */
#include "testing.h"

#include "games/pig/pig.h"

static struct pip_event events[2048];
static struct pip_match the_match;

static struct pip_match *start_with(const struct pip_sheet *sheet, int seats) {
    struct pip_setup setup = pip_setup_default(&pip__pig, sheet, seats);
    assert_int_equal(pip_match_start(&the_match, &setup, events, LENGTH(events)), PIP_OK);
    return &the_match;
}

static struct pip_match *start(int seats) {
    return start_with(NULL, seats);
}

/* To a target of 20 in three turns each. */
static struct pip_match *start_short(int seats) {
    static const struct pip__pig_sheet data = {.target = 20, .turns = 3};
    static const struct pip_sheet sheet = {.game = "pig", .name = "short", .data = &data};
    return start_with(&sheet, seats);
}

static struct pip__pig_state *state_of(struct pip_match *match) {
    return (struct pip__pig_state *)(void *)match->state;
}

static int total_of(struct pip_match *match, int seat) {
    assert_int_equal(pip__pig.check(&match->setup, match->state), PIP_OK);
    return points_of(match, seat, "points");
}

static void test_PG1_a_seat_rolls_one_die_as_often_as_it_likes(void **unused) {
    struct pip_match *m = start(2);
    (void)unused;
    refused(m, "* 3", PIP_NOT_ACTING); /* it has to say so first */
    refused(m, "1 roll", PIP_NOT_ACTING);
    for (int i = 1; i <= 12; i++) {
        play(m, "0 roll");
        assert_int_equal(pip_match_actor(m), PIP_ACTORS_CHANCE);
        refused(m, "0 roll", PIP_NOT_ACTING);
        refused(m, "* 3 3", PIP_BAD_DICE);
        refused(m, "* 7", PIP_BAD_DICE);
        assert_int_equal(pip_match_play(m, PIP_CHANCE, 6), PIP_BAD_DICE);
        play(m, "* 2");
        assert_int_equal(state_of(m)->points, 2 * i);
        legal_is(m, 0, "roll, hold");
        legal_is(m, 1, "");
    }
}

static void test_PG2_a_1_ends_the_turn_and_loses_its_points(void **unused) {
    struct pip_match *m = start(2);
    (void)unused;
    play(m, "0 roll", "* 6", "0 hold", "1 roll", "* 5", "1 roll", "* 1");
    assert_int_equal(total_of(m, 0), 6);
    assert_int_equal(total_of(m, 1), 0);
    assert_int_equal(state_of(m)->points, 0);
    assert_int_equal(pip_match_actor(m), 1 << 0);
    play(m, "0 roll", "* 1");
    assert_int_equal(total_of(m, 0), 6); /* what was held is safe */
    assert_int_equal(pip_match_actor(m), 1 << 1);
}

static void test_PG3_holding_adds_the_points_and_ends_the_turn(void **unused) {
    struct pip_match *m = start(2);
    (void)unused;
    play(m, "0 roll", "* 6", "0 roll", "* 4");
    assert_int_equal(total_of(m, 0), 0); /* not yet */
    play(m, "0 hold");
    assert_int_equal(total_of(m, 0), 10);
    assert_int_equal(total_of(m, 1), 0);
    assert_int_equal(pip_match_actor(m), 1 << 1);
    refused(m, "0 hold", PIP_NOT_ACTING);
    play(m, "1 roll", "* 2", "1 hold", "0 roll", "* 3", "0 hold");
    assert_int_equal(total_of(m, 0), 13);
    assert_int_equal(total_of(m, 1), 2);
}

static void test_PG4_a_seat_must_roll_once_and_must_hold_at_the_target(void **unused) {
    struct pip_match *m = start_short(1);
    (void)unused;
    legal_is(m, 0, "roll");
    refused(m, "0 hold", PIP_ILLEGAL);
    play(m, "0 roll", "* 6", "0 roll", "* 6", "0 roll", "* 6");
    legal_is(m, 0, "roll, hold"); /* 18 */
    play(m, "0 roll", "* 2");
    legal_is(m, 0, "hold");
    refused(m, "0 roll", PIP_ILLEGAL);
    /* What was held before counts towards the target, too. */
    m = start_short(1);
    play(m, "0 roll", "* 6", "0 roll", "* 6", "0 hold", "0 roll", "* 6");
    legal_is(m, 0, "roll, hold");
    play(m, "0 roll", "* 6");
    legal_is(m, 0, "hold");
}

static void test_PG5_the_game_ends_at_the_target(void **unused) {
    struct pip_match *m = start_short(2);
    (void)unused;
    play(m, "0 roll", "* 2", "0 hold");
    play(m, "1 roll", "* 6", "1 roll", "* 6", "1 roll", "* 6", "1 roll", "* 6");
    assert_int_equal(pip_match_actor(m), 1 << 1); /* reached on the table is not reached */
    play(m, "1 hold");
    assert_int_equal(pip_match_actor(m), PIP_ACTORS_OVER);
    assert_true(may_come(m, "= 2 24"));
    refused(m, "0 roll", PIP_OVER);
}

static void test_PG5_the_game_ends_after_the_sheets_number_of_turns_each(void **unused) {
    struct pip_match *m = start_short(2);
    (void)unused;
    for (int turn = 0; turn < 3; turn++) {
        play(m, "0 roll", "* 1");
        assert_int_equal(pip_match_actor(m), 1 << 1);
        assert_int_equal(m->setup.game->turn(&m->setup, m->state), 2 * turn + 1);
        play(m, "1 roll", "* 3", "1 hold");
    }
    assert_int_equal(pip_match_actor(m), PIP_ACTORS_OVER);
    assert_true(may_come(m, "= 0 9"));
}

static void test_PG5_the_classic_sheet_plays_to_100_in_25_turns(void **unused) {
    struct pip_match *m = start(1);
    (void)unused;
    for (int turn = 0; turn < 24; turn++)
        play(m, "0 roll", "* 4", "0 hold");
    assert_int_equal(total_of(m, 0), 96);
    assert_int_equal(pip_match_actor(m), 1 << 0);
    play(m, "0 roll", "* 3", "0 hold");
    assert_int_equal(pip_match_actor(m), PIP_ACTORS_OVER); /* 99, but that was the last turn */
    m = start(8);
    for (int i = 0; i < 16; i++)
        play(m, "0 roll", "* 6");
    legal_is(m, 0, "roll, hold"); /* 96 */
    play(m, "0 roll", "* 4");
    legal_is(m, 0, "hold");
    play(m, "0 hold");
    assert_int_equal(pip_match_actor(m), PIP_ACTORS_OVER);
    assert_true(may_come(m, "= 100 0 0 0 0 0 0 0"));
}

/* A roll that goes on is at least 2, so the longest turn is one of twos that stops short of the
 * target and then loses all; only the last one may end with a hold. */
static void test_the_longest_game_stays_within_its_bound(void **unused) {
    const int seats = 2, turns = 3, twos = 20 / 2 - 1;
    struct pip_match *m = start_short(seats);
    (void)unused;
    for (int turn = 1; turn <= seats * turns; turn++) {
        bool last = turn == seats * turns;
        for (int i = 0; i < twos + 1; i++) {
            unsigned seat = state_of(m)->active;
            assert_int_equal(pip_match_play(m, seat, PIG_ROLL), PIP_OK);
            play(m, i < twos || last ? "* 2" : "* 1");
        }
    }
    play(m, "1 hold");
    assert_int_equal(pip_match_actor(m), PIP_ACTORS_OVER);
    assert_true(may_come(m, "= 0 20"));
    assert_int_equal(m->count, 6 * 20 + 1);
    assert_int_equal(pip__pig.length(&m->setup), 6 * 23);
}

static void test_an_observation_begins_with_the_own_total(void **unused) {
    static const int16_t from_0[] = {5, 1, 6, 0, 4, 1, 0, 0};
    static const int16_t from_1[] = {5, 1, 4, 1, 0, 0, 6, 0};
    int16_t numbers[PIP_OBSERVE_MAX];
    struct pip_match *m = start(3);
    (void)unused;
    play(m, "0 roll", "* 6", "0 hold", "1 roll", "* 4", "1 hold", "2 roll", "* 1");
    play(m, "0 roll", "* 1", "1 roll", "* 5");
    assert_int_equal(pip__pig.observe(&m->setup, m->state, 0, numbers), LENGTH(from_0));
    assert_memory_equal(numbers, from_0, sizeof from_0);
    assert_int_equal(pip__pig.observe(&m->setup, m->state, 1, numbers), LENGTH(from_1));
    assert_memory_equal(numbers, from_1, sizeof from_1);
    assert_true(shows(m, 1, "Turn 2 of 25, seat 1 has 5 on the table.\nTotal 4 of 100.\n"));
}

static void check_is(struct pip__pig_state state, enum pip_status expected) {
    struct pip_match *m = start_short(3);
    assert_int_equal(pip__pig.check(&m->setup, &state), expected);
}

/* To 20, in three turns: no more than 25 can be on the table or in a total. */
static void test_check_refuses_positions_that_cannot_be(void **unused) {
    (void)unused;
    check_is((struct pip__pig_state){0}, PIP_OK);
    check_is((struct pip__pig_state){.active = 2}, PIP_OK);
    check_is((struct pip__pig_state){.active = 3}, PIP_BAD_STATE);
    check_is((struct pip__pig_state){.turn = 3, .phase = PIG_OVER}, PIP_OK);
    check_is((struct pip__pig_state){.turn = 4, .phase = PIG_OVER}, PIP_BAD_STATE);
    check_is((struct pip__pig_state){.phase = PIG_OVER + 1}, PIP_BAD_STATE);
    check_is((struct pip__pig_state){.points = 25}, PIP_OK);
    check_is((struct pip__pig_state){.points = 26}, PIP_BAD_STATE);
    check_is((struct pip__pig_state){.total = {0, 25}, .phase = PIG_OVER}, PIP_OK);
    check_is((struct pip__pig_state){.total = {26}, .phase = PIG_OVER}, PIP_BAD_STATE);
    check_is((struct pip__pig_state){.total = {[7] = 26}}, PIP_BAD_STATE);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_PG1_a_seat_rolls_one_die_as_often_as_it_likes),
        cmocka_unit_test(test_PG2_a_1_ends_the_turn_and_loses_its_points),
        cmocka_unit_test(test_PG3_holding_adds_the_points_and_ends_the_turn),
        cmocka_unit_test(test_PG4_a_seat_must_roll_once_and_must_hold_at_the_target),
        cmocka_unit_test(test_PG5_the_game_ends_at_the_target),
        cmocka_unit_test(test_PG5_the_game_ends_after_the_sheets_number_of_turns_each),
        cmocka_unit_test(test_PG5_the_classic_sheet_plays_to_100_in_25_turns),
        cmocka_unit_test(test_the_longest_game_stays_within_its_bound),
        cmocka_unit_test(test_an_observation_begins_with_the_own_total),
        cmocka_unit_test(test_check_refuses_positions_that_cannot_be),
    };
    return cmocka_run_group_tests_name("pig", tests, NULL, NULL);
}
