#include "cuda_runtime_api.h"

#include "choice.h"
#include "front.h"

#define INT(field) { offsetof(struct cudaDeviceProp, field), GI_WISH_INT, 0 }
#define SIZE(field) { offsetof(struct cudaDeviceProp, field), GI_WISH_SIZE, 0 }
#define TEXT(field) { offsetof(struct cudaDeviceProp, field), GI_WISH_TEXT, \
                      sizeof ((struct cudaDeviceProp *)0)->field }

static const struct gi_wish wishes[] = {
    TEXT(name),
    INT(major),
    INT(minor),
    SIZE(totalGlobalMem),
    SIZE(sharedMemPerBlock),
    INT(regsPerBlock),
    INT(warpSize),
    SIZE(memPitch),
    INT(maxThreadsPerBlock),
    SIZE(totalConstMem),
    INT(multiProcessorCount),
    INT(integrated),
    INT(canMapHostMemory),
    INT(concurrentKernels),
    INT(ECCEnabled),
    INT(asyncEngineCount),
    INT(unifiedAddressing),
    INT(l2CacheSize),
    INT(maxThreadsPerMultiProcessor),
    INT(managedMemory),
    INT(memoryPoolsSupported),
};

static gi_status describe(int ordinal, void *out_struct)
{
    return gicuda_device_properties(ordinal, out_struct);
}

static const struct gi_choice choice = {
    .wishes = wishes,
    .wish_count = sizeof wishes / sizeof wishes[0],
    .struct_bytes = sizeof(struct cudaDeviceProp),
    .describe = describe,
};

cudaError_t cudaChooseDevice(int *device, const struct cudaDeviceProp *wanted)
{
    int best;

    GICUDA_NOT_NULL(device);
    GICUDA_NOT_NULL(wanted);
    GICUDA_TRY(gi_choice_best(&gicuda_visible, &choice, wanted, &best));
    *device = best;
    return cudaSuccess;
}
