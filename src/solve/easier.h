/* The easier game that bounds solo Lost Cities: what an expedition's states are, where steps lead,
 * and what is known of a sheet of which only the numbers of boxes are known. */
#ifndef PIP__EASIER_H
#define PIP__EASIER_H

#include "bound.h"
#include "games/lost-cities/lost_cities.h"

#define LEVELS_MAX 3
#define STATES_MAX 64
#define CLASSES_MAX (LEVELS_MAX + 1) /* of numbers: a level each, and 10 by itself */
#define SYMBOLS LC_BOXES             /* refusals of a game that goes on: 0 to 8 */
#define OVER SYMBOLS                 /* the lane behind them */
#define LANES (SYMBOLS + 1)
#define NONE 255
#define NEVER (-1e9f)
#define COLOUR_ROLLS 216.0f
#define NUMBER_ROLLS 1000.0f

/* Arrows at most; points for artefacts at most: at the end of a game by bridges, at one by the
 * artefacts' own, and by exhaustion, also with all other bridges passed. NEVER: it cannot be. */
struct pip__finds {
    int arrows;
    float over, late, exhausted, exhausted_late;
};

/* States are sorted so that every step leads to a smaller one: those with most boxes first. A place
 * is the states of all expeditions in ascending order. Its values lie in a shelf for each number of
 * accelerations used: for each number of dice symbols, and for the end of the game. */
struct pip__easier {
    const struct pip__lc_sheet *sheet;
    int columns, states, above; /* above: the first so many states have passed the bridge */
    int classes, faces[CLASSES_MAX];
    uint8_t to[STATES_MAX][CLASSES_MAX], circle[STATES_MAX], accelerated[STATES_MAX];
    uint8_t boxes[STATES_MAX]; /* and one more at the end */
    float points[STATES_MAX];  /* with the bridge */
    uint64_t rank[LC_COLOURS][STATES_MAX + 1];
    float sets[4];                /* ways of three dice to show just these 0 to 3 colours */
    float ways[1 << CLASSES_MAX]; /* of three dice to show just these classes of numbers */
    struct pip__finds *finds;     /* by rank of the boxes */
    float (*value[2])[LANES];     /* with the accelerations used now, and with one more */
    int arrows, used;
    pip__truth_progress *progress;
    void *context;
};

static inline float larger(float a, float b) {
    return a > b ? a : b;
}

static inline uint64_t pip__easier_rank(const struct pip__easier *e, const uint8_t *place) {
    uint64_t rank = 0;
    for (int i = 0; i < e->columns; i++)
        rank += e->rank[i][place[i]];
    return rank;
}

/* States are sorted by boxes, so those of a place are, too. */
static inline uint64_t pip__easier_rank_of_boxes(const struct pip__easier *e,
                                                 const uint8_t *boxes) {
    uint64_t rank = 0;
    for (int i = 0; i < e->columns; i++)
        rank += e->rank[i][LC_BOXES + 1 - boxes[i]];
    return rank;
}

/* Makes the game of a sheet, which `e` names; all else in it is 0. False if there is not enough
 * memory. The caller frees `finds`. */
bool pip__easier_make(struct pip__easier *e, enum pip__bound_grain grain);

#endif
