/* What the boards of Roller and Escape are drawn from: the JSON of every position parses and says
 * what the position is, over random games of all setups. */
#include "testing.h"

#include "games/escape/escape.h"
#include "games/roller/roller.h"
#include <jansson.h>
#include <pipwright/sim.h>

static struct pip_event events[1 << 14];
static struct pip_match match;
static char buffer[1 << 15];

static json_t *view(unsigned seat) {
    struct pip_text text = pip_text_init(buffer, sizeof buffer);
    json_error_t error;
    match.setup.game->state_json(&match.setup, match.state, seat, &text);
    assert_true(pip_text_fits(&text));
    json_t *json = json_loads(buffer, JSON_REJECT_DUPLICATES, &error);
    if (!json)
        fail_msg("%s at %d of %s", error.text, error.position, buffer);
    return json;
}

static json_int_t number(const json_t *object, const char *key) {
    const json_t *value = json_object_get(object, key);
    assert_true(json_is_integer(value));
    return json_integer_value(value);
}

static size_t length(const json_t *object, const char *key) {
    const json_t *value = json_object_get(object, key);
    assert_true(json_is_array(value));
    return json_array_size(value);
}

static json_int_t item(const json_t *object, const char *key, size_t index) {
    return json_integer_value(json_array_get(json_object_get(object, key), index));
}

/* ---- Roller ---- */

static void check_roller_hexes(const json_t *own, int seat) {
    const struct pip__roller_state *s = (const void *)match.state;
    const struct pip__roller_sheet *sheet = pip__roller_sheet_of(&match.setup);
    assert_int_equal(length(own, "numbers"), sheet->hexes);
    for (int hex = 0; hex < sheet->hexes; hex++) {
        json_int_t held = item(own, "numbers", (size_t)hex);
        bool none = (s->seat[seat].empty | sheet->crossed) >> hex & 1;
        assert_int_equal(held == 0, none);
        if (held)
            assert_true(pip__roller_holding(&s->seat[seat], (int)held) >> hex & 1);
    }
}

/* A hex is an opening of a number exactly if selecting the number makes it legal. */
static void check_roller_openings(const json_t *own, int seat) {
    pip_move moves[PIP_MOVES_MAX];
    const json_t *openings = json_object_get(own, "openings");
    assert_int_equal(json_array_size(openings), ROLLER_NUMBERS);
    int count = pip_match_legal(&match, seat, moves);
    for (int i = 0; i < count; i++) {
        uint64_t state[PIP_STATE_MAX / 8];
        pip_move next[PIP_MOVES_MAX];
        if (moves[i] >= ROLLER_SKIP)
            continue;
        memcpy(state, match.state, sizeof state);
        assert_int_equal(pip__roller.apply(&match.setup, state, (unsigned)seat, moves[i]), PIP_OK);
        int puts = pip__roller.legal(&match.setup, state, seat, next);
        const json_t *hexes = json_array_get(openings, moves[i]);
        assert_int_equal(json_array_size(hexes), puts);
        for (int k = 0; k < puts; k++)
            assert_int_equal(json_integer_value(json_array_get(hexes, (size_t)k)),
                             next[k] - ROLLER_PUT);
    }
}

static void check_roller(unsigned seat) {
    const struct pip__roller_sheet *sheet = pip__roller_sheet_of(&match.setup);
    json_t *json = view(seat);
    const json_t *own = json_object_get(json, "own");
    assert_int_equal(length(json, "cells"), sheet->hexes);
    assert_int_equal(length(json, "areas"), sheet->areas);
    assert_int_equal(length(json, "totals"), match.setup.seats);
    assert_int_equal(number(json, "round"), pip__roller.turn(&match.setup, match.state));
    assert_int_equal(own != NULL, seat < match.setup.seats);
    if (own) {
        assert_int_equal(number(own, "total"),
                         pip_score_total(&match.setup, match.state, (int)seat));
        assert_int_equal(length(own, "areas"), sheet->areas);
        check_roller_hexes(own, (int)seat);
        check_roller_openings(own, (int)seat);
    }
    json_decref(json);
}

/* ---- Escape ---- */

