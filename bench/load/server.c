#include "load.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define RUN_SECONDS_MAX 1200 /* nothing of this is still running after that */

struct server server;

/* ---- The folder, and leaving nothing behind ---- */

char store[420];
static char folder[400], files[5][440];

void clean_up(void) {
    if (server.pid > 0)
        kill(server.pid, SIGKILL);
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        unlink(files[i]);
    if (folder[0])
        rmdir(folder);
}

static void on_signal(int number) {
    clean_up();
    _exit(128 + number);
}

_Noreturn void stop(const char *what, const char *detail) {
    fprintf(stderr, "bench_load: %s%s%s\n", what, detail[0] ? ": " : "", detail);
    clean_up();
    exit(3);
}

void make_folder(void) {
    static const char *const ends[] = {"/db", "/db-wal", "/db-shm", "/db.lock", "/log"};
    snprintf(folder, sizeof folder, "%s/pipwright-load-XXXXXX", options.folder);
    if (!mkdtemp(folder)) {
        folder[0] = '\0';
        stop("the folder cannot be written to", options.folder);
    }
    snprintf(store, sizeof store, "%s%s", folder, ends[0]);
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        snprintf(files[i], sizeof files[i], "%s%s", folder, ends[i]);
    signal(SIGINT, on_signal);
    signal(SIGTERM, on_signal);
    signal(SIGALRM, on_signal);
    signal(SIGPIPE, SIG_IGN);
    alarm(RUN_SECONDS_MAX);
}

double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* ---- The server ---- */

static void be_server(int out) {
    int log = open(files[4], O_WRONLY | O_CREAT | O_TRUNC, 0600);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    dup2(out, STDOUT_FILENO);
    dup2(log, STDERR_FILENO);
    execl(options.program, options.program, "serve", "--listen", "127.0.0.1:0", "--store", store,
          (char *)NULL);
    _exit(127);
}

void start_server(void) {
    int ends[2];
    char line[200] = "";
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        unlink(files[i]);
    if (pipe2(ends, O_CLOEXEC) != 0)
        stop("no pipe", strerror(errno));
    server.addresses = 0;
    server.pid = fork();
    if (server.pid == 0)
        be_server(ends[1]);
    close(ends[1]);
    FILE *out = fdopen(ends[0], "r");
    if (!out || !fgets(line, sizeof line, out) || !strrchr(line, ':'))
        stop("the server does not start", options.program);
    server.port = atoi(strrchr(line, ':') + 1);
    fclose(out);
}

/* Whether the server has written anything worse than "info" into its log. */
static void check_log(void) {
    char line[1000];
    FILE *log = fopen(files[4], "r");
    while (log && fgets(line, sizeof line, log)) {
        if (!strstr(line, "\"level\":\"info\""))
            stop("the server complains", line);
    }
    if (log)
        fclose(log);
}

void stop_server(void) {
    int status = 0;
    kill(server.pid, SIGTERM);
    waitpid(server.pid, &status, 0);
    server.pid = 0;
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
        stop("the server did not end well", "");
    check_log();
}

static void read_proc(const char *name, char *text, size_t room) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/%s", (int)server.pid, name);
    FILE *file = fopen(path, "r");
    size_t length = file ? fread(text, 1, room - 1, file) : 0;
    text[length] = '\0';
    if (file)
        fclose(file);
    if (length == 0)
        stop("the server is gone", "");
}

double server_memory(void) {
    char text[200];
    long pages = 0;
    read_proc("statm", text, sizeof text);
    sscanf(text, "%*d %ld", &pages);
    return (double)pages * (double)sysconf(_SC_PAGESIZE);
}

double server_time(void) {
    char text[1000];
    unsigned long user = 0, system = 0;
    if (server.pid <= 0)
        return 0;
    read_proc("stat", text, sizeof text);
    const char *rest = strrchr(text, ')');
    sscanf(rest ? rest + 2 : "", "%*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu", &user,
           &system);
    return (double)(user + system) / (double)sysconf(_SC_CLK_TCK);
}

double others_time(void) {
    unsigned long long user = 0, nice = 0, system = 0, irq = 0, soft = 0;
    struct rusage own;
    FILE *file = fopen("/proc/stat", "r");
    if (!file || fscanf(file, "cpu %llu %llu %llu %*u %*u %llu %llu", &user, &nice, &system, &irq,
                        &soft) != 5)
        stop("cannot read", "/proc/stat");
    fclose(file);
    getrusage(RUSAGE_SELF, &own);
    double busy = (double)(user + nice + system + irq + soft) / (double)sysconf(_SC_CLK_TCK);
    return busy - server_time() - (double)(own.ru_utime.tv_sec + own.ru_stime.tv_sec) -
           1e-6 * (double)(own.ru_utime.tv_usec + own.ru_stime.tv_usec);
}
