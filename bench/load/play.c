#include "load.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define OPENING_MAX 64 /* WebSockets that are being opened at the same time */

struct run run;
struct pip_random choices;

/* ---- WebSockets ---- */

static int opening; /* connections that are not live yet */

static void ws_send(struct client *client, unsigned opcode, const char *text, size_t length) {
    unsigned char frame[300];
    size_t head = 2;
    if (length > sizeof frame - 8)
        stop("a message is too long", text);
    frame[0] = (unsigned char)(0x80u | opcode);
    frame[1] = (unsigned char)(0x80u | (length < 126 ? length : 126));
    if (length >= 126) {
        frame[head++] = (unsigned char)(length >> 8);
        frame[head++] = (unsigned char)length;
    }
    memset(frame + head, 0, 4); /* a mask of zeros, which changes nothing */
    memcpy(frame + head + 4, text, length);
    link_send(&client->link, frame, head + 4 + length);
}

/* The frame at `at`: returns its length, 0 if it is not all there. */
static size_t ws_frame(char *at, size_t have, char **payload, size_t *length) {
    const unsigned char *head = (const unsigned char *)at;
    size_t size = have >= 2 && head[1] == 126 ? 4 : 2;
    if (have < size)
        return 0;
    *length = size == 2 ? head[1] : (size_t)head[2] << 8 | head[3];
    if (head[1] > 126 || *length > IN_ROOM - size)
        stop("a message of the server is too long", "");
    *payload = at + size;
    return size + *length <= have ? size + *length : 0;
}

static void on_message(struct client *client, char *text);

static void on_frame(struct client *client, unsigned opcode, char *payload, size_t length) {
    char after = payload[length];
    payload[length] = '\0';
    if (opcode == 1)
        on_message(client, payload);
    else if (opcode == 9)
        ws_send(client, 10, payload, length);
    else
        stop("the server ends a connection", length > 2 ? payload + 2 : "");
    payload[length] = after;
}

static void ws_upgraded(struct client *client) {
    char hello[200];
    struct link *link = &client->link;
    const char *end = strstr(link->in, "\r\n\r\n");
    if (!end)
        return;
    if (strncmp(link->in, "HTTP/1.1 101", 12) != 0)
        stop("no WebSocket", link->in);
    link_drop(link, (size_t)(end + 4 - link->in));
    client->upgraded = true;
    snprintf(hello, sizeof hello, "{\"t\":\"hello\",\"v\":1,\"table\":\"%s\",\"key\":\"%s\"}",
             client->table->id, client->key);
    ws_send(client, 1, hello, strlen(hello));
}

static void receive_ws(struct link *link) {
    struct client *client = (struct client *)link;
    size_t at = 0, size, length;
    char *payload;
    if (!client->upgraded)
        ws_upgraded(client);
    if (!client->upgraded)
        return;
    while ((size = ws_frame(link->in + at, link->have - at, &payload, &length)) > 0) {
        on_frame(client, (unsigned char)link->in[at] & 15u, payload, length);
        at += size;
    }
    link_drop(link, at);
}

static void ws_open(struct client *client, int from) {
    char request[300];
    link_open(&client->link, from, receive_ws);
    int length = snprintf(request, sizeof request,
                          "GET /ws HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nUpgrade: websocket\r\n"
                          "Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
                          "Sec-WebSocket-Version: 13\r\n\r\n",
                          server.port);
    link_send(&client->link, request, (size_t)length);
    opening++;
}

static void wait_until_open(int most) {
    for (double deadline = now() + PATIENCE; opening > most;) {
        pump(deadline);
        if (now() > deadline)
            stop("connections stay without an answer", "");
    }
}

void connect_tables(struct table *tables, int count, int seats) {
    for (int i = 0; i < count; i++) {
        for (int seat = 0; seat < seats; seat++) {
            wait_until_open(OPENING_MAX - 1);
            ws_open(&tables[i].client[seat], i % 50);
        }
    }
    wait_until_open(0);
}

/* ---- Playing ---- */

void run_begin(bool on, uint32_t moves_each) {
    run.count = 0;
    run.over = 0;
    run.on = on;
    run.moves_each = moves_each;
    run.others = others_time();
    run.began = now();
}

static void run_add(double latency) {
    if (run.count == run.room) {
        run.room = run.room ? 2 * run.room : 65536;
        run.latency = realloc(run.latency, run.room * sizeof *run.latency);
        if (!run.latency)
            stop("not enough memory", "");
    }
    run.latency[run.count++] = latency;
}

