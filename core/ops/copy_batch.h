/** Many copies in one call. */
#ifndef GI_COPY_BATCH_H
#define GI_COPY_BATCH_H

#include "copy.h"

enum gi_source_order {
    GI_SOURCE_IN_STREAM = 1,     /* read when the stream comes to it */
    GI_SOURCE_DURING_CALL,       /* read before the call returns, out of the stream's order */
    GI_SOURCE_ANY                /* read whenever it suits */
};

struct gi_batch_copy {
    struct gi_copy copy;         /* linear, or of texels */
    int order;                   /* as int so that a value out of range can be told */
};

/** Enqueues all of the copies, or none. A pageable source that is read in the stream's order makes
 *  the call wait for the stream.
 *  Threads: any.
 *  Errors:  those of gi_copy; GI_INVALID_VALUE for the legacy default stream, for an
 *           order that is none, and for a copy of no bytes. */
GI_MUST_CHECK gi_status gi_copy_batch(const struct gi_batch_copy *copies, size_t count,
                                      gi_handle stream);

#endif
