#include "server.h"
#include <stdlib.h>
#include <string.h>

/* ---- Asking ---- */

struct pip__ask *pip__ask_new(pip__ask_run *run, pip__ask_answer *answer) {
    struct pip__ask *ask = calloc(1, sizeof *ask);
    if (!ask)
        return NULL;
    ask->run = run;
    ask->answer = answer;
    return ask;
}

void pip__ask_free(struct pip__ask *ask) {
    json_decref(ask->message);
    json_decref(ask->reply);
    pip__job_free(ask->job);
    free(ask);
}

const char *pip__ask_text(const struct pip__ask *ask, const char *name) {
    return json_string_value(json_object_get(ask->message, name));
}

int64_t pip__ask_number(const struct pip__ask *ask, const char *name) {
    return json_integer_value(json_object_get(ask->message, name));
}

void pip__answer_nobody(struct pip__room *room, struct pip__ask *ask, enum code code) {
    (void)room, (void)ask, (void)code;
}

static void answer(struct pip__room *room, struct pip__ask *ask, enum code code) {
    if (code != CODE_FINE)
        room->server->counters.refused++;
    ask->answer(room, ask, code);
    pip__ask_free(ask);
}

static struct pip__ask *take_ask(struct pip__room *room) {
    struct pip__ask *ask = room->asks;
    room->asks = ask->next;
    *(ask->looks ? &room->looking : &room->waiting) -= 1;
    return ask;
}

enum code pip__room_churn(struct pip__room *room, enum churn whose) {
    if (whose == CHURN_NONE)
        return CODE_FINE;
    struct pip__bucket *bucket = &room->churn[whose - 1];
    return pip__bucket_take(bucket, CHURN_BURST, CHURN_PER_HOUR) ? CODE_FINE : CODE_TOO_MANY;
}

/* ---- Storing ---- */

static int64_t due_of(struct pip__room *room, int64_t now) {
    struct pip__table *table = &room->table;
    return pip__clock_due(table, table->progressed ? now : table->public_at);
}

static enum pip_store_status append(struct pip__room *room, const struct pip__batch *batch,
                                    bool replaces) {
    struct pip_store_event events[BATCH_MAX];
    struct pip__table *table = &room->table;
    int64_t now = room->storing_at;
    uint32_t count = batch ? batch->count : 0;
    int64_t at = replaces && !table->progressed ? table->public_at : now;
    const char *code = table->phase == PIP_STORE_WAITING && table->code[0] ? table->code : NULL;
    struct pip_store_change change = {.id = table->id,
                                      .expected_seq = table->seq,
                                      .replaces = replaces,
                                      .phase = table->phase,
                                      .code = code,
                                      .is_public = table->is_public,
                                      .touched = now,
                                      .due = due_of(room, now)};
    for (uint32_t i = 0; i < count; i++)
        events[i] = (struct pip_store_event){.at = at, .text = pip_span_of(batch->text[i])};
    room->storing = count;
    return pip_store_append(room->server->store, &change, events, count, pip__room_stored, room);
}

/* In place of all events, those that make the table as it is now. */
static bool append_snapshot(struct pip__room *room, enum pip_store_status *status) {
    struct pip__table new = {.batch = calloc(1, sizeof *new.batch)};
    struct pip__history *shorter = calloc(1, sizeof *shorter);
    bool made = new.batch &&shorter &&pip__snapshot_make(&room->table, new.batch, shorter);
    if (made)
        *status = append(room, new.batch, true);
    pip__batch_clear(&new);
    if (made && *status == PIP_STORE_OK) {
        room->shorter = shorter;
        return true;
    }
    if (shorter)
        pip__history_free(shorter);
    free(shorter);
    return made;
}

static enum pip_store_status create(struct pip__room *room) {
    struct pip_store_event events[BATCH_MAX];
    struct pip__table *from = &room->table;
    int64_t now = room->storing_at;
    uint32_t count = from->batch ? from->batch->count : 0;
    for (uint32_t i = 0; i < count; i++)
        events[i] = (struct pip_store_event){.at = now, .text = pip_span_of(from->batch->text[i])};
    char *head = json_dumps(from->head, JSON_COMPACT);
    struct pip_store_table table = {
        .id = from->id,
        .code = from->phase == PIP_STORE_WAITING && from->code[0] ? from->code : NULL,
        .game = from->match.setup.game->name,
        .head = pip_span_of(head ? head : ""),
        .sheet_hash = from->own_hash[0] ? from->own_hash : NULL,
        .sheet = pip_span_of(from->own_text ? from->own_text : ""),
        .created = from->created,
        .touched = now,
        .phase = from->phase,
        .is_public = from->is_public,
        .due = due_of(room, now)};
    room->storing = count;
    enum pip_store_status status =
        pip_store_create(room->server->store, &table, events, count, pip__room_stored, room);
    free(head);
    return status;
}

