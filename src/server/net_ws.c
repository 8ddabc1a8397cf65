#include "net_lws.h"
#include <ctype.h>
#include <pipwright/base.h>
#include <stdlib.h>
#include <string.h>

#define REASON_MAX 120
#define ORIGIN_MAX 300
#define CLOSE_SECONDS 5    /* for a reader to take what is queued before a close */
#define TOKEN 1000         /* what a message costs, so that a millisecond earns NET_RATE */
#define QUEUED_OVERHEAD 64 /* memory of a queued message besides its text */
#define PARTIAL_FIRST 2048

struct net_text {
    uint32_t references;
    size_t length;
    unsigned char bytes[]; /* LWS_PRE bytes for the frame's header, then the text */
};

struct queued {
    struct net_text *text;
    struct queued *next;
};

struct net_socket {
    struct net *net;
    struct lws *wsi;
    void *user;
    struct net_socket *next, **link;
    struct queued *first, **last;
    size_t backlog;
    char *partial; /* a message that comes in parts */
    uint32_t partial_length, partial_room;
    uint32_t tokens; /* the bucket of the rate limit ... */
    uint64_t filled; /* ... and when it was last filled, in the loop's ms */
    int code;        /* the connection is being closed; 0: it is not */
    char *reason;    /* NULL for none */
    bool close_sent;
};

/* ---- Shared texts ---- */

struct net_text *net_text_new(const char *text, size_t length) {
    struct net_text *shared = malloc(sizeof *shared + LWS_PRE + length);
    if (!shared)
        return NULL;
    shared->references = 1;
    shared->length = length;
    memcpy(shared->bytes + LWS_PRE, text, length);
    return shared;
}

void net_text_release(struct net_text *text) {
    if (text && --text->references == 0)
        free(text);
}

/* ---- The queue ---- */

static void queue_drop_first(struct net_socket *socket) {
    struct queued *first = socket->first;
    socket->backlog -= first->text->length + QUEUED_OVERHEAD;
    socket->first = first->next;
    if (!socket->first)
        socket->last = &socket->first;
    net_text_release(first->text);
    free(first);
}

static void queue_drop(struct net_socket *socket) {
    while (socket->first)
        queue_drop_first(socket);
}

static void close_without_queue(struct net_socket *socket, int code, const char *reason) {
    queue_drop(socket);
    net_close(socket, code, reason);
}

void net_send_text(struct net_socket *socket, struct net_text *text) {
    if (socket->code)
        return;
    struct queued *queued = text ? malloc(sizeof *queued) : NULL;
    if (!queued) { /* the client comes back and asks for what it missed */
        close_without_queue(socket, LWS_CLOSE_STATUS_UNEXPECTED_CONDITION, "out of memory");
        return;
    }
    *queued = (struct queued){.text = text};
    text->references++;
    *socket->last = queued;
    socket->last = &queued->next;
    socket->backlog += text->length + QUEUED_OVERHEAD;
    if (socket->backlog > NET_BACKLOG_MAX) {
        socket->net->stats.closed_slow++;
        close_without_queue(socket, 1013, "reading too slowly");
        return;
    }
    lws_callback_on_writable(socket->wsi);
}

void net_send(struct net_socket *socket, const char *text, size_t length) {
    struct net_text *shared = net_text_new(text, length);
    net_send_text(socket, shared);
    net_text_release(shared);
}

static int send_first(struct net_socket *socket) {
    struct net_text *text = socket->first->text;
    int sent = lws_write(socket->wsi, text->bytes + LWS_PRE, text->length, LWS_WRITE_TEXT);
    if (sent < 0)
        return -1;
    socket->net->stats.messages_out++;
    socket->net->stats.bytes_out += text->length;
    queue_drop_first(socket);
    return 0;
}

/* ---- Closing ---- */

/* The close frame is written by us and the client's is waited for: libwebsockets would end the
 * connection at once, and what the client is still sending would then wipe out the frame on its
 * way. */
void net_close(struct net_socket *socket, int code, const char *reason) {
    if (socket->code)
        return;
    socket->code = code;
    socket->reason = strndup(reason, REASON_MAX);
    lws_set_timeout(socket->wsi, PENDING_TIMEOUT_CLOSE_SEND, CLOSE_SECONDS);
    lws_callback_on_writable(socket->wsi);
}

