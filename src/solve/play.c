/* How a player fares: its choices in seeded games, each held against the truth. */
#include "tables.h"
#include <stdlib.h>
#include <string.h>

struct result {
    int32_t score;
    uint32_t decisions;
    int64_t loss; /* all that was given away */
};

struct series {
    const struct pip__truth *truth;
    struct pip__player player;
    uint64_t seed;
    uint32_t games, wave; /* a wave of games is a layer: between them there is progress to tell */
    struct result *result;
    _Atomic bool short_of_memory;
    pip__truth_progress *progress;
    void *context;
};

#define WAVES 100u

/* The whole turn of the best player. */
static void best_line(const struct pip__truth *truth, const void *state, struct pip_line *line) {
    const struct pip_setup *setup = &truth->setup;
    struct pip__lc_state s;
    memcpy(&s, state, sizeof s);
    line->steps = 0;
    while (setup->game->actor(setup, &s) == 1 && line->steps < PIP_STEPS_MAX) {
        pip_move move = pip__truth_best(truth, &s);
        line->step[line->steps++] = move;
        setup->game->apply(setup, &s, 0, move);
    }
}

static void decide(const struct series *series, struct pip__lc_state *s, struct pip_mind *mind,
                   struct result *result) {
    const struct pip_setup *setup = &series->truth->setup;
    struct pip_line line;
    if (series->player.bot)
        line = *pip_bot_choose(series->player.bot, setup, s, 0, mind);
    else
        best_line(series->truth, s, &line);
    result->loss += pip__truth_loss(series->truth, s, &line);
    result->decisions++;
    for (int i = 0; i < line.steps; i++)
        setup->game->apply(setup, s, 0, line.step[i]);
}

static void play_game(void *context, uint32_t layer, uint32_t block) {
    struct series *series = context;
    const struct pip_setup *setup = &series->truth->setup;
    uint32_t number = layer * series->wave + block, roll = 0;
    struct pip_seed seed = {series->seed, number};
    struct result *result = &series->result[number];
    struct pip_mind *mind = pip__player_mind(&series->player, seed);
    struct pip__lc_state s = {0};
    if (!mind) {
        series->short_of_memory = true;
        return;
    }
    setup->game->start(setup, &s);
    for (pip_actors actors; (actors = setup->game->actor(setup, &s)) != PIP_ACTORS_OVER;) {
        struct pip_chance chance;
        if (actors != PIP_ACTORS_CHANCE) {
            decide(series, &s, mind, result);
            continue;
        }
        setup->game->chance(setup, &s, &chance);
        setup->game->apply(setup, &s, PIP_CHANCE, pip_seed_roll(seed, roll++, &chance));
    }
    result->score = pip_score_total(setup, &s, 0);
    free(mind);
}

static uint32_t games_of_wave(void *context, uint32_t layer) {
    const struct series *series = context;
    uint32_t first = layer * series->wave;
    return series->games - first < series->wave ? series->games - first : series->wave;
}

static bool tell(void *context, uint32_t layer) {
    struct series *series = context;
    double played = (double)(layer + 1) * series->wave / series->games;
    return !series->short_of_memory &&
           (!series->progress || series->progress(series->context, played < 1 ? played : 1));
}

static void add_up(const struct series *series, struct pip__fare *fare) {
    double n = series->games, score = 0, scores = 0, loss = 0, losses = 0, decisions = 0;
    for (uint32_t i = 0; i < series->games; i++) {
        const struct result *r = &series->result[i];
        double given = pip__truth_points(series->truth, r->loss);
        score += r->score;
        scores += (double)r->score * r->score;
        loss += given;
        losses += given * given;
        decisions += r->decisions;
    }
    *fare = (struct pip__fare){.score = score / n,
                               .score_error = pip__mean_error(score, scores, n),
                               .loss = loss / n,
                               .loss_error = pip__mean_error(loss, losses, n),
                               .decisions = decisions / n};
}

pip__truth_fault pip__truth_play(const struct pip__truth *truth, struct pip__player player,
                                 uint64_t seed, uint32_t games, int threads,
                                 pip__truth_progress *progress, void *context,
                                 struct pip__fare *fare) {
    struct series series = {.truth = truth,
                            .player = player,
                            .seed = seed,
                            .games = games,
                            .wave = (games - 1) / WAVES + 1,
                            .result = calloc(games, sizeof *series.result),
                            .progress = progress,
                            .context = context};
    struct pip__sweep sweep = {.layers = (games - 1) / series.wave + 1,
                               .blocks = games_of_wave,
                               .work = play_game,
                               .done = tell,
                               .context = &series};
    if (!series.result)
        return "there is not enough memory";
    bool good = pip__sweep_run(&sweep, threads);
    if (good)
        add_up(&series, fare);
    free(series.result);
    if (good)
        return NULL;
    return series.short_of_memory ? "there is not enough memory" : "it was given up";
}
