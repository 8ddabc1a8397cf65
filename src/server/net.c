#include "net_conn.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#define TICK_MS 500
#define LOOK_AT_ONCE 64 /* connections, whether they are late */
#define END_MS 3000     /* for a client to read the end, and to stop sending */
#define STOP_MS 1000
#define STOP_TICK_MS 20
#define ROOM_MAX 65535 /* descriptors for which there is room from the beginning */

/* ---- Connections ---- */

void pip__net_conn_late_in(struct pip__net_conn *conn, uint64_t ms) {
    conn->by = uv_now(conn->net->config.loop) + ms;
}

/* ---- Reading: who finds the turn over, or others waiting, is read in the order of coming.
 * Messages and requests wait in lines of their own: a player's word does not stand behind long
 * bodies. ---- */

static enum work work_of(const struct pip__net_conn *conn) {
    return conn->stage == CONN_SOCKET ? WORK_HEAR : WORK_READ;
}

static struct pip__net_line *line_of(struct pip__net_conn *conn) {
    return &conn->net->lines[conn->stage == CONN_SOCKET];
}

static void line_leave(struct pip__net_conn *conn) {
    if (!conn->waits)
        return;
    *conn->waits = conn->behind;
    *(conn->behind ? &conn->behind->waits : &conn->line->last) = conn->waits;
    conn->waits = NULL;
}

void pip__net_conn_waits(struct pip__net_conn *conn) {
    struct pip__net_line *line = line_of(conn);
    if (conn->waits)
        return;
    uv_read_stop((uv_stream_t *)&conn->tcp);
    conn->line = line;
    conn->waits = line->first ? line->last : &line->first;
    conn->behind = NULL;
    *conn->waits = conn;
    line->last = &conn->behind;
    pip__net_hurry(conn->net);
}

static uv_buf_t room_of(struct pip__net_conn *conn) {
    return uv_buf_init(conn->net->bytes,
                       conn->stage == CONN_SOCKET ? NET_READ_SOCKET : NET_READ_MAX);
}

static void on_room(uv_handle_t *handle, size_t wanted, uv_buf_t *room) {
    struct pip__net_conn *conn = handle->data;
    struct pip__net *net = conn->net;
    (void)wanted; /* one for all: what is read is used at once */
    if (line_of(conn)->first || pip__turn_is_over(net->config.turns, work_of(conn))) {
        *room = uv_buf_init(NULL, 0);
        return;
    }
    net->reading = pip__work_begin(net->config.turns);
    *room = room_of(conn);
}

static void use_read(struct pip__net_conn *conn, ssize_t length, const char *bytes) {
    if (length < 0) /* never while an answer is due: nothing is read then */
        pip__net_conn_drop(conn);
    else if (length > 0 && conn->stage == CONN_READING)
        pip__net_http_read(conn, bytes, (size_t)length);
    else if (length > 0 && conn->stage == CONN_SOCKET)
        pip__net_ws_read(conn, bytes, (size_t)length);
}

static void on_read(uv_stream_t *stream, ssize_t length, const uv_buf_t *bytes) {
    struct pip__net_conn *conn = stream->data;
    struct pip__turns *turns = conn->net->config.turns;
    enum work work = work_of(conn);
    if (length == UV_ENOBUFS) {
        pip__net_conn_waits(conn);
        return;
    }
    use_read(conn, length, bytes->base);
    pip__work_end(turns, work, conn->net->reading);
}

void pip__net_conn_reads(struct pip__net_conn *conn, bool reads) {
    if (!reads)
        line_leave(conn);
    if (reads && !conn->waits)
        uv_read_start((uv_stream_t *)&conn->tcp, on_room, on_read);
    else if (!reads)
        uv_read_stop((uv_stream_t *)&conn->tcp);
}

