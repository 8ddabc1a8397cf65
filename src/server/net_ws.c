#include "net_ws.h"
#include <stdlib.h>
#include <string.h>
#include <wslay/wslay.h>

#define REASON_MAX 120
#define ANSWER_MAX 256     /* to a handshake */
#define CLOSE_MS 5000      /* for a reader to take what is queued before a close */
#define QUEUED_OVERHEAD 64 /* memory of a queued message besides its text */
#define PARTS_MAX 64       /* messages that are written at once, ... */
#define WRITE_BYTES 16384  /* ... if they are not longer than this ... */
#define FLUSH_BYTES 131072 /* ... and of all, before others have a turn */

struct pip__net_text {
    uint32_t references;
    size_t length;         /* of all bytes */
    unsigned char bytes[]; /* as they are sent: a frame, or the answer to the handshake */
};

struct queued {
    struct pip__net_text *text;
    struct queued *next;
};

/* ---- Frames ---- */

static struct pip__net_text *text_new(size_t length) {
    struct pip__net_text *text = malloc(sizeof *text + length);
    if (text)
        *text = (struct pip__net_text){.references = 1, .length = length};
    return text;
}

static struct pip__net_text *frame_new(unsigned opcode, const char *bytes, size_t length) {
    int size = length < 126 ? 0 : length <= UINT16_MAX ? 2 : 8; /* bytes that say the length */
    struct pip__net_text *frame = text_new(2 + (size_t)size + length);
    if (!frame)
        return NULL;
    unsigned char *at = frame->bytes;
    *at++ = (unsigned char)(0x80 | opcode);
    *at++ = (unsigned char)(size == 0 ? length : size == 2 ? 126 : 127);
    for (int i = size - 1; i >= 0; i--)
        *at++ = (unsigned char)(length >> (8 * i));
    if (length > 0)
        memcpy(at, bytes, length);
    return frame;
}

static bool is_message(const struct pip__net_text *text) {
    return text->bytes[0] == (0x80 | WSLAY_TEXT_FRAME);
}

struct pip__net_text *pip__net_text_new(const char *text, size_t length) {
    return frame_new(WSLAY_TEXT_FRAME, text, length);
}

void pip__net_text_release(struct pip__net_text *text) {
    if (text && --text->references == 0)
        free(text);
}

/* ---- The queue ---- */

static void drop_at(struct pip__net_socket *socket, struct queued **place) {
    struct queued *queued = *place;
    socket->backlog -= queued->text->length + QUEUED_OVERHEAD;
    *place = queued->next;
    if (!*place)
        socket->last = place;
    pip__net_text_release(queued->text);
    free(queued);
}

/* All but what is being written, or is in part. */
static void queue_drop(struct pip__net_socket *socket) {
    struct queued **place = &socket->first;
    uint32_t begun = socket->flying ? socket->flying : socket->sent > 0;
    for (; begun > 0; begun--)
        place = &(*place)->next;
    while (*place)
        drop_at(socket, place);
}

/* They have their turn in the order in which they came. */
static void unsent_join(struct pip__net_socket *socket) {
    struct pip__net *net = socket->conn->net;
    if (socket->unsent_link)
        return;
    socket->unsent_link = net->unsent ? net->unsent_last : &net->unsent;
    socket->unsent = NULL;
    *socket->unsent_link = socket;
    net->unsent_last = &socket->unsent;
    net->unsent_count++;
}

static void unsent_leave(struct pip__net_socket *socket) {
    struct pip__net *net = socket->conn->net;
    if (!socket->unsent_link)
        return;
    *socket->unsent_link = socket->unsent;
    *(socket->unsent ? &socket->unsent->unsent_link : &net->unsent_last) = socket->unsent_link;
    socket->unsent_link = NULL;
    net->unsent_count--;
}

