/* From wherever a seat is in its round to its end: what is under way is ended in the most promising
 * ways, and from each of them follow the turns of turns.c. */
#include "plan.h"

#define LINES_MAX 280     /* that are worth thinking about; fewer where greedy knows better */
#define PLAN_LINES_MAX 48 /* that a greedy seat compares */
#define ENDINGS_MAX 24    /* of what is under way, if more than the rows is to follow */
#define TWO_LISTS (2 * ROLLER_PLACEMENTS_MAX)

/* What is under way, and ways to end it. */
struct under_way {
    const struct pip__roller_sheet *sheet;
    const struct pip__roller_state *s;
    const struct pip__roller_seat *own;
    struct pip__roller_ground ground;
    struct pip__roller_placement ending[TWO_LISTS];
    int count;
};

static bool is_free(const struct pip__roller_seat *own, int bonus) {
    return !own->bonus && !(own->used >> bonus & 1);
}

/* RO2.2, RO3.1: the rest of the path, and one more where that may follow. */
static void end_path(struct under_way *in) {
    const struct pip__roller_seat *own = in->own;
    int plain = pip__roller_placements(&in->ground, own->number, own->last, own->left, in->ending,
                                       ROLLER_PLACEMENTS_MAX);
    in->count = plain;
    if (!is_free(own, ROLLER_MORE))
        return;
    in->count += pip__roller_placements(&in->ground, own->number, own->last, own->left + 1,
                                        &in->ending[plain], ROLLER_PLACEMENTS_MAX);
    for (int i = plain; i < in->count; i++)
        in->ending[i].more = true;
}

/* RO3.1, RO3.2: one hex. */
static void end_bonus(struct under_way *in, int number, uint64_t hexes) {
    for (; hexes; hexes &= hexes - 1) {
        struct pip__roller_seat after = pip__roller_with(in->own, hexes & -hexes, number);
        in->ending[in->count++] =
            (struct pip__roller_placement){.hexes = hexes & -hexes,
                                           .gain = pip__roller_gain(&in->ground, &after),
                                           .number = (uint8_t)number,
                                           .length = 1,
                                           .path = {(uint8_t)__builtin_ctzll(hexes)}};
    }
}

/* RO3.3 */
static void end_third(struct under_way *in) {
    uint8_t takes = pip__roller_takes(in->sheet, in->s, in->own);
    for (int i = 0; i < ROLLER_NUMBERS; i++) {
        if (takes >> i & 1)
            in->count += pip__roller_placements(&in->ground, ROLLER_LOWEST + i, 0, in->s->count[i],
                                                &in->ending[in->count], TWO_LISTS / ROLLER_NUMBERS);
    }
}

static void find_endings(struct under_way *in) {
    const struct pip__roller_seat *own = in->own;
    switch (own->step) {
    case ROLLER_WRITES_PATH: end_path(in); break;
    case ROLLER_WRITES_MORE:
        end_bonus(in, own->number, pip__roller_next(in->sheet, own, own->number, own->last));
        break;
    case ROLLER_WRITES_TWO: end_bonus(in, ROLLER_TWO_NUMBER, own->empty); break;
    default: end_third(in); break;
    }
    for (int i = 1; i < in->count; i++) {
        struct pip__roller_placement moving = in->ending[i];
        int j = i;
        for (; j > 0 && in->ending[j - 1].gain < moving.gain; j--)
            in->ending[j] = in->ending[j - 1];
        in->ending[j] = moving;
    }
}

/* The seat after an ending, and the moves that lead there. */
static struct pip__roller_seat end_with(const struct under_way *in,
                                        const struct pip__roller_placement *ending,
                                        struct pip_line *line) {
    struct pip__roller_seat after = pip__roller_with(in->own, ending->hexes, ending->number);
    line->steps = 0;
    if (in->own->step == ROLLER_TAKES_A_THIRD)
        line->step[line->steps++] = (pip_move)(ROLLER_TAKE + ending->number - ROLLER_LOWEST);
    for (int i = 0; i < ending->length; i++) {
        if (ending->more && i == ending->length - 1)
            line->step[line->steps++] = ROLLER_BONUS + (int)ROLLER_MORE;
        line->step[line->steps++] = (pip_move)(ROLLER_PUT + ending->path[i]);
    }
    after.used |= (uint8_t)(ending->more << ROLLER_MORE);
    after.bonus |= ending->more;
    after.step = ROLLER_CHOOSES;
    after.number = after.left = after.last = 0; /* one more is an ending of its own */
    return after;
}

static void find_lines_under_way(struct under_way *in, int room, struct pip__roller_found *found) {
    pip__roller_survey(in->sheet, in->own, in->sheet->rounds - in->s->round - 1, &in->ground);
    find_endings(in);
    bool last = in->own->selections == 2 && in->own->bonus;
    int most = last ? (room + 1) / 2 : ENDINGS_MAX;
    int endings = in->count < most ? in->count : most;
    endings = endings < room ? endings : room;
    for (int i = 0; i < endings; i++) {
        struct pip_line begun;
        struct pip__roller_seat after = end_with(in, &in->ending[i], &begun);
        pip__roller_turns(in->sheet, in->s, &after, &begun, room / endings, found);
    }
}

static void find_lines(const struct pip_setup *setup, const struct pip__roller_state *s, int seat,
                       int room, struct pip__roller_found *found) {
    const struct pip_line none = {.steps = 0};
    struct under_way in = {.sheet = pip__roller_sheet_of(setup), .s = s, .own = &s->seat[seat]};
    if (in.own->step == ROLLER_CHOOSES)
        pip__roller_turns(in.sheet, s, in.own, &none, room, found);
    else
        find_lines_under_way(&in, room, found);
}

int pip__roller_lines(const struct pip_setup *setup, const void *state, int seat,
                      struct pip_line *lines, int room) {
    static const int16_t lines_max[] = {24, 110, 170, LINES_MAX}; /* by rounds to come */
    const struct pip__roller_state *s = state;
    int32_t value[LINES_MAX];
    struct pip__roller_found found = {.line = lines, .value = value, .far = true};
    int rounds = pip__roller_sheet_of(setup)->rounds - s->round - 1;
    int most = lines_max[rounds < 3 ? rounds : 3];
    find_lines(setup, s, seat, room < most ? room : most, &found);
    return found.count;
}

/* Everybody has the same dice: among equals, seats that begin alike part here. */
int pip__roller_plan(const struct pip_setup *setup, const void *state, int seat, pip_move *moves) {
    struct pip_line line[PLAN_LINES_MAX];
    int32_t value[PLAN_LINES_MAX];
    struct pip__roller_found found = {.line = line, .value = value};
    int equals[PLAN_LINES_MAX], count = 0;
    find_lines(setup, state, seat, PLAN_LINES_MAX, &found);
    for (int i = 0; i < found.count; i++) {
        if (count > 0 && value[i] > value[equals[0]])
            count = 0;
        if (count == 0 || value[i] == value[equals[0]])
            equals[count++] = i;
    }
    const struct pip_line *best = &line[equals[seat % count]];
    for (int i = 0; i < best->steps; i++)
        moves[i] = best->step[i];
    return best->steps;
}
