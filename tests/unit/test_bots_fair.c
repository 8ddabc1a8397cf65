/* Bots play fair: what a bot chooses does not depend on what its seat may not know, and it neither
 * disturbs the dice nor knows those to come. Each test is also run against a bot that cheats, which
 * it must find. */
#include "testing.h"

#include "bots/think.h"
#include "games/games.h"
#include <pipwright/sim.h>
#include <stdlib.h>

#define NODES 100 /* of master */

static struct pip_mind mind;

static const struct pip_bot *bot(const char *name) {
    const struct pip_bot *found = pip_bot_find(pip_span_of(name));
    assert_non_null(found);
    return found;
}

/* A bot whose choice depends on every byte that it is shown. */
static void rank_curious(const struct pip_setup *setup, const void *state, int seat,
                         struct pip_mind *its) {
    pip_move moves[PIP_MOVES_MAX];
    uint64_t seen = pip_hash(PIP_HASH_START, state, setup->game->state_size);
    int count = setup->game->legal(setup, state, seat, moves);
    its->count = 1;
    its->candidate[0] = (struct pip_candidate){.line = {1, {moves[seen % (unsigned)count]}}};
}

static const struct pip_bot curious = {.name = "curious", .rank = rank_curious};

/* ---- What is hidden ----
 *
 * Two matches that differ in what others have chosen at the same time. */

typedef void shower(const struct pip_match *match, unsigned viewer, void *state);

/* The leak. */
static void show_everything(const struct pip_match *match, unsigned viewer, void *state) {
    (void)viewer;
    memcpy(state, match->state, sizeof match->state);
}

struct table {
    struct pip_match match[2];
    struct pip_event *events[2];
    const struct pip_bot *bot;
    shower *show;
    struct pip_random random;
    uint32_t asked, differed; /* choices with something hidden; of which the two were not alike */
};

static pip_actors actors_of(const struct table *t) {
    return pip_match_actor(&t->match[0]);
}

/* What the bot does in a match, and a hash of all that it thinks. */
static uint64_t think(const struct table *t, const struct pip_match *match, int seat,
                      struct pip_line *line) {
    static struct pip_match before;
    uint64_t view[PIP_STATE_MAX / 8], thoughts = PIP_HASH_START;
    before = *match;
    t->show(match, (unsigned)seat, view);
    mind.random = pip_random_init((struct pip_seed){77, t->asked}, (uint32_t)seat);
    mind.nodes = NODES;
    *line = *pip_bot_choose(t->bot, &match->setup, view, seat, &mind);
    assert_memory_equal(&before, match, sizeof before); /* thinking changes nothing */
    for (int i = 0; i < mind.count; i++) {
        const struct pip_candidate *c = &mind.candidate[i];
        thoughts = pip_hash(thoughts, &c->rank, sizeof c->rank);
        thoughts = pip_hash(thoughts, c->line.step, c->line.steps * sizeof *c->line.step);
    }
    return thoughts;
}

static void compare_thoughts(struct table *t, int seat) {
    struct pip_line line[2];
    uint64_t thoughts[2];
    for (int i = 0; i < 2; i++)
        thoughts[i] = think(t, &t->match[i], seat, &line[i]);
    t->asked++;
    t->differed += thoughts[0] != thoughts[1];
}

static int play_one(struct pip_match *match, int seat, struct pip_random *random) {
    pip_move moves[PIP_MOVES_MAX];
    int count = pip_match_legal(match, seat, moves);
    pip_move move = moves[pip_random_below(random, (uint32_t)count)];
    assert_int_equal(pip_match_play(match, (unsigned)seat, move), PIP_OK);
    return 1;
}

/* All others choose, in each match as they like; then they take it back. */
static void choose_in_secret(struct table *t, int seat) {
    pip_actors others = (pip_actors)(actors_of(t) & ~(1u << seat));
    int steps[2][PIP_SEATS_MAX] = {{0}};
    for (int i = 0; i < 2; i++) {
        for (int other = 0; other < t->match[i].setup.seats; other++) {
            while ((others >> other & 1) && (pip_match_actor(&t->match[i]) >> other & 1))
                steps[i][other] += play_one(&t->match[i], other, &t->random);
        }
    }
    compare_thoughts(t, seat);
    for (int i = 0; i < 2; i++) {
        for (int other = 0; other < t->match[i].setup.seats; other++) {
            for (; steps[i][other] > 0; steps[i][other]--)
                assert_int_equal(pip_match_undo(&t->match[i], other), PIP_OK);
        }
    }
    assert_memory_equal(t->match[0].state, t->match[1].state, sizeof t->match[0].state);
}

static void step(struct table *t) {
    pip_actors actors = actors_of(t);
    struct pip_random random[2];
    if (actors != PIP_ACTORS_CHANCE && (actors & (actors - 1u)) && !t->match[0].together)
        choose_in_secret(t, __builtin_ctz(actors));
    random[0] = random[1] = t->random;
    for (int i = 0; i < 2; i++) {
        if (actors == PIP_ACTORS_CHANCE)
            assert_int_equal(pip_match_roll(&t->match[i]), PIP_OK);
        else
            play_one(&t->match[i], __builtin_ctz(actors), &random[i]);
    }
    t->random = random[0];
}

