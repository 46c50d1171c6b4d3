#include "front.h"
#include "handles.h"
#include "memory.h"

_Static_assert(hipMemAttachGlobal == GI_MANAGED_GLOBAL && hipMemAttachHost == GI_MANAGED_HOST,
               "flags of managed memory are passed on");

hipError_t hipMallocManaged(void **pointer, size_t size, unsigned int flags)
{
    uint64_t address;

    GIHIP_NOT_NULL(pointer);
    GIHIP_REQUIRE(size != 0, "%s: size is 0", __func__);
    GIHIP_TRY(gihip_begin());
    GIHIP_TRY(gi_memory_managed_alloc(size, flags, &address));
    *pointer = gihip_to_pointer(address);
    return hipSuccess;
}
