/** Copies between devices: the pointers say whose memory they are; the ordinals have to exist. */
#include "copy.h"
#include "front.h"
#include "handles.h"

/** Devices are not looked at where there is nothing to copy. */
static gi_status check_devices(int destination_device, int source_device, size_t size)
{
    int ordinal;
    gi_status st = gicuda_begin();

    if (st != GI_OK || size == 0)
        return st;
    st = gi_visible_to_core(&gicuda_visible, destination_device, &ordinal);
    return st == GI_OK ? gi_visible_to_core(&gicuda_visible, source_device, &ordinal) : st;
}

cudaError_t cudaMemcpyPeer(void *destination, int destination_device, const void *source,
                           int source_device, size_t size)
{
    GICUDA_TRY(check_devices(destination_device, source_device, size));
    return gicuda_error(gi_copy_linear(gicuda_from_pointer(destination),
                                       gicuda_from_pointer(source), size,
                                       GI_COPY_DEVICE_TO_DEVICE, gi_in_legacy()));
}

cudaError_t cudaMemcpyPeerAsync(void *destination, int destination_device, const void *source,
                                int source_device, size_t size, cudaStream_t stream)
{
    GICUDA_TRY(check_devices(destination_device, source_device, size));
    return gicuda_error(gi_copy_linear(gicuda_from_pointer(destination),
                                       gicuda_from_pointer(source), size,
                                       GI_COPY_DEVICE_TO_DEVICE,
                                       gi_in_stream(gicuda_from_stream(stream))));
}
