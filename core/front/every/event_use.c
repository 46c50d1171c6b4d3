/** Calls on an event, which has a context of its own. */
#define FRONT_WITHOUT_CONTEXT
#include "ops/event.h"

#include "front.h"
#include "handles.h"

gpuError_t gpuEventQuery(gpuEvent_t event)
{
    FRONT_TRY(front_begin_object());
    return front_error(gi_event_query(front_from_event(event)));
}

gpuError_t gpuEventSynchronize(gpuEvent_t event)
{
    FRONT_TRY(front_begin_object());
    return front_error(gi_event_synchronize(front_from_event(event)));
}

gpuError_t gpuEventDestroy(gpuEvent_t event)
{
    FRONT_TRY(front_begin_object());
    return front_error(gi_event_destroy(front_from_event(event)));
}

gpuError_t gpuEventElapsedTime(float *milliseconds, gpuEvent_t start, gpuEvent_t end)
{
    double elapsed;

    FRONT_NOT_NULL(milliseconds);
    FRONT_TRY(front_begin_object());
    FRONT_TRY(gi_event_elapsed(front_from_event(start), front_from_event(end), &elapsed));
    *milliseconds = (float)elapsed;
    return gpuSuccess;
}
