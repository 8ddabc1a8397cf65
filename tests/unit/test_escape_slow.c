/* Escape: the engine against a second, slow implementation, and turns counted to the end. */
#include "testing.h"

#include "escape_slow.h"
#include "escape_table.h"

/* ---- From the engine's position to the slow one ---- */

static void slow_temple_of(const struct pip_setup *setup, struct slow_temple *temple) {
    const struct pip__es_sheet *sheet = pip__es_sheet_of(setup);
    memset(temple, 0, sizeof *temple);
    for (int chamber = 0; chamber < 25; chamber++) {
        int row = chamber / 5, column = chamber % 5;
        for (int i = 0; i < 2; i++)
            temple->entry[row][column][i] = sheet->entry[chamber][i];
        strcpy(temple->action[row][column], pip__es_action_name[sheet->action[chamber]]);
        for (int side = 0; side < 4; side++)
            temple->wall[row][column][side] = !(sheet->open[side] >> chamber & 1);
    }
    for (int track = 0; track < 6; track++) {
        temple->boxes[track] = sheet->track[track].boxes;
        temple->gem[track] = sheet->track[track].gem[setup->seats - 2];
    }
    temple->gem_track = sheet->gems;
}

static void slow_seat_of(const struct pip__es_seat *from, struct slow_seat *to) {
    bool outside = from->place >= 25;
    to->row = outside ? SLOW_OUTSIDE : from->place / 5;
    to->column = outside ? from->place - 25 : from->place % 5;
    for (int chamber = 0; chamber < 25; chamber++) {
        to->crossed[chamber / 5][chamber % 5] = from->crossed >> chamber & 1;
        for (int side = 0; side < 4; side++)
            to->closed[chamber / 5][chamber % 5][side] = from->closed[side] >> chamber & 1;
    }
}

static void slow_team_of(const struct pip_setup *setup, const struct pip__es_state *s,
                         struct slow_team *team) {
    memset(team, 0, sizeof *team);
    team->seats = setup->seats;
    team->active = s->active;
    for (int seat = 0; seat < setup->seats; seat++)
        slow_seat_of(&s->seat[seat], &team->seat[seat]);
    for (int symbol = 0; symbol < 4; symbol++) {
        team->kept[symbol] = s->kept >> 8 * symbol & 0xff;
        team->pool[symbol] = s->pool >> 8 * symbol & 0xff;
        team->unlocked[symbol] = s->unlocked >> symbol & 1;
    }
    for (int track = 0; track < 6; track++) {
        team->marked[track] = s->marked[track];
        team->used[track] = s->used[track];
    }
    team->cursed = s->cursed[0] + s->cursed[1] + s->cursed[2];
    team->gems = s->gems[0] + s->gems[1] + s->gems[2] + s->gems[3];
    team->joker = s->phase == ES_AT_JOKER;
}

/* ---- Agreement over random positions ---- */

static bool is_legal(const pip_move *moves, int count, int move) {
    for (int i = 0; i < count; i++) {
        if (moves[i] == move)
            return true;
    }
    return false;
}

/* ES6: after a choice in a chamber the turn is where it was. */
static void compare_choices(const struct pip_setup *setup, const struct pip__es_state *before,
                            const struct pip__es_state *due) {
    pip_move moves[PIP_MOVES_MAX];
    int count = setup->game->legal(setup, due, due->active, moves);
    assert_true(count > 0);
    for (int i = 0; i < count; i++) {
        struct pip__es_state after = *due;
        assert_int_equal(setup->game->apply(setup, &after, due->active, moves[i]), PIP_OK);
        assert_int_equal(after.phase, before->phase);
        assert_int_equal(after.unrolled, before->unrolled);
    }
}

/* Plays one step in both and compares everything. */
static void compare_step(const struct pip_setup *setup, const struct pip__es_state *s,
                         const struct slow_temple *temple, int chamber, bool dash) {
    struct pip__es_state after = *s;
    struct slow_team slow, fast;
    int move = (dash ? ES_DASH : ES_ENTER) + chamber;
    slow_team_of(setup, s, &slow);
    assert_int_equal(setup->game->apply(setup, &after, s->active, (pip_move)move), PIP_OK);
    if (dash)
        slow_dash(temple, &slow, chamber / 5, chamber % 5);
    else
        slow_enter(temple, &slow, chamber / 5, chamber % 5);
    if (after.phase == ES_AT_JOKER || after.phase == ES_UNLOCKING)
        compare_choices(setup, s, &after);
    else if (after.phase != ES_OVER)
        assert_int_equal(after.phase, s->phase);
    if (after.phase == ES_UNLOCKING) /* ES8.3: the slow one knows only gems */
        assert_int_equal(setup->game->apply(setup, &after, s->active, ES_UNLOCK_GEMS), PIP_OK);
    slow_team_of(setup, &after, &fast);
    assert_memory_equal(&slow, &fast, sizeof slow);
}

