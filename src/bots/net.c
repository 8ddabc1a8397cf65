#include "net.h"
#include <string.h>

static bool is_shipped(const struct pip_setup *setup) {
    for (const struct pip_sheet *const *sheet = setup->game->sheets; *sheet; sheet++) {
        if (memcmp((*sheet)->hash, setup->sheet->hash, sizeof setup->sheet->hash) == 0)
            return true;
    }
    return false;
}

uint64_t pip__net_hash(const struct pip_sheet *sheet) {
    uint64_t hash = 0;
    for (int i = 0; i < 8; i++)
        hash = hash << 8 | sheet->hash[i];
    return hash;
}

/* Names may be used again; hashes are not. */
static bool is_made_for(const struct pip_net *net, const struct pip_setup *setup, bool shipped) {
    return strcmp(net->sheet, setup->sheet->name) == 0 &&
           (net->hash ? net->hash == pip__net_hash(setup->sheet) : shipped);
}

const struct pip_net *pip__net_of(const struct pip_setup *setup, const struct pip_net *nets) {
    const struct pip_net *general = NULL;
    bool shipped = nets != pip__nets || is_shipped(setup); /* a caller knows for which sheet */
    for (const struct pip_net *net = nets; net && net->game; net++) {
        if (strcmp(net->game, setup->game->name) != 0 || setup->seats < net->seats_min ||
            setup->seats > net->seats_max || net->features != setup->game->think->features)
            continue;
        if (net->sheet[0] && is_made_for(net, setup, shipped))
            return net;
        if (net->sheet[0] == '\0')
            general = net;
    }
    return general;
}

/* Eight units side by side. Sums wrap instead of overflowing; they would have to be 128 times a
 * unit for that. */
typedef uint16_t units __attribute__((vector_size(16), may_alias));
#define GROUPS (NET_HIDDEN / 8)

/* Adds the rows of features, or takes them away. */
#define COUNT_ROWS(sign)                                                \
    int32_t value = past[NET_VALUE], win = past[NET_WIN];               \
    for (int i = 0; i < count; i++) {                                   \
        const units *row = (const units *)net->row[features[i]].hidden; \
        for (int group = 0; group < GROUPS; group++)                    \
            all[group] sign row[group];                                 \
        value sign net->past[features[i]].head[NET_VALUE];              \
        win sign net->past[features[i]].head[NET_WIN];                  \
    }                                                                   \
    past[NET_VALUE] = value;                                            \
    past[NET_WIN] = win;

static void add_rows(const struct pip_net *net, const uint16_t *features, int count,
                     units all[GROUPS], int32_t past[NET_HEADS]) {
    COUNT_ROWS(+=)
}

static void take_rows(const struct pip_net *net, const uint16_t *features, int count,
                      units all[GROUPS], int32_t past[NET_HEADS]) {
    COUNT_ROWS(-=)
}

void pip__net_add_up(const struct pip_net *net, const uint16_t *features, int count,
                     struct pip__net_sum *sum) {
    units all[GROUPS];
    memcpy(all, net->row[net->features].hidden, sizeof all);
    sum->past[NET_VALUE] = net->past[net->features].head[NET_VALUE];
    sum->past[NET_WIN] = net->past[net->features].head[NET_WIN];
    add_rows(net, features, count, all, sum->past);
    memcpy(sum->hidden, all, sizeof all);
}

void pip__net_change(const struct pip_net *net, const struct pip_change *change,
                     struct pip__net_sum *difference) {
    units all[GROUPS] = {{0}};
    memset(difference->past, 0, sizeof difference->past);
    take_rows(net, change->went, change->gone, all, difference->past);
    add_rows(net, change->came, change->come, all, difference->past);
    memcpy(difference->hidden, all, sizeof all);
}

void pip__net_add(struct pip__net_sum *sum, const struct pip__net_sum *difference) {
    for (int i = 0; i < NET_HIDDEN; i++)
        sum->hidden[i] = (uint16_t)(sum->hidden[i] + difference->hidden[i]);
    for (int head = 0; head < NET_HEADS; head++)
        sum->past[head] += difference->past[head];
}

void pip__net_tell(const struct pip_net *net, const struct pip__net_sum *sum, int heads,
                   int32_t *told) {
    int16_t unit[NET_HIDDEN];
    for (int i = 0; i < NET_HIDDEN; i++) {
        int16_t value = (int16_t)sum->hidden[i];
        value = value < 0 ? 0 : value;
        unit[i] = value > NET_HIDDEN_MOST ? NET_HIDDEN_MOST : value;
    }
    for (int head = 0; head < heads; head++) {
        int32_t out = sum->past[head] * (NET_ONE / NET_PAST_ONE);
        for (int i = 0; i < NET_HIDDEN; i++)
            out += unit[i] * net->out[head][i];
        told[head] = out;
    }
}

/* The logistic function at 0, 1/4, 1/2, ... 8, in ten thousandths; straight in between. */
static const uint16_t logistic[] = {5000, 5622, 6225, 6792, 7311, 7773, 8176, 8520, 8808,
                                    9047, 9241, 9399, 9526, 9627, 9707, 9770, 9820, 9859,
                                    9890, 9914, 9933, 9948, 9959, 9968, 9975, 9981, 9985,
                                    9988, 9991, 9993, 9994, 9996, 9997};

int32_t pip__net_chance(int32_t odds) {
    const int32_t quarter = NET_ONE / 4;
    const int last = (int)(sizeof logistic / sizeof *logistic) - 1;
    int64_t size = odds < 0 ? -(int64_t)odds : odds;
    int step = size / quarter < last ? (int)(size / quarter) : last - 1;
    int64_t part =
        size - (int64_t)step * quarter < quarter ? size - (int64_t)step * quarter : quarter;
    int32_t chance =
        logistic[step] + (int32_t)((logistic[step + 1] - logistic[step]) * part / quarter);
    return odds < 0 ? PIP_WIN_SURE - chance : chance;
}
