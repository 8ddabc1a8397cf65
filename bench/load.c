/* bench_load [OPTIONS]: the server under the load of many tables.
 *
 * Starts servers of its own, each on a free port of the loopback and with a database in a new
 * folder, plays legal random moves of three games at them with two clients at every table, and
 * measures:
 *  - how long it takes until everybody at a table knows of a move, at an even pace;
 *  - how many moves a second the server takes when everybody moves as soon as possible, beside what
 *    bare SQLite takes in transactions of the same size on the same file;
 *  - what a table and a connection take of memory;
 *  - what a move costs in time of the processor among few and among many idle tables.
 *
 * It knows the position of every table from the rules, so every move it sends is legal; that one is
 * refused, that an event is missing at a client or that a connection ends makes the run fail. The
 * limits of the server hold: the clients come from many addresses of the loopback. */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <pipwright/game.h>
#include <pipwright/match.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define SEATS 2
#define IN_ROOM 8192         /* bytes of the longest message */
#define MAKERS 32            /* requests under way at the same time while tables are made */
#define MADE_BY_ADDRESS 290  /* tables; the server allows 300 */
#define OPENING_MAX 64       /* WebSockets that are being opened at the same time */
#define TABLES_LEAST 500     /* with fewer, a client would move too often for the server */
#define PATIENCE 60          /* seconds after which something does not happen any more */
#define MEMORY_STEPS 10      /* points that a line is fitted to */
#define IDLE_IN_MEMORY 1000  /* tables without connections that the server keeps in memory */
#define COST_TABLES 1000     /* that are played at while the cost of a move is measured, ... */
#define COST_MOVES 20        /* ... moves at each of them, ... */
#define COST_ROUNDS 5        /* ... and how often, with new tables */
#define FEW_IDLE 1000        /* idle tables to compare with */
#define RUN_SECONDS_MAX 1200 /* nothing of this is still running after that */

static struct {
    const char *program, *folder;
    int tables, seconds, idle, saturated;
    double pace;
    bool json;
} options = {.program = "build/release/pipwright",
             .folder = ".",
             .tables = 2000,
             .seconds = 25,
             .idle = 20000,
             .saturated = 10,
             .pace = 3};

static struct {
    pid_t pid;
    int port;
    int addresses; /* used up for making tables */
} server;

/* ---- The folder, and leaving nothing behind ---- */

static char folder[400], store[420], files[5][440];

static void clean_up(void) {
    if (server.pid > 0)
        kill(server.pid, SIGKILL);
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        unlink(files[i]);
    if (folder[0])
        rmdir(folder);
}

static void on_signal(int number) {
    clean_up();
    _exit(128 + number);
}

static _Noreturn void stop(const char *what, const char *detail) {
    fprintf(stderr, "bench_load: %s%s%s\n", what, detail[0] ? ": " : "", detail);
    clean_up();
    exit(3);
}

static void make_folder(void) {
    static const char *const ends[] = {"/db", "/db-wal", "/db-shm", "/db.lock", "/log"};
    snprintf(folder, sizeof folder, "%s/pipwright-load-XXXXXX", options.folder);
    if (!mkdtemp(folder)) {
        folder[0] = '\0';
        stop("the folder cannot be written to", options.folder);
    }
    snprintf(store, sizeof store, "%s%s", folder, ends[0]);
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        snprintf(files[i], sizeof files[i], "%s%s", folder, ends[i]);
    signal(SIGINT, on_signal);
    signal(SIGTERM, on_signal);
    signal(SIGALRM, on_signal);
    signal(SIGPIPE, SIG_IGN);
    alarm(RUN_SECONDS_MAX);
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* ---- The server ---- */

static void be_server(int out) {
    int log = open(files[4], O_WRONLY | O_CREAT | O_TRUNC, 0600);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    dup2(out, STDOUT_FILENO);
    dup2(log, STDERR_FILENO);
    execl(options.program, options.program, "serve", "--listen", "127.0.0.1:0", "--store", store,
          (char *)NULL);
    _exit(127);
}

/* Starts a server with an empty database. */
static void start_server(void) {
    int ends[2];
    char line[200] = "";
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        unlink(files[i]);
    if (pipe2(ends, O_CLOEXEC) != 0)
        stop("no pipe", strerror(errno));
    server.addresses = 0;
    server.pid = fork();
    if (server.pid == 0)
        be_server(ends[1]);
    close(ends[1]);
    FILE *out = fdopen(ends[0], "r");
    if (!out || !fgets(line, sizeof line, out) || !strrchr(line, ':'))
        stop("the server does not start", options.program);
    server.port = atoi(strrchr(line, ':') + 1);
    fclose(out);
}

/* Whether the server has written anything worse than "info" into its log. */
static void check_log(void) {
    char line[1000];
    FILE *log = fopen(files[4], "r");
    while (log && fgets(line, sizeof line, log)) {
        if (!strstr(line, "\"level\":\"info\""))
            stop("the server complains", line);
    }
    if (log)
        fclose(log);
}

static void stop_server(void) {
    int status = 0;
    kill(server.pid, SIGTERM);
    waitpid(server.pid, &status, 0);
    server.pid = 0;
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
        stop("the server did not end well", "");
    check_log();
}

static void read_proc(const char *name, char *text, size_t room) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/%s", (int)server.pid, name);
    FILE *file = fopen(path, "r");
    size_t length = file ? fread(text, 1, room - 1, file) : 0;
    text[length] = '\0';
    if (file)
        fclose(file);
    if (length == 0)
        stop("the server is gone", "");
}

