/* Lost Cities in words and numbers: move text, the sheet for people, the sheet for programs. */
#include "lost_cities.h"

/* ---- Moves ---- */

void pip__lc_move_write(const struct pip_setup *setup, pip_move move, struct pip_text *text) {
    (void)setup;
    if (move == LC_REFUSE) {
        pip_text_add(text, "-");
    } else if (move == LC_DECLINE) {
        pip_text_add(text, "> -");
    } else if (move >= LC_ACCELERATE) {
        pip_text_add(text, "> ");
        pip_text_add(text, pip__lc_column_name[move - LC_ACCELERATE]);
    } else {
        pip_text_add(text, pip__lc_column_name[move / LC_PER_COLOUR]);
        pip_text_add_char(text, ' ');
        if (move % LC_PER_COLOUR == LC_CIRCLE)
            pip_text_add_char(text, 'x');
        else
            pip_text_add_number(text, move % LC_PER_COLOUR + 1);
    }
}

static bool read_colour(struct pip_span word, int *colour) {
    for (*colour = 0; *colour < LC_COLOURS; ++*colour) {
        if (pip_span_is(word, pip__lc_column_name[*colour]))
            return true;
    }
    return false;
}

/* "> red", "> -": what follows the arrow. */
static bool read_acceleration(struct pip_span word, pip_move *move) {
    int colour;
    if (pip_span_is(word, "-")) {
        *move = LC_DECLINE;
        return true;
    }
    if (!read_colour(word, &colour))
        return false;
    *move = (pip_move)(LC_ACCELERATE + colour);
    return true;
}

/* "red 3", "red x": what follows the colour. */
static bool read_entry(int colour, struct pip_span word, pip_move *move) {
    uint32_t number = LC_CIRCLE + 1;
    if (!pip_span_is(word, "x") && (!pip_span_number(word, LC_HIGHEST, &number) || number < 1))
        return false;
    *move = (pip_move)(LC_WRITE + LC_PER_COLOUR * (unsigned)colour + number - 1);
    return true;
}

enum pip_status pip__lc_move_read(const struct pip_setup *setup, struct pip_span span,
                                  pip_move *move) {
    struct pip_span first, second;
    int colour;
    (void)setup;
    if (pip_span_is(span, "-")) {
        *move = LC_REFUSE;
        return PIP_OK;
    }
    if (!pip_span_word(&span, &first) || !pip_span_word(&span, &second) || span.length > 0)
        return PIP_BAD_TEXT;
    bool good = pip_span_is(first, ">")
                    ? read_acceleration(second, move)
                    : read_colour(first, &colour) && read_entry(colour, second, move);
    return good ? PIP_OK : PIP_BAD_TEXT;
}

/* ---- The sheet for people ---- */

/* Right-aligned in `width`. */
static void add_aligned(struct pip_text *text, int number, size_t width) {
    char digits[12];
    struct pip_text small = pip_text_init(digits, sizeof digits);
    pip_text_add_number(&small, number);
    pip_text_pad(text, text->length, width - small.length);
    pip_text_add(text, digits);
}

static void write_dice(const struct pip__lc_state *s, struct pip_text *text) {
    pip_text_add(text, s->taken_colour ? "Dice left:" : "Dice:");
    for (int i = 0; i < 3; i++) {
        if (i + 1 != s->taken_colour) {
            pip_text_add_char(text, ' ');
            pip_text_add(text, pip__lc_column_name[s->colour_die[i]]);
        }
    }
    pip_text_add_char(text, ',');
    for (int i = 0; i < 3; i++) {
        if (i + 1 != s->taken_number) {
            pip_text_add_char(text, ' ');
            pip_text_add_number(text, s->number_die[i]);
        }
    }
    pip_text_add(text, "\n");
}

static void write_open_bridges(const struct pip__lc_sheet *sheet, const struct pip__lc_state *s,
                               struct pip_text *text) {
    bool any = false;
    for (int column = 0; column < LC_COLUMNS; column++) {
        bool printed = column >= LC_COLOURS || sheet->given >> column & 1;
        if (!printed || s->passed >> column & 1)
            continue;
        if (!any) {
            pip_text_add(text, "Open bridges (+");
            pip_text_add_number(text, sheet->bonus);
            pip_text_add(text, "): ");
        }
        pip_text_add(text, any ? ", " : "");
        pip_text_add(text, pip__lc_column_words(column));
        any = true;
    }
    pip_text_add(text, any ? ".\n" : "All bridges have been passed.\n");
}

