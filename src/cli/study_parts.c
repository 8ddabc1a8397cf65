/* What mattered in a game, read from how the game itself tells its final position (state_json) and
 * its moves. */
#include "study.h"
#include <stdlib.h>
#include <string.h>

/* A row of a table, which has that name; its sums. */
static int64_t *row(struct study_table *table, int number, const char *name) {
    if (number >= table->rows)
        table->rows = number + 1;
    snprintf(table->name[number], sizeof table->name[number], "%s", name);
    return table->sum[number];
}

static json_int_t number_of(const json_t *object, const char *key) {
    return json_integer_value(json_object_get(object, key));
}

static bool is_true(const json_t *object, const char *key) {
    return json_is_true(json_object_get(object, key));
}

static const char *text_of(const json_t *object, const char *key) {
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

/* ---- Lost Cities ---- */

enum { LC_PARTS, LC_BRIDGES, LC_SHEETS };
#define LC_FULL 9

static const struct study_shape lost_cities_shapes[] = {
    {.title = "columns",
     .of = "sheets",
     .column = {{"begun", STUDY_SHARE},
                {"steps", STUDY_MEAN},
                {"full", STUDY_SHARE},
                {"circle", STUDY_SHARE},
                {"past bridge", STUDY_SHARE},
                {"bonus", STUDY_SHARE},
                {"points", STUDY_MEAN}}},
    {.title = "bonus bridges: who gets there first",
     .of = "games",
     .column = {{"anybody", STUDY_SHARE},
                {"several", STUDY_SHARE},
                {"seat 0", STUDY_SHARE},
                {"seat 1", STUDY_SHARE},
                {"seat 2", STUDY_SHARE},
                {"seat 3", STUDY_SHARE},
                {"seat 4", STUDY_SHARE}}},
    {.title = "sheets",
     .of = "sheets",
     .column = {{"exhausted", STUDY_SHARE},
                {"artefacts", STUDY_MEAN},
                {"dice symbols", STUDY_MEAN},
                {"expeditions", STUDY_MEAN},
                {"bridges", STUDY_MEAN}}},
    {0}};

static void look_at_column(struct study_parts *parts, const json_t *state, int number,
                           const char *name, const json_t *column) {
    struct study_table *table = parts->table;
    int64_t *sum = row(&table[LC_PARTS], number, name);
    int64_t *all = row(&table[LC_SHEETS], 0, "all");
    json_int_t count = number_of(column, "count");
    bool expedition = json_object_get(column, "numbers") != NULL;
    bool begun = count > 0 || is_true(column, "circle");
    sum[0] += begun;
    sum[1] += count;
    sum[2] += count == LC_FULL;
    sum[3] += is_true(column, "circle");
    sum[4] += count >= number_of(state, "bridge");
    sum[5] += is_true(column, "bridge");
    sum[6] += number_of(column, "points");
    all[0] += strcmp(name, "dice") == 0 && count == LC_FULL;
    all[1] += strcmp(name, "artefacts") == 0 ? count : 0;
    all[2] += strcmp(name, "dice") == 0 ? count : 0;
    all[3] += expedition && begun;
    all[4] += is_true(column, "bridge");
}

static void look_at_bridge(struct study_parts *parts, int number, const char *name,
                           const json_t *owners) {
    int64_t *sum = row(&parts->table[LC_BRIDGES], number, name);
    size_t count = json_array_size(owners);
    sum[0] += count > 0;
    sum[1] += count > 1;
    for (size_t i = 0; i < count; i++)
        sum[2 + json_integer_value(json_array_get(owners, i))]++;
}

static void look_at_lost_cities(struct study_parts *parts, json_t *state, int seat) {
    int number = 0;
    const char *name;
    json_t *column;
    json_object_foreach(json_object_get(state, "sheet"), name, column) {
        look_at_column(parts, state, number, name, column);
        if (seat == 0)
            look_at_bridge(parts, number, name,
                           json_object_get(json_object_get(state, "owners"), name));
        number++;
    }
}

/* ---- Roller ---- */

enum { RO_AREAS, RO_PAIRS, RO_ROWS, RO_BONUSES, RO_HEXES };
#define RO_LOWEST 3
#define RO_VOID 1

static const struct study_shape roller_shapes[] = {
    {.title = "areas",
     .of = "sheets",
     .column = {{"filled", STUDY_SHARE}, {"hexes left", STUDY_MEAN}, {"points", STUDY_MEAN}}},
    {.title = "pairs", .of = "sheets", .column = {{"connected", STUDY_SHARE}}},
    {.title = "rows",
     .of = "sheets",
     .column = {{"points", STUDY_MEAN}, {"void boxes", STUDY_MEAN}}},
    {.title = "bonuses", .of = "sheets", .column = {{"used", STUDY_SHARE}}},
    {.title = "hexes that stay empty",
     .of = "sheets",
     .column = {{"empty", STUDY_SHARE}},
     .most = 12},
    {0}};

static void look_at_areas(struct study_parts *parts, const json_t *state, const json_t *own) {
    size_t i;
    json_t *area;
    json_array_foreach(json_object_get(own, "areas"), i, area) {
        const json_t *printed = json_array_get(json_object_get(state, "areas"), i);
        int64_t *sum = row(&parts->table[RO_AREAS], (int)i, text_of(printed, "name"));
        sum[0] += number_of(area, "left") == 0;
        sum[1] += number_of(area, "left");
        sum[2] += number_of(area, "points");
    }
}

static void look_at_pairs(struct study_parts *parts, const json_t *own) {
    size_t i;
    json_t *pair;
    json_array_foreach(json_object_get(own, "pairs"), i, pair) {
        char name[16];
        snprintf(name, sizeof name, "%d", RO_LOWEST + (int)i);
        row(&parts->table[RO_PAIRS], (int)i, name)[0] += json_is_true(pair);
    }
}

static void look_at_rows(struct study_parts *parts, const json_t *own) {
    static const char *const names[] = {"red", "green"};
    for (int i = 0; i < 2; i++) {
        const json_t *boxes = json_object_get(own, names[i]);
        int64_t *sum = row(&parts->table[RO_ROWS], i, names[i]);
        size_t j;
        json_t *box;
        sum[0] += number_of(boxes, "points");
        json_array_foreach(json_object_get(boxes, "boxes"), j, box) {
            sum[1] += json_integer_value(box) == RO_VOID;
        }
    }
}

static void look_at_hexes(struct study_parts *parts, const json_t *state, const json_t *own) {
    size_t i;
    json_t *cell;
    json_array_foreach(json_object_get(state, "cells"), i, cell) {
        const json_t *held = json_array_get(json_object_get(own, "numbers"), i);
        bool crossed = strcmp(text_of(cell, "print"), "x") == 0;
        row(&parts->table[RO_HEXES], (int)i, text_of(cell, "name"))[0] +=
            json_integer_value(held) == 0 && !crossed;
    }
}

static void look_at_roller(struct study_parts *parts, json_t *state, int seat) {
    static const char *const bonuses[] = {"more", "two", "third"};
    const json_t *own = json_object_get(state, "own"), *used = json_object_get(own, "used");
    (void)seat;
    look_at_areas(parts, state, own);
    look_at_pairs(parts, own);
    look_at_rows(parts, own);
    look_at_hexes(parts, state, own);
    for (int i = 0; i < 3; i++)
        row(&parts->table[RO_BONUSES], i, bonuses[i]);
    for (size_t i = 0; i < json_array_size(used); i++)
        parts->table[RO_BONUSES].sum[json_integer_value(json_array_get(used, i))][0]++;
}

/* ---- Escape ---- */

enum { ES_GAMES, ES_LOST, ES_GEMS, ES_TRACKS, ES_MAPS, ES_CHAMBERS };

static const struct study_shape escape_shapes[] = {
    {.title = "games",
     .of = "games",
     .column = {{"won", STUDY_SHARE}, {"rounds", STUDY_MEAN}, {"gems", STUDY_MEAN}}},
    {.title = "what was missing",
     .of = "lost games",
     .column = {{"gems", STUDY_SHARE},
                {"how many", STUDY_MEAN},
                {"seats at the exit", STUDY_SHARE},
                {"how many", STUDY_MEAN},
                {"only those", STUDY_SHARE}}},
    {.title = "gems", .of = "games", .column = {{"gems", STUDY_MEAN}}},
    {.title = "tracks",
     .of = "games",
     .column = {{"marked", STUDY_MEAN},
                {"used", STUDY_MEAN},
                {"gem reached", STUDY_SHARE},
                {"full", STUDY_SHARE}}},
    {.title = "maps",
     .of = "sheets",
     .column = {{"bonus side", STUDY_SHARE},
                {"gem side", STUDY_SHARE},
                {"completed", STUDY_SHARE}}},
    {.title = "chambers",
     .of = "games",
     .column = {{"entered", STUDY_SHARE}, {"times", STUDY_MEAN}, {"crossed", STUDY_MEAN}}},
    {0}};

#define ES_WIDTH 5 /* ES9.1: "a1" to "a5" */

static int chamber_of(const char *name) {
    int chamber = (name[0] - 'a') * ES_WIDTH + name[1] - '1';
    return chamber >= 0 && chamber < STUDY_ROWS_MAX ? chamber : 0;
}

/* "enter c3" and "dash c3" */
static void note_escape(struct study_parts *parts, const char *move) {
    if (strncmp(move, "enter ", 6) == 0 || strncmp(move, "dash ", 5) == 0)
        parts->seen[chamber_of(strchr(move, ' ') + 1)]++;
}

static const char *action_at(const json_t *state, const char *place) {
    size_t i;
    json_t *chamber;
    json_array_foreach(json_object_get(state, "chambers"), i, chamber) {
        if (strcmp(text_of(chamber, "name"), place) == 0)
            return text_of(chamber, "action");
    }
    return "";
}

/* ES7.1: gems enough, and everybody at the exit. */
static void look_at_lost(struct study_parts *parts, const json_t *state) {
    int64_t *sum = row(&parts->table[ES_LOST], 0, "all");
    json_int_t gems = number_of(state, "goal") - number_of(state, "gems"), away = 0;
    size_t i;
    json_t *seat;
    json_array_foreach(json_object_get(state, "team"), i, seat) {
        away += strcmp(action_at(state, text_of(seat, "place")), "exit") != 0;
    }
    gems = gems > 0 ? gems : 0;
    parts->table[ES_LOST].of++;
    sum[0] += gems > 0;
    sum[1] += gems;
    sum[2] += away > 0;
    sum[3] += away;
    sum[4] += gems == 0;
}

static void look_at_team(struct study_parts *parts, const json_t *state) {
    int64_t *sum = row(&parts->table[ES_GAMES], 0, "all");
    size_t i;
    json_t *item;
    sum[0] += is_true(state, "won");
    sum[1] += number_of(state, "round") + is_true(state, "won");
    sum[2] += number_of(state, "gems");
    json_array_foreach(json_object_get(state, "items"), i, item) {
        row(&parts->table[ES_GEMS], (int)i, text_of(item, "name"))[0] += number_of(item, "points");
    }
    json_array_foreach(json_object_get(state, "tracks"), i, item) {
        int64_t *track = row(&parts->table[ES_TRACKS], (int)i, text_of(item, "name"));
        json_int_t marked = number_of(item, "marked");
        track[0] += marked;
        track[1] += number_of(item, "used");
        track[2] += marked >= number_of(item, "gem");
        track[3] += marked == number_of(item, "boxes");
    }
    json_array_foreach(json_object_get(state, "chambers"), i, item) {
        const char *name = text_of(item, "name");
        char titled[STUDY_NAME_MAX];
        snprintf(titled, sizeof titled, "%s %s", name, text_of(item, "action"));
        int64_t *chamber = row(&parts->table[ES_CHAMBERS], (int)i, titled);
        chamber[0] += parts->seen[chamber_of(name)] > 0;
        chamber[1] += (int64_t)parts->seen[chamber_of(name)];
    }
    if (!is_true(state, "won"))
        look_at_lost(parts, state);
}

static bool side_crossed(const json_t *map, const char *side) {
    size_t i;
    json_t *box;
    json_array_foreach(json_object_get(map, side), i, box) {
        if (!is_true(box, "crossed"))
            return false;
    }
    return true;
}

static void look_at_escape(struct study_parts *parts, json_t *state, int seat) {
    const json_t *own = json_object_get(state, "own");
    size_t i;
    json_t *item;
    if (seat == 0)
        look_at_team(parts, state);
    json_array_foreach(json_object_get(own, "maps"), i, item) {
        char name[STUDY_NAME_MAX];
        snprintf(name, sizeof name, "%d, for %s", (int)i + 1, text_of(item, "gives"));
        int64_t *map = row(&parts->table[ES_MAPS], (int)i, name);
        map[0] += side_crossed(item, "bonus");
        map[1] += side_crossed(item, "gem");
        map[2] += is_true(item, "completed");
    }
    json_array_foreach(json_object_get(own, "crossed"), i, item) {
        parts->table[ES_CHAMBERS].sum[chamber_of(json_string_value(item))][2]++;
    }
}

/* ---- All games ---- */

static const struct kind {
    const char *game;
    const struct study_shape *shapes;
    void (*look)(struct study_parts *parts, json_t *state, int seat);
    void (*note)(struct study_parts *parts, const char *move); /* may be NULL */
} kinds[] = {{"lost-cities", lost_cities_shapes, look_at_lost_cities, NULL},
             {"roller", roller_shapes, look_at_roller, NULL},
             {"escape", escape_shapes, look_at_escape, note_escape}};

static const struct kind *kind_of(const struct pip_setup *setup) {
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (strcmp(kinds[i].game, setup->game->name) == 0)
            return &kinds[i];
    }
    return NULL;
}

