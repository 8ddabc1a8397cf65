/* In place of the store, for runs that are many and short: the same promises (store.h), kept in
 * memory, in the thread that asks. A request is answered before the call returns, which a writer
 * that is quick does, too. */
#include "store/store.h"
#include <stdlib.h>
#include <string.h>

#define BUCKETS 1024

struct kept_event {
    int64_t at;
    char *text;
    size_t length;
};

struct kept {
    struct kept *next;          /* in its bucket */
    struct kept *older, *newer; /* as they were made */
    struct pip_store_table table;
    struct kept_event *events; /* those after table.base */
    uint32_t count, room;
};

struct kept_entry {
    struct kept_entry *next; /* the worse ones */
    struct pip_store_daily entry;
};

struct kept_value {
    struct kept_value *next;
    char *name, *text;
};

struct pip_store {
    struct kept *buckets[BUCKETS], *oldest, *newest;
    struct kept_entry *entries;
    struct kept_value *values;
    struct pip_store_stats stats;
};

/* ---- Text ---- */

static void *need(void *memory) {
    if (!memory)
        abort();
    return memory;
}

static char *copy(const char *text, size_t length) {
    char *made = need(malloc(length + 1));
    if (length > 0)
        memcpy(made, text, length);
    made[length] = '\0';
    return made;
}

static const char *copy_name(const char *name) {
    return name ? copy(name, strlen(name)) : NULL;
}

static bool same(const char *a, const char *b) {
    return a && b && strcmp(a, b) == 0;
}

static bool is_name(const char *text, size_t most) {
    size_t length = text ? strnlen(text, most + 1) : 0;
    return length > 0 && length <= most;
}

static bool is_text(struct pip_span text, size_t most) {
    return text.length == 0 ||
           (text.length <= most && text.at && !memchr(text.at, '\0', text.length));
}

static bool are_events(const struct pip_store_event *events, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (!is_text(events[i].text, PIP_STORE_TEXT_MAX))
            return false;
    }
    return count <= PIP_STORE_EVENTS_MAX;
}

const char *pip_store_status_text(enum pip_store_status status) {
    static const char *const sentence[] = {
#define X(name, text) [PIP_STORE_##name] = text,
        PIP_STORE_STATUS_LIST(X)
#undef X
    };
    return sentence[status];
}

const char *pip_store_phase_text(enum pip_store_phase phase) {
    static const char *const word[] = {
#define X(name, text) [PIP_STORE_##name] = text,
        PIP_STORE_PHASE_LIST(X)
#undef X
    };
    return word[phase];
}

void pip_store_last_error(struct pip_store *store, char *text, size_t room) {
    (void)store;
    if (room > 0)
        text[0] = '\0';
}

/* ---- Tables ---- */

static struct kept **slot_of(struct pip_store *store, const char *id) {
    uint32_t hash = 2166136261u;
    for (const char *at = id; *at; at++)
        hash = (hash ^ (unsigned char)*at) * 16777619u;
    struct kept **slot = &store->buckets[hash % BUCKETS];
    while (*slot && strcmp((*slot)->table.id, id) != 0)
        slot = &(*slot)->next;
    return slot;
}

static struct kept *waiting_under(const struct pip_store *store, const char *code) {
    for (struct kept *kept = store->newest; code && kept; kept = kept->older) {
        if (kept->table.phase == PIP_STORE_WAITING && same(kept->table.code, code))
            return kept;
    }
    return NULL;
}

/* Whether a table may not wait under a code, since another one does. */
static bool is_taken(const struct pip_store *store, const struct kept *whose,
                     enum pip_store_phase phase, const char *code) {
    const struct kept *other =
        phase == PIP_STORE_WAITING && code ? waiting_under(store, code) : NULL;
    return other && other != whose;
}

static void add_events(struct kept *kept, const struct pip_store_event *events, size_t count) {
    if (kept->count + count > kept->room) {
        kept->room = 2 * (kept->count + (uint32_t)count);
        kept->events = need(realloc(kept->events, kept->room * sizeof *kept->events));
    }
    for (size_t i = 0; i < count; i++) {
        struct pip_span text = events[i].text;
        kept->events[kept->count++] =
            (struct kept_event){events[i].at, copy(text.at, text.length), text.length};
    }
    kept->table.seq += (uint32_t)count;
}

