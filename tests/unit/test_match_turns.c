/* Seats that act at the same time and ask for turns (LC2.9), and who begins (LC2.8, ES1.8). */
#include "match_testing.h"

/* ---- Turns where seats act at the same time ---- */

/* Seat 0 has written; seats 1 to 3 choose among what is left. */
static struct pip_match *three_choose(void) {
    struct pip_match *m = start(4);
    play(m, "* red red green 0 3 7", "0 green 3", "0 > blue");
    return m;
}

static void asks(struct pip_match *m, int seat, enum pip_status expected) {
    assert_int_equal(pip_match_ask_turns(m, seat), expected);
}

static void sees(const struct pip_match *m, unsigned viewer, uint32_t index, bool expected) {
    assert_int_equal(pip_match_visible(m, viewer, index), expected);
}

static void test_LC2_9_who_has_not_chosen_may_ask_for_turns(void **unused) {
    (void)unused;
    struct pip_match *m = three_choose();
    asks(m, 0, PIP_NOT_ACTING);
    play(m, "2 red 7");
    asks(m, 2, PIP_NOT_ACTING);
    asks(m, 3, PIP_OK);
    asks(m, 1, PIP_OK); /* they do so already */
    assert_int_equal(m->asked, 3);
    assert_int_equal(pip_match_actor(m), 1u << 1);
    legal_is(m, 3, "");
    leaves_no_trace(m, "3 -", PIP_NOT_ACTING);
}

static void test_LC2_9_nobody_asks_where_seats_do_not_choose_at_the_same_time(void **unused) {
    (void)unused;
    struct pip_match *m = start(3);
    asks(m, 0, PIP_NOT_ACTING);
    play(m, "* red red green 0 3 7");
    asks(m, 0, PIP_NOT_ACTING);
    m = start_with(3, "order=sequence", EVENTS);
    play(m, "* red red green 0 3 7", "0 -");
    asks(m, 1, PIP_NOT_ACTING);
    m = start(2);
    play(m, "* red red green 0 3 7", "0 -");
    asks(m, 1, PIP_NOT_ACTING);
}

static void test_LC2_9_what_was_chosen_before_is_shown_when_its_place_comes(void **unused) {
    uint64_t view[PIP_STATE_MAX / 8];
    (void)unused;
    struct pip_match *m = three_choose();
    play(m, "2 red 7");
    asks(m, 3, PIP_OK);
    sees(m, 3, 3, false);
    sees(m, PIP_SPECTATOR, 3, false);
    sees(m, 2, 3, true);
    play(m, "1 red 10"); /* seat 2 has chosen: its place has come, too */
    history_is(m, 3, "1 red 10, 2 red 7");
    assert_int_equal(pip_match_public(m), 5);
    sees(m, 3, 3, true);
    sees(m, 3, 4, true);
    assert_int_equal(pip_match_actor(m), 1u << 3);
    pip_match_view(m, 3, view);
    same_position(view, m->state);
}

static void test_LC2_9_a_seat_sees_those_before_it_and_nobody_behind(void **unused) {
    (void)unused;
    struct pip_match *m = three_choose();
    play(m, "3 red 7");
    asks(m, 1, PIP_OK);
    play(m, "1 red 10");
    sees(m, 2, 3, true);
    sees(m, 2, 4, false);
    play(m, "2 -");
    assert_int_equal(m->together, 0);
    assert_false(m->turns);
    assert_int_equal(pip_match_public(m), m->count);
}

static void test_LC2_9_the_next_turn_is_simultaneous_again(void **unused) {
    (void)unused;
    struct pip_match *m = three_choose();
    asks(m, 1, PIP_OK);
    play(m, "1 red 10", "2 red 10", "3 -", "* red red green 0 3 7", "1 -");
    assert_int_equal(pip_match_actor(m), 1u << 0 | 1u << 2 | 1u << 3);
}

static void test_LC2_9_turns_lead_where_choosing_at_once_leads(void **unused) {
    uint64_t at_once[PIP_STATE_MAX / 8];
    (void)unused;
    struct pip_match *m = three_choose();
    play(m, "3 red 7", "1 red x", "2 red 10");
    memcpy(at_once, m->state, sizeof at_once);
    m = three_choose();
    play(m, "3 red 7");
    asks(m, 2, PIP_OK);
    play(m, "1 red x", "2 red 10");
    same_position(at_once, m->state);
    history_is(m, 3, "1 red x, 2 red 10, 3 red 7");
}

static void test_LC2_9_only_whose_turn_it_is_may_take_back(void **unused) {
    (void)unused;
    struct pip_match *m = start(3);
    play(m, "* red green green 0 1 3", "0 -", "1 green 3", "2 red 3");
    remember(m);
    asks(m, 1, PIP_OK); /* in the middle of an acceleration */
    assert_int_equal(pip_match_undo(m, 2), PIP_FINAL);
    assert_int_equal(pip_match_undo(m, 1), PIP_OK);
    history_is(m, 2, "2 red 3");
    assert_true(m->turns);
    assert_int_equal(pip_match_undo(m, 1), PIP_FINAL);
    play(m, "1 green 1");
    assert_int_equal(pip_match_undo(m, 1), PIP_OK);
    assert_true(m->turns);
    assert_int_equal(pip_match_actor(m), 1u << 1);
}

