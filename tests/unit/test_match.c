/* A match: history in canonical order, undo, what each viewer may know, and errors that leave no
 * trace. Played with Lost Cities, where seats act one by one and at the same time. */
#include "match_testing.h"

/* ---- Canonical order ---- */

/* The six orders in which three seats' first steps may arrive. */
static const int orders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};

static void test_history_is_clockwise_from_the_active_seat_however_moves_arrive(void **unused) {
    static const char *const steps[3] = {"1 red x", "2 red 7", "3 -"};
    (void)unused;
    for (size_t i = 0; i < LENGTH(orders); i++) {
        struct pip_match *m = start(4);
        play(m, "* red red green 0 3 7", "0 green 3", "0 > blue");
        play(m, steps[orders[i][0]], steps[orders[i][1]], steps[orders[i][2]]);
        history_is(m, 3, "1 red x, 2 red 7, 3 -");
    }
}

static void test_clockwise_goes_round_past_the_last_seat(void **unused) {
    static const char *const steps[3] = {"0 blue 9", "1 -", "3 blue 8"};
    (void)unused;
    for (size_t i = 0; i < LENGTH(orders); i++) {
        struct pip_match *m = start(4);
        for (int turn = 0; turn < 2; turn++)
            play(m, "* red red red 1 1 1", turn ? "1 -" : "0 -", turn ? "0 -" : "1 -", "2 -",
                 "3 -");
        play(m, "* red blue blue 1 8 9", "2 red 1");
        play(m, steps[orders[i][0]], steps[orders[i][1]], steps[orders[i][2]]);
        history_is(m, 11, "2 red 1, 3 blue 8, 0 blue 9, 1 -");
    }
}

static void test_each_seats_steps_stand_together_when_they_arrive_interleaved(void **unused) {
    struct pip_match *m = start(3);
    (void)unused;
    play(m, "* green green green 2 3 4", "0 -");
    play(m, "2 green 4", "1 green 3");
    history_is(m, 2, "1 green 3, 2 green 4"); /* also while the turn goes on */
    play(m, "2 > red", "1 > blue");
    history_is(m, 2, "1 green 3, 1 > blue, 2 green 4, 2 > red");
    assert_int_equal(pip_match_actor(m), PIP_ACTORS_CHANCE);
}

static void test_with_order_sequence_history_is_the_order_of_play(void **unused) {
    struct pip_match *m = start_with(3, "order=sequence", EVENTS);
    (void)unused;
    play(m, "* green green green 2 3 4", "0 -", "1 -", "2 -");
    history_is(m, 1, "0 -, 1 -, 2 -");
}

/* ---- Undo ---- */

static void test_undo_takes_back_the_seats_own_latest_step(void **unused) {
    struct pip_match *m = start(2);
    (void)unused;
    play(m, "* green green green 2 3 4");
    remember(m);
    play(m, "0 green 3", "0 > blue");
    assert_int_equal(pip_match_undo(m, 0), PIP_OK);
    history_is(m, 1, "0 green 3");
    legal_is(m, 0, "> red, > orange, > yellow, > green, > blue, > purple, > -");
    assert_int_equal(pip_match_undo(m, 0), PIP_OK);
    unchanged(m);
    play(m, "0 green 2");
}

static void test_undo_has_nothing_to_take_back_at_the_start(void **unused) {
    struct pip_match *m = start(2);
    (void)unused;
    remember(m);
    assert_int_equal(pip_match_undo(m, 0), PIP_FINAL);
    assert_int_equal(pip_match_undo(m, 1), PIP_FINAL);
    unchanged(m);
}

static void test_undo_does_not_reach_over_dice(void **unused) {
    struct pip_match *m = start(1);
    (void)unused;
    play(m, "* red red red 1 1 1", "0 red 1", "* red red red 1 1 1");
    remember(m);
    assert_int_equal(pip_match_undo(m, 0), PIP_FINAL);
    assert_int_equal(pip_match_undo(m, (int)PIP_CHANCE), PIP_FINAL);
    unchanged(m);
    play(m, "0 red 1");
    assert_int_equal(pip_match_undo(m, 0), PIP_OK);
}

