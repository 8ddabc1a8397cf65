#include "escape_slow.h"
#include <stdlib.h>
#include <string.h>

static const char *const colours[] = {"special:red", "special:yellow", "special:green",
                                      "special:blue"};
static const char *const tracks[] = {"dash", "heal", "reroll", "key", "torch", "gold"};
static const int track_of_symbol[] = {4, 3, -1, 5};

bool slow_adjacent(const struct slow_temple *temple, const struct slow_team *team, int row,
                   int column) {
    const struct slow_seat *me = &team->seat[team->active];
    if (row < 0 || row > 4 || column < 0 || column > 4)
        return false;
    if (me->row == SLOW_OUTSIDE) {
        switch (me->column) {
        case 0: return row == 0 && !temple->wall[row][column][0];
        case 1: return column == 4 && !temple->wall[row][column][1];
        case 2: return row == 4 && !temple->wall[row][column][2];
        default: return column == 0 && !temple->wall[row][column][3];
        }
    }
    int direction = -1;
    if (row == me->row - 1 && column == me->column)
        direction = 0;
    if (row == me->row && column == me->column + 1)
        direction = 1;
    if (row == me->row + 1 && column == me->column)
        direction = 2;
    if (row == me->row && column == me->column - 1)
        direction = 3;
    return direction >= 0 && !temple->wall[me->row][me->column][direction] &&
           !me->closed[me->row][me->column][direction];
}

bool slow_can_pay(const struct slow_temple *temple, const struct slow_team *team, int row,
                  int column) {
    int one = temple->entry[row][column][0], two = temple->entry[row][column][1];
    if (one == two)
        return team->kept[one] >= 2;
    return team->kept[one] >= 1 && team->kept[two] >= 1;
}

static void gain(const struct slow_temple *temple, struct slow_team *team) {
    if (team->gems < temple->gem_track)
        team->gems++;
}

static void mark(const struct slow_temple *temple, struct slow_team *team, int track) {
    if (team->marked[track] >= temple->boxes[track])
        return;
    team->marked[track]++;
    if (team->marked[track] == temple->gem[track])
        gain(temple, team);
}

/* Looks for a colour both of whose halves are occupied. */
static void look_for_unlocking(const struct slow_temple *temple, struct slow_team *team) {
    for (int colour = 0; colour < 4; colour++) {
        int halves_occupied = 0;
        for (int row = 0; row < 5; row++) {
            for (int column = 0; column < 5; column++) {
                bool somebody = false;
                for (int seat = 0; seat < team->seats; seat++)
                    somebody |= team->seat[seat].row == row && team->seat[seat].column == column;
                if (somebody && strcmp(temple->action[row][column], colours[colour]) == 0)
                    halves_occupied++;
            }
        }
        if (halves_occupied == 2 && !team->unlocked[colour]) {
            team->unlocked[colour] = true;
            gain(temple, team);
            gain(temple, team);
        }
    }
}

static void arrive(const struct slow_temple *temple, struct slow_team *team, int row, int column) {
    struct slow_seat *me = &team->seat[team->active];
    const char *action = temple->action[row][column];
    me->row = row;
    me->column = column;
    look_for_unlocking(temple, team);
    if (strncmp(action, "special:", 8) == 0 || strcmp(action, "exit") == 0 ||
        me->crossed[row][column])
        return;
    me->crossed[row][column] = true;
    if (strcmp(action, "gem") == 0)
        gain(temple, team);
    if (strcmp(action, "joker") == 0)
        team->joker = true;
    for (int track = 0; track < 6; track++) {
        if (strcmp(action, tracks[track]) == 0)
            mark(temple, team, track);
    }
}

void slow_enter(const struct slow_temple *temple, struct slow_team *team, int row, int column) {
    team->kept[temple->entry[row][column][0]]--;
    team->kept[temple->entry[row][column][1]]--;
    arrive(temple, team, row, column);
}

void slow_dash(const struct slow_temple *temple, struct slow_team *team, int row, int column) {
    team->used[0]++;
    arrive(temple, team, row, column);
}

void slow_use(struct slow_team *team, int symbol) {
    team->used[track_of_symbol[symbol]]++;
    team->kept[symbol]++;
}

