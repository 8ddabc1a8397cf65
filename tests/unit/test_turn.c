/* One turn of Escape: the solver against brute force that remembers nothing, on positions that are
 * small enough for it; and no bot's mean is above the best. */
#include "bots/think.h"
#include "games/escape/escape.h"
#include "solve/turn.h"
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define SLOTS (1u << 20)
#define BUDGET 30000 /* nodes of brute force */
#define CLOSE 1e-4   /* thousandths; far above what rounding does */

struct scene {
    struct pip_setup setup;
    struct pip__turn turn;
    uint32_t nodes;
};

static void open_scene(struct scene *scene, int seats) {
    *scene = (struct scene){.setup = pip_setup_default(&pip__escape, NULL, seats)};
    scene->turn.slots = SLOTS;
    scene->turn.slot = calloc(SLOTS, sizeof *scene->turn.slot);
    scene->turn.mind = calloc(1, sizeof *scene->turn.mind);
    assert_non_null(scene->turn.slot);
    assert_non_null(scene->turn.mind);
}

static void close_scene(struct scene *scene) {
    free(scene->turn.slot);
    free(scene->turn.mind);
}

/* A turn from this position on, with an empty table. */
static pip__truth_fault begin(struct scene *scene, const void *state) {
    scene->turn.setup = &scene->setup;
    memset(scene->turn.slot, 0, SLOTS * sizeof *scene->turn.slot);
    return pip__turn_begin(&scene->turn, NULL, state);
}

/* ---- Brute force: every order of every step, in floating point, by the game's table alone ---- */

static bool is_done(const struct scene *scene, const struct pip__es_state *s) {
    const struct pip_game *game = scene->setup.game;
    pip_actors actors = game->actor(&scene->setup, s);
    return game->turn(&scene->setup, s) != scene->turn.number || actors == PIP_ACTORS_OVER ||
           (actors != PIP_ACTORS_CHANCE && actors != 1u << scene->turn.seat);
}

static double value(struct scene *scene, const struct pip__es_state *s) {
    const struct pip_setup *setup = &scene->setup;
    struct pip__thinker thinker = {setup, scene->turn.net, scene->turn.mind};
    struct pip_candidate c;
    if (!scene->turn.net)
        return setup->game->evaluate(setup, s, scene->turn.seat);
    pip__value(&thinker, s, scene->turn.seat, &c);
    return c.value;
}

/* What a player makes of the turn; a NULL player is the best. */
struct policy {
    const struct pip_bot *bot;
    struct pip_mind *mind;
};

static double mean(struct scene *scene, const struct pip__es_state *s, struct policy policy);

static double rolled(struct scene *scene, const struct pip__es_state *s, struct policy policy) {
    const struct pip_setup *setup = &scene->setup;
    struct pip_chance chance;
    double sum = 0, weights = 0;
    setup->game->chance(setup, s, &chance);
    for (uint32_t i = 0; i < pip_chance_outcomes(&chance); i++) {
        struct pip__es_state after = *s;
        double weight = pip_chance_weight(&chance, (pip_move)i);
        setup->game->apply(setup, &after, PIP_CHANCE, (pip_move)i);
        sum += weight * mean(scene, &after, policy);
        weights += weight;
    }
    return sum / weights;
}

static double chosen(struct scene *scene, const struct pip__es_state *s, struct policy policy) {
    const struct pip_setup *setup = &scene->setup;
    struct pip__es_state after = *s;
    policy.mind->random = pip_random_init((struct pip_seed){1, scene->nodes}, 0);
    policy.mind->nodes = 20;
    struct pip_line line = *pip_bot_choose(policy.bot, setup, s, scene->turn.seat, policy.mind);
    for (int i = 0; i < line.steps; i++)
        assert_int_equal(
            setup->game->apply(setup, &after, (unsigned)scene->turn.seat, line.step[i]), PIP_OK);
    return mean(scene, &after, policy);
}

static double mean(struct scene *scene, const struct pip__es_state *s, struct policy policy) {
    const struct pip_setup *setup = &scene->setup;
    pip_move moves[PIP_MOVES_MAX];
    double best = -1e300;
    if (++scene->nodes > BUDGET)
        return 0;
    if (is_done(scene, s))
        return value(scene, s);
    if (setup->game->actor(setup, s) == PIP_ACTORS_CHANCE)
        return rolled(scene, s, policy);
    if (policy.bot)
        return chosen(scene, s, policy);
    int count = setup->game->legal(setup, s, scene->turn.seat, moves);
    for (int i = 0; i < count; i++) {
        struct pip__es_state after = *s;
        setup->game->apply(setup, &after, (unsigned)scene->turn.seat, moves[i]);
        best = fmax(best, mean(scene, &after, policy));
    }
    return best;
}

/* ---- Positions ---- */

/* Random games; now and then most dice are cursed, so that turns are short. Calls `look` where the
 * active seat or its dice come next. */
static void wander(struct scene *scene, uint32_t seed, int events,
                   void (*look)(struct scene *scene, const struct pip__es_state *s, void *context),
                   void *context) {
    const struct pip_game *game = scene->setup.game;
    struct pip_random random = pip_random_init((struct pip_seed){seed, 0}, 0);
    struct pip__es_state s = {0};
    game->start(&scene->setup, &s);
    for (int i = 0; i < events && s.phase != ES_OVER; i++) {
        struct pip_chance chance;
        pip_move moves[PIP_MOVES_MAX];
        if (s.phase == ES_BEFORE_ROLL && !s.begun && pip_random_below(&random, 2)) {
            s.unrolled = (uint8_t)(1 + pip_random_below(&random, 3));
            memset(s.cursed, 0, sizeof s.cursed);
            s.cursed[0] = (uint8_t)(ES_DICE - s.unrolled);
        }
        if (s.phase != ES_CHOOSING_SIDES && s.acting == s.active &&
            pip_random_below(&random, 3) == 0)
            look(scene, &s, context);
        if (game->actor(&scene->setup, &s) == PIP_ACTORS_CHANCE) {
            game->chance(&scene->setup, &s, &chance);
            uint32_t outcome = pip_random_below(&random, pip_chance_outcomes(&chance));
            game->apply(&scene->setup, &s, PIP_CHANCE, (pip_move)outcome);
            continue;
        }
        int count = game->legal(&scene->setup, &s, s.acting, moves);
        game->apply(&scene->setup, &s, s.acting, moves[pip_random_below(&random, (uint32_t)count)]);
    }
}

