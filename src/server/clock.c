#include "server.h"
#include <stdlib.h>
#include <string.h>

static bool waits_for_person(const struct pip__table *table) {
    pip_actors actors = pip_match_actor(&table->match);
    for (int seat = 0; seat < table->match.setup.seats; seat++) {
        if ((actors >> seat & 1) && !table->seat[seat].plays.bot)
            return true;
    }
    return false;
}

int64_t pip__clock_due(const struct pip__table *table, int64_t public_at) {
    bool runs = table->clock > 0 && table->phase == PIP_STORE_PLAYING && waits_for_person(table);
    return runs ? public_at + (int64_t)table->clock * 1000 : 0;
}

void pip__clock_tell(struct pip__room *room, struct pip__conn *only) {
    const struct pip__table *table = &room->table;
    if (table->clock == 0 || table->phase != PIP_STORE_PLAYING)
        return;
    int64_t left = table->public_at + (int64_t)table->clock * 1000 - pip__server_now();
    json_t *message =
        json_pack("{s:s, s:I}", "t", "clock", "left", (json_int_t)(left > 0 ? left : 0));
    if (only)
        pip__conn_send(only, message);
    else
        pip__room_tell(room, message, NULL);
}

/* ---- When time is up ---- */

static enum code run_set(struct pip__room *room, struct pip__ask *ask) {
    (void)ask;
    room->table.changed = true;
    return CODE_FINE;
}

void pip__clock_loaded(struct pip__room *room, int64_t due) {
    struct pip__ask *ask = pip__clock_due(&room->table, room->table.public_at) != due
                               ? pip__ask_new(run_set, pip__answer_nobody)
                               : NULL;
    if (ask)
        pip__room_ask(room, ask);
}

/* Asked while something was in flight, it looks again. */
static enum code run_time_up(struct pip__room *room, struct pip__ask *ask) {
    int64_t due = pip__clock_due(&room->table, room->table.public_at);
    (void)ask;
    return due != 0 && due <= pip__server_now() ? pip__play_time_up(&room->table) : CODE_FINE;
}

static void cleared(void *context, enum pip_store_status status) {
    (void)context, (void)status;
}

/* A table that cannot be loaded would come back every time. */
static void answer_due(struct pip__room *room, struct pip__ask *ask, enum code code) {
    const json_t *row = ask->message;
    const char *waits_under = json_string_value(json_object_get(row, "code"));
    if (code != CODE_DAMAGED && code != CODE_OLD_EDITION)
        return;
    struct pip_store_change change = {
        .id = room->table.id,
        .expected_seq = (uint32_t)json_integer_value(json_object_get(row, "seq")),
        .phase = (enum pip_store_phase)json_integer_value(json_object_get(row, "phase")),
        .code = waits_under,
        .is_public = json_is_true(json_object_get(row, "public")),
        .touched = json_integer_value(json_object_get(row, "touched"))};
    pip_store_append(room->server->store, &change, NULL, 0, cleared, NULL);
}

struct looking {
    struct pip__errand errand;
    int64_t now;
    json_t *rows;
};

static bool see_due(void *context, const struct pip_store_table *table) {
    struct looking *looking = context;
    json_array_append_new(looking->rows,
                          json_pack("{s:s, s:s*, s:i, s:i, s:b, s:I}", "id", table->id, "code",
                                    table->code, "seq", (int)table->seq, "phase", (int)table->phase,
                                    "public", (int)table->is_public, "touched",
                                    (json_int_t)table->touched));
    return true;
}

static void look(struct pip__errand *errand, struct pip_store *store) {
    struct looking *looking = (struct looking *)errand;
    pip_store_list_due(store, looking->now, DUE_MAX, see_due, looking);
}

static void ask_due(struct pip__server *server, json_t *row) {
    struct pip__room *room = pip__room_open(server, json_string_value(json_object_get(row, "id")));
    bool rests = room && !room->busy && !room->asks && !room->job;
    struct pip__ask *ask = rests ? pip__ask_new(run_time_up, answer_due) : NULL;
    if (!ask)
        return;
    ask->message = json_incref(row);
    pip__room_ask(room, ask);
}

static void looked(struct pip__errand *errand) {
    struct looking *looking = (struct looking *)errand;
    struct pip__server *server = errand->server;
    json_t *row;
    size_t i;
    server->looking_for_due = false;
    json_array_foreach(looking->rows, i, row) {
        ask_due(server, row);
    }
    json_decref(looking->rows);
    free(looking);
}

void pip__clocks_look(struct pip__server *server) {
    struct looking *looking =
        server->looking_for_due || server->stopping ? NULL : calloc(1, sizeof *looking);
    if (!looking)
        return;
    *looking = (struct looking){
        .errand = {.go = look, .back = looked}, .now = pip__server_now(), .rows = json_array()};
    server->looking_for_due = pip__errand_read(server, &looking->errand) == CODE_FINE;
    if (server->looking_for_due)
        return;
    json_decref(looking->rows);
    free(looking);
}
