/* What the files of the truth share. */
#ifndef PIP__TABLES_H
#define PIP__TABLES_H

#include "columns.h"
#include "truth.h"

#define SYMBOLS LC_BOXES /* dice symbols of a game that goes on: 0 to 8 */

/* A place is a state of every expedition. Values lie in shelves, one for each state of the first
 * expedition; in a shelf a row of SYMBOLS for each place of the others, the last one's states side
 * by side. */
struct pip__truth {
    struct pip_setup setup;
    int columns, shift;
    struct pip__column column[PIP__TRUTH_COLUMNS];
    uint32_t stride[PIP__TRUTH_COLUMNS]; /* rows from one state to the next; [0]: rows of a shelf */
    pip__worth *turn[COLUMN_STATES];     /* before a roll */
    pip__worth *boost[COLUMN_STATES];    /* with an acceleration to give */
};

static inline size_t pip__truth_shelf(const struct pip__truth *truth) {
    return (size_t)truth->stride[0] * SYMBOLS;
}

/* Makes a truth without values. */
pip__truth_fault pip__truth_begin(const struct pip_setup *setup, struct pip__truth **truth);

/* Fills the shelves: all of it; or with `known`, where `turn` is filled already, `boost` alone. */
pip__truth_fault pip__truth_fill(struct pip__truth *truth, bool known, int threads,
                                 pip__truth_progress *progress, void *context);

/* Points of a place at the end of a game with so many dice symbols; and whether the game is over.
 */
int32_t pip__place_points(const struct pip__truth *truth, const uint8_t *place, int symbols);
bool pip__place_over(const struct pip__truth *truth, const uint8_t *place, int symbols);

#endif
