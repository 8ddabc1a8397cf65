#include "store_conformance.h"
#include "store_testing.h"

static store_conformance_open *open_store;

/* ---- Tables ---- */

static bool see_full_table(void *context, const struct pip_store_table *table) {
    assert_string_equal(table->id, "a");
    assert_string_equal(table->code, "fern-42");
    assert_string_equal(table->game, "lost-cities");
    assert_true(pip_span_is(table->head, "{\"seats\": 2}"));
    assert_int_equal(table->created, 1700000000);
    assert_int_equal(table->touched, 1700000001);
    assert_int_equal(table->phase, PIP_STORE_WAITING);
    assert_true(table->is_public);
    assert_int_equal(table->seq, 2);
    ++*(int *)context;
    return true;
}

static void test_a_new_table_is_found_by_id_and_by_code(void **unused) {
    struct pip_store *store = open_store(true, NULL);
    struct pip_store_table table = {.id = "a",
                                    .code = "fern-42",
                                    .game = "lost-cities",
                                    .head = pip_span_of("{\"seats\": 2}"),
                                    .created = 1700000000,
                                    .touched = 1700000001,
                                    .is_public = true,
                                    .seq = 77};
    struct pip_store_event events[] = {event_of("one"), event_of("two")};
    int seen = 0;
    (void)unused;
    assert_int_equal(create(store, &table, events, 2), PIP_STORE_OK);
    assert_int_equal(pip_store_find(store, "a", see_full_table, &seen), PIP_STORE_OK);
    assert_int_equal(pip_store_find_code(store, "fern-42", see_full_table, &seen), PIP_STORE_OK);
    assert_int_equal(seen, 2);
    assert_events(store, "a", 0, "one two ");
    assert_int_equal(pip_store_find(store, "fern-42", see_full_table, &seen), PIP_STORE_MISSING);
    assert_int_equal(pip_store_find_code(store, "a", see_full_table, &seen), PIP_STORE_MISSING);
    assert_int_equal(seen, 2);
    pip_store_close(store);
}

static void test_an_id_is_taken_once(void **unused) {
    struct pip_store *store = open_store(true, NULL);
    struct pip_store_table table = table_of("a");
    struct pip_store_event first = event_of("first"), second = event_of("second");
    (void)unused;
    assert_int_equal(create(store, &table, &first, 1), PIP_STORE_OK);
    assert_int_equal(create(store, &table, &second, 1), PIP_STORE_EXISTS);
    assert_events(store, "a", 0, "first ");
    pip_store_close(store);
}

static void test_a_code_is_unique_among_waiting_tables(void **unused) {
    struct pip_store *store = open_store(true, NULL);
    struct pip_store_table a = table_of("a"), b = table_of("b"), c = table_of("c");
    struct shown shown = {0};
    (void)unused;
    a.code = b.code = c.code = "fern-42";
    c.phase = PIP_STORE_OVER;
    assert_int_equal(create(store, &a, NULL, 0), PIP_STORE_OK);
    assert_int_equal(create(store, &b, NULL, 0), PIP_STORE_EXISTS);
    assert_int_equal(pip_store_find(store, "b", show_table, &shown), PIP_STORE_MISSING);
    assert_int_equal(create(store, &c, NULL, 0), PIP_STORE_OK);
    assert_int_equal(append_text(store, "a", 0, "begin"), PIP_STORE_OK);
    assert_int_equal(pip_store_find_code(store, "fern-42", show_table, &shown), PIP_STORE_MISSING);
    assert_int_equal(create(store, &b, NULL, 0), PIP_STORE_OK);
    assert_int_equal(pip_store_find_code(store, "fern-42", show_table, &shown), PIP_STORE_OK);
    assert_string_equal(shown.text, "b ");
    pip_store_close(store);
}

static void test_an_append_cannot_take_the_code_of_another_waiting_table(void **unused) {
    struct pip_store *store = open_store(true, NULL);
    struct pip_store_table a = table_of("a");
    struct pip_store_change change = {.id = "b", .code = "fern-42", .touched = 200};
    struct pip_store_event event = event_of("renamed");
    (void)unused;
    a.code = "fern-42";
    assert_int_equal(create(store, &a, NULL, 0), PIP_STORE_OK);
    create_empty(store, "b");
    assert_int_equal(append(store, &change, &event, 1), PIP_STORE_EXISTS);
    assert_events(store, "b", 0, "");
    change.code = "moss-7";
    assert_int_equal(append(store, &change, &event, 1), PIP_STORE_OK);
    change.expected_seq = 1;
    assert_int_equal(append(store, &change, &event, 1), PIP_STORE_OK);
    pip_store_close(store);
}

