/* Disks that fail or are full, files that are gone, and what the SQLite store knows of it. */
#include "store_children.h"
#include "store_sqlite.h"
#include <sqlite3.h>
#include <stdatomic.h>
#include <sys/stat.h>
#include <time.h>

/* ---- Failing disks: a file system that counts and fails on demand ---- */

static atomic_int wal_syncs, wal_sync_result, wal_write_result;
static sqlite3_vfs *real_vfs, flaky_vfs;
static const sqlite3_io_methods *real_methods;
static sqlite3_io_methods flaky_methods;

static atomic_bool taken_away; /* the database is to go at the next sync */

static void move_file(const char *ending, bool back);

static int flaky_sync(sqlite3_file *file, int flags) {
    wal_syncs++;
    if (atomic_exchange(&taken_away, false))
        move_file("", false);
    return wal_sync_result ? wal_sync_result : real_methods->xSync(file, flags);
}

static int flaky_write(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 at) {
    return wal_write_result ? wal_write_result : real_methods->xWrite(file, bytes, count, at);
}

static int flaky_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *out) {
    (void)vfs;
    int code = real_vfs->xOpen(real_vfs, name, file, flags, out);
    if (code == SQLITE_OK && flags & SQLITE_OPEN_WAL) {
        if (!real_methods) {
            real_methods = file->pMethods;
            flaky_methods = *real_methods;
            flaky_methods.xSync = flaky_sync;
            flaky_methods.xWrite = flaky_write;
        }
        file->pMethods = &flaky_methods;
    }
    return code;
}

static struct pip_store *open_flaky(void) {
    real_vfs = sqlite3_vfs_find("unix");
    flaky_vfs = *real_vfs;
    flaky_vfs.zName = "flaky";
    flaky_vfs.xOpen = flaky_open;
    sqlite3_vfs_register(&flaky_vfs, 1);
    return open_sqlite(true, NULL);
}

static void close_flaky(struct pip_store *store) {
    pip_store_close(store);
    sqlite3_vfs_unregister(&flaky_vfs);
    sqlite3_vfs_register(real_vfs, 1);
}

static void test_every_commit_is_synced(void **unused) {
    struct pip_store *store = open_flaky();
    (void)unused;
    create_empty(store, "a");
    for (uint32_t i = 0; i < 20; i++) {
        int before = wal_syncs;
        assert_int_equal(append_text(store, "a", i, "x"), PIP_STORE_OK);
        assert_true(wal_syncs > before);
    }
    close_flaky(store);
}

/* Queues four appends as one batch while `fault` is set, and then one more without it. */
static void fail_batch(struct pip_store *store, atomic_int *fault, int code,
                       enum pip_store_status expected) {
    struct answer answers[4];
    struct pip_store_event event = event_of("lost");
    struct held held;
    uint32_t seq = seq_of(store, "a");
    hold(store, &held);
    for (uint32_t i = 0; i < 4; i++) {
        struct pip_store_change change = {.id = "a", .expected_seq = seq + i};
        assert_int_equal(
            pip_store_append(store, &change, &event, 1, take_answer, expect_answer(&answers[i])),
            PIP_STORE_OK);
    }
    *fault = code;
    let_go(&held);
    for (int i = 0; i < 4; i++)
        assert_int_equal(wait_for(&answers[i]), expected);
    assert_int_equal(seq_of(store, "a"), seq);
    *fault = SQLITE_OK;
    assert_int_equal(append_text(store, "a", seq, "kept"), PIP_STORE_OK);
}

static void test_a_failed_commit_fails_its_batch_and_nothing_else(void **unused) {
    struct pip_store *store = open_flaky();
    char text[256];
    (void)unused;
    create_empty(store, "a");
    fail_batch(store, &wal_write_result, SQLITE_FULL, PIP_STORE_FULL);
    fail_batch(store, &wal_write_result, SQLITE_READONLY, PIP_STORE_READ_ONLY);
    fail_batch(store, &wal_sync_result, SQLITE_IOERR_FSYNC, PIP_STORE_FAILED);
    pip_store_last_error(store, text, sizeof text);
    assert_non_null(strstr(text, "I/O"));
    assert_events(store, "a", 0, "kept kept kept ");
    close_flaky(store);
    store = open_sqlite(false, NULL);
    assert_events(store, "a", 0, "kept kept kept ");
    pip_store_close(store);
}

