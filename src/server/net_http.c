#include "net_lws.h"
#include <ctype.h>
#include <pipwright/base.h>
#include <stdlib.h>
#include <string.h>

#define HEAD_MAX 1024
#define QUERY_MAX 1024
#define ETAG_MAX 128
#define ORIGIN_MAX 300
#define UNREAD_MAX 1048576 /* a refused body is read to its end if it is at most this long */
#define BODY_MS 60000      /* for a body to arrive */
#define STALL_SECONDS 30   /* for a reader who takes nothing of an answer */

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

void net_answer(struct net_exchange *x, const struct net_answer *answer) {
    if (!x->wsi) {
        exchange_free(x);
        return;
    }
    x->stage = WRITING;
    take_answer(x, answer);
    lws_set_timeout(x->wsi, PENDING_TIMEOUT_HTTP_CONTENT, STALL_SECONDS);
    lws_callback_on_writable(x->wsi);
}

static void refuse(struct net_exchange *x, int status) {
    struct net_answer answer = refusal(status);
    x->net->stats.refused++;
    net_answer(x, &answer);
}

/* Copies the next part of head and body into the chunk. */
static size_t fill_chunk(const struct net_exchange *x, unsigned char *chunk) {
    size_t length = 0;
    if (x->sent < x->head_length) {
        length = x->head_length - x->sent;
        memcpy(chunk, x->head + x->sent, length);
    }
    size_t from = x->sent + length - x->head_length;
    size_t most = x->body_length - from, room = NET_CHUNK - length;
    size_t part = most < room ? most : room;
    if (part > 0)
        memcpy(chunk + length, x->body + from, part);
    return length + part;
}

static int exchange_end(struct net_exchange *x) {
    struct lws *wsi = x->wsi;
    bool close = x->close;
    x->net->exchanges--;
    lws_set_opaque_user_data(wsi, NULL);
    exchange_free(x);
    return close || lws_http_transaction_completed(wsi) ? -1 : 0;
}

int net__http_writable(struct lws *wsi) {
    struct net_exchange *x = lws_get_opaque_user_data(wsi);
    if (!x || x->stage != WRITING)
        return 0;
    unsigned char *chunk = x->net->chunk + LWS_PRE;
    size_t length = fill_chunk(x, chunk);
    x->sent += length;
    bool last = x->sent == x->head_length + x->body_length;
    if (lws_write(wsi, chunk, length, last ? LWS_WRITE_HTTP_FINAL : LWS_WRITE_HTTP) < 0)
        return -1;
    x->net->stats.bytes_out += length;
    if (last)
        return exchange_end(x);
    lws_set_timeout(wsi, PENDING_TIMEOUT_HTTP_CONTENT, STALL_SECONDS);
    lws_callback_on_writable(wsi);
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
static bool read_path(struct lws *wsi, char *path, size_t room, int *method) {
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
        if (i > 0 && length + 2 < room)
            query[length++] = '&';
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
    bool path = read_path(x->wsi, x->path, sizeof x->path, &method);
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

/* ---- Becoming a WebSocket ---- */

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
    if (strcmp(protocol, "websocket") != 0 || !read_path(wsi, path, sizeof path, &method) ||
        method != LWSHUMETH_GET)
        return 400;
    if (strcmp(path, NET_WS_PATH) != 0)
        return 404;
    if (!net__header(wsi, WSI_TOKEN_VERSION, version, sizeof version) || strcmp(version, "13") != 0)
        return 426;
    return origin_allowed(net, wsi) ? 0 : 403;
}

int net__http_upgrade(struct net *net, struct lws *wsi, const char *protocol) {
    int status = upgrade_status(net, wsi, protocol);
    if (status == 0)
        return 0;
    net->stats.refused++;
    struct net_answer answer = refusal(status);
    char *chunk = (char *)net->chunk + LWS_PRE;
    struct pip_text text = pip_text_init(chunk, HEAD_MAX);
    write_head(&text, &answer, true);
    pip_text_add(&text, answer.body);
    lws_write(wsi, net->chunk + LWS_PRE, text.length, LWS_WRITE_HTTP_FINAL);
    return 1;
}
