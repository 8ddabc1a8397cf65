/* train: a net learns by playing against itself. */
#include "nets.h"
#include <stdlib.h>
#include <string.h>
#include <time.h>

static void show(void *context, uint32_t games, double mean, double turns) {
    const time_t *begin = context;
    fprintf(stderr, "%8u games, %5ld s: mean %8.3f, %5.1f turns\n", games,
            (long)(time(NULL) - *begin), mean, turns);
}

static bool read_seats(const struct pip_game *game, const char *text, struct pip__training *to) {
    unsigned least = game->seats_min, most = game->seats_max;
    int end = 0;
    if (text && sscanf(text, "%u-%u%n", &least, &most, &end) < 2 &&
        sscanf(text, "%u%n", &least, &end) == 1)
        most = least;
    to->seats_min = (uint8_t)least;
    to->seats_max = (uint8_t)most;
    return (!text || text[end] == '\0') && least >= game->seats_min && most <= game->seats_max &&
           least <= most;
}

/* Every setup with those seats and that sheet (NULL: all shipped ones), which may be one's own.
 * Where seats play apart, the fewest teach as much as many. */
static struct pip_setup *setups_of(const struct pip_game *game, const struct pip_sheet *sheet,
                                   const struct pip__training *training, int *count) {
    struct pip_setup *list = NULL, walk = pip_setup_first(game);
    int most = game->think->apart ? training->seats_min : training->seats_max;
    *count = 0;
    do {
        struct pip_setup setup = walk;
        bool own = sheet && pip_sheet_find(game, pip_span_of(sheet->name)) != sheet;
        if (own && walk.sheet == game->sheets[0])
            setup.sheet = sheet;
        if (setup.seats < training->seats_min || setup.seats > most ||
            (sheet && setup.sheet != sheet) || pip_setup_check(&setup) != PIP_OK)
            continue;
        struct pip_setup *longer = realloc(list, (size_t)(*count + 1) * sizeof *list);
        if (!longer)
            break;
        list = longer;
        list[(*count)++] = setup;
    } while (pip_setup_next(&walk));
    return list;
}

struct wishes {
    struct cli_table table;
    const char *game, *seats, *output, *from, *rate, *lambda, *explore;
    uint64_t games, warm, seed, again, threads;
};

/* The sheet to train for, or NULL for any. A shipped one may want other options than the usual. */
static int find_sheet(struct wishes *wishes, const struct pip_sheet **sheet) {
    const struct pip_game *game = pip_game_find(pip_span_of(wishes->game));
    const char *name = wishes->table.sheet;
    *sheet = game && name ? pip_sheet_find(game, pip_span_of(name)) : NULL;
    if (*sheet)
        wishes->table.sheet = NULL;
    int code = cli_setup(&wishes->table, wishes->game, game ? game->seats_min : 1);
    if (code == CLI_OK && wishes->table.sheet)
        *sheet = wishes->table.setup.sheet;
    return code;
}

/* A number from 0 to 1. */
static bool read_share(const char *text, double *share) {
    char *end;
    *share = strtod(text, &end);
    return end != text && *end == '\0' && *share >= 0 && *share <= 1;
}

static int check(const struct wishes *wishes, struct pip__training *training) {
    const struct pip_game *game = wishes->table.setup.game;
    if (!game->think)
        return cli_error(CLI_NO, "nobody has said how %s is thought about", game->name);
    if (!wishes->output)
        return cli_error(CLI_USAGE, "where does the net go? Say --output FILE");
    if (!read_seats(game, wishes->seats, training))
        return cli_error(CLI_USAGE, "--seats wants N or N-N within %d-%d, not \"%s\"",
                         game->seats_min, game->seats_max, wishes->seats);
    if (wishes->games < 1 || wishes->games > UINT32_MAX / 64 || wishes->threads < 1 ||
        wishes->threads > 256 || wishes->again > 1000 || wishes->seed > INT64_MAX)
        return cli_error(CLI_USAGE,
                         "--games is 1 to %u, --threads 1 to 256, --again at most 1000, --seed "
                         "below 2^63",
                         UINT32_MAX / 64);
    if (!read_share(wishes->rate, &training->rate) ||
        !read_share(wishes->lambda, &training->lambda) ||
        !read_share(wishes->explore, &training->explore))
        return cli_error(CLI_USAGE, "--rate, --lambda and --explore are numbers from 0 to 1");
    return CLI_OK;
}

