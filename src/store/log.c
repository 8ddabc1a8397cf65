/* SQLite's write-ahead log after a crash. A frame of it that does not have its checksum ends the
 * log, silently: that is right for the last transaction, which a crash may have cut short, and
 * would lose what was acknowledged anywhere else. So the log is looked through before SQLite does.
 * The format is that of https://www.sqlite.org/fileformat2.html#the_write_ahead_log. */
#include "internal.h"
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define HEADER 32 /* bytes of the log's header, and of a frame's */
#define FRAME_HEADER 24
#define MAGIC 0x377f0682u /* with the last bit, words for the checksum are big-endian */

struct checksum {
    uint32_t a, b;
};

struct log {
    int file;
    bool big_endian;
    uint32_t page;
    uint32_t salt[2];
    uint8_t *frame;         /* header and page of one frame */
    struct checksum before; /* that is stored in the frame before */
    bool committed_before;  /* that frame ended a transaction */
};

static uint32_t word_at(const uint8_t *at) {
    return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

static uint32_t reversed(uint32_t word) {
    return word >> 24 | (word >> 8 & 0xff00) | (word << 8 & 0xff0000) | word << 24;
}

static struct checksum add(struct checksum sum, const uint8_t *bytes, size_t count,
                           bool big_endian) {
    for (size_t i = 0; i < count; i += 8) {
        uint32_t first = word_at(bytes + i), second = word_at(bytes + i + 4);
        sum.a += (big_endian ? first : reversed(first)) + sum.b;
        sum.b += (big_endian ? second : reversed(second)) + sum.a;
    }
    return sum;
}

static bool is_stored(struct checksum sum, const uint8_t *at) {
    return sum.a == word_at(at) && sum.b == word_at(at + 4);
}

/* ---- Frames ---- */

enum frame {
    END,    /* no more whole frames */
    OTHER,  /* of an earlier life of the log */
    STRAY,  /* likewise, but with a checksum as if it had been written after the one before */
    BROKEN, /* of this life, but not as it was written after the one before */
    SOUND,
};

static enum frame next_frame(struct log *log, uint64_t number) {
    off_t at = (off_t)(HEADER + number * (FRAME_HEADER + log->page));
    const uint8_t *frame = log->frame;
    ssize_t length = (ssize_t)(FRAME_HEADER + log->page);
    if (pread(log->file, log->frame, (size_t)length, at) != length)
        return END;
    bool ours = word_at(frame + 8) == log->salt[0] && word_at(frame + 12) == log->salt[1];
    struct checksum sum = add(log->before, frame, 8, log->big_endian);
    sum = add(sum, frame + FRAME_HEADER, log->page, log->big_endian);
    bool follows = word_at(frame) != 0 && is_stored(sum, frame + 16);
    if (ours)
        return follows ? SOUND : BROKEN;
    return follows ? STRAY : OTHER;
}

static void go_on(struct log *log) {
    log->before = (struct checksum){word_at(log->frame + 16), word_at(log->frame + 20)};
    log->committed_before = word_at(log->frame + 4) != 0;
}

/* The next transaction is begun only after the last one is on the disk. So a broken frame is no
 * write that was cut short if there is an end of a transaction after it, and a frame after that
 * which was written next. Whether the broken frame itself was such an end nobody knows: its header
 * may lie in two sectors, of which one was written. */
static enum pip__store_log judge_rest(struct log *log, uint64_t number, enum frame kind) {
    enum pip__store_log found = kind == OTHER ? PIP__STORE_LOG_SOUND : PIP__STORE_LOG_CUT;
    bool sound = false; /* the frame before is */
    for (go_on(log); (kind = next_frame(log, ++number)) != END; go_on(log)) {
        if (kind == SOUND && sound && log->committed_before)
            return PIP__STORE_LOG_DAMAGED;
        sound = kind == SOUND;
        if (kind != OTHER && kind != STRAY) /* those of an earlier life follow one another */
            found = PIP__STORE_LOG_CUT;
    }
    return found;
}

static enum pip__store_log judge_frames(struct log *log) {
    enum frame kind;
    uint64_t number = 0;
    while ((kind = next_frame(log, number)) == SOUND) {
        go_on(log);
        number++;
    }
    return kind == END ? PIP__STORE_LOG_SOUND : judge_rest(log, number, kind);
}

/* ---- The log ---- */

/* A log that was never written to may be empty, too short or, after a crash of the machine, zero.
 */
static enum pip__store_log judge(struct log *log) {
    static const uint8_t nothing[HEADER];
    uint8_t header[HEADER];
    if (pread(log->file, header, HEADER, 0) != HEADER || memcmp(header, nothing, HEADER) == 0)
        return PIP__STORE_LOG_SOUND;
    log->big_endian = word_at(header) & 1;
    log->page = word_at(header + 8);
    log->salt[0] = word_at(header + 16);
    log->salt[1] = word_at(header + 20);
    log->before = add((struct checksum){0}, header, HEADER - 8, log->big_endian);
    if ((word_at(header) & ~1u) != MAGIC || !is_stored(log->before, header + HEADER - 8) ||
        log->page < 512 || log->page > 65536)
        return PIP__STORE_LOG_DAMAGED;
    log->frame = malloc(FRAME_HEADER + log->page);
    return log->frame ? judge_frames(log) : PIP__STORE_LOG_SOUND;
}

enum pip__store_log pip__store_log_check(const char *path) {
    struct log log = {.file = open(path, O_RDONLY | O_CLOEXEC)};
    enum pip__store_log found = log.file < 0 ? PIP__STORE_LOG_SOUND : judge(&log);
    free(log.frame);
    if (log.file >= 0)
        close(log.file);
    return found;
}
