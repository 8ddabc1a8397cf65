/* Reading. A connection is taken from the idle ones, or opened, for each call, so that calls from
 * several threads, and calls from inside a callback, do not wait for each other. */
#include "internal.h"
#include <stdlib.h>
#include <string.h>

#define IDLE_MAX 8

/* ---- Connections ---- */

static struct pip__store_connection *open_reader(struct pip_store *store,
                                                 enum pip_store_status *status) {
    struct pip__store_connection *reader = calloc(1, sizeof *reader);
    *status = PIP_STORE_FAILED;
    if (!reader)
        return NULL;
    if (pip__store_connect(store, true, reader) == SQLITE_OK &&
        pip__store_prepare(reader) == SQLITE_OK) {
        *status = PIP_STORE_OK;
        return reader;
    }
    if (reader->db)
        *status = pip__store_failure(store, reader->db);
    pip__store_disconnect(reader);
    free(reader);
    return NULL;
}

static struct pip__store_connection *take_reader(struct pip_store *store,
                                                 enum pip_store_status *status) {
    *status = PIP_STORE_OK;
    pthread_mutex_lock(&store->mutex);
    struct pip__store_connection *reader = store->idle;
    if (reader) {
        store->idle = reader->next;
        store->idle_count--;
    }
    pthread_mutex_unlock(&store->mutex);
    return reader ? reader : open_reader(store, status);
}

static void give_back(struct pip_store *store, struct pip__store_connection *reader) {
    pthread_mutex_lock(&store->mutex);
    bool keep = store->idle_count < IDLE_MAX;
    if (keep) {
        reader->next = store->idle;
        store->idle = reader;
        store->idle_count++;
    }
    pthread_mutex_unlock(&store->mutex);
    if (!keep) {
        pip__store_disconnect(reader);
        free(reader);
    }
}

/* ---- Queries ---- */

/* A query under way, one row at a time. */
struct query {
    struct pip_store *store;
    struct pip__store_connection *reader;
    sqlite3_stmt *s;
    enum pip_store_status status;
    uint32_t rows;
};

static struct query begin(struct pip_store *store, enum pip__store_statement which) {
    struct query q = {.store = store};
    q.reader = take_reader(store, &q.status);
    q.s = q.reader ? q.reader->statements[which] : NULL;
    return q;
}

/* Moves to the next row; false at the end or after a failure. */
static bool next(struct query *q) {
    if (q->status != PIP_STORE_OK)
        return false;
    int code = sqlite3_step(q->s);
    if (code == SQLITE_ROW)
        q->rows++;
    else if (code != SQLITE_DONE)
        q->status = pip__store_failure(q->store, q->reader->db);
    return code == SQLITE_ROW;
}

/* Whether all columns could be read: fetching a long text may run out of memory. */
static bool complete(struct query *q) {
    if (sqlite3_errcode(q->reader->db) == SQLITE_NOMEM)
        q->status = pip__store_failure(q->store, q->reader->db);
    return q->status == PIP_STORE_OK;
}

static enum pip_store_status end(struct query *q) {
    if (q->reader) {
        sqlite3_reset(q->s);
        sqlite3_clear_bindings(q->s);
        give_back(q->store, q->reader);
    }
    return q->status;
}

static const char *column_text(struct query *q, int column) {
    return (const char *)sqlite3_column_text(q->s, column);
}

static struct pip_span column_span(struct query *q, int column) {
    const char *text = column_text(q, column);
    return (struct pip_span){text ? text : "", (size_t)sqlite3_column_bytes(q->s, column)};
}

static enum pip_store_phase column_phase(struct query *q, int column) {
    const char *word = column_text(q, column);
    int phase = 0;
    while (word && phase < PIP_STORE_PHASES &&
           strcmp(pip_store_phase_text((enum pip_store_phase)phase), word) != 0)
        phase++;
    return (enum pip_store_phase)phase;
}

/* ---- Tables ---- */

static struct pip_store_table table_of(struct query *q) {
    return (struct pip_store_table){.id = column_text(q, 0),
                                    .code = column_text(q, 1),
                                    .game = column_text(q, 2),
                                    .head = column_span(q, 3),
                                    .created = sqlite3_column_int64(q->s, 4),
                                    .touched = sqlite3_column_int64(q->s, 5),
                                    .phase = column_phase(q, 6),
                                    .is_public = sqlite3_column_int(q->s, 7) != 0,
                                    .seq = (uint32_t)sqlite3_column_int64(q->s, 8),
                                    .due = sqlite3_column_int64(q->s, 9),
                                    .base = (uint32_t)sqlite3_column_int64(q->s, 10)};
}

