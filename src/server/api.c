#include "api.h"
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

/* ---- Answers ---- */

static void answer_json(struct net_exchange *exchange, int status, json_t *body, bool again) {
    char *text = json_dumps(body, JSON_COMPACT), etag[2 * 16 + 3] = "\"";
    uint8_t hash[16];
    json_decref(body);
    struct net_answer answer = {.status = text ? status : 500,
                                .type = "application/json",
                                .body = text ? text : "",
                                .length = text ? strlen(text) : 0};
    if (text && again) {
        crypto_generichash(hash, sizeof hash, (const uint8_t *)text, answer.length, NULL, 0);
        hex_write(hash, sizeof hash, etag + 1);
        strcat(etag, "\"");
        answer.etag = etag;
        answer.cache = "no-cache";
    }
    net_answer(exchange, &answer);
    free(text);
}

void api_answer(struct net_exchange *exchange, int status, json_t *body) {
    answer_json(exchange, status, body, false);
}

void api_fail(struct net_exchange *exchange, enum code code) {
    api_answer(exchange, code_status(code), json_pack("{s:s}", "code", code_text(code)));
}

static void answer_reply(struct room *room, struct ask *ask, enum code code) {
    (void)room;
    if (code != CODE_FINE) {
        api_fail(ask->exchange, code);
        return;
    }
    api_answer(ask->exchange, 200, ask->reply);
    ask->reply = NULL;
}

/* What is asked for again and again, by people who look at the lobby: most of it has not changed.
 */
static void answer_view(struct room *room, struct ask *ask, enum code code) {
    (void)room;
    if (code != CODE_FINE) {
        api_fail(ask->exchange, code);
        return;
    }
    answer_json(ask->exchange, 200, ask->reply, true);
    ask->reply = NULL;
}

static void answer_text(struct room *room, struct ask *ask, enum code code) {
    (void)room;
    if (code != CODE_FINE) {
        api_fail(ask->exchange, code);
        return;
    }
    struct net_answer answer = {.status = 200,
                                .type = "text/plain; charset=utf-8",
                                .body = json_string_value(ask->reply),
                                .length = json_string_length(ask->reply)};
    net_answer(ask->exchange, &answer);
}

struct ask *api_ask(struct call *call, ask_run *run, ask_answer *answer) {
    struct ask *ask = calloc(1, sizeof *ask);
    if (!ask) {
        api_fail(call->exchange, CODE_FAILED);
        return NULL;
    }
    ask->exchange = call->exchange;
    ask->message = json_incref(call->body);
    ask->run = run;
    ask->answer = answer;
    return ask;
}

static void ask_table(struct call *call, ask_run *run, ask_answer *answer) {
    struct room *room;
    enum code code = room_find(call->server, call->argument, &room);
    if (code != CODE_FINE) {
        api_fail(call->exchange, code);
        return;
    }
    struct ask *ask = api_ask(call, run, answer);
    if (ask)
        room_ask(room, ask);
}

/* ---- Looking ---- */

static enum code run_view(struct room *room, struct ask *ask) {
    ask->reply = view_table(room);
    return CODE_FINE;
}

static void get_table(struct call *call) {
    ask_table(call, run_view, answer_view);
}

static enum code run_record(struct room *room, struct ask *ask) {
    size_t length;
    char *text = view_record(room, false, &length);
    ask->reply = text ? json_stringn(text, length) : NULL;
    free(text);
    return ask->reply ? CODE_FINE : CODE_FAILED;
}

static void get_record(struct call *call) {
    ask_table(call, run_record, answer_text);
}

static bool see_own_sheet(void *context, const struct pip_store_table *table) {
    json_t *head = json_loadb(table->head.at, table->head.length, JSON_REJECT_DUPLICATES, NULL);
    *(json_t **)context = json_incref(json_object_get(head, "own"));
    json_decref(head);
    return false;
}

/* The sheet that was uploaded for the table, byte for byte. */
static void get_sheet(struct call *call) {
    json_t *own = NULL;
    if (strlen(call->argument) <= PIP_STORE_NAME_MAX)
        pip_store_find(call->server->store, call->argument, see_own_sheet, &own);
    if (!own) {
        api_fail(call->exchange, CODE_NOT_FOUND);
        return;
    }
    struct net_answer answer = {.status = 200,
                                .type = "application/json",
                                .body = json_string_value(own),
                                .length = json_string_length(own)};
    net_answer(call->exchange, &answer);
    json_decref(own);
}

static bool see_listed(void *context, const struct pip_store_table *table) {
    json_array_append_new(context, json_string(table->id));
    return true;
}

static void get_tables(struct call *call) {
    json_t *ids = json_array(), *list = json_array(), *id;
    size_t i;
    pip_store_list_public(call->server->store, LIST_MAX, see_listed, ids);
    json_array_foreach(ids, i, id) {
        struct room *room;
        if (room_find(call->server, json_string_value(id), &room) == CODE_FINE && !room->busy &&
            !room->broken)
            json_array_append_new(list, view_listed(room));
    }
    json_decref(ids);
    answer_json(call->exchange, 200, json_pack("{s:o}", "tables", list), true);
}

