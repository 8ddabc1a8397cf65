#include "parts.h"
#include <string.h>

int32_t pip__review_root(int64_t square) {
    int64_t low = 0, high = INT32_MAX;
    while (low < high) {
        int64_t middle = (low + high + 1) / 2;
        if (middle <= square / middle)
            low = middle;
        else
            high = middle - 1;
    }
    return (int32_t)low;
}

bool pip__review_contest(const struct pip_setup *setup) {
    return setup->seats > 1 && !setup->game->won &&
           !(setup->game->think && setup->game->think->apart);
}

bool pip_review_by_win(const struct pip_setup *setup) {
    return setup->game->won || pip__review_contest(setup);
}

int32_t pip_review_cost(const struct pip_setup *setup, const struct pip_review_choice *choice) {
    if (choice->rank == 0)
        return 0;
    return pip_review_by_win(setup) ? choice->best.win - choice->played.win
                                    : choice->best.value - choice->played.value;
}

int32_t pip_review_nearness(const struct pip_setup *setup) {
    return pip_review_by_win(setup) ? PIP_REVIEW_NEAR_WIN : setup->game->think->unit / 100;
}

bool pip_review_near(const struct pip_setup *setup, const struct pip_review_choice *choice) {
    return pip_review_cost(setup, choice) <= pip_review_nearness(setup);
}

/* Of what counts: chances of PIP_WIN_SURE, or hundredths of the game's unit. */
static const struct {
    int32_t win, points;
} least[PIP_TUTORS] = {
    [PIP_TUTOR_BIG] = {800, 20}, [PIP_TUTOR_CLEAR] = {300, 8}, [PIP_TUTOR_ALL] = {100, 2}};

int32_t pip_tutor_least(const struct pip_setup *setup, enum pip_tutor level) {
    if (level == PIP_TUTOR_OFF)
        return INT32_MAX;
    return pip_review_by_win(setup) ? least[level].win
                                    : least[level].points * setup->game->think->unit / 100;
}

bool pip_tutor_asks(const struct pip_setup *setup, enum pip_tutor level,
                    const struct pip_review_choice *choice) {
    return choice->count > 1 && pip_review_cost(setup, choice) >= pip_tutor_least(setup, level);
}

bool pip_review_agrees(const struct pip_setup *setup, const struct pip_review_split *split) {
    return pip_review_by_win(setup) ? split->won >= -2 * split->won_error
                                    : split->total >= -2 * split->error;
}

/* Keeps the costliest ones in order; the earlier of equals first. */
static void keep_costly(const struct pip_review *review, struct pip_review_seat *seat,
                        uint32_t number) {
    const struct pip_setup *setup = &review->match->setup;
    if (pip_review_near(setup, &review->choice[number]))
        return;
    int32_t cost = pip_review_cost(setup, &review->choice[number]);
    for (int i = 0; i < PIP_REVIEW_COSTLY; i++) {
        uint32_t other = seat->costly[i];
        if (other != UINT32_MAX && pip_review_cost(setup, &review->choice[other]) >= cost)
            continue;
        for (int j = PIP_REVIEW_COSTLY - 1; j > i; j--)
            seat->costly[j] = seat->costly[j - 1];
        seat->costly[i] = number;
        return;
    }
}

static int32_t find_worth(const struct pip_review *review, uint32_t number) {
    const struct pip_review_choice *choice = &review->choice[number];
    return pip_review_by_win(&review->match->setup) ? choice->obvious_win : choice->obvious;
}

static void count_choice(struct pip_review *review, uint32_t number) {
    const struct pip_setup *setup = &review->match->setup;
    const struct pip_review_choice *choice = &review->choice[number];
    struct pip_review_seat *seat = &review->seat[choice->seat];
    if (choice->count < 2)
        return;
    seat->choices++;
    seat->best += choice->rank == 0;
    seat->near += pip_review_near(setup, choice);
    seat->loss += choice->best.value - choice->played.value;
    seat->loss_win += choice->best.win - choice->played.win;
    seat->rolled += choice->rolled.counts;
    keep_costly(review, seat, number);
    if (find_worth(review, number) >
        (seat->find == UINT32_MAX ? 0 : find_worth(review, seat->find)))
        seat->find = number;
}

static void count_roll(struct pip_review *review, const struct pip_review_roll *roll,
                       int64_t squares[PIP_SEATS_MAX]) {
    for (int i = 0; roll->looked > 0 && i < review->match->setup.seats; i++) {
        review->seat[i].luck += roll->after[i].value - roll->before[i].value;
        review->seat[i].luck_win += roll->after[i].win - roll->before[i].win;
        squares[i] += (int64_t)roll->error[i] * roll->error[i];
    }
}

void pip_review_total(struct pip_review *review) {
    int64_t squares[PIP_SEATS_MAX] = {0}, loss[PIP_SEATS_MAX] = {0}, win[PIP_SEATS_MAX] = {0};
    memset(review->seat, 0, sizeof review->seat);
    for (int i = 0; i < PIP_SEATS_MAX; i++) {
        review->seat[i].find = UINT32_MAX;
        for (int j = 0; j < PIP_REVIEW_COSTLY; j++)
            review->seat[i].costly[j] = UINT32_MAX;
    }
    for (uint32_t i = 0; i < review->choices; i++) {
        const struct pip_review_rolled *rolled = &review->choice[i].rolled;
        count_choice(review, i);
        if (!rolled->counts)
            continue;
        loss[review->choice[i].seat] += (int64_t)rolled->value_error * rolled->value_error;
        win[review->choice[i].seat] += (int64_t)rolled->win_error * rolled->win_error;
    }
    for (uint32_t i = 0; i < review->rolls; i++)
        count_roll(review, &review->roll[i], squares);
    for (int i = 0; i < review->match->setup.seats; i++) {
        review->seat[i].luck_error = pip__review_root(squares[i]);
        review->seat[i].loss_error = pip__review_root(loss[i]);
        review->seat[i].loss_win_error = pip__review_root(win[i]);
    }
    if (review->rolls > 0)
        memcpy(review->start, review->roll[0].before, sizeof review->start);
}
