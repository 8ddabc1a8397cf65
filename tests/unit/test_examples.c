/* Games that come with the program, to be stepped through: they replay and show what they promise.
 */
#include "testing.h"

#include <pipwright/record.h>
#include <pipwright/sheet.h>
#include <stdio.h>
#include <string.h>

static size_t read_example(const char *name, char *bytes, size_t room) {
    char path[512];
    snprintf(path, sizeof path, PIP_SOURCE_DIR "/docs/examples/%s", name);
    FILE *in = fopen(path, "rb");
    assert_non_null(in);
    size_t length = fread(bytes, 1, room, in);
    fclose(in);
    return length;
}

static const struct pip_sheet *the_sheet(void *context, const struct pip_game *game,
                                         struct pip_span name) {
    const struct pip_sheet *sheet = &((struct pip_sheet_file *)context)->sheet;
    return strcmp(sheet->game, game->name) == 0 && pip_span_is(name, sheet->name) ? sheet : NULL;
}

static void test_LC10_1_the_game_to_step_through_ends_with_425_points(void **unused) {
    static const struct pip_item expected[] = {
        {"red", 70},       {"orange", 0},        {"yellow", 30},
        {"green", 35},     {"blue", 100},        {"purple", -20},
        {"artefacts", 70}, {"dice symbols", 60}, {"bonus bridges", 80},
    };
    static struct pip_sheet_file file;
    static struct pip_event events[1024];
    char bytes[16384];
    struct pip_sheet_fault sheet_fault;
    struct pip_fault fault;
    struct pip_match match;
    struct pip_item items[PIP_ITEMS_MAX];
    (void)unused;
    size_t length = read_example("lost-cities-425.json", bytes, sizeof bytes);
    assert_int_equal(pip_sheet_read(bytes, length, &file, &sheet_fault, 1), 0);
    length = read_example("lost-cities-425.pip", bytes, sizeof bytes);
    assert_int_equal(pip_record_read(bytes, length, the_sheet, &file, events, 1024, &match, &fault),
                     PIP_OK);
    assert_true(match.closed);
    assert_int_equal(match.setup.game->score(&match.setup, match.state, 0, items), 9);
    for (int i = 0; i < 9; i++) {
        assert_string_equal(items[i].name, expected[i].name);
        assert_int_equal(items[i].points, expected[i].points);
    }
    assert_int_equal(pip_score_total(&match.setup, match.state, 0), 425);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_LC10_1_the_game_to_step_through_ends_with_425_points),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
