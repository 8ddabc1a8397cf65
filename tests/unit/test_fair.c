/* Fair dice: the construction, its lines in a record, and the proof. With arguments it is no test:
 *
 *   test_fair record GAME SEATS SEED [draw] [OPTION=VALUE]...
 *
 * prints the record of a finished game with fair dice and random moves, on the first sheet that the
 * options go with; tests/golden has one. */
#include "testing.h"

#include <pipwright/fair.h>
#include <pipwright/record.h>
#include <stdio.h>
#include <stdlib.h>

static struct pip_match match;
static struct pip_event events[1 << 15];
static struct pip_fair fair;
static struct pip_fault fault;

static const struct pip_die six = {.faces = 6,
                                   .names = (const char *const[]){"1", "2", "3", "4", "5", "6"}};
static const struct pip_die ten = {
    .faces = 10, .names = (const char *const[]){"0", "1", "2", "3", "4", "5", "6", "7", "8", "9"}};
static const struct pip_chance one_six = {"dice", 1, {{&six, 1}}};
static const struct pip_chance three_ten = {"dice", 1, {{&ten, 3}}};
static const struct pip_chance lost_cities = {"dice", 2, {{&six, 3}, {&ten, 3}}};

/* Three dice of 1,291 sides fall in 2,151,685,171 ways, which is more than half of what 32 bits
 * hold: about every second word is passed over, and now and then all eight of a block. */
static const uint8_t odd_sides[] = {255, 255, 255, 255, 255, 16};
static const struct pip_die odd = {.faces = 6, .sides = odd_sides, .names = NULL};
static const struct pip_chance three_odd = {"dice", 1, {{&odd, 3}}};

/* ---- Tables ---- */

/* Everything from counting, so that others can make it too: the secret is 00 01 02 ..., the nonce
 * of seat s is sixteen times the byte s + 1; `seed` is added to each byte of the secret. */
static void make_fair(int seats, int seed) {
    memset(&fair, 0, sizeof fair);
    for (size_t i = 0; i < sizeof fair.secret; i++)
        fair.secret[i] = (uint8_t)(i + (size_t)seed);
    pip_fair_commit(fair.secret, fair.commitment);
    strcpy(fair.table, "harbour-1");
    fair.seats = (uint8_t)seats;
    for (int seat = 0; seat < seats; seat++)
        memset(fair.nonce[seat], seat + 1, PIP_FAIR_NONCE);
}

static struct pip_setup setup_of(const char *game, int seats) {
    return pip_setup_default(pip_game_find(pip_span_of(game)), NULL, seats);
}

static void start_with(const struct pip_setup *setup, int seed) {
    assert_int_equal(pip_match_start(&match, setup, events, LENGTH(events)), PIP_OK);
    make_fair(setup->seats, seed);
    assert_int_equal(pip_fair_write(&fair, &match), PIP_OK);
}

static void start(const char *game, int seats, int seed) {
    struct pip_setup setup = setup_of(game, seats);
    start_with(&setup, seed);
}

/* Seats move round until the one that is drawn begins, and take their nonces along. Returns where
 * that one sat before. */
static int draw_first(void) {
    struct pip_fair before = fair;
    int first = pip_fair_first(&before);
    for (int seat = 0; seat < fair.seats; seat++)
        memcpy(fair.nonce[seat], before.nonce[(seat + first) % fair.seats], PIP_FAIR_NONCE);
    assert_int_equal(pip_fair_write(&fair, &match), PIP_OK);
    pip_match_begin_with(&match, first, true);
    return first;
}

/* To the end with random moves; then the secret is revealed. */
static void play_on(int seed) {
    struct pip_random random = pip_random_init((struct pip_seed){(uint64_t)seed, 0}, 0);
    do {
        while (pip_match_actor(&match) == PIP_ACTORS_CHANCE)
            assert_int_equal(pip_fair_match_roll(&fair, &match), PIP_OK);
    } while (play_at_random(&match, &random));
    assert_int_equal(pip_match_close(&match), PIP_OK);
    fair.revealed = true;
    assert_int_equal(pip_fair_write(&fair, &match), PIP_OK);
}

static void play_game(const char *game, int seats, int seed) {
    start(game, seats, seed);
    play_on(seed);
}

static const char *record_text(void) {
    static char text[1 << 18];
    struct pip_text out = pip_text_init(text, sizeof text);
    pip_record_write(&match, &out);
    assert_true(pip_text_fits(&out));
    return text;
}

