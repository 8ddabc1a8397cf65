/* Records: strict reading, and every fault at its line and column. */
#include "record_testing.h"

/* ---- Faults of the header ---- */

static void test_faults_of_the_first_line(void **unused) {
    static const struct fault_case cases[] = {
        {"pipwright record 1", "pipwright record 2", PIP_SYNTAX, 1, 1},
        {"pipwright record 1", "pipwright record 10", PIP_SYNTAX, 1, 1},
        {"pipwright record 1", " pipwright record 1", PIP_SYNTAX, 1, 1},
        {"pipwright record 1\n", "\npipwright record 1\n", PIP_SYNTAX, 1, 1},
        {"pipwright record 1\n", "\357\273\277pipwright record 1\n", PIP_SYNTAX, 1, 1},
        {"pipwright record 1\n", "", PIP_SYNTAX, 1, 1},
        {"pipwright record 1\n", "; c\n", PIP_SYNTAX, 2, 1},
        {"game lost-cities\n", "game lost-cities\npipwright record 1\n", PIP_SYNTAX, 3, 1},
    };
    (void)unused;
    all_fail(cases, LENGTH(cases));
}

static void test_a_required_key_that_is_missing_is_missed_at_the_end_of_the_header(void **unused) {
    static const struct fault_case cases[] = {
        {"game lost-cities\n", "", PIP_SYNTAX, HEAD_LINES - 1, 1},
        {"sheet jungle\n", "", PIP_SYNTAX, HEAD_LINES - 1, 1},
        {"seats 3\n", "", PIP_SYNTAX, HEAD_LINES - 1, 1},
        {"game lost-cities\n", "\ngame lost-cities\n", PIP_SYNTAX, 2, 1},
    };
    (void)unused;
    all_fail(cases, LENGTH(cases));
    assert_non_null(strstr(fault.detail, "game"));
}

static void test_a_key_that_stands_twice_is_a_fault(void **unused) {
    static const struct fault_case cases[] = {
        {"sheet jungle\n", "game lost-cities\nsheet jungle\n", PIP_SYNTAX, 3, 1},
        {"seats 3\n", "sheet jungle\nseats 3\n", PIP_SYNTAX, 5, 1},
        {"seats 3\n", "seats 3\nseats 3\n", PIP_SYNTAX, 6, 1},
        {"event", "dice real\nevent", PIP_SYNTAX, 11, 1},
        {"seat 0 Ada", "option order=sequence\nseat 0 Ada", PIP_SYNTAX, 7, 8},
        {"seat 0 Ada", "option order=simultaneous\nseat 0 Ada", PIP_SYNTAX, 7, 8},
        {"seat 2 bot:random", "seat 0 Eve", PIP_SYNTAX, 9, 6},
    };
    (void)unused;
    all_fail(cases, LENGTH(cases));
    const char *hash_line = strstr(good, "sheet-hash ");
    char twice[256];
    snprintf(twice, sizeof twice, "%.*s\nseats 3\n", 75, hash_line);
    text_fails(with("seats 3\n", twice), PIP_SYNTAX, 5, 1);
}

static void test_names_of_games_sheets_and_options_must_be_known(void **unused) {
    static const struct fault_case cases[] = {
        {"game lost-cities", "game chess", PIP_UNKNOWN_GAME, 2, 6},
        {"game lost-cities", "game lost-citie", PIP_UNKNOWN_GAME, 2, 6},
        {"game lost-cities", "game Lost-cities", PIP_UNKNOWN_GAME, 2, 6},
        {"sheet jungle", "sheet moon", PIP_UNKNOWN_SHEET, 3, 7},
        {"sheet jungle", "sheet classic", PIP_UNKNOWN_SHEET, 3, 7}, /* of another game */
        {"order=simultaneous", "order=chaos", PIP_BAD_OPTION, 6, 8},
        {"order=simultaneous", "mood=simultaneous", PIP_BAD_OPTION, 6, 8},
        {"order=simultaneous", "order", PIP_BAD_OPTION, 6, 8},
        {"order=simultaneous", "order=", PIP_BAD_OPTION, 6, 8},
        {"order=simultaneous", "order=simultaneous x", PIP_BAD_OPTION, 6, 8},
        {"option order=simultaneous\n",
         "option a=1\noption b=1\noption c=1\noption d=1\noption e=1\n", PIP_SYNTAX, 10, 1},
    };
    (void)unused;
    all_fail(cases, LENGTH(cases));
}

