/* Any bytes as what a client sends over a WebSocket, in parts: a byte says how many come at once,
 * or that time passes. The first byte says how the client reads. A second reader of frames, which
 * has all bytes at once and no limits to keep, says which messages are in them:
 *
 *  - the handler gets just those, in order, each of valid UTF-8 and no larger than allowed, none
 *    faster than allowed and none after a close;
 *  - if the connection stays open, it got all of them, and nothing was wrong; it is closed as
 *    broken only where something is;
 *  - what is sent are whole frames: messages, pongs as they were asked for, and one close, which
 *    is the last, with a code that may be sent; no more of it waits than may. */
#include "server/net_ws.h"
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define PART_MAX 239   /* a larger number lets time pass, or is a large part */
#define PART_LARGE 255 /* all that is left */
#define WAIT_MS 50     /* for each number between */
#define BACK 'e'       /* what a message begins with that is sent back, ... */
#define MANY 'm'       /* ... many times, ... */
#define CLOSE 'c'      /* ... that makes the handler close */
#define MANY_TIMES 50

enum opcode { CONTINUED = 0, TEXT = 1, BINARY = 2, CLOSED = 8, PING = 9, PONG = 10 };

static void check(bool holds) {
    if (!holds)
        abort();
}

/* ---- UTF-8 ---- */

struct utf8 {
    uint32_t more, least, code; /* bytes that are to come, and what they must make */
};

static bool utf8_take(struct utf8 *utf8, uint8_t byte) {
    if (utf8->more > 0) {
        utf8->code = utf8->code << 6 | (byte & 63);
        utf8->more--;
        uint32_t code = utf8->code << 6 * utf8->more; /* at least, and what may be added below it */
        uint32_t most = code | ((1u << 6 * utf8->more) - 1);
        return byte >> 6 == 2 && most >= utf8->least && code <= 0x10ffff &&
               !(code >= 0xd800 && most <= 0xdfff);
    }
    *utf8 = byte < 0x80         ? (struct utf8){0, 0, byte}
            : byte >> 5 == 6    ? (struct utf8){1, 0x80, byte & 31}
            : byte >> 4 == 0xe  ? (struct utf8){2, 0x800, byte & 15}
            : byte >> 3 == 0x1e ? (struct utf8){3, 0x10000, byte & 7}
                                : (struct utf8){9, 0, 0};
    return utf8->more < 9 && !(utf8->more == 1 && utf8->code < 2) &&
           !(utf8->more == 3 && utf8->code > 4);
}

static bool is_utf8(const uint8_t *bytes, size_t length) {
    struct utf8 utf8 = {0};
    for (size_t i = 0; i < length; i++) {
        if (!utf8_take(&utf8, bytes[i]))
            return false;
    }
    return utf8.more == 0;
}

/* ---- The second reader ---- */

static struct expected {
    uint8_t text[1 << 20]; /* of all messages, one after another */
    size_t end[1 << 16], count, length;
    uint8_t pings[1 << 20]; /* their bodies likewise, and where they end */
    size_t pings_length;
    bool wrong; /* the bytes break the protocol ... */
    bool sure;  /* ... within a frame that has come as a whole, so that it is noticed by now */
    bool over;  /* they close the connection */
} expected;

struct frame {
    bool fin, reserved, masked;
    unsigned opcode;
    uint64_t length, there; /* bytes of the body, and those that have come */
    const uint8_t *mask, *body;
};

/* What is wrong with a frame whatever it holds; its length may be known. */
static bool is_wrong(const struct frame *frame, bool known, size_t wide) {
    bool control = frame->opcode >= CLOSED;
    return frame->reserved || !frame->masked || (control && (!frame->fin || wide > 0)) ||
           (frame->opcode > BINARY && !control) || frame->opcode > PONG ||
           (known && wide == 2 && frame->length < 126) ||
           (known && wide == 8 && (frame->length <= UINT16_MAX || frame->length >> 63));
}

