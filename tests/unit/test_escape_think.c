/* Escape: what is remarkable about a position, and what is hoped for. */
#include "testing.h"

#include "escape_table.h"

struct remarks {
    int count;
    uint16_t feature[PIP_FEATURES_MAX];
};

static struct remarks remarks_of(const struct pip_setup *setup, const void *state, int seat) {
    struct remarks r;
    r.count = pip__escape.think->remark(setup, state, seat, r.feature);
    assert_in_range(r.count, 1, pip__escape.think->active);
    for (int i = 0; i < r.count; i++) {
        assert_true(r.feature[i] < pip__escape.think->features);
        uint16_t moving = r.feature[i];
        int j = i;
        for (; j > 0 && r.feature[j - 1] > moving; j--)
            r.feature[j] = r.feature[j - 1];
        r.feature[j] = moving;
    }
    return r;
}

static struct remarks remarks_at(const struct pip_match *m) {
    return remarks_of(&m->setup, m->state, 0);
}

/* How many of `these` are not among `those`. */
static int only_in(const struct remarks *these, const struct remarks *those) {
    int only = 0;
    for (int i = 0, j = 0; i < these->count; i++) {
        while (j < those->count && those->feature[j] < these->feature[i])
            j++;
        bool same = j < those->count && those->feature[j] == these->feature[i];
        j += same;
        only += !same;
    }
    return only;
}

/* A change of the match's position takes so many remarks away and adds so many. */
static void changes(struct pip_match *m, const struct remarks *before, int away, int added) {
    struct remarks now = remarks_at(m);
    assert_int_equal(only_in(before, &now), away);
    assert_int_equal(only_in(&now, before), added);
}

/* ---- What is remarked ---- */

static void test_a_gem_and_a_mark_change_what_they_are_about(void **state) {
    (void)state;
    struct pip_match *m = begun(2, "");
    struct remarks before = remarks_at(m);
    state_of(m)->gems[0] = 1;
    changes(m, &before, 2, 2); /* missing; missing with the turns left */
    state_of(m)->gems[0] = 0;
    state_of(m)->marked[ES_TRACK_KEY] = 1;
    changes(m, &before, 2, 2); /* boxes to the gem, ready boxes */
    state_of(m)->used[ES_TRACK_KEY] = 1;
    changes(m, &before, 1, 1);
    state_of(m)->gems[0] = 14;
    before = remarks_at(m);
    state_of(m)->gems[0] = 20; /* beyond the goal nothing changes */
    changes(m, &before, 0, 0);
}

static void test_a_chamber_is_remarked_until_it_is_crossed_out(void **state) {
    (void)state;
    struct pip_match *m = begun(2, "");
    struct remarks before = remarks_at(m);
    state_of(m)->seat[1].crossed = 1u << chamber_of("a1");
    changes(m, &before, 1, 0);
    /* One step closer to the ten others: their distances change, its place, its way out. */
    state_of(m)->seat[1].crossed = 0;
    before = remarks_at(m);
    stand(m, 1, "c5");
    struct remarks now = remarks_at(m);
    assert_true(only_in(&before, &now) > 5);
}

static void test_a_closed_pathway_makes_the_way_longer(void **state) {
    (void)state;
    struct pip_match *m = begun(2, "variant=closed");
    stand(m, 0, "c2");
    stand(m, 1, "c3");
    struct remarks open = remarks_at(m);
    state_of(m)->seat[0].closed[ES_EAST] = 1u << chamber_of("c2");
    state_of(m)->seat[0].closed[ES_WEST] = 1u << chamber_of("c3");
    struct remarks shut = remarks_at(m);
    assert_true(only_in(&open, &shut) >= 2); /* the exit is three moves away instead of one */
    state_of(m)->seat[0].closed[ES_EAST] = 1u << chamber_of("e4");
    state_of(m)->seat[0].closed[ES_WEST] = 1u << chamber_of("e5");
    shut = remarks_at(m);
    assert_int_equal(only_in(&open, &shut), 0); /* e5 can be reached from d5 as fast */
}

static void test_colours_are_remarked_by_the_best_pair_until_unlocked(void **state) {
    (void)state;
    struct pip_match *m = begun(3, "");
    stand(m, 0, "a2");
    stand(m, 1, "e3");
    stand(m, 2, "c3");
    struct remarks before = remarks_at(m);
    state_of(m)->unlocked = 1; /* red, which a2 and e4 are the halves of */
    changes(m, &before, 2, 1); /* the pair; how many are locked */
}

static void test_maps_are_remarked_until_completed(void **state) {
    (void)state;
    struct pip_match *m = begun(2, "");
    struct remarks before = remarks_at(m);
    state_of(m)->seat[0].map[0] = 1;
    changes(m, &before, 2, 2);
    state_of(m)->seat[0].map[0] = own_sheet()->map[0].bonus;
    state_of(m)->seat[0].completed = 1;
    changes(m, &before, 2, 0);
}

