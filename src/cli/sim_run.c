#include "sim.h"
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

uint64_t sim_games_of_shard(const struct sim_run *run) {
    return run->games > run->shard ? (run->games - run->shard - 1) / run->shards + 1 : 0;
}

/* ---- Threads ---- */

static void show_progress(uint64_t done, uint64_t all, time_t started) {
    long spent = (long)(time(NULL) - started);
    if (done > 0 && done < all && spent > 0)
        fprintf(stderr, "\r%llu of %llu games, about %.0f s left   ", (unsigned long long)done,
                (unsigned long long)all, (double)spent * (double)(all - done) / (double)done);
}

int sim_threads(uint64_t threads, void *(*work)(void *context), void *context,
                const _Atomic uint64_t *done, uint64_t all) {
    pthread_t thread[SIM_THREADS_MAX];
    uint64_t started = 0;
    bool terminal = isatty(STDERR_FILENO);
    time_t begin = time(NULL);
    while (started < threads && pthread_create(&thread[started], NULL, work, context) == 0)
        started++;
    while (terminal && started > 0 && *done < all) {
        nanosleep(&(struct timespec){.tv_nsec = 250000000}, NULL);
        show_progress(*done, all, begin);
    }
    for (uint64_t i = 0; i < started; i++)
        pthread_join(thread[i], NULL);
    if (terminal)
        fprintf(stderr, "\r%60s\r", "");
    return started > 0 ? CLI_OK : cli_error(CLI_FAILED, "cannot start a thread");
}

/* ---- One table ---- */

static bool has_guests(const struct sim_job *job) {
    for (int seat = 0; seat < job->run.setup->seats; seat++) {
        if (!job->player[seat].bot)
            return true;
    }
    return false;
}

static void *work(void *context) {
    struct sim_job *job = context;
    struct pip_sim_totals totals = {0};
    struct pip__guest guest[PIP_SEATS_MAX] = {{0}};
    struct sim_table table;
    uint64_t all = sim_games_of_shard(&job->run);
    if (!sim_table_open(&table, &job->run, job->run.record || has_guests(job)))
        job->failed = true;
    for (int seat = 0; seat < job->run.setup->seats; seat++) {
        table.player[seat] = &job->player[seat];
        table.guest[seat] = &guest[seat];
    }
    for (uint64_t i; !job->failed && (i = atomic_fetch_add(&job->next, 1)) < all;) {
        uint32_t number = (uint32_t)(job->run.shard + i * job->run.shards);
        if (!sim_table_play(&table, number, &totals))
            job->failed = true;
    }
    if (job->failed)
        job->next = all; /* nobody need wait */
    for (int seat = 0; seat < PIP_SEATS_MAX; seat++)
        pip__guest_end(&guest[seat]);
    sim_table_close(&table);
    pthread_mutex_lock(&job->adding);
    pip_sim_add(&job->totals, &totals);
    pthread_mutex_unlock(&job->adding);
    return NULL;
}

int sim_run_job(struct sim_job *job) {
    pthread_mutex_init(&job->adding, NULL);
    int code = sim_threads(job->run.threads, work, job, &job->next, sim_games_of_shard(&job->run));
    return code != CLI_OK ? code : job->failed ? CLI_FAILED : CLI_OK;
}
