/* Dice: what a roll is, all its outcomes with their weights, and the seeded source.
 *
 * A roll is described by throws: so many of this die, then so many of that one. Within a throw only
 * the multiset of faces counts, so an outcome is a sorted list of faces, and outcomes are numbered
 * 0, 1, 2, ... without gaps. That number is the chance actor's move. Two dice that must be told
 * apart are two throws. */
#ifndef PIPWRIGHT_DICE_H
#define PIPWRIGHT_DICE_H

#include <pipwright/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A move of a seat (below the game's `moves`), or the number of a dice outcome. */
typedef uint16_t pip_move;

#define PIP_DICE_MAX 8   /* dice in one roll */
#define PIP_FACES_MAX 10 /* different faces of one die */
#define PIP_THROWS_MAX 2 /* throws in one roll */

/* One kind of die. `sides[f]` is how many of its sides show face f; NULL means one each. */
struct pip_die {
    uint8_t faces;
    const uint8_t *sides;
    const char *const *names; /* of the faces, in the order in which the rules list them */
};

struct pip_throw {
    const struct pip_die *die;
    uint8_t count;
};

/* A roll that is due. `label` is "dice", or "extra" for the additional dice of a variant. */
struct pip_chance {
    const char *label;
    uint8_t throws;
    struct pip_throw thrown[PIP_THROWS_MAX];
};

/* How many dice are rolled; how many outcomes there are; and the sum of all weights, which is the
 * number of ways the dice can fall (it fits 32 bits for every roll a game may declare). */
int pip_chance_dice(const struct pip_chance *chance);
uint32_t pip_chance_outcomes(const struct pip_chance *chance);
uint32_t pip_chance_total(const struct pip_chance *chance);

/* In how many ways the dice give this outcome (which must be below pip_chance_outcomes). */
uint32_t pip_chance_weight(const struct pip_chance *chance, pip_move outcome);

/* The faces of an outcome, throw by throw, ascending within a throw; and back, from faces in any
 * order within a throw. Faces must be in range. */
void pip_chance_faces(const struct pip_chance *chance, pip_move outcome, uint8_t *faces);
pip_move pip_chance_outcome(const struct pip_chance *chance, const uint8_t *faces);

/* "red red blue 0 3 7", with "extra " in front for a roll of that label. Reading with `strict`
 * wants the faces in order, as records hold them; without it the dice of a throw may stand in any
 * order, as people type them. Returns PIP_OK or PIP_BAD_DICE. */
void pip_chance_write(const struct pip_chance *chance, pip_move outcome, struct pip_text *text);
enum pip_status pip_chance_read(const struct pip_chance *chance, struct pip_span span, bool strict,
                                pip_move *outcome);

/* The outcome that a random word gives. The word, read as the fraction word / 2^32, is written in
 * the mixed radix of the dice, first die first: those digits are the sides rolled. False for the
 * few words whose remainder would favour some outcome; they must be passed over. Every source that
 * computes its dice makes them this way. */
bool pip_chance_from_word(const struct pip_chance *chance, uint32_t word, pip_move *outcome);

/* Philox4x32-10 (Salmon, Moraes, Dror, Shaw 2011): a block cipher used as a random number
 * generator, so any block can be had without the ones before it. */
void pip_philox(const uint32_t counter[4], const uint32_t key[2], uint32_t block[4]);

/* Roll number `roll` (from 0) of game number `game` under `seed`. Block `attempt` is Philox with
 * counter (roll, attempt, game, 0) and key (low seed, high seed); the first of its words that is
 * not passed over gives the outcome. */
struct pip_seed {
    uint64_t seed;
    uint32_t game;
};
pip_move pip_seed_roll(struct pip_seed seed, uint32_t roll, const struct pip_chance *chance);

/* Who begins is drawn like a roll: one die with as many sides as there are seats, as roll number
 * PIP_ROLL_FIRST, which no game reaches. The outcome is where that player sits. */
#define PIP_ROLL_FIRST UINT32_MAX
void pip_chance_first(int seats, struct pip_chance *chance);
int pip_seed_first(struct pip_seed seed, int seats);

/* A stream of choices for bots and tests; it never decides dice. Streams of different (seed, game,
 * stream) are independent. */
struct pip_random {
    uint64_t state;
};
struct pip_random pip_random_init(struct pip_seed seed, uint32_t stream);

/* SplitMix64 (Steele, Lea, Flood 2014). */
static inline uint32_t pip_random_word(struct pip_random *random) {
    uint64_t z = random->state += 0x9E3779B97F4A7C15u;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return (uint32_t)((z ^ z >> 31) >> 32);
}

/* Uniform in 0 ... below - 1; below must be at least 1. */
static inline uint32_t pip_random_below(struct pip_random *random, uint32_t below) {
    for (;;) {
        uint64_t product = (uint64_t)pip_random_word(random) * below;
        uint32_t remainder = (uint32_t)product;
        if (remainder >= below || remainder >= (0u - below) % below)
            return (uint32_t)(product >> 32);
    }
}

#ifdef __cplusplus
}
#endif
#endif
