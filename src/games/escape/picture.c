/* Escape's position in plain text, for people and screen readers: at most 80 columns, a sentence or
 * a row a line. */
#include "escape.h"

static void add_pair(struct pip_text *text, const char *before, int number, const char *after) {
    pip_text_add(text, before);
    pip_text_add_number(text, number);
    pip_text_add(text, after);
}

/* "torch, 3 adventurer", or "none". */
static void add_dice(struct pip_text *text, pip__es_dice dice) {
    bool any = false;
    for (int symbol = 0; symbol < ES_SYMBOLS; symbol++) {
        int count = pip__es_dice_count(dice, symbol);
        if (count == 0)
            continue;
        pip_text_add(text, any ? ", " : "");
        if (count > 1)
            add_pair(text, "", count, " ");
        pip_text_add(text, pip__es_face_name[symbol]);
        any = true;
    }
    pip_text_add(text, any ? "" : "none");
}

/* ---- What all share ---- */

static void write_goal(const struct pip_setup *setup, const struct pip__es_state *s,
                       struct pip_text *text) {
    int rounds = pip__es_turns(setup) / setup->seats, gems = pip__es_gems(s);
    int missing = pip__es_goal(setup) - gems;
    if (s->phase == ES_OVER) {
        pip_text_add(text, pip__es_won(setup, s) ? "The team has won" : "The team has lost");
        add_pair(text, " with ", gems, "");
        add_pair(text, " of ", pip__es_goal(setup), " gems.\n");
        return;
    }
    int round = s->turn / setup->seats + 1;
    add_pair(text, "Round ", round, "");
    add_pair(text, " of ", rounds, round == rounds ? ", the last. " : "");
    if (round < rounds)
        add_pair(text, ", ", rounds - round, " more after it. ");
    add_pair(text, "Gems: ", gems, "");
    add_pair(text, " of ", pip__es_goal(setup), ", ");
    if (missing > 0)
        add_pair(text, "", missing, " missing.\n");
    else
        pip_text_add(text, "enough: everybody to the exit!\n");
}

static void write_step(const struct pip__es_state *s, struct pip_text *text) {
    static const char *const step[] = {
        [ES_CHOOSING_SIDES] = "chooses a side of the temple",
        [ES_EXTRA_ROLL] = "rolls the extra dice",
        [ES_CLOSING] = "closes a pathway",
        [ES_BEFORE_ROLL] = "is about to roll",
        [ES_DICE_ROLL] = "rolls",
        [ES_AFTER_ROLL] = "decides what to keep",
        [ES_EXPLORING] = "explores",
        [ES_AT_JOKER] = "chooses for the joker",
        [ES_UNLOCKING] = "unlocks a special chamber",
        [ES_TAKING] = "takes dice from the common pool",
        [ES_CROSSING] = "crosses symbols off a treasure map",
        [ES_COMPLETING] = "may complete treasure maps",
    };
    if (s->phase == ES_OVER)
        return;
    if (s->acting != s->active && s->phase != ES_CHOOSING_SIDES)
        add_pair(text, "Turn of seat ", s->active, ". ");
    add_pair(text, "Seat ", s->acting, " ");
    pip_text_add(text, step[s->phase]);
    pip_text_add(text, ".\n");
}

static void write_adventurers(const struct pip_setup *setup, const struct pip__es_state *s,
                              struct pip_text *text) {
    pip_text_add(text, "Adventurers:");
    for (int seat = 0; seat < setup->seats; seat++) {
        int place = s->seat[seat].place;
        add_pair(text, seat > 0 ? ", " : " ", seat, "");
        if (place == ES_NOWHERE) {
            pip_text_add(text, " nowhere");
        } else if (place >= ES_OUTSIDE) {
            pip_text_add(text, " outside ");
            pip_text_add(text, pip__es_side_name[place - ES_OUTSIDE]);
        } else {
            pip_text_add(text, " in ");
            pip__es_write_chamber(place, text);
        }
    }
    pip_text_add(text, ".\n");
}

static void write_dice(const struct pip__es_state *s, struct pip_text *text) {
    add_pair(text, "Cursed dice: ", s->cursed[0], " in space 1");
    add_pair(text, ", ", s->cursed[1], " in space 2");
    add_pair(text, ", ", s->cursed[2], " in space 3. ");
    add_pair(text, "Still to roll: ", s->unrolled, ".\n");
    if (s->phase == ES_AFTER_ROLL) {
        pip_text_add(text, "Rolled: ");
        add_dice(text, s->rolled);
        add_pair(text, "; black masks: ", s->black, ".\n");
    }
    pip_text_add(text, "Kept: ");
    add_dice(text, s->kept);
    pip_text_add(text, ".\nCommon pool: ");
    add_dice(text, s->pool);
    pip_text_add(text, ".\n");
}

