#include "../games/pig/pig.h"
#include "reading.h"

PIP__SHEET_FITS(struct pip__pig_sheet);

static void read_pig(struct pip__reading *in, const struct pip__node *file, void *data) {
    struct pip__pig_sheet *sheet = data;
    int number;
    if (pip__member_number(in, file, "target", 10, 100, &number))
        sheet->target = (uint8_t)number;
    if (pip__member_number(in, file, "turns", 1, 25, &number))
        sheet->turns = (uint8_t)number;
}

static void emit_pig(const void *data, struct pip_text *c) {
    const struct pip__pig_sheet *sheet = data;
    pip_text_add(c, ".target = ");
    pip_text_add_number(c, sheet->target);
    pip_text_add(c, ", .turns = ");
    pip_text_add_number(c, sheet->turns);
}

static const char *const keys[] = {"target", "turns", NULL};

const struct pip__sheet_kind pip__sheet_kind_pig = {
    .game = "pig",
    .type = "struct pip__pig_sheet",
    .header = "games/pig/pig.h",
    .keys = keys,
    .read = read_pig,
    .emit = emit_pig,
};
