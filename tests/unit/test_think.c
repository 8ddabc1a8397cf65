/* How bots think: nets of whole numbers, candidates, others' answers, playing out; on small games
 * made for the purpose and in real positions. */
#include "testing.h"

#include "bots/think.h"
#include "games/lost-cities/lost_cities.h"
#include <pipwright/sim.h>

static struct pip_mind mind;

/* ---- The net ---- */

enum { FEATURES = 3 };
static struct pip__net_row rows[FEATURES + 1];
static struct pip__net_past past[FEATURES + 1];
static struct pip_net net = {.game = "",
                             .sheet = "",
                             .seats_min = 1,
                             .seats_max = 8,
                             .features = FEATURES,
                             .row = rows,
                             .past = past};

static void empty_net(void) {
    memset(rows, 0, sizeof rows);
    memset(past, 0, sizeof past);
    memset(net.out, 0, sizeof net.out);
}

static int32_t told(int head, const uint16_t *features, int count) {
    struct pip__net_sum sum;
    int32_t all[NET_HEADS];
    pip__net_add_up(&net, features, count, &sum);
    pip__net_tell(&net, &sum, NET_HEADS, all);
    return all[head];
}

static void test_a_net_adds_what_goes_past_its_units(void **unused) {
    (void)unused;
    empty_net();
    past[0].head[NET_VALUE] = NET_PAST_ONE;
    past[1].head[NET_VALUE] = -3 * NET_PAST_ONE;
    past[1].head[NET_WIN] = NET_PAST_ONE / 2;
    past[FEATURES].head[NET_VALUE] = NET_PAST_ONE / 4; /* always */
    assert_int_equal(told(NET_VALUE, NULL, 0), NET_ONE / 4);
    assert_int_equal(told(NET_VALUE, (uint16_t[]){0}, 1), NET_ONE + NET_ONE / 4);
    assert_int_equal(told(NET_VALUE, (uint16_t[]){1, 0, 0}, 3), -NET_ONE + NET_ONE / 4);
    assert_int_equal(told(NET_WIN, (uint16_t[]){1, 1}, 2), NET_ONE);
}

/* The last unit as well as the first: what is left of nothing is nothing, and there is a most. */
static void test_a_unit_of_a_net_is_never_below_nothing_nor_above_its_most(void **unused) {
    (void)unused;
    for (int unit = 0; unit < NET_HIDDEN; unit += NET_HIDDEN - 1) {
        empty_net();
        rows[0].hidden[unit] = 2 * NET_HIDDEN_ONE;
        rows[1].hidden[unit] = -3 * NET_HIDDEN_ONE;
        rows[2].hidden[unit] = 30 * NET_HIDDEN_ONE;
        net.out[NET_VALUE][unit] = NET_OUT_ONE;
        net.out[NET_WIN][unit] = -NET_OUT_ONE / 2;
        assert_int_equal(told(NET_VALUE, (uint16_t[]){0}, 1), 2 * NET_ONE);
        assert_int_equal(told(NET_WIN, (uint16_t[]){0}, 1), -NET_ONE);
        assert_int_equal(told(NET_VALUE, (uint16_t[]){0, 1}, 2), 0);
        assert_int_equal(told(NET_VALUE, (uint16_t[]){0, 0, 1}, 3), NET_ONE);
        assert_int_equal(told(NET_VALUE, (uint16_t[]){2}, 1), NET_HIDDEN_MOST * NET_OUT_ONE);
    }
}

static void test_odds_become_chances(void **unused) {
    (void)unused;
    assert_int_equal(pip__net_chance(0), 5000);
    assert_int_equal(pip__net_chance(NET_ONE), 7311);
    assert_int_equal(pip__net_chance(-NET_ONE), 10000 - 7311);
    assert_int_equal(pip__net_chance(INT32_MAX), 9997);
    assert_int_equal(pip__net_chance(INT32_MIN), 3);
    for (int32_t odds = -9 * NET_ONE; odds < 9 * NET_ONE; odds += NET_ONE / 16)
        assert_true(pip__net_chance(odds) <= pip__net_chance(odds + NET_ONE / 16));
}

