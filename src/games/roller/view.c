/* Roller in words and numbers: move text, the sheet for people, the sheet for programs. */
#include "roller.h"

/* ---- Moves ---- */

const char *const pip__roller_bonus_name[ROLLER_BONUSES] = {"more", "two", "third"};

static void add_box(struct pip_text *text, int value) {
    pip_text_add_char(text, ' ');
    if (value == 0)
        pip_text_add_char(text, '-');
    else
        pip_text_add_number(text, ROLLER_LOWEST + value - 1);
}

void pip__roller_move_write(const struct pip_setup *setup, pip_move move, struct pip_text *text) {
    if (move < ROLLER_SKIP) {
        pip_text_add(text, "take ");
        pip_text_add_number(text, ROLLER_LOWEST + move - ROLLER_TAKE);
    } else if (move == ROLLER_SKIP) {
        pip_text_add(text, "skip");
    } else if (move < ROLLER_BONUS) {
        const char *name = pip__roller_sheet_of(setup)->hex_name[move - ROLLER_PUT];
        pip_text_add(text, *name ? "put " : ""); /* nothing where this sheet has no such hex */
        pip_text_add(text, name);
    } else if (move < ROLLER_ROWS) {
        pip_text_add(text, "bonus ");
        pip_text_add(text, pip__roller_bonus_name[move - ROLLER_BONUS]);
    } else {
        pip_text_add(text, "rows");
        add_box(text, (move - ROLLER_ROWS) / ROLLER_BOX_VALUES);
        add_box(text, (move - ROLLER_ROWS) % ROLLER_BOX_VALUES);
    }
}

static bool read_number(struct pip_span word, int *number) {
    uint32_t value;
    if (!pip_span_number(word, ROLLER_HIGHEST, &value) || value < ROLLER_LOWEST)
        return false;
    *number = (int)value;
    return true;
}

static bool read_box(struct pip_span word, int *value) {
    if (pip_span_is(word, "-")) {
        *value = 0;
        return true;
    }
    int number;
    if (!read_number(word, &number))
        return false;
    *value = number - ROLLER_LOWEST + 1;
    return true;
}

static int find_hex(const struct pip__roller_sheet *sheet, struct pip_span name) {
    for (int hex = 0; hex < sheet->hexes; hex++) {
        if (pip_span_is(name, sheet->hex_name[hex]))
            return hex;
    }
    return -1;
}

static int find_bonus(struct pip_span name) {
    for (int bonus = 0; bonus < ROLLER_BONUSES; bonus++) {
        if (pip_span_is(name, pip__roller_bonus_name[bonus]))
            return bonus;
    }
    return -1;
}

/* The number of a move written as two words, or -1. */
static int read_two(const struct pip__roller_sheet *sheet, struct pip_span verb,
                    struct pip_span word) {
    int number;
    if (pip_span_is(verb, "take"))
        return read_number(word, &number) ? ROLLER_TAKE + number - ROLLER_LOWEST : -1;
    if (pip_span_is(verb, "put")) {
        int hex = find_hex(sheet, word);
        return hex < 0 ? -1 : ROLLER_PUT + hex;
    }
    if (pip_span_is(verb, "bonus")) {
        int bonus = find_bonus(word);
        return bonus < 0 ? -1 : ROLLER_BONUS + bonus;
    }
    return -1;
}

static int read_rows(struct pip_span verb, struct pip_span red, struct pip_span green) {
    int left, right;
    if (!pip_span_is(verb, "rows") || !read_box(red, &left) || !read_box(green, &right))
        return -1;
    return ROLLER_ROWS + ROLLER_BOX_VALUES * left + right;
}

