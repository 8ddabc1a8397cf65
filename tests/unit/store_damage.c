/* Damage to what the SQLite store has written: nothing that differs from it is shown as if it were
 * right. */
#include "store_sqlite.h"

/* ---- Single values, changed behind the store's back ---- */

/* Tables "a", of which the events may have been replaced, and "b", and an entry. */
static void make_store(bool replaced) {
    struct pip_store *store = open_sqlite(true, NULL);
    struct pip_store_table a = table_of("a"), b = table_of("b");
    struct pip_store_event events[] = {event_of("one"), event_of("two"), event_of("three")};
    struct pip_store_change change = {.id = "a", .expected_seq = 3, .code = "fern-42", .due = 50};
    struct pip_store_daily entry = {.game = "pig", .day = 7, .player = "k", .name = "Ann"};
    a.code = "fern-42", a.is_public = b.is_public = true, a.due = 50, b.due = 60;
    assert_int_equal(create(store, &a, events, 3), PIP_STORE_OK);
    events[0].at = 7;
    assert_int_equal(create(store, &b, events, 3), PIP_STORE_OK);
    assert_int_equal(enter(store, &entry), PIP_STORE_OK);
    entry.player = "l", entry.name = "Bea";
    assert_int_equal(enter(store, &entry), PIP_STORE_OK);
    change.replaces = true;
    change.is_public = true;
    if (replaced)
        assert_int_equal(append(store, &change, events, 3), PIP_STORE_OK);
    pip_store_close(store);
}

static bool see_any_event(void *context, const struct pip_store_event *event) {
    (void)context, (void)event;
    return true;
}

static const char *const row_changes[] = {
    "code = 'fern-43'",        "touched = 101", "public = 3",
    "last_seq = last_seq + 1", "due = 51",      "base_seq = 1",
    "phase = 'wairing'",       "sum = 5",       "chain = 5",
};
static const char *const other_changes[] = {
    "UPDATE tables SET game = 'pog' WHERE id = 'a'",
    "UPDATE tables SET created = 99 WHERE id = 'a'",
    "UPDATE heads SET head = '[]' WHERE number = 1",
    "UPDATE heads SET sum = 0 WHERE number = 1",
    "DELETE FROM heads WHERE number = 1",
};
static const char *const event_changes[] = {
    "UPDATE events SET text = 'twa' WHERE number = 1 AND seq = base_seq + 2",
    "UPDATE events SET at = at + 1 WHERE number = 1 AND seq = base_seq + 1",
    "UPDATE events SET seq = seq + 10 WHERE number = 1 AND seq = base_seq + 3",
    "DELETE FROM events WHERE number = 1 AND seq = base_seq + 1",
    "DELETE FROM events WHERE number = 1 AND seq = base_seq + 2",
    "DELETE FROM events WHERE number = 1 AND seq = base_seq + 3",
    "DELETE FROM events WHERE number = 1",
    "INSERT INTO events VALUES (1, base_seq + 4, 0, 'more')",
};

/* What is wrong with "a" must be told, and "b" must be as it was. */
static void assert_load_damaged(struct pip_store *store) {
    assert_int_equal(pip_store_load(store, "a", 0, see_any_event, NULL), PIP_STORE_DAMAGED);
    assert_last_error(store, "table a is damaged");
    assert_events(store, "b", 0, "one two three ");
}

static void assert_table_damaged(struct pip_store *store) {
    struct shown none = {0}, due = {0}, each = {0};
    assert_load_damaged(store);
    assert_int_equal(pip_store_find(store, "a", show_table, &none), PIP_STORE_DAMAGED);
    assert_int_equal(none.count, 0);
    assert_int_equal(pip_store_list_due(store, 99, 9, show_table, &due), PIP_STORE_DAMAGED);
    assert_string_equal(due.text, "b ");
    assert_int_equal(pip_store_each(store, show_table, &each), PIP_STORE_DAMAGED);
    assert_string_equal(each.text, "b ");
}

static void test_a_changed_row_is_told_and_neither_shown_nor_written_to(void **unused) {
    (void)unused;
    for (size_t i = 0; i < 2 * LENGTH(row_changes); i++) {
        char sql[200];
        bool replaced = i % 2;
        make_store(replaced);
        snprintf(sql, sizeof sql, "UPDATE tables SET %s WHERE id = 'a'", row_changes[i / 2]);
        run_sql(sql);
        struct pip_store *store = open_sqlite(false, NULL);
        assert_table_damaged(store);
        assert_int_equal(append_text(store, "a", replaced ? 6 : 3, "x"), PIP_STORE_DAMAGED);
        assert_int_equal(append_text(store, "b", 3, "x"), PIP_STORE_OK);
        pip_store_close(store);
    }
}

static void test_a_changed_head_is_told_and_not_shown(void **unused) {
    (void)unused;
    for (size_t i = 0; i < 2 * LENGTH(other_changes); i++) {
        make_store(i % 2);
        run_sql(other_changes[i / 2]);
        struct pip_store *store = open_sqlite(false, NULL);
        assert_table_damaged(store);
        pip_store_close(store);
    }
}

