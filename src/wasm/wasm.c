/* The rules as a WASM module: one match, driven through one text buffer.
 *
 * The host writes text into the buffer (or reads it from there); lengths go as arguments and come
 * back as results. The module imports nothing. Its exports are exactly the functions marked EXPORT
 * here; one that is built with PIP_NO_BOTS or PIP_NO_DRAWING lacks those between its #ifndef. */
#include "bots/net.h"
#include <pipwright/record.h>
#include <pipwright/review.h>
#include <pipwright/sim.h>
#include <string.h>
#ifndef PIP_NO_DRAWING
#include "games/json.h"
#endif

#define EXPORT(name) __attribute__((export_name(#name), used))

static char buffer[1 << 18];
static struct pip_event events[1 << 15];
static struct pip_match match;

/* Positions to come back to. */
static struct {
    struct pip_match match;
    struct pip_event events[1 << 15];
} kept[3];

/* A sheet of somebody's own, as the native library has read it. */
static struct pip_sheet own_sheet;
static char own_name[64];
static uint64_t own_data[PIP_SHEET_DATA_MAX / 8];

static const struct pip_sheet *find_sheet(void *context, const struct pip_game *game,
                                          struct pip_span name) {
    bool own = own_sheet.game && strcmp(own_sheet.game, game->name) == 0 &&
               pip_span_is(name, own_sheet.name);
    (void)context;
    return own ? &own_sheet : pip_sheet_find(game, name);
}

static struct pip_text answer(void) {
    return pip_text_init(buffer, sizeof buffer);
}

/* Where the buffer is, and how much it holds. */
EXPORT(pip_buffer) char *wasm_buffer(void);
char *wasm_buffer(void) {
    return buffer;
}

EXPORT(pip_room) uint32_t wasm_room(void);
uint32_t wasm_room(void) {
    return sizeof buffer;
}

/* The code of a status into the buffer; its length. */
EXPORT(pip_status_code) uint32_t wasm_status_code(uint32_t status);
uint32_t wasm_status_code(uint32_t status) {
    struct pip_text text = answer();
    pip_text_add(&text, pip_status_code((enum pip_status)status));
    return (uint32_t)text.length;
}

/* Records may name this sheet from now on. The buffer holds "GAME NAME HASH", a line's end, and the
 * struct that the native library has read the sheet into, which is believed to be sound; zeros at
 * its end may be missing. A status; a match on an earlier own sheet must not be used any more. */
EXPORT(pip_sheet_own) uint32_t wasm_sheet_own(uint32_t length);
uint32_t wasm_sheet_own(uint32_t length) {
    const char *end = memchr(buffer, '\n', length < sizeof buffer ? length : sizeof buffer);
    if (!end || buffer + length - (end + 1) > (ptrdiff_t)sizeof own_data)
        return PIP_NO_ROOM;
    struct pip_span rest = {buffer, (size_t)(end - buffer)}, game, name, hash;
    own_sheet = (struct pip_sheet){.author = "", .note = "", .data = own_data};
    if (!pip_span_word(&rest, &game) || !pip_span_word(&rest, &name) ||
        !pip_span_word(&rest, &hash) || !pip_game_find(game) || name.length >= sizeof own_name ||
        !pip_span_hex(hash, sizeof own_sheet.hash, own_sheet.hash))
        return PIP_BAD_SHEET;
    memcpy(own_name, name.at, name.length);
    own_name[name.length] = '\0';
    memset(own_data, 0, sizeof own_data);
    memcpy(own_data, end + 1, (size_t)(buffer + length - (end + 1)));
    own_sheet.name = own_sheet.title_en = own_sheet.title_de = own_name;
    own_sheet.game = pip_game_find(game)->name;
    return PIP_OK;
}

/* Reads the record of that length from the buffer. Returns a status; if it is not 0, the buffer
 * holds "LINE:COLUMN: what is wrong" and a NUL. */
