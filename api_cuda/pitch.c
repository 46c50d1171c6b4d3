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
    st = gicuda_begin();
    if (st != GI_OK)
        return st;
    st = gi_memory_alloc_rows(width, height, depth, &pitch_bytes, &address);
    *pitch = (size_t)pitch_bytes;        /* the vendor tells the pitch in any case */
    *pointer = gicuda_to_pointer(address);
    return st;
}

cudaError_t cudaMallocPitch(void **pointer, size_t *pitch, size_t width, size_t height)
{
    return gicuda_error(alloc_rows(__func__, pointer, pitch, width, height, 1));
}

cudaError_t cudaMalloc3D(struct cudaPitchedPtr *pitched, struct cudaExtent extent)
{
    gi_status st;

    GICUDA_NOT_NULL(pitched);
    st = alloc_rows(__func__, &pitched->ptr, &pitched->pitch, extent.width, extent.height,
                    extent.depth);
    if (st == GI_OK) {
        pitched->xsize = extent.width;
        pitched->ysize = extent.height;
    }
    return gicuda_error(st);
}
