/* What anybody may look at: tables, records, sheets, and which games there are. */
#include "api.h"
#include <stdlib.h>
#include <string.h>

/* ---- Tables ---- */

static void answer_view(struct pip__room *room, struct pip__ask *ask, enum code code) {
    (void)room;
    if (code != CODE_FINE) {
        pip__api_fail(ask->exchange, code);
        return;
    }
    char *text = json_dumps(ask->reply, JSON_COMPACT);
    pip__api_answer_again(ask->exchange, text);
    free(text);
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

enum code pip__api_run_view(struct pip__room *room, struct pip__ask *ask) {
    ask->reply = pip__view_table(&room->table, pip__seats_here(room));
    return CODE_FINE;
}

void pip__api_table(struct pip__call *call) {
    pip__api_ask_table(call, true, pip__api_run_view, answer_view);
}

static enum code run_record(struct pip__room *room, struct pip__ask *ask) {
    size_t length;
    char *text = pip__view_record(&room->table, pip__daily_is_revealed(&room->table), &length);
    ask->reply = text ? json_stringn(text, length) : NULL;
    free(text);
    return ask->reply ? CODE_FINE : CODE_FAILED;
}

void pip__api_record(struct pip__call *call) {
    pip__api_ask_table(call, true, run_record, answer_text);
}

/* ---- Sheets: the store alone knows them ---- */

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
void pip__api_own_sheet(struct pip__call *call) {
    fetch_later(call, fetch_sheet, sheet_fetched, 0);
}

/* ---- Games ---- */

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

void pip__api_games(struct pip__call *call) {
    json_t *games = json_array(), *bots = json_array();
    for (int i = 0; pip_games[i]; i++)
        json_array_append_new(games, game_json(pip_games[i]));
    for (int i = 0; pip_bots[i]; i++)
        json_array_append_new(bots, json_string(pip_bots[i]->name));
    for (const struct pip__own_bot *own = call->server->config->bots; own && own->name; own++)
        json_array_append_new(bots, json_string(own->name));
    pip__api_answer(call->exchange, 200,
                    json_pack("{s:i, s:s, s:o, s:o}", "v", PROTOCOL_VERSION, "version", PIP_VERSION,
                              "games", games, "bots", bots));
}
