/* Records: canonical writing, reading, and what becomes of damaged ones. */
#include "record_testing.h"

/* ---- What is good ---- */

static void test_a_canonical_record_is_written_back_byte_for_byte(void **unused) {
    (void)unused;
    is_good(good);
    assert_string_equal(write_text(), good);
    assert_string_equal(match.name[1], "Bj\303\270rn B");
    assert_int_equal(match.dice, PIP_DICE_SEED);
    assert_true(match.seed.seed == 0xff && match.seed.game == 12);
    assert_string_equal(match.extra, "event Harbour Cup\nplace Oslo\n");
    assert_int_equal(match.count, 9);
    assert_int_equal(match.rolls, 2);
    assert_false(match.closed);
}

static void test_every_kind_of_dice_is_written_back(void **unused) {
    static const char *const kinds[] = {"dice real\n", "dice seed 0123456789abcdef\n",
                                        "dice seed ffffffffffffffff game 4294967295\n",
                                        "dice fair " COMMITMENT "\n", ""};
    static const enum pip_dice_kind expected[] = {PIP_DICE_REAL, PIP_DICE_SEED, PIP_DICE_SEED,
                                                  PIP_DICE_FAIR, PIP_DICE_UNSAID};
    (void)unused;
    for (size_t i = 0; i < LENGTH(kinds); i++) {
        is_good(with("dice seed 00000000000000ff game 12\n", kinds[i]));
        assert_int_equal(match.dice, expected[i]);
        assert_string_equal(write_text(), changed);
    }
}

static void test_what_is_left_out_is_written_in_full(void **unused) {
    (void)unused;
    is_good(finished());
    assert_true(match.closed);
    assert_non_null(strstr(write_text(), "\nsheet-hash "));
    assert_non_null(strstr(written, "\nseats 1\noption order=simultaneous\n\n* red"));
    assert_string_equal(written + strlen(written) - 5, "= 20\n");
    char first[TEXT];
    strcpy(first, written);
    is_good(first);
    assert_string_equal(write_text(), first);
}

static void test_header_lines_may_stand_in_any_order(void **unused) {
    (void)unused;
    is_good("pipwright record 1\nplace Oslo\nseats 2\ndice real\nseat 1 Bob\nsheet ruins\n"
            "option order=sequence\nseat 0 Ada\ngame lost-cities\n\n");
    assert_int_equal(match.setup.option[0], 1);
    assert_string_equal(match.setup.sheet->name, "ruins");
    const char *text = write_text();
    assert_non_null(strstr(text, "\nseats 2\noption order=sequence\nseat 0 Ada\nseat 1 Bob\n"
                                 "dice real\nplace Oslo\n\n"));
}

static void test_comments_are_read_over(void **unused) {
    (void)unused;
    snprintf(changed, sizeof changed, "; a game\n%s; the end\n", good);
    is_good(changed);
    assert_string_equal(write_text(), good);
    is_good(with("0 green 3\n", "0 green 3 ; bold\n;\n  ; \303\244lter\n"));
    assert_string_equal(write_text(), good);
    is_good(with("seats 3\n", "seats 3;three\n; more\n"));
    assert_string_equal(write_text(), good);
    is_good(with("place Oslo\n", "place Oslo ; Norway\n"));
    assert_string_equal(write_text(), good);
    snprintf(changed, sizeof changed, "%s; good game\n", finished());
    is_good(changed);
}

static void test_unknown_keys_are_kept_as_they_are(void **unused) {
    (void)unused;
    is_good(with("place Oslo\n", "place Os  lo = * 1\nplace Rome\n"));
    assert_string_equal(match.extra, "event Harbour Cup\nplace Os  lo = * 1\nplace Rome\n");
    assert_string_equal(write_text(), changed);
}

static void test_simultaneous_moves_in_another_order_become_canonical(void **unused) {
    (void)unused;
    is_good(with("1 red x\n2 red 7\n", "2 red 7\n1 red x\n"));
    assert_string_equal(write_text(), good);
}

