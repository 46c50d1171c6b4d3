/** In which stream a copy is done, and whether it is waited for: what is the same for every way to
 *  describe copies. */
#ifndef GI_COPY_ORDER_H
#define GI_COPY_ORDER_H

#include "array_copy.h"

enum gi_copy_call {
    GI_CALL_LEGACY,              /* synchronous, in the legacy default stream */
    GI_CALL_PER_THREAD,          /* synchronous, in the calling thread's */
    GI_CALL_ASYNC                /* in the stream that is named */
};

struct gi_copy_order {
    enum gi_copy_call call;
    gi_handle stream;            /* where it is GI_CALL_ASYNC */
};

/** As gi_array_copy, gi_array_copy_per_thread or gi_array_copy_async. */
GI_MUST_CHECK gi_status gi_copy_arrays_in_order(const struct gi_array_end *dst,
                                                const struct gi_array_end *src,
                                                const struct gi_texel_box *box, int kind,
                                                const struct gi_copy_order *order);

/** As gi_copy_box, gi_copy_box_per_thread or gi_copy_box_async. */
GI_MUST_CHECK gi_status gi_copy_memory_in_order(const struct gi_box_end *dst,
                                                const struct gi_box_end *src,
                                                const struct gi_box *box, int kind,
                                                const struct gi_copy_order *order);

#endif