static void test_tables_without_a_code_do_not_collide(void **unused) {
    struct pip_store *store = open_store(true, NULL);
    (void)unused;
    create_empty(store, "a");
    create_empty(store, "b");
    pip_store_close(store);
}

static void test_due_tables_are_listed_longest_overdue_first(void **unused) {
    struct pip_store *store = open_store(true, NULL);
    static const char *const ids[] = {"never", "late", "now", "later", "soon"};
    static const int64_t due[] = {0, 20, 50, 10, 51};
    struct pip_store_change change = {.id = "late", .phase = PIP_STORE_PLAYING};
    struct shown all = {0}, one = {0}, moved = {0};
    (void)unused;
    for (size_t i = 0; i < LENGTH(ids); i++) {
        struct pip_store_table table = table_of(ids[i]);
        table.due = due[i];
        assert_int_equal(create(store, &table, NULL, 0), PIP_STORE_OK);
    }
    assert_int_equal(pip_store_list_due(store, 50, 9, show_table, &all), PIP_STORE_OK);
    assert_string_equal(all.text, "later late now ");
    assert_int_equal(pip_store_list_due(store, 50, 1, show_table, &one), PIP_STORE_OK);
    assert_string_equal(one.text, "later ");
    assert_int_equal(append(store, &change, NULL, 0), PIP_STORE_OK);
    change.id = "later", change.due = 60;
    assert_int_equal(append(store, &change, NULL, 0), PIP_STORE_OK);
    assert_int_equal(pip_store_list_due(store, 60, 9, show_table, &moved), PIP_STORE_OK);
    assert_string_equal(moved.text, "now soon later ");
    pip_store_close(store);
}

static void test_public_waiting_tables_are_listed_newest_first(void **unused) {
    struct pip_store *store = open_store(true, NULL);
    static const char *const ids[] = {"old", "hidden", "new", "playing", "newer", "same"};
    static const int64_t created[] = {1, 5, 7, 8, 9, 9};
    struct shown shown = {0}, two = {0};
    (void)unused;
    for (size_t i = 0; i < LENGTH(ids); i++) {
        struct pip_store_table table = table_of(ids[i]);
        table.created = created[i];
        table.is_public = strcmp(ids[i], "hidden") != 0;
        table.phase = strcmp(ids[i], "playing") == 0 ? PIP_STORE_PLAYING : PIP_STORE_WAITING;
        assert_int_equal(create(store, &table, NULL, 0), PIP_STORE_OK);
    }
    assert_int_equal(pip_store_list_public(store, 10, show_table, &shown), PIP_STORE_OK);
    assert_string_equal(shown.text, "same newer new old ");
    assert_int_equal(pip_store_list_public(store, 2, show_table, &two), PIP_STORE_OK);
    assert_string_equal(two.text, "same newer ");
    pip_store_close(store);
}

struct exporting {
    struct pip_store *store;
    struct shown events, tables;
};

static bool export_table(void *context, const struct pip_store_table *table) {
    struct exporting *e = context;
    e->events.last_seq = 0;
    assert_int_equal(pip_store_load(e->store, table->id, 0, show_event, &e->events), PIP_STORE_OK);
    return show_table(&e->tables, table) && e->tables.count < 3;
}

static void test_each_table_is_shown_and_may_be_loaded_meanwhile(void **unused) {
    struct exporting e = {.store = open_store(true, NULL)};
    (void)unused;
    create_empty(e.store, "z");
    create_empty(e.store, "a");
    create_empty(e.store, "m");
    create_empty(e.store, "not-reached");
    assert_int_equal(append_text(e.store, "a", 0, "in-a"), PIP_STORE_OK);
    assert_int_equal(append_text(e.store, "m", 0, "in-m"), PIP_STORE_OK);
    assert_int_equal(pip_store_each(e.store, export_table, &e), PIP_STORE_OK);
    assert_string_equal(e.tables.text, "z a m ");
    assert_string_equal(e.events.text, "in-a in-m ");
    pip_store_close(e.store);
}

/* ---- Events ---- */

