#include "net_conn.h"
#include <ctype.h>
#include <sha1.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <wslay/wslay.h>

#define REASON_MAX 120
#define ORIGIN_MAX 300
#define KEY_LENGTH 24      /* of a client's key: 16 bytes in base64 */
#define CLOSE_MS 5000      /* for a reader to take what is queued before a close */
#define TOKEN 1000         /* what a frame costs, so that a millisecond earns NET_RATE */
#define QUEUED_OVERHEAD 64 /* memory of a queued message besides its text */
#define PARTIAL_FIRST 2048
#define PARTS_MAX 64 /* messages that are written at once */
#define CONTROL_MAX 125

struct net_text {
    uint32_t references;
    size_t length;         /* of all bytes */
    unsigned char bytes[]; /* as they are sent: a frame, or the answer to the handshake */
};

struct queued {
    struct net_text *text;
    struct queued *next;
};

struct net_socket {
    struct net_conn *conn;
    void *user;
    struct net_socket *unsent, **unsent_link; /* in the list of those; link is NULL if it is not */
    struct queued *first, **last;
    size_t backlog;           /* memory of what is queued */
    size_t sent;              /* bytes of the first message */
    uint32_t flying;          /* how many libuv is writing */
    struct ws_reader *reader; /* while it is within a message */
    char *partial;            /* the message so far */
    uint32_t partial_length, partial_room;
    uint32_t tokens; /* the bucket of the rate limit ... */
    uint64_t filled; /* ... and when it was last filled, in the loop's ms */
    int code;        /* the connection is being closed; 0: it is not */
    bool pinged;     /* since something was heard */
};

/* ---- Frames ---- */

static struct net_text *text_new(size_t length) {
    struct net_text *text = malloc(sizeof *text + length);
    if (text)
        *text = (struct net_text){.references = 1, .length = length};
    return text;
}

