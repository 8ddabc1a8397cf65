/* solve escape: one active turn, exactly; where a record stands, or what bots give away in it. */
#include "solve_escape.h"
#include "sim.h"
#include "solve/turn.h"
#include <stdlib.h>
#include <string.h>

static double thousandths(int64_t worth) {
    return (double)worth / (double)PIP__TURN_ONE;
}

/* ---- A record ---- */

struct choice {
    char move[64];
    int64_t worth;
};

static int by_worth(const void *a, const void *b) {
    const struct choice *x = a, *y = b;
    return x->worth < y->worth ? 1 : x->worth > y->worth ? -1 : strcmp(x->move, y->move);
}

/* The first choices, the best first; none where the dice come next. */
static int choices_at(struct pip__turn *turn, const void *state,
                      struct choice choices[PIP_MOVES_MAX]) {
    const struct pip_setup *setup = turn->setup;
    pip_move moves[PIP_MOVES_MAX];
    bool dice = setup->game->actor(setup, state) == PIP_ACTORS_CHANCE;
    int count = dice ? 0 : setup->game->legal(setup, state, turn->seat, moves);
    for (int i = 0; i < count; i++) {
        uint64_t after[PIP_STATE_MAX / 8];
        struct pip_text text = pip_text_init(choices[i].move, sizeof choices[i].move);
        memcpy(after, state, sizeof after);
        setup->game->move_write(setup, moves[i], &text);
        setup->game->apply(setup, after, (unsigned)turn->seat, moves[i]);
        pip__turn_worth(turn, after, &choices[i].worth);
    }
    qsort(choices, (size_t)count, sizeof *choices, by_worth);
    return count;
}

static void tell_turn(struct pip__turn *turn, const void *state, int64_t worth, bool json) {
    static struct choice choices[PIP_MOVES_MAX];
    int count = choices_at(turn, state, choices);
    char by[PIP__TURN_NAME];
    pip__turn_name_evaluation(turn->net, by);
    if (json) {
        json_t *list = json_array();
        for (int i = 0; i < count; i++)
            json_array_append_new(list, json_pack("{s:s, s:f}", "move", choices[i].move, "worth",
                                                  thousandths(choices[i].worth)));
        cli_print_json(json_pack("{s:i, s:i, s:f, s:s, s:o, s:I}", "turn", turn->number + 1, "seat",
                                 turn->seat, "worth", thousandths(worth), "valued_by", by,
                                 "choices", list, "positions", (json_int_t)turn->used));
        return;
    }
    printf("turn %d, seat %d: worth %.6f under the best play of the turn\n", turn->number + 1,
           turn->seat, thousandths(worth));
    printf("its end is valued by %s%s\n", by, turn->net ? "; to have won is 1000" : "");
    for (int i = 0; i < count; i++)
        printf("%12.6f  %s\n", thousandths(choices[i].worth), choices[i].move);
    printf("%u positions looked at\n", turn->used);
}

static int solve_from(const struct pip_setup *setup, const void *state,
                      const struct cli_turn *wish) {
    struct pip__turn turn = {.setup = setup, .slots = PIP__TURN_SLOTS};
    int64_t worth;
    turn.slot = calloc(turn.slots, sizeof *turn.slot);
    turn.mind = calloc(1, sizeof *turn.mind);
    int code = turn.slot && turn.mind ? CLI_OK : cli_error(CLI_FAILED, "out of memory");
    pip__truth_fault fault = code == CLI_OK ? pip__turn_begin(&turn, wish->nets, state) : NULL;
    if (code == CLI_OK && !fault)
        fault = pip__turn_worth(&turn, state, &worth);
    if (fault)
        code = cli_error(CLI_NO, "%s", fault);
    if (code == CLI_OK)
        tell_turn(&turn, state, worth, wish->json);
    free(turn.slot);
    free(turn.mind);
    return code;
}

int cli_solve_turn(const char *path, const char *sheet, const struct cli_turn *wish) {
    static struct cli_record record;
    int code = cli_read_record_of(&record, path, "escape", sheet);
    return code == CLI_OK ? solve_from(&record.match.setup, record.match.state, wish) : code;
}

/* ---- Bots ---- */

static json_t *player_json(const char *name, const struct pip__turn_player_fare *p) {
    double half = SIM_Z * p->loss_error;
    return json_pack("{s:s, s:f, s:[f,f], s:f, s:f, s:I, s:f}", "bot", name, "loss", p->loss,
                     "loss_95", p->loss - half, p->loss + half, "most", p->most, "least", p->least,
                     "decisions", (json_int_t)p->decisions, "best",
                     (double)p->best / (double)p->decisions);
}

static void tell_turns(const struct pip_setup *setup, const struct pip__turn_series *series,
                       const struct pip__turn_fare *fare, bool json) {
    char by[PIP__TURN_NAME];
    pip__turn_name_evaluation(pip__turn_net(setup, series->player[0].nets), by);
    if (json) {
        json_t *players = json_array();
        for (int i = 0; i < series->players; i++)
            json_array_append_new(players,
                                  player_json(series->player[i].bot->name, &fare->player[i]));
        cli_print_json(json_pack("{s:s, s:s, s:i, s:o, s:s, s:I, s:I, s:I, s:f, s:f, s:o}", "game",
                                 setup->game->name, "sheet", setup->sheet->name, "seats",
                                 setup->seats, "options", cli_options_json(setup), "valued_by", by,
                                 "seed", (json_int_t)series->seed, "solved",
                                 (json_int_t)fare->solved, "too_large", (json_int_t)fare->large,
                                 "worth", fare->worth, "looked", fare->looked, "bots", players));
        return;
    }
    printf("%s on %s, %d seats: one turn, its end valued by %s\n", setup->game->title,
           setup->sheet->name, setup->seats, by);
    printf("seed %llu: %u positions solved, of %.0f positions each; %u too large\n",
           (unsigned long long)series->seed, fare->solved, fare->looked, fare->large);
    printf("the best turn is worth %.3f\n\n", fare->worth);
    for (int i = 0; i < series->players && fare->solved > 0; i++) {
        const struct pip__turn_player_fare *p = &fare->player[i];
        double half = SIM_Z * p->loss_error;
        printf("%-8s loss %.3f, 95 %% interval %.3f to %.3f, at most %.3f; the best choice in "
               "%.1f %% of %llu\n",
               series->player[i].bot->name, p->loss, p->loss - half, p->loss + half, p->most,
               100.0 * (double)p->best / (double)p->decisions, (unsigned long long)p->decisions);
    }
}

int cli_solve_turns(const struct pip_setup *setup, const struct cli_turn *wish) {
    static const char *const usual[] = {"greedy", "club", "expert", "master"};
    struct pip__player players[4];
    struct pip__turn_fare fare;
    int count = wish->player ? 1 : 4;
    for (int i = 0; i < count; i++) {
        const char *name = wish->player ? wish->player : usual[i];
        players[i] = (struct pip__player){cli_find_bot(pip_span_of(name)), wish->nets, wish->nodes};
        if (!players[i].bot)
            return CLI_USAGE;
    }
    struct pip__turn_series series = {.setup = setup,
                                      .player = players,
                                      .players = count,
                                      .seed = wish->seed,
                                      .positions = wish->positions,
                                      .slots = PIP__TURN_SLOTS,
                                      .threads = wish->threads};
    pip__truth_fault fault = pip__turn_play(&series, &fare);
    if (fault)
        return cli_error(CLI_FAILED, "%s", fault);
    tell_turns(setup, &series, &fare, wish->json);
    return CLI_OK;
}
