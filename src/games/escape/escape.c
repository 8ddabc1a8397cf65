/* How Escape is played: set-up, turns, who acts, and which part of the rules an event belongs to.
 * Every function that is a rule has the rule's id above it. */
#include "escape.h"

_Static_assert(sizeof(struct pip__es_state) <= 256, "a four-seat game fits 256 bytes");
_Static_assert(ES_MOVES <= PIP_MOVES_MAX, "the alphabet is small");

/* ---- Turns ---- */

/* ES2.1, ES8.1, ES8.2, ES8.5 */
static void begin_turn(const struct pip_setup *setup, struct pip__es_state *s) {
    int variant = setup->option[ES_VARIANT];
    s->acting = s->active;
    s->begun = 0;
    pip__es_move_cursed(s);
    s->unrolled = (uint8_t)(ES_DICE + s->added - pip__es_cursed(s));
    bool extra = variant == ES_CLOSED_PATHWAYS || (variant == ES_JOKER_LOTTERY && s->active == 0);
    s->phase = extra ? ES_EXTRA_ROLL : ES_BEFORE_ROLL;
}

/* ES1.6, ES2.5, ES2.6, ES7.2 */
void pip__es_end_turn(const struct pip_setup *setup, struct pip__es_state *s) {
    s->kept = 0;
    s->active = s->active + 1 == setup->seats ? 0 : s->active + 1;
    s->acting = s->active;
    s->turn++;
    if (s->turn == pip__es_turns(setup))
        s->phase = ES_OVER;
    else
        begin_turn(setup, s);
}

/* ---- Set-up ---- */

static void start(const struct pip_setup *setup, void *state) {
    struct pip__es_state *s = state;
    for (int seat = 0; seat < setup->seats; seat++)
        s->seat[seat].place = ES_NOWHERE;
}

/* ES8.6 */
static enum pip_status fits(const struct pip_setup *setup) {
    bool variant = setup->option[ES_VARIANT] != ES_NO_VARIANT;
    return variant == pip__es_sheet_of(setup)->variant_side ? PIP_OK : PIP_BAD_SHEET;
}

/* ES1.7 */
static bool side_is_free(const struct pip_setup *setup, const struct pip__es_state *s, int side) {
    for (int seat = 0; seat < setup->seats; seat++) {
        if (s->seat[seat].place == ES_OUTSIDE + side)
            return false;
    }
    return true;
}

static int legal_sides(const struct pip_setup *setup, const struct pip__es_state *s,
                       pip_move *moves) {
    int count = 0;
    for (int side = 0; side < ES_SIDES; side++) {
        if (side_is_free(setup, s, side))
            moves[count++] = (pip_move)(ES_CHOOSE + side);
    }
    return count;
}

/* ES1.7 */
static enum pip_status choose_side(const struct pip_setup *setup, struct pip__es_state *s,
                                   pip_move move) {
    int side = move - ES_CHOOSE;
    if (side >= ES_SIDES || !side_is_free(setup, s, side))
        return PIP_ILLEGAL;
    s->seat[s->acting].place = (uint8_t)(ES_OUTSIDE + side);
    if (++s->acting == setup->seats)
        begin_turn(setup, s);
    return PIP_OK;
}

/* ---- Events ---- */

static pip_actors actor(const struct pip_setup *setup, const void *state) {
    const struct pip__es_state *s = state;
    (void)setup;
    if (s->phase == ES_OVER)
        return PIP_ACTORS_OVER;
    bool dice = s->phase == ES_DICE_ROLL || s->phase == ES_EXTRA_ROLL;
    return (pip_actors)(dice ? PIP_ACTORS_CHANCE : 1u << s->acting);
}

static int turn(const struct pip_setup *setup, const void *state) {
    (void)setup;
    return ((const struct pip__es_state *)state)->turn;
}

static int legal(const struct pip_setup *setup, const void *state, int seat, pip_move *moves) {
    const struct pip__es_state *s = state;
    if (seat != s->acting)
        return 0;
    switch (s->phase) {
    case ES_CHOOSING_SIDES: return legal_sides(setup, s, moves);
    case ES_CLOSING: return pip__es_legal_closing(setup, s, moves);
    case ES_BEFORE_ROLL: return pip__es_legal_before_roll(setup, s, moves);
    case ES_AFTER_ROLL: return pip__es_legal_after_roll(s, moves);
    case ES_EXPLORING: return pip__es_legal_exploring(setup, s, moves);
    case ES_AT_JOKER: return pip__es_legal_joker(setup, s, moves);
    case ES_UNLOCKING: return pip__es_legal_unlocking(s, moves);
    case ES_TAKING:
    case ES_CROSSING:
    case ES_COMPLETING: return pip__es_legal_pool(setup, s, moves);
    default: return 0;
    }
}

