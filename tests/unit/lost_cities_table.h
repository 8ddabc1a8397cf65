/* A table for the tests of Lost Cities: sheets of their own and positions set by hand where a game
 * would take long to get there. */
#ifndef LOST_CITIES_TABLE_H
#define LOST_CITIES_TABLE_H

#include "games/lost-cities/lost_cities.h"
#include <pipwright/match.h>

enum { RED, ORANGE, YELLOW, GREEN, BLUE, PURPLE };

#define EVENTS 720
#define NINE_DOTS "........."

/* ---- Setting up: all of these start the one match there is, and return it ---- */

extern struct pip_match the_match;
extern struct pip_event events[EVENTS];

struct pip_match *start_with(const struct pip_sheet *sheet, int seats, const char *option);

/* On the sheet `jungle`:
 *   red .>.v.>.v.  orange ..>.v.>.v  yellow .v.>.v.>.
 *   green >.v.>.v..  blue ..v>..>v.  purple v.>..v..> */
struct pip_match *start(int seats);

/* A sheet with these expeditions; a colour without one (NULL) is not printed. */
struct columns {
    const char *red, *orange, *yellow, *green, *blue, *purple;
};

const struct pip_sheet *sheet_of(struct columns columns);
struct pip_match *start_on(struct columns columns, int seats);
struct pip__lc_state *state_of(struct pip_match *match);
struct pip__lc_seat *seat_of(struct pip_match *match, int seat);

/* Writes "2 3 3", or "x 2 3 3" with the circle marked, into an empty expedition. */
void fill(struct pip_match *match, int seat, int colour, const char *numbers);

/* Gives every seat the artefacts and bridges that its columns ask for, as if all had passed each
 * bridge in the same earlier turn, and ends the game if nothing is left to play for; the position
 * must be sound then. */
void settle(struct pip_match *match);

/* Two seats between them have passed every bridge but that of the dice symbols. */
struct pip_match *one_bridge_left(void);

/* ---- Asking ---- */

/* The numbers of an expedition: "2 3 3". */
void numbers_are(struct pip_match *match, int seat, int colour, const char *expected);
int artefacts_of(struct pip_match *match, int seat);
int symbols_of(struct pip_match *match, int seat);
int turns_of(struct pip_match *match);
struct pip_chance roll_due(struct pip_match *match);

static inline bool marked(unsigned bits, int n) {
    return bits >> n & 1;
}

/* A turn in which every seat refuses. */
void all_refuse(struct pip_match *match);

#endif
