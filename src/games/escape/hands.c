/* Hands: what the active seat could make of every hand of dice it may end up with, by all the walks
 * that such a hand pays for.
 *
 * These walks are drafts, not played by the rules, because their dice are not there yet: a joker
 * marks what looks best when it is reached, a lottery's joker nothing, a colour of the dice
 * chambers brings gems, boxes that a walk marks are not used by it, and the worth of chambers stays
 * what it was before the walk. Otherwise they are valued as pip__es_value does. Walks that are
 * really made come from walk.c. */
#include "plan.h"

/* A walk under way. */
struct walk {
    int place;
    uint32_t crossed;  /* by this walk */
    unsigned unlocked; /* colours, with those unlocked before */
    uint8_t mark[ES_TRACKS];
    int gems;       /* from chambers and colours */
    int track_gems; /* from boxes marked on the way (ES3.7) */
    int dashes, chambers;
    pip__es_dice cost;
};

/* Everything that stays the same while walks are compared. Of places, the one behind the last
 * chamber is where the seat stands if that is outside. */
#define PLACES (ES_CHAMBERS + 1)
struct survey {
    struct pip__es_outlook o;
    int seat;
    uint8_t way[PLACES][ES_CHAMBERS];
    int32_t promise[PLACES][ES_CHAMBERS]; /* of a chamber, seen from a place */
    int32_t all_promise[PLACES];          /* of all of them that are not crossed out */
    pip__es_dice kept;
    int unrolled; /* dice that may still help, temporary ones included */
};

static uint32_t uncrossed(const struct survey *m) {
    return ES_ALL_CHAMBERS & ~m->o.s->seat[m->seat].crossed;
}

static int row_of(int place) {
    return place < ES_CHAMBERS ? place : ES_CHAMBERS;
}

static void look_around(struct survey *m) {
    const struct pip__es_seat *seat = &m->o.s->seat[m->seat];
    for (int from = 0; from < PLACES; from++) {
        int place = from < ES_CHAMBERS ? from : seat->place;
        pip__es_ways(m->o.sheet, seat, place, m->way[from]);
        m->all_promise[from] = 0;
        for (int to = 0; to < ES_CHAMBERS; to++) {
            m->promise[from][to] = pip__es_promise(&m->o, m->seat, to, m->way[from][to]);
            if (uncrossed(m) >> to & 1)
                m->all_promise[from] += m->promise[from][to];
        }
    }
    m->all_promise[ES_CHAMBERS] /= ES_OUTSIDE_SHARE;
}

/* ---- What a walk is worth ---- */

/* The outlook behind a walk, as far as the locked colours and the exit are asked. */
static struct pip__es_outlook outlook_behind(const struct survey *m, const struct walk *w) {
    struct pip__es_outlook then = m->o;
    int missing = m->o.missing - w->gems - w->track_gems;
    const uint8_t *way = m->way[row_of(w->place)];
    then.missing = missing > 0 ? missing : 0;
    for (int colour = 0; colour < ES_COLOURS; colour++) {
        uint32_t halves = m->o.sheet->with[ES_SPECIAL + colour];
        then.half_way[m->seat][colour][0] = way[__builtin_ctz(halves)];
        then.half_way[m->seat][colour][1] = way[__builtin_ctz(halves & (halves - 1))];
    }
    return then;
}

/* All others stand in the exit, and this walk ends there with the gems that were missing. */
static bool wins(const struct survey *m, const struct walk *w) {
    uint32_t exit = m->o.sheet->with[ES_EXIT];
    for (int seat = 0; seat < m->o.setup->seats; seat++) {
        int place = seat == m->seat ? w->place : m->o.s->seat[seat].place;
        if (!(exit >> place & 1))
            return false;
    }
    return w->gems + w->track_gems >= m->o.missing;
}

static int32_t walk_value(const struct survey *m, const struct walk *w) {
    const struct pip__es_outlook then = outlook_behind(m, w);
    int row = row_of(w->place), exit = __builtin_ctz(m->o.sheet->with[ES_EXIT]);
    int32_t value =
        pip__es_gem_worth(&m->o, w->gems) - w->dashes * pip__es_use_cost(&m->o, ES_TRACK_DASH);
    for (int track = 0; track < ES_TRACKS; track++) {
        if (w->mark[track] > 0)
            value += pip__es_mark_worth(&m->o, track, 0, w->mark[track]);
    }
    value += m->all_promise[row] + pip__es_special_promise(&then, w->unlocked) +
             pip__es_exit_risk(&then, m->seat, m->way[row][exit]);
    for (uint32_t left = w->crossed; left; left &= left - 1)
        value -= m->promise[row][__builtin_ctz(left)];
    return wins(m, w) ? value + 100 * ES_GEM_WORTH : value;
}

