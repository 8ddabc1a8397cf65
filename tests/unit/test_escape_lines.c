/* Escape: the lines that a seat is offered to choose from. */
#include "testing.h"

#include "escape_table.h"

#define LINES 400

static struct pip_line lines[LINES];

static int lines_of(const struct pip_match *m) {
    const struct pip__es_state *s = (const struct pip__es_state *)(const void *)m->state;
    return pip__escape.think->lines(&m->setup, s, s->acting, lines, LINES);
}

static void write_line(const struct pip_match *m, const struct pip_line *line, char *buffer,
                       size_t room) {
    struct pip_text text = pip_text_init(buffer, room);
    for (int i = 0; i < line->steps; i++) {
        pip_text_add(&text, i > 0 ? ", " : "");
        pip__escape.move_write(&m->setup, line->step[i], &text);
    }
    assert_true(pip_text_fits(&text));
}

/* All lines in their order, "end; enter a1, end"; each of these expectations is a whole list. */
static void lines_are(const struct pip_match *m, const char *expected) {
    char all[8192] = "", one[512];
    int count = lines_of(m);
    for (int i = 0; i < count; i++) {
        write_line(m, &lines[i], one, sizeof one);
        assert_true(strlen(all) + strlen(one) + 3 < sizeof all);
        strcat(strcat(all, i > 0 ? "; " : ""), one);
    }
    assert_string_equal(all, expected);
}

static bool among_lines(const struct pip_match *m, const char *wanted) {
    char one[512];
    int count = lines_of(m);
    for (int i = 0; i < count; i++) {
        write_line(m, &lines[i], one, sizeof one);
        if (strcmp(one, wanted) == 0)
            return true;
    }
    return false;
}

static void ready(struct pip_match *m, int track, int boxes) {
    state_of(m)->marked[track] = (uint8_t)(state_of(m)->used[track] + boxes);
}

/* ---- Exploring ---- */

static void test_a_walk_is_a_line_with_its_end_and_short_of_dice_it_stops(void **state) {
    (void)state;
    struct pip_match *m = exploring(2, "", "adventurer adventurer torch key");
    stand(m, 0, "b2");
    lines_are(m, "end; enter a2, end; enter b1, end; enter c2, end; enter b1, enter b2, end");
    let_explore(m, "");
    lines_are(m, "end");
}

/* From b2 to c2 and back there are two ways to spend the same dice; it is the same place. */
static void test_an_outcome_is_offered_once_whatever_the_way(void **state) {
    (void)state;
    struct pip_match *m =
        exploring(2, "", "adventurer adventurer adventurer adventurer key key key key");
    stand(m, 0, "b2");
    int count = lines_of(m);
    struct pip__es_state after[LINES];
    assert_true(count > 10);
    for (int i = 0; i < count; i++) {
        after[i] = *state_of(m);
        for (int step = 0; step < lines[i].steps; step++)
            assert_int_equal(pip__escape.apply(&m->setup, &after[i], 0, lines[i].step[step]),
                             PIP_OK);
        after[i].kept = 0; /* dice that are left are lost */
        for (int other = 0; other < i; other++)
            assert_memory_not_equal(&after[i], &after[other], sizeof after[i]);
    }
}

static void test_boxes_are_crossed_out_only_to_enter(void **state) {
    (void)state;
    struct pip_match *m = exploring(2, "", "adventurer");
    stand(m, 0, "c3");
    ready(m, ES_TRACK_KEY, 2);
    ready(m, ES_TRACK_TORCH, 1);
    /* b3 costs adventurer gold, c2 and c4 adventurer key, d3 adventurer torch; behind c2 lies d2
     * for torch key, behind c4, which marks a key, c5 for two of them. */
    lines_are(m, "end; use key, enter c2, end; use key, enter c4, end; use torch, enter d3, end; "
                 "use key, enter c2, use torch, use key, enter d2, end; "
                 "use key, enter c4, use key, use key, enter c5, end");
    ready(m, ES_TRACK_DASH, 1);
    ready(m, ES_TRACK_TORCH, 0);
    let_explore(m, "");
    lines_are(m, "end; dash b3, end; dash c2, end; dash c4, end; dash d3, end; "
                 "dash c4, use key, use key, enter c5, end");
}

