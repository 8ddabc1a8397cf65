#include "room.h"
#include <ctype.h>
#include <string.h>
#include <sys/stat.h>

char *room_hear_line(char line[ROOM_LINE]) {
    fputs("> ", stdout);
    fflush(stdout);
    if (!fgets(line, ROOM_LINE, stdin)) {
        putchar('\n');
        return NULL;
    }
    size_t length = strlen(line);
    if (length + 1 == ROOM_LINE && line[length - 1] != '\n') { /* too long to mean anything */
        for (int c; (c = getchar()) != EOF && c != '\n';)
            continue;
        strcpy(line, "...");
    }
    return words_trim(line);
}

/* ---- Commands ---- */

struct asking {
    struct room *room;
    unsigned viewer;
    const char *argument; /* what stands after the command, as typed; "" for nothing */
};

static enum heard hear_help(const struct asking *asking);

int room_find_seat(const struct pip_match *match, const char *who) {
    char plain[ROOM_LINE], name[PIP_NAME_MAX + 8];
    uint32_t number;
    struct words_choice choice = {0};
    if (pip_span_number(pip_span_of(who), match->setup.seats - 1u, &number))
        return (int)number;
    words_plain(who, plain, sizeof plain);
    for (int seat = 0; seat < match->setup.seats; seat++) {
        words_plain(cli_name(match, seat), name, sizeof name);
        bool recorded = strcmp(who, match->name[seat]) == 0; /* "bot:club" */
        words_consider(&choice, recorded ? WORDS_SAME : words_fit(plain, name), seat);
    }
    return choice.count == 1 ? choice.first : -1;
}

static enum heard hear_sheet(const struct asking *asking) {
    const struct room *room = asking->room;
    bool own = asking->argument[0] == '\0' && asking->viewer < room->match.setup.seats;
    int seat = own                   ? (int)asking->viewer
               : asking->argument[0] ? room_find_seat(&room->match, asking->argument)
                                     : -1;
    if (seat >= 0) {
        room_tell_sheet(room, asking->viewer, seat);
        return HEARD_NOTHING;
    }
    fputs("Whose sheet? Type sheet and one of:", stdout);
    for (seat = 0; seat < room->match.setup.seats; seat++)
        printf("%s %d %s", seat ? "," : "", seat, cli_name(&room->match, seat));
    putchar('\n');
    return HEARD_NOTHING;
}

static enum heard hear_score(const struct asking *asking) {
    room_tell_score(asking->room, asking->viewer);
    return HEARD_NOTHING;
}

static enum heard hear_save(const struct asking *asking) {
    struct room *room = asking->room;
    const char *path = asking->argument;
    bool ours = strcmp(path, room->copy) == 0 || (room->save && strcmp(path, room->save) == 0);
    if (path[0] == '\0') {
        puts("Save where? Type save and the name of a file.");
    } else if (!ours && cli_holds_something(path)) {
        printf("%s is there already and stays as it is. Save under another name, or remove it "
               "first.\n",
               path);
    } else if (cli_write_record(&room->match, path) == CLI_OK) {
        snprintf(room->copy, sizeof room->copy, "%s", path);
        printf("Saved to %s. Go on later with: pipwright play --load %s\n", path, path);
    }
    return HEARD_NOTHING;
}

static enum heard hear_undo(const struct asking *asking) {
    (void)asking;
    return HEARD_UNDO;
}

static enum heard hear_turns(const struct asking *asking) {
    if (asking->viewer < asking->room->match.setup.seats)
        return HEARD_TURNS;
    puts("Nobody is choosing now; ask for turns while several choose at the same time.");
    return HEARD_NOTHING;
}

static enum heard hear_quit(const struct asking *asking) {
    struct room *room = asking->room;
    bool lost = room->asks && !room->save && !room->copy[0] && room->match.count > 0;
    if (!lost || room->warned)
        return HEARD_QUIT;
    room->warned = true;
    puts("This game has not been saved: save FILE keeps it, quit again stops.");
    return HEARD_NOTHING;
}

/* Everything but moves and dice that can be answered. */
static const struct command {
    const char *name, *other; /* a second way to say it, whole, or NULL */
    const char *argument, *help;
    enum heard (*hear)(const struct asking *asking);
} commands[] = {
    {"undo", NULL, NULL, "take back your latest step, until dice roll or others have seen it",
     hear_undo},
    {"turns", NULL, NULL, "let those who choose at the same time choose in turn, clockwise",
     hear_turns},
    {"sheet", NULL, "WHO", "look at a sheet, by name or seat; without WHO at your own", hear_sheet},
    {"score", NULL, NULL, "everybody's points, item by item", hear_score},
    {"save", NULL, "FILE", "write the game so far as a record", hear_save},
    {"help", "?", NULL, "this text", hear_help},
    {"quit", "exit", NULL, "stop", hear_quit},
};
#define COMMANDS ((int)(sizeof commands / sizeof *commands))