/* Bytes in memory. */
static double server_memory(void) {
    char text[200];
    long pages = 0;
    read_proc("statm", text, sizeof text);
    sscanf(text, "%*d %ld", &pages);
    return (double)pages * (double)sysconf(_SC_PAGESIZE);
}

/* Seconds of processor time; 0 if no server runs. */
static double server_time(void) {
    char text[1000];
    unsigned long user = 0, system = 0;
    if (server.pid <= 0)
        return 0;
    read_proc("stat", text, sizeof text);
    const char *rest = strrchr(text, ')');
    sscanf(rest ? rest + 2 : "", "%*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu", &user,
           &system);
    return (double)(user + system) / (double)sysconf(_SC_CLK_TCK);
}

/* Seconds of processor time that all other programs have had since the machine was started. */
static double others_time(void) {
    unsigned long long user = 0, nice = 0, system = 0, irq = 0, soft = 0;
    struct rusage own;
    FILE *file = fopen("/proc/stat", "r");
    if (!file || fscanf(file, "cpu %llu %llu %llu %*u %*u %llu %llu", &user, &nice, &system, &irq,
                        &soft) != 5)
        stop("cannot read", "/proc/stat");
    fclose(file);
    getrusage(RUSAGE_SELF, &own);
    double busy = (double)(user + nice + system + irq + soft) / (double)sysconf(_SC_CLK_TCK);
    return busy - server_time() - (double)(own.ru_utime.tv_sec + own.ru_stime.tv_sec) -
           1e-6 * (double)(own.ru_utime.tv_usec + own.ru_stime.tv_usec);
}

/* ---- Connections ---- */

struct link {
    int fd; /* -1: none */
    void (*receive)(struct link *link);
    size_t have;
    char in[IN_ROOM + 1];
};

static int poller = -1;

/* Connects from address number `from`. The kernel accepts, so this does not wait for the server. */
static int connect_from(int from) {
    uint32_t host = 0x7f000000u + 256u * (1 + (uint32_t)from / 250) + 1 + (uint32_t)from % 250;
    struct sockaddr_in here = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(host)};
    struct sockaddr_in there = {.sin_family = AF_INET,
                                .sin_port = htons((uint16_t)server.port),
                                .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    setsockopt(fd, IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT, &(int){1}, sizeof(int));
    if (fd < 0 || bind(fd, (struct sockaddr *)&here, sizeof here) != 0 ||
        connect(fd, (struct sockaddr *)&there, sizeof there) != 0)
        stop("cannot connect", strerror(errno));
    return fd;
}

static void link_open(struct link *link, int from, void (*receive)(struct link *)) {
    link->fd = connect_from(from);
    link->receive = receive;
    link->have = 0;
    fcntl(link->fd, F_SETFL, O_NONBLOCK);
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = link};
    if (epoll_ctl(poller, EPOLL_CTL_ADD, link->fd, &event) != 0)
        stop("epoll", strerror(errno));
}

static void link_close(struct link *link) {
    if (link->fd >= 0)
        close(link->fd);
    link->fd = -1;
}

/* Nobody has more than one small message on the way, so there is always room for it. */
static void link_send(struct link *link, const void *bytes, size_t length) {
    if (send(link->fd, bytes, length, MSG_NOSIGNAL) != (ssize_t)length)
        stop("cannot send", strerror(errno));
}

static void link_drop(struct link *link, size_t length) {
    link->have -= length;
    memmove(link->in, link->in + length, link->have);
}

static void link_read(struct link *link) {
    ssize_t length = read(link->fd, link->in + link->have, IN_ROOM - link->have);
    if (length < 0 && errno == EAGAIN)
        return;
    if (length <= 0)
        stop("the server has closed a connection", length < 0 ? strerror(errno) : "");
    link->have += (size_t)length;
    link->in[link->have] = '\0';
    link->receive(link);
}

/* Deals with what has come until `until`, or with what comes first. */
static void pump(double until) {
    struct epoll_event events[256];
    double left = until - now();
    left = left > 0 ? left : 0;
    struct timespec wait = {(time_t)left, (long)(1e9 * (left - (double)(time_t)left))};
    int count = epoll_pwait2(poller, events, 256, &wait, NULL);
    for (int i = 0; i < count; i++) {
        struct link *link = events[i].data.ptr;
        if (link->fd >= 0)
            link_read(link);
    }
}

static void pump_for(double seconds) {
    for (double until = now() + seconds; now() < until;)
        pump(until);
}

/* ---- Tables ---- */

struct table;

struct client {
    struct link link;
    struct table *table;
    int seat;
    char key[32];
    bool upgraded, live;
    uint32_t n;       /* of the last event it has */
    uint32_t id;      /* of its last message */
    double sent;      /* when its move was sent; 0: none is under way */
    bool answered;    /* the move was acknowledged, ... */
    uint32_t through; /* ... and is known to those who have this event */
};

struct table {
    char id[40];
    struct pip_setup setup;
    uint64_t state[PIP_STATE_MAX / 8];
    uint32_t n;     /* of the last event applied to the state */
    uint32_t moves; /* sent */
    bool over;
    pip_actors actors; /* when no move was under way */
    struct client client[SEATS];
};

