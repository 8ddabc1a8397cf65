#include "net_conn.h"
#include "net_parser.h"
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define HEAD_MAX 1024
#define ETAG_MAX 128
#define INPUT_FIRST 2048
#define STALL_MS 30000 /* for a reader to take an answer, ... */
#define PACE 16        /* ... and a millisecond more for so many bytes */

/* What the edge refuses by itself, and the code that says so. */
#define REFUSAL_LIST(X)     \
    X(400, "bad-request")   \
    X(403, "bad-origin")    \
    X(405, "bad-method")    \
    X(408, "too-slow")      \
    X(411, "no-length")     \
    X(413, "too-large")     \
    X(414, "too-large")     \
    X(415, "bad-type")      \
    X(426, "not-websocket") \
    X(429, "too-many")      \
    X(431, "too-large")     \
    X(503, "busy")

/* On every answer. */
static const char policy[] =
    "content-security-policy: default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; "
    "style-src 'self'; img-src 'self' data:; connect-src 'self'; object-src 'none'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'\r\n"
    "x-content-type-options: nosniff\r\n"
    "referrer-policy: no-referrer\r\n"
    "cross-origin-opener-policy: same-origin\r\n";

/* A request, from its head until its answer is written. */
struct pip__net_exchange {
    struct pip__net_conn *conn; /* NULL once the client has left */
    bool asked, answered;       /* the handler has it; it has given it back */
    bool bodiless, close, gzip; /* a HEAD; the connection ends with the answer */
    enum pip__net_method method;
    uint32_t length; /* of the request's body */
    bool local;
    char path[NET_PATH_MAX + 1], etag[ETAG_MAX], address[NET_ADDRESS_MAX];
    char authorization[ETAG_MAX];
    char head[HEAD_MAX]; /* of the answer */
    char *copy;          /* of its body, unless that is kept */
};

static void advance(struct pip__net_conn *conn);

/* ---- Answering ---- */

static void add_header(struct pip_text *head, const char *name, const char *value) {
    pip_text_add(head, name);
    pip_text_add(head, ": ");
    pip_text_add(head, value);
    pip_text_add(head, "\r\n");
}

static bool has_body(int status) {
    return status != 204 && status != 304;
}

/* "Bad Request", which llhttp knows as BAD_REQUEST. */
static void add_reason(struct pip_text *head, const char *name) {
    for (const char *at = name; *at; at++) {
        bool inner = at > name && at[-1] != '_' && strlen(name) > 2;
        pip_text_add_char(head, *at == '_'                          ? ' '
                                : inner && *at >= 'A' && *at <= 'Z' ? *at | 0x20
                                                                    : *at);
    }
}

