#include "archive.h"
#include "table.h"
#include <dirent.h>
#include <errno.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <uv.h>

#define RECORD_BYTES_MAX (1u << 20)
#define PATH_ROOM 4096
#define EVENTS_AT_ONCE 1000

/* ---- Files ---- */

static char *read_text(const char *folder, const char *name, const char *end, size_t *length) {
    char path[PATH_ROOM];
    snprintf(path, sizeof path, "%s/%s%s", folder, name, end);
    FILE *in = fopen(path, "rb");
    char *text = in ? malloc(RECORD_BYTES_MAX + 1) : NULL;
    *length = text ? fread(text, 1, RECORD_BYTES_MAX, in) : 0;
    if (text)
        text[*length] = '\0';
    if (in)
        fclose(in);
    return text;
}

static bool write_text(const char *folder, const char *name, const char *end, const char *text,
                       size_t length) {
    char path[PATH_ROOM];
    snprintf(path, sizeof path, "%s/%s%s", folder, name, end);
    FILE *out = fopen(path, "wb");
    bool good = out && fwrite(text, 1, length, out) == length;
    good = out && fclose(out) == 0 && good;
    if (!good)
        fprintf(stderr, "pipwright: cannot write %s: %s\n", path, strerror(errno));
    return good;
}

static struct pip_store *open_store(const char *path, bool read_only) {
    char error[256];
    struct pip_store_options options = {.read_only = read_only};
    if (strncmp(path, "sqlite:", 7) == 0)
        path += 7;
    struct pip_store *store = pip_store_open(path, &options, error, sizeof error);
    if (!store)
        fprintf(stderr, "pipwright: cannot open the store %s: %s\n", path, error);
    return store;
}

/* ---- Out ---- */

struct exporting {
    struct pip_store *store;
    const char *folder;
    struct pip__archive_result *result;
};

/* The dice of a day stay secret until it is over. */
static bool is_revealed(const struct pip__table *table) {
    int64_t today = (int64_t)time(NULL) / (24 * 3600);
    return table->phase == PIP_STORE_OVER && table->day < today;
}

static bool export_record(const struct exporting *exporting, const struct pip__table *table) {
    size_t length;
    char *record = pip__view_record(table, is_revealed(table), &length);
    bool good = record && write_text(exporting->folder, table->id, ".pip", record, length);
    free(record);
    return good;
}

static bool export_sheet(const struct exporting *exporting, const struct pip_store_table *table) {
    json_t *head = json_loadb(table->head.at, table->head.length, JSON_REJECT_DUPLICATES, NULL);
    const json_t *own = json_object_get(head, "own"); /* as it once was */
    bool good = true;
    if (table->sheet_hash)
        good =
            write_text(exporting->folder, table->id, ".json", table->sheet.at, table->sheet.length);
    else if (own)
        good = write_text(exporting->folder, table->id, ".json", json_string_value(own),
                          json_string_length(own));
    json_decref(head);
    return good;
}

static void tell_failure(const char *id, enum code code) {
    fprintf(stderr, "%s: %s\n", id,
            code == CODE_OLD_EDITION ? "was played under an older edition of the rules"
            : code == CODE_DAMAGED   ? "is damaged: what is stored is not what was written"
                                     : "cannot be read");
}

static bool export_table(void *context, const struct pip_store_table *stored) {
    struct exporting *exporting = context;
    struct pip__table *table;
    int64_t due;
    if (stored->phase == PIP_STORE_WAITING || strncmp(stored->id, "pipwright-", 10) == 0) {
        exporting->result->skipped++;
        return true;
    }
    table = calloc(1, sizeof *table);
    enum code code =
        table ? pip__table_fetch(table, exporting->store, stored->id, &due) : CODE_FAILED;
    if (code != CODE_FINE)
        tell_failure(stored->id, code);
    bool good =
        code == CODE_FINE && export_record(exporting, table) && export_sheet(exporting, stored);
    if (table)
        pip__table_clear(table);
    free(table);
    *(good ? &exporting->result->done : &exporting->result->failed) += 1;
    return true;
}