static void test_a_joker_and_an_unlocking_are_chosen_on_the_way(void **state) {
    (void)state;
    struct pip_match *m = exploring(2, "", "adventurer adventurer");
    lines_are(m, "end; enter a3, joker torch, end; enter a3, joker key, end; "
                 "enter a3, joker gold, end; enter a3, joker reroll, end");
    m = exploring(2, "variant=dice", "adventurer key");
    stand(m, 0, "b2");
    stand(m, 1, "e4");
    assert_true(among_lines(m, "enter a2, unlock gems, end"));
    assert_true(among_lines(m, "enter a2, unlock die, end"));
    assert_false(among_lines(m, "enter a2, end"));
}

static void test_a_box_marked_on_the_way_can_be_used_on_it(void **state) {
    (void)state;
    struct pip_match *m = exploring(2, "", "adventurer key adventurer");
    stand(m, 0, "c3");
    /* c4 marks a key; with it and the last adventurer, c3 would want adventurers, c5 two keys. */
    lines_are(m, "end; enter c2, end; enter c4, end");
    let_explore(m, "adventurer key key");
    assert_true(among_lines(m, "enter c4, use key, enter c5, end"));
}

static void test_a_line_that_wins_needs_no_end(void **state) {
    (void)state;
    struct pip_match *m = exploring(2, "", "adventurer adventurer");
    stand(m, 0, "b3");
    stand(m, 1, "c3");
    state_of(m)->gems[0] = 13;
    assert_true(among_lines(m, "enter c3, end"));
    assert_false(among_lines(m, "enter c3"));
    state_of(m)->gems[0] = 14;
    assert_true(among_lines(m, "enter c3"));
    assert_false(among_lines(m, "enter c3, end"));
}

/* ---- Before and after rolls ---- */

static void test_after_a_roll_every_hand_and_the_reroll(void **state) {
    (void)state;
    struct pip_match *m = begun(2, "");
    play(m, "0 roll", "* torch adventurer");
    lines_are(m, "keep -, roll; keep torch, roll; keep adventurer, roll; "
                 "keep torch adventurer, roll");
    ready(m, ES_TRACK_REROLL, 1);
    assert_true(among_lines(m, "reroll"));
    play(m, "0 keep torch", "0 roll", "* black black");
    lines_are(m, "reroll; keep -, roll");
}

static void test_after_the_last_roll_lines_reach_to_the_end_of_the_walk(void **state) {
    (void)state;
    struct pip_match *m = begun(2, "");
    play(m, "0 roll", "* torch key", "0 keep -", "0 roll", "* torch key", "0 keep -", "0 roll",
         "* torch key", "0 keep -", "0 roll", "* adventurer adventurer");
    ready(m, ES_TRACK_REROLL, 1);
    lines_are(m, "reroll; keep -, end; keep adventurer, end; keep adventurer adventurer, end; "
                 "keep adventurer adventurer, enter a3, joker torch, end; "
                 "keep adventurer adventurer, enter a3, joker key, end; "
                 "keep adventurer adventurer, enter a3, joker gold, end; "
                 "keep adventurer adventurer, enter a3, joker reroll, end");
}

static void test_before_the_first_roll_spaces_are_healed_or_not(void **state) {
    (void)state;
    struct pip_match *m = begun(2, "");
    lines_are(m, "roll");
    state_of(m)->cursed[1] = 2;
    state_of(m)->cursed[2] = 1;
    state_of(m)->unrolled = 5;
    lines_are(m, "roll");
    ready(m, ES_TRACK_HEAL, 1);
    lines_are(m, "heal 2, roll; heal 3, roll; roll");
    ready(m, ES_TRACK_HEAL, 2);
    lines_are(m, "heal 2, heal 3, roll; heal 2, roll; heal 3, roll; roll");
}