static void test_a_mistyped_roll_is_taken_back_with_all_that_followed(void **unused) {
    struct pip_match *m = start(3);
    (void)unused;
    m->dice = PIP_DICE_REAL;
    remember(m);
    assert_int_equal(pip_match_undo_roll(m), PIP_FINAL);
    unchanged(m);
    play(m, "* red red red 1 1 1", "0 red 1", "1 -", "2 red 1");
    remember(m);
    play(m, "* red red red 2 2 2", "1 red 2", "2 -");
    assert_int_equal(pip_match_undo_roll(m), PIP_OK);
    unchanged(m);
    play(m, "* red red red 3 3 3");
}

static void test_only_real_dice_can_be_mistyped(void **unused) {
    static const enum pip_dice_kind kinds[] = {PIP_DICE_UNSAID, PIP_DICE_SEED, PIP_DICE_FAIR};
    (void)unused;
    for (size_t i = 0; i < LENGTH(kinds); i++) {
        struct pip_match *m = start(2);
        m->dice = kinds[i];
        play(m, "* red red red 1 1 1");
        remember(m);
        assert_int_equal(pip_match_undo_roll(m), PIP_FINAL);
        unchanged(m);
    }
}

static void test_undo_is_final_once_another_seat_has_acted(void **unused) {
    struct pip_match *m = start(2);
    (void)unused;
    play(m, "* red red red 1 1 1", "0 red 1", "1 -");
    remember(m);
    assert_int_equal(pip_match_undo(m, 0), PIP_FINAL);
    unchanged(m);
    m = start_with(3, "order=sequence", EVENTS);
    play(m, "* red red red 1 1 1", "0 red 1", "1 -");
    assert_int_equal(pip_match_undo(m, 0), PIP_FINAL);
    assert_int_equal(pip_match_undo(m, 2), PIP_FINAL);
    assert_int_equal(pip_match_undo(m, 1), PIP_OK);
    m = start(4);
    play(m, "* red red red 1 1 1", "0 red 1", "2 -");
    assert_int_equal(pip_match_undo(m, 0), PIP_FINAL);
    assert_int_equal(pip_match_undo(m, 1), PIP_FINAL);
}

static void test_undo_in_a_group_takes_only_the_seats_own_steps(void **unused) {
    struct pip_match *m = start(4);
    (void)unused;
    play(m, "* green green green 2 3 4", "0 -");
    remember(m);
    play(m, "3 green 4", "1 green 3", "1 > blue", "3 > -");
    assert_int_equal(pip_match_undo(m, 2), PIP_FINAL);
    assert_int_equal(pip_match_undo(m, 1), PIP_OK);
    history_is(m, 2, "1 green 3, 3 green 4, 3 > -");
    assert_int_equal(pip_match_actor(m), 1 << 1 | 1 << 2);
    assert_int_equal(pip_match_undo(m, 3), PIP_OK);
    assert_int_equal(pip_match_undo(m, 3), PIP_OK);
    assert_int_equal(pip_match_undo(m, 3), PIP_FINAL);
    history_is(m, 2, "1 green 3");
    assert_int_equal(pip_match_undo(m, 1), PIP_OK);
    unchanged(m);
}

static void test_undo_is_final_after_simultaneous_choices_are_revealed(void **unused) {
    (void)unused;
    for (int first = 1; first <= 2; first++) {
        struct pip_match *m = start(3);
        play(m, "* red red red 1 2 3", "0 -", first == 1 ? "1 red 1" : "2 red 2");
        play(m, first == 1 ? "2 red 2" : "1 red 1");
        remember(m);
        for (int seat = 0; seat < 3; seat++)
            assert_int_equal(pip_match_undo(m, seat), PIP_FINAL);
        unchanged(m);
    }
}

