/* The second half of a turn: entering chambers, their actions, and the special chambers. */
#include "escape.h"

/* ---- The adventure sheet ---- */

/* ES3.6: the gem track ends. */
void pip__es_gain(const struct pip__es_sheet *sheet, struct pip__es_state *s, int source,
                  int gems) {
    int room = sheet->gems - pip__es_gems(s);
    s->gems[source] = (uint8_t)(s->gems[source] + (gems < room ? gems : room));
}

/* ES3.5 to ES3.7 */
void pip__es_mark(const struct pip_setup *setup, struct pip__es_state *s, int track) {
    const struct pip__es_sheet *sheet = pip__es_sheet_of(setup);
    const struct pip__es_boxes *boxes = &sheet->track[track];
    if (s->marked[track] == boxes->boxes)
        return;
    s->marked[track]++;
    if (s->marked[track] == boxes->gem[setup->seats - ES_SEATS_MIN])
        pip__es_gain(sheet, s, ES_FROM_TRACKS, 1);
}

/* ES6.1 */
void pip__es_use_up(struct pip__es_state *s, int track) {
    s->used[track]++;
}

/* ---- Walking ---- */

/* ES3.1, ES3.2, ES8.4 */
uint32_t pip__es_reach(const struct pip__es_sheet *sheet, const struct pip__es_seat *seat) {
    if (seat->place >= ES_OUTSIDE) {
        int side = seat->place - ES_OUTSIDE;
        return pip__es_rim[side] & sheet->open[side];
    }
    uint32_t open[ES_SIDES];
    for (int side = 0; side < ES_SIDES; side++)
        open[side] = sheet->open[side] & ~seat->closed[side];
    return pip__es_neighbours(open, 1u << seat->place);
}

/* ES4.2, ES8.3 */
static void unlock(const struct pip_setup *setup, struct pip__es_state *s, int colour) {
    if (setup->option[ES_VARIANT] == ES_DICE_CHAMBERS) {
        s->phase = ES_UNLOCKING;
        return;
    }
    s->unlocked |= (uint8_t)(1u << colour);
    pip__es_gain(pip__es_sheet_of(setup), s, ES_FROM_SPECIALS, ES_UNLOCK_WORTH);
}

/* ES4.1, ES4.2 */
static void stand_in_half(const struct pip_setup *setup, struct pip__es_state *s, int chamber,
                          int colour) {
    uint32_t other_half = pip__es_sheet_of(setup)->with[ES_SPECIAL + colour] & ~(1u << chamber);
    if (s->unlocked >> colour & 1)
        return;
    for (int seat = 0; seat < setup->seats; seat++) {
        if (other_half >> s->seat[seat].place & 1) {
            unlock(setup, s, colour);
            return;
        }
    }
}

/* ES3.4, ES3.5 */
static void arrive(const struct pip_setup *setup, struct pip__es_state *s, int chamber) {
    const struct pip__es_sheet *sheet = pip__es_sheet_of(setup);
    struct pip__es_seat *seat = &s->seat[s->active];
    int action = sheet->action[chamber];
    seat->place = (uint8_t)chamber;
    if (action >= ES_SPECIAL) {
        stand_in_half(setup, s, chamber, action - ES_SPECIAL);
        return;
    }
    if (action == ES_EXIT || seat->crossed >> chamber & 1)
        return;
    seat->crossed |= 1u << chamber;
    if (action == ES_GEM)
        pip__es_gain(sheet, s, ES_FROM_CHAMBERS, 1);
    else if (action == ES_JOKER_ACTION)
        s->phase = ES_AT_JOKER;
    else
        pip__es_mark(setup, s, action);
}

/* ---- Moves while exploring ---- */

static int add_chambers(uint32_t chambers, int first, pip_move *moves) {
    int count = 0;
    for (; chambers; chambers &= chambers - 1)
        moves[count++] = (pip_move)(first + __builtin_ctz(chambers));
    return count;
}

/* ES3.1 */
static uint32_t enterable(const struct pip__es_sheet *sheet, uint32_t reach, pip__es_dice kept) {
    uint32_t chambers = 0;
    for (; reach; reach &= reach - 1) {
        int chamber = __builtin_ctz(reach);
        chambers |= (uint32_t)pip__es_dice_has(kept, sheet->need[chamber]) << chamber;
    }
    return chambers;
}

/* ES6.2 */
int pip__es_legal_dashes(const struct pip_setup *setup, const struct pip__es_state *s,
                         pip_move *moves) {
    if (pip__es_ready(s, ES_TRACK_DASH) == 0)
        return 0;
    uint32_t reach = pip__es_reach(pip__es_sheet_of(setup), &s->seat[s->active]);
    return add_chambers(reach, ES_DASH, moves);
}

