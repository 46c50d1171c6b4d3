/** What programs set on a device and read back: how its threads wait, limits and preferences. None
 *  of it changes what the library does; it is kept for each device and forgotten at a reset.
 *  Devices are those that gi_device_info knows; none is opened. */
#ifndef GI_DEVICE_SETTINGS_H
#define GI_DEVICE_SETTINGS_H

#include "base/status.h"

enum {                           /* the vendors' numbers; of the first three at most one */
    GI_DEVICE_SPIN = 1u << 0,
    GI_DEVICE_YIELD = 1u << 1,
    GI_DEVICE_SLEEP = 1u << 2,
    GI_DEVICE_MAP_HOST = 1u << 3,        /* always the case, and always told */
    GI_DEVICE_KEEP_LOCAL_MEMORY = 1u << 4,
    GI_DEVICE_SYNCHRONOUS_MEMORY = 1u << 7,
    /* Those that the getter tells; the others that a front end knows are taken and forgotten. */
    GI_DEVICE_FLAGS_TOLD = GI_DEVICE_SPIN | GI_DEVICE_YIELD | GI_DEVICE_SLEEP |
                           GI_DEVICE_MAP_HOST | GI_DEVICE_KEEP_LOCAL_MEMORY |
                           GI_DEVICE_SYNCHRONOUS_MEMORY
};

enum gi_device_limit {
    GI_LIMIT_STACK,              /* bytes a thread, at most 512 KiB */
    GI_LIMIT_PRINTF_BUFFER,      /* bytes */
    GI_LIMIT_MALLOC_HEAP,        /* bytes */
    GI_LIMIT_SYNC_DEPTH,         /* no device here has it */
    GI_LIMIT_PENDING_LAUNCHES,
    GI_LIMIT_L2_FETCH_GRANULARITY,       /* bytes, at most 128 */
    GI_LIMIT_PERSISTING_L2,      /* bytes; no device here has it */
    GI_LIMIT_GRAPHICS_SHARED,    /* bytes; can only be read, and is 0 */
    GI_LIMIT_COUNT
};

enum {                           /* the vendors' numbers */
    GI_CACHE_HIGHEST = 3,
    GI_BANK_SIZE_FOUR_BYTES = 1,
    GI_BANK_SIZE_HIGHEST = 2
};

/** Sets the flags; those that stay from before are told by the getter.
 *  Threads: any, as for all below.
 *  Errors:  GI_INVALID_VALUE for a bit that does not exist, and for two ways to wait;
 *           GI_INVALID_DEVICE. */
GI_MUST_CHECK gi_status gi_device_set_flags(int ordinal, uint32_t flags, uint32_t known_flags);
GI_MUST_CHECK gi_status gi_device_get_flags(int ordinal, uint32_t *out_flags);

/** Sets a limit of the current device; the getter tells what became of the value. limit may be any
 *  number.
 *  Errors: GI_LIMIT_UNSUPPORTED if no device here has the limit; GI_NOT_PERMITTED for one that can
 *          only be read; GI_INVALID_VALUE for a number that is no limit, and for a value that no
 *          device can have. */
GI_MUST_CHECK gi_status gi_device_set_limit(int limit, uint64_t value);
GI_MUST_CHECK gi_status gi_device_get_limit(int limit, uint64_t *out_value);

/** What the current device is to prefer when it divides cache from shared memory; nothing depends
 *  on it.
 *  Errors: GI_INVALID_VALUE if value is none of 0 to GI_CACHE_HIGHEST. */
GI_MUST_CHECK gi_status gi_device_prefer_cache(int value);
GI_MUST_CHECK gi_status gi_device_preferred_cache(int *out_value);

/** The width of shared memory's banks, which no device lets be chosen: the wish is checked and the
 *  getter tells four bytes.
 *  Errors: GI_INVALID_VALUE if value is none of 0 to GI_BANK_SIZE_HIGHEST. */
GI_MUST_CHECK gi_status gi_device_prefer_bank_size(int value);
GI_MUST_CHECK gi_status gi_device_bank_size(int *out_value);

/** Forgets what was set on a device. */
void gi_device_settings_reset(int ordinal);

#endif
