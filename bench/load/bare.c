#include "load.h"
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

static void run_sql(sqlite3 *db, const char *sql) {
    if (sqlite3_exec(db, sql, NULL, NULL, NULL) != SQLITE_OK)
        stop(sql, sqlite3_errmsg(db));
}

static sqlite3_stmt *prepare(sqlite3 *db, const char *sql) {
    sqlite3_stmt *statement;
    if (sqlite3_prepare_v2(db, sql, -1, &statement, NULL) != SQLITE_OK)
        stop(sql, sqlite3_errmsg(db));
    return statement;
}

static bool step(sqlite3_stmt *statement) {
    int code = sqlite3_step(statement);
    if (code != SQLITE_DONE && code != SQLITE_ROW)
        stop("SQLite", sqlite3_errmsg(sqlite3_db_handle(statement)));
    if (code == SQLITE_DONE)
        sqlite3_reset(statement);
    return code == SQLITE_ROW;
}

struct bare {
    sqlite3 *db;
    sqlite3_stmt *begin, *commit, *insert, *update;
    int64_t *number, *seq; /* of the tables in the file */
    int tables;
    char text[1000]; /* as long as an event is on average */
};

static void bare_open(struct bare *bare, int tables) {
    if (sqlite3_open(store, &bare->db) != SQLITE_OK)
        stop(store, sqlite3_errmsg(bare->db));
    run_sql(bare->db, "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL");
    bare->begin = prepare(bare->db, "BEGIN IMMEDIATE");
    bare->commit = prepare(bare->db, "COMMIT");
    bare->insert = prepare(bare->db, "INSERT INTO events VALUES (?1, ?2, ?3, ?4)");
    bare->update =
        prepare(bare->db, "UPDATE tables SET touched = ?2, last_seq = ?3 WHERE number = ?1");
    bare->number = calloc((size_t)tables, sizeof *bare->number);
    bare->seq = calloc((size_t)tables, sizeof *bare->seq);
    sqlite3_stmt *each = prepare(bare->db, "SELECT number, last_seq FROM tables");
    while (bare->number && bare->seq && bare->tables < tables && step(each)) {
        bare->number[bare->tables] = sqlite3_column_int64(each, 0);
        bare->seq[bare->tables++] = sqlite3_column_int64(each, 1);
    }
    sqlite3_finalize(each);
    sqlite3_stmt *average = prepare(bare->db, "SELECT avg(length(text)) FROM events");
    size_t length = step(average) ? (size_t)sqlite3_column_int(average, 0) : 0;
    memset(bare->text, '.', length < sizeof bare->text ? length : sizeof bare->text - 1);
    sqlite3_finalize(average);
    if (bare->tables == 0)
        stop("there are no tables in", store);
}

double stored_events(void) {
    sqlite3 *db;
    if (sqlite3_open_v2(store, &db, SQLITE_OPEN_READONLY, NULL) != SQLITE_OK)
        stop(store, sqlite3_errmsg(db));
    sqlite3_stmt *sum = prepare(db, "SELECT sum(last_seq) FROM tables");
    double events = step(sum) ? sqlite3_column_double(sum, 0) : 0;
    sqlite3_finalize(sum);
    sqlite3_close(db);
    return events;
}

static void bare_close(struct bare *bare) {
    sqlite3_finalize(bare->begin);
    sqlite3_finalize(bare->commit);
    sqlite3_finalize(bare->insert);
    sqlite3_finalize(bare->update);
    sqlite3_close(bare->db);
    free(bare->number);
    free(bare->seq);
}

static void bare_append(struct bare *bare, int64_t at, int events) {
    int table = (int)(at % bare->tables);
    for (int i = 0; i < events; i++) {
        sqlite3_bind_int64(bare->insert, 1, bare->number[table]);
        sqlite3_bind_int64(bare->insert, 2, ++bare->seq[table]);
        sqlite3_bind_int64(bare->insert, 3, at);
        sqlite3_bind_text(bare->insert, 4, bare->text, -1, SQLITE_STATIC);
        step(bare->insert);
    }
    sqlite3_bind_int64(bare->update, 1, bare->number[table]);
    sqlite3_bind_int64(bare->update, 2, at);
    sqlite3_bind_int64(bare->update, 3, bare->seq[table]);
    step(bare->update);
}

void run_bare(int tables) {
    struct bare bare = {0};
    bare_open(&bare, tables);
    int64_t appends = (int64_t)result.saturated.moves;
    double due = result.batch, events = 0;
    run_begin(false, 0);
    step(bare.begin);
    for (int64_t i = 0; i < appends; i++) {
        if ((double)i >= due) {
            step(bare.commit);
            step(bare.begin);
            due += result.batch;
        }
        events += result.events;
        bare_append(&bare, i, (int)events);
        events -= (int)events;
    }
    step(bare.commit);
    result.bare_rate = (double)appends / (now() - run.began);
    result.bare_others = run_others();
    bare_close(&bare);
}
