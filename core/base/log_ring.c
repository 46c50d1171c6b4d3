#include "log_ring.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "file_bytes.h"
#include "uncancelled.h"

/* Bytes for the time and thread in front of a line's text, with some to spare. */
#define HEAD_BYTES 64
#define LOST_BYTES 128

static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct gi_log_line lines[GI_LOG_RING_LINES];      /* line n stands at n % LINES */
static uint64_t total;                                   /* lines so far */

static _Thread_local bool is_own_thread, is_silent;
static _Thread_local char owner_mark;                    /* its address identifies the thread */

static void lock_ring(void)
{
    pthread_mutex_lock(&lock);
}

static void unlock_ring(void)
{
    pthread_mutex_unlock(&lock);
}

/* A child may be forked while another thread holds the lock. It can still fail and keep lines. */
static void add_fork_handlers(void)
{
    pthread_atfork(lock_ring, unlock_ring, unlock_ring);
}

void gi_log_begin_own_thread(void)
{
    is_own_thread = true;
}

void gi_log_pass_on(bool pass_on)
{
    is_silent = !pass_on;
}

void gi_log_keep(bool is_warning, const char *text)
{
    struct gi_log_line *line;
    struct timespec now;
    size_t length = strnlen(text, GI_LOG_TEXT_BYTES - 1);

    pthread_once(&once, add_fork_handlers);
    clock_gettime(CLOCK_REALTIME, &now);
    lock_ring();
    line = &lines[total++ % GI_LOG_RING_LINES];
    line->time = now;
    line->thread_id = (int)syscall(SYS_gettid);
    line->is_warning = is_warning;
    line->owner = is_own_thread ? NULL : &owner_mark;
    line->is_passed = is_silent;
    line->length = length;
    memcpy(line->text, text, length);
    line->text[length] = '\0';
    unlock_ring();
}

/* Returns how many lines are kept. The lock is held. */
static uint32_t kept_count(void)
{
    return total < GI_LOG_RING_LINES ? (uint32_t)total : GI_LOG_RING_LINES;
}

uint32_t gi_log_ring_end(void)
{
    uint32_t end;

    lock_ring();
    end = (uint32_t)total;
    unlock_ring();
    return end;
}

bool gi_log_ring_claim(struct gi_log_line *out_line)
{
    bool is_found = false;

    lock_ring();
    for (uint64_t number = total - kept_count(); number < total && !is_found; number++) {
        struct gi_log_line *line = &lines[number % GI_LOG_RING_LINES];

        if (line->is_passed || (line->owner != NULL && line->owner != &owner_mark))
            continue;
        line->is_passed = is_found = true;
        *out_line = *line;
    }
    unlock_ring();
    return is_found;
}

void gi_log_ring_pass_all(void)
{
    lock_ring();
    for (size_t i = 0; i < GI_LOG_RING_LINES; i++)
        lines[i].is_passed = true;
    unlock_ring();
}

/* ---- reading -------------------------------------------------------------------------------- */

/* The state of one read: a copy of the lines, which becomes text without the lock. */
struct reading {
    struct gi_log_line *lines;
    uint32_t count;
    uint32_t end;                /* the position after them */
    bool are_some_lost;
};

static gi_status begin_reading(const uint32_t *place, struct reading *out)
{
    uint32_t kept, wanted;

    *out = (struct reading){ .lines = malloc(sizeof lines) };
    if (out->lines == NULL)
        return gi_fail(GI_OUT_OF_MEMORY, "no host memory to read the log");
    lock_ring();
    kept = kept_count();
    out->end = (uint32_t)total;
    wanted = place != NULL ? out->end - *place : kept;
    out->are_some_lost = place != NULL ? wanted > kept : total > kept;
    out->count = wanted > kept ? kept : wanted;
    for (uint32_t i = 0; i < out->count; i++)
        out->lines[i] = lines[(total - out->count + i) % GI_LOG_RING_LINES];
    unlock_ring();
    return GI_OK;
}

