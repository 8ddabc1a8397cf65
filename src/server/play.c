#include "server.h"
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

/* ---- Steps ---- */

static bool several(pip_actors actors) {
    return (actors & (actors - 1u)) != 0;
}

/* What would become of the steps, tried on a copy. */
static enum code try_steps(const struct room *room, int seat, const char *const *steps, int count) {
    struct pip_match match = room->match;
    match.capacity = match.count + (uint32_t)count;
    match.events = malloc(match.capacity * sizeof *match.events);
    if (!match.events)
        return CODE_FAILED;
    if (match.count > 0)
        memcpy(match.events, room->match.events, match.count * sizeof *match.events);
    enum pip_status status = PIP_OK;
    enum code code = CODE_FINE;
    for (int i = 0; i < count && code == CODE_FINE; i++) {
        struct pip_event event;
        status = pip_event_read(&match, pip_span_of(steps[i]), true, &event);
        if (status == PIP_OK && event.actor != seat)
            code = CODE_NOT_YOURS;
        else if (status == PIP_OK)
            status = pip_match_play(&match, event.actor, event.move);
        if (code == CODE_FINE)
            code = code_of_pip(status);
    }
    free(match.events);
    return code;
}

/* Tells what everybody may know now and could not before, when `from` events were public. */
static enum code reveal(struct room *room, uint32_t from) {
    const struct pip_match *match = &room->match;
    uint32_t to = pip_match_public(match);
    return to > from ? room_publish(room, -1, 0,
                                    json_pack("{s:s, s:o}", "t", "reveal", "e",
                                              view_steps(match, from, to, UINT16_MAX)))
                     : CODE_FINE;
}

static enum code play_step(struct room *room, int seat, int64_t id, const char *text) {
    const struct pip_match *match = &room->match;
    bool hidden = match->together || several(pip_match_actor(match));
    uint32_t from = pip_match_public(match);
    if (!hidden)
        return room_publish(room, seat, id, json_pack("{s:s, s:s}", "t", "move", "e", text));
    enum code code = room_record(room, json_pack("{s:s, s:i, s:I}", "c", text, "s", seat, "i", id));
    return code == CODE_FINE ? reveal(room, from) : code;
}

/* One text, or a list of them, as an array of texts. */
static int read_steps(const json_t *steps, const char **texts) {
    size_t count = json_is_array(steps) ? json_array_size(steps) : 1;
    if (count == 0 || count > STEPS_MAX)
        return 0;
    for (size_t i = 0; i < count; i++) {
        const json_t *step = json_is_array(steps) ? json_array_get(steps, i) : steps;
        texts[i] = json_string_value(step);
        if (!texts[i] || json_string_length(step) > 200)
            return 0;
    }
    return (int)count;
}

enum code play_steps(struct room *room, int seat, int64_t id, const json_t *steps) {
    const char *texts[STEPS_MAX];
    int count = read_steps(steps, texts);
    if (count == 0)
        return CODE_BAD_MESSAGE;
    if (room->phase != PIP_STORE_PLAYING)
        return room->phase == PIP_STORE_OVER ? CODE_OVER : CODE_WAITING;
    enum code code = try_steps(room, seat, texts, count);
    for (int i = 0; code == CODE_FINE && i < count; i++)
        code = play_step(room, seat, id, texts[i]);
    return code == CODE_FINE ? play_advance(room) : code;
}

/* What a seat is about to do, for the others to see. Only legal steps are passed on, so that
 * nothing else can be said with them, and only where the steps themselves would be seen. */
enum code play_pencil(struct room *room, int seat, json_t *steps, struct conn *from) {
    const char *texts[STEPS_MAX];
    bool none = json_array_size(steps) == 0;
    int count = none ? 0 : read_steps(steps, texts);
    if (!json_is_array(steps) || (count == 0 && !none))
        return CODE_BAD_MESSAGE;
    if (room->phase != PIP_STORE_PLAYING)
        return room->phase == PIP_STORE_OVER ? CODE_OVER : CODE_WAITING;
    if (room->seat[seat].bot || room->match.together || pip_match_actor(&room->match) != 1u << seat)
        return CODE_NOT_ACTING;
    enum code code = try_steps(room, seat, texts, count);
    if (code != CODE_FINE)
        return code;
    json_decref(room->pencil);
    room->pencil = json_pack("{s:s, s:i, s:O}", "t", "pencil", "seat", seat, "e", steps);
    room_tell(room, json_incref(room->pencil), from);
    return CODE_FINE;
}

/* LC2.9 */
enum code play_turns(struct room *room, int seat, int64_t id) {
    struct pip_match asked = room->match; /* asking changes none of the events, which it shares */
    uint32_t from = pip_match_public(&room->match);
    if (room->phase != PIP_STORE_PLAYING)
        return room->phase == PIP_STORE_OVER ? CODE_OVER : CODE_WAITING;
    if (room->seat[seat].bot)
        return CODE_NOT_ACTING;
    enum code code = code_of_pip(pip_match_ask_turns(&asked, seat));
    if (code != CODE_FINE || room->match.turns)
        return code;
    code = room_publish(room, seat, id, json_pack("{s:s, s:i}", "t", "turns", "seat", seat));
    return code == CODE_FINE ? reveal(room, from) : code;
}

/* Hidden steps are taken back until they are revealed; where seats take turns, by whose turn it is.
 * A step that others can see is taken back only while its seat is still the one to act: whether
 * others have begun to choose must not show. */
