/* Escape as JSON: all that a board draws. Chambers have their names, "c3". */
#include "../json.h"
#include "escape.h"

static void add_chamber(struct pip_text *text, const char *key, int chamber) {
    char name[4];
    struct pip_text word = pip_text_init(name, sizeof name);
    pip__es_write_chamber(chamber, &word);
    pip__json_string(text, key, name);
}

static void add_chambers(struct pip_text *text, const char *key, uint32_t chambers) {
    pip__json_open(text, key, '[');
    for (; chambers; chambers &= chambers - 1)
        add_chamber(text, NULL, __builtin_ctz(chambers));
    pip__json_close(text, ']');
}

/* ["torch", "torch", "key"] */
static void add_dice(struct pip_text *text, const char *key, pip__es_dice dice) {
    pip__json_open(text, key, '[');
    for (int symbol = 0; symbol < ES_SYMBOLS; symbol++) {
        for (int i = 0; i < pip__es_dice_count(dice, symbol); i++)
            pip__json_string(text, NULL, pip__es_face_name[symbol]);
    }
    pip__json_close(text, ']');
}

static void add_two_faces(struct pip_text *text, const char *key, const uint8_t *face) {
    pip__json_open(text, key, '[');
    pip__json_string(text, NULL, pip__es_face_name[face[0]]);
    pip__json_string(text, NULL, pip__es_face_name[face[1]]);
    pip__json_close(text, ']');
}

/* ---- What is printed ---- */

static void add_temple(struct pip_text *text, const struct pip__es_sheet *sheet) {
    pip__json_open(text, "chambers", '[');
    for (int chamber = 0; chamber < ES_CHAMBERS; chamber++) {
        pip__json_open(text, NULL, '{');
        add_chamber(text, "name", chamber);
        add_two_faces(text, "entry", sheet->entry[chamber]);
        pip__json_string(text, "action", pip__es_action_name[sheet->action[chamber]]);
        pip__json_open(text, "ways", '[');
        for (int side = 0; side < ES_SIDES; side++) {
            if (sheet->open[side] >> chamber & 1)
                pip__json_string(text, NULL, pip__es_side_name[side]);
        }
        pip__json_close(text, ']');
        pip__json_close(text, '}');
    }
    pip__json_close(text, ']');
}

/* ---- What all share ---- */

static void add_turn(struct pip_text *text, const struct pip_setup *setup,
                     const struct pip__es_state *s) {
    static const char *const phase[] = {
        [ES_CHOOSING_SIDES] = "sides",
        [ES_EXTRA_ROLL] = "extra-roll",
        [ES_CLOSING] = "closing",
        [ES_BEFORE_ROLL] = "before-roll",
        [ES_DICE_ROLL] = "dice-roll",
        [ES_AFTER_ROLL] = "after-roll",
        [ES_EXPLORING] = "exploring",
        [ES_AT_JOKER] = "joker",
        [ES_UNLOCKING] = "unlocking",
        [ES_TAKING] = "taking",
        [ES_CROSSING] = "crossing",
        [ES_COMPLETING] = "completing",
        [ES_OVER] = "over",
    };
    pip__json_string(text, "phase", phase[s->phase]);
    pip__json_number(text, "active", s->active);
    pip__json_number(text, "acting", s->acting);
    pip__json_number(text, "round", s->turn / setup->seats);
    pip__json_number(text, "rounds", pip__es_turns(setup) / setup->seats);
    pip__json_number(text, "goal", pip__es_goal(setup));
    pip__json_number(text, "gems", pip__es_gems(s));
    pip__json_number(text, "gemBoxes", pip__es_sheet_of(setup)->gems);
    pip__json_bool(text, "won", pip__es_won(setup, s));
}

static void add_table(struct pip_text *text, const struct pip__es_state *s) {
    add_dice(text, "kept", s->kept);
    add_dice(text, "pool", s->pool);
    add_dice(text, "rolled", s->rolled);
    pip__json_number(text, "black", s->black);
    pip__json_number(text, "unrolled", s->unrolled);
    pip__json_bool(text, "begun", s->begun);
    pip__json_number(text, "added", s->added);
    pip__json_open(text, "cursed", '[');
    for (int space = 0; space < ES_CURSED_SPACES; space++)
        pip__json_number(text, NULL, s->cursed[space]);
    pip__json_close(text, ']');
    pip__json_open(text, "unlocked", '[');
    for (int colour = 0; colour < ES_COLOURS; colour++) {
        if (s->unlocked >> colour & 1)
            pip__json_string(text, NULL, pip__es_action_name[ES_SPECIAL + colour]);
    }
    pip__json_close(text, ']');
}

/* The extra dice, where a variant rolls them and once it has. */
static void add_extra(struct pip_text *text, const struct pip_setup *setup,
                      const struct pip__es_state *s) {
    int variant = setup->option[ES_VARIANT];
    bool rolls = variant == ES_CLOSED_PATHWAYS || variant == ES_JOKER_LOTTERY;
    if (rolls && s->phase != ES_CHOOSING_SIDES && s->phase != ES_EXTRA_ROLL)
        add_two_faces(text, "extra", s->extra);
}

