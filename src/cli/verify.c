/* verify: whether records hold, and what would be needed to prove them. */
#include "cli.h"
#include <pipwright/fair.h>
#include <string.h>

#define FILES_MAX 4096
#define MISSING_MAX 3

/* What was kept from before the first roll, and is held against a record with fair dice; NULL where
 * nothing was. Without all of it the rolls only follow from the secret: that nobody chose it
 * afterwards is not proven. */
struct kept {
    const char *table, *commitment;
    struct cli_list nonces;
};

/* What has been found out about one record. */
struct finding {
    const char *path;
    int code; /* of reading it; CLI_OK if rules and score hold */
    struct cli_record record;
    enum pip_status dice;
    struct pip_fair fair;
    bool bound;                       /* the fair dice are those that were kept */
    const char *missing[MISSING_MAX]; /* evidence, as a sentence */
    int missings;
};

/* ---- Finding out ---- */

static void add_missing(struct finding *f) {
    const struct pip_match *match = &f->record.match;
    f->missings = 0;
    if (!match->closed)
        f->missing[f->missings++] = pip_match_actor(match) == PIP_ACTORS_OVER
                                        ? "the closing line with the score"
                                        : "the end of the game";
    if (match->dice == PIP_DICE_UNSAID)
        f->missing[f->missings++] = "a line that says where the dice come from";
    if (match->dice == PIP_DICE_REAL)
        f->missing[f->missings++] = "dice that can be proven (these are real ones)";
    if (match->dice == PIP_DICE_FAIR && !f->fair.revealed)
        f->missing[f->missings++] = "the secret of the fair dice";
    if (match->dice == PIP_DICE_FAIR && !f->bound)
        f->missing[f->missings++] =
            "what you kept from before the first roll (--table, --commitment, --nonce)";
}

static bool has_nonce(const struct pip_fair *fair, const uint8_t nonce[PIP_FAIR_NONCE]) {
    bool found = false;
    for (int seat = 0; seat < fair->seats; seat++)
        found = found || memcmp(fair->nonce[seat], nonce, PIP_FAIR_NONCE) == 0;
    return found;
}

/* The line of the header that is not what was kept; NULL if there is none. */
static const char *other_than(const struct pip_fair *fair, const struct kept *kept) {
    uint8_t bytes[32];
    if (kept->table && strcmp(kept->table, fair->table) != 0)
        return "fair-table: this is not the table that was given with --table";
    if (kept->commitment && (!pip_span_hex(pip_span_of(kept->commitment), 32, bytes) ||
                             memcmp(bytes, fair->commitment, sizeof bytes) != 0))
        return "dice: this is not the commitment that was given with --commitment";
    for (int i = 0; i < kept->nonces.count; i++) {
        if (!pip_span_hex(pip_span_of(kept->nonces.item[i]), PIP_FAIR_NONCE, bytes) ||
            !has_nonce(fair, bytes))
            return "fair-nonce: no seat has the nonce that was given with --nonce";
    }
    return NULL;
}

static void hold(struct finding *f, const struct kept *kept) {
    bool fair = f->record.match.dice == PIP_DICE_FAIR && f->dice == PIP_OK;
    const char *other = fair ? other_than(&f->fair, kept) : NULL;
    f->bound = fair && !other && kept->table && kept->commitment && kept->nonces.count > 0;
    if (!other)
        return;
    f->dice = PIP_FORGED;
    f->record.fault.status = PIP_FORGED;
    struct pip_text text = pip_text_init(f->record.fault.detail, sizeof f->record.fault.detail);
    pip_text_add(&text, other);
}

static void find_out(struct finding *f, const char *path, const struct kept *kept) {
    f->path = path;
    f->dice = PIP_OK;
    f->record.fault = (struct pip_fault){0};
    f->code = cli_read_record(&f->record, path);
    if (f->code != CLI_OK)
        return;
    f->dice = pip_dice_check(&f->record.match, &f->fair, &f->record.fault);
    hold(f, kept);
    add_missing(f);
}

static int verdict(const struct finding *f, bool strict) {
    if (f->code != CLI_OK)
        return f->code;
    return f->dice != PIP_OK || (strict && f->missings > 0) ? CLI_NO : CLI_OK;
}

/* ---- For programs ---- */

static json_t *hex_json(const uint8_t *bytes, size_t count) {
    char digits[65];
    struct pip_text text = pip_text_init(digits, sizeof digits);
    pip_text_add_bytes(&text, bytes, count);
    return json_string(digits);
}

