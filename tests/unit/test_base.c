/* Spans, text, hash; dice, their outcomes, and the seeded source. */
#include "testing.h"

#include <pipwright/dice.h>

/* ---- Status ---- */

static void test_every_status_has_a_sentence(void **unused) {
    (void)unused;
    for (int status = PIP_OK; status <= PIP_NO_ROOM; status++) {
        assert_true(strlen(pip_status_text((enum pip_status)status)) > 0);
        for (int other = PIP_OK; other < status; other++)
            assert_string_not_equal(pip_status_text((enum pip_status)status),
                                    pip_status_text((enum pip_status)other));
    }
    assert_string_equal(pip_status_text((enum pip_status)(PIP_NO_ROOM + 1)), "an unknown status");
    assert_string_equal(pip_status_code(PIP_NOT_ACTING), "not-acting");
    assert_string_equal(pip_status_code((enum pip_status)(PIP_NO_ROOM + 1)), "unknown");
}

/* ---- Spans ---- */

static void test_a_span_is_a_text_only_if_all_of_it_matches(void **unused) {
    (void)unused;
    assert_true(pip_span_is(pip_span_of("red"), "red"));
    assert_false(pip_span_is(pip_span_of("red"), "re"));
    assert_false(pip_span_is(pip_span_of("re"), "red"));
    assert_false(pip_span_is(pip_span_of("Red"), "red"));
    assert_true(pip_span_is(pip_span_of(""), ""));
    assert_true(pip_span_is((struct pip_span){"redder", 3}, "red"));
    assert_false(pip_span_is((struct pip_span){"re\0d", 4}, "re"));
}

static void test_words_are_taken_one_by_one(void **unused) {
    struct pip_span rest = pip_span_of("one two three"), word;
    (void)unused;
    assert_true(pip_span_word(&rest, &word) && pip_span_is(word, "one"));
    assert_true(pip_span_is(rest, "two three"));
    assert_true(pip_span_word(&rest, &word) && pip_span_is(word, "two"));
    assert_true(pip_span_word(&rest, &word) && pip_span_is(word, "three"));
    assert_int_equal(rest.length, 0);
    assert_false(pip_span_word(&rest, &word));
}

static void test_a_stray_space_is_no_word_and_takes_nothing(void **unused) {
    static const char *const bad[] = {"", " ", " a", "a ", "  "};
    (void)unused;
    for (size_t i = 0; i < LENGTH(bad); i++) {
        struct pip_span rest = pip_span_of(bad[i]), word = {NULL, 99};
        assert_false(pip_span_word(&rest, &word));
        assert_ptr_equal(rest.at, bad[i]);
        assert_int_equal(rest.length, strlen(bad[i]));
        assert_int_equal(word.length, 99);
    }
    struct pip_span rest = pip_span_of("a  b"), word;
    assert_true(pip_span_word(&rest, &word));
    assert_false(pip_span_word(&rest, &word)); /* the second of two spaces */
    assert_true(pip_span_is(rest, " b"));
}

static void test_numbers_are_plain_decimals_in_range(void **unused) {
    static const char *const bad[] = {
        "", "-1", "+1", "01", "00", "1 ", " 1", "1a", "0x1", "256", "99999999999999999999999999"};
    uint32_t number = 7;
    (void)unused;
    for (size_t i = 0; i < LENGTH(bad); i++)
        assert_false(pip_span_number(pip_span_of(bad[i]), 255, &number));
    assert_int_equal(number, 7);
    assert_true(pip_span_number(pip_span_of("0"), 255, &number) && number == 0);
    assert_true(pip_span_number(pip_span_of("255"), 255, &number) && number == 255);
    assert_true(pip_span_number(pip_span_of("4294967295"), UINT32_MAX, &number));
    assert_int_equal(number, UINT32_MAX);
    assert_false(pip_span_number(pip_span_of("4294967296"), UINT32_MAX, &number));
    assert_false(pip_span_number((struct pip_span){"1\0", 2}, 255, &number));
}

