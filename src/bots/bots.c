#include <pipwright/bot.h>
#include <string.h>

/* ---- random ---- */

static pip_move choose_random(const struct pip_setup *setup, const void *state, int seat,
                              struct pip_random *random) {
    pip_move moves[PIP_MOVES_MAX];
    int count = setup->game->legal(setup, state, seat, moves);
    return moves[pip_random_below(random, (uint32_t)count)];
}

static const struct pip_bot random_bot = {
    .name = "random",
    .summary = "any legal move, all equally likely",
    .choose = choose_random,
};

/* ---- greedy ----
 *
 * Plays out its own steps until somebody else (or the dice) must act, and takes the first step of
 * the line that the game's evaluation likes best; where the game can plan a turn, that turn's. */

#define GREEDY_STEPS 4 /* deep enough for a chain of accelerations */

static int32_t evaluate(const struct pip_setup *setup, const void *state, int seat) {
    if (setup->game->evaluate)
        return setup->game->evaluate(setup, state, seat);
    return pip_score_total(setup, state, seat) * 1000;
}

static int32_t best_line(const struct pip_setup *setup, const void *state, int seat, int steps,
                         pip_move *first) {
    const struct pip_game *game = setup->game;
    pip_move moves[PIP_MOVES_MAX];
    int count = game->legal(setup, state, seat, moves);
    int32_t best = INT32_MIN;
    for (int i = 0; i < count; i++) {
        uint64_t after[PIP_STATE_MAX / 8];
        pip_move ignored;
        memcpy(after, state, game->state_size);
        game->apply(setup, after, (unsigned)seat, moves[i]);
        bool goes_on = steps > 1 && (game->actor(setup, after) >> seat & 1);
        int32_t value = goes_on ? best_line(setup, after, seat, steps - 1, &ignored)
                                : evaluate(setup, after, seat);
        if (value > best) {
            best = value;
            *first = moves[i];
        }
    }
    return best;
}

static pip_move choose_greedy(const struct pip_setup *setup, const void *state, int seat,
                              struct pip_random *random) {
    pip_move move = 0, steps[PIP_MOVES_MAX];
    (void)random;
    if (setup->game->plan) {
        setup->game->plan(setup, state, seat, steps);
        return steps[0];
    }
    best_line(setup, state, seat, GREEDY_STEPS, &move);
    return move;
}

static const struct pip_bot greedy_bot = {
    .name = "greedy",
    .summary = "looks one turn ahead for points and promise",
    .choose = choose_greedy,
};

/* ---- the list ---- */

const struct pip_bot *const pip_bots[] = {&random_bot, &greedy_bot, NULL};

const struct pip_bot *pip_bot_find(struct pip_span name) {
    for (int i = 0; pip_bots[i]; i++) {
        if (pip_span_is(name, pip_bots[i]->name))
            return pip_bots[i];
    }
    return NULL;
}
