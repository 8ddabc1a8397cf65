/* Lost Cities, rule by rule: artefacts, refusing, bridges, end and score. */
#include "testing.h"

#include "lost_cities_table.h"
#include <pipwright/sim.h>

/* ---- LC5 Artefacts ---- */

static void test_LC5_1_an_artefact_box_shades_at_once_by_dice_or_acceleration(void **unused) {
    struct pip_match *m = start(2);
    (void)unused;
    play(m, "* purple purple red 3 4 5", "0 purple 3");
    assert_int_equal(artefacts_of(m, 0), 1); /* though the turn is not over */
    assert_int_equal(artefacts_of(m, 1), 0);
    play(m, "1 red 4");
    assert_int_equal(artefacts_of(m, 1), 0); /* a plain box */
    play(m, "* green green green 3 4 5", "1 green 3");
    assert_int_equal(artefacts_of(m, 1), 0);
    play(m, "1 > purple");
    assert_int_equal(artefacts_of(m, 1), 1);
}

static void test_LC5_2_at_nine_artefacts_the_box_is_still_filled(void **unused) {
    struct pip_match *m = start_on((struct columns){.red = "vvvvvvvvv", .blue = "v>......."}, 1);
    (void)unused;
    fill(m, 0, RED, "1 1 1 1 1 1 1 1");
    settle(m);
    assert_int_equal(artefacts_of(m, 0), 8);
    play(m, "* red red red 1 1 1", "0 red 1");
    assert_int_equal(artefacts_of(m, 0), 9);
    play(m, "* blue blue blue 5 5 5", "0 blue 5");
    assert_int_equal(artefacts_of(m, 0), 9);
    numbers_are(m, 0, BLUE, "5");
    play(m, "* blue blue blue 5 5 5", "0 blue 5", "0 > red");
    assert_int_equal(artefacts_of(m, 0), 9); /* the end, too, is marked all the same */
    assert_int_equal(seat_of(m, 0)->ends, 1 << RED);
    assert_int_equal(points_of(m, 0, "artefacts"), 100);
}

/* ---- LC6 Refusing ---- */

static void test_LC6_1_refusing_shades_the_next_dice_symbol(void **unused) {
    struct pip_match *m = start(3);
    (void)unused;
    play(m, "* red red blue 0 3 7", "0 -", "2 -", "1 red 3");
    assert_int_equal(symbols_of(m, 0), 1);
    assert_int_equal(symbols_of(m, 1), 0);
    assert_int_equal(symbols_of(m, 2), 1);
    play(m, "* red red blue 0 3 7", "1 -", "0 -", "2 -");
    assert_int_equal(symbols_of(m, 0), 2);
    assert_int_equal(symbols_of(m, 1), 1);
    assert_int_equal(symbols_of(m, 2), 2);
}

static void test_LC6_2_the_ninth_symbol_exhausts_a_seat_that_plays_on(void **unused) {
    struct pip_match *m = start(2);
    (void)unused;
    seat_of(m, 0)->count[LC_DICE] = 8;
    settle(m);
    assert_int_equal(points_of(m, 0, "dice symbols"), 70);
    assert_false(shows(m, 0, "Exhausted"));
    play(m, "* red red blue 0 3 7", "0 -", "1 -");
    assert_int_equal(symbols_of(m, 0), 9);
    assert_true(shows(m, 0, "Exhausted"));
    assert_int_equal(points_of(m, 0, "dice symbols"), 0);
    play(m, "* red red blue 0 3 7", "1 red 3");
    legal_is(m, 0, "red 7, red 10, red x, blue 7, blue 10, blue x, -");
    play(m, "0 red 7", "* red red blue 0 3 7", "0 red 7", "0 > -");
    numbers_are(m, 0, RED, "7 7");
}

static void test_LC6_3_an_exhausted_seat_may_refuse_and_shades_nothing(void **unused) {
    struct pip_match *m = start(2);
    (void)unused;
    seat_of(m, 0)->count[LC_DICE] = 9;
    settle(m);
    struct pip__lc_seat before = *seat_of(m, 0);
    for (int turn = 0; turn < 3; turn++) {
        all_refuse(m);
        assert_memory_equal(seat_of(m, 0), &before, sizeof before);
    }
    assert_int_equal(symbols_of(m, 1), 3);
}

/* ---- LC7 Bridges ---- */

