#include "server.h"
#include <sodium.h>
#include <string.h>

bool seat_is_open(const struct room *room, int seat) {
    const struct seat *s = &room->seat[seat];
    return room->phase == PIP_STORE_WAITING && !s->taken && !s->bot && s->kind == SEAT_OPEN;
}

/* ---- Sitting down ---- */

enum code play_sit(struct room *room, int seat, const char *name, const uint8_t *key,
                   const char *nonce) {
    uint8_t bytes[NONCE_BYTES];
    char hex[65];
    if (room->phase != PIP_STORE_WAITING)
        return CODE_STARTED;
    if (room->seat[seat].taken || room->seat[seat].bot)
        return CODE_TAKEN;
    if (!name || strncmp(name, "bot:", 4) == 0 || !pip_name_valid(pip_span_of(name)))
        return CODE_BAD_NAME;
    if (nonce && !hex_read(nonce, bytes, sizeof bytes))
        return CODE_BAD_NONCE;
    json_t *event = json_pack("{s:{s:s, s:i, s:s}}", "p", "t", "sit", "seat", seat, "name", name);
    if (key) {
        hex_write(key, 32, hex);
        json_object_set_new(event, "k", json_string(hex));
    }
    if (nonce) {
        hex_write(bytes, sizeof bytes, hex);
        json_object_set_new(event, "x", json_string(hex));
    }
    return room_record(room, event);
}

enum code play_leave(struct room *room, int seat, int64_t id) {
    if (room->phase != PIP_STORE_WAITING)
        return CODE_STARTED;
    if (!room->seat[seat].taken)
        return CODE_NO_SEAT;
    return room_publish(room, seat, id, json_pack("{s:s, s:i}", "t", "leave", "seat", seat));
}

/* ---- Who sits where ---- */

static void move_seats(struct room *room, const uint8_t *from) {
    struct seat seat[PIP_SEATS_MAX];
    memcpy(seat, room->seat, sizeof seat);
    for (int i = 0; i < room->match.setup.seats; i++)
        room->seat[i] = seat[from[i]];
    room->moved = room->history.count + 1;
}

static void move_names(struct pip_match *match, const uint8_t *from) {
    char name[PIP_SEATS_MAX][PIP_NAME_MAX + 1];
    memcpy(name, match->name, sizeof name);
    for (int seat = 0; seat < match->setup.seats; seat++)
        memcpy(match->name[seat], name[from[seat]], sizeof *name);
}

/* Every seat once. */
static bool read_order(const json_t *order, int seats, uint8_t *from) {
    unsigned seen = 0;
    for (int i = 0; i < seats; i++) {
        const json_t *seat = json_array_get(order, (size_t)i);
        json_int_t number = json_integer_value(seat);
        if (!json_is_integer(seat) || number < 0 || number >= seats || (seen >> number & 1))
            return false;
        seen |= 1u << number;
        from[i] = (uint8_t)number;
    }
    return json_array_size(order) == (size_t)seats;
}

bool seats_arrange(struct room *room, const json_t *order) {
    uint8_t from[PIP_SEATS_MAX];
    if (!read_order(order, room->match.setup.seats, from))
        return false;
    move_seats(room, from);
    move_names(&room->match, from);
    return true;
}

enum code play_arrange(struct room *room, const json_t *order) {
    uint8_t from[PIP_SEATS_MAX];
    if (room->phase != PIP_STORE_WAITING)
        return CODE_STARTED;
    if (!read_order(order, room->match.setup.seats, from))
        return CODE_BAD_SEATS;
    return room_publish(room, -1, 0,
                        json_pack("{s:s, s:O}", "t", "arrange", "seats", (json_t *)order));
}

/* ---- Who begins ---- */

void seats_begin_with(struct room *room, int first, bool drawn) {
    uint8_t from[PIP_SEATS_MAX];
    int seats = room->match.setup.seats;
    for (int seat = 0; seat < seats; seat++)
        from[seat] = (uint8_t)((seat + first) % seats);
    move_seats(room, from);
    pip_match_begin_with(&room->match, first, drawn);
    room->began = (uint8_t)first;
}

int seat_since_start(const struct room *room, int seat) {
    int seats = room->match.setup.seats;
    return (seat + seats - room->began) % seats;
}

static int draw_first(const struct room *room) {
    struct pip_fair fair;
    room_fair(room, &fair);
    int first = pip_fair_first(&fair);
    sodium_memzero(&fair, sizeof fair);
    return first;
}

static json_t *nonces_json(const struct room *room) {
    json_t *nonces = json_array();
    for (int seat = 0; seat < room->match.setup.seats; seat++) {
        char hex[2 * NONCE_BYTES + 1];
        hex_write(room->seat[seat].nonce, NONCE_BYTES, hex);
        json_array_append_new(nonces, json_string(hex));
    }
    return nonces;
}

static enum code publish_start(struct room *room, int first) {
    json_t *start = json_pack("{s:s, s:o}", "t", "start", "nonces", nonces_json(room));
    if (room->first == FIRST_DRAW)
        json_object_update_new(start,
                               json_pack("{s:i, s:b}", "first", draw_first(room), "drawn", 1));
    if (room->first == FIRST_HOST)
        json_object_set_new(start, "first", json_integer(first));
    enum code code = room_publish(room, -1, 0, start);
    return code == CODE_FINE ? play_advance(room) : code;
}

enum code play_start_if_full(struct room *room) {
    if (room->first == FIRST_HOST)
        return CODE_FINE;
    for (int seat = 0; seat < room->match.setup.seats; seat++) {
        if (!room->seat[seat].taken && !room->seat[seat].bot)
            return CODE_FINE;
    }
    return publish_start(room, 0);
}

enum code play_start(struct room *room, const json_t *first) {
    json_int_t seat = json_integer_value(first);
    if (room->phase != PIP_STORE_WAITING)
        return CODE_STARTED;
    if (first && room->first != FIRST_HOST)
        return CODE_BAD_MESSAGE;
    if (seat >= room->match.setup.seats)
        return CODE_NO_SEAT;
    for (int free = 0; free < room->match.setup.seats; free++) {
        if (room->seat[free].taken || room->seat[free].bot)
            continue;
        enum code code = play_replace(room, free, NULL);
        if (code != CODE_FINE)
            return code;
    }
    return publish_start(room, (int)seat);
}
