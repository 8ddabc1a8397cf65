#include "../games/lost-cities/lost_cities.h"
#include "reading.h"
#include <string.h>

PIP__SHEET_FITS(struct pip__lc_sheet);

static void read_column(struct pip__reading *in, const struct pip__node *columns, int colour,
                        struct pip__lc_sheet *sheet) {
    static const char marks[] = {[LC_PLAIN] = '.', [LC_ACCELERATION] = '>', [LC_ARTEFACT] = 'v'};
    struct pip__node column;
    if (!json_object_get(columns->json, pip__lc_column_name[colour]) ||
        !pip__member(in, columns, pip__lc_column_name[colour], JSON_STRING, &column))
        return;
    const char *boxes = json_string_value(column.json);
    size_t length = json_string_length(column.json);
    if (length != LC_BOXES) {
        pip__fault_of(in, &column, PIP__FAULT_NOT_BOXES, PIP__NUMBER(LC_BOXES),
                      PIP__NUMBER(length));
        return;
    }
    for (int box = 0; box < LC_BOXES; box++) {
        const char *mark = memchr(marks, boxes[box], sizeof marks);
        if (mark)
            sheet->box[colour][box] = (uint8_t)(mark - marks);
        else
            pip__fault_of(in, &column, PIP__FAULT_BAD_BOX, PIP__NUMBER(box + 1));
    }
    sheet->given |= (uint8_t)(1u << colour);
}

static void read_columns(struct pip__reading *in, const struct pip__node *file,
                         struct pip__lc_sheet *sheet) {
    const char *colours[LC_COLOURS + 1] = {0};
    struct pip__node columns;
    if (!pip__member(in, file, "columns", JSON_OBJECT, &columns))
        return;
    memcpy(colours, pip__lc_column_name, LC_COLOURS * sizeof *colours);
    pip__only_keys(in, &columns, colours);
    for (int colour = 0; colour < LC_COLOURS; colour++)
        read_column(in, &columns, colour, sheet);
    if (json_object_size(columns.json) == 0)
        pip__fault(in, &columns, PIP__FAULT_NO_EXPEDITION);
}

static void read_ladder(struct pip__reading *in, const struct pip__node *ladders, const char *key,
                        int16_t *ladder) {
    struct pip__node list, step;
    if (!pip__member(in, ladders, key, JSON_ARRAY, &list))
        return;
    if (json_array_size(list.json) != LC_BOXES + 1) {
        pip__fault_of(in, &list, PIP__FAULT_NOT_STEPS, PIP__NUMBER(LC_BOXES + 1),
                      PIP__NUMBER(LC_BOXES));
        return;
    }
    for (size_t i = 0; i <= LC_BOXES; i++) {
        int number;
        if (pip__element(in, &list, i, JSON_INTEGER, &step) &&
            pip__number(in, &step, -1000, 1000, &number))
            ladder[i] = (int16_t)number;
    }
}

static void read_ladders(struct pip__reading *in, const struct pip__node *file,
                         struct pip__lc_sheet *sheet) {
    static const char *const keys[] = {"expedition", "artefacts", "dice", NULL};
    struct pip__node ladders;
    if (!pip__member(in, file, "ladders", JSON_OBJECT, &ladders))
        return;
    pip__only_keys(in, &ladders, keys);
    read_ladder(in, &ladders, "expedition", sheet->ladder_expedition);
    read_ladder(in, &ladders, "artefacts", sheet->ladder_artefacts);
    read_ladder(in, &ladders, "dice", sheet->ladder_dice);
    struct pip__node dice = {&ladders, "dice", 0, json_object_get(ladders.json, "dice")};
    if (sheet->ladder_dice[LC_BOXES] != 0) /* LC9.3 */
        pip__fault(in, &dice, PIP__FAULT_DICE_END);
}

static void read_lost_cities(struct pip__reading *in, const struct pip__node *file, void *data) {
    struct pip__lc_sheet *sheet = data;
    int number;
    read_columns(in, file, sheet);
    read_ladders(in, file, sheet);
    if (pip__member_number(in, file, "bridge", 1, LC_BOXES, &number))
        sheet->bridge = (uint8_t)number;
    if (pip__member_number(in, file, "bonus", 0, 1000, &number))
        sheet->bonus = (int16_t)number;
}

static void emit_lost_cities(const void *data, struct pip_text *c) {
    const struct pip__lc_sheet *sheet = data;
    pip_text_add(c, ".given = ");
    pip_text_add_number(c, sheet->given);
    pip_text_add(c, ",\n    .box = {");
    for (int colour = 0; colour < LC_COLOURS; colour++) {
        pip__emit_bytes(c, sheet->box[colour], LC_BOXES);
        pip_text_add(c, colour + 1 < LC_COLOURS ? ", " : "}");
    }
    pip_text_add(c, ",\n    .ladder_expedition = ");
    pip__emit_shorts(c, sheet->ladder_expedition, LC_BOXES + 1);
    pip_text_add(c, ",\n    .ladder_artefacts = ");
    pip__emit_shorts(c, sheet->ladder_artefacts, LC_BOXES + 1);
    pip_text_add(c, ",\n    .ladder_dice = ");
    pip__emit_shorts(c, sheet->ladder_dice, LC_BOXES + 1);
    pip_text_add(c, ",\n    .bridge = ");
    pip_text_add_number(c, sheet->bridge);
    pip_text_add(c, ", .bonus = ");
    pip_text_add_number(c, sheet->bonus);
}

static const char *const keys[] = {"columns", "ladders", "bridge", "bonus", NULL};

const struct pip__sheet_kind pip__sheet_kind_lost_cities = {
    .game = "lost-cities",
    .type = "struct pip__lc_sheet",
    .header = "games/lost-cities/lost_cities.h",
    .keys = keys,
    .read = read_lost_cities,
    .emit = emit_lost_cities,
};
