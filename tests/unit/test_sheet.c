/* Sheet files: shipped ones read to what the build made of them, and bad ones with every fault at
 * its place. */
#include "testing.h"

#include "games/lost-cities/lost_cities.h"
#include "games/pig/pig.h"
#include <pipwright/sheet.h>
#include <stdio.h>
#include <stdlib.h>

static char jungle[8192], changed[PIP_SHEET_BYTES_MAX + 64];
static struct pip_sheet_file sheet_file;
static struct pip_sheet_fault faults[PIP_SHEET_FAULTS_MAX];

/* ---- Reading ---- */

static size_t load(const char *game, const char *name, char *text, size_t room) {
    char path[512];
    snprintf(path, sizeof path, "%s/sheets/%s/%s.json", PIP_SOURCE_DIR, game, name);
    FILE *in = fopen(path, "rb");
    if (!in)
        fail_msg("cannot open %s", path);
    size_t length = fread(text, 1, room - 1, in);
    fclose(in);
    assert_in_range(length, 1, room - 2);
    text[length] = '\0';
    return length;
}

static int load_jungle(void **unused) {
    (void)unused;
    load("lost-cities", "jungle", jungle, sizeof jungle);
    return 0;
}

/* From a copy of exactly that length, so that a sanitizer sees every step beyond it. */
static int read_bytes(const char *text, size_t length, int room) {
    char *copy = malloc(length + (length == 0));
    assert_non_null(copy);
    memcpy(copy, text, length);
    memset(faults, 0xaa, sizeof faults);
    memset(&sheet_file, 0xaa, sizeof sheet_file);
    int count = pip_sheet_read(copy, length, &sheet_file, faults, room);
    free(copy);
    for (int i = 0; i < count && i < room; i++) {
        assert_true(faults[i].line >= 1 && faults[i].column >= 1);
        assert_non_null(memchr(faults[i].where, '\0', sizeof faults[i].where));
        assert_non_null(memchr(faults[i].what, '\0', sizeof faults[i].what));
        assert_true(faults[i].what[0] != '\0');
        assert_true(faults[i].code[strspn(faults[i].code, "abcdefghijklmnopqrstuvwxyz-")] == '\0');
        assert_in_range(faults[i].count, 0, PIP_SHEET_VALUES_MAX);
        for (int value = 0; value < faults[i].count; value++)
            assert_non_null(strstr(faults[i].what, faults[i].values[value]));
    }
    return count;
}

static int read_text(const char *text) {
    return read_bytes(text, strlen(text), PIP_SHEET_FAULTS_MAX);
}

/* Replaces the first `old` of `changed`. */
static void change(const char *old, const char *new) {
    static char result[sizeof changed];
    const char *place = strstr(changed, old);
    assert_non_null(place);
    int length = snprintf(result, sizeof result, "%.*s%s%s", (int)(place - changed), changed, new,
                          place + strlen(old));
    assert_in_range(length, 1, sizeof result - 1);
    memcpy(changed, result, (size_t)length + 1);
}

/* `changed` is the jungle again, with one change. */
static void change_jungle(const char *old, const char *new) {
    strcpy(changed, jungle);
    change(old, new);
}

/* Fault number `index` is about `where` and stands at the first `mark` of `changed`. */
static void fault_is(int index, const char *where, const char *mark, const char *what) {
    const char *place = strstr(changed, mark);
    uint32_t line = 1, column = 1;
    assert_non_null(place);
    for (const char *c = changed; c < place; c++) {
        column += ((unsigned char)*c & 0xc0) != 0x80;
        if (*c == '\n') {
            line++;
            column = 1;
        }
    }
    const struct pip_sheet_fault *f = &faults[index];
    if (strcmp(f->where, where) != 0 || f->line != line || f->column != column ||
        !strstr(f->what, what))
        fail_msg("%u:%u: %s: %s; expected %u:%u: %s: %s", f->line, f->column, f->where, f->what,
                 line, column, where, what);
}

