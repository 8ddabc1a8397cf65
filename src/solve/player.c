#include "truth.h"
#include <math.h>
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

double pip__mean_error(double sum, double squares, double n) {
    double spread = squares - sum * sum / n;
    return n > 1 && spread > 0 ? sqrt(spread / (n - 1) / n) : 0;
}
