/* Reviews against the exact truth of a small sheet, and what they promise of any match. */
#include "testing.h"

#include "bots/think.h"
#include "solve/truth.h"
#include <math.h>
#include <pipwright/record.h>
#include <pipwright/review.h>
#include <pipwright/sheet.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- A judge that knows the truth ---- */

static const struct pip__truth *truth_of(const void *context) {
    return context;
}

static struct pip_worth worth_at(const struct pip__truth *truth, const void *state) {
    double points = pip__truth_points(truth, pip__truth_value(truth, state));
    return (struct pip_worth){(int32_t)lround(1000 * points), 0};
}

static void true_after(const void *context, const struct pip_setup *setup, const void *state,
                       int seat, struct pip_mind *mind, struct pip_candidate *worth) {
    (void)setup, (void)seat, (void)mind;
    worth->rank = (int32_t)pip__truth_value(truth_of(context), state);
    worth->value = worth_at(truth_of(context), state).value;
    worth->win = worth->error = 0;
}

struct ranking {
    const void *context;
    const struct pip_setup *setup;
    struct pip_mind *mind;
};

static void add_candidate(void *context, const struct pip_line *line, const void *after) {
    struct ranking *r = context;
    struct pip_candidate *c = &r->mind->candidate[r->mind->count++];
    c->line = *line;
    true_after(r->context, r->setup, after, 0, r->mind, c);
}

static void true_rank(const void *context, const struct pip_setup *setup, const void *state,
                      int seat, struct pip_mind *mind) {
    struct ranking ranking = {context, setup, mind};
    mind->count = 0;
    pip__lines_all(setup, state, seat, mind, add_candidate, &ranking);
    pip__sort(mind, mind->count);
}

static void true_rolled(const void *context, const struct pip_setup *setup, const void *state,
                        struct pip_mind *mind, struct pip_review_room *room,
                        struct pip_worth *worth) {
    (void)setup, (void)mind, (void)room;
    worth[0] = worth_at(truth_of(context), state);
}

static void true_expected(const void *context, const struct pip_setup *setup, const void *state,
                          struct pip_worth *worth) {
    (void)setup;
    worth[0] = worth_at(truth_of(context), state);
}

/* ---- A table ---- */

#define EVENTS 1024

static struct table {
    struct pip_sheet_file file;
    struct pip_setup setup;
    struct pip__truth *truth;
    struct pip_judge judge;
    struct pip_review review;
    struct pip_review_choice choice[EVENTS];
    struct pip_review_roll roll[EVENTS];
    struct pip_event events[EVENTS];
    struct pip_match match;
} t;

static int open_table(void **state) {
    static char json[PIP_SHEET_BYTES_MAX];
    FILE *in = fopen(PIP_SOURCE_DIR "/sheets/lost-cities/training/jungle-2.json", "rb");
    (void)state;
    assert_non_null(in);
    size_t length = fread(json, 1, sizeof json, in);
    fclose(in);
    assert_int_equal(pip_sheet_read(json, length, &t.file, NULL, 0), 0);
    t.setup = pip_setup_default(pip_game_find(pip_span_of("lost-cities")), &t.file.sheet, 1);
    assert_null(pip__truth_solve(&t.setup, 1, NULL, NULL, &t.truth));
    t.judge = (struct pip_judge){t.truth, true_rank, true_after, true_rolled, NULL};
    t.review.choice = t.choice;
    t.review.roll = t.roll;
    t.review.room_choices = t.review.room_rolls = EVENTS;
    return 0;
}

static int close_table(void **state) {
    (void)state;
    pip__truth_release(t.truth);
    return 0;
}

/* A game in which one of `slips` steps is any that is legal, the others the best. */
static void play_game(uint32_t game, uint32_t slips) {
    struct pip_seed seed = {20261117, game};
    struct pip_random random = pip_random_init(seed, 9);
    pip_match_start(&t.match, &t.setup, t.events, EVENTS);
    t.match.dice = PIP_DICE_SEED;
    t.match.seed = seed;
    for (pip_actors actors; (actors = pip_match_actor(&t.match)) != PIP_ACTORS_OVER;) {
        pip_move moves[PIP_MOVES_MAX];
        if (actors == PIP_ACTORS_CHANCE) {
            assert_int_equal(pip_match_roll(&t.match), PIP_OK);
            continue;
        }
        int count = pip_match_legal(&t.match, 0, moves);
        pip_move move = pip__truth_best(t.truth, t.match.state);
        if (pip_random_below(&random, slips) == 0)
            move = moves[pip_random_below(&random, (uint32_t)count)];
        assert_int_equal(pip_match_play(&t.match, 0, move), PIP_OK);
    }
}

