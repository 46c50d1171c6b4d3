/** Registers the program's own host memory, so that devices can access it.
 *
 *  Threads: any that holds no lock. */
#ifndef GI_REGISTER_H
#define GI_REGISTER_H

#include "memory.h"

enum {                           /* gi_memory_host_register */
    GI_REGISTER_PORTABLE = 1u << 0,
    GI_REGISTER_MAPPED = 1u << 1,
    GI_REGISTER_IO = 1u << 2,
    GI_REGISTER_READ_ONLY = 1u << 3
};

/** Lets the current device access the program's host memory; for other devices it stays
 *  pageable. All pages of the range must be mapped and writable. With GI_REGISTER_READ_ONLY
 *  readable suffices, and commands cannot write to it. Only the range's own bytes are
 *  accessible.
 *  Owner:  the memory stays the caller's, and must stay mapped until it is unregistered.
 *  Errors: GI_INVALID_VALUE, also for the library's own memory, and for GI_REGISTER_IO, which no
 *          driver supports. GI_ALREADY_REGISTERED if part of the range is registered.
 *          GI_NOT_SUPPORTED if the device cannot do it. */
GI_MUST_CHECK gi_status gi_memory_host_register(uint64_t pointer, uint64_t size_bytes,
                                                uint32_t flags);

/** Ends the registration that began at pointer. The caller may unmap the memory next. So it
 *  sleeps until all work that was enqueued before on any device is done.
 *  Errors: GI_NOT_REGISTERED; GI_INVALID_VALUE for NULL, for a pointer inside a registered
 *          range, and for the library's own memory. */
GI_MUST_CHECK gi_status gi_memory_host_unregister(uint64_t pointer);

#endif
