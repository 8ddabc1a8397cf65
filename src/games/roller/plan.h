/* Looking for a good turn: whole placements instead of single hexes. */
#ifndef PIP__ROLLER_PLAN_H
#define PIP__ROLLER_PLAN_H

#include "roller.h"

#define ROLLER_PLACEMENTS_MAX 96 /* kept of one number, the best ones */

/* A number written along a path. */
struct pip__roller_placement {
    uint64_t hexes;
    int32_t gain; /* what it adds to the board's value on its own */
    uint8_t number, length;
    uint8_t path[PIP_DICE_MAX];
};

/* The seat's sheet with a placement written. */
static inline struct pip__roller_seat pip__roller_with(const struct pip__roller_seat *own,
                                                       uint64_t hexes, int number) {
    struct pip__roller_seat after = *own;
    after.empty &= ~hexes;
    *pip__roller_held(&after, number) |= hexes;
    return after;
}

/* The ways to write `number` into `length` hexes, going on from `last` (a hex + 1, or 0) under
 * RO2.3: sets of hexes, each once, best gain first, with `rounds` to come. Long paths are grown
 * from the most promising beginnings only. Returns how many. placements.c */
int pip__roller_placements(const struct pip__roller_sheet *sheet,
                           const struct pip__roller_seat *own, int number, int last, int length,
                           int rounds, struct pip__roller_placement *list);

#endif
