/* The part of the conformance suite that is about readings on the store's own threads. */
#include "store_conformance.h"
#include "store_testing.h"
#include <pthread.h>
#include <stdatomic.h>

static store_conformance_open *open_store;

/* A reading that says where it ran and what it saw. */
struct reading {
    const char *id;
    enum pip_store_status status;
    struct shown shown;
    pthread_t thread;
    sem_t ended;
};

static void read_events(void *context, struct pip_store *store) {
    struct reading *reading = context;
    reading->thread = pthread_self();
    reading->status = pip_store_load(store, reading->id, 0, show_event, &reading->shown);
    sem_post(&reading->ended);
}

static void wait_on(sem_t *semaphore) {
    while (sem_wait(semaphore) != 0)
        ;
}

static void test_a_reading_sees_what_was_acknowledged_and_runs_elsewhere(void **unused) {
    struct pip_store *store = open_store(true, NULL);
    (void)unused;
    create_empty(store, "a");
    for (uint32_t i = 0; i < 50; i++) {
        struct reading reading = {.id = "a"};
        sem_init(&reading.ended, 0, 0);
        assert_int_equal(append_text(store, "a", i, "x"), PIP_STORE_OK);
        assert_int_equal(pip_store_ask(store, read_events, &reading), PIP_STORE_OK);
        wait_on(&reading.ended);
        assert_int_equal(reading.status, PIP_STORE_OK);
        assert_int_equal(reading.shown.count, i + 1);
        assert_false(pthread_equal(reading.thread, pthread_self()));
    }
    pip_store_close(store);
}

/* ---- Readings that take their time ---- */

struct slow {
    sem_t begun, go;
    atomic_int ended;
};

static void be_slow(void *context, struct pip_store *store) {
    struct slow *slow = context;
    (void)store;
    sem_post(&slow->begun);
    wait_on(&slow->go);
    slow->ended++;
}

static void init_slow(struct slow *slow) {
    sem_init(&slow->begun, 0, 0);
    sem_init(&slow->go, 0, 0);
    slow->ended = 0;
}

static void test_a_slow_reading_holds_up_neither_writing_nor_the_next_reading(void **unused) {
    struct pip_store *store = open_store(true, NULL);
    struct reading reading = {.id = "a"};
    struct slow slow;
    (void)unused;
    init_slow(&slow);
    sem_init(&reading.ended, 0, 0);
    assert_int_equal(pip_store_ask(store, be_slow, &slow), PIP_STORE_OK);
    wait_on(&slow.begun);
    create_empty(store, "a");
    assert_int_equal(append_text(store, "a", 0, "x"), PIP_STORE_OK);
    assert_int_equal(pip_store_ask(store, read_events, &reading), PIP_STORE_OK);
    wait_on(&reading.ended);
    assert_string_equal(reading.shown.text, "x ");
    assert_int_equal(slow.ended, 0);
    sem_post(&slow.go);
    pip_store_close(store);
    assert_int_equal(slow.ended, 1);
}

static void test_readings_are_bounded_and_closing_carries_them_out(void **unused) {
    struct pip_store *store = open_store(true, &(struct pip_store_options){.queue_max = 5});
    struct slow slow;
    (void)unused;
    init_slow(&slow);
    for (int i = 0; i < 5; i++)
        assert_int_equal(pip_store_ask(store, be_slow, &slow), PIP_STORE_OK);
    assert_int_equal(pip_store_stats(store).asked, 5);
    assert_int_equal(pip_store_ask(store, be_slow, &slow), PIP_STORE_BUSY);
    create_empty(store, "a");
    for (int i = 0; i < 5; i++)
        sem_post(&slow.go);
    pip_store_close(store);
    assert_int_equal(slow.ended, 5);
}

/* ---- Readings that ask for more ---- */

struct chain {
    enum pip_store_status refused;
    sem_t ended;
    atomic_int count;
};

static void forget(void *context, enum pip_store_status status) {
    (void)context, (void)status;
}

/* Asks for itself, and writes, until it is refused. */
static void read_on(void *context, struct pip_store *store) {
    struct chain *chain = context;
    struct pip_store_change change = {.id = "nowhere"};
    pip_store_append(store, &change, NULL, 0, forget, NULL);
    if (++chain->count == 100)
        sem_post(&chain->ended);
    enum pip_store_status status = pip_store_ask(store, read_on, chain);
    if (status != PIP_STORE_OK) /* the next one may be over by now */
        chain->refused = status;
}

static void test_a_reading_may_ask_and_write_until_the_store_closes(void **unused) {
    struct pip_store *store = open_store(true, NULL);
    struct chain chain = {0};
    (void)unused;
    sem_init(&chain.ended, 0, 0);
    assert_int_equal(pip_store_ask(store, read_on, &chain), PIP_STORE_OK);
    wait_on(&chain.ended);
    pip_store_close(store);
    assert_int_equal(chain.refused, PIP_STORE_BUSY);
}

int store_conformance_ask(store_conformance_open *open) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_reading_sees_what_was_acknowledged_and_runs_elsewhere),
        cmocka_unit_test(test_a_slow_reading_holds_up_neither_writing_nor_the_next_reading),
        cmocka_unit_test(test_readings_are_bounded_and_closing_carries_them_out),
        cmocka_unit_test(test_a_reading_may_ask_and_write_until_the_store_closes),
    };
    open_store = open;
    return cmocka_run_group_tests_name("store: readings", tests, NULL, NULL);
}
