/* play: a game in plain text, for a terminal, a pipe or a screen reader. */
#include "room.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/random.h>
#include <unistd.h>

/* ---- Running ---- */

/* Saves what there is so far; if that fails the record is printed, so that nothing is lost. */
static int save(struct room *room) {
    if (cli_write_record(&room->match, room->save) == CLI_OK)
        return CLI_OK;
    struct pip_text measure = pip_text_init(NULL, 0);
    pip_record_write(&room->match, &measure);
    char *buffer = malloc(measure.length + 1);
    if (buffer) {
        struct pip_text text = pip_text_init(buffer, measure.length + 1);
        pip_record_write(&room->match, &text);
        printf("\nThis is the record, to be saved by hand:\n\n%s", buffer);
    }
    free(buffer);
    return CLI_FAILED;
}

static int run_room(struct room *room) {
    bool changed = false;
    for (;;) {
        pip_actors actors = pip_match_actor(&room->match);
        if (room->confirmed || actors != PIP_ACTORS_CHANCE)
            room_tell_events(room);
        if (actors == PIP_ACTORS_OVER)
            break;
        uint32_t count = room->match.count;
        if (!room_step(room, actors))
            break;
        if (room->match.count == count)
            continue;
        changed = true;
        if (room->save && save(room) != CLI_OK)
            return CLI_FAILED;
    }
    changed |= !room->match.closed;
    bool over = pip_match_close(&room->match) == PIP_OK;
    if (over) {
        room_tell_end(room);
        room_tell_tutor(room);
    }
    if (room->save && changed && save(room) != CLI_OK)
        return CLI_FAILED;
    if (room->save)
        printf("Saved to %s.%s%s%s\n", room->save,
               over ? "" : " Go on with: pipwright play --load ", over ? "" : room->save,
               !over && room->rolls ? " --new-dice" : "");
    else if (!over)
        puts("Stopped. Start with --save FILE to keep a game.");
    return CLI_OK;
}

/* ---- Sitting down ---- */

static uint64_t any_seed(void) {
    uint64_t seed = 0;
    if (getrandom(&seed, sizeof seed, 0) != (ssize_t)sizeof seed)
        seed = (uint64_t)getpid();
    return seed;
}

/* What the command line says. */
struct wishes {
    struct cli_table table;
    const char *game, *players, *first, *seed, *load, *save, *tutor;
    struct room_wish branch; /* with `load` */
    uint64_t limit;          /* milliseconds for a program's choice */
    bool real;
    struct {
        char name[PIP_NAME_MAX + 1];
        char *command; /* owned */
    } guest[PIP_SEATS_MAX];
    int guests;
};

/* The programs that --players names. A record never starts one. */
static void seat_guest(struct room *room, const struct wishes *wishes, int seat) {
    for (int i = 0; i < wishes->guests; i++) {
        if (strcmp(room->match.name[seat], wishes->guest[i].name) != 0)
            continue;
        room->bot[seat] = pip_bots[0]; /* should it lose its seat */
        room->terms[seat] =
            (struct pip__guest_terms){.command = wishes->guest[i].command, .limit = wishes->limit};
    }
}

/* Bots follow the seed of the dice, so that a seeded game can be had again; with real dice they
 * follow nothing. A game that goes on gets streams of its own. */
static int seat_players(struct room *room, const struct wishes *wishes) {
    struct pip_seed seed = room->match.seed;
    if (room->match.dice != PIP_DICE_SEED)
        seed.seed = any_seed();
    for (int seat = 0; seat < room->match.setup.seats; seat++) {
        const char *name = room->match.name[seat];
        room->random[seat] =
            pip_random_init(seed, room->match.count * PIP_SEATS_MAX + (uint32_t)seat);
        seat_guest(room, wishes, seat);
        if (strncmp(name, "bot:", 4) != 0)
            continue;
        room->bot[seat] = cli_find_bot(pip_span_of(name + 4));
        if (!room->bot[seat])
            return CLI_USAGE;
    }
    return CLI_OK;
}

/* Bots of a kind may be several. */
static bool is_taken(struct pip_span name, char before[][PIP_NAME_MAX + 1], int count) {
    for (int i = 0; i < count; i++) {
        if (pip_span_is(name, before[i]) && strncmp(before[i], "bot:", 4) != 0)
            return true;
    }
    return false;
}

