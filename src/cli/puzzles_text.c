#include "puzzles.h"
#include <stdlib.h>
#include <string.h>

#define FILE_MAX (8u << 20)
#define FIRST_LINE "pipwright record 1\n"

/* ---- Writing ---- */

void puzzle_write_line(const struct pip_setup *setup, const struct pip_line *line,
                       struct pip_text *text) {
    for (int i = 0; i < line->steps; i++) {
        pip_text_add(text, i ? ", " : "");
        setup->game->move_write(setup, line->step[i], text);
    }
}

/* " -1.250": thousandths; with four places a chance. */
static void add_decimal(struct pip_text *text, int32_t number, int places) {
    char digits[32];
    int unit = places == 3 ? 1000 : PIP_WIN_SURE, size = abs(number);
    snprintf(digits, sizeof digits, " %s%d.%0*d", number < 0 ? "-" : "", size / unit, places,
             size % unit);
    pip_text_add(text, digits);
}

static void add_worth(struct pip_text *text, const char *key, struct pip_worth worth) {
    pip_text_add(text, key);
    add_decimal(text, worth.value, 3);
    add_decimal(text, worth.win, 4);
    pip_text_add_char(text, '\n');
}

void puzzle_write_choice(const struct pip_setup *setup, const struct puzzle *puzzle,
                         struct pip_text *text) {
    pip_text_add(text, "puzzle-seat ");
    pip_text_add_number(text, puzzle->seat);
    pip_text_add(text, "\npuzzle-best ");
    puzzle_write_line(setup, &puzzle->best, text);
    pip_text_add(text, "\npuzzle-next ");
    puzzle_write_line(setup, &puzzle->next, text);
    pip_text_add_char(text, '\n');
    add_worth(text, "puzzle-lacks", puzzle->lacks);
    add_worth(text, "puzzle-greedy", puzzle->greedy);
}

void puzzle_write_split(const struct pip_setup *setup, const struct puzzle *puzzle,
                        struct pip_text *text) {
    const struct pip_review_split *split = &puzzle->split;
    struct pip_item items[PIP_ITEMS_MAX];
    uint64_t state[PIP_STATE_MAX / 8] = {0};
    int told = 0;
    pip_text_add(text, "puzzle-played ");
    pip_text_add_number(text, split->samples);
    add_decimal(text, split->total, 3);
    add_decimal(text, split->error, 3);
    add_decimal(text, split->won, 4);
    add_decimal(text, split->won_error, 4);
    pip_text_add_char(text, '\n');
    setup->game->start(setup, state);
    setup->game->score(setup, state, puzzle->seat, items);
    for (int i = 0; i < split->items; i++) {
        if (split->item[i] == 0 || abs(split->item[i]) < PUZZLE_ERRORS * split->item_error[i])
            continue;
        pip_text_add(text, told++ ? ", " : "puzzle-items ");
        pip_text_add(text, items[i].name);
        add_decimal(text, split->item[i], 3);
        add_decimal(text, split->item_error[i], 3);
    }
    pip_text_add(text, told ? "\n" : "");
}

/* ---- Checking ---- */

struct check {
    const char *path;
    int number, hard;
    struct pip_mind mind;
    uint64_t hash[4096]; /* of the positions before */
};

static struct cli_record record;

static int fails(const struct check *check, const char *why) {
    return cli_error(CLI_NO, "%s: puzzle %d: %s", check->path, check->number, why);
}

/* The split as it is written. */
static bool read_split(const char *extra, struct pip_review_split *split) {
    const char *at = strstr(extra, "puzzle-played ");
    unsigned samples;
    double total, error, won, won_error;
    if (!at || sscanf(at, "puzzle-played %u %lf %lf %lf %lf", &samples, &total, &error, &won,
                      &won_error) != 5)
        return false;
    split->samples = (uint16_t)samples;
    split->total = (int32_t)(total * 1000 + (total < 0 ? -0.5 : 0.5));
    split->error = (int32_t)(error * 1000 + 0.5);
    split->won = (int32_t)(won * PIP_WIN_SURE + (won < 0 ? -0.5 : 0.5));
    split->won_error = (int32_t)(won_error * PIP_WIN_SURE + 0.5);
    return true;
}

static int check_new(struct check *check) {
    uint64_t hash = pip_state_hash(&record.match.setup, record.match.state);
    for (int i = 0; i < check->number - 1; i++) {
        if (check->hash[i] == hash)
            return fails(check, "the same position as one before");
    }
    check->hash[check->number - 1] = hash;
    return CLI_OK;
}

static int check_record(struct check *check) {
    const struct pip_match *match = &record.match;
    const struct pip_setup *setup = &match->setup;
    char lines[PIP_EXTRA_MAX];
    struct pip_text text = pip_text_init(lines, sizeof lines);
    struct puzzle puzzle;
    struct pip_review_split split;
    unsigned seat;
    if (sscanf(match->extra, "puzzle-seat %u", &seat) != 1 || seat >= setup->seats ||
        pip_match_actor(match) == PIP_ACTORS_CHANCE || !(pip_match_actor(match) >> seat & 1))
        return fails(check, "it does not say which seat is to choose");
    if (!pip_judge_knows(setup, &check->mind))
        return fails(check, "no net knows its sheet");
    if (!puzzle_judge(setup, match->state, (int)seat, &check->mind, &puzzle))
        return fails(check, "no choice is clearly the best");
    puzzle_write_choice(setup, &puzzle, &text);
    if (strncmp(match->extra, lines, text.length) != 0)
        return fails(check, "expert has another answer");
    if (!read_split(match->extra, &split) || !puzzle_confirmed(setup, &split))
        return fails(check, "playing on has not confirmed it");
    check->hard += puzzle_is_hard(setup, &puzzle);
    return check_new(check);
}

/* One record of the file, up to the first line of the next. */
static int check_next(struct check *check, const char **at) {
    const char *next = strstr(*at + 1, "\n" FIRST_LINE);
    size_t length = next ? (size_t)(next + 1 - *at) : strlen(*at);
    if (check->number == (int)(sizeof check->hash / sizeof *check->hash))
        return cli_error(CLI_NO, "%s: more puzzles than can be checked at once", check->path);
    check->number++;
    enum pip_status status = cli_parse_record(&record, *at, length);
    *at += length;
    if (status != PIP_OK)
        return fails(check, record.fault.detail);
    return check_record(check);
}

int puzzle_check_file(const char *path) {
    static struct check check;
    char *bytes;
    size_t length;
    int code = cli_read_file(path, FILE_MAX, &bytes, &length);
    if (code != CLI_OK)
        return code;
    bytes[length] = '\0';
    check.path = path;
    for (const char *at = bytes; code == CLI_OK && *at;)
        code = check_next(&check, &at);
    free(bytes);
    if (code == CLI_OK)
        printf("%s: %d puzzles hold; greedy misses %d\n", path, check.number, check.hard);
    return code;
}
