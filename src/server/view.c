#include "table.h"
#include <stdlib.h>
#include <string.h>

/* Everything that clients are told about a table is written here (and, one by one, as public
 * events in history.c). What is not named here does not leave the server: keys, the secret before
 * the end, nonces before the start, what others have chosen and not revealed, message numbers. */

static json_t *view_options(const struct pip_setup *setup) {
    json_t *options = json_object();
    for (int i = 0; setup->game->options[i].name; i++)
        json_object_set_new(options, setup->game->options[i].name,
                            json_string(setup->game->options[i].values[setup->option[i]]));
    return options;
}

/* A seat is open (free to sit down), kept (free for those with its link), or held by a person or
 * a bot. */
static const char *seat_state(const struct pip__table *table, const struct pip__seat *seat) {
    if (seat->plays.bot)
        return "bot";
    if (seat->taken)
        return "person";
    return table->phase != PIP_STORE_WAITING || seat->kind == SEAT_ME ? "kept" : "open";
}

static json_t *view_seat(const struct pip__table *table, int index, uint16_t here) {
    const struct pip__seat *seat = &table->seat[index];
    const char *name = table->match.name[index];
    json_t *view = json_pack("{s:i, s:s, s:b}", "seat", index, "is", seat_state(table, seat),
                             "here", here >> index & 1);
    if (name[0])
        json_object_set_new(view, "name", json_string(name));
    if (seat->plays.bot)
        json_object_set_new(view, "level", json_string(pip__level_text(&seat->plays)));
    if (table->match.resigned >> index & 1)
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
static json_t *view_series(const struct pip__table *table) {
    json_t *won = json_array();
    for (int seat = 0; seat < table->match.setup.seats; seat++)
        json_array_append_new(won, json_integer(table->seat[seat].won));
    return json_pack("{s:i, s:o}", "games", (int)table->games, "won", won);
}

json_t *pip__view_table(const struct pip__table *table, uint16_t here) {
    const struct pip_setup *setup = &table->match.setup;
    json_t *seats = json_array();
    for (int seat = 0; seat < setup->seats; seat++)
        json_array_append_new(seats, view_seat(table, seat, here));
    json_t *view = json_pack("{s:s, s:s, s:s, s:o, s:o, s:s, s:o, s:b, s:o, s:I}", "table",
                             table->id, "game", setup->game->name, "sheet", setup->sheet->name,
                             "sheet_hash", pip__hex_json(setup->sheet->hash, 32), "options",
                             view_options(setup), "phase", pip_store_phase_text(table->phase),
                             "seats", seats, "public", table->is_public, "commitment",
                             pip__hex_json(table->commitment, 32), "n", (json_int_t)table->shown);
    json_object_set_new(view, "edition", json_integer(table->match.edition));
    if (table->phase == PIP_STORE_WAITING && table->first != FIRST_SEATED)
        json_object_set_new(view, "first", json_string(pip__first_text(table->first)));
    if (table->phase == PIP_STORE_PLAYING)
        json_object_set_new(view, "choosing", seat_list(pip_match_actor(&table->match)));
    if (table->match.turns)
        json_object_set_new(view, "turns", json_true());
    if (table->clock > 0)
        json_object_set_new(view, "clock", json_integer(table->clock));
    if (table->day > 0)
        json_object_set_new(view, "day", json_integer(table->day));
    if (table->own_sheet)
        json_object_set_new(view, "own_sheet", json_true());
    if (table->rematch[0])
        json_object_set_new(view, "rematch", json_string(table->rematch));
    if (table->games > 0)
        json_object_set_new(view, "series", view_series(table));
    return view;
}

json_t *pip__view_welcome(const struct pip__table *table, uint16_t here, uint16_t seats,
                          bool host) {
    json_t *view = pip__view_table(table, here);
    json_object_set_new(view, "t", json_string("welcome"));
    json_object_set_new(view, "v", json_integer(PROTOCOL_VERSION));
    json_object_set_new(view, "you", seat_list(seats));
    json_object_set_new(view, "host", json_boolean(host));
    if (host && table->code[0])
        json_object_set_new(view, "code", json_string(table->code));
    return view;
}

json_t *pip__view_listed(const struct pip__table *table, uint16_t here) {
    json_t *view = pip__view_table(table, here);
    json_object_set_new(view, "created", json_integer(table->created));
    return view;
}

json_t *pip__view_you(uint16_t seats) {
    return json_pack("{s:s, s:o}", "t", "you", "seats", seat_list(seats));
}

json_t *pip__view_steps(const struct pip_match *match, uint32_t from, uint32_t to, uint16_t seats) {
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
json_t *pip__view_draft(const struct pip__table *table, uint16_t seats, bool host) {
    const struct pip_match *match = &table->match;
    json_t *steps = pip__view_steps(match, pip_match_public(match), match->count, seats);
    int64_t id = host ? table->host_ids.last : 0;
    for (int seat = 0; seat < match->setup.seats; seat++) {
        if ((seats >> seat & 1) && table->seat[seat].ids.last > id)
            id = table->seat[seat].ids.last;
    }
    return json_pack("{s:s, s:o, s:I}", "t", "draft", "e", steps, "id", (json_int_t)id);
}

uint16_t pip__view_chosen(const struct pip__table *table) {
    const struct pip_match *match = &table->match;
    uint16_t seats =
        match->together & (uint16_t)~match->setup.game->actor(&match->setup, match->state);
    for (uint32_t i = match->together_from; seats && i < pip_match_public(match); i++)
        seats &= (uint16_t)(~(1u << match->events[i].actor));
    return seats;
}

char *pip__view_record(const struct pip__table *table, bool revealed, size_t *length) {
    if (table->record) {
        *length = strlen(table->record);
        return strdup(table->record);
    }
    struct pip_match match = table->match;
    struct pip_fair fair;
    match.count = pip_match_public(&match);
    if (table->phase != PIP_STORE_WAITING) {
        pip__table_fair(table, &fair);
        fair.revealed = revealed;
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