static struct net_text *frame_new(unsigned opcode, const char *bytes, size_t length) {
    int size = length < 126 ? 0 : length <= UINT16_MAX ? 2 : 8; /* bytes that say the length */
    struct net_text *frame = text_new(2 + (size_t)size + length);
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

static bool is_message(const struct net_text *text) {
    return text->bytes[0] == (0x80 | WSLAY_TEXT_FRAME);
}

struct net_text *net_text_new(const char *text, size_t length) {
    return frame_new(WSLAY_TEXT_FRAME, text, length);
}

void net_text_release(struct net_text *text) {
    if (text && --text->references == 0)
        free(text);
}

/* ---- The queue ---- */

static void drop_at(struct net_socket *socket, struct queued **place) {
    struct queued *queued = *place;
    socket->backlog -= queued->text->length + QUEUED_OVERHEAD;
    *place = queued->next;
    if (!*place)
        socket->last = place;
    net_text_release(queued->text);
    free(queued);
}

/* All but what is being written, or is in part. */
static void queue_drop(struct net_socket *socket) {
    struct queued **place = &socket->first;
    uint32_t begun = socket->flying ? socket->flying : socket->sent > 0;
    for (; begun > 0; begun--)
        place = &(*place)->next;
    while (*place)
        drop_at(socket, place);
}

static bool enqueue(struct net_socket *socket, struct net_text *text) {
    struct net *net = socket->conn->net;
    struct queued *queued = text ? malloc(sizeof *queued) : NULL;
    if (!queued)
        return false;
    *queued = (struct queued){.text = text};
    text->references++;
    *socket->last = queued;
    socket->last = &queued->next;
    socket->backlog += text->length + QUEUED_OVERHEAD;
    if (!socket->unsent_link) {
        socket->unsent = net->unsent;
        socket->unsent_link = &net->unsent;
        if (socket->unsent)
            socket->unsent->unsent_link = &socket->unsent;
        net->unsent = socket;
    }
    return true;
}

static void unsent_leave(struct net_socket *socket) {
    if (!socket->unsent_link)
        return;
    *socket->unsent_link = socket->unsent;
    if (socket->unsent)
        socket->unsent->unsent_link = socket->unsent_link;
    socket->unsent_link = NULL;
}

void net_close(struct net_socket *socket, int code, const char *reason) {
    char body[2 + REASON_MAX] = {(char)(code >> 8), (char)code};
    size_t length = strnlen(reason, REASON_MAX);
    if (socket->code)
        return;
    socket->code = code;
    memcpy(body + 2, reason, length);
    struct net_text *frame = frame_new(WSLAY_CONNECTION_CLOSE, body, 2 + length);
    net__conn_late_in(socket->conn, CLOSE_MS);
    if (!enqueue(socket, frame))
        net__conn_drop(socket->conn);
    net_text_release(frame);
}

static void close_without_queue(struct net_socket *socket, int code, const char *reason) {
    if (!socket->code)
        queue_drop(socket);
    net_close(socket, code, reason);
}

void net_send_text(struct net_socket *socket, struct net_text *text) {
    if (socket->code)
        return;
    if (!enqueue(socket, text)) { /* the client comes back and asks for what it missed */
        close_without_queue(socket, WSLAY_CODE_INTERNAL_SERVER_ERROR, "out of memory");
    } else if (socket->backlog > NET_BACKLOG_MAX) {
        socket->conn->net->stats.closed_slow++;
        close_without_queue(socket, 1013, "reading too slowly");
    }
}

void net_send(struct net_socket *socket, const char *text, size_t length) {
    struct net_text *shared = net_text_new(text, length);
    net_send_text(socket, shared);
    net_text_release(shared);
}

static void send_control(struct net_socket *socket, unsigned opcode, const char *bytes,
                         size_t length) {
    struct net_text *frame = frame_new(opcode, bytes, length);
    net_send_text(socket, frame);
    net_text_release(frame);
}

/* ---- Writing ---- */

static unsigned gather(const struct net_socket *socket, uv_buf_t parts[PARTS_MAX]) {
    unsigned count = 0;
    size_t sent = socket->sent;
    for (struct queued *queued = socket->first; queued && count < PARTS_MAX; sent = 0) {
        struct net_text *text = queued->text;
        parts[count++] = uv_buf_init((char *)text->bytes + sent, (unsigned)(text->length - sent));
        queued = queued->next;
    }
    return count;
}

static void first_sent(struct net_socket *socket) {
    struct net_stats *stats = &socket->conn->net->stats;
    const struct net_text *text = socket->first->text;
    stats->messages_out += is_message(text);
    stats->bytes_out += text->length;
    drop_at(socket, &socket->first);
    socket->sent = 0;
}

static void take_sent(struct net_socket *socket, size_t length) {
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

static void flush(struct net_socket *socket);

static void on_sent(uv_write_t *write, int status) {
    struct net_conn *conn = write->data;
    struct net_socket *socket = conn->socket;
    if (status < 0) {
        net__conn_drop(conn);
        return;
    }
    for (; socket->flying > 0; socket->flying--)
        first_sent(socket);
    flush(socket);
}

/* Writes what the client takes at once, and leaves the rest to libuv. */
static void flush(struct net_socket *socket) {
    struct net_conn *conn = socket->conn;
    uv_stream_t *stream = (uv_stream_t *)&conn->tcp;
    uv_buf_t parts[PARTS_MAX];
    if (conn->stage != CONN_SOCKET || socket->flying)
        return;
    int sent = 0;
    while (socket->first && sent >= 0) {
        sent = uv_try_write(stream, parts, gather(socket, parts));
        if (sent > 0)
            take_sent(socket, (size_t)sent);
    }
    if (socket->first && sent == UV_EAGAIN) {
        socket->flying = gather(socket, parts);
        sent = uv_write(&conn->write, stream, parts, socket->flying, on_sent);
    }
    if (sent < 0)
        net__conn_drop(conn);
    else if (!socket->first && socket->code)
        net__conn_end(conn);
}

void net__ws_flush(struct net *net) {
    while (net->unsent) {
        struct net_socket *socket = net->unsent;
        unsent_leave(socket);
        flush(socket);
    }
}

/* ---- Receiving: wslay reads frames. It needs 8 KiB for that, so a socket has it only while it is
 * within a message. ---- */

struct ws_reader {
    wslay_event_context_ptr wslay;
    struct net_socket *socket;
    const char *bytes; /* for wslay to take */
    size_t left;
    uint64_t given, framed; /* bytes that it has taken, and those of the frames that it has seen */
    bool data, within;      /* the frame is part of a message; of which more is to come */
    unsigned char reply[2 + CONTROL_MAX]; /* a frame of wslay's own */
    size_t reply_length;
};

static bool take_token(struct net_socket *socket) {
    uint64_t now = uv_now(socket->conn->net->config.loop);
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

static void fail(struct ws_reader *reader, int code, const char *reason) {
    close_without_queue(reader->socket, code, reason);
    wslay_event_shutdown_read(reader->wslay);
}

static ssize_t on_wanted(wslay_event_context_ptr wslay, uint8_t *bytes, size_t room, int flags,
                         void *context) {
    struct ws_reader *reader = context;
    size_t length = reader->left < room ? reader->left : room;
    (void)flags;
    if (length == 0) {
        wslay_event_set_error(wslay, WSLAY_ERR_WOULDBLOCK);
        return -1;
    }
    memcpy(bytes, reader->bytes, length);
    reader->bytes += length;
    reader->left -= length;
    reader->given += length;
    return (ssize_t)length;
}

/* Every frame pays: any number of empty ones would fit into a message, and pings are answered. */
static void on_frame(wslay_event_context_ptr wslay,
                     const struct wslay_event_on_frame_recv_start_arg *frame, void *context) {
    struct ws_reader *reader = context;
    struct net_socket *socket = reader->socket;
    uint64_t length = frame->payload_length;
    (void)wslay;
    reader->framed += length + (length < 126 ? 6 : length <= UINT16_MAX ? 8 : 14);
    reader->data = !wslay_is_ctrl_frame(frame->opcode);
    if (reader->data)
        reader->within = !frame->fin;
    if (!take_token(socket)) {
        socket->conn->net->stats.closed_rate++;
        fail(reader, WSLAY_CODE_POLICY_VIOLATION, "too many messages");
    } else if (frame->opcode == WSLAY_BINARY_FRAME) {
        fail(reader, WSLAY_CODE_UNSUPPORTED_DATA, "text only");
    } else if (reader->data && socket->partial_length + length > NET_FRAME_MAX) {
        fail(reader, WSLAY_CODE_MESSAGE_TOO_BIG, "message too large");
    }
}

static void on_part(wslay_event_context_ptr wslay,
                    const struct wslay_event_on_frame_recv_chunk_arg *part, void *context) {
    struct ws_reader *reader = context;
    struct net_socket *socket = reader->socket;
    (void)wslay;
    if (reader->data && !socket->code && part->data_length > 0 &&
        !partial_add(socket, (const char *)part->data, part->data_length))
        fail(reader, WSLAY_CODE_INTERNAL_SERVER_ERROR, "out of memory");
}

static void on_message(wslay_event_context_ptr wslay,
                       const struct wslay_event_on_msg_recv_arg *message, void *context) {
    struct ws_reader *reader = context;
    struct net_socket *socket = reader->socket;
    struct net *net = socket->conn->net;
    if (message->opcode == WSLAY_CONNECTION_CLOSE && message->msg_length == 1)
        fail(reader, WSLAY_CODE_PROTOCOL_ERROR, "bad frame");
    if (message->opcode != WSLAY_TEXT_FRAME || socket->code)
        return;
    net->stats.messages_in++;
    net->config.handlers->message(net->config.context, socket, socket->user,
                                  socket->partial ? socket->partial : "", socket->partial_length);
    partial_drop(socket);
    if (socket->code)
        wslay_event_shutdown_read(wslay);
}

/* Why wslay closes: the client does, or has broken the protocol in a way that may have a code. */
static void close_for_wslay(struct ws_reader *reader, int code) {
    bool asked = wslay_event_get_close_received(reader->wslay);
    if (asked)
        close_without_queue(reader->socket, code ? code : WSLAY_CODE_NORMAL_CLOSURE, "");
    else if (code == WSLAY_CODE_MESSAGE_TOO_BIG)
        close_without_queue(reader->socket, code, "message too large");
    else if (code == WSLAY_CODE_INVALID_FRAME_PAYLOAD_DATA)
        close_without_queue(reader->socket, code, "bad UTF-8");
    else
        close_without_queue(reader->socket, WSLAY_CODE_PROTOCOL_ERROR, "bad frame");
}

/* Pongs and closes come from wslay in pieces. */
static ssize_t on_reply(wslay_event_context_ptr wslay, const uint8_t *bytes, size_t length,
                        int flags, void *context) {
    struct ws_reader *reader = context;
    unsigned char *reply = reader->reply;
    (void)wslay, (void)flags;
    if (length > sizeof reader->reply - reader->reply_length)
        return -1;
    memcpy(reply + reader->reply_length, bytes, length);
    reader->reply_length += length;
    if (reader->reply_length < 2 || reader->reply_length < 2u + reply[1])
        return (ssize_t)length;
    reader->reply_length = 0;
    if ((reply[0] & 15) == WSLAY_CONNECTION_CLOSE)
        close_for_wslay(reader, reply[1] < 2 ? 0 : reply[2] << 8 | reply[3]);
    else
        send_control(reader->socket, WSLAY_PONG, (const char *)reply + 2, reply[1]);
    return (ssize_t)length;
}

static struct ws_reader *reader_new(void) {
    static const struct wslay_event_callbacks callbacks = {.recv_callback = on_wanted,
                                                           .send_callback = on_reply,
                                                           .on_frame_recv_start_callback = on_frame,
                                                           .on_frame_recv_chunk_callback = on_part,
                                                           .on_msg_recv_callback = on_message};
    struct ws_reader *reader = calloc(1, sizeof *reader);
    if (!reader || wslay_event_context_server_init(&reader->wslay, &callbacks, reader) != 0) {
        free(reader);
        return NULL;
    }
    wslay_event_config_set_no_buffering(reader->wslay, 1);
    wslay_event_config_set_max_recv_msg_length(reader->wslay, NET_FRAME_MAX);
    return reader;
}

static void reader_free(struct ws_reader *reader) {
    if (reader)
        wslay_event_context_free(reader->wslay);
    free(reader);
}

static struct ws_reader *reader_lend(struct net_socket *socket) {
    struct net *net = socket->conn->net;
    struct ws_reader *reader = net->reader ? net->reader : reader_new();
    net->reader = NULL;
    if (reader)
        reader->socket = socket;
    socket->reader = reader;
    return reader;
}

/* Between two messages a reader remembers nothing, and the next socket can have it. */
static void reader_return(struct net_socket *socket) {
    struct net *net = socket->conn->net;
    struct ws_reader *reader = socket->reader;
    bool between = reader->given == reader->framed && !reader->within;
    if (!socket->code && !between)
        return;
    socket->reader = NULL;
    if (socket->code || net->reader)
        reader_free(reader);
    else
        net->reader = reader;
}

void net__ws_read(struct net_conn *conn, const char *bytes, size_t length) {
    struct net_socket *socket = conn->socket;
    if (socket->code)
        return;
    socket->pinged = false;
    net__conn_late_in(conn, conn->net->patience);
    struct ws_reader *reader = socket->reader ? socket->reader : reader_lend(socket);
    if (!reader) {
        close_without_queue(socket, WSLAY_CODE_INTERNAL_SERVER_ERROR, "out of memory");
        return;
    }
    reader->bytes = bytes;
    reader->left = length;
    int failed = wslay_event_recv(reader->wslay);
    if (wslay_event_send(reader->wslay) != 0 || failed)
        close_without_queue(socket, WSLAY_CODE_PROTOCOL_ERROR, "bad frame");
    reader_return(socket);
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

/* Programs send no Origin; what pages send, the browser vouches for. Without a public URL, a page
 * must be of the host that it asks, with any scheme. */
static bool origin_allowed(const struct net *net, const struct net_head *head) {
    char sent[ORIGIN_MAX], origin[ORIGIN_MAX], url[ORIGIN_MAX], expected[ORIGIN_MAX];
    struct pip_text copy = pip_text_init(sent, sizeof sent), own = pip_text_init(url, sizeof url);
    if (!head->header[NET_ORIGIN].at)
        return true;
    pip_text_add_span(&copy, head->header[NET_ORIGIN]);
    if (!pip_text_fits(&copy) || !normalise(sent, origin, sizeof origin))
        return false;
    if (net->config.origin) {
        pip_text_add(&own, net->config.origin);
    } else {
        pip_text_add_span(&own, (struct pip_span){origin, strcspn(origin, ":")});
        pip_text_add(&own, "://");
        pip_text_add_span(&own, head->header[NET_HOST]);
    }
    return pip_text_fits(&own) && normalise(url, expected, sizeof expected) &&
           strcmp(origin, expected) == 0;
}

static bool key_sound(struct pip_span key) {
    unsigned char bytes[16];
    size_t length = 0;
    return key.length == KEY_LENGTH &&
           sodium_base642bin(bytes, sizeof bytes, key.at, key.length, NULL, &length, NULL,
                             sodium_base64_VARIANT_ORIGINAL) == 0 &&
           length == sizeof bytes;
}

/* Whether ours is among the subprotocols. */
static bool names_protocol(struct pip_span list) {
    while (list.length > 0) {
        const char *comma = memchr(list.at, ',', list.length);
        size_t length = comma ? (size_t)(comma - list.at) : list.length;
        struct pip_span name = {list.at, length};
        for (; name.length > 0 && strchr(" \t", name.at[0]); name.length--)
            name.at++;
        for (; name.length > 0 && strchr(" \t", name.at[name.length - 1]); name.length--)
            continue;
        if (pip_span_is(name, NET_PROTOCOL))
            return true;
        length += comma != NULL;
        list = (struct pip_span){list.at + length, list.length - length};
    }
    return false;
}

static int judge(const struct net *net, const struct net_head *head) {
    const struct pip_span *header = head->header;
    if (net->stopping)
        return 503;
    if (!head->websocket || !header[NET_WS_VERSION].at ||
        !pip_span_is(header[NET_WS_VERSION], "13"))
        return 426;
    if (head->length > 0 || !header[NET_WS_KEY].at || !key_sound(header[NET_WS_KEY]))
        return 400;
    if (header[NET_WS_PROTOCOL].at && !names_protocol(header[NET_WS_PROTOCOL]))
        return 400;
    return origin_allowed(net, head) ? 0 : 403;
}

/* The answer that only who has seen the key can give. */
static struct net_text *handshake(const struct net_head *head) {
    static const char magic[] = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    unsigned char hash[SHA1_DIGEST_LENGTH];
    char accept[sodium_base64_ENCODED_LEN(sizeof hash, sodium_base64_VARIANT_ORIGINAL)], all[256];
    SHA1_CTX sha;
    SHA1Init(&sha);
    SHA1Update(&sha, (const uint8_t *)head->header[NET_WS_KEY].at, KEY_LENGTH);
    SHA1Update(&sha, (const uint8_t *)magic, strlen(magic));
    SHA1Final(hash, &sha);
    sodium_bin2base64(accept, sizeof accept, hash, sizeof hash, sodium_base64_VARIANT_ORIGINAL);
    struct pip_text text = pip_text_init(all, sizeof all);
    pip_text_add(&text, "HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\n"
                        "connection: upgrade\r\nsec-websocket-accept: ");
    pip_text_add(&text, accept);
    if (head->header[NET_WS_PROTOCOL].at)
        pip_text_add(&text, "\r\nsec-websocket-protocol: " NET_PROTOCOL);
    pip_text_add(&text, "\r\n\r\n");
    struct net_text *answer = text_new(text.length);
    if (answer)
        memcpy(answer->bytes, all, text.length);
    return answer;
}

/* ---- Coming and going ---- */

int net__ws_begin(struct net_conn *conn, const struct net_head *head, const char *address) {
    struct net *net = conn->net;
    int status = judge(net, head);
    if (status)
        return status;
    struct net_socket *socket = calloc(1, sizeof *socket);
    struct net_text *answer = handshake(head);
    if (!socket || !answer) {
        free(socket);
        free(answer);
        return 503;
    }
    socket->conn = conn;
    socket->last = &socket->first;
    socket->tokens = NET_BURST * TOKEN;
    socket->filled = uv_now(net->config.loop);
    conn->socket = socket;
    conn->stage = CONN_SOCKET;
    net->stats.sockets++;
    net__conn_late_in(conn, net->patience);
    net_send_text(socket, answer);
    net_text_release(answer);
    flush(socket); /* a close may drop what is queued, but not this */
    net->config.handlers->opened(net->config.context, socket, address, &socket->user);
    return 0;
}

void net__ws_late(struct net_conn *conn) {
    struct net_socket *socket = conn->socket;
    if (socket->code || socket->pinged) {
        net__conn_drop(conn);
        return;
    }
    socket->pinged = true;
    send_control(socket, WSLAY_PING, "", 0);
    if (!socket->code)
        net__conn_late_in(conn, conn->net->patience);
}

void net__ws_gone(struct net_conn *conn) {
    struct net_socket *socket = conn->socket;
    if (!socket)
        return;
    struct net *net = conn->net;
    socket->code = WSLAY_CODE_ABNORMAL_CLOSURE; /* so that the handler cannot send any more */
    net->config.handlers->closed(net->config.context, socket, socket->user);
    net->stats.sockets--;
    unsent_leave(socket);
    while (socket->first)
        drop_at(socket, &socket->first);
    partial_drop(socket);
    reader_free(socket->reader);
    free(socket);
}

void net__ws_free(struct net *net) {
    reader_free(net->reader);
}
