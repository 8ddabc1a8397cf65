/* The server: tables that several people play at, over HTTP and WebSocket.
 *
 * A table is a room while somebody needs it in memory; it is made of its stored events and dropped
 * again when nobody is there. Everything here runs on the thread of the loop, except a bot's
 * thinking and the store's writer, which hand over and wake the loop.
 *
 *  - A request runs on a room that has nothing in flight (struct ask). What it changes is applied
 *    to the room, collected in room->batch and stored as a whole; only when that is durable, the
 *    request is answered and the others are told. If storing fails, the room is made anew of what
 *    is stored, and the request is refused.
 *  - What happened is one list of events for everybody, numbered from 1. Choices that are not yet
 *    revealed are stored too, but are not in that list (log.c).
 *  - All that leaves the server about a table is written by view.c. */
#ifndef PIP__SERVER_H
#define PIP__SERVER_H

#include "net.h"
#include "run.h"
#include "store/store.h"
#include <jansson.h>
#include <pipwright/bot.h>
#include <pipwright/fair.h>
#include <pipwright/record.h>
#include <pipwright/sheet.h>

#define PROTOCOL_VERSION 1

/* ---- Limits, all in one place ---- */

enum {
    ID_LENGTH = 20,               /* characters of a table's id: 100 bits */
    KEY_BYTES = 16,               /* of a seat's key */
    KEY_LENGTH = 22,              /* its characters in base64url */
    NONCE_BYTES = PIP_FAIR_NONCE, /* of a seat's part in the dice */
    CODE_MAX = 24,                /* characters of a code to say aloud */
    CODE_TRIES = 16,              /* to draw one that is free */
    QUEUE_MAX = 32,               /* requests that wait for one table */
    BATCH_MAX = 512,              /* events stored at once */
    SPOT_MAX = 16,                /* letters of what somebody points at */
    STEPS_MAX = 128,              /* steps of one move message, or of one turn of a bot */
    VIEWERS_MAX = 64,             /* connections to one table */
    HELLO_MS = 10000,             /* for a new connection to say who it is */
    FAULTS_MAX = 5,               /* bad messages before a connection is closed */
    LIST_MAX = 50,                /* public tables in the list */
    DUE_MAX = 100,                /* tables whose time is up that are looked at together */
    TOP_MAX = 100,                /* entries shown of a day's challenge */
    CREATE_BURST = 300,           /* tables one address may make at once ... */
    CREATE_PER_HOUR = 300,        /* ... and in the long run */
    DAILY_BURST = 40,             /* tries at daily challenges from one address at once ... */
    DAILY_PER_HOUR = 10,          /* ... and in the long run */
    CODE_BURST = 20,              /* codes that one address may try at once ... */
    CODE_PER_HOUR = 240,          /* ... and in the long run */
    IDLE_MS = 10000,              /* a table without connections stays in memory this long */
    IDLE_ROOMS_MAX = 1000,        /* and no more than these do */
    RETRY_MS = 1000,              /* until bots try again after the store refused */
    SWEEP_MS = 1000,              /* between looks at idle tables and clocks */
    EXPIRE_EVERY_MS = 600000,     /* between looks for expired tables */
    EXPIRE_FIRST_MS = 3600000,    /* after the start: a clock may still be set right */
    EXPIRE_JUMP_MS = 86400000,    /* after the wall clock jumped: somebody may set it right */
    JUMP_MS = 60000,              /* what counts as a jump */
    CLOCK_LEAST = 5,              /* seconds a move's clock may have */
    CLOCK_MOST = 14 * 24 * 3600   /* the same, a day's clock included */
};

/* ---- Codes: what clients are told; with the HTTP status ---- */