/* ---- A wager: seat 0 banks 5 points or tosses a coin for 4; then seat 1 says how many of three
 * points it takes away ---- */

struct wager {
    uint8_t phase, points, taken;
};
enum { WAGER_CHOOSES, WAGER_TOSSES, WAGER_ANSWERS, WAGER_OVER };
enum { BANK, TOSS, TOSS_TOO, TAKE };

static pip_actors wager_actor(const struct pip_setup *setup, const void *state) {
    static const pip_actors actors[] = {1, PIP_ACTORS_CHANCE, 2, PIP_ACTORS_OVER};
    (void)setup;
    return actors[((const struct wager *)state)->phase];
}

static int wager_turn(const struct pip_setup *setup, const void *state) {
    (void)setup, (void)state;
    return 0;
}

static int wager_legal(const struct pip_setup *setup, const void *state, int seat,
                       pip_move *moves) {
    bool first = ((const struct wager *)state)->phase == WAGER_CHOOSES;
    (void)setup, (void)seat;
    for (int i = 0; i < 3; i++)
        moves[i] = (pip_move)(first ? BANK + i : TAKE + i);
    return 3;
}

static void wager_chance(const struct pip_setup *setup, const void *state,
                         struct pip_chance *chance) {
    static const char *const names[] = {"tails", "heads"};
    static const struct pip_die coin = {.faces = 2, .names = names};
    (void)setup, (void)state;
    *chance = (struct pip_chance){.label = "dice", .throws = 1, .thrown = {{&coin, 1}}};
}

static enum pip_status wager_apply(const struct pip_setup *setup, void *state, unsigned actor,
                                   pip_move move) {
    struct wager *w = state;
    uint8_t next = setup->seats > 1 ? WAGER_ANSWERS : WAGER_OVER;
    if (actor == PIP_CHANCE)
        *w = (struct wager){next, (uint8_t)(move ? 4 : 0), 0};
    else if (w->phase == WAGER_CHOOSES)
        *w = (struct wager){move == BANK ? next : WAGER_TOSSES, move == BANK ? 5 : 0, 0};
    else
        *w = (struct wager){WAGER_OVER, w->points, (uint8_t)(move - TAKE)};
    return PIP_OK;
}

static int wager_score(const struct pip_setup *setup, const void *state, int seat,
                       struct pip_item *items) {
    const struct wager *w = state;
    (void)setup;
    items[0] = (struct pip_item){"points", seat == 0 ? w->points - w->taken : w->taken};
    return 1;
}

/* Feature 0: a coin is in the air. */
static int wager_remark(const struct pip_setup *setup, const void *state, int seat,
                        uint16_t *features) {
    (void)setup, (void)seat;
    features[0] = 0;
    return ((const struct wager *)state)->phase == WAGER_TOSSES;
}

static const struct pip_think wager_think = {
    .features = FEATURES, .active = 1, .unit = 1000, .remark = wager_remark};
static const struct pip_game wager = {
    .name = "wager",
    .state_size = sizeof(struct wager),
    .moves = 6,
    .actor = wager_actor,
    .turn = wager_turn,
    .legal = wager_legal,
    .chance = wager_chance,
    .apply = wager_apply,
    .score = wager_score,
    .think = &wager_think,
};

static struct pip__thinker thinker_for(const struct pip_setup *setup) {
    mind.nodes = 4000;
    mind.looked = 0;
    mind.random = (struct pip_random){4711};
    return (struct pip__thinker){setup, &net, &mind};
}

/* The net likes a coin in the air better than five points. */
static void believe_in_tosses(void) {
    empty_net();
    past[0].head[NET_VALUE] = 5 * NET_PAST_ONE + NET_PAST_ONE / 8;
}

