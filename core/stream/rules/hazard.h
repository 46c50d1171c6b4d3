/** Which commands of a batch need a barrier. A command needs one if it accesses bytes that an
 *  earlier one wrote, or writes bytes that an earlier one read. Pure; addresses are in any one
 *  number space.
 *
 *  Memory can have several addresses, if it was imported twice, or exported and
 *  imported. Spans do not show that. So accesses to two objects that may be the same memory
 *  always conflict. Within one object the spans decide, unless pages can be at several places of
 *  it. */
#ifndef GI_HAZARD_H
#define GI_HAZARD_H

#include "base/status.h"
#include "memory/touched_span.h"

/** Sorted and disjoint; adjacent spans are merged. */
struct gi_span_set {
    struct gi_span *spans;
    size_t count, capacity;
    size_t last;                 /* index of the span that was made or grown last; below count
                                    unless the set is empty */
};

/** A span that a command reads or writes; an empty span means no access. */
struct gi_touch {
    struct gi_span span;
    const void *object;          /* the span's object if another object may be the same memory;
                                    gi_touch_anywhere if other spans of it may be, too; else NULL */
};

/** The object of all memory of which one object can have several addresses. */
extern const char gi_touch_anywhere;

/** The reads and writes since the last barrier. */
struct gi_hazard {
    struct gi_span_set reads, writes;
    const void *object_read;     /* the first object read that may have an alias */
    bool several_read;           /* a second one was read, too */
    const void *object_written;  /* the only one written: a write to a second one gets a barrier */
    bool incomplete;             /* memory ran out, the notes are out of date, or the last
                                    command may have touched anything: the next one gets a
                                    barrier */
};

/** Adds a command that reads one span and writes another. True if the command needs a barrier
 *  before it. A barrier clears all earlier reads and writes. Without memory the answer is true,
 *  which is always safe.
 *  Threads: one at a time. */
bool gi_hazard_add(struct gi_hazard *hazard, struct gi_touch read, struct gi_touch written);

/** Adds a command that may read and write anything: the next one has a barrier. Its own barrier
 *  depends only on whether it has a predecessor.
 *  Threads: one at a time. */
void gi_hazard_add_anything(struct gi_hazard *hazard);

/** Clears all reads and writes, but keeps the memory. */
void gi_hazard_reset(struct gi_hazard *hazard);
void gi_hazard_finish(struct gi_hazard *hazard);

#endif