static void test_hex_is_exactly_so_many_lower_case_digits(void **unused) {
    static const char *const bad[] = {"", "0", "00ff7", "00ff7f0", "00FF7f", "00fg7f", "00ff7 "};
    uint8_t bytes[3];
    char digits[7];
    struct pip_text text = pip_text_init(digits, sizeof digits);
    (void)unused;
    for (size_t i = 0; i < LENGTH(bad); i++)
        assert_false(pip_span_hex(pip_span_of(bad[i]), sizeof bytes, bytes));
    assert_false(pip_span_hex((struct pip_span){"00ff7\0", 6}, sizeof bytes, bytes));
    assert_true(pip_span_hex(pip_span_of("00ff7e"), sizeof bytes, bytes));
    assert_true(bytes[0] == 0 && bytes[1] == 0xff && bytes[2] == 0x7e);
    pip_text_add_bytes(&text, bytes, sizeof bytes);
    assert_string_equal(digits, "00ff7e");
}

/* ---- Text ---- */

static void test_text_that_fits_is_whole(void **unused) {
    char buffer[64];
    struct pip_text text = pip_text_init(buffer, sizeof buffer);
    (void)unused;
    assert_string_equal(buffer, "");
    pip_text_add(&text, "red ");
    pip_text_add_span(&text, (struct pip_span){"blue green", 4});
    pip_text_add_char(&text, ' ');
    pip_text_add_hex(&text, 0xbeef, 6);
    pip_text_add_hex(&text, UINT64_MAX, 16);
    pip_text_add_hex(&text, 0x123, 2);
    assert_string_equal(buffer, "red blue 00beefffffffffffffffff23");
    assert_int_equal(text.length, strlen(buffer));
    assert_true(pip_text_fits(&text));
}

static void test_text_that_overflows_is_cut_and_says_what_it_needs(void **unused) {
    (void)unused;
    for (size_t room = 0; room <= 8; room++) {
        char buffer[9];
        memset(buffer, '#', sizeof buffer);
        struct pip_text text = pip_text_init(buffer, room);
        pip_text_add(&text, "abc");
        pip_text_add_number(&text, -12);
        pip_text_add_char(&text, 'z');
        assert_int_equal(text.length, 7);
        assert_int_equal(pip_text_fits(&text), room > 7);
        size_t kept = room == 0 ? 0 : room - 1 < 7 ? room - 1 : 7;
        assert_memory_equal(buffer, "abc-12z", kept);
        if (room > 0)
            assert_int_equal(buffer[kept], '\0');
        for (size_t i = room; i < sizeof buffer; i++)
            assert_int_equal(buffer[i], '#');
    }
}

static void test_numbers_are_written_in_full(void **unused) {
    static const struct {
        int64_t number;
        const char *text;
    } cases[] = {{0, "0"},
                 {7, "7"},
                 {-1, "-1"},
                 {100, "100"},
                 {INT64_MAX, "9223372036854775807"},
                 {INT64_MIN, "-9223372036854775808"}};
    (void)unused;
    for (size_t i = 0; i < LENGTH(cases); i++) {
        char buffer[32];
        struct pip_text text = pip_text_init(buffer, sizeof buffer);
        pip_text_add_number(&text, cases[i].number);
        assert_string_equal(buffer, cases[i].text);
    }
}

static void test_padding_reaches_a_column_of_the_line(void **unused) {
    char buffer[32];
    struct pip_text text = pip_text_init(buffer, sizeof buffer);
    (void)unused;
    pip_text_add(&text, "12\n");
    pip_text_add(&text, "ab");
    pip_text_pad(&text, 3, 5);
    pip_text_add(&text, "c");
    pip_text_pad(&text, 3, 4); /* past it already */
    pip_text_add(&text, "d");
    assert_string_equal(buffer, "12\nab   cd");
}

static void test_the_hash_is_fnv_1a(void **unused) {
    (void)unused;
    assert_true(pip_hash(PIP_HASH_START, "", 0) == 0xcbf29ce484222325u);
    assert_true(pip_hash(PIP_HASH_START, "a", 1) == 0xaf63dc4c8601ec8cu);
    assert_true(pip_hash(PIP_HASH_START, "foobar", 6) == 0x85944171f73967e8u);
    uint64_t half = pip_hash(PIP_HASH_START, "foo", 3);
    assert_true(pip_hash(half, "bar", 3) == 0x85944171f73967e8u);
    assert_true(pip_hash(PIP_HASH_START, "a\0b", 3) != pip_hash(PIP_HASH_START, "a\0c", 3));
}

/* ---- Dice ---- */

