#include <pipwright/base.h>
#include <string.h>

const char *pip_status_text(enum pip_status status) {
    static const char *const sentence[] = {
#define X(name, code, text) [PIP_##name] = text,
        PIP_STATUS_LIST(X)
#undef X
    };
    bool known = (size_t)status < sizeof sentence / sizeof *sentence;
    return known ? sentence[status] : "an unknown status";
}

const char *pip_status_code(enum pip_status status) {
    static const char *const codes[] = {
#define X(name, code, text) [PIP_##name] = code,
        PIP_STATUS_LIST(X)
#undef X
    };
    return (size_t)status < sizeof codes / sizeof *codes ? codes[status] : "unknown";
}

struct pip_span pip_span_of(const char *text) {
    return (struct pip_span){text, strlen(text)};
}

bool pip_span_is(struct pip_span span, const char *text) {
    return strlen(text) == span.length && memcmp(span.at, text, span.length) == 0;
}

bool pip_span_word(struct pip_span *rest, struct pip_span *word) {
    size_t end = 0;
    while (end < rest->length && rest->at[end] != ' ')
        end++;
    bool trailing_space = end + 1 == rest->length;
    if (end == 0 || trailing_space)
        return false;
    *word = (struct pip_span){rest->at, end};
    size_t taken = end < rest->length ? end + 1 : end;
    rest->at += taken;
    rest->length -= taken;
    return true;
}

bool pip_span_number(struct pip_span span, uint32_t most, uint32_t *number) {
    if (span.length == 0 || (span.length > 1 && span.at[0] == '0'))
        return false;
    uint64_t value = 0;
    for (size_t i = 0; i < span.length; i++) {
        if (span.at[i] < '0' || span.at[i] > '9')
            return false;
        value = value * 10 + (uint64_t)(span.at[i] - '0');
        if (value > most)
            return false;
    }
    *number = (uint32_t)value;
    return true;
}

size_t pip_span_character(const char *at, const char *end) {
    const unsigned char *c = (const unsigned char *)at;
    size_t left = (size_t)(end - at);
    if (c[0] < 0x80)
        return c[0] >= 0x20 && c[0] != 0x7f;
    size_t size = c[0] >= 0xf0 ? 4 : c[0] >= 0xe0 ? 3 : 2;
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    if (c[0] < 0xc2 || c[0] > 0xf4 || size > left)
        return 0;
    uint32_t code = c[0] & (0x7fu >> size);
    for (size_t i = 1; i < size; i++) {
        if ((c[i] & 0xc0) != 0x80)
            return 0;
        code = code << 6 | (c[i] & 0x3fu);
    }
    bool surrogate = code >= 0xd800 && code < 0xe000, c1 = code < 0xa0;
    return code < least[size] || code > 0x10ffff || surrogate || c1 ? 0 : size;
}

bool pip_span_hex(struct pip_span span, size_t count, uint8_t *bytes) {
    if (span.length != 2 * count)
        return false;
    memset(bytes, 0, count);
    for (size_t i = 0; i < span.length; i++) {
        const char *all = "0123456789abcdef", *digit = memchr(all, span.at[i], 16);
        if (!digit)
            return false;
        bytes[i / 2] = (uint8_t)(bytes[i / 2] << 4 | (digit - all));
    }
    return true;
}

struct pip_text pip_text_init(char *buffer, size_t room) {
    if (room > 0)
        buffer[0] = '\0';
    return (struct pip_text){buffer, room, 0};
}

bool pip_text_fits(const struct pip_text *text) {
    return text->length < text->room;
}

void pip_text_add_char(struct pip_text *text, char c) {
    if (text->length + 1 < text->room) {
        text->at[text->length] = c;
        text->at[text->length + 1] = '\0';
    }
    text->length++;
}

void pip_text_add_span(struct pip_text *text, struct pip_span span) {
    for (size_t i = 0; i < span.length; i++)
        pip_text_add_char(text, span.at[i]);
}

void pip_text_add(struct pip_text *text, const char *string) {
    pip_text_add_span(text, pip_span_of(string));
}

void pip_text_add_number(struct pip_text *text, int64_t number) {
    char digits[20];
    int count = 0;
    uint64_t left = number < 0 ? 0u - (uint64_t)number : (uint64_t)number;
    do {
        digits[count++] = (char)('0' + left % 10);
        left /= 10;
    } while (left > 0);
    if (number < 0)
        pip_text_add_char(text, '-');
    while (count > 0)
        pip_text_add_char(text, digits[--count]);
}

void pip_text_add_hex(struct pip_text *text, uint64_t number, int digits) {
    for (int i = digits - 1; i >= 0; i--)
        pip_text_add_char(text, "0123456789abcdef"[number >> (4 * i) & 15]);
}

void pip_text_add_bytes(struct pip_text *text, const uint8_t *bytes, size_t count) {
    for (size_t i = 0; i < count; i++)
        pip_text_add_hex(text, bytes[i], 2);
}

void pip_text_pad(struct pip_text *text, size_t line_start, size_t column) {
    while (text->length < line_start + column)
        pip_text_add_char(text, ' ');
}

uint64_t pip_hash(uint64_t hash, const void *bytes, size_t length) {
    const unsigned char *at = bytes;
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ at[i]) * 0x100000001b3u;
    return hash;
}
