/* Golden records: small games that are kept. Each must be read, replay by the rules, end with its
 * score, and be written back byte for byte; a game without one fails. */
#include <dirent.h>
#include <pipwright/record.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static char text[1 << 20], again[1 << 20];
static struct pip_match match;
static struct pip_event events[1 << 15];

static size_t read_file(const char *name) {
    char path[4096];
    snprintf(path, sizeof path, "%s/tests/golden/%s", PIP_SOURCE_DIR, name);
    FILE *in = fopen(path, "rb");
    assert_non_null(in);
    size_t length = fread(text, 1, sizeof text, in);
    fclose(in);
    return length;
}

static void check_golden(const char *name) {
    struct pip_fault fault;
    size_t length = read_file(name);
    enum pip_status status = pip_record_read(text, length, NULL, NULL, events,
                                             sizeof events / sizeof *events, &match, &fault);
    if (status != PIP_OK)
        fail_msg("%s:%u:%u: %s", name, fault.line, fault.column, fault.detail);
    struct pip_text out = pip_text_init(again, sizeof again);
    pip_record_write(&match, &out);
    assert_int_equal(out.length, length);
    assert_memory_equal(text, again, length);
}

static void test_every_golden_record_replays(void **state) {
    (void)state;
    DIR *folder = opendir(PIP_SOURCE_DIR "/tests/golden");
    assert_non_null(folder);
    for (struct dirent *entry; (entry = readdir(folder));) {
        size_t length = strlen(entry->d_name);
        if (length > 4 && strcmp(entry->d_name + length - 4, ".pip") == 0)
            check_golden(entry->d_name);
    }
    closedir(folder);
}

/* NAME.pip or NAME-anything.pip */
static void test_every_game_has_a_golden_record(void **state) {
    (void)state;
    for (int i = 0; pip_games[i]; i++) {
        size_t length = strlen(pip_games[i]->name);
        bool found = false;
        DIR *folder = opendir(PIP_SOURCE_DIR "/tests/golden");
        for (struct dirent *entry; (entry = readdir(folder));)
            found |= strncmp(entry->d_name, pip_games[i]->name, length) == 0 &&
                     strstr(entry->d_name, ".pip");
        closedir(folder);
        if (!found)
            fail_msg("tests/golden has no record of %s", pip_games[i]->name);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_golden_record_replays),
        cmocka_unit_test(test_every_game_has_a_golden_record),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
