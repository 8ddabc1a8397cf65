#include "reading.h"
#include <sodium.h>
#include <string.h>

extern const struct pip__sheet_kind pip__sheet_kind_escape, pip__sheet_kind_lost_cities,
    pip__sheet_kind_pig, pip__sheet_kind_roller;

const struct pip__sheet_kind *const pip__sheet_kinds[] = {
    &pip__sheet_kind_escape,
    &pip__sheet_kind_lost_cities,
    &pip__sheet_kind_pig,
    &pip__sheet_kind_roller,
    NULL,
};

static const struct pip__sheet_kind *kind_of(struct pip__reading *in,
                                             const struct pip__node *file) {
    struct pip__node game;
    if (!pip__member(in, file, "game", JSON_STRING, &game))
        return NULL;
    for (int i = 0; pip__sheet_kinds[i]; i++) {
        if (strcmp(json_string_value(game.json), pip__sheet_kinds[i]->game) == 0)
            return pip__sheet_kinds[i];
    }
    pip__fault(in, &game, PIP__FAULT_NO_GAME);
    return NULL;
}

/* Unknown keys: neither a common one nor one of the game's. */
static void check_keys(struct pip__reading *in, const struct pip__node *file,
                       const struct pip__sheet_kind *kind) {
    const char *keys[32] = {"pipwright-sheet", "game", "name", "title", "author", "note"};
    int count = 6;
    for (int i = 0; kind->keys[i]; i++)
        keys[count++] = kind->keys[i];
    pip__only_keys(in, file, keys);
}

static void read_name(struct pip__reading *in, const struct pip__node *file,
                      struct pip_sheet *sheet) {
    struct pip__node node = {file, "name", 0, json_object_get(file->json, "name")};
    if (pip__member_string(in, file, "name", 32, &sheet->name) &&
        sheet->name[strspn(sheet->name, "abcdefghijklmnopqrstuvwxyz0123456789-")])
        pip__fault(in, &node, PIP__FAULT_BAD_NAME);
}

static void read_title(struct pip__reading *in, const struct pip__node *file,
                       struct pip_sheet *sheet) {
    static const char *const languages[] = {"en", "de", NULL};
    struct pip__node title;
    if (!pip__member(in, file, "title", JSON_OBJECT, &title))
        return;
    pip__only_keys(in, &title, languages);
    pip__member_string(in, &title, "en", 64, &sheet->title_en);
    pip__member_string(in, &title, "de", 64, &sheet->title_de);
}

static void read_common(struct pip__reading *in, const struct pip__node *file,
                        struct pip_sheet *sheet) {
    int version;
    pip__member_number(in, file, "pipwright-sheet", 1, 1, &version);
    read_name(in, file, sheet);
    read_title(in, file, sheet);
    sheet->author = sheet->note = "";
    if (json_object_get(file->json, "author"))
        pip__member_string(in, file, "author", 64, &sheet->author);
    if (json_object_get(file->json, "note"))
        pip__member_string(in, file, "note", 300, &sheet->note);
}

static void read_object(struct pip__reading *in, const struct pip__node *file,
                        struct pip_sheet_file *out) {
    const struct pip__sheet_kind *kind = kind_of(in, file);
    read_common(in, file, &out->sheet);
    if (!kind)
        return;
    out->sheet.game = kind->game;
    out->sheet.data = out->data;
    check_keys(in, file, kind);
    kind->read(in, file, out->data);
}

static void parse_fault(struct pip__reading *in, const json_error_t *error,
                        struct pip_sheet_fault *faults, int room) {
    bool twice = json_error_code(error) == json_error_duplicate_key;
    pip__fault_of(in, &(struct pip__node){0}, twice ? PIP__FAULT_KEY_TWICE : PIP__FAULT_NO_JSON,
                  PIP__TEXT(error->text));
    pip__give_faults(in, faults, room);
    if (room > 0) {
        faults->line = (uint32_t)(error->line > 0 ? error->line : 1);
        faults->column = (uint32_t)(error->column > 0 ? error->column : 1);
    }
}

static void read_text(struct pip__reading *in, struct pip_sheet_file *out,
                      struct pip_sheet_fault *faults, int room) {
    json_error_t error = {0};
    struct pip__node file = {.json =
                                 json_loadb(in->text, in->length, JSON_REJECT_DUPLICATES, &error)};
    if (!file.json) {
        parse_fault(in, &error, faults, room);
        return;
    }
    if (json_is_object(file.json))
        read_object(in, &file, out);
    else
        pip__fault(in, &file, PIP__FAULT_NO_OBJECT);
    pip__give_faults(in, faults, room);
    json_decref(file.json);
}

int pip_sheet_read(const char *json, size_t length, struct pip_sheet_file *out,
                   struct pip_sheet_fault *faults, int room) {
    struct pip__reading in = {.text = json,
                              .length = length,
                              .strings = out->strings,
                              .strings_end = out->strings + sizeof out->strings};
    memset(out, 0, sizeof *out);
    const char *nul = memchr(json, '\0', length); /* jansson passes over some of them */
    if (length <= PIP_SHEET_BYTES_MAX && !nul) {
        read_text(&in, out, faults, room);
        crypto_hash_sha256(out->sheet.hash, (const unsigned char *)json, length);
        return in.count;
    }
    if (length > PIP_SHEET_BYTES_MAX)
        pip__fault_of(&in, &(struct pip__node){0}, PIP__FAULT_TOO_LARGE,
                      PIP__NUMBER(PIP_SHEET_BYTES_MAX));
    else
        pip__fault_at(&in, nul, PIP__FAULT_NUL);
    pip__give_faults(&in, faults, room);
    return in.count;
}
