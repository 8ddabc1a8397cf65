/* Taking requests: checking their bounds, copying them, putting them in the queue. */
#include "internal.h"
#include <stdlib.h>
#include <string.h>

/* ---- Bounds ---- */

static bool is_name(const char *text, size_t most) {
    size_t length = text ? strnlen(text, most + 1) : 0;
    return length > 0 && length <= most;
}

static bool is_text(struct pip_span text, size_t most) {
    return text.length == 0 ||
           (text.length <= most && text.at && !memchr(text.at, '\0', text.length));
}

static bool are_events(const struct pip_store_event *events, size_t count) {
    if (count > PIP_STORE_EVENTS_MAX)
        return false;
    for (size_t i = 0; i < count; i++) {
        if (!is_text(events[i].text, PIP_STORE_TEXT_MAX))
            return false;
    }
    return true;
}

static bool is_code(const char *code) {
    return !code || is_name(code, PIP_STORE_NAME_MAX);
}

static bool is_sheet(const struct pip_store_table *table) {
    return table->sheet_hash ? is_name(table->sheet_hash, PIP_STORE_HASH_MAX) &&
                                   is_text(table->sheet, PIP_STORE_HEAD_MAX)
                             : table->sheet.length == 0;
}

static bool is_phase(enum pip_store_phase phase) {
    return (unsigned)phase < PIP_STORE_PHASES;
}

/* ---- Copying ---- */

/* What a request has room for, beside itself. */
struct needs {
    const struct pip_store_event *events;
    size_t count;
    size_t bytes; /* of other texts, each NUL-terminated */
};

static size_t text_bytes(const char *text) {
    return text ? strlen(text) + 1 : 0;
}

static const char *copy(char **at, const char *text, size_t length) {
    char *start = *at;
    if (length > 0)
        memcpy(start, text, length);
    start[length] = '\0';
    *at += length + 1;
    return start;
}

static const char *copy_name(char **at, const char *name) {
    return name ? copy(at, name, strlen(name)) : NULL;
}

static struct pip_span copy_span(char **at, struct pip_span text) {
    return (struct pip_span){copy(at, text.at, text.length), text.length};
}

/* A request with its events copied; `rest` is where the other texts go. NULL without memory. */
static struct pip__store_request *make(enum pip__store_kind kind, const struct needs *needs,
                                       char **rest) {
    size_t bytes = sizeof(struct pip__store_request) + needs->bytes +
                   needs->count * sizeof(struct pip_store_event);
    for (size_t i = 0; i < needs->count; i++)
        bytes += needs->events[i].text.length + 1;
    struct pip__store_request *request = malloc(bytes);
    if (!request)
        return NULL;
    *request = (struct pip__store_request){
        .kind = kind, .bytes = bytes, .event_count = (uint32_t)needs->count};
    char *at = (char *)(request->events + needs->count);
    for (size_t i = 0; i < needs->count; i++) {
        request->events[i] = needs->events[i];
        request->events[i].text = copy_span(&at, needs->events[i].text);
    }
    *rest = at;
    return request;
}

/* ---- Queueing ---- */

/* Takes the request, which may be NULL. A request that is larger than the whole queue is taken
 * when nothing else waits. */
static enum pip_store_status submit(struct pip_store *store, struct pip__store_request *request,
                                    pip_store_done *done, void *context) {
    if (!request)
        return PIP_STORE_BUSY;
    request->done = done;
    request->context = context;
    pthread_mutex_lock(&store->mutex);
    bool room =
        store->stats.waiting < store->queue_max &&
        (store->queue_bytes == 0 || store->queue_bytes + request->bytes <= PIP_STORE_QUEUE_BYTES);
    bool taken = room && !store->closing;
    if (taken) {
        *store->last = request;
        store->last = &request->next;
        store->queue_bytes += request->bytes;
        store->stats.waiting++;
        pthread_cond_signal(&store->wake);
    }
    pthread_mutex_unlock(&store->mutex);
    if (!taken)
        free(request);
    return taken ? PIP_STORE_OK : PIP_STORE_BUSY;
}

