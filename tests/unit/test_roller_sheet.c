/* Sheets of Roller: the shipped ones, what is read of files, and how every fault is told with its
 * place. */
#include "testing.h"

#include "games/roller/roller.h"
#include "roller_slow.h"
#include <pipwright/sheet.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- RO5: what is shipped ---- */

static int hex_at(const struct pip__roller_sheet *sheet, int q, int r) {
    for (int hex = 0; hex < sheet->hexes; hex++) {
        if (sheet->q[hex] == q && sheet->r[hex] == r)
            return hex;
    }
    return -1;
}

/* Whether an area is a centre and its ring. */
static bool is_flower(const struct pip__roller_sheet *sheet, uint64_t area, int q, int r) {
    int centre = hex_at(sheet, q, r);
    return centre >= 0 && __builtin_popcountll(area) == 7 && (area >> centre & 1) &&
           (area & ~pip__roller_hex(centre)) == sheet->neighbours[centre];
}

/* Whether some area of the sheet is the flower there. */
static bool has_flower(const struct pip__roller_sheet *sheet, int q, int r) {
    for (int area = 0; area < sheet->areas; area++) {
        int centre = hex_at(sheet, q, r);
        uint64_t ring = sheet->area[area] & ~pip__roller_hex(centre);
        if ((sheet->area[area] >> centre & 1) && __builtin_popcountll(ring) == 6 &&
            (ring & ~sheet->neighbours[centre]) == 0)
            return true;
    }
    return false;
}

static void test_RO5_1_snowflake_has_55_hexes_and_six_arms(void **state) {
    (void)state;
    const struct pip__roller_sheet *sheet = pip__roller.sheets[0]->data;
    assert_string_equal(pip__roller.sheets[0]->name, "snowflake");
    assert_int_equal(sheet->hexes, 55);
    assert_int_equal(__builtin_popcountll(sheet->area[sheet->middle]), 13);
    assert_true(sheet->crossed == pip__roller_hex(hex_at(sheet, 0, 0)));
    static const int tip[6][2] = {{1, 1}, {2, -1}, {1, -2}, {-1, -1}, {-2, 1}, {-1, 2}};
    for (int i = 0; i < 6; i++)
        assert_true(sheet->area[sheet->middle] >> hex_at(sheet, tip[i][0], tip[i][1]) & 1);
    for (int i = 0, q = 3, r = 0; i < 6; i++) {
        assert_true(has_flower(sheet, q, r));
        int turned = -r;
        r = q + r;
        q = turned;
    }
}

static void test_RO5_2_honeycomb_has_49_hexes_in_seven_flowers(void **state) {
    (void)state;
    const struct pip__roller_sheet *sheet = pip__roller.sheets[1]->data;
    assert_string_equal(pip__roller.sheets[1]->name, "honeycomb");
    assert_int_equal(sheet->hexes, 49);
    assert_int_equal(sheet->areas, 7);
    assert_true(is_flower(sheet, sheet->area[sheet->middle], 0, 0));
    for (int i = 0, q = 2, r = 1; i < 6; i++) {
        assert_true(has_flower(sheet, q, r));
        int turned = -r;
        r = q + r;
        q = turned;
    }
}

static int steps_between(const struct slow_game *g, int a, int b) {
    int q = abs(g->q[a] - g->q[b]), r = abs(g->r[a] - g->r[b]);
    int s = abs(g->q[a] + g->r[a] - g->q[b] - g->r[b]);
    return (q + r + s) / 2;
}

static bool joinable(const struct slow_game *game, int from, int to, bool *seen) {
    seen[from] = true;
    for (int next = 0; next < game->hexes; next++) {
        if (!game->beside[from][next] || seen[next])
            continue;
        if (next == to || (game->number[next] == 0 && joinable(game, next, to, seen)))
            return true;
    }
    return false;
}

static int empty_around(const struct slow_game *game, int hex) {
    int empty = 0;
    for (int other = 0; other < game->hexes; other++)
        empty += game->beside[hex][other] && game->number[other] == 0;
    return empty;
}

