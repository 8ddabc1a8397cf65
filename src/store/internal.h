/* What the files of the SQLite store share. Nobody else includes this.
 *
 * sqlite.c opens and closes, schema.c holds the tables of the database, queue.c takes requests,
 * writer.c writes them in transactions, carry.c carries each out, reader.c reads, ask.c does so on
 * threads of its own, sum.c has the checksums, log.c and check.c look for damage, count.c counts,
 * room.c keeps to the bound, ready.c knows whether writing works, place.c for files that are gone.
 */
#ifndef PIPWRIGHT_STORE_INTERNAL_H
#define PIPWRIGHT_STORE_INTERNAL_H

#include "store.h"
#include <pthread.h>
#include <sqlite3.h>
#include <sys/stat.h>

#define PIP__STORE_BUSY_MILLISECONDS 5000 /* how long to wait for another program's lock */

/* Every statement that is used more than once. Each connection prepares them all. */
#define PIP__STORE_TABLE_COLUMNS                                                                \
    "id, game, created, head, heads.sum, sheet, hash, sheets.text, sheets.sum, code, touched, " \
    "phase, public, last_seq, due, "                                                            \
    "base_seq, chain, tables.sum"
#define PIP__STORE_EVENT_COLUMN 18 /* where those of an event begin, behind these */
#define PIP__STORE_TABLES \
    " FROM tables LEFT JOIN heads USING (number) LEFT JOIN sheets USING (sheet) "