static void test_a_value_is_told_only_when_it_is_durable(void **unused) {
    struct pip_store *store = open_flaky();
    struct kept_answer kept;
    (void)unused;
    create_empty(store, "a");
    wal_sync_result = SQLITE_IOERR_FSYNC;
    assert_int_equal(keep(store, "secret", "lost", &kept), PIP_STORE_FAILED);
    assert_string_equal(kept.value, "");
    wal_sync_result = SQLITE_OK;
    int before = wal_syncs;
    assert_int_equal(keep(store, "secret", "kept", &kept), PIP_STORE_OK);
    assert_string_equal(kept.value, "kept");
    assert_true(wal_syncs > before);
    close_flaky(store);
}

/* Something that only one request of a batch runs into. */
static void test_a_request_the_database_chokes_on_fails_alone(void **unused) {
    struct pip_store *store = open_sqlite(true, NULL);
    static const char *const texts[] = {"1", "poison", "2", "3"};
    struct answer answers[4];
    struct held held;
    (void)unused;
    create_empty(store, "a");
    pip_store_close(store);
    run_sql("CREATE TRIGGER choke BEFORE INSERT ON events WHEN new.text = 'poison' "
            "BEGIN SELECT raise(ABORT, 'choked'); END");
    store = open_sqlite(false, NULL);
    hold(store, &held);
    for (uint32_t i = 0, seq = 0; i < 4; i++) {
        struct pip_store_change change = {.id = "a", .expected_seq = seq};
        struct pip_store_event event = event_of(texts[i]);
        pip_store_append(store, &change, &event, 1, take_answer, expect_answer(&answers[i]));
        seq += i != 1;
    }
    let_go(&held);
    for (int i = 0; i < 4; i++)
        assert_int_equal(wait_for(&answers[i]), i == 1 ? PIP_STORE_FAILED : PIP_STORE_OK);
    assert_events(store, "a", 0, "1 2 3 ");
    pip_store_close(store);
}

/* ---- Counting ---- */

static void assert_counts(struct pip_store *store, const struct pip_store_counts *expected) {
    struct pip_store_counts counts;
    enum pip_store_status status;
    while ((status = pip_store_count(store, &counts)) == PIP_STORE_BUSY)
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    assert_int_equal(status, PIP_STORE_OK);
    for (int i = 0; i < PIP_STORE_PHASES; i++)
        assert_int_equal(counts.tables[i], expected->tables[i]);
    assert_int_equal(counts.events, expected->events);
    assert_int_equal(counts.daily_entries, expected->daily_entries);
}

/* More than is counted at once when a store is opened; their checksums do not count. */
static void test_many_tables_are_counted_while_others_come_and_go(void **unused) {
    struct pip_store_counts counts = {.tables = {50001, 1, 50000}, .events = 350001};
    uint32_t removed;
    (void)unused;
    pip_store_close(open_sqlite(true, NULL));
    run_sql("WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers "
            "WHERE n < 100000) INSERT INTO tables (id, game, created, touched, phase, public, "
            "last_seq, base_seq) SELECT 'many-' || n, 'pig', n, n, "
            "iif(n % 2, 'waiting', 'over'), 0, n % 2 * 10, n % 2 * 3 FROM numbers");
    struct pip_store *store = open_sqlite(false, NULL);
    create_empty(store, "a");
    create_empty(store, "b");
    assert_int_equal(append_text(store, "b", 0, "begin"), PIP_STORE_OK);
    assert_counts(store, &counts);
    assert_int_equal(expire(store, 51, 25, &removed), PIP_STORE_OK);
    assert_int_equal(removed, 25);
    counts.tables[PIP_STORE_WAITING] -= 13, counts.tables[PIP_STORE_OVER] -= 12;
    counts.events -= 13 * 7;
    assert_counts(store, &counts);
    pip_store_close(store);
    store = open_sqlite(false, &(struct pip_store_options){.read_only = true});
    assert_counts(store, &counts);
    pip_store_close(store);
    pip_store_close(open_sqlite(false, NULL)); /* does not wait until all are counted */
}

