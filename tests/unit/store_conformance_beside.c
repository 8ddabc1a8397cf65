/* The part of the conformance suite that is about what stands beside the tables: sheets, entries of
 * daily challenges, values that are kept. */
#include "store_conformance.h"
#include "store_testing.h"

static store_conformance_open *open_store;

/* ---- Sheets ---- */

struct sheet_seen {
    char hash[PIP_STORE_HASH_MAX + 1];
    size_t length;
    int count;
};

static bool see_sheet(void *context, const struct pip_store_table *table) {
    struct sheet_seen *seen = context;
    snprintf(seen->hash, sizeof seen->hash, "%s", table->sheet_hash ? table->sheet_hash : "none");
    seen->length = table->sheet.length;
    seen->count += table->sheet.length > 0 && table->sheet.at[0] == 's';
    return true;
}

static void assert_sheet(struct pip_store *store, const char *id, const char *hash, size_t length) {
    struct sheet_seen seen = {0};
    assert_int_equal(pip_store_find(store, id, see_sheet, &seen), PIP_STORE_OK);
    assert_string_equal(seen.hash, hash);
    assert_int_equal(seen.length, length);
}

static void see_no_fault(void *context, const char *where, const char *what) {
    (void)context;
    fail_msg("%s: %s", where, what);
}

static uint64_t count_sheets(struct pip_store *store) {
    struct pip_store_checked checked;
    assert_int_equal(pip_store_check(store, see_no_fault, NULL, &checked), PIP_STORE_OK);
    return checked.sheets;
}

static void create_with_sheet(struct pip_store *store, const char *id, const char *hash,
                              int64_t touched) {
    static char text[30000];
    struct pip_store_table table = table_of(id);
    struct pip_store_event event = event_of("one");
    memset(text, 's', sizeof text);
    table.touched = touched;
    table.sheet_hash = hash;
    table.sheet = (struct pip_span){text, sizeof text};
    assert_int_equal(create(store, &table, &event, 1), PIP_STORE_OK);
}

static void test_a_thousand_tables_hold_their_sheet_once(void **unused) {
    struct pip_store *store = open_store(true, NULL);
    struct sheet_seen seen = {0};
    char id[16], hash[PIP_STORE_HASH_MAX + 1];
    (void)unused;
    memset(hash, 'f', sizeof hash - 1);
    hash[sizeof hash - 1] = '\0';
    for (int i = 0; i < 1000; i++) {
        snprintf(id, sizeof id, "t%d", i);
        create_with_sheet(store, id, hash, 1);
    }
    create_with_sheet(store, "other", "0123", 1);
    create_empty(store, "none");
    assert_int_equal(count_sheets(store), 2);
    pip_store_close(store);
    store = open_store(false, NULL);
    assert_sheet(store, "t0", hash, 30000);
    assert_sheet(store, "t999", hash, 30000);
    assert_sheet(store, "other", "0123", 30000);
    assert_sheet(store, "none", "none", 0);
    assert_events(store, "t5", 0, "one ");
    assert_int_equal(pip_store_each(store, see_sheet, &seen), PIP_STORE_OK);
    assert_int_equal(seen.count, 1001);
    pip_store_close(store);
}

static void test_a_sheet_expires_with_the_last_table_that_has_it(void **unused) {
    struct pip_store *store = open_store(true, NULL);
    uint32_t removed;
    (void)unused;
    create_with_sheet(store, "a", "cafe", 1);
    create_with_sheet(store, "b", "cafe", 2);
    create_with_sheet(store, "c", "beef", 2);
    create_with_sheet(store, "d", "f00d", 9);
    assert_int_equal(expire(store, 2, 9, &removed), PIP_STORE_OK);
    assert_int_equal(removed, 1);
    assert_int_equal(count_sheets(store), 3);
    assert_sheet(store, "b", "cafe", 30000);
    assert_int_equal(expire(store, 3, 9, &removed), PIP_STORE_OK);
    assert_int_equal(removed, 2);
    assert_int_equal(count_sheets(store), 1);
    assert_sheet(store, "d", "f00d", 30000);
    create_with_sheet(store, "a", "cafe", 9);
    assert_sheet(store, "a", "cafe", 30000);
    pip_store_close(store);
}

