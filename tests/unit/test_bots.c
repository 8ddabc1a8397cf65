/* Bots: what they choose, on small games made for the purpose and in real positions. */
#include "testing.h"

#include "games/lost-cities/lost_cities.h"
#include "games/pig/pig.h"
#include "games/roller/roller.h"
#include <pipwright/bot.h>

enum { RED, ORANGE, YELLOW, GREEN, BLUE, PURPLE };

static struct pip_event events[1024];
static struct pip_match the_match;
static struct pip_mind mind;

static const struct pip_bot *bot(const char *name) {
    const struct pip_bot *found = pip_bot_find(pip_span_of(name));
    assert_non_null(found);
    return found;
}

/* What greedy does in a position; it must leave position and stream alone. */
static pip_move greedy_move(const struct pip_setup *setup, const void *state, int seat) {
    uint64_t before[PIP_STATE_MAX / 8];
    memcpy(before, state, setup->game->state_size);
    mind.random = (struct pip_random){4711};
    const struct pip_line *line = pip_bot_choose(bot("greedy"), setup, state, seat, &mind);
    assert_memory_equal(before, state, setup->game->state_size);
    assert_true(mind.random.state == 4711);
    assert_in_range(line->steps, 1, PIP_STEPS_MAX);
    return line->step[0];
}

/* The only seat that may act in the match, and what greedy does there. */
static void greedy_is(struct pip_match *match, const char *expected) {
    char buffer[64];
    struct pip_text text = pip_text_init(buffer, sizeof buffer);
    pip_actors actors = pip_match_actor(match);
    assert_int_equal(__builtin_popcount(actors), 1);
    pip_move move = greedy_move(&match->setup, match->state, __builtin_ctz(actors));
    match->setup.game->move_write(&match->setup, move, &text);
    assert_string_equal(buffer, expected);
}

/* ---- The list ---- */

static void test_bots_are_found_by_name(void **unused) {
    (void)unused;
    assert_ptr_equal(pip_bot_find(pip_span_of("random")), pip_bots[0]);
    assert_ptr_equal(pip_bot_find(pip_span_of("greedy")), pip_bots[1]);
    assert_ptr_equal(pip_bot_find(pip_span_of("master")), pip_bots[4]);
    assert_null(pip_bots[5]);
    assert_null(pip_bot_find(pip_span_of("greed")));
    assert_null(pip_bot_find(pip_span_of("")));
    for (int i = 0; pip_bots[i]; i++)
        assert_true(strlen(pip_bots[i]->summary) > 0);
}

/* ---- random ---- */

static struct pip_match *start(const struct pip_game *game, const struct pip_sheet *sheet,
                               int seats) {
    struct pip_setup setup = pip_setup_default(game, sheet, seats);
    assert_int_equal(pip_match_start(&the_match, &setup, events, LENGTH(events)), PIP_OK);
    return &the_match;
}

static pip_move random_move(const struct pip_match *match, int seat, struct pip_random *random) {
    mind.random = *random;
    pip_move move =
        pip_bot_choose(bot("random"), &match->setup, match->state, seat, &mind)->step[0];
    *random = mind.random;
    return move;
}

static void test_random_makes_every_legal_move_equally_often_and_no_other(void **unused) {
    enum { DRAWS = 1000 };
    struct pip_match *m = start(&pip__lost_cities, NULL, 2);
    pip_move moves[PIP_MOVES_MAX];
    int seen[LC_MOVES] = {0};
    (void)unused;
    mind.random = pip_random_init((struct pip_seed){3, 0}, 0);
    play(m, "* red red blue 0 3 7", "0 red 3");
    int count = pip_match_legal(m, 1, moves);
    assert_int_equal(count, 7); /* red and blue with 7, 10 and x, and refusing */
    for (int i = 0; i < count * DRAWS; i++) {
        pip_move move = random_move(m, 1, &mind.random);
        assert_true(move < LC_MOVES);
        seen[move]++;
    }
    for (int i = 0; i < count; i++) {
        assert_in_range(seen[moves[i]], DRAWS - 150, DRAWS + 150);
        seen[moves[i]] = 0;
    }
    for (int move = 0; move < LC_MOVES; move++)
        assert_int_equal(seen[move], 0);
}

