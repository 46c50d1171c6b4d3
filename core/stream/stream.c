#include "stream.h"

#include "base/clock.h"
#include "capture.h"
#include "default_stream.h"
#include "failure.h"
#include "order.h"
#include "traced.h"

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
    return handle == GI_STREAM_PER_THREAD ? gi_thread_stream_acquire(device, out_stream)
                                          : gi_legacy_acquire(device, out_stream);
}

gi_status gi_stream_acquire_working(gi_handle handle, struct gi_stream **out_stream)
{
    gi_status status = gi_stream_acquire(handle, out_stream);

    if (status != GI_OK)
        return status;
    status = gi_device_is_lost((*out_stream)->device)
           ? gi_device_lost_failure((*out_stream)->device)
           : gi_failure_of_context(*out_stream);
    if (status != GI_OK) {
        gi_stream_release(*out_stream);
        *out_stream = NULL;
    }
    return status;
}

gi_status gi_stream_acquire_for(gi_handle handle, const char *what, struct gi_stream **out_stream)
{
    gi_status status = gi_stream_acquire_working(handle, out_stream);

    if (status == GI_OK)
        status = gi_capture_check(*out_stream, what);
    if (status != GI_OK && *out_stream != NULL) {
        gi_stream_release(*out_stream);
        *out_stream = NULL;
    }
    return status;
}

/* ---- calls of the front ends ---------------------------------------------------------------- */

gi_status gi_stream_create(uint32_t flags, int priority, gi_handle *out_stream)
{
    struct gi_stream *stream, *legacy;
    struct gi_device *device;
    gi_status status;

    *out_stream = 0;
    if ((flags & ~(uint32_t)GI_STREAM_NON_BLOCKING) != 0)
        return gi_fail(GI_INVALID_VALUE, "stream: flags is 0x%x; 0 and 1 (non-blocking) exist",
                       flags);
    status = gi_device_current(&device);
    if (status == GI_OK)
        status = gi_legacy_acquire(device, &legacy);
    if (status != GI_OK)
        return status;
    status = gi_stream_new(device, legacy, flags, priority, out_stream, &stream);
    gi_stream_release(legacy);
    return status;
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

void gi_stream_outlive_context(struct gi_stream *stream)
{
    atomic_store(&stream->outlives_context, true);
    gi_stream_orphan(stream);
}

gi_status gi_stream_query(gi_handle handle)
{
    struct gi_stream *stream;
    gi_status status = gi_stream_acquire(handle, &stream);

    if (status != GI_OK)
        return status;
    status = gi_capture_check_unsafe(stream, "a query of a stream");
    if (status == GI_OK)
        status = stream->is_legacy ? gi_order_poll_legacy(stream)
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
    status = gi_capture_check_unsafe(stream, "a wait of the host for a stream");
    if (status == GI_OK) {
        int64_t begin_ns = gi_trace_is_on() ? gi_now_ns() : 0;

        status = stream->is_legacy ? gi_order_wait_idle(stream, true)
                                   : gi_stream_wait(stream, gi_stream_newest(stream));
        if (begin_ns != 0)
            gi_traced_host_wait(stream, begin_ns);
        gi_device_synchronised(stream->device);  /* failed work no longer uses its memory, either */
    }
    gi_stream_release(stream);
    return status;
}

bool gi_stream_captures(gi_handle handle)
{
    struct gi_stream *stream;
    bool captures;

    if (atomic_load_explicit(&gi_capture_count, memory_order_relaxed) == 0 ||
        gi_stream_acquire(handle, &stream) != GI_OK)
        return false;
    captures = !stream->is_legacy && gi_stream_is_captured(stream);
    gi_stream_release(stream);
    return captures;
}

gi_status gi_stream_may_be_asked(gi_handle handle)
{
    struct gi_stream *stream;
    gi_status status = gi_stream_acquire(handle, &stream);

    if (status != GI_OK)
        return status;
    status = gi_capture_check(stream, "a question for the device of a stream");
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
    status = gi_capture_check(stream, "a question for the flags of a stream");
    *out_flags = stream->flags;
    gi_stream_release(stream);
    return status;
}

gi_status gi_stream_get_priority(gi_handle handle, int *out_priority)
{
    struct gi_stream *stream;
    gi_status status = gi_stream_acquire(handle, &stream);

    *out_priority = 0;
    if (status != GI_OK)
        return status;
    status = gi_capture_check_legacy(stream, "a question for the priority of a stream");
    *out_priority = atomic_load(&stream->priority);
    gi_stream_release(stream);
    return status;
}

gi_status gi_stream_get_device(gi_handle handle, int *out_ordinal)
{
    struct gi_stream *stream;
    gi_status status = gi_stream_acquire(handle, &stream);

    *out_ordinal = 0;
    if (status != GI_OK)
        return status;
    status = gi_capture_check_legacy(stream, "a question for the device of a stream");
    *out_ordinal = stream->device->ordinal;
    gi_stream_release(stream);
    return status;
}
