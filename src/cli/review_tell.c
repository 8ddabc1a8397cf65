/* The report card as text. */
#include "review.h"
#include <stdlib.h>
#include <string.h>

/* ---- Figures ---- */

static char *next_buffer(void) {
    static char buffers[8][32];
    static int next;
    return buffers[next++ % 8];
}

/* One place, rounded; German has a comma. */
static char *one_place(const struct review_words *words, int64_t tenths, bool sign) {
    char *buffer = next_buffer();
    int64_t size = llabs(tenths);
    snprintf(buffer, 32, "%s%lld%c%lld",
             tenths < 0           ? "-"
             : sign && tenths > 0 ? "+"
                                  : "",
             (long long)(size / 10), words->german ? ',' : '.', (long long)(size % 10));
    return buffer;
}

static int64_t rounded(int64_t value, int64_t by) {
    return (value + (value < 0 ? -by : by) / 2) / by;
}

const char *review_points(const struct review_words *words, int64_t thousandths, bool sign) {
    return one_place(words, rounded(thousandths, 100), sign);
}

const char *review_chance(const struct review_words *words, int64_t chance, bool sign) {
    char *text = one_place(words, rounded(chance, 10), sign);
    strcat(text, " %");
    return text;
}

const char *review_share(const struct review_words *words, int64_t difference, bool sign) {
    return one_place(words, rounded(difference, 10), sign);
}

/* One amount of what counts, in words. */
static void add_amount(const struct pip_setup *setup, const struct review_words *words,
                       int64_t amount, bool win, struct pip_text *text) {
    pip_text_add(text,
                 win ? review_share(words, amount, false) : review_points(words, amount, false));
    pip_text_add_char(text, ' ');
    pip_text_add(text, !win               ? words->points
                       : setup->game->won ? words->share_escape
                                          : words->share_win);
}

/* What is less than nothing is not lacking but more. */
void review_cost(const struct pip_setup *setup, const struct review_words *words, int64_t value,
                 int64_t win, struct pip_text *text) {
    bool by_win = pip_review_by_win(setup), points = !setup->game->won;
    bool more_win = by_win && rounded(win, 10) < 0, more = points && rounded(value, 100) < 0;
    if (by_win && !more_win)
        add_amount(setup, words, win, true, text);
    if (by_win && !more_win && points && !more)
        pip_text_add(text, ", ");
    if (points && !more)
        add_amount(setup, words, value, false, text);
    if ((!by_win || more_win) && (!points || more))
        pip_text_add(text, words->german ? "nichts" : "nothing");
    if (!more_win && !more)
        return;
    pip_text_add(text, words->german ? " (aber " : " (but ");
    if (more_win)
        add_amount(setup, words, -win, true, text);
    pip_text_add(text, more_win && more ? ", " : "");
    if (more)
        add_amount(setup, words, -value, false, text);
    pip_text_add(text, words->german ? " mehr)" : " more)");
}

/* ---- Parts ---- */

const char *review_name(const struct pip_match *match, const struct review_words *words, int seat) {
    static char own[PIP_SEATS_MAX][16];
    if (match->name[seat][0] || !words->german)
        return cli_name(match, seat);
    snprintf(own[seat], sizeof own[seat], "Platz %d", seat);
    return own[seat];
}

const struct pip_review_split *review_split_of(const struct pip_review *review, uint32_t choice) {
    for (int i = 0; i < review->splits; i++) {
        if (review->split[i].choice == choice && review->split[i].samples > 0)
            return &review->split[i];
    }
    return NULL;
}

#define SPLIT_MOST 4

/* Whether a difference is more than chance: two standard errors, and not next to nothing. */
static bool is_sure(int32_t difference, int32_t error) {
    return abs(difference) >= 250 && abs(difference) >= 2 * error;
}

static bool differs(const struct pip_review_split *split, int item) {
    return is_sure(split->item[item], split->item_error[item]);
}

static void add_others(const struct review_words *words, const struct pip_review_split *split,
                       struct pip_text *text) {
    if (!is_sure(split->others, split->others_error))
        return;
    pip_text_add(text, text->length ? ", " : "");
    pip_text_add(text, words->german ? "den anderen " : "the others ");
    pip_text_add(text, review_points(words, split->others, true));
}

