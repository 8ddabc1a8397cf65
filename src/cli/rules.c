/* rules: how the games are played, as short rules, or any numbered rule by its id. */
#include "cli.h"
#include <ctype.h>
#include <string.h>

/* The game to step through that comes with a game, or NULL. */
static const struct cli_document *find_example(const struct pip_game *game) {
    char start[64];
    int length = snprintf(start, sizeof start, "examples/%s-", game->name);
    for (const struct cli_document *each = cli_documents; each->name; each++) {
        if (strncmp(each->name, start, (size_t)length) == 0 && strstr(each->name, ".pip"))
            return each;
    }
    return NULL;
}

static void list_games(void) {
    for (int i = 0; pip_games[i]; i++)
        printf("%-12s %s, %d to %d players\n", pip_games[i]->name, pip_games[i]->title,
               pip_games[i]->seats_min, pip_games[i]->seats_max);
    puts("\n\"pipwright rules GAME\" explains one of them.");
}

/* ---- Short rules ---- */

/* Commands stand in lines of their own, so that they can be copied. */
struct words {
    const char *title, *play, *sheet, *others, *example, *ids, *rule;
};

static const struct words english = {
    .title = "\nIn this program\n---------------\n",
    .play = "  pipwright play %s\n      play it\n",
    .sheet = "  pipwright sheet show %s\n      a sheet with all its numbers",
    .others = "; also:",
    .example = "  pipwright rules %s --example | pipwright replay -\n"
               "      a game to step through, with a filled game sheet at its end\n",
    .ids = "  pipwright rules %s --ids\n      this text with the numbers of the rules\n",
    .rule = "  pipwright rules %s\n      one rule, word for word\n",
};
static const struct words german = {
    .title = "\nIn diesem Programm\n------------------\n",
    .play = "  pipwright play %s\n      spielen\n",
    .sheet = "  pipwright sheet show %s\n      ein Spielblatt mit allen Zahlen",
    .others = "; außerdem:",
    .example = "  pipwright rules %s --example | pipwright replay -\n"
               "      eine Partie zum Nachspielen; am Ende steht ein ausgefülltes Spielblatt\n",
    .ids =
        "  pipwright rules %s --language de --ids\n      dieser Text mit den Nummern der Regeln\n",
    .rule = "  pipwright rules %s --language de\n      eine einzelne Regel im Wortlaut\n",
};

/* The formats are those above. */
__attribute__((format(printf, 1, 0))) static void say(const char *format, const char *name) {
    char line[256];
    snprintf(line, sizeof line, format, name);
    fputs(line, stdout);
}

/* What else this program can tell about the game. */
static void print_more(const struct pip_game *game, const struct words *words, const char *rule) {
    puts(words->title);
    say(words->play, game->name);
    say(words->sheet, game->sheets[0]->name);
    for (int i = 1; game->sheets[i]; i++)
        printf("%s %s", i == 1 ? words->others : ",", game->sheets[i]->name);
    putchar('\n');
    if (find_example(game))
        say(words->example, game->name);
    if (rule[0]) {
        say(words->ids, game->name);
        say(words->rule, rule);
    }
}

/* The first rule that the short rules name, as an example; "" if they name none. */
static void first_id(struct pip_span text, char id[16]) {
    const char *open = memchr(text.at, '[', text.length);
    size_t length = open ? strcspn(open + 1, " ]") : 0;
    snprintf(id, 16, "%.*s", (int)length, open ? open + 1 : "");
}

static int print_short(const struct pip_game *game, const char *language, bool ids) {
    char name[96], rule[16];
    snprintf(name, sizeof name, "rules/short/%s.%s.md", game->name, language);
    const struct cli_document *document = cli_find_document(name);
    if (!document)
        return cli_error(CLI_FAILED, "the rules of %s are not in this program", game->name);
    cli_print_markdown(document->text, ids);
    first_id(document->text, rule);
    print_more(game, strcmp(language, "de") == 0 ? &german : &english, rule);
    return CLI_OK;
}

