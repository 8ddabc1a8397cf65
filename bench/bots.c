/* How long a bot takes for the games of its signature: nanoseconds, for every GAME/LEVEL asked for
 * on a line of the input. bench/wasm.mjs asks in turns with the same in WASM. */
#include <pipwright/sim.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

static double nanoseconds(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return 1e9 * (double)time.tv_sec + (double)time.tv_nsec;
}

int main(void) {
    static struct pip_mind mind;
    char line[64];
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = '\0';
        char *level = strchr(line, '/');
        if (!level)
            return 2;
        *level++ = '\0';
        const struct pip_game *game = pip_game_find(pip_span_of(line));
        const struct pip_bot *bot = pip_bot_find(pip_span_of(level));
        if (!game || !bot)
            return 2;
        double start = nanoseconds();
        unsigned long long signature = pip_sim_bot_signature(game, bot, &mind);
        printf("%.0f %016llx\n", nanoseconds() - start, signature);
        fflush(stdout);
    }
    return 0;
}
