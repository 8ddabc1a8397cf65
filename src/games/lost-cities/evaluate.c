/* How promising a Lost Cities sheet is: its points, and where each column is likely to end. */
#include "lost_cities.h"

/* The ladder at a fractional count, in thousandths: between two steps it is a straight line. */
static int32_t ladder_at(const int16_t *ladder, int32_t thousandths) {
    int32_t most = LC_BOXES * 1000;
    if (thousandths >= most)
        return ladder[LC_BOXES] * 1000;
    int32_t step = thousandths / 1000, part = thousandths % 1000;
    return ladder[step] * (1000 - part) + ladder[step + 1] * part;
}

int32_t pip__lc_evaluate(const struct pip_setup *setup, const void *state, int seat) {
    const struct pip__lc_state *s = state;
    const struct pip__lc_sheet *sheet = pip__lc_sheet_of(setup);
    const struct pip__lc_seat *own = &s->seat[seat];
    (void)ladder_at;
    int32_t value = 0;
    for (int column = 0; column < LC_COLUMNS; column++)
        value += pip__lc_column_points(sheet, own, column) * 1000;
    return value + sheet->bonus * 1000 * __builtin_popcount(own->bridges);
}
