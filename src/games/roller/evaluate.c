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
    int empty = pip__roller_count(own->empty & sheet->area[area]);
    int most = pip__roller_most_often(sheet, own, area);
    int32_t points = area == sheet->middle ? 2 * most : most;
    if (empty == 0)
        return points * 1000;
    return points * look_up(area_chance, COUNT_OF(area_chance), empty) * share_of(rounds) / 1000;
}

/* Walks from the first hex of a pair to the second. `layer[k]`, if asked for, gets the empty hexes
 * that are the k-th of a chain. Returns how many the shortest chain needs; -1 if it is cut off.
 * RO2.3: whatever holds the number has grown from one of the two. */
static int walk_pair(const struct pip__roller_sheet *sheet, const struct pip__roller_seat *own,
                     int number, uint64_t *layer) {
    const uint8_t *pair = sheet->pair[number - ROLLER_LOWEST];
    uint64_t held = pip__roller_holding(own, number), left = own->empty;
    uint64_t near = pip__roller_joined(sheet, pip__roller_hex(pair[0]), held);
    if (near >> pair[1] & 1)
        return 0;
    uint64_t goal = pip__roller_beside(sheet, held & ~near) & left;
    uint64_t edge = pip__roller_beside(sheet, near) & left;
    for (int gap = 1; edge; gap++) {
        if (layer)
            layer[gap] = edge;
        if (edge & goal)
            return gap;
        left &= ~edge;
        edge = pip__roller_beside(sheet, edge) & left;
    }
    return -1;
}

int pip__roller_pair_gap(const struct pip__roller_sheet *sheet, const struct pip__roller_seat *own,
                         int number) {
    return walk_pair(sheet, own, number, NULL);
}

/* The empty hexes of one shortest chain between a pair; none if it is connected or cut off. */
static uint64_t shortest_chain(const struct pip__roller_sheet *sheet,
                               const struct pip__roller_seat *own, int number) {
    uint64_t layer[ROLLER_HEXES_MAX + 1], chain = 0;
    uint64_t held = pip__roller_holding(own, number);
    uint64_t end = pip__roller_hex(sheet->pair[number - ROLLER_LOWEST][1]);
    uint64_t front = pip__roller_joined(sheet, end, held);
    for (int k = walk_pair(sheet, own, number, layer); k > 0; k--) {
        uint64_t step = pip__roller_beside(sheet, front) & layer[k];
        step &= -step;
        chain |= step;
        front = step | pip__roller_joined(sheet, pip__roller_beside(sheet, step), held);
    }
    return chain;
}

static const int16_t gap_chance[] = {1000, 800, 690, 580, 470, 370, 280, 200, 140};

/* RO4.4 */
static int32_t pair_value(const struct pip__roller_sheet *sheet, const struct pip__roller_seat *own,
                          int number, int rounds) {
    int gap = pip__roller_pair_gap(sheet, own, number);
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

/* Those of some hexes that have no neighbour in `empty`. */
static uint64_t lone_among(const struct pip__roller_sheet *sheet, uint64_t hexes, uint64_t empty) {
    uint64_t lone = 0;
    for (; hexes; hexes &= hexes - 1) {
        if (!(sheet->neighbours[__builtin_ctzll(hexes)] & empty))
            lone |= hexes & -hexes;
    }
    return lone;
}

void pip__roller_survey(const struct pip__roller_sheet *sheet, const struct pip__roller_seat *own,
                        int rounds, struct pip__roller_ground *ground) {
    *ground = (struct pip__roller_ground){.sheet = sheet, .own = own, .rounds = rounds};
    for (int area = 0; area < sheet->areas; area++) {
        ground->area[area] = area_value(sheet, own, area, rounds);
        ground->value += ground->area[area];
    }
    for (int i = 0; i < ROLLER_NUMBERS; i++) {
        ground->pair[i] = pair_value(sheet, own, ROLLER_LOWEST + i, rounds);
        ground->chain[i] = shortest_chain(sheet, own, ROLLER_LOWEST + i);
        ground->value += ground->pair[i];
    }
    ground->lone = lone_among(sheet, own->empty, own->empty);
}

/* Filled hexes are what areas are made of, and one that is left alone may never be. */
static int32_t gain_in_room(const struct pip__roller_ground *ground, uint64_t empty,
                            uint64_t written) {
    uint64_t beside = pip__roller_beside(ground->sheet, written) & empty & ~ground->lone;
    int more = pip__roller_count(lone_among(ground->sheet, beside, empty));
    int less = pip__roller_count(written & ground->lone);
    return pip__roller_count(written) * ground->hex_prize - (more - less) * ground->lone_price;
}

int32_t pip__roller_gain(const struct pip__roller_ground *ground,
                         const struct pip__roller_seat *after) {
    const struct pip__roller_sheet *sheet = ground->sheet;
    uint64_t written = ground->own->empty & ~after->empty;
    int32_t gain = ground->hex_prize ? gain_in_room(ground, after->empty, written) : 0;
    for (int area = 0; area < sheet->areas; area++) {
        if (written & sheet->area[area])
            gain += area_value(sheet, after, area, ground->rounds) - ground->area[area];
    }
    for (int i = 0; i < ROLLER_NUMBERS; i++) {
        int number = ROLLER_LOWEST + i;
        uint64_t held = pip__roller_holding(after, number);
        if (!ground->chain[i])
            continue; /* connected or cut off, and stays so */
        if ((written & ground->chain[i]) || held != pip__roller_holding(ground->own, number))
            gain += pair_value(sheet, after, number, ground->rounds) - ground->pair[i];
    }
    return gain;
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

int pip__roller_rounds_left(const struct pip__roller_sheet *sheet,
                            const struct pip__roller_state *s, int seat) {
    bool done = s->phase == ROLLER_WRITE && !(s->acting >> seat & 1);
    return sheet->rounds - s->round - done;
}

int32_t pip__roller_evaluate(const struct pip_setup *setup, const void *state, int seat) {
    const struct pip__roller_sheet *sheet = pip__roller_sheet_of(setup);
    const struct pip__roller_state *s = state;
    const struct pip__roller_seat *own = &s->seat[seat];
    int rounds = pip__roller_rounds_left(sheet, s, seat);
    int32_t value = pip__roller_margin_value(sheet, own, rounds);
    for (int area = 0; area < sheet->areas; area++)
        value += area_value(sheet, own, area, rounds);
    for (int number = ROLLER_LOWEST; number <= ROLLER_HIGHEST; number++)
        value += pair_value(sheet, own, number, rounds);
    return value;
}
