/* The SQLite store: the conformance suite, and what is SQLite's own. Crashes and full disks are
 * tried on this program run again as a child; see main. */
#include "store_children.h"
#include "store_conformance.h"
#include "store_sqlite.h"
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static void write_file(const char *text, size_t length) {
    FILE *file = fopen(store_path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(text, 1, length, file), length);
    fclose(file);
}

/* ---- Opening ---- */

static void test_an_empty_file_becomes_a_store(void **unused) {
    (void)unused;
    remove_files();
    write_file("", 0);
    struct pip_store *store = open_sqlite(false, NULL);
    create_empty(store, "a");
    pip_store_close(store);
}

static void test_the_files_are_for_their_owner_only(void **unused) {
    static const char *const ends[] = {"", "-wal", "-shm", ".lock"};
    struct pip_store *store = open_sqlite(true, NULL);
    (void)unused;
    create_empty(store, "a");
    for (size_t i = 0; i < LENGTH(ends); i++) {
        char name[sizeof store_path + 16];
        struct stat file;
        snprintf(name, sizeof name, "%s%s", store_path, ends[i]);
        assert_int_equal(stat(name, &file), 0);
        assert_int_equal(file.st_mode & 0777, 0600);
    }
    pip_store_close(store);
}

static bool show_daily(void *context, const struct pip_store_daily *entry) {
    return show(context, pip_span_of(entry->name));
}

/* Both databases have the table "kept" with two events; later ones have more. */
static void bring_up_to_date(const char *name, const char *entries) {
    struct pip_store_daily entry = {.game = "pig", .day = 7, .player = "k", .name = "Ann"};
    struct shown shown = {0}, top = {0};
    run_sql_file(name);
    struct pip_store *store = open_sqlite(false, NULL);
    assert_events(store, "kept", 0, "one two ");
    assert_int_equal(pip_store_find_code(store, "fern-42", show_table, &shown), PIP_STORE_OK);
    assert_int_equal(append_text(store, "kept", 2, "three"), PIP_STORE_OK);
    assert_int_equal(enter(store, &entry), PIP_STORE_OK);
    pip_store_close(store);
    store = open_sqlite(false, NULL);
    assert_events(store, "kept", 0, "one two three ");
    assert_int_equal(pip_store_daily_top(store, "pig", 7, 9, show_daily, &top), PIP_STORE_OK);
    assert_string_equal(top.text, entries);
    pip_store_close(store);
}

static void test_version_1_is_brought_up_to_date(void **unused) {
    (void)unused;
    bring_up_to_date("version-1.sql", "Ann ");
}

static void test_version_3_is_brought_up_to_date(void **unused) {
    struct pip_store_change change = {.id = "big", .expected_seq = 300, .replaces = true};
    struct shown due = {0};
    (void)unused;
    bring_up_to_date("version-3.sql", "Bea Ann ");
    struct pip_store *store = open_sqlite(false, NULL);
    assert_int_equal(pip_store_list_due(store, 99, 9, show_table, &due), PIP_STORE_OK);
    assert_string_equal(due.text, "big ");
    assert_int_equal(append(store, &change, NULL, 0), PIP_STORE_OK);
    assert_events(store, "big", 300, "");
    pip_store_close(store);
}

static void test_a_newer_version_is_refused_and_left_alone(void **unused) {
    (void)unused;
    pip_store_close(open_sqlite(true, NULL));
    run_sql("PRAGMA user_version = 99");
    assert_refused(store_path, "comes from a newer Pipwright: it has version 99");
    assert_refused(store_path, "comes from a newer Pipwright");
}

static void test_what_is_not_our_database_is_refused_and_left_alone(void **unused) {
    char before[1000], after[sizeof before];
    (void)unused;
    remove_files();
    memset(before, 'x', sizeof before);
    write_file(before, sizeof before);
    assert_refused(store_path, "is not a database");
    FILE *file = fopen(store_path, "rb");
    assert_int_equal(fread(after, 1, sizeof after, file), sizeof before);
    fclose(file);
    assert_memory_equal(before, after, sizeof before);
    remove_files();
    run_sql("CREATE TABLE recipes (name TEXT)");
    assert_refused(store_path, "not one of Pipwright's");
}

static void test_a_damaged_database_is_refused(void **unused) {
    (void)unused;
    struct pip_store *store = open_sqlite(true, NULL);
    create_empty(store, "a");
    pip_store_close(store);
    assert_int_equal(truncate(store_path, 5000), 0);
    assert_refused(store_path, "malformed");
}

static void test_two_servers_cannot_share_a_file(void **unused) {
    struct pip_store *store = open_sqlite(true, NULL);
    (void)unused;
    assert_refused(store_path, "is in use by another server");
    create_empty(store, "a");
    pip_store_close(store);
    pip_store_close(open_sqlite(false, NULL));
}

static void test_where_nothing_can_be_made_the_reason_is_given(void **unused) {
    char where[sizeof store_folder + 32];
    (void)unused;
    snprintf(where, sizeof where, "%s/nowhere/store", store_folder);
    assert_refused(where, "No such file or directory");
    assert_refused(store_folder, "cannot be opened");
    snprintf(where, sizeof where, "%s.lock", store_folder);
    unlink(where);
}

