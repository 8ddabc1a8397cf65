#include "table.h"
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

/* A stored event is one JSON object:
 *     {"p": CONTENT}       a public one; clients get CONTENT with its number n
 *     {"c": "0 take 5"}    a step that stays hidden until all have chosen
 *     {"u": 0}             seat 0 takes its last hidden step back
 *     {"w": 0, "v": HASH}  seat 0 has another invitation
 *     {"all": [CONTENT, ...], ...}  many public ones in place of all before (history.c)
 * With it may stand "s" and "i", the seat (-1: the host) and number of the message that caused it;
 * "k", the hash of a seat's new key; "v", that of its new invitation; and "x", a seat's nonce. None
 * of these is ever sent. */

/* ---- What each event does ---- */

static int seat_of(const struct pip__table *table, const json_t *content) {
    const json_t *seat = json_object_get(content, "seat");
    json_int_t number = json_integer_value(seat);
    return json_is_integer(seat) && number >= 0 && number < table->match.setup.seats ? (int)number
                                                                                     : -1;
}

static void name_seat(struct pip__table *table, int seat, const char *prefix, const char *name) {
    struct pip_text text = pip_text_init(table->match.name[seat], sizeof table->match.name[seat]);
    pip_text_add(&text, prefix);
    pip_text_add(&text, name);
}

static bool apply_sit(struct pip__table *table, const json_t *event, const json_t *content) {
    const char *key = json_string_value(json_object_get(event, "k"));
    const char *nonce = json_string_value(json_object_get(event, "x"));
    const char *name = json_string_value(json_object_get(content, "name"));
    int seat = seat_of(table, content);
    if (seat < 0 || !name || !pip_name_valid(pip_span_of(name)))
        return false;
    memcpy(table->seat[seat].key, table->seat[seat].invitation, 32);
    if (key && !pip__hex_read(key, table->seat[seat].key, 32))
        return false;
    if (key) /* somebody else begins to count anew */
        table->seat[seat].ids = (struct pip__ids){0};
    if (nonce && !pip__hex_read(nonce, table->seat[seat].nonce, NONCE_BYTES))
        return false;
    table->seat[seat].taken = true;
    name_seat(table, seat, "", name);
    return true;
}

/* Another invitation is one that the host knows: who sits down with it needs a key of their own. */
static bool set_invitation(struct pip__seat *seat, const char *hex) {
    uint8_t before[32];
    memcpy(before, seat->invitation, sizeof before);
    bool good = pip__hex_read(hex, seat->invitation, sizeof seat->invitation);
    seat->held = seat->held && memcmp(before, seat->invitation, sizeof before) == 0;
    return good;
}

static bool apply_leave(struct pip__table *table, const json_t *event, const json_t *content) {
    const char *invitation = json_string_value(json_object_get(event, "v"));
    int seat = seat_of(table, content);
    if (seat < 0 || (invitation && !set_invitation(&table->seat[seat], invitation)))
        return false;
    table->seat[seat].taken = false;
    table->match.name[seat][0] = '\0';
    memset(table->seat[seat].key, 0, 32);
    memset(table->seat[seat].nonce, 0, NONCE_BYTES);
    table->waste += 2;
    return true;
}

static bool apply_arrange(struct pip__table *table, const json_t *event, const json_t *content) {
    (void)event;
    table->waste++;
    return table->phase == PIP_STORE_WAITING &&
           pip__seats_arrange(table, json_object_get(content, "seats"));
}

/* Without `first`, nobody moves. */
static bool apply_start(struct pip__table *table, const json_t *event, const json_t *content) {
    const json_t *first = json_object_get(content, "first");
    json_int_t seat = json_integer_value(first);
    (void)event;
    if (first && (table->phase != PIP_STORE_WAITING || !json_is_integer(first) || seat < 0 ||
                  seat >= table->match.setup.seats))
        return false;
    if (first)
        pip__seats_begin_with(table, (int)seat, json_is_true(json_object_get(content, "drawn")));
    table->phase = PIP_STORE_PLAYING;
    table->code[0] = '\0';
    return true;
}

static bool make_room(struct pip_match *match) {
    if (match->count < match->capacity)
        return true;
    uint32_t capacity = match->capacity * 3 / 2 + 64;
    struct pip_event *events = realloc(match->events, capacity * sizeof *events);
    if (!events)
        return false;
    match->events = events;
    match->capacity = capacity;
    return true;
}

static bool play_text(struct pip__table *table, const char *text) {
    struct pip_match *match = &table->match;
    struct pip_event event;
    return make_room(match) && text &&
           pip_event_read(match, pip_span_of(text), true, &event) == PIP_OK &&
           pip_match_play(match, event.actor, event.move) == PIP_OK;
}