static void review_game(uint32_t outcomes) {
    struct pip_review_wish wish = {.outcomes = outcomes};
    assert_int_equal(pip_review_begin(&t.review, &t.match, &t.judge, &wish), PIP_OK);
    while (pip_review_step(&t.review))
        continue;
}

static double true_points(pip__worth worth) {
    return pip__truth_points(t.truth, worth);
}

/* ---- Tests ---- */

/* Before it is played a line costs what the choice has cost, and its beginning no more. */
static void line_costs_the_same(const struct pip_review_choice *played, const void *position,
                                const struct pip_line *line) {
    static struct pip_mind mind;
    struct pip_review_choice meant;
    struct pip_line begun = {1, {line->step[0]}};
    pip_review_line(&t.judge, &t.setup, position, 0, line, &mind, &meant);
    assert_int_equal(pip_review_cost(&t.setup, &meant), pip_review_cost(&t.setup, played));
    assert_int_equal(meant.count, played->count);
    pip_review_line(&t.judge, &t.setup, position, 0, &begun, &mind, &meant);
    assert_true(pip_review_cost(&t.setup, &meant) <= pip_review_cost(&t.setup, played));
}

static void test_what_a_choice_cost_is_what_the_truth_says(void **state) {
    uint64_t position[PIP_STATE_MAX / 8];
    uint32_t compared = 0;
    (void)state;
    t.judge.expected = true_expected;
    for (uint32_t game = 0; compared < 1000; game++) {
        play_game(game, 2);
        review_game(0);
        for (uint32_t i = 0; i < t.review.choices; i++, compared++) {
            const struct pip_review_choice *c = &t.choice[i];
            struct pip_line line = {(uint8_t)c->steps, {0}};
            for (int step = 0; step < c->steps; step++)
                line.step[step] = t.events[c->event + (uint32_t)step].move;
            pip_match_at(&t.match, c->event, position);
            double loss = true_points(pip__truth_loss(t.truth, position, &line));
            assert_true(c->ranked);
            assert_true(fabs(loss - (c->best.value - c->played.value) / 1000.0) <= 0.0011);
            assert_int_equal(c->rank == 0, c->place == 1);
            line_costs_the_same(c, position, &line);
        }
    }
    t.judge.expected = NULL;
}

static void test_what_a_roll_was_worth_is_what_the_truth_says(void **state) {
    uint64_t position[PIP_STATE_MAX / 8];
    (void)state;
    for (uint32_t game = 0; game < 3; game++) {
        play_game(game, 4);
        review_game(0);
        for (uint32_t i = 0; i < t.review.rolls; i++) {
            const struct pip_review_roll *roll = &t.roll[i];
            pip_match_at(&t.match, roll->event, position);
            double before = true_points(pip__truth_value(t.truth, position));
            pip_match_at(&t.match, roll->event + 1, position);
            double luck = true_points(pip__truth_value(t.truth, position)) - before;
            assert_int_equal(roll->looked, 12320);
            assert_true(fabs(before - roll->before[0].value / 1000.0) <= 0.0011);
            double found = (roll->after[0].value - roll->before[0].value) / 1000.0;
            assert_true(fabs(luck - found) <= 0.0016);
        }
    }
}

static void test_luck_is_nothing_on_average_and_most_of_the_spread(void **state) {
    const uint32_t games = 20000;
    double luck = 0, lucks = 0, score = 0, scores = 0, rest = 0, rests = 0;
    (void)state;
    t.judge.expected = true_expected;
    for (uint32_t game = 0; game < games; game++) {
        play_game(game, 20);
        review_game(0);
        double own = (double)t.review.seat[0].luck / 1000, end = t.review.end[0].value / 1000.0;
        luck += own;
        lucks += own * own;
        score += end;
        scores += end * end;
        rest += end - own;
        rests += (end - own) * (end - own);
        double told = (double)(t.review.start[0].value - t.review.seat[0].loss) / 1000;
        assert_true(fabs(end - own - told) < 0.05); /* nothing else happens in a game for one */
    }
    t.judge.expected = NULL;
    double n = games, error = sqrt((lucks / n - luck / n * (luck / n)) / n);
    double raw = scores / n - score / n * (score / n), adjusted = rests / n - rest / n * (rest / n);
    print_message("luck %.3f, standard error %.3f; variance %.1f, without luck %.1f: a factor of "
                  "%.1f\n",
                  luck / n, error, raw, adjusted, raw / adjusted);
    assert_true(fabs(luck / n) <= 3 * error);
    assert_true(adjusted <= raw / 10);
}

