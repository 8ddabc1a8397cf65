#include "think.h"
#include <string.h>

#define ODDS_MOST 8 /* log-odds of one who has won */

/* Whether the seats play against each other. */
static bool is_contest(const struct pip_setup *setup) {
    return setup->seats > 1 && !setup->game->won && !setup->game->think->apart;
}

/* Where seats play against each other, winning is what counts, and points are a hint of it. */
static int32_t rank_of(const struct pip_setup *setup, const int32_t told[NET_HEADS]) {
    int64_t points = (int64_t)told[NET_VALUE] * 1000 / NET_ONE;
    if (!is_contest(setup))
        return (int32_t)points;
    return (int32_t)((int64_t)told[NET_WIN] * 1000 / NET_ONE + points / 10);
}

static void value_of_end(const struct pip_setup *setup, const void *state, int seat,
                         struct pip_candidate *c) {
    const struct pip_think *think = setup->game->think;
    c->value = think->target ? think->target(setup, state, seat)
                             : pip_score_total(setup, state, seat) * 1000;
    int32_t told[NET_HEADS] = {(int32_t)((int64_t)c->value * NET_ONE / think->unit), 0};
    if (is_contest(setup)) {
        unsigned winners = pip_score_winners(setup, state);
        int share = winners >> seat & 1 ? PIP_WIN_SURE / __builtin_popcount(winners) : 0;
        c->win = share;
        told[NET_WIN] = ODDS_MOST * NET_ONE / PIP_WIN_SURE * 2 * (share - PIP_WIN_SURE / 2);
    }
    c->rank = rank_of(setup, told);
}

void pip__value(const struct pip__thinker *thinker, const void *state, int seat,
                struct pip_candidate *c) {
    const struct pip_setup *setup = thinker->setup;
    const struct pip_think *think = setup->game->think;
    uint16_t features[PIP_FEATURES_MAX];
    int32_t told[NET_HEADS];
    thinker->mind->looked++;
    c->win = c->error = 0;
    if (setup->game->actor(setup, state) == PIP_ACTORS_OVER) {
        value_of_end(setup, state, seat, c);
        return;
    }
    pip__net_tell(thinker->net, features, think->remark(setup, state, seat, features), told);
    c->value = (int32_t)((int64_t)told[NET_VALUE] * think->unit / NET_ONE);
    if (is_contest(setup))
        c->win = pip__net_chance(told[NET_WIN]);
    c->rank = rank_of(setup, told);
}

const struct pip_line *pip__answer(const struct pip__thinker *thinker, const void *state,
                                   int seat) {
    const struct pip_setup *setup = thinker->setup;
    struct pip_mind *mind = thinker->mind;
    int count = pip__lines(setup, state, seat, mind), best = 0;
    int32_t most = INT32_MIN;
    for (int i = 0; i < count && count > 1; i++) {
        struct pip__position after;
        struct pip_candidate c;
        memcpy(after.bytes, state, setup->game->state_size);
        pip__line_play(setup, after.bytes, seat, &mind->line[i]);
        pip__value(thinker, after.bytes, seat, &c);
        if (c.rank > most) {
            most = c.rank;
            best = i;
        }
    }
    return &mind->line[best];
}

/* The answer that is known, or found now and kept while there is room. */
static const struct pip_line *answer_of(const struct pip__thinker *thinker, const void *state,
                                        int seat, struct pip__answers *answers) {
    const struct pip_think *think = thinker->setup->game->think;
    if (!think->left)
        return pip__answer(thinker, state, seat);
    uint32_t left = think->left(thinker->setup, state);
    for (int i = 0; i < answers->count; i++) {
        if (answers->answer[i].left == left && answers->answer[i].seat == seat)
            return &answers->answer[i].line;
    }
    const struct pip_line *line = pip__answer(thinker, state, seat);
    if (answers->count == PIP__ANSWERS_MAX)
        return line;
    int new = answers->count++;
    answers->answer[new].left = left;
    answers->answer[new].seat = (uint8_t)seat;
    answers->answer[new].line = *line;
    return &answers->answer[new].line;
}

