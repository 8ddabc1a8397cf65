/* The arena: bots against each other, round by round.
 *
 * A round is one game number, and so the same dice for everybody: every table of the schedule plays
 * it, in every rotation of its seats. What a round has given is a row of whole numbers; sums of
 * rows and of their products are all that is kept, and all figures follow from them, so rounds and
 * not games are what intervals count. Rows are added in the order of their numbers, whichever
 * thread was first, so an early stop is the same one everywhere.
 *
 * arena.c makes the schedule and plays a round, arena_run.c runs rounds over threads, arena_rate.c
 * computes figures, arena_tell.c tells them, arena_merge.c adds up shards. */
#ifndef PIP__CLI_ARENA_H
#define PIP__CLI_ARENA_H

#include "sim.h"

#define ARENA_MAX 8 /* players */
#define ARENA_PAIRS (ARENA_MAX * (ARENA_MAX - 1) / 2)
#define ARENA_COLUMNS (2 * ARENA_MAX + 3 * ARENA_PAIRS)
#define ARENA_ROW (ARENA_COLUMNS + ARENA_MAX)
#define ARENA_TABLES (2 * ARENA_PAIRS + ARENA_MAX)

struct arena_table {
    uint8_t player[PIP_SEATS_MAX]; /* in the first rotation */
    int lone;                      /* column of wins of the one in seat 0 against the rest, or -1 */
};

/* What is known of a pairing, if it was to be decided. */
enum arena_verdict { ARENA_OPEN, ARENA_FIRST, ARENA_SECOND, ARENA_NEITHER };

struct arena_pair {
    uint8_t first, second; /* players */
    int duels;             /* in a round */
    enum arena_verdict verdict;
    uint64_t after; /* so many rounds */
};

struct arena_totals {
    uint64_t rounds;
    int64_t sum[ARENA_ROW];
    int64_t product[ARENA_COLUMNS][ARENA_COLUMNS]; /* of columns i <= j */
};

struct arena {
    struct sim_run run;
    int count; /* of players */
    struct sim_player player[ARENA_MAX];

    /* The schedule. Players whose tables are their own (a team, or seats that do not matter to each
     * other) fill all seats; the others meet. */
    bool meet;
    int rotations, tables, pairs;
    struct arena_table table[ARENA_TABLES];
    struct arena_pair pair[ARENA_PAIRS];
    int seats_of[ARENA_MAX]; /* that a player holds in all games of a round */

    /* Columns of a row, by player: sums of scores, games that a team has won; by pair: half points
     * of duels; by ordered pair: wins of one against the rest. Behind them, without products: lost
     * seats by player. */
    int won, duel, lone, columns;

    bool sprt; /* whether to stop early, and between which shares */
    double share[2];
    struct arena_totals totals;

    /* While it runs. */
    _Atomic uint64_t next, absorbed; /* rounds of this shard: taken; added */
    _Atomic bool failed, decided;
    pthread_mutex_t adding;
    pthread_cond_t room;
    int64_t *waiting; /* owned: rows that came before their turn */
    bool *filled;     /* owned */
    int64_t *kept;    /* owned: all rows, where only --merge can say where to stop; or NULL */
};

/* Makes the schedule. CLI_OK or the exit code after reporting. */
int arena_open(struct arena *arena, const char *sprt);
void arena_close(struct arena *arena);

int arena_width(const struct arena *arena); /* numbers in a row */

/* What one thread plays with. */
struct arena_bench {
    const struct arena *arena;
    struct sim_table table;
    struct pip__guest guest[ARENA_MAX][PIP_SEATS_MAX];
};
bool arena_bench_open(struct arena_bench *bench, const struct arena *arena);
void arena_bench_close(struct arena_bench *bench);
void arena_play_round(struct arena_bench *bench, uint32_t number, int64_t *row);

/* Adds the next row, and notes which pairings it has decided. True if none is left open. */
bool arena_add(struct arena *arena, const int64_t *row);

int arena_run(struct arena *arena);
int arena_merge(const struct sim_shards *shards);

/* ---- Figures ---- */

struct arena_figure {
    double value, low, high; /* with its 95 % interval */
};

/* A player's mean score; its share of games that the team has won. */
struct arena_figure arena_mean(const struct arena *arena, int player);
struct arena_figure arena_won(const struct arena *arena, int player);
/* By how much the first of a pair is ahead, round by round. */
struct arena_figure arena_mean_ahead(const struct arena *arena, const struct arena_pair *pair);
struct arena_figure arena_won_ahead(const struct arena *arena, const struct arena_pair *pair);
/* The first one's share of the points of a pair's duels. */
struct arena_figure arena_share(const struct arena *arena, int pair);
/* The share of wins of one alone against others of a kind. */
struct arena_figure arena_lone(const struct arena *arena, const struct arena_table *table);
/* Ratings as in chess, around 0: 400 more are ten duels to one. By maximum likelihood of
 * Bradley-Terry over all duels, as if every pairing had one more, which was drawn. */
void arena_ratings(const struct arena *arena, struct arena_figure *ratings);

enum arena_verdict arena_judge(const struct arena *arena, int pair);

void arena_print(const struct arena *arena);
json_t *arena_json(const struct arena *arena);

#endif