static void test_the_active_seat_may_undo_after_anothers_illegal_attempt(void **unused) {
    struct pip_match *m = start(3);
    (void)unused;
    play(m, "* red red red 1 2 3", "0 red 1");
    refused(m, "1 blue 5", PIP_ILLEGAL);
    assert_int_equal(pip_match_undo(m, 0), PIP_OK);
    history_is(m, 1, "");
}

static void test_undo_opens_a_finished_game_again(void **unused) {
    struct pip_match *m = start(1);
    (void)unused;
    for (int turn = 0; turn < 9; turn++)
        play(m, "* red red red 1 1 1", "0 -");
    assert_int_equal(pip_match_close(m), PIP_OK);
    assert_int_equal(pip_match_undo(m, 0), PIP_OK);
    assert_false(m->closed);
    assert_int_equal(pip_match_actor(m), 1 << 0);
    assert_int_equal(m->rolls, 9);
}

/* ---- Who knows what ---- */

static void test_a_view_shows_own_choices_and_hides_those_of_others(void **unused) {
    uint64_t before[PIP_STATE_MAX / 8], seen[PIP_STATE_MAX / 8], own[PIP_STATE_MAX / 8];
    struct pip_match *m = start(4);
    (void)unused;
    play(m, "* green green green 2 3 4", "0 green 2", "0 > red");
    memcpy(before, m->state, sizeof before);
    play(m, "2 green 3", "2 > red");
    memcpy(own, m->state, sizeof own);
    play(m, "1 green 4");
    static const unsigned others[] = {0, 3, PIP_SPECTATOR};
    for (size_t i = 0; i < LENGTH(others); i++) {
        pip_match_view(m, others[i], seen);
        same_position(seen, before);
    }
    pip_match_view(m, 2, seen);
    same_position(seen, own); /* not the 4 of seat 1 */
    pip_match_view(m, 1, seen);
    assert_memory_not_equal(seen, before, PIP_STATE_MAX);
    assert_memory_not_equal(seen, m->state, PIP_STATE_MAX);
    play(m, "1 > -");
    play(m, "3 -");
    for (size_t i = 0; i < LENGTH(others); i++) {
        pip_match_view(m, others[i], seen);
        same_position(seen, m->state);
    }
}

static void test_without_simultaneous_choices_everybody_sees_everything(void **unused) {
    uint64_t seen[PIP_STATE_MAX / 8];
    struct pip_match *m = start_with(3, "order=sequence", EVENTS);
    (void)unused;
    play(m, "* green green green 2 3 4", "0 green 2", "0 > red", "1 green 3");
    for (unsigned viewer = 0; viewer < 3; viewer++) {
        pip_match_view(m, viewer, seen);
        same_position(seen, m->state);
        for (uint32_t i = 0; i < m->count; i++)
            assert_true(pip_match_visible(m, viewer, i));
    }
}

static void test_events_of_others_are_invisible_until_the_last_has_chosen(void **unused) {
    struct pip_match *m = start(4);
    (void)unused;
    play(m, "* green green green 2 3 4", "0 -", "3 green 2", "1 -");
    history_is(m, 2, "1 -, 3 green 2");
    for (uint32_t i = 0; i < 2; i++) { /* the roll and the active seat's move */
        assert_true(pip_match_visible(m, 2, i));
        assert_true(pip_match_visible(m, PIP_SPECTATOR, i));
    }
    assert_true(pip_match_visible(m, 1, 2));
    assert_false(pip_match_visible(m, 1, 3));
    assert_true(pip_match_visible(m, 3, 3));
    assert_false(pip_match_visible(m, 3, 2));
    assert_false(pip_match_visible(m, 0, 2));
    assert_false(pip_match_visible(m, PIP_SPECTATOR, 3));
    play(m, "3 > -", "2 -");
    for (uint32_t i = 0; i < m->count; i++)
        assert_true(pip_match_visible(m, PIP_SPECTATOR, i));
}

