#include "easier.h"
#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* ---- States of an expedition, all expeditions alike ---- */

/* The least number of each level, for expeditions without and with their circle marked. */
struct grain {
    int levels[2];
    uint8_t least[LEVELS_MAX];
};
static const struct grain grains[BOUND_GRAINS] = {[BOUND_ROUGH] = {{1, 1}, {1}},
                                                  [BOUND_MIDDLE] = {{1, 2}, {1, 7}},
                                                  [BOUND_FINE] = {{2, 2}, {1, 7}},
                                                  [BOUND_FINEST] = {{3, 3}, {1, 5, 8}}};

static int level_of(const struct grain *grain, int levels, int number) {
    int level = 0;
    while (level + 1 < levels && number >= grain->least[level + 1])
        level++;
    return level;
}

/* Numbers of one level, 10 aside, are one class: the game does not tell them apart. */
static void make_classes(struct pip__easier *e, const struct grain *grain) {
    int levels = grain->levels[1];
    e->classes = levels + 1;
    for (int n = 1; n < LC_HIGHEST; n++)
        e->faces[level_of(grain, levels, n)]++;
    e->faces[levels] = 1;
    for (int set = 1; set < 1 << e->classes; set++) {
        for (int part = set; part; part = (part - 1) & set) { /* inclusion and exclusion */
            float faces = 0;
            for (int k = 0; k < e->classes; k++)
                faces += (float)(part >> k & 1 ? e->faces[k] : 0);
            bool odd = __builtin_popcount((unsigned)(set ^ part)) % 2;
            e->ways[set] += odd ? -faces * faces * faces : faces * faces * faces;
        }
    }
    float others = (float)(LC_COLOURS - e->columns), one = others + 1, two = others + 2;
    e->sets[0] = others * others * others;
    e->sets[1] = one * one * one - e->sets[0];
    e->sets[2] = two * two * two - 2 * one * one * one + e->sets[0];
    e->sets[3] = 6;
}

/* How many levels an expedition has; above the ninth box and below the first there is one. */
static int levels_at(const struct grain *grain, int boxes, int circle) {
    return boxes >= 1 && boxes < LC_BOXES ? grain->levels[circle] : 1;
}

/* One state; `next` has the states with one box more. */
static void make_state(struct pip__easier *e, const struct grain *grain, int boxes, int circle,
                       int level, const uint8_t *next) {
    const struct pip__lc_sheet *sheet = e->sheet;
    int s = e->states++, filled = boxes < LC_BOXES ? boxes : LC_BOXES;
    int levels = grain->levels[1], there = levels_at(grain, boxes + 1, circle);
    e->points[s] =
        (float)((boxes + circle > 0 ? sheet->ladder_expedition[filled] : 0) * (1 + circle) +
                (filled >= sheet->bridge ? sheet->bonus : 0));
    e->above += filled >= sheet->bridge;
    e->boxes[s] = (uint8_t)boxes;
    e->circle[s] = e->accelerated[s] = NONE;
    memset(e->to[s], NONE, sizeof e->to[s]);
    if (boxes > LC_BOXES)
        return;
    for (int k = 0; k < e->classes; k++) {
        int reached = k < levels ? k : levels - 1;
        if (reached >= level)
            e->to[s][k] = next[reached < there ? reached : there - 1];
    }
    e->accelerated[s] = next[level < there ? level : there - 1];
}

static void make_states(struct pip__easier *e, const struct grain *grain) {
    uint8_t next[2][LEVELS_MAX] = {{0}};
    for (int boxes = LC_BOXES + 1; boxes >= 0; boxes--) {
        for (int circle = 1; circle >= 0; circle--) {
            uint8_t here[LEVELS_MAX] = {0};
            for (int level = levels_at(grain, boxes, circle) - 1; level >= 0; level--) {
                here[level] = (uint8_t)e->states;
                make_state(e, grain, boxes, circle, level, next[circle]);
            }
            memcpy(next[circle], here, sizeof here);
        }
    }
    e->circle[e->states - 1] = (uint8_t)(e->states - 2); /* LC3.3: of an empty expedition */
}

/* ---- Ranks of places ---- */