/* Games of random moves, with the bot asked wherever something is hidden. */
static void ask_in_games(struct table *t, const char *game, int seats, uint32_t games) {
    struct pip_setup setup = pip_setup_default(pip_game_find(pip_span_of(game)), NULL, seats);
    uint32_t length = setup.game->length(&setup);
    t->asked = t->differed = 0;
    for (uint32_t g = 0; g < games; g++) {
        t->random = pip_random_init((struct pip_seed){5, g}, 99);
        for (int i = 0; i < 2; i++) {
            t->events[i] = calloc(length, sizeof *t->events[i]);
            assert_non_null(t->events[i]);
            assert_int_equal(pip_match_start(&t->match[i], &setup, t->events[i], length), PIP_OK);
            t->match[i].dice = PIP_DICE_SEED;
            t->match[i].seed = (struct pip_seed){6, g};
        }
        while (actors_of(t) != PIP_ACTORS_OVER)
            step(t);
        free(t->events[0]);
        free(t->events[1]);
    }
}

static struct table table;

static void test_what_is_hidden_changes_no_thought(void **unused) {
    static const struct {
        const char *game;
        int seats;
        uint32_t games;
    } rows[] = {{"lost-cities", 3, 3}, {"lost-cities", 5, 3}, {"roller", 2, 1}};
    const struct pip_bot *const bots[] = {&curious, bot("club"), bot("expert"), bot("master")};
    (void)unused;
    for (size_t i = 0; i < LENGTH(rows); i++) {
        for (size_t j = 0; j < LENGTH(bots); j++) {
            table.bot = bots[j];
            table.show = pip_match_view;
            ask_in_games(&table, rows[i].game, rows[i].seats, rows[i].games);
            assert_true(table.asked >= 5);
            assert_int_equal(table.differed, 0);
        }
    }
}

/* Roller's nets do not look at other sheets, so there only the curious one shows it. */
static void test_who_is_shown_everything_is_found(void **unused) {
    const struct pip_bot *const bots[] = {&curious, bot("expert"), bot("master")};
    (void)unused;
    table.show = show_everything;
    for (size_t j = 0; j < LENGTH(bots); j++) {
        table.bot = bots[j];
        ask_in_games(&table, "lost-cities", 5, 3);
        assert_true(table.differed > table.asked / 4);
    }
    table.bot = &curious;
    ask_in_games(&table, "roller", 2, 1);
    assert_true(table.differed > table.asked / 4);
}

/* ---- The dice are left alone ---- */

static void test_dice_are_those_of_the_seed_whoever_thinks(void **unused) {
    (void)unused;
    for (int i = 0; pip_games[i]; i++) {
        struct pip_setup setup = pip_setup_default(
            pip_games[i], NULL, pip_games[i]->seats_min > 2 ? pip_games[i]->seats_min : 2);
        uint32_t length = setup.game->length(&setup);
        struct pip_event *events = calloc(length, sizeof *events);
        struct pip_fault fault;
        table.show = pip_match_view;
        for (int level = 2; pip_bots[level]; level++) {
            struct pip_match *match = &table.match[0];
            struct pip_line line;
            table.bot = pip_bots[level];
            assert_int_equal(pip_match_start(match, &setup, events, length), PIP_OK);
            match->dice = PIP_DICE_SEED;
            match->seed = (struct pip_seed){6, (uint32_t)level};
            for (int choices = 0; choices < 40 && pip_match_actor(match) != PIP_ACTORS_OVER;) {
                if (pip_match_roll(match) == PIP_OK)
                    continue;
                int seat = __builtin_ctz(pip_match_actor(match));
                think(&table, match, seat, &line);
                for (int s = 0; s < line.steps; s++)
                    assert_int_equal(pip_match_play(match, (unsigned)seat, line.step[s]), PIP_OK);
                choices++;
            }
            assert_int_equal(pip_match_compare_seed(match, &fault), PIP_OK);
        }
        free(events);
    }
}

/* ---- Nobody knows the dice to come ----
 *
 * Ten times one point is taken, or two are bet on a coin, which is tossed in any case. Whoever knew
 * how it falls would bet before heads alone. */

struct coins {
    uint8_t turn, tossing, betting, points, bets, won;
};
enum { TAKE, BET, TURNS = 10 };

static pip_actors coins_actor(const struct pip_setup *setup, const void *state) {
    const struct coins *c = state;
    (void)setup;
    return c->tossing ? PIP_ACTORS_CHANCE : c->turn < TURNS ? 1 : PIP_ACTORS_OVER;
}

static void coins_start(const struct pip_setup *setup, void *state) {
    (void)setup, (void)state;
}

static int coins_turn(const struct pip_setup *setup, const void *state) {
    (void)setup;
    return ((const struct coins *)state)->turn;
}

