/* Turns of the loop: how much of a round each kind of work may have, and what is kept of it. */
#include "server/turns.h"
#include "testing.h"

static uv_loop_t loop;

static void work_for(struct pip__turns *turns, enum work work, uint64_t ns) {
    struct pip__work began = pip__work_begin(turns);
    while (uv_hrtime() - began.at < ns)
        continue;
    pip__work_end(turns, work, began);
}

static void
test_a_turn_ends_when_its_slice_is_used_up_and_begins_with_the_next_round(void **unused) {
    (void)unused;
    struct pip__turns turns;
    pip__turns_init(&turns, &loop);
    assert_false(pip__turn_is_over(&turns, WORK_READ));
    while (!pip__turn_is_over(&turns, WORK_READ))
        work_for(&turns, WORK_READ, SLICE_NS / 8);
    assert_true(turns.spent[WORK_READ] >= SLICE_NS);
    assert_false(pip__turn_is_over(&turns, WORK_WRITE));
    pip__turns_round(&turns);
    assert_false(pip__turn_is_over(&turns, WORK_READ));
}

static void test_the_longest_of_each_kind_is_kept_and_of_it_no_more_than_was_spent(void **unused) {
    (void)unused;
    struct pip__turns turns;
    pip__turns_init(&turns, &loop);
    work_for(&turns, WORK_MESSAGE, 3000000);
    work_for(&turns, WORK_MESSAGE, 10000);
    assert_true(turns.of[WORK_MESSAGE].wall >= 3000000);
    assert_true(turns.of[WORK_MESSAGE].cpu > 0);
    assert_true(turns.of[WORK_MESSAGE].cpu <= turns.of[WORK_MESSAGE].wall);
    assert_int_equal(turns.of[WORK_REQUEST].wall, 0);
}

/* Somebody else had the processor, or the loop has waited for something: it was not the request. */
static void test_a_thing_that_waits_is_long_by_the_clock_and_not_by_the_processor(void **unused) {
    (void)unused;
    struct pip__turns turns;
    pip__turns_init(&turns, &loop);
    pip__turns_round(&turns);
    struct pip__work began = pip__work_begin(&turns);
    uv_sleep(30);
    pip__work_end(&turns, WORK_ASK, began);
    assert_true(turns.of[WORK_ASK].wall >= 29000000);
    assert_true(turns.of[WORK_ASK].cpu < turns.of[WORK_ASK].wall / 2);
    pip__turns_round(&turns);
    assert_true(turns.longest.wall >= 29000000);
    assert_true(turns.longest.cpu < turns.longest.wall / 2);
}

static void test_a_round_is_counted_by_how_long_it_was(void **unused) {
    (void)unused;
    struct pip__turns turns;
    uint64_t sum = 0;
    pip__turns_init(&turns, &loop);
    pip__turns_round(&turns); /* the first has no beginning */
    for (int i = 0; i < 3; i++) {
        work_for(&turns, WORK_READ, 10000);
        pip__turns_round(&turns);
    }
    for (int i = 0; i < HOLD_STEPS; i++)
        sum += turns.count[i];
    assert_int_equal(sum, 3);
    assert_true(turns.longest.wall >= 10000 && turns.total > 0);
}

static void test_without_turns_none_ends(void **unused) {
    (void)unused;
    struct pip__work began = pip__work_begin(NULL);
    pip__work_end(NULL, WORK_READ, began);
    assert_false(pip__turn_is_over(NULL, WORK_READ));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_turn_ends_when_its_slice_is_used_up_and_begins_with_the_next_round),
        cmocka_unit_test(test_the_longest_of_each_kind_is_kept_and_of_it_no_more_than_was_spent),
        cmocka_unit_test(test_a_thing_that_waits_is_long_by_the_clock_and_not_by_the_processor),
        cmocka_unit_test(test_a_round_is_counted_by_how_long_it_was),
        cmocka_unit_test(test_without_turns_none_ends),
    };
    uv_loop_init(&loop);
    uv_loop_configure(&loop, UV_METRICS_IDLE_TIME);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    uv_loop_close(&loop);
    return failed;
}
