/* play: a game in plain text, for a terminal, a pipe or a screen reader. */
#include "cli.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

/* Who sits at the table and what has been shown of the game. */
struct room {
    struct pip_match match;
    struct pip_event *events;
    const struct pip_bot *bot[PIP_SEATS_MAX]; /* NULL: a person */
    struct pip_random random[PIP_SEATS_MAX];
    uint32_t told;    /* events that have been printed */
    bool terminal;    /* somebody can be asked to press Enter */
    bool confirmed;   /* nobody wants the latest moves back */
    const char *save; /* where to write the record at the end, or NULL */
};

enum heard { HEARD_MOVE, HEARD_UNDO, HEARD_QUIT };

/* ---- Telling ---- */

static void tell_events(struct room *room) {
    const struct pip_match *match = &room->match;
    uint32_t until = match->together ? match->together_from : match->count;
    uint64_t state[PIP_STATE_MAX / 8];
    if (room->told >= until)
        return;
    pip_match_at(match, room->told, state);
    for (; room->told < until; room->told++) {
        struct pip_event event = match->events[room->told];
        char buffer[256];
        struct pip_text text = pip_text_init(buffer, sizeof buffer);
        pip_event_write(&match->setup, state, event, &text);
        if (event.actor == PIP_CHANCE)
            printf("\nRolled: %s\n", buffer + 2);
        else
            printf("%s: %s\n", cli_name(match, event.actor), buffer + 2);
        match->setup.game->apply(&match->setup, state, event.actor, event.move);
    }
}

/* A seat's sheet as `viewer` may see it, after what everybody shares. */
static void tell_sheet(const struct pip_match *match, unsigned viewer, int seat) {
    uint64_t state[PIP_STATE_MAX / 8];
    char buffer[16384];
    pip_match_view(match, viewer, state);
    size_t own = cli_state_text(&match->setup, state, seat, buffer, sizeof buffer);
    printf("%.*s%s, %s\n%s", (int)own, buffer, cli_name(match, seat),
           cli_points(&match->setup, state, seat), buffer + own);
}

static void tell_score(const struct pip_match *match, unsigned viewer) {
    uint64_t state[PIP_STATE_MAX / 8];
    pip_match_view(match, viewer, state);
    for (int seat = 0; seat < match->setup.seats; seat++) {
        struct pip_item items[PIP_ITEMS_MAX];
        int count = match->setup.game->score(&match->setup, state, seat, items);
        printf("%s: %s =", cli_name(match, seat), cli_points(&match->setup, state, seat));
        for (int i = 0; i < count; i++)
            printf("%s %s %d", i ? "," : "", items[i].name, items[i].points);
        putchar('\n');
    }
}

/* How the seat's points change with a move, so that a choice can be weighed. */
static int gain_of(const struct pip_setup *setup, const void *view, int seat, pip_move move) {
    uint64_t after[PIP_STATE_MAX / 8];
    memcpy(after, view, sizeof after);
    setup->game->apply(setup, after, (unsigned)seat, move);
    return pip_score_total(setup, after, seat) - pip_score_total(setup, view, seat);
}

static void tell_moves(const struct pip_match *match, int seat, const pip_move *moves, int count) {
    uint64_t view[PIP_STATE_MAX / 8];
    pip_match_view(match, (unsigned)seat, view);
    for (int i = 0; i < count; i++) {
        char buffer[64];
        struct pip_text text = pip_text_init(buffer, sizeof buffer);
        match->setup.game->move_write(&match->setup, moves[i], &text);
        int gain = gain_of(&match->setup, view, seat, moves[i]);
        if (gain)
            printf("%4d  %-14s %+d\n", i + 1, buffer, gain);
        else
            printf("%4d  %s\n", i + 1, buffer);
    }
}

static void tell_help(const struct pip_game *game) {
    fputs(game->notation, stdout);
    puts("Answer with the number of a move or with its text. Behind a move stands how it changes\n"
         "your points at once. Other answers:\n"
         "  undo        take your latest step back, until dice are rolled or others have seen it\n"
         "  sheet N     look at the sheet of seat N\n"
         "  score       everybody's points, item by item\n"
         "  save FILE   write the game so far as a record\n"
         "  quit        stop\n"
         "\"pipwright rules\" explains the games.");
}

/* ---- Hearing ---- */