static void test_a_dash_before_a_roll_wants_a_reason(void **state) {
    (void)state;
    struct pip_match *m = begun(2, "");
    ready(m, ES_TRACK_DASH, 1);
    stand(m, 0, "b4"); /* a4 special, b3 reroll, b5 special, c4 key */
    lines_are(m, "roll; dash b3, roll");
    state_of(m)->seat[0].crossed = 1u << chamber_of("b3");
    lines_are(m, "roll");
    stand(m, 0, "c4"); /* c5 is heal: good for cursed dice alone */
    lines_are(m, "roll");
    state_of(m)->cursed[2] = 1;
    state_of(m)->unrolled = 7;
    lines_are(m, "roll; dash c5, heal 3, roll; dash c5, roll");
    state_of(m)->begun = 1;
    lines_are(m, "roll");
    state_of(m)->gems[0] = 15;
    assert_true(among_lines(m, "dash c3, roll"));
    stand(m, 1, "c3");
    assert_true(among_lines(m, "dash c3"));
}

static void test_without_dice_the_roll_leads_to_the_walk(void **state) {
    (void)state;
    struct pip_match *m = begun(2, "");
    ready(m, ES_TRACK_DASH, 1);
    stand(m, 0, "a1");
    state_of(m)->cursed[1] = 8;
    state_of(m)->unrolled = 0;
    lines_are(m, "roll, end; roll, dash a2, end; roll, dash b1, end");
}

/* ---- The pool and maps ---- */

static void test_the_only_other_seat_takes_crosses_off_and_leaves_in_one_line(void **state) {
    (void)state;
    struct pip_match *m = exploring(2, "", "");
    state_of(m)->pool = dice_of("gold");
    state_of(m)->seat[1].completed = 0x3c; /* maps 1 and 2 are open */
    for (int map = 2; map < ES_MAPS; map++)
        state_of(m)->seat[1].map[map] = own_sheet()->map[map].bonus;
    play(m, "0 end");
    lines_are(m, "take gold, map 1, leave; take gold, map 2, leave");
}

static void test_with_more_seats_a_line_ends_where_the_next_one_takes(void **state) {
    (void)state;
    struct pip_match *m = exploring(3, "", "");
    state_of(m)->pool = dice_of("gold gold key");
    play(m, "0 end");
    lines_are(m, "take key; take gold; take key gold; take gold gold");
}

static void test_a_full_map_is_completed_and_half_a_map_may_wait(void **state) {
    (void)state;
    struct pip_match *m = exploring(3, "", "");
    state_of(m)->pool = dice_of("torch");
    state_of(m)->seat[1].map[0] = own_sheet()->map[0].bonus | own_sheet()->map[0].gem;
    state_of(m)->seat[1].map[1] = own_sheet()->map[1].bonus;
    state_of(m)->seat[1].completed = 0x3c;
    for (int map = 2; map < ES_MAPS; map++)
        state_of(m)->seat[1].map[map] = own_sheet()->map[map].bonus;
    play(m, "0 end", "1 take torch");
    lines_are(m, "map 1, complete 1, complete 2, leave; map 1, complete 1, leave; "
                 "map 2, complete 1, complete 2, leave; map 2, complete 1, leave");
}

/* ---- Other choices ---- */

static void test_sides_and_pathways_are_single_steps(void **state) {
    (void)state;
    struct pip_match *m = start(3, "");
    lines_are(m, "side north; side east; side south; side west");
    play(m, "0 side east");
    lines_are(m, "side north; side south; side west");
    m = begun(2, "variant=closed");
    play(m, "* extra torch torch"); /* c1 alone */
    lines_are(m, "close c1 north; close c1 east; close c1 south");
    play(m, "0 close c1 north");
    /* the second closer is the last, but it is not its turn */
    lines_are(m, "close c1 north; close c1 east; close c1 south");
}