EXPORT(pip_record_read) uint32_t wasm_record_read(uint32_t length);
uint32_t wasm_record_read(uint32_t length) {
    struct pip_fault fault;
    if (length > sizeof buffer)
        return PIP_NO_ROOM;
    enum pip_status status = pip_record_read(buffer, length, find_sheet, NULL, events,
                                             sizeof events / sizeof *events, &match, &fault);
    if (status != PIP_OK) {
        struct pip_text text = answer();
        pip_text_add_number(&text, fault.line);
        pip_text_add_char(&text, ':');
        pip_text_add_number(&text, fault.column);
        pip_text_add(&text, ": ");
        pip_text_add(&text, fault.detail);
    }
    return status;
}

/* Everything below needs a record that was read without fault. */

/* The canonical record into the buffer; its length. */
EXPORT(pip_record_write) uint32_t wasm_record_write(void);
uint32_t wasm_record_write(void) {
    struct pip_text text = answer();
    pip_record_write(&match, &text);
    return (uint32_t)text.length;
}

/* Plays the event of that length in the buffer, "0 red 3" or "* 3 4"; a status. */
EXPORT(pip_play) uint32_t wasm_play(uint32_t length);
uint32_t wasm_play(uint32_t length) {
    struct pip_event event;
    if (length > sizeof buffer)
        return PIP_NO_ROOM;
    struct pip_span span = {buffer, length};
    enum pip_status status = pip_event_read(&match, span, false, &event);
    return status == PIP_OK ? pip_match_play(&match, event.actor, event.move) : status;
}

EXPORT(pip_roll) uint32_t wasm_roll(void);
uint32_t wasm_roll(void) {
    return pip_match_roll(&match);
}

/* Keeps the match as it is in place `place` of three. */
EXPORT(pip_keep) void wasm_keep(uint32_t place);
void wasm_keep(uint32_t place) {
    kept[place].match = match;
    memcpy(kept[place].events, events, match.count * sizeof *events);
}

/* Goes back to what was kept there, which costs no playing; something must have been. */
EXPORT(pip_back) void wasm_back(uint32_t place);
void wasm_back(uint32_t place) {
    match = kept[place].match;
    memcpy(events, kept[place].events, match.count * sizeof *events);
}

EXPORT(pip_undo) uint32_t wasm_undo(uint32_t seat);
uint32_t wasm_undo(uint32_t seat) {
    return pip_match_undo(&match, (int)seat);
}

/* A seat asks that those who choose at the same time do so in turn; a status. */
EXPORT(pip_ask_turns) uint32_t wasm_ask_turns(uint32_t seat);
uint32_t wasm_ask_turns(uint32_t seat) {
    return pip_match_ask_turns(&match, (int)seat);
}

/* Before the first event: draws who begins from the seed, and moves the names round. A status. */
EXPORT(pip_draw_first) uint32_t wasm_draw_first(void);
uint32_t wasm_draw_first(void) {
    if (match.dice != PIP_DICE_SEED || match.setup.game->first == PIP_FIRST_NOBODY)
        return PIP_BAD_DICE;
    if (match.count > 0)
        return PIP_FINAL;
    pip_match_begin_with(&match, pip_seed_first(match.seed, match.setup.seats), true);
    return PIP_OK;
}

EXPORT(pip_close) uint32_t wasm_close(void);
uint32_t wasm_close(void) {
    return pip_match_close(&match);
}

static void add_line(void *context, const char *line) {
    pip_text_add(context, line);
    pip_text_add_char(context, '\n');
}

/* What may come next, one line each, unsorted, into the buffer; the length. */
EXPORT(pip_next) uint32_t wasm_next(void);
uint32_t wasm_next(void) {
    struct pip_text text = answer();
    pip_match_next(&match, add_line, &text);
    return (uint32_t)text.length;
}

