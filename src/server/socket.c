#include "server.h"
#include <stdlib.h>
#include <string.h>

/* ---- Form: which fields a message may have, and of which type ---- */

static const char *const reactions[] = {"hello", "thanks", "well-played", "wow",
                                        "ouch",  "hurry",  "sorry",       "good-game"};

static bool is_steps(const json_t *value) {
    return json_is_string(value) || json_is_array(value);
}

static bool is_list(const json_t *value) {
    return json_is_array(value);
}

static bool is_text(const json_t *value) {
    return json_is_string(value);
}

static bool is_number(const json_t *value) {
    return json_is_integer(value) && json_integer_value(value) >= 0;
}

static bool is_flag(const json_t *value) {
    return json_is_boolean(value);
}

static const struct {
    const char *name;
    bool (*fits)(const json_t *value);
} fields[] = {{"t", is_text},      {"v", is_number},     {"id", is_number},  {"at", is_number},
              {"e", is_steps},     {"seat", is_number},  {"level", is_text}, {"on", is_flag},
              {"what", is_text},   {"table", is_text},   {"key", is_text},   {"host", is_text},
              {"last", is_number}, {"first", is_number}, {"seats", is_list}};

static bool field_fits(const char *name, const json_t *value, const char *const *allowed) {
    bool listed = strcmp(name, "t") == 0;
    for (int i = 0; allowed[i]; i++)
        listed |= strcmp(name, allowed[i]) == 0;
    for (size_t i = 0; listed && i < sizeof fields / sizeof *fields; i++) {
        if (strcmp(fields[i].name, name) == 0)
            return fields[i].fits(value);
    }
    return false;
}

static bool fields_fit(json_t *message, const char *const *allowed) {
    const char *name;
    json_t *value;
    json_object_foreach(message, name, value) {
        if (!field_fits(name, value, allowed))
            return false;
    }
    return true;
}

static const char *text_of(const struct ask *ask, const char *name) {
    return json_string_value(json_object_get(ask->message, name));
}

static int64_t number_of(const struct ask *ask, const char *name) {
    return json_integer_value(json_object_get(ask->message, name));
}

/* ---- Sending ---- */

static void send_no(struct conn *conn, const json_t *id, enum code code) {
    json_t *message = json_pack("{s:s, s:s}", "t", "no", "code", code_text(code));
    if (json_is_integer(id))
        json_object_set(message, "id", (json_t *)id);
    conn_send(conn, message);
}

static void fault(struct conn *conn, const json_t *id, enum code code) {
    conn->server->counters.bad_messages++;
    send_no(conn, id, code);
    if (++conn->faults >= FAULTS_MAX)
        net_close(conn->socket, 1008, "bad-message");
}

/* ---- Coming and going ---- */

static void strangers_leave(struct conn *conn) {
    for (struct conn **at = &conn->server->strangers; *at; at = &(*at)->next) {
        if (*at == conn) {
            *at = conn->next;
            conn->next = NULL;
            return;
        }
    }
}

void strangers_sweep(struct server *server, int64_t now) {
    for (struct conn *conn = server->strangers; conn; conn = conn->next) {
        if (now - conn->since > HELLO_MS)
            net_close(conn->socket, 1008, "no-hello");
    }
}

static void tell_presence(struct room *room, uint16_t seats, bool here, struct conn *except) {
    for (int seat = 0; seat < room->match.setup.seats; seat++) {
        if (seats >> seat & 1)
            room_tell(room,
                      json_pack("{s:s, s:i, s:b}", "t", "presence", "seat", seat, "here", here),
                      except);
    }
}

static void join(struct room *room, struct conn *conn) {
    uint16_t came = conn->seats & (uint16_t)~seats_here(room);
    strangers_leave(conn);
    conn->joined = true;
    conn->next = room->conns;
    room->conns = conn;
    room->viewers++;
    tell_presence(room, came, true, conn);
}

static void part(struct room *room, struct conn *conn) {
    for (struct conn **at = &room->conns; *at; at = &(*at)->next) {
        if (*at == conn) {
            *at = conn->next;
            break;
        }
    }
    room->viewers--;
    tell_presence(room, conn->seats & (uint16_t)~seats_here(room), false, NULL);
}

static void send_all(struct room *room, struct conn *conn, uint32_t last) {
    conn_send(conn, view_welcome(room, conn->seats, conn->host));
    for (uint32_t i = last; i < room->shown; i++) {
        struct pip_span event = history_at(&room->history, i);
        net_send(conn->socket, event.at, event.length);
    }
    conn_send(conn, view_draft(room, conn->seats));
    uint16_t chosen = view_chosen(room);
    for (int seat = 0; seat < room->match.setup.seats; seat++) {
        if (chosen >> seat & 1)
            conn_send(conn, json_pack("{s:s, s:i, s:b}", "t", "chosen", "seat", seat, "done", 1));
    }
    if (room->pencil)
        conn_send(conn, json_incref(room->pencil));
    clock_tell(room, conn);
    conn_send(conn, json_pack("{s:s}", "t", "live"));
}

