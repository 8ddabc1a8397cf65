/* Escape: when a dash may be used, and where play goes on after it (ES6). */
#include "testing.h"

#include "escape_table.h"

/* Seat 0 in b1, before its first roll, with boxes for dashes. */
static struct pip_match *dashing(const char *options, int dashes) {
    struct pip_match *m = begun(2, options);
    state_of(m)->marked[ES_TRACK_DASH] = (uint8_t)dashes;
    state_of(m)->gems[ES_FROM_TRACKS] = dashes >= 3;
    stand(m, 0, "b1");
    return m;
}

static void test_ES6_dash_before_the_first_roll_between_two_and_while_exploring(void **state) {
    (void)state;
    struct pip_match *m = dashing("", 3);
    state_of(m)->cursed[1] = 4;
    state_of(m)->unrolled = 4;
    legal_is(m, 0, "roll, dash a1, dash b2, dash c1");
    play(m, "0 dash a1");
    assert_int_equal(gems_of(m), 2); /* the chamber's, and one of the dash track */
    legal_is(m, 0, "roll, dash a2, dash b1");
    play(m, "0 roll", "* torch key", "0 keep torch");
    legal_is(m, 0, "roll, dash a2, dash b1");
    play(m, "0 dash b1", "0 roll", "* torch key", "0 keep -");
    legal_is(m, 0, "dash a1, dash b2, dash c1, end");
    play(m, "0 dash a1");
    assert_int_equal(gems_of(m), 2); /* ES3.4 */
    legal_is(m, 0, "end");
}

static void test_ES6_no_dash_while_a_roll_waits_for_its_decision(void **state) {
    (void)state;
    struct pip_match *m = dashing("", 1);
    play(m, "0 roll");
    refused(m, "0 dash a1", PIP_NOT_ACTING);
    play(m, "* torch key");
    legal_is(m, 0, "keep -, keep torch, keep key, keep torch key");
    refused(m, "0 dash a1", PIP_ILLEGAL);
    play(m, "0 keep -");
    legal_is(m, 0, "roll, dash a1, dash b2, dash c1");
}

static void test_ES6_no_dash_in_the_turn_of_another(void **state) {
    (void)state;
    struct pip_match *m = exploring(2, "", "");
    state_of(m)->marked[ES_TRACK_DASH] = 1;
    state_of(m)->pool = dice_of("torch");
    play(m, "0 end");
    refused(m, "1 dash b5", PIP_ILLEGAL);
    refused(m, "0 dash a1", PIP_NOT_ACTING);
    play(m, "1 take torch", "1 map 1");
    refused(m, "1 dash b5", PIP_ILLEGAL);
    play(m, "1 leave", "1 dash b5");
}

static void test_ES6_no_dash_before_extra_dice_and_closings_are_done(void **state) {
    (void)state;
    struct pip_match *m = dashing("variant=closed", 1);
    assert_true(may_come(m, "* extra 2"));
    play(m, "* extra gold torch");
    legal_is(m, 0, "close a1 east, close a1 south");
    play(m, "0 close a1 south");
    legal_is(m, 1, "close a1 east, close a1 south");
    play(m, "1 close a1 south");
    legal_is(m, 0, "roll, dash b2, dash c1"); /* a1 is shut off now (ES8.4) */
}

static void test_ES6_a_heal_gained_by_a_dash_helps_before_the_first_roll(void **state) {
    (void)state;
    struct pip_match *m = dashing("", 2);
    state_of(m)->cursed[1] = 3;
    state_of(m)->unrolled = 5;
    play(m, "0 dash c1");
    legal_is(m, 0, "heal 2, roll, dash b1, dash c2, dash d1");
    play(m, "0 heal 2");
    assert_int_equal(state_of(m)->unrolled, 8);

    m = dashing("", 1); /* between two rolls it is too late for this turn */
    state_of(m)->cursed[1] = 3;
    state_of(m)->unrolled = 5;
    play(m, "0 roll", "* torch key", "0 keep -", "0 dash c1");
    legal_is(m, 0, "roll");
}

