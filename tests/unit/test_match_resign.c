/* Resigning: the seat plays on and cannot win. */
#include "match_testing.h"

static void resigns(struct pip_match *m, int seat) {
    assert_int_equal(pip_match_resign(m, seat), PIP_OK);
}

/* Everybody refuses to the end: who has written then has fewer points than the others. */
static void refuse_to_the_end(struct pip_match *m) {
    while (pip_match_actor(m) != PIP_ACTORS_OVER) {
        pip_actors actors = pip_match_actor(m);
        if (actors == PIP_ACTORS_CHANCE)
            play(m, "* red red red 1 1 1");
        for (int seat = 0; actors != PIP_ACTORS_CHANCE && seat < m->setup.seats; seat++) {
            char line[] = {(char)('0' + seat), ' ', '-', '\0'};
            if (actors >> seat & 1)
                play(m, line);
        }
    }
}

static void test_the_best_of_those_who_stayed_wins(void **unused) {
    (void)unused;
    struct pip_match *m = start(3);
    play(m, "* red red red 1 1 1", "0 red 1");
    refuse_to_the_end(m);
    unsigned best = pip_score_winners(&m->setup, m->state);
    assert_int_equal(pip_match_winners(m), best);
    m = start(3);
    play(m, "* red red red 1 1 1", "0 red 1");
    for (int seat = 0; seat < 3; seat++) {
        if (best >> seat & 1)
            resigns(m, seat);
    }
    refuse_to_the_end(m);
    assert_int_equal(pip_match_winners(m), 7 & ~best);
}

static void test_nobody_wins_where_all_have_resigned(void **unused) {
    (void)unused;
    struct pip_match *m = start(2);
    resigns(m, 0);
    resigns(m, 1);
    refuse_to_the_end(m);
    assert_int_equal(pip_match_winners(m), 0);
    assert_int_equal(pip_match_close(m), PIP_OK);
}

static void test_nobody_resigns_from_a_game_that_is_over(void **unused) {
    (void)unused;
    struct pip_match *m = start(2);
    refuse_to_the_end(m);
    assert_int_equal(pip_match_resign(m, 0), PIP_OVER);
    assert_int_equal(m->resigned, 0);
}

static void test_resigning_twice_is_resigning_once(void **unused) {
    (void)unused;
    struct pip_match *m = start(2);
    play(m, "* red red red 1 1 1");
    resigns(m, 1);
    play(m, "0 -");
    remember(m);
    resigns(m, 1);
    unchanged(m);
}

static void test_a_step_that_is_taken_back_leaves_the_resignation(void **unused) {
    (void)unused;
    struct pip_match *m = start_with(2, "order=sequence", EVENTS);
    play(m, "* red red red 1 1 1", "0 red 1");
    resigns(m, 1);
    assert_int_equal(m->resigned_at[1], 2);
    assert_int_equal(pip_match_undo(m, 0), PIP_OK);
    assert_int_equal(m->resigned, 2);
    assert_int_equal(m->resigned_at[1], 1);
}

static void test_what_was_chosen_at_the_same_time_stands_behind_it(void **unused) {
    (void)unused;
    struct pip_match *m = start(3);
    play(m, "* red red red 1 1 1", "0 -", "1 -");
    resigns(m, 2);
    assert_int_equal(m->resigned_at[2], 2);
    play(m, "2 -");
    history_is(m, 2, "1 -, 2 -");
}

static bool won_always(const struct pip_setup *setup, const void *state) {
    (void)setup, (void)state;
    return true;
}

/* A game that all win or lose together: who has resigned has not won with them. */
static void test_who_resigned_does_not_win_together(void **unused) {
    (void)unused;
    struct pip_setup setup = pip_setup_default(pip_game_find(pip_span_of("escape")), NULL, 3);
    assert_int_equal(pip_match_start(&the_match, &setup, events, EVENTS), PIP_OK);
    assert_int_equal(pip_match_winners(&the_match), 0);
    resigns(&the_match, 1);
    struct pip_game always = *setup.game;
    always.won = won_always;
    the_match.setup.game = &always;
    assert_int_equal(pip_match_winners(&the_match), 5);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_best_of_those_who_stayed_wins),
        cmocka_unit_test(test_nobody_wins_where_all_have_resigned),
        cmocka_unit_test(test_nobody_resigns_from_a_game_that_is_over),
        cmocka_unit_test(test_resigning_twice_is_resigning_once),
        cmocka_unit_test(test_a_step_that_is_taken_back_leaves_the_resignation),
        cmocka_unit_test(test_what_was_chosen_at_the_same_time_stands_behind_it),
        cmocka_unit_test(test_who_resigned_does_not_win_together),
    };
    return cmocka_run_group_tests_name("match_resign", tests, NULL, NULL);
}
