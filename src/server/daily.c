#include "api.h"
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

/* The challenge of a day: one table for each player, all with the same dice. The day's secret
 * follows from one that the store keeps under MASTER, so that it outlives the server. The player's
 * key is the key of the seat, and the id of the table follows from it, so that there is one try and
 * one can come back to it. What ends there on the same day is replayed and entered. */

#define MASTER "pipwright-master"
#define DAY_MS (24 * 3600 * 1000)

int64_t pip__daily_today(void) {
    return pip__server_now() / DAY_MS;
}

/* The dice of a day stay secret until it is over: others still have their try before them. */
bool pip__daily_is_revealed(const struct pip__table *table) {
    return table->phase == PIP_STORE_OVER && table->day < pip__daily_today();
}

/* ---- The master secret: made once, and used only when it is durable ---- */

/* Servers of before kept it as the head of a table. */
static bool see_master(void *context, const struct pip_store_table *table) {
    json_t *head = json_loadb(table->head.at, table->head.length, JSON_REJECT_DUPLICATES, NULL);
    const char *hex = json_string_value(json_object_get(head, "secret"));
    if (hex && strlen(hex) == 64)
        memcpy(context, hex, 65);
    json_decref(head);
    return false;
}

struct asking {
    struct pip__errand errand;
    char hex[65];
    enum pip_store_status status;
};

static void find_master(struct pip__errand *errand, struct pip_store *store) {
    pip_store_find(store, MASTER, see_master, ((struct asking *)errand)->hex);
}

static void master_known(struct pip__errand *errand) {
    struct asking *asking = (struct asking *)errand;
    struct pip__server *server = errand->server;
    server->asking_master = false;
    server->has_master = asking->status == PIP_STORE_OK &&
                         pip__hex_read(asking->hex, server->master, sizeof server->master);
    if (!server->has_master)
        pip__server_log(
            "warn", "daily-secret",
            json_pack("{s:s}", "code", pip__code_text(pip__code_of_store(asking->status))));
    sodium_memzero(asking, sizeof *asking);
    free(asking);
}

/* On the writer's thread. */
static void master_kept(void *context, enum pip_store_status status, struct pip_span value) {
    struct asking *asking = context;
    asking->status = status;
    if (status == PIP_STORE_OK && value.length == 64)
        memcpy(asking->hex, value.at, 64);
    pip__errand_come_back(&asking->errand);
}

static void master_found(struct pip__errand *errand) {
    struct asking *asking = (struct asking *)errand;
    uint8_t secret[32];
    errand->back = master_known;
    pip__errand_leave(errand->server, errand);
    if (!asking->hex[0]) {
        randombytes_buf(secret, sizeof secret);
        pip__hex_write(secret, sizeof secret, asking->hex);
        sodium_memzero(secret, sizeof secret);
    }
    enum pip_store_status queued = pip_store_keep(errand->server->store, MASTER,
                                                  pip_span_of(asking->hex), master_kept, asking);
    if (queued != PIP_STORE_OK) /* else it is the writer's, and may have come back already */
        master_kept(asking, queued, (struct pip_span){0});
}

void pip__daily_prepare(struct pip__server *server) {
    struct asking *asking =
        server->has_master || server->asking_master ? NULL : calloc(1, sizeof *asking);
    if (!asking)
        return;
    asking->errand = (struct pip__errand){.go = find_master, .back = master_found};
    server->asking_master = pip__errand_read(server, &asking->errand) == CODE_FINE;
    if (!server->asking_master)
        free(asking);
}

/* ---- What is the day's ---- */

static void day_name(const char *game, int64_t day, char name[DAILY_NAME_MAX]) {
    struct pip_text text = pip_text_init(name, DAILY_NAME_MAX);
    pip_text_add(&text, "daily-");
    pip_text_add(&text, game);
    pip_text_add_char(&text, '-');
    pip_text_add_number(&text, day);
}

void pip__daily_dice_table(const struct pip__table *table, char name[DAILY_NAME_MAX]) {
    day_name(table->match.setup.game->name, table->day, name);
}

