/* net_echo PATIENCE [proxied | ORIGIN]: the network edge with nothing behind it. Requests are
 * answered with what they are, messages with themselves, until SIGTERM. It prints its port. */
#include "server/net.h"
#include <jansson.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LATER_MS 100
#define LARGE 8000000

static uv_loop_t loop;
static struct pip__net *net;
static char large[LARGE];

struct later {
    uv_timer_t timer;
    struct pip__net_exchange *exchange;
};

static struct later *at_the_end; /* what is answered when it is to stop, if anything */

static void answer_json(struct pip__net_exchange *exchange, int status, json_t *json) {
    char *text = json_dumps(json, JSON_COMPACT);
    struct pip__net_answer answer = {
        .status = status, .type = "application/json", .body = text, .length = strlen(text)};
    pip__net_answer(exchange, &answer);
    free(text);
    json_decref(json);
}

static void on_freed(uv_handle_t *timer) {
    free(timer);
}

static void on_later(uv_timer_t *timer) {
    struct later *later = (struct later *)timer;
    answer_json(later->exchange, 200, json_pack("{s:b}", "later", 1));
    uv_close((uv_handle_t *)timer, on_freed);
}

static struct later *prepare_later(struct pip__net_exchange *exchange) {
    struct later *later = calloc(1, sizeof *later);
    if (!later)
        abort();
    later->exchange = exchange;
    uv_timer_init(&loop, &later->timer);
    return later;
}

static void answer_soon(struct later *later) {
    uv_timer_start(&later->timer, on_later, LATER_MS, 0);
}

static json_t *stats(void) {
    const struct pip__net_stats *all = pip__net_stats(net);
    return json_pack("{s:I, s:I, s:I, s:I, s:I, s:I}", "requests", (json_int_t)all->requests,
                     "messages", (json_int_t)all->messages_in, "refused", (json_int_t)all->refused,
                     "slow", (json_int_t)all->closed_slow, "rate", (json_int_t)all->closed_rate,
                     "sockets", (json_int_t)all->sockets);
}

static json_t *echo(const struct pip__net_request *request) {
    return json_pack("{s:s, s:s, s:s, s:s, s:b, s:s%}", "method",
                     request->method == NET_POST ? "POST" : "GET", "path", request->path, "address",
                     request->address, "etag", request->etag, "gzip", request->gzip, "body",
                     request->body, request->length);
}

static void on_request(void *context, struct pip__net_exchange *exchange,
                       const struct pip__net_request *request) {
    struct pip__net_answer all = {.status = 200, .body = large, .length = LARGE, .keep = true};
    (void)context;
    if (strcmp(request->path, "/later") == 0)
        answer_soon(prepare_later(exchange));
    else if (strcmp(request->path, "/at-the-end") == 0)
        at_the_end = prepare_later(exchange);
    else if (strcmp(request->path, "/large") == 0)
        pip__net_answer(exchange, &all);
    else if (strcmp(request->path, "/same") == 0)
        pip__net_answer(exchange, &(struct pip__net_answer){.status = 304, .etag = "\"e\""});
    else if (strcmp(request->path, "/stats") == 0)
        answer_json(exchange, 200, stats());
    else
        answer_json(exchange, 200, echo(request));
}

static void on_opened(void *context, struct pip__net_socket *socket, const char *address,
                      void **user) {
    (void)context, (void)socket, (void)address;
    *user = &loop;
}

static void on_message(void *context, struct pip__net_socket *socket, void *user, const char *text,
                       size_t length) {
    (void)context;
    if (user != &loop)
        abort();
    pip__net_send(socket, text, length);
}

static void on_closed(void *context, struct pip__net_socket *socket, void *user) {
    (void)context;
    if (user != &loop)
        abort();
    pip__net_send(socket, "too late", 8);
}

static void on_signal(uv_signal_t *handle, int number) {
    (void)number;
    pip__net_stop(net);
    if (at_the_end)
        answer_soon(at_the_end);
    uv_close((uv_handle_t *)handle, NULL);
}

int main(int count, char **arguments) {
    static const struct pip__net_handlers handlers = {on_request, on_opened, on_message, NULL,
                                                      on_closed};
    const char *how = count > 2 ? arguments[2] : NULL;
    bool proxied = how && strcmp(how, "proxied") == 0;
    struct pip__net_config config = {.loop = &loop,
                                     .address = "127.0.0.1",
                                     .origin = proxied ? NULL : how,
                                     .proxied = proxied,
                                     .patience = count > 1 ? atoi(arguments[1]) : 0,
                                     .handlers = &handlers};
    char error[256];
    uv_signal_t stop;
    signal(SIGPIPE, SIG_IGN);
    uv_loop_init(&loop);
    net = pip__net_start(&config, error, sizeof error);
    if (!net) {
        fprintf(stderr, "%s\n", error);
        return 1;
    }
    uv_signal_init(&loop, &stop);
    uv_signal_start(&stop, on_signal, SIGTERM);
    printf("%d\n", pip__net_port(net));
    fflush(stdout);
    uv_run(&loop, UV_RUN_DEFAULT);
    pip__net_free(net);
    return uv_loop_close(&loop) == 0 ? 0 : 2;
}
