/* Lines as what clients send: "0 MESSAGE" to "4 MESSAGE" over one of five connections (two seats,
 * the host, a watcher, a stranger), "GET PATH" and "POST PATH BODY". In them $T is the id of a
 * table, $C its code, $0, $1 and $H its keys. Whatever comes, every request is answered once,
 * tables stay sound, and what is stored leads to the same room. */
#include "server/at_once.h"
#include "server/world.h"
#include <sanitizer/lsan_interface.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define CONNECTIONS 5
#define STRANGER 4   /* has not said hello */
#define RUNS 100     /* on one store */
#define STORES 5     /* from one look for leaks, which takes long, to the next */
#define BOTS_TURNS 6 /* whole games take long, and pig's is over soon */
#define TEXT_MAX 65537
#define TEXT_GROWTH 32

static struct world world;
static char table[64], code[64], key[2][64], host[64], address[32];
static struct pip__net_socket *sockets[CONNECTIONS];

/* ---- A table ---- */

static void keep(char to[64], const json_t *object, const char *name) {
    const char *text = json_string_value(json_object_get(object, name));
    snprintf(to, 64, "%s", text ? text : "");
}

static const char short_pig[] =
    "{\\\"pipwright-sheet\\\":1,\\\"game\\\":\\\"pig\\\",\\\"name\\\":\\\"short\\\","
    "\\\"title\\\":{\\\"en\\\":\\\"S\\\",\\\"de\\\":\\\"S\\\"},\\\"target\\\":10,\\\"turns\\\":2}";

static void make_table(const struct pip_game *game, const char *first) {
    struct pip__net_exchange answer;
    char body[500];
    bool pig = strcmp(game->name, "pig") == 0;
    int length = snprintf(body, sizeof body,
                          "{\"game\":\"%s\",\"seats\":[\"me\",\"open\",\"bot:random\"],"
                          "\"name\":\"A\",\"first\":\"%s\"%s%s%s}",
                          game->name, first, pig ? ",\"own\":\"" : "", pig ? short_pig : "",
                          pig ? "\"" : "");
    world_ask(&world, NET_POST, "/api/tables", address, body, (size_t)length, &answer);
    while (answer.status == pip__code_status(CODE_BUSY)) { /* drew a code that another table has */
        free(answer.body);
        world_ask(&world, NET_POST, "/api/tables", address, body, (size_t)length, &answer);
    }
    json_t *made = json_loads(answer.body, 0, NULL), *seats = json_object_get(made, "seats");
    if (answer.status != 201)
        abort();
    keep(table, made, "table");
    keep(code, made, "code");
    keep(host, made, "host");
    keep(key[0], json_array_get(seats, 0), "key");
    keep(key[1], json_array_get(seats, 1), "key");
    json_decref(made);
    free(answer.body);
}

static void say_hello(struct pip__net_socket *socket, const char *name, const char *value) {
    char text[200];
    int length = snprintf(text, sizeof text, "{\"t\":\"hello\",\"v\":1,\"table\":\"%s\"%s%s%s%s%s}",
                          table, value ? ",\"" : "", name, value ? "\":\"" : "", value ? value : "",
                          value ? "\"" : "");
    world_say(&world, socket, text, (size_t)length);
}

/* ---- Lines ---- */

static const char *name_of(char letter) {
    return letter == 'T'   ? table
           : letter == 'C' ? code
           : letter == 'H' ? host
           : letter == '0' ? key[0]
           : letter == '1' ? key[1]
                           : NULL;
}

/* Copies a line with names in place of the $ signs, and ends it with a NUL. Names are shorter than
 * TEXT_GROWTH times the two letters that stand for them. */