static size_t format_line(const struct gi_log_line *line, char *text, size_t room)
{
    struct tm day;
    int length;

    if (localtime_r(&line->time.tv_sec, &day) == NULL)
        memset(&day, 0, sizeof day);
    length = snprintf(text, room, "[%02d:%02d:%02d.%03ld][%d][gpuinterop][%c] %s\n", day.tm_hour,
                      day.tm_min, day.tm_sec, line->time.tv_nsec / 1000000, line->thread_id,
                      line->is_warning ? 'W' : 'E', line->text);
    return length > 0 && (size_t)length < room ? (size_t)length : 0;
}

/* Writes the first line about missing lines, if it is needed. */
static size_t format_lost(bool is_needed, const char *which, char *text)
{
    return is_needed ? (size_t)snprintf(text, LOST_BYTES, "[gpuinterop] %s\n", which) : 0;
}

/* Writes the first line and the newest lines that fit. Returns the length, 0 if none fits. text has
 * room for one more byte. */
static size_t format_reading(const struct reading *reading, char *text, size_t room)
{
    char lost[LOST_BYTES], line[GI_LOG_TEXT_BYTES + HEAD_BYTES];
    size_t used = 0, lost_length = format_lost(reading->are_some_lost,
                                               "older lines of the log are gone", lost);
    uint32_t first = reading->count;

    while (first > 0) {
        size_t length = format_line(&reading->lines[first - 1], line, sizeof line);

        if (lost_length + used + length > room)
            break;
        used += length;
        first--;
    }
    if (first > 0) {             /* the first line has changed, and may be longer */
        lost_length = format_lost(true, "there is room for the newest lines of the log only", lost);
        for (; first < reading->count && lost_length + used > room; first++)
            used -= format_line(&reading->lines[first], line, sizeof line);
    }
    text[0] = '\0';
    if (first == reading->count)
        return 0;
    memcpy(text, lost, lost_length);
    used = lost_length;
    for (uint32_t i = first; i < reading->count; i++)
        used += format_line(&reading->lines[i], text + used, room + 1 - used);
    return used;
}

gi_status gi_log_ring_read(uint32_t *place, char *buffer, size_t *size_bytes)
{
    size_t room = *size_bytes < GI_LOG_RING_READ_BYTES ? *size_bytes : GI_LOG_RING_READ_BYTES;
    struct reading reading;
    gi_status status = begin_reading(place, &reading);

    *size_bytes = 0;
    if (status != GI_OK)
        return status;
    if (room > 0)
        buffer[0] = '\0';
    if (room > 0 && reading.count > 0)
        *size_bytes = format_reading(&reading, buffer, room - 1);
    if (reading.count > 0 && *size_bytes == 0)
        status = gi_fail(GI_INVALID_VALUE, "log: size is %zu bytes, too few for a line", room);
    else if (place != NULL)
        *place = reading.end;
    free(reading.lines);
    return status;
}

/* Without O_NONBLOCK the open would block on a pipe that nobody reads. */
static int open_to_write(const char *path)
{
    int fd = gi_file_open(AT_FDCWD, path,
                          O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOCTTY | O_NONBLOCK, 0644);
    int flags = fd >= 0 ? fcntl(fd, F_GETFL) : -1;

    if (flags >= 0)
        (void)fcntl(fd, F_SETFL, flags & ~O_NONBLOCK);
    return fd;
}

gi_status gi_log_ring_write(uint32_t *place, const char *path)
{
    GI_UNCANCELLED;
    size_t room = LOST_BYTES + (size_t)GI_LOG_RING_LINES * (GI_LOG_TEXT_BYTES + HEAD_BYTES);
    char *text = malloc(room + 1);
    struct reading reading;
    gi_status status;
    int fd;

    if (text == NULL)
        return gi_fail(GI_OUT_OF_MEMORY, "no host memory to write the log");
    status = begin_reading(place, &reading);
    if (status != GI_OK)
        goto free_text;
    fd = open_to_write(path);
    if (fd < 0) {
        status = gi_fail(GI_INVALID_VALUE, "log: path \"%.200s\" cannot be opened: %s", path,
                         strerror(errno));
        goto free_lines;
    }
    if (!gi_file_write(fd, text, format_reading(&reading, text, room)))
        status = gi_fail(GI_OS_ERROR, "log: path \"%.200s\" cannot be written: %s", path,
                         strerror(errno));
    close(fd);
    if (status == GI_OK && place != NULL)
        *place = reading.end;
free_lines:
    free(reading.lines);
free_text:
    free(text);
    return status;
}