#define PIP__STORE_STATEMENT_LIST(X)                                                              \
    X(BEGIN, "BEGIN IMMEDIATE")                                                                   \
    X(COMMIT, "COMMIT")                                                                           \
    X(ROLLBACK, "ROLLBACK")                                                                       \
    X(INSERT_TABLE,                                                                               \
      "INSERT INTO tables (id, code, game, created, touched, phase, public, "                     \
      "last_seq, due, chain, sum) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)")         \
    X(INSERT_HEAD, "INSERT INTO heads (number, head, sum, sheet) VALUES (?1, ?2, ?3, ?4)")        \
    X(INSERT_EVENT, "INSERT INTO events (number, seq, at, text) VALUES (?1, ?2, ?3, ?4)")         \
    X(SELECT_ROW,                                                                                 \
      "SELECT number, code, touched, phase, public, last_seq, due, base_seq, chain, sum "         \
      "FROM tables WHERE id = ?1")                                                                \
    X(SELECT_HEAD, "SELECT sum, sheet FROM heads WHERE number = ?1")                              \
    X(UPDATE_SEQ,                                                                                 \
      "UPDATE tables SET touched = ?2, last_seq = ?3, chain = ?4, sum = ?5 WHERE number = ?1")    \
    X(UPDATE_TABLE,                                                                               \
      "UPDATE tables SET touched = ?2, last_seq = ?3, chain = ?4, sum = ?5, code = ?6, "          \
      "phase = ?7, public = ?8, due = ?9, base_seq = ?10 WHERE number = ?1")                      \
    X(SELECT_OLD,                                                                                 \
      "SELECT number, code, touched, phase, public, last_seq, due, base_seq, chain, sum "         \
      "FROM tables WHERE touched < ?1 ORDER BY touched LIMIT 1")                                  \
    X(SELECT_SHEET, "SELECT hash, text, sum, sheet FROM sheets WHERE hash = ?1")                  \
    X(INSERT_SHEET, "INSERT INTO sheets (hash, text, sum) VALUES (?1, ?2, ?3)")                   \
    X(UPDATE_SHEET, "UPDATE sheets SET text = ?2, sum = ?3 WHERE hash = ?1")                      \
    X(DELETE_SHEET, "DELETE FROM sheets WHERE sheet = ?1 AND "                                    \
                    "NOT EXISTS (SELECT 1 FROM heads WHERE sheet = ?1)")                          \
    X(SHEETS, "SELECT hash, text, sum FROM sheets NOT INDEXED")                                   \
    X(DELETE_EVENTS, "DELETE FROM events WHERE number = ?1")                                      \
    X(DELETE_HEAD, "DELETE FROM heads WHERE number = ?1")                                         \
    X(DELETE_TABLE, "DELETE FROM tables WHERE number = ?1")                                       \
    X(INSERT_DAILY, "INSERT INTO daily (game, day, player, name, score, at, action, sum) "        \
                    "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)")                                    \
    X(FIND, "SELECT " PIP__STORE_TABLE_COLUMNS PIP__STORE_TABLES "WHERE id = ?1")                 \
    X(FIND_CODE, "SELECT " PIP__STORE_TABLE_COLUMNS PIP__STORE_TABLES                             \
                 "WHERE code = ?1 AND phase = 'waiting'")                                         \
    X(LIST_PUBLIC, "SELECT " PIP__STORE_TABLE_COLUMNS PIP__STORE_TABLES                           \
                   "WHERE phase = 'waiting' AND public = 1 "                                      \
                   "ORDER BY created DESC, number DESC LIMIT ?1")                                 \
    X(LIST_DUE, "SELECT " PIP__STORE_TABLE_COLUMNS PIP__STORE_TABLES                              \
                "WHERE due <= ?1 ORDER BY due LIMIT ?2")                                          \
    X(EACH, "SELECT " PIP__STORE_TABLE_COLUMNS PIP__STORE_TABLES "ORDER BY number")               \
    X(PROBE, "UPDATE probes SET count = count + 1")                                               \
    X(PAGES, "PRAGMA page_count")                                                                 \
    X(UNUSED_PAGES, "PRAGMA freelist_count")                                                      \
    X(IDS, "SELECT id FROM tables NOT INDEXED ORDER BY number")                                   \
    X(LOAD, "SELECT " PIP__STORE_TABLE_COLUMNS                                                    \
            ", events.seq, events.at, events.text" PIP__STORE_TABLES "LEFT JOIN events "          \
            "ON events.number = tables.number AND events.seq > ?2 "                               \
            "WHERE tables.id = ?1 ORDER BY events.seq")                                           \
    X(DAILY_TOP, "SELECT game, day, player, name, score, at, action, sum FROM daily "             \
                 "WHERE game = ?1 AND day = ?2 ORDER BY score DESC, at, number LIMIT ?3")         \
    X(INSERT_KEPT, "INSERT INTO kept (name, value, sum) VALUES (?1, ?2, ?3)")                     \
    X(KEPT_FIND, "SELECT name, value, sum FROM kept WHERE name = ?1")                             \
    X(KEPT_ALL, "SELECT name, value, sum FROM kept")                                              \
    X(DAILY_ALL, "SELECT game, day, player, name, score, at, action, sum FROM daily NOT INDEXED") \
    X(COUNT, "SELECT sum(phase = 'waiting'), sum(phase = 'playing'), sum(phase = 'over'), "       \
             "sum(last_seq - base_seq), (SELECT count(*) FROM daily) FROM tables")

enum pip__store_statement {
#define X(name, sql) PIP__STORE_##name,
    PIP__STORE_STATEMENT_LIST(X)
#undef X
        PIP__STORE_STATEMENTS
};

/* One open file. Used by one thread at a time. */
struct pip__store_connection {
    sqlite3 *db;
    sqlite3_stmt *statements[PIP__STORE_STATEMENTS];
    struct pip__store_connection *next;
};

enum pip__store_kind {
    PIP__STORE_CREATE,
    PIP__STORE_APPEND,
    PIP__STORE_EXPIRE,
    PIP__STORE_ENTER,
    PIP__STORE_KEEP,
    PIP__STORE_PROBED
};

/* A queued request, with a copy of everything it needs in its own memory. */
struct pip__store_request {
    struct pip__store_request *next;
    enum pip__store_kind kind;
    enum pip_store_status status;
    pip_store_done *done;
    void *context;
    size_t bytes; /* of all this */

