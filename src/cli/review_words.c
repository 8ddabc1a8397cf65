/* What the report card says, in English and German. */
#include "review.h"
#include <string.h>

const struct review_words review_english = {
    .expected = "expected",
    .luck = "luck",
    .skill = "choices",
    .rest = "rest",
    .score = "score",
    .good = "best or nearly so",
    .columns = "Expected is what the expert makes on average from the start. Luck is what the dice "
               "added,\nchoices what was given away, and rest what others did or nobody foresaw.\n",
    .alone = "alone",
    .seats = "seats",
    .turns = "turns",
    .turn = "turn",
    .unfinished = "The game is not over: scores are what may be expected now.",
    .points = "points",
    .to_win = "to win",
    .to_escape = "to escape",
    .share_win = "percentage points of the chance to win",
    .share_escape = "percentage points of the chance to escape",
    .cost = "it cost",
    .better = "better",
    .where = "played on, the better one brings",
    .besides = "right after the better one, compared with what was played",
    .doubt = "played on, it was not better: the judge may be wrong here",
    .find_worth = "what looks best at first would have cost",
};

const struct review_words review_german = {
    .german = true,
    .expected = "erwartet",
    .luck = "Glück",
    .skill = "Wahl",
    .rest = "Rest",
    .score = "Punkte",
    .good = "beste oder fast beste Wahl",
    .columns = "Erwartet ist, was der Experte von Anfang an im Mittel schafft. Glück ist, was die "
               "Würfel\nbeitrugen, Wahl, was verschenkt wurde, Rest, was andere taten oder niemand "
               "vorhersah.\n",
    .alone = "allein",
    .seats = "Plätze",
    .turns = "Züge",
    .turn = "Zug",
    .unfinished = "Die Partie ist noch nicht zu Ende: Punkte sind, was jetzt zu erwarten ist.",
    .points = "Punkte",
    .to_win = "Siegchance",
    .to_escape = "Fluchtchance",
    .share_win = "Prozentpunkte Siegchance",
    .share_escape = "Prozentpunkte Fluchtchance",
    .cost = "es kostete",
    .better = "besser",
    .where = "weitergespielt bringt die bessere Wahl",
    .besides = "gleich nach der besseren Wahl, verglichen mit der gespielten",
    .doubt = "weitergespielt war es nicht besser: Hier kann das Urteil falsch sein",
    .find_worth = "was auf den ersten Blick am besten aussieht, hätte gekostet:",
};

/* ---- Words of the games ---- */

struct pair {
    const char *english, *german;
};

/* Words in moves and score items that differ. */
static const struct pair table[] = {
    {"red", "rot"},
    {"orange", "orange"},
    {"yellow", "gelb"},
    {"green", "grün"},
    {"blue", "blau"},
    {"purple", "lila"},
    {"skip", "nichts wählen"},
    {"bonus", "Bonus"},
    {"more", "eine mehr"},
    {"two", "eine Zwei"},
    {"third", "dritte Zahl"},
    {"north", "Norden"},
    {"east", "Osten"},
    {"south", "Süden"},
    {"west", "Westen"},
    {"roll", "würfeln"},
    {"reroll", "Neuwurf"},
    {"gems", "zwei Edelsteine"},
    {"die", "Zusatzwürfel"},
    {"end", "Zug beenden"},
    {"leave", "keine Schatzkarte abschließen"},
    {"torch", "Fackel"},
    {"key", "Schlüssel"},
    {"adventurer", "Abenteurer"},
    {"gold", "goldene Maske"},
    {"black", "schwarze Maske"},
    {"hold", "aufhören"},
    {"-", "nichts"},
};

/* In German the verb of a move comes last: what stands before, between and behind the other words.
 */
static const struct verb {
    const char *game, *english, *before, *between, *behind;
} verbs[] = {
    {"roller", "take", "", " ", " wählen"},
    {"roller", "put", "in ", " ", " eintragen"},
    {"roller", "rows", "", " in die rote und ", " in die grüne Reihe"},
    {"escape", "side", "von ", " ", " hereinkommen"},
    {"escape", "close", "den Durchgang von ", " nach ", " versperren"},
    {"escape", "heal", "Feld ", " ", " heilen"},
    {"escape", "keep", "", " und ", " behalten"},
    {"escape", "enter", "", " ", " betreten"},
    {"escape", "dash", "nach ", " ", " sprinten"},
    {"escape", "use", "Leihwürfel ", " ", " benutzen"},
    {"escape", "joker", "", " ", " für den Joker wählen"},
    {"escape", "unlock", "", " ", " nehmen"},
    {"escape", "take", "", " und ", " nehmen"},
    {"escape", "map", "auf Schatzkarte ", " ", " abstreichen"},
    {"escape", "complete", "Schatzkarte ", " ", " abschließen"},
};

