#include "server.h"
#include <stdlib.h>
#include <sys/resource.h>

/* The lock guards the list; whoever adds to it wakes the loop. */
void pip__errand_come_back(struct pip__errand *errand) {
    struct pip__server *server = errand->server;
    uv_mutex_lock(&server->lock);
    errand->next = NULL;
    *(server->errands ? &server->errands_last->next : &server->errands) = errand;
    server->errands_last = errand;
    uv_mutex_unlock(&server->lock);
    uv_async_send(&server->wake);
}

static void read_store(void *context, struct pip_store *store) {
    struct pip__errand *errand = context;
    errand->go(errand, store);
    pip__errand_come_back(errand);
}

enum code pip__errand_read(struct pip__server *server, struct pip__errand *errand) {
    errand->server = server;
    enum code code = pip__code_of_store(pip_store_ask(server->store, read_store, errand));
    server->away += code == CODE_FINE;
    return code;
}

void pip__errand_leave(struct pip__server *server, struct pip__errand *errand) {
    errand->server = server;
    server->away++;
}

bool pip__errands_take(struct pip__server *server) {
    uv_mutex_lock(&server->lock);
    if (server->errands) {
        *(server->returned ? &server->returned_last->next : &server->returned) = server->errands;
        server->returned_last = server->errands_last;
        server->errands = NULL;
    }
    uv_mutex_unlock(&server->lock);
    while (server->returned && !pip__turn_is_over(&server->turns, WORK_ERRAND)) {
        struct pip__work work = pip__work_begin(&server->turns);
        struct pip__errand *errand = server->returned;
        server->returned = errand->next;
        server->away--;
        errand->back(errand);
        pip__work_end(&server->turns, WORK_ERRAND, work);
    }
    return server->returned != NULL;
}

/* ---- The pool ---- */

#define POOL_NICE 10

void pip__pool_stand_back(void) {
#ifdef __linux__ /* where a thread has a priority of its own */
    static _Thread_local bool done;
    if (!done)
        (void)setpriority(PRIO_PROCESS, 0, POOL_NICE); /* if not, it competes */
    done = true;
#endif
}

/* ---- Reckoning: at most a few at once, so that bots find the pool free ---- */

#define RECKONING_MAX 64

struct reckoning {
    uv_work_t work;
    struct pip__errand *errand;
};

static void on_pool(uv_work_t *work) {
    struct pip__errand *errand = ((struct reckoning *)work->data)->errand;
    pip__pool_stand_back();
    errand->go(errand, NULL);
}

static void after_pool(uv_work_t *work, int status) {
    struct reckoning *reckoning = work->data;
    struct pip__errand *errand = reckoning->errand;
    (void)status; /* nothing is ever called off */
    free(reckoning);
    errand->server->reckoning--;
    pip__errand_come_back(errand);
}

enum code pip__errand_reckon(struct pip__server *server, struct pip__errand *errand) {
    struct reckoning *reckoning =
        server->reckoning < RECKONING_MAX ? calloc(1, sizeof *reckoning) : NULL;
    if (!reckoning)
        return CODE_BUSY;
    errand->server = server;
    reckoning->errand = errand;
    reckoning->work.data = reckoning;
    if (uv_queue_work(&server->loop, &reckoning->work, on_pool, after_pool) != 0) {
        free(reckoning);
        return CODE_BUSY;
    }
    server->reckoning++;
    server->away++;
    return CODE_FINE;
}
