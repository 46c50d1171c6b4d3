/** One call that copies or fills. It finds its stream once; then it resolves and enqueues each
 *  box there.
 *
 *  Threads: any that holds no lock. */
#ifndef GI_COPY_CALL_H
#define GI_COPY_CALL_H

#include "array_copy.h"
#include "copy.h"
#include "enqueue.h"

struct gi_copy_call {
    struct gi_copy_order order;
    bool has_begun;
    enum gi_operation_wait wait;
    struct gi_device *current;           /* legacy: the device if all memory is pageable */
    struct gi_stream *stream;            /* referenced; legacy: NULL, because the operands decide */
    const struct gi_copy *whole;         /* the program's request, if it is one operation and a
                                            capture keeps it so; NULL: the box is kept */
    struct gi_operation *prepared;       /* a copy of the operation goes here, and nothing is
                                            enqueued; NULL: it is enqueued */
};

static inline struct gi_copy_call gi_copy_call_of(struct gi_copy_order order)
{
    return (struct gi_copy_call){ .order = order };
}

/** A call that only prepares its operation. out_operation has the kind NULL while there is none. */
static inline struct gi_copy_call gi_copy_call_to(struct gi_operation *out_operation)
{
    out_operation->kind = NULL;
    return (struct gi_copy_call){ .has_begun = true, .wait = GI_WAIT_NOT,
                                  .prepared = out_operation };
}

/** Finds the stream, unless the call has begun.
 *  Errors: GI_STALE_HANDLE; those of gi_device_current. */
GI_MUST_CHECK gi_status gi_copy_call_begin(struct gi_copy_call *call);

/** Releases what the call holds. */
static inline void gi_copy_call_end(const struct gi_copy_call *call)
{
    if (call->stream != NULL)
        gi_stream_release(call->stream);
}

/* Each begins the call, and does for one GI_COPY_LINEAR, GI_COPY_BOX or fill what gi_copy or
 * gi_fill does. */
GI_MUST_CHECK gi_status gi_copy_call_linear(struct gi_copy_call *call, const struct gi_copy *copy);
GI_MUST_CHECK gi_status gi_copy_call_box(struct gi_copy_call *call, const struct gi_copy *box);
GI_MUST_CHECK gi_status gi_copy_call_fill(struct gi_copy_call *call, const struct gi_fill *fill);

#endif
