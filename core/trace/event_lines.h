/** Records as lines of a trace: JSON trace events, one a line.
 *  Threads: one at a time. */
#ifndef GI_EVENT_LINES_H
#define GI_EVENT_LINES_H

#include <stddef.h>

#include "ring.h"

/** Lines before they are written. */
struct gi_event_lines {
    char *bytes;
    size_t count, capacity;
    size_t line;                 /* where the line begins that is made */
    uint64_t written;            /* bytes of the file before these */
    bool lacks_memory;           /* some were lost */
    uint64_t *tracks;            /* those that have their name in the file */
    size_t track_count, track_capacity;
};

/** The most bytes of the lines that one record becomes. */
enum { GI_EVENT_LINES_BYTES = 32768 };

/** Begins a file: the array's bracket and the name of the process. */
void gi_event_lines_begin(struct gi_event_lines *lines);
void gi_event_lines_add(struct gi_event_lines *lines, const struct gi_ring *ring,
                        const struct gi_trace_record *record);

/** Says how many records of a thread are missing. */
void gi_event_lines_dropped(struct gi_event_lines *lines, const struct gi_ring *ring,
                            uint64_t count, int64_t now_ns);
/** The bytes are in the file. */
void gi_event_lines_written(struct gi_event_lines *lines);
void gi_event_lines_finish(struct gi_event_lines *lines);

#endif
