/* The tutor: before a choice is final that costs as much as somebody wants to know, it asks. */
#include "review.h"
#include "room.h"
#include <string.h>

bool room_tutor_level(const char *name, enum pip_tutor *level) {
    static const char *const names[PIP_TUTORS] = {"off", "big", "clear", "all"};
    for (int i = 0; i < PIP_TUTORS; i++) {
        if (strcmp(name, names[i]) == 0) {
            *level = (enum pip_tutor)i;
            return true;
        }
    }
    return false;
}

/* ---- Which steps are one choice ---- */

/* Brings the line up to date: steps may have been taken back, or somebody else may have acted. */
static void follow(struct room *room, int seat) {
    struct room_tutor *tutor = &room->tutor;
    uint32_t back = tutor->count - room->match.count;
    if (tutor->seat == seat && room->match.count <= tutor->count && back < tutor->line.steps) {
        tutor->line.steps = (uint8_t)(tutor->line.steps - back);
        return;
    }
    tutor->seat = seat;
    tutor->line.steps = 0;
    pip_match_view(&room->match, (unsigned)seat, tutor->view);
}

/* Whether the line is all that its seat chooses: then dice fall, or others see it. */
static bool is_whole(const struct room *room) {
    const struct room_tutor *tutor = &room->tutor;
    const struct pip_setup *setup = &room->match.setup;
    uint64_t state[PIP_STATE_MAX / 8];
    memcpy(state, tutor->view, sizeof state);
    int turn = setup->game->turn(setup, state);
    for (int i = 0; i < tutor->line.steps; i++)
        setup->game->apply(setup, state, (unsigned)tutor->seat, tutor->line.step[i]);
    return !(setup->game->actor(setup, state) >> tutor->seat & 1) ||
           setup->game->turn(setup, state) != turn;
}

static bool same_line(const struct pip_line *a, const struct pip_line *b) {
    return a->steps == b->steps && memcmp(a->step, b->step, a->steps * sizeof *a->step) == 0;
}

/* ---- Asking ---- */

static const char *worth_text(const struct pip_setup *setup, struct pip_worth worth) {
    const struct review_words *words = &review_english;
    return pip_review_by_win(setup) ? review_chance(words, worth.win, false)
                                    : review_points(words, worth.value, false);
}

static void tell_cost(const struct pip_setup *setup, const struct pip_review_choice *choice) {
    const struct review_words *words = &review_english;
    struct pip_worth cost = {choice->best.value - choice->played.value,
                             choice->best.win - choice->played.win};
    char text[128];
    struct pip_text told = pip_text_init(text, sizeof text);
    bool by_win = pip_review_by_win(setup);
    pip_text_add(&told, by_win ? review_share(words, cost.win, false)
                               : review_points(words, cost.value, false));
    pip_text_add_char(&told, ' ');
    pip_text_add(&told, setup->game->won ? words->share_escape
                        : by_win         ? words->share_win
                                         : words->points);
    printf("\nThis costs about %s: the level expert expects %s after it, ", text,
           worth_text(setup, choice->played));
    printf("and %s after what it likes best.\n[y] play it, [n] take it back, [h] show the best\n",
           worth_text(setup, choice->best));
}

static void tell_best(const struct pip_setup *setup, const struct pip_review_choice *choice) {
    char buffer[1024];
    struct pip_text text = pip_text_init(buffer, sizeof buffer);
    review_line(setup, &review_english, choice->line.step, choice->line.steps, &text);
    printf("Best: %s.\n", buffer);
}

static bool is_one_of(const char *said, const char *short_form, const char *long_form) {
    char plain[ROOM_LINE];
    words_plain(said, plain, sizeof plain);
    return strcmp(plain, short_form) == 0 || strcmp(plain, long_form) == 0;
}

static enum taught ask(const struct pip_setup *setup, const struct pip_review_choice *choice) {
    char line[ROOM_LINE];
    tell_cost(setup, choice);
    for (char *said; (said = room_hear_line(line));) {
        if (is_one_of(said, "y", "yes"))
            return TAUGHT_PLAY;
        if (is_one_of(said, "n", "no") || is_one_of(said, "undo", "back"))
            return TAUGHT_BACK;
        if (is_one_of(said, "q", "quit"))
            return TAUGHT_STOP;
        if (is_one_of(said, "h", "hint"))
            tell_best(setup, choice);
        else
            puts("Type y to play it, n to take it back, or h to see what is best.");
    }
    return TAUGHT_STOP;
}

/* The step that would be the last one is not played yet; those before it are taken back. */
static void take_back(struct room *room) {
    struct room_tutor *tutor = &room->tutor;
    for (int i = 1; i < tutor->line.steps; i++)
        pip_match_undo(&room->match, tutor->seat);
    if (room->told > room->match.count)
        room->told = room->match.count;
    tutor->refused = tutor->line;
    tutor->refused_at = room->match.rolls;
}

/* Of a choice that follows one that was taken back: whether it is the same again. */
static bool is_refused(struct room_tutor *tutor, uint32_t rolls) {
    bool same = same_line(&tutor->line, &tutor->refused);
    if (tutor->refused.steps == 0 || tutor->refused_at != rolls)
        return false;
    tutor->changed += !same;
    tutor->refused.steps = 0;
    return same;
}

enum taught room_teach(struct room *room, int seat, pip_move move) {
    static struct pip_mind mind;
    struct room_tutor *tutor = &room->tutor;
    const struct pip_setup *setup = &room->match.setup;
    struct pip_review_choice choice;
    if (tutor->level == PIP_TUTOR_OFF || !pip_judge_knows(setup, &mind))
        return TAUGHT_PLAY;
    follow(room, seat);
    if (tutor->line.steps == PIP_STEPS_MAX)
        return TAUGHT_PLAY; /* nobody knows so long a line */
    tutor->line.step[tutor->line.steps++] = move;
    tutor->count = room->match.count + 1;
    if (!is_whole(room))
        return TAUGHT_PLAY;
    enum taught answer = TAUGHT_PLAY;
    pip_review_line(&pip_judge_expert, setup, tutor->view, seat, &tutor->line, &mind, &choice);
    if (!is_refused(tutor, room->match.rolls) && pip_tutor_asks(setup, tutor->level, &choice)) {
        tutor->asked++;
        answer = ask(setup, &choice);
    }
    if (answer == TAUGHT_BACK)
        take_back(room);
    tutor->line.steps = 0; /* what comes next is another choice */
    return answer;
}

void room_tell_tutor(const struct room *room) {
    static struct pip_mind mind;
    const struct room_tutor *tutor = &room->tutor;
    if (tutor->level == PIP_TUTOR_OFF)
        return;
    if (!pip_judge_knows(&room->match.setup, &mind))
        puts("No bot has learned this sheet, so the tutor is silent.");
    else if (room->match.closed)
        printf("The tutor asked %u time%s; choices changed after that: %u.\n", tutor->asked,
               tutor->asked == 1 ? "" : "s", tutor->changed);
}