static enum pip_store_status store_batch(struct pip__room *room) {
    enum pip_store_status status;
    room->storing_at = pip__server_now();
    if (!room->table.exists)
        return create(room);
    if (pip__snapshot_due(&room->table) && append_snapshot(room, &status))
        return status;
    return append(room, room->table.batch, false);
}

static void commit(struct pip__room *room, struct pip__ask *ask) {
    room->busy = true;
    room->asked = ask;
    room->server->busy_count++;
    enum pip_store_status status = store_batch(room);
    if (status != PIP_STORE_OK)
        pip__room_stored(room, status); /* answered from the loop, like all others */
}

static void give_up(struct pip__room *room, struct pip__ask *ask, enum code code) {
    ask->refused = code;
    room->busy = true;
    room->asked = ask;
    room->server->busy_count++;
    pip__room_stored(room, PIP_STORE_FAILED);
}

/* ---- Running ---- */

static void run(struct pip__room *room) {
    struct pip__ask *ask = take_ask(room);
    struct pip__work work = pip__work_begin(&room->server->turns);
    enum code code = ask->run(room, ask);
    pip__work_end(&room->server->turns, WORK_ASK, work);
    bool changed = room->table.batch || room->table.changed;
    if (code == CODE_FINE && changed) {
        commit(room, ask);
        return;
    }
    if (!room->table.exists) { /* a table that cannot be made; pip__room_done forgets it */
        give_up(room, ask, code);
        return;
    }
    answer(room, ask, code);
    if (changed)
        pip__room_reload(room);
}

/* ---- Going on in the next round, if there is much ---- */

static void unsettled_join(struct pip__room *room) {
    struct pip__server *server = room->server;
    room->unsettled_link = server->unsettled ? server->unsettled_last : &server->unsettled;
    room->unsettled = NULL;
    *room->unsettled_link = room;
    server->unsettled_last = &room->unsettled;
    uv_async_send(&server->wake);
}

void pip__room_unsettled_leave(struct pip__room *room) {
    struct pip__server *server = room->server;
    if (!room->unsettled_link)
        return;
    *room->unsettled_link = room->unsettled;
    *(room->unsettled ? &room->unsettled->unsettled_link : &server->unsettled_last) =
        room->unsettled_link;
    room->unsettled_link = NULL;
}

/* Runs what waits, the first in any case; false if it has taken its turn and there is more. */
static bool run_asks(struct pip__room *room) {
    uint64_t began = uv_hrtime();
    while (!room->busy && !room->loading && room->asks) {
        if (room->broken) {
            room->broken = false;
            pip__room_reload(room);
            if (room->broken) /* the store does not even listen */
                answer(room, take_ask(room), CODE_BUSY);
        } else {
            run(room);
        }
        if (room->asks && uv_hrtime() - began >= SLICE_NS)
            return false;
    }
    return true;
}

void pip__room_settle(struct pip__room *room) {
    if (room->settling || room->unsettled_link)
        return;
    room->settling = true;
    if (!run_asks(room)) {
        unsettled_join(room);
    } else if (!room->busy && !room->loading && !room->broken && room->table.exists) {
        pip__audience_settled(room);
        pip__bots_start(room);
    }
    room->settling = false;
    pip__room_rest(room);
}

/* Those who look do not take the place of those who play. */
static bool is_full(const struct pip__room *room, const struct pip__ask *ask) {
    return ask->looks ? room->looking >= LOOKS_MAX : room->waiting >= QUEUE_MAX && !ask->job;
}

void pip__room_ask(struct pip__room *room, struct pip__ask *ask) {
    struct pip__ask **end = &room->asks;
    bool stopping = room->server->stopping;
    if (is_full(room, ask) || stopping) {
        answer(room, ask, stopping ? CODE_STOPPING : CODE_BUSY);
        pip__room_rest(room);
        return;
    }
    while (*end)
        end = &(*end)->next;
    *end = ask;
    *(ask->looks ? &room->looking : &room->waiting) += 1;
    pip__room_settle(room);
}

