/* Backward induction: the part that knows no game.
 *
 * The states of a game of chance for one, between its turns, are cut into layers, so that a turn
 * leads from a layer only into earlier ones (or on within its own block). What a state is worth
 * under the best play is then computed layer by layer: the expectation over what chance does, of
 * the maximum over what may be chosen.
 *
 * Worths are whole numbers, a fixed power of two to a point. An expectation is an exact sum of
 * whole numbers that is rounded once, so results are the same on every machine and for any number
 * of threads; a value is off by at most half a unit for each turn that a game can last. */
#ifndef PIP__SWEEP_H
#define PIP__SWEEP_H

#include <stdbool.h>
#include <stdint.h>

typedef int32_t pip__worth;
#define PIP__WORTH_NONE INT32_MIN  /* less than anything: what cannot be chosen */
#define PIP__WORTH_LIMIT (1 << 30) /* every worth is less than this, and more than its negative */
#define PIP__WORTH_SHIFT_MAX 20    /* a millionth of a point is fine enough */

/* How many bits a point has, if no worth is more than `points` of either sign. */
int pip__worth_shift(int64_t points);

/* The sum of worths times their weights, divided by the sum of the weights: rounded to nearest. */
static inline pip__worth pip__worth_mean(int64_t sum, int64_t weights) {
    int64_t doubled = 2 * sum + weights, whole = doubled / (2 * weights);
    return (pip__worth)(whole - (doubled % (2 * weights) < 0));
}

struct pip__sweep {
    uint32_t layers;
    /* How many blocks a layer has, and the work on one of them: threads share the blocks of a
     * layer, and no thread begins with a layer before the last one is done. */
    uint32_t (*blocks)(void *context, uint32_t layer);
    void (*work)(void *context, uint32_t layer, uint32_t block);
    /* After a layer, on one thread; false gives up. NULL: nothing. */
    bool (*done)(void *context, uint32_t layer);
    void *context;
};

#define PIP__SWEEP_THREADS_MAX 256

/* Does the work of all layers. False if `done` gave up. Runs with fewer threads where there are not
 * as many to be had. */
bool pip__sweep_run(const struct pip__sweep *sweep, int threads);

#endif
