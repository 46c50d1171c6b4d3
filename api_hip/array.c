/** Arrays: in this version the entry points are here and answer that images are not supported. */
#include "external_memory.h"
#include "front.h"
#include "handles.h"

struct hipChannelFormatDesc hipCreateChannelDesc(int x, int y, int z, int w,
                                                 enum hipChannelFormatKind kind)
{
    return (struct hipChannelFormatDesc){ .x = x, .y = y, .z = z, .w = w, .f = kind };
}

hipError_t hipExternalMemoryGetMappedMipmappedArray(
    hipMipmappedArray_t *array, hipExternalMemory_t memory,
    const hipExternalMemoryMipmappedArrayDesc *descriptor)
{
    GIHIP_NOT_NULL(array);
    *array = NULL;
    GIHIP_NOT_NULL(memory);
    GIHIP_NOT_NULL(descriptor);
    GIHIP_TRY(gihip_begin());
    GIHIP_TRY(gi_external_memory_check(gihip_from_memory(memory)));
    return gihip_error(gi_fail(GI_NOT_SUPPORTED, "%s: images are not supported yet; map the "
                               "memory as a buffer", __func__));
}

hipError_t hipFreeMipmappedArray(hipMipmappedArray_t array)
{
    GIHIP_TRY(gihip_begin());
    if (!array)
        return hipSuccess;
    return gihip_error(gi_fail(GI_INVALID_HANDLE, "%s: array is %p, no mipmapped array", __func__,
                               (const void *)array));
}

gi_status gihip_array_check(const char *caller, hipArray_t array)
{
    return gi_fail(GI_INVALID_HANDLE, "%s: array is %p, no array", caller, (const void *)array);
}