static enum code run_hello(struct room *room, struct ask *ask) {
    struct conn *conn = ask->conn;
    const char *key = text_of(ask, "key"), *host = text_of(ask, "host");
    int64_t last = number_of(ask, "last");
    if (!conn)
        return CODE_FINE;
    conn->seats = key_hash(key, conn->key) ? hash_seats(room, conn->key) : 0;
    conn->host = key_is_host(room, host) || key_is_host(room, key);
    if ((key && !conn->seats && !conn->host) || (host && !conn->host))
        return CODE_BAD_KEY;
    if (room->viewers >= VIEWERS_MAX && !conn->seats)
        return CODE_TOO_MANY;
    if (last > 0)
        room->server->counters.reconnects++;
    join(room, conn);
    send_all(room, conn, last > room->shown ? 0 : (uint32_t)last);
    return CODE_FINE;
}

/* A connection whose hello is refused has nothing else to say. */
static void answer_hello(struct room *room, struct ask *ask, enum code code) {
    if (code == CODE_FINE || !ask->conn)
        return;
    room_forget(room, ask->conn);
    ask->conn->room = NULL;
    send_no(ask->conn, NULL, code);
    net_close(ask->conn->socket, 1008, code_text(code));
}

/* ---- What may be asked ---- */

/* The seat that is meant: the one named, or the only one held. -1 if it is not the sender's. */
static int seat_meant(const struct room *room, const struct ask *ask) {
    const json_t *named = json_object_get(ask->message, "seat");
    uint16_t held = ask->conn->seats;
    for (int seat = 0; seat < room->match.setup.seats; seat++) {
        bool meant = named ? json_integer_value(named) == seat : held == 1u << seat;
        if (meant && (held >> seat & 1))
            return seat;
    }
    return -1;
}

/* Any seat of the table, for the host. */
static int seat_named(const struct room *room, const struct ask *ask) {
    const json_t *named = json_object_get(ask->message, "seat");
    json_int_t seat = json_integer_value(named);
    return named && seat < room->match.setup.seats ? (int)seat : -1;
}

/* The seat that the first step is of. */
static int seat_of_steps(const struct room *room, const struct ask *ask) {
    const json_t *steps = json_object_get(ask->message, "e");
    const char *first = json_string_value(json_is_array(steps) ? json_array_get(steps, 0) : steps);
    int seat = first && first[0] >= '0' && first[0] <= '9' ? first[0] - '0' : -1;
    return seat >= 0 && seat < room->match.setup.seats && (ask->conn->seats >> seat & 1) ? seat
                                                                                         : -1;
}

/* Whether the message was carried out before the sender lost the answer. */
static bool is_repeated(const struct room *room, const struct ask *ask, int seat) {
    int64_t id = number_of(ask, "id");
    return id > 0 && id <= room->seat[seat].last_id;
}

static enum code run_move(struct room *room, struct ask *ask) {
    int seat = seat_of_steps(room, ask);
    if (seat < 0)
        return CODE_NOT_YOURS;
    if (is_repeated(room, ask, seat))
        return CODE_FINE;
    if (room->seat[seat].bot)
        return CODE_NOT_ACTING;
    enum code code =
        play_steps(room, seat, number_of(ask, "id"), json_object_get(ask->message, "e"));
    bool late = json_object_get(ask->message, "at") && number_of(ask, "at") < room->shown;
    if (code == CODE_FINE)
        room->server->counters.moves++;
    return late && (code == CODE_ILLEGAL || code == CODE_NOT_ACTING) ? CODE_STALE : code;
}

static enum code run_undo(struct room *room, struct ask *ask) {
    int seat = seat_meant(room, ask);
    if (seat < 0)
        return CODE_NOT_YOURS;
    return is_repeated(room, ask, seat) ? CODE_FINE : play_undo(room, seat, number_of(ask, "id"));
}

static enum code run_resign(struct room *room, struct ask *ask) {
    int seat = seat_meant(room, ask);
    if (seat < 0)
        return CODE_NOT_YOURS;
    return is_repeated(room, ask, seat) ? CODE_FINE : play_resign(room, seat, number_of(ask, "id"));
}