/* False if not even its head has come; it may be wrong all the same. */
static bool read_frame(const uint8_t *bytes, size_t size, struct frame *frame) {
    expected.sure = false;
    if (size < 2)
        return false;
    size_t wide = (bytes[1] & 127) == 126 ? 2 : (bytes[1] & 127) == 127 ? 8 : 0;
    *frame = (struct frame){.fin = bytes[0] >> 7,
                            .reserved = bytes[0] & 0x70,
                            .masked = bytes[1] >> 7,
                            .opcode = bytes[0] & 15,
                            .length = wide > 0 ? 0 : bytes[1] & 127};
    size_t head = 2 + wide + (frame->masked ? 4 : 0);
    for (size_t i = 0; i < wide && size >= 2 + wide; i++)
        frame->length = frame->length << 8 | bytes[2 + i];
    expected.wrong |= is_wrong(frame, size >= 2 + wide, wide);
    if (size < head)
        return false;
    frame->mask = bytes + 2 + wide;
    frame->body = bytes + head;
    frame->there = size - head < frame->length ? size - head : frame->length;
    return true;
}

/* Adds what has come of a frame's body to the message. */
static void expect_body(const struct frame *frame, struct utf8 *utf8, size_t begun) {
    if (expected.length - begun + frame->length > NET_FRAME_MAX) {
        expected.wrong = true;
        return;
    }
    for (uint64_t i = 0; i < frame->there && !expected.wrong; i++) {
        uint8_t byte = frame->body[i] ^ frame->mask[i & 3];
        expected.text[expected.length++] = byte;
        expected.wrong |= !utf8_take(utf8, byte);
    }
}

static void expect_ping(const struct frame *frame) {
    expected.pings[expected.pings_length++] = (uint8_t)frame->length;
    for (uint64_t i = 0; i < frame->length; i++)
        expected.pings[expected.pings_length++] = frame->body[i] ^ frame->mask[i & 3];
}

static void expect(const uint8_t *bytes, size_t size) {
    struct utf8 utf8 = {0};
    struct frame frame;
    bool within = false;
    size_t begun = 0;
    expected.count = expected.length = expected.pings_length = 0;
    expected.wrong = expected.over = false;
    while (!expected.wrong && !expected.over && read_frame(bytes, size, &frame)) {
        bool data = frame.opcode < CLOSED, whole = frame.there == frame.length;
        expected.wrong |= data && (frame.opcode == BINARY || within != (frame.opcode == CONTINUED));
        if (data && !expected.wrong)
            expect_body(&frame, &utf8, begun);
        expected.sure = whole;
        expected.wrong |= frame.opcode == CLOSED && !whole; /* its reason may be */
        if (!whole || expected.wrong)
            return;
        if (data && frame.fin) {
            expected.wrong |= utf8.more > 0;
            expected.end[expected.count] = begun = expected.length;
            expected.count += !expected.wrong;
        }
        within = data ? !frame.fin : within;
        if (frame.opcode == PING)
            expect_ping(&frame);
        expected.over |= frame.opcode == CLOSED;
        size -= (size_t)(frame.body - bytes) + frame.length;
        bytes = frame.body + frame.length;
    }
}

/* ---- In place of net.c and libuv ---- */

static struct pip__net net;
static struct pip__net_conn conn;
static uint64_t now;
static uint8_t reads; /* how: 0 all at once, else at most so many bytes, now and then none */
static uint8_t sent[8 << 20];
static size_t sent_length;
static uv_write_t *waiting; /* and what it writes */
static uv_write_cb waiting_done;
static uv_buf_t waiting_parts[64];
static unsigned waiting_count;

void pip__net_conn_late_in(struct pip__net_conn *one, uint64_t ms) {
    one->by = now + ms;
}

void pip__net_conn_drop(struct pip__net_conn *one) {
    one->stage = CONN_GONE;
}

void pip__net_conn_end(struct pip__net_conn *one) {
    check(!waiting);
    one->stage = CONN_ENDING;
}

void pip__net_hurry(struct pip__net *whole) {
    (void)whole; /* whoever calls sends again soon */
}

uint64_t __wrap_uv_now(const uv_loop_t *loop);
uint64_t __wrap_uv_now(const uv_loop_t *loop) {
    (void)loop;
    return now;
}

