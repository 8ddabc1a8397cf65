/* Checksums over what is stored. They find what a disk, a cable or a person has changed, not
 * what somebody has forged: the key is no secret.
 *
 * Databases hold these numbers, so what goes into them, and how, never changes. */
#include "internal.h"
#include <sodium.h>
#include <string.h>

static uint64_t hash(const void *bytes, size_t length) {
    static const unsigned char key[crypto_shorthash_KEYBYTES] = "pipwright store";
    unsigned char digest[crypto_shorthash_BYTES];
    crypto_shorthash(digest, bytes, length, key);
    uint64_t number = 0;
    for (int i = 0; i < 8; i++)
        number |= (uint64_t)digest[i] << 8 * i;
    return number;
}

/* Numbers are hashed in the same order of bytes on every machine. */
static uint64_t hash_numbers(const uint64_t *numbers, size_t count) {
    unsigned char bytes[8 * 16];
    for (size_t i = 0; i < count; i++) {
        for (int b = 0; b < 8; b++)
            bytes[8 * i + (size_t)b] = (unsigned char)(numbers[i] >> 8 * b);
    }
    return hash(bytes, 8 * count);
}

static uint64_t hash_span(struct pip_span text) {
    return hash(text.length ? text.at : "", text.length);
}

/* No text is something else than an empty one. */
static uint64_t hash_text(const char *text) {
    return text ? hash(text, strlen(text)) : 0;
}

/* As the database keeps it. */
static int64_t hash_all(const uint64_t *numbers, size_t count) {
    return (int64_t)hash_numbers(numbers, count);
}

#define HASH(...)                             \
    hash_all((const uint64_t[]){__VA_ARGS__}, \
             sizeof((const uint64_t[]){__VA_ARGS__}) / sizeof(uint64_t))

int64_t pip__store_sum_head(const struct pip_store_table *table) {
    int64_t sum = HASH(hash_text(table->id), hash_text(table->game), (uint64_t)table->created,
                       hash_span(table->head));
    return table->sheet_hash ? HASH((uint64_t)sum, hash_text(table->sheet_hash)) : sum;
}

int64_t pip__store_sum_event(int64_t chain, const struct pip_store_event *event) {
    return HASH((uint64_t)chain, event->seq, (uint64_t)event->at, hash_span(event->text));
}

int64_t pip__store_sum_row(const struct pip__store_row *row) {
    return HASH((uint64_t)row->chain, hash_text(row->code), (uint64_t)row->touched,
                hash_text(row->phase), (uint64_t)row->is_public, (uint64_t)row->last_seq,
                (uint64_t)row->due, (uint64_t)row->base);
}

int64_t pip__store_sum_daily(const struct pip_store_daily *entry) {
    return HASH(hash_text(entry->game), (uint64_t)entry->day, hash_text(entry->player),
                hash_text(entry->name), (uint64_t)entry->score, (uint64_t)entry->at,
                hash_span(entry->action));
}

int64_t pip__store_sum_named(const char *name, struct pip_span value) {
    return HASH(hash_text(name), hash_span(value));
}

/* ---- Reading with the sum ---- */

bool pip__store_row_read(sqlite3_stmt *s, int first, struct pip__store_row *row) {
    *row = (struct pip__store_row){.code = (const char *)sqlite3_column_text(s, first),
                                   .touched = sqlite3_column_int64(s, first + 1),
                                   .phase = (const char *)sqlite3_column_text(s, first + 2),
                                   .is_public = sqlite3_column_int64(s, first + 3),
                                   .last_seq = sqlite3_column_int64(s, first + 4),
                                   .due = sqlite3_column_int64(s, first + 5),
                                   .base = sqlite3_column_int64(s, first + 6),
                                   .chain = sqlite3_column_int64(s, first + 7)};
    return sqlite3_column_int64(s, first + 8) == pip__store_sum_row(row);
}

static struct pip_span span_of(sqlite3_stmt *s, int column) {
    const char *text = (const char *)sqlite3_column_text(s, column);
    return (struct pip_span){text ? text : "", (size_t)sqlite3_column_bytes(s, column)};
}

bool pip__store_named_read(sqlite3_stmt *s, int first, const char **name, struct pip_span *text) {
    *name = (const char *)sqlite3_column_text(s, first);
    *text = span_of(s, first + 1);
    return *name && sqlite3_column_int64(s, first + 2) == pip__store_sum_named(*name, *text);
}

bool pip__store_daily_read(sqlite3_stmt *s, struct pip_store_daily *entry) {
    *entry = (struct pip_store_daily){.game = (const char *)sqlite3_column_text(s, 0),
                                      .day = sqlite3_column_int64(s, 1),
                                      .player = (const char *)sqlite3_column_text(s, 2),
                                      .name = (const char *)sqlite3_column_text(s, 3),
                                      .score = sqlite3_column_int64(s, 4),
                                      .at = sqlite3_column_int64(s, 5),
                                      .action = span_of(s, 6)};
    return sqlite3_column_int64(s, 7) == pip__store_sum_daily(entry);
}
