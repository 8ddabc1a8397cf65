/* A Lost Cities sheet for front ends that draw: what is printed, what all share, what is written.
 */
#include "../json.h"
#include "lost_cities.h"

static void add_ladder(struct pip_text *text, const char *key, const int16_t *ladder) {
    pip__json_open(text, key, '[');
    for (int i = 0; i <= LC_BOXES; i++)
        pip__json_number(text, NULL, ladder[i]);
    pip__json_close(text, ']');
}

/* "boxes":{"red":".>.v.>.v.",...}: the printed expeditions, bottom to top. */
static void add_printed(const struct pip__lc_sheet *sheet, struct pip_text *text) {
    pip__json_open(text, "boxes", '{');
    for (int colour = 0; colour < LC_COLOURS; colour++) {
        char boxes[LC_BOXES + 1] = "";
        if (!(sheet->given >> colour & 1))
            continue;
        for (int box = 0; box < LC_BOXES; box++)
            boxes[box] = ".>v"[sheet->box[colour][box]];
        pip__json_string(text, pip__lc_column_name[colour], boxes);
    }
    pip__json_close(text, '}');
    pip__json_open(text, "ladders", '{');
    add_ladder(text, "expedition", sheet->ladder_expedition);
    add_ladder(text, "artefacts", sheet->ladder_artefacts);
    add_ladder(text, "dice", sheet->ladder_dice);
    pip__json_close(text, '}');
    pip__json_number(text, "bridge", sheet->bridge);
    pip__json_number(text, "bonus", sheet->bonus);
}

/* "dice":null between turns. `taken` are indices into both lists, -1 for none. */
static void add_dice(const struct pip__lc_state *s, struct pip_text *text) {
    if (s->phase == LC_ROLL || s->phase == LC_OVER) {
        pip__json_key(text, "dice");
        pip_text_add(text, "null");
        return;
    }
    pip__json_open(text, "dice", '{');
    pip__json_open(text, "colours", '[');
    for (int i = 0; i < 3; i++)
        pip__json_string(text, NULL, pip__lc_column_name[s->colour_die[i]]);
    pip__json_close(text, ']');
    pip__json_open(text, "numbers", '[');
    for (int i = 0; i < 3; i++)
        pip__json_number(text, NULL, s->number_die[i]);
    pip__json_close(text, ']');
    pip__json_number(text, "takenColour", s->taken_colour - 1);
    pip__json_number(text, "takenNumber", s->taken_number - 1);
    pip__json_close(text, '}');
}

/* "owners":{"red":[0,2]}: who earned each bridge; "passed":["red"] can no longer be earned. */
static void add_bridges(const struct pip_setup *setup, const struct pip__lc_state *s,
                        struct pip_text *text) {
    pip__json_open(text, "owners", '{');
    for (int column = 0; column < LC_COLUMNS; column++) {
        unsigned owners = 0;
        for (int seat = 0; seat < setup->seats; seat++)
            owners |= (unsigned)(s->seat[seat].bridges >> column & 1) << seat;
        if (owners)
            pip__json_bits(text, pip__lc_column_name[column], owners);
    }
    pip__json_close(text, '}');
    pip__json_open(text, "passed", '[');
    for (int column = 0; column < LC_COLUMNS; column++) {
        if (s->passed >> column & 1)
            pip__json_string(text, NULL, pip__lc_column_name[column]);
    }
    pip__json_close(text, ']');
}

static void add_column(const struct pip__lc_sheet *sheet, const struct pip__lc_seat *seat,
                       int column, struct pip_text *text) {
    pip__json_open(text, pip__lc_column_name[column], '{');
    pip__json_number(text, "count", seat->count[column]);
    pip__json_number(text, "points", pip__lc_column_points(sheet, seat, column));
    pip__json_bool(text, "bridge", seat->bridges >> column & 1);
    if (column < LC_COLOURS) {
        pip__json_open(text, "numbers", '[');
        for (int box = 0; box < seat->count[column]; box++)
            pip__json_number(text, NULL, pip__lc_number(seat, column, box));
        pip__json_close(text, ']');
        pip__json_bool(text, "circle", seat->circles >> column & 1);
        pip__json_bool(text, "summit", seat->ends >> column & 1);
    }
    pip__json_close(text, '}');
}

void pip__lc_state_json(const struct pip_setup *setup, const void *state, unsigned seat,
                        struct pip_text *text) {
    static const char *const phase_name[] = {"roll", "active", "others", "over"};
    const struct pip__lc_state *s = state;
    const struct pip__lc_sheet *sheet = pip__lc_sheet_of(setup);
    pip__json_open(text, NULL, '{');
    pip__json_string(text, "phase", phase_name[s->phase]);
    pip__json_number(text, "turn", s->turn + 1);
    pip__json_number(text, "active", s->active);
    pip__json_bits(text, "acting", s->acting);
    pip__json_bool(text, "accelerating", s->accelerating >> seat & 1);
    add_dice(s, text);
    add_bridges(setup, s, text);
    add_printed(sheet, text);
    pip__json_open(text, "sheet", '{');
    for (int column = 0; column < LC_COLUMNS; column++) {
        if (column >= LC_COLOURS || sheet->given >> column & 1)
            add_column(sheet, &s->seat[seat], column, text);
    }
    pip__json_close(text, '}');
    pip__json_number(text, "total", pip_score_total(setup, state, (int)seat));
    pip__json_close(text, '}');
}
