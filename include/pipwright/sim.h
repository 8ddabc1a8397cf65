/* Simulation: many games between bots, counted exactly.
 *
 * Totals are whole numbers and game g of a seed is the same game wherever it is played, so any
 * split over threads, shards and machines adds up to the same bits. */
#ifndef PIPWRIGHT_SIM_H
#define PIPWRIGHT_SIM_H

#include <pipwright/bot.h>

#ifdef __cplusplus
extern "C" {
#endif

#define PIP_WIN_UNIT 840 /* a won game; 840 can be shared by any 2 to 8 winners */

struct pip_sim_totals {
    uint64_t games, decisions, turns, rolls;
    int64_t score[PIP_SEATS_MAX]; /* sum of final scores */
    uint64_t score_squared[PIP_SEATS_MAX];
    int32_t lowest[PIP_SEATS_MAX], highest[PIP_SEATS_MAX];
    uint64_t wins[PIP_SEATS_MAX]; /* in PIP_WIN_UNIT; a tie shares the win */
    uint64_t won;                 /* games that the team has won, where all win or lose together */
    uint64_t forfeits[PIP_SEATS_MAX]; /* games in which the seat was lost to `random` */
};

void pip_sim_add(struct pip_sim_totals *sum, const struct pip_sim_totals *part);

/* Is told an event as it happens. */
typedef void pip_sim_event(void *context, unsigned actor, pip_move move);

/* Chooses for a seat that is held by nobody inside, from what it may know: a line of legal steps,
 * which stays until the next call; or NULL, and the seat is lost for this game: `random` plays it
 * on, and it cannot win. */
typedef const struct pip_line *pip_sim_choose(void *context, const void *view, int seat);

/* Who plays, and how. */
struct pip_sim_table {
    const struct pip_setup *setup;
    const struct pip_bot *bots[PIP_SEATS_MAX]; /* NULL: `choose` is asked */
    uint32_t nodes;                            /* as in struct pip_mind, like the next */
    const struct pip_net *nets;
    pip_sim_event *event; /* may be NULL */
    pip_sim_choose *choose;
    void *context; /* of both */
};

/* One game. The final position is left in the caller's PIP_STATE_MAX bytes, and the game is added
 * to `totals`. */
void pip_sim_play_at(const struct pip_sim_table *table, struct pip_seed seed, void *state,
                     struct pip_sim_totals *totals);

/* The same between bots that think as long as they like. */
void pip_sim_play(const struct pip_setup *setup, const struct pip_bot *const *bots,
                  struct pip_seed seed, pip_sim_event *event, void *context, void *state,
                  struct pip_sim_totals *totals);

/* A game of random legal moves with nothing around it: what `pipwright bench` measures. Returns the
 * decisions made. */
uint32_t pip_sim_playout(const struct pip_setup *setup, struct pip_seed seed);

/* How many ways the next `depth` events can go; a roll has as many ways as outcomes. `state` is
 * the position to start from. */
uint64_t pip_sim_perft(const struct pip_setup *setup, const void *state, int depth);

/* One number for how a game plays: random games over all its setups, every legal move and position
 * mixed in. If a change alters play, this changes. */
uint64_t pip_sim_signature(const struct pip_game *game);

/* One number for how a bot plays it: a game on every setup of at most two seats, all its own, every
 * event mixed in. The mind is lent, with nets of the caller's or none. */
uint64_t pip_sim_bot_signature(const struct pip_game *game, const struct pip_bot *bot,
                               struct pip_mind *mind);

#ifdef __cplusplus
}
#endif
#endif