bool pip__archive_export(const char *path, const char *folder, struct pip__archive_result *result) {
    struct pip_store *store = sodium_init() >= 0 ? open_store(path, true) : NULL;
    struct exporting exporting = {store, folder, result};
    if (!store)
        return false;
    bool good = mkdir(folder, 0777) == 0 || errno == EEXIST;
    if (!good)
        fprintf(stderr, "pipwright: cannot make the folder %s: %s\n", folder, strerror(errno));
    else
        good = pip_store_each(store, export_table, &exporting) == PIP_STORE_OK;
    pip_store_close(store);
    return good;
}

/* ---- In ---- */

struct importing {
    struct pip_store *store;
    const char *folder;
    const char *id;
    char *record, *own;
    size_t record_length, own_length;
    struct pip_sheet_file sheet;
    struct pip_event events[32768];
    struct pip_match match;
    struct pip_fair fair;
    uv_sem_t sem;
    enum pip_store_status status;
    struct pip_store_event stored[EVENTS_AT_ONCE];
    size_t count;
    uint32_t seq;
};

static const struct pip_sheet *find_sheet(void *context, const struct pip_game *game,
                                          struct pip_span name) {
    struct importing *in = context;
    struct pip_sheet_fault fault;
    if (in->own && pip_sheet_read(in->own, in->own_length, &in->sheet, &fault, 1) == 0 &&
        pip_span_is(name, in->sheet.sheet.name))
        return &in->sheet.sheet;
    return pip_sheet_find(game, name);
}

/* Who sat at a seat before the one who was drawn to begin became seat 0. */
static int seat_before(const struct importing *in, int seat) {
    int seats = in->match.setup.seats;
    return (seat + seats - in->match.first) % seats;
}

static json_t *import_seats(const struct importing *in) {
    json_t *seats = json_array();
    for (int seat = 0; seat < in->match.setup.seats; seat++) {
        const char *name = in->match.name[seat_before(in, seat)];
        struct pip__level level;
        bool bot = strncmp(name, "bot:", 4) == 0 && pip__level_read(name + 4, &level);
        char none[65];
        pip__hex_write((const uint8_t[32]){0}, 32, none); /* no key has this hash */
        json_array_append_new(seats, bot ? json_pack("{s:s, s:s}", "kind", "bot", "level", name + 4)
                                         : json_pack("{s:s, s:s}", "kind", "open", "key", none));
    }
    return seats;
}

static json_t *import_head(const struct importing *in) {
    const struct pip_setup *setup = &in->match.setup;
    char none[65], secret[65];
    pip__hex_write((const uint8_t[32]){0}, 32, none);
    pip__hex_write(in->fair.secret, 32, secret);
    json_t *options = json_object();
    for (int i = 0; setup->game->options[i].name; i++)
        json_object_set_new(options, setup->game->options[i].name,
                            json_string(setup->game->options[i].values[setup->option[i]]));
    json_t *head = json_pack(
        "{s:i, s:s, s:i, s:s, s:o, s:o, s:s, s:s, s:s%}", "v", 1, "game", setup->game->name,
        "edition", in->match.edition, "sheet", setup->sheet->name, "options", options, "seats",
        import_seats(in), "host", none, "secret", secret, "record", in->record, in->record_length);
    if (setup->sheet == &in->sheet.sheet)
        json_object_set_new(head, "own_hash", pip__hex_json(setup->sheet->hash, 32));
    return head;
}

static int64_t now_ms(void) {
    return (int64_t)time(NULL) * 1000;
}

static void on_done(void *context, enum pip_store_status status) {
    struct importing *in = context;
    in->status = status;
    uv_sem_post(&in->sem);
}

static void wait_for(struct importing *in, enum pip_store_status queued) {
    if (queued == PIP_STORE_OK)
        uv_sem_wait(&in->sem); /* on_done has said what became of it */
    else
        in->status = queued;
}

