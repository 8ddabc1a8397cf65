/* A game at one terminal: who sits at it, what is told, what is asked. play.c opens the room and
 * runs it; room_tell.c prints, room_hear.c understands, room_ask.c asks and acts. */
#ifndef PIP__CLI_ROOM_H
#define PIP__CLI_ROOM_H

#include "cli.h"
#include "guest/guest.h"
#include "words.h"

#define ROOM_LINE 512 /* bytes of an answer */

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
    bool asks;            /* input is a terminal: somebody can be asked to press Enter */
    bool hides;           /* output is a terminal: what it shows can be wiped */
    bool admitted;        /* it has been said that nothing can be hidden */
    bool confirmed;       /* nobody wants the latest moves back */
    bool warned;          /* it has been said that the game is kept nowhere */
    int facing;           /* whose hidden choice the screen shows, or -1 */
    const char *save;     /* where the record is kept, or NULL */
    char copy[ROOM_LINE]; /* where "save FILE" has written this game; "" nowhere */
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

/* One step of the game; false to stop. People choose before bots do, so that they can still take it
 * back. */
bool room_step(struct room *room, pip_actors actors);

#endif
