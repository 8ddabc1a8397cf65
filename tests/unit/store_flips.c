/* Bits that flip on the disk: everything is read as it was written, or somebody says that it is
 * not. */
#include "store_sqlite.h"
#include <stdlib.h>

#define FLIP_TABLES 12

/* A file, to be put back with a bit flipped. */
struct image {
    uint8_t *bytes;
    size_t length;
};

static struct image take_image(const char *ending) {
    char name[sizeof store_path + 8];
    snprintf(name, sizeof name, "%s%s", store_path, ending);
    FILE *file = fopen(name, "rb");
    assert_non_null(file);
    assert_int_equal(fseek(file, 0, SEEK_END), 0);
    struct image image = {.length = (size_t)ftell(file)};
    rewind(file);
    image.bytes = malloc(image.length + 1);
    assert_non_null(image.bytes);
    assert_int_equal(fread(image.bytes, 1, image.length, file), image.length);
    fclose(file);
    return image;
}

static void put_image(const struct image *image, const char *ending) {
    char name[sizeof store_path + 8];
    snprintf(name, sizeof name, "%s%s", store_path, ending);
    FILE *file = fopen(name, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(image->bytes, 1, image->length, file), image->length);
    fclose(file);
}

static void flip(struct image *image, size_t bit) {
    image->bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
}

/* Makes tables with events of all lengths; every third has had its events replaced. */
static void fill_table(struct pip_store *store, int number) {
    static char text[6000], sheet[3000];
    char id[24], code[24];
    struct pip_store_event events[8];
    memset(text, 'a' + number, sizeof text);
    memset(sheet, 's', sizeof sheet);
    snprintf(id, sizeof id, "table-%d", number);
    snprintf(code, sizeof code, "fern-%d", number);
    struct pip_store_table table = {.id = id,
                                    .code = code,
                                    .game = "pig",
                                    .head = {text, (size_t)number * 97},
                                    .created = number,
                                    .is_public = number % 2,
                                    .due = number % 4};
    if (number % 4 == 0) {
        table.sheet_hash = number % 8 == 0 ? "cafe" : "beef";
        table.sheet = (struct pip_span){sheet, number % 8 == 0 ? 3000 : 30};
    }
    for (int i = 0; i < 8; i++)
        events[i] = (struct pip_store_event){
            .at = number * 1000 + i, .text = {text, (size_t)(i * number * 61) % sizeof text}};
    assert_int_equal(create(store, &table, events, 8), PIP_STORE_OK);
    struct pip_store_change change = {.id = id,
                                      .expected_seq = 8,
                                      .phase = (enum pip_store_phase)(number % 3),
                                      .code = code,
                                      .due = number % 5,
                                      .replaces = number % 3 == 0};
    assert_int_equal(append(store, &change, events, (size_t)number % 8), PIP_STORE_OK);
}

static void fill_store(struct pip_store *store, int from, int to) {
    for (int i = from; i < to; i++) {
        char player[24];
        struct kept_answer kept;
        snprintf(player, sizeof player, "player-%d", i);
        struct pip_store_daily entry = {.game = "pig",
                                        .day = i % 3,
                                        .player = player,
                                        .name = player,
                                        .score = i,
                                        .action = {"roll", 4}};
        fill_table(store, i);
        assert_int_equal(enter(store, &entry), PIP_STORE_OK);
        assert_int_equal(keep(store, player, "a value", &kept), PIP_STORE_OK);
    }
}

/* Everything that can be read, as one number, and whether reading it has told of damage. */
struct reading {
    uint64_t hash;
    bool told;
};

static void mix(struct reading *reading, const void *bytes, size_t length) {
    reading->hash = pip_hash(reading->hash + length + 1, bytes, length);
}

static void mix_number(struct reading *reading, int64_t number) {
    mix(reading, &number, sizeof number);
}