static void test_random_depends_on_its_stream_alone(void **unused) {
    struct pip_match *m = start(&pip__lost_cities, NULL, 1);
    struct pip_random a = {1}, b = {1}, c = {2};
    int same = 0;
    (void)unused;
    play(m, "* red green blue 0 3 7");
    for (int i = 0; i < 100; i++) {
        pip_move move = random_move(m, 0, &a);
        assert_int_equal(move, random_move(m, 0, &b));
        same += move == random_move(m, 0, &c);
    }
    assert_true(same < 50);
}

/* ---- greedy, on a game of nothing but steps ----
 *
 * Seat 0 takes steps 1, 2, 3; after a 3, or four steps, seat 1 is to move. The trail is all its
 * steps as decimal digits, and a test says what trails are worth. */

struct walk {
    uint32_t trail;
};

struct worth {
    uint32_t trail;
    int32_t value;
};

static const struct worth *worths; /* ends with trail 0, whose value is that of all others */

static int32_t worth_of(uint32_t trail) {
    const struct worth *worth = worths;
    while (worth->trail != 0 && worth->trail != trail)
        worth++;
    return worth->value;
}

static pip_actors walk_actor(const struct pip_setup *setup, const void *state) {
    (void)setup;
    uint32_t trail = ((const struct walk *)state)->trail;
    return trail % 10 == 3 || trail >= 1000 ? 1 << 1 : 1 << 0;
}

static int walk_legal(const struct pip_setup *setup, const void *state, int seat, pip_move *moves) {
    if (!(walk_actor(setup, state) >> seat & 1))
        return 0;
    for (pip_move i = 0; i < 3; i++)
        moves[i] = (pip_move)(i + 1);
    return 3;
}

static enum pip_status walk_apply(const struct pip_setup *setup, void *state, unsigned actor,
                                  pip_move move) {
    struct walk *walk = state;
    assert_true(walk_actor(setup, state) >> actor & 1);
    walk->trail = walk->trail * 10 + move;
    return PIP_OK;
}

static int32_t walk_evaluate(const struct pip_setup *setup, const void *state, int seat) {
    (void)setup;
    assert_int_equal(seat, 0);
    return worth_of(((const struct walk *)state)->trail);
}

/* Two items, so that only their sum tells. */
static int walk_score(const struct pip_setup *setup, const void *state, int seat,
                      struct pip_item *items) {
    (void)setup, (void)seat;
    items[0] = (struct pip_item){"a", -100};
    items[1] = (struct pip_item){"b", 100 + worth_of(((const struct walk *)state)->trail)};
    return 2;
}

static int walk_plan(const struct pip_setup *setup, const void *state, int seat, pip_move *moves) {
    (void)setup, (void)state;
    assert_int_equal(seat, 0);
    moves[0] = 2;
    moves[1] = 1;
    return 2;
}

static struct pip_game walk_game(void) {
    return (struct pip_game){
        .name = "walk",
        .state_size = sizeof(struct walk),
        .moves = 4,
        .actor = walk_actor,
        .legal = walk_legal,
        .apply = walk_apply,
        .score = walk_score,
        .evaluate = walk_evaluate,
    };
}

static pip_move walk_greedily(const struct pip_game *game, const struct worth *table) {
    const struct pip_setup setup = {.game = game, .seats = 2};
    const struct walk walk = {0};
    worths = table;
    return greedy_move(&setup, &walk, 0);
}

static void test_greedy_looks_at_all_its_steps(void **unused) {
    static const struct worth one[] = {{2111, 1}, {2112, 1}, {2113, 1}, {0, 0}};
    static const struct worth last[] = {{2222, 5}, {1, 4}, {11, 4}, {0, 0}};
    const struct pip_game game = walk_game();
    (void)unused;
    assert_int_equal(walk_greedily(&game, one), 2);
    assert_int_equal(walk_greedily(&game, last), 2);
    assert_int_equal(mind.candidate[0].line.steps, 4);
    assert_int_equal(mind.candidate[0].value, 5);
    for (int i = 1; i < mind.count; i++)
        assert_true(mind.candidate[i].rank <= mind.candidate[i - 1].rank);
}

