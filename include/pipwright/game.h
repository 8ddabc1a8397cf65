/* The game table: everything the rest of Pipwright knows about a game.
 *
 * A game is one `const struct pip_game`. Its state is a plain value of fixed size without pointers,
 * zeroed at the start, so copying is undo and memcmp is equality. Chance is an actor like a seat:
 * dice come from outside as its moves. Decisions are small steps, and only steps that can be
 * completed are legal.
 *
 * The sentences above each slot are the contract; tests/contract proves them for every game, seat
 * count, option and sheet. */
#ifndef PIPWRIGHT_GAME_H
#define PIPWRIGHT_GAME_H

#include <pipwright/dice.h>

#ifdef __cplusplus
extern "C" {
#endif

#define PIP_SEATS_MAX 8
#define PIP_OPTIONS_MAX 4
#define PIP_MOVES_MAX 512   /* every game's moves are below this; also room enough for `legal` */
#define PIP_ITEMS_MAX 24    /* score items of one seat */
#define PIP_STATE_MAX 1024  /* bytes of a state */
#define PIP_OBSERVE_MAX 768 /* numbers in an observation */
#define PIP_NEWS_MAX 8      /* announcements after one event */

/* Who acts: an event's actor is a seat number or PIP_CHANCE. */
#define PIP_CHANCE 0xffu
/* Somebody who watches and holds no seat. */
#define PIP_SPECTATOR 0xfeu

/* The set of those who may act now: bit s for seat s, or PIP_ACTORS_CHANCE alone, or nobody. */
typedef uint16_t pip_actors;
#define PIP_ACTORS_OVER 0u
#define PIP_ACTORS_CHANCE 0x100u

struct pip_game;

/* A sheet: what is printed on the paper. `data` is the game's own constant struct. */
struct pip_sheet {
    const char *game, *name;
    const char *title_en, *title_de;
    const char *author, *note; /* "" if the file has none */
    uint8_t hash[32];          /* SHA-256 of the sheet file's bytes */
    const void *data;
};

/* An option of a game; the first value is the default. */
struct pip_option {
    const char *name;
    const char *const *values; /* NULL-terminated */
};

/* What is agreed before the first roll. `option[i]` is an index into the i-th option's values. */
struct pip_setup {
    const struct pip_game *game;
    const struct pip_sheet *sheet;
    uint8_t seats;
    uint8_t option[PIP_OPTIONS_MAX];
};

/* One line of a score. `name` belongs to the game or its sheet. */
struct pip_item {
    const char *name;
    int32_t points;
};

/* Something that a seat says aloud. `kind`, `what` and `number` are for front ends with words of
 * their own; `words` is the rest of an English sentence that begins with the seat's name, in which
 * {what} and {number} stand for those two. All texts are constants. */
struct pip_news {
    uint8_t seat;
    const char *kind; /* the game's own name for it: "bridge" */
    const char *what; /* what it is about, as in records: "red"; or "" */
    int16_t number;   /* points, or whatever the kind counts */
    const char *words;
};

/* Who begins, and what a rematch makes of it. */
enum pip_first {
    PIP_FIRST_NOBODY,   /* all act at the same time: seats have no order */
    PIP_FIRST_MOVES_ON, /* seat 0; in a rematch the next one */
    PIP_FIRST_DRAWN     /* seat 0; in a rematch it is drawn again */
};

/* A line: steps of one seat, one after the other, each legal where it stands. */
#define PIP_STEPS_MAX 30
struct pip_line {
    uint8_t steps;
    pip_move step[PIP_STEPS_MAX];
};

/* What is no longer remarkable about a position, and what is instead. */
#define PIP_FEATURES_MAX 256
#define PIP_PARTS_MAX 16
#define PIP_NOTES 4
#define PIP_BESIDES_MAX 4
struct pip_change {
    int gone, come;
    uint16_t went[PIP_FEATURES_MAX], came[PIP_FEATURES_MAX];
};

/* How a game is thought about. Everything else that bots need is written once, for all games
 * (src/bots); what is learned about a game stands in weights/. */
struct pip_think {
    uint16_t features; /* every feature is below this */
    uint16_t active;   /* a position has at most so many, at most PIP_FEATURES_MAX */
    uint16_t unit;     /* thousandths of a point that are a large difference: what a net calls 1 */
    bool apart;        /* what one seat does never matters to another */
    bool free;         /* dice decide which first steps a line may have, and nothing after these */

    /* The turns that a seat that may act can choose from, each up to the next roll or somebody
     * else's choice (or a whole step towards it, where that would be too long), no two of them with
     * the same outcome. Writes into `lines` (room for `room`); returns how many, at least one.
     * NULL: every line that the rules allow. */
    int (*lines)(const struct pip_setup *setup, const void *state, int seat, struct pip_line *lines,
                 int room);

    /* What is remarkable about a position in the eyes of a seat that has done its turn (or has not
     * begun one); returns how many. The same may be remarked more than once: it then counts more
     * than once. */
    int (*remark)(const struct pip_setup *setup, const void *state, int seat, uint16_t *features);

    /* What a line of a seat changes about that (`before` it, and `after` it, in a game that is not
     * over) in parts that it may have in common with other lines from the same position. A part is
     * a number that says all about it, not 0; returns how many there are. Between lines from the
     * same position the game may keep notes, which are 0 at first. NULL: everything is remarked
     * anew. */
    int (*parts)(const struct pip_setup *setup, const void *before, const void *after, int seat,
                 int32_t notes[PIP_NOTES], uint32_t parts[PIP_PARTS_MAX]);
    void (*change)(const struct pip_setup *setup, const void *before, const void *after, int seat,
                   uint32_t part, struct pip_change *change);

    /* What a seat has left to those who choose after it in this turn: others are expected to give
     * the same answer wherever that is the same. NULL: every position is looked at anew. */
    uint32_t (*left)(const struct pip_setup *setup, const void *state);

    /* Fills `data` (PIP_SHEET_DATA_MAX bytes, aligned for anything) with a sheet that nobody has
     * drawn yet, sound in every way: nets that know no sheet in particular learn on such. NULL:
     * they learn on the shipped ones. */
    void (*invent)(struct pip_random *random, void *data);

    /* What a seat hopes for, of a game that is over: thousandths of a point. NULL: its score. */
    int32_t (*target)(const struct pip_setup *setup, const void *state, int seat);

    /* What a seat's line leads to besides points, as soon as it is played: at most PIP_BESIDES_MAX
     * items, the same in the same order for every position; returns how many. NULL: nothing. */
    int (*besides)(const struct pip_setup *setup, const void *state, int seat,
                   struct pip_item *items);
};
#define PIP_SHEET_DATA_MAX 4096

struct pip_game {
    /* ---- What it is ---- */
    const char *name;     /* as in records: a-z and - */
    const char *title;    /* as people write it */
    const char *notation; /* for people: how moves and sheets are written; lines that end with \n */
    uint8_t seats_min, seats_max;
    uint8_t edition; /* of its rules, from 1; grows when a change makes older records illegal */
    enum pip_first first;
    uint16_t state_size;                   /* bytes, at most PIP_STATE_MAX */
    uint16_t moves;                        /* every seat's move is below this */
    const struct pip_option *options;      /* ends with a NULL name */
    const struct pip_sheet *const *sheets; /* the shipped ones, ends with NULL; the first is the
                                              default */

    /* No game with this setup has more events than this. */
    uint32_t (*length)(const struct pip_setup *setup);

    /* ---- How it is played ---- */

    /* Fills a zeroed state with the position before the first event. */
    void (*start)(const struct pip_setup *setup, void *state);

    /* Who may act. Over means that nobody ever will again. Where it is a set of several seats,
     * their moves commute: the state after all of them is the same in any order. */
    pip_actors (*actor)(const struct pip_setup *setup, const void *state);

    /* How many turns (in games where all act at once: rounds) are over. Never falls. */
    int (*turn)(const struct pip_setup *setup, const void *state);

    /* Writes the legal moves of a seat, ascending and each once, into `moves` (room for the table's
     * `moves`); returns how many. At least one if the seat may act, else none. */
    int (*legal)(const struct pip_setup *setup, const void *state, int seat, pip_move *moves);

    /* The roll that is due. Only where `actor` is chance. */
    void (*chance)(const struct pip_setup *setup, const void *state, struct pip_chance *chance);

    /* Plays one event: a seat's legal move, or the outcome of the roll that is due for PIP_CHANCE.
     * Anything else returns an error and leaves the state untouched, byte for byte. */
    enum pip_status (*apply)(const struct pip_setup *setup, void *state, unsigned actor,
                             pip_move move);

    /* Whether the position could be one of a game: PIP_OK or PIP_BAD_STATE. Not in WASM modules. */
    enum pip_status (*check)(const struct pip_setup *setup, const void *state);

    /* What a seat has now, item by item (room for PIP_ITEMS_MAX); returns how many items. They are
     * the same items in the same order for every seat and position of a setup. */
    int (*score)(const struct pip_setup *setup, const void *state, int seat,
                 struct pip_item *items);

    /* ---- How it is told ---- */

    /* A seat's move as text, and back; reading wants exactly what writing gives. */
    void (*move_write)(const struct pip_setup *setup, pip_move move, struct pip_text *text);
    enum pip_status (*move_read)(const struct pip_setup *setup, struct pip_span span,
                                 pip_move *move);

    /* The position in plain text for a person: first what all share, then (with a seat) that seat's
     * sheet. PIP_SPECTATOR gives only what all share. */
    void (*state_write)(const struct pip_setup *setup, const void *state, unsigned seat,
                        struct pip_text *text);

    /* The position as numbers, seen from a seat: its own sheet first, then clockwise; returns how
     * many (at most PIP_OBSERVE_MAX, the same for every position of a setup). Not in WASM modules.
     */
    int (*observe)(const struct pip_setup *setup, const void *state, int seat, int16_t *numbers);

    /* ---- Optional ---- */

    /* Whether sheet, options and seats fit each other: PIP_OK, PIP_BAD_SHEET or PIP_BAD_OPTION.
     * NULL: always. */
    enum pip_status (*fits)(const struct pip_setup *setup);

    /* Whether the team has won. Set only by games in which all win or lose together; there every
     * seat has the same score. */
    bool (*won)(const struct pip_setup *setup, const void *state);

    /* How well a seat stands, in thousandths of a point: its score plus what it may hope for. NULL:
     * the score alone. */
    int32_t (*evaluate)(const struct pip_setup *setup, const void *state, int seat);

    /* For games whose turns have too many steps to try them one by one: the next steps of a seat
     * that may act, towards the turn that `evaluate` likes best. Writes into `moves` (room for
     * PIP_MOVES_MAX); returns how many, at least one, all legal one after the other. */
    int (*plan)(const struct pip_setup *setup, const void *state, int seat, pip_move *moves);

    /* How it is thought about. NULL: bots stronger than greedy play like greedy. */
    const struct pip_think *think;

    /* What is said aloud at the table after an event that led from one position to the next: writes
     * into `news` (room for PIP_NEWS_MAX), in the order of the seats; returns how many. Like
     * state_write it tells nothing but what the two positions hold. NULL: nothing ever is. */
    int (*announce)(const struct pip_setup *setup, const void *before, const void *after,
                    struct pip_news *news);

    /* The seat's sheet and what all share as one JSON object, for front ends that draw. Its keys
     * are the game's own. Like state_write it tells nothing but what `state` holds, so a view
     * (pip_match_view) stays a view. NULL: the game can only be told in words. */
    void (*state_json)(const struct pip_setup *setup, const void *state, unsigned seat,
                       struct pip_text *text);
};

/* All games, ordered by name; ends with NULL. */
extern const struct pip_game *const pip_games[];

/* The game, option or shipped sheet of that name, or NULL (for options and values: -1). */
const struct pip_game *pip_game_find(struct pip_span name);
const struct pip_sheet *pip_sheet_find(const struct pip_game *game, struct pip_span name);
int pip_option_find(const struct pip_game *game, struct pip_span name);
int pip_option_value(const struct pip_option *option, struct pip_span value);

/* The usual setup: default options, the first shipped sheet (or the given one, if not NULL). */
struct pip_setup pip_setup_default(const struct pip_game *game, const struct pip_sheet *sheet,
                                   int seats);

/* Sets "key=value": PIP_OK or PIP_BAD_OPTION. */
enum pip_status pip_setup_option(struct pip_setup *setup, struct pip_span pair);

/* Whether seats, options and sheet fit the game and each other. */
enum pip_status pip_setup_check(const struct pip_setup *setup);

/* Steps to the next setup of the same game in a fixed order over all seat counts, options and
 * shipped sheets, beginning with pip_setup_first; false after the last. */
struct pip_setup pip_setup_first(const struct pip_game *game);
bool pip_setup_next(struct pip_setup *setup);

/* The sum of a seat's items. */
int32_t pip_score_total(const struct pip_setup *setup, const void *state, int seat);

/* Who wins where all play for themselves: bit seat for everybody with the highest total. */
unsigned pip_score_winners(const struct pip_setup *setup, const void *state);

/* The same among some seats only; 0 if `among` has none. */
unsigned pip_score_best(const struct pip_setup *setup, const void *state, unsigned among);

/* A hash of the position; equal positions of equal setups have equal hashes on every machine. */
uint64_t pip_state_hash(const struct pip_setup *setup, const void *state);

#ifdef __cplusplus
}
#endif
#endif