/* ---- Over whole games ---- */

static void ends_where_it_should(const struct pip_match *m, const struct pip__es_state *before,
                                 const struct pip__es_state *after) {
    pip_actors actors = pip__escape.actor(&m->setup, after);
    bool waits = actors == 1u << before->acting && after->turn == before->turn;
    assert_false(waits);
}

/* Plays every line of a position: all legal, all to where somebody else goes on, no two alike. */
static void check_lines(const struct pip_match *m) {
    static struct pip__es_state after[LINES];
    const struct pip__es_state *s = (const struct pip__es_state *)(const void *)m->state;
    int count = lines_of(m);
    assert_true(count > 0);
    for (int i = 0; i < count; i++) {
        after[i] = *s;
        for (int step = 0; step < lines[i].steps; step++)
            assert_int_equal(
                pip__escape.apply(&m->setup, &after[i], s->acting, lines[i].step[step]), PIP_OK);
        ends_where_it_should(m, s, &after[i]);
        after[i].kept = 0;
        for (int other = 0; other < i; other++)
            assert_memory_not_equal(&after[i], &after[other], sizeof after[i]);
    }
}

static void test_in_random_games_every_line_is_legal_whole_and_new(void **state) {
    (void)state;
    static struct pip_event events[2000];
    static struct pip_match match;
    struct pip_setup setup = pip_setup_first(&pip__escape);
    uint32_t game = 0;
    do {
        struct pip_random random = pip_random_init((struct pip_seed){11, game}, 0);
        assert_int_equal(pip_match_start(&match, &setup, events, LENGTH(events)), PIP_OK);
        match.dice = PIP_DICE_SEED;
        match.seed = (struct pip_seed){11, game++};
        do {
            pip_actors actors = pip_match_actor(&match);
            if (actors != PIP_ACTORS_OVER && actors != PIP_ACTORS_CHANCE)
                check_lines(&match);
        } while (play_at_random(&match, &random));
    } while (pip_setup_next(&setup));
    assert_true(game > 20);
}

/* Every walk there is, step by step; how many dashes it took is not looked at. */
static int walk_on(const struct pip_match *m, const struct pip__es_state *s,
                   struct pip__es_state *ends, int count) {
    pip_move moves[PIP_MOVES_MAX];
    int legal = pip__escape.legal(&m->setup, s, s->active, moves);
    for (int i = 0; i < legal; i++) {
        struct pip__es_state next = *s;
        assert_int_equal(pip__escape.apply(&m->setup, &next, s->active, moves[i]), PIP_OK);
        if (moves[i] != ES_END) {
            count = walk_on(m, &next, ends, count);
            continue;
        }
        int known = 0;
        next.kept = next.used[ES_TRACK_DASH] = 0;
        while (known < count && memcmp(&ends[known], &next, sizeof next) != 0)
            known++;
        ends[known] = next;
        count += known == count;
    }
    return count;
}

static void test_no_walk_is_forgotten_while_they_are_few(void **state) {
    (void)state;
    static const char *const kept[] = {"adventurer adventurer torch key gold",
                                       "adventurer adventurer adventurer key key key",
                                       "torch torch gold gold adventurer", "key gold adventurer"};
    static const char *const from[] = {"b2", "c3", "d4", "e1"};
    static struct pip__es_state ends[LINES];
    for (size_t i = 0; i < LENGTH(kept); i++) {
        for (int dashes = 0; dashes <= 1; dashes++) {
            struct pip_match *m = exploring(2, "", kept[i]);
            stand(m, 0, from[i]);
            ready(m, ES_TRACK_DASH, dashes);
            /* full tracks: nothing that is marked on the way can be used */
            for (int track = ES_TRACK_HEAL; track < ES_TRACKS; track++)
                state_of(m)->marked[track] = state_of(m)->used[track] = 6;
            assert_int_equal(lines_of(m), walk_on(m, state_of(m), ends, 0));
        }
    }
}

