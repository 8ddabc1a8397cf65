/* How Roller is played: rounds, legal moves and what they do. Every function that is a rule has the
 * rule's id above it. */
#include "roller.h"

_Static_assert(sizeof(struct pip__roller_state) <= PIP_STATE_MAX, "eight seats fit");
_Static_assert(ROLLER_MOVES <= PIP_MOVES_MAX, "the moves fit");
_Static_assert(22 + PIP_SEATS_MAX * (ROLLER_HEXES_MAX + 2 * ROLLER_ROUNDS_MAX + ROLLER_BONUSES) <=
                   PIP_OBSERVE_MAX,
               "an observation fits");
_Static_assert(ROLLER_AREAS_MAX + ROLLER_NUMBERS + 3 <= PIP_ITEMS_MAX, "the score items fit");

static uint8_t bit(int n) {
    return (uint8_t)(1u << n);
}

/* ---- Rounds ---- */

static void start(const struct pip_setup *setup, void *state) {
    const struct pip__roller_sheet *sheet = pip__roller_sheet_of(setup);
    struct pip__roller_state *s = state;
    for (int seat = 0; seat < setup->seats; seat++) {
        s->seat[seat].empty = sheet->blank;
        for (int number = ROLLER_LOWEST; number <= ROLLER_HIGHEST; number++)
            *pip__roller_held(&s->seat[seat], number) = sheet->printed[number - ROLLER_LOWEST];
    }
}

/* RO2.8: everybody who has not yet filled this round's boxes. */
static pip_actors actor(const struct pip_setup *setup, const void *state) {
    const struct pip__roller_state *s = state;
    (void)setup;
    if (s->phase == ROLLER_ROLL)
        return PIP_ACTORS_CHANCE;
    return s->phase == ROLLER_OVER ? PIP_ACTORS_OVER : s->acting;
}

static int turn(const struct pip_setup *setup, const void *state) {
    (void)setup;
    return ((const struct pip__roller_state *)state)->round;
}

/* RO1.2, RO1.5 */
static void chance(const struct pip_setup *setup, const void *state, struct pip_chance *chance) {
    static const char *const faces[] = {"3", "4", "5", "6", "7", "8"};
    static const struct pip_die die = {.faces = ROLLER_NUMBERS, .names = faces};
    (void)state;
    *chance = (struct pip_chance){
        .label = "dice", .throws = 1, .thrown = {{&die, pip__roller_sheet_of(setup)->dice}}};
}

/* RO2.1 */
static enum pip_status roll(const struct pip_setup *setup, struct pip__roller_state *s,
                            pip_move outcome) {
    struct pip_chance dice;
    uint8_t faces[PIP_DICE_MAX];
    chance(setup, s, &dice);
    if (outcome >= pip_chance_outcomes(&dice))
        return PIP_BAD_DICE;
    pip_chance_faces(&dice, outcome, faces);
    for (int i = 0; i < dice.thrown[0].count; i++)
        s->count[faces[i]]++;
    s->phase = ROLLER_WRITE;
    s->acting = (uint8_t)(bit(setup->seats) - 1);
    return PIP_OK;
}

/* RO4.1 */
static void end_round(const struct pip_setup *setup, struct pip__roller_state *s) {
    for (int number = 0; number < ROLLER_NUMBERS; number++)
        s->count[number] = 0;
    s->round++;
    s->phase = s->round == pip__roller_sheet_of(setup)->rounds ? ROLLER_OVER : ROLLER_ROLL;
}

static void seat_done(const struct pip_setup *setup, struct pip__roller_state *s, int seat) {
    struct pip__roller_seat *own = &s->seat[seat];
    own->step = ROLLER_CHOOSES;
    own->selections = own->selected[0] = own->selected[1] = own->chosen = 0;
    own->number = own->left = own->last = own->bonus = 0;
    s->acting &= (uint8_t)~bit(seat);
    if (s->acting == 0)
        end_round(setup, s);
}

/* ---- What a seat may do ---- */

