/* What is remarkable about a sheet of Roller between rounds: every area, pair and row as it stands,
 * where each number can still go, how each empty hex can be filled, and what is left of bonuses,
 * hexes and rounds.
 *
 * Most remarks hold for any sheet. Those by an area's or a hex's place in the file are for a net
 * that knows one sheet only. */
#include "plan.h"

enum {
    TIMES = 7,    /* rounds left: 1 (or none) to 5, 6 or 7, more */
    KINDS = 2,    /* outer, middle */
    LEADS = 8,    /* the number found most often: none, 2 to 8 */
    EMPTIES = 10, /* empty hexes of an area: 0 to 8, more */
    FEWS = 6,     /* the same where it is not full: 1 to 5, more */
    MARGINS = 4,  /* how much more often than the next: 0 to 2, more */
    HOPES = 7,    /* the highest number that could lead: none, 3 to 8 */
    GAPS = 10,    /* hexes to connect a pair: 0 to 7, more; cut off */
    MASKS = 64,   /* which numbers stand in a row */
    NEEDS = 7,    /* the first number that a row lacks: 3 to 8, none */
    EDGES = 7,    /* empty hexes that a number borders on */
    ROOMS = 8,    /* empty hexes that it can get to */
    LEFT = 28,    /* empty hexes of the sheet, in twos */
    LONE = 5,     /* of these, without an empty neighbour: 0 to 3, more */
    CONTENTS = 7, /* of a hex: 2 to 8; nothing goes without saying */
    WAYS = 4,     /* empty neighbours of an empty hex, if any: 1 to 3, more */
    BORDERS = 4,  /* numbers that it borders on: 0 to 2, more */
    PIECES = 3    /* into which the empty hexes of an area fall: 1, 2, more */
};

/* Where the features of each kind begin. */
enum {
    BY_AREA = 0,
    BY_MARGIN = BY_AREA + KINDS * TIMES * EMPTIES * LEADS,
    BY_HOPE = BY_MARGIN + KINDS * FEWS * LEADS * MARGINS,
    BY_PLACE = BY_HOPE + KINDS * FEWS * LEADS * HOPES,
    BY_PLACE_LEAD = BY_PLACE + ROLLER_AREAS_MAX * TIMES * FEWS,
    BY_PAIR = BY_PLACE_LEAD + ROLLER_AREAS_MAX * FEWS * LEADS,
    BY_ROW = BY_PAIR + ROLLER_NUMBERS * TIMES * GAPS,
    BY_NEED = BY_ROW + TIMES * MASKS,
    BY_BONUS = BY_NEED + TIMES * NEEDS * NEEDS,
    BY_EDGE = BY_BONUS + TIMES * (1 << ROLLER_BONUSES),
    BY_ROOM = BY_EDGE + ROLLER_NUMBERS * TIMES * EDGES,
    BY_LEFT = BY_ROOM + ROLLER_NUMBERS * TIMES * ROOMS,
    BY_LONE = BY_LEFT + TIMES * LEFT,
    BY_HEX = BY_LONE + TIMES * LONE,
    BY_NOOK = BY_HEX + ROLLER_HEXES_MAX * CONTENTS,
    BY_CORNER = BY_NOOK + TIMES * WAYS * BORDERS,
    BY_PIECES = BY_CORNER + TIMES * MASKS,
    FEATURES = BY_PIECES + KINDS * TIMES * FEWS * PIECES,
    ACTIVE = 6 * ROLLER_AREAS_MAX + 3 * ROLLER_NUMBERS + 2 + 4 + ROLLER_HEXES_MAX
};

struct remarks {
    const struct pip__roller_sheet *sheet;
    const struct pip__roller_seat *own;
    int time;
    uint64_t edge[ROLLER_NUMBERS]; /* empty hexes beside a number */
    int count;
    uint16_t *feature;
};

static void add(struct remarks *r, int feature) {
    r->feature[r->count++] = (uint16_t)feature;
}

static int at_most(int value, int most) {
    return value < most ? value : most;
}

static int time_of(int rounds) {
    static const uint8_t time[] = {0, 0, 1, 2, 3, 4, 5, 5, 6};
    return time[at_most(rounds, 8)];
}

/* ---- Areas ---- */

struct tally {
    int empty, lead, margin, hope; /* numbers, or 0 */
};

