/* Connections: how they come and go, who is let in, and what becomes of what they say. */
#include "server.h"
#include <stdlib.h>
#include <string.h>

/* ---- Sending ---- */

static void send_no(struct pip__conn *conn, const json_t *id, enum code code) {
    json_t *message = json_pack("{s:s, s:s}", "t", "no", "code", pip__code_text(code));
    if (json_is_integer(id))
        json_object_set(message, "id", (json_t *)id);
    pip__conn_send(conn, message);
}

static void fault(struct pip__conn *conn, const json_t *id, enum code code) {
    conn->server->counters.bad_messages++;
    send_no(conn, id, code);
    if (++conn->faults >= FAULTS_MAX)
        pip__net_close(conn->socket, 1008, "bad-message");
}

/* ---- Strangers ---- */

/* In the order in which they came. */
static void strangers_join(struct pip__conn *conn) {
    struct pip__server *server = conn->server;
    conn->link = server->strangers ? server->strangers_last : &server->strangers;
    *conn->link = conn;
    server->strangers_last = &conn->next;
}

static void strangers_leave(struct pip__conn *conn) {
    *conn->link = conn->next;
    *(conn->next ? &conn->next->link : &conn->server->strangers_last) = conn->link;
    conn->link = NULL;
    conn->next = NULL;
}

void pip__strangers_sweep(struct pip__server *server, int64_t now) {
    struct pip__conn *conn = server->strangers;
    for (; conn && now - conn->since > HELLO_MS; conn = conn->next)
        pip__net_close(conn->socket, 1008, "no-hello");
}

/* Whether somebody has come with the same key from very many devices, or only looks, as very many
 * do. */
static bool is_crowded(const struct pip__room *room, const struct pip__conn *conn) {
    int same = 0;
    if (!conn->seats && !conn->host)
        return room->viewers >= VIEWERS_MAX;
    for (const struct pip__conn *other = room->conns; other; other = other->next)
        same += other->host == conn->host && memcmp(other->key, conn->key, sizeof conn->key) == 0;
    return same >= DEVICES_MAX;
}

static enum code run_hello(struct pip__room *room, struct pip__ask *ask) {
    struct pip__conn *conn = ask->conn;
    const char *key = pip__ask_text(ask, "key"), *host = pip__ask_text(ask, "host");
    int64_t last = pip__ask_number(ask, "last");
    if (!conn)
        return CODE_FINE;
    conn->seats = pip__key_hash(key, conn->key) ? pip__hash_seats(&room->table, conn->key) : 0;
    conn->host = pip__key_is_host(&room->table, host) || pip__key_is_host(&room->table, key);
    if ((key && !conn->seats && !conn->host) || (host && !conn->host))
        return CODE_BAD_KEY;
    if (is_crowded(room, conn))
        return CODE_TOO_MANY;
    if (last > 0)
        room->server->counters.reconnects++;
    strangers_leave(conn);
    pip__audience_join(room, conn, last > room->table.shown ? 0 : (uint32_t)last);
    return CODE_FINE;
}

/* A connection whose hello is refused has nothing else to say. */
static void answer_hello(struct pip__room *room, struct pip__ask *ask, enum code code) {
    if (code == CODE_FINE || !ask->conn)
        return;
    pip__room_forget(room, ask->conn);
    ask->conn->room = NULL;
    send_no(ask->conn, NULL, code);
    pip__net_close(ask->conn->socket, 1008, pip__code_text(code));
}

/* ---- Messages ---- */

static void answer_message(struct pip__room *room, struct pip__ask *ask, enum code code) {
    const json_t *id = json_object_get(ask->message, "id");
    if (!ask->conn)
        return;
    if (code == CODE_BAD_MESSAGE) {
        fault(ask->conn, id, code);
        return;
    }
    if (code != CODE_FINE) {
        send_no(ask->conn, id, code);
        return;
    }
    json_t *message = json_pack("{s:s, s:I}", "t", "ok", "n", (json_int_t)room->table.shown);
    if (id)
        json_object_set(message, "id", (json_t *)id);
    pip__conn_send(ask->conn, message);
    if (ask->invitation[0])
        pip__conn_send(ask->conn, json_pack("{s:s, s:i, s:s}", "t", "invite", "seat", ask->seat,
                                            "key", ask->invitation));
}

