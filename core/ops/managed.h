/** Hints about managed memory: they change nothing that a program could see, are kept, and can be
 *  asked for. */
#ifndef GI_MANAGED_H
#define GI_MANAGED_H

#include "memory/advice.h"
#include "base/handle.h"

/** Notes advice for a range within one managed allocation. A location is GI_LOCATION_HOST or a
 *  device's ordinal, and for GI_ADVICE_PREFERRED also GI_LOCATION_NONE.
 *  Errors: GI_INVALID_VALUE for an empty range, or one that is not managed memory;
 *          GI_INVALID_DEVICE; GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_managed_advise(uint64_t pointer, uint64_t size_bytes,
                                          enum gi_advice_field field, int value);

/** Notes that a range was asked to be at a location. The memory is where both sides reach it, so
 *  nothing moves; stream is checked.
 *  Errors: as gi_managed_advise, and those of a stream's handle. */
GI_MUST_CHECK gi_status gi_managed_prefetch(uint64_t pointer, uint64_t size_bytes, int location,
                                            gi_handle stream);

/** Allows the contents of a range to be lost. They are not; only the arguments are checked.
 *  Errors: as gi_managed_prefetch. */
GI_MUST_CHECK gi_status gi_managed_discard(uint64_t pointer, uint64_t size_bytes,
                                           gi_handle stream);

/** What has been advised for all of a range alike.
 *  Errors: GI_INVALID_VALUE as gi_managed_advise. */
GI_MUST_CHECK gi_status gi_managed_advised(uint64_t pointer, uint64_t size_bytes,
                                           struct gi_advised *out_advised);

/** Says which streams use managed memory: a hint. flags: GI_ATTACH_, exactly one.
 *  Units:  size_bytes 0 means the whole allocation.
 *  Errors: GI_INVALID_VALUE if pointer is not the start of managed memory, size_bytes not its
 *          size, or one stream is asked for and it is the legacy one; GI_STALE_HANDLE. */
enum { GI_ATTACH_GLOBAL = 1, GI_ATTACH_HOST = 2, GI_ATTACH_SINGLE = 4 };
GI_MUST_CHECK gi_status gi_stream_attach(gi_handle stream, uint64_t pointer, uint64_t size_bytes,
                                         uint32_t flags);

#endif
