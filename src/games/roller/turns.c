/* What a seat can make of its round.
 *
 * What one number's placement adds is known for each placement on its own. Two placements of
 * different numbers can be made in either order whenever they share no hex, so a turn is a pair of
 * disjoint placements, one of which may be longer by the bonus *one more*. The most promising pairs
 * by the sum of their gains are valued exactly, and the best of those also get *a two* or a third
 * number on top. Rows are tried both ways round. */
#include "turn.h"

#define THIRDS_MAX 10  /* placements of a third number tried with each */
#define TWO_EMPTY 2    /* a two goes where an area has at most so many empty hexes */
#define STRANDED_MAX 8 /* placements after which nothing can be selected, or nothing was found */
#define STRANDED_ROOM 6

/* What greedy's evaluation does not see, in its thousandths of a point: fitted to what nets thought
 * of turns in the first rounds on the shipped sheets. */
#define LONE_PRICE 2200
#define HEX_PRIZE 900

/* How many turns are looked at: valued exactly, without a bonus and with each; and of the former,
 * tried with a two or a third number. */
struct width {
    uint16_t plain, bonus, finalists;
};
static const struct width greedy_width = {160, 40, 12};
static const struct width far_width = {ROLLER_PLAIN_MAX, ROLLER_BONUS_MAX, 20};

static const struct width *width_of(const struct pip__roller_found *found) {
    return found->far ? &far_width : &greedy_width;
}

/* ---- Placements ---- */

static bool may_use(const struct pip__roller_search *in, int bonus) {
    return !in->own.bonus && !(in->own.used >> bonus & 1);
}

static struct pip__roller_list add_list(struct pip__roller_search *in, int number, int length,
                                        int room) {
    struct pip__roller_list list = {.first = in->placements};
    list.count =
        pip__roller_placements(&in->hopes, number, 0, length, &in->placement[in->placements], room);
    in->placements += list.count;
    return list;
}

/* One hex each. */
static struct pip__roller_list add_hexes(struct pip__roller_search *in, uint64_t hexes, int number,
                                         bool more) {
    struct pip__roller_list list = {in->placements, pip__roller_count(hexes)};
    for (; hexes; hexes &= hexes - 1)
        in->placement[in->placements++] =
            (struct pip__roller_placement){.hexes = hexes & -hexes,
                                           .number = (uint8_t)number,
                                           .length = 1,
                                           .more = more,
                                           .path = {(uint8_t)__builtin_ctzll(hexes)}};
    return list;
}

/* RO3.1: paths of one hex more than there are dice. */
static struct pip__roller_list add_longer(struct pip__roller_search *in, int number) {
    struct pip__roller_list list =
        add_list(in, number, in->s->count[number - ROLLER_LOWEST] + 1, ROLLER_LONGER_MAX);
    for (int i = 0; i < list.count; i++)
        in->placement[list.first + i].more = true;
    return list;
}

/* Everything that the seat may still write. */
static void find_placements(struct pip__roller_search *in) {
    const struct pip__roller_seat *own = &in->own;
    bool selecting = own->selections < 2;
    for (int i = 0; i < ROLLER_NUMBERS && (selecting || may_use(in, ROLLER_THIRD)); i++) {
        if (!(in->takes >> i & 1))
            continue;
        in->plain[i] = add_list(in, ROLLER_LOWEST + i, in->s->count[i], ROLLER_PLACEMENTS_MAX);
        if (selecting && may_use(in, ROLLER_MORE))
            in->longer[i] = add_longer(in, ROLLER_LOWEST + i);
    }
    if (may_use(in, ROLLER_TWO))
        in->twos = add_hexes(in, own->empty, ROLLER_TWO_NUMBER, false);
    if (may_use(in, ROLLER_MORE) && own->last)
        in->mores =
            add_hexes(in, in->sheet->neighbours[own->last - 1] & own->empty, own->number, true);
}

/* ---- Selections ---- */

static bool are_partners(const struct pip__roller_placement *a,
                         const struct pip__roller_placement *b) {
    return a->number != b->number && !(a->hexes & b->hexes);
}

/* Towards the end only full areas count, and what fills one in two parts must be seen. */
static void find_open_areas(struct pip__roller_search *in) {
    for (int area = 0; area < in->sheet->areas && in->ground.rounds <= 1; area++) {
        uint64_t empty = in->own.empty & in->sheet->area[area];
        int points = pip__roller_most_often(in->sheet, &in->own, area);
        if (!empty || pip__roller_count(empty) > in->sheet->dice)
            continue;
        in->open[in->opens].empty = empty;
        in->open[in->opens++].value = 1000 * points * (area == in->sheet->middle ? 2 : 1);
    }
}

