/* solve: the exact optimum of a game for one, and how bots fare against it. */
#include "solve/bound.h"
#include "solve/truth.h"
#include "solve/yahtzee.h"
#include "solve_escape.h"
#include "solve_lost_cities.h"
#include "solve_roller.h"
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

struct solving {
    struct cli_table table;
    struct cli_nets nets;
    const char *output, *from, *player, *bound;
    uint64_t games, seed, threads, nodes, positions;
    bool json;
    struct pip__truth *truth;
    const struct pip_bot *bot;
};

/* ---- Progress, on a terminal ---- */

struct clock {
    bool terminal;
    struct timespec begin, told;
};

static double seconds(const struct timespec *from, const struct timespec *to) {
    return (double)(to->tv_sec - from->tv_sec) + (double)(to->tv_nsec - from->tv_nsec) * 1e-9;
}

static bool show(void *context, double share) {
    struct clock *clock = context;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    if (!clock->terminal || (share < 1 && seconds(&clock->told, &now) < 0.25))
        return true;
    double spent = seconds(&clock->begin, &now);
    clock->told = now;
    if (share < 1)
        fprintf(stderr, "\r%.1f %%, about %.0f s left   ", 100 * share,
                spent / share * (1 - share));
    else
        fprintf(stderr, "\r%40s\r", "");
    return true;
}

static struct clock start_clock(void) {
    struct clock clock = {.terminal = isatty(STDERR_FILENO)};
    clock_gettime(CLOCK_MONOTONIC, &clock.begin);
    clock.told = clock.begin;
    return clock;
}

/* ---- Yahtzee ---- */

static int solve_yahtzee(const struct solving *s) {
    if (s->table.sheet || s->output || s->from || s->player || s->bound || s->json)
        return cli_error(CLI_USAGE, "yahtzee is there to calibrate: it only takes --threads");
    puts("Yahtzee, alone, with a bonus of 35 and 100 for each further Yahtzee");
    for (int forced = 0; forced < 2; forced++) {
        struct clock clock = start_clock();
        double points, error;
        pip__truth_fault fault =
            pip__yahtzee_solve(forced, (int)s->threads, show, &clock, &points, &error);
        if (fault)
            return cli_error(CLI_FAILED, "%s", fault);
        printf("optimum %.4f with %s Jokers, at most %.5f off\n", points,
               forced ? "forced" : "free", error);
    }
    return CLI_OK;
}

/* ---- Lost Cities ---- */

static int load(struct solving *s) {
    char *bytes;
    size_t length;
    int code = cli_read_file(s->from, pip__truth_size(&s->table.setup), &bytes, &length);
    if (code != CLI_OK)
        return code;
    pip__truth_fault fault =
        pip__truth_read(&s->table.setup, bytes, length, (int)s->threads, &s->truth);
    free(bytes);
    return fault ? cli_error(CLI_NO, "%s: %s", s->from, fault) : CLI_OK;
}

static int solve(struct solving *s) {
    struct clock clock = start_clock();
    pip__truth_fault fault =
        pip__truth_solve(&s->table.setup, (int)s->threads, show, &clock, &s->truth);
    return fault ? cli_error(CLI_FAILED, "%s", fault) : CLI_OK;
}

static int save(const struct solving *s) {
    size_t length = pip__truth_size(&s->table.setup);
    char *bytes = malloc(length);
    if (!bytes)
        return cli_error(CLI_FAILED, "out of memory");
    pip__truth_write(s->truth, bytes);
    int code = cli_write_file(s->output, bytes, length);
    free(bytes);
    return code;
}

/* ---- What was found ---- */

#define Z95 1.959963984540054

struct figures {
    double optimum, mean, half; /* the mean by its losses, and half its 95 % interval */
};

static struct figures figures_of(const struct solving *s, const struct pip__fare *fare) {
    double optimum = pip__truth_points(s->truth, pip__truth_start(s->truth));
    return (struct figures){optimum, optimum - fare->loss, Z95 * fare->loss_error};
}

