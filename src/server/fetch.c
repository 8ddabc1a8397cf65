#include "table.h"
#include <string.h>

struct fetching {
    struct pip__table *table;
    int64_t due;
    enum code code;
};

static bool read_sheet(struct pip__table *table, struct pip_span text) {
    struct pip_sheet_fault fault;
    return pip__own_sheet_read(table, text.at, text.length, &fault, 1) == 0;
}

static enum code read_table(struct pip__table *table, const struct pip_store_table *stored) {
    if (stored->sheet_hash && !read_sheet(table, stored->sheet))
        return CODE_DAMAGED;
    json_t *head = json_loadb(stored->head.at, stored->head.length, JSON_REJECT_DUPLICATES, NULL);
    bool good = head && pip__head_read(table, head) == CODE_FINE;
    json_decref(head);
    return good ? CODE_FINE : CODE_DAMAGED;
}

static bool see_table(void *context, const struct pip_store_table *stored) {
    struct fetching *fetching = context;
    struct pip__table *table = fetching->table;
    struct pip_text id = pip_text_init(table->id, sizeof table->id),
                    code = pip_text_init(table->code, sizeof table->code);
    pip_text_add(&id, stored->id);
    pip_text_add(&code, stored->code ? stored->code : "");
    table->exists = true;
    table->is_public = stored->is_public;
    table->created = stored->created;
    fetching->due = stored->due;
    fetching->code = read_table(table, stored);
    return false;
}

static bool see_event(void *context, const struct pip_store_event *event) {
    struct fetching *fetching = context;
    fetching->code = pip__table_load(fetching->table, event);
    return fetching->code == CODE_FINE;
}

enum code pip__table_fetch(struct pip__table *table, struct pip_store *store, const char *id,
                           int64_t *due) {
    struct fetching fetching = {.table = table};
    enum pip_store_status status = pip_store_find(store, id, see_table, &fetching);
    if (status == PIP_STORE_OK && fetching.code == CODE_FINE)
        status = pip_store_load(store, id, 0, see_event, &fetching);
    *due = fetching.due;
    table->shown = pip__history_last(&table->history);
    if (status == PIP_STORE_DAMAGED || fetching.code == CODE_FINE)
        return pip__code_of_store(status);
    return fetching.code;
}
