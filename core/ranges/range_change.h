/** Changes of what is mapped in ranges (range.h): its access, and unmapping. Both wait for work
 *  that may use the memory.
 *  Threads: any that holds no lock and runs no host function.
 *  Errors:  GI_INVALID_VALUE for addresses and sizes that do not fit. */
#ifndef GI_RANGE_CHANGE_H
#define GI_RANGE_CHANGE_H

#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

/** Access of a location, as bits; both front ends use these numbers. */
enum gi_range_access { GI_ACCESS_NONE = 0, GI_ACCESS_READ = 1, GI_ACCESS_READ_WRITE = 3 };

struct gi_range_location {
    int type;                    /* enum gi_location_kind; any value */
    int id;
    int access;                  /* enum gi_range_access; any value */
};

/** Unmaps one or more whole mappings, without a hole between them. */
GI_MUST_CHECK gi_status gi_range_unmap(uint64_t address, uint64_t size_bytes);

/** As gi_range_unmap, where parts may have nothing mapped. */
GI_MUST_CHECK gi_status gi_range_unmap_over_holes(uint64_t address, uint64_t size_bytes);

/** Sets the access of locations to a range that is mapped without a hole.
 *  Errors: GI_NOT_SUPPORTED for a location that does not reach it; GI_OUT_OF_MEMORY: then nobody
 *          has access. */
GI_MUST_CHECK gi_status gi_range_set_access(uint64_t address, uint64_t size_bytes,
                                            const struct gi_range_location *locations,
                                            size_t count);

/** Reads the access of one location, whose access is filled in. */
GI_MUST_CHECK gi_status gi_range_get_access(uint64_t address, struct gi_range_location *location);

#endif
