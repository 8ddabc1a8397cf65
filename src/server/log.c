#include "server.h"
#include <stdlib.h>
#include <string.h>

/* A stored event is one JSON object:
 *     {"p": CONTENT}       a public one; clients get CONTENT with its number n
 *     {"c": "0 take 5"}    a step that stays hidden until all have chosen
 *     {"u": 0}             seat 0 takes its last hidden step back
 * With it may stand "s" and "i", the seat (-1: the host) and number of the message that caused it;
 * "k", the hash of a seat's new key; and "x", a seat's nonce. None of these is ever sent. */

/* ---- The public list ---- */

static bool grow_text(struct history *history, size_t more) {
    if (history->length + more <= history->room)
        return true;
    size_t room = (history->length + more) * 3 / 2 + 256;
    char *text = realloc(history->text, room);
    if (!text)
        return false;
    history->text = text;
    history->room = room;
    return true;
}

static bool grow_ends(struct history *history) {
    if (history->count < history->capacity)
        return true;
    uint32_t capacity = history->capacity * 3 / 2 + 32;
    uint32_t *end = realloc(history->end, capacity * sizeof *end);
    if (!end)
        return false;
    history->end = end;
    history->capacity = capacity;
    return true;
}

bool history_add(struct history *history, const char *text) {
    size_t length = strlen(text);
    if (!grow_text(history, length) || !grow_ends(history))
        return false;
    memcpy(history->text + history->length, text, length);
    history->length += length;
    history->end[history->count++] = (uint32_t)history->length;
    return true;
}

struct pip_span history_at(const struct history *history, uint32_t index) {
    uint32_t from = index > 0 ? history->end[index - 1] : 0;
    return (struct pip_span){history->text + from, history->end[index] - from};
}

/* Adds content with its number in front. */
static bool publish(struct history *history, const json_t *content) {
    json_t *numbered = json_pack("{s:I}", "n", (json_int_t)history->count + 1);
    if (!numbered || json_object_update(numbered, (json_t *)content) != 0) {
        json_decref(numbered);
        return false;
    }
    char *text = json_dumps(numbered, JSON_COMPACT);
    bool added = text && history_add(history, text);
    free(text);
    json_decref(numbered);
    return added;
}

/* ---- What each event does ---- */

static int seat_of(const struct room *room, const json_t *content) {
    const json_t *seat = json_object_get(content, "seat");
    json_int_t number = json_integer_value(seat);
    return json_is_integer(seat) && number >= 0 && number < room->match.setup.seats ? (int)number
                                                                                    : -1;
}

static void name_seat(struct room *room, int seat, const char *prefix, const char *name) {
    struct pip_text text = pip_text_init(room->match.name[seat], sizeof room->match.name[seat]);
    pip_text_add(&text, prefix);
    pip_text_add(&text, name);
}

static bool apply_sit(struct room *room, const json_t *event, const json_t *content) {
    const char *key = json_string_value(json_object_get(event, "k"));
    const char *nonce = json_string_value(json_object_get(event, "x"));
    const char *name = json_string_value(json_object_get(content, "name"));
    int seat = seat_of(room, content);
    if (seat < 0 || !name || !pip_name_valid(pip_span_of(name)))
        return false;
    if (key && !hex_read(key, room->seat[seat].key, 32))
        return false;
    if (nonce && !hex_read(nonce, room->seat[seat].nonce, NONCE_BYTES))
        return false;
    room->seat[seat].taken = true;
    name_seat(room, seat, "", name);
    return true;
}

static bool apply_leave(struct room *room, const json_t *event, const json_t *content) {
    int seat = seat_of(room, content);
    (void)event;
    if (seat < 0)
        return false;
    room->seat[seat].taken = false;
    room->match.name[seat][0] = '\0';
    memset(room->seat[seat].nonce, 0, NONCE_BYTES);
    return true;
}

static bool apply_arrange(struct room *room, const json_t *event, const json_t *content) {
    (void)event;
    return room->phase == PIP_STORE_WAITING &&
           seats_arrange(room, json_object_get(content, "seats"));
}