static bool apply_play(struct pip__table *table, const json_t *event, const json_t *content) {
    (void)event;
    return play_text(table, json_string_value(json_object_get(content, "e")));
}

static bool apply_undo(struct pip__table *table, const json_t *event, const json_t *content) {
    (void)event;
    int seat = seat_of(table, content);
    table->waste += 2;
    return seat >= 0 && pip_match_undo(&table->match, seat) == PIP_OK;
}

static bool apply_bot(struct pip__table *table, const json_t *event, const json_t *content) {
    (void)event;
    const char *level = json_string_value(json_object_get(content, "level"));
    int seat = seat_of(table, content);
    struct pip__level plays;
    if (seat < 0 || !pip__level_read(level, &plays))
        return false;
    const char *why = json_string_value(json_object_get(content, "why"));
    table->seat[seat].plays = plays;
    table->seat[seat].timed_out = why && strcmp(why, "clock") == 0;
    table->waste++;
    if (!table->seat[seat].taken)
        name_seat(table, seat, "bot:", level);
    return true;
}

static bool apply_person(struct pip__table *table, const json_t *event, const json_t *content) {
    (void)event;
    int seat = seat_of(table, content);
    if (seat < 0)
        return false;
    table->seat[seat].plays = (struct pip__level){0};
    table->seat[seat].timed_out = false;
    if (!table->seat[seat].taken)
        table->match.name[seat][0] = '\0';
    table->waste++;
    table->match.resigned &= (pip_actors) ~(1u << seat); /* older tables gave such seats back */
    return true;
}

static bool apply_resign(struct pip__table *table, const json_t *event, const json_t *content) {
    bool alone = table->day > 0; /* nobody plays a daily challenge on */
    return table->phase == PIP_STORE_PLAYING && seat_of(table, content) >= 0 &&
           (alone || apply_bot(table, event, content)) &&
           pip_match_resign(&table->match, seat_of(table, content)) == PIP_OK;
}

static bool apply_turns(struct pip__table *table, const json_t *event, const json_t *content) {
    (void)event;
    int seat = seat_of(table, content);
    return seat >= 0 && pip_match_ask_turns(&table->match, seat) == PIP_OK;
}

static bool play_told(struct pip__table *table, const json_t *told) {
    bool good = true;
    for (size_t i = 0; good && i < json_array_size(told); i++)
        good = play_text(table, json_string_value(json_array_get(told, i)));
    return good;
}

/* What was chosen is in the match already; this only tells everybody the last that may be known. In
 * a snapshot it is all there is. */
static bool apply_reveal(struct pip__table *table, const json_t *event, const json_t *content) {
    const json_t *told = json_object_get(content, "e");
    if (json_object_get(event, "all"))
        return play_told(table, told);
    uint32_t public = pip_match_public(&table->match);
    size_t count = json_array_size(told);
    if (count > public)
        return false;
    json_t *steps = pip__view_steps(&table->match, public - (uint32_t)count, public, UINT16_MAX);
    bool same = json_equal(steps, told);
    json_decref(steps);
    return same;
}

/* Without a closing line it was given up. */
static bool apply_over(struct pip__table *table, const json_t *event, const json_t *content) {
    (void)event;
    table->phase = PIP_STORE_OVER;
    return !json_object_get(content, "e") || pip_match_close(&table->match) == PIP_OK;
}

static bool apply_rematch(struct pip__table *table, const json_t *event, const json_t *content) {
    (void)event;
    const char *again = json_string_value(json_object_get(content, "table"));
    struct pip_text text = pip_text_init(table->rematch, sizeof table->rematch);
    pip_text_add(&text, again ? again : "");
    return again && pip_text_fits(&text);
}

static const struct {
    const char *name;
    bool (*apply)(struct pip__table *table, const json_t *event, const json_t *content);
} kinds[] = {
    {"sit", apply_sit},     {"leave", apply_leave},     {"arrange", apply_arrange},
    {"start", apply_start}, {"roll", apply_play},       {"move", apply_play},
    {"undo", apply_undo},   {"turns", apply_turns},     {"reveal", apply_reveal},
    {"bot", apply_bot},     {"person", apply_person},   {"resign", apply_resign},
    {"over", apply_over},   {"rematch", apply_rematch},
};

/* Whether time begins anew with it: only with what cannot be taken back, or when others are to act,
 * so that nobody can hold up a game by moves that they take back. */
static bool is_progress(struct pip__table *table, const char *kind) {
    pip_actors acting = pip_match_actor(&table->match);
    bool on = table->match.final > table->final || acting != table->acting;
    if (strcmp(kind, "undo") == 0)
        return false;
    table->final = table->match.final;
    table->acting = acting;
    return on || strcmp(kind, "move") != 0;
}

