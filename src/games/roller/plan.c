/* The turn a greedy seat would make.
 *
 * What one number's placement adds is known for each placement on its own. Two placements of
 * different numbers can be made in either order whenever they share no hex, so a turn is a pair of
 * disjoint placements: the most promising pairs by the sum of their gains are valued exactly, and
 * the best of those are tried with a bonus on top. */
#include "plan.h"

#define LINES_MAX 48  /* valued exactly */
#define FINALISTS 6   /* tried with a bonus */
#define THIRDS_MAX 12 /* placements of a third number tried with each */
#define NO_BONUS ROLLER_BONUSES

/* A turn from where the seat is to its end, or as far as it is worth looking. */
struct line {
    const struct pip__roller_placement *part[2]; /* the path under way, or selections */
    int parts;
    int32_t value;
    /* With a bonus: which, the hex of *one more* or *a two*, the part (or -1: what is written
     * already) that one more follows, and the third number's placement. */
    int bonus, hex, follows;
    const struct pip__roller_placement *third;
};

struct search {
    const struct pip__roller_sheet *sheet;
    const struct pip__roller_state *s;
    const struct pip__roller_seat *own;
    int rounds;                                                               /* after this one */
    struct pip__roller_placement list[ROLLER_NUMBERS][ROLLER_PLACEMENTS_MAX]; /* to select */
    int count[ROLLER_NUMBERS];
    struct pip__roller_placement current[ROLLER_PLACEMENTS_MAX]; /* of the path under way */
    int currents;
    int32_t rows[ROLLER_NUMBERS + 1][ROLLER_NUMBERS + 1]; /* margin with these two numbers */
    struct line line[LINES_MAX];
    int lines;
};

/* ---- Rows ---- */

/* Index of a number in `rows`; 0 is no number. */
static int rank(int number) {
    return number ? number - ROLLER_LOWEST + 1 : 0;
}

static struct pip__roller_seat with_rows(const struct search *in, int red, int green) {
    struct pip__roller_seat after = *in->own;
    after.row[ROLLER_RED][in->s->round] = (uint8_t)(red ? red : ROLLER_BOX_VOID);
    after.row[ROLLER_GREEN][in->s->round] = (uint8_t)(green ? green : ROLLER_BOX_VOID);
    return after;
}

static int32_t margin_with(const struct search *in, int red, int green) {
    struct pip__roller_seat after = with_rows(in, red, green);
    return pip__roller_margin_value(in->sheet, &after, in->rounds);
}

/* RO2.6: the better way round. */
static void value_rows(struct search *in) {
    for (int a = 0; a <= ROLLER_NUMBERS; a++) {
        for (int b = 0; b <= a; b++) {
            int first = a ? a + ROLLER_LOWEST - 1 : 0, second = b ? b + ROLLER_LOWEST - 1 : 0;
            int32_t one = margin_with(in, first, second), other = margin_with(in, second, first);
            in->rows[a][b] = in->rows[b][a] = one > other ? one : other;
        }
    }
}

/* How many selections are made at its end; void ones to come are not seen. */
static int selections_after(const struct search *in, const struct line *line) {
    bool under_way = in->own->step == ROLLER_WRITES_PATH;
    int made = in->own->selections + line->parts - (under_way && line->parts > 0);
    return made < 2 ? made : 2; /* a third number is none */
}

/* The two numbers that a line puts into the rows, as far as it goes. */
static void selected_of(const struct search *in, const struct line *line, int selected[2]) {
    int count = in->own->selections;
    selected[0] = in->own->selected[0];
    selected[1] = in->own->selected[1];
    bool under_way = in->own->step == ROLLER_WRITES_PATH;
    for (int i = under_way; i < line->parts && count < 2; i++)
        selected[count++] = line->part[i]->number;
}

static int32_t rows_value(const struct search *in, const struct line *line) {
    int selected[2];
    selected_of(in, line, selected);
    return in->rows[rank(selected[0])][rank(selected[1])];
}

/* ---- Lines without a bonus ---- */

