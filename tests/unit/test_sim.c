/* Simulation: exact totals, what bots are shown, counting and signing. */
#include "testing.h"

#include "games/games.h"
#include <pipwright/sim.h>

/* ---- A game for exact totals ----
 *
 * Two rolls of a die, then all seats bid at the same time; a seat's score is its bid less 100. */

enum { BID_ZERO = 100, BIDS = 201, BID_ROLLS = 2, BID_TURNS = 5 };

struct bids {
    uint8_t bid[PIP_SEATS_MAX];
    uint8_t roll[BID_ROLLS], rolls;
    uint8_t done;       /* bit seat */
    uint8_t padding[4]; /* up to 16 bytes, which nothing touches */
};

static void bids_start(const struct pip_setup *setup, void *state) {
    (void)setup, (void)state;
}

static pip_actors bids_actor(const struct pip_setup *setup, const void *state) {
    const struct bids *s = state;
    if (s->rolls < BID_ROLLS)
        return PIP_ACTORS_CHANCE;
    return (pip_actors)(((1u << setup->seats) - 1) & ~s->done);
}

static int bids_turn(const struct pip_setup *setup, const void *state) {
    return bids_actor(setup, state) == PIP_ACTORS_OVER ? BID_TURNS : 0;
}

/* Three bids: one below, one at and one above zero. */
static int bids_legal(const struct pip_setup *setup, const void *state, int seat, pip_move *moves) {
    pip_actors actors = bids_actor(setup, state);
    if (actors == PIP_ACTORS_CHANCE || !(actors >> seat & 1))
        return 0;
    for (pip_move i = 0; i < 3; i++)
        moves[i] = (pip_move)(BID_ZERO - 1 + i);
    return 3;
}

static void bids_chance(const struct pip_setup *setup, const void *state,
                        struct pip_chance *chance) {
    static const char *const faces[] = {"1", "2", "3", "4"};
    static const struct pip_die die = {.faces = 4, .names = faces};
    (void)setup, (void)state;
    *chance = (struct pip_chance){.label = "dice", .throws = 1, .thrown = {{&die, 1}}};
}

static enum pip_status bids_apply(const struct pip_setup *setup, void *state, unsigned actor,
                                  pip_move move) {
    struct bids *s = state;
    pip_actors actors = bids_actor(setup, state);
    assert_int_equal(actor == PIP_CHANCE, actors == PIP_ACTORS_CHANCE);
    if (actor == PIP_CHANCE) {
        s->roll[s->rolls++] = (uint8_t)move;
        return PIP_OK;
    }
    assert_true(actors >> actor & 1);
    s->bid[actor] = (uint8_t)move;
    s->done |= (uint8_t)(1u << actor);
    return PIP_OK;
}

static int bids_score(const struct pip_setup *setup, const void *state, int seat,
                      struct pip_item *items) {
    const struct bids *s = state;
    (void)setup;
    items[0] = (struct pip_item){"bid", s->bid[seat]};
    items[1] = (struct pip_item){"less", -BID_ZERO};
    return 2;
}

static const struct pip_sheet bids_sheet = {.game = "bids", .name = "plain"};
static const struct pip_sheet *const bids_sheets[] = {&bids_sheet, NULL};

static const struct pip_game bids_game = {
    .name = "bids",
    .seats_min = 1,
    .seats_max = PIP_SEATS_MAX,
    .state_size = sizeof(struct bids),
    .moves = BIDS,
    .options = pip__no_options,
    .sheets = bids_sheets,
    .start = bids_start,
    .actor = bids_actor,
    .turn = bids_turn,
    .legal = bids_legal,
    .chance = bids_chance,
    .apply = bids_apply,
    .score = bids_score,
};

/* Bots that bid what the test has written down. */
static int scripted[PIP_SEATS_MAX];

static void bid_as_scripted(const struct pip_setup *setup, const void *state, int seat,
                            struct pip_mind *mind) {
    (void)setup, (void)state;
    mind->count = 1;
    mind->candidate[0].line = (struct pip_line){1, {(pip_move)(BID_ZERO + scripted[seat])}};
}

