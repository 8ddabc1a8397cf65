#include "server.h"
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

/* The challenge of a day: one table for each player, all with the same dice. The day's secret
 * follows from one that the store keeps under MASTER, so that it outlives the server. The player's
 * key is the key of the seat, and the id of the table follows from it, so that there is one try and
 * one can come back to it. What ends there is replayed and entered. */

#define MASTER "pipwright-master"
#define DAY_MS (24 * 3600 * 1000)

int64_t daily_today(void) {
    return server_now() / DAY_MS;
}

/* ---- The master secret ---- */

static bool see_master(void *context, const struct pip_store_table *table) {
    json_t *head = json_loadb(table->head.at, table->head.length, JSON_REJECT_DUPLICATES, NULL);
    const char *hex = json_string_value(json_object_get(head, "secret"));
    struct server *server = context;
    server->has_master = hex && hex_read(hex, server->master, sizeof server->master);
    json_decref(head);
    return false;
}

static void master_kept(void *context, enum pip_store_status status) {
    (void)context;
    if (status != PIP_STORE_OK)
        server_log("warn", "daily-secret",
                   json_pack("{s:s}", "code", code_text(code_of_store(status))));
}

static void make_master(struct server *server, int64_t now) {
    char hex[65], head[96];
    struct pip_text text = pip_text_init(head, sizeof head);
    randombytes_buf(server->master, sizeof server->master);
    hex_write(server->master, sizeof server->master, hex);
    pip_text_add(&text, "{\"secret\":\"");
    pip_text_add(&text, hex);
    pip_text_add(&text, "\"}");
    struct pip_store_table table = {.id = MASTER,
                                    .game = "none",
                                    .head = pip_span_of(head),
                                    .created = now,
                                    .touched = now,
                                    .phase = PIP_STORE_OVER};
    pip_store_create(server->store, &table, NULL, 0, master_kept, server);
}

/* Touched once a day, so that it does not expire. What is queued here is durable before any table
 * of the day is, since the store keeps the order. */
static void keep_master(struct server *server) {
    int64_t now = server_now();
    if (server->master_day == daily_today())
        return;
    server->master_day = daily_today();
    if (!server->has_master)
        pip_store_find(server->store, MASTER, see_master, server);
    if (server->has_master) {
        struct pip_store_change change = {.id = MASTER, .phase = PIP_STORE_OVER, .touched = now};
        pip_store_append(server->store, &change, NULL, 0, master_kept, server);
        return;
    }
    make_master(server, now);
    server->has_master = true;
}

/* ---- What is the day's ---- */

static void day_name(const char *game, int64_t day, char name[DAILY_NAME_MAX]) {
    struct pip_text text = pip_text_init(name, DAILY_NAME_MAX);
    pip_text_add(&text, "daily-");
    pip_text_add(&text, game);
    pip_text_add_char(&text, '-');
    pip_text_add_number(&text, day);
}

void daily_dice_table(const struct room *room, char name[DAILY_NAME_MAX]) {
    day_name(room->match.setup.game->name, room->day, name);
}

static void day_secret(const struct server *server, const char *name, uint8_t secret[32]) {
    crypto_auth_hmacsha256(secret, (const unsigned char *)name, strlen(name), server->master);
}

static void day_id(const char *name, const uint8_t key[32], char id[ID_LENGTH + 1]) {
    static const char letters[] = "abcdefghijkmnpqrstuvwxyz23456789";
    crypto_hash_sha256_state state;
    uint8_t hash[32];
    crypto_hash_sha256_init(&state);
    crypto_hash_sha256_update(&state, (const unsigned char *)name, strlen(name));
    crypto_hash_sha256_update(&state, key, 32);
    crypto_hash_sha256_final(&state, hash);
    for (int i = 0; i < ID_LENGTH; i++)
        id[i] = letters[hash[i] & 31];
    id[ID_LENGTH] = '\0';
}

static json_t *day_head(const struct server *server, const struct pip_game *game,
                        const uint8_t key[32]) {
    char name[DAILY_NAME_MAX], key_hex[65], secret_hex[65];
    uint8_t secret[32];
    day_name(game->name, daily_today(), name);
    day_secret(server, name, secret);
    hex_write(secret, sizeof secret, secret_hex);
    hex_write(key, 32, key_hex);
    return json_pack("{s:i, s:s, s:i, s:[{s:s, s:s}], s:s, s:s, s:I}", "v", 1, "game", game->name,
                     "edition", game->edition, "seats", "kind", "me", "key", key_hex, "host",
                     key_hex, "secret", secret_hex, "day", (json_int_t)daily_today());
}

/* ---- Playing ---- */

static enum code run_begin(struct room *room, struct ask *ask) {
    room->changed = true;
    ask->reply =
        json_pack("{s:s, s:i, s:I}", "table", room->id, "seat", 0, "day", (json_int_t)room->day);
    enum code code =
        play_sit(room, 0, json_string_value(json_object_get(ask->message, "name")), NULL, NULL);
    return code == CODE_FINE ? play_start_if_full(room) : code;
}

