/* Escape: set-up, turns, rolling (ES1, ES2, ES6.3, ES6.4) and the end (ES7). */
#include "testing.h"

#include "escape_table.h"

static void test_ES1_1_two_to_four_seats_win_or_lose_together(void **state) {
    (void)state;
    struct pip_match *m = begun(2, "");
    struct pip_setup setup = m->setup;
    for (int seats = 0; seats <= PIP_SEATS_MAX; seats++) {
        setup.seats = (uint8_t)seats;
        assert_int_equal(pip_setup_check(&setup) == PIP_OK, seats >= 2 && seats <= 4);
    }
    state_of(m)->gems[ES_FROM_CHAMBERS] = 3;
    assert_int_equal(pip_score_total(&m->setup, state_of(m), 0), 3);
    assert_int_equal(pip_score_total(&m->setup, state_of(m), 1), 3);
}

static void test_ES1_2_a_die_has_two_adventurers_and_one_of_each_other_face(void **state) {
    (void)state;
    struct pip_match *m = begun(2, "");
    struct pip_chance chance;
    const char *faces[] = {"torch", "key", "adventurer", "gold", "black"};
    state_of(m)->phase = ES_DICE_ROLL;
    state_of(m)->unrolled = 1;
    m->setup.game->chance(&m->setup, state_of(m), &chance);
    assert_int_equal(pip_chance_total(&chance), 6);
    for (int i = 0; i < 5; i++) {
        pip_move outcome;
        assert_int_equal(pip_chance_read(&chance, pip_span_of(faces[i]), true, &outcome), PIP_OK);
        assert_int_equal(pip_chance_weight(&chance, outcome), i == 2 ? 2 : 1);
    }
    state_of(m)->unrolled =
        8; /* eight dice, and they are rolled as pairs whose order does not count */
    m->setup.game->chance(&m->setup, state_of(m), &chance);
    assert_int_equal(pip_chance_total(&chance), 36);
    assert_int_equal(pip_chance_outcomes(&chance), 15);
}

static void test_ES1_3_every_seat_has_the_same_temple_and_its_own_crosses(void **state) {
    (void)state;
    struct pip_match *m = exploring(2, "", "gold torch");
    stand(m, 0, "b1");
    stand(m, 1, "b1");
    play(m, "0 enter a1", "0 end");
    assert_int_equal(gems_of(m), 1);
    let_explore(m, "gold torch");
    play(m, "1 enter a1"); /* crossed out by seat 0, not by seat 1 */
    assert_int_equal(gems_of(m), 2);
}

static void test_ES1_4_the_adventure_sheet_is_shared(void **state) {
    (void)state;
    struct pip_match *m = exploring(2, "", "torch torch");
    stand(m, 0, "b1");
    play(m, "0 enter c1", "0 end");
    assert_int_equal(state_of(m)->marked[ES_TRACK_HEAL], 1);
    assert_int_equal(state_of(m)->active, 1);
    state_of(m)->cursed[1] = 2;
    state_of(m)->unrolled = 6;
    legal_is(m, 1, "heal 2, roll"); /* what seat 0 marked, seat 1 uses */
}

static void test_ES1_5_difficulty_fixes_the_goal(void **state) {
    static const int goal[3][3] = {{14, 20, 22}, {15, 23, 25}, {16, 25, 28}};
    const struct pip_game *game = pip_game_find(pip_span_of("escape"));
    (void)state;
    for (int sheet = 0; game->sheets[sheet]; sheet++) {
        for (int seats = 2; seats <= 4; seats++) {
            struct pip_setup setup = pip_setup_default(game, game->sheets[sheet], seats);
            for (int difficulty = 0; difficulty < 3; difficulty++) {
                setup.option[ES_DIFFICULTY] = (uint8_t)difficulty;
                assert_int_equal(pip__es_goal(&setup), goal[difficulty][seats - 2]);
            }
        }
    }
}