/* Whether a name can stand among those before it; CLI_OK, or CLI_USAGE after saying why not. */
static int check_name(struct pip_span name, char before[][PIP_NAME_MAX + 1], int count) {
    int length = (int)name.length;
    if (count == PIP_SEATS_MAX)
        return cli_error(CLI_USAGE, "--players names more than %d: no seat is left for \"%.*s\"",
                         PIP_SEATS_MAX, length, name.at);
    if (length == 0)
        return cli_error(CLI_USAGE, "--players: name %d is empty; put one comma between two names",
                         count + 1);
    if (length > PIP_NAME_MAX)
        return cli_error(CLI_USAGE, "--players: \"%.*s\" has %d bytes; a name has at most %d",
                         length, name.at, length, PIP_NAME_MAX);
    if (!pip_name_valid(name))
        return cli_error(CLI_USAGE,
                         "--players: \"%.*s\" cannot be a name; it has a ; or a control character, "
                         "or is not UTF-8",
                         length, name.at);
    if (is_taken(name, before, count))
        return cli_error(CLI_USAGE, "--players: two are called \"%.*s\"; rename one of them",
                         length, name.at);
    return CLI_OK;
}

/* A program is called by its own name, with a number if that is taken; `name` is the text of that.
 */
static struct pip_span name_guest(struct wishes *wishes, struct pip_span asked,
                                  char before[][PIP_NAME_MAX + 1], int count) {
    size_t prefix = strlen(PIP__GUEST_PREFIX);
    if (!pip__guest_is_named(asked) || wishes->guests == PIP_SEATS_MAX)
        return asked;
    char *command = strndup(asked.at + prefix, asked.length - prefix);
    char *name = wishes->guest[wishes->guests].name;
    wishes->guest[wishes->guests++].command = command;
    pip__guest_name(command ? command : "", name);
    name[PIP_NAME_MAX - 2] = '\0';
    size_t length = strlen(name);
    for (int number = 2; is_taken(pip_span_of(name), before, count) && number < 10; number++)
        snprintf(name + length, 3, " %d", number);
    return pip_span_of(name);
}

/* "Ada, bot:club, exec:./mybot" into the seats' names; how many. -1 after reporting. */
static int read_players(struct wishes *wishes, char name[][PIP_NAME_MAX + 1]) {
    int count = 0;
    for (const char *at = wishes->players;; count++) {
        size_t whole = strcspn(at, ","), left = 0, length = whole;
        while (left < length && isspace((unsigned char)at[left]))
            left++;
        while (length > left && isspace((unsigned char)at[length - 1]))
            length--;
        struct pip_span span =
            name_guest(wishes, (struct pip_span){at + left, length - left}, name, count);
        if (check_name(span, name, count) != CLI_OK)
            return -1;
        snprintf(name[count], PIP_NAME_MAX + 1, "%.*s", (int)span.length, span.at);
        if (at[whole] == '\0')
            return count + 1;
        at += whole + 1;
    }
}

/* LC2.8, ES1.8: who begins is drawn from the seed, or with real dice as the people like; -1 is
 * drawn. The seats move round so that whoever it is has seat 0. */
static int settle_first(struct room *room, const char *wish) {
    struct pip_match *match = &room->match;
    int seats = match->setup.seats, first = -1;
    bool turns = match->setup.game->first != PIP_FIRST_NOBODY;
    if (wish && !turns)
        return cli_error(CLI_USAGE, "in %s all act at the same time; leave out --first",
                         match->setup.game->name);
    if (wish && strcasecmp(wish, "draw") != 0) {
        first = room_find_seat(match, wish);
        if (first < 0)
            return cli_error(CLI_USAGE, "--first wants draw or the name of one player, not \"%s\"",
                             wish);
    }
    if (!turns || seats == 1)
        return CLI_OK;
    bool real = match->dice == PIP_DICE_REAL;
    if (!wish && real && room->asks && !room_ask_first(room, &first))
        return CLI_OK; /* the input has ended, and the game will too */
    bool drawn = first < 0;
    if (drawn)
        first = pip_seed_first(real ? (struct pip_seed){.seed = any_seed()} : match->seed, seats);
    pip_match_begin_with(match, first, drawn && !real);
    return CLI_OK;
}

