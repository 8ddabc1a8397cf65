/* A good record, ways to spoil it, and what is then expected. */
#ifndef PIP_RECORD_TESTING_H
#define PIP_RECORD_TESTING_H

#include "testing.h"

#include <pipwright/record.h>
#include <stdio.h>
#include <stdlib.h>

#define EVENTS 720
#define COMMITMENT "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"
#define TEXT 16384

static struct pip_event events[EVENTS];
static struct pip_match match;
static struct pip_fault fault;
static char good[2048], changed[TEXT], written[TEXT];

/* ---- A good record ---- */

static const char good_head[] = "pipwright record 1\n"
                                "game lost-cities\n"
                                "sheet jungle\n"
                                "sheet-hash %s\n"
                                "seats 3\n"
                                "option order=simultaneous\n"
                                "seat 0 Ada\n"
                                "seat 1 Bj\303\270rn B\n"
                                "seat 2 bot:random\n"
                                "dice seed 00000000000000ff game 12\n"
                                "event Harbour Cup\n"
                                "place Oslo\n"
                                "\n";
static const char good_body[] = "* red red green 0 3 7\n" /* line 14 */
                                "0 green 3\n"
                                "0 > blue\n"
                                "1 red x\n"
                                "2 red 7\n"
                                "* orange yellow blue 1 2 9\n" /* line 19 */
                                "1 blue 2\n"
                                "2 orange 9\n"
                                "0 -\n";
#define HEAD_LINES 13

static inline const struct pip_game *lost_cities(void) {
    return pip_game_find(pip_span_of("lost-cities"));
}

static inline int make_good(void **unused) {
    char hash[65];
    struct pip_text text = pip_text_init(hash, sizeof hash);
    (void)unused;
    for (int i = 0; i < 32; i++)
        pip_text_add_hex(&text, lost_cities()->sheets[0]->hash[i], 2);
    snprintf(good, sizeof good, good_head, hash);
    strncat(good, good_body, sizeof good - strlen(good) - 1);
    return 0;
}

/* A lone seat that refuses nine times; closed. */
static inline const char *finished(void) {
    static char text[1024];
    struct pip_text out = pip_text_init(text, sizeof text);
    pip_text_add(&out, "pipwright record 1\ngame lost-cities\nsheet jungle\nseats 1\n\n");
    for (int turn = 0; turn < 9; turn++)
        pip_text_add(&out, "* red red red 1 1 1\n0 -\n");
    pip_text_add(&out, "= 20\n"); /* line 24 */
    return text;
}

/* ---- Reading and writing ---- */

/* From a copy of exactly that length, so that a sanitizer sees every step beyond it. */
static inline enum pip_status read_bytes(const char *text, size_t length) {
    char *copy = malloc(length + (length == 0));
    assert_non_null(copy);
    memcpy(copy, text, length);
    memset(&fault, 0xaa, sizeof fault);
    enum pip_status status =
        pip_record_read(copy, length, NULL, NULL, events, EVENTS, &match, &fault);
    free(copy);
    return status;
}

static inline enum pip_status read_text(const char *text) {
    return read_bytes(text, strlen(text));
}

static inline void is_good(const char *text) {
    if (read_text(text) != PIP_OK)
        fail_msg("%u:%u: %s", fault.line, fault.column, fault.detail);
}

static inline const char *write_text(void) {
    struct pip_text text = pip_text_init(written, sizeof written);
    pip_record_write(&match, &text);
    assert_true(pip_text_fits(&text));
    return written;
}

/* The good record with its first `old` replaced. */
static inline const char *with(const char *old, const char *new) {
    const char *place = strstr(good, old);
    assert_non_null(place);
    int before = (int)(place - good);
    int length =
        snprintf(changed, sizeof changed, "%.*s%s%s", before, good, new, place + strlen(old));
    assert_in_range(length, 1, sizeof changed - 1);
    return changed;
}

static inline void fails(const char *text, size_t length, enum pip_status status, uint32_t line,
                         uint32_t column) {
    enum pip_status found = read_bytes(text, length);
    if (found != status || fault.status != status || fault.line != line || fault.column != column)
        fail_msg("%u:%u: %s (%s); expected %u:%u: %s", fault.line, fault.column,
                 pip_status_text(found), fault.detail, line, column, pip_status_text(status));
    assert_non_null(memchr(fault.detail, '\0', sizeof fault.detail));
    assert_true(fault.detail[0] != '\0');
}

static inline void text_fails(const char *text, enum pip_status status, uint32_t line,
                              uint32_t column) {
    fails(text, strlen(text), status, line, column);
}

/* One change to the good record, and the fault it makes. */
struct fault_case {
    const char *old, *new;
    enum pip_status status;
    uint32_t line, column;
};

static inline void all_fail(const struct fault_case *cases, size_t count) {
    for (size_t i = 0; i < count; i++) {
        text_fails(with(cases[i].old, cases[i].new), cases[i].status, cases[i].line,
                   cases[i].column);
    }
}

#endif
