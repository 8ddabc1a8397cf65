#include <pipwright/fair.h>
#include <sodium.h>
#include <string.h>

/* ---- Dice ---- */

bool pip_fair_table_valid(struct pip_span id) {
    if (id.length == 0 || id.length > PIP_FAIR_TABLE_MAX)
        return false;
    for (size_t i = 0; i < id.length; i++) {
        if (id.at[i] <= ' ' || id.at[i] > '~' || id.at[i] == ';')
            return false;
    }
    return true;
}

void pip_fair_commit(const uint8_t secret[32], uint8_t commitment[32]) {
    crypto_hash_sha256(commitment, secret, 32);
}

bool pip_fair_draw(struct pip_fair *fair) {
    if (sodium_init() < 0)
        return false;
    randombytes_buf(fair->secret, sizeof fair->secret);
    pip_fair_commit(fair->secret, fair->commitment);
    return true;
}

/* One value a line, and no value holds a line feed, so different values never make the same
 * message. */
static void message_write(const struct pip_fair *fair, uint32_t roll, uint32_t attempt,
                          struct pip_text *text) {
    pip_text_add(text, "pipwright fair 1\n");
    pip_text_add(text, fair->table);
    pip_text_add_char(text, '\n');
    for (int seat = 0; seat < fair->seats; seat++) {
        pip_text_add_bytes(text, fair->nonce[seat], PIP_FAIR_NONCE);
        pip_text_add_char(text, '\n');
    }
    pip_text_add_number(text, roll);
    pip_text_add_char(text, '\n');
    pip_text_add_number(text, attempt);
    pip_text_add_char(text, '\n');
}

