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

const char *pip__code_text(enum code code) {
    return codes[code].text;
}

int pip__code_status(enum code code) {
    return codes[code].status;
}

enum code pip__code_of_store(enum pip_store_status status) {
    switch (status) {
    case PIP_STORE_OK: return CODE_FINE;
    case PIP_STORE_CONFLICT: return CODE_CONFLICT;
    case PIP_STORE_MISSING: return CODE_NO_TABLE;
    case PIP_STORE_EXISTS: /* a code or id was drawn twice: trying again draws another */
    case PIP_STORE_BUSY: return CODE_BUSY;
    case PIP_STORE_FULL: return CODE_DISK_FULL;
    case PIP_STORE_READ_ONLY: return CODE_READ_ONLY;
    case PIP_STORE_DAMAGED: return CODE_DAMAGED;
    default: return CODE_FAILED;
    }
}

enum code pip__code_of_pip(enum pip_status status) {
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

int64_t pip__server_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

int64_t pip__server_tick(void) {
    return (int64_t)(uv_hrtime() / 1000000);
}

/* A clock that jumps ahead would make every table look forgotten. */
static void watch_clock(struct pip__server *server) {
    int64_t ahead = pip__server_now() - pip__server_tick(), jump = ahead - server->clock_ahead;
    server->clock_ahead = ahead;
    if (jump > -JUMP_MS && jump < JUMP_MS)
        return;
    server->expires_from = pip__server_tick() + EXPIRE_JUMP_MS;
    pip__server_log("warn", "clock-jumped",
                    json_pack("{s:I, s:s}", "seconds", (json_int_t)(jump / 1000), "so",
                              "no table expires for a day; is the clock right?"));
}

void pip__room_stored(void *context, enum pip_store_status status) {
    struct pip__room *room = context;
    struct pip__server *server = room->server;
    uv_mutex_lock(&server->lock);
    room->stored = status;
    room->stored_next = NULL;
    *(server->stored ? &server->stored_last->stored_next : &server->stored) = room;
    server->stored_last = room;
    uv_mutex_unlock(&server->lock);
    uv_async_send(&server->wake);
}

/* Those that were answered since the last look go behind those that still wait for their turn. */
static void take_stored(struct pip__server *server) {
    uv_mutex_lock(&server->lock);
    if (server->stored) {
        *(server->answered ? &server->answered_last->stored_next : &server->answered) =
            server->stored;
        server->answered_last = server->stored_last;
        server->stored = NULL;
    }
    uv_mutex_unlock(&server->lock);
    while (server->answered && !pip__turn_is_over(&server->turns, WORK_STORED)) {
        struct pip__work work = pip__work_begin(&server->turns);
        struct pip__room *room = server->answered;
        server->answered = room->stored_next;
        pip__room_done(room, room->stored);
        pip__work_end(&server->turns, WORK_STORED, work);
    }
}

/* ---- Stopping ---- */

static void close_handles(struct pip__server *server) {
    uv_close((uv_handle_t *)&server->wake, NULL);
    uv_close((uv_handle_t *)&server->sweep, NULL);
    for (int i = 0; i < 2; i++)
        uv_close((uv_handle_t *)&server->signals[i], NULL);
}

/* New requests are refused at once; what is in flight is stored and answered first. */
static void stop_if_quiet(struct pip__server *server) {
    bool quiet = server->busy_count == 0 && server->away == 0 && !server->unsettled;
    if (!server->stopping || server->stopped || !quiet)
        return;
    server->stopped = true;
    pip__net_stop(server->net);
    close_handles(server);
}

void pip__server_stop(struct pip__server *server) {
    server->stopping = true;
    pip__guests_stop(server);
    stop_if_quiet(server);
}

/* A little of everything that other threads have brought, and of what was left the last time. */
static void on_wake(uv_async_t *wake) {
    struct pip__server *server = wake->data;
    take_stored(server);
    bool more = pip__errands_take(server);
    more |= pip__rooms_go_on(server);
    if (more || server->answered)
        uv_async_send(wake);
    stop_if_quiet(server);
}

static void on_prepare(uv_prepare_t *handle) {
    struct pip__server *server = handle->data;
    pip__turns_round(&server->turns);
}

static void on_signal(uv_signal_t *handle, int number) {
    struct pip__server *server = handle->data;
    if (server->stopping)
        return;
    pip__server_log("info", "stopping", json_pack("{s:i}", "signal", number));
    pip__server_stop(server);
}

/* A mean, and no count: a choice that nobody knows of yet must not show. */
static void weigh_batches(struct pip__server *server) {
    struct pip_store_stats now = pip_store_stats(server->store), *before = &server->stored_before;
    if (now.transactions > before->transactions)
        server->batch_mean =
            1000000 * (now.answered - before->answered) / (now.transactions - before->transactions);
    *before = now;
}

static void on_sweep(uv_timer_t *timer) {
    struct pip__server *server = timer->data;
    struct pip__work work = pip__work_begin(&server->turns);
    weigh_batches(server);
    watch_clock(server);
    pip__clocks_look(server);
    pip__bots_retry(server, pip__server_tick());
    pip__guests_sweep(server, pip__server_tick());
    pip__strangers_sweep(server, pip__server_tick());
    pip__rooms_sweep(server, pip__server_tick());
    pip__work_end(&server->turns, WORK_SWEEP, work);
    stop_if_quiet(server);
}

/* ---- Starting ---- */

static void start_handles(struct pip__server *server) {
    static const int numbers[] = {SIGTERM, SIGINT};
    uv_async_init(&server->loop, &server->wake, on_wake);
    uv_timer_init(&server->loop, &server->sweep);
    uv_prepare_init(&server->loop, &server->prepare);
    server->wake.data = server->sweep.data = server->prepare.data = server;
    uv_prepare_start(&server->prepare, on_prepare);
    uv_unref((uv_handle_t *)&server->prepare); /* rounds are counted to the end */
    uv_timer_start(&server->sweep, on_sweep, SWEEP_MS, SWEEP_MS);
    for (int i = 0; i < 2; i++) {
        uv_signal_init(&server->loop, &server->signals[i]);
        server->signals[i].data = server;
        uv_signal_start(&server->signals[i], on_signal, numbers[i]);
    }
}

static bool open_store(struct pip__server *server) {
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

static const struct pip__net_handlers handlers = {
    .request = pip__api_request,
    .opened = pip__conn_opened,
    .message = pip__conn_message,
    .drained = pip__conn_drained,
    .closed = pip__conn_closed,
};

static bool start_net(struct pip__server *server) {
    char error[256];
    const struct pip__server_config *config = server->config;
    struct pip__net_config net = {.loop = &server->loop,
                                  .address = config->listen_address,
                                  .port = config->port,
                                  .origin = config->public_url,
                                  .proxied = config->proxied,
                                  .handlers = &handlers,
                                  .context = server,
                                  .turns = &server->turns};
    server->net = pip__net_start(&net, error, sizeof error);
    if (!server->net)
        fprintf(stderr, "pipwright: %s\n", error);
    return server->net != NULL;
}

static void announce(const struct pip__server *server) {
    const char *address = server->config->listen_address;
    bool six = strchr(address, ':') != NULL;
    printf("listening on http://%s%s%s:%d/\n", six ? "[" : "", address, six ? "]" : "",
           pip__net_port(server->net));
    fflush(stdout);
    pip__server_log("info", "started",
                    json_pack("{s:s, s:i, s:s, s:b}", "address", address, "port",
                              pip__net_port(server->net), "store", server->config->store, "web",
                              server->files != NULL));
}

struct pip__server *pip__server_start(const struct pip__server_config *config) {
    struct pip__server *server = sodium_init() >= 0 ? calloc(1, sizeof *server) : NULL;
    if (!server)
        return NULL;
    signal(SIGPIPE, SIG_IGN);
    server->config = config;
    server->started = pip__server_tick();
    server->clock_ahead = pip__server_now() - server->started;
    server->expires_from = server->started + EXPIRE_FIRST_MS;
    randombytes_buf(server->hash_key, sizeof server->hash_key);
    uv_loop_init(&server->loop);
    uv_loop_configure(&server->loop, UV_METRICS_IDLE_TIME);
    uv_mutex_init(&server->lock);
    pip__turns_init(&server->turns, &server->loop);
    pip__rooms_init(server);
    if (open_store(server)) {
        start_handles(server);
        server->files = pip__files_open(config->web);
        if (start_net(server)) {
            pip__guests_start(server);
            pip__daily_prepare(server);
            return server;
        }
        close_handles(server);
        uv_run(&server->loop, UV_RUN_DEFAULT);
    }
    pip__server_finish(server);
    return NULL;
}

/* The store answers what is left, which nobody waits for any more. */
void pip__server_finish(struct pip__server *server) {
    pip_store_close(server->store);
    pip__guests_free(server);
    pip__net_free(server->net);
    if (server->prepare.loop)
        uv_close((uv_handle_t *)&server->prepare, NULL);
    uv_run(&server->loop, UV_RUN_DEFAULT);
    pip__rooms_free(server);
    pip__listing_free(server);
    pip__files_free(server->files);
    uv_loop_close(&server->loop);
    uv_mutex_destroy(&server->lock);
    free(server);
}

bool pip__server_run(const struct pip__server_config *config) {
    struct pip__server *server = pip__server_start(config);
    if (!server)
        return false;
    while (server->asking_master) /* whoever comes first is told of the day's dice, too */
        uv_run(&server->loop, UV_RUN_ONCE);
    announce(server);
    uv_run(&server->loop, UV_RUN_DEFAULT);
    pip__server_finish(server);
    pip__server_log("info", "stopped", NULL);
    return true;
}
