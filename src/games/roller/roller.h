/* Roller: eight dice, a sheet of hexes, and two numbers a round written as paths.
 *
 * The rules as numbered sentences are in docs/rules/roller.md; ids such as RO2.3 below refer to
 * them, and names come from its glossary. A set of hexes is a uint64_t with bit h for hex h, in the
 * order of the sheet file. */
#ifndef PIP__ROLLER_H
#define PIP__ROLLER_H

#include "../games.h"

#define ROLLER_LOWEST 3 /* number on a die; a 2 is only ever a bonus */
#define ROLLER_HIGHEST 8
#define ROLLER_NUMBERS (ROLLER_HIGHEST - ROLLER_LOWEST + 1)
#define ROLLER_TWO_NUMBER 2
#define ROLLER_HEXES_MAX 64
#define ROLLER_AREAS_MAX 15 /* a score item each, with six pairs, bonuses and two rows */
#define ROLLER_ROUNDS_MAX 12
#define ROLLER_HEX_NAME 6   /* bytes of a hex's name, with its end */
#define ROLLER_AREA_NAME 24 /* bytes of an area's name, with its end */
#define ROLLER_WIDTH_MAX 18 /* hexes from the left edge to the right one: a map of 80 columns */
#define ROLLER_HEIGHT_MAX 26

/* What sheets/roller/NAME.json says, and what follows from it. */
struct pip__roller_sheet {
    uint64_t neighbours[ROLLER_HEXES_MAX];
    uint64_t printed[ROLLER_NUMBERS]; /* with 3 to 8 */
    uint64_t crossed;                 /* printed with an x */
    uint64_t blank;                   /* empty at the start */
    uint64_t area[ROLLER_AREAS_MAX];
    uint8_t pair[ROLLER_NUMBERS][2]; /* the hexes printed with 3 to 8 */
    char area_name[ROLLER_AREAS_MAX][ROLLER_AREA_NAME];
    char hex_name[ROLLER_HEXES_MAX][ROLLER_HEX_NAME];
    int8_t q[ROLLER_HEXES_MAX], r[ROLLER_HEXES_MAX]; /* axial, pointy tops */
    uint8_t hexes, areas, middle, rounds, dice;
};

enum pip__roller_bonus { ROLLER_MORE, ROLLER_TWO, ROLLER_THIRD, ROLLER_BONUSES };
extern const char *const pip__roller_bonus_name[ROLLER_BONUSES];

/* Moves. Of `rows`, ROLLER_ROWS + 7 r + g fills the red box with r and the green one with g, each 0
 * for void or a number less 2. */
#define ROLLER_BOX_VALUES (ROLLER_NUMBERS + 1)
enum pip__roller_move {
    ROLLER_TAKE = 0, /* + number - 3 */
    ROLLER_SKIP = ROLLER_TAKE + ROLLER_NUMBERS,
    ROLLER_PUT, /* + hex */
    ROLLER_BONUS = ROLLER_PUT + ROLLER_HEXES_MAX,
    ROLLER_ROWS = ROLLER_BONUS + ROLLER_BONUSES,
    ROLLER_MOVES = ROLLER_ROWS + ROLLER_BOX_VALUES * ROLLER_BOX_VALUES
};

enum pip__roller_phase { ROLLER_ROLL, ROLLER_WRITE, ROLLER_OVER };

/* What a seat does next in its round. */
enum pip__roller_step {
    ROLLER_CHOOSES,      /* a selection, a bonus, or the rows */
    ROLLER_WRITES_PATH,  /* `left` hexes more of `number` */
    ROLLER_WRITES_MORE,  /* the one more of `number` */
    ROLLER_WRITES_TWO,   /* the 2 */
    ROLLER_TAKES_A_THIRD /* the third number */
};

/* What is in a box of a row; numbers stand for themselves. */
enum pip__roller_box { ROLLER_BOX_OPEN, ROLLER_BOX_VOID };
enum pip__roller_row { ROLLER_RED, ROLLER_GREEN };

/* One seat's sheet, and where it is in its round. All below `used` is 0 between rounds. */
struct pip__roller_seat {
    uint64_t empty;
    uint64_t
        held[ROLLER_HIGHEST - ROLLER_TWO_NUMBER + 1]; /* hexes holding 2 to 8, printed or not */
    uint8_t row[2][ROLLER_ROUNDS_MAX];                /* enum pip__roller_box or a number */
    uint8_t used;                                     /* bit bonus: crossed off */

