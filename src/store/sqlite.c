/* Opening and closing, connections, and what SQLite's failures mean. */
#include "internal.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <time.h>
#include <unistd.h>

#define QUEUE_MAX 4096
#define WAL_BYTES_KEPT (8u << 20) /* a longer log is cut back when it starts over */

const char *pip_store_status_text(enum pip_store_status status) {
    static const char *const sentence[] = {
#define X(name, text) [PIP_STORE_##name] = text,
        PIP_STORE_STATUS_LIST(X)
#undef X
    };
    bool known = (size_t)status < sizeof sentence / sizeof *sentence;
    return known ? sentence[status] : "an unknown status";
}

const char *pip_store_phase_text(enum pip_store_phase phase) {
    static const char *const word[] = {
#define X(name, text) [PIP_STORE_##name] = text,
        PIP_STORE_PHASE_LIST(X)
#undef X
    };
    bool known = (size_t)phase < sizeof word / sizeof *word;
    return known ? word[phase] : "unknown";
}

enum pip_store_phase pip__store_phase_of(const char *word) {
    int phase = 0;
    while (word && phase < PIP_STORE_PHASES &&
           strcmp(pip_store_phase_text((enum pip_store_phase)phase), word) != 0)
        phase++;
    return word ? (enum pip_store_phase)phase : PIP_STORE_PHASES;
}

/* ---- Failures ---- */

/* What the operating system said when a write to the log failed. */
static int wal_errno(sqlite3 *db) {
    sqlite3_file *wal = NULL;
    int cause = 0;
    sqlite3_file_control(db, "main", SQLITE_FCNTL_JOURNAL_POINTER, &wal);
    if (wal && wal->pMethods)
        wal->pMethods->xFileControl(wal, SQLITE_FCNTL_LAST_ERRNO, &cause);
    return cause;
}

/* SQLite says "disk full" for ENOSPC only; a quota and a limit on file sizes are I/O errors to it.
 */
static enum pip_store_status status_of(sqlite3 *db) {
    int code = sqlite3_errcode(db), extended = sqlite3_extended_errcode(db);
    int cause = extended == SQLITE_IOERR_WRITE ? wal_errno(db) : 0;
    if (code == SQLITE_FULL || extended == SQLITE_IOERR_SHMSIZE || cause == EDQUOT ||
        cause == EFBIG)
        return PIP_STORE_FULL;
    if (code == SQLITE_READONLY || cause == EROFS)
        return PIP_STORE_READ_ONLY;
    if (code == SQLITE_CORRUPT || code == SQLITE_NOTADB)
        return PIP_STORE_DAMAGED;
    return code == SQLITE_BUSY ? PIP_STORE_BUSY : PIP_STORE_FAILED;
}

void pip__store_say(struct pip_store *store, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    pthread_mutex_lock(&store->mutex);
    vsnprintf(store->error, sizeof store->error, format, arguments);
    pthread_mutex_unlock(&store->mutex);
    va_end(arguments);
}

enum pip_store_status pip__store_failure(struct pip_store *store, sqlite3 *db) {
    enum pip_store_status status = status_of(db);
    pip__store_say(store, "%s (%d)", sqlite3_errmsg(db), sqlite3_extended_errcode(db));
    return status;
}

void pip_store_last_error(struct pip_store *store, char *text, size_t room) {
    pthread_mutex_lock(&store->mutex);
    snprintf(text, room, "%s", store->error);
    pthread_mutex_unlock(&store->mutex);
}

/* ---- Connections ---- */

int pip__store_prepare(struct pip__store_connection *connection) {
    static const char *const sql[] = {
#define X(name, text) text,
        PIP__STORE_STATEMENT_LIST(X)
#undef X
    };
    for (int i = 0; i < PIP__STORE_STATEMENTS; i++) {
        int code = sqlite3_prepare_v3(connection->db, sql[i], -1, SQLITE_PREPARE_PERSISTENT,
                                      &connection->statements[i], NULL);
        if (code != SQLITE_OK)
            return code;
    }
    return SQLITE_OK;
}

int pip__store_connect(struct pip_store *store, bool read_only,
                       struct pip__store_connection *connection) {
    int flags = read_only ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE;
    int code = sqlite3_open_v2(store->path, &connection->db, flags | SQLITE_OPEN_NOMUTEX, NULL);
    if (code != SQLITE_OK)
        return code;
    return sqlite3_busy_timeout(connection->db, PIP__STORE_BUSY_MILLISECONDS);
}

void pip__store_disconnect(struct pip__store_connection *connection) {
    for (int i = 0; i < PIP__STORE_STATEMENTS; i++)
        sqlite3_finalize(connection->statements[i]);
    sqlite3_close(connection->db);
    *connection = (struct pip__store_connection){0};
}

