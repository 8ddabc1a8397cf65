/* The list of games, written once: C name, and the folder below src/games/ that it lives in. */
#ifndef PIP__GAMES_H
#define PIP__GAMES_H

#include <pipwright/game.h>

#define PIP__GAME_LIST(X) \
    X(escape)             \
    X(lost_cities)        \
    X(pig)

#define X(name)                               \
    extern const struct pip_game pip__##name; \
    extern const struct pip_sheet *const pip__##name##_sheets[];
PIP__GAME_LIST(X)
#undef X

#endif
