/* What the tests of the store share: writes that wait for their answer, and sets of answers. */
#ifndef PIP_STORE_TESTING_H
#define PIP_STORE_TESTING_H

#include "testing.h"
#include <semaphore.h>
#include <stdio.h>
#include <store/store.h>

/* The answer to one request; may be waited for once. */
struct answer {
    sem_t ready;
    enum pip_store_status status;
};

static inline void take_answer(void *context, enum pip_store_status status) {
    struct answer *answer = context;
    answer->status = status;
    sem_post(&answer->ready);
}

/* For requests that must be refused at once. */
static inline void never(void *context, enum pip_store_status status) {
    (void)context;
    fail_msg("done was called after a refusal, with \"%s\"", pip_store_status_text(status));
}

static inline enum pip_store_status wait_for(struct answer *answer) {
    while (sem_wait(&answer->ready) != 0)
        ;
    sem_destroy(&answer->ready);
    return answer->status;
}

static inline struct answer *expect_answer(struct answer *answer) {
    sem_init(&answer->ready, 0, 0);
    return answer;
}

/* A waiting table of Pig without code. */
static inline struct pip_store_table table_of(const char *id) {
    return (struct pip_store_table){
        .id = id, .game = "pig", .head = {"{}", 2}, .created = 100, .touched = 100};
}

static inline struct pip_store_event event_of(const char *text) {
    return (struct pip_store_event){.at = 100, .text = pip_span_of(text)};
}

/* Creates a table with `count` events and waits. */
static inline enum pip_store_status create(struct pip_store *store,
                                           const struct pip_store_table *table,
                                           const struct pip_store_event *events, size_t count) {
    struct answer answer;
    enum pip_store_status status =
        pip_store_create(store, table, events, count, take_answer, expect_answer(&answer));
    return status == PIP_STORE_OK ? wait_for(&answer) : status;
}

static inline void create_empty(struct pip_store *store, const char *id) {
    struct pip_store_table table = table_of(id);
    assert_int_equal(create(store, &table, NULL, 0), PIP_STORE_OK);
}

static inline enum pip_store_status append(struct pip_store *store,
                                           const struct pip_store_change *change,
                                           const struct pip_store_event *events, size_t count) {
    struct answer answer;
    enum pip_store_status status =
        pip_store_append(store, change, events, count, take_answer, expect_answer(&answer));
    return status == PIP_STORE_OK ? wait_for(&answer) : status;
}

/* Appends one event to a playing table and waits. */
static inline enum pip_store_status append_text(struct pip_store *store, const char *id,
                                                uint32_t expected, const char *text) {
    struct pip_store_change change = {
        .id = id, .expected_seq = expected, .phase = PIP_STORE_PLAYING, .touched = 100};
    struct pip_store_event event = event_of(text);
    return append(store, &change, &event, 1);
}

static inline enum pip_store_status expire(struct pip_store *store, int64_t before, uint32_t limit,
                                           uint32_t *removed) {
    struct answer answer;
    enum pip_store_status status =
        pip_store_expire(store, before, limit, removed, take_answer, expect_answer(&answer));
    return status == PIP_STORE_OK ? wait_for(&answer) : status;
}

static inline enum pip_store_status enter(struct pip_store *store,
                                          const struct pip_store_daily *entry) {
    struct answer answer;
    enum pip_store_status status =
        pip_store_daily_enter(store, entry, take_answer, expect_answer(&answer));
    return status == PIP_STORE_OK ? wait_for(&answer) : status;
}

/* The answer of pip_store_keep, with the value. */
struct kept_answer {
    struct answer answer;
    char value[256];
};

static inline void take_kept(void *context, enum pip_store_status status, struct pip_span value) {
    struct kept_answer *kept = context;
    snprintf(kept->value, sizeof kept->value, "%.*s", (int)value.length,
             value.length ? value.at : "");
    take_answer(&kept->answer, status);
}

static inline enum pip_store_status keep(struct pip_store *store, const char *name,
                                         const char *value, struct kept_answer *kept) {
    expect_answer(&kept->answer);
    enum pip_store_status status = pip_store_keep(store, name, pip_span_of(value), take_kept, kept);
    return status == PIP_STORE_OK ? wait_for(&kept->answer) : status;
}

/* ---- Reading ---- */

/* Texts of all that was shown, each followed by a space. */
struct shown {
    char text[4096];
    uint32_t count, last_seq;
};

static inline bool show(struct shown *shown, struct pip_span text) {
    size_t length = strlen(shown->text);
    snprintf(shown->text + length, sizeof shown->text - length, "%.*s ", (int)text.length, text.at);
    shown->count++;
    return true;
}

static inline bool show_event(void *context, const struct pip_store_event *event) {
    struct shown *shown = context;
    assert_int_equal(event->seq, shown->last_seq + 1);
    shown->last_seq = event->seq;
    return show(shown, event->text);
}

static inline bool show_table(void *context, const struct pip_store_table *table) {
    ((struct shown *)context)->last_seq = table->seq;
    return show(context, pip_span_of(table->id));
}

/* The table's events after `after` must be exactly these. */
static inline void assert_events(struct pip_store *store, const char *id, uint32_t after,
                                 const char *texts) {
    struct shown shown = {.last_seq = after};
    assert_int_equal(pip_store_load(store, id, after, show_event, &shown), PIP_STORE_OK);
    assert_string_equal(shown.text, texts);
}

/* The last event's number, from the table itself; fails if there is no table. */
static inline uint32_t seq_of(struct pip_store *store, const char *id) {
    struct shown shown = {0};
    assert_int_equal(pip_store_find(store, id, show_table, &shown), PIP_STORE_OK);
    return shown.last_seq;
}

/* ---- Holding the writer ---- */

/* Between hold and let_go the writer stands still, so that requests queue up. */
struct held {
    sem_t reached, go;
};

static inline void stand_still(void *context, enum pip_store_status status) {
    struct held *held = context;
    (void)status;
    sem_post(&held->reached);
    while (sem_wait(&held->go) != 0)
        ;
}

static inline void hold(struct pip_store *store, struct held *held) {
    static uint32_t removed;
    sem_init(&held->reached, 0, 0);
    sem_init(&held->go, 0, 0);
    assert_int_equal(pip_store_expire(store, INT64_MIN, 0, &removed, stand_still, held),
                     PIP_STORE_OK);
    while (sem_wait(&held->reached) != 0)
        ;
}

static inline void let_go(struct held *held) {
    sem_post(&held->go);
}

#endif
