#include "words.h"
#include <ctype.h>
#include <string.h>

static bool is_gap(char c) {
    return isspace((unsigned char)c) || c == ',';
}

char *words_trim(char *line) {
    size_t length = strlen(line);
    while (length > 0 && isspace((unsigned char)line[length - 1]))
        line[--length] = '\0';
    while (isspace((unsigned char)*line))
        line++;
    return line;
}

void words_plain(const char *line, char *plain, size_t room) {
    size_t length = 0;
    bool gap = false;
    for (; *line && length + 2 < room; line++) {
        if (is_gap(*line)) {
            gap = true;
            continue;
        }
        if (gap && length > 0)
            plain[length++] = ' ';
        plain[length++] = (char)tolower((unsigned char)*line);
        gap = *line == '>';
    }
    plain[length] = '\0';
}

/* How many bytes of a typed word begin the word at `meant`; 0 if it begins otherwise, or with a
 * longer number. */
static size_t word_begins(const char *typed, const char *meant) {
    size_t length = strcspn(typed, " ");
    if (strncmp(typed, meant, length) != 0)
        return 0;
    bool cut = isdigit((unsigned char)typed[length - 1]) && isdigit((unsigned char)meant[length]);
    return cut ? 0 : length;
}

enum words_fit words_fit(const char *typed, const char *meant) {
    if (strcmp(typed, meant) == 0)
        return WORDS_SAME;
    while (*typed && *meant) {
        size_t length = word_begins(typed, meant);
        if (length == 0)
            return WORDS_OTHER;
        typed += length;
        typed += *typed == ' ';
        meant += strcspn(meant, " ");
        meant += *meant == ' ';
    }
    return *typed ? WORDS_OTHER : *meant ? WORDS_BEGUN : WORDS_SHORT;
}

void words_split(const char *plain, char *split, size_t room) {
    size_t length = 0;
    for (const char *at = plain; *at && length + 2 < room; at++) {
        if (at > plain && isdigit((unsigned char)*at) && isalpha((unsigned char)at[-1]))
            split[length++] = ' ';
        split[length++] = *at;
    }
    split[length] = '\0';
}

void words_consider(struct words_choice *choice, enum words_fit fit, int index) {
    if (fit == WORDS_OTHER || fit < choice->best)
        return;
    if (fit > choice->best)
        choice->count = 0;
    choice->best = fit;
    if (choice->count++ == 0)
        choice->first = index;
}