static bool is_worth(const struct search *in, int32_t value) {
    return in->lines < LINES_MAX || value > in->line[LINES_MAX - 1].value;
}

/* Adds a line that is worth it; the best LINES_MAX are kept, best first. */
static void add_line(struct search *in, const struct line *line) {
    int at = in->lines < LINES_MAX ? in->lines++ : LINES_MAX - 1;
    for (; at > 0 && in->line[at - 1].value < line->value; at--)
        in->line[at] = in->line[at - 1];
    in->line[at] = *line;
}

static bool are_partners(const struct pip__roller_placement *a,
                         const struct pip__roller_placement *b) {
    return a->number != b->number && !(a->hexes & b->hexes);
}

/* Adds `first` with every partner of a number from `from` on. */
static void add_pairs(struct search *in, const struct pip__roller_placement *first, int from) {
    for (int i = from; i < ROLLER_NUMBERS; i++) {
        for (int j = 0; j < in->count[i]; j++) {
            const struct pip__roller_placement *second = &in->list[i][j];
            struct line line = {.part = {first, second}, .parts = 2, .bonus = NO_BONUS};
            if (!are_partners(first, second))
                continue;
            line.value = first->gain + second->gain + rows_value(in, &line);
            if (!is_worth(in, line.value))
                break; /* those behind gain less */
            add_line(in, &line);
        }
    }
}

static bool has_partner(const struct search *in, const struct pip__roller_placement *first) {
    for (int i = 0; i < ROLLER_NUMBERS; i++) {
        for (int j = 0; j < in->count[i]; j++) {
            if (are_partners(first, &in->list[i][j]))
                return true;
        }
    }
    return false;
}

static void add_single(struct search *in, const struct pip__roller_placement *only) {
    struct line line = {.part = {only}, .parts = 1, .bonus = NO_BONUS};
    line.value = only->gain + rows_value(in, &line);
    if (is_worth(in, line.value))
        add_line(in, &line);
}

/* RO2.5, RO2.7: a number with its partners, or alone where no second selection can follow. */
static void add_lines(struct search *in, const struct pip__roller_placement *first, int from,
                      bool alone) {
    if (alone || !has_partner(in, first))
        add_single(in, first);
    else
        add_pairs(in, first, from);
}

static void find_lines(struct search *in) {
    const struct pip__roller_seat *own = in->own;
    bool third = own->step == ROLLER_TAKES_A_THIRD;
    for (int i = 0; i < in->currents; i++)
        add_lines(in, &in->current[i], 0, own->selections == 2);
    for (int i = 0; i < ROLLER_NUMBERS && !in->currents && (third || own->selections < 2); i++) {
        for (int j = 0; j < in->count[i]; j++)
            add_lines(in, &in->list[i][j], i + 1, own->selections > 0);
    }
    if (in->lines == 0)
        in->line[in->lines++] = (struct line){.bonus = NO_BONUS};
}

/* ---- Values ---- */

static struct pip__roller_seat after_line(const struct search *in, const struct line *line) {
    struct pip__roller_seat after = *in->own;
    for (int i = 0; i < line->parts; i++)
        after = pip__roller_with(&after, line->part[i]->hexes, line->part[i]->number);
    return after;
}

static void value_lines(struct search *in) {
    for (int i = 0; i < in->lines; i++) {
        struct pip__roller_seat after = after_line(in, &in->line[i]);
        in->line[i].value =
            rows_value(in, &in->line[i]) + pip__roller_board_value(in->sheet, &after, in->rounds);
    }
    for (int i = 1; i < in->lines; i++) {
        struct line moving = in->line[i];
        int j = i;
        for (; j > 0 && in->line[j - 1].value < moving.value; j--)
            in->line[j] = in->line[j - 1];
        in->line[j] = moving;
    }
}

/* ---- Bonuses ---- */

static bool may_use(const struct search *in, int bonus) {
    return !in->own->bonus && !(in->own->used >> bonus & 1);
}

