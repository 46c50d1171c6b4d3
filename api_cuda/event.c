#include "event.h"

#include "front.h"
#include "handles.h"

_Static_assert(cudaEventBlockingSync == GI_EVENT_BLOCKING_SYNC
               && cudaEventDisableTiming == GI_EVENT_DISABLE_TIMING
               && cudaEventInterprocess == GI_EVENT_INTERPROCESS, "event flags are passed on");

#define KNOWN_FLAGS \
    ((unsigned int)(cudaEventBlockingSync | cudaEventDisableTiming | cudaEventInterprocess))

static cudaError_t create(const char *caller, cudaEvent_t *event, unsigned int flags)
{
    gi_handle handle;

    GICUDA_REQUIRE(event != NULL, "%s: event is NULL", caller);
    GICUDA_TRY(gicuda_begin());
    GICUDA_REQUIRE((flags & ~KNOWN_FLAGS) == 0, "%s: flags is 0x%x, the bits 0x%x are known",
                   caller, flags, KNOWN_FLAGS);
    GICUDA_TRY(gi_event_create(flags, &handle));
    *event = gicuda_to_event(handle);
    return cudaSuccess;
}

cudaError_t cudaEventCreate(cudaEvent_t *event)
{
    return create(__func__, event, cudaEventDefault);
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned int flags)
{
    return create(__func__, event, flags);
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream)
{
    GICUDA_TRY(gicuda_begin());
    return gicuda_error(gi_event_record(gicuda_from_event(event), gicuda_from_stream(stream)));
}

cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned int flags)
{
    GICUDA_TRY(gicuda_begin());
    if (event != NULL && flags == cudaEventRecordExternal)
        return gicuda_outside_capture(__func__);
    GICUDA_REQUIRE(event == NULL || flags == cudaEventRecordDefault,
                   "%s: flags is 0x%x, it must be 0", __func__, flags);
    return gicuda_error(gi_event_record(gicuda_from_event(event), gicuda_from_stream(stream)));
}

cudaError_t cudaEventQuery(cudaEvent_t event)
{
    GICUDA_TRY(gicuda_begin());
    return gicuda_error(gi_event_query(gicuda_from_event(event)));
}

cudaError_t cudaEventSynchronize(cudaEvent_t event)
{
    GICUDA_TRY(gicuda_begin());
    return gicuda_error(gi_event_synchronize(gicuda_from_event(event)));
}

cudaError_t cudaEventDestroy(cudaEvent_t event)
{
    GICUDA_TRY(gicuda_begin());
    return gicuda_error(gi_event_destroy(gicuda_from_event(event)));
}

cudaError_t cudaEventElapsedTime(float *milliseconds, cudaEvent_t start, cudaEvent_t end)
{
    double elapsed;

    GICUDA_NOT_NULL(milliseconds);
    GICUDA_TRY(gicuda_begin());
    GICUDA_TRY(gi_event_elapsed(gicuda_from_event(start), gicuda_from_event(end), &elapsed));
    *milliseconds = (float)elapsed;
    return cudaSuccess;
}
