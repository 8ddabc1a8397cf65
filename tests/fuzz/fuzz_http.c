/* Any bytes as requests, one after the other: what is let through is as net.h promises, and a head
 * that comes in parts is judged like a whole one. */
#include "server/net_head.h"
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool holds) {
    if (!holds)
        abort();
}

/* The same path, every byte of it coded, must be read as the same path. */
static void check_path(const char *path) {
    static struct pip__net_head again;
    char text[3 * NET_PATH_MAX + 64];
    size_t length = strlen(path);
    check(path[0] == '/' && !strstr(path, "//") && !strstr(path, "..") && length <= NET_PATH_MAX);
    for (size_t i = 0; i < length; i++)
        check((unsigned char)path[i] >= ' ' && path[i] != 0x7f);
    if (3 * length - 2 > NET_PATH_MAX)
        return;
    struct pip_text coded = pip_text_init(text, sizeof text);
    pip_text_add(&coded, "GET /");
    for (size_t i = 1; i < length; i++) {
        pip_text_add_char(&coded, '%');
        pip_text_add_hex(&coded, (unsigned char)path[i], 2);
    }
    pip_text_add(&coded, " HTTP/1.1\r\nHost: x\r\n\r\n");
    check(pip__net_head_read(text, coded.length, &again) == 0 && strcmp(again.path, path) == 0);
}

static void check_head(const struct pip__net_head *head, const char *bytes, size_t length) {
    check_path(head->path);
    check(head->length <= NET_FRAME_MAX);
    check(!head->header[NET_TRANSFER_ENCODING].at);
    check(head->header[NET_HOST].at || !(head->keep_alive || head->websocket));
    for (int i = 0; i < NET_HEADERS; i++) {
        struct pip_span value = head->header[i];
        check(!value.at || (value.at >= bytes && value.at + value.length <= bytes + length));
        check(!value.at || !memchr(value.at, '\n', value.length));
    }
}

/* Whatever is decided of a part is decided of the whole. */
static void check_parts(const char *bytes, size_t length, int status, size_t end) {
    size_t part = length > 0 ? (unsigned char)bytes[length - 1] * length / 256 : 0, part_end;
    int part_status = pip__net_head_find(bytes, part, &part_end);
    check(part_status == 0 || part_status == status);
    check(part_end == 0 || part_end == end);
    check(end == 0 || part >= end || part_end == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static struct pip__net_head head;
    const char *bytes = (const char *)data;
    for (size_t end, used; size > 0; bytes += used, size -= used) {
        int status = pip__net_head_find(bytes, size, &end);
        check_parts(bytes, size, status, end);
        check(end <= NET_HEAD_MAX && (end == 0 || status == 0));
        if (end == 0 || pip__net_head_read(bytes, end, &head) != 0)
            return 0;
        check_head(&head, bytes, end);
        used = end + head.length < size ? end + head.length : size;
    }
    return 0;
}
