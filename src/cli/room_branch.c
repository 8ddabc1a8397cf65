/* What if: a game goes on from a point of a record, with a person in one seat, and with the dice
 * that came then or with others. */
#include "room.h"
#include <stdlib.h>
#include <string.h>

/* The rolls of a record as text: another game may have another roll due, and then they do not fit.
 */
static int keep_rolls(struct room *room, const struct pip_match *from) {
    uint64_t state[PIP_STATE_MAX / 8];
    room->kept = calloc(from->rolls + 1u, sizeof *room->kept);
    if (!room->kept)
        return cli_error(CLI_FAILED, "out of memory");
    pip_match_at(from, 0, state);
    for (uint32_t i = 0; i < from->count; i++) {
        struct pip_event event = from->events[i];
        if (event.actor == PIP_CHANCE) {
            struct pip_text text = pip_text_init(room->kept[room->keeps++], sizeof *room->kept);
            pip_event_write(&from->setup, state, event, &text);
        }
        from->setup.game->apply(&from->setup, state, event.actor, event.move);
    }
    return CLI_OK;
}

bool room_roll(struct room *room) {
    struct pip_match *match = &room->match;
    struct pip_event event;
    struct pip_chance chance;
    if (match->rolls < room->keeps &&
        pip_event_read(match, pip_span_of(room->kept[match->rolls]), false, &event) == PIP_OK &&
        pip_match_play(match, event.actor, event.move) == PIP_OK)
        return true;
    match->setup.game->chance(&match->setup, match->state, &chance);
    return pip_match_play(match, PIP_CHANCE, pip_seed_roll(room->fresh, match->rolls, &chance)) ==
           PIP_OK;
}

/* Whoever sat in the other seats is played by bots. */
static int take_seat(struct pip_match *match, const char *who) {
    int own = room_find_seat(match, who);
    if (own < 0)
        return cli_error(CLI_USAGE, "--seat wants the name or the number of one seat, not \"%s\"",
                         who);
    for (int seat = 0; seat < match->setup.seats; seat++) {
        bool bot = strncmp(match->name[seat], "bot:", 4) == 0;
        if (seat == own && (bot || !match->name[seat][0]))
            strcpy(match->name[seat], "Player");
        else if (seat != own && !bot)
            snprintf(match->name[seat], sizeof match->name[seat], "bot:%s", pip_bot_usual->name);
    }
    return CLI_OK;
}

/* A seed goes on by itself. Other dice that came once come again, and then any: who says where
 * these are from would say what was never agreed. */
static int settle_dice(struct room *room, const struct pip_match *from,
                       const struct room_wish *wish) {
    struct pip_match *match = &room->match;
    bool over = room->match.rolls == from->rolls; /* none is left */
    if (!wish->fresh && (from->dice == PIP_DICE_SEED || (from->dice == PIP_DICE_REAL && over)))
        return CLI_OK;
    match->dice = PIP_DICE_UNSAID;
    match->drawn = false;
    match->first = 0;
    memset(&match->seed, 0, sizeof match->seed);
    room->rolls = true;
    return wish->fresh ? CLI_OK : keep_rolls(room, from);
}

/* The first events of a match, on the same table. */
static int begin_again(struct room *room, const struct pip_match *from, uint32_t count) {
    struct pip_match *match = &room->match;
    uint32_t capacity = from->setup.game->length(&from->setup);
    room->events = malloc(capacity * sizeof *room->events);
    if (!room->events)
        return cli_error(CLI_FAILED, "out of memory");
    pip_match_start(match, &from->setup, room->events, capacity);
    memcpy(match->name, from->name, sizeof match->name);
    memcpy(match->extra, from->extra, sizeof match->extra);
    match->drawn = from->drawn;
    match->first = from->first;
    match->dice = from->dice;
    match->seed = from->seed;
    for (uint32_t i = 0; i < count; i++)
        pip_match_play(match, from->events[i].actor, from->events[i].move);
    room->told = pip_match_public(match);
    return CLI_OK;
}

int room_branch(struct room *room, const struct pip_match *from, const struct room_wish *wish) {
    if (wish->at != UINT64_MAX && wish->at > from->count)
        return cli_error(CLI_USAGE, "the record has %u events; --at %llu is past its end",
                         from->count, (unsigned long long)wish->at);
    uint32_t count = wish->at == UINT64_MAX ? from->count : (uint32_t)wish->at;
    int code = begin_again(room, from, count);
    room->fresh = wish->seed;
    if (code == CLI_OK && wish->seat)
        code = take_seat(&room->match, wish->seat);
    return code == CLI_OK ? settle_dice(room, from, wish) : code;
}
