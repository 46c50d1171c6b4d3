/** The calls of virtual memory management as an interface has them: with its numbers of devices and
 *  its rules (interface.h). The rest is range.h's and pages.h's.
 *  Threads: as those. */
#ifndef GI_RANGE_CALL_H
#define GI_RANGE_CALL_H

#include "base/interface.h"
#include "pages.h"
#include "range.h"

/** The step of the sizes of pages: the least one, or the one that programs are told to prefer.
 *  Errors: those of gi_pages_check. */
GI_MUST_CHECK gi_status gi_range_call_granularity(const struct gi_interface *interface,
                                                  struct gi_pages_properties properties,
                                                  bool recommended, uint64_t *out_bytes);

/** Errors: those of gi_pages_create. */
GI_MUST_CHECK gi_status gi_range_call_create(const struct gi_interface *interface,
                                             struct gi_pages_properties properties,
                                             uint64_t size_bytes, gi_handle *out_pages);

/** Errors: those of gi_pages_properties. */
GI_MUST_CHECK gi_status gi_range_call_properties(const struct gi_interface *interface,
                                                 gi_handle pages,
                                                 struct gi_pages_properties *out_properties);

/** Errors: those of gi_range_reserve; GI_INVALID_VALUE also for a wanted address that is no
 *          multiple of the interface's step. */
GI_MUST_CHECK gi_status gi_range_call_reserve(const struct gi_interface *interface,
                                              uint64_t size_bytes, uint64_t alignment_bytes,
                                              uint64_t wanted, uint64_t *out_address);

/** Errors: those of gi_range_map. */
GI_MUST_CHECK gi_status gi_range_call_map(const struct gi_interface *interface, uint64_t address,
                                          uint64_t size_bytes, uint64_t offset_bytes,
                                          gi_handle pages);

/** Whether there may be holes depends on the interface.
 *  Errors: those of gi_range_unmap. */
GI_MUST_CHECK gi_status gi_range_call_unmap(const struct gi_interface *interface, uint64_t address,
                                            uint64_t size_bytes);

/** Replaces the ids of the locations by the core's.
 *  Errors: those of gi_range_set_access, but GI_INVALID_VALUE for a device that does not exist. */
GI_MUST_CHECK gi_status gi_range_call_set_access(const struct gi_interface *interface,
                                                 uint64_t address, uint64_t size_bytes,
                                                 struct gi_range_location *locations,
                                                 size_t count);

/** Fills in the access of the location, and replaces its id by the core's.
 *  Errors: those of gi_range_get_access. */
GI_MUST_CHECK gi_status gi_range_call_get_access(const struct gi_interface *interface,
                                                 uint64_t address,
                                                 struct gi_range_location *location);

#endif
