/* Records: canonical writing, strict reading, and every fault at its line and column. */
#include "testing.h"

#include <pipwright/record.h>
#include <stdio.h>
#include <stdlib.h>

#define EVENTS 720
#define COMMITMENT "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"
#define TEXT 16384

static struct pip_event events[EVENTS];
static struct pip_match match;
static struct pip_fault fault;
static char good[2048], changed[TEXT], written[TEXT];

/* ---- A good record ---- */

static const char good_head[] = "pipwright record 1\n"
                                "game lost-cities\n"
                                "sheet jungle\n"
                                "sheet-hash %s\n"
                                "seats 3\n"
                                "option order=simultaneous\n"
                                "seat 0 Ada\n"
                                "seat 1 Bj\303\270rn B\n"
                                "seat 2 bot:random\n"
                                "dice seed 00000000000000ff game 12\n"
                                "event Harbour Cup\n"
                                "place Oslo\n"
                                "\n";
static const char good_body[] = "* red red green 0 3 7\n" /* line 14 */
                                "0 green 3\n"
                                "0 > blue\n"
                                "1 red x\n"
                                "2 red 7\n"
                                "* orange yellow blue 1 2 9\n" /* line 19 */
                                "1 blue 2\n"
                                "2 orange 9\n"
                                "0 -\n";
#define HEAD_LINES 13

static const struct pip_game *lost_cities(void) {
    return pip_game_find(pip_span_of("lost-cities"));
}

static int make_good(void **unused) {
    char hash[65];
    struct pip_text text = pip_text_init(hash, sizeof hash);
    (void)unused;
    for (int i = 0; i < 32; i++)
        pip_text_add_hex(&text, lost_cities()->sheets[0]->hash[i], 2);
    snprintf(good, sizeof good, good_head, hash);
    strncat(good, good_body, sizeof good - strlen(good) - 1);
    return 0;
}

/* A lone seat that refuses nine times; closed. */
static const char *finished(void) {
    static char text[1024];
    struct pip_text out = pip_text_init(text, sizeof text);
    pip_text_add(&out, "pipwright record 1\ngame lost-cities\nsheet jungle\nseats 1\n\n");
    for (int turn = 0; turn < 9; turn++)
        pip_text_add(&out, "* red red red 1 1 1\n0 -\n");
    pip_text_add(&out, "= 20\n"); /* line 24 */
    return text;
}

/* ---- Reading and writing ---- */

/* From a copy of exactly that length, so that a sanitizer sees every step beyond it. */
static enum pip_status read_bytes(const char *text, size_t length) {
    char *copy = malloc(length + (length == 0));
    assert_non_null(copy);
    memcpy(copy, text, length);
    memset(&fault, 0xaa, sizeof fault);
    enum pip_status status =
        pip_record_read(copy, length, NULL, NULL, events, EVENTS, &match, &fault);
    free(copy);
    return status;
}

static enum pip_status read_text(const char *text) {
    return read_bytes(text, strlen(text));
}

static void is_good(const char *text) {
    if (read_text(text) != PIP_OK)
        fail_msg("%u:%u: %s", fault.line, fault.column, fault.detail);
}

static const char *write_text(void) {
    struct pip_text text = pip_text_init(written, sizeof written);
    pip_record_write(&match, &text);
    assert_true(pip_text_fits(&text));
    return written;
}

/* The good record with its first `old` replaced. */
static const char *with(const char *old, const char *new) {
    const char *place = strstr(good, old);
    assert_non_null(place);
    int before = (int)(place - good);
    int length =
        snprintf(changed, sizeof changed, "%.*s%s%s", before, good, new, place + strlen(old));
    assert_in_range(length, 1, sizeof changed - 1);
    return changed;
}

static void fails(const char *text, size_t length, enum pip_status status, uint32_t line,
                  uint32_t column) {
    enum pip_status found = read_bytes(text, length);
    if (found != status || fault.status != status || fault.line != line || fault.column != column)
        fail_msg("%u:%u: %s (%s); expected %u:%u: %s", fault.line, fault.column,
                 pip_status_text(found), fault.detail, line, column, pip_status_text(status));
    assert_non_null(memchr(fault.detail, '\0', sizeof fault.detail));
    assert_true(fault.detail[0] != '\0');
}

static void text_fails(const char *text, enum pip_status status, uint32_t line, uint32_t column) {
    fails(text, strlen(text), status, line, column);
}

/* One change to the good record, and the fault it makes. */
struct fault_case {
    const char *old, *new;
    enum pip_status status;
    uint32_t line, column;
};

static void all_fail(const struct fault_case *cases, size_t count) {
    for (size_t i = 0; i < count; i++) {
        text_fails(with(cases[i].old, cases[i].new), cases[i].status, cases[i].line,
                   cases[i].column);
    }
}

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
        cmocka_unit_test(test_random_games_of_every_setup_round_trip),
        cmocka_unit_test(test_writing_says_how_much_room_it_needs),
        cmocka_unit_test(test_a_sheet_comes_from_the_finder_if_there_is_one),
        cmocka_unit_test(test_every_proper_prefix_is_cut_off_or_a_shorter_record),
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
        cmocka_unit_test(test_more_events_than_there_is_room_for),
        cmocka_unit_test(test_a_changed_byte_is_found_or_makes_another_record),
        cmocka_unit_test(test_lost_doubled_and_swapped_bytes_are_understood),
    };
    return cmocka_run_group_tests_name("record", tests, make_good, NULL);
}
