/* How Lost Cities is played: turns, legal moves and what they do. Every function that is a rule has
 * the rule's id above it. */
#include "lost_cities.h"

_Static_assert(sizeof(struct pip__lc_state) <= 256, "a five-seat game fits 256 bytes");

static uint8_t bit(int n) {
    return (uint8_t)(1u << n);
}

/* LC3.2: a die showing 0 is written as 10. */
static int written_as(int number_die) {
    return number_die == 0 ? LC_HIGHEST : number_die;
}

/* ---- Turns ---- */

static void start(const struct pip_setup *setup, void *state) {
    (void)setup;
    (void)state;
}

static pip_actors actor(const struct pip_setup *setup, const void *state) {
    const struct pip__lc_state *s = state;
    (void)setup;
    if (s->phase == LC_ROLL)
        return PIP_ACTORS_CHANCE;
    return s->phase == LC_OVER ? PIP_ACTORS_OVER : s->acting;
}

/* LC1.2, LC1.3 */
static void chance(const struct pip_setup *setup, const void *state, struct pip_chance *chance) {
    static const char *const digits[] = {"0", "1", "2", "3", "4", "5", "6", "7", "8", "9"};
    static const struct pip_die colour_die = {.faces = LC_COLOURS, .names = pip__lc_column_name};
    static const struct pip_die number_die = {.faces = 10, .names = digits};
    (void)setup;
    (void)state;
    *chance = (struct pip_chance){
        .label = "dice", .throws = 2, .thrown = {{&colour_die, 3}, {&number_die, 3}}};
}

/* LC2.3: the dice that may be chosen are all but those taken. */
static void offer_dice(struct pip__lc_state *s) {
    s->colours = 0;
    s->numbers = 0;
    for (int i = 0; i < 3; i++) {
        if (i + 1 != s->taken_colour)
            s->colours |= bit(s->colour_die[i]);
        if (i + 1 != s->taken_number)
            s->numbers |= (uint16_t)(1u << written_as(s->number_die[i]));
    }
}

/* LC2.1 */
static void roll(const struct pip_setup *setup, struct pip__lc_state *s, pip_move outcome) {
    struct pip_chance dice;
    uint8_t faces[PIP_DICE_MAX];
    chance(setup, s, &dice);
    pip_chance_faces(&dice, outcome, faces);
    for (int i = 0; i < 3; i++) {
        s->colour_die[i] = faces[i];
        s->number_die[i] = faces[3 + i];
    }
    offer_dice(s);
    s->phase = LC_ACTIVE_CHOOSES;
    s->acting = bit(s->active);
}

/* LC2.2, LC2.3: the active seat's pair leaves the middle. */
static void take_dice(struct pip__lc_state *s, int colour, int number) {
    for (int i = 0; i < 3; i++) {
        if (s->colour_die[i] == colour)
            s->taken_colour = (uint8_t)(i + 1);
        if (written_as(s->number_die[i]) == number)
            s->taken_number = (uint8_t)(i + 1);
    }
    offer_dice(s);
}

/* LC8.1 */
static bool is_over(const struct pip_setup *setup, const struct pip__lc_state *s) {
    int all_bridges = pip__lc_sheet_of(setup)->given | bit(LC_ARTEFACTS) | bit(LC_DICE);
    if (s->passed == all_bridges)
        return true;
    for (int seat = 0; seat < setup->seats; seat++) {
        if (s->seat[seat].count[LC_DICE] < LC_BOXES)
            return false;
    }
    return true;
}

/* LC2.6, LC2.8 */
static void end_turn(const struct pip_setup *setup, struct pip__lc_state *s) {
    for (int seat = 0; seat < setup->seats; seat++)
        s->passed |= s->seat[seat].bridges;
    for (int i = 0; i < 3; i++)
        s->colour_die[i] = s->number_die[i] = 0;
    s->taken_colour = s->taken_number = s->colours = 0;
    s->numbers = 0;
    s->turn++;
    s->active = s->active + 1 == setup->seats ? 0 : s->active + 1;
    s->phase = is_over(setup, s) ? LC_OVER : LC_ROLL;
}

