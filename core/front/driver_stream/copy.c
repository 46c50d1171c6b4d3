/** Copies whose names declare host and device operands. */
#include "ops/copy.h"

#include "driver/device_pointer.h"
#include "front.h"
#include "handles.h"

static gpuError_t copy(uint64_t destination, uint64_t source, size_t size, int kind)
{
    FRONT_TRY(front_begin());
    return front_error(gi_copy_linear(destination, source, size, kind, front_in_default()));
}

static gpuError_t copy_async(uint64_t destination, uint64_t source, size_t size, int kind,
                             gpuStream_t stream)
{
    FRONT_TRY(front_begin_in(stream));
    return front_error(gi_copy_linear(destination, source, size, kind,
                                      gi_in_stream(front_from_stream(stream))));
}

gpuError_t gpuMemcpyHtoD(gpuDeviceptr_t device_pointer, gpuHostSource_t host_pointer, size_t size)
{
    return copy(front_from_device(device_pointer), front_from_pointer(host_pointer), size,
                GI_COPY_HOST_TO_DEVICE);
}

gpuError_t gpuMemcpyHtoDAsync(gpuDeviceptr_t device_pointer, gpuHostSource_t host_pointer,
                              size_t size, gpuStream_t stream)
{
    return copy_async(front_from_device(device_pointer), front_from_pointer(host_pointer), size,
                      GI_COPY_HOST_TO_DEVICE, stream);
}

gpuError_t gpuMemcpyDtoH(void *host_pointer, gpuDeviceptr_t device_pointer, size_t size)
{
    return copy(front_from_pointer(host_pointer), front_from_device(device_pointer), size,
                GI_COPY_DEVICE_TO_HOST);
}

gpuError_t gpuMemcpyDtoHAsync(void *host_pointer, gpuDeviceptr_t device_pointer, size_t size,
                              gpuStream_t stream)
{
    return copy_async(front_from_pointer(host_pointer), front_from_device(device_pointer), size,
                      GI_COPY_DEVICE_TO_HOST, stream);
}

gpuError_t gpuMemcpyDtoD(gpuDeviceptr_t destination, gpuDeviceptr_t source, size_t size)
{
    return copy(front_from_device(destination), front_from_device(source), size,
                GI_COPY_DEVICE_TO_DEVICE);
}

gpuError_t gpuMemcpyDtoDAsync(gpuDeviceptr_t destination, gpuDeviceptr_t source, size_t size,
                              gpuStream_t stream)
{
    return copy_async(front_from_device(destination), front_from_device(source), size,
                      GI_COPY_DEVICE_TO_DEVICE, stream);
}
