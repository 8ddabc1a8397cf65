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
    uint64_t hash; /* where its sheet's begins, if it is none of those that are shipped; else 0 */
    int16_t out[NET_HEADS][NET_HIDDEN];
    const struct pip__net_row *row; /* features + 1 */
    const struct pip__net_past *past;
};

/* The nets that are compiled in; ends with a NULL game. Made from weights/ by tools/netc.c. */
extern const struct pip_net pip__nets[];

/* The first eight bytes of a sheet's hash, as they are written. */
uint64_t pip__net_hash(const struct pip_sheet *sheet);

/* The net for a setup in a list that ends with a NULL game: made for its sheet, else for any; NULL
 * if none fits. */
const struct pip_net *pip__net_of(const struct pip_setup *setup, const struct pip_net *nets);

/* The features of a position added up, on the way to the hidden units and past them. */
struct pip__net_sum {
    _Alignas(16) uint16_t hidden[NET_HIDDEN];
    int32_t past[NET_HEADS];
};
void pip__net_add_up(const struct pip_net *net, const uint16_t *features, int count,
                     struct pip__net_sum *sum);

/* What a change changes about a sum, and a sum with that. */
void pip__net_change(const struct pip_net *net, const struct pip_change *change,
                     struct pip__net_sum *difference);
void pip__net_add(struct pip__net_sum *sum, const struct pip__net_sum *difference);

/* What the features say, in 1 / NET_ONE: the first `heads` of what a net tells. */
void pip__net_tell(const struct pip_net *net, const struct pip__net_sum *sum, int heads,
                   int32_t *told);

/* Log-odds in 1 / NET_ONE as a chance of PIP_WIN_SURE. */
int32_t pip__net_chance(int32_t odds);

/* ---- net_read.c: a net as a file ----
 *
 * One line of text says what it is for: NET_FILE, the game, the sheet or "-", the least and the
 * most seats, the features, the hidden units. Then its weights as 16-bit numbers, low byte first:
 * the rows of the features, the row that always counts (hidden, then past), the weights out.
 *
 * A net for a sheet that is not shipped begins with NET_FILE_LEAN, and its line ends with the
 * sheet's hash (16 hexadecimal digits). Few features may ever come up there: before the weights, a
 * bit for each row, low bits first, says whether it is there, or nothing but zeros. */

#define NET_FILE "pipwright-net 1 "
#define NET_FILE_LEAN "pipwright-net 2 "
#define NET_HEAD_MAX 160 /* bytes of the line */

/* Bytes behind the line in a file, at most. */
size_t pip__net_bytes(const struct pip_net *net);

/* Reads the line at the beginning of a file: what the net is for, into `net` and the names that it
 * points to. Returns how long it is, or 0 if it is not that of a net. */
size_t pip__net_head(const char *bytes, size_t length, char game[32], char sheet[64],
                     struct pip_net *net);

/* Reads all that is behind the line into `net` and its features + 1 rows, which the caller lends.
 * NULL, or a sentence that says what is wrong with it. */
const char *pip__net_weights(const char *bytes, size_t length, struct pip_net *net,
                             struct pip__net_row *row, struct pip__net_past *past);

#endif
