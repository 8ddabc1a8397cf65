/* What a sheet of Roller is worth (RO4), and whether it can exist at all. */
#include "roller.h"

/* ---- score ---- */

int pip__roller_most_often(const struct pip__roller_sheet *sheet,
                           const struct pip__roller_seat *own, int area) {
    int most = 0, best = 0;
    for (int number = ROLLER_TWO_NUMBER; number <= ROLLER_HIGHEST; number++) {
        int times = pip__roller_count(pip__roller_holding(own, number) & sheet->area[area]);
        if (times > 0 && times >= best) {
            best = times;
            most = number;
        }
    }
    return most;
}

/* RO4.2, RO4.3 */
static int32_t area_points(const struct pip__roller_sheet *sheet,
                           const struct pip__roller_seat *own, int area) {
    if (own->empty & sheet->area[area])
        return 0;
    int most = pip__roller_most_often(sheet, own, area);
    return area == sheet->middle ? 2 * most : most;
}

bool pip__roller_pair_connected(const struct pip__roller_sheet *sheet,
                                const struct pip__roller_seat *own, int number) {
    const uint8_t *pair = sheet->pair[number - ROLLER_LOWEST];
    uint64_t chain =
        pip__roller_joined(sheet, pip__roller_hex(pair[0]), pip__roller_holding(own, number));
    return chain >> pair[1] & 1;
}

/* RO4.5 */
static int32_t bonus_points(const struct pip__roller_seat *own) {
    return 2 * (ROLLER_BONUSES - __builtin_popcount(own->used));
}

int pip__roller_row_points(const struct pip__roller_sheet *sheet,
                           const struct pip__roller_seat *own, int row) {
    unsigned present = 0;
    for (int round = 0; round < sheet->rounds; round++)
        present |= 1u << own->row[row][round];
    int reached = ROLLER_LOWEST - 1;
    while (present >> (reached + 1) & 1)
        reached++;
    return reached < ROLLER_LOWEST ? 0 : reached;
}

/* RO4.7: the total is what ranks the seats. */
int pip__roller_score(const struct pip_setup *setup, const void *state, int seat,
                      struct pip_item *items) {
    static const char *const pair_name[ROLLER_NUMBERS] = {"pair 3", "pair 4", "pair 5",
                                                          "pair 6", "pair 7", "pair 8"};
    const struct pip__roller_sheet *sheet = pip__roller_sheet_of(setup);
    const struct pip__roller_seat *own = &((const struct pip__roller_state *)state)->seat[seat];
    int count = 0;
    for (int area = 0; area < sheet->areas; area++)
        items[count++] = (struct pip_item){sheet->area_name[area], area_points(sheet, own, area)};
    for (int number = ROLLER_LOWEST; number <= ROLLER_HIGHEST; number++) {
        int32_t points = pip__roller_pair_connected(sheet, own, number) ? number : 0; /* RO4.4 */
        items[count++] = (struct pip_item){pair_name[number - ROLLER_LOWEST], points};
    }
    items[count++] = (struct pip_item){"bonuses", bonus_points(own)};
    items[count++] = (struct pip_item){"red row", pip__roller_row_points(sheet, own, ROLLER_RED)};
    items[count++] =
        (struct pip_item){"green row", pip__roller_row_points(sheet, own, ROLLER_GREEN)};
    return count;
}

/* ---- check ---- */

/* Every blank hex is empty or holds one number; RO2.3: whatever holds a number grew from its
 * print. */
static bool hexes_sound(const struct pip__roller_sheet *sheet, const struct pip__roller_seat *own) {
    uint64_t seen = own->empty;
    for (int number = ROLLER_TWO_NUMBER; number <= ROLLER_HIGHEST; number++) {
        uint64_t held = pip__roller_holding(own, number);
        if (held & seen)
            return false;
        seen |= held;
        if (number == ROLLER_TWO_NUMBER)
            continue;
        uint64_t printed = sheet->printed[number - ROLLER_LOWEST];
        if ((printed & ~held) || pip__roller_joined(sheet, printed, held) != held)
            return false;
    }
    uint64_t all = sheet->blank;
    for (int i = 0; i < ROLLER_NUMBERS; i++)
        all |= sheet->printed[i];
    return seen == all;
}

/* RO3.2: a 2 for the bonus, and none without. */
static bool bonuses_sound(const struct pip__roller_seat *own) {
    int twos = pip__roller_count(pip__roller_holding(own, ROLLER_TWO_NUMBER));
    bool used = own->used >> ROLLER_TWO & 1, writing = own->step == ROLLER_WRITES_TWO;
    return own->used >> ROLLER_BONUSES == 0 && twos == used - writing && own->bonus <= 1 &&
           (!own->bonus || own->used);
}

static bool box_sound(int box) {
    return box == ROLLER_BOX_VOID || (box >= ROLLER_LOWEST && box <= ROLLER_HIGHEST);
}

