/** Copies and fills of linear memory, by pointers. */
#ifndef GI_COPY_H
#define GI_COPY_H

#include "handle.h"

enum gi_copy_kind {
    GI_COPY_HOST_TO_HOST,
    GI_COPY_HOST_TO_DEVICE,
    GI_COPY_DEVICE_TO_HOST,
    GI_COPY_DEVICE_TO_DEVICE,
    GI_COPY_INFER                /* from the pointers */
};

/** Copies on the legacy default stream and, unless both ends are device memory, waits for it.
 *  kind is taken as int so that a value out of range can be told.
 *  Errors: GI_INVALID_COPY_DIRECTION for a kind that is none; GI_INVALID_VALUE for a range that
 *          leaves its allocation, a null pointer, or a pointer that does not fit the kind. */
GI_MUST_CHECK gi_status gi_copy(uint64_t dst, uint64_t src, uint64_t size_bytes, int kind);

/** The same, enqueued on stream; returns before it is done, except that a copy to pageable host
 *  memory, or between host memories, is done when it returns, and a source in pageable host memory
 *  may be changed once it returns. */
GI_MUST_CHECK gi_status gi_copy_async(uint64_t dst, uint64_t src, uint64_t size_bytes, int kind,
                                      gi_handle stream);

/** Fills count elements of pattern_bytes (1, 2 or 4) on the legacy default stream; waits for it
 *  only if the memory is host memory. */
GI_MUST_CHECK gi_status gi_fill(uint64_t dst, uint32_t pattern, uint32_t pattern_bytes,
                                uint64_t count);
GI_MUST_CHECK gi_status gi_fill_async(uint64_t dst, uint32_t pattern, uint32_t pattern_bytes,
                                      uint64_t count, gi_handle stream);

#endif
