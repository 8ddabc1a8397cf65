#include "rollouts.h"
#include "sim.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define RIVALS 3 /* lines that are played on beside the one that was played */
/* Thousandths of the game's unit: who lags more is not tried, as in search.c. */
#define MARGIN 250

struct run {
    struct pip_review *review;
    const struct rollouts_wish *wish;
    struct rollouts_book book;
    bool *moved; /* of each choice: the best line is another than the judge said */
};

/* What tells a run from others: the game, how it is played on, and what the judge has said. */
static uint64_t mark_of(const struct pip_review *review, const struct rollouts_wish *wish) {
    const struct pip_match *match = review->match;
    const uint64_t how[] = {wish->turns, wish->luck, wish->clear, wish->seed, wish->loose};
    uint64_t mark = pip_state_hash(&match->setup, match->state);
    mark = pip_hash(mark, match->events, match->count * sizeof *match->events);
    mark = pip_hash(mark, how, sizeof how);
    for (uint32_t i = 0; i < review->choices; i++) {
        const struct pip_review_choice *choice = &review->choice[i];
        mark = pip_hash(mark, &choice->best, sizeof choice->best);
        mark = pip_hash(mark, &choice->played, sizeof choice->played);
    }
    return mark;
}

/* ---- One choice ---- */

static bool is_costly(const struct pip_review *review, uint32_t number) {
    const struct pip_review_seat *seat = &review->seat[review->choice[number].seat];
    for (int i = 0; i < PIP_REVIEW_COSTLY; i++) {
        if (seat->costly[i] == number)
            return true;
    }
    return false;
}

static bool is_wanted(const struct run *run, uint32_t number) {
    const struct pip_review_choice *choice = &run->review->choice[number];
    const struct pip_setup *setup = &run->review->match->setup;
    if (choice->rolled.samples > 0 || choice->rank == 0 || choice->count < 2 ||
        choice->steps > PIP_STEPS_MAX || number % run->wish->shards != run->wish->shard)
        return false;
    return is_costly(run->review, number) ||
           (run->wish->above && pip_review_cost(setup, choice) > run->wish->least);
}

/* First what was played, then what the judge likes best, then others that it likes. */
static void line_up(struct run *run, uint32_t number, struct pip__rollout *rollout) {
    struct pip_review *review = run->review;
    const struct pip_review_choice *choice = &review->choice[number];
    struct pip_line played = {(uint8_t)choice->steps, {0}};
    for (int i = 0; i < choice->steps; i++)
        played.step[i] = review->match->events[choice->event + (uint32_t)i].move;
    pip_review_view(review, number, rollout->state);
    rollouts_admit(rollout, &played);
    rollouts_admit(rollout, &choice->line);
    review->judge->rank(review->judge->context, rollout->setup, rollout->state, rollout->seat,
                        &review->mind);
    const struct pip_candidate *candidate = review->mind.candidate;
    for (int i = 0; i < review->mind.count && rollout->lines <= RIVALS; i++) {
        if (candidate[0].rank - candidate[i].rank <= MARGIN)
            rollouts_admit(rollout, &candidate[i].line);
    }
}

/* Playing on is the clearer of the two if its error is small beside what either says. */
static bool is_clearer(const struct pip_setup *setup, const struct pip_review_choice *choice) {
    const struct pip_review_rolled *rolled = &choice->rolled;
    bool by_win = pip_review_by_win(setup);
    int64_t loss = by_win ? rolled->win : rolled->value;
    int64_t error = by_win ? rolled->win_error : rolled->value_error;
    int64_t most = pip_review_nearness(setup), judged = pip_review_cost(setup, choice);
    most = most > judged ? most : judged;
    most = most > llabs(loss) ? most : llabs(loss);
    return 2 * error <= most;
}