int pip__es_legal_exploring(const struct pip_setup *setup, const struct pip__es_state *s,
                            pip_move *moves) {
    const struct pip__es_sheet *sheet = pip__es_sheet_of(setup);
    uint32_t reach = pip__es_reach(sheet, &s->seat[s->active]);
    int count = add_chambers(enterable(sheet, reach, s->kept), ES_ENTER, moves);
    count += pip__es_legal_dashes(setup, s, moves + count);
    for (int i = 0; i < ES_TEMPORARIES; i++) {
        moves[count] = (pip_move)(ES_USE + i);
        count += pip__es_ready(s, pip__es_track_of(pip__es_temporary[i])) > 0;
    }
    moves[count++] = ES_END;
    return count;
}

/* ES3.1, ES3.3 */
static enum pip_status enter(const struct pip_setup *setup, struct pip__es_state *s, int chamber) {
    const struct pip__es_sheet *sheet = pip__es_sheet_of(setup);
    if (!(pip__es_reach(sheet, &s->seat[s->active]) >> chamber & 1) ||
        !pip__es_dice_has(s->kept, sheet->need[chamber]))
        return PIP_ILLEGAL;
    s->kept -= sheet->need[chamber];
    arrive(setup, s, chamber);
    return PIP_OK;
}

/* ES6.2 */
enum pip_status pip__es_dash(const struct pip_setup *setup, struct pip__es_state *s,
                             pip_move move) {
    int chamber = move - ES_DASH;
    if (!(pip__es_reach(pip__es_sheet_of(setup), &s->seat[s->active]) >> chamber & 1) ||
        pip__es_ready(s, ES_TRACK_DASH) == 0)
        return PIP_ILLEGAL;
    pip__es_use_up(s, ES_TRACK_DASH);
    arrive(setup, s, chamber);
    return PIP_OK;
}

/* ES6.5 */
static enum pip_status use(struct pip__es_state *s, int symbol) {
    int track = pip__es_track_of(symbol);
    if (pip__es_ready(s, track) == 0)
        return PIP_ILLEGAL;
    pip__es_use_up(s, track);
    s->kept += pip__es_dice_of(symbol);
    return PIP_OK;
}

enum pip_status pip__es_apply_exploring(const struct pip_setup *setup, struct pip__es_state *s,
                                        pip_move move) {
    if (move >= ES_ENTER && move < ES_ENTER + ES_CHAMBERS)
        return enter(setup, s, move - ES_ENTER);
    if (move >= ES_DASH && move < ES_DASH + ES_CHAMBERS)
        return pip__es_dash(setup, s, move);
    if (move >= ES_USE && move < ES_USE + ES_TEMPORARIES)
        return use(s, pip__es_temporary[move - ES_USE]);
    if (move != ES_END)
        return PIP_ILLEGAL;
    pip__es_hand_out(setup, s);
    return PIP_OK;
}

/* ---- The joker ---- */

/* ES3.5: reroll, key, golden mask or torch; ES8.2: what the two extra dice show. Bit j stands for
 * the move ES_JOKER + j. */
static unsigned joker_choices(const struct pip_setup *setup, const struct pip__es_state *s) {
    if (setup->option[ES_VARIANT] == ES_JOKER_LOTTERY)
        return 1u << s->extra[0] | 1u << s->extra[1];
    return 1u << ES_TORCH | 1u << ES_KEY | 1u << ES_GOLD | 1u << ES_JOKER_REROLL;
}

int pip__es_legal_joker(const struct pip_setup *setup, const struct pip__es_state *s,
                        pip_move *moves) {
    return add_chambers(joker_choices(setup, s), ES_JOKER, moves);
}

/* ES3.5, ES8.2 */
enum pip_status pip__es_apply_joker(const struct pip_setup *setup, struct pip__es_state *s,
                                    pip_move move) {
    int choice = move - ES_JOKER;
    if (choice < 0 || choice > ES_JOKER_REROLL || !(joker_choices(setup, s) >> choice & 1))
        return PIP_ILLEGAL;
    pip__es_go_on(s);
    if (choice == ES_JOKER_REROLL)
        pip__es_mark(setup, s, ES_TRACK_REROLL);
    else if (choice == ES_BLACK)
        pip__es_move_cursed(s);
    else if (choice != ES_ADVENTURER)
        pip__es_mark(setup, s, pip__es_track_of(choice));
    return PIP_OK;
}
