/* Processes that the tests of the store run, fill and kill. */
#ifndef PIP_STORE_CHILDREN_H
#define PIP_STORE_CHILDREN_H

#include <store/store.h>

#define CRASH_TABLES 4
#define CRASH_EVENTS 3 /* in every append */

/* What this program does as a child; returns its exit code.
 *   full   fills the store until a limit on file sizes stops it, then lifts the limit and goes on;
 *          checks the answers
 *   crash  appends to the tables t0, t1, ... until it is killed, every seventh time replacing what
 *          was there; says every answer on its standard output */
int child_main(const char *task, const char *path);

/* Runs this program as a child and waits; returns its exit code, or -1. */
int run_child(const char *task, const char *path);

/* Runs the child `crash` and kills it so many milliseconds after its first answer, or, if the
 * number is negative, after its start. Raises `acknowledged`, one number for each table, to the
 * last event that it was told of. */
void crash_child(const char *path, int milliseconds, uint32_t *acknowledged);

/* Checks that a child's table has the events since what was last replaced without gap, each with
 * the text it was given, and the last one's number a multiple of `group`. Returns that number. */
uint32_t check_crash_table(struct pip_store *store, const char *id, uint32_t group);

#endif
