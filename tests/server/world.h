/* The server without a network: all its code runs but net*.c, in whose place world.c keeps what is
 * sent.
 *
 * For the visibility test, what the server draws at random comes from two streams, so that runs can
 * differ in secrets and keys alone; the wall clock stands still; and dice and commitments do not
 * follow from the secret. */
#ifndef PIP_WORLD_H
#define PIP_WORLD_H

#include "server/server.h"

/* A connection: all that was sent to it, one message a line. */
struct pip__net_socket {
    void *user;
    char *sent;
    size_t length, room;
    bool closed; /* by the server */
};

/* A request and its answer, in which text ends with a NUL. */
struct pip__net_exchange {
    int status; /* 0: not yet */
    char *body;
    size_t length;
};

struct world {
    struct pip__server *server;
    struct pip__server_config config;
    char path[64];
    struct pip_random open, hidden; /* what the server draws */
    struct pip_random dice;
    int64_t ticks; /* time, which passes with what is asked alone */
};

/* A server on an empty store, with its streams at these seeds. */
void world_begin(struct world *world, uint64_t open, uint64_t hidden);
void world_end(struct world *world);

/* Lets the server work until nothing is under way. */
void world_settle(struct world *world);

/* The room of a table, which must exist. */
struct pip__room *world_room(struct world *world, const char *table);
/* Aborts unless a snapshot of the table makes the same table again. */
void world_check_snapshot(struct world *world, struct pip__room *room);

/* Each settles. */
struct pip__net_socket *world_connect(struct world *world);
void world_say(struct world *world, struct pip__net_socket *socket, const char *text,
               size_t length);
void world_part(struct world *world, struct pip__net_socket *socket);
void world_ask(struct world *world, enum pip__net_method method, const char *path,
               const char *address, const char *body, size_t length,
               struct pip__net_exchange *exchange);

#endif
