/* How a player chooses in the last round of Roller: seeded games, each end held against the truth.
 */
#include "games/roller/roller.h"
#include "last_round.h"
#include <stdlib.h>

struct result {
    int32_t score, loss;
};

struct series {
    const struct pip_setup *setup;
    struct pip__player player;
    uint64_t seed;
    uint32_t games;
    struct result *result;
    _Atomic bool short_of_memory;
};

static uint32_t count_games(void *context, uint32_t layer) {
    (void)layer;
    return ((const struct series *)context)->games;
}

/* Plays on, up to a choice in the last round or to the end of the game. */
static void play_on(const struct series *series, struct pip__roller_state *s, struct pip_mind *mind,
                    struct pip_seed seed, uint32_t *roll, bool to_the_end) {
    const struct pip_setup *setup = series->setup;
    int rounds = pip__roller_sheet_of(setup)->rounds;
    while (s->phase != ROLLER_OVER) {
        struct pip_chance chance;
        if (s->phase == ROLLER_ROLL) {
            setup->game->chance(setup, s, &chance);
            setup->game->apply(setup, s, PIP_CHANCE, pip_seed_roll(seed, (*roll)++, &chance));
            continue;
        }
        if (s->round + 1 == rounds && !to_the_end)
            return;
        const struct pip_line *line = pip_bot_choose(series->player.bot, setup, s, 0, mind);
        for (int i = 0; i < line->steps; i++)
            setup->game->apply(setup, s, 0, line->step[i]);
    }
}

static void play_game(void *context, uint32_t layer, uint32_t game) {
    struct series *series = context;
    struct pip_seed seed = {series->seed, game};
    struct pip_mind *mind = pip__player_mind(&series->player, seed);
    struct pip__roller_state s = {0};
    struct pip__last_turn best = {0};
    uint32_t roll = 0;
    (void)layer;
    if (!mind) {
        series->short_of_memory = true;
        return;
    }
    series->setup->game->start(series->setup, &s);
    play_on(series, &s, mind, seed, &roll, false);
    if (pip__last_turn(series->setup, &s, &best))
        series->short_of_memory = true;
    play_on(series, &s, mind, seed, &roll, true);
    int32_t score = pip_score_total(series->setup, &s, 0);
    series->result[game] = (struct result){score, best.points - score};
    free(mind);
}

static void add_up(const struct series *series, struct pip__last_fare *fare) {
    double n = series->games, loss = 0, losses = 0, score = 0;
    *fare = (struct pip__last_fare){0};
    for (uint32_t i = 0; i < series->games; i++) {
        const struct result *r = &series->result[i];
        fare->best += r->loss == 0;
        fare->most = r->loss > fare->most ? r->loss : fare->most;
        loss += r->loss;
        losses += (double)r->loss * r->loss;
        score += r->score;
    }
    fare->loss = loss / n;
    fare->loss_error = pip__mean_error(loss, losses, n);
    fare->score = score / n;
}

pip__truth_fault pip__last_play(const struct pip_setup *setup, struct pip__player player,
                                uint64_t seed, uint32_t games, int threads,
                                struct pip__last_fare *fare) {
    struct series series = {.setup = setup, .player = player, .seed = seed, .games = games};
    struct pip__sweep sweep = {
        .layers = 1, .blocks = count_games, .work = play_game, .context = &series};
    series.result = calloc(games, sizeof *series.result);
    if (series.result)
        pip__sweep_run(&sweep, threads);
    if (series.result && !series.short_of_memory)
        add_up(&series, fare);
    bool failed = !series.result || series.short_of_memory;
    free(series.result);
    return failed ? "there is not enough memory" : NULL;
}
