#include "reading.h"
#include <string.h>

/* ---- Finding the place of a value in the text ----
 *
 * jansson forgets where a value stood. The text has been parsed already, so this walk trusts its
 * form and only has to count. */

static const char *skip_space(const char *at, const char *end) {
    while (at < end && (*at == ' ' || *at == '\n' || *at == '\t' || *at == '\r'))
        at++;
    return at;
}

static const char *skip_string(const char *at, const char *end) {
    for (at++; at < end && *at != '"'; at++) {
        if (*at == '\\')
            at++;
    }
    return at < end ? at + 1 : end;
}

static const char *skip_value(const char *at, const char *end) {
    int depth = 0;
    do {
        at = skip_space(at, end);
        if (at >= end)
            return end;
        if (*at == '"') {
            at = skip_string(at, end);
        } else if (*at == '{' || *at == '[') {
            depth++;
            at++;
        } else if (*at == '}' || *at == ']') {
            depth--;
            at++;
        } else if (*at == ',' || *at == ':') {
            at++;
        } else {
            do {
                at++;
            } while (at < end && !strchr(" \n\t\r,:{}[]\"", *at));
        }
    } while (depth > 0);
    return at;
}

/* Whether the quoted string is this key; it may be written with escapes. */
static bool key_is(const char *quote, const char *end, const char *key) {
    json_t *string = json_loadb(quote, (size_t)(end - quote), JSON_DECODE_ANY, NULL);
    bool same = json_is_string(string) && strcmp(json_string_value(string), key) == 0;
    json_decref(string);
    return same;
}

/* From the start of an object to the key, from the start of an array to the element. NULL if it is
 * not there: then the fault is about something missing. */
static const char *enter(const char *at, const char *end, const struct pip__node *node) {
    at = skip_space(at + 1, end);
    for (size_t i = 0; at < end && *at != '}' && *at != ']'; i++) {
        if (!node->key && i == node->index)
            return at;
        const char *key = at;
        if (node->key) {
            at = skip_string(at, end);
            if (key_is(key, at, node->key))
                return key;
            at = skip_space(at, end) + 1; /* the colon */
        }
        at = skip_space(skip_value(at, end), end);
        if (at < end && *at == ',')
            at = skip_space(at + 1, end);
    }
    return NULL;
}

/* Where the value of a node begins, or its key if `of_key`; where its parent begins if it is
 * missing. */
static const char *place_of(const struct pip__reading *in, const struct pip__node *node,
                            bool of_key) {
    const char *end = in->text + in->length;
    if (!node->up)
        return skip_space(in->text, end);
    const char *up = place_of(in, node->up, false);
    const char *at = up < end ? enter(up, end, node) : NULL;
    if (!at)
        return up;
    if (!node->key || of_key)
        return at;
    at = skip_space(skip_string(at, end), end) + 1;
    return skip_space(at, end);
}

static void set_place(const struct pip__reading *in, const char *place,
                      struct pip_sheet_fault *fault) {
    fault->line = fault->column = 1;
    for (const char *c = in->text; c < place; c++) {
        fault->column += ((unsigned char)*c & 0xc0) != 0x80;
        if (*c == '\n') {
            fault->line++;
            fault->column = 1;
        }
    }
}

static void write_way(const struct pip__node *node, struct pip_text *text) {
    if (!node->up)
        return;
    write_way(node->up, text);
    if (node->key) {
        if (text->length > 0)
            pip_text_add_char(text, '.');
        pip_text_add(text, node->key);
    } else {
        pip_text_add_char(text, '[');
        pip_text_add_number(text, (int64_t)node->index);
        pip_text_add_char(text, ']');
    }
}

static bool stands_after(const struct pip_sheet_fault *a, const struct pip_sheet_fault *b) {
    return a->line != b->line ? a->line > b->line : a->column > b->column;
}

/* What came from the file may hold anything, and goes to a terminal. */
static void make_printable(char *text) {
    const char *end = text + strlen(text);
    for (char *at = text; at < end;) {
        size_t size = pip_span_character(at, end);
        if (size == 0)
            *at = '?';
        at += size > 0 ? size : 1;
    }
}

/* Beyond so many faults only their number matters; finding a place is a walk through the file. */
#define FAULTS_PLACED 512

/* Keeps the faults in the order of the file; the last ones give way where there is no room. */
static void keep_fault(struct pip__reading *in, const struct pip_sheet_fault *fault) {
    int kept = in->count < in->room ? in->count : in->room, place = kept;
    in->count++;
    while (place > 0 && stands_after(&in->faults[place - 1], fault))
        place--;
    if (place == in->room)
        return;
    int moved = (kept < in->room ? kept : in->room - 1) - place;
    memmove(&in->faults[place + 1], &in->faults[place], (size_t)moved * sizeof *fault);
    in->faults[place] = *fault;
}

static const struct {
    const char *code, *sentence;
} fault_words[] = {
#define X(name, code, sentence) {code, sentence},
    PIP__SHEET_FAULT_LIST(X)
#undef X
};

static void add_value(struct pip_text *text, const struct pip__value *value) {
    if (value->text)
        pip_text_add(text, value->text);
    else
        pip_text_add_number(text, value->number);
}

