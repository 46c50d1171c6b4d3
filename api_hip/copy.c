#include "copy.h"

#include "front.h"
#include "handles.h"

_Static_assert((int)hipMemcpyHostToHost == GI_COPY_HOST_TO_HOST
               && (int)hipMemcpyHostToDevice == GI_COPY_HOST_TO_DEVICE
               && (int)hipMemcpyDeviceToHost == GI_COPY_DEVICE_TO_HOST
               && (int)hipMemcpyDeviceToDevice == GI_COPY_DEVICE_TO_DEVICE
               && (int)hipMemcpyDefault == GI_COPY_INFER, "copy kinds are passed on");

static hipError_t copy(void *destination, const void *source, size_t size, int kind)
{
    GIHIP_TRY(gihip_begin());
    return gihip_error(gi_copy_linear(gihip_from_pointer(destination),
                                      gihip_from_pointer(source), size, kind, gi_in_legacy()));
}

static hipError_t copy_async(void *destination, const void *source, size_t size, int kind,
                             hipStream_t stream)
{
    GIHIP_TRY(gihip_begin());
    return gihip_error(gi_copy_linear(gihip_from_pointer(destination),
                                      gihip_from_pointer(source), size, kind,
                                      gi_in_stream(gihip_from_stream(stream))));
}

hipError_t hipMemcpy(void *destination, const void *source, size_t size, hipMemcpyKind kind)
{
    return copy(destination, source, size, gihip_from_kind(kind));
}

hipError_t hipMemcpy_spt(void *destination, const void *source, size_t size,
                         hipMemcpyKind kind)
{
    GIHIP_TRY(gihip_begin());
    return gihip_error(gi_copy_linear(gihip_from_pointer(destination),
                                      gihip_from_pointer(source), size, gihip_from_kind(kind),
                                      gi_in_thread()));
}

hipError_t hipMemcpyAsync(void *destination, const void *source, size_t size, hipMemcpyKind kind,
                          hipStream_t stream)
{
    return copy_async(destination, source, size, gihip_from_kind(kind), stream);
}

hipError_t hipMemcpyWithStream(void *destination, const void *source, size_t size,
                               hipMemcpyKind kind, hipStream_t stream)
{
    hipError_t error = copy_async(destination, source, size, gihip_from_kind(kind), stream);

    return error == hipSuccess ? hipStreamSynchronize(stream) : error;
}

hipError_t hipMemcpyHtoD(hipDeviceptr_t device_pointer, void *host_pointer, size_t size)
{
    return copy(device_pointer, host_pointer, size, GI_COPY_HOST_TO_DEVICE);
}

hipError_t hipMemcpyHtoDAsync(hipDeviceptr_t device_pointer, void *host_pointer, size_t size,
                              hipStream_t stream)
{
    return copy_async(device_pointer, host_pointer, size, GI_COPY_HOST_TO_DEVICE, stream);
}

hipError_t hipMemcpyDtoH(void *host_pointer, hipDeviceptr_t device_pointer, size_t size)
{
    return copy(host_pointer, device_pointer, size, GI_COPY_DEVICE_TO_HOST);
}

hipError_t hipMemcpyDtoHAsync(void *host_pointer, hipDeviceptr_t device_pointer, size_t size,
                              hipStream_t stream)
{
    return copy_async(host_pointer, device_pointer, size, GI_COPY_DEVICE_TO_HOST, stream);
}

hipError_t hipMemcpyDtoD(hipDeviceptr_t destination, hipDeviceptr_t source, size_t size)
{
    return copy(destination, source, size, GI_COPY_DEVICE_TO_DEVICE);
}

hipError_t hipMemcpyDtoDAsync(hipDeviceptr_t destination, hipDeviceptr_t source, size_t size,
                              hipStream_t stream)
{
    return copy_async(destination, source, size, GI_COPY_DEVICE_TO_DEVICE, stream);
}

hipError_t hipMemset(void *pointer, int value, size_t size)
{
    GIHIP_TRY(gihip_begin());
    return gihip_error(gi_fill_linear(gihip_from_pointer(pointer), (uint8_t)value, 1, size,
                                      gi_in_legacy()));
}

hipError_t hipMemset_spt(void *pointer, int value, size_t size)
{
    GIHIP_TRY(gihip_begin());
    return gihip_error(gi_fill_linear(gihip_from_pointer(pointer), (uint8_t)value, 1, size,
                                      gi_in_thread()));
}

hipError_t hipMemsetAsync(void *pointer, int value, size_t size, hipStream_t stream)
{
    GIHIP_TRY(gihip_begin());
    return gihip_error(gi_fill_linear(gihip_from_pointer(pointer), (uint8_t)value, 1, size,
                                      gi_in_stream(gihip_from_stream(stream))));
}
