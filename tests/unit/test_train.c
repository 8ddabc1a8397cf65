/* Training: the same net for a seed whatever the threads, one that has learned something; and nets
 * as files. */
#include "testing.h"

#include "games/lost-cities/lost_cities.h"
#include "train/train.h"
#include <stdlib.h>

static void train(int threads, uint64_t seed, uint32_t games, struct pip__net_file *file) {
    const struct pip_setup setups[] = {pip_setup_default(&pip__lost_cities, NULL, 1),
                                       pip_setup_default(&pip__lost_cities, NULL, 3)};
    const struct pip__training training = {.setups = setups,
                                           .count = LENGTH(setups),
                                           .seats_min = 1,
                                           .seats_max = 3,
                                           .sheet = "jungle",
                                           .seed = seed,
                                           .games = games,
                                           .warm = games / 2,
                                           .threads = threads,
                                           .rate = 0.3,
                                           .lambda = 0.5};
    assert_int_equal(pip__train(&training, file), PIP_OK);
}

static char *bytes_of(struct pip__net_file *file, size_t *length) {
    char *bytes = pip__net_write(&file->net, length);
    assert_non_null(bytes);
    pip__net_release(file);
    return bytes;
}

static void test_a_seed_gives_the_same_net_whatever_the_threads(void **unused) {
    struct pip__net_file one, three, other;
    size_t lengths[3];
    (void)unused;
    train(1, 5, 128, &one);
    train(3, 5, 128, &three);
    train(1, 6, 128, &other);
    char *bytes[] = {bytes_of(&one, &lengths[0]), bytes_of(&three, &lengths[1]),
                     bytes_of(&other, &lengths[2])};
    assert_int_equal(lengths[0], lengths[1]);
    assert_memory_equal(bytes[0], bytes[1], lengths[0]);
    assert_memory_not_equal(bytes[0], bytes[2], lengths[0]);
    for (int i = 0; i < 3; i++)
        free(bytes[i]);
}

/* After some of greedy's games: opening red with a 1 is better than with a 10. */
static void test_a_net_learns_what_is_good(void **unused) {
    const struct pip_setup setup = pip_setup_default(&pip__lost_cities, NULL, 1);
    struct pip__lc_state low = {.turn = 1}, high = {.turn = 1};
    struct pip__net_file file;
    struct pip__net_sum sum;
    int32_t told[2][NET_HEADS];
    (void)unused;
    train(2, 1, 1024, &file);
    low.seat[0].count[0] = high.seat[0].count[0] = 1;
    low.seat[0].top[0] = 1;
    high.seat[0].top[0] = 10;
    for (int i = 0; i < 2; i++) {
        uint16_t features[PIP_FEATURES_MAX];
        int count = pip__lc_think.remark(&setup, i ? &high : &low, 0, features);
        pip__net_add_up(&file.net, features, count, &sum);
        pip__net_tell(&file.net, &sum, NET_HEADS, told[i]);
    }
    assert_true(told[0][NET_VALUE] > told[1][NET_VALUE] + NET_ONE / 10);
    assert_in_range(told[0][NET_VALUE], 4 * NET_ONE, 20 * NET_ONE); /* 200 to 1000 points */
    pip__net_release(&file);
}

static void refuses(const char *bytes, size_t length, const char *reason) {
    struct pip__net_file file = {0};
    const char *why;
    assert_int_equal(pip__net_read(bytes, length, &file, &why), PIP_SYNTAX);
    assert_string_equal(why, reason);
    assert_null(file.row);
}

static void test_a_net_is_read_as_it_was_written(void **unused) {
    struct pip__net_file file, again;
    size_t length, longer;
    const char *why;
    (void)unused;
    train(1, 5, 32, &file);
    char *bytes = bytes_of(&file, &length);
    assert_int_equal(pip__net_read(bytes, length, &again, &why), PIP_OK);
    assert_string_equal(again.net.game, "lost-cities");
    assert_string_equal(again.net.sheet, "jungle");
    assert_int_equal(again.net.seats_max, 3);
    char *copy = bytes_of(&again, &longer);
    assert_int_equal(length, longer);
    assert_memory_equal(bytes, copy, length);
    refuses(bytes, length - 1, "it has more or fewer weights than it says");
    refuses(bytes, 10, "its first line is not that of a net");
    refuses(bytes, 0, "its first line is not that of a net");
    bytes[length - 1] = 127;
    refuses(bytes, length, "a weight out of it is too large");
    bytes[0] = 'x';
    refuses(bytes, length, "its first line is not that of a net");
    free(bytes);
    free(copy);
}

/* A sheet of one's own: its hash is in the file, and what never came up is not. */
static void test_a_net_for_a_sheet_of_ones_own_leaves_out_what_never_comes_up(void **unused) {
    const struct pip_setup setup = pip_setup_default(&pip__lost_cities, NULL, 1);
    const struct pip__training training = {.setups = &setup,
                                           .count = 1,
                                           .seats_min = 1,
                                           .seats_max = 1,
                                           .sheet = "mine",
                                           .hash = 0x0123456789abcdef,
                                           .seed = 5,
                                           .games = 64,
                                           .warm = 32,
                                           .threads = 1,
                                           .rate = 0.3,
                                           .lambda = 0.5,
                                           .explore = 0.2};
    const char head[] = "pipwright-net 2 lost-cities mine 1 1 ";
    struct pip__net_file file, again;
    size_t length, longer;
    const char *why;
    (void)unused;
    assert_int_equal(pip__train(&training, &file), PIP_OK);
    char *bytes = bytes_of(&file, &length);
    assert_memory_equal(bytes, head, sizeof head - 1);
    assert_int_equal(pip__net_read(bytes, length, &again, &why), PIP_OK);
    assert_true(again.net.hash == training.hash);
    assert_true(length < pip__net_bytes(&again.net) / 2);
    char *copy = bytes_of(&again, &longer);
    assert_int_equal(length, longer);
    assert_memory_equal(bytes, copy, length);
    refuses(bytes, length - 1, "it has more or fewer weights than it says");
    refuses(bytes, 100, "it has more or fewer weights than it says");
    bytes[sizeof "pipwright-net " - 1] = '1';
    refuses(bytes, length, "its first line is not that of a net");
    free(bytes);
    free(copy);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_seed_gives_the_same_net_whatever_the_threads),
        cmocka_unit_test(test_a_net_learns_what_is_good),
        cmocka_unit_test(test_a_net_is_read_as_it_was_written),
        cmocka_unit_test(test_a_net_for_a_sheet_of_ones_own_leaves_out_what_never_comes_up),
    };
    return cmocka_run_group_tests_name("train", tests, NULL, NULL);
}
