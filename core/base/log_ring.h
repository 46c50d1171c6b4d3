/** A ring of the last error and warning lines, kept whether they are printed or not. Programs can
 *  read it later. Lines are numbered in sequence. A position in the log is the number of the next
 *  line.
 *  Threads: any, for all of it; the lock is a leaf and survives a fork. */
#ifndef GI_LOG_RING_H
#define GI_LOG_RING_H

#include <time.h>

#include "status.h"

/** The limits that programs know: the number of kept lines, and the bytes that one read into
 *  memory returns. */
#define GI_LOG_RING_LINES 100
#define GI_LOG_RING_READ_BYTES 25600

/** Bytes of a line with its end, but without its time and thread. */
#define GI_LOG_TEXT_BYTES 640

struct gi_log_line {
    struct timespec time;        /* CLOCK_REALTIME */
    int thread_id;               /* the system's */
    bool is_warning;             /* else an error */
    const void *owner;           /* the thread that delivers it; NULL: any */
    bool is_passed;              /* delivered to listeners (log_listen.h), or never to be */
    size_t length;
    char text[GI_LOG_TEXT_BYTES];
};

/** Adds a line; the oldest is dropped if the ring is full. */
void gi_log_keep(bool is_warning, const char *text);

/** Marks the calling thread as the library's own, which calls no callback of the program. Any other
 *  thread may deliver its lines. */
void gi_log_begin_own_thread(void);

/** Sets whether later lines of the calling thread are delivered to listeners. */
void gi_log_pass_on(bool pass_on);

/** The position after the newest line. */
uint32_t gi_log_ring_end(void);

/** Copies the lines from *place on, each with its time, thread and an end of line. Moves *place to
 *  the end. place NULL means the oldest line. If lines are missing or do not fit, the newest are
 *  copied, with a first line that says so.
 *  Units:  *size_bytes is the room on entry, of which at most GI_LOG_RING_READ_BYTES are used. On
 *          return it is the length without the terminating 0. Both are 0 if there is no line.
 *  Errors: GI_INVALID_VALUE if the room is too small for one line, with *size_bytes 0;
 *          GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_log_ring_read(uint32_t *place, char *buffer, size_t *size_bytes);

/** Appends the same text to a file, which is created if it does not exist.
 *  Errors: GI_INVALID_VALUE if the file cannot be opened; GI_OS_ERROR if it cannot be written;
 *          GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_log_ring_write(uint32_t *place, const char *path);

/** Takes the oldest undelivered line of the calling thread; false if there is none. */
bool gi_log_ring_claim(struct gi_log_line *out_line);

/** Marks all lines so far as delivered. */
void gi_log_ring_pass_all(void);

#endif
