/* engine: the bots of this program for other programs, line by line (docs/engine.md). */
#include "nets.h"
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define RECORD_MAX (1u << 20) /* bytes of a record */
#define TOP 10                /* candidates that are told, if nobody says otherwise */

struct engine {
    const struct pip_bot *bot;
    uint64_t seed;
    struct cli_nets nets;
    struct pip_match match; /* the position: what the last good lines have said */
    struct pip_event events[32768];
    struct cli_record next; /* the one that is being read; its file is the sheet of them all */
    bool known;             /* there is a position */
    bool reading;           /* lines belong to a record */
    char *record;           /* owned */
    size_t length;
    struct pip_mind mind;
    struct timespec until; /* when to stop thinking */
};

/* Whatever was wrong, everything is as it was before the line. */
__attribute__((format(printf, 1, 2))) static void refuse(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fputs("error ", stdout);
    vprintf(format, arguments);
    putchar('\n');
    va_end(arguments);
}

static bool span_number(struct pip_span *rest, uint32_t most, uint32_t *number) {
    struct pip_span word;
    return pip_span_word(rest, &word) && pip_span_number(word, most, number);
}

/* ---- The position ---- */

/* What was read becomes the position. */
static void accept(struct engine *engine) {
    engine->match = engine->next.match;
    engine->match.events = engine->events;
    memcpy(engine->events, engine->next.events, engine->match.count * sizeof *engine->events);
    engine->known = true;
}

static void end_record(struct engine *engine) {
    struct cli_record *next = &engine->next;
    bool fits = engine->length < RECORD_MAX;
    engine->reading = false;
    if (!fits)
        refuse("a record has at most %u bytes", RECORD_MAX);
    else if (cli_parse_record(next, engine->record, engine->length) == PIP_OK)
        accept(engine);
    else
        refuse("%u:%u: %s", next->fault.line, next->fault.column, next->fault.detail);
}

static void take_record_line(struct engine *engine, struct pip_span line) {
    if (pip_span_is(line, "end")) {
        end_record(engine);
        return;
    }
    if (engine->length + line.length + 1 > RECORD_MAX) {
        engine->length = RECORD_MAX; /* it has become too long, and stays so */
        return;
    }
    memcpy(engine->record + engine->length, line.at, line.length);
    engine->length += line.length;
    engine->record[engine->length++] = '\n';
}

static void do_record(struct engine *engine, struct pip_span rest) {
    if (rest.length > 0) {
        refuse("record stands alone; its lines follow, and then end");
        return;
    }
    engine->reading = true;
    engine->length = 0;
}

/* "GAME [seats N] [sheet NAME] [option KEY=VALUE]..." */
static bool read_setup(struct engine *engine, struct pip_span rest, struct pip_setup *setup) {
    struct pip_span word, value;
    uint32_t seats = 2;
    const struct pip_game *game = pip_span_word(&rest, &word) ? pip_game_find(word) : NULL;
    if (!game)
        return false;
    if (seats > game->seats_max || seats < game->seats_min)
        seats = game->seats_min;
    *setup = pip_setup_default(game, NULL, (int)seats);
    while (rest.length > 0) {
        bool good = false;
        if (!pip_span_word(&rest, &word) || !pip_span_word(&rest, &value))
            return false;
        if (pip_span_is(word, "seats") && pip_span_number(value, PIP_SEATS_MAX, &seats)) {
            setup->seats = (uint8_t)seats;
            good = true;
        } else if (pip_span_is(word, "sheet")) {
            setup->sheet = cli_record_sheet(&engine->next, game, value);
            good = setup->sheet != NULL;
        } else if (pip_span_is(word, "option")) {
            good = pip_setup_option(setup, value) == PIP_OK;
        }
        if (!good)
            return false;
    }
    return true;
}

static void do_setup(struct engine *engine, struct pip_span rest) {
    struct cli_record *next = &engine->next;
    struct pip_setup setup;
    if (!read_setup(engine, rest, &setup)) {
        refuse("setup wants GAME [seats N] [sheet NAME] [option KEY=VALUE]... that are there");
        return;
    }
    enum pip_status status = pip_match_start(&next->match, &setup, next->events,
                                             sizeof next->events / sizeof *next->events);
    if (status == PIP_OK)
        accept(engine);
    else
        refuse("%s", pip_status_text(status));
}

static void do_play(struct engine *engine, struct pip_span rest) {
    struct pip_match *match = &engine->match;
    struct pip_event event;
    enum pip_status status = pip_event_read(match, rest, false, &event);
    if (status == PIP_OK)
        status = pip_match_play(match, event.actor, event.move);
    if (status != PIP_OK)
        refuse("%s: %.*s", pip_status_text(status), (int)rest.length, rest.at);
}

