#include "table.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- The public list ---- */

static bool grow_text(struct pip__history *history, size_t more) {
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

static bool grow_ends(struct pip__history *history) {
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

static bool add_text(struct pip__history *history, const char *text, size_t length) {
    if (!grow_text(history, length) || !grow_ends(history))
        return false;
    memcpy(history->text + history->length, text, length);
    history->length += length;
    history->end[history->count++] = (uint32_t)history->length;
    return true;
}

uint32_t pip__history_last(const struct pip__history *history) {
    return history->base + history->count;
}

struct pip_span pip__history_at(const struct pip__history *history, uint32_t number) {
    uint32_t index = number - history->base - 1, from = index > 0 ? history->end[index - 1] : 0;
    return (struct pip_span){history->text + from, history->end[index] - from};
}

uint32_t pip__history_from(const struct pip__history *history, uint32_t last, uint32_t shown) {
    return last >= history->mark && last <= shown ? last : history->base;
}

void pip__history_free(struct pip__history *history) {
    free(history->text);
    free(history->end);
    *history = (struct pip__history){0};
}

/* `rest` is the content from behind its opening brace. */
static bool add_numbered(struct pip__history *history, const char *rest, size_t length) {
    char number[32];
    int digits = snprintf(number, sizeof number, "{\"n\":%u,", pip__history_last(history) + 1);
    if (!grow_text(history, (size_t)digits + length))
        return false;
    memcpy(history->text + history->length, number, (size_t)digits);
    history->length += (size_t)digits; /* counted with what follows */
    if (add_text(history, rest, length))
        return true;
    history->length -= (size_t)digits;
    return false;
}

bool pip__history_add(struct pip__history *history, const json_t *content) {
    char *text = json_dumps(content, JSON_COMPACT);
    bool added = text && text[0] == '{' && text[1] != '}' &&
                 add_numbered(history, text + 1, strlen(text + 1));
    free(text);
    return added;
}

/* ---- Told in fewer events ----
 *
 * What came to nothing is left out: steps that were taken back, people who left before the start,
 * bots that were sent away again. Before the start what is left follows from the seats; afterwards
 * it is the old list less what does not count. */

struct picking {
    const struct pip__table *table;
    uint32_t *kept; /* numbers of public events */
    uint32_t count;
    uint32_t stood[PIP_SEATS_MAX]; /* number of the last `bot` or `person` of a seat; 0: none */
};

/* What stands behind the number: "t":"KIND",... */
static struct pip_span content_of(const struct pip__history *history, uint32_t number) {
    struct pip_span event = pip__history_at(history, number);
    size_t skip = 1;
    while (skip < event.length && event.at[skip - 1] != ',')
        skip++;
    return (struct pip_span){event.at + skip, event.length - skip};
}

static bool is_kind(const struct pip__history *history, uint32_t number, const char *kind) {
    char start[32];
    struct pip_span content = content_of(history, number);
    int length = snprintf(start, sizeof start, "\"t\":\"%s\"", kind);
    return content.length >= (size_t)length && memcmp(content.at, start, (size_t)length) == 0;
}

static int seat_of(const struct pip__history *history, uint32_t number) {
    static const char name[] = "\"seat\":";
    struct pip_span content = content_of(history, number);
    for (size_t i = 0; i + sizeof name <= content.length; i++) {
        if (memcmp(content.at + i, name, sizeof name - 1) == 0)
            return content.at[i + sizeof name - 1] - '0';
    }
    return -1;
}

static void drop(struct picking *picking, uint32_t at) {
    picking->count--;
    memmove(picking->kept + at, picking->kept + at + 1,
            (picking->count - at) * sizeof *picking->kept);
}

static void drop_number(struct picking *picking, uint32_t number) {
    for (uint32_t at = picking->count; number > 0 && at-- > 0;) {
        if (picking->kept[at] == number) {
            drop(picking, at);
            return;
        }
    }
}

static void drop_last_move(struct picking *picking) {
    for (uint32_t at = picking->count; at-- > 0;) {
        if (is_kind(&picking->table->history, picking->kept[at], "move")) {
            drop(picking, at);
            return;
        }
    }
}

static void pick(struct picking *picking, uint32_t number) {
    const struct pip__history *history = &picking->table->history;
    bool stands = is_kind(history, number, "bot") || is_kind(history, number, "person");
    int seat = stands ? seat_of(history, number) : -1;
    if (is_kind(history, number, "undo")) {
        drop_last_move(picking);
        return;
    }
    if (is_kind(history, number,
                "turns")) /* of a phase that is over: how it went changes nothing */
        return;
    if (seat >= 0 && seat < PIP_SEATS_MAX) {
        drop_number(picking, picking->stood[seat]);
        picking->stood[seat] = number;
    }
    picking->kept[picking->count++] = number;
}

/* From the start on; before it everything is kept. */
static void pick_all(struct picking *picking) {
    const struct pip__history *history = &picking->table->history;
    bool started = false;
    for (uint32_t i = 1; i <= history->count; i++) {
        uint32_t number = history->base + i;
        started |= is_kind(history, number, "start");
        if (started)
            pick(picking, number);
        else
            picking->kept[picking->count++] = number;
    }
}

static bool tell_kept(const struct picking *picking, struct pip__history *out) {
    bool good = true;
    for (uint32_t i = 0; good && i < picking->count; i++) {
        struct pip_span content = content_of(&picking->table->history, picking->kept[i]);
        good = add_numbered(out, content.at, content.length);
    }
    return good;
}

static bool tell_played(const struct pip__table *table, struct pip__history *out) {
    struct picking picking = {.table = table};
    picking.kept = malloc((table->history.count + 1) * sizeof *picking.kept);
    if (!picking.kept)
        return false;
    pick_all(&picking);
    out->base = pip__history_last(&table->history) - picking.count;
    bool good = tell_kept(&picking, out);
    free(picking.kept);
    return good;
}

static bool tell_new(struct pip__history *out, json_t *content) {
    bool good = pip__history_add(out, content);
    json_decref(content);
    return good;
}

static json_t *order_json(const struct pip__table *table) {
    json_t *order = json_array();
    bool moved = false;
    for (int seat = 0; seat < table->match.setup.seats; seat++) {
        json_array_append_new(order, json_integer(table->seat[seat].place));
        moved |= table->seat[seat].place != seat;
    }
    if (moved)
        return json_pack("{s:s, s:o}", "t", "arrange", "seats", order);
    json_decref(order);
    return NULL;
}

static uint32_t count_waiting(const struct pip__table *table, bool arranged) {
    uint32_t count = arranged;
    for (int seat = 0; seat < table->match.setup.seats; seat++) {
        const struct pip__seat *each = &table->seat[seat];
        count += each->taken || !pip__level_is(&each->plays, &each->made);
    }
    return count;
}

/* Before the start all follows from the seats. */
static bool tell_waiting(const struct pip__table *table, struct pip__history *out) {
    json_t *arrange = order_json(table);
    out->base = pip__history_last(&table->history) - count_waiting(table, arrange != NULL);
    bool good = !arrange || tell_new(out, arrange);
    for (int i = 0; good && i < table->match.setup.seats; i++) {
        const struct pip__seat *seat = &table->seat[i];
        if (seat->taken)
            good = tell_new(out, json_pack("{s:s, s:i, s:s}", "t", "sit", "seat", i, "name",
                                           table->match.name[i]));
        else if (!pip__level_is(&seat->plays, &seat->made))
            good = tell_new(out, json_pack("{s:s, s:i, s:s}", "t", "bot", "seat", i, "level",
                                           pip__level_text(&seat->plays)));
    }
    return good;
}

/* ---- As it is stored ----
 *
 * {"base": N, "all": [CONTENT, ...]} once or several times: public events after number N, where
 * reveals also play what they tell; the last one with "seats" and "host", which are what the events
 * do not tell: keys, nonces, numbers of messages. */

#define CHUNK_BYTES 48000

static json_t *ids_json(const struct pip__ids *ids) {
    char bits[17];
    snprintf(bits, sizeof bits, "%016llx", (unsigned long long)ids->before);
    return json_pack("[I, s]", (json_int_t)ids->last, bits);
}

static json_t *seats_json(const struct pip__table *table) {
    json_t *seats = json_array();
    for (int i = 0; i < table->match.setup.seats; i++) {
        const struct pip__seat *seat = &table->seat[i];
        json_array_append_new(
            seats, json_pack("{s:o, s:o, s:o, s:o}", "k", pip__hex_json(seat->key, 32), "v",
                             pip__hex_json(seat->invitation, 32), "x",
                             pip__hex_json(seat->nonce, NONCE_BYTES), "i", ids_json(&seat->ids)));
    }
    return seats;
}

/* Events of the history from index *next on, as many as fit one stored event. */
static char *chunk_text(const struct pip__table *table, const struct pip__history *history,
                        uint32_t *next) {
    size_t room = CHUNK_BYTES + 16384;
    char *buffer = malloc(room), *secrets = NULL;
    uint32_t begin = *next;
    if (!buffer)
        return NULL;
    struct pip_text text = pip_text_init(buffer, room);
    pip_text_add(&text, "{\"base\":");
    pip_text_add_number(&text, history->base);
    pip_text_add(&text, ",\"all\":[");
    for (; *next < history->count && text.length < CHUNK_BYTES - 4096; ++*next) {
        struct pip_span content = content_of(history, history->base + *next + 1);
        pip_text_add(&text, *next > begin ? ",{" : "{");
        pip_text_add_span(&text, content);
    }
    pip_text_add_char(&text, ']');
    if (*next == history->count) {
        json_t *rest =
            json_pack("{s:o, s:o}", "seats", seats_json(table), "host", ids_json(&table->host_ids));
        secrets = json_dumps(rest, JSON_COMPACT);
        json_decref(rest);
        pip_text_add_char(&text, ',');
        pip_text_add(&text, secrets ? secrets + 1 : "");
        free(secrets);
    } else {
        pip_text_add_char(&text, '}');
    }
    if (pip_text_fits(&text))
        return buffer;
    free(buffer);
    return NULL;
}

static bool store_chunks(const struct pip__table *table, const struct pip__history *history,
                         struct pip__batch *events) {
    uint32_t next = 0;
    do {
        char *text = events->count < BATCH_MAX ? chunk_text(table, history, &next) : NULL;
        if (!text)
            return false;
        events->text[events->count++] = text;
    } while (next < history->count);
    return true;
}

/* In the middle of choosing at the same time it has to wait: what is hidden has its own order. */
bool pip__snapshot_due(const struct pip__table *table) {
    return table->waste >= WASTE_MAX && table->match.together == 0 && table->exists;
}

bool pip__snapshot_make(const struct pip__table *table, struct pip__batch *events,
                        struct pip__history *history) {
    *history = (struct pip__history){0};
    bool good = (table->phase == PIP_STORE_WAITING ? tell_waiting : tell_played)(table, history) &&
                store_chunks(table, history, events);
    history->mark = pip__history_last(history);
    return good;
}
