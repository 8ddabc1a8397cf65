#include "store_children.h"
#include "store_testing.h"
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* What every event of a child says; long enough for some to need a page of their own. */
static void write_text(char *text, size_t room, const char *id, uint32_t seq) {
    int length = snprintf(text, room, "%s/%u/", id, (unsigned)seq);
    size_t filling = seq * 37u % 900;
    memset(text + length, 'x', filling);
    text[(size_t)length + filling] = '\0';
}

static bool see_text(void *context, const struct pip_store_event *event) {
    struct {
        const char *id;
        uint32_t seq;
    } *expected = context;
    char text[1024];
    write_text(text, sizeof text, expected->id, event->seq);
    assert_int_equal(event->seq, ++expected->seq);
    assert_true(pip_span_is(event->text, text));
    return true;
}

/* Whether the append after event `seq` replaces what was there: every seventh does. */
static bool is_replacing(uint32_t seq) {
    return seq / CRASH_EVENTS % 7 == 6;
}

static bool see_seq(void *context, const struct pip_store_table *table) {
    *(uint32_t *)context = table->seq;
    return true;
}

/* What the last replacing append left out, with appends of that many events. */
static uint32_t base_of(struct pip_store *store, const char *id, uint32_t group) {
    uint32_t seq = 0;
    pip_store_find(store, id, see_seq, &seq);
    while (group == CRASH_EVENTS && seq > 0 && !is_replacing(seq - CRASH_EVENTS))
        seq -= CRASH_EVENTS;
    return group == CRASH_EVENTS && seq > 0 ? seq - CRASH_EVENTS : 0;
}

uint32_t check_crash_table(struct pip_store *store, const char *id, uint32_t group) {
    struct {
        const char *id;
        uint32_t seq;
    } expected = {id, base_of(store, id, group)};
    enum pip_store_status status = pip_store_load(store, id, 0, see_text, &expected);
    if (status == PIP_STORE_MISSING)
        return 0;
    assert_int_equal(status, PIP_STORE_OK);
    assert_int_equal(expected.seq % group, 0);
    assert_int_equal(seq_of(store, id), expected.seq);
    return expected.seq;
}

/* ---- The child that is killed ---- */

struct acknowledgement {
    uint32_t table, seq;
};

struct crashing {
    struct pip_store *store;
    uint32_t table, seq;
    char id[8];
};

static void append_next(struct crashing *c);

static void acknowledge(void *context, enum pip_store_status status) {
    struct crashing *c = context;
    if (status != PIP_STORE_OK)
        _exit(9);
    c->seq += CRASH_EVENTS;
    struct acknowledgement said = {c->table, c->seq};
    if (write(STDOUT_FILENO, &said, sizeof said) != sizeof said)
        _exit(8);
    append_next(c);
}

static void append_next(struct crashing *c) {
    struct pip_store_change change = {
        .id = c->id, .expected_seq = c->seq, .phase = PIP_STORE_PLAYING, .touched = c->seq};
    change.replaces = is_replacing(c->seq);
    struct pip_store_event events[CRASH_EVENTS];
    char texts[CRASH_EVENTS][1024];
    for (uint32_t i = 0; i < CRASH_EVENTS; i++) {
        write_text(texts[i], sizeof texts[i], c->id, c->seq + i + 1);
        events[i] = event_of(texts[i]);
    }
    if (pip_store_append(c->store, &change, events, CRASH_EVENTS, acknowledge, c) != PIP_STORE_OK)
        _exit(7);
}

static int crash(struct pip_store *store) {
    static struct crashing tables[CRASH_TABLES];
    for (uint32_t t = 0; t < CRASH_TABLES; t++) {
        struct crashing *c = &tables[t];
        c->store = store;
        c->table = t;
        snprintf(c->id, sizeof c->id, "t%u", (unsigned)t);
        struct pip_store_table table = table_of(c->id);
        enum pip_store_status status = create(store, &table, NULL, 0);
        if (status != PIP_STORE_OK && status != PIP_STORE_EXISTS)
            return 6;
        if (pip_store_find(store, c->id, see_seq, &c->seq) != PIP_STORE_OK)
            return 5;
    }
    for (uint32_t t = 0; t < CRASH_TABLES; t++)
        append_next(&tables[t]);
    for (;;)
        pause();
}