static void test_what_is_rolled_back_is_not_counted(void **unused) {
    struct pip_store *store = open_flaky();
    struct pip_store_counts counts = {.tables = {1}, .events = 0};
    struct pip_store_table table = table_of("lost");
    struct pip_store_event event = event_of("lost");
    (void)unused;
    create_empty(store, "a");
    wal_sync_result = SQLITE_IOERR_FSYNC;
    assert_int_equal(create(store, &table, &event, 1), PIP_STORE_FAILED);
    assert_int_equal(append_text(store, "a", 0, "lost"), PIP_STORE_FAILED);
    wal_sync_result = SQLITE_OK;
    assert_counts(store, &counts);
    close_flaky(store);
}

/* ---- Files that are gone ---- */

/* Renames the database or a file beside it, or back. After the last answer it may take the writer
 * some time until it looks before it writes; until then it looks only before it answers. */
static void move_file(const char *ending, bool back) {
    nanosleep(&(struct timespec){.tv_nsec = 50000000}, NULL);
    char name[sizeof store_path + 16], away[sizeof store_path + 32];
    snprintf(name, sizeof name, "%s%s", store_path, ending);
    snprintf(away, sizeof away, "%s/away%s", store_folder, ending);
    assert_int_equal(back ? rename(away, name) : rename(name, away), 0);
}

static void assert_gone(struct pip_store *store) {
    struct pip_store_table table = table_of("lost");
    struct shown shown = {0};
    assert_int_equal(create(store, &table, NULL, 0), PIP_STORE_FAILED);
    assert_last_error(store, "deleted or replaced while it was open; put it back, or restart");
    assert_int_equal(append_text(store, "a", 1, "lost"), PIP_STORE_FAILED);
    assert_int_equal(pip_store_find(store, "lost", show_table, &shown), PIP_STORE_MISSING);
    assert_events(store, "a", 0, "kept "); /* by a connection that still has it */
}

static struct pip_store *open_with_a(void) {
    struct pip_store *store = open_sqlite(true, NULL);
    create_empty(store, "a");
    assert_int_equal(append_text(store, "a", 0, "kept"), PIP_STORE_OK);
    assert_events(store, "a", 0, "kept ");
    return store;
}

static void test_nothing_is_acknowledged_into_a_file_that_is_gone(void **unused) {
    static const char *const ends[] = {"", "-wal"};
    (void)unused;
    for (size_t i = 0; i < LENGTH(ends); i++) {
        struct pip_store *store = open_with_a();
        move_file(ends[i], false);
        assert_gone(store);
        assert_gone(store);
        assert_true(pip_store_stats(store).rollbacks >= 4);
        move_file(ends[i], true);
        assert_int_equal(append_text(store, "a", 1, "more"), PIP_STORE_OK);
        pip_store_close(store);
        store = open_sqlite(false, NULL);
        assert_events(store, "a", 0, "kept more ");
        pip_store_close(store);
    }
}

/* Reads in a callback, so that a connection has to be opened. */
static bool find_inside(void *context, const struct pip_store_table *table) {
    struct shown shown = {0};
    assert_int_equal(pip_store_find(context, table->id, show_table, &shown), PIP_STORE_FAILED);
    return true;
}

static void test_a_file_in_the_place_of_another_is_neither_read_nor_harmed(void **unused) {
    char error[512];
    struct shown shown = {0};
    (void)unused;
    struct pip_store *old = open_with_a();
    move_file("", false), move_file("-wal", false), move_file("-shm", false);
    move_file(".lock", false);
    struct pip_store *new = pip_store_open(store_path, NULL, error, sizeof error);
    assert_non_null(new);
    create_empty(new, "b");
    assert_gone(old);
    assert_int_equal(pip_store_find(old, "b", show_table, &shown), PIP_STORE_MISSING);
    assert_int_equal(pip_store_find(old, "a", find_inside, old), PIP_STORE_OK);
    pip_store_close(old);
    create_empty(new, "c");
    pip_store_close(new);
    new = open_sqlite(false, NULL);
    assert_int_equal(seq_of(new, "b") + seq_of(new, "c"), 0);
    pip_store_close(new);
    remove_files();
    move_file("", true), move_file("-wal", true), move_file("-shm", true);
    move_file(".lock", true);
    old = open_sqlite(false, NULL);
    assert_events(old, "a", 0, "kept ");
    pip_store_close(old);
}

