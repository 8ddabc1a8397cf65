/* Roller as JSON: all that a board draws. Hexes and areas are named by their index. */
#include "../json.h"
#include "roller.h"

typedef const struct pip__roller_sheet *paper;
typedef const struct pip__roller_seat *seat_sheet;

static void add_numbers(struct pip_text *text, const char *key, const uint8_t *numbers, int count) {
    pip__json_open(text, key, '[');
    for (int i = 0; i < count; i++)
        pip__json_number(text, NULL, numbers[i]);
    pip__json_close(text, ']');
}

static void add_hexes(struct pip_text *text, uint64_t hexes) {
    pip__json_open(text, NULL, '[');
    for (; hexes; hexes &= hexes - 1)
        pip__json_number(text, NULL, __builtin_ctzll(hexes));
    pip__json_close(text, ']');
}

/* ---- What is printed, and what all share ---- */

static int area_of(paper sheet, int hex) {
    int area = 0;
    while (!(sheet->area[area] >> hex & 1))
        area++;
    return area;
}

/* 3 to 8, "x", or nothing. */
static void add_print(struct pip_text *text, paper sheet, int hex) {
    for (int i = 0; i < ROLLER_NUMBERS; i++) {
        if (sheet->printed[i] >> hex & 1)
            pip__json_number(text, "print", ROLLER_LOWEST + i);
    }
    if (sheet->crossed >> hex & 1)
        pip__json_string(text, "print", "x");
}

static void add_cells(struct pip_text *text, paper sheet) {
    pip__json_open(text, "cells", '[');
    for (int hex = 0; hex < sheet->hexes; hex++) {
        pip__json_open(text, NULL, '{');
        pip__json_string(text, "name", sheet->hex_name[hex]);
        pip__json_number(text, "q", sheet->q[hex]);
        pip__json_number(text, "r", sheet->r[hex]);
        pip__json_number(text, "area", area_of(sheet, hex));
        add_print(text, sheet, hex);
        pip__json_close(text, '}');
    }
    pip__json_close(text, ']');
}

static void add_areas(struct pip_text *text, paper sheet) {
    pip__json_open(text, "areas", '[');
    for (int area = 0; area < sheet->areas; area++) {
        pip__json_open(text, NULL, '{');
        pip__json_string(text, "name", sheet->area_name[area]);
        pip__json_string(text, "kind", area == sheet->middle ? "middle" : "outer");
        pip__json_number(text, "hexes", __builtin_popcountll(sheet->area[area]));
        pip__json_close(text, '}');
    }
    pip__json_close(text, ']');
}

static void add_round(struct pip_text *text, const struct pip_setup *setup,
                      const struct pip__roller_state *s) {
    static const char *const phase[] = {"roll", "write", "over"};
    paper sheet = pip__roller_sheet_of(setup);
    pip__json_string(text, "phase", phase[s->phase]);
    pip__json_number(text, "round", s->round);
    pip__json_number(text, "rounds", sheet->rounds);
    pip__json_number(text, "dice", sheet->dice);
    add_numbers(text, "counts", s->count, ROLLER_NUMBERS);
    pip__json_bits(text, "acting", s->acting);
    pip__json_open(text, "totals", '[');
    for (int seat = 0; seat < setup->seats; seat++)
        pip__json_number(text, NULL, pip_score_total(setup, s, seat));
    pip__json_close(text, ']');
}

/* ---- A seat's sheet ---- */

/* What stands in each hex: 0 if it is empty or an x. */
static void add_held(struct pip_text *text, paper sheet, seat_sheet own) {
    uint8_t number[ROLLER_HEXES_MAX] = {0};
    for (int n = ROLLER_TWO_NUMBER; n <= ROLLER_HIGHEST; n++) {
        for (uint64_t held = pip__roller_holding(own, n); held; held &= held - 1)
            number[__builtin_ctzll(held)] = (uint8_t)n;
    }
    add_numbers(text, "numbers", number, sheet->hexes);
}

/* Boxes: 0 open, 1 void, or a number. */
static void add_rows(struct pip_text *text, paper sheet, seat_sheet own) {
    for (int row = ROLLER_RED; row <= ROLLER_GREEN; row++) {
        pip__json_open(text, row == ROLLER_RED ? "red" : "green", '{');
        add_numbers(text, "boxes", own->row[row], sheet->rounds);
        pip__json_number(text, "points", pip__roller_row_points(sheet, own, row));
        pip__json_close(text, '}');
    }
}

