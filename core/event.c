#include "event.h"

#include <stdlib.h>

#include "order.h"
#include "pool_cache.h"
#include "segment.h"

struct gi_event {
    struct gi_object object;
    uint32_t flags;
    pthread_mutex_t lock;        /* a leaf; guards the point */
    struct gi_stream *stream;    /* referenced; NULL: never recorded */
    uint64_t seq;
};

static void finish_event(struct gi_object *object)
{
    struct gi_event *event = (struct gi_event *)object;

    if (event->stream != NULL)
        gi_stream_release(event->stream);
    pthread_mutex_destroy(&event->lock);
    free(event);
}

static gi_status acquire(gi_handle handle, struct gi_event **out_event)
{
    struct gi_object *object;
    gi_status status = gi_handle_acquire(handle, GI_OBJECT_EVENT, &object);

    *out_event = (struct gi_event *)object;
    return status;
}

static void release(struct gi_event *event)
{
    gi_object_unref(&event->object);
}

/* The event's point; the stream is referenced, or NULL if there is none. */
static void get_point(struct gi_event *event, struct gi_stream **out_stream, uint64_t *out_seq)
{
    pthread_mutex_lock(&event->lock);
    *out_stream = event->stream;
    *out_seq = event->seq;
    if (event->stream != NULL)
        gi_object_ref(&event->stream->object);
    pthread_mutex_unlock(&event->lock);
}

gi_status gi_event_create(uint32_t flags, gi_handle *out_event)
{
    struct gi_device *device;
    struct gi_event *event;
    gi_status status;

    *out_event = 0;
    if ((flags & ~7u) != 0)
        return gi_fail(GI_INVALID_VALUE, "event: flags is 0x%x; only 1, 2 and 4 exist", flags);
    if ((flags & GI_EVENT_INTERPROCESS) != 0 && (flags & GI_EVENT_DISABLE_TIMING) == 0)
        return gi_fail(GI_INVALID_VALUE, "event: flags is 0x%x; an interprocess event (4) must "
                       "have timing disabled (2)", flags);
    status = gi_device_current(&device);
    if (status != GI_OK)
        return status;
    event = calloc(1, sizeof *event);
    if (event == NULL)
        return gi_fail(GI_OUT_OF_MEMORY, "no host memory for an event");
    event->flags = flags;
    pthread_mutex_init(&event->lock, NULL);
    status = gi_handle_create(&event->object, GI_OBJECT_EVENT, finish_event, out_event);
    if (status != GI_OK)
        finish_event(&event->object);
    return status;
}

gi_status gi_event_destroy(gi_handle event)
{
    return gi_handle_retire(event, GI_OBJECT_EVENT, NULL);
}

static void note_recorded(struct gi_stream *stream, uint64_t seq)
{
    uint64_t recorded = atomic_load(&stream->recorded);

    while (recorded < seq && !atomic_compare_exchange_weak(&stream->recorded, &recorded, seq))
        ;
}

gi_status gi_event_record(gi_handle event_handle, gi_handle stream_handle)
{
    struct gi_stream *stream, *before;
    struct gi_event *event;
    gi_status status = acquire(event_handle, &event);

    if (status != GI_OK)
        return status;
    status = gi_stream_acquire(stream_handle, &stream);
    if (status != GI_OK)
        goto release_event;
    status = gi_stream_apply_order(stream);
    if (status != GI_OK)
        goto release_stream;
    pthread_mutex_lock(&event->lock);
    before = event->stream;
    event->stream = stream;      /* the event takes our reference */
    event->seq = gi_stream_newest(stream);
    note_recorded(stream, event->seq);
    pthread_mutex_unlock(&event->lock);
    if (before != NULL)
        gi_stream_release(before);
    release(event);
    return GI_OK;

release_stream:
    gi_stream_release(stream);
release_event:
    release(event);
    return status;
}

/* Runs one of the scheduler's questions on the event's point. */
static gi_status ask(gi_handle handle, gi_status (*question)(struct gi_stream *, uint64_t))
{
    struct gi_event *event;
    struct gi_stream *stream;
    uint64_t seq;
    gi_status status = acquire(handle, &event);

    if (status != GI_OK)
        return status;
    get_point(event, &stream, &seq);
    if (stream != NULL) {
        status = question(stream, seq);
        gi_stream_release(stream);
    }
    release(event);
    return status;
}

gi_status gi_event_query(gi_handle event)
{
    return ask(event, gi_stream_poll);
}

/* The vendors' synchronisations are where pools give memory back. */
static gi_status wait_and_release(struct gi_stream *stream, uint64_t seq)
{
    gi_status status = gi_stream_wait(stream, seq);

    if (status == GI_OK)
        gi_pools_synchronised(stream->device);
    return status;
}

gi_status gi_event_synchronize(gi_handle event)
{
    return ask(event, wait_and_release);
}

gi_status gi_stream_wait_event(gi_handle stream_handle, gi_handle event_handle)
{
    struct gi_stream *stream, *other;
    struct gi_event *event;
    uint64_t seq;
    gi_status status = acquire(event_handle, &event);

    if (status != GI_OK)
        return status;
    status = gi_stream_acquire(stream_handle, &stream);
    if (status == GI_OK) {
        get_point(event, &other, &seq);
        if (other != NULL) {
            status = gi_stream_wait_point(stream, other, seq);
            gi_stream_release(other);
        }
        gi_stream_release(stream);
    }
    release(event);
    return status;
}
