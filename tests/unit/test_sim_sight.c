/* Simulation: what bots are shown. */
#include "testing.h"

#include "games/games.h"
#include <pipwright/sim.h>

/* ---- What bots see ----
 *
 * The test follows the game by the events it is told, and keeps for every seat what that seat may
 * know. A bot that spies compares it with what it is shown. */

static struct {
    const struct pip_setup *setup;
    uint64_t real[PIP_STATE_MAX / 8];
    uint64_t known[PIP_SEATS_MAX][PIP_STATE_MAX / 8];
    pip_actors together; /* who began to act at the same time, 0 if nobody does */
    struct pip_random random[PIP_SEATS_MAX];
    int alone, unseen; /* choices of a single actor; choices where something was hidden */
    int steps;         /* second and further steps of a choice that others make, too */
} watch;

static bool is_several(pip_actors actors) {
    return actors != PIP_ACTORS_CHANCE && (actors & (actors - 1)) != 0;
}

static void watch_begins(const struct pip_setup *setup, struct pip_seed seed) {
    memset(watch.real, 0, sizeof watch.real);
    watch.setup = setup;
    setup->game->start(setup, watch.real);
    for (int seat = 0; seat < setup->seats; seat++) {
        memcpy(watch.known[seat], watch.real, sizeof watch.real);
        watch.random[seat] = pip_random_init(seed, (uint32_t)seat);
    }
    watch.together = 0;
}

static void watch_event(void *context, unsigned actor, pip_move move) {
    const struct pip_game *game = watch.setup->game;
    pip_actors actors = game->actor(watch.setup, watch.real);
    (void)context;
    if (!watch.together && is_several(actors))
        watch.together = actors;
    assert_int_equal(game->apply(watch.setup, watch.real, actor, move), PIP_OK);
    pip_actors next = game->actor(watch.setup, watch.real);
    bool goes_on = watch.together && next != PIP_ACTORS_CHANCE && (next & watch.together) != 0;
    if (goes_on) { /* only who acted knows */
        assert_int_equal(game->apply(watch.setup, watch.known[actor], actor, move), PIP_OK);
        return;
    }
    watch.together = 0;
    for (int seat = 0; seat < watch.setup->seats; seat++)
        memcpy(watch.known[seat], watch.real, sizeof watch.real);
}

static void rank_as_a_spy(const struct pip_setup *setup, const void *state, int seat,
                          struct pip_mind *mind) {
    size_t size = setup->game->state_size;
    pip_actors now = setup->game->actor(setup, watch.real);
    assert_memory_equal(state, watch.known[seat], size);
    if (!watch.together && !is_several(now)) {
        watch.alone++;
        assert_int_equal(now, 1 << seat);
        assert_memory_equal(state, watch.real, size);
    }
    if (memcmp(state, watch.real, size) != 0)
        watch.unseen++;
    else
        watch.steps += watch.together != 0;
    /* Every seat has its own stream, and nobody else draws from it. */
    assert_true(mind->random.state == watch.random[seat].state);
    pip_bots[0]->rank(setup, state, seat, mind);
    watch.random[seat] = mind->random;
}

static void spy_on(const struct pip_game *game, int seats, const char *option, uint32_t games) {
    static const struct pip_bot spy = {.name = "spy", .rank = rank_as_a_spy};
    const struct pip_bot *const bots[] = {&spy, &spy, &spy, &spy, &spy};
    struct pip_setup setup = pip_setup_default(game, NULL, seats);
    struct pip_sim_totals totals = {0};
    if (option)
        assert_int_equal(pip_setup_option(&setup, pip_span_of(option)), PIP_OK);
    watch.alone = watch.unseen = watch.steps = 0;
    for (uint32_t i = 0; i < games; i++) {
        uint64_t state[PIP_STATE_MAX / 8];
        const struct pip_seed seed = {5, i};
        watch_begins(&setup, seed);
        pip_sim_play(&setup, bots, seed, watch_event, NULL, state, &totals);
        assert_memory_equal(state, watch.real, sizeof state);
    }
    assert_int_equal(totals.games, games);
}

static void test_seats_that_act_together_do_not_see_each_other(void **unused) {
    (void)unused;
    for (int seats = 3; seats <= 5; seats++) {
        spy_on(&pip__lost_cities, seats, NULL, 20);
        assert_true(watch.alone > 200 && watch.unseen > 200 && watch.steps > 20);
    }
    spy_on(&pip__roller, 3, NULL, 5);
    assert_true(watch.alone == 0 && watch.unseen > 100 && watch.steps > 100);
}

static void test_a_seat_that_acts_alone_sees_everything(void **unused) {
    (void)unused;
    spy_on(&pip__lost_cities, 1, NULL, 20);
    assert_true(watch.alone > 200 && watch.unseen == 0);
    spy_on(&pip__lost_cities, 2, NULL, 20);
    assert_true(watch.alone > 200 && watch.unseen == 0);
    spy_on(&pip__lost_cities, 4, "order=sequence", 20);
    assert_true(watch.alone > 200 && watch.unseen == 0);
    spy_on(&pip__pig, 3, NULL, 20);
    assert_true(watch.alone > 200 && watch.unseen == 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_seats_that_act_together_do_not_see_each_other),
        cmocka_unit_test(test_a_seat_that_acts_alone_sees_everything),
    };
    return cmocka_run_group_tests_name("sim_sight", tests, NULL, NULL);
}
