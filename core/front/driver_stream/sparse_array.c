#include "driver/device_pointer.h"
#include "front.h"

gpuError_t gpuMemMapArrayAsync(gpuArrayMapInfo *list, unsigned int count, gpuStream_t stream)
{
    FRONT_NOT_NULL(list);
    FRONT_TRY(front_begin());
    FRONT_REQUIRE(count != 0, "%s: count is 0", __func__);
    return front_error(gi_fail(GI_NOT_SUPPORTED, "%s: arrays get their memory when they are made "
                               "here; none is sparse (stream %p)", __func__, (void *)stream));
}
