/* What the levels share: candidates, what they are worth, and the best answer to them. */
#ifndef PIP__THINK_H
#define PIP__THINK_H

#include "net.h"

/* A position in memory that is lent to the rules. */
struct pip__position {
    uint64_t bytes[PIP_STATE_MAX / 8];
};

/* What the others will do with what a seat leaves them. */
#define PIP__ANSWERS_MAX 64
struct pip__answers {
    int count;
    struct {
        uint32_t left;
        uint8_t seat;
        struct pip_line line;
    } answer[PIP__ANSWERS_MAX];
};

/* One seat's thoughts about one setup. */
struct pip__thinker {
    const struct pip_setup *setup;
    const struct pip_net *net;
    struct pip_mind *mind;
};

/* The net for a setup among those of the mind, then among those compiled in; NULL if none fits. */
const struct pip_net *pip__net_for(const struct pip_setup *setup, const struct pip_mind *mind);

/* ---- lines.c ---- */

/* Told of a line, and of where it leads. */
typedef void pip__line_visit(void *context, const struct pip_line *line, const void *after);

/* Visits the lines that a seat can choose from; how many. */
int pip__lines(const struct pip_setup *setup, const void *state, int seat, struct pip_mind *mind,
               pip__line_visit *visit, void *context);

/* Visits every line that the rules allow, each outcome once: what games without `lines` get. */
int pip__lines_all(const struct pip_setup *setup, const void *state, int seat,
                   struct pip_mind *mind, pip__line_visit *visit, void *context);

void pip__line_play(const struct pip_setup *setup, void *state, int seat,
                    const struct pip_line *line);

/* ---- value.c ---- */

/* What the position is worth to a seat that has done its turn: value, win and rank. */
void pip__value(const struct pip__thinker *thinker, const void *state, int seat,
                struct pip_candidate *candidate);

/* The seat's best line by that alone. */
void pip__answer(const struct pip__thinker *thinker, const void *state, int seat,
                 struct pip_line *line);

/* Ranks a seat's lines by the value of what they lead to; of the best ones, of what they lead to
 * when the others have answered in this turn. */
void pip__rank_by_net(const struct pip__thinker *thinker, const void *state, int seat);

/* What a position is worth to a seat that has done its line in it, as those rankings value it: when
 * the others have answered in this turn. */
void pip__value_after(const struct pip__thinker *thinker, const void *state, int seat,
                      struct pip_candidate *candidate);

/* Lets everybody else answer until chance acts, another turn begins or the game is over. `answers`
 * are those known already. */
void pip__settle(const struct pip__thinker *thinker, void *state, int seat,
                 struct pip__answers *answers);

/* ---- playout.c ---- */

/* How the dice fall in a position where chance acts, after so many turns: says who plays on. */
typedef pip_move pip__let_fall(void *context, const struct pip__position *now, int turn,
                               const struct pip_chance *chance);

/* Plays on with everybody choosing by the net, until the game is over or chance acts after so many
 * more turns (0: however many). Where seats play apart, only one of them chooses so. */
void pip__play_on(const struct pip__thinker *thinker, struct pip__position *now, int seat,
                  int turns, pip__let_fall *let_fall, void *context);

/* ---- search.c ---- */

/* Ranks a seat's lines by playing out the best of them. */
void pip__rank_by_search(const struct pip__thinker *thinker, const void *state, int seat);

/* ---- */

/* Sorts the first candidates of the mind, the best first; equals stay in order. */
void pip__sort(struct pip_mind *mind, int count);

#endif
