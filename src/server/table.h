/* A table: one game with its seats, made of its head and its events. It knows no network, no store
 * and no clock; the server plays at it, the archive reads it.
 *
 *  - What never changes is in the head (head.c), what happened in the events (events.c).
 *  - What is done is applied at once and collected in table->batch, to be stored as a whole. If
 * that fails, the table is thrown away and made anew of what is stored.
 *  - What happened is one list of public events for everybody, numbered without gaps. Choices that
 *    are not yet revealed are stored too, but are not in that list.
 *  - All that leaves the server about a table is written by view.c. */
#ifndef PIP__TABLE_H
#define PIP__TABLE_H

#include "codes.h"
#include "run.h"
#include <jansson.h>
#include <pipwright/bot.h>
#include <pipwright/fair.h>
#include <pipwright/record.h>
#include <pipwright/sheet.h>

#define PROTOCOL_VERSION 1

enum {
    ID_LENGTH = 20,               /* characters of a table's id: 100 bits */
    KEY_BYTES = 16,               /* of a seat's key */
    KEY_LENGTH = 22,              /* its characters in base64url */
    NONCE_BYTES = PIP_FAIR_NONCE, /* of a seat's part in the dice */
    BATCH_MAX = 512,              /* events stored at once */
    STEPS_MAX = 128,              /* steps of one move message, or of one turn of a bot */
    WASTE_MAX = 256,            /* events that came to nothing before the rest is stored anew ... */
    WASTE_MOST = 2048,          /* ... and, where that must wait, before no more may */
    IDS_KEPT = 64,              /* how far back it is known which messages were carried out */
    CLOCK_LEAST = 5,            /* seconds a move's clock may have */
    CLOCK_MOST = 14 * 24 * 3600 /* the same, a day's clock included */
};

#define SUBSTITUTE pip_bot_substitute->name
#define DAILY_NAME_MAX 64

/* How it is settled who begins; with the text in heads. SEATED: whoever sits at seat 0, which is
 * also so where all act at the same time or somebody plays alone. */
#define FIRST_LIST(X)   \
    X(SEATED, "seated") \
    X(DRAW, "draw")     \
    X(HOST, "host")

enum first {
#define X(name, text) FIRST_##name,
    FIRST_LIST(X)
#undef X
};

enum seat_kind { SEAT_OPEN, SEAT_ME, SEAT_BOT }; /* as the table was made */

/* The numbers of messages that were carried out: the highest, and which of those just below. */
struct pip__ids {
    int64_t last;
    uint64_t before; /* bit k: last - 1 - k */
};

/* Who plays a seat without a person: a bot, or one of the operator's programs by its name, for
 * which the bot plays where the program cannot. bot is NULL: nobody. */
struct pip__level {
    const struct pip_bot *bot;
    char own[OWN_BOT_NAME_MAX + 1]; /* "": the bot itself */
};

struct pip__seat {
    enum seat_kind kind;
    bool taken;              /* somebody has sat down */
    bool timed_out;          /* its time was up, and nobody has taken over since */
    struct pip__level plays; /* without a person, or nobody ... */
    struct pip__level made;  /* ... and when the table was made */
    uint8_t key[32];         /* SHA-256 of its holder's key; all zeros: there is none */
    uint8_t invitation[32];  /* the same of the key that lets somebody sit down, once */
    uint8_t nonce[NONCE_BYTES];
    struct pip__ids ids; /* of its holder's messages */
    uint32_t won;        /* games of the series before this one */
    uint8_t place;       /* where it was when the table was made */
    bool held;           /* its key was the same person's at the table before: a rematch */
};

/* Events that are applied but not yet durable. */
struct pip__batch {
    char *text[BATCH_MAX]; /* as stored */
    uint32_t count;
};

/* The public events as they are sent, one after another: numbers base + 1 to base + count. */
struct pip__history {
    char *text;
    size_t length, room;
    uint32_t *end; /* end[i]: where event base + i + 1 ends */
    uint32_t count, capacity;
    uint32_t base; /* what was before has been left out ... */
    uint32_t mark; /* ... from what was told up to this number, which begins again at base */
};

