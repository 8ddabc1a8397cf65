#include "world.h"
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct world *current; /* whose server is at work */
static const struct pip__net_handlers *handlers;

/* ---- In place of net.c ---- */

static struct pip__net_stats stats;

struct pip__net *pip__net_start(const struct pip__net_config *config, char *error, size_t room) {
    (void)error, (void)room;
    handlers = config->handlers;
    return (struct pip__net *)&stats;
}

int pip__net_port(const struct pip__net *net) {
    (void)net;
    return 0;
}

void pip__net_stop(struct pip__net *net) {
    (void)net;
}

void pip__net_free(struct pip__net *net) {
    (void)net;
}

const struct pip__net_stats *pip__net_stats(const struct pip__net *net) {
    (void)net;
    return &stats;
}

void pip__net_answer(struct pip__net_exchange *exchange, const struct pip__net_answer *answer) {
    if (exchange->status != 0)
        abort(); /* answered twice */
    exchange->status = answer->status;
    exchange->length = answer->length;
    exchange->body = malloc(answer->length + 1);
    if (!exchange->body)
        abort();
    memcpy(exchange->body, answer->body, answer->length);
    exchange->body[answer->length] = '\0';
}

void pip__net_send(struct pip__net_socket *socket, const char *text, size_t length) {
    if (socket->length + length + 1 > socket->room) {
        socket->room = 2 * (socket->length + length + 1);
        socket->sent = realloc(socket->sent, socket->room);
        if (!socket->sent)
            abort();
    }
    memcpy(socket->sent + socket->length, text, length);
    socket->length += length;
    socket->sent[socket->length++] = '\n';
}

struct pip__net_text {
    size_t length;
    char text[];
};

struct pip__net_text *pip__net_text_new(const char *text, size_t length) {
    struct pip__net_text *copy = malloc(sizeof *copy + length);
    if (!copy)
        return NULL;
    copy->length = length;
    memcpy(copy->text, text, length);
    return copy;
}

void pip__net_send_text(struct pip__net_socket *socket, struct pip__net_text *text) {
    pip__net_send(socket, text->text, text->length);
}

void pip__net_text_release(struct pip__net_text *text) {
    free(text);
}

void pip__net_close(struct pip__net_socket *socket, int code, const char *reason) {
    (void)code, (void)reason;
    socket->closed = true;
}

/* ---- In place of time, log, chance and fair dice ---- */

int64_t __wrap_pip__server_now(void);
int64_t __wrap_pip__server_now(void) {
    return INT64_C(1700000000000);
}

int64_t __wrap_pip__server_tick(void);
int64_t __wrap_pip__server_tick(void) {
    return current->ticks;
}

void __wrap_pip__server_log(const char *level, const char *what, json_t *fields);
void __wrap_pip__server_log(const char *level, const char *what, json_t *fields) {
    (void)level, (void)what;
    json_decref(fields);
}

void __wrap_pip_fair_commit(const uint8_t secret[32], uint8_t commitment[32]);
void __wrap_pip_fair_commit(const uint8_t secret[32], uint8_t commitment[32]) {
    (void)secret;
    memset(commitment, 7, 32);
}

pip_move __wrap_pip_fair_roll(const struct pip_fair *fair, uint32_t roll,
                              const struct pip_chance *chance);
pip_move __wrap_pip_fair_roll(const struct pip_fair *fair, uint32_t roll,
                              const struct pip_chance *chance) {
    (void)fair, (void)roll;
    return (pip_move)pip_random_below(&current->dice, pip_chance_outcomes(chance));
}

int __wrap_pip_fair_first(const struct pip_fair *fair);
int __wrap_pip_fair_first(const struct pip_fair *fair) {
    return (int)pip_random_below(&current->dice, fair->seats);
}

static const char *draw_name(void) {
    return "world";
}

/* Keys have 16 bytes and secrets 32; names of tables, codes and what bots start from have not. */
static void draw(void *buffer, size_t size) {
    bool hidden = size == KEY_BYTES || size == 32;
    uint8_t *bytes = buffer;
    for (size_t i = 0; i < size; i++)
        bytes[i] = (uint8_t)pip_random_word(hidden ? &current->hidden : &current->open);
}

static uint32_t draw_word(void) {
    return pip_random_word(&current->open);
}

static struct randombytes_implementation drawing = {
    .implementation_name = draw_name, .random = draw_word, .buf = draw};

/* ---- Worlds ---- */

static struct pip_random stream(uint64_t seed) {
    return pip_random_init((struct pip_seed){.seed = seed}, 0);
}

void world_begin(struct world *world, uint64_t open, uint64_t hidden) {
    current = world;
    world->open = stream(open);
    world->dice = stream(open + 1);
    world->hidden = stream(hidden);
    world->ticks = 1000;
    snprintf(world->path, sizeof world->path, "/tmp/pipwright-world-XXXXXX");
    if (access("/dev/shm", W_OK) == 0) /* in memory: many small transactions */
        snprintf(world->path, sizeof world->path, "/dev/shm/pipwright-world-XXXXXX");
    int file = mkstemp(world->path);
    if (file < 0)
        abort();
    close(file);
    world->config = (struct pip__server_config){.store = world->path, .expire_days = 90};
    randombytes_set_implementation(&drawing);
    world->server = pip__server_start(&world->config);
    if (!world->server)
        abort();
    uv_timer_stop(&world->server->sweep);
    world->server->started = __wrap_pip__server_tick();
}