static json_t *game_json(const struct pip_game *game) {
    json_t *sheets = json_array(), *options = json_object();
    for (int i = 0; game->sheets[i]; i++)
        json_array_append_new(
            sheets, json_pack("{s:s, s:{s:s, s:s}}", "name", game->sheets[i]->name, "title", "en",
                              game->sheets[i]->title_en, "de", game->sheets[i]->title_de));
    for (int i = 0; game->options[i].name; i++) {
        json_t *values = json_array();
        for (int v = 0; game->options[i].values[v]; v++)
            json_array_append_new(values, json_string(game->options[i].values[v]));
        json_object_set_new(options, game->options[i].name, values);
    }
    return json_pack("{s:s, s:s, s:[i, i], s:o, s:o}", "name", game->name, "title", game->title,
                     "seats", game->seats_min, game->seats_max, "sheets", sheets, "options",
                     options);
}

static void get_games(struct call *call) {
    json_t *games = json_array(), *bots = json_array();
    for (int i = 0; pip_games[i]; i++)
        json_array_append_new(games, game_json(pip_games[i]));
    for (int i = 0; pip_bots[i]; i++)
        json_array_append_new(bots, json_string(pip_bots[i]->name));
    api_answer(call->exchange, 200,
               json_pack("{s:i, s:s, s:o, s:o}", "v", PROTOCOL_VERSION, "version", PIP_VERSION,
                         "games", games, "bots", bots));
}

/* ---- Sitting down ---- */

/* The seat that a key or an invitation gives; -1 with a code if none. */
static int choose_seat(struct room *room, const struct ask *ask, bool *again, enum code *code) {
    const char *key = json_string_value(json_object_get(ask->message, "key"));
    const char *made = json_string_value(json_object_get(ask->message, "new_key"));
    const json_t *named = json_object_get(ask->message, "seat");
    if (!key && key_seats(room, made))
        key = made; /* it has sat down with it before */
    uint16_t keyed = key_seats(room, key);
    int mine = -1;
    *code = key ? CODE_BAD_KEY : CODE_NO_SEAT;
    if (!key && !room->is_public && !ask->invited)
        *code = CODE_BAD_KEY;
    if (key ? !keyed : *code == CODE_BAD_KEY)
        return -1;
    for (int seat = 0; seat < room->match.setup.seats; seat++) {
        bool meant = json_is_integer(named) && json_integer_value(named) == seat;
        bool opens = keyed >> seat & 1;
        if (opens && room->seat[seat].taken && (mine < 0 || meant))
            mine = seat; /* also if it has moved since it was named */
        if ((named && !meant) || (key && !opens))
            continue;
        if (key ? !room->seat[seat].taken && !room->seat[seat].bot : seat_is_open(room, seat))
            return seat;
    }
    *again = mine >= 0;
    return mine;
}

static enum code run_sit(struct room *room, struct ask *ask) {
    char key[KEY_LENGTH + 1];
    uint8_t hash[32];
    const json_t *made = json_object_get(ask->message, "new_key");
    bool keyed = json_object_get(ask->message, "key") != NULL, again = false;
    enum code code;
    int seat = choose_seat(room, ask, &again, &code);
    if (seat < 0)
        return room->phase != PIP_STORE_WAITING && code != CODE_BAD_KEY ? CODE_STARTED : code;
    ask->reply = json_pack("{s:s, s:i}", "table", room->id, "seat", seat);
    if (again)
        return CODE_FINE;
    if (!keyed && made && !key_hash(json_string_value(made), hash))
        return CODE_BAD_KEY;
    if (!keyed && !made) {
        key_make(key, hash);
        json_object_set_new(ask->reply, "key", json_string(key));
    }
    code = play_sit(room, seat, json_string_value(json_object_get(ask->message, "name")),
                    keyed ? NULL : hash, json_string_value(json_object_get(ask->message, "nonce")));
    if (code == CODE_FINE)
        code = play_start_if_full(room);
    json_object_set_new(ask->reply, "seat", json_integer(seat_since_start(room, seat)));
    return code;
}

static void post_sit(struct call *call) {
    ask_table(call, run_sit, answer_reply);
}

static bool code_room(struct call *call, struct room **room) {
    enum code code =
        limit_take(call->server, call->request->address, 'c', CODE_BURST, CODE_PER_HOUR)
            ? room_find_code(call->server, call->argument, room)
            : CODE_TOO_MANY;
    if (code != CODE_FINE)
        api_fail(call->exchange, code);
    return code == CODE_FINE;
}

static void get_code(struct call *call) {
    struct room *room;
    struct ask *ask = code_room(call, &room) ? api_ask(call, run_view, answer_reply) : NULL;
    if (ask)
        room_ask(room, ask);
}

static void post_code_sit(struct call *call) {
    struct room *room;
    struct ask *ask = code_room(call, &room) ? api_ask(call, run_sit, answer_reply) : NULL;
    if (ask) {
        ask->invited = true;
        room_ask(room, ask);
    }
}

/* ---- The daily challenge ---- */

