/* What the team has (ES7), and whether a position can exist at all. */
#include "escape.h"

/* ES7.1 */
bool pip__es_won(const struct pip_setup *setup, const void *state) {
    const struct pip__es_state *s = state;
    uint32_t exit = pip__es_sheet_of(setup)->with[ES_EXIT];
    for (int seat = 0; seat < setup->seats; seat++) {
        if (!(exit >> s->seat[seat].place & 1))
            return false;
    }
    return pip__es_gems(s) >= pip__es_goal(setup);
}

/* ES1.1: the same for every seat. */
int pip__es_score(const struct pip_setup *setup, const void *state, int seat,
                  struct pip_item *items) {
    static const char *const name[ES_SOURCES] = {"chambers", "tracks", "special chambers", "maps"};
    const struct pip__es_state *s = state;
    (void)setup;
    (void)seat;
    for (int source = 0; source < ES_SOURCES; source++)
        items[source] = (struct pip_item){name[source], s->gems[source]};
    return ES_SOURCES;
}

/* ---- check ---- */

/* Within the bounds that every field has, whatever the position. */
static bool in_bounds(const struct pip_setup *setup, const struct pip__es_state *s) {
    return s->active < setup->seats && s->acting < setup->seats && s->phase <= ES_OVER &&
           s->turn <= pip__es_turns(setup) && s->begun <= 1 && s->added <= ES_EXTRA_DICE &&
           s->extra[0] < ES_FACES && s->extra[1] < ES_FACES && s->unlocked >> ES_COLOURS == 0 &&
           pip__es_dice_total(s->rolled) + s->black <= 2 &&
           pip__es_gems(s) <= pip__es_sheet_of(setup)->gems;
}

/* ES1.7: two outside are on different sides. */
static bool places_sound(const struct pip_setup *setup, const struct pip__es_state *s) {
    for (int seat = 0; seat < ES_SEATS_MAX; seat++) {
        int place = s->seat[seat].place;
        bool waits = s->phase == ES_CHOOSING_SIDES && seat >= s->acting;
        if (place > ES_NOWHERE ||
            (seat >= setup->seats ? place != 0 : (place == ES_NOWHERE) != waits))
            return false;
        for (int other = 0; other < seat && seat < setup->seats; other++) {
            if (place >= ES_OUTSIDE && place < ES_NOWHERE && s->seat[other].place == place)
                return false;
        }
    }
    return true;
}

/* ES5.3: a closed map has its bonus side. ES3.4: only actions are crossed out. */
static bool sheet_sound(const struct pip__es_sheet *sheet, const struct pip__es_seat *seat) {
    uint32_t actions = ES_ALL_CHAMBERS & ~sheet->with[ES_EXIT];
    for (int colour = 0; colour < ES_COLOURS; colour++)
        actions &= ~sheet->with[ES_SPECIAL + colour];
    for (int map = 0; map < ES_MAPS; map++) {
        const struct pip__es_map *printed = &sheet->map[map];
        if ((seat->map[map] & ~(unsigned)(printed->bonus | printed->gem)) ||
            ((seat->completed >> map & 1) && (seat->map[map] & printed->bonus) != printed->bonus))
            return false;
    }
    return (seat->crossed & ~actions) == 0 && seat->completed >> ES_MAPS == 0;
}

/* ES8.1, ES8.4: closed from both ends, never to the outside, and only in that variant. */
static bool pathways_sound(const struct pip_setup *setup, const struct pip__es_seat *seat) {
    const struct pip__es_sheet *sheet = pip__es_sheet_of(setup);
    const uint32_t *closed = seat->closed;
    uint32_t any = closed[ES_NORTH] | closed[ES_EAST] | closed[ES_SOUTH] | closed[ES_WEST];
    for (int side = 0; side < ES_SIDES; side++) {
        if (closed[side] & ~sheet->open[side])
            return false;
    }
    return closed[ES_NORTH] == closed[ES_SOUTH] << ES_WIDTH &&
           closed[ES_WEST] == closed[ES_EAST] << 1 && (closed[ES_WEST] & ES_WEST_COLUMN) == 0 &&
           (any == 0 || setup->option[ES_VARIANT] == ES_CLOSED_PATHWAYS);
}

/* ES3.6, ES6.1 */
static bool tracks_sound(const struct pip_setup *setup, const struct pip__es_state *s) {
    for (int track = 0; track < ES_TRACKS; track++) {
        if (s->used[track] > s->marked[track] ||
            s->marked[track] > pip__es_sheet_of(setup)->track[track].boxes)
            return false;
    }
    return true;
}

/* How many gems a source has given, the end of the gem track aside. */
static int gems_due(const struct pip_setup *setup, const struct pip__es_state *s, int source) {
    const struct pip__es_sheet *sheet = pip__es_sheet_of(setup);
    int gems = source == ES_FROM_SPECIALS
                   ? ES_UNLOCK_WORTH * (__builtin_popcount(s->unlocked) - s->added)
                   : 0;
    for (int track = 0; source == ES_FROM_TRACKS && track < ES_TRACKS; track++)
        gems += s->marked[track] >= sheet->track[track].gem[setup->seats - ES_SEATS_MIN];
    for (int seat = 0; source == ES_FROM_CHAMBERS && seat < setup->seats; seat++)
        gems += __builtin_popcount(s->seat[seat].crossed & sheet->with[ES_GEM]);
    for (int seat = 0; source == ES_FROM_MAPS && seat < setup->seats; seat++) {
        for (int map = 0; map < ES_MAPS; map++) {
            uint8_t gem = sheet->map[map].gem;
            gems += (s->seat[seat].completed >> map & 1) && (s->seat[seat].map[map] & gem) == gem;
        }
    }
    return gems;
}

