/* replay, legal: what can be asked of a record. */
#include "cli.h"
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
    .summary = "Say what may come next in a game record, one event per line.",
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
    json_t *score =
        json_pack("{s:i, s:s, s:i, s:o}", "seat", seat, "name", cli_name(match, seat), "total",
                  pip_score_total(&match->setup, match->state, seat), "items", list);
    if (match->resigned >> seat & 1)
        json_object_set_new(score, "resigned", json_true());
    return score;
}

/* Starts a second match on the same table, to be led through the events of the first. */
static void start_again(const struct pip_match *from, struct pip_match *match,
                        struct pip_event *events) {
    pip_match_start(match, &from->setup, events, from->count + 1);
    memcpy(match->name, from->name, sizeof match->name);
}

/* Who resigned after as many events as the match has now, which also resigns there. */
static pip_actors resign_again(const struct pip_match *from, struct pip_match *match) {
    pip_actors now = 0;
    for (int seat = 0; seat < from->setup.seats; seat++) {
        if ((from->resigned >> seat & 1) && from->resigned_at[seat] == match->count &&
            pip_match_resign(match, seat) == PIP_OK)
            now |= (pip_actors)(1u << seat);
    }
    return now;
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
        resign_again(all, &match);
        event_text(&match, all->events[i], text, sizeof text);
        json_array_append_new(list,
                              json_pack("{s:s, s:o}", "text", text, "legal", next_json(&match)));
        pip_match_play(&match, all->events[i].actor, all->events[i].move);
    }
    resign_again(all, &match);
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
        printf("\n%s, %s%s\n%s", cli_name(match, seat), cli_points(setup, match->state, seat),
               match->resigned >> seat & 1 ? ", resigned" : "", buffer + own);
    }
}

static void print_resigned(const struct pip_match *all, struct pip_match *match) {
    pip_actors now = resign_again(all, match);
    for (int seat = 0; seat < match->setup.seats; seat++) {
        if (now >> seat & 1)
            printf("       %s resigned\n", cli_name(match, seat));
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
        print_resigned(all, &match);
        event_text(&match, all->events[i], text, sizeof text);
        printf("%5u  %s\n", i + 1, text);
        pip_match_play(&match, all->events[i].actor, all->events[i].move);
    }
    print_resigned(all, &match);
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
