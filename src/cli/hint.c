/* hint: what the seat that is to act could do, ranked, and in what the best differs from the next.
 */
#include "review.h"
#include <stdlib.h>
#include <string.h>

#define SHOWN 5
#define PLAYOUTS 64

static struct cli_record record;

struct hint {
    const char *language, *seat_text;
    uint64_t playouts;
    bool json;
    int seat;
    uint64_t view[PIP_STATE_MAX / 8];
    struct pip_mind mind;
    struct pip_candidate best[SHOWN];
    int shown, count;
    struct pip_review_split split; /* the best and the next */
};

/* ---- Telling ---- */

static void print_why(const struct hint *h, const struct review_words *words) {
    char items[512], total[64], error[64];
    struct pip_text text = pip_text_init(items, sizeof items);
    if (h->shown < 2 || h->playouts == 0)
        return;
    review_split(&record.match, words, &h->split, &text);
    if (!items[0]) {
        printf(words->german ? "\n%d-mal weitergespielt bringen die ersten beiden überall gleich "
                               "viel, soweit das zu sehen ist.\n"
                             : "\nPlayed on %d times, the first two bring the same everywhere as "
                               "far as that shows.\n",
               h->split.samples);
        return;
    }
    snprintf(total, sizeof total, "%s", review_points(words, h->split.total, true));
    snprintf(error, sizeof error, "%s", review_points(words, h->split.error, false));
    printf(words->german
               ? "\n%d-mal weitergespielt bringt das Erste gegenüber dem Zweiten: %s; zusammen %s "
                 "(Standardfehler %s).\n"
               : "\nPlayed on %d times, the first brings against the second: %s; together %s "
                 "(standard error %s).\n",
           h->split.samples, items, total, error);
}

static void print_candidate(const struct hint *h, const struct review_words *words, int i) {
    const struct pip_setup *setup = &record.match.setup;
    const struct pip_candidate *c = &h->best[i], *best = &h->best[0];
    char line[1024], off[128];
    struct pip_text text = pip_text_init(line, sizeof line);
    review_line(setup, words, c->line.step, c->line.steps, &text);
    printf("%3d  %s\n     ", i + 1, line);
    if (pip_review_by_win(setup))
        printf("%s %s", review_chance(words, c->win, false),
               setup->game->won ? words->to_escape : words->to_win);
    if (!setup->game->won)
        printf("%s%s %s", pip_review_by_win(setup) ? ", " : "",
               review_points(words, c->value, false), words->points);
    if (i > 0) {
        text = pip_text_init(off, sizeof off);
        review_cost(setup, words, best->value - c->value, best->win - c->win, &text);
        printf("; %s %s", words->german ? "es fehlen" : "lacks", off);
    }
    putchar('\n');
}

static void print_text(const struct hint *h) {
    const struct review_words *words =
        strcmp(h->language, "de") == 0 ? &review_german : &review_english;
    printf(words->german ? "%s, %d Möglichkeiten\n\n" : "%s, %d choices\n\n",
           review_name(&record.match, words, h->seat), h->count);
    for (int i = 0; i < h->shown; i++)
        print_candidate(h, words, i);
    print_why(h, words);
}

static json_t *candidate_json(const struct pip_candidate *c, const struct pip_candidate *best) {
    json_t *line = json_array();
    for (int i = 0; i < c->line.steps; i++) {
        char move[64];
        struct pip_text text = pip_text_init(move, sizeof move);
        record.match.setup.game->move_write(&record.match.setup, c->line.step[i], &text);
        json_array_append_new(line, json_string(move));
    }
    return json_pack("{s:o, s:f, s:f, s:f, s:f, s:f}", "line", line, "value", c->value / 1000.0,
                     "win", c->win / (double)PIP_WIN_SURE, "lacks",
                     (best->value - c->value) / 1000.0, "lacksWin",
                     (best->win - c->win) / (double)PIP_WIN_SURE, "error", c->error / 1000.0);
}

static json_t *split_json(const struct hint *h) {
    struct pip_item items[PIP_ITEMS_MAX];
    json_t *list = json_array();
    record.match.setup.game->score(&record.match.setup, record.match.state, h->seat, items);
    for (int i = 0; i < h->split.items; i++)
        json_array_append_new(list, json_pack("{s:s, s:f, s:f}", "name", items[i].name, "points",
                                              h->split.item[i] / 1000.0, "error",
                                              h->split.item_error[i] / 1000.0));
    return json_pack("{s:i, s:o, s:f, s:f, s:f, s:f}", "samples", h->split.samples, "items", list,
                     "total", h->split.total / 1000.0, "error", h->split.error / 1000.0, "won",
                     h->split.won / (double)PIP_WIN_SURE, "wonError",
                     h->split.won_error / (double)PIP_WIN_SURE);
}