static void send_move(struct client *client) {
    struct table *table = client->table;
    const struct pip_game *game = table->setup.game;
    pip_move moves[PIP_MOVES_MAX];
    char line[100], text[200];
    int count = game->legal(&table->setup, table->state, client->seat, moves);
    pip_move move = moves[pip_random_below(&choices, (uint32_t)count)];
    struct pip_text step = pip_text_init(line, sizeof line);
    struct pip_event event = {.actor = (uint8_t)client->seat, .move = move};
    pip_event_write(&table->setup, table->state, event, &step);
    if (game->apply(&table->setup, table->state, event.actor, move) != PIP_OK)
        stop("a legal move is not", line);
    table->moves++;
    client->answered = false;
    int length = snprintf(text, sizeof text, "{\"t\":\"move\",\"id\":%u,\"at\":%u,\"e\":\"%s\"}",
                          (unsigned)++client->id, (unsigned)client->n, line);
    run.under_way++;
    client->sent = now();
    ws_send(client, 1, text, (size_t)length);
}

bool move_somebody(struct table *table) {
    if (table->over)
        return false;
    pip_actors actors = table->setup.game->actor(&table->setup, table->state);
    if (table->client[0].sent <= 0 && table->client[1].sent <= 0)
        table->actors = actors;
    for (int seat = 0; seat < SEATS && actors != PIP_ACTORS_CHANCE; seat++) {
        if ((actors & table->actors) >> seat & 1 && table->client[seat].sent <= 0) {
            send_move(&table->client[seat]);
            return true;
        }
    }
    return false;
}

void settle(struct table *table) {
    for (int seat = 0; seat < SEATS; seat++) {
        struct client *client = &table->client[seat];
        if (client->sent <= 0 || !client->answered || table->client[0].n < client->through ||
            table->client[1].n < client->through)
            continue;
        run_add(now() - client->sent);
        client->sent = 0;
        run.under_way--;
    }
    while (run.on && table->moves < run.moves_each && move_somebody(table))
        continue;
}

static void apply_roll(struct table *table, const char *text) {
    char line[200];
    struct pip_chance chance;
    pip_move outcome;
    const struct pip_game *game = table->setup.game;
    quoted(text, "\"e\":\"* ", line, sizeof line);
    if (game->actor(&table->setup, table->state) != PIP_ACTORS_CHANCE)
        stop("a roll that is not due", text);
    game->chance(&table->setup, table->state, &chance);
    if (pip_chance_read(&chance, pip_span_of(line), true, &outcome) != PIP_OK ||
        game->apply(&table->setup, table->state, PIP_CHANCE, outcome) != PIP_OK)
        stop("a roll that cannot be", text);
}

/* Moves are in the state since they were sent. */
static void on_event(struct client *client, const char *text) {
    struct table *table = client->table;
    uint32_t n = (uint32_t)strtoul(text + strlen("{\"n\":"), NULL, 10);
    if (n != client->n + 1)
        stop("an event is missing", text);
    client->n = n;
    if (n <= table->n)
        return;
    table->n = n;
    if (strstr(text, "\"t\":\"roll\""))
        apply_roll(table, text);
    if (strstr(text, "\"t\":\"over\"")) {
        table->over = true;
        run.over++;
    }
}

static void on_ok(struct client *client, const char *text) {
    const char *id = strstr(text, "\"id\":"), *n = strstr(text, "\"n\":");
    if (!id || !n || strtoul(id + 5, NULL, 10) != client->id || client->sent <= 0)
        stop("an answer to nothing", text);
    client->answered = true;
    client->through = (uint32_t)strtoul(n + 4, NULL, 10);
}

static void on_message(struct client *client, char *text) {
    if (strncmp(text, "{\"n\":", 5) == 0) {
        on_event(client, text);
        settle(client->table);
    } else if (strstr(text, "\"t\":\"ok\"")) {
        on_ok(client, text);
        settle(client->table);
    } else if (strstr(text, "\"t\":\"live\"")) {
        client->live = true;
        opening--;
    } else if (strstr(text, "\"t\":\"no\"")) {
        stop("the server refuses", text);
    }
}

void run_end(const struct table *tables, int count) {
    for (double deadline = now() + PATIENCE; run.under_way > 0;) {
        pump(deadline);
        if (now() > deadline)
            stop("moves stay without an answer", "");
    }
    run.on = false;
    for (int i = 0; i < count; i++) {
        if (tables[i].client[0].n != tables[i].client[1].n)
            stop("the clients of a table have different events", tables[i].id);
    }
}
