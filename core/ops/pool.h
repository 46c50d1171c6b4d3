/** Memory in stream order: allocated and freed as work of a stream, from pools. */
#ifndef GI_POOL_H
#define GI_POOL_H

#include "base/handle.h"

/** The numbers are those of both front ends. */
enum gi_pool_attribute {
    GI_POOL_FOLLOW_EVENTS = 1,           /* the three: which reuse is allowed; kept and told */
    GI_POOL_OPPORTUNISTIC = 2,
    GI_POOL_INTERNAL_DEPENDENCIES = 3,
    GI_POOL_RELEASE_THRESHOLD = 4,       /* bytes that a synchronisation leaves reserved */
    GI_POOL_RESERVED = 5,                /* bytes taken from the driver */
    GI_POOL_RESERVED_HIGH = 6,           /* the most since it was last set to 0 */
    GI_POOL_USED = 7,                    /* bytes allocated and not freed */
    GI_POOL_USED_HIGH = 8
};

/** What a new pool is to be; the numbers are those of both front ends, any value is checked. */
struct gi_pool_request {
    int allocation_type;                 /* 1: pinned */
    int handle_type;                     /* 0: none, 1: a file descriptor */
    int location_type;                   /* 1: a device */
    int device;                          /* ordinal */
    uint64_t max_bytes;                  /* 0: as much as there is */
};

/** Makes a pool.
 *  Errors: GI_INVALID_VALUE for what is no pool, GI_INVALID_DEVICE, GI_NOT_SUPPORTED for kinds of
 *          memory or handles that this system or device does not have, GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_pool_create(const struct gi_pool_request *request, gi_handle *out_pool);

/** Ends a pool's handle; what was allocated from it lives until it is freed. A device whose
 *  current pool it was gets its default pool back.
 *  Errors: GI_INVALID_VALUE for a device's default pool, and, as everywhere here, for a handle that
 *          is no pool. */
GI_MUST_CHECK gi_status gi_pool_destroy(gi_handle pool);

/** The pool that a device begins with, and the one that allocations take which name none.
 *  Owner:  the default pool is the device's, for ever.
 *  Errors: GI_INVALID_DEVICE, GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_pool_default(int device, gi_handle *out_pool);
GI_MUST_CHECK gi_status gi_pool_current(int device, gi_handle *out_pool);

/** Makes a pool the one that a device's allocations take.
 *  Errors: GI_INVALID_VALUE if it is another device's or an imported one. */
GI_MUST_CHECK gi_status gi_pool_set_current(int device, gi_handle pool);

/** Gives the driver back what nothing uses, until no more than keep_bytes are reserved. */
GI_MUST_CHECK gi_status gi_pool_trim(gi_handle pool, uint64_t keep_bytes);

/** attribute is a number of gi_pool_attribute; any value is checked.
 *  Errors: GI_INVALID_VALUE for one that is none, or cannot be set to this. */
GI_MUST_CHECK gi_status gi_pool_get_attribute(gi_handle pool, int attribute, uint64_t *out_value);
GI_MUST_CHECK gi_status gi_pool_set_attribute(gi_handle pool, int attribute, uint64_t value);

/** Bytes of an attribute's value as programs pass it: of a flag 4, of a number of bytes 8, and 0 if
 *  there is no such attribute. */
static inline size_t gi_pool_attribute_bytes(int attribute)
{
    if (attribute >= GI_POOL_FOLLOW_EVENTS && attribute <= GI_POOL_INTERNAL_DEPENDENCIES)
        return sizeof(int32_t);
    return attribute >= GI_POOL_RELEASE_THRESHOLD && attribute <= GI_POOL_USED_HIGH
           ? sizeof(uint64_t) : 0;
}

/** What a device may do with a pool's memory: 0 nothing, 1 read, 3 read and write; its own always
 *  3, others 0, as no device reaches another's memory here.
 *  Errors: GI_INVALID_VALUE, GI_INVALID_DEVICE. */
GI_MUST_CHECK gi_status gi_pool_get_access(gi_handle pool, int device, int *out_access);
GI_MUST_CHECK gi_status gi_pool_set_access(gi_handle pool, int device, int access);

/** Allocates as work of a stream: what is enqueued in it from now on may use the memory, at once.
 *  pool 0 is the current pool of the stream's device. size 0 gives pointer 0. Does not wait for the
 *  device.
 *  Errors: GI_OUT_OF_MEMORY, GI_INVALID_HANDLE. */
GI_MUST_CHECK gi_status gi_memory_alloc_async(uint64_t size_bytes, gi_handle pool,
                                              gi_handle stream, uint64_t *out_pointer);

/** Frees as work of a stream: what was enqueued before may still use the memory. pointer is exactly
 *  what was given out, or 0; memory of gi_memory_alloc may be freed so, too.
 *  Errors: GI_INVALID_VALUE, GI_INVALID_HANDLE, GI_NOT_SUPPORTED for managed memory; then nothing
 *          is freed. */
GI_MUST_CHECK gi_status gi_memory_free_async(uint64_t pointer, gi_handle stream);

#endif