static const struct pip_bot scripted_bot = {.name = "scripted", .rank = bid_as_scripted};

static void play_bids(int seats, const int *scores, struct pip_sim_totals *totals) {
    const struct pip_setup setup = pip_setup_default(&bids_game, NULL, seats);
    const struct pip_bot *bots[PIP_SEATS_MAX];
    uint64_t state[PIP_STATE_MAX / 8];
    for (int seat = 0; seat < seats; seat++) {
        bots[seat] = &scripted_bot;
        scripted[seat] = scores[seat];
    }
    pip_sim_play(&setup, bots, (struct pip_seed){1, 0}, NULL, NULL, state, totals);
}

/* ---- Totals ---- */

/* Of three games: seat 0 always loses points, seat 1 always gains some, seat 2 does both. */
static const int three_games[3][3] = {{-7, 3, 3}, {-2, 9, -9}, {-4, 6, 10}};

static const struct pip_sim_totals of_three_games = {
    .games = 3,
    .decisions = 9,
    .turns = 3 * BID_TURNS,
    .rolls = 3 * BID_ROLLS,
    .score = {-13, 18, 4},
    .score_squared = {49 + 4 + 16, 9 + 81 + 36, 9 + 81 + 100},
    .lowest = {-7, 3, -9},
    .highest = {-2, 9, 10},
    .wins = {0, PIP_WIN_UNIT / 2 + PIP_WIN_UNIT, PIP_WIN_UNIT / 2 + PIP_WIN_UNIT},
};

static void totals_are(const struct pip_sim_totals *totals, const struct pip_sim_totals *expected) {
    assert_int_equal(totals->games, expected->games);
    assert_int_equal(totals->decisions, expected->decisions);
    assert_int_equal(totals->turns, expected->turns);
    assert_int_equal(totals->rolls, expected->rolls);
    assert_int_equal(totals->won, expected->won);
    for (int seat = 0; seat < PIP_SEATS_MAX; seat++) {
        assert_int_equal(totals->score[seat], expected->score[seat]);
        assert_int_equal(totals->score_squared[seat], expected->score_squared[seat]);
        assert_int_equal(totals->lowest[seat], expected->lowest[seat]);
        assert_int_equal(totals->highest[seat], expected->highest[seat]);
        assert_int_equal(totals->wins[seat], expected->wins[seat]);
        assert_int_equal(totals->forfeits[seat], expected->forfeits[seat]);
    }
    assert_memory_equal(totals, expected, sizeof *totals);
}

static void test_games_are_counted_exactly(void **unused) {
    struct pip_sim_totals totals = {0};
    (void)unused;
    for (int i = 0; i < 3; i++)
        play_bids(3, three_games[i], &totals);
    totals_are(&totals, &of_three_games);
    /* The order of the games does not matter. */
    memset(&totals, 0, sizeof totals);
    for (int i = 2; i >= 0; i--)
        play_bids(3, three_games[i], &totals);
    totals_are(&totals, &of_three_games);
}

static void test_winners_share_a_win_in_whole_units(void **unused) {
    (void)unused;
    for (int winners = 1; winners <= PIP_SEATS_MAX; winners++) {
        struct pip_sim_totals totals = {0};
        int scores[PIP_SEATS_MAX];
        uint64_t shared = 0;
        for (int seat = 0; seat < PIP_SEATS_MAX; seat++)
            scores[seat] = seat >= PIP_SEATS_MAX - winners ? -3 : -4 - seat;
        play_bids(PIP_SEATS_MAX, scores, &totals);
        for (int seat = 0; seat < PIP_SEATS_MAX; seat++) {
            uint64_t wins = scores[seat] == -3 ? (uint64_t)(PIP_WIN_UNIT / winners) : 0;
            assert_int_equal(totals.wins[seat], wins);
            shared += totals.wins[seat];
        }
        assert_int_equal(shared, 840);
    }
}

static bool always_won(const struct pip_setup *setup, const void *state) {
    return bids_actor(setup, state) == PIP_ACTORS_OVER;
}

