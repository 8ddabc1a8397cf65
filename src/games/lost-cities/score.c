/* What a sheet of Lost Cities is worth (LC9), and whether it can exist at all. */
#include "lost_cities.h"

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
            items[count++] = (struct pip_item){pip__lc_column_name[column], points};
    }
    items[count++] = (struct pip_item){"bridges", bridge_points(sheet, own)};
    return count;
}

/* ---- check ---- */

/* LC3.1: rising, nothing above the last one. LC3.6: a summit only above nine boxes. */
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
           (!has(seat->summits, colour) || seat->count[colour] == LC_BOXES) &&
           (has(sheet->given, colour) || !touched);
}

/* LC5: as many artefacts as artefact boxes and summits, at most nine. */
static bool artefacts_sound(const struct pip__lc_sheet *sheet, const struct pip__lc_seat *seat) {
    int found = __builtin_popcount(seat->summits);
    for (int colour = 0; colour < LC_COLOURS; colour++) {
        for (int box = 0; box < seat->count[colour]; box++)
            found += sheet->box[colour][box] == LC_ARTEFACT;
    }
    return seat->count[LC_ARTEFACTS] == (found < LC_BOXES ? found : LC_BOXES);
}

/* LC7: a bridge is earned only by those past it, and once a turn is over somebody has earned it. */
static bool bridges_sound(const struct pip_setup *setup, const struct pip__lc_state *s) {
    unsigned earned = 0, behind = 0;
    for (int i = 0; i < setup->seats; i++) {
        earned |= s->seat[i].bridges;
        for (int column = 0; column < LC_COLUMNS; column++) {
            bool beyond = s->seat[i].count[column] >= pip__lc_sheet_of(setup)->bridge;
            behind |= (unsigned)beyond << column;
            if (has(s->seat[i].bridges, column) && !beyond)
                return false;
        }
    }
    bool between_turns = s->phase == LC_ROLL || s->phase == LC_OVER;
    return earned == behind && (s->passed & ~earned) == 0 &&
           (!between_turns || s->passed == earned);
}

static bool seat_sound(const struct pip__lc_sheet *sheet, const struct pip__lc_seat *seat) {
    for (int colour = 0; colour < LC_COLOURS; colour++) {
        if (!expedition_sound(sheet, seat, colour))
            return false;
    }
    return artefacts_sound(sheet, seat) && seat->count[LC_DICE] <= LC_BOXES;
}

enum pip_status pip__lc_check(const struct pip_setup *setup, const void *state) {
    const struct pip__lc_state *s = state;
    if (s->active >= setup->seats || s->phase > LC_OVER || s->acting >> setup->seats != 0 ||
        (s->accelerating & ~s->acting) != 0)
        return PIP_BAD_STATE;
    for (int seat = 0; seat < setup->seats; seat++) {
        if (!seat_sound(pip__lc_sheet_of(setup), &s->seat[seat]))
            return PIP_BAD_STATE;
    }
    return bridges_sound(setup, s) ? PIP_OK : PIP_BAD_STATE;
}
