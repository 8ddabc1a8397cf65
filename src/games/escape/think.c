/* What is remarkable about a position of Escape, and what is hoped for: the eyes of a net.
 *
 * The team wins or loses as one, so every seat sees the same. A position behind the exploring is
 * seen as the next turn's beginning, with dice in the common pool or taken: what can be crossed off
 * with them is looked at map by map, as if nobody else wanted them. */
#include "escape.h"
#include <string.h>

#define FAR 8 /* moves to what is too far away to tell, or cannot be reached */

/* Steps of time: turns left, and turns left of one seat. */
#define TIMES 10
#define OWN_TIMES 6
#define ROLL_TIMES 5
#define MAP_TIMES 3
static const uint8_t time_step[] = {0, 1, 2, 3, 4, 5, 5, 6, 6, 6, 7, 7, 7, 7, 8, 8, 8, 8, 8, 9};
static const uint8_t own_step[] = {0, 1, 2, 3, 4, 4, 5};
static const uint8_t map_step[TIMES] = {0, 0, 1, 1, 1, 1, 1, 2, 2, 2}; /* of a step */
static const uint8_t roll_step[] = {0, 1, 1, 2, 2, 3, 3, 4};
#define STEP(table, number) \
    (table)[(number) < (int)sizeof(table) ? (number) : (int)sizeof(table) - 1]

#define GEMS_MOST 24
#define TURNS_MOST 24
#define BOXES_MOST 6
#define WANTED (ES_MAP_BOXES + 1) /* 0 to 4 boxes missing on a side of a map */
#define POOL_MOST 4
#define DICE_MOST (ES_DICE + ES_EXTRA_DICE)

/* What a chamber is to an adventurer that may enter it. */
enum goal { GOAL_NOTHING, GOAL_EXIT, GOAL_HALF, GOAL_UNLOCKS, GOAL_GEM, GOAL_JOKER, GOAL_MARK };
#define GOALS ((int)GOAL_MARK + ES_TRACKS)

/* What dice can do for a seat's maps. */
enum help { HELP_NONE, HELP_BOX, HELP_BOXES, HELP_BONUS, HELP_ALL, HELPS };

/* Where the features of each kind begin. What they are made of is multiplied in this order. */
enum {
    MISSING = 0,                            /* gems */
    TURNS = MISSING + GEMS_MOST + 1,        /* left */
    MISSING_TURNS = TURNS + TURNS_MOST + 1, /* both */
    EXIT_WAY = MISSING_TURNS +
               (GEMS_MOST + 1) * (TURNS_MOST + 1),  /* a seat's moves to the exit, own turns */
    LAST_WAY = EXIT_WAY + (FAR + 1) * 9,            /* the same of who is most in a hurry */
    PLACE = LAST_WAY + (FAR + 1) * 9,               /* of a seat, own time */
    CHAMBER = PLACE + (ES_NOWHERE + 1) * OWN_TIMES, /* action, moves, own time */
    PAIR = CHAMBER + (ES_JOKER_ACTION + 1) * FAR *
                         OWN_TIMES, /* a locked colour: moves to both halves, own turns */
    LOCKED = PAIR + 6 * 6 * 4,      /* colours, time */
    TO_GEM = LOCKED + (ES_COLOURS + 1) * TIMES,            /* track, boxes to its gem, time */
    READY = TO_GEM + ES_TRACKS * (BOXES_MOST + 1) * TIMES, /* track, ready boxes, time */
    MAP = READY + ES_TRACKS * (BOXES_MOST + 1) * TIMES,    /* boxes missing on both sides, time */
    MAP_GIVES = MAP + WANTED * WANTED * TIMES,             /* track, the same */
    CURSED = MAP_GIVES + ES_TRACKS * WANTED * WANTED * MAP_TIMES, /* space, dice */
    UNROLLED = CURSED + ES_CURSED_SPACES * (DICE_MOST + 1),       /* dice */
    UNROLLED_TIME = UNROLLED + DICE_MOST + 1,                     /* dice, time */
    KEPT = UNROLLED_TIME + ROLL_TIMES * TIMES,                    /* symbol, dice, dice to roll */
    NEXT = KEPT +
           ES_SYMBOLS * (POOL_MOST + 1) * ROLL_TIMES, /* a neighbour, dice it lacks, dice to roll */
    BEYOND = NEXT + GOALS * 3 * ROLL_TIMES,           /* the same two chambers away */
    POOL = BEYOND + GOALS * 5 * ROLL_TIMES,           /* symbol, dice, whether exploring is over */
    HELP =
        POOL + ES_SYMBOLS * (POOL_MOST + 1) * 2, /* for a seat, time, whether exploring is over */
    VARIANT = HELP + HELPS * MAP_TIMES * 2,      /* and time */
    EXTRA = VARIANT + 4 * TIMES,                 /* a face of the lottery, turns */
    ADDED = EXTRA + ES_FACES * 3,                /* dice, time */
    FEATURES = ADDED + (ES_EXTRA_DICE + 1) * TIMES
};