static bool never_won(const struct pip_setup *setup, const void *state) {
    (void)setup, (void)state;
    return false;
}

static void test_games_of_a_team_are_counted_as_won_or_not(void **unused) {
    struct pip_game game = bids_game;
    const struct pip_setup setup = {.game = &game, .sheet = &bids_sheet, .seats = 2};
    const struct pip_bot *const bots[] = {&scripted_bot, &scripted_bot};
    uint64_t state[PIP_STATE_MAX / 8];
    struct pip_sim_totals totals = {0}, sum = {0};
    (void)unused;
    for (int i = 0; i < 5; i++) {
        game.won = i < 3 ? always_won : never_won;
        pip_sim_play(&setup, bots, (struct pip_seed){1, 0}, NULL, NULL, state, &totals);
    }
    assert_int_equal(totals.won, 3);
    pip_sim_add(&sum, &totals);
    pip_sim_add(&sum, &totals);
    assert_int_equal(sum.won, 6);
}

static void test_parts_add_up_to_the_whole(void **unused) {
    static const struct pip_sim_totals nothing;
    struct pip_sim_totals part[3] = {{0}}, left = {0}, right = {0}, sum = {0};
    (void)unused;
    for (int i = 0; i < 3; i++)
        play_bids(3, three_games[i], &part[i]);
    /* One by one, with nothing in between. */
    for (int i = 0; i < 3; i++) {
        pip_sim_add(&sum, &part[i]);
        pip_sim_add(&sum, &nothing);
    }
    totals_are(&sum, &of_three_games);
    /* (0 + 1) + 2, and 0 + (1 + 2). */
    pip_sim_add(&left, &part[0]);
    pip_sim_add(&left, &part[1]);
    pip_sim_add(&left, &part[2]);
    totals_are(&left, &of_three_games);
    pip_sim_add(&right, &part[2]);
    pip_sim_add(&right, &part[1]);
    pip_sim_add(&part[0], &right);
    totals_are(&part[0], &of_three_games);
    /* Nothing and nothing is nothing. */
    memset(&sum, 0, sizeof sum);
    pip_sim_add(&sum, &nothing);
    totals_are(&sum, &nothing);
}

static void play_games(const struct pip_setup *setup, const struct pip_bot *const *bots,
                       uint32_t from, uint32_t to, struct pip_sim_totals *totals) {
    uint64_t state[PIP_STATE_MAX / 8];
    for (uint32_t game = from; game < to; game++)
        pip_sim_play(setup, bots, (struct pip_seed){7, game}, NULL, NULL, state, totals);
}

static void test_any_split_of_real_games_gives_the_same_totals(void **unused) {
    enum { GAMES = 24 };
    const struct pip_setup setup = pip_setup_default(&pip__lost_cities, NULL, 3);
    const struct pip_bot *const bots[] = {pip_bots[0], pip_bots[0], pip_bots[0]};
    struct pip_sim_totals whole = {0};
    (void)unused;
    play_games(&setup, bots, 0, GAMES, &whole);
    assert_true(whole.lowest[0] < 0 && whole.highest[0] > 0);
    for (uint32_t size = 1; size <= GAMES; size++) {
        struct pip_sim_totals sum = {0};
        for (uint32_t to = GAMES; to > 0; to -= size < to ? size : to) {
            struct pip_sim_totals part = {0};
            play_games(&setup, bots, to - (size < to ? size : to), to, &part);
            pip_sim_add(&sum, &part);
        }
        totals_are(&sum, &whole);
    }
}

/* ---- What is told ---- */

struct heard {
    unsigned actor[16];
    pip_move move[16];
    int count;
};

static void hear(void *context, unsigned actor, pip_move move) {
    struct heard *heard = context;
    assert_true(heard->count < 16);
    heard->actor[heard->count] = actor;
    heard->move[heard->count++] = move;
}

