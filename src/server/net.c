#include "net_conn.h"
#include <errno.h>
#include <netdb.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#define ACCEPT_AT_ONCE 64   /* before others get their turn */
#define ACCEPT_AGAIN_MS 200 /* after running out of descriptors */
#define TICK_MS 500
#define END_MS 3000 /* for a client to read the end, and to stop sending */
#define STOP_MS 1000
#define STOP_TICK_MS 20
#define REFUSAL_MAX 1024

/* ---- Connections ---- */

void pip__net_conn_late_in(struct pip__net_conn *conn, uint64_t ms) {
    conn->by = uv_now(conn->net->config.loop) + ms;
}

static void on_room(uv_handle_t *handle, size_t wanted, uv_buf_t *room) {
    struct pip__net_conn *conn = handle->data;
    (void)wanted; /* one for all: what is read is used at once */
    *room = uv_buf_init(conn->net->bytes, NET_READ_MAX);
}

static void on_read(uv_stream_t *stream, ssize_t length, const uv_buf_t *bytes) {
    struct pip__net_conn *conn = stream->data;
    if (length < 0) /* never while an answer is due: nothing is read then */
        pip__net_conn_drop(conn);
    else if (length > 0 && conn->stage == CONN_READING)
        pip__net_http_read(conn, bytes->base, (size_t)length);
    else if (length > 0 && conn->stage == CONN_SOCKET)
        pip__net_ws_read(conn, bytes->base, (size_t)length);
}

void pip__net_conn_reads(struct pip__net_conn *conn, bool reads) {
    if (reads)
        uv_read_start((uv_stream_t *)&conn->tcp, on_room, on_read);
    else
        uv_read_stop((uv_stream_t *)&conn->tcp);
}

/* Closing a socket with bytes unread would wipe out what is still on its way to the client. */
void pip__net_conn_end(struct pip__net_conn *conn) {
    int fd;
    if (conn->stage == CONN_GONE)
        return;
    conn->stage = CONN_ENDING;
    if (uv_fileno((uv_handle_t *)&conn->tcp, &fd) == 0)
        shutdown(fd, SHUT_WR);
    pip__net_conn_late_in(conn, END_MS);
    pip__net_conn_reads(conn, true);
}

static void finish(struct pip__net *net) {
    uv_close((uv_handle_t *)&net->again, NULL);
    uv_close((uv_handle_t *)&net->tick, NULL);
    uv_close((uv_handle_t *)&net->flush, NULL);
    uv_close((uv_handle_t *)&net->hurry, NULL);
}

static void on_gone(uv_handle_t *handle) {
    struct pip__net_conn *conn = handle->data;
    struct pip__net *net = conn->net;
    pip__net_ws_gone(conn);
    pip__net_http_gone(conn);
    pip__net_peer_leave(conn);
    *conn->link = conn->next;
    if (conn->next)
        conn->next->link = conn->link;
    free(conn);
    if (--net->count == 0 && net->stopping)
        finish(net);
}

void pip__net_conn_drop(struct pip__net_conn *conn) {
    if (conn->stage == CONN_GONE)
        return;
    conn->stage = CONN_GONE;
    uv_close((uv_handle_t *)&conn->tcp, on_gone);
}

static void look_at(struct pip__net_conn *conn, uint64_t now) {
    bool all_late = conn->net->stopping && now >= conn->net->stop_by;
    bool late = conn->by > 0 && now >= conn->by;
    if (all_late)
        pip__net_conn_drop(conn);
    else if (late && conn->stage == CONN_READING)
        pip__net_http_late(conn);
    else if (late && conn->stage == CONN_SOCKET)
        pip__net_ws_late(conn);
    else if (late)
        pip__net_conn_drop(conn);
}

static void on_tick(uv_timer_t *timer) {
    struct pip__net *net = timer->data;
    for (struct pip__net_conn *conn = net->conns; conn; conn = conn->next)
        look_at(conn, uv_now(timer->loop));
}

static void on_flush(uv_prepare_t *handle) {
    pip__net_ws_flush(handle->data);
}

/* ---- Listening---- */

static int listen_on(const struct addrinfo *place) {
    int fd = socket(place->ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (fd < 0)
        return -1;
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &(int){1}, sizeof(int));
    if (bind(fd, place->ai_addr, place->ai_addrlen) == 0 && listen(fd, SOMAXCONN) == 0)
        return fd;
    int reason = errno;
    close(fd);
    errno = reason;
    return -1;
}

/* A listening socket, or -1 with a sentence. */
static int listen_at(const char *address, int port, char *error, size_t room) {
    char service[8];
    snprintf(service, sizeof service, "%u", (unsigned)port & 0xffff);
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_PASSIVE}, *places = NULL;
    int fd = -1, found = getaddrinfo(address, service, &hints, &places);
    for (struct addrinfo *place = places; fd < 0 && place; place = place->ai_next)
        fd = listen_on(place);
    if (fd < 0)
        snprintf(error, room, "cannot listen on %s port %d: %s", address, port,
                 found != 0 ? gai_strerror(found) : strerror(errno));
    if (places)
        freeaddrinfo(places);
    return fd;
}

static int port_of(int fd) {
    struct sockaddr_storage place;
    socklen_t length = sizeof place;
    char service[8] = "0";
    if (getsockname(fd, (struct sockaddr *)&place, &length) == 0)
        getnameinfo((struct sockaddr *)&place, length, NULL, 0, service, sizeof service,
                    NI_NUMERICSERV);
    return atoi(service);
}

/* ---- Accepting ---- */

