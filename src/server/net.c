#include "net.h"
#include <libwebsockets.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct net {
    struct net_config config;
    struct lws_context *context;
    struct lws_vhost *vhost;
    struct lws_protocols protocols[3];
    struct net_stats stats;
    struct net_socket *sockets; /* all of them */
    bool stopping;
};

/* A message that any number of queues point to. */
struct net_text {
    int references;
    size_t length;
    unsigned char bytes[]; /* LWS_PRE bytes for the frame's header, then the text */
};

struct net_exchange {
    struct net *net;
    struct lws *wsi; /* NULL once the client has left */
    struct net_request request;
    char path[1024], query[1024], address[64], etag[80];
    char *body;
    size_t length;
    bool asked, answered;
    unsigned char *out; /* LWS_PRE bytes, then the body; or NULL with `kept` */
    const char *kept;
    size_t out_length, sent;
};

#define QUEUE_FIRST 4

struct net_socket {
    struct net *net;
    struct lws *wsi;
    void *user;
    struct net_socket *next, **link;
    struct net_text **queue; /* ring */
    uint32_t size, head, count;
    size_t backlog;
    char *partial; /* a message that comes in fragments */
    size_t partial_length;
    uint64_t bucket_time; /* ms */
    double bucket;
    int close_code;
    char close_reason[124];
};

/* ---- HTTP ---- */

static const char security_headers[][2][128] = {
    {"content-security-policy:",
     "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' data:; "},
    {"x-content-type-options:", "nosniff"},
    {"referrer-policy:", "no-referrer"},
    {"cross-origin-opener-policy:", "same-origin"},
};

static const char content_policy[] =
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data: blob:; connect-src 'self'; object-src 'none'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'";

static int add_header(struct lws *wsi, const char *name, const char *value, unsigned char **at,
                      unsigned char *end) {
    return lws_add_http_header_by_name(wsi, (const unsigned char *)name,
                                       (const unsigned char *)value, (int)strlen(value), at, end);
}

static int write_headers(struct net_exchange *x, const struct net_answer *answer) {
    unsigned char buffer[LWS_PRE + 2048], *at = buffer + LWS_PRE, *start = at,
                                          *end = buffer + sizeof buffer;
    if (lws_add_http_common_headers(x->wsi, (unsigned)answer->status, answer->type, answer->length,
                                    &at, end) ||
        add_header(x->wsi, "content-security-policy:", content_policy, &at, end))
        return -1;
    for (size_t i = 1; i < sizeof security_headers / sizeof *security_headers; i++) {
        if (add_header(x->wsi, security_headers[i][0], security_headers[i][1], &at, end))
            return -1;
    }
    if (add_header(x->wsi, "cache-control:", answer->cache ? answer->cache : "no-store", &at, end))
        return -1;
    if (answer->etag && add_header(x->wsi, "etag:", answer->etag, &at, end))
        return -1;
    if (answer->gzip && (add_header(x->wsi, "content-encoding:", "gzip", &at, end) ||
                         add_header(x->wsi, "vary:", "accept-encoding", &at, end)))
        return -1;
    return lws_finalize_write_http_header(x->wsi, start, &at, end);
}

static void exchange_free(struct net_exchange *x) {
    free(x->body);
    free(x->out);
    free(x);
}
