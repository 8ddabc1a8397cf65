/* Escape in words and numbers: move text, and the position for programs. */
#include "escape.h"

/* ---- Arguments of moves ---- */

static void write_side(int side, struct pip_text *text) {
    pip_text_add(text, pip__es_side_name[side]);
}

/* From 1 in the text. */
static void write_number(int number, struct pip_text *text) {
    pip_text_add_number(text, number + 1);
}

/* "torch key", or "-" for nothing. */
static void write_hand(int hand, struct pip_text *text) {
    bool any = false;
    for (int symbol = 0; symbol < ES_SYMBOLS; symbol++) {
        for (int i = 0; i < pip__es_dice_count(pip__es_hand[hand], symbol); i++) {
            pip_text_add(text, any ? " " : "");
            pip_text_add(text, pip__es_face_name[symbol]);
            any = true;
        }
    }
    pip_text_add(text, any ? "" : "-");
}

static void write_taken(int hand, struct pip_text *text) {
    write_hand(hand + 1, text);
}

void pip__es_write_chamber(int chamber, struct pip_text *text) {
    pip_text_add_char(text, (char)('a' + chamber / ES_WIDTH));
    pip_text_add_number(text, chamber % ES_WIDTH + 1);
}

static void write_temporary(int index, struct pip_text *text) {
    pip_text_add(text, pip__es_face_name[pip__es_temporary[index]]);
}

static void write_joker(int choice, struct pip_text *text) {
    pip_text_add(text, choice == ES_JOKER_REROLL ? "reroll" : pip__es_face_name[choice]);
}

static void write_pathway(int pathway, struct pip_text *text) {
    pip__es_write_chamber(pathway / ES_SIDES, text);
    pip_text_add_char(text, ' ');
    write_side(pathway % ES_SIDES, text);
}

/* ---- Moves ---- */

/* All moves, in order: each kind with its words, its first number, and what its argument says. */
static const struct kind {
    const char *words;
    uint16_t first;
    void (*write)(int argument, struct pip_text *text);
} kinds[] = {
    {"side", ES_CHOOSE, write_side},
    {"heal", ES_HEAL, write_number},
    {"roll", ES_ROLL, NULL},
    {"reroll", ES_REROLL, NULL},
    {"keep", ES_KEEP, write_hand},
    {"enter", ES_ENTER, pip__es_write_chamber},
    {"dash", ES_DASH, pip__es_write_chamber},
    {"use", ES_USE, write_temporary},
    {"joker", ES_JOKER, write_joker},
    {"unlock gems", ES_UNLOCK_GEMS, NULL},
    {"unlock die", ES_UNLOCK_DIE, NULL},
    {"close", ES_CLOSE, write_pathway},
    {"end", ES_END, NULL},
    {"take", ES_TAKE, write_taken},
    {"map", ES_MAP, write_number},
    {"complete", ES_COMPLETE, write_number},
    {"leave", ES_LEAVE, NULL},
    {NULL, ES_MOVES, NULL},
};

static void write_kind(const struct kind *kind, pip_move move, struct pip_text *text) {
    pip_text_add(text, kind->words);
    if (kind->write) {
        pip_text_add_char(text, ' ');
        kind->write(move - kind->first, text);
    }
}

void pip__es_move_write(const struct pip_setup *setup, pip_move move, struct pip_text *text) {
    const struct kind *kind = kinds;
    (void)setup;
    while (move >= kind[1].first)
        kind++;
    write_kind(kind, move, text);
}

/* Reads what writing gives by writing what could be meant: the moves whose first letter fits. */
enum pip_status pip__es_move_read(const struct pip_setup *setup, struct pip_span span,
                                  pip_move *move) {
    (void)setup;
    for (const struct kind *kind = kinds; kind->words && span.length > 0; kind++) {
        for (pip_move m = kind->first; kind->words[0] == span.at[0] && m < kind[1].first; m++) {
            char buffer[32];
            struct pip_text text = pip_text_init(buffer, sizeof buffer);
            write_kind(kind, m, &text);
            if (pip_span_is(span, buffer)) {
                *move = m;
                return PIP_OK;
            }
        }
    }
    return PIP_BAD_TEXT;
}

