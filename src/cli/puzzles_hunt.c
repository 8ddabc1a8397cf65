#include "puzzles.h"
#include <stdlib.h>
#include <string.h>

#define FOUND_MAX 1024
#define TRIES 2 /* positions of a game that are played out */

struct puzzle_hunt {
    struct pip_match match;
    struct pip_event *events; /* owned, like the next */
    struct pip_event *shown;
    struct pip_match puzzle;
    struct pip_mind mind;
    struct pip_random random[PIP_SEATS_MAX];
    const struct pip_bot *bot[PIP_SEATS_MAX];
    struct puzzle found[FOUND_MAX];
    int count;
    struct puzzle_effort effort;
};

struct puzzle_hunt *puzzle_hunt_open(void) {
    return calloc(1, sizeof(struct puzzle_hunt));
}

void puzzle_hunt_close(struct puzzle_hunt *hunt) {
    if (!hunt)
        return;
    free(hunt->events);
    free(hunt->shown);
    free(hunt);
}

const struct puzzle_effort *puzzle_hunt_effort(const struct puzzle_hunt *hunt) {
    return &hunt->effort;
}

/* ---- A game ---- */

static void to_match(void *context, unsigned actor, pip_move move) {
    struct puzzle_hunt *hunt = context;
    pip_match_play(&hunt->match, actor, move);
}

/* The events that a seat has before it when it chooses: none of those that others choose at the
 * same time. False if it has begun to choose before: a puzzle is a whole choice. */
static bool stands_before(const struct pip_match *match, int seat, uint32_t *events) {
    *events = match->together ? match->together_from : match->count;
    for (uint32_t i = *events; i < match->count; i++) {
        if (match->events[i].actor == seat)
            return false;
    }
    return true;
}

static const struct pip_line *choose(void *context, const void *view, int seat) {
    struct puzzle_hunt *hunt = context;
    const struct pip_setup *setup = &hunt->match.setup;
    struct puzzle *puzzle = &hunt->found[hunt->count];
    uint32_t events;
    hunt->effort.choices++;
    if (hunt->count < FOUND_MAX && stands_before(&hunt->match, seat, &events) &&
        puzzle_judge(setup, view, seat, &hunt->mind, puzzle)) {
        puzzle->events = events;
        hunt->count++;
        hunt->effort.clear++;
    }
    hunt->mind.random = hunt->random[seat];
    const struct pip_line *line = pip_bot_choose(hunt->bot[seat], setup, view, seat, &hunt->mind);
    hunt->random[seat] = hunt->mind.random;
    return line;
}

/* One half plays like the level club, which leads into positions that people know, too. */
static void seat_bots(struct puzzle_hunt *hunt, struct pip_seed seed, int seats) {
    static const char *const level[] = {"club", "expert"};
    for (int seat = 0; seat < seats; seat++) {
        hunt->bot[seat] = pip_bot_find(pip_span_of(level[(seed.game + (unsigned)seat) % 2]));
        hunt->random[seat] = pip_random_init(seed, (uint32_t)seat);
    }
}

static bool start(struct puzzle_hunt *hunt, const struct pip_setup *setup) {
    uint32_t length = setup->game->length(setup);
    free(hunt->events);
    free(hunt->shown);
    hunt->events = malloc(length * sizeof *hunt->events);
    hunt->shown = malloc(length * sizeof *hunt->shown);
    hunt->count = 0;
    return hunt->events && hunt->shown &&
           pip_match_start(&hunt->match, setup, hunt->events, length) == PIP_OK;
}

static int play_game(struct puzzle_hunt *hunt, struct pip_seed seed) {
    const struct pip_setup *setup = &hunt->match.setup;
    struct pip_sim_totals totals = {0};
    uint64_t state[PIP_STATE_MAX / 8];
    struct pip_sim_table table = {
        .setup = setup, .event = to_match, .choose = choose, .context = hunt};
    seat_bots(hunt, seed, setup->seats);
    pip_sim_play_at(&table, seed, state, &totals);
    hunt->effort.games++;
    return setup->game->turn(setup, state);
}

/* ---- What is found in it ---- */

/* The game up to the puzzle; who is to choose is Ada. */
static void show(struct puzzle_hunt *hunt, struct pip_seed seed, const struct puzzle *puzzle) {
    static const char *const name[PIP_SEATS_MAX] = {"Ada", "Ben", "Ruth", "Max",
                                                    "Noa", "Kai", "Eva",  "Tom"};
    const struct pip_match *match = &hunt->match;
    struct pip_match *shown = &hunt->puzzle;
    pip_match_start(shown, &match->setup, hunt->shown, match->capacity);
    shown->dice = PIP_DICE_SEED;
    shown->seed = seed;
    for (int i = 0; i < match->setup.seats; i++)
        strcpy(shown->name[(puzzle->seat + i) % match->setup.seats], name[i]);
    for (uint32_t i = 0; i < puzzle->events; i++)
        pip_match_play(shown, match->events[i].actor, match->events[i].move);
}

static bool is_wanted(const struct puzzle_wish *wish, const struct puzzle *puzzle, int turns) {
    int third = turns > 0 ? puzzle->turn * PUZZLE_THIRDS / turns : 0;
    return (wish->third < 0 || third == wish->third) &&
           (!wish->hard || puzzle_is_hard(&wish->setup, puzzle));
}

/* The one of those that are left that lacks most: it is the likeliest to be confirmed. */
static struct puzzle *take_clearest(struct puzzle_hunt *hunt, const struct pip_setup *setup) {
    int clearest = 0;
    for (int i = 1; i < hunt->count; i++) {
        if (puzzle_counts(setup, hunt->found[i].lacks) >
            puzzle_counts(setup, hunt->found[clearest].lacks))
            clearest = i;
    }
    struct puzzle swap = hunt->found[clearest];
    hunt->found[clearest] = hunt->found[--hunt->count];
    hunt->found[hunt->count] = swap;
    return &hunt->found[hunt->count];
}

const struct pip_match *puzzle_hunt_game(struct puzzle_hunt *hunt, const struct puzzle_wish *wish,
                                         struct pip_seed seed, puzzle_is_new *is_new, void *context,
                                         struct puzzle *puzzle) {
    const struct pip_setup *setup = &wish->setup;
    if (!start(hunt, setup))
        return NULL;
    int turns = play_game(hunt, seed), tries = 0;
    while (hunt->count > 0 && tries < TRIES) {
        struct puzzle *found = take_clearest(hunt, setup);
        uint64_t view[PIP_STATE_MAX / 8];
        if (!is_wanted(wish, found, turns))
            continue;
        show(hunt, seed, found);
        if (!is_new(context, &hunt->puzzle, found))
            continue;
        tries++;
        hunt->effort.tried++;
        pip_match_view(&hunt->puzzle, (unsigned)found->seat, view);
        if (!puzzle_confirm(setup, view, &hunt->mind, wish->playouts, found))
            continue;
        *puzzle = *found;
        return &hunt->puzzle;
    }
    return NULL;
}
