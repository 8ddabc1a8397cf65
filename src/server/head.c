#include "table.h"
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

/* A head is what never changes about a table:
 *     {"v": 1, "game": "pig", "edition": OF ITS RULES, "sheet": "classic", "options": {...},
 *      "own_hash": WHAT ITS OWN SHEET IS KEPT UNDER, "first": HOW IT IS SETTLED WHO BEGINS,
 *      "seats": [{"kind": "me", "key": HASH}, {"kind": "open", "key": HASH},
 *                {"kind": "bot", "level": "club"}],
 *      "host": HASH, "secret": HEX, "clock": SECONDS, "day": DAY OF THE CHALLENGE,
 *      "record": OF AN IMPORTED GAME, "games": OF THE SERIES BEFORE THIS ONE}
 * Older ones have the text of their own sheet, "own". In a rematch a seat also has how many of
 * those it has "won", and is "held" where its key is its holder's own already; elsewhere the key of
 * an open seat is an invitation. Keys are only ever stored as their SHA-256. */

static const char *const first_texts[] = {
#define X(name, text) text,
    FIRST_LIST(X)
#undef X
};

const char *pip__first_text(enum first first) {
    return first_texts[first];
}

static const char *text_of(const json_t *object, const char *key) {
    return json_string_value(json_object_get(object, key));
}

#define SERIES_MAX 9999 /* a longer series stays at that */

static uint32_t counted(const json_t *object, const char *key) {
    json_int_t count = json_integer_value(json_object_get(object, key));
    return (uint32_t)(count < 0 ? 0 : count > SERIES_MAX ? SERIES_MAX : count);
}

/* ---- Reading ---- */

/* What has more blanks than anything else is kept without them. */
static char *without_padding(const char *text, size_t length) {
    json_t *value = json_loadb(text, length, JSON_REJECT_DUPLICATES, NULL);
    char *compact = json_dumps(value, JSON_COMPACT);
    json_decref(value);
    if (compact && 3 * strlen(compact) < length)
        return compact;
    free(compact);
    return strndup(text, length);
}

static int read_file(struct pip__table *table, struct pip_sheet_fault *faults, int room) {
    uint8_t hash[32];
    const char *text = table->own_text;
    crypto_hash_sha256(hash, (const uint8_t *)text, strlen(text));
    pip__hex_write(hash, sizeof hash, table->own_hash);
    return pip_sheet_read(text, strlen(text), &table->own_sheet->file, faults, room);
}

int pip__own_sheet_read(struct pip__table *table, const char *text, size_t length,
                        struct pip_sheet_fault *faults, int room) {
    table->own_sheet = calloc(1, sizeof *table->own_sheet);
    if (!table->own_sheet)
        return -1;
    table->own_sheet->uses = 1;
    int count = pip_sheet_read(text, length, &table->own_sheet->file, faults, room);
    if (count != 0) /* told where they are in the file as it came */
        return count;
    table->own_text = without_padding(text, length);
    return table->own_text ? read_file(table, faults, room) : -1;
}

void pip__table_share_sheet(struct pip__table *table, const struct pip__table *other) {
    table->own_sheet = other->own_sheet;
    table->own_text = other->own_text ? strdup(other->own_text) : NULL;
    if (table->own_sheet)
        table->own_sheet->uses++;
}

/* The text that older heads have. */
static enum code read_own(struct pip__table *table, const json_t *own) {
    struct pip_sheet_fault fault;
    return json_is_string(own) && pip__own_sheet_read(table, json_string_value(own),
                                                      json_string_length(own), &fault, 1) == 0
               ? CODE_FINE
               : CODE_BAD_SHEET;
}

