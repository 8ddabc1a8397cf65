/* What a study has found, for people and as JSON. */
#include "study.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define BARS 16      /* of the histogram, at most */
#define BAR_WIDTH 40 /* of the longest */

/* ---- Figures ---- */

struct mean {
    double mean, spread, low, high;
};

static struct mean mean_of(double sum, double squares, double n) {
    struct mean m = {.mean = sum / n};
    double rest = squares - sum * m.mean;
    m.spread = n > 1 && rest > 0 ? sqrt(rest / (n - 1)) : 0;
    m.low = m.mean - SIM_Z * m.spread / sqrt(n);
    m.high = m.mean + SIM_Z * m.spread / sqrt(n);
    return m;
}

static int32_t score_of(const struct study *study, uint64_t game, int seat) {
    return study->score[game * study->setup.seats + (unsigned)seat];
}

static bool is_team(const struct study *study) {
    return study->setup.game->won != NULL;
}

/* Where all have the same score there is one a game. */
static int scores_of_game(const struct study *study) {
    return is_team(study) ? 1 : study->setup.seats;
}

/* How far a seat is from the mean of its game. Scores of one game are not independent, so games
 * are what is counted. `seat` -1: the mean itself. */
static struct mean seat_mean(const struct study *study, int seat) {
    double sum = 0, squares = 0;
    int seats = scores_of_game(study);
    for (uint64_t game = 0; game < study->games; game++) {
        double all = 0;
        for (int other = 0; other < seats; other++)
            all += score_of(study, game, other);
        double value = seat < 0 ? all / seats : score_of(study, game, seat) - all / seats;
        sum += value;
        squares += value * value;
    }
    return mean_of(sum, squares, (double)study->games);
}

static int by_value(const void *a, const void *b) {
    int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;
    return (x > y) - (x < y);
}

/* All scores, sorted, in memory that the caller owns; how many. NULL: out of memory. */
static int32_t *sorted_scores(const struct study *study, size_t *count) {
    int seats = scores_of_game(study);
    int32_t *sorted = malloc(study->games * (unsigned)seats * sizeof *sorted);
    *count = 0;
    for (uint64_t game = 0; sorted && game < study->games; game++) {
        for (int seat = 0; seat < seats; seat++)
            sorted[(*count)++] = score_of(study, game, seat);
    }
    if (sorted)
        qsort(sorted, *count, sizeof *sorted, by_value);
    return sorted;
}

static double spread_of(const int32_t *sorted, size_t count) {
    double sum = 0, squares = 0;
    for (size_t i = 0; i < count; i++) {
        sum += sorted[i];
        squares += (double)sorted[i] * sorted[i];
    }
    return mean_of(sum, squares, (double)count).spread;
}

static const int percents[] = {5, 25, 50, 75, 95};
#define PERCENTS (sizeof percents / sizeof *percents)

/* The smallest score that so many percent of all are at most. */
static int32_t quantile(const int32_t *sorted, size_t count, int percent) {
    size_t place = (count * (unsigned)percent + 99) / 100;
    return sorted[place ? place - 1 : 0];
}

/* 1, 2, 5, 10, 20, ...: the smallest width of which BARS are enough. */
static int32_t width_of_bars(int32_t lowest, int32_t highest) {
    static const int32_t steps[] = {1, 2, 5};
    for (int32_t ten = 1;; ten *= 10) {
        for (int i = 0; i < 3; i++) {
            int32_t width = ten * steps[i];
            if ((int64_t)width * (BARS - 1) >= (int64_t)highest - lowest + 1)
                return width;
        }
    }
}

static int32_t floor_to(int32_t value, int32_t width) {
    int32_t rest = value % width;
    return value - (rest < 0 ? rest + width : rest);
}

struct bars {
    int32_t from, width;
    int count;
    uint64_t bar[BARS + 1];
};

static struct bars bars_of(const int32_t *sorted, size_t count) {
    struct bars bars = {.width = width_of_bars(sorted[0], sorted[count - 1])};
    bars.from = floor_to(sorted[0], bars.width);
    for (size_t i = 0; i < count; i++)
        bars.bar[(sorted[i] - bars.from) / bars.width]++;
    bars.count = (sorted[count - 1] - bars.from) / bars.width + 1;
    return bars;
}

/* Seats that take turns may have an advantage; a team shares its score. */
static bool has_order(const struct study *study) {
    return study->setup.game->first != PIP_FIRST_NOBODY && study->setup.seats > 1 &&
           !is_team(study);
}

/* Ties share a win. */
static double win_share(const struct study *study, int seat, double *low, double *high) {
    double n = (double)study->games, wins = 0;
    for (uint64_t game = 0; game < study->games; game++) {
        unsigned won = study->won[game];
        wins += won >> seat & 1 ? 1.0 / __builtin_popcount(won) : 0;
    }
    sim_wilson(wins / n, n, low, high);
    return wins / n;
}