static void test_a_sheet_has_a_hash_and_bounds(void **unused) {
    struct pip_store *store = open_store(true, NULL);
    struct pip_store_table table = table_of("a");
    static char text[PIP_STORE_HEAD_MAX + 1];
    (void)unused;
    memset(text, 's', sizeof text);
    table.sheet = (struct pip_span){text, 5};
    assert_int_equal(pip_store_create(store, &table, NULL, 0, never, NULL), PIP_STORE_INVALID);
    table.sheet_hash = "";
    assert_int_equal(pip_store_create(store, &table, NULL, 0, never, NULL), PIP_STORE_INVALID);
    table.sheet_hash = "cafe";
    table.sheet.length = sizeof text;
    assert_int_equal(pip_store_create(store, &table, NULL, 0, never, NULL), PIP_STORE_INVALID);
    table.sheet.length--;
    assert_int_equal(create(store, &table, NULL, 0), PIP_STORE_OK);
    assert_sheet(store, "a", "cafe", PIP_STORE_HEAD_MAX);
    pip_store_close(store);
}

/* ---- Daily challenges ---- */

static bool show_daily(void *context, const struct pip_store_daily *entry) {
    assert_string_equal(entry->game, "pig");
    assert_int_equal(entry->day, 20000);
    assert_true(pip_span_is(entry->action, "roll"));
    return show(context, pip_span_of(entry->name));
}

static void test_a_day_takes_one_entry_of_each_player(void **unused) {
    struct pip_store *store = open_store(true, NULL);
    struct pip_store_daily entry = {.game = "pig",
                                    .day = 20000,
                                    .player = "key-1",
                                    .name = "Ann",
                                    .score = 50,
                                    .action = pip_span_of("roll")};
    struct shown shown = {0};
    (void)unused;
    assert_int_equal(enter(store, &entry), PIP_STORE_OK);
    entry.score = 60;
    entry.name = "Ann again";
    assert_int_equal(enter(store, &entry), PIP_STORE_EXISTS);
    entry.day = 20001;
    assert_int_equal(enter(store, &entry), PIP_STORE_OK);
    entry.day = 20000;
    entry.game = "lost-cities";
    assert_int_equal(enter(store, &entry), PIP_STORE_OK);
    assert_int_equal(pip_store_daily_top(store, "pig", 20000, 9, show_daily, &shown), PIP_STORE_OK);
    assert_string_equal(shown.text, "Ann ");
    assert_int_equal(pip_store_daily_top(store, "pig", 1, 9, show_daily, &shown), PIP_STORE_OK);
    assert_int_equal(shown.count, 1);
    pip_store_close(store);
}

static void test_a_day_is_ranked_best_first_and_ties_by_time(void **unused) {
    struct pip_store *store = open_store(true, NULL);
    static const struct {
        const char *name;
        int64_t score, at;
    } tries[] = {
        {"low", -5, 1}, {"late", 70, 9}, {"early", 70, 3}, {"early2", 70, 3}, {"best", 100, 50}};
    struct shown shown = {0}, two = {0};
    (void)unused;
    for (size_t i = 0; i < LENGTH(tries); i++) {
        struct pip_store_daily entry = {.game = "pig",
                                        .day = 20000,
                                        .player = tries[i].name,
                                        .name = tries[i].name,
                                        .score = tries[i].score,
                                        .at = tries[i].at,
                                        .action = pip_span_of("roll")};
        assert_int_equal(enter(store, &entry), PIP_STORE_OK);
    }
    assert_int_equal(pip_store_daily_top(store, "pig", 20000, 9, show_daily, &shown), PIP_STORE_OK);
    assert_string_equal(shown.text, "best early early2 late low ");
    assert_int_equal(pip_store_daily_top(store, "pig", 20000, 2, show_daily, &two), PIP_STORE_OK);
    assert_string_equal(two.text, "best early ");
    pip_store_close(store);
}

