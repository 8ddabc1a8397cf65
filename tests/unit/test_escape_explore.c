/* Escape: exploring, special chambers and bonus actions (ES3, ES4, ES6). */
#include "escape_table.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void test_ES3_1_a_chamber_is_next_door_and_costs_both_its_symbols(void **state) {
    (void)state;
    struct table *t = table_exploring(2, "", "adventurer adventurer torch key");
    stand(t, 0, "b2");
    /* North a2 costs adventurer key, west b1 adventurer torch, south c2 adventurer key; east b3
     * costs adventurer gold, and there is no gold. */
    assert_next(t, "0 enter a2|0 enter b1|0 enter c2|0 end");
    assert_true(refused(t, "0 enter b2"));
    assert_true(refused(t, "0 enter a3")); /* diagonal */
    table_free(t);

    t = table_with_walls(2, "", ", \"walls\": [\"b2 north\", \"c2 north\"]");
    play(t, "0 side north|1 side east");
    let_explore(t, "adventurer adventurer torch key");
    stand(t, 0, "b2");
    assert_next(t, "0 enter b1|0 end");
    stand(t, 0, "a2");
    assert_true(refused(t, "0 enter b2")); /* the same pathway from its other end */
    table_free(t);
}

static void test_ES3_2_from_outside_any_chamber_of_the_own_side(void **state) {
    (void)state;
    struct table *t = table_exploring(4, "", "");
    static const char *const side[] = {
        "0 dash a1|0 dash a2|0 dash a3|0 dash a4|0 dash a5|0 end",
        "1 dash a5|1 dash b5|1 dash c5|1 dash d5|1 dash e5|1 end",
        "2 dash e1|2 dash e2|2 dash e3|2 dash e4|2 dash e5|2 end",
        "3 dash a1|3 dash b1|3 dash c1|3 dash d1|3 dash e1|3 end",
    };
    t->s->marked[ES_TRACK_DASH] = 1;
    for (int seat = 0; seat < 4; seat++) {
        t->s->active = t->s->acting = (uint8_t)seat;
        assert_next(t, side[seat]);
    }
    table_free(t);

    t = table_exploring(2, "", "adventurer adventurer gold");
    assert_next(t, "0 enter a3|0 end"); /* symbols are needed all the same */
    table_free(t);
}

static void test_ES3_3_a_die_is_spent_once_and_chambers_follow_each_other(void **state) {
    (void)state;
    struct table *t = table_exploring(2, "", "adventurer adventurer adventurer adventurer gold");
    play(t, "0 enter a3|0 joker torch|0 enter b3");
    assert_int_equal(t->s->kept, dice_of("adventurer"));
    assert_next(t, "0 use torch|0 end");
    table_free(t);
}

static void test_ES3_4_a_chamber_acts_once_per_seat(void **state) {
    (void)state;
    struct table *t = table_exploring(2, "", "gold torch gold torch adventurer torch");
    stand(t, 0, "b1");
    play(t, "0 enter a1");
    assert_int_equal(gems_of(t), 1);
    play(t, "0 enter b1|0 enter a1");
    assert_int_equal(gems_of(t), 1);
    table_free(t);
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
        struct table *t = table_exploring(2, "", "");
        t->s->marked[ES_TRACK_DASH] = 1;
        stand(t, 0, rows[i].from);
        play(t, rows[i].move);
        for (int track = 0; track < ES_TRACKS; track++)
            assert_int_equal(t->s->marked[track], track == rows[i].track || track == ES_TRACK_DASH);
        table_free(t);
    }
    static const char *const jokers[] = {"0 joker torch", "0 joker key", "0 joker gold",
                                         "0 joker reroll"};
    static const int track[] = {ES_TRACK_TORCH, ES_TRACK_KEY, ES_TRACK_GOLD, ES_TRACK_REROLL};
    for (int i = 0; i < 4; i++) {
        struct table *t = table_exploring(2, "", "adventurer adventurer");
        play(t, "0 enter a3");
        assert_next(t, "0 joker torch|0 joker key|0 joker gold|0 joker reroll");
        play(t, jokers[i]);
        assert_int_equal(t->s->marked[track[i]], 1);
        table_free(t);
    }
}