static void compare_position(const struct pip_setup *setup, const struct pip__es_state *s,
                             const struct slow_temple *temple) {
    pip_move moves[PIP_MOVES_MAX];
    int count = setup->game->legal(setup, s, s->active, moves);
    struct slow_team team;
    slow_team_of(setup, s, &team);
    for (int chamber = 0; chamber < 25; chamber++) {
        int row = chamber / 5, column = chamber % 5;
        bool adjacent = slow_adjacent(temple, &team, row, column);
        bool enters =
            adjacent && s->phase == ES_EXPLORING && slow_can_pay(temple, &team, row, column);
        bool dashes = adjacent && team.used[0] < team.marked[0];
        assert_int_equal(is_legal(moves, count, ES_ENTER + chamber), enters);
        assert_int_equal(is_legal(moves, count, ES_DASH + chamber), dashes);
        if (enters)
            compare_step(setup, s, temple, chamber, false);
        if (dashes)
            compare_step(setup, s, temple, chamber, true);
    }
}

static bool occupied(const struct pip_setup *setup, const struct pip__es_state *s, int chamber) {
    for (int seat = 0; seat < setup->seats; seat++) {
        if (s->seat[seat].place == chamber)
            return true;
    }
    return false;
}

/* A colour with both halves occupied has been unlocked. */
static void unlock_occupied(const struct pip_setup *setup, struct pip__es_state *s) {
    const struct pip__es_sheet *sheet = pip__es_sheet_of(setup);
    for (int one = 0; one < 25; one++) {
        for (int two = 0; two < one; two++) {
            int action = sheet->action[one];
            if (action == sheet->action[two] && action >= ES_SPECIAL && occupied(setup, s, one) &&
                occupied(setup, s, two))
                s->unlocked |= (uint8_t)(1 << (action - ES_SPECIAL));
        }
    }
}

/* Makes the position stranger than play would: more dice, more boxes, adventurers anywhere. */
static void shuffle(const struct pip_setup *setup, struct pip__es_state *s, struct pip_random *r) {
    for (int symbol = 0; symbol < 4; symbol++)
        s->kept += pip__es_dice_of(symbol) * pip_random_below(r, 3);
    for (int seat = 0; seat < setup->seats; seat++) {
        if (pip_random_below(r, 3) > 0)
            s->seat[seat].place = (uint8_t)pip_random_below(r, 25);
    }
    s->marked[ES_TRACK_DASH] = (uint8_t)(s->used[ES_TRACK_DASH] + pip_random_below(r, 2));
    unlock_occupied(setup, s);
}

static int compare_game(const struct pip_setup *setup, uint32_t game) {
    const struct pip_seed seed = {.seed = 5, .game = game};
    struct pip_random random = pip_random_init(seed, 0);
    struct pip__es_state s, strange;
    struct slow_temple temple;
    int compared = 0;
    uint32_t roll = 0;
    slow_temple_of(setup, &temple);
    memset(&s, 0, sizeof s);
    setup->game->start(setup, &s);
    for (pip_actors actors; (actors = setup->game->actor(setup, &s)) != PIP_ACTORS_OVER;) {
        pip_move moves[PIP_MOVES_MAX];
        struct pip_chance chance;
        if (s.phase == ES_EXPLORING || s.phase == ES_BEFORE_ROLL) {
            compare_position(setup, &s, &temple);
            strange = s;
            shuffle(setup, &strange, &random);
            compare_position(setup, &strange, &temple);
            compared += 2;
        }
        if (actors == PIP_ACTORS_CHANCE) {
            setup->game->chance(setup, &s, &chance);
            setup->game->apply(setup, &s, PIP_CHANCE, pip_seed_roll(seed, roll++, &chance));
            continue;
        }
        int count = setup->game->legal(setup, &s, s.acting, moves);
        pip_move move = moves[pip_random_below(&random, (uint32_t)count)];
        setup->game->apply(setup, &s, s.acting, move);
    }
    return compared;
}

static void test_moving_and_unlocking_agree_with_the_slow_implementation(void **state) {
    struct pip_setup setup = pip_setup_first(pip_game_find(pip_span_of("escape")));
    int compared = 0;
    (void)state;
    do {
        for (uint32_t game = 0; game < 11; game++)
            compared += compare_game(&setup, game);
    } while (pip_setup_next(&setup));
    assert_true(compared >= 20000);
}

