/* Two servers that are played on in the same way, and differ only in what is hidden: keys, secrets
 * of dice, nonces before the start, and what one seat has chosen while others still choose. Every
 * byte that others get must be the same. */
#ifndef PIP_SERVER_PAIR_H
#define PIP_SERVER_PAIR_H

#include "server/world.h"
#include "testing.h"

#define STEP_MAX 256

struct steps {
    int count;
    char text[STEPS_MAX][STEP_MAX];
};

/* One table, twice. */
struct pair {
    struct world world[2];
    const struct pip_game *game;
    const char *bots;         /* what plays in seats that are not for people: "bot:random" */
    uint8_t least;            /* seats of a table; 2 if it is less */
    struct pip_random random; /* what is played */
    char address[32], table[64], code[64];
    int seats;
    char key[2][PIP_SEATS_MAX][64], host[2][64]; /* "" for a bot's seat */
    struct pip__net_socket *seat[2][PIP_SEATS_MAX], *watcher[2], *owner[2];
    int64_t ids;
    bool idle;    /* the second world's seat only pings where the first one's has begun to choose */
    int behind;   /* a seat that has chosen differently for good, and comes later; -1: none */
    bool planted; /* a leak: what differs is counted ... */
    uint32_t differed;         /* ... here, and does not fail */
    uint32_t compared, chosen; /* comparisons of all that is told; those with differing choices */
    uint32_t turns, later;     /* how often turns were asked for; with a seat behind */
};

/* Of the stream that says what is played. */
uint32_t below(struct pair *pair, uint32_t count);

const struct pip__table *table_of(struct pair *pair, int w);
pip_actors actors_of(struct pair *pair);
bool several(pip_actors actors);
/* A seat that may act. */
int draw_actor(struct pair *pair);

/* Worlds that differ in their secrets alone. */
void pair_begin(struct pair *pair, uint64_t seed);
void pair_end(struct pair *pair);

/* A new table for both, everything about it at random; people sit down (with nonces that differ, if
 * the table will not start); it begins; everybody goes. */
void make_table(struct pair *pair);
void sit(struct pair *pair, int seat, bool differ);
void begin(struct pair *pair);
void part_all(struct pair *pair);

/* A person's connections end; there are new ones. */
void go_away(struct pair *pair, int seat);
void come_back(struct pair *pair, int seat);

/* The test's own lists of seats move like those of the server. */
void move_seats(struct pair *pair, const int *from);

/* What everybody but one seat has been told and can ask for. */
void same_for_all_but(struct pair *pair, int seat);

/* A seat says something in one world, and must be told that it is fine. */
void say(struct pair *pair, int w, int seat, json_t *message);
void say_steps(struct pair *pair, int w, int seat, const struct steps *steps);
void say_ping(struct pair *pair, int w, int seat);

/* Both hosts say something; then everything must be the same (for all but a seat). */
void order(struct pair *pair, json_t *message);
void order_but(struct pair *pair, json_t *message, int seat);
/* A seat asks for turns, likewise. */
void ask_turns(struct pair *pair, int seat);

/* Random steps of a seat until it need not act any more; the same, said in both worlds. */
void draw_steps(struct pair *pair, int seat, struct steps *steps);
void say_all_steps(struct pair *pair, int seat);

/* As many steps as `a` and other ones, if there are any; all of them, or fewer that leave the seat
 * with something to choose. */
bool draw_other(struct pair *pair, int seat, bool whole, struct steps *a, struct steps *b);

/* The last in the order of those who choose now does so differently, and for good: the worlds
 * differ from then on, so this is the end of a table. How many choose before it; 0 if it cannot be
 * done now, or there are fewer than `least`. */
int choose_last(struct pair *pair, int least);

#endif
