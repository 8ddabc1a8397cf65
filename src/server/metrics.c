#include "api.h"
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

/* Metrics, as Prometheus reads them: for whoever runs the server, and nobody else. All are kept as
 * they happen. None counts what is hidden: a choice that nobody knows of yet must not show in a
 * number that grows with it. */

static void add_type(struct pip_text *text, const char *name, const char *kind) {
    pip_text_add(text, "# TYPE pipwright_");
    pip_text_add(text, name);
    pip_text_add_char(text, ' ');
    pip_text_add(text, kind);
    pip_text_add_char(text, '\n');
}

static void add(struct pip_text *text, const char *name, const char *kind, uint64_t value) {
    add_type(text, name, kind);
    pip_text_add(text, "pipwright_");
    pip_text_add(text, name);
    pip_text_add_char(text, ' ');
    pip_text_add_number(text, (int64_t)value);
    pip_text_add_char(text, '\n');
}

static void add_store(struct pip_text *text, struct pip_store *store) {
    struct pip_store_counts counts;
    struct pip_store_stats stats = pip_store_stats(store);
    if (pip_store_count(store, &counts) == PIP_STORE_OK) {
        add_type(text, "stored_tables", "gauge");
        for (int phase = 0; phase < PIP_STORE_PHASES; phase++) {
            pip_text_add(text, "pipwright_stored_tables{phase=\"");
            pip_text_add(text, pip_store_phase_text((enum pip_store_phase)phase));
            pip_text_add(text, "\"} ");
            pip_text_add_number(text, (int64_t)counts.tables[phase]);
            pip_text_add_char(text, '\n');
        }
    }
    add(text, "store_rollbacks_total", "counter", stats.rollbacks);
    add(text, "store_waiting", "gauge", stats.waiting);
    add(text, "store_readings", "gauge", stats.asked);
}

/* With six digits behind the point. */
static void add_millionths(struct pip_text *text, uint64_t micro) {
    char digits[7] = "000000";
    pip_text_add_number(text, (int64_t)(micro / 1000000));
    pip_text_add_char(text, '.');
    for (int i = 5; i >= 0; i--, micro /= 10)
        digits[i] = (char)('0' + micro % 10);
    pip_text_add(text, digits);
}

static void add_seconds(struct pip_text *text, const char *name, const char *work, uint64_t ns) {
    pip_text_add(text, "pipwright_");
    pip_text_add(text, name);
    if (work) {
        pip_text_add(text, "{work=\"");
        pip_text_add(text, work);
        pip_text_add(text, "\"}");
    }
    pip_text_add_char(text, ' ');
    add_millionths(text, ns / 1000);
    pip_text_add_char(text, '\n');
}

static void add_rounds(struct pip_text *text, const struct pip__turns *turns) {
    static const char *const steps[HOLD_STEPS] = {"0.001", "0.002", "0.005", "0.02", "0.1", "+Inf"};
    uint64_t sum = 0;
    add_type(text, "loop_hold_seconds", "histogram");
    for (int i = 0; i < HOLD_STEPS; i++) {
        sum += turns->count[i];
        pip_text_add(text, "pipwright_loop_hold_seconds_bucket{le=\"");
        pip_text_add(text, steps[i]);
        pip_text_add(text, "\"} ");
        pip_text_add_number(text, (int64_t)sum);
        pip_text_add_char(text, '\n');
    }
    add_seconds(text, "loop_hold_seconds_sum", NULL, turns->total);
    pip_text_add(text, "pipwright_loop_hold_seconds_count ");
    pip_text_add_number(text, (int64_t)sum);
    pip_text_add_char(text, '\n');
}

static void add_holds(struct pip_text *text, const struct pip__turns *turns) {
    add_rounds(text, turns);
    add_type(text, "loop_hold_max_seconds", "gauge");
    add_seconds(text, "loop_hold_max_seconds", NULL, turns->longest.cpu);
    add_type(text, "loop_hold_wall_max_seconds", "gauge");
    add_seconds(text, "loop_hold_wall_max_seconds", NULL, turns->longest.wall);
    add_type(text, "work_hold_max_seconds", "gauge");
    for (int i = 0; i < WORKS; i++)
        add_seconds(text, "work_hold_max_seconds", pip__work_text((enum work)i), turns->of[i].cpu);
    add_type(text, "work_hold_wall_max_seconds", "gauge");
    for (int i = 0; i < WORKS; i++)
        add_seconds(text, "work_hold_wall_max_seconds", pip__work_text((enum work)i),
                    turns->of[i].wall);
}

static void add_all(struct pip_text *text, struct pip__server *server) {
    const struct pip__net_stats *net = pip__net_stats(server->net);
    const struct pip__counters *counters = &server->counters;
    add(text, "uptime_seconds", "gauge", (uint64_t)(pip__server_tick() - server->started) / 1000);
    add(text, "rooms", "gauge", server->count);
    add(text, "rooms_idle", "gauge", server->idle_count);
    add(text, "sockets", "gauge", net->sockets);
    add(text, "requests_total", "counter", net->requests);
    add(text, "refused_total", "counter", net->refused);
    add(text, "closed_slow_total", "counter", net->closed_slow);
    add(text, "closed_rate_total", "counter", net->closed_rate);
    add(text, "tables_created_total", "counter", counters->created);
    add(text, "events_total", "counter", counters->events);
    add(text, "snapshots_total", "counter", counters->snapshots);
    add(text, "damaged_tables_total", "counter", counters->damaged);
    add(text, "asks_refused_total", "counter", counters->refused);
    add(text, "bad_messages_total", "counter", counters->bad_messages);
    add(text, "reconnects_total", "counter", counters->reconnects);
    add_holds(text, &server->turns);
    add_type(text, "store_batch_mean", "gauge");
    pip_text_add(text, "pipwright_store_batch_mean ");
    add_millionths(text, server->batch_mean);
    pip_text_add_char(text, '\n');
    add_store(text, server->store);
}

char *pip__metrics_text(struct pip__server *server, size_t *length) {
    size_t room = 16384;
    char *buffer = malloc(room);
    if (!buffer)
        return NULL;
    struct pip_text text = pip_text_init(buffer, room);
    add_all(&text, server);
    *length = strlen(buffer);
    return buffer;
}

/* ---- For whom ---- */

/* With a token, whoever has it; without one, whoever is on the same machine. A proxy is, too, but
 * then it is its client that asks. */
static bool may_see(const struct pip__call *call) {
    const char *token = call->server->config->metrics_token;
    const char *given = call->request->authorization;
    size_t length = token ? strlen(token) : 0;
    if (!token)
        return call->request->local;
    return strncmp(given, "Bearer ", 7) == 0 && strlen(given + 7) == length &&
           sodium_memcmp(given + 7, token, length) == 0;
}

void pip__api_metrics(struct pip__call *call) {
    size_t length;
    if (!may_see(call)) {
        pip__api_fail(call->exchange, CODE_NOT_FOUND);
        return;
    }
    char *text = pip__metrics_text(call->server, &length);
    struct pip__net_answer answer = {.status = text ? 200 : 500,
                                     .type = "text/plain; version=0.0.4",
                                     .body = text ? text : "",
                                     .length = text ? length : 0};
    pip__net_answer(call->exchange, &answer);
    free(text);
}