static const char *name_of(const struct solving *s) {
    return s->bot ? s->bot->name : "optimum";
}

static void print_fare(const struct solving *s, const struct pip__fare *fare) {
    struct figures f = figures_of(s, fare);
    printf("\n%s, %llu games, seed %llu, %.2f decisions a game\n", name_of(s),
           (unsigned long long)s->games, (unsigned long long)s->seed, fare->decisions);
    printf("mean score %.3f, 95 %% interval %.3f to %.3f\n", fare->score,
           fare->score - Z95 * fare->score_error, fare->score + Z95 * fare->score_error);
    printf("mean loss a decision %.4f, a game %.3f; so the mean is %.3f, 95 %% interval %.3f to "
           "%.3f\n",
           fare->loss / fare->decisions, fare->loss, f.mean, f.mean - f.half, f.mean + f.half);
    printf("share of the optimum %.2f %%, 95 %% interval %.2f to %.2f\n", 100 * f.mean / f.optimum,
           100 * (f.mean - f.half) / f.optimum, 100 * (f.mean + f.half) / f.optimum);
}

static json_t *fare_json(const struct solving *s, const struct pip__fare *fare) {
    struct figures f = figures_of(s, fare);
    return json_pack("{s:s, s:I, s:I, s:f, s:f, s:[f,f], s:f, s:f, s:[f,f], s:f, s:[f,f]}", "bot",
                     name_of(s), "games", (json_int_t)s->games, "seed", (json_int_t)s->seed,
                     "decisions_per_game", fare->decisions, "score", fare->score, "score_95",
                     fare->score - Z95 * fare->score_error, fare->score + Z95 * fare->score_error,
                     "loss_per_decision", fare->loss / fare->decisions, "mean", f.mean, "mean_95",
                     f.mean - f.half, f.mean + f.half, "share", f.mean / f.optimum, "share_95",
                     (f.mean - f.half) / f.optimum, (f.mean + f.half) / f.optimum);
}

static void print_optimum(const struct solving *s) {
    printf("%s on %s, alone\noptimum %.4f, at most %.5f off\n", s->table.setup.game->title,
           s->table.setup.sheet->name, pip__truth_points(s->truth, pip__truth_start(s->truth)),
           pip__truth_error(s->truth));
    fflush(stdout);
}

static json_t *optimum_json(const struct solving *s) {
    char hash[65];
    cli_hash_text(s->table.setup.sheet, hash);
    return json_pack("{s:s, s:s, s:s, s:f, s:f}", "game", s->table.setup.game->name, "sheet",
                     s->table.setup.sheet->name, "sheet_hash", hash, "optimum",
                     pip__truth_points(s->truth, pip__truth_start(s->truth)), "error",
                     pip__truth_error(s->truth));
}

static int play(const struct solving *s, struct pip__fare *fare) {
    struct clock clock = start_clock();
    struct pip__player player = {s->bot, s->nets.list, (uint32_t)s->nodes};
    pip__truth_fault fault = pip__truth_play(s->truth, player, s->seed, (uint32_t)s->games,
                                             (int)s->threads, show, &clock, fare);
    return fault ? cli_error(CLI_FAILED, "%s", fault) : CLI_OK;
}

static int tell(const struct solving *s) {
    struct pip__fare fare;
    if (!s->json)
        print_optimum(s);
    int code = s->player ? play(s, &fare) : CLI_OK;
    if (code != CLI_OK)
        return code;
    if (s->json) {
        json_t *report = optimum_json(s);
        if (s->player)
            json_object_set_new(report, "play", fare_json(s, &fare));
        cli_print_json(report);
    } else if (s->player) {
        print_fare(s, &fare);
    }
    return CLI_OK;
}

static int solve_lost_cities(struct solving *s) {
    int code = s->from ? load(s) : solve(s);
    if (code != CLI_OK)
        return code;
    if (s->output)
        code = save(s);
    if (code == CLI_OK)
        code = tell(s);
    pip__truth_release(s->truth);
    return code;
}

/* ---- A bound, where there is no optimum ---- */

