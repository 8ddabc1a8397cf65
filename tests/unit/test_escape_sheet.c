/* Escape: what a sheet must be (ES9), and that every fault is named with its place. */
#include "testing.h"

#include "escape_table.h"

static struct pip_sheet_file file;
static struct pip_sheet_fault faults[PIP_SHEET_FAULTS_MAX];

/* Reads the tests' sheet with the n-th (from 1) `from` replaced; returns the number of faults. */
static int read_with(int nth, const char *from, const char *to, const char *more) {
    static char json[PIP_SHEET_BYTES_MAX], changed[PIP_SHEET_BYTES_MAX];
    struct pip_text text = pip_text_init(changed, sizeof changed);
    sheet_text("normal", more, json, sizeof json);
    char *at = json;
    for (int i = 0; i < nth; i++) {
        at = strstr(i > 0 ? at + 1 : at, from);
        assert_non_null(at);
    }
    size_t before = nth > 0 ? (size_t)(at - json) : 0, skip = nth > 0 ? strlen(from) : 0;
    pip_text_add_span(&text, (struct pip_span){json, before});
    pip_text_add(&text, nth > 0 ? to : "");
    pip_text_add(&text, json + before + skip);
    return pip_sheet_read(changed, text.length, &file, faults, PIP_SHEET_FAULTS_MAX);
}

/* One of the faults says this, there. */
static void assert_fault(int count, const char *where, const char *what) {
    for (int i = 0; i < count; i++) {
        if (strcmp(faults[i].where, where) == 0 && strstr(faults[i].what, what)) {
            assert_true(faults[i].line > 0 && faults[i].column > 0);
            return;
        }
    }
    fail_msg("no fault \"%s\" at %s; first of %d: %s %s", what, where, count, faults[0].where,
             faults[0].what);
}

static void test_ES9_1_five_by_five_with_the_exit_in_the_middle_and_halves_apart(void **state) {
    (void)state;
    assert_int_equal(read_with(0, "", "", ""), 0);
    assert_fault(read_with(1, "\"exit\"", "\"gem\"", ""), "chambers", "exit must be in the middle");
    assert_fault(read_with(1, "\"gem\"", "\"exit\"", ""), "chambers", "exit must be in the middle");
    assert_fault(read_with(1, "special:red", "special:blue", ""), "chambers",
                 "special:red must stand in two chambers, not 1");
    assert_fault(read_with(1, "\"special:red\"", "\"special:pink\"", ""), "chambers[0][1].action",
                 "no such chamber action");
    assert_fault(
        read_with(1, "[{\"entry\": [\"gold\", \"torch\"], \"action\": \"gem\"}, ", "[", ""),
        "chambers[0]", "must have 5 chambers");
    assert_int_equal(read_with(1, "\"exit\"", "\"gem\"", ""), 1); /* and nothing else is wrong */
}

/* Red stands in a2 and e4. With e4's half moved to b3 it would be two moves away. */
static void test_ES9_1_the_halves_of_a_colour_are_at_least_four_moves_apart(void **state) {
    static char json[PIP_SHEET_BYTES_MAX];
    (void)state;
    size_t length = sheet_text("normal", "", json, sizeof json);
    char *near = strstr(json, "\"action\": \"reroll\"}"); /* b3 */
    char *far = strstr(strstr(json, "special:red") + 1, "\"action\": \"special:red\"}");
    assert_non_null(far);
    size_t between = (size_t)(far - near), red = strlen("\"action\": \"special:red\"}"),
           reroll = strlen("\"action\": \"reroll\"}");
    memmove(near + red, near + reroll, between - reroll);
    memcpy(near, "\"action\": \"special:red\"}", red);
    memcpy(near + red + between - reroll, "\"action\": \"reroll\"}", reroll);
    int count = pip_sheet_read(json, length, &file, faults, PIP_SHEET_FAULTS_MAX);
    assert_int_equal(count, 1);
    assert_fault(count, "chambers", "the halves of special:red must be at least 4 moves apart");
}

