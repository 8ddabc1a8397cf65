/* The level expert as a judge. */
#include "bots/think.h"
#include "parts.h"
#include <string.h>

static struct pip__thinker thinker_of(const struct pip_setup *setup, struct pip_mind *mind) {
    return (struct pip__thinker){setup, pip__net_for(setup, mind), mind};
}

bool pip_judge_knows(const struct pip_setup *setup, const struct pip_mind *mind) {
    return pip__net_for(setup, mind) != NULL;
}

/* Nets know a team's chance only by its value; of a game that is over it is known. */
static void add_chance(const struct pip_setup *setup, const void *state, struct pip_candidate *c) {
    const struct pip_game *game = setup->game;
    if (!game->won)
        return;
    if (game->actor(setup, state) == PIP_ACTORS_OVER)
        c->win = game->won(setup, state) ? PIP_WIN_SURE : 0;
    else
        c->win = pip__review_chance(setup, c->value);
}

static void rank(const void *context, const struct pip_setup *setup, const void *state, int seat,
                 struct pip_mind *mind) {
    struct pip__thinker thinker = thinker_of(setup, mind);
    (void)context;
    pip__rank_by_net(&thinker, state, seat);
    for (int i = 0; setup->game->won && i < mind->count; i++) {
        struct pip__position led;
        memcpy(led.bytes, state, setup->game->state_size);
        pip__line_play(setup, led.bytes, seat, &mind->candidate[i].line);
        add_chance(setup, led.bytes, &mind->candidate[i]);
    }
}

static void after(const void *context, const struct pip_setup *setup, const void *state, int seat,
                  struct pip_mind *mind, struct pip_candidate *worth) {
    struct pip__thinker thinker = thinker_of(setup, mind);
    (void)context;
    pip__value_after(&thinker, state, seat, worth);
    add_chance(setup, state, worth);
}

/* ---- After a roll ---- */

/* The best line that begins with a step, and its rank, into the room. */
static void begin_with(const struct pip__thinker *thinker, const void *state, int seat,
                       pip_move move, struct pip_review_room *room) {
    const struct pip_setup *setup = thinker->setup;
    struct pip__position after;
    struct pip_candidate worth;
    struct pip_line line = {1, {move}}, rest = {0, {0}};
    memcpy(after.bytes, state, setup->game->state_size);
    setup->game->apply(setup, after.bytes, (unsigned)seat, move);
    if (setup->game->actor(setup, after.bytes) >> seat & 1)
        pip__answer(thinker, after.bytes, seat, &rest);
    pip__line_play(setup, after.bytes, seat, &rest);
    for (int i = 0; i < rest.steps && line.steps < PIP_STEPS_MAX; i++)
        line.step[line.steps++] = rest.step[i];
    pip__value(thinker, after.bytes, seat, &worth);
    room->begun[move].age = room->age;
    room->begun[move].rank = worth.rank;
    room->begun[move].line = line;
}

/* Where dice only say how a line may begin, every beginning of the first who chooses is looked at
 * once for all rolls. */
static void first_answer(const struct pip__thinker *thinker, const void *state, int seat,
                         struct pip_review_room *room, struct pip_line *line) {
    const struct pip_setup *setup = thinker->setup;
    if (!setup->game->think->free) {
        pip__answer(thinker, state, seat, line);
        return;
    }
    pip_move moves[PIP_MOVES_MAX];
    int count = setup->game->legal(setup, state, seat, moves), best = 0;
    for (int i = 0; i < count; i++) {
        if (room->begun[moves[i]].age != room->age)
            begin_with(thinker, state, seat, moves[i], room);
        if (room->begun[moves[i]].rank > room->begun[moves[best]].rank)
            best = i;
    }
    *line = room->begun[moves[best]].line;
}

