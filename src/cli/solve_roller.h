/* The part of `solve` that knows Roller: its last round. */
#ifndef CLI_SOLVE_ROLLER_H
#define CLI_SOLVE_ROLLER_H

#include "nets.h"

/* Tells the best turn where a record stands in the last round of a game for one, or what is to be
 * expected where it stands before the last roll. `sheet` is the record's own sheet, or NULL. CLI_OK
 * or the exit code. */
int cli_solve_record(const char *path, const char *sheet, int threads, bool json);

/* Lets a bot play, and tells what it gives away in the last round. */
struct cli_last {
    const struct pip_bot *bot;
    const struct pip_net *nets;
    uint64_t seed;
    uint32_t games, nodes;
    int threads;
    bool json;
};
int cli_solve_last(const struct pip_setup *setup, const struct cli_last *wish);

#endif