static const char *const digit_names[] = {"0", "1", "2", "3", "4", "5", "6", "7", "8", "9"};
static const char *const symbol_names[] = {"torch", "key", "adventurer", "gold", "black"};
static const uint8_t symbol_sides[] = {2, 1, 1, 1, 1}, other_sides[] = {1, 3, 2};
static const struct pip_die symbol_die = {5, symbol_sides, symbol_names};
static const struct pip_die other_die = {3, other_sides, symbol_names};
static const struct pip_die six = {6, NULL, digit_names}, ten = {10, NULL, digit_names};

static const struct pip_chance mixed[] = {
    {"dice", 1, {{&symbol_die, 1}}},
    {"dice", 1, {{&symbol_die, 2}}},
    {"dice", 1, {{&symbol_die, 5}}},
    {"dice", 1, {{&other_die, 3}}},
    {"extra", 2, {{&symbol_die, 1}, {&other_die, 1}}},
    {"dice", 2, {{&symbol_die, 2}, {&symbol_die, 3}}},
    {"dice", 2, {{&other_die, 4}, {&six, 2}}},
    {"dice", 2, {{&six, 3}, {&ten, 3}}},
    {"dice", 2, {{&six, 1}, {&six, 1}}},
    {"dice", 1, {{&six, 8}}},
    {"dice", 1, {{&ten, 8}}},
};

/* Calls `check` for every number of faces and dice of one throw, and for the mixed rolls above. */
static void for_all_rolls(void (*check)(const struct pip_chance *)) {
    for (uint8_t faces = 1; faces <= PIP_FACES_MAX; faces++) {
        const struct pip_die die = {faces, NULL, digit_names};
        for (uint8_t count = 1; count <= (faces > 6 ? 5 : PIP_DICE_MAX); count++) {
            struct pip_chance chance = {"dice", 1, {{&die, count}}};
            check(&chance);
        }
    }
    for (size_t i = 0; i < LENGTH(mixed); i++)
        check(&mixed[i]);
}

/* Outcome numbers and sorted lists of faces belong to each other one to one: each number gives
 * sorted faces that give the number back, also when every throw is turned round. */
static void numbering_is_a_bijection(const struct pip_chance *chance) {
    uint32_t outcomes = pip_chance_outcomes(chance);
    assert_in_range(outcomes, 1, 65536);
    for (uint32_t outcome = 0; outcome < outcomes; outcome++) {
        uint8_t faces[PIP_DICE_MAX], turned[PIP_DICE_MAX];
        pip_chance_faces(chance, (pip_move)outcome, faces);
        assert_int_equal(pip_chance_outcome(chance, faces), outcome);
        for (int t = 0, at = 0; t < chance->throws; at += chance->thrown[t++].count) {
            const struct pip_throw *part = &chance->thrown[t];
            for (int i = 0; i < part->count; i++) {
                assert_true(faces[at + i] < part->die->faces);
                assert_true(i == 0 || faces[at + i - 1] <= faces[at + i]);
                turned[at + i] = faces[at + part->count - 1 - i];
            }
        }
        assert_int_equal(pip_chance_outcome(chance, turned), outcome);
    }
}

static void test_outcome_numbers_and_multisets_are_one_to_one(void **unused) {
    (void)unused;
    for_all_rolls(numbering_is_a_bijection);
    assert_int_equal(pip_chance_outcomes(&mixed[7]), 56 * 220);
    assert_int_equal(pip_chance_outcomes(&mixed[8]), 36);
    assert_int_equal(pip_chance_outcomes(&mixed[10]), 24310);
    assert_int_equal(pip_chance_dice(&mixed[7]), 6);
    assert_int_equal(pip_chance_dice(&mixed[5]), 5);
}

static void weights_sum_up(const struct pip_chance *chance) {
    uint32_t outcomes = pip_chance_outcomes(chance), sum = 0;
    for (uint32_t outcome = 0; outcome < outcomes; outcome++) {
        uint32_t weight = pip_chance_weight(chance, (pip_move)outcome);
        assert_true(weight > 0);
        sum += weight;
    }
    assert_int_equal(sum, pip_chance_total(chance));
}

static uint32_t weight_of(const struct pip_chance *chance, const uint8_t *faces) {
    return pip_chance_weight(chance, pip_chance_outcome(chance, faces));
}