static void answer_day(struct call *call, int64_t day) {
    json_t *view = daily_view(call->server, call->argument, day);
    if (view)
        api_answer(call->exchange, 200, view);
    else
        api_fail(call->exchange, CODE_NOT_FOUND);
}

static void get_daily(struct call *call) {
    answer_day(call, daily_today());
}

/* "/api/daily/GAME/DAY": the argument is GAME, the day stands behind it. */
static void get_day(struct call *call) {
    uint32_t day;
    const char *text = strrchr(call->request->path, '/') + 1;
    bool read = pip_span_number(pip_span_of(text), 1000000, &day);
    answer_day(call, read ? (int64_t)day : -1);
}

static void post_daily(struct call *call) {
    struct room *room;
    ask_run *run;
    enum code code = CODE_TOO_MANY;
    if (limit_take(call->server, call->request->address, 'd', DAILY_BURST, DAILY_PER_HOUR))
        code = daily_begin(call->server, call->argument, call->body, &room, &run);
    struct ask *ask = code == CODE_FINE ? api_ask(call, run, answer_reply) : NULL;
    if (ask)
        room_ask(room, ask);
    else if (code != CODE_FINE)
        api_fail(call->exchange, code);
}

/* ---- Health ---- */

static void get_health(struct call *call) {
    api_answer(call->exchange, 200, json_pack("{s:b}", "ok", 1));
}

static void get_metrics(struct call *call) {
    size_t length;
    char *text = metrics_text(call->server, &length);
    struct net_answer answer = {.status = text ? 200 : 500,
                                .type = "text/plain; version=0.0.4",
                                .body = text ? text : "",
                                .length = text ? length : 0};
    net_answer(call->exchange, &answer);
    free(text);
}

/* ---- Ways ---- */

static const struct route {
    enum net_method method;
    const char *path; /* with * for one part, which becomes the argument, and # for a number */
    void (*run)(struct call *call);
} routes[] = {
    {NET_GET, "/healthz", get_health},           {NET_GET, "/metrics", get_metrics},
    {NET_GET, "/api/games", get_games},          {NET_POST, "/api/sheets", api_sheet},
    {NET_GET, "/api/tables", get_tables},        {NET_POST, "/api/tables", api_create},
    {NET_GET, "/api/tables/*", get_table},       {NET_GET, "/api/tables/*/record", get_record},
    {NET_GET, "/api/tables/*/sheet", get_sheet}, {NET_POST, "/api/tables/*/sit", post_sit},
    {NET_GET, "/api/codes/*", get_code},         {NET_POST, "/api/codes/*/sit", post_code_sit},
    {NET_GET, "/api/daily/*", get_daily},        {NET_GET, "/api/daily/*/#", get_day},
    {NET_POST, "/api/daily/*", post_daily},
};

/* Whether a path fits a pattern; the part that * stands for goes to `argument`. */
static bool path_fits(const char *path, const char *pattern, char *argument, size_t room) {
    size_t before = strcspn(pattern, "*");
    if (strncmp(path, pattern, before) != 0)
        return false;
    if (!pattern[before])
        return strcmp(path, pattern) == 0;
    size_t part = strcspn(path + before, "/");
    const char *rest = path + before + part, *wanted = pattern + before + 1;
    bool number = strcmp(wanted, "/#") == 0 && rest[0] == '/' && rest[1] &&
                  !rest[1 + strspn(rest + 1, "0123456789")];
    if (part == 0 || part >= room || (strcmp(rest, wanted) != 0 && !number))
        return false;
    memcpy(argument, path + before, part);
    argument[part] = '\0';
    return true;
}

static void run_route(const struct route *route, struct call *call) {
    if (route->method == NET_POST) {
        call->body =
            json_loadb(call->request->body, call->request->length, JSON_REJECT_DUPLICATES, NULL);
        if (!json_is_object(call->body)) {
            json_decref(call->body);
            api_fail(call->exchange, CODE_BAD_JSON);
            return;
        }
    }
    route->run(call);
    json_decref(call->body);
}

void api_request(void *context, struct net_exchange *exchange, const struct net_request *request) {
    struct server *server = context;
    char argument[64];
    struct call call = {server, exchange, request, argument, NULL};
    bool known = false;
    if (server->stopping) {
        api_fail(exchange, CODE_STOPPING);
        return;
    }
    for (size_t i = 0; i < sizeof routes / sizeof *routes; i++) {
        if (!path_fits(request->path, routes[i].path, argument, sizeof argument))
            continue;
        known = true;
        if (routes[i].method == request->method) {
            run_route(&routes[i], &call);
            return;
        }
    }
    if (known || request->method != NET_GET)
        api_fail(exchange, known ? CODE_BAD_METHOD : CODE_NOT_FOUND);
    else if (strncmp(request->path, "/api/", 5) == 0)
        api_fail(exchange, CODE_NOT_FOUND);
    else if (!server->files)
        api_fail(exchange, CODE_NO_WEB_CLIENT);
    else if (!files_answer(server->files, exchange, request))
        api_fail(exchange, CODE_NOT_FOUND);
}
