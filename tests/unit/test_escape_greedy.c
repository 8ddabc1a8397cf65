/* Escape: what greedy decides, and what its opinions are. */
#include "testing.h"

#include "escape_table.h"
#include "games/escape/plan.h"

/* The steps that are planned for who has to act, "enter c3, end". */
static void plan_is(struct pip_match *m, const char *expected) {
    struct pip__es_state before = *state_of(m);
    char buffer[512];
    struct pip_text text = pip_text_init(buffer, sizeof buffer);
    pip_move moves[PIP_MOVES_MAX];
    int count = pip__escape.plan(&m->setup, m->state, before.acting, moves);
    assert_memory_equal(&before, m->state, sizeof before);
    for (int i = 0; i < count; i++) {
        pip_text_add(&text, i > 0 ? ", " : "");
        pip__escape.move_write(&m->setup, moves[i], &text);
    }
    assert_true(pip_text_fits(&text));
    assert_string_equal(buffer, expected);
}

static void ready(struct pip_match *m, int track, int boxes) {
    state_of(m)->marked[track] = (uint8_t)(state_of(m)->used[track] + boxes);
}

static int32_t value_of(struct pip_match *m) {
    return pip__escape.evaluate(&m->setup, m->state, 0);
}

/* ---- Rolling ---- */

static void test_dice_are_healed_when_they_are_missed_long_or_are_many(void **state) {
    (void)state;
    struct pip_match *m = begun(2, "");
    ready(m, ES_TRACK_HEAL, 1);
    plan_is(m, "roll");
    state_of(m)->cursed[2] = 1;
    plan_is(m, "roll"); /* it is back in the next turn */
    state_of(m)->cursed[1] = 1;
    plan_is(m, "heal 2");
    state_of(m)->cursed[2] = 3;
    plan_is(m, "heal 3");
    ready(m, ES_TRACK_HEAL, 0);
    plan_is(m, "roll");
}

static void test_a_dash_that_wins_does_not_wait(void **state) {
    (void)state;
    struct pip_match *m = begun(2, "");
    stand(m, 0, "c4");
    stand(m, 1, "c3");
    ready(m, ES_TRACK_DASH, 1);
    state_of(m)->gems[0] = 14;
    plan_is(m, "dash c3");
    state_of(m)->gems[0] = 13;
    plan_is(m, "roll");
}

/* Before the last roll, next to a gem for key and gold, with the gold already there. */
static struct pip_match *last_roll(const char *dice) {
    struct pip_match *m = begun(2, "");
    char line[64] = "* ";
    stand(m, 0, "a4");
    stand(m, 1, "c3");
    play(m, "0 roll", "* torch gold", "0 keep gold", "0 roll", "* torch torch", "0 keep -",
         "0 roll", "* torch torch", "0 keep -", "0 roll");
    play(m, strcat(line, dice));
    return m;
}

static void test_what_opens_a_chamber_with_a_gem_is_kept(void **state) {
    (void)state;
    plan_is(last_roll("key adventurer"), "keep key");
    plan_is(last_roll("torch key"), "keep key");
}

static void test_a_roll_that_helps_nobody_is_rolled_again(void **state) {
    (void)state;
    struct pip_match *m = last_roll("black black");
    plan_is(m, "keep -");
    ready(m, ES_TRACK_REROLL, 1);
    plan_is(m, "reroll");
    m = last_roll("key adventurer");
    ready(m, ES_TRACK_REROLL, 1);
    plan_is(m, "keep key");
}

/* ---- Exploring ---- */

static void test_greedy_goes_for_a_gem_and_not_beyond_the_goal(void **state) {
    (void)state;
    struct pip_match *m = exploring(2, "", "key gold adventurer");
    stand(m, 0, "a4");
    stand(m, 1, "c3");
    plan_is(m, "enter a5, end");
    state_of(m)->gems[0] = 14; /* all that is left to do is to get out */
    plan_is(m, "enter b4, end");
}

static void test_in_the_last_round_the_exit_comes_first(void **state) {
    (void)state;
    struct pip_match *m = exploring(2, "", "adventurer adventurer key torch gold");
    stand(m, 0, "c2");
    stand(m, 1, "c3");
    state_of(m)->turn = 14;
    plan_is(m, "enter c3, end");
}

