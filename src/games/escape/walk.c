/* Walks: what the active seat can do with the dice and boxes it has, played by the real rules.
 *
 * Chamber follows chamber, and walks of the same length grow together. Where they are too many,
 * those go on that have gained most for what they cost, of each place some: where it is good to
 * stand is not decided here. Boxes are crossed out only to enter. */
#include "plan.h"
#include <string.h>

#define CHAMBERS_MOST 7 /* of a walk */
#define WALKS_MOST 64   /* of one length */
#define GROWN_MOST 700  /* that these can grow to, before some are left out */
#define NODES_MOST (ES_ROOTS_MOST + CHAMBERS_MOST * WALKS_MOST + GROWN_MOST)
#define SLOTS 2048 /* a power of two */
#define NOBODY 0xffffu

/* A walk: another one, and the steps that lead into one more chamber. */
struct node {
    uint64_t hash; /* of the position, without what follows */
    pip__es_dice left;
    uint32_t used; /* boxes of dash, key, torch and golden mask, a byte each */
    int16_t gain;
    uint16_t parent; /* or NOBODY */
    uint8_t root, place, steps, step[4];
};

struct walks {
    const struct pip_setup *setup;
    const struct pip__es_root *root;
    int seat, count;
    struct node node[NODES_MOST];
    uint16_t slot[SLOTS]; /* node + 1, found by hash */
};

/* ---- Outcomes ---- */

static uint32_t used_boxes(const struct pip__es_state *s) {
    return (uint32_t)(s->used[ES_TRACK_DASH] | s->used[ES_TRACK_KEY] << 8 |
                      s->used[ES_TRACK_TORCH] << 16) |
           (uint32_t)s->used[ES_TRACK_GOLD] << 24;
}

static uint64_t hash_of(const struct pip__es_state *s) {
    struct pip__es_state bare = *s;
    uint64_t word[(sizeof bare + 7) / 8] = {0}, hash = 0x9E3779B97F4A7C15u;
    bare.kept = 0;
    bare.used[ES_TRACK_DASH] = bare.used[ES_TRACK_KEY] = 0;
    bare.used[ES_TRACK_TORCH] = bare.used[ES_TRACK_GOLD] = 0;
    memcpy(word, &bare, sizeof bare);
    for (size_t i = 0; i < sizeof word / sizeof *word; i++) {
        hash = (hash ^ word[i]) * 0xD6E8FEB86659FD93u;
        hash ^= hash >> 32;
    }
    return hash;
}

/* What a walk has gained for its boxes: a rough order, only to leave the worst out. */
static int gain_of(const struct pip__es_state *from, const struct pip__es_state *s) {
    static const int16_t mark[ES_TRACKS] = {350, 250, 200, 250, 250, 250};
    static const int16_t use[ES_TRACKS] = {250, 200, 100, 150, 150, 150};
    int gain = 1000 * (pip__es_gems(s) - pip__es_gems(from)) + 1500 * (s->added - from->added);
    for (int track = 0; track < ES_TRACKS; track++)
        gain += mark[track] * (s->marked[track] - from->marked[track]) -
                use[track] * (s->used[track] - from->used[track]);
    return s->phase == ES_OVER ? INT16_MAX : gain;
}

/* Whether some walk gets to the same with as many dice left and no more boxes. */
static bool is_beaten(const struct walks *w, const struct node *node) {
    for (uint64_t at = node->hash & (SLOTS - 1); w->slot[at]; at = (at + 1) & (SLOTS - 1)) {
        const struct node *other = &w->node[w->slot[at] - 1];
        if (other->hash == node->hash && pip__es_dice_has(other->left, node->left) &&
            pip__es_dice_has(node->used, other->used))
            return true;
    }
    return false;
}

static void add(struct walks *w, const struct node *node) {
    uint64_t at = node->hash & (SLOTS - 1);
    while (w->slot[at])
        at = (at + 1) & (SLOTS - 1);
    w->node[w->count++] = *node;
    w->slot[at] = (uint16_t)w->count;
}

