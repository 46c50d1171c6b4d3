/** One call that copies or fills: its stream is found once, then each box of the call is resolved
 *  and enqueued there. */
#ifndef GI_COPY_CALL_H
#define GI_COPY_CALL_H

#include "array_copy.h"
#include "copy.h"
#include "enqueue.h"

struct gi_copy_call {
    struct gi_copy_order order;
    bool has_begun;
    enum gi_operation_wait wait;
    struct gi_device *current;           /* legacy: where nobody's memory is copied */
    struct gi_stream *stream;            /* referenced; legacy: NULL, as the ends tell */
};

static inline struct gi_copy_call gi_copy_call_of(struct gi_copy_order order)
{
    return (struct gi_copy_call){ .order = order };
}

/** Finds the stream, unless that was done.
 *  Errors: GI_STALE_HANDLE; those of gi_device_current. */
GI_MUST_CHECK gi_status gi_copy_call_begin(struct gi_copy_call *call);

/** Gives back what the call holds. */
static inline void gi_copy_call_end(const struct gi_copy_call *call)
{
    if (call->stream != NULL)
        gi_stream_release(call->stream);
}

/* These begin the call, and do what gi_copy and gi_fill say of one box. */
GI_MUST_CHECK gi_status gi_copy_call_memory(struct gi_copy_call *call,
                                            const struct gi_box_operand *dst,
                                            const struct gi_box_operand *src,
                                            const struct gi_box *box, int kind);
GI_MUST_CHECK gi_status gi_copy_call_arrays(struct gi_copy_call *call,
                                            const struct gi_array_operand *dst,
                                            const struct gi_array_operand *src,
                                            const struct gi_texel_box *box, int kind);
GI_MUST_CHECK gi_status gi_copy_call_fill(struct gi_copy_call *call, const struct gi_fill *fill);

#endif
