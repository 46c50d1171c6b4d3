/** A snapshot of the streams of a device that have work. The caller can walk it without a lock.
 *  Threads: any. */
#ifndef GI_ACTIVE_H
#define GI_ACTIVE_H

#include "stream_state.h"

struct gi_active {
    struct gi_stream *stream;            /* referenced */
    uint64_t seq;                        /* the stream's newest point at the time of the snapshot */
};

/** The caller must not move it, because items may point to few. */
struct gi_active_list {
    struct gi_active *items;
    size_t count, capacity;
    bool complete;                       /* false if memory ran out before all were listed */
    struct gi_active few[8];             /* used until more streams are listed */
};

/** Whether no stream of the device has work. Costs one atomic load. A stream that has completed
 *  its work counts as active until a thread looks at it. */
bool gi_active_none(struct gi_device *device);

/** Lists the active streams of the context that has this legacy stream, or all if it is NULL.
 *  Owner:   the caller finishes the list, which drops the references.
 *  Threads: any that holds no lock. */
void gi_active_list_make(struct gi_device *device, const struct gi_stream *legacy,
                         struct gi_active_list *out_list);
void gi_active_list_finish(struct gi_active_list *list);

#endif
