#include "load.h"
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

/* ---- Connections ---- */

static int poller = -1;

void links_begin(void) {
    poller = epoll_create1(EPOLL_CLOEXEC);
}

int connect_from(int from) {
    uint32_t host = 0x7f000000u + 256u * (1 + (uint32_t)from / 250) + 1 + (uint32_t)from % 250;
    struct sockaddr_in here = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(host)};
    struct sockaddr_in there = {.sin_family = AF_INET,
                                .sin_port = htons((uint16_t)server.port),
                                .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    setsockopt(fd, IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT, &(int){1}, sizeof(int));
    if (fd < 0 || bind(fd, (struct sockaddr *)&here, sizeof here) != 0 ||
        connect(fd, (struct sockaddr *)&there, sizeof there) != 0)
        stop("cannot connect", strerror(errno));
    return fd;
}

void link_open(struct link *link, int from, void (*receive)(struct link *)) {
    link->fd = connect_from(from);
    link->receive = receive;
    link->have = 0;
    fcntl(link->fd, F_SETFL, O_NONBLOCK);
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = link};
    if (epoll_ctl(poller, EPOLL_CTL_ADD, link->fd, &event) != 0)
        stop("epoll", strerror(errno));
}

void link_close(struct link *link) {
    if (link->fd >= 0)
        close(link->fd);
    link->fd = -1;
}

void link_send(struct link *link, const void *bytes, size_t length) {
    if (send(link->fd, bytes, length, MSG_NOSIGNAL) != (ssize_t)length)
        stop("cannot send", strerror(errno));
}

void link_drop(struct link *link, size_t length) {
    link->have -= length;
    memmove(link->in, link->in + length, link->have);
}

static void link_read(struct link *link) {
    ssize_t length = read(link->fd, link->in + link->have, IN_ROOM - link->have);
    if (length < 0 && errno == EAGAIN)
        return;
    if (length <= 0)
        stop("the server has closed a connection", length < 0 ? strerror(errno) : "");
    link->have += (size_t)length;
    link->in[link->have] = '\0';
    link->receive(link);
}

void pump(double until) {
    struct epoll_event events[256];
    double left = until - now();
    left = left > 0 ? left : 0;
    struct timespec wait = {(time_t)left, (long)(1e9 * (left - (double)(time_t)left))};
    int count = epoll_pwait2(poller, events, 256, &wait, NULL);
    for (int i = 0; i < count; i++) {
        struct link *link = events[i].data.ptr;
        if (link->fd >= 0)
            link_read(link);
    }
}

void pump_for(double seconds) {
    for (double until = now() + seconds; now() < until;)
        pump(until);
}
