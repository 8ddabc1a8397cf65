/* replay, legal, verify: what can be asked of a record. */
#include "cli.h"
#include <pipwright/fair.h>
#include <stdlib.h>
#include <string.h>

static struct cli_record record;

/* Parses the command line and reads the record that it names. -1 to go on, else the exit code. */
static int read_asked(const struct cli_command *command, const struct cli_option *options, int argc,
                      char **argv, const char **path) {
    int code = cli_parse(command, options, argc, argv, path, 1, 1);
    if (code >= 0)
        return code;
    code = cli_read_record(&record, *path);
    return code == CLI_OK ? -1 : code;
}

#define SHEET_OPTION \
    "sheet", "FILE", "your own sheet file, if the record names it", CLI_TEXT, &record.table.sheet

/* ---- Lines that may come next ---- */

struct lines {
    char *line[PIP_MOVES_MAX * PIP_SEATS_MAX];
    int count;
};

static void add_line(void *context, const char *text) {
    struct lines *lines = context;
    char *copy = strdup(text);
    if (copy)
        lines->line[lines->count++] = copy;
}

static int by_bytes(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void next_lines(const struct pip_match *match, struct lines *lines) {
    lines->count = 0;
    pip_match_next(match, add_line, lines);
    qsort(lines->line, (size_t)lines->count, sizeof *lines->line, by_bytes);
}

static void lines_clear(struct lines *lines) {
    while (lines->count > 0)
        free(lines->line[--lines->count]);
}

static json_t *next_json(const struct pip_match *match) {
    static struct lines lines;
    json_t *list = json_array();
    next_lines(match, &lines);
    for (int i = 0; i < lines.count; i++)
        json_array_append_new(list, json_string(lines.line[i]));
    lines_clear(&lines);
    return list;
}

/* ---- legal ---- */

static int run_legal(const struct cli_command *command, int argc, char **argv) {
    static struct lines lines;
    bool json = false;
    const char *path;
    const struct cli_option options[] = {
        {SHEET_OPTION}, {"json", NULL, "as a JSON list", CLI_FLAG, &json}, {0}};
    int code = read_asked(command, options, argc, argv, &path);
    if (code >= 0)
        return code;
    if (json) {
        cli_print_json(next_json(&record.match));
        return CLI_OK;
    }
    next_lines(&record.match, &lines);
    for (int i = 0; i < lines.count; i++)
        puts(lines.line[i]);
    lines_clear(&lines);
    return CLI_OK;
}

const struct cli_command cli_legal = {
    .name = "legal",
    .arguments = "FILE",
    .summary = "Say what may come next in a game record, one event a line.",
    .example = "pipwright legal game.pip",
    .run = run_legal,
};

/* ---- replay ---- */

static json_t *score_json(const struct pip_match *match, int seat) {
    struct pip_item items[PIP_ITEMS_MAX];
    int count = match->setup.game->score(&match->setup, match->state, seat, items);
    json_t *list = json_array();
    for (int i = 0; i < count; i++)
        json_array_append_new(
            list, json_pack("{s:s, s:i}", "name", items[i].name, "points", items[i].points));
    return json_pack("{s:i, s:s, s:i, s:o}", "seat", seat, "name", cli_name(match, seat), "total",
                     pip_score_total(&match->setup, match->state, seat), "items", list);
}

/* Starts a second match on the same table, to be led through the events of the first. */
static void start_again(const struct pip_match *from, struct pip_match *match,
                        struct pip_event *events) {
    pip_match_start(match, &from->setup, events, from->count + 1);
    memcpy(match->name, from->name, sizeof match->name);
}

static void event_text(const struct pip_match *match, struct pip_event event, char *buffer,
                       size_t room) {
    struct pip_text text = pip_text_init(buffer, room);
    pip_event_write(&match->setup, match->state, event, &text);
}

static int replay_json(const struct pip_match *all, uint32_t until) {
    static struct pip_match match;
    static struct pip_event events[sizeof record.events / sizeof *record.events + 1];
    json_t *list = json_array(), *scores = json_array();
    start_again(all, &match, events);
    for (uint32_t i = 0; i < until; i++) {
        char text[256];
        event_text(&match, all->events[i], text, sizeof text);
        json_array_append_new(list,
                              json_pack("{s:s, s:o}", "text", text, "legal", next_json(&match)));
        pip_match_play(&match, all->events[i].actor, all->events[i].move);
    }
    match.closed = all->closed && until == all->count;
    for (int seat = 0; seat < match.setup.seats; seat++)
        json_array_append_new(scores, score_json(&match, seat));
    char hash[17];
    snprintf(hash, sizeof hash, "%016llx",
             (unsigned long long)pip_state_hash(&match.setup, match.state));
    cli_print_json(json_pack("{s:s, s:s, s:i, s:o, s:o, s:o, s:o, s:s}", "game",
                             match.setup.game->name, "sheet", match.setup.sheet->name, "seats",
                             match.setup.seats, "options", cli_options_json(&match.setup), "events",
                             list, "next", next_json(&match), "scores", scores, "hash", hash));
    return CLI_OK;
}

static void print_position(const struct pip_match *match) {
    const struct pip_setup *setup = &match->setup;
    char buffer[16384];
    for (int seat = 0; seat < setup->seats; seat++) {
        size_t own = cli_state_text(setup, match->state, seat, buffer, sizeof buffer);
        if (seat == 0)
            printf("\n%.*s", (int)own, buffer);
        printf("\n%s, %s\n%s", cli_name(match, seat), cli_points(setup, match->state, seat),
               buffer + own);
    }
}

static int replay_text(const struct pip_match *all, uint32_t until) {
    static struct pip_match match;
    static struct pip_event events[sizeof record.events / sizeof *record.events + 1];
    start_again(all, &match, events);
    printf("%s, sheet %s, %d seats\n\n", match.setup.game->title, match.setup.sheet->name,
           match.setup.seats);
    for (uint32_t i = 0; i < until; i++) {
        char text[256];
        event_text(&match, all->events[i], text, sizeof text);
        printf("%5u  %s\n", i + 1, text);
        pip_match_play(&match, all->events[i].actor, all->events[i].move);
    }
    print_position(&match);
    return CLI_OK;
}

static int run_replay(const struct cli_command *command, int argc, char **argv) {
    bool json = false;
    uint64_t at = UINT64_MAX;
    const char *path;
    const struct cli_option options[] = {
        {"at", "N", "stop after N events", CLI_NUMBER, &at},
        {SHEET_OPTION},
        {"json", NULL, "every event with what was legal there, and the score", CLI_FLAG, &json},
        {0}};
    int code = read_asked(command, options, argc, argv, &path);
    if (code >= 0)
        return code;
    if (at != UINT64_MAX && at > record.match.count)
        return cli_error(CLI_USAGE, "%s has %u events; --at %llu is past its end", path,
                         record.match.count, (unsigned long long)at);
    uint32_t until = at == UINT64_MAX ? record.match.count : (uint32_t)at;
    return json ? replay_json(&record.match, until) : replay_text(&record.match, until);
}

const struct cli_command cli_replay = {
    .name = "replay",
    .arguments = "FILE [--at N]",
    .summary = "Step through a game record and show the position it leads to.",
    .example = "pipwright replay game.pip --at 12",
    .run = run_replay,
};

/* ---- verify ---- */

static enum pip_status check_dice(const struct pip_match *match, struct pip_fair *fair,
                                  struct pip_fault *fault) {
    switch (match->dice) {
    case PIP_DICE_SEED: return pip_match_compare_seed(match, fault);
    case PIP_DICE_FAIR: return pip_fair_check(match, fair, fault);
    default: return PIP_OK;
    }
}

static json_t *hex_json(const uint8_t *bytes, size_t count) {
    char digits[65];
    struct pip_text text = pip_text_init(digits, sizeof digits);
    pip_text_add_bytes(&text, bytes, count);
    return json_string(digits);
}

/* What a seat compares with what it has seen and given. */
static json_t *fair_json(const struct pip_fair *fair) {
    json_t *nonces = json_array();
    for (int seat = 0; seat < fair->seats; seat++)
        json_array_append_new(nonces, hex_json(fair->nonce[seat], sizeof fair->nonce[seat]));
    return json_pack("{s:o, s:s, s:o, s:b}", "commitment",
                     hex_json(fair->commitment, sizeof fair->commitment), "table", fair->table,
                     "nonces", nonces, "revealed", (int)fair->revealed);
}

static void verify_json(const struct pip_match *match, const struct pip_fair *fair,
                        enum pip_status status, const char *fault) {
    bool seeded = match->dice == PIP_DICE_SEED, is_fair = match->dice == PIP_DICE_FAIR;
    const char *dice = status == PIP_FORGED       ? "forged"
                       : status != PIP_OK         ? "unsound"
                       : seeded || fair->revealed ? "verified"
                       : is_fair                  ? "not yet verifiable"
                                                  : "not verifiable";
    json_t *object = json_pack("{s:b, s:s, s:i, s:i, s:b, s:s}", "ok", status == PIP_OK, "game",
                               match->setup.game->name, "events", (int)match->count, "rolls",
                               (int)match->rolls, "finished", (int)match->closed, "dice", dice);
    if (is_fair && status != PIP_SYNTAX)
        json_object_set_new(object, "fair", fair_json(fair));
    if (status != PIP_OK)
        json_object_set_new(object, "fault", json_string(fault));
    cli_print_json(object);
}

static void tell_dice(const struct pip_match *match, const struct pip_fair *fair) {
    char digits[65];
    struct pip_text text = pip_text_init(digits, sizeof digits);
    pip_text_add_bytes(&text, match->commitment, sizeof match->commitment);
    if (match->dice == PIP_DICE_SEED)
        printf("All %u rolls follow from the seed.\n", match->rolls);
    else if (match->dice != PIP_DICE_FAIR)
        puts("The dice have no seed, so only their form could be checked.");
    else if (fair->revealed)
        printf("All %u rolls follow from the secret, and the secret is the one committed to.\n"
               "The commitment is %s;\nit, the table's id and your nonce must be what you saw and "
               "gave when "
               "you joined.\n",
               match->rolls, digits);
    else
        puts("The dice are fair dice, but their secret is not revealed, so they cannot be proven "
             "yet.");
}

static void tell_record(const struct pip_match *match, const char *path) {
    printf("%s: sound. %s, %d seats, %u events, %s.\n", path, match->setup.game->title,
           match->setup.seats, match->count,
           match->closed                               ? "finished, and the score is right"
           : pip_match_actor(match) == PIP_ACTORS_OVER ? "over, but not closed"
                                                       : "still under way");
}

/* A record that does not hold, for programs. */
static int print_refusal(const char *what) {
    cli_print_json(json_pack("{s:b, s:i, s:i, s:s}", "ok", false, "line", (int)record.fault.line,
                             "column", (int)record.fault.column, "what", what));
    return CLI_NO;
}

static int run_verify(const struct cli_command *command, int argc, char **argv) {
    const char *path;
    bool json = false;
    struct pip_fair fair = {0};
    const struct cli_option options[] = {
        {SHEET_OPTION}, {"json", NULL, "as a JSON object", CLI_FLAG, &json}, {0}};
    int code = read_asked(command, options, argc, argv, &path);
    if (code == CLI_NO && json && record.fault.line > 0)
        return print_refusal(record.fault.detail);
    if (code >= 0)
        return code;
    const struct pip_match *match = &record.match;
    enum pip_status status = check_dice(match, &fair, &record.fault);
    if (json)
        verify_json(match, &fair, status, record.fault.detail);
    if (status != PIP_OK) {
        fprintf(stderr, "%s: %s\n", path, record.fault.detail);
        return CLI_NO;
    }
    if (!json) {
        tell_record(match, path);
        tell_dice(match, &fair);
    }
    return CLI_OK;
}

const struct cli_command cli_verify = {
    .name = "verify",
    .arguments = "FILE",
    .summary = "Check a game record: every move by the rules, the score, and seeded or fair dice.",
    .example = "pipwright verify game.pip",
    .run = run_verify,
};
