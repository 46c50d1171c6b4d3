#include "peer_access.h"

static gi_status check_both(const struct gi_interface *interface, int device, int peer)
{
    int ordinal;
    gi_status status = gi_visible_find(interface, device, &ordinal);

    return status == GI_OK ? gi_visible_find(interface, peer, &ordinal) : status;
}

/* Checks the calling thread's current device, and peer. */
static gi_status check_peer(const struct gi_interface *interface, int peer)
{
    int current;
    gi_status status = gi_visible_current(interface, &current);

    return status == GI_OK ? check_both(interface, current, peer) : status;
}

gi_status gi_peer_access_can(const struct gi_interface *interface, int device, int peer,
                             bool *out_can)
{
    *out_can = false;
    return check_both(interface, device, peer);
}

gi_status gi_peer_access_enable(const struct gi_interface *interface, int peer, unsigned int flags)
{
    gi_status status = check_peer(interface, peer);

    if (status != GI_OK)
        return status;
    if (flags != 0)
        return gi_fail(GI_INVALID_VALUE, "peer access: flags is 0x%x, it must be 0", flags);
    return gi_fail(GI_PEER_UNSUPPORTED, "peer access: the current device cannot access the memory "
                   "of device %d; copies between devices work without it", peer);
}

gi_status gi_peer_access_disable(const struct gi_interface *interface, int peer)
{
    gi_status status = check_peer(interface, peer);

    return status != GI_OK ? status
         : gi_fail(GI_PEER_NOT_ENABLED, "peer access: it was not enabled for device %d", peer);
}

gi_status gi_peer_access_pair(const struct gi_interface *interface, int source, int destination)
{
    gi_status status = check_both(interface, source, destination);

    if (status == GI_OK && source == destination)
        status = gi_fail(GI_INVALID_DEVICE, "source and destination are both device %d", source);
    return status;
}

gi_status gi_peer_access_attribute(const struct gi_interface *interface, int attribute, int highest,
                                   int source, int destination, int *out_value)
{
    gi_status status = gi_peer_access_pair(interface, source, destination);

    *out_value = 0;
    if (status == GI_OK && (attribute < 1 || attribute > highest))
        status = gi_fail(GI_INVALID_VALUE, "peer access: attribute is %d, not one of 1 to %d",
                         attribute, highest);
    return status;
}