static void test_the_sheet_hash_is_checked(void **unused) {
    char *digit = strstr(good, "sheet-hash ") + 11;
    (void)unused;
    strcpy(changed, good);
    char *here = changed + (digit - good);
    here[0] = here[0] == '0' ? '1' : '0';
    text_fails(changed, PIP_BAD_HASH, 4, 12);
    here[0] = 'g';
    text_fails(changed, PIP_SYNTAX, 4, 12);
    here[0] = 'A';
    text_fails(changed, PIP_SYNTAX, 4, 12);
    memmove(here, here + 1, strlen(here));
    text_fails(changed, PIP_SYNTAX, 4, 12);
}

static void test_seats_must_fit_the_game(void **unused) {
    static const struct fault_case cases[] = {
        {"seats 3", "seats 0", PIP_BAD_SEATS, 5, 7},   {"seats 3", "seats 6", PIP_BAD_SEATS, 5, 7},
        {"seats 3", "seats -3", PIP_BAD_SEATS, 5, 7},  {"seats 3", "seats 03", PIP_BAD_SEATS, 5, 7},
        {"seats 3", "seats 259", PIP_BAD_SEATS, 5, 7}, {"seats 3", "seats x", PIP_BAD_SEATS, 5, 7},
        {"seats 3", "seats 3 3", PIP_BAD_SEATS, 5, 7}, {"seats 3", "seats 2", PIP_BAD_SEATS, 9, 6},
    };
    (void)unused;
    all_fail(cases, LENGTH(cases));
}

#define SIXTEEN "0123456789abcdef"

static void test_seat_names_must_be_names(void **unused) {
    static const struct fault_case cases[] = {
        {"seat 0 Ada", "seat 3 Ada", PIP_BAD_SEATS, 7, 6},
        {"seat 0 Ada", "seat 00 Ada", PIP_BAD_SEATS, 7, 6},
        {"seat 0 Ada", "seat x Ada", PIP_BAD_SEATS, 7, 6},
        {"seat 0 Ada", "seat 0", PIP_SYNTAX, 7, 6},
        {"seat 0 Ada", "seat 0  Ada", PIP_SYNTAX, 7, 6},
        {"seat 0 Ada", "seat 0 Ada ", PIP_SYNTAX, 7, 1},
        {"seat 0 Ada", "seat 0 " SIXTEEN SIXTEEN SIXTEEN SIXTEEN "X", PIP_SYNTAX, 7, 6},
        {"seat 0 Ada",
         "seat 0 a\nseat 0 b\nseat 0 c\nseat 0 d\nseat 0 e\nseat 0 f\nseat 0 g\nseat 0 h",
         PIP_SYNTAX, 15, 1},
    };
    (void)unused;
    all_fail(cases, LENGTH(cases));
    is_good(with("seat 0 Ada", "seat 0 " SIXTEEN SIXTEEN SIXTEEN SIXTEEN));
    assert_string_equal(match.name[0], SIXTEEN SIXTEEN SIXTEEN SIXTEEN);
    assert_string_equal(write_text(), changed);
}

static void test_names_are_printable_utf_8_without_semicolons(void **unused) {
    static const char *const bad[] = {"",
                                      " a",
                                      "a ",
                                      "a;b",
                                      "a\nb",
                                      "a\tb",
                                      "\177",
                                      "\302\205",
                                      "\200",
                                      "\303",
                                      "\303(",
                                      "\300\257",
                                      "\340\200\257",
                                      "\355\240\200",
                                      "\364\220\200\200",
                                      "\370\210\200\200\200"};
    static const char *const fine[] = {
        "a", "a  b", "\303\244", "\342\202\254", "\360\237\216\262", "\302\240", "bot:expert"};
    (void)unused;
    for (size_t i = 0; i < LENGTH(bad); i++)
        assert_false(pip_name_valid(pip_span_of(bad[i])));
    for (size_t i = 0; i < LENGTH(fine); i++)
        assert_true(pip_name_valid(pip_span_of(fine[i])));
    assert_false(pip_name_valid((struct pip_span){"a\0b", 3}));
    assert_false(pip_name_valid((struct pip_span){"\342\202\254", 2}));
}

