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
    st = gihip_begin();
    if (st == GI_OK)
        st = gi_memory_alloc_rows(width, height, depth, &pitch_bytes, &address);
    if (st != GI_OK)
        return st;
    *pitch = (size_t)pitch_bytes;
    *pointer = gihip_to_pointer(address);
    return GI_OK;
}

hipError_t hipMallocPitch(void **pointer, size_t *pitch, size_t width, size_t height)
{
    return gihip_error(alloc_rows(__func__, pointer, pitch, width, height, 1));
}

hipError_t hipMalloc3D(struct hipPitchedPtr *pitched, struct hipExtent extent)
{
    gi_status st;

    GIHIP_NOT_NULL(pitched);
    st = alloc_rows(__func__, &pitched->ptr, &pitched->pitch, extent.width, extent.height,
                    extent.depth);
    if (st == GI_OK) {
        pitched->xsize = extent.width;
        pitched->ysize = extent.height;
    }
    return gihip_error(st);
}

hipError_t hipMemAllocPitch(hipDeviceptr_t *pointer, size_t *pitch, size_t width, size_t height,
                            unsigned int element_size)
{
    GIHIP_NOT_NULL(pointer);
    GIHIP_NOT_NULL(pitch);
    GIHIP_REQUIRE(element_size == 4 || element_size == 8 || element_size == 16,
                  "%s: element_size is %u; 4, 8 and 16 exist", __func__, element_size);
    GIHIP_REQUIRE(width != 0 && height != 0, "%s: width is %zu and height is %zu; neither may be 0",
                  __func__, width, height);
    return gihip_error(alloc_rows(__func__, pointer, pitch, width, height, 1));
}