/* The empty hexes, the most frequent number and how often it is there, the points. */
static void add_area_status(struct pip_text *text, paper sheet, seat_sheet own,
                            const struct pip_item *items) {
    pip__json_open(text, "areas", '[');
    for (int area = 0; area < sheet->areas; area++) {
        int most = pip__roller_most_often(sheet, own, area);
        uint64_t held = most ? pip__roller_holding(own, most) : 0;
        pip__json_open(text, NULL, '{');
        pip__json_number(text, "left", __builtin_popcountll(sheet->area[area] & own->empty));
        pip__json_number(text, "most", most);
        pip__json_number(text, "times", __builtin_popcountll(sheet->area[area] & held));
        pip__json_number(text, "points", items[area].points);
        pip__json_close(text, '}');
    }
    pip__json_close(text, ']');
}

static void add_pairs(struct pip_text *text, paper sheet, seat_sheet own) {
    pip__json_open(text, "pairs", '[');
    for (int number = ROLLER_LOWEST; number <= ROLLER_HIGHEST; number++)
        pip__json_bool(text, NULL, pip__roller_pair_connected(sheet, own, number));
    pip__json_close(text, ']');
}

/* For each number that could be selected now, the hexes in which it can begin. */
static void add_openings(struct pip_text *text, paper sheet, const struct pip__roller_state *s,
                         seat_sheet own) {
    bool may = own->step == ROLLER_CHOOSES ? own->selections < 2 || !own->bonus
                                           : own->step == ROLLER_TAKES_A_THIRD;
    unsigned takes = may ? pip__roller_takes(sheet, s, own) : 0;
    pip__json_open(text, "openings", '[');
    for (int i = 0; i < ROLLER_NUMBERS; i++) {
        uint64_t next = pip__roller_next(sheet, own, ROLLER_LOWEST + i, 0);
        bool open = takes >> i & 1;
        add_hexes(text, open ? pip__roller_openings(sheet, next, own->empty, s->count[i]) : 0);
    }
    pip__json_close(text, ']');
}

static void add_step(struct pip_text *text, seat_sheet own, bool acting) {
    static const char *const step[] = {"choose", "path", "more", "two", "third"};
    pip__json_string(text, "step", acting ? step[own->step] : "wait");
    pip__json_number(text, "selections", own->selections);
    add_numbers(text, "selected", own->selected, own->selections);
    pip__json_bits(text, "chosen", (unsigned)own->chosen << ROLLER_LOWEST);
    pip__json_number(text, "number", own->number);
    pip__json_number(text, "left", own->left);
    pip__json_number(text, "last", own->last - 1); /* -1: none */
    pip__json_bool(text, "bonus", own->bonus);
    pip__json_bits(text, "used", own->used);
}

static void add_seat(struct pip_text *text, const struct pip_setup *setup,
                     const struct pip__roller_state *s, int seat) {
    struct pip_item items[PIP_ITEMS_MAX];
    paper sheet = pip__roller_sheet_of(setup);
    seat_sheet own = &s->seat[seat];
    int count = pip__roller_score(setup, s, seat, items);
    pip__json_open(text, "own", '{');
    pip__json_number(text, "seat", seat);
    add_held(text, sheet, own);
    add_rows(text, sheet, own);
    add_step(text, own, s->acting >> seat & 1);
    add_openings(text, sheet, s, own);
    add_area_status(text, sheet, own, items);
    add_pairs(text, sheet, own);
    pip__json_items(text, items, count);
    pip__json_number(text, "total", pip_score_total(setup, s, seat));
    pip__json_close(text, '}');
}

void pip__roller_state_json(const struct pip_setup *setup, const void *state, unsigned seat,
                            struct pip_text *text) {
    paper sheet = pip__roller_sheet_of(setup);
    pip__json_open(text, NULL, '{');
    pip__json_string(text, "game", "roller");
    pip__json_number(text, "seats", setup->seats);
    add_round(text, setup, state);
    add_areas(text, sheet);
    add_cells(text, sheet);
    if (seat < setup->seats)
        add_seat(text, setup, state, (int)seat);
    pip__json_close(text, '}');
}