/* ES3.6: every gem has a source; none is missing unless the gem track is full. */
static bool gems_sound(const struct pip_setup *setup, const struct pip__es_state *s) {
    bool full = pip__es_gems(s) == pip__es_sheet_of(setup)->gems;
    for (int source = 0; source < ES_SOURCES; source++) {
        int due = gems_due(setup, s, source);
        if (full ? s->gems[source] > due : s->gems[source] != due)
            return false;
    }
    return setup->option[ES_VARIANT] == ES_DICE_CHAMBERS || s->added == 0;
}

/* ES1.2: no more dice than there are; kept ones are left out, as temporary dice are among them. */
static bool dice_sound(const struct pip_setup *setup, const struct pip__es_state *s) {
    int dice = s->unrolled + s->black + pip__es_cursed(s) + pip__es_dice_total(s->rolled) +
               pip__es_dice_total(s->pool);
    for (int seat = 0; seat < setup->seats; seat++)
        dice += pip__es_dice_total(s->seat[seat].taken);
    return dice <= ES_DICE + s->added;
}

/* ES2.3, ES2.5: there is a roll to come exactly in the first part of a turn. */
static bool rolling_sound(const struct pip__es_state *s) {
    switch (s->phase) {
    case ES_CHOOSING_SIDES:
    case ES_EXTRA_ROLL:
    case ES_CLOSING: return !s->begun;
    case ES_BEFORE_ROLL: return !s->begun || s->unrolled > 0;
    case ES_DICE_ROLL: return s->begun && s->unrolled > 0;
    case ES_AFTER_ROLL: return s->begun;
    case ES_AT_JOKER:
    case ES_UNLOCKING:
    case ES_OVER: return true; /* a dash leads there at any time (ES6) */
    default: return s->begun && s->unrolled == 0;
    }
}

/* ES3.5, ES8.3: a choice is due only in a chamber that gives one. */
static bool choice_sound(const struct pip_setup *setup, const struct pip__es_state *s) {
    const struct pip__es_seat *seat = &s->seat[s->active];
    if (s->phase != ES_AT_JOKER && s->phase != ES_UNLOCKING)
        return true;
    if (seat->place >= ES_CHAMBERS)
        return false;
    int action = pip__es_sheet_of(setup)->action[seat->place];
    if (s->phase == ES_AT_JOKER)
        return action == ES_JOKER_ACTION && (seat->crossed >> seat->place & 1);
    return setup->option[ES_VARIANT] == ES_DICE_CHAMBERS && action >= ES_SPECIAL &&
           !(s->unlocked >> (action - ES_SPECIAL) & 1);
}

/* ES5.1, ES5.2: dice are taken by the others, at the end of a turn; all take first. */
static bool pool_sound(const struct pip_setup *setup, const struct pip__es_state *s) {
    bool taking = s->phase == ES_TAKING, crossing = s->phase == ES_CROSSING;
    bool maps = crossing || s->phase == ES_COMPLETING;
    for (int seat = 0; seat < setup->seats; seat++) {
        bool may_have = seat != s->active && (taking || maps || s->phase == ES_OVER);
        if (s->seat[seat].taken != 0 && !may_have)
            return false;
    }
    return (!(taking || maps) || s->acting != s->active) && (!taking || s->pool != 0) &&
           (!maps || s->pool == 0) && (!crossing || s->seat[s->acting].taken != 0);
}

/* What belongs to a step is there only during it, and the game is over exactly when it ends. */
static bool phase_sound(const struct pip_setup *setup, const struct pip__es_state *s) {
    bool after_roll = s->phase == ES_AFTER_ROLL;
    bool others = s->phase == ES_CLOSING || s->phase == ES_TAKING || s->phase == ES_CROSSING ||
                  s->phase == ES_COMPLETING || s->phase == ES_CHOOSING_SIDES || s->phase == ES_OVER;
    bool ends = pip__es_won(setup, s) || s->turn == pip__es_turns(setup);
    return (s->rolled != 0 || s->black != 0) == after_roll && (others || s->acting == s->active) &&
           (s->phase == ES_OVER) == ends && rolling_sound(s) && choice_sound(setup, s) &&
           pool_sound(setup, s);
}

enum pip_status pip__es_check(const struct pip_setup *setup, const void *state) {
    const struct pip__es_state *s = state;
    if (!in_bounds(setup, s) || !places_sound(setup, s) || !tracks_sound(setup, s) ||
        !gems_sound(setup, s) || !dice_sound(setup, s) || !phase_sound(setup, s))
        return PIP_BAD_STATE;
    for (int seat = 0; seat < setup->seats; seat++) {
        if (!sheet_sound(pip__es_sheet_of(setup), &s->seat[seat]) ||
            !pathways_sound(setup, &s->seat[seat]))
            return PIP_BAD_STATE;
    }
    return PIP_OK;
}
