/* Bots: programs that hold a seat. They see a game through its table only.
 *
 * A bot ranks what a seat can do: candidates, whole lines of steps up to the next roll or somebody
 * else's choice, each with what it is worth. Hints and reviews ask the same ranking. Bots are pure
 * and compute in whole numbers: equal arguments give equal rankings on every machine. */
#ifndef PIPWRIGHT_BOT_H
#define PIPWRIGHT_BOT_H

#include <pipwright/game.h>

#ifdef __cplusplus
extern "C" {
#endif

#define PIP_CANDIDATES_MAX 400
#define PIP_BOT_MS 300     /* how long a bot that searches may think where people wait for it */
#define PIP_WIN_SURE 10000 /* the chance to win of one who has won */

/* One thing to do, and what a bot thinks of it. */
struct pip_candidate {
    struct pip_line line;
    int32_t value; /* what the seat may hope for, in thousandths of a point */
    int32_t win;   /* its chance to win, of PIP_WIN_SURE; where seats play apart, or alone, 0 */
    int32_t rank;  /* what candidates are ordered by: thousandths of the game's unit, or of the
                      log-odds to win where seats play against each other */
    int32_t error; /* standard error of `rank`; 0 where nothing was sampled */
};

struct pip_net; /* what is learned about a game: src/bots/net.h */

/* What a bot thinks with. The caller lends it, and says how much thinking there may be. */
struct pip_mind {
    struct pip_random random; /* the bot's own stream; never the game's dice */
    uint32_t nodes;           /* positions to look at, for bots that search; 0: their own measure */
    /* Asked from time to time by bots that search (NULL: never): whether to stop at once. */
    bool (*enough)(void *context);
    void *context;
    /* Nets of the caller's, looked through before those that are compiled in; ends with one of no
     * game. NULL: none. */
    const struct pip_net *nets;

    int count; /* of candidates, best first, after a ranking */
    struct pip_candidate candidate[PIP_CANDIDATES_MAX];
    uint32_t looked; /* positions looked at in the last ranking */

    struct pip_line line[PIP_CANDIDATES_MAX]; /* scratch from here on */
    struct pip_candidate sorting[PIP_CANDIDATES_MAX];
    uint64_t seen[1024];
};

struct pip_bot {
    const char *name;
    const char *summary;
    /* Ranks the candidates of a seat that may act. `state` is what that seat may know
     * (pip_match_view). Leaves at least one in the mind. */
    void (*rank)(const struct pip_setup *setup, const void *state, int seat, struct pip_mind *mind);
    bool learned; /* plays with a net, where there is one */
    int32_t slip; /* how far off it may see a `rank` */
};

/* All bots, weakest first; ends with NULL. */
extern const struct pip_bot *const pip_bots[];

/* Who plays against people that have not chosen, and who plays for a seat that somebody has left.
 */
extern const struct pip_bot *const pip_bot_usual, *const pip_bot_substitute;

/* The bot of that name, or NULL. */
const struct pip_bot *pip_bot_find(struct pip_span name);

/* What a bot does in a seat that may act: ranks, slips as is its manner, and returns a line of at
 * least one step, which lies in the mind until it is used again. */
const struct pip_line *pip_bot_choose(const struct pip_bot *bot, const struct pip_setup *setup,
                                      const void *state, int seat, struct pip_mind *mind);

#ifdef __cplusplus
}
#endif
#endif