/* The jungle with one change has this one fault. */
static void one_fault(const char *old, const char *new, const char *where, const char *mark,
                      const char *what) {
    change_jungle(old, new);
    assert_int_equal(read_text(changed), 1);
    fault_is(0, where, mark, what);
}

/* ---- Good sheets ---- */

static void same_lost_cities(const struct pip__lc_sheet *a, const struct pip__lc_sheet *b) {
    assert_int_equal(a->given, b->given);
    assert_memory_equal(a->box, b->box, sizeof a->box);
    assert_memory_equal(a->ladder_expedition, b->ladder_expedition, sizeof a->ladder_expedition);
    assert_memory_equal(a->ladder_artefacts, b->ladder_artefacts, sizeof a->ladder_artefacts);
    assert_memory_equal(a->ladder_dice, b->ladder_dice, sizeof a->ladder_dice);
    assert_int_equal(a->bridge, b->bridge);
    assert_int_equal(a->bonus, b->bonus);
}

static void same_pig(const struct pip__pig_sheet *a, const struct pip__pig_sheet *b) {
    assert_int_equal(a->target, b->target);
    assert_int_equal(a->turns, b->turns);
}

static void file_matches(const struct pip_game *game, const struct pip_sheet *shipped) {
    static char text[PIP_SHEET_BYTES_MAX];
    const struct pip_sheet *own = &sheet_file.sheet;
    size_t length = load(game->name, shipped->name, text, sizeof text);
    assert_int_equal(read_bytes(text, length, PIP_SHEET_FAULTS_MAX), 0);
    assert_string_equal(own->game, shipped->game);
    assert_string_equal(own->name, shipped->name);
    assert_string_equal(own->title_en, shipped->title_en);
    assert_string_equal(own->title_de, shipped->title_de);
    assert_string_equal(own->author, shipped->author);
    assert_string_equal(own->note, shipped->note);
    assert_memory_equal(own->hash, shipped->hash, sizeof own->hash);
    if (strcmp(game->name, "lost-cities") == 0)
        same_lost_cities(own->data, shipped->data);
    else if (strcmp(game->name, "pig") == 0)
        same_pig(own->data, shipped->data);
}

static void test_shipped_files_read_to_what_the_build_made_of_them(void **unused) {
    (void)unused;
    for (int i = 0; pip_games[i]; i++) {
        for (int j = 0; pip_games[i]->sheets[j]; j++)
            file_matches(pip_games[i], pip_games[i]->sheets[j]);
    }
}

static void test_the_jungle_is_the_sheet_of_the_rules(void **unused) {
    static const char *const columns[] = {".>.v.>.v.", "..>.v.>.v", ".v.>.v.>.",
                                          ">.v.>.v..", "..v>..>v.", "v.>..v..>"};
    (void)unused;
    assert_int_equal(read_text(jungle), 0);
    const struct pip__lc_sheet *sheet = sheet_file.sheet.data;
    for (int colour = 0; colour < LC_COLOURS; colour++) {
        for (int box = 0; box < LC_BOXES; box++)
            assert_int_equal(".>v"[sheet->box[colour][box]], columns[colour][box]);
    }
    assert_int_equal(sheet->bridge, 7);
    assert_int_equal(sheet->bonus, 20);
}

static void test_a_training_sheet_has_fewer_columns(void **unused) {
    (void)unused;
    change_jungle("    \"red\": \".>.v.>.v.\",\n", "");
    change("    \"yellow\": \".v.>.v.>.\",\n", "");
    assert_int_equal(read_text(changed), 0);
    const struct pip__lc_sheet *sheet = sheet_file.sheet.data;
    assert_int_equal(sheet->given, 0x3f & ~(1 << 0 | 1 << 2));
    const struct pip_game *game = pip_game_find(pip_span_of("lost-cities"));
    struct pip_setup setup = pip_setup_default(game, &sheet_file.sheet, 2);
    assert_int_equal(pip_setup_check(&setup), PIP_OK);
}