static void test_every_event_is_told_and_the_end_is_left(void **unused) {
    static const unsigned actors[] = {PIP_CHANCE, PIP_CHANCE, 0, 1, 2};
    const struct pip_setup setup = pip_setup_default(&bids_game, NULL, 3);
    const struct pip_bot *const bots[] = {&scripted_bot, &scripted_bot, &scripted_bot};
    const struct pip_seed seed = {12, 34};
    uint64_t state[PIP_STATE_MAX / 8], expected[PIP_STATE_MAX / 8] = {0};
    struct bids *end = (struct bids *)(void *)expected;
    struct pip_sim_totals totals = {0};
    struct heard heard = {0};
    struct pip_chance chance;
    (void)unused;
    bids_chance(&setup, state, &chance);
    for (uint32_t roll = 0; roll < BID_ROLLS; roll++)
        end->roll[roll] = (uint8_t)pip_seed_roll(seed, roll, &chance);
    *end = (struct bids){
        .bid = {105, 94, 100}, .roll = {end->roll[0], end->roll[1]}, .rolls = BID_ROLLS, .done = 7};
    scripted[0] = 5;
    scripted[1] = -6;
    scripted[2] = 0;
    memset(state, 0xff, sizeof state);
    pip_sim_play(&setup, bots, seed, hear, &heard, state, &totals);
    assert_memory_equal(state, expected, sizeof state);
    assert_int_equal(heard.count, LENGTH(actors));
    for (int i = 0; i < heard.count; i++) {
        assert_int_equal(heard.actor[i], actors[i]);
        assert_int_equal(heard.move[i], i < 2 ? end->roll[i] : end->bid[i - 2]);
    }
}

/* ---- Seats that are held from outside ---- */

static struct {
    int asked, answers; /* how often, and how often there is a line */
    uint32_t nodes;     /* that a bot beside it may look at */
} outside;

static const struct pip_line *choose_outside(void *context, const void *view, int seat) {
    static const struct pip_line most = {1, {BID_ZERO + 1}};
    const struct bids *seen = view;
    assert_ptr_equal(context, &outside);
    assert_int_equal(seat, 1);
    assert_int_equal(seen->done, 0); /* seat 0 has chosen, and it is hidden */
    return outside.asked++ < outside.answers ? &most : NULL;
}

static void note_nodes(const struct pip_setup *setup, const void *state, int seat,
                       struct pip_mind *mind) {
    outside.nodes = mind->nodes;
    bid_as_scripted(setup, state, seat, mind);
}

static const struct pip_bot noting_bot = {.name = "noting", .rank = note_nodes};

static void play_outside(int answers, struct pip_sim_totals *totals) {
    const struct pip_setup setup = pip_setup_default(&bids_game, NULL, 2);
    const struct pip_sim_table table = {.setup = &setup,
                                        .bots = {&noting_bot},
                                        .nodes = 321,
                                        .choose = choose_outside,
                                        .context = &outside};
    uint64_t state[PIP_STATE_MAX / 8];
    outside.asked = 0;
    outside.answers = answers;
    scripted[0] = -5; /* less than anybody bids by chance */
    pip_sim_play_at(&table, (struct pip_seed){1, 0}, state, totals);
}

static void test_a_seat_can_be_held_from_outside(void **unused) {
    struct pip_sim_totals totals = {0};
    (void)unused;
    play_outside(1, &totals);
    assert_int_equal(outside.asked, 1);
    assert_int_equal(outside.nodes, 321);
    assert_int_equal(totals.score[1], 1);
    assert_int_equal(totals.wins[1], PIP_WIN_UNIT);
    assert_int_equal(totals.forfeits[1], 0);
}

static void test_a_seat_without_an_answer_is_lost_to_random_and_cannot_win(void **unused) {
    struct pip_sim_totals totals = {0};
    (void)unused;
    play_outside(0, &totals);
    assert_int_equal(outside.asked, 1);
    assert_int_equal(totals.forfeits[0], 0);
    assert_int_equal(totals.forfeits[1], 1);
    assert_true(totals.score[1] > totals.score[0]);
    assert_int_equal(totals.wins[0], PIP_WIN_UNIT);
    assert_int_equal(totals.wins[1], 0);
    play_outside(1, &totals); /* and only for one game */
    assert_int_equal(totals.forfeits[1], 1);
    assert_int_equal(totals.wins[1], PIP_WIN_UNIT);
}

