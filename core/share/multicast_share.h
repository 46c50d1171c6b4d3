/** Members of multicast objects in other processes. The object's page says what they have bound. A
 *  process asks each for the memory's fd and imports it on a device of its own.
 *  Threads: any. */
#ifndef GI_MULTICAST_SHARE_H
#define GI_MULTICAST_SHARE_H

#include "base/status.h"

struct gi_binding;
struct gi_multicast;

/** Notes a binding of this process in the page of a shared object.
 *  Threads: the caller holds the lock of ranges.
 *  Errors:  GI_OUT_OF_MEMORY, GI_OS_ERROR. */
GI_MUST_CHECK gi_status gi_multicast_tell(struct gi_multicast *object, struct gi_binding *binding);

/** Opens what other processes have bound since the last call, and closes what they have unbound. A
 *  binding of a process that has ended counts as unbound.
 *  Threads: the caller holds no lock, and keeps the object.
 *  Errors:  GI_NOT_SUPPORTED for memory of a device that this process cannot reach;
 *           GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_multicast_open_bindings(struct gi_multicast *object);

#endif