static void test_a_failed_attempt_hides_nothing(void **unused) {
    uint64_t seen[PIP_STATE_MAX / 8];
    struct pip_match *m = start(3);
    (void)unused;
    play(m, "* green green green 2 3 4", "0 -");
    refused(m, "1 blue 5", PIP_ILLEGAL);
    for (unsigned viewer = 0; viewer < 3; viewer++) {
        pip_match_view(m, viewer, seen);
        same_position(seen, m->state);
    }
}

/* ---- Looking back ---- */

static void test_at_gives_every_earlier_position(void **unused) {
    static const char *const lines[] = {
        "* green green green 2 3 4", "0 green 2", "0 > red", "1 green 3", "1 > -", "2 -",
        "* red blue blue 0 0 1",     "1 blue x",  "2 red 1"};
    uint64_t was[LENGTH(lines) + 1][PIP_STATE_MAX / 8], state[PIP_STATE_MAX / 8];
    struct pip_match *m = start(3);
    (void)unused;
    for (size_t i = 0; i < LENGTH(lines); i++) {
        memcpy(was[i], m->state, sizeof was[i]);
        play(m, lines[i]);
    }
    memcpy(was[LENGTH(lines)], m->state, sizeof was[0]);
    remember(m);
    for (uint32_t i = 0; i <= LENGTH(lines); i++) {
        memset(state, 0xaa, sizeof state);
        pip_match_at(m, i, state);
        same_position(state, was[i]);
    }
    unchanged(m);
}

/* ---- Closing ---- */

static void test_only_a_finished_game_can_be_closed(void **unused) {
    struct pip_match *m = start(1);
    (void)unused;
    for (int turn = 0; turn < 9; turn++) {
        remember(m);
        assert_int_equal(pip_match_close(m), PIP_NOT_ACTING);
        unchanged(m);
        play(m, "* red red red 1 1 1");
        assert_int_equal(pip_match_close(m), PIP_NOT_ACTING);
        play(m, "0 -");
    }
    assert_true(may_come(m, "= 20"));
    assert_int_equal(pip_match_close(m), PIP_OK);
    assert_true(m->closed);
    assert_false(may_come(m, "= 20"));
    leaves_no_trace(m, "0 -", PIP_OVER);
    leaves_no_trace(m, "* red red red 1 1 1", PIP_NOT_ACTING);
}

/* ---- Room and errors ---- */

static void test_a_full_history_takes_no_more(void **unused) {
    struct pip_match *m = start_with(3, NULL, 4);
    (void)unused;
    m->dice = PIP_DICE_SEED;
    play(m, "* red red red 1 1 1", "0 -", "2 -", "1 -");
    leaves_no_trace(m, "* red red red 1 1 1", PIP_NO_ROOM);
    assert_int_equal(pip_match_roll(m), PIP_NO_ROOM);
    unchanged(m);
    assert_int_equal(m->events[4].actor, 0); /* nothing behind the end was touched */
    m = start_with(3, NULL, 2);
    play(m, "* red red red 1 1 1", "0 -");
    leaves_no_trace(m, "1 -", PIP_NO_ROOM);
    m = start_with(3, NULL, 0);
    leaves_no_trace(m, "* red red red 1 1 1", PIP_NO_ROOM);
}

static void test_errors_while_a_roll_is_due_leave_no_trace(void **unused) {
    struct pip_match *m = start(3);
    (void)unused;
    leaves_no_trace(m, "0 red 3", PIP_NOT_ACTING);
    leaves_no_trace(m, "* red red red 1 1", PIP_BAD_DICE);
    leaves_no_trace(m, "* red red", PIP_BAD_DICE);
    remember(m);
    assert_int_equal(pip_match_play(m, PIP_CHANCE, 56 * 220), PIP_BAD_DICE);
    assert_int_equal(pip_match_play(m, PIP_SPECTATOR, 0), PIP_NOT_ACTING);
    unchanged(m);
}