static void list(void *context, const struct pip_line *line, const void *after) {
    int *count = context;
    (void)after;
    assert_true(*count < PIP_CANDIDATES_MAX);
    mind.candidate[(*count)++].line = *line;
}

static int list_lines(const struct pip_setup *setup, const void *state, int seat) {
    int listed = 0, count = pip__lines(setup, state, seat, &mind, list, &listed);
    assert_int_equal(listed, count);
    return count;
}

static void test_lines_with_the_same_outcome_are_one_candidate(void **unused) {
    const struct pip_setup setup = {.game = &wager, .seats = 1};
    const struct wager begin = {0};
    (void)unused;
    assert_int_equal(list_lines(&setup, &begin, 0), 2);
    assert_int_equal(mind.candidate[0].line.step[0], BANK);
    assert_int_equal(mind.candidate[1].line.step[0], TOSS);
}

static void test_a_net_is_believed_until_it_is_played_out(void **unused) {
    const struct pip_setup setup = {.game = &wager, .seats = 1};
    const struct wager begin = {0};
    struct pip__thinker thinker = thinker_for(&setup);
    (void)unused;
    believe_in_tosses();
    pip__rank_by_net(&thinker, &begin, 0);
    assert_int_equal(mind.candidate[0].line.step[0], TOSS);
    assert_int_equal(mind.candidate[0].value, 5125);
    assert_int_equal(mind.candidate[1].value, 5000); /* what is over is known */
    thinker = thinker_for(&setup);
    mind.nodes = 4000;
    pip__rank_by_search(&thinker, &begin, 0);
    assert_int_equal(mind.count, 2);
    assert_int_equal(mind.candidate[0].line.step[0], BANK);
    assert_int_equal(mind.candidate[0].value, 5000);
    assert_int_equal(mind.candidate[0].error, 0);
    assert_in_range(mind.candidate[1].value, 1800, 2200); /* half of 4 */
    assert_in_range(mind.candidate[1].error, 20, 80);
}

static void test_what_lags_far_behind_is_not_played_out(void **unused) {
    const struct pip_setup setup = {.game = &wager, .seats = 1};
    const struct wager begin = {0};
    struct pip__thinker thinker = thinker_for(&setup);
    (void)unused;
    empty_net();
    past[0].head[NET_VALUE] = -9 * NET_PAST_ONE;
    pip__rank_by_search(&thinker, &begin, 0);
    assert_int_equal(mind.candidate[0].line.step[0], BANK);
    assert_int_equal(mind.candidate[1].value, -9000);
    assert_true(mind.looked <= 2);
}

/* Seat 1 takes as much as it can; who banks must expect it. */
static void test_others_answers_are_counted_in(void **unused) {
    const struct pip_setup setup = {.game = &wager, .seats = 2};
    const struct wager begin = {0};
    struct pip__thinker thinker = thinker_for(&setup);
    (void)unused;
    empty_net();
    pip__rank_by_net(&thinker, &begin, 0);
    for (int i = 0; i < mind.count; i++) {
        if (mind.candidate[i].line.step[0] == BANK)
            assert_int_equal(mind.candidate[i].value, 3000);
    }
}

static bool at_once(void *context) {
    ++*(int *)context;
    return true;
}

static void test_a_search_that_is_stopped_still_ranks(void **unused) {
    const struct pip_setup setup = {.game = &wager, .seats = 1};
    const struct wager begin = {0};
    struct pip__thinker thinker = thinker_for(&setup);
    int asked = 0;
    (void)unused;
    believe_in_tosses();
    mind.nodes = UINT32_MAX;
    mind.enough = at_once;
    mind.context = &asked;
    pip__rank_by_search(&thinker, &begin, 0);
    mind.enough = NULL;
    assert_true(asked > 0);
    assert_int_equal(mind.count, 2);
}

/* ---- Slips ---- */

static void rank_three(const struct pip_setup *setup, const void *state, int seat,
                       struct pip_mind *its) {
    (void)setup, (void)state, (void)seat;
    its->count = 3;
    for (int i = 0; i < 3; i++)
        its->candidate[i] = (struct pip_candidate){.line = {1, {(pip_move)i}}, .rank = -100 * i};
}

