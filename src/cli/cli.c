#include "cli.h"
#include <errno.h>
#include <getopt.h>
#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int cli_error(int code, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fputs("pipwright: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    return code;
}

/* ---- Options ---- */

static void print_help(const struct cli_command *command, const struct cli_option *options) {
    printf("usage: pipwright %s %s\n\n%s\n\n", command->name, command->arguments, command->summary);
    for (int i = 0; options[i].name; i++) {
        char left[64];
        snprintf(left, sizeof left, "--%s%s%s", options[i].name, options[i].value ? " " : "",
                 options[i].value ? options[i].value : "");
        printf("  %-22s %s\n", left, options[i].help);
    }
    printf("  %-22s %s\n\nexample: %s\n", "--help", "this text", command->example);
}

/* Decimal, or hexadecimal after 0x. */
static bool read_number(const char *text, uint64_t *number) {
    char *end;
    bool hex = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
    errno = 0;
    if (text[0] < '0' || text[0] > '9')
        return false;
    *number = strtoull(text, &end, hex ? 16 : 10);
    return errno == 0 && *end == '\0';
}

static int take_option(const struct cli_command *command, const struct cli_option *option,
                       const char *value) {
    struct cli_list *list = option->to;
    switch (option->kind) {
    case CLI_FLAG: *(bool *)option->to = true; return -1;
    case CLI_TEXT: *(const char **)option->to = value; return -1;
    case CLI_NUMBER:
        if (read_number(value, option->to))
            return -1;
        return cli_error(
            CLI_USAGE, "--%s wants a whole number below 2^64, not \"%s\"; see pipwright %s --help",
            option->name, value, command->name);
    default:
        if (list->count == CLI_LIST_MAX)
            return cli_error(CLI_USAGE, "--%s is given too often", option->name);
        list->item[list->count++] = value;
        return -1;
    }
}

/* The option that getopt_long stopped at, as it was written. */
static const char *culprit(int argc, char **argv) {
    static char letter[3] = "-";
    if (optopt > 0 && optopt < 128) {
        letter[1] = (char)optopt;
        return letter;
    }
    return optind > 0 && optind <= argc ? argv[optind - 1] : "";
}

int cli_parse(const struct cli_command *command, const struct cli_option *options, int argc,
              char **argv, const char **arguments, int least, int most) {
    struct option list[24] = {{"help", no_argument, NULL, 'h'}};
    for (int i = 0; options[i].name; i++)
        list[i + 1] =
            (struct option){options[i].name,
                            options[i].kind == CLI_FLAG ? no_argument : required_argument, NULL, 0};
    opterr = 0;
    optind = 1;
    for (int found, index; (found = getopt_long(argc, argv, ":h", list, &index)) != -1;) {
        if (found == 'h') {
            print_help(command, options);
            return CLI_OK;
        }
        if (found == ':')
            return cli_error(CLI_USAGE, "%s wants a value; see pipwright %s --help",
                             culprit(argc, argv), command->name);
        if (found == '?')
            return cli_error(CLI_USAGE, "there is no option %s; see pipwright %s --help",
                             culprit(argc, argv), command->name);
        int code = take_option(command, &options[index - 1], optarg);
        if (code >= 0)
            return code;
    }
    if (argc - optind < least || argc - optind > most)
        return cli_error(CLI_USAGE, "usage: pipwright %s %s", command->name, command->arguments);
    for (int i = 0; i < most; i++)
        arguments[i] = optind + i < argc ? argv[optind + i] : NULL;
    return -1;
}

/* ---- Files ---- */

int cli_read_file(const char *path, size_t most, char **bytes, size_t *length) {
    FILE *in = strcmp(path, "-") == 0 ? stdin : fopen(path, "rb");
    if (!in)
        return cli_error(CLI_USAGE, "cannot open %s: %s", path, strerror(errno));
    *bytes = malloc(most + 2);
    if (!*bytes) {
        fclose(in);
        return cli_error(CLI_FAILED, "out of memory");
    }
    *length = fread(*bytes, 1, most + 1, in);
    int failed = ferror(in) ? errno : 0;
    if (in != stdin)
        fclose(in);
    if (!failed && *length <= most)
        return CLI_OK;
    free(*bytes);
    *bytes = NULL;
    return failed ? cli_error(CLI_FAILED, "cannot read %s: %s", path, strerror(failed))
                  : cli_error(CLI_NO, "%s: larger than %zu bytes", path, most);
}

static int write_failed(const char *path, int reason, const char *then) {
    return cli_error(CLI_FAILED, "cannot write %s: %s%s", path, strerror(reason), then);
}