static void read_now(struct pip__net_conn *conn) {
    int fd;
    uv_buf_t room = room_of(conn);
    if (uv_fileno((uv_handle_t *)&conn->tcp, &fd) != 0)
        return;
    ssize_t length = recv(fd, room.base, room.len, MSG_DONTWAIT);
    pip__net_conn_reads(conn, true);
    if (length >= 0 || (errno != EAGAIN && errno != EINTR))
        use_read(conn, length > 0 ? length : -1, room.base);
}

static void feed(struct pip__net *net, struct pip__net_line *line, enum work kind) {
    while (line->first && !pip__turn_is_over(net->config.turns, kind)) {
        struct pip__net_conn *conn = line->first;
        struct pip__work work = pip__work_begin(net->config.turns);
        line_leave(conn);
        if (conn->stage == CONN_READING)
            pip__net_http_go_on(conn);
        if (conn->stage != CONN_BUSY && conn->stage != CONN_GONE)
            read_now(conn);
        pip__work_end(net->config.turns, kind, work);
    }
}

/* Closing a socket with bytes unread would wipe out what is still on its way to the client. */
void pip__net_conn_end(struct pip__net_conn *conn) {
    int fd;
    if (conn->stage == CONN_GONE)
        return;
    conn->stage = CONN_ENDING;
    if (uv_fileno((uv_handle_t *)&conn->tcp, &fd) == 0)
        shutdown(fd, SHUT_WR);
    pip__net_conn_late_in(conn, END_MS);
    pip__net_conn_reads(conn, true);
}

static void finish(struct pip__net *net) {
    uv_close((uv_handle_t *)&net->again, NULL);
    uv_close((uv_handle_t *)&net->tick, NULL);
    uv_close((uv_handle_t *)&net->flush, NULL);
    uv_close((uv_handle_t *)&net->hurry, NULL);
}

static void on_gone(uv_handle_t *handle) {
    struct pip__net_conn *conn = handle->data;
    struct pip__net *net = conn->net;
    struct pip__work work = pip__work_begin(net->config.turns);
    pip__net_ws_gone(conn);
    pip__net_http_gone(conn);
    pip__net_peer_leave(conn);
    *conn->link = conn->next;
    if (conn->next)
        conn->next->link = conn->link;
    if (net->look == conn)
        net->look = conn->next;
    free(conn);
    pip__work_end(net->config.turns, WORK_CLOSE, work);
    if (--net->count == 0 && net->stopping)
        finish(net);
}

void pip__net_conn_drop(struct pip__net_conn *conn) {
    if (conn->stage == CONN_GONE)
        return;
    conn->stage = CONN_GONE;
    line_leave(conn);
    uv_close((uv_handle_t *)&conn->tcp, on_gone);
}

static void look_at(struct pip__net_conn *conn, uint64_t now) {
    bool all_late = conn->net->stopping && now >= conn->net->stop_by;
    bool late = conn->by > 0 && now >= conn->by;
    if (all_late)
        pip__net_conn_drop(conn);
    else if (late && conn->stage == CONN_READING)
        pip__net_http_late(conn);
    else if (late && conn->stage == CONN_SOCKET)
        pip__net_ws_late(conn);
    else if (late)
        pip__net_conn_drop(conn);
}

/* Looks at some of them. */
static void look_on(struct pip__net *net) {
    uint64_t now = uv_now(net->config.loop);
    while (net->look && !pip__turn_is_over(net->config.turns, WORK_LATE)) {
        struct pip__work work = pip__work_begin(net->config.turns);
        for (int i = 0; net->look && i < LOOK_AT_ONCE; i++) {
            struct pip__net_conn *conn = net->look;
            net->look = conn->next;
            look_at(conn, now);
        }
        pip__work_end(net->config.turns, WORK_LATE, work);
    }
    if (net->look)
        pip__net_hurry(net);
}

static void on_tick(uv_timer_t *timer) {
    struct pip__net *net = timer->data;
    if (!net->look)
        net->look = net->conns;
    look_on(net);
}

/* ---- Rounds ---- */

/* What was left when its turn was over. */
static void on_hurry(uv_idle_t *hurry) {
    struct pip__net *net = hurry->data;
    feed(net, &net->lines[1], WORK_HEAR);
    feed(net, &net->lines[0], WORK_READ);
    look_on(net);
}

