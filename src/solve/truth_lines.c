#include "bots/think.h"
#include "truth.h"
#include <stdlib.h>

struct finding {
    const struct pip_setup *setup;
    struct pip__truth *truth; /* NULL: every line must end the game */
    struct pip__truth_line *lines;
    int count;
    bool open; /* some line does not end it */
};

static void add_line(void *context, const struct pip_line *line, const void *after) {
    struct finding *in = context;
    struct pip__truth_line *new = &in->lines[in->count++];
    new->line = *line;
    if (in->truth)
        new->points = pip__truth_points(in->truth, pip__truth_value(in->truth, after));
    else
        new->points = pip_score_total(in->setup, after, 0);
    in->open |= in->setup->game->actor(in->setup, after) != PIP_ACTORS_OVER;
}

static int by_points(const void *a, const void *b) {
    const struct pip__truth_line *x = a, *y = b;
    return x->points < y->points ? 1 : x->points > y->points ? -1 : 0;
}

pip__truth_fault pip__truth_lines(const struct pip_setup *setup, const void *state, int threads,
                                  struct pip__truth_line *lines, int *count) {
    static struct pip_mind mind;
    struct finding in = {.setup = setup, .lines = lines};
    if (setup->seats > 1 || setup->game->actor(setup, state) != 1)
        return "only a choice of one who plays alone can be solved";
    if (!pip__truth_fits(setup) && pip__truth_keeps(setup)) {
        pip__truth_fault fault = pip__truth_solve(setup, threads, NULL, NULL, &in.truth);
        if (fault)
            return fault;
    }
    pip__lines_all(setup, state, 0, &mind, add_line, &in);
    qsort(lines, (size_t)in.count, sizeof *lines, by_points);
    bool known = in.truth || !in.open;
    pip__truth_release(in.truth);
    *count = in.count;
    return known ? NULL : "on such a sheet only the last choice of a game can be solved";
}