/* Whoever has no key of the table, or a wrong one, waits where those do who only look. */
static bool is_stranger(const struct pip__conn *conn, const json_t *message) {
    const struct pip__table *table = &conn->room->table;
    const char *key = json_string_value(json_object_get(message, "key"));
    const char *host = json_string_value(json_object_get(message, "host"));
    if (conn->seats || conn->host)
        return false;
    return !table->exists || (!pip__key_seats(table, key) && !pip__key_is_host(table, key) &&
                              !pip__key_is_host(table, host));
}

static void ask_room(struct pip__conn *conn, json_t *message, const struct pip__kind *kind,
                     pip__ask_run *run, pip__ask_answer *answer) {
    struct pip__ask *ask = pip__ask_new(run, answer);
    if (!ask) {
        json_decref(message);
        pip__net_close(conn->socket, 1011, "no-memory");
        return;
    }
    ask->conn = conn;
    ask->message = message;
    ask->kind = kind;
    ask->looks = is_stranger(conn, message);
    pip__room_ask(conn->room, ask);
}

static void receive_hello(struct pip__conn *conn, json_t *message) {
    const char *table = json_string_value(json_object_get(message, "table"));
    const json_t *version = json_object_get(message, "v");
    enum code code = json_integer_value(version) == PROTOCOL_VERSION ? CODE_FINE : CODE_BAD_VERSION;
    if (conn->room || !table)
        code = CODE_BAD_MESSAGE;
    else if (!pip__limit_take(conn->server, conn->whose, 'l', LOOK_BURST, LOOK_PER_HOUR))
        code = CODE_TOO_MANY;
    struct pip__room *room = code == CODE_FINE ? pip__room_open(conn->server, table) : NULL;
    if (room) {
        conn->room = room;
        ask_room(conn, message, NULL, run_hello, answer_hello);
        return;
    }
    json_decref(message);
    send_no(conn, NULL, code == CODE_FINE ? CODE_NO_TABLE : code);
    pip__net_close(conn->socket, 1008, pip__code_text(code == CODE_FINE ? CODE_NO_TABLE : code));
}

void pip__conn_message(void *server, struct pip__net_socket *socket, void *user, const char *text,
                       size_t length) {
    struct pip__conn *conn = user;
    (void)server, (void)socket;
    json_t *message = pip__json_read(text, length);
    if (pip__message_is_hello(message)) {
        receive_hello(conn, message);
        return;
    }
    const struct pip__kind *kind = pip__kind_of(message);
    if (!kind || !conn->room) {
        fault(conn, json_object_get(message, "id"), message ? CODE_BAD_MESSAGE : CODE_BAD_JSON);
        json_decref(message);
        return;
    }
    ask_room(conn, message, kind, pip__kind_run, answer_message);
}

/* ---- Coming and going ---- */

void pip__conn_opened(void *server, struct pip__net_socket *socket, const char *address,
                      void **user) {
    struct pip__conn *conn = calloc(1, sizeof *conn);
    if (!conn) {
        pip__net_close(socket, 1011, "no-memory");
        return;
    }
    conn->server = server;
    conn->socket = socket;
    conn->since = pip__server_tick();
    conn->whose = pip__limit_whose(server, address);
    strangers_join(conn);
    *user = conn;
}

void pip__conn_drained(void *server, struct pip__net_socket *socket, void *user) {
    struct pip__conn *conn = user;
    (void)server, (void)socket;
    if (conn && conn->joined)
        pip__audience_go_on(conn);
}

void pip__conn_closed(void *server, struct pip__net_socket *socket, void *user) {
    struct pip__conn *conn = user;
    (void)server, (void)socket;
    if (!conn)
        return;
    if (!conn->joined)
        strangers_leave(conn);
    if (conn->room) {
        pip__room_forget(conn->room, conn);
        if (conn->joined)
            pip__audience_part(conn->room, conn);
        pip__room_rest(conn->room);
    }
    free(conn);
}