void world_end(struct world *world) {
    static const char *const files[] = {"", "-wal", "-shm", ".lock"};
    world_settle(world);
    pip__server_stop(world->server);
    uv_run(&world->server->loop, UV_RUN_DEFAULT);
    pip__server_finish(world->server);
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        char path[80];
        snprintf(path, sizeof path, "%s%s", world->path, files[i]);
        unlink(path);
    }
}

static bool is_quiet(const struct pip__server *server) {
    bool quiet = server->busy_count == 0 && server->away == 0;
    for (uint32_t i = 0; quiet && i < server->buckets; i++) {
        for (const struct pip__room *room = server->rooms[i]; room; room = room->next)
            quiet &= !room->job && !room->asks && !room->loading;
    }
    return quiet;
}

void world_settle(struct world *world) {
    current = world;
    world->ticks += 1000; /* limits are forgotten in time */
    while (!is_quiet(world->server))
        uv_run(&world->server->loop, UV_RUN_ONCE);
}

struct pip__room *world_room(struct world *world, const char *table) {
    current = world;
    struct pip__room *room = pip__room_open(world->server, table);
    world_settle(world);
    if (!room || !pip__room_peek(world->server, table))
        abort();
    return room;
}

static bool see_head(void *context, const struct pip_store_table *stored) {
    struct pip__table *table = context;
    struct pip_sheet_fault fault;
    json_t *head = json_loadb(stored->head.at, stored->head.length, 0, NULL);
    if (stored->sheet_hash &&
        pip__own_sheet_read(table, stored->sheet.at, stored->sheet.length, &fault, 1) != 0)
        abort();
    if (pip__head_read(table, head) != CODE_FINE)
        abort();
    json_decref(head);
    return false;
}

static bool same_json(json_t *a, json_t *b) {
    bool same = json_equal(a, b);
    json_decref(a);
    json_decref(b);
    return same;
}

static bool same_record(const struct pip__table *a, const struct pip__table *b) {
    size_t length[2];
    char *one = pip__view_record(a, true, &length[0]), *two = pip__view_record(b, true, &length[1]);
    bool same = one && two && length[0] == length[1] && memcmp(one, two, length[0]) == 0;
    free(one);
    free(two);
    return same;
}

static bool same_seats(const struct pip__table *a, const struct pip__table *b) {
    bool same = memcmp(&a->host_ids, &b->host_ids, sizeof a->host_ids) == 0;
    for (int i = 0; i < a->match.setup.seats; i++) {
        const struct pip__seat *x = &a->seat[i], *y = &b->seat[i];
        same &= x->taken == y->taken && pip__level_is(&x->plays, &y->plays) && x->kind == y->kind &&
                x->timed_out == y->timed_out && x->held == y->held && x->won == y->won &&
                memcmp(x->key, y->key, 32) == 0 && memcmp(x->invitation, y->invitation, 32) == 0 &&
                memcmp(x->nonce, y->nonce, NONCE_BYTES) == 0 &&
                memcmp(&x->ids, &y->ids, sizeof x->ids) == 0;
    }
    return same;
}

void world_check_snapshot(struct world *world, struct pip__room *room) {
    struct pip__table again = {.is_public = room->table.is_public, .created = room->table.created},
                      made = {0};
    struct pip__history shorter;
    if (room->table.match.together != 0)
        return;
    made.batch = calloc(1, sizeof *made.batch);
    memcpy(again.id, room->table.id, sizeof again.id);
    if (pip_store_find(world->server->store, again.id, see_head, &again) != PIP_STORE_OK ||
        !pip__snapshot_make(&room->table, made.batch, &shorter))
        abort();
    for (uint32_t i = 0; i < made.batch->count; i++) {
        struct pip_store_event event = {.seq = i + 1, .text = pip_span_of(made.batch->text[i])};
        if (pip__table_load(&again, &event) != CODE_FINE)
            abort();
    }
    if (!same_record(&room->table, &again) || !same_seats(&room->table, &again) ||
        !same_json(pip__view_table(&room->table, 0), pip__view_table(&again, 0)) ||
        again.history.count != shorter.count || again.history.base != shorter.base ||
        again.history.length != shorter.length ||
        (shorter.length > 0 && memcmp(again.history.text, shorter.text, shorter.length) != 0))
        abort();
    pip__history_free(&shorter);
    pip__table_clear(&again);
    pip__table_clear(&made);
}

struct pip__net_socket *world_connect(struct world *world) {
    struct pip__net_socket *socket = calloc(1, sizeof *socket);
    if (!socket)
        abort();
    current = world;
    handlers->opened(world->server, socket, "192.0.2.1", &socket->user);
    return socket;
}

void world_say(struct world *world, struct pip__net_socket *socket, const char *text,
               size_t length) {
    current = world;
    if (!socket->closed)
        handlers->message(world->server, socket, socket->user, text, length);
    world_settle(world);
}

void world_part(struct world *world, struct pip__net_socket *socket) {
    current = world;
    handlers->closed(world->server, socket, socket->user);
    world_settle(world);
    free(socket->sent);
    free(socket);
}

void world_ask(struct world *world, enum pip__net_method method, const char *path,
               const char *address, const char *body, size_t length,
               struct pip__net_exchange *exchange) {
    struct pip__net_request request = {.method = method,
                                       .path = path,
                                       .address = address,
                                       .etag = "",
                                       .authorization = "",
                                       .body = body,
                                       .length = length};
    current = world;
    *exchange = (struct pip__net_exchange){0};
    handlers->request(world->server, exchange, &request);
    world_settle(world);
    if (exchange->status == 0)
        abort(); /* never answered */
}
