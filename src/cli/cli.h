/* What the commands share: options described once (parsing and --help come from the same list),
 * errors that say what to do next, and files. Exit codes: 0 fine, 1 the answer is no, 2 wrong use,
 * 3 failed. */
#ifndef PIP__CLI_H
#define PIP__CLI_H

#include <jansson.h>
#include <pipwright/record.h>
#include <pipwright/sheet.h>
#include <pipwright/sim.h>
#include <stdio.h>

enum cli_exit { CLI_OK, CLI_NO, CLI_USAGE, CLI_FAILED };

enum cli_kind { CLI_FLAG, CLI_NUMBER, CLI_TEXT, CLI_LIST };

#define CLI_LIST_MAX 16

/* Values of an option that may be given several times. */
struct cli_list {
    const char *item[CLI_LIST_MAX];
    int count;
};

/* `to` is bool * for a flag, uint64_t * for a number, const char ** for a text, struct cli_list *
 * for a list. `value` names the value in the help. A list of options ends with a NULL name. */
struct cli_option {
    const char *name, *value, *help;
    enum cli_kind kind;
    void *to;
};

struct cli_command {
    const char *name;
    const char *arguments; /* "GAME", "FILE [--at N]" */
    const char *summary;
    const char *example;
    int (*run)(const struct cli_command *command, int argc, char **argv);
};

/* Reads options and at most `most` arguments. Returns -1 if the command is to go on, else the exit
 * code (after --help, or after a wrong use that has been reported). */
int cli_parse(const struct cli_command *command, const struct cli_option *options, int argc,
              char **argv, const char **arguments, int least, int most);

/* A whole number given with --NAME, decimal or after 0x hexadecimal. CLI_OK or CLI_USAGE. */
int cli_number(const char *name, const char *text, uint64_t *number);

/* Prints "pipwright: ..." to stderr and returns `code`. */
__attribute__((format(printf, 2, 3))) int cli_error(int code, const char *format, ...);

/* Reads a whole file ("-": standard input) of at most `most` bytes into memory that the caller
 * owns. Returns CLI_OK, or the exit code after reporting. */
int cli_read_file(const char *path, size_t most, char **bytes, size_t *length);

/* Whether a regular file of that name is there and has something in it, which must not be lost. */
bool cli_holds_something(const char *path);

/* Writes a whole file so that either all of it or nothing new is there. CLI_OK or CLI_FAILED. */
int cli_write_file(const char *path, const char *bytes, size_t length);

/* Game, sheet and options from the command line. */
struct cli_table {
    const char *sheet;       /* a shipped name or a path; NULL: the default */
    struct cli_list options; /* key=value */
    const char *seats;       /* 0: not said */
    struct pip_sheet_file file;
    struct pip_setup setup;
};
#define CLI_TABLE_OPTIONS(table)                                                                   \
    {"seats", "N", "how many seats", CLI_TEXT, &(table).seats},                                    \
        {"sheet", "NAME", "a shipped sheet, or the path of your own", CLI_TEXT, &(table).sheet}, { \
        "option", "KEY=VALUE", "an option of the game; may be repeated", CLI_LIST,                 \
            &(table).options                                                                       \
    }

/* Fills table->setup. `seats` counts if the table says none. CLI_OK or the exit code. */
int cli_setup(struct cli_table *table, const char *game, int seats);

/* A record file and the match in it. The match is as long as the file is sound. */
struct cli_record {
    struct cli_table table; /* only `sheet` counts */
    struct pip_event events[32768];
    struct pip_match match;
    struct pip_fault fault;
};
int cli_read_record(struct cli_record *record, const char *path);
/* The same of that game only, on `sheet` (or NULL). */
int cli_read_record_of(struct cli_record *record, const char *path, const char *game,
                       const char *sheet);
/* The same from text, without reporting: the fault is in the record. */
enum pip_status cli_parse_record(struct cli_record *record, const char *text, size_t length);
/* The sheet that a record of this name has: the one of the table's file, a shipped one, that of a
 * built-in example; or NULL. */
const struct pip_sheet *cli_record_sheet(void *record, const struct pip_game *game,
                                         struct pip_span name);

/* Writes the record of a match to a file. */
int cli_write_record(const struct pip_match *match, const char *path);

/* A file of sheet faults for people: "FILE:LINE:COLUMN: WHERE: WHAT", one a line, to stderr. */
int cli_load_sheet(const char *path, struct pip_sheet_file *file);

/* The bot of that name, or NULL after reporting which there are. */
const struct pip_bot *cli_find_bot(struct pip_span name);

/* JSON: prints and releases; the options of a setup as an object; a sheet's hash as 64 digits. */
void cli_print_json(json_t *json);
json_t *cli_options_json(const struct pip_setup *setup);
void cli_hash_text(const struct pip_sheet *sheet, char text[65]);

/* The position in words into `buffer`: first what all share, then a seat's own part. Returns where
 * that begins. */
size_t cli_state_text(const struct pip_setup *setup, const void *state, int seat, char *buffer,
                      size_t room);

/* A seat's name as people read it: "Ada"; "seat 1" if it has none; a bot by its kind, with a number
 * where there are several: "Greedy 2". In a buffer of its own for each seat. */
const char *cli_name(const struct pip_match *match, int seat);

/* "1 point", "2 points": what a seat has. In a buffer that the next call uses again. */
const char *cli_points(const struct pip_setup *setup, const void *state, int seat);

/* Files of docs/ that are built into the program; the list ends with a NULL name. */
struct cli_document {
    const char *name; /* "rules/roller.md" */
    struct pip_span text;
};
extern const struct cli_document cli_documents[];

/* The one of that name, or NULL. */
const struct cli_document *cli_find_document(const char *name);

/* Prints Markdown for a terminal, 80 columns wide: headings, paragraphs, items, tables. `ids` keeps
 * the rule ids in brackets with which a block may end. */
void cli_print_markdown(struct pip_span text, bool ids);

/* The commands. */
#define CLI_COMMANDS(X) \
    X(play)             \
    X(rules)            \
    X(serve)            \
    X(archive)          \
    X(store)            \
    X(sim)              \
    X(engine)           \
    X(train)            \
    X(solve)            \
    X(hint)             \
    X(review)           \
    X(puzzles)          \
    X(replay)           \
    X(legal)            \
    X(verify)           \
    X(sheet)            \
    X(perft)            \
    X(bench)
#define X(name) extern const struct cli_command cli_##name;
CLI_COMMANDS(X)
#undef X

#endif
