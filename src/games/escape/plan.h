/* How a bot thinks about Escape: what things are worth, in thousandths of a gem.
 *
 * An outlook is made once per decision from a position; walks, hands of dice and maps are then
 * weighed against it. Numbers without a rule id behind them are judgement, tuned by simulation. */
#ifndef PIP__ESCAPE_PLAN_H
#define PIP__ESCAPE_PLAN_H

#include "escape.h"

#define ES_GEM_WORTH 1000
#define ES_DIE_WORTH 200   /* of one more die in one turn */
#define ES_FAR 31          /* distance of what cannot be reached */
#define ES_OUTSIDE_SHARE 4 /* who is outside may hope for a fraction: to go in comes first */

struct pip__es_outlook {
    const struct pip_setup *setup;
    const struct pip__es_sheet *sheet;
    const struct pip__es_state *s;
    int missing;                   /* gems */
    int turns_left;                /* of all seats, after this one */
    int own_turns[ES_SEATS_MAX];   /* of each seat, after this one */
    int32_t gem, mark[ES_TRACKS];  /* what one gem, and one mark, is worth */
    int32_t worth[ES_CHAMBERS];    /* of a chamber's action */
    uint8_t exit_way[ES_CHAMBERS]; /* moves from a chamber to the exit, pathways all open */
    uint8_t half_way[ES_SEATS_MAX][ES_COLOURS][2]; /* moves from each seat to each half */
};

struct pip__es_outlook pip__es_outlook_of(const struct pip_setup *setup,
                                          const struct pip__es_state *s);
/* Of a position a few steps behind another, with the same opinion of what gems, marks and chambers
 * are worth. Promises are sums of such opinions; if each step changed them, a gem that is gained
 * could take more from them than it brings. */
struct pip__es_outlook pip__es_outlook_behind(const struct pip__es_outlook *before,
                                              const struct pip__es_state *s);

/* What the position is worth to the team. */
int32_t pip__es_value(const struct pip__es_outlook *o);

/* Moves from a seat's adventurer, if it stood at `place`, to every chamber. */
void pip__es_ways(const struct pip__es_sheet *sheet, const struct pip__es_seat *seat, int place,
                  uint8_t way[ES_CHAMBERS]);

/* What gems, and marks beyond those already made in thought, are worth to the team now. */
int32_t pip__es_gem_worth(const struct pip__es_outlook *o, int gems);
int32_t pip__es_mark_worth(const struct pip__es_outlook *o, int track, int already, int marks);
/* The price of crossing out a box. */
int32_t pip__es_use_cost(const struct pip__es_outlook *o, int track);

/* What chamber `to` promises an adventurer that has `way` moves to it. */
int32_t pip__es_promise(const struct pip__es_outlook *o, int seat, int to, int way);
/* How dangerous it is for a seat to be so far from the exit; 0 or less. */
int32_t pip__es_exit_risk(const struct pip__es_outlook *o, int seat, int way);
/* What the locked colours promise. */
int32_t pip__es_special_promise(const struct pip__es_outlook *o, unsigned unlocked);

/* ---- walk.c: where the active seat can go ---- */

/* Where walks begin: steps of the seat that lead to exploring. */
struct pip__es_root {
    struct pip__es_state s;
    struct pip_line line;
};
#define ES_ROOTS_MOST 8
#define ES_ROOT_STEPS 12 /* the rest of a line is for the walk */

/* The lines that explore in some way and end it, each outcome once, and the promising ones if there
 * are many. Returns how many, at least one. */
int pip__es_walks(const struct pip_setup *setup, const struct pip__es_root *root, int roots,
                  struct pip_line *lines, int room);

/* ---- hands.c: what can be made of a hand of dice ---- */

#define ES_HAND_MOST 6 /* dice of one symbol that a hand counts */
#define ES_HAND_CELLS \
    ((ES_HAND_MOST + 1) * (ES_HAND_MOST + 1) * (ES_HAND_MOST + 1) * (ES_HAND_MOST + 1))

/* For every hand the value of the best walk of the active seat; after pip__es_hands_expect, of the
 * best walk that can be hoped for with more dice to roll. */
struct pip__es_hands {
    int32_t value[ES_HAND_CELLS];
};

void pip__es_hands_weigh(const struct pip__es_outlook *o, struct pip__es_hands *hands);
void pip__es_hands_expect(struct pip__es_hands *hands, int dice);
int32_t pip__es_hands_value(const struct pip__es_hands *hands, pip__es_dice dice);

/* ---- barter.c: maps and the common pool ---- */

/* What an open map in this state promises its seat. */
int32_t pip__es_map_promise(const struct pip__es_outlook *o, int seat, int map, uint8_t boxes);
/* The most that can be made of the common pool if it is `pool` and hand after hand is taken from
 * `seat` on; `best` (may be NULL) is the hand that seat should take. */
int32_t pip__es_pool_worth(const struct pip__es_outlook *o, pip__es_dice pool, int seat, int *best);
int pip__es_map_best(const struct pip__es_outlook *o, int seat, pip__es_dice dice);
bool pip__es_completing_pays(const struct pip__es_outlook *o, int seat, int map);

#endif
