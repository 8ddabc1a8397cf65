/* Escape as JSON: all that a board draws. All strings are names of the game, so nothing needs
 * escaping. */
#include "escape.h"

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

static void add_bool(struct pip_text *text, const char *key, bool value) {
    add_key(text, key);
    pip_text_add(text, value ? "true" : "false");
}

static void add_chamber(struct pip_text *text, int chamber) {
    pip_text_add_char(text, '"');
    pip__es_write_chamber(chamber, text);
    pip_text_add_char(text, '"');
}

static void add_chambers(struct pip_text *text, const char *key, uint32_t chambers) {
    add_key(text, key);
    pip_text_add_char(text, '[');
    for (bool later = false; chambers; chambers &= chambers - 1, later = true) {
        comma(text, later);
        add_chamber(text, __builtin_ctz(chambers));
    }
    pip_text_add_char(text, ']');
}

/* ["torch", "torch", "key"] */
static void add_dice(struct pip_text *text, const char *key, pip__es_dice dice) {
    bool later = false;
    add_key(text, key);
    pip_text_add_char(text, '[');
    for (int symbol = 0; symbol < ES_SYMBOLS; symbol++) {
        for (int i = 0; i < pip__es_dice_count(dice, symbol); i++, later = true) {
            comma(text, later);
            add_string(text, pip__es_face_name[symbol]);
        }
    }
    pip_text_add_char(text, ']');
}

/* ---- What is printed ---- */

static void add_temple_chamber(struct pip_text *text, const struct pip__es_sheet *sheet, int at) {
    bool later = false;
    pip_text_add(text, at ? ",{\"name\":" : "{\"name\":");
    add_chamber(text, at);
    add_key(text, "entry");
    pip_text_add_char(text, '[');
    add_string(text, pip__es_face_name[sheet->entry[at][0]]);
    pip_text_add_char(text, ',');
    add_string(text, pip__es_face_name[sheet->entry[at][1]]);
    pip_text_add_char(text, ']');
    add_key(text, "action");
    add_string(text, pip__es_action_name[sheet->action[at]]);
    add_key(text, "ways");
    pip_text_add_char(text, '[');
    for (int side = 0; side < ES_SIDES; side++) {
        if (!(sheet->open[side] >> at & 1))
            continue;
        comma(text, later);
        add_string(text, pip__es_side_name[side]);
        later = true;
    }
    pip_text_add(text, "]}");
}

static void add_temple(struct pip_text *text, const struct pip__es_sheet *sheet) {
    add_key(text, "chambers");
    pip_text_add_char(text, '[');
    for (int chamber = 0; chamber < ES_CHAMBERS; chamber++)
        add_temple_chamber(text, sheet, chamber);
    pip_text_add_char(text, ']');
}

/* ---- What all share ---- */

static void add_turn(struct pip_text *text, const struct pip_setup *setup,
                     const struct pip__es_state *s) {
    static const char *const phase[] = {
        "sides", "extra-roll", "closing", "before-roll", "dice-roll",  "after-roll", "exploring",
        "joker", "unlocking",  "taking",  "crossing",    "completing", "over"};
    int rounds = pip__es_turns(setup) / setup->seats, round = s->turn / setup->seats;
    add_key(text, "phase");
    add_string(text, phase[s->phase]);
    add_number(text, "active", s->active);
    add_number(text, "acting", s->acting);
    add_number(text, "round", round);
    add_number(text, "rounds", rounds);
    add_number(text, "goal", pip__es_goal(setup));
    add_number(text, "gems", pip__es_gems(s));
    add_number(text, "gem_boxes", pip__es_sheet_of(setup)->gems);
    add_bool(text, "won", pip__es_won(setup, s));
}

static void add_table(struct pip_text *text, const struct pip__es_state *s) {
    add_dice(text, "kept", s->kept);
    add_dice(text, "pool", s->pool);
    add_dice(text, "rolled", s->rolled);
    add_number(text, "black", s->black);
    add_number(text, "unrolled", s->unrolled);
    add_bool(text, "begun", s->begun);
    add_number(text, "added", s->added);
    add_key(text, "cursed");
    for (int space = 0; space < ES_CURSED_SPACES; space++) {
        pip_text_add_char(text, space ? ',' : '[');
        pip_text_add_number(text, s->cursed[space]);
    }
    pip_text_add_char(text, ']');
    add_key(text, "extra");
    pip_text_add_char(text, '[');
    add_string(text, pip__es_face_name[s->extra[0]]);
    pip_text_add_char(text, ',');
    add_string(text, pip__es_face_name[s->extra[1]]);
    pip_text_add_char(text, ']');
}

static void add_unlocked(struct pip_text *text, const struct pip__es_state *s) {
    bool later = false;
    add_key(text, "unlocked");
    pip_text_add_char(text, '[');
    for (int colour = 0; colour < ES_COLOURS; colour++) {
        if (!(s->unlocked >> colour & 1))
            continue;
        comma(text, later);
        add_string(text, pip__es_action_name[ES_SPECIAL + colour]);
        later = true;
    }
    pip_text_add_char(text, ']');
}

