/* Escape: when a dash may be used, and where play goes on after it (ES6). */
#include "escape_table.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* Seat 0 in b1, before its first roll, with boxes for dashes. */
static struct table *table_dashing(const char *options, int dashes) {
    struct table *t = table_begun(2, options);
    t->s->marked[ES_TRACK_DASH] = (uint8_t)dashes;
    t->s->gems[ES_FROM_TRACKS] = dashes >= 3;
    stand(t, 0, "b1");
    return t;
}

static void test_ES6_dash_before_the_first_roll_between_two_and_while_exploring(void **state) {
    (void)state;
    struct table *t = table_dashing("", 3);
    t->s->cursed[1] = 4;
    t->s->unrolled = 4;
    assert_next(t, "0 roll|0 dash a1|0 dash b2|0 dash c1");
    play(t, "0 dash a1");
    assert_int_equal(gems_of(t), 2); /* the chamber's, and one of the dash track */
    assert_next(t, "0 roll|0 dash a2|0 dash b1");
    play(t, "0 roll|* torch key|0 keep torch");
    assert_next(t, "0 roll|0 dash a2|0 dash b1");
    play(t, "0 dash b1|0 roll|* torch key|0 keep -");
    assert_next(t, "0 dash a1|0 dash b2|0 dash c1|0 end");
    play(t, "0 dash a1");
    assert_int_equal(gems_of(t), 2); /* ES3.4 */
    assert_next(t, "0 end");
    table_free(t);
}

static void test_ES6_no_dash_while_a_roll_waits_for_its_decision(void **state) {
    (void)state;
    struct table *t = table_dashing("", 1);
    play(t, "0 roll");
    assert_true(refused(t, "0 dash a1"));
    play(t, "* torch key");
    assert_next(t, "0 keep -|0 keep torch|0 keep key|0 keep torch key");
    assert_true(refused(t, "0 dash a1"));
    play(t, "0 keep -");
    assert_int_equal(count_next(t, "0 dash"), 3);
    table_free(t);
}

static void test_ES6_no_dash_in_the_turn_of_another(void **state) {
    (void)state;
    struct table *t = table_exploring(2, "", "");
    t->s->marked[ES_TRACK_DASH] = 1;
    t->s->pool = dice_of("torch");
    play(t, "0 end");
    assert_true(refused(t, "1 dash b5"));
    assert_true(refused(t, "0 dash a1"));
    play(t, "1 take torch|1 map 1");
    assert_true(refused(t, "1 dash b5"));
    play(t, "1 leave|1 dash b5");
    table_free(t);
}

static void test_ES6_no_dash_before_extra_dice_and_closings_are_done(void **state) {
    (void)state;
    struct table *t = table_dashing("variant=closed", 1);
    assert_next(t, "* extra 2");
    play(t, "* extra gold torch");
    assert_next(t, "0 close a1 east|0 close a1 south");
    play(t, "0 close a1 south");
    assert_next(t, "1 close a1 east|1 close a1 south");
    play(t, "1 close a1 south");
    assert_next(t, "0 roll|0 dash b2|0 dash c1"); /* a1 is shut off now (ES8.4) */
    table_free(t);
}

static void test_ES6_a_heal_gained_by_a_dash_helps_before_the_first_roll(void **state) {
    (void)state;
    struct table *t = table_dashing("", 2);
    t->s->cursed[1] = 3;
    t->s->unrolled = 5;
    play(t, "0 dash c1");
    assert_next(t, "0 heal 2|0 roll|0 dash b1|0 dash c2|0 dash d1");
    play(t, "0 heal 2");
    assert_int_equal(t->s->unrolled, 8);
    table_free(t);

    t = table_dashing("", 1); /* between two rolls it is too late for this turn */
    t->s->cursed[1] = 3;
    t->s->unrolled = 5;
    play(t, "0 roll|* torch key|0 keep -|0 dash c1");
    assert_next(t, "0 roll");
    table_free(t);
}

static void test_ES6_a_reroll_gained_by_a_dash_helps_at_the_next_roll(void **state) {
    (void)state;
    struct table *t = table_dashing("", 1);
    stand(t, 0, "b2");
    play(t, "0 roll|* torch black|0 keep torch|0 dash b3|0 roll|* black black");
    assert_next(t, "0 reroll|0 keep -");
    play(t, "0 reroll|* gold gold|0 keep gold gold");
    assert_int_equal(t->s->cursed[0], 1);
    assert_int_equal(t->s->unrolled, 4);
    table_free(t);
}

static void test_ES6_temporary_dice_are_made_while_exploring_only(void **state) {
    (void)state;
    struct table *t = table_dashing("", 1);
    play(t, "0 dash b2"); /* marks the key track */
    assert_next(t, "0 roll");
    assert_true(refused(t, "0 use key"));
    play(t, "0 roll|* torch key");
    assert_true(refused(t, "0 use key"));
    t->s->cursed[1] = 6;
    t->s->unrolled = 0;
    play(t, "0 keep -");
    assert_next(t, "0 use key|0 end");
    table_free(t);
}

