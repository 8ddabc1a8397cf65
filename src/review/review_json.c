/* A review as JSON. Points are decimals with three places, chances with four. */
#include "games/json.h"
#include "parts.h"

/* `value` is that many of 10^places. */
static void add_decimal(struct pip_text *text, const char *key, int64_t value, int places) {
    int64_t one = places == 4 ? 10000 : 1000, size = value < 0 ? -value : value;
    pip__json_key(text, key);
    if (value < 0)
        pip_text_add_char(text, '-');
    pip_text_add_number(text, size / one);
    pip_text_add_char(text, '.');
    for (int64_t digit = one / 10, rest = size % one; digit > 0; rest %= digit, digit /= 10)
        pip_text_add_char(text, (char)('0' + rest / digit));
}

static void add_points(struct pip_text *text, const char *key, int64_t thousandths) {
    add_decimal(text, key, thousandths, 3);
}

static void add_chance(struct pip_text *text, const char *key, int64_t chance) {
    add_decimal(text, key, chance, 4);
}

/* Names are people's own: quotes and backslashes may stand in them, control characters not. */
static void add_name(struct pip_text *text, const char *key, const char *name) {
    pip__json_key(text, key);
    pip_text_add_char(text, '"');
    for (; *name; name++) {
        if (*name == '"' || *name == '\\')
            pip_text_add_char(text, '\\');
        pip_text_add_char(text, *name);
    }
    pip_text_add_char(text, '"');
}

static void add_number_or_null(struct pip_text *text, const char *key, uint32_t number) {
    pip__json_key(text, key);
    if (number == UINT32_MAX)
        pip_text_add(text, "null");
    else
        pip_text_add_number(text, number);
}

static void add_worth(struct pip_text *text, const char *key, struct pip_worth worth) {
    pip__json_open(text, key, '{');
    add_points(text, "value", worth.value);
    add_chance(text, "win", worth.win);
    pip__json_close(text, '}');
}

static void add_worths(const struct pip_review *review, struct pip_text *text, const char *key,
                       const struct pip_worth *worth) {
    pip__json_open(text, key, '[');
    for (int seat = 0; seat < review->match->setup.seats; seat++)
        add_worth(text, NULL, worth[seat]);
    pip__json_close(text, ']');
}

/* ---- Seats ---- */

static void add_seat(const struct pip_review *review, int number, struct pip_text *text) {
    const struct pip_setup *setup = &review->match->setup;
    const struct pip_review_seat *seat = &review->seat[number];
    int64_t end = review->end[number].value, start = review->start[number].value;
    pip__json_open(text, NULL, '{');
    pip__json_number(text, "seat", number);
    add_name(text, "name", review->match->name[number]);
    pip__json_number(text, "score", pip_score_total(setup, review->match->state, number));
    add_worth(text, "start", review->start[number]);
    add_worth(text, "end", review->end[number]);
    pip__json_number(text, "choices", seat->choices);
    pip__json_number(text, "best", seat->best);
    pip__json_number(text, "near", seat->near);
    add_points(text, "loss", seat->loss);
    add_chance(text, "lossWin", seat->loss_win);
    add_points(text, "meanLoss", seat->choices ? seat->loss / seat->choices : 0);
    add_points(text, "luck", seat->luck);
    add_chance(text, "luckWin", seat->luck_win);
    add_points(text, "luckError", seat->luck_error);
    add_points(text, "adjusted", end - seat->luck);
    add_points(text, "rest", end - start - seat->luck + seat->loss);
    if (seat->rolled > 0) {
        pip__json_number(text, "rolledOut", seat->rolled);
        add_points(text, "lossError", seat->loss_error);
        add_chance(text, "lossWinError", seat->loss_win_error);
    }
    pip__json_open(text, "costly", '[');
    for (int i = 0; i < PIP_REVIEW_COSTLY && seat->costly[i] != UINT32_MAX; i++)
        pip__json_number(text, NULL, seat->costly[i]);
    pip__json_close(text, ']');
    add_number_or_null(text, "find", seat->find);
    pip__json_close(text, '}');
}

