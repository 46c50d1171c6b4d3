/** Fills with values of one, two and four bytes. */
#include "copy.h"
#include "front.h"
#include "handles.h"

static hipError_t fill(hipDeviceptr_t pointer, uint32_t value, uint32_t value_bytes, size_t count)
{
    GIHIP_TRY(gihip_begin());
    return gihip_error(gi_fill_linear(gihip_from_pointer(pointer), value, value_bytes, count,
                                      gi_in_legacy()));
}

static hipError_t fill_async(hipDeviceptr_t pointer, uint32_t value, uint32_t value_bytes,
                             size_t count, hipStream_t stream)
{
    GIHIP_TRY(gihip_begin());
    return gihip_error(gi_fill_linear(gihip_from_pointer(pointer), value, value_bytes, count,
                                      gi_in_stream(gihip_from_stream(stream))));
}

hipError_t hipMemsetD8(hipDeviceptr_t pointer, unsigned char value, size_t count)
{
    return fill(pointer, value, 1, count);
}

hipError_t hipMemsetD8Async(hipDeviceptr_t pointer, unsigned char value, size_t count,
                            hipStream_t stream)
{
    return fill_async(pointer, value, 1, count, stream);
}

hipError_t hipMemsetD16(hipDeviceptr_t pointer, unsigned short value, size_t count)
{
    return fill(pointer, value, 2, count);
}

hipError_t hipMemsetD16Async(hipDeviceptr_t pointer, unsigned short value, size_t count,
                             hipStream_t stream)
{
    return fill_async(pointer, value, 2, count, stream);
}

hipError_t hipMemsetD32(hipDeviceptr_t pointer, int value, size_t count)
{
    return fill(pointer, (uint32_t)value, 4, count);
}

hipError_t hipMemsetD32Async(hipDeviceptr_t pointer, int value, size_t count,
                             hipStream_t stream)
{
    return fill_async(pointer, (uint32_t)value, 4, count, stream);
}