static void test_errors_while_one_seat_acts_leave_no_trace(void **unused) {
    struct pip_match *m = start(3);
    (void)unused;
    play(m, "* green green red 2 3 4");
    leaves_no_trace(m, "0 red 5", PIP_ILLEGAL);
    leaves_no_trace(m, "0 > red", PIP_ILLEGAL);
    leaves_no_trace(m, "1 red 2", PIP_NOT_ACTING);
    leaves_no_trace(m, "3 red 2", PIP_NOT_ACTING); /* no such seat */
    leaves_no_trace(m, "8 red 2", PIP_BAD_TEXT);
    leaves_no_trace(m, "* red red red 1 1 1", PIP_NOT_ACTING);
    remember(m);
    assert_int_equal(pip_match_play(m, PIP_CHANCE, 0), PIP_NOT_ACTING);
    assert_int_equal(pip_match_play(m, 0, 0xffff), PIP_ILLEGAL);
    assert_int_equal(pip_match_play(m, 200, 0), PIP_NOT_ACTING);
    unchanged(m);
}

static void test_errors_while_several_act_leave_no_trace(void **unused) {
    struct pip_match *m = start(4);
    (void)unused;
    play(m, "* green green red 2 3 4", "0 red 2");
    leaves_no_trace(m, "1 red 2", PIP_ILLEGAL);
    leaves_no_trace(m, "0 green 3", PIP_NOT_ACTING);
    leaves_no_trace(m, "1 > green", PIP_ILLEGAL);
    remember(m);
    assert_int_equal(pip_match_play(m, PIP_CHANCE, 0), PIP_NOT_ACTING);
    unchanged(m);
    play(m, "2 green 3");
    leaves_no_trace(m, "1 red 2", PIP_ILLEGAL);
    leaves_no_trace(m, "2 -", PIP_ILLEGAL);
    play(m, "2 > -");
    leaves_no_trace(m, "2 -", PIP_NOT_ACTING);
}

static void test_a_setup_that_does_not_fit_starts_no_match(void **unused) {
    const struct pip_game *game = pip_game_find(pip_span_of("lost-cities"));
    const struct pip_game *pig = pip_game_find(pip_span_of("pig"));
    struct pip_setup setup = pip_setup_default(game, NULL, 6);
    (void)unused;
    assert_int_equal(pip_match_start(&the_match, &setup, events, EVENTS), PIP_BAD_SEATS);
    setup = pip_setup_default(game, pig->sheets[0], 2);
    assert_int_equal(pip_match_start(&the_match, &setup, events, EVENTS), PIP_BAD_SHEET);
    setup = pip_setup_default(game, NULL, 2);
    setup.option[0] = 2;
    assert_int_equal(pip_match_start(&the_match, &setup, events, EVENTS), PIP_BAD_OPTION);
    assert_int_equal(pip_setup_option(&setup, pip_span_of("order=chaos")), PIP_BAD_OPTION);
    assert_int_equal(pip_setup_option(&setup, pip_span_of("mood=good")), PIP_BAD_OPTION);
    assert_int_equal(pip_setup_option(&setup, pip_span_of("order")), PIP_BAD_OPTION);
}

/* ---- Rolling and reading ---- */

