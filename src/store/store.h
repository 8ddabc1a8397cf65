/* The store: game tables as their events, kept so that nothing is lost that was said to be stored.
 *
 * A table is one game with its seats: a head that never changes, a few facts to find it by, and
 * events numbered from 1 without gaps. Those up to a number may have been replaced by later ones.
 * What head and events say is the server's business; here they are text. Beside the tables are the
 * entries of the daily challenges, and values that are kept for ever.
 *
 * Writing is asynchronous. A request is copied and queued; one writer thread takes whatever has
 * queued up, writes it in one transaction, and after the commit calls each request's `done`.
 *
 *  - Once `done` was called with PIP_STORE_OK, a crash of the program or of the machine does not
 *    lose the request, and every read that begins later sees it.
 *  - A request is written as a whole or not at all, whatever its neighbours do.
 *  - Requests are carried out in the order in which they were queued.
 *
 * Reading blocks the caller, who may have it done by one of the store's own threads: pip_store_ask.
 *
 * Every function may be called from any thread, pip_store_close from one that no callback runs
 * on. The store reads no clock: times are numbers of the caller's. */
#ifndef PIPWRIGHT_STORE_H
#define PIPWRIGHT_STORE_H

#include <pipwright/base.h>

/* Every way a call can end, with the sentence that a person reads. */
#define PIP_STORE_STATUS_LIST(X)                                          \
    X(OK, "it is stored")                                                 \
    X(CONFLICT, "somebody else wrote to the table first")                 \
    X(EXISTS, "there is one of that name already")                        \
    X(MISSING, "there is no such table")                                  \
    X(INVALID, "a name or text is missing, too long or malformed")        \
    X(BUSY, "too much is waiting to be stored; please try again shortly") \
    X(FULL, "there is no room left on the disk")                          \
    X(READ_ONLY, "the database cannot be written to")                     \
    X(FAILED, "the database failed")                                      \
    X(DAMAGED, "the table is damaged: what is stored is not what was written")

enum pip_store_status {
#define X(name, sentence) PIP_STORE_##name,
    PIP_STORE_STATUS_LIST(X)
#undef X
};

/* The sentence for a status; never NULL. */
const char *pip_store_status_text(enum pip_store_status status);

/* Where a table is in its life, with the word that the database holds. */
#define PIP_STORE_PHASE_LIST(X) \
    X(WAITING, "waiting")       \
    X(PLAYING, "playing")       \
    X(OVER, "over")

enum pip_store_phase {
#define X(name, word) PIP_STORE_##name,
    PIP_STORE_PHASE_LIST(X)
#undef X
        PIP_STORE_PHASES
};

/* The word for a phase; never NULL. */
const char *pip_store_phase_text(enum pip_store_phase phase);

/* ---- What is stored ---- */

/* All text is UTF-8 without NUL bytes. Bounds are in bytes, without the NUL at the end of names. */
#define PIP_STORE_NAME_MAX 32             /* of an id, a code, a game */
#define PIP_STORE_PLAYER_MAX 128          /* of a player's key or name */
#define PIP_STORE_TEXT_MAX (64u << 10)    /* of an event, a daily entry's action, a kept value */
#define PIP_STORE_HEAD_MAX (1u << 20)     /* of a head, of a sheet */
#define PIP_STORE_HASH_MAX 64             /* of a sheet's hash */
#define PIP_STORE_EVENTS_MAX 1024         /* events in one request */
#define PIP_STORE_SEQ_MAX 0x7fffffffu     /* events of one table */
#define PIP_STORE_QUEUE_BYTES (64u << 20) /* of all requests that wait */

struct pip_store_table {
    const char *id;   /* not to be guessed; made by the caller */
    const char *code; /* a short word to join by, unique among waiting tables; NULL for none */
    const char *game;
    struct pip_span head;   /* never changes */
    const char *sheet_hash; /* names a sheet that tables may share; NULL: none */
    struct pip_span sheet;  /* its text, the same for all with that hash: kept once */
    int64_t created, touched;
    enum pip_store_phase phase;
    bool is_public; /* open to anybody */
    uint32_t seq;   /* of the last event, 0 if there was none; ignored in pip_store_create */
    uint32_t base;  /* events up to this one were replaced, 0 if none was; ignored likewise */
    int64_t due;    /* when it has to be looked at; 0: never */
};

