/* Guests: programs that hold a seat and speak the protocol of docs/engine.md on their standard
 * input and output. They are started without a shell, are told only what their seat may know, and
 * lose the seat with the first answer that is late, illegal or not to be understood. */
#ifndef PIP__GUEST_H
#define PIP__GUEST_H

#include <pipwright/bot.h>
#include <pipwright/record.h>

#define PIP__GUEST_PREFIX "exec:" /* before the command, where a bot is named */
#define PIP__GUEST_LIMIT 10000    /* milliseconds for an answer, if nobody says otherwise */

/* What a guest is and may do. */
struct pip__guest_terms {
    const char *command; /* a program and its arguments, with spaces between */
    uint64_t limit;      /* milliseconds for an answer */
    uint64_t nodes;      /* to tell it; 0: nothing */
    bool confined;       /* bounded in what it may use, and its standard error is not shown */
    /* Asked from time to time while it thinks (NULL: never): whether to wait no longer. */
    bool (*enough)(void *context);
    void *context;
};

/* One program under way, for one seat; zeroed before it is used. It is started when it is first
 * asked. */
struct pip__guest {
    int pid; /* 0: not running */
    int to, from;
    char *heard; /* owned: what it has said, of which so much has been read */
    size_t length, taken;
    struct pip_line line; /* its answer */
    char why[200];        /* why it has lost its seat: the rest of a sentence */
};

/* Whether a name in a list of bots is a command, which then stands behind the prefix. */
bool pip__guest_is_named(struct pip_span name);

/* Its name for people and records: the program's without its folder. In the caller's buffer. */
void pip__guest_name(const char *command, char name[PIP_NAME_MAX + 1]);

/* Starts the program if it does not run, and waits until it is ready; false, with guest->why, if it
 * does not become so. Asking does the same by itself. */
bool pip__guest_greet(struct pip__guest *guest, const struct pip__guest_terms *terms);

/* The match without what is hidden from the seat, and without where the dice come from: from a seed
 * one could tell the next ones. `events` has room for as many as the match. */
void pip__guest_see(const struct pip_match *match, int seat, struct pip_event *events,
                    struct pip_match *seen);

/* Asks for a line of a seat that may act; NULL, with guest->why, if it has lost its seat. The
 * program is then gone; if asked again, a new one is started. */
const struct pip_line *pip__guest_ask(struct pip__guest *guest,
                                      const struct pip__guest_terms *terms,
                                      const struct pip_match *match, int seat);

/* What asking is made of (process.c): says something, after starting the program if it does not
 * run, and waits for `best`, whose rest is then in `line`; takes the seat away, with the reason,
 * and returns false. */
#define PIP__GUEST_LINE 65536u /* bytes of a line, at most */
bool pip__guest_say(struct pip__guest *guest, const struct pip__guest_terms *terms,
                    struct pip_span question, char line[PIP__GUEST_LINE]);
__attribute__((format(printf, 2, 3))) bool pip__guest_lose(struct pip__guest *guest,
                                                           const char *format, ...);

/* Says goodbye; the program is gone when this returns. */
void pip__guest_end(struct pip__guest *guest);

#endif
