/* hint: what the seat that is to act could do, ranked, and in what the best differs from the next.
 */
#include "nets.h"
#include "review.h"
#include "rollouts.h"
#include <stdlib.h>
#include <string.h>

#define SHOWN 5
#define PLAYOUTS 64
#define MARGIN 250 /* thousandths of the game's unit: who lags more is not played on */

static struct cli_record record;

struct hint {
    const char *language, *level, *seat_text;
    uint64_t playouts;
    bool json;
    struct rollouts_wish rollouts;
    struct cli_nets nets;
    int seat;
    uint64_t view[PIP_STATE_MAX / 8];
    struct pip_mind mind;
    struct pip_candidate best[SHOWN];
    int shown, count;
    bool over;                     /* with either of the first two */
    struct pip_review_split split; /* the best and the next */
    bool master;
    uint32_t samples;                            /* of master: of each line, at most ... */
    struct pip__rollout_difference lacks[SHOWN]; /* ... and what it lacks */
};

/* ---- Telling ---- */

/* How the first two were compared. */
static void print_how(const struct hint *h, const struct review_words *words) {
    if (h->over)
        fputs(words->german ? "\nMit beiden ist die Partie zu Ende; "
                            : "\nWith either the game is over; ",
              stdout);
    else
        printf(words->german ? "\n%d-mal weitergespielt " : "\nPlayed on %d times, ",
               h->split.samples);
}

static void print_why(const struct hint *h, const struct review_words *words) {
    char items[512], same[128];
    struct pip_text text = pip_text_init(items, sizeof items);
    if (h->shown < 2 || h->playouts == 0)
        return;
    review_split(&record.match, words, &h->split, &text);
    print_how(h, words);
    if (items[0]) {
        printf(words->german ? "bringt das Erste gegenüber dem Zweiten: %s.\n"
                             : "compared with the second, the first brings: %s.\n",
               items);
    } else if (h->over) {
        puts(words->german ? "die ersten beiden bringen gleich viel."
                           : "the first two bring the same.");
    } else {
        snprintf(same, sizeof same,
                 words->german
                     ? "unterscheiden sich die ersten beiden nicht merklich: zusammen %s "
                       "(Standardfehler %s)."
                     : "the first two do not differ noticeably: together %s (standard error %s).",
                 review_points(words, h->split.total, true),
                 review_points(words, h->split.error, false));
        puts(same);
    }
    text = pip_text_init(items, sizeof items);
    review_besides(words, &h->split, &text);
    if (items[0])
        printf(words->german ? "Gleich nach dem Ersten, verglichen mit dem Zweiten: %s.\n"
                             : "Right after the first, compared with the second: %s.\n",
               items);
    if (!pip_review_agrees(&record.match.setup, &h->split))
        puts(words->german
                 ? "Weitergespielt liegt das Zweite vorn: Hier kann das Urteil falsch sein."
                 : "Played on, the second is ahead: the judge may be wrong here.");
}

/* What a choice lacks: nothing, hardly anything, or so much. */
static void print_lacks(const struct hint *h, const struct review_words *words, int i) {
    const struct pip_setup *setup = &record.match.setup;
    const struct pip_candidate *c = &h->best[i], *best = &h->best[0];
    int32_t value = best->value - c->value, win = best->win - c->win;
    bool by_win = pip_review_by_win(setup), points = !setup->game->won;
    char off[256];
    struct pip_text text = pip_text_init(off, sizeof off);
    if (h->master) {
        value = h->lacks[i].value;
        win = h->lacks[i].win;
    }
    if ((!points || value == 0) && (!by_win || win == 0)) {
        fputs(words->german ? "; genauso gut" : "; as good", stdout);
    } else if ((!points || abs(value) < 50) && (!by_win || abs(win) < 5)) {
        fputs(words->german ? "; es fehlt fast nichts" : "; lacks next to nothing", stdout);
    } else {
        review_cost(setup, words, value, win, &text);
        printf("; %s %s", words->german ? "es fehlen" : "lacks", off);
    }
    if (h->master)
        printf(words->german ? " (Standardfehler %s)" : " (standard error %s)",
               by_win ? review_share(words, h->lacks[i].win_error, false)
                      : review_points(words, h->lacks[i].value_error, false));
}

