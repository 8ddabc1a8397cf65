#include "last_round.h"
#include "games/roller/roller.h"
#include <stdlib.h>
#include <string.h>

static const char *const no_memory = "there is not enough memory";

/* ---- A turn ---- */

/* Positions are known again by a hash of 64 bits. Two of a million have the same with a chance of
 * 3 in 100 million. */
struct hunt {
    const struct pip_setup *setup;
    uint64_t *seen; /* 0: free */
    size_t slots;   /* a power of two */
    struct pip_line line;
    struct pip__last_turn best;
};

static void put(uint64_t *seen, size_t slots, uint64_t hash) {
    size_t at = hash & (slots - 1);
    while (seen[at])
        at = (at + 1) & (slots - 1);
    seen[at] = hash;
}

static bool make_room(struct hunt *hunt) {
    size_t slots = hunt->slots ? 4 * hunt->slots : 4096;
    uint64_t *wider = calloc(slots, sizeof *wider);
    if (!wider)
        return false;
    for (size_t i = 0; i < hunt->slots; i++) {
        if (hunt->seen[i])
            put(wider, slots, hunt->seen[i]);
    }
    free(hunt->seen);
    hunt->seen = wider;
    hunt->slots = slots;
    return true;
}

static bool is_new(struct hunt *hunt, uint64_t hash) {
    hash += hash == 0;
    for (size_t at = hash & (hunt->slots - 1); hunt->seen[at]; at = (at + 1) & (hunt->slots - 1)) {
        if (hunt->seen[at] == hash)
            return false;
    }
    put(hunt->seen, hunt->slots, hash);
    hunt->best.positions++;
    return true;
}

/* Everything that can follow; false without memory. */
static bool try_all(struct hunt *hunt, const struct pip__roller_state *s) {
    const struct pip_game *game = hunt->setup->game;
    pip_move moves[PIP_MOVES_MAX];
    if (game->actor(hunt->setup, s) == PIP_ACTORS_OVER) {
        int32_t points = pip_score_total(hunt->setup, s, 0);
        if (points > hunt->best.points) {
            hunt->best.points = points;
            hunt->best.line = hunt->line;
        }
        return true;
    }
    int count = game->legal(hunt->setup, s, 0, moves);
    for (int i = 0; i < count; i++) {
        struct pip__roller_state after = *s;
        if (2 * hunt->best.positions >= hunt->slots && !make_room(hunt))
            return false;
        game->apply(hunt->setup, &after, 0, moves[i]);
        if (!is_new(hunt, pip_state_hash(hunt->setup, &after)))
            continue;
        hunt->line.step[hunt->line.steps++] = moves[i];
        if (!try_all(hunt, &after))
            return false;
        hunt->line.steps--;
    }
    return true;
}

static bool is_last(const struct pip_setup *setup, const struct pip__roller_state *s) {
    return s->round + 1 == pip__roller_sheet_of(setup)->rounds;
}

pip__truth_fault pip__last_turn(const struct pip_setup *setup, const void *state,
                                struct pip__last_turn *best) {
    struct hunt hunt = {.setup = setup, .best.points = INT32_MIN};
    struct pip__roller_state s;
    memcpy(&s, state, sizeof s);
    if (setup->seats != 1 || !is_last(setup, &s) || s.phase != ROLLER_WRITE)
        return "only one who plays alone, and acts in the last round, is told the best turn";
    bool done = make_room(&hunt) && try_all(&hunt, &s);
    free(hunt.seen);
    *best = hunt.best;
    return done ? NULL : no_memory;
}

/* ---- All rolls ---- */

struct rolls {
    const struct pip_setup *setup;
    struct pip__roller_state before;
    uint32_t outcomes;
    struct pip__last_turn *best; /* of each */
    _Atomic bool failed;
};

static uint32_t count_rolls(void *context, uint32_t layer) {
    (void)layer;
    return ((const struct rolls *)context)->outcomes;
}

static void try_roll(void *context, uint32_t layer, uint32_t outcome) {
    struct rolls *rolls = context;
    struct pip__roller_state s = rolls->before;
    (void)layer;
    rolls->setup->game->apply(rolls->setup, &s, PIP_CHANCE, (pip_move)outcome);
    if (pip__last_turn(rolls->setup, &s, &rolls->best[outcome]))
        rolls->failed = true;
}

pip__truth_fault pip__last_mean(const struct pip_setup *setup, const void *state, int threads,
                                struct pip__last_mean *mean) {
    struct rolls rolls = {.setup = setup};
    struct pip__sweep sweep = {
        .layers = 1, .blocks = count_rolls, .work = try_roll, .context = &rolls};
    struct pip_chance chance;
    memcpy(&rolls.before, state, sizeof rolls.before);
    if (setup->seats != 1 || !is_last(setup, &rolls.before) || rolls.before.phase != ROLLER_ROLL)
        return "only one who plays alone, before the last roll, is told what to expect";
    setup->game->chance(setup, state, &chance);
    rolls.outcomes = pip_chance_outcomes(&chance);
    rolls.best = calloc(rolls.outcomes, sizeof *rolls.best);
    if (!rolls.best)
        return no_memory;
    pip__sweep_run(&sweep, threads);
    *mean = (struct pip__last_mean){0};
    for (uint32_t i = 0; i < rolls.outcomes; i++) {
        int64_t weight = pip_chance_weight(&chance, (pip_move)i);
        mean->sum += weight * rolls.best[i].points;
        mean->weights += weight;
        mean->positions += rolls.best[i].positions;
    }
    free(rolls.best);
    return rolls.failed ? no_memory : NULL;
}