/* The items that matter, the largest first; how much they are together, in tenths as told. */
static int64_t add_items(const struct pip_match *match, const struct review_words *words,
                         const struct pip_review_split *split, struct pip_text *text) {
    struct pip_item items[PIP_ITEMS_MAX];
    bool told[PIP_ITEMS_MAX] = {false};
    int64_t sum = 0;
    match->setup.game->score(&match->setup, match->state, 0, items);
    for (int n = 0; n < SPLIT_MOST; n++) {
        int largest = -1;
        for (int i = 0; i < split->items; i++) {
            if (!told[i] && differs(split, i) &&
                (largest < 0 || abs(split->item[i]) > abs(split->item[largest])))
                largest = i;
        }
        if (largest < 0)
            break;
        told[largest] = true;
        sum += rounded(split->item[largest], 100);
        pip_text_add(text, n ? ", " : "");
        pip_text_add(text, review_item(words, items[largest].name));
        pip_text_add_char(text, ' ');
        pip_text_add(text, review_points(words, split->item[largest], true));
    }
    return sum;
}

/* What is told adds up: what is missing to the total stands there, too. */
static void add_total(const struct review_words *words, const struct pip_review_split *split,
                      int64_t told, struct pip_text *text) {
    int64_t rest = rounded(split->total, 100) - told;
    if (text->length > 0 && rest != 0) {
        pip_text_add(text, words->german ? ", alles andere " : ", all else ");
        pip_text_add(text, one_place(words, rest, true));
    }
    pip_text_add(text, text->length > 0 ? "; " : "");
    pip_text_add(text, words->german ? "zusammen " : "together ");
    pip_text_add(text, review_points(words, split->total, true));
    if (split->error == 0)
        return;
    pip_text_add(text, words->german ? " (Standardfehler " : " (standard error ");
    pip_text_add(text, review_points(words, split->error, false));
    pip_text_add_char(text, ')');
}

void review_besides(const struct review_words *words, const struct pip_review_split *split,
                    struct pip_text *text) {
    for (int i = 0; i < split->besides; i++) {
        if (split->beside[i] == 0)
            continue;
        pip_text_add(text, text->length ? ", " : "");
        pip_text_add(text, review_item(words, split->beside_name[i]));
        pip_text_add(text, split->beside[i] < 0 ? " -" : " +");
        pip_text_add_number(text, abs(split->beside[i]));
    }
}

void review_split(const struct pip_match *match, const struct review_words *words,
                  const struct pip_review_split *split, struct pip_text *text) {
    int64_t told = add_items(match, words, split, text);
    if (text->length > 0 || is_sure(split->total, split->error))
        add_total(words, split, told, text);
    add_others(words, split, text);
    if (split->won != 0 && abs(split->won) >= 2 * split->won_error) {
        pip_text_add(text, text->length ? ", " : "");
        pip_text_add(text, review_share(words, split->won, true));
        pip_text_add_char(text, ' ');
        pip_text_add(text, match->setup.game->won ? words->share_escape : words->share_win);
    }
}

/* What playing on has made of a cost: "played on 256 times, standard error 0.4". */
void review_rolled(const struct pip_setup *setup, const struct review_words *words,
                   const struct pip_review_rolled *rolled, struct pip_text *text) {
    char times[64];
    snprintf(times, sizeof times,
             words->german ? "%u-mal weitergespielt, Standardfehler "
                           : "played on %u times, standard error ",
             rolled->samples);
    pip_text_add(text, times);
    pip_text_add(text, pip_review_by_win(setup) ? review_share(words, rolled->win_error, false)
                                                : review_points(words, rolled->value_error, false));
}

/* Where it has not decided. */
void review_open(const struct pip_setup *setup, const struct review_words *words,
                 const struct pip_review_rolled *rolled, struct pip_text *text) {
    pip_text_add(text, words->german ? "offen: " : "open: ");
    review_rolled(setup, words, rolled, text);
    pip_text_add(text, words->german ? ", gekostet hätte es " : ", it would have cost ");
    review_cost(setup, words, rolled->value, rolled->win, text);
}

void review_played(const struct pip_review *review, const struct review_words *words,
                   const struct pip_review_choice *choice, struct pip_text *text) {
    const struct pip_match *match = review->match;
    pip_move step[PIP_STEPS_MAX];
    int steps = 0;
    for (; steps < choice->steps && steps < PIP_STEPS_MAX; steps++)
        step[steps] = match->events[choice->event + (uint32_t)steps].move;
    review_line(&match->setup, words, step, steps, text);
}