/* A position as it is looked at. */
struct sight {
    const struct pip_setup *setup;
    const struct pip__es_sheet *sheet;
    const struct pip__es_state *s;
    bool over; /* this turn's exploring is */
    int turns; /* left, with this one unless it is over */
    int time;  /* step of it */
    int missing;
    int active;                                /* whose turn it is, or comes next */
    int own[ES_SEATS_MAX];                     /* turns left of each seat */
    uint8_t half[ES_SEATS_MAX][ES_COLOURS][2]; /* moves from each seat to each half */
    uint16_t *feature;
    int count;
};

static void add(struct sight *v, int feature) {
    v->feature[v->count++] = (uint16_t)feature;
}

static int least(int one, int other) {
    return one < other ? one : other;
}

/* ---- Time and gems ---- */

static void look_at_time(struct sight *v) {
    const struct pip__es_state *s = v->s;
    int seats = v->setup->seats, all = pip__es_turns(v->setup);
    v->over = s->phase == ES_TAKING || s->phase == ES_CROSSING || s->phase == ES_COMPLETING;
    int now = s->turn + v->over;
    v->turns = all - now;
    v->time = STEP(time_step, v->turns);
    v->active = now % seats;
    for (int seat = 0; seat < seats; seat++) {
        int first = now + (seat - v->active + seats) % seats;
        v->own[seat] = first < all ? (all - first - 1) / seats + 1 : 0;
    }
    int missing = pip__es_goal(v->setup) - pip__es_gems(s);
    v->missing = missing < 0 ? 0 : least(missing, GEMS_MOST);
    int turns = least(v->turns, TURNS_MOST);
    add(v, MISSING + v->missing);
    add(v, TURNS + turns);
    add(v, MISSING_TURNS + v->missing * (TURNS_MOST + 1) + turns);
}

/* ---- Seats ---- */

/* The chambers of a layer, all so many moves away: what they still hold, and halves. */
static void look_at_layer(struct sight *v, int seat, uint32_t layer, int way) {
    const struct pip__es_sheet *sheet = v->sheet;
    uint32_t crossed = v->s->seat[seat].crossed | sheet->with[ES_EXIT];
    int own = STEP(own_step, v->own[seat]);
    for (uint32_t left = layer & ~crossed; left; left &= left - 1) {
        int chamber = __builtin_ctz(left), action = sheet->action[chamber];
        if (action <= ES_JOKER_ACTION) {
            add(v, CHAMBER + (action * FAR + way - (way > 0)) * OWN_TIMES + own);
            continue;
        }
        int colour = action - ES_SPECIAL;
        uint32_t halves = sheet->with[action];
        v->half[seat][colour][(halves & (halves - 1)) >> chamber & 1] = (uint8_t)way;
    }
}

/* Looks at everything around a seat's adventurer, and returns its moves to the exit. */
static int look_around(struct sight *v, int seat) {
    const struct pip__es_seat *own = &v->s->seat[seat];
    uint32_t open[ES_SIDES], seen = 0, layer = 0, exit = v->sheet->with[ES_EXIT];
    int way = 0, exit_way = FAR;
    memset(v->half[seat], FAR, sizeof v->half[seat]);
    for (int side = 0; side < ES_SIDES; side++)
        open[side] = v->sheet->open[side] & ~own->closed[side];
    if (own->place < ES_OUTSIDE) {
        layer = 1u << own->place;
    } else if (own->place < ES_NOWHERE) {
        layer = pip__es_reach(v->sheet, own);
        way = 1;
    }
    for (; layer; way++) {
        int steps = least(way, FAR);
        look_at_layer(v, seat, layer, steps);
        if (layer & exit)
            exit_way = steps;
        seen |= layer;
        layer = pip__es_neighbours(open, layer) & ~seen;
    }
    return exit_way;
}