static void test_who_slips_takes_a_worse_one_the_more_seldom_the_worse_it_is(void **unused) {
    const struct pip_setup setup = {.game = &wager, .seats = 1};
    struct pip_bot bot = {.name = "", .rank = rank_three, .slip = 100};
    int taken[3] = {0};
    (void)unused;
    mind.random = (struct pip_random){1};
    for (int i = 0; i < 2000; i++)
        taken[pip_bot_choose(&bot, &setup, NULL, 0, &mind)->step[0]]++;
    assert_true(taken[0] > taken[1] && taken[1] > taken[2]);
    assert_in_range(taken[2], 20, 500);
    bot.slip = 0;
    for (int i = 0; i < 100; i++)
        assert_int_equal(pip_bot_choose(&bot, &setup, NULL, 0, &mind)->step[0], 0);
}

static bool team_won(const struct pip_setup *setup, const void *state) {
    (void)setup, (void)state;
    return false;
}

static void rank_three_closely(const struct pip_setup *setup, const void *state, int seat,
                               struct pip_mind *its) {
    rank_three(setup, state, seat, its);
    for (int i = 0; i < 3; i++)
        its->candidate[i].rank /= 100;
}

/* A fifteenth, but never nothing. */
static void test_in_a_team_slips_are_smaller_and_there_are_some(void **unused) {
    struct pip_game team = wager;
    const struct pip_setup setup = {.game = &team, .seats = 1};
    struct pip_bot bot = {.name = "", .rank = rank_three, .slip = 150};
    int taken[3] = {0};
    (void)unused;
    team.won = team_won;
    mind.random = (struct pip_random){1};
    for (int i = 0; i < 500; i++)
        assert_int_equal(pip_bot_choose(&bot, &setup, NULL, 0, &mind)->step[0], 0);
    bot = (struct pip_bot){.name = "", .rank = rank_three_closely, .slip = 1};
    for (int i = 0; i < 500; i++)
        taken[pip_bot_choose(&bot, &setup, NULL, 0, &mind)->step[0]]++;
    assert_true(taken[0] > taken[1] && taken[1] > taken[2] && taken[2] > 0);
}

/* ---- Every game that is thought about ---- */

/* How often each feature is remarked, plus or minus. */
static void tally(int *often, const uint16_t *features, int count, int sign) {
    for (int i = 0; i < count; i++)
        often[features[i]] += sign;
}

/* What was remarkable, less what went, and what came: what is remarkable. */
static void look_at_change(const struct pip_setup *setup, const void *before, const void *after,
                           int seat, int32_t *notes) {
    const struct pip_think *think = setup->game->think;
    static int often[UINT16_MAX + 1];
    uint16_t features[PIP_FEATURES_MAX];
    struct pip_change change;
    uint32_t parts[PIP_PARTS_MAX];
    if (!think->parts || setup->game->actor(setup, after) == PIP_ACTORS_OVER)
        return;
    tally(often, features, think->remark(setup, before, seat, features), 1);
    int count = think->parts(setup, before, after, seat, notes, parts);
    assert_in_range(count, 0, PIP_PARTS_MAX);
    int32_t fresh[PIP_NOTES] = {0};
    uint32_t again[PIP_PARTS_MAX]; /* what was noted before saves work and changes nothing */
    assert_int_equal(think->parts(setup, before, after, seat, fresh, again), count);
    assert_memory_equal(again, parts, (size_t)count * sizeof *parts);
    for (int i = 0; i < count; i++) {
        think->change(setup, before, after, seat, parts[i], &change);
        tally(often, change.went, change.gone, -1);
        tally(often, change.came, change.come, 1);
    }
    tally(often, features, think->remark(setup, after, seat, features), -1);
    for (int feature = 0; feature < think->features; feature++)
        assert_int_equal(often[feature], 0);
}

