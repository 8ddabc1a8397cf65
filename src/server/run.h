/* The server as seen from outside: how to run one. */
#ifndef PIP__RUN_H
#define PIP__RUN_H

#include <stdbool.h>
#include <stdint.h>

/* A program of the operator's that may hold seats (docs/engine.md). */
struct pip__own_bot {
    const char *name, *command;
};

struct pip__server_config {
    const char *listen_address;
    int port;                  /* 0: any that is free */
    const char *store;         /* FILE or sqlite:FILE */
    const char *public_url;    /* that pages come from; NULL: whatever Host is asked for */
    const char *web;           /* folder of the web client; NULL for none */
    uint64_t store_bytes;      /* what the store may grow to; 0: no bound */
    uint32_t expire_days;      /* tables nobody touches are deleted after this */
    bool proxied;              /* trust the proxy's X-Forwarded-For */
    const char *metrics_token; /* who has it may read /metrics; NULL: whoever is on this machine */
    const struct pip__own_bot *bots; /* ends with one of no name; NULL: none */
    uint64_t bot_limit;              /* milliseconds for an answer of theirs */
};

#define SERVER_EXPIRE_DAYS 90
#define OWN_BOT_NAME_MAX 24

/* Whether a program may be called so: lowercase letters, digits and dashes, and no built-in level.
 */
bool pip__own_bot_name_fits(const char *name);

/* Runs a server until SIGTERM or SIGINT. Returns false after reporting to stderr why it could not
 * start. */
bool pip__server_run(const struct pip__server_config *config);

#endif
