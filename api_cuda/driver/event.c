#include "driver.h"

#include "ops/event.h"

_Static_assert((int)CU_EVENT_BLOCKING_SYNC == GI_EVENT_BLOCKING_SYNC &&
               (int)CU_EVENT_DISABLE_TIMING == GI_EVENT_DISABLE_TIMING &&
               (int)CU_EVENT_INTERPROCESS == GI_EVENT_INTERPROCESS, "event flags are passed on");

#define KNOWN_FLAGS \
    ((unsigned int)(CU_EVENT_BLOCKING_SYNC | CU_EVENT_DISABLE_TIMING | CU_EVENT_INTERPROCESS))

CUresult cuEventCreate(CUevent *event, unsigned int flags)
{
    gi_handle handle;

    CU_TRY(gicu_begin());
    CU_NOT_NULL(event);
    CU_REQUIRE((flags & ~KNOWN_FLAGS) == 0, "%s: flags is 0x%x, the bits 0x%x are known", __func__,
               flags, KNOWN_FLAGS);
    CU_TRY(gi_event_create(flags, &handle));
    *event = gicu_pointer(handle);
    return CUDA_SUCCESS;
}
