/* Escape Roll & Write: a team collects gems in a temple and meets in its exit before time is up.
 *
 * The rules as numbered sentences are in docs/rules/escape.md; ids such as ES3.1 below refer to
 * them, and names come from its glossary.
 *
 * Chambers are numbered 0 to 24 from the north-west corner, row by row; a set of chambers is a
 * uint32_t with bit c for chamber c. A handful of dice is a pip__es_dice. */
#ifndef PIP__ESCAPE_H
#define PIP__ESCAPE_H

#include "../games.h"

#define ES_SEATS_MIN 2
#define ES_SEATS_MAX 4
#define ES_SEAT_COUNTS (ES_SEATS_MAX - ES_SEATS_MIN + 1)
#define ES_DICE 8          /* ES1.2 */
#define ES_EXTRA_DICE 2    /* ES1.2 */
#define ES_CURSED_SPACES 3 /* ES1.4 */
#define ES_WIDTH 5         /* ES9.1 */
#define ES_CHAMBERS 25     /* ES9.1 */
#define ES_MAPS 6          /* ES9.4 */
#define ES_MAP_BOXES 4     /* of one side of a map, at most */
#define ES_UNLOCK_WORTH 2  /* gems, ES4.2 */
#define ES_ALL_CHAMBERS ((1u << ES_CHAMBERS) - 1)
#define ES_NORTH_ROW 0x000001fu
#define ES_EAST_COLUMN 0x1084210u
#define ES_SOUTH_ROW 0x1f00000u
#define ES_WEST_COLUMN 0x0108421u

/* The faces of a die (ES1.2) in the order of records; four of them are entrance symbols. */
enum pip__es_symbol { ES_TORCH, ES_KEY, ES_ADVENTURER, ES_GOLD, ES_BLACK, ES_FACES };
#define ES_SYMBOLS ES_BLACK
extern const char *const pip__es_face_name[ES_FACES];

/* Sides of the temple, and the directions in which pathways lead. */
enum pip__es_side { ES_NORTH, ES_EAST, ES_SOUTH, ES_WEST, ES_SIDES };
extern const char *const pip__es_side_name[ES_SIDES];
extern const uint32_t pip__es_rim[ES_SIDES]; /* the chambers of a side */

/* The bonus tracks (ES1.4). */
enum pip__es_track {
    ES_TRACK_DASH,
    ES_TRACK_HEAL,
    ES_TRACK_REROLL,
    ES_TRACK_KEY,
    ES_TRACK_TORCH,
    ES_TRACK_GOLD,
    ES_TRACKS
};
extern const char *const pip__es_track_name[ES_TRACKS];

/* What is printed in a chamber: a track to mark, or one of these (ES3.5, ES4.1). */
enum pip__es_action { ES_GEM = ES_TRACKS, ES_JOKER_ACTION, ES_EXIT, ES_SPECIAL };
#define ES_COLOURS 4
#define ES_ACTIONS (ES_SPECIAL + ES_COLOURS) /* ES_SPECIAL + colour is one half of that colour */
extern const char *const pip__es_action_name[ES_ACTIONS];

/* How many dice show each symbol: eight bits a symbol, torch in the lowest. */
typedef uint32_t pip__es_dice;

static inline pip__es_dice pip__es_dice_of(int symbol) {
    return 1u << 8 * symbol;
}

static inline int pip__es_dice_count(pip__es_dice dice, int symbol) {
    return dice >> 8 * symbol & 0xff;
}

static inline int pip__es_dice_total(pip__es_dice dice) {
    return (int)(dice * 0x01010101u >> 24);
}

/* Whether `some` are among `all`. With the top bit of every count lent to it, no count can borrow
 * from its neighbour, and it keeps that bit exactly if it suffices. */
static inline bool pip__es_dice_has(pip__es_dice all, pip__es_dice some) {
    return (((all | 0x80808080u) - some) & 0x80808080u) == 0x80808080u;
}

/* The hands of up to two dice, as they are kept or taken: nothing, one, two. */
#define ES_HANDS 15
extern const pip__es_dice pip__es_hand[ES_HANDS];

/* A treasure map. Its boxes are bits: the bonus side in the low four, the gem side in the high
 * four. */
