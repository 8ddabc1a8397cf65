#include "roller_slow.h"
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- The sheet ---- */

static int area_named(const struct slow_game *game, const char *name) {
    int area = 0;
    while (strcmp(game->area_name[area], name) != 0)
        area++;
    return area;
}

static void read_cell(struct slow_game *game, json_t *cell) {
    int hex = game->hexes++;
    json_t *print = json_object_get(cell, "print");
    snprintf(game->name[hex], sizeof game->name[hex], "%s",
             json_string_value(json_object_get(cell, "name")));
    game->q[hex] = (int)json_integer_value(json_object_get(cell, "q"));
    game->r[hex] = (int)json_integer_value(json_object_get(cell, "r"));
    game->area[hex] = area_named(game, json_string_value(json_object_get(cell, "area")));
    game->printed[hex] = print != NULL;
    game->number[hex] = !print ? 0 : json_is_string(print) ? -1 : (int)json_integer_value(print);
}

static bool are_neighbours(const struct slow_game *game, int a, int b) {
    static const int way[6][2] = {{1, 0}, {1, -1}, {0, -1}, {-1, 0}, {-1, 1}, {0, 1}};
    for (int i = 0; i < 6; i++) {
        if (game->q[a] + way[i][0] == game->q[b] && game->r[a] + way[i][1] == game->r[b])
            return true;
    }
    return false;
}

bool slow_start(struct slow_game *game, const char *sheet) {
    char path[256];
    snprintf(path, sizeof path, PIP_SOURCE_DIR "/sheets/roller/%s.json", sheet);
    json_t *file = json_load_file(path, 0, NULL), *item;
    size_t index;
    memset(game, 0, sizeof *game);
    game->last = -1;
    if (!file)
        return false;
    game->rounds = (int)json_integer_value(json_object_get(file, "rounds"));
    json_array_foreach(json_object_get(file, "areas"), index, item) {
        const char *kind = json_string_value(json_object_get(item, "kind"));
        game->middle[game->areas] = strcmp(kind, "middle") == 0;
        snprintf(game->area_name[game->areas++], sizeof game->area_name[0], "%s",
                 json_string_value(json_object_get(item, "name")));
    }
    json_array_foreach(json_object_get(file, "cells"), index, item) read_cell(game, item);
    for (int a = 0; a < game->hexes; a++) {
        for (int b = 0; b < game->hexes; b++)
            game->beside[a][b] = are_neighbours(game, a, b);
    }
    json_decref(file);
    return true;
}

void slow_roll(struct slow_game *game, const int *dice, int count) {
    memset(game->dice, 0, sizeof game->dice);
    for (int i = 0; i < count; i++)
        game->dice[dice[i]]++;
}

/* ---- What may be written ---- */

/* Whether `number` can be written into `hex` and then `left` - 1 hexes more, each beside the one
 * before. */
static bool can_write(struct slow_game *game, int number, int hex, int left) {
    if (game->number[hex] != 0)
        return false;
    if (left == 1)
        return true;
    bool can = false;
    game->number[hex] = number;
    for (int next = 0; next < game->hexes && !can; next++)
        can = game->beside[hex][next] && can_write(game, number, next, left - 1);
    game->number[hex] = 0;
    return can;
}

static bool touches(const struct slow_game *game, int hex, int number) {
    for (int other = 0; other < game->hexes; other++) {
        if (game->beside[hex][other] && game->number[other] == number)
            return true;
    }
    return false;
}

static bool may_begin(const struct slow_game *game, int hex, int number, int count) {
    struct slow_game draft = *game;
    return touches(game, hex, number) && can_write(&draft, number, hex, count);
}

static bool may_go_on(const struct slow_game *game, int hex) {
    struct slow_game draft = *game;
    return game->beside[game->last][hex] && can_write(&draft, game->writing, hex, game->left);
}

static bool may_take(const struct slow_game *game, int number) {
    if (game->dice[number] == 0 || game->chosen[number])
        return false;
    for (int hex = 0; hex < game->hexes; hex++) {
        if (may_begin(game, hex, number, game->dice[number]))
            return true;
    }
    return false;
}

/* ---- Legal moves ---- */

struct list {
    char (*moves)[SLOW_TEXT];
    int count;
};

static void add(struct list *list, const char *verb, const char *what) {
    snprintf(list->moves[list->count++], SLOW_TEXT, "%s %s", verb, what);
}

static void add_takes(const struct slow_game *game, struct list *list) {
    for (int number = 3; number <= 8; number++) {
        char digit[2] = {(char)('0' + number), 0};
        if (may_take(game, number))
            add(list, "take", digit);
    }
}

static void add_puts(const struct slow_game *game, struct list *list) {
    for (int hex = 0; hex < game->hexes; hex++) {
        bool may = game->number[hex] == 0;
        if (game->step == SLOW_PATH)
            may = game->last < 0 ? may_begin(game, hex, game->writing, game->left)
                                 : may_go_on(game, hex);
        if (game->step == SLOW_MORE)
            may = may && game->beside[game->last][hex];
        if (may)
            add(list, "put", game->name[hex]);
    }
}

