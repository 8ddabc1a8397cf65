/* store: looks after the database of a server. */
#include "store/store.h"
#include "cli.h"
#include <string.h>
#include <unistd.h>

/* What a check has said so far. */
struct saying {
    const char *path;
    json_t *faults; /* NULL: for people, line by line */
};

static void see_fault(void *context, const char *where, const char *what) {
    struct saying *saying = context;
    if (saying->faults)
        json_array_append_new(saying->faults,
                              json_pack("{s:s, s:s}", "where", where, "what", what));
    else
        fprintf(stderr, "%s: %s: %s\n", saying->path, where, what);
}

static void print_checked(const struct saying *saying, const struct pip_store_checked *checked) {
    if (saying->faults)
        cli_print_json(json_pack("{s:s, s:b, s:I, s:I, s:I, s:I, s:I, s:O}", "file", saying->path,
                                 "sound", checked->faults == 0, "tables",
                                 (json_int_t)checked->tables, "events", (json_int_t)checked->events,
                                 "sheets", (json_int_t)checked->sheets, "daily-entries",
                                 (json_int_t)checked->daily_entries, "kept",
                                 (json_int_t)checked->kept, "faults", saying->faults));
    else
        printf("%s: %s (tables: %llu, events: %llu, sheets: %llu, daily entries: %llu, kept "
               "values: %llu)\n",
               saying->path, checked->faults == 0 ? "all is as it was written" : "damaged",
               (unsigned long long)checked->tables, (unsigned long long)checked->events,
               (unsigned long long)checked->sheets, (unsigned long long)checked->daily_entries,
               (unsigned long long)checked->kept);
}

/* A file that cannot be opened as a database is a fault like any other. */
static int check(struct saying *saying) {
    struct pip_store_options options = {.read_only = true};
    struct pip_store_checked checked = {0};
    char error[512];
    if (access(saying->path, R_OK) != 0)
        return cli_error(CLI_USAGE, "cannot open %s", saying->path);
    struct pip_store *store = pip_store_open(saying->path, &options, error, sizeof error);
    enum pip_store_status status =
        store ? pip_store_check(store, see_fault, saying, &checked) : PIP_STORE_DAMAGED;
    if (!store) {
        checked.faults = 1;
        see_fault(saying, "the file", error);
    } else if (status != PIP_STORE_OK && status != PIP_STORE_DAMAGED) {
        pip_store_last_error(store, error, sizeof error);
        pip_store_close(store);
        return cli_error(CLI_FAILED, "%s cannot be checked: %s", saying->path, error);
    }
    pip_store_close(store);
    print_checked(saying, &checked);
    return status == PIP_STORE_OK ? CLI_OK : CLI_NO;
}

static int run_store(const struct cli_command *command, int argc, char **argv) {
    bool json = false;
    const struct cli_option options[] = {
        {"json", NULL, "for programs: one object with all faults", CLI_FLAG, &json}, {0}};
    const char *arguments[2];
    int code = cli_parse(command, options, argc, argv, arguments, 2, 2);
    if (code >= 0)
        return code;
    if (strcmp(arguments[0], "check") != 0)
        return cli_error(CLI_USAGE, "store can check, not \"%s\"", arguments[0]);
    struct saying saying = {.path = arguments[1], .faults = json ? json_array() : NULL};
    code = check(&saying);
    json_decref(saying.faults);
    return code;
}

const struct cli_command cli_store = {
    .name = "store",
    .arguments = "check FILE [--json]",
    .summary = "Find out whether a server's database is as it was written.",
    .example = "pipwright store check games.db",
    .run = run_store,
};
