/* sim: many games between bots, over threads and shards, with exact totals. */
#include "cli.h"
#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define THREADS_MAX 256
#define FILES_MAX 4096 /* that can be merged */
#define SHARDS_MAX FILES_MAX

struct job {
    const struct pip_setup *setup;
    const struct pip_bot *bots[PIP_SEATS_MAX];
    uint64_t seed, games, shard, shards;
    const char *record; /* folder, or NULL */
    struct pip_sim_totals totals;

    _Atomic uint64_t next; /* of the games of this shard, the first that nobody has taken */
    _Atomic bool failed;
    pthread_mutex_t adding;
    bool seen[SHARDS_MAX]; /* when merging */
};

/* Game number `shard + i * shards`: how many of them are below `games`. */
static uint64_t games_of_shard(const struct job *job) {
    return job->games > job->shard ? (job->games - job->shard - 1) / job->shards + 1 : 0;
}

/* ---- Playing ---- */

static void to_match(void *match, unsigned actor, pip_move move) {
    pip_match_play(match, actor, move);
}

static bool write_game(const struct job *job, struct pip_match *match, uint32_t number) {
    char path[4096];
    pip_match_close(match);
    int length = snprintf(path, sizeof path, "%s/game-%08u.pip", job->record, number);
    return length < (int)sizeof path && cli_write_record(match, path) == CLI_OK;
}

static bool play_recorded(struct job *job, struct pip_seed seed, struct pip_event *events,
                          struct pip_sim_totals *totals) {
    uint64_t state[PIP_STATE_MAX / 8];
    struct pip_match match;
    pip_match_start(&match, job->setup, events, job->setup->game->length(job->setup));
    match.dice = PIP_DICE_SEED;
    match.seed = seed;
    for (int seat = 0; seat < job->setup->seats; seat++)
        snprintf(match.name[seat], sizeof match.name[seat], "bot:%s", job->bots[seat]->name);
    pip_sim_play(job->setup, job->bots, seed, to_match, &match, state, totals);
    return write_game(job, &match, seed.game);
}

static void *work(void *argument) {
    struct job *job = argument;
    struct pip_sim_totals totals = {0};
    struct pip_event *events =
        job->record ? malloc(job->setup->game->length(job->setup) * sizeof *events) : NULL;
    uint64_t state[PIP_STATE_MAX / 8], all = games_of_shard(job);
    for (uint64_t i; !job->failed && (i = atomic_fetch_add(&job->next, 1)) < all;) {
        struct pip_seed seed = {job->seed, (uint32_t)(job->shard + i * job->shards)};
        if (!job->record)
            pip_sim_play(job->setup, job->bots, seed, NULL, NULL, state, &totals);
        else if (!events || !play_recorded(job, seed, events, &totals))
            job->failed = true;
    }
    free(events);
    pthread_mutex_lock(&job->adding);
    pip_sim_add(&job->totals, &totals);
    pthread_mutex_unlock(&job->adding);
    return NULL;
}

static void show_progress(struct job *job, time_t started) {
    uint64_t all = games_of_shard(job), done = job->next < all ? job->next : all;
    long spent = (long)(time(NULL) - started);
    if (done > 0 && done < all && spent > 0)
        fprintf(stderr, "\r%llu of %llu games, about %.0f s left   ", (unsigned long long)done,
                (unsigned long long)all, (double)spent * (double)(all - done) / (double)done);
}

static int run_job(struct job *job, int threads) {
    pthread_t thread[THREADS_MAX];
    int started = 0;
    bool terminal = isatty(STDERR_FILENO);
    time_t begin = time(NULL);
    pthread_mutex_init(&job->adding, NULL);
    while (started < threads && pthread_create(&thread[started], NULL, work, job) == 0)
        started++;
    while (terminal && started > 0 && !job->failed && job->next < games_of_shard(job)) {
        nanosleep(&(struct timespec){.tv_nsec = 250000000}, NULL);
        show_progress(job, begin);
    }
    for (int i = 0; i < started; i++)
        pthread_join(thread[i], NULL);
    if (terminal)
        fprintf(stderr, "\r%60s\r", "");
    if (started == 0)
        return cli_error(CLI_FAILED, "cannot start a thread");
    return job->failed ? CLI_FAILED : CLI_OK;
}

