/* Reading. A connection is taken from the idle ones, or opened, for each call, so that calls from
 * several threads, and calls from inside a callback, do not wait for each other. */
#include "internal.h"
#include <stdlib.h>

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
        *status = pip__store_in_place(store) ? PIP_STORE_OK : PIP_STORE_FAILED;
    } else if (reader->db) {
        *status = pip__store_failure(store, reader->db);
    }
    if (*status == PIP_STORE_OK)
        return reader;
    pip__store_disconnect(reader);
    free(reader);
    return NULL;
}

struct pip__store_connection *pip__store_take_reader(struct pip_store *store,
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

void pip__store_give_back(struct pip_store *store, struct pip__store_connection *reader) {
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
    bool damaged;
};

static struct query begin(struct pip_store *store, enum pip__store_statement which) {
    struct query q = {.store = store};
    q.reader = pip__store_take_reader(store, &q.status);
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
        pip__store_give_back(q->store, q->reader);
    }
    if (q->status == PIP_STORE_OK && q->damaged)
        q->status = PIP_STORE_DAMAGED;
    return q->status;
}

static const char *column_text(struct query *q, int column) {
    return (const char *)sqlite3_column_text(q->s, column);
}

static struct pip_span column_span(struct query *q, int column) {
    const char *text = column_text(q, column);
    return (struct pip_span){text ? text : "", (size_t)sqlite3_column_bytes(q->s, column)};
}

/* ---- Tables ---- */

enum {
    ID,
    GAME,
    CREATED,
    HEAD,
    HEAD_SUM,
    SHEET,
    SHEET_HASH,
    ROW = 9
}; /* columns of PIP__STORE_TABLE_COLUMNS */

/* Something that is shown is not what was written. The first such is what is kept to be told. */
static void find_damage(struct query *q, const char *name, const char *reason) {
    if (!q->damaged)
        pip__store_say(q->store, "table %s is damaged: %s", name ? name : "without a name", reason);
    q->damaged = true;
}

/* The table in the present row; what is not as it was written, or NULL. */
static const char *table_of(struct query *q, struct pip_store_table *table) {
    struct pip__store_row row;
    bool sound = pip__store_row_read(q->s, ROW, &row), sound_sheet = true;
    *table = (struct pip_store_table){.id = column_text(q, ID),
                                      .code = row.code,
                                      .game = column_text(q, GAME),
                                      .head = column_span(q, HEAD),
                                      .created = sqlite3_column_int64(q->s, CREATED),
                                      .touched = row.touched,
                                      .phase = pip__store_phase_of(row.phase),
                                      .is_public = row.is_public != 0,
                                      .seq = (uint32_t)row.last_seq,
                                      .base = (uint32_t)row.base,
                                      .due = row.due};
    if (sqlite3_column_type(q->s, SHEET) != SQLITE_NULL)
        sound_sheet = pip__store_named_read(q->s, SHEET_HASH, &table->sheet_hash, &table->sheet);
    if (sqlite3_column_type(q->s, HEAD) == SQLITE_NULL)
        return "it has no head";
    if (!sound_sheet)
        return "its sheet is missing or not what was written";
    if (sqlite3_column_int64(q->s, HEAD_SUM) != pip__store_sum_head(table))
        return "its id, game, time or head is not what was written";
    return sound ? NULL : "its code, phase, number of events or times are not what was written";
}