static void test_events_are_numbered_without_gaps(void **unused) {
    struct pip_store *store = open_store(true, NULL);
    struct pip_store_change change = {.id = "a", .phase = PIP_STORE_PLAYING};
    struct pip_store_event three[] = {event_of("1"), event_of("2"), event_of("3")};
    (void)unused;
    create_empty(store, "a");
    assert_int_equal(append(store, &change, three, 3), PIP_STORE_OK);
    assert_int_equal(append_text(store, "a", 3, "4"), PIP_STORE_OK);
    assert_int_equal(seq_of(store, "a"), 4);
    assert_events(store, "a", 0, "1 2 3 4 ");
    assert_events(store, "a", 2, "3 4 ");
    assert_events(store, "a", 4, "");
    assert_events(store, "a", 1000, "");
    pip_store_close(store);
}

static void test_an_append_at_the_wrong_seq_conflicts_and_writes_nothing(void **unused) {
    struct pip_store *store = open_store(true, NULL);
    struct pip_store_change change = {
        .id = "a", .code = "moss-7", .phase = PIP_STORE_OVER, .touched = 999};
    struct pip_store_event three[] = {event_of("1"), event_of("2"), event_of("3")};
    struct shown shown = {0};
    (void)unused;
    create_empty(store, "a");
    assert_int_equal(append_text(store, "a", 0, "1"), PIP_STORE_OK);
    for (uint32_t expected = 0; expected < 5; expected += 2) {
        change.expected_seq = expected;
        assert_int_equal(append(store, &change, three, 3), PIP_STORE_CONFLICT);
    }
    assert_int_equal(append(store, &change, NULL, 0), PIP_STORE_CONFLICT);
    assert_events(store, "a", 0, "1 ");
    struct pip_store_counts counts;
    assert_int_equal(pip_store_count(store, &counts), PIP_STORE_OK);
    assert_int_equal(counts.tables[PIP_STORE_PLAYING], 1);
    assert_int_equal(pip_store_find_code(store, "moss-7", show_table, &shown), PIP_STORE_MISSING);
    pip_store_close(store);
}

static void test_what_is_missing_is_said_to_be(void **unused) {
    struct pip_store *store = open_store(true, NULL);
    struct shown shown = {0};
    (void)unused;
    assert_int_equal(append_text(store, "nowhere", 0, "x"), PIP_STORE_MISSING);
    assert_int_equal(pip_store_load(store, "nowhere", 0, show_event, &shown), PIP_STORE_MISSING);
    assert_int_equal(pip_store_find(store, "nowhere", show_table, &shown), PIP_STORE_MISSING);
    assert_int_equal(pip_store_each(store, show_table, &shown), PIP_STORE_OK);
    assert_int_equal(pip_store_list_public(store, 9, show_table, &shown), PIP_STORE_OK);
    assert_int_equal(shown.count, 0);
    pip_store_close(store);
}

static void test_an_append_without_events_changes_the_table(void **unused) {
    struct pip_store *store = open_store(true, NULL);
    struct pip_store_change change = {.id = "a", .is_public = true, .touched = 5};
    struct shown shown = {0};
    (void)unused;
    create_empty(store, "a");
    assert_int_equal(append(store, &change, NULL, 0), PIP_STORE_OK);
    assert_int_equal(seq_of(store, "a"), 0);
    assert_int_equal(pip_store_list_public(store, 9, show_table, &shown), PIP_STORE_OK);
    assert_string_equal(shown.text, "a ");
    pip_store_close(store);
}

static bool see_base(void *context, const struct pip_store_table *table) {
    *(uint32_t *)context = table->base;
    return true;
}

static void test_a_replacing_append_stands_for_all_events_before(void **unused) {
    struct pip_store *store = open_store(true, NULL);
    struct pip_store_table table = table_of("a");
    struct pip_store_change change = {
        .id = "a", .expected_seq = 2, .phase = PIP_STORE_PLAYING, .replaces = true};
    struct pip_store_event three[] = {event_of("1"), event_of("2"), event_of("3")};
    struct pip_store_counts counts;
    uint32_t base = 0;
    (void)unused;
    create_empty(store, "b");
    assert_int_equal(append_text(store, "b", 0, "other"), PIP_STORE_OK);
    assert_int_equal(create(store, &table, three, 3), PIP_STORE_OK);
    assert_int_equal(append(store, &change, three, 2), PIP_STORE_CONFLICT);
    assert_events(store, "a", 0, "1 2 3 ");
    change.expected_seq = 3;
    assert_int_equal(append(store, &change, three, 2), PIP_STORE_OK);
    assert_int_equal(append_text(store, "a", 5, "6"), PIP_STORE_OK);
    assert_int_equal(seq_of(store, "a"), 6);
    assert_events(store, "a", 3, "1 2 6 ");
    assert_events(store, "a", 5, "6 ");
    struct shown shown = {.last_seq = 3}; /* what was replaced is not there to be asked for */
    assert_int_equal(pip_store_load(store, "a", 0, show_event, &shown), PIP_STORE_OK);
    assert_string_equal(shown.text, "1 2 6 ");
    assert_int_equal(pip_store_find(store, "a", see_base, &base), PIP_STORE_OK);
    assert_int_equal(base, 3);
    assert_events(store, "b", 0, "other ");
    assert_int_equal(pip_store_count(store, &counts), PIP_STORE_OK);
    assert_int_equal(counts.events, 4);
    pip_store_close(store);
}