static void test_dice_must_be_seeded_fair_or_real(void **unused) {
    static const char *const bad[] = {"seed",
                                      "real dice",
                                      "fair",
                                      "fair 00000000000000ff",
                                      "fair " COMMITMENT "0",
                                      "fair " COMMITMENT " game 1",
                                      "fair A123456789abcdef",
                                      "seed ff",
                                      "seed 00000000000000fg",
                                      "seed 00000000000000FF",
                                      "seed 00000000000000ff 12",
                                      "seed 00000000000000ff game",
                                      "seed 00000000000000ff game 0",
                                      "seed 00000000000000ff game 01",
                                      "seed 00000000000000ff game 4294967296",
                                      "seed 00000000000000ff game 1 2",
                                      "seed  00000000000000ff"};
    (void)unused;
    for (size_t i = 0; i < LENGTH(bad); i++) {
        text_fails(with("seed 00000000000000ff game 12", bad[i]), PIP_SYNTAX, 10, 6);
    }
}

static void test_header_lines_are_a_key_a_space_and_a_value(void **unused) {
    static const struct fault_case cases[] = {
        {"place Oslo", "place", PIP_SYNTAX, 12, 1},
        {"place Oslo", "place ", PIP_SYNTAX, 12, 1},
        {"place Oslo", " place Oslo", PIP_SYNTAX, 12, 1},
        {"place Oslo", "place Oslo ", PIP_SYNTAX, 12, 1},
        {"game lost-cities", "game  lost-cities", PIP_SYNTAX, 2, 1},
        {"game lost-cities", "game", PIP_SYNTAX, 2, 1},
    };
    (void)unused;
    all_fail(cases, LENGTH(cases));
}

static void test_a_huge_header_has_no_room(void **unused) {
    struct pip_text text = pip_text_init(changed, sizeof changed);
    (void)unused;
    /* 2048 bytes of unknown lines are kept, one more is too many. */
    for (size_t extra = PIP_EXTRA_MAX; extra <= PIP_EXTRA_MAX + 1; extra++) {
        text = pip_text_init(changed, sizeof changed);
        pip_text_add(&text, "pipwright record 1\ngame pig\nsheet classic\nseats 1\nk ");
        for (size_t i = 0; i < 1000; i++)
            pip_text_add_char(&text, 'a');
        pip_text_add(&text, "\nl ");
        for (size_t i = 0; i < extra - 1003 - 3; i++)
            pip_text_add_char(&text, 'b');
        pip_text_add(&text, "\n\n");
        if (extra > PIP_EXTRA_MAX) {
            fails(changed, text.length, PIP_NO_ROOM, 6, 1);
        } else {
            is_good(changed);
            assert_int_equal(strlen(match.extra), PIP_EXTRA_MAX);
        }
    }
}

static void test_an_unsound_header_leaves_no_game(void **unused) {
    static const struct fault_case cases[] = {
        {"game lost-cities", "game chess", PIP_UNKNOWN_GAME, 2, 6},
        {"seats 3", "seats 6", PIP_BAD_SEATS, 5, 7},
        {"place Oslo", "place", PIP_SYNTAX, 12, 1},
        {"seat 0 Ada", "seat 3 Ada", PIP_BAD_SEATS, 7, 6},
        {"seat 1 Bj", "seat 0 Bj", PIP_SYNTAX, 8, 6},
        {"dice seed", "dice sead", PIP_SYNTAX, 10, 6},
    };
    (void)unused;
    for (size_t i = 0; i < LENGTH(cases); i++) {
        all_fail(&cases[i], 1);
        assert_null(match.setup.game);
    }
}

/* ---- Faults of the text ---- */

static void test_characters_that_are_none_are_found_where_they_stand(void **unused) {
    static const struct fault_case cases[] = {
        {"game lost-cities\n", "game lost-cities\r\n", PIP_SYNTAX, 2, 17},
        {"0 green 3\n", "0 green 3\r\n", PIP_SYNTAX, 15, 10},
        {"seats 3", "seats\t3", PIP_SYNTAX, 5, 6},
        {"0 green 3", "0\tgreen 3", PIP_SYNTAX, 15, 2},
        {"0 green 3", "0 green 3 ; \001", PIP_SYNTAX, 15, 13},
        {"0 green 3", "0 green 3\177", PIP_SYNTAX, 15, 10},
        {"rn B", "rn \377", PIP_SYNTAX, 8, 14},
        {"rn B", "rn \303", PIP_SYNTAX, 8, 14},
        {"rn B", "rn \300\257", PIP_SYNTAX, 8, 14},
        {"rn B", "rn \355\240\200", PIP_SYNTAX, 8, 14},
        {"rn B", "rn \302\205", PIP_SYNTAX, 8, 14},
        {"place Oslo", "place \342\202", PIP_SYNTAX, 12, 7},
    };
    (void)unused;
    all_fail(cases, LENGTH(cases));
    strcpy(changed, good);
    size_t place = (size_t)(strstr(good, "green 3\n") - good);
    changed[place] = '\0';
    fails(changed, strlen(good), PIP_SYNTAX, 15, 3);
    fails("", 0, PIP_SYNTAX, 1, 1);
    fails("\n", 1, PIP_SYNTAX, 1, 1);
    fails("\0", 1, PIP_SYNTAX, 1, 1);
    fails("; nothing\n", 10, PIP_SYNTAX, 2, 1);
}

