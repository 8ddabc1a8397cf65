/* netc OUT.c FILE.net...: compiles nets into constant C tables. */
#include "train/train.h"
#include <stdlib.h>

static int read_file(const char *path, char **bytes, size_t *length) {
    FILE *in = fopen(path, "rb");
    *bytes = malloc(1u << 24);
    *length = in && *bytes ? fread(*bytes, 1, 1u << 24, in) : 0;
    int failed = !in || !*bytes || ferror(in);
    if (in)
        fclose(in);
    return failed;
}

static void emit_numbers(FILE *out, const int16_t *numbers, int count) {
    fputc('{', out);
    for (int i = 0; i < count; i++)
        fprintf(out, "%d,", numbers[i]);
    fputc('}', out);
}

static void emit_rows(FILE *out, const struct pip_net *net, int number) {
    fprintf(out, "static const struct pip__net_row rows_%d[] = {\n", number);
    for (int row = 0; row <= net->features; row++) {
        fputc('{', out);
        emit_numbers(out, net->row[row].hidden, NET_HIDDEN);
        fputs("},\n", out);
    }
    fprintf(out, "};\nstatic const struct pip__net_past past_%d[] = {\n", number);
    for (int row = 0; row <= net->features; row++) {
        fputc('{', out);
        emit_numbers(out, net->past[row].head, NET_HEADS);
        fputs("},\n", out);
    }
    fputs("};\n", out);
}

static void emit_net(FILE *out, const struct pip_net *net, int number) {
    fprintf(out,
            "{.game = \"%s\", .sheet = \"%s\", .seats_min = %u, .seats_max = %u, .features = %u,"
            " .hash = 0x%llxu,",
            net->game, net->sheet, net->seats_min, net->seats_max, net->features,
            (unsigned long long)net->hash);
    fputs(" .out = {", out);
    for (int head = 0; head < NET_HEADS; head++) {
        emit_numbers(out, net->out[head], NET_HIDDEN);
        fputc(',', out);
    }
    fprintf(out, "}, .row = rows_%d, .past = past_%d},\n", number, number);
}

#define NETS_MAX 64

int main(int argc, char **argv) {
    static struct pip__net_file file[NETS_MAX];
    FILE *out = argc > 1 && argc - 2 <= NETS_MAX ? fopen(argv[1], "w") : NULL;
    if (!out) {
        fprintf(stderr, "usage: netc OUT.c FILE.net... (at most %d)\n", NETS_MAX);
        return 2;
    }
    fputs("/* Made by netc. */\n#include \"bots/net.h\"\n", out);
    for (int i = 2; i < argc; i++) {
        char *bytes;
        size_t length;
        const char *why = "it cannot be read";
        if (read_file(argv[i], &bytes, &length) ||
            pip__net_read(bytes, length, &file[i - 2], &why) != PIP_OK) {
            fprintf(stderr, "netc: %s: %s\n", argv[i], why);
            return 1;
        }
        free(bytes);
        emit_rows(out, &file[i - 2].net, i - 2);
    }
    fputs("const struct pip_net pip__nets[] = {\n", out);
    for (int i = 2; i < argc; i++) {
        emit_net(out, &file[i - 2].net, i - 2);
        pip__net_release(&file[i - 2]);
    }
    fputs("{0}};\n", out);
    return fclose(out) == 0 ? 0 : 1;
}
