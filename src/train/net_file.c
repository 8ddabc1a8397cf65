#include "train.h"
#include <stdlib.h>
#include <string.h>

static void put(char *bytes, int16_t number) {
    bytes[0] = (char)((uint16_t)number & 255);
    bytes[1] = (char)((uint16_t)number >> 8);
}

bool pip__net_make_room(struct pip__net_file *file) {
    size_t rows = file->net.features + 1u;
    file->row = aligned_alloc(_Alignof(struct pip__net_row), rows * sizeof *file->row);
    file->past = calloc(rows, sizeof *file->past);
    if (!file->row || !file->past) {
        pip__net_release(file);
        return false;
    }
    file->net.row = file->row;
    file->net.past = file->past;
    return true;
}

enum pip_status pip__net_read(const char *bytes, size_t length, struct pip__net_file *file,
                              const char **why) {
    size_t head = pip__net_head(bytes, length, file->game, file->sheet, &file->net);
    *why = "its first line is not that of a net";
    if (head == 0)
        return PIP_SYNTAX;
    if (!pip__net_make_room(file))
        return PIP_NO_ROOM;
    *why = pip__net_weights(bytes + head, length - head, &file->net, file->row, file->past);
    if (!*why)
        return PIP_OK;
    pip__net_release(file);
    return PIP_SYNTAX;
}

void pip__net_release(struct pip__net_file *file) {
    free(file->row);
    free(file->past);
    file->row = NULL;
    file->past = NULL;
}

static char *write_head(const struct pip_net *net, char *at) {
    at += snprintf(at, NET_HEAD_MAX, "%s%s %s %u %u %u %u", net->hash ? NET_FILE_LEAN : NET_FILE,
                   net->game, net->sheet[0] ? net->sheet : "-", net->seats_min, net->seats_max,
                   net->features, NET_HIDDEN);
    if (net->hash)
        at += snprintf(at, NET_HEAD_MAX, " %016llx", (unsigned long long)net->hash);
    *at++ = '\n';
    return at;
}

static bool is_nothing(const struct pip_net *net, unsigned row) {
    static const struct pip__net_row no_row;
    static const struct pip__net_past no_past;
    return memcmp(&net->row[row], &no_row, sizeof no_row) == 0 &&
           memcmp(&net->past[row], &no_past, sizeof no_past) == 0;
}

static char *write_rows(const struct pip_net *net, char *at) {
    char *map = net->hash ? at : NULL;
    if (map) {
        memset(map, 0, net->features / 8 + 1u);
        at += net->features / 8 + 1u;
    }
    for (unsigned row = 0; row <= net->features; row++) {
        if (map && is_nothing(net, row))
            continue;
        if (map)
            map[row / 8] = (char)(map[row / 8] | 1 << row % 8);
        for (int i = 0; i < NET_HIDDEN; i++, at += 2)
            put(at, net->row[row].hidden[i]);
        for (int i = 0; i < NET_HEADS; i++, at += 2)
            put(at, net->past[row].head[i]);
    }
    return at;
}

char *pip__net_write(const struct pip_net *net, size_t *length) {
    char *bytes = malloc(2 * NET_HEAD_MAX + pip__net_bytes(net));
    if (!bytes)
        return NULL;
    char *at = write_rows(net, write_head(net, bytes));
    for (int head = 0; head < NET_HEADS; head++) {
        for (int i = 0; i < NET_HIDDEN; i++, at += 2)
            put(at, net->out[head][i]);
    }
    *length = (size_t)(at - bytes);
    return bytes;
}
