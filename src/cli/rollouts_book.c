/* A line for each batch: choice, batch, which lines were played on, and their sums of points and of
 * chances. The first line says of which run. */
#include "rollouts.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define BYTES_MAX (64u << 20)

static struct pip__rollout_batch *row_of(const struct rollouts_book *book, uint64_t choice,
                                         uint64_t number) {
    if (choice >= book->choices || number >= book->batches)
        return NULL;
    if (!book->row[choice])
        book->row[choice] = calloc(book->batches, sizeof **book->row);
    return book->row[choice] ? &book->row[choice][number] : NULL;
}

bool rollouts_book_get(const struct rollouts_book *book, uint32_t choice, uint32_t number,
                       struct pip__rollout_batch *batch) {
    const struct pip__rollout_batch *row = row_of(book, choice, number);
    if (!row || row->lines == 0)
        return false;
    *batch = *row;
    return true;
}

int rollouts_book_put(struct rollouts_book *book, uint32_t choice, uint32_t number, int lines,
                      const struct pip__rollout_batch *batch) {
    struct pip__rollout_batch *row = row_of(book, choice, number);
    if (!row)
        return cli_error(CLI_FAILED, "out of memory");
    *row = *batch;
    if (!book->out)
        return CLI_OK;
    fprintf(book->out, "%u %u %u", choice, number, batch->lines);
    for (int i = 0; i < lines; i++) {
        if (batch->lines >> i & 1)
            fprintf(book->out, " %d %d", (int)batch->sum[i].value, (int)batch->sum[i].win);
    }
    fputc('\n', book->out);
    return fflush(book->out) == 0 ? CLI_OK : cli_error(CLI_FAILED, "cannot write what is kept");
}

/* ---- Reading ---- */

static bool read_whole(char **at, long long least, long long most, long long *number) {
    char *end;
    errno = 0;
    *number = strtoll(*at, &end, 10);
    if (end == *at || errno != 0 || *number < least || *number > most)
        return false;
    *at = end;
    return true;
}

static bool read_row(struct rollouts_book *book, char *line) {
    struct pip__rollout_batch batch = {0};
    long long choice, number, lines, value, win;
    if (!read_whole(&line, 0, UINT32_MAX, &choice) || !read_whole(&line, 0, UINT32_MAX, &number) ||
        !read_whole(&line, 1, (1 << PIP__ROLLOUT_LINES) - 1, &lines))
        return false;
    batch.lines = (unsigned)lines;
    for (int i = 0; i < PIP__ROLLOUT_LINES; i++) {
        if (!(batch.lines >> i & 1))
            continue;
        if (!read_whole(&line, INT32_MIN, INT32_MAX, &value) ||
            !read_whole(&line, INT32_MIN, INT32_MAX, &win))
            return false;
        batch.sum[i] = (struct pip_worth){(int32_t)value, (int32_t)win};
    }
    struct pip__rollout_batch *row = row_of(book, (uint64_t)choice, (uint64_t)number);
    if (row)
        *row = batch; /* what is beyond this run's measure stays unread */
    return *line == '\0';
}

/* Reads a file of batches up to its last whole line, which ends at `whole`. */
static int read_rows(struct rollouts_book *book, const char *path, size_t *whole) {
    char *bytes, *line, *next;
    size_t length;
    int code = cli_read_file(path, BYTES_MAX, &bytes, &length), number = 1;
    if (code != CLI_OK)
        return code;
    bytes[length] = '\0';
    *whole = 0;
    for (line = bytes; code == CLI_OK && (next = strchr(line, '\n')); line = next, number++) {
        *next++ = '\0';
        if (number == 1 ? strcmp(line, book->head) != 0 : !read_row(book, line))
            code = cli_error(CLI_NO,
                             number == 1 ? "%s:%d: kept by a run on another game, or in another way"
                                         : "%s:%d: not what a run keeps",
                             path, number);
        *whole = (size_t)(next - bytes);
    }
    if (code == CLI_OK && number == 1 && strncmp(bytes, book->head, length) != 0)
        code = cli_error(CLI_NO, "%s: not what a run keeps", path);
    free(bytes);
    return code;
}

/* What comes after the last whole line was being written when a run ended. */
static int go_on(struct rollouts_book *book, const char *path) {
    size_t whole = 0;
    int code = CLI_OK;
    if (cli_holds_something(path))
        code = read_rows(book, path, &whole);
    if (code != CLI_OK)
        return code;
    if (whole > 0 && truncate(path, (off_t)whole) != 0)
        return cli_error(CLI_FAILED, "cannot go on in %s: %s", path, strerror(errno));
    book->out = fopen(path, whole > 0 ? "ab" : "wb");
    if (!book->out)
        return cli_error(CLI_FAILED, "cannot write %s: %s", path, strerror(errno));
    if (whole == 0)
        fprintf(book->out, "%s\n", book->head);
    return CLI_OK;
}

int rollouts_book_open(struct rollouts_book *book, const struct rollouts_wish *wish, uint64_t mark,
                       uint32_t choices) {
    *book = (struct rollouts_book){.choices = choices,
                                   .batches = (uint32_t)(wish->playouts / PIP__ROLLOUT_BATCH)};
    snprintf(book->head, sizeof book->head, "pipwright rollouts 1 %016llx",
             (unsigned long long)mark);
    book->row = calloc(choices + 1u, sizeof *book->row);
    int code = book->row ? CLI_OK : cli_error(CLI_FAILED, "out of memory");
    for (int i = 0; code == CLI_OK && i < wish->parts.count; i++) {
        size_t whole;
        code = read_rows(book, wish->parts.item[i], &whole);
    }
    return code == CLI_OK && wish->state ? go_on(book, wish->state) : code;
}

int rollouts_book_close(struct rollouts_book *book) {
    bool failed = book->out && fclose(book->out) != 0;
    for (uint32_t i = 0; book->row && i < book->choices; i++)
        free(book->row[i]);
    free(book->row);
    return failed ? cli_error(CLI_FAILED, "cannot write what is kept") : CLI_OK;
}
