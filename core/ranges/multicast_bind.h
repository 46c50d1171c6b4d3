/** Binding memory to multicast objects. Bound memory lives until it is unbound, or the object ends.
 *  Work that was enqueued before keeps it until it is done.
 *  Threads: any that holds no lock.
 *  Errors:  GI_INVALID_VALUE for a handle that names no multicast object. */
#ifndef GI_MULTICAST_BIND_H
#define GI_MULTICAST_BIND_H

#include "base/secret.h"
#include "multicast.h"

/** Binds pages to [offset, offset + size) of the object. Their device is of the team; with ordinal
 *  -1 it is the pages', else it must be this one. Waits for the team.
 *  Errors: GI_INVALID_VALUE; GI_NOT_SUPPORTED, GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_multicast_bind_pages(gi_handle object, int ordinal,
                                                uint64_t offset_bytes, gi_handle pages,
                                                uint64_t pages_offset_bytes, uint64_t size_bytes);

/** As gi_multicast_bind_pages, for memory that is mapped at an address, and memory of pools. */
GI_MUST_CHECK gi_status gi_multicast_bind_address(gi_handle object, int ordinal,
                                                  uint64_t offset_bytes, uint64_t address,
                                                  uint64_t size_bytes);

/** Takes away exactly what one call has bound. Does not wait: work that was enqueued before still
 *  writes there.
 *  Errors: GI_INVALID_VALUE. */
GI_MUST_CHECK gi_status gi_multicast_unbind(gi_handle object, int ordinal, uint64_t offset_bytes,
                                            uint64_t size_bytes);

/** The memory that this process has bound at an offset, if its secret is known. The caller holds no
 *  lock, and drops the reference.
 *  Errors: GI_INVALID_VALUE if there is none. */
GI_MUST_CHECK gi_status gi_multicast_look_up(gi_handle handle, uint64_t offset_bytes,
                                             const struct gi_secret *secret,
                                             struct gi_binding *out_binding);

/** The pages of memory that gi_multicast_bind_pages has bound, and the offset of its first byte in
 *  them. NULL: it is memory of a pool. The memory keeps them. */
struct gi_pages *gi_multicast_pages_of(const struct gi_allocation *memory,
                                       uint64_t *out_offset_bytes);

#endif
