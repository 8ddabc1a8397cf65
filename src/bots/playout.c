#include "think.h"

/* Where seats play apart, nobody cares what the others do. */
static void let_choose(const struct pip__thinker *thinker, struct pip__position *now, int seat,
                       pip_actors actors) {
    const struct pip_setup *setup = thinker->setup;
    bool ours = actors >> seat & 1;
    int who = ours ? seat : __builtin_ctz(actors);
    if (setup->game->think->apart && !ours) {
        pip_move moves[PIP_MOVES_MAX];
        setup->game->legal(setup, now->bytes, who, moves);
        setup->game->apply(setup, now->bytes, (unsigned)who, moves[0]);
        return;
    }
    struct pip_line line;
    pip__answer(thinker, now->bytes, who, &line);
    pip__line_play(setup, now->bytes, who, &line);
}

void pip__play_on(const struct pip__thinker *thinker, struct pip__position *now, int seat,
                  int turns, pip__let_fall *let_fall, void *context) {
    const struct pip_setup *setup = thinker->setup;
    const struct pip_game *game = setup->game;
    int last = turns ? game->turn(setup, now->bytes) + turns : INT32_MAX;
    for (pip_actors actors; (actors = game->actor(setup, now->bytes)) != PIP_ACTORS_OVER;) {
        if (actors != PIP_ACTORS_CHANCE) {
            let_choose(thinker, now, seat, actors);
            continue;
        }
        int turn = game->turn(setup, now->bytes);
        if (turn >= last)
            return;
        struct pip_chance chance;
        game->chance(setup, now->bytes, &chance);
        pip_move outcome = let_fall(context, now, turn, &chance);
        game->apply(setup, now->bytes, PIP_CHANCE, outcome);
    }
}
