/* The tables of the database and how they came to be. */
#include "internal.h"
#include <stdio.h>

#define APPLICATION_ID 0x50697077 /* "Pipw", in the header of each of our files */

/* ---- Checksums for what was stored without ---- */

/* Runs a statement that gives no rows, for row `number`, with up to two numbers. */
static bool set(sqlite3 *db, const char *sql, int64_t number, int64_t first, int64_t second) {
    sqlite3_stmt *s = NULL;
    bool good = sqlite3_prepare_v2(db, sql, -1, &s, NULL) == SQLITE_OK;
    sqlite3_bind_int64(s, 1, number);
    sqlite3_bind_int64(s, 2, first);
    sqlite3_bind_int64(s, 3, second);
    good = good && sqlite3_step(s) == SQLITE_DONE;
    sqlite3_finalize(s);
    return good;
}

static struct pip_span span_of(sqlite3_stmt *s, int column) {
    const char *text = (const char *)sqlite3_column_text(s, column);
    return (struct pip_span){text, (size_t)sqlite3_column_bytes(s, column)};
}

/* Goes on with the chain over the events of a table. */
static bool chain_events(sqlite3 *db, int64_t number, int64_t *chain) {
    sqlite3_stmt *s = NULL;
    int code = sqlite3_prepare_v2(
        db, "SELECT seq, at, text FROM events WHERE number = ?1 ORDER BY seq", -1, &s, NULL);
    sqlite3_bind_int64(s, 1, number);
    while (s && (code = sqlite3_step(s)) == SQLITE_ROW) {
        struct pip_store_event event = {.seq = (uint32_t)sqlite3_column_int64(s, 0),
                                        .at = sqlite3_column_int64(s, 1),
                                        .text = span_of(s, 2)};
        *chain = pip__store_sum_event(*chain, &event);
    }
    sqlite3_finalize(s);
    return code == SQLITE_DONE;
}

static bool fill_table(sqlite3 *db, sqlite3_stmt *s) {
    struct pip_store_table table = {.id = (const char *)sqlite3_column_text(s, 1),
                                    .game = (const char *)sqlite3_column_text(s, 2),
                                    .created = sqlite3_column_int64(s, 3),
                                    .head = span_of(s, 4)};
    struct pip__store_row row;
    int64_t number = sqlite3_column_int64(s, 0), sum = pip__store_sum_head(&table);
    pip__store_row_read(s, 5, &row);
    row.chain = sum;
    return chain_events(db, number, &row.chain) &&
           set(db, "UPDATE heads SET sum = ?2 WHERE number = ?1", number, sum, 0) &&
           set(db, "UPDATE tables SET chain = ?2, sum = ?3 WHERE number = ?1", number, row.chain,
               pip__store_sum_row(&row));
}

static bool fill_entry(sqlite3 *db, sqlite3_stmt *s) {
    struct pip_store_daily entry;
    pip__store_daily_read(s, &entry);
    return set(db, "UPDATE daily SET sum = ?2 WHERE number = ?1", sqlite3_column_int64(s, 8),
               pip__store_sum_daily(&entry), 0);
}

/* Fills every row that the query gives for the number after ?1, which is its column `column`; one
 * at a time: a query does not go on while rows that it is about to visit are changed. */
static bool fill(sqlite3 *db, const char *sql, int column,
                 bool (*fill_row)(sqlite3 *db, sqlite3_stmt *s)) {
    sqlite3_stmt *s = NULL;
    int code = sqlite3_prepare_v2(db, sql, -1, &s, NULL);
    sqlite3_bind_int64(s, 1, INT64_MIN);
    while (s && (code = sqlite3_step(s)) == SQLITE_ROW && fill_row(db, s)) {
        int64_t number = sqlite3_column_int64(s, column);
        sqlite3_reset(s);
        sqlite3_bind_int64(s, 1, number);
    }
    sqlite3_finalize(s);
    return code == SQLITE_DONE;
}

static bool fill_sums(sqlite3 *db) {
    return fill(db,
                "SELECT number, id, game, created, head, code, touched, phase, public, last_seq, "
                "due, base_seq, chain, tables.sum FROM tables JOIN heads USING (number) "
                "WHERE number > ?1 ORDER BY number LIMIT 1",
                0, fill_table) &&
           fill(db,
                "SELECT game, day, player, name, score, at, action, sum, number FROM daily "
                "WHERE number > ?1 ORDER BY number LIMIT 1",
                8, fill_entry);
}

