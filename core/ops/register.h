/** Host memory of the program's own that devices are to reach. */
#ifndef GI_REGISTER_H
#define GI_REGISTER_H

#include "memory.h"

enum {                           /* gi_memory_host_register */
    GI_REGISTER_PORTABLE = 1u << 0,
    GI_REGISTER_MAPPED = 1u << 1,
    GI_REGISTER_IO = 1u << 2,
    GI_REGISTER_READ_ONLY = 1u << 3
};

/** Lets the current device reach host memory of the program's own; to other devices it stays what
 *  it was. Any range is legal that is all mapped and writable (with GI_REGISTER_READ_ONLY
 *  readable, and then no command writes to it); only its bytes are reachable.
 *  Owner:  the memory stays the caller's, and mapped until it is unregistered.
 *  Errors: GI_INVALID_VALUE, also for memory of the library's own and for GI_REGISTER_IO, which no
 *          driver knows; GI_ALREADY_REGISTERED if part of the range is registered;
 *          GI_NOT_SUPPORTED for a device that cannot. */
GI_MUST_CHECK gi_status gi_memory_host_register(uint64_t pointer, uint64_t size_bytes,
                                                uint32_t flags);

/** Ends that; pointer is where the range began. Sleeps until the work is done that was enqueued on
 *  any device before, since the caller may unmap the memory next.
 *  Errors: GI_NOT_REGISTERED; GI_INVALID_VALUE for NULL, for a pointer into a registered range, and
 *          for memory of the library's own. */
GI_MUST_CHECK gi_status gi_memory_host_unregister(uint64_t pointer);

#endif