static void day_secret(const struct pip__server *server, const char *name, uint8_t secret[32]) {
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

static json_t *day_head(const struct pip__server *server, const struct pip_game *game,
                        const uint8_t key[32]) {
    char name[DAILY_NAME_MAX], key_hex[65], secret_hex[65];
    uint8_t secret[32];
    day_name(game->name, pip__daily_today(), name);
    day_secret(server, name, secret);
    pip__hex_write(secret, sizeof secret, secret_hex);
    pip__hex_write(key, 32, key_hex);
    return json_pack("{s:i, s:s, s:i, s:[{s:s, s:s}], s:s, s:s, s:I}", "v", 1, "game", game->name,
                     "edition", game->edition, "seats", "kind", "me", "key", key_hex, "host",
                     key_hex, "secret", secret_hex, "day", (json_int_t)pip__daily_today());
}

/* ---- Playing ---- */

static enum code run_try(struct pip__room *room, struct pip__ask *ask) {
    struct pip__table *table = &room->table;
    ask->reply =
        json_pack("{s:s, s:i, s:I}", "table", table->id, "seat", 0, "day", (json_int_t)table->day);
    if (table->exists)
        return CODE_FINE; /* it is there already */
    table->changed = true;
    enum code code = pip__play_sit(
        table, 0, json_string_value(json_object_get(ask->message, "name")), NULL, NULL);
    return code == CODE_FINE ? pip__play_start_if_full(table) : code;
}

/* The table of a try, if the store has none. */
static bool make_day(struct pip__room *room) {
    uint8_t key[32];
    const char *game = json_string_value(json_object_get(room->seed, "game"));
    pip__hex_read(json_string_value(json_object_get(room->seed, "key")), key, sizeof key);
    room->table.head = day_head(room->server, pip_game_find(pip_span_of(game)), key);
    room->table.created = pip__server_now();
    return pip__head_read(&room->table, room->table.head) == CODE_FINE;
}

static enum code check_try(const struct pip__call *call, uint8_t hash[32]) {
    const struct pip_game *game = pip_game_find(pip_span_of(call->argument));
    const char *name = json_string_value(json_object_get(call->body, "name"));
    const char *key = json_string_value(json_object_get(call->body, "key"));
    if (!pip__limit_take(call->server, pip__limit_whose(call->server, call->request->address), 'd',
                         DAILY_BURST, DAILY_PER_HOUR))
        return CODE_TOO_MANY;
    if (!game || game->seats_min > 1)
        return CODE_BAD_GAME;
    if (!pip__key_hash(key, hash))
        return CODE_BAD_KEY;
    if (!name || !pip__name_fits(name))
        return CODE_BAD_NAME;
    pip__daily_prepare(call->server);
    return call->server->has_master ? CODE_FINE : CODE_BUSY;
}

void pip__api_try(struct pip__call *call) {
    char day[DAILY_NAME_MAX], id[ID_LENGTH + 1];
    uint8_t hash[32];
    enum code code = check_try(call, hash);
    struct pip__room *room = NULL;
    if (code == CODE_FINE) {
        day_name(call->argument, pip__daily_today(), day);
        day_id(day, hash, id);
        room = pip__room_open(call->server, id);
        code = room ? CODE_FINE : CODE_FAILED;
    }
    if (code != CODE_FINE) {
        pip__api_fail(call->exchange, code);
        return;
    }
    if (!room->table.exists && !room->make) {
        room->make = make_day;
        room->seed =
            json_pack("{s:s, s:o}", "game", call->argument, "key", pip__hex_json(hash, 32));
    }
    pip__api_ask_room(call, room, run_try);
}

/* ---- The list ---- */

struct looking {
    struct pip__errand errand;
    struct pip__net_exchange *exchange;
    const struct pip_game *game;
    int64_t day;
    json_t *top;
    enum pip_store_status status;
};

static bool see_entry(void *context, const struct pip_store_daily *entry) {
    json_array_append_new(context,
                          json_pack("{s:s, s:I, s:I}", "name", entry->name, "score",
                                    (json_int_t)entry->score, "at", (json_int_t)entry->at));
    return true;
}

static void look(struct pip__errand *errand, struct pip_store *store) {
    struct looking *looking = (struct looking *)errand;
    looking->status = pip_store_daily_top(store, looking->game->name, looking->day, TOP_MAX,
                                          see_entry, looking->top);
}

static void add_commitment(const struct looking *looking, json_t *view) {
    char name[DAILY_NAME_MAX];
    uint8_t secret[32], commitment[32];
    day_name(looking->game->name, looking->day, name);
    day_secret(looking->errand.server, name, secret);
    pip_fair_commit(secret, commitment);
    json_object_set_new(view, "commitment", pip__hex_json(commitment, sizeof commitment));
    sodium_memzero(secret, sizeof secret);
}

static void looked(struct pip__errand *errand) {
    struct looking *looking = (struct looking *)errand;
    bool open = looking->day == pip__daily_today();
    enum code code =
        looking->status == PIP_STORE_DAMAGED ? CODE_FINE : pip__code_of_store(looking->status);
    if (open && !errand->server->has_master)
        code = CODE_BUSY;
    if (code == CODE_FINE) {
        json_t *view = json_pack("{s:s, s:s, s:I, s:b, s:O}", "game", looking->game->name, "sheet",
                                 looking->game->sheets[0]->name, "day", (json_int_t)looking->day,
                                 "open", open, "top", looking->top);
        if (open)
            add_commitment(looking, view);
        pip__api_answer(looking->exchange, 200, view);
    } else {
        pip__api_fail(looking->exchange, code);
    }
    json_decref(looking->top);
    free(looking);
}

static void answer_day(struct pip__call *call, int64_t day) {
    const struct pip_game *game = pip_game_find(pip_span_of(call->argument));
    bool known = game && game->seats_min <= 1 && day >= 0 && day <= pip__daily_today();
    struct looking *looking = known ? calloc(1, sizeof *looking) : NULL;
    enum code code = known ? CODE_FAILED : CODE_NOT_FOUND;
    pip__daily_prepare(call->server);
    if (looking) {
        *looking = (struct looking){.errand = {.go = look, .back = looked},
                                    .exchange = call->exchange,
                                    .game = game,
                                    .day = day,
                                    .top = json_array()};
        code = pip__errand_read(call->server, &looking->errand);
        if (code == CODE_FINE)
            return;
        json_decref(looking->top);
        free(looking);
    }
    pip__api_fail(call->exchange, code);
}

void pip__api_daily(struct pip__call *call) {
    answer_day(call, pip__daily_today());
}

/* "/api/daily/GAME/DAY": the argument is GAME, the day stands behind it. */
void pip__api_day(struct pip__call *call) {
    uint32_t day;
    const char *text = strrchr(call->request->path, '/') + 1;
    bool read = pip_span_number(pip_span_of(text), 1000000, &day);
    answer_day(call, read ? (int64_t)day : -1);
}

/* ---- Entering: only what the server has replayed itself ---- */

static bool replay(const struct pip__room *room, const char *record, size_t length,
                   int32_t *score) {
    uint32_t capacity = room->table.match.count + 1;
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
        pip__server_log("warn", "daily-refused",
                        json_pack("{s:s}", "code", pip__code_text(pip__code_of_store(status))));
}

void pip__daily_enter(struct pip__room *room) {
    size_t length;
    int32_t score;
    char player[65];
    if (room->table.day == 0 || room->table.phase != PIP_STORE_OVER ||
        (room->table.match.resigned & 1) || room->table.public_at / DAY_MS != room->table.day)
        return; /* given up, or too late: the secret may have been out */
    char *record = pip__view_record(&room->table, true, &length);
    if (record && replay(room, record, length, &score)) {
        pip__hex_write(room->table.seat[0].key, 32, player);
        struct pip_store_daily entry = {.game = room->table.match.setup.game->name,
                                        .day = room->table.day,
                                        .player = player,
                                        .name = room->table.match.name[0],
                                        .score = score,
                                        .at = room->table.public_at,
                                        .action = {record, length}};
        pip_store_daily_enter(room->server->store, &entry, entered, room->server);
    }
    free(record);
}
