/* A turn on its way: selections and a bonus, and what they are worth together. */
#ifndef PIP__ROLLER_TURN_H
#define PIP__ROLLER_TURN_H

#include "plan.h"

#define ROLLER_PLAIN_MAX 280 /* turns without a bonus that are valued exactly, at most */
#define ROLLER_BONUS_MAX 60  /* turns with each of them */
#define ROLLER_LONGER_MAX 48 /* placements with one more kept of a number */
#define ROLLER_POOL_MAX \
    (ROLLER_NUMBERS * (ROLLER_PLACEMENTS_MAX + ROLLER_LONGER_MAX) + 2 * ROLLER_HEXES_MAX)
#define ROLLER_NOTHING 0xffffu
#define ROLLER_NO_BONUS ROLLER_BONUSES

/* Selections, and a bonus with hexes of its own, as indices of placements. */
struct pip__roller_turn {
    int32_t value;
    uint16_t part[2], extra;
    bool swap; /* whether the first selection's number goes into the green box */
};

/* The most valuable turns of a kind; the least of them comes first. */
struct pip__roller_heap {
    int count, room;
    struct pip__roller_turn *turn;
};

/* Placements that stand one after the other. */
struct pip__roller_list {
    int first, count;
};

/* What is looked at to find them. */
struct pip__roller_search {
    const struct pip__roller_sheet *sheet;
    const struct pip__roller_state *s;
    struct pip__roller_seat own;
    struct pip_line begun; /* what has led to `own` */
    struct pip__roller_found *found;
    int room;
    uint8_t takes; /* numbers that can be selected */
    /* What turns are worth; and what placements are, each on its own: in the last round a part of
     * what fills an area is worth nothing, and must be found all the same. */
    struct pip__roller_ground ground, hopes;
    struct pip__roller_placement placement[ROLLER_POOL_MAX];
    int placements;
    /* Of each number, best first; with one more; a two in each empty hex; one more of what is
     * written already. */
    struct pip__roller_list plain[ROLLER_NUMBERS], longer[ROLLER_NUMBERS], twos, mores;
    struct {
        uint64_t empty;
        int32_t value;        /* once it is full */
    } open[ROLLER_AREAS_MAX]; /* areas that two placements may fill together */
    int opens;
    int32_t margin[ROLLER_BOX_VALUES][ROLLER_BOX_VALUES]; /* with these in the boxes */
    struct pip__roller_heap best[ROLLER_BONUSES + 1];     /* by bonus; those without come last */
    struct pip__roller_turn plain_turn[ROLLER_PLAIN_MAX]; /* what they keep */
    struct pip__roller_turn bonus_turn[ROLLER_BONUSES][ROLLER_BONUS_MAX];
};

/* ---- turn.c ---- */

/* Whether a turn of that value would be kept; keeps it if so. */
bool pip__roller_is_worth(const struct pip__roller_heap *heap, int32_t value);
void pip__roller_keep(struct pip__roller_heap *heap, const struct pip__roller_turn *turn);

/* Sorts, the best first. */
void pip__roller_sort_turns(struct pip__roller_turn *turn, int count);

/* Finds out what rows and bonuses are worth with each two numbers in the boxes. */
void pip__roller_value_margins(struct pip__roller_search *in);

/* RO2.6: that for a turn's numbers, the second one in the red box with `swap`; the better way. */
int32_t pip__roller_margin_of(const struct pip__roller_search *in,
                              const struct pip__roller_turn *turn, bool swap);
int32_t pip__roller_best_margin(const struct pip__roller_search *in,
                                const struct pip__roller_turn *turn);

/* Whether the two ways round lead to rows that are as good as each other whatever comes. */
bool pip__roller_rows_are_alike(const struct pip__roller_search *in,
                                const struct pip__roller_turn *turn);

/* The numbers of a turn in the order of their selection: number - 2, or 0 where it is void. */
void pip__roller_numbers_of(const struct pip__roller_search *in,
                            const struct pip__roller_turn *turn, int numbers[2]);

/* The seat's sheet after a turn, rows apart. */
struct pip__roller_seat pip__roller_after_turn(const struct pip__roller_search *in,
                                               const struct pip__roller_turn *turn);

/* Values a turn exactly, with the better way round of its rows. */
void pip__roller_value_turn(const struct pip__roller_search *in, struct pip__roller_turn *turn);

/* The moves of one placement, as a third number or not; of a turn with all that led to it. */
void pip__roller_add_part(const struct pip__roller_placement *part, bool third,
                          struct pip_line *line);
void pip__roller_write_turn(const struct pip__roller_search *in,
                            const struct pip__roller_turn *turn, struct pip_line *line);

#endif
