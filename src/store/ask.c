/* The reading threads: readings that were asked for wait in a queue and run beside the caller. */
#include "internal.h"
#include <stdlib.h>

enum pip_store_status pip_store_ask(struct pip_store *store, pip_store_reading *read,
                                    void *context) {
    struct pip__store_asked *asked = malloc(sizeof *asked);
    if (!asked)
        return PIP_STORE_BUSY;
    *asked = (struct pip__store_asked){.read = read, .context = context};
    pthread_mutex_lock(&store->mutex);
    bool taken = store->stats.asked < store->queue_max && !store->closing;
    if (taken) {
        *store->last_asked = asked;
        store->last_asked = &asked->next;
        store->stats.asked++;
        pthread_cond_signal(&store->wake_reading);
    }
    pthread_mutex_unlock(&store->mutex);
    if (!taken)
        free(asked);
    return taken ? PIP_STORE_OK : PIP_STORE_BUSY;
}

/* Waits for a reading and takes it; NULL when it is time to go. */
static struct pip__store_asked *take(struct pip_store *store) {
    pthread_mutex_lock(&store->mutex);
    while (!store->first_asked && !store->closing)
        pthread_cond_wait(&store->wake_reading, &store->mutex);
    struct pip__store_asked *asked = store->first_asked;
    if (asked) {
        store->first_asked = asked->next;
        if (!store->first_asked)
            store->last_asked = &store->first_asked;
    }
    pthread_mutex_unlock(&store->mutex);
    return asked;
}

void *pip__store_read(void *context) {
    struct pip_store *store = context;
    struct pip__store_asked *asked;
    while ((asked = take(store))) {
        asked->read(asked->context, store);
        free(asked);
        pthread_mutex_lock(&store->mutex);
        store->stats.asked--;
        pthread_mutex_unlock(&store->mutex);
    }
    return NULL;
}
