/* How the truth is found: backward induction over the places of the expeditions.
 *
 * One step of an expedition leads up, so a place leads to higher ones. The first expedition cuts
 * the work into groups of shelves, with and without its circle: those of a group do not lead to
 * each other, and what no later group leads to can be given back. Within a group the heights of the
 * other expeditions together are the layers. A block is the rows of a shelf in which only the last
 * expedition differs. */
#include "tables.h"
#include <stdlib.h>
#include <string.h>

/* ---- Rows: the same for every number of dice symbols ---- */

typedef pip__worth lanes __attribute__((vector_size(16)));
struct row {
    lanes part[3]; /* the last three of twelve lanes are idle */
};

static inline lanes larger(lanes a, lanes b) {
    lanes first = a > b;
    return (a & first) | (b & ~first);
}

static inline lanes smaller(lanes a, lanes b) {
    lanes first = a < b;
    return (a & first) | (b & ~first);
}

static inline struct row load(const pip__worth *at) {
    struct row row = {{{0}, {0}, {at[SYMBOLS - 1]}}};
    memcpy(row.part, at, 2 * sizeof(lanes));
    return row;
}

static inline void raise(struct row *row, const struct row *to) {
    for (int i = 0; i < 3; i++)
        row->part[i] = larger(row->part[i], to->part[i]);
}

/* ---- Dice ---- */

#define NUMBERS LC_HIGHEST
#define SETS (1 << PIP__TRUTH_COLUMNS)
#define WEIGHTS (LC_COLOURS * LC_COLOURS * LC_COLOURS * NUMBERS * NUMBERS * NUMBERS)

/* A sorting network for ten, 29 comparisons (Dobbelaere's list). */
static const uint8_t network[][2] = {{0, 8}, {1, 9}, {2, 7}, {3, 5}, {4, 6}, {0, 2}, {1, 4}, {5, 8},
                                     {7, 9}, {0, 3}, {2, 4}, {5, 7}, {6, 9}, {0, 1}, {3, 6}, {8, 9},
                                     {1, 5}, {2, 3}, {4, 8}, {6, 7}, {1, 2}, {3, 5}, {4, 6}, {7, 8},
                                     {2, 3}, {4, 5}, {6, 7}, {3, 4}, {5, 6}};

static inline void sort(struct row *rows) {
    for (size_t i = 0; i < sizeof network / sizeof *network; i++) {
        struct row *a = &rows[network[i][0]], *b = &rows[network[i][1]];
        for (int p = 0; p < 3; p++) {
            lanes low = smaller(a->part[p], b->part[p]);
            b->part[p] = larger(a->part[p], b->part[p]);
            a->part[p] = low;
        }
    }
}

/* In how many ways three colour dice show exactly these of the sheet's expeditions. */
static int ways_of_set(const struct pip__truth *truth, int set) {
    int ways = 0;
    for (int roll = 0; roll < LC_COLOURS * LC_COLOURS * LC_COLOURS; roll++) {
        int shown = 0;
        for (int c = 0; c < truth->columns; c++) {
            int colour = truth->column[c].colour;
            bool shows = roll % LC_COLOURS == colour || roll / LC_COLOURS % LC_COLOURS == colour ||
                         roll / LC_COLOURS / LC_COLOURS == colour;
            shown |= shows << c;
        }
        ways += shown == set;
    }
    return ways;
}

/* ---- One place ---- */

#define GROUPS_MAX (2 * COLUMN_HEIGHTS)

struct filling {
    struct pip__truth *truth;
    bool known;
    int ways[SETS];
    int groups;
    struct {
        uint8_t first, count; /* states of the first expedition */
    } group[GROUPS_MAX];
    uint32_t heights;                    /* of the other expeditions together */
    uint8_t wanted_until[COLUMN_STATES]; /* the last group that leads to this shelf */
    double rows[(PIP__TRUTH_COLUMNS - 1) * (COLUMN_HEIGHTS - 1) + 1]; /* of a shelf, by height */
    double done;                                                      /* rows */
    pip__truth_progress *progress;
    void *context;
    pip__truth_fault fault;
};

/* The row that a place leads to when one expedition takes a step. */
static inline const pip__worth *after(const struct pip__truth *truth, const uint8_t *place,
                                      size_t row, int c, int step) {
    const struct pip__column *column = &truth->column[c];
    int to = column->to[place[c]][step];
    bool arrow = step != STEP_CIRCLE && column->arrow[place[c]];
    pip__worth *const *shelf = arrow ? truth->boost : truth->turn;
    if (c == 0)
        return shelf[to] + row * SYMBOLS;
    return shelf[place[0]] + (row + (size_t)(to - place[c]) * truth->stride[c]) * SYMBOLS;
}