/* Values `line`, which has got a bonus writing `hexes` of `number` on top of `after`. */
static void try_bonus(const struct search *in, const struct pip__roller_seat *after,
                      struct line line, uint64_t hexes, int number, struct line *best) {
    struct pip__roller_seat more = pip__roller_with(after, hexes, number);
    line.value = rows_value(in, &line) - pip__roller_bonus_value(in->rounds) +
                 pip__roller_board_value(in->sheet, &more, in->rounds);
    if (line.value > best->value)
        *best = line;
}

/* RO3.1: after either path of the line, or after the one just written. */
static void try_more(const struct search *in, const struct line *line,
                     const struct pip__roller_seat *after, struct line *best) {
    for (int i = -1; i < line->parts; i++) {
        if (i < 0 && (in->own->step != ROLLER_CHOOSES || !in->own->last))
            continue;
        const struct pip__roller_placement *part = i < 0 ? NULL : line->part[i];
        int last = part ? part->path[part->length - 1] : in->own->last - 1;
        uint64_t next = in->sheet->neighbours[last] & after->empty;
        for (; next; next &= next - 1) {
            struct line longer = *line;
            longer.bonus = ROLLER_MORE;
            longer.follows = i;
            longer.hex = __builtin_ctzll(next);
            try_bonus(in, after, longer, next & -next, part ? part->number : in->own->number, best);
        }
    }
}

/* RO3.2 */
static void try_two(const struct search *in, const struct line *line,
                    const struct pip__roller_seat *after, struct line *best) {
    for (uint64_t left = after->empty; left; left &= left - 1) {
        struct line longer = *line;
        longer.bonus = ROLLER_TWO;
        longer.hex = __builtin_ctzll(left);
        try_bonus(in, after, longer, left & -left, ROLLER_TWO_NUMBER, best);
    }
}

/* RO3.3 */
static void try_third(const struct search *in, const struct line *line,
                      const struct pip__roller_seat *after, struct line *best) {
    for (int i = 0; i < ROLLER_NUMBERS; i++) {
        for (int j = 0, tried = 0; j < in->count[i] && tried < THIRDS_MAX; j++) {
            const struct pip__roller_placement *third = &in->list[i][j];
            bool chosen = false;
            for (int part = 0; part < line->parts; part++)
                chosen |= line->part[part]->number == third->number;
            if (chosen || (third->hexes & ~after->empty))
                continue;
            struct line longer = *line;
            longer.bonus = ROLLER_THIRD;
            longer.third = third;
            try_bonus(in, after, longer, third->hexes, third->number, best);
            tried++;
        }
    }
}

/* Everybody has the same dice: among equals, seats that begin alike part here. */
static const struct line *favourite(const struct search *in, int seat) {
    int equals = 1;
    while (equals < in->lines && in->line[equals].value == in->line[0].value)
        equals++;
    return &in->line[seat % equals];
}

static struct line best_of(const struct search *in, int seat) {
    struct line best = *favourite(in, seat);
    for (int i = 0; i < in->lines && i < FINALISTS; i++) {
        struct pip__roller_seat after = after_line(in, &in->line[i]);
        if (may_use(in, ROLLER_MORE))
            try_more(in, &in->line[i], &after, &best);
        if (may_use(in, ROLLER_TWO))
            try_two(in, &in->line[i], &after, &best);
        if (may_use(in, ROLLER_THIRD) && selections_after(in, &in->line[i]) == 2)
            try_third(in, &in->line[i], &after, &best);
    }
    return best;
}

/* ---- As moves ---- */

static int add_path(const struct pip__roller_placement *part, bool taken, pip_move *moves) {
    int count = 0;
    if (!taken)
        moves[count++] = (pip_move)(ROLLER_TAKE + part->number - ROLLER_LOWEST);
    for (int i = 0; i < part->length; i++)
        moves[count++] = (pip_move)(ROLLER_PUT + part->path[i]);
    return count;
}

static int add_bonus_hex(const struct line *line, pip_move *moves) {
    moves[0] = (pip_move)(ROLLER_BONUS + line->bonus);
    moves[1] = (pip_move)(ROLLER_PUT + line->hex);
    return 2;
}

