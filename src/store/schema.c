/* The tables of the database and how they came to be. */
#include "internal.h"
#include <stdio.h>

#define APPLICATION_ID 0x50697077 /* "Pipw", in the header of each of our files */

/* Step n brings version n to n + 1. A step that was released is never changed: databases in
 * which it has run exist. Heads stand apart from tables because an append rewrites the whole
 * row of its table. */
static const char *const steps[] = {
    "CREATE TABLE tables ("
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

    "CREATE TABLE daily ("
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

    "ALTER TABLE tables"
    "    ADD COLUMN due INTEGER;"
    "CREATE INDEX tables_due ON tables (due) WHERE due IS NOT NULL;",

    "ALTER TABLE tables"
    "    ADD COLUMN base_seq INTEGER NOT NULL DEFAULT 0;",
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
                sqlite3_exec(db, steps[version], NULL, NULL, NULL) == SQLITE_OK &&
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
