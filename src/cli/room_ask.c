#include "room.h"
#include <time.h>

/* ---- In which order people are asked ---- */

/* Those who choose at the same time, also when some of them have; nobody where one acts alone. */
static pip_actors choosing(const struct pip_match *match) {
    pip_actors actors = match->together ? match->together : pip_match_actor(match);
    bool several = actors != PIP_ACTORS_CHANCE && (actors & (actors - 1u)) != 0;
    return several ? actors : 0;
}

/* Seat number `i` clockwise, beginning after those who do not choose: the order of a record. */
static int clockwise(const struct pip_match *match, int i) {
    pip_actors set = choosing(match);
    int seats = match->setup.seats, first = 0;
    for (int seat = seats - 1; seat >= 0; seat--) {
        int left = (seat + seats - 1) % seats;
        if ((set >> seat & 1) && !(set >> left & 1))
            first = seat;
    }
    return (first + i) % seats;
}

static int next_person(const struct room *room, pip_actors actors) {
    for (int i = 0; i < room->match.setup.seats; i++) {
        int seat = clockwise(&room->match, i);
        if ((actors >> seat & 1) && !room->bot[seat])
            return seat;
    }
    return -1;
}

/* Whether the screen shows what somebody else has chosen and this seat must not know. */
static bool shows_hidden(const struct room *room, int seat) {
    const struct pip_match *match = &room->match;
    for (uint32_t i = pip_match_public(match); i < match->count; i++) {
        if (match->events[i].actor == room->facing && room->facing != seat)
            return true;
    }
    return false;
}

/* ---- Taking back ---- */

/* Whether nobody but bots has acted since the latest roll. */
static bool is_roll_unused(const struct room *room) {
    const struct pip_match *match = &room->match;
    for (uint32_t i = match->count; i > 0 && match->events[i - 1].actor != PIP_CHANCE; i--) {
        if (!room->bot[match->events[i - 1].actor])
            return false;
    }
    return true;
}

/* Whether a person has a step that can be taken back. */
static bool can_undo(const struct room *room) {
    const struct pip_match *match = &room->match;
    uint32_t from = match->together ? match->together_from : match->final;
    for (uint32_t i = match->count; i > from && !match->turns; i--) {
        if (!room->bot[match->events[i - 1].actor])
            return true;
        if (!match->together)
            return false;
    }
    return false;
}

static void untell(struct room *room) {
    if (room->told > room->match.count)
        room->told = room->match.count;
}

void room_undo(struct room *room) {
    for (int i = room->match.setup.seats - 1; i >= 0; i--) {
        int seat = clockwise(&room->match, i);
        if (!room->bot[seat] && pip_match_undo(&room->match, seat) == PIP_OK) {
            untell(room);
            printf("Taken back: a step of %s.\n", cli_name(&room->match, seat));
            return;
        }
    }
    if (is_roll_unused(room) && pip_match_undo_roll(&room->match) == PIP_OK) {
        untell(room);
        puts("Taken back: the roll.");
        return;
    }
    puts(room->match.dice == PIP_DICE_REAL
             ? "Nothing can be taken back: somebody has acted since."
             : "Nothing can be taken back: dice were rolled or others have seen it.");
}

/* ---- Asking ---- */

/* Waits for Enter. False to stop; `*back` if something was taken back instead. */
static bool wait_for_enter(struct room *room, const char *otherwise, bool *back) {
    char line[ROOM_LINE];
    pip_move none;
    *back = false;
    for (char *said; (said = room_hear_line(line));) {
        switch (room_hear(room, PIP_SPECTATOR, said, NULL, 0, &none)) {
        case HEARD_ENTER: return true;
        case HEARD_UNDO:
            *back = true;
            room_undo(room);
            return true;
        case HEARD_QUIT: return false;
        case HEARD_ODD: puts(otherwise); break;
        default: break;
        }
    }
    return false;
}

/* Before the next person sees the screen, what the last one chose is wiped from it. False to stop;
 * `*back` if that choice was taken back instead. */
static bool hand_over(struct room *room, int seat, bool *back) {
    *back = false;
    if (shows_hidden(room, seat)) {
        room_wipe(room);
        if (room->asks) {
            printf("Hand over to %s. Enter goes on, undo takes the last choice back.\n",
                   cli_name(&room->match, seat));
            if (!wait_for_enter(room, "Press Enter, or type undo or help.", back) || *back)
                return *back;
        }
    }
    room->facing = seat;
    return true;
}

bool room_ask_first(struct room *room, int *seat) {
    char line[ROOM_LINE];
    fputs("Who begins? (a name, or Enter to draw:", stdout);
    for (int i = 0; i < room->match.setup.seats; i++)
        printf("%s %s", i ? "," : "", cli_name(&room->match, i));
    puts(")");
    for (char *said; (said = room_hear_line(line));) {
        *seat = said[0] ? room_find_seat(&room->match, said) : -1;
        if (*seat >= 0 || said[0] == '\0')
            return true;
        printf("\"%s\" fits no name here, or several. Type a name, or press Enter to draw.\n",
               said);
    }
    return false;
}

