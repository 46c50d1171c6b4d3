/** A profiler that is attached sees the device's work by itself: there is nothing to start. */
#include "hip/hip_runtime_api.h"

#include "front.h"

hipError_t hipProfilerStart(void)
{
    return gihip_error(gihip_begin());
}

hipError_t hipProfilerStop(void)
{
    return gihip_error(gihip_begin());
}
