/* A table for the tests of Escape: its own small sheet, and positions set by hand where a game
 * would take long to get there. */
#ifndef ESCAPE_TABLE_H
#define ESCAPE_TABLE_H

#include "games/escape/escape.h"
#include <pipwright/match.h>
#include <pipwright/sheet.h>

/* The sheet that the tests play on, with its side and more keys ("" or ", \"walls\": ..."). Returns
 * the text's length. */
size_t sheet_text(const char *side, const char *more, char *json, size_t room);

/* ---- Setting up: all of these start the one match there is, and return it ---- */

/* Before its first event. `options` are words such as "variant=closed difficulty=hard". */
struct pip_match *start(int seats, const char *options);
struct pip_match *start_with_walls(int seats, const char *options, const char *walls);

/* With sides chosen, seat 0 in the north, then east, south, west. */
struct pip_match *begun(int seats, const char *options);

/* With the active seat right behind its last roll, these dice kept. */
struct pip_match *exploring(int seats, const char *options, const char *kept);

/* ---- Positions ---- */

struct pip__es_state *state_of(struct pip_match *match);
struct pip__es_sheet *own_sheet(void); /* that the match is played on, to be changed */
void let_explore(struct pip_match *match, const char *kept);
void stand(struct pip_match *match, int seat, const char *chamber);
int chamber_of(const char *name);
pip__es_dice dice_of(const char *symbols);
int gems_of(const struct pip_match *match);

#endif
