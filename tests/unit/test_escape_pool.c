/* Escape: the common pool and treasure maps (ES5), and the variants (ES8). */
#include "testing.h"

#include "escape_table.h"

/* Seat 0 has explored and left these dice in the pool. */
static struct pip_match *with_pool(int seats, const char *pool) {
    struct pip_match *m = exploring(seats, "", "");
    state_of(m)->pool = dice_of(pool);
    play(m, "0 end");
    return m;
}

static void test_ES5_1_each_other_seat_takes_one_or_two_while_there_are_any(void **state) {
    (void)state;
    struct pip_match *m = with_pool(4, "torch torch gold");
    legal_is(m, 1, "take torch, take gold, take torch torch, take torch gold");
    refused(m, "1 map 1", PIP_ILLEGAL); /* all take first */
    refused(m, "2 take torch", PIP_NOT_ACTING);
    play(m, "1 take torch torch", "2 take gold");
    legal_is(m, 1, "map 1, map 2, map 3, map 4, map 5, map 6"); /* nothing left for seat 3 */
}

static void test_ES5_2_symbols_go_to_one_open_map_bonus_side_first(void **state) {
    (void)state;
    struct pip_match *m = with_pool(3, "torch torch gold");
    play(m, "1 take torch torch", "2 take gold", "1 map 4");
    /* Map 4 wants key and adventurer for its bonus, two torches for its gem. */
    assert_int_equal(state_of(m)->seat[1].map[3], 3u << 4);
    legal_is(m, 1, "leave");
    play(m, "1 leave");
    legal_is(m, 2, "map 1, map 2, map 3, map 4, map 5, map 6");
    play(m, "2 map 4"); /* a gold is lost there */
    assert_int_equal(state_of(m)->seat[2].map[3], 0);

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
    struct pip_match *m = with_pool(4, "torch");
    state_of(m)->seat[0].map[1] = state_of(m)->seat[2].map[1] = 3;
    play(m, "1 take torch", "1 map 1", "1 leave");
    legal_is(m, 2, "complete 2, leave"); /* nothing to cross off, and not before its turn */
    refused(m, "2 map 1", PIP_ILLEGAL);
    play(m, "2 complete 2");
    assert_int_equal(state_of(m)->marked[ES_TRACK_DASH], 1);
    legal_is(m, 2, "leave");
    play(m, "2 leave");
    assert_int_equal(state_of(m)->turn,
                     1); /* seat 3 has nothing, the active seat has no map step */
    let_explore(m, "");
    play(m, "1 end");
    legal_is(m, 0, "complete 2, leave"); /* nobody took dice; clockwise from seat 1 it is 0 */
    play(m, "0 leave");
    assert_int_equal(state_of(m)->turn, 2);
}

static void test_ES5_2_with_dice_crossing_off_comes_first(void **state) {
    (void)state;
    struct pip_match *m = with_pool(2, "gold");
    state_of(m)->seat[1].map[1] = 3;
    play(m, "1 take gold");
    refused(m, "1 complete 2", PIP_ILLEGAL);
    legal_is(m, 1, "map 1, map 2, map 3, map 4, map 5, map 6");
    play(m, "1 map 6");
    legal_is(m, 1, "complete 2, leave");
}

static bool is_sound(const struct pip_match *m) {
    return m->setup.game->check(&m->setup, m->state) == PIP_OK;
}

static void test_ES5_2_positions_with_dice_in_the_wrong_hands_are_refused(void **state) {
    (void)state;
    struct pip_match *m = with_pool(3, "torch key");
    struct pip__es_state *s = state_of(m);
    assert_true(is_sound(m));
    s->pool = 0;
    assert_false(is_sound(m)); /* nothing to take */
    s->phase = ES_CROSSING;
    assert_false(is_sound(m)); /* nothing to cross off */
    s->seat[1].taken = dice_of("torch");
    assert_true(is_sound(m));
    s->pool = dice_of("key");
    assert_false(is_sound(m)); /* all take first */
    s->pool = 0;
    s->seat[0].taken = dice_of("key");
    assert_false(is_sound(m)); /* the active seat takes none */
    s->seat[0].taken = 0;
    s->cursed[1] = 8;
    assert_false(is_sound(m)); /* there are eight dice (ES1.2) */
    s->cursed[1] = 7;
    assert_true(is_sound(m));
    s->seat[1].taken = 0;
    s->phase = ES_COMPLETING;
    assert_true(is_sound(m));
    s->acting = s->active;
    assert_false(is_sound(m));
}

static void test_ES5_3_a_map_left_open_waits_for_a_later_map_step(void **state) {
    (void)state;
    struct pip_match *m = with_pool(2, "torch key");
    play(m, "1 take torch key", "1 map 1", "1 leave");
    let_explore(m, "");
    play(m, "1 end");
    assert_int_equal(state_of(m)->turn, 2);
    let_explore(m, "");
    play(m, "0 end");
    legal_is(m, 1, "complete 1, leave");
    play(m, "1 complete 1", "1 leave");
    assert_int_equal(state_of(m)->marked[ES_TRACK_DASH], 1);
}

