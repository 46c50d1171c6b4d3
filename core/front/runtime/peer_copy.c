/** Copies between devices. The pointers decide the devices; the ordinals are only checked. */
#include "ops/copy.h"
#include "front.h"
#include "handles.h"

/** Without bytes to copy the ordinals are not checked. */
static gi_status check_devices(int destination_device, int source_device, size_t size)
{
    int ordinal;
    gi_status st = front_begin();

    if (st != GI_OK || size == 0)
        return st;
    st = gi_visible_to_core(&front_interface, destination_device, &ordinal);
    return st == GI_OK ? gi_visible_to_core(&front_interface, source_device, &ordinal) : st;
}

gpuError_t gpuMemcpyPeer(void *destination, int destination_device, const void *source,
                         int source_device, size_t size)
{
    FRONT_TRY(check_devices(destination_device, source_device, size));
    return front_error(gi_copy_linear(front_from_pointer(destination), front_from_pointer(source),
                                      size, GI_COPY_DEVICE_TO_DEVICE, gi_in_legacy()));
}

gpuError_t gpuMemcpyPeerAsync(void *destination, int destination_device, const void *source,
                              int source_device, size_t size, gpuStream_t stream)
{
    FRONT_TRY(check_devices(destination_device, source_device, size));
    return front_error(gi_copy_linear(front_from_pointer(destination), front_from_pointer(source),
                                      size, GI_COPY_DEVICE_TO_DEVICE,
                                      gi_in_stream(front_from_stream(stream))));
}
