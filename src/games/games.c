#include "games.h"
#include <string.h>

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "pip_state_hash reads states as bytes and promises one hash everywhere: little-endian only"
#endif

const struct pip_option pip__no_options[] = {{0}};

const struct pip_game *const pip_games[] = {
#define X(name) &pip__##name,
    PIP__GAME_LIST(X)
#undef X
        NULL,
};

const struct pip_game *pip_game_find(struct pip_span name) {
    for (int i = 0; pip_games[i]; i++) {
        if (pip_span_is(name, pip_games[i]->name))
            return pip_games[i];
    }
    return NULL;
}

const struct pip_sheet *pip_sheet_find(const struct pip_game *game, struct pip_span name) {
    for (int i = 0; game->sheets[i]; i++) {
        if (pip_span_is(name, game->sheets[i]->name))
            return game->sheets[i];
    }
    return NULL;
}

int pip_option_find(const struct pip_game *game, struct pip_span name) {
    for (int i = 0; game->options[i].name; i++) {
        if (pip_span_is(name, game->options[i].name))
            return i;
    }
    return -1;
}

int pip_option_value(const struct pip_option *option, struct pip_span value) {
    for (int i = 0; option->values[i]; i++) {
        if (pip_span_is(value, option->values[i]))
            return i;
    }
    return -1;
}

struct pip_setup pip_setup_default(const struct pip_game *game, const struct pip_sheet *sheet,
                                   int seats) {
    return (struct pip_setup){
        .game = game,
        .sheet = sheet ? sheet : game->sheets[0],
        .seats = (uint8_t)seats,
    };
}

enum pip_status pip_setup_option(struct pip_setup *setup, struct pip_span pair) {
    const char *equals = memchr(pair.at, '=', pair.length);
    if (!equals)
        return PIP_BAD_OPTION;
    struct pip_span name = {pair.at, (size_t)(equals - pair.at)};
    struct pip_span value = {equals + 1, pair.length - name.length - 1};
    int option = pip_option_find(setup->game, name);
    int index = option < 0 ? -1 : pip_option_value(&setup->game->options[option], value);
    if (index < 0)
        return PIP_BAD_OPTION;
    setup->option[option] = (uint8_t)index;
    return PIP_OK;
}

enum pip_status pip_setup_check(const struct pip_setup *setup) {
    const struct pip_game *game = setup->game;
    if (setup->seats < game->seats_min || setup->seats > game->seats_max)
        return PIP_BAD_SEATS;
    if (!pip_span_is(pip_span_of(setup->sheet->game), game->name))
        return PIP_BAD_SHEET;
    for (int i = 0; game->options[i].name; i++) {
        for (int value = 0; value <= setup->option[i]; value++) {
            if (!game->options[i].values[value])
                return PIP_BAD_OPTION;
        }
    }
    return game->fits ? game->fits(setup) : PIP_OK;
}

/* Counts up like an odometer: options first, then sheets, then seats. */
static bool setup_step(struct pip_setup *setup) {
    const struct pip_game *game = setup->game;
    for (int i = 0; i < PIP_OPTIONS_MAX && game->options[i].name; i++) {
        if (game->options[i].values[++setup->option[i]])
            return true;
        setup->option[i] = 0;
    }
    int sheet = 0;
    while (game->sheets[sheet] != setup->sheet)
        sheet++;
    setup->sheet = game->sheets[sheet + 1];
    if (setup->sheet)
        return true;
    setup->sheet = game->sheets[0];
    return ++setup->seats <= game->seats_max;
}

bool pip_setup_next(struct pip_setup *setup) {
    while (setup_step(setup)) {
        if (pip_setup_check(setup) == PIP_OK)
            return true;
    }
    return false;
}

struct pip_setup pip_setup_first(const struct pip_game *game) {
    struct pip_setup setup = pip_setup_default(game, NULL, game->seats_min);
    if (pip_setup_check(&setup) != PIP_OK)
        pip_setup_next(&setup);
    return setup;
}

int32_t pip_score_total(const struct pip_setup *setup, const void *state, int seat) {
    struct pip_item items[PIP_ITEMS_MAX];
    int count = setup->game->score(setup, state, seat, items);
    int32_t total = 0;
    for (int i = 0; i < count; i++)
        total += items[i].points;
    return total;
}

unsigned pip_score_best(const struct pip_setup *setup, const void *state, unsigned among) {
    int32_t best = INT32_MIN;
    unsigned winners = 0;
    for (int seat = 0; seat < setup->seats; seat++) {
        if (!(among >> seat & 1))
            continue;
        int32_t total = pip_score_total(setup, state, seat);
        winners = total > best ? 1u << seat : total == best ? winners | 1u << seat : winners;
        best = total > best ? total : best;
    }
    return winners;
}

unsigned pip_score_winners(const struct pip_setup *setup, const void *state) {
    return pip_score_best(setup, state, ~0u);
}

uint64_t pip_state_hash(const struct pip_setup *setup, const void *state) {
    uint64_t hash = pip_hash(PIP_HASH_START, setup->game->name, strlen(setup->game->name));
    hash = pip_hash(hash, setup->sheet->hash, sizeof setup->sheet->hash);
    hash = pip_hash(hash, &setup->seats, sizeof setup->seats);
    hash = pip_hash(hash, setup->option, sizeof setup->option);
    return pip_hash(hash, state, setup->game->state_size);
}
