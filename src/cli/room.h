/* A game at one terminal: who sits at it, what is told, what is asked. play.c opens the room and
 * runs it; room_tell.c prints, room_hear.c understands, room_ask.c asks and acts, room_tutor.c asks
 * once more, room_branch.c begins within another game. */
#ifndef PIP__CLI_ROOM_H
#define PIP__CLI_ROOM_H

#include "cli.h"
#include "guest/guest.h"
#include "words.h"
#include <pipwright/review.h>

#define ROOM_LINE 512 /* bytes of an answer */

#define ROOM_ROLL 256 /* bytes of a roll as text */

/* What the tutor knows of a choice that is being made. */
struct room_tutor {
    enum pip_tutor level;
    int seat;
    uint32_t count;                   /* events there are once the line is played */
    struct pip_line line;             /* the seat's steps so far ... */
    uint64_t view[PIP_STATE_MAX / 8]; /* ... and what it knew before them */
    struct pip_line refused;          /* what was taken back when it asked; no steps: nothing ... */
    uint32_t refused_at;              /* ... after so many rolls */
    uint32_t asked, changed;
};

struct room {
    struct pip_match match;
    struct pip_event *events;
    const struct pip_bot *bot[PIP_SEATS_MAX]; /* NULL: a person */
    struct pip_random random[PIP_SEATS_MAX];
    struct pip__guest_terms
        terms[PIP_SEATS_MAX];               /* with a command: a program plays, not the bot ... */
    struct pip__guest guest[PIP_SEATS_MAX]; /* ... as long as it holds its seat */
    struct pip_mind mind;                   /* of the bot that is thinking */
    uint32_t told;                          /* events that have been printed */
    bool asks;      /* input is a terminal: somebody can be asked to press Enter */
    bool hides;     /* output is a terminal: what it shows can be wiped */
    bool admitted;  /* it has been said that nothing can be hidden */
    bool confirmed; /* nobody wants the latest moves back */
    bool warned;    /* it has been said that the game is kept nowhere */
    int facing;     /* whose hidden choice the screen shows, or -1 */
    struct room_tutor tutor;
    bool rolls;              /* dice fall by themselves, from no seed that the record has ... */
    char (*kept)[ROOM_ROLL]; /* ... but as in the record that this game began in; owned */
    uint32_t keeps;
    struct pip_seed fresh; /* those that none of these is */
    const char *save;      /* where the record is kept, or NULL */
    char copy[ROOM_LINE];  /* where "save FILE" has written this game; "" nowhere */
};

/* ---- Telling ---- */

void room_tell_table(const struct room *room);
void room_tell_events(struct room *room);
/* A seat's sheet as `viewer` may see it, after what everybody shares. */
void room_tell_sheet(const struct room *room, unsigned viewer, int seat);
void room_tell_score(const struct room *room, unsigned viewer);
void room_tell_moves(const struct room *room, int seat, const pip_move *moves, int count);
void room_tell_end(const struct room *room);
/* Makes the screen and what was scrolled off it empty, where that can be done. */
void room_wipe(struct room *room);

/* ---- Hearing ---- */

/* What an answer asks the caller to do. */
enum heard {
    HEARD_NOTHING, /* it has been answered, or refused with a reason */
    HEARD_ENTER,
    HEARD_MOVE,
    HEARD_UNDO,
    HEARD_TURNS,
    HEARD_QUIT,
    HEARD_ODD, /* not understood, and not answered */
};

/* One line of input, trimmed, in `line`; NULL at the end of the input. */
char *room_hear_line(char line[ROOM_LINE]);

/* The seat of that number or name, which may be short; -1 if there is none or several fit. */
int room_find_seat(const struct pip_match *match, const char *who);

/* Understands a line: one of the moves, by number or text (then *move), or a command, which may be
 * carried out at once. `viewer` is who asks. `count` may be 0. */
enum heard room_hear(struct room *room, unsigned viewer, const char *line, const pip_move *moves,
                     int count, pip_move *move);

/* ---- Asking ---- */

/* Asks who begins, before the first event. False at the end of the input; *seat is -1 for a draw.
 */
bool room_ask_first(struct room *room, int *seat);

/* Asks for the roll that is due; false to stop. */
bool room_ask_dice(struct room *room);

/* Takes back the latest step of any person, or dice that were typed and not used by one. */
void room_undo(struct room *room);

/* ---- The tutor ---- */

/* The level of that name; false if there is none. */
bool room_tutor_level(const char *name, enum pip_tutor *level);

enum taught {
    TAUGHT_PLAY, /* the step may be played */
    TAUGHT_BACK, /* the choice that it would have ended was taken back */
    TAUGHT_STOP, /* the input has ended */
};

/* Told of every step of a person before it is played; asks if that would end a costly choice. */
enum taught room_teach(struct room *room, int seat, pip_move move);

/* What there is to say of it before the game, and after it. */
void room_tell_tutor(const struct room *room);

/* ---- What if ---- */

/* Where a game begins within another, and how it goes on. */
struct room_wish {
    uint64_t at;          /* events that are kept; UINT64_MAX: all */
    const char *seat;     /* whom a person takes over, the others being bots; NULL: all stay */
    bool fresh;           /* others than the dice that came then ... */
    struct pip_seed seed; /* ... these, which also come where none are known */
};

/* Begins a game within `from`. CLI_OK, or the exit code after saying why not. */
int room_branch(struct room *room, const struct pip_match *from, const struct room_wish *wish);

/* Rolls what is due where room->rolls says so. */
bool room_roll(struct room *room);

/* ---- */

/* One step of the game; false to stop. People choose before bots do, so that they can still take it
 * back. */
bool room_step(struct room *room, pip_actors actors);

#endif