static void test_author_and_note_may_be_left_out(void **unused) {
    (void)unused;
    change_jungle("  \"author\": \"Pipwright\",\n", "");
    char *note = strstr(changed, "  \"note\""), *end = strchr(note, '\n') + 1;
    memmove(note, end, strlen(end) + 1);
    assert_int_equal(read_text(changed), 0);
    assert_string_equal(sheet_file.sheet.author, "");
    assert_string_equal(sheet_file.sheet.note, "");
}

static void test_any_changed_byte_changes_the_hash(void **unused) {
    uint8_t hash[32];
    (void)unused;
    read_text(jungle);
    memcpy(hash, sheet_file.sheet.hash, sizeof hash);
    strcpy(changed, jungle);
    strcat(changed, "\n");
    assert_int_equal(read_text(changed), 0);
    assert_memory_not_equal(hash, sheet_file.sheet.hash, sizeof hash);
}

/* ---- One fault ---- */

static void test_a_missing_key_is_reported_where_its_object_begins(void **unused) {
    (void)unused;
    one_fault("\"pipwright-sheet\": 1,", "", "pipwright-sheet", "{", "is missing");
    one_fault("\"name\": \"jungle\",", "", "name", "{", "is missing");
    one_fault("\"title\": {\"en\": \"Jungle\", \"de\": \"Dschungel\"},", "", "title", "{",
              "is missing");
    one_fault(", \"de\": \"Dschungel\"", "", "title.de", "{\"en\"", "is missing");
    one_fault(",\n  \"bonus\": 20", "", "bonus", "{", "is missing");
    one_fault("\"bridge\": 7,", "", "bridge", "{", "is missing");
    strcpy(changed, jungle);
    char *dice = strstr(changed, ",\n    \"dice\""), *end = strstr(dice, "]") + 1;
    memmove(dice, end, strlen(end) + 1);
    assert_int_equal(read_text(changed), 1);
    fault_is(0, "ladders.dice", "{\n    \"expedition\"", "is missing");
}

static void test_an_unknown_key_is_reported_where_it_stands(void **unused) {
    (void)unused;
    one_fault("\"bridge\"", "\"colour\": 3, \"bridge\"", "colour", "\"colour\"", "unknown key");
    one_fault("\"red\"", "\"pink\": \".........\", \"red\"", "columns.pink", "\"pink\"",
              "unknown key");
    one_fault("\"de\"", "\"fr\": \"Jungle\", \"de\"", "title.fr", "\"fr\"", "unknown key");
    one_fault("\"dice\"", "\"luck\": [], \"dice\"", "ladders.luck", "\"luck\"", "unknown key");
    one_fault("\"bridge\"", "\"target\": 3, \"bridge\"", "target", "\"target\"", "unknown key");
    /* Columns count characters, not bytes. */
    change_jungle("\"bridge\"", "\"\303\244\303\266\": 1, \"b\": 2, \"bridge\"");
    assert_int_equal(read_text(changed), 2);
    fault_is(0, "\303\244\303\266", "\"\303\244\303\266\"", "unknown key");
    fault_is(1, "b", "\"b\"", "unknown key");
    assert_int_equal(faults[1].column, 12);
}

static void test_a_wrong_type_is_reported_where_the_value_begins(void **unused) {
    (void)unused;
    one_fault("\"jungle\"", "7", "name", "7,\n  \"title\"", "must be a string");
    one_fault("\"pipwright-sheet\": 1", "\"pipwright-sheet\": 1.0", "pipwright-sheet", "1.0",
              "must be a whole number");
    one_fault("\"Pipwright\"", "null", "author", "null", "must be a string");
    one_fault("\".>.v.>.v.\"", "true", "columns.red", "true", "must be a string");
    one_fault("\"bonus\": 20", "\"bonus\": \"20\"", "bonus", "\"20\"", "must be a whole number");
    one_fault("-15", "\"-15\"", "ladders.expedition[2]", "\"-15\"", "must be a whole number");
    one_fault("{\"en\": \"Jungle\", \"de\": \"Dschungel\"}", "\"Jungle\"", "title", "\"Jungle\"",
              "must be an object");
    one_fault("[-50, -20, -15, -10, 5, 10, 15, 30, 35, 50]", "50", "ladders.expedition",
              "50,\n    \"artefacts\"", "must be a list");
    one_fault("\"lost-cities\"", "[]", "game", "[]", "must be a string");
}