enum pip_store_status pip_store_create(struct pip_store *store, const struct pip_store_table *table,
                                       const struct pip_store_event *events, size_t count,
                                       pip_store_done *done, void *context) {
    if (!is_name(table->id, PIP_STORE_NAME_MAX) || !is_code(table->code) ||
        !is_name(table->game, PIP_STORE_NAME_MAX) || !is_phase(table->phase) ||
        !is_text(table->head, PIP_STORE_HEAD_MAX) || !is_sheet(table) || !are_events(events, count))
        return PIP_STORE_INVALID;
    struct needs needs = {events, count,
                          text_bytes(table->id) + text_bytes(table->code) +
                              text_bytes(table->game) + table->head.length + 1 +
                              text_bytes(table->sheet_hash) + table->sheet.length + 1};
    char *at;
    struct pip__store_request *request = make(PIP__STORE_CREATE, &needs, &at);
    if (request) {
        request->of.table = *table;
        request->of.table.id = copy_name(&at, table->id);
        request->of.table.code = copy_name(&at, table->code);
        request->of.table.game = copy_name(&at, table->game);
        request->of.table.head = copy_span(&at, table->head);
        request->of.table.sheet_hash = copy_name(&at, table->sheet_hash);
        request->of.table.sheet = copy_span(&at, table->sheet);
    }
    return submit(store, request, done, context);
}

enum pip_store_status pip_store_append(struct pip_store *store,
                                       const struct pip_store_change *change,
                                       const struct pip_store_event *events, size_t count,
                                       pip_store_done *done, void *context) {
    if (!is_name(change->id, PIP_STORE_NAME_MAX) || !is_code(change->code) ||
        !is_phase(change->phase) || !are_events(events, count) ||
        change->expected_seq > PIP_STORE_SEQ_MAX - count)
        return PIP_STORE_INVALID;
    struct needs needs = {events, count, text_bytes(change->id) + text_bytes(change->code)};
    char *at;
    struct pip__store_request *request = make(PIP__STORE_APPEND, &needs, &at);
    if (request) {
        request->of.change = *change;
        request->of.change.id = copy_name(&at, change->id);
        request->of.change.code = copy_name(&at, change->code);
    }
    return submit(store, request, done, context);
}

enum pip_store_status pip_store_expire(struct pip_store *store, int64_t before, uint32_t limit,
                                       uint32_t *removed, pip_store_done *done, void *context) {
    const struct needs needs = {0};
    char *at;
    struct pip__store_request *request = make(PIP__STORE_EXPIRE, &needs, &at);
    if (request) {
        request->of.expire.before = before;
        request->of.expire.limit = limit;
        request->of.expire.removed = removed;
    }
    return submit(store, request, done, context);
}

enum pip_store_status pip_store_daily_enter(struct pip_store *store,
                                            const struct pip_store_daily *entry,
                                            pip_store_done *done, void *context) {
    if (!is_name(entry->game, PIP_STORE_NAME_MAX) ||
        !is_name(entry->player, PIP_STORE_PLAYER_MAX) ||
        !is_name(entry->name, PIP_STORE_PLAYER_MAX) || !is_text(entry->action, PIP_STORE_TEXT_MAX))
        return PIP_STORE_INVALID;
    struct needs needs = {.bytes = text_bytes(entry->game) + text_bytes(entry->player) +
                                   text_bytes(entry->name) + entry->action.length + 1};
    char *at;
    struct pip__store_request *request = make(PIP__STORE_ENTER, &needs, &at);
    if (request) {
        request->of.daily = *entry;
        request->of.daily.game = copy_name(&at, entry->game);
        request->of.daily.player = copy_name(&at, entry->player);
        request->of.daily.name = copy_name(&at, entry->name);
        request->of.daily.action = copy_span(&at, entry->action);
    }
    return submit(store, request, done, context);
}

/* Its answer has a form of its own. */
enum pip_store_status pip_store_keep(struct pip_store *store, const char *name,
                                     struct pip_span value, pip_store_kept *done, void *context) {
    if (!is_name(name, PIP_STORE_NAME_MAX) || !is_text(value, PIP_STORE_TEXT_MAX))
        return PIP_STORE_INVALID;
    struct needs needs = {.bytes = text_bytes(name) + value.length + 1};
    char *at;
    struct pip__store_request *request = make(PIP__STORE_KEEP, &needs, &at);
    if (request) {
        request->of.keep.name = copy_name(&at, name);
        request->of.keep.value = copy_span(&at, value);
        request->of.keep.earlier = NULL;
        request->of.keep.done = done;
    }
    return submit(store, request, NULL, context);
}

enum pip_store_status pip_store_probe(struct pip_store *store, pip_store_done *done,
                                      void *context) {
    const struct needs needs = {0};
    char *at;
    return submit(store, make(PIP__STORE_PROBED, &needs, &at), done, context);
}

struct pip_store_stats pip_store_stats(struct pip_store *store) {
    pthread_mutex_lock(&store->mutex);
    struct pip_store_stats stats = store->stats;
    pthread_mutex_unlock(&store->mutex);
    return stats;
}
