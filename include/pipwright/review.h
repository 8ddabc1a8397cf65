/* The report card of a game: what every choice cost, and what every roll was worth.
 *
 * A review walks through a match, finished or not. A choice is a seat's line up to the next roll or
 * somebody else's choice; it has cost what the best candidate is worth more than what was played. A
 * roll was luck by what it is worth under the best play, less what rolls are worth there on
 * average. What positions are worth says a judge: the level expert is one, the exact truth of a
 * small sheet another. docs/review.md says how exact all of it is.
 *
 * Reviews are pure and compute in whole numbers, like bots. They work in steps, and what comes out
 * does not depend on how these are cut. */
#ifndef PIPWRIGHT_REVIEW_H
#define PIPWRIGHT_REVIEW_H

#include <pipwright/bot.h>
#include <pipwright/match.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What a position is worth to a seat: thousandths of a point (where all win or lose together, of
 * what the team aims at: 1000 is to have won), and its chance to win of PIP_WIN_SURE; 0 for who
 * plays alone, or apart from the others. */
struct pip_worth {
    int32_t value, win;
};

struct pip_review_room; /* what a judge remembers while it looks at one roll */

/* Who says what positions are worth. */
struct pip_judge {
    const void *context;

    /* Ranks what a seat can do, as a bot does; `state` is what it may know. */
    void (*rank)(const void *context, const struct pip_setup *setup, const void *state, int seat,
                 struct pip_mind *mind);

    /* What a position is worth to a seat that has done its line: value, win, rank. */
    void (*after)(const void *context, const struct pip_setup *setup, const void *state, int seat,
                  struct pip_mind *mind, struct pip_candidate *worth);

    /* What a position after a roll is worth to every seat if all play on as well as they can. The
     * room is for this roll alone: all outcomes of it are asked one after the other. */
    void (*rolled)(const void *context, const struct pip_setup *setup, const void *state,
                   struct pip_mind *mind, struct pip_review_room *room, struct pip_worth *worth);

    /* What a position before a roll is worth to every seat, for a judge that knows the mean over
     * all rolls without looking at them. NULL: they are looked at. */
    void (*expected)(const void *context, const struct pip_setup *setup, const void *state,
                     struct pip_worth *worth);
};

/* The level expert: its nets, and no slips. */
extern const struct pip_judge pip_judge_expert;

/* Whether that judge knows a setup: it needs a net, compiled in or in the mind. */
bool pip_judge_knows(const struct pip_setup *setup, const struct pip_mind *mind);

/* What playing on says a choice has cost (docs/review.md), with standard errors; below 0: it was
 * better than all else that was played on. */
struct pip_review_rolled {
    uint32_t samples; /* 0: it was not played on */
    bool counts;      /* it is clearer than the judge's opinion, and stands in its place */
    int32_t value, value_error, win, win_error;
    struct pip_worth judged; /* what the judge said */
};

/* One choice. Losses are differences of `best` and `played`. */
struct pip_review_choice {
    uint32_t event; /* its first step */
    uint16_t steps;
    uint16_t turn;
    uint8_t seat;
    bool ranked;     /* what was played is among the candidates */
    int16_t count;   /* of these; 1: there was nothing to choose */
    int16_t place;   /* of what was played, from 1; 0 where it is not ranked */
    int32_t rank;    /* what it lacks in rank: 0 for the best */
    int32_t error;   /* standard error of the loss in value; 0 where nothing was sampled */
    int32_t obvious; /* what the choice of `greedy` would have cost; only of best choices */
    int32_t obvious_win;
    struct pip_worth best, played;
    struct pip_line line; /* the best one */
    struct pip_review_rolled rolled;
};

/* One roll. What was luck is the difference of `after` and `before`. */
struct pip_review_roll {
    uint32_t event;
    uint16_t turn;
    pip_move outcome;
    struct pip_chance chance;
    uint32_t outcomes, looked;              /* how many there are, and how many were looked at */
    struct pip_worth before[PIP_SEATS_MAX]; /* over all outcomes; until these are looked at, what
                                               the judge thinks of the position */
    struct pip_worth after[PIP_SEATS_MAX];
    int32_t error[PIP_SEATS_MAX]; /* standard error of `before` in value; 0: exact */
};

/* What a costly choice has cost, item by item of the score: both lines are played on to the end
 * under the same dice. */