static void test_LC7_1_the_seventh_step_of_a_column_passes_its_bridge(void **unused) {
    struct pip_match *m = start_on((struct columns){.red = NINE_DOTS, .blue = "v.v.v.v.v"}, 1);
    (void)unused;
    fill(m, 0, RED, "1 2 3 4 5");
    fill(m, 0, BLUE, "1 1 1 1 1 1 1 1 1");
    seat_of(m, 0)->ends = 1 << BLUE;
    seat_of(m, 0)->count[LC_DICE] = 5;
    settle(m);
    assert_int_equal(artefacts_of(m, 0), 6);
    assert_int_equal(seat_of(m, 0)->bridges, 1 << BLUE);
    play(m, "* red red red 5 5 5", "0 red 5", "* red red red 5 5 5", "0 -");
    assert_int_equal(seat_of(m, 0)->bridges, 1 << BLUE); /* sixth steps */
    play(m, "* red red red 5 5 5", "0 red 5");
    assert_int_equal(seat_of(m, 0)->bridges, 1 << BLUE | 1 << RED);
    play(m, "* red red red 5 5 5", "0 -");
    assert_int_equal(seat_of(m, 0)->bridges, 1 << BLUE | 1 << RED | 1 << LC_DICE);
    play(m, "* red red red 5 5 5", "0 red 5", "* red red red 5 5 5", "0 red 5");
    play(m, "* red red red 5 5 5", "0 red 5"); /* the one at the end is the seventh artefact */
    assert_int_equal(artefacts_of(m, 0), 7);
    assert_true(marked(seat_of(m, 0)->bridges, LC_ARTEFACTS));
    assert_int_equal(points_of(m, 0, "bonus bridges"), 80);
}

static void test_LC7_2_only_the_first_turn_in_which_anyone_passes_pays(void **unused) {
    struct pip_match *m = start(3);
    (void)unused;
    for (int seat = 0; seat < 3; seat++)
        fill(m, seat, RED, "1 2 3 4 5 6");
    settle(m);
    play(m, "* red red red 7 7 7", "0 red 7", "1 red 7", "2 -");
    assert_int_equal(points_of(m, 0, "bonus bridges"), 20);
    assert_int_equal(points_of(m, 1, "bonus bridges"), 20);
    assert_int_equal(points_of(m, 2, "bonus bridges"), 0);
    play(m, "* red red red 7 7 7", "1 -", "2 red 7", "0 -");
    numbers_are(m, 2, RED, "1 2 3 4 5 6 7");
    assert_int_equal(points_of(m, 2, "bonus bridges"), 0);
    assert_int_equal(points_of(m, 0, "bonus bridges"), 20);
    assert_true(shows(m, 2, "bridge gone"));
    assert_true(shows(m, 0, "bridge +20"));
}

static void test_LC7_3_bridge_points_are_never_doubled_and_survive_exhaustion(void **unused) {
    struct pip_match *m = start(1);
    (void)unused;
    fill(m, 0, ORANGE, "x 1 2 3 4 5 6 7");
    settle(m);
    assert_int_equal(points_of(m, 0, "orange"), 60);
    assert_int_equal(points_of(m, 0, "bonus bridges"), 20);
    m = start(1);
    seat_of(m, 0)->count[LC_DICE] = 9;
    settle(m);
    assert_int_equal(points_of(m, 0, "dice symbols"), 0);
    assert_int_equal(points_of(m, 0, "bonus bridges"), 20);
}

/* ---- LC8 End ---- */

static void all_bridges_end_the_game(void) {
    struct pip_match *m = one_bridge_left();
    play(m, "* blue blue blue 2 2 2", "0 blue 2", "1 -", "* blue blue blue 2 2 2", "1 -");
    play(m, "0 -");
    assert_int_equal(pip_match_actor(m), PIP_ACTORS_OVER);
    m = one_bridge_left();
    play(m, "* blue blue blue 2 2 2", "0 -");
    assert_int_equal(pip_match_actor(m), 1 << 1); /* not before the end of the turn */
    play(m, "1 blue 2");
    assert_int_equal(pip_match_actor(m), PIP_ACTORS_OVER);
    refused(m, "0 -", PIP_OVER);
    refused(m, "1 -", PIP_OVER);
}

static void all_exhausted_end_the_game(void) {
    struct pip_match *m = start(2);
    seat_of(m, 0)->count[LC_DICE] = 9;
    seat_of(m, 1)->count[LC_DICE] = 7;
    settle(m);
    all_refuse(m);
    assert_int_equal(pip_match_actor(m), PIP_ACTORS_CHANCE);
    play(m, "* red red red 1 1 1", "1 -");
    assert_int_equal(pip_match_actor(m), 1 << 0);
    play(m, "0 red 1");
    assert_int_equal(pip_match_actor(m), PIP_ACTORS_OVER);
}

