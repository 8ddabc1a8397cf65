/* A second, slow reading of the rules on rolling, moving, chamber actions and unlocking (ES2.3,
 * ES2.4, ES3, ES4, ES6, ES8.4), written without a line of the engine's: plain loops over rows and
 * columns. */
#ifndef ESCAPE_SLOW_H
#define ESCAPE_SLOW_H

#include <stdbool.h>

#define SLOW_OUTSIDE (-1) /* a row, with the side in place of the column */

struct slow_temple {
    int entry[5][5][2];    /* 0 torch, 1 key, 2 adventurer, 3 gold */
    char action[5][5][16]; /* as sheet files name it */
    bool wall[5][5][4];    /* north, east, south, west; of the sheet */
    int boxes[6], gem[6];  /* of dash, heal, reroll, key, torch, gold */
    int gem_track;
};

struct slow_seat {
    int row, column;
    bool crossed[5][5];
    bool closed[5][5][4];
};

struct slow_team {
    int seats, active;
    struct slow_seat seat[4];
    int kept[4], pool[4], cursed;
    bool unlocked[4]; /* red, yellow, green, blue */
    int marked[6], used[6], gems;
    bool joker; /* a choice is due */
};

/* Whether the active adventurer can walk there; whether it can pay, too. */
bool slow_adjacent(const struct slow_temple *temple, const struct slow_team *team, int row,
                   int column);
bool slow_can_pay(const struct slow_temple *temple, const struct slow_team *team, int row,
                  int column);

void slow_enter(const struct slow_temple *temple, struct slow_team *team, int row, int column);
void slow_dash(const struct slow_temple *temple, struct slow_team *team, int row, int column);
void slow_use(struct slow_team *team, int symbol);
void slow_joker(const struct slow_temple *temple, struct slow_team *team, int track);

/* How many different positions can be reached from here while exploring in which the turn could be
 * ended, all moves tried in all orders. `found` is room for them; what is in it already is not
 * counted twice. */
int slow_explorations(const struct slow_temple *temple, const struct slow_team *team,
                      struct slow_team *found, int count, int room);

/* The same before a roll, with so many dice still to be rolled. No heal may be within reach. */
int slow_turns(const struct slow_temple *temple, const struct slow_team *team, int dice,
               struct slow_team *found, int count, int room);

#endif