void pip__settle(const struct pip__thinker *thinker, void *state, int seat,
                 struct pip__answers *answers) {
    const struct pip_game *game = thinker->setup->game;
    int turn = game->turn(thinker->setup, state);
    for (;;) {
        pip_actors actors = game->actor(thinker->setup, state);
        if (actors == PIP_ACTORS_OVER || actors == PIP_ACTORS_CHANCE ||
            game->turn(thinker->setup, state) != turn)
            return;
        int who = __builtin_ctz(actors);
        if (who == seat)
            return;
        pip__line_play(thinker->setup, state, who, answer_of(thinker, state, who, answers));
    }
}

void pip__sort(struct pip_mind *mind, int count) {
    int64_t key[PIP_CANDIDATES_MAX]; /* rank, and which it was: the first of equals stays first */
    for (int i = 0; i < count; i++) {
        int64_t moving = (int64_t)mind->candidate[i].rank * 1024 - i;
        int j = i;
        for (; j > 0 && key[j - 1] < moving; j--)
            key[j] = key[j - 1];
        key[j] = moving;
    }
    struct pip_candidate *sorted = mind->sorting;
    for (int i = 0; i < count; i++)
        sorted[i] = mind->candidate[-key[i] & 1023];
    memcpy(mind->candidate, sorted, (size_t)count * sizeof *sorted);
}

/* Where seats play apart, what the others do is all the same: they do something first, so that
 * every line leads to the next roll or to the end of the game. */
static void let_others_go_first(const struct pip_setup *setup, void *state, int seat) {
    const struct pip_game *game = setup->game;
    pip_actors others;
    while ((others = (pip_actors)(game->actor(setup, state) & ~(1u << seat))) != 0 &&
           others != PIP_ACTORS_CHANCE) {
        pip_move moves[PIP_MOVES_MAX];
        int who = __builtin_ctz(others);
        game->legal(setup, state, who, moves);
        game->apply(setup, state, (unsigned)who, moves[0]);
    }
}

static void value_after(const struct pip__thinker *thinker, const void *state, int seat,
                        struct pip_candidate *c, struct pip__answers *answers) {
    struct pip__position after;
    memcpy(after.bytes, state, thinker->setup->game->state_size);
    pip__line_play(thinker->setup, after.bytes, seat, &c->line);
    if (answers)
        pip__settle(thinker, after.bytes, seat, answers);
    pip__value(thinker, after.bytes, seat, c);
}

#define SETTLED 8 /* candidates for which others' answers are looked for */

/* Looks for the others' answers to the best candidates. What these answers cost on average they are
 * taken to cost the rest, too. */
static void count_answers_in(const struct pip__thinker *thinker, const void *state, int seat) {
    struct pip_mind *mind = thinker->mind;
    struct pip__answers answers;
    int settled = mind->count < SETTLED ? mind->count : SETTLED;
    int64_t rank = 0, value = 0, win = 0;
    answers.count = 0;
    for (int i = 0; i < settled; i++) {
        struct pip_candidate *c = &mind->candidate[i], before = *c;
        value_after(thinker, state, seat, c, &answers);
        rank += c->rank - before.rank;
        value += c->value - before.value;
        win += c->win - before.win;
    }
    for (int i = settled; i < mind->count; i++) {
        struct pip_candidate *c = &mind->candidate[i];
        c->rank += (int32_t)(rank / settled);
        c->value += (int32_t)(value / settled);
        c->win += (int32_t)(win / settled);
        c->win = c->win < 0 ? 0 : c->win > PIP_WIN_SURE ? PIP_WIN_SURE : c->win;
    }
    pip__sort(mind, mind->count);
}

void pip__rank_by_net(const struct pip__thinker *thinker, const void *state, int seat) {
    struct pip_mind *mind = thinker->mind;
    struct pip__position before;
    bool apart = thinker->setup->game->think->apart;
    memcpy(before.bytes, state, thinker->setup->game->state_size);
    if (apart)
        let_others_go_first(thinker->setup, before.bytes, seat);
    mind->count = pip__lines(thinker->setup, before.bytes, seat, mind);
    for (int i = 0; i < mind->count; i++) {
        mind->candidate[i].line = mind->line[i];
        value_after(thinker, before.bytes, seat, &mind->candidate[i], NULL);
    }
    pip__sort(mind, mind->count);
    if (is_contest(thinker->setup)) /* a team's net knows what it is to be in the middle */
        count_answers_in(thinker, state, seat);
}
