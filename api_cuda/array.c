/** Arrays: in this version the entry points are here and answer that images are not supported. */
#include "external_memory.h"
#include "front.h"
#include "handles.h"

struct cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w,
                                                   enum cudaChannelFormatKind kind)
{
    return (struct cudaChannelFormatDesc){ .x = x, .y = y, .z = z, .w = w, .f = kind };
}

cudaError_t cudaExternalMemoryGetMappedMipmappedArray(
    cudaMipmappedArray_t *array, cudaExternalMemory_t memory,
    const struct cudaExternalMemoryMipmappedArrayDesc *descriptor)
{
    GICUDA_NOT_NULL(array);
    *array = NULL;
    GICUDA_NOT_NULL(memory);
    GICUDA_NOT_NULL(descriptor);
    GICUDA_TRY(gicuda_begin());
    GICUDA_TRY(gi_external_memory_check(gicuda_from_memory(memory)));
    return gicuda_error(gi_fail(GI_NOT_SUPPORTED, "%s: images are not supported yet; map the "
                                "memory as a buffer", __func__));
}

cudaError_t cudaFreeMipmappedArray(cudaMipmappedArray_t array)
{
    GICUDA_TRY(gicuda_begin());
    if (!array)
        return cudaSuccess;
    return gicuda_error(gi_fail(GI_INVALID_HANDLE, "%s: array is %p, no mipmapped array", __func__,
                                (const void *)array));
}

gi_status gicuda_array_check(const char *caller, cudaArray_t array)
{
    return gi_fail(GI_INVALID_HANDLE, "%s: array is %p, no array", caller, (const void *)array);
}