static void look_at_seats(struct sight *v) {
    int last = 0;
    for (int seat = 0; seat < v->setup->seats; seat++) {
        int way = look_around(v, seat), own = least(v->own[seat], 8);
        int feature = way * 9 + own;
        add(v, EXIT_WAY + feature);
        add(v, PLACE + v->s->seat[seat].place * OWN_TIMES + STEP(own_step, v->own[seat]));
        /* who is the most in a hurry */
        bool worse = 2 * way - 3 * own > 2 * (last / 9) - 3 * (last % 9);
        last = seat == 0 || worse ? feature : last;
    }
    add(v, LAST_WAY + last);
}

/* ---- Specials ---- */

/* The two seats that have the fewest moves to the two halves of a colour. */
static void look_at_colour(struct sight *v, int colour) {
    int best = 2 * FAR + 1, one_way = FAR, other_way = FAR, time = 0;
    for (int one = 0; one < v->setup->seats; one++) {
        for (int other = 0; other < v->setup->seats; other++) {
            int first = v->half[one][colour][0], second = v->half[other][colour][1];
            if (one == other || first + second >= best)
                continue;
            best = first + second;
            one_way = least(first, second);
            other_way = first + second - one_way;
            time = least(v->own[one], v->own[other]);
        }
    }
    add(v, PAIR + (least(one_way, 5) * 6 + least(other_way, 5)) * 4 + least(time, 3));
}

static void look_at_specials(struct sight *v) {
    int locked = 0;
    for (int colour = 0; colour < ES_COLOURS; colour++) {
        if (v->s->unlocked >> colour & 1)
            continue;
        locked++;
        look_at_colour(v, colour);
    }
    add(v, LOCKED + locked * TIMES + v->time);
}

/* ---- The adventure sheet ---- */

static void look_at_tracks(struct sight *v) {
    for (int track = 0; track < ES_TRACKS; track++) {
        int gem = v->sheet->track[track].gem[v->setup->seats - ES_SEATS_MIN];
        int to_gem = gem - v->s->marked[track], ready = pip__es_ready(v->s, track);
        to_gem = to_gem < 0 ? 0 : least(to_gem, BOXES_MOST);
        int first = track * (BOXES_MOST + 1);
        add(v, TO_GEM + (first + to_gem) * TIMES + v->time);
        add(v, READY + (first + least(ready, BOXES_MOST)) * TIMES + v->time);
    }
}

/* Behind the exploring the cursed dice are looked at where they will be. */
static void look_at_dice(struct sight *v) {
    struct pip__es_state next;
    const struct pip__es_state *s = v->s;
    int unrolled = s->unrolled;
    if (v->over) {
        memcpy(next.cursed, s->cursed, sizeof next.cursed);
        pip__es_move_cursed(&next);
        unrolled = ES_DICE + s->added - pip__es_cursed(&next);
        s = &next;
    }
    for (int space = 0; space < ES_CURSED_SPACES; space++)
        add(v, CURSED + space * (DICE_MOST + 1) + s->cursed[space]);
    add(v, UNROLLED + unrolled);
    add(v, UNROLLED_TIME + STEP(roll_step, unrolled) * TIMES + v->time);
}

/* ---- Maps ---- */

/* How many of some dice are among others. */
static int shared(pip__es_dice some, pip__es_dice others) {
    int count = 0;
    for (int symbol = 0; symbol < ES_SYMBOLS; symbol++)
        count += least(pip__es_dice_count(some, symbol), pip__es_dice_count(others, symbol));
    return count;
}

static pip__es_dice symbols_of(const struct pip__es_map *map, unsigned boxes) {
    pip__es_dice dice = 0;
    for (; boxes; boxes &= boxes - 1)
        dice += pip__es_dice_of(map->symbol[__builtin_ctz(boxes)]);
    return dice;
}

/* The most that two of some dice can do for a map. */
static enum help help_for(const struct pip__es_map *map, uint8_t crossed, pip__es_dice dice) {
    unsigned bonus = map->bonus & ~(unsigned)crossed, gem = map->gem & ~(unsigned)crossed;
    pip__es_dice first = symbols_of(map, bonus), all = first + symbols_of(map, gem);
    int wanted = __builtin_popcount(bonus) + __builtin_popcount(gem);
    if (wanted > 0 && wanted <= 2 && pip__es_dice_has(dice, all))
        return HELP_ALL;
    if (bonus && pip__es_dice_total(first) <= 2 && pip__es_dice_has(dice, first))
        return HELP_BONUS;
    return (enum help)least(shared(all, dice), 2);
}

