#include "at_once.h"
#include <pipwright/bot.h>
#include <stdlib.h>
#include <uv.h>

#define BOTS_MAX 8

int bots_turns = -1;

struct thought {
    uv_idle_t round;
    uv_work_t *work;
    uv_after_work_cb after;
};

static void on_freed(uv_handle_t *handle) {
    free(handle);
}

static void on_round(uv_idle_t *handle) {
    struct thought *thought = (struct thought *)handle;
    uv_idle_stop(handle);
    thought->after(thought->work, 0);
    uv_close((uv_handle_t *)handle, on_freed);
}

int __wrap_uv_queue_work(uv_loop_t *loop, uv_work_t *work, uv_work_cb run, uv_after_work_cb after);
int __wrap_uv_queue_work(uv_loop_t *loop, uv_work_t *work, uv_work_cb run, uv_after_work_cb after) {
    if (bots_turns == 0)
        return UV_EAGAIN;
    bots_turns -= bots_turns > 0;
    struct thought *thought = malloc(sizeof *thought);
    if (!thought)
        abort();
    thought->work = work;
    thought->after = after;
    run(work);
    uv_idle_init(loop, &thought->round);
    return uv_idle_start(&thought->round, on_round);
}

const struct pip_bot *__wrap_pip_bot_find(struct pip_span name);
const struct pip_bot *__wrap_pip_bot_find(struct pip_span name) {
    static struct pip_bot hasty[BOTS_MAX];
    for (int i = 0; pip_bots[i] && i < BOTS_MAX; i++) {
        if (!pip_span_is(name, pip_bots[i]->name))
            continue;
        hasty[i] = *pip_bots[i];
        hasty[i].rank = pip_bots[0]->rank; /* the weakest has the least to think about */
        return &hasty[i];
    }
    return NULL;
}
