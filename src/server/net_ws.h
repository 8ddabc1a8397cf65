/* A WebSocket: net_ws.c sends and keeps it, net_ws_read.c receives. Nobody else includes this. */
#ifndef PIP__NET_WS_H
#define PIP__NET_WS_H

#include "net_conn.h"

#define NET_TOKEN 1000 /* what a frame costs, so that a millisecond earns NET_RATE */

struct pip__net_socket {
    struct pip__net_conn *conn;
    void *user;
    struct pip__net_socket *unsent,
        **unsent_link; /* in the list of those; link is NULL if it is not */
    struct queued *first, **last;
    size_t backlog;           /* memory of what is queued */
    size_t sent;              /* bytes of the first message */
    uint32_t flying;          /* how many libuv is writing */
    struct ws_reader *reader; /* while it is within a message */
    char *partial;            /* the message so far */
    uint32_t partial_length, partial_room;
    uint32_t tokens; /* the bucket of the rate limit ... */
    uint64_t filled; /* ... and when it was last filled, in the loop's ms */
    int code;        /* the connection is being closed; 0: it is not */
    bool pinged;     /* since something was heard */
};

/* Closes it without sending what is queued. */
void pip__net_ws_fail(struct pip__net_socket *socket, int code, const char *reason);
/* Queues a frame of the protocol's own. */
void pip__net_ws_control(struct pip__net_socket *socket, unsigned opcode, const char *bytes,
                         size_t length);
/* Frees what receiving has. */
void pip__net_ws_forget(struct pip__net_socket *socket);

#endif
