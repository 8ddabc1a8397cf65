#include "archive.h"
#include "server.h"
#include <dirent.h>
#include <errno.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

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

static bool open_store(struct server *server, const char *path, bool read_only) {
    char error[256];
    struct pip_store_options options = {.read_only = read_only};
    if (strncmp(path, "sqlite:", 7) == 0)
        path += 7;
    memset(server, 0, sizeof *server);
    randombytes_buf(server->hash_key, sizeof server->hash_key);
    server->store = pip_store_open(path, &options, error, sizeof error);
    if (!server->store) {
        fprintf(stderr, "pipwright: cannot open the store %s: %s\n", path, error);
        return false;
    }
    tables_init(server);
    return true;
}

static void close_store(struct server *server) {
    tables_free(server);
    pip_store_close(server->store);
}

/* ---- Out ---- */

struct exporting {
    struct server server;
    const char *folder;
    struct archive_result *result;
};

static bool export_sheet(const struct exporting *exporting, const struct pip_store_table *table) {
    json_t *head = json_loadb(table->head.at, table->head.length, JSON_REJECT_DUPLICATES, NULL);
    const json_t *own = json_object_get(head, "own");
    bool good = !own || write_text(exporting->folder, table->id, ".json", json_string_value(own),
                                   json_string_length(own));
    json_decref(head);
    return good;
}

static bool export_table(void *context, const struct pip_store_table *table) {
    struct exporting *exporting = context;
    struct room *room;
    size_t length;
    if (table->phase == PIP_STORE_WAITING || strncmp(table->id, "pipwright-", 10) == 0) {
        exporting->result->skipped++;
        return true;
    }
    char *record = room_find(&exporting->server, table->id, &room) == CODE_FINE
                       ? view_record(room, false, &length)
                       : NULL;
    bool good = record && write_text(exporting->folder, table->id, ".pip", record, length) &&
                export_sheet(exporting, table);
    free(record);
    tables_sweep_all(&exporting->server);
    *(good ? &exporting->result->done : &exporting->result->failed) += 1;
    return true;
}

bool archive_export(const char *store, const char *folder, struct archive_result *result) {
    struct exporting *exporting = sodium_init() >= 0 ? calloc(1, sizeof *exporting) : NULL;
    if (!exporting || !open_store(&exporting->server, store, true)) {
        free(exporting);
        return false;
    }
    exporting->folder = folder;
    exporting->result = result;
    bool good = mkdir(folder, 0777) == 0 || errno == EEXIST;
    if (!good)
        fprintf(stderr, "pipwright: cannot make the folder %s: %s\n", folder, strerror(errno));
    else
        good = pip_store_each(exporting->server.store, export_table, exporting) == PIP_STORE_OK;
    close_store(&exporting->server);
    free(exporting);
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
        bool bot = strncmp(name, "bot:", 4) == 0 && pip_bot_find(pip_span_of(name + 4));
        char none[65];
        hex_write((const uint8_t[32]){0}, 32, none); /* no key has this hash */
        json_array_append_new(seats, bot ? json_pack("{s:s, s:s}", "kind", "bot", "level", name + 4)
                                         : json_pack("{s:s, s:s}", "kind", "open", "key", none));
    }
    return seats;
}

static json_t *import_head(const struct importing *in) {
    const struct pip_setup *setup = &in->match.setup;
    char none[65], secret[65];
    hex_write((const uint8_t[32]){0}, 32, none);
    hex_write(in->fair.secret, 32, secret);
    json_t *options = json_object();
    for (int i = 0; setup->game->options[i].name; i++)
        json_object_set_new(options, setup->game->options[i].name,
                            json_string(setup->game->options[i].values[setup->option[i]]));
    json_t *head = json_pack(
        "{s:i, s:s, s:i, s:s, s:o, s:o, s:s, s:s, s:s%}", "v", 1, "game", setup->game->name,
        "edition", in->match.edition, "sheet", setup->sheet->name, "options", options, "seats",
        import_seats(in), "host", none, "secret", secret, "record", in->record, in->record_length);
    if (setup->sheet == &in->sheet.sheet)
        json_object_set_new(head, "own", json_stringn(in->own, in->own_length));
    return head;
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
        .id = in->id, .expected_seq = in->seq, .phase = PIP_STORE_OVER, .touched = server_now()};
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
        (struct pip_store_event){.at = server_now(), .text = pip_span_of(text ? text : "")};
}

static void import_start(struct importing *in) {
    json_t *nonces = json_array();
    for (int seat = 0; seat < in->match.setup.seats; seat++) {
        const char *name = in->match.name[seat_before(in, seat)];
        char nonce[2 * NONCE_BYTES + 1];
        hex_write(in->fair.nonce[seat_before(in, seat)], NONCE_BYTES, nonce);
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
    hex_write(in->fair.secret, 32, secret);
    add_event(in, in->fair.revealed ? json_pack("{s:{s:s, s:s, s:s}}", "p", "t", "over", "e", line,
                                                "secret", secret)
                                    : json_pack("{s:{s:s, s:s}}", "p", "t", "over", "e", line));
}

static enum pip_store_status import_match(struct importing *in) {
    json_t *head = import_head(in);
    char *text = json_dumps(head, JSON_COMPACT);
    json_decref(head);
    struct pip_store_table table = {.id = in->id,
                                    .game = in->match.setup.game->name,
                                    .head = pip_span_of(text ? text : ""),
                                    .created = server_now(),
                                    .touched = server_now(),
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

static void import_file(struct importing *in, struct archive_result *result) {
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

bool archive_import(const char *store, const char *folder, struct archive_result *result) {
    struct server *server = sodium_init() >= 0 ? calloc(1, sizeof *server) : NULL;
    struct importing *in = calloc(1, sizeof *in);
    char id[PIP_STORE_NAME_MAX + 1];
    DIR *dir = opendir(folder);
    if (!dir)
        fprintf(stderr, "pipwright: cannot open the folder %s: %s\n", folder, strerror(errno));
    bool good = server && in && dir && open_store(server, store, false);
    if (good) {
        in->store = server->store;
        in->folder = folder;
        in->id = id;
        uv_sem_init(&in->sem, 0);
        for (struct dirent *entry; (entry = readdir(dir));) {
            if (id_of(entry->d_name, id))
                import_file(in, result);
        }
        close_store(server);
        uv_sem_destroy(&in->sem);
    }
    if (dir)
        closedir(dir);
    free(in);
    free(server);
    return good;
}
