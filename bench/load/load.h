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
#ifndef BENCH_LOAD_H
#define BENCH_LOAD_H

#include <pipwright/game.h>
#include <pipwright/match.h>
#include <sys/types.h>

#define SEATS 2
#define FEW_IDLE 1000 /* idle tables to compare with */
#define IN_ROOM 8192  /* bytes of the longest message */
#define PATIENCE 60   /* seconds after which something does not happen any more */

extern struct options {
    const char *program, *folder;
    int tables, seconds, idle, saturated;
    double pace;
    bool json;
} options;

/* ---- server.c: a folder that is left empty, and servers on it ---- */

struct server {
    pid_t pid;
    int port;
    int addresses; /* used up for making tables */
};
extern struct server server;

extern char store[420]; /* the database */

void clean_up(void);
_Noreturn void stop(const char *what, const char *detail);
void make_folder(void);
double now(void);
/* Starts a server with an empty database. */
void start_server(void);
void stop_server(void);
/* Bytes in memory. */
double server_memory(void);
/* Seconds of processor time; 0 if no server runs. */
double server_time(void);
/* Seconds of processor time that all other programs have had since the machine was started. */
double others_time(void);

/* ---- link.c: connections ---- */

struct link {
    int fd; /* -1: none */
    void (*receive)(struct link *link);
    size_t have;
    char in[IN_ROOM + 1];
};

void links_begin(void); /* before all others */
/* Connects from address number `from`. The kernel accepts, so this does not wait for the server. */
int connect_from(int from);
void link_open(struct link *link, int from, void (*receive)(struct link *));
void link_close(struct link *link);
/* Nobody has more than one small message on the way, so there is always room for it. */
void link_send(struct link *link, const void *bytes, size_t length);
void link_drop(struct link *link, size_t length);
/* Deals with what has come until `until`, or with what comes first. */
void pump(double until);
void pump_for(double seconds);

/* ---- tables.c: tables, and making them by HTTP ---- */

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

struct table *tables_new(int count);
void tables_free(struct table *tables, int count);
/* Copies the text between `before`, searched from `from` on, and the next quote. Returns what
 * follows. The server writes its JSON without spaces, and nothing here has escapes in it. */
const char *quoted(const char *from, const char *before, char *text, size_t room);
/* Makes tables that are being played; with `tables` NULL, ones that nobody will look at. */
void make_tables(struct table *tables, int count);
/* A figure of the server's. */
double metric(const char *name);
/* The largest of those that differ in a label, and what the label is. */
double metric_most(const char *name, const char *label, char *value, size_t room);

/* ---- play.c: WebSockets, and playing ---- */

/* What a run of moves has come to. */
struct run {
    double *latency; /* seconds, of the moves that are known to all */
    size_t count, room;
    int under_way, over;  /* moves; tables that have ended */
    bool on;              /* everybody moves as soon as possible ... */
    uint32_t moves_each;  /* ... until there were so many at the table */
    double began, others; /* when, and what other programs had had by then */
};
extern struct run run;

extern struct pip_random choices;

void connect_tables(struct table *tables, int count, int seats);
void run_begin(bool on, uint32_t moves_each);
/* A seat that may act and has no move under way sends one; false if there is none. While the other
 * seat's move is under way, only those may who could before: the server might see theirs first. */
bool move_somebody(struct table *table);
/* Looks which moves at the table are acknowledged and known to both. */
void settle(struct table *table);
/* Waits until no move is under way, and makes sure that everybody has everything. */
void run_end(const struct table *tables, int count);

/* ---- measure.c, bare.c ---- */

struct spread {
    double moves, p50, p99, most; /* times in ms */
    double others;                /* share of the processors that other programs took meanwhile */
};

struct result {
    struct spread paced, saturated;
    double seconds, rate, batch, events; /* at saturation; events: of a move */
    double bare_rate, bare_others, cost; /* cost: microseconds of the server for a move */
    double none, one, two, played; /* bytes of a table with that many connections; after play */
    double few, many;              /* microseconds of a move */
    double hold, hold_wall; /* seconds that a round of the loop took at most: on a processor, ... */
    double thing, thing_wall;     /* ... and by the clock; the same of one thing that it did ... */
    char what[20], what_wall[20]; /* ... and what that was */
};
extern struct result result;

double run_others(void);
void measure_load(void);
double measure_memory(int connections);
void measure_idle(void);
/* As many appends as there were moves, with as many events each on average, in transactions of the
 * same size. */
void run_bare(int tables);
/* How many there are in the database. */
double stored_events(void);

#endif
