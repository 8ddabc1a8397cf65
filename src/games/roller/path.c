/* Paths (RO2.3, RO2.9): where a number can begin so that its whole count can be written.
 *
 * A path has at most eight hexes. In the open the first try succeeds; where it is narrow there are
 * few ways to try. A region too small for the path is left out before any way is tried, which is
 * what keeps the worst case small. */
#include "roller.h"

uint64_t pip__roller_next(const struct pip__roller_sheet *sheet,
                          const struct pip__roller_seat *seat, int number, int last) {
    uint64_t beside = last ? sheet->neighbours[last - 1]
                           : pip__roller_beside(sheet, pip__roller_holding(seat, number));
    return beside & seat->empty;
}

/* Whether `length` hexes of `empty`, one after the other, can follow `hex`, which is not in it. */
static bool can_follow(const struct pip__roller_sheet *sheet, uint64_t empty, int hex, int length) {
    uint64_t next = sheet->neighbours[hex] & empty;
    if (length <= 1)
        return length == 0 || next != 0;
    for (; next; next &= next - 1) {
        int step = __builtin_ctzll(next);
        if (can_follow(sheet, empty & ~pip__roller_hex(step), step, length - 1))
            return true;
    }
    return false;
}

static bool is_opening(const struct pip__roller_sheet *sheet, uint64_t empty, int hex, int length) {
    return can_follow(sheet, empty & ~pip__roller_hex(hex), hex, length - 1);
}

/* The regions of `empty` with room for the path, as far as they touch `hexes`. In short paths every
 * region is searched faster than measured. */
static uint64_t roomy(const struct pip__roller_sheet *sheet, uint64_t hexes, uint64_t empty,
                      int length) {
    uint64_t room = 0;
    if (length <= 3)
        return empty;
    for (uint64_t left = hexes; left;) {
        uint64_t region = pip__roller_joined(sheet, left & -left, empty);
        left &= ~region;
        if (__builtin_popcountll(region) >= length)
            room |= region;
    }
    return room;
}

uint64_t pip__roller_openings(const struct pip__roller_sheet *sheet, uint64_t hexes, uint64_t empty,
                              int length) {
    uint64_t openings = 0;
    for (uint64_t left = hexes & roomy(sheet, hexes, empty, length); left; left &= left - 1) {
        int hex = __builtin_ctzll(left);
        if (is_opening(sheet, empty, hex, length))
            openings |= pip__roller_hex(hex);
    }
    return openings;
}

bool pip__roller_has_opening(const struct pip__roller_sheet *sheet, uint64_t hexes, uint64_t empty,
                             int length) {
    for (uint64_t left = hexes & roomy(sheet, hexes, empty, length); left; left &= left - 1) {
        if (is_opening(sheet, empty, __builtin_ctzll(left), length))
            return true;
    }
    return false;
}
