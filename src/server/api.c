#include "api.h"
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#define ARGUMENT_MAX 64
#define BODY_LONG 4096

/* ---- Answers ---- */

void pip__api_answer(struct pip__net_exchange *exchange, int status, json_t *body) {
    char *text = json_dumps(body, JSON_COMPACT);
    json_decref(body);
    struct pip__net_answer answer = {.status = text ? status : 500,
                                     .type = "application/json",
                                     .body = text ? text : "",
                                     .length = text ? strlen(text) : 0};
    pip__net_answer(exchange, &answer);
    free(text);
}

void pip__api_fail(struct pip__net_exchange *exchange, enum code code) {
    pip__api_answer(exchange, pip__code_status(code),
                    json_pack("{s:s}", "code", pip__code_text(code)));
}

void pip__api_answer_reply(struct pip__room *room, struct pip__ask *ask, enum code code) {
    (void)room;
    if (code != CODE_FINE) {
        pip__api_fail(ask->exchange, code);
        return;
    }
    pip__api_answer(ask->exchange, 200, ask->reply);
    ask->reply = NULL;
}

void pip__api_answer_again(struct pip__net_exchange *exchange, const char *text) {
    char etag[2 * 16 + 3] = "\"";
    uint8_t hash[16];
    struct pip__net_answer answer = {.status = text ? 200 : 500,
                                     .type = "application/json",
                                     .body = text ? text : "",
                                     .length = text ? strlen(text) : 0,
                                     .etag = etag,
                                     .cache = "no-cache"};
    crypto_generichash(hash, sizeof hash, (const uint8_t *)answer.body, answer.length, NULL, 0);
    pip__hex_write(hash, sizeof hash, etag + 1);
    strcat(etag, "\"");
    pip__net_answer(exchange, &answer);
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
    ask_room(call, room, false, run, pip__api_answer_reply);
}

void pip__api_ask_table(struct pip__call *call, bool looks, pip__ask_run *run,
                        pip__ask_answer *answer) {
    struct pip__room *room = pip__room_open(call->server, call->argument);
    if (room)
        ask_room(call, room, looks, run, answer);
    else
        pip__api_fail(call->exchange, CODE_NO_TABLE);
}

/* ---- Ways ---- */

static const struct route {
    enum pip__net_method method;
    const char *path; /* with * for one part, which becomes the argument, and # for a number */
    void (*run)(struct pip__call *call);
} routes[] = {
    {NET_GET, "/healthz", pip__api_health},
    {NET_GET, "/readyz", pip__api_ready},
    {NET_GET, "/metrics", pip__api_metrics},
    {NET_GET, "/api/games", pip__api_games},
    {NET_POST, "/api/sheets", pip__api_sheet},
    {NET_GET, "/api/tables", pip__api_list},
    {NET_POST, "/api/tables", pip__api_create},
    {NET_GET, "/api/tables/*", pip__api_table},
    {NET_GET, "/api/tables/*/record", pip__api_record},
    {NET_GET, "/api/tables/*/sheet", pip__api_own_sheet},
    {NET_POST, "/api/tables/*/sit", pip__api_sit},
    {NET_GET, "/api/codes/*", pip__api_code},
    {NET_POST, "/api/codes/*/sit", pip__api_code_sit},
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

/* ---- Bodies: long ones are read on another thread ---- */

struct long_call {
    struct pip__errand errand;
    const struct route *route;
    struct pip__call call;
    struct pip__net_request request;
    char argument[ARGUMENT_MAX], body[];
};

static void run_with_body(const struct route *route, struct pip__call *call) {
    if (json_is_object(call->body))
        route->run(call);
    else
        pip__api_fail(call->exchange, CODE_BAD_JSON);
    json_decref(call->body);
}

static void read_body(struct pip__errand *errand, struct pip_store *store) {
    struct long_call *late = (struct long_call *)errand;
    (void)store;
    late->call.body = pip__json_read(late->body, late->request.length);
}

static void body_read(struct pip__errand *errand) {
    struct long_call *late = (struct long_call *)errand;
    if (errand->server->stopping) {
        pip__api_fail(late->call.exchange, CODE_STOPPING);
        json_decref(late->call.body);
    } else {
        run_with_body(late->route, &late->call);
    }
    free(late);
}

/* What the request points to is the exchange's, and stays until that is answered; but the body. */
static void run_later(const struct route *route, const struct pip__call *call) {
    struct long_call *late = calloc(1, sizeof *late + call->request->length);
    if (!late) {
        pip__api_fail(call->exchange, CODE_FAILED);
        return;
    }
    late->errand = (struct pip__errand){.go = read_body, .back = body_read};
    late->route = route;
    late->call = *call;
    late->request = *call->request;
    late->call.request = &late->request;
    late->call.argument = strcpy(late->argument, call->argument);
    late->request.body = memcpy(late->body, call->request->body, call->request->length);
    enum code code = pip__errand_reckon(call->server, &late->errand);
    if (code != CODE_FINE) {
        pip__api_fail(call->exchange, code);
        free(late);
    }
}

static void run_route(const struct route *route, struct pip__call *call) {
    if (route->method != NET_POST) {
        route->run(call);
    } else if (pip__api_is_long(call->request)) {
        run_later(route, call);
    } else {
        call->body = pip__json_read(call->request->body, call->request->length);
        run_with_body(route, call);
    }
}

bool pip__api_is_long(const struct pip__net_request *request) {
    return request->length > BODY_LONG;
}

/* Whether the request may be looked at. Only sheets are long. */
static enum code admit(struct pip__server *server, const struct pip__net_request *request) {
    uint64_t whose = pip__limit_whose(server, request->address);
    if (server->stopping)
        return CODE_STOPPING;
    if (strncmp(request->path, "/api/", 5) == 0 &&
        !pip__limit_take(server, whose, 'l', LOOK_BURST, LOOK_PER_HOUR))
        return CODE_TOO_MANY;
    if (pip__api_is_long(request) &&
        !pip__limit_take(server, whose, 's', SHEET_BURST, SHEET_PER_HOUR))
        return CODE_TOO_MANY;
    return CODE_FINE;
}

void pip__api_request(void *context, struct pip__net_exchange *exchange,
                      const struct pip__net_request *request) {
    struct pip__server *server = context;
    char argument[ARGUMENT_MAX] = "";
    struct pip__call call = {server, exchange, request, argument, NULL};
    bool known = false;
    enum code code = admit(server, request);
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
