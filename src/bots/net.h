/* A small net: what a position is worth to a seat, from what is remarkable about it.
 *
 * One hidden layer over sparse features, and a straight way past it. The weights are whole numbers
 * (weights/GAME/NAME.net, made by `pipwright train`), and so is every step of the computation: a
 * hidden unit counts in 1/256, an output in 1/2^18 of the game's unit. */
#ifndef PIP__NET_H
#define PIP__NET_H

#include <pipwright/bot.h>

#define NET_HIDDEN 32
#define NET_HIDDEN_ONE 256 /* of a weight into a hidden unit, and of a unit */
#define NET_HIDDEN_MOST (16 * NET_HIDDEN_ONE - 1)
#define NET_OUT_ONE 1024 /* of a weight out of it */
#define NET_OUT_MOST (8 * NET_OUT_ONE)
#define NET_PAST_ONE 2048 /* of a weight past it */
#define NET_ONE (NET_HIDDEN_ONE * NET_OUT_ONE)

/* What it tells: the target in the game's unit, and the chance to win as log-odds. */
enum pip__net_head { NET_VALUE, NET_WIN, NET_HEADS };

/* How a feature counts on the way to the hidden units, in one line of a processor's cache; and past
 * them. The row behind the last feature counts always, once. */
struct pip__net_row {
    _Alignas(64) int16_t hidden[NET_HIDDEN];
};
struct pip__net_past {
    int16_t head[NET_HEADS];
};

struct pip_net {
    const char *game;
    const char *sheet;            /* "": any */
    uint8_t seats_min, seats_max; /* that it was made for */
    uint16_t features;
    int16_t out[NET_HEADS][NET_HIDDEN];
    const struct pip__net_row *row; /* features + 1 */
    const struct pip__net_past *past;
};

/* The nets that are compiled in; ends with a NULL game. Made from weights/ by tools/netc.c. */
extern const struct pip_net pip__nets[];

/* The net for a setup in a list that ends with a NULL game: made for its sheet, else for any; NULL
 * if none fits. */
const struct pip_net *pip__net_of(const struct pip_setup *setup, const struct pip_net *nets);

/* What the features say, in 1 / NET_ONE. */
void pip__net_tell(const struct pip_net *net, const uint16_t *features, int count,
                   int32_t told[NET_HEADS]);

/* Log-odds in 1 / NET_ONE as a chance of PIP_WIN_SURE. */
int32_t pip__net_chance(int32_t odds);

/* ---- net_read.c: a net as a file ----
 *
 * One line of text says what it is for: NET_FILE, the game, the sheet or "-", the least and the
 * most seats, the features, the hidden units. Then its weights as 16-bit numbers, low byte first:
 * the rows of the features, the row that always counts (hidden, then past), the weights out. */

#define NET_FILE "pipwright-net 1 "
#define NET_HEAD_MAX 160 /* bytes of the line */

/* Bytes of the weights in a file. */
size_t pip__net_bytes(unsigned features);

/* Reads the line at the beginning of a file: what the net is for, into `net` and the names that it
 * points to. Returns how long it is, or 0 if it is not that of a net. */
size_t pip__net_head(const char *bytes, size_t length, char game[32], char sheet[64],
                     struct pip_net *net);

/* Reads the pip__net_bytes behind the line into `net` and its features + 1 rows, which the caller
 * lends. False if a weight is too large. */
bool pip__net_weights(const char *bytes, struct pip_net *net, struct pip__net_row *row,
                      struct pip__net_past *past);

#endif
