/* Escape: exploring, special chambers and bonus actions (ES3, ES4, ES6). */
#include "testing.h"

#include "escape_table.h"

static void test_ES3_1_a_chamber_is_next_door_and_costs_both_its_symbols(void **state) {
    (void)state;
    struct pip_match *m = exploring(2, "", "adventurer adventurer torch key");
    stand(m, 0, "b2");
    /* North a2 costs adventurer key, west b1 adventurer torch, south c2 adventurer key; east b3
     * costs adventurer gold, and there is no gold. */
    legal_is(m, 0, "enter a2, enter b1, enter c2, end");
    refused(m, "0 enter b2", PIP_ILLEGAL);
    refused(m, "0 enter a3", PIP_ILLEGAL); /* diagonal */

    m = start_with_walls(2, "", ", \"walls\": [\"b2 north\", \"c2 north\"]");
    play(m, "0 side north", "1 side east");
    let_explore(m, "adventurer adventurer torch key");
    stand(m, 0, "b2");
    legal_is(m, 0, "enter b1, end");
    stand(m, 0, "a2");
    refused(m, "0 enter b2", PIP_ILLEGAL); /* the same pathway from its other end */
}

static void test_ES3_2_from_outside_any_chamber_of_the_own_side(void **state) {
    (void)state;
    struct pip_match *m = exploring(4, "", "");
    static const char *const side[] = {
        "dash a1, dash a2, dash a3, dash a4, dash a5, end",
        "dash a5, dash b5, dash c5, dash d5, dash e5, end",
        "dash e1, dash e2, dash e3, dash e4, dash e5, end",
        "dash a1, dash b1, dash c1, dash d1, dash e1, end",
    };
    state_of(m)->marked[ES_TRACK_DASH] = 1;
    for (int seat = 0; seat < 4; seat++) {
        state_of(m)->active = state_of(m)->acting = (uint8_t)seat;
        legal_is(m, seat, side[seat]);
    }

    m = exploring(2, "", "adventurer adventurer gold");
    legal_is(m, 0, "enter a3, end"); /* symbols are needed all the same */
}

static void test_ES3_3_a_die_is_spent_once_and_chambers_follow_each_other(void **state) {
    (void)state;
    struct pip_match *m = exploring(2, "", "adventurer adventurer adventurer adventurer gold");
    play(m, "0 enter a3", "0 joker torch", "0 enter b3");
    assert_int_equal(state_of(m)->kept, dice_of("adventurer"));
    legal_is(m, 0, "use torch, end");
}

static void test_ES3_4_a_chamber_acts_once_per_seat(void **state) {
    (void)state;
    struct pip_match *m = exploring(2, "", "gold torch gold torch adventurer torch");
    stand(m, 0, "b1");
    play(m, "0 enter a1");
    assert_int_equal(gems_of(m), 1);
    play(m, "0 enter b1", "0 enter a1");
    assert_int_equal(gems_of(m), 1);
}

static void test_ES3_5_actions_mark_their_track_and_a_joker_one_of_four(void **state) {
    static const struct {
        const char *from, *move;
        int track;
    } rows[] = {
        {"b4", "0 dash b3", ES_TRACK_REROLL}, {"b1", "0 dash c1", ES_TRACK_HEAL},
        {"b1", "0 dash b2", ES_TRACK_KEY},    {"b3", "0 dash b4", ES_TRACK_TORCH},
        {"c1", "0 dash c2", ES_TRACK_GOLD},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct pip_match *m = exploring(2, "", "");
        state_of(m)->marked[ES_TRACK_DASH] = 1;
        stand(m, 0, rows[i].from);
        play(m, rows[i].move);
        for (int track = 0; track < ES_TRACKS; track++)
            assert_int_equal(state_of(m)->marked[track],
                             track == rows[i].track || track == ES_TRACK_DASH);
    }
    static const char *const jokers[] = {"0 joker torch", "0 joker key", "0 joker gold",
                                         "0 joker reroll"};
    static const int track[] = {ES_TRACK_TORCH, ES_TRACK_KEY, ES_TRACK_GOLD, ES_TRACK_REROLL};
    for (int i = 0; i < 4; i++) {
        struct pip_match *m = exploring(2, "", "adventurer adventurer");
        play(m, "0 enter a3");
        legal_is(m, 0, "joker torch, joker key, joker gold, joker reroll");
        play(m, jokers[i]);
        assert_int_equal(state_of(m)->marked[track[i]], 1);
    }
}

static void test_ES3_6_a_full_track_takes_no_mark_and_the_gem_track_ends(void **state) {
    (void)state;
    struct pip_match *m = exploring(2, "", "adventurer adventurer");
    state_of(m)->marked[ES_TRACK_TORCH] = 6;
    state_of(m)->gems[ES_FROM_TRACKS] = 1;
    play(m, "0 enter a3", "0 joker torch"); /* allowed, without effect */
    assert_int_equal(state_of(m)->marked[ES_TRACK_TORCH], 6);
    assert_true(state_of(m)->seat[0].crossed >> chamber_of("a3") & 1);

    m = exploring(2, "", "adventurer key");
    stand(m, 0, "a3");
    stand(m, 1, "e4");
    state_of(m)->gems[ES_FROM_MAPS] = 29; /* one box is left for the two gems of red */
    pip_move enter = (pip_move)(ES_ENTER + chamber_of("a2"));
    assert_int_equal(pip_match_play(m, 0, enter), PIP_OK);
    assert_int_equal(gems_of(m), 30);
    assert_int_equal(state_of(m)->gems[ES_FROM_SPECIALS], 1);
}

