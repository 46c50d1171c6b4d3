#include "stream_state.h"

#include <stdlib.h>

#include "base/thread.h"
#include "opening.h"
#include "segment.h"

const struct gi_stream_attributes gi_stream_default_attributes = {
    .sync_policy = GI_SYNC_UNSET, .domain_default = 0, .domain_remote = 1
};

static _Atomic uint64_t next_id = 1;

static void release_if(struct gi_stream *stream)
{
    if (stream != NULL)
        gi_stream_release(stream);
}

static void finish_stream(struct gi_object *object)
{
    struct gi_stream *stream = (struct gi_stream *)object;

    gi_segment_free_spare(stream);
    gi_opening_drop(stream);
    gi_device_give_lane(stream->device, stream->lane);
    gi_points_finish(&stream->points);
    if (!stream->is_legacy)
        gi_stream_release(stream->legacy);
    release_if(atomic_load(&stream->context_waits));
    release_if(atomic_load(&stream->context_records));
    pthread_cond_destroy(&stream->changed);
    pthread_mutex_destroy(&stream->lock);
    free(stream);
}

/* A new stream ignores waits of the whole context that are over or have failed. */
static void join_legacy(struct gi_stream *stream, struct gi_stream *legacy)
{
    struct gi_stream *waits = atomic_load(&legacy->context_waits);

    gi_object_ref(&legacy->object);
    stream->legacy = legacy;
    if (waits != NULL)
        atomic_init(&stream->after_context, atomic_load(&waits->points.done));
}

gi_status gi_stream_new(struct gi_device *device, struct gi_stream *legacy, uint32_t flags,
                        int priority, gi_handle *out_handle, struct gi_stream **out_stream)
{
    struct gi_stream *stream = calloc(1, sizeof *stream);
    gi_status status;

    *out_stream = NULL;
    if (stream == NULL)
        return gi_fail(GI_OUT_OF_MEMORY, "no host memory for a stream");
    stream->device = device;
    stream->flags = flags;
    stream->is_legacy = legacy == NULL;
    stream->legacy = stream;
    if (legacy != NULL)
        join_legacy(stream, legacy);
    stream->object.device = out_handle != NULL ? device : NULL;
    atomic_init(&stream->priority,
                gi_priority_clamp(priority, GI_PRIORITY_GREATEST, GI_PRIORITY_LEAST));
    stream->attributes = gi_stream_default_attributes;
    stream->id = atomic_fetch_add(&next_id, 1);
    gi_mutex_init_polled(&stream->lock);
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
