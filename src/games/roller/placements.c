/* All the ways to write a number, as sets of hexes. Paths grow hex by hex, all of one length at a
 * time; where they become too many, the less promising ones are dropped. */
#include "plan.h"

#define GROWN_MAX (ROLLER_PLACEMENTS_MAX * 6) /* each can go on in six directions at most */

struct growth {
    const struct pip__roller_sheet *sheet;
    const struct pip__roller_seat *own;
    int rounds;
    int32_t before; /* value of the board as it is */
    int count;
    struct pip__roller_placement grown[GROWN_MAX];
};

static bool is_better(const struct pip__roller_placement *a,
                      const struct pip__roller_placement *b) {
    return a->gain != b->gain ? a->gain > b->gain : a->hexes < b->hexes;
}

/* Shell's sort: no memory, no recursion, and an order that does not depend on the machine. */
static void sort(struct pip__roller_placement *list, int count) {
    for (int gap = 121; gap > 0; gap /= 3) {
        for (int i = gap; i < count; i++) {
            struct pip__roller_placement moving = list[i];
            int j = i;
            for (; j >= gap && is_better(&moving, &list[j - gap]); j -= gap)
                list[j] = list[j - gap];
            list[j] = moving;
        }
    }
}

/* Values all that have grown and leaves the best in `list`; returns how many. */
static int keep_best(struct growth *g, struct pip__roller_placement *list) {
    for (int i = 0; i < g->count; i++) {
        struct pip__roller_seat after =
            pip__roller_with(g->own, g->grown[i].hexes, g->grown[i].number);
        g->grown[i].gain = pip__roller_board_value(g->sheet, &after, g->rounds) - g->before;
    }
    sort(g->grown, g->count);
    int kept = g->count < ROLLER_PLACEMENTS_MAX ? g->count : ROLLER_PLACEMENTS_MAX;
    for (int i = 0; i < kept; i++)
        list[i] = g->grown[i];
    return kept;
}

/* Two paths over the same hexes differ only in where they can go on, and at the end not at all. */
static bool is_known(const struct growth *g, const struct pip__roller_placement *path, bool end) {
    for (int i = 0; i < g->count; i++) {
        const struct pip__roller_placement *other = &g->grown[i];
        if (other->hexes == path->hexes &&
            (end || other->path[other->length - 1] == path->path[path->length - 1]))
            return true;
    }
    return false;
}

/* RO2.9: one hex further, wherever the rest can still follow. */
static void grow(struct growth *g, const struct pip__roller_placement *path, uint64_t next,
                 int length) {
    uint64_t empty = g->own->empty & ~path->hexes;
    int left = length - path->length;
    for (next = pip__roller_openings(g->sheet, next & empty, empty, left); next; next &= next - 1) {
        struct pip__roller_placement longer = *path;
        int hex = __builtin_ctzll(next);
        longer.hexes |= pip__roller_hex(hex);
        longer.path[longer.length++] = (uint8_t)hex;
        if (!is_known(g, &longer, left == 1))
            g->grown[g->count++] = longer;
    }
}

int pip__roller_placements(const struct pip__roller_sheet *sheet,
                           const struct pip__roller_seat *own, int number, int last, int length,
                           int rounds, struct pip__roller_placement *list) {
    struct growth g = {.sheet = sheet, .own = own, .rounds = rounds};
    struct pip__roller_placement none = {.number = (uint8_t)number};
    int count = 0;
    g.before = pip__roller_board_value(sheet, own, rounds);
    grow(&g, &none, pip__roller_next(sheet, own, number, last), length);
    for (int grown = 1; grown < length; grown++) {
        bool all = g.count <= ROLLER_PLACEMENTS_MAX;
        count = all ? g.count : keep_best(&g, list);
        for (int i = 0; i < count && all; i++)
            list[i] = g.grown[i];
        g.count = 0;
        for (int i = 0; i < count; i++)
            grow(&g, &list[i], sheet->neighbours[list[i].path[grown - 1]], length);
    }
    return keep_best(&g, list);
}
