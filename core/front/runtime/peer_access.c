
#include "front.h"
#include "hints/peer_access.h"

gpuError_t gpuDeviceEnablePeerAccess(int peer, unsigned int flags)
{
    return front_error(gi_peer_access_enable(&front_interface, peer, flags));
}

gpuError_t gpuDeviceDisablePeerAccess(int peer)
{
    return front_error(gi_peer_access_disable(&front_interface, peer));
}
