/** Queries of one device's access to the memory of another. No device here has this access: copies
 *  between devices go through the host (peer.h). Devices have the program's numbers.
 *  Threads: any. */
#ifndef GI_PEER_ACCESS_H
#define GI_PEER_ACCESS_H

#include "cards/visible.h"

/** Whether device can access the memory of peer, which may be the same device.
 *  Errors: GI_INVALID_DEVICE. */
GI_MUST_CHECK gi_status gi_peer_access_can(const struct gi_interface *interface, int device,
                                           int peer, bool *out_can);

/** Enables access of the calling thread's current device to the memory of peer. It always fails.
 *  Errors: GI_INVALID_DEVICE; GI_INVALID_VALUE if flags is not 0; else GI_PEER_UNSUPPORTED. */
GI_MUST_CHECK gi_status gi_peer_access_enable(const struct gi_interface *interface, int peer,
                                              unsigned int flags);

/** Disables what gi_peer_access_enable enabled. It always fails.
 *  Errors: GI_INVALID_DEVICE; else GI_PEER_NOT_ENABLED. */
GI_MUST_CHECK gi_status gi_peer_access_disable(const struct gi_interface *interface, int peer);

/** A property of the path from source to destination, by the vendors' number, from 1 to highest.
 *  Errors: GI_INVALID_DEVICE if one is invalid or both are the same; GI_INVALID_VALUE. */
GI_MUST_CHECK gi_status gi_peer_access_attribute(const struct gi_interface *interface,
                                                 int attribute, int highest, int source,
                                                 int destination, int *out_value);

/** Checks that source and destination are two devices.
 *  Errors: GI_INVALID_DEVICE. */
GI_MUST_CHECK gi_status gi_peer_access_pair(const struct gi_interface *interface, int source,
                                            int destination);

#endif