static enum code run_leave(struct room *room, struct ask *ask) {
    int seat = seat_meant(room, ask);
    if (seat < 0)
        return CODE_NOT_YOURS;
    return is_repeated(room, ask, seat) ? CODE_FINE : play_leave(room, seat, number_of(ask, "id"));
}

static enum code run_turns(struct room *room, struct ask *ask) {
    int seat = seat_meant(room, ask);
    if (seat < 0)
        return CODE_NOT_YOURS;
    return is_repeated(room, ask, seat) ? CODE_FINE : play_turns(room, seat, number_of(ask, "id"));
}

/* Sent again after a loss, it would undo itself: `at` tells whether anything has happened since. */
static enum code run_arrange(struct room *room, struct ask *ask) {
    if (!ask->conn->host)
        return CODE_NOT_HOST;
    if (json_object_get(ask->message, "at") && number_of(ask, "at") < room->shown)
        return CODE_STALE;
    return play_arrange(room, json_object_get(ask->message, "seats"));
}

static enum code run_start(struct room *room, struct ask *ask) {
    return ask->conn->host ? play_start(room, json_object_get(ask->message, "first"))
                           : CODE_NOT_HOST;
}

static enum code run_bot(struct room *room, struct ask *ask) {
    int seat = seat_named(room, ask);
    if (!ask->conn->host)
        return CODE_NOT_HOST;
    enum code code = seat < 0 ? CODE_NO_SEAT : play_replace(room, seat, text_of(ask, "level"));
    return code == CODE_FINE && room->phase == PIP_STORE_WAITING ? play_start_if_full(room) : code;
}

/* The host may hand any seat back, and who holds a seat may take it back. */
static enum code run_person(struct room *room, struct ask *ask) {
    int seat = seat_named(room, ask);
    if (seat < 0)
        return CODE_NO_SEAT;
    if (!ask->conn->host && !(ask->conn->seats >> seat & 1))
        return CODE_NOT_HOST;
    return play_hand_back(room, seat);
}

static enum code run_public(struct room *room, struct ask *ask) {
    const json_t *on = json_object_get(ask->message, "on");
    if (!ask->conn->host)
        return CODE_NOT_HOST;
    if (!on)
        return CODE_BAD_MESSAGE;
    if (room->phase != PIP_STORE_WAITING)
        return CODE_STARTED;
    room->changed = room->is_public != json_is_true(on);
    room->is_public = json_is_true(on);
    return CODE_FINE;
}

static enum code run_react(struct room *room, struct ask *ask) {
    const char *what = text_of(ask, "what");
    int seat = seat_meant(room, ask);
    if (seat < 0)
        return CODE_NOT_YOURS;
    for (size_t i = 0; what && i < sizeof reactions / sizeof *reactions; i++) {
        if (strcmp(what, reactions[i]) != 0)
            continue;
        room->server->counters.reactions++;
        room_tell(room, json_pack("{s:s, s:i, s:s}", "t", "react", "seat", seat, "what", what),
                  NULL);
        return CODE_FINE;
    }
    return CODE_BAD_MESSAGE;
}

static enum code run_pencil(struct room *room, struct ask *ask) {
    int seat = seat_meant(room, ask);
    if (seat < 0)
        return CODE_NOT_YOURS;
    return play_pencil(room, seat, json_object_get(ask->message, "e"), ask->conn);
}

/* A word that names something on the sheet, and is no place for a sentence. */
static bool is_spot(const char *text) {
    size_t length = text ? strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789-") : 0;
    return length > 0 && length <= SPOT_MAX && !text[length];
}

static enum code run_point(struct room *room, struct ask *ask) {
    const char *what = text_of(ask, "what");
    int seat = seat_meant(room, ask);
    if (seat < 0)
        return CODE_NOT_YOURS;
    if (!is_spot(what))
        return CODE_BAD_MESSAGE;
    room_tell(room, json_pack("{s:s, s:i, s:s}", "t", "point", "seat", seat, "what", what), NULL);
    return CODE_FINE;
}

static enum code run_ping(struct room *room, struct ask *ask) {
    (void)room, (void)ask;
    return CODE_FINE;
}

#define FIELDS(...) ((const char *const[]){__VA_ARGS__, NULL})
static const struct kind {
    const char *name;
    const char *const *allowed;
    enum code (*run)(struct room *room, struct ask *ask);
} kinds[] = {
    {"move", FIELDS("id", "at", "e"), run_move},
    {"undo", FIELDS("id", "at", "seat"), run_undo},
    {"resign", FIELDS("id", "seat"), run_resign},
    {"leave", FIELDS("id", "seat"), run_leave},
    {"turns", FIELDS("id", "seat"), run_turns},
    {"arrange", FIELDS("id", "at", "seats"), run_arrange},
    {"start", FIELDS("id", "first"), run_start},
    {"bot", FIELDS("id", "seat", "level"), run_bot},
    {"person", FIELDS("id", "seat"), run_person},
    {"public", FIELDS("id", "on"), run_public},
    {"rematch", FIELDS("id"), rematch_run},
    {"react", FIELDS("id", "seat", "what"), run_react},
    {"pencil", FIELDS("id", "seat", "e"), run_pencil},
    {"point", FIELDS("id", "seat", "what"), run_point},
    {"ping", FIELDS("id"), run_ping},
};

