#include "api.h"
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

static enum code run_create(struct pip__room *room, struct pip__ask *ask) {
    const char *name = json_string_value(json_object_get(ask->message, "name"));
    const char *nonce = json_string_value(json_object_get(ask->message, "nonce"));
    enum code code = CODE_FINE;
    room->table.changed = true;
    for (int seat = 0; name && code == CODE_FINE && seat < room->table.match.setup.seats; seat++) {
        if (room->table.seat[seat].kind == SEAT_ME)
            code = pip__play_sit(&room->table, seat, name, NULL, nonce);
    }
    return code == CODE_FINE ? pip__play_start_if_full(&room->table) : code;
}

/* The seats with their keys, as they are since the start. */
static json_t *seats_since_start(const struct pip__room *room, const json_t *seats) {
    json_t *list = json_array();
    size_t count = json_array_size(seats);
    for (size_t i = 0; i < count; i++) {
        json_t *seat = json_array_get(seats, (i + room->table.began) % count);
        json_object_set_new(seat, "seat", json_integer((json_int_t)i));
        json_array_append(list, seat);
    }
    return list;
}

/* Refused by `run` itself, before anything was stored: the room is nobody's. */
static void answer_create(struct pip__room *room, struct pip__ask *ask, enum code code) {
    if (code == CODE_FINE) {
        room->server->counters.created++;
        json_object_set_new(ask->reply, "table", json_string(room->table.id));
        json_object_set_new(ask->reply, "seats",
                            seats_since_start(room, json_object_get(ask->reply, "seats")));
        if (room->table.code[0])
            json_object_set_new(ask->reply, "code", json_string(room->table.code));
        char hex[65];
        pip__hex_write(room->table.commitment, sizeof room->table.commitment, hex);
        json_object_set_new(ask->reply, "commitment", json_string(hex));
        json_object_set_new(ask->reply, "phase",
                            json_string(pip_store_phase_text(room->table.phase)));
        pip__api_answer(ask->exchange, 201, ask->reply);
        ask->reply = NULL;
        return;
    }
    pip__api_fail(ask->exchange, code);
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
    pip__hex_write(file->sheet.hash, sizeof file->sheet.hash, hash);
    return json_pack("{s:s, s:s, s:{s:s, s:s}, s:s, s:s}", "game", file->sheet.game, "sheet",
                     file->sheet.name, "title", "en", file->sheet.title_en, "de",
                     file->sheet.title_de, "sheet_hash", hash, "data", coded);
}

static void answer_faults(struct pip__net_exchange *exchange, const struct pip_sheet_fault *faults,
                          int count) {
    pip__api_answer(exchange, pip__code_status(CODE_BAD_SHEET),
                    json_pack("{s:s, s:o}", "code", pip__code_text(CODE_BAD_SHEET), "faults",
                              faults_json(faults, count)));
}

/* ---- Reading sheets, on another thread: a large one with many faults takes its time ---- */

struct reading {
    struct pip__errand errand;
    struct pip__net_exchange *exchange;
    json_t *body;
    const char *text;
    size_t length;
    struct pip__table table; /* gets the sheet */
    int count;               /* of faults */
    struct pip_sheet_fault faults[PIP_SHEET_FAULTS_MAX];
    void (*then)(struct pip__server *server, struct pip__net_exchange *exchange, json_t *body,
                 const struct pip__table *sheet_of);
};

static void read_sheet(struct pip__errand *errand, struct pip_store *store) {
    struct reading *reading = (struct reading *)errand;
    (void)store;
    reading->count = pip__own_sheet_read(&reading->table, reading->text, reading->length,
                                         reading->faults, PIP_SHEET_FAULTS_MAX);
}

static void sheet_read(struct pip__errand *errand) {
    struct reading *reading = (struct reading *)errand;
    if (reading->count > 0)
        answer_faults(reading->exchange, reading->faults, reading->count);
    else if (reading->count < 0)
        pip__api_fail(reading->exchange, CODE_FAILED);
    else if (errand->server->stopping)
        pip__api_fail(reading->exchange, CODE_STOPPING);
    else
        reading->then(errand->server, reading->exchange, reading->body, &reading->table);
    pip__table_clear(&reading->table);
    json_decref(reading->body);
    free(reading);
}