static void add_bonuses(const struct slow_game *game, bool any_take, struct list *list) {
    bool any_empty = false, any_beside = false;
    for (int hex = 0; hex < game->hexes; hex++) {
        any_empty |= game->number[hex] == 0;
        any_beside |= game->number[hex] == 0 && game->last >= 0 && game->beside[game->last][hex];
    }
    if (game->bonus)
        return;
    if (!game->used[0] && any_beside)
        add(list, "bonus", "more");
    if (!game->used[1] && any_empty)
        add(list, "bonus", "two");
    if (!game->used[2] && any_take && game->selected[0] != 0 && game->selected[1] != 0)
        add(list, "bonus", "third");
}

static void add_rows(const struct slow_game *game, struct list *list) {
    for (int i = 0; i < 2; i++) {
        int red = game->selected[i], green = game->selected[1 - i];
        char boxes[4] = {red ? (char)('0' + red) : '-', ' ', green ? (char)('0' + green) : '-', 0};
        if (i == 0 || red != green)
            add(list, "rows", boxes);
    }
}

int slow_legal(const struct slow_game *game, char moves[SLOW_MOVES][SLOW_TEXT]) {
    struct list list = {moves, 0};
    if (game->step == SLOW_CHOOSE) {
        add_takes(game, &list);
        bool any_take = list.count > 0;
        if (game->selections == 2)
            list.count = 0;
        else if (!any_take)
            snprintf(list.moves[list.count++], SLOW_TEXT, "skip");
        add_bonuses(game, any_take, &list);
        if (game->selections == 2)
            add_rows(game, &list);
    } else if (game->step == SLOW_THIRD) {
        add_takes(game, &list);
    } else {
        add_puts(game, &list);
    }
    return list.count;
}

/* ---- Playing ---- */

static void end_round(struct slow_game *game, const char *boxes) {
    game->red[game->round] = boxes[0] == '-' ? 0 : boxes[0] - '0';
    game->green[game->round] = boxes[2] == '-' ? 0 : boxes[2] - '0';
    game->round++;
    memset(game->dice, 0, sizeof game->dice);
    memset(game->chosen, 0, sizeof game->chosen);
    memset(game->selected, 0, sizeof game->selected);
    game->selections = 0;
    game->bonus = false;
    game->last = -1;
}

static void take(struct slow_game *game, int number) {
    if (game->step != SLOW_THIRD)
        game->selected[game->selections++] = number;
    game->chosen[number] = true;
    game->writing = number;
    game->left = game->dice[number];
    game->last = -1;
    game->step = SLOW_PATH;
}

static void put(struct slow_game *game, const char *name) {
    int hex = 0;
    while (strcmp(game->name[hex], name) != 0)
        hex++;
    game->number[hex] = game->step == SLOW_TWO ? 2 : game->writing;
    if (game->step == SLOW_PATH) {
        game->last = hex;
        if (--game->left > 0)
            return;
    }
    game->step = SLOW_CHOOSE;
}

void slow_play(struct slow_game *game, const char *move) {
    if (strncmp(move, "take ", 5) == 0) {
        take(game, move[5] - '0');
    } else if (strncmp(move, "put ", 4) == 0) {
        put(game, move + 4);
    } else if (strncmp(move, "rows ", 5) == 0) {
        end_round(game, move + 5);
    } else if (strcmp(move, "skip") == 0) {
        game->selections++;
        game->last = -1;
    } else {
        int which = strcmp(move, "bonus more") == 0 ? 0 : strcmp(move, "bonus two") == 0 ? 1 : 2;
        game->used[which] = game->bonus = true;
        game->step = which == 0 ? SLOW_MORE : which == 1 ? SLOW_TWO : SLOW_THIRD;
    }
}

/* ---- Score ---- */

int slow_area(const struct slow_game *game, int area) {
    int times[9] = {0}, most = 0;
    for (int hex = 0; hex < game->hexes; hex++) {
        if (game->area[hex] != area)
            continue;
        if (game->number[hex] == 0)
            return 0;
        if (game->number[hex] > 0)
            times[game->number[hex]]++;
    }
    for (int number = 2; number <= 8; number++) {
        if (times[number] > 0 && times[number] >= times[most])
            most = number;
    }
    return game->middle[area] ? 2 * most : most;
}

static void visit(const struct slow_game *game, int hex, bool *seen) {
    seen[hex] = true;
    for (int next = 0; next < game->hexes; next++) {
        if (!seen[next] && game->beside[hex][next] && game->number[next] == game->number[hex])
            visit(game, next, seen);
    }
}

int slow_pair(const struct slow_game *game, int number) {
    for (int hex = 0; hex < game->hexes; hex++) {
        bool seen[SLOW_HEXES] = {false};
        if (!game->printed[hex] || game->number[hex] != number)
            continue;
        visit(game, hex, seen);
        for (int other = hex + 1; other < game->hexes; other++) {
            if (seen[other] && game->printed[other])
                return number;
        }
    }
    return 0;
}

int slow_row(const int *row, int rounds) {
    for (int number = 3;; number++) {
        bool found = false;
        for (int i = 0; i < rounds; i++)
            found |= row[i] == number;
        if (!found)
            return number == 3 ? 0 : number - 1;
    }
}

int slow_score(const struct slow_game *game) {
    int total = slow_row(game->red, game->rounds) + slow_row(game->green, game->rounds);
    for (int area = 0; area < game->areas; area++)
        total += slow_area(game, area);
    for (int number = 3; number <= 8; number++)
        total += slow_pair(game, number);
    for (int bonus = 0; bonus < 3; bonus++)
        total += game->used[bonus] ? 0 : 2;
    return total;
}
