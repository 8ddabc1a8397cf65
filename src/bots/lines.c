#include "think.h"
#include <string.h>

#define SEEN 1024 /* a power of two */

struct grower {
    const struct pip_setup *setup;
    int seat, count;
    pip__line_visit *visit;
    void *context;
    uint64_t *seen;
    int known; /* of `seen` */
    struct pip_line line;
};

/* Mixes the words of a position, each by itself, so that no word waits for the one before; a
 * state's bytes behind the last whole word count too. */
static uint64_t fingerprint(const struct pip_setup *setup, const struct pip__position *position) {
    uint64_t hash = 0x9E3779B97F4A7C15u, key = 0xD6E8FEB86659FD93u;
    size_t words = (setup->game->state_size + 7u) / 8;
    for (size_t i = 0; i < words; i++, key += 0xA0761D6478BD642Eu) {
        uint64_t word = position->bytes[i];
        word = (word ^ word >> 32) * key;
        hash += word ^ word >> 29;
    }
    return hash ? hash : 1;
}

/* Whether it is new; a full table takes everything for new. */
static bool is_new(struct grower *g, uint64_t hash) {
    uint64_t at = hash & (SEEN - 1);
    for (; g->seen[at]; at = (at + 1) & (SEEN - 1)) {
        if (g->seen[at] == hash)
            return false;
    }
    if (g->known < SEEN / 2) {
        g->seen[at] = hash;
        g->known++;
    }
    return true;
}

static void grow(struct grower *g, const void *state) {
    const struct pip_game *game = g->setup->game;
    pip_move moves[PIP_MOVES_MAX];
    int count = game->legal(g->setup, state, g->seat, moves);
    for (int i = 0; i < count && g->count < PIP_CANDIDATES_MAX; i++) {
        struct pip__position after;
        after.bytes[(game->state_size - 1u) / 8] = 0;
        memcpy(after.bytes, state, game->state_size);
        game->apply(g->setup, after.bytes, (unsigned)g->seat, moves[i]);
        if (!is_new(g, fingerprint(g->setup, &after)))
            continue;
        g->line.step[g->line.steps++] = moves[i];
        bool goes_on =
            g->line.steps < PIP_STEPS_MAX && game->actor(g->setup, after.bytes) >> g->seat & 1;
        if (goes_on) {
            grow(g, after.bytes);
        } else {
            g->count++;
            g->visit(g->context, &g->line, after.bytes);
        }
        g->line.steps--;
    }
}

int pip__lines_all(const struct pip_setup *setup, const void *state, int seat,
                   struct pip_mind *mind, pip__line_visit *visit, void *context) {
    struct grower g = {
        .setup = setup, .seat = seat, .visit = visit, .context = context, .seen = mind->seen};
    memset(mind->seen, 0, sizeof mind->seen);
    grow(&g, state);
    return g.count;
}

int pip__lines(const struct pip_setup *setup, const void *state, int seat, struct pip_mind *mind,
               pip__line_visit *visit, void *context) {
    const struct pip_think *think = setup->game->think;
    if (!think->lines)
        return pip__lines_all(setup, state, seat, mind, visit, context);
    int count = think->lines(setup, state, seat, mind->line, PIP_CANDIDATES_MAX);
    for (int i = 0; i < count; i++) {
        struct pip__position after;
        memcpy(after.bytes, state, setup->game->state_size);
        pip__line_play(setup, after.bytes, seat, &mind->line[i]);
        visit(context, &mind->line[i], after.bytes);
    }
    return count;
}

void pip__line_play(const struct pip_setup *setup, void *state, int seat,
                    const struct pip_line *line) {
    for (int i = 0; i < line->steps; i++)
        setup->game->apply(setup, state, (unsigned)seat, line->step[i]);
}