static void drop_events(struct kept *kept) {
    for (uint32_t i = 0; i < kept->count; i++)
        free(kept->events[i].text);
    kept->count = 0;
}

static void forget(struct pip_store *store, struct kept *kept) {
    *slot_of(store, kept->table.id) = kept->next;
    *(kept->older ? &kept->older->newer : &store->oldest) = kept->newer;
    *(kept->newer ? &kept->newer->older : &store->newest) = kept->older;
    drop_events(kept);
    free(kept->events);
    free((char *)kept->table.id);
    free((char *)kept->table.code);
    free((char *)kept->table.game);
    free((char *)kept->table.head.at);
    free((char *)kept->table.sheet_hash);
    free((char *)kept->table.sheet.at);
    free(kept);
}

static enum pip_store_status answer(struct pip_store *store, enum pip_store_status status,
                                    pip_store_done *done, void *context) {
    store->stats.answered++;
    store->stats.transactions++;
    done(context, status);
    return PIP_STORE_OK;
}

/* ---- Writing ---- */

static void keep(struct pip_store *store, const struct pip_store_table *table,
                 const struct pip_store_event *events, size_t count) {
    struct kept *kept = need(calloc(1, sizeof *kept)), **slot = slot_of(store, table->id);
    kept->table = *table;
    kept->table.id = copy_name(table->id);
    kept->table.code = copy_name(table->code);
    kept->table.game = copy_name(table->game);
    kept->table.head =
        (struct pip_span){copy(table->head.at, table->head.length), table->head.length};
    kept->table.sheet_hash = copy_name(table->sheet_hash);
    kept->table.sheet = (struct pip_span){0};
    if (table->sheet_hash)
        kept->table.sheet =
            (struct pip_span){copy(table->sheet.at, table->sheet.length), table->sheet.length};
    kept->table.seq = 0;
    *slot = kept;
    kept->older = store->newest;
    *(kept->older ? &kept->older->newer : &store->oldest) = kept;
    store->newest = kept;
    add_events(kept, events, count);
}

enum pip_store_status pip_store_create(struct pip_store *store, const struct pip_store_table *table,
                                       const struct pip_store_event *events, size_t count,
                                       pip_store_done *done, void *context) {
    if (!is_name(table->id, PIP_STORE_NAME_MAX) || !is_name(table->game, PIP_STORE_NAME_MAX) ||
        (table->code && !is_name(table->code, PIP_STORE_NAME_MAX)) ||
        !is_text(table->head, PIP_STORE_HEAD_MAX) || !are_events(events, count))
        return PIP_STORE_INVALID;
    if (*slot_of(store, table->id) || is_taken(store, NULL, table->phase, table->code))
        return answer(store, PIP_STORE_EXISTS, done, context);
    keep(store, table, events, count);
    return answer(store, PIP_STORE_OK, done, context);
}

static void change_table(struct kept *kept, const struct pip_store_change *change) {
    struct pip_store_table *table = &kept->table;
    const char *code = copy_name(change->code);
    free((char *)table->code);
    table->code = code;
    table->phase = change->phase;
    table->is_public = change->is_public;
    table->touched = change->touched;
    table->due = change->due;
}

enum pip_store_status pip_store_append(struct pip_store *store,
                                       const struct pip_store_change *change,
                                       const struct pip_store_event *events, size_t count,
                                       pip_store_done *done, void *context) {
    if (!is_name(change->id, PIP_STORE_NAME_MAX) ||
        (change->code && !is_name(change->code, PIP_STORE_NAME_MAX)) || !are_events(events, count))
        return PIP_STORE_INVALID;
    struct kept *kept = *slot_of(store, change->id);
    if (!kept)
        return answer(store, PIP_STORE_MISSING, done, context);
    if (kept->table.seq != change->expected_seq)
        return answer(store, PIP_STORE_CONFLICT, done, context);
    if (is_taken(store, kept, change->phase, change->code))
        return answer(store, PIP_STORE_EXISTS, done, context);
    change_table(kept, change);
    if (change->replaces) {
        kept->table.base = kept->table.seq;
        drop_events(kept);
    }
    add_events(kept, events, count);
    return answer(store, PIP_STORE_OK, done, context);
}

