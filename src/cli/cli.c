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

int cli_number(const char *name, const char *text, uint64_t *number) {
    return read_number(text, number)
               ? CLI_OK
               : cli_error(CLI_USAGE, "--%s wants a whole number below 2^64, not \"%s\"", name,
                           text);
}

static int take_option(const struct cli_option *option, const char *value) {
    struct cli_list *list = option->to;
    switch (option->kind) {
    case CLI_FLAG: *(bool *)option->to = true; return -1;
    case CLI_TEXT: *(const char **)option->to = value; return -1;
    case CLI_NUMBER: return cli_number(option->name, value, option->to) == CLI_OK ? -1 : CLI_USAGE;
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
        int code = take_option(&options[index - 1], optarg);
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

bool cli_holds_something(const char *path) {
    struct stat facts;
    return stat(path, &facts) == 0 && S_ISREG(facts.st_mode) && facts.st_size > 0;
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

/* ---- JSON ---- */

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
