/* Plays a whole game of Lost Cities with random moves and prints its record. The smallest use of
 * the library; tests build and run it.
 *
 *   cc random_game.c $(pkg-config --static --cflags --libs pipwright) */
#include <pipwright/bot.h>
#include <pipwright/record.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    const struct pip_game *game = pip_game_find(pip_span_of("lost-cities"));
    const struct pip_bot *bot = pip_bot_find(pip_span_of("random"));
    struct pip_setup setup = pip_setup_default(game, NULL, 2);
    struct pip_event *events = malloc(game->length(&setup) * sizeof *events);
    struct pip_match match;
    if (!events || pip_match_start(&match, &setup, events, game->length(&setup)) != PIP_OK)
        return 1;
    match.dice = PIP_DICE_SEED;
    match.seed = (struct pip_seed){.seed = 7};
    static struct pip_mind mind; /* what a bot thinks with */
    mind.random = pip_random_init(match.seed, 0);

    for (pip_actors actors; (actors = pip_match_actor(&match)) != PIP_ACTORS_OVER;) {
        if (actors == PIP_ACTORS_CHANCE) {
            pip_match_roll(&match);
            continue;
        }
        for (int seat = 0; seat < setup.seats; seat++) {
            uint64_t view[PIP_STATE_MAX / 8]; /* what this seat may know */
            if (!(actors >> seat & 1))
                continue;
            pip_match_view(&match, (unsigned)seat, view);
            const struct pip_line *line = pip_bot_choose(bot, &setup, view, seat, &mind);
            for (int i = 0; i < line->steps; i++)
                pip_match_play(&match, (unsigned)seat, line->step[i]);
            break;
        }
    }

    char text[32768];
    struct pip_text record = pip_text_init(text, sizeof text);
    pip_match_close(&match);
    pip_record_write(&match, &record);
    fputs(text, stdout);
    free(events);
    return 0;
}
