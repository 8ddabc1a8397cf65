/* Sheets of Escape: read, proven sound (ES9.1 to ES9.5), emitted. */
#include "../games/escape/escape.h"
#include "reading.h"
#include <string.h>

PIP__SHEET_FITS(struct pip__es_sheet);

#define FAR_APART 4 /* moves between the halves of a colour, at least (ES9.1) */

static const char *const seats_keys[] = {"2", "3", "4", NULL};

/* Which of `count` names a string is, or -1 with a fault. */
static int read_name(struct pip__reading *in, const struct pip__node *node,
                     const char *const *names, int first, int count, enum pip__sheet_fault fault) {
    for (int i = first; i < count; i++) {
        if (strcmp(json_string_value(node->json), names[i]) == 0)
            return i;
    }
    pip__fault(in, node, fault);
    return -1;
}

/* {"2": 14, "3": 20, "4": 22} */
static void read_by_seats(struct pip__reading *in, const struct pip__node *parent, const char *key,
                          int least, int most, uint8_t *numbers) {
    struct pip__node object;
    int number;
    if (!pip__member(in, parent, key, JSON_OBJECT, &object))
        return;
    pip__only_keys(in, &object, seats_keys);
    for (int i = 0; i < ES_SEAT_COUNTS; i++) {
        if (pip__member_number(in, &object, seats_keys[i], least, most, &number))
            numbers[i] = (uint8_t)number;
    }
}

/* ---- Chambers ---- */

/* ES9.2: a black mask is no entrance symbol. */
static void read_entry(struct pip__reading *in, const struct pip__node *chamber, uint8_t *entry) {
    struct pip__node list, symbol;
    if (!pip__member(in, chamber, "entry", JSON_ARRAY, &list))
        return;
    if (json_array_size(list.json) != 2) {
        pip__fault(in, &list, PIP__FAULT_NOT_ENTRANCE);
        return;
    }
    for (size_t i = 0; i < 2; i++) {
        int found =
            pip__element(in, &list, i, JSON_STRING, &symbol)
                ? read_name(in, &symbol, pip__es_face_name, 0, ES_SYMBOLS, PIP__FAULT_NO_ENTRANCE)
                : -1;
        if (found >= 0)
            entry[i] = (uint8_t)found;
    }
}

static void read_chamber(struct pip__reading *in, const struct pip__node *row, size_t column,
                         int index, struct pip__es_sheet *sheet) {
    static const char *const keys[] = {"entry", "action", NULL};
    struct pip__node chamber, action;
    if (!pip__element(in, row, column, JSON_OBJECT, &chamber))
        return;
    pip__only_keys(in, &chamber, keys);
    read_entry(in, &chamber, sheet->entry[index]);
    for (int i = 0; i < 2; i++)
        sheet->need[index] += pip__es_dice_of(sheet->entry[index][i]);
    if (!pip__member(in, &chamber, "action", JSON_STRING, &action))
        return;
    /* ES9.4: dash, which is the first name, is no action of a chamber. */
    int found = read_name(in, &action, pip__es_action_name, ES_TRACK_DASH + 1, ES_ACTIONS,
                          PIP__FAULT_NO_ACTION);
    if (found < 0)
        return;
    sheet->action[index] = (uint8_t)found;
    sheet->with[found] |= 1u << index;
}

/* ES9.1: five rows of five. */
static bool read_chambers(struct pip__reading *in, const struct pip__node *chambers,
                          struct pip__es_sheet *sheet) {
    struct pip__node row;
    if (json_array_size(chambers->json) != ES_WIDTH) {
        pip__fault_of(in, chambers, PIP__FAULT_NOT_ROWS, PIP__NUMBER(ES_WIDTH));
        return false;
    }
    for (size_t i = 0; i < ES_WIDTH; i++) {
        if (!pip__element(in, chambers, i, JSON_ARRAY, &row))
            return false;
        if (json_array_size(row.json) != ES_WIDTH) {
            pip__fault_of(in, &row, PIP__FAULT_NOT_CHAMBERS, PIP__NUMBER(ES_WIDTH));
            return false;
        }
        for (size_t column = 0; column < ES_WIDTH; column++)
            read_chamber(in, &row, column, (int)(i * ES_WIDTH + column), sheet);
    }
    return true;
}

