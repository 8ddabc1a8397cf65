/* The network edge of the server: HTTP requests and WebSocket messages on a libuv loop of ours.
 *
 * This is the only interface that knows libwebsockets. It enforces what can be enforced without knowing
 * what a message means: sizes, rates, origins, header policy, slow readers. Everything runs on the
 * loop's thread. */
#ifndef PIP__NET_H
#define PIP__NET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <uv.h>

#define NET_FRAME_MAX 65536     /* bytes of a message, and of a request's body */
#define NET_BACKLOG_MAX 1048576 /* bytes that may wait for a slow reader */
#define NET_RATE 20             /* messages a second that a connection may send ... */
#define NET_BURST 60            /* ... and how many at once */

struct net;
struct net_exchange; /* a request that is to be answered once */
struct net_socket;   /* a WebSocket connection */

enum net_method { NET_GET, NET_POST, NET_OTHER };

/* A request; all of it is borrowed for the call. Text is NUL-terminated. */
struct net_request {
    enum net_method method;
    const char *path, *query; /* query: without the ?, "" if there is none */
    const char *address;      /* of the client, or of whom the proxy names */
    const char *etag;         /* If-None-Match, or "" */
    bool gzip;                /* the client takes gzip */
    const char *body;
    size_t length;
};

/* An answer. `body` is copied, or kept without copying if `keep` (it must then live for ever). */
struct net_answer {
    int status;
    const char *type;
    const char *body;
    size_t length;
    bool keep;
    bool gzip;         /* the body is compressed */
    const char *etag;  /* NULL for none */
    const char *cache; /* Cache-Control; NULL: no-store */
};

struct net_handlers {
    /* Answer now, or keep the exchange and answer later with net_answer. */
    void (*request)(void *context, struct net_exchange *exchange,
                    const struct net_request *request);
    /* A connection is there. *user is the handler's own. */
    void (*opened)(void *context, struct net_socket *socket, const char *address, void **user);
    void (*message)(void *context, struct net_socket *socket, void *user, const char *text,
                    size_t length);
    void (*closed)(void *context, struct net_socket *socket, void *user);
};

struct net_config {
    uv_loop_t *loop;
    const char *address; /* to listen on */
    int port;            /* 0: any that is free */
    const char *origin;  /* the public URL that pages come from; NULL: the Host asked for */
    bool proxied;        /* trust X-Forwarded-For */
    const struct net_handlers *handlers;
    void *context;
};

/* NULL if the address cannot be listened on; `error` then says why. */
struct net *net_start(const struct net_config *config, char *error, size_t room);
int net_port(const struct net *net);

/* Closes the listening socket and all connections with "going away"; afterwards the loop can end. */
void net_stop(struct net *net);
void net_free(struct net *net);

/* Answers an exchange, which is gone afterwards. The client may have left; that is fine. */
void net_answer(struct net_exchange *exchange, const struct net_answer *answer);

/* Queues a message. A reader who is too slow is closed. */
void net_send(struct net_socket *socket, const char *text, size_t length);

/* A message for many: made once, sent to each, released once. */
struct net_text *net_text_new(const char *text, size_t length);
void net_send_text(struct net_socket *socket, struct net_text *text);
void net_text_release(struct net_text *text);

/* Closes a connection with a WebSocket code and a reason of at most 120 bytes. */
void net_close(struct net_socket *socket, int code, const char *reason);

/* Figures for metrics. */
struct net_stats {
    uint64_t requests, messages_in, messages_out, bytes_out, refused, closed_slow, closed_rate;
    uint32_t sockets;
};
const struct net_stats *net_stats(const struct net *net);

#endif
