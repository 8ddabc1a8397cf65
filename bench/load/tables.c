#include "load.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MAKERS 32           /* requests under way at the same time while tables are made */
#define MADE_BY_ADDRESS 290 /* tables; the server allows 300 */

/* ---- Tables ---- */

/* Short moves of one seat, longer ones of one seat, and hidden ones of both at the same time. */
static const struct pip_game *game_of(int index) {
    static const char *const mix[] = {"pig", "lost-cities", "roller"};
    return pip_game_find(pip_span_of(mix[index % 3]));
}

struct table *tables_new(int count) {
    struct table *tables = calloc((size_t)count, sizeof *tables);
    if (!tables)
        stop("not enough memory", "");
    for (int i = 0; i < count; i++) {
        struct table *table = &tables[i];
        table->setup = pip_setup_default(game_of(i), NULL, SEATS);
        table->setup.game->start(&table->setup, table->state);
        for (int seat = 0; seat < SEATS; seat++) {
            table->client[seat].table = table;
            table->client[seat].seat = seat;
            table->client[seat].link.fd = -1;
        }
    }
    return tables;
}

void tables_free(struct table *tables, int count) {
    for (int i = 0; i < count; i++) {
        for (int seat = 0; seat < SEATS; seat++)
            link_close(&tables[i].client[seat].link);
    }
    free(tables);
}

const char *quoted(const char *from, const char *before, char *text, size_t room) {
    const char *at = from ? strstr(from, before) : NULL;
    at = at ? at + strlen(before) : NULL;
    size_t length = at ? strcspn(at, "\"") : 0;
    if (!at || length >= room)
        stop("the server gives an unexpected answer", from ? from : "");
    memcpy(text, at, length);
    text[length] = '\0';
    return at + length;
}

/* ---- Making tables, by HTTP ---- */

struct maker {
    struct link link;
    struct table *table; /* NULL: one that stays idle */
    bool busy, sitting;
    int made; /* from this address */
};

static struct {
    struct table *tables; /* NULL: idle ones */
    int begun, done, count;
} making;

static void post(struct maker *maker, const char *path, const char *body) {
    char text[1000];
    int length = snprintf(text, sizeof text,
                          "POST %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nContent-Type: "
                          "application/json\r\nContent-Length: %zu\r\n\r\n%s",
                          path, server.port, strlen(body), body);
    link_send(&maker->link, text, (size_t)length);
}

static void receive_made(struct link *link);

static void make_next(struct maker *maker) {
    char body[200];
    maker->busy = making.begun < making.count;
    if (!maker->busy)
        return;
    if (maker->link.fd < 0 || maker->made == MADE_BY_ADDRESS) {
        link_close(&maker->link);
        link_open(&maker->link, server.addresses++, receive_made);
        maker->made = 0;
    }
    maker->table = making.tables ? &making.tables[making.begun] : NULL;
    maker->sitting = false;
    maker->made++;
    snprintf(body, sizeof body, "{\"game\":\"%s\",\"seats\":[\"me\",\"%s\"],\"name\":\"Ada\"}",
             maker->table ? maker->table->setup.game->name : game_of(making.begun)->name,
             maker->table ? "open" : "me");
    making.begun++;
    post(maker, "/api/tables", body);
}

static void sit(struct maker *maker, const char *reply) {
    char path[100], body[100];
    struct table *table = maker->table;
    quoted(reply, "\"table\":\"", table->id, sizeof table->id);
    for (int seat = 0; seat < SEATS; seat++)
        reply =
            quoted(reply, "\"key\":\"", table->client[seat].key, sizeof table->client[seat].key);
    snprintf(path, sizeof path, "/api/tables/%s/sit", table->id);
    snprintf(body, sizeof body, "{\"key\":\"%s\",\"name\":\"Ben\"}", table->client[1].key);
    maker->sitting = true;
    post(maker, path, body);
}

/* Who begins was drawn, and seats may have moved: each client has the key of its seat. */
static void change_seats(struct table *table, const char *reply) {
    char key[sizeof table->client->key];
    if (!strstr(reply, "\"seat\":0"))
        return;
    memcpy(key, table->client[0].key, sizeof key);
    memcpy(table->client[0].key, table->client[1].key, sizeof key);
    memcpy(table->client[1].key, key, sizeof key);
}

/* How long a whole answer is, head included; 0 if it is not there yet. */
static size_t answer_length(const char *text, size_t have) {
    const char *end = strstr(text, "\r\n\r\n"), *length = strcasestr(text, "\r\ncontent-length:");
    if (!end)
        return 0;
    size_t whole = (size_t)(end + 4 - text);
    if (length && length < end)
        whole += strtoul(length + strlen("\r\ncontent-length:"), NULL, 10);
    return whole <= have ? whole : 0;
}

static void receive_made(struct link *link) {
    struct maker *maker = (struct maker *)link;
    size_t length = answer_length(link->in, link->have);
    if (length == 0)
        return;
    if (strncmp(link->in, "HTTP/1.1 20", 11) != 0)
        stop("a table cannot be made", link->in);
    if (maker->table && !maker->sitting) {
        sit(maker, link->in);
        link_drop(link, length);
        return;
    }
    if (maker->table) {
        quoted(link->in, "\"key\":\"", maker->table->client[1].key,
               sizeof maker->table->client[1].key); /* the invitation is used up */
        change_seats(maker->table, link->in);
    }
    link_drop(link, length);
    making.done++;
    make_next(maker);
}

void make_tables(struct table *tables, int count) {
    static struct maker makers[MAKERS];
    double deadline = now() + PATIENCE + count / 100.0;
    making.tables = tables;
    making.begun = making.done = 0;
    making.count = count;
    for (int i = 0; i < MAKERS; i++) {
        makers[i].link.fd = -1;
        make_next(&makers[i]);
    }
    while (making.done < count) {
        pump(deadline);
        if (now() > deadline)
            stop("making tables takes too long", "");
    }
    for (int i = 0; i < MAKERS; i++)
        link_close(&makers[i].link);
}

static const char *metrics(void) {
    static char text[32768];
    char request[100];
    size_t have = 0;
    int fd = connect_from(0);
    snprintf(request, sizeof request, "GET /metrics HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n\r\n",
             server.port);
    if (write(fd, request, strlen(request)) < 0)
        stop("cannot send", strerror(errno));
    do {
        ssize_t length = read(fd, text + have, sizeof text - 1 - have);
        if (length <= 0)
            stop("no metrics", "");
        have += (size_t)length;
        text[have] = '\0';
    } while (answer_length(text, have) == 0);
    close(fd);
    return text;
}

double metric(const char *name) {
    char wanted[100];
    snprintf(wanted, sizeof wanted, "\npipwright_%s ", name);
    const char *at = strstr(metrics(), wanted);
    if (!at)
        stop("no such metric", name);
    return strtod(at + strlen(wanted), NULL);
}

double metric_most(const char *name, const char *label, char *value, size_t room) {
    char wanted[100];
    double most = -1;
    snprintf(wanted, sizeof wanted, "\npipwright_%s{%s=\"", name, label);
    for (const char *at = metrics(); (at = strstr(at, wanted)) != NULL; at++) {
        const char *number = strchr(at, ' ');
        if (!number || strtod(number, NULL) <= most)
            continue;
        most = strtod(number, NULL);
        quoted(at, wanted, value, room);
    }
    if (most < 0)
        stop("no such metric", name);
    return most;
}
