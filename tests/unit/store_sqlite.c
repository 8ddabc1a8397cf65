#include "store_sqlite.h"
#include <sqlite3.h>
#include <stdlib.h>
#include <unistd.h>

char store_folder[256], store_path[sizeof store_folder + 16];

void remove_files(void) {
    static const char *const ends[] = {"", "-wal", "-shm", "-journal", ".lock"};
    for (size_t i = 0; i < LENGTH(ends); i++) {
        char name[sizeof store_path + 16];
        snprintf(name, sizeof name, "%s%s", store_path, ends[i]);
        unlink(name);
    }
}

struct pip_store *open_sqlite(bool fresh, const struct pip_store_options *options) {
    char error[512] = "";
    if (fresh)
        remove_files();
    struct pip_store *store = pip_store_open(store_path, options, error, sizeof error);
    assert_string_equal(error, "");
    assert_non_null(store);
    return store;
}

void assert_refused(const char *where, const char *words) {
    char error[512] = "";
    assert_null(pip_store_open(where, NULL, error, sizeof error));
    if (!strstr(error, words))
        fail_msg("\"%s\" does not say \"%s\"", error, words);
}

void run_sql(const char *sql) {
    sqlite3 *db;
    assert_int_equal(sqlite3_open(store_path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
}

void run_sql_file(const char *name) {
    static char sql[8192];
    char file_path[512];
    snprintf(file_path, sizeof file_path, "%s/tests/store/%s", PIP_SOURCE_DIR, name);
    FILE *file = fopen(file_path, "rb");
    assert_non_null(file);
    size_t length = fread(sql, 1, sizeof sql - 1, file);
    fclose(file);
    assert_in_range(length, 1, sizeof sql - 2);
    sql[length] = '\0';
    remove_files();
    run_sql(sql);
}

void assert_last_error(struct pip_store *store, const char *words) {
    char text[256];
    pip_store_last_error(store, text, sizeof text);
    if (!strstr(text, words))
        fail_msg("\"%s\" does not say \"%s\"", text, words);
}

bool make_folder(void) {
    const char *parent = getenv("TMPDIR");
    if (!parent)
        parent = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";
    snprintf(store_folder, sizeof store_folder, "%s/pipwright-store-XXXXXX", parent);
    if (!mkdtemp(store_folder))
        return false;
    snprintf(store_path, sizeof store_path, "%s/store", store_folder);
    return true;
}

void remove_folder(void) {
    remove_files();
    rmdir(store_folder);
}

static void tell(void *context, const char *where, const char *what) {
    struct told *told = context;
    size_t length = strlen(told->text);
    snprintf(told->text + length, sizeof told->text - length, "%s: %s\n", where, what);
    told->count++;
}

bool is_sound(struct told *told) {
    struct pip_store_options options = {.read_only = true};
    struct pip_store_checked checked = {0};
    *told = (struct told){0};
    struct pip_store *store = pip_store_open(store_path, &options, told->text, sizeof told->text);
    if (!store)
        return false;
    enum pip_store_status status = pip_store_check(store, tell, told, &checked);
    assert_int_equal(told->count, checked.faults);
    assert_true((status == PIP_STORE_OK) == (told->count == 0));
    pip_store_close(store);
    return status == PIP_STORE_OK;
}

void assert_told(const char *words) {
    struct told told;
    assert_false(is_sound(&told));
    if (!strstr(told.text, words))
        fail_msg("\"%s\" does not say \"%s\"", told.text, words);
}
