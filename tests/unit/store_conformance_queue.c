/* The part of the conformance suite that is about the queue: order, batches, threads, closing. */
#include "store_conformance.h"
#include "store_testing.h"
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

static store_conformance_open *open_store;

/* ---- Queueing ---- */

#define MANY 1000

/* Queues MANY appends of one event each, without waiting in between. */
static void queue_many(struct pip_store *store, const char *id, struct answer *answers) {
    for (uint32_t i = 0; i < MANY; i++) {
        char text[16];
        snprintf(text, sizeof text, "%u", (unsigned)i + 1);
        struct pip_store_change change = {.id = id, .expected_seq = i, .phase = PIP_STORE_PLAYING};
        struct pip_store_event event = event_of(text);
        assert_int_equal(
            pip_store_append(store, &change, &event, 1, take_answer, expect_answer(&answers[i])),
            PIP_STORE_OK);
    }
}

static bool see_counting(void *context, const struct pip_store_event *event) {
    char text[16];
    snprintf(text, sizeof text, "%u", (unsigned)event->seq);
    assert_true(pip_span_is(event->text, text));
    assert_int_equal(event->seq, ++*(uint32_t *)context);
    return true;
}

static void test_requests_keep_their_order(void **unused) {
    struct pip_store *store = open_store(true, NULL);
    static struct answer answers[MANY];
    uint32_t last = 0;
    (void)unused;
    create_empty(store, "a");
    queue_many(store, "a", answers);
    for (int i = 0; i < MANY; i++)
        assert_int_equal(wait_for(&answers[i]), PIP_STORE_OK);
    assert_int_equal(pip_store_load(store, "a", 0, see_counting, &last), PIP_STORE_OK);
    assert_int_equal(last, MANY);
    pip_store_close(store);
}

static void test_what_has_queued_up_shares_a_transaction(void **unused) {
    struct pip_store *store = open_store(true, NULL);
    static struct answer answers[MANY];
    struct held held;
    (void)unused;
    create_empty(store, "a");
    hold(store, &held);
    uint64_t before = pip_store_stats(store).transactions;
    queue_many(store, "a", answers);
    assert_int_equal(pip_store_stats(store).waiting, MANY);
    let_go(&held);
    for (int i = 0; i < MANY; i++)
        assert_int_equal(wait_for(&answers[i]), PIP_STORE_OK);
    struct pip_store_stats stats = pip_store_stats(store);
    assert_in_range(stats.transactions - before, 1, MANY / 100);
    assert_int_equal(stats.waiting, 0);
    assert_int_equal(stats.answered, MANY + 2);
    assert_int_equal(stats.rollbacks, 0);
    assert_in_range(stats.batch_largest, 100, MANY);
    pip_store_close(store);
}

static void test_a_refused_request_does_not_harm_its_batch(void **unused) {
    struct pip_store *store = open_store(true, NULL);
    struct pip_store_table a = table_of("a"), b = table_of("b"), c = table_of("c");
    struct pip_store_change gone = {.id = "nowhere"}, at_0 = {.id = "a", .code = "fern-42"};
    struct pip_store_event event = event_of("x"), two[] = {event_of("y"), event_of("z")};
    struct answer answers[6];
    struct held held;
    (void)unused;
    b.code = c.code = "fern-42";
    for (int i = 0; i < 6; i++)
        expect_answer(&answers[i]);
    hold(store, &held);
    uint64_t before = pip_store_stats(store).transactions;
    pip_store_create(store, &a, &event, 1, take_answer, &answers[0]);
    pip_store_create(store, &b, &event, 1, take_answer, &answers[1]);
    pip_store_create(store, &c, two, 2, take_answer, &answers[2]);
    pip_store_append(store, &gone, two, 2, take_answer, &answers[3]);
    pip_store_append(store, &at_0, two, 2, take_answer, &answers[4]);
    at_0.expected_seq = 1;
    pip_store_append(store, &at_0, two, 2, take_answer, &answers[5]);
    let_go(&held);
    static const enum pip_store_status expected[] = {PIP_STORE_OK,       PIP_STORE_OK,
                                                     PIP_STORE_EXISTS,   PIP_STORE_MISSING,
                                                     PIP_STORE_CONFLICT, PIP_STORE_EXISTS};
    for (int i = 0; i < 6; i++)
        assert_int_equal(wait_for(&answers[i]), expected[i]);
    assert_int_equal(pip_store_stats(store).transactions - before, 1);
    assert_events(store, "a", 0, "x ");
    assert_events(store, "b", 0, "x ");
    pip_store_close(store);
}

