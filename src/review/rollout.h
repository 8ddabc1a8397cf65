/* Rollouts: what one seat could do is played on to the end, everybody choosing by the net, until it
 * is clear what was best.
 *
 * All lines see the same dice. The first roll is stratified: the sixteen playouts of a batch have
 * it from sixteen equal parts of all the ways in which dice can fall. The luck of every later
 * roll may be taken away: what it is worth by the judge of reviews, less the mean of that over
 * rolls from equal parts of which it is one, any of them as likely as the others. So that luck has
 * the mean 0, whatever the judge believes.
 *
 * A batch depends on nothing but its number. Sums are whole numbers; whoever adds up the same
 * batches in the same order decides the same. */
#ifndef PIP__ROLLOUT_H
#define PIP__ROLLOUT_H

#include <pipwright/review.h>

#define PIP__ROLLOUT_LINES 6
#define PIP__ROLLOUT_BATCH 16     /* playouts */
#define PIP__ROLLOUT_BATCHES 1024 /* at most, so that squares of sums fit */
#define PIP__ROLLOUT_LUCK_MAX 64  /* outcomes of a roll */

/* What is played on, and how. */
struct pip__rollout {
    const struct pip_setup *setup;
    uint64_t state[PIP_STATE_MAX / 8]; /* what the seat may know */
    int seat;
    uint64_t seed;  /* of imagined dice */
    uint32_t turns; /* after so many, what the net thinks is the result; 0: none */
    uint32_t luck;  /* outcomes by which the luck of a roll is reckoned, a power of two; 0: none */
    bool loose;     /* the first roll is like any other */
    int lines;
    struct pip_line line[PIP__ROLLOUT_LINES];
};

/* What the lines have brought in the playouts of one batch, less luck: sums. */
struct pip__rollout_batch {
    unsigned lines; /* bit line: it was played on */
    struct pip_worth sum[PIP__ROLLOUT_LINES];
};

/* Plays one batch; batch->lines says which lines. */
void pip__rollout_play(const struct pip__rollout *rollout, uint32_t number, struct pip_mind *mind,
                       struct pip_review_room *room, struct pip__rollout_batch *batch);

/* ---- rollout_sums.c ---- */

/* How much more one line has brought than another, in the batches that both were in. */
struct pip__rollout_pair {
    int64_t batches, value, value_squares, win, win_squares;
};

struct pip__rollout_sums {
    bool by_win;    /* what counts; else points */
    int32_t near;   /* what is next to nothing, in that */
    uint32_t clear; /* standard errors that separate; 0: never stop for that */
    int lines;
    unsigned left; /* bit line: it is still played on; the first always */
    uint32_t batches;
    int64_t count[PIP__ROLLOUT_LINES]; /* of batches */
    int64_t value[PIP__ROLLOUT_LINES], win[PIP__ROLLOUT_LINES];
    struct pip__rollout_pair pair[PIP__ROLLOUT_LINES][PIP__ROLLOUT_LINES];
};

void pip__rollout_begin(const struct pip__rollout *rollout, uint32_t clear,
                        struct pip__rollout_sums *sums);
void pip__rollout_add(struct pip__rollout_sums *sums, const struct pip__rollout_batch *batch);

/* After some batches: leaves out the lines that are clearly behind. Whether it is clear what the
 * first line lacks, or that it lacks next to nothing. */
bool pip__rollout_settle(struct pip__rollout_sums *sums);

/* Differences of two lines with their standard errors; the first with itself is 0. */
struct pip__rollout_difference {
    int32_t value, value_error, win, win_error;
};
void pip__rollout_differ(const struct pip__rollout_sums *sums, int line, int other,
                         struct pip__rollout_difference *difference);

/* The line that does best against the first, of those that are left if there are any; and the best
 * of all: that one, or the first where it is not ahead. */
int pip__rollout_rival(const struct pip__rollout_sums *sums);
int pip__rollout_best(const struct pip__rollout_sums *sums);

/* What a line brings. */
struct pip_worth pip__rollout_worth(const struct pip__rollout_sums *sums, int line);

#endif