static void test_ES3_7_a_track_gives_one_gem_at_its_box_for_the_seats(void **state) {
    (void)state;
    for (int seats = 2; seats <= 4; seats++) {
        struct pip_match *m = exploring(seats, "", "");
        int box = seats + 1; /* on this sheet: 3, 4, 5 */
        for (int mark = 1; mark <= 6; mark++) {
            pip__es_mark(&m->setup, state_of(m), ES_TRACK_GOLD);
            assert_int_equal(state_of(m)->marked[ES_TRACK_GOLD], mark);
            assert_int_equal(gems_of(m), mark >= box);
        }
    }
}

static void test_ES4_1_a_special_chamber_alone_does_nothing(void **state) {
    (void)state;
    struct pip_match *m = exploring(2, "", "adventurer key adventurer torch");
    stand(m, 0, "b2");
    stand(m, 1, "d5"); /* half of green; a2 is half of red */
    play(m, "0 enter a2");
    assert_int_equal(gems_of(m), 0);
    assert_int_equal(state_of(m)->unlocked, 0);
    stand(m, 1, "a2"); /* two in the same half are not in both */
    stand(m, 0, "b2");
    state_of(m)->kept = dice_of("adventurer key");
    play(m, "0 enter a2");
    assert_int_equal(state_of(m)->unlocked, 0);
}

static void test_ES4_2_two_adventurers_in_both_halves_unlock_once_for_two_gems(void **state) {
    (void)state;
    struct pip_match *m = exploring(3, "", "adventurer key adventurer adventurer adventurer key");
    stand(m, 0, "b2");
    stand(m, 1, "e4");
    play(m, "0 enter a2");
    assert_int_equal(gems_of(m), 2);
    assert_int_equal(state_of(m)->unlocked, 1);
    play(m, "0 enter a3", "0 joker key", "0 enter a2"); /* once per game */
    assert_int_equal(gems_of(m), 2);
}

static void test_ES6_1_each_use_crosses_out_one_marked_box(void **state) {
    (void)state;
    struct pip_match *m = exploring(2, "", "");
    state_of(m)->marked[ES_TRACK_KEY] = 2;
    play(m, "0 use key", "0 use key");
    assert_int_equal(state_of(m)->used[ES_TRACK_KEY], 2);
    assert_int_equal(state_of(m)->marked[ES_TRACK_KEY], 2);
    refused(m, "0 use key", PIP_ILLEGAL);
}

static void test_ES6_2_dash_moves_without_symbols_and_the_action_happens(void **state) {
    (void)state;
    struct pip_match *m = exploring(2, "", "");
    state_of(m)->marked[ES_TRACK_DASH] = 2;
    legal_is(m, 0, "dash a1, dash a2, dash a3, dash a4, dash a5, end");
    play(m, "0 dash a1");
    assert_int_equal(gems_of(m), 1);
    legal_is(m, 0, "dash a2, dash b1, end");
    refused(m, "0 dash c1", PIP_ILLEGAL);
    play(m, "0 dash b1");
    legal_is(m, 0, "end");
}

static void test_ES6_5_temporary_dice_last_for_this_turn_also_when_just_gained(void **state) {
    (void)state;
    struct pip_match *m = exploring(2, "", "adventurer key key");
    stand(m, 0, "c3");
    play(m, "0 enter c4"); /* marks the key track */
    legal_is(m, 0, "use key, end");
    play(m, "0 use key");
    legal_is(m, 0, "enter c5, end");
    play(m, "0 end");
    assert_int_equal(state_of(m)->kept, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ES3_1_a_chamber_is_next_door_and_costs_both_its_symbols),
        cmocka_unit_test(test_ES3_2_from_outside_any_chamber_of_the_own_side),
        cmocka_unit_test(test_ES3_3_a_die_is_spent_once_and_chambers_follow_each_other),
        cmocka_unit_test(test_ES3_4_a_chamber_acts_once_per_seat),
        cmocka_unit_test(test_ES3_5_actions_mark_their_track_and_a_joker_one_of_four),
        cmocka_unit_test(test_ES3_6_a_full_track_takes_no_mark_and_the_gem_track_ends),
        cmocka_unit_test(test_ES3_7_a_track_gives_one_gem_at_its_box_for_the_seats),
        cmocka_unit_test(test_ES4_1_a_special_chamber_alone_does_nothing),
        cmocka_unit_test(test_ES4_2_two_adventurers_in_both_halves_unlock_once_for_two_gems),
        cmocka_unit_test(test_ES6_1_each_use_crosses_out_one_marked_box),
        cmocka_unit_test(test_ES6_2_dash_moves_without_symbols_and_the_action_happens),
        cmocka_unit_test(test_ES6_5_temporary_dice_last_for_this_turn_also_when_just_gained),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
