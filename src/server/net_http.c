#include "net_lws.h"
#include <errno.h>
#include <pipwright/base.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#define HEAD_MAX 1024
#define QUERY_MAX 1024
#define ETAG_MAX 128
#define UNREAD_MAX 1048576 /* a refused body is read to its end if it is at most this long */
#define BODY_MS 60000      /* for a body to arrive */
#define STALL_SECONDS 30   /* for a reader who takes nothing of an answer ... */
#define PARK_MS 5          /* ... who is looked at after this, then ever more rarely */
#define PARK_MS_MOST 200

#define STATUS_LIST(X)              \
    X(200, "OK")                    \
    X(201, "Created")               \
    X(204, "No Content")            \
    X(304, "Not Modified")          \
    X(400, "Bad Request")           \
    X(401, "Unauthorized")          \
    X(403, "Forbidden")             \
    X(404, "Not Found")             \
    X(405, "Method Not Allowed")    \
    X(409, "Conflict")              \
    X(410, "Gone")                  \
    X(411, "Length Required")       \
    X(413, "Content Too Large")     \
    X(426, "Upgrade Required")      \
    X(429, "Too Many Requests")     \
    X(500, "Internal Server Error") \
    X(503, "Service Unavailable")

/* On every answer. */
static const char policy[] =
    "content-security-policy: default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; "
    "style-src 'self'; img-src 'self' data:; connect-src 'self'; object-src 'none'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'\r\n"
    "x-content-type-options: nosniff\r\n"
    "referrer-policy: no-referrer\r\n"
    "cross-origin-opener-policy: same-origin\r\n";

enum stage { READING, ASKED, WRITING }; /* the body; the handler; the answer */

struct net_exchange {
    struct net *net;
    struct lws *wsi; /* NULL once the client has left */
    enum stage stage;
    int refused;          /* the status, or 0 */
    bool bodiless, close; /* a HEAD; the connection ends with the answer */
    uint64_t began;
    struct net_request request;
    char path[NET_PATH_MAX], query[QUERY_MAX], etag[ETAG_MAX], address[NET_ADDRESS_MAX];
    char *received;
    uint32_t expected, arrived; /* bytes of the request's body */
    char head[HEAD_MAX];
    char *copy;       /* owned; what `body` points to unless that is kept */
    const char *body; /* of the answer */
    size_t head_length, body_length, sent;
    uint32_t parked_ms; /* until the next look at a client who takes nothing */
};

/* ---- Answering ---- */

static const char *status_text(int status) {
    switch (status) {
#define X(code, text) \
    case code: return text;
        STATUS_LIST(X)
#undef X
    default: return "";
    }
}

static void add_header(struct pip_text *head, const char *name, const char *value) {
    pip_text_add(head, name);
    pip_text_add(head, ": ");
    pip_text_add(head, value);
    pip_text_add(head, "\r\n");
}

static bool has_body(int status) {
    return status != 204 && status != 304;
}

/* Writes status line and headers; false if they do not fit. */
static bool write_head(struct pip_text *head, const struct net_answer *answer, bool close) {
    pip_text_add(head, "HTTP/1.1 ");
    pip_text_add_number(head, answer->status);
    pip_text_add_char(head, ' ');
    pip_text_add(head, status_text(answer->status));
    pip_text_add(head, "\r\n");
    pip_text_add(head, policy);
    add_header(head, "cache-control", answer->cache ? answer->cache : "no-store");
    if (answer->etag)
        add_header(head, "etag", answer->etag);
    if (answer->type)
        add_header(head, "content-type", answer->type);
    if (answer->gzip)
        add_header(head, "content-encoding", "gzip");
    if (answer->gzip || answer->cache)
        add_header(head, "vary", "accept-encoding");
    if (answer->status == 405)
        add_header(head, "allow", "GET, HEAD, POST");
    if (close)
        add_header(head, "connection", "close");
    if (has_body(answer->status)) {
        pip_text_add(head, "content-length: ");
        pip_text_add_number(head, (int64_t)answer->length);
        pip_text_add(head, "\r\n");
    }
    pip_text_add(head, "\r\n");
    return pip_text_fits(head);
}

