#include "arena.h"
#include <string.h>

static const char *const verdict_names[] = {"open", "first", "second", "neither"};

static unsigned long long games(const struct arena *arena) {
    return (unsigned long long)arena->totals.rounds * (unsigned)(arena->tables * arena->rotations);
}

/* ---- For people ---- */

#define NAME_MOST 24 /* columns of a name; of longer ones the end, where they differ */

static const char *shown(const struct arena *arena, int player) {
    const char *name = arena->player[player].name;
    size_t length = strlen(name);
    return length > NAME_MOST ? name + length - NAME_MOST : name;
}

static int name_width(const struct arena *arena) {
    size_t width = 6;
    for (int i = 0; i < arena->count; i++) {
        size_t length = strlen(shown(arena, i));
        width = length > width ? length : width;
    }
    return (int)width;
}

static void print_figure(struct arena_figure f, double times, int digits) {
    printf("  %8.*f  %8.*f %8.*f", digits, times * f.value, digits, times * f.low, digits,
           times * f.high);
}

static void print_players(const struct arena *arena) {
    struct arena_figure ratings[ARENA_MAX];
    int width = name_width(arena);
    bool team = arena->run.setup->game->won;
    arena_ratings(arena, ratings);
    printf("%-*s  %8s  %17s  %8s  %17s%s\n", width, "bot", "rating", "95 % interval", "score",
           "95 % interval", team ? "     won %      95 % interval" : "");
    for (int i = 0; i < arena->count; i++) {
        printf("%-*s", width, shown(arena, i));
        print_figure(ratings[i], 1, 0);
        print_figure(arena_mean(arena, i), 1, 2);
        if (team)
            print_figure(arena_won(arena, i), 100, 1);
        int64_t lost = arena->totals.sum[arena->columns + i];
        if (lost > 0)
            printf("  seats lost to random: %lld", (long long)lost);
        putchar('\n');
    }
}

static void print_verdict(const struct arena *arena, const struct arena_pair *pair) {
    unsigned long long after = (unsigned long long)pair->after;
    if (!arena->sprt || arena->run.shards > 1)
        return;
    if (pair->verdict == ARENA_OPEN)
        printf("  open");
    else if (pair->verdict == ARENA_NEITHER)
        printf("  neither by so much, after %llu", after);
    else
        printf("  %s, after %llu",
               shown(arena, pair->verdict == ARENA_FIRST ? pair->first : pair->second), after);
}

static void print_pairs(const struct arena *arena) {
    int width = name_width(arena);
    bool team = arena->run.setup->game->won;
    printf("\n%-*s  %8s  %17s  %8s  %17s%s%s\n", 2 * width + 3, "duels", "share %", "95 % interval",
           "ahead by", "95 % interval", team ? "  won ahead     95 % interval" : "",
           arena->sprt ? "  stronger" : "");
    for (int i = 0; i < arena->pairs; i++) {
        const struct arena_pair *pair = &arena->pair[i];
        printf("%-*s : %-*s", width, shown(arena, pair->first), width, shown(arena, pair->second));
        print_figure(arena_share(arena, i), 100, 1);
        print_figure(arena_mean_ahead(arena, pair), 1, 2);
        if (team)
            print_figure(arena_won_ahead(arena, pair), 100, 1);
        print_verdict(arena, pair);
        putchar('\n');
    }
}

static void print_lone(const struct arena *arena) {
    int width = name_width(arena);
    if (arena->columns == arena->lone)
        return;
    printf("\n%-*s  %8s  %17s\n", 2 * width + 3, "one against others", "wins %", "95 % interval");
    for (int i = 0; i < arena->tables; i++) {
        const struct arena_table *table = &arena->table[i];
        if (table->lone < 0)
            continue;
        printf("%-*s : %-*s", width, shown(arena, table->player[0]), width,
               shown(arena, table->player[1]));
        print_figure(arena_lone(arena, table), 100, 1);
        putchar('\n');
    }
}

void arena_print(const struct arena *arena) {
    const struct pip_setup *setup = arena->run.setup;
    printf("%s on %s, %d seat%s, %llu different dice, %llu games, seed %llu\n\n",
           setup->game->title, setup->sheet->name, setup->seats, setup->seats == 1 ? "" : "s",
           (unsigned long long)arena->totals.rounds, games(arena),
           (unsigned long long)arena->run.seed);
    print_players(arena);
    print_pairs(arena);
    print_lone(arena);
}

