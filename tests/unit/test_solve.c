/* The truth about Lost Cities against the rules themselves, on sheets with few expeditions. */
#include "testing.h"

#include "games/lost-cities/lost_cities.h"
#include "solve/bound.h"
#include "solve/truth.h"
#include <math.h>
#include <stdlib.h>

/* ---- Sheets and positions ---- */

struct training {
    struct pip__lc_sheet data;
    struct pip_sheet sheet;
    struct pip_setup setup;
};

/* A shipped sheet with some of its expeditions only. */
static void make_training(struct training *t, const char *name, unsigned given) {
    const struct pip_game *game = pip_game_find(pip_span_of("lost-cities"));
    t->sheet = *pip_sheet_find(game, pip_span_of(name));
    memcpy(&t->data, t->sheet.data, sizeof t->data);
    t->data.given = (uint8_t)given;
    t->sheet.data = &t->data;
    t->sheet.hash[0] ^= (uint8_t)given;
    t->setup = pip_setup_default(game, &t->sheet, 1);
}

static void set_boxes(struct training *t, int colour, const char *boxes) {
    for (int box = 0; box < LC_BOXES; box++)
        t->data.box[colour][box] = boxes[box] == '>'   ? LC_ACCELERATION
                                   : boxes[box] == 'v' ? LC_ARTEFACT
                                                       : LC_PLAIN;
}

static struct pip__truth *solved(const struct training *t, int threads) {
    struct pip__truth *truth = NULL;
    assert_null(pip__truth_solve(&t->setup, threads, NULL, NULL, &truth));
    return truth;
}

static void roll(const struct pip_setup *setup, struct pip__lc_state *s, uint32_t outcome) {
    assert_int_equal(setup->game->apply(setup, s, PIP_CHANCE, (pip_move)outcome), PIP_OK);
}

static uint32_t any_outcome(const struct pip_setup *setup, struct pip_random *random) {
    struct pip_chance chance;
    struct pip__lc_state s = {0};
    setup->game->chance(setup, &s, &chance);
    return pip_random_below(random, pip_chance_outcomes(&chance));
}

/* A position before a roll, after so many random turns or at the end of a random game. Refusing is
 * one move of many, so that games get far. */
static void wander(const struct pip_setup *setup, uint32_t turns, struct pip_random *random,
                   struct pip__lc_state *s) {
    memset(s, 0, sizeof *s);
    setup->game->start(setup, s);
    while (s->phase != LC_OVER && (s->phase != LC_ROLL || s->turn < turns)) {
        pip_move moves[PIP_MOVES_MAX];
        if (s->phase == LC_ROLL) {
            roll(setup, s, any_outcome(setup, random));
            continue;
        }
        int count = setup->game->legal(setup, s, 0, moves);
        pip_move move = moves[pip_random_below(random, (uint32_t)count)];
        assert_int_equal(setup->game->apply(setup, s, 0, move), PIP_OK);
    }
}

/* ---- Brute force: one expedition, nothing but the game table ---- */

struct brute {
    const struct pip_setup *setup;
    int colour, offers;
    struct {
        pip_move outcome;
        double share;
    } offer[2 * 1024]; /* rolls that offer the same to this expedition, once */
    bool known[LC_BOXES + 1][LC_HIGHEST + 1][2][2][LC_BOXES + 1];
    double value[LC_BOXES + 1][LC_HIGHEST + 1][2][2][LC_BOXES + 1];
};

static void gather_offers(struct brute *b) {
    struct pip_chance chance;
    struct pip__lc_state fresh = {0};
    int of[2][2048];
    memset(of, -1, sizeof of);
    b->setup->game->chance(b->setup, &fresh, &chance);
    for (uint32_t outcome = 0; outcome < pip_chance_outcomes(&chance); outcome++) {
        struct pip__lc_state s = fresh;
        roll(b->setup, &s, outcome);
        int *at = &of[s.colours >> b->colour & 1][s.numbers];
        if (*at < 0) {
            *at = b->offers++;
            b->offer[*at].outcome = (pip_move)outcome;
        }
        b->offer[*at].share += (double)pip_chance_weight(&chance, (pip_move)outcome) /
                               (double)pip_chance_total(&chance);
    }
}

