/* Real dice: people roll and type what they show. */
#include "room.h"
#include <string.h>

/* Dice as they are typed, throw by throw. */
struct typed_dice {
    const struct pip_chance *chance;
    uint8_t face[PIP_THROWS_MAX][PIP_DICE_MAX];
    uint8_t count[PIP_THROWS_MAX];
};

/* The dice that a face could be of: one number for each face of each throw that `takes` it. */
static struct words_choice choose_face(const struct typed_dice *dice, const char *word, bool full) {
    struct words_choice choice = {0};
    const struct pip_die *seen = NULL;
    for (int t = 0; t < dice->chance->throws; t++) {
        const struct pip_throw *thrown = &dice->chance->thrown[t];
        if ((dice->count[t] == thrown->count) != full || thrown->die == seen)
            continue;
        seen = thrown->die; /* of two throws of the same die the first is filled first */
        for (int f = 0; f < thrown->die->faces; f++)
            words_consider(&choice, words_fit(word, thrown->die->names[f]), t * PIP_FACES_MAX + f);
    }
    return choice;
}

static void tell_faces(const struct pip_chance *chance, const char *word, bool fitting) {
    const struct pip_die *seen = NULL;
    bool any = false;
    for (int t = 0; t < chance->throws; t++) {
        const struct pip_die *die = chance->thrown[t].die;
        for (int f = 0; f < die->faces && die != seen; f++) {
            if (fitting && words_fit(word, die->names[f]) == WORDS_OTHER)
                continue;
            printf("%s %s", any ? "," : "", die->names[f]);
            any = true;
        }
        seen = die;
    }
    puts(".");
}

static bool take_face(struct typed_dice *dice, const char *word, bool silent) {
    struct words_choice choice = choose_face(dice, word, false);
    if (choice.count == 1) {
        int t = choice.first / PIP_FACES_MAX;
        dice->face[t][dice->count[t]++] = (uint8_t)(choice.first % PIP_FACES_MAX);
        return true;
    }
    if (silent)
        return false;
    if (choice.count > 1) {
        printf("\"%s\" could be:", word);
        tell_faces(dice->chance, word, true);
    } else if (choose_face(dice, word, true).count > 0) {
        printf("\"%s\" is one too many of its kind.\n", word);
    } else {
        printf("\"%s\" is on no die. The faces are:", word);
        tell_faces(dice->chance, word, false);
    }
    return false;
}

/* False after saying why not, or silently. */
static bool read_dice(const struct pip_chance *chance, const char *line, bool silent,
                      pip_move *outcome) {
    char plain[ROOM_LINE];
    struct typed_dice dice = {.chance = chance};
    uint8_t faces[PIP_DICE_MAX];
    int count = 0, wanted = pip_chance_dice(chance);
    words_plain(line, plain, sizeof plain);
    char *rest = plain, *word = strsep(&rest, " ");
    if (strcmp(word, chance->label) == 0)
        word = strsep(&rest, " ");
    for (; word; word = strsep(&rest, " "), count++) {
        if (!take_face(&dice, word, silent))
            return false;
    }
    if (count != wanted && !silent)
        printf("That is %d of the %d dice.\n", count, wanted);
    if (count != wanted)
        return false;
    for (int t = 0, i = 0; t < chance->throws; i += dice.count[t++])
        memcpy(&faces[i], dice.face[t], dice.count[t]);
    *outcome = pip_chance_outcome(chance, faces);
    return true;
}

bool room_ask_dice(struct room *room) {
    struct pip_match *match = &room->match;
    struct pip_chance chance;
    char line[ROOM_LINE], example[256] = "";
    struct pip_text text = pip_text_init(example, sizeof example);
    pip_move outcome;
    match->setup.game->chance(&match->setup, match->state, &chance);
    pip_chance_write(&chance, 0, &text);
    printf("\nRoll %d dice. What do they show? (For instance: %s)\n", pip_chance_dice(&chance),
           example);
    for (char *said; (said = room_hear_line(line));) {
        if (read_dice(&chance, said, true, &outcome))
            return pip_match_play(match, PIP_CHANCE, outcome) == PIP_OK;
        switch (room_hear(room, PIP_SPECTATOR, said, NULL, 0, &outcome)) {
        case HEARD_UNDO: room_undo(room); return true;
        case HEARD_QUIT: return false;
        case HEARD_ODD:
            read_dice(&chance, said, false, &outcome);
            printf("Write the dice in any order, like this: %s\n", example);
            break;
        case HEARD_ENTER: printf("Write what the dice show, like this: %s\n", example); break;
        default: break;
        }
    }
    return false;
}
