#include "sim_bids.h"

static void bids_start(const struct pip_setup *setup, void *state) {
    (void)setup, (void)state;
}

pip_actors bids_actor(const struct pip_setup *setup, const void *state) {
    const struct bids *s = state;
    if (s->rolls < BID_ROLLS)
        return PIP_ACTORS_CHANCE;
    return (pip_actors)(((1u << setup->seats) - 1) & ~s->done);
}

static int bids_turn(const struct pip_setup *setup, const void *state) {
    return bids_actor(setup, state) == PIP_ACTORS_OVER ? BID_TURNS : 0;
}

/* Three bids: one below, one at and one above zero. */
int bids_legal(const struct pip_setup *setup, const void *state, int seat, pip_move *moves) {
    pip_actors actors = bids_actor(setup, state);
    if (actors == PIP_ACTORS_CHANCE || !(actors >> seat & 1))
        return 0;
    for (pip_move i = 0; i < 3; i++)
        moves[i] = (pip_move)(BID_ZERO - 1 + i);
    return 3;
}

void bids_chance(const struct pip_setup *setup, const void *state, struct pip_chance *chance) {
    static const char *const faces[] = {"1", "2", "3", "4"};
    static const struct pip_die die = {.faces = 4, .names = faces};
    (void)setup, (void)state;
    *chance = (struct pip_chance){.label = "dice", .throws = 1, .thrown = {{&die, 1}}};
}

enum pip_status bids_apply(const struct pip_setup *setup, void *state, unsigned actor,
                           pip_move move) {
    struct bids *s = state;
    pip_actors actors = bids_actor(setup, state);
    assert_int_equal(actor == PIP_CHANCE, actors == PIP_ACTORS_CHANCE);
    if (actor == PIP_CHANCE) {
        s->roll[s->rolls++] = (uint8_t)move;
        return PIP_OK;
    }
    assert_true(actors >> actor & 1);
    s->bid[actor] = (uint8_t)move;
    s->done |= (uint8_t)(1u << actor);
    return PIP_OK;
}

int bids_score(const struct pip_setup *setup, const void *state, int seat, struct pip_item *items) {
    const struct bids *s = state;
    (void)setup;
    items[0] = (struct pip_item){"bid", s->bid[seat]};
    items[1] = (struct pip_item){"less", -BID_ZERO};
    return 2;
}

const struct pip_sheet bids_sheet = {.game = "bids", .name = "plain"};
static const struct pip_sheet *const bids_sheets[] = {&bids_sheet, NULL};

const struct pip_game bids_game = {
    .name = "bids",
    .seats_min = 1,
    .seats_max = PIP_SEATS_MAX,
    .state_size = sizeof(struct bids),
    .moves = BIDS,
    .options = pip__no_options,
    .sheets = bids_sheets,
    .start = bids_start,
    .actor = bids_actor,
    .turn = bids_turn,
    .legal = bids_legal,
    .chance = bids_chance,
    .apply = bids_apply,
    .score = bids_score,
};

int scripted[PIP_SEATS_MAX];

void bid_as_scripted(const struct pip_setup *setup, const void *state, int seat,
                     struct pip_mind *mind) {
    (void)setup, (void)state;
    mind->count = 1;
    mind->candidate[0].line = (struct pip_line){1, {(pip_move)(BID_ZERO + scripted[seat])}};
}

const struct pip_bot scripted_bot = {.name = "scripted", .rank = bid_as_scripted};
