/* Roller as JSON: all that a board draws. Names of hexes, areas and items are of letters, digits,
 * spaces and hyphens, so nothing needs escaping. */
#include "roller.h"

typedef const struct pip__roller_sheet *paper;
typedef const struct pip__roller_seat *seat_sheet;

static void comma(struct pip_text *text, bool wanted) {
    if (wanted)
        pip_text_add_char(text, ',');
}

static void add_string(struct pip_text *text, const char *string) {
    pip_text_add_char(text, '"');
    pip_text_add(text, string);
    pip_text_add_char(text, '"');
}

static void add_key(struct pip_text *text, const char *key) {
    pip_text_add_char(text, ',');
    add_string(text, key);
    pip_text_add_char(text, ':');
}

static void add_number(struct pip_text *text, const char *key, int64_t number) {
    add_key(text, key);
    pip_text_add_number(text, number);
}

static void add_numbers(struct pip_text *text, const uint8_t *numbers, int count) {
    pip_text_add_char(text, '[');
    for (int i = 0; i < count; i++) {
        comma(text, i > 0);
        pip_text_add_number(text, numbers[i]);
    }
    pip_text_add_char(text, ']');
}

/* The numbers of the bits that are set, plus `first`. */
static void add_bits(struct pip_text *text, uint64_t bits, int first) {
    pip_text_add_char(text, '[');
    for (bool later = false; bits; bits &= bits - 1, later = true) {
        comma(text, later);
        pip_text_add_number(text, first + __builtin_ctzll(bits));
    }
    pip_text_add_char(text, ']');
}

static void add_bool(struct pip_text *text, bool value) {
    pip_text_add(text, value ? "true" : "false");
}

/* ---- What is printed, and what all share ---- */

static int area_of(paper sheet, int hex) {
    int area = 0;
    while (!(sheet->area[area] >> hex & 1))
        area++;
    return area;
}

/* 3 to 8, "x", or null. */
static void add_print(struct pip_text *text, paper sheet, int hex) {
    for (int i = 0; i < ROLLER_NUMBERS; i++) {
        if (sheet->printed[i] >> hex & 1) {
            pip_text_add_number(text, ROLLER_LOWEST + i);
            return;
        }
    }
    pip_text_add(text, sheet->crossed >> hex & 1 ? "\"x\"" : "null");
}

static void add_cells(struct pip_text *text, paper sheet) {
    add_key(text, "cells");
    for (int hex = 0; hex < sheet->hexes; hex++) {
        pip_text_add(text, hex ? ",{\"name\":" : "[{\"name\":");
        add_string(text, sheet->hex_name[hex]);
        add_number(text, "q", sheet->q[hex]);
        add_number(text, "r", sheet->r[hex]);
        add_number(text, "area", area_of(sheet, hex));
        add_key(text, "print");
        add_print(text, sheet, hex);
        pip_text_add_char(text, '}');
    }
    pip_text_add_char(text, ']');
}

static void add_areas(struct pip_text *text, paper sheet) {
    add_key(text, "areas");
    for (int area = 0; area < sheet->areas; area++) {
        pip_text_add(text, area ? ",{\"name\":" : "[{\"name\":");
        add_string(text, sheet->area_name[area]);
        add_key(text, "kind");
        add_string(text, area == sheet->middle ? "middle" : "outer");
        add_number(text, "hexes", __builtin_popcountll(sheet->area[area]));
        pip_text_add_char(text, '}');
    }
    pip_text_add_char(text, ']');
}

static void add_round(struct pip_text *text, paper sheet, const struct pip__roller_state *s) {
    static const char *const phase[] = {"roll", "write", "over"};
    add_key(text, "phase");
    add_string(text, phase[s->phase]);
    add_number(text, "round", s->round);
    add_number(text, "rounds", sheet->rounds);
    add_number(text, "dice", sheet->dice);
    add_key(text, "counts");
    add_numbers(text, s->count, ROLLER_NUMBERS);
    add_key(text, "acting");
    add_bits(text, s->acting, 0);
}

static void add_totals(struct pip_text *text, const struct pip_setup *setup, const void *state) {
    add_key(text, "totals");
    pip_text_add_char(text, '[');
    for (int seat = 0; seat < setup->seats; seat++) {
        comma(text, seat > 0);
        pip_text_add_number(text, pip_score_total(setup, state, seat));
    }
    pip_text_add_char(text, ']');
}

/* ---- A seat's sheet ---- */

/* What stands in each hex: 0 if it is empty or an x. */
static void add_hexes(struct pip_text *text, paper sheet, seat_sheet own) {
    uint8_t number[ROLLER_HEXES_MAX] = {0};
    for (int n = ROLLER_TWO_NUMBER; n <= ROLLER_HIGHEST; n++) {
        for (uint64_t held = pip__roller_holding(own, n); held; held &= held - 1)
            number[__builtin_ctzll(held)] = (uint8_t)n;
    }
    add_key(text, "numbers");
    add_numbers(text, number, sheet->hexes);
}

