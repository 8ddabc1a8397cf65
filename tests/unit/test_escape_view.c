/* Escape told in words and numbers, and played by bots. */
#include "testing.h"

#include "games/escape/escape.h"
#include <pipwright/sim.h>

static size_t widest_line(const char *text) {
    size_t widest = 0;
    while (*text) {
        size_t width = strcspn(text, "\n");
        widest = width > widest ? width : widest;
        text += width + (text[width] == '\n');
    }
    return widest;
}

struct watch {
    const struct pip_setup *setup;
    struct pip__es_state s; /* follows the game */
    int numbers;            /* of an observation; 0 before the first */
};

/* Every position of a game can be told, and looks the same size to a program. */
static void watch_event(void *context, unsigned actor, pip_move move) {
    struct watch *w = context;
    const struct pip_game *game = w->setup->game;
    int16_t numbers[PIP_OBSERVE_MAX];
    char buffer[8192];
    for (unsigned seat = 0; seat <= w->setup->seats; seat++) {
        struct pip_text text = pip_text_init(buffer, sizeof buffer);
        game->state_write(w->setup, &w->s, seat < w->setup->seats ? seat : PIP_SPECTATOR, &text);
        assert_true(pip_text_fits(&text));
        assert_true(widest_line(buffer) <= 80);
    }
    int count = game->observe(w->setup, &w->s, 0, numbers);
    assert_true(count <= PIP_OBSERVE_MAX && (w->numbers == 0 || w->numbers == count));
    w->numbers = count;
    assert_int_equal(game->apply(w->setup, &w->s, actor, move), PIP_OK);
    assert_int_equal(game->check(w->setup, &w->s), PIP_OK);
}

static void watch_game(const struct pip_setup *setup, const char *bot, uint32_t number,
                       struct pip_sim_totals *totals) {
    const struct pip_bot *bots[PIP_SEATS_MAX];
    uint64_t state[PIP_STATE_MAX / 8];
    struct watch w = {.setup = setup};
    for (int seat = 0; seat < PIP_SEATS_MAX; seat++)
        bots[seat] = pip_bot_find(pip_span_of(bot));
    setup->game->start(setup, &w.s);
    pip_sim_play(setup, bots, (struct pip_seed){.seed = 3, .game = number}, watch_event, &w, state,
                 totals);
}

static void test_positions_are_told_within_80_columns_and_bots_play_by_the_rules(void **state) {
    struct pip_setup setup = pip_setup_first(pip_game_find(pip_span_of("escape")));
    (void)state;
    do {
        struct pip_sim_totals random = {0}, greedy = {0};
        if (setup.option[ES_DIFFICULTY] > 0)
            continue;
        watch_game(&setup, "random", 0, &random);
        watch_game(&setup, "greedy", 0, &greedy);
        assert_true(greedy.score[0] > random.score[0]);
    } while (pip_setup_next(&setup));
}

static void test_every_move_has_a_text_of_its_own(void **state) {
    const struct pip_game *game = pip_game_find(pip_span_of("escape"));
    struct pip_setup setup = pip_setup_first(game);
    pip_move back;
    (void)state;
    for (pip_move move = 0; move < game->moves; move++) {
        char buffer[32];
        struct pip_text text = pip_text_init(buffer, sizeof buffer);
        game->move_write(&setup, move, &text);
        assert_int_equal(game->move_read(&setup, pip_span_of(buffer), &back), PIP_OK);
        assert_int_equal(back, move);
    }
    static const char *const wrong[] = {"",       "keep",       "keep key torch", "enter c6",
                                        "heal 4", "enter c3 ",  "unlock",         "close c3",
                                        "take -", "side North", "complete 7",     "use adventurer"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_int_equal(game->move_read(&setup, pip_span_of(wrong[i]), &back), PIP_BAD_TEXT);
}

static void test_a_team_won_is_counted_by_simulation(void **state) {
    struct pip_sim_totals sum = {0}, part = {.games = 3, .won = 2};
    (void)state;
    pip_sim_add(&sum, &part);
    pip_sim_add(&sum, &part);
    assert_int_equal(sum.won, 4);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_positions_are_told_within_80_columns_and_bots_play_by_the_rules),
        cmocka_unit_test(test_every_move_has_a_text_of_its_own),
        cmocka_unit_test(test_a_team_won_is_counted_by_simulation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