/* Without `first`, nobody moves. */
static bool apply_start(struct room *room, const json_t *event, const json_t *content) {
    const json_t *first = json_object_get(content, "first");
    json_int_t seat = json_integer_value(first);
    (void)event;
    if (first && (room->phase != PIP_STORE_WAITING || !json_is_integer(first) || seat < 0 ||
                  seat >= room->match.setup.seats))
        return false;
    if (first)
        seats_begin_with(room, (int)seat, json_is_true(json_object_get(content, "drawn")));
    room->phase = PIP_STORE_PLAYING;
    room->code[0] = '\0';
    return true;
}

static bool play_text(struct room *room, const char *text) {
    struct pip_match *match = &room->match;
    struct pip_event event;
    if (match->count == match->capacity) {
        uint32_t capacity = match->capacity * 3 / 2 + 64;
        struct pip_event *events = realloc(match->events, capacity * sizeof *events);
        if (!events)
            return false;
        match->events = events;
        match->capacity = capacity;
    }
    return text && pip_event_read(match, pip_span_of(text), true, &event) == PIP_OK &&
           pip_match_play(match, event.actor, event.move) == PIP_OK;
}

static bool apply_play(struct room *room, const json_t *event, const json_t *content) {
    (void)event;
    return play_text(room, json_string_value(json_object_get(content, "e")));
}

static bool apply_undo(struct room *room, const json_t *event, const json_t *content) {
    (void)event;
    int seat = seat_of(room, content);
    return seat >= 0 && pip_match_undo(&room->match, seat) == PIP_OK;
}

static bool apply_bot(struct room *room, const json_t *event, const json_t *content) {
    (void)event;
    const char *level = json_string_value(json_object_get(content, "level"));
    int seat = seat_of(room, content);
    const struct pip_bot *bot = level ? pip_bot_find(pip_span_of(level)) : NULL;
    if (seat < 0 || !bot)
        return false;
    const char *why = json_string_value(json_object_get(content, "why"));
    room->seat[seat].bot = bot;
    room->seat[seat].timed_out = why && strcmp(why, "clock") == 0;
    if (!room->seat[seat].taken)
        name_seat(room, seat, "bot:", level);
    return true;
}

static bool apply_person(struct room *room, const json_t *event, const json_t *content) {
    (void)event;
    int seat = seat_of(room, content);
    if (seat < 0)
        return false;
    room->seat[seat].bot = NULL;
    room->seat[seat].timed_out = false;
    room->match.resigned &= (pip_actors) ~(1u << seat); /* older tables gave such seats back */
    return true;
}

static bool apply_resign(struct room *room, const json_t *event, const json_t *content) {
    return room->phase == PIP_STORE_PLAYING && apply_bot(room, event, content) &&
           pip_match_resign(&room->match, seat_of(room, content)) == PIP_OK;
}

static bool apply_turns(struct room *room, const json_t *event, const json_t *content) {
    (void)event;
    int seat = seat_of(room, content);
    return seat >= 0 && pip_match_ask_turns(&room->match, seat) == PIP_OK;
}

/* What was chosen is in the match already; this only tells everybody the last that may be known. */
static bool apply_reveal(struct room *room, const json_t *event, const json_t *content) {
    const json_t *told = json_object_get(content, "e");
    uint32_t public = pip_match_public(&room->match);
    size_t count = json_array_size(told);
    (void)event;
    if (count > public)
        return false;
    json_t *steps = view_steps(&room->match, public - (uint32_t)count, public, UINT16_MAX);
    bool same = json_equal(steps, told);
    json_decref(steps);
    return same;
}

static bool apply_over(struct room *room, const json_t *event, const json_t *content) {
    (void)event, (void)content;
    room->phase = PIP_STORE_OVER;
    return pip_match_close(&room->match) == PIP_OK;
}

static bool apply_rematch(struct room *room, const json_t *event, const json_t *content) {
    (void)event;
    const char *table = json_string_value(json_object_get(content, "table"));
    struct pip_text text = pip_text_init(room->rematch, sizeof room->rematch);
    pip_text_add(&text, table ? table : "");
    return table && pip_text_fits(&text);
}