/* "3>" a 3 in an acceleration box; ".v" an empty artefact box; "|" where the bridge stands. */
static void write_boxes(const struct pip__lc_sheet *sheet, const struct pip__lc_seat *seat,
                        int column, struct pip_text *text) {
    for (int box = 0; box < LC_BOXES; box++) {
        pip_text_add(text, box + 1 == sheet->bridge ? " |" : " ");
        bool filled = box < seat->count[column];
        if (column >= LC_COLOURS) {
            pip_text_add(text, filled ? " # " : " . ");
            continue;
        }
        if (filled)
            add_aligned(text, pip__lc_number(seat, column, box), 2);
        else
            pip_text_add(text, " .");
        pip_text_add_char(text, " >v"[sheet->box[column][box]]);
    }
}

static void write_column(const struct pip__lc_sheet *sheet, const struct pip__lc_state *s,
                         const struct pip__lc_seat *seat, int column, struct pip_text *text) {
    size_t line = text->length;
    pip_text_add(text, "  ");
    pip_text_add(text, pip__lc_column_words(column));
    pip_text_pad(text, line, 15);
    if (column < LC_COLOURS) {
        bool marked = seat->circles >> column & 1;
        pip_text_add(text, marked ? "(x)" : seat->count[column] > 0 ? "(-)" : "( )");
    } else {
        pip_text_add(text, "   ");
    }
    write_boxes(sheet, seat, column, text);
    if (column < LC_COLOURS)
        pip_text_add(text, seat->ends >> column & 1 ? " ^#" : " ^.");
    pip_text_pad(text, line, 61);
    add_aligned(text, pip__lc_column_points(sheet, seat, column), 5);
    if (seat->bridges >> column & 1) {
        pip_text_add(text, "  bridge +");
        pip_text_add_number(text, sheet->bonus);
    } else if (s->passed >> column & 1) {
        pip_text_add(text, "  bridge gone");
    }
    pip_text_add(text, "\n");
}

/* LC10: what each count is worth, under the boxes; the first of an expedition under its circle. */
static void write_ladder(const struct pip__lc_sheet *sheet, const int16_t *ladder, bool circle,
                         struct pip_text *text) {
    size_t line = text->length;
    pip_text_add(text, "  points");
    pip_text_pad(text, line, circle ? 15 : 18);
    if (circle)
        add_aligned(text, ladder[0], 3);
    for (int count = 1; count <= LC_BOXES; count++) {
        pip_text_add(text, count == sheet->bridge ? " |" : " ");
        add_aligned(text, ladder[count], 3);
    }
    pip_text_add(text, "\n");
}

void pip__lc_state_write(const struct pip_setup *setup, const void *state, unsigned seat,
                         struct pip_text *text) {
    const struct pip__lc_state *s = state;
    const struct pip__lc_sheet *sheet = pip__lc_sheet_of(setup);
    if (s->phase == LC_ACTIVE_CHOOSES || s->phase == LC_OTHERS_CHOOSE)
        write_dice(s, text);
    write_open_bridges(sheet, s, text);
    if (seat >= setup->seats)
        return;
    for (int column = 0; column < LC_COLUMNS; column++) {
        if (column >= LC_COLOURS || sheet->given >> column & 1)
            write_column(sheet, s, &s->seat[seat], column, text);
        if (column == LC_COLOURS - 1)
            write_ladder(sheet, sheet->ladder_expedition, true, text);
        else if (column >= LC_COLOURS)
            write_ladder(sheet, column == LC_DICE ? sheet->ladder_dice : sheet->ladder_artefacts,
                         false, text);
    }
    if (s->seat[seat].count[LC_DICE] == LC_BOXES)
        pip_text_add(text, "  Exhausted: the dice symbols score nothing.\n");
}

/* ---- The sheet for programs ---- */

static int observe_seat(const struct pip__lc_seat *seat, bool active, int16_t *numbers) {
    int count = 0;
    for (int column = 0; column < LC_COLUMNS; column++) {
        numbers[count++] = seat->count[column];
        numbers[count++] = seat->bridges >> column & 1;
    }
    for (int colour = 0; colour < LC_COLOURS; colour++) {
        numbers[count++] = seat->top[colour];
        numbers[count++] = seat->circles >> colour & 1;
        numbers[count++] = seat->ends >> colour & 1;
    }
    numbers[count++] = active;
    return count;
}

int pip__lc_observe(const struct pip_setup *setup, const void *state, int seat, int16_t *numbers) {
    const struct pip__lc_state *s = state;
    int count = 0;
    numbers[count++] = s->phase;
    numbers[count++] = s->accelerating >> seat & 1;
    for (int colour = 0; colour < LC_COLOURS; colour++)
        numbers[count++] = s->colours >> colour & 1;
    for (int number = 1; number <= LC_HIGHEST; number++)
        numbers[count++] = s->numbers >> number & 1;
    for (int column = 0; column < LC_COLUMNS; column++)
        numbers[count++] = s->passed >> column & 1;
    for (int i = 0; i < setup->seats; i++) {
        int other = (seat + i) % setup->seats;
        count += observe_seat(&s->seat[other], other == s->active, numbers + count);
    }
    return count;
}
