#include "study.h"
#include <string.h>

static void print_list(void) {
    for (int g = 0; pip_games[g]; g++) {
        for (int i = 0; pip_games[g]->sheets[i]; i++) {
            const struct pip_sheet *sheet = pip_games[g]->sheets[i];
            printf("%-12s %-16s %s\n", sheet->game, sheet->name, sheet->note);
        }
    }
}

/* ---- show ---- */

/* A sheet before the first roll, in the game's own words, for one number of seats and one choice of
 * options. */
struct picture {
    struct pip_setup setup;
    char text[16384];
};

static bool draw(struct picture *picture, const struct pip_setup *setup) {
    struct pip_match match;
    struct pip_event event;
    struct pip_text text = pip_text_init(picture->text, sizeof picture->text);
    if (pip_setup_check(setup) != PIP_OK || pip_match_start(&match, setup, &event, 1) != PIP_OK)
        return false;
    picture->setup = *setup;
    setup->game->state_write(setup, match.state, 0, &text);
    return true;
}

/* "3 seats, difficulty=hard:" with the options that are not as in `usual`. */
static void print_setup(const struct pip_setup *setup, const struct pip_setup *usual) {
    printf("\n%d seat%s", setup->seats, setup->seats == 1 ? "" : "s");
    for (int i = 0; setup->game->options[i].name; i++) {
        if (setup->option[i] != usual->option[i])
            printf(", %s=%s", setup->game->options[i].name,
                   setup->game->options[i].values[setup->option[i]]);
    }
    puts(":");
}

/* The lines of a picture that differ from another one's; nothing if none does. */
static void print_difference(const struct picture *picture, const struct picture *other) {
    const char *line = picture->text, *against = other->text;
    bool any = false;
    while (*line) {
        size_t length = strcspn(line, "\n"), others = strcspn(against, "\n");
        if (length != others || memcmp(line, against, length) != 0) {
            if (!any)
                print_setup(&picture->setup, &other->setup);
            printf("%.*s\n", (int)length, line);
            any = true;
        }
        line += length + (line[length] == '\n');
        against += others + (against[others] == '\n');
    }
}

/* Whether at most one option is not the usual, and they have not been seen with another shipped
 * sheet. */
static bool is_new(struct pip_setup setup, const struct pip_setup *usual) {
    const struct pip_sheet *sheet = setup.sheet;
    int other = 0;
    for (int i = 0; usual && setup.game->options[i].name; i++)
        other += setup.option[i] != usual->option[i];
    if (other > 1)
        return false;
    for (int i = 0; setup.game->sheets[i] != sheet; i++) {
        setup.sheet = setup.game->sheets[i];
        if (pip_setup_check(&setup) == PIP_OK)
            return false;
    }
    return true;
}

static void print_title(const struct pip_game *game, const struct pip_sheet *sheet) {
    printf("%s: %s (%s)%s%s\n", game->title, sheet->title_en, sheet->name,
           sheet->author[0] ? ", by " : "", sheet->author);
    if (sheet->note[0])
        printf("%s\n", sheet->note);
}

/* Whatever options fit the sheet, for every number of seats: the first as a whole, and of the
 * others what is different there. */
static int show(const struct pip_sheet *sheet, uint64_t seats) {
    static struct picture first, usual, now;
    const struct pip_game *game = pip_game_find(pip_span_of(sheet->game));
    struct pip_setup setup = pip_setup_first(game);
    bool any = false;
    if (seats && (seats < game->seats_min || seats > game->seats_max))
        return cli_error(CLI_USAGE, "%s is for %d to %d players", game->name, game->seats_min,
                         game->seats_max);
    print_title(game, sheet);
    do {
        struct pip_setup on = setup;
        on.sheet = sheet;
        if (!is_new(setup, any ? &first.setup : NULL) || (seats && setup.seats != seats) ||
            !draw(&now, &on))
            continue;
        if (!any)
            printf("\n%s%d seat%s%s:\n%s", seats ? "" : "From ", on.seats, on.seats == 1 ? "" : "s",
                   seats ? "" : " on", now.text);
        first = any ? first : now;
        bool next_seats = !any || usual.setup.seats != on.seats;
        print_difference(&now, next_seats ? &first : &usual);
        usual = next_seats ? now : usual;
        any = true;
    } while (pip_setup_next(&setup));
    return any ? CLI_OK : cli_error(CLI_FAILED, "no options of %s fit this sheet", game->name);
}