static size_t fill_in(const char *line, size_t length, char *out) {
    char *end = out;
    for (const char *at = line, *last = line + length; at < last;) {
        const char *sign = memchr(at, '$', (size_t)(last - at)), *stop = sign ? sign : last;
        const char *name = sign && sign + 1 < last ? name_of(sign[1]) : NULL;
        stop += sign && !name;
        memcpy(end, at, (size_t)(stop - at));
        end += stop - at;
        at = name ? sign + 2 : stop;
        for (; name && *name; name++)
            *end++ = *name;
    }
    *end = '\0';
    return strlen(out);
}

/* A connection is there, and has said hello, once something is said over it. */
static struct pip__net_socket *connection(int i) {
    const char *const names[] = {"key", "key", "host", "", ""}, *value[] = {key[0], key[1], host};
    if (sockets[i])
        return sockets[i];
    sockets[i] = world_connect(&world);
    if (i < STRANGER)
        say_hello(sockets[i], names[i], i < 3 ? value[i] : NULL);
    return sockets[i];
}

static void request(enum pip__net_method method, char *path) {
    struct pip__net_exchange answer;
    char *body = strchr(path, ' ');
    if (body)
        *body++ = '\0';
    if (path[0] != '/' || strlen(path) >= NET_PATH_MAX)
        return;
    world_ask(&world, method, path, address, body ? body : "", body ? strlen(body) : 0, &answer);
    free(answer.body);
}

static void run_line(const char *line, size_t length) {
    static char text[TEXT_MAX * TEXT_GROWTH];
    if (length >= TEXT_MAX)
        return;
    size_t filled = fill_in(line, length, text);
    if (strncmp(text, "GET ", 4) == 0)
        request(NET_GET, text + 4);
    else if (strncmp(text, "POST ", 5) == 0)
        request(NET_POST, text + 5);
    else if (filled >= 2 && text[0] >= '0' && text[0] < '0' + CONNECTIONS)
        world_say(&world, connection(text[0] - '0'), text + 2, filled - 2);
}

static void run_lines(const char *text, size_t size) {
    while (size > 0) {
        const char *end = memchr(text, '\n', size);
        size_t length = end ? (size_t)(end - text) : size;
        run_line(text, length);
        text += length + (end != NULL);
        size -= length + (end != NULL);
    }
}

/* ---- Afterwards ---- */

/* The room made anew from the store is the room in memory, and so is a snapshot of it. */
static void check_table(void) {
    struct pip__room *room = world_room(&world, table);
    const struct pip_setup *setup = &room->table.match.setup;
    size_t length[2];
    if (setup->game->check(setup, room->table.match.state) != PIP_OK)
        abort();
    char *before = pip__view_record(&room->table, true, &length[0]);
    uint32_t shown = room->table.shown;
    world_check_snapshot(&world, room);
    pip__room_reload(room);
    world_settle(&world);
    char *after = pip__view_record(&room->table, true, &length[1]);
    if (room->broken || room->table.shown != shown || length[0] != length[1] ||
        memcmp(before, after, length[0]) != 0)
        abort();
    free(before);
    free(after);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static uint32_t runs;
    size_t games = 0;
    while (pip_games[games])
        games++;
    if (size == 0)
        return 0;
    if (runs % RUNS == 0)
        world_begin(&world, runs, runs + 1);
    snprintf(address, sizeof address, "10.%u.%u.%u", runs >> 16 & 255, runs >> 8 & 255, runs & 255);
    runs++; /* each from an address of its own, whose limits are fresh */
    bots_turns = BOTS_TURNS;
    make_table(pip_games[data[0] % games], data[0] / games % 2 ? "draw" : "host");
    memset(sockets, 0, sizeof sockets);
    run_lines((const char *)data + 1, size - 1);
    check_table();
    for (int i = 0; i < CONNECTIONS; i++) {
        if (sockets[i])
            world_part(&world, sockets[i]);
    }
    pip__rooms_drop_idle(world.server);
    if (runs % RUNS == 0)
        world_end(&world);
    if (runs % (RUNS * STORES) == 0 && __lsan_do_recoverable_leak_check())
        abort();
    return 0;
}