static void test_moving_agrees_on_a_sheet_with_walls(void **state) {
    (void)state;
    struct pip_match *m = start_with_walls(
        3, "variant=closed",
        ", \"walls\": [\"b2 east\", \"d4 north\", \"a1 west\", \"e5 south\", \"c1 south\"]");
    int compared = 0;
    for (uint32_t game = 0; game < 50; game++)
        compared += compare_game(&m->setup, game);
    assert_true(compared > 1000);
}

/* ---- Turns counted to the end ---- */

#define ENDS_MAX 60000

/* Positions of a turn: those in which it could be ended, and those before a roll. */
struct ends {
    struct positions {
        struct pip__es_state s[ENDS_MAX];
        int count;
    } exploring, rolling;
};

/* Whether a position is new; it is remembered. */
static bool remember(struct positions *seen, const struct pip__es_state *s) {
    for (int i = 0; i < seen->count; i++) {
        if (memcmp(&seen->s[i], s, sizeof *s) == 0)
            return false;
    }
    assert_true(seen->count < ENDS_MAX);
    seen->s[seen->count++] = *s;
    return true;
}

/* All positions of this turn in which it could be ended. */
static void all_ends(const struct pip_setup *setup, const struct pip__es_state *s,
                     struct ends *ends) {
    pip_move moves[PIP_MOVES_MAX];
    struct pip__es_state after;
    if ((s->phase == ES_EXPLORING && !remember(&ends->exploring, s)) ||
        (s->phase == ES_BEFORE_ROLL && !remember(&ends->rolling, s)))
        return;
    if (s->phase == ES_DICE_ROLL) {
        struct pip_chance chance;
        setup->game->chance(setup, s, &chance);
        for (uint32_t outcome = 0; outcome < pip_chance_outcomes(&chance); outcome++) {
            after = *s;
            setup->game->apply(setup, &after, PIP_CHANCE, (pip_move)outcome);
            all_ends(setup, &after, ends);
        }
        return;
    }
    int count = setup->game->legal(setup, s, s->active, moves);
    for (int i = 0; i < count; i++) {
        after = *s;
        setup->game->apply(setup, &after, s->active, moves[i]);
        if (moves[i] != ES_END)
            all_ends(setup, &after, ends);
    }
}

/* Each of n dice ends in one of nine places: kept with one of four symbols, in the common pool with
 * one of four, or cursed. Dice are alike, so there are C(n + 8, 8) ends of a turn in which nothing
 * can be entered. */
static void test_ends_of_a_turn_without_exploring_are_counted_in_closed_form(void **state) {
    static struct ends ends;
    static const int binomial[] = {1, 9, 45, 165, 495};
    (void)state;
    struct pip_match *m = start_with_walls(2, "", ", \"walls\": [\"b1 west\", \"d1 west\"]");
    play(m, "0 side west", "1 side east");
    struct pip__es_sheet *sheet = own_sheet();
    sheet->open[ES_WEST] &= ~ES_WEST_COLUMN; /* shut the west for good: seat 0 stays outside */
    for (int dice = 0; dice <= 4; dice++) {
        struct pip__es_state s = *state_of(m);
        s.cursed[1] = (uint8_t)(8 - dice);
        s.unrolled = (uint8_t)dice;
        ends.exploring.count = ends.rolling.count = 0;
        all_ends(&m->setup, &s, &ends);
        assert_int_equal(ends.exploring.count, binomial[dice]);
    }
}

static void test_ends_of_a_small_turn_are_as_many_as_the_slow_implementation_finds(void **state) {
    static struct ends ends;
    static struct slow_team found[ENDS_MAX];
    struct slow_temple temple;
    struct slow_team team;
    (void)state;
    struct pip_match *m = begun(2, "");
    stand(m, 0, "b2");
    stand(m, 1, "e4"); /* a2 would unlock red */
    state_of(m)->marked[ES_TRACK_DASH] =
        1; /* to b3 before the last roll, and that can be made again */
    state_of(m)->marked[ES_TRACK_KEY] =
        1; /* and b2 is not crossed out: one more key for coming back */
    state_of(m)->cursed[1] = 5;
    state_of(m)->unrolled = 3;
    slow_temple_of(&m->setup, &temple);
    slow_team_of(&m->setup, state_of(m), &team);
    all_ends(&m->setup, state_of(m), &ends);
    int slow = slow_turns(&temple, &team, 3, found, 0, ENDS_MAX);
    assert_true(slow > 1000);
    assert_int_equal(ends.exploring.count, slow);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_moving_and_unlocking_agree_with_the_slow_implementation),
        cmocka_unit_test(test_moving_agrees_on_a_sheet_with_walls),
        cmocka_unit_test(test_ends_of_a_turn_without_exploring_are_counted_in_closed_form),
        cmocka_unit_test(test_ends_of_a_small_turn_are_as_many_as_the_slow_implementation_finds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
