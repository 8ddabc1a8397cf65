#include <pipwright/sim.h>
#include <string.h>

/* ---- One game between bots ---- */

struct table {
    const struct pip_sim_table *at;
    const struct pip_setup *setup;
    struct pip_random random[PIP_SEATS_MAX];
    struct pip_mind *mind;
    unsigned lost; /* bit seat: to `random` */
    void *state;
    struct pip_sim_totals *totals;
};

static void play(struct table *t, unsigned actor, pip_move move) {
    t->setup->game->apply(t->setup, t->state, actor, move);
    if (t->at->event)
        t->at->event(t->at->context, actor, move);
}

static void play_line(struct table *t, int seat, const struct pip_line *line) {
    for (int i = 0; i < line->steps; i++)
        play(t, (unsigned)seat, line->step[i]);
}

static const struct pip_line *choose_inside(struct table *t, const void *view, int seat) {
    const struct pip_bot *bot = t->lost >> seat & 1 ? pip_bots[0] : t->at->bots[seat];
    t->mind->random = t->random[seat];
    const struct pip_line *line = pip_bot_choose(bot, t->setup, view, seat, t->mind);
    t->random[seat] = t->mind->random;
    return line;
}

/* A seat's line, from what it may know. */
static const struct pip_line *choose(struct table *t, const void *view, int seat) {
    const struct pip_line *line = NULL;
    if (!t->at->bots[seat] && !(t->lost >> seat & 1)) {
        line = t->at->choose(t->at->context, view, seat);
        t->lost |= (unsigned)!line << seat;
    }
    if (!line)
        line = choose_inside(t, view, seat);
    t->totals->decisions += line->steps;
    return line;
}

/* Seats that act at the same time choose without knowing of each other: each makes its whole move
 * on its own copy of the position before. */
static void play_together(struct table *t, pip_actors actors) {
    const struct pip_game *game = t->setup->game;
    uint64_t before[PIP_STATE_MAX / 8], view[PIP_STATE_MAX / 8];
    memcpy(before, t->state, game->state_size);
    for (int seat = 0; seat < t->setup->seats; seat++) {
        if (!(actors >> seat & 1))
            continue;
        memcpy(view, before, game->state_size);
        while (game->actor(t->setup, view) >> seat & 1) {
            const struct pip_line *line = choose(t, view, seat);
            for (int i = 0; i < line->steps; i++)
                game->apply(t->setup, view, (unsigned)seat, line->step[i]);
            play_line(t, seat, line);
        }
    }
}

static void add_scores(struct table *t) {
    struct pip_sim_totals *sum = t->totals;
    unsigned all = (1u << t->setup->seats) - 1;
    unsigned winners = pip_score_best(t->setup, t->state, all & ~t->lost);
    for (int seat = 0; seat < t->setup->seats; seat++) {
        int32_t score = pip_score_total(t->setup, t->state, seat);
        sum->score[seat] += score;
        sum->score_squared[seat] += (uint64_t)((int64_t)score * score);
        if (sum->games == 0 || score < sum->lowest[seat])
            sum->lowest[seat] = score;
        if (sum->games == 0 || score > sum->highest[seat])
            sum->highest[seat] = score;
        if (winners >> seat & 1)
            sum->wins[seat] += PIP_WIN_UNIT / (unsigned)__builtin_popcount(winners);
        sum->forfeits[seat] += t->lost >> seat & 1;
    }
    sum->won += t->setup->game->won && t->setup->game->won(t->setup, t->state);
    sum->games++;
    sum->turns += (uint64_t)t->setup->game->turn(t->setup, t->state);
}

