/* A bot's decisions in Escape, one function for each kind of step. */
#include "plan.h"
#include <string.h>

#define WALKS_MOST 120

static int after(const struct pip_setup *setup, int seat) {
    return seat + 1 == setup->seats ? 0 : seat + 1;
}

/* Where only the position afterwards counts: the step with the best one. */
static pip_move by_evaluation(const struct pip_setup *setup, const struct pip__es_state *s,
                              const pip_move *moves, int count) {
    pip_move best = moves[0];
    int32_t most = INT32_MIN;
    for (int i = 0; i < count; i++) {
        struct pip__es_state next = *s;
        setup->game->apply(setup, &next, s->acting, moves[i]);
        int32_t value = pip__es_evaluate(setup, &next, s->acting);
        if (value > most) {
            most = value;
            best = moves[i];
        }
    }
    return best;
}

/* The walk, with its end, that leaves the best position behind. */
static int explore(const struct pip__es_outlook *o, pip_move *moves) {
    struct pip_line lines[WALKS_MOST];
    int seat = o->s->acting, best = 0;
    int count = pip__es_lines(o->setup, o->s, seat, lines, WALKS_MOST);
    int32_t most = INT32_MIN;
    for (int i = 0; i < count; i++) {
        struct pip__es_state next = *o->s;
        for (int step = 0; step < lines[i].steps; step++)
            o->setup->game->apply(o->setup, &next, (unsigned)seat, lines[i].step[step]);
        struct pip__es_outlook behind = pip__es_outlook_behind(o, &next);
        int32_t value = pip__es_value(&behind);
        if (value > most) {
            most = value;
            best = i;
        }
    }
    memcpy(moves, lines[best].step, lines[best].steps * sizeof *moves);
    return lines[best].steps;
}

/* Dice in space 2 are missed in two turns, those in space 3 in one. */
static pip_move heal_or_roll(const struct pip__es_outlook *o, const pip_move *moves, int count) {
    pip_move best = ES_ROLL;
    int32_t most = pip__es_use_cost(o, ES_TRACK_HEAL);
    for (int i = 0; i < count && moves[i] < ES_ROLL; i++) {
        int space = moves[i] - ES_HEAL, turns = ES_CURSED_SPACES - space;
        turns = turns < o->turns_left + 1 ? turns : o->turns_left + 1;
        int32_t worth = ES_DIE_WORTH * o->s->cursed[space] * turns;
        if (worth > most) {
            most = worth;
            best = moves[i];
        }
    }
    return best;
}

/* A dash waits until the dice are known (ES6), unless it wins. */
static pip_move before_roll(const struct pip__es_outlook *o, const pip_move *moves, int count) {
    for (int i = 0; i < count && o->missing == 0; i++) {
        struct pip__es_state next = *o->s;
        if (moves[i] < ES_DASH)
            continue;
        o->setup->game->apply(o->setup, &next, o->s->active, moves[i]);
        if (next.phase == ES_OVER)
            return moves[i];
    }
    return heal_or_roll(o, moves, count);
}

/* ---- Keep or reroll ---- */

struct roll {
    const struct pip__es_outlook *o;
    struct pip__es_hands hands;
    int32_t curse; /* what a black mask costs: the die is missed in the next two turns */
};

/* What the best hand kept of a roll promises, and which hand that is. The rest goes to the pool; if
 * `roughly`, what that is worth is left out. */
static int32_t best_keep(const struct roll *r, pip__es_dice rolled, int black, bool roughly,
                         int *best) {
    const struct pip__es_state *s = r->o->s;
    int32_t most = INT32_MIN;
    for (int hand = 0; hand < ES_HANDS; hand++) {
        pip__es_dice kept = pip__es_hand[hand];
        if (!pip__es_dice_has(rolled, kept))
            continue;
        int32_t value = pip__es_hands_value(&r->hands, s->kept + kept);
        if (!roughly)
            value += pip__es_pool_worth(r->o, s->pool + rolled - kept,
                                        after(r->o->setup, s->active), NULL);
        if (value > most) {
            most = value;
            *best = hand;
        }
    }
    return most - black * r->curse;
}

