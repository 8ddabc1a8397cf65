/* Games of a store as .pip records in a folder, and back. */
#ifndef PIP__ARCHIVE_H
#define PIP__ARCHIVE_H

#include <stdbool.h>
#include <stddef.h>

struct pip__archive_result {
    unsigned done, skipped, failed;
};

/* Writes FOLDER/ID.pip for every table that has started, as everybody may have it. Works beside a
 * server that has the store open. False after reporting to stderr why nothing could be done. */
bool pip__archive_export(const char *store, const char *folder, struct pip__archive_result *result);

/* Takes the finished games of all FOLDER/ID.pip into the store, which no server may have open.
 * Tables that are there are skipped, as are games under way. A record that does not hold (rules,
 * score, seeded or fair dice) fails: it is reported to stderr, and nothing of it is taken in. */
bool pip__archive_import(const char *store, const char *folder, struct pip__archive_result *result);

#endif
