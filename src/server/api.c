#include "api.h"
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

/* ---- Answers ---- */

static void answer_json(struct pip__net_exchange *exchange, int status, json_t *body, bool again) {
    char *text = json_dumps(body, JSON_COMPACT), etag[2 * 16 + 3] = "\"";
    uint8_t hash[16];
    json_decref(body);
    struct pip__net_answer answer = {.status = text ? status : 500,
                                     .type = "application/json",
                                     .body = text ? text : "",
                                     .length = text ? strlen(text) : 0};
    if (text && again) {
        crypto_generichash(hash, sizeof hash, (const uint8_t *)text, answer.length, NULL, 0);
        pip__hex_write(hash, sizeof hash, etag + 1);
        strcat(etag, "\"");
        answer.etag = etag;
        answer.cache = "no-cache";
    }
    pip__net_answer(exchange, &answer);
    free(text);
}

void pip__api_answer(struct pip__net_exchange *exchange, int status, json_t *body) {
    answer_json(exchange, status, body, false);
}

void pip__api_fail(struct pip__net_exchange *exchange, enum code code) {
    pip__api_answer(exchange, pip__code_status(code),
                    json_pack("{s:s}", "code", pip__code_text(code)));
}

static void answer_reply(struct pip__room *room, struct pip__ask *ask, enum code code) {
    (void)room;
    if (code != CODE_FINE) {
        pip__api_fail(ask->exchange, code);
        return;
    }
    pip__api_answer(ask->exchange, 200, ask->reply);
    ask->reply = NULL;
}

void pip__api_answer_again(struct pip__net_exchange *exchange, json_t *body) {
    answer_json(exchange, 200, body, true);
}

static void answer_view(struct pip__room *room, struct pip__ask *ask, enum code code) {
    (void)room;
    if (code != CODE_FINE) {
        pip__api_fail(ask->exchange, code);
        return;
    }
    pip__api_answer_again(ask->exchange, ask->reply);
    ask->reply = NULL;
}

static void answer_text(struct pip__room *room, struct pip__ask *ask, enum code code) {
    (void)room;
    if (code != CODE_FINE) {
        pip__api_fail(ask->exchange, code);
        return;
    }
    struct pip__net_answer answer = {.status = 200,
                                     .type = "text/plain; charset=utf-8",
                                     .body = json_string_value(ask->reply),
                                     .length = json_string_length(ask->reply)};
    pip__net_answer(ask->exchange, &answer);
}

static void ask_room(struct pip__call *call, struct pip__room *room, bool looks, pip__ask_run *run,
                     pip__ask_answer *answer) {
    struct pip__ask *ask = pip__ask_new(run, answer);
    if (!ask) {
        pip__api_fail(call->exchange, CODE_FAILED);
        return;
    }
    ask->exchange = call->exchange;
    ask->message = json_incref(call->body);
    ask->looks = looks;
    pip__room_ask(room, ask);
}

void pip__api_ask_room(struct pip__call *call, struct pip__room *room, pip__ask_run *run) {
    ask_room(call, room, false, run, answer_reply);
}

static void ask_table(struct pip__call *call, bool looks, pip__ask_run *run,
                      pip__ask_answer *answer) {
    struct pip__room *room = pip__room_open(call->server, call->argument);
    if (room)
        ask_room(call, room, looks, run, answer);
    else
        pip__api_fail(call->exchange, CODE_NO_TABLE);
}

/* ---- Looking ---- */

static enum code run_view(struct pip__room *room, struct pip__ask *ask) {
    ask->reply = pip__view_table(&room->table, pip__seats_here(room));
    return CODE_FINE;
}

static void get_table(struct pip__call *call) {
    ask_table(call, true, run_view, answer_view);
}

static enum code run_record(struct pip__room *room, struct pip__ask *ask) {
    size_t length;
    char *text = pip__view_record(&room->table, pip__daily_is_revealed(&room->table), &length);
    ask->reply = text ? json_stringn(text, length) : NULL;
    free(text);
    return ask->reply ? CODE_FINE : CODE_FAILED;
}

static void get_record(struct pip__call *call) {
    ask_table(call, true, run_record, answer_text);
}

/* ---- What the store alone knows ---- */

struct fetch {
    struct pip__errand errand;
    struct pip__net_exchange *exchange;
    char name[64];
    int64_t day;
    bool good;
    char *text;
    json_t *list;
};