static const struct pip_sheet *find_shipped(const char *name) {
    for (int g = 0; pip_games[g]; g++) {
        const struct pip_sheet *sheet = pip_sheet_find(pip_games[g], pip_span_of(name));
        if (sheet)
            return sheet;
    }
    return NULL;
}

/* A record names its sheet, so two different ones of a name are easily mixed up. */
static void warn_of_name(const char *path, const struct pip_sheet *sheet) {
    const struct pip_sheet *shipped =
        pip_sheet_find(pip_game_find(pip_span_of(sheet->game)), pip_span_of(sheet->name));
    if (shipped && memcmp(shipped->hash, sheet->hash, sizeof sheet->hash) != 0)
        fprintf(
            stderr,
            "%s: warning: name: \"%s\" is the name of a shipped sheet, and this is another one; "
            "give it a name of its own\n",
            path, sheet->name);
}

static int run_sheet(const struct cli_command *command, int argc, char **argv) {
    static struct study study = {.level = "expert", .games = 1000, .seed = 1, .threads = 1};
    const struct cli_option options[] = {
        {"seats", "N", "show: for this many seats only; study: how many play (default 2)",
         CLI_NUMBER, &study.seats},
        {"games", "N", "study: how many games (default 1000)", CLI_NUMBER, &study.games},
        {"bots", "LEVEL", "study: who plays in all seats (default expert)", CLI_TEXT, &study.level},
        {"option", "KEY=VALUE", "study: an option of the game; may be repeated", CLI_LIST,
         &study.options},
        {"seed", "N", "study: of the dice and the bots (default 1)", CLI_NUMBER, &study.seed},
        {"threads", "N", "study: how many games at once (default 1)", CLI_NUMBER, &study.threads},
        {"json", NULL, "study: as a JSON object", CLI_FLAG, &study.json},
        {0}};
    static struct pip_sheet_file file;
    const char *argument[2];
    int code = cli_parse(command, options, argc, argv, argument, 1, 2);
    if (code >= 0)
        return code;
    const char *what = argument[0], *which = argument[1];
    if (strcmp(what, "list") == 0 && !which) {
        print_list();
        return CLI_OK;
    }
    if (strcmp(what, "show") == 0 && which) {
        const struct pip_sheet *shipped = find_shipped(which);
        code = shipped ? CLI_OK : cli_load_sheet(which, &file);
        return code == CLI_OK ? show(shipped ? shipped : &file.sheet, study.seats) : code;
    }
    if (strcmp(what, "study") == 0 && which) {
        study.which = which;
        return study_run(&study, find_shipped(which));
    }
    if (strcmp(what, "check") == 0 && which) {
        code = cli_load_sheet(which, &file);
        if (code != CLI_OK)
            return code;
        printf("%s: a sound sheet for %s, \"%s\"\n", which, file.sheet.game, file.sheet.title_en);
        warn_of_name(which, &file.sheet);
        return CLI_OK;
    }
    return cli_error(CLI_USAGE, "usage: pipwright %s %s", command->name, command->arguments);
}

const struct cli_command cli_sheet = {
    .name = "sheet",
    .arguments = "list | show NAME|FILE [--seats N] | check FILE | study NAME|FILE [--games N] ...",
    .summary = "List the shipped sheets, show one, check your own, or study how one plays.",
    .example = "pipwright sheet check my-sheet.json",
    .run = run_sheet,
};