/* ---- The level expert ---- */

static struct {
    struct pip_review review;
    struct pip_review_choice choice[EVENTS];
    struct pip_review_roll roll[EVENTS];
    struct pip_event events[EVENTS];
    struct pip_match match;
} golden;

static void read_golden(const char *name) {
    static char text[65536];
    char path[256];
    struct pip_fault fault;
    snprintf(path, sizeof path, "%s/tests/golden/%s.pip", PIP_SOURCE_DIR, name);
    FILE *in = fopen(path, "rb");
    assert_non_null(in);
    size_t length = fread(text, 1, sizeof text, in);
    fclose(in);
    assert_int_equal(
        pip_record_read(text, length, NULL, NULL, golden.events, EVENTS, &golden.match, &fault),
        PIP_OK);
    golden.review.choice = golden.choice;
    golden.review.roll = golden.roll;
    golden.review.room_choices = golden.review.room_rolls = EVENTS;
}

static void begin_golden(const char *name, struct pip_review_wish wish) {
    read_golden(name);
    assert_true(pip_judge_knows(&golden.match.setup, &golden.review.mind));
    assert_int_equal(pip_review_begin(&golden.review, &golden.match, &pip_judge_expert, &wish),
                     PIP_OK);
}

static const char *json_of(void) {
    static char json[1 << 20];
    struct pip_text text = pip_text_init(json, sizeof json);
    pip_review_total(&golden.review);
    pip_review_json(&golden.review, &text);
    assert_true(pip_text_fits(&text));
    return json;
}

static const char *const games[] = {"lost-cities-resigned",    "lost-cities-five-under-way",
                                    "roller-turtle-under-way", "escape",
                                    "escape-three-under-way",  "pig"};

static void
test_every_event_of_a_seat_is_in_one_choice_and_no_choice_is_below_nothing(void **state) {
    (void)state;
    for (size_t g = 0; g < sizeof games / sizeof *games; g++) {
        begin_golden(games[g], (struct pip_review_wish){.outcomes = 4});
        while (pip_review_step(&golden.review))
            continue;
        uint32_t steps = 0;
        for (uint32_t i = 0; i < golden.review.choices; i++) {
            const struct pip_review_choice *c = &golden.choice[i];
            assert_true(c->rank >= 0 && c->steps > 0 && c->place <= c->count);
            assert_true(i == 0 || c->event >= c[-1].event + c[-1].steps);
            steps += c->steps;
        }
        assert_int_equal(steps + golden.review.rolls, golden.match.count);
        assert_int_equal(golden.review.rolls, golden.match.rolls);
        assert_int_equal(pip_review_progress(&golden.review), 1000);
    }
}

static void test_looking_at_it_midway_changes_nothing(void **state) {
    static char whole[1 << 20];
    struct pip_review_wish wish = {.outcomes = 40, .playouts = 3};
    (void)state;
    begin_golden("lost-cities-resigned", wish);
    while (pip_review_step(&golden.review))
        continue;
    strcpy(whole, json_of());
    begin_golden("lost-cities-resigned", wish);
    int progress = 0;
    do {
        json_of();
        assert_true(pip_review_progress(&golden.review) >= progress);
        progress = pip_review_progress(&golden.review);
    } while (pip_review_step(&golden.review));
    assert_string_equal(whole, json_of());
}

static void test_the_items_of_a_split_add_up(void **state) {
    (void)state;
    begin_golden("lost-cities-solo", (struct pip_review_wish){.outcomes = 1, .playouts = 8});
    while (pip_review_step(&golden.review))
        continue;
    assert_int_equal(golden.review.splits, PIP_REVIEW_COSTLY);
    for (int i = 0; i < golden.review.splits; i++) {
        const struct pip_review_split *split = &golden.review.split[i];
        int32_t sum = 0;
        for (int item = 0; item < split->items; item++)
            sum += split->item[item];
        assert_int_equal(split->samples, 8);
        assert_int_equal(split->items, 9);
        assert_int_equal(sum, split->total);
    }
}

