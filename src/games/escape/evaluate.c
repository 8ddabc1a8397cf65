/* What things in Escape are worth: gems, marks, chambers, halves, and nearness to the exit. */
#include "plan.h"
#include <string.h>

/* ---- Distances ---- */

void pip__es_ways(const struct pip__es_sheet *sheet, const struct pip__es_seat *seat, int place,
                  uint8_t way[ES_CHAMBERS]) {
    struct pip__es_seat there = *seat;
    uint32_t open[ES_SIDES], seen = 0, layer;
    for (int side = 0; side < ES_SIDES; side++)
        open[side] = sheet->open[side] & ~seat->closed[side];
    for (int chamber = 0; chamber < ES_CHAMBERS; chamber++)
        way[chamber] = ES_FAR;
    there.place = (uint8_t)place;
    bool inside = place < ES_OUTSIDE;
    layer = inside ? 1u << place : place < ES_NOWHERE ? pip__es_reach(sheet, &there) : 0;
    for (int moves = inside ? 0 : 1; layer; moves++) {
        for (uint32_t left = layer; left; left &= left - 1)
            way[__builtin_ctz(left)] = (uint8_t)moves;
        seen |= layer;
        layer = pip__es_neighbours(open, layer) & ~seen;
    }
}

/* ---- The adventure sheet ---- */

/* Gems beyond the goal are worth nothing. */
int32_t pip__es_gem_worth(const struct pip__es_outlook *o, int gems) {
    return ES_GEM_WORTH * (gems < o->missing ? gems : o->missing);
}

/* Out of a thousand: how much of what could be used later will be, with the time there is. */
static int32_t time_left(const struct pip__es_outlook *o) {
    int turns = o->turns_left + 1;
    return turns >= 8 ? 1000 : turns * 125;
}

int32_t pip__es_use_cost(const struct pip__es_outlook *o, int track) {
    static const int32_t use[ES_TRACKS] = {
        [ES_TRACK_DASH] = 300, [ES_TRACK_HEAL] = 250,  [ES_TRACK_REROLL] = 100,
        [ES_TRACK_KEY] = 170,  [ES_TRACK_TORCH] = 170, [ES_TRACK_GOLD] = 170};
    return 20 + use[track] * time_left(o) / 1000;
}

/* What the marks of a track promise until they reach its gem (ES3.7). */
static int32_t track_promise(const struct pip__es_outlook *o, int track, int marked) {
    int gem = o->sheet->track[track].gem[o->setup->seats - ES_SEATS_MIN];
    return o->missing > 0 && marked < gem ? 800 * marked * marked / (gem * gem) : 0;
}

static int32_t track_worth(const struct pip__es_outlook *o, int track, int marked, int ready) {
    return track_promise(o, track, marked) + ready * pip__es_use_cost(o, track);
}

/* ES3.6, ES3.7 */
int32_t pip__es_mark_worth(const struct pip__es_outlook *o, int track, int already, int marks) {
    const struct pip__es_boxes *boxes = &o->sheet->track[track];
    int gem = boxes->gem[o->setup->seats - ES_SEATS_MIN];
    int before = o->s->marked[track] + already, after = before + marks;
    int ready = pip__es_ready(o->s, track) + already;
    if (before >= boxes->boxes)
        return 0;
    after = after < boxes->boxes ? after : boxes->boxes;
    int32_t gained = before < gem && after >= gem ? pip__es_gem_worth(o, 1) : 0;
    return gained + track_worth(o, track, after, ready + after - before) -
           track_worth(o, track, before, ready);
}

/* ---- The temple ---- */

static int32_t joker_worth(const struct pip__es_outlook *o) {
    static const uint8_t tracks[] = {ES_TRACK_REROLL, ES_TRACK_KEY, ES_TRACK_TORCH, ES_TRACK_GOLD};
    int32_t best = 0;
    if (o->setup->option[ES_VARIANT] == ES_JOKER_LOTTERY)
        return 200; /* nobody knows what it will be */
    for (size_t i = 0; i < sizeof tracks; i++)
        best = o->mark[tracks[i]] > best ? o->mark[tracks[i]] : best;
    return best;
}

static int32_t action_worth(const struct pip__es_outlook *o, int action) {
    if (action == ES_GEM)
        return o->gem;
    if (action == ES_JOKER_ACTION)
        return joker_worth(o);
    return action < ES_TRACKS ? o->mark[action] : 0;
}

int32_t pip__es_promise(const struct pip__es_outlook *o, int seat, int to, int way) {
    static const uint16_t decay[] = {0, 200, 130, 85, 55, 35, 25, 15, 10, 8};
    if (way >= 10 || way + o->exit_way[to] > 2 * o->own_turns[seat])
        return 0;
    return o->worth[to] * decay[way] / 1000;
}

int32_t pip__es_exit_risk(const struct pip__es_outlook *o, int seat, int way) {
    static const int16_t risk[] = {0,    0,    0,     0,     0,     -80,  -200,
                                   -400, -700, -1100, -1600, -2200, -3000};
    int turns = o->own_turns[seat];
    int32_t hurry = o->missing > 0 ? 0 : -60 * way;
    if (turns == 0)
        return way == 0 ? 0 : -5000 - 300 * way;
    int late = 2 * way - 3 * turns + 9;
    if (late < 0 || way == 0)
        return hurry;
    return hurry + (late < 13 ? risk[late] : -3000 - 400 * (late - 12));
}

