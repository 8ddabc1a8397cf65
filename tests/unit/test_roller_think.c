/* How Roller is thought about: the turns that are found, what they are worth, what is remarked, and
 * the sheets that are made up. */
#include "testing.h"

#include "bots/think.h"
#include "games/roller/plan.h"
#include <pipwright/sheet.h>
#include <stdlib.h>

#define LINES 400
#define INVENTED 12 /* sheets that nobody has drawn, after the shipped ones */

static const struct pip_think *think;
static struct pip_line lines[LINES];
static struct pip__roller_state after[LINES];
static struct pip__roller_sheet own_data;
static struct pip_sheet own_sheet;

/* ---- Setting up ---- */

/* The shipped sheets, then some that are made up; false after the last. */
static bool setup_on(int number, int seats, struct pip_setup *setup) {
    int shipped = 0;
    while (pip__roller.sheets[shipped])
        shipped++;
    if (number >= shipped + INVENTED)
        return false;
    *setup =
        pip_setup_default(&pip__roller, pip__roller.sheets[number < shipped ? number : 0], seats);
    if (number >= shipped) {
        struct pip_random random =
            pip_random_init((struct pip_seed){.seed = 5, .game = (uint32_t)number}, 0);
        think->invent(&random, &own_data);
        own_sheet = *setup->sheet;
        own_sheet.data = &own_data;
        setup->sheet = &own_sheet;
    }
    return true;
}

static const struct pip__roller_sheet *data_of(const struct pip_setup *setup) {
    return setup->sheet->data;
}

static struct pip__roller_state begin(const struct pip_setup *setup) {
    struct pip__roller_state s;
    memset(&s, 0, sizeof s);
    pip__roller.start(setup, &s);
    return s;
}

static void roll(const struct pip_setup *setup, struct pip__roller_state *s, struct pip_seed seed) {
    struct pip_chance chance;
    pip__roller.chance(setup, s, &chance);
    assert_int_equal(
        pip__roller.apply(setup, s, PIP_CHANCE, pip_seed_roll(seed, s->round, &chance)), PIP_OK);
}

/* The next roll, or a random move of somebody who may act. False when the game is over. */
static bool wander(const struct pip_setup *setup, struct pip__roller_state *s, struct pip_seed seed,
                   struct pip_random *random) {
    pip_move moves[PIP_MOVES_MAX];
    if (s->phase == ROLLER_OVER)
        return false;
    if (s->phase == ROLLER_ROLL) {
        roll(setup, s, seed);
        return true;
    }
    int seat = __builtin_ctz(s->acting), count = pip__roller.legal(setup, s, seat, moves);
    pip_move move = moves[pip_random_below(random, (uint32_t)count)];
    assert_int_equal(pip__roller.apply(setup, s, (unsigned)seat, move), PIP_OK);
    return true;
}

static void play_line(const struct pip_setup *setup, struct pip__roller_state *s, int seat,
                      const struct pip_line *line) {
    for (int i = 0; i < line->steps; i++)
        assert_int_equal(pip__roller.apply(setup, s, (unsigned)seat, line->step[i]), PIP_OK);
}

/* "take 5, put c4, rows 5 7" */
static const char *told(const struct pip_setup *setup, const struct pip_line *line) {
    static char buffer[512];
    struct pip_text text = pip_text_init(buffer, sizeof buffer);
    for (int i = 0; i < line->steps; i++) {
        pip_text_add(&text, i ? ", " : "");
        pip__roller.move_write(setup, line->step[i], &text);
    }
    return buffer;
}

/* ---- Lines ---- */

static int compare(const void *a, const void *b) {
    return memcmp(a, b, sizeof(struct pip__roller_state));
}

/* Every line must be legal step by step and end the seat's round; no two may lead to the same. */
static int look_at_lines(const struct pip_setup *setup, const struct pip__roller_state *s, int seat,
                         int room) {
    int count = think->lines(setup, s, seat, lines, room);
    assert_in_range(count, 1, room);
    for (int i = 0; i < count; i++) {
        after[i] = *s;
        play_line(setup, &after[i], seat, &lines[i]);
        assert_int_equal(after[i].acting >> seat & (after[i].round == s->round), 0);
    }
    qsort(after, (size_t)count, sizeof *after, compare);
    for (int i = 1; i < count; i++)
        assert_int_not_equal(compare(&after[i - 1], &after[i]), 0);
    return count;
}