/* A joker is chosen, then the turn is where it was. */
static void test_ES6_a_turn_goes_on_where_the_dash_was_made(void **state) {
    (void)state;
    struct table *t = table_dashing("", 2);
    stand(t, 0, "a2");
    t->s->cursed[1] = 4;
    t->s->unrolled = 4;
    play(t, "0 dash a3");
    assert_next(t, "0 joker torch|0 joker key|0 joker gold|0 joker reroll");
    play(t, "0 joker reroll");
    assert_next(t, "0 roll|0 dash a2|0 dash a4|0 dash b3"); /* before the first roll */
    play(t, "0 roll|* torch key|0 keep -");
    stand(t, 0, "d3");
    play(t, "0 dash e3|0 joker key");
    assert_next(t, "0 roll"); /* between two rolls */
    play(t, "0 roll|* gold black|0 reroll|* gold gold|0 keep gold");
    assert_next(t, "0 use key|0 end");
    table_free(t);

    t = table_exploring(2, "", "");
    t->s->marked[ES_TRACK_DASH] = 1;
    play(t, "0 dash a3|0 joker torch");
    assert_next(t, "0 use torch|0 end");
    table_free(t);

    t = table_dashing("", 2); /* with an empty pool, too: `roll` is still to come */
    stand(t, 0, "a2");
    t->s->cursed[1] = 8;
    t->s->unrolled = 0;
    play(t, "0 dash a3|0 joker torch");
    assert_next(t, "0 roll|0 dash a2|0 dash a4|0 dash b3");
    play(t, "0 roll");
    assert_next(t, "0 dash a2|0 dash a4|0 dash b3|0 use torch|0 end");
    stand(t, 0, "d3");
    play(t, "0 dash e3|0 joker torch");
    assert_next(t, "0 use torch|0 end");
    table_free(t);
}

static void test_ES6_dice_gained_by_a_dash_are_rolled_from_the_next_turn_on(void **state) {
    (void)state;
    struct table *t = table_dashing("variant=lottery", 1); /* ES8.2 */
    play(t, "* extra black black");
    stand(t, 0, "a2");
    t->s->marked[ES_TRACK_HEAL] = 1;
    t->s->cursed[1] = 1;
    t->s->cursed[2] = 2;
    t->s->unrolled = 5;
    play(t, "0 dash a3|0 joker black");
    assert_int_equal(t->s->unrolled, 5);
    assert_next(t, "0 heal 3|0 roll"); /* one die in space 3; the two that were there are out */
    play(t, "0 heal 3");
    assert_int_equal(t->s->unrolled, 6);
    let_explore(t, "");
    play(t, "0 end");
    assert_int_equal(t->s->unrolled, 8);
    table_free(t);

    t = table_dashing("variant=dice", 1); /* ES8.3 */
    stand(t, 0, "a1");
    stand(t, 1, "e4");
    play(t, "0 dash a2");
    assert_next(t, "0 unlock gems|0 unlock die");
    play(t, "0 unlock die");
    assert_next(t, "0 roll");
    assert_int_equal(t->s->unrolled, 8);
    let_explore(t, "");
    play(t, "0 end");
    assert_int_equal(t->s->unrolled, 9);
    table_free(t);
}

static void test_ES7_1_a_dash_before_a_roll_can_win(void **state) {
    (void)state;
    struct table *t = table_dashing("", 1);
    stand(t, 0, "b3");
    stand(t, 1, "c3");
    t->s->gems[ES_FROM_SPECIALS] = 8;
    t->s->unlocked = 15;
    t->s->seat[0].crossed = t->s->seat[1].crossed =
        1u << chamber_of("a1") | 1u << chamber_of("a5") | 1u << chamber_of("e5");
    t->s->gems[ES_FROM_CHAMBERS] = 6;
    play(t, "0 dash c3");
    assert_next(t, "= won 14");
    table_free(t);
}

static bool is_sound(const struct table *t) {
    return t->match.setup.game->check(&t->match.setup, t->s) == PIP_OK;
}

/* What is left to roll and what is due tell where a turn is; other positions cannot be. */
static void test_ES6_positions_out_of_step_are_refused(void **state) {
    (void)state;
    struct table *t = table_dashing("", 1);
    assert_true(is_sound(t));
    t->s->phase = ES_EXPLORING;
    assert_false(is_sound(t)); /* nothing is rolled */
    t->s->begun = 1;
    assert_false(is_sound(t));
    t->s->unrolled = 0;
    assert_true(is_sound(t));
    t->s->phase = ES_BEFORE_ROLL;
    assert_false(is_sound(t)); /* nothing is left to roll */
    t->s->phase = ES_AT_JOKER;
    assert_false(is_sound(t)); /* b1 has none */
    stand(t, 0, "a3");
    assert_false(is_sound(t)); /* it is not crossed out */
    t->s->seat[0].crossed = 1u << chamber_of("a3");
    assert_true(is_sound(t));
    t->s->phase = ES_UNLOCKING;
    assert_false(is_sound(t));
    table_free(t);
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