static int print_record(struct pip_setup setup, int seed, char **words) {
    bool draw = *words && strcmp(*words, "draw") == 0;
    for (words += draw; *words; words++)
        assert_int_equal(pip_setup_option(&setup, pip_span_of(*words)), PIP_OK);
    for (int i = 0; pip_setup_check(&setup) != PIP_OK; i++) {
        setup.sheet = setup.game->sheets[i];
        assert_non_null(setup.sheet);
    }
    start_with(&setup, seed);
    if (draw)
        draw_first();
    play_on(seed);
    fputs(record_text(), stdout);
    return 0;
}

/* ---- Vectors: made here, and the same in the document ---- */

static void add_named(struct pip_text *text, const char *name, const uint8_t *bytes, size_t count) {
    pip_text_add(text, name);
    pip_text_add_bytes(text, bytes, count);
    pip_text_add_char(text, '\n');
}

static void add_sides(struct pip_text *text, const char *dice, uint32_t roll,
                      const struct pip_chance *chance) {
    uint8_t faces[PIP_DICE_MAX];
    pip_chance_faces(chance, pip_fair_roll(&fair, roll, chance), faces);
    pip_text_add(text, "roll ");
    pip_text_add_number(text, roll);
    pip_text_add(text, dice);
    for (int i = 0; i < pip_chance_dice(chance); i++) {
        pip_text_add_char(text, ' ');
        pip_text_add_number(text, faces[i]);
    }
    pip_text_add_char(text, '\n');
}

static void write_vectors(struct pip_text *text) {
    make_fair(2, 0);
    add_named(text, "secret ", fair.secret, sizeof fair.secret);
    add_named(text, "commitment ", fair.commitment, sizeof fair.commitment);
    pip_text_add(text, "table harbour-1\n");
    add_named(text, "nonce 0 ", fair.nonce[0], PIP_FAIR_NONCE);
    add_named(text, "nonce 1 ", fair.nonce[1], PIP_FAIR_NONCE);
    for (uint32_t roll = 0; roll < 4; roll++)
        add_sides(text, " of 6:", roll, &one_six);
    for (uint32_t roll = 0; roll < 4; roll++)
        add_sides(text, " of 6 6 6, 10 10 10:", roll, &lost_cities);
    add_sides(text, " of 6 6 6, 10 10 10:", 4294967295u, &lost_cities);
    add_sides(text, " of 1291 1291 1291:", 256, &three_odd);
    add_sides(text, " of 1291 1291 1291:", 257, &three_odd); /* attempt 1 */
}

static void test_the_vectors_are_those_of_the_document(void **unused) {
    static char document[1 << 16];
    char vectors[2048];
    struct pip_text text = pip_text_init(vectors, sizeof vectors);
    FILE *in = fopen(PIP_SOURCE_DIR "/docs/fair-dice.md", "rb");
    (void)unused;
    assert_non_null(in);
    assert_in_range(fread(document, 1, sizeof document - 1, in), 1, sizeof document - 2);
    fclose(in);
    write_vectors(&text);
    assert_true(pip_text_fits(&text));
    if (!strstr(document, vectors))
        fail_msg("docs/fair-dice.md does not have these:\n%s", vectors);
}

static void test_a_commitment_is_the_sha_256_of_the_secret(void **unused) {
    uint8_t zeros[32] = {0}, commitment[32], expected[32];
    (void)unused;
    pip_fair_commit(zeros, commitment);
    assert_true(pip_span_hex(
        pip_span_of("66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925"), 32,
        expected));
    assert_memory_equal(commitment, expected, sizeof expected);
}

static void test_a_drawn_secret_is_committed_to_and_new(void **unused) {
    struct pip_fair first = {0}, second = {0};
    uint8_t commitment[32];
    (void)unused;
    assert_true(pip_fair_draw(&first) && pip_fair_draw(&second));
    pip_fair_commit(first.secret, commitment);
    assert_memory_equal(first.commitment, commitment, sizeof commitment);
    assert_memory_not_equal(first.secret, second.secret, sizeof first.secret);
    assert_true(first.seats == 0 && !first.revealed && first.table[0] == '\0');
}

/* ---- Dice ---- */

/* The secret is fixed, so this passes always or never. */
static void frequencies_are_exact(const struct pip_chance *chance, uint32_t rolls) {
    static uint32_t seen[1024];
    uint32_t outcomes = pip_chance_outcomes(chance);
    assert_true(outcomes <= LENGTH(seen));
    memset(seen, 0, sizeof seen);
    for (uint32_t roll = 0; roll < rolls; roll++) {
        pip_move outcome = pip_fair_roll(&fair, roll, chance);
        assert_true(outcome < outcomes);
        seen[outcome]++;
    }
    frequencies_fit(chance, seen, rolls);
}

