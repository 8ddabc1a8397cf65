#include "server.h"
#include <stdio.h>
#include <stdlib.h>

void pip__server_log(const char *level, const char *what, json_t *fields) {
    json_t *line = json_pack("{s:I, s:s, s:s}", "at", (json_int_t)pip__server_now(), "level", level,
                             "what", what);
    if (fields)
        json_object_update(line, fields);
    char *text = json_dumps(line, JSON_COMPACT);
    if (text)
        fprintf(stderr, "%s\n", text);
    free(text);
    json_decref(line);
    json_decref(fields);
}
