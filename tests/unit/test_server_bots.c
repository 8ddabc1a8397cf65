/* Bots at the server: what a bot chooses does not depend on what its seat may not see, and the dice
 * do not depend on bots. Pairs of servers as in server_pair.h; one seat chooses differently in the
 * two, and a bot takes another seat while that is still hidden. It must do the same in both.
 *
 * `random` is replaced by a bot whose choice depends on every byte that it is shown, and master
 * thinks by number, not by time. To show that a leak would be found one is planted: bots are then
 * shown everything. The server asks pip_match_view for nothing but what bots are shown. */
#include "server_pair.h"
#include <stdio.h>
#include <stdlib.h>

#define ROUNDS 60
#define NODES 100 /* of master */

/* ---- The bots ---- */

static void rank_curious(const struct pip_setup *setup, const void *state, int seat,
                         struct pip_mind *mind) {
    pip_move moves[PIP_MOVES_MAX];
    uint64_t seen = pip_hash(PIP_HASH_START, state, setup->game->state_size);
    int count = setup->game->legal(setup, state, seat, moves);
    mind->count = 1;
    mind->candidate[0] = (struct pip_candidate){.line = {1, {moves[seen % (unsigned)count]}}};
}

static void rank_by_number(const struct pip_setup *setup, const void *state, int seat,
                           struct pip_mind *mind) {
    mind->enough = NULL; /* or the worlds would differ in time */
    mind->nodes = NODES;
    pip_bots[4]->rank(setup, state, seat, mind);
}

const struct pip_bot *__real_pip_bot_find(struct pip_span name);
const struct pip_bot *__wrap_pip_bot_find(struct pip_span name);
const struct pip_bot *__wrap_pip_bot_find(struct pip_span name) {
    static const struct pip_bot curious = {.name = "random", .rank = rank_curious};
    static const struct pip_bot master = {.name = "master", .rank = rank_by_number, .slip = 1};
    return pip_span_is(name, "random")   ? &curious
           : pip_span_is(name, "master") ? &master
                                         : __real_pip_bot_find(name);
}

static bool planted; /* the leak */

void __real_pip_match_view(const struct pip_match *match, unsigned viewer, void *state);
void __wrap_pip_match_view(const struct pip_match *match, unsigned viewer, void *state);
void __wrap_pip_match_view(const struct pip_match *match, unsigned viewer, void *state) {
    if (planted)
        memcpy(state, match->state, sizeof match->state);
    else
        __real_pip_match_view(match, viewer, state);
}

/* ---- Choices in secret, and a bot that must not know ---- */

struct scene {
    struct pair pair;
    const char *level;
    uint32_t beside, before; /* bots that chose beside something hidden; before it, in turn */
};

static json_t *bot_for(const struct scene *scene, int seat) {
    return json_pack("{s:s, s:i, s:s}", "t", "bot", "seat", seat, "level", scene->level);
}

/* Another seat of a person's that has to choose; -1: none. */
static int draw_another(struct pair *pair, int seat) {
    for (int i = 1; i < pair->seats; i++) {
        int other = (seat + i) % pair->seats;
        if ((actors_of(pair) >> other & 1) && pair->seat[0][other])
            return other;
    }
    return -1;
}

static void take_back(struct pair *pair, int seat, int steps) {
    for (int i = 0; i < steps; i++) {
        pair->ids++;
        for (int w = 0; w < 2; w++)
            say(pair, w, seat, json_pack("{s:s, s:i}", "t", "undo", "seat", seat));
    }
    for (int w = 0; w < 2; w++)
        pair->seat[w][seat]->length = 0;
}

/* A seat has chosen differently; a bot plays for another one, which gets its seat back; then the
 * first takes back what it chose, and nothing of it may have left a trace. */
static void choose_beside(struct scene *scene) {
    static struct steps steps[2];
    struct pair *pair = &scene->pair;
    int seat = draw_actor(pair), other = draw_another(pair, seat);
    bool whole = __builtin_popcount(actors_of(pair)) > 2;
    if (other < 0 || !draw_other(pair, seat, whole, &steps[0], &steps[1]))
        return;
    pair->ids++;
    for (int w = 0; w < 2; w++)
        say_steps(pair, w, seat, &steps[w]);
    go_away(pair, other);
    order_but(pair, bot_for(scene, other), seat);
    assert_false(actors_of(pair) >> other & 1); /* it has chosen */
    scene->beside++;
    take_back(pair, seat, steps[0].count);
    order(pair, json_pack("{s:s, s:i}", "t", "person", "seat", other));
    come_back(pair, other);
}

/* A seat that has chosen differently comes last, and a bot is the first: all see at once what it
 * does. The table ends with it. */
static bool choose_before(struct scene *scene) {
    struct pair *pair = &scene->pair;
    if (choose_last(pair, 2) == 0)
        return false;
    int first = __builtin_ctz(actors_of(pair));
    ask_turns(pair, first);
    first = __builtin_ctz(actors_of(pair));
    go_away(pair, first);
    order(pair, bot_for(scene, first));
    assert_false(actors_of(pair) >> first & 1);
    scene->before++;
    return true;
}

