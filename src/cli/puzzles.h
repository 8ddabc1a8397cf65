/* puzzles: positions in which one choice is clearly the best (docs/review.md). puzzles.c is the
 * command line, and says what kind of puzzle comes next; puzzles_hunt.c plays games for it,
 * puzzles_judge.c says whether a position is one, puzzles_text.c writes and checks them. */
#ifndef PIP__CLI_PUZZLES_H
#define PIP__CLI_PUZZLES_H

#include "cli.h"
#include <pipwright/review.h>

/* A puzzle has at least so many candidates; the second lacks at least so many times what is still
 * nearly as good as the best; playing on confirms that by more than so many standard errors. */
#define PUZZLE_CANDIDATES 3
#define PUZZLE_CLEAR 6
#define PUZZLE_ERRORS 2

struct puzzle {
    uint32_t events; /* of the match, before the choice */
    int seat, turn;
    struct pip_line best, next;
    struct pip_worth lacks;  /* what the second lacks */
    struct pip_worth greedy; /* what the choice of greedy lacks; 0 where it is the best */
    struct pip_review_split split;
};

/* ---- Judging (puzzles_judge.c) ---- */

/* What counts in a setup, of a worth; and from where on it is clear. */
int32_t puzzle_counts(const struct pip_setup *setup, struct pip_worth worth);
int32_t puzzle_clear(const struct pip_setup *setup);

/* Whether greedy would have played something else that is not nearly as good. */
bool puzzle_is_hard(const struct pip_setup *setup, const struct puzzle *puzzle);

/* Whether the second best of a seat in a position (what that seat may know) lacks clearly, and both
 * are choices up to the next roll or somebody else's; fills all but events and split. */
bool puzzle_judge(const struct pip_setup *setup, const void *view, int seat, struct pip_mind *mind,
                  struct puzzle *puzzle);

/* Plays both lines out and fills the split; whether that confirms the best. What is clear
 * early, either way, is not played on for longer. */
bool puzzle_confirm(const struct pip_setup *setup, const void *view, struct pip_mind *mind,
                    uint16_t playouts, struct puzzle *puzzle);
bool puzzle_confirmed(const struct pip_setup *setup, const struct pip_review_split *split);

/* ---- Hunting (puzzles_hunt.c) ---- */

#define PUZZLE_THIRDS 3 /* of a game */

/* What is looked for. */
struct puzzle_wish {
    struct pip_setup setup;
    int third; /* of the game; -1: any */
    bool hard;
    uint16_t playouts;
};

/* How much was looked at. */
struct puzzle_effort {
    uint64_t games, choices, clear, tried;
};

struct puzzle_hunt; /* a game under way, with what was found in it */
struct puzzle_hunt *puzzle_hunt_open(void);
void puzzle_hunt_close(struct puzzle_hunt *hunt);

/* Plays one game and looks for a puzzle in it; `is_new` says whether one is unlike those before.
 * Leaves it in `puzzle`, and its record in a match that stays until the next call; NULL: none. */
typedef bool puzzle_is_new(void *context, const struct pip_match *match,
                           const struct puzzle *puzzle);
const struct pip_match *puzzle_hunt_game(struct puzzle_hunt *hunt, const struct puzzle_wish *wish,
                                         struct pip_seed seed, puzzle_is_new *is_new, void *context,
                                         struct puzzle *puzzle);
const struct puzzle_effort *puzzle_hunt_effort(const struct puzzle_hunt *hunt);

/* ---- Text (puzzles_text.c) ---- */

/* The lines of the header that make a record a puzzle: first what can be told without playing on,
 * then what that has shown. */
void puzzle_write_choice(const struct pip_setup *setup, const struct puzzle *puzzle,
                         struct pip_text *text);
void puzzle_write_split(const struct pip_setup *setup, const struct puzzle *puzzle,
                        struct pip_text *text);

/* A line of moves, with commas between. */
void puzzle_write_line(const struct pip_setup *setup, const struct pip_line *line,
                       struct pip_text *text);

/* Reads a file of puzzles and judges them anew, without playing on. CLI_OK or the exit code. */
int puzzle_check_file(const char *path);

#endif
