#include "server.h"
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

/* Bots think on libuv's pool, one job for a table at a time: every bot that may act plays, from
 * what its seat may know, until somebody else has to. The job has copies of all it needs. Programs
 * in seats are asked one after another when there is no bot to act (guests.c); what one of them
 * does not answer is thought about on the pool. */

struct thinker {
    int seat;
    struct pip__level plays;
    int count;
    pip_move steps[STEPS_MAX];
    uint64_t state[PIP_STATE_MAX / 8];
};

struct pip__job {
    struct pip__question question; /* to a program; the first field */
    uv_work_t work;
    struct pip__room *room;
    struct pip_setup setup;
    bool turns; /* seats took turns when it began */
    uint64_t seed;
    uint64_t patience; /* nanoseconds for one choice */
    uint64_t deadline; /* of the choice that is being made */
    struct pip_mind mind;
    int count;
    struct thinker thinker[];
};

/* Time was up for everybody who plays: bots would play the game away before anybody comes back. */
static bool is_deserted(const struct pip__room *room) {
    bool timed_out = false;
    for (int seat = 0; seat < room->table.match.setup.seats; seat++) {
        if (!room->table.seat[seat].plays.bot)
            return false;
        timed_out |= room->table.seat[seat].timed_out;
    }
    return timed_out;
}

static uint16_t acting_bots(const struct pip__room *room) {
    uint16_t set = 0;
    if (room->table.phase != PIP_STORE_PLAYING || is_deserted(room))
        return 0;
    pip_actors actors = pip_match_actor(&room->table.match);
    for (int seat = 0; seat < room->table.match.setup.seats; seat++) {
        if ((actors >> seat & 1) && room->table.seat[seat].plays.bot)
            set |= (uint16_t)(1u << seat);
    }
    return set;
}

void pip__job_free(struct pip__job *job) {
    if (!job)
        return;
    free(job->question.match.events);
    free(job);
}

/* ---- On the pool ---- */

static bool is_late(void *context) {
    const struct pip__job *job = context;
    return uv_hrtime() >= job->deadline;
}

static void think(struct pip__job *job, struct thinker *thinker, struct pip_mind *mind) {
    const struct pip_game *game = job->setup.game;
    mind->enough = is_late;
    mind->context = job;
    mind->random = pip_random_init((struct pip_seed){.seed = job->seed}, (uint32_t)thinker->seat);
    while (game->actor(&job->setup, thinker->state) >> thinker->seat & 1) {
        job->deadline = uv_hrtime() + job->patience;
        const struct pip_line *line =
            pip_bot_choose(thinker->plays.bot, &job->setup, thinker->state, thinker->seat, mind);
        for (int i = 0; i < line->steps; i++) {
            if (thinker->count == STEPS_MAX ||
                game->apply(&job->setup, thinker->state, (unsigned)thinker->seat, line->step[i]) !=
                    PIP_OK)
                return;
            thinker->steps[thinker->count++] = line->step[i];
        }
    }
}

static void on_pool(uv_work_t *work) {
    struct pip__job *job = work->data;
    pip__pool_stand_back();
    for (int i = 0; i < job->count; i++)
        think(job, &job->thinker[i], &job->mind);
}

/* ---- On the loop ---- */

static json_t *steps_json(const struct pip__job *job, const struct thinker *thinker) {
    json_t *steps = json_array();
    for (int i = 0; i < thinker->count; i++) {
        char line[256];
        struct pip_text text = pip_text_init(line, sizeof line);
        struct pip_event event = {.actor = (uint8_t)thinker->seat, .move = thinker->steps[i]};
        pip_event_write(&job->setup, thinker->state, event, &text);
        json_array_append_new(steps, json_string(line));
    }
    return steps;
}

/* The seat may have been handed back meanwhile, or somebody has asked for turns, so that the bot
 * may see more; then what it thought is forgotten. */
static enum code run_bots(struct pip__room *room, struct pip__ask *ask) {
    enum code code = CODE_FINE;
    uint16_t acting = ask->job->turns == room->table.match.turns ? acting_bots(room) : 0;
    for (int i = 0; code == CODE_FINE && i < ask->job->count; i++) {
        const struct thinker *thinker = &ask->job->thinker[i];
        if (!(acting >> thinker->seat & 1) ||
            !pip__level_is(&room->table.seat[thinker->seat].plays, &thinker->plays))
            continue;
        json_t *steps = steps_json(ask->job, thinker);
        code = pip__play_steps(&room->table, thinker->seat, 0, steps);
        json_decref(steps);
    }
    room->server->counters.bot_turns++;
    return code;
}

