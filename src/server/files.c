#include "server.h"
#include <dirent.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* The files of the web client, read once. A file NAME.gz beside NAME is its compressed form. Names
 * with a hash in them (app.3f9a1c2b.js) never change and may be kept for ever; all others are asked
 * for again with their ETag. */

#define FILE_MAX (16u << 20)
#define FILES_MAX 512
#define PATH_ROOM 4096

struct file {
    char path[256]; /* as asked for: "/index.html" */
    char *body, *zipped;
    size_t length, zipped_length;
    char etag[36];
    const char *type;
    bool forever;
};

struct pip__files {
    struct file *file[FILES_MAX];
    size_t count;
};

static const char *const types[][2] = {
    {".html", "text/html; charset=utf-8"},
    {".js", "text/javascript; charset=utf-8"},
    {".mjs", "text/javascript; charset=utf-8"},
    {".css", "text/css; charset=utf-8"},
    {".json", "application/json"},
    {".wasm", "application/wasm"},
    {".svg", "image/svg+xml"},
    {".png", "image/png"},
    {".ico", "image/x-icon"},
    {".woff2", "font/woff2"},
    {".txt", "text/plain; charset=utf-8"},
    {".webmanifest", "application/manifest+json"},
};

static bool ends_with(const char *name, const char *end) {
    size_t length = strlen(name), tail = strlen(end);
    return length > tail && strcmp(name + length - tail, end) == 0;
}

static const char *type_of(const char *name) {
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        if (ends_with(name, types[i][0]))
            return types[i][1];
    }
    return "application/octet-stream";
}

/* A part of the name between dots or dashes that is 8 or more characters of a hash. */
static bool has_hash(const char *name) {
    for (const char *part = name; *part; part += strcspn(part, ".-")) {
        part += strspn(part, ".-");
        size_t length = strcspn(part, ".-");
        bool digit = strcspn(part, "0123456789") < length;
        if (length >= 8 && digit && part[length] == '.' && part != name)
            return true;
    }
    return false;
}

static char *read_all(const char *path, size_t *length) {
    FILE *in = fopen(path, "rb");
    struct stat info;
    if (!in)
        return NULL;
    bool fits = fstat(fileno(in), &info) == 0 && S_ISREG(info.st_mode) &&
                (uint64_t)info.st_size <= FILE_MAX;
    char *bytes = fits ? malloc((size_t)info.st_size + 1) : NULL;
    *length = bytes ? fread(bytes, 1, (size_t)info.st_size, in) : 0;
    fclose(in);
    return bytes;
}

static void add_file(struct pip__files *files, const char *full, const char *path,
                     const char *name) {
    struct file *file = files->count < FILES_MAX ? calloc(1, sizeof *file) : NULL;
    uint8_t hash[32];
    char zipped[PATH_ROOM + sizeof ".gz"];
    if (!file)
        return;
    file->body = read_all(full, &file->length);
    if (!file->body) {
        free(file);
        return;
    }
    snprintf(file->path, sizeof file->path, "%s", path);
    snprintf(zipped, sizeof zipped, "%s.gz", full);
    file->zipped = read_all(zipped, &file->zipped_length);
    crypto_hash_sha256(hash, (const unsigned char *)file->body, file->length);
    file->etag[0] = '"';
    pip__hex_write(hash, 16, file->etag + 1);
    strcat(file->etag, "\"");
    file->type = type_of(name);
    file->forever = has_hash(name);
    files->file[files->count++] = file;
}

static void add_folder(struct pip__files *files, const char *folder, const char *prefix,
                       int depth) {
    DIR *dir = opendir(folder);
    struct dirent *entry;
    while (dir && (entry = readdir(dir))) {
        char full[PATH_ROOM], path[256];
        struct stat info;
        int a = snprintf(full, sizeof full, "%s/%s", folder, entry->d_name);
        int b = snprintf(path, sizeof path, "%s/%s", prefix, entry->d_name);
        if (entry->d_name[0] == '.' || a >= (int)sizeof full || b >= (int)sizeof path ||
            stat(full, &info) != 0)
            continue;
        if (S_ISDIR(info.st_mode) && depth > 0)
            add_folder(files, full, path, depth - 1);
        else if (S_ISREG(info.st_mode) && !ends_with(path, ".gz"))
            add_file(files, full, path, entry->d_name);
    }
    if (dir)
        closedir(dir);
}

static int by_path(const void *a, const void *b) {
    return strcmp((*(struct file *const *)a)->path, (*(struct file *const *)b)->path);
}

struct pip__files *pip__files_open(const char *folder) {
    struct pip__files *files = folder ? calloc(1, sizeof *files) : NULL;
    if (!files)
        return NULL;
    add_folder(files, folder, "", 8);
    qsort(files->file, files->count, sizeof *files->file, by_path);
    if (files->count == 0) {
        free(files);
        return NULL;
    }
    return files;
}

void pip__files_free(struct pip__files *files) {
    for (size_t i = 0; files && i < files->count; i++) {
        free(files->file[i]->body);
        free(files->file[i]->zipped);
        free(files->file[i]);
    }
    free(files);
}

static const struct file *find(const struct pip__files *files, const char *path) {
    struct file key, *wanted = &key;
    snprintf(key.path, sizeof key.path, "%s", path);
    struct file *const *found =
        bsearch(&wanted, files->file, files->count, sizeof *files->file, by_path);
    return found ? *found : NULL;
}

/* Paths without a dot are pages of the client, which looks at the path itself. Links to tables are
 * a folder deeper than the rest, so they have an index.html of their own. */
static const struct file *find_page(const struct pip__files *files, const char *path) {
    const struct file *page = NULL;
    if (strchr(strrchr(path, '/'), '.'))
        return NULL;
    if (strncmp(path, "/t/", 3) == 0)
        page = find(files, "/t/index.html");
    return page ? page : find(files, "/index.html");
}

bool pip__files_answer(const struct pip__files *files, struct pip__net_exchange *exchange,
                       const struct pip__net_request *request) {
    const struct file *file = find(files, request->path);
    if (!file)
        file = find_page(files, request->path);
    if (!file)
        return false;
    bool zipped = request->gzip && file->zipped;
    struct pip__net_answer answer = {
        .status = 200,
        .type = file->type,
        .body = zipped ? file->zipped : file->body,
        .length = zipped ? file->zipped_length : file->length,
        .keep = true,
        .gzip = zipped,
        .etag = file->etag,
        .cache = file->forever ? "public, max-age=31536000, immutable" : "no-cache",
    };
    pip__net_answer(exchange, &answer);
    return true;
}
