/* Sheets that nobody has drawn, for nets that are to know any: areas grow hex by hex around a
 * middle one, and numbers are printed at random until they are fair (RO5.3). */
#include "roller.h"

#define REACH 8 /* hexes from the first one: what fits a map of 80 columns */
#define SPAN (2 * REACH + 3)
#define PRINT_TRIES 200
#define NEAREST 3 /* hexes from one of a pair to the other */

struct draft {
    struct pip_random *random;
    struct pip__roller_sheet *sheet;
    uint8_t area[SPAN][SPAN]; /* by r and q: area + 1; 0 outside */
    int hexes;
};

static int any(struct draft *d, int below) {
    return (int)pip_random_below(d->random, (uint32_t)below);
}

static const int8_t direction[6][2] = {{1, 0}, {1, -1}, {0, -1}, {-1, 0}, {-1, 1}, {0, 1}};

/* How many neighbours belong to an area; with 0, to any. */
static int count_beside(const struct draft *d, int q, int r, int area) {
    int count = 0;
    for (int i = 0; i < 6; i++) {
        int other = d->area[r + direction[i][1]][q + direction[i][0]];
        count += area ? other == area : other != 0;
    }
    return count;
}

static bool is_within(int q, int r) {
    int third = q + r - 2 * (REACH + 1);
    return q > 0 && r > 0 && q < SPAN - 1 && r < SPAN - 1 && third >= -REACH && third <= REACH;
}

/* One hex more for an area, beside it (for its first: beside any): the roundest of three. */
static bool add_hex(struct draft *d, int area, bool first) {
    int best = 0, best_q = 0, best_r = 0;
    int16_t open[SPAN * SPAN];
    int count = 0;
    for (int place = 0; place < SPAN * SPAN; place++) {
        int q = place % SPAN, r = place / SPAN;
        if (is_within(q, r) && !d->area[r][q] && count_beside(d, q, r, first ? 0 : area) > 0)
            open[count++] = (int16_t)place;
    }
    for (int i = 0; i < 3 && count > 0; i++) {
        int place = open[any(d, count)], q = place % SPAN, r = place / SPAN;
        int beside = 2 * count_beside(d, q, r, first ? 0 : area) + count_beside(d, q, r, 0);
        if (beside > best) {
            best = beside;
            best_q = q;
            best_r = r;
        }
    }
    if (best > 0) {
        d->area[best_r][best_q] = (uint8_t)area;
        d->hexes++;
    }
    return best > 0;
}

/* RO1.3: a middle area of 5 to 13 hexes, and outer ones of 3 to 8 around it. */
static void grow_areas(struct draft *d) {
    int wanted = 36 + any(d, ROLLER_HEXES_MAX - 36 + 1), areas = 0;
    while (wanted - d->hexes >= 3 && areas < ROLLER_AREAS_MAX) {
        int size = areas == 0 ? 5 + any(d, 9) : 3 + any(d, 6), grown = 0;
        areas++;
        if (areas == 1) {
            d->area[REACH + 1][REACH + 1] = 1;
            d->hexes++;
            grown++;
        }
        for (; grown < size && d->hexes < wanted; grown++) {
            if (!add_hex(d, areas, grown == 0))
                break;
        }
    }
    d->sheet->areas = (uint8_t)areas;
}

static void name_area(char *name, int area) {
    static const char outer[] = "outer-", middle[] = "middle";
    for (int i = 0; i < 6; i++)
        name[i] = area == 0 ? middle[i] : outer[i];
    name[6] = area == 0 ? '\0' : (char)('a' + area - 1);
    name[7] = '\0';
}

/* Rows are lettered from the top, hexes numbered from the left. */
static void name_hex(char *name, int row, int column) {
    int at = 0;
    name[at++] = (char)('a' + row);
    if (column >= 10)
        name[at++] = (char)('0' + column / 10);
    name[at++] = (char)('0' + column % 10);
    name[at] = '\0';
}

