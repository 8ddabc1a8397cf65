#include "tables.h"
#include <stdlib.h>
#include <string.h>

/* ---- What is asked of a place ---- */

static const struct pip__lc_sheet *sheet_of(const struct pip__truth *truth) {
    return pip__lc_sheet_of(&truth->setup);
}

/* LC5.2: further artefacts have no effect. */
static int artefacts_of(const struct pip__truth *truth, const uint8_t *place) {
    int found = 0;
    for (int c = 0; c < truth->columns; c++)
        found += truth->column[c].artefacts[place[c]];
    return found < LC_BOXES ? found : LC_BOXES;
}

static int bridges_of(const struct pip__truth *truth, const uint8_t *place, int symbols) {
    int bridge = sheet_of(truth)->bridge;
    int passed = (artefacts_of(truth, place) >= bridge) + (symbols >= bridge);
    for (int c = 0; c < truth->columns; c++)
        passed += truth->column[c].bridge[place[c]];
    return passed;
}

/* LC9.4; alone, every bridge is passed in time. */
int32_t pip__place_points(const struct pip__truth *truth, const uint8_t *place, int symbols) {
    const struct pip__lc_sheet *sheet = sheet_of(truth);
    int32_t points = sheet->ladder_artefacts[artefacts_of(truth, place)] +
                     sheet->ladder_dice[symbols] + sheet->bonus * bridges_of(truth, place, symbols);
    for (int c = 0; c < truth->columns; c++)
        points += truth->column[c].points[place[c]];
    return points;
}

/* LC8.1 */
bool pip__place_over(const struct pip__truth *truth, const uint8_t *place, int symbols) {
    return symbols == LC_BOXES || bridges_of(truth, place, symbols) == truth->columns + 2;
}

/* ---- Beginning and end ---- */

static int64_t most_of(const int16_t *ladder) {
    int64_t most = 0;
    for (int i = 0; i <= LC_BOXES; i++) {
        int64_t size = ladder[i] < 0 ? -ladder[i] : ladder[i];
        most = size > most ? size : most;
    }
    return most;
}

/* More points, of either sign, than any sheet can end with. */
static int64_t points_limit(const struct pip__lc_sheet *sheet, int columns) {
    return 2 * columns * most_of(sheet->ladder_expedition) + most_of(sheet->ladder_artefacts) +
           most_of(sheet->ladder_dice) + (columns + 2) * sheet->bonus + 1;
}

static int columns_of(const struct pip_setup *setup) {
    return __builtin_popcount(pip__lc_sheet_of(setup)->given);
}

pip__truth_fault pip__truth_fits(const struct pip_setup *setup) {
    if (strcmp(setup->game->name, "lost-cities") != 0)
        return "only Lost Cities can be solved";
    if (setup->seats != 1)
        return "only games of one seat can be solved";
    return columns_of(setup) > PIP__TRUTH_COLUMNS ? "more than four expeditions cannot be solved"
                                                  : NULL;
}

bool pip__truth_keeps(const struct pip_setup *setup) {
    return columns_of(setup) <= PIP__TRUTH_KEPT;
}

pip__truth_fault pip__truth_begin(const struct pip_setup *setup, struct pip__truth **truth) {
    pip__truth_fault fault = pip__truth_fits(setup);
    const struct pip__lc_sheet *sheet = setup->sheet->data;
    if (fault)
        return fault;
    struct pip__truth *t = calloc(1, sizeof *t);
    if (!t)
        return "there is not enough memory";
    t->setup = *setup;
    for (int colour = 0; colour < LC_COLOURS; colour++) {
        if (!(sheet->given >> colour & 1))
            continue;
        if (!pip__column_explore(setup, colour, &t->column[t->columns++])) {
            free(t);
            return "the rules have steps that the solver does not know";
        }
    }
    t->shift = pip__worth_shift(points_limit(sheet, t->columns));
    uint32_t rows = 1;
    for (int c = t->columns - 1; c > 0; c--) {
        t->stride[c] = rows;
        rows *= COLUMN_STATES;
    }
    t->stride[0] = rows;
    *truth = t;
    return NULL;
}