static void test_every_line_is_legal_ends_the_round_and_leads_elsewhere(void **state) {
    struct pip_setup setup;
    (void)state;
    for (int number = 0; setup_on(number, 2, &setup); number++) {
        struct pip_seed seed = {.seed = 3, .game = (uint32_t)number};
        struct pip_random random = pip_random_init(seed, 9);
        struct pip__roller_state s = begin(&setup);
        do {
            if (s.phase == ROLLER_WRITE)
                look_at_lines(&setup, &s, __builtin_ctz(s.acting), LINES);
        } while (wander(&setup, &s, seed, &random));
    }
}

static void test_there_is_a_line_in_any_room(void **state) {
    static const int rooms[] = {1, 2, 5, 30};
    struct pip_setup setup;
    (void)state;
    for (size_t i = 0; i < LENGTH(rooms); i++) {
        assert_true(setup_on((int)i, 1, &setup));
        struct pip_seed seed = {.seed = 4, .game = (uint32_t)i};
        struct pip_random random = pip_random_init(seed, 9);
        struct pip__roller_state s = begin(&setup);
        do {
            if (s.phase == ROLLER_WRITE)
                look_at_lines(&setup, &s, 0, rooms[i]);
        } while (wander(&setup, &s, seed, &random));
    }
}

static void test_an_open_round_has_many_lines_with_and_without_each_bonus(void **state) {
    struct pip_setup setup;
    (void)state;
    for (int number = 0; number < 3; number++) {
        assert_true(setup_on(number, 1, &setup));
        struct pip__roller_state s = begin(&setup);
        for (int round = 0; round < 3; round++) {
            roll(&setup, &s, (struct pip_seed){.seed = 8, .game = (uint32_t)number});
            play_line(&setup, &s, 0, &lines[think->lines(&setup, &s, 0, lines, LINES) * 0]);
        }
        roll(&setup, &s, (struct pip_seed){.seed = 8, .game = (uint32_t)number});
        int count = look_at_lines(&setup, &s, 0, LINES), with[1 << ROLLER_BONUSES] = {0};
        for (int i = 0; i < count; i++)
            with[after[i].seat[0].used ^ s.seat[0].used]++;
        assert_in_range(count, 100, 300);
        assert_in_range(with[0], 50, count);
        if (!(s.seat[0].used >> ROLLER_MORE & 1))
            assert_true(with[1 << ROLLER_MORE] > 0);
        if (!(s.seat[0].used >> ROLLER_THIRD & 1))
            assert_true(with[1 << ROLLER_THIRD] > 0);
    }
}

/* What turns.c says of a line is what the evaluation says of the position that it leads to. */
static void test_a_line_is_worth_what_it_leads_to(void **state) {
    static int32_t value[LINES];
    const struct pip_line none = {.steps = 0};
    struct pip_setup setup;
    (void)state;
    for (int number = 0; setup_on(number, 1, &setup); number++) {
        struct pip_seed seed = {.seed = 6, .game = (uint32_t)number};
        struct pip__roller_state s = begin(&setup);
        while (s.phase != ROLLER_OVER) {
            struct pip__roller_found found = {.line = lines, .value = value};
            roll(&setup, &s, seed);
            pip__roller_turns(setup.sheet->data, &s, &s.seat[0], &none, 60, &found);
            for (int i = 0; i < found.count; i++) {
                after[i] = s;
                play_line(&setup, &after[i], 0, &lines[i]);
                assert_int_equal(value[i], pip__roller.evaluate(&setup, &after[i], 0));
            }
            s = after[found.count / 2];
        }
    }
}

/* ---- The best of all that the rules allow ---- */

struct best {
    const struct pip_setup *setup;
    int32_t value;
    int positions;
};

