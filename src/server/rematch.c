#include "server.h"
#include <stdlib.h>

/* The same table again: a new one with the same seats, whose old keys open it, and other dice. It
 * is made first and then told; if the program ends between the two, nobody knows of it and it
 * expires. */

static enum code run_make(struct pip__room *room, struct pip__ask *ask) {
    (void)ask;
    room->table.changed = true;
    return CODE_FINE;
}

static enum code run_tell(struct pip__room *room, struct pip__ask *ask) {
    if (room->table.rematch[0])
        return CODE_FINE;
    return pip__table_publish(
        &room->table, -1, 0,
        json_pack("{s:s, s:O}", "t", "rematch", "table", json_object_get(ask->message, "table")));
}

/* The new table is stored: now its old one says so. */
static void made(struct pip__room *again, struct pip__ask *ask, enum code code) {
    const char *from = json_string_value(json_object_get(ask->message, "from"));
    struct pip__room *room = code == CODE_FINE ? pip__room_open(again->server, from) : NULL;
    struct pip__ask *tell = room ? pip__ask_new(run_tell, pip__answer_nobody) : NULL;
    if (!tell)
        return;
    again->server->counters.created++;
    tell->message = json_pack("{s:s}", "table", again->table.id);
    pip__room_ask(room, tell);
}

static enum code make(struct pip__room *room, struct pip__ask *ask) {
    enum code code;
    if (!pip__limit_take(room->server, ask->conn->whose, 't', CREATE_BURST, CREATE_PER_HOUR))
        return CODE_TOO_MANY;
    struct pip__ask *make = pip__ask_new(run_make, made);
    struct pip__room *again =
        make ? pip__room_new(room->server, pip__head_again(&room->table), &room->table, &code)
             : NULL;
    if (!again) {
        free(make);
        return CODE_FAILED;
    }
    make->message = json_pack("{s:s}", "from", room->table.id);
    pip__room_ask(again, make);
    return CODE_FINE;
}

enum code pip__rematch_run(struct pip__room *room, struct pip__ask *ask) {
    if (room->table.phase != PIP_STORE_OVER)
        return CODE_NOT_OVER;
    if (room->table.day > 0) /* one try a day */
        return CODE_NOT_YOURS;
    if (!ask->conn->seats && !ask->conn->host)
        return CODE_NOT_YOURS;
    return room->table.rematch[0] ? CODE_FINE : make(room, ask);
}
