/* Lost Cities: what programs see of a position, and positions that cannot be. */
#include "testing.h"

#include "lost_cities_table.h"

/* ---- What programs see ---- */

/* Three seats in the middle of their second turn: seat 1 is active, took red and 10 and declined;
 * seat 2 has an arrow to follow and seat 0 has not chosen. The bridges of blue and purple fell
 * before. */
static struct pip_match *middle_of_a_turn(void) {
    struct pip_match *m = start(3);
    fill(m, 0, PURPLE, "2 2 3 5 5 8 9");
    fill(m, 0, YELLOW, "x");
    fill(m, 1, RED, "4");
    fill(m, 2, BLUE, "1 1 1 1 1 1 1 1 1");
    seat_of(m, 2)->ends = 1 << BLUE;
    settle(m);
    play(m, "* green green green 1 1 1", "0 -", "1 -", "2 -");
    play(m, "* red green blue 0 0 7", "1 red 10", "1 > -", "2 green 7");
    assert_int_equal(pip__lc_check(&m->setup, m->state), PIP_OK);
    return m;
}

/* What the seat observes is these parts one after the other, the last of them NULL. */
static void observation_is(struct pip_match *m, int seat, const int16_t *const *parts,
                           const int *lengths) {
    int16_t numbers[PIP_OBSERVE_MAX];
    int count = pip__lc_observe(&m->setup, m->state, seat, numbers), at = 0;
    for (; *parts; at += *lengths++, parts++) {
        assert_true(at + *lengths <= count);
        assert_memory_equal(numbers + at, *parts, (size_t)*lengths * sizeof **parts);
    }
    assert_int_equal(at, count);
}

static void test_an_observation_is_exact_and_begins_with_the_own_sheet(void **unused) {
    /* The phase (others choose); whether the seat itself accelerates. */
    static const int16_t seat_0_starts[] = {2, 0}, seat_2_starts[] = {2, 1};
    static const int16_t shared[] = {
        0, 0, 0, 1, 1, 0,             /* colours left: green, blue */
        0, 0, 0, 0, 0, 0, 1, 0, 0, 1, /* numbers left: 7 and 10 */
        0, 0, 0, 0, 1, 1, 0, 0,       /* bridges fallen: blue, purple */
    };
    static const int16_t sheet[3][35] = {
        {
            0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7, 1, 2, 0, 1, 0,       /* count and bridge */
            0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 9, 0, 0, /* top, circle, end */
            0,                                                    /* active */
        },
        {
            2,  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0,       /* count and bridge */
            10, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, /* top, circle, end */
            1,                                                     /* active */
        },
        {
            0, 0, 0, 0, 0, 0, 1, 0, 9, 1, 0, 0, 3, 0, 1, 0,       /* count and bridge */
            0, 0, 0, 0, 0, 0, 0, 0, 0, 7, 0, 0, 1, 0, 1, 0, 0, 0, /* top, circle, end */
            0,                                                    /* active */
        },
    };
    static const int lengths[] = {2, LENGTH(shared), 35, 35, 35};
    const int16_t *const from_0[] = {seat_0_starts, shared, sheet[0], sheet[1], sheet[2], NULL};
    const int16_t *const from_2[] = {seat_2_starts, shared, sheet[2], sheet[0], sheet[1], NULL};
    struct pip_match *m = middle_of_a_turn();
    (void)unused;
    observation_is(m, 0, from_0, lengths);
    observation_is(m, 2, from_2, lengths);
}

/* ---- Positions that cannot be ---- */

/* With this change to a sound position, check must refuse it. */
#define REFUSES(m, change)                                                 \
    do {                                                                   \
        struct pip__lc_state bad = *state_of(m);                           \
        assert_int_equal(pip__lc_check(&(m)->setup, &bad), PIP_OK);        \
        change;                                                            \
        assert_int_equal(pip__lc_check(&(m)->setup, &bad), PIP_BAD_STATE); \
    } while (0)

/* And with this one it must not. */
#define ACCEPTS(m, change)                                           \
    do {                                                             \
        struct pip__lc_state good = *state_of(m);                    \
        change;                                                      \
        assert_int_equal(pip__lc_check(&(m)->setup, &good), PIP_OK); \
    } while (0)