static enum code read_sheet(struct pip__table *table, const json_t *head, struct pip_setup *setup) {
    const char *name = text_of(head, "sheet"), *hash = text_of(head, "own_hash");
    const json_t *own = json_object_get(head, "own");
    if (!name && json_object_get(head, "sheet"))
        return CODE_BAD_SHEET;
    if (!own && !hash) {
        setup->sheet = name ? pip_sheet_find(setup->game, pip_span_of(name)) : setup->sheet;
        return setup->sheet ? CODE_FINE : CODE_BAD_SHEET;
    }
    if (hash) {
        struct pip_text kept = pip_text_init(table->own_hash, sizeof table->own_hash);
        pip_text_add(&kept, hash);
    }
    if ((!hash && read_own(table, own) != CODE_FINE) || !table->own_sheet)
        return CODE_BAD_SHEET;
    setup->sheet = &table->own_sheet->file.sheet;
    return CODE_FINE;
}

static enum code read_options(const json_t *head, struct pip_setup *setup) {
    json_t *options = json_object_get(head, "options"), *value;
    const char *name;
    if (options && !json_is_object(options))
        return CODE_BAD_OPTION;
    json_object_foreach(options, name, value) {
        char pair[80];
        struct pip_text text = pip_text_init(pair, sizeof pair);
        if (!json_is_string(value))
            return CODE_BAD_OPTION;
        pip_text_add(&text, name);
        pip_text_add_char(&text, '=');
        pip_text_add(&text, json_string_value(value));
        if (!pip_text_fits(&text) || pip_setup_option(setup, pip_span_of(pair)) != PIP_OK)
            return CODE_BAD_OPTION;
    }
    return CODE_FINE;
}

static enum code read_setup(struct pip__table *table, const json_t *head, struct pip_setup *setup) {
    const char *name = text_of(head, "game");
    const struct pip_game *game = name ? pip_game_find(pip_span_of(name)) : NULL;
    size_t seats = json_array_size(json_object_get(head, "seats"));
    if (!game)
        return CODE_BAD_GAME;
    if (seats < game->seats_min || seats > game->seats_max)
        return CODE_BAD_SEATS;
    *setup = pip_setup_default(game, NULL, (int)seats);
    enum code code = read_sheet(table, head, setup);
    if (code == CODE_FINE)
        code = read_options(head, setup);
    return code == CODE_FINE ? pip__code_of_pip(pip_setup_check(setup)) : code;
}

static enum code read_seat(struct pip__table *table, int index, const json_t *entry) {
    struct pip__seat *seat = &table->seat[index];
    const char *kind = text_of(entry, "kind"), *key = text_of(entry, "key");
    const char *level = text_of(entry, "level");
    seat->won = counted(entry, "won");
    seat->place = (uint8_t)index;
    if (kind && strcmp(kind, "bot") == 0) {
        struct pip_text name =
            pip_text_init(table->match.name[index], sizeof table->match.name[index]);
        seat->kind = SEAT_BOT;
        bool known = pip__level_read(level, &seat->plays);
        seat->made = seat->plays;
        pip_text_add(&name, "bot:");
        pip_text_add(&name, level ? level : "");
        return known ? CODE_FINE : CODE_BAD_BOT;
    }
    seat->kind = kind && strcmp(kind, "me") == 0 ? SEAT_ME : SEAT_OPEN;
    seat->held = json_is_true(json_object_get(entry, "held"));
    return kind && key && pip__hex_read(key, seat->invitation, 32) ? CODE_FINE : CODE_BAD_SEATS;
}

static enum code read_secrets(struct pip__table *table, const json_t *head) {
    const char *host = text_of(head, "host"), *secret = text_of(head, "secret");
    json_int_t clock = json_integer_value(json_object_get(head, "clock"));
    if (!host || !secret || !pip__hex_read(host, table->host_key, 32) ||
        !pip__hex_read(secret, table->secret, 32))
        return CODE_FAILED;
    pip_fair_commit(table->secret, table->commitment);
    bool given = json_object_get(head, "clock") != NULL;
    if (given && (clock < CLOCK_LEAST || clock > CLOCK_MOST))
        return CODE_BAD_CLOCK;
    table->clock = (uint32_t)clock;
    table->day = json_integer_value(json_object_get(head, "day"));
    table->games = counted(head, "games");
    return CODE_FINE;
}