/* ---- Versions ---- */

/* Step n brings version n to n + 1. A step that was released is never changed: databases in
 * which it has run exist. Heads stand apart from tables because an append rewrites the whole
 * row of its table. */
static const struct {
    const char *sql;
    bool (*fill)(sqlite3 *db); /* what takes more than SQL, after it; NULL: nothing */
} steps[] = {
    {"CREATE TABLE tables ("
     "    number INTEGER PRIMARY KEY,"
     "    id TEXT NOT NULL UNIQUE,"
     "    code TEXT,"
     "    game TEXT NOT NULL,"
     "    created INTEGER NOT NULL,"
     "    touched INTEGER NOT NULL,"
     "    phase TEXT NOT NULL,"
     "    public INTEGER NOT NULL,"
     "    last_seq INTEGER NOT NULL) STRICT;"
     "CREATE UNIQUE INDEX tables_code ON tables (code) WHERE phase = 'waiting';"
     "CREATE INDEX tables_public ON tables (created) WHERE phase = 'waiting' AND public = 1;"
     "CREATE INDEX tables_touched ON tables (touched);"
     "CREATE TABLE heads (number INTEGER PRIMARY KEY, head TEXT NOT NULL) STRICT;"
     "CREATE TABLE events ("
     "    number INTEGER NOT NULL,"
     "    seq INTEGER NOT NULL,"
     "    at INTEGER NOT NULL,"
     "    text TEXT NOT NULL,"
     "    PRIMARY KEY (number, seq)) STRICT, WITHOUT ROWID;",
     NULL},

    {"CREATE TABLE daily ("
     "    number INTEGER PRIMARY KEY,"
     "    game TEXT NOT NULL,"
     "    day INTEGER NOT NULL,"
     "    player TEXT NOT NULL,"
     "    name TEXT NOT NULL,"
     "    score INTEGER NOT NULL,"
     "    at INTEGER NOT NULL,"
     "    action TEXT NOT NULL,"
     "    UNIQUE (game, day, player)) STRICT;"
     "CREATE INDEX daily_top ON daily (game, day, score DESC, at);",
     NULL},

    {"ALTER TABLE tables"
     "    ADD COLUMN due INTEGER;"
     "CREATE INDEX tables_due ON tables (due) WHERE due IS NOT NULL;",
     NULL},

    {"ALTER TABLE tables"
     "    ADD COLUMN base_seq INTEGER NOT NULL DEFAULT 0;",
     NULL},

    {"ALTER TABLE tables ADD COLUMN chain INTEGER NOT NULL DEFAULT 0;"
     "ALTER TABLE tables ADD COLUMN sum INTEGER NOT NULL DEFAULT 0;"
     "ALTER TABLE heads ADD COLUMN sum INTEGER NOT NULL DEFAULT 0;"
     "ALTER TABLE daily ADD COLUMN sum INTEGER NOT NULL DEFAULT 0;",
     fill_sums},

    {"CREATE TABLE kept ("
     "    name TEXT NOT NULL PRIMARY KEY,"
     "    value TEXT NOT NULL,"
     "    sum INTEGER NOT NULL) STRICT, WITHOUT ROWID;",
     NULL},

    {"CREATE TABLE sheets ("
     "    sheet INTEGER PRIMARY KEY,"
     "    hash TEXT NOT NULL UNIQUE,"
     "    text TEXT NOT NULL,"
     "    sum INTEGER NOT NULL) STRICT;"
     "ALTER TABLE heads ADD COLUMN sheet INTEGER;"
     "CREATE INDEX heads_sheet ON heads (sheet) WHERE sheet IS NOT NULL;",
     NULL},

    {"CREATE TABLE probes (count INTEGER NOT NULL) STRICT;"
     "INSERT INTO probes VALUES (0);",
     NULL},
};
#define NEWEST ((int)(sizeof steps / sizeof *steps))

/* Reads one number; false if the database cannot be read. */
static bool ask(sqlite3 *db, const char *sql, int *number) {
    sqlite3_stmt *statement = NULL;
    bool answered = sqlite3_prepare_v2(db, sql, -1, &statement, NULL) == SQLITE_OK &&
                    sqlite3_step(statement) == SQLITE_ROW;
    if (answered)
        *number = sqlite3_column_int(statement, 0);
    sqlite3_finalize(statement);
    return answered;
}