static void test_check_refuses_sheets_that_nobody_can_have(void **unused) {
    struct pip_match *m = start_on((struct columns){.red = ".v.......", .blue = NINE_DOTS}, 2);
    (void)unused;
    fill(m, 0, RED, "3 4 6");
    fill(m, 0, BLUE, "1 1 1 1 1 1 1 1 1");
    settle(m);
    ACCEPTS(m, good.seat[0].numbers[RED][1] = 10; good.seat[0].top[RED] = 10);
    REFUSES(m, bad.seat[0].numbers[RED][1] = 3; bad.seat[0].top[RED] = 3); /* falls */
    REFUSES(m, bad.seat[0].numbers[RED][1] = 11; bad.seat[0].top[RED] = 11);
    REFUSES(m, bad.seat[0].numbers[RED][0] = 0x40); /* a box left out */
    REFUSES(m, bad.seat[0].numbers[RED][1] = 0x66); /* a number above the count */
    REFUSES(m, bad.seat[0].numbers[BLUE][4] = 0x11);
    REFUSES(m, bad.seat[0].top[RED] = 4);
    REFUSES(m, bad.seat[0].top[RED] = 7);
    REFUSES(m, bad.seat[1].top[RED] = 1);
    REFUSES(m, bad.seat[0].count[BLUE] = 10; bad.seat[0].numbers[BLUE][4] = 0x11);
    REFUSES(m, bad.seat[0].count[LC_ARTEFACTS] = 0);
    REFUSES(m, bad.seat[0].count[LC_ARTEFACTS] = 2);
    REFUSES(m, bad.seat[1].count[LC_ARTEFACTS] = 1);
    ACCEPTS(m, good.seat[0].ends = 1 << BLUE; good.seat[0].count[LC_ARTEFACTS] = 2);
    REFUSES(m, bad.seat[0].ends = 1 << RED; bad.seat[0].count[LC_ARTEFACTS] = 2);
    REFUSES(m, bad.seat[0].ends = 1 << LC_DICE; bad.seat[0].count[LC_ARTEFACTS] = 2);
    ACCEPTS(m, good.seat[1].circles = 1 << BLUE);
    REFUSES(m, bad.seat[1].circles = 1 << GREEN); /* not printed */
    REFUSES(m, bad.seat[1].circles = 1 << LC_ARTEFACTS);
    REFUSES(m, bad.seat[1].count[GREEN] = 1; bad.seat[1].numbers[GREEN][0] = 1;
            bad.seat[1].top[GREEN] = 1);
    REFUSES(m, bad.seat[2].top[RED] = 1); /* only two play */
    REFUSES(m, bad.seat[4].bridges = 1 << RED);
    REFUSES(m, bad.seat[2] = bad.seat[0]);
    seat_of(m, 0)->count[LC_DICE] = 9;
    settle(m);
    REFUSES(m, bad.seat[0].count[LC_DICE] = 10);
}

static void test_check_knows_that_there_are_never_more_than_nine_artefacts(void **unused) {
    struct pip_match *m = start_on((struct columns){.red = "vvvvvvvvv", .blue = "v........"}, 1);
    (void)unused;
    fill(m, 0, RED, "1 1 1 1 1 1 1 1 1");
    fill(m, 0, BLUE, "1");
    settle(m);
    REFUSES(m, bad.seat[0].count[LC_ARTEFACTS] = 10);
    REFUSES(m, bad.seat[0].count[LC_ARTEFACTS] = 8);
}

static void test_check_refuses_bridges_that_were_not_earned(void **unused) {
    struct pip_match *m = start(2);
    (void)unused;
    fill(m, 0, RED, "1 1 1 1 1 1 1");
    fill(m, 0, BLUE, "1 1 1 1 1 1");
    fill(m, 1, RED, "1 1 1 1 1 1 1");
    settle(m);
    ACCEPTS(m, good.seat[1].bridges = 0); /* it came a turn later */
    REFUSES(m, bad.seat[0].bridges = bad.seat[1].bridges = 0);
    REFUSES(m, bad.seat[0].bridges |= 1 << BLUE); /* not there yet */
    REFUSES(m, bad.seat[0].bridges |= 1 << BLUE; bad.passed |= 1 << BLUE);
    REFUSES(m, bad.passed = 0); /* it fell when the turn was over */
    REFUSES(m, bad.passed |= 1 << BLUE);
    play(m, "* blue blue blue 1 1 1", "0 blue 1", "0 > -");
    ACCEPTS(m, good.passed |= 1 << BLUE);
    REFUSES(m, bad.seat[0].bridges = 1 << RED); /* nobody was there before */
    REFUSES(m, bad.passed |= 1 << GREEN);
}