static void test_weights_count_the_ways_the_dice_can_fall(void **unused) {
    (void)unused;
    for_all_rolls(weights_sum_up);
    assert_int_equal(pip_chance_total(&mixed[7]), 216000);
    assert_int_equal(pip_chance_total(&mixed[2]), 6 * 6 * 6 * 6 * 6);
    assert_int_equal(weight_of(&mixed[7], (const uint8_t[]){0, 0, 4, 0, 3, 7}), 3 * 6);
    assert_int_equal(weight_of(&mixed[7], (const uint8_t[]){0, 0, 0, 7, 7, 7}), 1);
    assert_int_equal(weight_of(&mixed[1], (const uint8_t[]){0, 0}), 4);
    assert_int_equal(weight_of(&mixed[1], (const uint8_t[]){0, 1}), 4);
    assert_int_equal(weight_of(&mixed[1], (const uint8_t[]){1, 2}), 2);
    assert_int_equal(weight_of(&mixed[3], (const uint8_t[]){1, 1, 2}), 3 * 3 * 3 * 2);
    assert_int_equal(weight_of(&mixed[4], (const uint8_t[]){0, 1}), 2 * 3);
}

static void text_round_trips(const struct pip_chance *chance) {
    uint32_t outcomes = pip_chance_outcomes(chance);
    uint32_t step = outcomes > 1000 ? outcomes / 500 : 1;
    for (uint32_t outcome = 0; outcome < outcomes; outcome += step) {
        char buffer[128];
        struct pip_text text = pip_text_init(buffer, sizeof buffer);
        pip_move strict, lenient;
        pip_chance_write(chance, (pip_move)outcome, &text);
        struct pip_span span = pip_span_of(buffer);
        assert_int_equal(pip_chance_read(chance, span, true, &strict), PIP_OK);
        assert_int_equal(pip_chance_read(chance, span, false, &lenient), PIP_OK);
        assert_int_equal(strict, outcome);
        assert_int_equal(lenient, outcome);
    }
}

static enum pip_status read_roll(const struct pip_chance *chance, const char *text, bool strict) {
    pip_move outcome;
    return pip_chance_read(chance, pip_span_of(text), strict, &outcome);
}

static void test_rolls_read_back_from_their_text(void **unused) {
    char buffer[64];
    struct pip_text text = pip_text_init(buffer, sizeof buffer);
    (void)unused;
    for_all_rolls(text_round_trips);
    pip_chance_write(&mixed[4], pip_chance_outcome(&mixed[4], (const uint8_t[]){1, 2}), &text);
    assert_string_equal(buffer, "extra key adventurer");
}

static void test_strict_reading_wants_order_and_lenient_does_not(void **unused) {
    const struct pip_chance *two = &mixed[7];
    pip_move sorted, typed;
    (void)unused;
    assert_int_equal(read_roll(two, "3 1 2 0 0 0", true), PIP_BAD_DICE);
    assert_int_equal(read_roll(two, "1 2 3 0 9 8", true), PIP_BAD_DICE);
    assert_int_equal(read_roll(two, "5 5 5 0 0 0", true),
                     PIP_OK); /* each throw has its own order */
    pip_chance_read(two, pip_span_of("1 2 3 0 8 9"), true, &sorted);
    assert_int_equal(pip_chance_read(two, pip_span_of("3 1 2 9 0 8"), false, &typed), PIP_OK);
    assert_int_equal(sorted, typed);
}

static void test_what_is_not_this_roll_is_bad_dice(void **unused) {
    static const char *const bad[] = {"",
                                      " 1 2 3 0 8 9",
                                      "1 2 3 0 8 9 ",
                                      "1 2 3 0 8",
                                      "1 2 3 0 8 9 9",
                                      "1 2 6 0 8 9",
                                      "1 2 3 0 8 10",
                                      "1  2 3 0 8 9",
                                      "1 2 3 0 8 x",
                                      "extra 1 2 3 0 8 9",
                                      "1,2,3,0,8,9"};
    (void)unused;
    for (size_t i = 0; i < LENGTH(bad); i++) {
        assert_int_equal(read_roll(&mixed[7], bad[i], true), PIP_BAD_DICE);
        assert_int_equal(read_roll(&mixed[7], bad[i], false), PIP_BAD_DICE);
    }
    assert_int_equal(read_roll(&mixed[4], "key adventurer", false), PIP_BAD_DICE);
    assert_int_equal(read_roll(&mixed[4], "extra", false), PIP_BAD_DICE);
    assert_int_equal(read_roll(&mixed[4], "dice key adventurer", false), PIP_BAD_DICE);
    assert_int_equal(read_roll(&mixed[4], "extra key adventurer", true), PIP_OK);
}