/* ---- Stored, or not ---- */

static void shorten(struct pip__room *room) {
    struct pip__table *table = &room->table;
    if (!room->shorter)
        return;
    pip__history_free(&table->history);
    table->history = *room->shorter;
    table->waste = 0;
    free(room->shorter);
    room->shorter = NULL;
    room->server->counters.snapshots++;
    pip__audience_shortened(room);
}

static void stored_well(struct pip__room *room) {
    struct pip__table *table = &room->table;
    uint32_t told = table->shown;
    table->seq += room->storing;
    table->exists = true;
    table->shown = pip__history_last(&table->history);
    json_decref(table->head);
    table->head = NULL;
    pip__batch_clear(table);
    if (table->is_public || table->changed)
        pip__listing_changed(room->server);
    table->changed = false;
    room->server->counters.stored++;
    bool progressed = table->progressed;
    if (progressed)
        table->public_at = room->storing_at;
    table->progressed = false;
    pip__audience_tell(room, told);
    if (progressed)
        pip__clock_tell(room, NULL);
    shorten(room);
    pip__daily_enter(room);
}

static void tell_refusal(struct pip__room *room, enum pip_store_status status) {
    char why[256];
    pip_store_last_error(room->server->store, why, sizeof why);
    pip__server_log(status == PIP_STORE_FAILED ? "error" : "warn", "store-refused",
                    json_pack("{s:s, s:s, s:s}", "table", room->table.id, "code",
                              pip__code_text(pip__code_of_store(status)), "why", why));
}

static void answer_all(struct pip__room *room, enum code code) {
    while (room->asks)
        answer(room, take_ask(room), code);
}

/* A table that could not be made is gone with the answer. */
static void never_was(struct pip__room *room, struct pip__ask *ask, enum code code) {
    answer(room, ask, ask->refused != CODE_FINE ? ask->refused : code);
    answer_all(room, CODE_NO_TABLE);
    pip__room_free(room);
}

/* Somebody waits under that code already. */
static bool another_code(struct pip__room *room, enum pip_store_status status) {
    if (status != PIP_STORE_EXISTS || room->table.exists || !room->table.code[0] ||
        ++room->code_tries > CODE_TRIES)
        return false;
    struct pip__ask *ask = room->asked;
    pip__room_draw_code(room);
    room->server->busy_count--;
    commit(room, ask);
    return true;
}

void pip__room_done(struct pip__room *room, enum pip_store_status status) {
    struct pip__ask *ask = room->asked;
    if (another_code(room, status))
        return;
    room->asked = NULL;
    room->busy = false;
    room->server->busy_count--;
    if (status == PIP_STORE_OK) {
        stored_well(room);
        pip__audience_tell_holders(room, ask);
    } else if (room->shorter) {
        pip__history_free(room->shorter);
        free(room->shorter);
        room->shorter = NULL;
    }
    if (status != PIP_STORE_OK && ask->refused == CODE_FINE)
        tell_refusal(room, status);
    if (!room->table.exists) {
        never_was(room, ask, pip__code_of_store(status));
        return;
    }
    answer(room, ask, pip__code_of_store(status));
    if (status != PIP_STORE_OK)
        pip__room_reload(room);
    pip__room_settle(room);
}

/* ---- Loaded, or not ---- */

void pip__room_loaded(struct pip__room *room, enum code code, uint32_t told) {
    bool was = room->table.exists;
    if (code == CODE_FINE) {
        room->broken = false;
        pip__audience_loaded(room, told);
        pip__daily_enter(room);
    } else if (was) {
        room->broken = true;
        pip__server_log("error", "reload-failed", json_pack("{s:s}", "table", room->table.id));
        answer_all(room, code);
    } else if (code != CODE_NO_TABLE || !room->make || !room->make(room)) {
        answer_all(room, code);
        pip__room_free(room);
        return;
    }
    pip__room_settle(room);
}

/* A connection is gone: nobody is left to answer. */
void pip__room_forget(struct pip__room *room, struct pip__conn *conn) {
    for (struct pip__ask *ask = room->asks; ask; ask = ask->next)
        ask->conn = ask->conn == conn ? NULL : ask->conn;
    if (room->asked && room->asked->conn == conn)
        room->asked->conn = NULL;
}
