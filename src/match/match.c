#include <pipwright/match.h>
#include <string.h>

static const struct pip_game *game_of(const struct pip_match *match) {
    return match->setup.game;
}

static void begin(struct pip_match *match) {
    memset(match->state, 0, sizeof match->state);
    memset(match->before, 0, sizeof match->before);
    match->count = match->rolls = match->final = match->together_from = 0;
    match->together = 0;
    match->turns = false;
    match->asked = 0;
    game_of(match)->start(&match->setup, match->state);
}

enum pip_status pip_match_start(struct pip_match *match, const struct pip_setup *setup,
                                struct pip_event *events, uint32_t capacity) {
    enum pip_status status = pip_setup_check(setup);
    if (status != PIP_OK)
        return status;
    memset(match, 0, sizeof *match);
    match->setup = *setup;
    match->edition = setup->game->edition;
    match->events = events;
    match->capacity = capacity;
    begin(match);
    return PIP_OK;
}

void pip_match_begin_with(struct pip_match *match, int first, bool drawn) {
    char name[PIP_SEATS_MAX][PIP_NAME_MAX + 1];
    memcpy(name, match->name, sizeof name);
    for (int seat = 0; seat < match->setup.seats; seat++)
        memcpy(match->name[seat], name[(seat + first) % match->setup.seats], sizeof *name);
    match->drawn = drawn;
    match->first = (uint8_t)(drawn ? first : 0);
}

/* ---- Acting at the same time ---- */

static bool several(pip_actors actors) {
    return (actors & (actors - 1u)) != 0;
}

/* The seat that canonical order begins with: the first one after a seat that does not act (in Lost
 * Cities the active one), or seat 0 if all do. */
static int first_of(pip_actors together, int seats) {
    for (int seat = 0; seat < seats; seat++) {
        int left = (seat + seats - 1) % seats;
        if ((together >> seat & 1) && !(together >> left & 1))
            return seat;
    }
    return 0;
}

/* A seat's place in canonical order, counted from 0. */
static unsigned place_in_order(const struct pip_match *match, unsigned seat) {
    unsigned seats = match->setup.seats;
    return (seat + seats - (unsigned)first_of(match->together, match->setup.seats)) % seats;
}

static pip_actors choosing(const struct pip_match *match) {
    return game_of(match)->actor(&match->setup, match->state);
}

/* LC2.9: the first in canonical order who has not chosen. */
static unsigned whose_turn(const struct pip_match *match) {
    pip_actors actors = choosing(match);
    unsigned seat = (unsigned)first_of(match->together, match->setup.seats);
    while (!(actors >> seat & 1))
        seat = (seat + 1) % match->setup.seats;
    return seat;
}

pip_actors pip_match_actor(const struct pip_match *match) {
    return match->turns ? (pip_actors)(1u << whose_turn(match)) : choosing(match);
}

int pip_match_legal(const struct pip_match *match, int seat, pip_move *moves) {
    if (match->turns && whose_turn(match) != (unsigned)seat)
        return 0;
    return game_of(match)->legal(&match->setup, match->state, seat, moves);
}

static void together_begins(struct pip_match *match, pip_actors actors, const void *before) {
    match->together = actors;
    match->together_from = match->count;
    memcpy(match->before, before, sizeof match->before);
}

static void take_turns(struct pip_match *match, int asked) {
    if (!match->together)
        together_begins(match, choosing(match), match->state);
    match->turns = true;
    match->asked = (uint8_t)asked;
}

/* LC2.9 */
enum pip_status pip_match_ask_turns(struct pip_match *match, int seat) {
    pip_actors actors = choosing(match);
    bool asks = actors < PIP_ACTORS_CHANCE && (actors >> seat & 1);
    if (!asks || !(match->together || several(actors)))
        return PIP_NOT_ACTING;
    if (!match->turns)
        take_turns(match, seat);
    return PIP_OK;
}

static void together_ends_unless(struct pip_match *match, pip_actors actors) {
    bool goes_on = actors != PIP_ACTORS_OVER && (actors & ~(unsigned)match->together) == 0;
    if (!goes_on) { /* now everybody sees what was chosen */
        match->together = 0;
        match->turns = false;
        match->asked = 0;
        match->final = match->count;
    }
}

/* Where an event of this seat belongs in the history. */
static uint32_t place_for(const struct pip_match *match, unsigned actor) {
    if (!match->together)
        return match->count;
    uint32_t place = match->count;
    while (place > match->together_from &&
           place_in_order(match, match->events[place - 1].actor) > place_in_order(match, actor))
        place--;
    return place;
}

