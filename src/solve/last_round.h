/* The last round of Roller, exactly: every turn that the rules allow is tried, by the game's own
 * table, and counted by its score. Before the roll, so is every roll. */
#ifndef PIP__LAST_ROUND_H
#define PIP__LAST_ROUND_H

#include "truth.h"

/* The best turn of the only seat, which acts in the last round; any part of it may be played. */
struct pip__last_turn {
    int32_t points; /* the score that it leads to */
    struct pip_line line;
    uint64_t positions; /* looked at */
};
pip__truth_fault pip__last_turn(const struct pip_setup *setup, const void *state,
                                struct pip__last_turn *best);

/* What a position before the last roll is worth: the mean over all rolls of the best that follows,
 * as a sum of points times weights and the sum of the weights. */
struct pip__last_mean {
    int64_t sum, weights;
    uint64_t positions;
};
pip__truth_fault pip__last_mean(const struct pip_setup *setup, const void *state, int threads,
                                struct pip__last_mean *mean);

/* ---- last_play.c ---- */

/* How a bot chooses in the last round of the games 0 to games - 1 of a seed, all of which it has
 * played. The result does not depend on the number of threads. */
struct pip__last_fare {
    uint64_t best;           /* games in which nothing was given away */
    double loss, loss_error; /* points given away: mean and standard error */
    int32_t most;            /* given away in one game */
    double score;            /* mean */
};
pip__truth_fault pip__last_play(const struct pip_setup *setup, struct pip__player player,
                                uint64_t seed, uint32_t games, int threads,
                                struct pip__last_fare *fare);

#endif
