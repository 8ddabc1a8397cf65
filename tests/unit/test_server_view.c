/* Nobody is told what they may not know: two servers are played on in the same way, and differ only
 * in what is hidden: keys, secrets of dice, nonces before the start, and what one seat has chosen
 * while others still choose, at the same time or in turn. Every byte that others get must be the
 * same. */
#include "server_pair.h"
#include <stdio.h>
#include <stdlib.h>

#define GAMES 20 /* of every game that there is, on two tables each */
#define ROUNDS 50

static void arrange(struct pair *pair) {
    int from[PIP_SEATS_MAX];
    json_t *seats = json_array();
    for (int seat = 0; seat < pair->seats; seat++) {
        int other = (int)below(pair, (uint32_t)seat + 1);
        from[seat] = from[other];
        from[other] = seat;
    }
    for (int seat = 0; seat < pair->seats; seat++)
        json_array_append_new(seats, json_integer(from[seat]));
    order(pair, json_pack("{s:s, s:o}", "t", "arrange", "seats", seats));
    move_seats(pair, from);
}

/* One seat chooses differently in the two worlds, others may see; then it takes that back. */
static void choose_in_secret(struct pair *pair, int seat, bool alone) {
    struct steps steps[2];
    bool whole = !alone && !pair->idle && below(pair, 3) > 0;
    if (!draw_other(pair, seat, whole, &steps[0], &steps[1]))
        return;
    same_for_all_but(pair, -1);
    pair->ids++;
    say_steps(pair, 0, seat, &steps[0]);
    pair->idle ? say_ping(pair, 1, seat) : say_steps(pair, 1, seat, &steps[1]);
    same_for_all_but(pair, seat);
    pair->chosen++;
    for (int i = 0; i < steps[0].count; i++) {
        pair->ids++;
        for (int w = 0; w < 2; w++)
            pair->idle &&w > 0
                ? say_ping(pair, w, seat)
                : say(pair, w, seat, json_pack("{s:s, s:i}", "t", "undo", "seat", seat));
        same_for_all_but(pair, seat);
    }
    for (int w = 0; w < 2; w++)
        pair->seat[w][seat]->length = 0;
}

/* The last in the order chooses differently, then another one asks for turns: nothing of it is told
 * until its place comes. False if it cannot be done now. */
static bool choose_behind(struct pair *pair) {
    int others = choose_last(pair, 1);
    if (others == 0)
        return false;
    ask_turns(pair, __builtin_ctz(actors_of(pair)));
    for (; others > 0; others--) { /* the last of them would bring it out */
        int seat = __builtin_ctz(actors_of(pair));
        choose_in_secret(pair, seat, true);
        if (others > 1)
            say_all_steps(pair, seat);
        same_for_all_but(pair, -1);
    }
    return true;
}

static void play_round(struct pair *pair) {
    pip_actors actors = actors_of(pair);
    bool together = several(actors) || table_of(pair, 0)->match.together;
    if (several(actors) && below(pair, 4) == 0)
        ask_turns(pair, draw_actor(pair));
    int seat = draw_actor(pair);
    actors = actors_of(pair);
    for (int i = 0; together && i < (pair->idle ? 1 : 3); i++)
        choose_in_secret(pair, seat, actors == 1u << seat);
    say_all_steps(pair, seat);
    if (table_of(pair, 0)->phase == PIP_STORE_PLAYING)
        same_for_all_but(pair, -1);
}

static void play_table(struct pair *pair, bool waits) {
    make_table(pair);
    same_for_all_but(pair, -1);
    for (int seat = 0; seat < pair->seats - waits; seat++) {
        if (pair->key[0][seat][0])
            sit(pair, seat, waits);
        if (table_of(pair, 0)->phase != PIP_STORE_OVER)
            same_for_all_but(pair, -1);
    }
    waits ? arrange(pair) : begin(pair);
    uint32_t round = 0, rounds = below(pair, ROUNDS);
    for (; round < ROUNDS && table_of(pair, 0)->phase == PIP_STORE_PLAYING; round++) {
        if (round >= rounds && !pair->idle && choose_behind(pair))
            break;
        play_round(pair);
    }
    pair->behind = -1;
    part_all(pair);
}

static void play_game(void **state) {
    struct pair *pair = calloc(1, sizeof *pair);
    pair->game = *state;
    pair->bots = "bot:random";
    for (uint64_t seed = 0; seed < GAMES; seed++) {
        pair->idle = seed % 4 == 3;
        pair_begin(pair, seed);
        play_table(pair, false);
        play_table(pair, true);
        pair_end(pair);
    }
    print_message("%u comparisons, %u with hidden choices; turns %u times, %u with one behind\n",
                  pair->compared, pair->chosen, pair->turns, pair->later);
    assert_true(pair->compared > 500);
    if (strcmp(pair->game->name, "roller") == 0 || strcmp(pair->game->name, "lost-cities") == 0)
        assert_true(pair->chosen > 100 && pair->turns > 30 && pair->later > 2);
    free(pair);
}

int main(void) {
    struct CMUnitTest tests[16] = {0};
    size_t count = 0;
    for (; pip_games[count]; count++)
        tests[count] = (struct CMUnitTest){.name = pip_games[count]->name,
                                           .test_func = play_game,
                                           .initial_state = (void *)pip_games[count]};
    return _cmocka_run_group_tests("server_view", tests, count, NULL, NULL);
}