/* ---- Figures ---- */

struct figures {
    double mean, spread, low, high;      /* of the score; 95 % interval of the mean */
    double share, share_low, share_high; /* of wins; Wilson's 95 % interval */
};

static void wilson(double share, double n, double *low, double *high) {
    const double z = 1.959963984540054, z2 = z * z;
    double middle = (share + z2 / (2 * n)) / (1 + z2 / n);
    double half = z / (1 + z2 / n) * sqrt(share * (1 - share) / n + z2 / (4 * n * n));
    *low = middle - half;
    *high = middle + half;
}

static struct figures figures_of(const struct pip_sim_totals *totals, int seat) {
    struct figures f = {0};
    double n = (double)totals->games, sum = (double)totals->score[seat];
    if (totals->games == 0)
        return f;
    f.mean = sum / n;
    double squares = (double)totals->score_squared[seat] - sum * f.mean;
    f.spread = totals->games > 1 && squares > 0 ? sqrt(squares / (n - 1)) : 0;
    f.low = f.mean - 1.959963984540054 * f.spread / sqrt(n);
    f.high = f.mean + 1.959963984540054 * f.spread / sqrt(n);
    f.share = (double)totals->wins[seat] / (PIP_WIN_UNIT * n);
    wilson(f.share, n, &f.share_low, &f.share_high);
    return f;
}

/* Where all win or lose together there is one result: how often they win. */
static void print_team(const struct job *job) {
    const struct pip_sim_totals *t = &job->totals;
    double low, high, n = (double)t->games;
    struct figures gems = figures_of(t, 0);
    wilson((double)t->won / n, n, &low, &high);
    printf("won %llu of %llu: %.1f %%, 95 %% interval %.1f to %.1f\n", (unsigned long long)t->won,
           (unsigned long long)t->games, 100 * (double)t->won / n, 100 * low, 100 * high);
    printf("score %.2f, 95 %% interval %.2f to %.2f, spread %.2f, from %d to %d\n", gems.mean,
           gems.low, gems.high, gems.spread, t->lowest[0], t->highest[0]);
}

static void print_seats(const struct job *job) {
    const struct pip_sim_totals *t = &job->totals;
    puts("seat  bot           mean    95 % interval     spread   lowest highest   wins   95 % "
         "interval");
    for (int seat = 0; seat < job->setup->seats; seat++) {
        struct figures f = figures_of(t, seat);
        printf("%4d  %-10s %7.2f  %7.2f %7.2f  %9.2f  %7d %7d  %5.1f %%  %5.1f %5.1f\n", seat,
               job->bots[seat]->name, f.mean, f.low, f.high, f.spread, t->lowest[seat],
               t->highest[seat], 100 * f.share, 100 * f.share_low, 100 * f.share_high);
    }
}

static void print_figures(const struct job *job) {
    const struct pip_sim_totals *t = &job->totals;
    double n = t->games ? (double)t->games : 1;
    printf("%s on %s, %llu games, seed %llu\n\n", job->setup->game->title, job->setup->sheet->name,
           (unsigned long long)t->games, (unsigned long long)job->seed);
    if (job->setup->game->won)
        print_team(job);
    else
        print_seats(job);
    printf("\n%.2f decisions and %.2f turns a game\n", (double)t->decisions / n,
           (double)t->turns / n);
}

/* ---- JSON: whole numbers are the result, the rest follows from them ---- */

#define TOTALS(X) X(games) X(decisions) X(turns) X(rolls) X(won)
#define TOTALS_BY_SEAT(X) X(score) X(score_squared) X(lowest) X(highest) X(wins)

