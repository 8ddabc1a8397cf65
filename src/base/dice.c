#include <pipwright/dice.h>

/* Pascal's triangle: choose[n][k]. */
static const uint16_t choose[PIP_FACES_MAX + PIP_DICE_MAX][PIP_DICE_MAX + 1] = {
    {1, 0, 0, 0, 0, 0, 0, 0, 0},
    {1, 1, 0, 0, 0, 0, 0, 0, 0},
    {1, 2, 1, 0, 0, 0, 0, 0, 0},
    {1, 3, 3, 1, 0, 0, 0, 0, 0},
    {1, 4, 6, 4, 1, 0, 0, 0, 0},
    {1, 5, 10, 10, 5, 1, 0, 0, 0},
    {1, 6, 15, 20, 15, 6, 1, 0, 0},
    {1, 7, 21, 35, 35, 21, 7, 1, 0},
    {1, 8, 28, 56, 70, 56, 28, 8, 1},
    {1, 9, 36, 84, 126, 126, 84, 36, 9},
    {1, 10, 45, 120, 210, 252, 210, 120, 45},
    {1, 11, 55, 165, 330, 462, 462, 330, 165},
    {1, 12, 66, 220, 495, 792, 924, 792, 495},
    {1, 13, 78, 286, 715, 1287, 1716, 1716, 1287},
    {1, 14, 91, 364, 1001, 2002, 3003, 3432, 3003},
    {1, 15, 105, 455, 1365, 3003, 5005, 6435, 6435},
    {1, 16, 120, 560, 1820, 4368, 8008, 11440, 12870},
    {1, 17, 136, 680, 2380, 6188, 12376, 19448, 24310},
};

/* ---- Outcomes as numbers ---- */

static uint32_t throw_outcomes(const struct pip_throw *t) {
    return choose[t->die->faces + t->count - 1][t->count];
}

/* Sorted faces f0 <= f1 <= ... become f0 < f1 + 1 < f2 + 2 ..., a set, and sets have a well-known
 * numbering without gaps: the sum of choose(element, its place). */
static uint32_t throw_rank(const struct pip_throw *t, const uint8_t *sorted) {
    uint32_t rank = 0;
    for (int i = 0; i < t->count; i++)
        rank += choose[sorted[i] + i][i + 1];
    return rank;
}

/* Three dice of a kind are common enough to be looked up: all sorted triples of faces in the order
 * of their rank, which does not depend on how many faces the die has. */
#define T(a, b, c) a, b, c
#define A0(b, c) T(0, b, c)
#define A1(b, c) A0(b, c), T(1, b, c)
#define A2(b, c) A1(b, c), T(2, b, c)
#define A3(b, c) A2(b, c), T(3, b, c)
#define A4(b, c) A3(b, c), T(4, b, c)
#define A5(b, c) A4(b, c), T(5, b, c)
#define A6(b, c) A5(b, c), T(6, b, c)
#define A7(b, c) A6(b, c), T(7, b, c)
#define A8(b, c) A7(b, c), T(8, b, c)
#define A9(b, c) A8(b, c), T(9, b, c)
#define B0(c) A0(0, c)
#define B1(c) B0(c), A1(1, c)
#define B2(c) B1(c), A2(2, c)
#define B3(c) B2(c), A3(3, c)
#define B4(c) B3(c), A4(4, c)
#define B5(c) B4(c), A5(5, c)
#define B6(c) B5(c), A6(6, c)
#define B7(c) B6(c), A7(7, c)
#define B8(c) B7(c), A8(8, c)
#define B9(c) B8(c), A9(9, c)
static const uint8_t triples[] = {B0(0), B1(1), B2(2), B3(3), B4(4),
                                  B5(5), B6(6), B7(7), B8(8), B9(9)};
_Static_assert(sizeof triples == 3 * 220, "three dice of ten faces");

static void throw_unrank(const struct pip_throw *t, uint32_t rank, uint8_t *sorted) {
    if (t->count == 3) {
        for (int i = 0; i < 3; i++)
            sorted[i] = triples[3 * rank + (uint32_t)i];
        return;
    }
    int element = t->die->faces + t->count - 2;
    for (int i = t->count - 1; i >= 0; i--) {
        while (choose[element][i + 1] > rank)
            element--;
        rank -= choose[element][i + 1];
        sorted[i] = (uint8_t)(element - i);
    }
}

static void sort_pair(uint8_t *a, uint8_t *b) {
    uint8_t low = *a < *b ? *a : *b, high = *a < *b ? *b : *a;
    *a = low;
    *b = high;
}

static void sort_faces(uint8_t *faces, int count) {
    if (count == 3) {
        sort_pair(&faces[0], &faces[1]);
        sort_pair(&faces[1], &faces[2]);
        sort_pair(&faces[0], &faces[1]);
        return;
    }
    for (int i = 1; i < count; i++) {
        uint8_t face = faces[i];
        int j = i;
        for (; j > 0 && faces[j - 1] > face; j--)
            faces[j] = faces[j - 1];
        faces[j] = face;
    }
}

