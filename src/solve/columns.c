#include "columns.h"
#include <string.h>

/* What tells two states of an expedition apart; above a marked end the last number no longer
 * matters. */
struct stand {
    int steps, top, circle; /* steps: boxes written, and the end */
};

static struct stand stand_of(const struct pip__lc_seat *seat, int colour) {
    bool end = seat->ends >> colour & 1;
    return (struct stand){seat->count[colour] + end, end ? 0 : seat->top[colour],
                          seat->circles >> colour & 1};
}

static int height_of(struct stand stand) {
    return stand.steps > 0 ? stand.steps + 1 : stand.circle;
}

int pip__column_of(const struct pip__column *column, const struct pip__lc_seat *seat) {
    struct stand stand = stand_of(seat, column->colour);
    return column->of[stand.steps][stand.top][stand.circle];
}

struct explorer {
    const struct pip_setup *setup;
    struct pip__column *column;
    int count;
    struct pip__lc_state position[COLUMN_STATES]; /* one for each state, between turns */
    uint8_t to[COLUMN_STATES][COLUMN_STEPS];      /* in the order of discovery */
    bool arrow[COLUMN_STATES];
    uint8_t of[LC_BOXES + 2][LC_HIGHEST + 1][2];
};

static bool apply(const struct explorer *e, struct pip__lc_state *s, unsigned actor, int move) {
    return e->setup->game->apply(e->setup, s, actor, (pip_move)move) == PIP_OK;
}

/* Lets the step happen in a position between turns. Returns whether it is legal. */
static bool take_step(const struct explorer *e, struct pip__lc_state *s, int step) {
    int colour = e->column->colour;
    if (step == STEP_ACCELERATE) { /* as if an arrow had just been reached elsewhere */
        s->phase = LC_ACTIVE_CHOOSES;
        s->acting = s->accelerating = 1;
        return apply(e, s, 0, LC_ACCELERATE + colour);
    }
    uint8_t number = step >= LC_HIGHEST - 1 ? 0 : (uint8_t)(step + 1), c = (uint8_t)colour;
    const uint8_t faces[] = {c, c, c, number, number, number};
    struct pip_chance chance;
    e->setup->game->chance(e->setup, s, &chance);
    return apply(e, s, PIP_CHANCE, pip_chance_outcome(&chance, faces)) &&
           apply(e, s, 0, LC_WRITE + LC_PER_COLOUR * colour + step);
}

/* The number of the state in which the expedition stands, a new one if it was not met before. */
static int meet(struct explorer *e, const struct pip__lc_state *s) {
    struct stand stand = stand_of(&s->seat[0], e->column->colour);
    uint8_t *known = &e->of[stand.steps][stand.top][stand.circle];
    if (*known == COLUMN_NONE && e->count < COLUMN_STATES) {
        e->position[e->count] = *s;
        *known = (uint8_t)e->count++;
    }
    return *known;
}

/* All steps from a state. Whether a number or an acceleration grants an acceleration depends on the
 * box alone, which all of them reach; false if not. */
static bool explore_state(struct explorer *e, int state) {
    int granted = -1;
    for (int step = 0; step < COLUMN_STEPS; step++) {
        struct pip__lc_state s = e->position[state];
        e->to[state][step] = COLUMN_NONE;
        if (!take_step(e, &s, step))
            continue;
        bool grants = s.accelerating != 0;
        if (step == STEP_CIRCLE ? grants : granted >= 0 && granted != grants)
            return false;
        if (step != STEP_CIRCLE)
            granted = grants;
        if (grants && !apply(e, &s, 0, LC_DECLINE))
            return false;
        int to = meet(e, &s);
        if (s.phase != LC_ROLL || to == COLUMN_NONE)
            return false;
        e->to[state][step] = (uint8_t)to;
    }
    e->arrow[state] = granted > 0;
    return true;
}

static void describe(const struct explorer *e, struct pip__column *column, int from, int state) {
    const struct pip__lc_seat *seat = &e->position[from].seat[0];
    struct stand stand = stand_of(seat, column->colour);
    column->height[state] = (uint8_t)height_of(stand);
    column->circle[state] = (uint8_t)stand.circle;
    column->of[stand.steps][stand.top][stand.circle] = (uint8_t)state;
    column->arrow[state] = e->arrow[from];
    column->points[state] = pip__lc_column_points(pip__lc_sheet_of(e->setup), seat, column->colour);
    column->artefacts[state] = seat->count[LC_ARTEFACTS];
    column->bridge[state] = seat->bridges >> column->colour & 1;
}

/* From the order of discovery to the order of heights; of equal height those with a circle last. */
static void sort_states(const struct explorer *e, struct pip__column *column) {
    uint8_t place[COLUMN_STATES];
    int state = 0;
    for (int order = 0; order <= 2 * COLUMN_HEIGHTS; order++) {
        if (order % 2 == 0)
            column->first[order / 2] = (uint8_t)state;
        for (int i = 0; i < e->count; i++) {
            struct stand stand = stand_of(&e->position[i].seat[0], column->colour);
            if (2 * height_of(stand) + stand.circle != order)
                continue;
            describe(e, column, i, state);
            place[i] = (uint8_t)state++;
        }
    }
    for (int i = 0; i < e->count; i++) {
        for (int step = 0; step < COLUMN_STEPS; step++) {
            int to = e->to[i][step];
            column->to[place[i]][step] = to == COLUMN_NONE ? COLUMN_NONE : place[to];
        }
    }
}

bool pip__column_explore(const struct pip_setup *setup, int colour, struct pip__column *column) {
    struct explorer e = {.setup = setup, .column = column};
    struct pip__lc_state start = {0};
    memset(e.of, COLUMN_NONE, sizeof e.of);
    column->colour = colour;
    setup->game->start(setup, &start);
    meet(&e, &start);
    for (int state = 0; state < e.count; state++) {
        if (!explore_state(&e, state))
            return false;
    }
    if (e.count != COLUMN_STATES)
        return false;
    sort_states(&e, column);
    for (int state = 0; state < COLUMN_STATES; state++) {
        for (int step = 0; step < COLUMN_STEPS; step++) {
            int to = column->to[state][step];
            if (to != COLUMN_NONE && column->height[to] <= column->height[state])
                return false;
        }
    }
    return true;
}
