/* The small vocabulary that everything else is written in: status codes, spans of text that
 * somebody else owns, a text builder that never overflows, and a hash.
 *
 * Nothing here allocates, prints, reads a clock or touches a floating-point number, and the same
 * input gives the same output on every machine. */
#ifndef PIPWRIGHT_BASE_H
#define PIPWRIGHT_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define PIP_VERSION "0.1.0"

/* Every way a call can fail: its code, for those who say it in another language, and the sentence
 * that a person reads. */
#define PIP_STATUS_LIST(X)                                                          \
    X(OK, "ok", "all is well")                                                      \
    X(ILLEGAL, "illegal", "the rules do not allow that here")                       \
    X(NOT_ACTING, "not-acting", "it is not that seat's turn to act")                \
    X(OVER, "over", "the game is over")                                             \
    X(FINAL, "final", "that can no longer be taken back")                           \
    X(BAD_TEXT, "bad-text", "that is not a move of this game")                      \
    X(BAD_DICE, "bad-dice", "those dice cannot be rolled here")                     \
    X(FORGED, "forged", "the dice are not those that their source gives")           \
    X(BAD_SEATS, "bad-seats", "this game is not for that many players")             \
    X(BAD_OPTION, "bad-option", "this game has no such option or value")            \
    X(BAD_SHEET, "bad-sheet", "the sheet does not fit the game or its options")     \
    X(BAD_HASH, "bad-hash", "the sheet here is not the one the game was played on") \
    X(BAD_SCORE, "bad-score", "the closing line does not match the score")          \
    X(BAD_STATE, "bad-state", "the position breaks the rules of the game")          \
    X(EDITION, "edition", "it was played under another edition of the rules")       \
    X(UNKNOWN_GAME, "unknown-game", "there is no such game")                        \
    X(UNKNOWN_SHEET, "unknown-sheet", "there is no such sheet")                     \
    X(SYNTAX, "syntax", "the text is not in the right form")                        \
    X(NO_ROOM, "no-room", "it does not fit in the space provided")

enum pip_status {
#define X(name, code, sentence) PIP_##name,
    PIP_STATUS_LIST(X)
#undef X
};

/* The sentence for a status, and its code; never NULL. */
const char *pip_status_text(enum pip_status status);
const char *pip_status_code(enum pip_status status);

/* Where something that was read went wrong. Lines and columns count from 1; both are 0 when the
 * fault has no place. `detail` is a sentence, NUL-terminated. */
struct pip_fault {
    enum pip_status status;
    uint32_t line, column;
    char detail[160];
};

/* Text that belongs to somebody else; not NUL-terminated. */
struct pip_span {
    const char *at;
    size_t length;
};

struct pip_span pip_span_of(const char *text);
bool pip_span_is(struct pip_span span, const char *text);

/* Takes the next word off `rest`. Words are separated by exactly one space; a leading, trailing
 * or double space, or nothing left, gives false and leaves `rest` alone. */
bool pip_span_word(struct pip_span *rest, struct pip_span *word);

/* Reads a decimal number without sign or leading zeros, at most `most`. */
bool pip_span_number(struct pip_span span, uint32_t most, uint32_t *number);

/* How many bytes the printable UTF-8 character at `at` has; 0 if there is none (a control
 * character, or not UTF-8). */
size_t pip_span_character(const char *at, const char *end);

/* Reads exactly 2 * count digits 0-9 a-f as bytes; on false `bytes` may hold anything. */
bool pip_span_hex(struct pip_span span, size_t count, uint8_t *bytes);

/* A text builder over the caller's buffer. `length` is what the whole text needs, so
 * length >= room means that the end is missing; the buffer is always NUL-terminated. */
struct pip_text {
    char *at;
    size_t room;
    size_t length;
};

struct pip_text pip_text_init(char *buffer, size_t room);
bool pip_text_fits(const struct pip_text *text);
void pip_text_add(struct pip_text *text, const char *string);
void pip_text_add_span(struct pip_text *text, struct pip_span span);
void pip_text_add_char(struct pip_text *text, char c);
void pip_text_add_number(struct pip_text *text, int64_t number);
/* As many lower-case hex digits as asked for, most significant first. */
void pip_text_add_hex(struct pip_text *text, uint64_t number, int digits);
/* Two lower-case hex digits for each byte, first byte first. */
void pip_text_add_bytes(struct pip_text *text, const uint8_t *bytes, size_t count);
/* Spaces until the line has reached `column` (counted from 0), or none if it is past it. */
void pip_text_pad(struct pip_text *text, size_t line_start, size_t column);

/* FNV-1a over bytes, 64 bit; `hash` chains calls, PIP_HASH_START begins. */
#define PIP_HASH_START 0xcbf29ce484222325u
uint64_t pip_hash(uint64_t hash, const void *bytes, size_t length);

#ifdef __cplusplus
}
#endif
#endif
