/* The end of a turn: the common pool is handed out, and maps are filled and completed. */
#include "escape.h"

static int left_of(const struct pip_setup *setup, int seat) {
    return seat + 1 == setup->seats ? 0 : seat + 1;
}

static uint8_t open_maps(const struct pip__es_seat *seat) {
    return (uint8_t)(((1u << ES_MAPS) - 1) & ~(unsigned)seat->completed);
}

/* ES5.3 */
static bool may_complete(const struct pip__es_sheet *sheet, const struct pip__es_seat *seat,
                         int map) {
    uint8_t bonus = sheet->map[map].bonus;
    return (open_maps(seat) >> map & 1) && (seat->map[map] & bonus) == bonus;
}

/* ES5.2 */
static bool has_map_step(const struct pip__es_sheet *sheet, const struct pip__es_seat *seat) {
    bool ready = false;
    for (int map = 0; map < ES_MAPS; map++)
        ready |= may_complete(sheet, seat, map);
    return seat->taken != 0 || ready;
}

/* ES5.2: the map step of the first seat from `seat` on that has one; behind the last the turn ends.
 * Without dice there is nothing to cross off. */
static void next_map_step(const struct pip_setup *setup, struct pip__es_state *s, int seat) {
    const struct pip__es_sheet *sheet = pip__es_sheet_of(setup);
    while (seat != s->active && !has_map_step(sheet, &s->seat[seat]))
        seat = left_of(setup, seat);
    if (seat == s->active) {
        pip__es_end_turn(setup, s);
        return;
    }
    bool crosses = s->seat[seat].taken != 0 && open_maps(&s->seat[seat]);
    s->acting = (uint8_t)seat;
    s->phase = crosses ? ES_CROSSING : ES_COMPLETING;
}

/* ES5.1, ES5.5 */
static void next_taker(const struct pip_setup *setup, struct pip__es_state *s, int seat) {
    if (s->pool != 0 && seat != s->active) {
        s->acting = (uint8_t)seat;
        s->phase = ES_TAKING;
        return;
    }
    s->pool = 0;
    next_map_step(setup, s, left_of(setup, s->active));
}

/* ES2.6 */
void pip__es_hand_out(const struct pip_setup *setup, struct pip__es_state *s) {
    next_taker(setup, s, left_of(setup, s->active));
}

int pip__es_legal_pool(const struct pip_setup *setup, const struct pip__es_state *s,
                       pip_move *moves) {
    const struct pip__es_seat *seat = &s->seat[s->acting];
    int count = 0;
    for (int hand = 1; s->phase == ES_TAKING && hand < ES_HANDS; hand++) {
        if (pip__es_dice_has(s->pool, pip__es_hand[hand]))
            moves[count++] = (pip_move)(ES_TAKE + hand - 1);
    }
    for (int map = 0; s->phase == ES_CROSSING && map < ES_MAPS; map++) {
        if (open_maps(seat) >> map & 1)
            moves[count++] = (pip_move)(ES_MAP + map);
    }
    for (int map = 0; s->phase == ES_COMPLETING && map < ES_MAPS; map++) {
        if (may_complete(pip__es_sheet_of(setup), seat, map))
            moves[count++] = (pip_move)(ES_COMPLETE + map);
    }
    if (s->phase == ES_COMPLETING)
        moves[count++] = ES_LEAVE;
    return count;
}

/* ES5.1 */
static enum pip_status take(const struct pip_setup *setup, struct pip__es_state *s, pip_move move) {
    if (move < ES_TAKE || move >= ES_TAKE + ES_HANDS - 1)
        return PIP_ILLEGAL;
    pip__es_dice hand = pip__es_hand[move - ES_TAKE + 1];
    if (!pip__es_dice_has(s->pool, hand))
        return PIP_ILLEGAL;
    s->pool -= hand;
    s->seat[s->acting].taken = hand;
    next_taker(setup, s, left_of(setup, s->acting));
    return PIP_OK;
}

/* ES5.2: boxes are tried from the first of the bonus side on, so that side is served first. */
uint8_t pip__es_cross_off(const struct pip__es_map *map, uint8_t boxes, pip__es_dice dice) {
    for (unsigned open = (map->bonus | map->gem) & ~(unsigned)boxes; open; open &= open - 1) {
        int box = __builtin_ctz(open);
        pip__es_dice die = pip__es_dice_of(map->symbol[box]);
        if (pip__es_dice_has(dice, die)) {
            dice -= die;
            boxes |= (uint8_t)(1u << box);
        }
    }
    return boxes;
}

static enum pip_status cross(const struct pip_setup *setup, struct pip__es_state *s,
                             pip_move move) {
    struct pip__es_seat *seat = &s->seat[s->acting];
    int map = move - ES_MAP;
    if (map < 0 || map >= ES_MAPS || !(open_maps(seat) >> map & 1))
        return PIP_ILLEGAL;
    const struct pip__es_map *printed = &pip__es_sheet_of(setup)->map[map];
    seat->map[map] = pip__es_cross_off(printed, seat->map[map], seat->taken);
    s->phase = ES_COMPLETING;
    return PIP_OK;
}

/* ES5.3, ES5.4 */
static void complete(const struct pip_setup *setup, struct pip__es_state *s, int map) {
    const struct pip__es_sheet *sheet = pip__es_sheet_of(setup);
    struct pip__es_seat *seat = &s->seat[s->acting];
    uint8_t gem = sheet->map[map].gem;
    seat->completed |= (uint8_t)(1u << map);
    pip__es_mark(setup, s, sheet->map[map].gives);
    if ((seat->map[map] & gem) == gem)
        pip__es_gain(sheet, s, ES_FROM_MAPS, 1);
}

static enum pip_status complete_or_leave(const struct pip_setup *setup, struct pip__es_state *s,
                                         pip_move move) {
    if (move == ES_LEAVE) {
        s->seat[s->acting].taken = 0;
        next_map_step(setup, s, left_of(setup, s->acting));
        return PIP_OK;
    }
    int map = move - ES_COMPLETE;
    if (map < 0 || map >= ES_MAPS ||
        !may_complete(pip__es_sheet_of(setup), &s->seat[s->acting], map))
        return PIP_ILLEGAL;
    complete(setup, s, map);
    return PIP_OK;
}

enum pip_status pip__es_apply_pool(const struct pip_setup *setup, struct pip__es_state *s,
                                   pip_move move) {
    switch (s->phase) {
    case ES_TAKING: return take(setup, s, move);
    case ES_CROSSING: return cross(setup, s, move);
    default: return complete_or_leave(setup, s, move);
    }
}