static void test_a_table_may_be_replaced_by_nothing_and_again(void **unused) {
    struct pip_store *store = open_store(true, NULL);
    struct pip_store_change change = {
        .id = "a", .expected_seq = 1, .phase = PIP_STORE_PLAYING, .replaces = true};
    struct pip_store_event one = event_of("x");
    (void)unused;
    create_empty(store, "a");
    assert_int_equal(append_text(store, "a", 0, "1"), PIP_STORE_OK);
    assert_int_equal(append(store, &change, NULL, 0), PIP_STORE_OK);
    assert_events(store, "a", 0, "");
    assert_int_equal(seq_of(store, "a"), 1);
    for (; change.expected_seq < 5; change.expected_seq++)
        assert_int_equal(append(store, &change, &one, 1), PIP_STORE_OK);
    assert_events(store, "a", 4, "x ");
    assert_int_equal(seq_of(store, "a"), 5);
    pip_store_close(store);
}

static bool see_two(void *context, const struct pip_store_event *event) {
    return show_event(context, event) && event->seq < 2;
}

static void test_a_load_stops_when_told(void **unused) {
    struct pip_store *store = open_store(true, NULL);
    struct pip_store_table table = table_of("a");
    struct pip_store_event three[] = {event_of("1"), event_of("2"), event_of("3")};
    struct shown shown = {0};
    (void)unused;
    assert_int_equal(create(store, &table, three, 3), PIP_STORE_OK);
    assert_int_equal(pip_store_load(store, "a", 0, see_two, &shown), PIP_STORE_OK);
    assert_string_equal(shown.text, "1 2 ");
    assert_events(store, "a", 0, "1 2 3 ");
    pip_store_close(store);
}

static bool see_same(void *context, const struct pip_store_event *event) {
    const struct pip_store_event *written =
        (const struct pip_store_event *)context + event->seq - 1;
    assert_int_equal(event->at, written->at);
    assert_int_equal(event->text.length, written->text.length);
    assert_memory_equal(event->text.at, written->text.length ? written->text.at : "",
                        written->text.length);
    return true;
}

static void test_texts_come_back_byte_for_byte(void **unused) {
    struct pip_store *store = open_store(true, NULL);
    struct pip_store_table table = table_of("a");
    static char longest[PIP_STORE_TEXT_MAX];
    memset(longest, 'x', sizeof longest);
    longest[100] = '\n';
    struct pip_store_event events[] = {
        {.at = INT64_MIN, .text = {longest, sizeof longest}},
        {.at = INT64_MAX, .text = {NULL, 0}},
        {.at = -1,
         .text = {"Stra\xc3\x9f"
                  "e '; DROP TABLE tables; --",
                  32}},
    };
    (void)unused;
    assert_int_equal(create(store, &table, events, LENGTH(events)), PIP_STORE_OK);
    assert_int_equal(pip_store_load(store, "a", 0, see_same, events), PIP_STORE_OK);
    assert_int_equal(seq_of(store, "a"), LENGTH(events));
    pip_store_close(store);
}

