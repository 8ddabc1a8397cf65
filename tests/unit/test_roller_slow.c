/* The engine held against a second implementation of Roller (roller_slow.h) in random positions. */
#include "testing.h"

#include "games/roller/roller.h"
#include "roller_slow.h"

#define EVENTS 256

static struct pip_event events[EVENTS];
static struct pip_match the_match;

static struct pip_match *start_on(const struct pip_sheet *sheet) {
    struct pip_setup setup = pip_setup_default(&pip__roller, sheet, 1);
    assert_int_equal(pip_match_start(&the_match, &setup, events, EVENTS), PIP_OK);
    return &the_match;
}

#define POSITIONS 24000

static void same_moves(const struct slow_game *slow, const struct pip_match *match) {
    char expected[SLOW_MOVES][SLOW_TEXT];
    pip_move moves[PIP_MOVES_MAX];
    int wanted = slow_legal(slow, expected), count = pip_match_legal(match, 0, moves);
    for (int i = 0; i < count; i++) {
        char buffer[64];
        struct pip_text text = pip_text_init(buffer, sizeof buffer);
        bool found = false;
        pip__roller.move_write(&match->setup, moves[i], &text);
        for (int j = 0; j < wanted; j++)
            found |= strcmp(expected[j], buffer) == 0;
        if (!found)
            fail_msg("the engine allows \"%s\"", buffer);
    }
    if (count != wanted)
        fail_msg("the engine allows %d moves, not %d", count, wanted);
}

static void roll_both(struct slow_game *slow, struct pip_match *match, struct pip_random *random) {
    struct pip_chance chance;
    uint8_t faces[PIP_DICE_MAX];
    int dice[PIP_DICE_MAX];
    pip__roller.chance(&match->setup, match->state, &chance);
    /* Any multiset alike: many equal dice are much more common than in play. */
    pip_move outcome = (pip_move)pip_random_below(random, pip_chance_outcomes(&chance));
    pip_chance_faces(&chance, outcome, faces);
    for (int i = 0; i < pip_chance_dice(&chance); i++)
        dice[i] = faces[i] + 3;
    slow_roll(slow, dice, pip_chance_dice(&chance));
    assert_int_equal(pip_match_play(match, PIP_CHANCE, outcome), PIP_OK);
}

static void move_both(struct slow_game *slow, struct pip_match *match, struct pip_random *random) {
    pip_move moves[PIP_MOVES_MAX];
    char buffer[64];
    struct pip_text text = pip_text_init(buffer, sizeof buffer);
    int count = pip_match_legal(match, 0, moves);
    pip_move move = moves[pip_random_below(random, (uint32_t)count)];
    pip__roller.move_write(&match->setup, move, &text);
    slow_play(slow, buffer);
    assert_int_equal(pip_match_play(match, 0, move), PIP_OK);
    assert_int_equal(pip__roller.check(&match->setup, match->state), PIP_OK);
    assert_int_equal(pip_score_total(&match->setup, match->state, 0), slow_score(slow));
}

static void test_a_second_implementation_agrees_everywhere(void **state) {
    (void)state;
    static struct slow_game slow;
    struct pip_random random = {2024};
    for (int game = 0, positions = 0; positions < POSITIONS; game++) {
        const struct pip_sheet *sheet = pip__roller.sheets[game % 3];
        struct pip_match *match = start_on(sheet);
        assert_true(slow_start(&slow, sheet->name));
        for (pip_actors actors; (actors = pip_match_actor(match)) != PIP_ACTORS_OVER;) {
            if (actors == PIP_ACTORS_CHANCE) {
                roll_both(&slow, match, &random);
                continue;
            }
            same_moves(&slow, match);
            move_both(&slow, match, &random);
            positions++;
        }
    }
}

static void test_eight_equal_dice_on_an_empty_board_are_answered(void **state) {
    (void)state;
    for (int i = 0; pip__roller.sheets[i]; i++) {
        for (int face = 3; face <= 8; face++) {
            struct pip_match *match = start_on(pip__roller.sheets[i]);
            char line[] = "* 3 3 3 3 3 3 3 3", take[] = "0 take 3";
            for (int die = 2; die < (int)sizeof line; die += 2)
                line[die] = (char)('0' + face);
            take[7] = (char)('0' + face);
            play(match, line, take);
            struct pip_random random = {(uint64_t)face};
            for (int left = 8; left > 0; left--)
                play_at_random(match, &random);
            legal_is(match, 0, "skip, bonus more, bonus two");
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_second_implementation_agrees_everywhere),
        cmocka_unit_test(test_eight_equal_dice_on_an_empty_board_are_answered),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
