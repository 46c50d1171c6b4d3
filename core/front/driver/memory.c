#include "allocate.h"
#include "device_pointer.h"
#include "front.h"

gpuError_t gpuMemAllocHost(void **pointer, size_t size)
{
    return front_host_alloc(__func__, pointer, size, gpuHostAllocDefault);
}

gpuError_t gpuMemAllocPitch(gpuDeviceptr_t *pointer, size_t *pitch, size_t width, size_t height,
                            unsigned int element_size)
{
    void *rows;
    gi_status st;

    FRONT_NOT_NULL(pointer);
    FRONT_NOT_NULL(pitch);
    FRONT_REQUIRE(element_size == 4 || element_size == 8 || element_size == 16,
                  "%s: element_size is %u; 4, 8 and 16 exist", __func__, element_size);
    FRONT_REQUIRE(width != 0 && height != 0, "%s: width is %zu and height is %zu; neither may be 0",
                  __func__, width, height);
    st = front_alloc_rows(__func__, &rows, pitch, width, height, 1);
    if (st == GI_OK)
        *pointer = front_to_device(rows);
    return front_error(st);
}

gpuError_t gpuMemGetAddressRange(gpuDeviceptr_t *base, size_t *size, gpuDeviceptr_t pointer)
{
    struct gi_pointer_info info;

    FRONT_TRY(front_begin());
    FRONT_TRY(gi_pointer_query(front_from_device(pointer), &info));
    if (info.kind == GI_POINTER_UNKNOWN)
        FRONT_TRY(gi_fail(GI_NOT_FOUND, "%s: pointer is 0x%llx, not memory of this "
                          "library", __func__, (unsigned long long)front_from_device(pointer)));
    if (base)
        *base = front_to_device(info.range_base);
    if (size)
        *size = (size_t)info.range_bytes;
    return gpuSuccess;
}
