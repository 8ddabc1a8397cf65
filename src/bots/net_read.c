#include "net.h"
#include <string.h>

#define NUMBERS_OF_ROW (NET_HIDDEN + NET_HEADS)

static size_t bytes_of_map(const struct pip_net *net) {
    return net->hash ? net->features / 8 + 1u : 0;
}

static size_t bytes_of_rows(size_t rows) {
    return 2 * (rows * NUMBERS_OF_ROW + (size_t)NET_HEADS * NET_HIDDEN);
}

size_t pip__net_bytes(const struct pip_net *net) {
    return bytes_of_map(net) + bytes_of_rows(net->features + 1u);
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

/* Sixteen hexadecimal digits, not all of them 0. */
static bool take_hash(struct pip_span *rest, uint64_t *hash) {
    static const char digits[] = "0123456789abcdef";
    struct pip_span word;
    if (!pip_span_word(rest, &word) || word.length != 16)
        return false;
    *hash = 0;
    for (size_t i = 0; i < word.length; i++) {
        const char *digit = memchr(digits, word.at[i], 16);
        if (!digit)
            return false;
        *hash = *hash << 4 | (uint64_t)(digit - digits);
    }
    return *hash != 0;
}

size_t pip__net_head(const char *bytes, size_t length, char game[32], char sheet[64],
                     struct pip_net *net) {
    const size_t start = sizeof NET_FILE - 1;
    const char *end = memchr(bytes, '\n', length < NET_HEAD_MAX ? length : NET_HEAD_MAX);
    uint32_t least, most, features, hidden;
    uint64_t hash = 0;
    if (!end || (size_t)(end - bytes) <= start)
        return 0;
    bool lean = memcmp(bytes, NET_FILE_LEAN, start) == 0;
    struct pip_span rest = {bytes + start, (size_t)(end - bytes) - start};
    if ((!lean && memcmp(bytes, NET_FILE, start) != 0) || !take_name(&rest, game, 32) ||
        !take_name(&rest, sheet, 64) || !take_number(&rest, PIP_SEATS_MAX, &least) ||
        !take_number(&rest, PIP_SEATS_MAX, &most) ||
        !take_number(&rest, UINT16_MAX - 1, &features) ||
        !take_number(&rest, NET_HIDDEN, &hidden) || hidden != NET_HIDDEN ||
        (lean && !take_hash(&rest, &hash)) || rest.length > 0)
        return 0;
    if (strcmp(sheet, "-") == 0)
        sheet[0] = '\0';
    *net = (struct pip_net){.game = game,
                            .sheet = sheet,
                            .seats_min = (uint8_t)least,
                            .seats_max = (uint8_t)most,
                            .features = (uint16_t)features,
                            .hash = hash};
    return (size_t)(end - bytes) + 1;
}

static int16_t get(const char *bytes) {
    return (int16_t)(uint16_t)((unsigned char)bytes[0] | (unsigned char)bytes[1] << 8);
}

/* Whether row i is in the file. */
static bool is_there(const struct pip_net *net, const char *map, unsigned i) {
    return !net->hash || ((unsigned char)map[i / 8] >> i % 8 & 1);
}

static bool is_complete(const struct pip_net *net, const char *bytes, size_t length) {
    size_t map = bytes_of_map(net), rows = 0;
    if (length < map)
        return false;
    for (unsigned i = 0; i <= net->features; i++)
        rows += is_there(net, bytes, i);
    return length - map == bytes_of_rows(rows);
}

const char *pip__net_weights(const char *bytes, size_t length, struct pip_net *net,
                             struct pip__net_row *row, struct pip__net_past *past) {
    const char *map = bytes;
    if (!is_complete(net, bytes, length))
        return "it has more or fewer weights than it says";
    bytes += bytes_of_map(net);
    for (unsigned i = 0; i <= net->features; i++) {
        int size = is_there(net, map, i) ? 2 : 0;
        for (int unit = 0; unit < NET_HIDDEN; unit++, bytes += size)
            row[i].hidden[unit] = size ? get(bytes) : 0;
        for (int head = 0; head < NET_HEADS; head++, bytes += size)
            past[i].head[head] = size ? get(bytes) : 0;
    }
    for (int head = 0; head < NET_HEADS; head++) {
        for (int unit = 0; unit < NET_HIDDEN; unit++, bytes += 2) {
            net->out[head][unit] = get(bytes);
            if (get(bytes) > NET_OUT_MOST || get(bytes) < -NET_OUT_MOST)
                return "a weight out of it is too large";
        }
    }
    net->row = row;
    net->past = past;
    return NULL;
}
