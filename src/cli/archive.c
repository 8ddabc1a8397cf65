#include "server/archive.h"
#include "cli.h"
#include <string.h>

static int run_archive(const struct cli_command *command, int argc, char **argv) {
    const struct cli_option options[] = {{0}};
    const char *arguments[3];
    struct pip__archive_result result = {0};
    int code = cli_parse(command, options, argc, argv, arguments, 3, 3);
    if (code >= 0)
        return code;
    bool out = strcmp(arguments[0], "export") == 0;
    if (!out && strcmp(arguments[0], "import") != 0)
        return cli_error(CLI_USAGE, "archive can export or import, not \"%s\"", arguments[0]);
    if (!(out ? pip__archive_export : pip__archive_import)(arguments[1], arguments[2], &result))
        return CLI_FAILED;
    printf("%u %s, %u left out, %u failed\n", result.done, out ? "written" : "taken in",
           result.skipped, result.failed);
    return result.failed ? CLI_NO : CLI_OK;
}

const struct cli_command cli_archive = {
    .name = "archive",
    .arguments = "export|import STORE FOLDER",
    .summary = "Write a server's games as records into a folder, or read them in from one.",
    .example = "pipwright archive export games.db records/",
    .run = run_archive,
};
