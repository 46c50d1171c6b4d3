#include "stream.h"

#include <stdlib.h>

#include "order.h"
#include "base/process.h"
#include "segment.h"
#include "base/thread.h"

static _Atomic uint64_t next_id = 1;

/* ---- making and finding --------------------------------------------------------------------- */

static void finish_stream(struct gi_object *object)
{
    struct gi_stream *stream = (struct gi_stream *)object;

    gi_segment_free_spare(stream);
    gi_device_give_lane(stream->device, stream->lane);
    gi_points_finish(&stream->points);
    pthread_cond_destroy(&stream->changed);
    pthread_mutex_destroy(&stream->lock);
    free(stream);
}

gi_status gi_stream_new(struct gi_device *device, uint32_t flags, int priority,
                        gi_handle *out_handle, struct gi_stream **out_stream)
{
    struct gi_stream *stream = calloc(1, sizeof *stream);
    gi_status status;

    *out_stream = NULL;
    if (stream == NULL)
        return gi_fail(GI_OUT_OF_MEMORY, "no host memory for a stream");
    stream->device = device;
    stream->flags = flags;
    stream->object.device = out_handle != NULL ? device : NULL;
    atomic_init(&stream->priority,
                gi_priority_clamp(priority, GI_PRIORITY_GREATEST, GI_PRIORITY_LEAST));
    stream->attributes = gi_stream_default_attributes;
    stream->id = atomic_fetch_add(&next_id, 1);
    pthread_mutex_init(&stream->lock, NULL);
    gi_condition_init(&stream->changed);
    gi_points_init(&stream->points);
    stream->lane = gi_device_take_lane(device);
    status = gi_handle_create(&stream->object, GI_OBJECT_STREAM, finish_stream, out_handle);
    if (status != GI_OK) {
        finish_stream(&stream->object);
        return status;
    }
    *out_stream = stream;
    return GI_OK;
}

void gi_stream_release(struct gi_stream *stream)
{
    gi_object_unref(&stream->object);
}

/* ---- per-thread default streams: one for each thread and device, made at first use ----------- */

struct thread_stream {
    struct thread_stream *next;
    struct gi_device *device;
    struct gi_stream *stream;            /* referenced */
};

static pthread_once_t thread_key_once = PTHREAD_ONCE_INIT;
static pthread_key_t thread_key;

static void end_thread_streams(void *first)
{
    struct thread_stream *entry = first;

    while (entry != NULL) {
        struct thread_stream *next = entry->next;

        if (!gi_process_is_forked()) {
            gi_stream_orphan(entry->stream);     /* work in it goes on */
            gi_stream_release(entry->stream);
        }
        free(entry);
        entry = next;
    }
}

static void make_thread_key(void)
{
    pthread_key_create(&thread_key, end_thread_streams);
}

static gi_status thread_stream(struct gi_device *device, struct gi_stream **out_stream)
{
    struct thread_stream *entry;
    gi_status status;

    pthread_once(&thread_key_once, make_thread_key);
    for (entry = pthread_getspecific(thread_key); entry != NULL; entry = entry->next) {
        if (entry->device == device) {
            *out_stream = entry->stream;
            return GI_OK;
        }
    }
    entry = calloc(1, sizeof *entry);
    if (entry == NULL)
        return gi_fail(GI_OUT_OF_MEMORY, "no host memory for a stream");
    entry->device = device;
    status = gi_stream_new(device, 0, 0, NULL, &entry->stream);
    if (status != GI_OK) {
        free(entry);
        return status;
    }
    entry->next = pthread_getspecific(thread_key);
    pthread_setspecific(thread_key, entry);
    *out_stream = entry->stream;
    return GI_OK;
}

gi_status gi_stream_acquire(gi_handle handle, struct gi_stream **out_stream)
{
    struct gi_device *device;
    struct gi_object *object;
    gi_status status;

    *out_stream = NULL;
    if (handle > GI_STREAM_PER_THREAD) {
        status = gi_handle_acquire(handle, GI_OBJECT_STREAM, &object);
        if (status == GI_OK)
            *out_stream = (struct gi_stream *)object;
        return status;
    }
    status = gi_device_current(&device);
    if (status != GI_OK)
        return status;
    if (handle == GI_STREAM_PER_THREAD)
        status = thread_stream(device, out_stream);
    else
        *out_stream = device->legacy;
    if (status == GI_OK)
        gi_object_ref(&(*out_stream)->object);
    return status;
}

/* ---- what the front ends call --------------------------------------------------------------- */

gi_status gi_stream_create(uint32_t flags, int priority, gi_handle *out_stream)
{
    struct gi_device *device;
    struct gi_stream *stream;
    gi_status status;

    *out_stream = 0;
    if ((flags & ~(uint32_t)GI_STREAM_NON_BLOCKING) != 0)
        return gi_fail(GI_INVALID_VALUE, "stream: flags is 0x%x; 0 and 1 (non-blocking) exist",
                       flags);
    status = gi_device_current(&device);
    if (status != GI_OK)
        return status;
    return gi_stream_new(device, flags, priority, out_stream, &stream);
}

gi_status gi_stream_destroy(gi_handle stream)
{
    struct gi_object *object;
    gi_status status;

    if (stream <= GI_STREAM_PER_THREAD)
        return gi_fail(GI_INVALID_HANDLE, "stream: a default stream (%llu) cannot be destroyed",
                       (unsigned long long)stream);
    status = gi_handle_retire(stream, GI_OBJECT_STREAM, &object);
    if (status != GI_OK)
        return status;
    gi_stream_orphan((struct gi_stream *)object);
    gi_object_unref(object);
    return GI_OK;
}

gi_status gi_stream_query(gi_handle handle)
{
    struct gi_stream *stream;
    gi_status status = gi_stream_acquire(handle, &stream);

    if (status != GI_OK)
        return status;
    status = stream->is_legacy ? gi_device_poll_legacy(stream->device)
                               : gi_stream_poll(stream, gi_stream_newest(stream));
    gi_stream_release(stream);
    return status;
}

gi_status gi_stream_synchronize(gi_handle handle)
{
    struct gi_stream *stream;
    gi_status status = gi_stream_acquire(handle, &stream);

    if (status != GI_OK)
        return status;
    status = stream->is_legacy ? gi_device_wait_idle(stream->device, true)
                               : gi_stream_wait(stream, gi_stream_newest(stream));
    gi_device_synchronised(stream->device);      /* failed work no longer uses its memory, either */
    gi_stream_release(stream);
    return status;
}

gi_status gi_stream_get_flags(gi_handle handle, uint32_t *out_flags)
{
    struct gi_stream *stream;
    gi_status status = gi_stream_acquire(handle, &stream);

    *out_flags = 0;
    if (status != GI_OK)
        return status;
    *out_flags = stream->flags;
    gi_stream_release(stream);
    return GI_OK;
}

gi_status gi_stream_get_priority(gi_handle handle, int *out_priority)
{
    struct gi_stream *stream;
    gi_status status = gi_stream_acquire(handle, &stream);

    *out_priority = 0;
    if (status != GI_OK)
        return status;
    *out_priority = atomic_load(&stream->priority);
    gi_stream_release(stream);
    return GI_OK;
}

gi_status gi_stream_get_device(gi_handle handle, int *out_ordinal)
{
    struct gi_stream *stream;
    gi_status status = gi_stream_acquire(handle, &stream);

    *out_ordinal = 0;
    if (status != GI_OK)
        return status;
    *out_ordinal = stream->device->ordinal;
    gi_stream_release(stream);
    return GI_OK;
}
