/* The report card as one page: charts as inline SVG with tables behind them, no script, light and
 * dark, and fit to print. */
#include "review.h"
#include <stdlib.h>
#include <string.h>

static void put(const char *text) {
    for (; *text; text++) {
        switch (*text) {
        case '<': fputs("&lt;", stdout); break;
        case '>': fputs("&gt;", stdout); break;
        case '&': fputs("&amp;", stdout); break;
        case '"': fputs("&quot;", stdout); break;
        default: putchar(*text);
        }
    }
}

static const char style[] =
    ":root{color-scheme:light dark;--paper:#fdf9ef;--text:#2a2620;--muted:#655c4d;--line:#d8cdb8;"
    "--s0:#1d2740;--s1:#a44204;--s2:#693c9e;--s3:#2c6a35;--s4:#b3261e;--s5:#1d5ca6;--s6:#7d5c00;"
    "--s7:#5f5a55}"
    "@media(prefers-color-scheme:dark){:root{--paper:#26221c;--text:#efe7d8;--muted:#b9ad98;"
    "--line:#4d463b;--s0:#f3ead6;--s1:#ffa764;--s2:#cba9f2;--s3:#93d29a;--s4:#ff9384;--s5:#8fc0f5;"
    "--s6:#f3cf57;--s7:#c2b9aa}}"
    "body{font:16px/1.45 system-ui,sans-serif;background:var(--paper);color:var(--text);"
    "max-width:52rem;margin:1rem auto;padding:0 1rem}h1{font-size:1.5rem}h2{font-size:1.15rem;"
    "margin-top:1.6rem}table{border-collapse:collapse;font-variant-numeric:tabular-nums}"
    "th,td{padding:.2rem .6rem;text-align:right;border-bottom:1px solid var(--line)}"
    "th:first-child,td:first-child{text-align:left}svg{width:100%;height:auto}"
    "svg text{fill:var(--muted);font:12px system-ui,sans-serif}.m{color:var(--muted)}"
    "summary{cursor:pointer;color:var(--muted)}li{margin:.5rem 0}"
    "@media "
    "print{body{max-width:none;margin:0;background:none}details::details-content{content-"
    "visibility:visible}"
    "section{break-inside:avoid}}";

/* ---- The chart ---- */

#define WIDTH 720
#define HEIGHT 260
#define LEFT 48
#define RIGHT 100

struct scale {
    int64_t low, high;
    uint32_t last;
    bool win;
};

/* What may be expected before roll number `at`; behind the last roll, at the end. */
static int64_t expected(const struct pip_review *review, const struct scale *scale, uint32_t at,
                        int seat) {
    const struct pip_worth *worth =
        at < review->rolls ? &review->roll[at].before[seat] : &review->end[seat];
    return scale->win ? worth->win : worth->value;
}

static struct scale scale_of(const struct pip_review *review) {
    struct scale scale = {INT64_MAX, INT64_MIN, review->rolls,
                          review->match->setup.game->won != NULL};
    for (int seat = 0; seat < review->match->setup.seats; seat++) {
        for (uint32_t i = 0; i <= scale.last; i++) {
            int64_t value = expected(review, &scale, i, seat);
            scale.low = value < scale.low ? value : scale.low;
            scale.high = value > scale.high ? value : scale.high;
        }
    }
    if (scale.win) {
        scale.low = 0;
        scale.high = PIP_WIN_SURE;
    }
    if (scale.high == scale.low)
        scale.high++;
    return scale;
}

static int x_of(const struct scale *scale, uint32_t at) {
    return LEFT + (int)((WIDTH - LEFT - RIGHT) * (int64_t)at / (scale->last ? scale->last : 1));
}

static int y_of(const struct scale *scale, int64_t value) {
    return HEIGHT - 24 - (int)((HEIGHT - 40) * (value - scale->low) / (scale->high - scale->low));
}

static void print_grid(const struct scale *scale, const struct review_words *words) {
    for (int i = 0; i <= 4; i++) {
        int64_t value = scale->low + (scale->high - scale->low) * i / 4;
        int y = y_of(scale, value);
        printf("<line x1=\"%d\" x2=\"%d\" y1=\"%d\" y2=\"%d\" stroke=\"var(--line)\"/>"
               "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%s</text>",
               LEFT, WIDTH - RIGHT, y, y, LEFT - 4, y + 4,
               scale->win ? review_chance(words, value, false)
                          : review_points(words, value, false));
    }
}