static void test_seeded_dice_are_counted_roll_by_roll(void **unused) {
    struct pip_match *m = start(1);
    struct pip_chance chance;
    (void)unused;
    remember(m);
    assert_int_equal(pip_match_roll(m), PIP_BAD_DICE); /* no seed */
    unchanged(m);
    m->dice = PIP_DICE_SEED;
    m->seed = (struct pip_seed){255, 2};
    m->setup.game->chance(&m->setup, m->state, &chance);
    for (uint32_t roll = 0; roll < 5; roll++) {
        assert_int_equal(pip_match_roll(m), PIP_OK);
        assert_int_equal(m->events[2 * roll].move, pip_seed_roll(m->seed, roll, &chance));
        assert_int_equal(m->rolls, roll + 1);
        remember(m);
        assert_int_equal(pip_match_roll(m), PIP_NOT_ACTING);
        unchanged(m);
        play(m, "0 -");
    }
}

static void test_an_undone_and_repeated_game_meets_the_same_dice(void **unused) {
    struct pip_match *m = start(1);
    (void)unused;
    m->dice = PIP_DICE_SEED;
    assert_int_equal(pip_match_roll(m), PIP_OK);
    play(m, "0 -");
    assert_int_equal(pip_match_undo(m, 0), PIP_OK);
    assert_int_equal(m->rolls, 1);
    play(m, "0 -");
    assert_int_equal(pip_match_roll(m), PIP_OK);
    struct pip_event second = m->events[2];
    m = start(1);
    m->dice = PIP_DICE_SEED;
    assert_int_equal(pip_match_roll(m), PIP_OK);
    play(m, "0 -");
    assert_int_equal(pip_match_roll(m), PIP_OK);
    assert_int_equal(m->events[2].move, second.move);
}

static void test_rolls_are_compared_with_their_seed(void **unused) {
    struct pip_match *m = start(1);
    struct pip_fault fault;
    (void)unused;
    assert_int_equal(pip_match_compare_seed(m, &fault), PIP_BAD_DICE);
    m->dice = PIP_DICE_SEED;
    for (int roll = 0; roll < 3; roll++) {
        assert_int_equal(pip_match_roll(m), PIP_OK);
        play(m, "0 -");
    }
    assert_int_equal(pip_match_compare_seed(m, &fault), PIP_OK);
    assert_int_equal(fault.status, PIP_OK);
    m->events[2].move ^= 1;
    assert_int_equal(pip_match_compare_seed(m, &fault), PIP_FORGED);
    assert_int_equal(fault.status, PIP_FORGED);
    assert_ptr_equal(strstr(fault.detail, "event 3: the seed gives \"* "), fault.detail);
    assert_non_null(strstr(fault.detail, "\" (rolls that differ: 1 of 3)"));
    m->seed.seed++;
    assert_int_equal(pip_match_compare_seed(m, &fault), PIP_FORGED);
    assert_non_null(strstr(fault.detail, "(rolls that differ: 3 of 3)"));
}

static void test_event_text_that_is_none_is_told_apart(void **unused) {
    static const struct {
        const char *line;
        enum pip_status status;
    } cases[] = {{"", PIP_BAD_TEXT},
                 {"0", PIP_BAD_TEXT},
                 {"0 ", PIP_BAD_TEXT},
                 {" 0 -", PIP_BAD_TEXT},
                 {"0  -", PIP_BAD_TEXT},
                 {"0 - ", PIP_BAD_TEXT},
                 {"00 -", PIP_BAD_TEXT},
                 {"-1 -", PIP_BAD_TEXT},
                 {"x -", PIP_BAD_TEXT},
                 {"*", PIP_BAD_TEXT},
                 {"= 20", PIP_BAD_TEXT},
                 {"0 red", PIP_BAD_TEXT},
                 {"0 red 3 4", PIP_BAD_TEXT},
                 {"0 Red 3", PIP_BAD_TEXT},
                 {"0 red 03", PIP_BAD_TEXT},
                 {"0 red X", PIP_BAD_TEXT},
                 {"0 >", PIP_BAD_TEXT},
                 {"0 >blue", PIP_BAD_TEXT},
                 {"2 -", PIP_NOT_ACTING},
                 {"7 -", PIP_NOT_ACTING},
                 {"0 -", PIP_OK},
                 {"1 -", PIP_OK},
                 {"0 purple 10", PIP_OK},
                 {"* red", PIP_NOT_ACTING}};
    struct pip_match *m = start(2);
    (void)unused;
    play(m, "* red red red 1 1 1");
    for (size_t i = 0; i < LENGTH(cases); i++) {
        struct pip_event event;
        enum pip_status status = pip_event_read(m, pip_span_of(cases[i].line), true, &event);
        if (status != cases[i].status)
            fail_msg("\"%s\": %s", cases[i].line, pip_status_text(status));
    }
}