static void test_who_is_outside_goes_in(void **state) {
    (void)state;
    plan_is(exploring(2, "", "adventurer key"), "enter a2, end");
}

static void test_boxes_are_spent_for_gems_and_kept_otherwise(void **state) {
    (void)state;
    struct pip_match *m = exploring(2, "", "key");
    stand(m, 0, "a4");
    stand(m, 1, "c3");
    ready(m, ES_TRACK_GOLD, 1);
    plan_is(m, "use gold, enter a5, end");
    state_of(m)->seat[0].crossed = 1u << chamber_of("a5");
    plan_is(m, "end");
}

static void test_two_halves_make_gems(void **state) {
    (void)state;
    struct pip_match *m = exploring(2, "", "adventurer key");
    stand(m, 0, "b2"); /* a2 is the other half of e4; c2 would mark gold */
    stand(m, 1, "e4");
    plan_is(m, "enter a2, end");
    state_of(m)->unlocked = 1;
    plan_is(m, "enter c2, end");
}

static void test_a_joker_marks_what_brings_a_gem(void **state) {
    (void)state;
    struct pip_match *m = exploring(2, "", "adventurer adventurer");
    state_of(m)->marked[ES_TRACK_GOLD] = state_of(m)->used[ES_TRACK_GOLD] = 2;
    plan_is(m, "enter a3, joker gold, end");
    play(m, "0 enter a3");
    plan_is(m, "joker gold");
}

static void test_a_black_mask_of_the_lottery_is_for_cursed_dice(void **state) {
    (void)state;
    struct pip_match *m = exploring(2, "variant=lottery", "adventurer adventurer");
    state_of(m)->extra[0] = ES_TORCH;
    state_of(m)->extra[1] = ES_BLACK;
    play(m, "0 enter a3");
    plan_is(m, "joker torch");
    state_of(m)->cursed[0] = 1;
    plan_is(m, "joker torch");
    state_of(m)->cursed[0] = 4;
    plan_is(m, "joker black");
    state_of(m)->turn = 15; /* there is no next turn */
    plan_is(m, "joker torch");
}

static void test_an_extra_die_is_worth_more_early(void **state) {
    (void)state;
    struct pip_match *m = exploring(2, "variant=dice", "adventurer key");
    stand(m, 0, "b2");
    stand(m, 1, "e4");
    play(m, "0 enter a2");
    plan_is(m, "unlock die");
    state_of(m)->turn = 12;
    plan_is(m, "unlock gems");
}

/* ---- The pool and maps ---- */

static void test_dice_are_taken_and_crossed_off_where_they_complete_a_map(void **state) {
    (void)state;
    struct pip_match *m = exploring(2, "", "");
    state_of(m)->pool = dice_of("torch adventurer gold gold");
    state_of(m)->seat[1].map[3] = 1; /* the key of map 4; its adventurer and it give a reroll */
    play(m, "0 end");
    plan_is(m, "take adventurer gold"); /* map 2 at once, and with it dash */
    state_of(m)->seat[1].completed = 1 << 1;
    state_of(m)->seat[1].map[1] = own_sheet()->map[1].bonus;
    plan_is(m, "take torch adventurer"); /* map 3, and with it heal */
    play(m, "1 take torch adventurer");
    plan_is(m, "map 3");
}

static void test_a_map_is_completed_if_waiting_does_not_pay(void **state) {
    (void)state;
    struct pip_match *m = exploring(2, "", "");
    struct pip__es_seat *other = &state_of(m)->seat[1];
    state_of(m)->pool = dice_of("torch");
    other->map[1] = own_sheet()->map[1].bonus; /* gold adventurer; torch key are its gem side */
    play(m, "0 end", "1 take torch", "1 map 2");
    plan_is(m, "leave"); /* one key more, and there is time */
    state_of(m)->turn = 15;
    plan_is(m, "complete 2");
    state_of(m)->turn = 0;
    other->map[1] |= own_sheet()->map[1].gem;
    plan_is(m, "complete 2");
}

/* ---- Closing pathways ---- */

static void test_nobody_closes_the_way_out(void **state) {
    (void)state;
    struct pip_match *m = begun(2, "variant=closed");
    stand(m, 0, "c2");
    stand(m, 1, "c3");
    state_of(m)->turn = 14;
    play(m, "* extra adventurer key"); /* a2 and c2 */
    pip_move moves[PIP_MOVES_MAX];
    assert_int_equal(pip__escape.plan(&m->setup, m->state, 0, moves), 1);
    assert_int_not_equal(moves[0], ES_CLOSE + ES_SIDES * chamber_of("c2") + ES_EAST);
}

