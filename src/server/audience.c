#include "server.h"
#include <stdlib.h>
#include <string.h>

/* ---- Telling ---- */

void pip__conn_send(struct pip__conn *conn, json_t *message) {
    char *text = json_dumps(message, JSON_COMPACT);
    json_decref(message);
    if (text)
        pip__net_send(conn->socket, text, strlen(text));
    free(text);
}

void pip__room_tell(struct pip__room *room, json_t *message, struct pip__conn *except) {
    char *dump = json_dumps(message, JSON_COMPACT);
    struct pip__net_text *text = dump ? pip__net_text_new(dump, strlen(dump)) : NULL;
    json_decref(message);
    free(dump);
    if (!text)
        return;
    for (struct pip__conn *conn = room->conns; conn; conn = conn->next) {
        if (conn != except)
            pip__net_send_text(conn->socket, text);
    }
    pip__net_text_release(text);
}

uint16_t pip__seats_here(const struct pip__room *room) {
    uint16_t seats = 0;
    for (const struct pip__conn *conn = room->conns; conn; conn = conn->next)
        seats |= conn->seats;
    return seats;
}

/* Seats have moved, or somebody else has one: whoever holds any, or did, learns which. */
static void tell_you(struct pip__room *room) {
    for (struct pip__conn *conn = room->conns; conn; conn = conn->next) {
        uint16_t before = conn->seats;
        conn->seats = pip__hash_seats(&room->table, conn->key);
        if (conn->seats || before)
            pip__conn_send(conn, pip__view_you(conn->seats));
    }
}

static void tell_events(struct pip__room *room, uint32_t from) {
    struct pip__table *table = &room->table;
    for (uint32_t number = from + 1; number <= table->shown; number++) {
        struct pip_span event = pip__history_at(&table->history, number);
        struct pip__net_text *text = pip__net_text_new(event.at, event.length);
        for (struct pip__conn *conn = room->conns; text && conn; conn = conn->next) {
            if (!conn->catching_up)
                pip__net_send_text(conn->socket, text);
        }
        if (text)
            pip__net_text_release(text);
        if (number == table->moved)
            tell_you(room);
    }
}

/* Who has finished choosing, and who has begun again. Of what is revealed, that is known. */
static void tell_chosen(struct pip__room *room, bool revealed) {
    uint16_t now = pip__view_chosen(&room->table), changed = now ^ room->chosen;
    room->chosen = now;
    changed &= revealed ? now : UINT16_MAX;
    for (int seat = 0; seat < room->table.match.setup.seats; seat++) {
        if (changed >> seat & 1)
            pip__room_tell(
                room,
                json_pack("{s:s, s:i, s:b}", "t", "chosen", "seat", seat, "done", now >> seat & 1),
                NULL);
    }
}

/* Keys that were used up, or taken away, hold nothing any more; others hold something now. */
static void tell_keys(struct pip__room *room) {
    for (struct pip__conn *conn = room->conns; conn; conn = conn->next) {
        if (conn->seats != pip__hash_seats(&room->table, conn->key)) {
            tell_you(room);
            return;
        }
    }
}

void pip__audience_tell(struct pip__room *room, uint32_t from) {
    bool any = room->table.shown > from;
    room->server->counters.events += room->table.shown - from;
    if (any) {
        json_decref(room->pencil);
        room->pencil = NULL;
    }
    tell_events(room, from);
    if (any && room->waited)
        tell_keys(room);
    room->waited = room->table.phase == PIP_STORE_WAITING;
    tell_chosen(room, any);
}

/* Somebody may hold a seat on several devices: the others learn what this one did. */
void pip__audience_tell_holders(struct pip__room *room, const struct pip__ask *ask) {
    uint16_t seats = ask->conn ? ask->conn->seats : ask->seats;
    for (struct pip__conn *conn = room->conns; conn; conn = conn->next) {
        if (conn != ask->conn && (conn->seats & seats) && !conn->catching_up)
            pip__conn_send(conn, pip__view_draft(&room->table, conn->seats, conn->host));
    }
}

static void tell_presence(struct pip__room *room, uint16_t seats, bool here,
                          struct pip__conn *except) {
    for (int seat = 0; seat < room->table.match.setup.seats; seat++) {
        if (seats >> seat & 1)
            pip__room_tell(
                room, json_pack("{s:s, s:i, s:b}", "t", "presence", "seat", seat, "here", here),
                except);
    }
}