/* The position in words as a viewer may see it, with the sheet of a seat; the length. */
EXPORT(pip_state_write) uint32_t wasm_state_write(uint32_t viewer, uint32_t seat);
uint32_t wasm_state_write(uint32_t viewer, uint32_t seat) {
    uint64_t state[PIP_STATE_MAX / 8];
    struct pip_text text = answer();
    pip_match_view(&match, viewer, state);
    match.setup.game->state_write(&match.setup, state, seat, &text);
    return (uint32_t)text.length;
}

/* No net is compiled in: pages load one when bots that need it play. */
const struct pip_net pip__nets[] = {{0}};

#ifndef PIP_NO_BOTS
#define NETS_MAX 31
#define NODES 30000 /* positions that a bot may look at: some tenths of a second */

static struct pip_net nets[NETS_MAX + 1];
struct net_name {
    char game[32], sheet[64];
};
static struct net_name net_names[NETS_MAX];
static int net_count;
static char *net_file; /* where the host puts the next one, with as much room behind it */

static struct pip_mind *lent_mind(void) {
    static struct pip_mind mind;
    mind.nodes = NODES;
    mind.nets = nets;
    return &mind;
}

/* Room for a file of that length, with a net; 0 if there is none. The
 * memory grows, so views of it are to be made again. */
EXPORT(pip_net_room) char *wasm_net_room(uint32_t length);
char *wasm_net_room(uint32_t length) {
    const size_t page = 65536;
    size_t pages = ((size_t)length * 2 + 2 * _Alignof(struct pip__net_row)) / page + 1;
    size_t before = length < 1u << 24 ? __builtin_wasm_memory_grow(0, pages) : SIZE_MAX;
    net_file = before == SIZE_MAX ? NULL : (char *)(before * page);
    return net_file;
}

/* The room behind the file; a lean one may become more than that. */
static struct pip__net_row *room_for_rows(const struct pip_net *net, uint32_t length) {
    const size_t page = 65536, line = _Alignof(struct pip__net_row);
    size_t rows = net->features + 1u, bytes = rows * (line + sizeof(struct pip__net_past));
    if (!net->hash)
        return (void *)(net_file + (length + line - 1) / line * line);
    size_t before = __builtin_wasm_memory_grow(0, bytes / page + 1);
    return before == SIZE_MAX ? NULL : (void *)(before * page);
}

/* Reads the file of that length that the host has put there; the memory may grow. Bots play with it
 * from now on where it fits. A status. */
EXPORT(pip_net_read) uint32_t wasm_net_read(uint32_t length);
uint32_t wasm_net_read(uint32_t length) {
    struct pip_net *net = &nets[net_count];
    struct pip_net read;
    if (!net_file || net_count == NETS_MAX)
        return PIP_NO_ROOM;
    size_t head = pip__net_head(net_file, length, net_names[net_count].game,
                                net_names[net_count].sheet, &read);
    if (head == 0)
        return PIP_SYNTAX;
    struct pip__net_row *row = room_for_rows(&read, length);
    if (!row)
        return PIP_NO_ROOM;
    if (pip__net_weights(net_file + head, length - head, &read, row,
                         (void *)(row + read.features + 1)))
        return PIP_SYNTAX;
    *net = read;
    net_count++;
    net_file = NULL;
    return PIP_OK;
}

/* What a bot (a number into the list of bots) would do in a seat, up to the next roll or somebody
 * else's choice: its events, a line each; the length. */
EXPORT(pip_bot_choose) uint32_t wasm_bot_choose(uint32_t bot, uint32_t seat, uint32_t stream);
uint32_t wasm_bot_choose(uint32_t bot, uint32_t seat, uint32_t stream) {
    uint64_t state[PIP_STATE_MAX / 8];
    struct pip_text text = answer();
    struct pip_mind *mind = lent_mind();
    mind->random = pip_random_init(match.seed, stream);
    pip_match_view(&match, seat, state);
    const struct pip_line *line =
        pip_bot_choose(pip_bots[bot], &match.setup, state, (int)seat, mind);
    for (int i = 0; i < line->steps; i++) {
        struct pip_event event = {.actor = (uint8_t)seat, .move = line->step[i]};
        pip_event_write(&match.setup, state, event, &text);
        pip_text_add_char(&text, '\n');
        match.setup.game->apply(&match.setup, state, seat, line->step[i]);
    }
    return (uint32_t)text.length;
}

