/* What the files of the network edge share: net.c listens and dispatches, net_http.c answers
 * requests, net_ws.c talks to WebSockets. Nobody else includes this, or libwebsockets. */
#ifndef PIP__NET_LWS_H
#define PIP__NET_LWS_H

#include "net.h"
#include <libwebsockets.h>

#define NET_ADDRESS_MAX 64

struct net {
    struct net_config config;
    struct lws_context *lws;
    struct lws_protocols protocols[2]; /* ours and the end */
    lws_retry_bo_t idle;
    struct net_stats stats;
    struct net_socket *sockets; /* all of them */
    uint32_t exchanges;         /* whose clients are there */
    int listener, port;
    bool stopping;
    uint64_t stop_by; /* the loop's time */
    uv_poll_t poll;   /* of the listener */
    uv_timer_t timer; /* after accepting failed, or while stopping */
};

/* The text of a header: "" if it is not there, false if it does not fit. */
bool net__header(struct lws *wsi, enum lws_token_indexes token, char *text, size_t room);
/* Who the client is. `address` has NET_ADDRESS_MAX bytes. */
void net__address(const struct net *net, struct lws *wsi, char *address);

/* Reads the path, decoded; `method` is one of LWSHUMETH_. False if it, or the line it stands in, is
 * bad. */
bool net__path(struct lws *wsi, char *path, size_t room, int *method);
/* Answers a request for an upgrade with an error and returns 1. */
int net__http_refuse(struct net *net, struct lws *wsi, int status);

/* libwebsockets' events. Each returns 0, or -1 to end the connection. */
int net__http_begin(struct net *net, struct lws *wsi);
int net__http_body(struct lws *wsi, const char *bytes, size_t length);
int net__http_body_end(struct lws *wsi);
int net__http_writable(struct lws *wsi);
int net__http_timer(struct lws *wsi);
int net__http_gone(struct lws *wsi);
int net__ws_upgrade(struct net *net, struct lws *wsi, const char *protocol); /* 1: refused */
int net__ws_opened(struct net *net, struct lws *wsi);
int net__ws_received(struct lws *wsi, const char *bytes, size_t length);
int net__ws_writable(struct lws *wsi);
int net__ws_close_received(struct lws *wsi);
int net__ws_gone(struct lws *wsi);

struct net_socket *net__ws_next(const struct net_socket *socket);

#endif
