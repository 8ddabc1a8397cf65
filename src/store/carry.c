/* Carrying out requests, each inside the writer's transaction. */
#include "internal.h"
#include <stdlib.h>
#include <string.h>

#define EXPIRE_EVENTS 10000
#define PROBE_MILLISECONDS 1000 /* for so long a write tells that the next one will do */

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

/* Tables that are never due are not in the index of those that are. */
static void bind_due(sqlite3_stmt *s, int place, int64_t due) {
    if (due == 0)
        sqlite3_bind_null(s, place);
    else
        sqlite3_bind_int64(s, place, due);
}

/* A table that is damaged is a refusal, a database that is damaged a failure: nothing that was
 * begun may then be committed. */
static enum pip_store_status failure(struct pip_store *store) {
    enum pip_store_status status = pip__store_failure(store, store->writer.db);
    return status == PIP_STORE_DAMAGED ? PIP_STORE_FAILED : status;
}

enum pip_store_status pip__store_run(struct pip_store *store, sqlite3_stmt *s) {
    enum pip_store_status status = PIP_STORE_OK;
    if (sqlite3_step(s) != SQLITE_DONE) {
        int code = sqlite3_extended_errcode(store->writer.db);
        bool taken = code == SQLITE_CONSTRAINT_UNIQUE || code == SQLITE_CONSTRAINT_PRIMARYKEY;
        status = taken ? PIP_STORE_EXISTS : failure(store);
    }
    sqlite3_reset(s);
    return status;
}

/* Moves a statement to its only row; the caller resets it. PIP_STORE_MISSING: there is none. */
static enum pip_store_status step(struct pip_store *store, sqlite3_stmt *s) {
    int code = sqlite3_step(s);
    if (code == SQLITE_ROW)
        return PIP_STORE_OK;
    return code == SQLITE_DONE ? PIP_STORE_MISSING : failure(store);
}

static enum pip_store_status run_for(struct pip_store *store, enum pip__store_statement which,
                                     int64_t number) {
    sqlite3_stmt *s = statement(store, which);
    sqlite3_bind_int64(s, 1, number);
    return pip__store_run(store, s);
}