static void show_choice(const struct room *room, int seat, const pip_move *moves, int count) {
    putchar('\n');
    room_tell_sheet(room, (unsigned)seat, seat);
    printf("%s, choose (help explains):\n", cli_name(&room->match, seat));
    room_tell_moves(room, seat, moves, count);
}

static void ask_turns(struct room *room, int seat) {
    if (room->match.turns)
        puts("You are taking turns already, until dice are rolled again.");
    else if (pip_match_ask_turns(&room->match, seat) == PIP_OK)
        printf(
            "%s asks for turns: those who have not chosen do so clockwise, each seeing what those "
            "before wrote.\n",
            cli_name(&room->match, seat));
    else
        puts("Nobody else chooses at the same time as you.");
}

/* False to stop. */
static bool play_step(struct room *room, int seat, pip_move move) {
    enum taught taught = room_teach(room, seat, move);
    if (taught == TAUGHT_PLAY) {
        pip_match_play(&room->match, (unsigned)seat, move);
        room->confirmed = false;
    }
    return taught != TAUGHT_STOP;
}

/* Dice as the game has them. */
static bool roll(struct room *room) {
    if (room->rolls)
        return room_roll(room);
    return room->match.dice == PIP_DICE_SEED ? pip_match_roll(&room->match) == PIP_OK
                                             : room_ask_dice(room);
}

static bool ask_move(struct room *room, int seat) {
    pip_move moves[PIP_MOVES_MAX], move;
    int count = pip_match_legal(&room->match, seat, moves);
    char line[ROOM_LINE];
    bool back;
    if (!hand_over(room, seat, &back) || back)
        return back;
    show_choice(room, seat, moves, count);
    for (char *said; (said = room_hear_line(line));) {
        switch (room_hear(room, (unsigned)seat, said, moves, count, &move)) {
        case HEARD_MOVE: return play_step(room, seat, move);
        case HEARD_UNDO: room_undo(room); return true;
        case HEARD_TURNS: ask_turns(room, seat); return true;
        case HEARD_QUIT: return false;
        case HEARD_ENTER: show_choice(room, seat, moves, count); break;
        case HEARD_ODD:
            printf("\"%s\" is not one of the moves above. Answer with a number or the text of a "
                   "move, or type help.\n",
                   said);
            break;
        default: break;
        }
    }
    return false;
}

/* Before anything is revealed, people at a terminal may take their moves back. False to stop. */
static bool ask_confirm(struct room *room) {
    bool back = false;
    if (room->asks && can_undo(room)) {
        puts("\nEnter goes on. undo takes the step back.");
        if (!wait_for_enter(room, "Press Enter, or type undo or help.", &back))
            return false;
    }
    room->confirmed = !back;
    return true;
}

/* A program's line; if it loses its seat, the bot that sits there plays from now on. */
static const struct pip_line *ask_guest(struct room *room, int seat) {
    struct pip__guest *guest = &room->guest[seat];
    const struct pip_line *line = NULL;
    if (room->terms[seat].command)
        line = pip__guest_ask(guest, &room->terms[seat], &room->match, seat);
    if (!line && room->terms[seat].command) {
        printf("%s %s. It has lost its seat; %s plays on for it.\n", cli_name(&room->match, seat),
               guest->why, room->bot[seat]->name);
        pip_match_resign(&room->match, seat);
        room->terms[seat].command = NULL;
    }
    return line;
}

static int64_t now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static bool is_late(void *deadline) {
    return now_ms() >= *(int64_t *)deadline;
}

/* The line of a bot, from what its seat may know. */
static const struct pip_line *ask_bot(struct room *room, int seat) {
    struct pip_match *match = &room->match;
    uint64_t view[PIP_STATE_MAX / 8];
    int64_t deadline = now_ms() + PIP_BOT_MS;
    pip_match_view(match, (unsigned)seat, view);
    room->mind.random = room->random[seat];
    room->mind.enough = is_late;
    room->mind.context = &deadline;
    const struct pip_line *line =
        pip_bot_choose(room->bot[seat], &match->setup, view, seat, &room->mind);
    room->random[seat] = room->mind.random;
    return line;
}

static bool let_bot(struct room *room, int seat) {
    const struct pip_line *line = ask_guest(room, seat);
    if (!line)
        line = ask_bot(room, seat);
    for (int i = 0; i < line->steps; i++) {
        if (pip_match_play(&room->match, (unsigned)seat, line->step[i]) != PIP_OK)
            return false;
    }
    return true;
}

bool room_step(struct room *room, pip_actors actors) {
    struct pip_match *match = &room->match;
    if (!choosing(match))
        room->facing = -1; /* all is open */
    int person = next_person(room, actors);
    if (person >= 0)
        return ask_move(room, person);
    if (!room->confirmed)
        return ask_confirm(room);
    if (actors == PIP_ACTORS_CHANCE)
        return roll(room);
    return let_bot(room, __builtin_ctz(actors));
}