static void test_greedy_stops_where_somebody_else_is_to_move(void **unused) {
    static const struct worth passing[] = {{3, 2}, {2111, 1}, {0, 0}};
    static const struct worth after[] = {{31, 9}, {3111, 9}, {2111, 1}, {0, 0}};
    static const struct worth later[] = {{223, 2}, {11, 9}, {1111, 1}, {0, 0}};
    const struct pip_game game = walk_game();
    (void)unused;
    assert_int_equal(walk_greedily(&game, passing), 3);
    assert_int_equal(walk_greedily(&game, after), 2);
    /* In the middle of its own steps a position is worth nothing in itself. */
    assert_int_equal(walk_greedily(&game, later), 2);
}

static void test_greedy_prefers_the_first_of_equals(void **unused) {
    static const struct worth nothing[] = {{0, 0}}, losses[] = {{0, INT32_MIN + 1}};
    static const struct worth two[] = {{2113, 7}, {3, 7}, {0, 0}};
    const struct pip_game game = walk_game();
    (void)unused;
    assert_int_equal(walk_greedily(&game, nothing), 1);
    assert_int_equal(walk_greedily(&game, losses), 1);
    assert_int_equal(walk_greedily(&game, two), 2);
}

static void test_greedy_goes_by_the_score_where_a_game_has_no_evaluation(void **unused) {
    static const struct worth far[] = {{2213, 1}, {0, 0}}, bad[] = {{3, -1}, {0, -2}};
    struct pip_game game = walk_game();
    (void)unused;
    game.evaluate = NULL;
    assert_int_equal(walk_greedily(&game, far), 2);
    assert_int_equal(walk_greedily(&game, bad), 3);
}

static void test_greedy_follows_a_games_own_plan(void **unused) {
    static const struct worth other[] = {{3, 9}, {0, 0}};
    struct pip_game game = walk_game();
    (void)unused;
    game.plan = walk_plan;
    assert_int_equal(walk_greedily(&game, other), 2);
    assert_int_equal(mind.candidate[0].line.steps, 2); /* all of it */
    assert_int_equal(mind.candidate[0].line.step[1], 1);
}

/* ---- greedy in Lost Cities ---- */

static struct pip__lc_state *lc_state_of(struct pip_match *match) {
    return (struct pip__lc_state *)(void *)match->state;
}

/* Writes a number so many times into an empty expedition. */
static void write_times(struct pip__lc_seat *seat, int colour, int number, int times) {
    for (int box = 0; box < times; box++)
        seat->numbers[colour][box / 2] |= (uint8_t)(number << (box % 2 * 4));
    seat->top[colour] = (uint8_t)(times > 0 ? number : 0);
    seat->count[colour] = (uint8_t)times;
}

/* On the sheet `jungle`. "green 9" is a poor number in an arrow box; but the arrow leads to red's,
 * that one to orange's, and that one over the bridge of blue. With less foresight the circle of
 * yellow looks better. */
static void test_greedy_sees_the_end_of_a_chain_of_accelerations(void **unused) {
    struct pip_match *m = start(&pip__lost_cities, NULL, 1);
    (void)unused;
    play(m, "* red red red 1 1 1", "0 red 1");
    for (int i = 0; i < 2; i++)
        play(m, "* orange orange orange 1 1 1", "0 orange 1");
    for (int i = 0; i < 6; i++) {
        play(m, "* blue blue blue 1 1 1", "0 blue 1");
        if (i == 3) /* an arrow on the way */
            play(m, "0 > -");
    }
    play(m, "* green green yellow 0 0 9");
    greedy_is(m, "green 9");
    play(m, "0 green 9");
    for (int steps = 1; pip_match_actor(m) == 1 << 0; steps++) {
        assert_true(steps <= 5);
        pip_move move = greedy_move(&m->setup, m->state, 0);
        assert_int_equal(pip_match_play(m, 0, move), PIP_OK);
    }
    assert_int_equal(lc_state_of(m)->seat[0].bridges, 1 << BLUE);
    assert_int_equal(lc_state_of(m)->seat[0].count[RED], 2);
    assert_true(lc_state_of(m)->seat[0].count[ORANGE] >= 3);
}