static int distance(int a, int b) {
    int rows = a / ES_WIDTH - b / ES_WIDTH, columns = a % ES_WIDTH - b % ES_WIDTH;
    return (rows < 0 ? -rows : rows) + (columns < 0 ? -columns : columns);
}

/* ES9.1: the exit in the middle and nowhere else; two halves of each colour, far apart. */
static void check_actions(struct pip__reading *in, const struct pip__node *chambers,
                          const struct pip__es_sheet *sheet) {
    if (sheet->with[ES_EXIT] != 1u << ES_CHAMBERS / 2)
        pip__fault(in, chambers, PIP__FAULT_BAD_EXIT);
    for (int i = 0; i < ES_COLOURS; i++) {
        const char *name = pip__es_action_name[ES_SPECIAL + i];
        uint32_t halves = sheet->with[ES_SPECIAL + i];
        if (__builtin_popcount(halves) != 2)
            pip__fault_of(in, chambers, PIP__FAULT_NOT_HALVES, PIP__TEXT(name),
                          PIP__NUMBER(__builtin_popcount(halves)));
        else if (distance(__builtin_ctz(halves), __builtin_ctz(halves & (halves - 1))) < FAR_APART)
            pip__fault_of(in, chambers, PIP__FAULT_HALVES_NEAR, PIP__TEXT(name),
                          PIP__NUMBER(FAR_APART));
    }
}

/* ES9.2 */
static void check_entries(struct pip__reading *in, const struct pip__node *chambers,
                          const struct pip__es_sheet *sheet) {
    bool occurs[ES_SYMBOLS][ES_SYMBOLS] = {{false}};
    for (int i = 0; i < ES_CHAMBERS; i++)
        occurs[sheet->entry[i][0]][sheet->entry[i][1]] = true;
    for (int first = 0; first < ES_SYMBOLS; first++) {
        for (int second = 0; second < ES_SYMBOLS; second++) {
            if (!occurs[first][second])
                pip__fault_of(in, chambers, PIP__FAULT_ENTRANCE_MISSING,
                              PIP__TEXT(pip__es_face_name[first]),
                              PIP__TEXT(pip__es_face_name[second]));
        }
    }
}

/* ---- Pathways ---- */

/* "c3 north" */
static bool read_wall(const char *wall, int *chamber, int *direction) {
    if (strlen(wall) < 4 || wall[0] < 'a' || wall[0] >= 'a' + ES_WIDTH || wall[1] < '1' ||
        wall[1] >= '1' + ES_WIDTH || wall[2] != ' ')
        return false;
    *chamber = (wall[0] - 'a') * ES_WIDTH + wall[1] - '1';
    for (*direction = 0; *direction < ES_SIDES; ++*direction) {
        if (strcmp(wall + 3, pip__es_side_name[*direction]) == 0)
            return true;
    }
    return false;
}

/* Takes away both ends of a pathway, or the one end of a pathway to the outside. False if it is
 * gone already. */
static bool build_wall(struct pip__es_sheet *sheet, int chamber, int direction) {
    static const int step[ES_SIDES] = {-ES_WIDTH, 1, ES_WIDTH, -1};
    if (!(sheet->open[direction] >> chamber & 1))
        return false;
    sheet->open[direction] &= ~(1u << chamber);
    if (!(pip__es_rim[direction] >> chamber & 1))
        sheet->open[(direction + 2) % ES_SIDES] &= ~(1u << (chamber + step[direction]));
    return true;
}

static void read_walls(struct pip__reading *in, const struct pip__node *file,
                       struct pip__es_sheet *sheet) {
    struct pip__node walls, wall;
    int chamber, direction;
    for (int side = 0; side < ES_SIDES; side++)
        sheet->open[side] = ES_ALL_CHAMBERS;
    if (!json_object_get(file->json, "walls") ||
        !pip__member(in, file, "walls", JSON_ARRAY, &walls))
        return;
    for (size_t i = 0; i < json_array_size(walls.json); i++) {
        if (!pip__element(in, &walls, i, JSON_STRING, &wall))
            continue;
        if (!read_wall(json_string_value(wall.json), &chamber, &direction))
            pip__fault(in, &wall, PIP__FAULT_BAD_WALL);
        else if (!build_wall(sheet, chamber, direction))
            pip__fault(in, &wall, PIP__FAULT_WALL_TWICE);
    }
}