/* ---- Choices ---- */

static void add_move(const struct pip_setup *setup, pip_move move, struct pip_text *text) {
    char words[64];
    struct pip_text one = pip_text_init(words, sizeof words);
    setup->game->move_write(setup, move, &one);
    pip__json_string(text, NULL, words);
}

static void add_rolled(const struct pip_review_rolled *rolled, struct pip_text *text) {
    if (rolled->samples == 0)
        return;
    pip__json_open(text, "rollouts", '{');
    pip__json_number(text, "samples", rolled->samples);
    pip__json_bool(text, "counts", rolled->counts);
    add_points(text, "loss", rolled->value);
    add_points(text, "error", rolled->value_error);
    add_chance(text, "lossWin", rolled->win);
    add_chance(text, "errorWin", rolled->win_error);
    add_points(text, "judged", rolled->judged.value);
    add_chance(text, "judgedWin", rolled->judged.win);
    pip__json_close(text, '}');
}

static void add_choice(const struct pip_review *review, uint32_t number, struct pip_text *text) {
    const struct pip_match *match = review->match;
    const struct pip_review_choice *choice = &review->choice[number];
    pip__json_open(text, NULL, '{');
    pip__json_number(text, "choice", number);
    pip__json_number(text, "event", choice->event);
    pip__json_number(text, "steps", choice->steps);
    pip__json_number(text, "turn", choice->turn);
    pip__json_number(text, "seat", choice->seat);
    pip__json_number(text, "count", choice->count);
    pip__json_number(text, "place", choice->place);
    pip__json_bool(text, "ranked", choice->ranked);
    pip__json_bool(text, "isBest", choice->rank == 0);
    pip__json_bool(text, "isNear", pip_review_near(&match->setup, choice));
    add_worth(text, "best", choice->best);
    add_worth(text, "played", choice->played);
    add_points(text, "loss", choice->best.value - choice->played.value);
    add_chance(text, "lossWin", choice->best.win - choice->played.win);
    add_points(text, "obvious", choice->obvious);
    add_chance(text, "obviousWin", choice->obvious_win);
    pip__json_open(text, "line", '[');
    for (uint32_t i = 0; i < choice->steps; i++)
        add_move(&match->setup, match->events[choice->event + i].move, text);
    pip__json_close(text, ']');
    pip__json_open(text, "bestLine", '[');
    for (int i = 0; choice->rank > 0 && i < choice->line.steps; i++)
        add_move(&match->setup, choice->line.step[i], text);
    pip__json_close(text, ']');
    add_rolled(&choice->rolled, text);
    pip__json_close(text, '}');
}

static void add_choices(const struct pip_review *review, const char *key, uint32_t from,
                        uint32_t count, struct pip_text *text) {
    pip__json_open(text, key, '[');
    for (uint32_t i = from; i < review->choices && i - from < count; i++)
        add_choice(review, i, text);
    pip__json_close(text, ']');
}

void pip_review_choices_json(const struct pip_review *review, uint32_t from, uint32_t count,
                             struct pip_text *text) {
    add_choices(review, NULL, from, count, text);
}

/* ---- Rolls and splits ---- */

static void add_roll(const struct pip_review *review, uint32_t number, struct pip_text *text) {
    const struct pip_review_roll *roll = &review->roll[number];
    char dice[128];
    struct pip_text words = pip_text_init(dice, sizeof dice);
    pip_chance_write(&roll->chance, roll->outcome, &words);
    pip__json_open(text, NULL, '{');
    pip__json_number(text, "event", roll->event);
    pip__json_number(text, "turn", roll->turn);
    pip__json_string(text, "dice", dice);
    pip__json_number(text, "outcomes", roll->outcomes);
    pip__json_number(text, "looked", roll->looked);
    add_worths(review, text, "before", roll->before);
    add_worths(review, text, "after", roll->after);
    pip__json_open(text, "error", '[');
    for (int seat = 0; seat < review->match->setup.seats; seat++)
        add_points(text, NULL, roll->error[seat]);
    pip__json_close(text, ']');
    pip__json_close(text, '}');
}

