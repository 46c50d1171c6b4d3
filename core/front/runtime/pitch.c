#include "allocate.h"
#include "front.h"
#include "handles.h"
#include "pools/memory.h"

gi_status front_alloc_rows(const char *caller, void **pointer, size_t *pitch, size_t width,
                           size_t height, size_t depth)
{
    uint64_t address;
    uint64_t pitch_bytes;
    gi_status st;

    if (pointer == NULL || pitch == NULL)
        return gi_fail(GI_INVALID_VALUE, "%s: %s is NULL", caller, pointer ? "pitch" : "pointer");
    st = front_begin();
    if (st == GI_OK)
        st = gi_capture_forbids(caller);
    if (st != GI_OK)
        return st;
    st = gi_memory_alloc_rows(width, height, depth, &pitch_bytes, &address);
    if (st == GI_OK || FRONT_CLEARS_OUT) {       /* then the pitch is written in any case */
        *pitch = (size_t)pitch_bytes;
        *pointer = front_to_pointer(address);
    }
    return st;
}

gpuError_t gpuMallocPitch(void **pointer, size_t *pitch, size_t width, size_t height)
{
    return front_error(front_alloc_rows(__func__, pointer, pitch, width, height, 1));
}

gpuError_t gpuMalloc3D(gpuPitchedPtr *pitched, gpuExtent extent)
{
    gi_status st;

    FRONT_NOT_NULL(pitched);
    st = front_alloc_rows(__func__, &pitched->ptr, &pitched->pitch, extent.width, extent.height,
                          extent.depth);
    if (st == GI_OK) {
        pitched->xsize = extent.width;
        pitched->ysize = extent.height;
    }
    return front_error(st);
}
