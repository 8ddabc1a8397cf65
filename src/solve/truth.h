/* The truth about solo Lost Cities on sheets with few expeditions: what every position is worth
 * under the best play, and so what every choice costs.
 *
 * A state between turns is a state of each expedition and a number of dice symbols; artefacts and
 * bridges follow from these. Steps are those of the rules (columns.h). */
#ifndef PIP__TRUTH_H
#define PIP__TRUTH_H

#include "sweep.h"
#include <pipwright/bot.h>

#define PIP__TRUTH_KEPT 3    /* expeditions of which all values are kept: 450 MB */
#define PIP__TRUTH_COLUMNS 4 /* expeditions that can be solved: hours, and 9 GB */

struct pip__truth;

/* Told after each part of the work which share of all is done; false gives up. */
typedef bool pip__truth_progress(void *context, double share);

/* Why there is no truth: a constant sentence, or NULL if there is. */
typedef const char *pip__truth_fault;

/* Why a setup cannot be solved (NULL: it can); and whether all its values are kept. */
pip__truth_fault pip__truth_fits(const struct pip_setup *setup);
bool pip__truth_keeps(const struct pip_setup *setup);

/* Solves a setup: one seat, at most PIP__TRUTH_COLUMNS expeditions. Up to PIP__TRUTH_KEPT of them
 * every position can be asked afterwards, else the start alone. The sheet must outlive it. The
 * caller releases `truth`. */
pip__truth_fault pip__truth_solve(const struct pip_setup *setup, int threads,
                                  pip__truth_progress *progress, void *context,
                                  struct pip__truth **truth);
void pip__truth_release(struct pip__truth *truth); /* NULL is fine */

/* Values as a file (truth_file.c): its size, its bytes, and back. Reading wants the setup that was
 * solved, and all bytes as they were written. */
size_t pip__truth_size(const struct pip_setup *setup);
void pip__truth_write(const struct pip__truth *truth, char *bytes);
pip__truth_fault pip__truth_read(const struct pip_setup *setup, const char *bytes, size_t length,
                                 int threads, struct pip__truth **truth);

/* A worth in points; and how far any value may be off by rounding, at most. */
double pip__truth_points(const struct pip__truth *truth, int64_t worth);
double pip__truth_error(const struct pip__truth *truth);

/* What the game is worth before the first roll. */
pip__worth pip__truth_start(const struct pip__truth *truth);

/* What a position is worth under the best play; any position of a game with this setup, also in the
 * middle of a turn. */
pip__worth pip__truth_value(const struct pip__truth *truth, const void *state);

/* The best move where the seat acts; of equals the first. */
pip_move pip__truth_best(const struct pip__truth *truth, const void *state);

/* What a line of steps gives away: 0 if it is the best. The steps must be legal. */
pip__worth pip__truth_loss(const struct pip__truth *truth, const void *state,
                           const struct pip_line *line);

/* ---- truth_lines.c ---- */

/* One thing that somebody who plays alone can do, and what it is worth exactly, in points. */
struct pip__truth_line {
    struct pip_line line;
    double points;
};

/* Everything that can be done in a position, the best first; `lines` has room for
 * PIP_CANDIDATES_MAX. Of a sheet that is too large to be solved, before the last choice alone. */
pip__truth_fault pip__truth_lines(const struct pip_setup *setup, const void *state, int threads,
                                  struct pip__truth_line *lines, int *count);

/* ---- play.c ---- */

/* How a player fares against the truth. Over games, in points: means and standard errors. */
struct pip__fare {
    double score, score_error;
    double loss, loss_error; /* of a whole game; the mean score is the optimum less this */
    double decisions;        /* a game */
};

/* Who plays: a bot with nets and nodes as in struct pip_mind. A NULL bot is the best player. */
struct pip__player {
    const struct pip_bot *bot;
    const struct pip_net *nets;
    uint32_t nodes;
};

/* A mind for it at the beginning of a game, owned by the caller; NULL without memory. (player.c) */
struct pip_mind *pip__player_mind(const struct pip__player *player, struct pip_seed seed);

/* The standard error of a mean, from the sum of n figures and that of their squares. (player.c) */
double pip__mean_error(double sum, double squares, double n);

/* Lets somebody play the games 0 to games - 1 of a seed. The result does not depend on the number
 * of threads. */
pip__truth_fault pip__truth_play(const struct pip__truth *truth, struct pip__player player,
                                 uint64_t seed, uint32_t games, int threads,
                                 pip__truth_progress *progress, void *context,
                                 struct pip__fare *fare);

#endif
