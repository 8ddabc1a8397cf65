/* The bound of what the files may take, which is that of the database, its log and the log's index
 * together. SQLite bounds the database alone, so the writer looks before each transaction: it
 * reckons what it may need at most, has the log written back and cut if that is too much, and
 * refuses what does not fit. */
#include "internal.h"

#define PAGE 4096u
#define FRAME (PAGE + 24u) /* a page in the log */
#define PAGES_CHANGED 10u  /* by any request, beside those with its texts */
#define LONG_TEXT 900u     /* has pages of its own */
#define RESERVE 16 /* the part of it that is left for deleting, which needs room in the log */

/* Pages that a request may change; most of them are new if it brings much. */
static uint64_t pages_of(const struct pip__store_request *request) {
    if (request->kind == PIP__STORE_EXPIRE)
        return 0;
    uint64_t pages = PAGES_CHANGED + request->bytes / (PAGE / 2);
    for (uint32_t i = 0; i < request->event_count; i++)
        pages += request->events[i].text.length > LONG_TEXT;
    return pages;
}

static uint64_t ask(struct pip_store *store, enum pip__store_statement which) {
    sqlite3_stmt *s = store->writer.statements[which];
    uint64_t number = sqlite3_step(s) == SQLITE_ROW ? (uint64_t)sqlite3_column_int64(s, 0) : 0;
    sqlite3_reset(s);
    return number;
}

static uint64_t file_size(const char *path) {
    struct stat facts;
    return stat(path, &facts) == 0 ? (uint64_t)facts.st_size : 0;
}

static bool fits(struct pip_store *store, uint64_t changed) {
    uint64_t pages = ask(store, PIP__STORE_PAGES), unused = ask(store, PIP__STORE_UNUSED_PAGES);
    uint64_t added = changed > PAGES_CHANGED / 2 ? changed - PAGES_CHANGED / 2 : 0;
    uint64_t database = (pages + (added > unused ? added - unused : 0)) * PAGE;
    return database + file_size(store->log_path) + changed * FRAME + file_size(store->shm_path) <=
           store->file_bytes - store->file_bytes / RESERVE;
}

/* Readers that are under way keep the log; nobody waits for them. */
static void cut_log(struct pip_store *store) {
    sqlite3_busy_timeout(store->writer.db, 0);
    sqlite3_wal_checkpoint_v2(store->writer.db, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL);
    sqlite3_busy_timeout(store->writer.db, PIP__STORE_BUSY_MILLISECONDS);
}

bool pip__store_has_room(struct pip_store *store, struct pip__store_request **batch,
                         uint32_t count) {
    uint64_t changed = 0;
    for (uint32_t i = 0; i < count; i++)
        changed += pages_of(batch[i]);
    if (store->file_bytes == 0 || changed == 0 || fits(store, changed))
        return true;
    cut_log(store);
    if (fits(store, changed))
        return true;
    pip__store_say(store, "%s and its log would grow beyond the %llu bytes they may have",
                   store->path, (unsigned long long)store->file_bytes);
    return false;
}

void pip__store_make_room(struct pip_store *store, struct pip__store_request **batch,
                          uint32_t count) {
    bool expired = false;
    for (uint32_t i = 0; i < count; i++)
        expired = expired || batch[i]->kind == PIP__STORE_EXPIRE;
    if (store->file_bytes > 0 && expired)
        cut_log(store);
}