static bool write_whole(const char *path, const char *bytes, size_t length) {
    FILE *out = fopen(path, "wb");
    if (!out)
        return false;
    bool good = fwrite(bytes, 1, length, out) == length;
    good = fflush(out) == 0 && good;
    return fclose(out) == 0 && good;
}

int cli_write_file(const char *path, const char *bytes, size_t length) {
    char target[PATH_MAX], part[PATH_MAX + 32];
    struct stat facts;
    bool there = stat(path, &facts) == 0;
    if (there && !S_ISREG(facts.st_mode)) /* a pipe or a device is written, never replaced */
        return write_whole(path, bytes, length) ? CLI_OK : write_failed(path, errno, "");
    if (!there || !realpath(path, target)) { /* a link is followed */
        if (strlen(path) >= sizeof target)
            return write_failed(path, ENAMETOOLONG, "");
        strcpy(target, path);
    }
    snprintf(part, sizeof part, "%s.part-%ld", target, (long)getpid());
    if (write_whole(part, bytes, length) && rename(part, target) == 0)
        return CLI_OK;
    int reason = errno;
    remove(part);
    return write_failed(path, reason, there ? "; what was there is unchanged" : "");
}

/* ---- Tables ---- */

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

int cli_setup(struct cli_table *table, const char *name, int seats) {
    const struct pip_game *game = pip_game_find(pip_span_of(name));
    const struct pip_sheet *sheet;
    if (!game)
        return unknown_game(name);
    int code = find_sheet(table, game, &sheet);
    if (code != CLI_OK)
        return code;
    uint64_t wanted = (uint64_t)seats;
    if (table->seats && !read_number(table->seats, &wanted))
        return cli_error(CLI_USAGE, "--seats wants a number, not \"%s\"", table->seats);
    if (wanted < game->seats_min || wanted > game->seats_max)
        return cli_error(CLI_USAGE, "%s is played by %d to %d, not by %llu", game->name,
                         game->seats_min, game->seats_max, (unsigned long long)wanted);
    table->setup = pip_setup_default(game, sheet, (int)wanted);
    for (int i = 0; i < table->options.count; i++) {
        if (pip_setup_option(&table->setup, pip_span_of(table->options.item[i])) != PIP_OK)
            return unknown_option(game, table->options.item[i]);
    }
    enum pip_status status = pip_setup_check(&table->setup);
    if (status != PIP_OK)
        return cli_error(CLI_USAGE, "%s; see \"pipwright sheet list\"", pip_status_text(status));
    return CLI_OK;
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

/* A record's sheet is the one given with --sheet if it has that name, or a shipped one, or that of
 * a built-in example. */
static const struct pip_sheet *record_sheet(void *context, const struct pip_game *game,
                                            struct pip_span name) {
    struct cli_record *record = context;
    const struct pip_sheet *own = &record->table.file.sheet;
    if (own->name && pip_span_is(name, own->name) && strcmp(own->game, game->name) == 0)
        return own;
    const struct pip_sheet *shipped = pip_sheet_find(game, name);
    return shipped || own->name ? shipped : example_sheet(&record->table.file, name);
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
    enum pip_status status = pip_record_read(bytes, length, record_sheet, record, record->events,
                                             sizeof record->events / sizeof *record->events,
                                             &record->match, &record->fault);
    free(bytes);
    if (status == PIP_OK)
        return CLI_OK;
    fprintf(stderr, "%s:%u:%u: %s%s\n", path, record->fault.line, record->fault.column,
            record->fault.detail,
            status == PIP_UNKNOWN_SHEET ? " (give its file with --sheet)" : "");
    return CLI_NO;
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

/* ---- Words and JSON ---- */

void cli_print_json(json_t *json) {
    json_dumpf(json, stdout, JSON_INDENT(2) | JSON_REAL_PRECISION(12));
    putchar('\n');
    json_decref(json);
}

json_t *cli_options_json(const struct pip_setup *setup) {
    json_t *object = json_object();
    for (int i = 0; setup->game->options[i].name; i++)
        json_object_set_new(object, setup->game->options[i].name,
                            json_string(setup->game->options[i].values[setup->option[i]]));
    return object;
}

void cli_hash_text(const struct pip_sheet *sheet, char text[65]) {
    struct pip_text hex = pip_text_init(text, 65);
    pip_text_add_bytes(&hex, sheet->hash, sizeof sheet->hash);
}

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

const char *cli_name(const struct pip_match *match, int seat) {
    static char number[16];
    if (match->name[seat][0])
        return match->name[seat];
    snprintf(number, sizeof number, "seat %d", seat);
    return number;
}
