#include "guest.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool pip__guest_is_named(struct pip_span name) {
    return name.length > strlen(PIP__GUEST_PREFIX) &&
           memcmp(name.at, PIP__GUEST_PREFIX, strlen(PIP__GUEST_PREFIX)) == 0;
}

void pip__guest_name(const char *command, char name[PIP_NAME_MAX + 1]) {
    size_t length = strcspn(command, " ");
    const char *slash = memrchr(command, '/', length);
    const char *from = slash ? slash + 1 : command;
    int left = (int)(command + length - from);
    snprintf(name, PIP_NAME_MAX + 1, "%.*s", left < PIP_NAME_MAX ? left : PIP_NAME_MAX, from);
    if (!pip_name_valid(pip_span_of(name)))
        snprintf(name, PIP_NAME_MAX + 1, "guest");
}

/* ---- What its seat may know ---- */

void pip__guest_see(const struct pip_match *match, int seat, struct pip_event *events,
                    struct pip_match *seen) {
    pip_match_start(seen, &match->setup, events, match->setup.game->length(&match->setup));
    memcpy(seen->name, match->name, sizeof seen->name);
    for (uint32_t i = 0; i <= match->count; i++) {
        for (int other = 0; other < match->setup.seats; other++) {
            if ((match->resigned >> other & 1) && match->resigned_at[other] == i)
                pip_match_resign(seen, other);
        }
        if (i < match->count && pip_match_visible(match, (unsigned)seat, i))
            pip_match_play(seen, match->events[i].actor, match->events[i].move);
    }
    seen->turns = match->turns && seen->together;
    seen->asked = match->asked;
}

static void write_legal(const struct pip_match *match, int seat, struct pip_text *text) {
    pip_move moves[PIP_MOVES_MAX];
    int count = pip_match_legal(match, seat, moves);
    for (int i = 0; i < count; i++) {
        pip_text_add(text, "legal ");
        match->setup.game->move_write(&match->setup, moves[i], text);
        pip_text_add_char(text, '\n');
    }
}

#define STATE_BYTES 32768 /* of a state as JSON */

/* A state is written to a place of its own: commas depend on what stands before. */
static void write_states(const struct pip_match *match, int seat, struct pip_text *text) {
    uint64_t view[PIP_STATE_MAX / 8];
    char buffer[STATE_BYTES];
    const struct pip_game *game = match->setup.game;
    pip_match_view(match, (unsigned)seat, view);
    for (int i = 0; i < match->setup.seats && game->state_json; i++) {
        struct pip_text json = pip_text_init(buffer, sizeof buffer);
        game->state_json(&match->setup, view, (unsigned)i, &json);
        pip_text_add(text, "state ");
        pip_text_add_number(text, i);
        pip_text_add_char(text, ' ');
        pip_text_add(text, buffer);
        pip_text_add_char(text, '\n');
    }
}

static void write_question(const struct pip__guest_terms *terms, const struct pip_match *match,
                           const struct pip_match *seen, int seat, struct pip_text *text) {
    pip_text_add(text, "record\n");
    pip_record_write(seen, text);
    pip_text_add(text, "end\n");
    write_states(match, seat, text);
    write_legal(match, seat, text);
    pip_text_add(text, "go seat ");
    pip_text_add_number(text, seat);
    pip_text_add(text, " limit ");
    pip_text_add_number(text, (int64_t)terms->limit);
    if (terms->nodes > 0) {
        pip_text_add(text, " nodes ");
        pip_text_add_number(text, (int64_t)terms->nodes);
    }
    pip_text_add_char(text, '\n');
}

/* The whole question in memory that the caller owns; NULL if there is none. */
static char *question(const struct pip__guest_terms *terms, const struct pip_match *match, int seat,
                      struct pip_event *events) {
    struct pip_match seen;
    struct pip_text measure = pip_text_init(NULL, 0);
    pip__guest_see(match, seat, events, &seen);
    write_question(terms, match, &seen, seat, &measure);
    char *buffer = malloc(measure.length + 1);
    if (buffer) {
        struct pip_text text = pip_text_init(buffer, measure.length + 1);
        write_question(terms, match, &seen, seat, &text);
    }
    return buffer;
}

/* ---- Its answer ---- */

/* Steps with ", " between, each legal where it stands. */
static bool understand(struct pip__guest *guest, const struct pip_match *match, int seat,
                       const char *answer) {
    const struct pip_setup *setup = &match->setup;
    uint64_t view[PIP_STATE_MAX / 8];
    pip_match_view(match, (unsigned)seat, view);
    guest->line.steps = 0;
    for (const char *at = answer; at;) {
        const char *comma = strstr(at, ", ");
        struct pip_span text = {at, comma ? (size_t)(comma - at) : strlen(at)};
        pip_move move;
        if (guest->line.steps == PIP_STEPS_MAX ||
            setup->game->move_read(setup, text, &move) != PIP_OK ||
            setup->game->apply(setup, view, (unsigned)seat, move) != PIP_OK)
            return pip__guest_lose(guest, "answers \"%.80s\", which the rules do not allow here",
                                   answer);
        guest->line.step[guest->line.steps++] = move;
        at = comma ? comma + 2 : NULL;
    }
    return true;
}

const struct pip_line *pip__guest_ask(struct pip__guest *guest,
                                      const struct pip__guest_terms *terms,
                                      const struct pip_match *match, int seat) {
    uint32_t capacity = match->setup.game->length(&match->setup);
    char line[PIP__GUEST_LINE];
    struct pip_event *events = malloc(capacity * sizeof *events);
    char *text = events ? question(terms, match, seat, events) : NULL;
    bool answered = text ? pip__guest_say(guest, terms, pip_span_of(text), line)
                         : pip__guest_lose(guest, "finds no memory");
    free(text);
    free(events);
    return answered && understand(guest, match, seat, line) ? &guest->line : NULL;
}
