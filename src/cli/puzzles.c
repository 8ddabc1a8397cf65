/* puzzles: the command line, and which kind of puzzle comes next. */
#include "puzzles.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define PLAYOUTS 400
#define SEATS_MOST 4 /* if nobody says how many */
#define SETUPS_MAX 64
#define COUNT_MAX 1000
#define GAMES_EACH 256 /* numbers of games that are a puzzle's own ... */
#define GAMES_THIRD 6  /* ... in so many of them it must be of the wanted third, ... */
#define GAMES_HARD 24  /* ... and in so many one that greedy misses, if that is wanted */
#define BYTES_EACH 65536

struct wishes {
    struct cli_table table;
    uint64_t count, skip, seed, playouts;
    const char *output, *check;
};

struct set {
    struct pip_setup setup[SETUPS_MAX];
    int setups;
    uint64_t seen[COUNT_MAX]; /* what puzzles so far are about */
    int count;
    struct pip_text text; /* owned bytes */
};

/* ---- Which setups ---- */

static int find_option(const struct pip_game *game, const char *name) {
    return pip_option_find(game, pip_span_of(name));
}

static bool is_given(const struct cli_table *table, const char *option) {
    for (int i = 0; i < table->options.count; i++) {
        if (strncmp(table->options.item[i], option, strlen(option)) == 0)
            return true;
    }
    return false;
}

static void add_setup(struct set *set, const struct pip_setup *setup) {
    struct pip_mind *mind = calloc(1, sizeof *mind);
    if (mind && set->setups < SETUPS_MAX && pip_setup_check(setup) == PIP_OK &&
        pip_judge_knows(setup, mind))
        set->setup[set->setups++] = *setup;
    free(mind);
}

/* All numbers of seats, for each of them. */
static void add_seats(struct set *set, const struct wishes *wishes, struct pip_setup setup) {
    const struct pip_game *game = setup.game;
    int most = game->seats_max < SEATS_MOST ? game->seats_max : SEATS_MOST;
    if (wishes->table.seats) {
        add_setup(set, &setup);
        return;
    }
    for (int seats = game->seats_min; seats <= most; seats++) {
        setup.seats = (uint8_t)seats;
        add_setup(set, &setup);
    }
}

/* All levels of difficulty: the one option that makes a game easier or harder, and no other. */
static void add_levels(struct set *set, const struct wishes *wishes, struct pip_setup setup) {
    int level = find_option(setup.game, "difficulty");
    if (level < 0 || is_given(&wishes->table, "difficulty=")) {
        add_seats(set, wishes, setup);
        return;
    }
    for (int i = 0; setup.game->options[level].values[i]; i++) {
        setup.option[level] = (uint8_t)i;
        add_seats(set, wishes, setup);
    }
}

static void add_sheets(struct set *set, const struct wishes *wishes) {
    struct pip_setup setup = wishes->table.setup;
    if (wishes->table.sheet) {
        add_levels(set, wishes, setup);
        return;
    }
    for (int i = 0; setup.game->sheets[i]; i++) {
        setup.sheet = setup.game->sheets[i];
        add_levels(set, wishes, setup);
    }
}

/* ---- One after the other ---- */

/* Nearly the same are two on the same sheet, in the same turn, with the same lines. */
static uint64_t about(const struct pip_match *match, const struct puzzle *puzzle) {
    uint64_t hash =
        pip_hash(PIP_HASH_START, match->setup.sheet->name, strlen(match->setup.sheet->name));
    hash = pip_hash(hash, &puzzle->turn, sizeof puzzle->turn);
    hash = pip_hash(hash, puzzle->best.step, puzzle->best.steps * sizeof *puzzle->best.step);
    return pip_hash(hash, puzzle->next.step, puzzle->next.steps * sizeof *puzzle->next.step);
}

static bool is_new(void *context, const struct pip_match *match, const struct puzzle *puzzle) {
    const struct set *set = context;
    for (int i = 0; i < set->count; i++) {
        if (set->seen[i] == about(match, puzzle))
            return false;
    }
    return true;
}

static void keep(struct set *set, const struct pip_match *found, const struct puzzle *puzzle) {
    static struct pip_match match;
    match = *found;
    struct pip_text extra = pip_text_init(match.extra, sizeof match.extra);
    puzzle_write_choice(&match.setup, puzzle, &extra);
    puzzle_write_split(&match.setup, puzzle, &extra);
    pip_record_write(&match, &set->text);
    set->seen[set->count++] = about(found, puzzle);
}

/* Every puzzle has numbers of games of its own, so that a longer list begins like a shorter one.
 * Setups take turns, thirds of a game do, and greedy has to miss two of three. */
