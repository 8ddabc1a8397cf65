#include "arena.h"
#include <stdlib.h>
#include <string.h>

/* ---- The schedule ---- */

int arena_width(const struct arena *arena) {
    return arena->columns + arena->count;
}

static struct arena_table *add_table(struct arena *arena) {
    struct arena_table *table = &arena->table[arena->tables++];
    table->lone = -1;
    return table;
}

/* One player among others of a kind. */
static void add_lone(struct arena *arena, int one, int others) {
    struct arena_table *table = add_table(arena);
    memset(table->player, others, sizeof table->player);
    table->player[0] = (uint8_t)one;
    if (arena->run.setup->seats > 2)
        table->lone = arena->lone + one * (arena->count - 1) + others - (others > one);
}

/* Tables where different players meet: neighbours in the list, which ends where it begins. */
static void add_mixed(struct arena *arena) {
    int seats = arena->run.setup->seats;
    for (int from = 0; from < (arena->count == seats ? 1 : arena->count); from++) {
        struct arena_table *table = add_table(arena);
        for (int seat = 0; seat < seats; seat++)
            table->player[seat] = (uint8_t)((from + seat) % arena->count);
    }
}

static void add_tables(struct arena *arena) {
    int seats = arena->run.setup->seats;
    for (int a = 0; a < arena->count && !arena->meet; a++)
        memset(add_table(arena)->player, a, PIP_SEATS_MAX);
    for (int i = 0; i < arena->pairs && arena->meet; i++) {
        const struct arena_pair *pair = &arena->pair[i];
        add_lone(arena, pair->first, pair->second);
        if (seats > 2)
            add_lone(arena, pair->second, pair->first);
    }
    if (arena->meet && seats > 2 && arena->count > 2)
        add_mixed(arena);
}

static int pair_of(const struct arena *arena, int a, int b) {
    for (int i = 0; i < arena->pairs; i++) {
        if (arena->pair[i].first == a && arena->pair[i].second == b)
            return i;
    }
    return -1;
}

/* How often everybody sits, and meets whom. */
static void count_table(struct arena *arena, const struct arena_table *table) {
    for (int i = 0; i < arena->run.setup->seats; i++) {
        arena->seats_of[table->player[i]] += arena->rotations;
        for (int j = 0; j < arena->run.setup->seats; j++) {
            int pair = pair_of(arena, table->player[i], table->player[j]);
            if (pair >= 0)
                arena->pair[pair].duels += arena->rotations;
        }
    }
}

static void make_schedule(struct arena *arena) {
    const struct pip_setup *setup = arena->run.setup;
    const struct pip_think *think = setup->game->think;
    arena->meet = setup->seats > 1 && !setup->game->won && !(think && think->apart);
    arena->rotations = arena->meet ? setup->seats : 1;
    for (int a = 0; a < arena->count; a++) {
        for (int b = a + 1; b < arena->count; b++)
            arena->pair[arena->pairs++] = (struct arena_pair){
                .first = (uint8_t)a, .second = (uint8_t)b, .duels = arena->meet ? 0 : 1};
    }
    arena->won = arena->count;
    arena->duel = arena->won + (setup->game->won ? arena->count : 0);
    arena->lone = arena->duel + arena->pairs;
    arena->columns = arena->lone + (arena->meet && setup->seats > 2 ? 2 * arena->pairs : 0);
    add_tables(arena);
    for (int i = 0; i < arena->tables; i++)
        count_table(arena, &arena->table[i]);
}

#define ROUNDS_MAX 10000000 /* that the sums of products bear */

int arena_open(struct arena *arena, const char *sprt) {
    char after;
    if (arena->count < 2)
        return cli_error(CLI_USAGE, "--arena wants two to %d bots, with commas between", ARENA_MAX);
    if (arena->run.games > ROUNDS_MAX)
        return cli_error(CLI_USAGE, "--games with --arena is at most %d", ROUNDS_MAX);
    arena->sprt = sprt != NULL;
    if (sprt &&
        (sscanf(sprt, "%lf,%lf%c", &arena->share[0], &arena->share[1], &after) != 2 ||
         !(arena->share[0] >= 0.5 && arena->share[0] < arena->share[1] && arena->share[1] < 1)))
        return cli_error(CLI_USAGE,
                         "--sprt wants two shares of at least a half, the lower first, as "
                         "0.5,0.55, not \"%s\"",
                         sprt);
    make_schedule(arena);
    return CLI_OK;
}