    uint8_t step;        /* enum pip__roller_step */
    uint8_t selections;  /* made, void ones too */
    uint8_t selected[2]; /* their numbers, 0 if void */
    uint8_t chosen;      /* bit number - 3: selected, or the third number */
    uint8_t number;      /* of the path under way or just written */
    uint8_t left;        /* hexes to come of it */
    uint8_t last;        /* its last hex + 1; 0 before the first, and once it cannot go on */
    uint8_t bonus;       /* whether one was used this round */
};

struct pip__roller_state {
    struct pip__roller_seat seat[PIP_SEATS_MAX];
    uint8_t count[ROLLER_NUMBERS]; /* dice showing 3 to 8 */
    uint8_t phase, round, acting;  /* acting: bit seat, has not yet filled its boxes */
};

static inline const struct pip__roller_sheet *pip__roller_sheet_of(const struct pip_setup *setup) {
    return (const struct pip__roller_sheet *)setup->sheet->data;
}

static inline uint64_t pip__roller_hex(int hex) {
    return (uint64_t)1 << hex;
}

/* How many hexes are in a set. Processors without an instruction for it are common enough, and bots
 * ask often. */
static inline int pip__roller_count(uint64_t set) {
    set -= set >> 1 & 0x5555555555555555u;
    set = (set & 0x3333333333333333u) + (set >> 2 & 0x3333333333333333u);
    set = (set + (set >> 4)) & 0x0F0F0F0F0F0F0F0Fu;
    return (int)(set * 0x0101010101010101u >> 56);
}

/* The hexes holding a number, 2 to 8. */
static inline uint64_t *pip__roller_held(struct pip__roller_seat *seat, int number) {
    return &seat->held[number - ROLLER_TWO_NUMBER];
}

static inline uint64_t pip__roller_holding(const struct pip__roller_seat *seat, int number) {
    return seat->held[number - ROLLER_TWO_NUMBER];
}

/* The hexes adjacent to any of a set. */
static inline uint64_t pip__roller_beside(const struct pip__roller_sheet *sheet, uint64_t hexes) {
    uint64_t beside = 0;
    for (; hexes; hexes &= hexes - 1)
        beside |= sheet->neighbours[__builtin_ctzll(hexes)];
    return beside;
}

/* Everything within `ground` that a chain of adjacent hexes of it joins to `from`. */
static inline uint64_t pip__roller_joined(const struct pip__roller_sheet *sheet, uint64_t from,
                                          uint64_t ground) {
    uint64_t joined = from & ground, edge = joined;
    while (edge) {
        edge = pip__roller_beside(sheet, edge) & ground & ~joined;
        joined |= edge;
    }
    return joined;
}

/* How many steps it is from one hex to another. */
static inline int pip__roller_distance(const struct pip__roller_sheet *sheet, int a, int b) {
    int q = sheet->q[a] - sheet->q[b], r = sheet->r[a] - sheet->r[b], third = q + r;
    q = q < 0 ? -q : q;
    r = r < 0 ? -r : r;
    third = third < 0 ? -third : third;
    int longer = q > r ? q : r;
    return longer > third ? longer : third;
}

/* Fills in who is beside whom. */
static inline void pip__roller_find_neighbours(struct pip__roller_sheet *sheet) {
    for (int hex = 0; hex < sheet->hexes; hex++) {
        for (int other = 0; other < sheet->hexes; other++) {
            if (pip__roller_distance(sheet, hex, other) == 1)
                sheet->neighbours[hex] |= pip__roller_hex(other);
        }
    }
}

/* ---- path.c: what can be written as a path ---- */

/* RO2.3: the empty hexes that the next hex of a path may be: beside any hex with the number for the
 * first, beside the last one after that. Whether the rest can follow is not asked. */
uint64_t pip__roller_next(const struct pip__roller_sheet *sheet,
                          const struct pip__roller_seat *seat, int number, int last);

/* Those of `hexes`, all in `empty`, with which a path of `length` empty hexes can begin. */
uint64_t pip__roller_openings(const struct pip__roller_sheet *sheet, uint64_t hexes, uint64_t empty,
                              int length);