static enum pip_store_status show_tables(struct query *q, pip_store_see_table *see, void *context) {
    while (next(q)) {
        struct pip_store_table table;
        const char *damage = table_of(q, &table);
        if (!complete(q))
            break;
        if (damage)
            find_damage(q, table.id, damage);
        else if (!see(context, &table))
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

/* What the events of a table have to be. */
struct following {
    bool whole;            /* from the beginning: the chain is followed, too */
    int64_t seq, chain;    /* of the event before */
    int64_t last_seq, end; /* of the last one */
};

/* With the first row, which has the table in it. Only what is read from the beginning needs the
 * head. */
static void begin_following(struct query *q, const char *id, uint32_t after,
                            struct following *following) {
    struct pip_store_table table;
    struct pip__store_row row;
    bool sound = pip__store_row_read(q->s, ROW, &row);
    *following = (struct following){.whole = after == 0,
                                    .seq = after > row.base ? after : row.base,
                                    .chain = sqlite3_column_int64(q->s, HEAD_SUM),
                                    .last_seq = row.last_seq,
                                    .end = row.chain};
    if (!sound || following->whole) {
        const char *damage = table_of(q, &table);
        if (damage)
            find_damage(q, id, damage);
    }
}

/* Takes the event of the present row; false if it does not follow the one before. */
static bool follow(struct query *q, struct following *following, struct pip_store_event *event) {
    int64_t seq = sqlite3_column_int64(q->s, PIP__STORE_EVENT_COLUMN);
    *event = (struct pip_store_event){.seq = (uint32_t)seq,
                                      .at = sqlite3_column_int64(q->s, PIP__STORE_EVENT_COLUMN + 1),
                                      .text = column_span(q, PIP__STORE_EVENT_COLUMN + 2)};
    bool next = seq == following->seq + 1 && seq <= following->last_seq;
    following->seq = seq;
    if (following->whole)
        following->chain = pip__store_sum_event(following->chain, event);
    return next;
}

/* What is wrong at the end, or NULL. */
static const char *end_following(const struct following *following) {
    if (following->seq < following->last_seq)
        return "its last events are missing";
    return following->whole && following->chain != following->end
               ? "its events are not what was written"
               : NULL;
}

enum pip_store_status pip_store_load(struct pip_store *store, const char *id, uint32_t after_seq,
                                     pip_store_see_event *see, void *context) {
    struct query q = begin(store, PIP__STORE_LOAD);
    struct following following = {0};
    struct pip_store_event event;
    bool more = true;
    sqlite3_bind_text(q.s, 1, id, -1, SQLITE_STATIC);
    sqlite3_bind_int64(q.s, 2, after_seq);
    while (more && next(&q)) {
        if (q.rows == 1)
            begin_following(&q, id, after_seq, &following);
        if (sqlite3_column_type(q.s, PIP__STORE_EVENT_COLUMN) == SQLITE_NULL)
            continue; /* a table, but no such event */
        if (!follow(&q, &following, &event))
            find_damage(&q, id, "an event is missing, or one too many");
        more = complete(&q) && !q.damaged && see(context, &event);
    }
    const char *damage = q.rows > 0 ? end_following(&following) : NULL;
    if (more && q.status == PIP_STORE_OK && damage)
        find_damage(&q, id, damage);
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
        struct pip_store_daily entry;
        bool sound = pip__store_daily_read(q.s, &entry);
        if (!complete(&q))
            break;
        if (!sound) {
            pip__store_say(store, "an entry of day %lld of %s is damaged", (long long)day, game);
            q.damaged = true;
        } else if (!see(context, &entry)) {
            break;
        }
    }
    return end(&q);
}

/* ---- Kept values ---- */

enum pip_store_status pip_store_kept_find(struct pip_store *store, const char *name,
                                          pip_store_see_kept *see, void *context) {
    struct query q = begin(store, PIP__STORE_KEPT_FIND);
    sqlite3_bind_text(q.s, 1, name, -1, SQLITE_STATIC);
    if (next(&q)) {
        const char *found;
        struct pip_span value;
        q.damaged = !pip__store_named_read(q.s, 0, &found, &value);
        if (complete(&q) && !q.damaged)
            see(context, value);
        else if (q.damaged)
            pip__store_say(store, "the value that is kept as %s is damaged", name);
    }
    enum pip_store_status status = end(&q);
    return status == PIP_STORE_OK && q.rows == 0 ? PIP_STORE_MISSING : status;
}
