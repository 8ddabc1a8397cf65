#include "testing.h"

#include "lost_cities_table.h"
#include <stdlib.h>

struct pip_event events[EVENTS];
struct pip_match the_match;
static struct pip__lc_sheet own_data;
static struct pip_sheet own_sheet;

struct pip_match *start_with(const struct pip_sheet *sheet, int seats, const char *option) {
    struct pip_setup setup = pip_setup_default(&pip__lost_cities, sheet, seats);
    if (option)
        assert_int_equal(pip_setup_option(&setup, pip_span_of(option)), PIP_OK);
    assert_int_equal(pip_match_start(&the_match, &setup, events, EVENTS), PIP_OK);
    return &the_match;
}

struct pip_match *start(int seats) {
    return start_with(NULL, seats, NULL);
}

const struct pip_sheet *sheet_of(struct columns columns) {
    const char *const column[] = {columns.red,   columns.orange, columns.yellow,
                                  columns.green, columns.blue,   columns.purple};
    own_data = *(const struct pip__lc_sheet *)pip__lost_cities.sheets[0]->data;
    own_data.given = 0;
    memset(own_data.box, 0, sizeof own_data.box);
    for (int colour = 0; colour < LC_COLOURS; colour++) {
        if (!column[colour])
            continue;
        own_data.given |= (uint8_t)(1 << colour);
        for (int box = 0; box < LC_BOXES; box++)
            own_data.box[colour][box] =
                (uint8_t)(strchr(".>v", column[colour][box]) - (const char *)".>v");
    }
    own_sheet = (struct pip_sheet){.game = "lost-cities",
                                   .name = "own",
                                   .title_en = "Own",
                                   .title_de = "Eigen",
                                   .author = "",
                                   .note = "",
                                   .data = &own_data};
    return &own_sheet;
}

struct pip_match *start_on(struct columns columns, int seats) {
    return start_with(sheet_of(columns), seats, NULL);
}

struct pip__lc_state *state_of(struct pip_match *match) {
    return (struct pip__lc_state *)(void *)match->state;
}

struct pip__lc_seat *seat_of(struct pip_match *match, int seat) {
    return &state_of(match)->seat[seat];
}

void fill(struct pip_match *match, int seat, int colour, const char *numbers) {
    struct pip__lc_seat *own = seat_of(match, seat);
    if (*numbers == 'x') {
        own->circles |= (uint8_t)(1 << colour);
        numbers++;
    }
    for (char *end; *numbers; numbers = end) {
        long number = strtol(numbers, &end, 10);
        int box = own->count[colour]++;
        own->numbers[colour][box / 2] |= (uint8_t)(number << (box % 2 * 4));
        own->top[colour] = (uint8_t)number;
    }
}

static void shade_artefacts(struct pip_match *match, struct pip__lc_seat *own) {
    const struct pip__lc_sheet *sheet = pip__lc_sheet_of(&match->setup);
    int found = __builtin_popcount(own->ends);
    for (int colour = 0; colour < LC_COLOURS; colour++) {
        for (int box = 0; box < own->count[colour]; box++)
            found += sheet->box[colour][box] == LC_ARTEFACT;
    }
    own->count[LC_ARTEFACTS] = (uint8_t)(found < LC_BOXES ? found : LC_BOXES);
}

void settle(struct pip_match *match) {
    struct pip__lc_state *s = state_of(match);
    int exhausted = 0;
    for (int seat = 0; seat < match->setup.seats; seat++) {
        struct pip__lc_seat *own = &s->seat[seat];
        exhausted += own->count[LC_DICE] == LC_BOXES;
        shade_artefacts(match, own);
        for (int column = 0; column < LC_COLUMNS; column++) {
            if (own->count[column] >= pip__lc_sheet_of(&match->setup)->bridge)
                own->bridges |= (uint8_t)(1 << column);
        }
        s->passed |= own->bridges;
    }
    int all = pip__lc_sheet_of(&match->setup)->given | 1 << LC_ARTEFACTS | 1 << LC_DICE;
    if (exhausted == match->setup.seats || s->passed == all)
        s->phase = LC_OVER;
    assert_int_equal(pip__lc_check(&match->setup, s), PIP_OK);
}

struct pip_match *one_bridge_left(void) {
    struct pip_match *m = start(2);
    for (int colour = 0; colour < LC_COLOURS; colour++)
        fill(m, colour % 2, colour, "1 1 1 1 1 1 1");
    fill(m, 0, RED, "1");
    fill(m, 0, BLUE, "1");
    fill(m, 0, ORANGE, "1 1 1 1 1");
    seat_of(m, 0)->count[LC_DICE] = 6;
    settle(m);
    assert_int_equal(artefacts_of(m, 0), 7);
    assert_int_equal(state_of(m)->passed, 0xff & ~(1 << LC_DICE));
    return m;
}

void numbers_are(struct pip_match *match, int seat, int colour, const char *expected) {
    char buffer[64];
    struct pip_text text = pip_text_init(buffer, sizeof buffer);
    const struct pip__lc_seat *own = seat_of(match, seat);
    for (int box = 0; box < own->count[colour]; box++) {
        pip_text_add(&text, box > 0 ? " " : "");
        pip_text_add_number(&text, pip__lc_number(own, colour, box));
    }
    assert_string_equal(buffer, expected);
    assert_int_equal(pip__lc_check(&match->setup, match->state), PIP_OK);
}

int artefacts_of(struct pip_match *match, int seat) {
    return seat_of(match, seat)->count[LC_ARTEFACTS];
}

int symbols_of(struct pip_match *match, int seat) {
    return seat_of(match, seat)->count[LC_DICE];
}

int turns_of(struct pip_match *match) {
    return match->setup.game->turn(&match->setup, match->state);
}

struct pip_chance roll_due(struct pip_match *match) {
    struct pip_chance chance;
    assert_int_equal(pip_match_actor(match), PIP_ACTORS_CHANCE);
    match->setup.game->chance(&match->setup, match->state, &chance);
    return chance;
}

void all_refuse(struct pip_match *match) {
    play(match, "* red red red 1 1 1");
    for (pip_actors actors; (actors = pip_match_actor(match)) < PIP_ACTORS_CHANCE && actors;) {
        unsigned seat = (unsigned)__builtin_ctz(actors);
        assert_int_equal(pip_match_play(match, seat, LC_REFUSE), PIP_OK);
    }
}
