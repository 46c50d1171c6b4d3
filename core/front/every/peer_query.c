/** Facts of the link between two devices. These calls work without a current context. */
#define FRONT_WITHOUT_CONTEXT
#include "front.h"
#include "hints/peer_access.h"

gpuError_t gpuDeviceCanAccessPeer(int *can_access, int device, int peer)
{
    bool can;

    FRONT_TRY(gi_peer_access_can(&front_interface, device, peer, &can));
    FRONT_NOT_NULL(can_access);
    *can_access = can;
    return gpuSuccess;
}

gpuError_t gpuDeviceGetP2PAttribute(int *value, gpuDeviceP2PAttr attribute, int source,
                                    int destination)
{
    int is;

    FRONT_NOT_NULL(value);
    FRONT_TRY(gi_peer_access_attribute(&front_interface, (int)attribute, FRONT_PEER_ATTRIBUTES,
                                       source, destination, &is));
    *value = is;
    return gpuSuccess;
}
