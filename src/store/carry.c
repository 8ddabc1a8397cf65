/* Carrying out requests, each inside the writer's transaction. */
#include "internal.h"

#define EXPIRE_EVENTS 10000

/* ---- Statements ---- */

static sqlite3_stmt *statement(struct pip_store *store, enum pip__store_statement which) {
    return store->writer.statements[which];
}

/* Texts outlive the statement's run, so SQLite need not copy them and binding cannot fail. */
static void bind_text(sqlite3_stmt *s, int place, const char *text) {
    sqlite3_bind_text(s, place, text, -1, SQLITE_STATIC);
}

static void bind_span(sqlite3_stmt *s, int place, struct pip_span text) {
    sqlite3_bind_text(s, place, text.at, (int)text.length, SQLITE_STATIC);
}

static void bind_phase(sqlite3_stmt *s, int place, enum pip_store_phase phase) {
    bind_text(s, place, pip_store_phase_text(phase));
}

/* Tables that are never due are not in the index of those that are. */
static void bind_due(sqlite3_stmt *s, int place, int64_t due) {
    if (due == 0)
        sqlite3_bind_null(s, place);
    else
        sqlite3_bind_int64(s, place, due);
}

enum pip_store_status pip__store_run(struct pip_store *store, sqlite3_stmt *s) {
    enum pip_store_status status = PIP_STORE_OK;
    if (sqlite3_step(s) != SQLITE_DONE) {
        int code = sqlite3_extended_errcode(store->writer.db);
        bool taken = code == SQLITE_CONSTRAINT_UNIQUE || code == SQLITE_CONSTRAINT_PRIMARYKEY;
        status = taken ? PIP_STORE_EXISTS : pip__store_failure(store, store->writer.db);
    }
    sqlite3_reset(s);
    return status;
}

/* What the writer asks of a table before it writes. */
struct found {
    int64_t number, seq, base;
    bool same; /* the append changes nothing by which tables are found */
};

/* PIP_STORE_MISSING: there is no such table. */
static enum pip_store_status ask(struct pip_store *store, sqlite3_stmt *s, struct found *found) {
    enum pip_store_status status = PIP_STORE_OK;
    *found = (struct found){0};
    int code = sqlite3_step(s);
    if (code == SQLITE_ROW)
        *found = (struct found){sqlite3_column_int64(s, 0), sqlite3_column_int64(s, 1),
                                sqlite3_column_int64(s, 2), sqlite3_column_int(s, 3) != 0};
    else
        status =
            code == SQLITE_DONE ? PIP_STORE_MISSING : pip__store_failure(store, store->writer.db);
    sqlite3_reset(s);
    return status;
}

static enum pip_store_status run_for(struct pip_store *store, enum pip__store_statement which,
                                     int64_t number) {
    sqlite3_stmt *s = statement(store, which);
    sqlite3_bind_int64(s, 1, number);
    return pip__store_run(store, s);
}

/* ---- Requests ----
 *
 * Each looks before it writes, or makes the one statement that can be refused its first, so that a
 * request that is refused has written nothing. */

static enum pip_store_status insert_events(struct pip_store *store,
                                           const struct pip__store_request *request, int64_t number,
                                           int64_t last_seq) {
    sqlite3_stmt *s = statement(store, PIP__STORE_INSERT_EVENT);
    sqlite3_bind_int64(s, 1, number);
    for (uint32_t i = 0; i < request->event_count; i++) {
        sqlite3_bind_int64(s, 2, last_seq + 1 + i);
        sqlite3_bind_int64(s, 3, request->events[i].at);
        bind_span(s, 4, request->events[i].text);
        enum pip_store_status status = pip__store_run(store, s);
        if (status != PIP_STORE_OK) /* a number that is taken would be a broken database */
            return status == PIP_STORE_EXISTS ? PIP_STORE_FAILED : status;
    }
    return PIP_STORE_OK;
}

static enum pip_store_status create(struct pip_store *store,
                                    const struct pip__store_request *request) {
    const struct pip_store_table *table = &request->of.table;
    sqlite3_stmt *s = statement(store, PIP__STORE_INSERT_TABLE);
    bind_text(s, 1, table->id);
    bind_text(s, 2, table->code);
    bind_text(s, 3, table->game);
    sqlite3_bind_int64(s, 4, table->created);
    sqlite3_bind_int64(s, 5, table->touched);
    bind_phase(s, 6, table->phase);
    sqlite3_bind_int(s, 7, table->is_public);
    sqlite3_bind_int64(s, 8, request->event_count);
    bind_due(s, 9, table->due);
    enum pip_store_status status = pip__store_run(store, s);
    if (status != PIP_STORE_OK)
        return status;
    int64_t number = sqlite3_last_insert_rowid(store->writer.db);
    s = statement(store, PIP__STORE_INSERT_HEAD);
    sqlite3_bind_int64(s, 1, number);
    bind_span(s, 2, table->head);
    status = pip__store_run(store, s);
    if (status != PIP_STORE_OK)
        return status == PIP_STORE_EXISTS ? PIP_STORE_FAILED : status;
    return insert_events(store, request, number, 0);
}