static void test_check_refuses_turns_that_are_never_played(void **unused) {
    struct pip_match *m = start(3);
    (void)unused;
    ACCEPTS(m, good.turn = 74; good.active = 74 % 3);
    REFUSES(m, bad.turn = 75);
    REFUSES(m, bad.phase = LC_OVER + 1);
    REFUSES(m, bad.active = 1);
    REFUSES(m, bad.active = 3);
    REFUSES(m, bad.turn = 1);
    REFUSES(m, bad.phase = LC_ACTIVE_CHOOSES);
    REFUSES(m, bad.phase = LC_OVER);
    REFUSES(m, bad.acting = 1);
    REFUSES(m, bad.accelerating = 1);
    m = start(1);
    seat_of(m, 0)->count[LC_DICE] = 9;
    settle(m);
    ACCEPTS(m, good.turn = 75);
    REFUSES(m, bad.turn = 76);
    REFUSES(m, bad.phase = LC_ROLL);
    REFUSES(m, bad.acting = 1);
    REFUSES(m, bad.seat[0].count[LC_DICE] = 8);
}

static void test_check_refuses_a_game_that_goes_on_after_its_end(void **unused) {
    struct pip_match *m = one_bridge_left();
    const uint8_t all = 0xff;
    (void)unused;
    play(m, "* blue blue blue 2 2 2", "0 -");
    REFUSES(m, bad.passed = all); /* then this turn would not have begun */
    ACCEPTS(m, good.seat[0].count[LC_DICE] = good.seat[1].count[LC_DICE] = 9;
            good.seat[1].bridges |= 1 << LC_DICE);
    play(m, "1 -");
    assert_int_equal(state_of(m)->passed, all);
    REFUSES(m, bad.phase = LC_ROLL);
    m = one_bridge_left();
    play(m, "* blue blue blue 2 2 2");
    REFUSES(m, bad.seat[0].count[LC_DICE] = bad.seat[1].count[LC_DICE] = 9;
            bad.seat[0].bridges |= 1 << LC_DICE; bad.seat[1].bridges |= 1 << LC_DICE);
    /* Training sheets have fewer bridges. */
    m = start_on((struct columns){.green = "vvvvvvvvv"}, 1);
    fill(m, 0, GREEN, "1 1 1 1 1 1 1");
    seat_of(m, 0)->count[LC_DICE] = 6;
    settle(m);
    play(m, "* red red red 1 1 1", "0 -");
    assert_int_equal(pip_match_actor(m), PIP_ACTORS_OVER);
    REFUSES(m, bad.phase = LC_ROLL);
}

static void test_check_refuses_choices_by_seats_that_have_none(void **unused) {
    struct pip_match *m = start(3);
    (void)unused;
    play(m, "* red green blue 1 5 0");
    REFUSES(m, bad.acting = 0);
    REFUSES(m, bad.acting = 1 << 1);
    REFUSES(m, bad.acting = 1 << 0 | 1 << 1);
    REFUSES(m, bad.phase = LC_OTHERS_CHOOSE);
    play(m, "0 red 5");
    ACCEPTS(m, good.acting = 1 << 2);
    REFUSES(m, bad.acting = 0);
    REFUSES(m, bad.acting = 1 << 0);
    REFUSES(m, bad.acting = 1 << 1 | 1 << 3);
    play(m, "1 green 1");
    ACCEPTS(m, good.accelerating = 0);
    REFUSES(m, bad.accelerating |= 1 << 2); /* it stands on no arrow */
    REFUSES(m, bad.acting = 1 << 2);        /* accelerating, but not acting */
    REFUSES(m, bad.accelerating |= 1 << 3);
    m = start_with(NULL, 3, "order=sequence");
    play(m, "* red green blue 1 5 0", "0 red 5");
    ACCEPTS(m, good.acting = 1 << 2);
    REFUSES(m, bad.acting = 1 << 1 | 1 << 2);
}