/* ---- The seeded source ---- */

static void test_philox_gives_its_published_answers(void **unused) {
    static const struct {
        uint32_t counter[4], key[2], block[4];
    } answers[] = {
        {{0}, {0}, {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}},
        {{UINT32_MAX, UINT32_MAX, UINT32_MAX, UINT32_MAX},
         {UINT32_MAX, UINT32_MAX},
         {0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}},
        {{0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344},
         {0xa4093822, 0x299f31d0},
         {0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}},
    };
    (void)unused;
    for (size_t i = 0; i < LENGTH(answers); i++) {
        uint32_t block[4];
        pip_philox(answers[i].counter, answers[i].key, block);
        assert_memory_equal(block, answers[i].block, sizeof block);
    }
}

/* The recipe of dice.h for dice without weights, written down again with wider numbers. False if
 * the word is one that would favour some outcome. */
static bool sides_of(uint32_t word, const struct pip_chance *chance, uint8_t *sides) {
    uint64_t total = pip_chance_total(chance), two_to_32 = (uint64_t)1 << 32;
    if (word * total % two_to_32 < two_to_32 % total)
        return false;
    uint64_t number = word * total / two_to_32; /* the sides as one number, first die first */
    for (int t = chance->throws - 1, at = pip_chance_dice(chance); t >= 0; t--) {
        for (int i = 0; i < chance->thrown[t].count; i++) {
            sides[--at] = (uint8_t)(number % chance->thrown[t].die->faces);
            number /= chance->thrown[t].die->faces;
        }
    }
    return true;
}

/* Returns how many words were passed over. */
static uint32_t rolls_follow_the_recipe(const struct pip_chance *chance, uint32_t rolls) {
    const struct pip_seed seed = {0x123456789abcdef0u, 5};
    const uint32_t key[2] = {0x9abcdef0u, 0x12345678u};
    uint32_t passed_over = 0;
    for (uint32_t roll = 0; roll < rolls; roll++) {
        uint8_t faces[PIP_DICE_MAX];
        uint32_t block[4], word = 0;
        for (;; word++, passed_over++) {
            const uint32_t counter[4] = {roll, word / 4, 5, 0};
            pip_philox(counter, key, block);
            if (sides_of(block[word % 4], chance, faces))
                break;
        }
        assert_int_equal(pip_seed_roll(seed, roll, chance), pip_chance_outcome(chance, faces));
    }
    return passed_over;
}

static void test_a_roll_is_the_digits_of_its_block(void **unused) {
    (void)unused;
    rolls_follow_the_recipe(&mixed[7], 2000);
    rolls_follow_the_recipe(&mixed[9], 2000);
    /* Of ten to the eighth outcomes, one word in 45 would favour some. */
    assert_in_range(rolls_follow_the_recipe(&mixed[10], 9000), 150, 250);
}

static void test_equal_seed_game_and_roll_give_equal_dice(void **unused) {
    int same_seed = 0, same_game = 0, same_roll = 0;
    (void)unused;
    for (uint32_t roll = 0; roll < 500; roll++) {
        const struct pip_seed seed = {77, 3}, other_seed = {78, 3}, other_game = {77, 4};
        const struct pip_seed high = {77 + ((uint64_t)1 << 32), 3};
        pip_move outcome = pip_seed_roll(seed, roll, &mixed[7]);
        assert_int_equal(outcome, pip_seed_roll(seed, roll, &mixed[7]));
        same_seed += outcome == pip_seed_roll(other_seed, roll, &mixed[7]);
        same_seed += outcome == pip_seed_roll(high, roll, &mixed[7]);
        same_game += outcome == pip_seed_roll(other_game, roll, &mixed[7]);
        same_roll += outcome == pip_seed_roll(seed, roll + 1, &mixed[7]);
    }
    assert_true(same_seed < 10 && same_game < 10 && same_roll < 10);
}

/* The seed is fixed, so this passes always or never. */
static void frequencies_are_exact(const struct pip_chance *chance, uint32_t rolls) {
    static uint32_t seen[65536];
    uint32_t outcomes = pip_chance_outcomes(chance);
    memset(seen, 0, sizeof seen);
    for (uint32_t roll = 0; roll < rolls; roll++) {
        pip_move outcome = pip_seed_roll((struct pip_seed){2024, 1}, roll, chance);
        assert_true(outcome < outcomes);
        seen[outcome]++;
    }
    frequencies_fit(chance, seen, rolls);
}

