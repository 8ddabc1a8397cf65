#include "table.h"
#include <string.h>

bool pip__own_bot_name_fits(const char *name) {
    size_t length = strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-");
    return length > 0 && length <= OWN_BOT_NAME_MAX && name[length] == '\0' &&
           !pip_bot_find(pip_span_of(name));
}

bool pip__level_read(const char *text, struct pip__level *level) {
    *level = (struct pip__level){.bot = text ? pip_bot_find(pip_span_of(text)) : NULL};
    if (level->bot || !text || !pip__own_bot_name_fits(text))
        return level->bot != NULL;
    level->bot = pip_bot_substitute;
    memcpy(level->own, text, strlen(text) + 1);
    return true;
}

const char *pip__level_text(const struct pip__level *level) {
    return level->own[0] ? level->own : level->bot->name;
}

bool pip__level_is(const struct pip__level *level, const struct pip__level *other) {
    return level->bot == other->bot && strcmp(level->own, other->own) == 0;
}

bool pip__level_offered(const char *text, const struct pip__own_bot *own) {
    if (pip_bot_find(pip_span_of(text)))
        return true;
    while (own && own->name && strcmp(own->name, text) != 0)
        own++;
    return own && own->name;
}
