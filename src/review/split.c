/* What a choice has cost, item by item: the best line and what was played are played on to the end
 * of the game under the same dice, everybody choosing by the net. */
#include "bots/think.h"
#include "parts.h"
#include <string.h>

#define ROLLS_A_TURN 64 /* so that a turn's dice are the same whatever happened in those before */

static void let_act(const struct pip__thinker *thinker, struct pip__position *now, int seat,
                    pip_actors actors) {
    const struct pip_setup *setup = thinker->setup;
    bool ours = actors >> seat & 1;
    int who = ours ? seat : __builtin_ctz(actors);
    if (setup->game->think->apart && !ours) { /* nobody cares what the others do */
        pip_move moves[PIP_MOVES_MAX];
        setup->game->legal(setup, now->bytes, who, moves);
        setup->game->apply(setup, now->bytes, (unsigned)who, moves[0]);
        return;
    }
    struct pip_line line;
    pip__answer(thinker, now->bytes, who, &line);
    pip__line_play(setup, now->bytes, who, &line);
}

static void play_out(const struct pip__thinker *thinker, struct pip__position *now, int seat,
                     struct pip_seed dice) {
    const struct pip_setup *setup = thinker->setup;
    const struct pip_game *game = setup->game;
    int turn = -1;
    uint32_t number = 0;
    for (pip_actors actors; (actors = game->actor(setup, now->bytes)) != PIP_ACTORS_OVER;) {
        if (actors != PIP_ACTORS_CHANCE) {
            let_act(thinker, now, seat, actors);
            continue;
        }
        struct pip_chance chance;
        int now_turn = game->turn(setup, now->bytes);
        number = now_turn == turn ? number + 1 : (uint32_t)now_turn * ROLLS_A_TURN;
        turn = now_turn;
        game->chance(setup, now->bytes, &chance);
        game->apply(setup, now->bytes, PIP_CHANCE, pip_seed_roll(dice, number, &chance));
    }
}

static int32_t won_of(const struct pip_setup *setup, const void *state, int seat) {
    if (setup->game->won)
        return setup->game->won(setup, state) ? PIP_WIN_SURE : 0;
    if (!pip__review_contest(setup))
        return 0;
    unsigned winners = pip_score_winners(setup, state);
    return winners >> seat & 1 ? PIP_WIN_SURE / __builtin_popcount(winners) : 0;
}

/* One pair under the same dice, from where either line has led: the differences are added. */
static void play_pair(const struct pip__thinker *thinker, struct pip__position end[2], int seat,
                      struct pip_seed dice, struct pip_review_sums *sums) {
    const struct pip_setup *setup = thinker->setup;
    struct pip_item items[2][PIP_ITEMS_MAX];
    int64_t total = 0, won = 0;
    for (int line = 0; line < 2; line++) {
        play_out(thinker, &end[line], seat, dice);
        sums->items = setup->game->score(setup, end[line].bytes, seat, items[line]);
        won += (line ? -1 : 1) * won_of(setup, end[line].bytes, seat);
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
        play_pair(&thinker, end, seat, (struct pip_seed){DICE, sample}, &sums);
    }
    end_split(&sums, playouts, split);
}
