/* Simulation: exact totals, what is told, seats that are held from outside. */
#include "sim_bids.h"

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
        cmocka_unit_test(test_a_playout_returns_its_decisions),
    };
    return cmocka_run_group_tests_name("sim", tests, NULL, NULL);
}
