#include <pipwright/record.h>
#include <string.h>

/* ---- Lines ---- */

struct reader {
    const char *text;
    size_t length, at; /* at: start of the next line */
    size_t line_start; /* of the current line */
    uint32_t line;     /* number of the current line */
    bool blank;        /* the current line is empty, not merely a comment */
    struct pip_fault *fault;
};

static enum pip_status fail_at(struct pip_fault *fault, enum pip_status status, uint32_t line,
                               uint32_t column, const char *detail, struct pip_span what) {
    struct pip_text text = pip_text_init(fault->detail, sizeof fault->detail);
    fault->status = status;
    fault->line = line;
    fault->column = column;
    pip_text_add(&text, detail);
    if (what.length > 0) {
        bool cut = what.length > 60;
        what.length = cut ? 60 : what.length;
        while (cut && ((unsigned char)what.at[what.length] & 0xc0) == 0x80)
            what.length--;
        pip_text_add(&text, ": ");
        pip_text_add_span(&text, what);
        pip_text_add(&text, cut ? "..." : "");
    }
    return status;
}

/* Columns count characters, not bytes. */
static uint32_t column_of(const struct reader *in, const char *place) {
    uint32_t column = 1;
    for (const char *c = in->text + in->line_start; c < place; c++)
        column += ((unsigned char)*c & 0xc0) != 0x80;
    return column;
}

static enum pip_status fail(struct reader *in, enum pip_status status, struct pip_span place,
                            const char *detail) {
    return fail_at(in->fault, status, in->line, column_of(in, place.at), detail, place);
}

bool pip_name_valid(struct pip_span name) {
    const char *end = name.at + name.length;
    if (name.length == 0 || name.length > PIP_NAME_MAX || name.at[0] == ' ' || end[-1] == ' ')
        return false;
    for (const char *at = name.at; at < end;) {
        size_t size = pip_span_character(at, end);
        if (size == 0 || *at == ';')
            return false;
        at += size;
    }
    return true;
}

/* Reads one line without its comment into `line`. PIP_SYNTAX with a fault if it is not sound. */
static enum pip_status read_line(struct reader *in, struct pip_span *line) {
    in->line_start = in->at;
    in->line++;
    const char *start = in->text + in->at, *end = in->text + in->length;
    const char *comment = NULL, *at = start;
    while (at < end && *at != '\n') {
        size_t size = pip_span_character(at, end);
        if (size == 0)
            return fail(in, PIP_SYNTAX, (struct pip_span){at, 0},
                        *at == '\r' ? "lines end with a line feed alone, not with a carriage return"
                        : *at == '\t' ? "words are separated by spaces, not tabs"
                                      : "not a printable UTF-8 character");
        if (*at == ';' && !comment)
            comment = at;
        at += size;
    }
    if (at == end)
        return fail(in, PIP_SYNTAX, (struct pip_span){at, 0},
                    "the last line has no line feed; the file seems to be cut off");
    in->at = (size_t)(at - in->text) + 1;
    in->blank = at == start;
    const char *stop = comment ? comment : at;
    while (comment && stop > start && stop[-1] == ' ')
        stop--;
    *line = (struct pip_span){start, (size_t)(stop - start)};
    return PIP_OK;
}

/* The next line that is more than a comment. `found` is false at the end of the text. */
static enum pip_status next_line(struct reader *in, struct pip_span *line, bool *found) {
    *found = false;
    while (in->at < in->length) {
        enum pip_status status = read_line(in, line);
        if (status != PIP_OK)
            return status;
        if (in->blank || line->length > 0) {
            *found = true;
            return PIP_OK;
        }
    }
    in->line_start = in->length;
    in->line++;
    return PIP_OK;
}

/* ---- Header ---- */

/* A header value and where it stood; `at` is NULL if it was not given. */
struct entry {
    struct pip_span value;
    uint32_t line, column;
};

struct header {
    struct entry game, edition, sheet, hash, seats, first, dice;
    struct entry option[PIP_OPTIONS_MAX];
    struct entry seat[PIP_SEATS_MAX];
    int options, named;
};