/* One line of input without its end; false at the end of the input. */
static bool hear_line(char *line, size_t room) {
    fputs("> ", stdout);
    fflush(stdout);
    if (!fgets(line, (int)room, stdin)) {
        putchar('\n');
        return false;
    }
    size_t length = strlen(line);
    if (length + 1 == room && line[length - 1] != '\n') { /* too long to mean anything */
        for (int c; (c = getchar()) != EOF && c != '\n';)
            continue;
        strcpy(line, "...");
        return true;
    }
    while (length > 0 && isspace((unsigned char)line[length - 1]))
        line[--length] = '\0';
    return true;
}

/* Answers that are good at every prompt. Returns true if it was one of them. */
static bool hear_command(struct room *room, unsigned viewer, const char *line, enum heard *heard) {
    const struct pip_match *match = &room->match;
    *heard = HEARD_MOVE;
    if (strcmp(line, "help") == 0 || strcmp(line, "?") == 0) {
        tell_help(match->setup.game);
    } else if (strcmp(line, "score") == 0) {
        tell_score(match, viewer);
    } else if (strncmp(line, "sheet ", 6) == 0 && isdigit((unsigned char)line[6]) && !line[7] &&
               line[6] - '0' < match->setup.seats) {
        tell_sheet(match, viewer, line[6] - '0');
    } else if (strncmp(line, "save ", 5) == 0) {
        if (cli_write_record(match, line + 5) == CLI_OK)
            printf("Saved to %s. Go on later with: pipwright play --load %s\n", line + 5, line + 5);
    } else if (strcmp(line, "undo") == 0) {
        *heard = HEARD_UNDO;
    } else if (strcmp(line, "quit") == 0) {
        *heard = HEARD_QUIT;
    } else {
        return false;
    }
    return true;
}

static bool read_move(const struct pip_match *match, const char *line, const pip_move *moves,
                      int count, pip_move *move) {
    uint32_t number;
    if (pip_span_number(pip_span_of(line), (uint32_t)count, &number) && number > 0) {
        *move = moves[number - 1];
        return true;
    }
    if (match->setup.game->move_read(&match->setup, pip_span_of(line), move) != PIP_OK)
        return false;
    for (int i = 0; i < count; i++) {
        if (moves[i] == *move)
            return true;
    }
    return false;
}

/* ---- Acting ---- */

/* Takes back the latest step of any person. */
static void undo(struct room *room) {
    for (int seat = room->match.setup.seats - 1; seat >= 0; seat--) {
        if (!room->bot[seat] && pip_match_undo(&room->match, seat) == PIP_OK) {
            if (room->told > room->match.count)
                room->told = room->match.count;
            printf("Taken back: a step of %s.\n", cli_name(&room->match, seat));
            return;
        }
    }
    puts("Nothing can be taken back: dice were rolled or others have seen it.");
}

static bool ask_move(struct room *room, int seat) {
    struct pip_match *match = &room->match;
    pip_move moves[PIP_MOVES_MAX], move;
    int count = pip_match_legal(match, seat, moves);
    char line[512];
    enum heard heard;
    putchar('\n');
    tell_sheet(match, (unsigned)seat, seat);
    printf("%s, choose (help explains):\n", cli_name(match, seat));
    tell_moves(match, seat, moves, count);
    while (hear_line(line, sizeof line)) {
        if (hear_command(room, (unsigned)seat, line, &heard)) {
            if (heard == HEARD_UNDO)
                undo(room);
            if (heard != HEARD_MOVE)
                return heard == HEARD_UNDO;
        } else if (read_move(match, line, moves, count, &move)) {
            pip_match_play(match, (unsigned)seat, move);
            room->confirmed = false;
            return true;
        } else {
            printf("\"%s\" is not one of the moves above. A number from 1 to %d, the text of a "
                   "move, or help.\n",
                   line, count);
        }
    }
    return false;
}

/* Before anything is revealed, people at a terminal may take their moves back. False to stop. */
static bool ask_confirm(struct room *room) {
    char line[512];
    enum heard heard;
    if (!room->terminal || room->confirmed) {
        room->confirmed = true;
        return true;
    }
    puts("\nEnter goes on. undo takes the step back.");
    while (hear_line(line, sizeof line)) {
        if (line[0] == '\0') {
            room->confirmed = true;
            return true;
        }
        if (!hear_command(room, PIP_SPECTATOR, line, &heard)) {
            puts("Enter, undo, or help.");
        } else if (heard != HEARD_MOVE) {
            if (heard == HEARD_UNDO)
                undo(room);
            return heard == HEARD_UNDO;
        }
    }
    return false;
}

