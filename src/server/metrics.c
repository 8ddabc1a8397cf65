#include "server.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Log ---- */

void server_log(const char *level, const char *what, json_t *fields) {
    json_t *line =
        json_pack("{s:I, s:s, s:s}", "at", (json_int_t)server_now(), "level", level, "what", what);
    if (fields)
        json_object_update(line, fields);
    char *text = json_dumps(line, JSON_COMPACT);
    if (text)
        fprintf(stderr, "%s\n", text);
    free(text);
    json_decref(line);
    json_decref(fields);
}

/* ---- Metrics, as Prometheus reads them ---- */

static void add(struct pip_text *text, const char *name, const char *kind, uint64_t value) {
    pip_text_add(text, "# TYPE pipwright_");
    pip_text_add(text, name);
    pip_text_add_char(text, ' ');
    pip_text_add(text, kind);
    pip_text_add(text, "\npipwright_");
    pip_text_add(text, name);
    pip_text_add_char(text, ' ');
    pip_text_add_number(text, (int64_t)value);
    pip_text_add_char(text, '\n');
}

static void add_store(struct pip_text *text, struct pip_store *store) {
    struct pip_store_counts counts;
    struct pip_store_stats stats = pip_store_stats(store);
    if (pip_store_count(store, &counts) == PIP_STORE_OK) {
        pip_text_add(text, "# TYPE pipwright_stored_tables gauge\n");
        for (int phase = 0; phase < PIP_STORE_PHASES; phase++) {
            pip_text_add(text, "pipwright_stored_tables{phase=\"");
            pip_text_add(text, pip_store_phase_text((enum pip_store_phase)phase));
            pip_text_add(text, "\"} ");
            pip_text_add_number(text, (int64_t)counts.tables[phase]);
            pip_text_add_char(text, '\n');
        }
        add(text, "stored_events", "gauge", counts.events);
    }
    add(text, "store_requests_total", "counter", stats.answered);
    add(text, "store_transactions_total", "counter", stats.transactions);
    add(text, "store_rollbacks_total", "counter", stats.rollbacks);
    add(text, "store_waiting", "gauge", stats.waiting);
}

static void add_all(struct pip_text *text, struct server *server) {
    const struct net_stats *net = net_stats(server->net);
    const struct counters *counters = &server->counters;
    add(text, "uptime_seconds", "gauge", (uint64_t)(server_tick() - server->started) / 1000);
    add(text, "rooms", "gauge", server->count);
    add(text, "rooms_idle", "gauge", server->idle_count);
    add(text, "sockets", "gauge", net->sockets);
    add(text, "requests_total", "counter", net->requests);
    add(text, "messages_in_total", "counter", net->messages_in);
    add(text, "messages_out_total", "counter", net->messages_out);
    add(text, "bytes_out_total", "counter", net->bytes_out);
    add(text, "refused_total", "counter", net->refused);
    add(text, "closed_slow_total", "counter", net->closed_slow);
    add(text, "closed_rate_total", "counter", net->closed_rate);
    add(text, "tables_created_total", "counter", counters->created);
    add(text, "moves_total", "counter", counters->moves);
    add(text, "asks_refused_total", "counter", counters->refused);
    add(text, "bot_turns_total", "counter", counters->bot_turns);
    add(text, "bad_messages_total", "counter", counters->bad_messages);
    add(text, "reconnects_total", "counter", counters->reconnects);
    add_store(text, server->store);
}

char *metrics_text(struct server *server, size_t *length) {
    size_t room = 16384;
    char *buffer = malloc(room);
    if (!buffer)
        return NULL;
    struct pip_text text = pip_text_init(buffer, room);
    add_all(&text, server);
    *length = strlen(buffer);
    return buffer;
}
