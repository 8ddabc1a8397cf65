#include "turns.h"
#include <time.h>

/* How long the thread was on a processor is slow to find out. */
#define SAMPLE_NS 500000   /* of work between two looks */
#define NOTABLE_NS 1000000 /* what is shorter needs no look */

const char *pip__work_text(enum work work) {
    static const char *const words[] = {
#define X(name, word) word,
        WORK_LIST(X)
#undef X
    };
    return words[work];
}

static void sample(struct pip__turns *turns) {
    struct timespec cpu;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &cpu);
    turns->cpu = (uint64_t)cpu.tv_sec * 1000000000 + (uint64_t)cpu.tv_nsec;
    turns->unseen = 0;
}

/* Looks if there was enough work since the last look; part of it may be counted twice. */
static void worked(struct pip__turns *turns, uint64_t wall) {
    turns->unseen += wall;
    if (turns->unseen > SAMPLE_NS)
        sample(turns);
}

void pip__turns_init(struct pip__turns *turns, uv_loop_t *loop) {
    *turns = (struct pip__turns){.loop = loop};
    sample(turns);
}

static uint64_t lesser(uint64_t a, uint64_t b) {
    return a < b ? a : b;
}

static void keep_longest(struct pip__hold *longest, struct pip__hold hold) {
    longest->wall = hold.wall > longest->wall ? hold.wall : longest->wall;
    longest->cpu = hold.cpu > longest->cpu ? hold.cpu : longest->cpu;
}

/* ---- One thing ---- */

struct pip__work pip__work_begin(struct pip__turns *turns) {
    return turns ? (struct pip__work){uv_hrtime(), turns->cpu} : (struct pip__work){0};
}

/* Since `cpu` was found. What was spent between that look and the beginning counts, too: it is
 * never too little. */
static struct pip__hold hold_of(struct pip__turns *turns, uint64_t wall, uint64_t cpu) {
    if (wall < NOTABLE_NS)
        return (struct pip__hold){wall, wall};
    sample(turns);
    return (struct pip__hold){wall, lesser(wall, turns->cpu - cpu)};
}

void pip__work_end(struct pip__turns *turns, enum work work, struct pip__work began) {
    if (!turns)
        return;
    uint64_t wall = uv_hrtime() - began.at;
    turns->spent[work] += wall;
    keep_longest(&turns->of[work], hold_of(turns, wall, began.cpu));
    worked(turns, wall);
}

bool pip__turn_is_over(const struct pip__turns *turns, enum work work) {
    return turns && turns->spent[work] >= SLICE_NS;
}

/* ---- A round ---- */

static void count_round(struct pip__turns *turns, struct pip__hold hold) {
    static const uint64_t steps[HOLD_STEPS - 1] = {1000000, 2000000, 5000000, 20000000, 100000000};
    int step = 0;
    while (step < HOLD_STEPS - 1 && hold.cpu > steps[step])
        step++;
    turns->count[step]++;
    turns->total += hold.cpu;
    keep_longest(&turns->longest, hold);
}

/* The time since the last round, less that in which the loop slept. */
void pip__turns_round(struct pip__turns *turns) {
    uint64_t now = uv_hrtime(), slept = uv_metrics_idle_time(turns->loop);
    uint64_t asleep = slept - turns->slept, passed = now - turns->since;
    uint64_t wall = passed - lesser(passed, asleep);
    if (turns->since > 0)
        count_round(turns, hold_of(turns, wall, turns->since_cpu));
    worked(turns, wall);
    turns->since = now;
    turns->slept = slept;
    turns->since_cpu = turns->cpu;
    for (int i = 0; i < WORKS; i++)
        turns->spent[i] = 0;
}
