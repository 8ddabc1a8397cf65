/* The report card on the command line: a review, and what is told of it in two languages. */
#ifndef PIP__CLI_REVIEW_H
#define PIP__CLI_REVIEW_H

#include "cli.h"
#include <pipwright/review.h>

/* Words of one language. */
struct review_words {
    bool german;
    const char *expected, *luck, *skill, *rest, *score, *good; /* heads of columns ... */
    const char *columns;                                       /* ... and what they mean */
    const char *alone, *seats, *turns, *turn, *unfinished;
    const char *points, *to_win, *to_escape; /* chances ... */
    const char *share_win, *share_escape;    /* ... and what they differ by, in percentage points */
    const char *cost, *better, *where, *besides, *doubt, *find_worth;
};
extern const struct review_words review_english, review_german;

/* A line of steps in words, into `text`. */
void review_line(const struct pip_setup *setup, const struct review_words *words,
                 const pip_move *step, int steps, struct pip_text *text);

/* A score item in words. */
const char *review_item(const struct review_words *words, const char *name);

/* "-9.3", "+38": thousandths of a point with one place; a chance of PIP_WIN_SURE with one place and
 * a percent sign, and without it a difference of chances, which is percentage points; into buffers
 * that are used again after eight calls. */
const char *review_points(const struct review_words *words, int64_t thousandths, bool sign);
const char *review_chance(const struct review_words *words, int64_t chance, bool sign);
const char *review_share(const struct review_words *words, int64_t difference, bool sign);

/* The name of a seat. */
const char *review_name(const struct pip_match *match, const struct review_words *words, int seat);

/* What was played of a choice, and what would have been better, in words. */
void review_played(const struct pip_review *review, const struct review_words *words,
                   const struct pip_review_choice *choice, struct pip_text *text);

/* The items of a split that matter, the largest first, what it is in all, what the others get of
 * it, and how much more often it wins: "blue +4.0, bonus bridges -2.1, all else +0.3; together +2.2
 * (standard error 0.6), the others -3.0"; empty if nothing does. */
void review_split(const struct pip_match *match, const struct review_words *words,
                  const struct pip_review_split *split, struct pip_text *text);

/* What it leads to at once besides points, where that differs: "way to the exit -1, dice for the
 * others +2"; empty if nothing does. */
void review_besides(const struct review_words *words, const struct pip_review_split *split,
                    struct pip_text *text);
const struct pip_review_split *review_split_of(const struct pip_review *review, uint32_t choice);

/* What a choice has cost by what counts: "2.3 points", "1.4 percentage points of the chance to win
 * (but 2.0 points more)". */
void review_cost(const struct pip_setup *setup, const struct review_words *words, int64_t value,
                 int64_t win, struct pip_text *text);

/* What playing on says beside a cost: "played on 256 times, standard error 0.4"; or where that has
 * not decided. */
void review_rolled(const struct pip_setup *setup, const struct review_words *words,
                   const struct pip_review_rolled *rolled, struct pip_text *text);
void review_open(const struct pip_setup *setup, const struct review_words *words,
                 const struct pip_review_rolled *rolled, struct pip_text *text);

void review_print_text(const struct pip_review *review, const struct review_words *words,
                       unsigned seats);
void review_print_html(const struct pip_review *review, const struct review_words *words,
                       unsigned seats);

/* Lends a review its room. NULL if there is no memory. */
struct pip_review *review_lend(const struct pip_match *match);
void review_release(struct pip_review *review);

#endif
