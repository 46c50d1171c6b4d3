/** The streams of a device that have work, as a list that can be walked without a lock. */
#ifndef GI_ACTIVE_H
#define GI_ACTIVE_H

#include "stream_state.h"

struct gi_active {
    struct gi_stream *stream;            /* referenced */
    uint64_t seq;                        /* its newest point when it was listed */
};

/** Not to be moved: items may be few. */
struct gi_active_list {
    struct gi_active *items;
    size_t count, capacity;
    bool complete;                       /* memory sufficed for all of them */
    struct gi_active few[8];             /* so many are listed without memory */
};

/** Whether the device has no streams with work; costs one load. What was done may still count as
 *  work until somebody looks at its stream.
 *  Threads: any. */
bool gi_active_none(struct gi_device *device);

/** Lists them.
 *  Threads: any; no lock is held. */
void gi_active_list_make(struct gi_device *device, struct gi_active_list *out_list);
void gi_active_list_finish(struct gi_active_list *list);

#endif
