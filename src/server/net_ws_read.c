/* Receiving: wslay reads frames. It needs 8 KiB for that, so a socket has it only while it is
 * within a message. */
#include "net_ws.h"
#include <stdlib.h>
#include <string.h>
#include <wslay/wslay.h>

#define PARTIAL_FIRST 256
#define CONTROL_MAX 125

struct ws_reader {
    wslay_event_context_ptr wslay;
    struct pip__net_socket *socket;
    const char *bytes; /* for wslay to take */
    size_t left;
    uint64_t given, framed; /* bytes that it has taken, and those of the frames that it has seen */
    bool data, within;      /* the frame is part of a message; of which more is to come */
    unsigned char reply[2 + CONTROL_MAX]; /* a frame of wslay's own */
    size_t reply_length;
};

static bool take_token(struct pip__net_socket *socket) {
    uint64_t now = uv_now(socket->conn->net->config.loop);
    uint64_t tokens = socket->tokens + (now - socket->filled) * NET_RATE;
    socket->filled = now;
    socket->tokens = (uint32_t)(tokens < NET_BURST * NET_TOKEN ? tokens : NET_BURST * NET_TOKEN);
    if (socket->tokens < NET_TOKEN)
        return false;
    socket->tokens -= NET_TOKEN;
    return true;
}

static void partial_drop(struct pip__net_socket *socket) {
    free(socket->partial);
    socket->partial = NULL;
    socket->partial_length = socket->partial_room = 0;
}

static bool partial_add(struct pip__net_socket *socket, const char *bytes, size_t length) {
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
    pip__net_ws_fail(reader->socket, code, reason);
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
    struct pip__net_socket *socket = reader->socket;
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
    struct pip__net_socket *socket = reader->socket;
    (void)wslay;
    if (reader->data && !socket->code && part->data_length > 0 &&
        !partial_add(socket, (const char *)part->data, part->data_length))
        fail(reader, WSLAY_CODE_INTERNAL_SERVER_ERROR, "out of memory");
}

static void on_message(wslay_event_context_ptr wslay,
                       const struct wslay_event_on_msg_recv_arg *message, void *context) {
    struct ws_reader *reader = context;
    struct pip__net_socket *socket = reader->socket;
    struct pip__net *net = socket->conn->net;
    if (message->opcode == WSLAY_CONNECTION_CLOSE && message->msg_length == 1)
        fail(reader, WSLAY_CODE_PROTOCOL_ERROR, "bad frame");
    if (message->opcode != WSLAY_TEXT_FRAME || socket->code)
        return;
    struct pip__work work = pip__work_begin(net->config.turns);
    net->stats.messages_in++;
    net->config.handlers->message(net->config.context, socket, socket->user,
                                  socket->partial ? socket->partial : "", socket->partial_length);
    pip__work_end(net->config.turns, WORK_MESSAGE, work);
    partial_drop(socket);
    if (socket->code)
        wslay_event_shutdown_read(wslay);
}

/* Why wslay closes: the client does, or has broken the protocol in a way that may have a code. */
static void close_for_wslay(struct ws_reader *reader, int code) {
    bool asked = wslay_event_get_close_received(reader->wslay);
    if (asked)
        pip__net_ws_fail(reader->socket, code ? code : WSLAY_CODE_NORMAL_CLOSURE, "");
    else if (code == WSLAY_CODE_MESSAGE_TOO_BIG)
        pip__net_ws_fail(reader->socket, code, "message too large");
    else if (code == WSLAY_CODE_INVALID_FRAME_PAYLOAD_DATA)
        pip__net_ws_fail(reader->socket, code, "bad UTF-8");
    else
        pip__net_ws_fail(reader->socket, WSLAY_CODE_PROTOCOL_ERROR, "bad frame");
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
        pip__net_ws_control(reader->socket, WSLAY_PONG, (const char *)reply + 2, reply[1]);
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

static struct ws_reader *reader_lend(struct pip__net_socket *socket) {
    struct pip__net *net = socket->conn->net;
    struct ws_reader *reader = net->reader ? net->reader : reader_new();
    net->reader = NULL;
    if (reader)
        reader->socket = socket;
    socket->reader = reader;
    return reader;
}

/* Between two messages a reader remembers nothing, and the next socket can have it. */
static void reader_return(struct pip__net_socket *socket) {
    struct pip__net *net = socket->conn->net;
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

void pip__net_ws_read(struct pip__net_conn *conn, const char *bytes, size_t length) {
    struct pip__net_socket *socket = conn->socket;
    if (socket->code)
        return;
    socket->pinged = false;
    pip__net_conn_late_in(conn, conn->net->patience);
    struct ws_reader *reader = socket->reader ? socket->reader : reader_lend(socket);
    if (!reader) {
        pip__net_ws_fail(socket, WSLAY_CODE_INTERNAL_SERVER_ERROR, "out of memory");
        return;
    }
    reader->bytes = bytes;
    reader->left = length;
    int failed = wslay_event_recv(reader->wslay);
    if (wslay_event_send(reader->wslay) != 0 || failed)
        pip__net_ws_fail(socket, WSLAY_CODE_PROTOCOL_ERROR, "bad frame");
    reader_return(socket);
}

/* ---- Forgetting ---- */

void pip__net_ws_forget(struct pip__net_socket *socket) {
    partial_drop(socket);
    reader_free(socket->reader);
}

void pip__net_ws_free(struct pip__net *net) {
    reader_free(net->reader);
}