    union {
        struct pip_store_table table;   /* create */
        struct pip_store_change change; /* append */
        struct pip_store_daily daily;   /* enter */
        struct {
            int64_t before;
            uint32_t limit, count;
            uint32_t *removed;
        } expire;
        struct {
            const char *name;
            struct pip_span value;
            char *earlier; /* owned; what is kept already, or NULL */
            pip_store_kept *done;
        } keep;
    } of;
    uint32_t event_count;
    struct pip_store_event events[]; /* and the bytes of the texts after them */
};

/* A reading that waits for its thread. */
struct pip__store_asked {
    struct pip__store_asked *next;
    pip_store_reading *read;
    void *context;
};

/* Which file is meant, whatever its name. */
struct pip__store_file {
    dev_t device;
    ino_t number;
};

struct pip_store {
    char *path, *log_path, *shm_path; /* owned */
    uint64_t file_bytes;              /* what all three may have; 0: no bound */
    struct pip__store_file file, log; /* what was there when the store was opened */
    int lock;                         /* the descriptor that holds the lock, or -1 */
    bool read_only;
    pthread_t threads[1 + PIP_STORE_READERS]; /* the writer's first */
    int thread_count;
    struct pip__store_connection writer; /* once it runs, only the writer thread's */
    int wal_pages;                       /* likewise */
    struct pip_store_counts change;      /* of its transaction; numbers wrap below 0 */
    int64_t good_at; /* milliseconds: when it last wrote something; 0: failed since */

    pthread_mutex_t mutex; /* guards what follows */
    pthread_cond_t wake;   /* there is something for the writer */
    struct pip__store_request *first, **last;
    pthread_cond_t wake_reading;
    struct pip__store_asked *first_asked, **last_asked;
    size_t queue_bytes;
    uint32_t queue_max;
    bool closing;
    struct pip_store_stats stats;
    struct pip__store_connection *idle; /* for reading, not in use */
    uint32_t idle_count;
    struct pip_store_counts counts; /* what is stored, if it is known, or else what was added */
    bool counted;
    enum pip_store_status health; /* what pip_store_ready says */
    char complaint[256];
    char error[256];
};

/* ---- Checksums: sum.c ----
 *
 * A head's sum is over everything of a table that never changes. From it begins a chain over the
 * events, which goes on with each append and begins again where an append replaces; `chain` is its
 * end. A row's sum is over that and everything that changes. So whoever writes needs to know the
 * row alone, and whoever reads table and events from the beginning knows that all is as written. */

/* What changes in the row of a table, as the database has it. */
struct pip__store_row {
    const char *code, *phase; /* the phase's word */
    int64_t touched, is_public, last_seq, due, base, chain;
};

int64_t pip__store_sum_head(const struct pip_store_table *table);
int64_t pip__store_sum_event(int64_t chain, const struct pip_store_event *event);
int64_t pip__store_sum_row(const struct pip__store_row *row);
int64_t pip__store_sum_daily(const struct pip_store_daily *entry);
int64_t pip__store_sum_named(const char *name, struct pip_span value); /* kept values, sheets */

/* The row in nine columns from `first` on: code, touched, phase, public, last_seq, due, base_seq,
 * chain, sum. Whether it has the sum that belongs to it. The texts are borrowed from the statement.
 */
bool pip__store_row_read(sqlite3_stmt *s, int first, struct pip__store_row *row);

/* The entry in the first eight columns; and a name, its text and the sum in three columns from
 * `first` on: likewise. */
bool pip__store_daily_read(sqlite3_stmt *s, struct pip_store_daily *entry);
bool pip__store_named_read(sqlite3_stmt *s, int first, const char **name, struct pip_span *text);

/* ---- The log that a crash leaves behind: log.c ---- */