/* Random games; at every choice all lines are legal to their last step, end where somebody else
 * acts, and lead to different positions; what is remarked keeps to its bounds. */
static void look_at_choices(const struct pip_setup *setup, const void *state, int seat) {
    const struct pip_game *game = setup->game;
    uint16_t features[PIP_FEATURES_MAX];
    static uint64_t hash[PIP_CANDIDATES_MAX];
    int32_t notes[PIP_NOTES] = {0};
    int count = list_lines(setup, state, seat);
    assert_in_range(count, 1, PIP_CANDIDATES_MAX);
    for (int i = 0; i < count; i++) {
        struct pip__position after = {{0}};
        const struct pip_line *line = &mind.candidate[i].line;
        memcpy(after.bytes, state, game->state_size);
        assert_in_range(line->steps, 1, PIP_STEPS_MAX);
        for (int j = 0; j < line->steps; j++)
            assert_int_equal(game->apply(setup, after.bytes, (unsigned)seat, line->step[j]),
                             PIP_OK);
        look_at_change(setup, state, after.bytes, seat, notes);
        int remarked = game->think->remark(setup, after.bytes, seat, features);
        assert_in_range(remarked, 0, game->think->active);
        for (int j = 0; j < remarked; j++)
            assert_true(features[j] < game->think->features);
        hash[i] = pip_state_hash(setup, after.bytes);
        for (int j = 0; j < i; j++)
            assert_true(hash[i] != hash[j]);
    }
}

static void look_at_a_game(const struct pip_setup *setup, uint32_t number) {
    const struct pip_game *game = setup->game;
    struct pip_seed seed = {3, number};
    struct pip_random random = pip_random_init(seed, 9);
    struct pip__position now = {{0}};
    game->start(setup, now.bytes);
    for (uint32_t roll = 0;;) {
        pip_actors actors = game->actor(setup, now.bytes);
        pip_move moves[PIP_MOVES_MAX];
        if (actors == PIP_ACTORS_OVER)
            return;
        if (actors == PIP_ACTORS_CHANCE) {
            struct pip_chance chance;
            game->chance(setup, now.bytes, &chance);
            game->apply(setup, now.bytes, PIP_CHANCE, pip_seed_roll(seed, roll++, &chance));
            continue;
        }
        int seat = __builtin_ctz(actors);
        look_at_choices(setup, now.bytes, seat);
        int count = game->legal(setup, now.bytes, seat, moves);
        game->apply(setup, now.bytes, (unsigned)seat,
                    moves[pip_random_below(&random, (uint32_t)count)]);
    }
}

static void test_lines_and_remarks_keep_their_promises_in_every_setup(void **unused) {
    (void)unused;
    for (int i = 0; pip_games[i]; i++) {
        struct pip_setup setup = pip_setup_first(pip_games[i]);
        if (!pip_games[i]->think)
            continue;
        assert_true(pip_games[i]->think->active <= PIP_FEATURES_MAX);
        do {
            look_at_a_game(&setup, 0);
        } while (pip_setup_next(&setup));
    }
}

/* Everything that a bot is shown it gets by its arguments, and the game's dice are none of them. */
static void test_equal_arguments_give_equal_rankings(void **unused) {
    (void)unused;
    for (int i = 0; pip_games[i]; i++) {
        struct pip_setup setup = pip_setup_first(pip_games[i]);
        for (int level = 0; pip_bots[level]; level++) {
            uint64_t state[2][PIP_STATE_MAX / 8];
            struct pip_sim_totals totals[2] = {{0}, {0}};
            const struct pip_bot *bots[PIP_SEATS_MAX];
            for (int seat = 0; seat < setup.seats; seat++)
                bots[seat] = pip_bots[level];
            if (strcmp(pip_bots[level]->name, "master") == 0)
                continue; /* too long for a whole game here */
            for (int run = 0; run < 2; run++)
                pip_sim_play(&setup, bots, (struct pip_seed){8, 1}, NULL, NULL, state[run],
                             &totals[run]);
            assert_memory_equal(state[0], state[1], setup.game->state_size);
            assert_memory_equal(&totals[0], &totals[1], sizeof totals[0]);
        }
    }
}

