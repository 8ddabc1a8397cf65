/* Walks: every way the active adventurer could go with the dice it has or may still roll, and what
 * that leaves behind. */
#include "plan.h"

/* A walk under way. */
struct walk {
    int place;
    uint32_t crossed;  /* by this walk */
    unsigned unlocked; /* colours, with those unlocked before */
    uint8_t mark[ES_TRACKS];
    int gems, dashes, chambers;
    pip__es_dice cost;
};

/* Everything that stays the same while walks are compared. */
struct survey {
    struct pip__es_outlook o; /* its own half_way changes with the place looked at */
    int seat;
    uint8_t way[ES_CHAMBERS][ES_CHAMBERS];
    int32_t promise[ES_CHAMBERS][ES_CHAMBERS]; /* of a chamber, seen from another */
    int32_t all_promise[ES_CHAMBERS];          /* of all of them that are not crossed out */
    pip__es_dice kept;
    int unrolled; /* dice that may still help, temporary ones included */
    /* Results: either the value of every hand, or the best walk that can be paid now. */
    struct pip__es_hands *hands;
    int32_t best;
    pip_move best_move, first;
};

static uint32_t uncrossed(const struct survey *m) {
    return ES_ALL_CHAMBERS & ~m->o.s->seat[m->seat].crossed;
}

static void look_around(struct survey *m) {
    const struct pip__es_seat *seat = &m->o.s->seat[m->seat];
    for (int from = 0; from < ES_CHAMBERS; from++) {
        pip__es_ways(m->o.sheet, seat, from, m->way[from]);
        m->all_promise[from] = 0;
        for (int to = 0; to < ES_CHAMBERS; to++) {
            m->promise[from][to] = pip__es_promise(&m->o, m->seat, to, m->way[from][to]);
            if (uncrossed(m) >> to & 1)
                m->all_promise[from] += m->promise[from][to];
        }
    }
}

/* ---- What a walk is worth ---- */

static int32_t promise_at(struct survey *m, const struct walk *w) {
    const struct pip__es_sheet *sheet = m->o.sheet;
    if (w->place >= ES_CHAMBERS)
        return 0;
    for (int colour = 0; colour < ES_COLOURS; colour++) {
        uint32_t halves = sheet->with[ES_SPECIAL + colour];
        m->o.half_way[m->seat][colour][0] = m->way[w->place][__builtin_ctz(halves)];
        m->o.half_way[m->seat][colour][1] = m->way[w->place][__builtin_ctz(halves & (halves - 1))];
    }
    int32_t value = m->all_promise[w->place] + pip__es_special_promise(&m->o, w->unlocked);
    for (uint32_t left = w->crossed; left; left &= left - 1)
        value -= m->promise[w->place][__builtin_ctz(left)];
    return value;
}

/* All others stand in the exit, and this walk ends there with the gems that were missing. */
static bool wins(const struct survey *m, const struct walk *w) {
    uint32_t exit = m->o.sheet->with[ES_EXIT];
    for (int seat = 0; seat < m->o.setup->seats; seat++) {
        int place = seat == m->seat ? w->place : m->o.s->seat[seat].place;
        if (!(exit >> place & 1))
            return false;
    }
    return w->gems >= m->o.missing;
}

static int32_t walk_value(struct survey *m, const struct walk *w) {
    int exit = __builtin_ctz(m->o.sheet->with[ES_EXIT]), missing = m->o.missing;
    int32_t value =
        pip__es_gem_worth(&m->o, w->gems) - w->dashes * pip__es_use_cost(&m->o, ES_TRACK_DASH);
    for (int track = 0; track < ES_TRACKS; track++) {
        if (w->mark[track] > 0)
            value += pip__es_mark_worth(&m->o, track, 0, w->mark[track]);
    }
    int way = w->place < ES_CHAMBERS ? m->way[w->place][exit] : 3;
    m->o.missing = missing > w->gems ? missing - w->gems : 0;
    value += promise_at(m, w) + pip__es_exit_risk(&m->o, m->seat, way);
    m->o.missing = missing;
    return wins(m, w) ? value + 100 * ES_GEM_WORTH : value;
}