static enum code run_again(struct room *room, struct ask *ask) {
    ask->reply =
        json_pack("{s:s, s:i, s:I}", "table", room->id, "seat", 0, "day", (json_int_t)room->day);
    return CODE_FINE;
}

static struct room *day_room(struct server *server, const struct pip_game *game, const char *id,
                             const uint8_t key[32]) {
    struct room *room = calloc(1, sizeof *room);
    if (!room)
        return NULL;
    room->server = server;
    room->created = server_now();
    room->head = day_head(server, game, key);
    memcpy(room->id, id, ID_LENGTH + 1);
    if (head_read(room, room->head) == CODE_FINE) {
        room_enter(room);
        return room;
    }
    room_free(room);
    return NULL;
}

enum code daily_begin(struct server *server, const char *game_name, const json_t *asked,
                      struct room **room, enum code (**run)(struct room *, struct ask *)) {
    const struct pip_game *game = pip_game_find(pip_span_of(game_name));
    const char *name = json_string_value(json_object_get(asked, "name"));
    const char *key = json_string_value(json_object_get(asked, "key"));
    char day[DAILY_NAME_MAX], id[ID_LENGTH + 1];
    uint8_t hash[32];
    if (!game || game->seats_min > 1)
        return CODE_BAD_GAME;
    if (!key_hash(key, hash))
        return CODE_BAD_KEY;
    if (!name || !pip_name_valid(pip_span_of(name)) || strncmp(name, "bot:", 4) == 0)
        return CODE_BAD_NAME;
    keep_master(server);
    day_name(game->name, daily_today(), day);
    day_id(day, hash, id);
    *run = run_again;
    enum code code = room_find(server, id, room);
    if (code != CODE_NO_TABLE)
        return code;
    *run = run_begin;
    *room = day_room(server, game, id, hash);
    return *room ? CODE_FINE : CODE_FAILED;
}

/* ---- The list ---- */

static bool see_entry(void *context, const struct pip_store_daily *entry) {
    json_array_append_new(context,
                          json_pack("{s:s, s:I, s:I}", "name", entry->name, "score",
                                    (json_int_t)entry->score, "at", (json_int_t)entry->at));
    return true;
}

json_t *daily_view(struct server *server, const char *game_name, int64_t day) {
    const struct pip_game *game = pip_game_find(pip_span_of(game_name));
    char name[DAILY_NAME_MAX], hex[65];
    uint8_t secret[32], commitment[32];
    if (!game || game->seats_min > 1 || day < 0 || day > daily_today())
        return NULL;
    json_t *top = json_array();
    pip_store_daily_top(server->store, game->name, day, TOP_MAX, see_entry, top);
    json_t *view =
        json_pack("{s:s, s:s, s:I, s:b, s:o}", "game", game->name, "sheet", game->sheets[0]->name,
                  "day", (json_int_t)day, "open", day == daily_today(), "top", top);
    if (day == daily_today()) {
        keep_master(server);
        day_name(game->name, day, name);
        day_secret(server, name, secret);
        pip_fair_commit(secret, commitment);
        hex_write(commitment, sizeof commitment, hex);
        json_object_set_new(view, "commitment", json_string(hex));
    }
    return view;
}

/* ---- Entering: only what the server has replayed itself ---- */

static bool replay(const struct room *room, const char *record, size_t length, int32_t *score) {
    uint32_t capacity = room->match.count + 1;
    struct pip_match *match = malloc(sizeof *match);
    struct pip_event *events = malloc(capacity * sizeof *events);
    struct pip_fair fair;
    struct pip_fault fault;
    bool good =
        match && events &&
        pip_record_read(record, length, NULL, NULL, events, capacity, match, &fault) == PIP_OK &&
        match->closed && pip_fair_check(match, &fair, &fault) == PIP_OK && fair.revealed;
    *score = good ? pip_score_total(&match->setup, match->state, 0) : 0;
    free(match);
    free(events);
    return good;
}

static void entered(void *context, enum pip_store_status status) {
    (void)context;
    if (status != PIP_STORE_OK && status != PIP_STORE_EXISTS)
        server_log("warn", "daily-refused",
                   json_pack("{s:s}", "code", code_text(code_of_store(status))));
}

void daily_enter(struct room *room) {
    size_t length;
    int32_t score;
    char player[65];
    if (room->day == 0 || room->phase != PIP_STORE_OVER || (room->match.resigned & 1))
        return;
    char *record = view_record(room, true, &length);
    if (record && replay(room, record, length, &score)) {
        hex_write(room->seat[0].key, 32, player);
        struct pip_store_daily entry = {.game = room->match.setup.game->name,
                                        .day = room->day,
                                        .player = player,
                                        .name = room->match.name[0],
                                        .score = score,
                                        .at = room->public_at,
                                        .action = {record, length}};
        pip_store_daily_enter(room->server->store, &entry, entered, room->server);
    }
    free(record);
}
