#include "cli.h"
#include <string.h>

static const struct cli_command *const commands[] = {
#define X(name) &cli_##name,
    CLI_COMMANDS(X)
#undef X
};
#define COMMANDS (sizeof commands / sizeof *commands)

static void print_overview(FILE *out) {
    fputs("Pipwright plays, hosts and studies roll-and-write games.\n\n"
          "usage: pipwright COMMAND ...\n\n",
          out);
    for (size_t i = 0; i < COMMANDS; i++)
        fprintf(out, "  %-8s %s\n", commands[i]->name, commands[i]->summary);
    fputs("\n\"pipwright COMMAND --help\" explains one of them. To begin: pipwright play\n", out);
}

static int run(int argc, char **argv) {
    const char *name = argc > 1 ? argv[1] : "";
    if (strcmp(name, "--version") == 0) {
        puts("pipwright " PIP_VERSION);
        return CLI_OK;
    }
    if (strcmp(name, "--help") == 0 || strcmp(name, "help") == 0) {
        print_overview(stdout);
        return CLI_OK;
    }
    for (size_t i = 0; i < COMMANDS; i++) {
        if (strcmp(name, commands[i]->name) == 0)
            return commands[i]->run(commands[i], argc - 1, argv + 1);
    }
    if (argc > 1)
        fprintf(stderr, "pipwright: there is no command \"%s\"\n\n", name);
    print_overview(stderr);
    return CLI_USAGE;
}

int main(int argc, char **argv) {
    int code = run(argc, argv);
    if (fflush(stdout) != 0 || ferror(stdout))
        return cli_error(CLI_FAILED, "cannot write the output");
    return code;
}