static void test_a_file_that_goes_while_it_is_written_gets_no_answer_that_it_was(void **unused) {
    struct pip_store *store = open_flaky();
    (void)unused;
    create_empty(store, "a");
    taken_away = true;
    assert_int_equal(append_text(store, "a", 0, "lost"), PIP_STORE_FAILED);
    assert_false(taken_away);
    move_file("", true);
    assert_int_equal(append_text(store, "a", seq_of(store, "a"), "kept"), PIP_STORE_OK);
    close_flaky(store);
}

/* ---- Readiness ---- */

static enum pip_store_status probe(struct pip_store *store) {
    struct answer answer;
    assert_int_equal(pip_store_probe(store, take_answer, expect_answer(&answer)), PIP_STORE_OK);
    return wait_for(&answer);
}

static void assert_ready(struct pip_store *store, enum pip_store_status status, const char *words) {
    char why[512];
    assert_int_equal(pip_store_ready(store, why, sizeof why), status);
    if (!strstr(why, words))
        fail_msg("\"%s\" does not say \"%s\"", why, words);
    assert_int_equal(pip_store_ready(store, NULL, 0), status);
}

/* The writer finds out by itself. */
static void wait_until_ready(struct pip_store *store) {
    while (pip_store_ready(store, NULL, 0) != PIP_STORE_OK)
        nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
}

static void test_after_a_failure_the_store_is_ready_when_writing_works_again(void **unused) {
    static const struct {
        atomic_int *fault;
        int code;
        enum pip_store_status status;
        const char *words;
    } faults[] = {
        {&wal_write_result, SQLITE_FULL, PIP_STORE_FULL, "no room left on the disk: database or"},
        {&wal_write_result, SQLITE_READONLY, PIP_STORE_READ_ONLY, "cannot be written to: "},
        {&wal_sync_result, SQLITE_IOERR_FSYNC, PIP_STORE_FAILED, "the database failed: disk I/O"},
    };
    struct pip_store *store = open_flaky();
    (void)unused;
    create_empty(store, "a");
    for (size_t i = 0; i < LENGTH(faults); i++) {
        assert_ready(store, PIP_STORE_OK, "it is stored");
        *faults[i].fault = faults[i].code;
        assert_int_equal(append_text(store, "a", 0, "lost"), faults[i].status);
        assert_ready(store, faults[i].status, faults[i].words);
        assert_int_equal(append_text(store, "a", 5, "a conflict writes nothing"),
                         PIP_STORE_CONFLICT);
        assert_ready(store, faults[i].status, faults[i].words);
        assert_int_equal(probe(store), faults[i].status);
        *faults[i].fault = SQLITE_OK;
        wait_until_ready(store);
        assert_int_equal(probe(store), PIP_STORE_OK);
    }
    close_flaky(store);
}

static void test_a_probe_finds_out_before_anybody_writes(void **unused) {
    struct pip_store *store = open_flaky();
    (void)unused;
    wal_write_result = SQLITE_FULL; /* nothing has been written that could tell */
    assert_ready(store, PIP_STORE_OK, "it is stored");
    assert_int_equal(probe(store), PIP_STORE_FULL);
    assert_ready(store, PIP_STORE_FULL, "no room");
    wal_write_result = SQLITE_OK;
    wait_until_ready(store);
    close_flaky(store);
}