void slow_joker(const struct slow_temple *temple, struct slow_team *team, int track) {
    team->joker = false;
    mark(temple, team, track);
}

/* ---- Every exploration ---- */

static int remember(const struct slow_team *team, struct slow_team *found, int count, int room) {
    if (count == room)
        abort();
    found[count] = *team;
    return count + 1;
}

static bool known(const struct slow_team *team, const struct slow_team *found, int count) {
    for (int i = 0; i < count; i++) {
        if (memcmp(team, &found[i], sizeof *team) == 0)
            return true;
    }
    return false;
}

static int after_arriving(const struct slow_temple *temple, const struct slow_team *team,
                          struct slow_team *found, int count, int room) {
    static const int choices[] = {2, 3, 4, 5};
    if (!team->joker)
        return slow_explorations(temple, team, found, count, room);
    for (int i = 0; i < 4; i++) {
        struct slow_team next = *team;
        slow_joker(temple, &next, choices[i]);
        count = slow_explorations(temple, &next, found, count, room);
    }
    return count;
}

int slow_explorations(const struct slow_temple *temple, const struct slow_team *team,
                      struct slow_team *found, int count, int room) {
    if (known(team, found, count))
        return count;
    count = remember(team, found, count, room);
    for (int row = 0; row < 5; row++) {
        for (int column = 0; column < 5; column++) {
            if (!slow_adjacent(temple, team, row, column))
                continue;
            struct slow_team next = *team;
            if (slow_can_pay(temple, team, row, column)) {
                slow_enter(temple, &next, row, column);
                count = after_arriving(temple, &next, found, count, room);
            }
            next = *team;
            if (team->used[0] < team->marked[0]) {
                slow_dash(temple, &next, row, column);
                count = after_arriving(temple, &next, found, count, room);
            }
        }
    }
    for (int symbol = 0; symbol < 4; symbol++) {
        int track = track_of_symbol[symbol];
        if (track >= 0 && team->used[track] < team->marked[track]) {
            struct slow_team next = *team;
            slow_use(&next, symbol);
            count = slow_explorations(temple, &next, found, count, room);
        }
    }
    return count;
}

/* ---- Every turn ---- */

/* Each of the dice of one roll ends in one of nine places: kept with one of four symbols, in the
 * common pool with one of four, or cursed; rerolled before that as often as boxes allow. */
static int roll_on(const struct slow_temple *temple, const struct slow_team *team, int rolled,
                   int from, int left, struct slow_team *found, int count, int room) {
    if (rolled == 0)
        return slow_turns(temple, team, left, found, count, room);
    for (int place = from; place < 9; place++) {
        struct slow_team next = *team;
        if (place < 4)
            next.kept[place]++;
        else if (place < 8)
            next.pool[place - 4]++;
        else
            next.cursed++;
        count = roll_on(temple, &next, rolled - 1, place, left, found, count, room);
    }
    return count;
}

/* ES6: a dash between rolls, with the joker it may lead to, and then the same roll is to come. */
static int dash_first(const struct slow_temple *temple, const struct slow_team *team, int dice,
                      struct slow_team *found, int count, int room) {
    for (int row = 0; row < 5; row++) {
        for (int column = 0; column < 5; column++) {
            struct slow_team next = *team;
            if (team->used[0] == team->marked[0] || !slow_adjacent(temple, team, row, column))
                continue;
            slow_dash(temple, &next, row, column);
            bool joker = next.joker;
            for (int track = 2; track < (joker ? 6 : 3); track++) {
                struct slow_team chosen = next;
                if (joker)
                    slow_joker(temple, &chosen, track);
                count = slow_turns(temple, &chosen, dice, found, count, room);
            }
        }
    }
    return count;
}

int slow_turns(const struct slow_temple *temple, const struct slow_team *team, int dice,
               struct slow_team *found, int count, int room) {
    if (dice == 0)
        return slow_explorations(temple, team, found, count, room);
    count = dash_first(temple, team, dice, found, count, room);
    int rolled = dice < 2 ? dice : 2;
    for (int rerolls = 0; team->used[2] + rerolls <= team->marked[2]; rerolls++) {
        struct slow_team next = *team;
        next.used[2] += rerolls;
        count = roll_on(temple, &next, rolled, 0, dice - rolled, found, count, room);
    }
    return count;
}