/* ---- Thinking ---- */

/* What "go" asks for. */
struct wish {
    uint32_t seat, nodes, ms, limit, top;
};

static bool read_wish(struct engine *engine, struct pip_span rest, struct wish *wish) {
    const struct pip_match *match = &engine->match;
    pip_actors actors = pip_match_actor(match);
    bool one = actors != PIP_ACTORS_CHANCE && actors && !(actors & (actors - 1u));
    struct pip_span word;
    *wish = (struct wish){.seat = one ? (uint32_t)__builtin_ctz(actors) : UINT32_MAX, .top = TOP};
    const struct {
        const char *name;
        uint32_t *to;
    } keys[] = {{"seat", &wish->seat},
                {"nodes", &wish->nodes},
                {"ms", &wish->ms},
                {"limit", &wish->limit},
                {"top", &wish->top}};
    while (rest.length > 0) {
        uint32_t *to = NULL;
        bool good = pip_span_word(&rest, &word);
        for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
            to = good && pip_span_is(word, keys[i].name) ? keys[i].to : to;
        if (!to || !span_number(&rest, INT32_MAX, to)) {
            refuse("go wants [seat N] [nodes N] [ms N] [limit N] [top N]");
            return false;
        }
    }
    if (wish->seat < match->setup.seats && (actors >> wish->seat & 1))
        return true;
    if (wish->seat == UINT32_MAX && actors && actors != PIP_ACTORS_CHANCE)
        refuse("several seats act at the same time; say which: go seat N");
    else
        refuse("%s", pip_status_text(actors ? PIP_NOT_ACTING : PIP_OVER));
    return false;
}

static bool is_late(void *context) {
    const struct timespec *until = context;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec > until->tv_sec ||
           (now.tv_sec == until->tv_sec && now.tv_nsec >= until->tv_nsec);
}

/* With milliseconds the clock ends the thinking, and some are kept for saying so. */
static void set_budget(struct engine *engine, const struct wish *wish) {
    struct pip_mind *mind = &engine->mind;
    uint64_t ms = wish->limit ? (uint64_t)wish->limit * 8 / 10 : UINT32_MAX;
    if (wish->ms && wish->ms < ms)
        ms = wish->ms;
    clock_gettime(CLOCK_MONOTONIC, &engine->until);
    uint64_t ns = (uint64_t)engine->until.tv_nsec + ms % 1000 * 1000000;
    engine->until.tv_sec += (time_t)(ms / 1000 + ns / 1000000000);
    engine->until.tv_nsec = (long)(ns % 1000000000);
    mind->nodes = wish->nodes ? wish->nodes : wish->ms ? INT32_MAX : 0;
    mind->enough = wish->ms || wish->limit ? is_late : NULL;
    mind->context = &engine->until;
    mind->looked = 0;
}

static void print_line(const struct pip_setup *setup, const struct pip_line *line) {
    char buffer[2048];
    struct pip_text text = pip_text_init(buffer, sizeof buffer);
    for (int i = 0; i < line->steps; i++) {
        pip_text_add(&text, i ? ", " : "");
        setup->game->move_write(setup, line->step[i], &text);
    }
    puts(buffer);
}

/* The same question has the same answer, unless time has ended the thinking: what a bot draws
 * follows from the seed, the seat and how much of the game that seat has seen. */
static struct pip_random stream(const struct engine *engine, uint32_t seat) {
    const struct pip_match *match = &engine->match;
    uint32_t seen = 0;
    for (uint32_t i = 0; i < match->count; i++)
        seen += pip_match_visible(match, seat, i);
    return pip_random_init((struct pip_seed){.seed = engine->seed}, seen * PIP_SEATS_MAX + seat);
}

static void do_go(struct engine *engine, struct pip_span rest) {
    const struct pip_match *match = &engine->match;
    const struct pip_setup *setup = &match->setup;
    struct pip_mind *mind = &engine->mind;
    uint64_t view[PIP_STATE_MAX / 8];
    struct wish wish;
    if (!read_wish(engine, rest, &wish))
        return;
    pip_match_view(match, wish.seat, view);
    set_budget(engine, &wish);
    mind->random = stream(engine, wish.seat);
    const struct pip_line *best = pip_bot_choose(engine->bot, setup, view, (int)wish.seat, mind);
    for (int i = 0; i < mind->count && i < (int)wish.top; i++) {
        const struct pip_candidate *c = &mind->candidate[i];
        printf("candidate %d rank %d error %d value %d win %d line ", i + 1, c->rank, c->error,
               c->value, c->win);
        print_line(setup, &c->line);
    }
    printf("info nodes %u of %d candidates\nbest ", mind->looked, mind->count);
    print_line(setup, best);
}

