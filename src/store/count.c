/* How much is stored. The writer knows what it changes, so that only the beginning has to be
 * counted: at once if that is done soon, else beside everything else, in the state of that moment.
 */
#include "internal.h"

#define OPERATIONS_AT_ONCE 1000000 /* of SQLite's machine, some hundredths of a second */
#define OPERATIONS_BETWEEN 100000  /* before it is asked whether to go on */

void pip__store_count_add(struct pip_store_counts *counts, const struct pip_store_counts *change) {
    for (int phase = 0; phase < PIP_STORE_PHASES; phase++)
        counts->tables[phase] += change->tables[phase];
    counts->events += change->events;
    counts->daily_entries += change->daily_entries;
}

/* Returns SQLite's result code, SQLITE_ROW if it is counted. */
static int count(struct pip__store_connection *reader, struct pip_store_counts *counts) {
    sqlite3_stmt *s = reader->statements[PIP__STORE_COUNT];
    int code = sqlite3_step(s);
    for (int phase = 0; code == SQLITE_ROW && phase < PIP_STORE_PHASES; phase++)
        counts->tables[phase] = (uint64_t)sqlite3_column_int64(s, phase);
    if (code == SQLITE_ROW) {
        counts->events = (uint64_t)sqlite3_column_int64(s, PIP_STORE_PHASES);
        counts->daily_entries = (uint64_t)sqlite3_column_int64(s, PIP_STORE_PHASES + 1);
    }
    sqlite3_reset(s);
    return code;
}

static void set_counts(struct pip_store *store, const struct pip_store_counts *counts) {
    pthread_mutex_lock(&store->mutex);
    pip__store_count_add(&store->counts, counts);
    store->counted = true;
    pthread_mutex_unlock(&store->mutex);
}

/* ---- Once ---- */

static int stop_at_once(void *store) {
    (void)store;
    return 1;
}

static int stop_if_closing(void *context) {
    struct pip_store *store = context;
    pthread_mutex_lock(&store->mutex);
    bool closing = store->closing;
    pthread_mutex_unlock(&store->mutex);
    return closing;
}

static void end(struct pip_store *store, struct pip__store_connection *reader) {
    sqlite3_progress_handler(reader->db, 0, NULL, NULL);
    sqlite3_exec(reader->db, "COMMIT", NULL, NULL, NULL);
    pip__store_give_back(store, reader);
}

static void count_rest(void *context, struct pip_store *store) {
    struct pip__store_connection *reader = context;
    struct pip_store_counts counts = {0};
    sqlite3_progress_handler(reader->db, OPERATIONS_BETWEEN, stop_if_closing, store);
    if (count(reader, &counts) == SQLITE_ROW)
        set_counts(store, &counts);
    end(store, reader);
}

void pip__store_count_begin(struct pip_store *store) {
    enum pip_store_status status;
    struct pip_store_counts counts = {0};
    struct pip__store_connection *reader =
        store->read_only ? NULL : pip__store_take_reader(store, &status);
    if (!reader)
        return;
    sqlite3_exec(reader->db, "BEGIN", NULL, NULL, NULL);
    sqlite3_progress_handler(reader->db, OPERATIONS_AT_ONCE, stop_at_once, NULL);
    int code = count(reader, &counts);
    if (code == SQLITE_ROW)
        set_counts(store, &counts);
    if (code == SQLITE_INTERRUPT && pip_store_ask(store, count_rest, reader) == PIP_STORE_OK)
        return; /* the transaction keeps the moment */
    end(store, reader);
}

/* ---- Asking ---- */

static enum pip_store_status count_now(struct pip_store *store, struct pip_store_counts *counts) {
    enum pip_store_status status;
    struct pip__store_connection *reader = pip__store_take_reader(store, &status);
    if (!reader)
        return status;
    if (count(reader, counts) != SQLITE_ROW)
        status = pip__store_failure(store, reader->db);
    pip__store_give_back(store, reader);
    return status;
}

enum pip_store_status pip_store_count(struct pip_store *store, struct pip_store_counts *counts) {
    *counts = (struct pip_store_counts){0};
    if (store->read_only)
        return count_now(store, counts);
    pthread_mutex_lock(&store->mutex);
    bool counted = store->counted;
    if (counted)
        *counts = store->counts;
    pthread_mutex_unlock(&store->mutex);
    return counted ? PIP_STORE_OK : PIP_STORE_BUSY;
}