static void a_training_sheet_has_its_columns_and_two_bridges(void) {
    struct pip_match *m = start_on((struct columns){.green = "vvvvvvvvv"}, 1);
    fill(m, 0, GREEN, "1 1 1 1 1 1");
    seat_of(m, 0)->count[LC_DICE] = 6;
    settle(m);
    play(m, "* red red red 1 1 1", "0 -");
    assert_int_equal(pip_match_actor(m), PIP_ACTORS_CHANCE);
    play(m, "* green green green 1 1 1", "0 green 1"); /* its bridge, and that of artefacts */
    assert_int_equal(pip_match_actor(m), PIP_ACTORS_OVER);
    assert_int_equal(points_of(m, 0, "bonus bridges"), 60);
}

static void test_LC8_1_the_game_ends_with_a_turn_when_all_bridges_or_seats_are_done(void **unused) {
    (void)unused;
    all_bridges_end_the_game();
    all_exhausted_end_the_game();
    a_training_sheet_has_its_columns_and_two_bridges();
}

/* On a sheet without arrows and artefacts a lone seat can use up everything there is. */
static void the_longest_solo_game_has_75_turns(void) {
    struct pip_match *m = start_on(
        (struct columns){NINE_DOTS, NINE_DOTS, NINE_DOTS, NINE_DOTS, NINE_DOTS, NINE_DOTS}, 1);
    for (pip_move colour = 0; colour < LC_COLOURS; colour++) {
        const uint8_t dice[] = {(uint8_t)colour, (uint8_t)colour, (uint8_t)colour, 0, 1, 1};
        struct pip_chance roll = roll_due(m);
        for (int i = 0; i < 11; i++) {
            pip_move number = i == 0 ? LC_CIRCLE : 0;
            pip_match_play(m, PIP_CHANCE, pip_chance_outcome(&roll, dice));
            assert_int_equal(
                pip_match_play(m, 0, (pip_move)(LC_WRITE + LC_PER_COLOUR * colour + number)),
                PIP_OK);
        }
    }
    assert_int_equal(turns_of(m), 66);
    for (int i = 0; i < 9; i++)
        play(m, "* red red red 1 1 1", "0 -");
    assert_int_equal(turns_of(m), 75);
    assert_int_equal(pip_match_actor(m), PIP_ACTORS_OVER);
}

/* The active seat begins, the others follow clockwise; each declines what arrow it gets. */
static void all_play_and_decline(struct pip_match *m, pip_move move) {
    for (int i = 0, first = state_of(m)->active; i < m->setup.seats; i++) {
        unsigned seat = (unsigned)((first + i) % m->setup.seats);
        assert_int_equal(pip_match_play(m, seat, move), PIP_OK);
        if (state_of(m)->accelerating)
            assert_int_equal(pip_match_play(m, seat, LC_DECLINE), PIP_OK);
    }
}

/* Where every box is an arrow and all seats decline them, all use up everything in the same turns:
 * no game has more events. */
static void the_longest_game_is_as_long_as_its_bound(int seats, const char *option) {
#define NINE_ARROWS ">>>>>>>>>"
    const struct columns arrows = {NINE_ARROWS, NINE_ARROWS, NINE_ARROWS,
                                   NINE_ARROWS, NINE_ARROWS, NINE_ARROWS};
    struct pip_match *m = start_with(sheet_of(arrows), seats, option);
    for (int i = 0; i < 66; i++) {
        const uint8_t colour = (uint8_t)(i / 11), number = i % 11 == 0 ? LC_CIRCLE : 0;
        const uint8_t dice[] = {colour, colour, colour, 0, 0, 0},
                      ones[] = {colour, colour, colour, 1, 1, 1};
        struct pip_chance roll = roll_due(m);
        pip_match_play(m, PIP_CHANCE, pip_chance_outcome(&roll, i % 11 == 0 ? dice : ones));
        all_play_and_decline(m, (pip_move)(LC_WRITE + LC_PER_COLOUR * colour + number));
        assert_int_equal(pip__lc_check(&m->setup, m->state), PIP_OK);
    }
    for (int i = 0; i < 9; i++) {
        assert_int_equal(pip_match_actor(m), PIP_ACTORS_CHANCE);
        all_refuse(m);
    }
    assert_int_equal(pip_match_actor(m), PIP_ACTORS_OVER);
    assert_int_equal(turns_of(m), 75);
    assert_int_equal(m->count, pip__lost_cities.length(&m->setup));
    assert_int_equal(pip__lc_check(&m->setup, m->state), PIP_OK);
}