/* ---- Opinions ---- */

static void test_gems_count_up_to_the_goal_and_to_win_is_more(void **state) {
    (void)state;
    struct pip_match *m = begun(2, "");
    stand(m, 0, "c3");
    stand(m, 1, "b3");
    state_of(m)->gems[0] = 14;
    int32_t enough = value_of(m);
    state_of(m)->gems[0] = 20;
    assert_int_equal(value_of(m), enough);
    state_of(m)->gems[0] = 14;
    stand(m, 1, "c3");
    assert_true(value_of(m) > enough + 90 * ES_GEM_WORTH);
}

static void test_who_is_late_wants_to_be_near_the_exit(void **state) {
    (void)state;
    struct pip_match *m = begun(2, "");
    stand(m, 1, "c3");
    state_of(m)->turn = 14;
    static const char *const nearer[] = {"a1", "a2", "a3", "b3", "c3"};
    int32_t last = INT32_MIN;
    for (size_t i = 0; i < LENGTH(nearer); i++) {
        stand(m, 0, nearer[i]);
        assert_true(value_of(m) > last);
        last = value_of(m);
    }
}

static void test_marks_are_worth_more_the_nearer_their_gem_is(void **state) {
    (void)state;
    struct pip_match *m = begun(2, "");
    stand(m, 0, "c3");
    stand(m, 1, "c3");
    int32_t gain[4] = {0};
    for (int marks = 0; marks < 4; marks++) {
        state_of(m)->marked[ES_TRACK_HEAL] = (uint8_t)marks;
        struct pip__es_outlook o = pip__es_outlook_of(&m->setup, state_of(m));
        gain[marks] = pip__es_mark_worth(&o, ES_TRACK_HEAL, 0, 1);
    }
    assert_true(gain[0] > 0);
    assert_true(gain[1] > gain[0]);
    assert_true(gain[2] > gain[1]); /* the gem */
    assert_true(gain[3] < gain[0]); /* a use, and no gem any more */
    state_of(m)->marked[ES_TRACK_HEAL] = 6;
    struct pip__es_outlook full = pip__es_outlook_of(&m->setup, state_of(m));
    assert_int_equal(pip__es_mark_worth(&full, ES_TRACK_HEAL, 0, 1), 0);
}

/* Gained on the way, a gem makes others less urgent; the opinion is that of before. */
static void test_a_walk_is_judged_with_one_opinion(void **state) {
    (void)state;
    struct pip_match *m = exploring(2, "", "key gold");
    stand(m, 0, "a4");
    stand(m, 1, "c3");
    state_of(m)->gems[0] = 9;
    struct pip__es_outlook before = pip__es_outlook_of(&m->setup, state_of(m));
    struct pip__es_state after = *state_of(m);
    pip_move enter = (pip_move)(ES_ENTER + chamber_of("a5"));
    assert_int_equal(pip__escape.apply(&m->setup, &after, 0, enter), PIP_OK);
    struct pip__es_outlook behind = pip__es_outlook_behind(&before, &after);
    assert_int_equal(behind.missing, 4);
    assert_int_equal(behind.gem, before.gem);
    assert_memory_equal(behind.worth, before.worth, sizeof behind.worth);
    assert_true(pip__es_value(&behind) > pip__es_value(&before));
}

static void test_a_hand_is_worth_what_it_opens(void **state) {
    (void)state;
    static struct pip__es_hands hands;
    struct pip_match *m = last_roll("key adventurer");
    struct pip__es_outlook o = pip__es_outlook_of(&m->setup, state_of(m));
    pip__es_hands_weigh(&o, &hands);
    int32_t nothing = pip__es_hands_value(&hands, 0);
    int32_t gem = pip__es_hands_value(&hands, dice_of("key gold"));
    assert_true(gem > nothing + ES_GEM_WORTH / 2);
    assert_int_equal(pip__es_hands_value(&hands, dice_of("gold")), nothing);
    assert_int_equal(pip__es_hands_value(&hands, dice_of("key gold torch")), gem);
    /* With a die to roll: each symbol, the adventurer twice, or nothing. */
    int32_t more[] = {pip__es_hands_value(&hands, dice_of("gold torch")),
                      pip__es_hands_value(&hands, dice_of("gold adventurer")),
                      pip__es_hands_value(&hands, dice_of("gold gold"))};
    pip__es_hands_expect(&hands, 1);
    assert_int_equal(pip__es_hands_value(&hands, dice_of("gold")),
                     (nothing + more[0] + gem + 2 * more[1] + more[2]) / 6);
}

