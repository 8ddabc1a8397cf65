#include "guest/guest.h"
#include "server.h"
#include <stdlib.h>
#include <string.h>

/* Programs of the operator's in seats. Each has one process for all tables, and a thread that talks
 * with it: neither the loop nor the pool ever waits for it. Every question is complete, so it does
 * not matter to whom the last one belonged.
 *
 * The process is started when the server is, and again after it was lost, at most so often as there
 * are restarts left; whatever it cannot answer comes back unanswered, and a built-in bot plays. The
 * kernel kills it with its thread, so it does not outlive a server that was killed. */

enum {
    RESTARTS_BURST = 3,   /* of one program at once ... */
    RESTARTS_PER_HOUR = 6 /* ... and in the long run */
};

struct pip__guests {
    struct pip__server *server;
    const char *name;
    struct pip__guest_terms terms;
    struct pip__guest guest;     /* the thread's, as are the starts */
    struct pip__bucket restarts; /* that are left */
    uv_thread_t thread;
    bool runs; /* the thread does */
    uv_mutex_t lock;
    uv_cond_t news;
    struct pip__question *waiting, **waiting_last; /* under the lock, as is: */
    bool stop;
};

/* ---- The program, on its thread ---- */

static bool is_over(void *context) {
    struct pip__guests *one = context;
    uv_mutex_lock(&one->lock);
    bool stop = one->stop;
    uv_mutex_unlock(&one->lock);
    return stop;
}

static void tell_lost(struct pip__guests *one) {
    if (!is_over(one))
        pip__server_log("warn", "bot-lost",
                        json_pack("{s:s, s:s, s:s}", "bot", one->name, "why", one->guest.why,
                                  "instead", SUBSTITUTE));
}

static void start(struct pip__guests *one) {
    while (one->guest.pid == 0 && !is_over(one) &&
           pip__bucket_take(&one->restarts, RESTARTS_BURST, RESTARTS_PER_HOUR)) {
        if (!pip__guest_greet(&one->guest, &one->terms))
            tell_lost(one);
    }
}

/* Everything that the seat does before somebody else has to act. What others have chosen and not
 * revealed is not even in the match that is played on. */
static bool play(struct pip__guests *one, struct pip__question *q, struct pip_event *events) {
    struct pip_match seen;
    pip__guest_see(&q->match, q->seat, events, &seen);
    while (pip_match_actor(&seen) >> q->seat & 1) {
        const struct pip_line *line = pip__guest_ask(&one->guest, &one->terms, &seen, q->seat);
        if (!line)
            tell_lost(one);
        for (int i = 0; line && i < line->steps; i++) {
            if (q->count == STEPS_MAX ||
                pip_match_play(&seen, (unsigned)q->seat, line->step[i]) != PIP_OK)
                return false;
            q->steps[q->count++] = line->step[i];
        }
        if (!line)
            return false;
    }
    return true;
}

static void answer(struct pip__guests *one, struct pip__question *q) {
    const struct pip_setup *setup = &q->match.setup;
    struct pip_event *events = malloc(setup->game->length(setup) * sizeof *events);
    q->answered = events && one->guest.pid != 0 && play(one, q, events);
    free(events);
    pip__errand_come_back(&q->errand);
}

/* The next question; NULL: it is over. */
static struct pip__question *next_question(struct pip__guests *one) {
    uv_mutex_lock(&one->lock);
    while (!one->waiting && !one->stop)
        uv_cond_wait(&one->news, &one->lock);
    struct pip__question *q = one->stop ? NULL : one->waiting;
    if (q) {
        one->waiting = q->next;
        if (!one->waiting)
            one->waiting_last = &one->waiting;
    }
    uv_mutex_unlock(&one->lock);
    return q;
}

/* A program that was lost is started again before the next question comes, if it may be. */
static void run(void *context) {
    struct pip__guests *one = context;
    struct pip__question *q;
    start(one);
    while ((q = next_question(one)) != NULL) {
        start(one);
        answer(one, q);
        start(one);
    }
    pip__guest_end(&one->guest);
}

/* ---- On the loop ---- */

static struct pip__guests *find(struct pip__server *server, const char *name) {
    for (int i = 0; i < server->guest_count; i++) {
        if (strcmp(server->guests[i].name, name) == 0 && server->guests[i].runs)
            return &server->guests[i];
    }
    return NULL;
}

bool pip__guests_have(struct pip__server *server, const char *name) {
    return name[0] && find(server, name);
}

bool pip__guests_ask(struct pip__server *server, const char *name, struct pip__question *q,
                     const struct pip_match *match) {
    struct pip__guests *one = find(server, name);
    struct pip_event *events = malloc((match->count + 1) * sizeof *events);
    if (!one || !events) {
        free(events);
        return false;
    }
    q->match = *match;
    q->match.events = memcpy(events, match->events, match->count * sizeof *events);
    q->asked_at = pip__server_tick();
    pip__errand_leave(server, &q->errand);
    uv_mutex_lock(&one->lock);
    q->next = NULL;
    *one->waiting_last = q;
    one->waiting_last = &q->next;
    uv_cond_signal(&one->news);
    uv_mutex_unlock(&one->lock);
    return true;
}

/* Takes those out that have waited since then or longer: in the order in which they came. */
static void give_back(struct pip__guests *one, int64_t since) {
    uv_mutex_lock(&one->lock);
    struct pip__question *late = one->waiting, *q = late;
    while (q && q->asked_at <= since)
        q = q->next;
    one->waiting = q;
    if (!q)
        one->waiting_last = &one->waiting;
    uv_mutex_unlock(&one->lock);
    for (struct pip__question *next; late != q; late = next) {
        next = late->next;
        pip__errand_come_back(&late->errand);
    }
}

void pip__guests_sweep(struct pip__server *server, int64_t now) {
    for (int i = 0; i < server->guest_count; i++)
        give_back(&server->guests[i], now - (int64_t)server->config->bot_limit);
}

void pip__guests_start(struct pip__server *server) {
    const struct pip__own_bot *own = server->config->bots;
    while (own && own[server->guest_count].name)
        server->guest_count++;
    server->guests = calloc((size_t)server->guest_count + 1, sizeof *server->guests);
    if (!server->guests)
        server->guest_count = 0;
    for (int i = 0; i < server->guest_count; i++) {
        struct pip__guests *one = &server->guests[i];
        one->server = server;
        one->name = own[i].name;
        one->terms = (struct pip__guest_terms){.command = own[i].command,
                                               .limit = server->config->bot_limit,
                                               .confined = true,
                                               .enough = is_over,
                                               .context = one};
        one->waiting_last = &one->waiting;
        uv_mutex_init(&one->lock);
        uv_cond_init(&one->news);
        one->runs = uv_thread_create(&one->thread, run, one) == 0;
    }
}

void pip__guests_stop(struct pip__server *server) {
    for (int i = 0; i < server->guest_count; i++) {
        struct pip__guests *one = &server->guests[i];
        uv_mutex_lock(&one->lock);
        one->stop = true;
        uv_cond_signal(&one->news);
        uv_mutex_unlock(&one->lock);
        give_back(one, INT64_MAX);
    }
}

void pip__guests_free(struct pip__server *server) {
    pip__guests_stop(server);
    for (int i = 0; i < server->guest_count; i++) {
        struct pip__guests *one = &server->guests[i];
        if (one->runs)
            uv_thread_join(&one->thread);
        uv_cond_destroy(&one->news);
        uv_mutex_destroy(&one->lock);
    }
    free(server->guests);
}
