/* How likely a team is to win that a net gives such a value. Nets tell a team's aim, of which
 * winning is 1000 and less is how far it is from that; what share of such teams did win was counted
 * in games of the level expert (docs/review.md). */
#include "parts.h"

struct knot {
    int16_t value, chance;
};

static const struct knot two[] = {
    {-250, 0},   {-150, 200}, {150, 330},  {250, 1050}, {350, 1950},  {450, 2770},  {550, 4570},
    {650, 6700}, {750, 7660}, {850, 8450}, {950, 9320}, {1050, 9810}, {1200, 9890}, {1350, 10000}};
static const struct knot three[] = {
    {-250, 0},   {-150, 80},   {-50, 510},   {50, 690},    {150, 1690},  {250, 2590},
    {350, 4230}, {450, 5610},  {550, 6430},  {650, 7500},  {750, 7990},  {850, 8970},
    {950, 9440}, {1050, 9480}, {1200, 9680}, {1350, 9850}, {1450, 10000}};
static const struct knot four[] = {
    {-450, 0},   {-350, 20},  {-250, 140}, {-150, 240},  {-50, 640},   {50, 1560},
    {150, 2100}, {250, 2780}, {350, 4340}, {450, 5610},  {550, 6740},  {650, 7560},
    {750, 7970}, {850, 8860}, {950, 9480}, {1050, 9810}, {1150, 9950}, {1250, 10000}};

int32_t pip__review_chance(const struct pip_setup *setup, int32_t value) {
    const struct knot *knot = setup->seats <= 2 ? two : setup->seats == 3 ? three : four;
    if (value <= knot->value)
        return 0;
    while (value > knot[1].value) {
        knot++;
        if (knot->chance == PIP_WIN_SURE)
            return PIP_WIN_SURE;
    }
    return knot->chance +
           (knot[1].chance - knot->chance) * (value - knot->value) / (knot[1].value - knot->value);
}
