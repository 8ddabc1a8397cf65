#include "pig.h"
#include "../json.h"

static const struct pip__pig_sheet *sheet_of(const struct pip_setup *setup) {
    return setup->sheet->data;
}

static const char *const move_name[PIG_MOVES] = {[PIG_ROLL] = "roll", [PIG_HOLD] = "hold"};

static uint32_t pig_length(const struct pip_setup *setup) {
    /* A roll that does not end the turn adds at least 2; each is a decision and a roll. */
    uint32_t rolls_per_turn = sheet_of(setup)->target / 2u + 1;
    return setup->seats * sheet_of(setup)->turns * (2 * rolls_per_turn + 1);
}

static void pig_start(const struct pip_setup *setup, void *state) {
    (void)setup;
    (void)state;
}

static pip_actors pig_actor(const struct pip_setup *setup, const void *state) {
    const struct pip__pig_state *s = state;
    (void)setup;
    switch (s->phase) {
    case PIG_DECIDE: return (pip_actors)(1u << s->active);
    case PIG_ROLLING: return PIP_ACTORS_CHANCE;
    default: return PIP_ACTORS_OVER;
    }
}

static int pig_turn(const struct pip_setup *setup, const void *state) {
    const struct pip__pig_state *s = state;
    return s->turn * setup->seats + s->active;
}

/* PG1, PG4 */
static bool may(const struct pip_setup *setup, const struct pip__pig_state *s, pip_move move) {
    bool reaches = s->total[s->active] + s->points >= sheet_of(setup)->target;
    return move == PIG_ROLL ? !reaches : s->points > 0;
}

static int pig_legal(const struct pip_setup *setup, const void *state, int seat, pip_move *moves) {
    const struct pip__pig_state *s = state;
    int count = 0;
    if (s->phase != PIG_DECIDE || seat != s->active)
        return 0;
    for (pip_move move = 0; move < PIG_MOVES; move++) {
        if (may(setup, s, move))
            moves[count++] = move;
    }
    return count;
}

static void pig_chance(const struct pip_setup *setup, const void *state,
                       struct pip_chance *chance) {
    static const char *const faces[] = {"1", "2", "3", "4", "5", "6"};
    static const struct pip_die die = {.faces = 6, .names = faces};
    (void)setup;
    (void)state;
    *chance = (struct pip_chance){.label = "dice", .throws = 1, .thrown = {{&die, 1}}};
}

/* PG5 */
static void end_turn(const struct pip_setup *setup, struct pip__pig_state *s) {
    bool reached = s->total[s->active] >= sheet_of(setup)->target;
    s->points = 0;
    s->phase = PIG_DECIDE;
    if (++s->active == setup->seats) {
        s->active = 0;
        s->turn++;
    }
    if (reached || s->turn == sheet_of(setup)->turns)
        s->phase = PIG_OVER;
}

/* PG2 */
static void rolled(const struct pip_setup *setup, struct pip__pig_state *s, int face) {
    s->phase = PIG_DECIDE;
    if (face == 1)
        end_turn(setup, s);
    else
        s->points = (uint8_t)(s->points + face);
}

/* PG3 */
static void hold(const struct pip_setup *setup, struct pip__pig_state *s) {
    s->total[s->active] = (uint8_t)(s->total[s->active] + s->points);
    end_turn(setup, s);
}

static enum pip_status pig_apply(const struct pip_setup *setup, void *state, unsigned actor,
                                 pip_move move) {
    struct pip__pig_state *s = state;
    if (s->phase == PIG_OVER)
        return PIP_OVER;
    if (s->phase == PIG_ROLLING) {
        if (actor != PIP_CHANCE)
            return PIP_NOT_ACTING;
        if (move >= 6)
            return PIP_BAD_DICE;
        rolled(setup, s, move + 1);
        return PIP_OK;
    }
    if (actor != s->active)
        return PIP_NOT_ACTING;
    if (move >= PIG_MOVES || !may(setup, s, move))
        return PIP_ILLEGAL;
    if (move == PIG_ROLL)
        s->phase = PIG_ROLLING;
    else
        hold(setup, s);
    return PIP_OK;
}

static enum pip_status pig_check(const struct pip_setup *setup, const void *state) {
    const struct pip__pig_state *s = state;
    bool sound = s->active < setup->seats && s->phase <= PIG_OVER &&
                 s->turn <= sheet_of(setup)->turns && s->points < sheet_of(setup)->target + 6;
    for (int seat = 0; seat < PIP_SEATS_MAX; seat++)
        sound &= s->total[seat] < sheet_of(setup)->target + 6;
    return sound ? PIP_OK : PIP_BAD_STATE;
}

