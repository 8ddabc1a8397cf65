/* Whether writing works. */
#include "internal.h"
#include <stdio.h>
#include <time.h>

int64_t pip__store_now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

/* That a transaction without changes is committed says nothing of the disk. */
void pip__store_note(struct pip_store *store, enum pip_store_status status, bool wrote) {
    if (status == PIP_STORE_OK && !wrote)
        return;
    store->good_at = status == PIP_STORE_OK ? pip__store_now() : 0;
    pthread_mutex_lock(&store->mutex);
    store->health = status;
    if (status != PIP_STORE_OK)
        snprintf(store->complaint, sizeof store->complaint, "%s", store->error);
    pthread_mutex_unlock(&store->mutex);
}

enum pip_store_status pip_store_ready(struct pip_store *store, char *why, size_t room) {
    pthread_mutex_lock(&store->mutex);
    enum pip_store_status status = store->read_only ? PIP_STORE_READ_ONLY : store->health;
    if (why)
        snprintf(why, room, "%s%s%s", pip_store_status_text(status),
                 status != PIP_STORE_OK && store->complaint[0] ? ": " : "",
                 status != PIP_STORE_OK ? store->complaint : "");
    pthread_mutex_unlock(&store->mutex);
    return status;
}
