/* Turns: in each round the loop does a little of everything; what is left waits for the next one,
 * in the order in which it came. So nobody is kept waiting by how much others have asked for, and
 * how long the loop was held is known: by whole rounds, and by each thing it did. */
#ifndef PIP__TURNS_H
#define PIP__TURNS_H

#include <stdbool.h>
#include <stdint.h>
#include <uv.h>

/* What the loop does, with the word for it in the metrics. */
#define WORK_LIST(X)      \
    X(ACCEPT, "accept")   \
    X(READ, "read")       \
    X(HEAR, "hear")       \
    X(REQUEST, "request") \
    X(MESSAGE, "message") \
    X(ASK, "ask")         \
    X(SETTLE, "settle")   \
    X(STORED, "stored")   \
    X(ERRAND, "errand")   \
    X(BOT, "bot")         \
    X(WRITE, "write")     \
    X(CLOSE, "close")     \
    X(LATE, "late")       \
    X(SWEEP, "sweep")     \
    X(FORGET, "forget")

enum work {
#define X(name, word) WORK_##name,
    WORK_LIST(X)
#undef X
        WORKS
};

#define SLICE_NS 500000 /* of one kind of work in a round */
#define HOLD_STEPS 6    /* of the histogram */

/* A length of time, and what of it was spent on a processor: the rest the loop's thread waited, for
 * a processor while other programs had them, or for a lock that somebody held meanwhile.
 * Nanoseconds. */
struct pip__hold {
    uint64_t wall, cpu;
};

struct pip__turns {
    uint64_t spent[WORKS];      /* in this round */
    struct pip__hold of[WORKS]; /* the longest of each kind */
    struct pip__hold longest;   /* round */
    uint64_t total;             /* of all rounds */
    uint64_t count[HOLD_STEPS]; /* of rounds: up to 1, 2, 5, 20, 100 ms, and longer */
    uint64_t since, slept;      /* the end of the last round, and all sleep until then ... */
    uint64_t since_cpu;         /* ... and the thread's time on a processor */
    uint64_t cpu, unseen;       /* found when that was last looked at, and work since */
    uv_loop_t *loop;
};

/* The beginning of a thing, and what was last known then of the time on a processor. */
struct pip__work {
    uint64_t at, cpu;
};

/* For a loop that measures its sleep (UV_METRICS_IDLE_TIME). */
void pip__turns_init(struct pip__turns *turns, uv_loop_t *loop);

/* Around each thing. `turns` may be NULL in all three: then nothing is counted, and no turn ends.
 * One thing may be part of another. */
struct pip__work pip__work_begin(struct pip__turns *turns);
void pip__work_end(struct pip__turns *turns, enum work work, struct pip__work began);
/* Whether this kind of work has had its turn in this round. */
bool pip__turn_is_over(const struct pip__turns *turns, enum work work);

/* Before the loop sleeps. */
void pip__turns_round(struct pip__turns *turns);

const char *pip__work_text(enum work work);

#endif
