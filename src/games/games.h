/* The list of games, written once, by their C names. */
#ifndef PIP__GAMES_H
#define PIP__GAMES_H

#include <pipwright/game.h>

#define PIP__GAME_LIST(X) \
    X(escape)             \
    X(lost_cities)        \
    X(pig)                \
    X(roller)

/* A slot that only bots ask for. A WASM module that is built with PIP_NO_BOTS has none; the
 * function is still named, so that nothing counts as unused. */
#ifdef PIP_NO_BOTS
#define PIP__FOR_BOTS(slot) (0 ? (slot) : NULL)
#else
#define PIP__FOR_BOTS(slot) (slot)
#endif

/* A slot that only front ends ask for which draw; left out with PIP_NO_DRAWING likewise. */
#ifdef PIP_NO_DRAWING
#define PIP__FOR_DRAWING(slot) (0 ? (slot) : NULL)
#else
#define PIP__FOR_DRAWING(slot) (slot)
#endif

/* A slot that only native programs and tests ask for; no WASM module has it. */
#ifdef __wasm__
#define PIP__FOR_PROGRAMS(slot) (0 ? (slot) : NULL)
#else
#define PIP__FOR_PROGRAMS(slot) (slot)
#endif

/* For games that have none. */
extern const struct pip_option pip__no_options[];

#define X(name)                               \
    extern const struct pip_game pip__##name; \
    extern const struct pip_sheet *const pip__##name##_sheets[];
PIP__GAME_LIST(X)
#undef X

#endif
