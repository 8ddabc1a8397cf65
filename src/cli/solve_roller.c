/* solve roller: the last round, exactly; where a record stands, or what bots give away in it. */
#include "solve_roller.h"
#include "sim.h"
#include "solve/last_round.h"

/* ---- A record ---- */

static void print_line(const struct pip_setup *setup, const struct pip_line *line) {
    for (int i = 0; i < line->steps; i++) {
        char buffer[64];
        struct pip_text text = pip_text_init(buffer, sizeof buffer);
        setup->game->move_write(setup, line->step[i], &text);
        printf("%s%s", i ? ", " : "", buffer);
    }
    putchar('\n');
}

static int tell_turn(const struct pip_setup *setup, const void *state, bool json) {
    struct pip__last_turn best;
    pip__truth_fault fault = pip__last_turn(setup, state, &best);
    if (fault)
        return cli_error(CLI_NO, "%s", fault);
    if (json) {
        cli_print_json(json_pack("{s:i, s:I}", "best", (int)best.points, "positions",
                                 (json_int_t)best.positions));
        return CLI_OK;
    }
    printf("the best turn ends the game with %d points: ", (int)best.points);
    print_line(setup, &best.line);
    printf("%llu positions looked at\n", (unsigned long long)best.positions);
    return CLI_OK;
}

static int tell_mean(const struct pip_setup *setup, const void *state, int threads, bool json) {
    struct pip__last_mean mean;
    pip__truth_fault fault = pip__last_mean(setup, state, threads, &mean);
    if (fault)
        return cli_error(CLI_NO, "%s", fault);
    double points = (double)mean.sum / (double)mean.weights;
    if (json)
        cli_print_json(json_pack("{s:f, s:I, s:I, s:I}", "expected", points, "sum",
                                 (json_int_t)mean.sum, "weights", (json_int_t)mean.weights,
                                 "positions", (json_int_t)mean.positions));
    else
        printf("the best last round is expected to end the game with %.6f points "
               "(%lld / %lld)\n%llu positions looked at\n",
               points, (long long)mean.sum, (long long)mean.weights,
               (unsigned long long)mean.positions);
    return CLI_OK;
}

int cli_solve_record(const char *path, const char *sheet, int threads, bool json) {
    static struct cli_record record;
    int code = cli_read_record_of(&record, path, "roller", sheet);
    if (code != CLI_OK)
        return code;
    const struct pip_setup *setup = &record.match.setup;
    const void *state = record.match.state;
    if (setup->game->actor(setup, state) == PIP_ACTORS_CHANCE)
        return tell_mean(setup, state, threads, json);
    return tell_turn(setup, state, json);
}

/* ---- A bot ---- */

int cli_solve_last(const struct pip_setup *setup, const struct cli_last *wish) {
    struct pip__last_fare fare;
    struct pip__player player = {wish->bot, wish->nets, wish->nodes};
    pip__truth_fault fault =
        pip__last_play(setup, player, wish->seed, wish->games, wish->threads, &fare);
    if (fault)
        return cli_error(CLI_FAILED, "%s", fault);
    double n = wish->games, share = (double)fare.best / n, low, high;
    double half = SIM_Z * fare.loss_error;
    sim_wilson(share, n, &low, &high);
    if (wish->json) {
        cli_print_json(json_pack("{s:s, s:s, s:s, s:I, s:I, s:f, s:[f,f], s:f, s:[f,f], s:i, s:f}",
                                 "game", setup->game->name, "sheet", setup->sheet->name, "bot",
                                 wish->bot->name, "games", (json_int_t)wish->games, "seed",
                                 (json_int_t)wish->seed, "best", share, "best_95", low, high,
                                 "last_loss", fare.loss, "last_loss_95", fare.loss - half,
                                 fare.loss + half, "most", (int)fare.most, "score", fare.score));
        return CLI_OK;
    }
    printf("%s on %s, alone: the last round\n\n%s, %u games, seed %llu, mean score %.3f\n",
           setup->game->title, setup->sheet->name, wish->bot->name, wish->games,
           (unsigned long long)wish->seed, fare.score);
    printf("the best turn in %.2f %%, 95 %% interval %.2f to %.2f\n", 100 * share, 100 * low,
           100 * high);
    printf("mean loss %.4f, 95 %% interval %.4f to %.4f, at most %d\n", fare.loss, fare.loss - half,
           fare.loss + half, (int)fare.most);
    return CLI_OK;
}