static uint32_t word_at(const uint8_t *bytes) {
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

pip_move pip_fair_roll(const struct pip_fair *fair, uint32_t roll,
                       const struct pip_chance *chance) {
    for (uint32_t attempt = 0;; attempt++) {
        char message[512];
        uint8_t block[32];
        pip_move outcome;
        struct pip_text text = pip_text_init(message, sizeof message);
        message_write(fair, roll, attempt, &text);
        crypto_auth_hmacsha256(block, (const uint8_t *)message, text.length, fair->secret);
        for (size_t i = 0; i < sizeof block; i += 4) {
            if (pip_chance_from_word(chance, word_at(block + i), &outcome))
                return outcome;
        }
    }
}

enum pip_status pip_fair_match_roll(const struct pip_fair *fair, struct pip_match *match) {
    if (pip_match_actor(match) != PIP_ACTORS_CHANCE)
        return PIP_NOT_ACTING;
    if (match->dice != PIP_DICE_FAIR || match->setup.seats != fair->seats ||
        memcmp(match->commitment, fair->commitment, sizeof fair->commitment) != 0)
        return PIP_BAD_DICE;
    struct pip_chance chance;
    match->setup.game->chance(&match->setup, match->state, &chance);
    return pip_match_play(match, PIP_CHANCE, pip_fair_roll(fair, match->rolls, &chance));
}

/* ---- Lines of the header ---- */

/* Takes the next line, without its line feed, off `rest`. */
static bool next_line(const char **rest, struct pip_span *line) {
    const char *end = strchr(*rest, '\n');
    if (!end)
        return false;
    *line = (struct pip_span){*rest, (size_t)(end - *rest)};
    *rest = end + 1;
    return true;
}

static bool is_fair_line(struct pip_span line) {
    return line.length >= 5 && memcmp(line.at, "fair-", 5) == 0;
}

static void lines_write(const struct pip_fair *fair, struct pip_text *text) {
    pip_text_add(text, "fair-table ");
    pip_text_add(text, fair->table);
    for (int seat = 0; seat < fair->seats; seat++) {
        pip_text_add(text, "\nfair-nonce ");
        pip_text_add_number(text, seat);
        pip_text_add_char(text, ' ');
        pip_text_add_bytes(text, fair->nonce[seat], PIP_FAIR_NONCE);
    }
    if (fair->revealed) {
        pip_text_add(text, "\nfair-secret ");
        pip_text_add_bytes(text, fair->secret, sizeof fair->secret);
    }
    pip_text_add_char(text, '\n');
}

enum pip_status pip_fair_write(const struct pip_fair *fair, struct pip_match *match) {
    char extra[sizeof match->extra];
    struct pip_text text = pip_text_init(extra, sizeof extra);
    struct pip_span line;
    if (fair->seats != match->setup.seats)
        return PIP_BAD_SEATS;
    if (!pip_fair_table_valid(pip_span_of(fair->table)))
        return PIP_SYNTAX;
    for (const char *rest = match->extra; next_line(&rest, &line);) {
        if (!is_fair_line(line)) {
            pip_text_add_span(&text, line);
            pip_text_add_char(&text, '\n');
        }
    }
    lines_write(fair, &text);
    if (!pip_text_fits(&text))
        return PIP_NO_ROOM;
    memcpy(match->extra, extra, text.length + 1);
    memcpy(match->commitment, fair->commitment, sizeof match->commitment);
    match->dice = PIP_DICE_FAIR;
    return PIP_OK;
}

/* The lines stand in one order, so it is known at each what must come: step 0 is the table, steps 1
 * to `seats` are the nonces, the one after is the secret. */
struct reading {
    struct pip_fair *fair;
    struct pip_fault *fault;
    unsigned step;
};

static void add_expected(const struct reading *in, struct pip_text *text) {
    pip_text_add(text, in->step == 0                 ? "fair-table"
                       : in->step <= in->fair->seats ? "fair-nonce "
                                                     : "fair-secret");
    if (in->step > 0 && in->step <= in->fair->seats)
        pip_text_add_number(text, in->step - 1);
}

/* "fair-nonce 1: DETAIL", with the line that is expected in front. */
static enum pip_status fail(struct reading *in, const char *detail) {
    struct pip_text text = pip_text_init(in->fault->detail, sizeof in->fault->detail);
    in->fault->status = PIP_SYNTAX;
    add_expected(in, &text);
    pip_text_add(&text, ": ");
    pip_text_add(&text, detail);
    return PIP_SYNTAX;
}

static enum pip_status fail_order(struct reading *in, struct pip_span key) {
    struct pip_text text = pip_text_init(in->fault->detail, sizeof in->fault->detail);
    in->fault->status = PIP_SYNTAX;
    if (key.length > 40) {
        for (key.length = 40; ((unsigned char)key.at[key.length] & 0xc0) == 0x80;)
            key.length--;
    }
    pip_text_add_span(&text, key);
    if (in->step > in->fair->seats + 1u) {
        pip_text_add(&text, ": nothing fair may follow fair-secret");
    } else {
        pip_text_add(&text, ": stands where only ");
        add_expected(in, &text);
        pip_text_add(&text, " may stand");
    }
    return PIP_SYNTAX;
}

static enum pip_status read_table(struct reading *in, struct pip_span value) {
    if (!pip_fair_table_valid(value))
        return fail(in, "an id is 1 to 64 printable ASCII characters without space");
    memcpy(in->fair->table, value.at, value.length);
    return PIP_OK;
}

static enum pip_status read_nonce(struct reading *in, struct pip_span value) {
    struct pip_span word;
    uint32_t seat;
    if (!pip_span_word(&value, &word) || !pip_span_number(word, PIP_SEATS_MAX, &seat) ||
        seat != in->step - 1)
        return fail(in, "must stand here, not the nonce of another seat");
    if (!pip_span_hex(value, PIP_FAIR_NONCE, in->fair->nonce[seat]))
        return fail(in, "a nonce is 32 digits 0-9 a-f");
    return PIP_OK;
}

static enum pip_status read_secret(struct reading *in, struct pip_span value) {
    if (!pip_span_hex(value, sizeof in->fair->secret, in->fair->secret))
        return fail(in, "a secret is 64 digits 0-9 a-f");
    in->fair->revealed = true;
    return PIP_OK;
}

static enum pip_status read_line(struct reading *in, struct pip_span line) {
    static const char *const keys[] = {"fair-table", "fair-nonce", "fair-secret"};
    static enum pip_status (*const read[])(struct reading *,
                                           struct pip_span) = {read_table, read_nonce, read_secret};
    unsigned kind = in->step == 0 ? 0 : in->step <= in->fair->seats ? 1 : 2;
    struct pip_span key = line;
    bool sound = pip_span_word(&line, &key) && pip_span_is(key, keys[kind]);
    if (!sound || in->step > in->fair->seats + 1u)
        return fail_order(in, key);
    return read[kind](in, line);
}

enum pip_status pip_fair_read(const struct pip_match *match, struct pip_fair *fair,
                              struct pip_fault *fault) {
    struct reading in = {.fair = fair, .fault = fault};
    struct pip_span line;
    memset(fair, 0, sizeof *fair);
    *fault = (struct pip_fault){0};
    if (match->dice != PIP_DICE_FAIR) {
        *fault = (struct pip_fault){.status = PIP_BAD_DICE, .detail = "the dice are not fair dice"};
        return PIP_BAD_DICE;
    }
    memcpy(fair->commitment, match->commitment, sizeof fair->commitment);
    fair->seats = match->setup.seats;
    for (const char *rest = match->extra; next_line(&rest, &line);) {
        if (!is_fair_line(line))
            continue;
        enum pip_status status = read_line(&in, line);
        if (status != PIP_OK)
            return status;
        in.step++;
    }
    return in.step > fair->seats ? PIP_OK : fail(&in, "is missing");
}

/* ---- Proof ---- */

int pip_fair_first(const struct pip_fair *fair) {
    struct pip_chance chance;
    pip_chance_first(fair->seats, &chance);
    return pip_fair_roll(fair, PIP_ROLL_FIRST, &chance);
}

/* Who begins was drawn before the seats moved round, so with the nonces in their places then. */
struct proof {
    const struct pip_fair *fair;
    int first;
};

static pip_move roll_fair(const void *source, uint32_t roll, const struct pip_chance *chance) {
    const struct proof *proof = source;
    if (roll != PIP_ROLL_FIRST)
        return pip_fair_roll(proof->fair, roll, chance);
    struct pip_fair before = *proof->fair;
    for (int seat = 0; seat < before.seats; seat++)
        memcpy(before.nonce[(seat + proof->first) % before.seats], proof->fair->nonce[seat],
               PIP_FAIR_NONCE);
    return pip_fair_roll(&before, roll, chance);
}

/* Whoever could choose a bot's nonce would choose the dice. */
static enum pip_status check_bots(const struct pip_match *match, const struct pip_fair *fair,
                                  struct pip_fault *fault) {
    for (int seat = 0; seat < fair->seats; seat++) {
        if (strncmp(match->name[seat], "bot:", 4) != 0 ||
            sodium_is_zero(fair->nonce[seat], PIP_FAIR_NONCE))
            continue;
        struct pip_text text = pip_text_init(fault->detail, sizeof fault->detail);
        fault->status = PIP_FORGED;
        pip_text_add(&text, "fair-nonce ");
        pip_text_add_number(&text, seat);
        pip_text_add(&text, ": the seat is a bot's, which adds only zeros");
        return PIP_FORGED;
    }
    return PIP_OK;
}

enum pip_status pip_fair_check(const struct pip_match *match, struct pip_fair *fair,
                               struct pip_fault *fault) {
    uint8_t commitment[32];
    enum pip_status status = pip_fair_read(match, fair, fault);
    if (status != PIP_OK || !fair->revealed)
        return status;
    pip_fair_commit(fair->secret, commitment);
    if (memcmp(commitment, fair->commitment, sizeof commitment) != 0) {
        *fault = (struct pip_fault){
            .status = PIP_FORGED,
            .detail = "fair-secret: this is not the secret of the commitment in the dice line"};
        return PIP_FORGED;
    }
    status = check_bots(match, fair, fault);
    if (status != PIP_OK)
        return status;
    struct proof proof = {fair, match->first};
    return pip_match_compare(match, "secret", roll_fair, &proof, fault);
}

enum pip_status pip_dice_check(const struct pip_match *match, struct pip_fair *fair,
                               struct pip_fault *fault) {
    memset(fair, 0, sizeof *fair);
    switch (match->dice) {
    case PIP_DICE_SEED: return pip_match_compare_seed(match, fault);
    case PIP_DICE_FAIR: return pip_fair_check(match, fair, fault);
    default: return PIP_OK;
    }
}
