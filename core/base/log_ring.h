/** The last lines about what went wrong, kept whether they are printed or not, so that a program
 *  can ask for them afterwards. Lines have numbers, one after the other; a place in the log is the
 *  number of the line that comes next there.
 *  Threads: any, for all of it; the lock is a leaf and survives a fork. */
#ifndef GI_LOG_RING_H
#define GI_LOG_RING_H

#include <time.h>

#include "status.h"

/** The vendor's limits: lines that are kept, and bytes that one reading into memory gives. */
#define GI_LOG_RING_LINES 100
#define GI_LOG_RING_READ_BYTES 25600

/** Bytes of a line without its time and thread, with its end. */
#define GI_LOG_TEXT_BYTES 640

struct gi_log_line {
    struct timespec time;        /* CLOCK_REALTIME */
    int thread_id;               /* the system's */
    bool is_warning;             /* else an error */
    const void *owner;           /* the thread that passes it on; NULL: any */
    bool is_passed;              /* on to listeners (log_listen.h), or never to be */
    size_t length;
    char text[GI_LOG_TEXT_BYTES];
};

/** Keeps a line; the oldest goes if there is no room. */
void gi_log_keep(bool is_warning, const char *text);

/** The lines of the calling thread are passed on by whichever thread comes first: it is one of the
 *  library's own, and calls nothing of the program. */
void gi_log_begin_own_thread(void);

/** What the calling thread keeps from now on is never passed on, or is again. */
void gi_log_pass_on(bool pass_on);

/** The place after the newest line. */
uint32_t gi_log_ring_end(void);

/** Copies the lines from *place on, each with its time, thread and an end of line, and moves *place
 *  to the end; place NULL means the oldest line. Where lines before the first one given are gone,
 *  or there is not room for all, a line in front says so and the newest are given.
 *  Units:  *size_bytes is the room, of which GI_LOG_RING_READ_BYTES are used at most, and then the
 *          length without the terminating 0; both are 0 if there is no line.
 *  Errors: GI_INVALID_VALUE if the room is too small for one line, and then *size_bytes is 0;
 *          GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_log_ring_read(uint32_t *place, char *buffer, size_t *size_bytes);

/** Adds the same to the end of a file, which is made if it is not there.
 *  Errors: GI_INVALID_VALUE if the file cannot be opened; GI_OS_ERROR if it cannot be written;
 *          GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_log_ring_write(uint32_t *place, const char *path);

/** Takes the oldest line that the calling thread has to pass on; false if there is none. */
bool gi_log_ring_claim(struct gi_log_line *out_line);

/** What is in the log so far is not passed on to anybody. */
void gi_log_ring_pass_all(void);

#endif
