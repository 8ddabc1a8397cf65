#include "api.h"
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

static enum code run_create(struct room *room, struct ask *ask) {
    const char *name = json_string_value(json_object_get(ask->message, "name"));
    const char *nonce = json_string_value(json_object_get(ask->message, "nonce"));
    enum code code = CODE_FINE;
    room->changed = true;
    for (int seat = 0; name && code == CODE_FINE && seat < room->match.setup.seats; seat++) {
        if (room->seat[seat].kind == SEAT_ME)
            code = play_sit(room, seat, name, NULL, nonce);
    }
    return code == CODE_FINE ? play_start_if_full(room) : code;
}

/* The seats with their keys, as they are since the start. */
static json_t *seats_since_start(const struct room *room, const json_t *seats) {
    json_t *list = json_array();
    size_t count = json_array_size(seats);
    for (size_t i = 0; i < count; i++) {
        json_t *seat = json_array_get(seats, (i + room->began) % count);
        json_object_set_new(seat, "seat", json_integer((json_int_t)i));
        json_array_append(list, seat);
    }
    return list;
}

/* Refused by `run` itself, before anything was stored: the room is nobody's. */
static void answer_create(struct room *room, struct ask *ask, enum code code) {
    if (code == CODE_FINE) {
        room->server->counters.created++;
        json_object_set_new(ask->reply, "table", json_string(room->id));
        json_object_set_new(ask->reply, "seats",
                            seats_since_start(room, json_object_get(ask->reply, "seats")));
        if (room->code[0])
            json_object_set_new(ask->reply, "code", json_string(room->code));
        char hex[65];
        hex_write(room->commitment, sizeof room->commitment, hex);
        json_object_set_new(ask->reply, "commitment", json_string(hex));
        json_object_set_new(ask->reply, "phase", json_string(pip_store_phase_text(room->phase)));
        api_answer(ask->exchange, 201, ask->reply);
        ask->reply = NULL;
        return;
    }
    api_fail(ask->exchange, code);
}

static json_t *faults_json(const struct pip_sheet_fault *faults, int count) {
    json_t *list = json_array();
    for (int i = 0; i < count && i < PIP_SHEET_FAULTS_MAX; i++) {
        const struct pip_sheet_fault *fault = &faults[i];
        json_t *values = json_array();
        for (int value = 0; value < fault->count; value++)
            json_array_append_new(values, json_string(fault->values[value]));
        json_array_append_new(list,
                              json_pack("{s:i, s:i, s:s, s:s, s:o, s:s}", "line", (int)fault->line,
                                        "column", (int)fault->column, "where", fault->where, "code",
                                        fault->code, "values", values, "what", fault->what));
    }
    return list;
}

/* The sheet as the games work on it, less the zeros at its end: for clients that have the rules but
 * cannot read sheet files. */
static json_t *sheet_json(const struct pip_sheet_file *file) {
    const unsigned char *data = (const unsigned char *)file->data;
    char hash[65],
        coded[sodium_base64_ENCODED_LEN(sizeof file->data, sodium_base64_VARIANT_ORIGINAL)];
    size_t length = sizeof file->data;
    while (length > 0 && data[length - 1] == 0)
        length--;
    sodium_bin2base64(coded, sizeof coded, data, length, sodium_base64_VARIANT_ORIGINAL);
    hex_write(file->sheet.hash, sizeof file->sheet.hash, hash);
    return json_pack("{s:s, s:s, s:{s:s, s:s}, s:s, s:s}", "game", file->sheet.game, "sheet",
                     file->sheet.name, "title", "en", file->sheet.title_en, "de",
                     file->sheet.title_de, "sheet_hash", hash, "data", coded);
}

/* Answers with a sheet's faults, or with what was read. */
static void answer_sheet(struct net_exchange *exchange, const json_t *own) {
    struct pip_sheet_file *file = calloc(1, sizeof *file);
    struct pip_sheet_fault *faults = calloc(PIP_SHEET_FAULTS_MAX, sizeof *faults);
    int count = file && faults ? pip_sheet_read(json_string_value(own), json_string_length(own),
                                                file, faults, PIP_SHEET_FAULTS_MAX)
                               : -1;
    if (count < 0)
        api_fail(exchange, CODE_FAILED);
    else if (count == 0)
        api_answer(exchange, 200, sheet_json(file));
    else
        api_answer(exchange, code_status(CODE_BAD_SHEET),
                   json_pack("{s:s, s:o}", "code", code_text(CODE_BAD_SHEET), "faults",
                             faults_json(faults, count)));
    free(file);
    free(faults);
}

void api_sheet(struct call *call) {
    const json_t *own = json_object_get(call->body, "own");
    if (!limit_take(call->server, call->request->address, 's', CREATE_BURST, CREATE_PER_HOUR))
        api_fail(call->exchange, CODE_TOO_MANY);
    else if (!json_is_string(own))
        api_fail(call->exchange, CODE_BAD_SHEET);
    else
        answer_sheet(call->exchange, own);
}

static bool has_person(const struct room *room) {
    for (int seat = 0; seat < room->match.setup.seats; seat++) {
        if (room->seat[seat].kind != SEAT_BOT)
            return true;
    }
    return false;
}

/* Names are checked here, so that making a table cannot fail half-way. */
static enum code check_create(const json_t *body) {
    const json_t *name = json_object_get(body, "name"), *nonce = json_object_get(body, "nonce");
    uint8_t bytes[NONCE_BYTES];
    if (name && (!json_is_string(name) || !pip_name_valid(pip_span_of(json_string_value(name))) ||
                 strncmp(json_string_value(name), "bot:", 4) == 0))
        return CODE_BAD_NAME;
    if (nonce &&
        (!json_is_string(nonce) || !hex_read(json_string_value(nonce), bytes, sizeof bytes)))
        return CODE_BAD_NONCE;
    return CODE_FINE;
}

static enum code make_room(struct call *call, struct room **out, json_t **keys) {
    struct room *room = calloc(1, sizeof *room);
    *out = room;
    *keys = NULL;
    if (!room)
        return CODE_FAILED;
    room->server = call->server;
    room->created = server_now();
    room->is_public = json_is_true(json_object_get(call->body, "public"));
    enum code code = check_create(call->body);
    if (code == CODE_FINE)
        code = head_make(call->body, &room->head, keys);
    if (code == CODE_FINE)
        code = head_read(room, room->head);
    if (code == CODE_FINE && !has_person(room))
        code = CODE_BAD_SEATS;
    room_name(room);
    return code;
}

void api_create(struct call *call) {
    struct room *room;
    json_t *keys;
    if (!limit_take(call->server, call->request->address, 't', CREATE_BURST, CREATE_PER_HOUR)) {
        api_fail(call->exchange, CODE_TOO_MANY);
        return;
    }
    enum code code = make_room(call, &room, &keys);
    struct ask *ask = code == CODE_FINE ? api_ask(call, run_create, answer_create) : NULL;
    if (ask) {
        ask->reply = keys;
        room_enter(room);
        room_ask(room, ask);
        return;
    }
    json_decref(keys);
    room_free(room);
    json_t *own = json_object_get(call->body, "own");
    if (code == CODE_BAD_SHEET && json_is_string(own))
        answer_sheet(call->exchange, own);
    else if (code != CODE_FINE)
        api_fail(call->exchange, code);
}
