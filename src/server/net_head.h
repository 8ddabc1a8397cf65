/* Reads the head of an HTTP/1 request: a library reads (net_parser.h), and this refuses what it
 * lets pass. It works on bytes alone, without a connection, so that tests/fuzz can feed it
 * anything. */
#ifndef PIP__NET_HEAD_H
#define PIP__NET_HEAD_H

#include "net.h"
#include <pipwright/base.h>

#define NET_HEAD_MAX 8192   /* bytes of a head */
#define NET_TARGET_MAX 2048 /* bytes of its path and query */

/* The headers that matter, and whether a second one of the name makes the head unsound; of the
 * others the last one counts. */
#define NET_HEADER_LIST(X)                          \
    X(HOST, "host", true)                           \
    X(CONTENT_LENGTH, "content-length", true)       \
    X(TRANSFER_ENCODING, "transfer-encoding", true) \
    X(UPGRADE, "upgrade", true)                     \
    X(ORIGIN, "origin", true)                       \
    X(WS_KEY, "sec-websocket-key", true)            \
    X(WS_VERSION, "sec-websocket-version", true)    \
    X(WS_PROTOCOL, "sec-websocket-protocol", true)  \
    X(CONTENT_TYPE, "content-type", true)           \
    X(AUTHORIZATION, "authorization", true)         \
    X(IF_NONE_MATCH, "if-none-match", false)        \
    X(ACCEPT_ENCODING, "accept-encoding", false)    \
    X(FORWARDED, "x-forwarded-for", false)

enum pip__net_header {
#define X(id, name, once) NET_##id,
    NET_HEADER_LIST(X)
#undef X
        NET_HEADERS
};

struct pip__net_head {
    enum pip__net_method method;
    bool bodiless;   /* a HEAD */
    bool keep_alive; /* the connection may go on afterwards */
    bool websocket;  /* it asks for an upgrade to that */
    uint32_t length; /* of the body */
    char path[NET_PATH_MAX + 1];
    struct pip_span header[NET_HEADERS]; /* in the bytes that were read; at is NULL without one */
};

/* How long the head at the start of the bytes is, into `end`; 0 if its end is yet to come. Returns
 * 0, or the status to refuse the bytes with. */
int pip__net_head_find(const char *bytes, size_t length, size_t *end);

/* Reads exactly a head. Returns 0, or the status to refuse it with. */
int pip__net_head_read(const char *bytes, size_t length, struct pip__net_head *head);

#endif