static uint32_t die_sides(const struct pip_die *die) {
    if (!die->sides)
        return die->faces;
    uint32_t sum = 0;
    for (int f = 0; f < die->faces; f++)
        sum += die->sides[f];
    return sum;
}

int pip_chance_dice(const struct pip_chance *chance) {
    int dice = 0;
    for (int t = 0; t < chance->throws; t++)
        dice += chance->thrown[t].count;
    return dice;
}

uint32_t pip_chance_outcomes(const struct pip_chance *chance) {
    uint32_t outcomes = 1;
    for (int t = 0; t < chance->throws; t++)
        outcomes *= throw_outcomes(&chance->thrown[t]);
    return outcomes;
}

uint32_t pip_chance_total(const struct pip_chance *chance) {
    uint32_t total = 1;
    for (int t = 0; t < chance->throws; t++) {
        for (int i = 0; i < chance->thrown[t].count; i++)
            total *= die_sides(chance->thrown[t].die);
    }
    return total;
}

void pip_chance_faces(const struct pip_chance *chance, pip_move outcome, uint8_t *faces) {
    if (chance->throws == 1) {
        throw_unrank(&chance->thrown[0], outcome, faces);
        return;
    }
    uint32_t second = throw_outcomes(&chance->thrown[1]);
    throw_unrank(&chance->thrown[0], outcome / second, faces);
    throw_unrank(&chance->thrown[1], outcome % second, faces + chance->thrown[0].count);
}

/* Sorts `faces` in place, throw by throw, and gives the number of the outcome. */
static pip_move outcome_of(const struct pip_chance *chance, uint8_t *faces) {
    uint32_t outcome = 0;
    for (int t = 0; t < chance->throws; t++) {
        const struct pip_throw *part = &chance->thrown[t];
        sort_faces(faces, part->count);
        outcome = outcome * (t > 0 ? throw_outcomes(part) : 0) + throw_rank(part, faces);
        faces += part->count;
    }
    return (pip_move)outcome;
}

pip_move pip_chance_outcome(const struct pip_chance *chance, const uint8_t *faces) {
    uint8_t sorted[PIP_DICE_MAX] = {0};
    for (int i = 0; i < pip_chance_dice(chance); i++)
        sorted[i] = faces[i];
    return outcome_of(chance, sorted);
}

uint32_t pip_chance_weight(const struct pip_chance *chance, pip_move outcome) {
    uint8_t faces[PIP_DICE_MAX];
    pip_chance_faces(chance, outcome, faces);
    uint32_t weight = 1;
    const uint8_t *at = faces;
    for (int t = 0; t < chance->throws; t++) {
        const struct pip_throw *part = &chance->thrown[t];
        int left = part->count;
        for (int i = 0, run; i < part->count; i += run) {
            for (run = 1; i + run < part->count && at[i + run] == at[i];)
                run++;
            weight *= choose[left][run];
            for (int k = 0; k < run && part->die->sides; k++)
                weight *= part->die->sides[at[i]];
            left -= run;
        }
        at += part->count;
    }
    return weight;
}

/* ---- Outcomes as text ---- */

static bool is_extra(const struct pip_chance *chance) {
    return pip_span_is(pip_span_of(chance->label), "extra");
}

void pip_chance_write(const struct pip_chance *chance, pip_move outcome, struct pip_text *text) {
    uint8_t faces[PIP_DICE_MAX];
    pip_chance_faces(chance, outcome, faces);
    if (is_extra(chance))
        pip_text_add(text, "extra ");
    int at = 0;
    for (int t = 0; t < chance->throws; t++) {
        for (int i = 0; i < chance->thrown[t].count; i++, at++) {
            if (at > 0)
                pip_text_add_char(text, ' ');
            pip_text_add(text, chance->thrown[t].die->names[faces[at]]);
        }
    }
}

static bool read_face(const struct pip_die *die, struct pip_span word, uint8_t *face) {
    for (uint8_t f = 0; f < die->faces; f++) {
        if (pip_span_is(word, die->names[f])) {
            *face = f;
            return true;
        }
    }
    return false;
}

enum pip_status pip_chance_read(const struct pip_chance *chance, struct pip_span span, bool strict,
                                pip_move *outcome) {
    struct pip_span word;
    uint8_t faces[PIP_DICE_MAX];
    int at = 0;
    if (is_extra(chance) && !(pip_span_word(&span, &word) && pip_span_is(word, "extra")))
        return PIP_BAD_DICE;
    for (int t = 0; t < chance->throws; t++) {
        for (int i = 0; i < chance->thrown[t].count; i++, at++) {
            if (!pip_span_word(&span, &word) || !read_face(chance->thrown[t].die, word, &faces[at]))
                return PIP_BAD_DICE;
            if (strict && i > 0 && faces[at] < faces[at - 1])
                return PIP_BAD_DICE;
        }
    }
    if (span.length > 0)
        return PIP_BAD_DICE;
    *outcome = outcome_of(chance, faces);
    return PIP_OK;
}

