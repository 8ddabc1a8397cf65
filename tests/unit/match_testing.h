/* What tests of matches share: one match of Lost Cities, its history as text, and errors that leave
 * no trace. */
#ifndef PIP_MATCH_TESTING_H
#define PIP_MATCH_TESTING_H

#include "testing.h"

#define EVENTS 720

static struct pip_event events[EVENTS], events_before[EVENTS];
static struct pip_match the_match, match_before;

static inline struct pip_match *start_with(int seats, const char *option, uint32_t capacity) {
    const struct pip_game *game = pip_game_find(pip_span_of("lost-cities"));
    struct pip_setup setup = pip_setup_default(game, NULL, seats);
    if (option)
        assert_int_equal(pip_setup_option(&setup, pip_span_of(option)), PIP_OK);
    memset(events, 0, sizeof events);
    assert_int_equal(pip_match_start(&the_match, &setup, events, capacity), PIP_OK);
    return &the_match;
}

static inline struct pip_match *start(int seats) {
    return start_with(seats, NULL, EVENTS);
}

static inline void remember(const struct pip_match *m) {
    match_before = *m;
    memcpy(events_before, events, sizeof events);
}

/* Byte for byte, the history included. */
static inline void unchanged(const struct pip_match *m) {
    assert_memory_equal(m, &match_before, sizeof *m);
    assert_memory_equal(events, events_before, m->count * sizeof *events);
}

static inline void leaves_no_trace(struct pip_match *m, const char *line,
                                   enum pip_status expected) {
    remember(m);
    refused(m, line, expected);
    unchanged(m);
}

/* The history from event `from` on: "1 green 3, 1 > blue". */
static inline void history_is(const struct pip_match *m, uint32_t from, const char *expected) {
    char buffer[512];
    struct pip_text text = pip_text_init(buffer, sizeof buffer);
    for (uint32_t i = from; i < m->count; i++) {
        uint64_t state[PIP_STATE_MAX / 8];
        pip_match_at(m, i, state);
        pip_text_add(&text, i > from ? ", " : "");
        pip_event_write(&m->setup, state, m->events[i], &text);
    }
    assert_string_equal(buffer, expected);
}

static inline void same_position(const void *a, const void *b) {
    assert_memory_equal(a, b, PIP_STATE_MAX);
}

#endif