/* Every way to end the round, as long as it is not too many. */
static void try_all(struct best *best, const struct pip__roller_state *s, int room) {
    pip_move moves[PIP_MOVES_MAX];
    int count = s->phase == ROLLER_WRITE ? pip__roller.legal(best->setup, s, 0, moves) : 0;
    if (++best->positions > room)
        return;
    if (count == 0) {
        int32_t value = pip__roller.evaluate(best->setup, s, 0);
        best->value = value > best->value ? value : best->value;
    }
    for (int i = 0; i < count && best->positions <= room; i++) {
        struct pip__roller_state next = *s;
        pip__roller.apply(best->setup, &next, 0, moves[i]);
        try_all(best, &next, room);
    }
}

/* Greedy games; where a round can be tried out, the plan must nearly always be the best there is.
 */
static void test_the_plan_is_the_best_turn_that_the_rules_allow(void **state) {
    int tried = 0, best_of_all = 0;
    struct pip_setup setup;
    (void)state;
    for (int game = 0; game < 60; game++) {
        struct pip_seed seed = {.seed = 7, .game = (uint32_t)game};
        assert_true(setup_on(game % 3, 1, &setup));
        struct pip__roller_state s = begin(&setup);
        while (s.phase != ROLLER_OVER) {
            struct pip_line line = {.steps = 0};
            pip_move moves[PIP_MOVES_MAX];
            roll(&setup, &s, seed);
            struct best best = {.setup = &setup, .value = INT32_MIN};
            try_all(&best, &s, 12000);
            line.steps = (uint8_t)pip__roller.plan(&setup, &s, 0, moves);
            memcpy(line.step, moves, line.steps * sizeof *moves);
            play_line(&setup, &s, 0, &line);
            assert_int_not_equal(s.phase, ROLLER_WRITE);
            if (best.positions > 12000)
                continue;
            int32_t value = pip__roller.evaluate(&setup, &s, 0);
            assert_true(value <= best.value);
            tried++;
            best_of_all += value == best.value;
        }
    }
    assert_in_range(tried, 40, 1000);
    assert_true(best_of_all * 100 >= tried * 95);
}

/* ---- Rounds whose best turn is known ---- */

static struct pip_event events[256];
static struct pip_match the_match;

/* Snowflake in its last round with these hexes empty and the others crossed out; see test_roller.c
 * for the map. */
static struct pip__roller_state *last_round(const char *empty) {
    struct pip_setup setup = pip_setup_default(&pip__roller, NULL, 1);
    struct pip_span rest = pip_span_of(empty), word;
    uint64_t set = 0;
    assert_int_equal(pip_match_start(&the_match, &setup, events, LENGTH(events)), PIP_OK);
    own_sheet = *setup.sheet;
    own_data = *(const struct pip__roller_sheet *)setup.sheet->data;
    own_sheet.data = &own_data;
    the_match.setup.sheet = &own_sheet;
    while (pip_span_word(&rest, &word)) {
        for (int hex = 0; hex < own_data.hexes; hex++)
            set |= pip_span_is(word, own_data.hex_name[hex]) ? pip__roller_hex(hex) : 0;
    }
    struct pip__roller_state *s = (struct pip__roller_state *)(void *)the_match.state;
    own_data.crossed |= own_data.blank & ~set;
    own_data.blank = set;
    s->seat[0].empty = set;
    s->round = (uint8_t)(own_data.rounds - 1);
    for (int round = 0; round < s->round; round++)
        s->seat[0].row[ROLLER_RED][round] = s->seat[0].row[ROLLER_GREEN][round] = ROLLER_BOX_VOID;
    return s;
}

static void best_line_is(const char *expected) {
    struct pip_line line = {.steps = 0};
    pip_move moves[PIP_MOVES_MAX];
    line.steps = (uint8_t)pip__roller.plan(&the_match.setup, the_match.state, 0, moves);
    memcpy(line.step, moves, line.steps * sizeof *moves);
    assert_string_equal(told(&the_match.setup, &line), expected);
    look_at_lines(&the_match.setup, (const struct pip__roller_state *)(void *)the_match.state, 0,
                  LINES);
}

static void test_RO2_7_what_is_void_is_skipped(void **state) {
    (void)state;
    last_round("");
    play(&the_match, "* 3 3 4 5 6 7 7 8");
    best_line_is("skip, skip, rows - -");
    assert_int_equal(think->lines(&the_match.setup, the_match.state, 0, lines, LINES), 1);
}

