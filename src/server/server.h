/* The server: what the rooms share, and what belongs to no table.
 *
 * Everything here runs on the thread of the loop, except a bot's thinking, what is read from the
 * store and sheets (errands), and the store's writer, which hand over and wake the loop. */
#ifndef PIP__SERVER_H
#define PIP__SERVER_H

#include "audience.h"
#include "run.h"
#include "turns.h"

enum {
    CODE_MAX = 24,             /* characters of a code to say aloud */
    CODE_TRIES = 16,           /* to draw one that is free */
    LIST_MAX = 50,             /* public tables in the list ... */
    LIST_MS = 1000,            /* ... which is read anew after this long ... */
    LIST_BURST = 20,           /* ... and so often because it has changed, at once ... */
    LIST_PER_HOUR = 36000,     /* ... and in the long run */
    LIST_WAITING = 64,         /* who may wait for that */
    DUE_MAX = 100,             /* tables whose time is up that are looked at together */
    TOP_MAX = 100,             /* entries shown of a day's challenge */
    CREATE_BURST = 300,        /* tables one address may make at once ... */
    CREATE_PER_HOUR = 300,     /* ... and in the long run */
    SHEET_BURST = 60,          /* sheets of one's own that one address may have read at once ... */
    SHEET_PER_HOUR = 300,      /* ... and in the long run */
    DAILY_BURST = 40,          /* tries at daily challenges from one address at once ... */
    DAILY_PER_HOUR = 10,       /* ... and in the long run */
    CODE_BURST = 20,           /* codes that one address may try at once ... */
    CODE_PER_HOUR = 240,       /* ... and in the long run ... */
    CODES_BURST = 2000,        /* ... and all together that fail */
    CODES_PER_HOUR = 20000,    /* of over a million */
    LOOK_BURST = 1000,         /* requests and hellos of one address at once ... */
    LOOK_PER_HOUR = 720000,    /* ... and in the long run: two hundred a second */
    VALUES_MAX = 1000,         /* of JSON in one message or request, strings as long as they fit */
    SWEEP_MS = 1000,           /* between looks at idle tables and clocks */
    EXPIRE_EVERY_MS = 600000,  /* between looks for expired tables */
    EXPIRE_FIRST_MS = 3600000, /* after the start: a clock may still be set right */
    EXPIRE_JUMP_MS = 86400000, /* after the wall clock jumped: somebody may set it right */
    JUMP_MS = 60000            /* what counts as a jump */
};

#define BUCKETS 4096

struct pip__counters {
    uint64_t created, moves, refused, stored, bot_turns, reactions, reconnects, bad_messages;
    uint64_t events; /* public ones */
    uint64_t snapshots, damaged;
};

struct pip__server {
    const struct pip__server_config *config;
    uv_loop_t loop;
    uv_async_t wake;
    uv_signal_t signals[2];
    uv_timer_t sweep;
    uv_prepare_t prepare;
    struct pip__turns turns;
    struct pip__net *net;
    struct pip_store *store;
    struct pip__files *files;
    bool stopping, stopped; /* told to; the network is closing */

    struct pip__room **rooms; /* hash map by id */
    uint32_t buckets, count;
    struct pip__room *idle_oldest, *idle_youngest, *retries;
    struct pip__room *unsettled, **unsettled_last; /* whose asks go on in the next round */
    struct pip__conn *strangers, **strangers_last; /* connections without hello */
    uint32_t idle_count, busy_count;
    uint32_t thinking; /* rooms whose bots are on the pool, or wait for it */
    struct pip__limit {
        uint64_t who; /* and what they do */
        struct pip__bucket bucket;
    } limits[BUCKETS];
    struct pip__bucket codes;
    uint8_t hash_key[16];

    uv_mutex_t lock;
    struct pip__room *stored, *stored_last; /* under the lock: rooms whose append was answered */
    struct pip__room *answered, *answered_last;       /* of those, whose turn is to come */
    struct pip__errand *errands, *errands_last;       /* under the lock: that are done */
    struct pip__errand *returned, *returned_last;     /* of those, whose turn is to come */
    struct pip__errand *reckonings, *reckonings_last; /* that wait; the first is on the pool ... */
    uv_work_t reckons;                                /* ... with this */
    uint32_t away, reckoning;         /* errands that are not back, and those of them that reckon */
    uint32_t removed;                 /* by expiry */
    int64_t expired_at, expires_from; /* ticks: the last look, and none before */
    int64_t clock_ahead;              /* of the wall clock before the ticks */
    bool expiring, looking_for_due;
    bool forgetting;    /* rooms that were idle for long */
    uint8_t master[32]; /* daily secrets follow from it */
    bool has_master, asking_master;
    struct pip__listing *listing;
    struct pip__guests *guests;
    int guest_count;
    struct pip__counters counters;
    struct pip_store_stats stored_before; /* a second ago ... */
    uint64_t batch_mean; /* ... and, in millionths, how many requests shared a transaction since */
    int64_t started;
};

/* ---- serve.c ---- */