static void test_a_value_out_of_range_is_reported_where_it_begins(void **unused) {
    (void)unused;
    one_fault("\"bridge\": 7", "\"bridge\": 0", "bridge", "0,\n  \"bonus\"", "between 1 and 9");
    one_fault("\"bridge\": 7", "\"bridge\": 10", "bridge", "10,\n  \"bonus\"", "between 1 and 9");
    one_fault("\"bonus\": 20", "\"bonus\":   -1", "bonus", "-1\n}", "between 0 and 1000");
    one_fault("\"bonus\": 20", "\"bonus\": 1001", "bonus", "1001", "between 0 and 1000");
    one_fault("\"bonus\": 20", "\"bonus\": 9223372036854775807", "bonus", "9223372036854775807",
              "between 0 and 1000");
    one_fault("-50", "-1001", "ladders.expedition[0]", "-1001", "between -1000 and 1000");
    one_fault("\"pipwright-sheet\": 1", "\"pipwright-sheet\": 2", "pipwright-sheet", "2,",
              "between 1 and 1");
    one_fault("\"jungle\"", "\"Jungle\"", "name", "\"Jungle\",\n", "a-z");
    one_fault("\"jungle\"", "\"\"", "name", "\"\"", "1 to 32 bytes");
    one_fault("\"jungle\"", "\"a23456789012345678901234567890123\"", "name", "\"a2",
              "1 to 32 bytes");
    one_fault("\"Jungle\"", "\"Jun\\ngle\"", "title.en", "\"Jun", "control characters");
    one_fault("\"lost-cities\"", "\"chess\"", "game", "\"chess\"", "no game of this name");
}

static void test_boxes_and_ladders_have_their_length_and_marks(void **unused) {
    (void)unused;
    one_fault(".>.v.>.v.", ".>.v.>.v", "columns.red", "\".>.v.>.v\"", "must have 9 boxes, not 8");
    one_fault(".>.v.>.v.", ".>.v.>.v..", "columns.red", "\".>.v.>.v..\"",
              "must have 9 boxes, not 10");
    one_fault(".>.v.>.v.", ".>.v.X.v.", "columns.red", "\".>.v.X.v.\"", "box 6 must be . > or v");
    one_fault("[-50, ", "[", "ladders.expedition", "[-20", "must have 10 steps");
    one_fault("60, 70, 0]", "60, 70, 10]", "ladders.dice",
              "[0, -40, -30, -20, 10, 20, 30, 60, 70, 10]", "must end with 0");
    change_jungle("\"columns\": {", "\"columns\": {}, \"x\": {");
    assert_int_equal(read_text(changed), 2);
    fault_is(0, "columns", "{}", "at least one expedition");
    fault_is(1, "x", "\"x\"", "unknown key");
}

static void test_pig_sheets_are_checked_too(void **unused) {
    (void)unused;
    load("pig", "classic", changed, sizeof changed);
    change("\"target\": 100", "\"target\": 9");
    change("\"turns\": 25", "\"turns\": 26, \"columns\": {}");
    assert_int_equal(read_text(changed), 3);
    fault_is(0, "target", "9,", "must be between 10 and");
    fault_is(1, "turns", "26", "must be between 1 and 25");
    fault_is(2, "columns", "\"columns\"", "unknown key");
}

/* ---- Many faults ---- */

static void make_nine_faults(void) {
    strcpy(changed, jungle);
    change("\"pipwright-sheet\": 1", "\"bonus\": 5000, \"pipwright-sheet\": 3");
    change("\"jungle\"", "\"Big Jungle\"");
    change("\"Dschungel\"", "\"\"");
    change(".>.v.>.v.", ".>.v.>.vv.");
    change("..>.v.>.v", "..>?v.>!v");
    change("-15", "null");
    change(",\n  \"bonus\": 20", ", \"zeal\": 1");
}

