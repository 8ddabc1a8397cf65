/* The file that the tests of the SQLite store work on. */
#ifndef PIP_STORE_SQLITE_H
#define PIP_STORE_SQLITE_H

#include "store_testing.h"

/* A folder for the tests, and the database in it. */
extern char store_folder[256], store_path[sizeof store_folder + 16];

/* Makes the folder where waiting for a disk does not make the tests slow: TMPDIR, or memory, or
 * /tmp. */
bool make_folder(void);
void remove_folder(void);

/* Removes the database and all that belongs to it. */
void remove_files(void);

/* As store_conformance_open. */
struct pip_store *open_sqlite(bool fresh, const struct pip_store_options *options);

/* Opening must fail with a sentence that has `words` in it. */
void assert_refused(const char *where, const char *words);

/* Runs SQL on the file behind the store's back; that of a file of tests/store into a new one. */
void run_sql(const char *sql);
void run_sql_file(const char *name);

/* Whether what pip_store_last_error says has `words` in it. */
void assert_last_error(struct pip_store *store, const char *words);

/* The tests of damage; how many failed. */
int store_damage_run(void);

#endif