/* What a seat compares with what it has seen and given. */
static json_t *fair_json(const struct pip_fair *fair) {
    json_t *nonces = json_array();
    for (int seat = 0; seat < fair->seats; seat++)
        json_array_append_new(nonces, hex_json(fair->nonce[seat], sizeof fair->nonce[seat]));
    return json_pack("{s:o, s:s, s:o, s:b}", "commitment",
                     hex_json(fair->commitment, sizeof fair->commitment), "table", fair->table,
                     "nonces", nonces, "revealed", (int)fair->revealed);
}

static const char *dice_word(const struct finding *f) {
    enum pip_dice_kind dice = f->record.match.dice;
    return f->dice == PIP_FORGED                       ? "forged"
           : f->dice != PIP_OK                         ? "unsound"
           : dice == PIP_DICE_SEED || f->fair.revealed ? "verified"
           : dice == PIP_DICE_FAIR                     ? "not yet verifiable"
                                                       : "not verifiable";
}

/* Seeded dice were whoever's choice who chose the seed; what there is to prove is that they follow.
 */
static bool is_proven(const struct finding *f) {
    return f->dice == PIP_OK &&
           (f->record.match.dice == PIP_DICE_SEED || (f->bound && f->fair.revealed));
}

/* A record that does not hold has the place of its fault, if it could be read at all. */
static json_t *refusal_json(const struct finding *f) {
    const struct pip_fault *fault = &f->record.fault;
    json_t *object = json_pack("{s:s, s:b, s:s}", "file", f->path, "ok", false, "what",
                               fault->line > 0 ? fault->detail : "cannot be read");
    if (fault->line > 0)
        json_object_update_new(object, json_pack("{s:i, s:i}", "line", (int)fault->line, "column",
                                                 (int)fault->column));
    return object;
}

static json_t *seats_json(pip_actors seats) {
    json_t *list = json_array();
    for (int seat = 0; seat < PIP_SEATS_MAX; seat++) {
        if (seats >> seat & 1)
            json_array_append_new(list, json_integer(seat));
    }
    return list;
}

static json_t *finding_json(const struct finding *f, bool strict) {
    const struct pip_match *match = &f->record.match;
    if (f->code != CLI_OK)
        return refusal_json(f);
    json_t *missing = json_array();
    for (int i = 0; i < f->missings; i++)
        json_array_append_new(missing, json_string(f->missing[i]));
    json_t *object =
        json_pack("{s:s, s:b, s:s, s:i, s:i, s:b, s:b, s:s, s:o}", "file", f->path, "ok",
                  verdict(f, strict) == CLI_OK, "game", match->setup.game->name, "events",
                  (int)match->count, "rolls", (int)match->rolls, "finished", (int)match->closed,
                  "drawn", (int)match->drawn, "dice", dice_word(f), "missing", missing);
    json_object_set_new(object, "resigned", seats_json(match->resigned));
    if (match->closed)
        json_object_set_new(object, "winners", seats_json(pip_match_winners(match)));
    json_object_set_new(object, "proven", json_boolean(is_proven(f)));
    if (match->dice == PIP_DICE_FAIR && f->dice != PIP_SYNTAX)
        json_object_set_new(object, "fair", fair_json(&f->fair));
    if (f->dice != PIP_OK)
        json_object_set_new(object, "fault", json_string(f->record.fault.detail));
    return object;
}

/* ---- For people ---- */

static void tell_proof(const struct pip_match *match, const char *source) {
    char rolls[32] = "The only roll";
    if (match->rolls != 1)
        snprintf(rolls, sizeof rolls, "All %u rolls", match->rolls);
    bool one = match->rolls == 1 && !match->drawn;
    printf("%s%s follow%s from the %s", rolls, match->drawn ? " and who begins" : "",
           one ? "s" : "", source);
}

