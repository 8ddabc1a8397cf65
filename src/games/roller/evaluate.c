/* How promising a Roller sheet is: its points, and what of areas, pairs and rows is likely to come.
 * The shares in the tables are rounded by hand from a short search that varied them over games on
 * all shipped sheets; nothing says that they are the best ones. */
#include "roller.h"

/* The chance in thousandths that an area with so many empty hexes gets filled, with many rounds to
 * come; and the share of that chance that so many rounds leave. */
static const int16_t area_chance[] = {1000, 960, 730, 615, 515, 430, 330, 300, 260, 215, 175, 145};
static const int16_t rounds_share[] = {0, 190, 460, 630, 780, 820};

#define COUNT_OF(table) ((int)(sizeof(table) / sizeof *(table)))

static int32_t look_up(const int16_t *table, int count, int index) {
    return table[index < count ? index : count - 1];
}

static int32_t share_of(int rounds) {
    return rounds < COUNT_OF(rounds_share) ? rounds_share[rounds] : 1000;
}

/* RO4.2, RO4.3 */
static int32_t area_value(const struct pip__roller_sheet *sheet, const struct pip__roller_seat *own,
                          int area, int rounds) {
    int empty = __builtin_popcountll(own->empty & sheet->area[area]);
    int most = pip__roller_most_often(sheet, own, area);
    int32_t points = area == sheet->middle ? 2 * most : most;
    if (empty == 0)
        return points * 1000;
    return points * look_up(area_chance, COUNT_OF(area_chance), empty) * share_of(rounds) / 1000;
}

/* How many empty hexes the shortest chain between a pair still needs; -1 if it is cut off. */
static int pair_gap(const struct pip__roller_sheet *sheet, const struct pip__roller_seat *own,
                    int number) {
    const uint8_t *pair = sheet->pair[number - ROLLER_LOWEST];
    uint64_t held = pip__roller_holding(own, number);
    uint64_t reached = pip__roller_joined(sheet, pip__roller_hex(pair[0]), held), edge = reached;
    for (int gap = 0; edge; gap++) {
        if (reached >> pair[1] & 1)
            return gap;
        edge = pip__roller_beside(sheet, edge) & own->empty & ~reached;
        reached |= edge;
        uint64_t touched = pip__roller_beside(sheet, edge) & held & ~reached;
        edge |= pip__roller_joined(sheet, touched, held);
        reached |= edge;
    }
    return -1;
}

static const int16_t gap_chance[] = {1000, 800, 690, 580, 470, 370, 280, 200, 140};

/* RO4.4 */
static int32_t pair_value(const struct pip__roller_sheet *sheet, const struct pip__roller_seat *own,
                          int number, int rounds) {
    int gap = pair_gap(sheet, own, number);
    if (gap <= 0)
        return gap == 0 ? number * 1000 : 0;
    return number * look_up(gap_chance, COUNT_OF(gap_chance), gap) * share_of(rounds) / 1000;
}

/* RO4.6: each number reached counts for what it adds, less for every one still missing before it.
 */
static int32_t row_value(const struct pip__roller_sheet *sheet, const struct pip__roller_seat *own,
                         int row, int rounds) {
    static const int16_t missing_share[] = {0, 500, 690, 790, 830, 830};
    unsigned present = 0;
    for (int round = 0; round < sheet->rounds; round++)
        present |= 1u << own->row[row][round];
    int32_t value = 0, chance = 1000;
    for (int number = ROLLER_LOWEST, missing = 0; number <= ROLLER_HIGHEST; number++) {
        if (!(present >> number & 1)) {
            chance = chance * look_up(missing_share, COUNT_OF(missing_share), rounds) / 1000;
            if (++missing > rounds)
                break;
        }
        value += chance * (number == ROLLER_LOWEST ? ROLLER_LOWEST : 1);
    }
    return value;
}

int32_t pip__roller_board_value(const struct pip__roller_sheet *sheet,
                                const struct pip__roller_seat *own, int rounds) {
    int32_t value = 0;
    for (int area = 0; area < sheet->areas; area++)
        value += area_value(sheet, own, area, rounds);
    for (int number = ROLLER_LOWEST; number <= ROLLER_HIGHEST; number++)
        value += pair_value(sheet, own, number, rounds);
    return value;
}

/* RO4.5: two points, and a chance to do better in the rounds to come. */
int32_t pip__roller_bonus_value(int rounds) {
    return 2000 + share_of(rounds);
}

int32_t pip__roller_margin_value(const struct pip__roller_sheet *sheet,
                                 const struct pip__roller_seat *own, int rounds) {
    int kept = ROLLER_BONUSES - __builtin_popcount(own->used);
    return kept * pip__roller_bonus_value(rounds) + row_value(sheet, own, ROLLER_RED, rounds) +
           row_value(sheet, own, ROLLER_GREEN, rounds);
}

int32_t pip__roller_evaluate(const struct pip_setup *setup, const void *state, int seat) {
    const struct pip__roller_sheet *sheet = pip__roller_sheet_of(setup);
    const struct pip__roller_state *s = state;
    const struct pip__roller_seat *own = &s->seat[seat];
    bool done = s->phase == ROLLER_WRITE && !(s->acting >> seat & 1);
    int rounds = sheet->rounds - s->round - done;
    return pip__roller_board_value(sheet, own, rounds) +
           pip__roller_margin_value(sheet, own, rounds);
}