static bool run_step(sqlite3 *db, int version) {
    char mark[100];
    snprintf(mark, sizeof mark, "PRAGMA application_id = %d; PRAGMA user_version = %d; COMMIT",
             APPLICATION_ID, version + 1);
    bool good = sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL) == SQLITE_OK &&
                sqlite3_exec(db, steps[version].sql, NULL, NULL, NULL) == SQLITE_OK &&
                (!steps[version].fill || steps[version].fill(db)) &&
                sqlite3_exec(db, mark, NULL, NULL, NULL) == SQLITE_OK;
    return good;
}

static void explain(sqlite3 *db, const char *path, char *error, size_t room) {
    int code = sqlite3_errcode(db);
    if (code == SQLITE_NOTADB)
        snprintf(error, room, "%s is not a database", path);
    else if (code == SQLITE_BUSY)
        snprintf(error, room, "%s is locked by another program", path);
    else
        snprintf(error, room, "%s: %s", path, sqlite3_errmsg(db));
}

/* Whether the file is one of ours, or still empty. */
static bool check_owner(sqlite3 *db, const char *path, int version, char *error, size_t room) {
    int application, objects;
    if (!ask(db, "PRAGMA application_id", &application) ||
        !ask(db, "SELECT count(*) FROM sqlite_schema", &objects)) {
        explain(db, path, error, room);
        return false;
    }
    if (application == APPLICATION_ID || (application == 0 && version == 0 && objects == 0))
        return true;
    snprintf(error, room, "%s is a database, but not one of Pipwright's", path);
    return false;
}

bool pip__store_migrate(sqlite3 *db, const char *path, bool read_only, char *error, size_t room) {
    int version;
    if (!ask(db, "PRAGMA user_version", &version)) {
        explain(db, path, error, room);
        return false;
    }
    if (!check_owner(db, path, version, error, room))
        return false;
    if (version > NEWEST) {
        snprintf(error, room,
                 "%s comes from a newer Pipwright: it has version %d, this one knows up to %d",
                 path, version, NEWEST);
        return false;
    }
    if (read_only && version < NEWEST) {
        snprintf(error, room, "%s has version %d and has to be opened for writing once to get %d",
                 path, version, NEWEST);
        return false;
    }
    for (; version < NEWEST; version++) {
        if (!run_step(db, version)) {
            explain(db, path, error, room);
            return false;
        }
    }
    return true;
}

/* ---- Checking ---- */

/* Whether the object is in the database with the same text, but for spaces. */
static bool has_object(sqlite3 *db, sqlite3_stmt *object) {
    sqlite3_stmt *s = NULL;
    int code =
        sqlite3_prepare_v2(db,
                           "SELECT 1 FROM sqlite_schema WHERE type = ?1 AND name = ?2 AND "
                           "replace(replace(sql, ' ', ''), char(10), '') IS replace(?3, ' ', '')",
                           -1, &s, NULL);
    for (int i = 0; i < 3; i++)
        sqlite3_bind_value(s, i + 1, sqlite3_column_value(object, i));
    code = s ? sqlite3_step(s) : code;
    sqlite3_finalize(s);
    return code == SQLITE_ROW;
}

/* All that a new database has, in memory; NULL without memory. */
static sqlite3 *make_newest(void) {
    sqlite3 *db = NULL;
    bool good = sqlite3_open(":memory:", &db) == SQLITE_OK;
    for (int version = 0; good && version < NEWEST; version++)
        good = run_step(db, version);
    if (good)
        return db;
    sqlite3_close(db);
    return NULL;
}

bool pip__store_schema_check(sqlite3 *db, char *error, size_t room) {
    sqlite3 *newest = make_newest();
    sqlite3_stmt *s = NULL;
    bool sound = newest && sqlite3_prepare_v2(newest, "SELECT type, name, sql FROM sqlite_schema",
                                              -1, &s, NULL) == SQLITE_OK;
    snprintf(error, room, "there is not enough memory");
    while (sound && sqlite3_step(s) == SQLITE_ROW) {
        sound = has_object(db, s);
        if (!sound)
            snprintf(error, room, "the %s %s is not there, or not as it was made",
                     (const char *)sqlite3_column_text(s, 0),
                     (const char *)sqlite3_column_text(s, 1));
    }
    sqlite3_finalize(s);
    sqlite3_close(newest);
    return sound;
}