/* RO2.5, RO2.6: the boxes of the rounds played, and no others, are filled; no number twice in a
 * round. */
static bool rows_sound(const struct pip__roller_seat *own, int played) {
    for (int round = 0; round < ROLLER_ROUNDS_MAX; round++) {
        int red = own->row[ROLLER_RED][round], green = own->row[ROLLER_GREEN][round];
        if (round >= played
                ? red != ROLLER_BOX_OPEN || green != ROLLER_BOX_OPEN
                : !box_sound(red) || !box_sound(green) || (red == green && red != ROLLER_BOX_VOID))
            return false;
    }
    return true;
}

static bool rests(const struct pip__roller_seat *own) {
    return !own->step && !own->selections && !own->selected[0] && !own->selected[1] &&
           !own->chosen && !own->number && !own->left && !own->last && !own->bonus;
}

/* RO2.2, RO2.5, RO2.7: the numbers selected are different rolled ones, a void first makes the
 * second void. RO3.3, RO3.4: one more is chosen, or looked for and there, by the bonus after both.
 */
static bool choices_sound(const struct pip__roller_sheet *sheet, const struct pip__roller_state *s,
                          const struct pip__roller_seat *own) {
    unsigned others = own->chosen;
    bool looking = own->step == ROLLER_TAKES_A_THIRD;
    for (int i = 0; i < 2; i++) {
        int number = own->selected[i];
        if (number == 0)
            continue;
        if (i >= own->selections || number < ROLLER_LOWEST || number > ROLLER_HIGHEST ||
            !(others >> (number - ROLLER_LOWEST) & 1))
            return false;
        others &= ~(1u << (number - ROLLER_LOWEST));
    }
    for (int i = 0; i < 8; i++) {
        if ((own->chosen >> i & 1) && (i >= ROLLER_NUMBERS || s->count[i] == 0))
            return false;
    }
    bool both = own->selected[0] && own->selected[1];
    bool third = both && own->bonus && (own->used >> ROLLER_THIRD & 1);
    return own->selections <= 2 && (both || !own->selected[1]) &&
           __builtin_popcount(others) + looking <= third &&
           (!looking || pip__roller_takes(sheet, s, own));
}

/* RO2.9: a path under way can be completed. */
static bool step_sound(const struct pip__roller_sheet *sheet, const struct pip__roller_seat *own) {
    bool has_number = own->number >= ROLLER_LOWEST && own->number <= ROLLER_HIGHEST;
    if (own->step > ROLLER_TAKES_A_THIRD || own->last > sheet->hexes ||
        (own->step != ROLLER_WRITES_PATH && own->left != 0) ||
        (own->last &&
         (!has_number || !(pip__roller_holding(own, own->number) >> (own->last - 1) & 1))))
        return false;
    if (own->step == ROLLER_WRITES_MORE)
        return own->last && pip__roller_next(sheet, own, own->number, own->last);
    if (own->step != ROLLER_WRITES_PATH)
        return true;
    return has_number && own->left > 0 && own->left <= sheet->dice &&
           pip__roller_has_opening(sheet, pip__roller_next(sheet, own, own->number, own->last),
                                   own->empty, own->left);
}

static bool seat_sound(const struct pip__roller_sheet *sheet, const struct pip__roller_state *s,
                       int seat) {
    const struct pip__roller_seat *own = &s->seat[seat];
    bool acting = s->acting >> seat & 1;
    int played = s->round + (s->phase == ROLLER_WRITE && !acting);
    if (!acting && !rests(own))
        return false;
    return hexes_sound(sheet, own) && bonuses_sound(own) && rows_sound(own, played) &&
           choices_sound(sheet, s, own) && step_sound(sheet, own);
}

static bool dice_sound(const struct pip__roller_sheet *sheet, const struct pip__roller_state *s) {
    int dice = 0;
    for (int i = 0; i < ROLLER_NUMBERS; i++)
        dice += s->count[i];
    return dice == (s->phase == ROLLER_WRITE ? sheet->dice : 0);
}

enum pip_status pip__roller_check(const struct pip_setup *setup, const void *state) {
    const struct pip__roller_sheet *sheet = pip__roller_sheet_of(setup);
    const struct pip__roller_state *s = state;
    if (s->phase > ROLLER_OVER || (s->acting != 0) != (s->phase == ROLLER_WRITE) ||
        s->acting >> setup->seats != 0 || s->round > sheet->rounds ||
        (s->round == sheet->rounds) != (s->phase == ROLLER_OVER) || !dice_sound(sheet, s))
        return PIP_BAD_STATE;
    for (int seat = 0; seat < setup->seats; seat++) {
        if (!seat_sound(sheet, s, seat))
            return PIP_BAD_STATE;
    }
    return PIP_OK;
}
