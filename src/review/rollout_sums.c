#include "parts.h"
#include "rollout.h"
#include <string.h>

#define BATCHES_LEAST 8 /* before anything is clear: of fewer a standard error says little */
#define BEHIND 3        /* standard errors by which a line is out */

void pip__rollout_begin(const struct pip__rollout *rollout, uint32_t clear,
                        struct pip__rollout_sums *sums) {
    memset(sums, 0, sizeof *sums);
    sums->by_win = pip_review_by_win(rollout->setup);
    sums->near = pip_review_nearness(rollout->setup);
    sums->clear = clear;
    sums->lines = rollout->lines;
    sums->left = (1u << rollout->lines) - 1;
}

static void add_pair(struct pip__rollout_pair *pair, int64_t value, int64_t win) {
    pair->batches++;
    pair->value += value;
    pair->value_squares += value * value;
    pair->win += win;
    pair->win_squares += win * win;
}

void pip__rollout_add(struct pip__rollout_sums *sums, const struct pip__rollout_batch *batch) {
    const struct pip_worth *sum = batch->sum;
    sums->batches++;
    for (int i = 0; i < sums->lines; i++) {
        if (!(batch->lines >> i & 1))
            continue;
        sums->count[i]++;
        sums->value[i] += sum[i].value;
        sums->win[i] += sum[i].win;
        for (int j = 0; j < sums->lines; j++) {
            if (batch->lines >> j & 1)
                add_pair(&sums->pair[i][j], (int64_t)sum[i].value - sum[j].value,
                         (int64_t)sum[i].win - sum[j].win);
        }
    }
}

/* The mean over playouts of a sum over batches, rounded. */
static int32_t mean_of(int64_t sum, int64_t batches) {
    int64_t n = batches * PIP__ROLLOUT_BATCH;
    return n == 0 ? 0 : (int32_t)((sum + (sum < 0 ? -n : n) / 2) / n);
}

/* The standard error of that; batches are independent of each other, playouts of one are not.
 * Rounded up. */
static int32_t error_of(int64_t sum, int64_t squares, int64_t n) {
    if (n < 2)
        return INT32_MAX;
    int64_t spread = squares - sum * sum / n; /* n - 1 times the variance */
    int64_t square = spread / (n * (n - 1) * PIP__ROLLOUT_BATCH * PIP__ROLLOUT_BATCH);
    return spread <= 0 ? 0 : pip__review_root(square) + 1;
}

void pip__rollout_differ(const struct pip__rollout_sums *sums, int line, int other,
                         struct pip__rollout_difference *difference) {
    const struct pip__rollout_pair *pair = &sums->pair[line][other];
    difference->value = mean_of(pair->value, pair->batches);
    difference->value_error = error_of(pair->value, pair->value_squares, pair->batches);
    difference->win = mean_of(pair->win, pair->batches);
    difference->win_error = error_of(pair->win, pair->win_squares, pair->batches);
}

/* By what counts: how far a line is ahead of another, and the standard error of it. */
static void compare(const struct pip__rollout_sums *sums, int line, int other, int64_t *ahead,
                    int64_t *error) {
    struct pip__rollout_difference difference;
    pip__rollout_differ(sums, line, other, &difference);
    *ahead = sums->by_win ? difference.win : difference.value;
    *error = sums->by_win ? difference.win_error : difference.value_error;
}

int pip__rollout_rival(const struct pip__rollout_sums *sums) {
    unsigned among = sums->left & ~1u ? sums->left : (1u << sums->lines) - 1;
    int rival = 0;
    int64_t most = INT64_MIN, ahead, error;
    for (int line = 1; line < sums->lines; line++) {
        compare(sums, line, 0, &ahead, &error);
        if ((among >> line & 1) && ahead > most) {
            most = ahead;
            rival = line;
        }
    }
    return rival;
}

int pip__rollout_best(const struct pip__rollout_sums *sums) {
    int rival = pip__rollout_rival(sums);
    int64_t ahead, error;
    compare(sums, rival, 0, &ahead, &error);
    return ahead > 0 ? rival : 0;
}

/* Whether nobody left can be ahead of the first by more than next to nothing. */
static bool is_near(const struct pip__rollout_sums *sums) {
    int64_t ahead, error;
    for (int line = 1; line < sums->lines; line++) {
        compare(sums, line, 0, &ahead, &error);
        if ((sums->left >> line & 1) && ahead + 2 * error > sums->near)
            return false;
    }
    return true;
}

bool pip__rollout_settle(struct pip__rollout_sums *sums) {
    int64_t ahead, error;
    if (sums->batches < BATCHES_LEAST || sums->clear == 0)
        return false;
    int best = pip__rollout_best(sums);
    for (int line = 1; line < sums->lines; line++) {
        compare(sums, best, line, &ahead, &error);
        if (line != best && ahead > BEHIND * error)
            sums->left &= ~(1u << line);
    }
    if (is_near(sums))
        return true;
    compare(sums, best, 0, &ahead, &error);
    return best != 0 && ahead >= (int64_t)sums->clear * error;
}

struct pip_worth pip__rollout_worth(const struct pip__rollout_sums *sums, int line) {
    return (struct pip_worth){mean_of(sums->value[line], sums->count[line]),
                              mean_of(sums->win[line], sums->count[line])};
}
