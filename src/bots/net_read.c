#include "net.h"
#include <string.h>

#define NUMBERS_OF_ROW (NET_HIDDEN + NET_HEADS)

size_t pip__net_bytes(unsigned features) {
    return 2 * ((features + 1u) * NUMBERS_OF_ROW + (size_t)NET_HEADS * NET_HIDDEN);
}

/* A word of the head as a name that ends with NUL. */
static bool take_name(struct pip_span *rest, char *name, size_t room) {
    struct pip_span word;
    if (!pip_span_word(rest, &word) || word.length >= room)
        return false;
    memcpy(name, word.at, word.length);
    name[word.length] = '\0';
    return true;
}

static bool take_number(struct pip_span *rest, uint32_t most, uint32_t *number) {
    struct pip_span word;
    return pip_span_word(rest, &word) && pip_span_number(word, most, number);
}

size_t pip__net_head(const char *bytes, size_t length, char game[32], char sheet[64],
                     struct pip_net *net) {
    const size_t start = sizeof NET_FILE - 1;
    const char *end = memchr(bytes, '\n', length < NET_HEAD_MAX ? length : NET_HEAD_MAX);
    uint32_t least, most, features, hidden;
    if (!end || (size_t)(end - bytes) <= start || memcmp(bytes, NET_FILE, start) != 0)
        return 0;
    struct pip_span rest = {bytes + start, (size_t)(end - bytes) - start};
    if (!take_name(&rest, game, 32) || !take_name(&rest, sheet, 64) ||
        !take_number(&rest, PIP_SEATS_MAX, &least) || !take_number(&rest, PIP_SEATS_MAX, &most) ||
        !take_number(&rest, UINT16_MAX - 1, &features) ||
        !take_number(&rest, NET_HIDDEN, &hidden) || hidden != NET_HIDDEN || rest.length > 0)
        return 0;
    if (strcmp(sheet, "-") == 0)
        sheet[0] = '\0';
    *net = (struct pip_net){.game = game,
                            .sheet = sheet,
                            .seats_min = (uint8_t)least,
                            .seats_max = (uint8_t)most,
                            .features = (uint16_t)features};
    return (size_t)(end - bytes) + 1;
}

static int16_t get(const char *bytes) {
    return (int16_t)(uint16_t)((unsigned char)bytes[0] | (unsigned char)bytes[1] << 8);
}

bool pip__net_weights(const char *bytes, struct pip_net *net, struct pip__net_row *row,
                      struct pip__net_past *past) {
    for (unsigned i = 0; i <= net->features; i++) {
        for (int unit = 0; unit < NET_HIDDEN; unit++, bytes += 2)
            row[i].hidden[unit] = get(bytes);
        for (int head = 0; head < NET_HEADS; head++, bytes += 2)
            past[i].head[head] = get(bytes);
    }
    for (int head = 0; head < NET_HEADS; head++) {
        for (int unit = 0; unit < NET_HIDDEN; unit++, bytes += 2) {
            net->out[head][unit] = get(bytes);
            if (get(bytes) > NET_OUT_MOST || get(bytes) < -NET_OUT_MOST)
                return false;
        }
    }
    net->row = row;
    net->past = past;
    return true;
}