static void test_ES6_a_reroll_gained_by_a_dash_helps_at_the_next_roll(void **state) {
    (void)state;
    struct pip_match *m = dashing("", 1);
    stand(m, 0, "b2");
    play(m, "0 roll", "* torch black", "0 keep torch", "0 dash b3", "0 roll", "* black black");
    legal_is(m, 0, "reroll, keep -");
    play(m, "0 reroll", "* gold gold", "0 keep gold gold");
    assert_int_equal(state_of(m)->cursed[0], 1);
    assert_int_equal(state_of(m)->unrolled, 4);
}

static void test_ES6_temporary_dice_are_made_while_exploring_only(void **state) {
    (void)state;
    struct pip_match *m = dashing("", 1);
    play(m, "0 dash b2"); /* marks the key track */
    legal_is(m, 0, "roll");
    refused(m, "0 use key", PIP_ILLEGAL);
    play(m, "0 roll", "* torch key");
    refused(m, "0 use key", PIP_ILLEGAL);
    state_of(m)->cursed[1] = 6;
    state_of(m)->unrolled = 0;
    play(m, "0 keep -");
    legal_is(m, 0, "use key, end");
}

/* A joker is chosen, then the turn is where it was. */
static void test_ES6_a_turn_goes_on_where_the_dash_was_made(void **state) {
    (void)state;
    struct pip_match *m = dashing("", 2);
    stand(m, 0, "a2");
    state_of(m)->cursed[1] = 4;
    state_of(m)->unrolled = 4;
    play(m, "0 dash a3");
    legal_is(m, 0, "joker torch, joker key, joker gold, joker reroll");
    play(m, "0 joker reroll");
    legal_is(m, 0, "roll, dash a2, dash a4, dash b3"); /* before the first roll */
    play(m, "0 roll", "* torch key", "0 keep -");
    stand(m, 0, "d3");
    play(m, "0 dash e3", "0 joker key");
    legal_is(m, 0, "roll"); /* between two rolls */
    play(m, "0 roll", "* gold black", "0 reroll", "* gold gold", "0 keep gold");
    legal_is(m, 0, "use key, end");

    m = exploring(2, "", "");
    state_of(m)->marked[ES_TRACK_DASH] = 1;
    play(m, "0 dash a3", "0 joker torch");
    legal_is(m, 0, "use torch, end");

    m = dashing("", 2); /* with an empty pool, too: `roll` is still to come */
    stand(m, 0, "a2");
    state_of(m)->cursed[1] = 8;
    state_of(m)->unrolled = 0;
    play(m, "0 dash a3", "0 joker torch");
    legal_is(m, 0, "roll, dash a2, dash a4, dash b3");
    play(m, "0 roll");
    legal_is(m, 0, "dash a2, dash a4, dash b3, use torch, end");
    stand(m, 0, "d3");
    play(m, "0 dash e3", "0 joker torch");
    legal_is(m, 0, "use torch, end");
}

static void test_ES6_dice_gained_by_a_dash_are_rolled_from_the_next_turn_on(void **state) {
    (void)state;
    struct pip_match *m = dashing("variant=lottery", 1); /* ES8.2 */
    play(m, "* extra black black");
    stand(m, 0, "a2");
    state_of(m)->marked[ES_TRACK_HEAL] = 1;
    state_of(m)->cursed[1] = 1;
    state_of(m)->cursed[2] = 2;
    state_of(m)->unrolled = 5;
    play(m, "0 dash a3", "0 joker black");
    assert_int_equal(state_of(m)->unrolled, 5);
    legal_is(m, 0, "heal 3, roll"); /* one die in space 3; the two that were there are out */
    play(m, "0 heal 3");
    assert_int_equal(state_of(m)->unrolled, 6);
    let_explore(m, "");
    play(m, "0 end");
    assert_int_equal(state_of(m)->unrolled, 8);

    m = dashing("variant=dice", 1); /* ES8.3 */
    stand(m, 0, "a1");
    stand(m, 1, "e4");
    play(m, "0 dash a2");
    legal_is(m, 0, "unlock gems, unlock die");
    play(m, "0 unlock die");
    legal_is(m, 0, "roll");
    assert_int_equal(state_of(m)->unrolled, 8);
    let_explore(m, "");
    play(m, "0 end");
    assert_int_equal(state_of(m)->unrolled, 9);
}