static bool enqueue(struct pip__net_socket *socket, struct pip__net_text *text) {
    struct queued *queued = text ? malloc(sizeof *queued) : NULL;
    if (!queued)
        return false;
    *queued = (struct queued){.text = text};
    text->references++;
    *socket->last = queued;
    socket->last = &queued->next;
    socket->backlog += text->length + QUEUED_OVERHEAD;
    unsent_join(socket);
    return true;
}

void pip__net_close(struct pip__net_socket *socket, int code, const char *reason) {
    char body[2 + REASON_MAX] = {(char)(code >> 8), (char)code};
    size_t length = strnlen(reason, REASON_MAX);
    if (socket->code)
        return;
    socket->code = code;
    memcpy(body + 2, reason, length);
    struct pip__net_text *frame = frame_new(WSLAY_CONNECTION_CLOSE, body, 2 + length);
    pip__net_conn_late_in(socket->conn, CLOSE_MS);
    if (!enqueue(socket, frame))
        pip__net_conn_drop(socket->conn);
    pip__net_text_release(frame);
}

void pip__net_ws_fail(struct pip__net_socket *socket, int code, const char *reason) {
    if (!socket->code)
        queue_drop(socket);
    pip__net_close(socket, code, reason);
}

void pip__net_send_text(struct pip__net_socket *socket, struct pip__net_text *text) {
    if (socket->code)
        return;
    if (!enqueue(socket, text)) { /* the client comes back and asks for what it missed */
        pip__net_ws_fail(socket, WSLAY_CODE_INTERNAL_SERVER_ERROR, "out of memory");
    } else if (socket->backlog > NET_BACKLOG_MAX) {
        socket->conn->net->stats.closed_slow++;
        pip__net_ws_fail(socket, 1013, "reading too slowly");
    }
}

void pip__net_send(struct pip__net_socket *socket, const char *text, size_t length) {
    struct pip__net_text *shared = pip__net_text_new(text, length);
    pip__net_send_text(socket, shared);
    pip__net_text_release(shared);
}

void pip__net_ws_control(struct pip__net_socket *socket, unsigned opcode, const char *bytes,
                         size_t length) {
    struct pip__net_text *frame = frame_new(opcode, bytes, length);
    pip__net_send_text(socket, frame);
    pip__net_text_release(frame);
}

/* ---- Writing ---- */

/* What is written at once: a message, and more while they are short. */
static unsigned gather(const struct pip__net_socket *socket, uv_buf_t parts[PARTS_MAX]) {
    unsigned count = 0;
    size_t sent = socket->sent, bytes = 0;
    for (struct queued *queued = socket->first; queued && count < PARTS_MAX && bytes < WRITE_BYTES;
         sent = 0) {
        struct pip__net_text *text = queued->text;
        parts[count++] = uv_buf_init((char *)text->bytes + sent, (unsigned)(text->length - sent));
        bytes += text->length - sent;
        queued = queued->next;
    }
    return count;
}

static void first_sent(struct pip__net_socket *socket) {
    struct pip__net_stats *stats = &socket->conn->net->stats;
    const struct pip__net_text *text = socket->first->text;
    stats->messages_out += is_message(text);
    stats->bytes_out += text->length;
    drop_at(socket, &socket->first);
    socket->sent = 0;
}

static void take_sent(struct pip__net_socket *socket, size_t length) {
    while (length > 0) {
        size_t rest = socket->first->text->length - socket->sent;
        if (length < rest) {
            socket->sent += length;
            return;
        }
        length -= rest;
        first_sent(socket);
    }
}

static void on_sent(uv_write_t *write, int status) {
    struct pip__net_conn *conn = write->data;
    struct pip__net_socket *socket = conn->socket;
    struct pip__work work = pip__work_begin(conn->net->config.turns);
    if (status < 0) {
        pip__net_conn_drop(conn);
        return;
    }
    for (; socket->flying > 0; socket->flying--)
        first_sent(socket);
    unsent_join(socket); /* for the rest, or to say that there is none */
    pip__work_end(conn->net->config.turns, WORK_WRITE, work);
}

/* Writes what the client takes at once, up to a bound, and leaves what it does not take to libuv.
 */