static bool ask_dice(struct room *room) {
    struct pip_match *match = &room->match;
    struct pip_chance chance;
    char line[512], example[256] = "";
    struct pip_text text = pip_text_init(example, sizeof example);
    enum heard heard;
    pip_move outcome;
    match->setup.game->chance(&match->setup, match->state, &chance);
    pip_chance_write(&chance, 0, &text);
    printf("\nRoll %d dice. What do they show? (For instance: %s)\n", pip_chance_dice(&chance),
           example);
    while (hear_line(line, sizeof line)) {
        if (hear_command(room, PIP_SPECTATOR, line, &heard)) {
            if (heard == HEARD_UNDO)
                undo(room);
            if (heard != HEARD_MOVE)
                return heard == HEARD_UNDO;
        } else if (pip_chance_read(&chance, pip_span_of(line), false, &outcome) == PIP_OK) {
            pip_match_play(match, PIP_CHANCE, outcome);
            return true;
        } else {
            printf("Those are not %d dice of this game. Write them like this: %s\n",
                   pip_chance_dice(&chance), example);
        }
    }
    return false;
}

static int first_person(const struct room *room, pip_actors actors) {
    for (int seat = 0; seat < room->match.setup.seats; seat++) {
        if ((actors >> seat & 1) && !room->bot[seat])
            return seat;
    }
    return -1;
}

/* One step of the game; false to stop. People choose before bots do, so that they can still take it
 * back. */
static bool step(struct room *room, pip_actors actors) {
    struct pip_match *match = &room->match;
    int person = first_person(room, actors);
    if (person >= 0)
        return ask_move(room, person);
    if (!room->confirmed)
        return ask_confirm(room);
    if (actors == PIP_ACTORS_CHANCE) {
        if (match->dice != PIP_DICE_SEED)
            return ask_dice(room);
        return pip_match_roll(match) == PIP_OK;
    }
    int seat = __builtin_ctz(actors);
    uint64_t view[PIP_STATE_MAX / 8];
    pip_match_view(match, (unsigned)seat, view);
    pip_move move = room->bot[seat]->choose(&match->setup, view, seat, &room->random[seat]);
    return pip_match_play(match, (unsigned)seat, move) == PIP_OK;
}

static void tell_end(struct room *room) {
    const struct pip_match *match = &room->match;
    const struct pip_setup *setup = &match->setup;
    printf("\nThe game is over.\n");
    tell_score(match, PIP_SPECTATOR);
    if (setup->game->won) {
        puts(setup->game->won(setup, match->state) ? "You have won together." : "You have lost.");
        return;
    }
    unsigned winners = pip_score_winners(setup, match->state);
    for (int seat = 0; seat < setup->seats && setup->seats > 1; seat++) {
        if (winners >> seat & 1)
            printf("Winner with %s: %s\n", cli_points(setup, match->state, seat),
                   cli_name(match, seat));
    }
}

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
    for (;;) {
        pip_actors actors = pip_match_actor(&room->match);
        if (room->confirmed || actors != PIP_ACTORS_CHANCE)
            tell_events(room);
        if (actors == PIP_ACTORS_OVER)
            break;
        uint32_t count = room->match.count;
        if (!step(room, actors))
            break;
        if (room->save && room->match.count != count && save(room) != CLI_OK)
            return CLI_FAILED;
    }
    bool over = pip_match_close(&room->match) == PIP_OK;
    if (over)
        tell_end(room);
    if (room->save && save(room) != CLI_OK)
        return CLI_FAILED;
    if (room->save)
        printf("Saved to %s.\n", room->save);
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

/* Bots follow the seed of the dice, so that a seeded game can be had again; with real dice they
 * follow nothing. A game that goes on gets streams of its own. */
static int seat_players(struct room *room) {
    struct pip_seed seed = room->match.seed;
    if (room->match.dice != PIP_DICE_SEED)
        seed.seed = any_seed();
    for (int seat = 0; seat < room->match.setup.seats; seat++) {
        const char *name = room->match.name[seat];
        room->random[seat] =
            pip_random_init(seed, room->match.count * PIP_SEATS_MAX + (uint32_t)seat);
        if (strncmp(name, "bot:", 4) != 0)
            continue;
        room->bot[seat] = cli_find_bot(pip_span_of(name + 4));
        if (!room->bot[seat])
            return CLI_USAGE;
    }
    return CLI_OK;
}