/* ---- The report card of the match, which must stay as it is until that is done ---- */

static struct pip_review *review; /* behind all else in memory, with room for its lists */
static size_t review_room;        /* bytes there */

static bool lend_review(void) {
    const size_t page = 65536;
    size_t choices = match.count - match.rolls + 1u, rolls = match.rolls + 1u;
    size_t bytes = sizeof *review + choices * sizeof *review->choice + rolls * sizeof *review->roll;
    if (review_room < bytes) {
        size_t before = __builtin_wasm_memory_grow(0, bytes / page + 1);
        if (before == SIZE_MAX)
            return false;
        review = (struct pip_review *)(before * page);
        review_room = (bytes / page + 1) * page;
    }
    review->roll = (struct pip_review_roll *)(review + 1);
    review->choice = (struct pip_review_choice *)(review->roll + rolls);
    review->room_choices = (uint32_t)choices;
    review->room_rolls = (uint32_t)rolls;
    review->mind.nets = nets;
    return true;
}

/* Begins a review of some seats' choices (bit seat; 0: all), with so many outcomes of a roll to
 * look at, at most (0: all), and so many playouts to split a cost by. A status: bad-sheet if no net
 * that was handed over knows the setup. The memory may grow. */
EXPORT(pip_review_begin)
uint32_t wasm_review_begin(uint32_t seats, uint32_t outcomes, uint32_t playouts);
uint32_t wasm_review_begin(uint32_t seats, uint32_t outcomes, uint32_t playouts) {
    struct pip_review_wish wish = {
        .seats = seats, .outcomes = outcomes, .playouts = (uint16_t)playouts};
    if (!lend_review())
        return PIP_NO_ROOM;
    if (!pip_judge_knows(&match.setup, &review->mind))
        return PIP_BAD_SHEET;
    return pip_review_begin(review, &match, &pip_judge_expert, &wish);
}

/* Does some pieces of the work, each at most a few milliseconds; whether there is more. */
EXPORT(pip_review_step) uint32_t wasm_review_step(uint32_t pieces);
uint32_t wasm_review_step(uint32_t pieces) {
    bool more = true;
    while (more && pieces-- > 0)
        more = pip_review_step(review);
    return more;
}

/* What is known so far, without the choices (docs/review.md); the length. */
EXPORT(pip_review_json) uint32_t wasm_review_json(void);
uint32_t wasm_review_json(void) {
    struct pip_text text = answer();
    pip_review_total(review);
    pip_review_card_json(review, &text);
    return (uint32_t)text.length;
}

/* So many choices from a number on, as a list; the length. A hundred fit well. */
EXPORT(pip_review_choices) uint32_t wasm_review_choices(uint32_t from, uint32_t count);
uint32_t wasm_review_choices(uint32_t from, uint32_t count) {
    struct pip_text text = answer();
    pip_review_choices_json(review, from, count, &text);
    return (uint32_t)text.length;
}

/* Instead of a review: a list of the choices from an event on, and nothing else of the match; the
 * length. "[]" if no net that was handed over knows the setup. The memory may grow. */
EXPORT(pip_review_from) uint32_t wasm_review_from(uint32_t event);
uint32_t wasm_review_from(uint32_t event) {
    if (event > match.count || wasm_review_begin(0, 0, 0) != PIP_OK) {
        struct pip_text none = answer();
        pip_text_add(&none, "[]");
        return (uint32_t)none.length;
    }
    pip_review_from(review, event);
    return wasm_review_choices(0, review->choices);
}