/* ---- What is remarkable in Lost Cities ---- */

static bool remarks(const struct pip__lc_state *s, int seats, int seat, uint16_t *features,
                    int *count) {
    const struct pip_setup setup = pip_setup_default(&pip__lost_cities, NULL, seats);
    *count = pip__lc_think.remark(&setup, s, seat, features);
    return *count > 0;
}

static bool differ(const struct pip__lc_state *a, const struct pip__lc_state *b, int seats) {
    uint16_t one[PIP_FEATURES_MAX], other[PIP_FEATURES_MAX];
    int counts[2];
    assert_true(remarks(a, seats, 0, one, &counts[0]) && remarks(b, seats, 0, other, &counts[1]));
    return counts[0] != counts[1] || memcmp(one, other, (size_t)counts[0] * sizeof *one) != 0;
}

static void test_lost_cities_remarks_what_matters(void **unused) {
    const struct pip__lc_state begin = {.turn = 20};
    struct pip__lc_state other = begin;
    (void)unused;
    assert_false(differ(&begin, &other, 2));
#define DIFFERS(...) (other = begin, __VA_ARGS__, assert_true(differ(&begin, &other, 2)))
    DIFFERS(other.seat[0].count[0] = 3, other.seat[0].top[0] = 4);
    DIFFERS(other.seat[0].circles = 1 << 5);
    DIFFERS(other.seat[0].count[LC_ARTEFACTS] = 2);
    DIFFERS(other.seat[0].count[LC_DICE] = 2);
    DIFFERS(other.seat[1].count[2] = 3, other.seat[1].top[2] = 4);
    DIFFERS(other.seat[1].count[LC_DICE] = 5);
    DIFFERS(other.passed = 1 << 3);
    DIFFERS(other.turn = 21);
    DIFFERS(other.active = 1);
#undef DIFFERS
}

/* Before the others have chosen, a seat sees the position as it will be between turns. */
static void test_lost_cities_remarks_the_same_in_the_middle_of_a_turn(void **unused) {
    struct pip__lc_state middle = {.turn = 20, .phase = LC_OTHERS_CHOOSE, .acting = 2};
    struct pip__lc_state between = {.turn = 21, .active = 1, .phase = LC_ROLL};
    (void)unused;
    middle.seat[0].bridges = between.seat[0].bridges = between.passed = 1 << LC_DICE;
    middle.seat[0].count[LC_DICE] = between.seat[0].count[LC_DICE] = 7;
    assert_false(differ(&middle, &between, 2));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_net_adds_what_goes_past_its_units),
        cmocka_unit_test(test_a_unit_of_a_net_is_never_below_nothing_nor_above_its_most),
        cmocka_unit_test(test_odds_become_chances),
        cmocka_unit_test(test_lines_with_the_same_outcome_are_one_candidate),
        cmocka_unit_test(test_a_net_is_believed_until_it_is_played_out),
        cmocka_unit_test(test_what_lags_far_behind_is_not_played_out),
        cmocka_unit_test(test_others_answers_are_counted_in),
        cmocka_unit_test(test_a_search_that_is_stopped_still_ranks),
        cmocka_unit_test(test_who_slips_takes_a_worse_one_the_more_seldom_the_worse_it_is),
        cmocka_unit_test(test_in_a_team_slips_are_smaller_and_there_are_some),
        cmocka_unit_test(test_lines_and_remarks_keep_their_promises_in_every_setup),
        cmocka_unit_test(test_equal_arguments_give_equal_rankings),
        cmocka_unit_test(test_lost_cities_remarks_what_matters),
        cmocka_unit_test(test_lost_cities_remarks_the_same_in_the_middle_of_a_turn),
    };
    return cmocka_run_group_tests_name("think", tests, NULL, NULL);
}