/* Short moves of one seat, longer ones of one seat, and hidden ones of both at the same time. */
static const struct pip_game *game_of(int index) {
    static const char *const mix[] = {"pig", "lost-cities", "roller"};
    return pip_game_find(pip_span_of(mix[index % 3]));
}

static struct table *tables_new(int count) {
    struct table *tables = calloc((size_t)count, sizeof *tables);
    if (!tables)
        stop("not enough memory", "");
    for (int i = 0; i < count; i++) {
        struct table *table = &tables[i];
        table->setup = pip_setup_default(game_of(i), NULL, SEATS);
        table->setup.game->start(&table->setup, table->state);
        for (int seat = 0; seat < SEATS; seat++) {
            table->client[seat].table = table;
            table->client[seat].seat = seat;
            table->client[seat].link.fd = -1;
        }
    }
    return tables;
}

static void tables_free(struct table *tables, int count) {
    for (int i = 0; i < count; i++) {
        for (int seat = 0; seat < SEATS; seat++)
            link_close(&tables[i].client[seat].link);
    }
    free(tables);
}

/* Copies the text between `before`, searched from `from` on, and the next quote. Returns what
 * follows. The server writes its JSON without spaces, and nothing here has escapes in it. */
static const char *quoted(const char *from, const char *before, char *text, size_t room) {
    const char *at = from ? strstr(from, before) : NULL;
    at = at ? at + strlen(before) : NULL;
    size_t length = at ? strcspn(at, "\"") : 0;
    if (!at || length >= room)
        stop("the server gives an unexpected answer", from ? from : "");
    memcpy(text, at, length);
    text[length] = '\0';
    return at + length;
}

/* ---- Making tables, by HTTP ---- */

struct maker {
    struct link link;
    struct table *table; /* NULL: one that stays idle */
    bool busy, sitting;
    int made; /* from this address */
};

static struct {
    struct table *tables; /* NULL: idle ones */
    int begun, done, count;
} making;

static void post(struct maker *maker, const char *path, const char *body) {
    char text[1000];
    int length = snprintf(text, sizeof text,
                          "POST %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nContent-Type: "
                          "application/json\r\nContent-Length: %zu\r\n\r\n%s",
                          path, server.port, strlen(body), body);
    link_send(&maker->link, text, (size_t)length);
}

static void receive_made(struct link *link);

static void make_next(struct maker *maker) {
    char body[200];
    maker->busy = making.begun < making.count;
    if (!maker->busy)
        return;
    if (maker->link.fd < 0 || maker->made == MADE_BY_ADDRESS) {
        link_close(&maker->link);
        link_open(&maker->link, server.addresses++, receive_made);
        maker->made = 0;
    }
    maker->table = making.tables ? &making.tables[making.begun] : NULL;
    maker->sitting = false;
    maker->made++;
    snprintf(body, sizeof body, "{\"game\":\"%s\",\"seats\":[\"me\",\"%s\"],\"name\":\"Ada\"}",
             maker->table ? maker->table->setup.game->name : game_of(making.begun)->name,
             maker->table ? "open" : "me");
    making.begun++;
    post(maker, "/api/tables", body);
}

static void sit(struct maker *maker, const char *reply) {
    char path[100], body[100];
    struct table *table = maker->table;
    quoted(reply, "\"table\":\"", table->id, sizeof table->id);
    for (int seat = 0; seat < SEATS; seat++)
        reply =
            quoted(reply, "\"key\":\"", table->client[seat].key, sizeof table->client[seat].key);
    snprintf(path, sizeof path, "/api/tables/%s/sit", table->id);
    snprintf(body, sizeof body, "{\"key\":\"%s\",\"name\":\"Ben\"}", table->client[1].key);
    maker->sitting = true;
    post(maker, path, body);
}

/* How long a whole answer is, head included; 0 if it is not there yet. */
static size_t answer_length(const char *text, size_t have) {
    const char *end = strstr(text, "\r\n\r\n"), *length = strcasestr(text, "\r\ncontent-length:");
    if (!end)
        return 0;
    size_t whole = (size_t)(end + 4 - text);
    if (length && length < end)
        whole += strtoul(length + strlen("\r\ncontent-length:"), NULL, 10);
    return whole <= have ? whole : 0;
}

static void receive_made(struct link *link) {
    struct maker *maker = (struct maker *)link;
    size_t length = answer_length(link->in, link->have);
    if (length == 0)
        return;
    if (strncmp(link->in, "HTTP/1.1 20", 11) != 0)
        stop("a table cannot be made", link->in);
    if (maker->table && !maker->sitting) {
        sit(maker, link->in);
        link_drop(link, length);
        return;
    }
    link_drop(link, length);
    making.done++;
    make_next(maker);
}

/* Makes tables that are being played; with `tables` NULL, ones that nobody will look at. */
static void make_tables(struct table *tables, int count) {
    static struct maker makers[MAKERS];
    double deadline = now() + PATIENCE + count / 100.0;
    making.tables = tables;
    making.begun = making.done = 0;
    making.count = count;
    for (int i = 0; i < MAKERS; i++) {
        makers[i].link.fd = -1;
        make_next(&makers[i]);
    }
    while (making.done < count) {
        pump(deadline);
        if (now() > deadline)
            stop("making tables takes too long", "");
    }
    for (int i = 0; i < MAKERS; i++)
        link_close(&makers[i].link);
}

