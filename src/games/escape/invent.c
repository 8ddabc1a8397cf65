/* Temples that nobody has drawn yet, for nets that are to know no temple in particular: the shipped
 * ones with everything in another place. */
#include "escape.h"

static void swap(uint8_t *one, uint8_t *other) {
    uint8_t kept = *one;
    *one = *other;
    *other = kept;
}

/* The chambers in any order, the exit last. */
static void shuffle_chambers(struct pip_random *random, int exit, uint8_t order[ES_CHAMBERS]) {
    for (int i = 0; i < ES_CHAMBERS; i++)
        order[i] = (uint8_t)i;
    swap(&order[exit], &order[ES_CHAMBERS - 1]);
    for (int i = ES_CHAMBERS - 2; i > 0; i--)
        swap(&order[i], &order[pip_random_below(random, (uint32_t)i + 1)]);
}

static int moves_between(int one, int other) {
    int rows = one / ES_WIDTH - other / ES_WIDTH, columns = one % ES_WIDTH - other % ES_WIDTH;
    return (rows < 0 ? -rows : rows) + (columns < 0 ? -columns : columns);
}

/* ES9.1: the halves of a colour are far apart. */
static bool halves_are_apart(const struct pip__es_sheet *sheet) {
    for (int colour = 0; colour < ES_COLOURS; colour++) {
        uint32_t halves = sheet->with[ES_SPECIAL + colour];
        if (moves_between(__builtin_ctz(halves), __builtin_ctz(halves & (halves - 1))) < 4)
            return false;
    }
    return true;
}

/* Every action but the exit in another chamber. */
static void move_actions(struct pip_random *random, const struct pip__es_sheet *from,
                         struct pip__es_sheet *to) {
    uint8_t order[ES_CHAMBERS];
    int exit = __builtin_ctz(from->with[ES_EXIT]);
    do {
        int next = 0;
        shuffle_chambers(random, exit, order);
        for (int action = 0; action < ES_ACTIONS; action++)
            to->with[action] = action == ES_EXIT ? from->with[action] : 0;
        for (int chamber = 0; chamber < ES_CHAMBERS; chamber++) {
            if (chamber == exit)
                continue;
            to->action[order[next]] = from->action[chamber];
            to->with[from->action[chamber]] |= 1u << order[next++];
        }
    } while (!halves_are_apart(to));
}

/* ES9.2: all entrances there were, each somewhere else. */
static void move_entrances(struct pip_random *random, const struct pip__es_sheet *from,
                           struct pip__es_sheet *to) {
    uint8_t order[ES_CHAMBERS];
    shuffle_chambers(random, (int)pip_random_below(random, ES_CHAMBERS), order);
    for (int chamber = 0; chamber < ES_CHAMBERS; chamber++) {
        const uint8_t *entry = from->entry[order[chamber]];
        to->entry[chamber][0] = entry[0];
        to->entry[chamber][1] = entry[1];
        to->need[chamber] = pip__es_dice_of(entry[0]) + pip__es_dice_of(entry[1]);
    }
}

/* Maps ask for other symbols, and other tracks are near their gems. */
static void change_sheets(struct pip_random *random, struct pip__es_sheet *to) {
    uint8_t symbol[ES_SYMBOLS] = {ES_TORCH, ES_KEY, ES_ADVENTURER, ES_GOLD};
    for (int i = ES_SYMBOLS - 1; i > 0; i--)
        swap(&symbol[i], &symbol[pip_random_below(random, (uint32_t)i + 1)]);
    for (int map = 0; map < ES_MAPS; map++) {
        for (int box = 0; box < 2 * ES_MAP_BOXES; box++)
            to->map[map].symbol[box] = symbol[to->map[map].symbol[box]];
    }
    for (int track = 0; track < ES_TRACKS; track++) {
        int other = (int)pip_random_below(random, ES_TRACKS);
        struct pip__es_boxes kept = to->track[track];
        to->track[track] = to->track[other];
        to->track[other] = kept;
    }
}

void pip__es_invent(struct pip_random *random, void *data) {
    struct pip__es_sheet *to = data;
    uint32_t sheets = 0;
    while (pip__escape_sheets[sheets])
        sheets++;
    const struct pip_sheet *sheet = pip__escape_sheets[pip_random_below(random, sheets)];
    const struct pip__es_sheet *from = sheet->data;
    *to = *from;
    move_actions(random, from, to);
    move_entrances(random, from, to);
    change_sheets(random, to);
}