static void mix_text(struct reading *reading, const char *text) {
    mix(reading, text ? text : "", text ? strlen(text) : 0);
}

static bool mix_table(void *context, const struct pip_store_table *table) {
    mix_text(context, table->id);
    mix_text(context, table->code);
    mix_text(context, table->game);
    mix(context, table->head.at, table->head.length);
    mix_text(context, table->sheet_hash);
    mix(context, table->sheet.length ? table->sheet.at : "", table->sheet.length);
    mix_number(context, table->created);
    mix_number(context, table->touched);
    mix_number(context, table->phase);
    mix_number(context, table->is_public);
    mix_number(context, table->seq);
    mix_number(context, table->base);
    mix_number(context, table->due);
    return true;
}

static bool mix_event(void *context, const struct pip_store_event *event) {
    mix_number(context, event->seq);
    mix_number(context, event->at);
    mix(context, event->text.at, event->text.length);
    return true;
}

static bool mix_entry(void *context, const struct pip_store_daily *entry) {
    mix_text(context, entry->player);
    mix_text(context, entry->name);
    mix_number(context, entry->score);
    mix_number(context, entry->at);
    mix(context, entry->action.at, entry->action.length);
    return true;
}

static bool mix_kept(void *context, struct pip_span value) {
    mix(context, value.at, value.length);
    return true;
}

static void mix_status(struct reading *reading, enum pip_store_status status) {
    reading->told = reading->told || (status != PIP_STORE_OK && status != PIP_STORE_MISSING);
    mix_number(reading, status);
}

static void read_all(struct pip_store *store, struct reading *r) {
    for (int i = 0; i < FLIP_TABLES; i++) {
        char id[24], code[24];
        snprintf(id, sizeof id, "table-%d", i);
        snprintf(code, sizeof code, "fern-%d", i);
        mix_status(r, pip_store_find(store, id, mix_table, r));
        mix_status(r, pip_store_find_code(store, code, mix_table, r));
        mix_status(r, pip_store_load(store, id, 0, mix_event, r));
        snprintf(id, sizeof id, "player-%d", i);
        mix_status(r, pip_store_kept_find(store, id, mix_kept, r));
    }
    for (int day = 0; day < 3; day++)
        mix_status(r, pip_store_daily_top(store, "pig", day, 99, mix_entry, r));
    mix_status(r, pip_store_list_public(store, 99, mix_table, r));
    mix_status(r, pip_store_list_due(store, 99, 99, mix_table, r));
    mix_status(r, pip_store_each(store, mix_table, r));
}

/* Opens and reads the file as a server does. */
static struct reading read_file(void) {
    struct reading reading = {0};
    char error[512];
    struct pip_store *store = pip_store_open(store_path, NULL, error, sizeof error);
    if (store)
        read_all(store, &reading);
    else
        reading.told = true;
    pip_store_close(store);
    return reading;
}

static void put_back(const struct image *database, const struct image *log) {
    remove_files();
    put_image(database, "");
    if (log)
        put_image(log, "-wal");
}

/* What became of flips. */
struct flips {
    int harmless, told, checked;
};

/* Everything has to be as it was, or somebody has to say that it is not: the server when it opens
 * or reads, or the check. */
static void judge_flip(const struct image *database, const struct image *log, uint64_t expected,
                       size_t bit, struct flips *flips) {
    struct told told;
    put_back(database, log);
    struct reading reading = read_file();
    put_back(database, log); /* a server goes on from where a log ends */
    if (reading.told)
        flips->told++;
    else if (reading.hash == expected)
        flips->harmless++;
    else if (!is_sound(&told))
        flips->checked++;
    else
        fail_msg("bit %zu of the %s was flipped, and nobody says so", bit, log ? "log" : "file");
}