/* A figure of the server's. */
static double metric(const char *name) {
    static char text[32768];
    char request[100], wanted[100];
    size_t have = 0;
    int fd = connect_from(0);
    snprintf(request, sizeof request, "GET /metrics HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n\r\n",
             server.port);
    if (write(fd, request, strlen(request)) < 0)
        stop("cannot send", strerror(errno));
    do {
        ssize_t length = read(fd, text + have, sizeof text - 1 - have);
        if (length <= 0)
            stop("no metrics", "");
        have += (size_t)length;
        text[have] = '\0';
    } while (answer_length(text, have) == 0);
    close(fd);
    snprintf(wanted, sizeof wanted, "\npipwright_%s ", name);
    const char *at = strstr(text, wanted);
    if (!at)
        stop("no such metric", name);
    return strtod(at + strlen(wanted), NULL);
}

/* ---- WebSockets ---- */

static int opening; /* connections that are not live yet */

static void ws_send(struct client *client, unsigned opcode, const char *text, size_t length) {
    unsigned char frame[300];
    size_t head = 2;
    if (length > sizeof frame - 8)
        stop("a message is too long", text);
    frame[0] = (unsigned char)(0x80u | opcode);
    frame[1] = (unsigned char)(0x80u | (length < 126 ? length : 126));
    if (length >= 126) {
        frame[head++] = (unsigned char)(length >> 8);
        frame[head++] = (unsigned char)length;
    }
    memset(frame + head, 0, 4); /* a mask of zeros, which changes nothing */
    memcpy(frame + head + 4, text, length);
    link_send(&client->link, frame, head + 4 + length);
}

/* The frame at `at`: returns its length, 0 if it is not all there. */
static size_t ws_frame(char *at, size_t have, char **payload, size_t *length) {
    const unsigned char *head = (const unsigned char *)at;
    size_t size = have >= 2 && head[1] == 126 ? 4 : 2;
    if (have < size)
        return 0;
    *length = size == 2 ? head[1] : (size_t)head[2] << 8 | head[3];
    if (head[1] > 126 || *length > IN_ROOM - size)
        stop("a message of the server is too long", "");
    *payload = at + size;
    return size + *length <= have ? size + *length : 0;
}

static void on_message(struct client *client, char *text);

static void on_frame(struct client *client, unsigned opcode, char *payload, size_t length) {
    char after = payload[length];
    payload[length] = '\0';
    if (opcode == 1)
        on_message(client, payload);
    else if (opcode == 9)
        ws_send(client, 10, payload, length);
    else
        stop("the server ends a connection", length > 2 ? payload + 2 : "");
    payload[length] = after;
}

static void ws_upgraded(struct client *client) {
    char hello[200];
    struct link *link = &client->link;
    const char *end = strstr(link->in, "\r\n\r\n");
    if (!end)
        return;
    if (strncmp(link->in, "HTTP/1.1 101", 12) != 0)
        stop("no WebSocket", link->in);
    link_drop(link, (size_t)(end + 4 - link->in));
    client->upgraded = true;
    snprintf(hello, sizeof hello, "{\"t\":\"hello\",\"v\":1,\"table\":\"%s\",\"key\":\"%s\"}",
             client->table->id, client->key);
    ws_send(client, 1, hello, strlen(hello));
}

static void receive_ws(struct link *link) {
    struct client *client = (struct client *)link;
    size_t at = 0, size, length;
    char *payload;
    if (!client->upgraded)
        ws_upgraded(client);
    if (!client->upgraded)
        return;
    while ((size = ws_frame(link->in + at, link->have - at, &payload, &length)) > 0) {
        on_frame(client, (unsigned char)link->in[at] & 15u, payload, length);
        at += size;
    }
    link_drop(link, at);
}

static void ws_open(struct client *client, int from) {
    char request[300];
    link_open(&client->link, from, receive_ws);
    int length = snprintf(request, sizeof request,
                          "GET /ws HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nUpgrade: websocket\r\n"
                          "Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
                          "Sec-WebSocket-Version: 13\r\n\r\n",
                          server.port);
    link_send(&client->link, request, (size_t)length);
    opening++;
}

static void wait_until_open(int most) {
    for (double deadline = now() + PATIENCE; opening > most;) {
        pump(deadline);
        if (now() > deadline)
            stop("connections stay without an answer", "");
    }
}

static void connect_tables(struct table *tables, int count, int seats) {
    for (int i = 0; i < count; i++) {
        for (int seat = 0; seat < seats; seat++) {
            wait_until_open(OPENING_MAX - 1);
            ws_open(&tables[i].client[seat], i % 50);
        }
    }
    wait_until_open(0);
}

/* ---- Playing ---- */

/* What a run of moves has come to. */
static struct {
    double *latency; /* seconds, of the moves that are known to all */
    size_t count, room;
    int under_way, over;  /* moves; tables that have ended */
    bool on;              /* everybody moves as soon as possible ... */
    uint32_t moves_each;  /* ... until there were so many at the table */
    double began, others; /* when, and what other programs had had by then */
} run;

static struct pip_random choices;