static void test_several_faults_are_all_reported_in_the_order_of_the_file(void **unused) {
    (void)unused;
    make_nine_faults();
    assert_int_equal(read_text(changed), 9);
    fault_is(0, "bonus", "5000", "must be between 0 and 1000");
    assert_int_equal(faults[0].line, 2);
    assert_int_equal(faults[0].column, 12);
    fault_is(1, "pipwright-sheet", "3,", "must be between 1 and 1");
    fault_is(2, "name", "\"Big Jungle\"", "a-z");
    fault_is(3, "title.de", "\"\"", "must have 1 to 64 bytes");
    fault_is(4, "columns.red", "\".>.v.>.vv.\"", "9 boxes");
    fault_is(5, "columns.orange", "\"..>?v.>!v\"", "box 4");
    fault_is(6, "columns.orange", "\"..>?v.>!v\"", "box 8");
    fault_is(7, "ladders.expedition[2]", "null", "whole number");
    fault_is(8, "zeal", "\"zeal\"", "unknown key");
}

static void test_with_little_room_the_first_faults_of_the_file_are_kept(void **unused) {
    struct pip_sheet_fault all[9];
    (void)unused;
    make_nine_faults();
    assert_int_equal(read_text(changed), 9);
    memcpy(all, faults, sizeof all);
    for (int room = 0; room < 9; room++) {
        assert_int_equal(read_bytes(changed, strlen(changed), room), 9);
        for (int i = 0; i < room; i++) {
            assert_int_equal(faults[i].line, all[i].line);
            assert_int_equal(faults[i].column, all[i].column);
            assert_string_equal(faults[i].where, all[i].where);
            assert_string_equal(faults[i].what, all[i].what);
        }
        assert_int_equal(((const unsigned char *)&faults[room])[0], 0xaa); /* and none beyond */
    }
}

static void test_more_faults_than_the_list_holds_are_still_counted(void **unused) {
    struct pip_text text = pip_text_init(changed, sizeof changed);
    (void)unused;
    pip_text_add(&text, "{\n");
    for (int i = 0; i < 200; i++) {
        pip_text_add(&text, "\"key-");
        pip_text_add_number(&text, i);
        pip_text_add(&text, "\": 1,\n");
    }
    pip_text_add(&text, strchr(jungle, '{') + 1);
    assert_int_equal(read_text(changed), 200);
    for (int i = 0; i < PIP_SHEET_FAULTS_MAX; i++) {
        assert_int_equal(faults[i].line, i + 2);
        assert_int_equal(faults[i].column, 1);
    }
}

static void test_a_fault_has_a_code_and_the_values_of_its_sentence(void **unused) {
    (void)unused;
    change_jungle(".>.v.>.v.", ".>.v.>.v");
    assert_int_equal(read_text(changed), 1);
    assert_string_equal(faults[0].code, "not-boxes");
    assert_int_equal(faults[0].count, 2);
    assert_string_equal(faults[0].values[0], "9");
    assert_string_equal(faults[0].values[1], "8");
    assert_int_equal(read_text("{}"), 4);
    assert_string_equal(faults[0].code, "missing");
    assert_int_equal(faults[0].count, 0);
    assert_int_equal(read_text("{\"game\": 1, \"game\": 2}"), 1);
    assert_string_equal(faults[0].code, "key-twice");
    assert_int_equal(read_text("{"), 1);
    assert_string_equal(faults[0].code, "no-json");
}

/* ---- Files that are no sheets ---- */

static void test_a_duplicate_key_is_a_fault_of_its_line(void **unused) {
    (void)unused;
    change_jungle("\"bridge\": 7", "\"name\":\n  \"jungle\", \"bridge\": 7");
    assert_int_equal(read_text(changed), 1);
    assert_non_null(strstr(faults[0].what, "duplicate object key"));
    assert_int_equal(faults[0].line, 21);
    change_jungle("\"orange\"", "\"red\"");
    assert_int_equal(read_text(changed), 1);
    assert_non_null(strstr(faults[0].what, "duplicate object key"));
    assert_int_equal(faults[0].line, 10);
    assert_in_range(faults[0].column, 5, 9); /* the key */
}

