#include "front.h"
#include "handles.h"
#include "memory.h"

_Static_assert(cudaMemAttachGlobal == GI_MANAGED_GLOBAL && cudaMemAttachHost == GI_MANAGED_HOST,
               "flags of managed memory are passed on");

cudaError_t cudaMallocManaged(void **pointer, size_t size, unsigned int flags)
{
    uint64_t address;

    GICUDA_NOT_NULL(pointer);
    GICUDA_TRY(gicuda_begin());
    *pointer = NULL;
    if (size == 0)               /* whatever the flags are */
        return cudaSuccess;
    GICUDA_TRY(gi_memory_managed_alloc(size, flags, &address));
    *pointer = gicuda_to_pointer(address);
    return cudaSuccess;
}

cudaError_t cudaDeviceFlushGPUDirectRDMAWrites(enum cudaFlushGPUDirectRDMAWritesTarget target,
                                               enum cudaFlushGPUDirectRDMAWritesScope scope)
{
    GICUDA_REQUIRE(target == cudaFlushGPUDirectRDMAWritesTargetCurrentDevice,
                   "%s: target is %d, it must be 0", __func__, (int)target);
    GICUDA_REQUIRE(scope == cudaFlushGPUDirectRDMAWritesToOwner
                   || scope == cudaFlushGPUDirectRDMAWritesToAllDevices,
                   "%s: scope is %d; 100 and 200 exist", __func__, (int)scope);
    GICUDA_TRY(gicuda_begin());
    return gicuda_error(gi_fail(GI_NOT_SUPPORTED, "%s: no other device writes to this one's memory "
                                "by itself", __func__));
}
