/* Escape: the common pool and treasure maps (ES5), and the variants (ES8). */
#include "escape_table.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* Seat 0 has explored and left these dice in the pool. */
static struct table *table_with_pool(int seats, const char *pool) {
    struct table *t = table_exploring(seats, "", "");
    t->s->pool = dice_of(pool);
    play(t, "0 end");
    return t;
}

static void test_ES5_1_each_other_seat_takes_one_or_two_while_there_are_any(void **state) {
    (void)state;
    struct table *t = table_with_pool(4, "torch torch gold");
    assert_next(t, "1 take torch|1 take gold|1 take torch torch|1 take torch gold");
    assert_true(refused(t, "1 map 1")); /* all take first */
    assert_true(refused(t, "2 take torch"));
    play(t, "1 take torch torch|2 take gold");
    assert_next(t, "1 map 1|1 map 2|1 map 3|1 map 4|1 map 5|1 map 6"); /* nothing left for seat 3 */
    table_free(t);
}

static void test_ES5_2_symbols_go_to_one_open_map_bonus_side_first(void **state) {
    (void)state;
    struct table *t = table_with_pool(3, "torch torch gold");
    play(t, "1 take torch torch|2 take gold|1 map 4");
    /* Map 4 wants key and adventurer for its bonus, two torches for its gem. */
    assert_int_equal(t->s->seat[1].map[3], 3u << 4);
    assert_next(t, "1 leave");
    play(t, "1 leave");
    assert_next(t, "2 map 1|2 map 2|2 map 3|2 map 4|2 map 5|2 map 6");
    play(t, "2 map 4"); /* a gold is lost there */
    assert_int_equal(t->s->seat[2].map[3], 0);
    table_free(t);

    /* Both sides want a torch here: the bonus side gets it. */
    struct pip__es_map map = {
        .symbol = {ES_KEY, ES_TORCH, 0, 0, ES_TORCH}, .bonus = 3, .gem = 1u << 4};
    assert_int_equal(pip__es_cross_off(&map, 0, dice_of("torch")), 1u << 1);
    assert_int_equal(pip__es_cross_off(&map, 1u << 1, dice_of("torch")), 1u << 1 | 1u << 4);
    assert_int_equal(pip__es_cross_off(&map, 0, dice_of("torch torch")), 1u << 1 | 1u << 4);
}

/* Seat 2 has a finished bonus side on map 2. */
static void test_ES5_2_without_dice_a_seat_may_still_complete_what_is_ready(void **state) {
    (void)state;
    struct table *t = table_with_pool(4, "torch");
    t->s->seat[0].map[1] = t->s->seat[2].map[1] = 3;
    play(t, "1 take torch|1 map 1|1 leave");
    assert_next(t, "2 complete 2|2 leave"); /* nothing to cross off, and not before its turn */
    assert_true(refused(t, "2 map 1"));
    play(t, "2 complete 2");
    assert_int_equal(t->s->marked[ES_TRACK_DASH], 1);
    assert_next(t, "2 leave");
    play(t, "2 leave");
    assert_int_equal(t->s->turn, 1); /* seat 3 has nothing, the active seat has no map step */
    let_explore(t, "");
    play(t, "1 end");
    assert_next(t, "0 complete 2|0 leave"); /* nobody took dice; clockwise from seat 1 it is 0 */
    play(t, "0 leave");
    assert_int_equal(t->s->turn, 2);
    table_free(t);
}

static void test_ES5_2_with_dice_crossing_off_comes_first(void **state) {
    (void)state;
    struct table *t = table_with_pool(2, "gold");
    t->s->seat[1].map[1] = 3;
    play(t, "1 take gold");
    assert_true(refused(t, "1 complete 2"));
    assert_int_equal(count_next(t, "1 map"), 6);
    play(t, "1 map 6");
    assert_next(t, "1 complete 2|1 leave");
    table_free(t);
}

static void test_ES5_3_a_map_left_open_waits_for_a_later_map_step(void **state) {
    (void)state;
    struct table *t = table_with_pool(2, "torch key");
    play(t, "1 take torch key|1 map 1|1 leave");
    let_explore(t, "");
    play(t, "1 end");
    assert_int_equal(t->s->turn, 2);
    let_explore(t, "");
    play(t, "0 end");
    assert_next(t, "1 complete 1|1 leave");
    play(t, "1 complete 1|1 leave");
    assert_int_equal(t->s->marked[ES_TRACK_DASH], 1);
    table_free(t);
}

