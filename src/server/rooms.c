#include "server.h"
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

/* ---- The rooms in memory ---- */

static struct pip__room **slot_of(struct pip__server *server, const char *id) {
    uint64_t hash;
    crypto_shorthash((unsigned char *)&hash, (const unsigned char *)id, strlen(id),
                     server->hash_key);
    struct pip__room **slot = &server->rooms[hash & (server->buckets - 1)];
    while (*slot && strcmp((*slot)->table.id, id) != 0)
        slot = &(*slot)->next;
    return slot;
}

static void grow(struct pip__server *server) {
    uint32_t count = server->buckets, buckets = count ? 2 * count : 256;
    struct pip__room **old = server->rooms, **rooms = calloc(buckets, sizeof *rooms);
    if (!rooms)
        return;
    server->rooms = rooms;
    server->buckets = buckets;
    for (uint32_t i = 0; i < count; i++) {
        for (struct pip__room *room = old[i], *next; room; room = next) {
            next = room->next;
            room->next = NULL;
            *slot_of(server, room->table.id) = room;
        }
    }
    free(old);
}

void pip__rooms_init(struct pip__server *server) {
    grow(server);
}

static void enter(struct pip__room *room) {
    struct pip__server *server = room->server;
    if (server->count >= server->buckets)
        grow(server);
    *slot_of(server, room->table.id) = room;
    server->count++;
}

/* ---- Idle ones ---- */

static void idle_leave(struct pip__room *room) {
    struct pip__server *server = room->server;
    if (!room->idle)
        return;
    *(room->older ? &room->older->younger : &server->idle_oldest) = room->younger;
    *(room->younger ? &room->younger->older : &server->idle_youngest) = room->older;
    room->older = room->younger = NULL;
    room->idle = false;
    server->idle_count--;
}

static void idle_join(struct pip__room *room) {
    struct pip__server *server = room->server;
    room->idle = true;
    room->idle_since = pip__server_tick();
    room->older = server->idle_youngest;
    *(room->older ? &room->older->younger : &server->idle_oldest) = room;
    server->idle_youngest = room;
    server->idle_count++;
}

static bool is_idle(const struct pip__room *room) {
    return !room->conns && !room->busy && !room->loading && !room->asks && !room->asked &&
           !room->job && !room->retry_at;
}

void pip__room_rest(struct pip__room *room) {
    idle_leave(room);
    if (is_idle(room))
        idle_join(room);
}

void pip__room_free(struct pip__room *room) {
    if (!room)
        return;
    idle_leave(room);
    pip__room_unsettled_leave(room);
    if (room->server->rooms) {
        struct pip__room **slot = slot_of(room->server, room->table.id);
        if (*slot == room) {
            *slot = room->next;
            room->server->count--;
        }
    }
    if (room->shorter)
        pip__history_free(room->shorter);
    free(room->shorter);
    pip__table_clear(&room->table);
    json_decref(room->pencil);
    json_decref(room->seed);
    free(room);
}

/* ---- New tables ---- */

static void draw_id(char id[ID_LENGTH + 1]) {
    static const char letters[] = "abcdefghijkmnpqrstuvwxyz23456789"; /* 32 */
    uint8_t random[ID_LENGTH];
    randombytes_buf(random, sizeof random);
    for (int i = 0; i < ID_LENGTH; i++)
        id[i] = letters[random[i] & 31];
    id[ID_LENGTH] = '\0';
}

/* If somebody waits under it already, the store refuses it, and another one is drawn. */
void pip__room_draw_code(struct pip__room *room) {
    pip__words_code(randombytes_random(), room->table.code);
}

struct pip__room *pip__room_new(struct pip__server *server, json_t *head,
                                const struct pip__table *sheet_of, enum code *code) {
    struct pip__room *room = calloc(1, sizeof *room);
    if (room && sheet_of)
        pip__table_share_sheet(&room->table, sheet_of);
    *code = room ? pip__head_read(&room->table, head) : CODE_FAILED;
    if (*code != CODE_FINE) {
        if (room)
            pip__table_clear(&room->table);
        free(room);
        json_decref(head);
        return NULL;
    }
    room->server = server;
    room->table.head = head;
    room->table.created = pip__server_now();
    draw_id(room->table.id);
    pip__room_draw_code(room);
    enter(room);
    return room;
}

/* ---- Loading: on another thread, since a table may be long ---- */

struct load {
    struct pip__errand errand;
    struct pip__room *room;
    char id[PIP_STORE_NAME_MAX + 1];
    struct pip__table table;
    int64_t due;
    enum code code;
};

static void load_table(struct pip__errand *errand, struct pip_store *store) {
    struct load *load = (struct load *)errand;
    load->code = pip__table_fetch(&load->table, store, load->id, &load->due);
}

static void tell_damage(struct pip__server *server, const struct load *load) {
    bool older = load->code == CODE_OLD_EDITION;
    server->counters.damaged += !older;
    pip__server_log(older ? "warn" : "error", older ? "old-edition" : "damaged-table",
                    json_pack("{s:s, s:i}", "table", load->id, "seq", (int)load->table.seq));
}

