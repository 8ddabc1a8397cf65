/* The first half of a turn: cursed dice move, then the dice pool is rolled two at a time. */
#include "escape.h"

/* ES2.1, ES8.2 */
void pip__es_move_cursed(struct pip__es_state *s) {
    s->cursed[2] = s->cursed[1];
    s->cursed[1] = s->cursed[0];
    s->cursed[0] = 0;
}

/* ES1.2, ES2.3, ES8.1: two dice at a time, the last alone; the extra dice are told apart. */
void pip__es_chance(const struct pip_setup *setup, const void *state, struct pip_chance *chance) {
    static const uint8_t sides[ES_FACES] = {1, 1, 2, 1, 1};
    static const struct pip_die die = {
        .faces = ES_FACES, .sides = sides, .names = pip__es_face_name};
    const struct pip__es_state *s = state;
    (void)setup;
    if (s->phase == ES_EXTRA_ROLL)
        *chance =
            (struct pip_chance){.label = "extra", .throws = 2, .thrown = {{&die, 1}, {&die, 1}}};
    else
        *chance = (struct pip_chance){
            .label = "dice", .throws = 1, .thrown = {{&die, s->unrolled < 2 ? 1 : 2}}};
}

/* ES2.3 */
static void roll(struct pip__es_state *s, const uint8_t *faces, int count) {
    for (int i = 0; i < count; i++) {
        if (faces[i] == ES_BLACK)
            s->black++;
        else
            s->rolled += pip__es_dice_of(faces[i]);
    }
    s->unrolled = (uint8_t)(s->unrolled - count);
    s->phase = ES_AFTER_ROLL;
}

enum pip_status pip__es_rolled(const struct pip_setup *setup, struct pip__es_state *s,
                               pip_move outcome) {
    struct pip_chance chance;
    uint8_t faces[PIP_DICE_MAX];
    pip__es_chance(setup, s, &chance);
    if (outcome >= pip_chance_outcomes(&chance))
        return PIP_BAD_DICE;
    pip_chance_faces(&chance, outcome, faces);
    if (s->phase == ES_EXTRA_ROLL)
        pip__es_extra_rolled(setup, s, faces);
    else
        roll(s, faces, chance.thrown[0].count);
    return PIP_OK;
}

/* ES2.2, ES6.3 */
static bool may_heal(const struct pip__es_state *s, int space) {
    return !s->begun && s->cursed[space] > 0 && pip__es_ready(s, ES_TRACK_HEAL) > 0;
}

int pip__es_legal_before_roll(const struct pip_setup *setup, const struct pip__es_state *s,
                              pip_move *moves) {
    int count = 0;
    for (int space = 0; space < ES_CURSED_SPACES; space++) {
        if (may_heal(s, space))
            moves[count++] = (pip_move)(ES_HEAL + space);
    }
    moves[count++] = ES_ROLL;
    return count + pip__es_legal_dashes(setup, s, moves + count);
}

/* ES6.3 */
static void heal(struct pip__es_state *s, int space) {
    pip__es_use_up(s, ES_TRACK_HEAL);
    s->unrolled = (uint8_t)(s->unrolled + s->cursed[space]);
    s->cursed[space] = 0;
}

void pip__es_go_on(struct pip__es_state *s) {
    s->phase = s->unrolled > 0 || !s->begun ? ES_BEFORE_ROLL : ES_EXPLORING; /* ES2.5 */
}

enum pip_status pip__es_apply_before_roll(const struct pip_setup *setup, struct pip__es_state *s,
                                          pip_move move) {
    if (move == ES_ROLL) {
        s->begun = 1;
        s->phase = s->unrolled > 0 ? ES_DICE_ROLL : ES_EXPLORING; /* ES2.3 */
        return PIP_OK;
    }
    if (move >= ES_DASH && move < ES_DASH + ES_CHAMBERS)
        return pip__es_dash(setup, s, move);
    if (move < ES_HEAL || move >= ES_HEAL + ES_CURSED_SPACES || !may_heal(s, move - ES_HEAL))
        return PIP_ILLEGAL;
    heal(s, move - ES_HEAL);
    return PIP_OK;
}

int pip__es_legal_after_roll(const struct pip__es_state *s, pip_move *moves) {
    int count = 0;
    if (pip__es_ready(s, ES_TRACK_REROLL) > 0)
        moves[count++] = ES_REROLL;
    for (int hand = 0; hand < ES_HANDS; hand++) {
        moves[count] = (pip_move)(ES_KEEP + hand);
        count += pip__es_dice_has(s->rolled, pip__es_hand[hand]);
    }
    return count;
}

/* ES6.4: the same dice again, black masks included. */
static void reroll(struct pip__es_state *s) {
    pip__es_use_up(s, ES_TRACK_REROLL);
    s->unrolled = (uint8_t)(s->unrolled + pip__es_dice_total(s->rolled) + s->black);
    s->rolled = 0;
    s->black = 0;
    s->phase = ES_DICE_ROLL;
}

/* ES2.4: black masks are cursed; what is not kept goes to the common pool. */
static void keep(struct pip__es_state *s, pip__es_dice hand) {
    s->cursed[0] = (uint8_t)(s->cursed[0] + s->black);
    s->kept += hand;
    s->pool += s->rolled - hand;
    s->rolled = 0;
    s->black = 0;
    pip__es_go_on(s);
}

enum pip_status pip__es_apply_after_roll(struct pip__es_state *s, pip_move move) {
    if (move == ES_REROLL) {
        if (pip__es_ready(s, ES_TRACK_REROLL) == 0)
            return PIP_ILLEGAL;
        reroll(s);
        return PIP_OK;
    }
    if (move < ES_KEEP || move >= ES_KEEP + ES_HANDS ||
        !pip__es_dice_has(s->rolled, pip__es_hand[move - ES_KEEP]))
        return PIP_ILLEGAL;
    keep(s, pip__es_hand[move - ES_KEEP]);
    return PIP_OK;
}
