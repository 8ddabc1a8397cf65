#include "sweep.h"
#include <pthread.h>
#include <stdatomic.h>

int pip__worth_shift(int64_t points) {
    int shift = 0;
    while (shift < PIP__WORTH_SHIFT_MAX && (points << (shift + 1)) < PIP__WORTH_LIMIT)
        shift++;
    return shift;
}

struct crew {
    const struct pip__sweep *sweep;
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    uint32_t layer;  /* that is worked on, counted from 1 */
    uint32_t blocks; /* of this layer */
    int working;     /* members who are not done with this layer */
    bool over;
    _Atomic uint32_t next; /* block that nobody has taken */
};

static void work(struct crew *crew) {
    const struct pip__sweep *sweep = crew->sweep;
    for (uint32_t block; (block = atomic_fetch_add(&crew->next, 1)) < crew->blocks;)
        sweep->work(sweep->context, crew->layer - 1, block);
}

static void *be_member(void *argument) {
    struct crew *crew = argument;
    uint32_t seen = 0;
    pthread_mutex_lock(&crew->mutex);
    for (;;) {
        while (crew->layer == seen && !crew->over)
            pthread_cond_wait(&crew->changed, &crew->mutex);
        if (crew->over)
            break;
        seen = crew->layer;
        pthread_mutex_unlock(&crew->mutex);
        work(crew);
        pthread_mutex_lock(&crew->mutex);
        if (--crew->working == 0)
            pthread_cond_broadcast(&crew->changed);
    }
    pthread_mutex_unlock(&crew->mutex);
    return NULL;
}

/* One layer with all members; the caller is one of the threads. */
static void do_layer(struct crew *crew, uint32_t layer, int members) {
    pthread_mutex_lock(&crew->mutex);
    crew->blocks = crew->sweep->blocks(crew->sweep->context, layer);
    crew->next = 0;
    crew->working = members;
    crew->layer = layer + 1;
    pthread_cond_broadcast(&crew->changed);
    pthread_mutex_unlock(&crew->mutex);
    work(crew);
    pthread_mutex_lock(&crew->mutex);
    while (crew->working > 0)
        pthread_cond_wait(&crew->changed, &crew->mutex);
    pthread_mutex_unlock(&crew->mutex);
}

bool pip__sweep_run(const struct pip__sweep *sweep, int threads) {
    struct crew crew = {.sweep = sweep};
    pthread_t thread[PIP__SWEEP_THREADS_MAX];
    int members = 0;
    bool good = true;
    pthread_mutex_init(&crew.mutex, NULL);
    pthread_cond_init(&crew.changed, NULL);
    while (members + 1 < threads && members < PIP__SWEEP_THREADS_MAX &&
           pthread_create(&thread[members], NULL, be_member, &crew) == 0)
        members++;
    for (uint32_t layer = 0; layer < sweep->layers && good; layer++) {
        do_layer(&crew, layer, members);
        good = !sweep->done || sweep->done(sweep->context, layer);
    }
    pthread_mutex_lock(&crew.mutex);
    crew.over = true;
    pthread_cond_broadcast(&crew.changed);
    pthread_mutex_unlock(&crew.mutex);
    for (int i = 0; i < members; i++)
        pthread_join(thread[i], NULL);
    pthread_cond_destroy(&crew.changed);
    pthread_mutex_destroy(&crew.mutex);
    return good;
}