/* ---- Going on ---- */

static void mark(const struct survey *m, struct walk *w, int track) {
    int gem = m->o.sheet->track[track].gem[m->o.setup->seats - ES_SEATS_MIN];
    w->track_gems += m->o.s->marked[track] + ++w->mark[track] == gem;
}

static void mark_joker(const struct survey *m, struct walk *w) {
    static const uint8_t tracks[] = {ES_TRACK_REROLL, ES_TRACK_KEY, ES_TRACK_TORCH, ES_TRACK_GOLD};
    int best = 0;
    int32_t most = -1;
    for (int i = 0; i < 4; i++) {
        int32_t worth = pip__es_mark_worth(&m->o, tracks[i], w->mark[tracks[i]], 1);
        if (worth > most) {
            most = worth;
            best = tracks[i];
        }
    }
    if (m->o.setup->option[ES_VARIANT] != ES_JOKER_LOTTERY)
        mark(m, w, best);
}

static void stand_in_half(const struct survey *m, struct walk *w, int chamber, int colour) {
    uint32_t other_half = m->o.sheet->with[ES_SPECIAL + colour] & ~(1u << chamber);
    for (int seat = 0; seat < m->o.setup->seats; seat++) {
        if (seat != m->seat && !(w->unlocked >> colour & 1) &&
            (other_half >> m->o.s->seat[seat].place & 1)) {
            w->unlocked |= 1u << colour;
            w->gems += ES_UNLOCK_WORTH;
        }
    }
}

static void arrive(const struct survey *m, struct walk *w, int chamber) {
    int action = m->o.sheet->action[chamber];
    w->place = chamber;
    w->chambers++;
    if (action >= ES_SPECIAL) {
        stand_in_half(m, w, chamber, action - ES_SPECIAL);
        return;
    }
    if (action == ES_EXIT || !(uncrossed(m) & ~w->crossed & 1u << chamber))
        return;
    w->crossed |= 1u << chamber;
    if (action == ES_GEM)
        w->gems++;
    else if (action == ES_JOKER_ACTION)
        mark_joker(m, w);
    else
        mark(m, w, action);
}

/* Dice that are still wanted beyond those kept. */
static int lacking(pip__es_dice kept, pip__es_dice cost) {
    int lack = 0;
    for (int symbol = 0; symbol < ES_SYMBOLS; symbol++) {
        int less = pip__es_dice_count(cost, symbol) - pip__es_dice_count(kept, symbol);
        lack += less > 0 ? less : 0;
    }
    return lack;
}

static int cell_of(pip__es_dice dice) {
    int cell = 0;
    for (int symbol = ES_SYMBOLS - 1; symbol >= 0; symbol--) {
        int count = pip__es_dice_count(dice, symbol);
        cell = cell * (ES_HAND_MOST + 1) + (count < ES_HAND_MOST ? count : ES_HAND_MOST);
    }
    return cell;
}

static void weigh(const struct survey *m, struct pip__es_hands *hands, const struct walk *w) {
    int32_t value = walk_value(m, w), *cell = &hands->value[cell_of(w->cost)];
    *cell = value > *cell ? value : *cell;
}

#define WALK_MOST 5   /* chambers */
#define DASHES_MOST 2 /* of a walk */

static void go_on(const struct survey *m, struct pip__es_hands *hands, const struct walk *w);

static void step(const struct survey *m, struct pip__es_hands *hands, const struct walk *w,
                 int chamber, bool dash) {
    struct walk next = *w;
    if (dash)
        next.dashes++;
    else
        next.cost += m->o.sheet->need[chamber];
    if (lacking(m->kept, next.cost) > m->unrolled)
        return;
    arrive(m, &next, chamber);
    weigh(m, hands, &next);
    go_on(m, hands, &next);
}

