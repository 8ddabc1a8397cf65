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

static const char *text_of(const struct pip__ask *ask, const char *name) {
    return json_string_value(json_object_get(ask->message, name));
}

static int64_t number_of(const struct pip__ask *ask, const char *name) {
    return json_integer_value(json_object_get(ask->message, name));
}

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

static void strangers_leave(struct pip__conn *conn) {
    for (struct pip__conn **at = &conn->server->strangers; *at; at = &(*at)->next) {
        if (*at == conn) {
            *at = conn->next;
            conn->next = NULL;
            return;
        }
    }
}

void pip__strangers_sweep(struct pip__server *server, int64_t now) {
    for (struct pip__conn *conn = server->strangers; conn; conn = conn->next) {
        if (now - conn->since > HELLO_MS)
            pip__net_close(conn->socket, 1008, "no-hello");
    }
}

static enum code run_hello(struct pip__room *room, struct pip__ask *ask) {
    struct pip__conn *conn = ask->conn;
    const char *key = text_of(ask, "key"), *host = text_of(ask, "host");
    int64_t last = number_of(ask, "last");
    if (!conn)
        return CODE_FINE;
    conn->seats = pip__key_hash(key, conn->key) ? pip__hash_seats(&room->table, conn->key) : 0;
    conn->host = pip__key_is_host(&room->table, host) || pip__key_is_host(&room->table, key);
    if ((key && !conn->seats && !conn->host) || (host && !conn->host))
        return CODE_BAD_KEY;
    if (room->viewers >= VIEWERS_MAX && !conn->seats && !conn->host)
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

/* ---- What may be asked ---- */

/* The seat that is meant: the one named, or the only one held. -1 if it is not the sender's. */
static int seat_meant(const struct pip__room *room, const struct pip__ask *ask) {
    const json_t *named = json_object_get(ask->message, "seat");
    uint16_t held = ask->conn->seats;
    for (int seat = 0; seat < room->table.match.setup.seats; seat++) {
        bool meant = named ? json_integer_value(named) == seat : held == 1u << seat;
        if (meant && (held >> seat & 1))
            return seat;
    }
    return -1;
}

/* Any seat of the table, for the host. */
static int seat_named(const struct pip__room *room, const struct pip__ask *ask) {
    const json_t *named = json_object_get(ask->message, "seat");
    json_int_t seat = json_integer_value(named);
    return named && seat < room->table.match.setup.seats ? (int)seat : -1;
}

/* The seat that the first step is of. */
static int seat_of_steps(const struct pip__room *room, const struct pip__ask *ask) {
    const json_t *steps = json_object_get(ask->message, "e");
    const char *first = json_string_value(json_is_array(steps) ? json_array_get(steps, 0) : steps);
    int seat = first && first[0] >= '0' && first[0] <= '9' ? first[0] - '0' : -1;
    return seat >= 0 && seat < room->table.match.setup.seats && (ask->conn->seats >> seat & 1)
               ? seat
               : -1;
}

/* ---- Of those who sit there ---- */

static enum code run_move(struct pip__room *room, struct pip__ask *ask) {
    int seat = ask->seat;
    if (room->table.seat[seat].bot)
        return CODE_NOT_ACTING;
    uint32_t rolls = room->table.match.rolls;
    bool paced = room->table.day > 0; /* whoever only wants to see the rolls has to wait for them */
    if (paced && !pip__bucket_has(&room->pace, PACE_BURST, PACE_PER_HOUR))
        return CODE_TOO_MANY;
    enum code code = pip__play_steps(&room->table, seat, number_of(ask, "id"),
                                     json_object_get(ask->message, "e"));
    if (paced && room->table.match.rolls > rolls)
        pip__bucket_take(&room->pace, PACE_BURST, PACE_PER_HOUR);
    bool late = json_object_get(ask->message, "at") && number_of(ask, "at") < room->table.shown;
    if (code == CODE_FINE)
        room->server->counters.moves++;
    return late && (code == CODE_ILLEGAL || code == CODE_NOT_ACTING) ? CODE_STALE : code;
}

static enum code run_undo(struct pip__room *room, struct pip__ask *ask) {
    return pip__play_undo(&room->table, ask->seat, number_of(ask, "id"));
}

static enum code run_resign(struct pip__room *room, struct pip__ask *ask) {
    return pip__play_resign(&room->table, ask->seat, number_of(ask, "id"));
}

static enum code run_leave(struct pip__room *room, struct pip__ask *ask) {
    return pip__play_leave(&room->table, ask->seat, number_of(ask, "id"));
}

static enum code run_turns(struct pip__room *room, struct pip__ask *ask) {
    return pip__play_turns(&room->table, ask->seat, number_of(ask, "id"));
}

/* ---- Of the host ---- */

static enum code run_arrange(struct pip__room *room, struct pip__ask *ask) {
    if (json_object_get(ask->message, "at") && number_of(ask, "at") < room->table.shown)
        return CODE_STALE;
    return pip__play_arrange(&room->table, number_of(ask, "id"),
                             json_object_get(ask->message, "seats"));
}

static enum code run_start(struct pip__room *room, struct pip__ask *ask) {
    return pip__play_start(&room->table, number_of(ask, "id"),
                           json_object_get(ask->message, "first"));
}

/* Somebody who is there, and in time, is not replaced against their will. */
static bool is_present(const struct pip__room *room, const struct pip__ask *ask) {
    const struct pip__seat *seat = &room->table.seat[ask->seat];
    return room->table.phase == PIP_STORE_PLAYING && seat->taken && !seat->bot &&
           !(ask->conn->seats >> ask->seat & 1) && (pip__seats_here(room) >> ask->seat & 1);
}

static enum code run_bot(struct pip__room *room, struct pip__ask *ask) {
    if (is_present(room, ask))
        return CODE_PRESENT;
    enum code code =
        pip__play_replace(&room->table, ask->seat, number_of(ask, "id"), text_of(ask, "level"));
    return code == CODE_FINE && room->table.phase == PIP_STORE_WAITING
               ? pip__play_start_if_full(&room->table)
               : code;
}

/* The host may hand any seat back, and who holds a seat may take it back. */
static enum code run_person(struct pip__room *room, struct pip__ask *ask) {
    bool own = ask->conn->seats >> ask->seat & 1;
    if (!ask->conn->host && !own)
        return CODE_NOT_HOST;
    return pip__play_hand_back(&room->table, ask->seat, ask->conn->host ? -1 : ask->seat,
                               number_of(ask, "id"));
}

static enum code run_free(struct pip__room *room, struct pip__ask *ask) {
    return pip__play_free(&room->table, ask->seat, number_of(ask, "id"), ask->invitation);
}

static enum code run_invite(struct pip__room *room, struct pip__ask *ask) {
    return pip__play_invite(&room->table, ask->seat, number_of(ask, "id"), ask->invitation);
}

static enum code run_public(struct pip__room *room, struct pip__ask *ask) {
    const json_t *on = json_object_get(ask->message, "on");
    if (!on)
        return CODE_BAD_MESSAGE;
    if (room->table.phase != PIP_STORE_WAITING)
        return CODE_STARTED;
    room->table.changed = room->table.is_public != json_is_true(on);
    room->table.is_public = json_is_true(on);
    return CODE_FINE;
}

/* ---- What passes ---- */

static enum code run_react(struct pip__room *room, struct pip__ask *ask) {
    const char *what = text_of(ask, "what");
    for (size_t i = 0; what && i < sizeof reactions / sizeof *reactions; i++) {
        if (strcmp(what, reactions[i]) != 0)
            continue;
        room->server->counters.reactions++;
        pip__room_tell(room,
                       json_pack("{s:s, s:i, s:s}", "t", "react", "seat", ask->seat, "what", what),
                       NULL);
        return CODE_FINE;
    }
    return CODE_BAD_MESSAGE;
}

static enum code run_pencil(struct pip__room *room, struct pip__ask *ask) {
    json_t *steps = json_object_get(ask->message, "e");
    enum code code = pip__play_pencil(&room->table, ask->seat, steps);
    if (code != CODE_FINE)
        return code;
    json_decref(room->pencil);
    room->pencil = json_pack("{s:s, s:i, s:O}", "t", "pencil", "seat", ask->seat, "e", steps);
    pip__room_tell(room, json_incref(room->pencil), ask->conn);
    return CODE_FINE;
}

/* A word that names something on the sheet, and is no place for a sentence. */
static bool is_spot(const char *text) {
    size_t length = text ? strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789-") : 0;
    return length > 0 && length <= SPOT_MAX && !text[length];
}

static enum code run_point(struct pip__room *room, struct pip__ask *ask) {
    const char *what = text_of(ask, "what");
    if (!is_spot(what))
        return CODE_BAD_MESSAGE;
    pip__room_tell(
        room, json_pack("{s:s, s:i, s:s}", "t", "point", "seat", ask->seat, "what", what), NULL);
    return CODE_FINE;
}

static enum code run_ping(struct pip__room *room, struct pip__ask *ask) {
    (void)room, (void)ask;
    return CODE_FINE;
}

/* Who may say it, and of which seat it speaks. */
enum speaker {
    ANYBODY,
    HOLDER,   /* of a seat, or of the seat that it names */
    ACTOR,    /* of the seat that its first step is of */
    ANY_SEAT, /* it names a seat */
    HOST,
    HOST_SEAT /* who names a seat */
};

#define FIELDS(...) ((const char *const[]){__VA_ARGS__, NULL})
static const struct pip__kind {
    const char *name;
    const char *const *allowed;
    enum speaker speaker;
    bool once; /* sent again it is answered, and not done again */
    enum churn churn;
    pip__ask_run *run;
} kinds[] = {
    {"move", FIELDS("id", "at", "e"), ACTOR, true, CHURN_NONE, run_move},
    {"undo", FIELDS("id", "at", "seat"), HOLDER, true, CHURN_PLAY, run_undo},
    {"resign", FIELDS("id", "seat"), HOLDER, true, CHURN_NONE, run_resign},
    {"leave", FIELDS("id", "seat"), HOLDER, true, CHURN_SEATS, run_leave},
    {"turns", FIELDS("id", "seat"), HOLDER, true, CHURN_NONE, run_turns},
    {"arrange", FIELDS("id", "at", "seats"), HOST, true, CHURN_HOST, run_arrange},
    {"start", FIELDS("id", "first"), HOST, true, CHURN_NONE, run_start},
    {"bot", FIELDS("id", "seat", "level"), HOST_SEAT, true, CHURN_HOST, run_bot},
    {"person", FIELDS("id", "seat"), ANY_SEAT, true, CHURN_PLAY, run_person},
    {"free", FIELDS("id", "seat"), HOST_SEAT, true, CHURN_HOST, run_free},
    {"invite", FIELDS("id", "seat"), HOST_SEAT, false, CHURN_HOST, run_invite},
    {"public", FIELDS("id", "on"), HOST, false, CHURN_HOST, run_public},
    {"rematch", FIELDS("id"), ANYBODY, false, CHURN_NONE, pip__rematch_run},
    {"react", FIELDS("id", "seat", "what"), HOLDER, false, CHURN_NONE, run_react},
    {"pencil", FIELDS("id", "seat", "e"), HOLDER, false, CHURN_NONE, run_pencil},
    {"point", FIELDS("id", "seat", "what"), HOLDER, false, CHURN_NONE, run_point},
    {"ping", FIELDS("id"), ANYBODY, false, CHURN_NONE, run_ping},
};

/* ---- Receiving ---- */

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

/* Which seat it speaks of, and whether the sender may. */
static enum code find_speaker(const struct pip__room *room, struct pip__ask *ask) {
    enum speaker speaker = ask->kind->speaker;
    bool host = speaker == HOST || speaker == HOST_SEAT;
    if (host && !ask->conn->host)
        return CODE_NOT_HOST;
    if (speaker == HOLDER || speaker == ACTOR) {
        ask->seat = (speaker == ACTOR ? seat_of_steps : seat_meant)(room, ask);
        return ask->seat < 0 ? CODE_NOT_YOURS : CODE_FINE;
    }
    ask->seat = seat_named(room, ask);
    return ask->seat < 0 && (speaker == HOST_SEAT || speaker == ANY_SEAT) ? CODE_NO_SEAT
                                                                          : CODE_FINE;
}

/* The numbers that it is counted among: those of the seat, or of the host. */
static const struct pip__ids *ids_of(const struct pip__room *room, const struct pip__ask *ask) {
    enum speaker speaker = ask->kind->speaker;
    bool seat = speaker == HOLDER || speaker == ACTOR || !ask->conn->host;
    return seat && ask->seat >= 0 ? &room->table.seat[ask->seat].ids : &room->table.host_ids;
}

static enum code run_kind(struct pip__room *room, struct pip__ask *ask) {
    if (!ask->conn || !ask->conn->joined)
        return CODE_BAD_KEY; /* gone, or refused */
    ask->seats = ask->conn->seats;
    enum code code = find_speaker(room, ask);
    if (code == CODE_FINE && ask->kind->once) {
        code = pip__ids_check(ids_of(room, ask), number_of(ask, "id"));
        if (code == CODE_OVER) /* it was carried out before the sender lost the answer */
            return CODE_FINE;
    }
    if (code == CODE_FINE)
        code = pip__room_churn(room, ask->kind->churn);
    return code == CODE_FINE ? ask->kind->run(room, ask) : code;
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

static const struct pip__kind *kind_of(const json_t *message) {
    const char *name = json_string_value(json_object_get(message, "t"));
    for (size_t i = 0; name && i < sizeof kinds / sizeof *kinds; i++) {
        if (strcmp(kinds[i].name, name) == 0)
            return &kinds[i];
    }
    return NULL;
}

void pip__conn_message(void *server, struct pip__net_socket *socket, void *user, const char *text,
                       size_t length) {
    static const char *const hello[] = {"v", "table", "key", "host", "last", NULL};
    struct pip__conn *conn = user;
    (void)server, (void)socket;
    json_t *message = json_loadb(text, length, JSON_REJECT_DUPLICATES, NULL);
    const char *name = json_string_value(json_object_get(message, "t"));
    if (name && strcmp(name, "hello") == 0 && fields_fit(message, hello)) {
        receive_hello(conn, message);
        return;
    }
    const struct pip__kind *kind = kind_of(message);
    if (!kind || !conn->room || !fields_fit(message, kind->allowed)) {
        fault(conn, json_object_get(message, "id"), message ? CODE_BAD_MESSAGE : CODE_BAD_JSON);
        json_decref(message);
        return;
    }
    ask_room(conn, message, kind, run_kind, answer_message);
}

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
    struct pip_text text = pip_text_init(conn->address, sizeof conn->address);
    pip_text_add(&text, address);
    conn->next = conn->server->strangers;
    conn->server->strangers = conn;
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
