/** Fills of rows. Compiled once for each kind of default stream. */
#include "front.h"
#include "handles.h"
#include "ops/pitched.h"

static gi_status fill_pitched(CUdeviceptr pointer, size_t pitch, uint32_t value,
                              uint32_t value_bytes, size_t width, size_t height,
                              struct gi_copy_order order)
{
    const struct gi_copy_side to = { .name = "pointer", .pointer = pointer, .pitch = pitch,
                                     .rows = height };
    struct gi_fill filled = { .pattern = value, .pattern_bytes = value_bytes };
    uint64_t bytes;
    gi_status status = front_begin();

    if (status != GI_OK)
        return status;
    if (__builtin_mul_overflow(width, (size_t)value_bytes, &bytes))
        return gi_fail(GI_INVALID_VALUE, "fill: %zu elements of %u bytes exceed the address space",
                       width, value_bytes);
    filled.box = (struct gi_box){ bytes, height, 1 };
    status = gi_pitched_fill_end(&to, &filled.box, &filled.dst);
    return status == GI_OK ? gi_fill(&filled, order) : status;
}

CUresult cuMemsetD2D8(CUdeviceptr pointer, size_t pitch, unsigned char value, size_t width,
                      size_t height)
{
    return front_error(fill_pitched(pointer, pitch, value, 1, width, height, front_in_default()));
}

CUresult cuMemsetD2D16(CUdeviceptr pointer, size_t pitch, unsigned short value, size_t width,
                       size_t height)
{
    return front_error(fill_pitched(pointer, pitch, value, 2, width, height, front_in_default()));
}

CUresult cuMemsetD2D32(CUdeviceptr pointer, size_t pitch, unsigned int value, size_t width,
                       size_t height)
{
    return front_error(fill_pitched(pointer, pitch, value, 4, width, height, front_in_default()));
}

CUresult cuMemsetD2D8Async(CUdeviceptr pointer, size_t pitch, unsigned char value, size_t width,
                           size_t height, CUstream stream)
{
    return front_error(fill_pitched(pointer, pitch, value, 1, width, height,
                                    gi_in_stream(front_from_stream(stream))));
}

CUresult cuMemsetD2D16Async(CUdeviceptr pointer, size_t pitch, unsigned short value, size_t width,
                            size_t height, CUstream stream)
{
    return front_error(fill_pitched(pointer, pitch, value, 2, width, height,
                                    gi_in_stream(front_from_stream(stream))));
}

CUresult cuMemsetD2D32Async(CUdeviceptr pointer, size_t pitch, unsigned int value, size_t width,
                            size_t height, CUstream stream)
{
    return front_error(fill_pitched(pointer, pitch, value, 4, width, height,
                                    gi_in_stream(front_from_stream(stream))));
}
