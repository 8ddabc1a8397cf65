/* Sheets of Roller. First what the file says is read, hex by hex; if all of that is sound, the
 * whole is looked at: whether the hexes hang together (RO1.3), and whether the printed numbers are
 * fair (RO1.4, RO5.3). */
#include "../games/roller/roller.h"
#include "reading.h"
#include <string.h>

/* A sheet on its way in, with the lists its faults point into. */
struct draft {
    struct pip__reading *in;
    struct pip__node areas, cells;
    struct pip__roller_sheet *sheet;
};

static struct pip__node cell_node(const struct draft *d, int hex) {
    return (struct pip__node){&d->cells, NULL, (size_t)hex,
                              json_array_get(d->cells.json, (size_t)hex)};
}

/* Reports a fault of a hex at one of its members. */
static void hex_fault(struct draft *d, int hex, const char *member, enum pip__sheet_fault what,
                      const struct pip__value *values) {
    struct pip__node up = cell_node(d, hex);
    struct pip__node at = {&up, member, 0, json_object_get(up.json, member)};
    pip__fault_with(d->in, &at, what, values);
}
#define HEX_FAULT(d, hex, member, what, ...) \
    hex_fault(d, hex, member, what, (struct pip__value[PIP_SHEET_VALUES_MAX]){__VA_ARGS__})

/* ---- What the file says ---- */

/* A name of less than `room` bytes, all of them in `letters` and the first a letter, into `name`,
 * or a fault. */
static bool read_name(struct pip__reading *in, const struct pip__node *object, const char *letters,
                      size_t room, enum pip__sheet_fault fault, char *name) {
    struct pip__node node;
    if (!pip__member(in, object, "name", JSON_STRING, &node))
        return false;
    const char *value = json_string_value(node.json);
    size_t length = json_string_length(node.json);
    if (length == 0 || length >= room || strspn(value, letters) != length || value[0] < 'a') {
        pip__fault_of(in, &node, fault, PIP__NUMBER(room - 2));
        return false;
    }
    memcpy(name, value, length + 1);
    return true;
}

static void read_kind(struct draft *d, const struct pip__node *area, int number, int *middles) {
    struct pip__node kind;
    if (!pip__member(d->in, area, "kind", JSON_STRING, &kind))
        return;
    const char *value = json_string_value(kind.json);
    if (strcmp(value, "middle") == 0) {
        d->sheet->middle = (uint8_t)number;
        if (++*middles > 1)
            pip__fault(d->in, &kind, PIP__FAULT_MIDDLE_TWICE);
    } else if (strcmp(value, "outer") != 0) {
        pip__fault(d->in, &kind, PIP__FAULT_BAD_KIND);
    }
}

static void read_area(struct draft *d, int number, int *middles) {
    static const char *const keys[] = {"name", "kind", NULL};
    struct pip__node area;
    if (!pip__element(d->in, &d->areas, (size_t)number, JSON_OBJECT, &area))
        return;
    pip__only_keys(d->in, &area, keys);
    read_kind(d, &area, number, middles);
    char *name = d->sheet->area_name[number];
    if (!read_name(d->in, &area, "abcdefghijklmnopqrstuvwxyz0123456789-", ROLLER_AREA_NAME,
                   PIP__FAULT_BAD_AREA_NAME, name))
        return;
    for (int other = 0; other < number; other++) {
        if (strcmp(d->sheet->area_name[other], name) == 0)
            pip__fault_of(d->in, &area, PIP__FAULT_AREA_TWICE, PIP__TEXT(name));
    }
}

/* RO1.3 */
static void read_areas(struct draft *d, const struct pip__node *file) {
    int middles = 0;
    if (!pip__member(d->in, file, "areas", JSON_ARRAY, &d->areas))
        return;
    size_t count = json_array_size(d->areas.json);
    if (count < 3 || count > ROLLER_AREAS_MAX) {
        pip__fault_of(d->in, &d->areas, PIP__FAULT_NOT_AREAS, PIP__NUMBER(ROLLER_AREAS_MAX));
        return;
    }
    d->sheet->areas = (uint8_t)count;
    for (int number = 0; number < (int)count; number++)
        read_area(d, number, &middles);
    if (middles == 0)
        pip__fault(d->in, &d->areas, PIP__FAULT_NO_MIDDLE);
}