static void test_a_split_tells_what_the_lines_lead_to_besides_points(void **state) {
    uint64_t before[PIP_STATE_MAX / 8], after[2][PIP_STATE_MAX / 8];
    struct pip_item items[2][PIP_BESIDES_MAX];
    struct pip_line line[2] = {{0}};
    static struct pip_mind mind;
    struct pip_review_split split;
    int different = 0;
    (void)state;
    read_golden("escape");
    const struct pip_setup *setup = &golden.match.setup;
    setup->game->start(setup, memset(before, 0, sizeof before));
    for (uint32_t e = 0; e < golden.match.count; e++) {
        const struct pip_event *event = &golden.match.events[e];
        pip_move moves[PIP_MOVES_MAX];
        int count =
            event->actor == PIP_CHANCE ? 0 : setup->game->legal(setup, before, event->actor, moves);
        for (int i = 0; i < 2 && count > 1; i++) {
            line[i] = (struct pip_line){1, {moves[i ? count - 1 : 0]}};
            memcpy(after[i], before, sizeof before);
            setup->game->apply(setup, after[i], event->actor, line[i].step[0]);
            setup->game->think->besides(setup, after[i], event->actor, items[i]);
        }
        if (count > 1) {
            pip_review_versus(setup, before, event->actor, &line[0], &line[1], &mind, 1, &split);
            assert_int_equal(split.besides, 2);
            for (int i = 0; i < 2; i++) {
                assert_string_equal(split.beside_name[i], items[0][i].name);
                assert_int_equal(split.beside[i], items[0][i].points - items[1][i].points);
                different |= (split.beside[i] != 0) << i;
            }
        }
        setup->game->apply(setup, before, event->actor, event->move);
    }
    assert_int_equal(different, 3); /* both did, somewhere */
}

static void test_a_tutor_asks_from_its_level_on_where_there_is_a_choice(void **state) {
    struct pip_review_choice choice = {.count = 2, .rank = 1};
    struct pip_worth *best = &choice.best;
    (void)state;
    read_golden("lost-cities-solo");
    const struct pip_setup *alone = &golden.match.setup;
    assert_int_equal(pip_tutor_least(alone, PIP_TUTOR_OFF), INT32_MAX);
    assert_int_equal(pip_tutor_least(alone, PIP_TUTOR_BIG), 10000);
    best->value = pip_tutor_least(alone, PIP_TUTOR_CLEAR);
    assert_false(pip_tutor_asks(alone, PIP_TUTOR_OFF, &choice));
    assert_false(pip_tutor_asks(alone, PIP_TUTOR_BIG, &choice));
    assert_true(pip_tutor_asks(alone, PIP_TUTOR_CLEAR, &choice));
    assert_true(pip_tutor_asks(alone, PIP_TUTOR_ALL, &choice));
    choice.count = 1;
    assert_false(pip_tutor_asks(alone, PIP_TUTOR_ALL, &choice));
    read_golden("escape");
    assert_int_equal(pip_tutor_least(&golden.match.setup, PIP_TUTOR_ALL), 100);
}

static void test_others_count_only_where_seats_play_against_each_other(void **state) {
    static const char *const name[] = {"lost-cities-resigned", "roller-two", "escape"};
    (void)state;
    for (int g = 0; g < 3; g++) {
        int32_t others = 0, besides = 0;
        begin_golden(name[g], (struct pip_review_wish){.outcomes = 1, .playouts = 4});
        while (pip_review_step(&golden.review))
            continue;
        assert_true(golden.review.splits > 0);
        for (int i = 0; i < golden.review.splits; i++) {
            others |= golden.review.split[i].others | golden.review.split[i].others_error;
            besides += golden.review.split[i].besides;
        }
        assert_int_equal(others != 0, g == 0);
        assert_int_equal(besides, g == 2 ? 2 * golden.review.splits : 0);
    }
}

static void test_too_little_room_is_refused(void **state) {
    struct pip_review_wish wish = {0};
    (void)state;
    read_golden("lost-cities-solo");
    golden.review.room_choices = 3;
    assert_int_equal(pip_review_begin(&golden.review, &golden.match, &pip_judge_expert, &wish),
                     PIP_NO_ROOM);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_a_choice_cost_is_what_the_truth_says),
        cmocka_unit_test(test_what_a_roll_was_worth_is_what_the_truth_says),
        cmocka_unit_test(test_luck_is_nothing_on_average_and_most_of_the_spread),
        cmocka_unit_test(
            test_every_event_of_a_seat_is_in_one_choice_and_no_choice_is_below_nothing),
        cmocka_unit_test(test_looking_at_it_midway_changes_nothing),
        cmocka_unit_test(test_the_items_of_a_split_add_up),
        cmocka_unit_test(test_a_split_tells_what_the_lines_lead_to_besides_points),
        cmocka_unit_test(test_a_tutor_asks_from_its_level_on_where_there_is_a_choice),
        cmocka_unit_test(test_others_count_only_where_seats_play_against_each_other),
        cmocka_unit_test(test_too_little_room_is_refused),
    };
    return cmocka_run_group_tests(tests, open_table, close_table);
}
