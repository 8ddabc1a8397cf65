/* The list of games, written once, by their C names. */
#ifndef PIP__GAMES_H
#define PIP__GAMES_H

#include <pipwright/game.h>

#define PIP__GAME_LIST(X) \
    X(escape)             \
    X(lost_cities)        \
    X(pig)                \
    X(roller)

/* A slot that only bots ask for. The smaller WASM module is built with PIP_RULES_ONLY and has none;
 * the function is still named, so that nothing counts as unused. */
#ifdef PIP_RULES_ONLY
#define PIP__FOR_BOTS(slot) (0 ? (slot) : NULL)
#else
#define PIP__FOR_BOTS(slot) (slot)
#endif

/* A slot that only front ends ask for which draw; left out of the smaller module likewise. */
#define PIP__FOR_DRAWING(slot) PIP__FOR_BOTS(slot)

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
