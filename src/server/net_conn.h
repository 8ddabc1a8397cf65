/* What the files of the network edge share: net_accept.c lets connections in, net.c keeps and reads
 * them, net_peer.c counts whose they are, net_http.c answers requests, net_shake.c and net_ws*.c
 * talk to WebSockets. Nobody else includes this. */
#ifndef PIP__NET_CONN_H
#define PIP__NET_CONN_H

#include "net.h"
#include "net_head.h"
#include <netinet/in.h>

#define NET_READ_MAX 65536   /* bytes of requests that are read at once, ... */
#define NET_READ_SOCKET 4096 /* ... and of messages, which may be many */

/* Connections that have something to read, and no turn yet, in the order of coming. */
struct pip__net_line {
    struct pip__net_conn *first, **last;
};

struct pip__net {
    struct pip__net_config config;
    struct pip__net_stats stats;
    uint64_t patience; /* ms */
    struct pip__net_conn *conns;
    struct pip__net_socket *unsent, **unsent_last; /* that have something to send, ... */
    uint32_t unsent_count;                         /* ... and how many they are */
    struct pip__net_line lines[2];                 /* requests that wait to be read, and messages */
    struct pip__net_conn *look; /* the next to be looked at, whether it is late */
    struct pip__work reading;   /* since when */
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
    uv_idle_t hurry;    /* keeps the loop awake while there is more */
    char bytes[NET_READ_MAX];
};

enum conn_stage {
    CONN_READING, /* waits for a request, or has part of one */
    CONN_BUSY,    /* a request is being answered; nothing is read */
    CONN_SOCKET,  /* it is a WebSocket */
    CONN_ENDING,  /* everything is said; what the client still sends is dropped */
    CONN_GONE,    /* until the loop lets go of it */
};

struct pip__net_conn {
    uv_tcp_t tcp;
    uv_write_t write; /* at most one is under way */
    struct pip__net *net;
    struct pip__net_conn *next, **link;
    struct pip__net_conn *behind,
        **waits; /* in a line: who is next, and what points here, or NULL */
    struct pip__net_line *line;
    enum conn_stage stage;
    uint64_t by; /* the loop's time when it is late; 0: it cannot be */
    struct in6_addr address;
    struct peer *peer;                  /* who it is counted for, or NULL */
    struct pip__net_exchange *exchange; /* of the request, from its head on */
    struct pip__net_socket *socket;     /* of a WebSocket */
    char *input;                        /* of requests: what is read and not yet used, ... */
    uint32_t start, end, room;          /* ... from start to end */
};

/* ---- net.c ---- */

void pip__net_conn_late_in(struct pip__net_conn *conn, uint64_t ms);
void pip__net_conn_reads(struct pip__net_conn *conn, bool reads);
/* Something that was read is still to be used, when others have had their turn. */
void pip__net_conn_waits(struct pip__net_conn *conn);
/* Keeps the loop awake: there is more to do. */
void pip__net_hurry(struct pip__net *net);
/* Ends a connection for which nothing waits to be written, so that the client can read all of it.
 */
void pip__net_conn_end(struct pip__net_conn *conn);
/* Ends it at once. */
void pip__net_conn_drop(struct pip__net_conn *conn);

/* ---- net_accept.c ---- */

/* A listening socket, or -1 with a sentence. */
int pip__net_listen(const char *address, int port, char *error, size_t room);
int pip__net_port_of(int fd);
void pip__net_accepts(struct pip__net *net);

/* ---- net_peer.c ---- */

void pip__net_address_of(const struct sockaddr *place, struct in6_addr *address);
/* The last address that the proxy names; false if there is none. */
bool pip__net_address_forwarded(struct pip_span header, struct in6_addr *address);
void pip__net_address_write(const struct in6_addr *address, char text[NET_ADDRESS_MAX]);
bool pip__net_address_is_loopback(const struct in6_addr *address);
/* Counts the connection for the address, and no longer for another; false if that has too many. */
bool pip__net_peer_join(struct pip__net_conn *conn, const struct in6_addr *address);
void pip__net_peer_leave(struct pip__net_conn *conn);

/* ---- net_http.c: what happens to a connection that is no WebSocket ---- */

void pip__net_http_read(struct pip__net_conn *conn, const char *bytes, size_t length);
/* Goes on with what was read before. */
void pip__net_http_go_on(struct pip__net_conn *conn);
void pip__net_http_late(struct pip__net_conn *conn);
void pip__net_http_stop(struct pip__net_conn *conn);
void pip__net_http_gone(struct pip__net_conn *conn);
/* The whole answer that refuses with a status, at most `room` bytes. */
size_t pip__net_http_refusal(int status, char *text, size_t room);

/* ---- net_shake.c ---- */

/* Programs send no Origin; what pages send, the browser vouches for. */
bool pip__net_origin_allowed(const struct pip__net *net, const struct pip__net_head *head);

/* Writes the answer to a handshake. Returns 0, or the status to refuse it with. */
int pip__net_shake(const struct pip__net *net, const struct pip__net_head *head,
                   struct pip_text *answer);

/* ---- net_ws.c, net_ws_read.c ---- */

/* Makes the connection a WebSocket. Returns 0, or the status to refuse it with. */
int pip__net_ws_begin(struct pip__net_conn *conn, const struct pip__net_head *head,
                      const char *address);
void pip__net_ws_read(struct pip__net_conn *conn, const char *bytes, size_t length);
void pip__net_ws_late(struct pip__net_conn *conn);
void pip__net_ws_gone(struct pip__net_conn *conn);
/* Sends for a turn. */
void pip__net_ws_flush(struct pip__net *net);
void pip__net_ws_free(struct pip__net *net);

#endif