static void test_what_is_beyond_its_bound_is_refused_at_once(void **unused) {
    struct pip_store *store = open_store(true, NULL);
    static char text[PIP_STORE_HEAD_MAX + 2];
    memset(text, 'x', sizeof text - 1);
    char *beyond_name = text + sizeof text - 1 - (PIP_STORE_NAME_MAX + 1);
    struct pip_store_table good = table_of("a"), tables[] = {good, good, good, good, good, good};
    struct pip_store_event event = {.text = {text, PIP_STORE_TEXT_MAX + 1}};
    struct pip_store_change change = {.id = "a", .expected_seq = PIP_STORE_SEQ_MAX};
    struct pip_store_daily entry = {.game = "pig", .player = "", .name = "Ann"};
    struct pip_store_event with_nul = {.text = {"a\0b", 3}};
    static struct pip_store_event many[PIP_STORE_EVENTS_MAX + 1];
    (void)unused;
    tables[0].id = beyond_name, tables[1].id = NULL, tables[2].code = "";
    tables[3].game = beyond_name, tables[4].head = (struct pip_span){text, sizeof text - 1};
    tables[5].phase = PIP_STORE_PHASES;
    for (size_t i = 0; i < LENGTH(tables); i++)
        assert_int_equal(pip_store_create(store, &tables[i], NULL, 0, never, NULL),
                         PIP_STORE_INVALID);
    assert_int_equal(pip_store_create(store, &good, &event, 1, never, NULL), PIP_STORE_INVALID);
    assert_int_equal(pip_store_create(store, &good, &with_nul, 1, never, NULL), PIP_STORE_INVALID);
    assert_int_equal(pip_store_create(store, &good, many, LENGTH(many), never, NULL),
                     PIP_STORE_INVALID);
    assert_int_equal(pip_store_append(store, &change, many, 1, never, NULL), PIP_STORE_INVALID);
    assert_int_equal(pip_store_daily_enter(store, &entry, never, NULL), PIP_STORE_INVALID);
    good.id = beyond_name + 1;
    good.head = (struct pip_span){text, PIP_STORE_HEAD_MAX};
    assert_int_equal(create(store, &good, many, PIP_STORE_EVENTS_MAX), PIP_STORE_OK);
    assert_int_equal(seq_of(store, good.id), PIP_STORE_EVENTS_MAX);
    pip_store_close(store);
}

/* ---- Expiring, counting ---- */

static void create_touched(struct pip_store *store, const char *id, int64_t touched,
                           uint32_t count) {
    struct pip_store_table table = table_of(id);
    static struct pip_store_event events[PIP_STORE_EVENTS_MAX];
    table.touched = touched;
    assert_int_equal(create(store, &table, events, count), PIP_STORE_OK);
}

static void test_expire_removes_tables_not_touched_since(void **unused) {
    struct pip_store *store = open_store(true, NULL);
    uint32_t removed = 99;
    struct shown shown = {0};
    struct pip_store_counts counts;
    (void)unused;
    create_touched(store, "old", 3, 2);
    create_touched(store, "older", 2, 2);
    create_touched(store, "oldest", 1, 2);
    create_touched(store, "young", 4, 5);
    assert_int_equal(expire(store, 4, 2, &removed), PIP_STORE_OK);
    assert_int_equal(removed, 2);
    assert_int_equal(pip_store_find(store, "oldest", show_table, &shown), PIP_STORE_MISSING);
    assert_int_equal(seq_of(store, "old"), 2);
    assert_int_equal(expire(store, 4, 10, &removed), PIP_STORE_OK);
    assert_int_equal(removed, 1);
    assert_int_equal(expire(store, 4, 10, &removed), PIP_STORE_OK);
    assert_int_equal(removed, 0);
    assert_int_equal(append_text(store, "old", 2, "late"), PIP_STORE_MISSING);
    assert_int_equal(pip_store_count(store, &counts), PIP_STORE_OK);
    assert_int_equal(counts.events, 5);
    create_touched(store, "old", 9, 1);
    assert_int_equal(seq_of(store, "old"), 1);
    pip_store_close(store);
}

static void test_expire_removes_a_replaced_table_with_all_it_has(void **unused) {
    struct pip_store *store = open_store(true, NULL);
    struct pip_store_change change = {.id = "old", .expected_seq = 5, .replaces = true};
    static struct pip_store_event events[4];
    struct pip_store_counts counts;
    uint32_t removed;
    (void)unused;
    create_touched(store, "old", 1, 5);
    assert_int_equal(append(store, &change, events, 4), PIP_STORE_OK);
    assert_int_equal(expire(store, 2, 10, &removed), PIP_STORE_OK);
    assert_int_equal(removed, 1);
    assert_int_equal(pip_store_count(store, &counts), PIP_STORE_OK);
    assert_int_equal(counts.events + counts.tables[PIP_STORE_WAITING], 0);
    create_touched(store, "old", 9, 0);
    assert_events(store, "old", 0, "");
    assert_int_equal(append_text(store, "old", 0, "new"), PIP_STORE_OK);
    assert_events(store, "old", 0, "new ");
    pip_store_close(store);
}