static enum pip_store_status show_tables(struct query *q, pip_store_see_table *see, void *context) {
    while (next(q)) {
        struct pip_store_table table = table_of(q);
        if (!complete(q) || !see(context, &table))
            break;
    }
    return end(q);
}

static enum pip_store_status find(struct pip_store *store, enum pip__store_statement which,
                                  const char *key, pip_store_see_table *see, void *context) {
    struct query q = begin(store, which);
    sqlite3_bind_text(q.s, 1, key, -1, SQLITE_STATIC);
    enum pip_store_status status = show_tables(&q, see, context);
    return status == PIP_STORE_OK && q.rows == 0 ? PIP_STORE_MISSING : status;
}

enum pip_store_status pip_store_find(struct pip_store *store, const char *id,
                                     pip_store_see_table *see, void *context) {
    return find(store, PIP__STORE_FIND, id, see, context);
}

enum pip_store_status pip_store_find_code(struct pip_store *store, const char *code,
                                          pip_store_see_table *see, void *context) {
    return find(store, PIP__STORE_FIND_CODE, code, see, context);
}

enum pip_store_status pip_store_list_public(struct pip_store *store, uint32_t limit,
                                            pip_store_see_table *see, void *context) {
    struct query q = begin(store, PIP__STORE_LIST_PUBLIC);
    sqlite3_bind_int64(q.s, 1, limit);
    return show_tables(&q, see, context);
}

enum pip_store_status pip_store_list_due(struct pip_store *store, int64_t now, uint32_t limit,
                                         pip_store_see_table *see, void *context) {
    struct query q = begin(store, PIP__STORE_LIST_DUE);
    sqlite3_bind_int64(q.s, 1, now);
    sqlite3_bind_int64(q.s, 2, limit);
    return show_tables(&q, see, context);
}

enum pip_store_status pip_store_each(struct pip_store *store, pip_store_see_table *see,
                                     void *context) {
    struct query q = begin(store, PIP__STORE_EACH);
    return show_tables(&q, see, context);
}

/* ---- Events ---- */

enum pip_store_status pip_store_load(struct pip_store *store, const char *id, uint32_t after_seq,
                                     pip_store_see_event *see, void *context) {
    struct query q = begin(store, PIP__STORE_LOAD);
    sqlite3_bind_text(q.s, 1, id, -1, SQLITE_STATIC);
    sqlite3_bind_int64(q.s, 2, after_seq);
    while (next(&q)) {
        if (sqlite3_column_type(q.s, 0) == SQLITE_NULL) /* a table, but no such event */
            break;
        struct pip_store_event event = {.seq = (uint32_t)sqlite3_column_int64(q.s, 0),
                                        .at = sqlite3_column_int64(q.s, 1),
                                        .text = column_span(&q, 2)};
        if (!complete(&q) || !see(context, &event))
            break;
    }
    enum pip_store_status status = end(&q);
    return status == PIP_STORE_OK && q.rows == 0 ? PIP_STORE_MISSING : status;
}

/* ---- Daily challenges ---- */

enum pip_store_status pip_store_daily_top(struct pip_store *store, const char *game, int64_t day,
                                          uint32_t limit, pip_store_see_daily *see, void *context) {
    struct query q = begin(store, PIP__STORE_DAILY_TOP);
    sqlite3_bind_text(q.s, 1, game, -1, SQLITE_STATIC);
    sqlite3_bind_int64(q.s, 2, day);
    sqlite3_bind_int64(q.s, 3, limit);
    while (next(&q)) {
        struct pip_store_daily entry = {.game = column_text(&q, 0),
                                        .day = sqlite3_column_int64(q.s, 1),
                                        .player = column_text(&q, 2),
                                        .name = column_text(&q, 3),
                                        .score = sqlite3_column_int64(q.s, 4),
                                        .at = sqlite3_column_int64(q.s, 5),
                                        .action = column_span(&q, 6)};
        if (!complete(&q) || !see(context, &entry))
            break;
    }
    return end(&q);
}

/* ---- Metrics ---- */

enum pip_store_status pip_store_count(struct pip_store *store, struct pip_store_counts *counts) {
    struct query q = begin(store, PIP__STORE_COUNT);
    *counts = (struct pip_store_counts){0};
    while (next(&q)) {
        enum pip_store_phase phase = column_phase(&q, 0);
        if (phase < PIP_STORE_PHASES)
            counts->tables[phase] += (uint64_t)sqlite3_column_int64(q.s, 1);
        counts->events += (uint64_t)sqlite3_column_int64(q.s, 2);
        counts->daily_entries = (uint64_t)sqlite3_column_int64(q.s, 3);
    }
    return end(&q);
}
