#include "server.h"
#include <stdlib.h>
#include <string.h>

/* ---- Telling ---- */

void conn_send(struct conn *conn, json_t *message) {
    char *text = json_dumps(message, JSON_COMPACT);
    json_decref(message);
    if (text)
        net_send(conn->socket, text, strlen(text));
    free(text);
}

void room_tell(struct room *room, json_t *message, struct conn *except) {
    char *dump = json_dumps(message, JSON_COMPACT);
    struct net_text *text = dump ? net_text_new(dump, strlen(dump)) : NULL;
    json_decref(message);
    free(dump);
    if (!text)
        return;
    for (struct conn *conn = room->conns; conn; conn = conn->next) {
        if (conn != except)
            net_send_text(conn->socket, text);
    }
    net_text_release(text);
}

uint16_t seats_here(const struct room *room) {
    uint16_t seats = 0;
    for (const struct conn *conn = room->conns; conn; conn = conn->next)
        seats |= conn->seats;
    return seats;
}

/* Seats have moved: whoever holds any, or did, learns which. */
static void tell_you(struct room *room) {
    for (struct conn *conn = room->conns; conn; conn = conn->next) {
        uint16_t before = conn->seats;
        conn->seats = hash_seats(room, conn->key);
        if (conn->seats || before)
            conn_send(conn, view_you(conn->seats));
    }
}

static void tell_events(struct room *room, uint32_t from) {
    if (from < room->history.count) {
        json_decref(room->pencil);
        room->pencil = NULL;
    }
    for (uint32_t i = from; i < room->history.count; i++) {
        struct pip_span event = history_at(&room->history, i);
        struct net_text *text = net_text_new(event.at, event.length);
        for (struct conn *conn = room->conns; text && conn; conn = conn->next)
            net_send_text(conn->socket, text);
        if (text)
            net_text_release(text);
        if (i + 1 == room->moved)
            tell_you(room);
    }
}

/* Who has finished choosing, and who has begun again. Of what is revealed, that is known. */
static void tell_chosen(struct room *room, bool revealed) {
    uint16_t now = view_chosen(room), changed = now ^ room->chosen;
    room->chosen = now;
    changed &= revealed ? now : UINT16_MAX;
    for (int seat = 0; seat < room->match.setup.seats; seat++) {
        if (changed >> seat & 1)
            room_tell(
                room,
                json_pack("{s:s, s:i, s:b}", "t", "chosen", "seat", seat, "done", now >> seat & 1),
                NULL);
    }
}

/* Somebody may hold a seat on several devices: the others learn what this one did. */
static void tell_holders(struct room *room, const struct ask *ask) {
    uint16_t seats = ask->conn ? ask->conn->seats : ask->seats;
    for (struct conn *conn = room->conns; conn; conn = conn->next) {
        if (conn != ask->conn && (conn->seats & seats))
            conn_send(conn, view_draft(room, conn->seats));
    }
}

/* ---- Asking ---- */

void ask_free(struct ask *ask) {
    json_decref(ask->message);
    json_decref(ask->reply);
    job_free(ask->job);
    free(ask);
}

static void answer(struct room *room, struct ask *ask, enum code code) {
    if (code != CODE_FINE)
        room->server->counters.refused++;
    ask->answer(room, ask, code);
    ask_free(ask);
}

static void clear_batch(struct room *room) {
    for (uint32_t i = 0; room->batch && i < room->batch->count; i++)
        free(room->batch->text[i]);
    free(room->batch);
    room->batch = NULL;
}

static enum pip_store_status store_batch(struct room *room) {
    struct pip_store_event events[BATCH_MAX];
    uint32_t count = room->batch ? room->batch->count : 0;
    int64_t now = server_now();
    int64_t due = clock_due(room, room->history.count > room->shown ? now : room->public_at);
    const char *code = room->phase == PIP_STORE_WAITING && room->code[0] ? room->code : NULL;
    room->storing_at = now;
    for (uint32_t i = 0; i < count; i++)
        events[i] = (struct pip_store_event){.at = now, .text = pip_span_of(room->batch->text[i])};
    if (room->exists) {
        struct pip_store_change change = {.id = room->id,
                                          .expected_seq = room->seq,
                                          .phase = room->phase,
                                          .code = code,
                                          .is_public = room->is_public,
                                          .touched = now,
                                          .due = due};
        return pip_store_append(room->server->store, &change, events, count, room_stored, room);
    }
    char *head = json_dumps(room->head, JSON_COMPACT);
    struct pip_store_table table = {.id = room->id,
                                    .code = code,
                                    .game = room->match.setup.game->name,
                                    .head = pip_span_of(head ? head : ""),
                                    .created = room->created,
                                    .touched = now,
                                    .phase = room->phase,
                                    .is_public = room->is_public,
                                    .due = due};
    enum pip_store_status status =
        pip_store_create(room->server->store, &table, events, count, room_stored, room);
    free(head);
    return status;
}

static void commit(struct room *room, struct ask *ask) {
    room->busy = true;
    room->asked = ask;
    room->server->busy_count++;
    enum pip_store_status status = store_batch(room);
    if (status != PIP_STORE_OK)
        room_stored(room, status); /* answered from the loop, like all others */
}