static void test_what_is_not_an_object_is_no_sheet(void **unused) {
    static const char *const bad[] = {"[]",   "  [1, 2]", "null", "1",     "\"sheet\"",     "",
                                      " \n ", "x",        "{}x",  "{} {}", "\357\273\277{}"};
    (void)unused;
    for (size_t i = 0; i < LENGTH(bad); i++) {
        assert_int_equal(read_text(bad[i]), 1);
        assert_string_equal(faults[0].where, "");
    }
    assert_int_equal(read_text("\n  []"), 1);
    assert_int_equal(faults[0].line, 2);
    assert_int_equal(faults[0].column, 3);
    assert_int_equal(read_text("{}"), 4); /* game, name, title and version */
}

static void test_a_sheet_cut_off_anywhere_is_a_fault(void **unused) {
    size_t end = (size_t)(strrchr(jungle, '}') - jungle);
    uint32_t line = 1;
    (void)unused;
    for (size_t length = 0; length <= end; length++) {
        line += length > 0 && jungle[length - 1] == '\n';
        assert_int_equal(read_bytes(jungle, length, PIP_SHEET_FAULTS_MAX), 1);
        assert_in_range(faults[0].line, 1, line);
    }
    assert_int_equal(read_bytes(jungle, end + 1, PIP_SHEET_FAULTS_MAX), 0);
}

static void test_a_file_may_have_64_kilobytes_and_no_more(void **unused) {
    size_t length = strlen(jungle);
    (void)unused;
    memset(changed, ' ', sizeof changed);
    memcpy(changed, jungle, length);
    assert_int_equal(read_bytes(changed, PIP_SHEET_BYTES_MAX, PIP_SHEET_FAULTS_MAX), 0);
    assert_int_equal(read_bytes(changed, PIP_SHEET_BYTES_MAX + 1, PIP_SHEET_FAULTS_MAX), 1);
    assert_non_null(strstr(faults[0].what, "65536"));
    assert_int_equal(faults[0].line, 1);
    assert_int_equal(faults[0].column, 1);
}

static void test_deep_nesting_is_a_fault(void **unused) {
    (void)unused;
    memset(changed, '[', PIP_SHEET_BYTES_MAX);
    assert_int_equal(read_bytes(changed, PIP_SHEET_BYTES_MAX, PIP_SHEET_FAULTS_MAX), 1);
    for (size_t i = 0; i + 5 <= PIP_SHEET_BYTES_MAX; i += 5)
        memcpy(changed + i, "{\"a\":", 5);
    assert_int_equal(read_bytes(changed, PIP_SHEET_BYTES_MAX, PIP_SHEET_FAULTS_MAX), 1);
    /* Deep but sound: an unknown key behind a nest of lists is found where it stands. */
    char nest[402];
    memset(nest, '[', 200);
    memset(nest + 200, ']', 200);
    nest[400] = '\0';
    change_jungle("\"bridge\"", "\"deep\": @, \"more\": 1, \"bridge\"");
    change("@", nest);
    assert_int_equal(read_text(changed), 2);
    fault_is(0, "deep", "\"deep\"", "unknown key");
    fault_is(1, "more", "\"more\"", "unknown key");
}

static void test_text_that_is_not_utf_8_is_a_fault(void **unused) {
    static const char *const bad[] = {
        "\377", "\303",    "\300\257", "\355\240\200", "\364\220\200\200",
        "\001", "\\u0000", "\\ud800"};
    (void)unused;
    for (size_t i = 0; i < LENGTH(bad); i++) {
        change_jungle("Dschungel", bad[i]);
        assert_int_equal(read_text(changed), 1);
        assert_string_equal(faults[0].where, "");
        assert_int_equal(faults[0].line, 5);
    }
    strcpy(changed, jungle);
    *strstr(changed, "Dschungel") = '\0';
    assert_int_equal(read_bytes(changed, strlen(jungle), PIP_SHEET_FAULTS_MAX), 1);
    change_jungle("Dschungel", "Gr\303\274n\304\233 \360\237\214\264");
    assert_int_equal(read_text(changed), 0);
}