/* The answers of the others are kept by what was left to them, as the levels themselves do it. */
static void answer_of(const struct pip__thinker *thinker, const void *state, int seat,
                      struct pip_review_room *room, struct pip_line *line) {
    const struct pip_think *think = thinker->setup->game->think;
    if (!think->left) {
        pip__answer(thinker, state, seat, line);
        return;
    }
    uint32_t left = think->left(thinker->setup, state);
    uint32_t at = (left * 8u + (uint32_t)seat) * 0x9E3779B1u >> 19;
    _Static_assert(PIP_REVIEW_ANSWERS == 1 << (32 - 19), "the shift makes a place in the table");
    if (room->answer[at].age == room->age && room->answer[at].left == left &&
        room->answer[at].seat == seat) {
        line->steps = room->answer[at].steps;
        memcpy(line->step, room->answer[at].step, sizeof room->answer[at].step);
        return;
    }
    pip__answer(thinker, state, seat, line);
    if (line->steps > PIP_REVIEW_STEPS)
        return;
    room->answer[at].age = room->age;
    room->answer[at].left = left;
    room->answer[at].seat = (uint8_t)seat;
    room->answer[at].steps = line->steps;
    memcpy(room->answer[at].step, line->step, sizeof room->answer[at].step);
}

/* Everybody answers until chance acts, another turn begins or the game is over. A team's turn is
 * many choices with rolls between them: there only who acts. */
static void settle(const struct pip__thinker *thinker, void *state, struct pip_review_room *room) {
    const struct pip_setup *setup = thinker->setup;
    const struct pip_game *game = setup->game;
    int turn = game->turn(setup, state);
    for (bool first = true;; first = false) {
        pip_actors actors = game->actor(setup, state);
        if (actors == PIP_ACTORS_OVER || actors == PIP_ACTORS_CHANCE ||
            game->turn(setup, state) != turn)
            return;
        struct pip_line line;
        int who = __builtin_ctz(actors);
        if (first)
            first_answer(thinker, state, who, room, &line);
        else
            answer_of(thinker, state, who, room, &line);
        pip__line_play(setup, state, who, &line);
        if (game->won)
            return;
    }
}

static void value_all(const struct pip__thinker *thinker, const struct pip__position *now,
                      unsigned seats, struct pip_review_room *room, struct pip_worth *worth) {
    const struct pip_setup *setup = thinker->setup;
    uint64_t hash = pip_hash(PIP_HASH_START, now->bytes, setup->game->state_size);
    uint32_t at = (uint32_t)(hash >> 20) & (PIP_REVIEW_WORTHS - 1);
    if (room->known[at].age != room->age || room->known[at].hash != hash) {
        room->known[at].age = room->age;
        room->known[at].hash = hash;
        for (int seat = 0; seat < setup->seats; seat++) {
            struct pip_candidate c;
            if (!(seats >> seat & 1))
                continue;
            pip__value(thinker, now->bytes, seat, &c);
            add_chance(setup, now->bytes, &c);
            room->known[at].worth[seat] = (struct pip_worth){c.value, c.win};
        }
    }
    memcpy(worth, room->known[at].worth, setup->seats * sizeof *worth);
}

/* Where seats play apart each has its own best line. */
static void rolled_apart(const struct pip__thinker *thinker, const void *state, unsigned seats,
                         struct pip_worth *worth) {
    for (int seat = 0; seat < thinker->setup->seats; seat++) {
        if (!(seats >> seat & 1))
            continue;
        pip__rank_by_net(thinker, state, seat);
        const struct pip_candidate *best = &thinker->mind->candidate[0];
        worth[seat] = (struct pip_worth){best->value, best->win};
    }
}

void pip__judge_rolled(const struct pip__thinker *thinker, const void *state, unsigned seats,
                       struct pip_review_room *room, struct pip_worth *worth) {
    const struct pip_setup *setup = thinker->setup;
    struct pip__position now;
    if (setup->game->think->apart) {
        rolled_apart(thinker, state, seats, worth);
        return;
    }
    memcpy(now.bytes, state, setup->game->state_size);
    settle(thinker, now.bytes, room);
    value_all(thinker, &now, seats, room, worth);
}

static void rolled(const void *context, const struct pip_setup *setup, const void *state,
                   struct pip_mind *mind, struct pip_review_room *room, struct pip_worth *worth) {
    struct pip__thinker thinker = thinker_of(setup, mind);
    (void)context;
    pip__judge_rolled(&thinker, state, (1u << setup->seats) - 1, room, worth);
}

const struct pip_judge pip_judge_expert = {.rank = rank, .after = after, .rolled = rolled};