static void add_steps(struct pip_text *text, const struct pip_line *line) {
    pip__json_open(text, "line", '[');
    for (int step = 0; step < line->steps; step++) {
        char move[64];
        struct pip_text words = pip_text_init(move, sizeof move);
        match.setup.game->move_write(&match.setup, line->step[step], &words);
        pip__json_string(text, NULL, move);
    }
    pip__json_close(text, ']');
}

/* What a seat that may act can do, by the judge of reviews, the best first and at most so many:
 * what each is worth, and its steps (docs/review.md); the length. "[]" if no net knows the setup.
 */
EXPORT(pip_rank_json) uint32_t wasm_rank_json(uint32_t seat, uint32_t most);
uint32_t wasm_rank_json(uint32_t seat, uint32_t most) {
    uint64_t state[PIP_STATE_MAX / 8];
    struct pip_mind *mind = lent_mind();
    struct pip_text text = answer();
    mind->count = 0;
    pip_match_view(&match, seat, state);
    if (pip_judge_knows(&match.setup, mind))
        pip_judge_expert.rank(NULL, &match.setup, state, (int)seat, mind);
    pip__json_open(&text, NULL, '[');
    for (int i = 0; i < mind->count && i < (int)most; i++) {
        const struct pip_candidate *candidate = &mind->candidate[i];
        pip__json_open(&text, NULL, '{');
        pip__json_number(&text, "value", candidate->value);
        pip__json_number(&text, "win", candidate->win);
        add_steps(&text, &candidate->line);
        pip__json_close(&text, '}');
    }
    pip__json_close(&text, ']');
    return (uint32_t)text.length;
}

/* The moves in a text, one a line, up to an empty line or the end; where that ends. They are played
 * on `state`; a line that cannot be played has no steps. */
static struct pip_span read_line(struct pip_span text, uint32_t seat, void *state,
                                 struct pip_line *line) {
    const struct pip_game *game = match.setup.game;
    bool fits = true;
    line->steps = 0;
    while (text.length > 0) {
        const char *end = memchr(text.at, '\n', text.length);
        struct pip_span move = {text.at, end ? (size_t)(end - text.at) : text.length};
        size_t used = move.length + (end ? 1 : 0);
        text = (struct pip_span){text.at + used, text.length - used};
        if (move.length == 0)
            break;
        pip_move step;
        fits = fits && line->steps < PIP_STEPS_MAX &&
               game->move_read(&match.setup, move, &step) == PIP_OK &&
               game->apply(&match.setup, state, seat, step) == PIP_OK;
        if (fits)
            line->step[line->steps++] = step;
    }
    if (!fits)
        line->steps = 0;
    return text;
}

static void add_worth(struct pip_text *text, const char *key, struct pip_worth worth) {
    pip__json_open(text, key, '{');
    pip__json_number(text, "value", worth.value);
    pip__json_number(text, "win", worth.win);
    pip__json_close(text, '}');
}

/* What the line of a seat costs that the buffer holds, move by move on lines of their own: by what
 * counts, with the least costs that the tutor's levels ask about, and what would be best from step
 * `event` of it on (docs/review.md); the length. 0 if no net knows the setup, or the line does not
 * fit. */
EXPORT(pip_line_json) uint32_t wasm_line_json(uint32_t seat, uint32_t length);
uint32_t wasm_line_json(uint32_t seat, uint32_t length) {
    uint64_t state[PIP_STATE_MAX / 8], after[PIP_STATE_MAX / 8];
    const struct pip_setup *setup = &match.setup;
    struct pip_mind *mind = lent_mind();
    struct pip_review_choice choice;
    struct pip_line line;
    pip_match_view(&match, seat, state);
    memcpy(after, state, sizeof after);
    read_line((struct pip_span){buffer, length}, seat, after, &line);
    if (line.steps == 0 || !pip_judge_knows(setup, mind))
        return 0;
    pip_review_line(&pip_judge_expert, setup, state, (int)seat, &line, mind, &choice);
    struct pip_text text = answer();
    pip__json_open(&text, NULL, '{');
    pip__json_string(&text, "counts", pip_review_by_win(setup) ? "win" : "points");
    pip__json_number(&text, "count", choice.count);
    pip__json_number(&text, "cost", pip_review_cost(setup, &choice));
    pip__json_open(&text, "least", '{');
    pip__json_number(&text, "big", pip_tutor_least(setup, PIP_TUTOR_BIG));
    pip__json_number(&text, "clear", pip_tutor_least(setup, PIP_TUTOR_CLEAR));
    pip__json_number(&text, "all", pip_tutor_least(setup, PIP_TUTOR_ALL));
    pip__json_close(&text, '}');
    add_worth(&text, "best", choice.best);
    add_worth(&text, "played", choice.played);
    pip__json_number(&text, "event", choice.event);
    add_steps(&text, &choice.line);
    pip__json_close(&text, '}');
    return (uint32_t)text.length;
}

