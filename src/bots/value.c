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

static void value_of_sum(const struct pip__thinker *thinker, const struct pip__net_sum *sum,
                         struct pip_candidate *c) {
    const struct pip_setup *setup = thinker->setup;
    bool contest = is_contest(setup);
    int32_t told[NET_HEADS];
    pip__net_tell(thinker->net, sum, contest ? NET_HEADS : 1, told);
    c->value = (int32_t)((int64_t)told[NET_VALUE] * setup->game->think->unit / NET_ONE);
    c->win = contest ? pip__net_chance(told[NET_WIN]) : 0;
    c->rank = rank_of(setup, told);
}

static void add_up(const struct pip__thinker *thinker, const void *state, int seat,
                   struct pip__net_sum *sum) {
    uint16_t features[PIP_FEATURES_MAX];
    int count = thinker->setup->game->think->remark(thinker->setup, state, seat, features);
    pip__net_add_up(thinker->net, features, count, sum);
}

/* Whether the game is over, and so how; else what is left to do. */
static bool is_over(const struct pip__thinker *thinker, const void *state, int seat,
                    struct pip_candidate *c) {
    const struct pip_setup *setup = thinker->setup;
    thinker->mind->looked++;
    c->win = c->error = 0;
    if (setup->game->actor(setup, state) != PIP_ACTORS_OVER)
        return false;
    value_of_end(setup, state, seat, c);
    return true;
}

void pip__value(const struct pip__thinker *thinker, const void *state, int seat,
                struct pip_candidate *c) {
    struct pip__net_sum sum;
    if (is_over(thinker, state, seat, c))
        return;
    add_up(thinker, state, seat, &sum);
    value_of_sum(thinker, &sum, c);
}

/* ---- Lines of one seat, all from the same position ---- */

/* Many lines have a step in common: what it changes is added up once. */
#define PARTS_BITS 6
#define PARTS_KEPT (1 << PARTS_BITS)

struct fork {
    const struct pip__thinker *thinker;
    const void *before;
    int seat;
    struct pip_candidate best;
    struct pip__net_sum sum; /* of `before`, if the game can tell changes; and of these */
    int32_t notes[PIP_NOTES];
    uint32_t part[PARTS_KEPT];
    struct pip__net_sum difference[PARTS_KEPT];
};

static void fork_at(const struct pip__thinker *thinker, const void *before, int seat,
                    struct fork *fork) {
    fork->thinker = thinker;
    fork->before = before;
    fork->seat = seat;
    fork->best.rank = INT32_MIN;
    if (!thinker->setup->game->think->parts)
        return;
    memset(fork->notes, 0, sizeof fork->notes);
    memset(fork->part, 0, sizeof fork->part);
    add_up(thinker, before, seat, &fork->sum);
}

static const struct pip__net_sum *difference_of(struct fork *fork, const void *after,
                                                uint32_t part) {
    const struct pip_setup *setup = fork->thinker->setup;
    uint32_t at = part * 0x9E3779B1u >> (32 - PARTS_BITS);
    if (fork->part[at] != part) {
        struct pip_change change;
        setup->game->think->change(setup, fork->before, after, fork->seat, part, &change);
        pip__net_change(fork->thinker->net, &change, &fork->difference[at]);
        fork->part[at] = part;
    }
    return &fork->difference[at];
}

static void value_after(struct fork *fork, const void *after, struct pip_candidate *c) {
    const struct pip_setup *setup = fork->thinker->setup;
    uint32_t parts[PIP_PARTS_MAX];
    if (!setup->game->think->parts) {
        pip__value(fork->thinker, after, fork->seat, c);
    } else if (!is_over(fork->thinker, after, fork->seat, c)) {
        struct pip__net_sum sum = fork->sum;
        int count =
            setup->game->think->parts(setup, fork->before, after, fork->seat, fork->notes, parts);
        for (int i = 0; i < count; i++)
            pip__net_add(&sum, difference_of(fork, after, parts[i]));
        value_of_sum(fork->thinker, &sum, c);
    }
}