static void run_begin(bool on, uint32_t moves_each) {
    run.count = 0;
    run.over = 0;
    run.on = on;
    run.moves_each = moves_each;
    run.others = others_time();
    run.began = now();
}

static void run_add(double latency) {
    if (run.count == run.room) {
        run.room = run.room ? 2 * run.room : 65536;
        run.latency = realloc(run.latency, run.room * sizeof *run.latency);
        if (!run.latency)
            stop("not enough memory", "");
    }
    run.latency[run.count++] = latency;
}

static void send_move(struct client *client) {
    struct table *table = client->table;
    const struct pip_game *game = table->setup.game;
    pip_move moves[PIP_MOVES_MAX];
    char line[100], text[200];
    int count = game->legal(&table->setup, table->state, client->seat, moves);
    pip_move move = moves[pip_random_below(&choices, (uint32_t)count)];
    struct pip_text step = pip_text_init(line, sizeof line);
    struct pip_event event = {.actor = (uint8_t)client->seat, .move = move};
    pip_event_write(&table->setup, table->state, event, &step);
    if (game->apply(&table->setup, table->state, event.actor, move) != PIP_OK)
        stop("a legal move is not", line);
    table->moves++;
    client->answered = false;
    int length = snprintf(text, sizeof text, "{\"t\":\"move\",\"id\":%u,\"at\":%u,\"e\":\"%s\"}",
                          (unsigned)++client->id, (unsigned)client->n, line);
    run.under_way++;
    client->sent = now();
    ws_send(client, 1, text, (size_t)length);
}

/* A seat that may act and has no move under way sends one; false if there is none. While the other
 * seat's move is under way, only those may who could before: the server might see theirs first. */
static bool move_somebody(struct table *table) {
    if (table->over)
        return false;
    pip_actors actors = table->setup.game->actor(&table->setup, table->state);
    if (table->client[0].sent <= 0 && table->client[1].sent <= 0)
        table->actors = actors;
    for (int seat = 0; seat < SEATS && actors != PIP_ACTORS_CHANCE; seat++) {
        if ((actors & table->actors) >> seat & 1 && table->client[seat].sent <= 0) {
            send_move(&table->client[seat]);
            return true;
        }
    }
    return false;
}

/* Looks which moves at the table are acknowledged and known to both. */
static void settle(struct table *table) {
    for (int seat = 0; seat < SEATS; seat++) {
        struct client *client = &table->client[seat];
        if (client->sent <= 0 || !client->answered || table->client[0].n < client->through ||
            table->client[1].n < client->through)
            continue;
        run_add(now() - client->sent);
        client->sent = 0;
        run.under_way--;
    }
    while (run.on && table->moves < run.moves_each && move_somebody(table))
        continue;
}

static void apply_roll(struct table *table, const char *text) {
    char line[200];
    struct pip_chance chance;
    pip_move outcome;
    const struct pip_game *game = table->setup.game;
    quoted(text, "\"e\":\"* ", line, sizeof line);
    if (game->actor(&table->setup, table->state) != PIP_ACTORS_CHANCE)
        stop("a roll that is not due", text);
    game->chance(&table->setup, table->state, &chance);
    if (pip_chance_read(&chance, pip_span_of(line), true, &outcome) != PIP_OK ||
        game->apply(&table->setup, table->state, PIP_CHANCE, outcome) != PIP_OK)
        stop("a roll that cannot be", text);
}

/* Moves are in the state since they were sent. */
static void on_event(struct client *client, const char *text) {
    struct table *table = client->table;
    uint32_t n = (uint32_t)strtoul(text + strlen("{\"n\":"), NULL, 10);
    if (n != client->n + 1)
        stop("an event is missing", text);
    client->n = n;
    if (n <= table->n)
        return;
    table->n = n;
    if (strstr(text, "\"t\":\"roll\""))
        apply_roll(table, text);
    if (strstr(text, "\"t\":\"over\"")) {
        table->over = true;
        run.over++;
    }
}

static void on_ok(struct client *client, const char *text) {
    const char *id = strstr(text, "\"id\":"), *n = strstr(text, "\"n\":");
    if (!id || !n || strtoul(id + 5, NULL, 10) != client->id || client->sent <= 0)
        stop("an answer to nothing", text);
    client->answered = true;
    client->through = (uint32_t)strtoul(n + 4, NULL, 10);
}

static void on_message(struct client *client, char *text) {
    if (strncmp(text, "{\"n\":", 5) == 0) {
        on_event(client, text);
        settle(client->table);
    } else if (strstr(text, "\"t\":\"ok\"")) {
        on_ok(client, text);
        settle(client->table);
    } else if (strstr(text, "\"t\":\"live\"")) {
        client->live = true;
        opening--;
    } else if (strstr(text, "\"t\":\"no\"")) {
        stop("the server refuses", text);
    }
}

/* Waits until no move is under way, and makes sure that everybody has everything. */
static void run_end(const struct table *tables, int count) {
    for (double deadline = now() + PATIENCE; run.under_way > 0;) {
        pump(deadline);
        if (now() > deadline)
            stop("moves stay without an answer", "");
    }
    run.on = false;
    for (int i = 0; i < count; i++) {
        if (tables[i].client[0].n != tables[i].client[1].n)
            stop("the clients of a table have different events", tables[i].id);
    }
}

/* ---- Figures ---- */

struct spread {
    double moves, p50, p99, most; /* times in ms */
    double others;                /* share of the processors that other programs took meanwhile */
};