/* LC2.7: a seat has done its whole move; who is next? */
static void seat_done(const struct pip_setup *setup, struct pip__lc_state *s, int seat) {
    s->acting &= (uint8_t)~bit(seat);
    if (s->acting != 0)
        return;
    int next = seat + 1 == setup->seats ? 0 : seat + 1;
    bool sequence = setup->option[0] == LC_SEQUENCE;
    bool everybody =
        setup->seats == 1 || (s->phase == LC_OTHERS_CHOOSE && (!sequence || next == s->active));
    if (everybody) {
        end_turn(setup, s);
        return;
    }
    s->phase = LC_OTHERS_CHOOSE;
    s->acting = sequence ? bit(next) : (uint8_t)((bit(setup->seats) - 1) & ~bit(s->active));
}

/* ---- What a seat may do ---- */

/* LC3.1, LC3.6, LC3.7: a box or the end is left, and the number is not below the last one. */
static bool may_write(const struct pip__lc_seat *seat, int colour, int number) {
    bool room = (seat->count[colour] < LC_BOXES) | !(seat->ends >> colour & 1);
    return room & (number >= seat->top[colour]);
}

/* LC3.3, LC3.4: a circle needs a 0, and an expedition without a number. */
static bool may_mark_circle(const struct pip__lc_seat *seat, int colour) {
    return (seat->count[colour] == 0) & !(seat->circles >> colour & 1);
}

/* LC4.1 to LC4.3: any printed expedition with a box or the end left. */
static bool may_accelerate(const struct pip__lc_sheet *sheet, const struct pip__lc_seat *seat,
                           int colour) {
    return (sheet->given >> colour & 1) && may_write(seat, colour, LC_HIGHEST);
}

static bool is_offered(const struct pip__lc_sheet *sheet, const struct pip__lc_state *s, int colour,
                       int number) {
    return (sheet->given & s->colours) >> colour & s->numbers >> number & 1;
}

static int legal_accelerations(const struct pip__lc_sheet *sheet, const struct pip__lc_seat *seat,
                               pip_move *moves) {
    int count = 0;
    for (int colour = 0; colour < LC_COLOURS; colour++) {
        if (may_accelerate(sheet, seat, colour))
            moves[count++] = (pip_move)(LC_ACCELERATE + colour);
    }
    moves[count++] = LC_DECLINE; /* LC4.6 */
    return count;
}

/* LC2.5: every pair on offer that can be written, then refusing. There are at most three colours
 * and three numbers; instead of asking whether a pair fits, each is put down and kept if it does,
 * which spares the processor from guessing. */
static int legal_choices(const struct pip__lc_sheet *sheet, const struct pip__lc_state *s,
                         const struct pip__lc_seat *seat, pip_move *moves) {
    int numbers[3], amount = 0, count = 0;
    for (unsigned left = s->numbers; left; left &= left - 1)
        numbers[amount++] = __builtin_ctz(left);
    for (unsigned colours = s->colours & sheet->given; colours; colours &= colours - 1) {
        int colour = __builtin_ctz(colours);
        int base = LC_WRITE + LC_PER_COLOUR * colour;
        for (int i = 0; i < amount; i++) {
            moves[count] = (pip_move)(base + numbers[i] - 1);
            count += may_write(seat, colour, numbers[i]);
        }
        moves[count] = (pip_move)(base + LC_CIRCLE); /* LC3.5 */
        count += (s->numbers >> LC_HIGHEST) & may_mark_circle(seat, colour);
    }
    moves[count++] = LC_REFUSE;
    return count;
}

static int legal(const struct pip_setup *setup, const void *state, int seat, pip_move *moves) {
    const struct pip__lc_state *s = state;
    const struct pip__lc_sheet *sheet = pip__lc_sheet_of(setup);
    if (!(s->acting >> seat & 1))
        return 0;
    if (s->accelerating >> seat & 1)
        return legal_accelerations(sheet, &s->seat[seat], moves);
    return legal_choices(sheet, s, &s->seat[seat], moves);
}

