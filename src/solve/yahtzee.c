#include "yahtzee.h"
#include <stdlib.h>
#include <string.h>

#define DICE 5
#define FACES 6
#define ROLLS 252 /* multisets of five dice ... */
#define KEEPS 462 /* ... and of up to five: the rolls come last */
#define WAYS 7776
/* Within a turn a unit is cut once more, so that little is lost before its end is rounded. */
#define FINE 1024
#define POINTS_MOST 1575

enum box {
    ABOVE = FACES, /* ones to sixes */
    THREE = ABOVE,
    FOUR,
    FULL_HOUSE,
    SMALL_STRAIGHT,
    LARGE_STRAIGHT,
    YAHTZEE,
    CHANCE,
    BOXES
};
#define ALL_BOXES ((1 << BOXES) - 1)
#define TOTALS 64 /* above, 63 and more are the same */

struct game {
    bool forced;
    int shift;
    uint16_t add[KEEPS][FACES]; /* one die more */
    uint16_t less[KEEPS][DICE]; /* one die less ... */
    uint8_t faces[KEEPS];       /* ... of so many faces */
    uint8_t dice[KEEPS];
    uint8_t points[BOXES][ROLLS];
    uint8_t yahtzee[FACES]; /* the roll of five of a face */
    bool reached[1 << ABOVE][TOTALS];
    uint32_t layer[BOXES + 2]; /* where the sets with so many open boxes begin in `sets` */
    uint16_t sets[1 << BOXES]; /* of filled boxes */
    pip__worth *value;         /* of set, total above, whether further Yahtzees are paid */
    pip__truth_progress *progress;
    void *context;
};

static size_t state_of(int filled, int total, int paid) {
    return ((size_t)filled * TOTALS + (size_t)total) * 2 + (size_t)paid;
}

/* ---- Dice ---- */

static int key_of(const int count[FACES]) {
    int key = 0;
    for (int f = 0; f < FACES; f++)
        key = key * (DICE + 1) + count[f];
    return key;
}

static bool has_run(const int count[FACES], int length) {
    int run = 0;
    for (int f = 0; f < FACES; f++) {
        run = count[f] > 0 ? run + 1 : 0;
        if (run == length)
            return true;
    }
    return false;
}

static void count_points(struct game *g, int roll, const int count[FACES]) {
    int sum = 0, most = 0, pair = 0;
    for (int f = 0; f < FACES; f++) {
        g->points[f][roll] = (uint8_t)(count[f] * (f + 1));
        sum += count[f] * (f + 1);
        most = count[f] > most ? count[f] : most;
        pair |= count[f] == 2;
        if (count[f] == DICE)
            g->yahtzee[f] = (uint8_t)roll;
    }
    g->points[THREE][roll] = (uint8_t)(most >= 3 ? sum : 0);
    g->points[FOUR][roll] = (uint8_t)(most >= 4 ? sum : 0);
    g->points[FULL_HOUSE][roll] = most == 3 && pair ? 25 : 0;
    g->points[SMALL_STRAIGHT][roll] = has_run(count, 4) ? 30 : 0;
    g->points[LARGE_STRAIGHT][roll] = has_run(count, 5) ? 40 : 0;
    g->points[YAHTZEE][roll] = most == DICE ? 50 : 0;
    g->points[CHANCE][roll] = (uint8_t)sum;
}

/* Numbers the multisets by size, and links each with those of a die more and less. */
static bool make_dice(struct game *g) {
    enum { KEYS = 46656 };
    uint16_t *of = malloc(KEYS * sizeof *of);
    int next = 0;
    for (int size = 0; of && size <= DICE; size++) {
        for (int key = 0; key < KEYS; key++) {
            int count[FACES], sum = 0;
            for (int f = FACES - 1, rest = key; f >= 0; f--, rest /= DICE + 1)
                sum += count[f] = rest % (DICE + 1);
            if (sum != size)
                continue;
            of[key] = (uint16_t)next;
            g->dice[next] = (uint8_t)size;
            for (int f = 0; f < FACES; f++) {
                if (count[f] == 0)
                    continue;
                count[f]--;
                uint16_t less = of[key_of(count)];
                count[f]++;
                g->less[next][g->faces[next]++] = less;
                g->add[less][f] = (uint16_t)next;
            }
            if (size == DICE)
                count_points(g, next - (KEEPS - ROLLS), count);
            next++;
        }
    }
    free(of);
    return of != NULL;
}

