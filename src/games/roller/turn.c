/* One turn: what it is worth, which moves it is; and the best of many. */
#include "turn.h"

/* ---- Keeping the best ---- */

static void sink(struct pip__roller_heap *heap, const struct pip__roller_turn *turn) {
    int at = 0;
    for (int below = 1; below < heap->count; below = 2 * at + 1) {
        if (below + 1 < heap->count && heap->turn[below + 1].value < heap->turn[below].value)
            below++;
        if (heap->turn[below].value >= turn->value)
            break;
        heap->turn[at] = heap->turn[below];
        at = below;
    }
    heap->turn[at] = *turn;
}

bool pip__roller_is_worth(const struct pip__roller_heap *heap, int32_t value) {
    return heap->count < heap->room || value > heap->turn[0].value;
}

void pip__roller_keep(struct pip__roller_heap *heap, const struct pip__roller_turn *turn) {
    if (!pip__roller_is_worth(heap, turn->value))
        return;
    if (heap->count == heap->room) {
        sink(heap, turn);
        return;
    }
    int at = heap->count++;
    for (; at > 0 && heap->turn[(at - 1) / 2].value > turn->value; at = (at - 1) / 2)
        heap->turn[at] = heap->turn[(at - 1) / 2];
    heap->turn[at] = *turn;
}

void pip__roller_sort_turns(struct pip__roller_turn *turn, int count) {
    for (int gap = 121; gap > 0; gap /= 3) {
        for (int i = gap; i < count; i++) {
            struct pip__roller_turn moving = turn[i];
            int j = i;
            for (; j >= gap && turn[j - gap].value < moving.value; j -= gap)
                turn[j] = turn[j - gap];
            turn[j] = moving;
        }
    }
}

/* ---- What a turn is worth ---- */

static const struct pip__roller_placement *at(const struct pip__roller_search *in, unsigned index) {
    return index == ROLLER_NOTHING ? NULL : &in->placement[index];
}

static bool uses_bonus(const struct pip__roller_search *in, const struct pip__roller_turn *turn) {
    const struct pip__roller_placement *first = at(in, turn->part[0]);
    const struct pip__roller_placement *second = at(in, turn->part[1]);
    return turn->extra != ROLLER_NOTHING || (first && first->more) || (second && second->more);
}

/* Index of a number among the values of a box; 0 is no number. */
static int rank(int number) {
    return number ? number - ROLLER_LOWEST + 1 : 0;
}

void pip__roller_numbers_of(const struct pip__roller_search *in,
                            const struct pip__roller_turn *turn, int numbers[2]) {
    int count = in->own.selections;
    numbers[0] = rank(in->own.selected[0]);
    numbers[1] = rank(in->own.selected[1]);
    for (int i = 0; i < 2 && turn->part[i] != ROLLER_NOTHING; i++)
        numbers[count++] = rank(at(in, turn->part[i])->number);
}

int32_t pip__roller_margin_of(const struct pip__roller_search *in,
                              const struct pip__roller_turn *turn, bool swap) {
    int numbers[2];
    pip__roller_numbers_of(in, turn, numbers);
    return in->margin[numbers[swap]][numbers[!swap]];
}

int32_t pip__roller_best_margin(const struct pip__roller_search *in,
                                const struct pip__roller_turn *turn) {
    int32_t one = pip__roller_margin_of(in, turn, false);
    int32_t other = pip__roller_margin_of(in, turn, true);
    return one > other ? one : other;
}

struct pip__roller_seat pip__roller_after_turn(const struct pip__roller_search *in,
                                               const struct pip__roller_turn *turn) {
    const unsigned parts[3] = {turn->part[0], turn->part[1], turn->extra};
    struct pip__roller_seat after = in->own;
    for (int i = 0; i < 3; i++) {
        const struct pip__roller_placement *part = at(in, parts[i]);
        if (part)
            after = pip__roller_with(&after, part->hexes, part->number);
    }
    return after;
}

