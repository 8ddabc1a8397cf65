/* Escape: set-up, turns, rolling (ES1, ES2, ES6.3, ES6.4) and the end (ES7). */
#include "escape_table.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void test_ES1_1_two_to_four_seats_win_or_lose_together(void **state) {
    (void)state;
    struct table *t = table_begun(2, "");
    struct pip_setup setup = t->match.setup;
    for (int seats = 0; seats <= PIP_SEATS_MAX; seats++) {
        setup.seats = (uint8_t)seats;
        assert_int_equal(pip_setup_check(&setup) == PIP_OK, seats >= 2 && seats <= 4);
    }
    t->s->gems[ES_FROM_CHAMBERS] = 3;
    assert_int_equal(pip_score_total(&t->match.setup, t->s, 0), 3);
    assert_int_equal(pip_score_total(&t->match.setup, t->s, 1), 3);
    table_free(t);
}

static void test_ES1_2_a_die_has_two_adventurers_and_one_of_each_other_face(void **state) {
    (void)state;
    struct table *t = table_begun(2, "");
    struct pip_chance chance;
    const char *faces[] = {"torch", "key", "adventurer", "gold", "black"};
    t->s->phase = ES_DICE_ROLL;
    t->s->unrolled = 1;
    t->match.setup.game->chance(&t->match.setup, t->s, &chance);
    assert_int_equal(pip_chance_total(&chance), 6);
    for (int i = 0; i < 5; i++) {
        pip_move outcome;
        assert_int_equal(pip_chance_read(&chance, pip_span_of(faces[i]), true, &outcome), PIP_OK);
        assert_int_equal(pip_chance_weight(&chance, outcome), i == 2 ? 2 : 1);
    }
    t->s->unrolled = 8; /* eight dice, and they are rolled as pairs whose order does not count */
    t->match.setup.game->chance(&t->match.setup, t->s, &chance);
    assert_int_equal(pip_chance_total(&chance), 36);
    assert_int_equal(pip_chance_outcomes(&chance), 15);
    table_free(t);
}

static void test_ES1_3_every_seat_has_the_same_temple_and_its_own_crosses(void **state) {
    (void)state;
    struct table *t = table_exploring(2, "", "gold torch");
    stand(t, 0, "b1");
    stand(t, 1, "b1");
    play(t, "0 enter a1|0 end");
    assert_int_equal(gems_of(t), 1);
    let_explore(t, "gold torch");
    play(t, "1 enter a1"); /* crossed out by seat 0, not by seat 1 */
    assert_int_equal(gems_of(t), 2);
    table_free(t);
}

static void test_ES1_4_the_adventure_sheet_is_shared(void **state) {
    (void)state;
    struct table *t = table_exploring(2, "", "torch torch");
    stand(t, 0, "b1");
    play(t, "0 enter c1|0 end");
    assert_int_equal(t->s->marked[ES_TRACK_HEAL], 1);
    assert_int_equal(t->s->active, 1);
    t->s->cursed[1] = 2;
    t->s->unrolled = 6;
    assert_next(t, "1 heal 2|1 roll"); /* what seat 0 marked, seat 1 uses */
    table_free(t);
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
    (void)state;
    for (int seats = 2; seats <= 4; seats++) {
        struct table *t = table_begun(seats, "");
        for (int turn = 0; turn < rounds[seats - 2] * seats; turn++) {
            assert_int_equal(t->s->turn, turn);
            assert_int_equal(t->s->active, turn % seats);
            t->s->unrolled = 0;
            char line[32];
            struct pip_text text = pip_text_init(line, sizeof line);
            pip_text_add_number(&text, turn % seats);
            pip_text_add(&text, " roll|");
            pip_text_add_number(&text, turn % seats);
            pip_text_add(&text, " end");
            play(t, line);
        }
        assert_int_equal(pip_match_actor(&t->match), PIP_ACTORS_OVER);
        table_free(t);
    }
}

static void test_ES1_7_each_seat_picks_a_different_side_in_order(void **state) {
    (void)state;
    struct table *t = table_new(3, "");
    assert_next(t, "0 side north|0 side east|0 side south|0 side west");
    play(t, "0 side east");
    assert_next(t, "1 side north|1 side south|1 side west");
    assert_true(refused(t, "1 side east"));
    play(t, "1 side west|2 side north");
    assert_next(t, "0 roll");
    table_free(t);
}

