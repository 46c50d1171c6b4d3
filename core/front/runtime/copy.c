#include "ops/copy.h"

#include "front.h"
#include "handles.h"

_Static_assert((int)gpuMemcpyHostToHost == GI_COPY_HOST_TO_HOST
               && (int)gpuMemcpyHostToDevice == GI_COPY_HOST_TO_DEVICE
               && (int)gpuMemcpyDeviceToHost == GI_COPY_DEVICE_TO_HOST
               && (int)gpuMemcpyDeviceToDevice == GI_COPY_DEVICE_TO_DEVICE
               && (int)gpuMemcpyDefault == GI_COPY_INFER, "copy kinds are passed on");

gpuError_t gpuMemcpy(void *destination, const void *source, size_t size, gpuMemcpyKind kind)
{
    FRONT_TRY(front_begin());
    return front_error(gi_copy_linear(front_from_pointer(destination), front_from_pointer(source),
                                      size, front_from_kind(kind), gi_in_legacy()));
}

gpuError_t gpuMemcpy_per_thread(void *destination, const void *source, size_t size,
                                gpuMemcpyKind kind)
{
    FRONT_TRY(front_begin());
    return front_error(gi_copy_linear(front_from_pointer(destination), front_from_pointer(source),
                                      size, front_from_kind(kind), gi_in_thread()));
}

gpuError_t gpuMemcpyAsync(void *destination, const void *source, size_t size, gpuMemcpyKind kind,
                          gpuStream_t stream)
{
    FRONT_TRY(front_begin());
    return front_error(gi_copy_linear(front_from_pointer(destination), front_from_pointer(source),
                                      size, front_from_kind(kind),
                                      gi_in_stream(front_from_stream(stream))));
}

gpuError_t gpuMemset(void *pointer, int value, size_t size)
{
    FRONT_TRY(front_begin());
    return front_error(gi_fill_linear(front_from_pointer(pointer), (uint8_t)value, 1, size,
                                      gi_in_legacy()));
}

gpuError_t gpuMemset_per_thread(void *pointer, int value, size_t size)
{
    FRONT_TRY(front_begin());
    return front_error(gi_fill_linear(front_from_pointer(pointer), (uint8_t)value, 1, size,
                                      gi_in_thread()));
}

gpuError_t gpuMemsetAsync(void *pointer, int value, size_t size, gpuStream_t stream)
{
    FRONT_TRY(front_begin());
    return front_error(gi_fill_linear(front_from_pointer(pointer), (uint8_t)value, 1, size,
                                      gi_in_stream(front_from_stream(stream))));
}