static void test_expire_stops_after_many_events(void **unused) {
    struct pip_store *store = open_store(true, NULL);
    uint32_t removed, total = 0, calls = 0;
    (void)unused;
    for (int i = 0; i < 25; i++) {
        char id[8];
        snprintf(id, sizeof id, "t%d", i);
        create_touched(store, id, i, PIP_STORE_EVENTS_MAX);
    }
    do {
        assert_int_equal(expire(store, 100, 1000, &removed), PIP_STORE_OK);
        assert_in_range(removed, 0, 12);
        total += removed;
        calls++;
    } while (removed > 0);
    assert_int_equal(total, 25);
    assert_in_range(calls, 3, 25);
    pip_store_close(store);
}

static void test_counts_are_by_phase(void **unused) {
    struct pip_store *store = open_store(true, NULL);
    struct pip_store_counts counts;
    struct pip_store_daily entry = {.game = "pig", .player = "k", .name = "Ann"};
    (void)unused;
    assert_int_equal(pip_store_count(store, &counts), PIP_STORE_OK);
    assert_int_equal(counts.events + counts.daily_entries + counts.tables[0], 0);
    create_touched(store, "a", 1, 3);
    create_touched(store, "b", 1, 4);
    create_empty(store, "c");
    assert_int_equal(append_text(store, "c", 0, "begin"), PIP_STORE_OK);
    assert_int_equal(enter(store, &entry), PIP_STORE_OK);
    assert_int_equal(pip_store_count(store, &counts), PIP_STORE_OK);
    assert_int_equal(counts.tables[PIP_STORE_WAITING], 2);
    assert_int_equal(counts.tables[PIP_STORE_PLAYING], 1);
    assert_int_equal(counts.tables[PIP_STORE_OVER], 0);
    assert_int_equal(counts.events, 8);
    assert_int_equal(counts.daily_entries, 1);
    pip_store_close(store);
}

static void test_every_status_has_a_sentence(void **unused) {
    (void)unused;
#define X(name, sentence) assert_string_equal(pip_store_status_text(PIP_STORE_##name), sentence);
    PIP_STORE_STATUS_LIST(X)
#undef X
    assert_string_equal(pip_store_status_text((enum pip_store_status)99), "an unknown status");
    assert_string_equal(pip_store_phase_text(PIP_STORE_OVER), "over");
    assert_string_equal(pip_store_phase_text(PIP_STORE_PHASES), "unknown");
}

int store_conformance_run(const char *name, store_conformance_open *open) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_new_table_is_found_by_id_and_by_code),
        cmocka_unit_test(test_an_id_is_taken_once),
        cmocka_unit_test(test_a_code_is_unique_among_waiting_tables),
        cmocka_unit_test(test_an_append_cannot_take_the_code_of_another_waiting_table),
        cmocka_unit_test(test_tables_without_a_code_do_not_collide),
        cmocka_unit_test(test_due_tables_are_listed_longest_overdue_first),
        cmocka_unit_test(test_public_waiting_tables_are_listed_newest_first),
        cmocka_unit_test(test_each_table_is_shown_and_may_be_loaded_meanwhile),
        cmocka_unit_test(test_events_are_numbered_without_gaps),
        cmocka_unit_test(test_an_append_at_the_wrong_seq_conflicts_and_writes_nothing),
        cmocka_unit_test(test_what_is_missing_is_said_to_be),
        cmocka_unit_test(test_an_append_without_events_changes_the_table),
        cmocka_unit_test(test_a_replacing_append_stands_for_all_events_before),
        cmocka_unit_test(test_a_table_may_be_replaced_by_nothing_and_again),
        cmocka_unit_test(test_a_load_stops_when_told),
        cmocka_unit_test(test_texts_come_back_byte_for_byte),
        cmocka_unit_test(test_what_is_beyond_its_bound_is_refused_at_once),
        cmocka_unit_test(test_expire_removes_tables_not_touched_since),
        cmocka_unit_test(test_expire_removes_a_replaced_table_with_all_it_has),
        cmocka_unit_test(test_expire_stops_after_many_events),
        cmocka_unit_test(test_counts_are_by_phase),
        cmocka_unit_test(test_every_status_has_a_sentence),
    };
    open_store = open;
    return cmocka_run_group_tests_name(name, tests, NULL, NULL) + store_conformance_queue(open) +
           store_conformance_ask(open) + store_conformance_beside(open);
}