static enum pip_status fail_entry(struct reader *in, enum pip_status status,
                                  const struct entry *entry, const char *detail) {
    return fail_at(in->fault, status, entry->line, entry->column, detail, entry->value);
}

static bool keep_line(struct pip_match *match, struct pip_span line) {
    size_t used = strlen(match->extra);
    if (used + line.length + 1 > PIP_EXTRA_MAX)
        return false;
    memcpy(match->extra + used, line.at, line.length);
    memcpy(match->extra + used + line.length, "\n", 2);
    return true;
}

static struct entry *entry_for(struct header *h, struct pip_span key) {
    const struct {
        const char *key;
        struct entry *entry;
    } known[] = {{"game", &h->game},       {"edition", &h->edition}, {"sheet", &h->sheet},
                 {"sheet-hash", &h->hash}, {"seats", &h->seats},     {"first", &h->first},
                 {"dice", &h->dice}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (pip_span_is(key, known[i].key))
            return known[i].entry;
    }
    if (pip_span_is(key, "option") && h->options < PIP_OPTIONS_MAX)
        return &h->option[h->options++];
    if (pip_span_is(key, "seat") && h->named < PIP_SEATS_MAX)
        return &h->seat[h->named++];
    return NULL;
}

static enum pip_status read_header_line(struct reader *in, struct pip_match *match,
                                        struct header *h, struct pip_span line) {
    struct pip_span rest = line, key;
    if (!pip_span_word(&rest, &key) || rest.length == 0)
        return fail(in, PIP_SYNTAX, line, "a header line is a key, one space and a value");
    if (rest.at[0] == ' ' || rest.at[rest.length - 1] == ' ')
        return fail(in, PIP_SYNTAX, line, "a value neither begins nor ends with a space");
    if (pip_span_is(key, "pipwright"))
        return fail(in, PIP_SYNTAX, line, "the first line stands only once");
    struct entry *entry = entry_for(h, key);
    if (!entry) {
        if (pip_span_is(key, "option") || pip_span_is(key, "seat"))
            return fail(in, PIP_SYNTAX, key, "there are too many lines of this key");
        return keep_line(match, line) ? PIP_OK
                                      : fail(in, PIP_NO_ROOM, key, "too many unknown header lines");
    }
    if (entry->value.at)
        return fail(in, PIP_SYNTAX, key, "this key stands twice");
    *entry = (struct entry){rest, in->line, column_of(in, rest.at)};
    return PIP_OK;
}

static enum pip_status read_header(struct reader *in, struct pip_match *match, struct header *h) {
    struct pip_span line = {in->text, 0};
    bool found;
    enum pip_status status = next_line(in, &line, &found);
    if (status != PIP_OK)
        return status;
    if (!found || !pip_span_is(line, "pipwright record 1"))
        return fail(in, PIP_SYNTAX, line, "the first line must be \"pipwright record 1\"");
    for (;;) {
        status = next_line(in, &line, &found);
        if (status != PIP_OK)
            return status;
        if (!found)
            return fail_at(in->fault, PIP_SYNTAX, in->line, 1,
                           "the header has no empty line after it; the file seems to be cut off",
                           (struct pip_span){0});
        if (in->blank)
            return PIP_OK;
        status = read_header_line(in, match, h, line);
        if (status != PIP_OK)
            return status;
    }
}

static enum pip_status use_sheet(struct reader *in, const struct header *h, pip_sheet_finder *find,
                                 void *context, struct pip_setup *setup) {
    uint8_t hash[32];
    setup->sheet = find ? find(context, setup->game, h->sheet.value)
                        : pip_sheet_find(setup->game, h->sheet.value);
    if (!setup->sheet)
        return fail_entry(in, PIP_UNKNOWN_SHEET, &h->sheet, "there is no sheet of this name");
    if (!h->hash.value.at)
        return PIP_OK;
    if (!pip_span_hex(h->hash.value, sizeof hash, hash))
        return fail_entry(in, PIP_SYNTAX, &h->hash, "a sheet hash is 64 digits 0-9 a-f");
    if (memcmp(hash, setup->sheet->hash, sizeof hash) != 0)
        return fail_entry(in, PIP_BAD_HASH, &h->hash,
                          "the sheet of this name here is not the one the game was played on");
    return PIP_OK;
}

