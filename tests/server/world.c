#include "world.h"
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct world *current; /* whose server is at work */
static const struct net_handlers *handlers;

/* ---- In place of net.c ---- */

static struct net_stats stats;

struct net *net_start(const struct net_config *config, char *error, size_t room) {
    (void)error, (void)room;
    handlers = config->handlers;
    return (struct net *)&stats;
}

int net_port(const struct net *net) {
    (void)net;
    return 0;
}

void net_stop(struct net *net) {
    (void)net;
}

void net_free(struct net *net) {
    (void)net;
}

const struct net_stats *net_stats(const struct net *net) {
    (void)net;
    return &stats;
}

void net_answer(struct net_exchange *exchange, const struct net_answer *answer) {
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

void net_send(struct net_socket *socket, const char *text, size_t length) {
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

struct net_text {
    size_t length;
    char text[];
};

struct net_text *net_text_new(const char *text, size_t length) {
    struct net_text *copy = malloc(sizeof *copy + length);
    if (!copy)
        return NULL;
    copy->length = length;
    memcpy(copy->text, text, length);
    return copy;
}

void net_send_text(struct net_socket *socket, struct net_text *text) {
    net_send(socket, text->text, text->length);
}

void net_text_release(struct net_text *text) {
    free(text);
}

void net_close(struct net_socket *socket, int code, const char *reason) {
    (void)code, (void)reason;
    socket->closed = true;
}

/* ---- In place of time, log, chance and fair dice ---- */

int64_t __wrap_server_now(void);
int64_t __wrap_server_now(void) {
    return INT64_C(1700000000000);
}

int64_t __wrap_server_tick(void);
int64_t __wrap_server_tick(void) {
    return 1000;
}

void __wrap_server_log(const char *level, const char *what, json_t *fields);
void __wrap_server_log(const char *level, const char *what, json_t *fields) {
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
    snprintf(world->path, sizeof world->path, "/tmp/pipwright-world-XXXXXX");
    if (access("/dev/shm", W_OK) == 0) /* in memory: many small transactions */
        snprintf(world->path, sizeof world->path, "/dev/shm/pipwright-world-XXXXXX");
    int file = mkstemp(world->path);
    if (file < 0)
        abort();
    close(file);
    world->config = (struct server_config){.store = world->path, .expire_days = 90};
    randombytes_set_implementation(&drawing);
    world->server = server_start(&world->config);
    if (!world->server)
        abort();
    uv_timer_stop(&world->server->sweep);
    world->server->started = __wrap_server_tick();
}

void world_end(struct world *world) {
    static const char *const files[] = {"", "-wal", "-shm", ".lock"};
    world_settle(world);
    server_stop(world->server);
    uv_run(&world->server->loop, UV_RUN_DEFAULT);
    server_finish(world->server);
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        char path[80];
        snprintf(path, sizeof path, "%s%s", world->path, files[i]);
        unlink(path);
    }
}

static bool is_quiet(const struct server *server) {
    bool quiet = server->busy_count == 0;
    for (uint32_t i = 0; quiet && i < server->buckets; i++) {
        for (const struct room *room = server->rooms[i]; room; room = room->next)
            quiet &= !room->job && !room->asks;
    }
    return quiet;
}

void world_settle(struct world *world) {
    current = world;
    while (!is_quiet(world->server))
        uv_run(&world->server->loop, UV_RUN_ONCE);
}

struct net_socket *world_connect(struct world *world) {
    struct net_socket *socket = calloc(1, sizeof *socket);
    if (!socket)
        abort();
    current = world;
    handlers->opened(world->server, socket, "192.0.2.1", &socket->user);
    return socket;
}

void world_say(struct world *world, struct net_socket *socket, const char *text, size_t length) {
    current = world;
    if (!socket->closed)
        handlers->message(world->server, socket, socket->user, text, length);
    world_settle(world);
}

void world_part(struct world *world, struct net_socket *socket) {
    current = world;
    handlers->closed(world->server, socket, socket->user);
    world_settle(world);
    free(socket->sent);
    free(socket);
}

void world_ask(struct world *world, enum net_method method, const char *path, const char *address,
               const char *body, size_t length, struct net_exchange *exchange) {
    struct net_request request = {.method = method,
                                  .path = path,
                                  .address = address,
                                  .etag = "",
                                  .body = body,
                                  .length = length};
    current = world;
    *exchange = (struct net_exchange){0};
    handlers->request(world->server, exchange, &request);
    world_settle(world);
    if (exchange->status == 0)
        abort(); /* never answered */
}