struct pip_review_split {
    uint32_t choice; /* its number */
    uint16_t samples;
    uint8_t items;
    int32_t item[PIP_ITEMS_MAX];       /* thousandths; what the best line brings more */
    int32_t item_error[PIP_ITEMS_MAX]; /* standard errors */
    int32_t total, error;              /* their sum, and its standard error */
    int32_t won;                       /* of PIP_WIN_SURE, how much more often it wins ... */
    int32_t won_error;
    int32_t others; /* thousandths that all other seats together have more after it; 0 where seats
                       do not play against each other */
    int32_t others_error;
    uint8_t besides; /* what else the game counts as soon as the lines are played: by how much more
                        after the best one, exactly */
    const char *beside_name[PIP_BESIDES_MAX];
    int32_t beside[PIP_BESIDES_MAX];
};

/* A seat's card. Where all win or lose together, luck is that of the team. */
#define PIP_REVIEW_COSTLY 3
struct pip_review_seat {
    uint32_t choices, best, near; /* that were any; of these the best, and nearly as good ones */
    int64_t loss, loss_win;
    int64_t luck, luck_win;
    int64_t luck_error;                 /* standard error of `luck` */
    uint32_t rolled;                    /* choices whose cost is that of playing on ... */
    int64_t loss_error, loss_win_error; /* ... and what that makes of the losses */
    uint32_t costly[PIP_REVIEW_COSTLY]; /* choices, the costliest first; UINT32_MAX: none */
    uint32_t find;                      /* a best choice that is not obvious; UINT32_MAX: none */
};

/* What is nearly as good as the best: it lacks at most so much of PIP_WIN_SURE where winning
 * counts, else a hundredth of the game's unit. */
#define PIP_REVIEW_NEAR_WIN 50

/* What is asked for. */
struct pip_review_wish {
    unsigned seats;    /* bit seat: its choices are reviewed; 0: all */
    uint32_t outcomes; /* of a roll that are looked at, at most; 0: all */
    uint16_t playouts; /* for each split; 0: none */
};

enum pip_review_stage {
    PIP_REVIEW_CHOICES,
    PIP_REVIEW_LUCK,
    PIP_REVIEW_FINDS,
    PIP_REVIEW_SPLITS,
    PIP_REVIEW_DONE
};

/* A walk through the events of a match. */
struct pip_review_walk {
    uint32_t event;
    pip_actors together;                /* while several seats act at the same time: who ... */
    uint32_t from;                      /* ... since which event ... */
    uint64_t before[PIP_STATE_MAX / 8]; /* ... and the position then */
    uint64_t now[PIP_STATE_MAX / 8];
};

#define PIP_REVIEW_WORTHS 4096  /* powers of two */
#define PIP_REVIEW_ANSWERS 8192 /* of those who choose after the first */
#define PIP_REVIEW_STEPS 12     /* of an answer that is kept */
struct pip_review_room {
    uint32_t age; /* what was kept at another is forgotten */
    struct {
        uint32_t age;
        int32_t rank;
        struct pip_line line;
    } begun[PIP_MOVES_MAX]; /* the best line of the first who chooses that begins with a step */
    struct {
        uint32_t age, left;
        uint8_t seat, steps;
        pip_move step[PIP_REVIEW_STEPS];
    } answer[PIP_REVIEW_ANSWERS];
    struct {
        uint32_t age;
        uint64_t hash;
        struct pip_worth worth[PIP_SEATS_MAX];
    } known[PIP_REVIEW_WORTHS];
};

struct pip_review_sums {
    int items;
    int64_t item[PIP_ITEMS_MAX], item_squares[PIP_ITEMS_MAX];
    int64_t total, squares, won, won_squares, others, others_squares;
};

/* A review under way. The caller lends it, sets `mind.nets` if it has nets of its own, and lends
 * room for choices and rolls: match->count of either is always enough. */
struct pip_review {
    const struct pip_match *match;
    const struct pip_judge *judge;
    struct pip_review_wish wish;

    struct pip_review_choice *choice;
    struct pip_review_roll *roll;
    uint32_t room_choices, room_rolls;
    uint32_t choices, rolls;
    struct pip_review_split split[PIP_SEATS_MAX * PIP_REVIEW_COSTLY];
    int splits;
    struct pip_review_seat seat[PIP_SEATS_MAX];
    struct pip_worth start[PIP_SEATS_MAX], end[PIP_SEATS_MAX]; /* where the match begins and ends */
    bool over;

