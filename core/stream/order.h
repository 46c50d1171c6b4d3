/** How streams order with the legacy default stream: it runs after the earlier work of every
 *  blocking stream of its device, and their later work after it. That order alone passes no failure
 *  on: each stream reports its own. What it makes a stream wait for is found here; append.c makes
 *  the stream wait. */
#ifndef GI_ORDER_H
#define GI_ORDER_H

#include "scheduler.h"

/** A point of another stream. */
struct gi_order_point {
    struct gi_stream *stream;            /* referenced */
    uint64_t seq;
};

struct gi_order_list {
    struct gi_order_point *points;
    size_t count, capacity;
    struct gi_order_point local[8];
};

/** Whether something of other streams may have to come before the stream's next work. It takes no
 *  lock. False is sure.
 *  Threads: any. */
static inline bool gi_order_may_wait(const struct gi_stream *stream)
{
    const struct gi_stream *legacy = stream->device->legacy;
    uint64_t newest;

    if (stream->is_legacy)
        return atomic_load(&stream->device->active_blocking) != 0;
    if (!gi_stream_is_blocking(stream))
        return false;
    newest = atomic_load_explicit(&legacy->enqueued, memory_order_acquire);
    return newest > atomic_load_explicit(&legacy->points.done, memory_order_acquire) &&
           newest > atomic_load(&stream->after_legacy);
}

/** Lists what the stream's next work must come after, and lets it be submitted. The caller has it
 *  come first: it is not listed a second time.
 *  Owner:  the caller finishes the list.
 *  Errors: GI_OUT_OF_MEMORY; then there is no list. */
GI_MUST_CHECK gi_status gi_order_before(struct gi_stream *stream, struct gi_order_list *list);
void gi_order_list_finish(struct gi_order_list *list);

/** Sleeps until the legacy stream and, as it comes after them, all blocking streams are idle; also
 *  until all other streams are, unless only_blocking.
 *  Errors: as gi_stream_wait. */
GI_MUST_CHECK gi_status gi_device_wait_idle(struct gi_device *device, bool only_blocking);

/** Whether the legacy stream and all blocking streams are idle, after a look at their queues.
 *  Errors: GI_NOT_READY, and as gi_stream_poll. */
GI_MUST_CHECK gi_status gi_device_poll_legacy(struct gi_device *device);

#endif