/* A server that works while its loop is run; NULL after reporting to stderr why there is none. */
struct pip__server *pip__server_start(const struct pip__server_config *config);
/* Ends the loop, once what is in flight is stored and answered. */
void pip__server_stop(struct pip__server *server);
/* Frees it after the loop has ended. */
void pip__server_finish(struct pip__server *server);
int64_t pip__server_now(void);  /* wall clock, ms since 1970: for what is kept */
int64_t pip__server_tick(void); /* ms, never set by anybody: for everything else */
void pip__room_stored(void *room, enum pip_store_status status);

/* ---- errands.c: what may take long, and is done on another thread ---- */

/* `go` runs on another thread and uses nothing of the server's but what it is given here; `back` on
 * the loop afterwards, where the errand is freed by its owner. */
struct pip__errand {
    struct pip__server *server;
    struct pip__errand *next;
    void (*go)(struct pip__errand *errand, struct pip_store *store);
    void (*back)(struct pip__errand *errand);
};

/* To the store, on one of its reading threads. CODE_BUSY: too many are on their way. */
enum code pip__errand_read(struct pip__server *server, struct pip__errand *errand);
/* For reckoning, on the pool, one after the other. */
enum code pip__errand_reckon(struct pip__server *server, struct pip__errand *errand);
/* Called on a thread of the pool: from then on it leaves the processors to the loop and the store
 * where there are not enough for all. */
void pip__pool_stand_back(void);
/* For something that another thread will answer with pip__errand_come_back. */
void pip__errand_leave(struct pip__server *server, struct pip__errand *errand);
void pip__errand_come_back(struct pip__errand *errand);
/* Calls `back` of those that are done, for a turn; whether there are more. */
bool pip__errands_take(struct pip__server *server);

/* ---- rooms.c ---- */

void pip__rooms_init(struct pip__server *server);
void pip__rooms_sweep(struct pip__server *server, int64_t now);
/* Runs asks that were left, and forgets rooms, for a turn each; whether there are more. */
bool pip__rooms_go_on(struct pip__server *server);
void pip__rooms_free(struct pip__server *server);
/* Drops every idle room now. */
void pip__rooms_drop_idle(struct pip__server *server);

/* ---- limits.c ---- */

bool pip__bucket_has(struct pip__bucket *bucket, double burst, double per_hour);
bool pip__bucket_take(struct pip__bucket *bucket, double burst, double per_hour);
/* What limits know an address by; with IPv6, a /64. */
uint64_t pip__limit_whose(const struct pip__server *server, const char *address);
bool pip__limit_take(struct pip__server *server, uint64_t whose, char what, double burst,
                     double per_hour);
/* Codes are short: an IPv6 address counts with its /48. */
bool pip__limit_code(struct pip__server *server, const char *address);
/* Wrong ones are few among all people together. */
void pip__limit_code_failed(struct pip__server *server);
/* What somebody has sent; NULL if it is no JSON, or more than anybody needs to say. */
json_t *pip__json_read(const char *text, size_t length);

/* ---- daily.c ---- */

int64_t pip__daily_today(void); /* days since 1970, UTC */
/* Whether the secret of the table's dice may be told. */
bool pip__daily_is_revealed(const struct pip__table *table);
/* Gets or makes the secret that those of all days follow from. */
void pip__daily_prepare(struct pip__server *server);
/* Enters what has ended at a table of the challenge, once. */
void pip__daily_enter(struct pip__room *room);

/* ---- guests.c: programs in seats (docs/engine.md) ---- */

/* What a seat is to do; zeroed but for `seat` and the errand's `back`, which is called in any case
 * after asking went well. The events of `match` are then to be freed. */
struct pip__question {
    struct pip__errand errand; /* the first field */
    struct pip__question *next;
    int64_t asked_at; /* tick */
    int seat;
    struct pip_match match;
    bool answered; /* if not, nothing that is there counts */
    int count;
    pip_move steps[STEPS_MAX];
};

void pip__guests_start(struct pip__server *server);
bool pip__guests_have(struct pip__server *server, const char *name);
/* False if there is none of that name, or no memory. Questions wait for each other, and come back
 * unanswered if that takes longer than an answer may. */
bool pip__guests_ask(struct pip__server *server, const char *name, struct pip__question *question,
                     const struct pip_match *match);
void pip__guests_sweep(struct pip__server *server, int64_t now);
/* Gives all questions back; from then on, nobody may ask. */
void pip__guests_stop(struct pip__server *server);
/* The programs are gone when this returns. */
void pip__guests_free(struct pip__server *server);

/* ---- clock.c, bots.c, files.c, log.c, metrics.c, words.c, api.c ---- */

void pip__clocks_look(struct pip__server *server);
void pip__bots_retry(struct pip__server *server, int64_t now);
struct pip__files *pip__files_open(const char *folder);
void pip__files_free(struct pip__files *files);
bool pip__files_answer(const struct pip__files *files, struct pip__net_exchange *exchange,
                       const struct pip__net_request *request);
/* One line of JSON to stderr. `fields` is taken and may be NULL. */
void pip__server_log(const char *level, const char *what, json_t *fields);
char *pip__metrics_text(struct pip__server *server, size_t *length);
void pip__words_code(uint32_t number, char code[CODE_MAX + 1]);
void pip__api_request(void *server, struct pip__net_exchange *exchange,
                      const struct pip__net_request *request);
void pip__listing_changed(struct pip__server *server);
void pip__listing_free(struct pip__server *server);

#endif