static void test_seeded_rolls_follow_the_exact_frequencies(void **unused) {
    static const struct pip_chance one = {"dice", 1, {{&six, 1}}}, three = {"dice", 1, {{&six, 3}}};
    (void)unused;
    frequencies_are_exact(&one, 60000);
    frequencies_are_exact(&three, 60000);
    frequencies_are_exact(&mixed[1], 60000);
    frequencies_are_exact(&mixed[3], 60000);
    frequencies_are_exact(&mixed[4], 60000);
    frequencies_are_exact(&mixed[5], 100000);
    frequencies_are_exact(&mixed[8], 60000);
}

/* ---- Choices ---- */

static void test_choices_are_in_range_and_uniform(void **unused) {
    static const uint32_t belows[] = {1, 2, 3, 7, 10, 64, 100};
    struct pip_random random = pip_random_init((struct pip_seed){5, 0}, 0);
    (void)unused;
    for (size_t i = 0; i < LENGTH(belows); i++) {
        uint32_t below = belows[i], seen[100] = {0};
        double square = 0, expected = 20000.0 / below, free = below - 1;
        for (int draw = 0; draw < 20000; draw++) {
            uint32_t choice = pip_random_below(&random, below);
            assert_true(choice < below);
            seen[choice]++;
        }
        for (uint32_t choice = 0; choice < below; choice++)
            square += (seen[choice] - expected) * (seen[choice] - expected) / expected;
        assert_true((square - free) * (square - free) <= 36 * 2 * free);
    }
    /* Just above half of 2^32 nearly every second word has to be passed over. */
    uint32_t below = 0x80000001u, low = 0;
    for (int draw = 0; draw < 20000; draw++) {
        uint32_t choice = pip_random_below(&random, below);
        assert_true(choice < below);
        low += choice < below / 2;
    }
    assert_in_range(low, 9500, 10500);
}

static void test_streams_are_repeatable_and_apart(void **unused) {
    static const struct {
        struct pip_seed seed;
        uint32_t stream;
    } streams[] = {
        {{9, 0}, 0}, {{9, 0}, 1}, {{9, 1}, 0}, {{10, 0}, 0}, {{9u + (1ull << 32), 0}, 0}};
    (void)unused;
    for (size_t i = 0; i < LENGTH(streams); i++) {
        struct pip_random a = pip_random_init(streams[i].seed, streams[i].stream), b = a;
        for (int draw = 0; draw < 100; draw++)
            assert_int_equal(pip_random_word(&a), pip_random_word(&b));
        for (size_t j = 0; j < i; j++)
            assert_true(pip_random_init(streams[i].seed, streams[i].stream).state !=
                        pip_random_init(streams[j].seed, streams[j].stream).state);
    }
    /* SplitMix64 from state 0: the upper halves of its first three words. */
    struct pip_random zero = {0};
    assert_int_equal(pip_random_word(&zero), 0xe220a839u);
    assert_int_equal(pip_random_word(&zero), 0x6e789e6au);
    assert_int_equal(pip_random_word(&zero), 0x06c45d18u);
}

/* Streams decide what bots do, so every recorded total hangs on these numbers. */
static void test_the_first_values_of_a_stream_never_change(void **unused) {
    static const uint32_t words[] = {0x7ed311c5, 0x8e45a8a4, 0xdaa328e9,
                                     0xf587e146, 0x85e00f24, 0x4ec0231d};
    static const uint32_t others[] = {0x6eb8acda, 0x1d285034, 0xbefb209c,
                                      0x888fa59b, 0x82b40a6d, 0xe1bdf5e5};
    static const struct {
        uint32_t below, choices[6];
    } choices[] = {
        {1, {0, 0, 0, 0, 0, 0}},
        {2, {0, 1, 1, 1, 1, 0}},
        {6, {2, 3, 5, 5, 3, 1}},
        {79, {39, 43, 67, 75, 41, 24}},
        {1000, {495, 555, 854, 959, 522, 307}},
        {UINT32_MAX, {2127761860, 2386929827, 3668125928, 4119322949, 2246053667, 1321214748}}};
    const struct pip_random start = pip_random_init((struct pip_seed){1, 0}, 0);
    struct pip_random a = start, b = pip_random_init((struct pip_seed){0x123456789abcdef0u, 7}, 3);
    (void)unused;
    for (size_t i = 0; i < LENGTH(words); i++) {
        assert_int_equal(pip_random_word(&a), words[i]);
        assert_int_equal(pip_random_word(&b), others[i]);
    }
    for (size_t i = 0; i < LENGTH(choices); i++) {
        struct pip_random random = start;
        for (size_t j = 0; j < 6; j++)
            assert_int_equal(pip_random_below(&random, choices[i].below), choices[i].choices[j]);
    }
}