static int send_close(struct net_socket *socket) {
    unsigned char buffer[LWS_PRE + 4 + REASON_MAX], *frame = buffer + LWS_PRE;
    size_t length = socket->reason ? strlen(socket->reason) : 0;
    frame[0] = 0x88; /* final, close */
    frame[1] = (unsigned char)(2 + length);
    frame[2] = (unsigned char)(socket->code >> 8);
    frame[3] = (unsigned char)socket->code;
    if (length > 0)
        memcpy(frame + 4, socket->reason, length);
    socket->close_sent = true;
    return lws_write(socket->wsi, frame, 4 + length, LWS_WRITE_RAW) < 0 ? -1 : 0;
}

/* Ends the connection if this is the answer to our close, else lets libwebsockets answer. */
int net__ws_close_received(struct lws *wsi) {
    struct net_socket *socket = lws_get_opaque_user_data(wsi);
    return socket->close_sent ? -1 : 0;
}

int net__ws_writable(struct lws *wsi) {
    struct net_socket *socket = lws_get_opaque_user_data(wsi);
    while (socket->first) {
        if (send_first(socket) < 0)
            return -1;
        bool more = socket->first || socket->code;
        if (more && lws_send_pipe_choked(wsi)) {
            lws_callback_on_writable(wsi);
            return 0;
        }
    }
    return socket->code && !socket->close_sent ? send_close(socket) : 0;
}

/* ---- Receiving ---- */

static bool take_token(struct net_socket *socket) {
    uint64_t now = uv_now(socket->net->config.loop);
    uint64_t tokens = socket->tokens + (now - socket->filled) * NET_RATE;
    socket->filled = now;
    socket->tokens = (uint32_t)(tokens < NET_BURST * TOKEN ? tokens : NET_BURST * TOKEN);
    if (socket->tokens < TOKEN)
        return false;
    socket->tokens -= TOKEN;
    return true;
}

static void partial_drop(struct net_socket *socket) {
    free(socket->partial);
    socket->partial = NULL;
    socket->partial_length = socket->partial_room = 0;
}

static bool partial_add(struct net_socket *socket, const char *bytes, size_t length) {
    size_t needed = socket->partial_length + length, room = socket->partial_room;
    for (; room < needed; room = room ? room * 2 : PARTIAL_FIRST)
        continue;
    if (room > socket->partial_room) {
        char *larger = realloc(socket->partial, room);
        if (!larger)
            return false;
        socket->partial = larger;
        socket->partial_room = (uint32_t)room;
    }
    memcpy(socket->partial + socket->partial_length, bytes, length);
    socket->partial_length = (uint32_t)needed;
    return true;
}

static void deliver(struct net_socket *socket, const char *text, size_t length) {
    struct net *net = socket->net;
    net->stats.messages_in++;
    net->config.handlers->message(net->config.context, socket, socket->user, text, length);
}

static void take_part(struct net_socket *socket, const char *bytes, size_t length, bool last) {
    if (last && !socket->partial) {
        deliver(socket, bytes, length);
        return;
    }
    if (length > 0 && !partial_add(socket, bytes, length)) {
        close_without_queue(socket, LWS_CLOSE_STATUS_UNEXPECTED_CONDITION, "out of memory");
        return;
    }
    if (last) {
        deliver(socket, socket->partial, socket->partial_length);
        partial_drop(socket);
    }
}

/* Comes for each RX_BUFFER of a frame and for the frame's end. */
int net__ws_received(struct lws *wsi, const char *bytes, size_t length) {
    struct net_socket *socket = lws_get_opaque_user_data(wsi);
    if (socket->code)
        return 0;
    size_t rest = lws_remaining_packet_payload(wsi);
    /* Empty fragments pay like messages: any number of them would fit into one. */
    bool pays = lws_is_first_fragment(wsi) || length == 0;
    if (lws_frame_is_binary(wsi)) {
        close_without_queue(socket, LWS_CLOSE_STATUS_UNACCEPTABLE_OPCODE, "text only");
    } else if (pays && !take_token(socket)) {
        socket->net->stats.closed_rate++;
        close_without_queue(socket, LWS_CLOSE_STATUS_POLICY_VIOLATION, "too many messages");
    } else if (socket->partial_length + length + rest > NET_FRAME_MAX) {
        close_without_queue(socket, LWS_CLOSE_STATUS_MESSAGE_TOO_LARGE, "message too large");
    } else {
        take_part(socket, bytes, length, rest == 0 && lws_is_final_fragment(wsi));
    }
    return 0;
}

/* ---- The handshake ---- */

