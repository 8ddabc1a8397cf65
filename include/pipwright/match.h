/* A match: one game under way, with its history.
 *
 * The match owns no memory but itself; the caller lends it a buffer for events. Its history is
 * always in canonical order: where several seats act at the same time, their events are kept
 * clockwise from the first of them, each seat's steps together, whatever order they arrived in.
 * What such seats have chosen is hidden from the others until the last of them has, or, once one of
 * them has asked for turns, until its place in the order comes. pip_match_view is what a viewer may
 * know, and everything shown to somebody or decided by a bot comes from it. */
#ifndef PIPWRIGHT_MATCH_H
#define PIPWRIGHT_MATCH_H

#include <pipwright/game.h>

#ifdef __cplusplus
extern "C" {
#endif

#define PIP_NAME_MAX 64    /* bytes of a seat's name */
#define PIP_EXTRA_MAX 2048 /* bytes of header lines that this version does not know */

struct pip_event {
    uint8_t actor; /* a seat, or PIP_CHANCE */
    uint8_t unused;
    pip_move move;
};

/* Where the dice come from. */
enum pip_dice_kind { PIP_DICE_UNSAID, PIP_DICE_SEED, PIP_DICE_REAL, PIP_DICE_FAIR };

struct pip_match {
    struct pip_setup setup;
    uint8_t edition;                            /* of the rules it was played by */
    char name[PIP_SEATS_MAX][PIP_NAME_MAX + 1]; /* "" if a seat has none */
    bool drawn;                                 /* who begins was drawn ... */
    uint8_t first;                              /* ... and sat here before the seats moved round */
    enum pip_dice_kind dice;
    struct pip_seed seed;          /* with PIP_DICE_SEED */
    uint8_t commitment[32];        /* with PIP_DICE_FAIR: see fair.h */
    char extra[PIP_EXTRA_MAX + 1]; /* whole header lines, kept as they were */

    struct pip_event *events; /* kept: the caller's buffer */
    uint32_t capacity, count;
    uint32_t rolls; /* chance events so far */
    uint32_t final; /* events before this one can no longer be taken back */
    bool closed;    /* the record has its closing line */

    pip_actors resigned;                 /* seats that have given up; others play them on */
    uint32_t resigned_at[PIP_SEATS_MAX]; /* how many events stand before that in the record */

    /* While several seats act at the same time: who did at first, where in the history that began,
     * and the position then. */
    pip_actors together;
    uint32_t together_from;
    bool turns;    /* they choose in turn now (LC2.9) ... */
    uint8_t asked; /* ... because this seat asked for it */
    uint64_t before[PIP_STATE_MAX / 8];

    uint64_t state[PIP_STATE_MAX / 8];
};

/* A match before its first event. Names, dice and extra lines are empty. `events` must outlive the
 * match; setup->game->length(setup) entries are always enough. Returns what pip_setup_check does.
 */
enum pip_status pip_match_start(struct pip_match *match, const struct pip_setup *setup,
                                struct pip_event *events, uint32_t capacity);

/* Moves the names round before the first event, so that whoever sits at seat `first` sits at seat 0
 * and the others follow clockwise. If that was drawn (pip_seed_first, pip_fair_first), the record
 * says so. */
void pip_match_begin_with(struct pip_match *match, int first, bool drawn);

/* Who may act: the game's `actor`; where seats that act at the same time take turns, the one whose
 * turn it is. */
pip_actors pip_match_actor(const struct pip_match *match);
int pip_match_legal(const struct pip_match *match, int seat, pip_move *moves);

/* Plays one event. On any error the match is unchanged. */
enum pip_status pip_match_play(struct pip_match *match, unsigned actor, pip_move move);

/* Rolls what is due from the match's seed; PIP_BAD_DICE if its dice are not seeded, PIP_NOT_ACTING
 * if no roll is due. */
enum pip_status pip_match_roll(struct pip_match *match);

/* Roll number `roll` (from 0) as a source of dice gives it. */
typedef pip_move pip_roller(const void *source, uint32_t roll, const struct pip_chance *chance);

/* Compares every roll so far, and who was drawn to begin (as roll PIP_ROLL_FIRST), with what a
 * source gives. Returns PIP_OK, or PIP_FORGED with a fault that has no place in the text and says,
 * with `name` for the source, `event 3: the seed gives "* 6", not "* 3" (rolls that differ: 1 of
 * 24)`, or `first: the seed gives "draw 1", not "draw 0"`. */
enum pip_status pip_match_compare(const struct pip_match *match, const char *name,
                                  pip_roller *roller, const void *source, struct pip_fault *fault);

/* The same with the match's own seed; PIP_BAD_DICE if its dice are not seeded. */
enum pip_status pip_match_compare_seed(const struct pip_match *match, struct pip_fault *fault);

/* Closes a finished game, so that its record gets its last line; PIP_NOT_ACTING if it is not over.
 */
enum pip_status pip_match_close(struct pip_match *match);

/* A seat gives up: whoever plays it on plays for nobody, and it cannot win. What several seats have
 * chosen at the same time stands behind it in the record. PIP_OK, also if it has done so before;
 * PIP_OVER if the game is. */
enum pip_status pip_match_resign(struct pip_match *match, int seat);

/* Who wins as it stands, without those who have resigned: bit seat for everybody with the highest
 * total, or for all where they win together and have. */
pip_actors pip_match_winners(const struct pip_match *match);

/* A seat that has not finished choosing asks for turns (LC2.9): from now on in this phase those who
 * have not chosen do so in canonical order, each seeing what the seats before it wrote. What is
 * chosen already stays. PIP_OK, also if they take turns already; PIP_NOT_ACTING if the seat has
 * chosen, or does not choose at the same time as others. */
enum pip_status pip_match_ask_turns(struct pip_match *match, int seat);

/* Takes back a seat's latest step. PIP_FINAL if it has none, or if dice were rolled or another seat
 * has seen it since; where seats take turns, if it is not that seat's turn. */
enum pip_status pip_match_undo(struct pip_match *match, int seat);

/* Takes back the latest roll of real dice, because it was typed wrongly, with all that came after
 * it; whether somebody has acted on it is for the caller to judge. PIP_FINAL if the dice are not
 * real or none have been rolled. */
enum pip_status pip_match_undo_roll(struct pip_match *match);

/* The position after the first `count` events (at most match->count) into the caller's
 * PIP_STATE_MAX bytes. */
void pip_match_at(const struct pip_match *match, uint32_t count, void *state);

/* What a seat or PIP_SPECTATOR may know: the position without what others have chosen at the same
 * time and not yet revealed. Into the caller's PIP_STATE_MAX bytes. */
void pip_match_view(const struct pip_match *match, unsigned viewer, void *state);

/* How many events everybody may know: all, or those before what is still hidden. */
uint32_t pip_match_public(const struct pip_match *match);

/* Whether a viewer may know event number `index`: it is public, or the viewer's own. */
bool pip_match_visible(const struct pip_match *match, unsigned viewer, uint32_t index);

/* One event as a line without its end, as it stands in records: "* red red blue 0 3 7", "0 red 3".
 * `state` is the position before it. */
void pip_event_write(const struct pip_setup *setup, const void *state, struct pip_event event,
                     struct pip_text *text);

/* The closing line, "= 213 187", or "= won 17" where all win or lose together. */
void pip_result_write(const struct pip_setup *setup, const void *state, struct pip_text *text);

/* Reads one event for the match's position; it is not played and may be illegal. `strict` as in
 * pip_chance_read. PIP_OK, PIP_BAD_TEXT, PIP_BAD_DICE or PIP_NOT_ACTING. */
enum pip_status pip_event_read(const struct pip_match *match, struct pip_span span, bool strict,
                               struct pip_event *event);

/* What may come next, one line each in no particular order: calls `line` for every legal event of
 * every seat that may act; for "* dice 6" where a roll is due; for the closing line where the game
 * is over and not closed. */
void pip_match_next(const struct pip_match *match, void (*line)(void *context, const char *text),
                    void *context);

#ifdef __cplusplus
}
#endif
#endif
