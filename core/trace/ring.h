/** The rings of records: one for each thread that records.
 *  Threads: a ring's thread writes it, and one thread at a time reads all of them. */
#ifndef GI_RING_H
#define GI_RING_H

#include <stdatomic.h>

#include "record.h"

enum { GI_RING_RECORDS = 2048 };         /* a power of two */

struct gi_ring {
    struct gi_ring *next;                /* under the list's lock */
    atomic_bool is_free;                 /* its thread has ended */
    uint32_t thread;                     /* the system's number */
    char thread_name[16];
    _Atomic uint64_t written, read;      /* how many records, since the ring was made */
    _Atomic uint64_t dropped;
    struct gi_trace_record records[GI_RING_RECORDS];
};

/** The calling thread's ring; made, or taken from a thread that has ended.
 *  Returns: NULL if there is no memory for one. */
struct gi_ring *gi_ring_own(void);

/** The place of the next record of the calling thread's ring; NULL if it is full, which counts. */
struct gi_trace_record *gi_ring_next(struct gi_ring *ring);

/** Gives that record to the reader. True if the ring has just become half full. */
bool gi_ring_give(struct gi_ring *ring);

/** The rings, from the newest on; NULL behind the last. None is ever freed. */
struct gi_ring *gi_ring_first(void);

#endif
