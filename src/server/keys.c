#include "table.h"
#include <ctype.h>
#include <sodium.h>
#include <string.h>

/* ---- Keys ---- */

void pip__hex_write(const uint8_t *bytes, size_t count, char *text) {
    sodium_bin2hex(text, 2 * count + 1, bytes, count);
}

bool pip__hex_read(const char *text, uint8_t *bytes, size_t count) {
    size_t length;
    return strlen(text) == 2 * count &&
           sodium_hex2bin(bytes, count, text, 2 * count, NULL, &length, NULL) == 0 &&
           length == count;
}

json_t *pip__hex_json(const uint8_t *bytes, size_t count) {
    char text[65];
    pip__hex_write(bytes, count, text);
    return json_string(text);
}

bool pip__key_hash(const char *text, uint8_t hash[32]) {
    uint8_t key[KEY_BYTES];
    size_t length;
    const char *end;
    if (!text || strlen(text) != KEY_LENGTH ||
        sodium_base642bin(key, sizeof key, text, KEY_LENGTH, NULL, &length, &end,
                          sodium_base64_VARIANT_URLSAFE_NO_PADDING) != 0 ||
        length != sizeof key || *end)
        return false;
    crypto_hash_sha256(hash, key, sizeof key);
    return true;
}

void pip__key_make(char text[KEY_LENGTH + 1], uint8_t hash[32]) {
    uint8_t key[KEY_BYTES];
    randombytes_buf(key, sizeof key);
    sodium_bin2base64(text, KEY_LENGTH + 1, key, sizeof key,
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    crypto_hash_sha256(hash, key, sizeof key);
}

/* An invitation opens its seat until somebody has sat down there, or the game has begun. */
static bool opens(const struct pip__table *table, const struct pip__seat *seat,
                  const uint8_t hash[32]) {
    bool waits = table->phase == PIP_STORE_WAITING && !seat->taken;
    return sodium_memcmp(hash, seat->key, 32) == 0 ||
           (waits && sodium_memcmp(hash, seat->invitation, 32) == 0);
}

uint16_t pip__hash_seats(const struct pip__table *table, const uint8_t hash[32]) {
    uint16_t seats = 0;
    if (sodium_is_zero(hash, 32)) /* no key at all, like a bot's */
        return 0;
    for (int seat = 0; seat < table->match.setup.seats; seat++)
        seats |= (uint16_t)(opens(table, &table->seat[seat], hash) << seat);
    return seats;
}

uint16_t pip__key_seats(const struct pip__table *table, const char *key) {
    uint8_t hash[32];
    return pip__key_hash(key, hash) ? pip__hash_seats(table, hash) : 0;
}

bool pip__key_is_host(const struct pip__table *table, const char *key) {
    uint8_t hash[32];
    return pip__key_hash(key, hash) && sodium_memcmp(hash, table->host_key, 32) == 0;
}

/* ---- Names ---- */

/* The code point at *at, which is moved on; the text is valid UTF-8. */
static uint32_t next_point(const unsigned char **at) {
    static const uint8_t first[] = {0x7f, 0x1f, 0x0f, 0x07};
    int more = **at < 0x80 ? 0 : **at < 0xe0 ? 1 : **at < 0xf0 ? 2 : 3;
    uint32_t point = *(*at)++ & first[more];
    while (more-- > 0)
        point = point << 6 | (*(*at)++ & 0x3f);
    return point;
}

/* What is not seen, or turns what stands around it. Joiners (200C, 200D) are part of writing. */
static bool is_unseen(uint32_t point) {
    static const uint32_t ranges[][2] = {
        {0x0000, 0x001f}, {0x007f, 0x009f},   {0x00ad, 0x00ad},   {0x034f, 0x034f},
        {0x061c, 0x061c}, {0x115f, 0x1160},   {0x17b4, 0x17b5},   {0x180b, 0x180f},
        {0x200b, 0x200b}, {0x200e, 0x200f},   {0x2028, 0x202e},   {0x2060, 0x206f},
        {0x3164, 0x3164}, {0xfe00, 0xfe0e},   {0xfeff, 0xfeff},   {0xffa0, 0xffa0},
        {0xfff0, 0xfffb}, {0x1bca0, 0x1bca3}, {0x1d173, 0x1d17a}, {0xe0000, 0xe0fff}};
    bool found = false;
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
        found |= point >= ranges[i][0] && point <= ranges[i][1];
    return found;
}

static bool is_blank(uint32_t point) {
    return point == ' ' || point == 0xa0 || point == 0x1680 ||
           (point >= 0x2000 && point <= 0x200d) || point == 0x202f || point == 0x205f ||
           point == 0x2800 || point == 0x3000;
}

bool pip__name_fits(const char *name) {
    if (!pip_name_valid(pip_span_of(name)) || strncmp(name, "bot:", 4) == 0)
        return false;
    bool seen = false;
    for (const unsigned char *at = (const unsigned char *)name; *at;) {
        uint32_t point = next_point(&at);
        if (is_unseen(point))
            return false;
        seen |= !is_blank(point);
    }
    return seen;
}

/* Blanks aside, and capitals of ASCII, they are the same. */
static bool is_same_name(const char *a, const char *b) {
    const unsigned char *x = (const unsigned char *)a, *y = (const unsigned char *)b;
    for (;;) {
        uint32_t p = *x ? next_point(&x) : 0, q = *y ? next_point(&y) : 0;
        while (p && is_blank(p))
            p = *x ? next_point(&x) : 0;
        while (q && is_blank(q))
            q = *y ? next_point(&y) : 0;
        if ((p < 128 ? (uint32_t)tolower((int)p) : p) != (q < 128 ? (uint32_t)tolower((int)q) : q))
            return false;
        if (!p)
            return true;
    }
}

/* Seats that are all "me" are one person's, who may use one name for them. */
bool pip__name_taken(const struct pip__table *table, int seat, const char *name) {
    for (int other = 0; other < table->match.setup.seats; other++) {
        if (other == seat || !table->seat[other].taken ||
            (table->seat[other].kind == SEAT_ME && table->seat[seat].kind == SEAT_ME))
            continue;
        if (is_same_name(table->match.name[other], name))
            return true;
    }
    return false;
}

/* ---- Numbers of messages ---- */

bool pip__ids_has(const struct pip__ids *ids, int64_t id) {
    int64_t behind = ids->last - id;
    return behind == 0 || (behind > 0 && behind <= IDS_KEPT && (ids->before >> (behind - 1) & 1));
}

void pip__ids_add(struct pip__ids *ids, int64_t id) {
    int64_t more = id - ids->last;
    if (id <= 0 || pip__ids_has(ids, id))
        return;
    if (more < 0) {
        if (more >= -IDS_KEPT)
            ids->before |= UINT64_C(1) << (-more - 1);
        return;
    }
    ids->before = more < IDS_KEPT ? ids->before << more : 0;
    if (ids->last > 0 && more <= IDS_KEPT)
        ids->before |= UINT64_C(1) << (more - 1);
    ids->last = id;
}

enum code pip__ids_check(const struct pip__ids *ids, int64_t id) {
    if (id <= 0)
        return CODE_FINE;
    if (pip__ids_has(ids, id))
        return CODE_OVER;
    return ids->last - id > IDS_KEPT ? CODE_STALE : CODE_FINE;
}