static double brute_value(struct brute *b, const struct pip__lc_state *s) {
    const struct pip_game *game = b->setup->game;
    const struct pip__lc_seat *seat = &s->seat[0];
    double value = 0, most = -1e9;
    if (s->phase == LC_OVER)
        return pip_score_total(b->setup, s, 0);
    if (s->phase != LC_ROLL) {
        pip_move moves[PIP_MOVES_MAX];
        int count = game->legal(b->setup, s, 0, moves);
        for (int i = 0; i < count; i++) {
            struct pip__lc_state after = *s;
            game->apply(b->setup, &after, 0, moves[i]);
            most = fmax(most, brute_value(b, &after));
        }
        return most;
    }
    size_t count = seat->count[b->colour], top = seat->top[b->colour],
           circle = seat->circles >> b->colour & 1, end = seat->ends >> b->colour & 1,
           symbols = seat->count[LC_DICE];
    if (b->known[count][top][circle][end][symbols])
        return b->value[count][top][circle][end][symbols];
    for (int i = 0; i < b->offers; i++) {
        struct pip__lc_state rolled = *s;
        roll(b->setup, &rolled, b->offer[i].outcome);
        value += b->offer[i].share * brute_value(b, &rolled);
    }
    b->known[count][top][circle][end][symbols] = true;
    return b->value[count][top][circle][end][symbols] = value;
}

static void agrees_with_brute_force(const struct training *t, int colour) {
    struct brute *b = calloc(1, sizeof *b);
    struct pip__truth *truth = solved(t, 1);
    struct pip_random random = {7};
    assert_non_null(b);
    b->setup = &t->setup;
    b->colour = colour;
    gather_offers(b);
    for (uint32_t turns = 0; turns < 20; turns++) {
        struct pip__lc_state s;
        wander(&t->setup, turns, &random, &s);
        double value = pip__truth_points(truth, pip__truth_value(truth, &s));
        assert_true(fabs(value - brute_value(b, &s)) <= pip__truth_error(truth));
    }
    pip__truth_release(truth);
    free(b);
}

static void test_one_expedition_is_worth_what_brute_force_finds(void **unused) {
    static const char *const boxes[] = {".>.v.>.v.", ">>>>>>>>>", "vvvvvvvvv", "........>"};
    (void)unused;
    for (size_t i = 0; i < LENGTH(boxes); i++) {
        struct training t;
        make_training(&t, "jungle", 1u << 4);
        set_boxes(&t, 4, boxes[i]);
        t.data.bridge = (uint8_t)(i == 2 ? 3 : 7); /* three artefacts: a game that bridges end */
        agrees_with_brute_force(&t, 4);
    }
}

/* ---- Two expeditions ---- */

/* The mean over all rolls of what comes after them is the value before, to the last bit. */
static void is_mean_of_rolls(const struct pip__truth *truth, const struct pip_setup *setup,
                             const struct pip__lc_state *s) {
    struct pip_chance chance;
    int64_t sum = 0;
    setup->game->chance(setup, s, &chance);
    for (uint32_t outcome = 0; outcome < pip_chance_outcomes(&chance); outcome++) {
        struct pip__lc_state rolled = *s;
        roll(setup, &rolled, outcome);
        sum += (int64_t)pip_chance_weight(&chance, (pip_move)outcome) *
               pip__truth_value(truth, &rolled);
    }
    assert_int_equal(pip__truth_value(truth, s), pip__worth_mean(sum, pip_chance_total(&chance)));
}

static void holds_everywhere(const struct training *t) {
    struct pip__truth *truth = solved(t, 2);
    struct pip_random random = {11};
    int looked = 0;
    for (uint32_t i = 0; i < 60; i++) {
        struct pip__lc_state s;
        wander(&t->setup, i % 20, &random, &s);
        if (s.phase == LC_OVER)
            continue;
        is_mean_of_rolls(truth, &t->setup, &s);
        looked++;
    }
    assert_true(looked >= 30);
    pip__truth_release(truth);
}

static void test_a_value_is_the_mean_over_all_rolls_of_the_best_that_follows(void **unused) {
    struct training t;
    (void)unused;
    make_training(&t, "jungle", 3);
    holds_everywhere(&t);
    make_training(&t, "ruins", 1u << 2 | 1u << 5);
    set_boxes(&t, 2, ">v>v>v>v>");
    set_boxes(&t, 5, ">>vv>>vv>");
    t.data.bridge = 4;
    holds_everywhere(&t);
}