/* Boxes: 0 open, 1 void, or a number. */
static void add_rows(struct pip_text *text, paper sheet, seat_sheet own) {
    for (int row = ROLLER_RED; row <= ROLLER_GREEN; row++) {
        add_key(text, row == ROLLER_RED ? "red" : "green");
        pip_text_add(text, "{\"boxes\":");
        add_numbers(text, own->row[row], sheet->rounds);
        add_number(text, "points", pip__roller_row_points(sheet, own, row));
        pip_text_add_char(text, '}');
    }
}

/* The filled hexes, the most frequent number, and how often it is there. */
static void add_area_status(struct pip_text *text, paper sheet, seat_sheet own,
                            const struct pip_item *items) {
    add_key(text, "areas");
    for (int area = 0; area < sheet->areas; area++) {
        int most = pip__roller_most_often(sheet, own, area);
        uint64_t hexes = sheet->area[area];
        pip_text_add(text, area ? ",{\"left\":" : "[{\"left\":");
        pip_text_add_number(text, __builtin_popcountll(hexes & own->empty));
        add_number(text, "most", most);
        add_number(text, "times",
                   most ? __builtin_popcountll(hexes & pip__roller_holding(own, most)) : 0);
        add_number(text, "points", items[area].points);
        pip_text_add_char(text, '}');
    }
    pip_text_add_char(text, ']');
}

static void add_pairs(struct pip_text *text, paper sheet, seat_sheet own) {
    add_key(text, "pairs");
    for (int number = ROLLER_LOWEST; number <= ROLLER_HIGHEST; number++) {
        pip_text_add_char(text, number == ROLLER_LOWEST ? '[' : ',');
        add_bool(text, pip__roller_pair_joined(sheet, own, number));
    }
    pip_text_add_char(text, ']');
}

static void add_items(struct pip_text *text, const struct pip_item *items, int count) {
    int64_t total = 0;
    add_key(text, "items");
    for (int i = 0; i < count; i++) {
        pip_text_add(text, i ? ",{\"name\":" : "[{\"name\":");
        add_string(text, items[i].name);
        add_number(text, "points", items[i].points);
        pip_text_add_char(text, '}');
        total += items[i].points;
    }
    pip_text_add_char(text, ']');
    add_number(text, "total", total);
}

/* For each rolled number that could be selected now, the hexes in which it can begin. */
static void add_openings(struct pip_text *text, paper sheet, const struct pip__roller_state *s,
                         seat_sheet own) {
    bool may = own->step == ROLLER_CHOOSES ? own->selections < 2 || !own->bonus
                                           : own->step == ROLLER_TAKES_A_THIRD;
    unsigned takes = may ? pip__roller_takes(sheet, s, own) : 0;
    add_key(text, "openings");
    for (int i = 0; i < ROLLER_NUMBERS; i++) {
        uint64_t hexes = 0;
        if (takes >> i & 1)
            hexes = pip__roller_openings(sheet, pip__roller_next(sheet, own, ROLLER_LOWEST + i, 0),
                                         own->empty, s->count[i]);
        pip_text_add_char(text, i ? ',' : '[');
        add_bits(text, hexes, 0);
    }
    pip_text_add_char(text, ']');
}

static void add_step(struct pip_text *text, const struct pip__roller_state *s, seat_sheet own,
                     int seat) {
    static const char *const step[] = {"choose", "path", "more", "two", "third"};
    bool acting = s->acting >> seat & 1;
    add_key(text, "step");
    add_string(text, acting ? step[own->step] : "wait");
    add_number(text, "selections", own->selections);
    add_key(text, "selected");
    add_numbers(text, own->selected, own->selections);
    add_key(text, "chosen");
    add_bits(text, own->chosen, ROLLER_LOWEST);
    add_number(text, "number", own->number);
    add_number(text, "left", own->left);
    add_number(text, "last", own->last - 1); /* -1: none */
    add_number(text, "bonus", own->bonus);
    add_key(text, "used");
    add_bits(text, own->used, 0);
}

static void add_seat(struct pip_text *text, const struct pip_setup *setup, const void *state,
                     int seat) {
    struct pip_item items[PIP_ITEMS_MAX];
    paper sheet = pip__roller_sheet_of(setup);
    const struct pip__roller_state *s = state;
    seat_sheet own = &s->seat[seat];
    int count = pip__roller_score(setup, state, seat, items);
    add_key(text, "own");
    pip_text_add(text, "{\"seat\":");
    pip_text_add_number(text, seat);
    add_hexes(text, sheet, own);
    add_rows(text, sheet, own);
    add_step(text, s, own, seat);
    add_openings(text, sheet, s, own);
    add_area_status(text, sheet, own, items);
    add_pairs(text, sheet, own);
    add_items(text, items, count);
    pip_text_add_char(text, '}');
}

void pip__roller_state_json(const struct pip_setup *setup, const void *state, unsigned seat,
                            struct pip_text *text) {
    paper sheet = pip__roller_sheet_of(setup);
    pip_text_add(text, "{\"game\":\"roller\"");
    add_number(text, "seats", setup->seats);
    add_round(text, sheet, state);
    add_areas(text, sheet);
    add_cells(text, sheet);
    add_totals(text, setup, state);
    if (seat < setup->seats)
        add_seat(text, setup, state, (int)seat);
    pip_text_add_char(text, '}');
}