static void print_choice(const struct pip_review *review, const struct review_words *words,
                         uint32_t number) {
    const struct pip_review_choice *choice = &review->choice[number];
    const struct pip_review_split *split = review_split_of(review, number);
    char played[1024], better[1024], cost[256], items[512];
    struct pip_text text = pip_text_init(played, sizeof played);
    review_played(review, words, choice, &text);
    text = pip_text_init(better, sizeof better);
    review_line(&review->match->setup, words, choice->line.step, choice->line.steps, &text);
    text = pip_text_init(cost, sizeof cost);
    review_cost(&review->match->setup, words, choice->best.value - choice->played.value,
                choice->best.win - choice->played.win, &text);
    if (choice->rolled.counts) {
        pip_text_add(&text, " (");
        review_rolled(&review->match->setup, words, &choice->rolled, &text);
        pip_text_add_char(&text, ')');
    }
    printf("  %s %d, %s %s\n    %s", words->turn, choice->turn + 1, words->cost, cost, played);
    if (choice->ranked) {
        printf(" (");
        char of[64];
        snprintf(of, sizeof of, words->german ? "Nummer %d von %d" : "number %d of %d",
                 choice->place, choice->count);
        printf("%s)", of);
    }
    printf("\n    %s: %s\n", words->better, better);
    text = pip_text_init(items, sizeof items);
    if (choice->rolled.samples > 0 && !choice->rolled.counts)
        review_open(&review->match->setup, words, &choice->rolled, &text);
    if (items[0])
        printf("    %s\n", items);
    if (!split)
        return;
    text = pip_text_init(items, sizeof items);
    review_split(review->match, words, split, &text);
    if (items[0])
        printf("    %s: %s\n", words->where, items);
    text = pip_text_init(items, sizeof items);
    review_besides(words, split, &text);
    if (items[0])
        printf("    %s: %s\n", words->besides, items);
    if (!pip_review_agrees(&review->match->setup, split))
        printf("    %s\n", words->doubt);
}

static void print_find(const struct pip_review *review, const struct review_words *words,
                       int seat) {
    uint32_t number = review->seat[seat].find;
    char played[1024], cost[128], head[160];
    if (number == UINT32_MAX)
        return;
    const struct pip_review_choice *choice = &review->choice[number];
    struct pip_text text = pip_text_init(played, sizeof played);
    review_played(review, words, choice, &text);
    text = pip_text_init(cost, sizeof cost);
    review_cost(&review->match->setup, words, choice->obvious, choice->obvious_win, &text);
    snprintf(head, sizeof head, words->german ? "Bester Einfall von %s" : "Best find of %s",
             review_name(review->match, words, seat));
    printf("\n%s\n  %s %d: %s\n    %s %s\n", head, words->turn, choice->turn + 1, played,
           words->find_worth, cost);
}

static void print_seat(const struct pip_review *review, const struct review_words *words,
                       int seat) {
    const char *name = review_name(review->match, words, seat);
    const struct pip_review_seat *card = &review->seat[seat];
    if (card->costly[0] == UINT32_MAX) {
        printf(words->german ? "\n%s ließ nichts liegen, was der Rede wert wäre.\n"
                             : "\n%s left nothing worth mentioning.\n",
               name);
    } else {
        printf(words->german ? "\nWo %s etwas liegen ließ\n"
                             : "\nWhere %s left something on the table\n",
               name);
        for (int i = 0; i < PIP_REVIEW_COSTLY && card->costly[i] != UINT32_MAX; i++)
            print_choice(review, words, card->costly[i]);
    }
    print_find(review, words, seat);
}

/* ---- The whole ---- */

/* Columns as people see them: what is written in several bytes has one place. */
static void print_padded(const char *text, int width) {
    int shown = 0;
    for (const char *at = text; *at; at++)
        shown += ((unsigned char)*at & 0xc0) != 0x80;
    printf("%s%*s", text, width > shown ? width - shown : 0, "");
}