static bool is_utf_8(const char *text) {
    const struct pip_span all = pip_span_of(text);
    for (size_t at = 0; at < all.length;) {
        size_t size = 1;
        while (at + size < all.length && ((unsigned char)all.at[at + size] & 0xc0) == 0x80)
            size++;
        if (!pip_name_valid((struct pip_span){all.at + at, size}) && !strchr(" ;", all.at[at]))
            return false;
        at += size;
    }
    return true;
}

static void test_the_detail_of_a_fault_is_never_cut_inside_a_character(void **unused) {
    (void)unused;
    for (size_t shift = 0; shift < 4; shift++) {
        char dice[160] = "aaa";
        struct pip_text text = pip_text_init(dice, sizeof dice);
        for (size_t i = 0; i < shift; i++)
            pip_text_add_char(&text, 'a');
        for (int i = 0; i < 30; i++)
            pip_text_add(&text, "\360\237\216\262");
        text_fails(with("seed 00000000000000ff game 12", dice), PIP_SYNTAX, 10, 6);
        assert_true(is_utf_8(fault.detail));
        text_fails(with("lost-cities", dice), PIP_UNKNOWN_GAME, 2, 6);
        assert_true(is_utf_8(fault.detail));
    }
}

/* ---- Faults of the body ---- */

static void test_the_body_has_no_blank_lines(void **unused) {
    static const struct fault_case cases[] = {
        {"0 green 3\n", "0 green 3\n\n", PIP_SYNTAX, 16, 1},
        {"\n* red red green", "\n\n* red red green", PIP_SYNTAX, 14, 1},
        {"0 -\n", "0 -\n\n", PIP_SYNTAX, 23, 1},
    };
    (void)unused;
    all_fail(cases, LENGTH(cases));
}

static void test_illegal_events_are_found_at_their_line(void **unused) {
    static const struct fault_case cases[] = {
        {"0 green 3", "0 green 4", PIP_ILLEGAL, 15, 1},
        {"0 green 3", "1 green 3", PIP_NOT_ACTING, 15, 1},
        {"0 green 3", "3 green 3", PIP_NOT_ACTING, 15, 1},
        {"0 green 3", "0 green  3", PIP_BAD_TEXT, 15, 1},
        {"0 green 3", "0 green 3 ", PIP_BAD_TEXT, 15, 1},
        {"0 green 3", " 0 green 3", PIP_BAD_TEXT, 15, 1},
        {"0 green 3", "hello", PIP_BAD_TEXT, 15, 1},
        {"1 red x", "1 red 3", PIP_ILLEGAL, 17, 1},
        {"2 red 7", "* red red red 1 1 1", PIP_NOT_ACTING, 18, 1},
        {"* orange yellow blue 1 2 9", "0 -", PIP_NOT_ACTING, 19, 1},
        {"* orange yellow blue 1 2 9", "* yellow orange blue 1 2 9", PIP_BAD_DICE, 19, 1},
        {"* orange yellow blue 1 2 9", "* orange yellow blue 1 9 2", PIP_BAD_DICE, 19, 1},
        {"* orange yellow blue 1 2 9", "* orange yellow blue 1 2", PIP_BAD_DICE, 19, 1},
        {"* orange yellow blue 1 2 9", "* orange yellow blue 1 2 10", PIP_BAD_DICE, 19, 1},
        {"* orange yellow blue 1 2 9", "*", PIP_BAD_TEXT, 19, 1},
    };
    (void)unused;
    all_fail(cases, LENGTH(cases));
    /* What stood before the fault is there. */
    assert_int_equal(match.count, 5);
    assert_string_equal(match.name[0], "Ada");
    assert_int_equal(strlen(write_text()), (size_t)(strstr(good, "* orange") - good));
}

