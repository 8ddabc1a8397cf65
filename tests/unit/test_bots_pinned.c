/* How bots play: totals of games 0, 1, 2, ... of seed 7. They change with everything that changes
 * how a bot plays: rules, sheets, dice, streams, evaluations. If such a change is meant, run this
 * program: it prints each row that is no longer true as it should stand, to be copied here. */
#include "testing.h"

#include <pipwright/sim.h>

struct pinned {
    const char *game, *sheet, *option, *bots[3]; /* as many as there are seats */
    uint32_t games;
    int64_t score[3];
    uint64_t wins[3], decisions, turns;
};

/* clang-format off */
static const struct pinned pinned[] = {
    {"lost-cities", "jungle", "order=simultaneous", {"greedy", "random", NULL}, 200,
     {96160, 16490, 0}, {168000, 0, 0}, 21412, 9082},
    {"lost-cities", "jungle", "order=simultaneous", {"random", "greedy", NULL}, 200,
     {15455, 95530, 0}, {0, 168000, 0}, 21329, 9055},
    {"lost-cities", "jungle", "order=simultaneous", {"greedy", "greedy", NULL}, 200,
     {76600, 76115, 0}, {91140, 76860, 0}, 20196, 8259},
    {"lost-cities", "jungle", "order=simultaneous", {"greedy", "random", "greedy"}, 200,
     {75655, 9825, 74585}, {86100, 0, 81900}, 29467, 8231},
    {"lost-cities", "jungle", "order=simultaneous", {"greedy", "greedy", "greedy"}, 200,
     {60445, 61630, 60255}, {54460, 63280, 50260}, 28312, 7769},
    {"lost-cities", "jungle", "order=sequence", {"greedy", "random", NULL}, 200,
     {96160, 16490, 0}, {168000, 0, 0}, 21412, 9082},
    {"lost-cities", "jungle", "order=sequence", {"random", "greedy", NULL}, 200,
     {15455, 95530, 0}, {0, 168000, 0}, 21329, 9055},
    {"lost-cities", "jungle", "order=sequence", {"greedy", "greedy", NULL}, 200,
     {76600, 76115, 0}, {91140, 76860, 0}, 20196, 8259},
    {"lost-cities", "jungle", "order=sequence", {"greedy", "random", "greedy"}, 200,
     {74280, 9865, 75135}, {88620, 0, 79380}, 29590, 8276},
    {"lost-cities", "jungle", "order=sequence", {"greedy", "greedy", "greedy"}, 200,
     {61035, 62185, 61120}, {51240, 60900, 55860}, 28503, 7821},
    {"lost-cities", "ruins", "order=simultaneous", {"greedy", "greedy", "random"}, 200,
     {71180, 71475, 1640}, {83160, 84840, 0}, 28802, 8226},
    {"pig", "classic", NULL, {"greedy", "random", NULL}, 300,
     {29865, 16909, 0}, {235200, 16800, 0}, 23150, 7132},
    {"pig", "classic", NULL, {"greedy", "greedy", NULL}, 300,
     {24620, 23723, 0}, {135240, 116760, 0}, 23956, 5859},
    {"roller", "snowflake", NULL, {"greedy", "random", NULL}, 6,
     {303, 86, 0}, {5040, 0, 0}, 637, 42},
    {"roller", "snowflake", NULL, {"greedy", "greedy", NULL}, 4,
     {202, 210, 0}, {840, 2520, 0}, 432, 28},
    {"roller", "turtle", NULL, {"greedy", "random", NULL}, 4,
     {262, 117, 0}, {3360, 0, 0}, 441, 28},
    {"lost-cities", "jungle", "order=simultaneous", {"expert", "greedy", NULL}, 60,
     {25960, 20470, 0}, {47040, 3360, 0}, 5826, 2363},
    {"lost-cities", "ruins", "order=sequence", {"club", "expert", "greedy"}, 20,
     {5640, 6960, 4365}, {4620, 12180, 0}, 2711, 747},
    {"lost-cities", "jungle", "order=simultaneous", {"expert", NULL, NULL}, 40,
     {32245, 0, 0}, {33600, 0, 0}, 2620, 2150},
    {"pig", "classic", NULL, {"expert", "greedy", NULL}, 300,
     {23641, 24111, 0}, {129360, 122640, 0}, 24767, 5944},
    {"roller", "turtle", NULL, {"expert", "greedy", NULL}, 10,
     {782, 621, 0}, {8400, 0, 0}, 1124, 70},
    {"escape", "temple", "difficulty=normal", {"expert", "expert", NULL}, 30,
     {473, 473, 0}, {12600, 12600, 0}, 6259, 434},
};
/* clang-format on */

static void print_text(const char *text) {
    print_error(text ? "\"%s\"" : "NULL", text);
}

static void print_row(const struct pinned *row, const struct pip_sim_totals *t) {
    print_error("    {");
    print_text(row->game);
    print_error(", ");
    print_text(row->sheet);
    print_error(", ");
    print_text(row->option);
    print_error(", {");
    for (int i = 0; i < 3; i++) {
        print_error(i > 0 ? ", " : "");
        print_text(row->bots[i]);
    }
    print_error("}, %u,\n     {%lld, %lld, %lld}, {%llu, %llu, %llu}, %llu, %llu},\n", row->games,
                (long long)t->score[0], (long long)t->score[1], (long long)t->score[2],
                (unsigned long long)t->wins[0], (unsigned long long)t->wins[1],
                (unsigned long long)t->wins[2], (unsigned long long)t->decisions,
                (unsigned long long)t->turns);
}

static bool is_still_true(const struct pinned *row) {
    const struct pip_game *game = pip_game_find(pip_span_of(row->game));
    const struct pip_bot *bots[3] = {NULL};
    struct pip_sim_totals totals = {0};
    uint64_t state[PIP_STATE_MAX / 8];
    int seats = 0;
    for (; seats < 3 && row->bots[seats]; seats++)
        bots[seats] = pip_bot_find(pip_span_of(row->bots[seats]));
    struct pip_setup setup =
        pip_setup_default(game, pip_sheet_find(game, pip_span_of(row->sheet)), seats);
    if (row->option)
        assert_int_equal(pip_setup_option(&setup, pip_span_of(row->option)), PIP_OK);
    for (uint32_t index = 0; index < row->games; index++)
        pip_sim_play(&setup, bots, (struct pip_seed){7, index}, NULL, NULL, state, &totals);
    bool same = totals.decisions == row->decisions && totals.turns == row->turns;
    for (int seat = 0; seat < 3; seat++)
        same &= totals.score[seat] == row->score[seat] && totals.wins[seat] == row->wins[seat];
    if (!same)
        print_row(row, &totals);
    return same;
}

static void test_bots_play_as_they_did(void **unused) {
    int changed = 0;
    (void)unused;
    for (size_t i = 0; i < LENGTH(pinned); i++)
        changed += !is_still_true(&pinned[i]);
    assert_int_equal(changed, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_bots_play_as_they_did)};
    return cmocka_run_group_tests_name("bots_pinned", tests, NULL, NULL);
}
