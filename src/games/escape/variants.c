/* The three variants, as far as they are steps of their own: closed pathways (ES8.1), the roll of
 * the joker lottery (ES8.2), and the choice of the dice chambers (ES8.3). */
#include "escape.h"

/* ---- Closed pathways ---- */

/* ES8.1: the chambers whose entrance symbols match the extra dice in order. */
static uint32_t matching(const struct pip__es_sheet *sheet, const struct pip__es_state *s) {
    uint32_t chambers = 0;
    for (int chamber = 0; chamber < ES_CHAMBERS; chamber++) {
        const uint8_t *entry = sheet->entry[chamber];
        bool match = (entry[0] == s->extra[0]) & (entry[1] == s->extra[1]);
        chambers |= (uint32_t)match << chamber;
    }
    return chambers;
}

/* ES8.1: those of some chambers that have a pathway which the seat can close in that direction. */
static uint32_t closable(const struct pip__es_sheet *sheet, const struct pip__es_seat *seat,
                         uint32_t chambers, int direction) {
    return chambers & sheet->open[direction] & ~pip__es_rim[direction] & ~seat->closed[direction];
}

static bool can_close(const struct pip__es_sheet *sheet, const struct pip__es_seat *seat,
                      uint32_t chambers) {
    uint32_t any = 0;
    for (int direction = 0; direction < ES_SIDES; direction++)
        any |= closable(sheet, seat, chambers, direction);
    return any != 0;
}

/* ES8.1, ES8.5: the active seat closes, then the seat to its left; who cannot is passed over. */
static void next_closer(const struct pip_setup *setup, struct pip__es_state *s, int closers) {
    const struct pip__es_sheet *sheet = pip__es_sheet_of(setup);
    uint32_t chambers = closers < 2 ? matching(sheet, s) : 0;
    for (; closers < 2; closers++) {
        int seat = (s->active + closers) % setup->seats;
        if (can_close(sheet, &s->seat[seat], chambers)) {
            s->acting = (uint8_t)seat;
            s->phase = ES_CLOSING;
            return;
        }
    }
    s->acting = s->active;
    s->phase = ES_BEFORE_ROLL;
}

/* ES8.1, ES8.5: for each black mask a die of the pool, as far as there are any. */
static void curse_for_masks(struct pip__es_state *s, int masks) {
    int dice = masks < s->unrolled ? masks : s->unrolled;
    s->cursed[0] = (uint8_t)(s->cursed[0] + dice);
    s->unrolled = (uint8_t)(s->unrolled - dice);
}

/* ES8.1, ES8.2 */
void pip__es_extra_rolled(const struct pip_setup *setup, struct pip__es_state *s,
                          const uint8_t *faces) {
    int masks = 0;
    for (int i = 0; i < ES_EXTRA_DICE; i++) {
        s->extra[i] = faces[i];
        masks += faces[i] == ES_BLACK;
    }
    s->phase = ES_BEFORE_ROLL;
    if (setup->option[ES_VARIANT] != ES_CLOSED_PATHWAYS)
        return;
    if (masks > 0)
        curse_for_masks(s, masks);
    else
        next_closer(setup, s, 0);
}

int pip__es_legal_closing(const struct pip_setup *setup, const struct pip__es_state *s,
                          pip_move *moves) {
    const struct pip__es_sheet *sheet = pip__es_sheet_of(setup);
    uint32_t match = matching(sheet, s), chambers[ES_SIDES], any = 0;
    int count = 0;
    for (int direction = 0; direction < ES_SIDES; direction++)
        any |= chambers[direction] = closable(sheet, &s->seat[s->acting], match, direction);
    for (; any; any &= any - 1) {
        int chamber = __builtin_ctz(any);
        for (int direction = 0; direction < ES_SIDES; direction++) {
            moves[count] = (pip_move)(ES_CLOSE + ES_SIDES * chamber + direction);
            count += (int)(chambers[direction] >> chamber & 1);
        }
    }
    return count;
}

/* ES8.4: both ends of the pathway are closed. */
static void close_pathway(struct pip__es_seat *seat, int chamber, int direction) {
    static const int8_t step[ES_SIDES] = {-ES_WIDTH, 1, ES_WIDTH, -1};
    int back = (direction + 2) % ES_SIDES;
    seat->closed[direction] |= 1u << chamber;
    seat->closed[back] |= 1u << (chamber + step[direction]);
}

enum pip_status pip__es_apply_closing(const struct pip_setup *setup, struct pip__es_state *s,
                                      pip_move move) {
    const struct pip__es_sheet *sheet = pip__es_sheet_of(setup);
    struct pip__es_seat *seat = &s->seat[s->acting];
    int chamber = (move - ES_CLOSE) / ES_SIDES, direction = (move - ES_CLOSE) % ES_SIDES;
    if (move < ES_CLOSE || chamber >= ES_CHAMBERS ||
        !(closable(sheet, seat, matching(sheet, s), direction) >> chamber & 1))
        return PIP_ILLEGAL;
    close_pathway(seat, chamber, direction);
    next_closer(setup, s, s->acting == s->active ? 1 : 2);
    return PIP_OK;
}

/* ---- Dice chambers ---- */

int pip__es_legal_unlocking(const struct pip__es_state *s, pip_move *moves) {
    moves[0] = ES_UNLOCK_GEMS;
    moves[1] = ES_UNLOCK_DIE;
    return s->added < ES_EXTRA_DICE ? 2 : 1;
}

/* ES8.3: the colour is the one the active adventurer stands in. */
enum pip_status pip__es_apply_unlocking(const struct pip_setup *setup, struct pip__es_state *s,
                                        pip_move move) {
    const struct pip__es_sheet *sheet = pip__es_sheet_of(setup);
    bool die = move == ES_UNLOCK_DIE && s->added < ES_EXTRA_DICE;
    if (move != ES_UNLOCK_GEMS && !die)
        return PIP_ILLEGAL;
    s->unlocked |= (uint8_t)(1u << (sheet->action[s->seat[s->active].place] - ES_SPECIAL));
    if (die)
        s->added++;
    else
        pip__es_gain(sheet, s, ES_FROM_SPECIALS, ES_UNLOCK_WORTH);
    pip__es_go_on(s);
    return PIP_OK;
}
