#include <pipwright/sim.h>
#include <stdio.h>
int bench(int seats);
int main(void) {
    for (int s = 1; s <= 5; s++)
        bench(s);
    for (int i = 0; pip_games[i]; i++)
        printf("%s %016llx\n", pip_games[i]->name,
               (unsigned long long)pip_sim_signature(pip_games[i]));
    struct pip_setup s = pip_setup_default(pip_game_find(pip_span_of("lost-cities")), NULL, 2);
    uint64_t st[128] = {0};
    for (int d = 1; d < 3; d++)
        printf("perft %d %llu\n", d, (unsigned long long)pip_sim_perft(&s, st, d));
    return 0;
}