/* What each number is worth in an expedition: best[n - 1]. */
static inline void look_at_column(const struct pip__truth *truth, const uint8_t *place, size_t row,
                                  int c, struct row best[NUMBERS]) {
    const uint8_t *to = truth->column[c].to[place[c]];
    const lanes none = (lanes){0} + PIP__WORTH_NONE;
    for (int n = 0; n < NUMBERS; n++) {
        if (to[n] != COLUMN_NONE)
            best[n] = load(after(truth, place, row, c, n));
        else
            best[n] = (struct row){{none, none, none}};
    }
    if (to[STEP_CIRCLE] != COLUMN_NONE) {
        struct row circle = load(after(truth, place, row, c, STEP_CIRCLE));
        raise(&best[NUMBERS - 1], &circle);
    }
}

/* Three dice show the k-th best of ten, and none better, in 3k(k - 1) + 1 ways, k from the worst;
 * what is worse than refusing is refused. */
static inline int64_t sum_of_draws(const struct row *sorted, int symbols, pip__worth refusing) {
    int64_t sum = 0;
    for (int k = 0; k < NUMBERS; k++) {
        pip__worth value = sorted[k].part[symbols / 4][symbols % 4];
        sum += (int64_t)(3 * k * (k + 1) + 1) * (value > refusing ? value : refusing);
    }
    return sum;
}

static void value_place(const struct filling *f, const uint8_t *place, size_t row) {
    const struct pip__truth *truth = f->truth;
    struct row best[SETS][NUMBERS], sorted[SETS][NUMBERS];
    pip__worth *values = truth->turn[place[0]] + row * SYMBOLS;
    int sets = 1 << truth->columns;
    for (int set = 1; set < sets; set++) {
        int lowest = set & -set, rest = set ^ lowest;
        if (rest == 0) {
            look_at_column(truth, place, row, __builtin_ctz((unsigned)set), best[set]);
        } else {
            for (int n = 0; n < NUMBERS; n++) {
                best[set][n] = best[rest][n];
                raise(&best[set][n], &best[lowest][n]);
            }
        }
        if (f->ways[set] > 0) {
            memcpy(sorted[set], best[set], sizeof *sorted);
            sort(sorted[set]);
        }
    }
    pip__worth refusing = pip__place_points(truth, place, SYMBOLS) * (1 << truth->shift);
    for (int symbols = SYMBOLS - 1; symbols >= 0; symbols--) {
        int64_t sum = (int64_t)f->ways[0] * NUMBERS * NUMBERS * NUMBERS * refusing;
        for (int set = 1; set < sets; set++) {
            if (f->ways[set] > 0)
                sum += f->ways[set] * sum_of_draws(sorted[set], symbols, refusing);
        }
        if (pip__place_over(truth, place, symbols))
            refusing = pip__place_points(truth, place, symbols) * (1 << truth->shift);
        else
            refusing = pip__worth_mean(sum, WEIGHTS);
        values[symbols] = refusing;
    }
}

/* LC4: with an acceleration to give, it is declined or given to one of the expeditions. */
static void boost_place(const struct pip__truth *truth, const uint8_t *place, size_t row) {
    struct row best = load(truth->turn[place[0]] + row * SYMBOLS);
    for (int c = 0; c < truth->columns; c++) {
        if (truth->column[c].to[place[c]][STEP_ACCELERATE] == COLUMN_NONE)
            continue;
        struct row boosted = load(after(truth, place, row, c, STEP_ACCELERATE));
        raise(&best, &boosted);
    }
    memcpy(truth->boost[place[0]] + row * SYMBOLS, &best, SYMBOLS * sizeof(pip__worth));
}

/* ---- Layers and blocks ---- */

static uint32_t prefixes(const struct pip__truth *truth) {
    return truth->columns > 2 ? truth->stride[0] / COLUMN_STATES : 1;
}

static uint32_t blocks(void *context, uint32_t layer) {
    const struct filling *f = context;
    return f->group[layer / f->heights].count * prefixes(f->truth);
}

static void work(void *context, uint32_t layer, uint32_t block) {
    const struct filling *f = context;
    const struct pip__truth *truth = f->truth;
    const struct pip__column *last = &truth->column[truth->columns - 1];
    uint8_t place[PIP__TRUTH_COLUMNS];
    uint32_t row = block % prefixes(truth);
    int height = (int)(f->heights - 1 - layer % f->heights);
    place[0] = (uint8_t)(f->group[layer / f->heights].first + block / prefixes(truth));
    for (int c = truth->columns - 2; c > 0; c--) {
        place[c] = (uint8_t)(row % COLUMN_STATES);
        row /= COLUMN_STATES;
        height -= truth->column[c].height[place[c]];
    }
    if (height < 0 || height >= COLUMN_HEIGHTS)
        return;
    size_t first = (size_t)(block % prefixes(truth)) * COLUMN_STATES;
    int state = truth->columns > 1 ? last->first[height] : 0;
    int end = truth->columns > 1 ? last->first[height + 1] : 1;
    for (; state < end; state++) {
        if (truth->columns > 1)
            place[truth->columns - 1] = (uint8_t)state;
        if (!f->known)
            value_place(f, place, first + (size_t)state);
        boost_place(truth, place, first + (size_t)state);
    }
}

