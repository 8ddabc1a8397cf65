#include "server.h"
#include <stdlib.h>

/* The same table again: a new one with the same seats, whose old keys open it, and other dice. It
 * is made first and then told; if the program ends between the two, nobody knows of it and it
 * expires. */

static bool see_head(void *context, const struct pip_store_table *table) {
    json_t **head = context;
    *head = json_loadb(table->head.at, table->head.length, JSON_REJECT_DUPLICATES, NULL);
    return false;
}

static struct room *room_again(struct room *room) {
    json_t *old = NULL;
    struct room *again = calloc(1, sizeof *again);
    if (!again || pip_store_find(room->server->store, room->id, see_head, &old) != PIP_STORE_OK ||
        !old) {
        free(again);
        return NULL;
    }
    again->server = room->server;
    again->created = server_now();
    again->changed = true;
    again->head = head_again(room, old);
    json_decref(old);
    room_name(again);
    if (head_read(again, again->head) != CODE_FINE) {
        room_free(again);
        return NULL;
    }
    room_enter(again);
    return again;
}

static enum code run_make(struct room *room, struct ask *ask) {
    (void)ask;
    room->changed = true;
    return CODE_FINE;
}

static enum code run_tell(struct room *room, struct ask *ask) {
    if (room->rematch[0])
        return CODE_FINE;
    return room_publish(
        room, -1, 0,
        json_pack("{s:s, s:O}", "t", "rematch", "table", json_object_get(ask->message, "table")));
}

static void answer_nobody(struct room *room, struct ask *ask, enum code code) {
    (void)room, (void)ask, (void)code;
}

/* The new table is stored: now its old one says so. */
static void made(struct room *again, struct ask *ask, enum code code) {
    const char *from = json_string_value(json_object_get(ask->message, "from"));
    struct room *room = NULL;
    struct ask *tell = code == CODE_FINE ? calloc(1, sizeof *tell) : NULL;
    if (!tell || room_find(again->server, from, &room) != CODE_FINE) {
        free(tell);
        return;
    }
    tell->message = json_pack("{s:s}", "table", again->id);
    tell->run = run_tell;
    tell->answer = answer_nobody;
    room_ask(room, tell);
}

enum code rematch_run(struct room *room, struct ask *ask) {
    if (room->phase != PIP_STORE_OVER)
        return CODE_NOT_OVER;
    if (room->day > 0) /* one try a day */
        return CODE_NOT_YOURS;
    if (!ask->conn->seats && !ask->conn->host)
        return CODE_NOT_YOURS;
    if (room->rematch[0])
        return CODE_FINE;
    struct ask *make = calloc(1, sizeof *make);
    struct room *again = make ? room_again(room) : NULL;
    if (!again) {
        free(make);
        return CODE_FAILED;
    }
    make->message = json_pack("{s:s}", "from", room->id);
    make->run = run_make;
    make->answer = made;
    room_ask(again, make);
    return CODE_FINE;
}
