#include "front.h"
#include "handles.h"
#include "memory.h"

static gi_status alloc_rows(const char *caller, void **pointer, size_t *pitch, size_t width,
                            size_t height, size_t depth)
{
    uint64_t address;
    uint64_t pitch_bytes;
    gi_status st;

    if (pointer == NULL || pitch == NULL)
        return gi_fail(GI_INVALID_VALUE, "%s: %s is NULL", caller, pointer ? "pitch" : "pointer");
    *pointer = NULL;
    *pitch = 0;
    st = gicuda_begin();
    if (st == GI_OK)
        st = gi_memory_alloc_rows(width, height, depth, &pitch_bytes, &address);
    if (st != GI_OK)
        return st;
    *pointer = gicuda_to_pointer(address);
    *pitch = (size_t)pitch_bytes;
    return GI_OK;
}

cudaError_t cudaMallocPitch(void **pointer, size_t *pitch, size_t width, size_t height)
{
    return gicuda_error(alloc_rows(__func__, pointer, pitch, width, height, 1));
}

cudaError_t cudaMalloc3D(struct cudaPitchedPtr *pitched, struct cudaExtent extent)
{
    struct cudaPitchedPtr answer = { .xsize = extent.width, .ysize = extent.height };
    gi_status st;

    GICUDA_NOT_NULL(pitched);
    st = alloc_rows(__func__, &answer.ptr, &answer.pitch, extent.width, extent.height,
                    extent.depth);
    if (st == GI_OK)
        *pitched = answer;
    return gicuda_error(st);
}
