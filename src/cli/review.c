/* review: the report card of a game. */
#include "review.h"
#include "nets.h"
#include "rollouts.h"
#include <stdlib.h>
#include <string.h>

#define ROLLER_OUTCOMES 192 /* of 1,287 */
#define PLAYOUTS 64

static struct cli_record record;

struct pip_review *review_lend(const struct pip_match *match) {
    struct pip_review *review = calloc(1, sizeof *review);
    if (!review)
        return NULL;
    review->room_choices = match->count - match->rolls;
    review->room_rolls = match->rolls;
    review->choice = calloc(review->room_choices + 1u, sizeof *review->choice);
    review->roll = calloc(review->room_rolls + 1u, sizeof *review->roll);
    if (review->choice && review->roll)
        return review;
    review_release(review);
    return NULL;
}

void review_release(struct pip_review *review) {
    if (!review)
        return;
    free(review->choice);
    free(review->roll);
    free(review);
}

static int print_json(const struct pip_review *review) {
    size_t room = 65536 + (size_t)review->choices * 4096 + (size_t)review->rolls * 2048;
    char *bytes = malloc(room);
    if (!bytes)
        return cli_error(CLI_FAILED, "out of memory");
    struct pip_text text = pip_text_init(bytes, room);
    pip_review_json(review, &text);
    puts(bytes);
    free(bytes);
    return CLI_OK;
}

struct wish {
    const char *language, *level, *seat;
    uint64_t outcomes, playouts;
    bool text, json, html, master;
    unsigned seats;
    struct rollouts_wish rollouts;
    struct cli_nets nets;
};

/* Rolls are looked at one by one where that takes a moment only. */
static uint32_t outcomes_of(const struct wish *wish, const struct pip_setup *setup) {
    if (wish->outcomes != UINT64_MAX)
        return (uint32_t)wish->outcomes;
    return strcmp(setup->game->name, "roller") == 0 ? ROLLER_OUTCOMES : 0;
}

static int tell(const struct pip_review *review, const struct wish *wish) {
    const struct review_words *words =
        strcmp(wish->language, "de") == 0 ? &review_german : &review_english;
    if (wish->json)
        return print_json(review);
    if (wish->html)
        review_print_html(review, words, wish->seats);
    else
        review_print_text(review, words, wish->seats);
    return CLI_OK;
}

/* "0.5": points or percentage points, by what counts. */
static int read_above(struct rollouts_wish *rollouts, const struct pip_setup *setup) {
    char *end;
    if (!rollouts->above)
        return CLI_OK;
    double least = strtod(rollouts->above, &end);
    if (end == rollouts->above || *end != '\0' || !(least >= 0 && least <= 1000))
        return cli_error(CLI_USAGE, "--above is 0 to 1000, points or percentage points, not \"%s\"",
                         rollouts->above);
    rollouts->least = (int64_t)(least * (pip_review_by_win(setup) ? 100 : 1000) + 0.5);
    return CLI_OK;
}

static int check_level(struct wish *wish, const struct pip_setup *setup) {
    struct rollouts_wish *rollouts = &wish->rollouts;
    wish->master = strcmp(wish->level, "master") == 0;
    if (!wish->master && strcmp(wish->level, "expert") != 0)
        return cli_error(CLI_USAGE, "--level is expert or master, not \"%s\"", wish->level);
    if (!wish->master &&
        (rollouts->state || rollouts->parts.count > 0 || rollouts->above ||
         rollouts->playouts != rollouts_usual.playouts || strcmp(rollouts->shard_text, "0/1") != 0))
        return cli_error(CLI_USAGE, "--rollouts, --above, --state, --part and --shard go with "
                                    "--level master");
    int code = rollouts_check(rollouts);
    return code == CLI_OK ? read_above(rollouts, setup) : code;
}