static void test_LC8_2_every_game_is_finite(void **unused) {
    (void)unused;
    the_longest_solo_game_has_75_turns();
    for (int seats = 1; seats <= LC_SEATS_MAX; seats++) {
        the_longest_game_is_as_long_as_its_bound(seats, "order=simultaneous");
        the_longest_game_is_as_long_as_its_bound(seats, "order=sequence");
    }
    struct pip_setup setup = pip_setup_first(&pip__lost_cities);
    do {
        uint32_t longest = pip__lost_cities.length(&setup);
        assert_true(longest <= EVENTS);
        for (uint32_t game = 0; game < 20; game++) {
            struct pip_seed seed = {82, game};
            struct pip_random random = pip_random_init(seed, 0);
            pip_match_start(&the_match, &setup, events, longest);
            the_match.dice = PIP_DICE_SEED;
            the_match.seed = seed;
            while (play_at_random(&the_match, &random))
                ;
            assert_in_range(turns_of(&the_match), 9, 75);
        }
    } while (pip_setup_next(&setup));
}

/* ---- LC9 Score ---- */

static void test_LC9_1_an_expedition_without_entry_scores_nothing(void **unused) {
    struct pip_match *m = start(2);
    (void)unused;
    fill(m, 1, RED, "4");
    fill(m, 1, BLUE, "x");
    settle(m);
    for (int colour = 0; colour < LC_COLOURS; colour++)
        assert_int_equal(points_of(m, 0, pip__lc_column_name[colour]), 0);
    assert_int_equal(points_of(m, 1, "red"), -20);
    assert_int_equal(points_of(m, 1, "blue"), -100);
    assert_int_equal(points_of(m, 1, "green"), 0);
}

static void test_LC9_2_the_ladder_value_doubles_with_the_circle(void **unused) {
    static const int ladder[] = {-50, -20, -15, -10, 5, 10, 15, 30, 35, 50};
    static const char nines[] = "x 9 9 9 9 9 9 9 9 9";
    (void)unused;
    for (size_t count = 0; count <= 9; count++) {
        char numbers[sizeof nines];
        struct pip_match *m = start(1);
        memcpy(numbers, nines, sizeof nines);
        numbers[1 + 2 * count] = '\0';
        fill(m, 0, YELLOW, numbers);
        fill(m, 0, BLUE, numbers + 1);
        settle(m);
        assert_int_equal(points_of(m, 0, "yellow"), 2 * ladder[count]);
        assert_int_equal(points_of(m, 0, "blue"), count == 0 ? 0 : ladder[count]);
    }
}

static void test_LC9_3_artefacts_and_dice_symbols_score_their_ladders(void **unused) {
    static const int artefacts[] = {0, -40, -30, -20, 10, 20, 30, 60, 70, 100};
    static const int symbols[] = {0, -40, -30, -20, 10, 20, 30, 60, 70, 0};
    static const char ones[] = "1 1 1 1 1 1 1 1 1";
    (void)unused;
    for (size_t count = 0; count <= 9; count++) {
        char numbers[sizeof ones] = "";
        struct pip_match *m = start_on((struct columns){.red = "vvvvvvvvv"}, 1);
        memcpy(numbers, ones, count > 0 ? 2 * count - 1 : 0);
        fill(m, 0, RED, numbers);
        seat_of(m, 0)->count[LC_DICE] = (uint8_t)count;
        settle(m);
        assert_int_equal(points_of(m, 0, "artefacts"), artefacts[count]);
        assert_int_equal(points_of(m, 0, "dice symbols"), symbols[count]);
    }
}

static void refuse_always(const struct pip_setup *setup, const void *state, int seat,
                          struct pip_mind *mind) {
    (void)setup, (void)state, (void)seat;
    mind->count = 1;
    mind->candidate[0].line = (struct pip_line){1, {LC_REFUSE}};
}