static void test_ES1_6_a_game_has_eight_seven_or_six_rounds_by_seats(void **state) {
    static const int rounds[] = {8, 7, 6};
    static const char *const roll[] = {"0 roll", "1 roll", "2 roll", "3 roll"};
    static const char *const end[] = {"0 end", "1 end", "2 end", "3 end"};
    (void)state;
    for (int seats = 2; seats <= 4; seats++) {
        struct pip_match *m = begun(seats, "");
        for (int turn = 0; turn < rounds[seats - 2] * seats; turn++) {
            assert_int_equal(state_of(m)->turn, turn);
            assert_int_equal(state_of(m)->active, turn % seats);
            state_of(m)->unrolled = 0;
            play(m, roll[turn % seats], end[turn % seats]);
        }
        assert_int_equal(pip_match_actor(m), PIP_ACTORS_OVER);
    }
}

static void test_ES1_7_each_seat_picks_a_different_side_in_order(void **state) {
    (void)state;
    struct pip_match *m = start(3, "");
    legal_is(m, 0, "side north, side east, side south, side west");
    play(m, "0 side east");
    legal_is(m, 1, "side north, side south, side west");
    refused(m, "1 side east", PIP_ILLEGAL);
    play(m, "1 side west", "2 side north");
    legal_is(m, 0, "roll");
}

static void test_ES1_8_clockwise_is_the_next_seat_and_maps_count_from_1(void **state) {
    (void)state;
    struct pip_match *m = exploring(3, "", "");
    state_of(m)->pool = dice_of("torch key");
    play(m, "0 end");
    legal_is(m, 1, "take torch, take key, take torch key");
    play(m, "1 take torch", "2 take key");
    legal_is(m, 1, "map 1, map 2, map 3, map 4, map 5, map 6");
    play(m, "1 map 1", "1 leave", "2 map 1", "2 leave");
    legal_is(m, 1, "roll");
}

static void test_ES2_1_cursed_dice_move_right_and_return_from_the_third_space(void **state) {
    (void)state;
    struct pip_match *m = begun(2, "");
    play(m, "0 roll", "* black black", "0 keep -");
    let_explore(m, "");
    play(m, "0 end");
    assert_int_equal(state_of(m)->cursed[1], 2);
    assert_int_equal(state_of(m)->unrolled, 6);
    let_explore(m, "");
    play(m, "1 end");
    assert_int_equal(state_of(m)->cursed[2], 2);
    let_explore(m, "");
    play(m, "0 end");
    assert_int_equal(pip__es_cursed(state_of(m)), 0);
    assert_int_equal(state_of(m)->unrolled, 8);
}

static void test_ES2_2_healing_is_before_the_first_roll_only(void **state) {
    (void)state;
    struct pip_match *m = begun(2, "");
    state_of(m)->marked[ES_TRACK_HEAL] = 2;
    state_of(m)->cursed[1] = 1;
    state_of(m)->cursed[2] = 2;
    state_of(m)->unrolled = 5;
    legal_is(m, 0, "heal 2, heal 3, roll"); /* space 1 holds no dice */
    play(m, "0 heal 3");
    legal_is(m, 0, "heal 2, roll");
    play(m, "0 roll", "* torch key", "0 keep -");
    legal_is(m, 0, "roll");
}

static void test_ES2_3_dice_are_rolled_two_at_a_time_and_the_last_alone(void **state) {
    (void)state;
    struct pip_match *m = begun(2, "");
    state_of(m)->cursed[1] = 5;
    state_of(m)->unrolled = 3;
    play(m, "0 roll");
    assert_true(may_come(m, "* dice 2"));
    play(m, "* torch key", "0 keep -", "0 roll");
    assert_true(may_come(m, "* dice 1"));
    play(m, "* gold", "0 keep gold");
    legal_is(m, 0, "end");
    state_of(m)->phase = ES_BEFORE_ROLL; /* an empty pool: rolling passes without dice */
    play(m, "0 roll");
    legal_is(m, 0, "end");
}

