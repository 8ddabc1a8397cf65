/* What clients are told when something does not go as asked; with the HTTP status. */
#ifndef PIP__CODES_H
#define PIP__CODES_H

#include "store/store.h"

#define CODE_LIST(X)                       \
    X(FINE, "ok", 200)                     \
    X(BAD_MESSAGE, "bad-message", 400)     \
    X(BAD_JSON, "bad-json", 400)           \
    X(BAD_VERSION, "bad-version", 400)     \
    X(BAD_GAME, "bad-game", 400)           \
    X(BAD_SHEET, "bad-sheet", 400)         \
    X(BAD_OPTION, "bad-option", 400)       \
    X(BAD_SEATS, "bad-seats", 400)         \
    X(BAD_BOT, "bad-bot", 400)             \
    X(BAD_NAME, "bad-name", 400)           \
    X(BAD_NONCE, "bad-nonce", 400)         \
    X(BAD_CLOCK, "bad-clock", 400)         \
    X(BAD_KEY, "bad-key", 403)             \
    X(NOT_HOST, "not-host", 403)           \
    X(NOT_YOURS, "not-yours", 403)         \
    X(NOT_FOUND, "not-found", 404)         \
    X(NO_TABLE, "no-table", 404)           \
    X(NO_CODE, "no-code", 404)             \
    X(NO_WEB_CLIENT, "no-web-client", 404) \
    X(BAD_METHOD, "bad-method", 405)       \
    X(NO_SEAT, "no-seat", 409)             \
    X(TAKEN, "taken", 409)                 \
    X(NAME_TAKEN, "name-taken", 409)       \
    X(PRESENT, "present", 409)             \
    X(WAITING, "waiting", 409)             \
    X(STARTED, "started", 409)             \
    X(OVER, "over", 409)                   \
    X(NOT_OVER, "not-over", 409)           \
    X(ILLEGAL, "illegal", 409)             \
    X(NOT_ACTING, "not-acting", 409)       \
    X(FINAL, "final", 409)                 \
    X(STALE, "stale", 409)                 \
    X(CONFLICT, "conflict", 409)           \
    X(OLD_EDITION, "old-edition", 410)     \
    X(TOO_MANY, "too-many", 429)           \
    X(FAILED, "failed", 500)               \
    X(DAMAGED, "damaged", 500)             \
    X(BUSY, "busy", 503)                   \
    X(NOT_READY, "not-ready", 503)         \
    X(READ_ONLY, "read-only", 503)         \
    X(STOPPING, "stopping", 503)           \
    X(DISK_FULL, "disk-full", 507)

enum code {
#define X(name, text, status) CODE_##name,
    CODE_LIST(X)
#undef X
};

const char *pip__code_text(enum code code);
int pip__code_status(enum code code);
enum code pip__code_of_store(enum pip_store_status status);
enum code pip__code_of_pip(enum pip_status status);

#endif