static void bots_answered(struct pip__room *room, struct pip__ask *ask, enum code code) {
    (void)ask;
    if (code == CODE_FINE)
        return;
    if (!room->retry_at) {
        room->retry_next = room->server->retries;
        room->server->retries = room;
    }
    room->retry_at = pip__server_tick() + RETRY_MS;
    pip__server_log("warn", "bots-refused",
                    json_pack("{s:s, s:s}", "table", room->table.id, "code", pip__code_text(code)));
}

static void think_done(struct pip__job *job, int status) {
    struct pip__room *room = job->room;
    struct pip__ask *ask = status == 0 ? pip__ask_new(run_bots, bots_answered) : NULL;
    room->job = NULL;
    if (!ask) {
        pip__job_free(job);
        pip__room_rest(room);
        return;
    }
    ask->job = job;
    pip__room_ask(room, ask);
}

static void after_pool(uv_work_t *work, int status) {
    struct pip__job *job = work->data;
    struct pip__turns *turns = &job->room->server->turns;
    struct pip__work began = pip__work_begin(turns);
    job->room->server->thinking--;
    think_done(job, status);
    pip__work_end(turns, WORK_BOT, began);
}

static struct pip__job *job_new(const struct pip__room *room, uint16_t acting) {
    struct pip__job *job = calloc(1, sizeof *job + PIP_SEATS_MAX * sizeof *job->thinker);
    if (!job)
        return NULL;
    job->setup = room->table.match.setup;
    job->turns = room->table.match.turns;
    randombytes_buf(&job->seed, sizeof job->seed);
    for (int seat = 0; seat < PIP_SEATS_MAX; seat++) {
        if (!(acting >> seat & 1))
            continue;
        struct thinker *thinker = &job->thinker[job->count++];
        thinker->seat = seat;
        thinker->plays = room->table.seat[seat].plays;
        pip_match_view(&room->table.match, (unsigned)seat, thinker->state);
    }
    return job;
}

static bool queue(struct pip__job *job) {
    struct pip__server *server = job->room->server;
    /* What one table may take is shared by its bots, and by all tables whose bots think now. */
    job->patience = (uint64_t)PIP_BOT_MS * 1000000 / (uint64_t)job->count / (server->thinking + 1);
    job->work.data = job;
    if (uv_queue_work(&server->loop, &job->work, on_pool, after_pool) != 0)
        return false;
    server->thinking++;
    return true;
}

/* ---- Programs ---- */

static uint16_t guests_among(const struct pip__room *room, uint16_t seats) {
    uint16_t set = 0;
    for (int seat = 0; seat < PIP_SEATS_MAX; seat++) {
        if ((seats >> seat & 1) && pip__guests_have(room->server, room->table.seat[seat].plays.own))
            set |= (uint16_t)(1u << seat);
    }
    return set;
}

static void guest_back(struct pip__errand *errand) {
    struct pip__job *job = (struct pip__job *)errand;
    const struct pip__question *question = &job->question;
    bool answered = question->answered;
    if (answered) {
        job->thinker->count = question->count;
        memcpy(job->thinker->steps, question->steps, sizeof question->steps);
    }
    if (!answered && !job->room->server->stopping && queue(job))
        return;
    think_done(job, answered ? 0 : UV_ECANCELED);
}

static bool ask_guest(struct pip__job *job) {
    job->question.seat = job->thinker->seat;
    job->question.errand.back = guest_back;
    return pip__guests_ask(job->room->server, job->thinker->plays.own, &job->question,
                           &job->room->table.match);
}

/* ---- Starting ---- */

void pip__bots_start(struct pip__room *room) {
    uint16_t acting = acting_bots(room);
    if (room->job || acting == 0 || room->server->stopping || room->retry_at)
        return;
    uint16_t guests = guests_among(room, acting);
    bool guest = guests == acting; /* the first of them; the others are asked when it is done */
    struct pip__job *job = job_new(room, guest ? guests & (uint16_t)-guests : acting & ~guests);
    if (!job)
        return;
    job->room = room;
    if (!(guest && ask_guest(job)) && !queue(job)) {
        pip__job_free(job);
        return;
    }
    room->job = job;
}

void pip__bots_retry(struct pip__server *server, int64_t now) {
    struct pip__room *room = server->retries;
    server->retries = NULL;
    for (struct pip__room *next; room; room = next) {
        next = room->retry_next;
        if (room->retry_at > now) {
            room->retry_next = server->retries;
            server->retries = room;
            continue;
        }
        room->retry_at = 0;
        pip__room_settle(room);
    }
}
