/* Whether the files are still where everybody looks for them. A file that was deleted or replaced
 * can be written to by whoever has it open, and nobody will ever read it. */
#include "internal.h"

static bool look(const char *path, struct pip__store_file *file) {
    struct stat facts;
    *file = (struct pip__store_file){0};
    if (stat(path, &facts) != 0)
        return false;
    *file = (struct pip__store_file){facts.st_dev, facts.st_ino};
    return true;
}

static bool is_same(const char *path, const struct pip__store_file *file) {
    struct pip__store_file now;
    return look(path, &now) && now.device == file->device && now.number == file->number;
}

/* A copy that is only read may have no log. */
bool pip__store_place(struct pip_store *store) {
    sqlite3_exec(store->writer.db, "SELECT 1 FROM sqlite_schema", NULL, NULL, NULL);
    return look(store->path, &store->file) &&
           (look(store->log_path, &store->log) || store->read_only);
}

bool pip__store_in_place(struct pip_store *store) {
    if (is_same(store->path, &store->file) &&
        (store->log.number == 0 || is_same(store->log_path, &store->log)))
        return true;
    pip__store_say(
        store,
        "%s or its -wal was deleted or replaced while it was open; put it back, or restart "
        "the server to go on with what is there now",
        store->path);
    return false;
}