static size_t take(const uv_buf_t *parts, unsigned count, size_t most) {
    size_t taken = 0;
    for (unsigned i = 0; i < count && taken < most; i++) {
        size_t length = parts[i].len < most - taken ? parts[i].len : most - taken;
        check(sent_length + length <= sizeof sent);
        memcpy(sent + sent_length, parts[i].base, length);
        sent_length += length;
        taken += length;
    }
    return taken;
}

int __wrap_uv_try_write(uv_stream_t *stream, const uv_buf_t *parts, unsigned count);
int __wrap_uv_try_write(uv_stream_t *stream, const uv_buf_t *parts, unsigned count) {
    static uint32_t turn;
    (void)stream;
    check(!waiting && count > 0);
    if (reads > 0 && ++turn % 3 == 0)
        return UV_EAGAIN;
    return (int)take(parts, count, reads > 0 ? reads : SIZE_MAX);
}

int __wrap_uv_write(uv_write_t *write, uv_stream_t *stream, const uv_buf_t *parts, unsigned count,
                    uv_write_cb done);
int __wrap_uv_write(uv_write_t *write, uv_stream_t *stream, const uv_buf_t *parts, unsigned count,
                    uv_write_cb done) {
    (void)stream;
    check(!waiting && count <= 64);
    waiting = write;
    waiting_done = done;
    waiting_count = count;
    memcpy(waiting_parts, parts, count * sizeof *parts);
    return 0;
}

/* The reader takes what libuv was left to write. */
static void let_read(void) {
    uv_write_t *write = waiting;
    if (!write)
        return;
    waiting = NULL;
    take(waiting_parts, waiting_count, SIZE_MAX);
    waiting_done(write, 0);
}

/* ---- The handler ---- */

static size_t heard; /* messages */
static bool gone;

static void on_opened(void *context, struct pip__net_socket *socket, const char *address,
                      void **user) {
    (void)context, (void)socket, (void)address;
    *user = &heard;
}

static void on_message(void *context, struct pip__net_socket *socket, void *user, const char *text,
                       size_t length) {
    (void)context;
    check(user == &heard && !socket->code && heard < expected.count && length <= NET_FRAME_MAX);
    size_t begin = heard > 0 ? expected.end[heard - 1] : 0;
    check(length == expected.end[heard] - begin &&
          memcmp(text, expected.text + begin, length) == 0 &&
          is_utf8((const uint8_t *)text, length));
    check(++heard <= NET_BURST + now * NET_RATE / 1000 + 1);
    for (int i = 0; length > 0 && i < (text[0] == MANY ? MANY_TIMES : text[0] == BACK); i++)
        pip__net_send(socket, text, length);
    if (length > 0 && text[0] == CLOSE)
        pip__net_close(socket, 1008, "enough");
}

static void on_closed(void *context, struct pip__net_socket *socket, void *user) {
    (void)context;
    check(user == &heard && !gone);
    gone = true;
    pip__net_send(socket, "too late", 8);
}

/* ---- What was sent ---- */

static bool may_close_with(unsigned code) {
    return (code >= 1000 && code <= 1013 && code != 1004 && code != 1005 && code != 1006) ||
           (code >= 3000 && code <= 4999);
}

/* The pongs that were sent are those that were asked for, as far as they go. */
static void check_pong(const uint8_t *body, size_t length, size_t *pongs) {
    check(*pongs < expected.pings_length && expected.pings[*pongs] == length &&
          memcmp(expected.pings + *pongs + 1, body, length) == 0);
    *pongs += 1 + length;
}

