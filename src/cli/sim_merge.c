#include "arena.h"
#include <stdlib.h>
#include <string.h>

bool sim_read_whole(const json_t *item, json_int_t *value) {
    *value = json_integer_value(item);
    return json_is_integer(item);
}

/* False unless every number is there, for exactly so many seats. */
static bool read_totals(const json_t *from, size_t seats, struct pip_sim_totals *t) {
    json_int_t value;
#define X(name)                                                             \
    if (!sim_read_whole(json_object_get(from, #name), &value) || value < 0) \
        return false;                                                       \
    t->name = (uint64_t)value;
    SIM_TOTALS(X)
#undef X
#define X(name)                                                                          \
    if (json_array_size(json_object_get(from, #name)) != seats)                          \
        return false;                                                                    \
    for (size_t seat = 0; seat < seats; seat++) {                                        \
        if (!sim_read_whole(json_array_get(json_object_get(from, #name), seat), &value)) \
            return false;                                                                \
        memcpy(&t->name[seat], &value, sizeof t->name[seat]);                            \
    }
    SIM_TOTALS_BY_SEAT(X)
#undef X
    return true;
}

static int strange(const char *path) {
    return cli_error(CLI_NO, "%s: not the output of sim --json", path);
}

/* ---- Reading ---- */

/* The run that a shard is part of, from what it says. */
static int read_run(const char *path, json_t *of, struct sim_shards *shards) {
    struct cli_table *table = &shards->table;
    const char *game, *sheet, *hash, *key;
    json_t *options, *value;
    json_int_t seed, games, nodes;
    char here[65];
    int seats;
    if (json_unpack(of, "{s:s, s:s, s:s, s:i, s:o, s:I, s:I, s:I}", "game", &game, "sheet", &sheet,
                    "sheet_hash", &hash, "seats", &seats, "options", &options, "seed", &seed,
                    "games", &games, "nodes", &nodes) != 0)
        return strange(path);
    if (!table->sheet)
        table->sheet = sheet;
    int code = cli_setup(table, game, seats);
    if (code != CLI_OK)
        return code;
    cli_hash_text(table->setup.sheet, here);
    if (strcmp(here, hash) != 0)
        return cli_error(CLI_NO, "%s: played on another sheet \"%s\"; give its file with --sheet",
                         path, sheet);
    json_object_foreach(options, key, value) {
        char pair[128];
        snprintf(pair, sizeof pair, "%s=%s", key, json_string_value(value));
        if (pip_setup_option(&table->setup, pip_span_of(pair)) != PIP_OK)
            return cli_error(CLI_NO, "%s: %s has no option %s", path, game, pair);
    }
    shards->run = (struct sim_run){.setup = &table->setup,
                                   .seed = (uint64_t)seed,
                                   .games = (uint64_t)games,
                                   .nodes = (uint64_t)nodes};
    return CLI_OK;
}

/* Which shard it is, so that none counts twice. */
static int place_shard(struct sim_shards *shards) {
    int last = shards->count - 1;
    const char *path = shards->path[last];
    const char *name =
        json_string_value(json_array_get(json_object_get(shards->file[last], "shards"), 0));
    uint64_t all;
    if (!name || !sim_read_shard(name, &shards->shard[last], &all))
        return strange(path);
    if (last == 0)
        shards->run.shards = all;
    bool fits = all == shards->run.shards && all <= SIM_FILES_MAX;
    for (int i = 0; i < last; i++)
        fits &= shards->shard[i] != shards->shard[last];
    return fits ? CLI_OK
                : cli_error(CLI_NO, "%s: shard %s does not fit the others, or stands twice", path,
                            name);
}

#define BYTES_MAX (256u << 20) /* of a file that is merged */

static int read_shard(const char *path, struct sim_shards *shards) {
    char *bytes;
    size_t length;
    json_error_t error;
    int code = cli_read_file(path, BYTES_MAX, &bytes, &length);
    if (code != CLI_OK)
        return code;
    json_t *file = json_loadb(bytes, length, JSON_REJECT_DUPLICATES, &error);
    free(bytes);
    if (!file)
        return cli_error(CLI_NO, "%s:%d:%d: not the output of sim --json", path, error.line,
                         error.column);
    json_t *of = json_object_get(file, "of"), *first = json_object_get(shards->file[0], "of");
    shards->path[shards->count] = path;
    shards->file[shards->count++] = file;
    if (shards->count == 1)
        code = read_run(path, of, shards);
    else if (!json_equal(first, of))
        code = cli_error(CLI_NO, "%s: a shard of another run than the first", path);
    return code == CLI_OK ? place_shard(shards) : code;
}

/* ---- Adding up ---- */

static int merge_job(const struct sim_shards *shards) {
    static struct sim_job job;
    const json_t *bots = json_object_get(json_object_get(shards->file[0], "of"), "bots");
    job.run = shards->run;
    for (size_t seat = 0; seat < job.run.setup->seats; seat++) {
        const char *name = json_string_value(json_array_get(bots, seat));
        if (!name || !sim_read_player(name, &job.player[seat]))
            return cli_error(CLI_NO, "%s: seat %zu has no bot that is known here", shards->path[0],
                             seat);
    }
    for (int i = 0; i < shards->count; i++) {
        struct pip_sim_totals part = {0};
        const json_t *totals = json_object_get(shards->file[i], "totals");
        if (!read_totals(totals, job.run.setup->seats, &part))
            return strange(shards->path[i]);
        pip_sim_add(&job.totals, &part);
    }
    if (job.totals.games != job.run.games)
        return cli_error(CLI_NO, "these shards hold %llu of %llu games; some are missing",
                         (unsigned long long)job.totals.games, (unsigned long long)job.run.games);
    job.run.shards = 1;
    cli_print_json(sim_json(&job));
    return CLI_OK;
}

int sim_merge(const char *const *paths, int count, const char *sheet) {
    static struct sim_shards shards;
    int code = CLI_OK;
    shards.table.sheet = sheet;
    for (int i = 0; i < count && code == CLI_OK; i++)
        code = read_shard(paths[i], &shards);
    if (code == CLI_OK)
        code = json_object_get(json_object_get(shards.file[0], "of"), "arena")
                   ? arena_merge(&shards)
                   : merge_job(&shards);
    for (int i = 0; i < shards.count; i++)
        json_decref(shards.file[i]);
    return code;
}
