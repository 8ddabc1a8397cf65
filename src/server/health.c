/* Is it alive, and is it ready? */
#include "api.h"
#include <stdlib.h>

/* Alive: it answers. */
void pip__api_health(struct pip__call *call) {
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
void pip__api_ready(struct pip__call *call) {
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
