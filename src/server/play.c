#include "table.h"
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

/* ---- Steps ---- */

static bool several(pip_actors actors) {
    return (actors & (actors - 1u)) != 0;
}

/* What would become of the steps, tried on a copy. */
static enum code try_steps(const struct pip__table *table, int seat, const char *const *steps,
                           int count) {
    struct pip_match match = table->match;
    match.capacity = match.count + (uint32_t)count;
    match.events = malloc(match.capacity * sizeof *match.events);
    if (!match.events)
        return CODE_FAILED;
    if (match.count > 0)
        memcpy(match.events, table->match.events, match.count * sizeof *match.events);
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
            code = pip__code_of_pip(status);
    }
    free(match.events);
    return code;
}

/* Tells what everybody may know now and could not before, when `from` events were public. */
static enum code reveal(struct pip__table *table, uint32_t from) {
    const struct pip_match *match = &table->match;
    uint32_t to = pip_match_public(match);
    return to > from ? pip__table_publish(table, -1, 0,
                                          json_pack("{s:s, s:o}", "t", "reveal", "e",
                                                    pip__view_steps(match, from, to, UINT16_MAX)))
                     : CODE_FINE;
}

static enum code play_step(struct pip__table *table, int seat, int64_t id, const char *text) {
    const struct pip_match *match = &table->match;
    bool hidden = match->together || several(pip_match_actor(match));
    uint32_t from = pip_match_public(match);
    enum code code = pip__table_step(table, seat, id, text, hidden);
    return code == CODE_FINE && hidden ? reveal(table, from) : code;
}

static enum code play_all(struct pip__table *table, int seat, int64_t id, const char *const *texts,
                          int count) {
    enum code code = CODE_FINE;
    for (int i = 0; code == CODE_FINE && i < count; i++)
        code = play_step(table, seat, id, texts[i]);
    return code;
}

