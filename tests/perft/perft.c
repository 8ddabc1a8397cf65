/* Counts of how the first events of a game can go, each with a derivation that does not use the
 * engine. A wrong rule nearly always changes one of them. */
#include <pipwright/sim.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static uint64_t perft(const char *game, int seats, int depth) {
    struct pip_setup setup = pip_setup_default(pip_game_find(pip_span_of(game)), NULL, seats);
    uint64_t state[PIP_STATE_MAX / 8] = {0};
    setup.game->start(&setup, state);
    return pip_sim_perft(&setup, state, depth);
}

/* Pig: roll (1 way), six faces; a 1 passes the turn on (then only `roll`), any other face leaves
 * roll or hold. Depth 3 = 1 * (1 * 1 + 5 * 2) = 11. Depth 4: after a 1, `roll` leads to 6 faces;
 * after another face, roll leads to 6 faces and hold to the next seat's single `roll`:
 * 6 + 5 * (6 + 1) = 41. */
static void test_pig(void **state) {
    (void)state;
    assert_int_equal(perft("pig", 2, 1), 1);
    assert_int_equal(perft("pig", 2, 2), 6);
    assert_int_equal(perft("pig", 2, 3), 11);
    assert_int_equal(perft("pig", 2, 4), 41);
}

/* How many sets of three dice with `faces` faces show exactly 1, 2, 3 different ones: a face; an
 * ordered pair (which of the two is doubled); a choice of three. */
static void by_different(int faces, uint64_t count[4]) {
    uint64_t n = (uint64_t)faces;
    count[1] = n;
    count[2] = n * (n - 1);
    count[3] = n * (n - 1) * (n - 2) / 6;
}

/* Lost Cities: a roll is three of six colours and three of ten numbers as multisets:
 * C(8,3) * C(12,3) = 56 * 220 = 12,320. */
static void test_lost_cities_rolls(void **state) {
    uint64_t colours[4], numbers[4], rolls = 0;
    (void)state;
    by_different(6, colours);
    by_different(10, numbers);
    for (int c = 1; c <= 3; c++) {
        for (int n = 1; n <= 3; n++)
            rolls += colours[c] * numbers[n];
    }
    assert_int_equal(rolls, 12320);
    for (int seats = 1; seats <= 5; seats++)
        assert_int_equal(perft("lost-cities", seats, 1), rolls);
}

/* On empty sheets every pair can be written: (different colours) * (different numbers), and every
 * colour's circle if a 0 is among the numbers, and refusing. Rolls of three numbers with a 0 are
 * multisets of two out of ten, C(11,2) = 55. */
static void test_lost_cities_first_choice(void **state) {
    uint64_t colours[4], numbers[4], pairs = 0, all_colours = 0;
    (void)state;
    by_different(6, colours);
    by_different(10, numbers);
    for (int c = 1; c <= 3; c++) {
        all_colours += (uint64_t)c * colours[c];
        for (int n = 1; n <= 3; n++)
            pairs += (uint64_t)(c * n) * colours[c] * numbers[n];
    }
    uint64_t expected = pairs + all_colours * 55 + 12320;
    assert_int_equal(expected, 88550);
    assert_int_equal(perft("lost-cities", 1, 2), expected);
    assert_int_equal(perft("lost-cities", 5, 2), expected);
}

/* The third event, two seats on `jungle`, counted from the rules by plain loops over single dice
 * as they lie, sorted: no engine code, no multiset numbering.
 *
 * After refusing, the other seat has all six dice: the same number of choices as the first seat
 * had. After a pair it has what the four dice left allow. After a pair in a column whose first box
 * is an arrow (green, on this sheet) the first seat accelerates instead: six expeditions, or not.
 */
static uint64_t choices(const int *colours, const int *numbers, int dice) {
    int different_colours = 0, different_numbers = 0;
    bool zero = false;
    for (int i = 0; i < dice; i++) {
        bool new_colour = true, new_number = true;
        for (int j = 0; j < i; j++) {
            new_colour &= colours[j] != colours[i];
            new_number &= numbers[j] != numbers[i];
        }
        different_colours += new_colour;
        different_numbers += new_number;
        zero |= numbers[i] == 0;
    }
    return (uint64_t)(different_colours * different_numbers + zero * different_colours + 1);
}