static void test_ES5_3_a_map_with_its_bonus_side_may_be_completed_now_or_later(void **state) {
    (void)state;
    struct table *t = table_with_pool(2, "torch key");
    t->s->seat[1].map[1] = 3; /* map 2 is ready since an earlier turn */
    play(t, "1 take torch key|1 map 1");
    assert_next(t, "1 complete 1|1 complete 2|1 leave");
    play(t, "1 complete 1");
    assert_int_equal(t->s->marked[ES_TRACK_DASH], 1);
    assert_int_equal(gems_of(t), 0);
    assert_next(t, "1 complete 2|1 leave");
    play(t, "1 leave");
    assert_int_equal(t->s->turn, 1);
    t->s->seat[1].map[1] = 3 | 3u << 4;
    let_explore(t, "");
    t->s->active = t->s->acting = 0;
    t->s->pool = dice_of("adventurer");
    play(t, "0 end|1 take adventurer|1 map 5|1 complete 2"); /* with its gem */
    assert_int_equal(t->s->marked[ES_TRACK_DASH], 2);
    assert_int_equal(t->s->gems[ES_FROM_MAPS], 1);
    table_free(t);
}

static void test_ES5_4_a_completed_map_is_closed_and_its_gem_gone(void **state) {
    (void)state;
    struct table *t = table_with_pool(2, "gold adventurer");
    t->s->seat[1].map[0] = 3;
    t->s->seat[1].completed = 1;
    t->s->marked[ES_TRACK_DASH] = 1;
    play(t, "1 take adventurer gold");
    assert_next(t, "1 map 2|1 map 3|1 map 4|1 map 5|1 map 6");
    table_free(t);

    t = table_with_pool(2, "gold adventurer"); /* the gem side alone is worth nothing */
    play(t, "1 take adventurer gold|1 map 1");
    assert_next(t, "1 leave");
    table_free(t);

    t = table_with_pool(2, "gold"); /* with all maps closed dice are still taken */
    for (int map = 0; map < ES_MAPS; map++)
        t->s->seat[1].map[map] = 3;
    t->s->seat[1].completed = 63;
    play(t, "1 take gold");
    assert_next(t, "1 leave");
    play(t, "1 leave");
    assert_next(t, "1 roll");
    table_free(t);
}

static void test_ES5_5_dice_nobody_takes_return_to_the_dice_pool(void **state) {
    (void)state;
    struct table *t = table_with_pool(2, "torch torch key gold");
    play(t, "1 take torch");
    assert_int_equal(t->s->pool, 0);
    play(t, "1 map 1|1 leave");
    assert_int_equal(t->s->unrolled, 8);
    table_free(t);
}

/* ---- Variants ---- */

static void test_ES8_1_both_seats_close_a_matching_pathway_unless_a_mask_shows(void **state) {
    (void)state;
    struct table *t = table_begun(3, "variant=closed");
    assert_next(t, "* extra 2");
    play(t, "* extra gold torch"); /* only a1: its pathways to the outside stay */
    assert_next(t, "0 close a1 east|0 close a1 south");
    play(t, "0 close a1 east");
    assert_next(t, "1 close a1 east|1 close a1 south");
    play(t, "1 close a1 south");
    assert_next(t, "0 roll");
    stand(t, 0, "a1");
    let_explore(t, "");
    t->s->marked[ES_TRACK_DASH] = 1;
    assert_next(t, "0 dash b1|0 end");
    table_free(t);

    t = table_begun(3, "variant=closed"); /* torch gold is another order: e1 */
    play(t, "* extra torch gold");
    assert_next(t, "0 close e1 north|0 close e1 east");
    table_free(t);

    t = table_begun(3, "variant=closed");
    play(t, "* extra black black");
    assert_int_equal(t->s->cursed[0], 2);
    assert_int_equal(t->s->unrolled, 6);
    assert_next(t, "0 roll");
    table_free(t);

    t = table_begun(3, "variant=closed"); /* nothing left to close: nothing happens */
    play(t, "* extra gold torch|0 close a1 east|1 close a1 east");
    t->s->phase = ES_EXTRA_ROLL;
    play(t, "* extra gold torch|0 close a1 south|1 close a1 south");
    t->s->phase = ES_EXTRA_ROLL;
    play(t, "* extra gold torch");
    assert_next(t, "0 roll");
    table_free(t);
}

