#include <pipwright/record.h>

static void write_pair(struct pip_text *text, const char *key, const char *value) {
    pip_text_add(text, key);
    pip_text_add_char(text, ' ');
    pip_text_add(text, value);
    pip_text_add_char(text, '\n');
}

static void write_options(const struct pip_setup *setup, struct pip_text *text) {
    for (int i = 0; setup->game->options[i].name; i++) {
        pip_text_add(text, "option ");
        pip_text_add(text, setup->game->options[i].name);
        pip_text_add_char(text, '=');
        pip_text_add(text, setup->game->options[i].values[setup->option[i]]);
        pip_text_add_char(text, '\n');
    }
}

static void write_dice(const struct pip_match *match, struct pip_text *text) {
    switch (match->dice) {
    case PIP_DICE_UNSAID: return;
    case PIP_DICE_REAL: pip_text_add(text, "dice real"); break;
    case PIP_DICE_SEED:
        pip_text_add(text, "dice seed ");
        pip_text_add_hex(text, match->seed.seed, 16);
        if (match->seed.game > 0) {
            pip_text_add(text, " game ");
            pip_text_add_number(text, match->seed.game);
        }
        break;
    case PIP_DICE_FAIR:
        pip_text_add(text, "dice fair ");
        pip_text_add_bytes(text, match->commitment, sizeof match->commitment);
        break;
    }
    pip_text_add_char(text, '\n');
}

static void write_header(const struct pip_match *match, struct pip_text *text) {
    const struct pip_setup *setup = &match->setup;
    pip_text_add(text, "pipwright record 1\n");
    write_pair(text, "game", setup->game->name);
    if (match->edition > 1) {
        pip_text_add(text, "edition ");
        pip_text_add_number(text, match->edition);
        pip_text_add_char(text, '\n');
    }
    write_pair(text, "sheet", setup->sheet->name);
    pip_text_add(text, "sheet-hash ");
    pip_text_add_bytes(text, setup->sheet->hash, sizeof setup->sheet->hash);
    pip_text_add(text, "\nseats ");
    pip_text_add_number(text, setup->seats);
    pip_text_add_char(text, '\n');
    write_options(setup, text);
    for (int seat = 0; seat < setup->seats; seat++) {
        if (match->name[seat][0]) {
            pip_text_add(text, "seat ");
            pip_text_add_number(text, seat);
            pip_text_add_char(text, ' ');
            pip_text_add(text, match->name[seat]);
            pip_text_add_char(text, '\n');
        }
    }
    if (match->drawn) {
        pip_text_add(text, "first draw ");
        pip_text_add_number(text, match->first);
        pip_text_add_char(text, '\n');
    }
    write_dice(match, text);
    pip_text_add(text, match->extra);
    pip_text_add_char(text, '\n');
}

static void write_mark(struct pip_text *text, char mark, int seat) {
    pip_text_add_char(text, mark);
    pip_text_add_char(text, ' ');
    pip_text_add_number(text, seat);
    pip_text_add_char(text, '\n');
}

/* Who resigned after `count` events. */
static void write_resigned(const struct pip_match *match, uint32_t count, struct pip_text *text) {
    for (int seat = 0; seat < match->setup.seats; seat++) {
        if ((match->resigned >> seat & 1) && match->resigned_at[seat] == count)
            write_mark(text, '!', seat);
    }
}

void pip_record_write(const struct pip_match *match, struct pip_text *text) {
    const struct pip_setup *setup = &match->setup;
    uint64_t state[PIP_STATE_MAX / 8];
    write_header(match, text);
    pip_match_at(match, 0, state);
    for (uint32_t i = 0; i < match->count; i++) {
        write_resigned(match, i, text);
        pip_event_write(setup, state, match->events[i], text);
        pip_text_add_char(text, '\n');
        setup->game->apply(setup, state, match->events[i].actor, match->events[i].move);
    }
    write_resigned(match, match->count, text);
    if (match->turns)
        write_mark(text, '?', match->asked);
    if (match->closed) {
        pip_result_write(setup, state, text);
        pip_text_add_char(text, '\n');
    }
}