static void flush(struct pip__net_socket *socket) {
    struct pip__net_conn *conn = socket->conn;
    uv_stream_t *stream = (uv_stream_t *)&conn->tcp;
    uv_buf_t parts[PARTS_MAX];
    if (conn->stage != CONN_SOCKET || socket->flying)
        return;
    int sent = 0;
    for (size_t all = 0; socket->first && sent >= 0 && all < FLUSH_BYTES; all += (size_t)sent) {
        sent = uv_try_write(stream, parts, gather(socket, parts));
        if (sent > 0)
            take_sent(socket, (size_t)sent);
    }
    if (socket->first && sent == UV_EAGAIN) {
        socket->flying = gather(socket, parts);
        sent = uv_write(&conn->write, stream, parts, socket->flying, on_sent);
    } else if (socket->first) {
        unsent_join(socket);
    }
    if (sent < 0)
        pip__net_conn_drop(conn);
    else if (!socket->first && socket->code)
        pip__net_conn_end(conn);
    else if (!socket->first && conn->net->config.handlers->drained)
        conn->net->config.handlers->drained(conn->net->config.context, socket, socket->user);
}

/* What is queued meanwhile, because somebody has read what was sent, waits until the others have
 * had their turn. */
void pip__net_ws_flush(struct pip__net *net) {
    struct pip__turns *turns = net->config.turns;
    for (uint32_t left = net->unsent_count; left > 0 && net->unsent; left--) {
        if (pip__turn_is_over(turns, WORK_WRITE))
            break;
        struct pip__work work = pip__work_begin(turns);
        struct pip__net_socket *socket = net->unsent;
        unsent_leave(socket);
        flush(socket);
        pip__work_end(turns, WORK_WRITE, work);
    }
    if (net->unsent)
        pip__net_hurry(net);
}

/* ---- Coming and going ---- */

int pip__net_ws_begin(struct pip__net_conn *conn, const struct pip__net_head *head,
                      const char *address) {
    struct pip__net *net = conn->net;
    char bytes[ANSWER_MAX];
    struct pip_text text = pip_text_init(bytes, sizeof bytes);
    int status = pip__net_shake(net, head, &text);
    if (status)
        return status;
    struct pip__net_socket *socket = calloc(1, sizeof *socket);
    struct pip__net_text *answer = text_new(text.length);
    if (!socket || !answer) {
        free(socket);
        free(answer);
        return 503;
    }
    memcpy(answer->bytes, bytes, text.length);
    socket->conn = conn;
    socket->last = &socket->first;
    socket->tokens = NET_BURST * NET_TOKEN;
    socket->filled = uv_now(net->config.loop);
    conn->socket = socket;
    conn->stage = CONN_SOCKET;
    net->stats.sockets++;
    pip__net_conn_late_in(conn, net->patience);
    pip__net_send_text(socket, answer);
    pip__net_text_release(answer);
    flush(socket); /* a close may drop what is queued, but not this */
    net->config.handlers->opened(net->config.context, socket, address, &socket->user);
    return 0;
}

void pip__net_ws_late(struct pip__net_conn *conn) {
    struct pip__net_socket *socket = conn->socket;
    if (socket->code || socket->pinged) {
        pip__net_conn_drop(conn);
        return;
    }
    socket->pinged = true;
    pip__net_ws_control(socket, WSLAY_PING, "", 0);
    if (!socket->code)
        pip__net_conn_late_in(conn, conn->net->patience);
}

void pip__net_ws_gone(struct pip__net_conn *conn) {
    struct pip__net_socket *socket = conn->socket;
    if (!socket)
        return;
    struct pip__net *net = conn->net;
    socket->code = WSLAY_CODE_ABNORMAL_CLOSURE; /* so that the handler cannot send any more */
    net->config.handlers->closed(net->config.context, socket, socket->user);
    net->stats.sockets--;
    unsent_leave(socket);
    while (socket->first)
        drop_at(socket, &socket->first);
    pip__net_ws_forget(socket);
    free(socket);
}
