/* The laws of the game table, proved over every game, seat count, option and shipped sheet by
 * random games. Each law is one function here and one sentence in include/pipwright/game.h. */
#include <jansson.h>
#include <pipwright/record.h>
#include <pipwright/sim.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum {
    CLOSELY = 1,    /* games of each setup whose every position gets the dear laws too */
    SOMETIMES = 797 /* in the others, one position in so many does */
};

struct game {
    const struct pip_setup *setup;
    struct pip_match match;
    struct pip_event *events;
    struct pip_random random;
};

static uint32_t games_per_setup = 2000;

static const struct pip_game *table(const struct game *g) {
    return g->setup->game;
}

/* ---- Laws that are cheap enough for every position ---- */

static bool same(const void *a, const void *b) {
    return memcmp(a, b, PIP_STATE_MAX) == 0;
}

/* Who may act has at least one legal move, all others none; moves are ascending, each once, and
 * below the table's bound. */
static void law_legal_moves_are_there_sorted_unique_and_in_bound(const struct game *g) {
    pip_actors actors = pip_match_actor(&g->match);
    assert_true(actors == PIP_ACTORS_CHANCE || actors >> g->setup->seats == 0);
    for (int seat = 0; seat < g->setup->seats; seat++) {
        pip_move moves[PIP_MOVES_MAX];
        int count = pip_match_legal(&g->match, seat, moves);
        bool acts = actors != PIP_ACTORS_CHANCE && (actors >> seat & 1);
        assert_true(acts ? count >= 1 && count <= table(g)->moves : count == 0);
        bool sorted = true;
        for (int i = 0; i < count; i++)
            sorted &= moves[i] < table(g)->moves && (i == 0 || moves[i - 1] < moves[i]);
        assert_true(sorted);
    }
}

static void law_check_holds(const struct game *g) {
    assert_int_equal(table(g)->check(g->setup, g->match.state), PIP_OK);
}

/* ---- Dear laws ---- */

static void law_apply_takes_what_is_listed_and_nothing_else(const struct game *g) {
    uint64_t state[PIP_STATE_MAX / 8];
    memcpy(state, g->match.state, sizeof state);
    for (unsigned actor = 0; actor < PIP_SEATS_MAX; actor++) {
        pip_move moves[PIP_MOVES_MAX];
        bool listed = actor < g->setup->seats;
        int count = listed ? table(g)->legal(g->setup, g->match.state, (int)actor, moves) : 0;
        int next = 0;
        for (unsigned move = 0; move < table(g)->moves + 3u; move++) {
            bool legal = next < count && moves[next] == move;
            enum pip_status status = table(g)->apply(g->setup, state, actor, (pip_move)move);
            assert_int_equal(status == PIP_OK, legal);
            if (!legal)
                assert_true(same(state, g->match.state));
            else
                memcpy(state, g->match.state, sizeof state);
            next += legal;
        }
    }
    if (pip_match_actor(&g->match) != PIP_ACTORS_CHANCE) {
        memcpy(state, g->match.state, sizeof state);
        assert_int_not_equal(table(g)->apply(g->setup, state, PIP_CHANCE, 0), PIP_OK);
        assert_true(same(state, g->match.state));
    }
}

static void law_chance_weights_sum_exactly(const struct game *g) {
    uint64_t state[PIP_STATE_MAX / 8], sum = 0;
    struct pip_chance chance;
    if (pip_match_actor(&g->match) != PIP_ACTORS_CHANCE)
        return;
    table(g)->chance(g->setup, g->match.state, &chance);
    uint32_t outcomes = pip_chance_outcomes(&chance);
    assert_true(outcomes >= 1 && outcomes <= 65536);
    for (uint32_t i = 0; i < outcomes; i++)
        sum += pip_chance_weight(&chance, (pip_move)i);
    assert_int_equal(sum, pip_chance_total(&chance));
    memcpy(state, g->match.state, sizeof state);
    if (outcomes < 65536)
        assert_int_not_equal(table(g)->apply(g->setup, state, PIP_CHANCE, (pip_move)outcomes),
                             PIP_OK);
    assert_true(same(state, g->match.state));
}

static void law_text_round_trips(const struct game *g) {
    for (pip_move move = 0; move < table(g)->moves; move++) {
        char buffer[64];
        struct pip_text text = pip_text_init(buffer, sizeof buffer);
        pip_move back = 0;
        table(g)->move_write(g->setup, move, &text);
        if (text.length == 0)
            continue; /* not a move on this sheet */
        assert_true(pip_text_fits(&text));
        assert_int_equal(table(g)->move_read(g->setup, pip_span_of(buffer), &back), PIP_OK);
        assert_int_equal(back, move);
    }
}