static void read_hex_area(struct draft *d, const struct pip__node *cell, int hex) {
    struct pip__node node;
    if (!pip__member(d->in, cell, "area", JSON_STRING, &node))
        return;
    for (int area = 0; area < d->sheet->areas; area++) {
        if (strcmp(json_string_value(node.json), d->sheet->area_name[area]) == 0) {
            d->sheet->area[area] |= pip__roller_hex(hex);
            return;
        }
    }
    pip__fault(d->in, &node, PIP__FAULT_NO_AREA);
}

static void read_print(struct draft *d, const struct pip__node *cell, int hex) {
    struct pip__node node = {cell, "print", 0, json_object_get(cell->json, "print")};
    json_int_t number = json_integer_value(node.json);
    if (!node.json)
        d->sheet->blank |= pip__roller_hex(hex);
    else if (json_is_string(node.json) && strcmp(json_string_value(node.json), "x") == 0)
        d->sheet->crossed |= pip__roller_hex(hex);
    else if (json_is_integer(node.json) && number >= ROLLER_LOWEST && number <= ROLLER_HIGHEST)
        d->sheet->printed[number - ROLLER_LOWEST] |= pip__roller_hex(hex);
    else
        pip__fault(d->in, &node, PIP__FAULT_BAD_PRINT);
}

static void check_unique(struct draft *d, int hex) {
    const struct pip__roller_sheet *sheet = d->sheet;
    for (int other = 0; other < hex; other++) {
        if (sheet->hex_name[hex][0] && strcmp(sheet->hex_name[other], sheet->hex_name[hex]) == 0)
            HEX_FAULT(d, hex, "name", PIP__FAULT_HEX_TWICE, PIP__TEXT(sheet->hex_name[hex]));
        if (sheet->q[other] == sheet->q[hex] && sheet->r[other] == sheet->r[hex])
            HEX_FAULT(d, hex, "q", PIP__FAULT_PLACE_TWICE, PIP__TEXT(sheet->hex_name[other]));
    }
}

static void read_cell(struct draft *d, int hex) {
    static const char *const keys[] = {"name", "q", "r", "area", "print", NULL};
    struct pip__node cell;
    int q, r;
    if (!pip__element(d->in, &d->cells, (size_t)hex, JSON_OBJECT, &cell))
        return;
    pip__only_keys(d->in, &cell, keys);
    read_name(d->in, &cell, "abcdefghijklmnopqrstuvwxyz0123456789", ROLLER_HEX_NAME,
              PIP__FAULT_BAD_HEX_NAME, d->sheet->hex_name[hex]);
    read_hex_area(d, &cell, hex);
    read_print(d, &cell, hex);
    bool placed = pip__member_number(d->in, &cell, "q", -60, 60, &q);
    placed &= pip__member_number(d->in, &cell, "r", -60, 60, &r);
    if (!placed)
        return;
    d->sheet->q[hex] = (int8_t)q;
    d->sheet->r[hex] = (int8_t)r;
    check_unique(d, hex);
}

static void read_cells(struct draft *d, const struct pip__node *file) {
    if (!pip__member(d->in, file, "cells", JSON_ARRAY, &d->cells))
        return;
    size_t count = json_array_size(d->cells.json);
    if (count == 0 || count > ROLLER_HEXES_MAX) {
        pip__fault_of(d->in, &d->cells, PIP__FAULT_NOT_HEXES, PIP__NUMBER(ROLLER_HEXES_MAX));
        return;
    }
    d->sheet->hexes = (uint8_t)count;
    for (int hex = 0; hex < (int)count; hex++)
        read_cell(d, hex);
}

/* ---- What follows from it ---- */

/* How far `hex` is to the right of `from`, in half hexes. */
static int across(const struct pip__roller_sheet *sheet, int hex, int from) {
    return 2 * (sheet->q[hex] - sheet->q[from]) + sheet->r[hex] - sheet->r[from];
}

/* Not larger than a map in 80 columns, with rows lettered a to z. */
static void check_size(struct draft *d) {
    const struct pip__roller_sheet *sheet = d->sheet;
    int left = 0, top = 0;
    for (int hex = 1; hex < sheet->hexes; hex++) {
        left = across(sheet, hex, left) < 0 ? hex : left;
        top = sheet->r[hex] < sheet->r[top] ? hex : top;
    }
    for (int hex = 0; hex < sheet->hexes; hex++) {
        if (across(sheet, hex, left) > 2 * (ROLLER_WIDTH_MAX - 1))
            HEX_FAULT(d, hex, "q", PIP__FAULT_TOO_WIDE, PIP__TEXT(sheet->hex_name[left]),
                      PIP__NUMBER(ROLLER_WIDTH_MAX));
        if (sheet->r[hex] - sheet->r[top] >= ROLLER_HEIGHT_MAX)
            HEX_FAULT(d, hex, "r", PIP__FAULT_TOO_HIGH, PIP__TEXT(sheet->hex_name[top]),
                      PIP__NUMBER(ROLLER_HEIGHT_MAX));
    }
}