/* ---- A turn ---- */

/* What comes after filling a box with so many points, these included. */
static pip__worth fill_box(const struct game *g, int filled, int total, int paid, int box,
                           int points) {
    int above = box < ABOVE ? total + points : total;
    above = above < TOTALS ? above : TOTALS - 1;
    paid |= box == YAHTZEE && points > 0;
    return points * (1 << g->shift) + g->value[state_of(filled | 1 << box, above, paid)];
}

/* A further Yahtzee. Once its box above is filled it is a Joker, with full points below; before
 * that it must fill this box where Jokers are forced, and is a roll like others where not. */
static pip__worth play_further(const struct game *g, int filled, int total, int paid, int face) {
    int roll = g->yahtzee[face], open = ALL_BOXES & ~filled, below = open & ~((1 << ABOVE) - 1);
    bool joker = filled >> face & 1;
    if (g->forced)
        open = !joker ? 1 << face : below ? below : open;
    pip__worth best = PIP__WORTH_NONE;
    for (; open; open &= open - 1) {
        static const int full[BOXES] = {
            [FULL_HOUSE] = 25, [SMALL_STRAIGHT] = 30, [LARGE_STRAIGHT] = 40};
        int box = __builtin_ctz((unsigned)open);
        int points = joker && full[box] ? full[box] : g->points[box][roll];
        pip__worth worth = fill_box(g, filled, total, paid, box, points);
        best = worth > best ? worth : best;
    }
    return best + (paid ? 100 * (1 << g->shift) : 0);
}

/* The best box for every roll. */
static void end_turn(const struct game *g, int filled, int total, int paid,
                     pip__worth best[ROLLS]) {
    for (int roll = 0; roll < ROLLS; roll++)
        best[roll] = PIP__WORTH_NONE;
    for (unsigned open = (unsigned)(ALL_BOXES & ~filled); open; open &= open - 1) {
        int box = __builtin_ctz(open);
        pip__worth of_points[51];
        for (int points = 0; points <= 50; points++)
            of_points[points] = fill_box(g, filled, total, paid, box, points);
        for (int roll = 0; roll < ROLLS; roll++) {
            pip__worth worth = of_points[g->points[box][roll]];
            best[roll] = worth > best[roll] ? worth : best[roll];
        }
    }
    for (int face = 0; face < FACES && filled >> YAHTZEE & 1; face++)
        best[g->yahtzee[face]] = play_further(g, filled, total, paid, face);
}

/* From the worths of rolls (the last ROLLS of `worth`) to the sums over all ways to roll the dice
 * that are not kept, each times the same number of ways. */
static void roll_dice(const struct game *g, int64_t worth[KEEPS]) {
    static const int scale[] = {1, 6, 36, 216, 1296, WAYS};
    for (int keep = KEEPS - ROLLS - 1; keep >= 0; keep--) {
        worth[keep] = 0;
        for (int f = 0; f < FACES; f++)
            worth[keep] += worth[g->add[keep][f]];
    }
    for (int keep = 0; keep < KEEPS; keep++)
        worth[keep] *= scale[g->dice[keep]];
}

/* Of each roll the best that can be kept: the roll itself, or what can be kept of a die less. */
static void keep_dice(const struct game *g, int64_t worth[KEEPS]) {
    for (int keep = 1; keep < KEEPS; keep++) {
        int64_t best = worth[keep];
        for (int i = 0; i < g->faces[keep]; i++) {
            int64_t less = worth[g->less[keep][i]];
            best = less > best ? less : best;
        }
        worth[keep] = best;
    }
    for (int keep = KEEPS - ROLLS; keep < KEEPS; keep++)
        worth[keep] = (worth[keep] + WAYS / 2) / WAYS; /* nothing is worth less than 0 here */
}