/* With many dice and boxes there are far more walks than anybody looks at. Which of them are
 * offered is a matter of judgement; if that changes, and is meant to, so does the number. */
#define PROMISING_SEEN 0xf464dc7cc2fed284u

static uint64_t hash_of_lines(int count, uint64_t hash) {
    for (int i = 0; i < count; i++) {
        for (int step = 0; step < lines[i].steps; step++) {
            hash = (hash ^ lines[i].step[step]) * 0xD6E8FEB86659FD93u;
            hash ^= hash >> 32;
        }
    }
    return hash;
}

/* How many places the lines lead to. */
static int places_of_lines(struct pip_match *m, int count) {
    uint32_t ends = 0;
    for (int i = 0; i < count; i++) {
        struct pip__es_state after = *state_of(m);
        for (int step = 0; step < lines[i].steps; step++)
            pip__escape.apply(&m->setup, &after, 0, lines[i].step[step]);
        ends |= 1u << after.seat[0].place;
    }
    return __builtin_popcount(ends);
}

static void test_of_too_many_walks_the_promising_ones_of_each_place_are_offered(void **state) {
    (void)state;
    uint64_t hash = 0;
    for (int place = 0; place < ES_CHAMBERS; place += 4) {
        for (int last_roll = 0; last_roll < 2; last_roll++) {
            struct pip_match *m = exploring(2, "", "torch key adventurer gold torch key");
            state_of(m)->seat[0].place = (uint8_t)place;
            stand(m, 1, "e4");
            for (int track = 0; track < ES_TRACKS; track++)
                ready(m, track, 2);
            if (last_roll) {
                state_of(m)->rolled = dice_of("adventurer gold");
                state_of(m)->phase = ES_AFTER_ROLL;
            }
            int count = lines_of(m);
            assert_in_range(count, 100, 240);
            assert_true(places_of_lines(m, count) >= 12);
            hash = hash_of_lines(count, hash);
            check_lines(m);
        }
    }
    if (hash != PROMISING_SEEN)
        fail_msg("it is now 0x%llx", (unsigned long long)hash);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_walk_is_a_line_with_its_end_and_short_of_dice_it_stops),
        cmocka_unit_test(test_an_outcome_is_offered_once_whatever_the_way),
        cmocka_unit_test(test_boxes_are_crossed_out_only_to_enter),
        cmocka_unit_test(test_a_joker_and_an_unlocking_are_chosen_on_the_way),
        cmocka_unit_test(test_a_box_marked_on_the_way_can_be_used_on_it),
        cmocka_unit_test(test_a_line_that_wins_needs_no_end),
        cmocka_unit_test(test_after_a_roll_every_hand_and_the_reroll),
        cmocka_unit_test(test_after_the_last_roll_lines_reach_to_the_end_of_the_walk),
        cmocka_unit_test(test_before_the_first_roll_spaces_are_healed_or_not),
        cmocka_unit_test(test_a_dash_before_a_roll_wants_a_reason),
        cmocka_unit_test(test_without_dice_the_roll_leads_to_the_walk),
        cmocka_unit_test(test_the_only_other_seat_takes_crosses_off_and_leaves_in_one_line),
        cmocka_unit_test(test_with_more_seats_a_line_ends_where_the_next_one_takes),
        cmocka_unit_test(test_a_full_map_is_completed_and_half_a_map_may_wait),
        cmocka_unit_test(test_sides_and_pathways_are_single_steps),
        cmocka_unit_test(test_in_random_games_every_line_is_legal_whole_and_new),
        cmocka_unit_test(test_no_walk_is_forgotten_while_they_are_few),
        cmocka_unit_test(test_of_too_many_walks_the_promising_ones_of_each_place_are_offered),
    };
    return cmocka_run_group_tests_name("escape_lines", tests, NULL, NULL);
}