/* RO1.3: one sheet, and no area without a hex. */
static void check_shape(struct draft *d) {
    struct pip__roller_sheet *sheet = d->sheet;
    uint64_t all = ~(uint64_t)0 >> (ROLLER_HEXES_MAX - sheet->hexes);
    uint64_t apart = all & ~pip__roller_joined(sheet, 1, all);
    for (; apart; apart &= apart - 1) {
        int hex = __builtin_ctzll(apart);
        HEX_FAULT(d, hex, "name", PIP__FAULT_APART, PIP__TEXT(sheet->hex_name[hex]),
                  PIP__TEXT(sheet->hex_name[0]));
    }
    for (int area = 0; area < sheet->areas; area++) {
        struct pip__node node = {&d->areas, NULL, (size_t)area,
                                 json_array_get(d->areas.json, (size_t)area)};
        if (!sheet->area[area])
            pip__fault(d->in, &node, PIP__FAULT_EMPTY_AREA);
    }
}

/* RO1.4, RO5.3: two of each. */
static bool find_pair(struct draft *d, int number) {
    struct pip__roller_sheet *sheet = d->sheet;
    uint64_t printed = sheet->printed[number - ROLLER_LOWEST];
    int count = __builtin_popcountll(printed);
    if (count < 2) {
        pip__fault_of(d->in, &d->cells, PIP__FAULT_PRINT_FEW, PIP__NUMBER(number),
                      PIP__NUMBER(count));
        return false;
    }
    for (int i = 0; i < 2; i++, printed &= printed - 1)
        sheet->pair[number - ROLLER_LOWEST][i] = (uint8_t)__builtin_ctzll(printed);
    for (; printed; printed &= printed - 1)
        HEX_FAULT(d, __builtin_ctzll(printed), "print", PIP__FAULT_PRINT_MANY, PIP__NUMBER(number));
    return count == 2;
}

/* RO5.3: in different areas, and joinable over empty hexes alone. */
static void prove_pair(struct draft *d, int number) {
    const struct pip__roller_sheet *sheet = d->sheet;
    const uint8_t *pair = sheet->pair[number - ROLLER_LOWEST];
    uint64_t both = pip__roller_hex(pair[0]) | pip__roller_hex(pair[1]);
    for (int area = 0; area < sheet->areas; area++) {
        if ((sheet->area[area] & both) == both)
            HEX_FAULT(d, pair[1], "area", PIP__FAULT_PRINT_AREA, PIP__NUMBER(number),
                      PIP__TEXT(sheet->hex_name[pair[0]]));
    }
    uint64_t chain = pip__roller_joined(sheet, pip__roller_hex(pair[0]), sheet->blank | both);
    if ((chain & both) != both)
        HEX_FAULT(d, pair[1], "print", PIP__FAULT_PRINT_WAY, PIP__NUMBER(number),
                  PIP__TEXT(sheet->hex_name[pair[0]]));
    for (int i = 0; i < 2; i++) {
        int empty = __builtin_popcountll(sheet->neighbours[pair[i]] & sheet->blank);
        if (empty < 3)
            HEX_FAULT(d, pair[i], "print", PIP__FAULT_PRINT_ROOM,
                      PIP__TEXT(sheet->hex_name[pair[i]]), PIP__NUMBER(empty));
    }
}

/* RO5.3: the distance never falls as the number rises. */
static void prove_distances(struct draft *d) {
    const struct pip__roller_sheet *sheet = d->sheet;
    for (int i = 1; i < ROLLER_NUMBERS; i++) {
        int below = pip__roller_distance(sheet, sheet->pair[i - 1][0], sheet->pair[i - 1][1]);
        int here = pip__roller_distance(sheet, sheet->pair[i][0], sheet->pair[i][1]);
        if (here < below)
            HEX_FAULT(d, sheet->pair[i][1], "print", PIP__FAULT_PRINT_DISTANCE,
                      PIP__NUMBER(ROLLER_LOWEST + i), PIP__NUMBER(here),
                      PIP__NUMBER(ROLLER_LOWEST + i - 1), PIP__NUMBER(below));
    }
}