static void test_rolls_follow_the_exact_frequencies(void **unused) {
    (void)unused;
    make_fair(3, 5);
    frequencies_are_exact(&one_six, 60000);
    frequencies_are_exact(&three_ten, 60000);
    frequencies_are_exact(&three_odd, 60000);
}

/* How many of 300 rolls are other ones than before the change; the change is undone. */
static int differ_after(void *byte, uint8_t change) {
    int differ = 0;
    for (uint32_t roll = 0; roll < 300; roll++) {
        pip_move before = pip_fair_roll(&fair, roll, &lost_cities);
        *(uint8_t *)byte ^= change;
        differ += pip_fair_roll(&fair, roll, &lost_cities) != before;
        *(uint8_t *)byte ^= change;
    }
    return differ;
}

static void test_every_part_changes_the_dice(void **unused) {
    (void)unused;
    make_fair(3, 0);
    assert_int_equal(differ_after(&fair.seats, 0), 0);
    for (size_t i = 0; i < sizeof fair.secret; i++)
        assert_true(differ_after(&fair.secret[i], 1) > 290);
    for (int seat = 0; seat < 3; seat++) {
        assert_true(differ_after(&fair.nonce[seat][0], 0x80) > 290);
        assert_true(differ_after(&fair.nonce[seat][PIP_FAIR_NONCE - 1], 1) > 290);
    }
    assert_true(differ_after(&fair.table[0], 1) > 290);
    assert_true(differ_after(&fair.table[strlen(fair.table)], '2') > 290);
    assert_true(differ_after(&fair.seats, 1) > 290);
    assert_int_equal(differ_after(&fair.nonce[3][0], 1), 0); /* nobody sits there */
    assert_int_equal(differ_after(&fair.commitment[0], 1), 0);
}

static void test_seats_that_change_places_change_the_dice(void **unused) {
    int same = 0;
    (void)unused;
    make_fair(2, 0);
    struct pip_fair turned = fair;
    memcpy(turned.nonce[0], fair.nonce[1], PIP_FAIR_NONCE);
    memcpy(turned.nonce[1], fair.nonce[0], PIP_FAIR_NONCE);
    for (uint32_t roll = 0; roll < 300; roll++) {
        same +=
            pip_fair_roll(&fair, roll, &lost_cities) == pip_fair_roll(&turned, roll, &lost_cities);
        same += pip_fair_roll(&fair, roll, &lost_cities) ==
                pip_fair_roll(&fair, roll + 1, &lost_cities);
    }
    assert_true(same < 10);
}

/* ---- Rolling in a match ---- */

static void test_a_match_rolls_only_its_own_fair_dice(void **unused) {
    (void)unused;
    start("lost-cities", 2, 0);
    assert_int_equal(pip_match_roll(&match), PIP_BAD_DICE);
    match.commitment[0] ^= 1;
    assert_int_equal(pip_fair_match_roll(&fair, &match), PIP_BAD_DICE);
    match.commitment[0] ^= 1;
    match.dice = PIP_DICE_SEED;
    assert_int_equal(pip_fair_match_roll(&fair, &match), PIP_BAD_DICE);
    match.dice = PIP_DICE_FAIR;
    fair.seats = 3;
    assert_int_equal(pip_fair_match_roll(&fair, &match), PIP_BAD_DICE);
    fair.seats = 2;
    assert_int_equal(match.count, 0);
    assert_int_equal(pip_fair_match_roll(&fair, &match), PIP_OK);
    assert_int_equal(pip_fair_match_roll(&fair, &match), PIP_NOT_ACTING);
    assert_int_equal(match.count, 1);
}

/* ---- Lines of the header ---- */

#define NONCE0 "01010101010101010101010101010101"
#define NONCE1 "02020202020202020202020202020202"
#define SECRET "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"
#define LINES "fair-table harbour-1\nfair-nonce 0 " NONCE0 "\nfair-nonce 1 " NONCE1 "\n"

static void test_the_secret_is_written_only_when_it_is_revealed(void **unused) {
    (void)unused;
    start("lost-cities", 2, 0);
    assert_string_equal(match.extra, LINES);
    fair.revealed = true;
    assert_int_equal(pip_fair_write(&fair, &match), PIP_OK);
    assert_string_equal(match.extra, LINES "fair-secret " SECRET "\n");
    fair.revealed = false;
    assert_int_equal(pip_fair_write(&fair, &match), PIP_OK);
    assert_string_equal(match.extra, LINES);
}

