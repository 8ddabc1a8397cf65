/* solve lost-cities FILE: what can be done where a record stands, and what it is worth exactly. */
#ifndef PIP__CLI_SOLVE_LOST_CITIES_H
#define PIP__CLI_SOLVE_LOST_CITIES_H

#include <stdbool.h>

/* Of a game for one, on a sheet that can be solved or before its last choice. The exit code. */
int cli_solve_lines(const char *path, const char *sheet, int threads, bool json);

#endif
