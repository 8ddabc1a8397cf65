#include "server.h"
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

/* ---- Keys and names ---- */

void hex_write(const uint8_t *bytes, size_t count, char *text) {
    sodium_bin2hex(text, 2 * count + 1, bytes, count);
}

bool hex_read(const char *text, uint8_t *bytes, size_t count) {
    size_t length;
    return strlen(text) == 2 * count &&
           sodium_hex2bin(bytes, count, text, 2 * count, NULL, &length, NULL) == 0 &&
           length == count;
}

bool key_hash(const char *text, uint8_t hash[32]) {
    uint8_t key[KEY_BYTES];
    size_t length;
    const char *end;
    if (!text || strlen(text) != KEY_LENGTH ||
        sodium_base642bin(key, sizeof key, text, KEY_LENGTH, NULL, &length, &end,
                          sodium_base64_VARIANT_URLSAFE_NO_PADDING) != 0 ||
        length != sizeof key || *end)
        return false;
    crypto_hash_sha256(hash, key, sizeof key);
    return true;
}

void key_make(char text[KEY_LENGTH + 1], uint8_t hash[32]) {
    uint8_t key[KEY_BYTES];
    randombytes_buf(key, sizeof key);
    sodium_bin2base64(text, KEY_LENGTH + 1, key, sizeof key,
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    crypto_hash_sha256(hash, key, sizeof key);
}

uint16_t hash_seats(const struct room *room, const uint8_t hash[32]) {
    uint16_t seats = 0;
    if (sodium_is_zero(hash, 32)) /* no key at all, like a bot's */
        return 0;
    for (int seat = 0; seat < room->match.setup.seats; seat++)
        seats |= (uint16_t)((sodium_memcmp(hash, room->seat[seat].key, 32) == 0) << seat);
    return seats;
}

uint16_t key_seats(const struct room *room, const char *key) {
    uint8_t hash[32];
    return key_hash(key, hash) ? hash_seats(room, hash) : 0;
}

bool key_is_host(const struct room *room, const char *key) {
    uint8_t hash[32];
    return key_hash(key, hash) && sodium_memcmp(hash, room->host_key, 32) == 0;
}

static bool see_any(void *context, const struct pip_store_table *table) {
    (void)context, (void)table;
    return false;
}

/* A code that is free now. One that is drawn twice before it is stored makes storing fail. */
static void draw_code(struct room *room) {
    for (int tries = 0; tries < CODE_TRIES; tries++) {
        words_code(randombytes_random(), room->code);
        if (pip_store_find_code(room->server->store, room->code, see_any, NULL) != PIP_STORE_OK)
            return;
    }
}

void room_name(struct room *room) {
    static const char letters[] = "abcdefghijkmnpqrstuvwxyz23456789"; /* 32 */
    uint8_t random[ID_LENGTH];
    randombytes_buf(random, sizeof random);
    for (int i = 0; i < ID_LENGTH; i++)
        room->id[i] = letters[random[i] & 31];
    room->id[ID_LENGTH] = '\0';
    draw_code(room);
}

/* ---- How often ---- */

static struct bucket *bucket_of(struct server *server, uint64_t who) {
    struct bucket *oldest = NULL;
    for (uint64_t i = 0; i < 8; i++) {
        struct bucket *bucket = &server->limits[(who + i) % BUCKETS];
        if (bucket->who == who)
            return bucket;
        if (!oldest || bucket->at < oldest->at)
            oldest = bucket;
    }
    *oldest = (struct bucket){.who = who};
    return oldest;
}

bool limit_take(struct server *server, const char *address, char what, double burst,
                double per_hour) {
    char text[80], whose[NET_ADDRESS_MAX];
    uint64_t who;
    struct pip_text key = pip_text_init(text, sizeof text);
    pip_text_add_char(&key, what);
    net_address_key(address, whose);
    pip_text_add(&key, whose);
    crypto_shorthash((unsigned char *)&who, (const unsigned char *)text, strlen(text),
                     server->hash_key);
    struct bucket *bucket = bucket_of(server, who);
    int64_t now = server_tick();
    double more = bucket->at ? (double)(now - bucket->at) * per_hour / 3600e3 : burst;
    bucket->left = bucket->left + more > burst ? burst : bucket->left + more;
    bucket->at = now;
    if (bucket->left < 1)
        return false;
    bucket->left -= 1;
    return true;
}

/* ---- The rooms in memory ---- */

static struct room **slot_of(struct server *server, const char *id) {
    uint64_t hash;
    crypto_shorthash((unsigned char *)&hash, (const unsigned char *)id, strlen(id),
                     server->hash_key);
    struct room **slot = &server->rooms[hash & (server->buckets - 1)];
    while (*slot && strcmp((*slot)->id, id) != 0)
        slot = &(*slot)->next;
    return slot;
}

static void grow(struct server *server) {
    uint32_t count = server->buckets, buckets = count ? 2 * count : 256;
    struct room **old = server->rooms, **rooms = calloc(buckets, sizeof *rooms);
    if (!rooms)
        return;
    server->rooms = rooms;
    server->buckets = buckets;
    for (uint32_t i = 0; i < count; i++) {
        for (struct room *room = old[i], *next; room; room = next) {
            next = room->next;
            room->next = NULL;
            *slot_of(server, room->id) = room;
        }
    }
    free(old);
}

void tables_init(struct server *server) {
    grow(server);
}

void room_enter(struct room *room) {
    struct server *server = room->server;
    if (server->count >= server->buckets)
        grow(server);
    *slot_of(server, room->id) = room;
    server->count++;
}

static void idle_leave(struct room *room) {
    struct server *server = room->server;
    if (!room->idle)
        return;
    *(room->older ? &room->older->younger : &server->idle_oldest) = room->younger;
    *(room->younger ? &room->younger->older : &server->idle_youngest) = room->older;
    room->older = room->younger = NULL;
    room->idle = false;
    server->idle_count--;
}

static void idle_join(struct room *room) {
    struct server *server = room->server;
    room->idle = true;
    room->idle_since = server_tick();
    room->older = server->idle_youngest;
    *(room->older ? &room->older->younger : &server->idle_oldest) = room;
    server->idle_youngest = room;
    server->idle_count++;
}

static bool is_idle(const struct room *room) {
    return !room->conns && !room->busy && !room->asks && !room->asked && !room->job &&
           !room->retry_at;
}

void room_touch(struct room *room) {
    idle_leave(room);
    if (is_idle(room))
        idle_join(room);
}

void room_free(struct room *room) {
    if (!room)
        return;
    idle_leave(room);
    if (room->server->rooms) {
        struct room **slot = slot_of(room->server, room->id);
        if (*slot == room) {
            *slot = room->next;
            room->server->count--;
        }
    }
    for (uint32_t i = 0; room->batch && i < room->batch->count; i++)
        free(room->batch->text[i]);
    free(room->batch);
    free(room->history.text);
    free(room->history.end);
    free(room->match.events);
    free(room->own_sheet);
    json_decref(room->head);
    json_decref(room->pencil);
    sodium_memzero(room, sizeof *room);
    free(room);
}

/* ---- Finding ---- */

struct finding {
    struct server *server;
    struct room *room;
    int64_t due;
    enum code code;
};

static bool see_table(void *context, const struct pip_store_table *table) {
    struct finding *finding = context;
    struct room *room = calloc(1, sizeof *room);
    json_t *head = json_loadb(table->head.at, table->head.length, JSON_REJECT_DUPLICATES, NULL);
    finding->code = CODE_FAILED;
    if (!room || !head) {
        free(room);
        json_decref(head);
        return false;
    }
    room->server = finding->server;
    room->exists = true;
    room->is_public = table->is_public;
    room->created = table->created;
    finding->due = table->due;
    struct pip_text id = pip_text_init(room->id, sizeof room->id);
    pip_text_add(&id, table->id);
    struct pip_text code = pip_text_init(room->code, sizeof room->code);
    pip_text_add(&code, table->code ? table->code : "");
    finding->code = head_read(room, head);
    json_decref(head);
    finding->room = room;
    return false;
}

static enum code finish_load(struct finding *finding, enum pip_store_status status,
                             struct room **room) {
    enum code code = status == PIP_STORE_MISSING ? CODE_NO_TABLE : code_of_store(status);
    if (code == CODE_FINE)
        code = finding->code;
    if (code == CODE_FINE)
        code = room_load(finding->room);
    if (code == CODE_FINE) {
        *room = finding->room;
        room_enter(*room);
        room_touch(*room);
        daily_enter(*room);
        clock_loaded(*room, finding->due);
        return CODE_FINE;
    }
    room_free(finding->room);
    return code;
}

enum code room_find(struct server *server, const char *id, struct room **room) {
    struct finding finding = {.server = server, .code = CODE_NO_TABLE};
    *room = *slot_of(server, id);
    if (*room)
        return (*room)->exists ? CODE_FINE : CODE_NO_TABLE;
    if (strlen(id) > PIP_STORE_NAME_MAX || strncmp(id, "pipwright-", 10) == 0)
        return CODE_NO_TABLE;
    enum pip_store_status status = pip_store_find(server->store, id, see_table, &finding);
    return finish_load(&finding, status, room);
}

static bool see_id(void *context, const struct pip_store_table *table) {
    struct pip_text id = pip_text_init(context, PIP_STORE_NAME_MAX + 1);
    pip_text_add(&id, table->id);
    return false;
}

enum code room_find_code(struct server *server, const char *code, struct room **room) {
    char id[PIP_STORE_NAME_MAX + 1] = "";
    *room = NULL;
    if (strlen(code) > PIP_STORE_NAME_MAX)
        return CODE_NO_CODE;
    enum pip_store_status status = pip_store_find_code(server->store, code, see_id, id);
    if (status != PIP_STORE_OK || !id[0])
        return status == PIP_STORE_OK || status == PIP_STORE_MISSING ? CODE_NO_CODE
                                                                     : code_of_store(status);
    return room_find(server, id, room);
}

/* ---- Forgetting ---- */

static void expired(void *context, enum pip_store_status status) {
    struct server *server = context;
    (void)status;
    uv_mutex_lock(&server->lock);
    server->expiring = false;
    uv_mutex_unlock(&server->lock);
}

static void expire(struct server *server, int64_t now) {
    uv_mutex_lock(&server->lock);
    bool busy = server->expiring;
    server->expiring = true;
    uv_mutex_unlock(&server->lock);
    if (busy)
        return;
    bool more = server->removed > 0;
    if (now < server->expires_from || (!more && now - server->expired_at < EXPIRE_EVERY_MS)) {
        server->expiring = false;
        return;
    }
    server->expired_at = now;
    int64_t before = server_now() - (int64_t)server->config->expire_days * 24 * 3600 * 1000;
    if (pip_store_expire(server->store, before, 100, &server->removed, expired, server) !=
        PIP_STORE_OK)
        server->expiring = false;
}

void tables_sweep(struct server *server, int64_t now) {
    while (server->idle_oldest && (now - server->idle_oldest->idle_since >= IDLE_MS ||
                                   server->idle_count > IDLE_ROOMS_MAX))
        room_free(server->idle_oldest);
    expire(server, now);
}

void tables_sweep_all(struct server *server) {
    while (server->idle_oldest)
        room_free(server->idle_oldest);
}

void tables_free(struct server *server) {
    for (uint32_t i = 0; i < server->buckets; i++) {
        while (server->rooms[i])
            room_free(server->rooms[i]);
    }
    free(server->rooms);
    server->rooms = NULL;
}