/* What two placements gain beyond the sum: areas that both together fill. */
static int32_t gain_together(const struct pip__roller_search *in, uint64_t one, uint64_t other) {
    int32_t gain = 0;
    for (int i = 0; i < in->opens; i++) {
        uint64_t empty = in->open[i].empty;
        if ((empty & ~one) && (empty & ~other) && !(empty & ~one & ~other))
            gain += in->open[i].value;
    }
    return gain;
}

/* Keeps every pair of one from each list, by the sum of what they gain. */
static void add_pairs(struct pip__roller_search *in, struct pip__roller_list first,
                      struct pip__roller_list second, int bonus) {
    struct pip__roller_heap *heap = &in->best[bonus];
    struct pip__roller_turn turn = {.part = {(uint16_t)first.first, (uint16_t)second.first},
                                    .extra = ROLLER_NOTHING};
    if (first.count == 0 || second.count == 0)
        return;
    int32_t base = in->ground.value + pip__roller_best_margin(in, &turn);
    if (bonus != ROLLER_NO_BONUS)
        base -= pip__roller_bonus_value(in->ground.rounds);
    for (int i = 0; i < first.count; i++) {
        const struct pip__roller_placement *a = &in->placement[first.first + i];
        for (int j = 0; j < second.count; j++) {
            const struct pip__roller_placement *b = &in->placement[second.first + j];
            turn.value = base + a->gain + b->gain + gain_together(in, a->hexes, b->hexes);
            if (!pip__roller_is_worth(heap, turn.value) && !in->opens)
                break; /* those behind gain less */
            turn.part[0] = (uint16_t)(first.first + i);
            turn.part[1] = (uint16_t)(second.first + j);
            if (!(a->hexes & b->hexes))
                pip__roller_keep(heap, &turn);
        }
    }
}

static void add_singles(struct pip__roller_search *in, struct pip__roller_list list, int bonus) {
    for (int i = 0; i < list.count; i++) {
        struct pip__roller_turn turn = {.part = {(uint16_t)(list.first + i), ROLLER_NOTHING},
                                        .extra = ROLLER_NOTHING};
        turn.value = in->ground.value + in->placement[list.first + i].gain +
                     pip__roller_best_margin(in, &turn);
        if (bonus != ROLLER_NO_BONUS)
            turn.value -= pip__roller_bonus_value(in->ground.rounds);
        pip__roller_keep(&in->best[bonus], &turn);
    }
}

/* RO2.2, RO2.5: two selections, or one, or none, whatever is left. */
static void select_numbers(struct pip__roller_search *in) {
    const struct pip__roller_turn none = {.part = {ROLLER_NOTHING, ROLLER_NOTHING},
                                          .extra = ROLLER_NOTHING};
    if (in->own.selections == 2)
        pip__roller_keep(&in->best[ROLLER_NO_BONUS], &none);
    for (int i = 0; i < ROLLER_NUMBERS && in->own.selections == 1; i++) {
        add_singles(in, in->plain[i], ROLLER_NO_BONUS);
        add_singles(in, in->longer[i], ROLLER_MORE);
    }
    for (int i = 0; i < ROLLER_NUMBERS && in->own.selections == 0; i++) {
        for (int j = i + 1; j < ROLLER_NUMBERS; j++) {
            add_pairs(in, in->plain[i], in->plain[j], ROLLER_NO_BONUS);
            add_pairs(in, in->longer[i], in->plain[j], ROLLER_MORE);
            add_pairs(in, in->plain[i], in->longer[j], ROLLER_MORE);
        }
    }
}

/* ---- Bonuses ---- */

/* Keeps a turn with a hex of a bonus on top. */
static void add_extra(struct pip__roller_search *in, const struct pip__roller_turn *turn, int index,
                      int bonus) {
    struct pip__roller_turn more = *turn;
    more.extra = (uint16_t)index;
    pip__roller_value_turn(in, &more);
    pip__roller_keep(&in->best[bonus], &more);
}

/* RO3.2: wherever an area is nearly full. */
static void add_twos(struct pip__roller_search *in, const struct pip__roller_turn *turn,
                     const struct pip__roller_seat *after) {
    uint64_t useful = 0;
    for (int area = 0; area < in->sheet->areas; area++) {
        uint64_t empty = in->sheet->area[area] & after->empty;
        if (pip__roller_count(empty) <= TWO_EMPTY)
            useful |= empty;
    }
    for (int i = in->twos.first; i < in->twos.first + in->twos.count; i++) {
        if (in->placement[i].hexes & useful)
            add_extra(in, turn, i, ROLLER_TWO);
    }
}

/* RO3.1: one more of the path that was written before. */
static void add_mores(struct pip__roller_search *in, const struct pip__roller_turn *turn,
                      const struct pip__roller_seat *after) {
    for (int i = in->mores.first; i < in->mores.first + in->mores.count; i++) {
        if (in->placement[i].hexes & after->empty)
            add_extra(in, turn, i, ROLLER_MORE);
    }
}

