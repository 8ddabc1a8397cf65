/* What a run of one table has given. */
#include "sim.h"
#include <math.h>

struct figures {
    double mean, spread, low, high;      /* of the score; 95 % interval of the mean */
    double share, share_low, share_high; /* of wins; Wilson's 95 % interval */
};

void sim_wilson(double share, double n, double *low, double *high) {
    const double z = SIM_Z, z2 = z * z;
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
    f.low = f.mean - SIM_Z * f.spread / sqrt(n);
    f.high = f.mean + SIM_Z * f.spread / sqrt(n);
    f.share = (double)totals->wins[seat] / (PIP_WIN_UNIT * n);
    sim_wilson(f.share, n, &f.share_low, &f.share_high);
    return f;
}

/* Where all win or lose together there is one result: how often they win. */
static void print_team(const struct sim_job *job) {
    const struct pip_sim_totals *t = &job->totals;
    double low, high, n = (double)t->games;
    struct figures gems = figures_of(t, 0);
    sim_wilson((double)t->won / n, n, &low, &high);
    printf("won %llu of %llu: %.1f %%, 95 %% interval %.1f to %.1f\n", (unsigned long long)t->won,
           (unsigned long long)t->games, 100 * (double)t->won / n, 100 * low, 100 * high);
    printf("score %.2f, 95 %% interval %.2f to %.2f, spread %.2f, from %d to %d\n", gems.mean,
           gems.low, gems.high, gems.spread, t->lowest[0], t->highest[0]);
}

static void print_seats(const struct sim_job *job) {
    const struct pip_sim_totals *t = &job->totals;
    puts("seat  bot           mean    95 % interval     spread   lowest highest   wins   95 % "
         "interval");
    for (int seat = 0; seat < job->run.setup->seats; seat++) {
        struct figures f = figures_of(t, seat);
        printf("%4d  %-10s %7.2f  %7.2f %7.2f  %9.2f  %7d %7d  %5.1f %%  %5.1f %5.1f\n", seat,
               job->player[seat].name, f.mean, f.low, f.high, f.spread, t->lowest[seat],
               t->highest[seat], 100 * f.share, 100 * f.share_low, 100 * f.share_high);
    }
}

void sim_print(const struct sim_job *job) {
    const struct pip_sim_totals *t = &job->totals;
    double n = t->games ? (double)t->games : 1;
    printf("%s on %s, %llu games, seed %llu\n\n", job->run.setup->game->title,
           job->run.setup->sheet->name, (unsigned long long)t->games,
           (unsigned long long)job->run.seed);
    if (job->run.setup->game->won)
        print_team(job);
    else
        print_seats(job);
    for (int seat = 0; seat < job->run.setup->seats; seat++) {
        if (t->forfeits[seat] > 0)
            printf("\nseat %d was lost to random in %llu games", seat,
                   (unsigned long long)t->forfeits[seat]);
    }
    printf("\n%.2f decisions and %.2f turns a game\n", (double)t->decisions / n,
           (double)t->turns / n);
}

/* ---- JSON: whole numbers are the result, the rest follows from them ---- */

static json_t *totals_json(const struct sim_job *job) {
    const struct pip_sim_totals *t = &job->totals;
    json_t *object = json_object();
#define X(name) json_object_set_new(object, #name, json_integer((json_int_t)t->name));
    SIM_TOTALS(X)
#undef X
#define X(name)                                                                   \
    {                                                                             \
        json_t *list = json_array();                                              \
        for (int seat = 0; seat < job->run.setup->seats; seat++)                  \
            json_array_append_new(list, json_integer((json_int_t)t->name[seat])); \
        json_object_set_new(object, #name, list);                                 \
    }
    SIM_TOTALS_BY_SEAT(X)
#undef X
    return object;
}

static json_t *seat_json(const struct sim_job *job, int seat) {
    struct figures f = figures_of(&job->totals, seat);
    return json_pack("{s:i, s:s, s:f, s:f, s:[f,f], s:f, s:[f,f]}", "seat", seat, "bot",
                     job->player[seat].name, "mean", f.mean, "spread", f.spread, "mean_95", f.low,
                     f.high, "win_share", f.share, "win_share_95", f.share_low, f.share_high);
}

json_t *sim_run_json(const struct sim_run *run, const char *key, json_t *players) {
    char hash[65];
    cli_hash_text(run->setup->sheet, hash);
    return json_pack("{s:s, s:s, s:s, s:i, s:o, s:o, s:I, s:I, s:I}", "game",
                     run->setup->game->name, "sheet", run->setup->sheet->name, "sheet_hash", hash,
                     "seats", run->setup->seats, "options", cli_options_json(run->setup), key,
                     players, "seed", (json_int_t)run->seed, "games", (json_int_t)run->games,
                     "nodes", (json_int_t)run->nodes);
}

json_t *sim_json(const struct sim_job *job) {
    json_t *bots = json_array(), *seats = json_array();
    double n = job->totals.games ? (double)job->totals.games : 1;
    for (int seat = 0; seat < job->run.setup->seats; seat++) {
        json_array_append_new(bots, json_string(job->player[seat].name));
        json_array_append_new(seats, seat_json(job, seat));
    }
    json_t *report =
        json_pack("{s:o, s:[o], s:o, s:o, s:f, s:f}", "of", sim_run_json(&job->run, "bots", bots),
                  "shards", sim_shard_json(&job->run), "totals", totals_json(job), "results", seats,
                  "decisions_per_game", (double)job->totals.decisions / n, "turns_per_game",
                  (double)job->totals.turns / n);
    if (job->run.setup->game->won) {
        double low, high, rate = (double)job->totals.won / n;
        sim_wilson(rate, n, &low, &high);
        json_object_update_new(
            report, json_pack("{s:f, s:[f,f]}", "win_rate", rate, "win_rate_95", low, high));
    }
    return report;
}

json_t *sim_shard_json(const struct sim_run *run) {
    return json_sprintf("%llu/%llu", (unsigned long long)run->shard,
                        (unsigned long long)run->shards);
}
