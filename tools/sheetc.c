/* sheetc OUT.c C_NAME FILE.json...: compiles a game's sheet files into constant C tables. */
#include "sheet/reading.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char input[PIP_SHEET_BYTES_MAX + 1];
static char output[1 << 20];

static void add_string(struct pip_text *c, const char *key, const char *value) {
    pip_text_add(c, "    .");
    pip_text_add(c, key);
    pip_text_add(c, " = \"");
    for (; *value; value++) {
        if (*value == '"' || *value == '\\')
            pip_text_add_char(c, '\\');
        pip_text_add_char(c, *value);
    }
    pip_text_add(c, "\",\n");
}

static const struct pip__sheet_kind *kind_of(const struct pip_sheet *sheet) {
    int i = 0;
    while (strcmp(pip__sheet_kinds[i]->game, sheet->game) != 0)
        i++;
    return pip__sheet_kinds[i];
}

/* static const struct pip__x_sheet data_N = {...}; static const struct pip_sheet sheet_N = {...};
 */
static void emit_sheet(struct pip_text *c, const struct pip_sheet *sheet, int number) {
    const struct pip__sheet_kind *kind = kind_of(sheet);
    pip_text_add(c, "\nstatic const ");
    pip_text_add(c, kind->type);
    pip_text_add(c, " data_");
    pip_text_add_number(c, number);
    pip_text_add(c, " = {\n    ");
    kind->emit(sheet->data, c);
    pip_text_add(c, ",\n};\n\nstatic const struct pip_sheet sheet_");
    pip_text_add_number(c, number);
    pip_text_add(c, " = {\n");
    add_string(c, "game", sheet->game);
    add_string(c, "name", sheet->name);
    add_string(c, "title_en", sheet->title_en);
    add_string(c, "title_de", sheet->title_de);
    add_string(c, "author", sheet->author);
    add_string(c, "note", sheet->note);
    pip_text_add(c, "    .hash = ");
    pip__emit_bytes(c, sheet->hash, sizeof sheet->hash);
    pip_text_add(c, ",\n    .data = &data_");
    pip_text_add_number(c, number);
    pip_text_add(c, ",\n};\n");
}

static int compile(const char *path, struct pip_text *c, int number) {
    struct pip_sheet_fault faults[PIP_SHEET_FAULTS_MAX];
    static struct pip_sheet_file file;
    FILE *in = fopen(path, "rb");
    size_t length = in ? fread(input, 1, sizeof input, in) : 0;
    if (!in || ferror(in)) {
        perror(path);
        return 1;
    }
    fclose(in);
    int count = pip_sheet_read(input, length, &file, faults, PIP_SHEET_FAULTS_MAX);
    for (int i = 0; i < count && i < PIP_SHEET_FAULTS_MAX; i++)
        fprintf(stderr, "%s:%u:%u: %s: %s\n", path, faults[i].line, faults[i].column,
                faults[i].where, faults[i].what);
    if (count > 0)
        return 1;
    if (number == 0) {
        pip_text_add(c, "/* generated from sheets/ by tools/sheetc.c */\n#include \"");
        pip_text_add(c, kind_of(&file.sheet)->header);
        pip_text_add(c, "\"\n");
    }
    emit_sheet(c, &file.sheet, number);
    return 0;
}

int main(int argc, char **argv) {
    struct pip_text c = pip_text_init(output, sizeof output);
    if (argc < 4) {
        fprintf(stderr, "usage: sheetc OUT.c C_NAME FILE.json...\n");
        return 2;
    }
    for (int i = 3; i < argc; i++) {
        if (compile(argv[i], &c, i - 3) != 0)
            return 1;
    }
    pip_text_add(&c, "\nconst struct pip_sheet *const pip__");
    pip_text_add(&c, argv[2]);
    pip_text_add(&c, "_sheets[] = {");
    for (int i = 3; i < argc; i++) {
        pip_text_add(&c, "&sheet_");
        pip_text_add_number(&c, i - 3);
        pip_text_add(&c, ", ");
    }
    pip_text_add(&c, "NULL};\n");
    FILE *out = pip_text_fits(&c) ? fopen(argv[1], "wb") : NULL;
    if (!out || fputs(output, out) == EOF || fclose(out) == EOF) {
        perror(argv[1]);
        return 1;
    }
    return 0;
}
