#include "arena.h"

static int strange(const char *path) {
    return cli_error(CLI_NO, "%s: not the output of sim --json", path);
}

static int missing(const struct arena *arena) {
    return cli_error(CLI_NO, "these shards hold %llu of %llu rounds; some are missing",
                     (unsigned long long)arena->totals.rounds,
                     (unsigned long long)arena->run.games);
}

static bool read_numbers(const json_t *list, size_t count, int64_t *numbers) {
    for (size_t i = 0; i < count; i++) {
        json_int_t value;
        if (json_array_size(list) != count || !sim_read_whole(json_array_get(list, i), &value))
            return false;
        numbers[i] = value;
    }
    return true;
}

static int read_arena(const struct sim_shards *shards, struct arena *arena) {
    const json_t *of = json_object_get(shards->file[0], "of");
    const json_t *names = json_object_get(of, "arena"), *sprt = json_object_get(of, "sprt");
    char shares[64];
    arena->run = shards->run;
    arena->run.shards = 1;
    if (json_array_size(names) > ARENA_MAX)
        return strange(shards->path[0]);
    for (size_t i = 0; i < json_array_size(names); i++) {
        const char *name = json_string_value(json_array_get(names, i));
        if (!name || !sim_read_player(name, &arena->player[arena->count++]))
            return strange(shards->path[0]);
    }
    snprintf(shares, sizeof shares, "%.17g,%.17g", json_number_value(json_array_get(sprt, 0)),
             json_number_value(json_array_get(sprt, 1)));
    return arena_open(arena, sprt ? shares : NULL);
}

/* Without an early stop sums are enough. */
static int add_totals(const struct sim_shards *shards, struct arena *arena) {
    static int64_t product[ARENA_COLUMNS * ARENA_COLUMNS];
    int64_t sum[ARENA_ROW];
    size_t columns = (size_t)arena->columns, width = (size_t)arena_width(arena);
    for (int i = 0; i < shards->count; i++) {
        const json_t *totals = json_object_get(shards->file[i], "totals");
        const int64_t *next = product;
        json_int_t rounds;
        if (!sim_read_whole(json_object_get(totals, "rounds"), &rounds) || rounds < 0 ||
            !read_numbers(json_object_get(totals, "sum"), width, sum) ||
            !read_numbers(json_object_get(totals, "products"), columns * (columns + 1) / 2,
                          product))
            return strange(shards->path[i]);
        arena->totals.rounds += (uint64_t)rounds;
        for (size_t c = 0; c < width; c++)
            arena->totals.sum[c] += sum[c];
        for (size_t c = 0; c < columns; c++) {
            for (size_t d = c; d < columns; d++)
                arena->totals.product[c][d] += *next++;
        }
    }
    return arena->totals.rounds == arena->run.games ? CLI_OK : missing(arena);
}

/* With one, rounds are added in their order until it is reached: as a run without shards would. */
static int add_rows(const struct sim_shards *shards, struct arena *arena) {
    int file[SIM_FILES_MAX];
    uint64_t all = shards->run.shards;
    if ((uint64_t)shards->count != all)
        return missing(arena);
    for (int i = 0; i < shards->count; i++)
        file[shards->shard[i]] = i;
    for (uint64_t round = 0; round < arena->run.games; round++) {
        int64_t row[ARENA_ROW];
        int i = file[round % all];
        const json_t *rows = json_object_get(shards->file[i], "rows");
        if (!read_numbers(json_array_get(rows, round / all), (size_t)arena_width(arena), row))
            return strange(shards->path[i]);
        if (arena_add(arena, row))
            break;
    }
    return CLI_OK;
}

int arena_merge(const struct sim_shards *shards) {
    static struct arena arena;
    int code = read_arena(shards, &arena);
    if (code == CLI_OK)
        code = arena.sprt && shards->run.shards > 1 ? add_rows(shards, &arena)
                                                    : add_totals(shards, &arena);
    if (code == CLI_OK)
        cli_print_json(arena_json(&arena));
    return code;
}
