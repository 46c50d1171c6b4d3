#include "front.h"

cudaError_t cudaDeviceFlushGPUDirectRDMAWrites(enum cudaFlushGPUDirectRDMAWritesTarget target,
                                               enum cudaFlushGPUDirectRDMAWritesScope scope)
{
    FRONT_REQUIRE(target == cudaFlushGPUDirectRDMAWritesTargetCurrentDevice,
                  "%s: target is %d, it must be 0", __func__, (int)target);
    FRONT_REQUIRE(scope == cudaFlushGPUDirectRDMAWritesToOwner
                  || scope == cudaFlushGPUDirectRDMAWritesToAllDevices,
                  "%s: scope is %d; 100 and 200 exist", __func__, (int)scope);
    FRONT_TRY(front_begin());
    return front_error(gi_fail(GI_NOT_SUPPORTED, "%s: no other device writes to this one's memory "
                               "by itself", __func__));
}