static int32_t pair_promise(const struct pip__es_outlook *o, int one, int other, int way) {
    static const uint16_t decay[] = {1000, 500, 340, 240, 170, 120, 80, 55, 40, 30, 20, 10, 5};
    bool time = o->own_turns[one] > 0 && o->own_turns[other] > 0;
    return way < 13 && time ? decay[way] : 0;
}

int32_t pip__es_special_promise(const struct pip__es_outlook *o, unsigned unlocked) {
    int32_t sum = 0, worth = pip__es_gem_worth(o, ES_UNLOCK_WORTH);
    for (int colour = 0; colour < ES_COLOURS && worth > 0; colour++) {
        int32_t best = 0;
        for (int one = 0; one < o->setup->seats && !(unlocked >> colour & 1); one++) {
            for (int other = 0; other < o->setup->seats; other++) {
                int way = o->half_way[one][colour][0] + o->half_way[other][colour][1];
                int32_t promise = one == other ? 0 : pair_promise(o, one, other, way);
                best = promise > best ? promise : best;
            }
        }
        sum += worth * best / 1000;
    }
    return sum;
}

/* ---- Outlook and evaluation ---- */

static void look_at_seats(struct pip__es_outlook *o) {
    int seats = o->setup->seats, total = pip__es_turns(o->setup), now = o->s->turn;
    o->turns_left = total - now > 0 ? total - now - 1 : 0;
    for (int seat = 0; seat < seats; seat++) {
        int round = now / seats, later = seat > o->s->active;
        int own = total / seats - 1 - round + later;
        o->own_turns[seat] = own > 0 ? own : 0;
        uint8_t way[ES_CHAMBERS];
        pip__es_ways(o->sheet, &o->s->seat[seat], o->s->seat[seat].place, way);
        for (int colour = 0; colour < ES_COLOURS; colour++) {
            uint32_t halves = o->sheet->with[ES_SPECIAL + colour];
            o->half_way[seat][colour][0] = way[__builtin_ctz(halves)];
            o->half_way[seat][colour][1] = way[__builtin_ctz(halves & (halves - 1))];
        }
    }
}

static struct pip__es_outlook look_at(const struct pip_setup *setup,
                                      const struct pip__es_state *s) {
    struct pip__es_outlook o = {.setup = setup, .sheet = pip__es_sheet_of(setup), .s = s};
    o.missing = pip__es_goal(setup) - pip__es_gems(s);
    o.missing = o.missing > 0 ? o.missing : 0;
    look_at_seats(&o);
    return o;
}

struct pip__es_outlook pip__es_outlook_of(const struct pip_setup *setup,
                                          const struct pip__es_state *s) {
    static const struct pip__es_seat nothing_closed = {0};
    struct pip__es_outlook o = look_at(setup, s);
    o.gem = pip__es_gem_worth(&o, 1);
    for (int track = 0; track < ES_TRACKS; track++)
        o.mark[track] = pip__es_mark_worth(&o, track, 0, 1);
    for (int chamber = 0; chamber < ES_CHAMBERS; chamber++)
        o.worth[chamber] = action_worth(&o, o.sheet->action[chamber]);
    pip__es_ways(o.sheet, &nothing_closed, __builtin_ctz(o.sheet->with[ES_EXIT]), o.exit_way);
    return o;
}

struct pip__es_outlook pip__es_outlook_behind(const struct pip__es_outlook *before,
                                              const struct pip__es_state *s) {
    struct pip__es_outlook o = look_at(before->setup, s);
    o.gem = before->gem;
    memcpy(o.mark, before->mark, sizeof o.mark);
    memcpy(o.worth, before->worth, sizeof o.worth);
    memcpy(o.exit_way, before->exit_way, sizeof o.exit_way);
    return o;
}

/* What a seat's chambers and maps promise. */
static int32_t seat_promise(const struct pip__es_outlook *o, int seat, const uint8_t *way) {
    const struct pip__es_seat *own = &o->s->seat[seat];
    int32_t value = 0;
    for (int chamber = 0; chamber < ES_CHAMBERS; chamber++) {
        if (!(own->crossed >> chamber & 1))
            value += pip__es_promise(o, seat, chamber, way[chamber]);
    }
    if (own->place >= ES_OUTSIDE)
        value /= ES_OUTSIDE_SHARE;
    for (int map = 0; map < ES_MAPS; map++) {
        if (!(own->completed >> map & 1))
            value += pip__es_map_promise(o, seat, map, own->map[map]);
    }
    return value;
}

int32_t pip__es_value(const struct pip__es_outlook *o) {
    const struct pip__es_state *s = o->s;
    int exit = __builtin_ctz(o->sheet->with[ES_EXIT]);
    int32_t value = ES_GEM_WORTH * (pip__es_goal(o->setup) - o->missing) +
                    pip__es_special_promise(o, s->unlocked);
    for (int track = 0; track < ES_TRACKS; track++)
        value += track_worth(o, track, s->marked[track], pip__es_ready(s, track));
    for (int seat = 0; seat < o->setup->seats; seat++) {
        uint8_t way[ES_CHAMBERS];
        pip__es_ways(o->sheet, &s->seat[seat], s->seat[seat].place, way);
        value += seat_promise(o, seat, way) + pip__es_exit_risk(o, seat, way[exit]);
    }
    return pip__es_won(o->setup, s) ? value + 100 * ES_GEM_WORTH : value;
}

int32_t pip__es_evaluate(const struct pip_setup *setup, const void *state, int seat) {
    struct pip__es_outlook o = pip__es_outlook_of(setup, state);
    (void)seat; /* all win or lose together */
    return pip__es_value(&o);
}
