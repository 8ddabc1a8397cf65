#include "arena.h"
#include <stdlib.h>
#include <string.h>

#define RING 1024 /* rows that may wait for an earlier one */

/* ---- Adding ---- */

/* Whether no pairing is left open. */
static bool judge_all(struct arena *arena) {
    bool open = false;
    for (int i = 0; i < arena->pairs; i++) {
        struct arena_pair *pair = &arena->pair[i];
        if (pair->verdict == ARENA_OPEN) {
            pair->verdict = arena_judge(arena, i);
            pair->after = arena->totals.rounds;
        }
        open |= pair->verdict == ARENA_OPEN;
    }
    return !open;
}

bool arena_add(struct arena *arena, const int64_t *row) {
    struct arena_totals *t = &arena->totals;
    t->rounds++;
    for (int i = 0; i < arena_width(arena); i++)
        t->sum[i] += row[i];
    for (int i = 0; i < arena->columns; i++) {
        for (int j = i; j < arena->columns; j++)
            t->product[i][j] += row[i] * row[j];
    }
    return arena->sprt && arena->run.shards == 1 && judge_all(arena);
}

/* ---- In order ---- */

/* Adds what is complete up to the first row that is still being played. */
static void absorb(struct arena *arena) {
    size_t width = (size_t)arena_width(arena);
    for (;;) {
        size_t slot = arena->absorbed % RING;
        if (!arena->filled[slot] || arena->decided)
            break;
        const int64_t *row = arena->waiting + slot * width;
        if (arena->kept)
            memcpy(arena->kept + arena->absorbed * width, row, width * sizeof *row);
        arena->decided = arena_add(arena, row);
        arena->filled[slot] = false;
        arena->absorbed++;
    }
    pthread_cond_broadcast(&arena->room);
}

static void hand_in(struct arena *arena, uint64_t index, const int64_t *row) {
    size_t width = (size_t)arena_width(arena), slot = index % RING;
    pthread_mutex_lock(&arena->adding);
    while (index >= arena->absorbed + RING && !arena->decided && !arena->failed)
        pthread_cond_wait(&arena->room, &arena->adding);
    if (index < arena->absorbed + RING) {
        memcpy(arena->waiting + slot * width, row, width * sizeof *row);
        arena->filled[slot] = true;
        absorb(arena);
    }
    pthread_mutex_unlock(&arena->adding);
}

static void *work(void *context) {
    struct arena *arena = context;
    struct arena_bench *bench = malloc(sizeof *bench);
    uint64_t all = sim_games_of_shard(&arena->run);
    int64_t row[ARENA_ROW];
    bool open = bench && arena_bench_open(bench, arena);
    if (!open)
        arena->failed = true;
    for (uint64_t i; !arena->failed && !arena->decided;) {
        if ((i = atomic_fetch_add(&arena->next, 1)) >= all)
            break;
        arena_play_round(bench, (uint32_t)(arena->run.shard + i * arena->run.shards), row);
        hand_in(arena, i, row);
    }
    if (arena->failed || arena->decided)
        arena->next = all; /* nobody need wait */
    if (open)
        arena_bench_close(bench);
    free(bench);
    return NULL;
}

int arena_run(struct arena *arena) {
    size_t width = (size_t)arena_width(arena);
    uint64_t all = sim_games_of_shard(&arena->run);
    bool keep = arena->sprt && arena->run.shards > 1;
    arena->waiting = malloc(RING * width * sizeof *arena->waiting);
    arena->filled = calloc(RING, sizeof *arena->filled);
    arena->kept = keep ? malloc((all + 1) * width * sizeof *arena->kept) : NULL;
    if (!arena->waiting || !arena->filled || (keep && !arena->kept))
        return cli_error(CLI_FAILED, "out of memory");
    pthread_mutex_init(&arena->adding, NULL);
    pthread_cond_init(&arena->room, NULL);
    int code = sim_threads(arena->run.threads, work, arena, &arena->next, all);
    return code != CLI_OK ? code : arena->failed ? CLI_FAILED : CLI_OK;
}