enum pip_status pip__roller_move_read(const struct pip_setup *setup, struct pip_span span,
                                      pip_move *move) {
    struct pip_span word[3];
    int words = 0, found = -1;
    if (pip_span_is(span, "skip")) {
        *move = ROLLER_SKIP;
        return PIP_OK;
    }
    while (words < 3 && pip_span_word(&span, &word[words]))
        words++;
    if (span.length == 0 && words == 2)
        found = read_two(pip__roller_sheet_of(setup), word[0], word[1]);
    if (span.length == 0 && words == 3)
        found = read_rows(word[0], word[1], word[2]);
    if (found < 0)
        return PIP_BAD_TEXT;
    *move = (pip_move)found;
    return PIP_OK;
}

/* ---- The sheet for people ---- */

/* "one 7", "five 8s" */
static void add_amount(struct pip_text *text, int amount, int number) {
    static const char *const word[PIP_DICE_MAX + 1] = {"no",   "one", "two",   "three", "four",
                                                       "five", "six", "seven", "eight"};
    pip_text_add(text, word[amount]);
    pip_text_add_char(text, ' ');
    pip_text_add_number(text, number);
    if (amount > 1)
        pip_text_add_char(text, 's');
}

/* "Round 3 of 7." and "Dice: two 3s, one 4, five 6s." */
static void write_round(const struct pip__roller_sheet *sheet, const struct pip__roller_state *s,
                        struct pip_text *text) {
    if (s->phase == ROLLER_OVER) {
        pip_text_add(text, "All rounds are over.\n");
        return;
    }
    pip_text_add(text, "Round ");
    pip_text_add_number(text, s->round + 1);
    pip_text_add(text, " of ");
    pip_text_add_number(text, sheet->rounds);
    pip_text_add(text, ".\n");
    if (s->phase != ROLLER_WRITE)
        return;
    bool any = false;
    for (int i = 0; i < ROLLER_NUMBERS; i++) {
        if (s->count[i] == 0)
            continue;
        pip_text_add(text, any ? ", " : "Dice: ");
        add_amount(text, s->count[i], ROLLER_LOWEST + i);
        any = true;
    }
    pip_text_add(text, ".\n");
}

/* What stands in a hex: a number, `.` or `x`. */
static char hex_mark(const struct pip__roller_sheet *sheet, const struct pip__roller_seat *own,
                     int hex) {
    if (sheet->crossed >> hex & 1)
        return 'x';
    for (int number = ROLLER_TWO_NUMBER; number <= ROLLER_HIGHEST; number++) {
        if (pip__roller_holding(own, number) >> hex & 1)
            return (char)('0' + number);
    }
    return '.';
}

static int area_of(const struct pip__roller_sheet *sheet, int hex) {
    int area = 0;
    while (!(sheet->area[area] >> hex & 1))
        area++;
    return area;
}

/* Where the hexes stand: the hex + 1 for each row from the top and each half hex from the left; a
 * row is shifted by half a hex against the next. */
struct map {
    uint8_t hex[ROLLER_HEIGHT_MAX][2 * ROLLER_WIDTH_MAX];
};

static int place(const struct pip__roller_sheet *sheet, int hex) {
    return 2 * sheet->q[hex] + sheet->r[hex];
}

static struct map map_of(const struct pip__roller_sheet *sheet) {
    struct map map = {0};
    int top = sheet->r[0], left = place(sheet, 0);
    for (int hex = 1; hex < sheet->hexes; hex++) {
        top = sheet->r[hex] < top ? sheet->r[hex] : top;
        left = place(sheet, hex) < left ? place(sheet, hex) : left;
    }
    for (int hex = 0; hex < sheet->hexes; hex++)
        map.hex[sheet->r[hex] - top][place(sheet, hex) - left] = (uint8_t)(hex + 1);
    return map;
}

