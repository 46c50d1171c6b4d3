/** Fills with values of one, two and four bytes. */
#include "ops/copy.h"
#include "driver/device_pointer.h"
#include "front.h"
#include "handles.h"

static gpuError_t fill(gpuDeviceptr_t pointer, uint32_t value, uint32_t value_bytes, size_t count)
{
    FRONT_TRY(front_begin());
    return front_error(gi_fill_linear(front_from_device(pointer), value, value_bytes, count,
                                      front_in_default()));
}

static gpuError_t fill_async(gpuDeviceptr_t pointer, uint32_t value, uint32_t value_bytes,
                             size_t count, gpuStream_t stream)
{
    FRONT_TRY(front_begin_in(stream));
    return front_error(gi_fill_linear(front_from_device(pointer), value, value_bytes, count,
                                      gi_in_stream(front_from_stream(stream))));
}

gpuError_t gpuMemsetD8(gpuDeviceptr_t pointer, unsigned char value, size_t count)
{
    return fill(pointer, value, 1, count);
}

gpuError_t gpuMemsetD8Async(gpuDeviceptr_t pointer, unsigned char value, size_t count,
                            gpuStream_t stream)
{
    return fill_async(pointer, value, 1, count, stream);
}

gpuError_t gpuMemsetD16(gpuDeviceptr_t pointer, unsigned short value, size_t count)
{
    return fill(pointer, value, 2, count);
}

gpuError_t gpuMemsetD16Async(gpuDeviceptr_t pointer, unsigned short value, size_t count,
                             gpuStream_t stream)
{
    return fill_async(pointer, value, 2, count, stream);
}

gpuError_t gpuMemsetD32(gpuDeviceptr_t pointer, gpuFillWord_t value, size_t count)
{
    return fill(pointer, (uint32_t)value, 4, count);
}

gpuError_t gpuMemsetD32Async(gpuDeviceptr_t pointer, gpuFillWord_t value, size_t count,
                             gpuStream_t stream)
{
    return fill_async(pointer, (uint32_t)value, 4, count, stream);
}
