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

/* A line that is compared with what could have been done instead. */
struct run {
    const struct pip_judge *judge;
    const struct pip_setup *setup;
    struct pip_mind *mind;
    struct pip__place view; /* what the seat may know before it */
    uint32_t steps;
    pip_move step[RUN_MAX];
};

static void play_run(const struct run *run, unsigned seat, struct pip__place *place) {
    for (uint32_t i = 0; i < run->steps; i++)
        run->setup->game->apply(run->setup, place->bytes, seat, run->step[i]);
}

/* The candidate that was played: the one that agrees with the longest part of the run, which is cut
 * to that, of equals the first; -1 if none does. */
static int find_played(struct run *run, unsigned seat) {
    const struct pip_setup *setup = run->setup;
    uint64_t mark[RUN_MAX];
    struct pip__place place = run->view;
    uint32_t longest = 0;
    int found = -1;
    for (uint32_t i = 0; i < run->steps; i++) {
        setup->game->apply(setup, place.bytes, seat, run->step[i]);
        mark[i] = mark_of(setup, &place);
    }
    for (int c = 0; c < run->mind->count; c++) {
        place = run->view;
        play_line(setup, &place, seat, &run->mind->candidate[c].line);
        uint64_t led = mark_of(setup, &place);
        for (uint32_t i = run->steps; i > longest; i--) {
            if (mark[i - 1] == led) {
                longest = i;
                found = c;
            }
        }
    }
    if (found >= 0)
        run->steps = longest;
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
static void compare(const struct run *run, struct pip_review_choice *choice) {
    const struct pip_judge *judge = run->judge;
    struct pip__place place = run->view;
    struct pip_candidate best, played;
    play_line(run->setup, &place, choice->seat, &choice->line);
    judge->after(judge->context, run->setup, place.bytes, choice->seat, run->mind, &best);
    place = run->view;
    play_run(run, choice->seat, &place);
    judge->after(judge->context, run->setup, place.bytes, choice->seat, run->mind, &played);
    choice->rank = best.rank - played.rank;
    choice->best = worth_of(&best);
    choice->played = worth_of(&played);
    if (choice->rank > 0)
        return;
    choice->rank = 0;
    choice->best = choice->played;
    choice->place = choice->ranked ? 1 : 0;
    choice->line.steps = 0;
    for (uint32_t i = 0; i < run->steps && i < PIP_STEPS_MAX; i++)
        choice->line.step[choice->line.steps++] = run->step[i];
}

/* What a run costs against the best that its seat could do. */
static void judge_run(struct run *run, struct pip_review_choice *choice) {
    struct pip_mind *mind = run->mind;
    run->judge->rank(run->judge->context, run->setup, run->view.bytes, choice->seat, mind);
    int played = find_played(run, choice->seat);
    choice->steps = (uint16_t)run->steps;
    choice->count = (int16_t)mind->count;
    choice->ranked = played >= 0;
    choice->place = (int16_t)(played + 1);
    choice->line = mind->candidate[0].line;
    choice->best = choice->played = worth_of(&mind->candidate[0]);
    if (played != 0)
        compare(run, choice);
}

uint32_t pip__review_choice(struct pip_review *review, struct pip_review_choice *choice) {
    const struct pip_match *match = review->match;
    struct run run = {.judge = review->judge, .setup = &match->setup, .mind = &review->mind};
    pip__walk_view(&review->walk, match, &run.view);
    run.steps = pip__review_run(review, &run.view);
    for (uint32_t i = 0; i < run.steps; i++)
        run.step[i] = match->events[review->walk.event + i].move;
    *choice = (struct pip_review_choice){
        .event = review->walk.event,
        .seat = match->events[review->walk.event].actor,
        .turn = (uint16_t)match->setup.game->turn(&match->setup, run.view.bytes)};
    judge_run(&run, choice);
    return run.steps;
}

/* A line that ends within its seat's choice goes on as well as it can. */
static void go_on(struct run *run, int seat) {
    const struct pip_setup *setup = run->setup;
    struct pip__place place = run->view;
    int turn = setup->game->turn(setup, place.bytes);
    play_run(run, (unsigned)seat, &place);
    if (!(setup->game->actor(setup, place.bytes) >> seat & 1) ||
        setup->game->turn(setup, place.bytes) != turn)
        return;
    run->judge->rank(run->judge->context, setup, place.bytes, seat, run->mind);
    const struct pip_line *rest = &run->mind->candidate[0].line;
    for (int i = 0; i < rest->steps && run->steps < RUN_MAX; i++)
        run->step[run->steps++] = rest->step[i];
}

void pip_review_line(const struct pip_judge *judge, const struct pip_setup *setup,
                     const void *state, int seat, const struct pip_line *line,
                     struct pip_mind *mind, struct pip_review_choice *choice) {
    struct run run = {.judge = judge, .setup = setup, .mind = mind};
    _Static_assert(PIP_STEPS_MAX <= RUN_MAX, "a line fits");
    memcpy(run.view.bytes, state, setup->game->state_size);
    for (uint32_t done = 0; done < line->steps; done += run.steps) {
        struct pip_review_choice part = {.event = done,
                                         .seat = (uint8_t)seat,
                                         .turn =
                                             (uint16_t)setup->game->turn(setup, run.view.bytes)};
        run.steps = line->steps - done;
        memcpy(run.step, line->step + done, run.steps * sizeof *line->step);
        go_on(&run, seat);
        judge_run(&run, &part);
        if (done == 0 || pip_review_cost(setup, &part) > pip_review_cost(setup, choice))
            *choice = part;
        play_run(&run, (unsigned)seat, &run.view);
    }
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