static void test_RO5_3_shipped_prints_are_fair(void **state) {
    (void)state;
    for (int i = 0; pip__roller.sheets[i]; i++) {
        static struct slow_game game;
        assert_true(slow_start(&game, pip__roller.sheets[i]->name));
        for (int number = 3, far = 0; number <= 8; number++) {
            int pair[2], found = 0;
            bool seen[SLOW_HEXES] = {false};
            for (int hex = 0; hex < game.hexes; hex++) {
                if (game.number[hex] != number)
                    continue;
                assert_true(found < 2 && empty_around(&game, hex) >= 3);
                pair[found++] = hex;
            }
            assert_int_equal(found, 2);
            assert_int_not_equal(game.area[pair[0]], game.area[pair[1]]);
            assert_true(steps_between(&game, pair[0], pair[1]) >= far);
            far = steps_between(&game, pair[0], pair[1]);
            assert_true(joinable(&game, pair[0], pair[1], seen));
        }
    }
}

/* ---- Files ---- */

static struct pip_sheet_file file;
static struct pip_sheet_fault faults[PIP_SHEET_FAULTS_MAX];

static char text[1 << 14];

static void load_snowflake(void) {
    FILE *in = fopen(PIP_SOURCE_DIR "/sheets/roller/snowflake.json", "rb");
    assert_non_null(in);
    text[fread(text, 1, sizeof text - 1, in)] = '\0';
    fclose(in);
}

/* Puts `to` in the place of the first `from`. */
static void change(const char *from, const char *to) {
    char *at = strstr(text, from);
    assert_non_null(at);
    assert_true(strlen(text) + strlen(to) < sizeof text);
    memmove(at + strlen(to), at + strlen(from), strlen(at + strlen(from)) + 1);
    memcpy(at, to, strlen(to));
}

static void expect_fault(uint32_t line, const char *where, const char *what) {
    int count = pip_sheet_read(text, strlen(text), &file, faults, PIP_SHEET_FAULTS_MAX);
    for (int i = 0; i < count; i++) {
        if (faults[i].line == line && strcmp(faults[i].where, where) == 0 &&
            strstr(faults[i].what, what))
            return;
    }
    for (int i = 0; i < count; i++)
        print_message("%u %s: %s\n", faults[i].line, faults[i].where, faults[i].what);
    fail_msg("no fault \"%s\" at %s in line %u", what, where, line);
}

static void has_fault(const char *from, const char *to, uint32_t line, const char *where,
                      const char *what) {
    load_snowflake();
    change(from, to);
    expect_fault(line, where, what);
}

static void test_a_sheet_file_becomes_what_is_shipped(void **state) {
    (void)state;
    load_snowflake();
    assert_int_equal(pip_sheet_read(text, strlen(text), &file, faults, PIP_SHEET_FAULTS_MAX), 0);
    assert_memory_equal(file.sheet.data, pip__roller.sheets[0]->data,
                        sizeof(struct pip__roller_sheet));
}

static void test_faults_of_areas_are_told(void **state) {
    (void)state;
    has_fault("\"kind\": \"outer\"", "\"kind\": \"middle\"", 12, "areas[1].kind", "a second");
    has_fault("\"kind\": \"middle\"", "\"kind\": \"outer\"", 10, "areas", "must be the middle");
    has_fault("\"kind\": \"outer\"", "\"kind\": \"inner\"", 12, "areas[1].kind", "middle or outer");
    has_fault("\"name\": \"south-east\"", "\"name\": \"east\"", 13, "areas[2]", "two areas");
    has_fault("\"name\": \"south-east\"", "\"name\": \"South\"", 13, "areas[2].name", "a-z");
    has_fault("{\"name\": \"east\"",
              "{\"name\": \"moon\", \"kind\": \"outer\"}, {\"name\": \"east\"", 12, "areas[1]",
              "no hexes");
}

