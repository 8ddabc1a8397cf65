#include "server.h"
#include <stdlib.h>
#include <string.h>

/* Everything that clients are told about a table is written here (and, one by one, as public
 * events in log.c). What is not named here does not leave the server: keys, the secret before the
 * end, nonces before the start, what others have chosen and not revealed, message numbers. */

static json_t *hex_json(const uint8_t *bytes, size_t count) {
    char text[65];
    hex_write(bytes, count, text);
    return json_string(text);
}

static json_t *view_options(const struct pip_setup *setup) {
    json_t *options = json_object();
    for (int i = 0; setup->game->options[i].name; i++)
        json_object_set_new(options, setup->game->options[i].name,
                            json_string(setup->game->options[i].values[setup->option[i]]));
    return options;
}

/* A seat is open (free to sit down), kept (free for those with its link), or held by a person or
 * a bot. */
static const char *seat_state(const struct room *room, const struct seat *seat) {
    if (seat->bot)
        return "bot";
    if (seat->taken)
        return "person";
    return room->phase != PIP_STORE_WAITING || seat->kind == SEAT_ME ? "kept" : "open";
}

static json_t *view_seat(const struct room *room, int index) {
    const struct seat *seat = &room->seat[index];
    const char *name = room->match.name[index];
    json_t *view = json_pack("{s:i, s:s, s:b}", "seat", index, "is", seat_state(room, seat), "here",
                             seats_here(room) >> index & 1);
    if (name[0])
        json_object_set_new(view, "name", json_string(name));
    if (seat->bot)
        json_object_set_new(view, "level", json_string(seat->bot->name));
    if (room->match.resigned >> index & 1)
        json_object_set_new(view, "resigned", json_true());
    return view;
}

static json_t *seat_list(uint16_t seats) {
    json_t *list = json_array();
    for (int seat = 0; seat < PIP_SEATS_MAX; seat++) {
        if (seats >> seat & 1)
            json_array_append_new(list, json_integer(seat));
    }
    return list;
}

/* How often each seat has won in the games before this one. */
static json_t *view_series(const struct room *room) {
    json_t *won = json_array();
    for (int seat = 0; seat < room->match.setup.seats; seat++)
        json_array_append_new(won, json_integer(room->seat[seat].won));
    return json_pack("{s:i, s:o}", "games", (int)room->games, "won", won);
}

json_t *view_table(const struct room *room) {
    const struct pip_setup *setup = &room->match.setup;
    json_t *seats = json_array();
    for (int seat = 0; seat < setup->seats; seat++)
        json_array_append_new(seats, view_seat(room, seat));
    json_t *view =
        json_pack("{s:s, s:s, s:s, s:o, s:o, s:s, s:o, s:b, s:o, s:I}", "table", room->id, "game",
                  setup->game->name, "sheet", setup->sheet->name, "sheet_hash",
                  hex_json(setup->sheet->hash, 32), "options", view_options(setup), "phase",
                  pip_store_phase_text(room->phase), "seats", seats, "public", room->is_public,
                  "commitment", hex_json(room->commitment, 32), "n", (json_int_t)room->shown);
    json_object_set_new(view, "edition", json_integer(room->match.edition));
    if (room->phase == PIP_STORE_WAITING && room->first != FIRST_SEATED)
        json_object_set_new(view, "first", json_string(first_text(room->first)));
    if (room->phase == PIP_STORE_PLAYING)
        json_object_set_new(view, "choosing", seat_list(pip_match_actor(&room->match)));
    if (room->match.turns)
        json_object_set_new(view, "turns", json_true());
    if (room->clock > 0)
        json_object_set_new(view, "clock", json_integer(room->clock));
    if (room->day > 0)
        json_object_set_new(view, "day", json_integer(room->day));
    if (room->own_sheet)
        json_object_set_new(view, "own_sheet", json_true());
    if (room->rematch[0])
        json_object_set_new(view, "rematch", json_string(room->rematch));
    if (room->games > 0)
        json_object_set_new(view, "series", view_series(room));
    return view;
}

json_t *view_welcome(const struct room *room, uint16_t seats, bool host) {
    json_t *view = view_table(room);
    json_object_set_new(view, "t", json_string("welcome"));
    json_object_set_new(view, "v", json_integer(PROTOCOL_VERSION));
    json_object_set_new(view, "you", seat_list(seats));
    json_object_set_new(view, "host", json_boolean(host));
    if (host && room->code[0])
        json_object_set_new(view, "code", json_string(room->code));
    return view;
}

json_t *view_listed(const struct room *room) {
    json_t *view = view_table(room);
    json_object_set_new(view, "created", json_integer(room->created));
    return view;
}

json_t *view_you(uint16_t seats) {
    return json_pack("{s:s, s:o}", "t", "you", "seats", seat_list(seats));
}

json_t *view_steps(const struct pip_match *match, uint32_t from, uint32_t to, uint16_t seats) {
    json_t *steps = json_array();
    for (uint32_t i = from; i < to; i++) {
        char line[256];
        struct pip_text text = pip_text_init(line, sizeof line);
        if (match->events[i].actor == PIP_CHANCE || !(seats >> match->events[i].actor & 1))
            continue;
        pip_event_write(&match->setup, match->state, match->events[i], &text);
        json_array_append_new(steps, json_string(line));
    }
    return steps;
}

/* With the number of the holder's last message, so that the next one can have a higher one. */
json_t *view_draft(const struct room *room, uint16_t seats) {
    const struct pip_match *match = &room->match;
    json_t *steps = view_steps(match, pip_match_public(match), match->count, seats);
    int64_t id = 0;
    for (int seat = 0; seat < match->setup.seats; seat++) {
        if ((seats >> seat & 1) && room->seat[seat].last_id > id)
            id = room->seat[seat].last_id;
    }
    return json_pack("{s:s, s:o, s:I}", "t", "draft", "e", steps, "id", (json_int_t)id);
}

uint16_t view_chosen(const struct room *room) {
    const struct pip_match *match = &room->match;
    uint16_t seats =
        match->together & (uint16_t)~match->setup.game->actor(&match->setup, match->state);
    for (uint32_t i = match->together_from; seats && i < pip_match_public(match); i++)
        seats &= (uint16_t)(~(1u << match->events[i].actor));
    return seats;
}

static bool see_record(void *context, const struct pip_store_table *table) {
    json_t *head = json_loadb(table->head.at, table->head.length, JSON_REJECT_DUPLICATES, NULL);
    const char *record = json_string_value(json_object_get(head, "record"));
    *(char **)context = record ? strdup(record) : NULL;
    json_decref(head);
    return false;
}

static char *imported_record(const struct room *room, size_t *length) {
    char *record = NULL;
    pip_store_find(room->server->store, room->id, see_record, &record);
    *length = record ? strlen(record) : 0;
    return record;
}

char *view_record(const struct room *room, bool all, size_t *length) {
    if (room->imported)
        return imported_record(room, length);
    struct pip_match match = room->match;
    struct pip_fair fair;
    match.count = pip_match_public(&match);
    if (room->phase != PIP_STORE_WAITING) {
        room_fair(room, &fair);
        fair.revealed |= all;
        pip_fair_write(&fair, &match);
    }
    struct pip_text measure = pip_text_init(NULL, 0);
    pip_record_write(&match, &measure);
    char *buffer = malloc(measure.length + 1);
    if (!buffer)
        return NULL;
    struct pip_text text = pip_text_init(buffer, measure.length + 1);
    pip_record_write(&match, &text);
    *length = text.length;
    return buffer;
}
