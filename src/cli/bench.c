/* bench, perft: how fast the rules are, and whether they still count the same. */
#include "cli.h"
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double seconds(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* Seconds for one Philox block, the unit that decisions are measured in. */
static double time_block(void) {
    const uint32_t blocks = 2000000;
    uint32_t counter[4] = {0}, key[2] = {1, 2}, block[4], sum = 0;
    double start = seconds();
    for (uint32_t i = 0; i < blocks; i++) {
        counter[0] = i;
        pip_philox(counter, key, block);
        sum ^= block[0];
    }
    double spent = seconds() - start;
    volatile uint32_t keep = sum; /* so that the loop is not thrown away */
    (void)keep;
    return spent / blocks;
}

struct speed {
    double decision, block; /* seconds */
};

/* Decisions and blocks are timed in turns, so that both see the same machine. */
static struct speed time_playouts(const struct pip_setup *setup, uint32_t games) {
    const uint32_t rounds = 8;
    struct speed sum = {0};
    for (uint32_t round = 0; round < rounds; round++) {
        uint64_t decisions = 0;
        double start = seconds();
        for (uint32_t i = 0; i < games; i++)
            decisions += pip_sim_playout(setup, (struct pip_seed){.seed = round, .game = i});
        sum.decision += (seconds() - start) / (double)decisions / rounds;
        sum.block += time_block() / rounds;
    }
    return sum;
}

/* How long the slowest legal enumeration of random games takes: every position is asked three times
 * and the quickest answer counts, so that an interruption is not taken for work. */
static double time_slowest_legal(const struct pip_setup *setup, uint32_t games) {
    uint32_t capacity = setup->game->length(setup);
    struct pip_event *events = malloc(capacity * sizeof *events);
    double slowest = 0;
    for (uint32_t game = 0; events && game < games; game++) {
        static struct pip_match match;
        pip_match_start(&match, setup, events, capacity);
        match.dice = PIP_DICE_SEED;
        match.seed = (struct pip_seed){.seed = 1, .game = game};
        struct pip_random random = pip_random_init(match.seed, 0);
        for (pip_actors actors; (actors = pip_match_actor(&match)) != PIP_ACTORS_OVER;) {
            pip_move moves[PIP_MOVES_MAX];
            double quickest = 1;
            int seat = __builtin_ctz(actors), count = 0;
            if (actors == PIP_ACTORS_CHANCE) {
                pip_match_roll(&match);
                continue;
            }
            for (int i = 0; i < 3; i++) {
                double start = seconds();
                count = pip_match_legal(&match, seat, moves);
                double spent = seconds() - start;
                quickest = spent < quickest ? spent : quickest;
            }
            slowest = quickest > slowest ? quickest : slowest;
            pip_match_play(&match, (unsigned)seat,
                           moves[pip_random_below(&random, (uint32_t)count)]);
        }
    }
    free(events);
    return slowest;
}

static int print_signature(void) {
    static struct pip_mind mind;
    for (int i = 0; pip_games[i]; i++)
        printf("%s %016llx\n", pip_games[i]->name,
               (unsigned long long)pip_sim_signature(pip_games[i]));
    for (int i = 0; pip_games[i]; i++) {
        for (int bot = 0; pip_bots[bot]; bot++)
            printf("%s/%s %016llx\n", pip_games[i]->name, pip_bots[bot]->name,
                   (unsigned long long)pip_sim_bot_signature(pip_games[i], pip_bots[bot], &mind));
    }
    return CLI_OK;
}

static int run_bench(const struct cli_command *command, int argc, char **argv) {
    static struct cli_table table;
    bool json = false, signature = false;
    uint64_t games = 4000;
    const char *name;
    const struct cli_option options[] = {
        CLI_TABLE_OPTIONS(table),
        {"games", "N", "random games per round of measuring (default 4000)", CLI_NUMBER, &games},
        {"signature", NULL, "print what tests/signature.txt holds instead", CLI_FLAG, &signature},
        {"json", NULL, "as a JSON object", CLI_FLAG, &json},
        {0}};
    int code = cli_parse(command, options, argc, argv, &name, 0, 1);
    if (code >= 0)
        return code;
    if (signature)
        return print_signature();
    if (games < 1 || games > 100000000)
        return cli_error(CLI_USAGE, "--games is between 1 and 100000000");
    code = cli_setup(&table, name ? name : "lost-cities", 4);
    if (code != CLI_OK)
        return code;
    struct speed speed = time_playouts(&table.setup, (uint32_t)games);
    double rate = 1 / speed.decision, blocks = speed.decision / speed.block;
    double slowest = time_slowest_legal(&table.setup, (uint32_t)(games < 400 ? games : 400));
    if (json)
        printf("{\"game\": \"%s\", \"sheet\": \"%s\", \"seats\": %d, "
               "\"decisions_per_second\": %.0f, \"nanoseconds_per_decision\": %.2f, "
               "\"nanoseconds_per_block\": %.2f, \"blocks_per_decision\": %.3f, "
               "\"slowest_legal_nanoseconds\": %.0f, \"state_bytes\": %d}\n",
               table.setup.game->name, table.setup.sheet->name, table.setup.seats, rate,
               speed.decision * 1e9, speed.block * 1e9, blocks, slowest * 1e9,
               table.setup.game->state_size);
    else
        printf("%s on %s, %d seats, random playouts on one core\n"
               "%.1f million decisions a second\n"
               "one decision costs %.2f Philox4x32-10 blocks (%.1f ns, a block %.1f ns)\n"
               "the slowest legal enumeration took %.0f ns\n"
               "a state has %d bytes\n",
               table.setup.game->title, table.setup.sheet->name, table.setup.seats, rate / 1e6,
               blocks, speed.decision * 1e9, speed.block * 1e9, slowest * 1e9,
               table.setup.game->state_size);
    return CLI_OK;
}

const struct cli_command cli_bench = {
    .name = "bench",
    .arguments = "[GAME]",
    .summary = "Measure random games against the cost of a block of random numbers.",
    .example = "pipwright bench lost-cities --seats 4 --json",
    .run = run_bench,
};

static int run_perft(const struct cli_command *command, int argc, char **argv) {
    static struct cli_table table;
    uint64_t depth = 2;
    const char *name;
    const struct cli_option options[] = {
        CLI_TABLE_OPTIONS(table),
        {"depth", "N", "how many events to look ahead (default 2)", CLI_NUMBER, &depth},
        {0}};
    int code = cli_parse(command, options, argc, argv, &name, 1, 1);
    if (code >= 0)
        return code;
    code = cli_setup(&table, name, 2);
    if (code != CLI_OK)
        return code;
    if (depth > 20)
        return cli_error(CLI_USAGE, "--depth is at most 20");
    uint64_t state[PIP_STATE_MAX / 8] = {0};
    table.setup.game->start(&table.setup, state);
    for (int d = 1; d <= (int)depth; d++)
        printf("%d %llu\n", d, (unsigned long long)pip_sim_perft(&table.setup, state, d));
    return CLI_OK;
}

const struct cli_command cli_perft = {
    .name = "perft",
    .arguments = "GAME [--depth N]",
    .summary = "Count in how many ways the first events of a game can go.",
    .example = "pipwright perft lost-cities --depth 2",
    .run = run_perft,
};