static void test_dice_to_roll_kept_and_cursed_are_remarked(void **state) {
    (void)state;
    struct pip_match *m = begun(2, "");
    struct remarks before = remarks_at(m);
    state_of(m)->cursed[2] = 1;
    changes(m, &before, 1, 1);
    state_of(m)->unrolled = 7; /* dice; with eight and seven there is as much time */
    changes(m, &before, 2, 2);
    play(m, "0 roll", "* torch key", "0 keep -");
    before = remarks_at(m);
    state_of(m)->kept = dice_of("gold");
    struct remarks now = remarks_at(m);
    assert_true(only_in(&before, &now) >= 2); /* the symbol, and a1, which it helps to enter */
    state_of(m)->kept = 0;
    state_of(m)->pool = dice_of("torch torch");
    now = remarks_at(m);
    assert_true(only_in(&before, &now) >= 2);
}

/* A position in which exploring is over is looked at as the next turn's beginning. */
static void test_behind_exploring_the_next_turn_is_seen(void **state) {
    (void)state;
    struct pip_match *m = exploring(3, "", "gold");
    state_of(m)->cursed[0] = 2;
    state_of(m)->cursed[1] = 1;
    struct pip__es_state over = *state_of(m);
    play(m, "0 end"); /* nothing to take: turn 1 begins */
    assert_int_equal(state_of(m)->turn, 1);
    over.phase = ES_COMPLETING;
    over.acting = 2;
    struct remarks then = remarks_of(&m->setup, &over, 0), now = remarks_at(m);
    assert_int_equal(only_in(&then, &now) + only_in(&now, &then), 0);
    over.kept = dice_of("torch torch"); /* what is left of them is lost */
    then = remarks_of(&m->setup, &over, 0);
    assert_int_equal(only_in(&then, &now) + only_in(&now, &then), 0);
}

/* Taken dice are seen on the map that they help most. */
static void test_taken_dice_are_seen_as_crossed_off(void **state) {
    (void)state;
    struct pip_match *m = exploring(3, "", "");
    state_of(m)->pool = dice_of("torch adventurer gold");
    play(m, "0 end", "1 take torch adventurer", "2 take gold");
    assert_int_equal(state_of(m)->phase, ES_CROSSING);
    struct remarks taken = remarks_at(m);
    /* torch and adventurer are the bonus side of map 3; gold is a box of map 1, and no more */
    play(m, "1 map 3", "1 leave");
    struct remarks crossed = remarks_at(m);
    assert_int_equal(only_in(&taken, &crossed) + only_in(&crossed, &taken), 0);
    play(m, "2 map 1", "2 leave");
    crossed = remarks_at(m);
    assert_int_equal(only_in(&taken, &crossed) + only_in(&crossed, &taken), 0);
}

/* ---- Over whole games ---- */

static uint64_t mix(uint64_t hash, uint64_t number) {
    hash = (hash ^ number) * 0xD6E8FEB86659FD93u;
    return hash ^ hash >> 32;
}

/* Nets know features by their numbers. If this number changes, and is meant to, all of Escape's
 * nets have to be trained anew. */
#define REMARKS_SEEN 0x1b14bf81c25dea3cu

static void test_nets_find_the_features_that_they_were_trained_with(void **state) {
    (void)state;
    static struct pip_event events[2000];
    static struct pip_match match;
    struct pip_setup setup = pip_setup_first(&pip__escape);
    uint64_t hash = pip__escape.think->features;
    uint32_t game = 0;
    do {
        struct pip_random random = pip_random_init((struct pip_seed){12, game}, 0);
        assert_int_equal(pip_match_start(&match, &setup, events, LENGTH(events)), PIP_OK);
        match.dice = PIP_DICE_SEED;
        match.seed = (struct pip_seed){12, game++};
        do {
            struct remarks r = remarks_at(&match);
            for (int seat = 1; seat < setup.seats; seat++) { /* all see the same */
                struct remarks other = remarks_of(&setup, match.state, seat);
                assert_int_equal(r.count, other.count);
                assert_memory_equal(r.feature, other.feature, (size_t)r.count * 2);
            }
            for (int i = 0; i < r.count; i++)
                hash = mix(hash, r.feature[i]);
        } while (play_at_random(&match, &random));
    } while (pip_setup_next(&setup));
    if (hash != REMARKS_SEEN)
        fail_msg("it is now 0x%llx", (unsigned long long)hash);
}

/* ---- Invented temples ---- */