static void keep_best(void *context, const struct pip_line *line, const void *after) {
    struct fork *fork = context;
    struct pip_candidate c;
    value_after(fork, after, &c);
    if (c.rank > fork->best.rank) {
        fork->best.rank = c.rank;
        fork->best.line = *line;
    }
}

void pip__answer(const struct pip__thinker *thinker, const void *state, int seat,
                 struct pip_line *line) {
    struct fork fork;
    fork_at(thinker, state, seat, &fork);
    int count = pip__lines(thinker->setup, state, seat, thinker->mind, keep_best, &fork);
    *line = fork.best.line;
    if (count == 1) /* there was nothing to look at */
        thinker->mind->looked--;
}

/* The answer that is known, or found now and kept while there is room. */
static void answer_of(const struct pip__thinker *thinker, const void *state, int seat,
                      struct pip__answers *answers, struct pip_line *line) {
    const struct pip_think *think = thinker->setup->game->think;
    uint32_t left = think->left ? think->left(thinker->setup, state) : 0;
    for (int i = 0; i < answers->count; i++) {
        if (answers->answer[i].left == left && answers->answer[i].seat == seat) {
            *line = answers->answer[i].line;
            return;
        }
    }
    pip__answer(thinker, state, seat, line);
    if (!think->left || answers->count == PIP__ANSWERS_MAX)
        return;
    int new = answers->count++;
    answers->answer[new].left = left;
    answers->answer[new].seat = (uint8_t)seat;
    answers->answer[new].line = *line;
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
        struct pip_line line;
        answer_of(thinker, state, who, answers, &line);
        pip__line_play(thinker->setup, state, who, &line);
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

static void value_settled(const struct pip__thinker *thinker, const void *state, int seat,
                          struct pip_candidate *c, struct pip__answers *answers) {
    struct pip__position after;
    memcpy(after.bytes, state, thinker->setup->game->state_size);
    pip__line_play(thinker->setup, after.bytes, seat, &c->line);
    pip__settle(thinker, after.bytes, seat, answers);
    pip__value(thinker, after.bytes, seat, c);
}

void pip__value_after(const struct pip__thinker *thinker, const void *state, int seat,
                      struct pip_candidate *candidate) {
    const struct pip_setup *setup = thinker->setup;
    struct pip__position after;
    struct pip__answers answers;
    answers.count = 0;
    memcpy(after.bytes, state, setup->game->state_size);
    if (setup->game->think->apart)
        let_others_go_first(setup, after.bytes, seat);
    else if (is_contest(setup))
        pip__settle(thinker, after.bytes, seat, &answers);
    pip__value(thinker, after.bytes, seat, candidate);
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
        value_settled(thinker, state, seat, c, &answers);
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

static void add_candidate(void *context, const struct pip_line *line, const void *after) {
    struct fork *fork = context;
    struct pip_mind *mind = fork->thinker->mind;
    struct pip_candidate *c = &mind->candidate[mind->count++];
    c->line = *line;
    value_after(fork, after, c);
}

void pip__rank_by_net(const struct pip__thinker *thinker, const void *state, int seat) {
    struct pip_mind *mind = thinker->mind;
    struct pip__position before;
    bool apart = thinker->setup->game->think->apart;
    memcpy(before.bytes, state, thinker->setup->game->state_size);
    if (apart)
        let_others_go_first(thinker->setup, before.bytes, seat);
    struct fork fork;
    fork_at(thinker, before.bytes, seat, &fork);
    mind->count = 0;
    pip__lines(thinker->setup, before.bytes, seat, mind, add_candidate, &fork);
    pip__sort(mind, mind->count);
    if (is_contest(thinker->setup)) /* a team's net knows what it is to be in the middle */
        count_answers_in(thinker, state, seat);
}