/* A sheet of somebody's own; a rematch shares it. */
struct pip__own_sheet {
    struct pip_sheet_file file;
    unsigned uses;
};

struct pip__table {
    char id[PIP_STORE_NAME_MAX + 1];
    char code[PIP_STORE_NAME_MAX + 1]; /* "" for none */
    json_t *head;                      /* only until it is stored */
    struct pip__own_sheet *own_sheet;  /* NULL: a shipped one */
    char own_hash[65];                 /* what the store keeps it under */
    char *own_text;                    /* its text */
    char *record;                      /* of an imported game, else NULL */
    enum pip_store_phase phase;
    bool is_public, exists; /* exists: in the store */
    bool changed;           /* there is something to store besides events */
    uint32_t seq;           /* of the last stored event */
    uint32_t waste;         /* events since the last snapshot that came to nothing */
    int64_t created;

    uint8_t host_key[32], secret[32], commitment[32];
    struct pip__ids host_ids;
    struct pip__seat seat[PIP_SEATS_MAX];
    struct pip_match match;
    enum first first; /* how it is settled who begins ... */
    uint8_t began;    /* ... and where that player sat before the seats moved round */
    uint32_t moved;   /* number of the last event that moved seats; 0: none has */
    uint32_t clock;   /* seconds for those who act; 0: it takes as long as it takes */
    int64_t day;      /* of the daily challenge, counted from 1970; 0: it is none */
    char rematch[PIP_STORE_NAME_MAX + 1];
    uint32_t games; /* of the series before this one: it is a rematch if there are any */

    struct pip__history history;
    uint32_t shown;    /* number of the last public event that is durable */
    uint32_t final;    /* the match's, when there was progress last ... */
    pip_actors acting; /* ... and who was to act then */
    bool progressed;   /* since it was last looked at: time for those who act begins anew ... */
    int64_t public_at; /* ... as it did then */
    struct pip__batch *batch; /* NULL if nothing is in the making or in flight */
};

/* Frees all that it holds and zeroes it. */
void pip__table_clear(struct pip__table *table);
/* Lets a new table use the own sheet of another one. */
void pip__table_share_sheet(struct pip__table *table, const struct pip__table *other);

/* ---- keys.c: keys, names, numbers of messages ---- */

void pip__hex_write(const uint8_t *bytes, size_t count, char *text);
bool pip__hex_read(const char *text, uint8_t *bytes, size_t count);
json_t *pip__hex_json(const uint8_t *bytes, size_t count);
void pip__key_make(char text[KEY_LENGTH + 1], uint8_t hash[32]);
bool pip__key_hash(const char *text, uint8_t hash[32]);
/* The seats that a key opens: its holder's, and until somebody has sat down, its invitation. The
 * same for its hash. */
uint16_t pip__key_seats(const struct pip__table *table, const char *key);
uint16_t pip__hash_seats(const struct pip__table *table, const uint8_t hash[32]);
bool pip__key_is_host(const struct pip__table *table, const char *key);
/* A name that people can tell from others: nothing in it is invisible or changes the direction. */
bool pip__name_fits(const char *name);
/* Whether somebody else at the table has it. */
bool pip__name_taken(const struct pip__table *table, int seat, const char *name);
bool pip__ids_has(const struct pip__ids *ids, int64_t id);
void pip__ids_add(struct pip__ids *ids, int64_t id);
/* CODE_FINE: a new message. CODE_OVER: it was carried out before. CODE_STALE: nobody knows. */
enum code pip__ids_check(const struct pip__ids *ids, int64_t id);

/* ---- levels.c ---- */

/* Reads a level as tables have it: a bot's name, or any that a program may have. Which programs
 * there are is not asked: tables outlive them. */