static void check_escape_own(const json_t *own, const struct pip__es_seat *seat) {
    assert_int_equal(length(own, "crossed"), __builtin_popcount(seat->crossed));
    assert_int_equal(length(own, "taken"), pip__es_dice_total(seat->taken));
    assert_int_equal(length(own, "maps"), ES_MAPS);
    for (size_t m = 0; m < ES_MAPS; m++) {
        const json_t *map = json_array_get(json_object_get(own, "maps"), m);
        int crossed = 0;
        const char *const sides[] = {"bonus", "gem"};
        for (int side = 0; side < 2; side++) {
            size_t index;
            json_t *box;
            json_array_foreach(json_object_get(map, sides[side]), index, box) crossed +=
                json_is_true(json_object_get(box, "crossed"));
        }
        assert_int_equal(crossed, __builtin_popcount(seat->map[m]));
        assert_int_equal(json_is_true(json_object_get(map, "completed")), seat->completed >> m & 1);
    }
}

static void check_escape(unsigned seat) {
    const struct pip__es_state *s = (const void *)match.state;
    json_t *json = view(seat);
    const json_t *own = json_object_get(json, "own");
    assert_int_equal(length(json, "chambers"), ES_CHAMBERS);
    assert_int_equal(length(json, "tracks"), ES_TRACKS);
    assert_int_equal(length(json, "team"), match.setup.seats);
    assert_int_equal(length(json, "kept"), pip__es_dice_total(s->kept));
    assert_int_equal(length(json, "pool"), pip__es_dice_total(s->pool));
    assert_int_equal(length(json, "rolled"), pip__es_dice_total(s->rolled));
    assert_int_equal(length(json, "unlocked"), __builtin_popcount(s->unlocked));
    assert_int_equal(number(json, "gems"), pip__es_gems(s));
    assert_int_equal(number(json, "goal"), pip__es_goal(&match.setup));
    assert_int_equal(json_is_true(json_object_get(json, "won")),
                     pip__es_won(&match.setup, match.state));
    for (size_t space = 0; space < ES_CURSED_SPACES; space++)
        assert_int_equal(item(json, "cursed", space), s->cursed[space]);
    assert_int_equal(own != NULL, seat < match.setup.seats);
    if (own)
        check_escape_own(own, &s->seat[seat]);
    json_decref(json);
}

/* ---- Random games ---- */

static void step(struct pip_random *random) {
    pip_move moves[PIP_MOVES_MAX];
    pip_actors actors = pip_match_actor(&match);
    if (actors == PIP_ACTORS_CHANCE) {
        assert_int_equal(pip_match_roll(&match), PIP_OK);
        return;
    }
    int seat = __builtin_ctz(actors);
    int count = pip_match_legal(&match, seat, moves);
    pip_move move = moves[pip_random_below(random, (uint32_t)count)];
    assert_int_equal(pip_match_play(&match, (unsigned)seat, move), PIP_OK);
}

static void check_setup(const struct pip_setup *setup, void (*check)(unsigned seat)) {
    assert_int_equal(pip_match_start(&match, setup, events, LENGTH(events)), PIP_OK);
    match.dice = PIP_DICE_SEED;
    match.seed = (struct pip_seed){.seed = 11};
    struct pip_random random = pip_random_init(match.seed, 1);
    for (unsigned n = 0;; n++) { /* the seats and a spectator take turns to look */
        unsigned seat = n % (setup->seats + 1u);
        check(seat < setup->seats ? seat : PIP_SPECTATOR);
        if (pip_match_actor(&match) == PIP_ACTORS_OVER)
            return;
        step(&random);
    }
}

static void check_game(const struct pip_game *game, void (*check)(unsigned seat)) {
    struct pip_setup setup = pip_setup_first(game);
    do {
        if (pip_setup_check(&setup) == PIP_OK)
            check_setup(&setup, check);
    } while (pip_setup_next(&setup));
}

static void test_state_json_of_roller_says_what_the_sheet_is(void **unused) {
    (void)unused;
    check_game(&pip__roller, check_roller);
}

static void test_state_json_of_escape_says_what_the_temple_is(void **unused) {
    (void)unused;
    check_game(&pip__escape, check_escape);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_state_json_of_roller_says_what_the_sheet_is),
        cmocka_unit_test(test_state_json_of_escape_says_what_the_temple_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