enum pip__store_log {
    PIP__STORE_LOG_SOUND,   /* or there is none */
    PIP__STORE_LOG_CUT,     /* it ends in a transaction that is not as it was written */
    PIP__STORE_LOG_DAMAGED, /* so is one before, which was acknowledged */
};
#define PIP__STORE_LOG_CUT_TEXT                                                                  \
    "it ends in a write that was cut short; if the machine or the server has crashed in it, no " \
    "harm is done"
#define PIP__STORE_LOG_DAMAGED_TEXT "it is damaged, and what was stored last is lost"

/* Looks through the log at `path`. */
enum pip__store_log pip__store_log_check(const char *path);

/* The name of a file beside the database, owned by the caller; NULL without memory. */
char *pip__store_beside(const char *path, const char *ending);

/* ---- */

/* Opens the store's file and prepares the statements; with `read_only`, to read. Returns the
 * result code of SQLite. Even if it failed, the connection is to be closed, after asking it why. */
int pip__store_connect(struct pip_store *store, bool read_only,
                       struct pip__store_connection *connection);
int pip__store_prepare(struct pip__store_connection *connection);
void pip__store_disconnect(struct pip__store_connection *connection);

/* What the latest failure on the connection means to the caller; keeps its text for
 * pip_store_last_error. */
enum pip_store_status pip__store_failure(struct pip_store *store, sqlite3 *db);

/* Keeps a text for pip_store_last_error. */
__attribute__((format(printf, 2, 3))) void pip__store_say(struct pip_store *store,
                                                          const char *format, ...);

/* Brings the database's schema to the newest version, or with `read_only` only makes sure that it
 * is. Returns false with a sentence in `error`. */
bool pip__store_migrate(sqlite3 *db, const char *path, bool read_only, char *error, size_t room);

/* Whether the tables and indexes of the newest version are there as they were made. If not, says
 * which is not in `error`. */
bool pip__store_schema_check(sqlite3 *db, char *error, size_t room);

/* A connection for reading; NULL with the reason in `status`. It is given back. */
struct pip__store_connection *pip__store_take_reader(struct pip_store *store,
                                                     enum pip_store_status *status);
void pip__store_give_back(struct pip_store *store, struct pip__store_connection *reader);

/* Has SQLite make the log, and remembers which files the store works on: place.c. False if they are
 * not there. */
bool pip__store_place(struct pip_store *store);

/* Whether these files are still in their places. If not, keeps that for pip_store_last_error. */
bool pip__store_in_place(struct pip_store *store);

/* The phase of that word; PIP_STORE_PHASES if there is none. */
enum pip_store_phase pip__store_phase_of(const char *word);

/* Counts what is stored, before the threads run: count.c. If it takes long, remembers the moment
 * and asks a reading thread to do it. */
void pip__store_count_begin(struct pip_store *store);

/* Adds what a transaction has changed. The mutex is held. */
void pip__store_count_add(struct pip_store_counts *counts, const struct pip_store_counts *change);

/* Whether what a transaction may need fits into the bound of the files: room.c. If not, keeps that
 * for pip_store_last_error. Deleting always fits. */
bool pip__store_has_room(struct pip_store *store, struct pip__store_request **batch,
                         uint32_t count);

/* After a transaction: if it has deleted something, cuts the log if there is a bound. */
void pip__store_make_room(struct pip_store *store, struct pip__store_request **batch,
                          uint32_t count);

/* Milliseconds of a clock that nobody sets: ready.c. */
int64_t pip__store_now(void);

/* Notes what became of a transaction; `wrote`: it has written something. */
void pip__store_note(struct pip_store *store, enum pip_store_status status, bool wrote);

/* Runs one of the writer's statements that gives no rows. */
enum pip_store_status pip__store_run(struct pip_store *store, sqlite3_stmt *s);

/* Carries out one request inside the writer's transaction. If it is refused, it has written
 * nothing. */
enum pip_store_status pip__store_carry_out(struct pip_store *store,
                                           struct pip__store_request *request);

/* The writer thread and a reading thread: each runs until the store is closing and its queue is
 * empty. */
void *pip__store_write(void *store);
void *pip__store_read(void *store);

#endif
