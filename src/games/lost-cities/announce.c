/* LC2.10: what a player of Lost Cities says aloud. */
#include "lost_cities.h"

/* What a seat gained by the event, collected. */
struct talk {
    struct pip_news *news;
    int count;
    uint8_t seat;
};

static void say(struct talk *talk, const char *kind, const char *what, int number,
                const char *words) {
    talk->news[talk->count++] = (struct pip_news){
        .seat = talk->seat, .kind = kind, .what = what, .number = (int16_t)number, .words = words};
}

/* LC4.1 to LC4.3 */
static void announce_acceleration(struct talk *talk, const struct pip__lc_seat *before,
                                  const struct pip__lc_seat *after) {
    for (int colour = 0; colour < LC_COLOURS; colour++) {
        const char *name = pip__lc_column_name[colour];
        if (after->count[colour] > before->count[colour])
            say(talk, "acceleration", name, after->top[colour],
                "accelerates {what} and writes {number}");
        else if ((after->ends & ~before->ends) >> colour & 1)
            say(talk, "acceleration", name, 0,
                "accelerates {what} to the artefact at the end of the expedition");
    }
}

/* LC5.1 */
static void announce_artefact(struct talk *talk, const struct pip__lc_seat *before,
                              const struct pip__lc_seat *after) {
    if (after->count[LC_ARTEFACTS] > before->count[LC_ARTEFACTS])
        say(talk, "artefact", "", after->count[LC_ARTEFACTS],
            "shades an artefact, {number} in all");
}

/* LC7.1, LC7.2: who passes a bridge later than in the first turn gets nothing. */
static void announce_bridges(struct talk *talk, const struct pip__lc_sheet *sheet,
                             const struct pip__lc_seat *before, const struct pip__lc_seat *after) {
    static const char *const in_time[] = {
        "passes the bonus bridge of {what} and gets {number} points",
        "passes the bonus bridge of the artefacts and gets {number} points",
        "passes the bonus bridge of the dice symbols and gets {number} points"};
    static const char *const late[] = {
        "passes the bonus bridge of {what}, too late for its points",
        "passes the bonus bridge of the artefacts, too late for its points",
        "passes the bonus bridge of the dice symbols, too late for its points"};
    for (int column = 0; column < LC_COLUMNS; column++) {
        int whose = column < LC_COLOURS ? 0 : column - LC_COLOURS + 1;
        bool earned = after->bridges >> column & 1;
        if (before->count[column] < sheet->bridge && after->count[column] >= sheet->bridge)
            say(talk, "bridge", pip__lc_column_name[column], earned ? sheet->bonus : 0,
                earned ? in_time[whose] : late[whose]);
    }
}

/* LC6.2 */
static void announce_exhaustion(struct talk *talk, const struct pip__lc_seat *before,
                                const struct pip__lc_seat *after) {
    if (before->count[LC_DICE] < LC_BOXES && after->count[LC_DICE] == LC_BOXES)
        say(talk, "exhausted", "", 0, "is exhausted");
}

int pip__lc_announce(const struct pip_setup *setup, const void *before, const void *after,
                     struct pip_news *news) {
    const struct pip__lc_state *was = before, *is = after;
    struct talk talk = {.news = news};
    for (int seat = 0; seat < setup->seats; seat++) {
        const struct pip__lc_seat *then = &was->seat[seat], *now = &is->seat[seat];
        talk.seat = (uint8_t)seat;
        if (was->accelerating >> seat & 1)
            announce_acceleration(&talk, then, now);
        announce_artefact(&talk, then, now);
        announce_bridges(&talk, pip__lc_sheet_of(setup), then, now);
        announce_exhaustion(&talk, then, now);
    }
    return talk.count;
}