/* Puts it into the public list, once it is applied. */
static bool tell(struct pip__table *table, const char *kind, const json_t *content) {
    table->progressed |= is_progress(table, kind);
    return pip__history_add(&table->history, content);
}

static bool apply_public(struct pip__table *table, const json_t *event, const json_t *content) {
    const char *kind = json_string_value(json_object_get(content, "t"));
    for (size_t i = 0; kind && i < sizeof kinds / sizeof *kinds; i++) {
        if (strcmp(kinds[i].name, kind) != 0)
            continue;
        if (!kinds[i].apply(table, event, content))
            return false;
        return tell(table, kind, content);
    }
    return false;
}

static bool apply_back(struct pip__table *table, const json_t *back) {
    table->waste += 2;
    return pip_match_undo(&table->match, (int)json_integer_value(back)) == PIP_OK;
}

static bool apply_invitation(struct pip__table *table, const json_t *event) {
    const char *hash = json_string_value(json_object_get(event, "v"));
    json_int_t seat = json_integer_value(json_object_get(event, "w"));
    table->waste++;
    return hash && seat >= 0 && seat < table->match.setup.seats &&
           set_invitation(&table->seat[seat], hash);
}

static void remember_message(struct pip__table *table, const json_t *event) {
    const json_t *seat = json_object_get(event, "s");
    json_int_t number = json_integer_value(seat),
               id = json_integer_value(json_object_get(event, "i"));
    if (json_is_integer(seat) && number >= 0 && number < table->match.setup.seats)
        pip__ids_add(&table->seat[number].ids, id);
    else if (json_is_integer(seat) && number == -1)
        pip__ids_add(&table->host_ids, id);
}

/* ---- Snapshots ---- */

static bool read_ids(const json_t *value, struct pip__ids *ids) {
    const char *bits = json_string_value(json_array_get(value, 1));
    ids->last = json_integer_value(json_array_get(value, 0));
    ids->before = bits ? strtoull(bits, NULL, 16) : 0;
    return bits != NULL;
}

static bool read_secrets(struct pip__table *table, const json_t *event) {
    const json_t *seats = json_object_get(event, "seats");
    bool good = read_ids(json_object_get(event, "host"), &table->host_ids) &&
                json_array_size(seats) == table->match.setup.seats;
    for (size_t i = 0; good && i < json_array_size(seats); i++) {
        const json_t *from = json_array_get(seats, i);
        const char *key = json_string_value(json_object_get(from, "k")),
                   *invitation = json_string_value(json_object_get(from, "v")),
                   *nonce = json_string_value(json_object_get(from, "x"));
        struct pip__seat *seat = &table->seat[i];
        good = key && invitation && nonce && pip__hex_read(key, seat->key, 32) &&
               set_invitation(seat, invitation) && pip__hex_read(nonce, seat->nonce, NONCE_BYTES) &&
               read_ids(json_object_get(from, "i"), &seat->ids);
    }
    return good;
}

static bool apply_all(struct pip__table *table, const json_t *event, const json_t *all) {
    json_int_t base = json_integer_value(json_object_get(event, "base"));
    bool good = base >= 0 && base <= PIP_STORE_SEQ_MAX;
    if (good && table->history.count == 0)
        table->history.base = (uint32_t)base;
    for (size_t i = 0; good && i < json_array_size(all); i++)
        good = apply_public(table, event, json_array_get(all, i));
    table->history.mark = pip__history_last(&table->history);
    table->waste = 0;
    return good && (!json_object_get(event, "seats") || read_secrets(table, event));
}

bool pip__table_apply(struct pip__table *table, const json_t *event) {
    const json_t *content = json_object_get(event, "p"), *step = json_object_get(event, "c"),
                 *back = json_object_get(event, "u"), *all = json_object_get(event, "all");
    bool done = content ? apply_public(table, event, content)
                : step  ? play_text(table, json_string_value(step))
                : back  ? apply_back(table, back)
                : all   ? apply_all(table, event, all)
                        : apply_invitation(table, event);
    if (done)
        remember_message(table, event);
    return done;
}

/* ---- From the store ---- */

/* An event that does not fit: what an older edition of the rules allowed is no damage. */
static enum code unfit(const struct pip__table *table, const json_t *event) {
    bool older = table->match.edition < table->match.setup.game->edition;
    return event && older ? CODE_OLD_EDITION : CODE_DAMAGED;
}

enum code pip__table_load(struct pip__table *table, const struct pip_store_event *stored) {
    json_t *event = json_loadb(stored->text.at, stored->text.length, JSON_REJECT_DUPLICATES, NULL);
    enum code code = event && pip__table_apply(table, event) ? CODE_FINE : unfit(table, event);
    if (table->progressed)
        table->public_at = stored->at;
    table->progressed = false;
    table->seq = stored->seq;
    table->shown = pip__history_last(&table->history);
    json_decref(event);
    return code;
}