bool pip__level_read(const char *text, struct pip__level *level);
const char *pip__level_text(const struct pip__level *level);
bool pip__level_is(const struct pip__level *level, const struct pip__level *other);
/* Whether it may be chosen: a bot's name, or that of one of these programs (NULL: none). */
bool pip__level_offered(const char *text, const struct pip__own_bot *own);

/* ---- head.c: what never changes about a table ---- */

/* Fills a table from its head, zeroed but for its own sheet if the head does not have it. */
enum code pip__head_read(struct pip__table *table, const json_t *head);
/* A head for what a client asks for, who may also ask for one's own bots; `keys` gets the keys in
 * clear. Whether they fit the game is said by pip__head_read. */
enum code pip__head_make(const json_t *asked, const struct pip__own_bot *own, json_t **head,
                         json_t **keys);
/* A head for the same table again: same seats and keys, another secret. Who begins moves on or is
 * drawn anew, as the game has it. */
json_t *pip__head_again(const struct pip__table *table);
const char *pip__first_text(enum first first);
/* Reads a sheet of somebody's own; its text becomes table->own_text, without padding. Returns how
 * many faults there are, as pip_sheet_read does, or -1 if memory is short. May take milliseconds.
 */
int pip__own_sheet_read(struct pip__table *table, const char *text, size_t length,
                        struct pip_sheet_fault *faults, int room);

/* ---- events.c: events as they are stored, and what they do ---- */

/* Applies a stored event. False if it does not fit, which means that the store is damaged. */
bool pip__table_apply(struct pip__table *table, const json_t *event);
/* The same for one as the store shows it: FINE, DAMAGED, or OLD_EDITION. */
enum code pip__table_load(struct pip__table *table, const struct pip_store_event *stored);
/* Applies an event, which is taken, and puts it into the batch. */
enum code pip__table_record(struct pip__table *table, json_t *event);
/* The same for a public event of that content; `by` (-1: the host) and `id` (0: none) are whose
 * message it was. */
enum code pip__table_publish(struct pip__table *table, int by, int64_t id, json_t *content);
/* Plays a step of a seat and records it: it is read and applied once. On anything but CODE_FINE and
 * CODE_FAILED all is as before. */
enum code pip__table_step(struct pip__table *table, int seat, int64_t id, const char *text,
                          bool hidden);
void pip__batch_clear(struct pip__table *table);

/* How a table was before some steps, of which all or none happen. */
struct pip__mark {
    struct pip_match match;
    struct pip_event *events;
    struct pip__ids *ids;
    uint32_t history, batch, final;
    size_t length;
    pip_actors acting;
    bool progressed;
};

/* False if memory is short; to be freed all the same. */
bool pip__table_mark(const struct pip__table *table, struct pip__mark *mark);
void pip__table_go_back(struct pip__table *table, const struct pip__mark *mark);
void pip__mark_free(struct pip__mark *mark);

/* ---- fetch.c ---- */

/* Makes a zeroed table of what is stored; `due` is when the store has it looked at. The table is to
 * be cleared also if that fails: CODE_NO_TABLE, CODE_DAMAGED, CODE_OLD_EDITION, or what the store
 * said. Takes as long as the disk does. */
enum code pip__table_fetch(struct pip__table *table, struct pip_store *store, const char *id,
                           int64_t *due);

/* ---- history.c: the public list, and the same game told in fewer events ---- */

/* Adds content with its number in front. */
bool pip__history_add(struct pip__history *history, const json_t *content);
uint32_t pip__history_last(const struct pip__history *history); /* number */
/* The event of that number, which must be there. */
struct pip_span pip__history_at(const struct pip__history *history, uint32_t number);
/* After which number to go on for somebody who has all up to `last`. */
uint32_t pip__history_from(const struct pip__history *history, uint32_t last, uint32_t shown);
void pip__history_free(struct pip__history *history);
/* Whether so much came to nothing that the table is better stored anew, and whether it can be. */
bool pip__snapshot_due(const struct pip__table *table);
/* The table as a few stored events that make it anew, all that is in the batch included, and as the
 * history that tells it. False if there is no memory. */
