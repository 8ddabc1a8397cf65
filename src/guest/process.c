/* A guest's process, and talking with it. Time runs for both directions at once: a program may be
 * slow to read as well as slow to answer. */
#include "guest.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define GREETING_MS 30000 /* a program may take long to start */
#define GOODBYE_MS 1000
#define LOOK_MS 100  /* between looks whether to wait no longer */
#define WORDS_MAX 32 /* of a command */

/* ---- Losing the seat ---- */

static void stop(struct pip__guest *guest, bool politely);

bool pip__guest_lose(struct pip__guest *guest, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(guest->why, sizeof guest->why, format, arguments);
    va_end(arguments);
    for (char *c = guest->why; *c; c++) {
        if (*c < ' ' || *c > '~')
            *c = '?';
    }
    stop(guest, false);
    return false;
}

/* ---- The process ---- */

static int64_t now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* ---- In the child, after a fork from a program with threads: nothing but system calls ---- */

/* So that it can take neither memory nor disk nor the processor from the host. Of memory, what is
 * written to counts: some languages reserve far more than they use. */
static void confine(void) {
    static const rlim_t memory = (rlim_t)1 << 30, file = (rlim_t)16 << 20, files = 256;
    (void)setrlimit(RLIMIT_DATA, &(struct rlimit){memory, memory});
    (void)setrlimit(RLIMIT_FSIZE, &(struct rlimit){file, file});
    (void)setrlimit(RLIMIT_NOFILE, &(struct rlimit){files, files});
    (void)setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
    (void)setpriority(PRIO_PROCESS, 0, 10);
    int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (nowhere >= 0)
        dup2(nowhere, STDERR_FILENO);
}

/* It dies with the thread that has started it; whose host is gone already is told by its parent. */
static _Noreturn void become(char **words, int in, int out, int fate, pid_t host, bool confined) {
    sigset_t none;
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != host)
        _exit(125);
    signal(SIGPIPE, SIG_DFL);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    if (confined)
        confine();
    dup2(in, STDIN_FILENO);
    dup2(out, STDOUT_FILENO);
    execvp(words[0], words);
    int reason = errno;
    if (write(fate, &reason, sizeof reason) < 0)
        _exit(126);
    _exit(127);
}

/* Waits until the program runs; 0, or the reason why it does not. */
static int fate_of(int fate) {
    int reason = 0;
    ssize_t got;
    do
        got = read(fate, &reason, sizeof reason);
    while (got < 0 && errno == EINTR);
    close(fate);
    return got > 0 ? reason : 0;
}

static void close_both(const int ends[2]) {
    close(ends[0]);
    close(ends[1]);
}

enum { IN, OUT, FATE, PIPES };

/* 0, or the reason why there are none. */
static int open_pipes(int pipes[PIPES][2]) {
    for (int i = 0; i < PIPES; i++) {
        if (pipe2(pipes[i], O_CLOEXEC) == 0)
            continue;
        int reason = errno;
        while (i-- > 0)
            close_both(pipes[i]);
        return reason;
    }
    return 0;
}

static int spawn(struct pip__guest *guest, char **words, bool confined) {
    int pipes[PIPES][2], reason = open_pipes(pipes);
    pid_t host = getpid();
    if (reason)
        return reason;
    signal(SIGPIPE, SIG_IGN); /* a guest that is gone is no reason to go */
    guest->pid = fork();
    if (guest->pid == 0)
        become(words, pipes[IN][0], pipes[OUT][1], pipes[FATE][1], host, confined);
    if (guest->pid < 0) {
        reason = errno;
        for (int i = 0; i < PIPES; i++)
            close_both(pipes[i]);
        return reason;
    }
    close(pipes[IN][0]);
    close(pipes[OUT][1]);
    close(pipes[FATE][1]);
    guest->to = pipes[IN][1];
    guest->from = pipes[OUT][0];
    guest->length = guest->taken = 0;
    fcntl(guest->to, F_SETFL, O_NONBLOCK);
    fcntl(guest->from, F_SETFL, O_NONBLOCK);
    return fate_of(pipes[FATE][0]);
}

static bool is_gone(struct pip__guest *guest, int64_t until) {
    while (waitpid(guest->pid, NULL, WNOHANG) == 0) {
        if (now() >= until)
            return false;
        nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL);
    }
    return true;
}

static void stop(struct pip__guest *guest, bool politely) {
    if (guest->pid <= 0) {
        guest->pid = 0;
        return;
    }
    if (politely && write(guest->to, "quit\n", 5) < 0)
        politely = false;
    close(guest->to);
    close(guest->from);
    if (!politely || !is_gone(guest, now() + GOODBYE_MS)) {
        kill(-guest->pid, SIGKILL);
        kill(guest->pid, SIGKILL);
        waitpid(guest->pid, NULL, 0);
    }
    guest->pid = 0;
}

void pip__guest_end(struct pip__guest *guest) {
    stop(guest, true);
    free(guest->heard);
    *guest = (struct pip__guest){0};
}

/* ---- Talking ---- */

/* What is said and not yet sent, and how long an answer may take. */
struct speech {
    const char *at;
    size_t left;
    const struct pip__guest_terms *terms;
    uint64_t limit;
    int64_t until;
};

