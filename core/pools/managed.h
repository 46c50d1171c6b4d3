/** Hints about managed memory. They are stored and can be queried, and have no visible effect.
 *
 *  Threads: any. */
#ifndef GI_MANAGED_H
#define GI_MANAGED_H

#include "memory/advice.h"
#include "base/handle.h"

/** Stores advice for a range within one managed allocation. A location is GI_LOCATION_HOST or a
 *  device's ordinal; GI_ADVICE_PREFERRED also accepts GI_LOCATION_NONE.
 *  Errors: GI_INVALID_VALUE for an empty range, or one that is not managed memory;
 *          GI_INVALID_DEVICE; GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_managed_advise(uint64_t pointer, uint64_t size_bytes,
                                          enum gi_advice_field field, int value);

/** Stores the last prefetch location of a range. Host and devices can access the memory where it
 *  is, so nothing moves. stream is only checked.
 *  Errors: as gi_managed_advise, and those of a stream's handle. */
GI_MUST_CHECK gi_status gi_managed_prefetch(uint64_t pointer, uint64_t size_bytes, int location,
                                            gi_handle stream);

/** Permits the loss of a range's contents. The library keeps them, and only checks the
 *  arguments.
 *  Errors: as gi_managed_prefetch. */
GI_MUST_CHECK gi_status gi_managed_discard(uint64_t pointer, uint64_t size_bytes,
                                           gi_handle stream);

/** The advice that applies to the whole range.
 *  Errors: GI_INVALID_VALUE as gi_managed_advise. */
GI_MUST_CHECK gi_status gi_managed_advised(uint64_t pointer, uint64_t size_bytes,
                                           struct gi_advised *out_advised);

/** Declares which streams use managed memory: a hint. flags: exactly one GI_ATTACH_ bit.
 *  Units:  size_bytes 0 means the whole allocation.
 *  Errors: GI_INVALID_VALUE if pointer is not the start of managed memory, if size_bytes is not
 *          its size, or for GI_ATTACH_SINGLE with the legacy stream; GI_STALE_HANDLE. */
enum { GI_ATTACH_GLOBAL = 1, GI_ATTACH_HOST = 2, GI_ATTACH_SINGLE = 4 };
GI_MUST_CHECK gi_status gi_stream_attach(gi_handle stream, uint64_t pointer, uint64_t size_bytes,
                                         uint32_t flags);

#endif
