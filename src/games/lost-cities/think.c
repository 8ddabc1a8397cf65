/* What is remarkable about a position of Lost Cities: every expedition as it stands, what is
 * printed above it, the two columns at the right, the race for the bridges, and how far the others
 * are. */
#include "lost_cities.h"

enum {
    EXPEDITION = 2 + 10 * LC_HIGHEST * 2, /* how it stands: count, last number, circle */
    OTHERS_EXPEDITION = 1 + 10 * LC_HIGHEST,
    AHEAD = LC_BOXES * 27,            /* count, the next three boxes */
    STILL = 5 * 5 * (LC_HIGHEST + 1), /* artefact and acceleration boxes left, last number */
    RACE = 3 * (LC_BOXES + 1) * (LC_BOXES + 2), /* bridge, own count, the best other's */
    LEAD = 61,                                  /* points before the best other, in tens */
    TURNS = 75,
};

/* Where the features of each kind begin. */
enum {
    BY_COLOUR = 0,
    BY_SHAPE = BY_COLOUR + LC_COLOURS * EXPEDITION,
    BY_AHEAD = BY_SHAPE + EXPEDITION,
    BY_STILL = BY_AHEAD + AHEAD,
    BY_COLUMNS = BY_STILL + STILL,                             /* artefacts, dice symbols */
    BY_SYMBOLS = BY_COLUMNS + (LC_BOXES + 1) * (LC_BOXES + 1), /* dice symbols, time */
    BY_RACE = BY_SYMBOLS + (LC_BOXES + 1) * (TURNS / 3 + 1),
    BY_OTHERS = BY_RACE + 3 * RACE,
    BY_OTHERS_COLUMNS = BY_OTHERS + LC_COLOURS * OTHERS_EXPEDITION,
    BY_LEAD = BY_OTHERS_COLUMNS + 2 * (LC_BOXES + 1),
    BY_BRIDGES = BY_LEAD + 3 * LEAD, /* open ones, dice symbols */
    BY_TURN = BY_BRIDGES + (LC_COLUMNS + 1) * (LC_BOXES + 1),
    BY_SEATS = BY_TURN + TURNS + 1,
    FEATURES = BY_SEATS + LC_SEATS_MAX * LC_SEATS_MAX
};

struct remarks {
    const struct pip_setup *setup;
    const struct pip__lc_sheet *sheet;
    const struct pip__lc_state *s;
    unsigned passed; /* bridges, those of this turn too */
    int seat, turn, count;
    uint16_t *feature;
};

static void add(struct remarks *r, int feature) {
    r->feature[r->count++] = (uint16_t)feature;
}

/* How many bits of a byte are set; not every processor that this is built for can say. */
static int ones(unsigned bits) {
    static const uint8_t of[16] = {0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4};
    return of[bits & 15] + of[bits >> 4 & 15];
}

static int at_most(int value, int most) {
    return value < most ? value : most;
}

/* Boxes written, the end as a tenth. */
static int steps_of(const struct pip__lc_seat *seat, int colour) {
    return seat->count[colour] + (seat->ends >> colour & 1);
}

static int stand_of(const struct pip__lc_seat *seat, int colour) {
    int circle = seat->circles >> colour & 1, steps = steps_of(seat, colour);
    if (steps == 0)
        return circle;
    return 2 + ((steps - 1) * LC_HIGHEST + seat->top[colour] - 1) * 2 + circle;
}

/* The next three boxes, as digits of 3. */
static int ahead_of(const struct pip__lc_sheet *sheet, int colour, int count) {
    int ahead = 0;
    for (int i = 2; i >= 0; i--)
        ahead = 3 * ahead + (count + i < LC_BOXES ? sheet->box[colour][count + i] : LC_PLAIN);
    return ahead;
}

/* Nobody chooses: the next roll is due, or none. */
static bool is_between(const struct pip__lc_state *s) {
    return s->phase == LC_ROLL || s->phase == LC_OVER;
}

static int open_bridges(const struct remarks *r) {
    return ones(r->sheet->given) + 2 - ones(r->passed);
}

static void remark_expedition(struct remarks *r, int colour) {
    const struct pip__lc_seat *own = &r->s->seat[r->seat];
    int stand = stand_of(own, colour), count = own->count[colour], left[3] = {0};
    add(r, BY_COLOUR + colour * EXPEDITION + stand);
    add(r, BY_SHAPE + stand);
    if (count == LC_BOXES)
        return;
    for (int box = count; box < LC_BOXES; box++)
        left[r->sheet->box[colour][box]]++;
    add(r, BY_AHEAD + count * 27 + ahead_of(r->sheet, colour, count));
    add(r, BY_STILL +
               (at_most(left[LC_ARTEFACT], 4) * 5 + at_most(left[LC_ACCELERATION], 4)) *
                   (LC_HIGHEST + 1) +
               own->top[colour]);
}