static void fetch_later(struct pip__call *call,
                        void (*go)(struct pip__errand *, struct pip_store *),
                        void (*back)(struct pip__errand *), int64_t day) {
    struct fetch *fetch = calloc(1, sizeof *fetch);
    enum code code = CODE_FAILED;
    if (fetch) {
        struct pip_text name = pip_text_init(fetch->name, sizeof fetch->name);
        pip_text_add(&name, call->argument);
        fetch->errand = (struct pip__errand){.go = go, .back = back};
        fetch->exchange = call->exchange;
        fetch->day = day;
        code = pip__errand_read(call->server, &fetch->errand);
        if (code == CODE_FINE)
            return;
    }
    free(fetch);
    pip__api_fail(call->exchange, code);
}

static void fetch_free(struct fetch *fetch) {
    free(fetch->text);
    json_decref(fetch->list);
    free(fetch);
}

/* Older tables have the text of their sheet in their head. */
static bool see_own_sheet(void *context, const struct pip_store_table *table) {
    struct fetch *fetch = context;
    json_t *head = json_loadb(table->head.at, table->head.length, JSON_REJECT_DUPLICATES, NULL);
    const char *own = json_string_value(json_object_get(head, "own"));
    if (table->sheet_hash)
        fetch->text = strndup(table->sheet.at, table->sheet.length);
    else if (own)
        fetch->text = strdup(own);
    json_decref(head);
    return false;
}

static void fetch_sheet(struct pip__errand *errand, struct pip_store *store) {
    struct fetch *fetch = (struct fetch *)errand;
    if (strlen(fetch->name) <= PIP_STORE_NAME_MAX)
        pip_store_find(store, fetch->name, see_own_sheet, fetch);
}

static void sheet_fetched(struct pip__errand *errand) {
    struct fetch *fetch = (struct fetch *)errand;
    struct pip__net_answer answer = {.status = 200,
                                     .type = "application/json",
                                     .body = fetch->text,
                                     .length = fetch->text ? strlen(fetch->text) : 0};
    if (fetch->text)
        pip__net_answer(fetch->exchange, &answer);
    else
        pip__api_fail(fetch->exchange, CODE_NOT_FOUND);
    fetch_free(fetch);
}