/* Stores the events collected so far behind those that are stored. */
static void flush(struct importing *in) {
    struct pip_store_change change = {
        .id = in->id, .expected_seq = in->seq, .phase = PIP_STORE_OVER, .touched = now_ms()};
    if (in->status == PIP_STORE_OK && in->count > 0)
        wait_for(in, pip_store_append(in->store, &change, in->stored, in->count, on_done, in));
    for (size_t i = 0; i < in->count; i++)
        free((char *)(uintptr_t)in->stored[i].text.at);
    in->seq += (uint32_t)in->count;
    in->count = 0;
}

static void add_event(struct importing *in, json_t *event) {
    char *text = json_dumps(event, JSON_COMPACT);
    json_decref(event);
    if (in->count == EVENTS_AT_ONCE)
        flush(in);
    in->stored[in->count++] =
        (struct pip_store_event){.at = now_ms(), .text = pip_span_of(text ? text : "")};
}

static void import_start(struct importing *in) {
    json_t *nonces = json_array();
    for (int seat = 0; seat < in->match.setup.seats; seat++) {
        const char *name = in->match.name[seat_before(in, seat)];
        char nonce[2 * NONCE_BYTES + 1];
        pip__hex_write(in->fair.nonce[seat_before(in, seat)], NONCE_BYTES, nonce);
        json_array_append_new(nonces, json_string(nonce));
        if (name[0] && strncmp(name, "bot:", 4) != 0)
            add_event(in, json_pack("{s:{s:s, s:i, s:s}, s:s}", "p", "t", "sit", "seat", seat,
                                    "name", name, "x", nonce));
    }
    json_t *start = json_pack("{s:s, s:o}", "t", "start", "nonces", nonces);
    if (in->match.drawn)
        json_object_update_new(start,
                               json_pack("{s:i, s:b}", "first", in->match.first, "drawn", 1));
    add_event(in, json_pack("{s:o}", "p", start));
}

/* Who resigned after `count` events. */
static void import_resigned(struct importing *in, uint32_t count) {
    for (int seat = 0; seat < in->match.setup.seats; seat++) {
        if ((in->match.resigned >> seat & 1) && in->match.resigned_at[seat] == count)
            add_event(in, json_pack("{s:{s:s, s:i, s:s}}", "p", "t", "resign", "seat", seat,
                                    "level", SUBSTITUTE));
    }
}

/* Everything is known, so every step is a move that all can see. */
static void import_events(struct importing *in) {
    uint64_t state[PIP_STATE_MAX / 8];
    const struct pip_setup *setup = &in->match.setup;
    pip_match_at(&in->match, 0, state);
    for (uint32_t i = 0; i < in->match.count; i++) {
        struct pip_event event = in->match.events[i];
        char line[256];
        struct pip_text text = pip_text_init(line, sizeof line);
        import_resigned(in, i);
        pip_event_write(setup, state, event, &text);
        add_event(in, json_pack("{s:{s:s, s:s}}", "p", "t",
                                event.actor == PIP_CHANCE ? "roll" : "move", "e", line));
        setup->game->apply(setup, state, event.actor, event.move);
    }
    char line[256], secret[65];
    struct pip_text text = pip_text_init(line, sizeof line);
    pip_result_write(setup, state, &text);
    pip__hex_write(in->fair.secret, 32, secret);
    add_event(in, in->fair.revealed ? json_pack("{s:{s:s, s:s, s:s}}", "p", "t", "over", "e", line,
                                                "secret", secret)
                                    : json_pack("{s:{s:s, s:s}}", "p", "t", "over", "e", line));
}