void pip__truth_release(struct pip__truth *truth) {
    for (int i = 0; truth && i < COLUMN_STATES; i++) {
        free(truth->turn[i]);
        free(truth->boost[i]);
    }
    free(truth);
}

pip__truth_fault pip__truth_solve(const struct pip_setup *setup, int threads,
                                  pip__truth_progress *progress, void *context,
                                  struct pip__truth **truth) {
    pip__truth_fault fault = pip__truth_begin(setup, truth);
    if (fault)
        return fault;
    fault = pip__truth_fill(*truth, false, threads, progress, context);
    if (fault)
        pip__truth_release(*truth);
    return fault;
}

/* ---- Values of positions ---- */

double pip__truth_points(const struct pip__truth *truth, int64_t worth) {
    return (double)worth / (double)(1 << truth->shift);
}

/* LC8.2: a turn writes a circle, a box or an end, or shades a symbol. */
double pip__truth_error(const struct pip__truth *truth) {
    return pip__truth_points(truth, truth->columns * (LC_BOXES + 2) + LC_BOXES) / 2;
}

static size_t row_of(const struct pip__truth *truth, const uint8_t *place) {
    size_t row = 0;
    for (int c = 1; c < truth->columns; c++)
        row += (size_t)place[c] * truth->stride[c];
    return row * SYMBOLS;
}

pip__worth pip__truth_start(const struct pip__truth *truth) {
    return truth->turn[0][0]; /* nothing is lower than an empty expedition */
}

/* Where the seat need not choose among dice. */
static pip__worth value_between(const struct pip__truth *truth, const struct pip__lc_state *s) {
    const struct pip__lc_seat *seat = &s->seat[0];
    uint8_t place[PIP__TRUTH_COLUMNS] = {0};
    if (s->phase == LC_OVER)
        return pip_score_total(&truth->setup, s, 0) * (1 << truth->shift);
    for (int c = 0; c < truth->columns; c++)
        place[c] = (uint8_t)pip__column_of(&truth->column[c], seat);
    pip__worth *const *shelf = s->accelerating ? truth->boost : truth->turn;
    return shelf[place[0]][row_of(truth, place) + seat->count[LC_DICE]];
}

static pip__worth best_of(const struct pip__truth *truth, const struct pip__lc_state *s,
                          pip_move *best) {
    const struct pip_setup *setup = &truth->setup;
    pip_move moves[PIP_MOVES_MAX];
    pip__worth most = PIP__WORTH_NONE;
    int count = setup->game->legal(setup, s, 0, moves);
    for (int i = 0; i < count; i++) {
        struct pip__lc_state after = *s;
        setup->game->apply(setup, &after, 0, moves[i]);
        pip__worth value = value_between(truth, &after);
        if (value > most) {
            most = value;
            *best = moves[i];
        }
    }
    return most;
}

pip__worth pip__truth_value(const struct pip__truth *truth, const void *state) {
    const struct pip__lc_state *s = state;
    pip_move best;
    return s->phase == LC_ACTIVE_CHOOSES ? best_of(truth, s, &best) : value_between(truth, s);
}

pip_move pip__truth_best(const struct pip__truth *truth, const void *state) {
    pip_move best = 0;
    best_of(truth, state, &best);
    return best;
}

pip__worth pip__truth_loss(const struct pip__truth *truth, const void *state,
                           const struct pip_line *line) {
    struct pip__lc_state s;
    memcpy(&s, state, sizeof s);
    for (int i = 0; i < line->steps; i++)
        truth->setup.game->apply(&truth->setup, &s, 0, line->step[i]);
    return pip__truth_value(truth, state) - pip__truth_value(truth, &s);
}