#define CODE_LIST(X)                       \
    X(FINE, "ok", 200)                     \
    X(BAD_MESSAGE, "bad-message", 400)     \
    X(BAD_JSON, "bad-json", 400)           \
    X(BAD_VERSION, "bad-version", 400)     \
    X(BAD_GAME, "bad-game", 400)           \
    X(BAD_SHEET, "bad-sheet", 400)         \
    X(BAD_OPTION, "bad-option", 400)       \
    X(BAD_SEATS, "bad-seats", 400)         \
    X(BAD_BOT, "bad-bot", 400)             \
    X(BAD_NAME, "bad-name", 400)           \
    X(BAD_NONCE, "bad-nonce", 400)         \
    X(BAD_CLOCK, "bad-clock", 400)         \
    X(BAD_KEY, "bad-key", 403)             \
    X(NOT_HOST, "not-host", 403)           \
    X(NOT_YOURS, "not-yours", 403)         \
    X(NOT_FOUND, "not-found", 404)         \
    X(NO_TABLE, "no-table", 404)           \
    X(NO_CODE, "no-code", 404)             \
    X(NO_WEB_CLIENT, "no-web-client", 404) \
    X(BAD_METHOD, "bad-method", 405)       \
    X(NO_SEAT, "no-seat", 409)             \
    X(TAKEN, "taken", 409)                 \
    X(WAITING, "waiting", 409)             \
    X(STARTED, "started", 409)             \
    X(OVER, "over", 409)                   \
    X(NOT_OVER, "not-over", 409)           \
    X(ILLEGAL, "illegal", 409)             \
    X(NOT_ACTING, "not-acting", 409)       \
    X(FINAL, "final", 409)                 \
    X(STALE, "stale", 409)                 \
    X(CONFLICT, "conflict", 409)           \
    X(OLD_EDITION, "old-edition", 410)     \
    X(TOO_MANY, "too-many", 429)           \
    X(FAILED, "failed", 500)               \
    X(BUSY, "busy", 503)                   \
    X(READ_ONLY, "read-only", 503)         \
    X(STOPPING, "stopping", 503)           \
    X(DISK_FULL, "disk-full", 507)

enum code {
#define X(name, text, status) CODE_##name,
    CODE_LIST(X)
#undef X
};

const char *code_text(enum code code);
int code_status(enum code code);
enum code code_of_store(enum pip_store_status status);
enum code code_of_pip(enum pip_status status);

/* ---- A table in memory ---- */

enum seat_kind { SEAT_OPEN, SEAT_ME, SEAT_BOT }; /* as the table was made */

/* How it is settled who begins; with the text in heads. SEATED: whoever sits at seat 0, which is
 * also so where all act at the same time or somebody plays alone. */
#define FIRST_LIST(X)   \
    X(SEATED, "seated") \
    X(DRAW, "draw")     \
    X(HOST, "host")

enum first {
#define X(name, text) FIRST_##name,
    FIRST_LIST(X)
#undef X
};

struct seat {
    enum seat_kind kind;
    bool taken;                /* somebody has sat down */
    bool timed_out;            /* its time was up, and nobody has taken over since */
    const struct pip_bot *bot; /* who plays it now, or NULL */
    uint8_t key[32];           /* SHA-256 of its key; all zeros: it has none */
    uint8_t nonce[NONCE_BYTES];
    int64_t last_id; /* of the last message of its holder that changed anything */
    uint32_t won;    /* games of the series before this one */
};

struct conn {
    struct server *server;
    struct net_socket *socket;
    struct room *room; /* NULL until hello */
    struct conn *next; /* in the room; before hello, among the strangers */
    int64_t since;     /* when it was opened */
    uint8_t key[32];   /* SHA-256 of the key it has come with; all zeros: it has none */
    uint16_t seats;    /* set of the seats it holds, as far as it has been told */
    bool host, joined; /* joined: hello is answered */
    uint8_t faults;
};

/* Something asked of a room. `run` is called when nothing is in flight: it returns a code and may
 * have filled room->batch. `answer` is called once with what became of it; the ask is freed
 * afterwards. Whoever asked may be gone (conn is NULL then). */
struct ask {
    struct ask *next;
    struct conn *conn;
    struct net_exchange *exchange;
    uint16_t seats;  /* that the sender holds */
    bool invited;    /* by code: may take a free seat without its key */
    json_t *message; /* owned */
    json_t *reply;   /* owned; what HTTP is told if all is well */
    struct job *job; /* what bots have chosen, owned */
    enum code (*run)(struct room *room, struct ask *ask);
    void (*answer)(struct room *room, struct ask *ask, enum code code);
};