/* ---- The child whose disk is full ---- */

static bool limit_files(rlim_t bytes) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_FSIZE, &limit) != 0)
        return false;
    limit.rlim_cur = bytes < limit.rlim_max ? bytes : limit.rlim_max;
    return setrlimit(RLIMIT_FSIZE, &limit) == 0;
}

static enum pip_store_status append_filling(struct pip_store *store, uint32_t *seq) {
    char text[1024];
    write_text(text, sizeof text, "full", *seq + 1);
    enum pip_store_status status = append_text(store, "full", *seq, text);
    *seq += status == PIP_STORE_OK;
    return status;
}

static int fill(struct pip_store *store) {
    struct pip_store_table table = table_of("full");
    uint32_t seq = 0;
    int refusals = 0;
    signal(SIGXFSZ, SIG_IGN);
    if (create(store, &table, NULL, 0) != PIP_STORE_OK || !limit_files(200 << 10))
        return 4;
    for (int i = 0; i < 5000 && refusals < 20; i++) {
        enum pip_store_status status = append_filling(store, &seq);
        if (status != PIP_STORE_OK && status != PIP_STORE_FULL)
            return 3;
        refusals = status == PIP_STORE_FULL ? refusals + 1 : 0;
    }
    struct shown shown = {0};
    if (refusals < 20 || seq < 100 ||
        pip_store_find(store, "full", show_table, &shown) != PIP_STORE_OK || shown.last_seq != seq)
        return 2;
    if (!limit_files(RLIM_INFINITY))
        return 1;
    for (int i = 0; i < 500; i++) {
        if (append_filling(store, &seq) != PIP_STORE_OK)
            return 10;
    }
    pip_store_close(store);
    return 0;
}

int child_main(const char *task, const char *path) {
    char error[256];
    struct pip_store *store = pip_store_open(path, NULL, error, sizeof error);
    if (!store) {
        fprintf(stderr, "%s\n", error);
        return 20;
    }
    return strcmp(task, "full") == 0 ? fill(store) : crash(store);
}

/* ---- The parent ---- */

/* Runs this program again rather than going on in a fork: threads do not survive one. */
static pid_t start(const char *task, const char *path, int output) {
    pid_t child = fork();
    assert_true(child >= 0);
    if (child > 0)
        return child;
    if (output >= 0)
        dup2(output, STDOUT_FILENO);
    execl("/proc/self/exe", "test_store", task, path, (char *)NULL);
    _exit(21);
}

int run_child(const char *task, const char *path) {
    int status;
    pid_t child = start(task, path, -1);
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static double milliseconds_now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return 1e3 * (double)time.tv_sec + 1e-6 * (double)time.tv_nsec;
}

/* Takes one acknowledgement; false at the end. A write this short arrives whole. */
static bool hear(int input, uint32_t *acknowledged) {
    struct acknowledgement said;
    if (read(input, &said, sizeof said) != sizeof said)
        return false;
    assert_true(said.table < CRASH_TABLES);
    assert_true(said.seq > acknowledged[said.table]);
    acknowledged[said.table] = said.seq;
    return true;
}

void crash_child(const char *path, int milliseconds, uint32_t *acknowledged) {
    int ends[2], status;
    assert_int_equal(pipe(ends), 0);
    pid_t child = start("crash", path, ends[1]);
    close(ends[1]);
    if (milliseconds >= 0)
        assert_true(hear(ends[0], acknowledged));
    double until = milliseconds_now() + abs(milliseconds), left;
    while ((left = until - milliseconds_now()) > 0) {
        struct pollfd input = {.fd = ends[0], .events = POLLIN};
        if (poll(&input, 1, (int)left + 1) > 0)
            assert_true(hear(ends[0], acknowledged));
    }
    kill(child, SIGKILL);
    while (hear(ends[0], acknowledged))
        ;
    close(ends[0]);
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    assert_true(WIFSIGNALED(status));
}
