#include "study.h"
#include <stdlib.h>
#include <string.h>

/* ---- Which games ---- */

static bool set_options(struct study *study, int *code) {
    for (int i = 0; i < study->options.count; i++) {
        const char *pair = study->options.item[i];
        if (pip_setup_option(&study->setup, pip_span_of(pair)) != PIP_OK) {
            *code = cli_error(CLI_USAGE, "%s has no option \"%s\"", study->setup.game->name, pair);
            return false;
        }
    }
    return true;
}

/* Where the usual options do not fit the sheet and none are given, the first ones that do. */
static void fit_options(struct study *study) {
    struct pip_setup setup = pip_setup_first(study->setup.game);
    while (study->options.count == 0 && pip_setup_check(&study->setup) != PIP_OK) {
        if (setup.seats == study->setup.seats)
            memcpy(study->setup.option, setup.option, sizeof setup.option);
        if (!pip_setup_next(&setup))
            return;
    }
}

static int settle_setup(struct study *study, const struct pip_sheet *sheet) {
    const struct pip_game *game = pip_game_find(pip_span_of(sheet->game));
    int code = CLI_OK;
    uint64_t seats = study->seats ? study->seats : game->seats_min > 2 ? game->seats_min : 2;
    if (seats < game->seats_min || seats > game->seats_max)
        return cli_error(CLI_USAGE, "%s is for %d to %d players", game->name, game->seats_min,
                         game->seats_max);
    study->setup = pip_setup_default(game, sheet, (int)seats);
    if (!set_options(study, &code))
        return code;
    fit_options(study);
    enum pip_status status = pip_setup_check(&study->setup);
    return status == PIP_OK ? CLI_OK
                            : cli_error(CLI_USAGE, "this sheet cannot be played so: %s",
                                        pip_status_text(status));
}

static int settle(struct study *study, const struct pip_sheet *shipped) {
    study->bot = cli_find_bot(pip_span_of(study->level));
    if (!study->bot)
        return CLI_USAGE;
    if (study->games < 1 || study->games > 10000000 || study->seed > INT64_MAX)
        return cli_error(CLI_USAGE, "--games is 1 to 10000000 and --seed below 2^63");
    if (study->threads < 1 || study->threads > SIM_THREADS_MAX)
        return cli_error(CLI_USAGE, "--threads is 1 to %d", SIM_THREADS_MAX);
    int code = shipped ? CLI_OK : cli_load_sheet(study->which, &study->file);
    return code == CLI_OK ? settle_setup(study, shipped ? shipped : &study->file.sheet) : code;
}

/* ---- Playing ---- */

static void on_event(void *context, unsigned actor, pip_move move) {
    study_parts_event(context, actor, move);
}

static void play(struct study *study, struct study_parts *parts, uint64_t number,
                 struct pip_sim_totals *totals) {
    const struct pip_setup *setup = &study->setup;
    struct pip_sim_table table = {.setup = setup, .event = on_event, .context = parts};
    uint64_t state[PIP_STATE_MAX / 8];
    for (int seat = 0; seat < setup->seats; seat++)
        table.bots[seat] = study->bot;
    pip_sim_play_at(&table, (struct pip_seed){study->seed, (uint32_t)number}, state, totals);
    for (int seat = 0; seat < setup->seats; seat++)
        study->score[number * setup->seats + (unsigned)seat] = pip_score_total(setup, state, seat);
    study->won[number] = (uint8_t)(setup->game->won ? setup->game->won(setup, state)
                                                    : pip_score_winners(setup, state));
    study_parts_end(parts, state);
}

static void *work(void *context) {
    struct study *study = context;
    struct pip_sim_totals totals = {0};
    struct study_parts *parts = calloc(1, sizeof *parts);
    if (parts)
        study_parts_begin(parts, &study->setup);
    for (uint64_t i; parts && (i = atomic_fetch_add(&study->next, 1)) < study->games;)
        play(study, parts, i, &totals);
    pthread_mutex_lock(&study->adding);
    if (parts)
        study_parts_add(&study->parts, parts);
    study->parts.failed |= !parts;
    study->turns += totals.turns;
    pthread_mutex_unlock(&study->adding);
    free(parts);
    return NULL;
}

int study_run(struct study *study, const struct pip_sheet *shipped) {
    int code = settle(study, shipped);
    if (code != CLI_OK)
        return code;
    study->score = calloc(study->games * study->setup.seats, sizeof *study->score);
    study->won = calloc(study->games, sizeof *study->won);
    study_parts_begin(&study->parts, &study->setup);
    pthread_mutex_init(&study->adding, NULL);
    if (!study->score || !study->won)
        code = cli_error(CLI_FAILED, "out of memory");
    else
        code = sim_threads(study->threads, work, study, &study->next, study->games);
    if (code == CLI_OK && study->parts.failed)
        code = cli_error(CLI_FAILED, "out of memory");
    if (code == CLI_OK && study->json)
        cli_print_json(study_json(study));
    else if (code == CLI_OK)
        study_print(study);
    free(study->score);
    free(study->won);
    return code;
}
