/* What the parts of a review share. */
#ifndef PIP__REVIEW_PARTS_H
#define PIP__REVIEW_PARTS_H

#include <pipwright/review.h>

/* A position in memory that is lent to the rules. */
struct pip__place {
    uint64_t bytes[PIP_STATE_MAX / 8];
};

/* ---- walk.c ---- */

void pip__walk_start(struct pip_review_walk *walk, const struct pip_match *match);

/* Plays so many events. */
void pip__walk_on(struct pip_review_walk *walk, const struct pip_match *match, uint32_t events);

/* What the seat whose event is next may know. */
void pip__walk_view(const struct pip_review_walk *walk, const struct pip_match *match,
                    struct pip__place *view);

/* ---- choice.c ---- */

/* Reviews the choice that the next event begins; returns how many events it has. */
uint32_t pip__review_choice(struct pip_review *review, struct pip_review_choice *choice);

/* How many events of one seat are one line, as far as the rules know. */
uint32_t pip__review_run(const struct pip_review *review, const struct pip__place *view);

/* Of a best choice: what that of `greedy` would have cost. */
void pip__review_obvious(struct pip_review *review, struct pip_review_choice *choice);

/* ---- luck.c ---- */

/* What the judge thinks of the position before a roll. */
void pip__review_before(struct pip_review *review, struct pip_worth *worth);

/* Looks at some outcomes of the roll that is next; false once that was all. */
bool pip__review_luck(struct pip_review *review, struct pip_review_roll *roll);

/* ---- judge.c ---- */

/* What the judge of nets says of a position after a roll, to these seats (bit seat) only. All that
 * is asked at one age of the room must be asked for the same ones. */
struct pip__thinker;
void pip__judge_rolled(const struct pip__thinker *thinker, const void *state, unsigned seats,
                       struct pip_review_room *room, struct pip_worth *worth);

/* ---- split.c ---- */

/* Plays out one pair for a split; false once that was all. */
bool pip__review_split(struct pip_review *review, struct pip_review_split *split);

/* ---- sum.c ---- */

int32_t pip__review_root(int64_t square);

/* Whether seats play against each other. */
bool pip__review_contest(const struct pip_setup *setup);

/* ---- chance.c ---- */

/* How likely a team is to win that a net gives such a value, of PIP_WIN_SURE. */
int32_t pip__review_chance(const struct pip_setup *setup, int32_t value);

#endif
