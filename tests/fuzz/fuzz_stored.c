/* Lines as a stored table: the first is its head, the others are its events. A damaged store must
 * not do harm: the table is refused, or it can be looked at and played on, also when time is up. */
#include "server/world.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define LINES_MAX 512
#define RUNS 300 /* on one store */

static struct world world;
static char table[64];

static void stored(void *context, enum pip_store_status status) {
    (void)status;
    uv_sem_post(context);
}

static int cut(const char *text, size_t size, struct pip_span lines[LINES_MAX]) {
    int count = 0;
    while (size > 0 && count < LINES_MAX) {
        const char *end = memchr(text, '\n', size);
        size_t length = end ? (size_t)(end - text) : size;
        lines[count++] = (struct pip_span){text, length};
        text += length + (end != NULL);
        size -= length + (end != NULL);
    }
    return count;
}

/* False if the store itself would not take it. */
static bool store(const char *text, size_t size) {
    struct pip_span lines[LINES_MAX];
    struct pip_store_event events[LINES_MAX];
    int count = cut(text, size, lines);
    uv_sem_t done;
    for (int i = 1; i < count; i++)
        events[i - 1] = (struct pip_store_event){.at = i, .text = lines[i]};
    if (count == 0)
        return false;
    struct pip_store_table row = {
        .id = table, .game = "pig", .head = lines[0], .phase = PIP_STORE_PLAYING, .due = 1};
    uv_sem_init(&done, 0);
    bool queued = pip_store_create(world.server->store, &row, events, (size_t)count - 1, stored,
                                   &done) == PIP_STORE_OK;
    if (queued)
        uv_sem_wait(&done);
    uv_sem_destroy(&done);
    return queued;
}

static void look(void) {
    static const char *const parts[] = {"", "/record", "/sheet"};
    char text[128];
    struct pip__net_exchange answer;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        snprintf(text, sizeof text, "/api/tables/%s%s", table, parts[i]);
        world_ask(&world, NET_GET, text, "", "", 0, &answer);
        free(answer.body);
    }
    struct pip__net_socket *socket = world_connect(&world);
    int length = snprintf(text, sizeof text, "{\"t\":\"hello\",\"v\":1,\"table\":\"%s\"}", table);
    world_say(&world, socket, text, (size_t)length);
    world_part(&world, socket);
}

static bool see_due(void *context, const struct pip_store_table *row) {
    (void)row;
    *(bool *)context = true;
    return false;
}

/* Time is up: somebody's bot plays, or nobody's time runs there; either way it is dealt with. */
static void let_time_run_out(void) {
    bool due = false;
    pip__clocks_look(world.server);
    world_settle(&world);
    store("x", 1); /* refused after what was queued before it */
    pip_store_list_due(world.server->store, 1, 1, see_due, &due);
    if (due)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static uint32_t runs;
    if (runs % RUNS == 0)
        world_begin(&world, runs, runs + 1);
    snprintf(table, sizeof table, "t%u", runs++);
    if (store((const char *)data, size)) {
        let_time_run_out();
        look();
    }
    pip__rooms_drop_idle(world.server);
    if (runs % RUNS == 0)
        world_end(&world);
    return 0;
}