/* "HTTPS://Example.org:443/" becomes "https://example.org". False if it is no origin. */
static bool normalise(const char *url, char *origin, size_t room) {
    struct pip_text text = pip_text_init(origin, room);
    for (; *url; url++)
        pip_text_add_char(&text, (char)tolower((unsigned char)*url));
    if (!pip_text_fits(&text))
        return false;
    char *host = strstr(origin, "://");
    if (!host)
        return false;
    host += 3;
    host[strcspn(host, "/")] = '\0';
    const char *usual = strncmp(origin, "https:", 6) == 0 ? ":443" : ":80";
    size_t length = strlen(host), tail = strlen(usual);
    if (length > tail && strcmp(host + length - tail, usual) == 0)
        host[length - tail] = '\0';
    return true;
}

/* Programs send no Origin; what pages send, the browser vouches for. */
static bool origin_allowed(const struct net *net, struct lws *wsi) {
    char sent[ORIGIN_MAX], origin[ORIGIN_MAX], host[ORIGIN_MAX], url[ORIGIN_MAX + 16],
        expected[ORIGIN_MAX];
    if (!net__header(wsi, WSI_TOKEN_ORIGIN, sent, sizeof sent))
        return false;
    if (sent[0] == '\0')
        return true;
    if (!normalise(sent, origin, sizeof origin))
        return false;
    if (net->config.origin)
        return normalise(net->config.origin, expected, sizeof expected) &&
               strcmp(origin, expected) == 0;
    if (!net__header(wsi, WSI_TOKEN_HOST, host, sizeof host))
        return false;
    struct pip_text text = pip_text_init(url, sizeof url); /* the same scheme, the Host asked for */
    pip_text_add_span(&text, (struct pip_span){origin, strcspn(origin, ":")});
    pip_text_add(&text, "://");
    pip_text_add(&text, host);
    return pip_text_fits(&text) && normalise(url, expected, sizeof expected) &&
           strcmp(origin, expected) == 0;
}

static int upgrade_status(const struct net *net, struct lws *wsi, const char *protocol) {
    char path[NET_PATH_MAX], version[8];
    int method;
    if (net->stopping)
        return 503;
    if (strcmp(protocol, "websocket") != 0 || !net__path(wsi, path, sizeof path, &method) ||
        method != LWSHUMETH_GET)
        return 400;
    if (strcmp(path, NET_WS_PATH) != 0)
        return 404;
    if (!net__header(wsi, WSI_TOKEN_VERSION, version, sizeof version) || strcmp(version, "13") != 0)
        return 426;
    return origin_allowed(net, wsi) ? 0 : 403;
}

int net__ws_upgrade(struct net *net, struct lws *wsi, const char *protocol) {
    int status = upgrade_status(net, wsi, protocol);
    return status == 0 ? 0 : net__http_refuse(net, wsi, status);
}

/* ---- Coming and going ---- */

struct net_socket *net__ws_next(const struct net_socket *socket) {
    return socket->next;
}

static void list_add(struct net *net, struct net_socket *socket) {
    socket->next = net->sockets;
    socket->link = &net->sockets;
    if (socket->next)
        socket->next->link = &socket->next;
    net->sockets = socket;
    net->stats.sockets++;
}

static void list_remove(struct net *net, struct net_socket *socket) {
    *socket->link = socket->next;
    if (socket->next)
        socket->next->link = socket->link;
    net->stats.sockets--;
}

int net__ws_opened(struct net *net, struct lws *wsi) {
    struct net_socket *socket = calloc(1, sizeof *socket);
    if (!socket)
        return -1;
    socket->net = net;
    socket->wsi = wsi;
    socket->last = &socket->first;
    socket->tokens = NET_BURST * TOKEN;
    socket->filled = uv_now(net->config.loop);
    list_add(net, socket);
    lws_set_opaque_user_data(wsi, socket);
    char address[NET_ADDRESS_MAX];
    net__address(net, wsi, address);
    net->config.handlers->opened(net->config.context, socket, address, &socket->user);
    return 0;
}

int net__ws_gone(struct lws *wsi) {
    struct net_socket *socket = lws_get_opaque_user_data(wsi);
    if (!socket)
        return 0;
    lws_set_opaque_user_data(wsi, NULL);
    struct net *net = socket->net;
    socket->code = LWS_CLOSE_STATUS_ABNORMAL_CLOSE; /* so that the handler cannot send any more */
    net->config.handlers->closed(net->config.context, socket, socket->user);
    list_remove(net, socket);
    queue_drop(socket);
    partial_drop(socket);
    free(socket->reason);
    free(socket);
    return 0;
}