/* 2^32 words cannot be shared out evenly among 7 or 13: those that leave less than the remainder of
 * 2^32 are passed over. The states are the ones whose first word stands just at that edge. */
static void test_a_word_that_would_favour_some_choice_is_passed_over(void **unused) {
    static const struct {
        uint64_t state;
        uint32_t below, choice;
        unsigned words; /* drawn until there was a choice */
    } edges[] = {
        {0x61c8864680b583ebu, 7, 6, 2},   /* leaves 0; would have been 0 */
        {0xfb2f2188edfb001eu, 7, 2, 2},   /* leaves 3, the last to be passed over; not 1 */
        {0x7fb4a33429b93726u, 7, 6, 1},   /* leaves 4, the first that counts */
        {0x029ebae5523f436fu, 7, 0, 1},   /* leaves 7 */
        {0x61c8864680b583ebu, 13, 11, 2}, /* leaves 0; would have been 0 */
        {0x7712abeeb74286fcu, 13, 7, 2},  /* leaves 8; not 2 */
        {0x6e6b293ab4412230u, 13, 12, 1}, /* leaves 9 */
    };
    (void)unused;
    for (size_t i = 0; i < LENGTH(edges); i++) {
        struct pip_random random = {edges[i].state}, after = random;
        assert_int_equal(pip_random_below(&random, edges[i].below), edges[i].choice);
        for (unsigned word = 0; word < edges[i].words; word++)
            pip_random_word(&after);
        assert_true(random.state == after.state);
    }
    /* The same from a seed: its first word would give 4. */
    struct pip_random seeded = pip_random_init((struct pip_seed){42381182, 0}, 0);
    assert_int_equal(pip_random_below(&seeded, 13), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_status_has_a_sentence),
        cmocka_unit_test(test_a_span_is_a_text_only_if_all_of_it_matches),
        cmocka_unit_test(test_words_are_taken_one_by_one),
        cmocka_unit_test(test_a_stray_space_is_no_word_and_takes_nothing),
        cmocka_unit_test(test_numbers_are_plain_decimals_in_range),
        cmocka_unit_test(test_hex_is_exactly_so_many_lower_case_digits),
        cmocka_unit_test(test_text_that_fits_is_whole),
        cmocka_unit_test(test_text_that_overflows_is_cut_and_says_what_it_needs),
        cmocka_unit_test(test_numbers_are_written_in_full),
        cmocka_unit_test(test_padding_reaches_a_column_of_the_line),
        cmocka_unit_test(test_the_hash_is_fnv_1a),
        cmocka_unit_test(test_outcome_numbers_and_multisets_are_one_to_one),
        cmocka_unit_test(test_weights_count_the_ways_the_dice_can_fall),
        cmocka_unit_test(test_rolls_read_back_from_their_text),
        cmocka_unit_test(test_strict_reading_wants_order_and_lenient_does_not),
        cmocka_unit_test(test_what_is_not_this_roll_is_bad_dice),
        cmocka_unit_test(test_philox_gives_its_published_answers),
        cmocka_unit_test(test_a_roll_is_the_digits_of_its_block),
        cmocka_unit_test(test_equal_seed_game_and_roll_give_equal_dice),
        cmocka_unit_test(test_seeded_rolls_follow_the_exact_frequencies),
        cmocka_unit_test(test_choices_are_in_range_and_uniform),
        cmocka_unit_test(test_streams_are_repeatable_and_apart),
        cmocka_unit_test(test_the_first_values_of_a_stream_never_change),
        cmocka_unit_test(test_a_word_that_would_favour_some_choice_is_passed_over),
    };
    return cmocka_run_group_tests_name("base", tests, NULL, NULL);
}
