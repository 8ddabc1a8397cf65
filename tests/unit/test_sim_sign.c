/* Simulation: counting and signing. */
#include "sim_bids.h"

/* ---- Counting ---- */

static void test_perft_counts_the_ways_of_the_next_events(void **unused) {
    const struct pip_setup setup = pip_setup_default(&bids_game, NULL, 3);
    /* Four faces twice, then any of three seats with three bids, then any of two, then one. */
    static const uint64_t ways[] = {1, 4, 16, 16 * 9, 16 * 9 * 6, 16 * 9 * 6 * 3, 0};
    const struct bids start = {0}, over = {.rolls = BID_ROLLS, .done = 7};
    (void)unused;
    for (size_t depth = 0; depth < LENGTH(ways); depth++)
        assert_int_equal(pip_sim_perft(&setup, &start, (int)depth), ways[depth]);
    assert_int_equal(pip_sim_perft(&setup, &over, 0), 1);
    assert_int_equal(pip_sim_perft(&setup, &over, 1), 0);
    for (int i = 0; pip_games[i]; i++) {
        const struct pip_setup real = pip_setup_first(pip_games[i]);
        uint64_t state[PIP_STATE_MAX / 8] = {0};
        real.game->start(&real, state);
        assert_int_equal(pip_sim_perft(&real, state, 0), 1);
    }
}

/* ---- Signing ---- */

static int with_another_move(const struct pip_setup *setup, const void *state, int seat,
                             pip_move *moves) {
    int count = bids_legal(setup, state, seat, moves);
    if (count > 0)
        moves[count++] = BID_ZERO + 9;
    return count;
}

static int with_another_score(const struct pip_setup *setup, const void *state, int seat,
                              struct pip_item *items) {
    int count = bids_score(setup, state, seat, items);
    items[1].points += seat == PIP_SEATS_MAX - 1;
    return count;
}

static enum pip_status with_another_effect(const struct pip_setup *setup, void *state,
                                           unsigned actor, pip_move move) {
    struct bids *s = state;
    enum pip_status status = bids_apply(setup, state, actor, move);
    if (s->done == 0xff)
        s->padding[3] = 1;
    return status;
}

/* Other numbers for the moves, and the same positions. */
static int with_other_numbers(const struct pip_setup *setup, const void *state, int seat,
                              pip_move *moves) {
    int count = bids_legal(setup, state, seat, moves);
    for (int i = 0; i < count; i++)
        moves[i] = (pip_move)(moves[i] + 50);
    return count;
}

static enum pip_status for_other_numbers(const struct pip_setup *setup, void *state, unsigned actor,
                                         pip_move move) {
    return bids_apply(setup, state, actor, actor == PIP_CHANCE ? move : (pip_move)(move - 50));
}

static void test_the_signature_changes_with_moves_effects_scores_and_setups(void **unused) {
    const uint64_t plain = pip_sim_signature(&bids_game);
    struct pip_game other = bids_game;
    (void)unused;
    assert_true(pip_sim_signature(&bids_game) == plain);
    assert_true(pip_sim_signature(&other) == plain);
    other.legal = with_another_move;
    assert_true(pip_sim_signature(&other) != plain);
    other.legal = with_other_numbers;
    other.apply = for_other_numbers;
    assert_true(pip_sim_signature(&other) != plain);
    other = bids_game;
    other.score = with_another_score;
    assert_true(pip_sim_signature(&other) != plain);
    other = bids_game;
    other.apply = with_another_effect;
    assert_true(pip_sim_signature(&other) != plain);
    other = bids_game;
    other.seats_max--;
    assert_true(pip_sim_signature(&other) != plain);
}

static unsigned rolls_seen; /* bit 4 a + b: a, then b */

static enum pip_status see_rolls(const struct pip_setup *setup, void *state, unsigned actor,
                                 pip_move move) {
    const struct bids *s = state;
    enum pip_status status = bids_apply(setup, state, actor, move);
    if (s->rolls == BID_ROLLS)
        rolls_seen |= 1u << (4 * s->roll[0] + s->roll[1]);
    return status;
}

static void test_a_signature_is_made_of_different_games(void **unused) {
    struct pip_game watched = bids_game;
    (void)unused;
    watched.apply = see_rolls;
    watched.seats_max = 1;
    rolls_seen = 0;
    pip_sim_signature(&watched);
    assert_true(__builtin_popcount(rolls_seen) >= 8);
}

static void test_signatures_can_be_repeated_and_tell_games_apart(void **unused) {
    const uint64_t pig = pip_sim_signature(&pip__pig);
    (void)unused;
    assert_true(pip_sim_signature(&pip__lost_cities) != pig);
    assert_true(pip_sim_signature(&pip__pig) == pig);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_perft_counts_the_ways_of_the_next_events),
        cmocka_unit_test(test_the_signature_changes_with_moves_effects_scores_and_setups),
        cmocka_unit_test(test_a_signature_is_made_of_different_games),
        cmocka_unit_test(test_signatures_can_be_repeated_and_tell_games_apart),
    };
    return cmocka_run_group_tests_name("sim_sign", tests, NULL, NULL);
}
