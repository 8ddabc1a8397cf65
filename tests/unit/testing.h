/* What the unit tests share: cmocka behind the headers it wants, and games played as text. */
#ifndef PIP_TESTING_H
#define PIP_TESTING_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <setjmp.h>

#include <cmocka.h>

#include <pipwright/match.h>
#include <string.h>

#define LENGTH(array) (sizeof(array) / sizeof *(array))

/* Reads one event as people type it and plays it. */
static inline enum pip_status try_line(struct pip_match *match, const char *line) {
    struct pip_event event;
    enum pip_status status = pip_event_read(match, pip_span_of(line), false, &event);
    return status == PIP_OK ? pip_match_play(match, event.actor, event.move) : status;
}

static inline void play_lines(struct pip_match *match, const char *const *lines) {
    for (; *lines; lines++) {
        enum pip_status status = try_line(match, *lines);
        if (status != PIP_OK)
            fail_msg("\"%s\": %s", *lines, pip_status_text(status));
    }
    assert_int_equal(match->setup.game->check(&match->setup, match->state), PIP_OK);
}

/* play(match, "* red red blue 0 3 7", "0 red 3"): all of them must be legal, and lead to
 * a sound position. */
#define play(match, ...) play_lines(match, (const char *const[]){__VA_ARGS__, NULL})

/* The line must give that status and leave the position as it is. */
static inline void refused(struct pip_match *match, const char *line, enum pip_status expected) {
    uint64_t before[PIP_STATE_MAX / 8];
    uint32_t count = match->count;
    memcpy(before, match->state, sizeof before);
    enum pip_status status = try_line(match, line);
    if (status != expected)
        fail_msg("\"%s\": %s; expected: %s", line, pip_status_text(status),
                 pip_status_text(expected));
    assert_memory_equal(before, match->state, sizeof before);
    assert_int_equal(count, match->count);
}

/* All legal moves of a seat in the order of the list, "red 3, red x, -"; "" if it has none. */
static inline void legal_is(const struct pip_match *match, int seat, const char *expected) {
    pip_move moves[PIP_MOVES_MAX];
    char buffer[1024];
    struct pip_text text = pip_text_init(buffer, sizeof buffer);
    int count = pip_match_legal(match, seat, moves);
    for (int i = 0; i < count; i++) {
        pip_text_add(&text, i > 0 ? ", " : "");
        match->setup.game->move_write(&match->setup, moves[i], &text);
    }
    assert_true(pip_text_fits(&text));
    assert_string_equal(buffer, expected);
}

/* Whether that line is among what may come next. */
struct wanted_line {
    const char *line;
    bool found;
};

static inline void look_for_line(void *context, const char *text) {
    struct wanted_line *wanted = context;
    wanted->found |= strcmp(wanted->line, text) == 0;
}

static inline bool may_come(const struct pip_match *match, const char *line) {
    struct wanted_line wanted = {line, false};
    pip_match_next(match, look_for_line, &wanted);
    return wanted.found;
}

/* The position as people read it holds this text. */
static inline bool shows(const struct pip_match *match, unsigned seat, const char *part) {
    char buffer[4096];
    struct pip_text text = pip_text_init(buffer, sizeof buffer);
    match->setup.game->state_write(&match->setup, match->state, seat, &text);
    return pip_text_fits(&text) && strstr(buffer, part) != NULL;
}

/* The points of one score item; the item must exist. */
static inline int32_t points_of(const struct pip_match *match, int seat, const char *item) {
    struct pip_item items[PIP_ITEMS_MAX];
    int count = match->setup.game->score(&match->setup, match->state, seat, items);
    for (int i = 0; i < count; i++) {
        if (strcmp(items[i].name, item) == 0)
            return items[i].points;
    }
    fail_msg("there is no item \"%s\"", item);
    return 0;
}

/* A random legal event, or the next roll from the match's seed. False when the game is over. */
static inline bool play_at_random(struct pip_match *match, struct pip_random *random) {
    pip_actors actors = pip_match_actor(match);
    pip_move moves[PIP_MOVES_MAX];
    if (actors == PIP_ACTORS_OVER)
        return false;
    if (actors == PIP_ACTORS_CHANCE) {
        assert_int_equal(pip_match_roll(match), PIP_OK);
        return true;
    }
    uint32_t skip = pip_random_below(random, (uint32_t)__builtin_popcount(actors));
    for (; skip > 0; skip--)
        actors &= (pip_actors)(actors - 1);
    int seat = __builtin_ctz(actors), count = pip_match_legal(match, seat, moves);
    assert_true(count > 0);
    pip_move move = moves[pip_random_below(random, (uint32_t)count)];
    assert_int_equal(pip_match_play(match, (unsigned)seat, move), PIP_OK);
    return true;
}

/* Compares how often outcomes were seen by chi-square: its mean is the number of outcomes less one,
 * its variance twice that, and six standard deviations are generous. There should be so many rolls
 * that every outcome is expected five times or so. */
static inline void frequencies_fit(const struct pip_chance *chance, const uint32_t *seen,
                                   uint32_t rolls) {
    uint32_t outcomes = pip_chance_outcomes(chance);
    double square = 0, total = pip_chance_total(chance), free = outcomes - 1;
    for (uint32_t outcome = 0; outcome < outcomes; outcome++) {
        double expected = rolls * (pip_chance_weight(chance, (pip_move)outcome) / total);
        square += (seen[outcome] - expected) * (seen[outcome] - expected) / expected;
    }
    double distance = square - free;
    assert_true(distance * distance < 36 * 2 * free);
}

#endif