/* ---- Catching up: a piece at a time, so that neither the loop nor a slow reader has too much ----
 */

/* What is there besides events; afterwards it hears everything as it happens. */
static void tell_rest(struct pip__room *room, struct pip__conn *conn) {
    conn->catching_up = false;
    pip__conn_send(conn, pip__view_draft(&room->table, conn->seats, conn->host));
    uint16_t chosen = pip__view_chosen(&room->table);
    for (int seat = 0; seat < room->table.match.setup.seats; seat++) {
        if (chosen >> seat & 1)
            pip__conn_send(conn,
                           json_pack("{s:s, s:i, s:b}", "t", "chosen", "seat", seat, "done", 1));
    }
    if (room->pencil)
        pip__conn_send(conn, json_incref(room->pencil));
    pip__clock_tell(room, conn);
    pip__conn_send(conn, json_pack("{s:s}", "t", "live"));
}

/* While something is in flight, the table is ahead of what may be told. */
void pip__audience_go_on(struct pip__conn *conn) {
    struct pip__room *room = conn->room;
    size_t sent = 0;
    if (!conn->catching_up || room->loading)
        return;
    while (conn->told < room->table.shown && sent < PIECE_BYTES) {
        struct pip_span event = pip__history_at(&room->table.history, conn->told + 1);
        pip__net_send(conn->socket, event.at, event.length);
        sent += event.length;
        conn->told++;
    }
    if (conn->told == room->table.shown && !room->busy)
        tell_rest(room, conn);
}

static void begin(struct pip__room *room, struct pip__conn *conn, uint32_t last) {
    const struct pip__table *table = &room->table;
    conn->catching_up = true;
    conn->told = pip__history_from(&table->history, last, table->shown);
    json_t *welcome = pip__view_welcome(table, pip__seats_here(room), conn->seats, conn->host);
    json_object_set_new(welcome, "from", json_integer(conn->told));
    pip__conn_send(conn, welcome);
    pip__audience_go_on(conn);
}

/* Some who were catching up have not got as far as what the shorter history begins with. */
void pip__audience_shortened(struct pip__room *room) {
    for (struct pip__conn *conn = room->conns; conn; conn = conn->next) {
        if (conn->catching_up && conn->told < room->table.history.mark)
            begin(room, conn, conn->told);
    }
}

/* Something may have been written after all, or by somebody else; also a shorter history, which
 * does not have all that is missing here: then it is told from its beginning. */
void pip__audience_loaded(struct pip__room *room, uint32_t told) {
    const struct pip__table *table = &room->table;
    if (told >= table->shown || pip__history_from(&table->history, told, table->shown) == told) {
        pip__audience_tell(room, told < table->shown ? told : table->shown);
        return;
    }
    for (struct pip__conn *conn = room->conns; conn; conn = conn->next)
        begin(room, conn, told);
    pip__audience_tell(room, table->shown);
}

/* Whoever waited for what was in flight. */
void pip__audience_settled(struct pip__room *room) {
    for (struct pip__conn *conn = room->conns; conn; conn = conn->next)
        pip__audience_go_on(conn);
}

static bool counts(const struct pip__conn *conn) {
    return !conn->seats && !conn->host;
}

void pip__audience_join(struct pip__room *room, struct pip__conn *conn, uint32_t last) {
    uint16_t came = conn->seats & (uint16_t)~pip__seats_here(room);
    conn->joined = true;
    conn->counted = counts(conn);
    conn->next = room->conns;
    room->conns = conn;
    room->viewers += conn->counted;
    room->waited |= room->table.phase == PIP_STORE_WAITING;
    tell_presence(room, came, true, conn);
    begin(room, conn, last);
}

void pip__audience_part(struct pip__room *room, struct pip__conn *conn) {
    for (struct pip__conn **at = &room->conns; *at; at = &(*at)->next) {
        if (*at == conn) {
            *at = conn->next;
            break;
        }
    }
    room->viewers -= conn->counted;
    tell_presence(room, conn->seats & (uint16_t)~pip__seats_here(room), false, NULL);
}
