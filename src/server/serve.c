#include "server.h"
#include <signal.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ---- Codes ---- */

static const struct {
    const char *text;
    int status;
} codes[] = {
#define X(name, text, status) {text, status},
    CODE_LIST(X)
#undef X
};

const char *code_text(enum code code) {
    return codes[code].text;
}

int code_status(enum code code) {
    return codes[code].status;
}

enum code code_of_store(enum pip_store_status status) {
    switch (status) {
    case PIP_STORE_OK: return CODE_FINE;
    case PIP_STORE_CONFLICT: return CODE_CONFLICT;
    case PIP_STORE_MISSING: return CODE_NO_TABLE;
    case PIP_STORE_EXISTS: /* a code or id was drawn twice: trying again draws another */
    case PIP_STORE_BUSY: return CODE_BUSY;
    case PIP_STORE_FULL: return CODE_DISK_FULL;
    case PIP_STORE_READ_ONLY: return CODE_READ_ONLY;
    default: return CODE_FAILED;
    }
}

enum code code_of_pip(enum pip_status status) {
    switch (status) {
    case PIP_OK: return CODE_FINE;
    case PIP_NOT_ACTING: return CODE_NOT_ACTING;
    case PIP_OVER: return CODE_OVER;
    case PIP_FINAL: return CODE_FINAL;
    case PIP_BAD_SEATS: return CODE_BAD_SEATS;
    case PIP_BAD_OPTION: return CODE_BAD_OPTION;
    case PIP_BAD_SHEET: return CODE_BAD_SHEET;
    default: return CODE_ILLEGAL;
    }
}

/* ---- Time, and the way from the writer's thread to the loop ---- */

int64_t server_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

int64_t server_tick(void) {
    return (int64_t)(uv_hrtime() / 1000000);
}

/* A clock that jumps ahead would make every table look forgotten. */
static void watch_clock(struct server *server) {
    int64_t ahead = server_now() - server_tick(), jump = ahead - server->clock_ahead;
    server->clock_ahead = ahead;
    if (jump > -JUMP_MS && jump < JUMP_MS)
        return;
    server->expires_from = server_tick() + EXPIRE_JUMP_MS;
    server_log("warn", "clock-jumped",
               json_pack("{s:I, s:s}", "seconds", (json_int_t)(jump / 1000), "so",
                         "no table expires for a day; is the clock right?"));
}

void room_stored(void *context, enum pip_store_status status) {
    struct room *room = context;
    struct server *server = room->server;
    uv_mutex_lock(&server->lock);
    room->stored = status;
    room->stored_next = NULL;
    *(server->stored ? &server->stored_last->stored_next : &server->stored) = room;
    server->stored_last = room;
    uv_mutex_unlock(&server->lock);
    uv_async_send(&server->wake);
}

static void take_stored(struct server *server) {
    uv_mutex_lock(&server->lock);
    struct room *room = server->stored;
    server->stored = NULL;
    uv_mutex_unlock(&server->lock);
    for (struct room *next; room; room = next) {
        next = room->stored_next;
        room_done(room, room->stored);
    }
}

/* ---- Stopping ---- */

static void close_handles(struct server *server) {
    uv_close((uv_handle_t *)&server->wake, NULL);
    uv_close((uv_handle_t *)&server->sweep, NULL);
    for (int i = 0; i < 2; i++)
        uv_close((uv_handle_t *)&server->signals[i], NULL);
}

/* New requests are refused at once; what is in flight is stored and answered first. */
static void stop_if_quiet(struct server *server) {
    if (!server->stopping || server->stopped || server->busy_count > 0)
        return;
    server->stopped = true;
    net_stop(server->net);
    close_handles(server);
}

void server_stop(struct server *server) {
    server->stopping = true;
    stop_if_quiet(server);
}

static void on_wake(uv_async_t *wake) {
    struct server *server = wake->data;
    take_stored(server);
    stop_if_quiet(server);
}

static void on_signal(uv_signal_t *handle, int number) {
    struct server *server = handle->data;
    if (server->stopping)
        return;
    server_log("info", "stopping", json_pack("{s:i}", "signal", number));
    server_stop(server);
}