/* Writes status line and headers; false if they do not fit. */
static bool write_head(struct pip_text *head, const struct pip__net_answer *answer, bool close) {
    pip_text_add(head, "HTTP/1.1 ");
    pip_text_add_number(head, answer->status);
    pip_text_add_char(head, ' ');
    add_reason(head, pip__net_status_name(answer->status));
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
    if (answer->status == 426) {
        add_header(head, "upgrade", "websocket");
        add_header(head, "sec-websocket-version", "13");
    }
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

static struct pip__net_answer refusal(int status) {
    const char *body = "";
    switch (status) {
#define X(number, code) \
    case number: body = "{\"code\":\"" code "\"}"; break;
        REFUSAL_LIST(X)
#undef X
    default: break;
    }
    return (struct pip__net_answer){.status = status,
                                    .type = "application/json",
                                    .body = body,
                                    .length = strlen(body),
                                    .keep = true};
}

size_t pip__net_http_refusal(int status, char *text, size_t room) {
    struct pip__net_answer answer = refusal(status);
    struct pip_text all = pip_text_init(text, room);
    write_head(&all, &answer, true);
    pip_text_add(&all, answer.body);
    return pip_text_fits(&all) ? all.length : 0;
}

static void exchange_free(struct pip__net_exchange *x) {
    free(x->copy);
    free(x);
}

/* The bytes of the answer; an empty 500 if there is no memory for a copy, or no room for headers.
 */
static void write_answer(struct pip__net_exchange *x, const struct pip__net_answer *answer,
                         uv_buf_t parts[2]) {
    struct pip__net_answer given = *answer;
    bool wanted = has_body(given.status) && !x->bodiless && given.length > 0;
    if (wanted && !given.keep) {
        x->copy = malloc(given.length);
        if (x->copy)
            memcpy(x->copy, given.body, given.length);
        given.body = x->copy;
    }
    struct pip_text head = pip_text_init(x->head, sizeof x->head);
    if ((wanted && !given.body) || !write_head(&head, &given, x->close)) {
        head = pip_text_init(x->head, sizeof x->head);
        write_head(&head, &(struct pip__net_answer){.status = 500}, x->close);
        wanted = false;
    }
    parts[0] = uv_buf_init(x->head, (unsigned)head.length);
    parts[1] = uv_buf_init((char *)(uintptr_t)given.body, wanted ? (unsigned)given.length : 0);
}

static void on_written(uv_write_t *write, int status) {
    struct pip__net_conn *conn = write->data;
    struct pip__net_exchange *x = conn->exchange;
    if (status < 0) {
        pip__net_conn_drop(conn);
        return;
    }
    bool close = x->close || conn->net->stopping;
    conn->exchange = NULL;
    exchange_free(x);
    if (conn->net->config.proxied) /* the next request may be somebody else's */
        pip__net_peer_leave(conn);
    if (close) {
        pip__net_conn_end(conn);
        return;
    }
    conn->stage = CONN_READING;
    pip__net_conn_late_in(conn, conn->net->patience);
    pip__net_conn_reads(conn, true);
    if (conn->end > conn->start)
        pip__net_conn_waits(conn);
}

/* Writes even a small answer through the loop, so that a client with a thousand requests waiting
 * lets others have their turn between two of them. */
void pip__net_answer(struct pip__net_exchange *x, const struct pip__net_answer *answer) {
    struct pip__net_conn *conn = x->conn;
    uv_buf_t parts[2];
    if (!conn) {
        exchange_free(x);
        return;
    }
    struct pip__net_answer sent = *answer;
    if (sent.status == 200 && sent.etag && strcmp(x->etag, sent.etag) == 0)
        sent.status = 304;
    x->answered = true;
    write_answer(x, &sent, parts);
    pip__net_conn_late_in(conn, STALL_MS + parts[1].len / PACE);
    conn->net->stats.bytes_out += parts[0].len + parts[1].len;
    if (uv_write(&conn->write, (uv_stream_t *)&conn->tcp, parts, parts[1].len ? 2 : 1,
                 on_written) != 0)
        pip__net_conn_drop(conn);
}

/* ---- Reading ---- */

static void input_drop(struct pip__net_conn *conn, size_t length) {
    conn->start += (uint32_t)length;
    if (conn->start < conn->end)
        return;
    free(conn->input);
    conn->input = NULL;
    conn->start = conn->end = conn->room = 0;
}

static bool input_add(struct pip__net_conn *conn, const char *bytes, size_t length) {
    size_t kept = conn->end - conn->start, room = conn->room ? conn->room : INPUT_FIRST;
    for (; room < kept + length; room *= 2)
        continue;
    if (conn->start > 0)
        memmove(conn->input, conn->input + conn->start, kept);
    if (room > conn->room) {
        char *larger = realloc(conn->input, room);
        if (!larger)
            return false;
        conn->input = larger;
        conn->room = (uint32_t)room;
    }
    memcpy(conn->input + kept, bytes, length);
    conn->start = 0;
    conn->end = (uint32_t)(kept + length);
    return true;
}

static struct pip__net_exchange *exchange_new(struct pip__net_conn *conn) {
    struct pip__net_exchange *x = calloc(1, sizeof *x);
    if (x)
        x->conn = conn;
    else
        pip__net_conn_drop(conn);
    return x;
}

static void busy(struct pip__net_conn *conn) {
    conn->stage = CONN_BUSY;
    conn->by = 0;
    pip__net_conn_reads(conn, false);
}

/* Where the next request begins is then in doubt, so the connection ends with the answer. */
static void refuse(struct pip__net_conn *conn, int status) {
    struct pip__net_answer answer = refusal(status);
    if (!conn->exchange)
        conn->exchange = exchange_new(conn);
    if (!conn->exchange)
        return;
    conn->net->stats.refused++;
    conn->exchange->close = true;
    busy(conn);
    pip__net_answer(conn->exchange, &answer);
}

static bool takes_gzip(struct pip_span encodings) {
    const char *gzip = encodings.at ? memmem(encodings.at, encodings.length, "gzip", 4) : NULL;
    size_t rest = gzip ? encodings.length - (size_t)(gzip + 4 - encodings.at) : 0;
    return gzip && (rest < 4 || strncmp(gzip + 4, ";q=0", 4) != 0);
}

static void copy(char *text, size_t room, struct pip_span span) {
    struct pip_text copy = pip_text_init(text, room);
    pip_text_add_span(&copy, span);
    if (!pip_text_fits(&copy))
        text[0] = '\0';
}

static void exchange_begin(struct pip__net_conn *conn, const struct pip__net_head *head,
                           const char *address) {
    struct pip__net_exchange *x = conn->exchange = exchange_new(conn);
    if (!x)
        return;
    x->method = head->method;
    x->bodiless = head->bodiless;
    x->close = !head->keep_alive;
    x->length = head->length;
    x->gzip = takes_gzip(head->header[NET_ACCEPT_ENCODING]);
    memcpy(x->path, head->path, sizeof x->path);
    copy(x->address, sizeof x->address, pip_span_of(address));
    if (head->header[NET_IF_NONE_MATCH].at)
        copy(x->etag, sizeof x->etag, head->header[NET_IF_NONE_MATCH]);
    if (head->header[NET_AUTHORIZATION].at)
        copy(x->authorization, sizeof x->authorization, head->header[NET_AUTHORIZATION]);
}

/* Reads whose request it is. False if they have too many connections. */
static bool know_address(struct pip__net_conn *conn, const struct pip__net_head *head,
                         char text[NET_ADDRESS_MAX], bool *local) {
    struct in6_addr address = conn->address;
    if (conn->net->config.proxied)
        pip__net_address_forwarded(head->header[NET_FORWARDED], &address);
    pip__net_address_write(&address, text);
    *local = pip__net_address_is_loopback(&address) &&
             (conn->net->config.proxied || !head->header[NET_FORWARDED].at);
    return !conn->net->config.proxied || pip__net_peer_join(conn, &address);
}

/* A page of somebody else's must not act for whoever looks at it: browsers say where a page is
 * from, and ask first before they send JSON elsewhere. */
static int judge(const struct pip__net_conn *conn, const struct pip__net_head *head) {
    static const char json[] = "application/json";
    struct pip_span type = head->header[NET_CONTENT_TYPE];
    if (head->method != NET_POST || !head->header[NET_ORIGIN].at)
        return 0;
    if (!pip__net_origin_allowed(conn->net, head))
        return 403;
    bool fits = type.at && type.length >= sizeof json - 1 &&
                strncasecmp(type.at, json, sizeof json - 1) == 0 &&
                (type.length == sizeof json - 1 || strchr("; \t", type.at[sizeof json - 1]));
    return fits ? 0 : 415;
}

/* Takes the head of a request off the input, if it is there. Returns 0, or the status to refuse it.
 */
static int begin(struct pip__net_conn *conn) {
    const char *bytes = conn->input + conn->start;
    struct pip__net_head head;
    char address[NET_ADDRESS_MAX];
    bool local;
    size_t length;
    int status = pip__net_head_find(bytes, conn->end - conn->start, &length);
    if (!status && length > 0)
        status = pip__net_head_read(bytes, length, &head);
    if (status || length == 0)
        return status;
    if (!know_address(conn, &head, address, &local))
        return 429;
    status = judge(conn, &head);
    if (status)
        return status;
    if (strcmp(head.path, NET_WS_PATH) == 0) {
        status = pip__net_ws_begin(conn, &head, address);
    } else {
        exchange_begin(conn, &head, address);
        if (conn->exchange)
            conn->exchange->local = local;
    }
    if (!status)
        input_drop(conn, length);
    return status;
}

static void ask(struct pip__net_exchange *x) {
    struct pip__net_conn *conn = x->conn;
    const struct pip__net_config *config = &conn->net->config;
    struct pip__net_request request = {.method = x->method,
                                       .path = x->path,
                                       .address = x->address,
                                       .etag = x->etag,
                                       .authorization = x->authorization,
                                       .local = x->local,
                                       .gzip = x->gzip,
                                       .body = x->length ? conn->input + conn->start : "",
                                       .length = x->length};
    struct pip__work work = pip__work_begin(config->turns);
    busy(conn);
    x->asked = true;
    conn->net->stats.requests++;
    config->handlers->request(config->context, x, &request);
    pip__work_end(config->turns, WORK_REQUEST, work);
    input_drop(conn, request.length);
}

/* Does what can be done with the input. */
static void advance(struct pip__net_conn *conn) {
    int status = conn->exchange ? 0 : begin(conn);
    if (status) {
        refuse(conn, status);
    } else if (conn->stage == CONN_SOCKET) {
        size_t early = conn->end - conn->start;
        if (early > 0)
            pip__net_ws_read(conn, conn->input + conn->start, early);
        input_drop(conn, early);
    } else if (conn->exchange && conn->end - conn->start >= conn->exchange->length) {
        ask(conn->exchange);
    }
}

void pip__net_http_go_on(struct pip__net_conn *conn) {
    if (!conn->exchange && conn->end > conn->start)
        advance(conn);
}

void pip__net_http_read(struct pip__net_conn *conn, const char *bytes, size_t length) {
    if (!conn->exchange && conn->start == conn->end) /* the first bytes of a request */
        pip__net_conn_late_in(conn, conn->net->patience);
    if (input_add(conn, bytes, length))
        advance(conn);
    else
        pip__net_conn_drop(conn);
}

/* ---- Going ---- */

void pip__net_http_late(struct pip__net_conn *conn) {
    if (conn->exchange || conn->end > conn->start)
        refuse(conn, 408);
    else
        pip__net_conn_drop(conn);
}

void pip__net_http_stop(struct pip__net_conn *conn) {
    if (conn->stage == CONN_READING)
        pip__net_conn_drop(conn);
    else if (conn->exchange)
        conn->exchange->close = true;
}

void pip__net_http_gone(struct pip__net_conn *conn) {
    struct pip__net_exchange *x = conn->exchange;
    if (x && x->asked && !x->answered)
        x->conn = NULL; /* the handler still has it */
    else if (x)
        exchange_free(x);
    free(conn->input);
}