static void law_every_legal_move_has_a_text(const struct game *g) {
    pip_move moves[PIP_MOVES_MAX];
    for (int seat = 0; seat < g->setup->seats; seat++) {
        int count = pip_match_legal(&g->match, seat, moves);
        for (int i = 0; i < count; i++) {
            char buffer[64];
            struct pip_text text = pip_text_init(buffer, sizeof buffer);
            table(g)->move_write(g->setup, moves[i], &text);
            assert_true(text.length > 0 && pip_text_fits(&text));
        }
    }
}

/* Any two seats that act at the same time: one step each in either order is the same position, and
 * neither changes what the other may do or know. */
static void law_simultaneous_moves_commute(const struct game *g) {
    pip_actors actors = pip_match_actor(&g->match);
    pip_move first[PIP_MOVES_MAX], second[PIP_MOVES_MAX];
    for (int a = 0; a < g->setup->seats; a++) {
        for (int b = a + 1; b < g->setup->seats; b++) {
            if (actors == PIP_ACTORS_CHANCE || !(actors >> a & 1) || !(actors >> b & 1))
                continue;
            int firsts = pip_match_legal(&g->match, a, first);
            int seconds = pip_match_legal(&g->match, b, second);
            uint64_t ab[PIP_STATE_MAX / 8], ba[PIP_STATE_MAX / 8];
            pip_move m = first[seconds * 7 % firsts], n = second[firsts * 5 % seconds];
            memcpy(ab, g->match.state, sizeof ab);
            memcpy(ba, g->match.state, sizeof ba);
            assert_int_equal(table(g)->apply(g->setup, ab, (unsigned)a, m), PIP_OK);
            assert_int_equal(table(g)->apply(g->setup, ab, (unsigned)b, n), PIP_OK);
            assert_int_equal(table(g)->apply(g->setup, ba, (unsigned)b, n), PIP_OK);
            assert_int_equal(table(g)->apply(g->setup, ba, (unsigned)a, m), PIP_OK);
            assert_true(same(ab, ba));
        }
    }
}

static void see(const struct game *g, const struct pip_match *match, unsigned viewer,
                int16_t *numbers, int *count, char *words, size_t room) {
    uint64_t view[PIP_STATE_MAX / 8];
    struct pip_text text = pip_text_init(words, room);
    pip_match_view(match, viewer, view);
    memset(numbers, 0, PIP_OBSERVE_MAX * sizeof *numbers);
    *count = viewer < g->setup->seats ? table(g)->observe(g->setup, view, (int)viewer, numbers) : 0;
    for (unsigned seat = 0; seat < g->setup->seats; seat++)
        table(g)->state_write(g->setup, view, seat, &text);
    bool draw = table(g)->state_json && g->match.count % 16 == 0; /* long texts: not every time */
    for (unsigned seat = 0; draw && seat < g->setup->seats; seat++)
        table(g)->state_json(g->setup, view, seat, &text);
    assert_true(pip_text_fits(&text));
    assert_true(*count <= PIP_OBSERVE_MAX);
}

/* While several act at the same time, whatever one of them does, the others, and bots in their
 * seats, see and do the same as before; where they take turns, until it has chosen. */
static void law_hidden_choices_change_nothing_that_others_observe(struct game *g) {
    pip_actors actors = pip_match_actor(&g->match);
    static struct pip_match after;
    static struct pip_event events[1 << 15];
    if (actors == PIP_ACTORS_CHANCE || !(g->match.turns || (actors & (actors - 1))))
        return;
    int actor = __builtin_ctz(actors);
    pip_move moves[PIP_MOVES_MAX];
    int count = pip_match_legal(&g->match, actor, moves);
    after = g->match;
    after.events = events;
    memcpy(events, g->match.events, g->match.count * sizeof *events);
    pip_match_play(&after, (unsigned)actor, moves[pip_random_below(&g->random, (uint32_t)count)]);
    if (g->match.turns && !(pip_match_actor(&after) >> actor & 1))
        return; /* it has chosen, and all may see it */
    for (int viewer = 0; viewer <= g->setup->seats; viewer++) {
        static char words[2][1 << 17];
        int16_t numbers[2][PIP_OBSERVE_MAX];
        int counts[2];
        unsigned who = viewer == g->setup->seats ? PIP_SPECTATOR : (unsigned)viewer;
        if (viewer == actor)
            continue;
        see(g, &g->match, who, numbers[0], &counts[0], words[0], sizeof words[0]);
        see(g, &after, who, numbers[1], &counts[1], words[1], sizeof words[1]);
        assert_int_equal(counts[0], counts[1]);
        assert_memory_equal(numbers[0], numbers[1], sizeof numbers[0]);
        assert_string_equal(words[0], words[1]);
    }
}