static void write_extra(const struct pip_setup *setup, const struct pip__es_state *s,
                        struct pip_text *text) {
    int variant = setup->option[ES_VARIANT];
    if (variant == ES_DICE_CHAMBERS)
        add_pair(text, "Extra dice left: ", ES_EXTRA_DICE - s->added, ".\n");
    if (variant != ES_CLOSED_PATHWAYS && variant != ES_JOKER_LOTTERY)
        return;
    pip_text_add(text, variant == ES_JOKER_LOTTERY ? "Joker chamber lottery: " : "Extra dice: ");
    if (s->phase == ES_EXTRA_ROLL || s->phase == ES_CHOOSING_SIDES) {
        pip_text_add(text, "not yet rolled.\n");
        return;
    }
    pip_text_add(text, pip__es_face_name[s->extra[0]]);
    pip_text_add(text, variant == ES_JOKER_LOTTERY ? " or " : " ");
    pip_text_add(text, pip__es_face_name[s->extra[1]]);
    pip_text_add(text, ".\n");
}

/* "x" crossed out, "o" ready, "." free, "*" free and gains a gem. */
static void write_track(const struct pip_setup *setup, const struct pip__es_state *s, int track,
                        struct pip_text *text) {
    const struct pip__es_boxes *boxes = &pip__es_sheet_of(setup)->track[track];
    size_t line = text->length;
    pip_text_add(text, "  ");
    pip_text_add(text, pip__es_track_name[track]);
    pip_text_pad(text, line, 9);
    for (int box = 0; box < boxes->boxes; box++) {
        bool gem = box + 1 == boxes->gem[setup->seats - ES_SEATS_MIN];
        pip_text_add_char(text, ' ');
        pip_text_add_char(text, box < s->used[track]     ? 'x'
                                : box < s->marked[track] ? 'o'
                                : gem                    ? '*'
                                                         : '.');
    }
    pip_text_add_char(text, '\n');
}

static void write_specials(const struct pip_setup *setup, const struct pip__es_state *s,
                           struct pip_text *text) {
    bool any = false;
    for (int colour = 0; colour < ES_COLOURS; colour++) {
        uint32_t halves = pip__es_sheet_of(setup)->with[ES_SPECIAL + colour];
        if (s->unlocked >> colour & 1)
            continue;
        pip_text_add(text, any ? ", " : "Still locked: ");
        pip_text_add(text, pip__es_action_name[ES_SPECIAL + colour] + sizeof "special:" - 1);
        pip_text_add_char(text, ' ');
        pip__es_write_chamber(__builtin_ctz(halves), text);
        pip_text_add(text, " ");
        pip__es_write_chamber(__builtin_ctz(halves & (halves - 1)), text);
        any = true;
    }
    pip_text_add(text, any ? ".\n" : "All special chambers are unlocked.\n");
}

/* ---- A seat's sheet ---- */

static bool is_crossed_out(const struct pip__es_sheet *sheet, const struct pip__es_state *s,
                           int seat, int chamber) {
    int action = sheet->action[chamber];
    if (action >= ES_SPECIAL)
        return s->unlocked >> (action - ES_SPECIAL) & 1;
    return s->seat[seat].crossed >> chamber & 1;
}

/* "tk gem", "tk x" once crossed out, with "@02" where adventurers stand. */
static void write_cell(const struct pip_setup *setup, const struct pip__es_state *s, int seat,
                       int chamber, struct pip_text *text) {
    const struct pip__es_sheet *sheet = pip__es_sheet_of(setup);
    const char *action = pip__es_action_name[sheet->action[chamber]];
    bool any = false;
    if (sheet->action[chamber] >= ES_SPECIAL)
        action += sizeof "special:" - 1;
    for (int i = 0; i < 2; i++)
        pip_text_add_char(text, pip__es_face_name[sheet->entry[chamber][i]][0]);
    pip_text_add_char(text, ' ');
    pip_text_add(text, is_crossed_out(sheet, s, seat, chamber) ? "x" : action);
    for (int other = 0; other < setup->seats; other++) {
        if (s->seat[other].place == chamber) {
            pip_text_add(text, any ? "" : " @");
            pip_text_add_number(text, other);
            any = true;
        }
    }
}

#define CELL 15 /* columns of a chamber */

