#include "net_head.h"
#include "net_parser.h"
#include <string.h>
#include <strings.h>

static const struct {
    const char *name;
    bool once;
} headers[] = {
#define X(id, name, once) {name, once},
    NET_HEADER_LIST(X)
#undef X
};

struct reading {
    struct pip__net_head *head;
    struct pip_span target, name;
    int status;
};

/* ---- Where a head ends ---- */

/* The parsers take a bare line feed for the end of a line, and joins folded lines; a proxy in
 * front may see other lines there. */
static bool may_follow(const char *at, char before) {
    unsigned char c = (unsigned char)*at;
    if (before == '\r' || c == '\n')
        return before == '\r' && c == '\n';
    if (before == '\n' && (c == ' ' || c == '\t'))
        return false;
    return (c >= ' ' && c != 0x7f) || c == '\t' || c == '\r';
}

int pip__net_head_find(const char *bytes, size_t length, size_t *end) {
    *end = 0;
    if (length > 0 && (bytes[0] < 'A' || bytes[0] > 'Z'))
        return 400;
    for (size_t i = 1; i < length; i++) {
        if (i >= NET_HEAD_MAX)
            return 431;
        if (!may_follow(bytes + i, bytes[i - 1]))
            return 400;
        if (i >= 3 && bytes[i] == '\n' && bytes[i - 2] == '\n') {
            *end = i + 1;
            return 0;
        }
    }
    return 0;
}

/* ---- The target ---- */

static int digit_of(char c) {
    if (c >= '0' && c <= '9')
        return c - '0';
    c |= 0x20;
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* Decodes once. `path` has room for as much as `coded` has. */
static bool decode(struct pip_span coded, char *path) {
    const char *at = coded.at, *end = at + coded.length;
    while (at < end) {
        int c = (unsigned char)*at++;
        if (c == '%') {
            int high = end - at < 2 ? -1 : digit_of(at[0]), low = high < 0 ? -1 : digit_of(at[1]);
            if (low < 0)
                return false;
            c = high * 16 + low;
            at += 2;
        }
        if (c < ' ' || c == 0x7f)
            return false;
        *path++ = (char)c;
    }
    *path = '\0';
    return true;
}

static int read_target(struct pip_span target, char *path) {
    if (target.length == 0 || target.at[0] != '/')
        return 400;
    if (target.length > NET_TARGET_MAX)
        return 414;
    for (size_t i = 0; i < target.length; i++) {
        if (target.at[i] <= ' ' || target.at[i] >= 0x7f || target.at[i] == '#')
            return 400;
    }
    const char *query = memchr(target.at, '?', target.length);
    if (query)
        target.length = (size_t)(query - target.at);
    if (target.length > NET_PATH_MAX)
        return 414;
    return decode(target, path) && !strstr(path, "//") && !strstr(path, "..") ? 0 : 400;
}

/* ---- The headers ---- */

static int on_target(pip__net_parser *parser, const char *at, size_t length) {
    struct reading *reading = parser->data;
    reading->target = (struct pip_span){at, length};
    return 0;
}

/* http_parser lets names have spaces, even before the colon. */
static int on_name(pip__net_parser *parser, const char *at, size_t length) {
    struct reading *reading = parser->data;
    reading->name = (struct pip_span){at, length};
    return memchr(at, ' ', length) ? -1 : 0;
}

static int on_value(pip__net_parser *parser, const char *at, size_t length) {
    struct reading *reading = parser->data;
    struct pip_span name = reading->name;
    while (length > 0 && (at[length - 1] == ' ' || at[length - 1] == '\t'))
        length--;
    for (int i = 0; i < NET_HEADERS; i++) {
        if (strlen(headers[i].name) != name.length ||
            strncasecmp(headers[i].name, name.at, name.length) != 0)
            continue;
        struct pip_span *value = &reading->head->header[i];
        if (value->at && headers[i].once)
            return -1;
        *value = (struct pip_span){at, length};
    }
    return 0;
}

static bool is_host(struct pip_span host) {
    for (size_t i = 0; i < host.length; i++) {
        if (host.at[i] <= ' ' || host.at[i] >= 0x7f || strchr("/\\@?#,", host.at[i]))
            return false;
    }
    return host.length > 0;
}

static int read_length(const pip__net_parser *parser, struct pip__net_head *head) {
    if (head->header[NET_TRANSFER_ENCODING].at)
        return 411;
    if (!head->header[NET_CONTENT_LENGTH].at)
        return head->method == NET_POST ? 411 : 0;
    if (parser->content_length > NET_FRAME_MAX)
        return 413;
    head->length = (uint32_t)parser->content_length;
    return 0;
}

static int judge(const pip__net_parser *parser, const struct reading *reading) {
    struct pip__net_head *head = reading->head;
    struct pip_span upgrade = head->header[NET_UPGRADE];
    bool newer = parser->http_minor == 1;
    if (parser->http_major != 1 || parser->http_minor > 1)
        return 400;
    if (head->header[NET_HOST].at ? !is_host(head->header[NET_HOST]) : newer)
        return 400;
    if (parser->method != HTTP_GET && parser->method != HTTP_HEAD && parser->method != HTTP_POST)
        return 405;
    head->method = parser->method == HTTP_POST ? NET_POST : NET_GET;
    head->bodiless = parser->method == HTTP_HEAD;
    head->keep_alive = newer && net_parser_keeps_alive(parser);
    head->websocket = newer && parser->upgrade && parser->method == HTTP_GET &&
                      upgrade.length == 9 && strncasecmp(upgrade.at, "websocket", 9) == 0;
    int status = read_target(reading->target, head->path);
    return status ? status : read_length(parser, head);
}

/* Afterwards the parser may already be at the next message. */
static int on_end(pip__net_parser *parser) {
    struct reading *reading = parser->data;
    reading->status = judge(parser, reading);
    return 1; /* no body: it is read by who knows its length */
}

int pip__net_head_read(const char *bytes, size_t length, struct pip__net_head *head) {
    static const pip__net_parser_settings settings = {.on_url = on_target,
                                                      .on_header_field = on_name,
                                                      .on_header_value = on_value,
                                                      .on_headers_complete = on_end};
    pip__net_parser parser;
    struct reading reading = {.head = head, .status = 400};
    memset(head, 0, sizeof *head);
    if (!pip__net_parser_takes(&parser, &settings, &reading, bytes, length))
        return 400;
    return reading.status;
}