struct pip_store_event {
    uint32_t seq; /* ignored when writing: the store counts */
    int64_t at;
    struct pip_span text;
};

/* One player's ranked try at the challenge of one day. */
struct pip_store_daily {
    const char *game;
    int64_t day;        /* as the caller counts days */
    const char *player; /* the key that makes a player one player */
    const char *name;   /* the name to show */
    int64_t score;      /* more is better */
    int64_t at;
    struct pip_span action; /* how it was played */
};

/* ---- Life cycle ---- */

struct pip_store;

struct pip_store_options {
    uint32_t queue_max;  /* requests that may wait for their answer, likewise readings that were
                            asked for; 0 means 4096 */
    uint64_t file_bytes; /* what the database and its log may grow to together; 0 means no bound.
                            Beyond it is PIP_STORE_FULL, but for what deletes */
    bool read_only;      /* to look at a database, also while a server has it open */
};

/* Opens the database in the file `path`, creating it or bringing it up to date where needed, and
 * starts the writer. `options` may be NULL. Returns the store, owned by the caller until
 * pip_store_close; or NULL with a sentence in `error`, a buffer of `room` bytes: another server has
 * the file open, it is no database or not one of ours, it comes from a newer version, it is damaged
 * so that acknowledged events are missing, it cannot be made or written.
 *
 * A server holds a lock on the file `path`.lock, which stays behind. With `read_only` no lock is
 * taken, nothing is created, and every write is answered with PIP_STORE_READ_ONLY. */
struct pip_store *pip_store_open(const char *path, const struct pip_store_options *options,
                                 char *error, size_t room);

/* Refuses what comes from now on, carries out and answers what is queued, readings too, stops the
 * threads and frees the store. NULL is fine. Must not be called from a callback, nor while another
 * thread is inside a call. */
void pip_store_close(struct pip_store *store);

/* More about the latest PIP_STORE_FULL, READ_ONLY, FAILED or DAMAGED (or BUSY because another
 * program holds the database) of any thread; "" if there was none. After opening, that a crash has
 * cut a write short, if it has. For logs. */
void pip_store_last_error(struct pip_store *store, char *text, size_t room);

/* ---- Writing ----
 *
 * Each of these returns PIP_STORE_OK if the request is queued; `done` will then be called once,
 * on the writer thread, with what became of it. Otherwise the answer is given at once, nothing
 * happens and `done` is never called:
 *     PIP_STORE_BUSY     the queue is full, memory is short, or the store is closing
 *     PIP_STORE_INVALID  something is missing or beyond its bound
 *
 * What `done` may be told by all of them, with nothing written:
 *     PIP_STORE_BUSY       another program holds the database; try again
 *     PIP_STORE_FULL       no room on the disk; works again when there is
 *     PIP_STORE_READ_ONLY  the database cannot be written to
 *     PIP_STORE_FAILED     anything else, also that somebody has deleted or replaced the file,
 * until it is back; see pip_store_last_error After a failure nothing of the request is visible.
 * Only if the machine's disk failed to confirm a write and the program ends before the next one, or
 * the file was taken away in the moment of writing, it may turn out to be there after all; an
 * append that is tried again is then answered with PIP_STORE_CONFLICT.
 *
 * All parameters are borrowed for the call, `context` is kept until `done`. The writer waits
 * while `done` runs, so let it hand over and return. It may read and queue. */
typedef void pip_store_done(void *context, enum pip_store_status status);

/* A new table with its first events, which may be none.
 * PIP_STORE_EXISTS: the id is taken, or the table is to wait under a code that another waiting
 * table has. */
enum pip_store_status pip_store_create(struct pip_store *store, const struct pip_store_table *table,
                                       const struct pip_store_event *events, size_t count,
                                       pip_store_done *done, void *context);

/* What an append makes of the table. All of it is set. */
struct pip_store_change {
    const char *id;        /* of the table */
    uint32_t expected_seq; /* what the caller thinks is the last event */
    enum pip_store_phase phase;
    const char *code;
    bool is_public;
    int64_t touched;
    int64_t due;
    bool replaces; /* the events stand for all that the table had, which are deleted */
};