/* A damaged table is in no phase and not counted. */
static void count_table(struct pip_store *store, enum pip_store_phase phase, int tables,
                        int64_t events) {
    if (phase < PIP_STORE_PHASES)
        store->change.tables[phase] += (uint64_t)tables;
    store->change.events += (uint64_t)events;
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

/* The end of the chain that begins with `chain` and goes over the request's events. */
static int64_t chain_on(const struct pip__store_request *request, int64_t chain,
                        uint32_t last_seq) {
    for (uint32_t i = 0; i < request->event_count; i++) {
        struct pip_store_event event = request->events[i];
        event.seq = last_seq + 1 + i;
        chain = pip__store_sum_event(chain, &event);
    }
    return chain;
}

static enum pip_store_status insert_table(struct pip_store *store,
                                          const struct pip_store_table *table,
                                          const struct pip__store_row *row) {
    sqlite3_stmt *s = statement(store, PIP__STORE_INSERT_TABLE);
    bind_text(s, 1, table->id);
    bind_text(s, 2, row->code);
    bind_text(s, 3, table->game);
    sqlite3_bind_int64(s, 4, table->created);
    sqlite3_bind_int64(s, 5, row->touched);
    bind_text(s, 6, row->phase);
    sqlite3_bind_int64(s, 7, row->is_public);
    sqlite3_bind_int64(s, 8, row->last_seq);
    bind_due(s, 9, row->due);
    sqlite3_bind_int64(s, 10, row->chain);
    sqlite3_bind_int64(s, 11, pip__store_sum_row(row));
    return pip__store_run(store, s);
}

/* A new sheet, or one that is there but damaged: its hash says what it has to be. */
static enum pip_store_status write_sheet(struct pip_store *store,
                                         const struct pip_store_table *table,
                                         enum pip__store_statement which) {
    sqlite3_stmt *s = statement(store, which);
    bind_text(s, 1, table->sheet_hash);
    bind_span(s, 2, table->sheet);
    sqlite3_bind_int64(s, 3, pip__store_sum_named(table->sheet_hash, table->sheet));
    return pip__store_run(store, s);
}

/* Makes sure that the table's sheet is there and says under which number. */
static enum pip_store_status share_sheet(struct pip_store *store,
                                         const struct pip_store_table *table, int64_t *number) {
    sqlite3_stmt *s = statement(store, PIP__STORE_SELECT_SHEET);
    bind_text(s, 1, table->sheet_hash);
    enum pip_store_status status = step(store, s);
    bool sound = false;
    if (status == PIP_STORE_OK) {
        const char *hash;
        struct pip_span text;
        sound = pip__store_named_read(s, 0, &hash, &text);
        *number = sqlite3_column_int64(s, 3);
    }
    sqlite3_reset(s);
    if (status == PIP_STORE_OK && !sound)
        return write_sheet(store, table, PIP__STORE_UPDATE_SHEET);
    if (status != PIP_STORE_MISSING)
        return status;
    status = write_sheet(store, table, PIP__STORE_INSERT_SHEET);
    *number = sqlite3_last_insert_rowid(store->writer.db);
    return status;
}

static enum pip_store_status insert_head(struct pip_store *store,
                                         const struct pip_store_table *table, int64_t number,
                                         int64_t sum) {
    int64_t sheet = 0;
    enum pip_store_status status =
        table->sheet_hash ? share_sheet(store, table, &sheet) : PIP_STORE_OK;
    if (status != PIP_STORE_OK)
        return status;
    sqlite3_stmt *s = statement(store, PIP__STORE_INSERT_HEAD);
    sqlite3_bind_int64(s, 1, number);
    bind_span(s, 2, table->head);
    sqlite3_bind_int64(s, 3, sum);
    if (table->sheet_hash)
        sqlite3_bind_int64(s, 4, sheet);
    else
        sqlite3_bind_null(s, 4);
    return pip__store_run(store, s);
}

static enum pip_store_status create(struct pip_store *store,
                                    const struct pip__store_request *request) {
    const struct pip_store_table *table = &request->of.table;
    int64_t head_sum = pip__store_sum_head(table);
    struct pip__store_row row = {.code = table->code,
                                 .phase = pip_store_phase_text(table->phase),
                                 .touched = table->touched,
                                 .is_public = table->is_public,
                                 .last_seq = request->event_count,
                                 .due = table->due,
                                 .chain = chain_on(request, head_sum, 0)};
    enum pip_store_status status = insert_table(store, table, &row);
    if (status != PIP_STORE_OK)
        return status;
    int64_t number = sqlite3_last_insert_rowid(store->writer.db);
    status = insert_head(store, table, number, head_sum);
    if (status != PIP_STORE_OK)
        return status == PIP_STORE_EXISTS ? PIP_STORE_FAILED : status;
    count_table(store, table->phase, 1, request->event_count);
    return insert_events(store, request, number, 0);
}

/* What the writer has to know of a table before it writes. */
struct found {
    int64_t number, seq, base, chain;
    int64_t old_base; /* `base` before it is moved */
    enum pip_store_phase phase;
    bool same; /* the change leaves everything by which tables are found as it is */
};

static bool is_same_text(const char *a, const char *b) {
    return a && b ? strcmp(a, b) == 0 : a == b;
}

/* `change` may be NULL. PIP_STORE_MISSING: there is no such table. */
static enum pip_store_status find(struct pip_store *store, sqlite3_stmt *s,
                                  const struct pip_store_change *change, struct found *found) {
    struct pip__store_row row;
    *found = (struct found){0};
    enum pip_store_status status = step(store, s);
    if (status == PIP_STORE_OK) {
        if (!pip__store_row_read(s, 1, &row) && change) {
            pip__store_say(store, "the row of table %s is damaged", change->id);
            status = PIP_STORE_DAMAGED;
        }
        *found =
            (struct found){.number = sqlite3_column_int64(s, 0),
                           .seq = row.last_seq,
                           .base = row.base,
                           .chain = row.chain,
                           .phase = pip__store_phase_of(row.phase),
                           .same = change && is_same_text(row.code, change->code) &&
                                   is_same_text(row.phase, pip_store_phase_text(change->phase)) &&
                                   row.is_public == change->is_public && row.due == change->due};
    }
    sqlite3_reset(s);
    return status;
}

/* The chain begins again with the head. */
static enum pip_store_status begin_again(struct pip_store *store, struct found *found) {
    sqlite3_stmt *s = statement(store, PIP__STORE_SELECT_HEAD);
    sqlite3_bind_int64(s, 1, found->number);
    enum pip_store_status status = step(store, s);
    if (status == PIP_STORE_OK)
        found->chain = sqlite3_column_int64(s, 0);
    sqlite3_reset(s);
    found->old_base = found->base;
    found->base = found->seq;
    return status == PIP_STORE_MISSING ? PIP_STORE_DAMAGED : status;
}

/* Most appends only move `touched` and the last event on; naming the other columns would cost work
 * on their indexes even if they keep their values. */
static enum pip_store_status update(struct pip_store *store, const struct found *found,
                                    const struct pip__store_row *row, bool all) {
    sqlite3_stmt *s = statement(store, all ? PIP__STORE_UPDATE_TABLE : PIP__STORE_UPDATE_SEQ);
    sqlite3_bind_int64(s, 1, found->number);
    sqlite3_bind_int64(s, 2, row->touched);
    sqlite3_bind_int64(s, 3, row->last_seq);
    sqlite3_bind_int64(s, 4, row->chain);
    sqlite3_bind_int64(s, 5, pip__store_sum_row(row));
    if (all) {
        bind_text(s, 6, row->code);
        bind_text(s, 7, row->phase);
        sqlite3_bind_int64(s, 8, row->is_public);
        bind_due(s, 9, row->due);
        sqlite3_bind_int64(s, 10, row->base);
    }
    return pip__store_run(store, s);
}

/* Changes the row, then the events. */
static enum pip_store_status write_append(struct pip_store *store,
                                          const struct pip__store_request *request,
                                          const struct found *found) {
    const struct pip_store_change *change = &request->of.change;
    struct pip__store_row row = {.code = change->code,
                                 .phase = pip_store_phase_text(change->phase),
                                 .touched = change->touched,
                                 .is_public = change->is_public,
                                 .last_seq = found->seq + request->event_count,
                                 .due = change->due,
                                 .base = found->base,
                                 .chain = chain_on(request, found->chain, (uint32_t)found->seq)};
    enum pip_store_status status = update(store, found, &row, !found->same || change->replaces);
    if (status == PIP_STORE_OK && change->replaces)
        status = run_for(store, PIP__STORE_DELETE_EVENTS, found->number);
    if (status == PIP_STORE_OK)
        status = insert_events(store, request, found->number, found->seq);
    count_table(store, found->phase, -1, change->replaces ? found->old_base - found->seq : 0);
    count_table(store, change->phase, 1, request->event_count);
    return status;
}

static enum pip_store_status append(struct pip_store *store,
                                    const struct pip__store_request *request) {
    const struct pip_store_change *change = &request->of.change;
    sqlite3_stmt *s = statement(store, PIP__STORE_SELECT_ROW);
    struct found found;
    bind_text(s, 1, change->id);
    enum pip_store_status status = find(store, s, change, &found);
    if (status == PIP_STORE_OK && found.seq != change->expected_seq)
        status = PIP_STORE_CONFLICT;
    if (status == PIP_STORE_OK && change->replaces)
        status = begin_again(store, &found);
    return status == PIP_STORE_OK ? write_append(store, request, &found) : status;
}

/* The number of a table's sheet, 0 if it has none. */
static enum pip_store_status find_sheet(struct pip_store *store, int64_t number, int64_t *sheet) {
    sqlite3_stmt *s = statement(store, PIP__STORE_SELECT_HEAD);
    sqlite3_bind_int64(s, 1, number);
    enum pip_store_status status = step(store, s);
    *sheet = status == PIP_STORE_OK ? sqlite3_column_int64(s, 1) : 0;
    sqlite3_reset(s);
    return status == PIP_STORE_MISSING ? PIP_STORE_OK : status;
}

static enum pip_store_status delete_table(struct pip_store *store, int64_t number) {
    int64_t sheet;
    enum pip_store_status status = find_sheet(store, number, &sheet);
    if (status == PIP_STORE_OK)
        status = run_for(store, PIP__STORE_DELETE_EVENTS, number);
    if (status == PIP_STORE_OK)
        status = run_for(store, PIP__STORE_DELETE_HEAD, number);
    if (status == PIP_STORE_OK)
        status = run_for(store, PIP__STORE_DELETE_TABLE, number);
    if (status == PIP_STORE_OK && sheet != 0)
        status = run_for(store, PIP__STORE_DELETE_SHEET, sheet);
    return status;
}

static enum pip_store_status expire(struct pip_store *store, struct pip__store_request *request) {
    struct found found;
    int64_t events = 0;
    request->of.expire.count = 0;
    while (request->of.expire.count < request->of.expire.limit && events < EXPIRE_EVENTS) {
        sqlite3_stmt *s = statement(store, PIP__STORE_SELECT_OLD);
        sqlite3_bind_int64(s, 1, request->of.expire.before);
        enum pip_store_status status = find(store, s, NULL, &found);
        if (status == PIP_STORE_MISSING)
            break;
        if (status == PIP_STORE_OK)
            status = delete_table(store, found.number);
        if (status != PIP_STORE_OK)
            return status;
        count_table(store, found.phase, -1, found.base - found.seq);
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
    sqlite3_bind_int64(s, 8, pip__store_sum_daily(entry));
    enum pip_store_status status = pip__store_run(store, s);
    store->change.daily_entries += status == PIP_STORE_OK;
    return status;
}

/* Takes the value of the present row if it is the one that is asked for. */
static enum pip_store_status see_kept(struct pip_store *store, sqlite3_stmt *s,
                                      struct pip__store_request *request) {
    const char *name;
    struct pip_span value;
    if (!pip__store_named_read(s, 0, &name, &value)) {
        pip__store_say(store, "a kept value is damaged");
        return PIP_STORE_DAMAGED;
    }
    if (strcmp(name, request->of.keep.name) != 0)
        return PIP_STORE_OK;
    request->of.keep.earlier = strdup(value.at);
    return request->of.keep.earlier ? PIP_STORE_OK : PIP_STORE_BUSY;
}

/* Looks through all, which are few, for the name, and for one that is damaged. */
static enum pip_store_status find_kept(struct pip_store *store,
                                       struct pip__store_request *request) {
    sqlite3_stmt *s = statement(store, PIP__STORE_KEPT_ALL);
    enum pip_store_status status, row = PIP_STORE_OK;
    free(request->of.keep.earlier); /* of an attempt that was rolled back */
    request->of.keep.earlier = NULL;
    while (row == PIP_STORE_OK && (status = step(store, s)) == PIP_STORE_OK)
        row = see_kept(store, s, request);
    sqlite3_reset(s);
    if (row != PIP_STORE_OK)
        return row;
    return request->of.keep.earlier && status == PIP_STORE_MISSING ? PIP_STORE_OK : status;
}

static enum pip_store_status keep(struct pip_store *store, struct pip__store_request *request) {
    enum pip_store_status status = find_kept(store, request);
    if (status != PIP_STORE_MISSING)
        return status;
    sqlite3_stmt *s = statement(store, PIP__STORE_INSERT_KEPT);
    bind_text(s, 1, request->of.keep.name);
    bind_span(s, 2, request->of.keep.value);
    sqlite3_bind_int64(s, 3, pip__store_sum_named(request->of.keep.name, request->of.keep.value));
    return pip__store_run(store, s);
}

static enum pip_store_status probe(struct pip_store *store) {
    bool known = store->good_at != 0 && pip__store_now() - store->good_at < PROBE_MILLISECONDS;
    return known ? PIP_STORE_OK : pip__store_run(store, statement(store, PIP__STORE_PROBE));
}

enum pip_store_status pip__store_carry_out(struct pip_store *store,
                                           struct pip__store_request *request) {
    switch (request->kind) {
    case PIP__STORE_CREATE: return create(store, request);
    case PIP__STORE_APPEND: return append(store, request);
    case PIP__STORE_EXPIRE: return expire(store, request);
    case PIP__STORE_ENTER: return enter(store, request);
    case PIP__STORE_KEEP: return keep(store, request);
    case PIP__STORE_PROBED: return probe(store);
    }
    return PIP_STORE_FAILED;
}
