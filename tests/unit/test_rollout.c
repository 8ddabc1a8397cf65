/* Rollouts: that they are fair to what they compare, and depend on nothing but their numbers. */
#include "testing.h"

#include "review/rollout.h"
#include <stdlib.h>
#include <string.h>

static struct pip_mind mind;
static struct pip_review_room room;

/* Somebody alone at Pig who has rolled once and can roll again or hold. */
static struct pip__rollout pig(uint32_t luck, bool loose) {
    static struct pip_setup setup;
    const pip_move four = 3, hold = 1, roll = 0;
    setup = pip_setup_default(pip_game_find(pip_span_of("pig")), NULL, 1);
    struct pip__rollout rollout = {
        .setup = &setup, .seed = 7, .luck = luck, .loose = loose, .lines = 2};
    setup.game->start(&setup, rollout.state);
    while (setup.game->actor(&setup, rollout.state) != PIP_ACTORS_CHANCE)
        setup.game->apply(&setup, rollout.state, 0, roll);
    setup.game->apply(&setup, rollout.state, PIP_CHANCE, four);
    rollout.line[0] = (struct pip_line){1, {roll}};
    rollout.line[1] = (struct pip_line){1, {hold}};
    return rollout;
}

static struct pip__rollout_batch batch_of(const struct pip__rollout *rollout, uint32_t number) {
    struct pip__rollout_batch batch = {.lines = (1u << rollout->lines) - 1};
    pip__rollout_play(rollout, number, &mind, &room, &batch);
    return batch;
}

static void sum_up(const struct pip__rollout *rollout, uint32_t batches,
                   struct pip__rollout_sums *sums) {
    pip__rollout_begin(rollout, 0, sums);
    for (uint32_t i = 0; i < batches; i++) {
        struct pip__rollout_batch batch = batch_of(rollout, i);
        pip__rollout_add(sums, &batch);
    }
}

static void test_a_batch_depends_on_its_number_alone(void **state) {
    struct pip__rollout rollout = pig(8, false);
    struct pip__rollout_batch again, first = batch_of(&rollout, 3);
    (void)state;
    batch_of(&rollout, 0);
    memset(mind.line, 0x5a, sizeof mind.line);
    again = batch_of(&rollout, 3);
    assert_memory_equal(&again, &first, sizeof first);
    again.lines = 2; /* nor on which other lines are played on */
    pip__rollout_play(&rollout, 3, &mind, &room, &again);
    assert_int_equal(again.sum[1].value, first.sum[1].value);
}

/* Means of 128 batches of 16 lie within four standard errors of each other in any way. */
static void test_luck_and_strata_leave_the_mean_as_it_is(void **state) {
    struct pip__rollout_difference plain, other;
    struct pip__rollout_sums sums;
    struct pip__rollout rollout = pig(0, true);
    (void)state;
    sum_up(&rollout, 128, &sums);
    pip__rollout_differ(&sums, 0, 1, &plain);
    assert_true(plain.value_error > 0);
    for (uint32_t luck = 0; luck <= 8; luck += 4) { /* 0, some outcomes, all six */
        rollout = pig(luck, false);
        sum_up(&rollout, 128, &sums);
        pip__rollout_differ(&sums, 0, 1, &other);
        assert_true(abs(plain.value - other.value) <= 4 * (plain.value_error + other.value_error));
    }
}

static struct pip__rollout_batch made(int32_t first, int32_t second, int32_t third) {
    return (struct pip__rollout_batch){7, {{first, 0}, {second, 0}, {third, 0}}};
}

static void test_who_is_clearly_behind_is_left_out(void **state) {
    struct pip__rollout rollout = pig(0, true);
    struct pip__rollout_sums sums;
    struct pip__rollout_difference lost;
    (void)state;
    rollout.lines = 3;
    pip__rollout_begin(&rollout, 4, &sums);
    for (int i = 0; i < 8; i++) {
        struct pip__rollout_batch batch =
            made(16000 * i, 16000 * (i + i % 2 * 4), 16000 * (i - 90));
        assert_false(pip__rollout_settle(&sums));
        pip__rollout_add(&sums, &batch);
    }
    assert_false(pip__rollout_settle(&sums)); /* 2 ahead, with an error of 0.76 */
    assert_int_equal(sums.left, 3);
    assert_int_equal(pip__rollout_best(&sums), 1);
    pip__rollout_differ(&sums, 1, 0, &lost);
    assert_int_equal(lost.value, 2000);
    assert_in_range(lost.value_error, 755, 757);
    sums.clear = 2;
    assert_true(pip__rollout_settle(&sums));
}

static void test_what_lacks_next_to_nothing_is_soon_clear(void **state) {
    struct pip__rollout rollout = pig(0, true);
    struct pip__rollout_sums sums;
    (void)state;
    pip__rollout_begin(&rollout, 4, &sums);
    for (int i = 0; i < 8; i++) {
        struct pip__rollout_batch batch = made(160 * i, 160 * i + i % 2, 0);
        batch.lines = 3;
        pip__rollout_add(&sums, &batch);
    }
    assert_true(pip__rollout_settle(&sums));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_batch_depends_on_its_number_alone),
        cmocka_unit_test(test_luck_and_strata_leave_the_mean_as_it_is),
        cmocka_unit_test(test_who_is_clearly_behind_is_left_out),
        cmocka_unit_test(test_what_lacks_next_to_nothing_is_soon_clear),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