static int check(struct wish *wish, const struct pip_setup *setup) {
    uint64_t seat;
    if (wish->text + wish->json + wish->html > 1)
        return cli_error(CLI_USAGE, "--text, --json or --html, not several");
    if (strcmp(wish->language, "en") != 0 && strcmp(wish->language, "de") != 0)
        return cli_error(CLI_USAGE, "--language is en or de, not \"%s\"", wish->language);
    int code = check_level(wish, setup);
    if (code != CLI_OK)
        return code;
    if (wish->playouts > 1000)
        return cli_error(CLI_USAGE, "--playouts is at most 1000");
    if (!wish->seat)
        return CLI_OK;
    code = cli_number("seat", wish->seat, &seat);
    if (code == CLI_OK && seat >= setup->seats)
        code = cli_error(CLI_USAGE, "the record has the seats 0 to %d", setup->seats - 1);
    wish->seats = 1u << seat;
    return code;
}

static int review_record(struct wish *wish) {
    const struct pip_match *match = &record.match;
    struct pip_review *review = review_lend(match);
    if (!review)
        return cli_error(CLI_FAILED, "out of memory");
    struct pip_review_wish asked = {.outcomes = outcomes_of(wish, &match->setup),
                                    .playouts = (uint16_t)wish->playouts};
    int code = CLI_OK;
    review->mind.nets = wish->rollouts.nets = wish->nets.list;
    if (!pip_judge_knows(&match->setup, &review->mind))
        code =
            cli_error(CLI_NO, "no net knows this sheet, so nobody can say what a choice is worth; "
                              "`pipwright train` makes a net, and --net takes it");
    if (code == CLI_OK && pip_review_begin(review, match, &pip_judge_expert, &asked) != PIP_OK)
        code = cli_error(CLI_FAILED, "out of memory");
    while (code == CLI_OK && pip_review_step(review))
        continue;
    if (code == CLI_OK && wish->master)
        code = rollouts_review(review, &wish->rollouts, asked.playouts);
    if (code == CLI_OK && wish->rollouts.shards == 1)
        code = tell(review, wish);
    review_release(review);
    return code;
}

static int run_review(const struct cli_command *command, int argc, char **argv) {
    static struct wish wish = {
        .language = "en", .level = "expert", .outcomes = UINT64_MAX, .playouts = PLAYOUTS};
    wish.rollouts = rollouts_usual;
    const char *path;
    const struct cli_option options[] = {
        {"text", NULL, "for people (the default)", CLI_FLAG, &wish.text},
        {"json", NULL, "everything, as docs/review.md describes it", CLI_FLAG, &wish.json},
        {"html", NULL, "one page with charts, to look at and to print", CLI_FLAG, &wish.html},
        {"language", "en|de", "English (the default) or German", CLI_TEXT, &wish.language},
        {"level", "NAME", "who judges: expert; or master, who plays on what was costly", CLI_TEXT,
         &wish.level},
        {"seat", "N", "report only on this seat", CLI_TEXT, &wish.seat},
        {"outcomes", "N", "how many outcomes of a roll to look at; 0 is all", CLI_NUMBER,
         &wish.outcomes},
        {"playouts", "N", "games played on to split a choice's cost (default 64)", CLI_NUMBER,
         &wish.playouts},
        ROLLOUTS_OPTIONS(wish.rollouts),
        {"above", "COST", "play on all choices that cost more, points or percentage points",
         CLI_TEXT, &wish.rollouts.above},
        {"state", "FILE", "keep there what was played on, and go on from it", CLI_TEXT,
         &wish.rollouts.state},
        {"shard", "I/N", "play on only every Nth choice, from I on, into --state", CLI_TEXT,
         &wish.rollouts.shard_text},
        {"part", "FILE", "take in what a shard has kept; may be repeated", CLI_LIST,
         &wish.rollouts.parts},
        {CLI_NET_OPTION(wish.nets)},
        {"sheet", "FILE", "your own sheet file, if the record names it", CLI_TEXT,
         &record.table.sheet},
        {0}};
    int code = cli_parse(command, options, argc, argv, &path, 1, 1);
    if (code >= 0)
        return code;
    code = cli_read_record(&record, path);
    if (code == CLI_OK)
        code = cli_read_nets(&wish.nets);
    if (code == CLI_OK)
        code = check(&wish, &record.match.setup);
    return code == CLI_OK ? review_record(&wish) : code;
}

const struct cli_command cli_review = {
    .name = "review",
    .arguments = "FILE [--text | --json | --html]",
    .summary = "Say what the choices of a game have cost, and what the dice were worth.",
    .example = "pipwright review game.pip --level master --threads 2 --language de",
    .run = run_review,
};