static pip__worth value_state(const struct game *g, int filled, int total, int paid) {
    int64_t worth[KEEPS];
    pip__worth ended[ROLLS];
    end_turn(g, filled, total, paid, ended);
    for (int roll = 0; roll < ROLLS; roll++)
        worth[KEEPS - ROLLS + roll] = (int64_t)ended[roll] * FINE;
    for (int again = 0; again < 2; again++) {
        roll_dice(g, worth);
        keep_dice(g, worth);
    }
    roll_dice(g, worth);
    return pip__worth_mean(worth[0], (int64_t)WAYS * FINE);
}

/* ---- All turns ---- */

static uint32_t blocks(void *context, uint32_t layer) {
    const struct game *g = context;
    return g->layer[layer + 1] - g->layer[layer];
}

static void work(void *context, uint32_t layer, uint32_t block) {
    const struct game *g = context;
    int filled = g->sets[g->layer[layer] + block];
    for (int total = 0; total < TOTALS; total++) {
        if (!g->reached[filled & ((1 << ABOVE) - 1)][total])
            continue;
        for (int paid = 0; paid <= (filled >> YAHTZEE & 1); paid++)
            g->value[state_of(filled, total, paid)] =
                filled == ALL_BOXES ? (total == TOTALS - 1 ? 35 : 0) * (1 << g->shift)
                                    : value_state(g, filled, total, paid);
    }
}

static bool done(void *context, uint32_t layer) {
    const struct game *g = context;
    return !g->progress ||
           g->progress(g->context, (double)g->layer[layer + 1] / (double)(1 << BOXES));
}

static void make_layers(struct game *g) {
    uint32_t next = 0;
    for (int open = 0; open <= BOXES; open++) {
        g->layer[open] = next;
        for (int set = 0; set <= ALL_BOXES; set++) {
            if (__builtin_popcount((unsigned)set) == BOXES - open)
                g->sets[next++] = (uint16_t)set;
        }
    }
    g->layer[BOXES + 1] = next;
}

/* Which totals the boxes above can have together. */
static void reach_totals(struct game *g) {
    g->reached[0][0] = true;
    for (int set = 1; set < 1 << ABOVE; set++) {
        int face = __builtin_ctz((unsigned)set);
        for (int total = 0; total < TOTALS; total++) {
            for (int count = 0; count <= DICE && g->reached[set & (set - 1)][total]; count++) {
                int sum = total + count * (face + 1);
                g->reached[set][sum < TOTALS ? sum : TOTALS - 1] = true;
            }
        }
    }
}

pip__truth_fault pip__yahtzee_solve(bool forced, int threads, pip__truth_progress *progress,
                                    void *context, double *points, double *error) {
    struct game *g = calloc(1, sizeof *g);
    pip__worth *value = calloc(state_of(ALL_BOXES + 1, 0, 0), sizeof *value);
    pip__truth_fault fault = "there is not enough memory";
    if (g && value && make_dice(g)) {
        g->forced = forced;
        g->value = value;
        g->shift = pip__worth_shift(POINTS_MOST);
        g->progress = progress;
        g->context = context;
        make_layers(g);
        reach_totals(g);
        struct pip__sweep sweep = {
            .layers = BOXES + 1, .blocks = blocks, .work = work, .done = done, .context = g};
        fault = pip__sweep_run(&sweep, threads) ? NULL : "it was given up";
        double unit = 1.0 / (1 << g->shift);
        *points = value[state_of(0, 0, 0)] * unit;
        *error = (int)BOXES * unit * (0.5 + 3.0 / FINE);
    }
    free(value);
    free(g);
    return fault;
}