/* Heads of before there was a choice have neither. */
static enum code read_first(struct pip__table *table, const json_t *head) {
    const struct pip_setup *setup = &table->match.setup;
    const json_t *edition = json_object_get(head, "edition");
    const char *text = text_of(head, "first");
    bool known = !json_object_get(head, "first");
    table->match.edition = edition ? (uint8_t)json_integer_value(edition) : 1;
    table->first = FIRST_SEATED;
    for (int i = 0; text && i < (int)(sizeof first_texts / sizeof *first_texts); i++) {
        if (strcmp(first_texts[i], text) != 0)
            continue;
        known = true;
        if (setup->game->first != PIP_FIRST_NOBODY && setup->seats > 1)
            table->first = (enum first)i;
    }
    return known ? CODE_FINE : CODE_BAD_OPTION;
}

enum code pip__head_read(struct pip__table *table, const json_t *head) {
    struct pip_setup setup;
    enum code code = read_setup(table, head, &setup);
    if (code == CODE_FINE)
        code = pip__code_of_pip(pip_match_start(&table->match, &setup, NULL, 0));
    if (code == CODE_FINE)
        code = read_first(table, head);
    if (code == CODE_FINE)
        code = read_secrets(table, head);
    const char *record = text_of(head, "record");
    table->record = code == CODE_FINE && record ? strdup(record) : NULL;
    const json_t *seats = json_object_get(head, "seats");
    for (int seat = 0; code == CODE_FINE && seat < setup.seats; seat++)
        code = read_seat(table, seat, json_array_get(seats, (size_t)seat));
    return code;
}

/* ---- Making ---- */

struct making {
    const struct pip__own_bot *own;
    json_t *seats, *keys;
    char me_key[KEY_LENGTH + 1];
    uint8_t me_hash[32];
};

static enum code make_seat(struct making *making, int seat, const char *asked) {
    char key[KEY_LENGTH + 1];
    uint8_t hash[32];
    if (asked && strncmp(asked, "bot:", 4) == 0) {
        if (!pip__level_offered(asked + 4, making->own))
            return CODE_BAD_BOT;
        json_array_append_new(making->seats,
                              json_pack("{s:s, s:s}", "kind", "bot", "level", asked + 4));
        json_array_append_new(making->keys, json_pack("{s:i, s:s, s:s}", "seat", seat, "kind",
                                                      "bot", "level", asked + 4));
        return CODE_FINE;
    }
    bool me = asked && strcmp(asked, "me") == 0;
    if (!me && (!asked || strcmp(asked, "open") != 0))
        return CODE_BAD_SEATS;
    pip__key_make(key, hash);
    json_array_append_new(making->seats, json_pack("{s:s, s:o}", "kind", me ? "me" : "open", "key",
                                                   pip__hex_json(me ? making->me_hash : hash, 32)));
    json_array_append_new(making->keys, json_pack("{s:i, s:s, s:s}", "seat", seat, "kind", asked,
                                                  "key", me ? making->me_key : key));
    return CODE_FINE;
}

static void copy_if_there(json_t *to, const json_t *from, const char *key) {
    json_t *value = json_object_get(from, key);
    if (value && !json_is_null(value))
        json_object_set(to, key, value);
}

static json_t *head_new(const json_t *asked, json_t *seats, const uint8_t host[32],
                        enum first first) {
    uint8_t secret[32];
    const char *name = text_of(asked, "game");
    const struct pip_game *game = name ? pip_game_find(pip_span_of(name)) : NULL;
    randombytes_buf(secret, sizeof secret);
    json_t *head = json_pack("{s:i, s:O, s:o, s:o, s:s}", "v", 1, "seats", seats, "host",
                             pip__hex_json(host, 32), "secret", pip__hex_json(secret, 32), "first",
                             pip__first_text(first));
    if (game)
        json_object_set_new(head, "edition", json_integer(game->edition));
    static const char *const copied[] = {"game", "sheet", "options", "own_hash", "clock"};
    for (size_t i = 0; i < sizeof copied / sizeof *copied; i++)
        copy_if_there(head, asked, copied[i]);
    sodium_memzero(secret, sizeof secret);
    return head;
}