/* What the edge itself answers. */
static struct net_answer refusal(int status) {
    const char *text = status_text(status);
    return (struct net_answer){.status = status,
                               .type = "text/plain; charset=utf-8",
                               .body = text,
                               .length = strlen(text),
                               .keep = true};
}

static void exchange_free(struct net_exchange *x) {
    free(x->received);
    free(x->copy);
    free(x);
}

/* Sets the body. Falls back to an empty 500 if there is no memory for a copy. */
static void take_answer(struct net_exchange *x, const struct net_answer *answer) {
    struct net_answer given = *answer;
    bool wanted = has_body(given.status) && !x->bodiless && given.length > 0;
    if (wanted && !given.keep) {
        x->copy = malloc(given.length);
        if (x->copy)
            memcpy(x->copy, given.body, given.length);
        given.body = x->copy;
    }
    if (wanted && !given.body) {
        given = (struct net_answer){.status = 500};
        wanted = false;
    }
    struct pip_text head = pip_text_init(x->head, sizeof x->head);
    if (!write_head(&head, &given, x->close)) {
        head = pip_text_init(x->head, sizeof x->head);
        write_head(&head, &(struct net_answer){.status = 500}, x->close);
        wanted = false;
    }
    x->head_length = head.length;
    x->body = given.body;
    x->body_length = wanted ? given.length : 0;
}

static bool takes_more(struct lws *wsi) {
    struct pollfd poller = {.fd = lws_get_socket_fd(wsi), .events = POLLOUT};
    return poll(&poller, 1, 0) != 0;
}

/* Asks for a turn to write. While the client takes nothing, the connection is parked and looked at
 * from time to time: waiting for it to become writable would go round and round over what it has
 * sent in the meantime, be that a next request or its end, because libwebsockets leaves that
 * unread. */
static void write_soon(struct net_exchange *x) {
    bool ready = takes_more(x->wsi);
    lws_rx_flow_control(x->wsi, ready);
    if (ready) {
        x->parked_ms = 0;
        lws_callback_on_writable(x->wsi);
    } else {
        x->parked_ms = x->parked_ms < PARK_MS_MOST ? 2 * x->parked_ms + PARK_MS : x->parked_ms;
        lws_set_timer_usecs(x->wsi, (lws_usec_t)x->parked_ms * LWS_US_PER_MS);
    }
}

int net__http_timer(struct lws *wsi) {
    struct net_exchange *x = lws_get_opaque_user_data(wsi);
    if (x && x->stage == WRITING)
        write_soon(x);
    return 0;
}

void net_answer(struct net_exchange *x, const struct net_answer *answer) {
    if (!x->wsi) {
        exchange_free(x);
        return;
    }
    x->stage = WRITING;
    take_answer(x, answer);
    lws_set_timeout(x->wsi, PENDING_TIMEOUT_HTTP_CONTENT, STALL_SECONDS);
    write_soon(x);
}

static void refuse(struct net_exchange *x, int status) {
    struct net_answer answer = refusal(status);
    x->net->stats.refused++;
    net_answer(x, &answer);
}

static int exchange_end(struct net_exchange *x) {
    struct lws *wsi = x->wsi;
    bool close = x->close;
    x->net->exchanges--;
    lws_set_opaque_user_data(wsi, NULL);
    exchange_free(x);
    return close || lws_http_transaction_completed(wsi) ? -1 : 0;
}

/* Writes past libwebsockets, which would copy what the client does not take at once, and wait for
 * it in the way that write_soon avoids. False if the client has left. */