static void test_a_full_queue_refuses_at_once(void **unused) {
    struct pip_store *store = open_store(true, &(struct pip_store_options){.queue_max = 5});
    struct answer answers[5];
    struct pip_store_change change = {.id = "a"};
    struct pip_store_event event = event_of("x");
    struct held held;
    (void)unused;
    create_empty(store, "a");
    hold(store, &held);
    for (uint32_t i = 0; i < 5; i++) {
        change.expected_seq = i;
        assert_int_equal(
            pip_store_append(store, &change, &event, 1, take_answer, expect_answer(&answers[i])),
            PIP_STORE_OK);
    }
    assert_int_equal(pip_store_append(store, &change, &event, 1, never, NULL), PIP_STORE_BUSY);
    let_go(&held);
    for (int i = 0; i < 5; i++)
        assert_int_equal(wait_for(&answers[i]), PIP_STORE_OK);
    assert_int_equal(append_text(store, "a", 5, "x"), PIP_STORE_OK);
    pip_store_close(store);
}

static void test_a_queue_is_bounded_in_bytes_too(void **unused) {
    struct pip_store *store = open_store(true, NULL);
    static char head[PIP_STORE_HEAD_MAX];
    struct answer answers[PIP_STORE_QUEUE_BYTES / PIP_STORE_HEAD_MAX];
    struct pip_store_table table = table_of("");
    struct held held;
    uint32_t count = 0;
    char id[16];
    (void)unused;
    memset(head, 'h', sizeof head);
    table.head = (struct pip_span){head, sizeof head};
    hold(store, &held);
    for (;; count++) {
        snprintf(id, sizeof id, "t%u", (unsigned)count);
        table.id = id;
        struct answer *answer = count < LENGTH(answers) ? expect_answer(&answers[count]) : NULL;
        if (pip_store_create(store, &table, NULL, 0, take_answer, answer) != PIP_STORE_OK)
            break;
        assert_true(count < LENGTH(answers));
    }
    assert_int_equal(count, LENGTH(answers) - 1);
    let_go(&held);
    for (uint32_t i = 0; i < count; i++)
        assert_int_equal(wait_for(&answers[i]), PIP_STORE_OK);
    pip_store_close(store);
}

/* ---- Threads ---- */

#define RACERS 6
#define RACER_EVENTS 40

struct racer {
    struct pip_store *store;
    int number;
    uint32_t conflicts;
    pthread_t thread;
};

/* Adds its events one after the other, each again until nobody else was first. */
static void *race(void *context) {
    struct racer *racer = context;
    for (int i = 0; i < RACER_EVENTS;) {
        char text[16];
        snprintf(text, sizeof text, "%d/%d", racer->number, i);
        enum pip_store_status status =
            append_text(racer->store, "a", seq_of(racer->store, "a"), text);
        i += status == PIP_STORE_OK;
        racer->conflicts += status == PIP_STORE_CONFLICT;
        if (status != PIP_STORE_OK && status != PIP_STORE_CONFLICT)
            abort();
    }
    return NULL;
}

static bool see_race(void *context, const struct pip_store_event *event) {
    int *next = context, number, i;
    assert_int_equal(sscanf(event->text.at, "%d/%d", &number, &i), 2);
    assert_int_equal(next[number]++, i);
    return true;
}

static void test_racing_threads_lose_and_double_nothing(void **unused) {
    struct pip_store *store = open_store(true, NULL);
    struct racer racers[RACERS];
    int next[RACERS] = {0};
    (void)unused;
    create_empty(store, "a");
    for (int i = 0; i < RACERS; i++) {
        racers[i] = (struct racer){.store = store, .number = i};
        assert_int_equal(pthread_create(&racers[i].thread, NULL, race, &racers[i]), 0);
    }
    for (int i = 0; i < RACERS; i++)
        pthread_join(racers[i].thread, NULL);
    assert_int_equal(seq_of(store, "a"), RACERS * RACER_EVENTS);
    assert_int_equal(pip_store_load(store, "a", 0, see_race, next), PIP_STORE_OK);
    for (int i = 0; i < RACERS; i++)
        assert_int_equal(next[i], RACER_EVENTS);
    pip_store_close(store);
}

/* A chain of appends, each queued by the answer to the one before, which also looks it up. */
struct chain {
    struct pip_store *store;
    uint32_t seq;
    bool good;
    sem_t ended;
};

static bool see_seq(void *context, const struct pip_store_table *table) {
    struct chain *chain = context;
    chain->good = chain->good && table->seq == chain->seq;
    return true;
}

