/* What is played and by whom: setups from the command line, sheets, records, names. */
#include "cli.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* ---- Setups ---- */

int cli_load_sheet(const char *path, struct pip_sheet_file *file) {
    struct pip_sheet_fault faults[PIP_SHEET_FAULTS_MAX];
    char *bytes;
    size_t length;
    int code = cli_read_file(path, PIP_SHEET_BYTES_MAX, &bytes, &length);
    if (code != CLI_OK)
        return code;
    int count = pip_sheet_read(bytes, length, file, faults, PIP_SHEET_FAULTS_MAX);
    free(bytes);
    for (int i = 0; i < count && i < PIP_SHEET_FAULTS_MAX; i++)
        fprintf(stderr, "%s:%u:%u: %s%s%s\n", path, faults[i].line, faults[i].column,
                faults[i].where, faults[i].where[0] ? ": " : "", faults[i].what);
    if (count > PIP_SHEET_FAULTS_MAX)
        fprintf(stderr, "%s: and %d more\n", path, count - PIP_SHEET_FAULTS_MAX);
    return count == 0 ? CLI_OK : CLI_NO;
}

static bool is_path(const char *sheet) {
    size_t length = strlen(sheet);
    return strchr(sheet, '/') || (length > 5 && strcmp(sheet + length - 5, ".json") == 0);
}

static int find_sheet(struct cli_table *table, const struct pip_game *game,
                      const struct pip_sheet **sheet) {
    *sheet = NULL;
    if (!table->sheet)
        return CLI_OK;
    if (is_path(table->sheet)) {
        *sheet = &table->file.sheet;
        return cli_load_sheet(table->sheet, &table->file);
    }
    *sheet = pip_sheet_find(game, pip_span_of(table->sheet));
    if (*sheet)
        return CLI_OK;
    return cli_error(CLI_USAGE,
                     "%s has no sheet \"%s\"; \"pipwright sheet list\" shows them, and the path of "
                     "a file (with a / or ending in .json) is your own",
                     game->name, table->sheet);
}

static int unknown_game(const char *name) {
    fprintf(stderr, "pipwright: there is no game \"%s\"; there are:", name);
    for (int i = 0; pip_games[i]; i++)
        fprintf(stderr, " %s", pip_games[i]->name);
    fputc('\n', stderr);
    return CLI_USAGE;
}

static int unknown_option(const struct pip_game *game, const char *pair) {
    fprintf(stderr, "pipwright: %s has no option \"%s\"; it has:", game->name, pair);
    for (int i = 0; game->options[i].name; i++) {
        fprintf(stderr, " %s=", game->options[i].name);
        for (int v = 0; game->options[i].values[v]; v++)
            fprintf(stderr, "%s%s", v ? "|" : "", game->options[i].values[v]);
    }
    fputs(game->options[0].name ? "\n" : " none\n", stderr);
    return CLI_USAGE;
}

/* The sheets that fit the options, after a sentence that ends with a colon. */
static int wrong_sheet(const struct cli_table *table, enum pip_status status) {
    struct pip_setup setup = table->setup;
    bool any = false;
    if (!table->sheet)
        return cli_error(CLI_USAGE, "%s; see \"pipwright sheet list\"", pip_status_text(status));
    fprintf(stderr, "pipwright: the sheet %s does not fit these options", setup.sheet->name);
    for (int i = 0; setup.game->sheets[i]; i++) {
        setup.sheet = setup.game->sheets[i];
        if (pip_setup_check(&setup) != PIP_OK)
            continue;
        fprintf(stderr, "%s%s", any ? ", " : "; these do: ", setup.sheet->name);
        any = true;
    }
    fputc('\n', stderr);
    return CLI_USAGE;
}

/* Where the default sheet does not fit the options, the first shipped one that does is taken. */
static int fit_sheet(struct cli_table *table) {
    struct pip_setup setup = table->setup;
    enum pip_status status = pip_setup_check(&setup);
    if (status == PIP_OK)
        return CLI_OK;
    for (int i = 0; !table->sheet && setup.game->sheets[i]; i++) {
        setup.sheet = setup.game->sheets[i];
        if (pip_setup_check(&setup) != PIP_OK)
            continue;
        table->setup = setup;
        fprintf(stderr, "pipwright: these options are played on the sheet %s\n", setup.sheet->name);
        return CLI_OK;
    }
    return wrong_sheet(table, status);
}

int cli_setup(struct cli_table *table, const char *name, int seats) {
    const struct pip_game *game = pip_game_find(pip_span_of(name));
    const struct pip_sheet *sheet;
    if (!game)
        return unknown_game(name);
    int code = find_sheet(table, game, &sheet);
    if (code != CLI_OK)
        return code;
    uint64_t wanted = (uint64_t)seats;
    if (table->seats && cli_number("seats", table->seats, &wanted) != CLI_OK)
        return CLI_USAGE;
    if (wanted < game->seats_min || wanted > game->seats_max)
        return cli_error(CLI_USAGE, "%s is for %d to %d players, not %llu", game->name,
                         game->seats_min, game->seats_max, (unsigned long long)wanted);
    table->setup = pip_setup_default(game, sheet, (int)wanted);
    for (int i = 0; i < table->options.count; i++) {
        if (pip_setup_option(&table->setup, pip_span_of(table->options.item[i])) != PIP_OK)
            return unknown_option(game, table->options.item[i]);
    }
    return fit_sheet(table);
}

/* ---- Records ---- */

#define RECORD_BYTES_MAX (1u << 20)

const struct cli_document *cli_find_document(const char *name) {
    for (const struct cli_document *each = cli_documents; each->name; each++) {
        if (strcmp(each->name, name) == 0)
            return each;
    }
    return NULL;
}

