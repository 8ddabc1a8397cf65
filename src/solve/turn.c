#include "turn.h"
#include "bots/think.h"
#include "games/escape/escape.h"
#include <stdio.h>
#include <string.h>

static const char *const not_active =
    "only a turn's active seat is told what to do, from where it or its dice come next";
static const char *const too_large =
    "too many positions follow in this turn; ask again after the next roll";

static void state_of(const void *state, struct pip__es_state *s) {
    memcpy(s, state, sizeof *s);
}

bool pip__turn_has_ended(const struct pip__turn *turn, const void *state) {
    struct pip__es_state s;
    state_of(state, &s);
    return s.phase == ES_OVER || s.turn != turn->number || s.phase == ES_TAKING ||
           s.phase == ES_CROSSING || s.phase == ES_COMPLETING;
}

const struct pip_net *pip__turn_net(const struct pip_setup *setup, const struct pip_net *nets) {
    const struct pip_net *net = pip__net_of(setup, nets);
    return net ? net : pip__net_of(setup, pip__nets);
}

void pip__turn_name_evaluation(const struct pip_net *net, char text[PIP__TURN_NAME]) {
    if (net)
        snprintf(text, PIP__TURN_NAME, "the net for %s, %d to %d seats",
                 net->sheet[0] ? net->sheet : "any sheet", net->seats_min, net->seats_max);
    else
        snprintf(text, PIP__TURN_NAME, "the evaluation made by hand");
}

pip__truth_fault pip__turn_begin(struct pip__turn *turn, const struct pip_net *nets,
                                 const void *state) {
    struct pip__es_state s;
    state_of(state, &s);
    turn->net = pip__turn_net(turn->setup, nets);
    turn->used = 0;
    turn->seat = s.active;
    turn->number = s.turn;
    turn->fault = NULL;
    bool mine =
        s.phase != ES_CHOOSING_SIDES && !pip__turn_has_ended(turn, state) && s.acting == s.active;
    return mine ? NULL : not_active;
}

/* ---- The end of the turn ---- */

static int64_t value_at_end(const struct pip__turn *turn, const struct pip__es_state *s) {
    const struct pip_setup *setup = turn->setup;
    struct pip__thinker thinker = {setup, turn->net, turn->mind};
    struct pip_candidate c;
    if (!turn->net)
        return setup->game->evaluate(setup, s, turn->seat) * PIP__TURN_ONE;
    pip__value(&thinker, s, turn->seat, &c);
    return c.value * PIP__TURN_ONE;
}

/* ---- Positions that are known ---- */

static struct pip__turn_slot *slot_of(const struct pip__turn *turn, uint64_t hash) {
    uint32_t at = (uint32_t)hash & (turn->slots - 1);
    while (turn->slot[at].hash && turn->slot[at].hash != hash)
        at = (at + 1) & (turn->slots - 1);
    return &turn->slot[at];
}

static void remember(struct pip__turn *turn, uint64_t hash, int64_t worth) {
    if (turn->used >= turn->slots / 4 * 3) {
        turn->fault = too_large;
        return;
    }
    *slot_of(turn, hash) = (struct pip__turn_slot){hash, worth};
    turn->used++;
}

/* ---- The walk ---- */

static int64_t worth_of(struct pip__turn *turn, const struct pip__es_state *s);

/* The mean over all outcomes, to the nearest unit. */
static int64_t mean_of(struct pip__turn *turn, const struct pip__es_state *s) {
    const struct pip_setup *setup = turn->setup;
    struct pip_chance chance;
    int64_t sum = 0, weights = 0;
    setup->game->chance(setup, s, &chance);
    uint32_t outcomes = pip_chance_outcomes(&chance);
    for (uint32_t i = 0; i < outcomes && !turn->fault; i++) {
        struct pip__es_state after = *s;
        int64_t weight = pip_chance_weight(&chance, (pip_move)i);
        setup->game->apply(setup, &after, PIP_CHANCE, (pip_move)i);
        sum += weight * worth_of(turn, &after);
        weights += weight;
    }
    return turn->fault ? 0 : (sum >= 0 ? sum + weights / 2 : sum - weights / 2) / weights;
}

static int64_t best_of(struct pip__turn *turn, const struct pip__es_state *s) {
    const struct pip_setup *setup = turn->setup;
    pip_move moves[PIP_MOVES_MAX];
    int64_t best = INT64_MIN;
    int count = setup->game->legal(setup, s, turn->seat, moves);
    if (count == 0) /* in the variant of closed pathways another seat closes, too */
        turn->fault = not_active;
    for (int i = 0; i < count && !turn->fault; i++) {
        struct pip__es_state after = *s;
        setup->game->apply(setup, &after, (unsigned)turn->seat, moves[i]);
        int64_t worth = worth_of(turn, &after);
        best = worth > best ? worth : best;
    }
    return turn->fault ? 0 : best;
}

static int64_t worth_of(struct pip__turn *turn, const struct pip__es_state *s) {
    uint64_t hash = pip_state_hash(turn->setup, s);
    hash += hash == 0;
    const struct pip__turn_slot *known = slot_of(turn, hash);
    if (known->hash)
        return known->worth;
    bool dice = turn->setup->game->actor(turn->setup, s) == PIP_ACTORS_CHANCE;
    int64_t worth = pip__turn_has_ended(turn, s) ? value_at_end(turn, s)
                    : dice                       ? mean_of(turn, s)
                                                 : best_of(turn, s);
    if (!turn->fault)
        remember(turn, hash, worth);
    return worth;
}

pip__truth_fault pip__turn_worth(struct pip__turn *turn, const void *state, int64_t *worth) {
    struct pip__es_state s;
    state_of(state, &s);
    *worth = worth_of(turn, &s);
    return turn->fault;
}