static void test_ES7_1_a_dash_before_a_roll_can_win(void **state) {
    (void)state;
    pip_move plan[PIP_MOVES_MAX];
    struct pip_match *m = dashing("", 1);
    stand(m, 0, "b3");
    stand(m, 1, "c3");
    state_of(m)->gems[ES_FROM_SPECIALS] = 8;
    state_of(m)->unlocked = 15;
    state_of(m)->seat[0].crossed = state_of(m)->seat[1].crossed =
        1u << chamber_of("a1") | 1u << chamber_of("a5") | 1u << chamber_of("e5");
    state_of(m)->gems[ES_FROM_CHAMBERS] = 6;
    assert_int_equal(pip__escape.plan(&m->setup, m->state, 0, plan), 1); /* bots see it, too */
    assert_int_equal(plan[0], ES_DASH + chamber_of("c3"));
    play(m, "0 dash c3");
    assert_true(may_come(m, "= won 14"));
}

static bool is_sound(const struct pip_match *m) {
    return m->setup.game->check(&m->setup, m->state) == PIP_OK;
}

/* What is left to roll and what is due tell where a turn is; other positions cannot be. */
static void test_ES6_positions_out_of_step_are_refused(void **state) {
    (void)state;
    struct pip_match *m = dashing("", 1);
    assert_true(is_sound(m));
    state_of(m)->phase = ES_EXPLORING;
    assert_false(is_sound(m)); /* nothing is rolled */
    state_of(m)->begun = 1;
    assert_false(is_sound(m));
    state_of(m)->unrolled = 0;
    assert_true(is_sound(m));
    state_of(m)->phase = ES_BEFORE_ROLL;
    assert_false(is_sound(m)); /* nothing is left to roll */
    state_of(m)->phase = ES_AT_JOKER;
    assert_false(is_sound(m)); /* b1 has none */
    stand(m, 0, "a3");
    assert_false(is_sound(m)); /* it is not crossed out */
    state_of(m)->seat[0].crossed = 1u << chamber_of("a3");
    assert_true(is_sound(m));
    state_of(m)->phase = ES_UNLOCKING;
    assert_false(is_sound(m));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ES6_dash_before_the_first_roll_between_two_and_while_exploring),
        cmocka_unit_test(test_ES6_no_dash_while_a_roll_waits_for_its_decision),
        cmocka_unit_test(test_ES6_no_dash_in_the_turn_of_another),
        cmocka_unit_test(test_ES6_no_dash_before_extra_dice_and_closings_are_done),
        cmocka_unit_test(test_ES6_a_heal_gained_by_a_dash_helps_before_the_first_roll),
        cmocka_unit_test(test_ES6_a_reroll_gained_by_a_dash_helps_at_the_next_roll),
        cmocka_unit_test(test_ES6_temporary_dice_are_made_while_exploring_only),
        cmocka_unit_test(test_ES6_a_turn_goes_on_where_the_dash_was_made),
        cmocka_unit_test(test_ES6_dice_gained_by_a_dash_are_rolled_from_the_next_turn_on),
        cmocka_unit_test(test_ES7_1_a_dash_before_a_roll_can_win),
        cmocka_unit_test(test_ES6_positions_out_of_step_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
