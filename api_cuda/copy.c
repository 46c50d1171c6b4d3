#include "copy.h"

#include "front.h"
#include "handles.h"
#include "per_thread.h"

_Static_assert((int)cudaMemcpyHostToHost == GI_COPY_HOST_TO_HOST
               && (int)cudaMemcpyHostToDevice == GI_COPY_HOST_TO_DEVICE
               && (int)cudaMemcpyDeviceToHost == GI_COPY_DEVICE_TO_HOST
               && (int)cudaMemcpyDeviceToDevice == GI_COPY_DEVICE_TO_DEVICE
               && (int)cudaMemcpyDefault == GI_COPY_INFER, "copy kinds are passed on");

cudaError_t cudaMemcpy(void *destination, const void *source, size_t size,
                       enum cudaMemcpyKind kind)
{
    GICUDA_TRY(gicuda_begin());
    return gicuda_error(gi_copy_linear(gicuda_from_pointer(destination),
                                       gicuda_from_pointer(source), size, (int)kind,
                                       gi_in_legacy()));
}

cudaError_t cudaMemcpy_ptds(void *destination, const void *source, size_t size,
                            enum cudaMemcpyKind kind)
{
    GICUDA_TRY(gicuda_begin());
    return gicuda_error(gi_copy_linear(gicuda_from_pointer(destination),
                                       gicuda_from_pointer(source), size, (int)kind,
                                       gi_in_thread()));
}

cudaError_t cudaMemcpyAsync(void *destination, const void *source, size_t size,
                            enum cudaMemcpyKind kind, cudaStream_t stream)
{
    GICUDA_TRY(gicuda_begin());
    return gicuda_error(gi_copy_linear(gicuda_from_pointer(destination),
                                       gicuda_from_pointer(source), size, (int)kind,
                                       gi_in_stream(gicuda_from_stream(stream))));
}

cudaError_t cudaMemset(void *pointer, int value, size_t size)
{
    GICUDA_TRY(gicuda_begin());
    return gicuda_error(gi_fill_linear(gicuda_from_pointer(pointer), (uint8_t)value, 1, size,
                                       gi_in_legacy()));
}

cudaError_t cudaMemset_ptds(void *pointer, int value, size_t size)
{
    GICUDA_TRY(gicuda_begin());
    return gicuda_error(gi_fill_linear(gicuda_from_pointer(pointer), (uint8_t)value, 1, size,
                                       gi_in_thread()));
}

cudaError_t cudaMemsetAsync(void *pointer, int value, size_t size, cudaStream_t stream)
{
    GICUDA_TRY(gicuda_begin());
    return gicuda_error(gi_fill_linear(gicuda_from_pointer(pointer), (uint8_t)value, 1, size,
                                       gi_in_stream(gicuda_from_stream(stream))));
}
