#include "api.h"
#include <stdlib.h>
#include <string.h>

/* The list of public tables, which many look at again and again. Whoever asks, it is read once a
 * second, and somewhat more often if it changes: the ids of the tables from the store, and from
 * their rooms what they show. */

struct pip__listing {
    char *text; /* {"tables": [...]}, or NULL */
    int64_t at; /* when it was read; 0: something has changed since */
    struct pip__bucket changes;
    bool reading;
    struct waiting *waiting; /* who asked meanwhile ... */
    int count;               /* ... and how many they are */
};

struct waiting {
    struct waiting *next;
    struct pip__net_exchange *exchange;
};

struct reading {
    struct pip__errand errand;
    json_t *ids;
};

static struct pip__listing *listing_of(struct pip__server *server) {
    if (!server->listing)
        server->listing = calloc(1, sizeof *server->listing);
    return server->listing;
}

static bool see_listed(void *context, const struct pip_store_table *table) {
    json_array_append_new(context, json_string(table->id));
    return true;
}

static void read_ids(struct pip__errand *errand, struct pip_store *store) {
    struct reading *reading = (struct reading *)errand;
    pip_store_list_public(store, LIST_MAX, see_listed, reading->ids);
}

/* ---- A round: every table is asked, and who answers last ends it ---- */

struct round {
    struct pip__server *server;
    json_t *list; /* in the order of the ids; null where there is no answer */
    size_t left;
};

static void answer_all(struct pip__server *server) {
    struct pip__listing *listing = server->listing;
    struct waiting *each = listing->waiting;
    listing->waiting = NULL;
    listing->count = 0;
    for (struct waiting *next; each; each = next) {
        next = each->next;
        pip__api_answer_again(each->exchange, listing->text);
        free(each);
    }
}

static void end_round(struct round *round) {
    struct pip__listing *listing = round->server->listing;
    json_t *tables = json_array(), *table;
    size_t i;
    json_array_foreach(round->list, i, table) {
        if (!json_is_null(table))
            json_array_append(tables, table);
    }
    json_t *view = json_pack("{s:o}", "tables", tables);
    free(listing->text);
    listing->text = json_dumps(view, JSON_COMPACT);
    json_decref(view);
    listing->at = pip__server_tick();
    listing->reading = false;
    answer_all(round->server);
    json_decref(round->list);
    free(round);
}

static enum code run_listed(struct pip__room *room, struct pip__ask *ask) {
    struct round *round = ask->context;
    if (room->table.is_public && room->table.phase == PIP_STORE_WAITING)
        json_array_set_new(round->list, (size_t)ask->seat,
                           pip__view_listed(&room->table, pip__seats_here(room)));
    return CODE_FINE;
}

static void answer_listed(struct pip__room *room, struct pip__ask *ask, enum code code) {
    struct round *round = ask->context;
    (void)room, (void)code;
    if (--round->left == 0)
        end_round(round);
}

static void ask_room(struct round *round, const char *id, size_t index) {
    struct pip__room *room = pip__room_open(round->server, id);
    struct pip__ask *ask = room ? pip__ask_new(run_listed, answer_listed) : NULL;
    if (!ask) {
        round->left--;
        return;
    }
    ask->context = round;
    ask->seat = (int)index;
    ask->looks = true;
    pip__room_ask(room, ask);
}

/* One more is left until all are asked, since some answer at once. */
static void ids_read(struct pip__errand *errand) {
    struct reading *reading = (struct reading *)errand;
    struct round *round = calloc(1, sizeof *round);
    json_t *id;
    size_t i;
    if (!round)
        abort();
    *round = (struct round){errand->server, json_array(), json_array_size(reading->ids) + 1};
    json_array_foreach(reading->ids, i, id) {
        json_array_append_new(round->list, json_null());
    }
    json_array_foreach(reading->ids, i, id) {
        ask_room(round, json_string_value(id), i);
    }
    json_decref(reading->ids);
    free(reading);
    if (--round->left == 0)
        end_round(round);
}

static enum code begin(struct pip__server *server) {
    struct reading *reading = calloc(1, sizeof *reading);
    if (!reading)
        return CODE_FAILED;
    *reading = (struct reading){.errand = {.go = read_ids, .back = ids_read}, .ids = json_array()};
    enum code code = pip__errand_read(server, &reading->errand);
    if (code == CODE_FINE) {
        server->listing->reading = true;
        return CODE_FINE;
    }
    json_decref(reading->ids);
    free(reading);
    return code;
}

static bool is_fresh(struct pip__listing *listing) {
    if (!listing->text)
        return false;
    if (listing->count >= LIST_WAITING) /* then the last one has to do */
        return true;
    return listing->at ? pip__server_tick() - listing->at < LIST_MS
                       : !pip__bucket_take(&listing->changes, LIST_BURST, LIST_PER_HOUR);
}

void pip__listing_changed(struct pip__server *server) {
    if (server->listing)
        server->listing->at = 0;
}

void pip__api_list(struct pip__call *call) {
    struct pip__listing *listing = listing_of(call->server);
    struct waiting *waiting = NULL;
    if (listing && is_fresh(listing)) {
        pip__api_answer_again(call->exchange, listing->text);
        return;
    }
    enum code code = !listing                         ? CODE_FAILED
                     : listing->count >= LIST_WAITING ? CODE_BUSY
                                                      : CODE_FINE;
    if (code == CODE_FINE && !listing->reading)
        code = begin(call->server);
    if (code == CODE_FINE)
        waiting = calloc(1, sizeof *waiting);
    if (!waiting) {
        pip__api_fail(call->exchange, code == CODE_FINE ? CODE_FAILED : code);
        return;
    }
    *waiting = (struct waiting){listing->waiting, call->exchange};
    listing->waiting = waiting;
    listing->count++;
}

void pip__listing_free(struct pip__server *server) {
    if (!server->listing)
        return;
    for (struct waiting *each = server->listing->waiting, *next; each; each = next) {
        next = each->next;
        pip__api_fail(each->exchange, CODE_STOPPING);
        free(each);
    }
    free(server->listing->text);
    free(server->listing);
}