/* rank[i][s]: in how many ways i + 1 expeditions have states below s. */
static void make_ranks(struct pip__easier *e) {
    for (int i = 0; i < LC_COLOURS; i++) {
        for (int s = 0; s <= STATES_MAX; s++) {
            uint64_t ways = 1;
            for (int k = 0; k <= i; k++)
                ways = ways * (uint64_t)(s + k) / (uint64_t)(k + 1);
            e->rank[i][s] = ways;
        }
    }
}

/* ---- What so many boxes have, whichever expeditions they are of ---- */

#define MASKS (1 << LC_COLOURS)

/* Artefacts (or arrows) of an expedition with so many boxes; ten: and its end. */
static int found_in(const struct pip__lc_sheet *sheet, int colour, int boxes,
                    enum pip__lc_box kind) {
    int found = boxes > LC_BOXES && kind == LC_ARTEFACT;
    for (int b = 0; b < boxes && b < LC_BOXES; b++)
        found += sheet->box[colour][b] == kind;
    return found;
}

/* The most or the least that the expeditions can have together if it is open which of them has
 * which of these numbers of boxes: over all ways to hand them out. */
static int found_together(const struct pip__easier *e, const uint8_t *boxes, enum pip__lc_box kind,
                          int sign) {
    int best[MASKS], given[LC_COLOURS], columns = 0;
    for (int c = 0; c < LC_COLOURS; c++) {
        if (e->sheet->given >> c & 1)
            given[columns++] = c;
    }
    best[0] = 0;
    for (int mask = 1; mask < 1 << columns; mask++) {
        int i = __builtin_popcount((unsigned)mask) - 1;
        best[mask] = INT_MIN;
        for (int k = 0; k < columns; k++) {
            if (!(mask >> k & 1))
                continue;
            int with = best[mask ^ 1 << k] + sign * found_in(e->sheet, given[k], boxes[i], kind);
            best[mask] = with > best[mask] ? with : best[mask];
        }
    }
    return sign * best[(1 << columns) - 1];
}

static float most_points(const struct pip__easier *e, int least, int most) {
    const struct pip__lc_sheet *sheet = e->sheet;
    float points = NEVER;
    for (int n = least; n <= most; n++)
        points = larger(
            points, (float)(sheet->ladder_artefacts[n] + (n >= sheet->bridge ? sheet->bonus : 0)));
    return points;
}

static int lesser(int a, int b) {
    return a < b ? a : b;
}

static struct pip__finds find_all(const struct pip__easier *e, const uint8_t *boxes) {
    int bridge = e->sheet->bridge;
    int least = lesser(found_together(e, boxes, LC_ARTEFACT, -1), LC_BOXES),
        most = lesser(found_together(e, boxes, LC_ARTEFACT, 1), LC_BOXES);
    return (struct pip__finds){
        .arrows = found_together(e, boxes, LC_ACCELERATION, 1),
        .over = most_points(e, least > bridge ? least : bridge, most),
        .late = least <= bridge && bridge <= most ? most_points(e, bridge, bridge) : NEVER,
        .exhausted = most_points(e, least, most),
        .exhausted_late = most_points(e, least, lesser(most, bridge - 1))};
}

/* All numbers of boxes, in descending order. */
static bool make_finds(struct pip__easier *e) {
    uint8_t boxes[LC_COLOURS] = {0};
    e->finds = malloc((pip__easier_rank_of_boxes(e, boxes) + 1) * sizeof *e->finds);
    if (!e->finds)
        return false;
    for (;;) {
        int i = e->columns - 1;
        e->finds[pip__easier_rank_of_boxes(e, boxes)] = find_all(e, boxes);
        while (i > 0 && boxes[i] == boxes[i - 1])
            boxes[i--] = 0;
        if (boxes[i] > LC_BOXES)
            return true;
        boxes[i]++;
    }
}

bool pip__easier_make(struct pip__easier *e, enum pip__bound_grain grain) {
    uint8_t boxes[LC_COLOURS];
    e->columns = __builtin_popcount(e->sheet->given);
    memset(boxes, LC_BOXES, sizeof boxes);
    e->arrows = found_together(e, boxes, LC_ACCELERATION, 1);
    make_classes(e, &grains[grain]);
    make_states(e, &grains[grain]);
    make_ranks(e);
    return make_finds(e);
}
