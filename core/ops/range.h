/** Ranges of virtual memory management: reserved addresses, into which a program maps pages.
 *
 *  What is mapped and has access is an allocation like any other (range_run.h). A run of it crosses
 *  from pages to pages, up to a hole or a change of access. Unmapping, and taking access away, wait
 *  for work that may use the memory. Nothing here belongs to a context.
 *  Threads: any that holds no lock and runs no host function.
 *  Errors:  GI_INVALID_VALUE for addresses and sizes that do not fit. */
#ifndef GI_RANGE_H
#define GI_RANGE_H

#include "base/handle.h"

/** Access of a location, as bits; both front ends use these numbers. */
enum gi_range_access { GI_ACCESS_NONE = 0, GI_ACCESS_READ = 1, GI_ACCESS_READ_WRITE = 3 };

struct gi_range_location {
    int type;                    /* enum gi_location_kind; any value */
    int id;
    int access;                  /* enum gi_range_access; any value */
};

/** Reserves addresses on the current device. wanted is a hint. alignment 0 is the granularity.
 *  Errors: GI_NOT_SUPPORTED if the device has no ranges; GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_range_reserve(uint64_t size_bytes, uint64_t alignment_bytes,
                                         uint64_t wanted, uint64_t *out_address);

/** Frees a reservation: exactly one, in which nothing is mapped. */
GI_MUST_CHECK gi_status gi_range_free(uint64_t address, uint64_t size_bytes);

/** Maps pages, without access for anybody. */
GI_MUST_CHECK gi_status gi_range_map(uint64_t address, uint64_t size_bytes, uint64_t offset_bytes,
                                     gi_handle pages);

/** Unmaps one or more whole mappings, without a hole between them. */
GI_MUST_CHECK gi_status gi_range_unmap(uint64_t address, uint64_t size_bytes);

/** The same, where parts may have nothing mapped. */
GI_MUST_CHECK gi_status gi_range_unmap_over_holes(uint64_t address, uint64_t size_bytes);

/** Sets the access of locations to a range that is mapped without a hole.
 *  Errors: GI_NOT_SUPPORTED for a location that does not reach it; GI_OUT_OF_MEMORY: then nobody
 *          has access. */
GI_MUST_CHECK gi_status gi_range_set_access(uint64_t address, uint64_t size_bytes,
                                            const struct gi_range_location *locations,
                                            size_t count);

/** Reads the access of one location, whose access is filled in. */
GI_MUST_CHECK gi_status gi_range_get_access(uint64_t address, struct gi_range_location *location);

/** The handle of the pages that are mapped at an address, with one user more. */
GI_MUST_CHECK gi_status gi_range_retain(uint64_t address, gi_handle *out_pages);

#endif
