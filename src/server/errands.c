#include "server.h"
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

/* ---- Reckoning: one at a time, so that bots find the pool free, and the loop a processor ---- */

#define RECKONING_MAX 64

static void reckon_next(struct pip__server *server);

static void on_pool(uv_work_t *work) {
    struct pip__errand *errand = ((struct pip__server *)work->data)->reckonings;
    pip__pool_stand_back();
    errand->go(errand, NULL);
}

static void after_pool(uv_work_t *work, int status) {
    struct pip__server *server = work->data;
    struct pip__errand *errand = server->reckonings;
    (void)status; /* nothing is ever called off */
    server->reckonings = errand->next;
    server->reckoning--;
    reckon_next(server);
    pip__errand_come_back(errand);
}

static void reckon_next(struct pip__server *server) {
    server->reckons.data = server;
    if (server->reckonings)
        (void)uv_queue_work(&server->loop, &server->reckons, on_pool, after_pool);
}

enum code pip__errand_reckon(struct pip__server *server, struct pip__errand *errand) {
    bool idle = !server->reckonings;
    if (server->reckoning == RECKONING_MAX)
        return CODE_BUSY;
    errand->server = server;
    errand->next = NULL;
    *(idle ? &server->reckonings : &server->reckonings_last->next) = errand;
    server->reckonings_last = errand;
    server->reckoning++;
    server->away++;
    if (idle)
        reckon_next(server);
    return CODE_FINE;
}
