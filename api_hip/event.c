#include "event.h"

#include "front.h"
#include "handles.h"

_Static_assert(hipEventBlockingSync == GI_EVENT_BLOCKING_SYNC
               && hipEventDisableTiming == GI_EVENT_DISABLE_TIMING
               && hipEventInterprocess == GI_EVENT_INTERPROCESS, "event flags are passed on");

/** The flags that the core keeps. */
#define CORE_FLAGS \
    ((unsigned int)(hipEventBlockingSync | hipEventDisableTiming | hipEventInterprocess))

/** Wishes about caches, which every event of this library fulfils. */
#define RELEASE_FLAGS (hipEventReleaseToDevice | hipEventReleaseToSystem)
#define KNOWN_FLAGS (CORE_FLAGS | RELEASE_FLAGS | hipEventDisableSystemFence)

static hipError_t create(const char *caller, hipEvent_t *event, unsigned int flags)
{
    gi_handle handle;

    GIHIP_REQUIRE(event != NULL, "%s: event is NULL", caller);
    GIHIP_TRY(gihip_begin());
    GIHIP_REQUIRE((flags & ~KNOWN_FLAGS) == 0, "%s: flags is 0x%x, the bits 0x%x are known",
                  caller, flags, KNOWN_FLAGS);
    GIHIP_REQUIRE((flags & RELEASE_FLAGS) != RELEASE_FLAGS,
                  "%s: flags is 0x%x, it releases to the device and to the system", caller, flags);
    GIHIP_TRY(gi_event_create(flags & CORE_FLAGS, &handle));
    *event = gihip_to_event(handle);
    return hipSuccess;
}

hipError_t hipEventCreate(hipEvent_t *event)
{
    return create(__func__, event, hipEventDefault);
}

hipError_t hipEventCreateWithFlags(hipEvent_t *event, unsigned int flags)
{
    return create(__func__, event, flags);
}

hipError_t hipEventRecord(hipEvent_t event, hipStream_t stream)
{
    GIHIP_TRY(gihip_begin());
    return gihip_error(gi_event_record(gihip_from_event(event), gihip_from_stream(stream)));
}

hipError_t hipEventRecordWithFlags(hipEvent_t event, hipStream_t stream, unsigned int flags)
{
    GIHIP_TRY(gihip_begin());
    if (event != NULL && flags == hipEventRecordExternal)
        return gihip_outside_capture(__func__);
    GIHIP_REQUIRE(event == NULL || flags == hipEventRecordDefault,
                  "%s: flags is 0x%x, it must be 0", __func__, flags);
    return gihip_error(gi_event_record(gihip_from_event(event), gihip_from_stream(stream)));
}

hipError_t hipEventQuery(hipEvent_t event)
{
    GIHIP_TRY(gihip_begin());
    return gihip_error(gi_event_query(gihip_from_event(event)));
}

hipError_t hipEventSynchronize(hipEvent_t event)
{
    GIHIP_TRY(gihip_begin());
    return gihip_error(gi_event_synchronize(gihip_from_event(event)));
}

hipError_t hipEventDestroy(hipEvent_t event)
{
    GIHIP_TRY(gihip_begin());
    return gihip_error(gi_event_destroy(gihip_from_event(event)));
}

hipError_t hipEventElapsedTime(float *milliseconds, hipEvent_t start, hipEvent_t end)
{
    double elapsed;

    GIHIP_NOT_NULL(milliseconds);
    GIHIP_TRY(gihip_begin());
    GIHIP_TRY(gi_event_elapsed(gihip_from_event(start), gihip_from_event(end), &elapsed));
    *milliseconds = (float)elapsed;
    return hipSuccess;
}