static bool write_part(struct net_exchange *x) {
    size_t of_head = x->sent < x->head_length ? x->sent : x->head_length;
    size_t of_body = x->sent - of_head;
    struct iovec parts[] = {
        {x->head + of_head, x->head_length - of_head},
        {(char *)(uintptr_t)x->body + of_body, x->body_length - of_body},
    };
    struct msghdr message = {.msg_iov = parts, .msg_iovlen = x->body_length > of_body ? 2 : 1};
    ssize_t taken = sendmsg(lws_get_socket_fd(x->wsi), &message, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (taken < 0)
        return errno == EAGAIN || errno == EINTR;
    x->sent += (size_t)taken;
    x->net->stats.bytes_out += (size_t)taken;
    lws_set_timeout(x->wsi, PENDING_TIMEOUT_HTTP_CONTENT, STALL_SECONDS);
    return true;
}

int net__http_writable(struct lws *wsi) {
    struct net_exchange *x = lws_get_opaque_user_data(wsi);
    if (!x || x->stage != WRITING)
        return 0;
    size_t total = x->head_length + x->body_length;
    if (x->sent < total && !write_part(x))
        return -1;
    if (x->sent == total && takes_more(wsi)) /* else the next request would have to be parked */
        return exchange_end(x);
    write_soon(x);
    return 0;
}

/* ---- Reading a request ---- */

static bool is_plain(const char *text) {
    for (; *text; text++) {
        if ((unsigned char)*text < ' ' || *text == 0x7f)
            return false;
    }
    return true;
}

/* libwebsockets decodes the path, resolves . and .. and //, and takes a line break that was coded
 * into it for the line's end. Then it never comes to the version, and what it holds for headers is
 * not to be trusted. */
bool net__path(struct lws *wsi, char *path, size_t room, int *method) {
    char version[16], *uri = NULL;
    int length = 0;
    *method = lws_http_get_uri_and_method(wsi, &uri, &length);
    if (*method < 0 || length < 1 || (size_t)length >= room ||
        !net__header(wsi, WSI_TOKEN_HTTP, version, sizeof version) ||
        strncmp(version, "HTTP/1.", 7) != 0)
        return false;
    memcpy(path, uri, (size_t)length);
    path[length] = '\0';
    bool whole = strlen(path) == (size_t)length;
    return whole && path[0] == '/' && !strstr(path, "//") && !strstr(path, "..") && is_plain(path);
}

/* libwebsockets keeps the arguments apart, and writes / for an empty last one. */
static bool read_query(struct lws *wsi, char *query, size_t room) {
    size_t length = 0;
    query[0] = '\0';
    for (int i = 0; lws_hdr_fragment_length(wsi, WSI_TOKEN_HTTP_URI_ARGS, i) > 0; i++) {
        if (i > 0)
            query[length++] = '&';
        if (length >= room)
            return false;
        int copied = lws_hdr_copy_fragment(wsi, query + length, (int)(room - length),
                                           WSI_TOKEN_HTTP_URI_ARGS, i);
        if (copied < 0)
            return false;
        length += (size_t)copied;
    }
    if (length > 0 && query[length - 1] == '/' && (length == 1 || query[length - 2] == '&'))
        query[length - 1] = '\0';
    return is_plain(query);
}

/* The length that the client says its body has. False if it cannot be trusted to tell where the
 * next request begins. */
static bool read_length(struct net_exchange *x) {
    char digits[16];
    x->expected = 0;
    if (lws_hdr_total_length(x->wsi, WSI_TOKEN_HTTP_TRANSFER_ENCODING) > 0 ||
        !net__header(x->wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH, digits, sizeof digits))
        return false;
    if (digits[0] == '\0')
        return x->request.method != NET_POST;
    return pip_span_number(pip_span_of(digits), UINT32_MAX, &x->expected);
}

static bool takes_gzip(struct lws *wsi) {
    char encodings[256];
    const char *gzip = NULL;
    if (net__header(wsi, WSI_TOKEN_HTTP_ACCEPT_ENCODING, encodings, sizeof encodings))
        gzip = strstr(encodings, "gzip");
    return gzip && strncmp(gzip + 4, ";q=0", 4) != 0;
}

/* Reads everything but the body. Returns 0, or the status to refuse it with. */
static int read_request(struct net_exchange *x) {
    int method;
    bool path = net__path(x->wsi, x->path, sizeof x->path, &method);
    x->request.method = method == LWSHUMETH_POST ? NET_POST : NET_GET;
    x->bodiless = method == LWSHUMETH_HEAD;
    bool length = read_length(x);
    x->close = !path || !length || x->expected > UNREAD_MAX || x->net->stopping;
    if (x->net->stopping)
        return 503;
    if (!path || !read_query(x->wsi, x->query, sizeof x->query))
        return 400;
    if (method != LWSHUMETH_GET && method != LWSHUMETH_POST && method != LWSHUMETH_HEAD)
        return 405;
    if (!length)
        return 411;
    if (x->expected > NET_FRAME_MAX)
        return 413;
    if (strcmp(x->path, NET_WS_PATH) == 0)
        return 426;
    if (!net__header(x->wsi, WSI_TOKEN_HTTP_IF_NONE_MATCH, x->etag, sizeof x->etag))
        x->etag[0] = '\0'; /* not one of ours */
    net__address(x->net, x->wsi, x->address);
    x->request.gzip = takes_gzip(x->wsi);
    return 0;
}

static void ask(struct net_exchange *x) {
    const struct net_config *config = &x->net->config;
    x->stage = ASKED;
    x->request.path = x->path;
    x->request.query = x->query;
    x->request.etag = x->etag;
    x->request.address = x->address;
    x->request.body = x->received ? x->received : "";
    x->request.length = x->arrived;
    x->net->stats.requests++;
    lws_set_timeout(x->wsi, NO_PENDING_TIMEOUT, 0); /* the handler takes the time it needs */
    config->handlers->request(config->context, x, &x->request);
    if (x->stage == ASKED)
        lws_rx_flow_control(x->wsi, 0);
}

static void body_ended(struct net_exchange *x) {
    if (x->refused)
        refuse(x, x->refused);
    else
        ask(x);
}

int net__http_begin(struct net *net, struct lws *wsi) {
    struct net_exchange *x = calloc(1, sizeof *x);
    if (!x)
        return -1;
    x->net = net;
    x->wsi = wsi;
    x->began = uv_now(net->config.loop);
    net->exchanges++;
    lws_set_opaque_user_data(wsi, x);
    x->refused = read_request(x);
    bool wait = x->expected > 0 && !x->close;
    if (wait && !x->refused) {
        x->received = malloc(x->expected);
        x->refused = x->received ? 0 : 503;
    }
    if (!wait)
        body_ended(x);
    return 0;
}

int net__http_body(struct lws *wsi, const char *bytes, size_t length) {
    struct net_exchange *x = lws_get_opaque_user_data(wsi);
    if (!x || x->stage != READING)
        return 0; /* refused; the connection ends with the answer */
    if (length > x->expected - x->arrived || uv_now(x->net->config.loop) - x->began > BODY_MS)
        return -1;
    if (x->received)
        memcpy(x->received + x->arrived, bytes, length);
    x->arrived += (uint32_t)length;
    return 0;
}

int net__http_body_end(struct lws *wsi) {
    struct net_exchange *x = lws_get_opaque_user_data(wsi);
    if (x && x->stage == READING)
        body_ended(x);
    return 0;
}

int net__http_gone(struct lws *wsi) {
    struct net_exchange *x = lws_get_opaque_user_data(wsi);
    if (!x)
        return 0;
    lws_set_opaque_user_data(wsi, NULL);
    x->net->exchanges--;
    x->wsi = NULL;
    if (x->stage != ASKED) /* else the handler still has it */
        exchange_free(x);
    return 0;
}

/* For a connection that has no exchange. libwebsockets completes it. */
int net__http_refuse(struct net *net, struct lws *wsi, int status) {
    struct net_answer answer = refusal(status);
    unsigned char buffer[LWS_PRE + HEAD_MAX];
    struct pip_text text = pip_text_init((char *)buffer + LWS_PRE, HEAD_MAX);
    write_head(&text, &answer, true);
    pip_text_add(&text, answer.body);
    lws_write(wsi, buffer + LWS_PRE, text.length, LWS_WRITE_HTTP_FINAL);
    net->stats.refused++;
    return 1;
}