static void test_ES8_2_the_joker_is_what_one_of_the_extra_dice_shows(void **state) {
    (void)state;
    struct table *t = table_begun(2, "variant=lottery");
    assert_next(t, "* extra 2");
    play(t, "* extra gold adventurer");
    let_explore(t, "adventurer adventurer");
    play(t, "0 enter a3");
    assert_next(t, "0 joker adventurer|0 joker gold");
    play(t, "0 joker adventurer");
    assert_int_equal(t->s->marked[ES_TRACK_GOLD], 0);
    play(t, "0 end");
    assert_next(t, "1 roll"); /* rolled once a round */
    let_explore(t, "adventurer adventurer");
    stand(t, 1, "a2");
    play(t, "1 enter a3|1 joker gold|1 end");
    assert_int_equal(t->s->marked[ES_TRACK_GOLD], 1);
    play(t, "* extra black black");
    let_explore(t, "key torch");
    t->s->cursed[0] = 1;
    t->s->cursed[2] = 2;
    stand(t, 0, "d3");
    play(t, "0 enter e3");
    assert_next(t, "0 joker black");
    play(t, "0 joker black");
    assert_int_equal(t->s->cursed[0], 0);
    assert_int_equal(t->s->cursed[1], 1);
    assert_int_equal(t->s->cursed[2], 0);
    assert_int_equal(t->s->unrolled, 0); /* usable from the next turn on */
    play(t, "0 end");
    assert_int_equal(t->s->unrolled, 7);
    table_free(t);
}

static void test_ES8_3_unlocking_gives_gems_or_an_extra_die_while_there_are_any(void **state) {
    (void)state;
    struct table *t = table_exploring(2, "variant=dice", "adventurer key");
    stand(t, 0, "b2");
    stand(t, 1, "e4");
    play(t, "0 enter a2");
    assert_next(t, "0 unlock gems|0 unlock die");
    play(t, "0 unlock die");
    assert_int_equal(gems_of(t), 0);
    assert_int_equal(t->s->unlocked, 1);
    play(t, "0 end");
    assert_int_equal(t->s->unrolled, 9);
    t->s->added = 2;
    t->s->unlocked = 1 | 1u << 2;
    let_explore(t, "torch adventurer");
    stand(t, 0, "a4");
    stand(t, 1, "e1");
    play(t, "1 enter e2");
    assert_next(t, "1 unlock gems"); /* an event all the same */
    play(t, "1 unlock gems");
    assert_int_equal(gems_of(t), 2);
    table_free(t);
}

static void test_ES8_4_a_closed_pathway_is_closed_from_both_ends_on_one_sheet(void **state) {
    (void)state;
    struct table *t = table_begun(2, "variant=closed");
    /* Adventurer key: a2 and c2. Closing c2 west also shuts c1 east. */
    play(t, "* extra adventurer key");
    assert_next(t, "0 close a2 east|0 close a2 south|0 close a2 west|0 close c2 north|"
                   "0 close c2 east|0 close c2 south|0 close c2 west");
    play(t, "0 close c2 west");
    let_explore(t, "");
    t->s->acting = 0;
    t->s->marked[ES_TRACK_DASH] = 1;
    stand(t, 0, "c1");
    stand(t, 1, "c1");
    assert_next(t, "0 dash b1|0 dash d1|0 end");
    stand(t, 0, "c2");
    assert_next(t, "0 dash b2|0 dash c3|0 dash d2|0 end");
    t->s->active = t->s->acting = 1; /* the other sheet is as it was */
    assert_next(t, "1 dash b1|1 dash c2|1 dash d1|1 end");
    table_free(t);

    /* Gold adventurer: b4, d5, e4. With adventurer twice: a3 and the exit, which do not touch; d5
     * and e5 do not match together either, so make two neighbours match. */
    t = table_begun(2, "variant=closed");
    t->s->phase = ES_CLOSING;
    struct pip__es_sheet *sheet = (struct pip__es_sheet *)t->file.data;
    sheet->entry[chamber_of("b3")][0] = sheet->entry[chamber_of("b3")][1] = ES_ADVENTURER;
    t->s->extra[0] = t->s->extra[1] = ES_ADVENTURER;
    assert_int_equal(count_next(t, "0 close a3 south"), 1);
    assert_int_equal(count_next(t, "0 close b3 north"), 1); /* the same pathway */
    play(t, "0 close b3 north");
    t->s->acting = 0;
    assert_int_equal(count_next(t, "0 close a3 south"), 0);
    assert_int_equal(count_next(t, "0 close b3 north"), 0);
    table_free(t);
}

