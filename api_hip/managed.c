#include "front.h"
#include "handles.h"
#include "memory.h"

_Static_assert(hipMemAttachGlobal == GI_MANAGED_GLOBAL && hipMemAttachHost == GI_MANAGED_HOST,
               "flags of managed memory are passed on");

hipError_t hipMallocManaged(void **pointer, size_t size, unsigned int flags)
{
    uint64_t address;

    GIHIP_NOT_NULL(pointer);
    GIHIP_TRY(gihip_begin());
    *pointer = NULL;
    GIHIP_TRY(gi_memory_managed_alloc(size, flags, &address));
    *pointer = gihip_to_pointer(address);
    return hipSuccess;
}