static void print_candidate(const struct hint *h, const struct review_words *words, int i) {
    const struct pip_setup *setup = &record.match.setup;
    const struct pip_candidate *c = &h->best[i];
    char line[1024];
    struct pip_text text = pip_text_init(line, sizeof line);
    review_line(setup, words, c->line.step, c->line.steps, &text);
    printf("%3d  %s\n     ", i + 1, line);
    if (pip_review_by_win(setup))
        printf("%s %s", review_chance(words, c->win, false),
               setup->game->won ? words->to_escape : words->to_win);
    if (!setup->game->won)
        printf("%s%s %s", pip_review_by_win(setup) ? ", " : "",
               review_points(words, c->value, false), words->points);
    if (i > 0)
        print_lacks(h, words, i);
    putchar('\n');
}

static void print_text(const struct hint *h) {
    const struct review_words *words =
        strcmp(h->language, "de") == 0 ? &review_german : &review_english;
    const char *choices = words->german ? "Möglichkeiten" : "choices";
    if (h->count == 1)
        choices = words->german ? "Möglichkeit" : "choice";
    printf("%s, %d %s\n\n", review_name(&record.match, words, h->seat), h->count, choices);
    for (int i = 0; i < h->shown; i++)
        print_candidate(h, words, i);
    if (h->samples > 0)
        printf(words->german ? "\nBis zu %u-mal weitergespielt%s.\n"
                             : "\nPlayed on up to %u times%s.\n",
               h->samples,
               h->rollouts.turns == 0 ? ""
               : words->german        ? ", dann geschätzt"
                                      : ", then judged");
    print_why(h, words);
}

static json_t *candidate_json(const struct hint *h, int number) {
    const struct pip_candidate *c = &h->best[number], *best = &h->best[0];
    const struct pip__rollout_difference *lacks = &h->lacks[number];
    json_t *line = json_array();
    for (int i = 0; i < c->line.steps; i++) {
        char move[64];
        struct pip_text text = pip_text_init(move, sizeof move);
        record.match.setup.game->move_write(&record.match.setup, c->line.step[i], &text);
        json_array_append_new(line, json_string(move));
    }
    json_t *told =
        json_pack("{s:o, s:f, s:f, s:f, s:f, s:f}", "line", line, "value", c->value / 1000.0, "win",
                  c->win / (double)PIP_WIN_SURE, "lacks",
                  (h->master ? lacks->value : best->value - c->value) / 1000.0, "lacksWin",
                  (h->master ? lacks->win : best->win - c->win) / (double)PIP_WIN_SURE, "error",
                  (h->master ? lacks->value_error : c->error) / 1000.0);
    if (h->master)
        json_object_set_new(told, "errorWin", json_real(lacks->win_error / (double)PIP_WIN_SURE));
    return told;
}

static json_t *split_json(const struct hint *h) {
    struct pip_item items[PIP_ITEMS_MAX];
    json_t *list = json_array();
    record.match.setup.game->score(&record.match.setup, record.match.state, h->seat, items);
    for (int i = 0; i < h->split.items; i++)
        json_array_append_new(list, json_pack("{s:s, s:f, s:f}", "name", items[i].name, "points",
                                              h->split.item[i] / 1000.0, "error",
                                              h->split.item_error[i] / 1000.0));
    json_t *besides = json_array();
    for (int i = 0; i < h->split.besides; i++)
        json_array_append_new(besides, json_pack("{s:s, s:i}", "name", h->split.beside_name[i],
                                                 "more", (int)h->split.beside[i]));
    return json_pack("{s:i, s:o, s:f, s:f, s:f, s:f, s:f, s:f, s:o}", "samples", h->split.samples,
                     "items", list, "total", h->split.total / 1000.0, "error",
                     h->split.error / 1000.0, "won", h->split.won / (double)PIP_WIN_SURE,
                     "wonError", h->split.won_error / (double)PIP_WIN_SURE, "others",
                     h->split.others / 1000.0, "othersError", h->split.others_error / 1000.0,
                     "besides", besides);
}

