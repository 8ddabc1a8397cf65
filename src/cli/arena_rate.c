#include "arena.h"
#include <math.h>
#include <string.h>

/* ---- Means over rounds ---- */

/* A weighted sum of columns, as a mean over rounds. */
struct term {
    int column;
    double weight;
};

static double product(const struct arena *arena, int i, int j) {
    return (double)(i < j ? arena->totals.product[i][j] : arena->totals.product[j][i]);
}

/* Covariance of two columns over rounds. */
static double covariance(const struct arena *arena, int i, int j) {
    const struct arena_totals *t = &arena->totals;
    double n = (double)t->rounds;
    if (t->rounds < 2)
        return 0;
    return (product(arena, i, j) - (double)t->sum[i] * (double)t->sum[j] / n) / (n - 1);
}

static struct arena_figure mean_of(const struct arena *arena, const struct term *terms, int count) {
    const struct arena_totals *t = &arena->totals;
    double n = t->rounds ? (double)t->rounds : 1, mean = 0, variance = 0;
    for (int i = 0; i < count; i++) {
        mean += terms[i].weight * (double)t->sum[terms[i].column] / n;
        for (int j = 0; j < count; j++)
            variance += terms[i].weight * terms[j].weight *
                        covariance(arena, terms[i].column, terms[j].column);
    }
    double half = variance > 0 ? SIM_Z * sqrt(variance / n) : 0;
    return (struct arena_figure){mean, mean - half, mean + half};
}

static struct term score_of(const struct arena *arena, int player, double sign) {
    return (struct term){player, sign / arena->seats_of[player]};
}

struct arena_figure arena_mean(const struct arena *arena, int player) {
    const struct term term = score_of(arena, player, 1);
    return mean_of(arena, &term, 1);
}

struct arena_figure arena_mean_ahead(const struct arena *arena, const struct arena_pair *pair) {
    const struct term terms[] = {score_of(arena, pair->first, 1),
                                 score_of(arena, pair->second, -1)};
    return mean_of(arena, terms, 2);
}

struct arena_figure arena_won(const struct arena *arena, int player) {
    struct arena_figure f;
    double n = arena->totals.rounds ? (double)arena->totals.rounds : 1;
    f.value = (double)arena->totals.sum[arena->won + player] / n;
    sim_wilson(f.value, n, &f.low, &f.high);
    return f;
}

struct arena_figure arena_won_ahead(const struct arena *arena, const struct arena_pair *pair) {
    const struct term terms[] = {{arena->won + pair->first, 1}, {arena->won + pair->second, -1}};
    return mean_of(arena, terms, 2);
}

/* A share stays between nothing and all: Wilson's interval for as many games as would vary as much
 * if they were independent. */
static struct arena_figure share_of(const struct arena *arena, int column, double weight) {
    const struct term term = {column, weight};
    struct arena_figure f = mean_of(arena, &term, 1);
    double error = (f.high - f.value) / SIM_Z, n = (double)arena->totals.rounds;
    if (f.value > 0 && f.value < 1 && error == 0)
        return f;
    if (error > 0)
        n = f.value * (1 - f.value) / (error * error);
    sim_wilson(f.value, n > 1 ? n : 1, &f.low, &f.high);
    return f;
}

struct arena_figure arena_share(const struct arena *arena, int pair) {
    return share_of(arena, arena->duel + pair, 0.5 / arena->pair[pair].duels);
}

struct arena_figure arena_lone(const struct arena *arena, const struct arena_table *table) {
    return share_of(arena, table->lone, 1.0 / (PIP_WIN_UNIT * arena->rotations));
}

/* ---- Early stop ---- */

#define ROUNDS_MIN 8
#define ERROR_RATE 0.05 /* of either kind */

/* How much likelier the rounds are under share[1] than under share[0], as a logarithm: the
 * generalised ratio for a mean of rounds whose spread is not known. Two rounds at the ends are
 * added to the spread, so that a few equal rounds prove nothing. */
static double ratio(const struct arena *arena, int pair, bool swapped) {
    double n = (double)arena->totals.rounds, duels = 2.0 * arena->pair[pair].duels;
    int column = arena->duel + pair;
    double mean = (double)arena->totals.sum[column] / duels / n;
    double spread = covariance(arena, column, column) * (n - 1) / (duels * duels);
    double variance = (spread + 0.5) / (n + 2);
    double low = arena->share[0], high = arena->share[1];
    return n * (high - low) * (2 * (swapped ? 1 - mean : mean) - low - high) / (2 * variance);
}