enum pip_status pip_match_play(struct pip_match *match, unsigned actor, pip_move move) {
    if (match->count == match->capacity)
        return PIP_NO_ROOM;
    if (match->turns && whose_turn(match) != actor)
        return PIP_NOT_ACTING;
    pip_actors actors = choosing(match);
    bool begins = !match->together && several(actors);
    uint64_t before[PIP_STATE_MAX / 8];
    if (begins)
        memcpy(before, match->state, sizeof before);
    enum pip_status status = game_of(match)->apply(&match->setup, match->state, actor, move);
    if (status != PIP_OK)
        return status;
    if (begins)
        together_begins(match, actors, before);
    uint32_t place = place_for(match, actor);
    memmove(&match->events[place + 1], &match->events[place],
            (match->count - place) * sizeof *match->events);
    match->events[place] = (struct pip_event){.actor = (uint8_t)actor, .move = move};
    match->count++;
    if (actor == PIP_CHANCE) {
        match->rolls++;
        match->final = match->count;
    }
    if (match->together)
        together_ends_unless(match, choosing(match));
    return PIP_OK;
}

enum pip_status pip_match_roll(struct pip_match *match) {
    if (pip_match_actor(match) != PIP_ACTORS_CHANCE)
        return PIP_NOT_ACTING;
    if (match->dice != PIP_DICE_SEED)
        return PIP_BAD_DICE;
    struct pip_chance chance;
    game_of(match)->chance(&match->setup, match->state, &chance);
    return pip_match_play(match, PIP_CHANCE, pip_seed_roll(match->seed, match->rolls, &chance));
}

static void fault_quote(struct pip_text *text, const struct pip_match *match, const void *state,
                        struct pip_event event) {
    pip_text_add_char(text, '"');
    pip_event_write(&match->setup, state, event, text);
    pip_text_add_char(text, '"');
}

/* Begins the sentence about the first roll that differs; the count of them is added at the end. */
static struct pip_text fault_begin(struct pip_fault *fault, const struct pip_match *match,
                                   const void *state, uint32_t index, const char *name,
                                   pip_move due) {
    fault->status = PIP_FORGED;
    struct pip_text text = pip_text_init(fault->detail, sizeof fault->detail);
    pip_text_add(&text, "event ");
    pip_text_add_number(&text, index + 1);
    pip_text_add(&text, ": the ");
    pip_text_add(&text, name);
    pip_text_add(&text, " gives ");
    fault_quote(&text, match, state, (struct pip_event){.actor = PIP_CHANCE, .move = due});
    pip_text_add(&text, ", not ");
    fault_quote(&text, match, state, match->events[index]);
    return text;
}

static enum pip_status compare_first(const struct pip_match *match, const char *name,
                                     pip_roller *roller, const void *source,
                                     struct pip_fault *fault) {
    struct pip_chance chance;
    pip_chance_first(match->setup.seats, &chance);
    pip_move due = roller(source, PIP_ROLL_FIRST, &chance);
    if (due == match->first)
        return PIP_OK;
    fault->status = PIP_FORGED;
    struct pip_text text = pip_text_init(fault->detail, sizeof fault->detail);
    pip_text_add(&text, "first: the ");
    pip_text_add(&text, name);
    pip_text_add(&text, " gives \"draw ");
    pip_text_add_number(&text, due);
    pip_text_add(&text, "\", not \"draw ");
    pip_text_add_number(&text, match->first);
    pip_text_add_char(&text, '"');
    return PIP_FORGED;
}

enum pip_status pip_match_compare(const struct pip_match *match, const char *name,
                                  pip_roller *roller, const void *source, struct pip_fault *fault) {
    const struct pip_setup *setup = &match->setup;
    uint64_t state[PIP_STATE_MAX / 8];
    uint32_t roll = 0, differ = 0;
    struct pip_text text = {0};
    *fault = (struct pip_fault){0};
    pip_match_at(match, 0, state);
    for (uint32_t i = 0; i < match->count; i++) {
        struct pip_event event = match->events[i];
        if (event.actor == PIP_CHANCE) {
            struct pip_chance chance;
            setup->game->chance(setup, state, &chance);
            pip_move due = roller(source, roll++, &chance);
            if (due != event.move && differ++ == 0)
                text = fault_begin(fault, match, state, i, name, due);
        }
        setup->game->apply(setup, state, event.actor, event.move);
    }
    if (differ == 0)
        return match->drawn ? compare_first(match, name, roller, source, fault) : PIP_OK;
    pip_text_add(&text, " (rolls that differ: ");
    pip_text_add_number(&text, differ);
    pip_text_add(&text, " of ");
    pip_text_add_number(&text, roll);
    pip_text_add_char(&text, ')');
    return PIP_FORGED;
}

