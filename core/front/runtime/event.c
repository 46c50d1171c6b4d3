#include "ops/event.h"

#include "front.h"
#include "handles.h"

_Static_assert(gpuEventBlockingSync == GI_EVENT_BLOCKING_SYNC
               && gpuEventDisableTiming == GI_EVENT_DISABLE_TIMING
               && gpuEventInterprocess == GI_EVENT_INTERPROCESS, "event flags are passed on");

/** The flags that the core stores, and those for properties that every event of this library
 *  has. */
#define CORE_FLAGS \
    ((unsigned int)(gpuEventBlockingSync | gpuEventDisableTiming | gpuEventInterprocess))
#define KNOWN_FLAGS (CORE_FLAGS | FRONT_EVENT_RELEASES | FRONT_EVENT_WISHES)

static gpuError_t create(const char *caller, gpuEvent_t *event, unsigned int flags)
{
    gi_handle handle;

    FRONT_REQUIRE(event != NULL, "%s: event is NULL", caller);
    FRONT_TRY(front_begin());
    FRONT_REQUIRE((flags & ~KNOWN_FLAGS) == 0, "%s: flags is 0x%x, the bits 0x%x are known",
                  caller, flags, KNOWN_FLAGS);
    FRONT_REQUIRE(FRONT_EVENT_RELEASES == 0
                  || (flags & FRONT_EVENT_RELEASES) != FRONT_EVENT_RELEASES,
                  "%s: flags is 0x%x, it releases to the device and to the system", caller, flags);
    FRONT_TRY(gi_event_create(flags & CORE_FLAGS, &handle));
    *event = front_to_event(handle);
    return gpuSuccess;
}

gpuError_t gpuEventCreate(gpuEvent_t *event)
{
    return create(__func__, event, gpuEventDefault);
}

gpuError_t gpuEventCreateWithFlags(gpuEvent_t *event, unsigned int flags)
{
    return create(__func__, event, flags);
}
