/* Pig: roll and add, or hold and keep. The smallest complete game; copy this folder to begin one.
 *
 *   PG1  On its turn a seat rolls one die as often as it likes.
 *   PG2  A 1 ends the turn and the turn's points are lost.
 *   PG3  Holding ends the turn and adds the turn's points to the seat's total.
 *   PG4  The seat must roll at least once, and must hold once its total would reach the target.
 *   PG5  The game ends when a seat reaches the sheet's target, or after the sheet's number of turns
 *        each. The highest total wins. */
#ifndef PIP__PIG_H
#define PIP__PIG_H

#include "../games.h"

/* What sheets/pig/NAME.json says. */
struct pip__pig_sheet {
    uint8_t target, turns;
};

enum pip__pig_move { PIG_ROLL, PIG_HOLD, PIG_MOVES };
enum pip__pig_phase { PIG_DECIDE, PIG_ROLLING, PIG_OVER };

struct pip__pig_state {
    uint8_t total[PIP_SEATS_MAX];
    uint8_t active, turn, points; /* points: of this turn, 0 before its first roll */
    uint8_t phase;
};

extern const struct pip_think pip__pig_think; /* think.c */

#endif