/* RO2.2 to RO2.5, RO3.3: a rolled number, not chosen this round, whose full count has a path. */
static bool may_take(const struct pip__roller_sheet *sheet, const struct pip__roller_state *s,
                     const struct pip__roller_seat *own, int number) {
    int count = s->count[number - ROLLER_LOWEST];
    if (count == 0 || (own->chosen >> (number - ROLLER_LOWEST) & 1))
        return false;
    return pip__roller_has_opening(sheet, pip__roller_next(sheet, own, number, 0), own->empty,
                                   count);
}

/* RO2.7: a void first selection makes the second void too. */
static bool is_void(const struct pip__roller_seat *own) {
    return own->selections > 0 && own->selected[0] == 0;
}

uint8_t pip__roller_takes(const struct pip__roller_sheet *sheet, const struct pip__roller_state *s,
                          const struct pip__roller_seat *own) {
    uint8_t takes = 0;
    for (int number = ROLLER_LOWEST; number <= ROLLER_HIGHEST && !is_void(own); number++)
        takes |= (uint8_t)(may_take(sheet, s, own, number) << (number - ROLLER_LOWEST));
    return takes;
}

/* RO3.1: straight after the last hex of a selected number's path. RO3.4: a two between paths, a
 * third number after two that were selected, and only what can be carried out. */
static uint8_t bonuses(const struct pip__roller_sheet *sheet, const struct pip__roller_seat *own,
                       uint8_t takes) {
    uint8_t may = 0;
    if (own->bonus)
        return 0;
    if (own->last && (sheet->neighbours[own->last - 1] & own->empty))
        may |= bit(ROLLER_MORE);
    if (own->empty)
        may |= bit(ROLLER_TWO);
    if (takes && own->selected[1])
        may |= bit(ROLLER_THIRD);
    return (uint8_t)(may & ~own->used);
}

/* RO2.3, RO2.9, RO3.1, RO3.2: where the next hex may be written. */
static uint64_t writable(const struct pip__roller_sheet *sheet,
                         const struct pip__roller_seat *own) {
    switch (own->step) {
    case ROLLER_WRITES_PATH:
        return pip__roller_openings(sheet, pip__roller_next(sheet, own, own->number, own->last),
                                    own->empty, own->left);
    case ROLLER_WRITES_MORE: return pip__roller_next(sheet, own, own->number, own->last);
    case ROLLER_WRITES_TWO: return own->empty;
    default: return 0;
    }
}

static int box_value(int number) {
    return number ? number - ROLLER_LOWEST + 1 : 0;
}

static pip_move rows_move(int red, int green) {
    return (pip_move)(ROLLER_ROWS + ROLLER_BOX_VALUES * box_value(red) + box_value(green));
}

static int add_set(uint64_t set, int first, pip_move *moves) {
    int count = 0;
    for (; set; set &= set - 1)
        moves[count++] = (pip_move)(first + __builtin_ctzll(set));
    return count;
}

/* RO2.6, RO2.7: one number in each box, either way round. */
static int add_rows(const struct pip__roller_seat *own, pip_move *moves) {
    int low = own->selected[0], high = own->selected[1];
    if (low > high) {
        low = own->selected[1];
        high = own->selected[0];
    }
    moves[0] = rows_move(low, high);
    moves[1] = rows_move(high, low);
    return low == high ? 1 : 2;
}

static int legal_choices(const struct pip__roller_sheet *sheet, const struct pip__roller_state *s,
                         const struct pip__roller_seat *own, pip_move *moves) {
    int count = 0;
    bool selecting = own->selections < 2;
    bool third_left = own->selected[1] && !own->bonus && !(own->used & bit(ROLLER_THIRD));
    uint8_t takes = selecting || third_left ? pip__roller_takes(sheet, s, own) : 0;
    if (selecting)
        count = add_set(takes, ROLLER_TAKE, moves);
    if (selecting && !takes)
        moves[count++] = ROLLER_SKIP; /* RO2.7 */
    count += add_set(bonuses(sheet, own, takes), ROLLER_BONUS, moves + count);
    if (!selecting)
        count += add_rows(own, moves + count);
    return count;
}

