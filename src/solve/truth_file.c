/* The file of a truth: a head of text that says what it is about, the values, and a checksum over
 * both. */
#include "tables.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HEAD 256 /* bytes, filled up with zeros */
#define SUM sizeof(uint64_t)

static uint64_t states_of(const struct pip_setup *setup) {
    uint64_t states = 1;
    for (unsigned given = pip__lc_sheet_of(setup)->given; given; given &= given - 1)
        states *= COLUMN_STATES;
    return states;
}

size_t pip__truth_size(const struct pip_setup *setup) {
    return HEAD + states_of(setup) * SYMBOLS * sizeof(pip__worth) + SUM;
}

/* Everything that the values depend on. */
static void write_head(const struct pip__truth *truth, char head[HEAD]) {
    const struct pip_setup *setup = &truth->setup;
    struct pip_text text = pip_text_init(head, HEAD);
    memset(head, 0, HEAD);
    pip_text_add(&text, "pipwright truth 1\ngame ");
    pip_text_add(&text, setup->game->name);
    pip_text_add(&text, " edition ");
    pip_text_add_number(&text, setup->game->edition);
    pip_text_add(&text, "\nsheet ");
    pip_text_add_bytes(&text, setup->sheet->hash, sizeof setup->sheet->hash);
    pip_text_add(&text, "\nbits ");
    pip_text_add_number(&text, truth->shift);
    pip_text_add(&text, "\n");
}

void pip__truth_write(const struct pip__truth *truth, char *bytes) {
    size_t shelf = pip__truth_shelf(truth) * sizeof(pip__worth), at = HEAD;
    write_head(truth, bytes);
    for (int i = 0; i < COLUMN_STATES; i++, at += shelf)
        memcpy(bytes + at, truth->turn[i], shelf);
    uint64_t sum = pip_hash(PIP_HASH_START, bytes, at);
    memcpy(bytes + at, &sum, SUM);
}

static pip__truth_fault check(const struct pip__truth *truth, const char *bytes, size_t length) {
    static const char magic[] = "pipwright truth 1\n";
    char head[HEAD];
    uint64_t sum;
    if (length < sizeof magic - 1 || memcmp(bytes, magic, sizeof magic - 1) != 0)
        return "not a file of solved positions";
    write_head(truth, head);
    if (length < HEAD)
        return "the file is cut short";
    if (memcmp(bytes, head, HEAD) != 0)
        return "solved for another sheet, or by another edition of the rules";
    if (length < pip__truth_size(&truth->setup))
        return "the file is cut short";
    if (length > pip__truth_size(&truth->setup))
        return "the file is too long";
    memcpy(&sum, bytes + length - SUM, SUM);
    if (pip_hash(PIP_HASH_START, bytes, length - SUM) != sum)
        return "the file is damaged: its checksum is wrong";
    return NULL;
}

static pip__truth_fault take_values(struct pip__truth *truth, const char *bytes) {
    size_t shelf = pip__truth_shelf(truth) * sizeof(pip__worth), at = HEAD;
    for (int i = 0; i < COLUMN_STATES; i++, at += shelf) {
        truth->turn[i] = malloc(shelf);
        if (!truth->turn[i])
            return "there is not enough memory";
        memcpy(truth->turn[i], bytes + at, shelf);
    }
    return NULL;
}

pip__truth_fault pip__truth_read(const struct pip_setup *setup, const char *bytes, size_t length,
                                 int threads, struct pip__truth **truth) {
    pip__truth_fault fault = pip__truth_begin(setup, truth);
    if (fault)
        return fault;
    fault = check(*truth, bytes, length);
    if (!fault)
        fault = take_values(*truth, bytes);
    if (!fault)
        fault = pip__truth_fill(*truth, true, threads, NULL, NULL);
    if (fault)
        pip__truth_release(*truth);
    return fault;
}