/* ---- Tables ---- */

/* Every roll, and who was drawn to begin, is the next of the world's dice: nobody else took any. */
static void dice_are_those_of(const struct pip__table *table, struct pip_random dice) {
    const struct pip_match *match = &table->match;
    const struct pip_setup *setup = &match->setup;
    uint64_t state[PIP_STATE_MAX / 8];
    if (match->drawn)
        assert_int_equal(pip_random_below(&dice, setup->seats), match->first);
    pip_match_at(match, 0, state);
    for (uint32_t i = 0; i < match->count; i++) {
        struct pip_event event = match->events[i];
        struct pip_chance chance;
        if (event.actor == PIP_CHANCE) {
            setup->game->chance(setup, state, &chance);
            assert_int_equal(pip_random_below(&dice, pip_chance_outcomes(&chance)), event.move);
        }
        setup->game->apply(setup, state, event.actor, event.move);
    }
}

static bool is_over(struct pair *pair) {
    return pair->differed > 0 || table_of(pair, 0)->phase != PIP_STORE_PLAYING;
}

static void play_round(struct scene *scene) {
    struct pair *pair = &scene->pair;
    pip_actors actors = actors_of(pair);
    if (several(actors))
        choose_beside(scene);
    if (!is_over(pair) && actors_of(pair) != PIP_ACTORS_OVER)
        say_all_steps(pair, draw_actor(pair));
    if (!is_over(pair))
        same_for_all_but(pair, -1);
}

/* True if it found that something differs. */
static bool play_table(struct scene *scene, uint64_t seed) {
    struct pair *pair = &scene->pair;
    pair_begin(pair, seed);
    pair->differed = 0;
    struct pip_random dice = pair->world[0].dice;
    make_table(pair);
    for (int seat = 0; seat < pair->seats; seat++) {
        if (pair->key[0][seat][0])
            sit(pair, seat, false);
    }
    begin(pair);
    same_for_all_but(pair, -1);
    uint32_t before = below(pair, ROUNDS / 3);
    for (uint32_t round = 0; round < ROUNDS && !is_over(pair); round++) {
        if (round >= before && choose_before(scene))
            break;
        play_round(scene);
    }
    for (int w = 0; w < 2; w++)
        dice_are_those_of(table_of(pair, w), dice);
    part_all(pair);
    pair_end(pair);
    return pair->differed > 0;
}

static uint32_t play_tables(struct scene *scene, const char *game, const char *level,
                            uint64_t tables) {
    static char name[32];
    uint32_t found = 0;
    snprintf(name, sizeof name, "bot:%s", level);
    *scene = (struct scene){.level = level};
    scene->pair.game = pip_game_find(pip_span_of(game));
    scene->pair.bots = name;
    scene->pair.least = 4; /* if the game has so many: others than the active one must choose */
    scene->pair.planted = planted;
    for (uint64_t seed = 0; seed < tables; seed++)
        found += play_table(scene, seed);
    print_message("%s %s: bots chose %u times beside something hidden, %u times before it; found "
                  "at %u of %u tables\n",
                  game, level, scene->beside, scene->before, found, (unsigned)tables);
    return found;
}

static struct scene scene;

static void test_a_bot_chooses_the_same_whatever_is_hidden_from_it(void **unused) {
    static const struct {
        const char *game, *level;
        uint32_t tables, beside, before;
    } rows[] = {
        {"lost-cities", "random", 20, 30, 4}, {"lost-cities", "expert", 8, 8, 1},
        {"lost-cities", "master", 4, 3, 1},   {"roller", "random", 12, 30, 2},
        {"roller", "expert", 2, 2, 0},        {"roller", "master", 1, 1, 0},
    };
    (void)unused;
    for (size_t i = 0; i < LENGTH(rows); i++) {
        play_tables(&scene, rows[i].game, rows[i].level, rows[i].tables);
        assert_true(scene.beside >= rows[i].beside && scene.before >= rows[i].before);
    }
}

static void test_the_dice_do_not_depend_on_bots(void **unused) {
    (void)unused;
    play_tables(&scene, "escape", "random", 4);
    play_tables(&scene, "escape", "expert", 1);
    play_tables(&scene, "pig", "random", 4);
    play_tables(&scene, "pig", "master", 4);
}

static void test_a_leak_would_be_found(void **unused) {
    (void)unused;
    planted = true;
    assert_true(play_tables(&scene, "lost-cities", "random", 12) >= 6);
    assert_true(play_tables(&scene, "lost-cities", "expert", 12) >= 1);
    assert_true(play_tables(&scene, "roller", "random", 8) >= 6);
    planted = false;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_bot_chooses_the_same_whatever_is_hidden_from_it),
        cmocka_unit_test(test_the_dice_do_not_depend_on_bots),
        cmocka_unit_test(test_a_leak_would_be_found),
    };
    return cmocka_run_group_tests_name("server_bots", tests, NULL, NULL);
}
