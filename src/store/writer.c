/* The writer thread: takes what has queued up, writes it in one transaction, answers. */
#include "internal.h"
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define BATCH_MAX 1024
#define BATCH_BYTES (8u << 20)
#define CHECKPOINT_PAGES 1000
#define RETRY_SECONDS 1
#define GATHER_FROM 16    /* requests: where so many came while the last ones were written, ... */
#define GATHER_NS 1000000 /* ... this long brings many more, and a transaction costs most of it */
#define LOOK_MILLISECONDS 20

/* ---- Transactions ---- */

static enum pip_store_status run(struct pip_store *store, enum pip__store_statement which) {
    return pip__store_run(store, store->writer.statements[which]);
}

/* Whether it is the database that failed, and not the request that was refused. */
static bool is_failure(enum pip_store_status status) {
    return status == PIP_STORE_BUSY || status == PIP_STORE_FULL || status == PIP_STORE_READ_ONLY ||
           status == PIP_STORE_FAILED;
}

/* SQLite has rolled back by itself after some failures. */
static void roll_back(struct pip_store *store) {
    if (!sqlite3_get_autocommit(store->writer.db)) {
        sqlite3_step(store->writer.statements[PIP__STORE_ROLLBACK]);
        sqlite3_reset(store->writer.statements[PIP__STORE_ROLLBACK]);
    }
    pthread_mutex_lock(&store->mutex);
    store->stats.rollbacks++;
    pthread_mutex_unlock(&store->mutex);
}

static void fail_all(struct pip__store_request **batch, uint32_t count,
                     enum pip_store_status status) {
    for (uint32_t i = 0; i < count; i++)
        batch[i]->status = status;
}

/* A reader has no file to lose. */
static bool is_in_place(struct pip_store *store) {
    return store->read_only || pip__store_in_place(store);
}

/* Where one transaction follows another, the look after the last one does for the next. */
static enum pip_store_status begin(struct pip_store *store) {
    bool seen = store->good_at != 0 && pip__store_now() - store->good_at < LOOK_MILLISECONDS;
    return seen || is_in_place(store) ? run(store, PIP__STORE_BEGIN) : PIP_STORE_FAILED;
}

/* What went into a file that has meanwhile gone is not stored. */
static enum pip_store_status commit(struct pip_store *store) {
    enum pip_store_status status = run(store, PIP__STORE_COMMIT);
    return status == PIP_STORE_OK && !is_in_place(store) ? PIP_STORE_FAILED : status;
}

/* Nothing of the transaction is written. Returns false if it was not for one request alone. */
static bool fail(struct pip_store *store, struct pip__store_request **batch, uint32_t count,
                 enum pip_store_status status) {
    roll_back(store);
    fail_all(batch, count, status);
    pip__store_note(store, status, false);
    return count == 1;
}

static void succeed(struct pip_store *store, int changes) {
    pip__store_note(store, PIP_STORE_OK, sqlite3_total_changes(store->writer.db) != changes);
    pthread_mutex_lock(&store->mutex);
    store->stats.transactions++;
    pip__store_count_add(&store->counts, &store->change);
    pthread_mutex_unlock(&store->mutex);
}

/* Writes a batch and leaves each request's status in it. Returns false, with nothing written, if
 * the database failed on one request of several: the others may still be written without it. */
static bool transact(struct pip_store *store, struct pip__store_request **batch, uint32_t count) {
    int changes = sqlite3_total_changes(store->writer.db);
    if (!pip__store_has_room(store, batch, count))
        return fail(store, batch, count, PIP_STORE_FULL);
    enum pip_store_status status = begin(store);
    store->change = (struct pip_store_counts){0};
    for (uint32_t i = 0; i < count && status == PIP_STORE_OK; i++) {
        batch[i]->status = pip__store_carry_out(store, batch[i]);
        if (is_failure(batch[i]->status))
            return fail(store, batch, count, batch[i]->status);
    }
    if (status == PIP_STORE_OK)
        status = commit(store);
    if (status == PIP_STORE_OK)
        succeed(store, changes);
    else
        fail(store, batch, count, status);
    return true;
}

