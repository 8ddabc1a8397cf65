#include "rollout.h"
#include "bots/think.h"
#include "parts.h"
#include <string.h>

#define ROLLS_A_TURN 64 /* so that a turn's dice are the same whatever happened in those before */

/* One playout under way. */
struct playing {
    const struct pip__rollout *rollout;
    struct pip__thinker thinker;
    struct pip_review_room *room;
    uint32_t batch, sample;
    int turn;
    uint32_t number;
    bool begun; /* the first roll has fallen */
    struct pip_worth luck;
};

/* Words for roll number `number` of a playout; the first roll is drawn once for a batch. */
static void draw(const struct playing *p, uint32_t number, uint32_t sample, uint32_t words[4]) {
    const uint32_t counter[4] = {number, sample, p->batch, 0x726f6c6cu};
    const uint32_t key[2] = {(uint32_t)p->rollout->seed, (uint32_t)(p->rollout->seed >> 32)};
    pip_philox(counter, key, words);
}

/* The outcome of one of `parts` (a power of two) equal parts of all words. The few words that would
 * favour an outcome lend theirs from the next. */
static pip_move outcome_in(const struct pip_chance *chance, uint32_t word, uint32_t part,
                           uint32_t parts) {
    pip_move outcome;
    word = (uint32_t)((word + ((uint64_t)part << 32)) / parts);
    while (!pip_chance_from_word(chance, word, &outcome))
        word++;
    return outcome;
}

static struct pip_worth look(struct playing *p, const struct pip__position *now, pip_move outcome) {
    const struct pip_setup *setup = p->rollout->setup;
    struct pip__position rolled = *now;
    struct pip_worth worth[PIP_SEATS_MAX];
    setup->game->apply(setup, rolled.bytes, PIP_CHANCE, outcome);
    pip__judge_rolled(&p->thinker, rolled.bytes, 1u << p->rollout->seat, p->room, worth);
    return worth[p->rollout->seat];
}

static int32_t mean_of(int64_t sum, int64_t weight) {
    return (int32_t)((sum + (sum < 0 ? -weight : weight) / 2) / weight);
}

static void add_luck(struct playing *p, struct pip_worth fell, int64_t value, int64_t win,
                     int64_t weight) {
    p->luck.value += fell.value - mean_of(value, weight);
    p->luck.win += fell.win - mean_of(win, weight);
}

/* Where there are few outcomes all are looked at. What a judge says may depend on what it was asked
 * before, so they are asked in an order that does not depend on which has fallen. */
static pip_move fall_among_all(struct playing *p, const struct pip__position *now,
                               const struct pip_chance *chance, uint32_t word) {
    pip_move fell = outcome_in(chance, word, 0, 1);
    struct pip_worth worth = {0, 0};
    int64_t value = 0, win = 0;
    for (uint32_t i = 0; i < pip_chance_outcomes(chance); i++) {
        struct pip_worth one = look(p, now, (pip_move)i);
        value += (int64_t)pip_chance_weight(chance, (pip_move)i) * one.value;
        win += (int64_t)pip_chance_weight(chance, (pip_move)i) * one.win;
        if (i == fell)
            worth = one;
    }
    add_luck(p, worth, value, win, pip_chance_total(chance));
    return fell;
}

static pip_move fall_among_some(struct playing *p, const struct pip__position *now,
                                const struct pip_chance *chance, const uint32_t words[4]) {
    uint32_t parts = p->rollout->luck, part = words[1] & (parts - 1);
    pip_move fell = 0;
    struct pip_worth worth = {0, 0};
    int64_t value = 0, win = 0;
    for (uint32_t i = 0; i < parts; i++) {
        pip_move outcome = outcome_in(chance, words[0], i, parts);
        struct pip_worth one = look(p, now, outcome);
        value += one.value;
        win += one.win;
        if (i != part)
            continue;
        fell = outcome;
        worth = one;
    }
    add_luck(p, worth, value, win, parts);
    return fell;
}

/* The luck of a stratified first roll adds up to 0 in a batch, so it need not be known. */
static pip_move let_fall(void *context, const struct pip__position *now, int turn,
                         const struct pip_chance *chance) {
    struct playing *p = context;
    uint32_t words[4];
    bool first = !p->begun && !p->rollout->loose;
    p->number = turn == p->turn ? p->number + 1 : (uint32_t)turn * ROLLS_A_TURN;
    p->turn = turn;
    p->begun = true;
    draw(p, p->number, first ? PIP__ROLLOUT_BATCH : p->sample, words);
    if (first)
        return outcome_in(chance, words[0], p->sample, PIP__ROLLOUT_BATCH);
    if (p->rollout->luck == 0)
        return outcome_in(chance, words[0], 0, 1);
    p->room->age++;
    return pip_chance_outcomes(chance) <= p->rollout->luck
               ? fall_among_all(p, now, chance, words[0])
               : fall_among_some(p, now, chance, words);
}

static struct pip_worth play_out(struct playing *p, int line) {
    const struct pip__rollout *rollout = p->rollout;
    struct pip__position now;
    struct pip_candidate result;
    p->turn = -1;
    p->number = 0;
    p->begun = false;
    p->luck = (struct pip_worth){0, 0};
    memcpy(now.bytes, rollout->state, sizeof now.bytes);
    pip__line_play(rollout->setup, now.bytes, rollout->seat, &rollout->line[line]);
    pip__play_on(&p->thinker, &now, rollout->seat, (int)rollout->turns, let_fall, p);
    pip_judge_expert.after(NULL, rollout->setup, now.bytes, rollout->seat, p->thinker.mind,
                           &result);
    return (struct pip_worth){result.value - p->luck.value, result.win - p->luck.win};
}

void pip__rollout_play(const struct pip__rollout *rollout, uint32_t number, struct pip_mind *mind,
                       struct pip_review_room *room, struct pip__rollout_batch *batch) {
    struct playing p = {.rollout = rollout, .room = room, .batch = number};
    p.thinker = (struct pip__thinker){rollout->setup, pip__net_for(rollout->setup, mind), mind};
    for (int line = 0; line < rollout->lines; line++) {
        batch->sum[line] = (struct pip_worth){0, 0};
        for (p.sample = 0; batch->lines >> line & 1 && p.sample < PIP__ROLLOUT_BATCH; p.sample++) {
            struct pip_worth worth = play_out(&p, line);
            batch->sum[line].value += worth.value;
            batch->sum[line].win += worth.win;
        }
    }
}
