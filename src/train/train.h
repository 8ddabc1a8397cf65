/* Training: a net learns what positions are worth by playing against itself.
 *
 * Games are played with the net in whole numbers, exactly as bots play; what is learned from them
 * is computed in floats. The work is cut into lanes of a fixed number, so that a seed gives the
 * same net bit for bit, however many threads share the lanes. */
#ifndef PIP__TRAIN_H
#define PIP__TRAIN_H

#include "bots/net.h"
#include <stdio.h>

/* ---- net_file.c: nets as files ---- */

/* A net with memory of its own. */
struct pip__net_file {
    struct pip_net net;
    char game[32], sheet[64];
    struct pip__net_row *row; /* owned, like `past` */
    struct pip__net_past *past;
};

/* Reads what pip__net_write has written; PIP_OK, PIP_SYNTAX with `why` (a constant), or
 * PIP_NO_ROOM. */
enum pip_status pip__net_read(const char *bytes, size_t length, struct pip__net_file *file,
                              const char **why);
void pip__net_release(struct pip__net_file *file);

/* Room for the weights of file->net.features; false if there is none. */
bool pip__net_make_room(struct pip__net_file *file);

/* Into memory that the caller owns; NULL if there is none. */
char *pip__net_write(const struct pip_net *net, size_t *length);

/* ---- train.c ---- */

struct pip__training {
    const struct pip_setup *setups; /* games are played on them in turn ... */
    int count;
    bool invent;                  /* ... on sheets that the game invents, where it can */
    uint8_t seats_min, seats_max; /* what the net is for */
    const char *sheet;            /* "": any; the game may invent them */
    uint64_t hash;                /* of the net: see struct pip_net */
    uint64_t seed;
    uint32_t games, warm; /* all; of these, how many greedy plays */
    uint32_t again;       /* how many earlier games are learned from again after each */
    int threads;
    double rate, lambda;
    double explore;             /* share of choices in which any candidate is tried */
    const struct pip_net *from; /* to begin with, or NULL */
    /* Told from time to time: games so far, and the mean of their targets (in points) and their
     * length since the last time. */
    void (*progress)(void *context, uint32_t games, double mean, double turns);
    void *context;
};

/* Trains a net into `file`, which the caller releases. PIP_OK or PIP_NO_ROOM. */
enum pip_status pip__train(const struct pip__training *training, struct pip__net_file *file);

#endif