static void test_who_was_drawn_to_begin_is_written_back(void **unused) {
    (void)unused;
    is_good(with("dice seed", "first draw 2\ndice seed"));
    assert_true(match.drawn);
    assert_int_equal(match.first, 2);
    assert_string_equal(write_text(), changed);
    is_good(good);
    assert_false(match.drawn);
}

static void test_LC2_9_turns_under_way_are_written_back(void **unused) {
    (void)unused;
    is_good(with("2 orange 9\n0 -\n", "? 2\n"));
    assert_true(match.turns);
    assert_int_equal(match.asked, 2);
    assert_int_equal(pip_match_actor(&match), 1u << 2);
    assert_string_equal(write_text(), changed);
    is_good(with("1 blue 2\n2 orange 9\n0 -\n", "1 blue 2\n0 -\n? 0\n")); /* has chosen since */
    assert_int_equal(pip_match_actor(&match), 1u << 2);
    assert_string_equal(write_text(), changed);
    is_good(good); /* all have chosen: nothing is left of it */
    assert_false(match.turns);
}

static void test_who_resigned_is_written_back_where_it_was(void **unused) {
    (void)unused;
    is_good(with("0 > blue\n", "! 2\n0 > blue\n"));
    assert_int_equal(match.resigned, 1u << 2);
    assert_int_equal(match.resigned_at[2], 2);
    assert_int_equal(match.count, 9); /* it is no event */
    assert_string_equal(write_text(), changed);
    is_good(with("0 -\n", "0 -\n! 0\n! 1\n"));
    assert_int_equal(match.resigned, 3);
    assert_string_equal(write_text(), changed);
    is_good(good);
    assert_int_equal(match.resigned, 0);
}

static void test_who_resigns_among_simultaneous_moves_stands_before_them(void **unused) {
    char canonical[TEXT];
    (void)unused;
    strcpy(canonical, with("1 red x\n2 red 7\n", "! 1\n1 red x\n2 red 7\n"));
    is_good(with("1 red x\n2 red 7\n", "1 red x\n! 1\n2 red 7\n"));
    assert_string_equal(write_text(), canonical);
    is_good(canonical);
    assert_string_equal(write_text(), canonical);
}

static void test_the_edition_is_written_back(void **unused) {
    (void)unused;
    is_good("pipwright record 1\ngame roller\nedition 2\nsheet snowflake\nseats 1\n\n");
    assert_int_equal(match.edition, 2);
    assert_non_null(strstr(write_text(), "\ngame roller\nedition 2\nsheet "));
    is_good(
        "pipwright record 1\ngame roller\nsheet snowflake\nseats 1\n\n* 3 3 4 5 6 7 7 8\n"); /* the
                                                                                                first
                                                                                                edition
                                                                                                had
                                                                                                no
                                                                                                such
                                                                                                line
                                                                                              */
    assert_int_equal(match.edition, 1);
    assert_null(strstr(write_text(), "edition"));
}

/* Reads what was written and writes it again. */
static void round_trip(const struct pip_setup *setup, struct pip_seed seed) {
    static struct pip_event many[32768];
    static char text[1 << 20], again[1 << 20];
    struct pip_random random = pip_random_init(seed, 0);
    uint32_t capacity = setup->game->length(setup);
    assert_true(capacity <= LENGTH(many));
    assert_int_equal(pip_match_start(&match, setup, many, capacity), PIP_OK);
    match.dice = PIP_DICE_SEED;
    match.seed = seed;
    for (uint32_t left = pip_random_below(&random, 400); left-- > 0;) {
        pip_actors actors = pip_match_actor(&match);
        if ((actors & (actors - 1u)) && pip_random_below(&random, 8) == 0)
            pip_match_ask_turns(&match, __builtin_ctz(actors));
        if (!play_at_random(&match, &random)) {
            pip_match_close(&match);
            break;
        }
    }
    struct pip_text out = pip_text_init(text, sizeof text);
    pip_record_write(&match, &out);
    assert_true(pip_text_fits(&out));
    assert_int_equal(pip_record_read(text, out.length, NULL, NULL, many, capacity, &match, &fault),
                     PIP_OK);
    out = pip_text_init(again, sizeof again);
    pip_record_write(&match, &out);
    assert_string_equal(text, again);
}

