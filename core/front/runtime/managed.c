#include "front.h"
#include "handles.h"
#include "pools/memory.h"

_Static_assert(gpuMemAttachGlobal == GI_MANAGED_GLOBAL && gpuMemAttachHost == GI_MANAGED_HOST,
               "flags of managed memory are passed on");

gpuError_t gpuMallocManaged(void **pointer, size_t size, unsigned int flags)
{
    uint64_t address;

    FRONT_NOT_NULL(pointer);
    FRONT_TRY(front_begin());
    FRONT_UNSAFE();
    FRONT_CLEAR(pointer);
    FRONT_REQUIRE(size != 0 || FRONT_ALLOWS_MANAGED_0, "%s: size is 0", __func__);
    if (size == 0)               /* with any flags */
        return gpuSuccess;
    FRONT_TRY(gi_memory_managed_alloc(size, flags, &address));
    *pointer = front_to_pointer(address);
    return gpuSuccess;
}