/* Events that are applied but not yet durable. */
struct batch {
    char *text[BATCH_MAX]; /* as stored */
    uint32_t count;
};

/* The public events as they are sent, one after another. */
struct history {
    char *text;
    size_t length, room;
    uint32_t *end; /* end[i]: where event i + 1 ends */
    uint32_t count, capacity;
};

struct room {
    struct server *server;
    struct room *next;            /* in its bucket */
    struct room *younger, *older; /* among the idle ones */
    char id[PIP_STORE_NAME_MAX + 1];
    char code[PIP_STORE_NAME_MAX + 1]; /* "" for none */
    json_t *head;                      /* only until it is stored */
    json_t *pencil;                    /* what was last shown of one, until the next event */
    struct pip_sheet_file *own_sheet;  /* NULL: a shipped one */
    enum pip_store_phase phase;
    bool is_public, exists; /* exists: in the store */
    bool imported;          /* its head has its record */
    uint32_t seq;           /* of the last stored event */
    int64_t created;

    uint8_t host_key[32], secret[32], commitment[32];
    struct seat seat[PIP_SEATS_MAX];
    struct pip_match match;
    enum first first; /* how it is settled who begins ... */
    uint8_t began;    /* ... and where that player sat before the seats moved round */
    uint32_t moved;   /* number of the last event that moved seats; 0: none has */
    uint32_t clock;   /* seconds for those who act; 0: it takes as long as it takes */
    int64_t day;      /* of the daily challenge, counted from 1970; 0: it is none */
    char rematch[PIP_STORE_NAME_MAX + 1];
    uint32_t games; /* of the series before this one: it is a rematch if there are any */

    struct history history;
    struct batch *batch;      /* NULL if nothing is in the making or in flight */
    uint32_t shown;           /* public events of the history that are durable */
    struct ask *asks, *asked; /* waiting ones; the one in flight */
    uint32_t waiting;         /* asks */
    bool busy;                /* an append is in flight */
    bool changed;             /* there is something to store besides events */
    bool settling;            /* asks are being run */
    bool broken;              /* could not be read again from the store; tried with every ask */
    uint16_t chosen;          /* seats that were said to have chosen */
    int64_t public_at;        /* when the last public event was stored ... */
    int64_t storing_at;       /* ... and what is in flight will have been */
    struct job *job;          /* bots are thinking */
    int64_t retry_at, idle_since;
    struct room *retry_next; /* among those whose bots try again at retry_at */
    bool idle;
    struct conn *conns;
    uint32_t viewers;

    struct room *stored_next; /* see serve.c */
    enum pip_store_status stored;
};

/* How often an address did something of late. */
struct bucket {
    uint64_t who;
    int64_t at;
    double left;
};
#define BUCKETS 4096

#define SUBSTITUTE "greedy" /* who plays for a seat if nobody says otherwise */

struct counters {
    uint64_t created, moves, refused, stored, bot_turns, reactions, reconnects, bad_messages;
};

struct server {
    const struct server_config *config;
    uv_loop_t loop;
    uv_async_t wake;
    uv_signal_t signals[2];
    uv_timer_t sweep;
    struct net *net;
    struct pip_store *store;
    struct files *files;
    bool stopping, stopped; /* told to; the network is closing */

    struct room **rooms; /* hash map by id */
    uint32_t buckets, count;
    struct room *idle_oldest, *idle_youngest, *retries;
    struct conn *strangers; /* connections without hello */
    uint32_t idle_count, busy_count;
    struct bucket limits[BUCKETS];
    uint8_t hash_key[16];

    uv_mutex_t lock;
    struct room *stored, *stored_last; /* under the lock: rooms whose append was answered */
    uint32_t removed;                  /* by expiry */
    int64_t expired_at, expires_from;  /* ticks: the last look, and none before */
    int64_t clock_ahead;               /* of the wall clock before the ticks */
    bool expiring;
    uint8_t master[32]; /* daily secrets follow from it */
    bool has_master;
    int64_t master_day; /* when it was last kept from expiring */
    struct counters counters;
    int64_t started;
};