static void test_LC9_4_the_highest_total_wins_and_ties_share(void **unused) {
    static const struct pip_bot refuser = {.name = "refuser", .rank = refuse_always};
    const struct pip_bot *const bots[] = {&refuser, &refuser, &refuser};
    struct pip_sim_totals totals = {0};
    uint64_t state[PIP_STATE_MAX / 8];
    char line[64];
    struct pip_text text = pip_text_init(line, sizeof line);
    (void)unused;
    struct pip_match *m = one_bridge_left();
    play(m, "* blue blue blue 2 2 2", "0 -", "1 -");
    int32_t sums[2] = {0};
    for (int seat = 0; seat < 2; seat++) {
        for (int column = 0; column < LC_COLUMNS; column++)
            sums[seat] += points_of(m, seat, pip__lc_column_words(column));
        sums[seat] += points_of(m, seat, "bonus bridges");
        assert_int_equal(pip_score_total(&m->setup, m->state, seat), sums[seat]);
    }
    pip_text_add(&text, "= ");
    pip_text_add_number(&text, sums[0]);
    pip_text_add(&text, " ");
    pip_text_add_number(&text, sums[1]);
    assert_true(may_come(m, line));
    struct pip_setup setup = pip_setup_default(&pip__lost_cities, NULL, 3);
    pip_sim_play(&setup, bots, (struct pip_seed){1, 0}, NULL, NULL, state, &totals);
    for (int seat = 0; seat < 3; seat++) {
        assert_int_equal(totals.score[seat], 20); /* exhausted, with the bridge */
        assert_int_equal(totals.wins[seat], PIP_WIN_UNIT / 3);
    }
}

/* ---- LC10 Ladders ---- */

static void test_LC10_1_the_worked_example_totals_425(void **unused) {
    static const struct pip_item expected[] = {
        {"red", 70},       {"orange", 0},        {"yellow", 30},
        {"green", 35},     {"blue", 100},        {"purple", -20},
        {"artefacts", 70}, {"dice symbols", 60}, {"bonus bridges", 80}};
    struct pip_item items[PIP_ITEMS_MAX];
    (void)unused;
    /* The shipped sheets would shade nine artefacts here; the printed one shades eight. */
    struct pip_match *m = start_on((struct columns){".>.v.>.v.", "..>.v.>.v", ".v.>.v.>.",
                                                    ">.v.>.v..", "..v>..>v.", "..>..v..>"},
                                   2);
    fill(m, 0, RED, "x 2 3 3 5 7 7 8 10");
    fill(m, 0, YELLOW, "1 1 4 4 5 5 6");
    fill(m, 0, GREEN, "1 2 3 5 6 8 8 9");
    fill(m, 0, BLUE, "x 3 3 6 7 9 9 9 10 10");
    fill(m, 0, PURPLE, "x 4 4 5");
    seat_of(m, 0)->count[LC_DICE] = 7;
    /* Two of its six bridges had been passed by the other seat before. */
    fill(m, 1, RED, "1 1 1 1 1 1 1");
    fill(m, 1, YELLOW, "1 1 1 1 1 1 1");
    settle(m);
    seat_of(m, 0)->bridges &= (uint8_t)(~(1 << RED | 1 << YELLOW));
    assert_int_equal(pip__lc_check(&m->setup, m->state), PIP_OK);
    assert_int_equal(artefacts_of(m, 0), 8);
    assert_int_equal(pip__lc_score(&m->setup, m->state, 0, items), LENGTH(expected));
    for (size_t i = 0; i < LENGTH(expected); i++) {
        assert_string_equal(items[i].name, expected[i].name);
        assert_int_equal(items[i].points, expected[i].points);
    }
    assert_int_equal(pip_score_total(&m->setup, m->state, 0), 425);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_LC5_1_an_artefact_box_shades_at_once_by_dice_or_acceleration),
        cmocka_unit_test(test_LC5_2_at_nine_artefacts_the_box_is_still_filled),
        cmocka_unit_test(test_LC6_1_refusing_shades_the_next_dice_symbol),
        cmocka_unit_test(test_LC6_2_the_ninth_symbol_exhausts_a_seat_that_plays_on),
        cmocka_unit_test(test_LC6_3_an_exhausted_seat_may_refuse_and_shades_nothing),
        cmocka_unit_test(test_LC7_1_the_seventh_step_of_a_column_passes_its_bridge),
        cmocka_unit_test(test_LC7_2_only_the_first_turn_in_which_anyone_passes_pays),
        cmocka_unit_test(test_LC7_3_bridge_points_are_never_doubled_and_survive_exhaustion),
        cmocka_unit_test(test_LC8_1_the_game_ends_with_a_turn_when_all_bridges_or_seats_are_done),
        cmocka_unit_test(test_LC8_2_every_game_is_finite),
        cmocka_unit_test(test_LC9_1_an_expedition_without_entry_scores_nothing),
        cmocka_unit_test(test_LC9_2_the_ladder_value_doubles_with_the_circle),
        cmocka_unit_test(test_LC9_3_artefacts_and_dice_symbols_score_their_ladders),
        cmocka_unit_test(test_LC9_4_the_highest_total_wins_and_ties_share),
        cmocka_unit_test(test_LC10_1_the_worked_example_totals_425),
    };
    return cmocka_run_group_tests_name("lost cities, score", tests, NULL, NULL);
}
