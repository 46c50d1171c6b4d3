#include "hip/hip_runtime_api.h"

#include "device.h"
#include "front.h"
#include "peer_access.h"

hipError_t hipDeviceCanAccessPeer(int *can_access, int device, int peer)
{
    bool can;

    GIHIP_TRY(gi_peer_access_can(&gihip_visible, device, peer, &can));
    GIHIP_NOT_NULL(can_access);
    *can_access = can;
    return hipSuccess;
}

hipError_t hipDeviceEnablePeerAccess(int peer, unsigned int flags)
{
    return gihip_error(gi_peer_access_enable(&gihip_visible, peer, flags));
}

hipError_t hipDeviceDisablePeerAccess(int peer)
{
    return gihip_error(gi_peer_access_disable(&gihip_visible, peer));
}

hipError_t hipDeviceGetP2PAttribute(int *value, hipDeviceP2PAttr attribute, int source,
                                    int destination)
{
    int is;

    GIHIP_NOT_NULL(value);
    GIHIP_TRY(gi_peer_access_attribute(&gihip_visible, (int)attribute,
                                       hipDevP2PAttrHipArrayAccessSupported, source, destination,
                                       &is));
    *value = is;
    return hipSuccess;
}

/** The numbers that HIP's programs know from the layer below the vendor's library. */
#define LINK_PCI_EXPRESS 2
#define HOPS_THROUGH_HOST 2

hipError_t hipExtGetLinkTypeAndHopCount(int device, int peer, uint32_t *link_type, uint32_t *hops)
{
    const struct gi_device_info *infos[2];
    int ordinals[2];

    GIHIP_NOT_NULL(link_type);
    GIHIP_NOT_NULL(hops);
    GIHIP_TRY(gi_visible_to_core(&gihip_visible, device, &ordinals[0]));
    GIHIP_TRY(gi_visible_to_core(&gihip_visible, peer, &ordinals[1]));
    GIHIP_REQUIRE(device != peer, "%s: both devices are %d", __func__, device);
    for (int i = 0; i < 2; i++)
        GIHIP_TRY(gi_device_info(ordinals[i], &infos[i]));
    if (!infos[0]->has_pci || !infos[1]->has_pci)
        return gihip_error(gi_fail(GI_NOT_SUPPORTED, "%s: one of devices %d and %d is on no bus",
                                   __func__, device, peer));
    *link_type = LINK_PCI_EXPRESS;
    *hops = HOPS_THROUGH_HOST;
    return hipSuccess;
}