static bool is_known(const struct pip__roller_heap *heap, const struct pip__roller_turn *turn) {
    for (int i = 0; i < heap->count; i++) {
        const struct pip__roller_turn *other = &heap->turn[i];
        if (other->extra == turn->extra && other->part[0] == turn->part[0] &&
            other->part[1] == turn->part[1])
            return true;
    }
    return false;
}

/* RO3.3: a third number on top; if the seat is free to, also with another of the three as third. */
static void add_third(struct pip__roller_search *in, const struct pip__roller_turn *turn,
                      int third) {
    struct pip__roller_heap *heap = &in->best[ROLLER_THIRD];
    int32_t gain = in->placement[third].gain - pip__roller_bonus_value(in->ground.rounds);
    for (int swapped = -1; swapped < (in->own.selections == 0 ? 2 : 0); swapped++) {
        struct pip__roller_turn more = *turn;
        more.extra = (uint16_t)third;
        if (swapped >= 0) {
            more.extra = turn->part[swapped];
            more.part[swapped] = (uint16_t)third;
        }
        if (more.part[0] > more.part[1] && more.part[1] != ROLLER_NOTHING) {
            uint16_t kept = more.part[0];
            more.part[0] = more.part[1];
            more.part[1] = kept;
        }
        more.value += gain + pip__roller_best_margin(in, &more) - pip__roller_best_margin(in, turn);
        if (pip__roller_is_worth(heap, more.value) && !is_known(heap, &more))
            pip__roller_keep(heap, &more);
    }
}

/* RO3.4: a number that is neither of the two, after two that are not void. */
static void add_thirds(struct pip__roller_search *in, const struct pip__roller_turn *turn,
                       const struct pip__roller_seat *after) {
    int numbers[2];
    pip__roller_numbers_of(in, turn, numbers);
    if (!may_use(in, ROLLER_THIRD) || numbers[0] == 0 || numbers[1] == 0)
        return;
    for (int i = 0; i < ROLLER_NUMBERS; i++) {
        struct pip__roller_list list = in->plain[i];
        if (i + 1 == numbers[0] || i + 1 == numbers[1])
            continue;
        for (int j = list.first, tried = 0; j < list.first + list.count && tried < THIRDS_MAX;
             j++) {
            if (in->placement[j].hexes & ~after->empty)
                continue;
            add_third(in, turn, j);
            tried++;
        }
    }
}

static void add_bonuses(struct pip__roller_search *in) {
    for (int i = 0; i < in->best[ROLLER_NO_BONUS].count && i < width_of(in->found)->finalists;
         i++) {
        const struct pip__roller_turn *turn = &in->best[ROLLER_NO_BONUS].turn[i];
        struct pip__roller_seat after = pip__roller_after_turn(in, turn);
        add_twos(in, turn, &after);
        add_mores(in, turn, &after);
        add_thirds(in, turn, &after);
    }
}

/* ---- The whole ---- */

static void value_heap(const struct pip__roller_search *in, struct pip__roller_heap *heap) {
    for (int i = 0; i < heap->count; i++)
        pip__roller_value_turn(in, &heap->turn[i]);
    pip__roller_sort_turns(heap->turn, heap->count);
}

/* The turns of a heap with both ways round of the rows, best first; returns how many. */
static int both_ways(const struct pip__roller_search *in, const struct pip__roller_heap *heap,
                     struct pip__roller_turn *turns) {
    int count = 0;
    for (int i = 0; i < heap->count; i++) {
        struct pip__roller_turn turn = heap->turn[i];
        turns[count++] = turn;
        if (pip__roller_rows_are_alike(in, &turn))
            continue;
        turn.value -= pip__roller_margin_of(in, &turn, turn.swap) -
                      pip__roller_margin_of(in, &turn, !turn.swap);
        turn.swap = !turn.swap;
        turns[count++] = turn;
    }
    pip__roller_sort_turns(turns, count);
    return count;
}

/* How much of the room the turns with each bonus have, and those without, of 15. With many rounds
 * to come bonuses are kept, and all else is most open. */
static const uint8_t *shares_of(const struct pip__roller_search *in) {
    static const uint8_t shares[][ROLLER_BONUSES + 1] = {
        {2, 2, 2, 9}, {3, 3, 3, 6}, {3, 2, 3, 7}, {2, 1, 2, 10}, {2, 0, 2, 11}, {1, 0, 1, 13}};
    int rounds = in->ground.rounds < 5 ? in->ground.rounds : 5;
    return shares[in->found->far ? rounds : 0];
}