static void test_strings_that_look_like_structure_do_not_mislead(void **unused) {
    (void)unused;
    change_jungle("\"Pipwright\"", "\"a \\\"bonus\\\": {[,:\\\\\"");
    assert_int_equal(read_text(changed), 0);
    change("\"bonus\": 20", "\"bonus\": 2000");
    assert_int_equal(read_text(changed), 1);
    fault_is(0, "bonus", "2000", "must be between");
}

static void test_a_key_written_with_escapes_is_found_where_it_stands(void **unused) {
    (void)unused;
    one_fault("\"bonus\": 20", "\"b\\u006fnus\": 2000", "bonus", "2000", "must be between");
}

static void test_a_changed_byte_never_harms(void **unused) {
    struct pip_random random = pip_random_init((struct pip_seed){41, 0}, 0);
    uint32_t length = (uint32_t)strlen(jungle);
    (void)unused;
    for (int i = 0; i < 4000; i++) {
        memcpy(changed, jungle, length);
        changed[pip_random_below(&random, length)] = (char)pip_random_below(&random, 256);
        if (read_bytes(changed, length, PIP_SHEET_FAULTS_MAX) > 0)
            continue;
        const struct pip_game *game = pip_game_find(pip_span_of(sheet_file.sheet.game));
        struct pip_setup setup = pip_setup_default(game, &sheet_file.sheet, 2);
        assert_int_equal(pip_setup_check(&setup), PIP_OK);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_shipped_files_read_to_what_the_build_made_of_them),
        cmocka_unit_test(test_the_jungle_is_the_sheet_of_the_rules),
        cmocka_unit_test(test_a_training_sheet_has_fewer_columns),
        cmocka_unit_test(test_author_and_note_may_be_left_out),
        cmocka_unit_test(test_any_changed_byte_changes_the_hash),
        cmocka_unit_test(test_a_missing_key_is_reported_where_its_object_begins),
        cmocka_unit_test(test_an_unknown_key_is_reported_where_it_stands),
        cmocka_unit_test(test_a_wrong_type_is_reported_where_the_value_begins),
        cmocka_unit_test(test_a_value_out_of_range_is_reported_where_it_begins),
        cmocka_unit_test(test_boxes_and_ladders_have_their_length_and_marks),
        cmocka_unit_test(test_pig_sheets_are_checked_too),
        cmocka_unit_test(test_several_faults_are_all_reported_in_the_order_of_the_file),
        cmocka_unit_test(test_with_little_room_the_first_faults_of_the_file_are_kept),
        cmocka_unit_test(test_more_faults_than_the_list_holds_are_still_counted),
        cmocka_unit_test(test_a_fault_has_a_code_and_the_values_of_its_sentence),
        cmocka_unit_test(test_a_duplicate_key_is_a_fault_of_its_line),
        cmocka_unit_test(test_what_is_not_an_object_is_no_sheet),
        cmocka_unit_test(test_a_sheet_cut_off_anywhere_is_a_fault),
        cmocka_unit_test(test_a_file_may_have_64_kilobytes_and_no_more),
        cmocka_unit_test(test_deep_nesting_is_a_fault),
        cmocka_unit_test(test_text_that_is_not_utf_8_is_a_fault),
        cmocka_unit_test(test_strings_that_look_like_structure_do_not_mislead),
        cmocka_unit_test(test_a_key_written_with_escapes_is_found_where_it_stands),
        cmocka_unit_test(test_a_changed_byte_never_harms),
    };
    return cmocka_run_group_tests_name("sheet", tests, load_jungle, NULL);
}