static void test_other_lines_stay_and_come_first(void **unused) {
    (void)unused;
    start("lost-cities", 2, 0);
    strcpy(match.extra, "event Cup\nfair-table old\nfairly good\nfair-odd 1\nplace Oslo\n");
    assert_int_equal(pip_fair_write(&fair, &match), PIP_OK);
    assert_string_equal(match.extra, "event Cup\nfairly good\nplace Oslo\n" LINES);
}

static void test_what_cannot_be_written_changes_nothing(void **unused) {
    struct pip_match before;
    (void)unused;
    start("lost-cities", 2, 0);
    memset(match.extra, 'x', 1950);
    strcpy(match.extra + 1950, " y\n");
    match.dice = PIP_DICE_UNSAID;
    before = match;
    assert_int_equal(pip_fair_write(&fair, &match), PIP_NO_ROOM);
    fair.seats = 3;
    assert_int_equal(pip_fair_write(&fair, &match), PIP_BAD_SEATS);
    fair.seats = 2;
    strcpy(fair.table, "two words");
    assert_int_equal(pip_fair_write(&fair, &match), PIP_SYNTAX);
    assert_memory_equal(&match, &before, sizeof match);
}

static void test_what_was_written_is_read_back(void **unused) {
    struct pip_fair again;
    (void)unused;
    for (int seats = 1; seats <= 5; seats++) {
        start("lost-cities", seats, seats);
        fair.revealed = true;
        assert_int_equal(pip_fair_write(&fair, &match), PIP_OK);
        assert_int_equal(pip_fair_read(&match, &again, &fault), PIP_OK);
        assert_memory_equal(&again, &fair, sizeof fair);
        fair.revealed = false;
        assert_int_equal(pip_fair_write(&fair, &match), PIP_OK);
        assert_int_equal(pip_fair_read(&match, &again, &fault), PIP_OK);
        memset(fair.secret, 0, sizeof fair.secret);
        assert_memory_equal(&again, &fair, sizeof fair);
    }
}

static void test_ids_are_short_printable_words(void **unused) {
    static const char *const bad[] = {"", " ", "a b", "a;b", "a\n", "a\x7f", "caf\303\251", LINES};
    char longest[PIP_FAIR_TABLE_MAX + 2];
    (void)unused;
    for (size_t i = 0; i < LENGTH(bad); i++)
        assert_false(pip_fair_table_valid(pip_span_of(bad[i])));
    assert_false(pip_fair_table_valid((struct pip_span){"a\0b", 3}));
    memset(longest, '~', sizeof longest);
    assert_true(pip_fair_table_valid((struct pip_span){longest, PIP_FAIR_TABLE_MAX}));
    assert_false(pip_fair_table_valid((struct pip_span){longest, PIP_FAIR_TABLE_MAX + 1}));
    assert_true(pip_fair_table_valid(pip_span_of("!")));
}

static void lines_fail(const char *lines, const char *detail) {
    struct pip_fair read;
    strcpy(match.extra, lines);
    assert_int_equal(pip_fair_read(&match, &read, &fault), PIP_SYNTAX);
    assert_int_equal(fault.status, PIP_SYNTAX);
    assert_true(fault.line == 0 && fault.column == 0);
    assert_string_equal(fault.detail, detail);
}

#define TABLE "fair-table harbour-1\n"
#define FIRST "fair-nonce 0 " NONCE0 "\n"
#define SECOND "fair-nonce 1 " NONCE1 "\n"

static void test_lines_that_are_missing_or_out_of_order_are_named(void **unused) {
    (void)unused;
    start("lost-cities", 2, 0);
    lines_fail("", "fair-table: is missing");
    lines_fail(TABLE, "fair-nonce 0: is missing");
    lines_fail(TABLE FIRST, "fair-nonce 1: is missing");
    lines_fail("fair-secret " SECRET "\n", "fair-secret: stands where only fair-table may stand");
    lines_fail(FIRST TABLE, "fair-nonce: stands where only fair-table may stand");
    lines_fail(TABLE TABLE, "fair-table: stands where only fair-nonce 0 may stand");
    lines_fail(TABLE SECOND FIRST, "fair-nonce 0: must stand here, not the nonce of another seat");
    lines_fail(TABLE FIRST FIRST, "fair-nonce 1: must stand here, not the nonce of another seat");
    lines_fail(LINES "fair-nonce 2 " NONCE0 "\n",
               "fair-nonce: stands where only fair-secret may stand");
    lines_fail(LINES "fair-secret " SECRET "\nfair-secret " SECRET "\n",
               "fair-secret: nothing fair may follow fair-secret");
    lines_fail(LINES "fair-play yes\n", "fair-play: stands where only fair-secret may stand");
    lines_fail("fair-" NONCE0 "abc\303\251 x\n",
               "fair-" NONCE0 "abc: stands where only fair-table may stand");
}

