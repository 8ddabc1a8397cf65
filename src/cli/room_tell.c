#include "room.h"
#include <string.h>

void room_tell_table(const struct room *room) {
    const struct pip_match *match = &room->match;
    printf("%s, sheet %s\n%sAt the table, clockwise:", match->setup.game->title,
           match->setup.sheet->name, match->setup.game->notation);
    for (int seat = 0; seat < match->setup.seats; seat++)
        printf("%s %d %s%s", seat ? "," : "", seat, cli_name(match, seat),
               room->bot[seat] ? " (bot)" : "");
    puts(".");
    if (match->count == 0 && match->setup.seats > 1 && match->setup.game->first != PIP_FIRST_NOBODY)
        printf("%s%s begins.\n", match->drawn ? "Drawn: " : "", cli_name(match, 0));
    puts("Type help to see what else you can answer.");
}

/* A sentence whose {what} and {number} are filled in. */
static void tell_words(const struct pip_news *news) {
    for (const char *at = news->words; *at;) {
        bool what = strncmp(at, "{what}", 6) == 0, number = strncmp(at, "{number}", 8) == 0;
        if (what)
            fputs(news->what, stdout);
        else if (number)
            printf("%d", news->number);
        else
            putchar(*at);
        at += what ? 6 : number ? 8 : 1;
    }
}

/* LC2.10: what players say aloud, when everybody may know it. */
static void tell_news(const struct pip_match *match, const void *before, const void *after) {
    struct pip_news news[PIP_NEWS_MAX];
    const struct pip_game *game = match->setup.game;
    int count = game->announce ? game->announce(&match->setup, before, after, news) : 0;
    for (int i = 0; i < count; i++) {
        printf("  %s ", cli_name(match, news[i].seat));
        tell_words(&news[i]);
        puts(".");
    }
}

void room_tell_events(struct room *room) {
    const struct pip_match *match = &room->match;
    uint32_t until = pip_match_public(match);
    uint64_t state[PIP_STATE_MAX / 8], before[PIP_STATE_MAX / 8];
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
        memcpy(before, state, sizeof before);
        match->setup.game->apply(&match->setup, state, event.actor, event.move);
        tell_news(match, before, state);
    }
}

void room_tell_sheet(const struct room *room, unsigned viewer, int seat) {
    const struct pip_match *match = &room->match;
    uint64_t state[PIP_STATE_MAX / 8];
    char buffer[16384];
    pip_match_view(match, viewer, state);
    size_t own = cli_state_text(&match->setup, state, seat, buffer, sizeof buffer);
    printf("%.*s%s, %s\n%s", (int)own, buffer, cli_name(match, seat),
           cli_points(&match->setup, state, seat), buffer + own);
}

void room_tell_score(const struct room *room, unsigned viewer) {
    const struct pip_match *match = &room->match;
    uint64_t state[PIP_STATE_MAX / 8];
    pip_match_view(match, viewer, state);
    for (int seat = 0; seat < match->setup.seats; seat++) {
        struct pip_item items[PIP_ITEMS_MAX];
        int count = match->setup.game->score(&match->setup, state, seat, items);
        printf("%s%s: %s =", cli_name(match, seat),
               match->resigned >> seat & 1 ? " (resigned)" : "",
               cli_points(&match->setup, state, seat));
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

/* "   3  red 5          -20", padded to the width of a column. */
static void write_choice(const struct room *room, const void *view, int seat, int number,
                         pip_move move, char *cell, size_t width) {
    const struct pip_setup *setup = &room->match.setup;
    char words[WORDS_ROOM];
    struct pip_text text = pip_text_init(words, sizeof words);
    setup->game->move_write(setup, move, &text);
    int gain = gain_of(setup, view, seat, move);
    if (gain)
        snprintf(cell, width, "%4d  %-14s %+d", number, words, gain);
    else
        snprintf(cell, width, "%4d  %s", number, words);
}

/* Many moves stand in columns on a terminal, so that the sheet above them stays in sight; a pipe
 * and a screen reader get them one a line. */
void room_tell_moves(const struct room *room, int seat, const pip_move *moves, int count) {
    uint64_t view[PIP_STATE_MAX / 8];
    int columns = room->hides && count > 8 ? 3 : 1, rows = (count + columns - 1) / columns;
    pip_match_view(&room->match, (unsigned)seat, view);
    for (int row = 0; row < rows; row++) {
        for (int i = row; i < count; i += rows) {
            char cell[WORDS_ROOM + 32];
            write_choice(room, view, seat, i + 1, moves[i], cell, sizeof cell);
            printf("%-*s", i + rows < count ? 26 : 0, cell);
        }
        putchar('\n');
    }
}

void room_tell_end(const struct room *room) {
    const struct pip_match *match = &room->match;
    const struct pip_setup *setup = &match->setup;
    printf("\nThe game is over.\n");
    room_tell_score(room, PIP_SPECTATOR);
    if (setup->game->won) {
        puts(setup->game->won(setup, match->state) ? "You have won together." : "You have lost.");
        return;
    }
    pip_actors winners = pip_match_winners(match);
    for (int seat = 0; seat < setup->seats && setup->seats > 1; seat++) {
        if (winners >> seat & 1)
            printf("Winner with %s: %s\n", cli_points(setup, match->state, seat),
                   cli_name(match, seat));
    }
}

void room_wipe(struct room *room) {
    if (room->hides)
        fputs("\033[H\033[2J\033[3J", stdout);
    else if (!room->admitted)
        puts("\nThe output is not a terminal: what people choose at the same time cannot be\n"
             "wiped from it.");
    room->admitted = true;
}
