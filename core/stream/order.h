/** The order between streams and the legacy default stream of their context. The legacy stream runs
 *  after the earlier work of all blocking streams of its context. Their later work runs after it.
 *  This order passes no failure on, because each stream reports its own.
 *
 *  All streams of a context also run after the waits of the whole context (context_streams.h), as
 *  after a wait of their own: if what is waited for fails, they fail.
 *
 *  This file finds the points to wait for; append.c appends the waits. */
#ifndef GI_ORDER_H
#define GI_ORDER_H

#include "scheduler.h"

/** A point of another stream. */
struct gi_order_point {
    struct gi_stream *stream;            /* referenced */
    uint64_t seq;
    bool must_succeed;                   /* else its failure is not passed on */
};

struct gi_order_list {
    struct gi_order_point *points;
    size_t count, capacity;
    struct gi_order_point local[8];
};

/** The stream of waits of the whole context, if the stream's next work must wait for it. Takes no
 *  lock.
 *  Threads: any. */
static inline struct gi_stream *gi_order_context_waits(const struct gi_stream *stream)
{
    struct gi_stream *waits = atomic_load_explicit(&stream->legacy->context_waits,
                                                   memory_order_acquire);
    uint64_t newest;

    if (waits == NULL)
        return NULL;
    newest = atomic_load_explicit(&waits->enqueued, memory_order_acquire);
    return newest > atomic_load(&stream->after_context) &&
           !gi_points_are_done(&waits->points, newest) ? waits : NULL;
}

/** Has the stream ignore all waits of its whole context. Its work is a part of earlier work of
 *  another stream, so these waits may be for that work. */
static inline void gi_order_ignore_context(struct gi_stream *stream)
{
    atomic_store(&stream->after_context, UINT64_MAX);
}

/** Has it ignore them if other does so. */
static inline void gi_order_ignore_as(struct gi_stream *stream, const struct gi_stream *other)
{
    if (atomic_load(&other->after_context) == UINT64_MAX)
        gi_order_ignore_context(stream);
}

/** Whether the stream's next work may have to wait for other streams. Takes no lock. The answer
 *  false is certain.
 *  Threads: any. */
static inline bool gi_order_may_wait(const struct gi_stream *stream)
{
    const struct gi_stream *legacy = stream->legacy;
    uint64_t newest;

    if (gi_order_context_waits(stream) != NULL)
        return true;
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

/** As gi_order_before, for all work of the context that has this legacy stream, which a record of
 *  the whole context stands for. */
GI_MUST_CHECK gi_status gi_order_of_context(struct gi_stream *legacy, struct gi_order_list *list);

/** The stream has waits for the points now: they are not listed again.
 *  Threads: the stream's lock is held. */
void gi_order_appended(struct gi_stream *stream, const struct gi_order_list *list);

/** Sleeps until a legacy stream and all blocking streams of its context are idle. Unless
 *  only_blocking, it also waits for the context's other streams, and for its waits and records of
 *  the whole context.
 *  Threads: any that holds no lock.
 *  Errors:  as gi_stream_wait. */
GI_MUST_CHECK gi_status gi_order_wait_idle(struct gi_stream *legacy, bool only_blocking);

/** Whether a legacy stream and all blocking streams of its context are idle; queries their queues.
 *  Threads: any that holds no lock.
 *  Errors:  GI_NOT_READY, and as gi_stream_poll. */
GI_MUST_CHECK gi_status gi_order_poll_legacy(struct gi_stream *legacy);

#endif