/* Drawn, unless the host wants to say. */
static enum code asked_first(const json_t *asked, enum first *first) {
    const json_t *value = json_object_get(asked, "first");
    const char *text = json_string_value(value);
    *first = text && strcmp(text, pip__first_text(FIRST_HOST)) == 0 ? FIRST_HOST : FIRST_DRAW;
    bool fits = !value || (text && strcmp(text, pip__first_text(*first)) == 0);
    return fits ? CODE_FINE : CODE_BAD_OPTION;
}

enum code pip__head_make(const json_t *asked, const struct pip__own_bot *own, json_t **head,
                         json_t **keys) {
    struct making making = {.own = own, .seats = json_array(), .keys = json_array()};
    char host[KEY_LENGTH + 1];
    uint8_t hash[32];
    enum first first;
    const json_t *seats = json_object_get(asked, "seats");
    enum code code = asked_first(asked, &first);
    if (!json_is_array(seats) || json_array_size(seats) > PIP_SEATS_MAX)
        code = CODE_BAD_SEATS;
    pip__key_make(host, hash);
    pip__key_make(making.me_key, making.me_hash);
    for (size_t i = 0; code == CODE_FINE && i < json_array_size(seats); i++)
        code = make_seat(&making, (int)i, json_string_value(json_array_get(seats, i)));
    if (code == CODE_FINE) {
        *head = head_new(asked, making.seats, hash, first);
        *keys = json_pack("{s:s, s:O}", "host", host, "seats", making.keys);
    }
    json_decref(making.seats);
    json_decref(making.keys);
    return code;
}

/* ---- Once more ---- */

static json_t *who_again(const struct pip__table *table, int index) {
    const struct pip__seat *seat = &table->seat[index];
    static const uint8_t none[32];
    bool person = memcmp(seat->key, none, sizeof none) != 0;
    const char *kind = person && seat->kind == SEAT_ME ? "me" : "open";
    if (!person || !seat->taken)
        return json_pack("{s:s, s:s}", "kind", "bot", "level",
                         seat->plays.bot ? pip__level_text(&seat->plays) : SUBSTITUTE);
    return json_pack("{s:s, s:o, s:b}", "kind", kind, "key", pip__hex_json(seat->key, 32), "held",
                     1);
}

static json_t *seat_again(const struct pip__table *table, int index, pip_actors winners) {
    json_t *entry = who_again(table, index);
    json_object_set_new(entry, "won",
                        json_integer(table->seat[index].won + (winners >> index & 1)));
    return entry;
}

/* What would be asked for to have the same table. */
static json_t *asked_again(const struct pip__table *table) {
    const struct pip_setup *setup = &table->match.setup;
    json_t *options = json_object();
    for (int i = 0; setup->game->options[i].name; i++)
        json_object_set_new(options, setup->game->options[i].name,
                            json_string(setup->game->options[i].values[setup->option[i]]));
    json_t *asked = json_pack("{s:s, s:s, s:o}", "game", setup->game->name, "sheet",
                              setup->sheet->name, "options", options);
    if (table->own_hash[0])
        json_object_set_new(asked, "own_hash", json_string(table->own_hash));
    if (table->clock > 0)
        json_object_set_new(asked, "clock", json_integer(table->clock));
    return asked;
}

/* LC2.8, ES1.8: the next seat begins, or it is drawn again. */
json_t *pip__head_again(const struct pip__table *table) {
    const struct pip_setup *setup = &table->match.setup;
    bool moves_on = setup->game->first == PIP_FIRST_MOVES_ON;
    pip_actors winners = pip_match_winners(&table->match);
    json_t *seats = json_array();
    for (int seat = 0; seat < setup->seats; seat++)
        json_array_append_new(seats, seat_again(table, (seat + moves_on) % setup->seats, winners));
    json_t *same = asked_again(table);
    json_t *head = head_new(same, seats, table->host_key, moves_on ? FIRST_SEATED : FIRST_DRAW);
    json_decref(same);
    json_object_set_new(head, "games", json_integer(table->games + 1));
    json_decref(seats);
    return head;
}