void pip__roller_value_turn(const struct pip__roller_search *in, struct pip__roller_turn *turn) {
    struct pip__roller_seat after = pip__roller_after_turn(in, turn);
    turn->swap = pip__roller_margin_of(in, turn, true) > pip__roller_margin_of(in, turn, false);
    turn->value = in->ground.value + pip__roller_gain(&in->ground, &after) +
                  pip__roller_best_margin(in, turn) -
                  (uses_bonus(in, turn) ? pip__roller_bonus_value(in->ground.rounds) : 0);
}

void pip__roller_value_margins(struct pip__roller_search *in) {
    struct pip__roller_seat after = in->own;
    for (int red = 0; red < ROLLER_BOX_VALUES; red++) {
        for (int green = 0; green < ROLLER_BOX_VALUES; green++) {
            after.row[ROLLER_RED][in->s->round] =
                (uint8_t)(red ? red + ROLLER_LOWEST - 1 : ROLLER_BOX_VOID);
            after.row[ROLLER_GREEN][in->s->round] =
                (uint8_t)(green ? green + ROLLER_LOWEST - 1 : ROLLER_BOX_VOID);
            in->margin[red][green] = pip__roller_margin_value(in->sheet, &after, in->ground.rounds);
        }
    }
}

/* ---- Rows ---- */

bool pip__roller_rows_are_alike(const struct pip__roller_search *in,
                                const struct pip__roller_turn *turn) {
    unsigned have[2] = {0, 0}, bit[2];
    int numbers[2];
    pip__roller_numbers_of(in, turn, numbers);
    for (int i = 0; i < 2; i++) {
        bit[i] = numbers[i] ? 1u << (numbers[i] + ROLLER_LOWEST - 1) : 0;
        for (int round = 0; round < in->s->round; round++)
            have[i] |= 1u << in->own.row[i][round];
        have[i] &= ~(1u << ROLLER_BOX_VOID);
    }
    return ((have[0] | bit[0]) == (have[0] | bit[1]) && (have[1] | bit[0]) == (have[1] | bit[1])) ||
           ((have[0] | bit[0]) == (have[1] | bit[0]) && (have[0] | bit[1]) == (have[1] | bit[1]));
}

/* ---- As moves ---- */

static void add_move(struct pip_line *line, int move) {
    line->step[line->steps++] = (pip_move)move;
}

void pip__roller_add_part(const struct pip__roller_placement *part, bool third,
                          struct pip_line *line) {
    int plain = part->length - part->more;
    if (third)
        add_move(line, ROLLER_BONUS + (int)ROLLER_THIRD);
    if (part->number == ROLLER_TWO_NUMBER)
        add_move(line, ROLLER_BONUS + (int)ROLLER_TWO);
    else if (plain > 0)
        add_move(line, ROLLER_TAKE + part->number - ROLLER_LOWEST);
    for (int i = 0; i < part->length; i++) {
        if (i == plain)
            add_move(line, ROLLER_BONUS + (int)ROLLER_MORE);
        add_move(line, ROLLER_PUT + part->path[i]);
    }
}

void pip__roller_write_turn(const struct pip__roller_search *in,
                            const struct pip__roller_turn *turn, struct pip_line *line) {
    const struct pip__roller_placement *extra = at(in, turn->extra);
    int numbers[2];
    *line = in->begun;
    if (extra && extra->more)
        pip__roller_add_part(extra, false, line);
    for (int i = 0; i < 2 && turn->part[i] != ROLLER_NOTHING; i++)
        pip__roller_add_part(at(in, turn->part[i]), false, line);
    if (extra && !extra->more)
        pip__roller_add_part(extra, extra->number != ROLLER_TWO_NUMBER, line);
    pip__roller_numbers_of(in, turn, numbers);
    add_move(line, ROLLER_ROWS + ROLLER_BOX_VALUES * numbers[turn->swap] + numbers[!turn->swap]);
}