static enum heard hear_help(const struct asking *asking) {
    const struct pip_match *match = &asking->room->match;
    fputs(match->setup.game->notation, stdout);
    puts("Answer with the number of a move, or with its text: words may be shortened.\n"
         "The figure after a move is how it changes your points at once. Enter shows the\n"
         "moves again. Other answers:");
    for (int i = 0; i < COMMANDS; i++) {
        char left[32];
        snprintf(left, sizeof left, "%s%s%s", commands[i].name, commands[i].argument ? " " : "",
                 commands[i].argument ? commands[i].argument : "");
        printf("  %-11s %s\n", left, commands[i].help);
    }
    if (match->dice == PIP_DICE_REAL)
        puts("undo also takes back dice that were mistyped, until a person has acted on "
             "them.");
    puts("\"pipwright rules\" explains the games.");
    return HEARD_NOTHING;
}

/* ---- What was meant ---- */

static enum words_fit command_fit(const struct command *command, const char *typed) {
    char first[ROOM_LINE];
    size_t length = strcspn(typed, " ");
    if (command->other && strcmp(typed, command->other) == 0)
        return WORDS_SAME;
    if (!command->argument || typed[length] == '\0')
        return words_fit(typed, command->name);
    snprintf(first, sizeof first, "%.*s", (int)length, typed);
    enum words_fit fit = words_fit(first, command->name);
    return fit == WORDS_SAME ? fit : fit == WORDS_OTHER ? fit : WORDS_BEGUN;
}

static const char *move_text(const struct pip_match *match, pip_move move, char text[WORDS_ROOM]) {
    struct pip_text built = pip_text_init(text, WORDS_ROOM);
    match->setup.game->move_write(&match->setup, move, &built);
    return text;
}

/* The texts are the moves in their order, then the commands. */
static enum words_fit text_fit(const struct pip_match *match, const char *typed,
                               const pip_move *moves, int count, int index) {
    char text[WORDS_ROOM];
    return index < count ? words_fit(typed, move_text(match, moves[index], text))
                         : command_fit(&commands[index - count], typed);
}

static struct words_choice choose(const struct pip_match *match, const char *typed,
                                  const pip_move *moves, int count) {
    struct words_choice choice = {0};
    for (int i = 0; i < count + COMMANDS; i++)
        words_consider(&choice, text_fit(match, typed, moves, count, i), i);
    return choice;
}

static void tell_candidates(const struct pip_match *match, const char *line, const char *typed,
                            const pip_move *moves, int count, struct words_choice choice) {
    char text[WORDS_ROOM];
    bool any = false;
    printf("\"%s\" could be: ", line);
    for (int i = choice.first; i < count + COMMANDS; i++) {
        if (text_fit(match, typed, moves, count, i) != choice.best)
            continue;
        printf("%s%s", any ? ", " : "",
               i < count ? move_text(match, moves[i], text) : commands[i - count].name);
        any = true;
    }
    puts(". Write more of it.");
}

static enum heard hear_text(struct room *room, unsigned viewer, const char *line,
                            const pip_move *moves, int count, pip_move *move) {
    char typed[ROOM_LINE], split[ROOM_LINE];
    words_plain(line, typed, sizeof typed);
    struct words_choice choice = choose(&room->match, typed, moves, count);
    if (choice.count == 0) {
        words_split(typed, split, sizeof split);
        strcpy(typed, split);
        choice = choose(&room->match, typed, moves, count);
    }
    if (choice.count == 0 || typed[0] == '\0')
        return HEARD_ODD;
    if (choice.count > 1) {
        tell_candidates(&room->match, line, typed, moves, count, choice);
        return HEARD_NOTHING;
    }
    if (choice.first < count) {
        *move = moves[choice.first];
        return HEARD_MOVE;
    }
    const char *gaps = " \t,", *argument = line + strspn(line, gaps);
    argument += strcspn(argument, gaps);
    argument += strspn(argument, gaps);
    return commands[choice.first - count].hear(&(struct asking){room, viewer, argument});
}

enum heard room_hear(struct room *room, unsigned viewer, const char *line, const pip_move *moves,
                     int count, pip_move *move) {
    uint32_t number;
    if (line[0] == '\0')
        return HEARD_ENTER;
    if (pip_span_number(pip_span_of(line), (uint32_t)count, &number) && number > 0) {
        *move = moves[number - 1];
        return HEARD_MOVE;
    }
    return hear_text(room, viewer, line, moves, count, move);
}