static void tell_dice(const struct finding *f, bool brief) {
    const struct pip_match *match = &f->record.match;
    char digits[65];
    struct pip_text text = pip_text_init(digits, sizeof digits);
    pip_text_add_bytes(&text, match->commitment, sizeof match->commitment);
    if (match->dice == PIP_DICE_SEED) {
        tell_proof(match, "seed");
        puts(".");
    } else if (match->dice != PIP_DICE_FAIR) {
        puts("The dice have no seed, so only their form could be checked.");
    } else if (!f->fair.revealed) {
        puts("The dice are fair dice, but their secret is not revealed, so they cannot be proven "
             "yet.");
    } else {
        tell_proof(match, "secret");
        printf(", and the secret is the one committed to.%c", brief ? ' ' : '\n');
        if (f->bound)
            puts("Table, commitment and nonce are those you kept: nobody chose the dice alone.");
        else if (brief)
            puts("It is not proven that nobody chose the secret afterwards.");
        else
            printf("The table is %s, the commitment\n%s.\nIt is not proven that nobody chose the "
                   "secret afterwards: give --table, --commitment and\n--nonce as you kept them "
                   "from before the first roll.\n",
                   f->fair.table, digits);
    }
}

/* A record of several files stays one line. */
static void tell_resigned(const struct pip_match *match, bool brief) {
    for (int seat = 0; seat < match->setup.seats; seat++) {
        if (match->resigned >> seat & 1)
            printf("%s (seat %d) resigned and cannot win.%c", cli_name(match, seat), seat,
                   brief ? ' ' : '\n');
    }
}

static void tell_missing(const struct finding *f) {
    fprintf(stderr, "%s: sound, but evidence is missing: ", f->path);
    for (int i = 0; i < f->missings; i++)
        fprintf(stderr, "%s%s", i ? "; " : "", f->missing[i]);
    fputc('\n', stderr);
}

/* One line for each file; for one alone, what is known of its dice stands on lines of their own. */
static void tell_finding(const struct finding *f, bool strict, bool alone) {
    const struct pip_match *match = &f->record.match;
    if (f->code != CLI_OK)
        return; /* reading has said why */
    if (f->dice != PIP_OK) {
        fprintf(stderr, "%s: %s\n", f->path, f->record.fault.detail);
        return;
    }
    if (strict && f->missings > 0) {
        tell_missing(f);
        return;
    }
    printf("%s: sound. %s, %d seat%s, %u event%s, %s.%c", f->path, match->setup.game->title,
           match->setup.seats, match->setup.seats == 1 ? "" : "s", match->count,
           match->count == 1 ? "" : "s",
           match->closed                               ? "finished, and the score is right"
           : pip_match_actor(match) == PIP_ACTORS_OVER ? "over, but not closed"
                                                       : "still under way",
           alone ? '\n' : ' ');
    tell_resigned(match, !alone);
    tell_dice(f, !alone);
}

/* ---- The command ---- */

static int run_verify(const struct cli_command *command, int argc, char **argv) {
    static struct finding finding;
    static const char *path[FILES_MAX];
    bool json = false, strict = false;
    struct kept kept = {0};
    const struct cli_option options[] = {
        {"sheet", "FILE", "your own sheet file, if a record names it", CLI_TEXT,
         &finding.record.table.sheet},
        {"table", "ID", "the id in your link to the table, with --commitment and --nonce", CLI_TEXT,
         &kept.table},
        {"commitment", "HEX", "the commitment that you saw before you sat down", CLI_TEXT,
         &kept.commitment},
        {"nonce", "HEX", "the nonce that you gave; may be repeated", CLI_LIST, &kept.nonces},
        {"strict", NULL, "accept only what is proven from the first roll to the score", CLI_FLAG,
         &strict},
        {"json", NULL, "as a JSON object; of several files as a list", CLI_FLAG, &json},
        {0}};
    int code = cli_parse(command, options, argc, argv, path, 1, FILES_MAX);
    if (code >= 0)
        return code;
    bool alone = !path[1];
    if (!alone && (kept.table || kept.commitment || kept.nonces.count > 0))
        return cli_error(CLI_USAGE, "--table, --commitment and --nonce go with a single record");
    json_t *list = json_array();
    code = CLI_OK;
    for (int i = 0; i < FILES_MAX && path[i]; i++) {
        find_out(&finding, path[i], &kept);
        if (json)
            json_array_append_new(list, finding_json(&finding, strict));
        if (!json || finding.dice != PIP_OK)
            tell_finding(&finding, strict, alone);
        int found = verdict(&finding, strict);
        code = found > code ? found : code;
    }
    if (json)
        cli_print_json(alone ? json_incref(json_array_get(list, 0)) : json_incref(list));
    json_decref(list);
    return code;
}

const struct cli_command cli_verify = {
    .name = "verify",
    .arguments = "FILE...",
    .summary = "Check game records: every move, the score, seeded and fair dice.",
    .example = "pipwright verify --strict game.pip",
    .run = run_verify,
};
