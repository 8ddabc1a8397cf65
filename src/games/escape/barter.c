/* Maps and the common pool in a bot's eyes: who should take what, where to cross it off, and when a
 * map is completed.
 *
 * What dice do to a map is asked of the rules (pip__es_cross_off). The rest is an estimate: how
 * likely boxes are to be crossed off in time is a guess from their number, and seats are thought to
 * take what is best for all of them together. */
#include "plan.h"

/* How likely it is, in thousandths, that so many boxes get crossed off in time. */
static int32_t likely(const struct pip__es_outlook *o, int seat, int boxes) {
    static const uint16_t chance[] = {1000, 740, 560, 410, 300, 220, 160, 120, 90};
    int chances = o->turns_left - o->own_turns[seat]; /* turns of others */
    if (boxes == 0)
        return 1000;
    if (chances <= 0)
        return 0;
    int32_t time = 1000 * chances / (2 * boxes + 2);
    return chance[boxes] * (time < 1000 ? time : 1000) / 1000;
}

int32_t pip__es_map_promise(const struct pip__es_outlook *o, int seat, int map, uint8_t boxes) {
    const struct pip__es_map *printed = &o->sheet->map[map];
    int bonus = __builtin_popcount(printed->bonus & ~(unsigned)boxes);
    int gem = __builtin_popcount(printed->gem & ~(unsigned)boxes);
    return o->mark[printed->gives] * likely(o, seat, bonus) / 1000 +
           o->gem * likely(o, seat, bonus + gem) / 1000;
}

/* The best use of some dice on one of a seat's maps: how much is gained, and on which map. */
static int32_t best_crossing(const struct pip__es_outlook *o, int seat, pip__es_dice dice,
                             int *best_map) {
    const struct pip__es_seat *own = &o->s->seat[seat];
    int32_t best = -1;
    for (int map = 0; map < ES_MAPS; map++) {
        if (own->completed >> map & 1)
            continue;
        uint8_t after = pip__es_cross_off(&o->sheet->map[map], own->map[map], dice);
        int32_t gain = after == own->map[map]
                           ? 0
                           : pip__es_map_promise(o, seat, map, after) -
                                 pip__es_map_promise(o, seat, map, own->map[map]);
        if (gain > best) {
            best = gain;
            *best_map = map;
        }
    }
    return best < 0 ? 0 : best;
}

int pip__es_map_best(const struct pip__es_outlook *o, int seat, pip__es_dice dice) {
    int map = 0;
    best_crossing(o, seat, dice, &map);
    return map;
}

struct barter {
    const struct pip__es_outlook *o;
    int32_t gain[ES_SEATS_MAX][ES_HANDS];
};

static int32_t hand_out(const struct barter *b, pip__es_dice pool, int seat, int *best) {
    int next = seat + 1 == b->o->setup->seats ? 0 : seat + 1;
    int32_t most = -1;
    if (pool == 0 || seat == b->o->s->active)
        return 0;
    for (int hand = 1; hand < ES_HANDS; hand++) {
        if (!pip__es_dice_has(pool, pip__es_hand[hand]))
            continue;
        int32_t worth = b->gain[seat][hand] + hand_out(b, pool - pip__es_hand[hand], next, NULL);
        if (worth > most) {
            most = worth;
            if (best)
                *best = hand;
        }
    }
    return most;
}

int32_t pip__es_pool_worth(const struct pip__es_outlook *o, pip__es_dice pool, int seat,
                           int *best) {
    struct barter b = {.o = o};
    int ignored;
    if (pool == 0)
        return 0;
    for (int other = 0; other < o->setup->seats; other++) {
        for (int hand = 1; hand < ES_HANDS && other != o->s->active; hand++) {
            if (pip__es_dice_has(pool, pip__es_hand[hand]))
                b.gain[other][hand] = best_crossing(o, other, pip__es_hand[hand], &ignored);
        }
    }
    return hand_out(&b, pool, seat, best);
}

/* Now the bonus alone, or later perhaps the gem as well? */
bool pip__es_completing_pays(const struct pip__es_outlook *o, int seat, int map) {
    const struct pip__es_map *printed = &o->sheet->map[map];
    uint8_t boxes = o->s->seat[seat].map[map];
    int gem = __builtin_popcount(printed->gem & ~(unsigned)boxes);
    if (gem == 0)
        return true;
    int32_t now = o->mark[printed->gives], later = likely(o, seat, gem);
    return now > (now + o->gem) * later / 1000 && later < 900;
}
