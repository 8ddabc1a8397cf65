/* What a seat can do in Escape: whole lines of steps up to the next roll, somebody else's choice or
 * the next turn. Every step is made by the real rules.
 *
 * Not every line that the rules allow is among them: of walks only the promising ones (walk.c), a
 * dash before a roll only where it may help that roll, and a map that has everything is completed
 * at once. */
#include "plan.h"
#include <string.h>

#define LINES_MOST 240

struct search {
    const struct pip_setup *setup;
    int seat, turn;
    struct pip_line *lines;
    int count, room;
    struct pip__es_root root[ES_ROOTS_MOST];
    int roots;
    uint64_t hash[LINES_MOST]; /* of the outcomes of the lines */
};

static void grow(struct search *f, const struct pip__es_root *g);

static uint64_t hash_of(const struct pip__es_state *s) {
    uint64_t word[(sizeof *s + 7) / 8] = {0}, hash = 0x9E3779B97F4A7C15u;
    memcpy(word, s, sizeof *s);
    for (size_t i = 0; i < sizeof word / sizeof *word; i++) {
        hash = (hash ^ word[i]) * 0xD6E8FEB86659FD93u;
        hash ^= hash >> 32;
    }
    return hash;
}

/* A line that is whole, if its outcome is new. */
static void finish(struct search *f, const struct pip__es_root *g) {
    uint64_t hash = hash_of(&g->s);
    for (int i = 0; i < f->count; i++) {
        if (f->hash[i] == hash)
            return;
    }
    if (f->count < f->room) {
        f->hash[f->count] = hash;
        f->lines[f->count++] = g->line;
    }
}

/* ---- Steps ---- */

static bool goes_on(const struct search *f, const struct pip__es_state *s) {
    bool chance = s->phase == ES_DICE_ROLL || s->phase == ES_EXTRA_ROLL;
    return !chance && s->phase != ES_OVER && s->acting == f->seat && s->turn == f->turn;
}

static void try_step(struct search *f, const struct pip__es_root *g, pip_move move) {
    struct pip__es_root next = *g;
    if (next.line.steps == ES_ROOT_STEPS ||
        f->setup->game->apply(f->setup, &next.s, (unsigned)f->seat, move) != PIP_OK)
        return;
    next.line.step[next.line.steps++] = move;
    if (goes_on(f, &next.s))
        grow(f, &next);
    else
        finish(f, &next);
}

static void try_all(struct search *f, const struct pip__es_root *g) {
    pip_move moves[ES_MOVES];
    int count = f->setup->game->legal(f->setup, &g->s, f->seat, moves);
    for (int i = 0; i < count; i++)
        try_step(f, g, moves[i]);
}

/* Whether to be in that chamber early may help: a heal or reroll of this turn, or the way out. */
static bool is_urgent(const struct search *f, const struct pip__es_state *s, int chamber) {
    int action = pip__es_sheet_of(f->setup)->action[chamber];
    if (action == ES_EXIT)
        return pip__es_gems(s) >= pip__es_goal(f->setup);
    bool helps = action == ES_TRACK_REROLL || action == ES_JOKER_ACTION ||
                 (action == ES_TRACK_HEAL && !s->begun && pip__es_cursed(s) > 0);
    return helps && !(s->seat[f->seat].crossed >> chamber & 1);
}

static void before_roll(struct search *f, const struct pip__es_root *g) {
    pip_move moves[ES_MOVES];
    int count = pip__es_legal_before_roll(f->setup, &g->s, moves);
    for (int i = 0; i < count; i++) {
        if (moves[i] <= ES_ROLL || is_urgent(f, &g->s, moves[i] - ES_DASH))
            try_step(f, g, moves[i]);
    }
}

/* A map that has everything is completed before anything else: waiting gains nothing. */
static void complete(struct search *f, const struct pip__es_root *g) {
    const struct pip__es_seat *own = &g->s.seat[f->seat];
    pip_move moves[ES_MOVES];
    int count = f->setup->game->legal(f->setup, &g->s, f->seat, moves);
    for (int i = 0; i < count && moves[i] != ES_LEAVE; i++) {
        int map = moves[i] - ES_COMPLETE;
        uint8_t gem = pip__es_sheet_of(f->setup)->map[map].gem;
        if ((own->map[map] & gem) == gem) {
            try_step(f, g, moves[i]);
            return;
        }
    }
    for (int i = 0; i < count; i++)
        try_step(f, g, moves[i]);
}

static void grow(struct search *f, const struct pip__es_root *g) {
    if (g->s.phase == ES_EXPLORING) {
        if (f->roots < ES_ROOTS_MOST)
            f->root[f->roots++] = *g;
    } else if (g->s.phase == ES_BEFORE_ROLL) {
        before_roll(f, g);
    } else if (g->s.phase == ES_COMPLETING) {
        complete(f, g);
    } else {
        try_all(f, g);
    }
}

int pip__es_lines(const struct pip_setup *setup, const void *state, int seat,
                  struct pip_line *lines, int room) {
    struct pip__es_root whole = {.line = {0}};
    struct search f;
    memcpy(&whole.s, state, sizeof whole.s);
    f.setup = setup;
    f.seat = seat;
    f.turn = whole.s.turn;
    f.lines = lines;
    f.room = room < LINES_MOST ? room : LINES_MOST;
    f.count = f.roots = 0;
    grow(&f, &whole);
    if (f.roots > 0)
        f.count += pip__es_walks(setup, f.root, f.roots, lines + f.count, f.room - f.count);
    return f.count;
}