static bool find_next(struct set *set, const struct wishes *wishes, struct puzzle_hunt *hunt) {
    int number = (int)wishes->skip + set->count, round = number / set->setups;
    struct puzzle_wish wish = {.setup = set->setup[number % set->setups],
                               .playouts = (uint16_t)wishes->playouts};
    for (uint32_t game = 0; game < GAMES_EACH; game++) {
        struct pip_seed seed = {wishes->seed, (uint32_t)number * GAMES_EACH + game};
        struct puzzle puzzle;
        wish.third = game < GAMES_THIRD ? (number + round) % PUZZLE_THIRDS : -1;
        wish.hard = game < GAMES_HARD && number % 3 != 2;
        const struct pip_match *match = puzzle_hunt_game(hunt, &wish, seed, is_new, set, &puzzle);
        if (match) {
            keep(set, match, &puzzle);
            return true;
        }
    }
    return false;
}

static void tell_effort(const struct set *set, const struct puzzle_effort *effort) {
    fprintf(stderr,
            "%d puzzles from %llu games: %llu choices looked at, %llu of them clear, %llu played "
            "out\n",
            set->count, (unsigned long long)effort->games, (unsigned long long)effort->choices,
            (unsigned long long)effort->clear, (unsigned long long)effort->tried);
}

static int find_all(struct set *set, const struct wishes *wishes) {
    struct puzzle_hunt *hunt = puzzle_hunt_open();
    int code = hunt ? CLI_OK : cli_error(CLI_FAILED, "out of memory");
    while (code == CLI_OK && (uint64_t)set->count < wishes->count) {
        if (!find_next(set, wishes, hunt))
            code = cli_error(CLI_NO, "%d games have no puzzle number %d", GAMES_EACH,
                             (int)wishes->skip + set->count + 1);
        if (isatty(STDERR_FILENO))
            fprintf(stderr, "\r%d of %llu ", set->count, (unsigned long long)wishes->count);
    }
    if (hunt)
        tell_effort(set, puzzle_hunt_effort(hunt));
    puzzle_hunt_close(hunt);
    return code;
}

/* ---- The command ---- */

static int make(const struct wishes *wishes, const char *game) {
    static struct set set;
    size_t room = wishes->count * BYTES_EACH;
    char *bytes = malloc(room);
    if (!bytes)
        return cli_error(CLI_FAILED, "out of memory");
    set.text = pip_text_init(bytes, room);
    add_sheets(&set, wishes);
    int code = set.setups ? find_all(&set, wishes)
                          : cli_error(CLI_NO,
                                      "no bot has learned %s like this, so nobody can say what "
                                      "is best",
                                      game);
    if (code == CLI_OK && !pip_text_fits(&set.text))
        code = cli_error(CLI_FAILED, "the records are too long");
    if (code == CLI_OK && wishes->output)
        code = cli_write_file(wishes->output, bytes, set.text.length);
    else if (code == CLI_OK)
        fwrite(bytes, 1, set.text.length, stdout);
    free(bytes);
    return code;
}

static int run_puzzles(const struct cli_command *command, int argc, char **argv) {
    static struct wishes wishes = {.count = 1, .seed = 1, .playouts = PLAYOUTS};
    const char *game;
    const struct cli_option options[] = {
        CLI_TABLE_OPTIONS(wishes.table),
        {"count", "N", "how many (default 1)", CLI_NUMBER, &wishes.count},
        {"skip", "N", "leave out the first N, to find a long list in parts", CLI_NUMBER,
         &wishes.skip},
        {"seed", "N", "of the games that they come from (default 1)", CLI_NUMBER, &wishes.seed},
        {"playouts", "N", "games played on to confirm the best choice (default 400)", CLI_NUMBER,
         &wishes.playouts},
        {"output", "FILE", "where they go (default: standard output)", CLI_TEXT, &wishes.output},
        {"check", "FILE", "judge these anew instead", CLI_TEXT, &wishes.check},
        {0}};
    int code = cli_parse(command, options, argc, argv, &game, 0, 1);
    if (code >= 0)
        return code;
    if (!game == !wishes.check)
        return cli_error(CLI_USAGE, "usage: pipwright %s %s", command->name, command->arguments);
    if (wishes.check)
        return puzzle_check_file(wishes.check);
    if (wishes.count < 1 || wishes.count > COUNT_MAX || wishes.skip > COUNT_MAX ||
        wishes.seed > INT64_MAX)
        return cli_error(CLI_USAGE, "--count is 1 to %d, --skip at most that, --seed below 2^63",
                         COUNT_MAX);
    if (wishes.playouts < 2 || wishes.playouts > 10000)
        return cli_error(CLI_USAGE, "--playouts is 2 to 10000");
    code = cli_setup(&wishes.table, game, 2);
    return code == CLI_OK ? make(&wishes, game) : code;
}

const struct cli_command cli_puzzles = {
    .name = "puzzles",
    .arguments = "GAME [--count N] [--seed N] ... | --check FILE",
    .summary = "Find positions in which one choice is clearly the best.",
    .example = "pipwright puzzles roller --count 3 --seed 7",
    .run = run_puzzles,
};