/* ES9.3: from the exit outwards; a side is three moves away if a chamber with a pathway to it is
 * two moves from the exit. */
static void check_ways(struct pip__reading *in, const struct pip__node *chambers,
                       const struct pip__es_sheet *sheet) {
    uint32_t reached = 1u << ES_CHAMBERS / 2, near = 0;
    for (int moves = 1; moves < ES_CHAMBERS; moves++) {
        reached |= pip__es_neighbours(sheet->open, reached);
        if (moves == 2)
            near = reached;
    }
    for (int side = 0; side < ES_SIDES; side++) {
        if (!(near & pip__es_rim[side] & sheet->open[side]))
            pip__fault_of(in, chambers, PIP__FAULT_SIDE_FAR, PIP__TEXT(pip__es_side_name[side]));
    }
    for (uint32_t left = ES_ALL_CHAMBERS & ~reached; left; left &= left - 1) {
        int chamber = __builtin_ctz(left);
        char name[] = {(char)('a' + chamber / ES_WIDTH), (char)('1' + chamber % ES_WIDTH), '\0'};
        pip__fault_of(in, chambers, PIP__FAULT_CUT_OFF, PIP__TEXT(name));
    }
}

/* ---- Tracks, maps, goals ---- */

static void read_tracks(struct pip__reading *in, const struct pip__node *file,
                        struct pip__es_sheet *sheet) {
    static const char *const keys[] = {"boxes", "gem", NULL};
    const char *names[ES_TRACKS + 1] = {0};
    struct pip__node tracks, track;
    int boxes;
    if (!pip__member(in, file, "tracks", JSON_OBJECT, &tracks))
        return;
    memcpy(names, pip__es_track_name, ES_TRACKS * sizeof *names);
    pip__only_keys(in, &tracks, names);
    for (int i = 0; i < ES_TRACKS; i++) {
        if (!pip__member(in, &tracks, names[i], JSON_OBJECT, &track))
            continue;
        pip__only_keys(in, &track, keys);
        if (!pip__member_number(in, &track, "boxes", 1, 20, &boxes))
            continue;
        sheet->track[i].boxes = (uint8_t)boxes;
        read_by_seats(in, &track, "gem", 1, boxes, sheet->track[i].gem);
    }
}

/* One side of a map; `shift` is where its boxes begin. Returns them. */
static uint8_t read_side(struct pip__reading *in, const struct pip__node *map, const char *key,
                         int shift, uint8_t *symbols) {
    struct pip__node list, symbol;
    if (!pip__member(in, map, key, JSON_ARRAY, &list))
        return 0;
    size_t count = json_array_size(list.json);
    if (count < 1 || count > ES_MAP_BOXES) {
        pip__fault_of(in, &list, PIP__FAULT_NOT_SYMBOLS, PIP__NUMBER(ES_MAP_BOXES));
        return 0;
    }
    for (size_t i = 0; i < count; i++) {
        int found =
            pip__element(in, &list, i, JSON_STRING, &symbol)
                ? read_name(in, &symbol, pip__es_face_name, 0, ES_SYMBOLS, PIP__FAULT_NO_SYMBOL)
                : -1;
        if (found >= 0)
            symbols[(size_t)shift + i] = (uint8_t)found;
    }
    return (uint8_t)(((1u << count) - 1) << shift);
}

static void read_map(struct pip__reading *in, const struct pip__node *node,
                     struct pip__es_map *map) {
    static const char *const keys[] = {"bonus", "gives", "gem", NULL};
    struct pip__node gives;
    pip__only_keys(in, node, keys);
    map->bonus = read_side(in, node, "bonus", 0, map->symbol);
    map->gem = read_side(in, node, "gem", ES_MAP_BOXES, map->symbol);
    int track = pip__member(in, node, "gives", JSON_STRING, &gives)
                    ? read_name(in, &gives, pip__es_track_name, 0, ES_TRACKS, PIP__FAULT_NO_TRACK)
                    : -1;
    if (track >= 0)
        map->gives = (uint8_t)track;
}

