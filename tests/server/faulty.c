/* Preloaded into a server, this makes its writes to files fail while the file that FAULTY_DISK
 * names is there, with the error number that is in it; its syncs take as many milliseconds longer
 * as are in the file that FAULTY_SLOW names; its wall clock go wrong by as many seconds as are in
 * the file that FAULTY_CLOCK names, and the clock that nobody sets, as FAULTY_TICK has it. */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

int faulty(const char *what);
ssize_t pwrite64(int file, const void *bytes, size_t count, off64_t at);

/* The number in the file that the environment names, or 0 while all is well. */
int faulty(const char *what) {
    char text[16] = "";
    const char *path = getenv(what);
    int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    if (file < 0)
        return 0;
    ssize_t length = read(file, text, sizeof text - 1);
    close(file);
    return length > 0 ? atoi(text) : 0;
}

#define REAL(name) (__extension__(__typeof__(&name)) dlsym(RTLD_NEXT, #name))
#define FAIL_OR(call)                      \
    do {                                   \
        int fault = faulty("FAULTY_DISK"); \
        if (fault == 0)                    \
            return call;                   \
        errno = fault;                     \
        return -1;                         \
    } while (0)

ssize_t pwrite(int file, const void *bytes, size_t count, off_t at) {
    FAIL_OR(REAL(pwrite)(file, bytes, count, at));
}

ssize_t pwrite64(int file, const void *bytes, size_t count, off64_t at) {
    FAIL_OR(REAL(pwrite64)(file, bytes, count, at));
}

int ftruncate(int file, off_t length) {
    FAIL_OR(REAL(ftruncate)(file, length));
}

static void linger(void) {
    int ms = faulty("FAULTY_SLOW");
    struct timespec wait = {ms / 1000, ms % 1000 * 1000000L};
    if (ms > 0)
        nanosleep(&wait, NULL);
}

int fdatasync(int file) {
    linger();
    FAIL_OR(REAL(fdatasync)(file));
}

int fsync(int file) {
    linger();
    FAIL_OR(REAL(fsync)(file));
}

/* Asked before there are symbols to look up: the system is asked itself. */
int clock_gettime(clockid_t clock, struct timespec *now) {
    int code = (int)syscall(SYS_clock_gettime, clock, now);
    if (clock == CLOCK_REALTIME)
        now->tv_sec += faulty("FAULTY_CLOCK");
    else if (clock == CLOCK_MONOTONIC || clock == CLOCK_MONOTONIC_COARSE)
        now->tv_sec += faulty("FAULTY_TICK");
    return code;
}