struct pip__es_map {
    uint8_t symbol[2 * ES_MAP_BOXES]; /* of each box */
    uint8_t bonus, gem;               /* the boxes there are */
    uint8_t gives;                    /* the track that the bonus side marks */
};

struct pip__es_boxes {
    uint8_t boxes;
    uint8_t gem[ES_SEAT_COUNTS]; /* the box that gains the gem, from 1, by number of seats */
};

/* What sheets/escape/NAME.json says. */
struct pip__es_sheet {
    uint8_t variant_side; /* ES8.6 */
    uint8_t entry[ES_CHAMBERS][2];
    uint8_t action[ES_CHAMBERS];
    uint32_t open[ES_SIDES]; /* by direction: the chambers with a pathway there, rim included */
    struct pip__es_boxes track[ES_TRACKS];
    uint8_t gems; /* boxes of the gem track */
    struct pip__es_map map[ES_MAPS];
    uint8_t goal[3][ES_SEAT_COUNTS]; /* by difficulty */
    uint8_t rounds[ES_SEAT_COUNTS];
    /* The same once more, in the form in which it is asked for. */
    pip__es_dice need[ES_CHAMBERS]; /* both entrance symbols */
    uint32_t with[ES_ACTIONS];      /* the chambers with an action */
};

/* Moves; the text of each is in view.c. */
enum pip__es_move {
    ES_CHOOSE = 0,                  /* + side */
    ES_HEAL = ES_CHOOSE + ES_SIDES, /* + cursed space */
    ES_ROLL = ES_HEAL + ES_CURSED_SPACES,
    ES_REROLL,
    ES_KEEP,                          /* + hand */
    ES_ENTER = ES_KEEP + ES_HANDS,    /* + chamber */
    ES_DASH = ES_ENTER + ES_CHAMBERS, /* + chamber */
    ES_USE = ES_DASH + ES_CHAMBERS,   /* + index into pip__es_temporary */
    ES_JOKER = ES_USE + 3,            /* + face, or + ES_JOKER_REROLL */
    ES_UNLOCK_GEMS = ES_JOKER + ES_FACES + 1,
    ES_UNLOCK_DIE,
    ES_CLOSE, /* + 4 chamber + direction */
    ES_END = ES_CLOSE + ES_CHAMBERS * ES_SIDES,
    ES_TAKE,                         /* + hand - 1 */
    ES_MAP = ES_TAKE + ES_HANDS - 1, /* + map */
    ES_COMPLETE = ES_MAP + ES_MAPS,  /* + map */
    ES_LEAVE = ES_COMPLETE + ES_MAPS,
    ES_MOVES
};
#define ES_JOKER_REROLL ES_FACES

/* The symbols that have a track of temporary dice (ES6.5). */
#define ES_TEMPORARIES 3
extern const uint8_t pip__es_temporary[ES_TEMPORARIES];

/* The track that belongs to a symbol, or -1 for adventurer and black mask. */
static inline int pip__es_track_of(int symbol) {
    static const int8_t track[ES_FACES] = {ES_TRACK_TORCH, ES_TRACK_KEY, -1, ES_TRACK_GOLD, -1};
    return track[symbol];
}

enum pip__es_phase {
    ES_CHOOSING_SIDES,
    ES_EXTRA_ROLL,  /* chance: the two extra dice */
    ES_CLOSING,     /* a pathway */
    ES_BEFORE_ROLL, /* heal, roll, or dash */
    ES_DICE_ROLL,   /* chance: the next two dice */
    ES_AFTER_ROLL,  /* reroll, or keep */
    ES_EXPLORING,
    ES_AT_JOKER,
    ES_UNLOCKING,
    ES_TAKING,     /* from the common pool */
    ES_CROSSING,   /* symbols off a map */
    ES_COMPLETING, /* maps */
    ES_OVER
};

/* Options and their values. */
enum pip__es_option { ES_DIFFICULTY, ES_VARIANT };
enum pip__es_variant { ES_NO_VARIANT, ES_CLOSED_PATHWAYS, ES_JOKER_LOTTERY, ES_DICE_CHAMBERS };

/* Where gems come from; each is an item of the score. */
enum pip__es_source {
    ES_FROM_CHAMBERS,
    ES_FROM_TRACKS,
    ES_FROM_SPECIALS,
    ES_FROM_MAPS,
    ES_SOURCES
};