/* ---- Shelves ---- */

static bool set_shelf(pip__worth **shelf, size_t size) {
    if (!*shelf)
        *shelf = malloc(size * sizeof **shelf);
    return *shelf != NULL;
}

/* Shelves for a group; and those that nobody wants any more are given back. */
static bool set_shelves(struct filling *f, int group) {
    struct pip__truth *truth = f->truth;
    for (int i = 0; i < COLUMN_STATES && truth->columns > PIP__TRUTH_KEPT; i++) {
        if (f->wanted_until[i] >= group)
            continue;
        free(truth->turn[i]);
        free(truth->boost[i]);
        truth->turn[i] = truth->boost[i] = NULL;
    }
    for (int i = 0; i < f->group[group].count; i++) {
        int state = f->group[group].first + i;
        if (!set_shelf(&truth->turn[state], pip__truth_shelf(truth)) ||
            !set_shelf(&truth->boost[state], pip__truth_shelf(truth))) {
            f->fault = "there is not enough memory";
            return false;
        }
    }
    return true;
}

static bool done(void *context, uint32_t layer) {
    struct filling *f = context;
    uint32_t group = layer / f->heights;
    f->done += f->group[group].count * f->rows[f->heights - 1 - layer % f->heights];
    if (f->progress && !f->progress(f->context, f->done / COLUMN_STATES / f->truth->stride[0])) {
        f->fault = "it was given up";
        return false;
    }
    bool next = layer % f->heights == f->heights - 1 && (int)group + 1 < f->groups;
    return !next || set_shelves(f, (int)group + 1);
}

/* States of the first expedition, circle marked before not marked, each from above. States of a
 * height are sorted so that those of a group are neighbours. */
static void make_groups(struct filling *f) {
    const struct pip__column *column = &f->truth->column[0];
    for (int circle = 1; circle >= 0; circle--) {
        for (int height = COLUMN_HEIGHTS - 1; height >= 0; height--) {
            int first = column->first[height], end = column->first[height + 1];
            while (first < end && column->circle[first] != circle)
                first++;
            while (first < end && column->circle[end - 1] != circle)
                end--;
            if (first == end)
                continue;
            f->group[f->groups].first = (uint8_t)first;
            f->group[f->groups++].count = (uint8_t)(end - first);
        }
    }
    for (int group = 0; group < f->groups; group++) {
        for (int i = 0; i < f->group[group].count; i++) {
            int state = f->group[group].first + i;
            f->wanted_until[state] = (uint8_t)group;
            for (int step = 0; step < COLUMN_STEPS; step++) {
                int to = column->to[state][step];
                if (to != COLUMN_NONE)
                    f->wanted_until[to] = (uint8_t)group;
            }
        }
    }
}

/* How many rows of a shelf are how high: one column after the other. */
static void count_rows(struct filling *f) {
    f->heights = 1;
    f->rows[0] = 1;
    for (int c = 1; c < f->truth->columns; c++) {
        const uint8_t *first = f->truth->column[c].first;
        f->heights += COLUMN_HEIGHTS - 1;
        for (int high = (int)f->heights - 1; high >= 0; high--) {
            double rows = 0;
            for (int own = 0; own < COLUMN_HEIGHTS && own <= high; own++)
                rows += f->rows[high - own] * (first[own + 1] - first[own]);
            f->rows[high] = rows;
        }
    }
}

pip__truth_fault pip__truth_fill(struct pip__truth *truth, bool known, int threads,
                                 pip__truth_progress *progress, void *context) {
    struct filling f = {.truth = truth, .known = known, .progress = progress, .context = context};
    count_rows(&f);
    for (int set = 0; set < 1 << truth->columns; set++)
        f.ways[set] = ways_of_set(truth, set);
    make_groups(&f);
    struct pip__sweep sweep = {.layers = (uint32_t)f.groups * f.heights,
                               .blocks = blocks,
                               .work = work,
                               .done = done,
                               .context = &f};
    if (set_shelves(&f, 0))
        pip__sweep_run(&sweep, threads);
    return f.fault;
}