static int compare(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double at_share(double share) {
    return run.count ? 1e3 * run.latency[(size_t)(share * (double)(run.count - 1))] : 0;
}

static double run_others(void) {
    double processors = (double)sysconf(_SC_NPROCESSORS_ONLN);
    return (others_time() - run.others) / (now() - run.began) / processors;
}

static struct spread run_spread(void) {
    qsort(run.latency, run.count, sizeof *run.latency, compare);
    return (struct spread){(double)run.count, at_share(.5), at_share(.99), at_share(1),
                           run_others()};
}

/* The slope of the straight line that fits best. */
static double slope(const double *x, const double *y, int count) {
    double sx = 0, sy = 0, sxx = 0, sxy = 0;
    for (int i = 0; i < count; i++) {
        sx += x[i];
        sy += y[i];
        sxx += x[i] * x[i];
        sxy += x[i] * y[i];
    }
    return (count * sxy - sx * sy) / (count * sxx - sx * sx);
}

static struct {
    struct spread paced, saturated;
    double seconds, rate, batch, events; /* at saturation; events: of a move */
    double bare_rate, bare_others, cost; /* cost: microseconds of the server for a move */
    double none, one, two, played; /* bytes of a table with that many connections; after play */
    double few, many;              /* microseconds of a move */
} result;

/* ---- An even pace ---- */

static void run_paced(struct table *tables, int count) {
    double start = now(), gap = options.pace / count;
    uint64_t turns = (uint64_t)(options.seconds / gap);
    run_begin(false, 0);
    for (uint64_t i = 0; i < turns;) {
        double due = start + gap * (double)i;
        if (now() >= due)
            move_somebody(&tables[i++ % (uint64_t)count]);
        else
            pump(due);
    }
    run_end(tables, count);
    result.paced = run_spread();
}

/* ---- As many as possible, and bare SQLite ---- */

static void run_saturated(struct table *tables, int count) {
    double transactions = metric("store_transactions_total");
    double requests = metric("store_requests_total"), events = metric("stored_events");
    double start = now(), until = start + options.saturated, spent = server_time();
    run_begin(true, UINT32_MAX);
    for (int i = 0; i < count; i++)
        settle(&tables[i]);
    while (now() < until && 10 * run.over < count)
        pump(until);
    result.seconds = now() - start;
    result.rate = (double)run.count / result.seconds;
    run.on = false;
    run_end(tables, count);
    result.saturated = run_spread();
    result.cost = 1e6 * (server_time() - spent) / result.saturated.moves;
    requests = metric("store_requests_total") - requests;
    result.batch = requests / (metric("store_transactions_total") - transactions);
    result.events = (metric("stored_events") - events) / requests;
}

static void run_sql(sqlite3 *db, const char *sql) {
    if (sqlite3_exec(db, sql, NULL, NULL, NULL) != SQLITE_OK)
        stop(sql, sqlite3_errmsg(db));
}

static sqlite3_stmt *prepare(sqlite3 *db, const char *sql) {
    sqlite3_stmt *statement;
    if (sqlite3_prepare_v2(db, sql, -1, &statement, NULL) != SQLITE_OK)
        stop(sql, sqlite3_errmsg(db));
    return statement;
}

static bool step(sqlite3_stmt *statement) {
    int code = sqlite3_step(statement);
    if (code != SQLITE_DONE && code != SQLITE_ROW)
        stop("SQLite", sqlite3_errmsg(sqlite3_db_handle(statement)));
    if (code == SQLITE_DONE)
        sqlite3_reset(statement);
    return code == SQLITE_ROW;
}

struct bare {
    sqlite3 *db;
    sqlite3_stmt *begin, *commit, *insert, *update;
    int64_t *number, *seq; /* of the tables in the file */
    int tables;
    char text[1000]; /* as long as an event is on average */
};

static void bare_open(struct bare *bare, int tables) {
    if (sqlite3_open(store, &bare->db) != SQLITE_OK)
        stop(store, sqlite3_errmsg(bare->db));
    run_sql(bare->db, "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL");
    bare->begin = prepare(bare->db, "BEGIN IMMEDIATE");
    bare->commit = prepare(bare->db, "COMMIT");
    bare->insert = prepare(bare->db, "INSERT INTO events VALUES (?1, ?2, ?3, ?4)");
    bare->update =
        prepare(bare->db, "UPDATE tables SET touched = ?2, last_seq = ?3 WHERE number = ?1");
    bare->number = calloc((size_t)tables, sizeof *bare->number);
    bare->seq = calloc((size_t)tables, sizeof *bare->seq);
    sqlite3_stmt *each = prepare(bare->db, "SELECT number, last_seq FROM tables");
    while (bare->number && bare->seq && bare->tables < tables && step(each)) {
        bare->number[bare->tables] = sqlite3_column_int64(each, 0);
        bare->seq[bare->tables++] = sqlite3_column_int64(each, 1);
    }
    sqlite3_finalize(each);
    sqlite3_stmt *average = prepare(bare->db, "SELECT avg(length(text)) FROM events");
    size_t length = step(average) ? (size_t)sqlite3_column_int(average, 0) : 0;
    memset(bare->text, '.', length < sizeof bare->text ? length : sizeof bare->text - 1);
    sqlite3_finalize(average);
    if (bare->tables == 0)
        stop("there are no tables in", store);
}

static void bare_close(struct bare *bare) {
    sqlite3_finalize(bare->begin);
    sqlite3_finalize(bare->commit);
    sqlite3_finalize(bare->insert);
    sqlite3_finalize(bare->update);
    sqlite3_close(bare->db);
    free(bare->number);
    free(bare->seq);
}

static void bare_append(struct bare *bare, int64_t at, int events) {
    int table = (int)(at % bare->tables);
    for (int i = 0; i < events; i++) {
        sqlite3_bind_int64(bare->insert, 1, bare->number[table]);
        sqlite3_bind_int64(bare->insert, 2, ++bare->seq[table]);
        sqlite3_bind_int64(bare->insert, 3, at);
        sqlite3_bind_text(bare->insert, 4, bare->text, -1, SQLITE_STATIC);
        step(bare->insert);
    }
    sqlite3_bind_int64(bare->update, 1, bare->number[table]);
    sqlite3_bind_int64(bare->update, 2, at);
    sqlite3_bind_int64(bare->update, 3, bare->seq[table]);
    step(bare->update);
}

/* As many appends as there were moves, with as many events each on average, in transactions of the
 * same size. */
static void run_bare(int tables) {
    struct bare bare = {0};
    bare_open(&bare, tables);
    int64_t appends = (int64_t)result.saturated.moves;
    double due = result.batch, events = 0;
    run_begin(false, 0);
    step(bare.begin);
    for (int64_t i = 0; i < appends; i++) {
        if ((double)i >= due) {
            step(bare.commit);
            step(bare.begin);
            due += result.batch;
        }
        events += result.events;
        bare_append(&bare, i, (int)events);
        events -= (int)events;
    }
    step(bare.commit);
    result.bare_rate = (double)appends / (now() - run.began);
    result.bare_others = run_others();
    bare_close(&bare);
}

static void measure_load(void) {
    struct table *tables = tables_new(options.tables);
    start_server();
    double before = server_memory();
    make_tables(tables, options.tables);
    connect_tables(tables, options.tables, SEATS);
    run_paced(tables, options.tables);
    result.played = (server_memory() - before) / options.tables;
    run_saturated(tables, options.tables);
    tables_free(tables, options.tables);
    stop_server();
    run_bare(options.tables);
}

/* ---- Memory ---- */

static double measure_memory(int connections) {
    double x[MEMORY_STEPS + 1] = {0}, y[MEMORY_STEPS + 1];
    bool few = connections == 0 && options.tables > IDLE_IN_MEMORY;
    int each = (few ? IDLE_IN_MEMORY : options.tables) / MEMORY_STEPS;
    struct table *tables = tables_new(each * MEMORY_STEPS);
    start_server();
    y[0] = server_memory();
    for (int i = 0; i < MEMORY_STEPS; i++) {
        make_tables(tables + i * each, each);
        connect_tables(tables + i * each, each, connections);
        pump_for(0.05);
        x[i + 1] = (i + 1) * each;
        y[i + 1] = server_memory();
    }
    tables_free(tables, each * MEMORY_STEPS);
    stop_server();
    return slope(x, y, MEMORY_STEPS + 1);
}

/* ---- Cost among idle tables ---- */

/* Seconds of the server's processor time for one move. */
static double measure_round(void) {
    struct table *tables = tables_new(COST_TABLES);
    make_tables(tables, COST_TABLES);
    connect_tables(tables, COST_TABLES, SEATS);
    pump_for(1.5); /* the server looks once a second which tables to forget */
    double before = server_time();
    run_begin(true, COST_MOVES);
    for (int i = 0; i < COST_TABLES; i++)
        settle(&tables[i]);
    run_end(tables, COST_TABLES);
    double spent = server_time() - before;
    tables_free(tables, COST_TABLES);
    return spent / (double)run.count;
}

/* In microseconds. The least, because other programs can only make it more. */
static double measure_cost(void) {
    double least = measure_round();
    for (int i = 1; i < COST_ROUNDS; i++) {
        double spent = measure_round();
        least = spent < least ? spent : least;
    }
    return 1e6 * least;
}

static void measure_idle(void) {
    start_server();
    make_tables(NULL, FEW_IDLE);
    result.few = measure_cost();
    make_tables(NULL, options.idle - FEW_IDLE);
    result.many = measure_cost();
    stop_server();
}

/* ---- Telling ---- */

static void print_text(void) {
    const struct spread *p = &result.paced, *s = &result.saturated;
    double kib = 1024;
    printf("%d tables, two clients each, a move every %g s at each for %d s\n", options.tables,
           options.pace, options.seconds);
    printf("  until all know of a move: p50 %.1f ms, p99 %.1f ms, most %.1f ms (%.0f moves)\n",
           p->p50, p->p99, p->most, p->moves);
    printf("everybody moves as soon as possible, for %.1f s\n", result.seconds);
    printf("  %.0f moves/s: p50 %.1f ms, p99 %.1f ms, most %.1f ms\n", result.rate, s->p50, s->p99,
           s->most);
    printf("  bare SQLite: %.0f appends/s (%.1f in a transaction, %.2f events each), ratio %.2f\n",
           result.bare_rate, result.batch, result.events, result.rate / result.bare_rate);
    printf("memory of a table\n");
    printf("  %.1f KiB without connections, %.1f with one, %.1f with two; after play %.1f\n",
           result.none / kib, result.one / kib, result.two / kib, result.played / kib);
    printf("processor time of a move: %.1f us at saturation, with all connections\n", result.cost);
    printf("  %.1f us with %d idle tables, %.1f us with %d, ratio %.2f\n", result.few, FEW_IDLE,
           result.many, options.idle, result.many / result.few);
    printf(
        "no error, no event missing; other programs had %.0f %%, %.0f %% and, beside bare SQLite, "
        "%.0f %% of the processors\n",
        100 * p->others, 100 * s->others, 100 * result.bare_others);
}

static void print_spread(const char *name, const struct spread *spread) {
    printf("\"%s\": {\"moves\": %.0f, \"p50_ms\": %.3f, \"p99_ms\": %.3f, \"max_ms\": %.3f, "
           "\"others\": %.2f}, ",
           name, spread->moves, spread->p50, spread->p99, spread->most, spread->others);
}

static void print_json(void) {
    printf("{\"tables\": %d, \"clients\": %d, \"pace_seconds\": %g, \"seconds\": %d, ",
           options.tables, SEATS * options.tables, options.pace, options.seconds);
    print_spread("paced", &result.paced);
    print_spread("saturated", &result.saturated);
    printf("\"saturated_seconds\": %.2f, \"moves_per_second\": %.1f, \"bare_appends_per_second\": "
           "%.1f, \"ratio\": %.3f, "
           "\"batch\": %.2f, \"events_per_move\": %.3f, \"bare_others\": %.2f, \"move_us\": %.2f, ",
           result.seconds, result.rate, result.bare_rate, result.rate / result.bare_rate,
           result.batch, result.events, result.bare_others, result.cost);
    printf("\"table_bytes\": {\"no_connection\": %.0f, \"one_connection\": %.0f, "
           "\"two_connections\": %.0f, \"after_play\": %.0f}, \"connection_bytes\": %.0f, ",
           result.none, result.one, result.two, result.played, (result.two - result.none) / 2);
    printf("\"move_cost_us\": {\"few_idle\": %d, \"few\": %.2f, \"many_idle\": %d, \"many\": %.2f, "
           "\"ratio\": %.3f}, \"errors\": 0, \"lost\": 0}\n",
           FEW_IDLE, result.few, options.idle, result.many, result.many / result.few);
}

/* ---- Options ---- */

static const char usage[] =
    "usage: bench_load [OPTIONS]\n\n"
    "  --tables N      tables with two clients each (2000, at least 500)\n"
    "  --seconds N     at an even pace (25)\n"
    "  --pace S        seconds between two moves at a table (3)\n"
    "  --saturated N   seconds at saturation (10), or until a tenth of the games is over\n"
    "  --idle N        idle tables (20000, more than 1000)\n"
    "  --program FILE  the server (build/release/pipwright)\n"
    "  --folder DIR    where the databases are, on the disk to measure (.)\n"
    "  --json          the results as one object\n";

static _Noreturn void misuse(void) {
    fputs(usage, stderr);
    exit(2);
}

static void read_option(int which) {
    switch (which) {
    case 't': options.tables = atoi(optarg); break;
    case 's': options.seconds = atoi(optarg); break;
    case 'p': options.pace = atof(optarg); break;
    case 'm': options.saturated = atoi(optarg); break;
    case 'i': options.idle = atoi(optarg); break;
    case 'x': options.program = optarg; break;
    case 'f': options.folder = optarg; break;
    case 'j': options.json = true; break;
    case 'h': fputs(usage, stdout); exit(0);
    default: misuse();
    }
}

static void read_options(int argc, char **argv) {
    static const struct option known[] = {
        {"tables", required_argument, NULL, 't'}, {"seconds", required_argument, NULL, 's'},
        {"pace", required_argument, NULL, 'p'},   {"saturated", required_argument, NULL, 'm'},
        {"idle", required_argument, NULL, 'i'},   {"program", required_argument, NULL, 'x'},
        {"folder", required_argument, NULL, 'f'}, {"json", no_argument, NULL, 'j'},
        {"help", no_argument, NULL, 'h'},         {0}};
    for (int which; (which = getopt_long(argc, argv, "", known, NULL)) != -1;)
        read_option(which);
    if (optind < argc || options.tables < TABLES_LEAST || options.seconds < 1 ||
        options.saturated < 1 || options.idle <= FEW_IDLE || options.pace < 0.1)
        misuse();
}

/* The server inherits the limit. */
static void raise_limit(void) {
    struct rlimit limit;
    rlim_t needed = (rlim_t)SEATS * (rlim_t)options.tables + 200;
    getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = limit.rlim_max;
    if (setrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur < needed)
        stop("the limit of open files is too low", "raise it with ulimit -Hn");
}

int main(int argc, char **argv) {
    read_options(argc, argv);
    raise_limit();
    make_folder();
    poller = epoll_create1(EPOLL_CLOEXEC);
    choices = pip_random_init((struct pip_seed){.seed = 1}, 0);
    measure_load();
    result.none = measure_memory(0);
    result.one = measure_memory(1);
    result.two = measure_memory(2);
    measure_idle();
    if (options.json)
        print_json();
    else
        print_text();
    free(run.latency);
    clean_up();
    return 0;
}
