/** Which commands of a batch must wait for earlier ones: those that touch what one wrote, or write
 *  what one read. Pure; addresses are in any one number space.
 *
 *  The same memory can have several addresses: it was imported twice, or exported and imported.
 *  Spans do not show that. So two objects that may be the same memory count as one that both
 *  commands touch whole; within one object the spans decide. */
#ifndef GI_HAZARD_H
#define GI_HAZARD_H

#include "base/status.h"

struct gi_span {
    uint64_t begin, end;         /* end is one past the last byte */
};

/** Sorted, disjoint, merged where they touch. */
struct gi_span_set {
    struct gi_span *spans;
    size_t count, capacity;
    size_t last;                 /* the span that was made or grew last; below count, if there are
                                    any */
};

/** A span that a command reads or writes; an empty one is none. */
struct gi_touch {
    struct gi_span span;
    const void *object;          /* it lies in, if another object may be the same memory; else
                                    NULL */
};

/** What has been read and written since the last barrier. */
struct gi_hazard {
    struct gi_span_set reads, writes;
    const void *object_read;     /* of those that may have an alias: the first one, */
    bool several_read;           /* and whether there is another; */
    const void *object_written;  /* the only one: a write to a second one has a barrier */
    bool incomplete;             /* memory was short, what is noted is out of date, or the last
                                    command may have touched anything: the next one needs a
                                    barrier */
};

/** Adds a command that reads one span and writes another. Says whether a barrier must stand before
 *  it, and then forgets what came before the barrier. When memory is short it says yes, which is
 *  always safe.
 *  Threads: one at a time. */
bool gi_hazard_add(struct gi_hazard *hazard, struct gi_touch read, struct gi_touch written);

/** Adds a command that may read and write anything: the next one has a barrier. Its own barrier
 *  depends only on whether it has a predecessor.
 *  Threads: one at a time. */
void gi_hazard_add_anything(struct gi_hazard *hazard);

/** Forgets everything, keeps the memory. */
void gi_hazard_reset(struct gi_hazard *hazard);
void gi_hazard_finish(struct gi_hazard *hazard);

#endif