static void give_up(struct room *room, struct ask *ask) {
    room->busy = true;
    room->asked = ask;
    room->server->busy_count++;
    room_stored(room, PIP_STORE_FAILED);
}

static void run(struct room *room, struct ask *ask) {
    if (room->broken)
        room_rebuild(room);
    if (room->broken) {
        answer(room, ask, CODE_BUSY);
        return;
    }
    enum code code = ask->run(room, ask);
    bool changed = room->batch || room->changed;
    if (code == CODE_FINE && changed) {
        commit(room, ask);
        return;
    }
    if (!room->exists) { /* a table that cannot be made; room_done forgets it */
        give_up(room, ask);
        return;
    }
    if (changed)
        room_rebuild(room);
    answer(room, ask, code);
}

void room_settle(struct room *room) {
    if (room->settling)
        return;
    room->settling = true;
    while (!room->busy && room->asks) {
        struct ask *ask = room->asks;
        room->asks = ask->next;
        room->waiting--;
        run(room, ask);
    }
    if (!room->busy && room->exists && !room->broken)
        bots_start(room);
    room->settling = false;
    room_touch(room);
}

void room_ask(struct room *room, struct ask *ask) {
    struct ask **end = &room->asks;
    bool full = room->waiting >= QUEUE_MAX && !ask->job, stopping = room->server->stopping;
    if (full || stopping) {
        answer(room, ask, stopping ? CODE_STOPPING : CODE_BUSY);
        room_touch(room);
        return;
    }
    while (*end)
        end = &(*end)->next;
    *end = ask;
    room->waiting++;
    room_settle(room);
}

/* ---- Storing ---- */

static void stored_well(struct room *room) {
    uint32_t from = room->shown;
    room->seq += room->batch ? room->batch->count : 0;
    room->exists = true;
    room->shown = room->history.count;
    json_decref(room->head);
    room->head = NULL;
    clear_batch(room);
    room->changed = false;
    room->server->counters.stored++;
    if (room->shown > from)
        room->public_at = room->storing_at;
    tell_events(room, from);
    tell_chosen(room, room->shown > from);
    if (room->shown > from)
        clock_tell(room, NULL);
    daily_enter(room);
}

static void stored_badly(struct room *room, enum pip_store_status status) {
    char why[256];
    pip_store_last_error(room->server->store, why, sizeof why);
    server_log("warn", "store-refused",
               json_pack("{s:s, s:s, s:s}", "table", room->id, "code",
                         code_text(code_of_store(status)), "why", why));
    if (!room->exists)
        return;
    uint32_t from = room->shown;
    room_rebuild(room);
    if (!room->broken && room->shown > from) /* it was written after all, or somebody else wrote */
        tell_events(room, from);
}

/* A table that could not be made is gone with the answer. */
static void never_was(struct room *room, struct ask *ask, enum code code) {
    answer(room, ask, code);
    while (room->asks) {
        ask = room->asks;
        room->asks = ask->next;
        answer(room, ask, CODE_NO_TABLE);
    }
    room_free(room);
}

void room_done(struct room *room, enum pip_store_status status) {
    struct ask *ask = room->asked;
    room->asked = NULL;
    room->busy = false;
    room->server->busy_count--;
    if (status == PIP_STORE_OK) {
        stored_well(room);
        tell_holders(room, ask);
    } else {
        stored_badly(room, status);
    }
    if (!room->exists) {
        never_was(room, ask, code_of_store(status));
        return;
    }
    answer(room, ask, code_of_store(status));
    room_settle(room);
}

/* ---- Anew ---- */

static bool see_row(void *context, const struct pip_store_table *table) {
    struct room *room = context;
    room->is_public = table->is_public;
    struct pip_text code = pip_text_init(room->code, sizeof room->code);
    pip_text_add(&code, table->code ? table->code : "");
    json_t *head = json_loadb(table->head.at, table->head.length, JSON_REJECT_DUPLICATES, NULL);
    free(room->match.events);
    room->match.events = NULL;
    head_read(room, head);
    json_decref(head);
    return false;
}

void room_rebuild(struct room *room) {
    clear_batch(room);
    room->changed = false;
    room->history.length = room->history.count = room->seq = 0;
    room->rematch[0] = '\0';
    room->began = 0;
    room->moved = 0;
    memset(room->seat, 0, sizeof room->seat);
    room->phase = PIP_STORE_WAITING;
    room->broken = pip_store_find(room->server->store, room->id, see_row, room) != PIP_STORE_OK ||
                   room_load(room) != CODE_FINE;
    if (room->broken)
        server_log("error", "rebuild-failed", json_pack("{s:s}", "table", room->id));
}

/* A connection is gone: nobody is left to answer. */
void room_forget(struct room *room, struct conn *conn) {
    for (struct ask *ask = room->asks; ask; ask = ask->next)
        ask->conn = ask->conn == conn ? NULL : ask->conn;
    if (room->asked && room->asked->conn == conn)
        room->asked->conn = NULL;
}
