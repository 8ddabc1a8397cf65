#include "bound.h"
#include "easier.h"
#include "sweep.h"
#include <stdlib.h>
#include <string.h>

#define ROUNDING 0.02 /* more than single precision loses in all turns of a game */

/* ---- Places ---- */

/* When the i-th expedition goes to a smaller state. */
static uint64_t rank_after(const struct pip__easier *e, const uint8_t *place, uint64_t rank, int i,
                           int to) {
    rank -= e->rank[i][place[i]];
    for (; i > 0 && place[i - 1] > to; i--)
        rank += e->rank[i][place[i - 1]] - e->rank[i - 1][place[i - 1]];
    return rank + e->rank[i][to];
}

static const struct pip__finds *finds_of(const struct pip__easier *e, const uint8_t *place) {
    uint8_t boxes[LC_COLOURS];
    for (int i = 0; i < e->columns; i++)
        boxes[i] = e->boxes[place[i]];
    return &e->finds[pip__easier_rank_of_boxes(e, boxes)];
}

static float points_of(const struct pip__easier *e, const uint8_t *place) {
    float points = 0;
    for (int i = 0; i < e->columns; i++)
        points += e->points[place[i]];
    return points;
}

static float dice_points(const struct pip__easier *e, int symbols) {
    return (float)(e->sheet->ladder_dice[symbols] +
                   (symbols >= e->sheet->bridge ? e->sheet->bonus : 0));
}

/* ---- The value of a place ---- */

struct row {
    float lane[LANES];
};

static inline void raise(struct row *a, const struct row *b) {
    for (int i = 0; i < LANES; i++)
        a->lane[i] = larger(a->lane[i], b->lane[i]);
}

/* Whether all expeditions have passed their bridges when the i-th is in another state. */
static bool all_above(const struct pip__easier *e, const uint8_t *place, int i, int to) {
    for (int k = 0; k < e->columns; k++) {
        if ((k == i ? to : place[k]) >= e->above)
            return false;
    }
    return true;
}

/* What the i-th expedition leads to by going to another state, with one acceleration more or not.
 * Where that passes the last bridge the game may be over. */
static void look(const struct pip__easier *e, const uint8_t *place, uint64_t rank, int i, int to,
                 bool accelerated, struct row *row) {
    memcpy(row, e->value[accelerated][rank_after(e, place, rank, i, to)], sizeof *row);
    if (place[i] < e->above || !all_above(e, place, i, to))
        return;
    for (int r = e->sheet->bridge; r < SYMBOLS; r++)
        row->lane[r] = larger(row->lane[r], row->lane[OVER] + dice_points(e, r));
}

static const struct row nothing = {
    {-1e9f, -1e9f, -1e9f, -1e9f, -1e9f, -1e9f, -1e9f, -1e9f, -1e9f, -1e9f}};

/* What each class of numbers is worth in the i-th expedition. */
static void look_at_column(const struct pip__easier *e, const uint8_t *place, uint64_t rank, int i,
                           struct row *best) {
    int s = place[i];
    for (int k = 0; k < e->classes; k++) {
        best[k] = nothing;
        if (e->to[s][k] == NONE)
            continue;
        if (k > 0 && e->to[s][k] == e->to[s][k - 1])
            best[k] = best[k - 1];
        else
            look(e, place, rank, i, e->to[s][k], false, &best[k]);
    }
    if (e->circle[s] != NONE) {
        struct row circle;
        look(e, place, rank, i, e->circle[s], false, &circle);
        raise(&best[e->classes - 1], &circle);
    }
}

/* All that may be rolled: in how many ways, and the best of what is shown, lane by lane. Sums are
 * made in SIDE parts side by side, which the compiler turns into vectors. */
#define SIDE 8
#define ROLLS_MAX (41 * (1 << CLASSES_MAX))
struct rolls {
    int count;
    float ways[ROLLS_MAX], best[SYMBOLS][ROLLS_MAX];
};

