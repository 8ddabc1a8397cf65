/* All the ways to write a number, as sets of hexes. Paths grow hex by hex, all of one length at a
 * time; where they become too many, the less promising ones are dropped. */
#include "plan.h"

#define GROWN_MAX (ROLLER_PLACEMENTS_MAX * 6) /* each can go on in six directions at most */
#define SLOTS 1024                            /* a power of two above that */

struct growth {
    const struct pip__roller_ground *ground;
    int count;
    struct pip__roller_placement grown[GROWN_MAX];
    uint16_t slot[SLOTS]; /* where to find those that have grown: index + 1 */
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

/* Moves what has grown into `list`; if it is too much, or has reached its end, the best of it, best
 * first. Returns how many. */
static int harvest(struct growth *g, struct pip__roller_placement *list, int room, bool end) {
    int kept = g->count < room ? g->count : room;
    if (end || g->count > room) {
        for (int i = 0; i < g->count; i++) {
            struct pip__roller_placement *grown = &g->grown[i];
            struct pip__roller_seat after =
                pip__roller_with(g->ground->own, grown->hexes, grown->number);
            grown->gain = pip__roller_gain(g->ground, &after);
        }
        sort(g->grown, g->count);
    }
    for (int i = 0; i < kept; i++)
        list[i] = g->grown[i];
    g->count = 0;
    for (int i = 0; i < SLOTS; i++)
        g->slot[i] = 0;
    return kept;
}

static int tip(const struct pip__roller_placement *path) {
    return path->path[path->length - 1];
}

/* Two paths over the same hexes differ only in where they can go on, and at the end not at all. */
static void add(struct growth *g, const struct pip__roller_placement *path, bool end) {
    uint64_t mixed = (path->hexes + (end ? 0 : (uint64_t)tip(path))) * 0x9E3779B97F4A7C15u;
    unsigned at = (unsigned)(mixed >> 54);
    for (; g->slot[at]; at = (at + 1) % SLOTS) {
        const struct pip__roller_placement *other = &g->grown[g->slot[at] - 1];
        if (other->hexes == path->hexes && (end || tip(other) == tip(path)))
            return;
    }
    g->grown[g->count++] = *path;
    g->slot[at] = (uint16_t)g->count;
}

/* RO2.9: one hex further, wherever the rest can still follow. */
static void grow(struct growth *g, const struct pip__roller_placement *path, uint64_t next,
                 int length) {
    uint64_t empty = g->ground->own->empty & ~path->hexes;
    int left = length - path->length;
    next &= empty;
    if (left > 1)
        next = pip__roller_openings(g->ground->sheet, next, empty, left);
    for (; next; next &= next - 1) {
        struct pip__roller_placement longer = *path;
        int hex = __builtin_ctzll(next);
        longer.hexes |= pip__roller_hex(hex);
        longer.path[longer.length++] = (uint8_t)hex;
        add(g, &longer, left == 1);
    }
}

int pip__roller_placements(const struct pip__roller_ground *ground, int number, int last,
                           int length, struct pip__roller_placement *list, int room) {
    const struct pip__roller_sheet *sheet = ground->sheet;
    struct growth g = {.ground = ground};
    struct pip__roller_placement none = {.number = (uint8_t)number};
    grow(&g, &none, pip__roller_next(sheet, ground->own, number, last), length);
    for (int grown = 1; grown < length; grown++) {
        int count = harvest(&g, list, room, false);
        for (int i = 0; i < count; i++)
            grow(&g, &list[i], sheet->neighbours[tip(&list[i])], length);
    }
    return harvest(&g, list, room, true);
}
