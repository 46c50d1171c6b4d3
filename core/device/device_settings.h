/** Settings of contexts, which programs write and read back: how threads wait, limits and
 *  preferences. But for the size of the heap of kernels, they do not change what the library
 *  does. The settings of a primary context are
 *  kept for each device until its reset, the settings of a created one until it ends. The device
 *  need not be open.
 *  Threads: any. */
#ifndef GI_DEVICE_SETTINGS_H
#define GI_DEVICE_SETTINGS_H

#include "base/status.h"

enum {                           /* the front ends' numbers; at most one of the first three is
                                    set */
    GI_DEVICE_SPIN = 1u << 0,
    GI_DEVICE_YIELD = 1u << 1,
    GI_DEVICE_SLEEP = 1u << 2,
    GI_DEVICE_MAP_HOST = 1u << 3,        /* always set */
    GI_DEVICE_KEEP_LOCAL_MEMORY = 1u << 4,
    GI_DEVICE_SYNCHRONOUS_MEMORY = 1u << 7,
    /* The flags that the getter returns. Other flags that a front end knows are accepted and
     * dropped. */
    GI_DEVICE_FLAGS_TOLD = GI_DEVICE_SPIN | GI_DEVICE_YIELD | GI_DEVICE_SLEEP |
                           GI_DEVICE_MAP_HOST | GI_DEVICE_KEEP_LOCAL_MEMORY |
                           GI_DEVICE_SYNCHRONOUS_MEMORY,
    /* The flags that can be changed after a context was created. */
    GI_DEVICE_FLAGS_CHANGED = GI_DEVICE_FLAGS_TOLD & ~GI_DEVICE_MAP_HOST
};

enum gi_device_limit {
    GI_LIMIT_STACK,              /* bytes of each thread, at most 512 KiB */
    GI_LIMIT_PRINTF_BUFFER,      /* bytes */
    GI_LIMIT_MALLOC_HEAP,        /* bytes */
    GI_LIMIT_SYNC_DEPTH,         /* no device supports it */
    GI_LIMIT_PENDING_LAUNCHES,
    GI_LIMIT_L2_FETCH_GRANULARITY,       /* bytes, at most 128 */
    GI_LIMIT_PERSISTING_L2,      /* bytes; no device supports it */
    GI_LIMIT_GRAPHICS_SHARED,    /* bytes; read-only, and 0 */
    GI_LIMIT_COUNT
};

enum {                           /* the front ends' numbers */
    GI_CACHE_HIGHEST = 3,
    GI_BANK_SIZE_FOUR_BYTES = 1,
    GI_BANK_SIZE_HIGHEST = 2
};

/** Sets the flags of a device's primary context. The getter returns those that are told, and
 *  GI_DEVICE_MAP_HOST.
 *  Errors: GI_INVALID_VALUE for an unknown bit, and for two ways to wait; GI_INVALID_DEVICE. */
GI_MUST_CHECK gi_status gi_device_set_flags(int ordinal, uint32_t flags, uint32_t known_flags);
GI_MUST_CHECK gi_status gi_device_get_flags(int ordinal, uint32_t *out_flags);

/** The flags as they were set, without GI_DEVICE_MAP_HOST; 0 if none were.
 *  Errors: GI_INVALID_DEVICE. */
GI_MUST_CHECK gi_status gi_device_flags_as_set(int ordinal, uint32_t *out_flags);

/** The check of gi_device_set_flags alone. Pure. */
GI_MUST_CHECK gi_status gi_device_check_flags(uint32_t flags, uint32_t known_flags);

/** Sets a limit of the current context. The getter returns the value that was stored. limit may be
 *  any number.
 *  Errors: GI_LIMIT_UNSUPPORTED if no device has the limit; GI_NOT_PERMITTED for a read-only one;
 *          GI_INVALID_VALUE for a number that is no limit, for a value that no device can have,
 *          and for the size of a heap of kernels that is there. */
GI_MUST_CHECK gi_status gi_device_set_limit(int limit, uint64_t value);
GI_MUST_CHECK gi_status gi_device_get_limit(int limit, uint64_t *out_value);

/** A limit of the current context, if it is one of this device, else of the device's primary one.
 *  Errors: GI_CONTEXT_DESTROYED. */
GI_MUST_CHECK gi_status gi_device_limit_at(int ordinal, enum gi_device_limit limit,
                                           uint64_t *out_value);

/** The current context's preferred division between cache and shared memory. It has no effect.
 *  Errors: GI_INVALID_VALUE if value is not in 0 to GI_CACHE_HIGHEST. */
GI_MUST_CHECK gi_status gi_device_prefer_cache(int value);
GI_MUST_CHECK gi_status gi_device_preferred_cache(int *out_value);

/** The width of shared memory's banks, which no device can change. The setter only checks the
 *  value, and the getter returns four bytes.
 *  Errors: GI_INVALID_VALUE if value is not in 0 to GI_BANK_SIZE_HIGHEST. */
GI_MUST_CHECK gi_status gi_device_prefer_bank_size(int value);
GI_MUST_CHECK gi_status gi_device_bank_size(int *out_value);

/** Drops the settings of a device's primary context. */
void gi_device_settings_reset(int ordinal);

#endif