static void test_ES8_5_cursed_dice_extra_dice_closing_heal_then_roll(void **state) {
    (void)state;
    struct table *t = table_begun(2, "variant=closed");
    play(t, "* extra gold torch|0 close a1 east|1 close a1 east");
    let_explore(t, "");
    t->s->cursed[0] = 7;
    t->s->marked[ES_TRACK_HEAL] = 1;
    play(t, "0 end");
    assert_int_equal(t->s->cursed[1], 7); /* moved before the extra dice */
    assert_next(t, "* extra 2");
    play(t, "* extra black black"); /* the pool has one die, and gives it */
    assert_int_equal(t->s->cursed[0], 1);
    assert_int_equal(t->s->unrolled, 0);
    assert_next(t, "1 heal 1|1 heal 2|1 roll");
    table_free(t);

    t = table_begun(2, "variant=closed");
    t->s->marked[ES_TRACK_HEAL] = 1;
    t->s->cursed[1] = 2;
    t->s->unrolled = 6;
    play(t, "* extra gold torch");
    assert_next(t, "0 close a1 east|0 close a1 south"); /* closing comes before healing */
    play(t, "0 close a1 south|1 close a1 south");
    assert_next(t, "0 heal 2|0 roll");
    table_free(t);
}

static void test_ES8_6_the_side_of_the_sheet_fits_the_variant(void **state) {
    const struct pip_game *game = pip_game_find(pip_span_of("escape"));
    static const char *const options[] = {"variant=none", "variant=closed", "variant=lottery",
                                          "variant=dice"};
    (void)state;
    for (int sheet = 0; game->sheets[sheet]; sheet++) {
        const struct pip__es_sheet *data = game->sheets[sheet]->data;
        struct pip_setup setup = pip_setup_default(game, game->sheets[sheet], 2);
        for (int i = 0; i < 4; i++) {
            assert_int_equal(pip_setup_option(&setup, pip_span_of(options[i])), PIP_OK);
            bool fits = data->variant_side == (i > 0);
            assert_int_equal(pip_setup_check(&setup), fits ? PIP_OK : PIP_BAD_SHEET);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ES5_1_each_other_seat_takes_one_or_two_while_there_are_any),
        cmocka_unit_test(test_ES5_2_symbols_go_to_one_open_map_bonus_side_first),
        cmocka_unit_test(test_ES5_2_without_dice_a_seat_may_still_complete_what_is_ready),
        cmocka_unit_test(test_ES5_2_with_dice_crossing_off_comes_first),
        cmocka_unit_test(test_ES5_3_a_map_left_open_waits_for_a_later_map_step),
        cmocka_unit_test(test_ES5_3_a_map_with_its_bonus_side_may_be_completed_now_or_later),
        cmocka_unit_test(test_ES5_4_a_completed_map_is_closed_and_its_gem_gone),
        cmocka_unit_test(test_ES5_5_dice_nobody_takes_return_to_the_dice_pool),
        cmocka_unit_test(test_ES8_1_both_seats_close_a_matching_pathway_unless_a_mask_shows),
        cmocka_unit_test(test_ES8_2_the_joker_is_what_one_of_the_extra_dice_shows),
        cmocka_unit_test(test_ES8_3_unlocking_gives_gems_or_an_extra_die_while_there_are_any),
        cmocka_unit_test(test_ES8_4_a_closed_pathway_is_closed_from_both_ends_on_one_sheet),
        cmocka_unit_test(test_ES8_5_cursed_dice_extra_dice_closing_heal_then_roll),
        cmocka_unit_test(test_ES8_6_the_side_of_the_sheet_fits_the_variant),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
