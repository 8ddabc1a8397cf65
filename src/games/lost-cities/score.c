/* What a sheet of Lost Cities is worth (LC9), and whether it can exist at all. */
#include "lost_cities.h"
#include <string.h>

static bool has(unsigned bits, int n) {
    return bits >> n & 1;
}

/* LC9.1, LC9.2 */
static int32_t expedition_points(const struct pip__lc_sheet *sheet, const struct pip__lc_seat *seat,
                                 int colour) {
    bool doubled = has(seat->circles, colour);
    if (seat->count[colour] == 0 && !doubled)
        return 0;
    int32_t points = sheet->ladder_expedition[seat->count[colour]];
    return doubled ? 2 * points : points;
}

int32_t pip__lc_column_points(const struct pip__lc_sheet *sheet, const struct pip__lc_seat *seat,
                              int column) {
    if (column < LC_COLOURS)
        return expedition_points(sheet, seat, column);
    const int16_t *ladder = column == LC_ARTEFACTS ? sheet->ladder_artefacts : sheet->ladder_dice;
    return ladder[seat->count[column]];
}

/* LC7.3 */
static int32_t bridge_points(const struct pip__lc_sheet *sheet, const struct pip__lc_seat *seat) {
    return sheet->bonus * __builtin_popcount(seat->bridges);
}

/* LC9.4 */
int pip__lc_score(const struct pip_setup *setup, const void *state, int seat,
                  struct pip_item *items) {
    const struct pip__lc_sheet *sheet = pip__lc_sheet_of(setup);
    const struct pip__lc_seat *own = &((const struct pip__lc_state *)state)->seat[seat];
    int count = 0;
    for (int column = 0; column < LC_COLUMNS; column++) {
        int32_t points = pip__lc_column_points(sheet, own, column);
        if (column >= LC_COLOURS || has(sheet->given, column))
            items[count++] = (struct pip_item){pip__lc_column_words(column), points};
    }
    items[count++] = (struct pip_item){"bonus bridges", bridge_points(sheet, own)};
    return count;
}

/* ---- check ----
 *
 * Each part of a position is asked on its own: the sheets, the bridges, whose turn it is, the dice.
 * What the rules do with it is said again here rather than called, so that check is a second
 * opinion. */

#define TURNS_MAX 75 /* LC8.2 */

static bool is_turn_under_way(const struct pip__lc_state *s) {
    return s->phase == LC_ACTIVE_CHOOSES || s->phase == LC_OTHERS_CHOOSE;
}

/* LC3.1: rising, nothing above the last one. LC3.6: a marked end only above nine boxes. */
static bool expedition_sound(const struct pip__lc_sheet *sheet, const struct pip__lc_seat *seat,
                             int colour) {
    int last = 0;
    for (int box = 0; box < LC_BOXES + 1; box++) {
        int number = pip__lc_number(seat, colour, box);
        bool written = box < seat->count[colour];
        if (written ? number < last || number < 1 || number > LC_HIGHEST : number != 0)
            return false;
        last = written ? number : last;
    }
    bool touched = seat->count[colour] > 0 || has(seat->circles, colour);
    return seat->count[colour] <= LC_BOXES && seat->top[colour] == last &&
           (!has(seat->ends, colour) || seat->count[colour] == LC_BOXES) &&
           (has(sheet->given, colour) || !touched);
}

/* LC5: as many artefacts as artefact boxes and marked ends, at most nine. */
static bool artefacts_sound(const struct pip__lc_sheet *sheet, const struct pip__lc_seat *seat) {
    int found = __builtin_popcount(seat->ends);
    for (int colour = 0; colour < LC_COLOURS; colour++) {
        for (int box = 0; box < seat->count[colour]; box++)
            found += sheet->box[colour][box] == LC_ARTEFACT;
    }
    return seat->count[LC_ARTEFACTS] == (found < LC_BOXES ? found : LC_BOXES);
}

static bool seat_sound(const struct pip__lc_sheet *sheet, const struct pip__lc_seat *seat) {
    for (int colour = 0; colour < LC_COLOURS; colour++) {
        if (!expedition_sound(sheet, seat, colour))
            return false;
    }
    return (seat->circles | seat->ends) >> LC_COLOURS == 0 && artefacts_sound(sheet, seat) &&
           seat->count[LC_DICE] <= LC_BOXES;
}

/* A sheet for every seat that plays, and blank paper for the rest. */
static bool seats_sound(const struct pip_setup *setup, const struct pip__lc_state *s) {
    static const struct pip__lc_seat blank;
    for (int i = 0; i < LC_SEATS_MAX; i++) {
        const struct pip__lc_seat *seat = &s->seat[i];
        bool sound = i < setup->seats ? seat_sound(pip__lc_sheet_of(setup), seat)
                                      : memcmp(seat, &blank, sizeof blank) == 0;
        if (!sound)
            return false;
    }
    return true;
}

/* Bit column: the seat is past its bridge. */
static unsigned bridges_behind(const struct pip__lc_sheet *sheet, const struct pip__lc_seat *seat) {
    unsigned behind = 0;
    for (int column = 0; column < LC_COLUMNS; column++)
        behind |= (unsigned)(seat->count[column] >= sheet->bridge) << column;
    return behind;
}

/* LC7: a bridge is earned by those past it, and by all of them unless it fell in an earlier turn;
 * it falls with the turn in which somebody earns it. */