static void test_ES1_8_clockwise_is_the_next_seat_and_maps_count_from_1(void **state) {
    (void)state;
    struct table *t = table_exploring(3, "", "");
    t->s->pool = dice_of("torch key");
    play(t, "0 end");
    assert_next(t, "1 take torch|1 take key|1 take torch key");
    play(t, "1 take torch|2 take key");
    assert_next(t, "1 map 1|1 map 2|1 map 3|1 map 4|1 map 5|1 map 6");
    play(t, "1 map 1|1 leave|2 map 1|2 leave");
    assert_next(t, "1 roll");
    table_free(t);
}

static void test_ES2_1_cursed_dice_move_right_and_return_from_the_third_space(void **state) {
    (void)state;
    struct table *t = table_begun(2, "");
    play(t, "0 roll|* black black|0 keep -");
    let_explore(t, "");
    play(t, "0 end");
    assert_int_equal(t->s->cursed[1], 2);
    assert_int_equal(t->s->unrolled, 6);
    let_explore(t, "");
    play(t, "1 end");
    assert_int_equal(t->s->cursed[2], 2);
    let_explore(t, "");
    play(t, "0 end");
    assert_int_equal(pip__es_cursed(t->s), 0);
    assert_int_equal(t->s->unrolled, 8);
    table_free(t);
}

static void test_ES2_2_healing_is_before_the_first_roll_only(void **state) {
    (void)state;
    struct table *t = table_begun(2, "");
    t->s->marked[ES_TRACK_HEAL] = 2;
    t->s->cursed[1] = 1;
    t->s->cursed[2] = 2;
    t->s->unrolled = 5;
    assert_next(t, "0 heal 2|0 heal 3|0 roll"); /* space 1 holds no dice */
    play(t, "0 heal 3");
    assert_next(t, "0 heal 2|0 roll");
    play(t, "0 roll|* torch key|0 keep -");
    assert_next(t, "0 roll");
    table_free(t);
}

static void test_ES2_3_dice_are_rolled_two_at_a_time_and_the_last_alone(void **state) {
    (void)state;
    struct table *t = table_begun(2, "");
    t->s->cursed[1] = 5;
    t->s->unrolled = 3;
    play(t, "0 roll");
    assert_next(t, "* dice 2");
    play(t, "* torch key|0 keep -|0 roll");
    assert_next(t, "* dice 1");
    play(t, "* gold|0 keep gold");
    assert_next(t, "0 end");
    t->s->phase = ES_BEFORE_ROLL; /* an empty pool: rolling passes without dice */
    play(t, "0 roll");
    assert_next(t, "0 end");
    table_free(t);
}

static void test_ES2_4_black_masks_are_cursed_and_the_rest_is_kept_or_pooled(void **state) {
    (void)state;
    struct table *t = table_begun(2, "");
    play(t, "0 roll|* torch key");
    assert_next(t, "0 keep -|0 keep torch|0 keep key|0 keep torch key");
    play(t, "0 keep key|0 roll|* gold gold");
    assert_next(t, "0 keep -|0 keep gold|0 keep gold gold");
    play(t, "0 keep gold|0 roll|* adventurer black");
    assert_next(t, "0 keep -|0 keep adventurer");
    play(t, "0 keep -|0 roll|* black black");
    assert_next(t, "0 keep -");
    play(t, "0 keep -");
    assert_int_equal(t->s->kept, dice_of("key gold"));
    assert_int_equal(t->s->pool, dice_of("torch gold adventurer"));
    assert_int_equal(t->s->cursed[0], 3);
    table_free(t);
}

static void test_ES2_5_unused_dice_are_lost_and_all_but_cursed_ones_return(void **state) {
    (void)state;
    struct table *t = table_exploring(2, "", "torch key gold");
    t->s->cursed[0] = 2;
    play(t, "0 end");
    assert_int_equal(t->s->active, 1); /* nothing went to the common pool */
    assert_int_equal(t->s->kept, 0);
    assert_int_equal(t->s->unrolled, 6);
    table_free(t);
}