/* Answers without waiting for a request, as far as that is possible at once. */
static void turn_away(struct pip__net *net, int fd, int status) {
    char text[REFUSAL_MAX];
    size_t length = pip__net_http_refusal(status, text, sizeof text);
    net->stats.refused++;
    if (send(fd, text, length, MSG_NOSIGNAL | MSG_DONTWAIT) > 0)
        shutdown(fd, SHUT_WR);
    close(fd);
}

static void conn_enter(struct pip__net *net, struct pip__net_conn *conn) {
    conn->next = net->conns;
    conn->link = &net->conns;
    if (conn->next)
        conn->next->link = &conn->next;
    net->conns = conn;
    net->count++;
}

static void welcome(struct pip__net *net, int fd, const struct sockaddr *place) {
    struct pip__net_conn *conn = net->count < net->count_most ? calloc(1, sizeof *conn) : NULL;
    if (!conn) {
        turn_away(net, fd, 503);
        return;
    }
    conn->net = net;
    pip__net_address_of(place, &conn->address);
    if (!net->config.proxied && !pip__net_peer_join(conn, &conn->address)) {
        free(conn);
        turn_away(net, fd, 429);
        return;
    }
    uv_tcp_init(net->config.loop, &conn->tcp);
    conn->tcp.data = conn->write.data = conn;
    conn_enter(net, conn);
    pip__net_conn_late_in(conn, net->patience);
    if (uv_tcp_open(&conn->tcp, fd) == 0) {
        pip__net_conn_reads(conn, true);
    } else {
        close(fd);
        pip__net_conn_drop(conn);
    }
}

static void on_connection(uv_poll_t *poll, int status, int events);

static void on_accept_again(uv_timer_t *timer) {
    struct pip__net *net = timer->data;
    uv_poll_start(&net->poll, UV_READABLE, on_connection);
}

static void on_connection(uv_poll_t *poll, int status, int events) {
    (void)status, (void)events;
    struct pip__net *net = poll->data;
    for (int i = 0; i < ACCEPT_AT_ONCE; i++) {
        struct sockaddr_storage place = {0};
        socklen_t length = sizeof place;
        int fd = accept4(net->listener, (struct sockaddr *)&place, &length,
                         SOCK_NONBLOCK | SOCK_CLOEXEC);
        bool used_up = fd < 0 && (errno == EMFILE || errno == ENFILE || errno == ENOMEM);
        if (used_up) { /* the listener stays readable, so look away for a while */
            uv_poll_stop(poll);
            uv_timer_start(&net->again, on_accept_again, ACCEPT_AGAIN_MS, 0);
        }
        if (fd < 0)
            return;
        setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &(int){1}, sizeof(int));
        welcome(net, fd, (struct sockaddr *)&place);
    }
}

/* ---- Life cycle ---- */

/* Asks for as many descriptors as may be had, and says how many connections may take. */
static uint32_t count_most(void) {
    struct rlimit limit = {0};
    getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
    getrlimit(RLIMIT_NOFILE, &limit);
    rlim_t most = limit.rlim_cur < UINT32_MAX ? limit.rlim_cur : UINT32_MAX;
    return most > NET_FILES_KEPT ? (uint32_t)(most - NET_FILES_KEPT) : 1;
}

static bool start_events(struct pip__net *net, char *error, size_t room) {
    uv_loop_t *loop = net->config.loop;
    int failed = uv_poll_init(loop, &net->poll, net->listener);
    if (failed) {
        snprintf(error, room, "cannot start: %s", uv_strerror(failed));
        return false;
    }
    uv_timer_init(loop, &net->again);
    uv_timer_init(loop, &net->tick);
    uv_prepare_init(loop, &net->flush);
    uv_idle_init(loop, &net->hurry);
    net->poll.data = net->again.data = net->tick.data = net->flush.data = net;
    uv_poll_start(&net->poll, UV_READABLE, on_connection);
    uv_timer_start(&net->tick, on_tick, TICK_MS, TICK_MS);
    uv_prepare_start(&net->flush, on_flush);
    return true;
}

struct pip__net *pip__net_start(const struct pip__net_config *config, char *error, size_t room) {
    struct pip__net *net = calloc(1, sizeof *net);
    if (!net) {
        snprintf(error, room, "out of memory");
        return NULL;
    }
    net->config = *config;
    net->patience = 1000 * (uint64_t)(config->patience > 0 ? config->patience : NET_PATIENCE);
    net->count_most = count_most();
    net->listener = listen_at(config->address, config->port, error, room);
    if (net->listener >= 0 && start_events(net, error, room)) {
        net->port = port_of(net->listener);
        return net;
    }
    if (net->listener >= 0)
        close(net->listener);
    free(net);
    return NULL;
}

int pip__net_port(const struct pip__net *net) {
    return net->port;
}

const struct pip__net_stats *pip__net_stats(const struct pip__net *net) {
    return &net->stats;
}

void pip__net_stop(struct pip__net *net) {
    if (net->stopping)
        return;
    net->stopping = true;
    uv_close((uv_handle_t *)&net->poll, NULL);
    close(net->listener);
    for (struct pip__net_conn *conn = net->conns; conn; conn = conn->next) {
        if (conn->stage == CONN_SOCKET)
            pip__net_close(conn->socket, 1001, "server stops");
        else
            pip__net_http_stop(conn);
    }
    uv_update_time(net->config.loop);
    net->stop_by = uv_now(net->config.loop) + STOP_MS;
    uv_timer_start(&net->tick, on_tick, STOP_TICK_MS, STOP_TICK_MS);
    if (net->count == 0)
        finish(net);
}

void pip__net_free(struct pip__net *net) {
    if (!net)
        return;
    pip__net_ws_free(net);
    free(net);
}