/* ---- What bots see ----
 *
 * The test follows the game by the events it is told, and keeps for every seat what that seat may
 * know. A bot that spies compares it with what it is shown. */

static struct {
    const struct pip_setup *setup;
    uint64_t real[PIP_STATE_MAX / 8];
    uint64_t known[PIP_SEATS_MAX][PIP_STATE_MAX / 8];
    pip_actors together; /* who began to act at the same time, 0 if nobody does */
    struct pip_random random[PIP_SEATS_MAX];
    int alone, unseen; /* choices of a single actor; choices where something was hidden */
    int steps;         /* second and further steps of a choice that others make, too */
} watch;

static bool is_several(pip_actors actors) {
    return actors != PIP_ACTORS_CHANCE && (actors & (actors - 1)) != 0;
}

static void watch_begins(const struct pip_setup *setup, struct pip_seed seed) {
    memset(watch.real, 0, sizeof watch.real);
    watch.setup = setup;
    setup->game->start(setup, watch.real);
    for (int seat = 0; seat < setup->seats; seat++) {
        memcpy(watch.known[seat], watch.real, sizeof watch.real);
        watch.random[seat] = pip_random_init(seed, (uint32_t)seat);
    }
    watch.together = 0;
}

static void watch_event(void *context, unsigned actor, pip_move move) {
    const struct pip_game *game = watch.setup->game;
    pip_actors actors = game->actor(watch.setup, watch.real);
    (void)context;
    if (!watch.together && is_several(actors))
        watch.together = actors;
    assert_int_equal(game->apply(watch.setup, watch.real, actor, move), PIP_OK);
    pip_actors next = game->actor(watch.setup, watch.real);
    bool goes_on = watch.together && next != PIP_ACTORS_CHANCE && (next & watch.together) != 0;
    if (goes_on) { /* only who acted knows */
        assert_int_equal(game->apply(watch.setup, watch.known[actor], actor, move), PIP_OK);
        return;
    }
    watch.together = 0;
    for (int seat = 0; seat < watch.setup->seats; seat++)
        memcpy(watch.known[seat], watch.real, sizeof watch.real);
}

static void rank_as_a_spy(const struct pip_setup *setup, const void *state, int seat,
                          struct pip_mind *mind) {
    size_t size = setup->game->state_size;
    pip_actors now = setup->game->actor(setup, watch.real);
    assert_memory_equal(state, watch.known[seat], size);
    if (!watch.together && !is_several(now)) {
        watch.alone++;
        assert_int_equal(now, 1 << seat);
        assert_memory_equal(state, watch.real, size);
    }
    if (memcmp(state, watch.real, size) != 0)
        watch.unseen++;
    else
        watch.steps += watch.together != 0;
    /* Every seat has its own stream, and nobody else draws from it. */
    assert_true(mind->random.state == watch.random[seat].state);
    pip_bots[0]->rank(setup, state, seat, mind);
    watch.random[seat] = mind->random;
}

static void spy_on(const struct pip_game *game, int seats, const char *option, uint32_t games) {
    static const struct pip_bot spy = {.name = "spy", .rank = rank_as_a_spy};
    const struct pip_bot *const bots[] = {&spy, &spy, &spy, &spy, &spy};
    struct pip_setup setup = pip_setup_default(game, NULL, seats);
    struct pip_sim_totals totals = {0};
    if (option)
        assert_int_equal(pip_setup_option(&setup, pip_span_of(option)), PIP_OK);
    watch.alone = watch.unseen = watch.steps = 0;
    for (uint32_t i = 0; i < games; i++) {
        uint64_t state[PIP_STATE_MAX / 8];
        const struct pip_seed seed = {5, i};
        watch_begins(&setup, seed);
        pip_sim_play(&setup, bots, seed, watch_event, NULL, state, &totals);
        assert_memory_equal(state, watch.real, sizeof state);
    }
    assert_int_equal(totals.games, games);
}

