#include "net.h"
#include <string.h>

static bool is_shipped(const struct pip_setup *setup) {
    for (const struct pip_sheet *const *sheet = setup->game->sheets; *sheet; sheet++) {
        if (memcmp((*sheet)->hash, setup->sheet->hash, sizeof setup->sheet->hash) == 0)
            return true;
    }
    return false;
}

const struct pip_net *pip__net_of(const struct pip_setup *setup, const struct pip_net *nets) {
    const struct pip_net *general = NULL;
    bool shipped = nets != pip__nets || is_shipped(setup); /* a caller knows for which sheet */
    for (const struct pip_net *net = nets; net && net->game; net++) {
        if (strcmp(net->game, setup->game->name) != 0 || setup->seats < net->seats_min ||
            setup->seats > net->seats_max || net->features != setup->game->think->features)
            continue;
        if (shipped && strcmp(net->sheet, setup->sheet->name) == 0)
            return net;
        if (net->sheet[0] == '\0')
            general = net;
    }
    return general;
}

/* Eight units side by side. Sums wrap instead of overflowing; they would have to be 128 times a
 * unit for that. */
typedef uint16_t units __attribute__((vector_size(16)));
#define GROUPS (NET_HIDDEN / 8)

static void add_rows(const struct pip_net *net, const uint16_t *features, int count,
                     uint16_t sum[NET_HIDDEN]) {
    units all[GROUPS], row[GROUPS];
    memcpy(all, net->row[net->features].hidden, sizeof all);
    for (int i = 0; i < count; i++) {
        memcpy(row, net->row[features[i]].hidden, sizeof row);
        for (int group = 0; group < GROUPS; group++)
            all[group] += row[group];
    }
    memcpy(sum, all, sizeof all);
}

void pip__net_tell(const struct pip_net *net, const uint16_t *features, int count,
                   int32_t told[NET_HEADS]) {
    uint16_t sum[NET_HIDDEN];
    int32_t past[NET_HEADS] = {net->past[net->features].head[NET_VALUE],
                               net->past[net->features].head[NET_WIN]};
    add_rows(net, features, count, sum);
    for (int i = 0; i < count; i++) {
        past[NET_VALUE] += net->past[features[i]].head[NET_VALUE];
        past[NET_WIN] += net->past[features[i]].head[NET_WIN];
    }
    int32_t out[NET_HEADS] = {past[NET_VALUE] * (NET_ONE / NET_PAST_ONE),
                              past[NET_WIN] * (NET_ONE / NET_PAST_ONE)};
    for (int unit = 0; unit < NET_HIDDEN; unit++) {
        int32_t value = (int16_t)sum[unit];
        value = value < 0 ? 0 : value > NET_HIDDEN_MOST ? NET_HIDDEN_MOST : value;
        out[NET_VALUE] += value * net->out[NET_VALUE][unit];
        out[NET_WIN] += value * net->out[NET_WIN][unit];
    }
    told[NET_VALUE] = out[NET_VALUE];
    told[NET_WIN] = out[NET_WIN];
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