/* ---- The position for programs ---- */

static int observe_pathways(const struct pip__es_seat *seat, int16_t *numbers) {
    int count = 0;
    for (int chamber = 0; chamber < ES_CHAMBERS; chamber++) {
        if (!(ES_EAST_COLUMN >> chamber & 1))
            numbers[count++] = seat->closed[ES_EAST] >> chamber & 1;
        if (!(ES_SOUTH_ROW >> chamber & 1))
            numbers[count++] = seat->closed[ES_SOUTH] >> chamber & 1;
    }
    return count;
}

static int observe_seat(const struct pip_setup *setup, const struct pip__es_state *s, int index,
                        int16_t *numbers) {
    const struct pip__es_seat *seat = &s->seat[index];
    int count = 0;
    numbers[count++] = index == s->active;
    numbers[count++] = index == s->acting;
    numbers[count++] = seat->place;
    for (int chamber = 0; chamber < ES_CHAMBERS; chamber++)
        numbers[count++] = seat->crossed >> chamber & 1;
    for (int map = 0; map < ES_MAPS; map++) {
        const struct pip__es_map *printed = &pip__es_sheet_of(setup)->map[map];
        unsigned missing = ~(unsigned)seat->map[map];
        numbers[count++] = (int16_t)__builtin_popcount(missing & printed->bonus);
        numbers[count++] = (int16_t)__builtin_popcount(missing & printed->gem);
        numbers[count++] = seat->completed >> map & 1;
    }
    for (int symbol = 0; symbol < ES_SYMBOLS; symbol++)
        numbers[count++] = (int16_t)pip__es_dice_count(seat->taken, symbol);
    if (setup->option[ES_VARIANT] == ES_CLOSED_PATHWAYS)
        count += observe_pathways(seat, numbers + count);
    return count;
}

static int observe_dice(const struct pip__es_state *s, int16_t *numbers) {
    int count = 0;
    for (int symbol = 0; symbol < ES_SYMBOLS; symbol++) {
        numbers[count++] = (int16_t)pip__es_dice_count(s->kept, symbol);
        numbers[count++] = (int16_t)pip__es_dice_count(s->pool, symbol);
        numbers[count++] = (int16_t)pip__es_dice_count(s->rolled, symbol);
    }
    numbers[count++] = s->black;
    numbers[count++] = s->unrolled;
    numbers[count++] = s->begun;
    for (int space = 0; space < ES_CURSED_SPACES; space++)
        numbers[count++] = s->cursed[space];
    for (int i = 0; i < ES_EXTRA_DICE; i++)
        numbers[count++] = s->extra[i];
    numbers[count++] = s->added;
    return count;
}

int pip__es_observe(const struct pip_setup *setup, const void *state, int seat, int16_t *numbers) {
    const struct pip__es_state *s = state;
    int count = 0;
    for (int i = 0; i < setup->seats; i++)
        count += observe_seat(setup, s, (seat + i) % setup->seats, numbers + count);
    count += observe_dice(s, numbers + count);
    for (int track = 0; track < ES_TRACKS; track++) {
        numbers[count++] = s->marked[track];
        numbers[count++] = (int16_t)pip__es_ready(s, track);
    }
    for (int colour = 0; colour < ES_COLOURS; colour++)
        numbers[count++] = s->unlocked >> colour & 1;
    numbers[count++] = (int16_t)(pip__es_goal(setup) - pip__es_gems(s));
    numbers[count++] = (int16_t)(pip__es_turns(setup) - s->turn);
    numbers[count++] = s->phase;
    return count;
}