/* Waits for one of the ends, for as long as there is time. */
static bool wait_for(struct pip__guest *guest, const struct speech *speech, struct pollfd ends[2]) {
    for (;;) {
        const struct pip__guest_terms *terms = speech->terms;
        int64_t left = speech->until - now();
        if (terms->enough && terms->enough(terms->context))
            return pip__guest_lose(guest, "is no longer waited for");
        if (left <= 0)
            return pip__guest_lose(guest, "has not answered within %llu ms",
                                   (unsigned long long)speech->limit);
        if (poll(ends, 2, (int)(terms->enough && left > LOOK_MS ? LOOK_MS : left)) != 0)
            return true;
    }
}

/* Sends and hears what is ready. False if the guest has lost its seat. */
static bool talk(struct pip__guest *guest, struct speech *speech) {
    struct pollfd ends[] = {{.fd = guest->from, .events = POLLIN},
                            {.fd = speech->left > 0 ? guest->to : -1, .events = POLLOUT}};
    if (!wait_for(guest, speech, ends))
        return false;
    if (ends[1].revents & (POLLOUT | POLLERR)) {
        ssize_t sent = write(guest->to, speech->at, speech->left);
        if (sent < 0 && errno != EAGAIN && errno != EINTR)
            speech->left = 0; /* it reads no more; it may still have answered */
        else if (sent > 0) {
            speech->at += sent;
            speech->left -= (size_t)sent;
        }
    }
    if (ends[0].revents) {
        ssize_t got =
            read(guest->from, guest->heard + guest->length, PIP__GUEST_LINE - guest->length);
        if (got == 0)
            return pip__guest_lose(guest, "has ended without an answer");
        if (got > 0)
            guest->length += (size_t)got;
    }
    return true;
}

/* The next line it says, into `line` without its end; what is to be said is sent meanwhile. */
static bool hear(struct pip__guest *guest, struct speech *speech, char line[PIP__GUEST_LINE]) {
    for (;;) {
        const char *at = guest->heard + guest->taken;
        size_t left = guest->length - guest->taken;
        const char *end = memchr(at, '\n', left);
        if (end) {
            size_t length = (size_t)(end - at);
            memcpy(line, at, length);
            line[length] = '\0';
            if (length > 0 && line[length - 1] == '\r')
                line[length - 1] = '\0';
            guest->taken += length + 1;
            return true;
        }
        memmove(guest->heard, at, left);
        guest->length = left;
        guest->taken = 0;
        if (guest->length == PIP__GUEST_LINE)
            return pip__guest_lose(guest, "says a line that does not end");
        if (!talk(guest, speech))
            return false;
    }
}

/* Whether the line begins with this word; *rest is what follows. */
static bool begins(const char *line, const char *word, const char **rest) {
    size_t length = strlen(word);
    if (strncmp(line, word, length) != 0 || (line[length] != ' ' && line[length] != '\0'))
        return false;
    *rest = line + length + (line[length] == ' ');
    return true;
}

/* Says something and waits for the line that begins with `word`; `line` then has its rest. */
static bool ask(struct pip__guest *guest, struct speech speech, const char *word,
                char line[PIP__GUEST_LINE]) {
    const char *rest;
    speech.until = now() + (int64_t)speech.limit;
    while (hear(guest, &speech, line)) {
        if (begins(line, word, &rest)) {
            memmove(line, rest, strlen(rest) + 1);
            return true;
        }
        if (begins(line, "error", &rest))
            return pip__guest_lose(guest, "says: error %.80s", rest);
        if (!begins(line, "candidate", &rest) && !begins(line, "info", &rest) &&
            !begins(line, "id", &rest) && line[0] != '\0')
            return pip__guest_lose(guest, "says \"%.80s\", which is no answer", line);
    }
    return false;
}

static bool start(struct pip__guest *guest, const struct pip__guest_terms *terms,
                  char line[PIP__GUEST_LINE]) {
    char *copy = strdup(terms->command), *words[WORDS_MAX + 1] = {0}, *save = NULL;
    int count = 0;
    if (!guest->heard)
        guest->heard = malloc(PIP__GUEST_LINE);
    for (char *word = copy ? strtok_r(copy, " ", &save) : NULL; word && count < WORDS_MAX;
         word = strtok_r(NULL, " ", &save))
        words[count++] = word;
    int reason = !guest->heard ? ENOMEM : count > 0 ? spawn(guest, words, terms->confined) : ENOENT;
    free(copy);
    if (reason)
        return pip__guest_lose(guest, "cannot be started: %s", strerror(reason));
    struct pip_span hello = pip_span_of("hello 1\n");
    struct speech speech = {hello.at, hello.length, terms, GREETING_MS, 0};
    return ask(guest, speech, "ready", line);
}

bool pip__guest_greet(struct pip__guest *guest, const struct pip__guest_terms *terms) {
    char line[PIP__GUEST_LINE];
    return guest->pid != 0 || start(guest, terms, line);
}

bool pip__guest_say(struct pip__guest *guest, const struct pip__guest_terms *terms,
                    struct pip_span question, char line[PIP__GUEST_LINE]) {
    struct speech speech = {question.at, question.length, terms, terms->limit, 0};
    return (guest->pid != 0 || start(guest, terms, line)) && ask(guest, speech, "best", line);
}