static int print_example(const struct pip_game *game) {
    const struct cli_document *example = find_example(game);
    if (!example)
        return cli_error(CLI_NO, "no game to step through comes with %s", game->name);
    fwrite(example->text.at, 1, example->text.length, stdout);
    return CLI_OK;
}

/* ---- Numbered rules ---- */

/* Where a line that begins with `start` is, or NULL. */
static const char *find_line(struct pip_span text, const char *start) {
    const char *end = text.at + text.length;
    for (const char *line = text.at; line < end;) {
        if (strncmp(line, start, strlen(start)) == 0)
            return line;
        const char *next = memchr(line, '\n', (size_t)(end - line));
        line = next ? next + 1 : end;
    }
    return NULL;
}

/* How long a rule is: up to the next rule, heading or paragraph; a table belongs to it. */
static size_t rule_length(const char *rule, const char *end, bool chapter) {
    for (const char *at = rule; (at = memchr(at, '\n', (size_t)(end - at))); at++) {
        const char *line = at + 1;
        if (line >= end || *line == '#' || (!chapter && *line == '-'))
            return (size_t)(line - rule);
        if (!chapter && line[-2] == '\n' && *line != '|')
            return (size_t)(line - 1 - rule);
    }
    return (size_t)(end - rule);
}

/* Prints rule LC4.1, or all of chapter LC4; false if the text has no such rule. */
static bool print_rule(struct pip_span text, const char *id) {
    char start[48];
    bool chapter = strchr(id, '.') == NULL;
    snprintf(start, sizeof start, chapter ? "## %s " : "- **%s** ", id);
    const char *rule = find_line(text, start);
    if (!rule)
        return false;
    size_t length = rule_length(rule, text.at + text.length, chapter), item = chapter ? 0 : 2;
    while (length > 1 && rule[length - 2] == '\n')
        length--;
    cli_print_markdown((struct pip_span){rule + item, length - item}, true);
    return true;
}

static int print_numbered(const char *wanted, const char *language) {
    char id[16];
    snprintf(id, sizeof id, "%s", wanted);
    for (char *c = id; *c; c++)
        *c = (char)toupper((unsigned char)*c);
    for (int i = 0; pip_games[i] && strlen(wanted) < sizeof id; i++) {
        char name[96];
        snprintf(name, sizeof name, "rules/%s%s.md", pip_games[i]->name,
                 strcmp(language, "de") == 0 ? ".de" : "");
        const struct cli_document *document = cli_find_document(name);
        if (document && print_rule(document->text, id))
            return CLI_OK;
    }
    return cli_error(
        CLI_USAGE,
        "there is no game and no rule \"%s\"; \"pipwright rules\" lists the games, and "
        "\"pipwright rules GAME --ids\" the numbers of the rules",
        wanted);
}

static int run_rules(const struct cli_command *command, int argc, char **argv) {
    const char *language = "en", *what;
    bool ids = false, example = false;
    const struct cli_option options[] = {
        {"language", "en|de", "English (the default) or German", CLI_TEXT, &language},
        {"ids", NULL, "end each sentence with the numbers of its rules", CLI_FLAG, &ids},
        {"example", NULL, "print the record of a game to step through", CLI_FLAG, &example},
        {0}};
    int code = cli_parse(command, options, argc, argv, &what, 0, 1);
    if (code >= 0)
        return code;
    if (strcmp(language, "en") != 0 && strcmp(language, "de") != 0)
        return cli_error(CLI_USAGE, "--language is en or de, not \"%s\"", language);
    const struct pip_game *game = what ? pip_game_find(pip_span_of(what)) : NULL;
    if (!what)
        list_games();
    else if (game && example)
        return print_example(game);
    else if (game)
        return print_short(game, language, ids);
    else
        return print_numbered(what, language);
    return CLI_OK;
}

const struct cli_command cli_rules = {
    .name = "rules",
    .arguments = "[GAME | RULE]",
    .summary = "Explain how a game is played, or print one of its numbered rules.",
    .example = "pipwright rules lost-cities --language de",
    .run = run_rules,
};