/* Pathways that cannot be walked are drawn: "|" to the west of a chamber, "---" below it. */
static void write_row(const struct pip_setup *setup, const struct pip__es_state *s, int seat,
                      int row, struct pip_text *text) {
    const struct pip__es_sheet *sheet = pip__es_sheet_of(setup);
    uint32_t west = sheet->open[ES_WEST] & ~s->seat[seat].closed[ES_WEST];
    uint32_t south = sheet->open[ES_SOUTH] & ~s->seat[seat].closed[ES_SOUTH];
    size_t line = text->length;
    pip_text_add_char(text, (char)('a' + row));
    for (int column = 0; column < ES_WIDTH; column++) {
        int chamber = row * ES_WIDTH + column;
        pip_text_pad(text, line, 3 + CELL * (size_t)column - 1);
        pip_text_add_char(text, west >> chamber & 1 ? ' ' : '|');
        write_cell(setup, s, seat, chamber, text);
    }
    pip_text_add_char(text, '\n');
    if ((south >> row * ES_WIDTH & ES_NORTH_ROW) == ES_NORTH_ROW)
        return;
    line = text->length;
    for (int column = 0; column < ES_WIDTH; column++) {
        if (!(south >> (row * ES_WIDTH + column) & 1)) {
            pip_text_pad(text, line, 3 + CELL * (size_t)column);
            pip_text_add(text, "---");
        }
    }
    pip_text_add_char(text, '\n');
}

static void write_temple(const struct pip_setup *setup, const struct pip__es_state *s, int seat,
                         struct pip_text *text) {
    size_t line;
    add_pair(text, "Temple sheet of seat ", seat,
             "\n(t torch, k key, a adventurer, g golden mask, x crossed out, @ who):\n");
    line = text->length;
    for (int column = 0; column < ES_WIDTH; column++) {
        pip_text_pad(text, line, 3 + CELL * (size_t)column);
        pip_text_add_number(text, column + 1);
    }
    pip_text_add_char(text, '\n');
    for (int row = 0; row < ES_WIDTH; row++)
        write_row(setup, s, seat, row, text);
}

/* The symbols that boxes of a map still need. */
static pip__es_dice missing(const struct pip__es_map *map, uint8_t boxes, uint8_t crossed) {
    pip__es_dice dice = 0;
    for (unsigned left = boxes & ~(unsigned)crossed; left; left &= left - 1)
        dice += pip__es_dice_of(map->symbol[__builtin_ctz(left)]);
    return dice;
}

static void write_map(const struct pip__es_sheet *sheet, const struct pip__es_seat *seat, int map,
                      struct pip_text *text) {
    const struct pip__es_map *printed = &sheet->map[map];
    add_pair(text, "  Map ", map + 1, " for ");
    pip_text_add(text, pip__es_track_name[printed->gives]);
    if (seat->completed >> map & 1) {
        bool gem = (seat->map[map] & printed->gem) == printed->gem;
        pip_text_add(text, gem ? ": completed with its gem.\n" : ": completed without its gem.\n");
        return;
    }
    pip_text_add(text, ": bonus side ");
    add_dice(text, missing(printed, printed->bonus, seat->map[map]));
    pip_text_add(text, "; gem side ");
    add_dice(text, missing(printed, printed->gem, seat->map[map]));
    pip_text_add(text, ".\n");
}

void pip__es_state_write(const struct pip_setup *setup, const void *state, unsigned seat,
                         struct pip_text *text) {
    const struct pip__es_state *s = state;
    write_goal(setup, s, text);
    write_step(s, text);
    write_adventurers(setup, s, text);
    if (s->phase != ES_OVER && s->phase != ES_CHOOSING_SIDES)
        write_dice(s, text);
    write_extra(setup, s, text);
    pip_text_add(text, "Bonus tracks (o ready, x crossed out, . free, * free and gains a gem):\n");
    for (int track = 0; track < ES_TRACKS; track++)
        write_track(setup, s, track, text);
    write_specials(setup, s, text);
    if (seat >= setup->seats)
        return;
    write_temple(setup, s, (int)seat, text);
    pip_text_add(text, "Treasure maps and the symbols they lack:\n");
    for (int map = 0; map < ES_MAPS; map++)
        write_map(pip__es_sheet_of(setup), &s->seat[seat], map, text);
    if (s->seat[seat].taken) {
        pip_text_add(text, "  Taken from the common pool: ");
        add_dice(text, s->seat[seat].taken);
        pip_text_add(text, ".\n");
    }
}