static void test_faults_of_cells_are_told(void **state) {
    (void)state;
    has_fault("\"name\": \"a2\"", "\"name\": \"a1\"", 21, "cells[1].name", "two hexes");
    has_fault("\"name\": \"a2\"", "\"name\": \"a 2\"", 21, "cells[1].name", "a-z");
    has_fault("\"q\": 1, \"r\": -4", "\"q\": 0, \"r\": -4", 21, "cells[1].q",
              "the same place as a1");
    has_fault("\"q\": 1, \"r\": -4", "\"q\": 1, \"r\": -40", 21, "cells[1].name", "not connected");
    has_fault("\"q\": 1, \"r\": -4", "\"q\": 1, \"r\": -99", 21, "cells[1].r", "between");
    has_fault("\"q\": 1, \"r\": -4", "\"q\": 50, \"r\": -4", 21, "cells[1].q", "too far right");
    has_fault("\"area\": \"north-west\"}", "\"area\": \"moon\"}", 21, "cells[1].area", "no area");
    has_fault("\"print\": 6", "\"print\": 9", 23, "cells[3].print", "3 to 8");
    has_fault("\"print\": \"x\"", "\"print\": \"y\"", 47, "cells[27].print", "3 to 8");
    has_fault("\"dice\": 8", "\"dice\": 9", 9, "dice", "between 1 and 8");
    has_fault("\"rounds\": 7", "\"rounds\": 0", 8, "rounds", "between");
}

static void test_unfair_prints_are_told(void **state) {
    (void)state;
    has_fault(", \"print\": 6", "", 19, "cells",
              "6 must be printed twice, but is printed this often: 1");
    has_fault("\"area\": \"north-west\"}", "\"area\": \"north-west\", \"print\": 8}", 51,
              "cells[31].print", "more than twice");
    has_fault("\"area\": \"east\", \"print\": 3", "\"area\": \"west\", \"print\": 3", 49,
              "cells[29].area", "same area");
    has_fault("\"area\": \"north-west\"}", "\"area\": \"north-west\", \"print\": \"x\"}", 20,
              "cells[0].print", "a1 has 2 empty neighbours");
    has_fault(
        "\"area\": \"north-west\", \"print\": 7},\n    {\"name\": \"a2\", \"q\": 1, \"r\": -4, "
        "\"area\": \"north-west\"}",
        "\"area\": \"north-west\"},\n    {\"name\": \"a2\", \"q\": 1, \"r\": -4, \"area\": "
        "\"north-west\", \"print\": 6}",
        19, "cells", "7 must be printed twice");
    has_fault("\"area\": \"east\", \"print\": 8",
              "\"area\": \"east\"},\n    {\"name\": \"z1\", \"q\": "
              "1, \"r\": -5, \"area\": \"east\", \"print\": 8",
              52, "cells[32].print", "empty neighbours");
}

static void test_prints_out_of_order_or_walled_in_are_told(void **state) {
    (void)state;
    load_snowflake(); /* the 4s further apart than the 5s */
    change("\"area\": \"north-west\", \"print\": 4", "\"area\": \"north-west\"");
    change("\"r\": -3, \"area\": \"north-west\"",
           "\"r\": -3, \"area\": \"north-west\", \"print\": 4");
    expect_fault(61, "cells[41].print", "the 5s are 4 apart, closer than the 4s, 6");
    load_snowflake(); /* an 8 behind two x and a 3 */
    change("\"q\": -2, \"r\": -1, \"area\": \"west\"",
           "\"q\": -2, \"r\": -1, \"area\": \"west\", \"print\": \"x\"");
    change("\"q\": -3, \"r\": 1, \"area\": \"west\"",
           "\"q\": -3, \"r\": 1, \"area\": \"west\", \"print\": \"x\"");
    expect_fault(51, "cells[31].print", "the 8 cannot be connected to e1 without crossing");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_RO5_1_snowflake_has_55_hexes_and_six_arms),
        cmocka_unit_test(test_RO5_2_honeycomb_has_49_hexes_in_seven_flowers),
        cmocka_unit_test(test_RO5_3_shipped_prints_are_fair),
        cmocka_unit_test(test_a_sheet_file_becomes_what_is_shipped),
        cmocka_unit_test(test_faults_of_areas_are_told),
        cmocka_unit_test(test_faults_of_cells_are_told),
        cmocka_unit_test(test_unfair_prints_are_told),
        cmocka_unit_test(test_prints_out_of_order_or_walled_in_are_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