/* ---- Receiving ---- */

static void answer_message(struct room *room, struct ask *ask, enum code code) {
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
    json_t *message = json_pack("{s:s, s:I}", "t", "ok", "n", (json_int_t)room->shown);
    if (id)
        json_object_set(message, "id", (json_t *)id);
    conn_send(ask->conn, message);
}

static enum code run_kind(struct room *room, struct ask *ask) {
    const char *name = text_of(ask, "t");
    if (!ask->conn || !ask->conn->joined)
        return CODE_BAD_KEY; /* gone, or refused */
    ask->seats = ask->conn->seats;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (strcmp(kinds[i].name, name) == 0)
            return kinds[i].run(room, ask);
    }
    return CODE_BAD_MESSAGE;
}

static void ask_room(struct conn *conn, json_t *message,
                     enum code (*run)(struct room *room, struct ask *ask),
                     void (*answer)(struct room *room, struct ask *ask, enum code code)) {
    struct ask *ask = calloc(1, sizeof *ask);
    if (!ask) {
        json_decref(message);
        net_close(conn->socket, 1011, "no-memory");
        return;
    }
    ask->conn = conn;
    ask->message = message;
    ask->run = run;
    ask->answer = answer;
    room_ask(conn->room, ask);
}

static void receive_hello(struct conn *conn, json_t *message) {
    const char *table = json_string_value(json_object_get(message, "table"));
    const json_t *version = json_object_get(message, "v");
    enum code code = json_integer_value(version) == PROTOCOL_VERSION ? CODE_FINE : CODE_BAD_VERSION;
    if (conn->room || !table)
        code = CODE_BAD_MESSAGE;
    struct room *room = NULL;
    if (code == CODE_FINE)
        code = room_find(conn->server, table, &room);
    if (code == CODE_FINE) {
        conn->room = room;
        ask_room(conn, message, run_hello, answer_hello);
        return;
    }
    json_decref(message);
    send_no(conn, NULL, code);
    net_close(conn->socket, 1008, code_text(code));
}

static const struct kind *kind_of(const json_t *message) {
    const char *name = json_string_value(json_object_get(message, "t"));
    for (size_t i = 0; name && i < sizeof kinds / sizeof *kinds; i++) {
        if (strcmp(kinds[i].name, name) == 0)
            return &kinds[i];
    }
    return NULL;
}

void socket_message(void *server, struct net_socket *socket, void *user, const char *text,
                    size_t length) {
    static const char *const hello[] = {"v", "table", "key", "host", "last", NULL};
    struct conn *conn = user;
    (void)server, (void)socket;
    json_t *message = json_loadb(text, length, JSON_REJECT_DUPLICATES, NULL);
    const char *name = json_string_value(json_object_get(message, "t"));
    if (name && strcmp(name, "hello") == 0 && fields_fit(message, hello)) {
        receive_hello(conn, message);
        return;
    }
    const struct kind *kind = kind_of(message);
    if (!kind || !conn->room || !fields_fit(message, kind->allowed)) {
        fault(conn, json_object_get(message, "id"), message ? CODE_BAD_MESSAGE : CODE_BAD_JSON);
        json_decref(message);
        return;
    }
    ask_room(conn, message, run_kind, answer_message);
}

void socket_opened(void *server, struct net_socket *socket, const char *address, void **user) {
    struct conn *conn = calloc(1, sizeof *conn);
    (void)address;
    if (!conn) {
        net_close(socket, 1011, "no-memory");
        return;
    }
    conn->server = server;
    conn->socket = socket;
    conn->since = server_tick();
    conn->next = conn->server->strangers;
    conn->server->strangers = conn;
    *user = conn;
}

void socket_closed(void *server, struct net_socket *socket, void *user) {
    struct conn *conn = user;
    (void)server, (void)socket;
    if (!conn)
        return;
    if (!conn->joined)
        strangers_leave(conn);
    if (conn->room) {
        room_forget(conn->room, conn);
        if (conn->joined)
            part(conn->room, conn);
        room_touch(conn->room);
    }
    free(conn);
}