static int open_table(struct room *room, struct wishes *wishes) {
    char name[PIP_SEATS_MAX][PIP_NAME_MAX + 1] = {{0}};
    uint64_t seed = any_seed();
    int count = wishes->players ? read_players(wishes, name) : 2;
    if (count < 0 || (wishes->seed && cli_number("seed", wishes->seed, &seed) != CLI_OK))
        return CLI_USAGE;
    struct cli_table *table = &wishes->table;
    int code = cli_setup(table, wishes->game ? wishes->game : "lost-cities", count);
    if (code != CLI_OK)
        return code;
    int seats = table->setup.seats;
    if (wishes->players && count != seats)
        return cli_error(CLI_USAGE, "--players names %d, but there are %d seats", count, seats);
    for (int seat = 0; seat < seats && !wishes->players; seat++)
        snprintf(name[seat], sizeof name[seat], "%s%s",
                 seat == 0 ? "Player" : "bot:", seat == 0 ? "" : pip_bot_usual->name);
    uint32_t capacity = table->setup.game->length(&table->setup);
    room->events = malloc(capacity * sizeof *room->events);
    if (!room->events)
        return cli_error(CLI_FAILED, "out of memory");
    pip_match_start(&room->match, &table->setup, room->events, capacity);
    memcpy(room->match.name, name, sizeof name);
    room->match.dice = wishes->real ? PIP_DICE_REAL : PIP_DICE_SEED;
    room->match.seed.seed = wishes->real ? 0 : seed;
    return settle_first(room, wishes->first);
}

static bool branches(const struct wishes *wishes) {
    const struct room_wish *branch = &wishes->branch;
    return branch->at != UINT64_MAX || branch->seat || branch->fresh;
}

/* Within another game, which stays as it is. */
static int load_branch(struct room *room, struct wishes *wishes, const struct pip_match *from) {
    wishes->branch.seed.seed = any_seed();
    if (wishes->seed && cli_number("seed", wishes->seed, &wishes->branch.seed.seed) != CLI_OK)
        return CLI_USAGE;
    return room_branch(room, from, &wishes->branch);
}

/* A game that goes on is kept where it was. */
static int load_table(struct room *room, struct wishes *wishes) {
    static struct cli_record record;
    const char *path = wishes->load;
    record.table.sheet = wishes->table.sheet;
    int code = cli_read_record(&record, path);
    if (code != CLI_OK)
        return code;
    if (branches(wishes))
        return load_branch(room, wishes, &record.match);
    if (record.match.dice == PIP_DICE_FAIR)
        return cli_error(CLI_NO,
                         "%s: its fair dice are known only at the table where it is played; "
                         "pipwright replay shows it, --at or --new-dice goes on with other dice",
                         path);
    room->match = record.match;
    room->told = pip_match_public(&room->match);
    if (!wishes->save && strcmp(path, "-") != 0)
        room->save = path;
    return CLI_OK;
}

/* Wishes that cannot all be granted. */
static int check_wishes(const struct wishes *wishes) {
    const struct cli_table *table = &wishes->table;
    if (wishes->limit < 1 || wishes->limit > INT32_MAX)
        return cli_error(CLI_USAGE, "--limit is 1 to %d", INT32_MAX);
    bool itself = wishes->load && wishes->save && strcmp(wishes->load, wishes->save) == 0;
    if (!wishes->load && branches(wishes))
        return cli_error(CLI_USAGE, "--at, --seat and --new-dice go on with a record; name it with "
                                    "--load FILE");
    if (wishes->load && wishes->seed && !wishes->branch.fresh)
        return cli_error(CLI_USAGE, "a loaded game has its dice already; leave out --seed");
    if (wishes->load && (wishes->game || wishes->players || wishes->first || wishes->real ||
                         table->seats || table->options.count > 0))
        return cli_error(CLI_USAGE, "--load goes on with a game as it is; leave out other options");
    if (wishes->real && wishes->seed)
        return cli_error(CLI_USAGE, "real dice follow no seed; leave out --seed or --real-dice");
    if (wishes->save && !itself && cli_holds_something(wishes->save))
        return cli_error(CLI_USAGE,
                         "%s is there already and stays as it is: choose another name, go on with "
                         "it (--load %s), or remove it",
                         wishes->save, wishes->save);
    return CLI_OK;
}

