/** Buffers that programs register and then name in each call by the interface's number of them, as
 *  the oldest calls do. Each is a resource (resource.h), which is found by its number, its CUDA or
 *  HIP context, and the group of contexts that has the buffer.
 *
 *  Threads: any that holds no lock. */
#ifndef GI_NAMED_H
#define GI_NAMED_H

#include "base/handle.h"

/** Registers the buffer with that number in the current context.
 *  Errors: GI_ALREADY_MAPPED: it is registered; those of gi_graphics_register_buffer, but
 *          GI_INVALID_HANDLE for 0. */
GI_MUST_CHECK gi_status gi_graphics_register_named(uint32_t name);

/** Ends its registration.
 *  Errors: GI_INVALID_VALUE: it is not registered; GI_ALREADY_MAPPED. */
GI_MUST_CHECK gi_status gi_graphics_unregister_named(uint32_t name);

/** Sets its use from the next map on.
 *  Errors: GI_INVALID_VALUE: use is no value of enum gi_graphics_use, or it is not registered;
 *          GI_ALREADY_MAPPED. */
GI_MUST_CHECK gi_status gi_graphics_set_named_use(uint32_t name, uint32_t use);

/** Maps it in the order of the stream and tells its memory; either out argument may be NULL. With
 *  for_all, work that any stream gets afterwards sees the buffer's bytes.
 *  Errors: GI_INVALID_VALUE: it is not registered; those of gi_graphics_map. */
GI_MUST_CHECK gi_status gi_graphics_map_named(uint32_t name, gi_handle stream, bool for_all,
                                              uint64_t *out_pointer, uint64_t *out_size_bytes);

/** Unmaps it in the order of the stream.
 *  Errors: GI_INVALID_VALUE: it is not registered; those of gi_graphics_unmap. */
GI_MUST_CHECK gi_status gi_graphics_unmap_named(uint32_t name, gi_handle stream);

/** Unmaps it behind the earlier work of all streams of the context.
 *  Errors: as gi_graphics_unmap_named; also GI_CAPTURE_UNSUPPORTED while one of them captures. */
GI_MUST_CHECK gi_status gi_graphics_unmap_named_after_all(uint32_t name);

#endif
