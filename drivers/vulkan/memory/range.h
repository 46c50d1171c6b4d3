/** Ranges: reserved addresses that pages are put into. On a CPU device (GIVK_RANGES_HOST) a range
 *  is memory of the process without access, which is imported once. Pages are shared mappings,
 *  which mremap puts there once more. Device addresses are host addresses. The other way is
 *  sparse.h.
 *  Threads: as the contract says. */
#ifndef GIVK_RANGE_H
#define GIVK_RANGE_H

#include "memory.h"

/** The slots of gi_memory_ops. */
GI_MUST_CHECK gi_status givk_range_reserve(struct gi_memory *range, uint64_t size_bytes,
                                           uint64_t alignment_bytes, uint64_t wanted_address);
GI_MUST_CHECK gi_status givk_range_place(struct gi_memory *range,
                                         const struct gi_range_place *places, size_t count);

/** Ends a range or pages; other memory is left alone. */
void givk_range_finish(struct givk_device *dev, struct givk_memory *mem);

/** Allocates GI_MEMORY_PAGES.
 *  Errors: GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status givk_range_allocate_pages(struct givk_device *dev, struct givk_memory *mem,
                                                  uint64_t size_bytes);

#endif
