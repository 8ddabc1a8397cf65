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

/* All faults that a check has told, one a line. */
struct told {
    char text[4096];
    uint32_t count;
};

/* Checks the file as it is; false with what is wrong, be it that it cannot be opened. */
bool is_sound(struct told *told);

/* The check must tell of something with `words` in it. */
void assert_told(const char *words);

/* The tests of failing disks, of damage, and those that flip bits; how many failed. */
int store_disks_run(void);
int store_damage_run(void);
int store_flips_run(void);

#endif
