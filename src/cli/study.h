/* sheet study: what many games say about a sheet, for people who invent one. study.c is the command
 * and plays, study_parts.c counts what mattered in each game, study_tell.c tells it.
 *
 * Everything that is counted is a whole number, and scores are kept by the number of the game: the
 * same games give the same study, however many threads played them. */
#ifndef PIP__CLI_STUDY_H
#define PIP__CLI_STUDY_H

#include "sim.h"

#define STUDY_TABLES_MAX 6
#define STUDY_ROWS_MAX 64
#define STUDY_COLUMNS_MAX 7
#define STUDY_NAME_MAX 24

/* What a column has: how often of all, or how much on average. */
enum study_measure { STUDY_SHARE, STUDY_MEAN };

/* One table: what its rows are, what they are counted over, and its columns. */
struct study_shape {
    const char *title, *of; /* "expeditions", "sheets" */
    struct {
        const char *name; /* NULL: no more */
        enum study_measure measure;
    } column[STUDY_COLUMNS_MAX];
    int most; /* rows that people are shown, those with most in the first column; 0: all in order */
};

struct study_table {
    const struct study_shape *shape;
    int columns, rows;
    uint64_t of;
    char name[STUDY_ROWS_MAX][STUDY_NAME_MAX];
    int64_t sum[STUDY_ROWS_MAX][STUDY_COLUMNS_MAX];
};

/* What is known of a game's parts; each thread has its own. */
struct study_parts {
    const struct pip_setup *setup;
    int count;
    struct study_table table[STUDY_TABLES_MAX];
    uint64_t seen[STUDY_ROWS_MAX]; /* in the game that is being played: how often, by row */
    bool failed;
};

/* Sets empty tables for a game; none if nothing is known of its parts. */
void study_parts_begin(struct study_parts *parts, const struct pip_setup *setup);

/* An event of the game that is being played; its final position. */
void study_parts_event(struct study_parts *parts, unsigned actor, pip_move move);
void study_parts_end(struct study_parts *parts, const void *state);

void study_parts_add(struct study_parts *sum, const struct study_parts *part);

struct study {
    const char *which;       /* a shipped sheet, or a file */
    struct cli_list options; /* key=value */
    const char *level;
    uint64_t seats, games, seed, threads;
    bool json;

    struct pip_sheet_file file;
    struct pip_setup setup;
    const struct pip_bot *bot;
    int32_t *score; /* owned: of each game and seat */
    uint8_t *won;   /* owned: of each game, bit seat for who has won, or 1 for a team */
    uint64_t turns;
    struct study_parts parts;
    _Atomic uint64_t next;
    pthread_mutex_t adding;
};

/* The study of a sheet, on a shipped one or that of a file. CLI_OK or the exit code. */
int study_run(struct study *study, const struct pip_sheet *shipped);

void study_print(const struct study *study);
json_t *study_json(const struct study *study);

#endif