static void check_sent(const uint8_t *at, const uint8_t *end) {
    size_t pongs = 0;
    for (bool over = false; end - at >= 2;) {
        unsigned opcode = at[0] & 15, wide = at[1] == 126 ? 2 : at[1] == 127 ? 8 : 0;
        check(!over && at[0] >> 4 == 8 && at[1] <= 127);
        if (end - at < 2 + (ptrdiff_t)wide)
            return;
        uint64_t length = wide ? 0 : at[1];
        for (unsigned i = 0; i < wide; i++)
            length = length << 8 | at[2 + i];
        const uint8_t *body = at + 2 + wide;
        check(length <= NET_FRAME_MAX && (opcode < CLOSED || length <= 125));
        if ((uint64_t)(end - body) < length)
            return; /* the reader has not taken all of it */
        check(opcode == TEXT || opcode == CLOSED || opcode == PING || opcode == PONG);
        if (opcode == PONG)
            check_pong(body, (size_t)length, &pongs);
        over = opcode == CLOSED;
        if (over && length > 0)
            check(length >= 2 && may_close_with((unsigned)(body[0] << 8 | body[1])) &&
                  is_utf8(body + 2, (size_t)length - 2));
        at = body + length;
    }
}

static void check_end(void) {
    const struct pip__net_socket *socket = conn.socket;
    static const int broken[] = {1002, 1003, 1007, 1009};
    if (!socket->code && conn.stage == CONN_SOCKET)
        check(heard == expected.count && !(expected.wrong && expected.sure) && !expected.over);
    for (size_t i = 0; i < sizeof broken / sizeof *broken; i++)
        check(socket->code != broken[i] || expected.wrong || expected.over);
    check(socket->backlog <= NET_BACKLOG_MAX + NET_FRAME_MAX + 1024);
}

/* ---- A connection ---- */

static const char handshake[] = "GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\n"
                                "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                                "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n";

static size_t open_connection(void) {
    static const struct pip__net_handlers handlers = {
        .opened = on_opened, .message = on_message, .closed = on_closed};
    static uv_loop_t loop;
    static struct pip__net_head head;
    net.config = (struct pip__net_config){.loop = &loop, .handlers = &handlers};
    net.patience = 1000;
    conn = (struct pip__net_conn){.net = &net};
    conn.write.data = &conn;
    now = sent_length = heard = 0;
    waiting = NULL;
    gone = false;
    check(pip__net_head_read(handshake, sizeof handshake - 1, &head) == 0);
    check(pip__net_ws_begin(&conn, &head, "192.0.2.1") == 0);
    let_read();
    return sent_length; /* of the answer */
}

static void receive(const char *bytes, size_t length) {
    if (conn.stage == CONN_SOCKET)
        pip__net_ws_read(&conn, bytes, length);
    check(conn.socket->partial_length <= NET_FRAME_MAX);
    pip__net_ws_flush(&net);
}

static void pass_time(unsigned ms) {
    now += ms;
    let_read();
    if (conn.stage == CONN_SOCKET && now >= conn.by)
        pip__net_ws_late(&conn);
    pip__net_ws_flush(&net);
}

/* The bytes without the numbers that say how many come at once. */
static size_t gather(const uint8_t *data, size_t size, uint8_t *bytes) {
    size_t length = 0;
    for (size_t i = 0; i < size;) {
        size_t part = data[i] == PART_LARGE ? size : data[i] <= PART_MAX ? data[i] : 0;
        i++;
        part = part < size - i ? part : size - i;
        memcpy(bytes + length, data + i, part);
        length += part;
        i += part;
    }
    return length;
}

static void run(const uint8_t *data, size_t size) {
    for (size_t i = 0; i < size;) {
        size_t part = data[i] == PART_LARGE ? size : data[i] <= PART_MAX ? data[i] : 0;
        if (data[i] > PART_MAX && data[i] < PART_LARGE)
            pass_time(WAIT_MS * (data[i] - (unsigned)PART_MAX));
        i++;
        part = part < size - i ? part : size - i;
        if (part > 0)
            receive((const char *)data + i, part);
        i += part;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static uint8_t bytes[1 << 17];
    if (size == 0 || size > sizeof bytes)
        return 0;
    reads = 0; /* the answer to the handshake is not what is tested */
    size_t answer = open_connection();
    reads = data[0];
    expect(bytes, gather(data + 1, size - 1, bytes));
    run(data + 1, size - 1);
    check_end();
    check_sent(sent + answer, sent + sent_length);
    pip__net_ws_gone(&conn);
    check(gone && net.stats.sockets == 0 && !net.unsent);
    return 0;
}
