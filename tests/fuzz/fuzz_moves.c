/* Bytes as moves: the first say which game and setup, every further pair is an event, legal or not.
 * Whatever comes, the position stays sound, and an error changes nothing. */
#include <pipwright/match.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static struct pip_match match;
static struct pip_event events[1 << 15];

static struct pip_setup pick_setup(uint8_t game, uint8_t steps) {
    int games = 0;
    while (pip_games[games])
        games++;
    struct pip_setup setup = pip_setup_first(pip_games[game % games]);
    for (int i = 0; i < steps; i++) {
        struct pip_setup next = setup;
        if (!pip_setup_next(&next))
            break;
        setup = next;
    }
    return setup;
}

/* Mostly a legal event, so that games get somewhere; sometimes the raw bytes. */
static struct pip_event pick_event(uint8_t a, uint8_t b) {
    pip_actors actors = pip_match_actor(&match);
    struct pip_event event = {.actor = a, .move = (pip_move)(a * 256 + b)};
    if (a >= 0xf0 || actors == PIP_ACTORS_OVER)
        return event;
    if (actors == PIP_ACTORS_CHANCE) {
        struct pip_chance chance;
        match.setup.game->chance(&match.setup, match.state, &chance);
        event.actor = PIP_CHANCE;
        event.move = (pip_move)(event.move % pip_chance_outcomes(&chance));
        return event;
    }
    int seat = a % match.setup.seats;
    while (!(actors >> seat & 1))
        seat = (seat + 1) % match.setup.seats;
    pip_move moves[PIP_MOVES_MAX];
    int count = pip_match_legal(&match, seat, moves);
    return (struct pip_event){.actor = (uint8_t)seat, .move = moves[b % count]};
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static struct pip_match before;
    if (size < 2)
        return 0;
    struct pip_setup setup = pick_setup(data[0], data[1]);
    pip_match_start(&match, &setup, events, sizeof events / sizeof *events);
    for (size_t i = 2; i + 1 < size; i += 2) {
        struct pip_event event = pick_event(data[i], data[i + 1]);
        memcpy(&before, &match, sizeof match);
        enum pip_status status = pip_match_play(&match, event.actor, event.move);
        if (setup.game->check(&setup, match.state) != PIP_OK)
            abort();
        if (status != PIP_OK && memcmp(before.state, match.state, sizeof match.state) != 0)
            abort();
        if (status == PIP_OK && data[i] % 13 == 0 && event.actor != PIP_CHANCE)
            pip_match_undo(&match, event.actor);
    }
    return 0;
}