/* What is refused in the middle has not begun. */
static enum code play_all_or_none(struct pip__table *table, int seat, int64_t id,
                                  const char *const *texts, int count) {
    struct pip__mark mark;
    enum code code =
        pip__table_mark(table, &mark) ? play_all(table, seat, id, texts, count) : CODE_FAILED;
    if (code != CODE_FINE && mark.ids && mark.events)
        pip__table_go_back(table, &mark);
    pip__mark_free(&mark);
    return code;
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

enum code pip__play_steps(struct pip__table *table, int seat, int64_t id, const json_t *steps) {
    const char *texts[STEPS_MAX];
    int count = read_steps(steps, texts);
    if (count == 0)
        return CODE_BAD_MESSAGE;
    if (table->phase != PIP_STORE_PLAYING)
        return table->phase == PIP_STORE_OVER ? CODE_OVER : CODE_WAITING;
    enum code code = (count > 1 ? play_all_or_none : play_all)(table, seat, id, texts, count);
    return code == CODE_FINE ? pip__play_advance(table) : code;
}

/* What a seat is about to do, for the others to see. Only legal steps are passed on, so that
 * nothing else can be said with them, and only where the steps themselves would be seen. */
enum code pip__play_pencil(const struct pip__table *table, int seat, const json_t *steps) {
    const char *texts[STEPS_MAX];
    bool none = json_array_size(steps) == 0;
    int count = none ? 0 : read_steps(steps, texts);
    if (!json_is_array(steps) || (count == 0 && !none))
        return CODE_BAD_MESSAGE;
    if (table->phase != PIP_STORE_PLAYING)
        return table->phase == PIP_STORE_OVER ? CODE_OVER : CODE_WAITING;
    if (table->seat[seat].plays.bot || table->match.together ||
        pip_match_actor(&table->match) != 1u << seat)
        return CODE_NOT_ACTING;
    return try_steps(table, seat, texts, count);
}

/* LC2.9 */
enum code pip__play_turns(struct pip__table *table, int seat, int64_t id) {
    struct pip_match asked = table->match; /* asking changes none of the events, which it shares */
    uint32_t from = pip_match_public(&table->match);
    if (table->phase != PIP_STORE_PLAYING)
        return table->phase == PIP_STORE_OVER ? CODE_OVER : CODE_WAITING;
    if (table->seat[seat].plays.bot)
        return CODE_NOT_ACTING;
    enum code code = pip__code_of_pip(pip_match_ask_turns(&asked, seat));
    if (code != CODE_FINE || table->match.turns)
        return code;
    code = pip__table_publish(table, seat, id, json_pack("{s:s, s:i}", "t", "turns", "seat", seat));
    return code == CODE_FINE ? reveal(table, from) : code;
}

/* Hidden steps are taken back until they are revealed; where seats take turns, by whose turn it is.
 * A step that others can see is taken back only while its seat is still the one to act: whether
 * others have begun to choose must not show. */
enum code pip__play_undo(struct pip__table *table, int seat, int64_t id) {
    const struct pip_match *match = &table->match;
    bool hidden = match->together >> seat & 1, any = false;
    if (table->phase != PIP_STORE_PLAYING)
        return table->phase == PIP_STORE_OVER ? CODE_OVER : CODE_WAITING;
    if (match->turns && pip_match_actor(match) != 1u << seat)
        return CODE_FINAL;
    if (table->waste >= WASTE_MOST)
        return CODE_TOO_MANY;
    if (hidden) {
        for (uint32_t i = pip_match_public(match); i < match->count; i++)
            any |= match->events[i].actor == seat;
        return any ? pip__table_record(table,
                                       json_pack("{s:i, s:i, s:I}", "u", seat, "s", seat, "i", id))
                   : CODE_FINAL;
    }
    any = match->count > match->final && match->events[match->count - 1].actor == seat;
    if (!any || match->together || pip_match_actor(match) != 1u << seat)
        return CODE_FINAL;
    return pip__table_publish(table, seat, id, json_pack("{s:s, s:i}", "t", "undo", "seat", seat));
}

/* ---- Bots for people ---- */

/* A bot that played a daily challenge on would show the rolls to come. */
static enum code give_up(struct pip__table *table, int seat, int64_t id) {
    enum code code =
        pip__table_publish(table, seat, id, json_pack("{s:s, s:i}", "t", "resign", "seat", seat));
    return code == CODE_FINE ? pip__table_publish(table, -1, 0, json_pack("{s:s}", "t", "over"))
                             : code;
}

enum code pip__play_resign(struct pip__table *table, int seat, int64_t id) {
    if (table->phase != PIP_STORE_PLAYING)
        return table->phase == PIP_STORE_OVER ? CODE_OVER : CODE_WAITING;
    if (table->match.resigned >> seat & 1)
        return CODE_FINE;
    if (table->day > 0)
        return give_up(table, seat, id);
    return pip__table_publish(
        table, seat, id,
        json_pack("{s:s, s:i, s:s}", "t", "resign", "seat", seat, "level", SUBSTITUTE));
}

enum code pip__play_replace(struct pip__table *table, int seat, int64_t id, const char *level) {
    if (table->phase == PIP_STORE_OVER)
        return CODE_OVER;
    if (table->day > 0)
        return CODE_NOT_YOURS;
    level = level ? level : SUBSTITUTE;
    if (table->phase == PIP_STORE_WAITING && table->seat[seat].taken)
        return CODE_TAKEN;
    return pip__table_publish(
        table, -1, id, json_pack("{s:s, s:i, s:s}", "t", "bot", "seat", seat, "level", level));
}

enum code pip__play_time_up(struct pip__table *table) {
    pip_actors actors = pip_match_actor(&table->match);
    enum code code = CODE_FINE;
    for (int seat = 0; code == CODE_FINE && seat < table->match.setup.seats; seat++) {
        if ((actors >> seat & 1) && !table->seat[seat].plays.bot)
            code = pip__table_publish(table, -1, 0,
                                      json_pack("{s:s, s:i, s:s, s:s}", "t", "bot", "seat", seat,
                                                "level", SUBSTITUTE, "why", "clock"));
    }
    return code;
}

enum code pip__play_hand_back(struct pip__table *table, int seat, int by, int64_t id) {
    if (table->phase == PIP_STORE_OVER)
        return CODE_OVER;
    if (table->seat[seat].kind == SEAT_BOT || !table->seat[seat].plays.bot)
        return CODE_NO_SEAT;
    if (table->match.resigned >> seat & 1)
        return CODE_FINAL;
    if (table->phase == PIP_STORE_PLAYING && !table->seat[seat].taken)
        return CODE_NO_SEAT;
    return pip__table_publish(table, by, id, json_pack("{s:s, s:i}", "t", "person", "seat", seat));
}

/* ---- What nobody decides ---- */

void pip__table_fair(const struct pip__table *table, struct pip_fair *fair) {
    memset(fair, 0, sizeof *fair);
    struct pip_text name = pip_text_init(fair->table, sizeof fair->table);
    if (table->day > 0) /* everybody's dice are the same */
        pip__daily_dice_table(table, fair->table);
    else
        pip_text_add(&name, table->id);
    memcpy(fair->secret, table->secret, sizeof fair->secret);
    memcpy(fair->commitment, table->commitment, sizeof fair->commitment);
    fair->seats = table->match.setup.seats;
    for (int seat = 0; seat < fair->seats; seat++)
        memcpy(fair->nonce[seat], table->seat[seat].nonce, NONCE_BYTES);
}

static pip_move room_roll(const struct pip__table *table) {
    struct pip_chance chance;
    struct pip_fair fair;
    const struct pip_match *match = &table->match;
    pip__table_fair(table, &fair);
    match->setup.game->chance(&match->setup, match->state, &chance);
    pip_move outcome = pip_fair_roll(&fair, match->rolls, &chance);
    sodium_memzero(&fair, sizeof fair);
    return outcome;
}

static enum code roll(struct pip__table *table) {
    char line[256];
    struct pip_text text = pip_text_init(line, sizeof line);
    struct pip_event event = {.actor = PIP_CHANCE, .move = room_roll(table)};
    pip_event_write(&table->match.setup, table->match.state, event, &text);
    return pip__table_publish(table, -1, 0, json_pack("{s:s, s:s}", "t", "roll", "e", line));
}

static enum code close_game(struct pip__table *table) {
    char line[256], secret[65];
    struct pip_text text = pip_text_init(line, sizeof line);
    pip_result_write(&table->match.setup, table->match.state, &text);
    pip__hex_write(table->secret, sizeof table->secret, secret);
    json_t *over = json_pack("{s:s, s:s}", "t", "over", "e", line);
    if (table->day == 0)
        json_object_set_new(over, "secret", json_string(secret));
    return pip__table_publish(table, -1, 0, over);
}

enum code pip__play_advance(struct pip__table *table) {
    enum code code = CODE_FINE;
    while (code == CODE_FINE && table->phase == PIP_STORE_PLAYING) {
        pip_actors actors = pip_match_actor(&table->match);
        if (actors == PIP_ACTORS_CHANCE)
            code = roll(table);
        else if (actors == PIP_ACTORS_OVER)
            code = close_game(table);
        else
            break;
    }
    return code;
}