static json_t *totals_json(const struct job *job) {
    const struct pip_sim_totals *t = &job->totals;
    json_t *object = json_object();
#define X(name) json_object_set_new(object, #name, json_integer((json_int_t)t->name));
    TOTALS(X)
#undef X
#define X(name)                                                                   \
    {                                                                             \
        json_t *list = json_array();                                              \
        for (int seat = 0; seat < job->setup->seats; seat++)                      \
            json_array_append_new(list, json_integer((json_int_t)t->name[seat])); \
        json_object_set_new(object, #name, list);                                 \
    }
    TOTALS_BY_SEAT(X)
#undef X
    return object;
}

static json_t *seat_json(const struct job *job, int seat) {
    struct figures f = figures_of(&job->totals, seat);
    return json_pack("{s:i, s:s, s:f, s:f, s:[f,f], s:f, s:[f,f]}", "seat", seat, "bot",
                     job->bots[seat]->name, "mean", f.mean, "spread", f.spread, "mean_95", f.low,
                     f.high, "win_share", f.share, "win_share_95", f.share_low, f.share_high);
}

static json_t *job_json(const struct job *job) {
    char hash[65];
    json_t *bots = json_array(), *seats = json_array();
    double n = job->totals.games ? (double)job->totals.games : 1;
    cli_hash_text(job->setup->sheet, hash);
    for (int seat = 0; seat < job->setup->seats; seat++) {
        json_array_append_new(bots, json_string(job->bots[seat]->name));
        json_array_append_new(seats, seat_json(job, seat));
    }
    json_t *of =
        json_pack("{s:s, s:s, s:s, s:i, s:o, s:o, s:I, s:I}", "game", job->setup->game->name,
                  "sheet", job->setup->sheet->name, "sheet_hash", hash, "seats", job->setup->seats,
                  "options", cli_options_json(job->setup), "bots", bots, "seed",
                  (json_int_t)job->seed, "games", (json_int_t)job->games);
    json_t *report = json_pack(
        "{s:o, s:[o], s:o, s:o, s:f, s:f}", "of", of, "shards",
        json_sprintf("%llu/%llu", (unsigned long long)job->shard, (unsigned long long)job->shards),
        "totals", totals_json(job), "results", seats, "decisions_per_game",
        (double)job->totals.decisions / n, "turns_per_game", (double)job->totals.turns / n);
    if (job->setup->game->won) {
        double low, high, rate = (double)job->totals.won / n;
        wilson(rate, n, &low, &high);
        json_object_update_new(
            report, json_pack("{s:f, s:[f,f]}", "win_rate", rate, "win_rate_95", low, high));
    }
    return report;
}

/* ---- Command line ---- */

/* How many bots the list names; -1 after reporting. */
static int read_bots(struct job *job, const char *list) {
    struct pip_span rest = pip_span_of(list);
    int seat = 0;
    for (bool more = true; more; seat++) {
        const char *comma = memchr(rest.at, ',', rest.length);
        struct pip_span name = {rest.at, comma ? (size_t)(comma - rest.at) : rest.length};
        if (seat == PIP_SEATS_MAX) {
            cli_error(CLI_USAGE, "--bots names more than %d", PIP_SEATS_MAX);
            return -1;
        }
        job->bots[seat] = cli_find_bot(name);
        if (!job->bots[seat])
            return -1;
        size_t taken = name.length + (comma != NULL);
        more = comma != NULL;
        rest = (struct pip_span){rest.at + taken, rest.length - taken};
    }
    return seat;
}

static bool read_shard(const char *text, uint64_t *shard, uint64_t *shards) {
    unsigned long long i, n;
    char after;
    if (sscanf(text, "%llu/%llu%c", &i, &n, &after) != 2 || n < 1 || n > UINT32_MAX || i >= n)
        return false;
    *shard = i;
    *shards = n;
    return true;
}

static int make_folder(const char *path) {
    if (mkdir(path, 0777) == 0 || errno == EEXIST)
        return CLI_OK;
    return cli_error(CLI_FAILED, "cannot make the folder %s: %s", path, strerror(errno));
}

/* Adds up the totals of shards of the same run. */
static int merge(const char *const *paths, int count, const char *sheet);

static int run_sim(const struct cli_command *command, int argc, char **argv) {
    static struct cli_table table;
    static struct job job;
    static const char *argument[FILES_MAX];
    const char *bots = NULL, *shard = "0/1", *record = NULL;
    uint64_t games = 1000, seed = 1, threads = 1;
    bool json = false, merging = false;
    const struct cli_option options[] = {
        CLI_TABLE_OPTIONS(table),
        {"bots", "LIST",
         "one for every seat, with commas between (default: greedy, the others random; a team all "
         "greedy)",
         CLI_TEXT, &bots},
        {"games", "N", "how many games (default 1000)", CLI_NUMBER, &games},
        {"seed", "N", "of the dice and the bots (default 1)", CLI_NUMBER, &seed},
        {"threads", "N", "how many at once (default 1)", CLI_NUMBER, &threads},
        {"shard", "I/N", "play only every Nth game, from I on", CLI_TEXT, &shard},
        {"record", "DIR", "write every game there as a .pip file", CLI_TEXT, &record},
        {"json", NULL, "exact totals and figures as a JSON object", CLI_FLAG, &json},
        {"merge", NULL, "add up the JSON files of shards, named instead of a game", CLI_FLAG,
         &merging},
        {0}};
    int code = cli_parse(command, options, argc, argv, argument, 1, FILES_MAX);
    if (code >= 0)
        return code;
    int arguments = 1;
    while (arguments < FILES_MAX && argument[arguments])
        arguments++;
    if (merging)
        return merge(argument, arguments, table.sheet);
    if (arguments != 1)
        return cli_error(CLI_USAGE, "usage: pipwright %s %s", command->name, command->arguments);
    int named = bots ? read_bots(&job, bots) : 2;
    if (named < 0)
        return CLI_USAGE;
    code = cli_setup(&table, argument[0], named);
    if (code != CLI_OK)
        return code;
    for (int seat = 0; seat < table.setup.seats && !bots; seat++)
        job.bots[seat] =
            pip_bot_find(pip_span_of(seat == 0 || table.setup.game->won ? "greedy" : "random"));
    if (bots && named != table.setup.seats)
        return cli_error(CLI_USAGE, "--bots names %d, but there are %d seats", named,
                         table.setup.seats);
    if (!read_shard(shard, &job.shard, &job.shards))
        return cli_error(CLI_USAGE, "--shard wants I/N with I below N, not \"%s\"", shard);
    if (games < 1 || games > UINT32_MAX || seed > INT64_MAX)
        return cli_error(CLI_USAGE, "--games is 1 to %u and --seed below 2^63", UINT32_MAX);
    if (threads < 1 || threads > THREADS_MAX)
        return cli_error(CLI_USAGE, "--threads is 1 to %d", THREADS_MAX);
    if (record && make_folder(record) != CLI_OK)
        return CLI_FAILED;
    job.setup = &table.setup;
    job.seed = seed;
    job.games = games;
    job.record = record;
    code = run_job(&job, (int)threads);
    if (code != CLI_OK)
        return code;
    if (json)
        cli_print_json(job_json(&job));
    else
        print_figures(&job);
    return CLI_OK;
}

const struct cli_command cli_sim = {
    .name = "sim",
    .arguments = "GAME [--bots LIST] [--games N] ... | --merge FILE...",
    .summary = "Let bots play many games and report the results.",
    .example = "pipwright sim lost-cities --seats 3 --bots greedy,random,random --games 100000 "
               "--seed 7 --threads 2",
    .run = run_sim,
};

/* ---- Merging shards ---- */

static bool read_whole(const json_t *item, json_int_t *value) {
    *value = json_integer_value(item);
    return json_is_integer(item);
}

/* False unless every number is there, for exactly so many seats. */
static bool read_totals(const json_t *from, size_t seats, struct pip_sim_totals *t) {
    json_int_t value;
#define X(name)                                                         \
    if (!read_whole(json_object_get(from, #name), &value) || value < 0) \
        return false;                                                   \
    t->name = (uint64_t)value;
    TOTALS(X)
#undef X
#define X(name)                                                                      \
    if (json_array_size(json_object_get(from, #name)) != seats)                      \
        return false;                                                                \
    for (size_t seat = 0; seat < seats; seat++) {                                    \
        if (!read_whole(json_array_get(json_object_get(from, #name), seat), &value)) \
            return false;                                                            \
        memcpy(&t->name[seat], &value, sizeof t->name[seat]);                        \
    }
    TOTALS_BY_SEAT(X)
#undef X
    return true;
}

/* Takes one shard into the job: which one it is, so that none counts twice, and its totals. */
static int add_shard(const char *path, const json_t *file, struct job *job) {
    struct pip_sim_totals part = {0};
    const char *name = json_string_value(json_array_get(json_object_get(file, "shards"), 0));
    uint64_t shard, shards;
    if (!name || !read_shard(name, &shard, &shards) ||
        !read_totals(json_object_get(file, "totals"), job->setup->seats, &part))
        return cli_error(CLI_NO, "%s: not the output of sim --json", path);
    if (job->shards == 0)
        job->shards = shards;
    if (shards != job->shards || shards > SHARDS_MAX || job->seen[shard])
        return cli_error(CLI_NO, "%s: shard %s does not fit the others, or stands twice", path,
                         name);
    job->seen[shard] = true;
    pip_sim_add(&job->totals, &part);
    return CLI_OK;
}

/* The job that a shard is part of, from what it says of itself. */
static int read_job(const char *path, const json_t *of, struct cli_table *table, struct job *job) {
    const char *game, *sheet, *hash;
    json_t *options, *bots, *value;
    json_int_t seed, games;
    const char *key;
    int seats;
    if (json_unpack((json_t *)(uintptr_t)of, "{s:s, s:s, s:s, s:i, s:o, s:o, s:I, s:I}", "game",
                    &game, "sheet", &sheet, "sheet_hash", &hash, "seats", &seats, "options",
                    &options, "bots", &bots, "seed", &seed, "games", &games) != 0)
        return cli_error(CLI_NO, "%s: not the output of sim --json", path);
    if (!table->sheet)
        table->sheet = sheet;
    int code = cli_setup(table, game, seats);
    if (code != CLI_OK)
        return code;
    char here[65];
    cli_hash_text(table->setup.sheet, here);
    if (strcmp(here, hash) != 0)
        return cli_error(CLI_NO, "%s: played on another sheet \"%s\"; give its file with --sheet",
                         path, sheet);
    json_object_foreach(options, key, value) {
        char pair[128];
        snprintf(pair, sizeof pair, "%s=%s", key, json_string_value(value));
        if (pip_setup_option(&table->setup, pip_span_of(pair)) != PIP_OK)
            return cli_error(CLI_NO, "%s: %s has no option %s", path, game, pair);
    }
    for (int seat = 0; seat < seats; seat++) {
        const char *name = json_string_value(json_array_get(bots, (size_t)seat));
        job->bots[seat] = name ? pip_bot_find(pip_span_of(name)) : NULL;
        if (!job->bots[seat])
            return cli_error(CLI_NO, "%s: seat %d has no bot that is known here", path, seat);
    }
    job->setup = &table->setup;
    job->seed = (uint64_t)seed;
    job->games = (uint64_t)games;
    return CLI_OK;
}

static int merge_file(const char *path, struct cli_table *table, struct job *job, json_t **first) {
    char *bytes;
    size_t length;
    json_error_t error;
    int code = cli_read_file(path, 1u << 20, &bytes, &length);
    if (code != CLI_OK)
        return code;
    json_t *file = json_loadb(bytes, length, JSON_REJECT_DUPLICATES, &error);
    free(bytes);
    if (!file)
        return cli_error(CLI_NO, "%s:%d:%d: not the output of sim --json", path, error.line,
                         error.column);
    if (!*first)
        code = read_job(path, *first = json_incref(json_object_get(file, "of")), table, job);
    else if (!json_equal(*first, json_object_get(file, "of")))
        code = cli_error(CLI_NO, "%s: a shard of another run than the first", path);
    if (code == CLI_OK)
        code = add_shard(path, file, job);
    json_decref(file);
    return code;
}

static int merge(const char *const *paths, int count, const char *sheet) {
    static struct cli_table table;
    static struct job job;
    json_t *first = NULL;
    int code = CLI_OK;
    table.sheet = sheet;
    for (int i = 0; i < count && code == CLI_OK; i++)
        code = merge_file(paths[i], &table, &job, &first);
    if (code == CLI_OK && job.totals.games != job.games)
        code = cli_error(CLI_NO, "these shards hold %llu of %llu games; some are missing",
                         (unsigned long long)job.totals.games, (unsigned long long)job.games);
    if (code == CLI_OK) {
        job.shard = 0;
        job.shards = 1;
        cli_print_json(job_json(&job));
    }
    json_decref(first);
    return code;
}
