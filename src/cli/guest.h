/* Guests: programs that hold a seat and speak the protocol of docs/engine.md on their standard
 * input and output. They are started without a shell, are told only what their seat may know, and
 * lose the seat with the first answer that is late, illegal or not to be understood. */
#ifndef PIP__CLI_GUEST_H
#define PIP__CLI_GUEST_H

#include "cli.h"

#define GUEST_PREFIX "exec:" /* before the command, where a bot is named */
#define GUEST_LIMIT 10000    /* milliseconds for an answer, if nobody says otherwise */

/* What a guest is and may do. */
struct guest_terms {
    const char *command; /* a program and its arguments, with spaces between */
    uint64_t limit;      /* milliseconds for an answer */
    uint64_t nodes;      /* to tell it; 0: nothing */
};

/* One program under way, for one seat; zeroed before it is used. It is started when it is first
 * asked. */
struct guest {
    int pid; /* 0: not running */
    int to, from;
    char *heard; /* owned: what it has said, of which so much has been read */
    size_t length, taken;
    struct pip_event *events; /* owned: of the match as its seat sees it */
    struct pip_line line;     /* its answer */
    char why[200];            /* why it has lost its seat: the rest of a sentence */
};

/* Whether a name in a list of bots is a command, which then stands behind the prefix. */
bool guest_is_named(struct pip_span name);

/* Its name for people and records: the program's without its folder. In the caller's buffer. */
void guest_name(const char *command, char name[PIP_NAME_MAX + 1]);

/* Asks for a line of a seat that may act; NULL, with guest->why, if it has lost its seat. The
 * program is then gone; if asked again, a new one is started. */
const struct pip_line *guest_ask(struct guest *guest, const struct guest_terms *terms,
                                 const struct pip_match *match, int seat);

/* What guest_ask is made of (guest_process.c): says something, after starting the program if it
 * does not run, and waits for `best`, whose rest is then in `line`; takes the seat away, with the
 * reason, and returns false. */
#define GUEST_LINE 65536u /* bytes of a line, at most */
bool guest_say(struct guest *guest, const char *command, struct pip_span question, uint64_t limit,
               char line[GUEST_LINE]);
__attribute__((format(printf, 2, 3))) bool guest_lose(struct guest *guest, const char *format, ...);

/* Says goodbye; the program is gone when this returns. */
void guest_end(struct guest *guest);

#endif
