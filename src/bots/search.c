/* master: the best candidates by the net are played out under common dice, and the better half goes
 * on, until one is left (sequential halving). In a playout everybody chooses by the net for a few
 * turns, and what the net thinks of where that has led is the result. */
#include "think.h"
#include <string.h>

#define CONTENDERS 16 /* at most */
#define TURNS 2       /* of one playout, and not more than are needed */
#define NODES 60000   /* positions to look at, if nobody says otherwise */
#define MARGIN 250    /* thousandths of the game's unit: who lags more is not tried */

/* Sums over the playouts of one candidate. */
struct contender {
    struct pip_candidate candidate;
    int64_t value, win, rank, squares;
    int32_t samples;
};

struct search {
    struct pip__thinker thinker;
    const void *state;
    int seat;
    uint64_t dice; /* seed of imagined ones */
    struct contender contender[CONTENDERS];
    int count;
};

/* The dice of one playout, one roll after the other. */
struct dice {
    struct pip_seed seed;
    uint32_t number;
};

static pip_move let_fall(void *context, const struct pip__position *now, int turn,
                         const struct pip_chance *chance) {
    struct dice *dice = context;
    (void)now, (void)turn;
    return pip_seed_roll(dice->seed, dice->number++, chance);
}

/* One playout of a contender; its result is added. */
static void play_out(struct search *in, struct contender *c, uint32_t sample) {
    const struct pip_setup *setup = in->thinker.setup;
    struct dice dice = {{in->dice, sample}, 0};
    struct pip__position now;
    struct pip_candidate result;
    memcpy(now.bytes, in->state, setup->game->state_size);
    pip__line_play(setup, now.bytes, in->seat, &c->candidate.line);
    pip__play_on(&in->thinker, &now, in->seat, TURNS, let_fall, &dice);
    pip__value(&in->thinker, now.bytes, in->seat, &result);
    c->value += result.value;
    c->win += result.win;
    c->rank += result.rank;
    c->squares += (int64_t)result.rank * result.rank;
    c->samples++;
}

static int32_t root(int64_t square) {
    int64_t low = 0, high = INT32_MAX;
    while (low < high) {
        int64_t middle = (low + high + 1) / 2;
        if (middle <= square / middle)
            low = middle;
        else
            high = middle - 1;
    }
    return (int32_t)low;
}

/* The means so far. */
static void settle_on(struct contender *c) {
    if (c->samples == 0)
        return;
    int64_t mean = c->rank / c->samples;
    int64_t variance = c->squares / c->samples - mean * mean;
    c->candidate.value = (int32_t)(c->value / c->samples);
    c->candidate.win = (int32_t)(c->win / c->samples);
    c->candidate.rank = (int32_t)mean;
    c->candidate.error = root(variance > 0 ? variance / c->samples : 0);
}

static void sort(struct search *in) {
    for (int i = 1; i < in->count; i++) {
        struct contender moving = in->contender[i];
        int j = i;
        for (; j > 0 && in->contender[j - 1].candidate.rank < moving.candidate.rank; j--)
            in->contender[j] = in->contender[j - 1];
        in->contender[j] = moving;
    }
}

static bool is_enough(const struct pip_mind *mind) {
    return mind->enough && mind->enough(mind->context);
}

/* Halves as often as needed, with the same number of positions looked at in each round. */
static void halve(struct search *in, uint32_t nodes) {
    struct pip_mind *mind = in->thinker.mind;
    int rounds = 0;
    for (int left = in->count; left > 1; left = (left + 1) / 2)
        rounds++;
    uint32_t sample = 0;
    for (int left = in->count, round = 1; left > 1; left = (left + 1) / 2, round++) {
        uint64_t until = (uint64_t)nodes * (unsigned)round / (unsigned)rounds;
        do {
            for (int i = 0; i < left; i++)
                play_out(in, &in->contender[i], sample);
            sample++;
        } while (mind->looked < until && !is_enough(mind));
        for (int i = 0; i < left; i++)
            settle_on(&in->contender[i]);
        int all = in->count;
        in->count = left;
        sort(in);
        in->count = all;
        if (is_enough(mind))
            return;
    }
}

/* The candidates of the mind that have a chance, as contenders. */
static void admit(struct search *in) {
    const struct pip_mind *mind = in->thinker.mind;
    for (int i = 0; i < mind->count && in->count < CONTENDERS; i++) {
        const struct pip_candidate *candidate = &mind->candidate[i];
        if (mind->candidate[0].rank - candidate->rank <= MARGIN)
            in->contender[in->count++] = (struct contender){.candidate = *candidate};
    }
}

void pip__rank_by_search(const struct pip__thinker *thinker, const void *state, int seat) {
    struct pip_mind *mind = thinker->mind;
    struct search in = {.thinker = *thinker, .state = state, .seat = seat};
    in.dice = (uint64_t)pip_random_word(&mind->random) << 32 | pip_random_word(&mind->random);
    pip__rank_by_net(thinker, state, seat);
    admit(&in);
    if (in.count < 2)
        return;
    int count = mind->count;
    halve(&in, mind->nodes ? mind->nodes : NODES);
    for (int i = 0; i < in.count; i++)
        mind->candidate[i] = in.contender[i].candidate;
    mind->count = count;
}
