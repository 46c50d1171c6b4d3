/** What programs ask about one device's way to the memory of another. No device here reaches
 *  another's memory: copies between them go through the host (peer.h), and every question is
 *  answered so. Devices have the program's numbers.
 *  Threads: any. */
#ifndef GI_PEER_ACCESS_H
#define GI_PEER_ACCESS_H

#include "cards/visible.h"

/** Whether device reaches the memory of peer, which may be the same one.
 *  Errors: GI_INVALID_DEVICE. */
GI_MUST_CHECK gi_status gi_peer_access_can(const struct gi_interface *interface, int device,
                                           int peer, bool *out_can);

/** Lets the calling thread's current device reach the memory of peer.
 *  Errors: GI_INVALID_DEVICE; GI_INVALID_VALUE if flags is not 0; else GI_PEER_UNSUPPORTED. */
GI_MUST_CHECK gi_status gi_peer_access_enable(const struct gi_interface *interface, int peer,
                                              unsigned int flags);

/** Ends what gi_peer_access_enable began.
 *  Errors: GI_INVALID_DEVICE; else GI_PEER_NOT_ENABLED. */
GI_MUST_CHECK gi_status gi_peer_access_disable(const struct gi_interface *interface, int peer);

/** A property of the way from source to destination, by the vendors' number, from 1 to highest.
 *  Errors: GI_INVALID_DEVICE if one is none or both are one; GI_INVALID_VALUE. */
GI_MUST_CHECK gi_status gi_peer_access_attribute(const struct gi_interface *interface,
                                                 int attribute, int highest, int source,
                                                 int destination, int *out_value);

/** Whether source and destination are two devices.
 *  Errors: GI_INVALID_DEVICE. */
GI_MUST_CHECK gi_status gi_peer_access_pair(const struct gi_interface *interface, int source,
                                            int destination);

#endif
