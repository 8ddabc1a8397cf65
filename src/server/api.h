/* What the files of the HTTP API share. */
#ifndef PIP__API_H
#define PIP__API_H

#include "server.h"

/* A request while it is looked at. */
struct pip__call {
    struct pip__server *server;
    struct pip__net_exchange *exchange;
    const struct pip__net_request *request;
    const char *argument; /* ID, CODE or GAME of the path */
    json_t *body;         /* of a POST; owned by the caller unless taken */
};

void pip__api_answer(struct pip__net_exchange *exchange, int status, json_t *body);
void pip__api_fail(struct pip__net_exchange *exchange, enum code code);
/* What is asked for again and again, by people who look at the lobby: most of it has not changed.
 * NULL if memory was short for the text. */
void pip__api_answer_again(struct pip__net_exchange *exchange, const char *text);
/* Whether the body is so long that only a sheet can be in it. It was counted as one, then. */
bool pip__api_is_long(const struct pip__net_request *request);
/* Asks it of the room, and answers with the reply. */
void pip__api_ask_room(struct pip__call *call, struct pip__room *room, pip__ask_run *run);

/* The same of the table in the path, in any way; `looks`: it changes nothing. */
void pip__api_ask_table(struct pip__call *call, bool looks, pip__ask_run *run,
                        pip__ask_answer *answer);
/* Answers with the reply. */
void pip__api_answer_reply(struct pip__room *room, struct pip__ask *ask, enum code code);

/* GET /api/tables/ID, ID/record and ID/sheet, GET /api/games, in look.c. */
void pip__api_table(struct pip__call *call);
void pip__api_record(struct pip__call *call);
void pip__api_own_sheet(struct pip__call *call);
void pip__api_games(struct pip__call *call);
/* Replies with what everybody may know of the table. */
enum code pip__api_run_view(struct pip__room *room, struct pip__ask *ask);
/* POST /api/tables/ID/sit, GET /api/codes/CODE and POST CODE/sit, in sit.c. */
void pip__api_sit(struct pip__call *call);
void pip__api_code(struct pip__call *call);
void pip__api_code_sit(struct pip__call *call);
/* GET /healthz and /readyz, in health.c. */
void pip__api_health(struct pip__call *call);
void pip__api_ready(struct pip__call *call);
/* POST /api/tables and /api/sheets, in create.c. */
void pip__api_create(struct pip__call *call);
void pip__api_sheet(struct pip__call *call);
/* GET /api/tables, in list.c. */
void pip__api_list(struct pip__call *call);
/* GET and POST /api/daily/GAME, GET /api/daily/GAME/DAY, in daily.c. */
void pip__api_daily(struct pip__call *call);
void pip__api_day(struct pip__call *call);
void pip__api_try(struct pip__call *call);
/* GET /metrics, in metrics.c. */
void pip__api_metrics(struct pip__call *call);

#endif