static int pig_score(const struct pip_setup *setup, const void *state, int seat,
                     struct pip_item *items) {
    const struct pip__pig_state *s = state;
    (void)setup;
    items[0] = (struct pip_item){"points", s->total[seat]};
    return 1;
}

static void pig_move_write(const struct pip_setup *setup, pip_move move, struct pip_text *text) {
    (void)setup;
    pip_text_add(text, move_name[move]);
}

static enum pip_status pig_move_read(const struct pip_setup *setup, struct pip_span span,
                                     pip_move *move) {
    (void)setup;
    for (pip_move m = 0; m < PIG_MOVES; m++) {
        if (pip_span_is(span, move_name[m])) {
            *move = m;
            return PIP_OK;
        }
    }
    return PIP_BAD_TEXT;
}

static void pig_state_write(const struct pip_setup *setup, const void *state, unsigned seat,
                            struct pip_text *text) {
    const struct pip__pig_state *s = state;
    if (s->phase != PIG_OVER) {
        pip_text_add(text, "Turn ");
        pip_text_add_number(text, s->turn + 1);
        pip_text_add(text, " of ");
        pip_text_add_number(text, sheet_of(setup)->turns);
        pip_text_add(text, ", seat ");
        pip_text_add_number(text, s->active);
        pip_text_add(text, " has ");
        pip_text_add_number(text, s->points);
        pip_text_add(text, " on the table.\n");
    }
    if (seat < setup->seats) {
        pip_text_add(text, "Total ");
        pip_text_add_number(text, s->total[seat]);
        pip_text_add(text, " of ");
        pip_text_add_number(text, sheet_of(setup)->target);
        pip_text_add(text, ".\n");
    }
}

static int pig_observe(const struct pip_setup *setup, const void *state, int seat,
                       int16_t *numbers) {
    const struct pip__pig_state *s = state;
    int count = 0;
    numbers[count++] = s->points;
    numbers[count++] = s->turn;
    for (int i = 0; i < setup->seats; i++) {
        int other = (seat + i) % setup->seats;
        numbers[count++] = s->total[other];
        numbers[count++] = other == s->active;
    }
    return count;
}

/* Twenty points on the table are worth holding; fewer are worth most of themselves. */
static int32_t pig_evaluate(const struct pip_setup *setup, const void *state, int seat) {
    const struct pip__pig_state *s = state;
    (void)setup;
    int32_t value = s->total[seat] * 1000;
    if (s->active == seat && s->phase == PIG_ROLLING)
        value += s->points * 833 + 3333; /* five sixths of: what is there, and 4 more on average */
    return value;
}

static void pig_state_json(const struct pip_setup *setup, const void *state, unsigned seat,
                           struct pip_text *text) {
    static const char *const phase_name[] = {"decide", "roll", "over"};
    const struct pip__pig_state *s = state;
    pip__json_open(text, NULL, '{');
    pip__json_string(text, "phase", phase_name[s->phase]);
    pip__json_number(text, "turn", s->turn + 1);
    pip__json_number(text, "turns", sheet_of(setup)->turns);
    pip__json_number(text, "target", sheet_of(setup)->target);
    pip__json_number(text, "active", s->active);
    pip__json_number(text, "points", s->points);
    pip__json_number(text, "total", s->total[seat]);
    pip__json_close(text, '}');
}

const struct pip_game pip__pig = {
    .name = "pig",
    .title = "Pig",
    .notation = "Moves: roll, hold.\n",
    .seats_min = 1,
    .seats_max = PIP_SEATS_MAX,
    .edition = 1,
    .first = PIP_FIRST_MOVES_ON,
    .state_size = sizeof(struct pip__pig_state),
    .moves = PIG_MOVES,
    .options = pip__no_options,
    .sheets = pip__pig_sheets,
    .length = pig_length,
    .start = pig_start,
    .actor = pig_actor,
    .turn = pig_turn,
    .legal = pig_legal,
    .chance = pig_chance,
    .apply = pig_apply,
    .check = PIP__FOR_PROGRAMS(pig_check),
    .score = pig_score,
    .move_write = pig_move_write,
    .move_read = pig_move_read,
    .state_write = pig_state_write,
    .observe = PIP__FOR_PROGRAMS(pig_observe),
    .evaluate = PIP__FOR_BOTS(pig_evaluate),
    .think = PIP__FOR_BOTS(&pip__pig_think),
    .state_json = PIP__FOR_DRAWING(pig_state_json),
};
