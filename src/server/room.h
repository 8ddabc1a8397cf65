/* A room: a table while somebody needs it in memory, with what is asked of it and who is there.
 *
 * It is loaded from the store when it is opened, and dropped again when nobody is there. A request
 * (struct pip__ask) runs on a room that has nothing in flight. What it changes is stored as a
 * whole; only when that is durable, the request is answered and the others are told. If storing
 * fails, the table is loaded anew, and the request is refused. */
#ifndef PIP__ROOM_H
#define PIP__ROOM_H

#include "table.h"

struct pip__server;
struct pip__room;
struct pip__conn;
struct pip__kind;
struct pip__job;
struct pip__net_exchange;

enum {
    QUEUE_MAX = 32,  /* requests of people who sit there, or want to, that wait for one table ... */
    LOOKS_MAX = 128, /* ... and of those who only look */
    VIEWERS_MAX = 64,      /* connections without a seat to one table ... */
    DEVICES_MAX = 32,      /* ... and of those who come with the same key */
    CHURN_BURST = 120,     /* of each churn at one table at once ... */
    CHURN_PER_HOUR = 7200, /* ... and in the long run */
    PACE_BURST = 6,        /* rolls at a table of the daily challenge at once ... */
    PACE_PER_HOUR = 1800,  /* ... and in the long run: nobody plays faster */
    IDLE_MS = 10000,       /* a table without connections stays in memory this long */
    IDLE_ROOMS_MAX = 1000, /* and no more than these do */
    RETRY_MS = 1000,       /* until bots try again after the store refused */
};

/* What can be done and taken back for ever, counted apart so that strangers who sit down and leave
 * keep neither the host nor the players from anything. */
enum churn {
    CHURN_NONE,
    CHURN_SEATS, /* sitting down and leaving */
    CHURN_PLAY,  /* by those who play */
    CHURN_HOST,
    CHURNS
};

/* How often something happened of late. */
struct pip__bucket {
    int64_t at;
    double left;
};

/* Something asked of a room. `run` is called when nothing is in flight: it returns a code and may
 * have filled the table's batch. `answer` is called once with what became of it; the ask is freed
 * afterwards. Whoever asked may be gone (conn is NULL then). */
struct pip__ask {
    struct pip__ask *next;
    struct pip__conn *conn;
    struct pip__net_exchange *exchange;
    const struct pip__kind *kind;    /* of a message */
    int seat;                        /* that it speaks of, or -1 */
    uint16_t seats;                  /* that the sender holds */
    bool invited;                    /* by code: may take a free seat without its key */
    bool looks;                      /* changes nothing */
    enum code refused;               /* why a new table cannot be made */
    json_t *message;                 /* owned */
    json_t *reply;                   /* owned; what HTTP is told if all is well */
    char invitation[KEY_LENGTH + 1]; /* to be told to who asked; "": none */
    struct pip__job *job;            /* what bots have chosen, owned */
    void *context;                   /* the asker's own */
    enum code (*run)(struct pip__room *room, struct pip__ask *ask);
    void (*answer)(struct pip__room *room, struct pip__ask *ask, enum code code);
};

typedef enum code pip__ask_run(struct pip__room *room, struct pip__ask *ask);
typedef void pip__ask_answer(struct pip__room *room, struct pip__ask *ask, enum code code);

struct pip__room {
    struct pip__server *server;
    struct pip__room *next;            /* in its bucket */
    struct pip__room *younger, *older; /* among the idle ones */
    struct pip__table table;
    bool loading; /* the table is on its way from the store */
    /* Makes the table of an id that the store does not know; NULL: there is none then. `seed` is
     * what it needs for that, owned. */
    bool (*make)(struct pip__room *room);
    json_t *seed;

