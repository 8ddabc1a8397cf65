#include "server.h"
#include <stdlib.h>

void clock_enter(struct room *room) {
    if (room->clock == 0)
        return;
    room->clock_next = room->server->clocks;
    room->server->clocks = room;
}

void clock_leave(struct room *room) {
    for (struct room **at = &room->server->clocks; *at; at = &(*at)->clock_next) {
        if (*at == room) {
            *at = room->clock_next;
            return;
        }
    }
}

static int64_t time_left(const struct room *room) {
    return room->public_at + (int64_t)room->clock * 1000 - server_now();
}

void clock_tell(struct room *room, struct conn *only) {
    if (room->clock == 0 || room->phase != PIP_STORE_PLAYING)
        return;
    int64_t left = time_left(room);
    json_t *message =
        json_pack("{s:s, s:I}", "t", "clock", "left", (json_int_t)(left > 0 ? left : 0));
    if (only)
        conn_send(only, message);
    else
        room_tell(room, message, NULL);
}

/* Asked again while something was in flight, it looks again. */
static enum code run_time_up(struct room *room, struct ask *ask) {
    (void)ask;
    bool up = room->phase == PIP_STORE_PLAYING && time_left(room) <= 0;
    return up ? play_time_up(room) : CODE_FINE;
}

static void answer_nobody(struct room *room, struct ask *ask, enum code code) {
    (void)room, (void)ask, (void)code;
}

static void look(struct room *room) {
    bool up = room->phase == PIP_STORE_PLAYING && time_left(room) <= 0 && !room->busy &&
              !room->asks && !room->job;
    struct ask *ask = up ? calloc(1, sizeof *ask) : NULL;
    if (!ask)
        return;
    ask->run = run_time_up;
    ask->answer = answer_nobody;
    room_ask(room, ask);
}

void clocks_look(struct server *server) {
    for (struct room *room = server->clocks, *next; room; room = next) {
        next = room->clock_next;
        look(room);
    }
}