/* ---- Outcomes from words ---- */

static uint8_t face_of_side(const struct pip_die *die, uint32_t side) {
    if (!die->sides)
        return (uint8_t)side;
    uint8_t face = 0;
    while (side >= die->sides[face])
        side -= die->sides[face++];
    return face;
}

/* The digits of the fraction word / 2^32. False if the remainder falls below 2^32 mod total: with
 * those words passed over, every way the dice can fall has equally many words. */
static bool digits_of(uint32_t word, const struct pip_chance *chance, uint8_t *faces) {
    uint32_t fraction = word, total = 1;
    for (int t = 0; t < chance->throws; t++) {
        const struct pip_die *die = chance->thrown[t].die;
        uint32_t sides = die_sides(die);
        for (int i = 0; i < chance->thrown[t].count; i++) {
            uint64_t product = (uint64_t)fraction * sides;
            *faces++ = face_of_side(die, (uint32_t)(product >> 32));
            fraction = (uint32_t)product;
            total *= sides;
        }
    }
    return fraction >= total || fraction >= (0u - total) % total;
}

bool pip_chance_from_word(const struct pip_chance *chance, uint32_t word, pip_move *outcome) {
    uint8_t faces[PIP_DICE_MAX] = {0};
    if (!digits_of(word, chance, faces))
        return false;
    *outcome = outcome_of(chance, faces);
    return true;
}

/* ---- The seeded source ---- */

static inline void philox_round(uint32_t x[4], uint32_t k0, uint32_t k1) {
    uint64_t p0 = (uint64_t)0xD2511F53u * x[0], p1 = (uint64_t)0xCD9E8D57u * x[2];
    uint32_t y0 = (uint32_t)(p1 >> 32) ^ x[1] ^ k0, y2 = (uint32_t)(p0 >> 32) ^ x[3] ^ k1;
    x[1] = (uint32_t)p1;
    x[3] = (uint32_t)p0;
    x[0] = y0;
    x[2] = y2;
}

void pip_philox(const uint32_t counter[4], const uint32_t key[2], uint32_t block[4]) {
    uint32_t x[4] = {counter[0], counter[1], counter[2], counter[3]};
    uint32_t k0 = key[0], k1 = key[1];
    for (int round = 0; round < 10; round++) {
        philox_round(x, k0, k1);
        k0 += 0x9E3779B9u;
        k1 += 0xBB67AE85u;
    }
    for (int i = 0; i < 4; i++)
        block[i] = x[i];
}

pip_move pip_seed_roll(struct pip_seed seed, uint32_t roll, const struct pip_chance *chance) {
    const uint32_t key[2] = {(uint32_t)seed.seed, (uint32_t)(seed.seed >> 32)};
    uint32_t counter[4] = {roll, 0, seed.game, 0};
    for (;; counter[1]++) {
        uint32_t block[4];
        pip_move outcome;
        pip_philox(counter, key, block);
        for (int i = 0; i < 4; i++) {
            if (pip_chance_from_word(chance, block[i], &outcome))
                return outcome;
        }
    }
}

/* ---- Who begins ---- */

void pip_chance_first(int seats, struct pip_chance *chance) {
    static const char *const names[] = {"0", "1", "2", "3", "4", "5", "6", "7"};
    static const struct pip_die dice[] = {
        {.faces = 1, .names = names}, {.faces = 2, .names = names}, {.faces = 3, .names = names},
        {.faces = 4, .names = names}, {.faces = 5, .names = names}, {.faces = 6, .names = names},
        {.faces = 7, .names = names}, {.faces = 8, .names = names},
    };
    *chance = (struct pip_chance){.label = "first", .throws = 1, .thrown = {{&dice[seats - 1], 1}}};
}

int pip_seed_first(struct pip_seed seed, int seats) {
    struct pip_chance chance;
    pip_chance_first(seats, &chance);
    return pip_seed_roll(seed, PIP_ROLL_FIRST, &chance);
}

/* ---- Choices ---- */

struct pip_random pip_random_init(struct pip_seed seed, uint32_t stream) {
    /* Dice count attempts up from 0, so a counter with its second word all ones is never theirs. */
    const uint32_t key[2] = {(uint32_t)seed.seed, (uint32_t)(seed.seed >> 32)};
    const uint32_t counter[4] = {stream, UINT32_MAX, seed.game, 0};
    uint32_t block[4];
    pip_philox(counter, key, block);
    return (struct pip_random){(uint64_t)block[1] << 32 | block[0]};
}