static void go_on(void *context, enum pip_store_status status) {
    struct chain *chain = context;
    chain->good = chain->good && status == PIP_STORE_OK &&
                  pip_store_find(chain->store, "a", see_seq, chain) == PIP_STORE_OK;
    struct pip_store_change change = {.id = "a", .expected_seq = chain->seq++};
    struct pip_store_event event = event_of("x");
    if (chain->seq > 50 || !chain->good ||
        pip_store_append(chain->store, &change, &event, 1, go_on, chain) != PIP_STORE_OK)
        sem_post(&chain->ended);
}

static void test_an_answer_sees_what_it_answers_and_may_queue_more(void **unused) {
    struct chain chain = {.store = open_store(true, &(struct pip_store_options){.queue_max = 1}),
                          .good = true};
    struct pip_store_table table = table_of("a");
    (void)unused;
    sem_init(&chain.ended, 0, 0);
    assert_int_equal(pip_store_create(chain.store, &table, NULL, 0, go_on, &chain), PIP_STORE_OK);
    while (sem_wait(&chain.ended) != 0)
        ;
    assert_true(chain.good);
    assert_int_equal(seq_of(chain.store, "a"), 50);
    pip_store_close(chain.store);
}

/* ---- Closing ---- */

static void pause_shortly(void) {
    nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
}

static void forget(void *context, enum pip_store_status status) {
    (void)context;
    (void)status;
}

/* Queues more from inside an answer until it is refused. */
static void queue_until_refused(void *context, enum pip_store_status status) {
    struct chain *chain = context;
    struct pip_store_change change = {.id = "nowhere"};
    enum pip_store_status more;
    sem_post(&chain->ended);
    while ((more = pip_store_append(chain->store, &change, NULL, 0, forget, NULL)) == PIP_STORE_OK)
        pause_shortly();
    chain->good = status == PIP_STORE_OK && more == PIP_STORE_BUSY;
}

static void test_a_closing_store_takes_no_more(void **unused) {
    struct chain chain = {
        .store = open_store(true, &(struct pip_store_options){.queue_max = UINT32_MAX})};
    struct pip_store_table table = table_of("a");
    (void)unused;
    sem_init(&chain.ended, 0, 0);
    assert_int_equal(pip_store_create(chain.store, &table, NULL, 0, queue_until_refused, &chain),
                     PIP_STORE_OK);
    while (sem_wait(&chain.ended) != 0)
        ;
    pip_store_close(chain.store);
    assert_true(chain.good);
}

static void *let_go_soon(void *context) {
    for (int i = 0; i < 20; i++) /* by then the store is closing */
        pause_shortly();
    let_go(context);
    return NULL;
}

static void test_closing_answers_what_is_queued_and_keeps_it(void **unused) {
    struct pip_store *store = open_store(true, NULL);
    static struct answer answers[MANY];
    struct held held;
    pthread_t thread;
    uint32_t last = 0;
    (void)unused;
    create_empty(store, "a");
    hold(store, &held);
    queue_many(store, "a", answers);
    pthread_create(&thread, NULL, let_go_soon, &held);
    pip_store_close(store);
    pthread_join(thread, NULL);
    for (int i = 0; i < MANY; i++)
        assert_int_equal(wait_for(&answers[i]), PIP_STORE_OK);
    store = open_store(false, NULL);
    assert_int_equal(pip_store_load(store, "a", 0, see_counting, &last), PIP_STORE_OK);
    assert_int_equal(last, MANY);
    assert_int_equal(append_text(store, "a", MANY, "more"), PIP_STORE_OK);
    pip_store_close(store);
    pip_store_close(NULL);
}

int store_conformance_queue(store_conformance_open *open) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_requests_keep_their_order),
        cmocka_unit_test(test_what_has_queued_up_shares_a_transaction),
        cmocka_unit_test(test_a_refused_request_does_not_harm_its_batch),
        cmocka_unit_test(test_a_full_queue_refuses_at_once),
        cmocka_unit_test(test_a_queue_is_bounded_in_bytes_too),
        cmocka_unit_test(test_racing_threads_lose_and_double_nothing),
        cmocka_unit_test(test_an_answer_sees_what_it_answers_and_may_queue_more),
        cmocka_unit_test(test_a_closing_store_takes_no_more),
        cmocka_unit_test(test_closing_answers_what_is_queued_and_keeps_it),
    };
    open_store = open;
    return cmocka_run_group_tests_name("store: the queue", tests, NULL, NULL);
}