static void test_check_wants_an_arrow_below_an_acceleration(void **unused) {
    struct pip_match *m = start_on((struct columns){.red = "........>", .blue = ">........"}, 1);
    (void)unused;
    fill(m, 0, RED, "1 1 1 1 1 1 1 1");
    settle(m);
    play(m, "* red red red 5 5 5", "0 red 5");
    REFUSES(m, bad.seat[0].ends = 1 << RED; bad.seat[0].count[LC_ARTEFACTS] = 1);
    REFUSES(m, bad.seat[0].count[RED] = 8; bad.seat[0].top[RED] = 1;
            bad.seat[0].numbers[RED][4] = 0);
    REFUSES(m, bad.accelerating = 0); /* who has taken dice and follows no arrow is done */
}

static void test_check_refuses_dice_that_do_not_fit(void **unused) {
    struct pip_match *m = start(2);
    (void)unused;
    for (int i = 0; i < 3; i++) { /* left over between turns */
        REFUSES(m, bad.colour_die[i] = 1);
        REFUSES(m, bad.number_die[i] = 1);
    }
    REFUSES(m, bad.taken_colour = 1);
    REFUSES(m, bad.taken_number = 1);
    REFUSES(m, bad.colours = 1);
    REFUSES(m, bad.numbers = 1 << 10);
    play(m, "* green blue purple 3 5 9");
    ACCEPTS(m, good.colour_die[1] = PURPLE; good.colours = 1 << GREEN | 1 << PURPLE);
    REFUSES(m, bad.colour_die[2] = 6; bad.colours = 1 << GREEN | 1 << BLUE | 1 << 6);
    REFUSES(m, bad.number_die[2] = 10; bad.numbers = 1 << 3 | 1 << 5 | 1 << 10);
    REFUSES(m, bad.number_die[2] = 255);
    REFUSES(m, bad.colour_die[0] = BLUE; bad.colour_die[1] = GREEN); /* not sorted */
    REFUSES(m, bad.colour_die[1] = PURPLE; bad.colour_die[2] = BLUE);
    REFUSES(m, bad.number_die[0] = 5; bad.number_die[1] = 3);
    REFUSES(m, bad.number_die[1] = 9; bad.number_die[2] = 5);
    REFUSES(m, bad.colours &= (uint8_t)(~(1 << GREEN)));
    REFUSES(m, bad.colours |= 1 << RED);
    REFUSES(m, bad.numbers &= (uint16_t)(~(1 << 3)));
    REFUSES(m, bad.numbers |= 1 << 10);
    REFUSES(m, bad.taken_colour = bad.taken_number = 3; bad.colours = 1 << GREEN | 1 << BLUE;
            bad.numbers = 1 << 3 | 1 << 5); /* nothing is taken before the choice */
    play(m, "0 purple 9");
    ACCEPTS(m, good.taken_colour = good.taken_number = 0; good.colours |= 1 << PURPLE;
            good.numbers |= 1 << 9);  /* had it refused */
    REFUSES(m, bad.taken_colour = 2); /* another die than the one that is missing */
    REFUSES(m, bad.taken_number = 1);
    REFUSES(m, bad.taken_colour = 4; bad.colours |= 1 << PURPLE);
    REFUSES(m, bad.taken_number = 4; bad.numbers |= 1 << 9);
    REFUSES(m, bad.taken_colour = 0; bad.colours |= 1 << PURPLE); /* half a pair */
    REFUSES(m, bad.taken_number = 0; bad.numbers |= 1 << 9);
    play(m, "1 -", "* green blue purple 0 0 4");
    REFUSES(m, bad.numbers = 1 << 0 | 1 << 4); /* a 0 is on offer as 10 */
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_an_observation_is_exact_and_begins_with_the_own_sheet),
        cmocka_unit_test(test_check_refuses_sheets_that_nobody_can_have),
        cmocka_unit_test(test_check_knows_that_there_are_never_more_than_nine_artefacts),
        cmocka_unit_test(test_check_refuses_bridges_that_were_not_earned),
        cmocka_unit_test(test_check_refuses_turns_that_are_never_played),
        cmocka_unit_test(test_check_refuses_a_game_that_goes_on_after_its_end),
        cmocka_unit_test(test_check_refuses_choices_by_seats_that_have_none),
        cmocka_unit_test(test_check_wants_an_arrow_below_an_acceleration),
        cmocka_unit_test(test_check_refuses_dice_that_do_not_fit),
    };
    return cmocka_run_group_tests_name("lost cities, positions", tests, NULL, NULL);
}