static void test_a_store_that_is_well_writes_only_when_it_is_asked(void **unused) {
    struct pip_store *store = open_flaky();
    int before = wal_syncs;
    (void)unused;
    nanosleep(&(struct timespec){.tv_sec = 1, .tv_nsec = 300000000}, NULL);
    assert_int_equal(wal_syncs, before);
    assert_int_equal(probe(store), PIP_STORE_OK);
    assert_true(wal_syncs > before);
    bool spared = false; /* the second probe within a second, if the machine is quick enough */
    for (int i = 0; i < 100 && !spared; i++) {
        assert_int_equal(probe(store), PIP_STORE_OK);
        before = wal_syncs;
        assert_int_equal(probe(store), PIP_STORE_OK);
        spared = wal_syncs == before;
    }
    assert_true(spared);
    close_flaky(store);
}

static void test_a_store_whose_file_is_gone_is_not_ready_until_it_is_back(void **unused) {
    struct pip_store *store = open_sqlite(true, NULL);
    (void)unused;
    move_file("", false);
    assert_int_equal(probe(store), PIP_STORE_FAILED);
    assert_ready(store, PIP_STORE_FAILED, "was deleted or replaced");
    move_file("", true);
    wait_until_ready(store);
    create_empty(store, "a");
    pip_store_close(store);
    store = open_sqlite(false, &(struct pip_store_options){.read_only = true});
    assert_ready(store, PIP_STORE_READ_ONLY, "cannot be written to");
    assert_int_equal(probe(store), PIP_STORE_READ_ONLY);
    pip_store_close(store);
}

/* ---- Full disks ---- */

static void create_touched_at(struct pip_store *store, const char *id, int64_t touched) {
    struct pip_store_table table = table_of(id);
    table.touched = touched;
    assert_int_equal(create(store, &table, NULL, 0), PIP_STORE_OK);
}

static enum pip_store_status append_touched(struct pip_store *store, const char *id, uint32_t seq,
                                            const char *text, int64_t touched) {
    struct pip_store_change change = {.id = id, .expected_seq = seq, .touched = touched};
    struct pip_store_event event = event_of(text);
    return append(store, &change, &event, 1);
}

#define BOUND (1u << 20)

/* What the database, its log and the log's index take. */
static uint64_t bytes_taken(void) {
    static const char *const ends[] = {"", "-wal", "-shm"};
    uint64_t bytes = 0;
    for (size_t i = 0; i < LENGTH(ends); i++) {
        char name[sizeof store_path + 16];
        struct stat file;
        snprintf(name, sizeof name, "%s%s", store_path, ends[i]);
        if (stat(name, &file) == 0)
            bytes += (uint64_t)file.st_size;
    }
    return bytes;
}

/* Appends long texts to a table until it is full, always within the bound; returns how many. */
static uint32_t append_until_full(struct pip_store *store, const char *id, uint32_t seq) {
    static char text[8000];
    enum pip_store_status status;
    uint32_t before = seq;
    memset(text, 'x', sizeof text - 1);
    while ((status = append_touched(store, id, seq, text, 1)) == PIP_STORE_OK) {
        assert_in_range(bytes_taken(), 1, BOUND);
        seq++;
    }
    assert_int_equal(status, PIP_STORE_FULL);
    assert_last_error(store, "would grow beyond the 1048576 bytes");
    assert_int_equal(seq_of(store, id), seq);
    return seq - before;
}

static void test_at_their_bound_the_files_are_full_until_room_is_made(void **unused) {
    struct pip_store_options options = {.file_bytes = BOUND};
    struct pip_store *store = open_sqlite(true, &options);
    uint32_t removed;
    (void)unused;
    create_touched_at(store, "old", 1);
    create_touched_at(store, "young", 2);
    uint32_t count = append_until_full(store, "old", 0);
    assert_in_range(count, BOUND / 8000 / 2, BOUND / 8000);
    for (int i = 0; i < 3; i++) {
        uint32_t seq = i == 0 ? 0 : seq_of(store, "young");
        assert_int_equal(expire(store, 2, 10, &removed), PIP_STORE_OK);
        assert_int_equal(removed, 1);
        assert_in_range(bytes_taken(), 1, BOUND);
        assert_int_equal(append_touched(store, "young", seq, "short", 2), PIP_STORE_OK);
        create_touched_at(store, "old", 1);
        assert_in_range(append_until_full(store, "old", 0), count - 10, count + 10);
    }
    pip_store_close(store);
}