static void test_ES2_6_the_pool_is_handed_out_before_the_turn_ends(void **state) {
    (void)state;
    struct table *t = table_exploring(2, "", "");
    t->s->pool = dice_of("torch");
    play(t, "0 end");
    assert_next(t, "1 take torch");
    assert_int_equal(t->s->turn, 0);
    play(t, "1 take torch|1 map 3|1 leave");
    assert_int_equal(t->s->turn, 1);
    assert_next(t, "1 roll");
    table_free(t);
}

static void test_ES6_3_heal_takes_all_dice_of_one_space_into_the_pool(void **state) {
    (void)state;
    struct table *t = table_begun(2, "");
    t->s->marked[ES_TRACK_HEAL] = 1;
    t->s->cursed[1] = 3;
    t->s->cursed[2] = 1;
    t->s->unrolled = 4;
    play(t, "0 heal 2");
    assert_int_equal(t->s->unrolled, 7);
    assert_int_equal(t->s->cursed[1], 0);
    assert_int_equal(t->s->cursed[2], 1);
    assert_next(t, "0 roll"); /* the only box is crossed out */
    table_free(t);
}

static void test_ES6_4_reroll_rolls_the_same_dice_again_with_black_masks(void **state) {
    (void)state;
    struct table *t = table_begun(2, "");
    t->s->marked[ES_TRACK_REROLL] = 2;
    play(t, "0 roll|* key black");
    assert_next(t, "0 reroll|0 keep -|0 keep key");
    play(t, "0 reroll");
    assert_next(t, "* dice 2");
    play(t, "* black black|0 reroll|* gold gold");
    assert_next(t, "0 keep -|0 keep gold|0 keep gold gold"); /* both boxes are crossed out */
    play(t, "0 keep gold gold");
    assert_int_equal(t->s->cursed[0], 0);
    assert_int_equal(t->s->unrolled, 6);
    table_free(t);
}

static void test_ES7_1_won_at_once_with_all_in_the_exit_and_enough_gems(void **state) {
    (void)state;
    struct table *t = table_exploring(2, "", "adventurer adventurer adventurer adventurer");
    stand(t, 0, "b3");
    stand(t, 1, "c3");
    t->s->gems[ES_FROM_SPECIALS] = 8;
    t->s->unlocked = 15;
    t->s->seat[0].crossed = t->s->seat[1].crossed =
        1u << chamber_of("a1") | 1u << chamber_of("a5") | 1u << chamber_of("e5");
    t->s->gems[ES_FROM_CHAMBERS] = 6;
    play(t, "0 enter c3");
    assert_int_equal(pip_match_actor(&t->match), PIP_ACTORS_OVER);
    assert_true(t->match.setup.game->won(&t->match.setup, t->s));
    assert_next(t, "= won 14");
    table_free(t);

    t = table_exploring(2, "", "adventurer adventurer"); /* one gem short; a map brings it */
    stand(t, 0, "b3");
    stand(t, 1, "c3");
    t->s->gems[ES_FROM_SPECIALS] = 8;
    t->s->unlocked = 15;
    t->s->seat[0].crossed = t->s->seat[1].crossed = 1u << chamber_of("a1") | 1u << chamber_of("a5");
    t->s->seat[1].crossed |= 1u << chamber_of("e5");
    t->s->gems[ES_FROM_CHAMBERS] = 5;
    t->s->pool = dice_of("torch adventurer");
    t->s->seat[1].map[0] = 1u << 1 | 1u << 4;
    play(t, "0 enter c3|0 end|1 take torch adventurer|1 map 1");
    assert_next(t, "1 complete 1|1 leave");
    play(t, "1 complete 1");
    assert_next(t, "= won 14");
    table_free(t);
}

static void test_ES7_2_lost_after_the_last_round_otherwise(void **state) {
    (void)state;
    struct table *t = table_exploring(2, "", "");
    t->s->turn = 15;
    t->s->active = t->s->acting = 1;
    stand(t, 0, "c3");
    play(t, "1 end");
    assert_int_equal(pip_match_actor(&t->match), PIP_ACTORS_OVER);
    assert_false(t->match.setup.game->won(&t->match.setup, t->s));
    assert_next(t, "= lost 0");
    table_free(t);
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