/* The code, the sentence with its values filled in, and the values. */
static void say(struct pip_sheet_fault *fault, enum pip__sheet_fault what,
                const struct pip__value *values) {
    struct pip_text text = pip_text_init(fault->what, sizeof fault->what);
    fault->code = fault_words[what].code;
    for (const char *at = fault_words[what].sentence; *at; at++) {
        if (*at != '{') {
            pip_text_add_char(&text, *at);
            continue;
        }
        int value = at[1] - '0';
        struct pip_text alone = pip_text_init(fault->values[value], sizeof fault->values[value]);
        add_value(&text, &values[value]);
        add_value(&alone, &values[value]);
        make_printable(fault->values[value]);
        fault->count = value + 1 > fault->count ? value + 1 : fault->count;
        at += 2; /* the digit and the brace */
    }
    make_printable(fault->what);
}

void pip__fault_at(struct pip__reading *in, const char *place, enum pip__sheet_fault what) {
    struct pip_sheet_fault fault = {0};
    say(&fault, what, NULL);
    set_place(in, place, &fault);
    keep_fault(in, &fault);
}

void pip__fault_with(struct pip__reading *in, const struct pip__node *node,
                     enum pip__sheet_fault what, const struct pip__value *values) {
    struct pip_sheet_fault fault = {0};
    if (in->count >= FAULTS_PLACED) {
        in->count++;
        return;
    }
    struct pip_text where = pip_text_init(fault.where, sizeof fault.where);
    say(&fault, what, values);
    write_way(node, &where);
    make_printable(fault.where);
    set_place(in, place_of(in, node, node->json == NULL), &fault);
    keep_fault(in, &fault);
}

void pip__fault(struct pip__reading *in, const struct pip__node *node, enum pip__sheet_fault what) {
    pip__fault_with(in, node, what, NULL);
}

/* ---- Getters ---- */

void pip__only_keys(struct pip__reading *in, const struct pip__node *object,
                    const char *const *keys) {
    const char *key;
    json_t *value;
    json_object_foreach(object->json, key, value) {
        int i = 0;
        while (keys[i] && strcmp(keys[i], key) != 0)
            i++;
        struct pip__node stray = {.up = object, .key = key};
        if (!keys[i])
            pip__fault(in, &stray, PIP__FAULT_UNKNOWN_KEY);
    }
}

static enum pip__sheet_fault not_of(json_type type) {
    switch (type) {
    case JSON_OBJECT: return PIP__FAULT_NOT_OBJECT;
    case JSON_ARRAY: return PIP__FAULT_NOT_LIST;
    case JSON_STRING: return PIP__FAULT_NOT_STRING;
    default: return PIP__FAULT_NOT_NUMBER;
    }
}

static bool has_type(struct pip__reading *in, const struct pip__node *node, json_type type) {
    if (json_typeof(node->json) == type)
        return true;
    pip__fault(in, node, not_of(type));
    return false;
}

bool pip__member(struct pip__reading *in, const struct pip__node *object, const char *key,
                 json_type type, struct pip__node *member) {
    *member = (struct pip__node){object, key, 0, json_object_get(object->json, key)};
    if (!member->json) {
        pip__fault(in, member, PIP__FAULT_MISSING);
        return false;
    }
    return has_type(in, member, type);
}

bool pip__element(struct pip__reading *in, const struct pip__node *array, size_t index,
                  json_type type, struct pip__node *element) {
    *element = (struct pip__node){array, NULL, index, json_array_get(array->json, index)};
    return has_type(in, element, type);
}

bool pip__number(struct pip__reading *in, const struct pip__node *node, int least, int most,
                 int *number) {
    json_int_t value = json_integer_value(node->json);
    if (!has_type(in, node, JSON_INTEGER))
        return false;
    if (value < least || value > most) {
        pip__fault_of(in, node, PIP__FAULT_NOT_BETWEEN, PIP__NUMBER(least), PIP__NUMBER(most));
        return false;
    }
    *number = (int)value;
    return true;
}

bool pip__member_number(struct pip__reading *in, const struct pip__node *object, const char *key,
                        int least, int most, int *number) {
    struct pip__node member;
    return pip__member(in, object, key, JSON_INTEGER, &member) &&
           pip__number(in, &member, least, most, number);
}

static bool is_printable(const char *text, size_t length) {
    const char *at = text, *end = text + length;
    size_t size = 1;
    for (; at < end && size > 0; at += size)
        size = pip_span_character(at, end);
    return size > 0;
}

bool pip__member_string(struct pip__reading *in, const struct pip__node *object, const char *key,
                        size_t most, const char **string) {
    struct pip__node member;
    if (!pip__member(in, object, key, JSON_STRING, &member))
        return false;
    size_t length = json_string_length(member.json);
    if (length == 0 || length > most) {
        pip__fault_of(in, &member, PIP__FAULT_NOT_BYTES, PIP__NUMBER(most));
        return false;
    }
    if (!is_printable(json_string_value(member.json), length)) {
        pip__fault(in, &member, PIP__FAULT_CONTROL);
        return false;
    }
    if ((size_t)(in->strings_end - in->strings) <= length) {
        pip__fault(in, &member, PIP__FAULT_TEXTS);
        return false;
    }
    memcpy(in->strings, json_string_value(member.json), length + 1);
    *string = in->strings;
    in->strings += length + 1;
    return true;
}

/* ---- Emitting ---- */

void pip__emit_bytes(struct pip_text *c, const uint8_t *bytes, int count) {
    pip_text_add_char(c, '{');
    for (int i = 0; i < count; i++) {
        pip_text_add_number(c, bytes[i]);
        pip_text_add(c, i + 1 < count ? ", " : "}");
    }
}

void pip__emit_shorts(struct pip_text *c, const int16_t *numbers, int count) {
    pip_text_add_char(c, '{');
    for (int i = 0; i < count; i++) {
        pip_text_add_number(c, numbers[i]);
        pip_text_add(c, i + 1 < count ? ", " : "}");
    }
}