static void test_the_closing_line_must_tell_the_score(void **unused) {
    static const char *const bad[] = {"= 21\n", "= 20 0\n", "=\n",       "= \n",
                                      "=20\n",  "= 020\n",  "= won 20\n"};
    (void)unused;
    for (size_t i = 0; i < LENGTH(bad); i++) {
        strcpy(changed, finished());
        strcpy(strstr(changed, "= 20"), bad[i]);
        text_fails(changed, PIP_BAD_SCORE, 24, 1);
        assert_non_null(strstr(fault.detail, i == 3 ? "" : "= 20"));
        assert_false(match.closed);
    }
    text_fails(with("0 -\n", "= 0 0 0\n"), PIP_BAD_SCORE, 22, 1);
    text_fails(with("0 -\n", "0 -\n= 0 0 0\n"), PIP_BAD_SCORE, 23, 1);
}

static void test_nothing_follows_the_end(void **unused) {
    static const char *const more[] = {"= 20\n", "0 -\n", "* red red red 1 1 1\n", "x\n"};
    (void)unused;
    for (size_t i = 0; i < LENGTH(more); i++) {
        strcpy(changed, finished());
        strcat(changed, more[i]);
        text_fails(changed, PIP_OVER, 25, 1);
        assert_true(match.closed);
    }
    strcpy(changed, finished());
    strcpy(strstr(changed, "= 20"), "0 -\n");
    text_fails(changed, PIP_OVER, 24, 1); /* over, though not closed */
}

static void test_who_was_drawn_must_be_a_seat_of_a_game_with_turns(void **unused) {
    static const struct fault_case cases[] = {
        {"dice seed", "first draw 3\ndice seed", PIP_SYNTAX, 10, 7},
        {"dice seed", "first draw\ndice seed", PIP_SYNTAX, 10, 7},
        {"dice seed", "first Ada\ndice seed", PIP_SYNTAX, 10, 7},
        {"dice seed", "first draw 0\nfirst draw 0\ndice seed", PIP_SYNTAX, 11, 1},
    };
    (void)unused;
    all_fail(cases, LENGTH(cases));
    text_fails("pipwright record 1\ngame roller\nsheet snowflake\nseats 2\nfirst draw 1\n\n",
               PIP_SYNTAX, 5, 7);
}

static void test_LC2_9_turns_are_asked_for_last_and_by_who_chooses(void **unused) {
    static const struct fault_case cases[] = {
        {"2 orange 9\n0 -\n", "? 1\n", PIP_NOT_ACTING, 21, 1}, /* the active seat */
        {"2 orange 9\n0 -\n", "? 3\n", PIP_BAD_TEXT, 21, 1},
        {"2 orange 9\n0 -\n", "?\n", PIP_BAD_TEXT, 21, 1},
        {"2 orange 9\n0 -\n", "?2\n", PIP_BAD_TEXT, 21, 1},
        {"2 orange 9\n0 -\n", "? 2\n? 2\n", PIP_SYNTAX, 22, 1},
        {"2 orange 9\n0 -\n", "? 2\n2 orange 9\n", PIP_SYNTAX, 22, 1},
        {"0 -\n", "0 -\n? 0\n", PIP_NOT_ACTING, 23, 1}, /* a roll is due */
    };
    (void)unused;
    all_fail(cases, LENGTH(cases));
    strcpy(changed, finished());
    strcpy(strstr(changed, "= 20"), "? 0\n");
    text_fails(changed, PIP_NOT_ACTING, 24, 1);
}

static void test_who_resigns_is_a_seat_once_and_before_the_end(void **unused) {
    static const struct fault_case cases[] = {
        {"0 -\n", "! 3\n", PIP_BAD_TEXT, 22, 1},
        {"0 -\n", "!\n", PIP_BAD_TEXT, 22, 1},
        {"0 -\n", "!2\n", PIP_BAD_TEXT, 22, 1},
        {"0 -\n", "! 02\n", PIP_BAD_TEXT, 22, 1},
        {"0 -\n", "! 2\n0 -\n! 2\n", PIP_SYNTAX, 24, 1},
        {"2 orange 9\n0 -\n", "? 2\n! 2\n", PIP_SYNTAX, 22, 1},
    };
    (void)unused;
    all_fail(cases, LENGTH(cases));
    strcpy(changed, finished());
    strcpy(strstr(changed, "= 20"), "! 0\n= 20\n");
    text_fails(changed, PIP_OVER, 24, 1);
    strcpy(strstr(changed, "! 0"), "= 20\n! 0\n");
    text_fails(changed, PIP_OVER, 25, 1);
}