void pip__net_hurry(struct pip__net *net) {
    uv_idle_start(&net->hurry, on_hurry);
}

/* The last thing before the loop looks for more. */
static void on_flush(uv_prepare_t *handle) {
    struct pip__net *net = handle->data;
    pip__net_ws_flush(net);
    if (!net->unsent && !net->lines[0].first && !net->lines[1].first && !net->look)
        uv_idle_stop(&net->hurry);
}

/* ---- Life cycle ---- */

/* Asks for as many descriptors as may be had, and says how many connections may take. */
static uint32_t count_most(void) {
    struct rlimit limit = {0};
    getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
    getrlimit(RLIMIT_NOFILE, &limit);
    rlim_t most = limit.rlim_cur < UINT32_MAX ? limit.rlim_cur : UINT32_MAX;
    return most > NET_FILES_KEPT ? (uint32_t)(most - NET_FILES_KEPT) : 1;
}

static bool start_events(struct pip__net *net, char *error, size_t room) {
    uv_loop_t *loop = net->config.loop;
    int failed = uv_poll_init(loop, &net->poll, net->listener);
    if (failed) {
        snprintf(error, room, "cannot start: %s", uv_strerror(failed));
        return false;
    }
    uv_timer_init(loop, &net->again);
    uv_timer_init(loop, &net->tick);
    uv_prepare_init(loop, &net->flush);
    uv_idle_init(loop, &net->hurry);
    net->poll.data = net->again.data = net->tick.data = net;
    net->flush.data = net->hurry.data = net;
    pip__net_accepts(net);
    uv_timer_start(&net->tick, on_tick, TICK_MS, TICK_MS);
    uv_prepare_start(&net->flush, on_flush);
    return true;
}

/* Lets the table of descriptors have its size now: the system lets all wait while it makes room for
 * more, tens of milliseconds each time that it doubles. */
static void make_room(int fd, uint32_t count) {
    int last = fcntl(fd, F_DUPFD_CLOEXEC, (int)(count < ROOM_MAX ? count : ROOM_MAX));
    if (last >= 0)
        close(last);
}

struct pip__net *pip__net_start(const struct pip__net_config *config, char *error, size_t room) {
    struct pip__net *net = calloc(1, sizeof *net);
    if (!net) {
        snprintf(error, room, "out of memory");
        return NULL;
    }
    net->config = *config;
    net->patience = 1000 * (uint64_t)(config->patience > 0 ? config->patience : NET_PATIENCE);
    net->count_most = count_most();
    net->listener = pip__net_listen(config->address, config->port, error, room);
    if (net->listener >= 0)
        make_room(net->listener, net->count_most);
    if (net->listener >= 0 && start_events(net, error, room)) {
        net->port = pip__net_port_of(net->listener);
        return net;
    }
    if (net->listener >= 0)
        close(net->listener);
    free(net);
    return NULL;
}

int pip__net_port(const struct pip__net *net) {
    return net->port;
}

const struct pip__net_stats *pip__net_stats(const struct pip__net *net) {
    return &net->stats;
}

void pip__net_stop(struct pip__net *net) {
    if (net->stopping)
        return;
    net->stopping = true;
    uv_close((uv_handle_t *)&net->poll, NULL);
    close(net->listener);
    for (struct pip__net_conn *conn = net->conns; conn; conn = conn->next) {
        if (conn->stage == CONN_SOCKET)
            pip__net_close(conn->socket, 1001, "server stops");
        else
            pip__net_http_stop(conn);
    }
    uv_update_time(net->config.loop);
    net->stop_by = uv_now(net->config.loop) + STOP_MS;
    uv_timer_start(&net->tick, on_tick, STOP_TICK_MS, STOP_TICK_MS);
    if (net->count == 0)
        finish(net);
}

void pip__net_free(struct pip__net *net) {
    if (!net)
        return;
    pip__net_ws_free(net);
    free(net);
}
