#include "sim.h"
#include <stdlib.h>
#include <string.h>

/* ---- Who plays ---- */

bool sim_read_player(const char *name, struct sim_player *player) {
    *player = (struct sim_player){.name = name};
    if (pip__guest_is_named(pip_span_of(name)))
        return true;
    player->bot = cli_find_bot(pip_span_of(name));
    return player->bot != NULL;
}

int sim_read_players(const char *option, char *list, struct sim_player *players, int most) {
    int count = 0;
    for (char *at = list; at; count++) {
        char *comma = strchr(at, ',');
        if (count == most) {
            cli_error(CLI_USAGE, "--%s names more than %d", option, most);
            return -1;
        }
        if (comma)
            *comma = '\0';
        if (!sim_read_player(at, &players[count]))
            return -1;
        at = comma ? comma + 1 : NULL;
    }
    return count;
}

/* ---- The table ---- */

bool sim_table_open(struct sim_table *table, const struct sim_run *run, bool kept) {
    *table = (struct sim_table){.run = run};
    if (kept)
        table->events = malloc(run->setup->game->length(run->setup) * sizeof *table->events);
    return !kept || table->events;
}

void sim_table_close(struct sim_table *table) {
    free(table->events);
    table->events = NULL;
}

static void seat_players(struct sim_table *table) {
    for (int seat = 0; seat < table->run->setup->seats; seat++) {
        const struct sim_player *player = table->player[seat];
        char *name = table->match.name[seat];
        if (player->bot)
            snprintf(name, PIP_NAME_MAX + 1, "bot:%s", player->bot->name);
        else
            pip__guest_name(player->name + strlen(PIP__GUEST_PREFIX), name);
    }
}

static void to_match(void *context, unsigned actor, pip_move move) {
    struct sim_table *table = context;
    pip_match_play(&table->match, actor, move);
}

/* One message is enough to know what is wrong; how often it happened is in the totals. */
static void report(const struct sim_table *table, int seat, const char *why) {
    static atomic_flag said = ATOMIC_FLAG_INIT;
    if (!atomic_flag_test_and_set(&said))
        fprintf(stderr, "pipwright: game %u: %s in seat %d %s; random plays on for it\n",
                table->match.seed.game, table->player[seat]->name, seat, why);
}

static const struct pip_line *ask_guest(void *context, const void *view, int seat) {
    struct sim_table *table = context;
    struct pip__guest *guest = table->guest[seat];
    const struct pip__guest_terms terms = {.command = table->player[seat]->name +
                                                      strlen(PIP__GUEST_PREFIX),
                                           .limit = table->run->limit,
                                           .nodes = table->run->nodes};
    (void)view; /* it is told the match, and that without what is hidden from it */
    const struct pip_line *line = pip__guest_ask(guest, &terms, &table->match, seat);
    if (!line) {
        report(table, seat, guest->why);
        pip_match_resign(&table->match, seat);
    }
    return line;
}

static bool write_game(struct sim_table *table) {
    char path[4096];
    pip_match_close(&table->match);
    int length =
        snprintf(path, sizeof path, "%s/game-%08u.pip", table->run->record, table->match.seed.game);
    return length < (int)sizeof path && cli_write_record(&table->match, path) == CLI_OK;
}

bool sim_table_play(struct sim_table *table, uint32_t number, struct pip_sim_totals *totals) {
    const struct sim_run *run = table->run;
    const struct pip_seed seed = {run->seed, number};
    uint64_t state[PIP_STATE_MAX / 8];
    struct pip_sim_table at = {.setup = run->setup,
                               .nodes = (uint32_t)run->nodes,
                               .nets = run->nets.list,
                               .event = table->events ? to_match : NULL,
                               .choose = ask_guest,
                               .context = table};
    for (int seat = 0; seat < run->setup->seats; seat++)
        at.bots[seat] = table->player[seat]->bot;
    if (table->events) {
        pip_match_start(&table->match, run->setup, table->events,
                        run->setup->game->length(run->setup));
        table->match.dice = PIP_DICE_SEED;
        table->match.seed = seed;
        seat_players(table);
    }
    pip_sim_play_at(&at, seed, state, totals);
    return !run->record || write_game(table);
}
