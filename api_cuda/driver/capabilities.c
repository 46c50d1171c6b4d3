/** Abilities that devices lack, and profiles, which this library does not write. */
#include "driver.h"

#include <string.h>

#include "hints/peer_access.h"

CUresult cuProfilerInitialize(const char *settings, const char *path, CUoutput_mode mode)
{
    (void)settings, (void)path, (void)mode;
    CU_TRY(gicu_begin());
    return gicu_error(gi_fail(GI_NOT_SUPPORTED, "%s: this library writes no profiles", __func__));
}

/* ---- atomic operations between a device and its surroundings, which have no capability ------- */

static gi_status check_operations(const char *caller, const unsigned int *capabilities,
                                  const CUatomicOperation *operations, unsigned int count)
{
    if (capabilities == NULL || operations == NULL || count == 0)
        return gi_fail(GI_INVALID_VALUE, "%s: a pointer is NULL, or count is 0", caller);
    for (unsigned int i = 0; i < count; i++)
        if ((int)operations[i] < 0 || (int)operations[i] >= (int)CU_ATOMIC_OPERATION_MAX)
            return gi_fail(GI_INVALID_VALUE, "%s: operation %u is %d, not one of the enum's",
                           caller, i, (int)operations[i]);
    return GI_OK;
}

CUresult cuDeviceGetHostAtomicCapabilities(unsigned int *capabilities,
                                           const CUatomicOperation *operations, unsigned int count,
                                           CUdevice device)
{
    int ordinal;

    CU_TRY(gicu_ready());
    CU_TRY(check_operations(__func__, capabilities, operations, count));
    CU_TRY(gi_visible_to_core(&gicu_interface, device, &ordinal));
    memset(capabilities, 0, count * sizeof *capabilities);
    return CUDA_SUCCESS;
}

CUresult cuDeviceGetP2PAtomicCapabilities(unsigned int *capabilities,
                                          const CUatomicOperation *operations, unsigned int count,
                                          CUdevice source, CUdevice destination)
{
    CU_TRY(gicu_ready());
    CU_TRY(check_operations(__func__, capabilities, operations, count));
    CU_TRY(gi_peer_access_pair(&gicu_interface, source, destination));
    memset(capabilities, 0, count * sizeof *capabilities);
    return CUDA_SUCCESS;
}

CUresult cuDeviceGetExecAffinitySupport(int *is_supported, CUexecAffinityType type, CUdevice device)
{
    int ordinal;

    CU_TRY(gicu_ready());
    CU_NOT_NULL(is_supported);
    CU_REQUIRE((int)type >= 0 && (int)type < (int)CU_EXEC_AFFINITY_TYPE_MAX,
               "%s: type is %d, not one of the enum's", __func__, (int)type);
    CU_TRY(gi_visible_to_core(&gicu_interface, device, &ordinal));
    *is_supported = 0;
    return CUDA_SUCCESS;
}

/* No line of a cache persists. */
CUresult cuCtxResetPersistingL2Cache(void)
{
    return gicu_error(gicu_begin());
}
