/* A table for the tests of Escape: its own small sheet, moves as record lines, and positions set by
 * hand where a game would take long to get there. */
#ifndef ESCAPE_TABLE_H
#define ESCAPE_TABLE_H

#include "games/escape/escape.h"
#include <pipwright/match.h>
#include <pipwright/sheet.h>

#define TABLE_EVENTS 2000

struct table {
    struct pip_sheet_file file;
    struct pip_match match;
    struct pip_event events[TABLE_EVENTS];
    struct pip__es_state *s; /* the match's position */
};

/* The sheet that the tests play on, with its side and more keys ("" or ", \"walls\": ..."). Returns
 * the text's length. */
size_t table_sheet(const char *side, const char *more, char *json, size_t room);

/* A match before its first event. `options` are words such as "variant=closed difficulty=hard". */
struct table *table_new(int seats, const char *options);
struct table *table_with_walls(int seats, const char *options, const char *walls);
void table_free(struct table *t);

/* The same with sides chosen, seat 0 in the north, then east, south, west. */
struct table *table_begun(int seats, const char *options);

/* Puts the active seat right behind its last roll, with these dice kept. */
struct table *table_exploring(int seats, const char *options, const char *kept);
void let_explore(struct table *t, const char *kept);

/* Plays events, separated by "|"; each must be legal. */
void play(struct table *t, const char *events);

/* Whether an event is against the rules; the position must not change. */
bool refused(struct table *t, const char *event);

/* Exactly these events may come next, in any order; separated by "|". */
void assert_next(const struct table *t, const char *events);

/* What is legal next and begins with `prefix`: how many events. */
int count_next(const struct table *t, const char *prefix);

int chamber_of(const char *name);
void stand(struct table *t, int seat, const char *chamber);
pip__es_dice dice_of(const char *symbols);
int gems_of(const struct table *t);

#endif