/* A 7 on five sixes is not worth its place, unless it passes an open bridge. */
static void test_greedy_writes_a_dear_number_for_an_open_bridge(void **unused) {
    (void)unused;
    for (int gone = 0; gone <= 1; gone++) {
        struct pip_match *m = start(&pip__lost_cities, NULL, 2);
        struct pip__lc_state *s = lc_state_of(m);
        write_times(&s->seat[0], RED, 5, 6);
        write_times(&s->seat[1], RED, 5, 6 + gone);
        s->seat[0].count[LC_ARTEFACTS] = s->seat[1].count[LC_ARTEFACTS] = 1;
        s->seat[1].bridges = s->passed = gone ? 1 << RED : 0;
        s->turn = 6;
        assert_int_equal(pip__lc_check(&m->setup, s), PIP_OK);
        play(m, "* red orange yellow 7 7 7");
        greedy_is(m, gone ? "-" : "red 7");
    }
}

/* Red and blue are alike but for one box of blue, which is an artefact or not. */
static void test_greedy_takes_an_artefact_and_else_the_first_of_equals(void **unused) {
    (void)unused;
    for (int artefact = 0; artefact <= 1; artefact++) {
        struct pip__lc_sheet data = *(const struct pip__lc_sheet *)pip__lost_cities.sheets[0]->data;
        struct pip_sheet sheet = {.game = "lost-cities", .name = "own", .data = &data};
        memset(data.box, 0, sizeof data.box);
        data.box[GREEN][0] = data.box[GREEN][1] = data.box[GREEN][2] = LC_ARTEFACT;
        data.box[BLUE][2] = artefact ? LC_ARTEFACT : LC_PLAIN;
        struct pip_match *m = start(&pip__lost_cities, &sheet, 1);
        struct pip__lc_state *s = lc_state_of(m);
        write_times(&s->seat[0], RED, 2, 2);
        write_times(&s->seat[0], GREEN, 2, 3);
        write_times(&s->seat[0], BLUE, 2, 2);
        s->seat[0].count[LC_ARTEFACTS] = 3;
        s->seat[0].count[LC_DICE] = 8; /* refusing would be the last */
        s->seat[0].bridges = s->passed = 1 << LC_DICE;
        s->turn = 30; /* so late that what is not taken is hardly hoped for */
        assert_int_equal(pip__lc_check(&m->setup, s), PIP_OK);
        play(m, "* red red blue 2 2 2");
        greedy_is(m, artefact ? "blue 2" : "red 2");
    }
}

/* ---- What Lost Cities hopes for ---- */

static int32_t value_of(const struct pip__lc_state *s) {
    const struct pip_setup setup = pip_setup_default(&pip__lost_cities, NULL, 2);
    assert_int_equal(pip__lc_check(&setup, s), PIP_OK);
    return pip__lc_evaluate(&setup, s, 0);
}

/* How much more the bridge of orange is worth to seat 0 while it is open. */
static int32_t hope_for_a_bridge(int boxes) {
    struct pip__lc_state open = {.turn = 20}, gone = {.turn = 20};
    write_times(&open.seat[0], ORANGE, 3, boxes);
    open.seat[0].count[LC_ARTEFACTS] = boxes > 4;
    gone.seat[0] = open.seat[0];
    write_times(&gone.seat[1], ORANGE, 3, 7);
    gone.seat[1].count[LC_ARTEFACTS] = 1;
    gone.seat[1].bridges = gone.passed = 1 << ORANGE;
    return value_of(&open) - value_of(&gone);
}

static void test_an_open_bridge_is_worth_more_the_nearer_it_is(void **unused) {
    (void)unused;
    assert_int_equal(hope_for_a_bridge(0), 0);
    assert_true(hope_for_a_bridge(1) > 0);
    for (int boxes = 1; boxes < 6; boxes++)
        assert_true(hope_for_a_bridge(boxes + 1) > hope_for_a_bridge(boxes));
    assert_true(hope_for_a_bridge(6) < 20000); /* to have it is more */
}

static void test_a_bridge_that_was_earned_is_worth_its_bonus(void **unused) {
    struct pip__lc_state earned = {.turn = 20, .passed = 1 << ORANGE}, late;
    (void)unused;
    for (int seat = 0; seat < 2; seat++) {
        write_times(&earned.seat[seat], ORANGE, 3, 7);
        earned.seat[seat].count[LC_ARTEFACTS] = 1;
        earned.seat[seat].bridges = 1 << ORANGE;
    }
    late = earned;
    late.seat[0].bridges = 0;
    assert_int_equal(value_of(&earned) - value_of(&late), 20000);
}

