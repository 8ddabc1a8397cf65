#include "reading.h"
#include <stdlib.h>
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

/* A key as it stands in the text, between its quotes; `escaped` is what it means where it has
 * escapes. */
struct key {
    const char *at;
    size_t length;
    json_t *escaped;
};

static struct key read_key(const char *quote, const char *end) {
    struct key key = {quote + 1, (size_t)(end - quote) - 2, NULL};
    if (memchr(key.at, '\\', key.length)) {
        key.escaped = json_loadb(quote, key.length + 2, JSON_DECODE_ANY, NULL);
        key.at = json_string_value(key.escaped);
        key.length = json_string_length(key.escaped);
    }
    return key;
}

/* A set of faults, by their places in `found`. */
typedef uint64_t fault_set;
_Static_assert(PIP_SHEET_FAULTS_MAX <= 64, "a set of faults is a word");

static int first_of(fault_set set) {
    return __builtin_ctzll(set);
}

/* Those whose way goes on with this member of an object, or, without a key, this element. */
static fault_set those_in(const struct pip__reading *in, fault_set set, int depth,
                          const struct key *key, size_t index) {
    fault_set within = 0;
    for (fault_set left = set; left; left &= left - 1) {
        const struct pip__step *step = &in->found[first_of(left)].way[depth];
        bool same = key ? step->key && strlen(step->key) == key->length &&
                              memcmp(step->key, key->at, key->length) == 0
                        : !step->key && step->index == index;
        if (same)
            within |= left & -left;
    }
    return within;
}

/* The faults of the set whose way is `depth` long, of keys or of values. */
static fault_set those_ending(const struct pip__reading *in, fault_set set, int depth,
                              bool of_key) {
    fault_set ending = 0;
    for (fault_set left = set; left; left &= left - 1) {
        const struct pip__found *found = &in->found[first_of(left)];
        if (found->depth == depth && found->of_key == of_key)
            ending |= left & -left;
    }
    return ending;
}

static void place_all(struct pip__reading *in, fault_set set, const char *at) {
    for (; set; set &= set - 1)
        in->found[first_of(set)].place = at;
}

/* Places the faults of the set, which lie in the value that begins here: at the value or its key,
 * or, where something is missing, at what should have held it. One walk places them all. */
static void place_within(struct pip__reading *in, const char *at, fault_set set, int depth) {
    const char *end = in->text + in->length;
    place_all(in, set, at);
    set &= ~those_ending(in, set, depth, false);
    if (!set || at >= end || (*at != '{' && *at != '['))
        return;
    bool keyed = *at == '{';
    at = skip_space(at + 1, end);
    for (size_t i = 0; set && at < end && *at != '}' && *at != ']'; i++) {
        const char *quote = at;
        struct key key = {0};
        if (keyed) {
            at = skip_string(at, end);
            key = read_key(quote, at);
            at = skip_space(skip_space(at, end) + 1, end); /* the colon */
        }
        fault_set within = those_in(in, set, depth, keyed ? &key : NULL, i);
        json_decref(key.escaped);
        set &= ~within;
        fault_set of_key = those_ending(in, within, depth + 1, true);
        place_all(in, of_key, quote);
        if (within & ~of_key)
            place_within(in, at, within & ~of_key, depth + 1);
        at = skip_space(skip_value(at, end), end);
        if (at < end && *at == ',')
            at = skip_space(at + 1, end);
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

/* Room for one fault more, or NULL: beyond those that are placed only their number matters. */
static struct pip__found *next_found(struct pip__reading *in) {
    return in->count++ < PIP_SHEET_FAULTS_MAX ? &in->found[in->count - 1] : NULL;
}

void pip__fault_at(struct pip__reading *in, const char *place, enum pip__sheet_fault what) {
    struct pip__found *found = next_found(in);
    if (!found)
        return;
    *found = (struct pip__found){.place = place};
    say(&found->fault, what, NULL);
}

void pip__fault_with(struct pip__reading *in, const struct pip__node *node,
                     enum pip__sheet_fault what, const struct pip__value *values) {
    struct pip__found *found = next_found(in);
    if (!found)
        return;
    *found = (struct pip__found){.of_key = node->up && node->key && !node->json};
    for (const struct pip__node *at = node; at->up; at = at->up)
        found->depth++;
    int depth = found->depth;
    for (const struct pip__node *at = node; at->up; at = at->up)
        found->way[--depth] = (struct pip__step){at->key, at->index};
    struct pip_text where = pip_text_init(found->fault.where, sizeof found->fault.where);
    say(&found->fault, what, values);
    write_way(node, &where);
    make_printable(found->fault.where);
}

void pip__fault(struct pip__reading *in, const struct pip__node *node, enum pip__sheet_fault what) {
    pip__fault_with(in, node, what, NULL);
}

static int by_place(const void *a, const void *b) {
    const struct pip__found *first = a, *second = b;
    if (first->place != second->place)
        return first->place < second->place ? -1 : 1;
    return first->order - second->order;
}

void pip__give_faults(struct pip__reading *in, struct pip_sheet_fault *faults, int room) {
    int count = in->count < PIP_SHEET_FAULTS_MAX ? in->count : PIP_SHEET_FAULTS_MAX;
    fault_set unplaced = 0;
    for (int i = 0; i < count; i++) {
        in->found[i].order = i;
        if (!in->found[i].place)
            unplaced |= (fault_set)1 << i;
    }
    place_within(in, skip_space(in->text, in->text + in->length), unplaced, 0);
    qsort(in->found, (size_t)count, sizeof *in->found, by_place);
    uint32_t line = 1, column = 1;
    const char *at = in->text;
    for (int i = 0; i < count && i < room; i++) {
        for (; at < in->found[i].place; at++) {
            column += ((unsigned char)*at & 0xc0) != 0x80;
            if (*at == '\n') {
                line++;
                column = 1;
            }
        }
        faults[i] = in->found[i].fault;
        faults[i].line = line;
        faults[i].column = column;
    }
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