/* Every move has a loss, none is negative, and the best one's is nothing. */
static void test_the_best_choice_loses_nothing_and_no_other_wins(void **unused) {
    struct training t;
    struct pip_random random = {5};
    int worse = 0, accelerations = 0;
    (void)unused;
    make_training(&t, "jungle", 3);
    struct pip__truth *truth = solved(&t, 1);
    for (uint32_t i = 0; i < 400; i++) {
        struct pip__lc_state s;
        wander(&t.setup, i % 20, &random, &s);
        if (s.phase == LC_OVER)
            continue;
        roll(&t.setup, &s, any_outcome(&t.setup, &random));
        while (s.phase == LC_ACTIVE_CHOOSES) {
            pip_move moves[PIP_MOVES_MAX], best = pip__truth_best(truth, &s);
            int count = t.setup.game->legal(&t.setup, &s, 0, moves);
            accelerations += s.accelerating;
            for (int m = 0; m < count; m++) {
                pip__worth loss = pip__truth_loss(truth, &s, &(struct pip_line){1, {moves[m]}});
                assert_true(moves[m] == best ? loss == 0 : loss >= 0);
                worse += loss > 0;
            }
            t.setup.game->apply(&t.setup, &s, 0, moves[pip_random_below(&random, (uint32_t)count)]);
        }
    }
    assert_true(worse > 300 && accelerations > 20);
    pip__truth_release(truth);
}

static void test_play_makes_on_average_what_the_truth_says(void **unused) {
    struct training t;
    struct pip__fare best, greedy, again;
    (void)unused;
    make_training(&t, "jungle", 3);
    struct pip__truth *truth = solved(&t, 1);
    double optimum = pip__truth_points(truth, pip__truth_start(truth));
    struct pip__player bot = {.bot = pip_bot_find(pip_span_of("greedy"))}, nobody = {0};
    assert_null(pip__truth_play(truth, nobody, 3, 2000, 1, NULL, NULL, &best));
    assert_true(fabs(best.score - optimum) < 3 * best.score_error);
    assert_true(best.loss == 0 && best.decisions > 10);
    assert_null(pip__truth_play(truth, bot, 3, 1000, 1, NULL, NULL, &greedy));
    assert_true(fabs(optimum - greedy.loss - greedy.score) <
                3 * hypot(greedy.score_error, greedy.loss_error));
    assert_true(greedy.loss > 20);
    assert_null(pip__truth_play(truth, bot, 3, 1000, 3, NULL, NULL, &again));
    assert_memory_equal(&greedy, &again, sizeof greedy);
    pip__truth_release(truth);
}

/* ---- Files ---- */

static void refuses(const struct training *t, const char *bytes, size_t length, const char *why) {
    struct pip__truth *truth = NULL;
    assert_string_equal(pip__truth_read(&t->setup, bytes, length, 1, &truth), why);
}

static void test_values_are_stored_and_read_back(void **unused) {
    struct training t, other;
    struct pip_random random = {2};
    struct pip__truth *read = NULL;
    (void)unused;
    make_training(&t, "jungle", 3);
    make_training(&other, "jungle", 5);
    struct pip__truth *truth = solved(&t, 1), *shared = solved(&t, 3);
    size_t length = pip__truth_size(&t.setup);
    char *bytes = malloc(length + 1), *again = malloc(length);
    assert_true(bytes && again);
    pip__truth_write(truth, bytes);
    pip__truth_write(shared, again);
    assert_memory_equal(bytes, again, length);
    assert_null(pip__truth_read(&t.setup, bytes, length, 1, &read));
    assert_int_equal(pip__truth_start(read), pip__truth_start(truth));
    for (uint32_t i = 0; i < 200; i++) {
        struct pip__lc_state s;
        wander(&t.setup, i % 20, &random, &s);
        if (s.phase == LC_ROLL)
            roll(&t.setup, &s, any_outcome(&t.setup, &random));
        assert_int_equal(pip__truth_value(read, &s), pip__truth_value(truth, &s));
    }
    refuses(&other, bytes, length, "solved for another sheet, or by another edition of the rules");
    refuses(&t, bytes, 0, "not a file of solved positions");
    refuses(&t, "pipwright record 1\n", 19, "not a file of solved positions");
    refuses(&t, bytes, 100, "the file is cut short");
    refuses(&t, bytes, length - 1, "the file is cut short");
    refuses(&t, bytes, length + 1, "the file is too long");
    bytes[length / 2] ^= 1;
    refuses(&t, bytes, length, "the file is damaged: its checksum is wrong");
    free(bytes);
    free(again);
    pip__truth_release(truth);
    pip__truth_release(shared);
    pip__truth_release(read);
}

static bool give_up(void *context, double share) {
    int *told = context;
    assert_true(share > 0 && share < 1);
    return ++*told < 3;
}

