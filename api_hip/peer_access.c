#include "hip/hip_runtime_api.h"

#include "device/device.h"
#include "front.h"
#include "hints/peer_access.h"

/** The numbers of the layer below the vendor's library, which HIP programs know. */
#define LINK_PCI_EXPRESS 2
#define HOPS_THROUGH_HOST 2

hipError_t hipExtGetLinkTypeAndHopCount(int device, int peer, uint32_t *link_type, uint32_t *hops)
{
    const struct gi_device_info *infos[2];

    FRONT_NOT_NULL(link_type);
    FRONT_NOT_NULL(hops);
    FRONT_TRY(gi_visible_info(&front_interface, device, &infos[0]));
    FRONT_TRY(gi_visible_info(&front_interface, peer, &infos[1]));
    FRONT_REQUIRE(device != peer, "%s: both devices are %d", __func__, device);
    if (!infos[0]->has_pci || !infos[1]->has_pci)
        return front_error(gi_fail(GI_NOT_SUPPORTED, "%s: one of devices %d and %d is on no bus",
                                   __func__, device, peer));
    *link_type = LINK_PCI_EXPRESS;
    *hops = HOPS_THROUGH_HOST;
    return hipSuccess;
}
