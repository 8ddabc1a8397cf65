/* Any bytes as a record: read without harm, and what is accepted is written and read back the same;
 * its fair dice too. */
#include <pipwright/fair.h>
#include <pipwright/record.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static struct pip_match match, again;
static struct pip_event events[1 << 15], more[1 << 15];
static char first[1 << 20], second[1 << 20];

static void check_fair(void) {
    struct pip_fair fair, same;
    struct pip_fault fault;
    enum pip_status status = pip_fair_check(&match, &fair, &fault);
    if (status != PIP_OK && (fault.status != status || fault.detail[0] == '\0'))
        abort();
    if (pip_fair_read(&match, &fair, &fault) != PIP_OK)
        return;
    if (pip_fair_write(&fair, &match) != PIP_OK || pip_fair_read(&match, &same, &fault) != PIP_OK ||
        memcmp(&fair, &same, sizeof fair) != 0)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct pip_fault fault;
    enum pip_status status = pip_record_read((const char *)data, size, NULL, NULL, events,
                                             sizeof events / sizeof *events, &match, &fault);
    if (status != PIP_OK) {
        if (fault.line == 0 || fault.column == 0 || fault.detail[0] == '\0')
            abort();
        return 0;
    }
    struct pip_text text = pip_text_init(first, sizeof first);
    pip_record_write(&match, &text);
    if (pip_record_read(first, text.length, NULL, NULL, more, sizeof more / sizeof *more, &again,
                        &fault) != PIP_OK)
        abort();
    struct pip_text copy = pip_text_init(second, sizeof second);
    pip_record_write(&again, &copy);
    if (copy.length != text.length || memcmp(first, second, text.length) != 0)
        abort();
    check_fair();
    return 0;
}