static void print_curve(const struct pip_review *review, const struct review_words *words,
                        const struct scale *scale, int seat) {
    static const char *const dash[] = {"", "6 3", "2 3", "8 3 2 3", "1 4", "10 4", "4 2", "3 5"};
    printf("<polyline fill=\"none\" stroke=\"var(--s%d)\" stroke-width=\"2\" "
           "stroke-dasharray=\"%s\" points=\"",
           seat, dash[seat]);
    for (uint32_t i = 0; i <= scale->last; i++)
        printf("%d,%d ", x_of(scale, i), y_of(scale, expected(review, scale, i, seat)));
    printf("\"/><text x=\"%d\" y=\"%d\" style=\"fill:var(--s%d)\">", WIDTH - RIGHT + 6,
           y_of(scale, expected(review, scale, scale->last, seat)) + 4, seat);
    if (!scale->win)
        put(review_name(review->match, words, seat));
    fputs("</text>", stdout);
}

static int curves(const struct pip_review *review) {
    return review->match->setup.game->won ? 1 : review->match->setup.seats;
}

static void print_series(const struct pip_review *review, const struct review_words *words,
                         const struct scale *scale) {
    printf("<details><summary>%s</summary><table><tr><th>%s</th>",
           words->german ? "Als Tabelle" : "As a table", words->turn);
    for (int seat = 0; seat < curves(review); seat++) {
        fputs("<th>", stdout);
        put(scale->win ? "" : review_name(review->match, words, seat));
        fputs("</th>", stdout);
    }
    puts("</tr>");
    for (uint32_t i = 0; i <= scale->last; i++) {
        if (i < scale->last)
            printf("<tr><td>%d</td>", review->roll[i].turn + 1);
        else
            printf("<tr><td>%s</td>", words->german ? "Ende" : "end");
        for (int seat = 0; seat < curves(review); seat++) {
            int64_t value = expected(review, scale, i, seat);
            printf("<td>%s</td>", scale->win ? review_chance(words, value, false)
                                             : review_points(words, value, false));
        }
        puts("</tr>");
    }
    puts("</table></details>");
}

static void print_chart(const struct pip_review *review, const struct review_words *words) {
    struct scale scale = scale_of(review);
    const char *title =
        scale.win ? (words->german ? "Fluchtchance" : "Chance to escape")
                  : (words->german ? "Zu erwartende Punkte am Ende" : "Expected final score");
    printf("<section><h2>%s</h2><svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"%s\">", title,
           WIDTH, HEIGHT, title);
    print_grid(&scale, words);
    for (int seat = 0; seat < curves(review); seat++)
        print_curve(review, words, &scale, seat);
    puts("</svg>");
    print_series(review, words, &scale);
    puts("</section>");
}

/* ---- Seats ---- */

static void print_row(const struct pip_review *review, const struct review_words *words, int seat) {
    const struct pip_review_seat *card = &review->seat[seat];
    int64_t end = review->end[seat].value, start = review->start[seat].value;
    fputs("<tr><td>", stdout);
    put(review_name(review->match, words, seat));
    fputs("</td>", stdout);
    if (review->match->setup.game->won)
        printf("<td>%s</td>", review_share(words, -card->loss_win, true));
    else
        printf("<td>%s</td><td>%s</td><td>%s</td><td>%s</td><td><b>%s</b></td>",
               review_points(words, start, false), review_points(words, card->luck, true),
               review_points(words, -card->loss, true),
               review_points(words, end - start - card->luck + card->loss, true),
               review_points(words, end, false));
    printf("<td>%u %% (%u)</td></tr>\n", card->choices ? 100 * card->near / card->choices : 100,
           card->choices);
}

static void print_table(const struct pip_review *review, const struct review_words *words) {
    printf("<section><table><tr><th></th>");
    if (review->match->setup.game->won)
        printf("<th>%s (%s)</th>", words->skill,
               words->german ? "Prozentpunkte" : "percentage points");
    else
        printf("<th>%s</th><th>%s</th><th>%s</th><th>%s</th><th>%s</th>", words->expected,
               words->luck, words->skill, words->rest, words->score);
    printf("<th>%s</th></tr>\n", words->good);
    for (int seat = 0; seat < review->match->setup.seats; seat++)
        print_row(review, words, seat);
    fputs("</table><p class=\"m\">", stdout);
    if (!review->match->setup.game->won)
        put(words->columns);
    puts("</p></section>");
}

