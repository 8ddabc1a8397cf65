#include "table.h"
#include <sodium.h>
#include <string.h>

bool pip__seat_is_open(const struct pip__table *table, int seat) {
    const struct pip__seat *s = &table->seat[seat];
    return table->phase == PIP_STORE_WAITING && !s->taken && !s->plays.bot && s->kind == SEAT_OPEN;
}

/* ---- Sitting down ---- */

enum code pip__play_sit(struct pip__table *table, int seat, const char *name, const uint8_t *key,
                        const char *nonce) {
    uint8_t bytes[NONCE_BYTES];
    char hex[65];
    if (table->phase != PIP_STORE_WAITING)
        return CODE_STARTED;
    if (table->seat[seat].taken || table->seat[seat].plays.bot)
        return CODE_TAKEN;
    if (!name || !pip__name_fits(name))
        return CODE_BAD_NAME;
    if (pip__name_taken(table, seat, name))
        return CODE_NAME_TAKEN;
    if (nonce && !pip__hex_read(nonce, bytes, sizeof bytes))
        return CODE_BAD_NONCE;
    json_t *event = json_pack("{s:{s:s, s:i, s:s}}", "p", "t", "sit", "seat", seat, "name", name);
    if (key) {
        pip__hex_write(key, 32, hex);
        json_object_set_new(event, "k", json_string(hex));
    }
    if (nonce) {
        pip__hex_write(bytes, sizeof bytes, hex);
        json_object_set_new(event, "x", json_string(hex));
    }
    return pip__table_record(table, event);
}

enum code pip__play_leave(struct pip__table *table, int seat, int64_t id) {
    if (table->phase != PIP_STORE_WAITING)
        return CODE_STARTED;
    if (!table->seat[seat].taken)
        return CODE_NO_SEAT;
    return pip__table_publish(table, seat, id, json_pack("{s:s, s:i}", "t", "leave", "seat", seat));
}

/* ---- Invitations ---- */

static enum code can_invite(const struct pip__table *table, int seat) {
    if (table->phase != PIP_STORE_WAITING)
        return CODE_STARTED;
    return table->seat[seat].kind == SEAT_OPEN && !table->seat[seat].plays.bot ? CODE_FINE
                                                                               : CODE_NO_SEAT;
}

/* Whoever sat there knows the old invitation. */
enum code pip__play_free(struct pip__table *table, int seat, int64_t id, char key[KEY_LENGTH + 1]) {
    uint8_t hash[32];
    enum code code = can_invite(table, seat);
    if (code != CODE_FINE)
        return code;
    if (!table->seat[seat].taken)
        return CODE_NO_SEAT;
    pip__key_make(key, hash);
    return pip__table_record(
        table, json_pack("{s:{s:s, s:i, s:s}, s:o, s:i, s:I}", "p", "t", "leave", "seat", seat,
                         "by", "host", "v", pip__hex_json(hash, 32), "s", -1, "i", (json_int_t)id));
}

enum code pip__play_invite(struct pip__table *table, int seat, int64_t id,
                           char key[KEY_LENGTH + 1]) {
    uint8_t hash[32];
    enum code code = can_invite(table, seat);
    if (code != CODE_FINE)
        return code;
    if (table->seat[seat].taken)
        return CODE_TAKEN;
    pip__key_make(key, hash);
    return pip__table_record(table,
                             json_pack("{s:i, s:o, s:i, s:I}", "w", seat, "v",
                                       pip__hex_json(hash, 32), "s", -1, "i", (json_int_t)id));
}

/* ---- Who sits where ---- */

static void move_seats(struct pip__table *table, const uint8_t *from) {
    struct pip__seat seat[PIP_SEATS_MAX];
    memcpy(seat, table->seat, sizeof seat);
    for (int i = 0; i < table->match.setup.seats; i++)
        table->seat[i] = seat[from[i]];
    table->moved = pip__history_last(&table->history) + 1;
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

bool pip__seats_arrange(struct pip__table *table, const json_t *order) {
    uint8_t from[PIP_SEATS_MAX];
    if (!read_order(order, table->match.setup.seats, from))
        return false;
    move_seats(table, from);
    move_names(&table->match, from);
    return true;
}

enum code pip__play_arrange(struct pip__table *table, int64_t id, const json_t *order) {
    uint8_t from[PIP_SEATS_MAX];
    if (table->phase != PIP_STORE_WAITING)
        return CODE_STARTED;
    if (!read_order(order, table->match.setup.seats, from))
        return CODE_BAD_SEATS;
    return pip__table_publish(table, -1, id,
                              json_pack("{s:s, s:O}", "t", "arrange", "seats", (json_t *)order));
}

/* ---- Who begins ---- */

void pip__seats_begin_with(struct pip__table *table, int first, bool drawn) {
    uint8_t from[PIP_SEATS_MAX];
    int seats = table->match.setup.seats;
    for (int seat = 0; seat < seats; seat++)
        from[seat] = (uint8_t)((seat + first) % seats);
    move_seats(table, from);
    pip_match_begin_with(&table->match, first, drawn);
    table->began = (uint8_t)first;
}

int pip__seat_since_start(const struct pip__table *table, int seat) {
    int seats = table->match.setup.seats;
    return (seat + seats - table->began) % seats;
}

static int draw_first(const struct pip__table *table) {
    struct pip_fair fair;
    pip__table_fair(table, &fair);
    int first = pip_fair_first(&fair);
    sodium_memzero(&fair, sizeof fair);
    return first;
}

static json_t *nonces_json(const struct pip__table *table) {
    json_t *nonces = json_array();
    for (int seat = 0; seat < table->match.setup.seats; seat++) {
        char hex[2 * NONCE_BYTES + 1];
        pip__hex_write(table->seat[seat].nonce, NONCE_BYTES, hex);
        json_array_append_new(nonces, json_string(hex));
    }
    return nonces;
}

static enum code publish_start(struct pip__table *table, int64_t id, int first) {
    json_t *start = json_pack("{s:s, s:o}", "t", "start", "nonces", nonces_json(table));
    if (table->first == FIRST_DRAW)
        json_object_update_new(start,
                               json_pack("{s:i, s:b}", "first", draw_first(table), "drawn", 1));
    if (table->first == FIRST_HOST)
        json_object_set_new(start, "first", json_integer(first));
    enum code code = pip__table_publish(table, -1, id, start);
    return code == CODE_FINE ? pip__play_advance(table) : code;
}

enum code pip__play_start_if_full(struct pip__table *table) {
    if (table->first == FIRST_HOST)
        return CODE_FINE;
    for (int seat = 0; seat < table->match.setup.seats; seat++) {
        if (!table->seat[seat].taken && !table->seat[seat].plays.bot)
            return CODE_FINE;
    }
    return publish_start(table, 0, 0);
}

enum code pip__play_start(struct pip__table *table, int64_t id, const json_t *first,
                          const char *level) {
    json_int_t seat = json_integer_value(first);
    if (table->phase != PIP_STORE_WAITING)
        return CODE_STARTED;
    if (first && table->first != FIRST_HOST)
        return CODE_BAD_MESSAGE;
    if (seat >= table->match.setup.seats)
        return CODE_NO_SEAT;
    for (int free = 0; free < table->match.setup.seats; free++) {
        if (table->seat[free].taken || table->seat[free].plays.bot)
            continue;
        enum code code = pip__play_replace(table, free, 0, level);
        if (code != CODE_FINE)
            return code;
    }
    return publish_start(table, id, (int)seat);
}