/* ---- JSON ---- */

static json_t *figure_json(struct arena_figure f) {
    return json_pack("{s:f, s:[f,f]}", "value", f.value, "95", f.low, f.high);
}

static json_t *totals_json(const struct arena *arena) {
    const struct arena_totals *t = &arena->totals;
    json_t *sum = json_array(), *products = json_array();
    for (int i = 0; i < arena_width(arena); i++)
        json_array_append_new(sum, json_integer(t->sum[i]));
    for (int i = 0; i < arena->columns; i++) {
        for (int j = i; j < arena->columns; j++)
            json_array_append_new(products, json_integer(t->product[i][j]));
    }
    return json_pack("{s:I, s:o, s:o}", "rounds", (json_int_t)t->rounds, "sum", sum, "products",
                     products);
}

static json_t *player_json(const struct arena *arena, int i, struct arena_figure rating) {
    json_t *json = json_pack("{s:s, s:o, s:o, s:I}", "bot", arena->player[i].name, "rating",
                             figure_json(rating), "score", figure_json(arena_mean(arena, i)),
                             "forfeits", (json_int_t)arena->totals.sum[arena->columns + i]);
    if (arena->run.setup->game->won)
        json_object_set_new(json, "won", figure_json(arena_won(arena, i)));
    return json;
}

static json_t *pair_json(const struct arena *arena, int i) {
    const struct arena_pair *pair = &arena->pair[i];
    json_t *json =
        json_pack("{s:[s,s], s:o, s:o}", "bots", arena->player[pair->first].name,
                  arena->player[pair->second].name, "share", figure_json(arena_share(arena, i)),
                  "score_ahead", figure_json(arena_mean_ahead(arena, pair)));
    if (arena->run.setup->game->won)
        json_object_set_new(json, "won_ahead", figure_json(arena_won_ahead(arena, pair)));
    if (arena->sprt && arena->run.shards == 1)
        json_object_update_new(json,
                               json_pack("{s:s, s:I}", "stronger", verdict_names[pair->verdict],
                                         "after", (json_int_t)pair->after));
    return json;
}

static json_t *lone_json(const struct arena *arena) {
    json_t *list = json_array();
    for (int i = 0; i < arena->tables; i++) {
        const struct arena_table *table = &arena->table[i];
        if (table->lone >= 0)
            json_array_append_new(list, json_pack("{s:s, s:s, s:o}", "bot",
                                                  arena->player[table->player[0]].name, "others",
                                                  arena->player[table->player[1]].name, "wins",
                                                  figure_json(arena_lone(arena, table))));
    }
    return list;
}

static json_t *of_json(const struct arena *arena) {
    json_t *names = json_array();
    for (int i = 0; i < arena->count; i++)
        json_array_append_new(names, json_string(arena->player[i].name));
    json_t *of = sim_run_json(&arena->run, "arena", names);
    if (arena->sprt)
        json_object_set_new(of, "sprt", json_pack("[f,f]", arena->share[0], arena->share[1]));
    return of;
}

/* Rows in their order, for --merge to find where to stop. */
static json_t *rows_json(const struct arena *arena) {
    json_t *rows = json_array();
    int width = arena_width(arena);
    for (uint64_t i = 0; i < arena->totals.rounds; i++) {
        json_t *row = json_array();
        for (int j = 0; j < width; j++)
            json_array_append_new(row,
                                  json_integer(arena->kept[i * (unsigned)width + (unsigned)j]));
        json_array_append_new(rows, row);
    }
    return rows;
}

json_t *arena_json(const struct arena *arena) {
    struct arena_figure ratings[ARENA_MAX];
    json_t *players = json_array(), *pairs = json_array();
    arena_ratings(arena, ratings);
    for (int i = 0; i < arena->count; i++)
        json_array_append_new(players, player_json(arena, i, ratings[i]));
    for (int i = 0; i < arena->pairs; i++)
        json_array_append_new(pairs, pair_json(arena, i));
    json_t *report = json_pack("{s:o, s:[o], s:o, s:I, s:o, s:o, s:o}", "of", of_json(arena),
                               "shards", sim_shard_json(&arena->run), "totals", totals_json(arena),
                               "games", (json_int_t)games(arena), "bots", players, "duels", pairs,
                               "one_against_others", lone_json(arena));
    if (arena->kept)
        json_object_set_new(report, "rows", rows_json(arena));
    return report;
}