static void add_roll(struct rolls *rolls, float ways, const struct row *best) {
    rolls->ways[rolls->count] = ways;
    for (int r = 0; r < SYMBOLS; r++)
        rolls->best[r][rolls->count] = best->lane[r];
    rolls->count++;
}

static void add_colours(const struct pip__easier *e, const struct row *shown, int colours,
                        struct rolls *rolls) {
    struct row best[1 << CLASSES_MAX];
    for (int set = 1; set < 1 << e->classes; set++) {
        int rest = set & (set - 1);
        best[set] = shown[__builtin_ctz((unsigned)set)];
        if (rest)
            raise(&best[set], &best[rest]);
        add_roll(rolls, e->ways[set] * e->sets[colours], &best[set]);
    }
}

/* What the dice add to refusing, on average. */
static float mean_gain(const struct rolls *rolls, int symbols, float refusing) {
    const float *best = rolls->best[symbols];
    float part[SIDE] = {0}, sum = 0;
    for (int i = 0; i < rolls->count; i += SIDE) {
        for (int k = 0; k < SIDE; k++)
            part[k] += rolls->ways[i + k] * larger(best[i + k] - refusing, 0);
    }
    for (int k = 0; k < SIDE; k++)
        sum += part[k];
    return sum / (COLOUR_ROLLS * NUMBER_ROLLS);
}

static void add_together(const struct pip__easier *e, const struct row *a, const struct row *b,
                         struct row *both) {
    for (int k = 0; k < e->classes; k++) {
        both[k] = a[k];
        raise(&both[k], &b[k]);
    }
}

static void list_rolls(const struct pip__easier *e, const uint8_t *place, uint64_t rank,
                       struct rolls *rolls) {
    struct row one[LC_COLOURS][CLASSES_MAX], two[CLASSES_MAX], three[CLASSES_MAX];
    rolls->count = 0;
    for (int a = 0; a < e->columns; a++) {
        if (a > 0 && place[a] == place[a - 1])
            memcpy(one[a], one[a - 1], sizeof *one);
        else
            look_at_column(e, place, rank, a, one[a]);
        add_colours(e, one[a], 1, rolls);
        for (int b = 0; b < a; b++) {
            add_together(e, one[a], one[b], two);
            add_colours(e, two, 2, rolls);
            for (int c = 0; c < b; c++) {
                add_together(e, two, one[c], three);
                add_colours(e, three, 3, rolls);
            }
        }
    }
    while (rolls->count % SIDE)
        add_roll(rolls, 0, &nothing);
}

/* What accelerations lead to, if there can be one to give. */
static struct row lift(const struct pip__easier *e, const uint8_t *place, uint64_t rank,
                       int arrows) {
    struct row best = nothing;
    if (e->used == arrows)
        return best;
    for (int i = 0; i < e->columns; i++) {
        struct row there;
        if (e->accelerated[place[i]] == NONE || (i > 0 && place[i] == place[i - 1]))
            continue;
        look(e, place, rank, i, e->accelerated[place[i]], true, &there);
        raise(&best, &there);
    }
    return best;
}

static void value_place(const struct pip__easier *e, const uint8_t *place) {
    uint64_t rank = pip__easier_rank(e, place);
    const struct pip__finds *finds = finds_of(e, place);
    float *value = e->value[0][rank], points = points_of(e, place);
    bool above = place[e->columns - 1] < e->above;
    if (e->used > finds->arrows)
        return; /* nothing leads here */
    struct row lifted = lift(e, place, rank, finds->arrows);
    struct rolls rolls;
    list_rolls(e, place, rank, &rolls);
    float refusing =
        points + dice_points(e, LC_BOXES) + (above ? finds->exhausted_late : finds->exhausted);
    value[OVER] = larger(points + finds->over, lifted.lane[OVER]);
    for (int r = SYMBOLS - 1; r >= 0; r--) {
        bool late = above && r >= e->sheet->bridge; /* only artefacts are missing */
        if (above && r + 1 == e->sheet->bridge)
            refusing = larger(refusing, points + dice_points(e, r + 1) + finds->over);
        if (late && finds->exhausted_late <= NEVER)
            refusing = NEVER;
        else
            refusing = larger(refusing + mean_gain(&rolls, r, refusing), lifted.lane[r]);
        if (late)
            refusing = larger(refusing, points + dice_points(e, r) + finds->late);
        value[r] = refusing;
    }
}