void study_parts_begin(struct study_parts *parts, const struct pip_setup *setup) {
    const struct kind *kind = kind_of(setup);
    memset(parts, 0, sizeof *parts);
    parts->setup = setup;
    for (; kind && kind->shapes[parts->count].title; parts->count++) {
        struct study_table *table = &parts->table[parts->count];
        table->shape = &kind->shapes[parts->count];
        while (table->columns < STUDY_COLUMNS_MAX && table->shape->column[table->columns].name)
            table->columns++;
    }
    if (kind && kind->shapes == lost_cities_shapes)
        parts->table[LC_BRIDGES].columns = 2 + setup->seats;
}

void study_parts_event(struct study_parts *parts, unsigned actor, pip_move move) {
    const struct kind *kind = kind_of(parts->setup);
    char buffer[128];
    struct pip_text text = pip_text_init(buffer, sizeof buffer);
    if (!kind || !kind->note || actor == PIP_CHANCE)
        return;
    parts->setup->game->move_write(parts->setup, move, &text);
    kind->note(parts, buffer);
}

static json_t *state_of(const struct pip_setup *setup, const void *state, int seat) {
    size_t room = 1 << 16;
    char *buffer = malloc(room);
    struct pip_text text = pip_text_init(buffer, room);
    if (!buffer)
        return NULL;
    setup->game->state_json(setup, state, (unsigned)seat, &text);
    json_t *json = json_loads(buffer, 0, NULL);
    free(buffer);
    return json;
}

void study_parts_end(struct study_parts *parts, const void *state) {
    const struct kind *kind = kind_of(parts->setup);
    for (int seat = 0; kind && seat < parts->setup->seats; seat++) {
        json_t *told = state_of(parts->setup, state, seat);
        parts->failed |= !told;
        if (told)
            kind->look(parts, told, seat);
        json_decref(told);
    }
    for (int i = 0; i < parts->count; i++) {
        const char *of = parts->table[i].shape->of;
        parts->table[i].of += strcmp(of, "games") == 0    ? 1
                              : strcmp(of, "sheets") == 0 ? parts->setup->seats
                                                          : 0; /* what is lost counts itself */
    }
    memset(parts->seen, 0, sizeof parts->seen);
}

void study_parts_add(struct study_parts *sum, const struct study_parts *part) {
    for (int i = 0; i < part->count; i++) {
        struct study_table *to = &sum->table[i];
        const struct study_table *from = &part->table[i];
        to->of += from->of;
        for (int r = 0; r < from->rows; r++) {
            int64_t *sums = row(to, r, from->name[r]);
            for (int c = 0; c < from->columns; c++)
                sums[c] += from->sum[r][c];
        }
    }
    sum->failed |= part->failed;
}