enum arena_verdict arena_judge(const struct arena *arena, int pair) {
    if (arena->totals.rounds < ROUNDS_MIN)
        return ARENA_OPEN;
    const double bound = log((1 - ERROR_RATE) / ERROR_RATE);
    double first = ratio(arena, pair, false), second = ratio(arena, pair, true);
    if (first >= bound)
        return ARENA_FIRST;
    if (second >= bound)
        return ARENA_SECOND;
    return first <= -bound && second <= -bound ? ARENA_NEITHER : ARENA_OPEN;
}

/* ---- Ratings ---- */

typedef double matrix[ARENA_MAX][ARENA_MAX];

static double expected(const double *strength, const struct arena_pair *pair) {
    return 1 / (1 + exp(strength[pair->second] - strength[pair->first]));
}

/* Gauss and Jordan; `m` becomes the unit matrix. */
static void invert(int n, matrix m, matrix inverse) {
    memset(inverse, 0, sizeof(matrix));
    for (int i = 0; i < n; i++)
        inverse[i][i] = 1;
    for (int i = 0; i < n; i++) { /* positive definite: the diagonal never vanishes */
        double pivot = m[i][i];
        for (int j = 0; j < n; j++) {
            m[i][j] /= pivot;
            inverse[i][j] /= pivot;
        }
        for (int k = 0; k < n; k++) {
            double times = k == i ? 0 : m[k][i];
            for (int j = 0; j < n; j++) {
                m[k][j] -= times * m[i][j];
                inverse[k][j] -= times * inverse[i][j];
            }
        }
    }
}

/* The gradient of the likelihood, and the inverse of its curvature; ratings sum to nothing. */
static void look(const struct arena *arena, const double *strength, double *gradient,
                 matrix inverse) {
    matrix curvature;
    for (int i = 0; i < arena->count; i++) {
        gradient[i] = 0;
        for (int j = 0; j < arena->count; j++)
            curvature[i][j] = 1.0 / arena->count;
    }
    for (int i = 0; i < arena->pairs; i++) {
        const struct arena_pair *pair = &arena->pair[i];
        int a = pair->first, b = pair->second;
        double duels = (double)pair->duels * (double)arena->totals.rounds + 1;
        double points = 0.5 * (double)arena->totals.sum[arena->duel + i] + 0.5;
        double p = expected(strength, pair), weight = duels * p * (1 - p);
        gradient[a] += points - duels * p;
        gradient[b] -= points - duels * p;
        curvature[a][a] += weight;
        curvature[b][b] += weight;
        curvature[a][b] -= weight;
        curvature[b][a] -= weight;
    }
    invert(arena->count, curvature, inverse);
}

/* Newton's steps, never more than one unit at a time. */
static void fit(const struct arena *arena, double *strength, matrix inverse) {
    double gradient[ARENA_MAX];
    for (int step = 0; step < 200; step++) {
        double longest = 0, by[ARENA_MAX] = {0};
        look(arena, strength, gradient, inverse);
        for (int i = 0; i < arena->count; i++) {
            for (int j = 0; j < arena->count; j++)
                by[i] += inverse[i][j] * gradient[j];
            longest = fmax(longest, fabs(by[i]));
        }
        for (int i = 0; i < arena->count; i++)
            strength[i] += longest > 1 ? by[i] / longest : by[i];
        if (longest < 1e-10)
            break;
    }
}

/* How the gradient varies from round to round, all duels with the same dice together. */
static void spread(const struct arena *arena, const double *strength, matrix of) {
    double n = (double)arena->totals.rounds;
    memset(of, 0, sizeof(matrix));
    for (int i = 0; i < arena->pairs; i++) {
        for (int j = 0; j < arena->pairs; j++) {
            const struct arena_pair *p = &arena->pair[i], *q = &arena->pair[j];
            double c = 0.25 * n * covariance(arena, arena->duel + i, arena->duel + j);
            if (i == j)
                c += pow(0.5 - expected(strength, p), 2); /* the duel that was added */
            of[p->first][q->first] += c;
            of[p->second][q->second] += c;
            of[p->first][q->second] -= c;
            of[p->second][q->first] -= c;
        }
    }
}

void arena_ratings(const struct arena *arena, struct arena_figure *ratings) {
    const double unit = 400 / log(10);
    double strength[ARENA_MAX] = {0};
    matrix inverse, of;
    fit(arena, strength, inverse);
    spread(arena, strength, of);
    for (int i = 0; i < arena->count; i++) {
        double variance = 0;
        for (int j = 0; j < arena->count; j++) {
            for (int k = 0; k < arena->count; k++)
                variance += inverse[i][j] * of[j][k] * inverse[k][i];
        }
        double half = SIM_Z * unit * sqrt(variance > 0 ? variance : 0);
        ratings[i] = (struct arena_figure){unit * strength[i], unit * strength[i] - half,
                                           unit * strength[i] + half};
    }
}