/* While something is read, the log cannot begin again. */
static bool fill_while_reading(void *context, const struct pip_store_table *table) {
    struct pip_store *store = context;
    uint32_t count = append_until_full(store, table->id, 0);
    assert_in_range(count, 5, BOUND / 8000 / 2);
    return false;
}

static void test_a_log_that_cannot_be_cut_counts_until_it_can(void **unused) {
    struct pip_store_options options = {.file_bytes = BOUND};
    struct pip_store *store = open_sqlite(true, &options);
    (void)unused;
    create_touched_at(store, "a", 1);
    assert_int_equal(pip_store_each(store, fill_while_reading, store), PIP_STORE_OK);
    assert_true(append_until_full(store, "a", seq_of(store, "a")) > 5);
    pip_store_close(store);
}

static void test_a_batch_that_does_not_fit_is_taken_as_far_as_it_does(void **unused) {
    struct pip_store_options options = {.file_bytes = BOUND};
    struct pip_store *store = open_sqlite(true, &options);
    static char text[60000];
    struct answer answers[30];
    struct held held;
    uint32_t taken = 0;
    (void)unused;
    memset(text, 'x', sizeof text);
    hold(store, &held);
    for (int i = 0; i < 30; i++) {
        char id[16];
        snprintf(id, sizeof id, "t%d", i);
        struct pip_store_table table = table_of(id);
        table.head = (struct pip_span){text, sizeof text};
        assert_int_equal(
            pip_store_create(store, &table, NULL, 0, take_answer, expect_answer(&answers[i])),
            PIP_STORE_OK);
    }
    let_go(&held);
    for (int i = 0; i < 30; i++)
        taken += wait_for(&answers[i]) == PIP_STORE_OK;
    assert_in_range(taken, 5, 16);
    assert_in_range(bytes_taken(), 1, BOUND);
    pip_store_close(store);
}

static void test_on_a_full_disk_nothing_is_lost_and_it_goes_on_with_room(void **unused) {
    (void)unused;
    remove_files();
    assert_int_equal(run_child("full", store_path), 0);
    struct pip_store *store = open_sqlite(false, NULL);
    check_crash_table(store, "full", 1);
    pip_store_close(store);
}

int store_disks_run(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_commit_is_synced),
        cmocka_unit_test(test_a_failed_commit_fails_its_batch_and_nothing_else),
        cmocka_unit_test(test_a_value_is_told_only_when_it_is_durable),
        cmocka_unit_test(test_a_request_the_database_chokes_on_fails_alone),
        cmocka_unit_test(test_many_tables_are_counted_while_others_come_and_go),
        cmocka_unit_test(test_what_is_rolled_back_is_not_counted),
        cmocka_unit_test(test_nothing_is_acknowledged_into_a_file_that_is_gone),
        cmocka_unit_test(test_a_file_in_the_place_of_another_is_neither_read_nor_harmed),
        cmocka_unit_test(test_a_file_that_goes_while_it_is_written_gets_no_answer_that_it_was),
        cmocka_unit_test(test_after_a_failure_the_store_is_ready_when_writing_works_again),
        cmocka_unit_test(test_a_probe_finds_out_before_anybody_writes),
        cmocka_unit_test(test_a_store_that_is_well_writes_only_when_it_is_asked),
        cmocka_unit_test(test_a_store_whose_file_is_gone_is_not_ready_until_it_is_back),
        cmocka_unit_test(test_at_their_bound_the_files_are_full_until_room_is_made),
        cmocka_unit_test(test_a_log_that_cannot_be_cut_counts_until_it_can),
        cmocka_unit_test(test_a_batch_that_does_not_fit_is_taken_as_far_as_it_does),
        cmocka_unit_test(test_on_a_full_disk_nothing_is_lost_and_it_goes_on_with_room),
    };
    return cmocka_run_group_tests_name("SQLite: disks", tests, NULL, NULL);
}