/* ---- Over whole games ---- */

static uint64_t mix(uint64_t hash, uint64_t number) {
    hash = (hash ^ number) * 0xD6E8FEB86659FD93u;
    return hash ^ hash >> 32;
}

/* Greedy plays on, every position is valued. */
static uint64_t play_greedily(const struct pip_setup *setup, struct pip_seed seed, uint64_t hash) {
    struct pip__es_state s;
    memset(&s, 0, sizeof s);
    pip__escape.start(setup, &s);
    for (uint32_t roll = 0;;) {
        pip_move moves[PIP_MOVES_MAX];
        pip_actors actors = pip__escape.actor(setup, &s);
        if (actors == PIP_ACTORS_OVER)
            return hash;
        hash = mix(hash, (uint32_t)pip__escape.evaluate(setup, &s, 0));
        if (actors == PIP_ACTORS_CHANCE) {
            struct pip_chance chance;
            pip__escape.chance(setup, &s, &chance);
            pip__escape.apply(setup, &s, PIP_CHANCE, pip_seed_roll(seed, roll++, &chance));
            continue;
        }
        int seat = __builtin_ctz(actors), count = pip__escape.plan(setup, &s, seat, moves);
        for (int i = 0; i < count; i++) {
            hash = mix(hash, moves[i]);
            assert_int_equal(pip__escape.apply(setup, &s, (unsigned)seat, moves[i]), PIP_OK);
        }
    }
}

/* If this number changes, and is meant to, greedy's strength has to be measured again. */
#define GREEDY_SEEN 0x75f7a7c02b9d8103u

static void test_greedy_plays_as_it_did_when_it_was_measured(void **state) {
    (void)state;
    struct pip_setup setup = pip_setup_first(&pip__escape);
    uint64_t hash = 0;
    uint32_t game = 0;
    do
        hash = play_greedily(&setup, (struct pip_seed){14, game++}, hash);
    while (pip_setup_next(&setup));
    if (hash != GREEDY_SEEN)
        fail_msg("it is now 0x%llx", (unsigned long long)hash);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_dice_are_healed_when_they_are_missed_long_or_are_many),
        cmocka_unit_test(test_a_dash_that_wins_does_not_wait),
        cmocka_unit_test(test_what_opens_a_chamber_with_a_gem_is_kept),
        cmocka_unit_test(test_a_roll_that_helps_nobody_is_rolled_again),
        cmocka_unit_test(test_greedy_goes_for_a_gem_and_not_beyond_the_goal),
        cmocka_unit_test(test_in_the_last_round_the_exit_comes_first),
        cmocka_unit_test(test_who_is_outside_goes_in),
        cmocka_unit_test(test_boxes_are_spent_for_gems_and_kept_otherwise),
        cmocka_unit_test(test_two_halves_make_gems),
        cmocka_unit_test(test_a_joker_marks_what_brings_a_gem),
        cmocka_unit_test(test_a_black_mask_of_the_lottery_is_for_cursed_dice),
        cmocka_unit_test(test_an_extra_die_is_worth_more_early),
        cmocka_unit_test(test_dice_are_taken_and_crossed_off_where_they_complete_a_map),
        cmocka_unit_test(test_a_map_is_completed_if_waiting_does_not_pay),
        cmocka_unit_test(test_nobody_closes_the_way_out),
        cmocka_unit_test(test_gems_count_up_to_the_goal_and_to_win_is_more),
        cmocka_unit_test(test_who_is_late_wants_to_be_near_the_exit),
        cmocka_unit_test(test_marks_are_worth_more_the_nearer_their_gem_is),
        cmocka_unit_test(test_a_walk_is_judged_with_one_opinion),
        cmocka_unit_test(test_a_hand_is_worth_what_it_opens),
        cmocka_unit_test(test_greedy_plays_as_it_did_when_it_was_measured),
    };
    return cmocka_run_group_tests_name("escape_greedy", tests, NULL, NULL);
}