    enum pip_review_stage stage; /* what is being done; from here on its own */
    uint32_t at;                 /* how far it has come there */
    uint32_t outcome, sample;    /* within one roll, or one split */
    int64_t sum[PIP_SEATS_MAX], squares[PIP_SEATS_MAX], sum_win[PIP_SEATS_MAX], weight;
    struct pip_review_sums sums;
    struct pip_review_walk walk;
    struct pip_review_room room;
    struct pip_mind mind;
};

/* Begins. The match and the judge must outlive the review. PIP_OK; PIP_NO_ROOM if what is lent is
 * too small. */
enum pip_status pip_review_begin(struct pip_review *review, const struct pip_match *match,
                                 const struct pip_judge *judge, const struct pip_review_wish *wish);

/* Does one small piece of the work, some milliseconds of it; false once all is done. At any time
 * the review holds what is known so far, once the totals are drawn. */
bool pip_review_step(struct pip_review *review);

/* Instead of steps, after the beginning: only the choices from an event on (at most match->count),
 * at once, and nothing of rolls. Nothing is left to do then. */
void pip_review_from(struct pip_review *review, uint32_t event);

/* How much is done, in thousandths. */
int pip_review_progress(const struct pip_review *review);

/* Draws the totals of the seats from what is known so far. */
void pip_review_total(struct pip_review *review);

/* What is next to nothing by what counts, and whether a choice is so near to the best. */
int32_t pip_review_nearness(const struct pip_setup *setup);
bool pip_review_near(const struct pip_setup *setup, const struct pip_review_choice *choice);

/* Whether winning is what counts: seats play against each other, or all win or lose together. Else
 * points do. */
bool pip_review_by_win(const struct pip_setup *setup);

/* What a choice has cost by what counts: of PIP_WIN_SURE, or in thousandths of a point. */
int32_t pip_review_cost(const struct pip_setup *setup, const struct pip_review_choice *choice);

/* Whether playing on does not contradict the judge: the best line does not come out behind by more
 * than two standard errors. */
bool pip_review_agrees(const struct pip_setup *setup, const struct pip_review_split *split);

/* What a line of a seat costs that it has not played yet; `state` is what it may know before it. A
 * line that ends within the seat's choice is taken to go on as well as it can; of one that is
 * several choices the costliest is told, whose `event` is the number of its first step in the line.
 * At least one step; needs what pip_judge_knows asks for. */
void pip_review_line(const struct pip_judge *judge, const struct pip_setup *setup,
                     const void *state, int seat, const struct pip_line *line,
                     struct pip_mind *mind, struct pip_review_choice *choice);

/* From which cost on a tutor asks whether a choice is meant. */
enum pip_tutor { PIP_TUTOR_OFF, PIP_TUTOR_BIG, PIP_TUTOR_CLEAR, PIP_TUTOR_ALL };
#define PIP_TUTORS 4

/* The least cost that a level asks about, as pip_review_cost counts it; INT32_MAX: it never asks.
 */
int32_t pip_tutor_least(const struct pip_setup *setup, enum pip_tutor level);

/* Whether a level asks about a choice: there was something to choose, and it costs that much. */
bool pip_tutor_asks(const struct pip_setup *setup, enum pip_tutor level,
                    const struct pip_review_choice *choice);

/* What one line of a seat brings more than another, item by item: both are played on as for a
 * costly choice. Needs what pip_judge_knows asks for, and at least one playout. */
void pip_review_versus(const struct pip_setup *setup, const void *state, int seat,
                       const struct pip_line *best, const struct pip_line *other,
                       struct pip_mind *mind, uint16_t playouts, struct pip_review_split *split);

/* What the seat of a choice may know when it is due, into `state` (PIP_STATE_MAX bytes). */
void pip_review_view(const struct pip_review *review, uint32_t choice, void *state);

/* As JSON (docs/review.md): all of it as one object; without the list of choices; and some of
 * these as a list. */
void pip_review_json(const struct pip_review *review, struct pip_text *text);
void pip_review_card_json(const struct pip_review *review, struct pip_text *text);
void pip_review_choices_json(const struct pip_review *review, uint32_t from, uint32_t count,
                             struct pip_text *text);

/* The same of a split, whose `choice` counts only in a review. */
void pip_review_split_json(const struct pip_match *match, const struct pip_review_split *split,
                           struct pip_text *text);

#ifdef __cplusplus
}
#endif
#endif
