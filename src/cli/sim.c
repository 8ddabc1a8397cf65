#include "sim.h"
#include "arena.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

bool sim_read_shard(const char *text, uint64_t *shard, uint64_t *shards) {
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

/* What the command line says. */
struct wishes {
    struct cli_table table;
    struct sim_run run;
    const char *bots, *arena, *sprt, *shard;
    bool json, merge;
};

/* What is the same for any kind of run; CLI_OK or the exit code. */
static int settle_run(struct wishes *wishes, const char *game, int seats) {
    struct sim_run *run = &wishes->run;
    int code = cli_setup(&wishes->table, game, seats);
    if (code != CLI_OK)
        return code;
    run->setup = &wishes->table.setup;
    if (!sim_read_shard(wishes->shard, &run->shard, &run->shards))
        return cli_error(CLI_USAGE, "--shard wants I/N with I below N, not \"%s\"", wishes->shard);
    if (run->games < 1 || run->games > UINT32_MAX || run->seed > INT64_MAX)
        return cli_error(CLI_USAGE, "--games is 1 to %u and --seed below 2^63", UINT32_MAX);
    if (run->threads < 1 || run->threads > SIM_THREADS_MAX)
        return cli_error(CLI_USAGE, "--threads is 1 to %d", SIM_THREADS_MAX);
    if (run->nodes > UINT32_MAX || run->limit < 1 || run->limit > INT32_MAX)
        return cli_error(CLI_USAGE, "--nodes is at most %u, and --limit 1 to %d", UINT32_MAX,
                         INT32_MAX);
    return run->record ? make_folder(run->record) : CLI_OK;
}

/* Where no bots are named, one shows what it can do; a team has no others to show it to. */
static void seat_usual(struct sim_job *job) {
    const struct pip_setup *setup = job->run.setup;
    for (int seat = 0; seat < setup->seats; seat++) {
        bool shows = seat == 0 || setup->game->won;
        sim_read_player((shows ? pip_bot_usual : pip_bots[0])->name, &job->player[seat]);
    }
}

static int run_one_table(struct wishes *wishes, const char *game) {
    static struct sim_job job;
    char *bots = wishes->bots ? strdup(wishes->bots) : NULL;
    int named = bots ? sim_read_players("bots", bots, job.player, PIP_SEATS_MAX) : 2;
    int code = named < 0 ? CLI_USAGE : settle_run(wishes, game, named);
    job.run = wishes->run;
    if (code == CLI_OK && bots && named != job.run.setup->seats)
        code = cli_error(CLI_USAGE, "--bots names %d, but there are %d seats", named,
                         job.run.setup->seats);
    if (code == CLI_OK && !bots)
        seat_usual(&job);
    if (code == CLI_OK)
        code = sim_run_job(&job);
    if (code == CLI_OK && wishes->json)
        cli_print_json(sim_json(&job));
    else if (code == CLI_OK)
        sim_print(&job);
    free(bots);
    return code;
}

static int run_arena(struct wishes *wishes, const char *game) {
    static struct arena arena;
    char *list = strdup(wishes->arena);
    arena.count = list ? sim_read_players("arena", list, arena.player, ARENA_MAX) : -1;
    int code = arena.count < 0 ? CLI_USAGE : settle_run(wishes, game, 2);
    arena.run = wishes->run;
    if (code == CLI_OK)
        code = arena_open(&arena, wishes->sprt);
    if (code == CLI_OK)
        code = arena_run(&arena);
    if (code == CLI_OK && wishes->json)
        cli_print_json(arena_json(&arena));
    else if (code == CLI_OK)
        arena_print(&arena);
    arena_close(&arena);
    free(list);
    return code;
}

static int run_sim(const struct cli_command *command, int argc, char **argv) {
    static struct wishes wishes = {
        .run = {.games = 1000, .seed = 1, .threads = 1, .limit = PIP__GUEST_LIMIT}, .shard = "0/1"};
    static const char *argument[SIM_FILES_MAX];
    struct sim_run *run = &wishes.run;
    const struct cli_option options[] = {
        CLI_TABLE_OPTIONS(wishes.table),
        {"bots", "LIST",
         "one for every seat, with commas between; exec:PROGRAM is your own (default: as in play, "
         "the others the weakest; a team all as in play)",
         CLI_TEXT, &wishes.bots},
        {"arena", "LIST", "these bots against each other instead: every pairing, every seat",
         CLI_TEXT, &wishes.arena},
        {"sprt", "S0,S1",
         "with --arena: stop when it is clear whose share of the duels is S0 or S1, as 0.5,0.55",
         CLI_TEXT, &wishes.sprt},
        {"games", "N", "how many games; with --arena, how many different dice (default 1000)",
         CLI_NUMBER, &run->games},
        {"seed", "N", "of the dice and the bots (default 1)", CLI_NUMBER, &run->seed},
        {"nodes", "N", "positions to look at for a choice, for bots that search", CLI_NUMBER,
         &run->nodes},
        {CLI_NET_OPTION(run->nets)},
        {"limit", "MS", "milliseconds that exec:PROGRAM has for a choice (default 10000)",
         CLI_NUMBER, &run->limit},
        {"threads", "N", "how many at once (default 1)", CLI_NUMBER, &run->threads},
        {"shard", "I/N", "play only every Nth game, from I on", CLI_TEXT, &wishes.shard},
        {"record", "DIR", "write every game there as a .pip file", CLI_TEXT, &run->record},
        {"json", NULL, "exact totals and figures as a JSON object", CLI_FLAG, &wishes.json},
        {"merge", NULL, "add up the JSON files of shards, named instead of a game", CLI_FLAG,
         &wishes.merge},
        {0}};
    int code = cli_parse(command, options, argc, argv, argument, 1, SIM_FILES_MAX);
    if (code >= 0)
        return code;
    int arguments = 1;
    while (arguments < SIM_FILES_MAX && argument[arguments])
        arguments++;
    if (wishes.merge)
        return sim_merge(argument, arguments, wishes.table.sheet);
    if (arguments != 1)
        return cli_error(CLI_USAGE, "usage: pipwright %s %s", command->name, command->arguments);
    code = cli_read_nets(&run->nets);
    if (code != CLI_OK)
        return code;
    if (wishes.arena && (wishes.bots || run->record))
        return cli_error(CLI_USAGE, "--arena seats its own bots and records nothing");
    if (wishes.sprt && !wishes.arena)
        return cli_error(CLI_USAGE, "--sprt is for --arena");
    return wishes.arena ? run_arena(&wishes, argument[0]) : run_one_table(&wishes, argument[0]);
}

const struct cli_command cli_sim = {
    .name = "sim",
    .arguments = "GAME [--bots LIST | --arena LIST] [--games N] ... | --merge FILE...",
    .summary = "Let bots play many games and report the results.",
    .example = "pipwright sim lost-cities --seats 3 --bots greedy,random,random --games 100000 "
               "--seed 7 --threads 2",
    .run = run_sim,
};