static void test_ES2_4_black_masks_are_cursed_and_the_rest_is_kept_or_pooled(void **state) {
    (void)state;
    struct pip_match *m = begun(2, "");
    play(m, "0 roll", "* torch key");
    legal_is(m, 0, "keep -, keep torch, keep key, keep torch key");
    play(m, "0 keep key", "0 roll", "* gold gold");
    legal_is(m, 0, "keep -, keep gold, keep gold gold");
    play(m, "0 keep gold", "0 roll", "* adventurer black");
    legal_is(m, 0, "keep -, keep adventurer");
    play(m, "0 keep -", "0 roll", "* black black");
    legal_is(m, 0, "keep -");
    play(m, "0 keep -");
    assert_int_equal(state_of(m)->kept, dice_of("key gold"));
    assert_int_equal(state_of(m)->pool, dice_of("torch gold adventurer"));
    assert_int_equal(state_of(m)->cursed[0], 3);
}

static void test_ES2_5_unused_dice_are_lost_and_all_but_cursed_ones_return(void **state) {
    (void)state;
    struct pip_match *m = exploring(2, "", "torch key gold");
    state_of(m)->cursed[0] = 2;
    play(m, "0 end");
    assert_int_equal(state_of(m)->active, 1); /* nothing went to the common pool */
    assert_int_equal(state_of(m)->kept, 0);
    assert_int_equal(state_of(m)->unrolled, 6);
}

static void test_ES2_6_the_pool_is_handed_out_before_the_turn_ends(void **state) {
    (void)state;
    struct pip_match *m = exploring(2, "", "");
    state_of(m)->pool = dice_of("torch");
    play(m, "0 end");
    legal_is(m, 1, "take torch");
    assert_int_equal(state_of(m)->turn, 0);
    play(m, "1 take torch", "1 map 3", "1 leave");
    assert_int_equal(state_of(m)->turn, 1);
    legal_is(m, 1, "roll");
}

static void test_ES6_3_heal_takes_all_dice_of_one_space_into_the_pool(void **state) {
    (void)state;
    struct pip_match *m = begun(2, "");
    state_of(m)->marked[ES_TRACK_HEAL] = 1;
    state_of(m)->cursed[1] = 3;
    state_of(m)->cursed[2] = 1;
    state_of(m)->unrolled = 4;
    play(m, "0 heal 2");
    assert_int_equal(state_of(m)->unrolled, 7);
    assert_int_equal(state_of(m)->cursed[1], 0);
    assert_int_equal(state_of(m)->cursed[2], 1);
    legal_is(m, 0, "roll"); /* the only box is crossed out */
}

static void test_ES6_4_reroll_rolls_the_same_dice_again_with_black_masks(void **state) {
    (void)state;
    struct pip_match *m = begun(2, "");
    state_of(m)->marked[ES_TRACK_REROLL] = 2;
    play(m, "0 roll", "* key black");
    legal_is(m, 0, "reroll, keep -, keep key");
    play(m, "0 reroll");
    assert_true(may_come(m, "* dice 2"));
    play(m, "* black black", "0 reroll", "* gold gold");
    legal_is(m, 0, "keep -, keep gold, keep gold gold"); /* both boxes are crossed out */
    play(m, "0 keep gold gold");
    assert_int_equal(state_of(m)->cursed[0], 0);
    assert_int_equal(state_of(m)->unrolled, 6);
}