static enum pip_status use_options(struct reader *in, const struct header *h,
                                   struct pip_setup *setup) {
    for (int i = 0; i < h->options; i++) {
        if (pip_setup_option(setup, h->option[i].value) != PIP_OK)
            return fail_entry(in, PIP_BAD_OPTION, &h->option[i],
                              "this game has no such option or value");
        for (int j = 0; j < i; j++) {
            size_t key = (size_t)((const char *)memchr(h->option[i].value.at, '=',
                                                       h->option[i].value.length) -
                                  h->option[i].value.at);
            if (key < h->option[j].value.length &&
                memcmp(h->option[i].value.at, h->option[j].value.at, key + 1) == 0)
                return fail_entry(in, PIP_SYNTAX, &h->option[i], "this option stands twice");
        }
    }
    return PIP_OK;
}

static enum pip_status use_names(struct reader *in, const struct header *h,
                                 struct pip_match *match) {
    for (int i = 0; i < h->named; i++) {
        struct pip_span name = h->seat[i].value, word;
        uint32_t seat;
        if (!pip_span_word(&name, &word) || !pip_span_number(word, PIP_SEATS_MAX, &seat) ||
            seat >= match->setup.seats)
            return fail_entry(in, PIP_BAD_SEATS, &h->seat[i], "there is no such seat");
        if (!pip_name_valid(name))
            return fail_entry(in, PIP_SYNTAX, &h->seat[i],
                              "a name has 1 to 64 bytes, and no space at either end");
        if (match->name[seat][0])
            return fail_entry(in, PIP_SYNTAX, &h->seat[i], "this seat is named twice");
        memcpy(match->name[seat], name.at, name.length);
    }
    return PIP_OK;
}

/* "00000000000000ff", or the same with "game 12" behind it. */
static bool use_seed(struct pip_span value, struct pip_match *match) {
    struct pip_span word;
    uint8_t bytes[8];
    uint32_t game = 0;
    if (!pip_span_word(&value, &word) || !pip_span_hex(word, sizeof bytes, bytes))
        return false;
    if (value.length > 0 && (!pip_span_word(&value, &word) || !pip_span_is(word, "game") ||
                             !pip_span_number(value, UINT32_MAX, &game) || game == 0))
        return false;
    match->dice = PIP_DICE_SEED;
    match->seed = (struct pip_seed){.game = game};
    for (int i = 0; i < 8; i++)
        match->seed.seed = match->seed.seed << 8 | bytes[i];
    return true;
}

/* "seed ...", "fair COMMITMENT", or "real". */
static bool use_dice(struct pip_span value, struct pip_match *match) {
    struct pip_span kind;
    if (!pip_span_word(&value, &kind))
        return false;
    if (pip_span_is(kind, "seed"))
        return use_seed(value, match);
    if (pip_span_is(kind, "fair")) {
        match->dice = PIP_DICE_FAIR;
        return pip_span_hex(value, sizeof match->commitment, match->commitment);
    }
    match->dice = PIP_DICE_REAL;
    return pip_span_is(kind, "real") && value.length == 0;
}

/* Nothing stands for the first edition, which had no such line. */
static enum pip_status use_edition(struct reader *in, const struct header *h,
                                   struct pip_match *match) {
    uint32_t edition = 1;
    if (h->edition.value.at && !pip_span_number(h->edition.value, UINT8_MAX, &edition))
        return fail_entry(in, PIP_SYNTAX, &h->edition, "an edition is a number from 1 to 255");
    if (edition == 0 || edition > match->setup.game->edition)
        return fail_entry(in, PIP_EDITION, &h->edition,
                          "this edition of the rules is not known here; a newer Pipwright may be");
    match->edition = (uint8_t)edition;
    return PIP_OK;
}