/* A bot may be looking at the sheet. */
static void keep_sheet(struct pip__table *old, struct pip__table *new) {
    if (!old->own_sheet || !new->own_sheet)
        return;
    free(new->own_sheet);
    new->own_sheet = old->own_sheet;
    new->match.setup.sheet = &old->own_sheet->file.sheet;
    old->own_sheet = NULL;
}

static void loaded(struct pip__errand *errand) {
    struct load *load = (struct load *)errand;
    struct pip__room *room = load->room;
    enum code code = load->code;
    int64_t due = load->due;
    /* of a table that was not in memory nobody was told anything, and nobody is owed anything */
    uint32_t told = room->table.exists ? room->table.shown : load->table.shown;
    room->loading = false;
    if (code == CODE_OLD_EDITION || code == CODE_DAMAGED)
        tell_damage(room->server, load);
    if (code == CODE_FINE) {
        keep_sheet(&room->table, &load->table);
        pip__table_clear(&room->table);
        room->table = load->table;
    } else {
        pip__table_clear(&load->table);
    }
    free(load);
    if (code == CODE_FINE)
        pip__clock_loaded(room, due);
    pip__room_loaded(room, code, told);
}

/* The errand is answered later, also where the store does not take it. */
static void load_later(struct pip__room *room) {
    struct load *load = calloc(1, sizeof *load);
    enum code code = CODE_FAILED;
    room->loading = true;
    if (load) {
        load->errand = (struct pip__errand){.go = load_table, .back = loaded};
        load->room = room;
        memcpy(load->id, room->table.id, sizeof load->id);
        code = pip__errand_read(room->server, &load->errand);
    }
    if (code == CODE_FINE)
        return;
    free(load);
    room->loading = false;
    room->broken = true; /* tried again with what is asked next */
}

void pip__room_reload(struct pip__room *room) {
    if (!room->loading)
        load_later(room);
}

static bool can_be_id(const char *id) {
    return strlen(id) <= PIP_STORE_NAME_MAX && strncmp(id, "pipwright-", 10) != 0;
}

struct pip__room *pip__room_peek(struct pip__server *server, const char *id) {
    struct pip__room *room = *slot_of(server, id);
    return room && room->table.exists ? room : NULL;
}

struct pip__room *pip__room_open(struct pip__server *server, const char *id) {
    struct pip__room *room = *slot_of(server, id);
    if (room || !can_be_id(id))
        return room;
    room = calloc(1, sizeof *room);
    if (!room)
        return NULL;
    room->server = server;
    struct pip_text text = pip_text_init(room->table.id, sizeof room->table.id);
    pip_text_add(&text, id);
    enter(room);
    load_later(room);
    return room;
}

/* ---- Forgetting ---- */

static void expired(void *context, enum pip_store_status status) {
    struct pip__server *server = context;
    (void)status;
    uv_mutex_lock(&server->lock);
    server->expiring = false;
    uv_mutex_unlock(&server->lock);
}

static void expire(struct pip__server *server, int64_t now) {
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
    int64_t before = pip__server_now() - (int64_t)server->config->expire_days * 24 * 3600 * 1000;
    if (pip_store_expire(server->store, before, 100, &server->removed, expired, server) !=
        PIP_STORE_OK)
        server->expiring = false;
}

/* Whether there are more. */
static bool forget(struct pip__server *server) {
    int64_t now = pip__server_tick();
    while (server->idle_oldest && (now - server->idle_oldest->idle_since >= IDLE_MS ||
                                   server->idle_count > IDLE_ROOMS_MAX)) {
        if (pip__turn_is_over(&server->turns, WORK_FORGET))
            return true;
        struct pip__work work = pip__work_begin(&server->turns);
        pip__room_free(server->idle_oldest);
        pip__work_end(&server->turns, WORK_FORGET, work);
    }
    return false;
}

bool pip__rooms_go_on(struct pip__server *server) {
    while (server->unsettled && !pip__turn_is_over(&server->turns, WORK_SETTLE)) {
        struct pip__work work = pip__work_begin(&server->turns);
        struct pip__room *room = server->unsettled;
        pip__room_unsettled_leave(room);
        pip__room_settle(room);
        pip__work_end(&server->turns, WORK_SETTLE, work);
    }
    if (server->forgetting)
        server->forgetting = forget(server);
    return server->unsettled || server->forgetting;
}

void pip__rooms_sweep(struct pip__server *server, int64_t now) {
    server->forgetting = true;
    uv_async_send(&server->wake);
    expire(server, now);
}

void pip__rooms_drop_idle(struct pip__server *server) {
    while (server->idle_oldest)
        pip__room_free(server->idle_oldest);
}

void pip__rooms_free(struct pip__server *server) {
    for (uint32_t i = 0; i < server->buckets; i++) {
        while (server->rooms[i])
            pip__room_free(server->rooms[i]);
    }
    free(server->rooms);
    server->rooms = NULL;
}
