/* What every back end of the store has to do, tested through store.h alone. */
#ifndef PIP_STORE_CONFORMANCE_H
#define PIP_STORE_CONFORMANCE_H

#include <store/store.h>

/* Opens a store of the back end: an empty one if `fresh`, otherwise the one opened last, which is
 * closed by now. Fails the test if it cannot. `options` may be NULL. */
typedef struct pip_store *store_conformance_open(bool fresh,
                                                 const struct pip_store_options *options);

/* Runs all tests; returns how many failed. */
int store_conformance_run(const char *name, store_conformance_open *open);

/* Those of them that are about the queue, about readings that are asked for, and about what stands
 * beside the tables. */
int store_conformance_queue(store_conformance_open *open);
int store_conformance_ask(store_conformance_open *open);
int store_conformance_beside(store_conformance_open *open);

#endif
