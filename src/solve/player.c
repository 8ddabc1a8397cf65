#include "truth.h"
#include <stdlib.h>

struct pip_mind *pip__player_mind(const struct pip__player *player, struct pip_seed seed) {
    struct pip_mind *mind = calloc(1, sizeof *mind);
    if (!mind)
        return NULL;
    mind->nets = player->nets;
    mind->nodes = player->nodes;
    mind->random = pip_random_init(seed, 0);
    return mind;
}
