/* What a choice has cost: its line is found among the candidates by the position that it leads to,
 * and both it and the best one are valued in the same way. */
#include "parts.h"
#include <string.h>

#define RUN_MAX 128 /* steps in which a line is looked for */

static uint64_t mark_of(const struct pip_setup *setup, const struct pip__place *place) {
    return pip_hash(PIP_HASH_START, place->bytes, setup->game->state_size);
}

static void play_line(const struct pip_setup *setup, struct pip__place *place, unsigned seat,
                      const struct pip_line *line) {
    for (int i = 0; i < line->steps; i++)
        setup->game->apply(setup, place->bytes, seat, line->step[i]);
}

uint32_t pip__review_run(const struct pip_review *review, const struct pip__place *view) {
    const struct pip_match *match = review->match;
    const struct pip_game *game = match->setup.game;
    uint32_t first = review->walk.event, at = first;
    unsigned seat = match->events[first].actor;
    struct pip__place now = *view;
    int turn = game->turn(&match->setup, now.bytes);
    while (at < match->count && match->events[at].actor == seat && at - first < RUN_MAX &&
           game->turn(&match->setup, now.bytes) == turn &&
           (game->actor(&match->setup, now.bytes) >> seat & 1)) {
        game->apply(&match->setup, now.bytes, seat, match->events[at].move);
        at++;
    }
    return at - first;
}

/* The candidate that was played: the one that agrees with the longest part of what was, of equals
 * the first; -1 if none does. `steps` is how long that part is. */
static int find_played(const struct pip_review *review, const struct pip__place *view,
                       const struct pip_mind *mind, uint32_t *steps) {
    const struct pip_match *match = review->match;
    unsigned seat = match->events[review->walk.event].actor;
    uint64_t mark[RUN_MAX];
    struct pip__place place = *view;
    uint32_t run = *steps, longest = 0;
    int found = -1;
    for (uint32_t i = 0; i < run; i++) {
        match->setup.game->apply(&match->setup, place.bytes, seat,
                                 match->events[review->walk.event + i].move);
        mark[i] = mark_of(&match->setup, &place);
    }
    for (int c = 0; c < mind->count; c++) {
        place = *view;
        play_line(&match->setup, &place, seat, &mind->candidate[c].line);
        uint64_t led = mark_of(&match->setup, &place);
        for (uint32_t i = run; i > longest; i--) {
            if (mark[i - 1] == led) {
                longest = i;
                found = c;
            }
        }
    }
    if (found >= 0)
        *steps = longest;
    return found;
}

static void value_after(struct pip_review *review, const struct pip__place *place, int seat,
                        struct pip_candidate *worth) {
    review->judge->after(review->judge->context, &review->match->setup, place->bytes, seat,
                         &review->mind, worth);
}

static struct pip_worth worth_of(const struct pip_candidate *candidate) {
    return (struct pip_worth){candidate->value, candidate->win};
}

/* Both lines in the same way; who has found better than the ranking has played the best. */
static void compare(struct pip_review *review, const struct pip__place *view,
                    struct pip_review_choice *choice) {
    const struct pip_match *match = review->match;
    struct pip__place place = *view;
    struct pip_candidate best, played;
    play_line(&match->setup, &place, choice->seat, &choice->line);
    value_after(review, &place, choice->seat, &best);
    place = *view;
    for (uint32_t i = 0; i < choice->steps; i++)
        match->setup.game->apply(&match->setup, place.bytes, choice->seat,
                                 match->events[choice->event + i].move);
    value_after(review, &place, choice->seat, &played);
    choice->rank = best.rank - played.rank;
    choice->best = worth_of(&best);
    choice->played = worth_of(&played);
    if (choice->rank > 0)
        return;
    choice->rank = 0;
    choice->best = choice->played;
    choice->place = choice->ranked ? 1 : 0;
    choice->line.steps = 0;
    for (uint32_t i = 0; i < choice->steps && i < PIP_STEPS_MAX; i++)
        choice->line.step[choice->line.steps++] = match->events[choice->event + i].move;
}

uint32_t pip__review_choice(struct pip_review *review, struct pip_review_choice *choice) {
    const struct pip_match *match = review->match;
    struct pip_mind *mind = &review->mind;
    struct pip__place view;
    pip__walk_view(&review->walk, match, &view);
    uint32_t steps = pip__review_run(review, &view);
    *choice = (struct pip_review_choice){
        .event = review->walk.event,
        .seat = match->events[review->walk.event].actor,
        .turn = (uint16_t)match->setup.game->turn(&match->setup, view.bytes)};
    review->judge->rank(review->judge->context, &match->setup, view.bytes, choice->seat, mind);
    int played = find_played(review, &view, mind, &steps);
    choice->steps = (uint16_t)steps;
    choice->count = (int16_t)mind->count;
    choice->ranked = played >= 0;
    choice->place = (int16_t)(played + 1);
    choice->line = mind->candidate[0].line;
    choice->best = choice->played = worth_of(&mind->candidate[0]);
    if (played != 0)
        compare(review, &view, choice);
    return steps;
}

void pip__review_obvious(struct pip_review *review, struct pip_review_choice *choice) {
    static const char name[] = "greedy";
    const struct pip_match *match = review->match;
    const struct pip_bot *greedy = pip_bot_find((struct pip_span){name, sizeof name - 1});
    struct pip__place view, place;
    struct pip_candidate own, obvious;
    pip__walk_view(&review->walk, match, &view);
    place = view;
    for (uint32_t i = 0; i < choice->steps; i++)
        match->setup.game->apply(&match->setup, place.bytes, choice->seat,
                                 match->events[choice->event + i].move);
    uint64_t mark = mark_of(&match->setup, &place);
    greedy->rank(&match->setup, view.bytes, choice->seat, &review->mind);
    struct pip_line line = review->mind.candidate[0].line;
    value_after(review, &place, choice->seat, &own);
    play_line(&match->setup, &view, choice->seat, &line);
    if (mark_of(&match->setup, &view) == mark)
        return;
    value_after(review, &view, choice->seat, &obvious);
    choice->obvious = own.value - obvious.value;
    choice->obvious_win = own.win - obvious.win;
}