/* Replaces base_seq, which the events do not have. */
static void run_event_sql(const char *sql, bool replaced) {
    char text[200];
    const char *at = strstr(sql, "base_seq");
    if (at)
        snprintf(text, sizeof text, "%.*s%d%s", (int)(at - sql), sql, replaced ? 3 : 0,
                 at + strlen("base_seq"));
    run_sql(at ? text : sql);
}

static void test_changed_events_are_told(void **unused) {
    struct shown shown = {0};
    (void)unused;
    for (size_t i = 0; i < 2 * (LENGTH(event_changes)); i++) {
        bool replaced = i % 2;
        make_store(replaced);
        run_event_sql(event_changes[i / 2], replaced);
        struct pip_store *store = open_sqlite(false, NULL);
        assert_load_damaged(store);
        assert_int_equal(pip_store_find(store, "a", show_table, &shown), PIP_STORE_OK);
        assert_int_equal(append_text(store, "a", replaced ? 6 : 3, "x"), /* and do not heal */
                         i / 2 == 7 ? PIP_STORE_FAILED : PIP_STORE_OK);
        assert_load_damaged(store);
        pip_store_close(store);
    }
}

static void test_two_tables_cannot_change_events(void **unused) {
    (void)unused;
    make_store(false);
    run_sql("UPDATE events SET number = number + 2; UPDATE events SET number = 5 - number");
    struct pip_store *store = open_sqlite(false, NULL);
    assert_int_equal(pip_store_load(store, "a", 0, see_any_event, NULL), PIP_STORE_DAMAGED);
    assert_int_equal(pip_store_load(store, "b", 0, see_any_event, NULL), PIP_STORE_DAMAGED);
    pip_store_close(store);
}

static void test_a_gap_is_told_wherever_reading_begins(void **unused) {
    (void)unused;
    make_store(false);
    run_sql("DELETE FROM events WHERE number = 1 AND seq = 2");
    struct pip_store *store = open_sqlite(false, NULL);
    assert_int_equal(pip_store_load(store, "a", 1, see_any_event, NULL), PIP_STORE_DAMAGED);
    assert_events(store, "a", 2, "three ");
    pip_store_close(store);
    run_sql("DELETE FROM events WHERE number = 1 AND seq = 3");
    store = open_sqlite(false, NULL);
    assert_int_equal(pip_store_load(store, "a", 2, see_any_event, NULL), PIP_STORE_DAMAGED);
    pip_store_close(store);
}

static bool show_entry(void *context, const struct pip_store_daily *entry) {
    return show(context, pip_span_of(entry->name));
}

static void test_a_changed_entry_is_told_and_not_shown(void **unused) {
    static const char *const changes[] = {"name = 'Eve'", "score = 9",    "at = 9",
                                          "action = 'x'", "player = 'm'", "sum = 0"};
    (void)unused;
    for (size_t i = 0; i < LENGTH(changes); i++) {
        char sql[200];
        struct shown shown = {0};
        make_store(false);
        snprintf(sql, sizeof sql, "UPDATE daily SET %s WHERE player = 'k'", changes[i]);
        run_sql(sql);
        struct pip_store *store = open_sqlite(false, NULL);
        assert_int_equal(pip_store_daily_top(store, "pig", 7, 9, show_entry, &shown),
                         PIP_STORE_DAMAGED);
        assert_string_equal(shown.text, "Bea ");
        assert_last_error(store, "an entry of day 7 of pig is damaged");
        pip_store_close(store);
    }
}

static bool see_any_value(void *context, struct pip_span value) {
    (void)context, (void)value;
    return true;
}

static void test_a_changed_value_is_told_and_no_other_taken_for_it(void **unused) {
    static const char *const changes[] = {"value = 'pne'", "name = 'tecret'", "sum = 0"};
    struct kept_answer kept;
    (void)unused;
    for (size_t i = 0; i < LENGTH(changes); i++) {
        char sql[200];
        struct pip_store *store = open_sqlite(true, NULL);
        assert_int_equal(keep(store, "secret", "one", &kept), PIP_STORE_OK);
        pip_store_close(store);
        snprintf(sql, sizeof sql, "UPDATE kept SET %s", changes[i]);
        run_sql(sql);
        assert_told(i == 1 ? "kept value tecret" : "kept value secret");
        store = open_sqlite(false, NULL);
        assert_int_equal(pip_store_kept_find(store, "secret", see_any_value, NULL),
                         i == 1 ? PIP_STORE_MISSING : PIP_STORE_DAMAGED);
        assert_int_equal(keep(store, "secret", "two", &kept), PIP_STORE_DAMAGED);
        assert_string_equal(kept.value, "");
        pip_store_close(store);
    }
}

static struct pip_store_table sheet_table(const char *id) {
    struct pip_store_table table = table_of(id);
    table.sheet_hash = "cafe";
    table.sheet = pip_span_of("{\"ladders\": 5}");
    return table;
}