static void test_names_special_to_sqlite_are_names_of_files(void **unused) {
    char error[512], before[512];
    (void)unused;
    assert_non_null(getcwd(before, sizeof before));
    assert_int_equal(chdir(store_folder), 0);
    struct pip_store *store = pip_store_open(":memory:", NULL, error, sizeof error);
    assert_non_null(store);
    pip_store_close(store);
    assert_int_equal(unlink(":memory:"), 0);
    assert_int_equal(unlink(":memory:.lock"), 0);
    assert_int_equal(chdir(before), 0);
}

static void test_closing_leaves_everything_in_one_file(void **unused) {
    char wal[sizeof store_path + 16];
    (void)unused;
    struct pip_store *store = open_sqlite(true, NULL);
    create_empty(store, "a");
    snprintf(wal, sizeof wal, "%s-wal", store_path);
    assert_int_equal(access(wal, F_OK), 0);
    pip_store_close(store);
    assert_int_not_equal(access(wal, F_OK), 0);
}

/* ---- Reading only ---- */

static void test_a_reader_beside_the_server_cannot_write(void **unused) {
    struct pip_store *server = open_sqlite(true, NULL);
    char text[256];
    (void)unused;
    create_empty(server, "a");
    struct pip_store *reader = open_sqlite(false, &(struct pip_store_options){.read_only = true});
    pip_store_last_error(reader, text, sizeof text);
    assert_string_equal(text, "");
    assert_int_equal(append_text(reader, "a", 0, "x"), PIP_STORE_READ_ONLY);
    pip_store_last_error(reader, text, sizeof text);
    assert_non_null(strstr(text, "readonly"));
    assert_int_equal(append_text(server, "a", 0, "y"), PIP_STORE_OK);
    assert_events(reader, "a", 0, "y ");
    pip_store_close(reader);
    assert_int_equal(append_text(server, "a", 1, "z"), PIP_STORE_OK);
    pip_store_close(server);
}

static void test_a_reader_creates_nothing(void **unused) {
    char error[512] = "";
    struct pip_store_options options = {.read_only = true};
    (void)unused;
    remove_files();
    assert_null(pip_store_open(store_path, &options, error, sizeof error));
    assert_non_null(strstr(error, "cannot be opened"));
    assert_int_not_equal(access(store_path, F_OK), 0);
    write_file("", 0);
    assert_null(pip_store_open(store_path, &options, error, sizeof error));
    assert_non_null(strstr(error, "has to be opened for writing once"));
}

/* ---- Crashes ---- */

#define CRASHES 30

static void test_killed_at_any_moment_nothing_acknowledged_is_lost(void **unused) {
    uint32_t acknowledged[CRASH_TABLES] = {0};
    uint64_t total = 0;
    (void)unused;
    remove_files();
    srand(1);
    for (int round = 0; round < CRASHES; round++) {
        crash_child(store_path, rand() % 40, acknowledged);
        struct pip_store *store = open_sqlite(false, NULL);
        total = 0;
        for (uint32_t t = 0; t < CRASH_TABLES; t++) {
            char id[8];
            snprintf(id, sizeof id, "t%u", (unsigned)t);
            uint32_t seq = check_crash_table(store, id, CRASH_EVENTS);
            assert_true(seq >= acknowledged[t]);
            total += acknowledged[t];
        }
        pip_store_close(store);
    }
    assert_true(total > CRASHES * CRASH_EVENTS);
    print_message("%d crashes, %llu events acknowledged, none lost\n", CRASHES,
                  (unsigned long long)total);
}

static void test_killed_while_it_is_created_a_store_can_be_opened(void **unused) {
    (void)unused;
    for (int round = 0; round < 20; round++) {
        uint32_t acknowledged[CRASH_TABLES] = {0};
        remove_files();
        crash_child(store_path, -(round % 10) - 1, acknowledged);
        pip_store_close(open_sqlite(false, NULL));
    }
}

/* With arguments, this is the child of a test: test_store crash|full PATH. */
int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_an_empty_file_becomes_a_store),
        cmocka_unit_test(test_the_files_are_for_their_owner_only),
        cmocka_unit_test(test_version_1_is_brought_up_to_date),
        cmocka_unit_test(test_version_3_is_brought_up_to_date),
        cmocka_unit_test(test_a_newer_version_is_refused_and_left_alone),
        cmocka_unit_test(test_what_is_not_our_database_is_refused_and_left_alone),
        cmocka_unit_test(test_a_damaged_database_is_refused),
        cmocka_unit_test(test_two_servers_cannot_share_a_file),
        cmocka_unit_test(test_where_nothing_can_be_made_the_reason_is_given),
        cmocka_unit_test(test_names_special_to_sqlite_are_names_of_files),
        cmocka_unit_test(test_closing_leaves_everything_in_one_file),
        cmocka_unit_test(test_a_reader_beside_the_server_cannot_write),
        cmocka_unit_test(test_a_reader_creates_nothing),
        cmocka_unit_test(test_killed_at_any_moment_nothing_acknowledged_is_lost),
        cmocka_unit_test(test_killed_while_it_is_created_a_store_can_be_opened),
    };
    if (argc == 3)
        return child_main(argv[1], argv[2]);
    if (!make_folder())
        return 1;
    int failed = store_conformance_run("store (SQLite)", open_sqlite);
    failed += cmocka_run_group_tests_name("SQLite", tests, NULL, NULL);
    failed += store_disks_run() + store_damage_run() + store_flips_run();
    remove_folder();
    return failed;
}