/* RO4.2: who leads, by how much, and which number next to an empty hex could yet lead. */
static struct tally count_area(const struct remarks *r, int area) {
    uint64_t hexes = r->sheet->area[area];
    struct tally tally = {.empty = pip__roller_count(r->own->empty & hexes)};
    int times[ROLLER_HIGHEST + 1], most = 0, next = 0;
    for (int number = ROLLER_TWO_NUMBER; number <= ROLLER_HIGHEST; number++) {
        times[number] = pip__roller_count(pip__roller_holding(r->own, number) & hexes);
        if (times[number] > 0 && times[number] >= most) {
            next = most;
            most = times[number];
            tally.lead = number;
        } else if (times[number] > next) {
            next = times[number];
        }
    }
    tally.margin = most - next;
    for (int number = ROLLER_HIGHEST; number >= ROLLER_LOWEST && !tally.hope; number--) {
        bool borders = r->edge[number - ROLLER_LOWEST] & hexes;
        if (borders && times[number] + tally.empty >= most + (number < tally.lead))
            tally.hope = number;
    }
    return tally;
}

/* Each needs a path of its own, or one that leads through another area. */
static int pieces_of(const struct remarks *r, int area) {
    int pieces = 0;
    for (uint64_t left = r->own->empty & r->sheet->area[area]; left && pieces < PIECES; pieces++)
        left &= ~pip__roller_joined(r->sheet, left & -left, left);
    return pieces;
}

static void remark_area(struct remarks *r, int area) {
    struct tally tally = count_area(r, area);
    int kind = area == r->sheet->middle, lead = tally.lead ? tally.lead - 1 : 0;
    int time = tally.empty ? r->time : 0, few = at_most(tally.empty, FEWS) - 1;
    int empty = at_most(tally.empty, EMPTIES - 1), margin = at_most(tally.margin, MARGINS - 1);
    int hope = tally.hope ? tally.hope - ROLLER_LOWEST + 1 : 0;
    add(r, BY_AREA + ((kind * TIMES + time) * EMPTIES + empty) * LEADS + lead);
    if (tally.empty == 0)
        return;
    add(r, BY_MARGIN + ((kind * FEWS + few) * LEADS + lead) * MARGINS + margin);
    add(r, BY_HOPE + ((kind * FEWS + few) * LEADS + lead) * HOPES + hope);
    add(r, BY_PLACE + (area * TIMES + time) * FEWS + few);
    add(r, BY_PLACE_LEAD + (area * FEWS + few) * LEADS + lead);
    add(r, BY_PIECES + ((kind * TIMES + time) * FEWS + few) * PIECES + pieces_of(r, area) - 1);
}

/* ---- Hexes ---- */

/* How an empty hex can be filled: by way of its empty neighbours, and by the numbers beside it.
 * Where there are no such neighbours, it matters which numbers these are. */
static void remark_empty(struct remarks *r, int hex, const uint64_t borders[BORDERS]) {
    uint64_t neighbours = r->sheet->neighbours[hex] & r->own->empty;
    int ways = 0, count = 0, mask = 0;
    for (; neighbours && ways < WAYS; neighbours &= neighbours - 1)
        ways++;
    if (ways == 0) {
        for (int i = 0; i < ROLLER_NUMBERS; i++)
            mask |= (int)(r->edge[i] >> hex & 1) << i;
        add(r, BY_CORNER + r->time * MASKS + mask);
        return;
    }
    for (int i = 1; i < BORDERS; i++)
        count += (int)(borders[i] >> hex & 1);
    add(r, BY_NOOK + (r->time * WAYS + ways - 1) * BORDERS + count);
}

/* What stands where, and what could. */
static void remark_hexes(struct remarks *r) {
    uint64_t borders[BORDERS] = {0}; /* on at least so many numbers */
    for (int number = ROLLER_TWO_NUMBER; number <= ROLLER_HIGHEST; number++) {
        uint64_t hexes = pip__roller_holding(r->own, number) & r->sheet->blank;
        for (; hexes; hexes &= hexes - 1)
            add(r, BY_HEX + __builtin_ctzll(hexes) * CONTENTS + number - ROLLER_TWO_NUMBER);
    }
    for (int i = 0; i < ROLLER_NUMBERS; i++) {
        for (int more = BORDERS - 1; more > 1; more--)
            borders[more] |= borders[more - 1] & r->edge[i];
        borders[1] |= r->edge[i];
    }
    for (uint64_t left = r->own->empty; left; left &= left - 1)
        remark_empty(r, __builtin_ctzll(left), borders);
}