/* Adds events, which may be none, to a table and changes the table with them. Numbers go on, also
 * if they replace what was there: the first one gets `expected_seq` + 1.
 * PIP_STORE_MISSING: there is no such table. PIP_STORE_CONFLICT: its last event is not
 * `expected_seq`. PIP_STORE_EXISTS: another waiting table has the code. PIP_STORE_DAMAGED: what
 * is stored of the table, its head and events aside, is not what was written. */
enum pip_store_status pip_store_append(struct pip_store *store,
                                       const struct pip_store_change *change,
                                       const struct pip_store_event *events, size_t count,
                                       pip_store_done *done, void *context);

/* Deletes tables that were last touched before `before`, with their events, oldest first, and
 * sheets with the last table that has them. It stops after `limit` tables or about 10000 events, so
 * that others need not wait long: ask again while it removes any. How many it was is in `removed`,
 * kept, when `done` is called. */
enum pip_store_status pip_store_expire(struct pip_store *store, int64_t before, uint32_t limit,
                                       uint32_t *removed, pip_store_done *done, void *context);

/* PIP_STORE_EXISTS: the player has an entry for that game and day. */
enum pip_store_status pip_store_daily_enter(struct pip_store *store,
                                            const struct pip_store_daily *entry,
                                            pip_store_done *done, void *context);

/* Keeps a value under a name for ever, if none is kept under it already. `done` gets the value that
 * is kept from now on, yours or the earlier one, after it is safe from any crash; nobody will ever
 * be told of another one. It is borrowed until `done` returns, and empty unless the status is
 * PIP_STORE_OK. PIP_STORE_DAMAGED: a value, of this or another name, is not what was written; none
 * is taken then, as the damaged one may be the one that is looked for. */
typedef void pip_store_kept(void *context, enum pip_store_status status, struct pip_span value);
enum pip_store_status pip_store_keep(struct pip_store *store, const char *name,
                                     struct pip_span value, pip_store_kept *done, void *context);

/* ---- Reading ----
 *
 * These run in the calling thread and show the store as it is at one moment, that of the call.
 * What a callback is shown is borrowed until it returns; it returns whether to go on. It may
 * call anything but pip_store_close.
 *
 * They return PIP_STORE_OK, also if there is nothing to show or the callback stopped;
 * PIP_STORE_MISSING where it says so; PIP_STORE_BUSY or PIP_STORE_FAILED if the database fails,
 * possibly after something has been shown.
 *
 * Everything is stored with checksums, which are verified when it is read. PIP_STORE_DAMAGED:
 * something is not as it was written. What shows tables or entries leaves that one out and shows
 * the others. */
typedef bool pip_store_see_table(void *context, const struct pip_store_table *table);
typedef bool pip_store_see_event(void *context, const struct pip_store_event *event);
typedef bool pip_store_see_daily(void *context, const struct pip_store_daily *entry);

/* Shows the table of that id. PIP_STORE_MISSING: there is none. */
enum pip_store_status pip_store_find(struct pip_store *store, const char *id,
                                     pip_store_see_table *see, void *context);

/* Shows the table that waits under that code. PIP_STORE_MISSING: there is none. */
enum pip_store_status pip_store_find_code(struct pip_store *store, const char *code,
                                          pip_store_see_table *see, void *context);

/* Shows public waiting tables, the last created first, at most `limit`. */
enum pip_store_status pip_store_list_public(struct pip_store *store, uint32_t limit,
                                            pip_store_see_table *see, void *context);

/* Shows tables that are due at `now`, the longest overdue first, at most `limit`. */
enum pip_store_status pip_store_list_due(struct pip_store *store, int64_t now, uint32_t limit,
                                         pip_store_see_table *see, void *context);

/* Shows every table in the order of creation, for export. */
enum pip_store_status pip_store_each(struct pip_store *store, pip_store_see_table *see,
                                     void *context);

/* Shows the events of a table after `after_seq` in order, without those that were replaced.
 * PIP_STORE_MISSING: no such table. PIP_STORE_DAMAGED: the events do not follow one another up to
 * the table's last; or, after all were shown from the beginning (`after_seq` is 0), they or the
 * table's head are not those that were written. */