    struct pip__ask *asks, *asked;                 /* waiting ones; the one in flight */
    uint32_t waiting, looking;                     /* asks */
    bool busy;                                     /* an append is in flight */
    bool settling;                                 /* asks are being run */
    struct pip__room *unsettled, **unsettled_link; /* among those that go on in the next round; link
                                                      is NULL if it does not */
    bool broken; /* could not be read again from the store; tried with every ask */
    uint8_t code_tries;
    uint32_t storing; /* events in flight */
    struct pip__history
        *shorter;       /* what the history will be once the snapshot in flight is stored */
    int64_t storing_at; /* when what is in flight was handed over */
    struct pip__bucket churn[CHURNS - 1], pace; /* of each churn but CHURN_NONE */
    struct pip__job *job;                       /* bots are thinking */
    int64_t retry_at, idle_since;
    struct pip__room *retry_next; /* among those whose bots try again at retry_at */
    bool idle;

    struct pip__conn *conns;
    bool waited;      /* when they were last told something: keys may still change */
    uint32_t viewers; /* connections without a seat, the host's aside */
    uint16_t chosen;  /* seats that were said to have chosen */
    json_t *pencil;   /* what was last shown of one, until the next event */

    struct pip__room *stored_next; /* see serve.c */
    enum pip_store_status stored;
};

/* ---- rooms.c: the rooms in memory ---- */

/* The room of a table. If it has to be loaded, what is asked of it meanwhile waits, and is answered
 * CODE_NO_TABLE if there is no such table. NULL if that cannot be an id or memory is short. */
struct pip__room *pip__room_open(struct pip__server *server, const char *id);
/* The same only if it is in memory; NULL otherwise. */
struct pip__room *pip__room_peek(struct pip__server *server, const char *id);
/* A room for a table that is not stored yet and has its head; it is drawn an id and a code.
 * `sheet_of` has its own sheet; NULL: it has none. `head` is taken. */
struct pip__room *pip__room_new(struct pip__server *server, json_t *head,
                                const struct pip__table *sheet_of, enum code *code);
/* Draws another code. */
void pip__room_draw_code(struct pip__room *room);
void pip__room_free(struct pip__room *room);
/* Whatever may have made the room idle, or no longer so, calls this. */
void pip__room_rest(struct pip__room *room);
/* Throws away what is not stored, and loads the table anew. */
void pip__room_reload(struct pip__room *room);

/* ---- room.c: asking something of a room, and storing what came of it ---- */

/* A new ask; NULL if memory is short. */
struct pip__ask *pip__ask_new(pip__ask_run *run, pip__ask_answer *answer);
void pip__ask_free(struct pip__ask *ask);
/* A field of the message; NULL, or 0, if there is none. */
const char *pip__ask_text(const struct pip__ask *ask, const char *name);
int64_t pip__ask_number(const struct pip__ask *ask, const char *name);
void pip__answer_nobody(struct pip__room *room, struct pip__ask *ask, enum code code);
void pip__room_ask(struct pip__room *room, struct pip__ask *ask);
/* Runs what waits, or the first of it if that is much: the rest has its turn in the next round. */
void pip__room_settle(struct pip__room *room);
void pip__room_unsettled_leave(struct pip__room *room);
/* The table is there, or is not (code). `told`: up to which event its audience was told. */
void pip__room_loaded(struct pip__room *room, enum code code, uint32_t told);
/* What was in flight is answered. */
void pip__room_done(struct pip__room *room, enum pip_store_status status);
/* A connection is gone: nobody is left to answer. */
void pip__room_forget(struct pip__room *room, struct pip__conn *conn);
/* Whether something that can be done and taken back for ever may be done once more. */
enum code pip__room_churn(struct pip__room *room, enum churn whose);

/* ---- clock.c: time for those who act, counted from the last progress. When it is up, a bot plays
 * for them until they take their seat back. The store knows when that is, so that tables need not
 * be in memory ---- */

/* When time will be up, if there was progress last at that time; 0: never. */
int64_t pip__clock_due(const struct pip__table *table, int64_t public_at);
/* Puts it right in the store if that holds another time, as it does for tables of older versions.
 */
void pip__clock_loaded(struct pip__room *room, int64_t due);
void pip__clock_tell(struct pip__room *room, struct pip__conn *only);

/* ---- bots.c ---- */

void pip__bots_start(struct pip__room *room);
void pip__job_free(struct pip__job *job);

#endif
