#include "server.h"
#include <stdlib.h>

static bool waits_for_person(const struct room *room) {
    pip_actors actors = pip_match_actor(&room->match);
    for (int seat = 0; seat < room->match.setup.seats; seat++) {
        if ((actors >> seat & 1) && !room->seat[seat].bot)
            return true;
    }
    return false;
}

int64_t clock_due(const struct room *room, int64_t public_at) {
    bool runs = room->clock > 0 && room->phase == PIP_STORE_PLAYING && waits_for_person(room);
    return runs ? public_at + (int64_t)room->clock * 1000 : 0;
}

void clock_tell(struct room *room, struct conn *only) {
    if (room->clock == 0 || room->phase != PIP_STORE_PLAYING)
        return;
    int64_t left = room->public_at + (int64_t)room->clock * 1000 - server_now();
    json_t *message =
        json_pack("{s:s, s:I}", "t", "clock", "left", (json_int_t)(left > 0 ? left : 0));
    if (only)
        conn_send(only, message);
    else
        room_tell(room, message, NULL);
}

/* ---- When time is up ---- */

static void answer_nobody(struct room *room, struct ask *ask, enum code code) {
    (void)room, (void)ask, (void)code;
}

static void ask_for(struct room *room, enum code (*run)(struct room *room, struct ask *ask)) {
    struct ask *ask = calloc(1, sizeof *ask);
    if (!ask)
        return;
    ask->run = run;
    ask->answer = answer_nobody;
    room_ask(room, ask);
}

static enum code run_set(struct room *room, struct ask *ask) {
    (void)ask;
    room->changed = true;
    return CODE_FINE;
}

void clock_loaded(struct room *room, int64_t due) {
    if (clock_due(room, room->public_at) != due)
        ask_for(room, run_set);
}

static bool is_up(const struct room *room) {
    int64_t due = clock_due(room, room->public_at);
    return due != 0 && due <= server_now();
}

/* Asked while something was in flight, it looks again. */
static enum code run_time_up(struct room *room, struct ask *ask) {
    (void)ask;
    return is_up(room) ? play_time_up(room) : CODE_FINE;
}

static void cleared(void *context, enum pip_store_status status) {
    (void)context, (void)status;
}

/* A damaged table would come back every time. */
static void clear_due(struct server *server, const struct pip_store_table *table) {
    struct pip_store_change change = {.id = table->id,
                                      .expected_seq = table->seq,
                                      .phase = table->phase,
                                      .code = table->code,
                                      .is_public = table->is_public,
                                      .touched = table->touched};
    pip_store_append(server->store, &change, NULL, 0, cleared, NULL);
}

static bool see_due(void *context, const struct pip_store_table *table) {
    struct room *room;
    enum code code = room_find(context, table->id, &room);
    if (code != CODE_FINE && code != CODE_BUSY)
        clear_due(context, table);
    else if (code == CODE_FINE && is_up(room) && !room->busy && !room->asks && !room->job)
        ask_for(room, run_time_up);
    return true;
}

void clocks_look(struct server *server) {
    pip_store_list_due(server->store, server_now(), DUE_MAX, see_due, server);
}