/* The map that some dice help most, or -1 if none. */
static int best_map(const struct sight *v, int seat, pip__es_dice dice, enum help *help) {
    const struct pip__es_seat *own = &v->s->seat[seat];
    int best = -1;
    *help = HELP_NONE;
    for (int map = 0; map < ES_MAPS; map++) {
        enum help this = own->completed >> map & 1
                             ? HELP_NONE
                             : help_for(&v->sheet->map[map], own->map[map], dice);
        if (this > *help) {
            *help = this;
            best = map;
        }
    }
    return best;
}

/* Steps of the turns in which a seat can still cross something off. */
static int map_time(const struct sight *v, int seat) {
    return STEP(time_step, v->turns - v->own[seat]);
}

static void look_at_maps(struct sight *v, int seat) {
    const struct pip__es_seat *own = &v->s->seat[seat];
    enum help ignored;
    int time = map_time(v, seat), full = own->taken ? best_map(v, seat, own->taken, &ignored) : -1;
    for (int map = 0; map < ES_MAPS; map++) {
        const struct pip__es_map *printed = &v->sheet->map[map];
        uint8_t crossed = own->map[map];
        if (own->completed >> map & 1)
            continue;
        if (map == full && v->s->phase != ES_COMPLETING)
            crossed = pip__es_cross_off(printed, crossed, own->taken);
        int bonus = __builtin_popcount(printed->bonus & ~(unsigned)crossed);
        int gem = __builtin_popcount(printed->gem & ~(unsigned)crossed);
        int wanted = bonus * WANTED + gem;
        add(v, MAP + wanted * TIMES + time);
        add(v,
            MAP_GIVES + (printed->gives * WANTED * WANTED + wanted) * MAP_TIMES + map_step[time]);
    }
}

/* ---- A turn under way ---- */

static void look_at_pool(struct sight *v) {
    pip__es_dice pool = v->s->pool;
    for (int symbol = 0; symbol < ES_SYMBOLS; symbol++) {
        int dice = least(pip__es_dice_count(pool, symbol), POOL_MOST);
        add(v, POOL + (symbol * (POOL_MOST + 1) + dice) * 2 + v->over);
    }
    for (int seat = 0; seat < v->setup->seats; seat++) {
        enum help help;
        if (seat == v->s->active || (v->over && v->s->seat[seat].taken))
            continue;
        best_map(v, seat, pool, &help);
        add(v, HELP + ((int)help * MAP_TIMES + map_step[map_time(v, seat)]) * 2 + v->over);
    }
}

/* Dice of a price that are not there. */
static int lack(pip__es_dice price, pip__es_dice dice) {
    uint32_t rest = (price | 0x80808080u) - dice, enough = rest & 0x80808080u;
    return pip__es_dice_total(rest & (enough - (enough >> 7)));
}

static int goal_of(const struct sight *v, int seat, int chamber) {
    const struct pip__es_sheet *sheet = v->sheet;
    int action = sheet->action[chamber];
    if (action == ES_EXIT)
        return GOAL_EXIT;
    if (v->s->seat[seat].crossed >> chamber & 1)
        return GOAL_NOTHING;
    if (action < ES_SPECIAL)
        return action == ES_GEM            ? GOAL_GEM
               : action == ES_JOKER_ACTION ? GOAL_JOKER
                                           : GOAL_MARK + action;
    if (v->s->unlocked >> (action - ES_SPECIAL) & 1)
        return GOAL_NOTHING;
    uint32_t other_half = sheet->with[action] & ~(1u << chamber);
    for (int other = 0; other < v->setup->seats; other++) {
        if (other_half >> v->s->seat[other].place & 1)
            return GOAL_UNLOCKS;
    }
    return GOAL_HALF;
}

/* What the dice kept so far can enter: the neighbours, and those behind them at the lowest price.
 */