/* Where an adventurer stands: a chamber, or outside of a side, or nowhere yet. */
#define ES_OUTSIDE ES_CHAMBERS /* + side */
#define ES_NOWHERE (ES_OUTSIDE + ES_SIDES)

/* One seat's temple sheet. */
struct pip__es_seat {
    uint32_t crossed;          /* chambers whose action is crossed out */
    uint32_t closed[ES_SIDES]; /* by direction: chambers whose pathway there is closed (ES8.1) */
    uint8_t place;
    uint8_t completed;    /* bit m: map m is closed */
    uint8_t map[ES_MAPS]; /* boxes crossed off */
    pip__es_dice taken;   /* from the common pool, until they are crossed off */
};

struct pip__es_state {
    struct pip__es_seat seat[ES_SEATS_MAX];
    pip__es_dice kept;   /* by the active seat, temporary dice included, not yet spent */
    pip__es_dice pool;   /* the common pool */
    pip__es_dice rolled; /* the dice of this roll that are no black masks */
    uint8_t black;       /* those that are */
    uint8_t unrolled;    /* dice still to be rolled in this turn */
    uint8_t begun;       /* rolling has begun in this turn: no more healing */
    uint8_t phase, active, acting, turn;
    uint8_t cursed[ES_CURSED_SPACES];
    uint8_t extra[ES_EXTRA_DICE]; /* faces of the extra dice (ES8.1, ES8.2) */
    uint8_t added;                /* extra dice that joined the dice pool (ES8.3) */
    uint8_t unlocked;             /* bit colour */
    uint8_t marked[ES_TRACKS];    /* boxes */
    uint8_t used[ES_TRACKS];      /* those of them that are crossed out */
    uint8_t gems[ES_SOURCES];
};

static inline const struct pip__es_sheet *pip__es_sheet_of(const struct pip_setup *setup) {
    return (const struct pip__es_sheet *)setup->sheet->data;
}

/* ES1.5, ES1.6 */
static inline int pip__es_goal(const struct pip_setup *setup) {
    return pip__es_sheet_of(setup)->goal[setup->option[ES_DIFFICULTY]][setup->seats - ES_SEATS_MIN];
}

static inline int pip__es_turns(const struct pip_setup *setup) {
    return pip__es_sheet_of(setup)->rounds[setup->seats - ES_SEATS_MIN] * setup->seats;
}

static inline int pip__es_gems(const struct pip__es_state *s) {
    return s->gems[0] + s->gems[1] + s->gems[2] + s->gems[3];
}

/* Boxes of a track that are marked and not crossed out. */
static inline int pip__es_ready(const struct pip__es_state *s, int track) {
    return s->marked[track] - s->used[track];
}

static inline int pip__es_cursed(const struct pip__es_state *s) {
    return s->cursed[0] + s->cursed[1] + s->cursed[2];
}

/* The chambers one step from any of a set, through pathways that are open in `open`. */
static inline uint32_t pip__es_neighbours(const uint32_t open[ES_SIDES], uint32_t from) {
    return (from & open[ES_NORTH]) >> ES_WIDTH | (from & open[ES_EAST] & ~ES_EAST_COLUMN) << 1 |
           ((from & open[ES_SOUTH]) << ES_WIDTH & ES_ALL_CHAMBERS) |
           (from & open[ES_WEST] & ~ES_WEST_COLUMN) >> 1;
}

/* ---- escape.c: turns ---- */

void pip__es_end_turn(const struct pip_setup *setup, struct pip__es_state *s);

/* ---- roll.c: curse, heal, roll, reroll, keep ---- */

void pip__es_move_cursed(struct pip__es_state *s);
void pip__es_chance(const struct pip_setup *setup, const void *state, struct pip_chance *chance);
enum pip_status pip__es_rolled(const struct pip_setup *setup, struct pip__es_state *s,
                               pip_move outcome);
int pip__es_legal_before_roll(const struct pip_setup *setup, const struct pip__es_state *s,
                              pip_move *moves);
int pip__es_legal_after_roll(const struct pip__es_state *s, pip_move *moves);
enum pip_status pip__es_apply_before_roll(const struct pip_setup *setup, struct pip__es_state *s,
                                          pip_move move);