/* ---- What a move does ---- */

/* LC7.1, LC7.2: one step up a column; reaching the bridge in the first turn in which anyone does
 * earns it. */
static void climb(const struct pip__lc_sheet *sheet, struct pip__lc_state *s,
                  struct pip__lc_seat *seat, int column) {
    seat->count[column]++;
    if (seat->count[column] == sheet->bridge && !(s->passed >> column & 1))
        seat->bridges |= bit(column);
}

/* LC5.1, LC5.2 */
static void shade_artefact(const struct pip__lc_sheet *sheet, struct pip__lc_state *s,
                           struct pip__lc_seat *seat) {
    if (seat->count[LC_ARTEFACTS] < LC_BOXES)
        climb(sheet, s, seat, LC_ARTEFACTS);
}

/* LC3.6, LC4.3 */
static void mark_end(const struct pip__lc_sheet *sheet, struct pip__lc_state *s,
                     struct pip__lc_seat *seat, int colour) {
    seat->ends |= bit(colour);
    shade_artefact(sheet, s, seat);
}

/* LC3.1, LC4.5: writes into the next box, or marks the end above the ninth. Returns whether an
 * acceleration is granted (LC4.1). */
static bool write_number(const struct pip__lc_sheet *sheet, struct pip__lc_state *s,
                         struct pip__lc_seat *seat, int colour, int number) {
    int box = seat->count[colour];
    if (box == LC_BOXES) {
        mark_end(sheet, s, seat, colour);
        return false;
    }
    seat->numbers[colour][box / 2] |= (uint8_t)(number << (box % 2 * 4));
    seat->top[colour] = (uint8_t)number;
    climb(sheet, s, seat, colour);
    if (sheet->box[colour][box] == LC_ARTEFACT)
        shade_artefact(sheet, s, seat);
    return sheet->box[colour][box] == LC_ACCELERATION;
}

/* LC6.1, LC6.3 */
static void refuse(const struct pip__lc_sheet *sheet, struct pip__lc_state *s,
                   struct pip__lc_seat *seat) {
    if (seat->count[LC_DICE] < LC_BOXES)
        climb(sheet, s, seat, LC_DICE);
}

/* LC2.2, LC2.4, LC3.3 */
static enum pip_status choose(const struct pip_setup *setup, struct pip__lc_state *s, int seat,
                              pip_move move) {
    const struct pip__lc_sheet *sheet = pip__lc_sheet_of(setup);
    struct pip__lc_seat *own = &s->seat[seat];
    if (move == LC_REFUSE) {
        refuse(sheet, s, own);
        seat_done(setup, s, seat);
        return PIP_OK;
    }
    if (move > LC_REFUSE)
        return PIP_ILLEGAL;
    int colour = move / LC_PER_COLOUR;
    bool circle = move % LC_PER_COLOUR == LC_CIRCLE;
    int number = circle ? LC_HIGHEST : move % LC_PER_COLOUR + 1;
    if (!is_offered(sheet, s, colour, number) ||
        !(circle ? may_mark_circle(own, colour) : may_write(own, colour, number)))
        return PIP_ILLEGAL;
    bool accelerates = false;
    if (circle)
        own->circles |= bit(colour);
    else
        accelerates = write_number(sheet, s, own, colour, number);
    if (seat == s->active)
        take_dice(s, colour, number);
    if (accelerates)
        s->accelerating |= bit(seat);
    else
        seat_done(setup, s, seat);
    return PIP_OK;
}