/* ---- Opening ---- */

struct opening {
    struct pip_store *store;
    const char *path; /* as the caller has it */
    struct pip_store_options options;
    char *error;
    size_t room;
};

char *pip__store_beside(const char *path, const char *ending) {
    size_t room = strlen(path) + strlen(ending) + 1;
    char *name = malloc(room);
    if (name)
        snprintf(name, room, "%s%s", path, ending);
    return name;
}

static bool lock_file(struct opening *o) {
    char *name = pip__store_beside(o->store->path, ".lock");
    if (!name) {
        snprintf(o->error, o->room, "there is not enough memory");
        return false;
    }
    o->store->lock = open(name, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    free(name);
    if (o->store->lock < 0) {
        snprintf(o->error, o->room, "%s.lock cannot be made: %s", o->path, strerror(errno));
        return false;
    }
    if (flock(o->store->lock, LOCK_EX | LOCK_NB) == 0)
        return true;
    if (errno == EWOULDBLOCK)
        snprintf(o->error, o->room, "%s is in use by another server", o->path);
    else
        snprintf(o->error, o->room, "%s.lock cannot be locked: %s", o->path, strerror(errno));
    return false;
}

/* Before SQLite sees the log and takes what it can read for all there is. */
static bool check_log(struct opening *o) {
    enum pip__store_log found = pip__store_log_check(o->store->log_path);
    if (found == PIP__STORE_LOG_DAMAGED)
        snprintf(o->error, o->room, "%s-wal: %s; put a backup in place", o->path,
                 PIP__STORE_LOG_DAMAGED_TEXT);
    if (found == PIP__STORE_LOG_CUT)
        pip__store_say(o->store, "%s-wal: %s", o->path, PIP__STORE_LOG_CUT_TEXT);
    return found != PIP__STORE_LOG_DAMAGED;
}

/* Heads hold secrets, so the file is nobody else's to read; the log gets the same permissions.
 * Only a file that is new: closing one that is open elsewhere in this process would drop its
 * locks. */
static bool create_file(struct opening *o) {
    int file = open(o->store->path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (file >= 0)
        close(file);
    bool good = file >= 0 || errno == EEXIST;
    if (!good)
        snprintf(o->error, o->room, "%s cannot be made: %s", o->path, strerror(errno));
    return good;
}

/* The size of the log after a commit. Checkpoints are the writer's own affair, so that nobody
 * waits for one. */
static int see_wal(void *context, sqlite3 *db, const char *name, int pages) {
    struct pip_store *store = context;
    (void)db;
    (void)name;
    store->wal_pages = pages;
    return SQLITE_OK;
}

/* The answer of a pragma must be `expected`; SQLite does not call it an error when it cannot. */
static bool set_pragma(sqlite3 *db, const char *sql, const char *expected) {
    sqlite3_stmt *statement = NULL;
    bool good =
        sqlite3_prepare_v2(db, sql, -1, &statement, NULL) == SQLITE_OK &&
        sqlite3_step(statement) == SQLITE_ROW &&
        (!expected || strcmp((const char *)sqlite3_column_text(statement, 0), expected) == 0);
    sqlite3_finalize(statement);
    return good;
}

static bool configure_writer(struct opening *o) {
    sqlite3 *db = o->store->writer.db;
    char limit[64];
    uint64_t bytes = o->options.file_bytes, kept = WAL_BYTES_KEPT;
    if (bytes > 0 && bytes / 8 < kept)
        kept = bytes / 8;
    snprintf(limit, sizeof limit, "PRAGMA journal_size_limit = %llu", (unsigned long long)kept);
    bool good = set_pragma(db, "PRAGMA journal_mode = WAL", "wal") &&
                sqlite3_exec(db, "PRAGMA synchronous = FULL", NULL, NULL, NULL) == SQLITE_OK &&
                set_pragma(db, limit, NULL);
    sqlite3_wal_hook(db, see_wal, o->store);
    if (good && bytes > 0) {
        snprintf(limit, sizeof limit, "PRAGMA max_page_count = %llu",
                 (unsigned long long)(bytes / 4096));
        good = set_pragma(db, limit, NULL);
    }
    if (!good)
        snprintf(o->error, o->room, "%s cannot be set up: %s", o->path, sqlite3_errmsg(db));
    return good;
}

static bool open_writer(struct opening *o) {
    struct pip__store_connection *writer = &o->store->writer;
    if (pip__store_connect(o->store, o->options.read_only, writer) != SQLITE_OK) {
        snprintf(o->error, o->room, "%s cannot be opened: %s", o->path,
                 writer->db ? sqlite3_errmsg(writer->db) : "there is not enough memory");
        return false;
    }
    if (!o->options.read_only && sqlite3_db_readonly(writer->db, "main") == 1) {
        snprintf(o->error, o->room, "%s cannot be written to", o->path);
        return false;
    }
    if (!pip__store_migrate(writer->db, o->path, o->options.read_only, o->error, o->room) ||
        (!o->options.read_only && !configure_writer(o)))
        return false;
    if (pip__store_prepare(writer) == SQLITE_OK) {
        if (pip__store_place(o->store))
            return true;
        snprintf(o->error, o->room, "%s or its -wal is gone", o->path);
        return false;
    }
    snprintf(o->error, o->room, "%s: %s", o->path, sqlite3_errmsg(writer->db));
    return false;
}

/* Signals are for the threads of the program. */
static bool start_threads(struct opening *o) {
    struct pip_store *store = o->store;
    sigset_t all, before;
    int code = 0;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    while (code == 0 && store->thread_count < 1 + PIP_STORE_READERS) {
        code = pthread_create(&store->threads[store->thread_count], NULL,
                              store->thread_count == 0 ? pip__store_write : pip__store_read, store);
        store->thread_count += code == 0;
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (code != 0)
        snprintf(o->error, o->room, "a thread cannot be started: %s", strerror(code));
    return code == 0;
}

/* They leave when their queues are empty. */
static void stop_threads(struct pip_store *store) {
    pthread_mutex_lock(&store->mutex);
    store->closing = true;
    pthread_cond_broadcast(&store->wake);
    pthread_cond_broadcast(&store->wake_reading);
    pthread_mutex_unlock(&store->mutex);
    for (int i = 0; i < store->thread_count; i++)
        pthread_join(store->threads[i], NULL);
    pip__store_read(store); /* what is left if no reading thread could be started */
}

/* "./" keeps names that are special to SQLite, like :memory:, from being so. */
static struct pip_store *make(const char *path, uint32_t queue_max) {
    const char *prefix = path[0] == '/' ? "" : "./";
    size_t room = strlen(prefix) + strlen(path) + 1;
    struct pip_store *store = calloc(1, sizeof *store);
    char *copy = malloc(room), *log = NULL, *shm = NULL;
    if (copy) {
        snprintf(copy, room, "%s%s", prefix, path);
        log = pip__store_beside(copy, "-wal");
        shm = pip__store_beside(copy, "-shm");
    }
    if (!store || !log || !shm) {
        free(store), free(copy), free(log), free(shm);
        return NULL;
    }
    store->path = copy;
    store->log_path = log;
    store->shm_path = shm;
    store->lock = -1;
    store->last = &store->first;
    store->last_asked = &store->first_asked;
    store->queue_max = queue_max > 0 ? queue_max : QUEUE_MAX;
    pthread_mutex_init(&store->mutex, NULL);
    pthread_condattr_t monotonic;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&store->wake, &monotonic);
    pthread_condattr_destroy(&monotonic);
    pthread_cond_init(&store->wake_reading, NULL);
    return store;
}

/* Takes a store without threads apart. */
static void destroy(struct pip_store *store) {
    while (store->idle) {
        struct pip__store_connection *connection = store->idle;
        store->idle = connection->next;
        pip__store_disconnect(connection);
        free(connection);
    }
    pip__store_disconnect(&store->writer);
    if (store->lock >= 0)
        close(store->lock);
    pthread_cond_destroy(&store->wake);
    pthread_cond_destroy(&store->wake_reading);
    pthread_mutex_destroy(&store->mutex);
    free(store->path);
    free(store->log_path);
    free(store->shm_path);
    free(store);
}

struct pip_store *pip_store_open(const char *path, const struct pip_store_options *options,
                                 char *error, size_t room) {
    struct opening o = {.path = path, .error = error, .room = room};
    if (options)
        o.options = *options;
    o.store = make(path, o.options.queue_max);
    if (!o.store) {
        snprintf(error, room, "there is not enough memory");
        return NULL;
    }
    o.store->read_only = o.options.read_only;
    o.store->file_bytes = o.options.file_bytes;
    bool ready = o.options.read_only || (lock_file(&o) && create_file(&o) && check_log(&o));
    if (ready && open_writer(&o)) {
        pip__store_count_begin(o.store);
        if (start_threads(&o))
            return o.store;
    }
    stop_threads(o.store);
    destroy(o.store);
    return NULL;
}

void pip_store_close(struct pip_store *store) {
    if (!store)
        return;
    stop_threads(store);
    /* SQLite deletes the log by its name, which may be another database's by now. */
    if (!pip__store_in_place(store))
        sqlite3_file_control(store->writer.db, "main", SQLITE_FCNTL_PERSIST_WAL, &(int){1});
    /* Closing does this by itself, but not while another program looks on. */
    if (!store->read_only)
        sqlite3_wal_checkpoint_v2(store->writer.db, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL);
    destroy(store);
}
