/* What a roll was worth: what it leads to under the best play, less the mean of that over all rolls
 * there could have been. That mean is exact, or of outcomes at equal steps of their probability. */
#include "parts.h"
#include <string.h>

#define OUTCOMES_A_STEP 256

void pip__review_before(struct pip_review *review, struct pip_worth *worth) {
    const struct pip_setup *setup = &review->match->setup;
    for (int seat = 0; seat < setup->seats; seat++) {
        struct pip_candidate c;
        review->judge->after(review->judge->context, setup, review->walk.now, seat, &review->mind,
                             &c);
        worth[seat] = (struct pip_worth){c.value, c.win};
    }
}

static void look(struct pip_review *review, pip_move outcome, struct pip_worth *worth) {
    const struct pip_setup *setup = &review->match->setup;
    struct pip__place place;
    memset(&place, 0, sizeof place);
    memcpy(place.bytes, review->walk.now, setup->game->state_size);
    setup->game->apply(setup, place.bytes, PIP_CHANCE, outcome);
    review->judge->rolled(review->judge->context, setup, place.bytes, &review->mind, &review->room,
                          worth);
}

static void count_in(struct pip_review *review, const struct pip_worth *worth, int64_t weight) {
    for (int seat = 0; seat < review->match->setup.seats; seat++) {
        review->sum[seat] += weight * worth[seat].value;
        review->sum_win[seat] += weight * worth[seat].win;
        /* of the difference from the roll that fell, so that squares stay small */
        int64_t off = worth[seat].value - review->roll[review->at].after[seat].value;
        review->squares[seat] += weight * off * off;
    }
    review->weight += weight;
}

static int32_t divided(int64_t sum, int64_t by) {
    return (int32_t)((sum + (sum < 0 ? -by : by) / 2) / by);
}

static void begin(struct pip_review *review, struct pip_review_roll *roll) {
    memset(review->sum, 0, sizeof review->sum);
    memset(review->squares, 0, sizeof review->squares);
    memset(review->sum_win, 0, sizeof review->sum_win);
    review->weight = review->sample = review->outcome = 0;
    review->room.age++;
    look(review, roll->outcome, roll->after);
}

static void end(struct pip_review *review, struct pip_review_roll *roll, bool sampled) {
    for (int seat = 0; seat < review->match->setup.seats; seat++) {
        int64_t n = review->weight, off = review->sum[seat] / n - roll->after[seat].value;
        int64_t variance = review->squares[seat] / n - off * off;
        roll->before[seat].value = divided(review->sum[seat], n);
        roll->before[seat].win = divided(review->sum_win[seat], n);
        roll->error[seat] = sampled && variance > 0 ? pip__review_root(variance / n) : 0;
    }
    roll->looked = sampled ? review->sample : roll->outcomes;
}

/* Outcome by outcome with its weight. */
static bool look_at_all(struct pip_review *review, const struct pip_chance *chance,
                        struct pip_review_roll *roll) {
    struct pip_worth worth[PIP_SEATS_MAX];
    for (int i = 0; i < OUTCOMES_A_STEP && review->outcome < roll->outcomes; i++) {
        pip_move outcome = (pip_move)review->outcome++;
        look(review, outcome, worth);
        count_in(review, worth, pip_chance_weight(chance, outcome));
    }
    return review->outcome < roll->outcomes;
}

/* The middle of each of so many equal parts of all the ways in which the dice can fall. */
static bool look_at_some(struct pip_review *review, const struct pip_chance *chance,
                         uint32_t samples) {
    struct pip_worth worth[PIP_SEATS_MAX];
    uint64_t total = pip_chance_total(chance), passed = 0;
    uint32_t stop = review->sample + OUTCOMES_A_STEP / 8;
    for (uint32_t i = 0; i < review->outcome; i++)
        passed += pip_chance_weight(chance, (pip_move)i);
    while (review->sample < samples && review->sample < stop) {
        uint64_t point = total * (2 * (uint64_t)review->sample + 1) / (2 * (uint64_t)samples);
        while (passed + pip_chance_weight(chance, (pip_move)review->outcome) <= point)
            passed += pip_chance_weight(chance, (pip_move)review->outcome++);
        look(review, (pip_move)review->outcome, worth);
        count_in(review, worth, 1);
        review->sample++;
    }
    return review->sample < samples;
}

bool pip__review_luck(struct pip_review *review, struct pip_review_roll *roll) {
    const struct pip_setup *setup = &review->match->setup;
    uint32_t most = review->wish.outcomes;
    struct pip_chance chance;
    if (review->judge->expected) {
        look(review, roll->outcome, roll->after);
        review->judge->expected(review->judge->context, setup, review->walk.now, roll->before);
        roll->looked = roll->outcomes;
        return false;
    }
    setup->game->chance(setup, review->walk.now, &chance);
    bool sampled = most > 0 && roll->outcomes > most;
    if (review->sample == UINT32_MAX)
        begin(review, roll);
    if (sampled ? look_at_some(review, &chance, most) : look_at_all(review, &chance, roll))
        return true;
    end(review, roll, sampled);
    review->sample = UINT32_MAX;
    return false;
}
