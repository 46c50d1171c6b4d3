/** Ranges of virtual memory management: reserved addresses, into which a program maps pages.
 *
 *  Mapped addresses with access are an allocation as any other (range_run.h). A run of them crosses
 *  from pages to pages, up to a hole or a change of access. Unmapping, and taking access away, wait
 *  for work that may use the memory. Nothing here belongs to a context.
 *  Threads: any that holds no lock and runs no host function.
 *  Errors:  GI_INVALID_VALUE for addresses and sizes that do not fit. */
#ifndef GI_RANGE_H
#define GI_RANGE_H

#include "base/handle.h"
#include "range_change.h"

/** Reserves addresses on the current device. wanted is a hint. alignment 0 is the granularity.
 *  Errors: GI_NOT_SUPPORTED if the device has no ranges; GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_range_reserve(uint64_t size_bytes, uint64_t alignment_bytes,
                                         uint64_t wanted, uint64_t *out_address);

/** Frees a reservation: exactly one, in which nothing is mapped. */
GI_MUST_CHECK gi_status gi_range_free(uint64_t address, uint64_t size_bytes);

/** Maps pages, without access for anybody. */
GI_MUST_CHECK gi_status gi_range_map(uint64_t address, uint64_t size_bytes, uint64_t offset_bytes,
                                     gi_handle pages);

/** The handle of the pages that are mapped at an address, with one user more. */
GI_MUST_CHECK gi_status gi_range_retain(uint64_t address, gi_handle *out_pages);

#endif