static void test_random_games_of_every_setup_round_trip(void **unused) {
    (void)unused;
    for (int i = 0; pip_games[i]; i++) {
        struct pip_setup setup = pip_setup_first(pip_games[i]);
        uint32_t game = 1;
        do {
            round_trip(&setup, (struct pip_seed){99, game++});
        } while (pip_setup_next(&setup));
    }
}

static void test_writing_says_how_much_room_it_needs(void **unused) {
    (void)unused;
    is_good(good);
    struct pip_text text = pip_text_init(written, 100);
    pip_record_write(&match, &text);
    assert_false(pip_text_fits(&text));
    assert_int_equal(text.length, strlen(good));
    assert_int_equal(strlen(written), 99);
}

static const struct pip_sheet *find_own(void *context, const struct pip_game *game,
                                        struct pip_span name) {
    assert_string_equal(game->name, "lost-cities");
    return pip_span_is(name, "jungle") ? context : NULL;
}

static void test_a_sheet_comes_from_the_finder_if_there_is_one(void **unused) {
    struct pip_sheet own = *lost_cities()->sheets[1];
    (void)unused;
    own.name = "jungle";
    enum pip_status status =
        pip_record_read(good, strlen(good), find_own, &own, events, EVENTS, &match, &fault);
    assert_int_equal(status, PIP_BAD_HASH);
    const char *text = finished();
    status = pip_record_read(text, strlen(text), find_own, &own, events, EVENTS, &match, &fault);
    assert_int_equal(status, PIP_OK);
    assert_ptr_equal(match.setup.sheet, &own);
    text = with("sheet jungle", "sheet ruins");
    status = pip_record_read(text, strlen(text), find_own, &own, events, EVENTS, &match, &fault);
    assert_int_equal(status, PIP_UNKNOWN_SHEET);
}

/* ---- Cut off ---- */

/* A prefix that ends with a whole line of the body is a shorter record; any other is cut off in the
 * line that the fault names. */
static void test_every_proper_prefix_is_cut_off_or_a_shorter_record(void **unused) {
    uint32_t line = 1;
    size_t line_start = 0, shorter = 0, wide = 0;
    (void)unused;
    for (size_t length = 0; length < strlen(good); length++) {
        if (length > 0 && good[length - 1] == '\n') {
            line++;
            line_start = length;
            wide = 0;
        } else if (length > 0) {
            wide += ((unsigned char)good[length - 1] & 0xc0) == 0x80;
        }
        bool half_a_character = ((unsigned char)good[length] & 0xc0) == 0x80;
        uint32_t column = (uint32_t)(length - line_start - wide - half_a_character + 1);
        if (line > HEAD_LINES && length == line_start) {
            assert_int_equal(read_bytes(good, length), PIP_OK);
            assert_memory_equal(write_text(), good, length);
            assert_int_equal(strlen(written), length);
            shorter++;
        } else {
            fails(good, length, PIP_SYNTAX, line, column);
        }
    }
    assert_int_equal(shorter, 9);
}

/* ---- Damage ---- */

/* Whether the header lines stand in canonical order and none is left out. A changed byte may turn a
 * key into an unknown one, which is kept behind the others. */
static bool header_is_canonical(const char *text) {
    static const char *const keys[] = {"pipwright ", "game ", "sheet ", "sheet-hash ", "seats ",
                                       "option ",    "seat ", "seat ",  "seat "};
    for (size_t i = 0; i < LENGTH(keys); i++) {
        if (strncmp(text, keys[i], strlen(keys[i])) != 0)
            return false;
        text = strchr(text, '\n') + 1;
    }
    for (bool others = false; *text != '\n'; text = strchr(text, '\n') + 1) {
        static const char *const known[] = {"game ",  "sheet ", "sheet-hash ",
                                            "seats ", "seat ",  "option "};
        for (size_t i = 0; i < LENGTH(known); i++) {
            if (strncmp(text, known[i], strlen(known[i])) == 0)
                return false;
        }
        bool is_dice = strncmp(text, "dice ", 5) == 0;
        if (is_dice && others)
            return false;
        others |= !is_dice;
    }
    return true;
}