static void test_a_changed_sheet_is_told_until_somebody_brings_it_again(void **unused) {
    static const char *const changes[] = {"UPDATE sheets SET text = 'x'",
                                          "UPDATE sheets SET hash = 'cafd'",
                                          "UPDATE sheets SET sum = 1", "DELETE FROM sheets",
                                          "UPDATE heads SET sheet = NULL WHERE sheet = 1"};
    struct pip_store_table a = sheet_table("a"), c = sheet_table("c"), b = table_of("b");
    struct pip_store_event one = event_of("one");
    struct shown shown = {0};
    struct told told;
    (void)unused;
    for (size_t i = 0; i < LENGTH(changes); i++) {
        struct pip_store *store = open_sqlite(true, NULL);
        assert_int_equal(create(store, &a, &one, 1), PIP_STORE_OK);
        assert_int_equal(create(store, &b, &one, 1), PIP_STORE_OK);
        pip_store_close(store);
        run_sql(changes[i]);
        assert_told("table a: ");
        store = open_sqlite(false, NULL);
        assert_int_equal(pip_store_find(store, "a", show_table, &shown), PIP_STORE_DAMAGED);
        assert_int_equal(pip_store_load(store, "a", 0, see_any_event, NULL), PIP_STORE_DAMAGED);
        assert_events(store, "b", 0, "one ");
        assert_int_equal(create(store, &c, &one, 1), PIP_STORE_OK);
        assert_events(store, "c", 0, "one ");
        bool healed = i == 0 || i == 2 || i == 3;
        assert_int_equal(pip_store_find(store, "a", show_table, &shown),
                         healed ? PIP_STORE_OK : PIP_STORE_DAMAGED);
        pip_store_close(store);
        assert_int_equal(is_sound(&told), healed);
    }
}

static void test_a_damaged_table_expires(void **unused) {
    uint32_t removed;
    struct shown shown = {0};
    (void)unused;
    make_store(true);
    run_sql("UPDATE tables SET code = 'x' WHERE id = 'a'; DELETE FROM heads WHERE number = 1");
    struct pip_store *store = open_sqlite(false, NULL);
    assert_int_equal(expire(store, 1000, 9, &removed), PIP_STORE_OK);
    assert_int_equal(removed, 2);
    assert_int_equal(pip_store_find(store, "a", show_table, &shown), PIP_STORE_MISSING);
    pip_store_close(store);
}

/* ---- Checking ---- */

static void test_a_check_names_every_table_that_is_damaged(void **unused) {
    struct told told;
    (void)unused;
    make_store(true);
    assert_true(is_sound(&told));
    run_sql(
        "UPDATE events SET at = 0 WHERE number = 1; UPDATE heads SET head = '' WHERE number = 2;"
        "UPDATE daily SET score = 1 WHERE player = 'k'");
    assert_false(is_sound(&told));
    assert_int_equal(told.count, 3);
    assert_non_null(strstr(told.text, "table a: table a is damaged: its events are not what"));
    assert_non_null(strstr(told.text, "table b: table b is damaged: its id, game, time or head"));
    assert_non_null(strstr(told.text, "the entry of Ann for pig on day 7: it is not what was"));
}

static void test_a_check_finds_what_no_reading_meets(void **unused) {
    (void)unused;
    make_store(false);
    run_sql("INSERT INTO events VALUES (9, 1, 0, 'x')");
    assert_told("there are events without a table: 9");
    make_store(false);
    run_sql("INSERT INTO heads (number, head) VALUES (9, 'x')");
    assert_told("there is a head without a table: 9");
    make_store(false);
    run_sql("DROP INDEX tables_due");
    assert_told("the index tables_due is not there, or not as it was made");
}

static void test_earlier_versions_are_sound_once_they_are_up_to_date(void **unused) {
    static const char *const names[] = {"version-1.sql", "version-3.sql"};
    struct told told;
    (void)unused;
    for (size_t i = 0; i < LENGTH(names); i++) {
        run_sql_file(names[i]);
        assert_told("has to be opened for writing once");
        pip_store_close(open_sqlite(false, NULL));
        if (!is_sound(&told))
            fail_msg("%s", told.text);
    }
}

int store_damage_run(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_changed_row_is_told_and_neither_shown_nor_written_to),
        cmocka_unit_test(test_a_changed_head_is_told_and_not_shown),
        cmocka_unit_test(test_changed_events_are_told),
        cmocka_unit_test(test_two_tables_cannot_change_events),
        cmocka_unit_test(test_a_gap_is_told_wherever_reading_begins),
        cmocka_unit_test(test_a_changed_entry_is_told_and_not_shown),
        cmocka_unit_test(test_a_changed_value_is_told_and_no_other_taken_for_it),
        cmocka_unit_test(test_a_changed_sheet_is_told_until_somebody_brings_it_again),
        cmocka_unit_test(test_a_damaged_table_expires),
        cmocka_unit_test(test_a_check_names_every_table_that_is_damaged),
        cmocka_unit_test(test_a_check_finds_what_no_reading_meets),
        cmocka_unit_test(test_earlier_versions_are_sound_once_they_are_up_to_date),
    };
    return cmocka_run_group_tests_name("SQLite: damage", tests, NULL, NULL);
}