static int legal(const struct pip_setup *setup, const void *state, int seat, pip_move *moves) {
    const struct pip__roller_sheet *sheet = pip__roller_sheet_of(setup);
    const struct pip__roller_state *s = state;
    const struct pip__roller_seat *own = &s->seat[seat];
    if (!(s->acting >> seat & 1))
        return 0;
    if (own->step == ROLLER_CHOOSES)
        return legal_choices(sheet, s, own, moves);
    if (own->step == ROLLER_TAKES_A_THIRD)
        return add_set(pip__roller_takes(sheet, s, own), ROLLER_TAKE, moves);
    return add_set(writable(sheet, own), ROLLER_PUT, moves);
}

/* ---- What a move does ---- */

/* RO2.2, RO2.5, RO3.3: a third number is chosen, but not one of the two that go into the rows. */
static enum pip_status take(const struct pip__roller_sheet *sheet,
                            const struct pip__roller_state *s, struct pip__roller_seat *own,
                            int number) {
    bool third = own->step == ROLLER_TAKES_A_THIRD;
    bool selecting = own->step == ROLLER_CHOOSES && own->selections < 2;
    if (!(third || selecting) || is_void(own) || !may_take(sheet, s, own, number))
        return PIP_ILLEGAL;
    if (!third)
        own->selected[own->selections++] = (uint8_t)number;
    own->chosen |= bit(number - ROLLER_LOWEST);
    own->number = (uint8_t)number;
    own->left = s->count[number - ROLLER_LOWEST];
    own->last = 0;
    own->step = ROLLER_WRITES_PATH;
    return PIP_OK;
}

/* RO2.7 */
static enum pip_status skip(const struct pip__roller_sheet *sheet,
                            const struct pip__roller_state *s, struct pip__roller_seat *own) {
    if (own->step != ROLLER_CHOOSES || own->selections == 2 || pip__roller_takes(sheet, s, own))
        return PIP_ILLEGAL;
    own->selections++;
    own->number = own->last = 0;
    return PIP_OK;
}

/* Whether writable() has this hex, without looking at the others. */
static bool may_put(const struct pip__roller_sheet *sheet, const struct pip__roller_seat *own,
                    int hex) {
    uint64_t one = pip__roller_hex(hex) & own->empty;
    if (own->step == ROLLER_WRITES_TWO)
        return one != 0;
    if (own->step != ROLLER_WRITES_PATH && own->step != ROLLER_WRITES_MORE)
        return false;
    one &= pip__roller_next(sheet, own, own->number, own->last);
    int length = own->step == ROLLER_WRITES_PATH ? own->left : 1;
    return one && pip__roller_has_opening(sheet, one, own->empty, length);
}

/* RO2.2, RO2.3, RO3.1, RO3.2 */
static enum pip_status put(const struct pip__roller_sheet *sheet, struct pip__roller_seat *own,
                           int hex) {
    if (!may_put(sheet, own, hex))
        return PIP_ILLEGAL;
    int number = own->step == ROLLER_WRITES_TWO ? ROLLER_TWO_NUMBER : own->number;
    *pip__roller_held(own, number) |= pip__roller_hex(hex);
    own->empty &= ~pip__roller_hex(hex);
    if (own->step == ROLLER_WRITES_PATH) {
        own->left--;
        own->last = (uint8_t)(hex + 1);
    }
    if (own->left == 0)
        own->step = ROLLER_CHOOSES;
    if (own->bonus && own->left == 0)
        own->number = own->last = 0;
    return PIP_OK;
}

/* RO3 */
static enum pip_status use_bonus(const struct pip__roller_sheet *sheet,
                                 const struct pip__roller_state *s, struct pip__roller_seat *own,
                                 int bonus) {
    static const uint8_t step[ROLLER_BONUSES] = {[ROLLER_MORE] = ROLLER_WRITES_MORE,
                                                 [ROLLER_TWO] = ROLLER_WRITES_TWO,
                                                 [ROLLER_THIRD] = ROLLER_TAKES_A_THIRD};
    uint8_t takes = bonus == ROLLER_THIRD ? pip__roller_takes(sheet, s, own) : 0;
    if (own->step != ROLLER_CHOOSES || !(bonuses(sheet, own, takes) >> bonus & 1))
        return PIP_ILLEGAL;
    own->used |= bit(bonus);
    own->bonus = 1;
    own->step = step[bonus];
    return PIP_OK;
}