/* The value of rolling `dice` dice again. */
static int32_t reroll_value(const struct roll *r, int dice) {
    static const int32_t sides[ES_FACES] = {1, 1, 2, 1, 1};
    int32_t sum = 0, ways = 0;
    for (int one = 0; one < ES_FACES; one++) {
        for (int other = 0; other < ES_FACES; other++) {
            int ignored, black = (one == ES_BLACK) + (dice > 1 && other == ES_BLACK);
            pip__es_dice rolled = one == ES_BLACK ? 0 : pip__es_dice_of(one);
            if (dice > 1 && other != ES_BLACK)
                rolled += pip__es_dice_of(other);
            int32_t weight = sides[one] * sides[other];
            sum += weight * best_keep(r, rolled, black, true, &ignored);
            ways += weight;
        }
    }
    return sum / ways;
}

static pip_move keep_or_reroll(const struct pip__es_outlook *o) {
    const struct pip__es_state *s = o->s;
    int dice = pip__es_dice_total(s->rolled) + s->black, hand = 0, ignored;
    struct roll r = {.o = o};
    r.curse = ES_DIE_WORTH * (o->turns_left < 2 ? o->turns_left : 2);
    pip__es_hands_weigh(o, &r.hands);
    pip__es_hands_expect(&r.hands, s->unrolled);
    best_keep(&r, s->rolled, s->black, false, &hand);
    if (pip__es_ready(s, ES_TRACK_REROLL) > 0) {
        int32_t now = best_keep(&r, s->rolled, s->black, true, &ignored);
        if (reroll_value(&r, dice) > now + pip__es_use_cost(o, ES_TRACK_REROLL))
            return ES_REROLL;
    }
    return (pip_move)(ES_KEEP + hand);
}

/* ---- Choices in chambers ---- */

static int32_t joker_value(const struct pip__es_outlook *o, int choice) {
    if (choice == ES_JOKER_REROLL)
        return pip__es_mark_worth(o, ES_TRACK_REROLL, 0, 1);
    if (choice == ES_BLACK)
        return o->turns_left > 0 ? ES_DIE_WORTH * pip__es_cursed(o->s) : 0;
    return choice == ES_ADVENTURER ? 0 : pip__es_mark_worth(o, pip__es_track_of(choice), 0, 1);
}

static pip_move choose_joker(const struct pip__es_outlook *o, const pip_move *moves, int count) {
    pip_move best = moves[0];
    for (int i = 1; i < count; i++) {
        if (joker_value(o, moves[i] - ES_JOKER) > joker_value(o, best - ES_JOKER))
            best = moves[i];
    }
    return best;
}

static pip_move choose_unlock(const struct pip__es_outlook *o) {
    bool die = ES_DIE_WORTH * o->turns_left > pip__es_gem_worth(o, ES_UNLOCK_WORTH);
    return die ? ES_UNLOCK_DIE : ES_UNLOCK_GEMS;
}

/* ---- Maps ---- */

static pip_move choose_take(const struct pip__es_outlook *o) {
    int hand = 1;
    pip__es_pool_worth(o, o->s->pool, o->s->acting, &hand);
    return (pip_move)(ES_TAKE + hand - 1);
}

static pip_move choose_map(const struct pip__es_outlook *o) {
    int seat = o->s->acting;
    return (pip_move)(ES_MAP + pip__es_map_best(o, seat, o->s->seat[seat].taken));
}

static pip_move choose_complete(const struct pip__es_outlook *o, const pip_move *moves, int count) {
    for (int i = 0; i < count; i++) {
        if (moves[i] != ES_LEAVE &&
            pip__es_completing_pays(o, o->s->acting, moves[i] - ES_COMPLETE))
            return moves[i];
    }
    return ES_LEAVE;
}

/* ---- The table's slot ---- */

int pip__es_plan(const struct pip_setup *setup, const void *state, int seat, pip_move *moves) {
    const struct pip__es_state *s = state;
    pip_move all[ES_MOVES];
    int count = setup->game->legal(setup, s, seat, all);
    moves[0] = all[0];
    if (count <= 1)
        return count;
    struct pip__es_outlook o = pip__es_outlook_of(setup, s);
    switch (s->phase) {
    case ES_BEFORE_ROLL: moves[0] = before_roll(&o, all, count); break;
    case ES_AFTER_ROLL: moves[0] = keep_or_reroll(&o); break;
    case ES_EXPLORING: return explore(&o, moves);
    case ES_AT_JOKER: moves[0] = choose_joker(&o, all, count); break;
    case ES_UNLOCKING: moves[0] = choose_unlock(&o); break;
    case ES_TAKING: moves[0] = choose_take(&o); break;
    case ES_CROSSING: moves[0] = choose_map(&o); break;
    case ES_COMPLETING: moves[0] = choose_complete(&o, all, count); break;
    default: moves[0] = by_evaluation(setup, s, all, count); break;
    }
    return 1;
}