static int find_bound(const struct solving *s) {
    static const char *const grains[] = {"rough", "middle", "fine", "finest"};
    const struct pip_setup *setup = &s->table.setup;
    struct clock clock = start_clock();
    double bound;
    char hash[65];
    int grain = 0;
    while (grain < BOUND_GRAINS && strcmp(s->bound, grains[grain]) != 0)
        grain++;
    if (grain == BOUND_GRAINS || s->output || s->from || s->player)
        return cli_error(CLI_USAGE, "--bound is rough, middle, fine or finest, and goes with "
                                    "--sheet, --threads and --json alone");
    pip__truth_fault fault = pip__bound_fits(setup);
    if (fault)
        return cli_error(CLI_USAGE, "%s", fault);
    fault =
        pip__bound_find(setup, (enum pip__bound_grain)grain, (int)s->threads, show, &clock, &bound);
    if (fault)
        return cli_error(CLI_FAILED, "%s", fault);
    cli_hash_text(setup->sheet, hash);
    if (s->json)
        cli_print_json(json_pack("{s:s, s:s, s:s, s:s, s:f}", "game", setup->game->name, "sheet",
                                 setup->sheet->name, "sheet_hash", hash, "grain", s->bound, "bound",
                                 bound));
    else
        printf("%s on %s, alone\nnobody expects more than %.3f\n", setup->game->title,
               setup->sheet->name, bound);
    return CLI_OK;
}

/* ---- Roller ---- */

static int solve_roller(struct solving *s, const char *record) {
    struct cli_last wish = {.seed = s->seed,
                            .games = (uint32_t)s->games,
                            .nodes = (uint32_t)s->nodes,
                            .threads = (int)s->threads,
                            .json = s->json};
    if (s->output || s->from || s->bound || !record == !s->player)
        return cli_error(CLI_USAGE, "of Roller the last round is solved: name a record, or --play "
                                    "BOT; there is no --output and no --from");
    if (record)
        return cli_solve_record(record, s->table.sheet, wish.threads, wish.json);
    wish.bot = cli_find_bot(pip_span_of(s->player));
    if (!wish.bot)
        return CLI_USAGE;
    int code = cli_setup(&s->table, "roller", 1);
    if (code == CLI_OK)
        code = cli_read_nets(&s->nets);
    wish.nets = s->nets.list;
    return code == CLI_OK ? cli_solve_last(&s->table.setup, &wish) : code;
}

/* ---- Escape ---- */

static int solve_escape(struct solving *s, const char *record) {
    struct cli_turn wish = {.player = s->player,
                            .seed = s->seed,
                            .positions = (uint32_t)s->positions,
                            .nodes = (uint32_t)s->nodes,
                            .threads = (int)s->threads,
                            .json = s->json};
    if (s->output || s->from || !record == !s->positions || (record && s->player))
        return cli_error(CLI_USAGE, "of Escape one turn is solved: name a record, or --positions "
                                    "N; there is no --output and no --from");
    int code = record ? CLI_OK : cli_setup(&s->table, "escape", 2);
    if (code == CLI_OK)
        code = cli_read_nets(&s->nets);
    wish.nets = s->nets.list;
    if (code != CLI_OK)
        return code;
    return record ? cli_solve_turn(record, s->table.sheet, &wish)
                  : cli_solve_turns(&s->table.setup, &wish);
}

/* ---- Command line ---- */

static int solve_record(const struct solving *s, const char *game, const char *record) {
    if (strcmp(game, "lost-cities") != 0 || s->output || s->from || s->player || s->bound)
        return cli_error(CLI_USAGE, "of a record of Lost Cities, Roller or Escape what can be done "
                                    "is solved, and nothing else is asked there");
    return cli_solve_lines(record, s->table.sheet, (int)s->threads, s->json);
}

