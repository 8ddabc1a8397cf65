/* The rules as a WASM module: one match, driven through one text buffer.
 *
 * The host writes text into the buffer (or reads it from there); lengths go as arguments and come
 * back as results. The module imports nothing. Its exports are exactly the functions marked EXPORT
 * here. */
#include <pipwright/record.h>
#include <pipwright/sim.h>
#include <string.h>

#define EXPORT(name) __attribute__((export_name(#name), used))

static char buffer[1 << 18];
static struct pip_event events[1 << 15];
static struct pip_match match;

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

/* The sentence for a status into the buffer; its length. */
EXPORT(pip_status_text) uint32_t wasm_status_text(uint32_t status);
uint32_t wasm_status_text(uint32_t status) {
    struct pip_text text = answer();
    pip_text_add(&text, pip_status_text((enum pip_status)status));
    return (uint32_t)text.length;
}

/* Reads the record of that length from the buffer. Returns a status; if it is not 0, the buffer
 * holds "LINE:COLUMN: what is wrong" and a NUL. */
EXPORT(pip_record_read) uint32_t wasm_record_read(uint32_t length);
uint32_t wasm_record_read(uint32_t length) {
    struct pip_fault fault;
    if (length > sizeof buffer)
        return PIP_NO_ROOM;
    enum pip_status status = pip_record_read(buffer, length, NULL, NULL, events,
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

EXPORT(pip_undo) uint32_t wasm_undo(uint32_t seat);
uint32_t wasm_undo(uint32_t seat) {
    return pip_match_undo(&match, (int)seat);
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

#ifndef PIP_RULES_ONLY
/* The event that a bot (a number into the list of bots) would play for a seat; the length. */
EXPORT(pip_bot_choose) uint32_t wasm_bot_choose(uint32_t bot, uint32_t seat, uint32_t stream);
uint32_t wasm_bot_choose(uint32_t bot, uint32_t seat, uint32_t stream) {
    struct pip_random random = pip_random_init(match.seed, stream);
    uint64_t state[PIP_STATE_MAX / 8];
    struct pip_text text = answer();
    pip_match_view(&match, seat, state);
    pip_move move = pip_bots[bot]->choose(&match.setup, state, (int)seat, &random);
    pip_event_write(&match.setup, state, (struct pip_event){.actor = (uint8_t)seat, .move = move},
                    &text);
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
