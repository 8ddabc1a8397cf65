#include <pipwright/sim.h>
#include <stdio.h>
#include <time.h>
static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}
int bench(int seats);
int bench(int seats) {
    struct pip_setup s = pip_setup_default(pip_game_find(pip_span_of("lost-cities")), NULL, seats);
    uint64_t d = 0;
    double t0 = now();
    for (uint32_t g = 0; g < 100000; g++)
        d += pip_sim_playout(&s, (struct pip_seed){.seed = 1, .game = g});
    double t1 = now();
    uint32_t sum = 0, c[4] = {0}, k[2] = {1, 2}, b[4];
    int n = 20000000;
    for (int i = 0; i < n; i++) {
        c[0] = (uint32_t)i;
        pip_philox(c, k, b);
        sum ^= b[0];
    }
    double t2 = now();
    double per = (t1 - t0) / (double)d, blk = (t2 - t1) / n;
    printf("seats %d: %.1f ns/decision (%.1f M/s), block %.2f ns, %.2f blocks/decision, %.1f "
           "dec/game  %u\n",
           seats, per * 1e9, 1e-6 / per, blk * 1e9, per / blk, (double)d / 100000, sum);
    return 0;
}