static void test_seats_that_act_together_do_not_see_each_other(void **unused) {
    (void)unused;
    for (int seats = 3; seats <= 5; seats++) {
        spy_on(&pip__lost_cities, seats, NULL, 20);
        assert_true(watch.alone > 200 && watch.unseen > 200 && watch.steps > 20);
    }
    spy_on(&pip__roller, 3, NULL, 5);
    assert_true(watch.alone == 0 && watch.unseen > 100 && watch.steps > 100);
}

static void test_a_seat_that_acts_alone_sees_everything(void **unused) {
    (void)unused;
    spy_on(&pip__lost_cities, 1, NULL, 20);
    assert_true(watch.alone > 200 && watch.unseen == 0);
    spy_on(&pip__lost_cities, 2, NULL, 20);
    assert_true(watch.alone > 200 && watch.unseen == 0);
    spy_on(&pip__lost_cities, 4, "order=sequence", 20);
    assert_true(watch.alone > 200 && watch.unseen == 0);
    spy_on(&pip__pig, 3, NULL, 20);
    assert_true(watch.alone > 200 && watch.unseen == 0);
}

/* ---- Playouts ---- */

static void test_a_playout_returns_its_decisions(void **unused) {
    const struct pip_game *const games[] = {&pip__lost_cities, &pip__pig, &pip__roller};
    (void)unused;
    for (int seats = 1; seats <= PIP_SEATS_MAX; seats++) {
        const struct pip_setup setup = pip_setup_default(&bids_game, NULL, seats);
        assert_int_equal(pip_sim_playout(&setup, (struct pip_seed){1, 0}), seats);
    }
    /* Alone, the random bot has the playout's stream and makes its choices. */
    for (size_t i = 0; i < LENGTH(games); i++) {
        const struct pip_setup setup = pip_setup_default(games[i], NULL, 1);
        for (uint32_t game = 0; game < 10; game++) {
            struct pip_sim_totals totals = {0};
            play_games(&setup, &pip_bots[0], game, game + 1, &totals);
            assert_true(totals.decisions > 0);
            assert_int_equal(pip_sim_playout(&setup, (struct pip_seed){7, game}), totals.decisions);
        }
    }
}

/* ---- Counting ---- */

static void test_perft_counts_the_ways_of_the_next_events(void **unused) {
    const struct pip_setup setup = pip_setup_default(&bids_game, NULL, 3);
    /* Four faces twice, then any of three seats with three bids, then any of two, then one. */
    static const uint64_t ways[] = {1, 4, 16, 16 * 9, 16 * 9 * 6, 16 * 9 * 6 * 3, 0};
    const struct bids start = {0}, over = {.rolls = BID_ROLLS, .done = 7};
    (void)unused;
    for (size_t depth = 0; depth < LENGTH(ways); depth++)
        assert_int_equal(pip_sim_perft(&setup, &start, (int)depth), ways[depth]);
    assert_int_equal(pip_sim_perft(&setup, &over, 0), 1);
    assert_int_equal(pip_sim_perft(&setup, &over, 1), 0);
    for (int i = 0; pip_games[i]; i++) {
        const struct pip_setup real = pip_setup_first(pip_games[i]);
        uint64_t state[PIP_STATE_MAX / 8] = {0};
        real.game->start(&real, state);
        assert_int_equal(pip_sim_perft(&real, state, 0), 1);
    }
}

/* ---- Signing ---- */

static int with_another_move(const struct pip_setup *setup, const void *state, int seat,
                             pip_move *moves) {
    int count = bids_legal(setup, state, seat, moves);
    if (count > 0)
        moves[count++] = BID_ZERO + 9;
    return count;
}

static int with_another_score(const struct pip_setup *setup, const void *state, int seat,
                              struct pip_item *items) {
    int count = bids_score(setup, state, seat, items);
    items[1].points += seat == PIP_SEATS_MAX - 1;
    return count;
}