static void test_what_cannot_be_solved_is_said(void **unused) {
    struct training t;
    struct pip__truth *truth;
    int told = 0;
    (void)unused;
    make_training(&t, "jungle", 63);
    assert_string_equal(pip__truth_solve(&t.setup, 1, NULL, NULL, &truth),
                        "more than four expeditions cannot be solved");
    make_training(&t, "jungle", 3);
    assert_string_equal(pip__truth_solve(&t.setup, 1, give_up, &told, &truth), "it was given up");
    assert_int_equal(told, 3);
    t.setup.seats = 2;
    assert_string_equal(pip__truth_solve(&t.setup, 1, NULL, NULL, &truth),
                        "only games of one seat can be solved");
    t.setup.game = pip_game_find(pip_span_of("pig"));
    assert_string_equal(pip__truth_solve(&t.setup, 1, NULL, NULL, &truth),
                        "only Lost Cities can be solved");
}

/* ---- The bound ---- */

static double bounded(const struct training *t, enum pip__bound_grain grain, int threads) {
    double bound = 0;
    assert_null(pip__bound_find(&t->setup, grain, threads, NULL, NULL, &bound));
    return bound;
}

/* The easier game of one expedition that forgets its numbers, by recursion: with so many boxes
 * (ten: the end, too), accelerations used and dice symbols. It never ends by bridges: there are too
 * few artefacts. */
static double easier(const struct pip__lc_sheet *sheet, int colour, int boxes, int circle, int used,
                     int symbols) {
    int filled = boxes < LC_BOXES ? boxes : LC_BOXES, arrows = 0, artefacts = boxes > LC_BOXES;
    for (int b = 0; b < filled; b++) {
        arrows += sheet->box[colour][b] == LC_ACCELERATION;
        artefacts += sheet->box[colour][b] == LC_ARTEFACT;
    }
    if (symbols == LC_BOXES) {
        double points = boxes + circle > 0 ? sheet->ladder_expedition[filled] * (1 + circle) : 0;
        return points + sheet->ladder_artefacts[artefacts] + sheet->ladder_dice[symbols] +
               sheet->bonus * (1 + (filled >= sheet->bridge));
    }
    double refuse = easier(sheet, colour, boxes, circle, used, symbols + 1), write = refuse,
           zero = refuse, shown = 91.0 / 216, zeros = 271.0 / 1000;
    if (boxes <= LC_BOXES)
        zero = write = fmax(refuse, easier(sheet, colour, boxes + 1, circle, used, symbols));
    if (boxes == 0 && !circle)
        zero = fmax(write, easier(sheet, colour, 0, 1, used, symbols));
    double value = shown * (zeros * zero + (1 - zeros) * write) + (1 - shown) * refuse;
    if (boxes <= LC_BOXES && used < arrows)
        value = fmax(value, easier(sheet, colour, boxes + 1, circle, used + 1, symbols));
    return value;
}

static void test_a_bound_is_what_the_easier_game_is_worth(void **unused) {
    static const char *const boxes[] = {".>.v.>.v.", ".........", "v.......>"};
    (void)unused;
    for (size_t i = 0; i < LENGTH(boxes); i++) {
        struct training t;
        make_training(&t, "jungle", 1u << 2);
        set_boxes(&t, 2, boxes[i]);
        double worth = easier(&t.data, 2, 0, 0, 0, 0), bound = bounded(&t, BOUND_ROUGH, 1);
        assert_true(bound >= worth && bound < worth + 0.03);
    }
}

static void is_above_the_optimum(const struct training *t) {
    struct pip__truth *truth = solved(t, 1);
    double optimum = pip__truth_points(truth, pip__truth_start(truth)) + pip__truth_error(truth);
    double rough = bounded(t, BOUND_ROUGH, 1), middle = bounded(t, BOUND_MIDDLE, 1),
           fine = bounded(t, BOUND_FINE, 1), finest = bounded(t, BOUND_FINEST, 1);
    assert_true(optimum <= fine && fine <= middle && middle <= rough);
    assert_true(optimum <= finest && finest <= rough);
    assert_true(bounded(t, BOUND_FINE, 3) == fine);
    pip__truth_release(truth);
}