static void print_json(const struct hint *h) {
    json_t *list = json_array();
    for (int i = 0; i < h->shown; i++)
        json_array_append_new(list, candidate_json(&h->best[i], &h->best[0]));
    json_t *hint =
        json_pack("{s:i, s:i, s:o}", "seat", h->seat, "count", h->count, "choices", list);
    if (h->split.samples > 0)
        json_object_set_new(hint, "split", split_json(h));
    cli_print_json(hint);
}

/* ---- Thinking ---- */

static void think(struct hint *h) {
    const struct pip_setup *setup = &record.match.setup;
    pip_match_view(&record.match, (unsigned)h->seat, h->view);
    pip_judge_expert.rank(NULL, setup, h->view, h->seat, &h->mind);
    h->count = h->mind.count;
    h->shown = h->count < SHOWN ? h->count : SHOWN;
    memcpy(h->best, h->mind.candidate, sizeof h->best);
    if (h->shown > 1 && h->playouts > 0)
        pip_review_versus(setup, h->view, h->seat, &h->best[0].line, &h->best[1].line, &h->mind,
                          (uint16_t)h->playouts, &h->split);
}

/* The seat that was named, else the first that is to act. */
static int find_seat(struct hint *h, const char *path) {
    pip_actors actors = pip_match_actor(&record.match);
    uint64_t seat;
    if (actors == PIP_ACTORS_OVER)
        return cli_error(CLI_NO, "%s: the game is over; `pipwright review` looks back on it", path);
    if (actors == PIP_ACTORS_CHANCE)
        return cli_error(CLI_NO, "%s: a roll is due, and nobody can choose that", path);
    h->seat = __builtin_ctz(actors);
    if (!h->seat_text)
        return CLI_OK;
    int code = cli_number("seat", h->seat_text, &seat);
    if (code != CLI_OK)
        return code;
    h->seat = (int)seat;
    return seat < PIP_SEATS_MAX && actors >> seat & 1
               ? CLI_OK
               : cli_error(CLI_NO, "%s: seat %s is not to act", path, h->seat_text);
}

static int run_hint(const struct cli_command *command, int argc, char **argv) {
    static struct hint h = {.language = "en", .playouts = PLAYOUTS};
    const char *path;
    const struct cli_option options[] = {
        {"seat", "N", "for this seat (default: the first that is to act)", CLI_TEXT, &h.seat_text},
        {"language", "en|de", "English (the default) or German", CLI_TEXT, &h.language},
        {"playouts", "N", "to tell the first two apart by (default 64; 0: none)", CLI_NUMBER,
         &h.playouts},
        {"json", NULL, "as a JSON object", CLI_FLAG, &h.json},
        {"sheet", "FILE", "your own sheet file, if the record names it", CLI_TEXT,
         &record.table.sheet},
        {0}};
    int code = cli_parse(command, options, argc, argv, &path, 1, 1);
    if (code >= 0)
        return code;
    if (h.playouts > 1000)
        return cli_error(CLI_USAGE, "--playouts is at most 1000");
    if (strcmp(h.language, "en") != 0 && strcmp(h.language, "de") != 0)
        return cli_error(CLI_USAGE, "--language is en or de, not \"%s\"", h.language);
    code = cli_read_record(&record, path);
    if (code == CLI_OK)
        code = find_seat(&h, path);
    if (code == CLI_OK && !pip_judge_knows(&record.match.setup, &h.mind))
        code =
            cli_error(CLI_NO, "%s: no net knows this sheet, so nobody can say what is best", path);
    if (code != CLI_OK)
        return code;
    think(&h);
    if (h.json)
        print_json(&h);
    else
        print_text(&h);
    return CLI_OK;
}

const struct cli_command cli_hint = {
    .name = "hint",
    .arguments = "FILE [--seat N]",
    .summary = "Rank what the seat that is to act can do, and say in what the best differs.",
    .example = "pipwright hint game.pip --language de",
    .run = run_hint,
};
