/* Events as text, and what may come next. */
#include <pipwright/match.h>

void pip_event_write(const struct pip_setup *setup, const void *state, struct pip_event event,
                     struct pip_text *text) {
    if (event.actor == PIP_CHANCE) {
        struct pip_chance chance;
        setup->game->chance(setup, state, &chance);
        pip_text_add(text, "* ");
        pip_chance_write(&chance, event.move, text);
        return;
    }
    pip_text_add_number(text, event.actor);
    pip_text_add_char(text, ' ');
    setup->game->move_write(setup, event.move, text);
}

void pip_result_write(const struct pip_setup *setup, const void *state, struct pip_text *text) {
    pip_text_add_char(text, '=');
    if (setup->game->won) {
        pip_text_add(text, setup->game->won(setup, state) ? " won " : " lost ");
        pip_text_add_number(text, pip_score_total(setup, state, 0));
        return;
    }
    for (int seat = 0; seat < setup->seats; seat++) {
        pip_text_add_char(text, ' ');
        pip_text_add_number(text, pip_score_total(setup, state, seat));
    }
}

enum pip_status pip_event_read(const struct pip_match *match, struct pip_span span, bool strict,
                               struct pip_event *event) {
    struct pip_span who;
    uint32_t seat;
    *event = (struct pip_event){0};
    if (!pip_span_word(&span, &who) || span.length == 0)
        return PIP_BAD_TEXT;
    if (pip_span_is(who, "*")) {
        if (pip_match_actor(match) != PIP_ACTORS_CHANCE)
            return PIP_NOT_ACTING;
        struct pip_chance chance;
        match->setup.game->chance(&match->setup, match->state, &chance);
        event->actor = PIP_CHANCE;
        return pip_chance_read(&chance, span, strict, &event->move);
    }
    if (!pip_span_number(who, PIP_SEATS_MAX - 1, &seat))
        return PIP_BAD_TEXT;
    if (seat >= match->setup.seats)
        return PIP_NOT_ACTING;
    event->actor = (uint8_t)seat;
    return match->setup.game->move_read(&match->setup, span, &event->move);
}

void pip_match_next(const struct pip_match *match, void (*line)(void *context, const char *text),
                    void *context) {
    char buffer[256];
    struct pip_text text = pip_text_init(buffer, sizeof buffer);
    pip_actors actors = pip_match_actor(match);
    if (actors == PIP_ACTORS_CHANCE) {
        struct pip_chance chance;
        match->setup.game->chance(&match->setup, match->state, &chance);
        pip_text_add(&text, "* ");
        pip_text_add(&text, chance.label);
        pip_text_add_char(&text, ' ');
        pip_text_add_number(&text, pip_chance_dice(&chance));
        line(context, buffer);
    } else if (actors == PIP_ACTORS_OVER && !match->closed) {
        pip_result_write(&match->setup, match->state, &text);
        line(context, buffer);
    }
    for (int seat = 0; seat < match->setup.seats; seat++) {
        pip_move moves[PIP_MOVES_MAX];
        int count = actors >> seat & 1 ? pip_match_legal(match, seat, moves) : 0;
        for (int i = 0; i < count; i++) {
            struct pip_event event = {.actor = (uint8_t)seat, .move = moves[i]};
            text = pip_text_init(buffer, sizeof buffer);
            pip_event_write(&match->setup, match->state, event, &text);
            line(context, buffer);
        }
    }
}
