/* Roller once more, slow and obvious: one seat, plain recursion over hexes and coordinates, moves
 * as text. It reads the sheet file itself and shares nothing with the engine, so that both being
 * wrong in the same way is unlikely. */
#ifndef ROLLER_SLOW_H
#define ROLLER_SLOW_H

#include <stdbool.h>

#define SLOW_HEXES 64
#define SLOW_MOVES 128
#define SLOW_TEXT 24

enum slow_step { SLOW_CHOOSE, SLOW_PATH, SLOW_MORE, SLOW_TWO, SLOW_THIRD };

struct slow_game {
    /* the sheet */
    int hexes, rounds, areas;
    char name[SLOW_HEXES][8];
    int q[SLOW_HEXES], r[SLOW_HEXES], area[SLOW_HEXES];
    char area_name[SLOW_HEXES][32];
    bool middle[SLOW_HEXES]; /* by area */
    bool beside[SLOW_HEXES][SLOW_HEXES];
    bool printed[SLOW_HEXES];

    /* the seat */
    int number[SLOW_HEXES]; /* 0 empty, -1 an x */
    int red[32], green[32]; /* by round, 0 void */
    int round;
    bool used[3];

    /* its round */
    int dice[9]; /* how many show a number */
    bool chosen[9];
    int selections, selected[2];
    enum slow_step step;
    int writing, left, last; /* last: -1 if none */
    bool bonus;
};

/* Reads the shipped sheet of that name; false if that fails. */
bool slow_start(struct slow_game *game, const char *sheet);

/* A roll, as 8 numbers or however many there are. */
void slow_roll(struct slow_game *game, const int *dice, int count);

/* The legal moves as texts in no particular order; returns how many. */
int slow_legal(const struct slow_game *game, char moves[SLOW_MOVES][SLOW_TEXT]);

void slow_play(struct slow_game *game, const char *move);

/* RO4: the points of an area, of a pair, of a row; the total. */
int slow_area(const struct slow_game *game, int area);
int slow_pair(const struct slow_game *game, int number);
int slow_row(const int *row, int rounds);
int slow_score(const struct slow_game *game);

#endif