/* "Ada,bot:greedy" into the seats' names; how many. -1 after reporting. */
static int read_players(const char *list, char name[][PIP_NAME_MAX + 1]) {
    int count = 0;
    for (const char *at = list;; count++) {
        size_t length = strcspn(at, ",");
        if (count == PIP_SEATS_MAX || !pip_name_valid((struct pip_span){at, length})) {
            cli_error(CLI_USAGE, "--players wants up to %d names with commas between, not \"%s\"",
                      PIP_SEATS_MAX, list);
            return -1;
        }
        memcpy(name[count], at, length);
        name[count][length] = '\0';
        if (at[length] == '\0')
            return count + 1;
        at += length + 1;
    }
}

static int open_table(struct room *room, struct cli_table *table, const char *game,
                      const char *players, uint64_t seed, bool real) {
    char name[PIP_SEATS_MAX][PIP_NAME_MAX + 1] = {{0}};
    int count = players ? read_players(players, name) : 2;
    if (count < 0)
        return CLI_USAGE;
    int code = cli_setup(table, game, count);
    if (code != CLI_OK)
        return code;
    int seats = table->setup.seats;
    if (players && count != seats)
        return cli_error(CLI_USAGE, "--players names %d, but there are %d seats", count, seats);
    for (int seat = 0; seat < seats && !players; seat++)
        snprintf(name[seat], sizeof name[seat], "%s", seat == 0 ? "You" : "bot:greedy");
    uint32_t capacity = table->setup.game->length(&table->setup);
    room->events = malloc(capacity * sizeof *room->events);
    if (!room->events)
        return cli_error(CLI_FAILED, "out of memory");
    pip_match_start(&room->match, &table->setup, room->events, capacity);
    memcpy(room->match.name, name, sizeof name);
    room->match.dice = real ? PIP_DICE_REAL : PIP_DICE_SEED;
    room->match.seed.seed = real ? 0 : seed;
    return CLI_OK;
}

static int load_table(struct room *room, const char *path, const char *sheet) {
    static struct cli_record record;
    record.table.sheet = sheet;
    int code = cli_read_record(&record, path);
    if (code != CLI_OK)
        return code;
    if (record.match.dice == PIP_DICE_FAIR)
        return cli_error(CLI_NO,
                         "%s: only the table where it is played has its fair dice; "
                         "pipwright replay shows it",
                         path);
    room->match = record.match;
    room->told = room->match.together ? room->match.together_from : room->match.count;
    return CLI_OK;
}

static int run_play(const struct cli_command *command, int argc, char **argv) {
    static struct cli_table table;
    static struct room room;
    const char *game, *players = NULL, *load = NULL;
    uint64_t seed = any_seed();
    bool real = false;
    const struct cli_option options[] = {
        CLI_TABLE_OPTIONS(table),
        {"players", "LIST", "names with commas between; bot:greedy and bot:random are bots",
         CLI_TEXT, &players},
        {"seed", "N", "dice that can be had again (default: others every time)", CLI_NUMBER, &seed},
        {"real-dice", NULL, "type in what real dice show", CLI_FLAG, &real},
        {"load", "FILE", "go on with a saved game", CLI_TEXT, &load},
        {"save", "FILE", "keep the record there, step by step", CLI_TEXT, &room.save},
        {0}};
    int code = cli_parse(command, options, argc, argv, &game, 0, 1);
    if (code >= 0)
        return code;
    if (load && (game || players || real || table.seats || table.options.count > 0))
        return cli_error(CLI_USAGE, "--load goes on with a game as it is; leave out the rest");
    code = load ? load_table(&room, load, table.sheet)
                : open_table(&room, &table, game ? game : "lost-cities", players, seed, real);
    if (code == CLI_OK)
        code = seat_players(&room);
    if (code == CLI_OK) {
        if (room.save && cli_write_record(&room.match, room.save) != CLI_OK)
            return CLI_FAILED; /* better now than after the game */
        room.terminal = isatty(STDIN_FILENO);
        room.confirmed = true;
        printf("%s, sheet %s\n%s", room.match.setup.game->title, room.match.setup.sheet->name,
               room.match.setup.game->notation);
        code = run_room(&room);
    }
    free(room.events);
    return code;
}

const struct cli_command cli_play = {
    .name = "play",
    .arguments = "[GAME] [--players LIST] [--sheet NAME] ...",
    .summary = "Play a game here, alone, with others at this keyboard, or against bots.",
    .example = "pipwright play lost-cities --players Ada,Ben,bot:greedy",
    .run = run_play,
};
