/* How players choose in one turn of Escape: random positions, each choice held against the best. */
#include "games/escape/escape.h"
#include "turn.h"
#include <stdlib.h>
#include <string.h>

#define TURNS_MAX 40                  /* of a game */
#define TURN_DICE (UINT32_C(1) << 31) /* games from here on are the dice of turns */

struct choices {
    uint32_t decisions, best;
    int64_t loss, least;
};

struct result {
    bool large;
    uint32_t looked;
    int64_t worth;
    struct choices player[PIP__TURN_PLAYERS];
};

struct work {
    const struct pip__turn_series *series;
    struct result *result;
    _Atomic bool short_of_memory;
};

/* ---- A random position ---- */

static bool begins_turn(const struct pip__es_state *s) {
    return s->phase == ES_BEFORE_ROLL && !s->begun;
}

/* A game of club's, of which the first position of every turn is kept; one of these. */
static void random_position(const struct pip_setup *setup, struct pip_seed seed,
                            struct pip_mind *mind, struct pip__es_state *position) {
    const struct pip_game *game = setup->game;
    const struct pip_bot *club = pip_bot_find(pip_span_of("club"));
    struct pip__es_state s = {0}, first[TURNS_MAX];
    struct pip_random draw = pip_random_init(seed, 1);
    uint32_t roll = 0, turns = 0;
    game->start(setup, &s);
    for (pip_actors actors; (actors = game->actor(setup, &s)) != PIP_ACTORS_OVER;) {
        struct pip_chance chance;
        if (actors == PIP_ACTORS_CHANCE) {
            game->chance(setup, &s, &chance);
            game->apply(setup, &s, PIP_CHANCE, pip_seed_roll(seed, roll++, &chance));
            continue;
        }
        if (begins_turn(&s) && s.turn == turns && turns < TURNS_MAX)
            first[turns++] = s;
        struct pip_line line = *pip_bot_choose(club, setup, &s, s.acting, mind);
        unsigned seat = s.acting;
        for (int i = 0; i < line.steps; i++)
            game->apply(setup, &s, seat, line.step[i]);
    }
    *position = first[pip_random_below(&draw, turns)];
}

/* ---- A player's turn ---- */

static void choose(struct pip__turn *turn, const struct pip__player *player, struct pip_mind *mind,
                   struct pip__es_state *s, struct choices *choices) {
    int64_t before, after;
    pip__turn_worth(turn, s, &before);
    struct pip_line line = *pip_bot_choose(player->bot, turn->setup, s, turn->seat, mind);
    for (int i = 0; i < line.steps && !pip__turn_has_ended(turn, s); i++)
        turn->setup->game->apply(turn->setup, s, (unsigned)turn->seat, line.step[i]);
    pip__turn_worth(turn, s, &after);
    int64_t loss = before - after;
    choices->decisions++;
    choices->best += loss <= 0;
    choices->loss += loss;
    choices->least = loss < choices->least ? loss : choices->least;
}

static bool play_turn(struct pip__turn *turn, const struct pip__player *player,
                      struct pip_seed seed, struct pip__es_state s, struct choices *choices) {
    const struct pip_setup *setup = turn->setup;
    struct pip_mind *mind = pip__player_mind(player, seed);
    uint32_t roll = 0;
    while (mind && !turn->fault && !pip__turn_has_ended(turn, &s)) {
        struct pip_chance chance;
        if (setup->game->actor(setup, &s) == PIP_ACTORS_CHANCE) {
            setup->game->chance(setup, &s, &chance);
            setup->game->apply(setup, &s, PIP_CHANCE, pip_seed_roll(seed, roll++, &chance));
        } else {
            choose(turn, player, mind, &s, choices);
        }
    }
    bool played = mind && !turn->fault;
    free(mind);
    return played;
}

/* ---- All of them ---- */

static bool solve_position(const struct pip__turn_series *series, uint32_t number,
                           struct pip__turn *turn, struct result *result) {
    struct pip_seed seed = {series->seed, number}, dice = {series->seed, TURN_DICE + number};
    struct pip__es_state s;
    turn->mind->nets = series->player[0].nets;
    turn->mind->random = pip_random_init(seed, 0);
    random_position(turn->setup, seed, turn->mind, &s);
    pip__turn_begin(turn, series->player[0].nets, &s);
    result->large = pip__turn_worth(turn, &s, &result->worth) != NULL;
    result->looked = turn->used;
    bool played = true;
    for (int i = 0; i < series->players && played && !result->large; i++)
        played = play_turn(turn, &series->player[i], dice, s, &result->player[i]);
    return played;
}

static void work_at(void *context, uint32_t layer, uint32_t number) {
    struct work *work = context;
    const struct pip__turn_series *series = work->series;
    struct pip__turn turn = {.setup = series->setup, .slots = series->slots};
    (void)layer;
    turn.slot = calloc(series->slots, sizeof *turn.slot);
    turn.mind = calloc(1, sizeof *turn.mind);
    if (!turn.slot || !turn.mind || !solve_position(series, number, &turn, &work->result[number]))
        work->short_of_memory = true;
    free(turn.slot);
    free(turn.mind);
}

static uint32_t count_positions(void *context, uint32_t layer) {
    (void)layer;
    return ((const struct work *)context)->series->positions;
}

static void add_player(const struct work *work, int player, struct pip__turn_fare *fare) {
    struct pip__turn_player_fare *told = &fare->player[player];
    double n = fare->solved, loss = 0, losses = 0;
    for (uint32_t i = 0; i < work->series->positions; i++) {
        const struct choices *c = &work->result[i].player[player];
        double given = (double)c->loss / (double)PIP__TURN_ONE;
        told->decisions += c->decisions;
        told->best += c->best;
        told->most = given > told->most ? given : told->most;
        double least = (double)c->least / (double)PIP__TURN_ONE;
        told->least = least < told->least ? least : told->least;
        loss += given;
        losses += given * given;
    }
    told->loss = loss / n;
    told->loss_error = pip__mean_error(loss, losses, n);
}

static void add_up(const struct work *work, struct pip__turn_fare *fare) {
    *fare = (struct pip__turn_fare){0};
    for (uint32_t i = 0; i < work->series->positions; i++) {
        const struct result *r = &work->result[i];
        fare->large += r->large;
        fare->solved += !r->large;
        fare->worth += r->large ? 0 : (double)r->worth / (double)PIP__TURN_ONE;
        fare->looked += r->large ? 0 : (double)r->looked;
    }
    double n = fare->solved;
    if (fare->solved == 0)
        return;
    fare->worth /= n;
    fare->looked /= n;
    for (int i = 0; i < work->series->players; i++)
        add_player(work, i, fare);
}

pip__truth_fault pip__turn_play(const struct pip__turn_series *series,
                                struct pip__turn_fare *fare) {
    struct work work = {.series = series};
    struct pip__sweep sweep = {
        .layers = 1, .blocks = count_positions, .work = work_at, .context = &work};
    work.result = calloc(series->positions, sizeof *work.result);
    if (work.result)
        pip__sweep_run(&sweep, series->threads);
    bool failed = !work.result || work.short_of_memory;
    if (!failed)
        add_up(&work, fare);
    free(work.result);
    return failed ? "there is not enough memory" : NULL;
}