/* The sheet of a built-in example, read into `file`, or NULL. */
static const struct pip_sheet *example_sheet(struct pip_sheet_file *file, struct pip_span name) {
    char path[64];
    struct pip_sheet_fault fault;
    snprintf(path, sizeof path, "examples/%.*s.json", (int)name.length, name.at);
    const struct cli_document *document = cli_find_document(path);
    bool good =
        document && pip_sheet_read(document->text.at, document->text.length, file, &fault, 1) == 0;
    return good ? &file->sheet : NULL;
}

const struct pip_sheet *cli_record_sheet(void *context, const struct pip_game *game,
                                         struct pip_span name) {
    struct cli_record *record = context;
    const struct pip_sheet *own = &record->table.file.sheet;
    if (own->name && pip_span_is(name, own->name) && strcmp(own->game, game->name) == 0)
        return own;
    const struct pip_sheet *shipped = pip_sheet_find(game, name);
    return shipped || own->name ? shipped : example_sheet(&record->table.file, name);
}

enum pip_status cli_parse_record(struct cli_record *record, const char *text, size_t length) {
    return pip_record_read(text, length, cli_record_sheet, record, record->events,
                           sizeof record->events / sizeof *record->events, &record->match,
                           &record->fault);
}

int cli_read_record(struct cli_record *record, const char *path) {
    char *bytes;
    size_t length;
    if (record->table.sheet) {
        int code = cli_load_sheet(record->table.sheet, &record->table.file);
        if (code != CLI_OK)
            return code;
    }
    int code = cli_read_file(path, RECORD_BYTES_MAX, &bytes, &length);
    if (code != CLI_OK)
        return code;
    enum pip_status status = cli_parse_record(record, bytes, length);
    free(bytes);
    if (status == PIP_OK)
        return CLI_OK;
    fprintf(stderr, "%s:%u:%u: %s%s\n", path, record->fault.line, record->fault.column,
            record->fault.detail,
            status == PIP_UNKNOWN_SHEET ? " (give its file with --sheet)" : "");
    return CLI_NO;
}

int cli_read_record_of(struct cli_record *record, const char *path, const char *game,
                       const char *sheet) {
    const struct pip_game *wanted = pip_game_find(pip_span_of(game));
    record->table.sheet = sheet;
    int code = cli_read_record(record, path);
    if (code == CLI_OK && record->match.setup.game != wanted)
        code = cli_error(CLI_NO, "%s: a game of %s, not of %s", path,
                         record->match.setup.game->title, wanted->title);
    return code;
}

int cli_write_record(const struct pip_match *match, const char *path) {
    struct pip_text measure = pip_text_init(NULL, 0);
    pip_record_write(match, &measure);
    char *buffer = malloc(measure.length + 1);
    if (!buffer)
        return cli_error(CLI_FAILED, "out of memory");
    struct pip_text text = pip_text_init(buffer, measure.length + 1);
    pip_record_write(match, &text);
    int code = cli_write_file(path, buffer, text.length);
    free(buffer);
    return code;
}

/* ---- Words ---- */

size_t cli_state_text(const struct pip_setup *setup, const void *state, int seat, char *buffer,
                      size_t room) {
    struct pip_text text = pip_text_init(buffer, room);
    setup->game->state_write(setup, state, PIP_SPECTATOR, &text);
    size_t shared = text.length;
    text = pip_text_init(buffer, room);
    setup->game->state_write(setup, state, (unsigned)seat, &text);
    return shared;
}

const struct pip_bot *cli_find_bot(struct pip_span name) {
    const struct pip_bot *bot = pip_bot_find(name);
    if (!bot) {
        fprintf(stderr, "pipwright: there is no bot \"%.*s\"; there are:", (int)name.length,
                name.at);
        for (int i = 0; pip_bots[i]; i++)
            fprintf(stderr, " %s", pip_bots[i]->name);
        fputc('\n', stderr);
    }
    return bot;
}

const char *cli_points(const struct pip_setup *setup, const void *state, int seat) {
    static char text[24];
    int32_t points = pip_score_total(setup, state, seat);
    snprintf(text, sizeof text, "%d point%s", points, points == 1 ? "" : "s");
    return text;
}

#define BOT "bot:"

static bool is_named(const struct pip_match *match, const char *name) {
    for (int seat = 0; seat < match->setup.seats; seat++) {
        if (strcasecmp(match->name[seat], name) == 0)
            return true;
    }
    return false;
}

/* "Club" for "bot:club", or "Club 2" for the second of several. No person's name is used. */
static void name_bot(const struct pip_match *match, int seat, char *name, size_t room) {
    const char *kind = match->name[seat] + strlen(BOT);
    int before = 0, all = 0;
    for (int other = 0; other < match->setup.seats; other++) {
        bool same = strcmp(match->name[other], match->name[seat]) == 0;
        all += same;
        before += same && other < seat;
    }
    for (int number = all > 1; before >= 0; number++) {
        int length = snprintf(name, room, "%c%s", toupper((unsigned char)kind[0]), kind + 1);
        if (number > 0)
            snprintf(name + length, room - (size_t)length, " %d", number);
        before -= !is_named(match, name);
    }
}

const char *cli_name(const struct pip_match *match, int seat) {
    static char shown[PIP_SEATS_MAX][PIP_NAME_MAX + 16];
    const char *name = match->name[seat];
    if (name[0] == '\0')
        snprintf(shown[seat], sizeof shown[seat], "seat %d", seat);
    else if (strncmp(name, BOT, strlen(BOT)) == 0 && name[strlen(BOT)])
        name_bot(match, seat, shown[seat], sizeof shown[seat]);
    else
        return name;
    return shown[seat];
}