/* ---- Growing ---- */

/* Adds where a walk has got to, with every choice that is due there. */
static void arrive(struct walks *w, const struct pip__es_state *s, const struct node *way) {
    struct node node = *way;
    if (s->phase == ES_AT_JOKER || s->phase == ES_UNLOCKING) {
        pip_move moves[ES_MOVES];
        int count = w->setup->game->legal(w->setup, s, w->seat, moves);
        for (int i = 0; i < count; i++) {
            struct pip__es_state next = *s;
            node.step[way->steps] = (uint8_t)moves[i];
            node.steps = (uint8_t)(way->steps + 1);
            w->setup->game->apply(w->setup, &next, (unsigned)w->seat, moves[i]);
            arrive(w, &next, &node);
        }
        return;
    }
    int gain = gain_of(&w->root[way->root].s, s);
    node.hash = hash_of(s);
    node.left = s->kept;
    node.used = used_boxes(s);
    node.gain = (int16_t)(gain < INT16_MAX ? gain : INT16_MAX);
    node.place = s->seat[w->seat].place;
    if (w->count < NODES_MOST && !is_beaten(w, &node))
        add(w, &node);
}

static bool append(const struct walks *w, struct pip__es_state *s, struct node *node, int move) {
    node->step[node->steps++] = (uint8_t)move;
    return w->setup->game->apply(w->setup, s, (unsigned)w->seat, (pip_move)move) == PIP_OK;
}

/* A chamber for dice, of which the missing ones are made from boxes. */
static void enter(struct walks *w, const struct pip__es_state *s, struct node node, int chamber) {
    pip__es_dice need = pip__es_sheet_of(w->setup)->need[chamber];
    struct pip__es_state next = *s;
    for (int i = 0; i < ES_TEMPORARIES; i++) {
        int symbol = pip__es_temporary[i];
        int lack = pip__es_dice_count(need, symbol) - pip__es_dice_count(s->kept, symbol);
        for (; lack > 0; lack--) {
            if (!append(w, &next, &node, ES_USE + i))
                return;
        }
    }
    if (append(w, &next, &node, ES_ENTER + chamber))
        arrive(w, &next, &node);
}

static void dash(struct walks *w, const struct pip__es_state *s, struct node node, int chamber) {
    struct pip__es_state next = *s;
    if (append(w, &next, &node, ES_DASH + chamber))
        arrive(w, &next, &node);
}

static void grow(struct walks *w, const struct pip__es_state *s, int parent) {
    struct node way = {.parent = (uint16_t)parent, .root = w->node[parent].root};
    uint32_t reach = pip__es_reach(pip__es_sheet_of(w->setup), &s->seat[w->seat]);
    for (; reach && s->phase == ES_EXPLORING; reach &= reach - 1) {
        enter(w, s, way, __builtin_ctz(reach));
        if (pip__es_ready(s, ES_TRACK_DASH) > 0)
            dash(w, s, way, __builtin_ctz(reach));
    }
}

/* The line of a walk; what it leads to goes into `s`. */
static void retrace(const struct walks *w, int number, struct pip_line *line,
                    struct pip__es_state *s) {
    uint16_t way[CHAMBERS_MOST + 1];
    int chambers = 0;
    const struct pip__es_root *root = &w->root[w->node[number].root];
    *line = root->line;
    *s = root->s;
    for (unsigned at = (unsigned)number; at != NOBODY; at = w->node[at].parent)
        way[chambers++] = (uint16_t)at;
    while (chambers > 0) {
        const struct node *node = &w->node[way[--chambers]];
        for (int i = 0; i < node->steps; i++) {
            line->step[line->steps++] = node->step[i];
            w->setup->game->apply(w->setup, s, (unsigned)w->seat, node->step[i]);
        }
    }
}

/* ---- Choosing ---- */

#define GROUPS ((ES_CHAMBERS + ES_SIDES) * ES_ROOTS_MOST)
#define RANKS_MOST 255