/* LC7: a bridge is open, mine, or gone; how near are we, and the nearest of the others? */
static void remark_race(struct remarks *r, int column) {
    const struct pip__lc_seat *own = &r->s->seat[r->seat];
    int kind = column < LC_COLOURS ? 0 : column - LC_COLOURS + 1;
    int bridge = own->bridges >> column & 1 ? 1 : r->passed >> column & 1 ? 2 : 0, nearest = -1;
    for (int other = 0; other < r->setup->seats; other++) {
        if (other != r->seat && r->s->seat[other].count[column] > nearest)
            nearest = r->s->seat[other].count[column];
    }
    add(r, BY_RACE + kind * RACE + (bridge * (LC_BOXES + 1) + own->count[column]) * (LC_BOXES + 2) +
               nearest + 1);
}

static int32_t points_of(const struct pip__lc_sheet *sheet, const struct pip__lc_seat *seat) {
    int32_t points = sheet->bonus * ones(seat->bridges);
    for (int column = 0; column < LC_COLUMNS; column++)
        points += pip__lc_column_points(sheet, seat, column);
    return points;
}

static int32_t best_of_others(const struct remarks *r) {
    int32_t best = INT32_MIN;
    for (int other = 0; other < r->setup->seats; other++) {
        int32_t points = other == r->seat ? best : points_of(r->sheet, &r->s->seat[other]);
        best = points > best ? points : best;
    }
    return best;
}

/* In tens, not below 0. */
static int lead_of(int32_t points, int32_t best) {
    int32_t lead = (points - best) / 10 + LEAD / 2;
    return lead < 0 ? 0 : at_most(lead, LEAD - 1);
}

static void remark_lead(struct remarks *r, int32_t best) {
    if (r->setup->seats == 1)
        return;
    int lead = lead_of(points_of(r->sheet, &r->s->seat[r->seat]), best);
    add(r, BY_LEAD + at_most(open_bridges(r) / 3, 2) * LEAD + lead);
}

static void remark_others(struct remarks *r) {
    for (int other = 0; other < r->setup->seats; other++) {
        const struct pip__lc_seat *seat = &r->s->seat[other];
        if (other == r->seat)
            continue;
        for (int colour = 0; colour < LC_COLOURS; colour++) {
            if (r->sheet->given >> colour & 1)
                add(r, BY_OTHERS + colour * OTHERS_EXPEDITION + stand_of(seat, colour) / 2);
        }
        add(r, BY_OTHERS_COLUMNS + seat->count[LC_ARTEFACTS]);
        add(r, BY_OTHERS_COLUMNS + LC_BOXES + 1 + seat->count[LC_DICE]);
    }
}

/* What the columns make together. */
static void remark_columns(struct remarks *r) {
    const struct pip__lc_seat *own = &r->s->seat[r->seat];
    int symbols = own->count[LC_DICE];
    add(r, BY_COLUMNS + own->count[LC_ARTEFACTS] * (LC_BOXES + 1) + symbols);
    if (r->setup->seats > 1)
        add(r, BY_SYMBOLS + symbols * (TURNS / 3 + 1) + r->turn / 3);
    add(r, BY_BRIDGES + open_bridges(r) * (LC_BOXES + 1) + symbols);
}

static struct remarks remarks_of(const struct pip_setup *setup, const struct pip__lc_state *s,
                                 int seat, uint16_t *feature) {
    struct remarks r = {setup, pip__lc_sheet_of(setup), s, s->passed, seat, s->turn, 0, feature};
    r.turn += !is_between(s);
    for (int i = 0; i < setup->seats; i++)
        r.passed |= s->seat[i].bridges;
    return r;
}

static int remark(const struct pip_setup *setup, const void *state, int seat, uint16_t *feature) {
    const struct pip__lc_state *s = state;
    struct remarks r = remarks_of(setup, s, seat, feature);
    int next = is_between(s) ? s->active : s->active + 1; /* to roll */
    for (int colour = 0; colour < LC_COLOURS; colour++) {
        if (r.sheet->given >> colour & 1) {
            remark_expedition(&r, colour);
            remark_race(&r, colour);
        }
    }
    remark_race(&r, LC_ARTEFACTS);
    remark_race(&r, LC_DICE);
    remark_others(&r);
    remark_lead(&r, best_of_others(&r));
    remark_columns(&r);
    if (setup->seats > 1)
        add(&r, BY_TURN + r.turn);
    add(&r, BY_SEATS + (setup->seats - 1) * LC_SEATS_MAX +
                (next - seat + 2 * setup->seats) % setup->seats);
    return r.count;
}

/* ---- What a line changes ----
 *
 * Columns of its seat, and what these make together. What stands elsewhere, and who rolls next,
 * stays. */

#define TOGETHER (1u << 31)