/* serve.c */
/* A server that works while its loop is run; NULL after reporting to stderr why there is none. */
struct server *server_start(const struct server_config *config);
/* Ends the loop, once what is in flight is stored and answered. */
void server_stop(struct server *server);
/* Frees it after the loop has ended. */
void server_finish(struct server *server);
int64_t server_now(void);  /* wall clock, ms since 1970: for what is kept */
int64_t server_tick(void); /* ms, never set by anybody: for everything else */
void room_stored(void *room, enum pip_store_status status);

/* tables.c: the rooms in memory, and making, finding and forgetting them. */
void key_make(char text[KEY_LENGTH + 1], uint8_t hash[32]);
bool key_hash(const char *text, uint8_t hash[32]);
void hex_write(const uint8_t *bytes, size_t count, char *text);
bool hex_read(const char *text, uint8_t *bytes, size_t count);
bool limit_take(struct server *server, const char *address, char what, double burst,
                double per_hour);
/* The room of a table, loaded if need be. On anything but CODE_FINE there is none. */
enum code room_find(struct server *server, const char *id, struct room **room);
enum code room_find_code(struct server *server, const char *code, struct room **room);
void room_enter(struct room *room);
/* The seats that a key opens; the same for its hash. */
uint16_t key_seats(const struct room *room, const char *key);
uint16_t hash_seats(const struct room *room, const uint8_t hash[32]);
bool key_is_host(const struct room *room, const char *key);
void room_free(struct room *room);
void room_touch(struct room *room);
void tables_sweep(struct server *server, int64_t now);
void tables_init(struct server *server);
void tables_free(struct server *server);
/* Drops every idle room now. */
void tables_sweep_all(struct server *server);
/* Makes room->id and room->code. */
void room_name(struct room *room);

/* head.c: what never changes about a table. */
/* Fills a zeroed room from its head. */
enum code head_read(struct room *room, const json_t *head);
/* A head for what a client asks for; `keys` gets the keys in clear. Whether they fit the game is
 * said by head_read. */
enum code head_make(const json_t *asked, json_t **head, json_t **keys);
/* A head for the same table again: same seats and keys, another secret. Who begins moves on or is
 * drawn anew, as the game has it. `old` is its head. */
json_t *head_again(const struct room *room, const json_t *old);
const char *first_text(enum first first);

/* log.c: events as they are stored, and what they do to a room. */
bool history_add(struct history *history, const char *text);
struct pip_span history_at(const struct history *history, uint32_t index);
/* Applies a stored event. False if it does not fit, which means that the store is damaged. */
bool room_apply(struct room *room, const json_t *event);
/* Reads the room's events after room->seq from the store. */
enum code room_load(struct room *room);
/* Throws away what is not stored. */
void room_rebuild(struct room *room);
/* Applies an event, which is taken, and puts it into the batch. */
enum code room_record(struct room *room, json_t *event);
/* The same for a public event of that content; `by` (or -1) and `id` are who asked. */
enum code room_publish(struct room *room, int by, int64_t id, json_t *content);

/* room.c: asking something of a room, storing, telling. */
void room_ask(struct room *room, struct ask *ask);
void room_settle(struct room *room);
void room_done(struct room *room, enum pip_store_status status);
void room_forget(struct room *room, struct conn *conn);
void room_tell(struct room *room, json_t *message, struct conn *except);
/* The seats that somebody is connected to. */
uint16_t seats_here(const struct room *room);
void conn_send(struct conn *conn, json_t *message);
void ask_free(struct ask *ask);

/* start.c: before the start; who sits where, and who begins. */
bool seat_is_open(const struct room *room, int seat);
enum code play_sit(struct room *room, int seat, const char *name, const uint8_t *key,
                   const char *nonce);
enum code play_leave(struct room *room, int seat, int64_t id);
enum code play_arrange(struct room *room, const json_t *order);
/* Unless it is the host who says when. */
enum code play_start_if_full(struct room *room);
/* The host starts; `first` (or NULL) is who begins. */
enum code play_start(struct room *room, const json_t *first);
/* What moves with the seats of a room in memory: the new seat i is the one that was at order[i];
 * false if that is no permutation. And all round, so that `first` becomes seat 0. */
