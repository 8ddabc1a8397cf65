#include "parts.h"
#include <string.h>

enum pip_status pip_review_begin(struct pip_review *review, const struct pip_match *match,
                                 const struct pip_judge *judge,
                                 const struct pip_review_wish *wish) {
    uint32_t choices = match->count - match->rolls;
    if (review->room_choices < choices || review->room_rolls < match->rolls)
        return PIP_NO_ROOM;
    review->match = match;
    review->judge = judge;
    review->wish = *wish;
    review->choices = review->rolls = 0;
    review->splits = 0;
    review->stage = PIP_REVIEW_CHOICES;
    review->at = 0;
    review->sample = UINT32_MAX;
    review->over = match->setup.game->actor(&match->setup, match->state) == PIP_ACTORS_OVER;
    review->mind.enough = NULL;
    review->mind.nodes = 0;
    memset(&review->room, 0, sizeof review->room);
    memset(review->end, 0, sizeof review->end);
    memset(review->start, 0, sizeof review->start);
    pip__walk_start(&review->walk, match);
    pip_review_total(review);
    return PIP_OK;
}

static bool is_wanted(const struct pip_review *review, unsigned seat) {
    return review->wish.seats == 0 || review->wish.seats >> seat & 1;
}

static void next_stage(struct pip_review *review) {
    pip_review_total(review);
    review->stage++;
    review->at = 0;
    review->sample = review->stage == PIP_REVIEW_LUCK ? UINT32_MAX : 0;
    pip__walk_start(&review->walk, review->match);
}

/* ---- Choices, and what the judge thinks of the position before each roll ---- */

static void note_roll(struct pip_review *review) {
    const struct pip_setup *setup = &review->match->setup;
    struct pip_chance chance;
    setup->game->chance(setup, review->walk.now, &chance);
    struct pip_review_roll *roll = &review->roll[review->rolls++];
    memset(roll, 0, sizeof *roll);
    roll->event = review->walk.event;
    roll->outcome = review->match->events[review->walk.event].move;
    roll->chance = chance;
    roll->outcomes = pip_chance_outcomes(&chance);
    roll->turn = (uint16_t)setup->game->turn(setup, review->walk.now);
    pip__review_before(review, roll->before);
    memcpy(roll->after, roll->before, sizeof roll->after);
}

/* Where the game is over, what it has brought; else what the judge thinks of it. */
static void note_end(struct pip_review *review) {
    const struct pip_match *match = review->match;
    const struct pip_setup *setup = &match->setup;
    pip_actors winners = pip_match_winners(match);
    for (int i = 0; i < PIP_SEATS_MAX; i++)
        review->end[i] = (struct pip_worth){0, 0};
    pip__review_before(review, review->end);
    for (int seat = 0; review->over && seat < setup->seats; seat++) {
        if (!setup->game->won)
            review->end[seat].value = pip_score_total(setup, match->state, seat) * 1000;
        if (winners && pip__review_contest(setup))
            review->end[seat].win =
                winners >> seat & 1 ? PIP_WIN_SURE / __builtin_popcount(winners) : 0;
        if (setup->game->won)
            review->end[seat].win = setup->game->won(setup, match->state) ? PIP_WIN_SURE : 0;
    }
}

static void step_choices(struct pip_review *review) {
    const struct pip_match *match = review->match;
    struct pip_review_walk *walk = &review->walk;
    if (walk->event == match->count) {
        note_end(review);
        next_stage(review);
        return;
    }
    unsigned actor = match->events[walk->event].actor;
    uint32_t steps = 1;
    if (actor == PIP_CHANCE) {
        note_roll(review);
    } else if (is_wanted(review, actor)) {
        steps = pip__review_choice(review, &review->choice[review->choices]);
        review->choices++;
    }
    pip__walk_on(walk, match, steps);
}

void pip_review_from(struct pip_review *review, uint32_t event) {
    struct pip_review_walk *walk = &review->walk;
    pip__walk_on(walk, review->match, event);
    while (walk->event < review->match->count) {
        unsigned actor = review->match->events[walk->event].actor;
        uint32_t steps = 1;
        if (actor != PIP_CHANCE && is_wanted(review, actor)) {
            steps = pip__review_choice(review, &review->choice[review->choices]);
            review->choices++;
        }
        pip__walk_on(walk, review->match, steps);
    }
    review->stage = PIP_REVIEW_DONE;
}

/* ---- Luck ---- */

static void step_luck(struct pip_review *review) {
    if (review->at == review->rolls) {
        next_stage(review);
        return;
    }
    struct pip_review_roll *roll = &review->roll[review->at];
    pip__walk_on(&review->walk, review->match, roll->event - review->walk.event);
    if (!pip__review_luck(review, roll))
        review->at++;
}

/* ---- Finds ---- */

static void step_finds(struct pip_review *review) {
    if (review->at == review->choices) {
        next_stage(review);
        return;
    }
    struct pip_review_choice *choice = &review->choice[review->at++];
    if (choice->rank > 0 || choice->count < 2)
        return;
    pip__walk_on(&review->walk, review->match, choice->event - review->walk.event);
    pip__review_obvious(review, choice);
}

/* ---- Splits ---- */

/* The costly choices of all seats, in the order of the game. */
static void list_splits(struct pip_review *review) {
    review->splits = 0;
    for (uint32_t i = 0; i < review->choices; i++) {
        const struct pip_review_seat *seat = &review->seat[review->choice[i].seat];
        for (int j = 0; j < PIP_REVIEW_COSTLY; j++) {
            if (seat->costly[j] != i)
                continue;
            struct pip_review_split *split = &review->split[review->splits++];
            memset(split, 0, sizeof *split);
            split->choice = i;
        }
    }
}

static void step_splits(struct pip_review *review) {
    if (review->at == 0 && review->sample == 0)
        list_splits(review);
    if (review->wish.playouts == 0)
        review->splits = 0;
    if ((int)review->at == review->splits) {
        next_stage(review);
        return;
    }
    struct pip_review_split *split = &review->split[review->at];
    uint32_t event = review->choice[split->choice].event;
    pip__walk_on(&review->walk, review->match, event - review->walk.event);
    if (!pip__review_split(review, split))
        review->at++;
}

bool pip_review_step(struct pip_review *review) {
    switch (review->stage) {
    case PIP_REVIEW_CHOICES: step_choices(review); break;
    case PIP_REVIEW_LUCK: step_luck(review); break;
    case PIP_REVIEW_FINDS: step_finds(review); break;
    case PIP_REVIEW_SPLITS: step_splits(review); break;
    case PIP_REVIEW_DONE: return false;
    }
    return review->stage != PIP_REVIEW_DONE;
}

/* Luck is most of the work. */
int pip_review_progress(const struct pip_review *review) {
    static const int begins[] = {0, 100, 750, 800, 1000, 1000};
    int64_t done = 0, all = 1;
    switch (review->stage) {
    case PIP_REVIEW_CHOICES:
        done = review->walk.event;
        all = review->match->count + 1;
        break;
    case PIP_REVIEW_LUCK:
        done = review->at;
        all = review->rolls + 1;
        break;
    case PIP_REVIEW_FINDS:
        done = review->at;
        all = review->choices + 1;
        break;
    case PIP_REVIEW_SPLITS:
        done = (int64_t)review->at * review->wish.playouts + review->sample;
        all = (int64_t)review->splits * review->wish.playouts + 1;
        break;
    case PIP_REVIEW_DONE: break;
    }
    int from = begins[review->stage], to = begins[review->stage + 1];
    return from + (int)((to - from) * done / all);
}