enum pip_store_status pip_store_expire(struct pip_store *store, int64_t before, uint32_t limit,
                                       uint32_t *removed, pip_store_done *done, void *context) {
    *removed = 0;
    for (struct kept *kept = store->oldest, *newer; kept && *removed < limit; kept = newer) {
        newer = kept->newer;
        if (kept->table.touched >= before)
            continue;
        forget(store, kept);
        ++*removed;
    }
    return answer(store, PIP_STORE_OK, done, context);
}

/* Better ones, and of equal ones the earlier, come first. */
static bool is_better(const struct pip_store_daily *a, const struct pip_store_daily *b) {
    return a->score > b->score || (a->score == b->score && a->at <= b->at);
}

enum pip_store_status pip_store_daily_enter(struct pip_store *store,
                                            const struct pip_store_daily *entry,
                                            pip_store_done *done, void *context) {
    if (!is_name(entry->game, PIP_STORE_NAME_MAX) ||
        !is_name(entry->player, PIP_STORE_PLAYER_MAX) ||
        !is_name(entry->name, PIP_STORE_PLAYER_MAX) || !is_text(entry->action, PIP_STORE_TEXT_MAX))
        return PIP_STORE_INVALID;
    for (const struct kept_entry *at = store->entries; at; at = at->next) {
        if (same(at->entry.game, entry->game) && at->entry.day == entry->day &&
            same(at->entry.player, entry->player))
            return answer(store, PIP_STORE_EXISTS, done, context);
    }
    struct kept_entry **place = &store->entries, *made = need(calloc(1, sizeof *made));
    while (*place && is_better(&(*place)->entry, entry))
        place = &(*place)->next;
    made->next = *place;
    made->entry = *entry;
    made->entry.game = copy_name(entry->game);
    made->entry.player = copy_name(entry->player);
    made->entry.name = copy_name(entry->name);
    made->entry.action =
        (struct pip_span){copy(entry->action.at, entry->action.length), entry->action.length};
    *place = made;
    return answer(store, PIP_STORE_OK, done, context);
}

enum pip_store_status pip_store_keep(struct pip_store *store, const char *name,
                                     struct pip_span value, pip_store_kept *done, void *context) {
    struct kept_value *kept = store->values;
    while (kept && !same(kept->name, name))
        kept = kept->next;
    if (!kept) {
        kept = need(calloc(1, sizeof *kept));
        *kept = (struct kept_value){store->values, copy(name, strlen(name)),
                                    copy(value.at, value.length)};
        store->values = kept;
    }
    done(context, PIP_STORE_OK, (struct pip_span){kept->text, strlen(kept->text)});
    return PIP_STORE_OK;
}

enum pip_store_status pip_store_probe(struct pip_store *store, pip_store_done *done,
                                      void *context) {
    return answer(store, PIP_STORE_OK, done, context);
}

enum pip_store_status pip_store_ask(struct pip_store *store, pip_store_reading *read,
                                    void *context) {
    read(context, store);
    return PIP_STORE_OK;
}

/* ---- Reading ----
 *
 * What is shown may write: it is looked up again, or the next one is known before. */

enum pip_store_status pip_store_find(struct pip_store *store, const char *id,
                                     pip_store_see_table *see, void *context) {
    struct kept *kept = *slot_of(store, id);
    if (kept)
        see(context, &kept->table);
    return kept ? PIP_STORE_OK : PIP_STORE_MISSING;
}

enum pip_store_status pip_store_find_code(struct pip_store *store, const char *code,
                                          pip_store_see_table *see, void *context) {
    struct kept *kept = waiting_under(store, code);
    if (kept)
        see(context, &kept->table);
    return kept ? PIP_STORE_OK : PIP_STORE_MISSING;
}