static void test_ES7_1_won_at_once_with_all_in_the_exit_and_enough_gems(void **state) {
    (void)state;
    struct pip_match *m = exploring(2, "", "adventurer adventurer adventurer adventurer");
    stand(m, 0, "b3");
    stand(m, 1, "c3");
    state_of(m)->gems[ES_FROM_SPECIALS] = 8;
    state_of(m)->unlocked = 15;
    state_of(m)->seat[0].crossed = state_of(m)->seat[1].crossed =
        1u << chamber_of("a1") | 1u << chamber_of("a5") | 1u << chamber_of("e5");
    state_of(m)->gems[ES_FROM_CHAMBERS] = 6;
    play(m, "0 enter c3");
    assert_int_equal(pip_match_actor(m), PIP_ACTORS_OVER);
    assert_true(m->setup.game->won(&m->setup, state_of(m)));
    assert_true(may_come(m, "= won 14"));

    m = exploring(2, "", "adventurer adventurer"); /* one gem short; a map brings it */
    stand(m, 0, "b3");
    stand(m, 1, "c3");
    state_of(m)->gems[ES_FROM_SPECIALS] = 8;
    state_of(m)->unlocked = 15;
    state_of(m)->seat[0].crossed = state_of(m)->seat[1].crossed =
        1u << chamber_of("a1") | 1u << chamber_of("a5");
    state_of(m)->seat[1].crossed |= 1u << chamber_of("e5");
    state_of(m)->gems[ES_FROM_CHAMBERS] = 5;
    state_of(m)->pool = dice_of("torch adventurer");
    state_of(m)->seat[1].map[0] = 1u << 1 | 1u << 4;
    play(m, "0 enter c3", "0 end", "1 take torch adventurer", "1 map 1");
    legal_is(m, 1, "complete 1, leave");
    play(m, "1 complete 1");
    assert_true(may_come(m, "= won 14"));
}

static void test_ES7_2_lost_after_the_last_round_otherwise(void **state) {
    (void)state;
    struct pip_match *m = exploring(2, "", "");
    state_of(m)->turn = 15;
    state_of(m)->active = state_of(m)->acting = 1;
    stand(m, 0, "c3");
    play(m, "1 end");
    assert_int_equal(pip_match_actor(m), PIP_ACTORS_OVER);
    assert_false(m->setup.game->won(&m->setup, state_of(m)));
    assert_true(may_come(m, "= lost 0"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ES1_1_two_to_four_seats_win_or_lose_together),
        cmocka_unit_test(test_ES1_2_a_die_has_two_adventurers_and_one_of_each_other_face),
        cmocka_unit_test(test_ES1_3_every_seat_has_the_same_temple_and_its_own_crosses),
        cmocka_unit_test(test_ES1_4_the_adventure_sheet_is_shared),
        cmocka_unit_test(test_ES1_5_difficulty_fixes_the_goal),
        cmocka_unit_test(test_ES1_6_a_game_has_eight_seven_or_six_rounds_by_seats),
        cmocka_unit_test(test_ES1_7_each_seat_picks_a_different_side_in_order),
        cmocka_unit_test(test_ES1_8_clockwise_is_the_next_seat_and_maps_count_from_1),
        cmocka_unit_test(test_ES2_1_cursed_dice_move_right_and_return_from_the_third_space),
        cmocka_unit_test(test_ES2_2_healing_is_before_the_first_roll_only),
        cmocka_unit_test(test_ES2_3_dice_are_rolled_two_at_a_time_and_the_last_alone),
        cmocka_unit_test(test_ES2_4_black_masks_are_cursed_and_the_rest_is_kept_or_pooled),
        cmocka_unit_test(test_ES2_5_unused_dice_are_lost_and_all_but_cursed_ones_return),
        cmocka_unit_test(test_ES2_6_the_pool_is_handed_out_before_the_turn_ends),
        cmocka_unit_test(test_ES6_3_heal_takes_all_dice_of_one_space_into_the_pool),
        cmocka_unit_test(test_ES6_4_reroll_rolls_the_same_dice_again_with_black_masks),
        cmocka_unit_test(test_ES7_1_won_at_once_with_all_in_the_exit_and_enough_gems),
        cmocka_unit_test(test_ES7_2_lost_after_the_last_round_otherwise),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
