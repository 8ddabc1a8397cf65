/* What the files of the HTTP API share. */
#ifndef PIP__API_H
#define PIP__API_H

#include "server.h"

/* A request while it is looked at. */
struct call {
    struct server *server;
    struct net_exchange *exchange;
    const struct net_request *request;
    const char *argument; /* ID, CODE or GAME of the path */
    json_t *body;         /* of a POST; owned by the caller unless taken */
};

typedef enum code ask_run(struct room *room, struct ask *ask);
typedef void ask_answer(struct room *room, struct ask *ask, enum code code);

/* Something to ask of a room on behalf of a request; NULL after answering that there is no memory.
 */
struct ask *api_ask(struct call *call, ask_run *run, ask_answer *answer);

/* POST /api/tables and /api/sheets, in create.c. */
void api_create(struct call *call);
void api_sheet(struct call *call);

#endif