/* A line of its own below a choice, unless there is nothing to say. */
static void put_note(const char *about, const char *words) {
    if (words[0] == '\0')
        return;
    printf("<br><span class=\"m\">%s: ", about);
    put(words);
    fputs("</span>", stdout);
}

static void print_choice(const struct pip_review *review, const struct review_words *words,
                         uint32_t number) {
    const struct pip_review_choice *choice = &review->choice[number];
    const struct pip_review_split *split = review_split_of(review, number);
    char buffer[1024];
    struct pip_text text = pip_text_init(buffer, sizeof buffer);
    review_cost(&review->match->setup, words, choice->best.value - choice->played.value,
                choice->best.win - choice->played.win, &text);
    printf("<li><b>%s %d, %s %s</b><br>", words->turn, choice->turn + 1, words->cost, buffer);
    text = pip_text_init(buffer, sizeof buffer);
    if (choice->rolled.counts)
        review_rolled(&review->match->setup, words, &choice->rolled, &text);
    else if (choice->rolled.samples > 0)
        review_open(&review->match->setup, words, &choice->rolled, &text);
    if (buffer[0])
        printf("<span class=\"m\">%s</span><br>", buffer);
    text = pip_text_init(buffer, sizeof buffer);
    review_played(review, words, choice, &text);
    put(buffer);
    text = pip_text_init(buffer, sizeof buffer);
    review_line(&review->match->setup, words, choice->line.step, choice->line.steps, &text);
    printf("<br>%s: ", words->better);
    put(buffer);
    text = pip_text_init(buffer, sizeof buffer);
    if (split)
        review_split(review->match, words, split, &text);
    put_note(words->where, buffer);
    text = pip_text_init(buffer, sizeof buffer);
    if (split)
        review_besides(words, split, &text);
    put_note(words->besides, buffer);
    if (split && !pip_review_agrees(&review->match->setup, split))
        printf("<br>%s", words->doubt);
    puts("</li>");
}

static void print_find(const struct pip_review *review, const struct review_words *words,
                       uint32_t number) {
    const struct pip_review_choice *choice = &review->choice[number];
    char buffer[1024];
    struct pip_text text = pip_text_init(buffer, sizeof buffer);
    review_played(review, words, choice, &text);
    printf("<p>%s, %s %d: ", words->german ? "Bester Einfall" : "Best find", words->turn,
           choice->turn + 1);
    put(buffer);
    text = pip_text_init(buffer, sizeof buffer);
    review_cost(&review->match->setup, words, choice->obvious, choice->obvious_win, &text);
    printf("<br><span class=\"m\">%s %s</span></p>\n", words->find_worth, buffer);
}

static void print_seat(const struct pip_review *review, const struct review_words *words,
                       int seat) {
    const struct pip_review_seat *card = &review->seat[seat];
    fputs("<section><h2>", stdout);
    put(review_name(review->match, words, seat));
    puts("</h2><ol>");
    for (int i = 0; i < PIP_REVIEW_COSTLY && card->costly[i] != UINT32_MAX; i++)
        print_choice(review, words, card->costly[i]);
    puts("</ol>");
    if (card->find != UINT32_MAX)
        print_find(review, words, card->find);
    puts("</section>");
}

void review_print_html(const struct pip_review *review, const struct review_words *words,
                       unsigned seats) {
    const struct pip_setup *setup = &review->match->setup;
    const char *title = words->german ? "Auswertung" : "Report card";
    printf("<!doctype html>\n<html lang=\"%s\"><head><meta charset=\"utf-8\">"
           "<meta name=\"viewport\" content=\"width=device-width\"><title>%s</title>"
           "<style>%s</style></head><body><h1>%s</h1><p class=\"m\">",
           words->german ? "de" : "en", title, style, title);
    put(setup->game->title);
    fputs(", ", stdout);
    put(words->german ? setup->sheet->title_de : setup->sheet->title_en);
    printf(", %d %s. %s</p>\n", setup->game->turn(setup, review->match->state), words->turns,
           review->over ? "" : words->unfinished);
    print_table(review, words);
    print_chart(review, words);
    for (int seat = 0; seat < setup->seats; seat++) {
        if (seats == 0 || seats >> seat & 1)
            print_seat(review, words, seat);
    }
    puts("</body></html>");
}