/* LC4.1, LC4.2, LC4.7: the next box gets the number below it; an unstarted expedition a 1. */
static enum pip_status accelerate(const struct pip_setup *setup, struct pip__lc_state *s, int seat,
                                  pip_move move) {
    const struct pip__lc_sheet *sheet = pip__lc_sheet_of(setup);
    struct pip__lc_seat *own = &s->seat[seat];
    if (move < LC_ACCELERATE || move >= LC_MOVES)
        return PIP_ILLEGAL;
    bool again = false;
    if (move != LC_DECLINE) {
        int colour = move - LC_ACCELERATE;
        if (!may_accelerate(sheet, own, colour))
            return PIP_ILLEGAL;
        int below = own->top[colour] == 0 ? 1 : own->top[colour];
        again = write_number(sheet, s, own, colour, below);
    }
    if (!again) {
        s->accelerating &= (uint8_t)~bit(seat);
        seat_done(setup, s, seat);
    }
    return PIP_OK;
}

static enum pip_status apply(const struct pip_setup *setup, void *state, unsigned who,
                             pip_move move) {
    struct pip__lc_state *s = state;
    if (s->phase == LC_OVER)
        return PIP_OVER;
    if (s->phase == LC_ROLL) {
        if (who != PIP_CHANCE)
            return PIP_NOT_ACTING;
        struct pip_chance dice;
        chance(setup, s, &dice);
        if (move >= pip_chance_outcomes(&dice))
            return PIP_BAD_DICE;
        roll(setup, s, move);
        return PIP_OK;
    }
    if (who >= LC_SEATS_MAX || !(s->acting >> who & 1))
        return PIP_NOT_ACTING;
    if (s->accelerating >> who & 1)
        return accelerate(setup, s, (int)who, move);
    return choose(setup, s, (int)who, move);
}

static int turn(const struct pip_setup *setup, const void *state) {
    (void)setup;
    return ((const struct pip__lc_state *)state)->turn;
}

/* LC8.2: a seat has at most 6 circles, 54 boxes and 6 ends to write and refuses nine times until it
 * is exhausted, so there are at most 75 turns; and at most 54 arrows to follow or decline. */
static uint32_t length(const struct pip_setup *setup) {
    return 75 + setup->seats * (75u + 54u);
}

static const char *const order_values[] = {
    [LC_SIMULTANEOUS] = "simultaneous", [LC_SEQUENCE] = "sequence", NULL};
static const struct pip_option options[] = {{"order", order_values}, {0}};

const struct pip_game pip__lost_cities = {
    .name = "lost-cities",
    .title = "Lost Cities Roll & Write",
    .notation =
        "Moves: \"red 3\" writes a 3 in red, \"red x\" marks its double point circle, \"-\" "
        "refuses the\n"
        "dice; after an acceleration box \"> blue\" accelerates blue and \"> -\" does not.\n"
        "Sheet, one expedition a line, bottom to top: ( ) the double point circle, nine boxes\n"
        "(> acceleration box, v artefact box), | the bonus bridge, ^ the artefact at the end of "
        "the\n"
        "expedition, then the points; below stand artefacts and dice symbols.\n",
    .seats_min = 1,
    .seats_max = LC_SEATS_MAX,
    .edition = 1,
    .first = PIP_FIRST_MOVES_ON,
    .state_size = sizeof(struct pip__lc_state),
    .moves = LC_MOVES,
    .options = options,
    .sheets = pip__lost_cities_sheets,
    .length = length,
    .start = start,
    .actor = actor,
    .turn = turn,
    .legal = legal,
    .chance = chance,
    .apply = apply,
    .check = PIP__FOR_PROGRAMS(pip__lc_check),
    .score = pip__lc_score,
    .move_write = pip__lc_move_write,
    .move_read = pip__lc_move_read,
    .state_write = pip__lc_state_write,
    .observe = PIP__FOR_PROGRAMS(pip__lc_observe),
    .evaluate = PIP__FOR_BOTS(pip__lc_evaluate),
    .think = PIP__FOR_BOTS(&pip__lc_think),
    .announce = PIP__FOR_DRAWING(pip__lc_announce),
    .state_json = PIP__FOR_DRAWING(pip__lc_state_json),
};