bool pip__snapshot_make(const struct pip__table *table, struct pip__batch *events,
                        struct pip__history *history);

/* ---- start.c: before the start; who sits where, and who begins ---- */

bool pip__seat_is_open(const struct pip__table *table, int seat);
/* `key` is the hash of the holder's key from now on; NULL: the one there is. */
enum code pip__play_sit(struct pip__table *table, int seat, const char *name, const uint8_t *key,
                        const char *nonce);
enum code pip__play_leave(struct pip__table *table, int seat, int64_t id);
/* The host frees a seat, or only wants another invitation to it; `key` gets the new one. */
enum code pip__play_free(struct pip__table *table, int seat, int64_t id, char key[KEY_LENGTH + 1]);
enum code pip__play_invite(struct pip__table *table, int seat, int64_t id,
                           char key[KEY_LENGTH + 1]);
enum code pip__play_arrange(struct pip__table *table, int64_t id, const json_t *order);
/* Unless it is the host who says when. */
enum code pip__play_start_if_full(struct pip__table *table);
/* The host starts; `first` (or NULL) is who begins, `level` as in pip__play_replace. */
enum code pip__play_start(struct pip__table *table, int64_t id, const json_t *first,
                          const char *level);
/* What moves with the seats: the new seat i is the one that was at order[i]; false if that is no
 * permutation. And all round, so that `first` becomes seat 0. */
bool pip__seats_arrange(struct pip__table *table, const json_t *order);
void pip__seats_begin_with(struct pip__table *table, int first, bool drawn);
/* Where a seat of just before the start is now. */
int pip__seat_since_start(const struct pip__table *table, int seat);

/* ---- play.c: what is done at a table ---- */

enum code pip__play_steps(struct pip__table *table, int seat, int64_t id, const json_t *steps);
/* Whether the steps may be shown to all as what the seat is about to do. */
enum code pip__play_pencil(const struct pip__table *table, int seat, const json_t *steps);
enum code pip__play_turns(struct pip__table *table, int seat, int64_t id);
enum code pip__play_undo(struct pip__table *table, int seat, int64_t id);
enum code pip__play_resign(struct pip__table *table, int seat, int64_t id);
/* `level` is offered, or NULL: the substitute's. */
enum code pip__play_replace(struct pip__table *table, int seat, int64_t id, const char *level);
enum code pip__play_time_up(struct pip__table *table);
enum code pip__play_hand_back(struct pip__table *table, int seat, int by, int64_t id);
/* What the table's dice are made of. */
void pip__table_fair(const struct pip__table *table, struct pip_fair *fair);
/* Dice, closing: whatever follows without anybody's decision. */
enum code pip__play_advance(struct pip__table *table);

/* ---- view.c: everything that is said about a table. All return new JSON, or text to be freed ----
 */

/* `here`: the seats that somebody is connected to. */
json_t *pip__view_table(const struct pip__table *table, uint16_t here);
json_t *pip__view_welcome(const struct pip__table *table, uint16_t here, uint16_t seats, bool host);
json_t *pip__view_listed(const struct pip__table *table, uint16_t here);
json_t *pip__view_draft(const struct pip__table *table, uint16_t seats, bool host);
/* Steps from event `from` to before event `to` of those seats, as texts. */
json_t *pip__view_steps(const struct pip_match *match, uint32_t from, uint32_t to, uint16_t seats);
json_t *pip__view_you(uint16_t seats);
/* Those who have finished choosing, and whose choice is hidden. */
uint16_t pip__view_chosen(const struct pip__table *table);
/* The record as everybody may have it; with `revealed` the secret is in it. */
char *pip__view_record(const struct pip__table *table, bool revealed, size_t *length);
/* The table's name that the dice of a day are made with. */
void pip__daily_dice_table(const struct pip__table *table, char name[DAILY_NAME_MAX]);

#endif
