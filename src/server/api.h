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
 */
void pip__api_answer_again(struct pip__net_exchange *exchange, json_t *body);
/* Asks it of the room, and answers with the reply. */
void pip__api_ask_room(struct pip__call *call, struct pip__room *room, pip__ask_run *run);

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
