/* Lost Cities, LC2.10: what is said aloud at the table. */
#include "lost_cities_table.h"
#include "testing.h"

/* Plays the line, and what is said after it must be this: "0 bridge red 20; 0 artefact 3". */
static void says(struct pip_match *m, const char *line, const char *expected) {
    uint64_t before[PIP_STATE_MAX / 8];
    struct pip_news news[PIP_NEWS_MAX];
    char buffer[512];
    struct pip_text text = pip_text_init(buffer, sizeof buffer);
    memcpy(before, m->state, sizeof before);
    play(m, line);
    int count = m->setup.game->announce(&m->setup, before, m->state, news);
    for (int i = 0; i < count; i++) {
        pip_text_add(&text, i > 0 ? "; " : "");
        pip_text_add_number(&text, news[i].seat);
        pip_text_add_char(&text, ' ');
        pip_text_add(&text, news[i].kind);
        pip_text_add(&text, news[i].what[0] ? " " : "");
        pip_text_add(&text, news[i].what);
        pip_text_add_char(&text, ' ');
        pip_text_add_number(&text, news[i].number);
    }
    assert_string_equal(buffer, expected);
}

static void test_LC2_10_a_bridge_is_announced_with_who_gets_its_points(void **unused) {
    struct pip_match *m = start(3);
    (void)unused;
    for (int seat = 0; seat < 3; seat++)
        fill(m, seat, RED, "1 2 3 4 5 6");
    settle(m);
    says(m, "* red red red 7 7 7", "");
    says(m, "0 red 7", "0 bridge red 20");
    says(m, "1 red 7", "1 bridge red 20");
    says(m, "2 -", "");
    play(m, "* red red red 7 7 7", "1 -");
    says(m, "2 red 7", "2 bridge red 0");
}

static void test_LC2_10_accelerations_and_artefacts_are_announced(void **unused) {
    struct pip_match *m =
        start_on((struct columns){.red = ">........", .blue = "..v......", .green = NINE_DOTS}, 1);
    (void)unused;
    fill(m, 0, BLUE, "2 4");
    settle(m);
    play(m, "* red red red 3 3 3");
    says(m, "0 red 3", "");
    says(m, "0 > blue", "0 acceleration blue 4; 0 artefact 1");
    play(m, "* red red red 3 3 3");
    says(m, "0 red 3", "");
}

static void test_LC2_10_an_acceleration_that_is_declined_is_no_news(void **unused) {
    struct pip_match *m = start_on((struct columns){.red = ">........"}, 1);
    (void)unused;
    play(m, "* red red red 3 3 3", "0 red 3");
    says(m, "0 > -", "");
}

static void test_LC2_10_one_step_can_bring_several_announcements(void **unused) {
    struct pip_match *m = start_on(
        (struct columns){.red = ".....>v..", .blue = "v.v.v.v.v", .green = "v........"}, 1);
    (void)unused;
    fill(m, 0, RED, "1 2 3 4 5");
    fill(m, 0, BLUE, "1 1 1 1 1 1 1 1 1");
    fill(m, 0, GREEN, "1");
    settle(m);
    play(m, "* red red red 7 7 7");
    says(m, "0 red 7", "");
    says(m, "0 > red",
         "0 acceleration red 7; 0 artefact 7; 0 bridge red 20; 0 bridge artefacts 20");
    play(m, "* blue blue blue 7 7 7");
    says(m, "0 blue 7", "0 artefact 8"); /* at the end of the expedition */
}

static void test_LC2_10_the_artefact_at_the_end_can_be_accelerated_to(void **unused) {
    struct pip_match *m = start_on((struct columns){.red = ">........", .blue = NINE_DOTS}, 1);
    (void)unused;
    fill(m, 0, BLUE, "1 1 1 1 1 1 1 1 1");
    settle(m);
    play(m, "* red red red 7 7 7", "0 red 7");
    says(m, "0 > blue", "0 acceleration blue 0; 0 artefact 1");
}

static void test_LC2_10_exhaustion_is_announced_once(void **unused) {
    struct pip_match *m = start(2);
    (void)unused;
    seat_of(m, 0)->count[LC_DICE] = 6;
    settle(m);
    play(m, "* red red red 1 1 1");
    says(m, "0 -", "0 bridge dice 20");
    play(m, "1 -", "* red red red 1 1 1", "1 -");
    says(m, "0 -", "");
    play(m, "* red red red 1 1 1");
    says(m, "0 -", "0 exhausted 0");
    play(m, "1 -", "* red red red 1 1 1", "1 -");
    says(m, "0 -", "");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_LC2_10_a_bridge_is_announced_with_who_gets_its_points),
        cmocka_unit_test(test_LC2_10_accelerations_and_artefacts_are_announced),
        cmocka_unit_test(test_LC2_10_an_acceleration_that_is_declined_is_no_news),
        cmocka_unit_test(test_LC2_10_one_step_can_bring_several_announcements),
        cmocka_unit_test(test_LC2_10_the_artefact_at_the_end_can_be_accelerated_to),
        cmocka_unit_test(test_LC2_10_exhaustion_is_announced_once),
    };
    return cmocka_run_group_tests_name("lost cities, table talk", tests, NULL, NULL);
}
