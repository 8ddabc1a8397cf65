/* Lost Cities Roll & Write: six expeditions, accelerations, artefacts, bridges.
 *
 * The rules as numbered sentences are in docs/rules/lost-cities.md; ids such as LC3.1 below refer
 * to them, and names come from its glossary. */
#ifndef PIP__LOST_CITIES_H
#define PIP__LOST_CITIES_H

#include "../games.h"

#define LC_SEATS_MAX 5
#define LC_COLOURS 6
#define LC_HIGHEST 10 /* number */
#define LC_BOXES 9    /* of an expedition, and steps of the artefact and dice columns */

/* A column is an expedition (a colour, in the order of the dice faces) or one of the two others.
 * Each has a bridge (LC1.4). */
enum pip__lc_column { LC_ARTEFACTS = LC_COLOURS, LC_DICE, LC_COLUMNS };
extern const char *const pip__lc_column_name[LC_COLUMNS]; /* in moves, sheet files and JSON ... */
const char *pip__lc_column_words(int column);             /* ... and for people */

enum pip__lc_box { LC_PLAIN, LC_ACCELERATION, LC_ARTEFACT };

/* What sheets/lost-cities/NAME.json says. */
struct pip__lc_sheet {
    uint8_t given;                     /* bit c: expedition c is printed */
    uint8_t box[LC_COLOURS][LC_BOXES]; /* enum pip__lc_box, bottom to top */
    int16_t ladder_expedition[LC_BOXES + 1], ladder_artefacts[LC_BOXES + 1],
        ladder_dice[LC_BOXES + 1];
    uint8_t bridge; /* the box that passes the bridge, counted from 1 */
    int16_t bonus;
};

/* Moves. LC_WRITE + 11 c + (n - 1) writes n in expedition c, + 10 marks its circle. */
#define LC_PER_COLOUR 11
enum pip__lc_move {
    LC_WRITE = 0,
    LC_REFUSE = LC_WRITE + LC_COLOURS * LC_PER_COLOUR,
    LC_ACCELERATE,
    LC_DECLINE = LC_ACCELERATE + LC_COLOURS,
    LC_MOVES
};
#define LC_CIRCLE 10 /* in place of n - 1 */

enum pip__lc_phase { LC_ROLL, LC_ACTIVE_CHOOSES, LC_OTHERS_CHOOSE, LC_OVER };
enum pip__lc_order { LC_SIMULTANEOUS, LC_SEQUENCE };

/* One seat's sheet. */
struct pip__lc_seat {
    uint8_t count[LC_COLUMNS];      /* boxes written, artefacts shaded, dice symbols shaded */
    uint8_t top[LC_COLOURS];        /* the highest number of an expedition, 0 if it has none */
    uint8_t numbers[LC_COLOURS][5]; /* all of them, box b in four bits: low ones first */
    uint8_t circles, ends;          /* bit c: marked */
    uint8_t bridges;                /* bit column: passed in time, pays the bonus */
};

struct pip__lc_state {
    struct pip__lc_seat seat[LC_SEATS_MAX];
    uint8_t colour_die[3], number_die[3]; /* as rolled, sorted; 0 is a 10 on the sheet */
    uint8_t taken_colour, taken_number;   /* index of the dice the active seat took, + 1 */
    uint8_t phase, active, turn;
    uint8_t acting, accelerating; /* bit seat: has to choose; and it is an acceleration */
    uint8_t passed;               /* bit column: anyone passed its bridge in an earlier turn */
    uint8_t colours;              /* bit c: a die that may be chosen shows colour c */
    uint16_t numbers;             /* bit n: a die that may be chosen is written as n, 1 to 10 */
};

/* The number in box b (from 0), which must be written. */
static inline int pip__lc_number(const struct pip__lc_seat *seat, int colour, int box) {
    return seat->numbers[colour][box / 2] >> (box % 2 * 4) & 15;
}

static inline const struct pip__lc_sheet *pip__lc_sheet_of(const struct pip_setup *setup) {
    return (const struct pip__lc_sheet *)setup->sheet->data;
}

/* LC9.2 and LC9.3: points of a column as it stands, bridges aside. score.c */
int32_t pip__lc_column_points(const struct pip__lc_sheet *sheet, const struct pip__lc_seat *seat,
                              int column);

/* Slots of the table that live in files of their own. */
int pip__lc_score(const struct pip_setup *setup, const void *state, int seat,
                  struct pip_item *items);
enum pip_status pip__lc_check(const struct pip_setup *setup, const void *state);
void pip__lc_move_write(const struct pip_setup *setup, pip_move move, struct pip_text *text);
enum pip_status pip__lc_move_read(const struct pip_setup *setup, struct pip_span span,
                                  pip_move *move);
void pip__lc_state_write(const struct pip_setup *setup, const void *state, unsigned seat,
                         struct pip_text *text);
int pip__lc_observe(const struct pip_setup *setup, const void *state, int seat, int16_t *numbers);
int32_t pip__lc_evaluate(const struct pip_setup *setup, const void *state, int seat);
extern const struct pip_think pip__lc_think;
int pip__lc_announce(const struct pip_setup *setup, const void *before, const void *after,
                     struct pip_news *news);
void pip__lc_state_json(const struct pip_setup *setup, const void *state, unsigned seat,
                        struct pip_text *text);

#endif