static void write_hexes(struct draft *d) {
    struct pip__roller_sheet *sheet = d->sheet;
    int row = -1;
    for (int r = 0; r < SPAN; r++) {
        int column = 0;
        for (int q = 0; q < SPAN; q++) {
            if (!d->area[r][q])
                continue;
            int hex = sheet->hexes++;
            row += column == 0;
            sheet->q[hex] = (int8_t)(q - REACH - 1);
            sheet->r[hex] = (int8_t)(r - REACH - 1);
            sheet->area[d->area[r][q] - 1] |= pip__roller_hex(hex);
            name_hex(sheet->hex_name[hex], row, ++column);
        }
    }
    for (int area = 0; area < sheet->areas; area++)
        name_area(sheet->area_name[area], area);
    pip__roller_find_neighbours(sheet);
}

/* ---- Prints ---- */

static int area_of(const struct pip__roller_sheet *sheet, int hex) {
    int area = 0;
    while (!(sheet->area[area] >> hex & 1))
        area++;
    return area;
}

/* Two blank hexes in different areas, not too near, the farther apart the higher the number. */
static bool draw_pairs(struct draft *d) {
    struct pip__roller_sheet *sheet = d->sheet;
    uint64_t taken = sheet->crossed;
    for (int i = 0; i < ROLLER_NUMBERS; i++) {
        int a = any(d, sheet->hexes), b = any(d, sheet->hexes), at = i;
        int apart = pip__roller_distance(sheet, a, b);
        if ((taken >> a & 1) || (taken >> b & 1) || apart < NEAREST ||
            area_of(sheet, a) == area_of(sheet, b))
            return false;
        taken |= pip__roller_hex(a) | pip__roller_hex(b);
        for (; at > 0 &&
               pip__roller_distance(sheet, sheet->pair[at - 1][0], sheet->pair[at - 1][1]) > apart;
             at--) {
            sheet->pair[at][0] = sheet->pair[at - 1][0];
            sheet->pair[at][1] = sheet->pair[at - 1][1];
        }
        sheet->pair[at][0] = (uint8_t)(a < b ? a : b);
        sheet->pair[at][1] = (uint8_t)(a < b ? b : a);
    }
    return true;
}

/* RO5.3: joinable over empty hexes, and with three of them beside each print. */
static bool are_fair(const struct pip__roller_sheet *sheet) {
    for (int i = 0; i < ROLLER_NUMBERS; i++) {
        const uint8_t *pair = sheet->pair[i];
        uint64_t from = pip__roller_hex(pair[0]), to = pip__roller_hex(pair[1]);
        if (!(pip__roller_joined(sheet, from, sheet->blank | from | to) & to) ||
            __builtin_popcountll(sheet->neighbours[pair[0]] & sheet->blank) < 3 ||
            __builtin_popcountll(sheet->neighbours[pair[1]] & sheet->blank) < 3)
            return false;
    }
    return true;
}

static bool print_numbers(struct draft *d) {
    struct pip__roller_sheet *sheet = d->sheet;
    uint64_t all = ~(uint64_t)0 >> (ROLLER_HEXES_MAX - sheet->hexes);
    for (int crosses = any(d, 4); crosses > 0; crosses--)
        sheet->crossed |= pip__roller_hex(any(d, sheet->hexes));
    for (int i = 0; i < PRINT_TRIES; i++) {
        if (!draw_pairs(d))
            continue;
        sheet->blank = all & ~sheet->crossed;
        for (int j = 0; j < ROLLER_NUMBERS; j++) {
            sheet->printed[j] =
                pip__roller_hex(sheet->pair[j][0]) | pip__roller_hex(sheet->pair[j][1]);
            sheet->blank &= ~sheet->printed[j];
        }
        if (are_fair(sheet))
            return true;
    }
    return false;
}

/* So many rounds that most of the sheet can be filled; a few dice less now and then. */
void pip__roller_invent(struct pip_random *random, void *data) {
    struct pip__roller_sheet *sheet = data;
    for (bool fair = false; !fair;) {
        struct draft d = {.random = random, .sheet = sheet};
        *sheet = (struct pip__roller_sheet){0};
        grow_areas(&d);
        write_hexes(&d);
        fair = sheet->areas >= 3 && print_numbers(&d);
        int rounds = (__builtin_popcountll(sheet->blank) + 3) / 6 + any(&d, 3) - 1;
        sheet->rounds = (uint8_t)(rounds < 3 ? 3 : rounds);
        sheet->dice = (uint8_t)(PIP_DICE_MAX - (any(&d, 4) ? 0 : any(&d, 3)));
    }
}