/* What is read from a damaged record is what stood there: writing gives the same bytes, or, where
 * they were not canonical, at least something that stays as it is. */
static void damaged_record_is_understood(size_t length) {
    if (read_bytes(changed, length) != PIP_OK) {
        assert_in_range(fault.line, 1, HEAD_LINES + 11);
        assert_true(fault.column >= 1 && fault.status != PIP_OK);
        assert_non_null(memchr(fault.detail, '\0', sizeof fault.detail));
        return;
    }
    static char once[TEXT];
    strcpy(once, write_text());
    if (!strchr(changed, ';') && header_is_canonical(changed))
        assert_string_equal(once, changed);
    is_good(once);
    assert_string_equal(write_text(), once);
}

static void test_a_changed_byte_is_found_or_makes_another_record(void **unused) {
    struct pip_random random = pip_random_init((struct pip_seed){31, 0}, 0);
    uint32_t length = (uint32_t)strlen(good);
    static const char likely[] = "\n \r\t;0123456789>-x*=.abc";
    (void)unused;
    for (int i = 0; i < 6000; i++) {
        strcpy(changed, good);
        uint32_t place = pip_random_below(&random, length);
        char byte = i % 2 ? (char)pip_random_below(&random, 256)
                          : likely[pip_random_below(&random, sizeof likely - 1)];
        if (byte == '\0')
            continue; /* tested by itself; here the text is a string */
        changed[place] = byte;
        damaged_record_is_understood(length);
    }
}

static void test_lost_doubled_and_swapped_bytes_are_understood(void **unused) {
    struct pip_random random = pip_random_init((struct pip_seed){32, 0}, 0);
    uint32_t length = (uint32_t)strlen(good);
    (void)unused;
    for (int i = 0; i < 3000; i++) {
        uint32_t place = pip_random_below(&random, length - 1);
        strcpy(changed, good);
        if (i % 3 == 0) {
            strcpy(changed + place, good + place + 1);
        } else if (i % 3 == 1) {
            strcpy(changed + place + 1, good + place);
        } else {
            changed[place] = good[place + 1];
            changed[place + 1] = good[place];
        }
        damaged_record_is_understood(strlen(changed));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_canonical_record_is_written_back_byte_for_byte),
        cmocka_unit_test(test_every_kind_of_dice_is_written_back),
        cmocka_unit_test(test_what_is_left_out_is_written_in_full),
        cmocka_unit_test(test_header_lines_may_stand_in_any_order),
        cmocka_unit_test(test_comments_are_read_over),
        cmocka_unit_test(test_unknown_keys_are_kept_as_they_are),
        cmocka_unit_test(test_simultaneous_moves_in_another_order_become_canonical),
        cmocka_unit_test(test_who_was_drawn_to_begin_is_written_back),
        cmocka_unit_test(test_LC2_9_turns_under_way_are_written_back),
        cmocka_unit_test(test_who_resigned_is_written_back_where_it_was),
        cmocka_unit_test(test_who_resigns_among_simultaneous_moves_stands_before_them),
        cmocka_unit_test(test_the_edition_is_written_back),
        cmocka_unit_test(test_random_games_of_every_setup_round_trip),
        cmocka_unit_test(test_writing_says_how_much_room_it_needs),
        cmocka_unit_test(test_a_sheet_comes_from_the_finder_if_there_is_one),
        cmocka_unit_test(test_every_proper_prefix_is_cut_off_or_a_shorter_record),
        cmocka_unit_test(test_a_changed_byte_is_found_or_makes_another_record),
        cmocka_unit_test(test_lost_doubled_and_swapped_bytes_are_understood),
    };
    return cmocka_run_group_tests_name("record", tests, make_good, NULL);
}