static void on_sweep(uv_timer_t *timer) {
    struct server *server = timer->data;
    watch_clock(server);
    clocks_look(server);
    bots_retry(server, server_tick());
    strangers_sweep(server, server_tick());
    tables_sweep(server, server_tick());
    stop_if_quiet(server);
}

/* ---- Starting ---- */

static void start_handles(struct server *server) {
    static const int numbers[] = {SIGTERM, SIGINT};
    uv_async_init(&server->loop, &server->wake, on_wake);
    uv_timer_init(&server->loop, &server->sweep);
    server->wake.data = server->sweep.data = server;
    uv_timer_start(&server->sweep, on_sweep, SWEEP_MS, SWEEP_MS);
    for (int i = 0; i < 2; i++) {
        uv_signal_init(&server->loop, &server->signals[i]);
        server->signals[i].data = server;
        uv_signal_start(&server->signals[i], on_signal, numbers[i]);
    }
}

static bool open_store(struct server *server) {
    char error[256];
    const char *path = server->config->store;
    struct pip_store_options options = {.file_bytes = server->config->store_bytes};
    if (strncmp(path, "sqlite:", 7) == 0)
        path += 7;
    server->store = pip_store_open(path, &options, error, sizeof error);
    if (!server->store)
        fprintf(stderr, "pipwright: cannot open the store %s: %s\n", path, error);
    return server->store != NULL;
}

static const struct net_handlers handlers = {
    .request = api_request,
    .opened = socket_opened,
    .message = socket_message,
    .closed = socket_closed,
};

static bool start_net(struct server *server) {
    char error[256];
    const struct server_config *config = server->config;
    struct net_config net = {.loop = &server->loop,
                             .address = config->listen_address,
                             .port = config->port,
                             .origin = config->public_url,
                             .proxied = config->proxied,
                             .handlers = &handlers,
                             .context = server};
    server->net = net_start(&net, error, sizeof error);
    if (!server->net)
        fprintf(stderr, "pipwright: %s\n", error);
    return server->net != NULL;
}

static void announce(const struct server *server) {
    const char *address = server->config->listen_address;
    bool six = strchr(address, ':') != NULL;
    printf("listening on http://%s%s%s:%d/\n", six ? "[" : "", address, six ? "]" : "",
           net_port(server->net));
    fflush(stdout);
    server_log("info", "started",
               json_pack("{s:s, s:i, s:s, s:b}", "address", address, "port", net_port(server->net),
                         "store", server->config->store, "web", server->files != NULL));
}

struct server *server_start(const struct server_config *config) {
    struct server *server = sodium_init() >= 0 ? calloc(1, sizeof *server) : NULL;
    if (!server)
        return NULL;
    signal(SIGPIPE, SIG_IGN);
    server->config = config;
    server->started = server_tick();
    server->clock_ahead = server_now() - server->started;
    server->expires_from = server->started + EXPIRE_FIRST_MS;
    randombytes_buf(server->hash_key, sizeof server->hash_key);
    uv_loop_init(&server->loop);
    uv_mutex_init(&server->lock);
    tables_init(server);
    if (open_store(server)) {
        start_handles(server);
        server->files = files_open(config->web);
        if (start_net(server))
            return server;
        close_handles(server);
        uv_run(&server->loop, UV_RUN_DEFAULT);
    }
    server_finish(server);
    return NULL;
}

/* The store answers what is left, which nobody waits for any more. */
void server_finish(struct server *server) {
    pip_store_close(server->store);
    net_free(server->net);
    uv_run(&server->loop, UV_RUN_DEFAULT);
    tables_free(server);
    files_free(server->files);
    uv_loop_close(&server->loop);
    uv_mutex_destroy(&server->lock);
    free(server);
}

bool server_run(const struct server_config *config) {
    struct server *server = server_start(config);
    if (!server)
        return false;
    announce(server);
    uv_run(&server->loop, UV_RUN_DEFAULT);
    server_finish(server);
    server_log("info", "stopped", NULL);
    return true;
}