/* ---- Kept values ---- */

static bool show_kept(void *context, struct pip_span value) {
    return show(context, value);
}

static void assert_kept(struct pip_store *store, const char *name, const char *shows) {
    struct shown shown = {0};
    assert_int_equal(pip_store_kept_find(store, name, show_kept, &shown), PIP_STORE_OK);
    assert_string_equal(shown.text, shows);
}

static void test_the_first_value_is_kept_and_told_to_all(void **unused) {
    struct pip_store *store = open_store(true, NULL);
    struct kept_answer kept;
    struct shown none = {0};
    uint32_t removed;
    (void)unused;
    assert_int_equal(pip_store_kept_find(store, "secret", show_kept, &none), PIP_STORE_MISSING);
    assert_int_equal(keep(store, "secret", "one", &kept), PIP_STORE_OK);
    assert_string_equal(kept.value, "one");
    assert_int_equal(keep(store, "secret", "two", &kept), PIP_STORE_OK);
    assert_string_equal(kept.value, "one");
    assert_int_equal(keep(store, "other", "", &kept), PIP_STORE_OK);
    assert_string_equal(kept.value, "");
    assert_int_equal(expire(store, INT64_MAX, 99, &removed), PIP_STORE_OK);
    pip_store_close(store);
    store = open_store(false, NULL);
    assert_kept(store, "secret", "one ");
    assert_kept(store, "other", " ");
    assert_int_equal(keep(store, "secret", "three", &kept), PIP_STORE_OK);
    assert_string_equal(kept.value, "one");
    pip_store_close(store);
}

static void never_kept(void *context, enum pip_store_status status, struct pip_span value) {
    (void)value;
    never(context, status);
}

static void test_a_value_beyond_its_bound_is_refused_at_once(void **unused) {
    struct pip_store *store = open_store(true, NULL);
    static char text[PIP_STORE_TEXT_MAX + 1];
    (void)unused;
    memset(text, 'x', sizeof text);
    struct pip_span values[] = {{text, sizeof text}, {"a\0b", 3}, {"fine", 4}, {"fine", 4}};
    static const char *const names[] = {"a", "a", "", NULL};
    for (size_t i = 0; i < LENGTH(values); i++)
        assert_int_equal(pip_store_keep(store, names[i], values[i], never_kept, NULL),
                         PIP_STORE_INVALID);
    pip_store_close(store);
}

static void test_of_values_that_come_together_the_first_is_kept(void **unused) {
    struct pip_store *store = open_store(true, NULL);
    static const char *const values[] = {"one", "two", "three"};
    struct kept_answer kept[3];
    struct held held;
    (void)unused;
    hold(store, &held);
    for (int i = 0; i < 3; i++) {
        expect_answer(&kept[i].answer);
        assert_int_equal(
            pip_store_keep(store, "secret", pip_span_of(values[i]), take_kept, &kept[i]),
            PIP_STORE_OK);
    }
    let_go(&held);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(wait_for(&kept[i].answer), PIP_STORE_OK);
        assert_string_equal(kept[i].value, "one");
    }
    pip_store_close(store);
}

int store_conformance_beside(store_conformance_open *open) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_thousand_tables_hold_their_sheet_once),
        cmocka_unit_test(test_a_sheet_expires_with_the_last_table_that_has_it),
        cmocka_unit_test(test_a_sheet_has_a_hash_and_bounds),
        cmocka_unit_test(test_a_day_takes_one_entry_of_each_player),
        cmocka_unit_test(test_a_day_is_ranked_best_first_and_ties_by_time),
        cmocka_unit_test(test_the_first_value_is_kept_and_told_to_all),
        cmocka_unit_test(test_a_value_beyond_its_bound_is_refused_at_once),
        cmocka_unit_test(test_of_values_that_come_together_the_first_is_kept),
    };
    open_store = open;
    return cmocka_run_group_tests_name("store: beside the tables", tests, NULL, NULL);
}