static void test_ES5_3_a_map_with_its_bonus_side_may_be_completed_now_or_later(void **state) {
    (void)state;
    struct pip_match *m = with_pool(2, "torch key");
    state_of(m)->seat[1].map[1] = 3; /* map 2 is ready since an earlier turn */
    play(m, "1 take torch key", "1 map 1");
    legal_is(m, 1, "complete 1, complete 2, leave");
    play(m, "1 complete 1");
    assert_int_equal(state_of(m)->marked[ES_TRACK_DASH], 1);
    assert_int_equal(gems_of(m), 0);
    legal_is(m, 1, "complete 2, leave");
    play(m, "1 leave");
    assert_int_equal(state_of(m)->turn, 1);
    state_of(m)->seat[1].map[1] = 3 | 3u << 4;
    let_explore(m, "");
    state_of(m)->active = state_of(m)->acting = 0;
    state_of(m)->pool = dice_of("adventurer");
    play(m, "0 end", "1 take adventurer", "1 map 5", "1 complete 2"); /* with its gem */
    assert_int_equal(state_of(m)->marked[ES_TRACK_DASH], 2);
    assert_int_equal(state_of(m)->gems[ES_FROM_MAPS], 1);
}

static void test_ES5_4_a_completed_map_is_closed_and_its_gem_gone(void **state) {
    (void)state;
    struct pip_match *m = with_pool(2, "gold adventurer");
    state_of(m)->seat[1].map[0] = 3;
    state_of(m)->seat[1].completed = 1;
    state_of(m)->marked[ES_TRACK_DASH] = 1;
    play(m, "1 take adventurer gold");
    legal_is(m, 1, "map 2, map 3, map 4, map 5, map 6");

    m = with_pool(2, "gold adventurer"); /* the gem side alone is worth nothing */
    play(m, "1 take adventurer gold", "1 map 1");
    legal_is(m, 1, "leave");

    m = with_pool(2, "gold"); /* with all maps closed dice are still taken */
    for (int map = 0; map < ES_MAPS; map++)
        state_of(m)->seat[1].map[map] = 3;
    state_of(m)->seat[1].completed = 63;
    play(m, "1 take gold");
    legal_is(m, 1, "leave");
    play(m, "1 leave");
    legal_is(m, 1, "roll");
}

static void test_ES5_5_dice_nobody_takes_return_to_the_dice_pool(void **state) {
    (void)state;
    struct pip_match *m = with_pool(2, "torch torch key gold");
    play(m, "1 take torch");
    assert_int_equal(state_of(m)->pool, 0);
    play(m, "1 map 1", "1 leave");
    assert_int_equal(state_of(m)->unrolled, 8);
}

/* ---- Variants ---- */

static void test_ES8_1_both_seats_close_a_matching_pathway_unless_a_mask_shows(void **state) {
    (void)state;
    struct pip_match *m = begun(3, "variant=closed");
    assert_true(may_come(m, "* extra 2"));
    play(m, "* extra gold torch"); /* only a1: its pathways to the outside stay */
    legal_is(m, 0, "close a1 east, close a1 south");
    play(m, "0 close a1 east");
    legal_is(m, 1, "close a1 east, close a1 south");
    play(m, "1 close a1 south");
    legal_is(m, 0, "roll");
    stand(m, 0, "a1");
    let_explore(m, "");
    state_of(m)->marked[ES_TRACK_DASH] = 1;
    legal_is(m, 0, "dash b1, end");

    m = begun(3, "variant=closed"); /* torch gold is another order: e1 */
    play(m, "* extra torch gold");
    legal_is(m, 0, "close e1 north, close e1 east");

    m = begun(3, "variant=closed");
    play(m, "* extra black black");
    assert_int_equal(state_of(m)->cursed[0], 2);
    assert_int_equal(state_of(m)->unrolled, 6);
    legal_is(m, 0, "roll");

    m = begun(3, "variant=closed"); /* nothing left to close: nothing happens */
    play(m, "* extra gold torch", "0 close a1 east", "1 close a1 east");
    state_of(m)->phase = ES_EXTRA_ROLL;
    play(m, "* extra gold torch", "0 close a1 south", "1 close a1 south");
    state_of(m)->phase = ES_EXTRA_ROLL;
    play(m, "* extra gold torch");
    legal_is(m, 0, "roll");
}

static void test_ES8_2_the_joker_is_what_one_of_the_extra_dice_shows(void **state) {
    (void)state;
    struct pip_match *m = begun(2, "variant=lottery");
    assert_true(may_come(m, "* extra 2"));
    play(m, "* extra gold adventurer");
    let_explore(m, "adventurer adventurer");
    play(m, "0 enter a3");
    legal_is(m, 0, "joker adventurer, joker gold");
    play(m, "0 joker adventurer");
    assert_int_equal(state_of(m)->marked[ES_TRACK_GOLD], 0);
    play(m, "0 end");
    legal_is(m, 1, "roll"); /* rolled once a round */
    let_explore(m, "adventurer adventurer");
    stand(m, 1, "a2");
    play(m, "1 enter a3", "1 joker gold", "1 end");
    assert_int_equal(state_of(m)->marked[ES_TRACK_GOLD], 1);
    play(m, "* extra black black");
    let_explore(m, "key torch");
    state_of(m)->cursed[0] = 1;
    state_of(m)->cursed[2] = 2;
    stand(m, 0, "d3");
    play(m, "0 enter e3");
    legal_is(m, 0, "joker black");
    play(m, "0 joker black");
    assert_int_equal(state_of(m)->cursed[0], 0);
    assert_int_equal(state_of(m)->cursed[1], 1);
    assert_int_equal(state_of(m)->cursed[2], 0);
    assert_int_equal(state_of(m)->unrolled, 0); /* usable from the next turn on */
    play(m, "0 end");
    assert_int_equal(state_of(m)->unrolled, 7);
}