static void add_tracks(struct pip_text *text, const struct pip_setup *setup,
                       const struct pip__es_state *s) {
    const struct pip__es_boxes *track = pip__es_sheet_of(setup)->track;
    add_key(text, "tracks");
    for (int i = 0; i < ES_TRACKS; i++) {
        pip_text_add(text, i ? ",{\"name\":" : "[{\"name\":");
        add_string(text, pip__es_track_name[i]);
        add_number(text, "boxes", track[i].boxes);
        add_number(text, "marked", s->marked[i]);
        add_number(text, "used", s->used[i]);
        add_number(text, "gem", track[i].gem[setup->seats - ES_SEATS_MIN]);
        pip_text_add_char(text, '}');
    }
    pip_text_add_char(text, ']');
}

static void add_items(struct pip_text *text, const struct pip_setup *setup, const void *state) {
    struct pip_item items[PIP_ITEMS_MAX];
    int count = pip__es_score(setup, state, 0, items);
    add_key(text, "items");
    for (int i = 0; i < count; i++) {
        pip_text_add(text, i ? ",{\"name\":" : "[{\"name\":");
        add_string(text, items[i].name);
        add_number(text, "points", items[i].points);
        pip_text_add_char(text, '}');
    }
    pip_text_add_char(text, ']');
}

/* ---- Seats ---- */

/* A chamber, a side, or null. */
static void add_place(struct pip_text *text, int place) {
    add_key(text, "place");
    if (place < ES_CHAMBERS)
        add_chamber(text, place);
    else if (place < ES_NOWHERE)
        add_string(text, pip__es_side_name[place - ES_OUTSIDE]);
    else
        pip_text_add(text, "null");
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
        if ((seat->completed >> m & 1) || __builtin_popcount(boxes) != 1)
            continue;
        lacks |= pip__es_dice_of(map->symbol[__builtin_ctz(boxes)]);
    }
    return lacks;
}

static void add_team(struct pip_text *text, const struct pip_setup *setup,
                     const struct pip__es_state *s) {
    add_key(text, "team");
    for (int seat = 0; seat < setup->seats; seat++) {
        pip_text_add(text, seat ? ",{\"seat\":" : "[{\"seat\":");
        pip_text_add_number(text, seat);
        add_place(text, s->seat[seat].place);
        add_dice(text, "taken", s->seat[seat].taken);
        add_dice(text, "lacks", lacking(pip__es_sheet_of(setup), &s->seat[seat]));
        pip_text_add_char(text, '}');
    }
    pip_text_add_char(text, ']');
}

/* The boxes of one side of a map: [{"symbol": "torch", "crossed": true}, ...] */
static void add_map_side(struct pip_text *text, const struct pip__es_map *map, unsigned side,
                         unsigned crossed) {
    pip_text_add_char(text, '[');
    for (bool later = false; side; side &= side - 1, later = true) {
        int box = __builtin_ctz(side);
        pip_text_add(text, later ? ",{\"symbol\":" : "{\"symbol\":");
        add_string(text, pip__es_face_name[map->symbol[box]]);
        add_bool(text, "crossed", crossed >> box & 1);
        pip_text_add_char(text, '}');
    }
    pip_text_add_char(text, ']');
}

static void add_maps(struct pip_text *text, const struct pip__es_sheet *sheet,
                     const struct pip__es_seat *seat) {
    add_key(text, "maps");
    for (int m = 0; m < ES_MAPS; m++) {
        const struct pip__es_map *map = &sheet->map[m];
        pip_text_add(text, m ? ",{\"bonus\":" : "[{\"bonus\":");
        add_map_side(text, map, map->bonus, seat->map[m]);
        add_key(text, "gem");
        add_map_side(text, map, map->gem, seat->map[m]);
        add_key(text, "gives");
        add_string(text, pip__es_track_name[map->gives]);
        add_bool(text, "completed", seat->completed >> m & 1);
        pip_text_add_char(text, '}');
    }
    pip_text_add_char(text, ']');
}

static void add_own(struct pip_text *text, const struct pip_setup *setup,
                    const struct pip__es_seat *own, unsigned seat) {
    const struct pip__es_sheet *sheet = pip__es_sheet_of(setup);
    add_key(text, "own");
    pip_text_add(text, "{\"seat\":");
    pip_text_add_number(text, seat);
    add_place(text, own->place);
    add_chambers(text, "crossed", own->crossed);
    add_chambers(text, "reach", own->place == ES_NOWHERE ? 0 : pip__es_reach(sheet, own));
    add_chambers(text, "closed_east", own->closed[ES_EAST]);
    add_chambers(text, "closed_south", own->closed[ES_SOUTH]);
    add_dice(text, "taken", own->taken);
    add_maps(text, sheet, own);
    pip_text_add_char(text, '}');
}

void pip__es_state_json(const struct pip_setup *setup, const void *state, unsigned seat,
                        struct pip_text *text) {
    const struct pip__es_state *s = state;
    pip_text_add(text, "{\"game\":\"escape\"");
    add_number(text, "seats", setup->seats);
    add_turn(text, setup, s);
    add_table(text, s);
    add_unlocked(text, s);
    add_tracks(text, setup, s);
    add_items(text, setup, state);
    add_team(text, setup, s);
    add_temple(text, pip__es_sheet_of(setup));
    if (seat < setup->seats)
        add_own(text, setup, &s->seat[seat], seat);
    pip_text_add_char(text, '}');
}