static void test_ES9_2_all_ordered_pairs_occur_and_no_black_mask(void **state) {
    (void)state;
    assert_fault(
        read_with(1, "[\"gold\", \"torch\"], \"action\"", "[\"torch\", \"gold\"], \"action\"", ""),
        "chambers", "no chamber has the entrance symbols gold torch");
    assert_fault(
        read_with(1, "[\"gold\", \"torch\"], \"action\"", "[\"gold\", \"black\"], \"action\"", ""),
        "chambers[0][0].entry[1]", "no such entrance symbol");
    assert_fault(read_with(1, "[\"gold\", \"torch\"], \"action\"", "[\"gold\"], \"action\"", ""),
                 "chambers[0][0].entry", "must have two entrance symbols");
}

static void test_ES9_3_every_side_reaches_the_exit_in_three_moves(void **state) {
    (void)state;
    assert_int_equal(read_with(0, "", "", ", \"walls\": [\"a1 east\", \"b2 north\"]"), 0);
    assert_fault(read_with(0, "", "", ", \"walls\": [\"a3 north\"]"), "chambers",
                 "the north side does not reach the exit in three moves");
    assert_fault(read_with(0, "", "", ", \"walls\": [\"c4 east\"]"), "chambers",
                 "the east side does not reach");
    assert_fault(read_with(0, "", "", ", \"walls\": [\"a1 east\", \"b1 north\"]"), "chambers",
                 "chamber a1 is cut off");
    assert_fault(read_with(0, "", "", ", \"walls\": [\"a1 east\", \"a2 west\"]"), "walls[1]",
                 "removed twice");
    assert_fault(read_with(0, "", "", ", \"walls\": [\"f1 east\"]"), "walls[0]",
                 "must be a chamber");
}

static void test_ES9_4_six_maps_and_dash_from_maps_only(void **state) {
    (void)state;
    assert_fault(read_with(1, "\"action\": \"heal\"", "\"action\": \"dash\"", ""),
                 "chambers[2][0].action", "no such chamber action");
    assert_fault(read_with(1,
                           "{\"bonus\": [\"torch\", \"key\"], \"gives\": \"dash\", \"gem\": "
                           "[\"gold\", \"adventurer\"]},",
                           "", ""),
                 "maps", "must have 6 maps");
    assert_fault(read_with(1, "\"gives\": \"dash\"", "\"gives\": \"gem\"", ""), "maps[0].gives",
                 "no such track");
    assert_fault(read_with(1, "\"bonus\": [\"torch\", \"key\"]", "\"bonus\": []", ""),
                 "maps[0].bonus", "must have 1 to 4 symbols");
}

/* Two seats: 8 gems in chambers, 12 of maps, 8 of special chambers, 6 of tracks are 34. A goal of
 * 22 would need 33, one of 23 would need 34.5. */
static void test_ES9_5_the_supply_exceeds_the_hardest_goal_by_half(void **state) {
    (void)state;
    assert_int_equal(read_with(1, "{\"2\": 16", "{\"2\": 22", ""), 0);
    assert_fault(read_with(1, "{\"2\": 16", "{\"2\": 23", ""), "",
                 "34 gems for 2 seats are too few for a goal of 23");
    assert_fault(read_with(1, "{\"2\": 16", "{\"2\": 31", ""), "goals.hard.2",
                 "must be between 1 and 30");
}

static void test_a_sheet_names_every_fault_in_one_run(void **state) {
    (void)state;
    int count = read_with(1, "\"special:red\"", "7", ", \"walls\": [\"x\"], \"colour\": 1");
    assert_int_equal(count, 3);
    assert_fault(count, "chambers[0][1].action", "must be a string");
    assert_fault(count, "walls[0]", "must be a chamber");
    assert_fault(count, "colour", "unknown key");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ES9_1_five_by_five_with_the_exit_in_the_middle_and_halves_apart),
        cmocka_unit_test(test_ES9_1_the_halves_of_a_colour_are_at_least_four_moves_apart),
        cmocka_unit_test(test_ES9_2_all_ordered_pairs_occur_and_no_black_mask),
        cmocka_unit_test(test_ES9_3_every_side_reaches_the_exit_in_three_moves),
        cmocka_unit_test(test_ES9_4_six_maps_and_dash_from_maps_only),
        cmocka_unit_test(test_ES9_5_the_supply_exceeds_the_hardest_goal_by_half),
        cmocka_unit_test(test_a_sheet_names_every_fault_in_one_run),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