enum pip_store_status pip_store_list_public(struct pip_store *store, uint32_t limit,
                                            pip_store_see_table *see, void *context) {
    for (struct kept *kept = store->newest, *older; kept && limit > 0; kept = older) {
        older = kept->older;
        if (kept->table.phase != PIP_STORE_WAITING || !kept->table.is_public)
            continue;
        limit--;
        if (!see(context, &kept->table))
            break;
    }
    return PIP_STORE_OK;
}

/* The longest overdue after `last`. */
static struct kept *next_due(const struct pip_store *store, int64_t now, const struct kept *last) {
    struct kept *found = NULL;
    bool passed = !last;
    for (struct kept *kept = store->oldest; kept; kept = kept->newer) {
        int64_t due = kept->table.due, past = last ? last->table.due : 0;
        bool later = !last || due > past || (due == past && passed);
        passed |= kept == last;
        if (due != 0 && due <= now && kept != last && later && (!found || due < found->table.due))
            found = kept;
    }
    return found;
}

enum pip_store_status pip_store_list_due(struct pip_store *store, int64_t now, uint32_t limit,
                                         pip_store_see_table *see, void *context) {
    struct kept *kept = next_due(store, now, NULL);
    for (; kept && limit > 0; limit--) {
        struct kept *after = next_due(store, now, kept);
        if (!see(context, &kept->table))
            break;
        kept = after;
    }
    return PIP_STORE_OK;
}

enum pip_store_status pip_store_each(struct pip_store *store, pip_store_see_table *see,
                                     void *context) {
    for (struct kept *kept = store->oldest, *newer; kept; kept = newer) {
        newer = kept->newer;
        if (!see(context, &kept->table))
            break;
    }
    return PIP_STORE_OK;
}

enum pip_store_status pip_store_load(struct pip_store *store, const char *id, uint32_t after_seq,
                                     pip_store_see_event *see, void *context) {
    struct kept *kept = *slot_of(store, id);
    if (!kept)
        return PIP_STORE_MISSING;
    uint32_t first = kept->table.seq - kept->count + 1;
    for (uint32_t i = 0; i < kept->count; i++) {
        const struct kept_event *event = &kept->events[i];
        struct pip_store_event shown = {first + i, event->at, {event->text, event->length}};
        if (shown.seq > after_seq && !see(context, &shown))
            break;
    }
    return PIP_STORE_OK;
}

enum pip_store_status pip_store_daily_top(struct pip_store *store, const char *game, int64_t day,
                                          uint32_t limit, pip_store_see_daily *see, void *context) {
    for (const struct kept_entry *at = store->entries; at && limit > 0; at = at->next) {
        if (!same(at->entry.game, game) || at->entry.day != day)
            continue;
        limit--;
        if (!see(context, &at->entry))
            break;
    }
    return PIP_STORE_OK;
}

enum pip_store_status pip_store_count(struct pip_store *store, struct pip_store_counts *counts) {
    *counts = (struct pip_store_counts){0};
    for (const struct kept *kept = store->oldest; kept; kept = kept->newer) {
        counts->tables[kept->table.phase]++;
        counts->events += kept->count;
    }
    for (const struct kept_entry *at = store->entries; at; at = at->next)
        counts->daily_entries++;
    return PIP_STORE_OK;
}

struct pip_store_stats pip_store_stats(struct pip_store *store) {
    return store->stats;
}

/* ---- Life cycle ---- */

struct pip_store *pip_store_open(const char *path, const struct pip_store_options *options,
                                 char *error, size_t room) {
    (void)path, (void)options, (void)error, (void)room;
    return need(calloc(1, sizeof(struct pip_store)));
}

void pip_store_close(struct pip_store *store) {
    while (store && store->oldest)
        forget(store, store->oldest);
    while (store && store->entries) {
        struct kept_entry *entry = store->entries;
        store->entries = entry->next;
        free((char *)entry->entry.game);
        free((char *)entry->entry.player);
        free((char *)entry->entry.name);
        free((char *)entry->entry.action.at);
        free(entry);
    }
    while (store && store->values) {
        struct kept_value *value = store->values;
        store->values = value->next;
        free(value->name);
        free(value->text);
        free(value);
    }
    free(store);
}