/* One row: the name of its first hex, then every hex as area letter, number and `*` if printed. */
static void write_map_row(const struct pip__roller_sheet *sheet, const struct pip__roller_seat *own,
                          const uint8_t *row, struct pip_text *text) {
    size_t line = text->length;
    for (int i = 0; i < 2 * ROLLER_WIDTH_MAX; i++) {
        int hex = row[i] - 1;
        if (hex < 0)
            continue;
        char mark = hex_mark(sheet, own, hex);
        if (text->length == line)
            pip_text_add(text, sheet->hex_name[hex]);
        pip_text_pad(text, line, (size_t)(ROLLER_HEX_NAME + 2 * i));
        pip_text_add_char(text, (char)('A' + area_of(sheet, hex)));
        pip_text_add_char(text, mark);
        if (mark != '.' && mark != 'x' && (~sheet->blank >> hex & 1))
            pip_text_add_char(text, '*');
    }
    if (text->length > line)
        pip_text_add_char(text, '\n');
}

static void write_map(const struct pip__roller_sheet *sheet, const struct pip__roller_seat *own,
                      struct pip_text *text) {
    struct map map = map_of(sheet);
    for (int row = 0; row < ROLLER_HEIGHT_MAX; row++)
        write_map_row(sheet, own, map.hex[row], text);
    pip_text_add(text,
                 "A row begins with the name of its first hex. A hex shows the letter of its\n"
                 "area and its number; . is empty, x is crossed out, * is printed.\n");
}

/* "A middle, double: 5 of 13 filled, most often 6." */
static void write_area(const struct pip__roller_sheet *sheet, const struct pip__roller_seat *own,
                       int area, struct pip_text *text) {
    int size = __builtin_popcountll(sheet->area[area]);
    int empty = __builtin_popcountll(sheet->area[area] & own->empty);
    int most = pip__roller_most_often(sheet, own, area);
    pip_text_add_char(text, (char)('A' + area));
    pip_text_add_char(text, ' ');
    pip_text_add(text, sheet->area_name[area]);
    pip_text_add(text, area == sheet->middle ? ", double: " : ": ");
    pip_text_add_number(text, size - empty);
    pip_text_add(text, " of ");
    pip_text_add_number(text, size);
    pip_text_add(text, " filled");
    if (most) {
        pip_text_add(text, ", most often ");
        pip_text_add_number(text, most);
    }
    pip_text_add(text, ".\n");
}

static void write_pairs(const struct pip__roller_sheet *sheet, const struct pip__roller_seat *own,
                        struct pip_text *text) {
    bool any = false;
    for (int number = ROLLER_LOWEST; number <= ROLLER_HIGHEST; number++) {
        if (!pip__roller_pair_connected(sheet, own, number))
            continue;
        pip_text_add(text, any ? ", " : "Pairs connected: ");
        pip_text_add_number(text, number);
        any = true;
    }
    pip_text_add(text, any ? ".\n" : "No pair is connected.\n");
}

/* "Red row: 3 5 - . . . ., straight to 3." */
static void write_row(const struct pip__roller_sheet *sheet, const struct pip__roller_seat *own,
                      int row, struct pip_text *text) {
    pip_text_add(text, row == ROLLER_RED ? "Red row:" : "Green row:");
    for (int round = 0; round < sheet->rounds; round++) {
        int box = own->row[row][round];
        pip_text_add_char(text, ' ');
        pip_text_add_char(text, box == ROLLER_BOX_OPEN   ? '.'
                                : box == ROLLER_BOX_VOID ? '-'
                                                         : (char)('0' + box));
    }
    int reached = pip__roller_row_points(sheet, own, row);
    pip_text_add(text, reached ? ", straight to " : ", no straight");
    if (reached)
        pip_text_add_number(text, reached);
    pip_text_add(text, ".\n");
}

static void write_bonuses(const struct pip__roller_seat *own, struct pip_text *text) {
    static const char *const name[ROLLER_BONUSES] = {"one more", "a two", "third number"};
    bool any = false;
    for (int bonus = 0; bonus < ROLLER_BONUSES; bonus++) {
        if (own->used >> bonus & 1)
            continue;
        pip_text_add(text, any ? ", " : "Bonuses left, 2 points each if never used: ");
        pip_text_add(text, name[bonus]);
        any = true;
    }
    pip_text_add(text, any ? ".\n" : "No bonus is left.\n");
}