static void print_head(const struct pip_review *review, const struct review_words *words) {
    const struct pip_setup *setup = &review->match->setup;
    printf("%s, %s, ", setup->game->title,
           words->german ? setup->sheet->title_de : setup->sheet->title_en);
    if (setup->seats > 1)
        printf("%d %s, ", setup->seats, words->seats);
    else
        printf("%s, ", words->alone);
    printf("%d %s\n", setup->game->turn(setup, review->match->state), words->turns);
    if (!review->over)
        printf("%s\n", words->unfinished);
}

static void print_row(const struct pip_review *review, const struct review_words *words, int seat) {
    const struct pip_review_seat *card = &review->seat[seat];
    int64_t end = review->end[seat].value, start = review->start[seat].value;
    char good[64];
    bool team = review->match->setup.game->won != NULL;
    print_padded(review_name(review->match, words, seat), 20);
    if (!team) {
        printf("%9s %9s %9s %9s %9s", review_points(words, start, false),
               review_points(words, card->luck, true), review_points(words, -card->loss, true),
               review_points(words, end - start - card->luck + card->loss, true),
               review_points(words, end, false));
        if (pip_review_by_win(&review->match->setup))
            printf(" %9s", review_chance(words, review->end[seat].win, false));
    } else {
        printf("%9s", review_share(words, -card->loss_win, true));
    }
    snprintf(good, sizeof good, words->german ? "%u %% von %u" : "%u %% of %u",
             card->choices ? 100 * card->near / card->choices : 100, card->choices);
    printf("   %s\n", good);
}

static void print_table(const struct pip_review *review, const struct review_words *words) {
    const struct pip_setup *setup = &review->match->setup;
    putchar('\n');
    print_padded("", 20);
    if (!setup->game->won)
        printf("%9s %*s %9s %9s %9s", words->expected, words->german ? 10 : 9, words->luck,
               words->skill, words->rest, words->score);
    else
        printf("%9s", words->skill);
    if (pip_review_by_win(setup) && !setup->game->won)
        printf(" %9s", words->german ? "gewonnen" : "won");
    printf("   %s\n", words->good);
    for (int seat = 0; seat < setup->seats; seat++)
        print_row(review, words, seat);
}

static void print_team(const struct pip_review *review, const struct review_words *words) {
    int64_t dice = review->seat[0].luck_win, start = review->start[0].win;
    printf(words->german
               ? "\nVor dem ersten Wurf lag die Fluchtchance bei %s, am Ende bei %s; die Würfel\n"
                 "haben %s Prozentpunkte beigetragen, alles andere %s. Auch die Wahl oben ist in\n"
                 "Prozentpunkten angegeben.\n"
               : "\nBefore the first roll the chance to escape was %s, at the end %s; the dice\n"
                 "added %s percentage points, all else %s. Choices above are percentage points, "
                 "too.\n",
           review_chance(words, start, false), review_chance(words, review->end[0].win, false),
           review_share(words, dice, true),
           review_share(words, review->end[0].win - start - dice, true));
}

static void print_notes(const struct pip_review *review, const struct review_words *words) {
    const struct pip_setup *setup = &review->match->setup;
    int64_t error = 0;
    unsigned rolled = 0;
    for (int seat = 0; seat < setup->seats; seat++)
        error = review->seat[seat].luck_error > error ? review->seat[seat].luck_error : error;
    if (setup->game->won) {
        print_team(review, words);
    } else {
        printf("\n%s", words->columns);
    }
    for (int seat = 0; seat < setup->seats; seat++)
        rolled += review->seat[seat].rolled;
    if (rolled > 0)
        printf(words->german
                   ? "Entscheidungen, deren Kosten durch Weiterspielen gezählt sind: %u.\n"
                   : "What %u choices cost was counted by playing on.\n",
               rolled);
    if (error > 0)
        printf(words->german ? "Das Glück ist aus einem Teil der möglichen Würfe geschätzt, mit "
                               "einem Standardfehler von höchstens %s.\n"
                             : "Luck is estimated from some of the rolls there could have been, "
                               "with a standard error of at most %s.\n",
               review_points(words, error + 49, false));
}

void review_print_text(const struct pip_review *review, const struct review_words *words,
                       unsigned seats) {
    print_head(review, words);
    print_table(review, words);
    print_notes(review, words);
    for (int seat = 0; seat < review->match->setup.seats; seat++) {
        if (seats == 0 || seats >> seat & 1)
            print_seat(review, words, seat);
    }
}