static void test_values_that_are_not_sound_are_named(void **unused) {
    static const char id[] =
        "fair-table: an id is 1 to 64 printable ASCII characters without space";
    static const char seat[] = "fair-nonce 0: must stand here, not the nonce of another seat";
    static const char nonce[] = "fair-nonce 1: a nonce is 32 digits 0-9 a-f";
    static const char secret[] = "fair-secret: a secret is 64 digits 0-9 a-f";
    (void)unused;
    start("lost-cities", 2, 0);
    lines_fail("fair-table two words\n", id);
    lines_fail("fair-table " SECRET "0\n", id);
    lines_fail(TABLE "fair-nonce " NONCE0 "\n", seat);
    lines_fail(TABLE "fair-nonce 00 " NONCE0 "\n", seat);
    lines_fail(TABLE "fair-nonce 8 " NONCE0 "\n", seat);
    lines_fail(TABLE FIRST "fair-nonce 1 " NONCE1 "0\n", nonce);
    lines_fail(TABLE FIRST "fair-nonce 1  " NONCE1 "\n", nonce);
    lines_fail(TABLE FIRST "fair-nonce 1 " NONCE1 " 0\n", nonce);
    lines_fail(TABLE FIRST "fair-nonce 1\n", nonce);
    lines_fail(TABLE FIRST "fair-nonce 1 A2020202020202020202020202020202\n", nonce);
    lines_fail(LINES "fair-secret " NONCE0 "\n", secret);
    lines_fail(LINES "fair-secret " SECRET " 1\n", secret);
}

static void test_other_dice_have_no_fair_lines(void **unused) {
    (void)unused;
    start("lost-cities", 2, 0);
    match.dice = PIP_DICE_SEED;
    assert_int_equal(pip_fair_read(&match, &fair, &fault), PIP_BAD_DICE);
    assert_int_equal(pip_fair_check(&match, &fair, &fault), PIP_BAD_DICE);
}

/* ---- Proof ---- */

static void test_games_with_fair_dice_round_trip_and_are_proven(void **unused) {
    static char first[1 << 18];
    static struct pip_event more[1 << 15];
    static const char *const games[] = {"lost-cities", "pig"};
    (void)unused;
    for (int i = 0; i < 8; i++) {
        struct pip_fair read;
        play_game(games[i % 2], 2 + i / 3, i);
        strcpy(first, record_text());
        assert_int_equal(
            pip_record_read(first, strlen(first), NULL, NULL, more, LENGTH(more), &match, &fault),
            PIP_OK);
        assert_string_equal(record_text(), first);
        assert_int_equal(pip_fair_check(&match, &read, &fault), PIP_OK);
        assert_true(read.revealed && match.rolls > 5);
    }
}

static void check_fails(const char *detail) {
    struct pip_fair read;
    assert_int_equal(pip_fair_check(&match, &read, &fault), PIP_FORGED);
    assert_int_equal(fault.status, PIP_FORGED);
    if (!strstr(fault.detail, detail))
        fail_msg("\"%s\" has no \"%s\"", fault.detail, detail);
}

static void test_a_forged_roll_is_found(void **unused) {
    (void)unused;
    play_game("pig", 2, 3);
    uint32_t last = match.count;
    while (match.events[--last].actor != PIP_CHANCE)
        continue;
    /* The last roll decides nothing any more if it does not end the turn; 1 would. */
    match.events[last].move = match.events[last].move == 5 ? 4 : 5;
    char start_of_it[64], end_of_it[64];
    snprintf(start_of_it, sizeof start_of_it, "event %u: the secret gives \"* ", last + 1);
    snprintf(end_of_it, sizeof end_of_it, "(rolls that differ: 1 of %u)", match.rolls);
    check_fails(start_of_it);
    check_fails(end_of_it);
}

