/* An upper bound on what any player of solo Lost Cities can expect, for sheets that are too large
 * to solve: the exact optimum of an easier game. docs/strength.md has the proof.
 *
 * The easier game does not tell expeditions apart, takes artefacts for found, lets accelerations be
 * kept for later, and knows of the last number of an expedition only which level it has. */
#ifndef PIP__BOUND_H
#define PIP__BOUND_H

#include "truth.h"

/* How much is remembered: places grow with the sixth power of it. */
enum pip__bound_grain { BOUND_ROUGH, BOUND_MIDDLE, BOUND_FINE, BOUND_FINEST, BOUND_GRAINS };

/* Why a setup has no bound; NULL if it has one. */
pip__truth_fault pip__bound_fits(const struct pip_setup *setup);

/* No player expects more than `bound`. */
pip__truth_fault pip__bound_find(const struct pip_setup *setup, enum pip__bound_grain grain,
                                 int threads, pip__truth_progress *progress, void *context,
                                 double *bound);

#endif