static int add_best_rows(const struct search *in, const struct line *line, pip_move *moves) {
    int selected[2];
    selected_of(in, line, selected);
    bool swap =
        margin_with(in, selected[1], selected[0]) > margin_with(in, selected[0], selected[1]);
    moves[0] =
        (pip_move)(ROLLER_ROWS + ROLLER_BOX_VALUES * rank(selected[swap]) + rank(selected[!swap]));
    return 1;
}

/* Ends early where a selection will be void: that is seen when it is there. */
static int write_line(const struct search *in, const struct line *line, pip_move *moves) {
    bool under_way = in->own->step == ROLLER_WRITES_PATH;
    bool more = line->bonus == ROLLER_MORE;
    int count = 0;
    if (more && line->follows < 0)
        count += add_bonus_hex(line, moves);
    for (int i = 0; i < line->parts; i++) {
        count += add_path(line->part[i], under_way && i == 0, moves + count);
        if (more && line->follows == i)
            count += add_bonus_hex(line, moves + count);
    }
    if (line->bonus == ROLLER_TWO)
        count += add_bonus_hex(line, moves + count);
    if (line->bonus == ROLLER_THIRD) {
        moves[count++] = (pip_move)(ROLLER_BONUS + line->bonus);
        count += add_path(line->third, false, moves + count);
    }
    if (selections_after(in, line) == 2)
        count += add_best_rows(in, line, moves + count);
    return count;
}

/* ---- The slot ---- */

/* RO3.1, RO3.2: the bonus is used, and its hex is to be found. */
static int plan_bonus_hex(const struct search *in, pip_move *moves) {
    bool two = in->own->step == ROLLER_WRITES_TWO;
    int number = two ? ROLLER_TWO_NUMBER : in->own->number;
    uint64_t left =
        two ? in->own->empty : pip__roller_next(in->sheet, in->own, number, in->own->last);
    for (int32_t best = INT32_MIN; left; left &= left - 1) {
        struct pip__roller_seat after = pip__roller_with(in->own, left & -left, number);
        int32_t value = pip__roller_board_value(in->sheet, &after, in->rounds);
        if (value > best) {
            best = value;
            moves[0] = (pip_move)(ROLLER_PUT + __builtin_ctzll(left));
        }
    }
    return 1;
}

/* Everything the seat may still write, number by number. */
static void find_placements(struct search *in) {
    const struct pip__roller_seat *own = in->own;
    uint8_t takes = pip__roller_takes(in->sheet, in->s, own);
    if (own->step == ROLLER_WRITES_PATH)
        in->currents = pip__roller_placements(in->sheet, own, own->number, own->last, own->left,
                                              in->rounds, in->current);
    bool needed =
        own->selections < 2 || own->step == ROLLER_TAKES_A_THIRD || may_use(in, ROLLER_THIRD);
    for (int i = 0; i < ROLLER_NUMBERS && needed; i++) {
        if (takes >> i & 1)
            in->count[i] = pip__roller_placements(in->sheet, own, ROLLER_LOWEST + i, 0,
                                                  in->s->count[i], in->rounds, in->list[i]);
    }
}

int pip__roller_plan(const struct pip_setup *setup, const void *state, int seat, pip_move *moves) {
    const struct pip__roller_state *s = state;
    struct search in = {.sheet = pip__roller_sheet_of(setup), .s = s, .own = &s->seat[seat]};
    in.rounds = in.sheet->rounds - s->round - 1;
    if (in.own->step == ROLLER_WRITES_MORE || in.own->step == ROLLER_WRITES_TWO)
        return plan_bonus_hex(&in, moves);
    value_rows(&in);
    find_placements(&in);
    find_lines(&in);
    value_lines(&in);
    struct line best = best_of(&in, seat);
    int count = write_line(&in, &best, moves);
    if (count == 0)
        moves[count++] = ROLLER_SKIP; /* RO2.7 */
    return count;
}