/* ES9.4 */
static void read_maps(struct pip__reading *in, const struct pip__node *file,
                      struct pip__es_sheet *sheet) {
    struct pip__node maps, map;
    bool dash = false;
    if (!pip__member(in, file, "maps", JSON_ARRAY, &maps))
        return;
    if (json_array_size(maps.json) != ES_MAPS) {
        pip__fault_of(in, &maps, PIP__FAULT_NOT_MAPS, PIP__NUMBER(ES_MAPS));
        return;
    }
    for (size_t i = 0; i < ES_MAPS; i++) {
        if (pip__element(in, &maps, i, JSON_OBJECT, &map))
            read_map(in, &map, &sheet->map[i]);
        dash |= sheet->map[i].gives == ES_TRACK_DASH;
    }
    if (!dash)
        pip__fault(in, &maps, PIP__FAULT_NO_DASH);
}

static void read_goals(struct pip__reading *in, const struct pip__node *file,
                       struct pip__es_sheet *sheet) {
    static const char *const difficulties[] = {"easy", "normal", "hard", NULL};
    struct pip__node goals;
    int gems;
    if (!pip__member_number(in, file, "gems", 1, 99, &gems))
        return;
    sheet->gems = (uint8_t)gems;
    if (!pip__member(in, file, "goals", JSON_OBJECT, &goals))
        return;
    pip__only_keys(in, &goals, difficulties);
    for (int i = 0; difficulties[i]; i++)
        read_by_seats(in, &goals, difficulties[i], 1, gems, sheet->goal[i]);
}

/* Gems that `seats` seats could gain at most (ES9.5); a track's gem counts if its box can be
 * reached. */
static int gem_supply(const struct pip__es_sheet *sheet, int seats) {
    int gems = ES_UNLOCK_WORTH * ES_COLOURS;
    gems += seats * (__builtin_popcount(sheet->with[ES_GEM]) + ES_MAPS);
    for (int track = 0; track < ES_TRACKS; track++) {
        bool joker = track != ES_TRACK_DASH && track != ES_TRACK_HEAL;
        uint32_t chambers = sheet->with[track] | (joker ? sheet->with[ES_JOKER_ACTION] : 0);
        int marks = __builtin_popcount(chambers);
        for (int map = 0; map < ES_MAPS; map++)
            marks += sheet->map[map].gives == track;
        gems += marks * seats >= sheet->track[track].gem[seats - ES_SEATS_MIN];
    }
    return gems;
}

/* ES9.5 */
static void check_supply(struct pip__reading *in, const struct pip__node *file,
                         const struct pip__es_sheet *sheet) {
    for (int seats = ES_SEATS_MIN; seats <= ES_SEATS_MAX; seats++) {
        int hardest = 0, supply = gem_supply(sheet, seats);
        for (int i = 0; i < 3; i++) {
            int goal = sheet->goal[i][seats - ES_SEATS_MIN];
            hardest = goal > hardest ? goal : hardest;
        }
        if (2 * supply < 3 * hardest)
            pip__fault_of(in, file, PIP__FAULT_FEW_GEMS, PIP__NUMBER(supply), PIP__NUMBER(seats),
                          PIP__NUMBER(hardest));
    }
}

static void read_escape(struct pip__reading *in, const struct pip__node *file, void *data) {
    static const char *const sides[] = {"normal", "variant"};
    struct pip__es_sheet *sheet = data;
    struct pip__node side, chambers;
    int faults = in->count;
    int found = pip__member(in, file, "side", JSON_STRING, &side)
                    ? read_name(in, &side, sides, 0, 2, PIP__FAULT_NO_SIDE)
                    : -1;
    sheet->variant_side = found == 1;
    bool whole = pip__member(in, file, "chambers", JSON_ARRAY, &chambers) &&
                 read_chambers(in, &chambers, sheet);
    read_walls(in, file, sheet);
    read_tracks(in, file, sheet);
    read_maps(in, file, sheet);
    read_goals(in, file, sheet);
    read_by_seats(in, file, "rounds", 1, 20, sheet->rounds);
    if (!whole || in->count > faults)
        return; /* what does not read soundly would only give faults that follow from that */
    check_actions(in, &chambers, sheet);
    check_entries(in, &chambers, sheet);
    check_ways(in, &chambers, sheet);
    check_supply(in, file, sheet);
}

