/* The last round of Roller against brute force through the game's table. */
#include "testing.h"

#include "games/roller/roller.h"
#include "solve/last_round.h"

#define DICE 4 /* 126 rolls instead of 1,287 */

static struct pip__roller_sheet data;
static struct pip_sheet sheet;

/* A shipped sheet with fewer dice. */
static struct pip_setup setup_on(int number, int seats) {
    sheet = *pip__roller.sheets[number];
    memcpy(&data, sheet.data, sizeof data);
    data.dice = DICE;
    sheet.data = &data;
    return pip_setup_default(&pip__roller, &sheet, seats);
}

/* The position before the last roll of a random game in which nearly every hex was filled. */
static struct pip__roller_state before_last(const struct pip_setup *setup, uint32_t game) {
    struct pip_seed seed = {.seed = 3, .game = game};
    struct pip_random random = pip_random_init(seed, 1);
    struct pip__roller_state s;
    memset(&s, 0, sizeof s);
    pip__roller.start(setup, &s);
    while (s.round + 1 < data.rounds) {
        struct pip_chance chance;
        pip_move moves[PIP_MOVES_MAX];
        if (s.phase == ROLLER_ROLL) {
            pip__roller.chance(setup, &s, &chance);
            pip__roller.apply(setup, &s, PIP_CHANCE, pip_seed_roll(seed, s.round, &chance));
            continue;
        }
        int seat = __builtin_ctz(s.acting), count = pip__roller.legal(setup, &s, seat, moves);
        pip_move move = moves[pip_random_below(&random, (uint32_t)count)];
        assert_int_equal(pip__roller.apply(setup, &s, (unsigned)seat, move), PIP_OK);
    }
    for (int kept = 0; s.seat[0].empty >> kept != 0; kept++) { /* leave eight or so */
        uint64_t hex = (uint64_t)1 << kept;
        int number = ROLLER_LOWEST + kept % ROLLER_NUMBERS;
        if ((s.seat[0].empty & hex) && pip__roller_count(s.seat[0].empty) > 8 &&
            (pip__roller_next(&data, &s.seat[0], number, 0) & hex)) {
            s.seat[0].empty &= ~hex;
            *pip__roller_held(&s.seat[0], number) |= hex;
        }
    }
    assert_int_equal(pip__roller.check(setup, &s), PIP_OK);
    return s;
}

static void roll(const struct pip_setup *setup, struct pip__roller_state *s, uint32_t outcome) {
    assert_int_equal(pip__roller.apply(setup, s, PIP_CHANCE, (pip_move)outcome), PIP_OK);
}

/* Every order of every step, as often as it comes. */
static int32_t brute_force(const struct pip_setup *setup, const struct pip__roller_state *s) {
    pip_move moves[PIP_MOVES_MAX];
    int32_t best = INT32_MIN;
    if (s->phase == ROLLER_OVER)
        return pip_score_total(setup, s, 0);
    int count = pip__roller.legal(setup, s, 0, moves);
    for (int i = 0; i < count; i++) {
        struct pip__roller_state after = *s;
        assert_int_equal(pip__roller.apply(setup, &after, 0, moves[i]), PIP_OK);
        int32_t points = brute_force(setup, &after);
        best = points > best ? points : best;
    }
    return best;
}

static void test_the_best_last_turn_is_that_of_brute_force(void **state) {
    (void)state;
    for (int number = 0; number < 3; number++) {
        struct pip_setup setup = setup_on(number, 1);
        for (uint32_t game = 0; game < 12; game++) {
            struct pip__roller_state s = before_last(&setup, game);
            struct pip__last_turn best;
            roll(&setup, &s, game * 10 + (uint32_t)number);
            assert_null(pip__last_turn(&setup, &s, &best));
            assert_int_equal(best.points, brute_force(&setup, &s));
            for (int i = 0; i < best.line.steps; i++)
                assert_int_equal(pip__roller.apply(&setup, &s, 0, best.line.step[i]), PIP_OK);
            assert_int_equal(s.phase, ROLLER_OVER);
            assert_int_equal(pip_score_total(&setup, &s, 0), best.points);
        }
    }
}

static void test_what_to_expect_is_the_mean_over_all_rolls(void **state) {
    struct pip_setup setup = setup_on(2, 1);
    struct pip__roller_state before = before_last(&setup, 40);
    struct pip__last_mean one, three;
    struct pip_chance chance;
    int64_t sum = 0;
    (void)state;
    pip__roller.chance(&setup, &before, &chance);
    for (uint32_t outcome = 0; outcome < pip_chance_outcomes(&chance); outcome++) {
        struct pip__roller_state s = before;
        roll(&setup, &s, outcome);
        sum += (int64_t)pip_chance_weight(&chance, (pip_move)outcome) * brute_force(&setup, &s);
    }
    assert_null(pip__last_mean(&setup, &before, 1, &one));
    assert_null(pip__last_mean(&setup, &before, 3, &three));
    assert_int_equal(one.sum, sum);
    assert_int_equal(one.weights, 6 * 6 * 6 * 6);
    assert_memory_equal(&one, &three, sizeof one);
}

static void test_what_a_bot_gives_away_does_not_depend_on_threads(void **state) {
    struct pip_setup setup = setup_on(1, 1);
    struct pip__player random = {.bot = pip_bot_find(pip_span_of("random"))};
    struct pip__player greedy = {.bot = pip_bot_find(pip_span_of("greedy"))};
    struct pip__last_fare worse, better, again;
    (void)state;
    assert_null(pip__last_play(&setup, random, 1, 12, 1, &worse));
    assert_null(pip__last_play(&setup, greedy, 1, 12, 1, &better));
    assert_null(pip__last_play(&setup, greedy, 1, 12, 3, &again));
    assert_memory_equal(&better, &again, sizeof better);
    assert_true(worse.loss > better.loss && better.loss >= 0 && worse.most >= (int32_t)worse.loss);
    assert_true(worse.best < better.best && better.best <= 12);
}

static void test_only_a_last_round_alone_is_solved(void **state) {
    struct pip_setup alone = setup_on(0, 1), two = setup_on(0, 2);
    struct pip__roller_state s = before_last(&alone, 1), early = s, pair = before_last(&two, 1);
    struct pip__last_turn best;
    struct pip__last_mean mean;
    (void)state;
    assert_non_null(pip__last_turn(&alone, &s, &best)); /* has to be rolled first */
    assert_non_null(pip__last_mean(&two, &pair, 1, &mean));
    roll(&alone, &s, 0);
    assert_non_null(pip__last_mean(&alone, &s, 1, &mean));
    early.round--;
    assert_non_null(pip__last_mean(&alone, &early, 1, &mean));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_best_last_turn_is_that_of_brute_force),
        cmocka_unit_test(test_what_to_expect_is_the_mean_over_all_rolls),
        cmocka_unit_test(test_what_a_bot_gives_away_does_not_depend_on_threads),
        cmocka_unit_test(test_only_a_last_round_alone_is_solved),
    };
    return cmocka_run_group_tests_name("last_round", tests, NULL, NULL);
}
