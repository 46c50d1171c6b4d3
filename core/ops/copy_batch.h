/** Several copies in one call. */
#ifndef GI_COPY_BATCH_H
#define GI_COPY_BATCH_H

#include "copy.h"

enum gi_source_order {
    GI_SOURCE_IN_STREAM = 1,     /* read in the stream's order */
    GI_SOURCE_DURING_CALL,       /* read before the call returns, out of the stream's order */
    GI_SOURCE_ANY                /* read at any time before the copy is done */
};

struct gi_batch_copy {
    struct gi_copy copy;         /* linear, or of texels */
    int order;                   /* int, because programs may pass any value */
};

/** Enqueues all of the copies, or none. If a pageable source must be read in the stream's order,
 *  the call waits for the stream.
 *  Threads: any that holds no lock.
 *  Errors:  those of gi_copy; GI_INVALID_VALUE for the legacy default stream, for an unknown
 *           order, and for a copy of 0 bytes. */
GI_MUST_CHECK gi_status gi_copy_batch(const struct gi_batch_copy *copies, size_t count,
                                      gi_handle stream);

#endif
