/* The part of `solve` that knows Escape: one active turn. */
#ifndef CLI_SOLVE_ESCAPE_H
#define CLI_SOLVE_ESCAPE_H

#include "nets.h"

struct cli_turn {
    const char *player; /* a bot's name; NULL: greedy, club, expert and master */
    const struct pip_net *nets;
    uint64_t seed;
    uint32_t positions, nodes;
    int threads;
    bool json;
};

/* Tells what the turn is worth in which a record stands, and each first choice. `sheet` is the
 * record's own sheet, or NULL. CLI_OK or the exit code. */
int cli_solve_turn(const char *path, const char *sheet, const struct cli_turn *wish);

/* Tells what bots give away in turns of random positions. */
int cli_solve_turns(const struct pip_setup *setup, const struct cli_turn *wish);

#endif