static void law_state_json_is_one_json_object(const struct game *g) {
    static char buffer[1 << 16];
    for (unsigned seat = 0; table(g)->state_json && seat < g->setup->seats; seat++) {
        struct pip_text text = pip_text_init(buffer, sizeof buffer);
        json_error_t error;
        table(g)->state_json(g->setup, g->match.state, seat, &text);
        assert_true(pip_text_fits(&text));
        json_t *object = json_loadb(buffer, text.length, JSON_REJECT_DUPLICATES, &error);
        if (!object)
            fail_msg("%s at %d in %s", error.text, error.position, buffer);
        assert_true(json_is_object(object));
        json_decref(object);
    }
}

static void law_items_are_the_same_for_all_and_observations_too(const struct game *g) {
    int items = -1, numbers = -1;
    for (int seat = 0; seat < g->setup->seats; seat++) {
        struct pip_item item[PIP_ITEMS_MAX];
        int16_t seen[PIP_OBSERVE_MAX];
        int count = table(g)->score(g->setup, g->match.state, seat, item);
        int observed = table(g)->observe(g->setup, g->match.state, seat, seen);
        assert_true(count >= 1 && count <= PIP_ITEMS_MAX && (items < 0 || count == items));
        assert_true(observed >= 1 && observed <= PIP_OBSERVE_MAX);
        assert_true(numbers < 0 || observed == numbers);
        items = count;
        numbers = observed;
    }
}

/* What an event brings is said by seats that play, in words with no gap left; what is not an event
 * brings nothing. */
static void law_news_are_in_bound_and_only_of_events(const struct game *g) {
    uint64_t before[PIP_STATE_MAX / 8];
    struct pip_news news[PIP_NEWS_MAX], again[PIP_NEWS_MAX];
    const void *now = g->match.state;
    if (!table(g)->announce || g->match.count == 0 || g->match.together)
        return;
    memset(news, 0, sizeof news);
    memset(again, 0, sizeof again);
    pip_match_at(&g->match, g->match.count - 1, before);
    int count = table(g)->announce(g->setup, before, now, news);
    assert_true(count >= 0 && count <= PIP_NEWS_MAX);
    assert_int_equal(table(g)->announce(g->setup, before, now, again), count);
    assert_memory_equal(news, again, sizeof news);
    for (int i = 0; i < count; i++) {
        assert_true(news[i].seat < g->setup->seats && (i == 0 || news[i - 1].seat <= news[i].seat));
        assert_true(news[i].kind[0] && news[i].words[0]);
        assert_true(!strstr(news[i].words, "{what}") || news[i].what[0]);
    }
    assert_int_equal(table(g)->announce(g->setup, now, now, news), 0);
}

/* ---- Laws of a whole game ---- */

static void law_a_replayed_record_gives_the_same_hash(struct game *g) {
    static char text[1 << 20], again[1 << 20];
    static struct pip_match match;
    static struct pip_event events[1 << 15];
    struct pip_text first = pip_text_init(text, sizeof text);
    struct pip_fault fault;
    pip_match_close(&g->match);
    pip_record_write(&g->match, &first);
    assert_true(pip_text_fits(&first));
    enum pip_status status = pip_record_read(text, first.length, NULL, NULL, events,
                                             sizeof events / sizeof *events, &match, &fault);
    if (status != PIP_OK)
        fail_msg("line %u: %s", fault.line, fault.detail);
    struct pip_text second = pip_text_init(again, sizeof again);
    pip_record_write(&match, &second);
    assert_string_equal(text, again);
    assert_memory_equal(match.state, g->match.state, sizeof match.state);
    assert_int_equal(pip_state_hash(g->setup, match.state),
                     pip_state_hash(g->setup, g->match.state));
}

static void check_position(struct game *g, bool closely) {
    law_legal_moves_are_there_sorted_unique_and_in_bound(g);
    law_check_holds(g);
    if (!closely)
        return;
    law_apply_takes_what_is_listed_and_nothing_else(g);
    law_chance_weights_sum_exactly(g);
    law_every_legal_move_has_a_text(g);
    law_simultaneous_moves_commute(g);
    law_hidden_choices_change_nothing_that_others_observe(g);
    law_items_are_the_same_for_all_and_observations_too(g);
    law_state_json_is_one_json_object(g);
    law_news_are_in_bound_and_only_of_events(g);
}

enum { ASKS_FOR_TURNS = 16 }; /* one event in so many */

/* A random event; where several act, a random one of them, so that moves arrive interleaved. Now
 * and then it asks for turns first. */