static const struct {
    const char *name;
    bool (*apply)(struct room *room, const json_t *event, const json_t *content);
} kinds[] = {
    {"sit", apply_sit},     {"leave", apply_leave},     {"arrange", apply_arrange},
    {"start", apply_start}, {"roll", apply_play},       {"move", apply_play},
    {"undo", apply_undo},   {"turns", apply_turns},     {"reveal", apply_reveal},
    {"bot", apply_bot},     {"person", apply_person},   {"resign", apply_resign},
    {"over", apply_over},   {"rematch", apply_rematch},
};

static bool apply_public(struct room *room, const json_t *event, const json_t *content) {
    const char *kind = json_string_value(json_object_get(content, "t"));
    for (size_t i = 0; kind && i < sizeof kinds / sizeof *kinds; i++) {
        if (strcmp(kinds[i].name, kind) == 0)
            return kinds[i].apply(room, event, content) && publish(&room->history, content);
    }
    return false;
}

static void remember_message(struct room *room, const json_t *event) {
    const json_t *seat = json_object_get(event, "s"), *id = json_object_get(event, "i");
    json_int_t number = json_integer_value(seat);
    if (json_is_integer(seat) && number >= 0 && number < room->match.setup.seats)
        room->seat[number].last_id = json_integer_value(id);
}

bool room_apply(struct room *room, const json_t *event) {
    const json_t *content = json_object_get(event, "p"), *step = json_object_get(event, "c"),
                 *back = json_object_get(event, "u");
    bool done = content ? apply_public(room, event, content)
                : step  ? play_text(room, json_string_value(step))
                : back  ? pip_match_undo(&room->match, (int)json_integer_value(back)) == PIP_OK
                        : false;
    if (done)
        remember_message(room, event);
    return done;
}

/* ---- From the store ---- */

struct loading {
    struct room *room;
    enum code code;
};

/* An event that does not fit: what an older edition of the rules allowed is no damage. */
static enum code unfit(const struct room *room, const json_t *event) {
    bool older = room->match.edition < room->match.setup.game->edition;
    return event && older ? CODE_OLD_EDITION : CODE_FAILED;
}

static bool see_event(void *context, const struct pip_store_event *stored) {
    struct loading *loading = context;
    json_t *event = json_loadb(stored->text.at, stored->text.length, JSON_REJECT_DUPLICATES, NULL);
    if (!event || !room_apply(loading->room, event))
        loading->code = unfit(loading->room, event);
    if (json_object_get(event, "p"))
        loading->room->public_at = stored->at;
    json_decref(event);
    loading->room->seq = stored->seq;
    return loading->code == CODE_FINE;
}

enum code room_load(struct room *room) {
    struct loading loading = {.room = room};
    enum pip_store_status status =
        pip_store_load(room->server->store, room->id, room->seq, see_event, &loading);
    room->shown = room->history.count;
    if (loading.code == CODE_FINE)
        return code_of_store(status);
    bool older = loading.code == CODE_OLD_EDITION;
    server_log(older ? "warn" : "error", older ? "old-edition" : "damaged-table",
               json_pack("{s:s, s:i}", "table", room->id, "seq", (int)room->seq));
    return loading.code;
}

/* ---- New ones ---- */

enum code room_record(struct room *room, json_t *event) {
    if (!room->batch)
        room->batch = calloc(1, sizeof *room->batch);
    struct batch *batch = room->batch;
    char *text = batch && batch->count < BATCH_MAX ? json_dumps(event, JSON_COMPACT) : NULL;
    bool done = text && room_apply(room, event);
    json_decref(event);
    if (!done) {
        free(text);
        return CODE_FAILED;
    }
    batch->text[batch->count++] = text;
    return CODE_FINE;
}

enum code room_publish(struct room *room, int by, int64_t id, json_t *content) {
    json_t *event = json_pack("{s:o}", "p", content);
    if (by >= 0)
        json_object_update_new(event, json_pack("{s:i, s:I}", "s", by, "i", (json_int_t)id));
    return room_record(room, event);
}
