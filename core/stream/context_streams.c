#include "context_streams.h"

#include "scheduler.h"

/* No caller polls the stream. It makes progress as a stream without a handle does. */
static gi_status make_stream(struct gi_device *device, struct gi_stream **out_stream)
{
    gi_status status = gi_stream_new(device, NULL, GI_STREAM_NON_BLOCKING, 0, NULL, out_stream);

    if (status == GI_OK)
        gi_stream_orphan(*out_stream);
    return status;
}

static gi_status ensure(struct gi_device *device, _Atomic(struct gi_stream *) *place,
                        struct gi_stream **out_stream)
{
    struct gi_stream *made, *there = NULL;
    gi_status status;

    *out_stream = atomic_load_explicit(place, memory_order_acquire);
    if (*out_stream != NULL)
        return GI_OK;
    status = make_stream(device, &made);
    if (status != GI_OK)
        return status;
    *out_stream = made;
    if (!atomic_compare_exchange_strong(place, &there, made)) {
        gi_stream_release(made);         /* another thread was first */
        *out_stream = there;
    }
    return GI_OK;
}

gi_status gi_context_waits(struct gi_stream *legacy, struct gi_stream **out_stream)
{
    return ensure(legacy->device, &legacy->context_waits, out_stream);
}

gi_status gi_context_records(struct gi_stream *legacy, struct gi_stream **out_stream)
{
    return ensure(legacy->device, &legacy->context_records, out_stream);
}
