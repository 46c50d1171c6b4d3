/** Pools of memory that is allocated and freed in stream order (ops/pool_call.h).
 *
 *  Threads: any that holds no lock.
 *  Errors:  of all gi_pool_ functions: GI_INVALID_VALUE if the handle is no pool. */
#ifndef GI_POOL_H
#define GI_POOL_H

#include "base/handle.h"

/** Both front ends use these numbers. */
enum gi_pool_attribute {
    GI_POOL_FOLLOW_EVENTS = 1,           /* the first three: which reuse is allowed; stored and
                                            returned */
    GI_POOL_OPPORTUNISTIC = 2,
    GI_POOL_INTERNAL_DEPENDENCIES = 3,
    GI_POOL_RELEASE_THRESHOLD = 4,       /* bytes that a synchronisation leaves reserved */
    GI_POOL_RESERVED = 5,                /* bytes taken from the driver */
    GI_POOL_RESERVED_HIGH = 6,           /* the highest GI_POOL_RESERVED since it was set to 0 */
    GI_POOL_USED = 7,                    /* bytes allocated and not freed */
    GI_POOL_USED_HIGH = 8
};

/** The properties of a new pool. Both front ends use these numbers; any value is checked. */
struct gi_pool_request {
    int allocation_type;                 /* 1: pinned */
    int handle_type;                     /* 0: none, 1: a file descriptor */
    int location_type;                   /* 1: a device */
    int device;                          /* ordinal */
    uint64_t max_bytes;                  /* 0: no limit */
};

/** Makes a pool.
 *  Errors: GI_INVALID_VALUE for invalid properties; GI_INVALID_DEVICE; GI_NOT_SUPPORTED for
 *          kinds of memory or handles that this system or device lacks; GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_pool_create(const struct gi_pool_request *request, gi_handle *out_pool);

/** Ends a pool's handle. Its allocations live until they are freed. If it was a device's current
 *  pool, the device's default pool becomes current.
 *  Errors: GI_INVALID_VALUE also for a device's default pool. */
GI_MUST_CHECK gi_status gi_pool_destroy(gi_handle pool);

/** The default pool of a device, and its current pool, which serves allocations that name no
 *  pool.
 *  Owner:  the device owns its default pool for ever.
 *  Errors: GI_INVALID_DEVICE, GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_pool_default(int device, gi_handle *out_pool);
GI_MUST_CHECK gi_status gi_pool_current(int device, gi_handle *out_pool);

/** Makes a pool the device's current one.
 *  Errors: GI_INVALID_VALUE for a pool of another device, or an imported one. */
GI_MUST_CHECK gi_status gi_pool_set_current(int device, gi_handle pool);

/** Returns unused memory to the driver, until at most keep_bytes are reserved. */
GI_MUST_CHECK gi_status gi_pool_trim(gi_handle pool, uint64_t keep_bytes);

/** Gets or sets an attribute. attribute is a gi_pool_attribute; any value is checked.
 *  Errors: GI_INVALID_VALUE for an unknown attribute, or a value that it cannot have. */
GI_MUST_CHECK gi_status gi_pool_get_attribute(gi_handle pool, int attribute, uint64_t *out_value);
GI_MUST_CHECK gi_status gi_pool_set_attribute(gi_handle pool, int attribute, uint64_t value);

/** The size of an attribute's value in the programs' interface: 4 bytes for a flag, 8 for a
 *  number of bytes, 0 for an unknown attribute. */
static inline size_t gi_pool_attribute_bytes(int attribute)
{
    if (attribute >= GI_POOL_FOLLOW_EVENTS && attribute <= GI_POOL_INTERNAL_DEPENDENCIES)
        return sizeof(int32_t);
    return attribute >= GI_POOL_RELEASE_THRESHOLD && attribute <= GI_POOL_USED_HIGH
           ? sizeof(uint64_t) : 0;
}

/** A device's access to a pool's memory: 0 none, 1 read, 3 read and write. The pool's own device
 *  always has 3. Others have 0, because no device accesses another's memory.
 *  Errors: GI_INVALID_VALUE, GI_INVALID_DEVICE. */
GI_MUST_CHECK gi_status gi_pool_get_access(gi_handle pool, int device, int *out_access);
GI_MUST_CHECK gi_status gi_pool_set_access(gi_handle pool, int device, int access);

#endif