/* The sheet that was uploaded for the table. */
static void get_sheet(struct pip__call *call) {
    fetch_later(call, fetch_sheet, sheet_fetched, 0);
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

static void get_games(struct pip__call *call) {
    json_t *games = json_array(), *bots = json_array();
    for (int i = 0; pip_games[i]; i++)
        json_array_append_new(games, game_json(pip_games[i]));
    for (int i = 0; pip_bots[i]; i++)
        json_array_append_new(bots, json_string(pip_bots[i]->name));
    pip__api_answer(call->exchange, 200,
                    json_pack("{s:i, s:s, s:o, s:o}", "v", PROTOCOL_VERSION, "version", PIP_VERSION,
                              "games", games, "bots", bots));
}

/* ---- Sitting down ---- */

/* The seat that a key or an invitation gives; -1 with a code if none. */
static int choose_seat(const struct pip__table *table, const struct pip__ask *ask, bool *again,
                       enum code *code) {
    const char *key = json_string_value(json_object_get(ask->message, "key"));
    const char *made = json_string_value(json_object_get(ask->message, "new_key"));
    const json_t *named = json_object_get(ask->message, "seat");
    if (pip__key_seats(table, made))
        key = made; /* it has sat down with it before */
    uint16_t keyed = pip__key_seats(table, key);
    int mine = -1;
    *code = key ? CODE_BAD_KEY : CODE_NO_SEAT;
    if (!key && !table->is_public && !ask->invited)
        *code = CODE_BAD_KEY;
    if (key ? !keyed : *code == CODE_BAD_KEY)
        return -1;
    for (int seat = 0; seat < table->match.setup.seats; seat++) {
        bool meant = json_is_integer(named) && json_integer_value(named) == seat;
        bool opens = keyed >> seat & 1;
        if (opens && table->seat[seat].taken && (mine < 0 || meant))
            mine = seat; /* also if it has moved since it was named */
        if ((named && !meant) || (key && !opens))
            continue;
        if (key ? !table->seat[seat].taken && !table->seat[seat].bot
                : pip__seat_is_open(table, seat))
            return seat;
    }
    *again = mine >= 0;
    return mine;
}

/* An invitation is used up: who sits down has a key that nobody else knows. Whoever made the table,
 * and who sat at the one before, has such a key already. */
static enum code choose_key(const struct pip__table *table, struct pip__ask *ask, int seat,
                            uint8_t hash[32], bool *new) {
    const char *made = json_string_value(json_object_get(ask->message, "new_key"));
    bool keyed = json_object_get(ask->message, "key") != NULL;
    char key[KEY_LENGTH + 1];
    *new = !keyed || (table->seat[seat].kind == SEAT_OPEN && !table->seat[seat].held) || made;
    if (!*new)
        return CODE_FINE;
    if (json_object_get(ask->message, "new_key"))
        return pip__key_hash(made, hash) ? CODE_FINE : CODE_BAD_KEY;
    pip__key_make(key, hash);
    json_object_set_new(ask->reply, "key", json_string(key));
    return CODE_FINE;
}

static enum code run_sit(struct pip__room *room, struct pip__ask *ask) {
    uint8_t hash[32];
    struct pip__table *table = &room->table;
    bool again = false, new;
    enum code code;
    int seat = choose_seat(table, ask, &again, &code);
    if (seat < 0)
        return table->phase != PIP_STORE_WAITING && code != CODE_BAD_KEY ? CODE_STARTED : code;
    ask->reply = json_pack("{s:s, s:i}", "table", table->id, "seat", seat);
    if (again)
        return CODE_FINE;
    code = choose_key(table, ask, seat, hash, &new);
    if (code == CODE_FINE)
        code = pip__room_churn(room, CHURN_SEATS);
    if (code == CODE_FINE)
        code = pip__play_sit(table, seat, json_string_value(json_object_get(ask->message, "name")),
                             new ? hash : NULL,
                             json_string_value(json_object_get(ask->message, "nonce")));
    if (code == CODE_FINE)
        code = pip__play_start_if_full(table);
    json_object_set_new(ask->reply, "seat", json_integer(pip__seat_since_start(table, seat)));
    return code;
}

/* Once the game has begun there is nothing to take, and those who play come first. */
static void post_sit(struct pip__call *call) {
    struct pip__room *room = pip__room_peek(call->server, call->argument);
    ask_table(call, room && room->table.phase != PIP_STORE_WAITING, run_sit, answer_reply);
}

/* ---- By code ---- */

struct by_code {
    struct pip__errand errand;
    struct pip__net_exchange *exchange;
    json_t *body;
    char code[64], id[PIP_STORE_NAME_MAX + 1];
    enum pip_store_status status;
    bool sits;
};

static bool see_id(void *context, const struct pip_store_table *table) {
    struct pip_text id = pip_text_init(context, PIP_STORE_NAME_MAX + 1);
    pip_text_add(&id, table->id);
    return false;
}

static void find_code(struct pip__errand *errand, struct pip_store *store) {
    struct by_code *by = (struct by_code *)errand;
    by->status = strlen(by->code) <= PIP_STORE_NAME_MAX
                     ? pip_store_find_code(store, by->code, see_id, by->id)
                     : PIP_STORE_MISSING;
}

static enum code ask_by_code(struct by_code *by) {
    struct pip__server *server = by->errand.server;
    if (by->status == PIP_STORE_MISSING || (by->status == PIP_STORE_OK && !by->id[0])) {
        pip__limit_code_failed(server);
        return CODE_NO_CODE;
    }
    if (by->status != PIP_STORE_OK)
        return pip__code_of_store(by->status);
    struct pip__room *room = pip__room_open(server, by->id);
    struct pip__ask *ask = room ? pip__ask_new(by->sits ? run_sit : run_view, answer_reply) : NULL;
    if (!ask)
        return CODE_FAILED;
    ask->exchange = by->exchange;
    ask->message = json_incref(by->body);
    ask->invited = by->sits;
    ask->looks = !by->sits;
    pip__room_ask(room, ask);
    return CODE_FINE;
}

static void code_found(struct pip__errand *errand) {
    struct by_code *by = (struct by_code *)errand;
    enum code code = errand->server->stopping ? CODE_STOPPING : ask_by_code(by);
    if (code != CODE_FINE)
        pip__api_fail(by->exchange, code);
    json_decref(by->body);
    free(by);
}

static void by_code(struct pip__call *call, bool sits) {
    struct by_code *by = NULL;
    enum code code = CODE_TOO_MANY;
    if (pip__limit_code(call->server, call->request->address)) {
        by = calloc(1, sizeof *by);
        code = CODE_FAILED;
    }
    if (by) {
        struct pip_text text = pip_text_init(by->code, sizeof by->code);
        pip_text_add(&text, call->argument);
        by->errand = (struct pip__errand){.go = find_code, .back = code_found};
        by->exchange = call->exchange;
        by->body = json_incref(call->body);
        by->sits = sits;
        code = pip__errand_read(call->server, &by->errand);
        if (code == CODE_FINE)
            return;
        json_decref(by->body);
    }
    free(by);
    pip__api_fail(call->exchange, code);
}

static void get_code(struct pip__call *call) {
    by_code(call, false);
}

static void post_code_sit(struct pip__call *call) {
    by_code(call, true);
}

/* ---- Health ---- */

/* Alive: it answers. */
static void get_health(struct pip__call *call) {
    pip__api_answer(call->exchange, 200, json_pack("{s:b}", "ok", 1));
}

struct probe {
    struct pip__errand errand;
    struct pip__net_exchange *exchange;
    enum pip_store_status status;
};

static void probed(struct pip__errand *errand) {
    struct probe *probe = (struct probe *)errand;
    enum code code = pip__code_of_store(probe->status);
    if (code == CODE_FINE)
        pip__api_answer(probe->exchange, 200, json_pack("{s:b}", "ok", 1));
    else
        pip__api_answer(probe->exchange, 503,
                        json_pack("{s:s, s:s}", "code", pip__code_text(CODE_NOT_READY), "why",
                                  pip__code_text(code)));
    free(probe);
}

/* On the writer's thread. */
static void store_probed(void *context, enum pip_store_status status) {
    struct probe *probe = context;
    probe->status = status;
    pip__errand_come_back(&probe->errand);
}

/* Ready: what it is told will be stored. */
static void get_ready(struct pip__call *call) {
    struct probe *probe = calloc(1, sizeof *probe);
    if (!probe) {
        pip__api_fail(call->exchange, CODE_FAILED);
        return;
    }
    probe->errand.back = probed;
    probe->exchange = call->exchange;
    pip__errand_leave(call->server, &probe->errand);
    enum pip_store_status queued = pip_store_probe(call->server->store, store_probed, probe);
    if (queued != PIP_STORE_OK) /* else it is the writer's, and may have come back already */
        store_probed(probe, queued);
}

/* ---- Ways ---- */

static const struct route {
    enum pip__net_method method;
    const char *path; /* with * for one part, which becomes the argument, and # for a number */
    void (*run)(struct pip__call *call);
} routes[] = {
    {NET_GET, "/healthz", get_health},
    {NET_GET, "/readyz", get_ready},
    {NET_GET, "/metrics", pip__api_metrics},
    {NET_GET, "/api/games", get_games},
    {NET_POST, "/api/sheets", pip__api_sheet},
    {NET_GET, "/api/tables", pip__api_list},
    {NET_POST, "/api/tables", pip__api_create},
    {NET_GET, "/api/tables/*", get_table},
    {NET_GET, "/api/tables/*/record", get_record},
    {NET_GET, "/api/tables/*/sheet", get_sheet},
    {NET_POST, "/api/tables/*/sit", post_sit},
    {NET_GET, "/api/codes/*", get_code},
    {NET_POST, "/api/codes/*/sit", post_code_sit},
    {NET_GET, "/api/daily/*", pip__api_daily},
    {NET_GET, "/api/daily/*/#", pip__api_day},
    {NET_POST, "/api/daily/*", pip__api_try},
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

static void run_route(const struct route *route, struct pip__call *call) {
    if (route->method == NET_POST) {
        call->body =
            json_loadb(call->request->body, call->request->length, JSON_REJECT_DUPLICATES, NULL);
        if (!json_is_object(call->body)) {
            json_decref(call->body);
            pip__api_fail(call->exchange, CODE_BAD_JSON);
            return;
        }
    }
    route->run(call);
    json_decref(call->body);
}

void pip__api_request(void *context, struct pip__net_exchange *exchange,
                      const struct pip__net_request *request) {
    struct pip__server *server = context;
    char argument[64];
    struct pip__call call = {server, exchange, request, argument, NULL};
    bool known = false;
    enum code code = server->stopping ? CODE_STOPPING : CODE_FINE;
    if (code == CODE_FINE && strncmp(request->path, "/api/", 5) == 0 &&
        !pip__limit_take(server, request->address, 'l', LOOK_BURST, LOOK_PER_HOUR))
        code = CODE_TOO_MANY;
    if (code != CODE_FINE) {
        pip__api_fail(exchange, code);
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
        pip__api_fail(exchange, known ? CODE_BAD_METHOD : CODE_NOT_FOUND);
    else if (strncmp(request->path, "/api/", 5) == 0)
        pip__api_fail(exchange, CODE_NOT_FOUND);
    else if (!server->files)
        pip__api_fail(exchange, CODE_NO_WEB_CLIENT);
    else if (!pip__files_answer(server->files, exchange, request))
        pip__api_fail(exchange, CODE_NOT_FOUND);
}