static void add_tracks(struct pip_text *text, const struct pip_setup *setup,
                       const struct pip__es_state *s) {
    const struct pip__es_boxes *track = pip__es_sheet_of(setup)->track;
    pip__json_open(text, "tracks", '[');
    for (int i = 0; i < ES_TRACKS; i++) {
        pip__json_open(text, NULL, '{');
        pip__json_string(text, "name", pip__es_track_name[i]);
        pip__json_number(text, "boxes", track[i].boxes);
        pip__json_number(text, "marked", s->marked[i]);
        pip__json_number(text, "used", s->used[i]);
        pip__json_number(text, "gem", track[i].gem[setup->seats - ES_SEATS_MIN]);
        pip__json_close(text, '}');
    }
    pip__json_close(text, ']');
}

/* ---- Seats ---- */

/* A chamber, a side, or nothing before there is one. */
static void add_place(struct pip_text *text, int place) {
    if (place < ES_CHAMBERS)
        add_chamber(text, "place", place);
    else if (place < ES_NOWHERE)
        pip__json_string(text, "place", pip__es_side_name[place - ES_OUTSIDE]);
}

/* The symbols of which one would finish a side of an open map; the gem side only after the bonus
 * side. */
static pip__es_dice lacking(const struct pip__es_sheet *sheet, const struct pip__es_seat *seat) {
    pip__es_dice lacks = 0;
    for (int m = 0; m < ES_MAPS; m++) {
        const struct pip__es_map *map = &sheet->map[m];
        unsigned boxes = map->bonus & ~(unsigned)seat->map[m];
        if (boxes == 0)
            boxes = map->gem & ~(unsigned)seat->map[m];
        if (!(seat->completed >> m & 1) && __builtin_popcount(boxes) == 1)
            lacks |= pip__es_dice_of(map->symbol[__builtin_ctz(boxes)]);
    }
    return lacks;
}

static void add_team(struct pip_text *text, const struct pip_setup *setup,
                     const struct pip__es_state *s) {
    pip__json_open(text, "team", '[');
    for (int seat = 0; seat < setup->seats; seat++) {
        pip__json_open(text, NULL, '{');
        pip__json_number(text, "seat", seat);
        add_place(text, s->seat[seat].place);
        add_dice(text, "taken", s->seat[seat].taken);
        add_dice(text, "lacks", lacking(pip__es_sheet_of(setup), &s->seat[seat]));
        pip__json_close(text, '}');
    }
    pip__json_close(text, ']');
}

/* The boxes of one side of a map: [{"symbol": "torch", "crossed": true}, ...] */
static void add_map_side(struct pip_text *text, const char *key, const struct pip__es_map *map,
                         unsigned side, unsigned crossed) {
    pip__json_open(text, key, '[');
    for (; side; side &= side - 1) {
        int box = __builtin_ctz(side);
        pip__json_open(text, NULL, '{');
        pip__json_string(text, "symbol", pip__es_face_name[map->symbol[box]]);
        pip__json_bool(text, "crossed", crossed >> box & 1);
        pip__json_close(text, '}');
    }
    pip__json_close(text, ']');
}

static void add_maps(struct pip_text *text, const struct pip__es_sheet *sheet,
                     const struct pip__es_seat *seat) {
    pip__json_open(text, "maps", '[');
    for (int m = 0; m < ES_MAPS; m++) {
        const struct pip__es_map *map = &sheet->map[m];
        pip__json_open(text, NULL, '{');
        add_map_side(text, "bonus", map, map->bonus, seat->map[m]);
        add_map_side(text, "gem", map, map->gem, seat->map[m]);
        pip__json_string(text, "gives", pip__es_track_name[map->gives]);
        pip__json_bool(text, "completed", seat->completed >> m & 1);
        pip__json_close(text, '}');
    }
    pip__json_close(text, ']');
}

static void add_own(struct pip_text *text, const struct pip__es_sheet *sheet,
                    const struct pip__es_seat *own, unsigned seat) {
    pip__json_open(text, "own", '{');
    pip__json_number(text, "seat", seat);
    add_place(text, own->place);
    add_chambers(text, "crossed", own->crossed);
    add_chambers(text, "reach", own->place == ES_NOWHERE ? 0 : pip__es_reach(sheet, own));
    add_chambers(text, "closedEast", own->closed[ES_EAST]);
    add_chambers(text, "closedSouth", own->closed[ES_SOUTH]);
    add_dice(text, "taken", own->taken);
    add_maps(text, sheet, own);
    pip__json_close(text, '}');
}

void pip__es_state_json(const struct pip_setup *setup, const void *state, unsigned seat,
                        struct pip_text *text) {
    const struct pip__es_state *s = state;
    struct pip_item items[PIP_ITEMS_MAX];
    pip__json_open(text, NULL, '{');
    pip__json_string(text, "game", "escape");
    pip__json_number(text, "seats", setup->seats);
    add_turn(text, setup, s);
    add_table(text, s);
    add_extra(text, setup, s);
    add_tracks(text, setup, s);
    pip__json_items(text, items, pip__es_score(setup, s, 0, items));
    add_team(text, setup, s);
    add_temple(text, pip__es_sheet_of(setup));
    if (seat < setup->seats)
        add_own(text, pip__es_sheet_of(setup), &s->seat[seat], seat);
    pip__json_close(text, '}');
}