static void play_game(struct table *t, struct pip_seed seed) {
    const struct pip_setup *setup = t->setup;
    const struct pip_game *game = setup->game;
    t->lost = 0;
    for (int seat = 0; seat < setup->seats; seat++)
        t->random[seat] = pip_random_init(seed, (uint32_t)seat);
    memset(t->state, 0, PIP_STATE_MAX);
    game->start(setup, t->state);
    for (uint32_t roll = 0;;) {
        pip_actors actors = game->actor(setup, t->state);
        if (actors == PIP_ACTORS_OVER)
            break;
        if (actors == PIP_ACTORS_CHANCE) {
            struct pip_chance chance;
            game->chance(setup, t->state, &chance);
            play(t, PIP_CHANCE, pip_seed_roll(seed, roll++, &chance));
            t->totals->rolls++;
        } else if (actors & (actors - 1u)) {
            play_together(t, actors);
        } else {
            int seat = __builtin_ctz(actors);
            play_line(t, seat, choose(t, t->state, seat));
        }
    }
    add_scores(t);
}

void pip_sim_play_at(const struct pip_sim_table *table, struct pip_seed seed, void *state,
                     struct pip_sim_totals *totals) {
    struct pip_mind mind; /* large, so only what is read is set */
    mind.nodes = table->nodes;
    mind.enough = NULL;
    mind.nets = table->nets;
    struct table t = {
        .at = table, .setup = table->setup, .mind = &mind, .state = state, .totals = totals};
    play_game(&t, seed);
}

void pip_sim_play(const struct pip_setup *setup, const struct pip_bot *const *bots,
                  struct pip_seed seed, pip_sim_event *event, void *context, void *state,
                  struct pip_sim_totals *totals) {
    struct pip_sim_table table = {.setup = setup, .event = event, .context = context};
    for (int seat = 0; seat < setup->seats; seat++)
        table.bots[seat] = bots[seat];
    pip_sim_play_at(&table, seed, state, totals);
}

void pip_sim_add(struct pip_sim_totals *sum, const struct pip_sim_totals *part) {
    for (int seat = 0; seat < PIP_SEATS_MAX; seat++) {
        if (part->games > 0 && (sum->games == 0 || part->lowest[seat] < sum->lowest[seat]))
            sum->lowest[seat] = part->lowest[seat];
        if (part->games > 0 && (sum->games == 0 || part->highest[seat] > sum->highest[seat]))
            sum->highest[seat] = part->highest[seat];
        sum->score[seat] += part->score[seat];
        sum->score_squared[seat] += part->score_squared[seat];
        sum->wins[seat] += part->wins[seat];
        sum->forfeits[seat] += part->forfeits[seat];
    }
    sum->won += part->won;
    sum->games += part->games;
    sum->decisions += part->decisions;
    sum->turns += part->turns;
    sum->rolls += part->rolls;
}

/* ---- Random playouts ---- */

/* The next event of a random game: a roll, or a random legal move of the lowest seat that may act.
 * Returns who acted, or -1 where the game is over. */
static int random_event(const struct pip_setup *setup, void *state, struct pip_seed seed,
                        uint32_t *roll, struct pip_random *random, pip_move *moves, int *count) {
    const struct pip_game *game = setup->game;
    pip_actors actors = game->actor(setup, state);
    if (actors == PIP_ACTORS_OVER)
        return -1;
    if (actors == PIP_ACTORS_CHANCE) {
        struct pip_chance chance;
        game->chance(setup, state, &chance);
        game->apply(setup, state, PIP_CHANCE, pip_seed_roll(seed, (*roll)++, &chance));
        return PIP_CHANCE;
    }
    int seat = __builtin_ctz(actors);
    *count = game->legal(setup, state, seat, moves);
    game->apply(setup, state, (unsigned)seat, moves[pip_random_below(random, (uint32_t)*count)]);
    return seat;
}

uint32_t pip_sim_playout(const struct pip_setup *setup, struct pip_seed seed) {
    struct pip_random random = pip_random_init(seed, 0);
    uint64_t state[PIP_STATE_MAX / 8];
    pip_move moves[PIP_MOVES_MAX];
    uint32_t roll = 0, decisions = 0;
    int count;
    memset(state, 0, setup->game->state_size);
    setup->game->start(setup, state);
    for (int who; (who = random_event(setup, state, seed, &roll, &random, moves, &count)) >= 0;)
        decisions += who != PIP_CHANCE;
    return decisions;
}

