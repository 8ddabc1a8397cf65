#include "parts.h"
#include <string.h>

void pip__walk_start(struct pip_review_walk *walk, const struct pip_match *match) {
    memset(walk, 0, sizeof *walk);
    match->setup.game->start(&match->setup, walk->now);
}

static bool several(pip_actors actors) {
    return actors != PIP_ACTORS_CHANCE && (actors & (actors - 1u)) != 0;
}

static void play(struct pip_review_walk *walk, const struct pip_match *match) {
    const struct pip_game *game = match->setup.game;
    const struct pip_event *event = &match->events[walk->event];
    pip_actors actors = game->actor(&match->setup, walk->now);
    if (!walk->together && several(actors)) {
        walk->together = actors;
        walk->from = walk->event;
        memcpy(walk->before, walk->now, game->state_size);
    }
    game->apply(&match->setup, walk->now, event->actor, event->move);
    walk->event++;
    if (!(game->actor(&match->setup, walk->now) & walk->together))
        walk->together = 0;
}

void pip__walk_on(struct pip_review_walk *walk, const struct pip_match *match, uint32_t events) {
    while (events-- > 0)
        play(walk, match);
}

/* Those who act at the same time do not see each other's choices, only their own steps. */
void pip__walk_view(const struct pip_review_walk *walk, const struct pip_match *match,
                    struct pip__place *view) {
    const struct pip_game *game = match->setup.game;
    unsigned seat = match->events[walk->event].actor;
    memset(view, 0, sizeof *view);
    memcpy(view->bytes, walk->together ? walk->before : walk->now, game->state_size);
    for (uint32_t i = walk->from; walk->together && i < walk->event; i++) {
        if (match->events[i].actor == seat)
            game->apply(&match->setup, view->bytes, seat, match->events[i].move);
    }
}

void pip_review_view(const struct pip_review *review, uint32_t choice, void *state) {
    struct pip_review_walk walk;
    struct pip__place view;
    pip__walk_start(&walk, review->match);
    pip__walk_on(&walk, review->match, review->choice[choice].event);
    pip__walk_view(&walk, review->match, &view);
    memcpy(state, view.bytes, sizeof view.bytes);
}
