#include "server.h"
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
    if (room->table.seat[seat].plays.bot)
        return CODE_NOT_ACTING;
    uint32_t rolls = room->table.match.rolls;
    bool paced = room->table.day > 0; /* whoever only wants to see the rolls has to wait for them */
    if (paced && !pip__bucket_has(&room->pace, PACE_BURST, PACE_PER_HOUR))
        return CODE_TOO_MANY;
    enum code code = pip__play_steps(&room->table, seat, pip__ask_number(ask, "id"),
                                     json_object_get(ask->message, "e"));
    if (paced && room->table.match.rolls > rolls)
        pip__bucket_take(&room->pace, PACE_BURST, PACE_PER_HOUR);
    bool late =
        json_object_get(ask->message, "at") && pip__ask_number(ask, "at") < room->table.shown;
    if (code == CODE_FINE)
        room->server->counters.moves++;
    return late && (code == CODE_ILLEGAL || code == CODE_NOT_ACTING) ? CODE_STALE : code;
}

static enum code run_undo(struct pip__room *room, struct pip__ask *ask) {
    return pip__play_undo(&room->table, ask->seat, pip__ask_number(ask, "id"));
}

static enum code run_resign(struct pip__room *room, struct pip__ask *ask) {
    return pip__play_resign(&room->table, ask->seat, pip__ask_number(ask, "id"));
}

static enum code run_leave(struct pip__room *room, struct pip__ask *ask) {
    return pip__play_leave(&room->table, ask->seat, pip__ask_number(ask, "id"));
}

static enum code run_turns(struct pip__room *room, struct pip__ask *ask) {
    return pip__play_turns(&room->table, ask->seat, pip__ask_number(ask, "id"));
}

/* ---- Of the host ---- */

static enum code run_arrange(struct pip__room *room, struct pip__ask *ask) {
    if (json_object_get(ask->message, "at") && pip__ask_number(ask, "at") < room->table.shown)
        return CODE_STALE;
    return pip__play_arrange(&room->table, pip__ask_number(ask, "id"),
                             json_object_get(ask->message, "seats"));
}

static enum code run_start(struct pip__room *room, struct pip__ask *ask) {
    const char *level = pip__ask_text(ask, "level");
    if (level && !pip__level_offered(level, room->server->config->bots))
        return CODE_BAD_BOT;
    return pip__play_start(&room->table, pip__ask_number(ask, "id"),
                           json_object_get(ask->message, "first"), level);
}

/* Somebody who is there, and in time, is not replaced against their will. */
static bool is_present(const struct pip__room *room, const struct pip__ask *ask) {
    const struct pip__seat *seat = &room->table.seat[ask->seat];
    return room->table.phase == PIP_STORE_PLAYING && seat->taken && !seat->plays.bot &&
           !(ask->conn->seats >> ask->seat & 1) && (pip__seats_here(room) >> ask->seat & 1);
}

static enum code run_bot(struct pip__room *room, struct pip__ask *ask) {
    const char *level = pip__ask_text(ask, "level");
    if (is_present(room, ask))
        return CODE_PRESENT;
    if (level && !pip__level_offered(level, room->server->config->bots))
        return CODE_BAD_BOT;
    enum code code = pip__play_replace(&room->table, ask->seat, pip__ask_number(ask, "id"), level);
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
                               pip__ask_number(ask, "id"));
}

static enum code run_free(struct pip__room *room, struct pip__ask *ask) {
    return pip__play_free(&room->table, ask->seat, pip__ask_number(ask, "id"), ask->invitation);
}

static enum code run_invite(struct pip__room *room, struct pip__ask *ask) {
    return pip__play_invite(&room->table, ask->seat, pip__ask_number(ask, "id"), ask->invitation);
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
    const char *what = pip__ask_text(ask, "what");
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
    const char *what = pip__ask_text(ask, "what");
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
    {"start", FIELDS("id", "first", "level"), HOST, true, CHURN_NONE, run_start},
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

/* ---- Saying it ---- */

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

enum code pip__kind_run(struct pip__room *room, struct pip__ask *ask) {
    if (!ask->conn || !ask->conn->joined)
        return CODE_BAD_KEY; /* gone, or refused */
    ask->seats = ask->conn->seats;
    enum code code = find_speaker(room, ask);
    if (code == CODE_FINE && ask->kind->once) {
        code = pip__ids_check(ids_of(room, ask), pip__ask_number(ask, "id"));
        if (code == CODE_OVER) /* it was carried out before the sender lost the answer */
            return CODE_FINE;
    }
    if (code == CODE_FINE)
        code = pip__room_churn(room, ask->kind->churn);
    return code == CODE_FINE ? ask->kind->run(room, ask) : code;
}

const struct pip__kind *pip__kind_of(json_t *message) {
    const char *name = json_string_value(json_object_get(message, "t"));
    for (size_t i = 0; name && i < sizeof kinds / sizeof *kinds; i++) {
        if (strcmp(kinds[i].name, name) == 0)
            return fields_fit(message, kinds[i].allowed) ? &kinds[i] : NULL;
    }
    return NULL;
}

bool pip__message_is_hello(json_t *message) {
    static const char *const allowed[] = {"v", "table", "key", "host", "last", NULL};
    const char *name = json_string_value(json_object_get(message, "t"));
    return name && strcmp(name, "hello") == 0 && fields_fit(message, allowed);
}