/* ---- New ones ---- */

void pip__batch_clear(struct pip__table *table) {
    for (uint32_t i = 0; table->batch && i < table->batch->count; i++)
        free(table->batch->text[i]);
    free(table->batch);
    table->batch = NULL;
}

/* Whether there was room for it in the batch. */
static bool add_to_batch(struct pip__table *table, const json_t *event) {
    if (!table->batch)
        table->batch = calloc(1, sizeof *table->batch);
    struct pip__batch *batch = table->batch;
    char *text = batch && batch->count < BATCH_MAX ? json_dumps(event, JSON_COMPACT) : NULL;
    if (text)
        batch->text[batch->count++] = text;
    return text != NULL;
}

enum code pip__table_record(struct pip__table *table, json_t *event) {
    bool done = add_to_batch(table, event) && pip__table_apply(table, event);
    json_decref(event);
    return done ? CODE_FINE : CODE_FAILED;
}

/* The step is in the match already. */
static enum code record_step(struct pip__table *table, int seat, int64_t id, const char *text,
                             bool hidden) {
    json_t *event = hidden ? json_pack("{s:s}", "c", text)
                           : json_pack("{s:{s:s, s:s}}", "p", "t", "move", "e", text);
    if (id > 0)
        json_object_update_new(event, json_pack("{s:i, s:I}", "s", seat, "i", (json_int_t)id));
    bool done =
        add_to_batch(table, event) && (hidden || tell(table, "move", json_object_get(event, "p")));
    remember_message(table, event);
    json_decref(event);
    return done ? CODE_FINE : CODE_FAILED;
}

enum code pip__table_step(struct pip__table *table, int seat, int64_t id, const char *text,
                          bool hidden) {
    struct pip_match *match = &table->match;
    struct pip_event event;
    if (!make_room(match))
        return CODE_FAILED;
    enum pip_status status = pip_event_read(match, pip_span_of(text), true, &event);
    if (status == PIP_OK && event.actor != seat)
        return CODE_NOT_YOURS;
    if (status == PIP_OK)
        status = pip_match_play(match, event.actor, event.move);
    return status == PIP_OK ? record_step(table, seat, id, text, hidden) : pip__code_of_pip(status);
}

/* ---- All of several or nothing ---- */

bool pip__table_mark(const struct pip__table *table, struct pip__mark *mark) {
    *mark = (struct pip__mark){.match = table->match,
                               .ids = malloc(sizeof *mark->ids * PIP_SEATS_MAX),
                               .events = malloc((table->match.count + 1) * sizeof *mark->events),
                               .history = table->history.count,
                               .length = table->history.length,
                               .batch = table->batch ? table->batch->count : 0,
                               .final = table->final,
                               .acting = table->acting,
                               .progressed = table->progressed};
    if (!mark->ids || !mark->events)
        return false;
    if (table->match.count > 0)
        memcpy(mark->events, table->match.events, table->match.count * sizeof *mark->events);
    for (int seat = 0; seat < PIP_SEATS_MAX; seat++)
        mark->ids[seat] = table->seat[seat].ids;
    return true;
}

void pip__table_go_back(struct pip__table *table, const struct pip__mark *mark) {
    struct pip_event *events = table->match.events;
    uint32_t capacity = table->match.capacity;
    table->match = mark->match;
    table->match.events = events; /* which may have grown */
    table->match.capacity = capacity;
    if (mark->match.count > 0)
        memcpy(events, mark->events, mark->match.count * sizeof *events);
    table->history.count = mark->history;
    table->history.length = mark->length;
    while (table->batch && table->batch->count > mark->batch)
        free(table->batch->text[--table->batch->count]);
    if (table->batch && table->batch->count == 0)
        pip__batch_clear(table);
    for (int seat = 0; seat < PIP_SEATS_MAX; seat++)
        table->seat[seat].ids = mark->ids[seat];
    table->final = mark->final;
    table->acting = mark->acting;
    table->progressed = mark->progressed;
}

void pip__mark_free(struct pip__mark *mark) {
    free(mark->ids);
    free(mark->events);
}

enum code pip__table_publish(struct pip__table *table, int by, int64_t id, json_t *content) {
    json_t *event = json_pack("{s:o}", "p", content);
    if (id > 0)
        json_object_update_new(event, json_pack("{s:i, s:I}", "s", by, "i", (json_int_t)id));
    return pip__table_record(table, event);
}

void pip__table_clear(struct pip__table *table) {
    pip__batch_clear(table);
    pip__history_free(&table->history);
    free(table->match.events);
    if (table->own_sheet && --table->own_sheet->uses == 0)
        free(table->own_sheet);
    free(table->own_text);
    free(table->record);
    json_decref(table->head);
    sodium_memzero(table, sizeof *table);
}
