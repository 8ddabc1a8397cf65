#include "cli.h"
#include <string.h>

static void print_list(void) {
    for (int g = 0; pip_games[g]; g++) {
        for (int i = 0; pip_games[g]->sheets[i]; i++) {
            const struct pip_sheet *sheet = pip_games[g]->sheets[i];
            printf("%-12s %-16s %s\n", sheet->game, sheet->name, sheet->note);
        }
    }
}

/* What the sheet looks like before the first roll, in the game's own words. */
static int show(const struct pip_sheet *sheet) {
    const struct pip_game *game = pip_game_find(pip_span_of(sheet->game));
    struct pip_setup setup = pip_setup_first(game);
    struct pip_match match;
    struct pip_event event;
    char buffer[16384];
    struct pip_text text = pip_text_init(buffer, sizeof buffer);
    do {
        setup.sheet = sheet;
        if (pip_setup_check(&setup) == PIP_OK)
            break;
        setup.sheet = game->sheets[0];
    } while (pip_setup_next(&setup));
    if (pip_match_start(&match, &setup, &event, 1) != PIP_OK)
        return cli_error(CLI_FAILED, "no options of %s fit this sheet", game->name);
    game->state_write(&setup, match.state, 0, &text);
    printf("%s: %s (%s)%s%s\n", game->title, sheet->title_en, sheet->name,
           sheet->author[0] ? ", by " : "", sheet->author);
    if (sheet->note[0])
        printf("%s\n", sheet->note);
    printf("\n%s", buffer);
    return CLI_OK;
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
    static const struct cli_option options[] = {{0}};
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
        return code == CLI_OK ? show(shipped ? shipped : &file.sheet) : code;
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
    .arguments = "list | show NAME|FILE | check FILE",
    .summary = "List the shipped sheets, show one, or check your own.",
    .example = "pipwright sheet check my-sheet.json",
    .run = run_sheet,
};