void pip_review_split_json(const struct pip_match *match, const struct pip_review_split *split,
                           struct pip_text *text) {
    struct pip_item items[PIP_ITEMS_MAX];
    match->setup.game->score(&match->setup, match->state, 0, items);
    pip__json_open(text, NULL, '{');
    pip__json_number(text, "choice", split->choice);
    pip__json_number(text, "samples", split->samples);
    pip__json_open(text, "items", '[');
    for (int i = 0; i < split->items; i++) {
        pip__json_open(text, NULL, '{');
        pip__json_string(text, "name", items[i].name);
        add_points(text, "points", split->item[i]);
        add_points(text, "error", split->item_error[i]);
        pip__json_close(text, '}');
    }
    pip__json_close(text, ']');
    add_points(text, "total", split->total);
    add_points(text, "error", split->error);
    add_chance(text, "won", split->won);
    add_chance(text, "wonError", split->won_error);
    add_points(text, "others", split->others);
    add_points(text, "othersError", split->others_error);
    pip__json_open(text, "besides", '[');
    for (int i = 0; i < split->besides; i++) {
        pip__json_open(text, NULL, '{');
        pip__json_string(text, "name", split->beside_name[i]);
        pip__json_number(text, "more", split->beside[i]);
        pip__json_close(text, '}');
    }
    pip__json_close(text, ']');
    pip__json_bool(text, "agrees", pip_review_agrees(&match->setup, split));
    pip__json_close(text, '}');
}

/* ---- All ---- */

static void add_head(const struct pip_review *review, struct pip_text *text) {
    static const char *const stages[] = {"choices", "luck", "finds", "splits", "done"};
    const struct pip_setup *setup = &review->match->setup;
    bool by_win = pip_review_by_win(setup);
    pip__json_number(text, "review", 1);
    pip__json_string(text, "game", setup->game->name);
    add_name(text, "sheet", setup->sheet->name);
    pip__json_number(text, "seats", setup->seats);
    pip__json_number(text, "turns", setup->game->turn(setup, review->match->state));
    pip__json_bool(text, "over", review->over);
    pip__json_bool(text, "team", setup->game->won != NULL);
    pip__json_string(text, "counts", by_win ? "win" : "points");
    if (by_win)
        add_chance(text, "near", pip_review_nearness(setup));
    else
        add_points(text, "near", pip_review_nearness(setup));
    pip__json_string(text, "stage", stages[review->stage]);
    pip__json_number(text, "progress", pip_review_progress(review));
}

static void add_card(const struct pip_review *review, struct pip_text *text) {
    add_head(review, text);
    pip__json_open(text, "cards", '[');
    for (int seat = 0; seat < review->match->setup.seats; seat++)
        add_seat(review, seat, text);
    pip__json_close(text, ']');
    pip__json_open(text, "rolls", '[');
    for (uint32_t i = 0; i < review->rolls; i++)
        add_roll(review, i, text);
    pip__json_close(text, ']');
    pip__json_open(text, "splits", '[');
    for (int i = 0; i < review->splits; i++) {
        if (review->split[i].samples > 0)
            pip_review_split_json(review->match, &review->split[i], text);
    }
    pip__json_close(text, ']');
}

void pip_review_card_json(const struct pip_review *review, struct pip_text *text) {
    pip__json_open(text, NULL, '{');
    add_card(review, text);
    pip__json_number(text, "allChoices", review->choices);
    pip__json_close(text, '}');
}

void pip_review_json(const struct pip_review *review, struct pip_text *text) {
    pip__json_open(text, NULL, '{');
    add_card(review, text);
    pip__json_number(text, "allChoices", review->choices);
    add_choices(review, "choices", 0, UINT32_MAX, text);
    pip__json_close(text, '}');
}