struct tally {
    int compared, rolls;
    bool by_hand;
};

static void compare(struct scene *scene, const struct pip__es_state *s, void *context) {
    struct tally *tally = context;
    int64_t worth;
    if (begin(scene, s) != NULL)
        return;
    if (tally->by_hand)
        scene->turn.net = NULL;
    scene->nodes = 0;
    double best = mean(scene, s, (struct policy){0});
    if (scene->nodes > BUDGET)
        return;
    assert_null(pip__turn_worth(&scene->turn, s, &worth));
    double told = (double)worth / (double)PIP__TURN_ONE;
    assert_true(fabs(told - best) < CLOSE);
    tally->compared++;
    tally->rolls += s->unrolled > 0;
}

static void test_a_turn_is_worth_what_brute_force_finds(void **state) {
    (void)state;
    for (int seats = 2; seats <= 4; seats++) {
        struct tally tally = {0}, by_hand = {.by_hand = true};
        struct scene scene;
        open_scene(&scene, seats);
        for (uint32_t seed = 1; seed <= 2; seed++)
            wander(&scene, seed, 100, compare, &tally);
        wander(&scene, 9, 60, compare, &by_hand);
        assert_true(tally.compared >= 10 && tally.rolls >= 3);
        assert_true(by_hand.compared >= 3);
        close_scene(&scene);
    }
}

static void beat(struct scene *scene, const struct pip__es_state *s, void *context) {
    struct tally *tally = context;
    int64_t worth;
    if (tally->compared >= 5 || s->unrolled > 2 || begin(scene, s) != NULL)
        return;
    if (pip__turn_worth(&scene->turn, s, &worth) != NULL)
        return;
    double told = (double)worth / (double)PIP__TURN_ONE;
    for (int i = 0; pip_bots[i]; i++) {
        struct policy policy = {pip_bots[i], calloc(1, sizeof *policy.mind)};
        assert_non_null(policy.mind);
        scene->nodes = 0;
        double fares = mean(scene, s, policy);
        assert_true(scene->nodes <= BUDGET);
        assert_true(fares <= told + CLOSE);
        free(policy.mind);
    }
    tally->compared++;
}

static void test_no_bot_has_a_higher_mean(void **state) {
    struct tally tally = {0};
    struct scene scene;
    (void)state;
    open_scene(&scene, 2);
    for (uint32_t seed = 21; seed <= 22; seed++)
        wander(&scene, seed, 120, beat, &tally);
    assert_true(tally.compared >= 5);
    close_scene(&scene);
}

/* ---- What is refused ---- */

static void test_others_and_too_many_positions_are_refused(void **state) {
    struct scene scene;
    struct pip__es_state s = {0};
    int64_t worth;
    (void)state;
    open_scene(&scene, 2);
    scene.setup.game->start(&scene.setup, &s);
    assert_non_null(begin(&scene, &s)); /* sides are chosen before the first turn */
    scene.setup.game->apply(&scene.setup, &s, 0, ES_CHOOSE);
    scene.setup.game->apply(&scene.setup, &s, 1, ES_CHOOSE + 1);
    assert_null(begin(&scene, &s));
    scene.turn.slots = 1024;
    assert_non_null(strstr(pip__turn_worth(&scene.turn, &s, &worth), "too many positions"));
    assert_int_equal(scene.turn.used, 768);
    s.phase = ES_TAKING;
    s.acting = 1;
    s.pool = pip__es_dice_of(ES_KEY);
    scene.turn.slots = SLOTS;
    assert_non_null(begin(&scene, &s));
    close_scene(&scene);
}

/* ---- Players ---- */

static void test_players_never_gain_on_the_best_and_threads_change_nothing(void **state) {
    struct pip_setup setup = pip_setup_default(&pip__escape, NULL, 2);
    struct pip__player players[] = {{.bot = pip_bots[0]}, {.bot = pip_bots[1]}};
    struct pip__turn_series series = {.setup = &setup,
                                      .player = players,
                                      .players = 2,
                                      .seed = 5,
                                      .positions = 4,
                                      .slots = 1u << 20,
                                      .threads = 1};
    struct pip__turn_fare one, two;
    (void)state;
    assert_null(pip__turn_play(&series, &one));
    series.threads = 2;
    assert_null(pip__turn_play(&series, &two));
    assert_memory_equal(&one, &two, sizeof one);
    assert_int_equal(one.solved + one.large, 4);
    assert_true(one.solved > 0);
    for (int i = 0; i < 2; i++) {
        assert_true(one.player[i].least >= 0);
        assert_true(one.player[i].decisions > one.solved);
        assert_true(one.player[i].best <= one.player[i].decisions);
    }
    assert_true(one.player[0].loss > 0); /* random gives something away */
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_turn_is_worth_what_brute_force_finds),
        cmocka_unit_test(test_no_bot_has_a_higher_mean),
        cmocka_unit_test(test_others_and_too_many_positions_are_refused),
        cmocka_unit_test(test_players_never_gain_on_the_best_and_threads_change_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