static void go_on(const struct survey *m, struct pip__es_hands *hands, const struct walk *w) {
    struct pip__es_seat there = m->o.s->seat[m->seat];
    if (w->chambers == WALK_MOST)
        return;
    there.place = (uint8_t)w->place;
    bool can_dash = w->dashes < DASHES_MOST && w->dashes < pip__es_ready(m->o.s, ES_TRACK_DASH);
    for (uint32_t reach = pip__es_reach(m->o.sheet, &there); reach; reach &= reach - 1) {
        step(m, hands, w, __builtin_ctz(reach), false);
        if (can_dash)
            step(m, hands, w, __builtin_ctz(reach), true);
    }
}

static int temporaries(const struct pip__es_state *s) {
    int count = 0;
    for (int i = 0; i < ES_TEMPORARIES; i++)
        count += pip__es_ready(s, pip__es_track_of(pip__es_temporary[i]));
    return count;
}

/* ---- Hands ---- */

static const int stride[ES_SYMBOLS] = {
    1, (ES_HAND_MOST + 1), (ES_HAND_MOST + 1) * (ES_HAND_MOST + 1),
    (ES_HAND_MOST + 1) * (ES_HAND_MOST + 1) * (ES_HAND_MOST + 1)};

static int count_at(int cell, int symbol) {
    return cell / stride[symbol] % (ES_HAND_MOST + 1);
}

/* A bigger hand can do what a smaller one can. */
static void spread(struct pip__es_hands *hands) {
    for (int symbol = 0; symbol < ES_SYMBOLS; symbol++) {
        for (int cell = stride[symbol]; cell < ES_HAND_CELLS; cell++) {
            int32_t less = hands->value[cell - stride[symbol]];
            if (count_at(cell, symbol) > 0 && less > hands->value[cell])
                hands->value[cell] = less;
        }
    }
}

/* A temporary die makes a hand bigger, at the price of a box. Cells are passed upwards, so each
 * still sees its neighbour as it was: one die a pass. */
static void add_temporary(const struct pip__es_outlook *o, struct pip__es_hands *hands,
                          int symbol) {
    int track = pip__es_track_of(symbol);
    int32_t cost = pip__es_use_cost(o, track);
    for (int dice = pip__es_ready(o->s, track); dice > 0; dice--) {
        for (int cell = 0; cell < ES_HAND_CELLS - stride[symbol]; cell++) {
            int32_t more = hands->value[cell + stride[symbol]] - cost;
            if (count_at(cell, symbol) < ES_HAND_MOST && more > hands->value[cell])
                hands->value[cell] = more;
        }
    }
}

void pip__es_hands_weigh(const struct pip__es_outlook *o, struct pip__es_hands *hands) {
    const struct pip__es_state *s = o->s;
    struct survey m = {.o = *o, .seat = s->active, .kept = s->kept};
    struct walk standing = {.place = s->seat[m.seat].place, .unlocked = s->unlocked};
    m.unrolled = s->unrolled + pip__es_dice_total(s->rolled) + s->black + temporaries(s);
    for (int cell = 0; cell < ES_HAND_CELLS; cell++)
        hands->value[cell] = INT32_MIN / 2;
    look_around(&m);
    weigh(&m, hands, &standing);
    go_on(&m, hands, &standing);
    spread(hands);
    for (int i = 0; i < ES_TEMPORARIES; i++)
        add_temporary(o, hands, pip__es_temporary[i]);
}

/* ES1.2: of six sides one is a torch, one a key, two an adventurer, one a golden mask; the sixth
 * adds nothing. */
void pip__es_hands_expect(struct pip__es_hands *hands, int dice) {
    static const int sides[ES_SYMBOLS] = {1, 1, 2, 1};
    for (; dice > 0; dice--) {
        for (int cell = 0; cell < ES_HAND_CELLS; cell++) {
            int32_t sum = hands->value[cell];
            for (int symbol = 0; symbol < ES_SYMBOLS; symbol++) {
                bool room = count_at(cell, symbol) < ES_HAND_MOST;
                sum += sides[symbol] * hands->value[cell + (room ? stride[symbol] : 0)];
            }
            hands->value[cell] = sum / 6;
        }
    }
}

int32_t pip__es_hands_value(const struct pip__es_hands *hands, pip__es_dice dice) {
    return hands->value[cell_of(dice)];
}