/* What seat 0 gains by a number in the first box of red, so many turns into the game. */
static int32_t gain_of_opening(int turn, int number) {
    struct pip__lc_state before = {.turn = (uint8_t)turn, .active = (uint8_t)(turn % 2)}, after;
    after = before;
    write_times(&after.seat[0], RED, number, 1);
    return value_of(&after) - value_of(&before);
}

static void test_an_expedition_is_better_opened_early_and_low(void **unused) {
    (void)unused;
    assert_true(gain_of_opening(0, 1) > 0);
    assert_true(gain_of_opening(0, 1) > gain_of_opening(0, 4));
    assert_true(gain_of_opening(0, 4) > gain_of_opening(0, 9));
    assert_true(gain_of_opening(0, 9) < 0);
    assert_true(gain_of_opening(40, 1) < 0); /* too late to get out of the minus */
}

static void
test_an_unopened_expedition_is_hoped_for_less_with_time_and_never_a_loss(void **unused) {
    struct pip__lc_state early = {.turn = 0}, later = {.turn = 20}, late = {.turn = 60};
    (void)unused;
    assert_true(value_of(&early) > value_of(&later));
    assert_true(value_of(&later) > value_of(&late));
    /* The sheets printed with one expedition less: late in the game nothing is lost by that. */
    struct pip__lc_sheet data = *(const struct pip__lc_sheet *)pip__lost_cities.sheets[0]->data;
    const struct pip_sheet sheet = {.game = "lost-cities", .name = "own", .data = &data};
    const struct pip_setup setup = pip_setup_default(&pip__lost_cities, &sheet, 2);
    data.given &= (uint8_t)(~(1 << YELLOW));
    assert_int_equal(pip__lc_evaluate(&setup, &late, 0), value_of(&late));
    assert_true(pip__lc_evaluate(&setup, &early, 0) < value_of(&early));
}

static void test_a_circle_doubles_the_hope_and_the_risk(void **unused) {
    struct pip__lc_state far = {.turn = 20}, doubled;
    (void)unused;
    write_times(&far.seat[0], RED, 2, 6);
    far.seat[0].count[LC_ARTEFACTS] = 1;
    doubled = far;
    doubled.seat[0].circles = 1 << RED;
    assert_true(value_of(&doubled) > value_of(&far));
    struct pip__lc_state late = {.turn = 60}, hopeless = late;
    hopeless.seat[0].circles = 1 << RED;
    assert_true(value_of(&hopeless) < value_of(&late));
}

/* Every bridge passed: what is hoped for is what there is. */
static void test_when_the_game_is_over_only_the_score_counts(void **unused) {
    struct pip__lc_state s = {.phase = LC_OVER, .turn = 30, .passed = 0xff};
    const struct pip_setup setup = pip_setup_default(&pip__lost_cities, NULL, 2);
    (void)unused;
    for (int colour = 0; colour < LC_COLOURS; colour++)
        write_times(&s.seat[1], colour, 4, 7);
    s.seat[1].count[LC_ARTEFACTS] = 9;
    s.seat[1].count[LC_DICE] = 7;
    s.seat[1].bridges = 0xff;
    write_times(&s.seat[0], RED, 3, 5);
    write_times(&s.seat[0], BLUE, 9, 2);
    s.seat[0].circles = 1 << RED | 1 << GREEN;
    s.seat[0].count[LC_ARTEFACTS] = 1;
    s.seat[0].count[LC_DICE] = 3;
    assert_int_equal(value_of(&s), 1000 * pip_score_total(&setup, &s, 0));
    assert_int_equal(value_of(&s), 1000 * (2 * 10 - 15 - 100 - 40 - 20));
}

/* ---- greedy in Pig ---- */

static void test_greedy_pig_rolls_below_twenty_and_holds_from_there(void **unused) {
    (void)unused;
    for (int points = 0; points <= 40; points++) {
        for (int seat = 0; seat < 3; seat++) {
            struct pip_match *m = start(&pip__pig, NULL, 3);
            struct pip__pig_state *s = (struct pip__pig_state *)(void *)m->state;
            *s = (struct pip__pig_state){.total = {10, 59, 30},
                                         .active = (uint8_t)seat,
                                         .turn = 5,
                                         .points = (uint8_t)points};
            if (points != 1) /* no roll leaves that */
                greedy_is(m, points < 20 ? "roll" : "hold");
        }
    }
}