/* ---- The thread ---- */

/* Waits for a request, or until it is time to go, or to try again what has failed. The mutex is
 * held. */
static void wait_for_work(struct pip_store *store) {
    struct timespec until;
    int code = 0;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += RETRY_SECONDS;
    while (!store->first && !store->closing && code == 0) {
        if (store->health == PIP_STORE_OK || store->read_only)
            pthread_cond_wait(&store->wake, &store->mutex);
        else
            code = pthread_cond_timedwait(&store->wake, &store->mutex, &until);
    }
}

/* Takes as many requests as one transaction should hold; 0 if none has come. */
static uint32_t take(struct pip_store *store, struct pip__store_request **batch, bool *go) {
    uint32_t count = 0;
    size_t bytes = 0;
    pthread_mutex_lock(&store->mutex);
    wait_for_work(store);
    while (store->first && count < BATCH_MAX && bytes < BATCH_BYTES) {
        struct pip__store_request *request = store->first;
        store->first = request->next;
        bytes += request->bytes;
        batch[count++] = request;
    }
    if (!store->first)
        store->last = &store->first;
    *go = count == 0 && store->closing;
    if (count > store->stats.batch_largest)
        store->stats.batch_largest = count;
    pthread_mutex_unlock(&store->mutex);
    return count;
}

static void answer_kept(struct pip__store_request *request) {
    const char *earlier = request->of.keep.earlier;
    struct pip_span value = {0};
    if (request->status == PIP_STORE_OK)
        value = earlier ? (struct pip_span){earlier, strlen(earlier)} : request->of.keep.value;
    request->of.keep.done(request->context, request->status, value);
    free(request->of.keep.earlier);
}

static void answer_one(struct pip__store_request *request) {
    bool good = request->status == PIP_STORE_OK;
    if (request->kind == PIP__STORE_EXPIRE)
        *request->of.expire.removed = good ? request->of.expire.count : 0;
    if (request->kind == PIP__STORE_KEEP)
        answer_kept(request);
    else
        request->done(request->context, request->status);
}

/* Makes room in the queue before the callbacks, which may want to use it. */
static void answer(struct pip_store *store, struct pip__store_request **batch, uint32_t count) {
    pthread_mutex_lock(&store->mutex);
    store->stats.waiting -= count;
    store->stats.answered += count;
    for (uint32_t i = 0; i < count; i++)
        store->queue_bytes -= batch[i]->bytes;
    pthread_mutex_unlock(&store->mutex);
    for (uint32_t i = 0; i < count; i++) {
        answer_one(batch[i]);
        free(batch[i]);
    }
}

/* Whether what has failed works again. */
static void try_again(struct pip_store *store) {
    struct pip__store_request probe = {.kind = PIP__STORE_PROBED, .bytes = sizeof probe};
    struct pip__store_request *batch[] = {&probe};
    transact(store, batch, 1);
}

static void write_batch(struct pip_store *store, struct pip__store_request **batch,
                        uint32_t count) {
    if (!transact(store, batch, count)) {
        for (uint32_t i = 0; i < count; i++)
            transact(store, batch + i, 1);
    }
    /* On a full disk the log's own space is all there is: a checkpoint lets it start over. */
    bool full = batch[count - 1]->status == PIP_STORE_FULL;
    pip__store_make_room(store, batch, count);
    answer(store, batch, count);
    if (full || store->wal_pages >= CHECKPOINT_PAGES)
        sqlite3_wal_checkpoint_v2(store->writer.db, NULL, SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
}

void *pip__store_write(void *context) {
    struct pip_store *store = context;
    struct pip__store_request *batch[BATCH_MAX];
    uint32_t count = 0;
    for (bool go = false; !go;) {
        if (count >= GATHER_FROM)
            nanosleep(&(struct timespec){.tv_nsec = GATHER_NS}, NULL);
        count = take(store, batch, &go);
        if (count > 0)
            write_batch(store, batch, count);
        else if (!go)
            try_again(store);
    }
    return NULL;
}