/* ---- Going on ---- */

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
        w->mark[best]++;
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
        w->mark[action]++;
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

/* The price in boxes of what a walk costs beyond the dice kept, or -1 if it cannot be paid. */
static int32_t price(const struct survey *m, pip__es_dice cost) {
    int32_t sum = 0;
    for (int symbol = 0; symbol < ES_SYMBOLS; symbol++) {
        int less = pip__es_dice_count(cost, symbol) - pip__es_dice_count(m->kept, symbol);
        int track = pip__es_track_of(symbol);
        if (less > 0 && (track < 0 || pip__es_ready(m->o.s, track) < less))
            return -1;
        sum += less > 0 ? less * pip__es_use_cost(&m->o, track) : 0;
    }
    return sum;
}

static void weigh(struct survey *m, const struct walk *w) {
    int32_t value = walk_value(m, w);
    if (m->hands) {
        int32_t *cell = &m->hands->value[cell_of(w->cost)];
        *cell = value > *cell ? value : *cell;
        return;
    }
    int32_t paid = price(m, w->cost);
    if (paid >= 0 && value - paid > m->best) {
        m->best = value - paid;
        m->best_move = m->first;
    }
}

#define WALK_MOST 5   /* chambers */
#define DASHES_MOST 2 /* of a walk */

static void go_on(struct survey *m, const struct walk *w);

static void step(struct survey *m, const struct walk *w, int chamber, bool dash) {
    struct walk next = *w;
    if (dash)
        next.dashes++;
    else
        next.cost += m->o.sheet->need[chamber];
    if (lacking(m->kept, next.cost) > m->unrolled)
        return;
    if (w->chambers == 0) {
        bool payable = dash || pip__es_dice_has(m->kept, next.cost);
        m->first = (pip_move)(payable ? (dash ? ES_DASH : ES_ENTER) + chamber : ES_END);
        for (int i = 0; i < ES_TEMPORARIES && !payable; i++) {
            int symbol = pip__es_temporary[i];
            if (pip__es_dice_count(next.cost, symbol) > pip__es_dice_count(m->kept, symbol))
                m->first = (pip_move)(ES_USE + i);
        }
    }
    arrive(m, &next, chamber);
    weigh(m, &next);
    go_on(m, &next);
}

static void go_on(struct survey *m, const struct walk *w) {
    struct pip__es_seat there = m->o.s->seat[m->seat];
    if (w->chambers == WALK_MOST)
        return;
    there.place = (uint8_t)w->place;
    bool can_dash = w->dashes < DASHES_MOST && w->dashes < pip__es_ready(m->o.s, ES_TRACK_DASH);
    for (uint32_t reach = pip__es_reach(m->o.sheet, &there); reach; reach &= reach - 1) {
        step(m, w, __builtin_ctz(reach), false);
        if (can_dash)
            step(m, w, __builtin_ctz(reach), true);
    }
}

static int temporaries(const struct pip__es_state *s) {
    int count = 0;
    for (int i = 0; i < ES_TEMPORARIES; i++)
        count += pip__es_ready(s, pip__es_track_of(pip__es_temporary[i]));
    return count;
}

static void explore(struct survey *m) {
    const struct pip__es_state *s = m->o.s;
    struct walk standing = {.place = s->seat[m->seat].place, .unlocked = s->unlocked};
    m->kept = s->kept;
    m->unrolled =
        s->unrolled + temporaries(s) + (m->hands ? pip__es_dice_total(s->rolled) + s->black : 0);
    look_around(m);
    m->first = ES_END;
    weigh(m, &standing);
    go_on(m, &standing);
}

pip_move pip__es_walk_best(const struct pip__es_outlook *o) {
    struct survey m = {.o = *o, .seat = o->s->active, .best = INT32_MIN};
    explore(&m);
    return m.best_move;
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
    struct survey m = {.o = *o, .seat = o->s->active, .hands = hands};
    for (int cell = 0; cell < ES_HAND_CELLS; cell++)
        hands->value[cell] = INT32_MIN / 2;
    explore(&m);
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