static void temple_is_sound(const struct pip__es_sheet *sheet) {
    uint32_t with[ES_ACTIONS] = {0};
    unsigned pairs = 0;
    bool dash = false;
    for (int chamber = 0; chamber < ES_CHAMBERS; chamber++) {
        const uint8_t *entry = sheet->entry[chamber];
        with[sheet->action[chamber]] |= 1u << chamber;
        pairs |= 1u << (entry[0] * 4 + entry[1]);
        assert_int_equal(sheet->need[chamber], (1u << 8 * entry[0]) + (1u << 8 * entry[1]));
    }
    assert_memory_equal(with, sheet->with, sizeof with);
    assert_int_equal(pairs, 0xffff);                         /* ES9.2 */
    assert_int_equal(with[ES_EXIT], 1u << chamber_of("c3")); /* ES9.1 */
    assert_int_equal(with[ES_TRACK_DASH], 0);                /* ES9.4 */
    for (int colour = 0; colour < ES_COLOURS; colour++) {
        uint32_t halves = with[ES_SPECIAL + colour];
        assert_int_equal(__builtin_popcount(halves), 2);
        int one = __builtin_ctz(halves), other = 31 - __builtin_clz(halves);
        int columns = one % 5 - other % 5;
        assert_true(other / 5 - one / 5 + (columns < 0 ? -columns : columns) >= 4);
    }
    for (int map = 0; map < ES_MAPS; map++)
        dash |= sheet->map[map].gives == ES_TRACK_DASH;
    assert_true(dash);
}

static void test_invented_temples_are_sound_and_all_different(void **state) {
    (void)state;
    static struct pip__es_sheet sheet[50];
    struct pip_random random = pip_random_init((struct pip_seed){13, 0}, 0);
    for (size_t i = 0; i < LENGTH(sheet); i++) {
        pip__escape.think->invent(&random, &sheet[i]);
        temple_is_sound(&sheet[i]);
        for (int shipped = 0; shipped < 2; shipped++)
            assert_memory_not_equal(&sheet[i], pip__escape.sheets[shipped]->data, sizeof *sheet);
        for (size_t other = 0; other < i; other++) {
            assert_memory_not_equal(sheet[i].action, sheet[other].action, sizeof sheet->action);
            assert_memory_not_equal(sheet[i].entry, sheet[other].entry, sizeof sheet->entry);
        }
    }
}

/* ---- What is hoped for ---- */

static int32_t target_of(struct pip_match *m) {
    int32_t target = pip__escape.think->target(&m->setup, m->state, 0);
    for (int seat = 1; seat < m->setup.seats; seat++)
        assert_int_equal(pip__escape.think->target(&m->setup, m->state, seat), target);
    return target;
}

static void test_to_have_won_is_everything_and_who_has_not_was_more_or_less_near(void **state) {
    (void)state;
    struct pip_match *m = begun(2, "");
    state_of(m)->phase = ES_OVER;
    state_of(m)->turn = 16;
    stand(m, 0, "c3");
    stand(m, 1, "c3");
    state_of(m)->gems[0] = 14;
    assert_int_equal(target_of(m), 1000);
    state_of(m)->gems[0] = 13;
    assert_int_equal(target_of(m), -60);
    state_of(m)->gems[0] = 9;
    assert_int_equal(target_of(m), -300);
    stand(m, 1, "b3");
    assert_int_equal(target_of(m), -400);
    stand(m, 0, "a1"); /* four moves */
    assert_int_equal(target_of(m), -620);
    state_of(m)->seat[0].place = ES_OUTSIDE + ES_NORTH; /* three */
    assert_int_equal(target_of(m), -580);
    state_of(m)->gems[0] = 15; /* more gems than the goal do not make up for it */
    assert_int_equal(target_of(m), -280);
}

static void leads_to(const struct pip_match *m, int seat, int way, int dice) {
    struct pip_item items[PIP_BESIDES_MAX];
    assert_int_equal(pip__escape.think->besides(&m->setup, m->state, seat, items), 2);
    assert_int_equal(items[0].points, way);
    assert_int_equal(items[1].points, dice);
}

static void test_a_line_leads_to_a_place_and_leaves_dice(void **state) {
    (void)state;
    struct pip_match *m = begun(2, "");
    leads_to(m, 0, 3, 0); /* outside, in the north */
    stand(m, 0, "c3");
    stand(m, 1, "a1");
    leads_to(m, 0, 0, 0);
    leads_to(m, 1, 4, 0);
    state_of(m)->pool = dice_of("key torch");
    leads_to(m, 0, 0, 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_gem_and_a_mark_change_what_they_are_about),
        cmocka_unit_test(test_a_chamber_is_remarked_until_it_is_crossed_out),
        cmocka_unit_test(test_a_closed_pathway_makes_the_way_longer),
        cmocka_unit_test(test_colours_are_remarked_by_the_best_pair_until_unlocked),
        cmocka_unit_test(test_maps_are_remarked_until_completed),
        cmocka_unit_test(test_dice_to_roll_kept_and_cursed_are_remarked),
        cmocka_unit_test(test_behind_exploring_the_next_turn_is_seen),
        cmocka_unit_test(test_taken_dice_are_seen_as_crossed_off),
        cmocka_unit_test(test_nets_find_the_features_that_they_were_trained_with),
        cmocka_unit_test(test_invented_temples_are_sound_and_all_different),
        cmocka_unit_test(test_to_have_won_is_everything_and_who_has_not_was_more_or_less_near),
        cmocka_unit_test(test_a_line_leads_to_a_place_and_leaves_dice),
    };
    return cmocka_run_group_tests_name("escape_think", tests, NULL, NULL);
}
