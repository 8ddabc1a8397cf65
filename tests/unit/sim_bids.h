/* A game for exact totals, and a bot for it.
 *
 * Two rolls of a die, then all seats bid at the same time; a seat's score is its bid less 100. */
#ifndef SIM_BIDS_H
#define SIM_BIDS_H

#include "testing.h"

#include "games/games.h"
#include <pipwright/sim.h>

enum { BID_ZERO = 100, BIDS = 201, BID_ROLLS = 2, BID_TURNS = 5 };

struct bids {
    uint8_t bid[PIP_SEATS_MAX];
    uint8_t roll[BID_ROLLS], rolls;
    uint8_t done;       /* bit seat */
    uint8_t padding[4]; /* up to 16 bytes, which nothing touches */
};

extern const struct pip_sheet bids_sheet;
extern const struct pip_game bids_game;
pip_actors bids_actor(const struct pip_setup *setup, const void *state);
int bids_legal(const struct pip_setup *setup, const void *state, int seat, pip_move *moves);
void bids_chance(const struct pip_setup *setup, const void *state, struct pip_chance *chance);
enum pip_status bids_apply(const struct pip_setup *setup, void *state, unsigned actor,
                           pip_move move);
int bids_score(const struct pip_setup *setup, const void *state, int seat, struct pip_item *items);

/* Bots that bid what the test has written down. */
extern int scripted[PIP_SEATS_MAX];
extern const struct pip_bot scripted_bot;
void bid_as_scripted(const struct pip_setup *setup, const void *state, int seat,
                     struct pip_mind *mind);

#endif