static int coins_legal(const struct pip_setup *setup, const void *state, int seat,
                       pip_move *moves) {
    (void)setup, (void)state, (void)seat;
    moves[0] = TAKE;
    moves[1] = BET;
    return 2;
}

static void coins_chance(const struct pip_setup *setup, const void *state,
                         struct pip_chance *chance) {
    static const char *const names[] = {"tails", "heads"};
    static const struct pip_die coin = {.faces = 2, .names = names};
    (void)setup, (void)state;
    *chance = (struct pip_chance){.label = "dice", .throws = 1, .thrown = {{&coin, 1}}};
}

static enum pip_status coins_apply(const struct pip_setup *setup, void *state, unsigned actor,
                                   pip_move move) {
    struct coins *c = state;
    (void)setup;
    if (actor != PIP_CHANCE) {
        c->tossing = 1;
        c->betting = move == BET;
        return PIP_OK;
    }
    bool won = c->betting && move == 1;
    c->bets = (uint8_t)(c->bets + c->betting);
    c->won = (uint8_t)(c->won + won);
    c->points = (uint8_t)(c->points + (won ? 2 : !c->betting));
    c->tossing = c->betting = 0;
    c->turn++;
    return PIP_OK;
}

static int coins_score(const struct pip_setup *setup, const void *state, int seat,
                       struct pip_item *items) {
    (void)setup, (void)seat;
    items[0] = (struct pip_item){"points", ((const struct coins *)state)->points};
    return 1;
}

/* One feature for each point, and for a coin in the air, which is worth one whatever was chosen. */
static int coins_remark(const struct pip_setup *setup, const void *state, int seat,
                        uint16_t *features) {
    const struct coins *c = state;
    (void)setup, (void)seat;
    for (int i = 0; i < c->points; i++)
        features[i] = 0;
    if (c->tossing)
        features[c->points] = 0;
    return c->points + c->tossing;
}

static const struct pip_think coins_think = {
    .features = 1, .active = 2 * TURNS + 1, .unit = 1000, .remark = coins_remark};
static const struct pip_game coins = {
    .name = "coins",
    .state_size = sizeof(struct coins),
    .moves = 2,
    .start = coins_start,
    .actor = coins_actor,
    .turn = coins_turn,
    .legal = coins_legal,
    .chance = coins_chance,
    .apply = coins_apply,
    .score = coins_score,
    .think = &coins_think,
};

static struct pip__net_row row[2];
static struct pip__net_past past[2];
static struct pip_net net = {.game = "coins", .sheet = "", .features = 1, .row = row, .past = past};

static void rank_by_search(const struct pip_setup *setup, const void *state, int seat,
                           struct pip_mind *its) {
    struct pip__thinker thinker = {setup, &net, its};
    its->nodes = 2; /* a single playout of each */
    its->looked = 0;
    pip__rank_by_search(&thinker, state, seat);
}

static struct pip_seed played; /* what the cheat looks into */

static void rank_with_foresight(const struct pip_setup *setup, const void *state, int seat,
                                struct pip_mind *its) {
    const struct coins *c = state;
    struct pip_chance chance;
    (void)seat;
    coins_chance(setup, state, &chance);
    pip_move move = pip_seed_roll(played, c->turn, &chance) == 1 ? BET : TAKE;
    its->count = 1;
    its->candidate[0] = (struct pip_candidate){.line = {1, {move}}};
}

/* Of 1000 bets so many are won. */
static unsigned share_of_bets_won(const struct pip_bot *player) {
    const struct pip_setup setup = {.game = &coins, .seats = 1};
    struct pip_sim_totals totals = {0};
    unsigned bets = 0, won = 0;
    for (played = (struct pip_seed){8, 0}; played.game < 1000; played.game++) {
        uint64_t state[PIP_STATE_MAX / 8];
        pip_sim_play(&setup, &player, played, NULL, NULL, state, &totals);
        bets += ((const struct coins *)state)->bets;
        won += ((const struct coins *)state)->won;
    }
    assert_true(bets > 300 && bets < 9700); /* it does choose */
    return won * 1000 / bets;
}

static void test_who_plays_on_in_its_head_does_not_know_the_dice_to_come(void **unused) {
    static const struct pip_bot searches = {.name = "searches", .rank = rank_by_search};
    (void)unused;
    past[0].head[NET_VALUE] = NET_PAST_ONE;
    assert_in_range(share_of_bets_won(&searches), 400, 600);
}

static void test_who_knew_the_dice_would_be_found(void **unused) {
    static const struct pip_bot foresight = {.name = "foresight", .rank = rank_with_foresight};
    (void)unused;
    assert_int_equal(share_of_bets_won(&foresight), 1000);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_is_hidden_changes_no_thought),
        cmocka_unit_test(test_who_is_shown_everything_is_found),
        cmocka_unit_test(test_dice_are_those_of_the_seed_whoever_thinks),
        cmocka_unit_test(test_who_plays_on_in_its_head_does_not_know_the_dice_to_come),
        cmocka_unit_test(test_who_knew_the_dice_would_be_found),
    };
    return cmocka_run_group_tests_name("bots_fair", tests, NULL, NULL);
}
