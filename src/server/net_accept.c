/* Listening and accepting. */
#include "net_conn.h"
#include <errno.h>
#include <netdb.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define ACCEPT_AT_ONCE 16   /* before others get their turn */
#define ACCEPT_AGAIN_MS 200 /* after running out of descriptors */
#define REFUSAL_MAX 1024

static int listen_on(const struct addrinfo *place) {
    int fd = socket(place->ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (fd < 0)
        return -1;
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &(int){1}, sizeof(int));
    setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &(int){NET_READ_MAX}, sizeof(int)); /* of connections */
    if (bind(fd, place->ai_addr, place->ai_addrlen) == 0 && listen(fd, SOMAXCONN) == 0)
        return fd;
    int reason = errno;
    close(fd);
    errno = reason;
    return -1;
}

int pip__net_listen(const char *address, int port, char *error, size_t room) {
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

int pip__net_port_of(int fd) {
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

static void on_accept_again(uv_timer_t *timer) {
    struct pip__net *net = timer->data;
    pip__net_accepts(net);
}

/* Whether there may be more. */
static bool accept_one(struct pip__net *net) {
    struct sockaddr_storage place = {0};
    socklen_t length = sizeof place;
    int fd =
        accept4(net->listener, (struct sockaddr *)&place, &length, SOCK_NONBLOCK | SOCK_CLOEXEC);
    bool used_up = fd < 0 && (errno == EMFILE || errno == ENFILE || errno == ENOMEM);
    if (used_up) { /* the listener stays readable, so look away for a while */
        uv_poll_stop(&net->poll);
        uv_timer_start(&net->again, on_accept_again, ACCEPT_AGAIN_MS, 0);
    }
    if (fd < 0)
        return false;
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &(int){1}, sizeof(int));
    welcome(net, fd, (struct sockaddr *)&place);
    return true;
}

static void on_connection(uv_poll_t *poll, int status, int events) {
    (void)status, (void)events;
    struct pip__net *net = poll->data;
    struct pip__work work = pip__work_begin(net->config.turns);
    for (int i = 0; i < ACCEPT_AT_ONCE && accept_one(net); i++)
        continue;
    pip__work_end(net->config.turns, WORK_ACCEPT, work);
}

void pip__net_accepts(struct pip__net *net) {
    uv_poll_start(&net->poll, UV_READABLE, on_connection);
}