/* ---- All places: the two smallest heights cut them into blocks ---- */

static uint32_t least_of(const struct pip__easier *e, uint32_t layer) {
    uint32_t last = (uint32_t)e->states - 1;
    return layer > last ? layer - last : 0;
}

/* A layer is the places in which the last two states have one sum. */
static uint32_t blocks_of(void *context, uint32_t layer) {
    const struct pip__easier *e = context;
    return e->columns < 2 ? 1 : layer / 2 - least_of(e, layer) + 1;
}

static void work(void *context, uint32_t layer, uint32_t block) {
    const struct pip__easier *e = context;
    uint8_t place[LC_COLOURS] = {0};
    int last = e->columns - 1, inner = e->columns > 2 ? e->columns - 2 : 0;
    if (last > 0)
        place[last - 1] = (uint8_t)(least_of(e, layer) + block);
    place[last] = (uint8_t)(layer - (last > 0 ? place[last - 1] : 0));
    for (int i = 0; i <= inner;) {
        value_place(e, place);
        for (i = 0; i < inner && place[i] == place[i + 1]; i++)
            place[i] = 0;
        if (i == inner)
            return;
        place[i]++;
    }
}

static uint32_t layers_of(const struct pip__easier *e) {
    return e->columns < 2 ? (uint32_t)e->states : 2 * (uint32_t)e->states - 1;
}

static bool tell(void *context, uint32_t layer) {
    const struct pip__easier *e = context;
    double share = (e->arrows - e->used + (layer + 1.0) / layers_of(e)) / (e->arrows + 1);
    return !e->progress || e->progress(e->context, share);
}

/* ---- Beginning and end ---- */

/* From the most accelerations that can be used down to none. */
static bool sweep_all(struct pip__easier *e, int threads) {
    struct pip__sweep sweep = {layers_of(e), blocks_of, work, tell, e};
    for (e->used = e->arrows; e->used >= 0; e->used--) {
        float(*more)[LANES] = e->value[1];
        e->value[1] = e->value[0];
        e->value[0] = more;
        if (!pip__sweep_run(&sweep, threads))
            return false;
    }
    return true;
}

pip__truth_fault pip__bound_fits(const struct pip_setup *setup) {
    if (strcmp(setup->game->name, "lost-cities") != 0)
        return "only Lost Cities has a bound";
    if (setup->seats != 1)
        return "only games of one seat have a bound";
    return pip__lc_sheet_of(setup)->bridge < LC_BOXES ? NULL : "the bridges are too high for it";
}

pip__truth_fault pip__bound_find(const struct pip_setup *setup, enum pip__bound_grain grain,
                                 int threads, pip__truth_progress *progress, void *context,
                                 double *bound) {
    pip__truth_fault fault = pip__bound_fits(setup);
    struct pip__easier e = {
        .sheet = pip__lc_sheet_of(setup), .progress = progress, .context = context};
    uint8_t start[LC_COLOURS];
    if (fault)
        return fault;
    bool made = pip__easier_make(&e, grain);
    memset(start, e.states - 1, sizeof start);
    uint64_t places = pip__easier_rank(&e, start) + 1;
    for (int i = 0; i < 2; i++)
        e.value[i] = malloc(places * sizeof *e.value[i]);
    if (!made || !e.value[0] || !e.value[1])
        fault = "there is not enough memory";
    else if (!sweep_all(&e, threads))
        fault = "it was given up";
    else
        *bound = (double)e.value[0][places - 1][0] + ROUNDING;
    free(e.finds);
    free(e.value[0]);
    free(e.value[1]);
    return fault;
}
