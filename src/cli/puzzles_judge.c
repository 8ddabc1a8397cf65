#include "puzzles.h"
#include <string.h>

#define EARLY 64        /* playouts after which much is clear already: ... */
#define EARLY_NO 1      /* ... what is not ahead by so many standard errors is given up, ... */
#define EARLY_YES 3     /* ... and what is by so many is taken */
#define LINES_A_TURN 64 /* of greedy, which may think in parts of a turn */

struct place {
    uint64_t bytes[PIP_STATE_MAX / 8];
};

int32_t puzzle_counts(const struct pip_setup *setup, struct pip_worth worth) {
    return pip_review_by_win(setup) ? worth.win : worth.value;
}

static int32_t near_of(const struct pip_setup *setup) {
    return pip_review_by_win(setup) ? PIP_REVIEW_NEAR_WIN : setup->game->think->unit / 100;
}

int32_t puzzle_clear(const struct pip_setup *setup) {
    return PUZZLE_CLEAR * near_of(setup);
}

bool puzzle_is_hard(const struct pip_setup *setup, const struct puzzle *puzzle) {
    return puzzle_counts(setup, puzzle->greedy) > near_of(setup);
}

static void play(const struct pip_setup *setup, struct place *place, int seat,
                 const struct pip_line *line) {
    for (int i = 0; i < line->steps; i++)
        setup->game->apply(setup, place->bytes, (unsigned)seat, line->step[i]);
}

static struct place after(const struct pip_setup *setup, const void *view, int seat,
                          const struct pip_line *line) {
    struct place place;
    memset(&place, 0, sizeof place);
    memcpy(place.bytes, view, setup->game->state_size);
    play(setup, &place, seat, line);
    return place;
}

/* Whether a seat is still choosing in the turn that a position belongs to. */
static bool goes_on(const struct pip_setup *setup, const struct place *place, int seat, int turn) {
    pip_actors actors = setup->game->actor(setup, place->bytes);
    return actors != PIP_ACTORS_CHANCE && actors >> seat & 1 &&
           setup->game->turn(setup, place->bytes) == turn;
}

static struct pip_worth worth_of(const struct pip_setup *setup, const struct place *place, int seat,
                                 struct pip_mind *mind) {
    struct pip_candidate worth;
    pip_judge_expert.after(NULL, setup, place->bytes, seat, mind, &worth);
    return (struct pip_worth){worth.value, worth.win};
}

static struct place play_greedily(const struct pip_setup *setup, const void *view, int seat,
                                  int turn, struct pip_mind *mind) {
    const struct pip_bot *greedy = pip_bot_find(pip_span_of("greedy"));
    struct place place = after(setup, view, seat, &(struct pip_line){0});
    for (int i = 0; i < LINES_A_TURN && goes_on(setup, &place, seat, turn); i++) {
        greedy->rank(setup, place.bytes, seat, mind);
        play(setup, &place, seat, &mind->candidate[0].line);
    }
    return place;
}

/* What greedy would do lacks. */
static struct pip_worth judge_greedy(const struct pip_setup *setup, const void *view,
                                     const struct puzzle *puzzle, struct pip_mind *mind) {
    struct place best = after(setup, view, puzzle->seat, &puzzle->best);
    struct place other = play_greedily(setup, view, puzzle->seat, puzzle->turn, mind);
    if (memcmp(best.bytes, other.bytes, setup->game->state_size) == 0)
        return (struct pip_worth){0, 0};
    struct pip_worth most = worth_of(setup, &best, puzzle->seat, mind);
    struct pip_worth less = worth_of(setup, &other, puzzle->seat, mind);
    return (struct pip_worth){most.value - less.value, most.win - less.win};
}

bool puzzle_judge(const struct pip_setup *setup, const void *view, int seat, struct pip_mind *mind,
                  struct puzzle *puzzle) {
    pip_judge_expert.rank(NULL, setup, view, seat, mind);
    const struct pip_candidate *best = &mind->candidate[0], *next = &mind->candidate[1];
    if (mind->count < PUZZLE_CANDIDATES)
        return false;
    *puzzle = (struct puzzle){.seat = seat,
                              .turn = setup->game->turn(setup, view),
                              .best = best->line,
                              .next = next->line,
                              .lacks = {best->value - next->value, best->win - next->win}};
    if (puzzle_counts(setup, puzzle->lacks) < puzzle_clear(setup))
        return false;
    struct place first = after(setup, view, seat, &puzzle->best);
    struct place second = after(setup, view, seat, &puzzle->next);
    if (goes_on(setup, &first, seat, puzzle->turn) || goes_on(setup, &second, seat, puzzle->turn))
        return false;
    puzzle->greedy = judge_greedy(setup, view, puzzle, mind);
    return true;
}

static bool is_ahead(const struct pip_setup *setup, const struct pip_review_split *split,
                     int errors) {
    return pip_review_by_win(setup) ? split->won > errors * split->won_error
                                    : split->total > errors * split->error;
}

bool puzzle_confirmed(const struct pip_setup *setup, const struct pip_review_split *split) {
    return is_ahead(setup, split, PUZZLE_ERRORS);
}

bool puzzle_confirm(const struct pip_setup *setup, const void *view, struct pip_mind *mind,
                    uint16_t playouts, struct puzzle *puzzle) {
    if (playouts > EARLY) {
        pip_review_versus(setup, view, puzzle->seat, &puzzle->best, &puzzle->next, mind, EARLY,
                          &puzzle->split);
        if (!is_ahead(setup, &puzzle->split, EARLY_NO))
            return false;
        if (is_ahead(setup, &puzzle->split, EARLY_YES))
            return true;
    }
    pip_review_versus(setup, view, puzzle->seat, &puzzle->best, &puzzle->next, mind, playouts,
                      &puzzle->split);
    return puzzle_confirmed(setup, &puzzle->split);
}