static double cell_of(const struct study_table *table, int row, int column) {
    return table->of ? (double)table->sum[row][column] / (double)table->of : 0;
}

/* ---- For people ---- */

static void print_head(const struct study *study) {
    const struct pip_setup *setup = &study->setup;
    printf("%s on %s, %d seat%s", setup->game->title, setup->sheet->name, setup->seats,
           setup->seats == 1 ? "" : "s");
    for (int i = 0; setup->game->options[i].name; i++)
        printf(", %s=%s", setup->game->options[i].name,
               setup->game->options[i].values[setup->option[i]]);
    printf("\n%llu game%s between bots that play as %s, seed %llu\n\n",
           (unsigned long long)study->games, study->games == 1 ? "" : "s", study->level,
           (unsigned long long)study->seed);
}

static void print_bars(const struct bars *bars) {
    uint64_t most = 1, all = 0;
    for (int i = 0; i < bars->count; i++) {
        most = bars->bar[i] > most ? bars->bar[i] : most;
        all += bars->bar[i];
    }
    for (int i = 0; i < bars->count; i++) {
        char bar[BAR_WIDTH + 1] = {0};
        int32_t from = bars->from + i * bars->width;
        memset(bar, '#', (size_t)((bars->bar[i] * BAR_WIDTH + most - 1) / most));
        printf("%6d to %5d  %5.1f %%  %s\n", from, from + bars->width - 1,
               100 * (double)bars->bar[i] / (double)all, bar);
    }
}

static void print_scores(const struct study *study, const int32_t *sorted, size_t count) {
    struct mean mean = seat_mean(study, -1);
    struct bars bars = bars_of(sorted, count);
    printf("score: mean %.2f, 95 %% interval %.2f to %.2f, spread %.2f, from %d to %d\n", mean.mean,
           mean.low, mean.high, spread_of(sorted, count), sorted[0], sorted[count - 1]);
    for (size_t i = 0; i < PERCENTS; i++)
        printf("%s%d %% at most %d", i ? ", " : "", percents[i],
               quantile(sorted, count, percents[i]));
    puts("\n");
    print_bars(&bars);
    printf("\n%.2f turns a game\n", (double)study->turns / (double)study->games);
}

static void print_team(const struct study *study) {
    double n = (double)study->games, low, high, won = 0;
    for (uint64_t game = 0; game < study->games; game++)
        won += study->won[game];
    sim_wilson(won / n, n, &low, &high);
    printf("won: %.1f %%, 95 %% interval %.1f to %.1f\n", 100 * won / n, 100 * low, 100 * high);
}

static void print_seats(const struct study *study) {
    int seats = study->setup.seats;
    printf("\nseats, in the order of their first turns; a fair share of wins is %.1f %%\n",
           100.0 / seats);
    puts("      above the mean  95 % interval     wins   95 % interval");
    for (int seat = 0; seat < seats; seat++) {
        double low, high, share = win_share(study, seat, &low, &high);
        struct mean mean = seat_mean(study, seat);
        printf("%4d  %+14.2f  %+6.2f to %+6.2f  %5.1f %%  %5.1f to %5.1f\n", seat, mean.mean,
               mean.low, mean.high, 100 * share, 100 * low, 100 * high);
    }
}

/* The rows that are shown, in their order; how many. */
static int rows_to_show(const struct study_table *table, int *rows) {
    int count = 0;
    for (int row = 0; row < table->rows; row++) {
        int at = count++;
        for (; table->shape->most && at > 0 && table->sum[rows[at - 1]][0] < table->sum[row][0];
             at--)
            rows[at] = rows[at - 1];
        rows[at] = row;
    }
    return table->shape->most && count > table->shape->most ? table->shape->most : count;
}

static void print_table(const struct study_table *table) {
    int rows[STUDY_ROWS_MAX], count = rows_to_show(table, rows);
    printf("\n%s (of %llu %s)\n%-16s", table->shape->title, (unsigned long long)table->of,
           table->shape->of, "");
    for (int column = 0; column < table->columns; column++)
        printf("  %9s", table->shape->column[column].name);
    puts("");
    for (int i = 0; i < count; i++) {
        printf("%-16s", table->name[rows[i]]);
        for (int column = 0; column < table->columns; column++) {
            int width = (int)strlen(table->shape->column[column].name);
            double cell = cell_of(table, rows[i], column);
            width = width > 9 ? width : 9;
            if (table->shape->column[column].measure == STUDY_SHARE)
                printf("  %*.1f %%", width - 2, 100 * cell);
            else
                printf("  %*.2f", width, cell);
        }
        puts("");
    }
}

