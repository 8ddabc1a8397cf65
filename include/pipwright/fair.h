/* Fair dice: dice that nobody has to believe.
 *
 * Whoever hosts a table draws a secret and publishes its SHA-256, the commitment, together with the
 * table's id before anybody joins. Each seat then adds a nonce. Every roll is computed from secret,
 * table id and nonces, so neither side alone decides it; the secret is revealed after the last roll
 * and anyone can compute the rolls again. docs/fair-dice.md says what this proves and what not, and
 * has the construction byte by byte.
 *
 * In a record these are the line "dice fair COMMITMENT" and, among the lines that the engine keeps
 * without knowing them, "fair-table ID", "fair-nonce SEAT HEX32" for every seat in order and, once
 * it is revealed, "fair-secret HEX64". Needs libsodium; not part of the WASM build. */
#ifndef PIPWRIGHT_FAIR_H
#define PIPWRIGHT_FAIR_H

#include <pipwright/match.h>

#ifdef __cplusplus
extern "C" {
#endif

#define PIP_FAIR_TABLE_MAX 64 /* bytes of a table's id */
#define PIP_FAIR_NONCE 16     /* bytes of a seat's nonce */

/* What the dice of one table are made of. Zeroed, it has no id and every nonce is all zeros, which
 * is what a seat that nobody holds keeps: a host must not choose nonces. */
struct pip_fair {
    uint8_t secret[32];
    uint8_t commitment[32];
    char table[PIP_FAIR_TABLE_MAX + 1];
    uint8_t seats;
    uint8_t nonce[PIP_SEATS_MAX][PIP_FAIR_NONCE];
    bool revealed; /* everybody may know the secret */
};

/* Whether a table's id can stand in a record: 1 to PIP_FAIR_TABLE_MAX printable ASCII characters
 * other than space and `;`. */
bool pip_fair_table_valid(struct pip_span id);

/* The commitment to a secret: its SHA-256. */
void pip_fair_commit(const uint8_t secret[32], uint8_t commitment[32]);

/* Draws a new secret and commits to it; nothing else is touched. False if the system has no
 * randomness to give. */
bool pip_fair_draw(struct pip_fair *fair);

/* Roll number `roll` (from 0). Needs secret, table id, seats and nonces; `revealed` does not
 * matter. */
pip_move pip_fair_roll(const struct pip_fair *fair, uint32_t roll, const struct pip_chance *chance);

/* Who begins: where that player sits, with the nonces in the order in which people sit before the
 * draw. */
int pip_fair_first(const struct pip_fair *fair);

/* Rolls what is due in a match with fair dice: PIP_OK, PIP_NOT_ACTING if no roll is due,
 * PIP_BAD_DICE if the match has other dice or another commitment or number of seats. */
enum pip_status pip_fair_match_roll(const struct pip_fair *fair, struct pip_match *match);

/* Gives a match these dice: its dice line, and its extra lines with the fair ones last. The secret
 * is among them only if `revealed`. Returns PIP_OK, PIP_BAD_SEATS if the seats are not those of the
 * match, PIP_SYNTAX if the table's id is not valid, PIP_NO_ROOM if the extra lines get too long;
 * on an error the match is unchanged. */
enum pip_status pip_fair_write(const struct pip_fair *fair, struct pip_match *match);

/* Reads them back from a match. `revealed` says whether the secret stands there; it is all zeros
 * otherwise. Returns PIP_OK, PIP_BAD_DICE if the match has other dice, or PIP_SYNTAX; the fault
 * then names the line's key and has no place. */
enum pip_status pip_fair_read(const struct pip_match *match, struct pip_fair *fair,
                              struct pip_fault *fault);

/* Reads them and, if the secret is revealed, proves the match: the secret is the one committed to,
 * bots have added nothing, every roll follows, and so does who was drawn to begin. Returns what
 * pip_fair_read does, or PIP_FORGED with what and where. PIP_OK without fair->revealed means that
 * nothing is proven yet. It cannot know whether commitment, id and nonces are those that the seats
 * saw and gave. */
enum pip_status pip_fair_check(const struct pip_match *match, struct pip_fair *fair,
                               struct pip_fault *fault);

/* Proves the dice of any match as far as that can be done: seeded dice as pip_match_compare_seed
 * does, fair ones as pip_fair_check does; others give PIP_OK. `fair` is zeroed unless they are
 * fair. */
enum pip_status pip_dice_check(const struct pip_match *match, struct pip_fair *fair,
                               struct pip_fault *fault);

#ifdef __cplusplus
}
#endif
#endif
