/* What a choice has cost, item by item: the best line and what was played are played on to the end
 * of the game under the same dice, everybody choosing by the net. */
#include "bots/think.h"
#include "parts.h"
#include <string.h>

#define ROLLS_A_TURN 64 /* so that a turn's dice are the same whatever happened in those before */

struct dice {
    struct pip_seed seed;
    int turn;
    uint32_t number;
};

static pip_move let_fall(void *context, const struct pip__position *now, int turn,
                         const struct pip_chance *chance) {
    struct dice *dice = context;
    (void)now;
    dice->number = turn == dice->turn ? dice->number + 1 : (uint32_t)turn * ROLLS_A_TURN;
    dice->turn = turn;
    return pip_seed_roll(dice->seed, dice->number, chance);
}

static int32_t won_of(const struct pip_setup *setup, const void *state, int seat) {
    if (setup->game->won)
        return setup->game->won(setup, state) ? PIP_WIN_SURE : 0;
    if (!pip__review_contest(setup))
        return 0;
    unsigned winners = pip_score_winners(setup, state);
    return winners >> seat & 1 ? PIP_WIN_SURE / __builtin_popcount(winners) : 0;
}

/* What all other seats together have, where that matters. */
static int32_t others_of(const struct pip_setup *setup, const void *state, int seat) {
    int32_t sum = 0;
    for (int other = 0; pip__review_contest(setup) && other < setup->seats; other++)
        sum += other == seat ? 0 : pip_score_total(setup, state, other);
    return sum;
}

/* What the lines lead to besides points, where they end. */
static void compare_besides(const struct pip_setup *setup, const struct pip__position end[2],
                            int seat, struct pip_review_split *split) {
    struct pip_item items[2][PIP_BESIDES_MAX];
    if (!setup->game->think->besides)
        return;
    for (int line = 0; line < 2; line++)
        split->besides =
            (uint8_t)setup->game->think->besides(setup, end[line].bytes, seat, items[line]);
    for (int i = 0; i < split->besides; i++) {
        split->beside_name[i] = items[0][i].name;
        split->beside[i] = items[0][i].points - items[1][i].points;
    }
}

/* One pair under the same dice, from where either line has led: the differences are added. */
static void play_pair(const struct pip__thinker *thinker, struct pip__position end[2], int seat,
                      struct pip_seed dice, struct pip_review_sums *sums) {
    const struct pip_setup *setup = thinker->setup;
    struct pip_item items[2][PIP_ITEMS_MAX];
    int64_t total = 0, won = 0, others = 0;
    for (int line = 0; line < 2; line++) {
        struct dice falling = {dice, -1, 0};
        pip__play_on(thinker, &end[line], seat, 0, let_fall, &falling);
        sums->items = setup->game->score(setup, end[line].bytes, seat, items[line]);
        won += (line ? -1 : 1) * won_of(setup, end[line].bytes, seat);
        others += (line ? -1 : 1) * others_of(setup, end[line].bytes, seat);
    }
    for (int i = 0; i < sums->items; i++) {
        int32_t more = items[0][i].points - items[1][i].points;
        sums->item[i] += more;
        sums->item_squares[i] += (int64_t)more * more;
        total += more;
    }
    sums->total += total;
    sums->squares += total * total;
    sums->won += won;
    sums->won_squares += won * won;
    sums->others += others;
    sums->others_squares += others * others;
}

/* The standard error of a mean of n, `unit` times as large. */
static int32_t error_of(int64_t sum, int64_t squares, int64_t n, int64_t unit) {
    if (n < 2)
        return 0;
    int64_t spread = squares * n - sum * sum; /* n^2 times the variance */
    return pip__review_root(spread * unit / (n - 1) * unit / (n * n));
}

static void end_split(const struct pip_review_sums *sums, uint16_t samples,
                      struct pip_review_split *split) {
    int64_t n = samples;
    split->items = (uint8_t)sums->items;
    split->samples = samples;
    split->total = 0;
    for (int i = 0; i < split->items; i++) {
        split->item[i] = (int32_t)(sums->item[i] * 1000 / n);
        split->item_error[i] = error_of(sums->item[i], sums->item_squares[i], n, 1000);
        split->total += split->item[i];
    }
    split->error = error_of(sums->total, sums->squares, n, 1000);
    split->won = (int32_t)(sums->won / n);
    split->won_error = error_of(sums->won, sums->won_squares, n, 1);
    split->others = (int32_t)(sums->others * 1000 / n);
    split->others_error = error_of(sums->others, sums->others_squares, n, 1000);
}

#define DICE 0x7265766965770000u /* seeds of imagined dice begin here */

bool pip__review_split(struct pip_review *review, struct pip_review_split *split) {
    const struct pip_match *match = review->match;
    const struct pip_setup *setup = &match->setup;
    const struct pip_review_choice *choice = &review->choice[split->choice];
    struct pip__thinker thinker = {setup, pip__net_for(setup, &review->mind), &review->mind};
    struct pip_seed dice = {DICE + choice->event, review->sample};
    struct pip__place view;
    struct pip__position end[2];
    if (review->sample == 0)
        memset(&review->sums, 0, sizeof review->sums);
    pip__walk_view(&review->walk, match, &view);
    for (int line = 0; line < 2; line++)
        memcpy(end[line].bytes, view.bytes, sizeof view.bytes);
    pip__line_play(setup, end[0].bytes, choice->seat, &choice->line);
    for (uint32_t i = 0; i < choice->steps; i++)
        setup->game->apply(setup, end[1].bytes, choice->seat,
                           match->events[choice->event + i].move);
    compare_besides(setup, end, choice->seat, split);
    play_pair(&thinker, end, choice->seat, dice, &review->sums);
    if (++review->sample < review->wish.playouts)
        return true;
    end_split(&review->sums, review->wish.playouts, split);
    review->sample = 0;
    return false;
}

void pip_review_versus(const struct pip_setup *setup, const void *state, int seat,
                       const struct pip_line *best, const struct pip_line *other,
                       struct pip_mind *mind, uint16_t playouts, struct pip_review_split *split) {
    struct pip__thinker thinker = {setup, pip__net_for(setup, mind), mind};
    struct pip_review_sums sums;
    memset(&sums, 0, sizeof sums);
    memset(split, 0, sizeof *split);
    for (uint16_t sample = 0; sample < playouts; sample++) {
        struct pip__position end[2];
        for (int line = 0; line < 2; line++) {
            memcpy(end[line].bytes, state, setup->game->state_size);
            pip__line_play(setup, end[line].bytes, seat, line ? other : best);
        }
        compare_besides(setup, end, seat, split);
        play_pair(&thinker, end, seat, (struct pip_seed){DICE, sample}, &sums);
    }
    end_split(&sums, playouts, split);
}