static void test_a_forged_secret_nonce_table_or_commitment_is_found(void **unused) {
    char whole[64];
    (void)unused;
    play_game("lost-cities", 2, 0);
    snprintf(whole, sizeof whole, "(rolls that differ: %u of %u)", match.rolls, match.rolls);
    fair.nonce[1][7] ^= 4;
    assert_int_equal(pip_fair_write(&fair, &match), PIP_OK);
    check_fails("event 1: the secret gives");
    check_fails(whole);
    fair.nonce[1][7] ^= 4;
    strcpy(fair.table, "harbour-2");
    assert_int_equal(pip_fair_write(&fair, &match), PIP_OK);
    check_fails(whole);
    strcpy(fair.table, "harbour-1");
    fair.secret[31] ^= 1;
    assert_int_equal(pip_fair_write(&fair, &match), PIP_OK);
    check_fails("fair-secret: this is not the secret of the commitment");
    pip_fair_commit(fair.secret, fair.commitment);
    assert_int_equal(pip_fair_write(&fair, &match), PIP_OK);
    check_fails(whole);
    fair.secret[31] ^= 1;
    assert_int_equal(pip_fair_write(&fair, &match), PIP_OK);
    check_fails("fair-secret: this is not the secret of the commitment");
}

/* The draw is made with the nonces as people sit before it; then they move round. */
static void test_LC2_8_a_drawn_first_seat_is_proven_and_a_forged_one_found(void **unused) {
    (void)unused;
    for (int seed = 0; seed < 12; seed++) {
        struct pip_fair before, read;
        start("pig", 3, seed);
        before = fair;
        int first = draw_first();
        assert_in_range(first, 0, 2);
        fair.revealed = true;
        assert_int_equal(pip_fair_write(&fair, &match), PIP_OK);
        assert_int_equal(pip_fair_check(&match, &read, &fault), PIP_OK);
        for (int other = 1; other < 3; other++) {
            /* Another seat is right only if the nonces in that order happen to draw it, too. */
            match.first = (uint8_t)((first + other) % 3);
            for (int seat = 0; seat < 3; seat++)
                memcpy(before.nonce[(seat + match.first) % 3], fair.nonce[seat], PIP_FAIR_NONCE);
            bool also = pip_fair_first(&before) == match.first;
            assert_int_equal(pip_fair_check(&match, &read, &fault), also ? PIP_OK : PIP_FORGED);
        }
    }
}

static void test_without_the_secret_nothing_is_proven_and_nothing_refused(void **unused) {
    struct pip_fair read;
    (void)unused;
    play_game("lost-cities", 2, 0);
    fair.revealed = false;
    assert_int_equal(pip_fair_write(&fair, &match), PIP_OK);
    match.events[0].move ^= 1;
    assert_int_equal(pip_fair_check(&match, &read, &fault), PIP_OK);
    assert_false(read.revealed);
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_vectors_are_those_of_the_document),
        cmocka_unit_test(test_a_commitment_is_the_sha_256_of_the_secret),
        cmocka_unit_test(test_a_drawn_secret_is_committed_to_and_new),
        cmocka_unit_test(test_rolls_follow_the_exact_frequencies),
        cmocka_unit_test(test_every_part_changes_the_dice),
        cmocka_unit_test(test_seats_that_change_places_change_the_dice),
        cmocka_unit_test(test_a_match_rolls_only_its_own_fair_dice),
        cmocka_unit_test(test_the_secret_is_written_only_when_it_is_revealed),
        cmocka_unit_test(test_other_lines_stay_and_come_first),
        cmocka_unit_test(test_what_cannot_be_written_changes_nothing),
        cmocka_unit_test(test_what_was_written_is_read_back),
        cmocka_unit_test(test_ids_are_short_printable_words),
        cmocka_unit_test(test_lines_that_are_missing_or_out_of_order_are_named),
        cmocka_unit_test(test_values_that_are_not_sound_are_named),
        cmocka_unit_test(test_other_dice_have_no_fair_lines),
        cmocka_unit_test(test_games_with_fair_dice_round_trip_and_are_proven),
        cmocka_unit_test(test_a_forged_roll_is_found),
        cmocka_unit_test(test_a_forged_secret_nonce_table_or_commitment_is_found),
        cmocka_unit_test(test_LC2_8_a_drawn_first_seat_is_proven_and_a_forged_one_found),
        cmocka_unit_test(test_without_the_secret_nothing_is_proven_and_nothing_refused),
    };
    if (argc >= 5 && strcmp(argv[1], "record") == 0)
        return print_record(setup_of(argv[2], atoi(argv[3])), atoi(argv[4]), argv + 5);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
