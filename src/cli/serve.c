#include "cli.h"
#include "guest/guest.h"
#include "server/run.h"
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* "127.0.0.1:8080", "[::1]:8080", ":8080" (every address) into address and port. */
static bool read_listen(const char *text, char *address, size_t room, int *port) {
    const char *colon = strrchr(text, ':');
    uint32_t number;
    if (!colon || !pip_span_number(pip_span_of(colon + 1), 65535, &number))
        return false;
    size_t length = (size_t)(colon - text);
    if (length >= 2 && text[0] == '[' && text[length - 1] == ']') {
        text++;
        length -= 2;
    } else if (memchr(text, ':', length)) {
        return false;
    }
    if (length >= room)
        return false;
    memcpy(address, text, length);
    memcpy(address + length, "", 1);
    if (length == 0)
        strcpy(address, "0.0.0.0");
    *port = (int)number;
    return true;
}

/* The folder of the web client beside the program: of an installed one or of the source tree. */
static bool find_web(char *folder, size_t room) {
    static const char *const places[] = {"../share/pipwright/web", "../../web/dist"};
    char program[4096];
    ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    if (length <= 0)
        return false;
    program[length] = '\0';
    *strrchr(program, '/') = '\0';
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        struct stat info;
        int needed = snprintf(folder, room, "%s/%s", program, places[i]);
        if (needed < (int)room && stat(folder, &info) == 0 && S_ISDIR(info.st_mode))
            return true;
    }
    return false;
}

/* ---- Bots of the operator's: NAME=PROGRAM ---- */

struct own_bots {
    struct cli_list said;
    struct pip__own_bot bot[CLI_LIST_MAX + 1]; /* names are owned */
};

/* A program that is looked for in PATH is only missed when it is started. */
static bool is_there(const char *command) {
    char *program = strndup(command, strcspn(command, " "));
    bool there = program && program[0] && (!strchr(program, '/') || access(program, X_OK) == 0);
    free(program);
    return there;
}

static int read_own_bot(struct own_bots *own, int index) {
    const char *said = own->said.item[index], *is = strchr(said, '=');
    char *name = is ? strndup(said, (size_t)(is - said)) : NULL;
    own->bot[index] = (struct pip__own_bot){name, is ? is + 1 : NULL};
    if (!name)
        return cli_error(CLI_USAGE, "--bot wants NAME=PROGRAM, not \"%s\"", said);
    if (!pip__own_bot_name_fits(name))
        return cli_error(CLI_USAGE,
                         "a bot cannot be called \"%s\": lowercase letters, digits and dashes, at "
                         "most %d, and no built-in level",
                         name, OWN_BOT_NAME_MAX);
    for (int i = 0; i < index; i++) {
        if (strcmp(own->bot[i].name, name) == 0)
            return cli_error(CLI_USAGE, "two bots are called \"%s\"", name);
    }
    if (!is_there(is + 1))
        return cli_error(CLI_USAGE, "there is no program \"%s\" to be run", is + 1);
    return -1;
}

static int read_own_bots(struct own_bots *own) {
    int code = -1;
    for (int i = 0; code < 0 && i < own->said.count; i++)
        code = read_own_bot(own, i);
    return code;
}

static void free_own_bots(struct own_bots *own) {
    for (int i = 0; i < own->said.count; i++)
        free((char *)own->bot[i].name);
}

/* ---- The command ---- */

static int check(const struct pip__server_config *config, uint64_t days) {
    struct stat info;
    if (config->web && (stat(config->web, &info) != 0 || !S_ISDIR(info.st_mode)))
        return cli_error(CLI_USAGE, "there is no folder %s", config->web);
    if (config->public_url && strncmp(config->public_url, "http://", 7) != 0 &&
        strncmp(config->public_url, "https://", 8) != 0)
        return cli_error(CLI_USAGE, "--public-url begins with http:// or https://, unlike \"%s\"",
                         config->public_url);
    if (days < 1 || days > 36500)
        return cli_error(CLI_USAGE, "--expire-days is 1 to 36500");
    if (config->bot_limit < 1 || config->bot_limit > 600000)
        return cli_error(CLI_USAGE, "--bot-limit is 1 to 600000");
    return -1;
}

static int run_serve(const struct cli_command *command, int argc, char **argv) {
    static struct own_bots own;
    struct pip__server_config config = {
        .store = "pipwright.db", .bots = own.bot, .bot_limit = PIP__GUEST_LIMIT};
    const char *listen = "127.0.0.1:8080";
    uint64_t days = SERVER_EXPIRE_DAYS;
    char address[256], web[4200];
    const struct cli_option options[] = {
        {"listen", "ADDRESS:PORT", "where to listen (127.0.0.1:8080); port 0 is any", CLI_TEXT,
         &listen},
        {"store", "FILE", "the database, FILE or sqlite:FILE (pipwright.db)", CLI_TEXT,
         &config.store},
        {"public-url", "URL", "the address that browsers see, if there is a proxy", CLI_TEXT,
         &config.public_url},
        {"proxied", NULL, "trust a proxy's X-Forwarded-For", CLI_FLAG, &config.proxied},
        {"web", "FOLDER", "the web client, if it is not in its usual place", CLI_TEXT, &config.web},
        {"expire-days", "N", "delete tables nobody has touched for N days (90)", CLI_NUMBER, &days},
        {"store-bytes", "N", "how large the database may grow", CLI_NUMBER, &config.store_bytes},
        {"metrics-token", "TEXT",
         "whoever sends it as a bearer token may read /metrics from elsewhere", CLI_TEXT,
         &config.metrics_token},
        {"bot", "NAME=PROGRAM",
         "a program that may hold seats under that name, see docs/engine.md; may be repeated",
         CLI_LIST, &own.said},
        {"bot-limit", "MS", "how long such a program may think about a move (10000)", CLI_NUMBER,
         &config.bot_limit},
        {0}};
    int code = cli_parse(command, options, argc, argv, NULL, 0, 0);
    if (code < 0)
        code = check(&config, days);
    if (code < 0)
        code = read_own_bots(&own);
    if (code >= 0)
        return code;
    if (!read_listen(listen, address, sizeof address, &config.port))
        return cli_error(CLI_USAGE,
                         "--listen wants ADDRESS:PORT such as 127.0.0.1:8080, not \"%s\"", listen);
    config.listen_address = address;
    config.expire_days = (uint32_t)days;
    if (!config.web && find_web(web, sizeof web))
        config.web = web;
    bool served = pip__server_run(&config);
    free_own_bots(&own);
    return served ? CLI_OK : CLI_FAILED;
}

const struct cli_command cli_serve = {
    .name = "serve",
    .arguments =
        "[--listen ADDRESS:PORT] [--store FILE] [--public-url URL] [--bot NAME=PROGRAM] ...",
    .summary = "Host tables for people and bots over HTTP and WebSocket.",
    .example = "pipwright serve --listen 127.0.0.1:8080 --store games.db",
    .run = run_serve,
};