static void test_ES8_3_unlocking_gives_gems_or_an_extra_die_while_there_are_any(void **state) {
    (void)state;
    struct pip_match *m = exploring(2, "variant=dice", "adventurer key");
    stand(m, 0, "b2");
    stand(m, 1, "e4");
    play(m, "0 enter a2");
    legal_is(m, 0, "unlock gems, unlock die");
    play(m, "0 unlock die");
    assert_int_equal(gems_of(m), 0);
    assert_int_equal(state_of(m)->unlocked, 1);
    play(m, "0 end");
    assert_int_equal(state_of(m)->unrolled, 9);
    state_of(m)->added = 2;
    state_of(m)->unlocked = 1 | 1u << 2;
    let_explore(m, "torch adventurer");
    stand(m, 0, "a4");
    stand(m, 1, "e1");
    play(m, "1 enter e2");
    legal_is(m, 1, "unlock gems"); /* an event all the same */
    play(m, "1 unlock gems");
    assert_int_equal(gems_of(m), 2);
}

static void test_ES8_4_a_closed_pathway_is_closed_from_both_ends_on_one_sheet(void **state) {
    (void)state;
    struct pip_match *m = begun(2, "variant=closed");
    /* Adventurer key: a2 and c2. Closing c2 west also shuts c1 east. */
    play(m, "* extra adventurer key");
    legal_is(m, 0,
             "close a2 east, close a2 south, close a2 west, close c2 north, close c2 east, close "
             "c2 south, close c2 west");
    play(m, "0 close c2 west");
    let_explore(m, "");
    state_of(m)->acting = 0;
    state_of(m)->marked[ES_TRACK_DASH] = 1;
    stand(m, 0, "c1");
    stand(m, 1, "c1");
    legal_is(m, 0, "dash b1, dash d1, end");
    stand(m, 0, "c2");
    legal_is(m, 0, "dash b2, dash c3, dash d2, end");
    state_of(m)->active = state_of(m)->acting = 1; /* the other sheet is as it was */
    legal_is(m, 1, "dash b1, dash c2, dash d1, end");

    /* Gold adventurer: b4, d5, e4. With adventurer twice: a3 and the exit, which do not touch; d5
     * and e5 do not match together either, so make two neighbours match. */
    m = begun(2, "variant=closed");
    state_of(m)->phase = ES_CLOSING;
    struct pip__es_sheet *sheet = own_sheet();
    sheet->entry[chamber_of("b3")][0] = sheet->entry[chamber_of("b3")][1] = ES_ADVENTURER;
    state_of(m)->extra[0] = state_of(m)->extra[1] = ES_ADVENTURER;
    assert_true(may_come(m, "0 close a3 south"));
    assert_true(may_come(m, "0 close b3 north")); /* the same pathway */
    play(m, "0 close b3 north");
    state_of(m)->acting = 0;
    assert_false(may_come(m, "0 close a3 south"));
    assert_false(may_come(m, "0 close b3 north"));
}

static void test_ES8_5_cursed_dice_extra_dice_closing_heal_then_roll(void **state) {
    (void)state;
    struct pip_match *m = begun(2, "variant=closed");
    play(m, "* extra gold torch", "0 close a1 east", "1 close a1 east");
    let_explore(m, "");
    state_of(m)->cursed[0] = 7;
    state_of(m)->marked[ES_TRACK_HEAL] = 1;
    play(m, "0 end");
    assert_int_equal(state_of(m)->cursed[1], 7); /* moved before the extra dice */
    assert_true(may_come(m, "* extra 2"));
    play(m, "* extra black black"); /* the pool has one die, and gives it */
    assert_int_equal(state_of(m)->cursed[0], 1);
    assert_int_equal(state_of(m)->unrolled, 0);
    legal_is(m, 1, "heal 1, heal 2, roll");

    m = begun(2, "variant=closed");
    state_of(m)->marked[ES_TRACK_HEAL] = 1;
    state_of(m)->cursed[1] = 2;
    state_of(m)->unrolled = 6;
    play(m, "* extra gold torch");
    legal_is(m, 0, "close a1 east, close a1 south"); /* closing comes before healing */
    play(m, "0 close a1 south", "1 close a1 south");
    legal_is(m, 0, "heal 2, roll");
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
        cmocka_unit_test(test_ES5_2_positions_with_dice_in_the_wrong_hands_are_refused),
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
