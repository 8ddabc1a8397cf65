/* Sheets from files: a person's own sheet, read from strict JSON (docs/sheets.md) into the same
 * struct that the build makes of the shipped ones. Needs jansson and libsodium; not part of the
 * WASM build. */
#ifndef PIPWRIGHT_SHEET_H
#define PIPWRIGHT_SHEET_H

#include <pipwright/game.h>

#ifdef __cplusplus
extern "C" {
#endif

#define PIP_SHEET_BYTES_MAX 65536 /* of a sheet file */
#define PIP_SHEET_FAULTS_MAX 64

#define PIP_SHEET_VALUES_MAX 4

/* One thing that is wrong with a sheet file. Lines and columns count from 1. `what` is the English
 * sentence; `code` is for those who say it in other words, with the values that stand in it. */
struct pip_sheet_fault {
    uint32_t line, column;
    const char *code; /* "not-boxes", constant; the list is in src/sheet/faults.h */
    int count;        /* of values */
    char values[PIP_SHEET_VALUES_MAX][32];
    char where[96]; /* "columns.red"; "" for the file as a whole */
    char what[160];
};

/* A sheet and the memory it points into. Must not be moved or copied while it is in use. */
struct pip_sheet_file {
    struct pip_sheet sheet;
    char strings[1024];
    uint64_t data[512];
};

/* Reads a sheet file's bytes. Returns how many faults there are and writes the first `room` of
 * them, in the order of the file; with 0 the sheet is ready. */
int pip_sheet_read(const char *json, size_t length, struct pip_sheet_file *file,
                   struct pip_sheet_fault *faults, int room);

#ifdef __cplusplus
}
#endif
#endif
