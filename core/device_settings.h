/** What programs set on a device and read back: how its threads wait, limits and preferences. None
 *  of it changes what the library does; it is kept for each device and forgotten at a reset.
 *  Devices are those that gi_device_info knows; none is opened. */
#ifndef GI_DEVICE_SETTINGS_H
#define GI_DEVICE_SETTINGS_H

#include "status.h"

enum {                           /* the vendors' numbers; of the first three at most one */
    GI_DEVICE_SPIN = 1u << 0,
    GI_DEVICE_YIELD = 1u << 1,
    GI_DEVICE_SLEEP = 1u << 2,
    GI_DEVICE_MAP_HOST = 1u << 3,        /* always the case, and always told */
    GI_DEVICE_KEEP_LOCAL_MEMORY = 1u << 4,
    GI_DEVICE_SYNCHRONOUS_MEMORY = 1u << 7
};

enum gi_device_limit {
    GI_LIMIT_STACK,              /* bytes a thread, in steps of 16 */
    GI_LIMIT_PRINTF_BUFFER,      /* bytes */
    GI_LIMIT_MALLOC_HEAP,        /* bytes */
    GI_LIMIT_SYNC_DEPTH,
    GI_LIMIT_PENDING_LAUNCHES,
    GI_LIMIT_L2_FETCH_GRANULARITY,       /* bytes, at most 128 */
    GI_LIMIT_PERSISTING_L2,      /* bytes; no device here has it */
    GI_LIMIT_COUNT
};

enum gi_device_preference { GI_PREFER_CACHE, GI_PREFER_BANK_SIZE, GI_PREFERENCE_COUNT };

/** Sets the flags; those that stay from before are told by the getter.
 *  Threads: any, as for all below.
 *  Errors:  GI_INVALID_VALUE for a bit that does not exist, and for two ways to wait;
 *           GI_INVALID_DEVICE. */
GI_MUST_CHECK gi_status gi_device_set_flags(int ordinal, uint32_t flags, uint32_t known_flags);
GI_MUST_CHECK gi_status gi_device_get_flags(int ordinal, uint32_t *out_flags);

/** Sets a limit, rounded up to what the getter then tells. limit may be any number.
 *  Errors: GI_NOT_SUPPORTED if no device here has the limit, or it is none of the first
 *          limit_count; GI_INVALID_VALUE for a value that no device can have. */
GI_MUST_CHECK gi_status gi_device_set_limit(int limit, int limit_count, uint64_t value);
GI_MUST_CHECK gi_status gi_device_get_limit(int limit, int limit_count, uint64_t *out_value);

/** A preference between 0 and highest of the current device; nothing depends on it. */
GI_MUST_CHECK gi_status gi_device_set_preference(enum gi_device_preference which, int value,
                                                 int highest);
GI_MUST_CHECK gi_status gi_device_get_preference(enum gi_device_preference which, int *out_value);

/** Forgets what was set on a device. */
void gi_device_settings_reset(int ordinal);

#endif
