/* Solitaire Yahtzee, to calibrate the sweep: a game whose optimum others have published.
 *
 * 35 for 63 above, 100 for each further Yahtzee after one that was paid. A further Yahtzee is a
 * Joker once its own box above is filled. Where that box is open, Jokers are forced (it must be
 * filled) or free (the roll may be used like any other): T. Verhoeff, How to maximize your score in
 * solitaire Yahtzee (1999), found 254.5896 for the free ones. */
#ifndef PIP__YAHTZEE_H
#define PIP__YAHTZEE_H

#include "truth.h"

/* What the game is worth, and by how much this may be off, in points. */
pip__truth_fault pip__yahtzee_solve(bool forced, int threads, pip__truth_progress *progress,
                                    void *context, double *points, double *error);

#endif