static void print_json(const struct hint *h) {
    json_t *list = json_array();
    for (int i = 0; i < h->shown; i++)
        json_array_append_new(list, candidate_json(h, i));
    json_t *hint =
        json_pack("{s:i, s:i, s:o}", "seat", h->seat, "count", h->count, "choices", list);
    if (h->samples > 0)
        json_object_set_new(hint, "rollouts", json_integer(h->samples));
    if (h->split.samples > 0)
        json_object_set_new(hint, "split", split_json(h));
    cli_print_json(hint);
}

/* ---- Thinking ---- */

/* Puts the lines that were played on in order: by what they bring more than the judge's best, which
 * is the first of them. */
static void order_lines(struct hint *h, const struct pip__rollout *rollout,
                        const struct pip__rollout_sums *sums) {
    int order[PIP__ROLLOUT_LINES], best = pip__rollout_best(sums);
    int64_t ahead[PIP__ROLLOUT_LINES];
    for (int i = 0; i < rollout->lines; i++) {
        struct pip__rollout_difference more;
        pip__rollout_differ(sums, i, 0, &more);
        ahead[i] = i == best ? INT64_MAX : sums->by_win ? more.win : more.value;
        int at = i;
        for (; at > 0 && ahead[order[at - 1]] < ahead[i]; at--)
            order[at] = order[at - 1];
        order[at] = i;
    }
    h->shown = rollout->lines;
    for (int i = 0; i < h->shown; i++) {
        struct pip_worth worth = pip__rollout_worth(sums, order[i]);
        h->best[i] = (struct pip_candidate){
            .line = rollout->line[order[i]], .value = worth.value, .win = worth.win};
        pip__rollout_differ(sums, best, order[i], &h->lacks[i]);
    }
    h->samples = sums->batches * PIP__ROLLOUT_BATCH;
}

/* master: the best of them are played on. */
static int play_on(struct hint *h) {
    const struct pip_setup *setup = &record.match.setup;
    struct pip__rollout rollout = rollouts_begin(&h->rollouts, setup, h->seat, record.match.count);
    struct pip__rollout_sums sums;
    memcpy(rollout.state, h->view, sizeof rollout.state);
    for (int i = 0; i < h->count && rollout.lines < SHOWN; i++) {
        const struct pip_candidate *candidate = h->mind.candidate;
        if (i < 2 || candidate[0].rank - candidate[i].rank <= MARGIN)
            rollouts_admit(&rollout, &candidate[i].line);
    }
    h->master = rollout.lines > 1;
    int code = h->master ? rollouts_play(&h->rollouts, &rollout, NULL, 0, &sums) : CLI_OK;
    if (code == CLI_OK && h->master)
        order_lines(h, &rollout, &sums);
    return code;
}

/* Whether the game is over with either of the first two. */
static bool ends(const struct hint *h) {
    const struct pip_setup *setup = &record.match.setup;
    for (int i = 0; i < 2; i++) {
        uint64_t state[PIP_STATE_MAX / 8];
        memcpy(state, h->view, sizeof state);
        for (int j = 0; j < h->best[i].line.steps; j++)
            setup->game->apply(setup, state, (unsigned)h->seat, h->best[i].line.step[j]);
        if (setup->game->actor(setup, state) != PIP_ACTORS_OVER)
            return false;
    }
    return true;
}

static int think(struct hint *h) {
    const struct pip_setup *setup = &record.match.setup;
    pip_match_view(&record.match, (unsigned)h->seat, h->view);
    pip_judge_expert.rank(NULL, setup, h->view, h->seat, &h->mind);
    h->count = h->mind.count;
    h->shown = h->count < SHOWN ? h->count : SHOWN;
    memcpy(h->best, h->mind.candidate, sizeof h->best);
    int code = strcmp(h->level, "master") == 0 ? play_on(h) : CLI_OK;
    h->over = h->shown > 1 && ends(h);
    if (code == CLI_OK && h->shown > 1 && h->playouts > 0)
        pip_review_versus(setup, h->view, h->seat, &h->best[0].line, &h->best[1].line, &h->mind,
                          (uint16_t)h->playouts, &h->split);
    return code;
}