/* "draw 2" */
static enum pip_status use_first(struct reader *in, const struct header *h,
                                 struct pip_match *match) {
    struct pip_span value = h->first.value, word;
    uint32_t first;
    if (!value.at)
        return PIP_OK;
    if (match->setup.game->first == PIP_FIRST_NOBODY || !pip_span_word(&value, &word) ||
        !pip_span_is(word, "draw") || !pip_span_number(value, match->setup.seats - 1u, &first))
        return fail_entry(in, PIP_SYNTAX, &h->first,
                          "who begins is \"draw N\", in a game with turns and that many seats");
    match->drawn = true;
    match->first = (uint8_t)first;
    return PIP_OK;
}

static enum pip_status use_header(struct reader *in, const struct header *h, pip_sheet_finder *find,
                                  void *context, struct pip_event *events, uint32_t capacity,
                                  struct pip_match *match) {
    struct pip_setup setup = {0};
    char extra[sizeof match->extra];
    uint32_t seats;
    const char *missing = !h->game.value.at    ? "the header has no line \"game\""
                          : !h->sheet.value.at ? "the header has no line \"sheet\""
                          : !h->seats.value.at ? "the header has no line \"seats\""
                                               : NULL;
    if (missing)
        return fail_at(in->fault, PIP_SYNTAX, in->line, 1, missing, (struct pip_span){0});
    setup.game = pip_game_find(h->game.value);
    if (!setup.game)
        return fail_entry(in, PIP_UNKNOWN_GAME, &h->game, "there is no game of this name");
    enum pip_status status = use_sheet(in, h, find, context, &setup);
    if (status != PIP_OK)
        return status;
    if (!pip_span_number(h->seats.value, PIP_SEATS_MAX, &seats) || seats < setup.game->seats_min ||
        seats > setup.game->seats_max)
        return fail_entry(in, PIP_BAD_SEATS, &h->seats, "this game is not for that many players");
    setup.seats = (uint8_t)seats;
    status = use_options(in, h, &setup);
    if (status != PIP_OK)
        return status;
    memcpy(extra, match->extra, sizeof extra);
    status = pip_match_start(match, &setup, events, capacity);
    if (status != PIP_OK)
        return fail_entry(in, status, &h->sheet, pip_status_text(status));
    memcpy(match->extra, extra, sizeof extra);
    status = use_edition(in, h, match);
    if (status == PIP_OK)
        status = use_names(in, h, match);
    if (status == PIP_OK)
        status = use_first(in, h, match);
    if (status == PIP_OK && h->dice.value.at && !use_dice(h->dice.value, match))
        status = fail_entry(in, PIP_SYNTAX, &h->dice,
                            "dice are \"real\", \"seed HEX16\", \"seed HEX16 game N\" or "
                            "\"fair HEX64\"");
    if (status != PIP_OK)
        memset(match, 0, sizeof *match);
    return status;
}

/* ---- Body ---- */

static enum pip_status read_closing(struct reader *in, struct pip_match *match,
                                    struct pip_span line) {
    char buffer[256];
    struct pip_text text = pip_text_init(buffer, sizeof buffer);
    if (pip_match_actor(match) != PIP_ACTORS_OVER)
        return fail(in, PIP_BAD_SCORE, line, "the game is not over here");
    pip_result_write(&match->setup, match->state, &text);
    if (!pip_span_is(line, buffer)) {
        fail(in, PIP_BAD_SCORE, line, "the closing line does not match the score");
        text = pip_text_init(in->fault->detail, sizeof in->fault->detail);
        pip_text_add(&text, "the score is \"");
        pip_text_add(&text, buffer);
        pip_text_add(&text, "\", not what this line says");
        return PIP_BAD_SCORE;
    }
    match->closed = true;
    return PIP_OK;
}