/* ---- Emitting ---- */

static void emit_words(struct pip_text *c, const char *key, const uint32_t *words, int count) {
    pip_text_add(c, ",\n    .");
    pip_text_add(c, key);
    pip_text_add(c, " = {");
    for (int i = 0; i < count; i++) {
        pip_text_add(c, i > 0 ? ", 0x" : "0x");
        pip_text_add_hex(c, words[i], 8);
        pip_text_add_char(c, 'u');
    }
    pip_text_add_char(c, '}');
}

/* Rows of bytes: {{1, 2}, {3, 4}}. */
static void emit_rows(struct pip_text *c, const char *key, const uint8_t *bytes, int rows,
                      int width) {
    pip_text_add(c, ",\n    .");
    pip_text_add(c, key);
    pip_text_add(c, " = {");
    for (int i = 0; i < rows; i++) {
        pip_text_add(c, i > 0 ? ", " : "");
        pip__emit_bytes(c, bytes + i * width, width);
    }
    pip_text_add_char(c, '}');
}

static void emit_tracks(struct pip_text *c, const struct pip__es_sheet *sheet) {
    pip_text_add(c, ",\n    .track = {");
    for (int i = 0; i < ES_TRACKS; i++) {
        pip_text_add(c, i > 0 ? ", {" : "{");
        pip_text_add_number(c, sheet->track[i].boxes);
        pip_text_add(c, ", ");
        pip__emit_bytes(c, sheet->track[i].gem, ES_SEAT_COUNTS);
        pip_text_add_char(c, '}');
    }
    pip_text_add_char(c, '}');
}

static void emit_maps(struct pip_text *c, const struct pip__es_sheet *sheet) {
    pip_text_add(c, ",\n    .map = {");
    for (int i = 0; i < ES_MAPS; i++) {
        const struct pip__es_map *map = &sheet->map[i];
        pip_text_add(c, i > 0 ? ", {" : "{");
        pip__emit_bytes(c, map->symbol, sizeof map->symbol);
        pip_text_add(c, ", ");
        pip_text_add_number(c, map->bonus);
        pip_text_add(c, ", ");
        pip_text_add_number(c, map->gem);
        pip_text_add(c, ", ");
        pip_text_add_number(c, map->gives);
        pip_text_add_char(c, '}');
    }
    pip_text_add_char(c, '}');
}

static void emit_escape(const void *data, struct pip_text *c) {
    const struct pip__es_sheet *sheet = data;
    pip_text_add(c, ".variant_side = ");
    pip_text_add_number(c, sheet->variant_side);
    pip_text_add(c, ", .gems = ");
    pip_text_add_number(c, sheet->gems);
    emit_rows(c, "entry", sheet->entry[0], ES_CHAMBERS, 2);
    pip_text_add(c, ",\n    .action = ");
    pip__emit_bytes(c, sheet->action, ES_CHAMBERS);
    emit_words(c, "open", sheet->open, ES_SIDES);
    emit_tracks(c, sheet);
    emit_maps(c, sheet);
    emit_rows(c, "goal", sheet->goal[0], 3, ES_SEAT_COUNTS);
    pip_text_add(c, ",\n    .rounds = ");
    pip__emit_bytes(c, sheet->rounds, ES_SEAT_COUNTS);
    emit_words(c, "need", sheet->need, ES_CHAMBERS);
    emit_words(c, "with", sheet->with, ES_ACTIONS);
}

static const char *const keys[] = {"side", "chambers", "walls",  "tracks", "gems",
                                   "maps", "goals",    "rounds", NULL};

const struct pip__sheet_kind pip__sheet_kind_escape = {
    .game = "escape",
    .type = "struct pip__es_sheet",
    .header = "games/escape/escape.h",
    .keys = keys,
    .read = read_escape,
    .emit = emit_escape,
};