/* Whether there is any. */
bool pip__roller_has_opening(const struct pip__roller_sheet *sheet, uint64_t hexes, uint64_t empty,
                             int length);

/* ---- roller.c ---- */

/* RO2.4, RO2.5: bit number - 3 for every number the seat could select now. */
uint8_t pip__roller_takes(const struct pip__roller_sheet *sheet, const struct pip__roller_state *s,
                          const struct pip__roller_seat *seat);

/* ---- score.c ---- */

/* RO4.2: the most frequent number of an area, filled or not; 0 if it holds none. */
int pip__roller_most_often(const struct pip__roller_sheet *sheet,
                           const struct pip__roller_seat *seat, int area);

/* RO4.6: how far the numbers in a row can be counted up from 3; 0 without a 3. */
int pip__roller_row_points(const struct pip__roller_sheet *sheet,
                           const struct pip__roller_seat *seat, int row);

/* RO4.4 */
bool pip__roller_pair_connected(const struct pip__roller_sheet *sheet,
                                const struct pip__roller_seat *seat, int number);

/* ---- evaluate.c ---- */

/* How many rounds a seat has before it, not counting one that it has done with. */
int pip__roller_rounds_left(const struct pip__roller_sheet *sheet,
                            const struct pip__roller_state *s, int seat);

/* How many empty hexes the shortest chain between a pair still needs; -1 if it is cut off. */
int pip__roller_pair_gap(const struct pip__roller_sheet *sheet, const struct pip__roller_seat *own,
                         int number);

/* A seat's areas and pairs as they stand, prepared for asking what writing on them adds. Values are
 * in thousandths of a point. */
struct pip__roller_ground {
    const struct pip__roller_sheet *sheet;
    const struct pip__roller_seat *own;
    int rounds;                                                  /* to come */
    int32_t value, area[ROLLER_AREAS_MAX], pair[ROLLER_NUMBERS]; /* the sum, and its parts */
    uint64_t chain[ROLLER_NUMBERS]; /* the empty hexes of a shortest chain of each pair */
    uint64_t lone;                  /* the empty hexes without an empty neighbour */
    int32_t lone_price,
        hex_prize; /* of each more of those, of every hex written; 0 after a survey */
};
void pip__roller_survey(const struct pip__roller_sheet *sheet, const struct pip__roller_seat *own,
                        int rounds, struct pip__roller_ground *ground);

/* What it adds to that value if the seat's sheet becomes `after`, by writing alone. */
int32_t pip__roller_gain(const struct pip__roller_ground *ground,
                         const struct pip__roller_seat *after);

/* The rest of how well a seat stands with so many rounds to come: rows and bonuses. */
int32_t pip__roller_margin_value(const struct pip__roller_sheet *sheet,
                                 const struct pip__roller_seat *seat, int rounds);

/* What a bonus kept is worth of that. */
int32_t pip__roller_bonus_value(int rounds);

/* Slots of the table that live in files of their own. */
int pip__roller_score(const struct pip_setup *setup, const void *state, int seat,
                      struct pip_item *items);
enum pip_status pip__roller_check(const struct pip_setup *setup, const void *state);
void pip__roller_move_write(const struct pip_setup *setup, pip_move move, struct pip_text *text);
enum pip_status pip__roller_move_read(const struct pip_setup *setup, struct pip_span span,
                                      pip_move *move);
void pip__roller_state_write(const struct pip_setup *setup, const void *state, unsigned seat,
                             struct pip_text *text);
void pip__roller_state_json(const struct pip_setup *setup, const void *state, unsigned seat,
                            struct pip_text *text);
int pip__roller_observe(const struct pip_setup *setup, const void *state, int seat,
                        int16_t *numbers);
int32_t pip__roller_evaluate(const struct pip_setup *setup, const void *state, int seat);
int pip__roller_plan(const struct pip_setup *setup, const void *state, int seat, pip_move *moves);
int pip__roller_lines(const struct pip_setup *setup, const void *state, int seat,
                      struct pip_line *lines, int room);
void pip__roller_invent(struct pip_random *random, void *data);
extern const struct pip_think pip__roller_think;

#endif
