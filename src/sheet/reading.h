/* What the readers of sheet files share: a JSON value that knows the way to it, so that a fault can
 * name its place; and getters that report what is missing, of the wrong type or out of range. All
 * getters return whether the value is there and good; having reported the fault, they go on, so
 * that one run finds every fault. */
#ifndef PIP__READING_H
#define PIP__READING_H

#include "faults.h"
#include <jansson.h>
#include <pipwright/sheet.h>

/* How deep the value of a fault may lie: "chambers[3].symbols[2]" is four steps. */
#define PIP__WAY_MAX 8

/* A fault and the way to it; its place is looked for once the file has been read. */
struct pip__found {
    struct pip_sheet_fault fault;
    struct pip__step {
        const char *key; /* NULL: the element of an array */
        size_t index;
    } way[PIP__WAY_MAX];
    int depth, order;
    bool of_key;
    const char *place;
};

struct pip__reading {
    const char *text;
    size_t length;
    struct pip__found found[PIP_SHEET_FAULTS_MAX];
    int count;
    char *strings; /* where the next string is kept */
    char *strings_end;
};

/* The file itself has no `up`; an element of an array has no `key`. */
struct pip__node {
    const struct pip__node *up;
    const char *key;
    size_t index;
    json_t *json;
};

/* One game's sheets: from JSON into `data`, and from `data` to the C initialiser that the build
 * compiles. `keys` are those beyond the common ones. */
struct pip__sheet_kind {
    const char *game;
    const char *type; /* the C name of its struct, and the header that declares it */
    const char *header;
    const char *const *keys; /* ends with NULL */
    void (*read)(struct pip__reading *in, const struct pip__node *file, void *data);
    void (*emit)(const void *data, struct pip_text *c);
};
extern const struct pip__sheet_kind *const pip__sheet_kinds[];

/* A game's struct must fit a sheet file's memory; every reader asserts it. */
#define PIP__SHEET_FITS(type)                                                                  \
    _Static_assert(sizeof(type) <= sizeof(((struct pip_sheet_file *)0)->data), "fits a sheet " \
                                                                               "file")

/* What stands in a fault's sentence: a text, or without one a number. */
struct pip__value {
    const char *text;
    int number;
};
#define PIP__TEXT(string) ((struct pip__value){.text = (string)})
#define PIP__NUMBER(integer) ((struct pip__value){.number = (int)(integer)})

/* Reports a fault of a node, without or with the values of its sentence. */
void pip__fault(struct pip__reading *in, const struct pip__node *node, enum pip__sheet_fault what);
#define pip__fault_of(in, node, what, ...) \
    pip__fault_with(in, node, what, (struct pip__value[PIP_SHEET_VALUES_MAX]){__VA_ARGS__})
void pip__fault_with(struct pip__reading *in, const struct pip__node *node,
                     enum pip__sheet_fault what, const struct pip__value *values);

/* A fault of the text itself. */
void pip__fault_at(struct pip__reading *in, const char *place, enum pip__sheet_fault what);

/* Writes the first `room` faults with their places, in the order of the file. Keys that came from
 * the JSON must still be there. */
void pip__give_faults(struct pip__reading *in, struct pip_sheet_fault *faults, int room);

/* Reports every key of an object that is not in the list (which ends with NULL). */
void pip__only_keys(struct pip__reading *in, const struct pip__node *object,
                    const char *const *keys);

/* A member of an object or an element of an array, of the given JSON type. */
bool pip__member(struct pip__reading *in, const struct pip__node *object, const char *key,
                 json_type type, struct pip__node *member);
bool pip__element(struct pip__reading *in, const struct pip__node *array, size_t index,
                  json_type type, struct pip__node *element);

/* A whole number between `least` and `most`, as a member or as the node itself. */
bool pip__number(struct pip__reading *in, const struct pip__node *node, int least, int most,
                 int *number);
bool pip__member_number(struct pip__reading *in, const struct pip__node *object, const char *key,
                        int least, int most, int *number);

/* A string of at most `most` bytes, kept in the sheet's own memory. */
bool pip__member_string(struct pip__reading *in, const struct pip__node *object, const char *key,
                        size_t most, const char **string);

/* "{1, 2, 3}", for emit. */
void pip__emit_bytes(struct pip_text *c, const uint8_t *bytes, int count);
void pip__emit_shorts(struct pip_text *c, const int16_t *numbers, int count);

#endif