/* "? 2" and "! 2": something that seat 2 does and that is no event. */
static bool read_mark(const struct pip_match *match, struct pip_span line, uint32_t *seat) {
    struct pip_span mark;
    return pip_span_word(&line, &mark) && mark.length == 1 &&
           pip_span_number(line, match->setup.seats - 1u, seat);
}

/* "? 2": seat 2 has asked for turns in the phase that the record ends in. */
static enum pip_status read_turns(struct reader *in, struct pip_match *match,
                                  struct pip_span line) {
    uint32_t number;
    if (!read_mark(match, line, &number))
        return fail(in, PIP_BAD_TEXT, line, "who asks for turns is a seat: \"? 2\"");
    pip_actors actors = pip_match_actor(match); /* whoever asked may have chosen since */
    if (actors == PIP_ACTORS_OVER || pip_match_ask_turns(match, __builtin_ctz(actors)) != PIP_OK ||
        !(match->together >> number & 1))
        return fail(in, PIP_NOT_ACTING, line,
                    "that seat does not choose at the same time as others");
    match->asked = (uint8_t)number;
    return PIP_OK;
}

/* "! 1": seat 1 has resigned. */
static enum pip_status read_resign(struct reader *in, struct pip_match *match,
                                   struct pip_span line) {
    uint32_t number;
    if (!read_mark(match, line, &number))
        return fail(in, PIP_BAD_TEXT, line, "who resigns is a seat: \"! 1\"");
    if (match->resigned >> number & 1)
        return fail(in, PIP_SYNTAX, line, "this seat has resigned before");
    if (pip_match_resign(match, (int)number) != PIP_OK)
        return fail(in, PIP_OVER, line, "the game is over here, so nobody can resign");
    return PIP_OK;
}

static enum pip_status read_play(struct reader *in, struct pip_match *match, struct pip_span line) {
    struct pip_event event;
    enum pip_status status = pip_event_read(match, line, true, &event);
    if (status == PIP_OK)
        status = pip_match_play(match, event.actor, event.move);
    return status == PIP_OK ? PIP_OK : fail(in, status, line, pip_status_text(status));
}

static enum pip_status read_event(struct reader *in, struct pip_match *match,
                                  struct pip_span line) {
    if (match->closed)
        return fail(in, PIP_OVER, line, "nothing may follow the closing line");
    if (match->turns)
        return fail(in, PIP_SYNTAX, line, "nothing may follow the line that asks for turns");
    enum pip_status status = line.at[0] == '='   ? read_closing(in, match, line)
                             : line.at[0] == '?' ? read_turns(in, match, line)
                             : line.at[0] == '!' ? read_resign(in, match, line)
                                                 : read_play(in, match, line);
    bool older = match->edition < match->setup.game->edition;
    if (status == PIP_OK || status == PIP_NO_ROOM || !older)
        return status;
    return fail(in, PIP_EDITION, line,
                "played under an older edition of the rules; today's do not allow this here");
}

static enum pip_status read_body(struct reader *in, struct pip_match *match) {
    for (;;) {
        struct pip_span line;
        bool found;
        enum pip_status status = next_line(in, &line, &found);
        if (status != PIP_OK || !found)
            return status;
        if (in->blank)
            return fail(in, PIP_SYNTAX, line, "there are no empty lines after the header");
        status = read_event(in, match, line);
        if (status != PIP_OK)
            return status;
    }
}

enum pip_status pip_record_read(const char *text, size_t length, pip_sheet_finder *find,
                                void *context, struct pip_event *events, uint32_t capacity,
                                struct pip_match *match, struct pip_fault *fault) {
    struct reader in = {.text = text, .length = length, .fault = fault};
    struct header h = {0};
    memset(match, 0, sizeof *match);
    memset(fault, 0, sizeof *fault);
    enum pip_status status = read_header(&in, match, &h);
    if (status == PIP_OK)
        status = use_header(&in, &h, find, context, events, capacity, match);
    return status == PIP_OK ? read_body(&in, match) : status;
}