static void look_at_kept(struct sight *v) {
    const struct pip__es_state *s = v->s;
    const struct pip__es_seat *own = &s->seat[v->active];
    int rolls = STEP(roll_step, s->unrolled);
    uint8_t price[ES_CHAMBERS];
    uint32_t beyond = 0, open[ES_SIDES], reach = pip__es_reach(v->sheet, own);
    for (int side = 0; side < ES_SIDES; side++)
        open[side] = v->sheet->open[side] & ~own->closed[side];
    for (int symbol = 0; symbol < ES_SYMBOLS; symbol++) {
        int dice = least(pip__es_dice_count(s->kept, symbol), POOL_MOST);
        add(v, KEPT + (symbol * (POOL_MOST + 1) + dice) * ROLL_TIMES + rolls);
    }
    for (uint32_t left = reach; left; left &= left - 1) {
        int chamber = __builtin_ctz(left);
        pip__es_dice need = v->sheet->need[chamber];
        int goal = goal_of(v, v->active, chamber);
        add(v, NEXT + (goal * 3 + lack(need, s->kept)) * ROLL_TIMES + rolls);
        uint32_t there = pip__es_neighbours(open, 1u << chamber) & ~reach;
        for (; there; there &= there - 1) {
            int to = __builtin_ctz(there), dice = lack(need + v->sheet->need[to], s->kept);
            if (!(beyond >> to & 1) || dice < price[to])
                price[to] = (uint8_t)dice;
            beyond |= 1u << to;
        }
    }
    for (; beyond; beyond &= beyond - 1) {
        int to = __builtin_ctz(beyond);
        add(v, BEYOND + (goal_of(v, v->active, to) * 5 + price[to]) * ROLL_TIMES + rolls);
    }
}

/* ---- The slots ---- */

static int remark(const struct pip_setup *setup, const void *state, int seat, uint16_t *features) {
    const struct pip__es_state *s = state;
    struct sight v = {
        .setup = setup, .sheet = pip__es_sheet_of(setup), .s = s, .feature = features};
    int variant = setup->option[ES_VARIANT];
    (void)seat; /* all win or lose together */
    look_at_time(&v);
    look_at_seats(&v);
    look_at_specials(&v);
    look_at_tracks(&v);
    look_at_dice(&v);
    for (int i = 0; i < setup->seats; i++)
        look_at_maps(&v, i);
    if (s->pool)
        look_at_pool(&v);
    if (!v.over && s->begun)
        look_at_kept(&v);
    add(&v, VARIANT + variant * TIMES + v.time);
    if (variant == ES_JOKER_LOTTERY) {
        add(&v, EXTRA + s->extra[0] * 3 + least(v.turns, 2));
        add(&v, EXTRA + s->extra[1] * 3 + least(v.turns, 2));
    }
    if (variant == ES_DICE_CHAMBERS)
        add(&v, ADDED + s->added * TIMES + v.time);
    return v.count;
}

/* To have won is 1000. Who has not is better off the nearer it was: gems that are missing, moves
 * from the exit, and anybody who is not there. */
static int32_t target(const struct pip_setup *setup, const void *state, int seat) {
    const struct pip__es_state *s = state;
    uint16_t ignored[PIP_FEATURES_MAX];
    struct sight v = {.setup = setup, .sheet = pip__es_sheet_of(setup), .s = s, .feature = ignored};
    (void)seat;
    if (pip__es_won(setup, s))
        return 1000;
    look_at_time(&v);
    int32_t value = -60 * v.missing;
    for (int i = 0; i < setup->seats; i++) {
        int way = look_around(&v, i);
        value -= way > 0 ? 60 + 40 * way : 0;
    }
    return value;
}

/* Where the adventurer stands, and which dice the others may take (ES5.1). */
static int besides(const struct pip_setup *setup, const void *state, int seat,
                   struct pip_item *items) {
    const struct pip__es_state *s = state;
    uint16_t ignored[PIP_FEATURES_MAX];
    struct sight v = {.setup = setup, .sheet = pip__es_sheet_of(setup), .s = s, .feature = ignored};
    look_at_time(&v);
    items[0] = (struct pip_item){"way to the exit", look_around(&v, seat)};
    items[1] = (struct pip_item){"dice for the others", pip__es_dice_total(s->pool)};
    return 2;
}

const struct pip_think pip__es_think = {
    .features = FEATURES,
    .active = 192,
    .unit = 1000,
    .lines = pip__es_lines,
    .remark = remark,
    .invent = pip__es_invent,
    .target = target,
    .besides = besides,
};
