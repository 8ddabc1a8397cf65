/* Bots: programs that hold a seat. They see a game through its table only. */
#ifndef PIPWRIGHT_BOT_H
#define PIPWRIGHT_BOT_H

#include <pipwright/game.h>

#ifdef __cplusplus
extern "C" {
#endif

struct pip_bot {
    const char *name;
    const char *summary;
    /* A legal move for a seat that may act. `state` is what that seat may know (pip_match_view);
     * `random` is the bot's own stream. Equal arguments give equal moves. */
    pip_move (*choose)(const struct pip_setup *setup, const void *state, int seat,
                       struct pip_random *random);
};

/* All bots, weakest first; ends with NULL. */
extern const struct pip_bot *const pip_bots[];

/* The bot of that name, or NULL. */
const struct pip_bot *pip_bot_find(struct pip_span name);

#ifdef __cplusplus
}
#endif
#endif