/* What one line of a seat brings more than another, played on so many times: the buffer holds both
 * as above, with an empty line between them. As the splits of a review (docs/review.md); the
 * length. 0 where the above has 0. */
EXPORT(pip_versus_json)
uint32_t wasm_versus_json(uint32_t seat, uint32_t length, uint32_t playouts);
uint32_t wasm_versus_json(uint32_t seat, uint32_t length, uint32_t playouts) {
    uint64_t state[PIP_STATE_MAX / 8], after[PIP_STATE_MAX / 8];
    struct pip_span rest = {buffer, length};
    struct pip_mind *mind = lent_mind();
    struct pip_review_split split;
    struct pip_line line[2];
    pip_match_view(&match, seat, state);
    for (int i = 0; i < 2; i++) {
        memcpy(after, state, sizeof after);
        rest = read_line(rest, seat, after, &line[i]);
    }
    if (line[0].steps == 0 || line[1].steps == 0 || !pip_judge_knows(&match.setup, mind))
        return 0;
    pip_review_versus(&match.setup, state, (int)seat, &line[0], &line[1], mind, (uint16_t)playouts,
                      &split);
    struct pip_text text = answer();
    pip_review_split_json(&match, &split, &text);
    return (uint32_t)text.length;
}

/* How a bot plays a game with the nets that the host has handed over, numbers into the lists: the
 * number that tests/signature.txt has as GAME/BOT. */
EXPORT(pip_bot_signature) uint64_t wasm_bot_signature(uint32_t game, uint32_t bot);
uint64_t wasm_bot_signature(uint32_t game, uint32_t bot) {
    return pip_sim_bot_signature(pip_games[game], pip_bots[bot], lent_mind());
}
#endif

/* ---- For front ends that draw: JSON into the buffer, its length back ---- */

#ifndef PIP_NO_DRAWING
/* The position as a viewer may see it, with the sheet of a seat; 0 if the game has no JSON. */
EXPORT(pip_state_json) uint32_t wasm_state_json(uint32_t viewer, uint32_t seat);
uint32_t wasm_state_json(uint32_t viewer, uint32_t seat) {
    uint64_t state[PIP_STATE_MAX / 8];
    struct pip_text text = answer();
    if (!match.setup.game->state_json)
        return 0;
    pip_match_view(&match, viewer, state);
    match.setup.game->state_json(&match.setup, state, seat, &text);
    return (uint32_t)text.length;
}

/* Whether a roll is due or the game over, who may act, whether they have asked for turns or could,
 * how many turns are over, who wins as it stands, and who has resigned and cannot. */
