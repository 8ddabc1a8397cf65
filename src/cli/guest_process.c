/* A guest's process, and talking with it. Time runs for both directions at once: a program may be
 * slow to read as well as slow to answer. */
#include "guest.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define GREETING_MS 30000 /* a program may take long to start */
#define GOODBYE_MS 1000
#define WORDS_MAX 32 /* of a command */

/* ---- Losing the seat ---- */

static void stop(struct guest *guest, bool politely);

bool guest_lose(struct guest *guest, const char *format, ...) {
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

/* In the child, after a fork from a program with threads: nothing but system calls. */
static _Noreturn void become(char **words, int in, int out, int fate) {
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    signal(SIGPIPE, SIG_DFL);
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

static int spawn(struct guest *guest, char **words) {
    int in[2], out[2], fate[2];
    if (pipe2(in, O_CLOEXEC) != 0)
        return errno;
    if (pipe2(out, O_CLOEXEC) != 0)
        return errno;
    if (pipe2(fate, O_CLOEXEC) != 0)
        return errno;
    signal(SIGPIPE, SIG_IGN); /* a guest that is gone is no reason to go */
    guest->pid = fork();
    if (guest->pid == 0)
        become(words, in[0], out[1], fate[1]);
    int reason = guest->pid < 0 ? errno : 0;
    close(in[0]);
    close(out[1]);
    close(fate[1]);
    guest->to = in[1];
    guest->from = out[0];
    guest->length = guest->taken = 0;
    fcntl(guest->to, F_SETFL, O_NONBLOCK);
    fcntl(guest->from, F_SETFL, O_NONBLOCK);
    return reason ? reason : fate_of(fate[0]);
}

static bool is_gone(struct guest *guest, int64_t until) {
    while (waitpid(guest->pid, NULL, WNOHANG) == 0) {
        if (now() >= until)
            return false;
        nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL);
    }
    return true;
}

static void stop(struct guest *guest, bool politely) {
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

void guest_end(struct guest *guest) {
    stop(guest, true);
    free(guest->heard);
    free(guest->events);
    *guest = (struct guest){0};
}

/* ---- Talking ---- */

/* What is said and not yet sent. */
struct speech {
    const char *at;
    size_t left;
};

/* Sends and hears what is ready. False if the guest has lost its seat. */
static bool talk(struct guest *guest, struct speech *speech, int64_t until, uint64_t limit) {
    struct pollfd ends[] = {{.fd = guest->from, .events = POLLIN},
                            {.fd = speech->left > 0 ? guest->to : -1, .events = POLLOUT}};
    int64_t left = until - now();
    if (left <= 0 || poll(ends, 2, (int)left) == 0)
        return guest_lose(guest, "has not answered within %llu ms", (unsigned long long)limit);
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
        ssize_t got = read(guest->from, guest->heard + guest->length, GUEST_LINE - guest->length);
        if (got == 0)
            return guest_lose(guest, "has ended without an answer");
        if (got > 0)
            guest->length += (size_t)got;
    }
    return true;
}

/* The next line it says, into `line` without its end; what is to be said is sent meanwhile. */
static bool hear(struct guest *guest, struct speech *speech, int64_t until, uint64_t limit,
                 char line[GUEST_LINE]) {
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
        if (guest->length == GUEST_LINE)
            return guest_lose(guest, "says a line that does not end");
        if (!talk(guest, speech, until, limit))
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
static bool ask(struct guest *guest, struct pip_span question, const char *word, uint64_t limit,
                char line[GUEST_LINE]) {
    struct speech speech = {question.at, question.length};
    int64_t until = now() + (int64_t)limit;
    const char *rest;
    while (hear(guest, &speech, until, limit, line)) {
        if (begins(line, word, &rest)) {
            memmove(line, rest, strlen(rest) + 1);
            return true;
        }
        if (begins(line, "error", &rest))
            return guest_lose(guest, "says: error %.80s", rest);
        if (!begins(line, "candidate", &rest) && !begins(line, "info", &rest) &&
            !begins(line, "id", &rest) && line[0] != '\0')
            return guest_lose(guest, "says \"%.80s\", which is no answer", line);
    }
    return false;
}

static bool start(struct guest *guest, const char *command, char line[GUEST_LINE]) {
    char *copy = strdup(command), *words[WORDS_MAX + 1] = {0}, *save = NULL;
    int count = 0;
    for (char *word = copy ? strtok_r(copy, " ", &save) : NULL; word && count < WORDS_MAX;
         word = strtok_r(NULL, " ", &save))
        words[count++] = word;
    int reason = count > 0 ? spawn(guest, words) : ENOENT;
    free(copy);
    if (reason)
        return guest_lose(guest, "cannot be started: %s", strerror(reason));
    return ask(guest, pip_span_of("hello 1\n"), "ready", GREETING_MS, line);
}

bool guest_say(struct guest *guest, const char *command, struct pip_span question, uint64_t limit,
               char line[GUEST_LINE]) {
    return (guest->pid != 0 || start(guest, command, line)) &&
           ask(guest, question, "best", limit, line);
}