static pip_move roll_seed(const void *source, uint32_t roll, const struct pip_chance *chance) {
    return pip_seed_roll(*(const struct pip_seed *)source, roll, chance);
}

enum pip_status pip_match_compare_seed(const struct pip_match *match, struct pip_fault *fault) {
    if (match->dice != PIP_DICE_SEED) {
        *fault = (struct pip_fault){.status = PIP_BAD_DICE, .detail = "the dice are not seeded"};
        return PIP_BAD_DICE;
    }
    return pip_match_compare(match, "seed", roll_seed, &match->seed, fault);
}

enum pip_status pip_match_close(struct pip_match *match) {
    if (pip_match_actor(match) != PIP_ACTORS_OVER)
        return PIP_NOT_ACTING;
    match->closed = true;
    return PIP_OK;
}

/* ---- Resigning ---- */

enum pip_status pip_match_resign(struct pip_match *match, int seat) {
    if (pip_match_actor(match) == PIP_ACTORS_OVER)
        return PIP_OVER;
    if (match->resigned >> seat & 1)
        return PIP_OK;
    match->resigned |= (pip_actors)(1u << seat);
    match->resigned_at[seat] = match->together ? match->together_from : match->count;
    return PIP_OK;
}

pip_actors pip_match_winners(const struct pip_match *match) {
    const struct pip_setup *setup = &match->setup;
    unsigned left = ((1u << setup->seats) - 1) & ~(unsigned)match->resigned;
    if (setup->game->won)
        return (pip_actors)(setup->game->won(setup, match->state) ? left : 0);
    return (pip_actors)pip_score_best(setup, match->state, left);
}

/* ---- Going back, and looking ---- */

/* The first `count` events of the history, as if there had been no others. */
static void play_again(struct pip_match *match, uint32_t count) {
    begin(match);
    for (uint32_t i = 0; i < count; i++)
        pip_match_play(match, match->events[i].actor, match->events[i].move);
    match->closed = false;
    for (int seat = 0; seat < match->setup.seats; seat++)
        if (match->resigned_at[seat] > count)
            match->resigned_at[seat] = count;
}

enum pip_status pip_match_undo(struct pip_match *match, int seat) {
    uint32_t place = match->count, from = match->together ? match->together_from : match->final;
    bool turns = match->turns;
    int asked = match->asked;
    if (turns && whose_turn(match) != (unsigned)seat)
        return PIP_FINAL;
    while (match->together && place > from && match->events[place - 1].actor != seat)
        place--;
    if (place == from || match->events[place - 1].actor != seat)
        return PIP_FINAL;
    uint32_t count = match->count - 1;
    memmove(&match->events[place - 1], &match->events[place],
            (match->count - place) * sizeof *match->events);
    play_again(match, count);
    if (turns)
        take_turns(match, asked);
    return PIP_OK;
}

enum pip_status pip_match_undo_roll(struct pip_match *match) {
    uint32_t place = match->count;
    while (place > 0 && match->events[place - 1].actor != PIP_CHANCE)
        place--;
    if (place == 0 || match->dice != PIP_DICE_REAL)
        return PIP_FINAL;
    play_again(match, place - 1);
    return PIP_OK;
}

void pip_match_at(const struct pip_match *match, uint32_t count, void *state) {
    memset(state, 0, PIP_STATE_MAX);
    game_of(match)->start(&match->setup, state);
    for (uint32_t i = 0; i < count; i++)
        game_of(match)->apply(&match->setup, state, match->events[i].actor, match->events[i].move);
}

uint32_t pip_match_public(const struct pip_match *match) {
    uint32_t count = match->together ? match->together_from : match->count;
    while (match->turns && count < match->count &&
           place_in_order(match, match->events[count].actor) <
               place_in_order(match, whose_turn(match)))
        count++;
    return count;
}

bool pip_match_visible(const struct pip_match *match, unsigned viewer, uint32_t index) {
    return index < pip_match_public(match) || match->events[index].actor == viewer;
}

void pip_match_view(const struct pip_match *match, unsigned viewer, void *state) {
    if (!match->together) {
        memcpy(state, match->state, sizeof match->state);
        return;
    }
    memcpy(state, match->before, sizeof match->before);
    uint32_t public = pip_match_public(match);
    for (uint32_t i = match->together_from; i < match->count; i++) {
        struct pip_event event = match->events[i];
        if (i < public || event.actor == viewer)
            game_of(match)->apply(&match->setup, state, event.actor, event.move);
    }
}
