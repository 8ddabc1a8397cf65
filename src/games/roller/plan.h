/* Looking for good turns: whole placements instead of single hexes. */
#ifndef PIP__ROLLER_PLAN_H
#define PIP__ROLLER_PLAN_H

#include "roller.h"

#define ROLLER_PLACEMENTS_MAX 96 /* kept of one number, the best ones */

/* A number written along a path. */
struct pip__roller_placement {
    uint64_t hexes;
    int32_t gain; /* what it adds to the board's value on its own */
    uint8_t number, length;
    bool more; /* whether its last hex is the bonus one more */
    uint8_t path[PIP_DICE_MAX + 1];
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
 * RO2.3: sets of hexes, each once, best gain first, at most `room` (which is at most
 * ROLLER_PLACEMENTS_MAX). Long paths are grown from the most promising beginnings only; there is
 * one wherever the rules allow one. Returns how many. placements.c */
int pip__roller_placements(const struct pip__roller_ground *ground, int number, int last,
                           int length, struct pip__roller_placement *list, int room);

/* What a seat that chooses (ROLLER_CHOOSES) can write until it fills its boxes: at most two
 * selections and a bonus, as lines that begin with what `begun` holds. Adds at most `room` of them
 * to `found`, the most promising first. turns.c */
struct pip__roller_found {
    struct pip_line *line;
    int32_t *value; /* of each: how well the seat then stands, in thousandths of a point */
    int count;
    /* For somebody who looks further than greedy: more turns, those that leave room first. */
    bool far;
};
void pip__roller_turns(const struct pip__roller_sheet *sheet, const struct pip__roller_state *s,
                       const struct pip__roller_seat *own, const struct pip_line *begun, int room,
                       struct pip__roller_found *found);

#endif