/* RO2.6, RO5.4 */
static enum pip_status fill_boxes(const struct pip_setup *setup, struct pip__roller_state *s,
                                  int seat, pip_move move) {
    struct pip__roller_seat *own = &s->seat[seat];
    int first = own->selected[0], second = own->selected[1];
    bool in_order = move == rows_move(first, second);
    if (own->step != ROLLER_CHOOSES || own->selections < 2 ||
        (!in_order && move != rows_move(second, first)))
        return PIP_ILLEGAL;
    int red = in_order ? first : second, green = in_order ? second : first;
    own->row[ROLLER_RED][s->round] = (uint8_t)(red ? red : ROLLER_BOX_VOID);
    own->row[ROLLER_GREEN][s->round] = (uint8_t)(green ? green : ROLLER_BOX_VOID);
    seat_done(setup, s, seat);
    return PIP_OK;
}

static enum pip_status apply(const struct pip_setup *setup, void *state, unsigned who,
                             pip_move move) {
    const struct pip__roller_sheet *sheet = pip__roller_sheet_of(setup);
    struct pip__roller_state *s = state;
    if (s->phase == ROLLER_OVER)
        return PIP_OVER;
    if (s->phase == ROLLER_ROLL)
        return who == PIP_CHANCE ? roll(setup, s, move) : PIP_NOT_ACTING;
    if (who >= PIP_SEATS_MAX || !(s->acting >> who & 1))
        return PIP_NOT_ACTING;
    struct pip__roller_seat *own = &s->seat[who];
    if (move < ROLLER_SKIP)
        return take(sheet, s, own, ROLLER_LOWEST + move - ROLLER_TAKE);
    if (move == ROLLER_SKIP)
        return skip(sheet, s, own);
    if (move < ROLLER_BONUS)
        return put(sheet, own, move - ROLLER_PUT);
    if (move < ROLLER_ROWS)
        return use_bonus(sheet, s, own, move - ROLLER_BONUS);
    return fill_boxes(setup, s, (int)who, move);
}

/* RO4.1: a round is a roll and, for each seat, two selections, at most one hex for each die, a
 * bonus with its `put` or `take`, and the rows. */
static uint32_t length(const struct pip_setup *setup) {
    const struct pip__roller_sheet *sheet = pip__roller_sheet_of(setup);
    return sheet->rounds * (1u + setup->seats * (5u + sheet->dice));
}

const struct pip_game pip__roller = {
    .name = "roller",
    .title = "Roller",
    .notation =
        "Moves: \"take 5\" selects the fives, \"put c4\" writes the next one in hex c4, "
        "\"skip\" passes a void\n"
        "selection; bonuses: \"bonus more\" for one more, straight after a path, \"bonus two\" "
        "for a two,\n"
        "\"bonus third\" for a third number after two; \"rows 5 7\" puts 5 in the red box and "
        "7 in the green\n"
        "one, \"-\" for a void one.\n",
    .seats_min = 1,
    .seats_max = PIP_SEATS_MAX,
    .edition = 2,
    .first = PIP_FIRST_NOBODY,
    .state_size = sizeof(struct pip__roller_state),
    .moves = ROLLER_MOVES,
    .options = pip__no_options,
    .sheets = pip__roller_sheets,
    .length = length,
    .start = start,
    .actor = actor,
    .turn = turn,
    .legal = legal,
    .chance = chance,
    .apply = apply,
    .check = PIP__FOR_PROGRAMS(pip__roller_check),
    .score = pip__roller_score,
    .move_write = pip__roller_move_write,
    .move_read = pip__roller_move_read,
    .state_write = pip__roller_state_write,
    .state_json = PIP__FOR_DRAWING(pip__roller_state_json),
    .observe = PIP__FOR_PROGRAMS(pip__roller_observe),
    .evaluate = PIP__FOR_BOTS(pip__roller_evaluate),
    .plan = PIP__FOR_BOTS(pip__roller_plan),
    .think = PIP__FOR_BOTS(&pip__roller_think),
};