EXPORT(pip_status_json) uint32_t wasm_status_json(void);
uint32_t wasm_status_json(void) {
    const struct pip_setup *setup = &match.setup;
    pip_actors actors = pip_match_actor(&match);
    struct pip_text text = answer();
    pip__json_open(&text, NULL, '{');
    pip__json_bool(&text, "roll", actors == PIP_ACTORS_CHANCE);
    pip__json_bool(&text, "over", actors == PIP_ACTORS_OVER);
    pip__json_bits(&text, "acting", actors == PIP_ACTORS_CHANCE ? 0 : actors);
    pip__json_bool(&text, "together", match.together || (actors & (actors - 1u)));
    pip__json_bool(&text, "turns", match.turns);
    pip__json_number(&text, "turn", setup->game->turn(setup, match.state));
    pip__json_bits(&text, "winners", pip_match_winners(&match));
    pip__json_bits(&text, "resigned", match.resigned);
    if (setup->game->won)
        pip__json_bool(&text, "won", setup->game->won(setup, match.state));
    pip__json_close(&text, '}');
    return (uint32_t)text.length;
}

/* Whether a viewer may know event number `index` of the record. */
EXPORT(pip_visible) uint32_t wasm_visible(uint32_t viewer, uint32_t index);
uint32_t wasm_visible(uint32_t viewer, uint32_t index) {
    return index < match.count && pip_match_visible(&match, viewer, index);
}

/* What is said aloud after event number `index` of the record, nothing if a viewer may not know it:
 * [{"seat":0,"kind":"bridge","what":"red","number":20},...]. */
EXPORT(pip_news_json) uint32_t wasm_news_json(uint32_t viewer, uint32_t index);
uint32_t wasm_news_json(uint32_t viewer, uint32_t index) {
    const struct pip_game *game = match.setup.game;
    uint64_t before[PIP_STATE_MAX / 8], after[PIP_STATE_MAX / 8];
    struct pip_news news[PIP_NEWS_MAX];
    struct pip_text text = answer();
    int count = 0;
    if (game->announce && wasm_visible(viewer, index)) {
        pip_match_at(&match, index, before);
        pip_match_at(&match, index + 1, after);
        count = game->announce(&match.setup, before, after, news);
    }
    pip__json_open(&text, NULL, '[');
    for (int i = 0; i < count; i++) {
        pip__json_open(&text, NULL, '{');
        pip__json_number(&text, "seat", news[i].seat);
        pip__json_string(&text, "kind", news[i].kind);
        pip__json_string(&text, "what", news[i].what);
        pip__json_number(&text, "number", news[i].number);
        pip__json_close(&text, '}');
    }
    pip__json_close(&text, ']');
    return (uint32_t)text.length;
}

/* A seat's score as a viewer may see it: [["red",-20],...]. */
EXPORT(pip_score_json) uint32_t wasm_score_json(uint32_t viewer, uint32_t seat);
uint32_t wasm_score_json(uint32_t viewer, uint32_t seat) {
    uint64_t state[PIP_STATE_MAX / 8];
    struct pip_item items[PIP_ITEMS_MAX];
    struct pip_text text = answer();
    pip_match_view(&match, viewer, state);
    int count = match.setup.game->score(&match.setup, state, (int)seat, items);
    pip__json_open(&text, NULL, '[');
    for (int i = 0; i < count; i++) {
        pip__json_open(&text, NULL, '[');
        pip__json_string(&text, NULL, items[i].name);
        pip__json_number(&text, NULL, items[i].points);
        pip__json_close(&text, ']');
    }
    pip__json_close(&text, ']');
    return (uint32_t)text.length;
}

/* The roll that is due: {"label":"dice","throws":[{"count":3,"faces":["red",...]},...]}. Dice whose
 * faces are not equally many have their numbers in "sides". Only where the dice act. */
EXPORT(pip_chance_json) uint32_t wasm_chance_json(void);
uint32_t wasm_chance_json(void) {
    struct pip_chance chance;
    struct pip_text text = answer();
    match.setup.game->chance(&match.setup, match.state, &chance);
    pip__json_open(&text, NULL, '{');
    pip__json_string(&text, "label", chance.label);
    pip__json_open(&text, "throws", '[');
    for (int i = 0; i < chance.throws; i++) {
        pip__json_open(&text, NULL, '{');
        pip__json_number(&text, "count", chance.thrown[i].count);
        pip__json_open(&text, "faces", '[');
        const struct pip_die *die = chance.thrown[i].die;
        for (int face = 0; face < die->faces; face++)
            pip__json_string(&text, NULL, die->names[face]);
        pip_text_add(&text, "]");
        if (die->sides) {
            pip__json_open(&text, "sides", '[');
            for (int face = 0; face < die->faces; face++)
                pip__json_number(&text, NULL, die->sides[face]);
            pip_text_add(&text, "]");
        }
        pip_text_add(&text, "}");
    }
    pip_text_add(&text, "]}");
    return (uint32_t)text.length;
}