/* Bit column: a line has changed it. A number never comes without a box. */
static unsigned changed_columns(const struct pip__lc_seat *was, const struct pip__lc_seat *is) {
    unsigned changed = (unsigned)((was->circles ^ is->circles) | (was->ends ^ is->ends));
    for (int column = 0; column < LC_COLUMNS; column++)
        changed |= (unsigned)(was->count[column] != is->count[column]) << column;
    return changed;
}

static uint32_t part_of_column(const struct pip__lc_seat *is, int column) {
    unsigned mark = (is->circles >> column & 1u) << 1 | (is->ends >> column & 1u);
    unsigned top = column < LC_COLOURS ? is->top[column] : 0;
    return ((uint32_t)column + 1) << 16 | is->count[column] * 256u | top << 2 | mark;
}

/* Notes: whether there are any, the points before, the best of the others. */
static int32_t points_after(const struct remarks *is, const struct pip__lc_state *before,
                            unsigned changed, int32_t notes[PIP_NOTES]) {
    const struct pip__lc_seat *was = &before->seat[is->seat], *own = &is->s->seat[is->seat];
    if (!notes[0]) {
        notes[0] = 1;
        notes[1] = points_of(is->sheet, was);
        notes[2] = best_of_others(is);
    }
    int32_t points = notes[1] + is->sheet->bonus * (ones(own->bridges) - ones(was->bridges));
    for (; changed; changed &= changed - 1) {
        int column = __builtin_ctz(changed);
        points += pip__lc_column_points(is->sheet, own, column) -
                  pip__lc_column_points(is->sheet, was, column);
    }
    return points;
}

static int parts(const struct pip_setup *setup, const void *before, const void *after, int seat,
                 int32_t notes[PIP_NOTES], uint32_t part[PIP_PARTS_MAX]) {
    const struct pip__lc_seat *was = &((const struct pip__lc_state *)before)->seat[seat];
    struct remarks is = remarks_of(setup, after, seat, NULL);
    const struct pip__lc_seat *own = &is.s->seat[seat];
    unsigned changed = changed_columns(was, own), open = (unsigned)open_bridges(&is), lead = 0;
    int count = 0;
    if (setup->seats > 1) {
        int32_t points = points_after(&is, before, changed, notes); /* which takes the notes */
        lead = (unsigned)lead_of(points, notes[2]);
    }
    for (; changed; changed &= changed - 1)
        part[count++] = part_of_column(own, __builtin_ctz(changed));
    part[count++] =
        TOGETHER | lead << 12 | open << 8 | own->count[LC_ARTEFACTS] * 16u | own->count[LC_DICE];
    return count;
}

static void remark_part(struct remarks *r, uint32_t part, int32_t best) {
    if (part & TOGETHER) {
        remark_lead(r, best);
        remark_columns(r);
        return;
    }
    int column = (int)(part >> 16) - 1;
    if (column < LC_COLOURS)
        remark_expedition(r, column);
    remark_race(r, column);
}

static void change(const struct pip_setup *setup, const void *before, const void *after, int seat,
                   uint32_t part, struct pip_change *change) {
    struct remarks was = remarks_of(setup, before, seat, change->went);
    struct remarks is = remarks_of(setup, after, seat, change->came);
    int32_t best = part & TOGETHER ? best_of_others(&was) : 0;
    remark_part(&was, part, best);
    remark_part(&is, part, best);
    change->gone = was.count;
    change->come = is.count;
}

/* LC2.3: the dice that may be chosen. */
static uint32_t left(const struct pip_setup *setup, const void *state) {
    const struct pip__lc_state *s = state;
    (void)setup;
    return (uint32_t)s->colours << 16 | s->numbers;
}

/* A sheet with other boxes: up to three of each kind in an expedition, anywhere. */
static void invent(struct pip_random *random, void *data) {
    struct pip__lc_sheet *sheet = data;
    *sheet = *(const struct pip__lc_sheet *)pip__lost_cities.sheets[0]->data;
    for (int colour = 0; colour < LC_COLOURS; colour++) {
        uint8_t *box = sheet->box[colour];
        for (int i = 0; i < LC_BOXES; i++)
            box[i] = LC_PLAIN;
        for (int kind = LC_ACCELERATION; kind <= LC_ARTEFACT; kind++) {
            for (uint32_t left = 1 + pip_random_below(random, 3); left > 0; left--) {
                uint32_t at = pip_random_below(random, LC_BOXES);
                if (box[at] == LC_PLAIN)
                    box[at] = (uint8_t)kind;
            }
        }
    }
}

const struct pip_think pip__lc_think = {
    .features = FEATURES,
    .active = 96,
    .unit = 50000,
    .free = true, /* LC2.2, LC4.1: a dice combination; accelerations need no dice */
    .remark = remark,
    .parts = parts,
    .change = change,
    .left = left,
    .invent = invent,
};
