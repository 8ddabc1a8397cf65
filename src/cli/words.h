/* What people type, understood generously: any case, any spaces, and every word as short as it can
 * be told from the others. */
#ifndef PIP__CLI_WORDS_H
#define PIP__CLI_WORDS_H

#include <stdbool.h>
#include <stddef.h>

#define WORDS_ROOM 64 /* bytes of one text that may be meant */

/* A line without the spaces at its ends, in place. Returns its beginning. */
char *words_trim(char *line);

/* The same words in lower case with one space between; commas count as spaces, and ">" stands
 * alone. What does not fit is left out. */
void words_plain(const char *line, char *plain, size_t room);

/* How well plain typed text fits a text that may be meant. A number is never short for a longer
 * one. */
enum words_fit {
    WORDS_OTHER, /* it is something else */
    WORDS_BEGUN, /* each word begins a word, and words are missing at the end */
    WORDS_SHORT, /* each word begins a word */
    WORDS_SAME,
};
enum words_fit words_fit(const char *typed, const char *meant);

/* "r3" as "r 3": a space between each letter and a number after it. */
void words_split(const char *plain, char *split, size_t room);

/* Which of several texts was meant. Begins zeroed. */
struct words_choice {
    enum words_fit best;
    int count; /* how many fit that well */
    int first; /* the first of them */
};

/* Takes one more text, number `index`, into account. */
void words_consider(struct words_choice *choice, enum words_fit fit, int index);

#endif