static int read_from(const struct wishes *wishes, struct pip__net_file *from,
                     struct pip__training *training) {
    const struct pip_game *game = wishes->table.setup.game;
    if (!wishes->from)
        return CLI_OK;
    int code = cli_read_net(wishes->from, from);
    if (code != CLI_OK)
        return code;
    if (from->net.features != game->think->features || strcmp(from->game, game->name) != 0)
        return cli_error(CLI_NO, "%s: a net of another game, or of another program", wishes->from);
    training->from = &from->net;
    return CLI_OK;
}

static int train(const struct wishes *wishes, const struct pip_sheet *sheet,
                 struct pip__training *training) {
    static struct pip__net_file file;
    const struct pip_game *game = wishes->table.setup.game;
    struct pip_setup *setups = setups_of(game, sheet, training, &training->count);
    size_t length;
    training->setups = setups;
    if (!setups || pip__train(training, &file) != PIP_OK) {
        free(setups);
        return cli_error(CLI_FAILED, "no memory for a net, or no setup with those seats");
    }
    char *bytes = pip__net_write(&file.net, &length);
    int code = bytes ? cli_write_file(wishes->output, bytes, length)
                     : cli_error(CLI_FAILED, "out of memory");
    free(bytes);
    free(setups);
    pip__net_release(&file);
    return code;
}

/* A shipped sheet's name is enough. */
static uint64_t hash_of(const struct pip_sheet *sheet, const struct pip_game *game) {
    bool own = sheet && pip_sheet_find(game, pip_span_of(sheet->name)) != sheet;
    return own ? pip__net_hash(sheet) : 0;
}

static int run_train(const struct cli_command *command, int argc, char **argv) {
    static struct wishes w = {.rate = "0.5",
                              .lambda = "0.8",
                              .explore = "0",
                              .games = 100000,
                              .warm = UINT64_MAX,
                              .seed = 1,
                              .threads = 1};
    static struct pip__net_file from;
    const struct pip_sheet *sheet;
    const struct cli_option options[] = {
        {"seats", "N-N", "how many seats (default: all that the game allows)", CLI_TEXT, &w.seats},
        {"sheet", "NAME", "a shipped sheet, or the path of your own (default: any)", CLI_TEXT,
         &w.table.sheet},
        {"games", "N", "how many games (default 100000)", CLI_NUMBER, &w.games},
        {"warm", "N", "how many of them greedy plays (default: a tenth, with --from none)",
         CLI_NUMBER, &w.warm},
        {"again", "N", "how many earlier games are learned from again after each (default 0)",
         CLI_NUMBER, &w.again},
        {"seed", "N", "of everything (default 1)", CLI_NUMBER, &w.seed},
        {"threads", "N", "how many at once (default 1)", CLI_NUMBER, &w.threads},
        {"rate", "X", "how fast it learns at first (default 0.5)", CLI_TEXT, &w.rate},
        {"lambda", "X", "how far a result reaches back (default 0.8)", CLI_TEXT, &w.lambda},
        {"explore", "X", "share of choices that are any candidate (default 0)", CLI_TEXT,
         &w.explore},
        {"from", "FILE", "a net to begin with", CLI_TEXT, &w.from},
        {"output", "FILE", "where the net goes", CLI_TEXT, &w.output},
        {0}};
    time_t begin = time(NULL);
    int code = cli_parse(command, options, argc, argv, &w.game, 1, 1);
    if (code >= 0)
        return code;
    code = find_sheet(&w, &sheet);
    if (code != CLI_OK)
        return code;
    struct pip__training training = {.seed = w.seed,
                                     .games = (uint32_t)w.games,
                                     .again = (uint32_t)w.again,
                                     .threads = (int)w.threads,
                                     .progress = show,
                                     .context = &begin,
                                     .sheet = sheet ? sheet->name : "",
                                     .hash = hash_of(sheet, w.table.setup.game)};
    code = check(&w, &training);
    training.warm = (uint32_t)(w.warm < w.games ? w.warm : w.from ? 0 : w.games / 10);
    if (code == CLI_OK)
        code = read_from(&w, &from, &training);
    return code == CLI_OK ? train(&w, sheet, &training) : code;
}

const struct cli_command cli_train = {
    .name = "train",
    .arguments = "GAME --output FILE [--sheet NAME] [--seats N-N] ...",
    .summary = "Let a net learn a game by playing against itself.",
    .example = "pipwright train lost-cities --sheet jungle --seats 1 --games 200000 --seed 1 "
               "--output jungle-1.net",
    .run = run_train,
};