/* The sheet in the request's body; `then` goes on with it if it is sound. */
static void read_own(struct pip__call *call,
                     void (*then)(struct pip__server *server, struct pip__net_exchange *exchange,
                                  json_t *body, const struct pip__table *sheet_of)) {
    const json_t *own = json_object_get(call->body, "own");
    enum code code = CODE_FINE;
    if (!json_is_string(own))
        code = CODE_BAD_SHEET;
    else if (!pip__api_is_long(call->request) &&
             !pip__limit_take(call->server, pip__limit_whose(call->server, call->request->address),
                              's', SHEET_BURST, SHEET_PER_HOUR))
        code = CODE_TOO_MANY;
    struct reading *reading = code == CODE_FINE ? calloc(1, sizeof *reading) : NULL;
    if (reading) {
        reading->errand = (struct pip__errand){.go = read_sheet, .back = sheet_read};
        reading->exchange = call->exchange;
        reading->body = json_incref(call->body);
        reading->text = json_string_value(own);
        reading->length = json_string_length(own);
        reading->then = then;
        code = pip__errand_reckon(call->server, &reading->errand);
        if (code == CODE_FINE)
            return;
        json_decref(reading->body);
        free(reading);
    }
    pip__api_fail(call->exchange, code == CODE_FINE ? CODE_FAILED : code);
}

static void answer_sheet(struct pip__server *server, struct pip__net_exchange *exchange,
                         json_t *body, const struct pip__table *sheet_of) {
    (void)server, (void)body;
    pip__api_answer(exchange, 200, sheet_json(&sheet_of->own_sheet->file));
}

void pip__api_sheet(struct pip__call *call) {
    read_own(call, answer_sheet);
}

/* ---- Making a table ---- */

static bool has_person(const struct pip__table *table) {
    for (int seat = 0; seat < table->match.setup.seats; seat++) {
        if (table->seat[seat].kind != SEAT_BOT)
            return true;
    }
    return false;
}

/* Names are checked here, so that making a table cannot fail half-way. */
static enum code check_create(const json_t *body) {
    const json_t *name = json_object_get(body, "name"), *nonce = json_object_get(body, "nonce");
    uint8_t bytes[NONCE_BYTES];
    if (name && (!json_is_string(name) || !pip__name_fits(json_string_value(name))))
        return CODE_BAD_NAME;
    if (nonce &&
        (!json_is_string(nonce) || !pip__hex_read(json_string_value(nonce), bytes, sizeof bytes)))
        return CODE_BAD_NONCE;
    return CODE_FINE;
}

static enum code make_room(struct pip__server *server, json_t *body,
                           const struct pip__table *sheet_of, struct pip__room **room,
                           json_t **keys) {
    json_t *head;
    enum code code = check_create(body);
    if (code == CODE_FINE)
        code = pip__head_make(body, server->config->bots, &head, keys);
    if (code != CODE_FINE)
        return code;
    *room = pip__room_new(server, head, sheet_of, &code);
    if (code != CODE_FINE)
        return code;
    (*room)->table.is_public = json_is_true(json_object_get(body, "public"));
    return has_person(&(*room)->table) ? CODE_FINE : CODE_BAD_SEATS;
}

static void create(struct pip__server *server, struct pip__net_exchange *exchange, json_t *body,
                   const struct pip__table *sheet_of) {
    struct pip__room *room = NULL;
    json_t *keys = NULL;
    json_object_del(body, "own_hash"); /* only what was read here */
    if (sheet_of)
        json_object_set_new(body, "own_hash", json_string(sheet_of->own_hash));
    enum code code = make_room(server, body, sheet_of, &room, &keys);
    struct pip__ask *ask = code == CODE_FINE ? pip__ask_new(run_create, answer_create) : NULL;
    if (ask) {
        ask->exchange = exchange;
        ask->message = json_incref(body);
        ask->reply = keys;
        pip__room_ask(room, ask);
        return;
    }
    json_decref(keys);
    pip__room_free(room);
    pip__api_fail(exchange, code == CODE_FINE ? CODE_FAILED : code);
}

void pip__api_create(struct pip__call *call) {
    if (!pip__limit_take(call->server, pip__limit_whose(call->server, call->request->address), 't',
                         CREATE_BURST, CREATE_PER_HOUR))
        pip__api_fail(call->exchange, CODE_TOO_MANY);
    else if (json_object_get(call->body, "own"))
        read_own(call, create);
    else
        create(call->server, call->exchange, call->body, NULL);
}
