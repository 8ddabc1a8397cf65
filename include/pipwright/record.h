/* Game records (.pip): one text form of a game for files, stores, wires, tests and people. The
 * format is described in docs/record.md. Reading is strict and says line and column of a fault;
 * writing is canonical, so what was read from a canonical record is written back byte for byte. */
#ifndef PIPWRIGHT_RECORD_H
#define PIPWRIGHT_RECORD_H

#include <pipwright/match.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Finds the sheet a record names, or NULL. */
typedef const struct pip_sheet *pip_sheet_finder(void *context, const struct pip_game *game,
                                                 struct pip_span name);

/* Reads a whole record into `match`, whose history goes into `events`. `find` may be NULL: then
 * only shipped sheets are known. On anything but PIP_OK `fault` says what and where, and `match`
 * holds the game up to the fault if its header was sound (match->setup.game is NULL otherwise). */
enum pip_status pip_record_read(const char *text, size_t length, pip_sheet_finder *find,
                                void *context, struct pip_event *events, uint32_t capacity,
                                struct pip_match *match, struct pip_fault *fault);

/* Writes the canonical record; text->length is what it needs. The closing line stands if the match
 * is closed. */
void pip_record_write(const struct pip_match *match, struct pip_text *text);

/* Whether a name may stand in a record: 1 to PIP_NAME_MAX bytes of UTF-8 without control
 * characters, `;`, or a space at either end. */
bool pip_name_valid(struct pip_span name);

#ifdef __cplusplus
}
#endif
#endif