/* Flips bits in one of the images: all of the first ones, and as many more anywhere. */
static void flip_many(struct image *database, struct image *log, uint64_t expected, size_t first,
                      int more) {
    struct image *image = log ? log : database;
    struct flips flips = {0};
    srand(20);
    for (int i = 0; i < (int)first + more; i++) {
        size_t bit = (size_t)i < first ? (size_t)i : (size_t)rand() % (8 * image->length);
        flip(image, bit);
        judge_flip(database, log, expected, bit, &flips);
        flip(image, bit);
    }
    print_message("%s of %zu bytes: %d flips changed nothing, %d were told by the server, %d only "
                  "by the check\n",
                  log ? "log" : "file", image->length, flips.harmless, flips.told, flips.checked);
    assert_in_range(flips.told, first / 4, 10000);
}

/* How many bits to flip; more of them take their time. */
static int flip_count(void) {
    const char *count = getenv("STORE_FLIPS");
    return count ? atoi(count) : 400;
}

static void test_a_flipped_bit_of_the_file_is_told_or_harmless(void **unused) {
    struct pip_store *store = open_sqlite(true, NULL);
    (void)unused;
    fill_store(store, 0, FLIP_TABLES);
    pip_store_close(store);
    struct reading sound = read_file();
    assert_false(sound.told);
    struct image database = take_image("");
    flip_many(&database, NULL, sound.hash, 24 * 8, flip_count());
    free(database.bytes);
}

static void test_a_flipped_bit_of_the_log_is_told_or_harmless(void **unused) {
    struct pip_store *store = open_sqlite(true, NULL);
    struct reading sound = {0};
    (void)unused;
    fill_store(store, 0, FLIP_TABLES / 2);
    pip_store_close(store);
    store = open_sqlite(false, NULL);
    fill_store(store, FLIP_TABLES / 2, FLIP_TABLES);
    read_all(store, &sound);
    struct image database = take_image(""), log = take_image("-wal");
    pip_store_close(store);
    struct flips unharmed = {0};
    judge_flip(&database, &log, sound.hash, 0, &unharmed);
    assert_int_equal(unharmed.harmless, 1);
    flip_many(&database, &log, sound.hash, 32 * 8, flip_count());
    free(database.bytes);
    free(log.bytes);
}

/* What a crash leaves at the end of a log is no damage. */
static void test_a_log_that_was_cut_short_opens(void **unused) {
    struct pip_store *store = open_sqlite(true, NULL);
    struct told told;
    (void)unused;
    fill_store(store, 0, 3);
    struct image database = take_image(""), log = take_image("-wal");
    assert_int_equal(append_text(store, "table-1", 9, "last"), PIP_STORE_OK);
    struct image longer = take_image("-wal");
    pip_store_close(store);
    struct flips cuts = {0};
    for (size_t cut = longer.length - 500; cut > log.length; cut -= 500) {
        struct image part = {longer.bytes, cut};
        char lost[500];
        put_back(&database, &part);
        assert_true(is_sound(&told));
        memcpy(lost, longer.bytes + cut, sizeof lost);
        memset(longer.bytes + cut, 0, sizeof lost); /* as if it had not reached the disk */
        put_image(&longer, "-wal");
        memcpy(longer.bytes + cut, lost, sizeof lost);
        cuts.checked += !is_sound(&told) && strstr(told.text, "a write that was cut short");
        store = open_sqlite(false, NULL);
        assert_in_range(seq_of(store, "table-1"), 9, 10);
        cuts.told += seq_of(store, "table-1") == 9;
        pip_store_close(store);
    }
    assert_true(cuts.told > 3 && cuts.checked == cuts.told);
    free(database.bytes), free(log.bytes), free(longer.bytes);
}

int store_flips_run(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_flipped_bit_of_the_file_is_told_or_harmless),
        cmocka_unit_test(test_a_flipped_bit_of_the_log_is_told_or_harmless),
        cmocka_unit_test(test_a_log_that_was_cut_short_opens),
    };
    return cmocka_run_group_tests_name("SQLite: flipped bits", tests, NULL, NULL);
}
