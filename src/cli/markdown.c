/* Markdown for a terminal: the few forms that the rules are written in. */
#include "cli.h"
#include <string.h>

enum { WIDTH = 80, BLOCK_MAX = 4096, ROWS_MAX = 32, CELLS_MAX = 12 };

static bool starts(struct pip_span line, const char *with) {
    size_t length = strlen(with);
    return line.length >= length && memcmp(line.at, with, length) == 0;
}

static struct pip_span trimmed(struct pip_span span) {
    while (span.length > 0 && span.at[0] == ' ')
        span.at++, span.length--;
    while (span.length > 0 && span.at[span.length - 1] == ' ')
        span.length--;
    return span;
}

static struct pip_span next_line(struct pip_span *rest) {
    const char *end = memchr(rest->at, '\n', rest->length);
    struct pip_span line = {rest->at, end ? (size_t)(end - rest->at) : rest->length};
    size_t gone = line.length + (end ? 1 : 0);
    rest->at += gone;
    rest->length -= gone;
    return line;
}

static struct pip_span peek_line(struct pip_span rest) {
    return next_line(&rest);
}

/* Whether a line goes on with the block before it. */
static bool goes_on(struct pip_span line) {
    return line.length > 0 && !starts(line, "#") && !starts(line, "- ") && !starts(line, "|");
}

/* Columns that a text takes, one for each character. */
static int width_of(struct pip_span text) {
    int width = 0;
    for (size_t i = 0; i < text.length; i++)
        width += ((unsigned char)text.at[i] & 0xc0) != 0x80;
    return width;
}

static void repeat(char c, int times) {
    while (times-- > 0)
        putchar(c);
}

/* ---- What is said inside a block ---- */

/* Without the rule ids at its end: "... [LC4.1 LC4.2]". */
static struct pip_span without_ids(struct pip_span text) {
    size_t open = text.length;
    if (open == 0 || text.at[open - 1] != ']')
        return text;
    while (open > 0 && text.at[open - 1] != '[')
        open--;
    bool ids = open > 0 && text.at[open] >= 'A' && text.at[open] <= 'Z' &&
               text.at[open + 1] >= 'A' && text.at[open + 1] <= 'Z';
    return ids ? trimmed((struct pip_span){text.at, open - 1}) : text;
}

/* Adds a line without emphasis and without where its links lead. */
static void add_plain(struct pip_text *text, struct pip_span line) {
    bool link = memmem(line.at, line.length, "](", 2) != NULL;
    for (size_t i = 0; i < line.length; i++) {
        char c = line.at[i];
        if (link && c == ']' && i + 1 < line.length && line.at[i + 1] == '(') {
            while (i + 1 < line.length && line.at[i] != ')')
                i++;
        } else if (c != '*' && c != '`' && !(link && c == '[')) {
            pip_text_add_char(text, c);
        }
    }
}

static void print_wrapped(struct pip_span text, int indent) {
    int column = indent;
    for (size_t i = 0; i < text.length;) {
        size_t end = i;
        while (end < text.length && text.at[end] != ' ')
            end++;
        struct pip_span word = {text.at + i, end - i};
        if (column > indent && column + 1 + width_of(word) > WIDTH) {
            putchar('\n');
            repeat(' ', indent);
            column = indent;
        }
        column += printf("%s", column > indent ? " " : "");
        fwrite(word.at, 1, word.length, stdout);
        column += width_of(word);
        i = end + 1;
    }
    putchar('\n');
}

/* A heading, an item or a paragraph, with the lines that go on with it. */
static void print_block(struct pip_span line, struct pip_span *rest, bool ids) {
    char buffer[BLOCK_MAX];
    struct pip_text text = pip_text_init(buffer, sizeof buffer);
    bool item = starts(line, "- ");
    int level = starts(line, "## ") ? 2 : starts(line, "# ");
    size_t mark = item ? 2 : level ? (size_t)level + 1 : 0;
    add_plain(&text, (struct pip_span){line.at + mark, line.length - mark});
    while (!level && goes_on(peek_line(*rest))) {
        pip_text_add_char(&text, ' ');
        add_plain(&text, trimmed(next_line(rest)));
    }
    struct pip_span all = {buffer, pip_text_fits(&text) ? text.length : sizeof buffer - 1};
    if (!ids)
        all = without_ids(all);
    if (item)
        fputs("- ", stdout);
    print_wrapped(all, item ? 2 : 0);
    if (level) {
        repeat(level == 1 ? '=' : '-', width_of(all));
        putchar('\n');
    }
}

/* ---- Tables ---- */

struct table {
    struct pip_span cell[ROWS_MAX][CELLS_MAX];
    int rows, columns, width[CELLS_MAX];
    bool right[CELLS_MAX];
};

static int split_row(struct pip_span line, struct pip_span cells[CELLS_MAX]) {
    int count = 0;
    for (size_t i = 1, end; i < line.length && count < CELLS_MAX; i = end + 1) {
        for (end = i; end < line.length && line.at[end] != '|';)
            end++;
        cells[count++] = trimmed((struct pip_span){line.at + i, end - i});
    }
    return count;
}

static void read_table(struct table *table, struct pip_span line, struct pip_span *rest) {
    struct pip_span rule[CELLS_MAX];
    table->columns = split_row(line, table->cell[0]);
    table->rows = 1;
    int ruled = split_row(next_line(rest), rule);
    for (int i = 0; i < ruled; i++)
        table->right[i] = rule[i].length > 0 && rule[i].at[rule[i].length - 1] == ':';
    while (table->rows < ROWS_MAX && starts(peek_line(*rest), "|"))
        split_row(next_line(rest), table->cell[table->rows++]);
    for (int row = 0; row < table->rows; row++) {
        for (int i = 0; i < table->columns; i++) {
            int width = width_of(table->cell[row][i]);
            if (width > table->width[i])
                table->width[i] = width;
        }
    }
}

static void print_table(struct pip_span line, struct pip_span *rest) {
    struct table table = {0};
    read_table(&table, line, rest);
    for (int row = 0; row < table.rows; row++) {
        int due = 0; /* spaces that come before the next text, so that no line ends with one */
        for (int i = 0; i < table.columns; i++) {
            struct pip_span cell = table.cell[row][i];
            int space = table.width[i] - width_of(cell);
            due += 2 + (table.right[i] ? space : 0);
            if (cell.length > 0) {
                repeat(' ', due);
                fwrite(cell.at, 1, cell.length, stdout);
                due = 0;
            }
            due += table.right[i] ? 0 : space;
        }
        putchar('\n');
    }
}

void cli_print_markdown(struct pip_span text, bool ids) {
    while (text.length > 0) {
        struct pip_span line = next_line(&text);
        if (line.length == 0)
            putchar('\n');
        else if (starts(line, "|"))
            print_table(line, &text);
        else
            print_block(line, &text, ids);
    }
}
