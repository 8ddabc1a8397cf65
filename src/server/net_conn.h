/* What the files of the network edge share: net.c listens and keeps connections, net_peer.c counts
 * whose they are, net_http.c answers requests, net_shake.c and net_ws*.c talk to WebSockets. Nobody
 * else includes this. */
#ifndef PIP__NET_CONN_H
#define PIP__NET_CONN_H

#include "net.h"
#include "net_head.h"
#include <netinet/in.h>

#define NET_READ_MAX 65536 /* bytes that are read at once */

struct net {
    struct net_config config;
    struct net_stats stats;
    uint64_t patience; /* ms */
    struct net_conn *conns;
    struct net_socket *unsent;  /* that have something to send before the loop sleeps */
    struct ws_reader *reader;   /* of nobody, for who needs one next */
    void *peers;                /* a tree, see net_peer.c */
    uint32_t count, count_most; /* of connections */
    int listener, port;
    bool stopping;
    uint64_t stop_by;   /* the loop's time */
    uv_poll_t poll;     /* of the listener */
    uv_timer_t again;   /* after accepting failed */
    uv_timer_t tick;    /* looks for what is late */
    uv_prepare_t flush; /* sends what has gathered */
    char bytes[NET_READ_MAX];
};

enum conn_stage {
    CONN_READING, /* waits for a request, or has part of one */
    CONN_BUSY,    /* a request is being answered; nothing is read */
    CONN_SOCKET,  /* it is a WebSocket */
    CONN_ENDING,  /* everything is said; what the client still sends is dropped */
    CONN_GONE,    /* until the loop lets go of it */
};

struct net_conn {
    uv_tcp_t tcp;
    uv_write_t write; /* at most one is under way */
    struct net *net;
    struct net_conn *next, **link;
    enum conn_stage stage;
    uint64_t by; /* the loop's time when it is late; 0: it cannot be */
    struct in6_addr address;
    struct peer *peer;             /* who it is counted for, or NULL */
    struct net_exchange *exchange; /* of the request, from its head on */
    struct net_socket *socket;     /* of a WebSocket */
    char *input;                   /* of requests: what is read and not yet used, ... */
    uint32_t start, end, room;     /* ... from start to end */
};

/* ---- net.c ---- */

void net__conn_late_in(struct net_conn *conn, uint64_t ms);
void net__conn_reads(struct net_conn *conn, bool reads);
/* Ends a connection for which nothing waits to be written, so that the client can read all of it.
 */
void net__conn_end(struct net_conn *conn);
/* Ends it at once. */
void net__conn_drop(struct net_conn *conn);

/* ---- net_peer.c ---- */

void net__address_of(const struct sockaddr *place, struct in6_addr *address);
/* The last address that the proxy names; false if there is none. */
bool net__address_forwarded(struct pip_span header, struct in6_addr *address);
void net__address_write(const struct in6_addr *address, char text[NET_ADDRESS_MAX]);
/* Counts the connection for the address, and no longer for another; false if that has too many. */
bool net__peer_join(struct net_conn *conn, const struct in6_addr *address);
void net__peer_leave(struct net_conn *conn);

/* ---- net_http.c: what happens to a connection that is no WebSocket ---- */

void net__http_read(struct net_conn *conn, const char *bytes, size_t length);
void net__http_late(struct net_conn *conn);
void net__http_stop(struct net_conn *conn);
void net__http_gone(struct net_conn *conn);
/* The whole answer that refuses with a status, at most `room` bytes. */
size_t net__http_refusal(int status, char *text, size_t room);

/* ---- net_shake.c ---- */

/* Writes the answer to a handshake. Returns 0, or the status to refuse it with. */
int net__shake(const struct net *net, const struct net_head *head, struct pip_text *answer);

/* ---- net_ws.c, net_ws_read.c ---- */

/* Makes the connection a WebSocket. Returns 0, or the status to refuse it with. */
int net__ws_begin(struct net_conn *conn, const struct net_head *head, const char *address);
void net__ws_read(struct net_conn *conn, const char *bytes, size_t length);
void net__ws_late(struct net_conn *conn);
void net__ws_gone(struct net_conn *conn);
void net__ws_flush(struct net *net);
void net__ws_free(struct net *net);

#endif
