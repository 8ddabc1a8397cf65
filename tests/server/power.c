/* Preloaded into a server, this keeps what the disk would hold if the power failed: in the folder
 * that POWER_SHADOW names, there is a copy of each file as it was when it was last synced. A file
 * is copied when its sync returns, before anybody can be told of it; what was written since is in
 * the file and not in the copy. A copy has NAME.named beside it once the folder of the file was
 * synced, too: until then its name may be lost. With POWER_LIES no copy is made, like by a disk
 * that says it has written and has not: then the test of power cuts must fail. */
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

ssize_t pwrite64(int file, const void *bytes, size_t count, off64_t at);
int ftruncate64(int file, off64_t length);

#define REAL(name) (__extension__(__typeof__(&name)) dlsym(RTLD_NEXT, #name))
#define PAGE 4096
#define FILES 8
#define PATH 512

/* A file of which pages were written since its last sync. */
static struct dirty {
    ino_t inode;
    size_t pages;
    unsigned char *page; /* whether it was written */
} files[FILES];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static const char *shadow(void) {
    return getenv("POWER_SHADOW");
}

static struct dirty *dirty_of(int file) {
    struct stat info;
    struct dirty *found = NULL;
    if (fstat(file, &info) != 0 || !S_ISREG(info.st_mode))
        return NULL;
    for (int i = FILES - 1; i >= 0; i--)
        found = files[i].inode == info.st_ino || (!found && !files[i].inode) ? &files[i] : found;
    if (found)
        found->inode = info.st_ino;
    return found;
}

static void mark(int file, off_t at, size_t count) {
    size_t first = (size_t)at / PAGE, last = ((size_t)at + count + PAGE - 1) / PAGE;
    pthread_mutex_lock(&lock);
    struct dirty *dirty = shadow() ? dirty_of(file) : NULL;
    if (dirty && last > dirty->pages) {
        unsigned char *larger = realloc(dirty->page, 2 * last);
        if (!larger)
            abort();
        memset(larger + dirty->pages, 0, 2 * last - dirty->pages);
        dirty->page = larger;
        dirty->pages = 2 * last;
    }
    for (size_t page = first; dirty && page < last; page++)
        dirty->page[page] = 1;
    pthread_mutex_unlock(&lock);
}

/* The name of an open file, and of its copy with an ending. */
static void name_of(int file, char name[PATH]) {
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, name, PATH - 1);
    name[length > 0 ? length : 0] = '\0';
}

static void copy_name(const char *name, const char *end, char copy[2 * PATH]) {
    const char *slash = strrchr(name, '/');
    snprintf(copy, 2 * PATH, "%s/%s%s", shadow(), slash ? slash + 1 : name, end);
}

static void copy_pages(int file, int copy, struct dirty *dirty) {
    struct stat info;
    char bytes[PAGE];
    for (size_t page = 0; page < dirty->pages; page++) {
        off_t at = (off_t)(page * PAGE);
        ssize_t length = dirty->page[page] ? pread(file, bytes, PAGE, at) : 0;
        if (length > 0 && REAL(pwrite)(copy, bytes, (size_t)length, at) != length)
            abort();
        dirty->page[page] = 0;
    }
    if (fstat(file, &info) != 0 || REAL(ftruncate)(copy, info.st_size) != 0)
        abort();
}

/* A folder is synced: the names in it that have a copy are kept. */
static void keep_names(const char *folder) {
    static const char *const ends[] = {"", "-wal"};
    char path[2 * PATH], copy[2 * PATH];
    const char *store = getenv("POWER_STORE");
    for (size_t i = 0; store && i < sizeof ends / sizeof *ends; i++) {
        snprintf(path, sizeof path, "%s%s", store, ends[i]);
        if (strncmp(path, folder, strlen(folder)) != 0 || access(path, F_OK) != 0)
            continue;
        copy_name(path, ".named", copy);
        close(open(copy, O_RDWR | O_CREAT | O_CLOEXEC, 0600));
    }
}

static int synced(int file, int code) {
    char name[PATH], path[2 * PATH];
    struct stat info;
    if (code != 0 || !shadow() || getenv("POWER_LIES") || fstat(file, &info) != 0)
        return code;
    name_of(file, name);
    pthread_mutex_lock(&lock);
    if (S_ISDIR(info.st_mode))
        keep_names(name);
    struct dirty *dirty = dirty_of(file);
    copy_name(name, "", path);
    int copy = dirty ? open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600) : -1;
    if (copy >= 0) {
        copy_pages(file, copy, dirty);
        close(copy);
    }
    pthread_mutex_unlock(&lock);
    return code;
}

ssize_t pwrite(int file, const void *bytes, size_t count, off_t at) {
    mark(file, at, count);
    return REAL(pwrite)(file, bytes, count, at);
}

ssize_t pwrite64(int file, const void *bytes, size_t count, off64_t at) {
    mark(file, at, count);
    return REAL(pwrite64)(file, bytes, count, at);
}

int fdatasync(int file) {
    return synced(file, REAL(fdatasync)(file));
}

int fsync(int file) {
    return synced(file, REAL(fsync)(file));
}
