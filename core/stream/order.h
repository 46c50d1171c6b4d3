/** The order between streams and the legacy default stream of their context. The legacy stream runs
 *  after the earlier work of all blocking streams of its context. Their later work runs after it.
 *  This order passes no failure on, because each stream reports its own. This file finds the points
 *  to wait for; append.c appends the waits. */
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

/** Whether the stream's next work may have to wait for other streams. Takes no lock. The answer
 *  false is certain.
 *  Threads: any. */
static inline bool gi_order_may_wait(const struct gi_stream *stream)
{
    const struct gi_stream *legacy = stream->legacy;
    uint64_t newest;

    if (stream->is_legacy)
        return atomic_load(&stream->active_blocking) != 0;
    if (!gi_stream_is_blocking(stream))
        return false;
    newest = atomic_load_explicit(&legacy->enqueued, memory_order_acquire);
    return newest > atomic_load_explicit(&legacy->points.done, memory_order_acquire) &&
           newest > atomic_load(&stream->after_legacy);
}

/** Lists the points that the stream's next work must wait for, and lets their work be submitted.
 *  Owner:   the caller finishes the list.
 *  Threads: any that holds no lock.
 *  Errors:  GI_OUT_OF_MEMORY; then there is no list. */
GI_MUST_CHECK gi_status gi_order_before(struct gi_stream *stream, struct gi_order_list *list);
void gi_order_list_finish(struct gi_order_list *list);

/** The stream has waits for the points now: they are not listed again.
 *  Threads: the stream's lock is held. */
void gi_order_appended(struct gi_stream *stream, const struct gi_order_list *list);

/** Sleeps until a legacy stream and all blocking streams of its context are idle. Unless
 *  only_blocking, it also waits for the context's other streams.
 *  Threads: any that holds no lock.
 *  Errors:  as gi_stream_wait. */
GI_MUST_CHECK gi_status gi_order_wait_idle(struct gi_stream *legacy, bool only_blocking);

/** Whether a legacy stream and all blocking streams of its context are idle; queries their queues.
 *  Threads: any that holds no lock.
 *  Errors:  GI_NOT_READY, and as gi_stream_poll. */
GI_MUST_CHECK gi_status gi_order_poll_legacy(struct gi_stream *legacy);

#endif