/* ---- Numbers ---- */

/* RO4.4 */
static void remark_pair(struct remarks *r, int number) {
    int gap = pip__roller_pair_gap(r->sheet, r->own, number);
    int time = gap > 0 ? r->time : 0;
    gap = gap < 0 ? GAPS - 1 : at_most(gap, GAPS - 2);
    add(r, BY_PAIR + ((number - ROLLER_LOWEST) * TIMES + time) * GAPS + gap);
}

/* RO2.3: where a number can go on, and how far. */
static void remark_reach(struct remarks *r, int number, const uint64_t *region, int regions) {
    static const uint8_t edges[] = {0, 1, 2, 3, 4, 4, 5, 5, 5, 6};
    static const uint8_t rooms[] = {0, 1, 2, 3, 4, 5, 5, 6, 6, 6, 7};
    int i = number - ROLLER_LOWEST, room = 0;
    int edge = pip__roller_count(r->edge[i]);
    for (int j = 0; j < regions; j++) {
        if (region[j] & r->edge[i])
            room += pip__roller_count(region[j]);
    }
    add(r, BY_EDGE + (i * TIMES + r->time) * EDGES + edges[at_most(edge, 9)]);
    add(r, BY_ROOM + (i * TIMES + r->time) * ROOMS + rooms[at_most(room, 10)]);
}

static void remark_numbers(struct remarks *r) {
    uint64_t region[ROLLER_HEXES_MAX];
    int regions = 0, lone = 0;
    for (uint64_t left = r->own->empty; left; left &= ~region[regions++]) {
        region[regions] = pip__roller_joined(r->sheet, left & -left, r->own->empty);
        lone += region[regions] == (left & -left);
    }
    for (int number = ROLLER_LOWEST; number <= ROLLER_HIGHEST; number++) {
        remark_pair(r, number);
        remark_reach(r, number, region, regions);
    }
    add(r, BY_LONE + r->time * LONE + at_most(lone, LONE - 1));
}

/* ---- Rows ---- */

/* RO4.6: bit number - 3 for what stands in a row. */
static int mask_of(const struct remarks *r, int row) {
    unsigned present = 0;
    for (int round = 0; round < r->sheet->rounds; round++)
        present |= 1u << r->own->row[row][round];
    return (int)(present >> ROLLER_LOWEST);
}

/* The rows are worth the same: which is which does not matter. */
static void remark_rows(struct remarks *r) {
    int red = mask_of(r, ROLLER_RED), green = mask_of(r, ROLLER_GREEN);
    int low = __builtin_ctz(~(unsigned)red), high = __builtin_ctz(~(unsigned)green);
    add(r, BY_ROW + r->time * MASKS + red);
    add(r, BY_ROW + r->time * MASKS + green);
    if (low > high) {
        int kept = low;
        low = high;
        high = kept;
    }
    add(r, BY_NEED + (r->time * NEEDS + low) * NEEDS + high);
}

/* ---- The slot ---- */

static int remark(const struct pip_setup *setup, const void *state, int seat, uint16_t *features) {
    const struct pip__roller_state *s = state;
    struct remarks r = {.sheet = pip__roller_sheet_of(setup), .own = &s->seat[seat]};
    r.feature = features;
    r.time = time_of(pip__roller_rounds_left(r.sheet, s, seat));
    for (int i = 0; i < ROLLER_NUMBERS; i++)
        r.edge[i] = pip__roller_next(r.sheet, r.own, ROLLER_LOWEST + i, 0);
    for (int area = 0; area < r.sheet->areas; area++)
        remark_area(&r, area);
    remark_hexes(&r);
    remark_numbers(&r);
    remark_rows(&r);
    add(&r, BY_BONUS + r.time * (1 << ROLLER_BONUSES) + r.own->used);
    int left = pip__roller_count(r.own->empty) / 2;
    add(&r, BY_LEFT + r.time * LEFT + at_most(left, LEFT - 1));
    return r.count;
}

const struct pip_think pip__roller_think = {
    .features = FEATURES,
    .active = ACTIVE,
    .unit = 10000,
    .apart = true,
    .lines = pip__roller_lines,
    .remark = remark,
    .invent = pip__roller_invent,
};