static void test_RO2_7_one_number_goes_into_either_row(void **state) {
    (void)state;
    last_round("e4");
    play(&the_match, "* 3 4 4 5 5 6 6 6");
    int count = look_at_lines(&the_match.setup, (struct pip__roller_state *)(void *)the_match.state,
                              0, LINES);
    assert_int_equal(count, 1); /* two void rows are as good as each other */
    best_line_is("take 3, put e4, skip, rows 3 -");
}

/* The best turn uses that bonus, fills all that is empty, and adds so many points. */
static void best_turn_uses(int bonus, int points) {
    struct pip__roller_state *s = (struct pip__roller_state *)(void *)the_match.state;
    pip_move moves[PIP_MOVES_MAX];
    int32_t before = pip_score_total(&the_match.setup, s, 0);
    look_at_lines(&the_match.setup, s, 0, LINES);
    int count = pip__roller.plan(&the_match.setup, s, 0, moves);
    for (int i = 0; i < count; i++)
        assert_int_equal(pip_match_play(&the_match, 0, moves[i]), PIP_OK);
    assert_int_equal(s->seat[0].used, 1 << bonus);
    assert_true(s->seat[0].empty == 0);
    assert_int_equal(pip_score_total(&the_match.setup, s, 0) - before, points);
}

/* The middle is worth 3 twice, the row 3, the area of the 2 a 6, and the bonus is gone. */
static void test_RO3_2_a_two_goes_where_no_number_can(void **state) {
    (void)state;
    last_round("e4 i2");
    play(&the_match, "* 3 5 5 5 8 8 8 8");
    best_turn_uses(ROLLER_TWO, 6 + 3 + 6 - 2);
}

/* The same, with the pair of 3s instead of another area. */
static void test_RO3_1_one_more_connects_a_pair(void **state) {
    (void)state;
    last_round("e4 d4 d5 e6");
    play(&the_match, "* 3 3 3 8 8 8 8 8");
    best_turn_uses(ROLLER_MORE, 6 + 3 + 3 - 2);
}

/* Three areas want two hexes each. */
static void test_RO3_3_a_third_number_fills_what_two_leave_open(void **state) {
    (void)state;
    last_round("e4 d4 b1 b2 h2 i2");
    play(&the_match, "* 3 3 6 6 7 7 8 8");
    best_turn_uses(ROLLER_THIRD, 6 + 3 + 7 + 6 - 2);
}

/* ---- Remarks ---- */

static int by_number(const void *a, const void *b) {
    return *(const uint16_t *)a - *(const uint16_t *)b;
}

/* What is remarked, in order. */
static int remarks(const struct pip_setup *setup, const struct pip__roller_state *s, int seat,
                   uint16_t features[PIP_FEATURES_MAX]) {
    int count = think->remark(setup, s, seat, features);
    assert_in_range(count, 1, think->active);
    for (int i = 0; i < count; i++)
        assert_in_range(features[i], 0, think->features - 1);
    qsort(features, (size_t)count, sizeof *features, by_number);
    return count;
}

static bool are_remarked_alike(const struct pip_setup *setup, const struct pip__roller_state *a,
                               const struct pip__roller_state *b) {
    uint16_t one[PIP_FEATURES_MAX], other[PIP_FEATURES_MAX];
    int count = remarks(setup, a, 0, one);
    return remarks(setup, b, 0, other) == count &&
           memcmp(one, other, (size_t)count * sizeof *one) == 0;
}

/* The nets in weights/ were trained on these remarks: whoever changes what this test sees has to
 * train them again. */
static void test_remarks_are_those_that_the_nets_know(void **state) {
    uint64_t hash = 0xcbf29ce484222325u;
    struct pip_setup setup;
    (void)state;
    assert_in_range(think->active, 1, PIP_FEATURES_MAX);
    for (int number = 0; setup_on(number, 1, &setup); number++) {
        struct pip_seed seed = {.seed = 11, .game = (uint32_t)number};
        struct pip_random random = pip_random_init(seed, 9);
        struct pip__roller_state s = begin(&setup);
        do {
            uint16_t features[PIP_FEATURES_MAX];
            int count = s.phase == ROLLER_ROLL ? remarks(&setup, &s, 0, features) : 0;
            for (int i = 0; i < count; i++)
                hash = (hash ^ features[i]) * 0x100000001b3u;
        } while (wander(&setup, &s, seed, &random));
    }
    assert_true(hash == 0x1c9bea9e5e3546e3u);
}