static void test_no_optimum_is_above_its_bound(void **unused) {
    struct training t;
    (void)unused;
    for (unsigned given = 1; given < 64; given = given * 2 + (given % 3 == 0)) {
        make_training(&t, given % 2 ? "jungle" : "ruins", given);
        if (__builtin_popcount(given) <= 2)
            is_above_the_optimum(&t);
    }
    make_training(&t, "ruins", 1u << 2 | 1u << 5); /* games that bridges end */
    set_boxes(&t, 2, ">v>v>v>v>");
    set_boxes(&t, 5, ">>vv>>vv>");
    for (int bridge = 1; bridge < LC_BOXES; bridge++) {
        t.data.bridge = (uint8_t)bridge;
        is_above_the_optimum(&t);
    }
    t.data.bonus = 0; /* nothing to win but dice symbols and accelerations that end expeditions */
    memset(t.data.ladder_artefacts, 0, sizeof t.data.ladder_artefacts);
    is_above_the_optimum(&t);
}

static void test_what_has_no_bound_is_said(void **unused) {
    struct training t;
    double bound;
    int told = 0;
    (void)unused;
    make_training(&t, "jungle", 3);
    assert_string_equal(pip__bound_find(&t.setup, BOUND_FINE, 1, give_up, &told, &bound),
                        "it was given up");
    t.data.bridge = LC_BOXES;
    assert_string_equal(pip__bound_fits(&t.setup), "the bridges are too high for it");
    t.setup.seats = 2;
    assert_string_equal(pip__bound_fits(&t.setup), "only games of one seat have a bound");
    t.setup.game = pip_game_find(pip_span_of("pig"));
    assert_string_equal(pip__bound_fits(&t.setup), "only Lost Cities has a bound");
}

/* ---- The sweep ---- */

enum { LAYERS = 50 };
struct log {
    _Atomic uint32_t worked[LAYERS][LAYERS];
    _Atomic bool early;
    uint32_t done, stop;
};

static uint32_t log_blocks(void *context, uint32_t layer) {
    (void)context;
    return layer; /* none in the first */
}

static void log_work(void *context, uint32_t layer, uint32_t block) {
    struct log *log = context;
    log->worked[layer][block]++;
    for (uint32_t i = 0; layer > 0 && i < layer - 1; i++) {
        if (log->worked[layer - 1][i] != 1)
            log->early = true;
    }
}

static bool log_done(void *context, uint32_t layer) {
    struct log *log = context;
    assert_int_equal(layer, log->done);
    return ++log->done != log->stop;
}

static void test_a_sweep_does_every_block_once_and_layer_after_layer(void **unused) {
    (void)unused;
    for (int threads = 1; threads <= 4; threads++) {
        struct log log = {.stop = LAYERS - 5};
        struct pip__sweep sweep = {LAYERS, log_blocks, log_work, log_done, &log};
        assert_false(pip__sweep_run(&sweep, threads));
        for (uint32_t layer = 0; layer < LAYERS; layer++) {
            for (uint32_t block = 0; block < LAYERS; block++)
                assert_int_equal(log.worked[layer][block],
                                 layer < log.stop && block < layer ? 1 : 0);
        }
        assert_false(log.early);
        log = (struct log){0};
        assert_true(pip__sweep_run(&sweep, threads));
        assert_int_equal(log.done, LAYERS);
    }
}

static void test_means_are_rounded_to_the_nearest(void **unused) {
    (void)unused;
    for (int64_t sum = -40; sum <= 40; sum++) {
        double exact = (double)sum / 9;
        assert_true(fabs(pip__worth_mean(sum, 9) - exact) < 0.5);
    }
    assert_int_equal(pip__worth_mean(5, 2), 3);
    assert_int_equal(pip__worth_mean(-5, 2), -2);
    assert_int_equal(pip__worth_shift(1000), 20);
    assert_int_equal(pip__worth_shift(1024), 19);
    assert_int_equal(pip__worth_shift(20000), 15);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_one_expedition_is_worth_what_brute_force_finds),
        cmocka_unit_test(test_a_value_is_the_mean_over_all_rolls_of_the_best_that_follows),
        cmocka_unit_test(test_the_best_choice_loses_nothing_and_no_other_wins),
        cmocka_unit_test(test_play_makes_on_average_what_the_truth_says),
        cmocka_unit_test(test_values_are_stored_and_read_back),
        cmocka_unit_test(test_what_cannot_be_solved_is_said),
        cmocka_unit_test(test_a_bound_is_what_the_easier_game_is_worth),
        cmocka_unit_test(test_no_optimum_is_above_its_bound),
        cmocka_unit_test(test_what_has_no_bound_is_said),
        cmocka_unit_test(test_a_sweep_does_every_block_once_and_layer_after_layer),
        cmocka_unit_test(test_means_are_rounded_to_the_nearest),
    };
    return cmocka_run_group_tests_name("solve", tests, NULL, NULL);
}