/* The seat that was named, else the first that is to act. */
static int find_seat(struct hint *h, const char *path) {
    pip_actors actors = pip_match_actor(&record.match);
    uint64_t seat;
    if (actors == PIP_ACTORS_OVER)
        return cli_error(CLI_NO, "%s: the game is over; `pipwright review` looks back on it", path);
    if (actors == PIP_ACTORS_CHANCE)
        return cli_error(CLI_NO, "%s: a roll is due, so there is nothing to choose", path);
    h->seat = __builtin_ctz(actors);
    if (!h->seat_text)
        return CLI_OK;
    int code = cli_number("seat", h->seat_text, &seat);
    if (code != CLI_OK)
        return code;
    h->seat = (int)seat;
    return seat < PIP_SEATS_MAX && actors >> seat & 1
               ? CLI_OK
               : cli_error(CLI_NO, "%s: it is not the turn of seat %s", path, h->seat_text);
}

static int check(struct hint *h) {
    if (h->playouts > 1000)
        return cli_error(CLI_USAGE, "--playouts is at most 1000");
    if (strcmp(h->language, "en") != 0 && strcmp(h->language, "de") != 0)
        return cli_error(CLI_USAGE, "--language is en or de, not \"%s\"", h->language);
    if (strcmp(h->level, "expert") != 0 && strcmp(h->level, "master") != 0)
        return cli_error(CLI_USAGE, "--level is expert or master, not \"%s\"", h->level);
    int code = cli_read_nets(&h->nets);
    h->mind.nets = h->rollouts.nets = h->nets.list;
    return code == CLI_OK ? rollouts_check(&h->rollouts) : code;
}

static int run_hint(const struct cli_command *command, int argc, char **argv) {
    static struct hint h = {.language = "en", .level = "expert", .playouts = PLAYOUTS};
    h.rollouts = rollouts_usual;
    const char *path;
    const struct cli_option options[] = {
        {"seat", "N", "for this seat (default: the first that is to act)", CLI_TEXT, &h.seat_text},
        {"language", "en|de", "English (the default) or German", CLI_TEXT, &h.language},
        {"level", "NAME", "who judges: expert; or master, who plays on the best", CLI_TEXT,
         &h.level},
        {"playouts", "N", "games played on to compare the first two (default 64; 0: none)",
         CLI_NUMBER, &h.playouts},
        {"json", NULL, "as a JSON object", CLI_FLAG, &h.json},
        ROLLOUTS_OPTIONS(h.rollouts),
        {CLI_NET_OPTION(h.nets)},
        {"sheet", "FILE", "your own sheet file, if the record names it", CLI_TEXT,
         &record.table.sheet},
        {0}};
    int code = cli_parse(command, options, argc, argv, &path, 1, 1);
    if (code >= 0)
        return code;
    code = cli_read_record(&record, path);
    if (code == CLI_OK)
        code = check(&h);
    if (code == CLI_OK)
        code = find_seat(&h, path);
    if (code == CLI_OK && !pip_judge_knows(&record.match.setup, &h.mind))
        code = cli_error(CLI_NO,
                         "%s: no bot has learned this sheet, so nobody can say what is best", path);
    if (code == CLI_OK)
        code = think(&h);
    if (code != CLI_OK)
        return code;
    if (h.json)
        print_json(&h);
    else
        print_text(&h);
    return CLI_OK;
}

const struct cli_command cli_hint = {
    .name = "hint",
    .arguments = "FILE [--seat N] [--level NAME]",
    .summary = "Rank the choices of the seat that is to act, and say how the best two differ.",
    .example = "pipwright hint game.pip --language de",
    .run = run_hint,
};