static void test_who_has_done_is_seen_as_when_all_have(void **state) {
    struct pip_setup setup;
    (void)state;
    assert_true(setup_on(1, 2, &setup));
    struct pip_seed seed = {.seed = 12};
    struct pip_random random = pip_random_init(seed, 9);
    struct pip__roller_state s = begin(&setup), early = s;
    int seen = 0;
    do {
        if (s.phase == ROLLER_ROLL && s.round > 0)
            seen += are_remarked_alike(&setup, &early, &s);
        if (s.phase == ROLLER_WRITE && !(s.acting & 1))
            early = s;
    } while (wander(&setup, &s, seed, &random));
    assert_int_equal(seen, 5);
}

static void test_rows_are_the_same_whichever_is_red(void **state) {
    struct pip_setup setup;
    (void)state;
    assert_true(setup_on(0, 1, &setup));
    struct pip__roller_state s = begin(&setup);
    s.round = 2;
    s.seat[0].row[ROLLER_RED][0] = 3;
    s.seat[0].row[ROLLER_RED][1] = 4;
    s.seat[0].row[ROLLER_GREEN][0] = 7;
    s.seat[0].row[ROLLER_GREEN][1] = ROLLER_BOX_VOID;
    struct pip__roller_state turned = s, other = s;
    memcpy(turned.seat[0].row[ROLLER_RED], s.seat[0].row[ROLLER_GREEN], ROLLER_ROUNDS_MAX);
    memcpy(turned.seat[0].row[ROLLER_GREEN], s.seat[0].row[ROLLER_RED], ROLLER_ROUNDS_MAX);
    assert_true(are_remarked_alike(&setup, &s, &turned));
    other.seat[0].row[ROLLER_GREEN][1] = 3;
    assert_false(are_remarked_alike(&setup, &s, &other));
}

/* A net that knows nothing must still see what the last round is worth, before the others end it.
 */
static void test_in_the_last_round_points_count_whoever_is_slower(void **state) {
    static struct pip__net_row row[8192];
    static struct pip__net_past past[LENGTH(row)];
    static struct pip_mind mind;
    struct pip_net net = {.features = think->features, .row = row, .past = past};
    struct pip_setup setup;
    (void)state;
    assert_true(think->features < LENGTH(row));
    assert_true(setup_on(2, 3, &setup));
    struct pip_seed seed = {.seed = 14};
    struct pip_random random = pip_random_init(seed, 9);
    struct pip__roller_state s = begin(&setup);
    while (s.round + 1 < data_of(&setup)->rounds || s.phase == ROLLER_ROLL)
        assert_true(wander(&setup, &s, seed, &random));
    struct pip__thinker thinker = {&setup, &net, &mind};
    pip__rank_by_net(&thinker, &s, 1);
    assert_in_range(mind.count, 2, PIP_CANDIDATES_MAX);
    for (int i = 0; i < mind.count; i++) {
        struct pip__roller_state done = s;
        play_line(&setup, &done, 1, &mind.candidate[i].line);
        assert_int_equal(mind.candidate[i].value, 1000 * pip_score_total(&setup, &done, 1));
        assert_true(i == 0 || mind.candidate[i].value <= mind.candidate[i - 1].value);
    }
}

/* ---- Sheets that are made up ---- */

static void add_member(struct pip_text *text, const char *key, int number) {
    pip_text_add(text, key);
    pip_text_add_number(text, number);
}

