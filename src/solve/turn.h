/* One active turn of Escape, exactly: what it is worth under the best play of the active seat.
 *
 * The tree of the turn is walked through the game's own table, nothing left out: at the seat's
 * choices every legal move, at rolls every outcome with its weight. It ends where the seat has said
 * `end` (or the game is over); what comes then is not solved but valued, by the net that the bots
 * play with in this setup, or where there is none by the game's evaluation made by hand. So the
 * value is exact for the turn, given that evaluation: no way to play the turn has a higher mean.
 *
 * Why the walk is exact:
 *  - Within a turn nobody but the active seat and chance acts (a position where somebody else does
 *    is refused), so the best mean is a maximum of means of maxima: the recursion in turn.c.
 *  - A position's worth depends on nothing but its bytes, so one that is met again is not walked
 *    again. It is known by a hash of 64 bits; that any two of six million have the same has a
 *    chance of 1 in a million.
 *  - It ends: dice are rolled once, rerolls, heals, dashes and temporary dice use up boxes, and
 *    entering uses up dice.
 *  - Worth is a whole number of 2^-20 thousandths. Only means are rounded, by half a unit at most;
 *    a turn has at most 5 rolls and as many rerolls as there are boxes, so the worth of a position
 *    is off by less than 2^-15 thousandths, and the same bit for bit on every machine. */
#ifndef PIP__TURN_H
#define PIP__TURN_H

#include "truth.h"

#define PIP__TURN_ONE (INT64_C(1) << 20) /* units of worth in a thousandth */
#define PIP__TURN_SLOTS (1u << 23)       /* of the usual table: 128 MiB */

struct pip__turn_slot {
    uint64_t hash; /* 0: free */
    int64_t worth;
};

/* A turn under thought. Everything is lent by the caller. */
struct pip__turn {
    const struct pip_setup *setup;
    const struct pip_net *net;   /* NULL: the evaluation made by hand */
    struct pip_mind *mind;       /* scratch */
    struct pip__turn_slot *slot; /* zeroed */
    uint32_t slots;              /* a power of two; three quarters are used at most */
    uint32_t used;               /* positions looked at */
    int seat, number;            /* whose turn, and which */
    pip__truth_fault fault;
};

/* The net that a turn's end is valued by: of the caller's (or NULL), else of those that are
 * compiled in; NULL: by the evaluation made by hand. And how that is called. */
const struct pip_net *pip__turn_net(const struct pip_setup *setup, const struct pip_net *nets);
#define PIP__TURN_NAME 128
void pip__turn_name_evaluation(const struct pip_net *net, char text[PIP__TURN_NAME]);

/* Begins with a position in the turn. `turn` has setup, mind, slot and slots; nets are looked
 * through as bots do it. A sentence if the active seat is not the one to act there, nor chance for
 * it. */
pip__truth_fault pip__turn_begin(struct pip__turn *turn, const struct pip_net *nets,
                                 const void *state);

/* Whether the turn is over: the seat is done, or the game is. */
bool pip__turn_has_ended(const struct pip__turn *turn, const void *state);

/* What a position of the turn, or one at its end, is worth. A sentence if there are too many
 * positions for the table, or others have to choose within the turn. */
pip__truth_fault pip__turn_worth(struct pip__turn *turn, const void *state, int64_t *worth);

/* ---- turn_play.c ---- */

#define PIP__TURN_PLAYERS 8

struct pip__turn_player_fare {
    uint64_t decisions, best; /* of these, nothing was given away */
    double loss, loss_error;  /* of a turn, in thousandths */
    double most;              /* of one turn */
    double least;             /* of one decision: below 0 would be better than the best */
};

/* How players choose in the turns of random positions: each begins a turn of a game that club has
 * played, every turn equally likely. All players get the same positions and the same dice. What
 * they give away, choice by choice, has the mean by which their own mean is below the best. */
struct pip__turn_fare {
    uint32_t solved, large; /* positions; those with too many positions behind them */
    double worth;           /* mean of the best */
    double looked;          /* positions behind a solved one, mean */
    struct pip__turn_player_fare player[PIP__TURN_PLAYERS];
};
struct pip__turn_series {
    const struct pip_setup *setup;
    const struct pip__player *player;
    int players;
    uint64_t seed;
    uint32_t positions, slots;
    int threads;
};
pip__truth_fault pip__turn_play(const struct pip__turn_series *series, struct pip__turn_fare *fare);

#endif
