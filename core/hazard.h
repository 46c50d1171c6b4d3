/** Which commands of a batch must wait for earlier ones: those that touch what one wrote, or write
 *  what one read. Pure; addresses are in any one number space. */
#ifndef GI_HAZARD_H
#define GI_HAZARD_H

#include "status.h"

struct gi_span {
    uint64_t begin, end;         /* end is one past the last byte */
};

/** Sorted, disjoint, merged where they touch. */
struct gi_span_set {
    struct gi_span *spans;
    size_t count, capacity;
};

/** What has been read and written since the last barrier. */
struct gi_hazard {
    struct gi_span_set reads, writes;
    bool incomplete;             /* memory was short: every next command needs a barrier */
};

/** Adds a command that reads one span and writes another (an empty one is none). Says whether a
 *  barrier must stand before it, and then forgets what came before the barrier. When memory is
 *  short it says yes, which is always safe.
 *  Threads: one at a time. */
bool gi_hazard_add(struct gi_hazard *hazard, struct gi_span read, struct gi_span written);

/** Forgets everything, keeps the memory. */
void gi_hazard_reset(struct gi_hazard *hazard);
void gi_hazard_finish(struct gi_hazard *hazard);

#endif