static void add_cell(struct pip_text *text, const struct pip__roller_sheet *sheet, int hex) {
    int area = 0;
    while (!(sheet->area[area] >> hex & 1))
        area++;
    pip_text_add(text, hex ? ",{\"name\":\"" : "{\"name\":\"");
    pip_text_add(text, sheet->hex_name[hex]);
    add_member(text, "\",\"q\":", sheet->q[hex]);
    add_member(text, ",\"r\":", sheet->r[hex]);
    pip_text_add(text, ",\"area\":\"");
    pip_text_add(text, sheet->area_name[area]);
    pip_text_add(text, "\"");
    if (sheet->crossed >> hex & 1)
        pip_text_add(text, ",\"print\":\"x\"");
    for (int i = 0; i < ROLLER_NUMBERS; i++) {
        if (sheet->printed[i] >> hex & 1)
            add_member(text, ",\"print\":", ROLLER_LOWEST + i);
    }
    pip_text_add(text, "}");
}

/* The sheet as a file. */
static void write_sheet(struct pip_text *text, const struct pip__roller_sheet *sheet) {
    pip_text_add(text, "{\"pipwright-sheet\":1,\"game\":\"roller\",\"name\":\"made-up\","
                       "\"title\":{\"en\":\"Made up\",\"de\":\"Erfunden\"},");
    add_member(text, "\"rounds\":", sheet->rounds);
    add_member(text, ",\"dice\":", sheet->dice);
    pip_text_add(text, ",\"areas\":[");
    for (int area = 0; area < sheet->areas; area++) {
        pip_text_add(text, area ? ",{\"name\":\"" : "{\"name\":\"");
        pip_text_add(text, sheet->area_name[area]);
        pip_text_add(text,
                     area == sheet->middle ? "\",\"kind\":\"middle\"}" : "\",\"kind\":\"outer\"}");
    }
    pip_text_add(text, "],\"cells\":[");
    for (int hex = 0; hex < sheet->hexes; hex++)
        add_cell(text, sheet, hex);
    pip_text_add(text, "]}");
}

/* The reader proves RO1.3, RO1.4 and RO5.3, and makes the same of it. */
static void test_RO5_3_sheets_that_are_made_up_are_fair(void **state) {
    static struct pip_sheet_file file;
    static char json[PIP_SHEET_BYTES_MAX];
    struct pip_random random = pip_random_init((struct pip_seed){.seed = 13}, 0);
    (void)state;
    for (int i = 0; i < 60; i++) {
        struct pip_text text = pip_text_init(json, sizeof json);
        struct pip_sheet_fault fault;
        think->invent(&random, &own_data);
        write_sheet(&text, &own_data);
        assert_true(pip_text_fits(&text));
        if (pip_sheet_read(json, strlen(json), &file, &fault, 1) != 0)
            fail_msg("%s: %s", fault.where, fault.what);
        assert_memory_equal(file.sheet.data, &own_data, sizeof own_data);
        assert_in_range(own_data.hexes, 30, ROLLER_HEXES_MAX);
        assert_in_range(own_data.rounds, 3, ROLLER_ROUNDS_MAX);
    }
}

int main(void) {
    think = pip__roller.think;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_line_is_legal_ends_the_round_and_leads_elsewhere),
        cmocka_unit_test(test_there_is_a_line_in_any_room),
        cmocka_unit_test(test_an_open_round_has_many_lines_with_and_without_each_bonus),
        cmocka_unit_test(test_a_line_is_worth_what_it_leads_to),
        cmocka_unit_test(test_the_plan_is_the_best_turn_that_the_rules_allow),
        cmocka_unit_test(test_RO2_7_what_is_void_is_skipped),
        cmocka_unit_test(test_RO2_7_one_number_goes_into_either_row),
        cmocka_unit_test(test_RO3_2_a_two_goes_where_no_number_can),
        cmocka_unit_test(test_RO3_1_one_more_connects_a_pair),
        cmocka_unit_test(test_RO3_3_a_third_number_fills_what_two_leave_open),
        cmocka_unit_test(test_remarks_are_those_that_the_nets_know),
        cmocka_unit_test(test_who_has_done_is_seen_as_when_all_have),
        cmocka_unit_test(test_rows_are_the_same_whichever_is_red),
        cmocka_unit_test(test_in_the_last_round_points_count_whoever_is_slower),
        cmocka_unit_test(test_RO5_3_sheets_that_are_made_up_are_fair),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