static enum pip_status apply_move(const struct pip_setup *setup, struct pip__es_state *s,
                                  pip_move move) {
    switch (s->phase) {
    case ES_CHOOSING_SIDES: return choose_side(setup, s, move);
    case ES_CLOSING: return pip__es_apply_closing(setup, s, move);
    case ES_BEFORE_ROLL: return pip__es_apply_before_roll(setup, s, move);
    case ES_AFTER_ROLL: return pip__es_apply_after_roll(s, move);
    case ES_EXPLORING: return pip__es_apply_exploring(setup, s, move);
    case ES_AT_JOKER: return pip__es_apply_joker(setup, s, move);
    case ES_UNLOCKING: return pip__es_apply_unlocking(setup, s, move);
    default: return pip__es_apply_pool(setup, s, move);
    }
}

static enum pip_status apply(const struct pip_setup *setup, void *state, unsigned who,
                             pip_move move) {
    struct pip__es_state *s = state;
    if (s->phase == ES_OVER)
        return PIP_OVER;
    if (s->phase == ES_DICE_ROLL || s->phase == ES_EXTRA_ROLL)
        return who == PIP_CHANCE ? pip__es_rolled(setup, s, move) : PIP_NOT_ACTING;
    if (who != s->acting)
        return PIP_NOT_ACTING;
    enum pip_status status = apply_move(setup, s, move);
    if (status == PIP_OK && pip__es_won(setup, s)) /* ES7.1 */
        s->phase = ES_OVER;
    return status;
}

/* ---- Length ---- */

/* A chamber is entered with two dice or one box of the dash track, and boxes are crossed out once,
 * so even walking in circles ends. */
static uint32_t length(const struct pip_setup *setup) {
    const struct pip__es_sheet *sheet = pip__es_sheet_of(setup);
    uint32_t seats = setup->seats, pairs = (ES_DICE + ES_EXTRA_DICE) / 2, boxes = 0;
    for (int track = 0; track < ES_TRACKS; track++)
        boxes += sheet->track[track].boxes;
    uint32_t prelude = 1 + 2;               /* extra dice, two closings */
    uint32_t rolling = 3 * pairs;           /* roll, dice, keep */
    uint32_t exploring = pairs + 1;         /* chambers entered with rolled dice, end */
    uint32_t handing_out = 3 * (seats - 1); /* take, map, leave */
    uint32_t turns = (uint32_t)pip__es_turns(setup);
    uint32_t uses = 2 * boxes; /* a reroll has dice; two temporary dice enter one chamber */
    uint32_t once =
        seats * (1u + ES_CHAMBERS + ES_MAPS) + ES_COLOURS; /* sides, jokers, maps, unlocking */
    return turns * (prelude + rolling + exploring + handing_out) + uses + once;
}

static const char *const difficulty_values[] = {"easy", "normal", "hard", NULL};
static const char *const variant_values[] = {
    [ES_NO_VARIANT] = "none",
    [ES_CLOSED_PATHWAYS] = "closed",
    [ES_JOKER_LOTTERY] = "lottery",
    [ES_DICE_CHAMBERS] = "dice",
    NULL,
};
static const struct pip_option options[] = {
    [ES_DIFFICULTY] = {"difficulty", difficulty_values},
    [ES_VARIANT] = {"variant", variant_values},
    {0},
};

const struct pip_game pip__escape = {
    .name = "escape",
    .title = "Escape Roll & Write",
    .notation = "Moves: \"side north\"; \"close c3 north\" closes a pathway; \"heal 2\", \"roll\", "
                "\"reroll\"; \"keep torch key\"\n"
                "keeps those dice of the roll and gives the rest to the others, \"keep -\" gives "
                "all; \"enter c3\" with\n"
                "two symbols, or \"dash c3\" without, also before a roll; \"use key\" for a "
                "temporary die; \"joker torch\";\n"
                "\"unlock gems\" or \"unlock die\"; \"end\" ends exploring; then the others \"take "
                "torch\", \"map 3\" crosses\n"
                "off, \"complete 3\" or \"leave\". Chambers: rows a to e from the north, columns "
                "from the west.\n",
    .seats_min = ES_SEATS_MIN,
    .seats_max = ES_SEATS_MAX,
    .edition = 2,
    .first = PIP_FIRST_DRAWN,
    .state_size = sizeof(struct pip__es_state),
    .moves = ES_MOVES,
    .options = options,
    .sheets = pip__escape_sheets,
    .length = length,
    .start = start,
    .actor = actor,
    .turn = turn,
    .legal = legal,
    .chance = pip__es_chance,
    .apply = apply,
    .check = PIP__FOR_PROGRAMS(pip__es_check),
    .score = pip__es_score,
    .move_write = pip__es_move_write,
    .move_read = pip__es_move_read,
    .state_write = pip__es_state_write,
    .state_json = PIP__FOR_DRAWING(pip__es_state_json),
    .observe = PIP__FOR_PROGRAMS(pip__es_observe),
    .fits = fits,
    .won = pip__es_won,
    .evaluate = PIP__FOR_BOTS(pip__es_evaluate),
    .plan = PIP__FOR_BOTS(pip__es_plan),
    .think = PIP__FOR_BOTS(&pip__es_think),
};
