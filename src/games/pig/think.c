/* What is remarkable about a position of Pig: how far everybody is from the target, and what the
 * turn has brought so far. */
#include "pig.h"

enum { FAR = 128, POINTS = 32, NEAR = FAR / 8, TURNS = 64 };

/* Where the features of each kind begin. */
enum {
    BY_OWN = 0,               /* what we miss */
    BY_OTHER = BY_OWN + FAR,  /* what the best other misses */
    BY_BOTH = BY_OTHER + FAR, /* both, roughly */
    BY_POINTS =
        BY_BOTH + NEAR * NEAR, /* of this turn, and what who rolls misses; ours or another's */
    BY_LEFT = BY_POINTS + 2 * POINTS * NEAR, /* turns */
    FEATURES = BY_LEFT + TURNS
};

static int at_most(int value, int most) {
    return value < most ? value : most;
}

static int remark(const struct pip_setup *setup, const void *state, int seat, uint16_t *feature) {
    const struct pip__pig_state *s = state;
    const struct pip__pig_sheet *sheet = setup->sheet->data;
    int missing[2] = {FAR - 1, FAR - 1}, count = 0;
    for (int i = 0; i < setup->seats; i++) {
        int misses =
            sheet->target > s->total[i] ? at_most(sheet->target - s->total[i], FAR - 1) : 0;
        bool other = i != seat;
        missing[other] = at_most(missing[other], misses);
    }
    feature[count++] = (uint16_t)(BY_OWN + missing[0]);
    if (setup->seats > 1) {
        feature[count++] = (uint16_t)(BY_OTHER + missing[1]);
        feature[count++] = (uint16_t)(BY_BOTH + missing[0] / 8 * NEAR + missing[1] / 8);
    }
    bool others = s->active != seat;
    feature[count++] =
        (uint16_t)(BY_POINTS + ((others ? POINTS : 0) + at_most(s->points / 2, POINTS - 1)) * NEAR +
                   missing[others] / 8);
    feature[count++] = (uint16_t)(BY_LEFT + at_most(sheet->turns - s->turn, TURNS - 1));
    return count;
}

const struct pip_think pip__pig_think = {
    .features = FEATURES, .active = 5, .unit = 20000, .remark = remark};
