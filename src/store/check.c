/* Checking a whole database: everything that is in it is read and compared with what it has to be.
 */
#include "internal.h"
#include <stdio.h>
#include <string.h>
#include <time.h>

struct checking {
    struct pip_store *store;
    struct pip__store_connection *reader;
    pip_store_see_fault *see;
    void *context;
    struct pip_store_checked *found;
};

static void tell(struct checking *checking, const char *where, const char *what) {
    checking->found->faults++;
    checking->see(checking->context, where, what);
}

/* ---- The database as such ---- */

/* A server that writes meanwhile may look like a log that is cut short: it is looked at again. */
static void check_log(struct checking *checking) {
    enum pip__store_log found = pip__store_log_check(checking->store->log_path);
    for (int i = 0; i < 3 && found != PIP__STORE_LOG_SOUND; i++) {
        nanosleep(&(struct timespec){.tv_nsec = 20000000}, NULL);
        found = pip__store_log_check(checking->store->log_path);
    }
    if (found == PIP__STORE_LOG_DAMAGED)
        tell(checking, "the log", PIP__STORE_LOG_DAMAGED_TEXT);
    if (found == PIP__STORE_LOG_CUT)
        tell(checking, "the log", PIP__STORE_LOG_CUT_TEXT);
}

/* Each line of the answer to a query is a fault. */
static void tell_lines(struct checking *checking, const char *where, const char *sql,
                       const char *but) {
    sqlite3 *db = checking->reader->db;
    sqlite3_stmt *s = NULL;
    int code = sqlite3_prepare_v2(db, sql, -1, &s, NULL);
    while (s && (code = sqlite3_step(s)) == SQLITE_ROW) {
        const char *line = (const char *)sqlite3_column_text(s, 0);
        if (!line || strcmp(line, but) != 0)
            tell(checking, where, line ? line : "it cannot be read");
    }
    if (code != SQLITE_DONE)
        tell(checking, where, sqlite3_errmsg(db));
    sqlite3_finalize(s);
}

static void check_database(struct checking *checking) {
    char error[256] = "";
    tell_lines(checking, "the database", "PRAGMA integrity_check(100)", "ok");
    if (!pip__store_schema_check(checking->reader->db, error, sizeof error))
        tell(checking, "the database", error);
    tell_lines(checking, "the database",
               "SELECT 'there is a head without a table: ' || number FROM heads "
               "WHERE number NOT IN (SELECT number FROM tables) UNION ALL "
               "SELECT DISTINCT 'there are events without a table: ' || number FROM events "
               "WHERE number NOT IN (SELECT number FROM tables)",
               "");
}

/* ---- What is in it ---- */

static bool see_event(void *context, const struct pip_store_event *event) {
    struct checking *checking = context;
    (void)event;
    checking->found->events++;
    return true;
}

/* A table that is gone by now has expired. */
static void check_table(struct checking *checking, const char *id) {
    char where[PIP_STORE_NAME_MAX + 16], what[256];
    enum pip_store_status status = pip_store_load(checking->store, id, 0, see_event, checking);
    checking->found->tables += status != PIP_STORE_MISSING;
    if (status == PIP_STORE_OK || status == PIP_STORE_MISSING)
        return;
    snprintf(where, sizeof where, "table %s", id);
    pip_store_last_error(checking->store, what, sizeof what);
    tell(checking, where, what);
}

static void check_tables(struct checking *checking) {
    sqlite3_stmt *s = checking->reader->statements[PIP__STORE_IDS];
    int code;
    while ((code = sqlite3_step(s)) == SQLITE_ROW) {
        const char *id = (const char *)sqlite3_column_text(s, 0);
        check_table(checking, id ? id : "");
    }
    if (code != SQLITE_DONE)
        tell(checking, "the tables", sqlite3_errmsg(checking->reader->db));
    sqlite3_reset(s);
}

static void check_daily(struct checking *checking) {
    sqlite3_stmt *s = checking->reader->statements[PIP__STORE_DAILY_ALL];
    struct pip_store_daily entry;
    char where[2 * PIP_STORE_PLAYER_MAX];
    int code;
    while ((code = sqlite3_step(s)) == SQLITE_ROW) {
        bool sound = pip__store_daily_read(s, &entry);
        checking->found->daily_entries++;
        snprintf(where, sizeof where, "the entry of %s for %s on day %lld",
                 entry.name ? entry.name : "nobody", entry.game ? entry.game : "no game",
                 (long long)entry.day);
        if (!sound)
            tell(checking, where, "it is not what was written");
    }
    if (code != SQLITE_DONE)
        tell(checking, "the daily entries", sqlite3_errmsg(checking->reader->db));
    sqlite3_reset(s);
}

/* Kept values or sheets. */
static void check_named(struct checking *checking, enum pip__store_statement which,
                        const char *kind, uint64_t *count) {
    sqlite3_stmt *s = checking->reader->statements[which];
    char where[PIP_STORE_HASH_MAX + 32];
    int code;
    while ((code = sqlite3_step(s)) == SQLITE_ROW) {
        const char *name;
        struct pip_span text;
        bool sound = pip__store_named_read(s, 0, &name, &text);
        ++*count;
        snprintf(where, sizeof where, "%s %s", kind, name ? name : "without a name");
        if (!sound)
            tell(checking, where, "it is not what was written");
    }
    if (code != SQLITE_DONE)
        tell(checking, kind, sqlite3_errmsg(checking->reader->db));
    sqlite3_reset(s);
}

enum pip_store_status pip_store_check(struct pip_store *store, pip_store_see_fault *see,
                                      void *context, struct pip_store_checked *found) {
    struct checking checking = {.store = store, .see = see, .context = context, .found = found};
    enum pip_store_status status;
    *found = (struct pip_store_checked){0};
    check_log(&checking);
    checking.reader = pip__store_take_reader(store, &status);
    if (!checking.reader)
        return status;
    check_database(&checking);
    check_tables(&checking);
    check_daily(&checking);
    check_named(&checking, PIP__STORE_KEPT_ALL, "kept value", &found->kept);
    check_named(&checking, PIP__STORE_SHEETS, "sheet", &found->sheets);
    pip__store_give_back(store, checking.reader);
    return found->faults > 0 ? PIP_STORE_DAMAGED : PIP_STORE_OK;
}