/* "Selected: 5, nothing." */
static void write_selections(const struct pip__roller_seat *own, struct pip_text *text) {
    for (int i = 0; i < own->selections; i++) {
        pip_text_add(text, i ? ", " : "Selected: ");
        if (own->selected[i])
            pip_text_add_number(text, own->selected[i]);
        else
            pip_text_add(text, "nothing");
    }
    if (own->selections)
        pip_text_add(text, ".\n");
}

/* What the seat is in the middle of. */
static void write_step(const struct pip__roller_sheet *sheet, const struct pip__roller_seat *own,
                       struct pip_text *text) {
    if (own->step == ROLLER_WRITES_PATH || own->step == ROLLER_WRITES_MORE) {
        pip_text_add(text, "To write: ");
        add_amount(text, own->step == ROLLER_WRITES_PATH ? own->left : 1, own->number);
        if (own->last) {
            pip_text_add(text, ", beginning beside ");
            pip_text_add(text, sheet->hex_name[own->last - 1]);
        }
        pip_text_add(text, ".\n");
    } else if (own->step == ROLLER_WRITES_TWO) {
        pip_text_add(text, "To write: a 2, anywhere.\n");
    } else if (own->step == ROLLER_TAKES_A_THIRD) {
        pip_text_add(text, "To select: a third number.\n");
    }
}

void pip__roller_state_write(const struct pip_setup *setup, const void *state, unsigned seat,
                             struct pip_text *text) {
    const struct pip__roller_sheet *sheet = pip__roller_sheet_of(setup);
    const struct pip__roller_state *s = state;
    write_round(sheet, s, text);
    if (seat >= setup->seats)
        return;
    const struct pip__roller_seat *own = &s->seat[seat];
    write_map(sheet, own, text);
    for (int area = 0; area < sheet->areas; area++)
        write_area(sheet, own, area, text);
    write_pairs(sheet, own, text);
    write_row(sheet, own, ROLLER_RED, text);
    write_row(sheet, own, ROLLER_GREEN, text);
    write_bonuses(own, text);
    write_selections(own, text);
    write_step(sheet, own, text);
}

/* ---- The sheet for programs ---- */

static int observe_seat(const struct pip__roller_sheet *sheet, const struct pip__roller_seat *own,
                        int16_t *numbers) {
    int count = 0;
    for (int hex = 0; hex < sheet->hexes; hex++) {
        char mark = hex_mark(sheet, own, hex);
        numbers[count++] = (int16_t)(mark == '.' ? 0 : mark == 'x' ? -1 : mark - '0');
    }
    for (int round = 0; round < sheet->rounds; round++) {
        numbers[count++] = own->row[ROLLER_RED][round];
        numbers[count++] = own->row[ROLLER_GREEN][round];
    }
    for (int bonus = 0; bonus < ROLLER_BONUSES; bonus++)
        numbers[count++] = own->used >> bonus & 1;
    return count;
}

int pip__roller_observe(const struct pip_setup *setup, const void *state, int seat,
                        int16_t *numbers) {
    const struct pip__roller_sheet *sheet = pip__roller_sheet_of(setup);
    const struct pip__roller_state *s = state;
    const struct pip__roller_seat *own = &s->seat[seat];
    int count = 0;
    numbers[count++] = s->phase;
    numbers[count++] = s->round;
    for (int i = 0; i < ROLLER_NUMBERS; i++) {
        numbers[count++] = s->count[i];
        numbers[count++] = own->chosen >> i & 1;
    }
    const uint8_t round[] = {own->step,   own->selections, own->selected[0], own->selected[1],
                             own->number, own->left,       own->last,        own->bonus};
    for (size_t i = 0; i < sizeof round; i++)
        numbers[count++] = round[i];
    for (int i = 0; i < setup->seats; i++)
        count += observe_seat(sheet, &s->seat[(seat + i) % setup->seats], numbers + count);
    return count;
}
