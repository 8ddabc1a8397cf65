/* The states of one expedition of Lost Cities, and what a step makes of them: asked of the rules
 * themselves, by playing the expedition alone. */
#ifndef PIP__COLUMNS_H
#define PIP__COLUMNS_H

#include "games/lost-cities/lost_cities.h"

#define COLUMN_STATES 184 /* empty, circle alone, 9 counts x 10 numbers x 2, done x 2 */
#define COLUMN_NONE 255   /* of a step: not legal */
#define COLUMN_HEIGHTS 12 /* every step leads up */

/* `to` of writing n is to[n - 1]. */
enum pip__column_step { STEP_CIRCLE = LC_HIGHEST, STEP_ACCELERATE, COLUMN_STEPS };

/* One expedition, its states sorted by height. */
struct pip__column {
    int colour;
    uint8_t height[COLUMN_STATES];
    uint8_t first[COLUMN_HEIGHTS + 1]; /* the first state that is at least so high */
    uint8_t circle[COLUMN_STATES];     /* whether it is marked */
    uint8_t to[COLUMN_STATES][COLUMN_STEPS];
    bool arrow[COLUMN_STATES]; /* a number or an acceleration here grants an acceleration */
    int32_t points[COLUMN_STATES];
    uint8_t artefacts[COLUMN_STATES];
    bool bridge[COLUMN_STATES];                  /* passed */
    uint8_t of[LC_BOXES + 2][LC_HIGHEST + 1][2]; /* state by boxes and end, last number, circle */
};

/* Explores an expedition of the setup's sheet. False if the rules do something that this file does
 * not expect of them. */
bool pip__column_explore(const struct pip_setup *setup, int colour, struct pip__column *column);

/* The state of an expedition in a position. */
int pip__column_of(const struct pip__column *column, const struct pip__lc_seat *seat);

#endif
