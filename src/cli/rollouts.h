/* Rollouts on the command line (docs/review.md): over threads, in shards, and kept in files that a
 * later run goes on from. rollouts.c plays, rollouts_book.c keeps, rollouts_review.c puts what was
 * found into a report card. */
#ifndef PIP__CLI_ROLLOUTS_H
#define PIP__CLI_ROLLOUTS_H

#include "cli.h"
#include "review/rollout.h"

/* What is asked for. */
struct rollouts_wish {
    uint64_t playouts; /* of each line, at most */
    uint64_t turns, luck, clear, seed, threads;
    bool loose;
    const struct pip_net *nets;

    const char *state;     /* where batches are kept, and found again; NULL: nowhere */
    struct cli_list parts; /* files of other runs to take batches from */
    const char *shard_text;
    uint64_t shard, shards; /* of the choices, every Nth */
    const char *above;      /* choices that have cost more are played on; NULL: the costliest */
    int64_t least;          /* the same by what counts */
};

/* What is asked for when nothing is said. */
extern const struct rollouts_wish rollouts_usual;

/* Options that review and hint share; go between others. */
#define ROLLOUTS_OPTIONS(wish)                                                                  \
    {"rollouts", "N", "with --level master: play on each line at most N times (default 512)",   \
     CLI_NUMBER, &(wish).playouts},                                                             \
        {"clear", "Z", "stop when Z standard errors apart (default 4; 0: never)", CLI_NUMBER,   \
         &(wish).clear},                                                                        \
        {"cut", "TURNS", "turns to play on before the net judges (default 0: to the end)",      \
         CLI_NUMBER, &(wish).turns},                                                            \
        {"luck", "N",                                                                           \
         "outcomes by which a roll's luck is taken away, 2 to 64 (default 0: it is not)",       \
         CLI_NUMBER, &(wish).luck},                                                             \
        {"loose", NULL, "do not stratify the first roll; to compare", CLI_FLAG, &(wish).loose}, \
        {"seed", "N", "of imagined dice (default 1)", CLI_NUMBER, &(wish).seed}, {              \
        "threads", "N", "how many at once (default 1)", CLI_NUMBER, &(wish).threads             \
    }

/* Checks the numbers. CLI_OK or CLI_USAGE. */
int rollouts_check(struct rollouts_wish *wish);

/* ---- Batches that are known (rollouts_book.c) ---- */

struct rollouts_book {
    uint32_t choices, batches;
    struct pip__rollout_batch **row; /* of a choice: `batches` of them, owned; NULL: none known */
    FILE *out;                       /* NULL: nowhere */
    char head[64];
};

/* Opens the book of a run, which `mark` tells from others: reads the parts and the state file, and
 * goes on in the latter after the last whole line. CLI_OK or the exit code. */
int rollouts_book_open(struct rollouts_book *book, const struct rollouts_wish *wish, uint64_t mark,
                       uint32_t choices);
int rollouts_book_close(struct rollouts_book *book);

/* A batch of a choice, if it is known; and a new one. */
bool rollouts_book_get(const struct rollouts_book *book, uint32_t choice, uint32_t number,
                       struct pip__rollout_batch *batch);
int rollouts_book_put(struct rollouts_book *book, uint32_t choice, uint32_t number, int lines,
                      const struct pip__rollout_batch *batch);

/* ---- Playing (rollouts.c) ---- */

/* Sets what does not depend on the position. */
struct pip__rollout rollouts_begin(const struct rollouts_wish *wish, const struct pip_setup *setup,
                                   int seat, uint32_t event);

/* Whether a line leads to the same position as one that is there already; else it is added if there
 * is room. */
bool rollouts_admit(struct pip__rollout *rollout, const struct pip_line *line);

/* Plays until it is clear or all is spent. `book` may be NULL. CLI_OK or CLI_FAILED. */
int rollouts_play(const struct rollouts_wish *wish, const struct pip__rollout *rollout,
                  struct rollouts_book *book, uint32_t choice, struct pip__rollout_sums *sums);

/* ---- Report cards (rollouts_review.c) ---- */

/* Plays on the costly choices of a review that is done, and counts them anew; `playouts` for splits
 * of those whose best line is another now. With a shard only its choices, and nothing is counted.
 * CLI_OK or the exit code. */
int rollouts_review(struct pip_review *review, const struct rollouts_wish *wish, uint16_t playouts);

#endif
