/* bench_store [FOLDER]: durable appends per second, through the store and with bare SQLite.
 *
 * For each number of appends under way at the same time, the store writes for a while; then a
 * program without queue, threads, checks and copies writes as many events in transactions of the
 * size that the store's had on average, into a file that the store has made. It does so in two
 * ways: writing the same rows as the store, and writing nothing but the event. */
#include <semaphore.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <store/store.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define TABLES 64
#define ROUNDS 3

static char path[512];
static const char text[] =
    "{\"move\":\"2 red 7\",\"seat\":2,\"key\":\"c0ffee00c0ffee00\",\"view\":\"about as long as an "
    "event of a table is, one hundred and some\"}";

static void stop(const char *what) {
    fprintf(stderr, "bench_store: %s\n", what);
    exit(3);
}

static double seconds(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static void remove_files(void) {
    static const char *const ends[] = {"", "-wal", "-shm", ".lock"};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        char name[sizeof path + 8];
        snprintf(name, sizeof name, "%s%s", path, ends[i]);
        unlink(name);
    }
}

/* ---- Through the store ---- */

static void go_on(void *context, enum pip_store_status status) {
    if (status != PIP_STORE_OK)
        stop(pip_store_status_text(status));
    sem_post(context);
}

static void wait_on(sem_t *semaphore) {
    while (sem_wait(semaphore) != 0)
        ;
}

/* A new file with empty tables "0", "1", ... */
static struct pip_store *make_store(sem_t *answered) {
    char error[512];
    remove_files();
    struct pip_store *store = pip_store_open(path, NULL, error, sizeof error);
    if (!store)
        stop(error);
    for (int i = 0; i < TABLES; i++) {
        char id[8];
        snprintf(id, sizeof id, "%d", i);
        struct pip_store_table table = {
            .id = id, .game = "pig", .phase = PIP_STORE_PLAYING, .head = {"{}", 2}};
        if (pip_store_create(store, &table, NULL, 0, go_on, answered) != PIP_STORE_OK)
            stop("the queue is full");
    }
    for (int i = 0; i < TABLES; i++)
        wait_on(answered);
    return store;
}

struct result {
    double rate;  /* appends per second */
    double batch; /* appends per transaction */
};

static struct result run_store(uint32_t appends, uint32_t under_way) {
    sem_t free_slots;
    sem_init(&free_slots, 0, 0);
    struct pip_store *store = make_store(&free_slots);
    uint64_t before = pip_store_stats(store).transactions;
    for (uint32_t i = 0; i < under_way; i++)
        sem_post(&free_slots);
    double start = seconds();
    for (uint32_t i = 0; i < appends; i++) {
        char id[8];
        snprintf(id, sizeof id, "%u", (unsigned)i % TABLES);
        struct pip_store_change change = {
            .id = id, .expected_seq = i / TABLES, .phase = PIP_STORE_PLAYING, .touched = i};
        struct pip_store_event event = {.at = i, .text = {text, sizeof text - 1}};
        wait_on(&free_slots);
        if (pip_store_append(store, &change, &event, 1, go_on, &free_slots) != PIP_STORE_OK)
            stop("the queue is full");
    }
    for (uint32_t i = 0; i < under_way; i++)
        wait_on(&free_slots);
    double spent = seconds() - start;
    uint64_t transactions = pip_store_stats(store).transactions - before;
    pip_store_close(store);
    return (struct result){appends / spent, (double)appends / (double)transactions};
}

/* ---- Bare ---- */

static void run_sql(sqlite3 *db, const char *sql) {
    if (sqlite3_exec(db, sql, NULL, NULL, NULL) != SQLITE_OK)
        stop(sqlite3_errmsg(db));
}

static sqlite3_stmt *prepare(sqlite3 *db, const char *sql) {
    sqlite3_stmt *statement;
    if (sqlite3_prepare_v2(db, sql, -1, &statement, NULL) != SQLITE_OK)
        stop(sqlite3_errmsg(db));
    return statement;
}

static void step(sqlite3_stmt *statement) {
    if (sqlite3_step(statement) != SQLITE_DONE)
        stop(sqlite3_errmsg(sqlite3_db_handle(statement)));
    sqlite3_reset(statement);
}

static void write_bare(sqlite3_stmt *insert, sqlite3_stmt *update, uint32_t i) {
    sqlite3_bind_int64(insert, 1, i % TABLES + 1);
    sqlite3_bind_int64(insert, 2, i / TABLES + 1);
    sqlite3_bind_int64(insert, 3, i);
    sqlite3_bind_text(insert, 4, text, sizeof text - 1, SQLITE_STATIC);
    step(insert);
    if (update) {
        sqlite3_bind_int64(update, 1, i % TABLES + 1);
        sqlite3_bind_int64(update, 2, i);
        sqlite3_bind_int64(update, 3, i / TABLES + 1);
        step(update);
    }
}

static double run_bare(uint32_t appends, double batch, bool same_rows) {
    sqlite3 *db;
    sem_t answered;
    sem_init(&answered, 0, 0);
    pip_store_close(make_store(&answered));
    if (sqlite3_open(path, &db) != SQLITE_OK)
        stop(sqlite3_errmsg(db));
    run_sql(db, "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL");
    sqlite3_stmt *begin = prepare(db, "BEGIN IMMEDIATE"), *commit = prepare(db, "COMMIT");
    sqlite3_stmt *insert = prepare(db, "INSERT INTO events VALUES (?1, ?2, ?3, ?4)");
    sqlite3_stmt *update =
        prepare(db, "UPDATE tables SET touched = ?2, last_seq = ?3, chain = ?2, sum = ?2 "
                    "WHERE number = ?1");
    double start = seconds(), due = batch;
    step(begin);
    for (uint32_t i = 0; i < appends; i++) {
        if (i >= due) {
            step(commit);
            step(begin);
            due += batch;
        }
        write_bare(insert, same_rows ? update : NULL, i);
    }
    step(commit);
    double spent = seconds() - start;
    sqlite3_finalize(begin), sqlite3_finalize(commit);
    sqlite3_finalize(insert), sqlite3_finalize(update);
    sqlite3_close(db);
    return appends / spent;
}

int main(int argc, char **argv) {
    static const uint32_t under_way[] = {1, 16, 256, 2048};
    static const uint32_t appends[] = {200, 3000, 40000, 100000};
    char folder[480];
    snprintf(folder, sizeof folder, "%s/pipwright-bench-XXXXXX", argc > 1 ? argv[1] : ".");
    if (!mkdtemp(folder))
        stop("the folder cannot be written to");
    snprintf(path, sizeof path, "%s/store", folder);
    puts("under way   batch    store/s   bare, same rows/s   ratio   bare, event only/s   ratio");
    for (size_t i = 0; i < sizeof under_way / sizeof *under_way; i++) {
        double batch = 0, store = 0, same = 0, only = 0;
        for (int round = 0; round < ROUNDS; round++) {
            struct result result = run_store(appends[i], under_way[i]);
            batch += result.batch / ROUNDS;
            store += result.rate / ROUNDS;
            same += run_bare(appends[i], result.batch, true) / ROUNDS;
            only += run_bare(appends[i], result.batch, false) / ROUNDS;
        }
        printf("%9u %7.1f %10.0f %19.0f %7.2f %20.0f %7.2f\n", (unsigned)under_way[i], batch, store,
               same, store / same, only, store / only);
    }
    remove_files();
    rmdir(folder);
    return 0;
}