/* How many of the walks from `first` on that begin alike and end in the same place have gained
 * more, for each; returns below which rank there are at most `most` of them. */
static int rank(const struct walks *w, int first, int most, uint8_t *rank_of) {
    uint16_t head[GROUPS] = {0}, next[NODES_MOST]; /* number + 1 */
    int of_rank[RANKS_MOST + 1] = {0}, limit = 0;
    for (int i = first; i < w->count; i++) {
        uint16_t *group = &head[w->node[i].place * ES_ROOTS_MOST + w->node[i].root];
        rank_of[i] = 0;
        for (int other = *group; other; other = next[other - 1]) {
            bool better = w->node[other - 1].gain >= w->node[i].gain;
            uint8_t *worse = &rank_of[better ? i : other - 1];
            *worse = (uint8_t)(*worse + (*worse < RANKS_MOST));
        }
        next[i] = *group;
        *group = (uint16_t)(i + 1);
    }
    for (int i = first; i < w->count; i++)
        of_rank[rank_of[i]]++;
    for (; limit < RANKS_MOST && most >= of_rank[limit]; limit++)
        most -= of_rank[limit];
    return limit;
}

/* Leaves out all but the best of the walks from `first` on. */
static void thin_out(struct walks *w, int first) {
    uint8_t rank_of[NODES_MOST];
    int kept = first;
    if (w->count - first <= WALKS_MOST)
        return;
    int limit = rank(w, first, WALKS_MOST, rank_of);
    for (int i = first; i < w->count; i++) {
        if (rank_of[i] < limit)
            w->node[kept++] = w->node[i];
    }
    w->count = kept;
    memset(w->slot, 0, sizeof w->slot);
    for (int i = 0; i < kept; i++) {
        uint64_t at = w->node[i].hash & (SLOTS - 1);
        while (w->slot[at])
            at = (at + 1) & (SLOTS - 1);
        w->slot[at] = (uint16_t)(i + 1);
    }
}

/* Whether another walk has the same outcome for no more boxes: dice that are left are lost. */
static bool is_needless(const struct walks *w, int number) {
    const struct node *node = &w->node[number];
    for (uint64_t at = node->hash & (SLOTS - 1); w->slot[at]; at = (at + 1) & (SLOTS - 1)) {
        int other = w->slot[at] - 1;
        const struct node *same = &w->node[other];
        if (other != number && same->hash == node->hash &&
            pip__es_dice_has(node->used, same->used) &&
            (same->used != node->used || other < number))
            return true;
    }
    return false;
}

static int write(const struct walks *w, struct pip_line *lines, int room) {
    uint8_t rank_of[NODES_MOST];
    int count = 0, limit = rank(w, 0, room, rank_of);
    for (int i = 0; i < w->count && count < room; i++) {
        struct pip__es_state s;
        if (rank_of[i] >= limit || is_needless(w, i))
            continue;
        retrace(w, i, &lines[count], &s);
        if (s.phase != ES_OVER)
            lines[count].step[lines[count].steps++] = ES_END;
        count++;
    }
    return count;
}

int pip__es_walks(const struct pip_setup *setup, const struct pip__es_root *root, int roots,
                  struct pip_line *lines, int room) {
    struct walks w;
    int from = 0;
    w.setup = setup;
    w.root = root;
    w.seat = root->s.active;
    w.count = 0;
    memset(w.slot, 0, sizeof w.slot);
    for (int i = 0; i < roots; i++)
        arrive(&w, &root[i].s, &(struct node){.parent = NOBODY, .root = (uint8_t)i});
    for (int chambers = 0; chambers < CHAMBERS_MOST && from < w.count; chambers++) {
        int end = w.count;
        for (; from < end; from++) {
            struct pip_line line;
            struct pip__es_state s;
            retrace(&w, from, &line, &s);
            grow(&w, &s, from);
        }
        thin_out(&w, end);
    }
    return write(&w, lines, room);
}