static enum pip_store_status find(struct pip_store *store, const struct pip_store_change *change,
                                  struct found *found) {
    sqlite3_stmt *s = statement(store, PIP__STORE_SELECT_SEQ);
    bind_text(s, 1, change->id);
    bind_text(s, 2, change->code);
    bind_phase(s, 3, change->phase);
    sqlite3_bind_int(s, 4, change->is_public);
    bind_due(s, 5, change->due);
    return ask(store, s, found);
}

/* Most appends only move `touched` and the last event on; naming the other columns would cost work
 * on their indexes even if they keep their values. */
static enum pip_store_status update(struct pip_store *store, const struct pip_store_change *change,
                                    const struct found *found, int64_t last_seq) {
    sqlite3_stmt *s =
        statement(store, found->same ? PIP__STORE_UPDATE_SEQ : PIP__STORE_UPDATE_TABLE);
    sqlite3_bind_int64(s, 1, found->number);
    sqlite3_bind_int64(s, 2, change->touched);
    sqlite3_bind_int64(s, 3, last_seq);
    if (!found->same) {
        bind_text(s, 4, change->code);
        bind_phase(s, 5, change->phase);
        sqlite3_bind_int(s, 6, change->is_public);
        bind_due(s, 7, change->due);
    }
    return pip__store_run(store, s);
}

/* After this the table has no events. */
static enum pip_store_status replace(struct pip_store *store, const struct found *found) {
    enum pip_store_status status = run_for(store, PIP__STORE_DELETE_EVENTS, found->number);
    if (status != PIP_STORE_OK)
        return status;
    sqlite3_stmt *s = statement(store, PIP__STORE_UPDATE_BASE);
    sqlite3_bind_int64(s, 1, found->number);
    sqlite3_bind_int64(s, 2, found->seq);
    return pip__store_run(store, s);
}

static enum pip_store_status append(struct pip_store *store,
                                    const struct pip__store_request *request) {
    const struct pip_store_change *change = &request->of.change;
    struct found found;
    enum pip_store_status status = find(store, change, &found);
    if (status == PIP_STORE_OK && found.seq != change->expected_seq)
        status = PIP_STORE_CONFLICT;
    if (status == PIP_STORE_OK)
        status = update(store, change, &found, found.seq + request->event_count);
    if (status == PIP_STORE_OK && change->replaces)
        status = replace(store, &found);
    if (status == PIP_STORE_OK)
        status = insert_events(store, request, found.number, found.seq);
    return status;
}

static enum pip_store_status delete_table(struct pip_store *store, int64_t number) {
    enum pip_store_status status = run_for(store, PIP__STORE_DELETE_EVENTS, number);
    if (status == PIP_STORE_OK)
        status = run_for(store, PIP__STORE_DELETE_HEAD, number);
    if (status == PIP_STORE_OK)
        status = run_for(store, PIP__STORE_DELETE_TABLE, number);
    return status;
}

static enum pip_store_status expire(struct pip_store *store, struct pip__store_request *request) {
    struct found found;
    int64_t events = 0;
    request->of.expire.count = 0;
    while (request->of.expire.count < request->of.expire.limit && events < EXPIRE_EVENTS) {
        sqlite3_stmt *s = statement(store, PIP__STORE_SELECT_OLD);
        sqlite3_bind_int64(s, 1, request->of.expire.before);
        enum pip_store_status status = ask(store, s, &found);
        if (status == PIP_STORE_MISSING)
            break;
        if (status == PIP_STORE_OK)
            status = delete_table(store, found.number);
        if (status != PIP_STORE_OK)
            return status;
        events += found.seq - found.base;
        request->of.expire.count++;
    }
    return PIP_STORE_OK;
}

static enum pip_store_status enter(struct pip_store *store,
                                   const struct pip__store_request *request) {
    const struct pip_store_daily *entry = &request->of.daily;
    sqlite3_stmt *s = statement(store, PIP__STORE_INSERT_DAILY);
    bind_text(s, 1, entry->game);
    sqlite3_bind_int64(s, 2, entry->day);
    bind_text(s, 3, entry->player);
    bind_text(s, 4, entry->name);
    sqlite3_bind_int64(s, 5, entry->score);
    sqlite3_bind_int64(s, 6, entry->at);
    bind_span(s, 7, entry->action);
    return pip__store_run(store, s);
}

enum pip_store_status pip__store_carry_out(struct pip_store *store,
                                           struct pip__store_request *request) {
    switch (request->kind) {
    case PIP__STORE_CREATE: return create(store, request);
    case PIP__STORE_APPEND: return append(store, request);
    case PIP__STORE_EXPIRE: return expire(store, request);
    case PIP__STORE_ENTER: return enter(store, request);
    }
    return PIP_STORE_FAILED;
}