static void add_game(const struct pip_game *game, struct pip_text *text) {
    pip__json_open(text, NULL, '{');
    pip__json_string(text, "name", game->name);
    pip__json_string(text, "title", game->title);
    pip__json_number(text, "seatsMin", game->seats_min);
    pip__json_number(text, "seatsMax", game->seats_max);
    pip__json_bool(text, "team", game->won != NULL);
    pip__json_number(text, "edition", game->edition);
    pip__json_string(text, "first",
                     game->first == PIP_FIRST_NOBODY  ? "nobody"
                     : game->first == PIP_FIRST_DRAWN ? "drawn"
                                                      : "moves-on");
    pip__json_open(text, "sheets", '[');
    for (int i = 0; game->sheets[i]; i++) {
        pip__json_open(text, NULL, '{');
        pip__json_string(text, "name", game->sheets[i]->name);
        pip__json_string(text, "en", game->sheets[i]->title_en);
        pip__json_string(text, "de", game->sheets[i]->title_de);
        pip__json_close(text, '}');
    }
    pip_text_add(text, "],\"options\":[");
    for (int i = 0; game->options[i].name; i++) {
        pip__json_open(text, NULL, '{');
        pip__json_string(text, "name", game->options[i].name);
        pip__json_open(text, "values", '[');
        for (int value = 0; game->options[i].values[value]; value++)
            pip__json_string(text, NULL, game->options[i].values[value]);
        pip_text_add(text, "]}");
    }
    pip_text_add(text, "]}");
}

/* Every game with its sheets and options, and the bots: what can be played here. */
EXPORT(pip_catalogue) uint32_t wasm_catalogue(void);
uint32_t wasm_catalogue(void) {
    struct pip_text text = answer();
    pip_text_add(&text, "{\"games\":[");
    for (int i = 0; pip_games[i]; i++)
        add_game(pip_games[i], &text);
    pip_text_add(&text, "],\"bots\":[");
    for (int i = 0; pip_bots[i]; i++)
        pip__json_string(&text, NULL, pip_bots[i]->name);
    pip_text_add(&text, "],\"learned\":[");
    for (int i = 0; pip_bots[i]; i++) {
        if (pip_bots[i]->learned)
            pip__json_string(&text, NULL, pip_bots[i]->name);
    }
    pip_text_add(&text, "]");
    pip__json_string(&text, "usual", pip_bot_usual->name);
    pip__json_close(&text, '}');
    return (uint32_t)text.length;
}
#endif

EXPORT(pip_score) int32_t wasm_score(uint32_t seat);
int32_t wasm_score(uint32_t seat) {
    return pip_score_total(&match.setup, match.state, (int)seat);
}

EXPORT(pip_hash) uint64_t wasm_hash(void);
uint64_t wasm_hash(void) {
    return pip_state_hash(&match.setup, match.state);
}

/* "NAME SIGNATURE" of every game, one line each, as tests/signature.txt has them; the length. */
EXPORT(pip_signature) uint32_t wasm_signature(void);
uint32_t wasm_signature(void) {
    struct pip_text text = answer();
    for (int i = 0; pip_games[i]; i++) {
        pip_text_add(&text, pip_games[i]->name);
        pip_text_add_char(&text, ' ');
        pip_text_add_hex(&text, pip_sim_signature(pip_games[i]), 16);
        pip_text_add_char(&text, '\n');
    }
    return (uint32_t)text.length;
}