static enum pip_status with_another_effect(const struct pip_setup *setup, void *state,
                                           unsigned actor, pip_move move) {
    struct bids *s = state;
    enum pip_status status = bids_apply(setup, state, actor, move);
    if (s->done == 0xff)
        s->padding[3] = 1;
    return status;
}

/* Other numbers for the moves, and the same positions. */
static int with_other_numbers(const struct pip_setup *setup, const void *state, int seat,
                              pip_move *moves) {
    int count = bids_legal(setup, state, seat, moves);
    for (int i = 0; i < count; i++)
        moves[i] = (pip_move)(moves[i] + 50);
    return count;
}

static enum pip_status for_other_numbers(const struct pip_setup *setup, void *state, unsigned actor,
                                         pip_move move) {
    return bids_apply(setup, state, actor, actor == PIP_CHANCE ? move : (pip_move)(move - 50));
}

static void test_the_signature_changes_with_moves_effects_scores_and_setups(void **unused) {
    const uint64_t plain = pip_sim_signature(&bids_game);
    struct pip_game other = bids_game;
    (void)unused;
    assert_true(pip_sim_signature(&bids_game) == plain);
    assert_true(pip_sim_signature(&other) == plain);
    other.legal = with_another_move;
    assert_true(pip_sim_signature(&other) != plain);
    other.legal = with_other_numbers;
    other.apply = for_other_numbers;
    assert_true(pip_sim_signature(&other) != plain);
    other = bids_game;
    other.score = with_another_score;
    assert_true(pip_sim_signature(&other) != plain);
    other = bids_game;
    other.apply = with_another_effect;
    assert_true(pip_sim_signature(&other) != plain);
    other = bids_game;
    other.seats_max--;
    assert_true(pip_sim_signature(&other) != plain);
}

static unsigned rolls_seen; /* bit 4 a + b: a, then b */

static enum pip_status see_rolls(const struct pip_setup *setup, void *state, unsigned actor,
                                 pip_move move) {
    const struct bids *s = state;
    enum pip_status status = bids_apply(setup, state, actor, move);
    if (s->rolls == BID_ROLLS)
        rolls_seen |= 1u << (4 * s->roll[0] + s->roll[1]);
    return status;
}

static void test_a_signature_is_made_of_different_games(void **unused) {
    struct pip_game watched = bids_game;
    (void)unused;
    watched.apply = see_rolls;
    watched.seats_max = 1;
    rolls_seen = 0;
    pip_sim_signature(&watched);
    assert_true(__builtin_popcount(rolls_seen) >= 8);
}

static void test_signatures_can_be_repeated_and_tell_games_apart(void **unused) {
    const uint64_t pig = pip_sim_signature(&pip__pig);
    (void)unused;
    assert_true(pip_sim_signature(&pip__lost_cities) != pig);
    assert_true(pip_sim_signature(&pip__pig) == pig);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_games_are_counted_exactly),
        cmocka_unit_test(test_winners_share_a_win_in_whole_units),
        cmocka_unit_test(test_games_of_a_team_are_counted_as_won_or_not),
        cmocka_unit_test(test_parts_add_up_to_the_whole),
        cmocka_unit_test(test_any_split_of_real_games_gives_the_same_totals),
        cmocka_unit_test(test_every_event_is_told_and_the_end_is_left),
        cmocka_unit_test(test_a_seat_can_be_held_from_outside),
        cmocka_unit_test(test_a_seat_without_an_answer_is_lost_to_random_and_cannot_win),
        cmocka_unit_test(test_seats_that_act_together_do_not_see_each_other),
        cmocka_unit_test(test_a_seat_that_acts_alone_sees_everything),
        cmocka_unit_test(test_a_playout_returns_its_decisions),
        cmocka_unit_test(test_perft_counts_the_ways_of_the_next_events),
        cmocka_unit_test(test_the_signature_changes_with_moves_effects_scores_and_setups),
        cmocka_unit_test(test_a_signature_is_made_of_different_games),
        cmocka_unit_test(test_signatures_can_be_repeated_and_tell_games_apart),
    };
    return cmocka_run_group_tests_name("sim", tests, NULL, NULL);
}