static bool bridges_sound(const struct pip_setup *setup, const struct pip__lc_state *s) {
    unsigned earned = 0;
    for (int i = 0; i < setup->seats; i++) {
        unsigned own = s->seat[i].bridges;
        unsigned behind = bridges_behind(pip__lc_sheet_of(setup), &s->seat[i]);
        if ((own & ~behind) != 0 || (behind & ~(own | s->passed)) != 0)
            return false;
        earned |= own;
    }
    return is_turn_under_way(s) ? (s->passed & ~earned) == 0 : s->passed == earned;
}

/* LC2.8, LC8.2: seats are active by turns; the one under way counts towards the longest game. */
static bool turn_sound(const struct pip_setup *setup, const struct pip__lc_state *s) {
    return s->phase <= LC_OVER && s->active == s->turn % setup->seats &&
           s->turn + (s->phase != LC_OVER) <= TURNS_MAX;
}

/* LC8.1: a game that has come to its end is over and no other is. The end is looked for between
 * turns: in the middle of one, the last symbols may be shaded already. */
static bool end_sound(const struct pip_setup *setup, const struct pip__lc_state *s) {
    int bridges = pip__lc_sheet_of(setup)->given | 1 << LC_ARTEFACTS | 1 << LC_DICE;
    bool exhausted = true;
    for (int i = 0; i < setup->seats; i++)
        exhausted &= s->seat[i].count[LC_DICE] == LC_BOXES;
    if (s->phase == LC_OTHERS_CHOOSE)
        exhausted = false;
    return (s->passed == bridges || exhausted) == (s->phase == LC_OVER);
}

/* LC2.2, LC2.7: the active seat has to choose, then the others: those that have not yet, or in
 * sequence one; between turns nobody. */
static bool acting_sound(const struct pip_setup *setup, const struct pip__lc_state *s) {
    unsigned active = 1u << s->active, others = ((1u << setup->seats) - 1) & ~active;
    bool several = (s->acting & (s->acting - 1)) != 0;
    switch (s->phase) {
    case LC_ACTIVE_CHOOSES: return s->acting == active;
    case LC_OTHERS_CHOOSE:
        return s->acting != 0 && (s->acting & ~others) == 0 &&
               !(several && setup->option[0] == LC_SEQUENCE);
    default: return s->acting == 0;
    }
}

/* LC4.1: the box written last in some expedition, with its end still open, is an arrow. */
static bool stands_on_an_arrow(const struct pip__lc_sheet *sheet, const struct pip__lc_seat *seat) {
    for (int colour = 0; colour < LC_COLOURS; colour++) {
        int count = seat->count[colour];
        if (count > 0 && sheet->box[colour][count - 1] == LC_ACCELERATION &&
            !has(seat->ends, colour))
            return true;
    }
    return false;
}

static bool accelerating_sound(const struct pip_setup *setup, const struct pip__lc_state *s) {
    for (int i = 0; i < setup->seats; i++) {
        if (has(s->accelerating, i) && !stands_on_an_arrow(pip__lc_sheet_of(setup), &s->seat[i]))
            return false;
    }
    return (s->accelerating & ~s->acting) == 0;
}

/* LC1.2, LC1.3 */
static bool faces_sound(const uint8_t die[3], int faces) {
    return die[0] <= die[1] && die[1] <= die[2] && die[2] < faces;
}

/* LC2.2, LC2.3: a pair or nothing is taken. While the active seat chooses, it has taken something
 * only if it is following an arrow. */
static bool taken_sound(const struct pip__lc_state *s) {
    bool taken = s->taken_colour > 0;
    return s->taken_colour <= 3 && s->taken_number <= 3 && taken == (s->taken_number > 0) &&
           (s->phase == LC_OTHERS_CHOOSE || taken == (s->accelerating != 0));
}

/* LC2.3, LC3.2: on offer is what the dice show that are not taken. */
static bool offer_sound(const struct pip__lc_state *s) {
    unsigned colours = 0, numbers = 0;
    for (int i = 0; i < 3; i++) {
        int number = s->number_die[i] == 0 ? LC_HIGHEST : s->number_die[i];
        colours |= (unsigned)(i + 1 != s->taken_colour) << s->colour_die[i];
        numbers |= (unsigned)(i + 1 != s->taken_number) << number;
    }
    return s->colours == colours && s->numbers == numbers;
}

/* LC2.1, LC2.6: dice lie in the middle during a turn only. */
static bool dice_sound(const struct pip__lc_state *s) {
    if (is_turn_under_way(s))
        return faces_sound(s->colour_die, LC_COLOURS) && faces_sound(s->number_die, 10) &&
               taken_sound(s) && offer_sound(s);
    unsigned left_over = s->taken_colour | s->taken_number | s->colours | s->numbers;
    for (int i = 0; i < 3; i++)
        left_over |= s->colour_die[i] | s->number_die[i];
    return left_over == 0;
}

enum pip_status pip__lc_check(const struct pip_setup *setup, const void *state) {
    const struct pip__lc_state *s = state;
    bool sound = turn_sound(setup, s) && seats_sound(setup, s) && bridges_sound(setup, s) &&
                 end_sound(setup, s) && acting_sound(setup, s) && accelerating_sound(setup, s) &&
                 dice_sound(s);
    return sound ? PIP_OK : PIP_BAD_STATE;
}