/* Adds the best turns of every kind. */
static void tell(const struct pip__roller_search *in) {
    const uint8_t *share = shares_of(in);
    struct pip__roller_turn turns[2 * (ROLLER_PLAIN_MAX + ROLLER_BONUSES * ROLLER_BONUS_MAX)];
    int count = 0;
    for (int bonus = 0; bonus <= ROLLER_NO_BONUS; bonus++) {
        int room = (in->room * share[bonus] + 14) / 15;
        int more = both_ways(in, &in->best[bonus], &turns[count]);
        count += more < room ? more : room;
    }
    pip__roller_sort_turns(turns, count);
    for (int i = 0; i < count && i < in->room; i++) {
        pip__roller_write_turn(in, &turns[i], &in->found->line[in->found->count]);
        in->found->value[in->found->count++] = turns[i].value;
    }
}

static bool has_partner(const struct pip__roller_search *in,
                        const struct pip__roller_placement *first) {
    for (int i = 0; i < ROLLER_NUMBERS; i++) {
        for (int j = 0; j < in->plain[i].count; j++) {
            if (are_partners(first, &in->placement[in->plain[i].first + j]))
                return true;
        }
    }
    return false;
}

/* The seat after a first selection. */
static struct pip__roller_seat after_first(const struct pip__roller_search *in,
                                           const struct pip__roller_placement *first) {
    struct pip__roller_seat after = pip__roller_with(&in->own, first->hexes, first->number);
    after.selected[after.selections++] = first->number;
    after.chosen |= (uint8_t)(1u << (first->number - ROLLER_LOWEST));
    after.used |= (uint8_t)(first->more << ROLLER_MORE);
    after.bonus |= first->more;
    return after;
}

/* RO2.7: after some first selections there may be no second one; that is looked at closely. */
static void tell_stranded(struct pip__roller_search *in, struct pip__roller_list list,
                          int *stranded) {
    for (int i = list.first; i < list.first + list.count; i++) {
        struct pip_line begun = in->begun;
        if (*stranded == STRANDED_MAX || in->room == 0 || has_partner(in, &in->placement[i]))
            continue;
        struct pip__roller_seat after = after_first(in, &in->placement[i]);
        int before = in->found->count, room = (in->room + 1) / 2;
        room = room < STRANDED_ROOM ? room : STRANDED_ROOM;
        pip__roller_add_part(&in->placement[i], false, &begun);
        pip__roller_turns(in->sheet, in->s, &after, &begun, room, in->found);
        in->room -= in->found->count - before;
        ++*stranded;
    }
}

/* RO2.7: selections that are void from the start. */
static void skip_void(struct pip__roller_search *in) {
    in->takes = pip__roller_takes(in->sheet, in->s, &in->own);
    while (in->own.selections < 2 && !in->takes) {
        in->begun.step[in->begun.steps++] = ROLLER_SKIP;
        in->own.selections++;
        in->own.number = in->own.last = 0;
    }
}

static void survey(struct pip__roller_search *in, int rounds) {
    pip__roller_survey(in->sheet, &in->own, rounds, &in->ground);
    pip__roller_survey(in->sheet, &in->own, rounds > 0 ? rounds : 1, &in->hopes);
    if (!in->found->far || rounds == 0)
        return;
    in->ground.lone_price = in->hopes.lone_price = LONE_PRICE;
    in->ground.hex_prize = in->hopes.hex_prize = HEX_PRIZE;
}

void pip__roller_turns(const struct pip__roller_sheet *sheet, const struct pip__roller_state *s,
                       const struct pip__roller_seat *own, const struct pip_line *begun, int room,
                       struct pip__roller_found *found) {
    struct pip__roller_search in = {.sheet = sheet, .s = s, .own = *own, .begun = *begun};
    int stranded = 0;
    in.found = found;
    in.room = room;
    for (int bonus = 0; bonus < ROLLER_NO_BONUS; bonus++)
        in.best[bonus] =
            (struct pip__roller_heap){.room = width_of(found)->bonus, .turn = in.bonus_turn[bonus]};
    in.best[ROLLER_NO_BONUS] =
        (struct pip__roller_heap){.room = width_of(found)->plain, .turn = in.plain_turn};
    survey(&in, sheet->rounds - s->round - 1);
    skip_void(&in);
    pip__roller_value_margins(&in);
    find_placements(&in);
    find_open_areas(&in);
    for (int i = 0; i < ROLLER_NUMBERS && in.own.selections == 0; i++) {
        tell_stranded(&in, in.plain[i], &stranded);
        tell_stranded(&in, in.longer[i], &stranded);
    }
    select_numbers(&in);
    value_heap(&in, &in.best[ROLLER_NO_BONUS]);
    add_bonuses(&in);
    for (int bonus = 0; bonus < ROLLER_BONUSES; bonus++)
        value_heap(&in, &in.best[bonus]);
    tell(&in);
}