static void test_ES3_6_a_full_track_takes_no_mark_and_the_gem_track_ends(void **state) {
    (void)state;
    struct table *t = table_exploring(2, "", "adventurer adventurer");
    t->s->marked[ES_TRACK_TORCH] = 6;
    t->s->gems[ES_FROM_TRACKS] = 1;
    play(t, "0 enter a3|0 joker torch"); /* allowed, without effect */
    assert_int_equal(t->s->marked[ES_TRACK_TORCH], 6);
    assert_true(t->s->seat[0].crossed >> chamber_of("a3") & 1);
    table_free(t);

    t = table_exploring(2, "", "adventurer key");
    stand(t, 0, "a3");
    stand(t, 1, "e4");
    t->s->gems[ES_FROM_MAPS] = 29; /* one box is left for the two gems of red */
    pip_move enter = (pip_move)(ES_ENTER + chamber_of("a2"));
    assert_int_equal(pip_match_play(&t->match, 0, enter), PIP_OK);
    assert_int_equal(gems_of(t), 30);
    assert_int_equal(t->s->gems[ES_FROM_SPECIALS], 1);
    table_free(t);
}

static void test_ES3_7_a_track_gives_one_gem_at_its_box_for_the_seats(void **state) {
    (void)state;
    for (int seats = 2; seats <= 4; seats++) {
        struct table *t = table_exploring(seats, "", "");
        int box = seats + 1; /* on this sheet: 3, 4, 5 */
        for (int mark = 1; mark <= 6; mark++) {
            pip__es_mark(&t->match.setup, t->s, ES_TRACK_GOLD);
            assert_int_equal(t->s->marked[ES_TRACK_GOLD], mark);
            assert_int_equal(gems_of(t), mark >= box);
        }
        table_free(t);
    }
}

static void test_ES4_1_a_special_chamber_alone_does_nothing(void **state) {
    (void)state;
    struct table *t = table_exploring(2, "", "adventurer key adventurer torch");
    stand(t, 0, "b2");
    stand(t, 1, "d5"); /* half of green; a2 is half of red */
    play(t, "0 enter a2");
    assert_int_equal(gems_of(t), 0);
    assert_int_equal(t->s->unlocked, 0);
    stand(t, 1, "a2"); /* two in the same half are not in both */
    stand(t, 0, "b2");
    t->s->kept = dice_of("adventurer key");
    play(t, "0 enter a2");
    assert_int_equal(t->s->unlocked, 0);
    table_free(t);
}

static void test_ES4_2_two_adventurers_in_both_halves_unlock_once_for_two_gems(void **state) {
    (void)state;
    struct table *t = table_exploring(3, "", "adventurer key adventurer adventurer adventurer key");
    stand(t, 0, "b2");
    stand(t, 1, "e4");
    play(t, "0 enter a2");
    assert_int_equal(gems_of(t), 2);
    assert_int_equal(t->s->unlocked, 1);
    play(t, "0 enter a3|0 joker key|0 enter a2"); /* once per game */
    assert_int_equal(gems_of(t), 2);
    table_free(t);
}

static void test_ES6_1_each_use_crosses_out_one_marked_box(void **state) {
    (void)state;
    struct table *t = table_exploring(2, "", "");
    t->s->marked[ES_TRACK_KEY] = 2;
    play(t, "0 use key|0 use key");
    assert_int_equal(t->s->used[ES_TRACK_KEY], 2);
    assert_int_equal(t->s->marked[ES_TRACK_KEY], 2);
    assert_true(refused(t, "0 use key"));
    table_free(t);
}

static void test_ES6_2_dash_moves_without_symbols_and_the_action_happens(void **state) {
    (void)state;
    struct table *t = table_exploring(2, "", "");
    t->s->marked[ES_TRACK_DASH] = 2;
    assert_next(t, "0 dash a1|0 dash a2|0 dash a3|0 dash a4|0 dash a5|0 end");
    play(t, "0 dash a1");
    assert_int_equal(gems_of(t), 1);
    assert_next(t, "0 dash a2|0 dash b1|0 end");
    assert_true(refused(t, "0 dash c1"));
    play(t, "0 dash b1");
    assert_next(t, "0 end");
    table_free(t);
}

static void test_ES6_5_temporary_dice_last_for_this_turn_also_when_just_gained(void **state) {
    (void)state;
    struct table *t = table_exploring(2, "", "adventurer key key");
    stand(t, 0, "c3");
    play(t, "0 enter c4"); /* marks the key track */
    assert_next(t, "0 use key|0 end");
    play(t, "0 use key");
    assert_next(t, "0 enter c5|0 end");
    play(t, "0 end");
    assert_int_equal(t->s->kept, 0);
    table_free(t);
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