static uint64_t after_pair(const int *colours, const int *numbers, int c, int n) {
    int left_colours[2], left_numbers[2], lc = 0, ln = 0;
    for (int i = 0; i < 3; i++) {
        if (i != c)
            left_colours[lc++] = colours[i];
        if (i != n)
            left_numbers[ln++] = numbers[i];
    }
    uint64_t others = choices(left_colours, left_numbers, 2);
    bool arrow = colours[c] == 3; /* green */
    uint64_t ways = arrow ? 7 : others;
    return numbers[n] == 0 ? ways + others : ways; /* a 0 also marks the circle */
}

static uint64_t third_events(const int *colours, const int *numbers) {
    uint64_t ways = choices(colours, numbers, 3); /* after refusing */
    for (int c = 0; c < 3; c++) {
        for (int n = 0; n < 3; n++) {
            bool first_colour = c == 0 || colours[c] != colours[c - 1];
            bool first_number = n == 0 || numbers[n] != numbers[n - 1];
            if (first_colour && first_number)
                ways += after_pair(colours, numbers, c, n);
        }
    }
    return ways;
}

static void test_lost_cities_second_choice(void **state) {
    uint64_t expected = 0;
    (void)state;
    for (int roll = 0; roll < 216 * 1000; roll++) {
        int colours[3] = {roll % 6, roll / 6 % 6, roll / 36 % 6};
        int numbers[3] = {roll / 216 % 10, roll / 2160 % 10, roll / 21600 % 10};
        bool sorted = colours[0] <= colours[1] && colours[1] <= colours[2] &&
                      numbers[0] <= numbers[1] && numbers[1] <= numbers[2];
        if (sorted)
            expected += third_events(colours, numbers);
    }
    assert_int_equal(perft("lost-cities", 2, 3), expected);
}

/* Roller: eight dice of six faces are C(13,5) = 1,287 multisets. On an empty sheet every count up
 * to eight has a path, so a seat may take every different number rolled, or use `two`. A given face
 * is in C(12,5) = 792 of the multisets, so there are 6 * 792 + 1,287 first steps; all seats have
 * them at the same time. */
static void test_roller(void **state) {
    const uint64_t rolls = 1287, first = 6 * 792 + rolls;
    (void)state;
    for (int seats = 1; seats <= 8; seats++) {
        assert_int_equal(perft("roller", seats, 1), rolls);
        assert_int_equal(perft("roller", seats, 2), (uint64_t)seats * first);
    }
}

/* Escape, n seats: each picks one of the sides that are left; then `roll` is the only move (nothing
 * is cursed or marked yet); a pair of dice has C(6,2) = 15 multisets of its five faces. Of a pair
 * one keeps any part that is no black mask: two different symbols (6 pairs) leave 4 ways, two equal
 * ones (4) 3, one beside a black mask (4) 2, two black masks 1: 24 + 12 + 8 + 1 = 45 in all. Six
 * dice are left, so the same follows again. In the joker lottery the first event of the turn is a
 * roll of two dice that are told apart, 5 * 5. */
static void test_escape(void **state) {
    const uint64_t sides[] = {0, 0, 4 * 3, 4 * 3 * 2, 4 * 3 * 2 * 1};
    (void)state;
    for (int n = 2; n <= 4; n++) {
        assert_int_equal(perft("escape", n, n), sides[n]);
        assert_int_equal(perft("escape", n, n + 1), sides[n]);
        assert_int_equal(perft("escape", n, n + 2), sides[n] * 15);
        assert_int_equal(perft("escape", n, n + 3), sides[n] * 45);
        assert_int_equal(perft("escape", n, n + 5), sides[n] * 45 * 15);
        assert_int_equal(perft("escape", n, n + 6), sides[n] * 45 * 45);
    }
    struct pip_setup setup = pip_setup_first(pip_game_find(pip_span_of("escape")));
    while (pip_setup_option(&setup, pip_span_of("variant=lottery")) == PIP_OK &&
           pip_setup_check(&setup) != PIP_OK)
        assert_true(pip_setup_next(&setup));
    uint64_t start[PIP_STATE_MAX / 8] = {0};
    setup.game->start(&setup, start);
    assert_int_equal(pip_sim_perft(&setup, start, setup.seats + 1), sides[setup.seats] * 25);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pig),
        cmocka_unit_test(test_lost_cities_rolls),
        cmocka_unit_test(test_lost_cities_first_choice),
        cmocka_unit_test(test_lost_cities_second_choice),
        cmocka_unit_test(test_roller),
        cmocka_unit_test(test_escape),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