static void test_what_may_come_next_is_told_in_full(void **unused) {
    struct pip_match *m = start(3);
    (void)unused;
    assert_true(may_come(m, "* dice 6"));
    assert_false(may_come(m, "0 -"));
    play(m, "* red red red 1 1 1");
    assert_true(may_come(m, "0 red 1"));
    assert_true(may_come(m, "0 -"));
    assert_false(may_come(m, "1 -"));
    assert_false(may_come(m, "* dice 6"));
    play(m, "0 red 1");
    assert_true(may_come(m, "1 red 1"));
    assert_true(may_come(m, "2 -"));
    assert_false(may_come(m, "0 -"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_history_is_clockwise_from_the_active_seat_however_moves_arrive),
        cmocka_unit_test(test_clockwise_goes_round_past_the_last_seat),
        cmocka_unit_test(test_each_seats_steps_stand_together_when_they_arrive_interleaved),
        cmocka_unit_test(test_with_order_sequence_history_is_the_order_of_play),
        cmocka_unit_test(test_undo_takes_back_the_seats_own_latest_step),
        cmocka_unit_test(test_undo_has_nothing_to_take_back_at_the_start),
        cmocka_unit_test(test_undo_does_not_reach_over_dice),
        cmocka_unit_test(test_a_mistyped_roll_is_taken_back_with_all_that_followed),
        cmocka_unit_test(test_only_real_dice_can_be_mistyped),
        cmocka_unit_test(test_undo_is_final_once_another_seat_has_acted),
        cmocka_unit_test(test_undo_in_a_group_takes_only_the_seats_own_steps),
        cmocka_unit_test(test_undo_is_final_after_simultaneous_choices_are_revealed),
        cmocka_unit_test(test_the_active_seat_may_undo_after_anothers_illegal_attempt),
        cmocka_unit_test(test_undo_opens_a_finished_game_again),
        cmocka_unit_test(test_a_view_shows_own_choices_and_hides_those_of_others),
        cmocka_unit_test(test_without_simultaneous_choices_everybody_sees_everything),
        cmocka_unit_test(test_events_of_others_are_invisible_until_the_last_has_chosen),
        cmocka_unit_test(test_a_failed_attempt_hides_nothing),
        cmocka_unit_test(test_at_gives_every_earlier_position),
        cmocka_unit_test(test_only_a_finished_game_can_be_closed),
        cmocka_unit_test(test_a_full_history_takes_no_more),
        cmocka_unit_test(test_errors_while_a_roll_is_due_leave_no_trace),
        cmocka_unit_test(test_errors_while_one_seat_acts_leave_no_trace),
        cmocka_unit_test(test_errors_while_several_act_leave_no_trace),
        cmocka_unit_test(test_a_setup_that_does_not_fit_starts_no_match),
        cmocka_unit_test(test_seeded_dice_are_counted_roll_by_roll),
        cmocka_unit_test(test_an_undone_and_repeated_game_meets_the_same_dice),
        cmocka_unit_test(test_rolls_are_compared_with_their_seed),
        cmocka_unit_test(test_event_text_that_is_none_is_told_apart),
        cmocka_unit_test(test_what_may_come_next_is_told_in_full),
    };
    return cmocka_run_group_tests_name("match", tests, NULL, NULL);
}