static int check(struct solving *s) {
    pip__truth_fault fault = pip__truth_fits(&s->table.setup);
    if (fault)
        return cli_error(CLI_USAGE, "%s; sheets/lost-cities/training has sheets that can be solved",
                         fault);
    if ((s->output || s->from || s->player) && !pip__truth_keeps(&s->table.setup))
        return cli_error(CLI_USAGE,
                         "of so many expeditions only the optimum is told: no --output, --from or "
                         "--play");
    if (s->player && strcmp(s->player, "optimum") != 0) {
        s->bot = cli_find_bot(pip_span_of(s->player));
        if (!s->bot)
            return CLI_USAGE;
    }
    return CLI_OK;
}

static int run_solve(const struct cli_command *command, int argc, char **argv) {
    static struct solving s = {.games = 1000, .seed = 1, .threads = 1};
    const char *argument[2] = {NULL, NULL};
    const struct cli_option options[] = {
        CLI_TABLE_OPTIONS(s.table),
        {"threads", "N", "how many at once (default 1)", CLI_NUMBER, &s.threads},
        {"output", "FILE", "where all values go", CLI_TEXT, &s.output},
        {"from", "FILE", "take the values from there instead of solving", CLI_TEXT, &s.from},
        {"play", "BOT", "let a bot play, or optimum, and tell what it loses", CLI_TEXT, &s.player},
        {"bound", "GRAIN", "only a bound on every mean: rough, middle, fine, finest", CLI_TEXT,
         &s.bound},
        {"games", "N", "how many games it plays (default 1000)", CLI_NUMBER, &s.games},
        {"positions", "N", "of Escape: in how many random turns bots choose", CLI_NUMBER,
         &s.positions},
        {"seed", "N", "of its dice (default 1)", CLI_NUMBER, &s.seed},
        {"nodes", "N", "positions to look at for a choice, for bots that search", CLI_NUMBER,
         &s.nodes},
        {CLI_NET_OPTION(s.nets)},
        {"json", NULL, "what was found as a JSON object", CLI_FLAG, &s.json},
        {0}};
    int code = cli_parse(command, options, argc, argv, argument, 1, 2);
    if (code >= 0)
        return code;
    if (s.threads < 1 || s.threads > PIP__SWEEP_THREADS_MAX)
        return cli_error(CLI_USAGE, "--threads is 1 to %d", PIP__SWEEP_THREADS_MAX);
    if (s.games < 1 || s.games > UINT32_MAX / 2 || s.seed > INT64_MAX || s.nodes > UINT32_MAX)
        return cli_error(CLI_USAGE, "--games is 1 to %u, --seed below 2^63, --nodes at most %u",
                         UINT32_MAX / 2, UINT32_MAX);
    if (s.positions > UINT32_MAX / 2)
        return cli_error(CLI_USAGE, "--positions is at most %u", UINT32_MAX / 2);
    if (strcmp(argument[0], "escape") == 0)
        return solve_escape(&s, argument[1]);
    if (s.positions || s.table.seats || s.table.options.count)
        return cli_error(CLI_USAGE, "--positions, --seats and --option are for Escape");
    if (strcmp(argument[0], "roller") == 0)
        return solve_roller(&s, argument[1]);
    if (argument[1])
        return solve_record(&s, argument[0], argument[1]);
    if (strcmp(argument[0], "yahtzee") == 0)
        return solve_yahtzee(&s);
    code = cli_setup(&s.table, argument[0], 1);
    if (code == CLI_OK)
        code = cli_read_nets(&s.nets);
    if (code == CLI_OK && s.bound)
        return find_bound(&s);
    if (code == CLI_OK)
        code = check(&s);
    return code == CLI_OK ? solve_lost_cities(&s) : code;
}

const struct cli_command cli_solve = {
    .name = "solve",
    .arguments = "lost-cities --sheet NAME [--play BOT | --bound GRAIN] ... | lost-cities FILE "
                 "[--sheet NAME] | roller FILE | roller "
                 "--play BOT ... | escape FILE | escape --positions N ... | yahtzee",
    .summary = "Find what a game for one, or a turn, is worth under the best play.",
    .example = "pipwright solve lost-cities --sheet sheets/lost-cities/training/jungle-2.json "
               "--play greedy --games 10000 --threads 2",
    .run = run_solve,
};
