/* Sitting down, with a key, an invitation or a code. */
#include "api.h"
#include <stdlib.h>
#include <string.h>

/* ---- Sitting down ---- */

/* The seat that a key or an invitation gives; -1 with a code if none. */
static int choose_seat(const struct pip__table *table, const struct pip__ask *ask, bool *again,
                       enum code *code) {
    const char *key = json_string_value(json_object_get(ask->message, "key"));
    const char *made = json_string_value(json_object_get(ask->message, "new_key"));
    const json_t *named = json_object_get(ask->message, "seat");
    if (pip__key_seats(table, made))
        key = made; /* it has sat down with it before */
    uint16_t keyed = pip__key_seats(table, key);
    int mine = -1;
    *code = key ? CODE_BAD_KEY : CODE_NO_SEAT;
    if (!key && !table->is_public && !ask->invited)
        *code = CODE_BAD_KEY;
    if (key ? !keyed : *code == CODE_BAD_KEY)
        return -1;
    for (int seat = 0; seat < table->match.setup.seats; seat++) {
        bool meant = json_is_integer(named) && json_integer_value(named) == seat;
        bool opens = keyed >> seat & 1;
        if (opens && table->seat[seat].taken && (mine < 0 || meant))
            mine = seat; /* also if it has moved since it was named */
        if ((named && !meant) || (key && !opens))
            continue;
        if (key ? !table->seat[seat].taken && !table->seat[seat].plays.bot
                : pip__seat_is_open(table, seat))
            return seat;
    }
    *again = mine >= 0;
    return mine;
}

/* An invitation is used up: who sits down has a key that nobody else knows. Whoever made the table,
 * and who sat at the one before, has such a key already. */
static enum code choose_key(const struct pip__table *table, struct pip__ask *ask, int seat,
                            uint8_t hash[32], bool *new) {
    const char *made = json_string_value(json_object_get(ask->message, "new_key"));
    bool keyed = json_object_get(ask->message, "key") != NULL;
    char key[KEY_LENGTH + 1];
    *new = !keyed || (table->seat[seat].kind == SEAT_OPEN && !table->seat[seat].held) || made;
    if (!*new)
        return CODE_FINE;
    if (json_object_get(ask->message, "new_key"))
        return pip__key_hash(made, hash) ? CODE_FINE : CODE_BAD_KEY;
    pip__key_make(key, hash);
    json_object_set_new(ask->reply, "key", json_string(key));
    return CODE_FINE;
}

static enum code run_sit(struct pip__room *room, struct pip__ask *ask) {
    uint8_t hash[32];
    struct pip__table *table = &room->table;
    bool again = false, new;
    enum code code;
    int seat = choose_seat(table, ask, &again, &code);
    if (seat < 0)
        return table->phase != PIP_STORE_WAITING && code != CODE_BAD_KEY ? CODE_STARTED : code;
    ask->reply = json_pack("{s:s, s:i}", "table", table->id, "seat", seat);
    if (again)
        return CODE_FINE;
    code = choose_key(table, ask, seat, hash, &new);
    if (code == CODE_FINE)
        code = pip__room_churn(room, CHURN_SEATS);
    if (code == CODE_FINE)
        code = pip__play_sit(table, seat, json_string_value(json_object_get(ask->message, "name")),
                             new ? hash : NULL,
                             json_string_value(json_object_get(ask->message, "nonce")));
    if (code == CODE_FINE)
        code = pip__play_start_if_full(table);
    json_object_set_new(ask->reply, "seat", json_integer(pip__seat_since_start(table, seat)));
    return code;
}

/* Once the game has begun there is nothing to take, and those who play come first. */
void pip__api_sit(struct pip__call *call) {
    struct pip__room *room = pip__room_peek(call->server, call->argument);
    pip__api_ask_table(call, room && room->table.phase != PIP_STORE_WAITING, run_sit,
                       pip__api_answer_reply);
}

/* ---- By code ---- */

struct by_code {
    struct pip__errand errand;
    struct pip__net_exchange *exchange;
    json_t *body;
    char code[64], id[PIP_STORE_NAME_MAX + 1];
    enum pip_store_status status;
    bool sits;
};

static bool see_id(void *context, const struct pip_store_table *table) {
    struct pip_text id = pip_text_init(context, PIP_STORE_NAME_MAX + 1);
    pip_text_add(&id, table->id);
    return false;
}

static void find_code(struct pip__errand *errand, struct pip_store *store) {
    struct by_code *by = (struct by_code *)errand;
    by->status = strlen(by->code) <= PIP_STORE_NAME_MAX
                     ? pip_store_find_code(store, by->code, see_id, by->id)
                     : PIP_STORE_MISSING;
}

static enum code ask_by_code(struct by_code *by) {
    struct pip__server *server = by->errand.server;
    if (by->status == PIP_STORE_MISSING || (by->status == PIP_STORE_OK && !by->id[0])) {
        pip__limit_code_failed(server);
        return CODE_NO_CODE;
    }
    if (by->status != PIP_STORE_OK)
        return pip__code_of_store(by->status);
    struct pip__room *room = pip__room_open(server, by->id);
    struct pip__ask *ask =
        room ? pip__ask_new(by->sits ? run_sit : pip__api_run_view, pip__api_answer_reply) : NULL;
    if (!ask)
        return CODE_FAILED;
    ask->exchange = by->exchange;
    ask->message = json_incref(by->body);
    ask->invited = by->sits;
    ask->looks = !by->sits;
    pip__room_ask(room, ask);
    return CODE_FINE;
}

static void code_found(struct pip__errand *errand) {
    struct by_code *by = (struct by_code *)errand;
    enum code code = errand->server->stopping ? CODE_STOPPING : ask_by_code(by);
    if (code != CODE_FINE)
        pip__api_fail(by->exchange, code);
    json_decref(by->body);
    free(by);
}

static void by_code(struct pip__call *call, bool sits) {
    struct by_code *by = NULL;
    enum code code = CODE_TOO_MANY;
    if (pip__limit_code(call->server, call->request->address)) {
        by = calloc(1, sizeof *by);
        code = CODE_FAILED;
    }
    if (by) {
        struct pip_text text = pip_text_init(by->code, sizeof by->code);
        pip_text_add(&text, call->argument);
        by->errand = (struct pip__errand){.go = find_code, .back = code_found};
        by->exchange = call->exchange;
        by->body = json_incref(call->body);
        by->sits = sits;
        code = pip__errand_read(call->server, &by->errand);
        if (code == CODE_FINE)
            return;
        json_decref(by->body);
    }
    free(by);
    pip__api_fail(call->exchange, code);
}

void pip__api_code(struct pip__call *call) {
    by_code(call, false);
}

void pip__api_code_sit(struct pip__call *call) {
    by_code(call, true);
}