static const struct pair items[] = {
    {"artefacts", "Artefakte"},
    {"dice symbols", "Würfelsymbole"},
    {"bonus bridges", "Bonus-Brücken"},
    {"pair 3", "Zahlenpaar 3"},
    {"pair 4", "Zahlenpaar 4"},
    {"pair 5", "Zahlenpaar 5"},
    {"pair 6", "Zahlenpaar 6"},
    {"pair 7", "Zahlenpaar 7"},
    {"pair 8", "Zahlenpaar 8"},
    {"bonuses", "Boni"},
    {"red row", "rote Reihe"},
    {"green row", "grüne Reihe"},
    {"chambers", "Kammern"},
    {"tracks", "Leisten"},
    {"special chambers", "besondere Kammern"},
    {"maps", "Schatzkarten"},
    {"way to the exit", "Weg zum Ausgang"},
    {"dice for the others", "Würfel für die anderen"},
    {"middle", "Mittelbereich"},
};

static const char *look_up(const struct pair *list, size_t count, const char *word) {
    for (size_t i = 0; i < count; i++) {
        if (strcmp(list[i].english, word) == 0)
            return list[i].german;
    }
    return NULL;
}

const char *review_item(const struct review_words *words, const char *name) {
    const char *german = look_up(items, sizeof items / sizeof *items, name);
    if (!german)
        german = look_up(table, sizeof table / sizeof *table, name);
    return words->german && german ? german : name;
}

static void add_word(const struct review_words *words, const char *word, struct pip_text *text) {
    const char *german = look_up(table, sizeof table / sizeof *table, word);
    pip_text_add(text, words->german && german ? german : word);
}

/* Lost Cities writes its moves shorter than people speak. */
static void add_lost_cities(const struct review_words *words, char *move, struct pip_text *text) {
    char *space = strchr(move, ' ');
    if (strcmp(move, "-") == 0) {
        pip_text_add(text, words->german ? "die Würfel ablehnen" : "refuse the dice");
    } else if (strcmp(move, "> -") == 0) {
        pip_text_add(text, words->german ? "nicht beschleunigen" : "do not accelerate");
    } else if (move[0] == '>') {
        pip_text_add(text, words->german ? "" : "accelerate ");
        add_word(words, move + 2, text);
        pip_text_add(text, words->german ? " beschleunigen" : "");
    } else if (space && strcmp(space, " x") == 0) {
        *space = '\0';
        add_word(words, move, text);
        pip_text_add(text, words->german ? " Verdoppelungsfeld" : " double point circle");
    } else {
        *space = '\0';
        add_word(words, move, text);
        pip_text_add_char(text, ' ');
        pip_text_add(text, space + 1);
    }
}

static const struct verb *verb_of(const struct pip_setup *setup, const char *word) {
    for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++) {
        if (strcmp(verbs[i].game, setup->game->name) == 0 && strcmp(verbs[i].english, word) == 0)
            return &verbs[i];
    }
    return NULL;
}

static void add_move(const struct pip_setup *setup, const struct review_words *words, pip_move move,
                     struct pip_text *text) {
    char plain[64], *rest, *word;
    struct pip_text one = pip_text_init(plain, sizeof plain);
    setup->game->move_write(setup, move, &one);
    if (strcmp(setup->game->name, "lost-cities") == 0) {
        add_lost_cities(words, plain, text);
        return;
    }
    word = strtok_r(plain, " ", &rest);
    const struct verb *verb = words->german && word ? verb_of(setup, word) : NULL;
    if (verb)
        word = strtok_r(NULL, " ", &rest);
    pip_text_add(text, verb ? verb->before : "");
    for (bool first = true; word; word = strtok_r(NULL, " ", &rest), first = false) {
        pip_text_add(text, first ? "" : verb ? verb->between : " ");
        add_word(words, word, text);
    }
    pip_text_add(text, verb ? verb->behind : "");
}

void review_line(const struct pip_setup *setup, const struct review_words *words,
                 const pip_move *step, int steps, struct pip_text *text) {
    for (int i = 0; i < steps; i++) {
        if (i > 0)
            pip_text_add(text, ", ");
        add_move(setup, words, step[i], text);
    }
}