bool seats_arrange(struct room *room, const json_t *order);
void seats_begin_with(struct room *room, int first, bool drawn);
/* Where a seat of just before the start is now. */
int seat_since_start(const struct room *room, int seat);

/* play.c: what is done at a table. */
enum code play_steps(struct room *room, int seat, int64_t id, const json_t *steps);
enum code play_pencil(struct room *room, int seat, json_t *steps, struct conn *from);
enum code play_turns(struct room *room, int seat, int64_t id);
enum code play_undo(struct room *room, int seat, int64_t id);
enum code play_resign(struct room *room, int seat, int64_t id);
enum code play_replace(struct room *room, int seat, const char *level);
enum code play_time_up(struct room *room);
enum code play_hand_back(struct room *room, int seat);
/* What the table's dice are made of; revealed when the game is over. */
void room_fair(const struct room *room, struct pip_fair *fair);
/* Dice, closing: whatever follows without anybody's decision. */
enum code play_advance(struct room *room);

/* daily.c */
#define DAILY_NAME_MAX 64
int64_t daily_today(void); /* days since 1970, UTC */
/* The table of a player's try, to be asked with *run: a new one, or the one there is. */
enum code daily_begin(struct server *server, const char *game_name, const json_t *asked,
                      struct room **room, enum code (**run)(struct room *, struct ask *));
/* A day's challenge and its best entries; NULL if there is none. */
json_t *daily_view(struct server *server, const char *game_name, int64_t day);
/* Enters what has ended at a table of the challenge, once. */
void daily_enter(struct room *room);
/* The table's name that the dice of a day are made with. */
void daily_dice_table(const struct room *room, char name[DAILY_NAME_MAX]);

/* rematch.c */
enum code rematch_run(struct room *room, struct ask *ask);

/* clock.c: time for those who act, counted from the last public event. When it is up, a bot plays
 * for them until they take their seat back. The store knows when that is, so that tables need not
 * be in memory. */
/* When time will be up, if the last public event was at that time; 0: never. */
int64_t clock_due(const struct room *room, int64_t public_at);
/* Puts it right in the store if that holds another time, as it does for tables of older versions.
 */
void clock_loaded(struct room *room, int64_t due);
void clock_tell(struct room *room, struct conn *only);
void clocks_look(struct server *server);

/* bots.c */
bool bots_due(const struct room *room);
void bots_start(struct room *room);
void bots_retry(struct server *server, int64_t now);
void job_free(struct job *job);

/* view.c: everything that is said about a table. All return new JSON, or text to be freed. */
json_t *view_table(const struct room *room);
json_t *view_welcome(const struct room *room, uint16_t seats, bool host);
json_t *view_draft(const struct room *room, uint16_t seats);
/* Steps from event `from` to before event `to` of those seats, as texts. */
json_t *view_steps(const struct pip_match *match, uint32_t from, uint32_t to, uint16_t seats);
json_t *view_you(uint16_t seats);
/* Those who have finished choosing, and whose choice is hidden. */
uint16_t view_chosen(const struct room *room);
/* The record as everybody may have it; with `all` the secret is in it whatever the hour, for the
 * server's own eyes. */
char *view_record(const struct room *room, bool all, size_t *length);
json_t *view_listed(const struct room *room);

/* api.c, daily.c, socket.c, files.c, metrics.c, words.c */
void api_request(void *server, struct net_exchange *exchange, const struct net_request *request);
void api_answer(struct net_exchange *exchange, int status, json_t *body);
void api_fail(struct net_exchange *exchange, enum code code);
void socket_opened(void *server, struct net_socket *socket, const char *address, void **user);
void socket_message(void *server, struct net_socket *socket, void *user, const char *text,
                    size_t length);
void strangers_sweep(struct server *server, int64_t now);
void socket_closed(void *server, struct net_socket *socket, void *user);
struct files *files_open(const char *folder);
void files_free(struct files *files);
bool files_answer(const struct files *files, struct net_exchange *exchange,
                  const struct net_request *request);
char *metrics_text(struct server *server, size_t *length);
/* One line of JSON to stderr. `fields` is taken and may be NULL. */
void server_log(const char *level, const char *what, json_t *fields);
void words_code(uint32_t number, char code[CODE_MAX + 1]);

#endif
