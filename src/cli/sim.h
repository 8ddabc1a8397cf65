/* sim: many games between bots. sim.c is the command line; sim_run.c plays over threads, sim_tell.c
 * tells the figures, sim_merge.c adds up shards; sim_table.c is a table of bots and guests, which
 * arena.h uses, too. */
#ifndef PIP__CLI_SIM_H
#define PIP__CLI_SIM_H

#include "cli.h"
#include "guest/guest.h"
#include "nets.h"
#include <pthread.h>
#include <stdatomic.h>

#define SIM_THREADS_MAX 256
#define SIM_FILES_MAX 4096 /* that can be merged */

/* What all games of a run have in common. */
struct sim_run {
    const struct pip_setup *setup;
    uint64_t seed, games, shard, shards, threads;
    struct cli_nets nets;  /* for bots to play with */
    uint64_t nodes, limit; /* for a choice: positions to look at; milliseconds for guests */
    const char *record;    /* folder, or NULL */
};

/* Game number `shard + i * shards`: how many of them are below `games`. */
uint64_t sim_games_of_shard(const struct sim_run *run);

/* "I/N" with I below N. */
bool sim_read_shard(const char *text, uint64_t *shard, uint64_t *shards);

/* ---- Who plays ---- */

struct sim_player {
    const char *name;          /* as it was given: "greedy", "exec:./mybot" */
    const struct pip_bot *bot; /* NULL: a guest */
};

/* The player of that name; the text is kept. False after reporting. */
bool sim_read_player(const char *name, struct sim_player *player);

/* A list with commas between, cut up in place; how many, or -1 after reporting. */
int sim_read_players(const char *option, char *list, struct sim_player *players, int most);

/* ---- A table where game after game is played (sim_table.c) ---- */

struct sim_table {
    const struct sim_run *run;
    const struct sim_player *player[PIP_SEATS_MAX];
    struct pip__guest *guest[PIP_SEATS_MAX]; /* of those players that are guests; borrowed */
    struct pip_event *events;                /* owned: NULL if nobody needs the match */
    struct pip_match match;
};

/* Sets it for a run; `kept` says that games are recorded or guests play. False: out of memory. */
bool sim_table_open(struct sim_table *table, const struct sim_run *run, bool kept);
void sim_table_close(struct sim_table *table);

/* Plays one game and adds it; false if its record cannot be written. The first guest that loses its
 * seat is reported, the others are only counted. */
bool sim_table_play(struct sim_table *table, uint32_t number, struct pip_sim_totals *totals);

/* ---- Threads (sim_run.c) ---- */

/* Calls `work` on so many threads, and shows how far `done` of `all` has come. CLI_OK or
 * CLI_FAILED. */
int sim_threads(uint64_t threads, void *(*work)(void *context), void *context,
                const _Atomic uint64_t *done, uint64_t all);

/* ---- Runs with one table ---- */

struct sim_job {
    struct sim_run run;
    struct sim_player player[PIP_SEATS_MAX];
    struct pip_sim_totals totals;

    _Atomic uint64_t next; /* of the games of this shard, the first that nobody has taken */
    _Atomic bool failed;
    pthread_mutex_t adding;
};

/* Plays the job's games. CLI_OK or CLI_FAILED. */
int sim_run_job(struct sim_job *job);

void sim_print(const struct sim_job *job);
json_t *sim_json(const struct sim_job *job);

/* What a shard says of itself: "I/N". What it says of the run that it is part of; the players stand
 * under `key`. */
json_t *sim_shard_json(const struct sim_run *run);
json_t *sim_run_json(const struct sim_run *run, const char *key, json_t *players);

/* ---- Merging (sim_merge.c) ---- */

/* Shards of one run, none twice. */
struct sim_shards {
    struct cli_table table;
    struct sim_run run;
    int count;
    const char *path[SIM_FILES_MAX];
    json_t *file[SIM_FILES_MAX]; /* owned */
    uint64_t shard[SIM_FILES_MAX];
};

/* Adds up the totals of shards of the same run, and prints them. CLI_OK or the exit code. */
int sim_merge(const char *const *paths, int count, const char *sheet);

/* A whole number of a shard; false if it is none. */
bool sim_read_whole(const json_t *item, json_int_t *value);

/* Wilson's 95 % interval of a share of n. */
#define SIM_Z 1.959963984540054
void sim_wilson(double share, double n, double *low, double *high);

/* Numbers of pip_sim_totals in JSON. */
#define SIM_TOTALS(X) X(games) X(decisions) X(turns) X(rolls) X(won)
#define SIM_TOTALS_BY_SEAT(X) X(score) X(score_squared) X(lowest) X(highest) X(wins) X(forfeits)

#endif
