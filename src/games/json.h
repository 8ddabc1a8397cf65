/* JSON for the slot state_json: objects, lists and their members, commas included.
 *
 * A member's key is NULL inside a list. Strings are the games' own words and need no escaping. */
#ifndef PIP__JSON_H
#define PIP__JSON_H

#include <pipwright/game.h>

/* A comma, unless this is the first of its object or list; then the key. */
static inline void pip__json_key(struct pip_text *text, const char *key) {
    bool written = text->length > 0 && pip_text_fits(text);
    char last = written ? text->at[text->length - 1] : '{';
    if (last != '{' && last != '[')
        pip_text_add_char(text, ',');
    if (!key)
        return;
    pip_text_add_char(text, '"');
    pip_text_add(text, key);
    pip_text_add(text, "\":");
}

/* `bracket` is { or [, and } or ] to close. */
static inline void pip__json_open(struct pip_text *text, const char *key, char bracket) {
    pip__json_key(text, key);
    pip_text_add_char(text, bracket);
}

static inline void pip__json_close(struct pip_text *text, char bracket) {
    pip_text_add_char(text, bracket);
}

static inline void pip__json_number(struct pip_text *text, const char *key, int64_t number) {
    pip__json_key(text, key);
    pip_text_add_number(text, number);
}

static inline void pip__json_bool(struct pip_text *text, const char *key, bool value) {
    pip__json_key(text, key);
    pip_text_add(text, value ? "true" : "false");
}

static inline void pip__json_string(struct pip_text *text, const char *key, const char *value) {
    pip__json_key(text, key);
    pip_text_add_char(text, '"');
    pip_text_add(text, value);
    pip_text_add_char(text, '"');
}

/* The numbers of the set bits, as a list. */
static inline void pip__json_bits(struct pip_text *text, const char *key, unsigned bits) {
    pip__json_open(text, key, '[');
    for (int i = 0; bits >> i; i++) {
        if (bits >> i & 1)
            pip__json_number(text, NULL, i);
    }
    pip__json_close(text, ']');
}

/* A score. */
static inline void pip__json_items(struct pip_text *text, const struct pip_item *items, int count) {
    pip__json_open(text, "items", '[');
    for (int i = 0; i < count; i++) {
        pip__json_open(text, NULL, '{');
        pip__json_string(text, "name", items[i].name);
        pip__json_number(text, "points", items[i].points);
        pip__json_close(text, '}');
    }
    pip__json_close(text, ']');
}

#endif