enum code play_undo(struct room *room, int seat, int64_t id) {
    const struct pip_match *match = &room->match;
    bool hidden = match->together >> seat & 1, any = false;
    if (room->phase != PIP_STORE_PLAYING)
        return room->phase == PIP_STORE_OVER ? CODE_OVER : CODE_WAITING;
    if (match->turns && pip_match_actor(match) != 1u << seat)
        return CODE_FINAL;
    if (hidden) {
        for (uint32_t i = pip_match_public(match); i < match->count; i++)
            any |= match->events[i].actor == seat;
        return any ? room_record(room, json_pack("{s:i, s:i, s:I}", "u", seat, "s", seat, "i", id))
                   : CODE_FINAL;
    }
    any = match->count > match->final && match->events[match->count - 1].actor == seat;
    if (!any || match->together || pip_match_actor(match) != 1u << seat)
        return CODE_FINAL;
    return room_publish(room, seat, id, json_pack("{s:s, s:i}", "t", "undo", "seat", seat));
}

/* ---- Bots for people ---- */

enum code play_resign(struct room *room, int seat, int64_t id) {
    if (room->phase != PIP_STORE_PLAYING)
        return room->phase == PIP_STORE_OVER ? CODE_OVER : CODE_WAITING;
    if (room->match.resigned >> seat & 1)
        return CODE_FINE;
    return room_publish(
        room, seat, id,
        json_pack("{s:s, s:i, s:s}", "t", "resign", "seat", seat, "level", SUBSTITUTE));
}

enum code play_replace(struct room *room, int seat, const char *level) {
    if (room->phase == PIP_STORE_OVER)
        return CODE_OVER;
    level = level ? level : SUBSTITUTE;
    if (!pip_bot_find(pip_span_of(level)))
        return CODE_BAD_BOT;
    if (room->phase == PIP_STORE_WAITING && room->seat[seat].taken)
        return CODE_TAKEN;
    return room_publish(room, -1, 0,
                        json_pack("{s:s, s:i, s:s}", "t", "bot", "seat", seat, "level", level));
}

enum code play_time_up(struct room *room) {
    pip_actors actors = pip_match_actor(&room->match);
    enum code code = CODE_FINE;
    for (int seat = 0; code == CODE_FINE && seat < room->match.setup.seats; seat++) {
        if ((actors >> seat & 1) && !room->seat[seat].bot)
            code = room_publish(room, -1, 0,
                                json_pack("{s:s, s:i, s:s, s:s}", "t", "bot", "seat", seat, "level",
                                          SUBSTITUTE, "why", "clock"));
    }
    return code;
}

enum code play_hand_back(struct room *room, int seat) {
    if (room->phase == PIP_STORE_OVER)
        return CODE_OVER;
    if (room->seat[seat].kind == SEAT_BOT || !room->seat[seat].bot)
        return CODE_NO_SEAT;
    if (room->match.resigned >> seat & 1)
        return CODE_FINAL;
    if (room->phase == PIP_STORE_PLAYING && !room->seat[seat].taken)
        return CODE_NO_SEAT;
    return room_publish(room, -1, 0, json_pack("{s:s, s:i}", "t", "person", "seat", seat));
}

/* ---- What nobody decides ---- */

/* The dice of a day stay secret until it is over: others still have their try before them. */
static bool is_revealed(const struct room *room) {
    return room->phase == PIP_STORE_OVER && room->day < daily_today();
}

void room_fair(const struct room *room, struct pip_fair *fair) {
    struct pip_text table;
    memset(fair, 0, sizeof *fair);
    table = pip_text_init(fair->table, sizeof fair->table);
    if (room->day > 0) /* everybody's dice are the same */
        daily_dice_table(room, fair->table);
    else
        pip_text_add(&table, room->id);
    memcpy(fair->secret, room->secret, sizeof fair->secret);
    memcpy(fair->commitment, room->commitment, sizeof fair->commitment);
    fair->seats = room->match.setup.seats;
    fair->revealed = is_revealed(room);
    for (int seat = 0; seat < fair->seats; seat++)
        memcpy(fair->nonce[seat], room->seat[seat].nonce, NONCE_BYTES);
}

static pip_move room_roll(const struct room *room) {
    struct pip_chance chance;
    struct pip_fair fair;
    const struct pip_match *match = &room->match;
    room_fair(room, &fair);
    match->setup.game->chance(&match->setup, match->state, &chance);
    pip_move outcome = pip_fair_roll(&fair, match->rolls, &chance);
    sodium_memzero(&fair, sizeof fair);
    return outcome;
}

static enum code roll(struct room *room) {
    char line[256];
    struct pip_text text = pip_text_init(line, sizeof line);
    struct pip_event event = {.actor = PIP_CHANCE, .move = room_roll(room)};
    pip_event_write(&room->match.setup, room->match.state, event, &text);
    return room_publish(room, -1, 0, json_pack("{s:s, s:s}", "t", "roll", "e", line));
}

static enum code close_game(struct room *room) {
    char line[256], secret[65];
    struct pip_text text = pip_text_init(line, sizeof line);
    pip_result_write(&room->match.setup, room->match.state, &text);
    hex_write(room->secret, sizeof room->secret, secret);
    json_t *over = json_pack("{s:s, s:s}", "t", "over", "e", line);
    if (room->day == 0)
        json_object_set_new(over, "secret", json_string(secret));
    return room_publish(room, -1, 0, over);
}

enum code play_advance(struct room *room) {
    enum code code = CODE_FINE;
    while (code == CODE_FINE && room->phase == PIP_STORE_PLAYING) {
        pip_actors actors = pip_match_actor(&room->match);
        if (actors == PIP_ACTORS_CHANCE)
            code = roll(room);
        else if (actors == PIP_ACTORS_OVER)
            code = close_game(room);
        else
            break;
    }
    return code;
}