static void random_event(struct game *g) {
    pip_actors actors = pip_match_actor(&g->match);
    if (actors == PIP_ACTORS_CHANCE) {
        assert_int_equal(pip_match_roll(&g->match), PIP_OK);
        return;
    }
    int skip = (int)pip_random_below(&g->random, (uint32_t)__builtin_popcount(actors)), seat = 0;
    for (;; seat++) {
        if ((actors >> seat & 1) && skip-- == 0)
            break;
    }
    if ((actors & (actors - 1)) && pip_random_below(&g->random, ASKS_FOR_TURNS) == 0) {
        assert_int_equal(pip_match_ask_turns(&g->match, seat), PIP_OK);
        seat = __builtin_ctz(pip_match_actor(&g->match));
    }
    pip_move moves[PIP_MOVES_MAX];
    int count = pip_match_legal(&g->match, seat, moves);
    pip_move move = moves[pip_random_below(&g->random, (uint32_t)count)];
    assert_int_equal(pip_match_play(&g->match, (unsigned)seat, move), PIP_OK);
}

static void play_game(struct game *g, uint32_t number) {
    uint32_t bound = table(g)->length(g->setup);
    int turn = 0;
    pip_match_start(&g->match, g->setup, g->events, bound);
    g->match.dice = PIP_DICE_SEED;
    g->match.seed = (struct pip_seed){.seed = 99, .game = number};
    g->random = pip_random_init(g->match.seed, 5);
    for (;;) {
        bool closely = number < CLOSELY || pip_random_below(&g->random, SOMETIMES) == 0;
        check_position(g, closely);
        int now = table(g)->turn(g->setup, g->match.state);
        assert_true(now >= turn);
        turn = now;
        if (pip_match_actor(&g->match) == PIP_ACTORS_OVER)
            break;
        random_event(g); /* fails with PIP_NO_ROOM if the game is longer than its bound */
    }
    if (number < CLOSELY || number % 20 == 0)
        law_a_replayed_record_gives_the_same_hash(g);
}

static void test_laws(void **state) {
    const struct pip_game *game = *state;
    struct pip_setup setup = pip_setup_first(game);
    static struct game g;
    do {
        g.setup = &setup;
        g.events = malloc(game->length(&setup) * sizeof *g.events);
        assert_non_null(g.events);
        pip_match_start(&g.match, &setup, g.events, game->length(&setup));
        law_text_round_trips(&g);
        for (uint32_t i = 0; i < games_per_setup; i++)
            play_game(&g, i);
        free(g.events);
    } while (pip_setup_next(&setup));
}

static void test_table_is_in_bounds(void **state) {
    const struct pip_game *game = *state;
    assert_true(game->state_size <= PIP_STATE_MAX && game->moves <= PIP_MOVES_MAX);
    assert_true(game->seats_min >= 1 && game->seats_max <= PIP_SEATS_MAX);
    for (int i = 0; game->options[i].name; i++)
        assert_true(i < PIP_OPTIONS_MAX);
    assert_ptr_equal(pip_game_find(pip_span_of(game->name)), game);
}

static void test_games_are_listed_by_name(void **state) {
    (void)state;
    for (int i = 1; pip_games[i]; i++)
        assert_true(strcmp(pip_games[i - 1]->name, pip_games[i]->name) < 0);
}

/* contract [GAME [GAMES]]: all games, or one; how many random games for each setup. */
int main(int argc, char **argv) {
    struct CMUnitTest tests[64] = {
        {"games_are_listed_by_name", test_games_are_listed_by_name, NULL, NULL, NULL}};
    size_t count = 1;
    static char names[64][64];
    if (argc > 2)
        games_per_setup = (uint32_t)strtoul(argv[2], NULL, 10);
    for (int i = 0; pip_games[i]; i++) {
        void *game = (void *)(uintptr_t)pip_games[i];
        if (argc > 1 && strcmp(argv[1], pip_games[i]->name) != 0)
            continue;
        snprintf(names[count], sizeof names[count], "%s_table_is_in_bounds", pip_games[i]->name);
        tests[count] = (struct CMUnitTest){names[count], test_table_is_in_bounds, NULL, NULL, game};
        count++;
        snprintf(names[count], sizeof names[count], "%s_keeps_the_laws", pip_games[i]->name);
        tests[count] = (struct CMUnitTest){names[count], test_laws, NULL, NULL, game};
        count++;
    }
    if (count == 1) {
        fprintf(stderr, "there is no game %s\n", argv[1]);
        return 2;
    }
    return _cmocka_run_group_tests("contract", tests, count, NULL, NULL);
}
