/* How promising a Lost Cities sheet is: where each column is likely to end, priced by its ladder.
 *
 * All quantities are thousandths. The constants were fitted by playing greedy against itself. */
#include "lost_cities.h"

enum {
    USUAL_TURNS = 42, /* of a game */
    LEAST_LEFT = 6,   /* turns to hope for, however long it has taken */
    RATE = 150,       /* boxes a turn in an expedition that takes every number */
    UNOPENED = 450,   /* what is hoped for an expedition without a number counts this much */
    SYMBOLS = 260,    /* dice symbols a turn */
    BRIDGE = 130,     /* chance of an open bridge for each box that is done */
};

/* The ladder at a fractional count: between two steps it is a straight line. */
static int32_t ladder_at(const int16_t *ladder, int32_t count) {
    if (count >= LC_BOXES * 1000)
        return ladder[LC_BOXES] * 1000;
    int32_t step = count / 1000, part = count % 1000;
    return ladder[step] * (1000 - part) + ladder[step + 1] * part;
}

static int32_t at_most(int32_t value, int32_t most) {
    return value < most ? value : most;
}

/* How many boxes an expedition is likely to have at the end. */
static int32_t likely_boxes(const struct pip__lc_seat *seat, int colour, int32_t turns) {
    int32_t room = LC_HIGHEST + 1 - (seat->top[colour] > 0 ? seat->top[colour] : 1);
    int32_t more = turns * RATE * room / LC_HIGHEST;
    return at_most(seat->count[colour] * 1000 + more, LC_BOXES * 1000);
}

static int32_t likely_points(const struct pip__lc_sheet *sheet, const struct pip__lc_seat *seat,
                             int colour, int32_t boxes) {
    bool doubled = seat->circles >> colour & 1;
    int32_t points = ladder_at(sheet->ladder_expedition, boxes);
    if (seat->count[colour] == 0 && !doubled)
        return points > 0 ? points * UNOPENED / 1000 : 0;
    return doubled ? 2 * points : points;
}

/* Artefact boxes between what is written and what is likely. */
static int32_t likely_artefacts(const struct pip__lc_sheet *sheet, const struct pip__lc_seat *seat,
                                int colour, int32_t boxes) {
    int32_t found = 0;
    for (int box = seat->count[colour]; box < LC_BOXES; box++) {
        int32_t part = at_most(boxes - box * 1000, 1000);
        if (part > 0 && sheet->box[colour][box] == LC_ARTEFACT)
            found += part;
    }
    return found;
}

/* An open bridge: the nearer, the likelier. */
static int32_t likely_bridges(const struct pip__lc_sheet *sheet, const struct pip__lc_state *s,
                              const struct pip__lc_seat *seat) {
    int32_t value = sheet->bonus * 1000 * __builtin_popcount(seat->bridges);
    for (int column = 0; column < LC_COLUMNS; column++) {
        bool open = !((s->passed | seat->bridges) >> column & 1);
        if (open)
            value += sheet->bonus * BRIDGE * seat->count[column];
    }
    return value;
}

int32_t pip__lc_evaluate(const struct pip_setup *setup, const void *state, int seat) {
    const struct pip__lc_state *s = state;
    const struct pip__lc_sheet *sheet = pip__lc_sheet_of(setup);
    const struct pip__lc_seat *own = &s->seat[seat];
    int32_t left = USUAL_TURNS - s->turn, turns = left > LEAST_LEFT ? left : LEAST_LEFT;
    if (s->phase == LC_OVER)
        turns = 0;
    int32_t value = likely_bridges(sheet, s, own), artefacts = own->count[LC_ARTEFACTS] * 1000;
    for (int colour = 0; colour < LC_COLOURS; colour++) {
        if (!(sheet->given >> colour & 1))
            continue;
        int32_t boxes = likely_boxes(own, colour, turns);
        value += likely_points(sheet, own, colour, boxes);
        artefacts += likely_artefacts(sheet, own, colour, boxes);
    }
    value += ladder_at(sheet->ladder_artefacts, artefacts);
    int32_t dice = own->count[LC_DICE] * 1000;
    if (dice < 8000)
        dice = at_most(dice + turns * SYMBOLS, 8000);
    return value + ladder_at(sheet->ladder_dice, dice);
}