/* By the second edition of Roller a third number comes only after two. */
static void test_a_record_of_an_older_edition_is_refused_for_that_reason(void **unused) {
    static const char *const old = "pipwright record 1\ngame roller\nsheet snowflake\nseats 1\n\n"
                                   "* 3 3 4 5 6 7 7 8\n0 bonus third\n";
    (void)unused;
    text_fails(old, PIP_EDITION, 7, 1);
    assert_non_null(strstr(fault.detail, "older edition"));
    assert_int_equal(match.count, 1);
    snprintf(changed, sizeof changed, "%s", old);
    char *place = strstr(changed, "sheet");
    snprintf(place, sizeof changed - (size_t)(place - changed), "edition 2\n%s",
             strstr(old, "sheet"));
    text_fails(changed, PIP_ILLEGAL, 8, 1); /* of today's edition: simply wrong */
}

static void test_an_edition_must_be_known(void **unused) {
    static const struct fault_case cases[] = {
        {"sheet jungle", "edition 2\nsheet jungle", PIP_EDITION, 3, 9},
        {"sheet jungle", "edition 0\nsheet jungle", PIP_EDITION, 3, 9},
        {"sheet jungle", "edition 256\nsheet jungle", PIP_SYNTAX, 3, 9},
        {"sheet jungle", "edition x\nsheet jungle", PIP_SYNTAX, 3, 9},
    };
    (void)unused;
    all_fail(cases, LENGTH(cases));
    assert_null(match.setup.game);
}

static void test_more_events_than_there_is_room_for(void **unused) {
    struct pip_event few[4] = {0};
    (void)unused;
    enum pip_status status =
        pip_record_read(good, strlen(good), NULL, NULL, few, 3, &match, &fault);
    assert_int_equal(status, PIP_NO_ROOM);
    assert_int_equal(fault.status, PIP_NO_ROOM);
    assert_int_equal(fault.line, 17);
    assert_int_equal(fault.column, 1);
    assert_int_equal(match.count, 3);
    assert_int_equal(few[3].move, 0);
    assert_int_equal(few[3].actor, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_faults_of_the_first_line),
        cmocka_unit_test(test_a_required_key_that_is_missing_is_missed_at_the_end_of_the_header),
        cmocka_unit_test(test_a_key_that_stands_twice_is_a_fault),
        cmocka_unit_test(test_names_of_games_sheets_and_options_must_be_known),
        cmocka_unit_test(test_the_sheet_hash_is_checked),
        cmocka_unit_test(test_seats_must_fit_the_game),
        cmocka_unit_test(test_seat_names_must_be_names),
        cmocka_unit_test(test_names_are_printable_utf_8_without_semicolons),
        cmocka_unit_test(test_dice_must_be_seeded_fair_or_real),
        cmocka_unit_test(test_header_lines_are_a_key_a_space_and_a_value),
        cmocka_unit_test(test_a_huge_header_has_no_room),
        cmocka_unit_test(test_an_unsound_header_leaves_no_game),
        cmocka_unit_test(test_characters_that_are_none_are_found_where_they_stand),
        cmocka_unit_test(test_the_detail_of_a_fault_is_never_cut_inside_a_character),
        cmocka_unit_test(test_the_body_has_no_blank_lines),
        cmocka_unit_test(test_illegal_events_are_found_at_their_line),
        cmocka_unit_test(test_the_closing_line_must_tell_the_score),
        cmocka_unit_test(test_nothing_follows_the_end),
        cmocka_unit_test(test_who_was_drawn_must_be_a_seat_of_a_game_with_turns),
        cmocka_unit_test(test_LC2_9_turns_are_asked_for_last_and_by_who_chooses),
        cmocka_unit_test(test_who_resigns_is_a_seat_once_and_before_the_end),
        cmocka_unit_test(test_a_record_of_an_older_edition_is_refused_for_that_reason),
        cmocka_unit_test(test_an_edition_must_be_known),
        cmocka_unit_test(test_more_events_than_there_is_room_for),
    };
    return cmocka_run_group_tests_name("record faults", tests, make_good, NULL);
}