static void test_LC2_9_holds_for_every_game_in_which_seats_choose_at_once(void **unused) {
    (void)unused;
    struct pip_setup setup = pip_setup_default(pip_game_find(pip_span_of("roller")), NULL, 3);
    assert_int_equal(pip_match_start(&the_match, &setup, events, EVENTS), PIP_OK);
    play(&the_match, "* 3 3 4 5 6 7 7 8");
    asks(&the_match, 2, PIP_OK);
    assert_int_equal(pip_match_actor(&the_match), 1u << 0);
    pip_move moves[PIP_MOVES_MAX];
    assert_int_equal(pip_match_legal(&the_match, 1, moves), 0);
    for (unsigned seat = 0; seat < 3; seat++) {
        while (pip_match_actor(&the_match) == 1u << seat) {
            assert_true(pip_match_legal(&the_match, (int)seat, moves) > 0);
            assert_int_equal(pip_match_play(&the_match, seat, moves[0]), PIP_OK);
        }
        assert_int_equal(pip_match_public(&the_match), the_match.count);
    }
    assert_int_equal(pip_match_actor(&the_match), PIP_ACTORS_CHANCE);
}

/* ---- Who begins ---- */

static void test_LC2_8_seats_move_round_so_that_who_begins_sits_at_seat_0(void **unused) {
    (void)unused;
    struct pip_match *m = start(4);
    for (int seat = 0; seat < 4; seat++)
        m->name[seat][0] = (char)('A' + seat);
    pip_match_begin_with(m, 2, true);
    for (int seat = 0; seat < 4; seat++)
        assert_int_equal(m->name[seat][0], "CDAB"[seat]);
    assert_true(m->drawn);
    assert_int_equal(m->first, 2);
    pip_match_begin_with(m, 1, false);
    assert_int_equal(m->name[0][0], 'D');
    assert_false(m->drawn);
}

static void test_LC2_8_every_seat_is_drawn_as_often(void **unused) {
    (void)unused;
    for (int seats = 2; seats <= 5; seats++) {
        int drawn[5] = {0};
        for (uint32_t game = 0; game < 6000; game++)
            drawn[pip_seed_first((struct pip_seed){11, game}, seats)]++;
        for (int seat = 0; seat < seats; seat++)
            assert_in_range(drawn[seat], 6000 / seats - 200, 6000 / seats + 200);
    }
}

static void test_ES1_8_a_draw_that_its_seed_does_not_give_is_found(void **unused) {
    struct pip_fault fault;
    (void)unused;
    struct pip_setup setup = pip_setup_default(pip_game_find(pip_span_of("escape")), NULL, 3);
    assert_int_equal(pip_match_start(&the_match, &setup, events, EVENTS), PIP_OK);
    the_match.dice = PIP_DICE_SEED;
    the_match.seed.seed = 5;
    int first = pip_seed_first(the_match.seed, 3);
    pip_match_begin_with(&the_match, first, true);
    assert_int_equal(pip_match_compare_seed(&the_match, &fault), PIP_OK);
    the_match.first = (uint8_t)((first + 1) % 3);
    assert_int_equal(pip_match_compare_seed(&the_match, &fault), PIP_FORGED);
    assert_memory_equal(fault.detail, "first: the seed gives \"draw ", 28);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_LC2_9_who_has_not_chosen_may_ask_for_turns),
        cmocka_unit_test(test_LC2_9_nobody_asks_where_seats_do_not_choose_at_the_same_time),
        cmocka_unit_test(test_LC2_9_what_was_chosen_before_is_shown_when_its_place_comes),
        cmocka_unit_test(test_LC2_9_a_seat_sees_those_before_it_and_nobody_behind),
        cmocka_unit_test(test_LC2_9_the_next_turn_is_simultaneous_again),
        cmocka_unit_test(test_LC2_9_turns_lead_where_choosing_at_once_leads),
        cmocka_unit_test(test_LC2_9_only_whose_turn_it_is_may_take_back),
        cmocka_unit_test(test_LC2_9_holds_for_every_game_in_which_seats_choose_at_once),
        cmocka_unit_test(test_LC2_8_seats_move_round_so_that_who_begins_sits_at_seat_0),
        cmocka_unit_test(test_LC2_8_every_seat_is_drawn_as_often),
        cmocka_unit_test(test_ES1_8_a_draw_that_its_seed_does_not_give_is_found),
    };
    return cmocka_run_group_tests_name("match_turns", tests, NULL, NULL);
}