static enum pip_store_status import_match(struct importing *in) {
    json_t *head = import_head(in);
    char *text = json_dumps(head, JSON_COMPACT);
    json_decref(head);
    bool own = in->match.setup.sheet == &in->sheet.sheet;
    char hash[65];
    pip__hex_write(in->match.setup.sheet->hash, 32, hash);
    struct pip_store_table table = {.id = in->id,
                                    .game = in->match.setup.game->name,
                                    .head = pip_span_of(text ? text : ""),
                                    .sheet_hash = own ? hash : NULL,
                                    .sheet = {own ? in->own : "", own ? in->own_length : 0},
                                    .created = now_ms(),
                                    .touched = now_ms(),
                                    .phase = PIP_STORE_OVER};
    in->seq = 0;
    in->count = 0;
    wait_for(in, pip_store_create(in->store, &table, NULL, 0, on_done, in));
    free(text);
    if (in->status != PIP_STORE_OK)
        return in->status;
    import_start(in);
    import_events(in);
    flush(in);
    return in->status;
}

/* Rules and score are proven by reading, then the dice. PIP_OK, or a status after saying which file
 * and why. */
static enum pip_status read_proven(struct importing *in) {
    struct pip_fault fault;
    if (!in->record) {
        fprintf(stderr, "%s/%s.pip: cannot be read\n", in->folder, in->id);
        return PIP_SYNTAX;
    }
    enum pip_status status =
        pip_record_read(in->record, in->record_length, find_sheet, in, in->events,
                        sizeof in->events / sizeof *in->events, &in->match, &fault);
    if (status != PIP_OK) {
        fprintf(stderr, "%s/%s.pip:%u:%u: %s\n", in->folder, in->id, fault.line, fault.column,
                fault.detail);
        return status;
    }
    status = pip_dice_check(&in->match, &in->fair, &fault);
    if (status != PIP_OK)
        fprintf(stderr, "%s/%s.pip: %s\n", in->folder, in->id, fault.detail);
    return status;
}

static void import_file(struct importing *in, struct pip__archive_result *result) {
    in->record = read_text(in->folder, in->id, ".pip", &in->record_length);
    in->own = read_text(in->folder, in->id, ".json", &in->own_length);
    bool proven = read_proven(in) == PIP_OK;
    enum pip_store_status stored = proven && in->match.closed ? import_match(in) : PIP_STORE_EXISTS;
    if (!proven || (stored != PIP_STORE_OK && stored != PIP_STORE_EXISTS))
        result->failed++;
    else
        *(stored == PIP_STORE_OK ? &result->done : &result->skipped) += 1;
    if (stored != PIP_STORE_OK && stored != PIP_STORE_EXISTS)
        fprintf(stderr, "%s/%s.pip: %s\n", in->folder, in->id, pip_store_status_text(stored));
    free(in->record);
    free(in->own);
}

/* The id that a file name stands for: "ID.pip". */
static bool id_of(const char *name, char id[PIP_STORE_NAME_MAX + 1]) {
    size_t length = strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-");
    if (length == 0 || length > PIP_STORE_NAME_MAX || strcmp(name + length, ".pip") != 0 ||
        strncmp(name, "pipwright-", 10) == 0)
        return false;
    memcpy(id, name, length);
    id[length] = '\0';
    return true;
}

static void import_all(struct importing *in, DIR *dir, struct pip__archive_result *result) {
    char id[PIP_STORE_NAME_MAX + 1];
    in->id = id;
    uv_sem_init(&in->sem, 0);
    for (struct dirent *entry; (entry = readdir(dir));) {
        if (id_of(entry->d_name, id))
            import_file(in, result);
    }
    uv_sem_destroy(&in->sem);
}

bool pip__archive_import(const char *path, const char *folder, struct pip__archive_result *result) {
    struct importing *in = sodium_init() >= 0 ? calloc(1, sizeof *in) : NULL;
    DIR *dir = opendir(folder);
    if (!dir)
        fprintf(stderr, "pipwright: cannot open the folder %s: %s\n", folder, strerror(errno));
    bool good = in && dir && (in->store = open_store(path, false));
    if (good) {
        in->folder = folder;
        import_all(in, dir, result);
        pip_store_close(in->store);
    }
    if (dir)
        closedir(dir);
    free(in);
    return good;
}