static void test_greedy_pig_holds_what_reaches_the_target(void **unused) {
    struct pip_match *m = start(&pip__pig, NULL, 2);
    struct pip__pig_state *s = (struct pip__pig_state *)(void *)m->state;
    (void)unused;
    *s = (struct pip__pig_state){.total = {95, 50}, .turn = 9, .points = 4};
    greedy_is(m, "roll");
    s->points = 5;
    greedy_is(m, "hold");
}

static void test_in_pig_only_the_seat_that_rolls_hopes_for_the_roll(void **unused) {
    const struct pip_setup setup = pip_setup_default(&pip__pig, NULL, 2);
    const struct pip__pig_state s = {
        .total = {40, 30}, .active = 1, .points = 12, .phase = PIG_ROLLING};
    (void)unused;
    assert_int_equal(pip__pig.evaluate(&setup, &s, 0), 40000);
    assert_in_range(pip__pig.evaluate(&setup, &s, 1), 42000, 44000);
}

/* ---- greedy in Roller ---- */

/* Everybody has the same dice, and there are many ways of the same worth to begin. */
static void test_greedy_seats_begin_roller_equally_well_in_different_ways(void **unused) {
    struct pip_match *m = start(&pip__roller, NULL, 3);
    struct pip__roller_state after[3];
    (void)unused;
    play(m, "* 3 4 5 5 6 7 7 8");
    for (int seat = 0; seat < 3; seat++) {
        memcpy(&after[seat], m->state, sizeof after[seat]);
        while (pip__roller.actor(&m->setup, &after[seat]) >> seat & 1)
            pip__roller.apply(&m->setup, &after[seat], (unsigned)seat,
                              greedy_move(&m->setup, &after[seat], seat));
        assert_int_equal(pip__roller.evaluate(&m->setup, &after[seat], seat),
                         pip__roller.evaluate(&m->setup, &after[0], 0));
        for (int other = 0; other < seat; other++)
            assert_memory_not_equal(&after[seat].seat[seat], &after[other].seat[other],
                                    sizeof after[seat].seat[seat]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bots_are_found_by_name),
        cmocka_unit_test(test_random_makes_every_legal_move_equally_often_and_no_other),
        cmocka_unit_test(test_random_depends_on_its_stream_alone),
        cmocka_unit_test(test_greedy_looks_at_all_its_steps),
        cmocka_unit_test(test_greedy_stops_where_somebody_else_is_to_move),
        cmocka_unit_test(test_greedy_prefers_the_first_of_equals),
        cmocka_unit_test(test_greedy_goes_by_the_score_where_a_game_has_no_evaluation),
        cmocka_unit_test(test_greedy_follows_a_games_own_plan),
        cmocka_unit_test(test_greedy_sees_the_end_of_a_chain_of_accelerations),
        cmocka_unit_test(test_greedy_writes_a_dear_number_for_an_open_bridge),
        cmocka_unit_test(test_greedy_takes_an_artefact_and_else_the_first_of_equals),
        cmocka_unit_test(test_an_open_bridge_is_worth_more_the_nearer_it_is),
        cmocka_unit_test(test_a_bridge_that_was_earned_is_worth_its_bonus),
        cmocka_unit_test(test_an_expedition_is_better_opened_early_and_low),
        cmocka_unit_test(test_an_unopened_expedition_is_hoped_for_less_with_time_and_never_a_loss),
        cmocka_unit_test(test_a_circle_doubles_the_hope_and_the_risk),
        cmocka_unit_test(test_when_the_game_is_over_only_the_score_counts),
        cmocka_unit_test(test_greedy_pig_rolls_below_twenty_and_holds_from_there),
        cmocka_unit_test(test_greedy_pig_holds_what_reaches_the_target),
        cmocka_unit_test(test_in_pig_only_the_seat_that_rolls_hopes_for_the_roll),
        cmocka_unit_test(test_greedy_seats_begin_roller_equally_well_in_different_ways),
    };
    return cmocka_run_group_tests_name("bots", tests, NULL, NULL);
}