void arena_close(struct arena *arena) {
    free(arena->waiting);
    free(arena->filled);
    free(arena->kept);
}

/* ---- A round ---- */

bool arena_bench_open(struct arena_bench *bench, const struct arena *arena) {
    bool guests = false;
    for (int i = 0; i < arena->count; i++)
        guests |= !arena->player[i].bot;
    bench->arena = arena;
    memset(bench->guest, 0, sizeof bench->guest);
    return sim_table_open(&bench->table, &arena->run, guests);
}

void arena_bench_close(struct arena_bench *bench) {
    for (int player = 0; player < ARENA_MAX; player++) {
        for (int seat = 0; seat < PIP_SEATS_MAX; seat++)
            pip__guest_end(&bench->guest[player][seat]);
    }
    sim_table_close(&bench->table);
}

/* Half points of the first in a duel. Who has lost the seat has lost every duel. */
static int duel(int64_t first, int64_t second, bool first_lost, bool second_lost) {
    if (first_lost != second_lost)
        return first_lost ? 0 : 2;
    return first_lost || first == second ? 1 : first > second ? 2 : 0;
}

/* The game of one table in one rotation, in which player[seat] sat. */
static void count_game(const struct arena *arena, const struct arena_table *table,
                       const uint8_t *player, int rotation, const struct pip_sim_totals *game,
                       int64_t *row) {
    int seats = arena->run.setup->seats;
    for (int i = 0; i < seats; i++) {
        row[player[i]] += game->score[i];
        row[arena->columns + player[i]] += (int64_t)game->forfeits[i];
        for (int j = 0; j < seats && arena->meet; j++) {
            int pair = pair_of(arena, player[i], player[j]);
            if (pair >= 0)
                row[arena->duel + pair] += duel(game->score[i], game->score[j],
                                                game->forfeits[i] > 0, game->forfeits[j] > 0);
        }
    }
    if (table->lone >= 0)
        row[table->lone] += (int64_t)game->wins[rotation];
    if (arena->run.setup->game->won)
        row[arena->won + player[0]] += (int64_t)game->won;
}

/* Where players keep to themselves, they are compared by what they made of the same dice. */
static void compare(const struct arena *arena, int64_t *row) {
    int from = arena->run.setup->game->won ? arena->won : 0;
    for (int i = 0; i < arena->pairs; i++) {
        int a = arena->pair[i].first, b = arena->pair[i].second;
        row[arena->duel + i] += duel(row[from + a], row[from + b], row[arena->columns + a] > 0,
                                     row[arena->columns + b] > 0);
    }
}

void arena_play_round(struct arena_bench *bench, uint32_t number, int64_t *row) {
    const struct arena *arena = bench->arena;
    int seats = arena->run.setup->seats;
    memset(row, 0, (size_t)arena_width(arena) * sizeof *row);
    for (int i = 0; i < arena->tables; i++) {
        const struct arena_table *table = &arena->table[i];
        for (int rotation = 0; rotation < arena->rotations; rotation++) {
            struct pip_sim_totals game = {0};
            uint8_t player[PIP_SEATS_MAX];
            for (int seat = 0; seat < seats; seat++) {
                int sits = (seat + rotation) % seats;
                player[sits] = table->player[seat];
                bench->table.player[sits] = &arena->player[player[sits]];
                bench->table.guest[sits] = &bench->guest[player[sits]][sits];
            }
            sim_table_play(&bench->table, number, &game);
            count_game(arena, table, player, rotation, &game, row);
        }
    }
    if (!arena->meet)
        compare(arena, row);
}