enum pip_status pip__es_apply_after_roll(struct pip__es_state *s, pip_move move);
/* To the next roll, or to exploring if there is none: where a turn goes on after a roll is decided,
 * and after a choice in a chamber, which a dash may have led to at either time. */
void pip__es_go_on(struct pip__es_state *s);

/* ---- explore.c: entering chambers and what happens there ---- */

/* The chambers that the seat's adventurer can walk into, symbols aside. */
uint32_t pip__es_reach(const struct pip__es_sheet *sheet, const struct pip__es_seat *seat);
void pip__es_gain(const struct pip__es_sheet *sheet, struct pip__es_state *s, int source, int gems);
void pip__es_mark(const struct pip_setup *setup, struct pip__es_state *s, int track);
void pip__es_use_up(struct pip__es_state *s, int track);
int pip__es_legal_dashes(const struct pip_setup *setup, const struct pip__es_state *s,
                         pip_move *moves);
enum pip_status pip__es_dash(const struct pip_setup *setup, struct pip__es_state *s, pip_move move);
int pip__es_legal_exploring(const struct pip_setup *setup, const struct pip__es_state *s,
                            pip_move *moves);
enum pip_status pip__es_apply_exploring(const struct pip_setup *setup, struct pip__es_state *s,
                                        pip_move move);
int pip__es_legal_joker(const struct pip_setup *setup, const struct pip__es_state *s,
                        pip_move *moves);
enum pip_status pip__es_apply_joker(const struct pip_setup *setup, struct pip__es_state *s,
                                    pip_move move);

/* ---- pool.c: the common pool and treasure maps ---- */

void pip__es_hand_out(const struct pip_setup *setup, struct pip__es_state *s);
/* The boxes of a map after crossing off `dice`, of which some may be lost. */
uint8_t pip__es_cross_off(const struct pip__es_map *map, uint8_t boxes, pip__es_dice dice);
int pip__es_legal_pool(const struct pip_setup *setup, const struct pip__es_state *s,
                       pip_move *moves);
enum pip_status pip__es_apply_pool(const struct pip_setup *setup, struct pip__es_state *s,
                                   pip_move move);

/* ---- variants.c ---- */

void pip__es_extra_rolled(const struct pip_setup *setup, struct pip__es_state *s,
                          const uint8_t *faces);
int pip__es_legal_closing(const struct pip_setup *setup, const struct pip__es_state *s,
                          pip_move *moves);
enum pip_status pip__es_apply_closing(const struct pip_setup *setup, struct pip__es_state *s,
                                      pip_move move);
int pip__es_legal_unlocking(const struct pip__es_state *s, pip_move *moves);
enum pip_status pip__es_apply_unlocking(const struct pip_setup *setup, struct pip__es_state *s,
                                        pip_move move);

/* ---- view.c: words ---- */

/* "c3" */
void pip__es_write_chamber(int chamber, struct pip_text *text);

/* ---- Slots of the table that live in files of their own ---- */

bool pip__es_won(const struct pip_setup *setup, const void *state);
int pip__es_score(const struct pip_setup *setup, const void *state, int seat,
                  struct pip_item *items);
enum pip_status pip__es_check(const struct pip_setup *setup, const void *state);
void pip__es_move_write(const struct pip_setup *setup, pip_move move, struct pip_text *text);
enum pip_status pip__es_move_read(const struct pip_setup *setup, struct pip_span span,
                                  pip_move *move);
void pip__es_state_write(const struct pip_setup *setup, const void *state, unsigned seat,
                         struct pip_text *text);
void pip__es_state_json(const struct pip_setup *setup, const void *state, unsigned seat,
                        struct pip_text *text);
int pip__es_observe(const struct pip_setup *setup, const void *state, int seat, int16_t *numbers);
int32_t pip__es_evaluate(const struct pip_setup *setup, const void *state, int seat);
int pip__es_plan(const struct pip_setup *setup, const void *state, int seat, pip_move *moves);
int pip__es_lines(const struct pip_setup *setup, const void *state, int seat,
                  struct pip_line *lines, int room);
void pip__es_invent(struct pip_random *random, void *data);
extern const struct pip_think pip__es_think;

#endif
