#include "rollouts.h"
#include "sim.h"
#include <stdlib.h>
#include <string.h>

#define ROUND 4       /* batches between two looks at the sums */
#define ROUND_FIRST 8 /* the same before the first */

/* ---- What is asked for ---- */

const struct rollouts_wish rollouts_usual = {
    .playouts = 512, .clear = 4, .seed = 1, .threads = 1, .shard_text = "0/1"};

int rollouts_check(struct rollouts_wish *wish) {
    const uint64_t most = PIP__ROLLOUT_BATCH * PIP__ROLLOUT_BATCHES;
    if (wish->playouts < 2 * PIP__ROLLOUT_BATCH || wish->playouts > most)
        return cli_error(CLI_USAGE, "--rollouts is %d to %d", 2 * PIP__ROLLOUT_BATCH, (int)most);
    if (wish->luck > PIP__ROLLOUT_LUCK_MAX || wish->luck == 1 || (wish->luck & (wish->luck - 1)))
        return cli_error(CLI_USAGE, "--luck is 0, 2, 4, 8, 16, 32 or 64");
    if (wish->clear > 100 || wish->turns > 1000 || wish->seed > UINT32_MAX)
        return cli_error(CLI_USAGE, "--clear is at most 100, --cut 1000 and --seed %u", UINT32_MAX);
    if (wish->threads < 1 || wish->threads > SIM_THREADS_MAX)
        return cli_error(CLI_USAGE, "--threads is 1 to %d", SIM_THREADS_MAX);
    if (!sim_read_shard(wish->shard_text, &wish->shard, &wish->shards))
        return cli_error(CLI_USAGE, "--shard wants I/N with I below N, not \"%s\"",
                         wish->shard_text);
    if (wish->shards > 1 && !wish->state)
        return cli_error(CLI_USAGE, "--shard wants --state FILE, where its part goes");
    return CLI_OK;
}

struct pip__rollout rollouts_begin(const struct rollouts_wish *wish, const struct pip_setup *setup,
                                   int seat, uint32_t event) {
    return (struct pip__rollout){.setup = setup,
                                 .seat = seat,
                                 .seed = wish->seed << 32 | event,
                                 .turns = (uint32_t)wish->turns,
                                 .luck = (uint32_t)wish->luck,
                                 .loose = wish->loose};
}

static uint64_t mark_of(const struct pip__rollout *rollout, const struct pip_line *line) {
    uint64_t state[PIP_STATE_MAX / 8];
    memcpy(state, rollout->state, sizeof state);
    for (int i = 0; i < line->steps; i++)
        rollout->setup->game->apply(rollout->setup, state, (unsigned)rollout->seat, line->step[i]);
    return pip_state_hash(rollout->setup, state);
}

bool rollouts_admit(struct pip__rollout *rollout, const struct pip_line *line) {
    uint64_t mark = mark_of(rollout, line);
    for (int i = 0; i < rollout->lines; i++) {
        if (mark_of(rollout, &rollout->line[i]) == mark)
            return true;
    }
    if (rollout->lines < PIP__ROLLOUT_LINES)
        rollout->line[rollout->lines++] = *line;
    return false;
}

/* ---- Some batches over threads ---- */

struct mind_and_room {
    struct pip_mind mind;
    struct pip_review_room room;
};

struct job {
    const struct pip__rollout *rollout;
    const struct pip_net *nets;
    uint32_t first;
    int count;
    bool known[ROUND_FIRST];
    struct pip__rollout_batch batch[ROUND_FIRST];
    _Atomic uint64_t next;
    _Atomic bool failed;
};

static void *work(void *context) {
    struct job *job = context;
    struct mind_and_room *own = calloc(1, sizeof *own);
    if (!own) {
        job->failed = true;
        return NULL;
    }
    own->mind.nets = job->nets;
    for (uint64_t i; (i = atomic_fetch_add(&job->next, 1)) < (uint64_t)job->count;) {
        if (!job->known[i])
            pip__rollout_play(job->rollout, job->first + (uint32_t)i, &own->mind, &own->room,
                              &job->batch[i]);
    }
    free(own);
    return NULL;
}

/* Takes what the book knows, and plays the rest. */
static int fill(struct job *job, const struct rollouts_wish *wish, struct rollouts_book *book,
                uint32_t choice, unsigned lines) {
    int missing = 0;
    for (int i = 0; i < job->count; i++) {
        job->batch[i].lines = lines;
        job->known[i] =
            book && rollouts_book_get(book, choice, job->first + (uint32_t)i, &job->batch[i]);
        if (job->batch[i].lines != lines)
            return cli_error(CLI_NO, "what is kept of choice %u is not of this run", choice);
        missing += !job->known[i];
    }
    uint64_t threads = wish->threads < (uint64_t)missing ? wish->threads : (uint64_t)missing;
    job->next = 0;
    if (missing == 0)
        return CLI_OK;
    int code = sim_threads(threads, work, job, &job->next, 0);
    return code == CLI_OK && job->failed ? cli_error(CLI_FAILED, "out of memory") : code;
}

int rollouts_play(const struct rollouts_wish *wish, const struct pip__rollout *rollout,
                  struct rollouts_book *book, uint32_t choice, struct pip__rollout_sums *sums) {
    struct job job = {.rollout = rollout, .nets = wish->nets};
    uint32_t all = (uint32_t)(wish->playouts / PIP__ROLLOUT_BATCH);
    bool clear = false;
    int code = CLI_OK;
    pip__rollout_begin(rollout, (uint32_t)wish->clear, sums);
    for (job.first = 0; code == CLI_OK && !clear && job.first < all;
         job.first += (uint32_t)job.count) {
        uint32_t most = job.first == 0 ? ROUND_FIRST : ROUND, left = all - job.first;
        job.count = (int)(left < most ? left : most);
        code = fill(&job, wish, book, choice, sums->left);
        for (int i = 0; code == CLI_OK && i < job.count; i++) {
            pip__rollout_add(sums, &job.batch[i]);
            if (book && !job.known[i])
                code = rollouts_book_put(book, choice, job.first + (uint32_t)i, rollout->lines,
                                         &job.batch[i]);
        }
        clear = pip__rollout_settle(sums);
    }
    return code;
}