static void count_anew(struct run *run, uint32_t number, const struct pip__rollout *rollout,
                       const struct pip__rollout_sums *sums) {
    struct pip_review_choice *choice = &run->review->choice[number];
    struct pip__rollout_difference lost;
    int best = pip__rollout_best(sums);
    pip__rollout_differ(sums, pip__rollout_rival(sums), 0, &lost);
    choice->rolled =
        (struct pip_review_rolled){.samples = sums->batches * PIP__ROLLOUT_BATCH,
                                   .value = lost.value,
                                   .value_error = lost.value_error,
                                   .win = lost.win,
                                   .win_error = lost.win_error,
                                   .judged = {choice->best.value - choice->played.value,
                                              choice->best.win - choice->played.win}};
    choice->rolled.counts = is_clearer(rollout->setup, choice);
    if (!choice->rolled.counts)
        return;
    choice->error = lost.value_error;
    choice->best = choice->played;
    choice->line = rollout->line[best];
    run->moved[number] = best != 1;
    if (best == 0) {
        choice->rank = 0;
        choice->place = choice->ranked ? 1 : 0;
        return;
    }
    choice->best.value += lost.value;
    choice->best.win += lost.win;
}

static void show(const struct run *run, uint32_t number, bool done) {
    if (isatty(STDERR_FILENO) && !done)
        fprintf(stderr, "\rchoice %u of %u is played on   ", number + 1, run->review->choices);
    else if (isatty(STDERR_FILENO))
        fprintf(stderr, "\r%60s\r", "");
}

/* Plays on all that are wanted now; how many, or -1 after reporting. */
static int play_wanted(struct run *run, int *code) {
    struct pip_review *review = run->review;
    int played = 0;
    for (uint32_t i = 0; *code == CLI_OK && i < review->choices; i++) {
        struct pip__rollout_sums sums;
        struct pip__rollout rollout = rollouts_begin(
            run->wish, &review->match->setup, review->choice[i].seat, review->choice[i].event);
        if (!is_wanted(run, i))
            continue;
        show(run, i, false);
        line_up(run, i, &rollout);
        *code = rollouts_play(run->wish, &rollout, &run->book, i, &sums);
        if (*code == CLI_OK)
            count_anew(run, i, &rollout, &sums);
        played++;
    }
    show(run, 0, true);
    return played;
}

/* ---- Splits ---- */

static void split_anew(struct run *run, uint32_t number, uint16_t playouts,
                       struct pip_review_split *split) {
    struct pip_review *review = run->review;
    const struct pip_review_choice *choice = &review->choice[number];
    uint64_t state[PIP_STATE_MAX / 8];
    struct pip_line played = {(uint8_t)choice->steps, {0}};
    for (int i = 0; i < choice->steps; i++)
        played.step[i] = review->match->events[choice->event + (uint32_t)i].move;
    pip_review_view(review, number, state);
    pip_review_versus(&review->match->setup, state, choice->seat, &choice->line, &played,
                      &review->mind, playouts, split);
    split->choice = number;
}

/* Those of the choices that are costly now. */
static void split_costly(struct run *run, uint16_t playouts) {
    struct pip_review *review = run->review;
    struct pip_review_split old[sizeof review->split / sizeof *review->split];
    int count = review->splits;
    memcpy(old, review->split, sizeof old);
    review->splits = 0;
    for (uint32_t i = 0; playouts > 0 && i < review->choices; i++) {
        const struct pip_review_split *known = NULL;
        for (int j = 0; j < count && !run->moved[i]; j++)
            known = old[j].choice == i ? &old[j] : known;
        if (!is_costly(review, i))
            continue;
        struct pip_review_split *split = &review->split[review->splits++];
        if (known)
            *split = *known;
        else if (review->choice[i].steps <= PIP_STEPS_MAX)
            split_anew(run, i, playouts, split);
        else
            *split = (struct pip_review_split){.choice = i};
    }
}

int rollouts_review(struct pip_review *review, const struct rollouts_wish *wish,
                    uint16_t playouts) {
    struct run run = {.review = review, .wish = wish};
    run.moved = calloc(review->choices + 1u, sizeof *run.moved);
    int code = run.moved ? CLI_OK : cli_error(CLI_FAILED, "out of memory");
    if (code == CLI_OK)
        code = rollouts_book_open(&run.book, wish, mark_of(review, wish), review->choices);
    /* where a cost has shrunk another choice is among the costliest */
    while (code == CLI_OK && play_wanted(&run, &code) > 0 && wish->shards == 1)
        pip_review_total(review);
    if (code == CLI_OK && wish->shards == 1)
        split_costly(&run, playouts);
    int closed = rollouts_book_close(&run.book);
    free(run.moved);
    return code == CLI_OK ? closed : code;
}
