/* The network edge of the server: HTTP requests and WebSocket messages on a libuv loop of ours.
 *
 * It enforces what can be enforced without knowing what a message means: sizes, rates, origins,
 * header policy, slow readers, silent peers. What it refuses is answered with a status and a code
 * in JSON. Everything runs on the loop's thread, and no call here calls a handler before it
 * returns.
 *
 * WebSockets are at NET_WS_PATH; a page of another origin cannot open one. Every other path is a
 * request, which is a GET (or a HEAD, whose answer loses its body) or a POST. */
#ifndef PIP__NET_H
#define PIP__NET_H

#include "turns.h"
#include <stddef.h>
#include <uv.h>

#define NET_WS_PATH "/ws"
#define NET_PROTOCOL "pipwright" /* the subprotocol; a client may also name none */

#define NET_PATH_MAX 512        /* bytes of a path */
#define NET_FRAME_MAX 65536     /* bytes of a message, and of a request's body */
#define NET_BACKLOG_MAX 1048576 /* bytes that may wait for a slow reader */
#define NET_RATE 100            /* frames a second that a connection may send ... */
#define NET_BURST 400           /* ... and how many at once */
#define NET_PATIENCE 22         /* seconds, see struct pip__net_config */
#define NET_CONNECTIONS_MAX 256 /* of one address; with IPv6, of one /64 */
#define NET_FILES_KEPT 64       /* descriptors that connections leave to the rest of the server */
#define NET_ADDRESS_MAX 46      /* bytes of an address as text */

struct pip__net;
struct pip__net_exchange; /* a request that is to be answered once */
struct pip__net_socket;   /* a WebSocket connection */
struct pip__net_text;     /* a message that many sockets share */

enum pip__net_method { NET_GET, NET_POST };

/* A request; all of it is borrowed for the call. Text is NUL-terminated. The path is decoded once
 * and has no control characters; it begins with / and has no // and no .. in it. */
struct pip__net_request {
    enum pip__net_method method;
    const char *path;          /* without the query */
    const char *address;       /* of the client, or of whom the proxy names */
    const char *etag;          /* If-None-Match, or "" */
    const char *authorization; /* or "" */
    bool local;                /* from this machine, and not through a proxy */
    bool gzip;                 /* the client takes gzip */
    const char *body;
    size_t length;
};

/* An answer, borrowed for the call. `body` is copied, or kept without copying if `keep` (it must
 * then live as long as the net). A status of 204 or 304 has no body; 200 becomes 304 where the
 * client has what the ETag names. */
struct pip__net_answer {
    int status;
    const char *type; /* Content-Type; NULL for none */
    const char *body;
    size_t length;
    bool keep;
    bool gzip;         /* the body is compressed */
    const char *etag;  /* NULL for none */
    const char *cache; /* Cache-Control; NULL: no-store */
};

struct pip__net_handlers {
    /* Answer now, or keep the exchange and answer later; either way once, with pip__net_answer. */
    void (*request)(void *context, struct pip__net_exchange *exchange,
                    const struct pip__net_request *request);
    /* A connection is there. *user is the handler's own. */
    void (*opened)(void *context, struct pip__net_socket *socket, const char *address, void **user);
    /* A whole message of valid UTF-8, not NUL-terminated. None comes after pip__net_close. */
    void (*message)(void *context, struct pip__net_socket *socket, void *user, const char *text,
                    size_t length);
    /* All that was sent has gone out. */
    void (*drained)(void *context, struct pip__net_socket *socket, void *user);
    /* Once for each that was opened; the socket is gone afterwards. */
    void (*closed)(void *context, struct pip__net_socket *socket, void *user);
};

struct pip__net_config {
    uv_loop_t *loop;
    const char *address; /* to listen on */
    int port;            /* 0: any that is free */
    const char *origin;  /* the public URL that pages come from; NULL: the Host asked for */
    bool proxied;        /* trust the last entry of X-Forwarded-For */
    int patience; /* 0: NET_PATIENCE. Seconds for a request to arrive, and of silence before a
                   * WebSocket is pinged; after twice that it is dropped */
    const struct pip__net_handlers *handlers;
    void *context;
    struct pip__turns *turns; /* of the loop; NULL: none are kept */
};

/* Listens. What `config` points to is kept. NULL if that fails; `error` then says why. */
struct pip__net *pip__net_start(const struct pip__net_config *config, char *error, size_t room);
int pip__net_port(const struct pip__net *net);

/* Stops listening and closes all connections with "going away", after what is queued for them or a
 * second, whichever is sooner; then the loop can end. */
void pip__net_stop(struct pip__net *net);
/* After pip__net_stop, when the loop has ended. */
void pip__net_free(struct pip__net *net);

/* Answers an exchange, which is gone afterwards. The client may have left; that is fine, even after
 * pip__net_free. */
void pip__net_answer(struct pip__net_exchange *exchange, const struct pip__net_answer *answer);

/* Queues a message of valid UTF-8. A reader who is too slow is closed. */
void pip__net_send(struct pip__net_socket *socket, const char *text, size_t length);

/* A message for many: made once (NULL if there is no memory), sent to each, released once. */
struct pip__net_text *pip__net_text_new(const char *text, size_t length);
void pip__net_send_text(struct pip__net_socket *socket, struct pip__net_text *text);
void pip__net_text_release(struct pip__net_text *text);

/* Closes a connection with a WebSocket code and a reason of at most 120 bytes, after the messages
 * that are queued. The first call counts. */
void pip__net_close(struct pip__net_socket *socket, int code, const char *reason);

/* Figures for metrics. `refused` counts requests and handshakes that no handler saw. */
struct pip__net_stats {
    uint64_t requests, messages_in, messages_out, bytes_out, refused, closed_slow, closed_rate;
    uint32_t sockets;
};
const struct pip__net_stats *pip__net_stats(const struct pip__net *net);

/* What limits count by: an IPv4 address, or the first bits of an IPv6 address. */
void pip__net_address_key(const char *address, int bits, char key[NET_ADDRESS_MAX]);

#endif