/* ---- Counting and signing ---- */

uint64_t pip_sim_perft(const struct pip_setup *setup, const void *state, int depth) {
    const struct pip_game *game = setup->game;
    pip_actors actors = game->actor(setup, state);
    uint64_t ways = 0, after[PIP_STATE_MAX / 8];
    if (depth == 0)
        return 1;
    if (actors == PIP_ACTORS_CHANCE) {
        struct pip_chance chance;
        game->chance(setup, state, &chance);
        uint32_t outcomes = pip_chance_outcomes(&chance);
        for (uint32_t outcome = 0; outcome < outcomes; outcome++) {
            memcpy(after, state, game->state_size);
            game->apply(setup, after, PIP_CHANCE, (pip_move)outcome);
            ways += pip_sim_perft(setup, after, depth - 1);
        }
        return ways;
    }
    for (int seat = 0; seat < setup->seats; seat++) {
        pip_move moves[PIP_MOVES_MAX];
        int count = actors >> seat & 1 ? game->legal(setup, state, seat, moves) : 0;
        for (int i = 0; i < count; i++) {
            memcpy(after, state, game->state_size);
            game->apply(setup, after, (unsigned)seat, moves[i]);
            ways += pip_sim_perft(setup, after, depth - 1);
        }
    }
    return ways;
}

#define SIGNATURE_GAMES 20 /* for each setup */

static uint64_t sign_game(const struct pip_setup *setup, struct pip_seed seed, uint64_t hash) {
    struct pip_random random = pip_random_init(seed, 0);
    uint64_t state[PIP_STATE_MAX / 8] = {0};
    pip_move moves[PIP_MOVES_MAX];
    uint32_t roll = 0;
    int count = 0;
    setup->game->start(setup, state);
    for (int who; (who = random_event(setup, state, seed, &roll, &random, moves, &count)) >= 0;) {
        if (who != PIP_CHANCE)
            hash = pip_hash(hash, moves, (size_t)count * sizeof *moves);
        hash = pip_hash(hash, state, setup->game->state_size);
    }
    for (int seat = 0; seat < setup->seats; seat++) {
        int32_t total = pip_score_total(setup, state, seat);
        hash = pip_hash(hash, &total, sizeof total);
    }
    return hash;
}

uint64_t pip_sim_signature(const struct pip_game *game) {
    struct pip_setup setup = pip_setup_first(game);
    uint64_t hash = PIP_HASH_START;
    do {
        for (uint32_t i = 0; i < SIGNATURE_GAMES; i++)
            hash = sign_game(&setup, (struct pip_seed){.seed = 1, .game = i}, hash);
    } while (pip_setup_next(&setup));
    return hash;
}

#define SIGNATURE_NODES 200 /* of bots that search ... */
#define SIGNATURE_SEATS 2   /* ... whose games with more would take too long */

static void sign_event(void *hash, unsigned actor, pip_move move) {
    uint16_t event[] = {(uint16_t)actor, move};
    *(uint64_t *)hash = pip_hash(*(uint64_t *)hash, event, sizeof event);
}

uint64_t pip_sim_bot_signature(const struct pip_game *game, const struct pip_bot *bot,
                               struct pip_mind *mind) {
    struct pip_setup setup = pip_setup_first(game);
    struct pip_sim_totals totals = {0};
    uint64_t hash = PIP_HASH_START, state[PIP_STATE_MAX / 8];
    struct pip_sim_table table = {.setup = &setup, .event = sign_event, .context = &hash};
    for (int seat = 0; seat < PIP_SEATS_MAX; seat++)
        table.bots[seat] = bot;
    mind->nodes = SIGNATURE_NODES;
    mind->enough = NULL;
    struct table t = {
        .at = &table, .setup = &setup, .mind = mind, .state = state, .totals = &totals};
    do {
        if (setup.seats <= SIGNATURE_SEATS)
            play_game(&t, (struct pip_seed){.seed = 1, .game = (uint32_t)totals.games});
    } while (pip_setup_next(&setup));
    return hash;
}