void study_print(const struct study *study) {
    size_t count;
    int32_t *sorted = sorted_scores(study, &count);
    print_head(study);
    if (is_team(study))
        print_team(study);
    if (sorted)
        print_scores(study, sorted, count);
    if (has_order(study))
        print_seats(study);
    for (int i = 0; i < study->parts.count; i++) {
        if (study->parts.table[i].of > 0)
            print_table(&study->parts.table[i]);
    }
    free(sorted);
}

/* ---- JSON ---- */

static json_t *score_json(const struct study *study) {
    size_t count;
    int32_t *sorted = sorted_scores(study, &count);
    if (!sorted)
        return json_null();
    struct mean mean = seat_mean(study, -1);
    struct bars bars = bars_of(sorted, count);
    json_t *quantiles = json_object(), *histogram = json_array();
    for (size_t i = 0; i < PERCENTS; i++) {
        char key[8];
        snprintf(key, sizeof key, "%d", percents[i]);
        json_object_set_new(quantiles, key, json_integer(quantile(sorted, count, percents[i])));
    }
    for (int i = 0; i < bars.count; i++) {
        int32_t from = bars.from + i * bars.width;
        json_array_append_new(histogram,
                              json_pack("{s:i, s:i, s:I}", "from", from, "to",
                                        from + bars.width - 1, "count", (json_int_t)bars.bar[i]));
    }
    json_t *json =
        json_pack("{s:f, s:[f,f], s:f, s:i, s:i, s:o, s:o}", "mean", mean.mean, "mean_95", mean.low,
                  mean.high, "spread", spread_of(sorted, count), "lowest", sorted[0], "highest",
                  sorted[count - 1], "quantiles", quantiles, "histogram", histogram);
    free(sorted);
    return json;
}

static json_t *seats_json(const struct study *study) {
    json_t *list = json_array();
    for (int seat = 0; seat < study->setup.seats; seat++) {
        double low, high, share = win_share(study, seat, &low, &high);
        struct mean mean = seat_mean(study, seat);
        json_array_append_new(list,
                              json_pack("{s:i, s:f, s:[f,f], s:f, s:[f,f]}", "seat", seat,
                                        "above_mean", mean.mean, "above_mean_95", mean.low,
                                        mean.high, "win_share", share, "win_share_95", low, high));
    }
    return list;
}

/* Columns of one name are told apart by the one before: "gems", "gems: how many". */
static json_t *row_json(const struct study_table *table, int row) {
    json_t *cells = json_object();
    for (int column = 0; column < table->columns; column++) {
        char name[64];
        const char *own = table->shape->column[column].name;
        bool counts = strcmp(own, "how many") == 0;
        snprintf(name, sizeof name, "%s%s%s", counts ? table->shape->column[column - 1].name : "",
                 counts ? ": " : "", own);
        json_object_set_new(cells, name, json_real(cell_of(table, row, column)));
    }
    json_object_set_new(cells, "name", json_string(table->name[row]));
    return cells;
}

static json_t *parts_json(const struct study *study) {
    json_t *list = json_array();
    for (int i = 0; i < study->parts.count; i++) {
        const struct study_table *table = &study->parts.table[i];
        json_t *rows = json_array();
        for (int row = 0; row < table->rows; row++)
            json_array_append_new(rows, row_json(table, row));
        json_array_append_new(list, json_pack("{s:s, s:s, s:I, s:o}", "part", table->shape->title,
                                              "of", table->shape->of, "count",
                                              (json_int_t)table->of, "rows", rows));
    }
    return list;
}

json_t *study_json(const struct study *study) {
    char hash[65];
    const struct pip_setup *setup = &study->setup;
    cli_hash_text(setup->sheet, hash);
    json_t *json = json_pack(
        "{s:{s:s, s:s, s:s, s:i, s:o, s:s, s:I, s:I}, s:o, s:f, s:o}", "of", "game",
        setup->game->name, "sheet", setup->sheet->name, "sheet_hash", hash, "seats", setup->seats,
        "options", cli_options_json(setup), "bots", study->level, "seed", (json_int_t)study->seed,
        "games", (json_int_t)study->games, "score", score_json(study), "turns_per_game",
        (double)study->turns / (double)study->games, "parts", parts_json(study));
    if (has_order(study))
        json_object_set_new(json, "seats", seats_json(study));
    if (is_team(study)) {
        double n = (double)study->games, low, high, won = 0;
        for (uint64_t game = 0; game < study->games; game++)
            won += study->won[game];
        sim_wilson(won / n, n, &low, &high);
        json_object_update_new(
            json, json_pack("{s:f, s:[f,f]}", "win_rate", won / n, "win_rate_95", low, high));
    }
    return json;
}