enum pip_store_status pip_store_load(struct pip_store *store, const char *id, uint32_t after_seq,
                                     pip_store_see_event *see, void *context);

/* Shows the value that is kept under a name. PIP_STORE_MISSING: there is none. */
typedef bool pip_store_see_kept(void *context, struct pip_span value);
enum pip_store_status pip_store_kept_find(struct pip_store *store, const char *name,
                                          pip_store_see_kept *see, void *context);

/* Shows the entries of a game's day, best first, ties by time and order of entry; at most
 * `limit`. */
enum pip_store_status pip_store_daily_top(struct pip_store *store, const char *game, int64_t day,
                                          uint32_t limit, pip_store_see_daily *see, void *context);

/* ---- Reading without waiting ---- */

/* Has a reading carried out on one of the store's own reading threads, of which there are
 * PIP_STORE_READERS: `read` may call the functions above and take as long as it takes, and hands
 * over what it found by itself. Readings begin in the order in which they were asked for, but
 * run side by side. It begins after this call, so it sees all that was acknowledged before.
 *
 * PIP_STORE_OK: `read` will be called once. PIP_STORE_BUSY: it will not, for as many as `queue_max`
 * wait already, memory is short, or the store is closing.
 *
 * This is the one way of reading that does not wait for a disk or a network, and so the one that a
 * back end has to make good use of: one whose reads are asynchronous by nature may run `read` where
 * it likes, as long as it does not run in the caller. */
#define PIP_STORE_READERS 2
typedef void pip_store_reading(void *context, struct pip_store *store);
enum pip_store_status pip_store_ask(struct pip_store *store, pip_store_reading *read,
                                    void *context);

/* ---- Checking ---- */

/* Something that is not as it has to be: where ("table ID", "the log") and what. */
typedef void pip_store_see_fault(void *context, const char *where, const char *what);

/* How much was looked at. */
struct pip_store_checked {
    uint64_t tables, events, sheets, daily_entries, kept;
    uint64_t faults;
};

/* Reads the whole database, also beside a server, and compares everything with its checksums; also
 * the database's own structure, and the log that a server leaves behind if it crashes. Says each
 * fault. PIP_STORE_OK: there is none. PIP_STORE_DAMAGED: there are. Otherwise the check failed. */
enum pip_store_status pip_store_check(struct pip_store *store, pip_store_see_fault *see,
                                      void *context, struct pip_store_checked *checked);

/* ---- Readiness ---- */

/* Whether the store can be written to, as far as is known: PIP_STORE_OK if the last write was good
 * or there was none; else what became of it, with a sentence in `why`, a buffer of `room` bytes
 * that may be NULL. Costs nothing and waits for nothing. Once a write has failed, the writer tries
 * by itself about every second, so that this becomes PIP_STORE_OK again without anybody asking.
 * While all is well it does not: whoever has to know that a disk has become full or read-only since
 * the last write asks for a probe. */
enum pip_store_status pip_store_ready(struct pip_store *store, char *why, size_t room);

/* Finds out whether the store can be written to, by a tiny write that is as durable as any; or by
 * the last one, if that was good and less than a second ago. A request like the others: `done` is
 * told what became of it. */
enum pip_store_status pip_store_probe(struct pip_store *store, pip_store_done *done, void *context);

/* ---- Metrics ---- */

struct pip_store_counts {
    uint64_t tables[PIP_STORE_PHASES];
    uint64_t events;
    uint64_t daily_entries;
};

/* How much is stored. Costs nothing: it is counted once, when the store is opened, and kept up to
 * date with every answer. PIP_STORE_BUSY: there is so much that it is still being counted, beside
 * everything else. With `read_only` it is counted by every call. */
enum pip_store_status pip_store_count(struct pip_store *store, struct pip_store_counts *counts);

/* What the writer did since the store was opened. */
struct pip_store_stats {
    uint64_t answered;      /* requests */
    uint64_t transactions;  /* that were committed */
    uint64_t rollbacks;     /* transactions that failed */
    uint64_t batch_largest; /* most requests taken at once */
    uint32_t waiting;       /* requests now without an answer */
    uint32_t asked;         /* readings now waiting or under way */
};

struct pip_store_stats pip_store_stats(struct pip_store *store);

#endif