/* ---- Lines ---- */

static void do_hello(struct engine *engine, struct pip_span rest) {
    if (pip_span_is(rest, "1"))
        printf("id name Pipwright " PIP_VERSION " %s\nready 1\n", engine->bot->name);
    else
        refuse("only version 1 of the protocol is spoken here: hello 1");
}

static void do_bot(struct engine *engine, struct pip_span rest) {
    const struct pip_bot *bot = pip_bot_find(rest);
    if (bot)
        engine->bot = bot;
    else
        refuse("there is no bot \"%.*s\"", (int)rest.length, rest.at);
}

/* What hosts tell programs that do not know the rules. */
static void do_nothing(struct engine *engine, struct pip_span rest) {
    (void)engine, (void)rest;
}

static const struct order {
    const char *word;
    void (*run)(struct engine *engine, struct pip_span rest);
    bool positioned; /* only where there is a position */
} orders[] = {{"hello", do_hello, false},   {"bot", do_bot, false},      {"setup", do_setup, false},
              {"record", do_record, false}, {"play", do_play, true},     {"go", do_go, true},
              {"state", do_nothing, false}, {"legal", do_nothing, false}};

static void obey(struct engine *engine, struct pip_span line) {
    const char *space = memchr(line.at, ' ', line.length);
    struct pip_span word = {line.at, space ? (size_t)(space - line.at) : line.length};
    size_t taken = word.length + (space != NULL);
    struct pip_span rest = {line.at + taken, line.length - taken};
    for (size_t i = 0; i < sizeof orders / sizeof *orders; i++) {
        if (!pip_span_is(word, orders[i].word))
            continue;
        if (orders[i].positioned && !engine->known)
            refuse("there is no position yet; setup or record comes first");
        else
            orders[i].run(engine, rest);
        return;
    }
    refuse("there is no \"%.*s\" here; see docs/engine.md",
           (int)(word.length < 40 ? word.length : 40), word.at);
}

static int listen_to_lines(struct engine *engine) {
    char *line = NULL;
    size_t room = 0;
    for (ssize_t length; (length = getline(&line, &room, stdin)) >= 0;) {
        while (length > 0 && (line[length - 1] == '\n' || line[length - 1] == '\r'))
            length--;
        struct pip_span span = {line, (size_t)length};
        if (engine->reading)
            take_record_line(engine, span);
        else if (pip_span_is(span, "quit"))
            break;
        else if (length > 0)
            obey(engine, span);
        fflush(stdout);
    }
    free(line);
    return CLI_OK;
}

static int run_engine(const struct cli_command *command, int argc, char **argv) {
    static struct engine engine = {.seed = 1};
    const char *bot = NULL, *sheet = NULL;
    const struct cli_option options[] = {
        {"bot", "NAME", "who thinks (default: the strongest)", CLI_TEXT, &bot},
        {"sheet", "FILE", "your own sheet, for records on it", CLI_TEXT, &sheet},
        {CLI_NET_OPTION(engine.nets)},
        {"seed", "N", "of the bot (default 1)", CLI_NUMBER, &engine.seed},
        {0}};
    int code = cli_parse(command, options, argc, argv, NULL, 0, 0);
    if (code >= 0)
        return code;
    if (sheet && (code = cli_load_sheet(sheet, &engine.next.table.file)) != CLI_OK)
        return code;
    code = cli_read_nets(&engine.nets);
    if (code != CLI_OK)
        return code;
    engine.mind.nets = engine.nets.list;
    for (int i = 0; pip_bots[i] && !bot; i++)
        engine.bot = pip_bots[i];
    if (bot)
        engine.bot = cli_find_bot(pip_span_of(bot));
    engine.record = malloc(RECORD_MAX);
    if (!engine.bot || !engine.record)
        return engine.bot ? cli_error(CLI_FAILED, "out of memory") : CLI_USAGE;
    code = listen_to_lines(&engine);
    free(engine.record);
    return code;
}

const struct cli_command cli_engine = {
    .name = "engine",
    .arguments = "[--bot NAME] [--sheet FILE] [--net FILE] [--seed N]",
    .summary = "Speak the line protocol of docs/engine.md: positions in, ranked moves out.",
    .example = "pipwright engine --bot expert",
    .run = run_engine,
};