/* The help of --players: how bots are written, and what can be expected of each. */
static const char *levels_help(void) {
    static char help[1024];
    int length = snprintf(help, sizeof help,
                          "names, separated by commas; exec:PROGRAM is a bot of your own (see "
                          "docs/engine.md), bot:LEVEL one of these, weakest first:");
    for (int i = 0; pip_bots[i] && length < (int)sizeof help; i++)
        length += snprintf(help + length, sizeof help - (size_t)length, "\n%25s%-9s %s%s", "",
                           pip_bots[i]->name, pip_bots[i]->summary,
                           pip_bots[i] == pip_bot_usual ? " (default)" : "");
    return help;
}

#define TUTOR_HELP                                                                          \
    "ask before a costly choice is final: big, clear, all (default: off).\n"                \
    "                         Chance to win or to escape: from 8, 3, 1 percentage points\n" \
    "                         on; points in Lost Cities alone: 10, 4, 1; in Roller: 2,\n"   \
    "                         0.8, 0.2"

static int run_play(const struct cli_command *command, int argc, char **argv) {
    static struct wishes wishes = {
        .limit = PIP__GUEST_LIMIT, .tutor = "off", .branch.at = UINT64_MAX};
    static struct room room;
    const struct cli_option options[] = {
        CLI_TABLE_OPTIONS(wishes.table),
        {"players", "LIST", levels_help(), CLI_TEXT, &wishes.players},
        {"limit", "MS", "milliseconds that exec:PROGRAM has for a choice (default 10000)",
         CLI_NUMBER, &wishes.limit},
        {"first", "draw|NAME", "who begins, where there are turns (default: draw)", CLI_TEXT,
         &wishes.first},
        {"seed", "N", "for the same dice again (default: new ones every time)", CLI_TEXT,
         &wishes.seed},
        {"real-dice", NULL, "type in what real dice show", CLI_FLAG, &wishes.real},
        {"load", "FILE", "go on with a saved game, and keep saving it there", CLI_TEXT,
         &wishes.load},
        {"at", "N", "with --load: what if? Go on after N events; the file stays as it is",
         CLI_NUMBER, &wishes.branch.at},
        {"seat", "NAME", "with --load: play this seat, and let bots play the others", CLI_TEXT,
         &wishes.branch.seat},
        {"new-dice", NULL, "with --load: new dice instead of those rolled then; --seed sets them",
         CLI_FLAG, &wishes.branch.fresh},
        {"tutor", "LEVEL", TUTOR_HELP, CLI_TEXT, &wishes.tutor},
        {"save", "FILE", "save the record after every step, in a new file", CLI_TEXT, &wishes.save},
        {0}};
    int code = cli_parse(command, options, argc, argv, &wishes.game, 0, 1);
    if (code >= 0)
        return code;
    code = check_wishes(&wishes);
    if (code != CLI_OK)
        return code;
    const char *kind = getenv("TERM");
    room.asks = isatty(STDIN_FILENO);
    room.hides = isatty(STDOUT_FILENO) && kind && strcmp(kind, "dumb") != 0;
    room.confirmed = true;
    room.facing = -1;
    room.save = wishes.save;
    if (!room_tutor_level(wishes.tutor, &room.tutor.level))
        return cli_error(CLI_USAGE, "--tutor is off, big, clear or all, not \"%s\"", wishes.tutor);
    code = wishes.load ? load_table(&room, &wishes) : open_table(&room, &wishes);
    if (code == CLI_OK)
        code = seat_players(&room, &wishes);
    if (code == CLI_OK && wishes.save)
        code = cli_write_record(&room.match, room.save); /* better now than after the game */
    if (code == CLI_OK) {
        room_tell_table(&room);
        room_tell_tutor(&room);
        code = run_room(&room);
    }
    for (int seat = 0; seat < PIP_SEATS_MAX; seat++)
        pip__guest_end(&room.guest[seat]);
    for (int i = 0; i < wishes.guests; i++)
        free(wishes.guest[i].command);
    free(room.kept);
    free(room.events);
    return code;
}

const struct cli_command cli_play = {
    .name = "play",
    .arguments = "[GAME] [--players LIST] [--sheet NAME] ...",
    .summary = "Play a game here: alone, with others at this keyboard, with bots.",
    .example = "pipwright play lost-cities --players Ada,Ben,bot:expert",
    .run = run_play,
};