static void prove_prints(struct draft *d) {
    bool paired = true;
    for (int number = ROLLER_LOWEST; number <= ROLLER_HIGHEST; number++) {
        bool two = find_pair(d, number);
        if (two)
            prove_pair(d, number);
        paired &= two;
    }
    if (paired)
        prove_distances(d);
}

static void read_roller(struct pip__reading *in, const struct pip__node *file, void *data) {
    struct draft d = {.in = in, .sheet = data};
    int number, faults = in->count;
    if (pip__member_number(in, file, "rounds", 1, ROLLER_ROUNDS_MAX, &number))
        d.sheet->rounds = (uint8_t)number;
    if (pip__member_number(in, file, "dice", 1, PIP_DICE_MAX, &number))
        d.sheet->dice = (uint8_t)number;
    read_areas(&d, file);
    read_cells(&d, file);
    if (in->count > faults)
        return;
    pip__roller_find_neighbours(d.sheet);
    check_shape(&d);
    check_size(&d);
    prove_prints(&d);
}

/* ---- As C ---- */

static void emit_set(struct pip_text *c, const char *before, uint64_t set) {
    pip_text_add(c, before);
    pip_text_add(c, "0x");
    pip_text_add_hex(c, set, 16);
    pip_text_add_char(c, 'u');
}

static void emit_sets(struct pip_text *c, const char *member, const uint64_t *sets, int count) {
    pip_text_add(c, member);
    for (int i = 0; i < count; i++)
        emit_set(c, i ? ", " : "{", sets[i]);
    pip_text_add(c, "},\n    ");
}

static void emit_names(struct pip_text *c, const char *member, const char *names, size_t stride,
                       int count) {
    pip_text_add(c, member);
    for (int i = 0; i < count; i++) {
        pip_text_add(c, i ? ", \"" : "{\"");
        pip_text_add(c, names + stride * (size_t)i);
        pip_text_add_char(c, '"');
    }
    pip_text_add(c, "},\n    ");
}

static void emit_places(struct pip_text *c, const char *member, const int8_t *places, int count) {
    pip_text_add(c, member);
    for (int i = 0; i < count; i++) {
        pip_text_add(c, i ? ", " : "{");
        pip_text_add_number(c, places[i]);
    }
    pip_text_add(c, "},\n    ");
}

static void emit_number(struct pip_text *c, const char *member, int number) {
    pip_text_add(c, member);
    pip_text_add_number(c, number);
}

static void emit_roller(const void *data, struct pip_text *c) {
    const struct pip__roller_sheet *sheet = data;
    emit_sets(c, ".neighbours = ", sheet->neighbours, sheet->hexes);
    emit_sets(c, ".printed = ", sheet->printed, ROLLER_NUMBERS);
    emit_set(c, ".crossed = ", sheet->crossed);
    emit_set(c, ", .blank = ", sheet->blank);
    emit_sets(c, ",\n    .area = ", sheet->area, sheet->areas);
    pip_text_add(c, ".pair = {");
    for (int i = 0; i < ROLLER_NUMBERS; i++) {
        pip__emit_bytes(c, sheet->pair[i], 2);
        pip_text_add(c, i + 1 < ROLLER_NUMBERS ? ", " : "},\n    ");
    }
    emit_names(c, ".area_name = ", sheet->area_name[0], ROLLER_AREA_NAME, sheet->areas);
    emit_names(c, ".hex_name = ", sheet->hex_name[0], ROLLER_HEX_NAME, sheet->hexes);
    emit_places(c, ".q = ", sheet->q, sheet->hexes);
    emit_places(c, ".r = ", sheet->r, sheet->hexes);
    emit_number(c, ".hexes = ", sheet->hexes);
    emit_number(c, ", .areas = ", sheet->areas);
    emit_number(c, ", .middle = ", sheet->middle);
    emit_number(c, ", .rounds = ", sheet->rounds);
    emit_number(c, ", .dice = ", sheet->dice);
}

static const char *const keys[] = {"rounds", "dice", "areas", "cells", NULL};

_Static_assert(sizeof(struct pip__roller_sheet) <= sizeof((struct pip_sheet_file *)0)->data,
               "a sheet fits its file");

const struct pip__sheet_kind pip__sheet_kind_roller = {
    .game = "roller",
    .type = "struct pip__roller_sheet",
    .header = "games/roller/roller.h",
    .keys = keys,
    .read = read_roller,
    .emit = emit_roller,
};
