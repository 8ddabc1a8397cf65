#include "games/games.h"
#include "think.h"
#include <string.h>

/* ---- random ---- */

static void rank_random(const struct pip_setup *setup, const void *state, int seat,
                        struct pip_mind *mind) {
    pip_move moves[PIP_MOVES_MAX];
    int count = setup->game->legal(setup, state, seat, moves);
    mind->count = 1;
    mind->candidate[0] = (struct pip_candidate){
        .line = {1, {moves[pip_random_below(&mind->random, (uint32_t)count)]}}};
}

static const struct pip_bot random_bot = {
    .name = "random",
    .summary = "any legal move, all equally likely",
    .rank = PIP__FOR_BOTS(rank_random),
};

/* ---- greedy ----
 *
 * Plays out its own steps until somebody else (or the dice) must act, and takes the line that the
 * game's evaluation likes best; where the game can plan a turn, that turn. */

static int32_t evaluate(const struct pip_setup *setup, const void *state, int seat) {
    if (setup->game->evaluate)
        return setup->game->evaluate(setup, state, seat);
    return pip_score_total(setup, state, seat) * 1000;
}

struct evaluation {
    const struct pip_setup *setup;
    struct pip_mind *mind;
    int seat;
};

static void evaluate_line(void *context, const struct pip_line *line, const void *after) {
    const struct evaluation *e = context;
    int32_t value = evaluate(e->setup, after, e->seat);
    e->mind->candidate[e->mind->count++] =
        (struct pip_candidate){.line = *line, .value = value, .rank = value};
}

static void rank_greedy(const struct pip_setup *setup, const void *state, int seat,
                        struct pip_mind *mind) {
    struct evaluation evaluation = {setup, mind, seat};
    if (setup->game->plan) {
        pip_move steps[PIP_MOVES_MAX];
        int count = setup->game->plan(setup, state, seat, steps);
        struct pip_line *line = &mind->candidate[0].line;
        line->steps = (uint8_t)(count < PIP_STEPS_MAX ? count : PIP_STEPS_MAX);
        memcpy(line->step, steps, line->steps * sizeof *steps);
        mind->count = 1;
        return;
    }
    mind->count = 0;
    pip__lines_all(setup, state, seat, mind, evaluate_line, &evaluation);
    pip__sort(mind, mind->count);
}

static const struct pip_bot greedy_bot = {
    .name = "greedy",
    .summary = "takes what looks best this turn and thinks no further",
    .rank = PIP__FOR_BOTS(rank_greedy),
};

/* ---- club, expert and master ---- */

typedef void ranking(const struct pip__thinker *thinker, const void *state, int seat);

const struct pip_net *pip__net_for(const struct pip_setup *setup, const struct pip_mind *mind) {
    const struct pip_net *net = setup->game->think ? pip__net_of(setup, mind->nets) : NULL;
    if (setup->game->think && !net)
        net = pip__net_of(setup, pip__nets);
    return net;
}

/* Without a net that fits, they play like greedy. */
static void rank_with_net(const struct pip_setup *setup, const void *state, int seat,
                          struct pip_mind *mind, ranking *rank) {
    const struct pip_net *net = pip__net_for(setup, mind);
    struct pip__thinker thinker = {setup, net, mind};
    mind->looked = 0;
    if (net)
        rank(&thinker, state, seat);
    else
        rank_greedy(setup, state, seat, mind);
}

static void rank_by_net(const struct pip_setup *setup, const void *state, int seat,
                        struct pip_mind *mind) {
    rank_with_net(setup, state, seat, mind, pip__rank_by_net);
}

static void rank_by_search(const struct pip_setup *setup, const void *state, int seat,
                           struct pip_mind *mind) {
    rank_with_net(setup, state, seat, mind, pip__rank_by_search);
}

static const struct pip_bot club_bot = {
    .name = "club",
    .summary = "knows what a position is worth, and slips now and then as people do",
    .rank = PIP__FOR_BOTS(rank_by_net),
    .learned = true,
    .slip = 150,
};

static const struct pip_bot expert_bot = {
    .name = "expert",
    .summary = "knows what a position is worth, and hardly ever slips",
    .rank = PIP__FOR_BOTS(rank_by_net),
    .learned = true,
    .slip = 1,
};

static const struct pip_bot master_bot = {
    .name = "master",
    .summary = "also plays the best moves through in its head, which takes a moment",
    .rank = PIP__FOR_BOTS(rank_by_search),
    .learned = true, /* and no slips: what lost in the search may have the higher rank, by luck */
};

/* ---- The list ---- */

const struct pip_bot *const pip_bots[] = {&random_bot, &greedy_bot, &club_bot,
                                          &expert_bot, &master_bot, NULL};

const struct pip_bot *const pip_bot_usual = &club_bot;
const struct pip_bot *const pip_bot_substitute = &expert_bot;

const struct pip_bot *pip_bot_find(struct pip_span name) {
    for (int i = 0; pip_bots[i]; i++) {
        if (pip_span_is(name, pip_bots[i]->name))
            return pip_bots[i];
    }
    return NULL;
}

/* Somebody who slips sees every rank a little off, by the sum of three equal chances: small errors
 * often, large ones seldom, and hardly ever for much. */
static int32_t misjudged(int32_t rank, int32_t slip, struct pip_random *random) {
    int32_t off = 0;
    for (int i = 0; i < 3; i++)
        off += (int32_t)pip_random_below(random, 2 * (uint32_t)slip + 1) - slip;
    return rank + off;
}

/* In a team's game a turn is a dozen small choices, each of which can lose it for all: there slips
 * are that much smaller. In a large team so many choose in every turn that with slips of the same
 * size it would play worse than greedy. */
#define TEAM_CHOICES 15
#define LARGE_TEAM 4 /* seats */
#define LARGE_TEAM_CHOICES 50

static int32_t slip_of(const struct pip_bot *bot, const struct pip_setup *setup) {
    int32_t choices = setup->seats < LARGE_TEAM ? TEAM_CHOICES : LARGE_TEAM_CHOICES;
    bool team = bot->slip > 0 && setup->game->won;
    return team ? (bot->slip + choices - 1) / choices : bot->slip;
}

const struct pip_line *pip_bot_choose(const struct pip_bot *bot, const struct pip_setup *setup,
                                      const void *state, int seat, struct pip_mind *mind) {
    int best = 0;
    int32_t most = INT32_MIN, slip = slip_of(bot, setup);
    bot->rank(setup, state, seat, mind);
    for (int i = 0; i < mind->count && slip > 0; i++) {
        int32_t rank = misjudged(mind->candidate[i].rank, slip, &mind->random);
        if (rank > most) {
            most = rank;
            best = i;
        }
    }
    return &mind->candidate[best].line;
}
